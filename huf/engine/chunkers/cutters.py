"""Where to cut: pure functions from a text and its ruler to spans ``(start, end)``."""

import re
from collections.abc import Callable, Iterator

from huf.engine.chunkers.settings import ChunkSettings
from huf.engine.tokens import TokenRuler

Span = tuple[int, int]

# Each begins with one set of signs, to which Python skips: an alternative for each script, tried at every character, took six times as
# long. One sign is enough to see an end; a repetition of the first would make a row of dots cost the square of its length.
_SENTENCE_END = re.compile(
	r"[.!?…。！？।؟۔](?:(?<![.!?…。！？])\s?|(?<![.!?…])[。！？]*[」』”’）]*|[\"'”’)\]]*\s)"
)
_CLAUSE_END = re.compile(r"[,;:，；：、،؛](?:(?<![,;:])|\s)")
_ROW_END = re.compile(r"[^\S\n]*\n?")
_WORD_START = re.compile(r"\s\S")
_STRETCH = 200
"""Characters before the limit that are searched first."""
_BALANCE = 1.5
"""A rest of up to this many chunk sizes is cut in two halves, so that no sliver is left at the end."""


def cut_prose(text: str, ruler: TokenRuler, settings: ChunkSettings) -> Iterator[Span]:
	"""Spans that cover ``text``, with the overlap that ``settings`` asks for."""
	if settings.chunker == "sentence":
		from huf.engine.chunkers.sentence import sentence_ends

		ends = sentence_ends(text, settings)
		return _walk(
			text,
			ruler,
			settings.overlap,
			lambda start, after: _given_end(ends, text, start, after, ruler, settings.size),
		)
	find_end = natural_end if settings.chunker == "recursive" else word_end
	return _walk(
		text,
		ruler,
		settings.overlap,
		lambda start, after: find_end(text, start, after, ruler, settings.size, settings.overlap),
	)


def cut_table(text: str, ruler: TokenRuler, settings: ChunkSettings, header_size: float) -> Iterator[Span]:
	"""Spans of whole rows (lines). The repeated header counts, but takes at most half of the size."""
	room = max(settings.size - header_size, settings.size / 2)
	start, length = 0, len(text)
	while start < length:
		limit = ruler.reach(start, room)
		end = limit if limit >= length else text.rfind("\n", start, limit) + 1
		if end <= start:
			inside_row = max(word_end(text, start, start, ruler, room, 0), start + 1)
			end = _ROW_END.match(text, inside_row).end()  # type: ignore[union-attr]  # it matches everywhere
		yield start, end
		start = end


def _walk(
	text: str, ruler: TokenRuler, overlap: float, find_end: Callable[[int, int], int]
) -> Iterator[Span]:
	"""Go through ``text``; ``find_end(start, after)`` says where the chunk that starts at ``start`` ends.

	``after`` is where the chunk before it ended: ends must move forward too, or the overlap would
	be all there is.
	"""
	start = end = 0
	length = len(text)
	while end < length:
		# White space before the first word belongs to the first chunk, and is not measured either.
		begin = start or min(_skip_space(text, 0), length - 1)
		proposed = find_end(begin, max(begin, end))
		end = _skip_space(text, max(proposed, begin + 1, end + 1))
		yield start, end
		start = _overlap_start(text, start, end, ruler, overlap)


def _overlap_start(text: str, start: int, end: int, ruler: TokenRuler, overlap: float) -> int:
	"""Where the next chunk starts: at a word within the last ``overlap`` of this one, always after ``start``."""
	if not overlap:
		return end
	earliest = max(start + 1, ruler.reach_back(end, overlap))
	sentence = _SENTENCE_END.search(text, earliest, end)
	if sentence and (place := _skip_space(text, sentence.end())) < end:
		return place
	word = _WORD_START.search(text, earliest - 1, end)
	if word:
		return word.end() - 1
	# Scripts without spaces have no word starts to find; a run of one long word may repeat any of it.
	return earliest if not text[earliest:end].isspace() else end


def natural_end(text: str, start: int, after: int, ruler: TokenRuler, size: float, overlap: float) -> int:
	"""The best place to end a chunk: paragraph, line, sentence, clause, word, in that order of preference.

	A better kind of boundary is only taken in the second half of the chunk, so that chunks stay
	near their size.
	"""
	limit = ruler.reach(start, size)
	length = len(text)
	if limit >= length:
		return length
	rest = ruler.measure(start, length)
	if rest <= size * _BALANCE:
		limit = max(after + 1, ruler.reach(start, min(size, rest / 2 + overlap)))
	middle = max(after, ruler.reach(start, ruler.measure(start, limit) / 2))
	for separator in ("\n\n", "\n"):
		place = text.rfind(separator, middle, limit)
		if place >= 0:
			return place + len(separator)
	for pattern in (_SENTENCE_END, _CLAUSE_END):
		if end := _last_end(pattern, text, middle, limit):
			return end
	return _space_before(text, after, limit)


def _last_end(pattern: re.Pattern[str], text: str, first: int, limit: int) -> int:
	"""Where the last match in ``text[first:limit]`` ends; 0 if there is none. It is nearly always close to the limit."""
	start, stretch = limit, _STRETCH
	while start > first:
		start = max(first, limit - stretch)
		ends = [found.end() for found in pattern.finditer(text, start, limit)]
		if ends:
			return ends[-1]
		stretch *= 4
	return 0


def _given_end(ends: Iterator[int], text: str, start: int, after: int, ruler: TokenRuler, size: float) -> int:
	"""The next of ``ends`` that moves forward, unless it is further than ``size`` reaches."""
	end = next(end for end in ends if end > after)
	return end if end <= ruler.reach(start, size) else word_end(text, start, after, ruler, size, 0)


def word_end(text: str, start: int, after: int, ruler: TokenRuler, size: float, overlap: float) -> int:
	"""The last word boundary that ``size`` reaches; within one long word, anywhere."""
	limit = ruler.reach(start, size)
	return limit if limit >= len(text) else _space_before(text, after, limit)


def _space_before(text: str, after: int, limit: int) -> int:
	"""The last word start in ``text[after + 1 : limit + 1]``, or ``limit`` when there is none."""
	if text[limit].isspace():
		return limit
	place = max(text.rfind(space, after, limit) for space in (" ", "\n", "\t"))
	return place + 1 if place >= after else limit


def _skip_space(text: str, place: int) -> int:
	"""White space after a chunk belongs to it, so that no chunk is only white space."""
	length = len(text)
	while place < length and text[place].isspace():
		place += 1
	return place
