"""Texts that a run reads as a whole: as passages that can be numbered. Of a file only if it is small. Pure."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from huf.engine.chunkers import ChunkSettings, chunk_sections
from huf.engine.content import Content
from huf.engine.extractors import Extractor
from huf.engine.ocr import Ocr
from huf.engine.reading import ReadingLimits, open_reader
from huf.engine.registry import Registry
from huf.engine.tokens import count_tokens
from huf.engine.types import Chunk, Hit, Section

LARGE_BYTES = 40_000
"""A text of this many bytes in UTF-8 and more is searched, whatever the limit of tokens."""
PASSAGES = ChunkSettings("recursive", 2000, 0, "tokens")
"""A page, sheet or heading is a passage of its own; one that is longer than this is several."""


@dataclass(frozen=True, slots=True)
class SmallText:
	"""The whole text of a file that may stand in a prompt."""

	hits: tuple[Hit, ...]
	tokens: int
	notes: tuple[str, ...]


def read_small(
	content: Content,
	file: str,
	source: str,
	url: str,
	most_tokens: int,
	ocr: Ocr,
	extractors: Registry[Extractor],
	limits: ReadingLimits,
) -> SmallText | None:
	"""The passages of a file; None when its text is over ``most_tokens`` or :data:`LARGE_BYTES`.

	Raises:
		InputError: it cannot be read, or has no text; the message says why and what to do.
	"""
	sections: list[Section] = []
	tokens = size = 0
	with open_reader(extractors, limits) as reader, ocr.scans_of(content) as scans:
		reading = reader.sections(content)
		for section in reading.items(scans):
			text = section.header + section.text
			size += len(text.encode("utf-8", "replace"))
			tokens += count_tokens(text)
			if tokens > most_tokens or size >= LARGE_BYTES:
				return None
			sections.append(section)
	hits = passages_of(sections, content.name, file, source, url, of_input=file)
	return SmallText(hits, tokens, tuple(reading.notes))


def passages_of(
	sections: Iterable[Section], title: str, key: str, source: str, url: str, of_input: str = ""
) -> tuple[Hit, ...]:
	"""The whole text as hits that nobody searched for, in its order.

	:param key: what names the text among others of the run. :param of_input: what the hits say that they are of.
	"""
	chunks = (chunk for chunk in chunk_sections(sections, PASSAGES) if chunk.text.strip())
	return tuple(_hit(chunk, title, key, source, url, of_input) for chunk in chunks)


def _hit(chunk: Chunk, title: str, key: str, source: str, url: str, of_input: str) -> Hit:
	return Hit(
		text=f"{chunk.header}\n{chunk.text}" if chunk.header else chunk.text,
		title=title,
		score=1.0,
		chunk_id=hashlib.sha256(f"{key}#{chunk.ordinal}".encode()).hexdigest()[:32],
		source=source,
		input=of_input,
		locator=chunk.locator,
		citation_id=f"{key}#{chunk.ordinal}",
		build="",
		start=chunk.start,
		end=chunk.end,
		text_hash=hashlib.sha256(chunk.text.encode("utf-8", "surrogatepass")).hexdigest(),
		rank=chunk.ordinal + 1,
		url=url,
	)
