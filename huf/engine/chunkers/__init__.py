"""Sections in, chunks out.

Three laws hold for every text and every setting (``tests/engine/reading/test_chunkers.py``):

* ``text[start:end] == chunk.text``, where ``text`` is the concatenation of the sections;
* starts and ends move strictly forward, and every character is in at least one chunk;
* a chunk, without the white space at its ends, measures at most the chunk size.

A chunk is of one section, unless sections join (:mod:`.joining`).
"""

from collections.abc import Iterable, Iterator

from huf.engine.chunkers.cutters import Span, cut_prose, cut_table
from huf.engine.chunkers.joining import cut_joined
from huf.engine.chunkers.settings import ChunkSettings
from huf.engine.tokens import TokenRuler
from huf.engine.types import Chunk, Locator, Section

__all__ = ["ChunkSettings", "chunk_sections"]


_JOINED_CHARACTERS = 256 * 1024
"""Sections that join are held in memory up to this many characters; then what is there is cut."""


def chunk_sections(sections: Iterable[Section], settings: ChunkSettings) -> Iterator[Chunk]:
	"""Cut each section by itself, and those that join together; nothing but what is cut at once is held in memory."""
	offset = ordinal = 0
	for run in _runs(sections):
		cut = _alone(run[0], settings) if run[0].joins == "never" else _joined(run, settings)
		for start, end, text, header, place in cut:
			yield Chunk(ordinal, offset + start, offset + end, text, place, header)
			ordinal += 1
		offset += sum(len(section.text) for section in run)


def _runs(sections: Iterable[Section]) -> Iterator[list[Section]]:
	"""Each section by itself, and neighbours that join together."""
	run: list[Section] = []
	size = 0
	for section in sections:
		if run and (section.joins == "never" or size >= _JOINED_CHARACTERS):
			yield run
			run, size = [], 0
		if section.joins == "never":
			yield [section]
			continue
		run.append(section)
		size += len(section.text)
	if run:
		yield run


_Cut = tuple[int, int, str, str, Locator]


def _joined(run: list[Section], settings: ChunkSettings) -> Iterator[_Cut]:
	text = "".join(section.text for section in run)
	for start, end, header, place in cut_joined(run, settings):
		yield start, end, text[start:end], header, place


def _alone(section: Section, settings: ChunkSettings) -> Iterator[_Cut]:
	places = _Places(section)
	for start, end in _cut(section, settings):
		text = section.text[start:end]
		yield start, end, text, section.header, places.find(start, text)


def _cut(section: Section, settings: ChunkSettings) -> Iterator[Span]:
	ruler = TokenRuler(section.text, settings.unit)
	if section.kind == "table":
		header_size = TokenRuler(section.header, settings.unit).measure(0, len(section.header))
		return cut_table(section.text, ruler, settings, header_size)
	return cut_prose(section.text, ruler, settings)


class _Places:
	"""The section's locator narrowed to the lines or rows of its chunks, which are asked for from first to last."""

	def __init__(self, section: Section) -> None:
		self._text, self._locator = section.text, section.locator
		self._counted = self._line = 0

	def find(self, start: int, text: str) -> Locator:
		"""The place of the chunk ``text`` that begins at ``start``."""
		place = self._locator
		if not (place.lines or place.rows):
			return place
		# What a reader sees of a chunk decides its place, not the white space around it.
		visible = text.lstrip()
		seen_from = start + len(text) - len(visible) if visible else start
		self._line += self._text.count("\n", self._counted, seen_from)
		self._counted = seen_from
		first, last = self._line, self._line + visible.rstrip().count("\n")
		rows = (place.rows[0] + first, place.rows[0] + last) if place.rows else None
		lines = (place.lines[0] + first, place.lines[0] + last) if place.lines else None
		# Runs for every chunk: dataclasses.replace takes six times as long.
		return Locator(place.page, place.slide, place.sheet, rows, lines, place.heading, place.part)
