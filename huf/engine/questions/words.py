"""The words of a question, and the forms under which each of them is looked up."""

import re
from collections.abc import Iterable, Iterator, Sequence
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
_APOSTROPHES = str.maketrans("’ʼ", "''")
_ELIDED = re.compile(r"[^\W\d_]+['’ʼ]")
SIGNS = frozenset({"<", ">", "<=", ">=", "≤", "≥", "="})
"""Signs that say how one thing compares with another. Each is a word, also where it is written together with the number behind it."""
_DAY_AND_MONTH = re.compile(r"\d{1,2}\.\d{1,2}\.(?=\W*$)")
"""Without its last point, “12.10.” would be a number."""
_SIGN = re.compile(r"([<>]=?|[≤≥=])(?=$|[\d€$£])")


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
	found: list[Word] = []
	for start, text in _parts(question, _elisions(tuple(languages))):
		for ending in endings:
			if len(text) > len(ending) + 1 and text.endswith(ending):
				text = text.removesuffix(ending) + ("s" if ending.startswith("s") else "")
				break
		found.append(Word(text, start, start + len(text), forms_of(text, tuple(languages))))
	return found


def _parts(text: str, elisions: frozenset[str]) -> Iterator[tuple[int, str]]:
	"""The words of a text with the places where they begin, without the punctuation around them, but with the apostrophe of an elided one."""
	is_first = True
	for match in _SPLIT.finditer(text):
		start, part = match.start(), match.group()
		if sign := _SIGN.match(part):
			yield start, sign.group()
			start, part, is_first = start + sign.end(), part[sign.end() :], False
		start += len(part) - len(part.lstrip(EDGES))
		part = part.lstrip(EDGES)
		while elided := _ELIDED.match(part):
			word = elided.group()
			# With a capital letter inside of a question it is part of a name: L'Oréal.
			if spelt(word) not in elisions or (word[0].isupper() and not is_first):
				break
			yield start, word
			start, part, is_first = start + len(word), part[len(word) :], False
		day = _DAY_AND_MONTH.match(part)
		part = day.group() if day else part.rstrip(EDGES)
		if part:
			# A currency sign is a word, a dash is none.
			yield start, part
			is_first = False


@cache
def _elisions(languages: tuple[str, ...]) -> frozenset[str]:
	return frozenset(word for code in languages if code in LANGUAGES for word in LANGUAGES[code].elisions)


# The phrases of a language are some ten thousand, of the same few thousand words: what is made of a word is kept, and of a phrase not.
@lru_cache(maxsize=20_000)
def exact_form(word: str) -> str:
	"""The form that a word has in common with those alone that are written so, but for accents."""
	return f"={fold(spelt(word))}"


@lru_cache(maxsize=20_000)
def exact_forms(word: str) -> frozenset[str]:
	"""The same, where a word may have several."""
	return frozenset({exact_form(word)})


def spelt(word: str) -> str:
	"""The word in small letters, with its accents."""
	return lower(word).translate(_APOSTROPHES)


@lru_cache(maxsize=20_000)
def forms_of(word: str, languages: tuple[str, ...]) -> frozenset[str]:
	"""The word in one spelling, its stems in each language, and the form for phrases that mean no other inflection of it."""
	small = spelt(word)
	if small.endswith("'"):
		# What is left of an elided word is no letter that stands alone: “d'” is not “D”.
		return frozenset({small, exact_form(word)})
	small = _irregular(languages).get(small, small)
	forms = {fold(small), exact_form(word)} if languages else {fold(small)}
	for spelling in _spellings(small) if languages else ():
		forms |= {fold(stem(spelling, language)) for language in languages if spelling}
		forms.add(fold(spelling))
	return frozenset(form for form in forms if form)


@cache
def _irregular(languages: tuple[str, ...]) -> dict[str, str]:
	tables = (LANGUAGES[code].irregular for code in languages if code in LANGUAGES)
	return {word: other for table in tables for word, other in table.items()}


def _spellings(word: str) -> set[str]:
	"""``word`` as it is, and with umlauts where they may have been written as two letters."""
	found = {word}
	if len(word) >= _SHORTEST_REWRITTEN:
		rewritten = word
		for two, one in _UMLAUTS:
			rewritten = rewritten.replace(two, one)
		found.add(rewritten)
	return found


def phrase_words(phrase: str, languages: tuple[str, ...]) -> tuple[str, ...]:
	"""The words of a name or phrase as those of a question are told apart, in small letters."""
	return tuple(part for between in phrase.split() for part in _written_parts(between, languages))


@lru_cache(maxsize=20_000)
def _written_parts(text: str, languages: tuple[str, ...]) -> tuple[str, ...]:
	"""The words, in small letters, of what is written without a space in it: those of “l'an” are “l'” and “an”."""
	return tuple(part for _, part in _parts(spelt(text), _elisions(languages)))


def participles_of(phrase: str, languages: tuple[str, ...]) -> tuple[str, ...]:
	"""The forms of a phrase that ends with a participle, itself among them, each with ``=`` in front; nothing for another phrase."""
	for code in languages:
		for ending, others in (LANGUAGES[code].participles if code in LANGUAGES else {}).items():
			if phrase.casefold().endswith(ending):
				stem = phrase.removeprefix("=")[: -len(ending)]
				return tuple(f"={stem}{other}" for other in (ending, *others))
	return ()


def phrase_forms(phrase: str, languages: tuple[str, ...]) -> tuple[frozenset[str], ...]:
	"""The forms of each word of a phrase; ``=`` in front of it: as it is written alone."""
	words = phrase_words(phrase.removeprefix("="), languages)
	if phrase.startswith("="):
		return tuple(map(exact_forms, words))
	return tuple(forms_of(word, languages) for word in words)
