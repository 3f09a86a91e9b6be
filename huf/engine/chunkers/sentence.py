"""Sentence boundaries by LlamaIndex's ``SentenceSplitter``."""

from collections.abc import Callable, Iterator
from typing import Any

from huf.engine.chunkers.settings import ChunkSettings
from huf.engine.tokens import count_tokens

_WINDOW = 16 * 1024
"""Characters handed to the splitter at once: what it does with one long word grows with the square of its length."""
_CLAUSES = r"[^,.;。？！]+[,.;。？！]*|[,.;。？！]+"
"""The splitter's own pattern, but one that loses no sign of ``...`` or ``,,``."""


def sentence_ends(text: str, settings: ChunkSettings) -> Iterator[int]:
	"""Where each chunk should end, as ascending offsets into ``text``; the last is its length.

	The splitter is asked for pieces without overlap: the caller adds the overlap, and the room for
	it is set aside here. Pieces lose white space on the way, at their ends and inside, so their
	places are found by counting all the other characters.
	"""
	from llama_index.core.node_parser import SentenceSplitter

	splitter = SentenceSplitter(
		chunk_size=settings.size - settings.overlap,
		chunk_overlap=0,
		tokenizer=_tokenizer(settings.unit),
		secondary_chunking_regex=_CLAUSES,
	)
	for start, end in _windows(text):
		visible = [place for place in range(start, end) if not text[place].isspace()]
		seen = 0
		for piece in splitter.split_text(text[start:end]):
			seen += sum(not character.isspace() for character in piece)
			yield visible[seen - 1] + 1
	yield len(text)


def _windows(text: str) -> Iterator[tuple[int, int]]:
	"""``text`` in parts of at most ``_WINDOW``, cut after a line end or space where there is one."""
	start = 0
	while start < len(text):
		end = min(start + _WINDOW, len(text))
		if end < len(text):
			end = (text.rfind("\n", start, end) + 1) or (text.rfind(" ", start, end) + 1) or end
		yield start, end
		start = end


def _tokenizer(unit: str) -> Callable[[str], Any]:
	"""What the splitter measures with: the same estimate as the rest of huf. It only asks for a length."""
	if unit == "characters":
		return lambda piece: range(len(piece))
	return lambda piece: range(count_tokens(piece))
