"""Which letters the bytes of a document in Rich Text are."""

from huf.engine.extractors.encoding import codepage_encoding
from huf.engine.extractors.office.rich_text.groups import State

WHOLE = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}
"""Encodings of a document that does not name a code page."""
ENCODINGS = frozenset(("fcharset", "cpg", "f", "ansicpg", "deff", "uc", *WHOLE))
"""The control words that say something of encodings."""
CHARSETS = {
	77: "mac_roman", 128: "cp932", 129: "cp949", 130: "johab", 134: "gb18030", 136: "cp950", 161: "cp1253", 162: "cp1254",
	163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250", 254: "cp437",
}  # fmt: skip
"""The encodings that fonts name by number; any other is that of the document."""


class Encodings:
	"""That of the document, and those of its fonts."""

	def __init__(self) -> None:
		self.of_document = "cp1252"
		self._fonts: dict[int, str] = {}
		self._font = 0
		self._default_font = 0

	@property
	def of_default_font(self) -> str:
		"""Empty for that of the document."""
		return self._fonts.get(self._default_font, "")

	def take(self, word: str, number: int, state: State) -> None:
		"""A control word that says something of them (:data:`ENCODINGS`), with its number; ``state``: of the group that it stands in."""
		if word == "uc":
			state.skips = max(0, min(number, 16))
		elif word == "ansicpg":
			self.of_document = codepage_encoding(number) or self.of_document
		elif word in WHOLE:
			self.of_document = WHOLE[word]
		elif word == "deff":
			self._default_font = number
		elif state.destination == "fonttbl":
			if word == "f":
				self._font = number
			elif word == "fcharset":
				self._fonts[self._font] = CHARSETS.get(number, "")
			elif word == "cpg":
				self._fonts[self._font] = codepage_encoding(number)
		elif word == "f":
			state.encoding = self._fonts.get(number, "")


def joined(text: str) -> str:
	"""``text`` with pairs of surrogates as the characters they are."""
	return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
