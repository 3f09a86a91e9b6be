"""Puts one input into a build: open, extract, chunk, write. Either all of it or none."""

import hashlib
import json
import math
import re
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from itertools import chain, islice

from huf.engine.backends import DEFAULT_BACKEND, default_registry
from huf.engine.backends.base import Backend, Relabels, Writer
from huf.engine.chunkers import ChunkSettings
from huf.engine.corrections import CORRECTIONS
from huf.engine.corrections.reading import CorrectedReading
from huf.engine.enrichment import UNENRICHED, Enricher, InputEnrichment
from huf.engine.errors import HufError, InputError, NoText, OverLimit, SettingsError
from huf.engine.extractors import Extractor, extractor_versions
from huf.engine.extractors import default_registry as default_extractors
from huf.engine.extractors.pictures.scanned import NOBODY_READS
from huf.engine.extractors.sections import storable
from huf.engine.extractors.unread import Unread
from huf.engine.extractors.versions import UNRECORDED, explain_fingerprint, version_of
from huf.engine.ocr import FileScans, Ocr
from huf.engine.reading import Reader, Reading, ReadingLimits
from huf.engine.reading.limits import LIMITS
from huf.engine.registry import Registry
from huf.engine.sentences import sentence
from huf.engine.types import SUMMARIES, Chunk, IndexedInput, JSONValue, WantedInput

_LANGUAGE = re.compile("[a-z]{2,3}")
CHUNK_LIMIT, UNREAD_PARTS = "Chunk Limit", "Unread Parts"
"""Codes of inputs that are Partially Indexed: over the limit, or with text that could not be read."""
_MOST_HELD = 32 << 20
"""Bytes of inputs in memory, such as those of web pages, beyond which no further ones are opened ahead."""


@dataclass(frozen=True, slots=True)
class BuildSettings:
	"""Everything that decides what a build looks like, apart from the inputs."""

	chunking: ChunkSettings = field(default_factory=ChunkSettings)
	backend: str = DEFAULT_BACKEND
	max_chunks_per_input: int = 0
	"""0 means no limit. An input that is over it is indexed up to there, and says so. No part of the fingerprint: when it
	changes, the inputs that it cuts, or cut, are read again, and no other."""
	language: str = ""
	"""ISO 639 code of the language of all texts; empty: told for each input by its function words."""
	ocr: str = ""
	"""Languages in which scanned pages are read; empty: they are not. Named by a build, and no part of its fingerprint:
	when it changes, the inputs that have scanned pages are read again, and no other."""
	limits: ReadingLimits = field(default_factory=ReadingLimits)
	"""What reading one input may cost. No part of the fingerprint: when they change, the inputs that failed by them are read
	again, and no other."""
	enrichment: str = ""
	"""Who says something of each passage (:func:`~huf.engine.enrichment.enricher.key_of`); empty: nobody does."""
	summaries: str = ""
	"""Who sums up long documents (:func:`~huf.engine.enrichment.summarizing.summary_key_of`); empty: nobody does."""

	def __post_init__(self) -> None:
		if self.max_chunks_per_input < 0:
			raise SettingsError("The limit of chunks per input must be 0 (no limit) or more.")
		if self.language and not _LANGUAGE.fullmatch(self.language):
			raise SettingsError(
				f"“{self.language}” is no code of a language. Write two or three small letters, such as de."
			)

	def describe(self) -> str:
		"""The settings as JSON, for people and for whoever makes an index in the same way."""
		values = asdict(self)
		for added_later in ("enrichment", "summaries"):
			if not values[added_later]:
				# As before there was this setting: an older huf reads packs whose makers did not use it.
				del values[added_later]
		return json.dumps(values, sort_keys=True)

	def fingerprint(self, kinds: Registry[Backend] | None = None) -> str:
		"""Changes whenever a rebuild would give another index from the same sections. 16 hex digits.

		What reads an input is no part of it: each input has the versions of its extractors.

		Raises:
			UnknownKey: ``kinds`` lacks the backend.
		"""
		return self._fingerprint(kinds, UNRECORDED)

	def versions_behind(
		self,
		fingerprint: str,
		kinds: Registry[Backend] | None = None,
		extractors: Registry[Extractor] | None = None,
	) -> Mapping[str, int] | None:
		"""Whether a build with this fingerprint was made with these settings: None if not.

		Otherwise the versions of the extractors that read those of its inputs that do not tell, which older builds had in
		their fingerprint.

		Raises:
			UnknownKey: ``kinds`` lacks the backend.
		"""
		versions = extractor_versions(extractors)
		return explain_fingerprint(
			fingerprint, lambda made_with: self._fingerprint(kinds, made_with), versions
		)

	def _fingerprint(self, kinds: Registry[Backend] | None, extractors: Mapping[str, int]) -> str:
		version = (kinds or default_registry()).get(self.backend).version
		values = {name: value for name, value in asdict(self).items() if name not in ("ocr", "limits")}
		# As it was when it had a part in this, so that nobody has to index anything again.
		values["max_chunks_per_input"] = 500
		for added_later in ("language", "enrichment", "summaries"):
			if not values[added_later]:
				# As before there was this setting, so that nobody has to index anything again.
				del values[added_later]
		# The extractors too: always those of then.
		made_from = [json.dumps(values, sort_keys=True), version, dict(extractors)]
		return hashlib.sha256(json.dumps(made_from, sort_keys=True).encode()).hexdigest()[:16]


class Opened:
	"""A wanted input whose bytes are there and begun to be read, or why they are not."""

	def __init__(self, wanted: WantedInput, settings: BuildSettings, reader: Reader) -> None:
		self.wanted = wanted
		self._failure: InputError | None = None
		try:
			self.content = wanted.open_content()
		except InputError as error:
			self._failure = error
			return
		most = settings.max_chunks_per_input
		self.reading: Reading[Chunk]
		if wanted.corrections:
			sections = reader.sections(self.content)
			self.reading = CorrectedReading(sections, wanted.corrections, settings.chunking, most)
		else:
			self.reading = reader.chunks(self.content, settings.chunking, most)

	@property
	def held(self) -> int:
		"""How many of its bytes are in memory, and not in a file."""
		return 0 if self._failure else len(self.content.data or b"")

	@property
	def asked(self) -> set[str]:
		"""Keys of the extractors that had a say."""
		return set() if self._failure else self.reading.asked

	@property
	def corrections(self) -> dict[str, JSONValue]:
		"""What a build keeps about the corrections of the input; nothing where there are none, or no bytes."""
		is_corrected = self._failure is None and isinstance(self.reading, CorrectedReading)
		return {CORRECTIONS: self.reading.record.to_json()} if is_corrected else {}  # type: ignore[attr-defined]

	def check(self) -> None:
		"""Raise what stood against opening it.

		Raises:
			InputError: as of ``WantedInput.open_content``.
		"""
		if self._failure is not None:
			raise self._failure


def open_inputs(wanted: Iterable[WantedInput], settings: BuildSettings, reader: Reader) -> Iterator[Opened]:
	"""Each input, opened; those that follow are being read while one is used, as many as the reader is glad of."""
	ahead: deque[Opened] = deque()
	for item in wanted:
		ahead.append(Opened(item, settings, reader))
		while len(ahead) > 1 and (len(ahead) > reader.ahead or sum(each.held for each in ahead) > _MOST_HELD):
			yield ahead.popleft()
	while ahead:
		yield ahead.popleft()


def index_input(
	writer: Writer,
	opened: Opened,
	settings: BuildSettings,
	extractors: Registry[Extractor] | None = None,
	ocr: Ocr | None = None,
	enricher: Enricher | None = None,
) -> IndexedInput:
	"""Write an input into the build and say what became of it. ``ocr`` reads its scanned pages, if it has any, and ``enricher``
	says something of each passage and of the whole.

	An input that cannot be indexed leaves its reason in the build and no chunks: what it said
	before is no longer true. Only when the failure may pass by itself (a URL that did not answer)
	does the text of the base build stay.
	"""
	facts: dict[str, JSONValue] = {}
	wanted = opened.wanted
	extractors = default_extractors() if extractors is None else extractors
	try:
		with writer.transaction():
			writer.remove_input(wanted.key)
			opened.check()
			with (ocr or Ocr(off=NOBODY_READS)).scans_of(opened.content) as scans:
				try:
					return _write(writer, opened, settings, extractors, scans, enricher)
				finally:
					facts = scans.facts()
	except InputError as error:
		failed = IndexedInput.failed(wanted, error)
		if isinstance(error, OverLimit):
			facts[LIMITS] = settings.limits.name
		failed = replace(
			failed,
			indexed_at=time.time(),
			metadata={**failed.metadata, **facts, **opened.corrections},
			extractors=_versions(opened.asked, extractors),
		)
		with writer.transaction():
			if not (error.retryable and writer.has_input(wanted.key)):
				writer.remove_input(wanted.key)
				writer.begin_input(failed)
		return failed


def _write(
	writer: Writer,
	opened: Opened,
	settings: BuildSettings,
	extractors: Registry[Extractor],
	scans: FileScans,
	enricher: Enricher | None,
) -> IndexedInput:
	wanted, reading = opened.wanted, opened.reading
	chunks = reading.items(scans)
	# First of all, since it says in huf's own words when the bytes are not there.
	first = list(islice(chunks, 1))
	item = IndexedInput(
		key=wanted.key,
		content_hash=wanted.content_hash or opened.content.sha256(),
		title=wanted.title,
		status="Indexed",
		url=wanted.url,
		metadata=dict(wanted.metadata),
		indexed_at=time.time(),
	)
	found = chain(first, chunks)
	enriched = enricher.of(wanted.key, wanted.title, found) if enricher else None
	taken = _Counted(enriched or found)
	input_id = writer.begin_input(item)
	writer.add_chunks(input_id, taken)
	if not taken.total:
		raise NoText("There is no text in this input. Add a version that has text, or remove it.")
	facts = scans.facts() | reading.properties | opened.corrections
	unread: list[str] = [note for note in reading.notes if isinstance(note, Unread)]
	notes = [note for note in reading.notes if not isinstance(note, Unread)]
	if enricher and enriched:
		facts |= _enrichment_facts(enriched)
		notes += _enrichment_notes(enriched, enricher.stopped)
	code = UNREAD_PARTS if unread else ""
	if reading.is_cut:
		limit = settings.max_chunks_per_input
		code = CHUNK_LIMIT
		unread.insert(
			0,
			sentence(
				f"Only the first {limit:,} chunks are indexed. Raise the limit of chunks per input, or set it to 0 (none)."
			),
		)
	item = replace(
		item,
		status="Partially Indexed" if code else "Indexed",
		code=code,
		chunks=taken.total,
		characters=reading.characters,
		message=" ".join([*unread, *notes]),
		metadata={**item.metadata, **facts},
		extractors=_versions(reading.asked, extractors),
	)
	writer.end_input(input_id, item)
	if facts and isinstance(writer, Relabels):
		writer.relabel_input(wanted.key, item.url, item.metadata)
	return item


def _enrichment_facts(enriched: InputEnrichment) -> dict[str, JSONValue]:
	lacking = enriched.lacking + enriched.lacking_summaries
	found: dict[str, JSONValue] = {UNENRICHED: lacking, SUMMARIES: enriched.summaries}
	return {name: count for name, count in found.items() if count}


def _enrichment_notes(enriched: InputEnrichment, reason: HufError | None) -> list[str]:
	notes = []
	if lacking := enriched.lacking:
		notes.append(sentence(f"{lacking:,} passages were indexed without what the model adds: {reason}"))
	if missing := enriched.lacking_summaries:
		notes.append(
			sentence(f"{missing:,} summaries are missing, by which passages are found as well: {reason}")
		)
	return notes


def _versions(asked: set[str], extractors: Registry[Extractor]) -> dict[str, int | None]:
	return {key: version_of(key, extractors) for key in sorted(asked)}


class _Counted(Iterator[Chunk]):
	"""Passes chunks on and counts them."""

	def __init__(self, chunks: Iterator[Chunk]) -> None:
		self._chunks, self.total = chunks, 0

	def __next__(self) -> Chunk:
		chunk = next(self._chunks)
		self.total += 1
		return chunk


def storable_input(wanted: WantedInput) -> WantedInput:
	"""``wanted`` with a title, address and metadata that can be stored, so that they compare equal next time."""
	metadata = {storable(name): _storable_value(value) for name, value in wanted.metadata.items()}
	title, url = storable(wanted.title), storable(wanted.url)
	if (title, url, metadata) == (wanted.title, wanted.url, wanted.metadata):
		return wanted
	return replace(wanted, title=title, url=url, metadata=metadata)


def _storable_value(value: JSONValue) -> JSONValue:
	if isinstance(value, str):
		return storable(value)
	# JSON has no such numbers, and one of them would make the metadata unreadable for a filter.
	return None if isinstance(value, float) and not math.isfinite(value) else value
