"""The words of a question, and the forms under which each of them is looked up."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from huf.engine.analysis.folding import fold, lower
from huf.engine.analysis.stemming import stem
from huf.engine.analysis.words import EDGES
from huf.engine.questions.languages import LANGUAGES

MOST_WORDS = 40
"""A question of more words is no plain one."""
MOST_CHARACTERS = 400
_SHORTEST_REWRITTEN = 6
"""Letters of a word in which ``ae`` may stand for ``ä``."""
_UMLAUTS = (("ae", "a"), ("oe", "o"), ("ue", "u"))
_WORD = re.compile(r"\S+")
_SPLIT = re.compile(r"[^\s:;?!()\[\]{}\"“”„«»]+")
"""Signs that never stand inside of a name or a number part words without white space around them too."""


@dataclass(frozen=True, slots=True)
class Word:
	"""One word of a question."""

	text: str
	"""As it was written, without the punctuation around it."""
	start: int
	"""Place of its first character in the question."""
	end: int
	forms: frozenset[str]
	"""What it may be looked up under."""
	is_guessed: bool = False
	"""It was misspelt, and stands for what was probably meant."""


def words_of(question: str, languages: Sequence[str], possessives: Iterable[str] = ()) -> list[Word]:
	"""The words of ``question`` in their order, without the ending of a possessive."""
	endings = tuple(possessives)
	found = []
	for match in _SPLIT.finditer(question):
		text = match.group()
		start = match.start() + len(text) - len(text.lstrip(EDGES))
		text = text.strip(EDGES)
		if not text:
			# A currency sign is a word, a dash is none.
			continue
		for ending in endings:
			if len(text) > len(ending) + 1 and text.endswith(ending):
				text = text.removesuffix(ending) + ("s" if ending.startswith("s") else "")
				break
		found.append(Word(text, start, start + len(text), forms_of(text, tuple(languages))))
	return found


@lru_cache(maxsize=20_000)
def forms_of(word: str, languages: tuple[str, ...]) -> frozenset[str]:
	"""The word in one spelling, and its stems in each language."""
	small = lower(word)
	small = _irregular().get(small, small)
	forms = {fold(small)}
	for spelling in _spellings(small):
		forms |= {fold(stem(spelling, language)) for language in languages if spelling}
		forms.add(fold(spelling))
	return frozenset(form for form in forms if form)


@cache
def _irregular() -> dict[str, str]:
	return {word: other for wording in LANGUAGES.values() for word, other in wording.irregular.items()}


def _spellings(word: str) -> set[str]:
	"""``word`` as it is, and with umlauts where they may have been written as two letters."""
	found = {word}
	if len(word) >= _SHORTEST_REWRITTEN:
		rewritten = word
		for two, one in _UMLAUTS:
			rewritten = rewritten.replace(two, one)
		found.add(rewritten)
	return found


def phrase_forms(phrase: str, languages: tuple[str, ...]) -> tuple[frozenset[str], ...]:
	"""The forms of each word of a name or phrase."""
	parts = (match.group().strip(EDGES) for match in _SPLIT.finditer(phrase))
	return tuple(forms_of(part, languages) for part in parts if part)
