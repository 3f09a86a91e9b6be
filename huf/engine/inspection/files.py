"""What huf reads of one file, and where it would cut it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from huf.engine.chunkers import ChunkSettings, chunk_sections
from huf.engine.content import Content
from huf.engine.corrections import marks_of
from huf.engine.corrections.applying import correct
from huf.engine.corrections.records import Corrected
from huf.engine.errors import NoText, SettingsError
from huf.engine.extractors import Extractor
from huf.engine.extractors.unread import Unread
from huf.engine.inspection.passages import PageGaps, ReadPassage
from huf.engine.inspection.suspicions import suspicions
from huf.engine.ocr import Ocr
from huf.engine.reading import ReadingLimits, open_reader
from huf.engine.registry import Registry
from huf.engine.sentences import sentence
from huf.engine.types import Chunk, Correction, JSONValue, Locator, Section

MOST_PASSAGES = 1000
"""Shown of one file unless somebody asks for more: some 500 pages. All that is shown is held in memory."""
_RECOGNISED = ("pdf", "picture")
"""Extractors that have pages recognised, and name the page of what was on it."""


@dataclass(frozen=True, slots=True)
class ReadSection:
	"""A run of text with the same place in the original; its text is that of the passages between its borders."""

	start: int
	end: int
	kind: str
	"""prose, table or caption."""
	header: str
	locator: Locator

	def to_dict(self) -> dict[str, Any]:
		"""Ready for JSON."""
		return {
			"start": self.start,
			"end": self.end,
			"kind": self.kind,
			"header": self.header,
			"locator": {**self.locator.to_dict(), "label": self.locator.label()},
		}


@dataclass(frozen=True, slots=True)
class FileView:
	"""Everything that huf reads of a file, up to a number of passages."""

	name: str
	media_type: str
	extractor: str
	"""Registry key of what read it."""
	properties: dict[str, JSONValue]
	"""What the file says of itself, and what its scanned pages came to: a build keeps it as metadata."""
	sections: tuple[ReadSection, ...]
	passages: tuple[ReadPassage, ...]
	unread: tuple[str, ...]
	"""What a reader of the original sees and huf did not read: for this the input would be *Partially Indexed*."""
	notes: tuple[str, ...]
	"""What was guessed, or left out since a reader does not see it either."""
	is_whole: bool
	"""Whether these are all passages."""
	unapplied: tuple[str, ...] = ()
	"""Keys of the corrections that changed nothing, for their text is not there, or several times."""
	ambiguous: tuple[str, ...] = ()
	"""Those of them whose text is there several times."""

	def to_dict(self) -> dict[str, Any]:
		"""Ready for JSON."""
		return {
			"name": self.name,
			"media_type": self.media_type,
			"extractor": self.extractor,
			"properties": dict(self.properties),
			"unread": list(self.unread),
			"notes": list(self.notes),
			"is_whole": self.is_whole,
			"sections": [section.to_dict() for section in self.sections],
			"passages": [passage.to_dict() for passage in self.passages],
		}


def inspect_file(
	content: Content,
	settings: ChunkSettings | None = None,
	*,
	extractors: Registry[Extractor] | None = None,
	ocr: Ocr | None = None,
	limits: ReadingLimits | None = None,
	most_passages: int = MOST_PASSAGES,
	corrections: Sequence[Correction] = (),
) -> FileView:
	"""Read ``content`` as an input of an index would be read, and cut it likewise. Nothing is written.

	:param ocr: reads scanned pages; None: they are left out, and a note says so.
	:param limits: what reading may cost. :param most_passages: reading ends there. Where a file is cut, notes about the rest of it are missing.
	:param corrections: what people said of its text; all of it is read and held in memory for them.

	Raises:
		InputError: it cannot be read, or there is no text in it; the message says what to do.
		SettingsError: ``most_passages`` is less than 1.
	"""
	if most_passages < 1:
		raise SettingsError("At least one passage has to be shown.")
	sections: list[ReadSection] = []
	with open_reader(extractors, limits) as reader, (ocr or Ocr()).scans_of(content) as scans:
		reading = reader.sections(content)
		corrected = Corrected((), (), ())
		items = reading.items(scans)
		if corrections:
			corrected = correct(list(items), corrections)
			items = iter(corrected.sections)
		chunks = chunk_sections(_noted(items, sections), settings or ChunkSettings())
		passages: list[ReadPassage] = []
		gaps = PageGaps()
		for chunk in islice(chunks, most_passages):
			page = chunk.locator.page or 1
			confidence = scans.confidence_of(page) if reading.extractor in _RECOGNISED else None
			passage = _passage(chunk, passages[-1] if passages else None, confidence, corrected)
			passages.append(replace(passage, skipped_pages=gaps.before(chunk.locator)))
		is_whole = next(chunks, None) is None
		properties = reading.properties | scans.facts()
	if not passages:
		raise NoText("There is no text in this input. Add a version that has text, or remove it.")
	end = passages[-1].end
	unread: list[str] = [str(note) for note in reading.notes if isinstance(note, Unread)]
	if not is_whole:
		unread.insert(0, sentence(f"Only the first {most_passages:,} passages are shown."))
	return FileView(
		name=content.name,
		media_type=reading.media_type,
		extractor=reading.extractor,
		properties=properties,
		# Reading is ahead of cutting: of what is not shown, nothing is told.
		sections=tuple(section for section in sections if section.start < end),
		passages=tuple(passages),
		unread=tuple(unread),
		notes=tuple(note for note in reading.notes if not isinstance(note, Unread)),
		is_whole=is_whole,
		unapplied=corrected.unapplied,
		ambiguous=corrected.ambiguous,
	)


def _noted(sections: Iterator[Section], seen: list[ReadSection]) -> Iterator[Section]:
	"""The sections, passed on; ``seen`` gets where each stands in the text."""
	start = 0
	for section in sections:
		end = start + len(section.text)
		seen.append(ReadSection(start, end, section.kind, section.header, section.locator))
		start = end
		yield section


def _passage(
	chunk: Chunk, before: ReadPassage | None, confidence: float | None, corrected: Corrected
) -> ReadPassage:
	corrected_on, left_out_on = marks_of(corrected.spans, chunk.start, chunk.end)
	return ReadPassage(
		number=chunk.ordinal + 1,
		start=chunk.start,
		end=chunk.end,
		text=chunk.text,
		header=chunk.header,
		locator=chunk.locator,
		repeats=max(0, before.end - chunk.start) if before else 0,
		suspicions=suspicions(chunk.text, confidence),
		corrected_on=corrected_on,
		left_out_on=left_out_on,
	)
