"""Which words of two sentences are the same: as they are, in known other words, or in another form."""

import re
from collections.abc import Iterable

from huf.engine.answers.statements import is_light, meanings
from huf.engine.answers.statements.words import MUST

LEAST_STEM = 4
"""Letters that two words begin with to be taken for forms of one."""
_DENYING = re.compile(r"(?:un|in|im|ir|il|non|nicht|dis)\Z")


def matters(word: str, language: str) -> bool:
	"""Whether a passage must have the word; what denies, obliges or orders is compared apart."""
	return word[0] != "#" and word not in MUST and word != "=order" and not is_light(word, language)


def expanded(words: Iterable[str], language: str) -> frozenset[str]:
	"""The words with the groups of meaning that they belong to."""
	words = frozenset(words)
	return words.union(*(meanings(word, language) for word in words))


def is_in(word: str, known: frozenset[str], language: str) -> bool:
	"""Whether a word, another of its meaning, or a form of it is among the known."""
	if word in known or not known.isdisjoint(meanings(word, language)):
		return True
	return word[0] not in "#=~" and any(_is_form(word, other) for other in known if other[0] not in "#=~")


def _is_form(one: str, other: str) -> bool:
	"""Whether two words begin alike, or one ends the other as in a compound ("Schutzbrille" and "Brille")."""
	short, long = (one, other) if len(one) <= len(other) else (other, one)
	if len(short) < LEAST_STEM:
		return False
	if long.endswith(short):
		return len(short) > LEAST_STEM and not _DENYING.search(long[: -len(short)])
	return long.startswith(short[: max(LEAST_STEM, len(short) - 1)]) and len(long) - len(short) <= 3
