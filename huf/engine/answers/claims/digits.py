"""Every script's digits and signs of numbers as those of ASCII, character by character, so that places stay."""

import sys
import unicodedata

_SIGNS = {
	"٫": ".",
	"٬": ",",
	"٪": "%",
	"％": "%",
	"．": ".",
	"，": ",",
	"：": ":",
	"／": "/",
	"－": "-",
	"−": "-",
	"‐": "-",
	"‑": "-",
	"’": "'",
	"＄": "$",
	"￥": "¥",
	"\u00a0": " ",
	"\u2007": " ",
	"\u2009": " ",
	"\u202f": " ",
	"\t": " ",
}
_VOWEL_SIGNS = "\u0900-\u0903\u093a-\u094f\u0955-\u0957\u0962\u0963"
"""Of Devanagari, the only script with them that words of numbers and units are known in: ग्रामीण (rural) is no ग्राम (gram)."""
_SPACELESS = "\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
LETTER = rf"[^\W\d_{_SPACELESS}]"
"""For patterns: a letter of a script that has spaces between words. In others a number stands right at its neighbours."""
NO_LETTER_BEFORE = f"(?<!{LETTER})"
NO_LETTER_AFTER = f"(?!{LETTER}|[{_VOWEL_SIGNS}])"
NO_LETTERS = rf"[^\W\d_]|[{_VOWEL_SIGNS}]"
"""For the end of a word that is known, in a look ahead: letters of any script, and the signs that make another word of it."""

_TABLE = {
	**{
		code: str(unicodedata.decimal(chr(code)))
		for code in range(0x80, min(sys.maxunicode, 0x1FFFF))
		if unicodedata.category(chr(code)) == "Nd"
	},
	**{ord(sign): plain for sign, plain in _SIGNS.items()},
}


def plain(text: str) -> str:
	"""``text`` with its digits, separators and spaces as ASCII writes them; of the same length."""
	return text.translate(_TABLE)
