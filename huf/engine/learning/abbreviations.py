"""Short forms that a text defines: “Goods Received Note (GRN)”, “GRN (Goods Received Note)”."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from huf.engine.learning.candidates import Candidate, Origin

_BRACKETS = re.compile(r"\(([^()\n]{2,100})\)")
_SHORTEST, _LONGEST = 2, 10
"""Characters of a short form (Schwartz and Hearst 2003)."""
_COMPOUND = 3
"""Letters from which on a short form may stand for one word: “Mehrwertsteuer (MwSt)”."""
_WORD = re.compile(r"[^\W_][\w&/.'’-]*")
_SENTENCE_ENDS = re.compile(r"[.;:!?\n]\s")
_LOOKED_BACK = 160
"""Characters before a bracket that may be the long form."""
LEAST_CAPITALS = 2
"""“(see Annex)” and “(the)” are no short forms; “(GRN)”, “(MwSt)” and “(PoC)” are."""


class Abbreviation(NamedTuple):
	"""A short form, and what it stands for."""

	short: str
	long: str


def abbreviations(text: str) -> Iterator[Abbreviation]:
	"""The short forms that ``text`` defines in brackets, in their order, by the algorithm of Schwartz and Hearst.

	The characters of the short form are looked for in the long one from the right to the left, and the first of them must begin a
	word (A. S. Schwartz and M. A. Hearst, “A simple algorithm for identifying abbreviation definitions in biomedical text”, PSB 2003).
	"""
	for bracket in _BRACKETS.finditer(text):
		before, inside = _before(text, bracket.start()), inside_of(bracket.group(1))
		if _is_short(inside):
			if long := _long_form(inside, before):
				yield Abbreviation(inside, long)
		elif (
			(words := list(_WORD.finditer(before)))
			and _is_short(short := words[-1].group().rstrip(".-/'’"))
			and _long_form(short, inside) == inside
		):
			# Here the bracket is all of the long form, not the end of it.
			yield Abbreviation(short, inside)


def defined(texts: Iterable[str]) -> list[Candidate]:
	"""What texts define, the most frequent first; of two meanings of one short form the one that more texts have.

	Args:
		texts: each counts a definition once, however often it has it.
	"""
	counts: Counter[Abbreviation] = Counter()
	for text in texts:
		counts.update(set(abbreviations(text)))
	found: dict[str, Candidate] = {}
	for (short, long), count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
		candidate = Candidate(short, long, Origin.ABBREVIATED, count)
		if candidate.is_possible:
			found.setdefault(short, candidate)
	return list(found.values())


def inside_of(bracket: str) -> str:
	"""What a bracket says before its first comma or semicolon, without quotation marks around it."""
	return re.split("[,;]", bracket)[0].strip(" \t'\"“”‘’„«»")


def _before(text: str, place: int) -> str:
	"""The sentence that ends at ``place``, as far as it is looked at."""
	piece = text[max(0, place - _LOOKED_BACK) : place]
	ends = [end.end() for end in _SENTENCE_ENDS.finditer(piece)]
	return piece[ends[-1] :].rstrip() if ends else piece.rstrip()


def _is_short(text: str) -> bool:
	return (
		_SHORTEST <= len(text) <= _LONGEST
		and text[0].isalnum()
		and " " not in text
		and sum(character.isupper() for character in text) >= LEAST_CAPITALS
	)


def _long_form(short: str, text: str) -> str:
	"""The end of ``text`` that ``short`` abbreviates; empty if none does."""
	letters = [character.casefold() for character in short if character.isalnum()]
	most = min(len(letters) + 5, 2 * len(letters))
	words = list(_WORD.finditer(text))[-most:]
	if not words:
		return ""
	named = words[-len(letters) :]
	if len(letters) > 1 and [word.group()[0].casefold() for word in named] == letters:
		# The initials of as many words: surer than letters that stand anywhere, as the second A of “annual audit” does.
		return " ".join(text[named[0].start() :].split())
	begins = {word.start() for word in words}
	place, first = len(text), words[0].start()
	for number in range(len(letters) - 1, -1, -1):
		place -= 1
		while place >= first and (
			text[place].casefold() != letters[number] or (number == 0 and place not in begins)
		):
			place -= 1
		if place < first:
			return ""
	long = " ".join(text[place:].split())
	is_longer = len(long) > len(short) and (len(_WORD.findall(long)) > 1 or len(letters) >= _COMPOUND)
	return long if is_longer and short not in long.split() else ""
