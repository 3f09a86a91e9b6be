"""Sections in, chunks out.

Three laws hold for every text and every setting (``tests/engine/test_chunkers.py``):

* ``text[start:end] == chunk.text``, where ``text`` is the concatenation of the sections;
* starts and ends move strictly forward, and every character is in at least one chunk;
* a chunk, without the white space at its ends, measures at most the chunk size.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from huf.engine.chunkers.cutters import Span, cut_prose, cut_table
from huf.engine.chunkers.settings import ChunkSettings
from huf.engine.tokens import TokenRuler
from huf.engine.types import Chunk, Locator, Section

__all__ = ["ChunkSettings", "chunk_sections"]


def chunk_sections(sections: Iterable[Section], settings: ChunkSettings) -> Iterator[Chunk]:
	"""Cut each section by itself; nothing but one section is held in memory."""
	offset = ordinal = 0
	for section in sections:
		for (start, end), locator in _with_places(section, _cut(section, settings)):
			yield Chunk(
				ordinal=ordinal,
				start=offset + start,
				end=offset + end,
				text=section.text[start:end],
				locator=locator,
				header=section.header,
			)
			ordinal += 1
		offset += len(section.text)


def _cut(section: Section, settings: ChunkSettings) -> Iterator[Span]:
	ruler = TokenRuler(section.text, settings.unit)
	if section.kind == "table":
		header_size = TokenRuler(section.header, settings.unit).measure(0, len(section.header))
		return cut_table(section.text, ruler, settings, header_size)
	return cut_prose(section.text, ruler, settings)


def _with_places(section: Section, spans: Iterable[Span]) -> Iterator[tuple[Span, Locator]]:
	"""Each span with the section's locator narrowed to its own lines or rows."""
	counted = line = 0
	for start, end in spans:
		if not (section.locator.lines or section.locator.rows):
			yield (start, end), section.locator
			continue
		# What a reader sees of a chunk decides its place, not the white space around it.
		visible = section.text[start:end].lstrip()
		first = end - len(visible) if visible else start
		line += section.text.count("\n", counted, first)
		counted = first
		yield (start, end), _narrow(section.locator, line, line + visible.rstrip().count("\n"))


def _narrow(locator: Locator, first: int, last: int) -> Locator:
	"""``first`` and ``last`` count lines of the section from 0."""
	if locator.rows:
		return replace(locator, rows=(locator.rows[0] + first, locator.rows[0] + last))
	assert locator.lines
	return replace(locator, lines=(locator.lines[0] + first, locator.lines[0] + last))
