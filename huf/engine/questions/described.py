"""Records that a question describes: by their kind and by a party, a day or an amount that they have.

“How much was the invoice of 12.10. to Acme” means an invoice as surely as its number does. Unlike a list, which is right only if every
word has a part in it, this needs no more than what is said of the record: what else the question says is what it wants to know.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from huf.engine.analysis.folding import fold
from huf.engine.analysis.stopwords import is_function_word
from huf.engine.questions.covering import Cover, cheapest_cover
from huf.engine.questions.dates import Calendar, date_spans
from huf.engine.questions.languages import LANGUAGES
from huf.engine.questions.lexicon import (
	IsCurrency,
	IsDates,
	IsDetail,
	IsDocType,
	IsNumber,
	IsRecord,
	Span,
	details_lexicon,
	names_lexicon,
	wording_lexicon,
)
from huf.engine.questions.numbers import number_spans
from huf.engine.questions.record_query import RecordCondition, RecordQuery
from huf.engine.questions.vocabulary import SHORT, DocTypeWords, FindRecords, FoundRecord, Vocabulary
from huf.engine.questions.words import MOST_CHARACTERS, MOST_WORDS, Word, words_of

MOST_DOCTYPES = 4
"""Kinds that one question may name."""
MOST_TARGETS = 12
"""DocTypes that parts of a question are looked up in."""
MOST_TEXTS = 100
"""Parts of a question that are looked up as names."""
_LONGEST_NAME = 9
"""Words."""
_SHORTEST_BEGINNING = 4
"""Characters of the beginning of a name."""
_MOST_DAYS = 31
"""A longer time describes no record."""
_BROKEN = re.compile(r".*[.,]\d\d")
_HALF_A_CENT = 0.005


@dataclass(frozen=True, slots=True)
class Described:
	"""Records of one DocType that a question may be about."""

	queries: tuple[RecordQuery, ...]
	"""The first of them that has an answer counts: by the date that is usually meant, then by others."""
	facts: int
	"""How much is said of the record: a party, an item, a day, an amount, its name."""


def read_description(
	question: str,
	vocabulary: Vocabulary,
	*,
	today: date,
	find_records: FindRecords,
	most: int,
) -> tuple[Described, ...]:
	"""What ``question`` says of records of a kind that it names, the kinds of which it says most; nothing for most questions.

	:param most: more records than that are not looked for: the limit of the queries.

	Bounded whatever the question is: at most two calls of ``find_records``, and none without a word for a kind of record.
	"""
	if not vocabulary.names or len(question) > MOST_CHARACTERS:
		return ()
	endings = [
		ending for code in vocabulary.languages if code in LANGUAGES for ending in LANGUAGES[code].possessives
	]
	words = words_of(question, vocabulary.languages, endings)
	if not 0 < len(words) <= MOST_WORDS:
		return ()
	return _Reader(question, words, vocabulary, today, find_records).read(most)


@dataclass(frozen=True, slots=True)
class _Kind:
	described: DocTypeWords
	is_detail: bool
	"""It is meant by what it would say: an e-mail address, a street. Then whose that is has to be said."""


class _Reader:
	def __init__(
		self,
		question: str,
		words: Sequence[Word],
		vocabulary: Vocabulary,
		today: date,
		find_records: FindRecords,
	) -> None:
		self.question, self.words, self.vocabulary = question, words, vocabulary
		self.today, self.find_records = today, find_records
		languages = vocabulary.languages
		self.spans: tuple[Span, ...] = (
			*names_lexicon(vocabulary).spans(words),
			*details_lexicon(languages).spans(words),
			*wording_lexicon(languages).spans(words),
		)

	def read(self, most: int) -> tuple[Described, ...]:
		# Most questions end here, so what else they say is not looked for before.
		if not self._kinds(cheapest_cover(self.words, self.spans)):
			return ()
		vocabulary = self.vocabulary
		self.spans = (
			*self.spans,
			*date_spans(self.words, vocabulary.languages, Calendar(self.today, vocabulary.year_start)),
			*number_spans(self.words, vocabulary.currencies, vocabulary.languages),
		)
		cover = cheapest_cover(self.words, self.spans)
		cover = self._with_records(cover, self._kinds(cover))
		# A kind may have been part of a name: the customer “Order House”.
		found = [one for kind in self._kinds(cover) if (one := self._described(kind, cover, most))]
		best = max((one.facts for one in found), default=0)
		return tuple(one for one in found if one.facts == best)

	def _kinds(self, cover: Cover) -> list[_Kind]:
		"""The kinds of records that are named, the ones that are meant first in front."""
		known = {name.doctype for name in self.vocabulary.names}
		ranks: dict[str, tuple[int, int]] = {}
		for place, span in enumerate(cover.spans):
			for meaning in span.meanings:
				if isinstance(meaning, IsDocType):
					doctype, rank = meaning.name.doctype, (meaning.name.rank, place)
				elif isinstance(meaning, IsDetail):
					doctype, rank = meaning.doctype, (SHORT + 1, place)
				else:
					continue
				if doctype in known:
					ranks[doctype] = min(ranks.get(doctype, rank), rank)
		ordered = sorted(ranks, key=lambda doctype: ranks[doctype])
		kinds = ((self.vocabulary.describe(doctype), ranks[doctype][0] > SHORT) for doctype in ordered)
		return [_Kind(described, is_detail) for described, is_detail in kinds if described][:MOST_DOCTYPES]

	# --- Names of records in it

	def _with_records(self, cover: Cover, kinds: Sequence[_Kind]) -> Cover:
		"""``cover`` with names of records that records of these kinds may have."""
		targets = self._targets(kinds)
		unknown = {word.start for word in cover.unknown if self._is_like_a_name(word)}
		places: dict[str, list[tuple[int, int]]] = {}
		for first in range(len(self.words)):
			for after in range(first + 1, min(first + _LONGEST_NAME, len(self.words)) + 1):
				if any(word.start in unknown for word in self.words[first:after]):
					places.setdefault(fold(self._text(first, after)), []).append((first, after))
		texts = [self._text(*where[0]) for where in places.values()][:MOST_TEXTS]
		if not texts or not targets:
			return cover
		found = [
			(place, record)
			for record in self.find_records(targets, texts, True)
			for place in places.get(fold(record.text), ())
		]
		if not any(record.doctype not in self._own(kinds) for _, record in found):
			found += self._by_beginning(cover, targets)
		named = [Span(*place, (IsRecord(record),)) for place, record in found]
		return cheapest_cover(self.words, (*named, *self.spans))

	def _is_like_a_name(self, word: Word) -> bool:
		"""Whether a word may be of a name: it has a capital letter or a digit, or the question has no capital letters at all."""
		if word.start == self.words[0].start and is_function_word(word.text):
			return False
		return any(map(str.isupper, word.text)) or any(map(str.isdigit, word.text)) or self.question.islower()

	def _by_beginning(
		self, cover: Cover, targets: Sequence[str]
	) -> list[tuple[tuple[int, int], FoundRecord]]:
		"""Records whose title begins with what nothing explains, if that is written as names are."""
		places: dict[str, tuple[int, int]] = {}
		first = 0
		while first < len(self.words):
			after = first
			while after < len(self.words) and self.words[after] in cover.unknown:
				after += 1
			text = self._text(first, after) if after > first else ""
			if len(text) >= _SHORTEST_BEGINNING and text[0].isupper() and first > 0:
				places[text] = (first, after)
			first = max(after, first + 1)
		if len(places) != 1:
			return []
		found = self.find_records(targets, list(places), False)
		return [(places[record.text], record) for record in found if record.text in places]

	def _targets(self, kinds: Sequence[_Kind]) -> list[str]:
		"""DocTypes whose records these kinds may name, and the kinds themselves."""
		linked: list[str] = []
		for kind in kinds:
			links = [each for each in kind.described.fields if each.kind == "link" and each.target]
			linked += [*kind.described.parties, *(each.target for each in links)]
		usual = [doctype for doctype in dict.fromkeys(linked) if doctype in self.vocabulary.record_doctypes]
		return [*dict.fromkeys((*self._own(kinds), *usual))][:MOST_TARGETS]

	@staticmethod
	def _own(kinds: Sequence[_Kind]) -> list[str]:
		return [kind.described.doctype for kind in kinds]

	def _text(self, first: int, after: int) -> str:
		return self.question[self.words[first].start : self.words[after - 1].end]

	# --- What is said of a record

	def _described(self, kind: _Kind, cover: Cover, most: int) -> Described | None:
		telling, parts = self._named(kind.described, cover)
		if kind.is_detail and not telling:
			return None
		telling += self._amounts(kind.described, cover)
		days = self._days(cover)
		dates = [""]
		if days:
			known = kind.described.dates.values()
			dates = [*dict.fromkeys(filter(None, (kind.described.date, *known)))] or [""]
			# Every record was made on some day; that is not what people call its date.
			dates = [name for name in dates if name != "creation"] or [""]
		facts = len(telling) + bool(days and dates[0])
		if not facts:
			return None
		queries = []
		for name in dates:
			on_day = (self._on(kind.described, name, days),) if days and name else ()
			queries.append(
				RecordQuery(
					kind.described.doctype,
					(*_flat([*telling, *parts]), *on_day),
					fields=("name",),
					limit=most,
				)
			)
		return Described(tuple(queries), facts)

	def _named(
		self, described: DocTypeWords, cover: Cover
	) -> tuple[list[tuple[RecordCondition, ...]], list[tuple[RecordCondition, ...]]]:
		"""For each name in the question the conditions that a record of this kind has it: those that tell which one is meant, and
		those of parts, which many have."""
		telling: list[tuple[RecordCondition, ...]] = []
		parts: list[tuple[RecordCondition, ...]] = []
		for span in cover.spans:
			by_doctype: dict[str, list[str]] = {}
			for meaning in span.meanings:
				if isinstance(meaning, IsRecord):
					record = meaning.record
					by_doctype.setdefault(record.doctype, []).extend(record.names or (record.name,))
			for doctype, names in by_doctype.items():
				if conditions := _conditions(described, doctype, tuple(dict.fromkeys(names))):
					is_part = doctype in self.vocabulary.parts and doctype != described.doctype
					(parts if is_part else telling).append(conditions)
					break
		return telling, parts

	def _amounts(self, described: DocTypeWords, cover: Cover) -> Iterator[tuple[RecordCondition, ...]]:
		if not described.amount:
			return
		for place, span in enumerate(cover.spans):
			number = next((one for one in span.meanings if isinstance(one, IsNumber)), None)
			if number is None or any(isinstance(one, IsDates) for one in span.meanings):
				continue
			beside = [one for near in (place - 1, place + 1) for one in _meanings(cover, near)]
			if any(isinstance(one, IsCurrency) for one in beside) or _BROKEN.fullmatch(
				self.words[span.after - 1].text
			):
				low, high = number.value - _HALF_A_CENT, number.value + _HALF_A_CENT
				yield (RecordCondition(described.amount, "between", (low, high)),)

	def _days(self, cover: Cover) -> tuple[date, date] | None:
		"""The one day, or few of them, that the question names."""
		found = {
			(date.fromisoformat(one.first), date.fromisoformat(one.last))
			for span in cover.spans
			for one in span.meanings
			if isinstance(one, IsDates) and one.first
		}
		short = [days for days in found if days[1] - days[0] < timedelta(days=_MOST_DAYS)]
		return short[0] if len(short) == 1 else None

	@staticmethod
	def _on(described: DocTypeWords, name: str, days: tuple[date, date]) -> RecordCondition:
		first, last = (day.isoformat() for day in days)
		if first == last and described.field(name).kind == "date":
			return RecordCondition(name, "=", first)
		return RecordCondition(name, "between", (first, last))


def _conditions(described: DocTypeWords, doctype: str, names: tuple[str, ...]) -> tuple[RecordCondition, ...]:
	"""That a record is of this party, has this item, or is this record itself."""
	if doctype == described.doctype:
		return (_is_one_of("name", names),)
	links = [each for each in described.fields if each.kind == "link" and each.target == doctype]
	main = [each for each in links if each.is_main] or links
	if main:
		return (_is_one_of(main[0].name, names),)
	if doctype in described.parties:
		column, kind = described.parties[doctype]
		return (_is_one_of(column, names), RecordCondition(kind, "=", doctype))
	return ()


def _is_one_of(column: str, names: tuple[str, ...]) -> RecordCondition:
	return RecordCondition(column, "=", names[0]) if len(names) == 1 else RecordCondition(column, "in", names)


def _flat(conditions: Sequence[tuple[RecordCondition, ...]]) -> tuple[RecordCondition, ...]:
	return tuple(one for together in conditions for one in together)


def _meanings(cover: Cover, place: int) -> tuple[object, ...]:
	return cover.spans[place].meanings if 0 <= place < len(cover.spans) else ()
