"""Sections in, chunks out.

Three laws hold for every text and every setting (``tests/engine/test_chunkers.py``):

* ``text[start:end] == chunk.text``, where ``text`` is the concatenation of the sections;
* starts and ends move strictly forward, and every character is in at least one chunk;
* a chunk, without the white space at its ends, measures at most the chunk size.
"""

from collections.abc import Iterable, Iterator

from huf.engine.chunkers.cutters import Span, cut_prose, cut_table
from huf.engine.chunkers.settings import ChunkSettings
from huf.engine.tokens import TokenRuler
from huf.engine.types import Chunk, Locator, Section

__all__ = ["ChunkSettings", "chunk_sections"]


def chunk_sections(sections: Iterable[Section], settings: ChunkSettings) -> Iterator[Chunk]:
	"""Cut each section by itself; nothing but one section is held in memory."""
	offset = ordinal = 0
	for section in sections:
		places = _Places(section)
		for start, end in _cut(section, settings):
			text = section.text[start:end]
			yield Chunk(ordinal, offset + start, offset + end, text, places.find(start, text), section.header)
			ordinal += 1
		offset += len(section.text)


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
