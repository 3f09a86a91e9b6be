"""Reads a question: the best query among the DocTypes that it may be about, or what else it may be."""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property

from huf.engine.analysis.folding import fold
from huf.engine.questions.attempts import Attempt, Named
from huf.engine.questions.composing.amounts import COMPARE
from huf.engine.questions.composing.asked import Composed, NotUnderstood
from huf.engine.questions.composing.composer import compose
from huf.engine.questions.composing.records import SeveralRecords
from huf.engine.questions.composing.states import DATES_OF_ALL, state_conditions
from huf.engine.questions.covering import cheapest_cover
from huf.engine.questions.dates import Calendar, date_spans, length_spans
from huf.engine.questions.in_parts.clauses import of_clauses
from huf.engine.questions.in_parts.shares import read_share
from huf.engine.questions.languages import LANGUAGES
from huf.engine.questions.lexicon import (
	AS_WRITTEN,
	INFLECTED,
	IsDateField,
	IsDates,
	IsDetail,
	IsDocType,
	IsField,
	IsOption,
	IsPartyKind,
	IsRecord,
	IsState,
	IsText,
	IsTotal,
	Lexicon,
	Meaning,
	Says,
	Span,
	compound_parts,
	details_lexicon,
	doctype_lexicon,
	last_parts,
	likeliest,
	names_lexicon,
	sharing_lexicon,
	wording_lexicon,
)
from huf.engine.questions.numbers import number_spans
from huf.engine.questions.open_amounts import OPEN
from huf.engine.questions.reading import PASSAGE, Part, Reading
from huf.engine.questions.record_query import RecordCondition
from huf.engine.questions.vocabulary import (
	OF_PEOPLE,
	OTHER,
	PREFERRED,
	SHORT,
	DocTypeWords,
	FindRecords,
	FoundRecord,
	Vocabulary,
)
from huf.engine.questions.wording import Role
from huf.engine.questions.words import MOST_CHARACTERS, MOST_WORDS, Word, forms_of, spelt, words_of

_WORKING, _OPEN = IsState("working"), IsState("open")
_DONE = "ed"
_MOST_DOCTYPES = 6
"""That a question is tried with."""
_MOST_TARGETS = 30
"""DocTypes that a name is looked up in."""
_MOST_TEXTS = 120
"""Parts of a question that are looked up as names."""
_LONGEST_NAME = 9
"""Words."""
_MOST_RUNS = 2
"""Unknown parts that are looked up as the beginning of a name."""
_SHORTEST_BEGINNING = 3
"""Characters of a part of a name that may stand for it."""
_SHORTEST_CODE = 3
"""Characters of a number behind a field with text: “reference number R-7”."""
_MOST_CHOICES = 5
_LONGEST_ENDING = 2
"""Letters of the ending of a plural."""
_SHORTEST_VERB = 3
"""Letters of a verb whose particle stands apart: “an” is a year in French, and “an” with “de” no verb."""
_SHORTEST_HYPHENATED = 3
"""Letters of a word that a hyphen joins with another."""
_HYPHENATED = re.compile("[^-]+")
_ENDS_CLAUSE = re.compile(r"[^\w\s]")


def read_question(
	question: str, vocabulary: Vocabulary, *, today: date, find_records: FindRecords
) -> Reading:
	"""What ``question`` asks: a list or a number of records, one record, or a search like any other.

	A list only if every word has a part in it. Bounded whatever the question is: at most three calls of ``find_records``, five times that for
	a share, and no work at all for a question that is longer than plain ones are.
	"""
	if not vocabulary.names or len(question) > MOST_CHARACTERS:
		return PASSAGE
	possessives = [
		ending for code in vocabulary.languages if code in LANGUAGES for ending in LANGUAGES[code].possessives
	]
	words = words_of(question, vocabulary.languages, possessives)
	if not 0 < len(words) <= MOST_WORDS:
		return PASSAGE
	calendar = Calendar(today, vocabulary.year_start)

	def read(part: Sequence[Word], share: Role | None) -> Reading:
		return _Reader(question, part, vocabulary, calendar, find_records, share).read()

	return read_share(words, vocabulary, read) or read(words, None)


class _Reader:
	def __init__(
		self,
		question: str,
		words: Sequence[Word],
		vocabulary: Vocabulary,
		calendar: Calendar,
		find_records: FindRecords,
		share: Role | None,
	) -> None:
		"""
		Args:
			share: what words for a share ask for, where the whole or the part is read by itself: how many, or how much.
		"""
		self.question, self.vocabulary = question, vocabulary
		self.calendar, self.find_records = calendar, find_records
		self.languages = vocabulary.languages
		wording = sharing_lexicon(self.languages, share) if share else wording_lexicon(self.languages)
		self.general = (wording, names_lexicon(vocabulary))
		self.written = self._with_whole_verbs(words)

	def read(self) -> Reading:
		named = [(rank, self.vocabulary.describe(doctype)) for doctype, rank in self._doctypes().items()]
		attempts = [self._attempt(rank, described) for rank, described in named if described]
		records: list[Named] = []
		if not attempts or any(attempt.doubtful for attempt in attempts):
			records = self._named_exactly(attempts)
			attempts += self._of_kinds(attempts, records)
			attempts = [attempt.with_records(records) for attempt in attempts]
			if attempts and all(attempt.cover.unknown for attempt in attempts):
				begun = self._named_by_beginning(attempts)
				attempts += self._of_kinds(attempts, begun)
				attempts = [attempt.with_records(begun) for attempt in attempts]
		if reading := self._list(attempts, records):
			return reading
		if one := self._record(records):
			return Reading("record", records=(one,))
		left = min((attempt.cover.unknown for attempt in attempts), key=len, default=())
		return replace(PASSAGE, unknown=tuple(word.text for word in left))

	# --- What it may be about

	def _with_whole_verbs(self, words: Sequence[Word]) -> Sequence[Word]:
		"""The words with verbs put together of which a part stands at the end of its clause, where that makes a phrase: “steht … aus”."""
		particles = {
			each for code in self.languages if code in LANGUAGES for each in LANGUAGES[code].particles
		}
		spans = self.general[0].spans(words)
		said = {
			place for span in spans if span.after - span.first > 1 for place in range(span.first, span.after)
		}
		whole, begin = [*words], 0
		for place, word in enumerate(words):
			if place + 1 < len(words) and not _ENDS_CLAUSE.match(self.question, word.end):
				continue
			particle = spelt(word.text)
			is_apart = particle in particles and place not in said
			for before in range(place - 1, begin - 1, -1) if is_apart else ():
				text = particle + spelt(words[before].text)
				is_verb = words[before].text.isalpha() and len(words[before].text) >= _SHORTEST_VERB
				if before not in said and is_verb and self.general[0].has(text):
					whole[before] = replace(words[before], text=text, forms=forms_of(text, self.languages))
					whole.remove(word)
					break
			begin = place + 1
		return whole

	def _repaired(self, lexicons: Sequence[Lexicon]) -> tuple[Word, ...]:
		"""The words with compounds taken apart and slips put right, where that makes known words of unknown ones.

		Args:
			lexicons: the general ones, and others behind them.
		"""
		joins = [join for code in self.languages if code in LANGUAGES for join in LANGUAGES[code].joins]
		repaired: list[Word] = []
		said = {*self._said_generally}
		for lexicon in lexicons[len(self.general) :]:
			said |= _places(lexicon.spans(self.written))
		for place, word in enumerate(self.written):
			if hyphenated := self._hyphenated(place, said, lexicons):
				repaired += hyphenated
			elif (
				place in said
				or not word.text.isalpha()
				or any(not lexicon.days.isdisjoint(word.forms) for lexicon in lexicons)
			):
				repaired.append(word)
			elif parts := compound_parts(lexicons, word, joins):
				repaired += [replace(word, text=part, forms=forms_of(part, self.languages)) for part in parts]
			elif any(lexicon.knows(word) for lexicon in lexicons):
				# It is of a longer phrase that is not said here.
				repaired.append(word)
			else:
				if meant := self._corrected(word, lexicons):
					word = replace(word, text=meant, forms=forms_of(meant, self.languages), is_guessed=True)
				repaired.append(word)
		return tuple(repaired)

	def _hyphenated(self, place: int, said: set[int], lexicons: Sequence[Lexicon]) -> list[Word]:
		"""The parts of an unknown word with hyphens if all of them are known: “high-prio”, “Top-5-Kunden”; or the last one is the name of a
		DocType, and what stands before it may be one of a record: “Acme-Rechnungen”."""
		word = self.written[place]
		if "-" not in word.text or place in said or any(each.knows(word) for each in lexicons):
			return []
		parts = [
			Word(
				one.group(),
				word.start + one.start(),
				word.start + one.end(),
				forms_of(one.group(), self.languages),
			)
			for one in _HYPHENATED.finditer(word.text)
		]
		if any(len(part.text) < _SHORTEST_HYPHENATED and not part.text.isdigit() for part in parts):
			# “A-Kunden”.
			return []
		*before, last = parts
		if not last.text.isalpha():
			return []
		text = word.text.replace("-", "")
		if any(lexicon.has(text) for lexicon in lexicons):
			# “Kunden-Rechnungen.”
			return [replace(word, text=text, forms=forms_of(text, self.languages))]
		if all(part.text.isdigit() or _says_something(part, lexicons) for part in parts):
			return parts
		if before and self.general[1].has(last.text):
			start, end = word.start, before[-1].end
			return [Word(text := self.question[start:end], start, end, forms_of(text, self.languages)), last]
		return []

	@cached_property
	def _said_generally(self) -> set[int]:
		"""The places of the words that stand in phrases of the languages and in names of DocTypes."""
		return set().union(*(_places(lexicon.spans(self.written)) for lexicon in self.general))

	def _corrected(self, word: Word, lexicons: Sequence[Lexicon]) -> str:
		"""What a misspelt word was meant to be; of several words the likeliest, else the name of a DocType. Empty if nobody can tell."""
		near = {meant: lexicon for lexicon in lexicons if (meant := lexicon.corrected(word))}
		names = [meant for meant, lexicon in near.items() if lexicon is self.general[1]]
		return likeliest(fold(word.text), near) or (names[0] if len(names) == 1 else "")

	def _doctypes(self) -> dict[str, int]:
		"""The DocTypes that may be asked about, the ones meant first in front, with their ranks."""
		ranks: dict[str, tuple[int, int]] = {}
		names = self.general[1]
		words = self._repaired(self.general)
		named = _without_inflected_names(words, names.spans(words), self.general[0].spans(words))
		for span in (*named, *self._heads(words)):
			for meaning in span.meanings:
				if isinstance(meaning, IsDocType):
					# Of names that stand at one place, the longer one.
					rank, doctype = (meaning.name.rank, span.first - span.after), meaning.name.doctype
					ranks[doctype] = min(ranks.get(doctype, rank), rank)
		for doctype in self._implied(words):
			ranks.setdefault(doctype, (PREFERRED, 0))
		for key in self._totals(words, [doctype for doctype, (rank, _) in ranks.items() if rank < SHORT]):
			for place, doctype in enumerate(self.vocabulary.totals.get(key, ())):
				ranks.setdefault(doctype, (PREFERRED + place, 0))
		best = sorted(ranks, key=lambda doctype: ranks[doctype])[:_MOST_DOCTYPES]
		return {doctype: ranks[doctype][0] for doctype in best}

	def _implied(self, words: Sequence[Word]) -> Iterator[str]:
		"""DocTypes that are meant by a state or a date alone."""
		said = [meaning for span in self.general[0].spans(words) for meaning in span.meanings]
		is_who = any(isinstance(one, Says) and "party" in one.roles for one in said)
		for meaning in said:
			if isinstance(meaning, IsState | IsDateField) and (is_who or meaning.key not in OF_PEOPLE):
				yield from filter(None, [self.vocabulary.implied.get(meaning.key)])

	def _totals(self, words: Sequence[Word], named: Iterable[str]) -> list[str]:
		"""The keys of numbers that have a word of their own, or are meant by the best of the records of a DocType that is named."""
		found: list[str] = []
		is_much = is_open = is_count = is_sum = is_pieces = is_compared = False
		for span in self.general[0].spans(words):
			for meaning in span.meanings:
				is_much |= isinstance(meaning, Says) and "much" in meaning.roles
				is_count |= isinstance(meaning, Says) and "count" in meaning.roles
				is_sum |= isinstance(meaning, Says) and "sum" in meaning.roles
				is_pieces |= isinstance(meaning, Says) and "quantity" in meaning.roles
				is_compared |= isinstance(meaning, Says) and bool(meaning.roles & {*COMPARE, "single"})
				is_open |= isinstance(meaning, IsState) and meaning.key in OPEN
				if isinstance(meaning, IsTotal):
					found.append(meaning.key)
				elif isinstance(meaning, Says) and meaning.roles & {"top", "best"}:
					found += [
						self.vocabulary.best_by[name] for name in named if name in self.vocabulary.best_by
					]
		if is_open and (is_much or (is_sum and not [*named])):
			# “How much is still open”, “total overdue amount”.
			found.append("receivable")
		is_there = (is_much or is_count) and self.vocabulary.places.issuperset(named)
		if self.vocabulary.quantity and (is_there or (is_pieces and is_compared)):
			# “How many of these pumps are there in this warehouse”, “with fewer than 5 pieces in this warehouse”.
			found.append(self.vocabulary.quantity)
		return found

	def _heads(self, words: Sequence[Word]) -> Iterator[Span]:
		"""DocTypes that unknown compounds may end with; what they begin with may be a field."""
		names = self.general[-1]
		for place, word in enumerate(words):
			if not any(lexicon.knows(word) for lexicon in self.general):
				for head in last_parts((names,), word):
					yield Span(place, place + 1, names.at(words_of(head, self.languages), 0)[0].meanings)

	def _attempt(self, rank: int, described: DocTypeWords) -> Attempt:
		fields = doctype_lexicon(described, self.languages)
		words = self._repaired((*self.general, fields))
		wording, names = self.general
		said = [*wording.spans(words)]
		named = [*_without_inflected_names(words, names.spans(words), said)]
		places = _named_places(words, named) | _total_places(said)
		of_fields = _without(fields.spans(words), _named_places(words, named, least=1), _is_option)
		spans = [*_without(of_fields, places, _is_inflected_state)]
		for span in named:
			meanings: list[Meaning] = []
			for one in span.meanings:
				if isinstance(one, IsDocType):
					doctype = one.name.doctype
					meanings += [one] if doctype == described.doctype else _link_to(described, doctype)
			if meanings:
				spans.append(replace(span, meanings=tuple(meanings)))
		for span in (
			*_without(said, places, _is_inflected_state),
			*date_spans(words, self.languages, self.calendar),
			*length_spans(words, self.languages),
			*number_spans(words, self.vocabulary.currencies, self.languages),
		):
			meant = _said_of(span.meanings, described)
			if meant:
				spans.append(replace(span, meanings=meant))
		spans += _text_values(words, spans, described)
		return Attempt(rank, described, words, tuple(spans), cheapest_cover(words, spans))

	# --- Names of records in it

	def _named_exactly(self, attempts: Sequence[Attempt]) -> list[Named]:
		"""Parts of the question that are names of records."""
		doubtful = {word.start for attempt in attempts for word in attempt.doubtful}
		words = self.written
		# “Sales by customer” asks for a number, though there may be a user or a department of that name.
		doubtful -= {
			words[span.first].start
			for span in self.general[0].spans(words)
			if span.after == span.first + 1 and any(isinstance(one, IsTotal) for one in span.meanings)
		}
		runs = [
			(words[first].start, words[last].end)
			for first in range(len(words))
			for last in range(first, min(first + _LONGEST_NAME, len(words)))
			if not attempts or any(word.start in doubtful for word in words[first : last + 1])
		]
		written = {(word.start, word.end) for word in words}
		runs += {(word.start, word.end) for attempt in attempts for word in attempt.doubtful} - written
		places: dict[str, list[tuple[int, int]]] = {}
		for start, end in sorted(runs, key=lambda run: run[1] - run[0])[:_MOST_TEXTS]:
			places.setdefault(fold(self.question[start:end]), []).append((start, end))
		texts = [self.question[first[0] : first[1]] for first, *_ in places.values()]
		if not texts:
			return []
		found = self.find_records(self._targets(attempts), texts, True)
		return [
			Named(start, end, record) for record in found for start, end in places.get(fold(record.text), ())
		]

	def _of_kinds(self, attempts: Sequence[Attempt], records: Iterable[Named]) -> list[Attempt]:
		"""Attempts at things of which only a kind is named: “pumps that were never sold”."""
		known = {attempt.described.doctype for attempt in attempts}
		kinds = self.vocabulary.kinds
		wanted = dict.fromkeys(
			each.record.doctype if each.record.are_alike else kinds[each.record.doctype]
			for each in records
			if each.record.are_alike or each.record.doctype in kinds
		)
		described = [self.vocabulary.describe(doctype) for doctype in wanted if doctype not in known]
		return [self._attempt(OTHER, each) for each in described if each]

	def _named_by_beginning(self, attempts: Sequence[Attempt]) -> list[Named]:
		"""Records whose title begins with what nothing explains, if that is written as names are, or if several do that are parts of things."""
		best = min(attempts, key=lambda attempt: len(attempt.cover.unknown))
		runs = _consecutive(best.words, best.cover.unknown)
		texts = {self.question[start:end]: (start, end) for start, end in runs}
		if not 0 < len(runs) <= _MOST_RUNS or any(len(text) < _SHORTEST_BEGINNING for text in texts):
			return []
		parts = self._parts(attempts)
		if parts and (alike := self._alike(parts, best.words, runs)):
			return alike
		if not all(text[0].isupper() and start > 0 for text, (start, _) in texts.items()):
			return []
		found = self.find_records(self._targets([best]), list(texts), False)
		return [Named(*texts[record.text], record) for record in found if record.text in texts]

	def _parts(self, attempts: Sequence[Attempt]) -> list[str]:
		"""The DocTypes of things that any of the attempts is about or leads to."""
		led_to = {each.described.doctype for each in attempts}
		led_to |= {field.target for each in attempts for field in each.described.fields}
		return sorted(led_to & self.vocabulary.parts.intersection(self.vocabulary.record_doctypes))

	def _alike(
		self, parts: Sequence[str], words: Sequence[Word], runs: Sequence[tuple[int, int]]
	) -> list[Named]:
		"""Parts of things of which several have names that begin with these parts of the question, or with these and the word behind them:
		“centrifugal pumps”, of which pumps alone may be known."""
		ends = [word.end for word in words]
		places = {
			self.question[start:after]: (start, after)
			for start, end in runs
			for after in (end, *ends[ends.index(end) + 1 :][:1])
		}
		found = self.find_records(parts, list(places), False)
		alike = [Named(*places[one.text], one) for one in found if one.are_alike and one.text in places]
		return [*{one.start: one for one in sorted(alike, key=lambda one: one.end)}.values()]

	def _targets(self, attempts: Sequence[Attempt]) -> list[str]:
		targets = [
			each.target
			for attempt in attempts
			for each in sorted(attempt.described.fields, key=lambda field: not field.is_main)
			if each.kind == "link" and each.target and each.target != attempt.described.doctype
		]
		# Half of them what a list may depend on, half what one record may be.
		own = [each for each in self.vocabulary.record_doctypes if each not in self._persons_aside]
		own = [*self.vocabulary.kinds, *own]
		first = [*dict.fromkeys(targets)][: _MOST_TARGETS // 2] if targets else []
		return [*dict.fromkeys([*first, *own])][:_MOST_TARGETS]

	@cached_property
	def _persons_aside(self) -> frozenset[str]:
		"""Kinds of persons of which the question wants nothing: no phone number, no e-mail address. Their rights make them slow to look up."""
		spans = (*details_lexicon(self.languages).spans(self.written), *self.general[1].spans(self.written))
		wanted = {
			one.doctype if isinstance(one, IsDetail) else one.name.doctype
			for span in spans
			for one in span.meanings
			if isinstance(one, IsDetail | IsDocType)
		}
		return self.vocabulary.persons - wanted

	# --- What it is

	def _share_a_name(self, doctype: str, other: str) -> bool:
		"""Whether a word of the question may mean either of two DocTypes."""
		if doctype == other:
			return False
		for span in self.general[-1].spans(self.written):
			named = {one.name.doctype for one in span.meanings if isinstance(one, IsDocType)}
			if {doctype, other} <= named:
				return True
		return False

	def _list(self, attempts: Sequence[Attempt], records: Sequence[Named]) -> Reading | None:
		readings: list[tuple[int, Reading]] = []
		several: tuple[FoundRecord, ...] = ()
		for attempt in attempts:
			if attempt.cover.unknown or self._refers_back(attempt):
				continue
			try:
				composed = compose(attempt.described, attempt.cover.spans, self.calendar.today)
			except NotUnderstood:
				continue
			except SeveralRecords as error:
				several = several or error.records
				continue
			if any(self._share_a_name(attempt.described.doctype, each.record.doctype) for each in records):
				# “Is invoice SI-7 paid” is about a sales invoice, and not about purchase invoices that have to do with it.
				continue
			holders = self.vocabulary.describe(composed.query.doctype)
			if composed.query.related and not holders:
				continue
			readings.append((attempt.rank, _list_reading(_without_groups(composed, holders))))
		if all(reading.query and reading.query.related for _, reading in readings):
			asked = [attempt for attempt in attempts if not self._refers_back(attempt)]
			joined = of_clauses(asked, self.calendar.today)
			readings = [(rank, _list_reading(composed)) for rank, composed in joined] or readings
		if not readings:
			return Reading("ask", records=several[:_MOST_CHOICES]) if several else None
		readings.sort(key=lambda each: each[0])
		best = [reading for rank, reading in readings if rank == readings[0][0]]
		if len(best) > 1:
			return Reading("ask", choices=tuple(best[:_MOST_CHOICES]))
		others = tuple(reading for _, reading in readings[1:_MOST_CHOICES])
		return replace(readings[0][1], choices=others)

	def _refers_back(self, attempt: Attempt) -> bool:
		"""Whether a pronoun stands for something that the question did not name before: “how many of them are in stock” is about
		what was said earlier, if anybody knows what, and not about all that is in stock."""
		pronouns = {word for code in self.languages if code in LANGUAGES for word in LANGUAGES[code].pronouns}
		links = {each.name for each in attempt.described.fields if each.kind == "link"}
		named = (
			span.first
			for span in attempt.cover.spans
			if any(
				isinstance(meaning, (IsDocType, IsRecord, IsTotal))
				# “Combien chaque client a-t-il de tickets”: the client, which is a field of the tickets.
				or (isinstance(meaning, IsField) and meaning.field in links)
				for meaning in span.meanings
			)
		)
		first = min(named, default=len(attempt.words))
		# “Il” of a longer phrase stands for nothing: “il y a”.
		said = (attempt.words[span.first : span.after] for span in attempt.cover.spans if span.after <= first)
		return any(" ".join(spelt(word.text) for word in words) in pronouns for words in said)

	def _record(self, records: Sequence[Named]) -> FoundRecord | None:
		"""The record that the longest name in the question is of."""
		usable = [
			each
			for each in records
			if each.record.doctype in self.vocabulary.record_doctypes and not each.record.are_alike
		]
		persons = [each for each in usable if each.record.doctype in self.vocabulary.persons]
		# Of several people of one name nobody knows which is meant: then those are shown at whom one of them is.
		is_known = len({each.record.name for each in persons}) == 1
		usable = persons if is_known else [each for each in usable if each not in persons]
		if not usable:
			return None
		named = max(usable, key=lambda each: each.end - each.start)
		text = self.question[named.start : named.end]
		is_whole = named.start == self.written[0].start and named.end == self.written[-1].end
		is_name = " " in text or any(map(str.isdigit, text)) or (text[0].isupper() and named.start > 0)
		return named.record if is_name or is_whole else None


def _without_groups(composed: Composed, holders: DocTypeWords | None) -> Composed:
	"""Departments without employees are none that others are grouped under; that is assumed, and told."""
	query = composed.query
	lacks = any(one.at_most == 0 for one in query.related)
	groups = (
		next((each for each in holders.fields if each.name == "is_group" and each.kind == "check"), None)
		if holders
		else None
	)
	if not (lacks and holders and groups) or holders.is_named or query.conditions:
		return composed
	told = Part("condition", groups.label, groups.name, "=", ("No",), is_assumed=True)
	query = replace(query, conditions=(RecordCondition(groups.name, "=", 0),))
	return replace(composed, query=query, understood=(*composed.understood, told))


def _list_reading(composed: Composed) -> Reading:
	return Reading("list", composed.query, composed.understood, computed=composed.computed)


def _says_something(word: Word, lexicons: Iterable[Lexicon]) -> bool:
	return any(lexicon.has(word.text) or not lexicon.days.isdisjoint(word.forms) for lexicon in lexicons)


def _text_values(words: Sequence[Word], spans: Sequence[Span], described: DocTypeWords) -> list[Span]:
	"""Numbers with letters, or of some length, behind fields with text, or behind one word more: “reference number R-7”."""
	texts = {field.name for field in described.fields if field.kind == "text"}
	days = _places(span for span in spans if any(isinstance(one, IsDates) for one in span.meanings))
	found: list[Span] = []
	for span in spans:
		if any(isinstance(one, IsField) and one.field in texts for one in span.meanings):
			for place, word in enumerate(words[span.after : span.after + 2], start=span.after):
				if place in days:
					break
				if len(word.text) >= _SHORTEST_CODE and any(map(str.isdigit, word.text)):
					found.append(Span(place, place + 1, (IsText(word.text),)))
					break
	return found


def _places(spans: Iterable[Span]) -> set[int]:
	return {place for span in spans for place in range(span.first, span.after)}


def _consecutive(words: Sequence[Word], unknown: Sequence[Word]) -> list[tuple[int, int]]:
	"""Where unknown words that follow one another begin and end."""
	runs: list[tuple[int, int]] = []
	goes_on = False
	for word in words:
		if word not in unknown:
			goes_on = False
		elif goes_on:
			runs[-1] = (runs[-1][0], word.end)
		else:
			runs.append((word.start, word.end))
			goes_on = True
	return runs


def _named_places(words: Sequence[Word], spans: Iterable[Span], least: int = 0) -> set[tuple[int, int]]:
	"""Where a DocType is named by its name, with an ending of at least so many letters, and of no more than a plural has."""
	places = set()
	for span in spans:
		said = fold(words[span.first].text)
		names = (fold(one.name.text) for one in span.meanings if isinstance(one, IsDocType))
		if any(said.startswith(name) and least <= len(said) - len(name) <= _LONGEST_ENDING for name in names):
			places.add((span.first, span.after))
	return places


def _without(
	spans: Iterable[Span], places: Container[tuple[int, int]], meant: Callable[[Span, Meaning], bool]
) -> Iterator[Span]:
	"""``spans`` without what ``meant`` is true of at these places."""
	for span in spans:
		if (span.first, span.after) in places:
			kept = tuple(one for one in span.meanings if not meant(span, one))
			span = replace(span, meanings=kept)
		if span.meanings:
			yield span


def _is_option(span: Span, meaning: Meaning) -> bool:
	"""Where several records are named: “payments to suppliers” are no suppliers of which *Payments* are held."""
	return isinstance(meaning, IsOption)


def _is_inflected_state(span: Span, meaning: Meaning) -> bool:
	"""What another inflection of a name, or other accents, would make of it: “orders and invoices” are not those *invoiced*, and
	“facture” is not “facturé”."""
	return span.closeness < AS_WRITTEN and isinstance(meaning, IsState | IsOption)


def _total_places(spans: Iterable[Span]) -> set[tuple[int, int]]:
	"""Where a number is named by its own word: “purchases” are not what has the option *Purchase*."""
	return {
		(span.first, span.after)
		for span in spans
		if span.is_exact and any(isinstance(one, IsTotal) for one in span.meanings)
	}


def _without_inflected_names(
	words: Sequence[Word], spans: Iterable[Span], wording: Iterable[Span]
) -> Iterator[Span]:
	"""``spans`` without names of DocTypes that another inflection would make of a word for a state, a number or a date: “pagado” is paid, be
	it said of records that can be or not, and no “pago”, which is a payment; “customers ordered” are no customer orders. But “órdenes
	de venta” are sales orders, though “venta” is a number too: what is inflected there is the “orden”."""
	written = [span for span in wording if span.closeness == AS_WRITTEN]
	same = {
		(span.first, span.after)
		for span in written
		if any(isinstance(one, IsState | IsTotal | IsDateField) for one in span.meanings)
	}
	ends = {span.after for span in written if any(isinstance(one, IsTotal) for one in span.meanings)}
	return (
		span
		for span in spans
		if span.closeness > INFLECTED
		or not (
			(span.first, span.after) in same
			or (span.after in ends and not _ends_as_written(words, span))
			or _is_done(words, span)
		)
	)


def _is_done(words: Sequence[Word], span: Span) -> bool:
	"""Whether an English participle stands here, which a DocType was taken for: leads that were not *contacted* do not lack a contact."""
	said = fold(words[span.after - 1].text)
	names = [fold(one.name.text) for one in span.meanings if isinstance(one, IsDocType)]
	return said.endswith(_DONE) and not any(name.endswith(_DONE) for name in names)


def _ends_as_written(words: Sequence[Word], span: Span) -> bool:
	"""Whether the last word here is that of one of the names, in its very form."""
	said = fold(words[span.after - 1].text)
	names = (one.name.text.split() for one in span.meanings if isinstance(one, IsDocType))
	return any(len(name) > 1 and fold(name[-1]) == said for name in names)


def _link_to(described: DocTypeWords, doctype: str) -> list[Meaning]:
	"""The field or kind of party that is meant when the records of another DocType are named: “customers” of invoices."""
	links = [each for each in described.fields if each.kind == "link" and each.target == doctype]
	main = [each for each in links if each.is_main] or links
	if not links and described.is_of_party and doctype in described.parties:
		return [IsPartyKind(doctype)]
	return [IsField(main[0].name)] if len(main) == 1 else []


def _said_of(meanings: Sequence[Meaning], described: DocTypeWords) -> tuple[Meaning, ...]:
	"""What of this may be said of such records."""
	meant = tuple(one for one in meanings if _is_said_of(one, described))
	if _WORKING in meant:
		# A task “in progress” is being worked on, where that is a state of its own; other records in progress are open.
		meant = tuple(one for one in meant if one != _OPEN)
	if len(meant) < len(meanings) and not any(isinstance(one, IsTotal) for one in meant):
		# “Best-selling” items are not those of which most are in stock.
		return tuple(one for one in meant if not (isinstance(one, Says) and "top" in one.roles))
	return meant


def _is_said_of(meaning: object, described: DocTypeWords) -> bool:
	if isinstance(meaning, IsState):
		return meaning.key in described.computed or bool(state_conditions(described, meaning.key))
	if isinstance(meaning, IsTotal):
		return meaning.key in described.totals
	if isinstance(meaning, IsDateField):
		return meaning.key in described.dates or meaning.key in DATES_OF_ALL
	return True
