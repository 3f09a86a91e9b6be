"""One spelling for what readers take as the same: case, accents, width, and letter forms."""

import re
import unicodedata

_MARKS = re.compile(
	"(?<=[\u0041-\u024f\u0370-\u052f\u0590-\u06ff\u1e00-\u1fff])[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]+"
)
"""Of Latin, Greek, Cyrillic, Hebrew and Arabic: scripts whose marks above and below may be left out in writing.
Indic vowel signs are marks too, but leaving them out makes another word."""
_SPECIAL = str.maketrans(
	{
		"ß": "ss", "ø": "o", "đ": "d", "ł": "l", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th",
		"أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ى": "ي", "ة": "ه", "ـ": None, "ς": "σ",
	}
)  # fmt: skip
_KEPT_CYRILLIC = str.maketrans({"й": "\ue000", "ё": "е"})
"""й is a letter of its own, though Unicode can take it apart into и and a mark."""


def lower(text: str) -> str:
	"""``text`` in compatibility form and lower case, with its accents: what stemmers know."""
	return text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()


def fold(text: str) -> str:
	"""``text`` in compatibility form, lower case, without accents."""
	text = lower(text)
	if text.isascii():
		return text
	text = _MARKS.sub("", unicodedata.normalize("NFD", text.translate(_KEPT_CYRILLIC)))
	return unicodedata.normalize("NFC", text).translate(_SPECIAL).replace("\ue000", "й")
