"""Which language a text or a query is written in, told by its function words."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from operator import itemgetter

from huf.engine.analysis.stopwords import FUNCTION_WORDS, bare

DEFAULT = "en"
_LOOKED_AT = 2000
"""Words; the beginning of a text says enough."""
_LEAST = 2
"""Function words that must be seen before anything is said of a text."""
SAMPLE = 8_000
"""Characters by which :func:`told_language` goes."""
_GLANCES, _GLANCE = 5, 600
"""Places among these, from the first to the last, and characters of each, which are all that is looked at where they tell the same."""
_TELLING, _TELLING_SHARE, _LEAD = 4, 0.08, 1.25
"""Function words of a language, their share of all words, and how many times those of the next language, for a text to be said to
be in it. In most real texts the share is .2 to .5, in Turkish .1; names of parts and rows of numbers have none, and a language that is not known has
some by chance. Set with the half of the paragraphs of XQuAD whose numbers are even (`tests/engine/reading/test_languages_and_letters.py` has some like them)."""
_SCRIPTS = {
	"HANGUL": "ko", "HIRAGANA": "ja", "KATAKANA": "ja", "CJK": "zh", "THAI": "th", "LAO": "lo", "KHMER": "km", "MYANMAR": "my",
	"TIBETAN": "bo", "BENGALI": "bn", "TAMIL": "ta", "TELUGU": "te", "KANNADA": "kn", "MALAYALAM": "ml", "GUJARATI": "gu",
	"GURMUKHI": "pa", "ORIYA": "or", "SINHALA": "si", "ARMENIAN": "hy", "GEORGIAN": "ka", "GREEK": "el", "HEBREW": "he",
	"ETHIOPIC": "am",
}  # fmt: skip
"""Scripts in which (nearly) all texts are of one language, by the first word of the Unicode names of their letters."""
_SIGNS = {"CJK": 3, "HIRAGANA": 3, "KATAKANA": 3, "HANGUL": 2}
_SCRIPT_SHARE = 0.4
"""Of the letters: Latin names stand in texts of all scripts."""
_NOT_LATIN = re.compile("[\u0370-\U0010ffff]")
"""Whatever script has a language of its own begins behind the letters of Latin."""
_NO_ASCII_LETTERS = bytes(byte for byte in range(256) if not chr(byte).isalpha() or byte > 127)
_KANA_SHARE = 0.05
"""Of the letters: Japanese has kana among its signs of Chinese in every sentence."""


def _speakers() -> dict[str, tuple[str, ...]]:
	codes: dict[str, list[str]] = {}
	for code, words in FUNCTION_WORDS.items():
		for word in words:
			codes.setdefault(word, []).append(code)
	return {word: tuple(spoken) for word, spoken in codes.items()}


_LANGUAGES_OF = _speakers()
"""Function word to the languages that it belongs to."""


def detect_language(text: str) -> str:
	"""ISO 639-1 code of the language whose function words are most frequent; English when nothing tells."""
	counts = _counted(unicodedata.normalize("NFC", text[: _LOOKED_AT * 8]).casefold().split()[:_LOOKED_AT])
	best = max(FUNCTION_WORDS, key=lambda code: counts[code])
	return best if counts[best] >= _LEAST else DEFAULT


def told_language(text: str) -> str:
	"""ISO 639-1 code of the language that the beginning of ``text`` tells by itself; empty where it does not.

	By its script, where that has one language, else by its function words, of which there must be enough, and clearly more than of
	any other language. So tables, lists of names and single lines tell nothing. Of a long beginning a few places are looked at, and all
	of it only where these do not tell the same.
	"""
	text = text[:SAMPLE]
	if len(text) > _GLANCES * _GLANCE:
		step = (len(text) - _GLANCE) // (_GLANCES - 1)
		first = _told(text[:_GLANCE])
		others = (_told(text[step * place :][:_GLANCE]) for place in range(1, _GLANCES))
		if first and all(other == first for other in others):
			return first
	return _told(text)


def _told(text: str) -> str:
	text = unicodedata.normalize("NFC", text)
	if told := _told_by_script(text):
		return told
	# Most words are nothing but letters, and a function is called for each of the others alone: this runs for every input.
	words = [each if each.isalnum() else bare(each) for each in text.casefold().split()]
	said = len(words) - words.count("") - sum(map(str.isdecimal, words))
	by_count = sorted(_counted(words).items(), key=itemgetter(1), reverse=True)
	(first, most), (_next, second) = (*by_count[:2], ("", 0), ("", 0))[:2]
	is_clear = most >= max(_TELLING, _TELLING_SHARE * said) and most >= _LEAD * second
	return first if is_clear else ""


def _told_by_script(text: str) -> str:
	if text.isascii():
		return ""
	# Nearly all texts in Latin letters are known for it by two counts, without looking at each letter.
	others = max(_SIGNS.values()) * sum(map(str.isalpha, _NOT_LATIN.findall(text)))
	latin = len(text.encode("ascii", "ignore").translate(None, _NO_ASCII_LETTERS))
	if not others or others < _SCRIPT_SHARE * (latin + others):
		return ""
	languages: Counter[str] = Counter()
	whole = 0
	for script, count in Counter(map(_script, filter(str.isalpha, text))).items():
		# A sign says as much as a word has in about three letters.
		count *= _SIGNS.get(script, 1)
		whole += count
		if script in _SCRIPTS:
			languages[_SCRIPTS[script]] += count
	if languages["ja"] >= _KANA_SHARE * whole:
		languages["ja"] += languages.pop("zh", 0)
	told, count = (*languages.most_common(1), ("", 0))[0]
	return told if count >= _SCRIPT_SHARE * whole else ""


@lru_cache(maxsize=4096)
def _script(letter: str) -> str:
	return unicodedata.name(letter, "").partition(" ")[0]


def known_language(code: str) -> bool:
	"""Whether :func:`told_language` can tell texts in this language (ISO 639-1)."""
	return code in FUNCTION_WORDS or code in _SCRIPTS.values()


def query_language(words: Sequence[str]) -> str:
	"""The language of a query; empty when its words do not tell, or could be of several languages.

	A query is short: one function word says enough, as long as no other language has as many.
	"""
	counts = _counted(bare(word).lower() for word in words)
	first_two = counts.most_common(2)
	if not first_two or (len(first_two) > 1 and first_two[0][1] == first_two[1][1]):
		return ""
	return first_two[0][0]


def _counted(words: Iterable[str]) -> Counter[str]:
	return Counter(chain.from_iterable(filter(None, map(_LANGUAGES_OF.get, words))))
