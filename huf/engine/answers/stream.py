"""An answer that is still being written: its text as it may be shown, and its citations as they come.

Deltas of a model end anywhere, also inside a marker. What could still become a marker or code is held back until it
is decided; everything else goes on at once. The pieces, put together, are the same however the answer was cut.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from huf.engine.prompt.citations import FENCE, INLINE_CODE, LONGEST_CODE, LONGEST_MARKER, numbers_in
from huf.engine.prompt.untrusted import CITATION, CITATION_BEGUN

_SIGN = re.compile(r"[`\[【]")
_INLINE = re.compile(INLINE_CODE)
_INLINE_BEGUN = re.compile(rf"`[^`\n]{{0,{LONGEST_CODE}}}\Z")


@dataclass(frozen=True, slots=True)
class TextPiece:
	"""Text to show as it is."""

	text: str


@dataclass(frozen=True, slots=True)
class Marker:
	"""A marker of the answer: what it cites, and where it stands in the text that is shown."""

	numbers: tuple[int, ...]
	"""Passages that it names, each once; none when no passage has any of its numbers."""
	unknown: tuple[int, ...]
	"""Numbers that no passage has. They are not shown."""
	text: str
	"""As it is shown: as the model wrote it, or what is left of it; empty when it names no passage."""
	start: int
	"""Place in the shown text, in characters."""

	@property
	def end(self) -> int:
		"""Where the text goes on."""
		return self.start + len(self.text)


Piece = TextPiece | Marker


@dataclass(frozen=True, slots=True)
class CleanAnswer:
	"""An answer as it is shown, with all of its markers."""

	text: str
	markers: tuple[Marker, ...] = ()
	"""In the order of the text, those that are not shown among them."""

	@property
	def cited(self) -> tuple[int, ...]:
		"""Passages that are cited, each once, in order of first appearance."""
		return tuple(dict.fromkeys(number for marker in self.markers for number in marker.numbers))

	@property
	def unknown(self) -> tuple[int, ...]:
		"""Numbers that no passage has, each once, in order of first appearance."""
		return tuple(dict.fromkeys(number for marker in self.markers for number in marker.unknown))


class CitationStream:
	"""Reads an answer delta by delta.

	``known`` are the numbers that passages of the run have. Markers that name none of them are taken out of the text,
	with one space before them, and flagged as a :class:`Marker` without numbers. Code is left as it is.
	"""

	def __init__(self, known: Collection[int]) -> None:
		self._known = known
		self._held = ""
		self._in_fence = False
		self._shown: list[str] = []
		self._length = 0
		self._markers: list[Marker] = []

	def feed(self, delta: str) -> list[Piece]:
		"""What can be shown now that ``delta`` has come; often nothing, never an empty text."""
		self._held += delta
		return self._pieces(is_end=False)

	def close(self) -> list[Piece]:
		"""What was still held back, now that nothing more will come."""
		return self._pieces(is_end=True)

	@property
	def answer(self) -> CleanAnswer:
		"""All that was given out so far."""
		return CleanAnswer("".join(self._shown), tuple(self._markers))

	def _pieces(self, *, is_end: bool) -> list[Piece]:
		pieces: list[Piece] = []
		plain: list[str] = []
		for item in self._items(is_end):
			if isinstance(item, str):
				plain.append(item)
				self._length += len(item)
				continue
			if plain:
				pieces.append(TextPiece("".join(plain)))
				plain = []
			pieces.append(item)
			self._markers.append(item)
			self._length += len(item.text)
		if plain:
			pieces.append(TextPiece("".join(plain)))
		self._shown += [piece.text for piece in pieces]
		return pieces

	def _items(self, is_end: bool) -> Iterator[str | Marker]:
		"""Texts and markers out of what is held, as far as they are decided."""
		text, place = self._held, 0
		try:
			while place < len(text):
				read = self._code if self._in_fence else self._plain
				place, item = read(text, place, is_end)
				if item == "":
					return
				yield item
		finally:
			self._held = text[place:]

	def _code(self, text: str, place: int, is_end: bool) -> tuple[int, str | Marker]:
		"""Code up to its fence. Without one, the last signs are kept: they may be the beginning of it."""
		end = text.find(FENCE, place)
		if end >= 0:
			self._in_fence = False
			end += len(FENCE)
		else:
			open_ticks = len(text) - len(text.rstrip("`"))
			end = len(text) if is_end else max(place, len(text) - min(open_ticks, len(FENCE) - 1))
		return end, text[place:end]

	def _plain(self, text: str, place: int, is_end: bool) -> tuple[int, str | Marker]:
		"""The next text or marker outside of fences, and where it ends; an empty text when it is not decided."""
		sign = _SIGN.search(text, place)
		if sign is None:
			# A space is kept: it goes when a marker without a source follows it.
			end = len(text) - 1 if not is_end and text[-1] == " " else len(text)
			return end, text[place:end]
		start = sign.start()
		space = int(start > place and text[start - 1] == " ")
		if start - space > place:
			return start - space, text[place : start - space]
		end, item = self._at_sign(text, start, is_end)
		if item == "":
			return place, ""
		if isinstance(item, Marker):
			return (start, " ") if space and place < start and item.text else (end, item)
		return end, text[place:end]

	def _at_sign(self, text: str, start: int, is_end: bool) -> tuple[int, str | Marker]:
		"""What begins at the sign at ``start``: code, a marker, or only the sign."""
		if text[start] == "`":
			return self._at_tick(text, start, is_end)
		if found := CITATION.match(text, start):
			marker = found.group()
			if numbers := numbers_in(marker):
				return found.end(), self._marker(marker, numbers)
		elif not is_end and len(text) - start <= LONGEST_MARKER and CITATION_BEGUN.match(text, start):
			return start, ""
		return start + 1, text[start]

	def _at_tick(self, text: str, start: int, is_end: bool) -> tuple[int, str]:
		if text.startswith(FENCE, start):
			self._in_fence = True
			return start + len(FENCE), FENCE
		is_short = len(text) - start < len(FENCE)
		if not is_end and ((is_short and text[start:] in FENCE) or _INLINE_BEGUN.match(text, start)):
			return start, ""
		found = _INLINE.match(text, start)
		end = found.end() if found else start + 1
		return end, text[start:end]

	def _marker(self, written: str, numbers: list[int]) -> Marker:
		distinct = tuple(dict.fromkeys(numbers))
		known = tuple(number for number in distinct if number in self._known)
		unknown = tuple(number for number in distinct if number not in self._known)
		return Marker(known, unknown, _shown(written, known, unknown), self._length)


def clean_answer(answer: str, known: Collection[int]) -> CleanAnswer:
	"""A whole answer as it is shown, with its markers."""
	stream = CitationStream(known)
	stream.feed(answer)
	stream.close()
	return stream.answer


def _shown(written: str, known: tuple[int, ...], unknown: tuple[int, ...]) -> str:
	if not unknown:
		return written
	return f"[{', '.join(map(str, known))}]" if known else ""
