"""What a kind of index must offer, so that builds and searches need not know which kind it is."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, get_args, runtime_checkable

from huf.engine.analysis.query import Query
from huf.engine.analysis.spelling import Correction
from huf.engine.evidence import Evidence
from huf.engine.filters import NO_FILTERS, Filters
from huf.engine.ranking.fusion import VectorLeg
from huf.engine.types import Chunk, IndexedInput, JSONValue, Locator, is_summary

if TYPE_CHECKING:
	from huf.engine.embedding import Vectors

Mode = Literal["keyword", "vector", "hybrid"]
"""By words, by meaning, or by both together."""
MODES: tuple[Mode, ...] = get_args(Mode)


class Candidate(NamedTuple):
	"""A chunk that a search found, by its number in the build."""

	chunk: int
	score: float


DEPTH = 100
"""Chunks of each leg that a hybrid search puts together: deeper ones hardly change the first ten (docs/retrieval-measured.md)."""


@dataclass(frozen=True, slots=True)
class SearchRequest:
	"""What a search asks of one index."""

	query: Query
	limit: int
	"""How many chunks, at most; the best ones."""
	mode: Mode | None = None
	"""None: the best that the index can. Hybrid, where there are no vectors, is keyword."""
	filters: Filters = NO_FILTERS
	"""Only chunks of inputs that satisfy these are found: the best ``limit`` of them, not those of the best ``limit``."""
	depth: int = DEPTH
	"""How many chunks of each leg a hybrid search puts together. Not what is asked for: the first hits stay the same."""


@dataclass(frozen=True, slots=True)
class Found:
	"""What one index found: its chunks, best first (a higher score is better), and how it looked for them."""

	candidates: Sequence[Candidate]
	mode: Mode = "keyword"
	notes: tuple[str, ...] = ()
	"""What the user should know besides, in whole sentences."""
	corrections: Mapping[str, Correction] = field(default_factory=dict)
	"""Words of the query that no chunk holds, and what was searched for as well."""
	words: Sequence[Candidate] = ()
	"""The keyword leg, when the search was hybrid."""
	vectors: VectorLeg | None = None
	"""The vector leg, when the search had one."""
	vector_weight: float = 0.0
	"""The share of the vectors in the scores."""
	words_suffice: bool = False
	"""Whether the vectors weigh less because a passage has all words of the query (:func:`~huf.engine.ranking.fusion.words_suffice`)."""
	lent: Mapping[int, float] = field(default_factory=dict)
	"""The chunks that borrowed from similar ones, and the mean score of these, 0 to 1."""
	parts: Mapping[int, float] = field(default_factory=dict)
	"""The chunks whose parts were compared with the question, and how near the closest one is, 0 to 1."""


class Passage(NamedTuple):
	"""A chunk read back from a build. A search makes dozens: a tuple is made in a quarter of the time of a dataclass."""

	chunk: int
	input: str
	ordinal: int
	start: int
	end: int
	text: str
	header: str
	locator: Locator
	title: str
	url: str
	metadata: Mapping[str, JSONValue]
	indexed_at: float
	partly_read: str = ""
	"""The message of its input, if that is *Partially Indexed*."""
	enrichment: str = ""
	"""What a model says of it, which is searched and never shown as its text."""

	@property
	def is_summary(self) -> bool:
		"""Whether it is a model's summary of passages, and none itself (:class:`~huf.engine.types.Chunk`)."""
		return is_summary(self.ordinal)

	def as_chunk(self) -> Chunk:
		"""The chunk that it was indexed from."""
		return Chunk(
			self.ordinal, self.start, self.end, self.text, self.locator, self.header, self.enrichment
		)


class Writer(Protocol):
	"""A build being made."""

	def transaction(self) -> AbstractContextManager[None]:
		"""All or nothing, for one input."""

	def remove_input(self, key: str) -> None:
		"""Forget an input and its chunks."""

	def has_input(self, key: str) -> bool:
		"""Whether the build holds an input under ``key``."""

	def begin_input(self, item: IndexedInput) -> int:
		"""Add an input without chunks; gives its number."""

	def add_chunks(self, input_id: int, chunks: Iterator[Chunk]) -> None:
		"""Append chunks to an input."""

	def end_input(self, input_id: int, item: IndexedInput) -> None:
		"""Write what is known about an input now that its chunks are there."""

	def finish(self, meta: Mapping[str, str]) -> None:
		"""Complete the index and write down what it was made from."""

	def verify(self) -> None:
		"""Raise :class:`~huf.engine.errors.IndexCorrupt` unless the index agrees with its chunks."""

	def close(self) -> None:
		"""Release the files."""


@runtime_checkable
class Relabels(Protocol):
	"""A writer that can change what is known of an input without indexing it again; for others it is indexed again."""

	def transaction(self) -> AbstractContextManager[None]:
		"""All or nothing, for one input."""

	def relabel_input(self, key: str, url: str, metadata: Mapping[str, JSONValue]) -> None:
		"""Give an input of the build another address and other metadata."""


@runtime_checkable
class TakesLanguage(Protocol):
	"""A writer that does not have to guess the language of its texts; others are not told."""

	def texts_are_in(self, language: str) -> None:
		"""All inputs from now on are in this language (ISO 639 code)."""


class Reader(Protocol):
	"""A published build, open for reading; used from one thread at a time."""

	meta: dict[str, str]
	# A reader that knows the languages of its texts also has ``languages: tuple[str, ...]``, ISO 639-1 codes.

	def inputs(self) -> list[IndexedInput]:
		"""Every input of the build."""

	def search(self, request: SearchRequest) -> Found:
		"""What the index holds for a request: nothing for a query without words.

		Raises:
			VectorsMissing: the mode is vector, and the index has none.
			IndexOutdated: the vectors are those of another model than the one at hand.
			EmbeddingFailed: the model could not read the query.
		"""

	def passages(self, chunks: Sequence[int]) -> dict[int, Passage]:
		"""Chunks by number."""

	def neighbors(self, passage: Passage, distance: int) -> list[Passage]:
		"""The passages around one passage of the same input, in order, with the passage itself."""

	def close(self) -> None:
		"""Release the files."""


@runtime_checkable
class Explainable(Protocol):
	"""What a reader may offer besides: to say why. Without it the best hit of its index counts as a full answer
	when several sources are searched together, and an explanation has no words and legs for it."""

	def evidence(self, request: SearchRequest, found: Found, chunks: Sequence[int]) -> Evidence:
		"""What speaks for some of the chunks that ``found`` names; ``request`` is what it was found by."""


@runtime_checkable
class Readable(Protocol):
	"""What a reader may offer besides: a document in reading order, for those who want to read on after a search."""

	def places(self, key: str) -> list[int]:
		"""The passages of an input by number, in their order; none for an input that the build does not hold."""

	def passages(self, chunks: Sequence[int]) -> dict[int, Passage]:
		"""Chunks by number."""


@runtime_checkable
class Summarized(Protocol):
	"""What a reader may offer besides: the summaries that a model wrote of an input."""

	def summaries(self, key: str) -> list[int]:
		"""The summaries of an input by number, in their order; none for an input without, or that the build does not hold."""

	def passages(self, chunks: Sequence[int]) -> dict[int, Passage]:
		"""Chunks by number."""


def summaries_of(reader: object, key: str) -> list[int]:
	"""The summaries of an input by number, whatever ``reader`` offers."""
	return reader.summaries(key) if isinstance(reader, Summarized) else []


@runtime_checkable
class TellsPartlyRead(Protocol):
	"""What a reader may offer besides: its inputs that are *Partially Indexed*, without going through all of them."""

	def partly_read(self) -> list[IndexedInput]:
		"""Every such input of the build."""


@runtime_checkable
class TellsSome(Protocol):
	"""What a reader may offer besides: some of its inputs, without going through all of them."""

	def inputs_of(self, keys: Iterable[str]) -> list[IndexedInput]:
		"""Those of the inputs ``keys`` that the build has."""

	def keys(self) -> list[str]:
		"""The keys of all its inputs."""


@runtime_checkable
class TellsTitles(Protocol):
	"""What a reader may offer besides: its inputs by their titles."""

	def titled(self, titles: Sequence[str]) -> list[IndexedInput]:
		"""The inputs that have one of ``titles``, whatever the case of their letters."""


@runtime_checkable
class TellsVectors(Protocol):
	"""What a reader may offer besides: the vectors of its chunks, for whoever takes them along."""

	def vectors_of(self, chunks: Sequence[int]) -> "Vectors":
		"""One row for each of ``chunks``, in their order. Each must be one of the build."""


class Merger(Protocol):
	"""What a kind of index may offer besides: to put segments of a build together apart from any change."""

	def is_due(self, *, thoroughly: bool) -> bool:
		"""Whether there is anything to put together. ``thoroughly``: less is reason enough."""

	def prepare(self, folder: Path, *, thoroughly: bool) -> Path | None:
		"""Put together what is due into a new folder in ``folder``; None if nothing is."""

	def apply(self, live: Path, staging: Path, meta: Mapping[str, str]) -> bool:
		"""Write into ``staging`` the build ``live`` with what was put together; False if that is no part of it any more."""


class Rewrites(Protocol):
	"""What a kind of index may offer besides: to write a build anew, without anything of some inputs, also not of those that have left."""

	def has_traces(self, keys: Collection[str]) -> bool:
		"""Whether the build may hold anything of the inputs ``keys``, in its files or in a server."""

	def rewrite(
		self, keys: Collection[str], staging: Path, meta: Mapping[str, str]
	) -> Sequence[tuple[str, str, str]]:
		"""Write the build without the inputs ``keys`` into ``staging``; gives title, heading and body of each of their passages."""


@runtime_checkable
class MergesYoung(Protocol):
	"""A writer that puts segments together when it finishes, or leaves all but young ones to a merger."""

	merges_young_only: bool


@runtime_checkable
class KeepsVectors(Protocol):
	"""A writer that forgets kept vectors which a build from nothing had no use for, or leaves them to the builds that go on from it."""

	keeps_unused: bool


@dataclass(frozen=True, slots=True)
class Backend:
	"""One kind of index. ``version`` is part of a build's fingerprint: raise it to ask for rebuilds."""

	key: str
	version: str
	open_writer: Callable[[Path, Path | None], Writer]
	"""Called with the folder of the new build, and the folder of the build it starts from."""
	open_reader: Callable[[Path], Reader]
	shares_files: bool = False
	"""Whether a build shares the files of the one that it starts from, so that a large one can be made in many parts."""
	open_merger: Callable[[Path], Merger] | None = None
	"""Called with the folder of a build whose segments are to be put together; None: this kind does that in its writer alone."""
	open_rewriter: Callable[[Path], Rewrites] | None = None
	"""Called with the folder of a build that is to be written anew without some inputs; None: this kind cannot do that."""
	hold_open: Callable[[Path], AbstractContextManager[object]] | None = None
	"""Called with the folder of a build: within the block it, and what builds share with it, is open for whoever opens them in this thread.
	None: it costs this kind little to open one again."""
