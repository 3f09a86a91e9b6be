"""Phrases with what they may mean, found in the words of a question."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal, TypeAlias

from huf.engine.analysis.folding import fold, lower
from huf.engine.analysis.ordinary import is_ordinary
from huf.engine.analysis.spelling import distance
from huf.engine.analysis.stopwords import is_function_word
from huf.engine.questions.languages import LANGUAGES
from huf.engine.questions.vocabulary import DocTypeName, DocTypeWords, FoundRecord, Vocabulary
from huf.engine.questions.wording import Role, Wording
from huf.engine.questions.words import (
	SIGNS,
	Word,
	exact_forms,
	forms_of,
	participles_of,
	phrase_forms,
	phrase_words,
	spelt,
	words_of,
)

INFLECTED, BUT_FOR_ACCENTS, AS_WRITTEN = range(3)
_SHORTEST_CORRECTED = 5
"""Letters of a word that may be misspelt."""
_ENDINGS = "sne"
_LONG_ENDINGS = ("en", "es")
"""Of plurals."""
_JOINING: frozenset[Role] = frozenset({"and", "or", "not", "small", "is", "with", "without"})
"""What words say that no compound ends with."""
_SHORTEST_PART = 4
"""Letters of a part of a compound."""
_SIGNS: Mapping[str, tuple[Role, ...]] = {
	">": ("more", "after"),
	"<": ("less", "before"),
	**dict.fromkeys((">=", "≥"), ("at_least", "since")),
	**dict.fromkeys(("<=", "≤"), ("at_most", "until")),
	"=": ("is",),
}
"""What each of :data:`~huf.engine.questions.words.SIGNS` says of a number or a day behind it."""


@dataclass(frozen=True, slots=True)
class Says:
	"""A word of the language."""

	roles: frozenset[Role]


@dataclass(frozen=True, slots=True)
class IsDocType:
	"""The DocType that the question is about."""

	name: DocTypeName


@dataclass(frozen=True, slots=True)
class IsDetail:
	"""Something that records of a DocType say: an e-mail address is on a Contact."""

	doctype: str


@dataclass(frozen=True, slots=True)
class IsField:
	"""A field of it."""

	field: str


@dataclass(frozen=True, slots=True)
class IsOption:
	"""A value of a field with choices."""

	field: str
	value: str
	state: str = ""
	"""The key of the state that its name is a word for, if it is one."""


@dataclass(frozen=True, slots=True)
class IsState:
	"""A word for a state, by its key."""

	key: str


@dataclass(frozen=True, slots=True)
class IsTotal:
	"""A word for a number, by its key."""

	key: str


@dataclass(frozen=True, slots=True)
class IsDateField:
	"""A word for a date of the record, by its key."""

	key: str


@dataclass(frozen=True, slots=True)
class IsRecord:
	"""The name or title of a record."""

	record: FoundRecord


@dataclass(frozen=True, slots=True)
class IsText:
	"""What a field with text may hold: the number of somebody else's document behind “reference number”."""

	value: str


@dataclass(frozen=True, slots=True)
class IsPartyKind:
	"""The kind of party that records are to or from: payments “from customers”."""

	doctype: str


@dataclass(frozen=True, slots=True)
class IsNumber:
	"""A number."""

	value: float


@dataclass(frozen=True, slots=True)
class IsDays:
	"""A length of time, which is a number of days: two weeks."""

	value: float


@dataclass(frozen=True, slots=True)
class IsCurrency:
	"""The currency that amounts are in."""


@dataclass(frozen=True, slots=True)
class IsDates:
	"""Days from the first to the last, both included, in ISO 8601."""

	first: str
	"""Empty for all days until the last."""
	last: str
	is_of_every_year: bool = False
	"""Whether no year was named: then these are the last such days that have begun."""
	to_come: tuple[str, str] | None = None
	"""The first and the last of the same a year later, where that is nearer to today."""
	is_from_day_to_day: bool = False
	"""Whether both ends were named."""
	age: Literal["", "older", "lasting"] = ""
	"""It is said how long something has been so: “for *more than 90 days*”, “for *90 days*”. ``last`` is the last day on which it can have begun."""


Meaning: TypeAlias = (
	Says
	| IsDocType
	| IsDetail
	| IsField
	| IsOption
	| IsState
	| IsTotal
	| IsDateField
	| IsRecord
	| IsText
	| IsPartyKind
	| IsNumber
	| IsDays
	| IsCurrency
	| IsDates
)


@dataclass(frozen=True, slots=True)
class Span:
	"""Words that follow one another, and what they may mean together."""

	first: int
	after: int
	meanings: tuple[Meaning, ...]
	closeness: int = AS_WRITTEN
	"""How near what is written is to the phrase."""

	@property
	def is_exact(self) -> bool:
		"""Written as the phrase is, not in another inflection."""
		return self.closeness >= BUT_FOR_ACCENTS


class Lexicon:
	"""Phrases of one or more words, looked up by any form of their words."""

	def __init__(self, languages: tuple[str, ...], are_names: bool = False) -> None:
		"""
		Args:
			are_names: each word of a longer phrase may be meant by a misspelt one: of “purchase order”, but not of “to be delivered”.
		"""
		self.languages, self._are_names = languages, are_names
		self._phrases: dict[str, list[tuple[tuple[frozenset[str], ...], str, Meaning]]] = {}
		self.forms: set[str] = set()
		"""Of all words of all phrases."""
		self.days: set[str] = set()
		"""Of the words of days among them."""
		self.written: set[str] = set()
		"""Words as they are written, which a misspelt one may have meant."""

	def add(self, phrase: str, meaning: Meaning, as_written: bool = False) -> None:
		"""``phrase`` may mean ``meaning``; ``as_written``: its words in no other inflection. With ``=`` in front in this form alone, neither by
		a stem that another word shares with it nor by a slip."""
		is_alone = phrase.startswith("=") and phrase not in SIGNS
		words = phrase_words(phrase.removeprefix("=") or phrase, self.languages)
		if not words:
			return
		languages = () if as_written else self.languages
		parts = tuple(
			# “De facturation” is not “des factures”.
			exact_forms(word)
			if is_alone or (len(words) > 1 and is_function_word(word))
			else forms_of(word, languages)
			for word in words
		)
		for form in parts[0]:
			self._phrases.setdefault(form, []).append((parts, " ".join(words), meaning))
		self.forms.update(*parts)
		if not is_alone and (len(words) == 1 or self._are_names):
			self.written.update(fold(word) for word in words)

	def add_state(self, phrase: str, meaning: Meaning) -> None:
		"""``phrase``, which may name a state, may mean ``meaning``: a participle in its own forms alone."""
		for form in participles_of(phrase, self.languages) or (phrase,):
			self.add(form, meaning)

	def replacing(self, role: Role, by: Role) -> "Lexicon":
		"""The same phrases, in which words that have the one role have the other instead."""
		other = Lexicon(self.languages, self._are_names)
		other.forms, other.days, other.written = self.forms, self.days, self.written
		for form, phrases in self._phrases.items():
			other._phrases[form] = [
				(parts, written, Says(meaning.roles - {role} | {by}))
				if isinstance(meaning, Says) and role in meaning.roles
				else (parts, written, meaning)
				for parts, written, meaning in phrases
			]
		return other

	def spans(self, words: Sequence[Word]) -> Iterator[Span]:
		"""All places where phrases stand."""
		for first in range(len(words)):
			yield from self.at(words, first)

	def at(self, words: Sequence[Word], first: int) -> list[Span]:
		"""The phrases that begin with this word: those that are written exactly so, else those with other accents, else those with another
		ending. “Du” is not “dû”, unless nothing else is."""
		found: dict[int, dict[Meaning, int]] = {}
		for form in sorted(words[first].forms):
			for parts, written, meaning in self._phrases.get(form, ()):
				after = first + len(parts)
				if after > len(words):
					continue
				if all(part & word.forms for part, word in zip(parts, words[first:after], strict=True)):
					said = " ".join(spelt(word.text) for word in words[first:after])
					known = found.setdefault(after, {})
					known[meaning] = max(known.get(meaning, INFLECTED), _closeness(said, written))
		return [Span(first, after, *_closest(meanings)) for after, meanings in found.items()]

	def knows(self, word: Word) -> bool:
		"""Whether a phrase has this word."""
		return not self.forms.isdisjoint(word.forms)

	def has(self, text: str) -> bool:
		"""Whether this word alone is a phrase."""
		return any(self._meant_by(text))

	def has_thing(self, text: str) -> bool:
		"""The same of a phrase that says more than how others belong together."""
		return any(not isinstance(one, Says) or one.roles - _JOINING for one in self._meant_by(text))

	def _meant_by(self, text: str) -> Iterator[Meaning]:
		for form in forms_of(text, self.languages):
			for parts, _, meaning in self._phrases.get(form, ()):
				if len(parts) == 1:
					yield meaning

	def corrected(self, word: Word) -> str:
		"""The single word that ``word`` was meant to be, one slip away; empty if there is none or nobody can tell which, and for
		an ordinary word."""
		typed = fold(word.text)
		if len(typed) < _SHORTEST_CORRECTED or not typed.isalpha() or is_ordinary(typed):
			return ""
		# A plural may be misspelt too, and phrases are in the singular.
		tried = {typed, typed[:-1]} if typed[-1] in _ENDINGS else {typed}
		if typed.endswith(_LONG_ENDINGS):
			tried.add(typed[:-2])
		near = {
			known
			for known in self.written
			if len(known) >= _SHORTEST_CORRECTED
			and known[0] == typed[0]
			and abs(len(known) - len(typed)) <= 2
			and any(distance(text, known) == 1 for text in tried)
		}
		return likeliest(typed, near)


def likeliest(typed: str, near: Collection[str]) -> str:
	"""The one word of these that ``typed``, one slip away from each, was meant to be: of several the one of which a letter was left out, or
	two were swapped. Empty if that is none, or more than one."""
	if len(near) > 1:
		near = [
			word
			for word in near
			if sorted(word) == sorted(typed)
			or any(typed == word[:place] + word[place + 1 :] for place in range(len(word)))
		]
	return next(iter(near)) if len(near) == 1 else ""


def _closeness(said: str, written: str) -> int:
	if said == written:
		return AS_WRITTEN
	return BUT_FOR_ACCENTS if fold(said) == fold(written) else INFLECTED


def _closest(meanings: Mapping[Meaning, int]) -> tuple[tuple[Meaning, ...], int]:
	nearest = max(meanings.values())
	return tuple(meaning for meaning, closeness in meanings.items() if closeness == nearest), nearest


def last_parts(lexicons: Sequence[Lexicon], word: Word) -> Iterator[str]:
	"""Words that ``word``, if it is a compound, may end with, the shortest first."""
	typed = lower(word.text)
	if len(typed) >= 2 * _SHORTEST_PART and typed.isalpha():
		for cut in range(len(typed) - _SHORTEST_PART, _SHORTEST_PART - 1, -1):
			if any(lexicon.has_thing(typed[cut:]) for lexicon in lexicons):
				# French “allemands” is no German “alle” with an English “and”.
				yield typed[cut:]


def compound_parts(lexicons: Sequence[Lexicon], word: Word, joins: Iterable[str]) -> tuple[str, str] | None:
	"""The two words that ``word`` is a compound of, if both are known; the shortest last part goes before others."""
	# The longest first: “Rechnungsbetrag” has a “Rechnung” in it, and no inflected “Rechnungs”.
	typed, ends = lower(word.text), sorted(joins, key=len, reverse=True)
	for head in last_parts(lexicons, word):
		before = typed.removesuffix(head)
		for join in ends:
			first = before.removesuffix(join)
			if len(first) >= _SHORTEST_PART and before == first + join:
				if any(lexicon.has(first) or first in lexicon.days for lexicon in lexicons):
					return first, head
	return None


@cache
def wording_lexicon(languages: tuple[str, ...]) -> Lexicon:
	"""The words of the languages themselves; the same for every site."""
	lexicon = Lexicon(languages)
	roles: dict[str, set[Role]] = {}
	for code in languages:
		if code not in LANGUAGES:
			continue
		for role, phrases in LANGUAGES[code].roles.items():
			for phrase in phrases:
				roles.setdefault(phrase, set()).add(role)
	for sign, compares in _SIGNS.items():
		lexicon.add(sign, Says(frozenset(compares)), as_written=True)
	for phrase, together in roles.items():
		# A word that says nothing must be that very word: “issues” is not “issued”.
		lexicon.add(phrase, Says(frozenset(together)), together <= {"small", "ours", "verb"})
	for code in languages:
		if code in LANGUAGES:
			_add_keys(lexicon, LANGUAGES[code].states, IsState)
			_add_keys(lexicon, LANGUAGES[code].totals, IsTotal)
			_add_keys(lexicon, LANGUAGES[code].date_fields, IsDateField)
			_know_days(lexicon, LANGUAGES[code])
	return lexicon


@cache
def sharing_lexicon(languages: tuple[str, ...], number: Role) -> Lexicon:
	"""The same, where words for a share ask for a number: how many, or how much."""
	return wording_lexicon(languages).replacing("share", number)


def _know_days(lexicon: Lexicon, wording: Wording) -> None:
	"""Words of days are known too: “abril” is no slip of “abrir”."""
	said = (*wording.dates.values(), *wording.dates_behind.values(), *wording.months, *wording.weekdays)
	for phrase in (phrase for phrases in said for phrase in phrases):
		lexicon.days.update(*phrase_forms(phrase, lexicon.languages))
	lexicon.forms |= lexicon.days


def _add_keys(
	lexicon: Lexicon,
	table: Mapping[str, tuple[str, ...]],
	meaning: type[IsState] | type[IsTotal] | type[IsDateField],
) -> None:
	for key, phrases in table.items():
		for phrase in phrases:
			lexicon.add_state(phrase, meaning(key))


@cache
def details_lexicon(languages: tuple[str, ...]) -> Lexicon:
	"""Words for what is on records of a DocType that has a name of its own."""
	lexicon = Lexicon(languages)
	for code in languages:
		for doctype, phrases in (LANGUAGES[code].details if code in LANGUAGES else {}).items():
			for phrase in phrases:
				lexicon.add(phrase, IsDetail(doctype))
	return lexicon


@lru_cache(maxsize=32)
def names_lexicon(vocabulary: Vocabulary) -> Lexicon:
	"""The names of DocTypes."""
	lexicon = Lexicon(vocabulary.languages, are_names=True)
	for name in vocabulary.names:
		lexicon.add(name.text, IsDocType(name))
	return lexicon


@lru_cache(maxsize=512)
def doctype_lexicon(described: DocTypeWords, languages: tuple[str, ...]) -> Lexicon:
	"""The fields of a DocType and their options."""
	lexicon = Lexicon(languages)
	besides = defaultdict[str, list[str]](list)
	for code in languages:
		for label, words in LANGUAGES[code].labels.items() if code in LANGUAGES else ():
			besides[label] += words
	labels = {label.casefold() for field in described.fields for label in field.labels}
	# Of fields with one label the amount is meant: in Spanish, that of both “Total” and “Grand Total” is “Total”.
	for field in sorted(described.fields, key=lambda one: one.name != described.amount):
		for label in field.labels:
			# Who says “country” of what has one means no territory.
			for name in (label, *(each for each in besides[label] if each.casefold() not in labels)):
				lexicon.add(name, IsField(field.name))
		for value, names in field.options.items():
			every = (value, *names)
			option = IsOption(field.name, value, _state_of(every, languages))
			for name in every:
				lexicon.add_state(name, option)
	return lexicon


def _state_of(names: Iterable[str], languages: tuple[str, ...]) -> str:
	"""The key of the first state that one of these names is as a whole a word for; empty for none."""
	for name in names:
		words = words_of(name, languages)
		for span in wording_lexicon(languages).at(words, 0) if words else ():
			for meaning in span.meanings if span.after == len(words) else ():
				if isinstance(meaning, IsState):
					return meaning.key
	return ""
