"""One spelling for what readers take as the same: case, accents, width, and letter forms."""

import re
import unicodedata

_MARKS = re.compile(
	"(?<=[\u0041-\u024f\u0370-\u052f\u0590-\u06ff\u1e00-\u1fff])[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]+"
)
"""Of Latin, Greek, Cyrillic, Hebrew and Arabic: scripts whose marks above and below may be left out in writing.
Indic vowel signs are marks too, but leaving them out makes another word."""
_JOINERS = re.compile("(?<=[\u0900-\u0dff])[\u200c\u200d]+")
"""Say how Indic letters are drawn together, and nothing else. In Persian the same sign parts a word."""
_DIGIT = re.compile(r"(?![0-9])\d")
"""Of any script: ١٢٣, १२३ and 123 are one number."""
_VIRAMA = "\u094d"
_NASAL = re.compile("(?:ङ्(?=[क-घ])|ञ्(?=[च-झ])|ण्(?=[ट-ढ])|न्(?=[त-धशस])|म्(?=[प-भ]))")
"""A nasal before a stop of its own place of the mouth may be written as a dot: हिन्दी and हिंदी are one word."""
_SPECIAL = str.maketrans(
	{
		"ß": "ss", "ø": "o", "đ": "d", "ł": "l", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th",
		"أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ى": "ي", "ة": "ه", "ـ": None, "ς": "σ",
		# Persian and Urdu have yeh, kaf and heh of their own, and keyboards that lack them.
		"ی": "ي", "ک": "ك", "ہ": "ه", "ە": "ه",
		# Devanagari: a moon is also written as a dot, and the dot below letters of borrowed words is left out.
		"\u0901": "\u0902", "\u093c": None,
	}
)  # fmt: skip
_KEPT_CYRILLIC = str.maketrans({"й": "\ue000", "ё": "е"})
"""й is a letter of its own, though Unicode can take it apart into и and a mark."""


def lower(text: str) -> str:
	"""``text`` in compatibility form, lower case and ASCII's digits, with its accents: what stemmers know."""
	if text.isascii():
		return text.lower()
	text = _JOINERS.sub("", unicodedata.normalize("NFKC", text).casefold())
	return _DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), text)


def without_loose_marks(text: str) -> str:
	"""``text`` in lower case without the marks that are left out in folding and belong to no letter of Unicode.

	A stress in Russian or the vowels of Arabic are in no ending, and stemmers do not know them.
	"""
	return text if text.isalpha() else _MARKS.sub("", text)


def fold(text: str) -> str:
	"""``text`` in compatibility form, lower case, without accents."""
	text = lower(text)
	if text.isascii():
		return text
	text = _MARKS.sub("", unicodedata.normalize("NFD", text.translate(_KEPT_CYRILLIC)))
	text = unicodedata.normalize("NFC", text).translate(_SPECIAL).replace("\ue000", "й")
	return _NASAL.sub("\u0902", text) if _VIRAMA in text else text
