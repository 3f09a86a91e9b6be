"""HTML that was put into a document in Rich Text and can be taken out again (MS-OXRTFEX), as Outlook keeps messages."""

from dataclasses import replace

from huf.engine.errors import InputTooLarge
from huf.engine.extractors.office.rich_text.control_words import ENDS, KEPT, LEFT_OUT, SIGNS, TOKEN
from huf.engine.extractors.office.rich_text.encodings import ENCODINGS, Encodings, joined
from huf.engine.extractors.office.rich_text.groups import State

MAX_DEPTH = 2_000
"""Groups in groups."""
_BEGINNING = 10
"""Tokens in which a document says that it was made of HTML (MS-OXRTFEX 2.1.3.1.1)."""
_TAG = "htmltag"


def encapsulated_html(text: str) -> str | None:
	"""The HTML that ``text``, a document in Rich Text whose bytes are read as Latin-1, was made of; None if it was made of none.

	Raises:
		InputTooLarge: it has more than :data:`MAX_DEPTH` groups in one another.
	"""
	position = 0
	for _ in range(_BEGINNING):
		if not (token := TOKEN.match(text, position)):
			return None
		if token["word"] == "fromhtml":
			return _Unwrapped().html(text)
		position = token.end()
	return None


class _Unwrapped:
	"""Passes over a document once. Of its groups, ``hidden`` are what stands there for programs that read no HTML."""

	def __init__(self) -> None:
		self._encodings = Encodings()
		self._state = State()
		self._around: list[State] = []
		self._bytes = bytearray()
		self._pieces: list[str] = []
		self._skip = 0

	def html(self, text: str) -> str:
		position = 0
		while token := TOKEN.match(text, position):
			position = token.end()
			if token["hex"]:
				self._take(bytes.fromhex(token["hex"]))
			elif token["text"]:
				self._take(token["text"].encode("latin-1"))
			elif token["brace"]:
				self._skip = 0
				self._brace(token["brace"])
			elif token["word"] == "bin":
				position += max(int(token["number"] or 0), 0)
			elif token["word"] or token["sign"]:
				number = int(token["number"]) if token["number"] else None
				self._flush()
				self._control(token["word"] or token["sign"], number)
		self._flush()
		return joined("".join(self._pieces))

	def _take(self, data: bytes) -> None:
		skipped = min(self._skip, len(data))
		self._skip -= skipped
		if self._is_read():
			self._bytes += data[skipped:]

	def _is_read(self) -> bool:
		return not (self._state.unread or self._state.hidden)

	def _flush(self) -> None:
		if self._bytes:
			encoding = self._state.encoding or self._encodings.of_document
			self._pieces.append(self._bytes.decode(encoding, "replace"))
			self._bytes.clear()

	def _say(self, text: str) -> None:
		if self._is_read():
			self._pieces.append(text)

	def _brace(self, brace: str) -> None:
		self._flush()
		if brace == "{":
			if len(self._around) >= MAX_DEPTH:
				raise InputTooLarge(
					f"The document has more than {MAX_DEPTH:,} groups in one another; it is damaged, or made to do harm."
				)
			self._around.append(self._state)
			self._state = replace(self._state)
		elif self._around:
			self._state = self._around.pop()

	def _control(self, word: str, number: int | None) -> None:
		state = self._state
		if self._skip and word != "u":
			self._skip -= 1
		elif word == _TAG:
			state.unread, state.destination, state.encoding = False, _TAG, ""
		elif word == "htmlrtf":
			state.hidden = number != 0
		elif word == "*" or word in LEFT_OUT:
			state.unread = True
		elif word in KEPT:
			state.unread, state.destination = True, word
		elif word in ENCODINGS:
			self._encodings.take(word, number or 0, state)
		elif word == "u" and number is not None:
			self._say(chr(number & 0xFFFF))
			self._skip = state.skips
		elif word == "plain" and state.destination != _TAG:
			state.encoding = self._encodings.of_default_font
		elif word in SIGNS:
			self._say(SIGNS[word])
		elif word in ENDS:
			self._say("\n")
