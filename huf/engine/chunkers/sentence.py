"""Sentence boundaries by LlamaIndex's ``SentenceSplitter``."""

from collections.abc import Callable, Iterator
from typing import Any

from huf.engine.chunkers.settings import ChunkSettings
from huf.engine.tokens import count_tokens


def sentence_ends(text: str, settings: ChunkSettings) -> Iterator[int]:
	"""Where each chunk ends, as offsets into ``text``.

	The splitter is asked for pieces without overlap: only then do they follow one another with
	nothing but white space between, so that each has one certain place in the text. The overlap is
	added by the caller, and the room for it is set aside here.
	"""
	from llama_index.core.node_parser import SentenceSplitter

	splitter = SentenceSplitter(
		chunk_size=settings.size - settings.overlap,
		chunk_overlap=0,
		tokenizer=_tokenizer(settings.unit),
	)
	position = 0
	for piece in splitter.split_text(text):
		position = text.index(piece, position) + len(piece)
		yield position
	yield len(text)


def _tokenizer(unit: str) -> Callable[[str], Any]:
	"""What the splitter measures with: the same estimate as the rest of huf. It only asks for a length."""
	if unit == "characters":
		return lambda piece: range(len(piece))
	return lambda piece: range(count_tokens(piece))
