"""Searches a published build of an index in a search engine by words, by meaning, or by both."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from itertools import pairwise
from pathlib import Path

from huf.engine.analysis.folding import fold
from huf.engine.analysis.query import Query
from huf.engine.analysis.stopwords import bare
from huf.engine.analysis.words import JOINED, terms_of, tokens_of
from huf.engine.backends.base import Found, Passage, SearchRequest
from huf.engine.backends.hybrid.meaning_search import MeaningSearch
from huf.engine.backends.keyword import schema
from huf.engine.backends.keyword.finalists import Finalists
from huf.engine.backends.keyword.passages import Neighborhood
from huf.engine.backends.keyword.word_search import ReadQuery, WordSearch, languages_of
from huf.engine.backends.manifest import Statistics
from huf.engine.backends.search_engine.builds.connecting import open_place
from huf.engine.backends.search_engine.builds.manifest import EngineManifest
from huf.engine.backends.search_engine.contract.engine import IsIn, Where
from huf.engine.backends.search_engine.contract.errors import asked_by_a_search
from huf.engine.backends.search_engine.searching.terms import EngineTerms
from huf.engine.backends.search_engine.stored.dictionary import Dictionary
from huf.engine.backends.search_engine.stored.inputs import EngineInputs
from huf.engine.backends.search_engine.stored.phrases import phrase
from huf.engine.backends.search_engine.stored.rows import EngineRows
from huf.engine.backends.search_engine.stored.vectors import EngineVectors
from huf.engine.embedding import Embedder
from huf.engine.errors import IndexCorrupt
from huf.engine.evidence import Evidence
from huf.engine.filters import Filters
from huf.engine.types import IndexedInput


class EngineReader(WordSearch[Where]):
	"""An open build. The engine is not reached before the first question. Use each reader from one thread at a time."""

	_postings: EngineTerms

	def __init__(self, manifest: EngineManifest) -> None:
		super().__init__()
		self.meta = dict(manifest.meta)
		self._manifest = manifest
		self._engine = open_place(manifest.place)
		self._postings = EngineTerms(
			self._engine,
			Dictionary(self._engine, manifest.dictionary),
			manifest.where,
			manifest.statistics.chunks,
		)
		self.languages = languages_of(manifest.statistics.languages)
		self._rows = EngineRows(self._engine, manifest)
		self._inputs = EngineInputs(self._engine, manifest)
		self._finalists = Finalists(self._rows.terms_of)

	@property
	def statistics(self) -> Statistics:
		"""What the inputs of the build are together."""
		return self._manifest.statistics

	def search(self, request: SearchRequest) -> Found:
		"""The best chunks for a request.

		Raises:
			SearchEngineFailed: the engine did not answer, now or a moment ago.
		"""
		with self._asking():
			return super().search(request)

	def evidence(self, request: SearchRequest, found: Found, chunks: Sequence[int]) -> Evidence:
		"""What speaks for some of the chunks that ``found`` names."""
		with self._asking():
			return super().evidence(request, found, chunks)

	def inputs(self) -> list[IndexedInput]:
		"""Every input of the build, also those that gave no chunks."""
		return [each.item for each in self._inputs.every()]

	def inputs_of(self, keys: Iterable[str]) -> list[IndexedInput]:
		"""Those of the inputs ``keys`` that the build has."""
		return [each.item for each in self._inputs.find(keys)]

	def keys(self) -> list[str]:
		"""The keys of all its inputs."""
		return [each.item.key for each in self._inputs.every()]

	def partly_read(self) -> list[IndexedInput]:
		"""The inputs that are Partially Indexed."""
		if not self._manifest.statistics.partly_read:
			return []
		with self._asking():
			found = self._inputs.where(Where((IsIn("status", [schema.PARTLY_READ]),)))
		return [each.item for each in found]

	def passages(self, chunks: Sequence[int]) -> dict[int, Passage]:
		"""Chunks by number."""
		with self._asking():
			return self._rows.of(chunks)

	def places(self, key: str) -> list[int]:
		"""The passages of an input by number, in their order; none for an input that the build does not hold."""
		with self._asking():
			return [chunk for each in self._inputs.find([key]) for chunk in each.passages]

	def summaries(self, key: str) -> list[int]:
		"""The summaries of an input by number, in their order."""
		with self._asking():
			return [chunk for each in self._inputs.find([key]) for chunk in each.summaries]

	def neighbors(self, passage: Passage, distance: int) -> list[Passage]:
		"""The passages up to ``distance`` before and after, in order, with the passage itself."""
		with self._asking():
			return self._rows.around(passage, distance)

	def close(self) -> None:
		"""Nothing is held: connections belong to the process."""

	def _asking(self) -> AbstractContextManager[None]:
		return asked_by_a_search(self._manifest.place.settings)

	def _allowed(self, filters: Filters) -> Where | None:
		return self._inputs.allowed(filters) if filters else None

	def _matching(self, *phrases: str, allowed: Where | None, most: int) -> list[int]:
		wanted = [words for words in map(phrase, phrases) if words]
		if not wanted:
			return []
		where = self._manifest.where if allowed is None else self._manifest.where & allowed
		return self._engine.holding(wanted, most, where)

	def _read_query(self, query: Query) -> ReadQuery:
		if self._last is None or self._last.query != query:
			# Each look-up goes over the network; what the words will be looked up by is known beforehand.
			added = (word for one in query.expansions for word in (*one.words, *one.term.split()))
			words = tuple(dict.fromkeys((*query.content_words, *added)))
			self._postings.prepare(_looked_up(words, self.languages))
		return super()._read_query(query)


class EngineHybridReader(MeaningSearch[Where], EngineReader):
	"""An open build with vectors."""

	def __init__(
		self, manifest: EngineManifest, embedder: Embedder | None, other: Callable[[str], Embedder] | None
	) -> None:
		super().__init__(manifest)
		self._vectors = EngineVectors(self._engine, manifest)
		self._set_embedder(embedder, other)

	def search(self, request: SearchRequest) -> Found:
		"""The best chunks by words, by meaning, or by both together, which is the default.

		Raises:
			IndexOutdated: the vectors are those of a model that is not at hand.
			EmbeddingFailed: the model could not read the query.
			SearchEngineFailed: the engine did not answer, now or a moment ago.
		"""
		with self._asking():
			return super().search(request)

	def evidence(self, request: SearchRequest, found: Found, chunks: Sequence[int]) -> Evidence:
		"""The words of the query that stand in ``chunks``, how near their meaning is, and their place in each leg."""
		with self._asking():
			return super().evidence(request, found, chunks)

	def _only(self, chunks: Sequence[int]) -> Where:
		return Where((IsIn("chunk", list(chunks)),))

	def _neighborhoods(self, chunks: Sequence[int]) -> dict[int, Neighborhood]:
		return self._rows.neighborhoods(chunks)

	def _passages_of(self, chunks: Sequence[int]) -> Mapping[int, Passage]:
		return self._rows.of(chunks)


def open_reader(
	folder: Path, embedder: Embedder | None, other: Callable[[str], Embedder] | None
) -> EngineReader:
	"""Open the build in ``folder``; the build itself says which engine has it.

	Raises:
		IndexMissing, IndexTooNew, IndexCorrupt: its manifest cannot serve.
	"""
	manifest = EngineManifest.read(folder)
	if not manifest.is_whole:
		raise IndexCorrupt("This index was not written to its end. Rebuild the source.")
	if "embedder" in manifest.meta:
		return EngineHybridReader(manifest, embedder, other)
	return EngineReader(manifest)


def _looked_up(words: Sequence[str], languages: Sequence[str]) -> list[str]:
	"""Terms that the words of a query are looked up by, in any case."""
	terms: dict[str, None] = {}
	tokens = [tokens_of(word) for word in words]
	for together in map("".join, (*tokens, *(first + second for first, second in pairwise(tokens)))):
		terms[JOINED + together] = None
		terms[together] = None
	for word in words:
		terms[fold(bare(word))] = None
		for spelling in dict.fromkeys((word, fold(word))):
			for language in languages:
				terms.update(dict.fromkeys(terms_of(spelling, language)))
	return [term for term in terms if term]
