"""The values that travel through the engine. All are frozen; none of them does I/O."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from huf.engine.content import Content
from huf.engine.errors import HufError
from huf.engine.evidence import Explanation

JSONValue = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Locator:
	"""Where in its original a passage stands. Every field is optional; all counts start at 1."""

	page: int | None = None
	"""Page of a PDF."""
	slide: int | None = None
	"""Slide of a presentation."""
	sheet: str | None = None
	"""Sheet of a workbook."""
	rows: tuple[int, int] | None = None
	"""First and last row, as the original numbers them."""
	lines: tuple[int, int] | None = None
	"""First and last line of a text file."""
	heading: tuple[str, ...] = ()
	"""Heading path, outermost first."""
	part: str | None = None
	"""Any other place: a JSON path, "attachment terms.pdf", "speaker notes"."""

	def label(self) -> str:
		"""The place in words, for example ``page 3``, ``Travel › Hotels``, ``sheet Rates, rows 2–14``."""
		places = []
		if self.page is not None:
			places.append(f"page {self.page}")
		if self.slide is not None:
			places.append(f"slide {self.slide}")
		if self.sheet:
			places.append(f"sheet {self.sheet}")
		if self.heading:
			places.append(" › ".join(self.heading))
		if self.part:
			places.append(self.part)
		for name, span in (("row", self.rows), ("line", self.lines)):
			if span:
				first, last = span
				places.append(f"{name} {first}" if first == last else f"{name}s {first}–{last}")
		return ", ".join(places)

	def to_dict(self) -> dict[str, Any]:
		"""Only the fields that are set, ready for JSON."""
		# Called for every chunk: dataclasses.asdict copies deeply, and takes ten times as long.
		return {name: value for name in _LOCATOR_FIELDS if (value := getattr(self, name)) not in (None, ())}

	@classmethod
	def from_dict(cls, values: Mapping[str, Any]) -> "Locator":
		"""The inverse of :meth:`to_dict`, also after a round trip through JSON (lists become tuples)."""
		known: dict[str, Any] = {
			name: tuple(values[name]) if isinstance(values[name], list) else values[name]
			for name in _LOCATOR_FIELDS
			if name in values
		}
		return cls(**known)


_LOCATOR_FIELDS = tuple(f.name for f in fields(Locator))


@dataclass(frozen=True, slots=True)
class Section:
	"""A run of extracted text that stands in one place of the original. Chunks never cross sections, unless these join.

	The text of an input is the concatenation of its sections' texts, in order. When the locator has
	``rows`` or ``lines``, the text holds exactly one line (ended by ``\\n``) for each of them, so
	that the place of any part of the text follows by counting line ends.
	"""

	text: str
	locator: Locator = field(default_factory=Locator)
	kind: Literal["prose", "table", "caption"] = "prose"
	"""A table is only ever cut between rows, unless one row alone is over the chunk size. A caption stays with what
	follows it."""
	header: str = ""
	"""What every chunk of a table repeats so that it can be read alone, for example the column names. Of sections that
	join: what a chunk begins with that does not begin where its section does."""
	joins: Literal["never", "if all fit", "freely"] = "never"
	"""Whether it may share a chunk with the sections beside it that join too: never, only if all of these are one chunk,
	or also if they are several."""


SUMMARIES = "summaries_by_model"
"""Metadata of an input: how many of its chunks are summaries."""
FIRST_SUMMARY = 1_000_000_000
"""``ordinal`` of the first summary of an input: beyond those of all passages, so that no summary stands beside any of them."""


def is_summary(ordinal: int) -> bool:
	"""Whether a chunk with this ordinal is a model's summary of passages, and none itself."""
	return ordinal >= FIRST_SUMMARY


@dataclass(frozen=True, slots=True)
class Chunk:
	"""One retrievable passage: ``text == input_text[start:end]``, always.

	Or a summary of passages (:func:`is_summary`): it has no text, ``start`` and ``end`` are those of what it sums up, and what the model
	says is its ``enrichment``. A search that finds it goes on to the passages, and nobody is shown it as one.
	"""

	ordinal: int
	"""0-based position within the input."""
	start: int
	end: int
	text: str
	locator: Locator
	header: str = ""
	enrichment: str = ""
	"""What a model says of it (:mod:`huf.engine.enrichment`): indexed beside the text, and never part of it."""


@dataclass(frozen=True, slots=True)
class Correction:
	"""What a person says of a run of text in an input: it is left out, or another text stands in its place."""

	key: str
	"""Stable identity (the name of the Knowledge Correction)."""
	original: str
	"""The text that is meant, as it was read; how its words are spaced does not count."""
	replacement: str | None = None
	"""None: it is left out."""
	place: Locator = field(default_factory=Locator)
	"""Where it stood: tells it from the same text elsewhere. Rows and lines do not count."""
	start: int = 0
	"""Where it began in the text of the input, in characters: the nearest counts when its place has it several times."""
	made_on: str = ""
	"""Date, ISO 8601."""
	is_placed: bool = True
	"""Whether ``place`` and ``start`` are what was seen. If not, ``place`` says what somebody wrote of it, such as the page alone, and
	the text must stand there only once."""


@dataclass(frozen=True, slots=True)
class WantedInput:
	"""One input as the shell wants it indexed. ``open_content`` is called only if it must be read."""

	key: str
	"""Stable identity (the Knowledge Input's name; for the command line the relative path)."""
	content_hash: str
	"""SHA-256 of the content bytes, in hex."""
	title: str
	open_content: Callable[[], Content]
	"""Gives the bytes. May raise :class:`~huf.engine.errors.InputError`."""
	url: str = ""
	metadata: Mapping[str, JSONValue] = field(default_factory=dict)
	force: bool = False
	"""Index again even if the base build already has this very content."""
	corrections: tuple[Correction, ...] = ()
	"""In the order in which they were made: each is about the text that those before it leave."""


InputStatus = Literal["Indexed", "Partially Indexed", "Reading Scan", "No Text", "Error"]
_OWN_STATUS: dict[str, InputStatus] = {"No Text": "No Text", "Reading Scan": "Reading Scan"}
"""Codes of errors that are a status of their own; all others are Error."""


@dataclass(frozen=True, slots=True)
class IndexedInput:
	"""What a build knows about one input; also what a build reports when it has dealt with one."""

	key: str
	content_hash: str
	title: str
	status: InputStatus
	chunks: int = 0
	characters: int = 0
	message: str = ""
	"""Why, and what to do, when the status is not Indexed; otherwise notes such as pages left out."""
	code: str = ""
	"""``HufError.code`` of what went wrong, or empty."""
	retryable: bool = False
	url: str = ""
	metadata: Mapping[str, JSONValue] = field(default_factory=dict)
	indexed_at: float = 0.0
	"""Unix time, seconds."""
	extractors: Mapping[str, int | None] | None = None
	"""Versions of the extractors that had a say in how it was read, by key; null for one that was looked for and is not
	there. None: it was read by a huf that did not record them."""

	@property
	def summaries(self) -> int:
		"""How many of its chunks are summaries, which come after all passages."""
		count = self.metadata.get(SUMMARIES)
		return min(count, self.chunks) if type(count) is int and count > 0 else 0

	@classmethod
	def failed(cls, wanted: WantedInput, error: HufError) -> "IndexedInput":
		"""The record of an input that could not be indexed because of ``error``."""
		return cls(
			key=wanted.key,
			content_hash=wanted.content_hash,
			title=wanted.title,
			status=_OWN_STATUS.get(error.code, "Error"),
			message=str(error),
			code=error.code,
			retryable=error.retryable,
			url=wanted.url,
			metadata=dict(wanted.metadata),
		)


@dataclass(frozen=True, slots=True)
class Progress:
	"""How far a build is. ``done`` and ``total`` count inputs."""

	step: Literal["copy", "index", "finish", "verify", "publish", "pack", "purge", "estimate"]
	done: int = 0
	total: int = 0
	input: IndexedInput | None = None
	"""The input that was just dealt with, when there is one."""


RECORDS = "DocType Records"
"""``input_type`` of the inputs that records of a business application are."""
_NO_METADATA: Mapping[str, JSONValue] = MappingProxyType({})


class Nearness(NamedTuple):
	"""How near a passage is to what was asked, by measures that compare between searches and indexes."""

	words: float
	"""Rare words of the question that stand together in it: 1 is a passage that is full of a word that no other has."""
	meaning: float | None
	"""0 to 1; None where nothing was compared by meaning."""
	is_near: bool
	"""Whether it is near enough by either to be about the question; always where only words were compared."""


class Hit(NamedTuple):
	"""A chunk returned by a search, with everything needed to show, cite and open it.

	A tuple is made in a tenth of the time of a frozen dataclass, and every search makes them.
	"""

	text: str
	"""The passage as it should be read: table header first, neighbours merged in."""
	title: str
	score: float
	"""Higher is better; comparable within one search only."""
	chunk_id: str
	source: str
	input: str
	locator: Locator
	citation_id: str
	"""``input#ordinal``: names this passage for people and logs."""
	build: str
	start: int
	end: int
	text_hash: str
	"""SHA-256 of the chunk's own text, in hex."""
	rank: int = 0
	"""1-based place in the result."""
	url: str = ""
	metadata: Mapping[str, Any] = _NO_METADATA
	"""What is known of its input; of a record also ``now``: by label, what it says at this moment."""
	indexed_at: float = 0.0
	is_matched: bool = True
	"""False for a passage that is only a neighbour of a match."""
	also_in: tuple[str, ...] = ()
	"""Other inputs that hold the same text, when equal texts are shown as one hit."""
	partly_read: str = ""
	"""Why its input is *Partially Indexed*, and what to do; empty when all of it is in the index."""
	nearness: Nearness | None = None
	"""None where nobody can say, or where it would tell of passages that the user may not see."""
	corrected_on: str = ""
	"""The day (ISO 8601) on which a person last corrected words of it; empty if nobody did."""
	left_out_on: str = ""
	"""The day on which a person last left out what stood in it, or right beside it; empty if nobody did."""
	summary_of: str = ""
	"""What the summary is of by which the passage was found, such as ``Handbook, Travel › Hotels``; empty: it was found by itself."""

	@property
	def is_of_record(self) -> bool:
		"""Whether its text is that of a record, which its title alone may tell from another record."""
		return self.metadata.get("input_type") == RECORDS

	def placed(self, rank: int, score: float) -> "Hit":
		"""The same hit at ``rank`` with ``score``."""
		is_there = (rank, score) == (self.rank, self.score)
		return self if is_there else self._replace(rank=rank, score=score)

	def to_dict(self) -> dict[str, Any]:
		"""Ready for JSON; the locator carries its ``label`` too."""
		values = self._asdict()
		values["locator"] = {**self.locator.to_dict(), "label": self.locator.label()}
		values["metadata"] = dict(self.metadata)
		values["also_in"] = list(self.also_in)
		values["nearness"] = self.nearness and self.nearness._asdict()
		return values


@dataclass(frozen=True, slots=True)
class Skipped:
	"""A source that a search could not ask, and why."""

	source: str
	code: str
	reason: str


@dataclass(frozen=True, slots=True)
class PartlyRead:
	"""An input of a searched source of which the index holds a part only: what was asked for may stand in the rest."""

	source: str
	input: str
	title: str
	reason: str
	"""Why, and what to do."""


@dataclass(frozen=True, slots=True)
class NamedDocument:
	"""A document that passages name or link to; it may be that of other passages."""

	source: str
	input: str
	title: str
	by: frozenset[str]
	"""``Hit.citation_id`` of the passages."""


@dataclass(frozen=True, slots=True)
class LinkedRecord:
	"""A record that the records of passages link to, and that is an input of a source."""

	source: str
	input: str
	doctype: str
	name: str
	by: frozenset[str]
	"""``Hit.citation_id`` of the passages."""


@dataclass(frozen=True, slots=True)
class FacetValue:
	"""One value of a facet, and how many of the counted inputs have it."""

	value: JSONValue
	"""A source's name, a tag in small letters, a year (``2026``) or a month (``2026-03``), or the value of the metadata itself."""
	count: int
	"""Inputs."""
	or_more: bool = False
	"""There are more matches than were counted."""
	filter: Mapping[str, Any] = field(default_factory=dict)
	"""What keeps a search to this value; empty for a source, which is no filter."""


@dataclass(frozen=True, slots=True)
class Facet:
	"""How the inputs that match a search are spread over the values of one field."""

	field: str
	"""``source``, or the field of a filter."""
	values: tuple[FacetValue, ...]
	"""The most frequent first; periods of time newest first."""
	has_others: bool = False
	"""There are rarer values, which are left out."""

	def to_dict(self) -> dict[str, Any]:
		"""Ready for JSON."""
		values = [{**asdict(one), "filter": dict(one.filter)} for one in self.values]
		return {"field": self.field, "values": values, "has_others": self.has_others}


@dataclass(frozen=True, slots=True)
class SearchResult:
	"""The answer of every search, whoever asked."""

	query: str
	hits: tuple[Hit, ...] = ()
	skipped: tuple[Skipped, ...] = ()
	took_ms: float = 0.0
	mode: str = "keyword"
	"""How the sources were searched: keyword, vector or hybrid."""
	notes: tuple[str, ...] = ()
	"""What the user should know besides: a source that was searched by its words alone, and why."""
	went_without: tuple[str, ...] = ()
	"""Those of the notes that say of a step that a model would have made and did not: vectors of the question, re-ranking."""
	expanded_query: str = ""
	"""The query with what a glossary added to it in brackets; the query itself when it added nothing."""
	explanation: Explanation | None = None
	"""Why these hits, when that was asked for."""
	partly_read: tuple[PartlyRead, ...] = ()
	"""Inputs of the searched sources, within the filters, that are *Partially Indexed*: the first ten that the user may see."""
	counted: tuple[Hit, ...] = ()
	"""The best passages of each source that the user may see, to count facets from, when that was asked for."""
	counted_in_part: tuple[str, ...] = ()
	"""Sources with more matches than these."""
	facets: tuple[Facet, ...] | None = None
	named: tuple[NamedDocument, ...] = ()
	"""Other documents that the passages name and the caller may know of, when that was asked for."""
	linked: tuple[LinkedRecord, ...] = ()
	"""Records that those of the passages link to and the caller may read, when that was asked for."""

	@property
	def has_near(self) -> bool:
		"""Whether any hit is near, or may be: of some nobody can say it."""
		return any(hit.nearness is None or hit.nearness.is_near for hit in self.hits if hit.is_matched)

	def to_dict(self) -> dict[str, Any]:
		"""Ready for JSON."""
		return {
			"query": self.query,
			"expanded_query": self.expanded_query or self.query,
			"hits": [hit.to_dict() for hit in self.hits],
			"skipped": [asdict(skip) for skip in self.skipped],
			"partly_read": [asdict(one) for one in self.partly_read],
			"took_ms": round(self.took_ms, 3),
			"mode": self.mode,
			"notes": list(self.notes),
			**({} if self.facets is None else {"facets": [one.to_dict() for one in self.facets]}),
			**({"explanation": asdict(self.explanation)} if self.explanation else {}),
		}
