"""Corrects a word that an index does not hold to one that it does.

The index is its own dictionary: product names and the language of the house are right in it, and a correction can
only lead to what is there. Words that one slip turns into the other are found by trying every slip (about 500 for a
word of nine letters) and looking up all stems at once; those that two slips turn, by the terms that begin like it.

A word that everybody writes (:mod:`~huf.engine.analysis.ordinary`) is meant as it is typed: that an index lacks “mothers” is
no reason to search for “months”. A slip rarely makes such a word, so hardly anything is lost (``docs/retrieval-measured.md``).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from huf.engine.analysis.folding import lower
from huf.engine.analysis.ordinary import is_ordinary
from huf.engine.analysis.stopwords import STOP_WORDS, bare
from huf.engine.analysis.words import is_spaceless, terms_of, tokens_of

_SHORTEST = 5
"""Letters of a word that is corrected; shorter ones are one slip from too many others."""
_TWO_SLIPS = 8
"""Letters of a word that may have two slips (Damerau 1964 found one in four of five misspelt words)."""
_LONGEST = 30
_ALPHABETS = (
	*("az", "αω", "ая", "את", "ءي", "ա֖", "აჰ"),
	*(f"{chr(block + 0x05)}{chr(block + 0x4D)}" for block in range(0x0900, 0x0D80, 0x80)),
)
"""First and last letter of those that a slip may put in: Latin, Greek, Cyrillic, Hebrew, Arabic, Armenian, Georgian, and
nine Indic scripts, which have their letters and vowel signs at the same places: Devanagari to Malayalam."""


class Dictionary(Protocol):
	"""The terms of an index."""

	def frequencies(self, terms: Iterable[str]) -> dict[str, int]:
		"""In how many chunks each of ``terms`` stands, of those that stand in any."""

	def beginning_with(self, heads: Iterable[str], shortest: int, longest: int) -> dict[str, int]:
		"""The terms of so many characters that begin with one of ``heads``, and in how many chunks each stands."""


@dataclass(frozen=True, slots=True)
class Correction:
	"""What a word that the index does not hold was probably meant to be."""

	term: str
	"""As the index spells it."""
	languages: tuple[str, ...]
	"""Those whose stems were looked up."""


def is_correctable(word: str) -> bool:
	"""Whether ``word`` may be a misspelt one: a single word of letters, no number, no code, nothing in quotes."""
	core = bare(word)
	return (
		_SHORTEST <= len(core) <= _LONGEST
		and not any(map(str.isdigit, core))
		# NPNX, iPhone and McKinsey are names; Pump and pump are words.
		and core[1:] == core[1:].lower()
		and '"' not in word
		and len(tokens_of(core)) == 1
		and not is_spaceless(core)
	)


def correction(word: str, languages: Sequence[str], dictionary: Dictionary) -> str:
	"""The term that ``word``, which is not in ``dictionary``, was most likely meant to be; empty if there is none, and for
	an ordinary word.

	Fewer slips go before more, the same first letter before another, and then the term that stands in more chunks.
	"""
	typed = lower(bare(word))
	if is_ordinary(typed):
		return ""
	slips = set(_one_slip(typed))
	if not slips.isdisjoint(STOP_WORDS):
		return ""
	stems: dict[str, bool] = {}
	for slip in slips:
		for language in languages:
			for term in terms_of(slip, language)[:1]:
				stems[term] = stems.get(term, False) or slip[0] == typed[0]
	known = dictionary.frequencies(stems)
	if known:
		return min(known, key=lambda term: (not stems[term], -known[term], term))
	return _with_two_slips(typed, languages, dictionary) if len(typed) >= _TWO_SLIPS else ""


def _with_two_slips(typed: str, languages: Sequence[str], dictionary: Dictionary) -> str:
	"""The best term that two slips lead to, of which at most one is in the first half, and none is the first letter."""
	stems = dict.fromkeys(terms_of(typed, language)[0] for language in languages)
	found: list[tuple[int, int, str]] = []
	for stem in stems:
		half = len(stem) // 2
		heads = {head for head in _one_slip(stem[:half]) if head[:1] == stem[0]} | {stem[:half]}
		near = dictionary.beginning_with(heads, len(stem) - 2, len(stem) + 2)
		letters = set(stem)
		for term, frequency in near.items():
			# Two slips change at most four letters of the set, and comparing sets is fast.
			if len(letters.symmetric_difference(term)) <= 4 and (slips := distance(stem, term)) <= 2:
				found.append((slips, -frequency, term))
	return min(found)[2] if found else ""


def distance(one: str, other: str) -> int:
	"""How many slips lie between two words: a letter left out, put in, replaced, or two swapped (optimal string
	alignment, the restricted Damerau-Levenshtein distance)."""
	before: list[int] = []
	row = list(range(len(other) + 1))
	for place, letter in enumerate(one, start=1):
		before, last, row = row, before, [place]
		for there, opposite in enumerate(other, start=1):
			cost = min(before[there] + 1, row[-1] + 1, before[there - 1] + (letter != opposite))
			if there > 1 and place > 1 and letter == other[there - 2] and opposite == one[place - 2]:
				cost = min(cost, last[there - 2] + 1)
			row.append(cost)
	return row[-1]


def _one_slip(word: str) -> Iterator[str]:
	"""Every text that one slip makes of ``word``; some twice."""
	alphabet = _alphabet(word)
	for place in range(len(word) + 1):
		head, tail = word[:place], word[place:]
		for letter in alphabet:
			yield head + letter + tail
			if tail:
				yield head + letter + tail[1:]
		if tail:
			yield head + tail[1:]
		if len(tail) > 1:
			yield head + tail[1] + tail[0] + tail[2:]


def _alphabet(word: str) -> list[str]:
	"""The letters of the scripts of ``word``, with those of its own that have accents."""
	letters = dict.fromkeys(word)
	for first, last in map(tuple, _ALPHABETS):
		if any(first <= letter <= last for letter in word):
			letters.update(dict.fromkeys(map(chr, range(ord(first), ord(last) + 1))))
	return list(letters)
