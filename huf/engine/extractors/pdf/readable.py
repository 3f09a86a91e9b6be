"""How much of a text can be read as words: what libraries make of pages whose fonts or spaces they do not understand.

Only signs that no language and no table shows are counted, and each only where it is frequent: long German words, part
numbers, initials and pages of numbers are readable.
"""

import re
import unicodedata
from functools import lru_cache

READABLE = 0.1
"""Unreadable share of a page up to which it is taken as it is. Two columns of names and amounts that were glued give .3
and more, clean pages of books, invoices and tables under .05."""
SUSPICIOUS = 0.3
"""Unreadable share from which a page that nobody reads better is suspicious."""
LEAST_LETTERS = 24
"""Letters and signs below which a page is too short to tell."""

_LONGEST_WORD = 22
"""Letters. Of the words of eight languages' dictionaries, under one in two thousand is longer; German ones join by hand."""
_TOKEN = re.compile(r"\S+")
_ADDRESS = re.compile(r"(?:https?:|www\.|[^\s@]+@)\S+|\S*[/\\_]\S*|\S*(?:\.\S*){3,}", re.IGNORECASE)
_LETTERS = re.compile(r"[^\W\d_]+")
_GLUED_CELLS = re.compile(r"\d[.,]\d\d[^\W\d_]{3}|[^\W\d_]{3}\d{1,3}(?:[.,]\d{3})*[.,]\d\d(?!\d)")
_GLUED_SIGN = re.compile(r"[^\W\d_]{2}[,;:!?][^\W\d_]{3}")
_GLUED_CASE = re.compile(r"[^\W\d_A-Z]{3}[A-Z][^\W\d_A-Z]{2}")
_CODES = re.compile(r"\(cid:\d+\)|(?:/[a-zA-Z]{1,2}\d{1,5}){2,}|(?:/\d{1,3}){5,}")
_REPEATED = re.compile(r"(\S.{0,200}?)(?:[ \t]*\1){2,}", re.DOTALL)
_VOWELS = frozenset("aeiou")
_FEWEST_VOWELS = 0.25
_LEAST_SAID = 40
"""Letters of words from which on vowels are counted."""
_SPACELESS = (
	"CJK",
	"HIRAGANA",
	"KATAKANA",
	"HANGUL",
	"THAI",
	"LAO",
	"KHMER",
	"MYANMAR",
	"TIBETAN",
	"BOPOMOFO",
)
_EAST = frozenset(("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"))
_LATIN_COMPANIONS = frozenset(("LATIN", "GREEK"))
_LONGEST_LINE = 2_000
"""Characters of a line in which repetitions are looked for: that takes the square of them."""
_MOST_CHARACTERS = 20_000
"""Of a page that are looked at."""


def unreadable_share(text: str) -> float:
	"""0 for text that reads as words or numbers, up to 1 for none of it; 0 for what is too short to tell."""
	text = text[:_MOST_CHARACTERS]
	tokens = [
		token for token in _TOKEN.findall(text) if not set(token) <= {".", "_", "-", "–", "…", "·", "•"}
	]
	total = sum(map(len, tokens))
	if total < LEAST_LETTERS:
		return 0.0
	bad = sum(len(token) for token in tokens if _is_bad(token))
	lines = text.split("\n")
	bad += sum(_single_letters(line.split()) for line in lines) + _repeated(lines)
	return min(1.0, max(bad / total, _without_vowels(tokens)))


def _is_bad(token: str) -> bool:
	if _CODES.search(token):
		return True
	scripts = set()
	strange = 0
	for character in token:
		script = _script(character)
		if script == "?":
			strange += 1
		elif script:
			scripts.add(script)
	if strange * 2 > len(token) or (strange and len(token) > 3 and strange * 4 > len(token)):
		return True
	# Chinese with Japanese signs is Japanese, Latin and Greek letters are formulas; others in one word are no word.
	if len(scripts - _EAST) + bool(scripts & _EAST) > 2 or len(scripts - _EAST - _LATIN_COMPANIONS) > 1:
		return True
	if scripts & set(_SPACELESS) or _ADDRESS.fullmatch(token):
		return False
	if _GLUED_CELLS.search(token):
		return True
	longest = max(map(len, _LETTERS.findall(token)), default=0)
	if longest > _LONGEST_WORD and not token.isupper():
		return True
	return longest > 7 and bool(_GLUED_SIGN.search(token) or len(_GLUED_CASE.findall(token)) > 1)


@lru_cache(maxsize=8192)
def _script(character: str) -> str:
	"""The script of a letter by its Unicode name; ``?`` for what no font should say; empty for digits and signs."""
	category = unicodedata.category(character)
	if category in ("Co", "Cn", "Cc", "Cs") or character == "\ufffd":
		# Signs of lists are often taken from fonts of symbols, in the private use area behind F000.
		return "" if "\uf000" <= character <= "\uf0ff" else "?"
	if category[0] != "L":
		return ""
	name = unicodedata.name(character, "?").split()[0].partition("-")[0]
	return {"FULLWIDTH": "CJK", "HALFWIDTH": "KATAKANA", "IDEOGRAPHIC": "CJK", "MICRO": "", "FEMININE": "", "MASCULINE": "",
		"MODIFIER": "", "KELVIN": "LATIN", "OHM": "", "ANGSTROM": "LATIN", "SCRIPT": "", "DOUBLE": "", "BLACK": "",
		"MATHEMATICAL": "", "PLANCK": "", "EULER": "", "SUPERSCRIPT": "", "INFORMATION": "", "ALEF": ""}.get(name, name)  # fmt: skip


def _single_letters(tokens: list[str]) -> int:
	"""Characters of letters that stand alone, four and more in a row. Digits do so on the scales of charts."""
	bad = run = 0
	letters = 0
	for token in [*tokens, ""]:
		if len(token) == 1 and token != "":
			run += 1
			letters += token.isalpha() and _script(token) not in _SPACELESS
			continue
		if run >= 4 and letters * 2 > run:
			bad += run
		run = letters = 0
	return bad


def _repeated(lines: list[str]) -> int:
	"""Characters of words that stand three times and more behind each other, where half of the lines are so: a row of a
	table may say *yes* in each of its cells."""
	bad = repeating = written = 0
	for line in lines:
		if len(line) > _LONGEST_LINE or sum(map(str.isalpha, line)) < 2:
			continue
		written += 1
		here = 0
		for found in _REPEATED.finditer(line):
			said = [character for character in found[0] if not character.isspace()]
			if sum(map(str.isalnum, said)) > 0.6 * len(said) and any(map(str.isalpha, said)):
				here += len(said)
		bad += here
		repeating += here * 2 > len(line.replace(" ", ""))
	return bad if repeating * 2 > written else 0


def _without_vowels(tokens: list[str]) -> float:
	"""1 for words of Latin letters that nobody can say, as numbers of glyphs are that were taken for letters; else 0.

	Of the letters of a text, 34 to 50 of 100 are vowels in the languages of Europe; of a text whose letters were exchanged for
	those 29 places before, the commonest case, 14.
	"""
	words = [
		word.lower()
		for token in tokens
		if not _ADDRESS.fullmatch(token)
		for word in _LETTERS.findall(token)
		if len(word) > 3 and word.isascii()
	]
	letters = "".join(words)
	if len(letters) < _LEAST_SAID:
		return 0.0
	return float(sum(letter in _VOWELS for letter in letters) < _FEWEST_VOWELS * len(letters))
