"""Questions of several clauses, the first about records by what they are, the others about what these have or lack: “customers in Germany
*without orders since June*”, “customers *with an open ticket* and *overdue invoices*”."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeAlias

from huf.engine.questions.attempts import Attempt
from huf.engine.questions.composing.asked import Composed, NotUnderstood
from huf.engine.questions.composing.composer import compose
from huf.engine.questions.composing.records import SeveralRecords
from huf.engine.questions.lexicon import IsField, Says, Span
from huf.engine.questions.reading import Part
from huf.engine.questions.record_query import Related
from huf.engine.questions.vocabulary import DocTypeWords, FieldWords

_Places: TypeAlias = tuple[int, int | None]
"""Where a clause begins in the question, and before which place it ends; None for its last one."""
_MOST_TRIED = 300
"""Parts of a question that are read as a clause before it is given up; ordinary ones need a tenth."""
_LIST = Span(0, 0, (Says(frozenset({"list"})),))
"""A first clause may say no more than its kind."""


def of_clauses(attempts: Sequence[Attempt], today: date) -> list[tuple[int, Composed]]:
	"""The queries that come of reading a question as several clauses, each with the rank of the DocTypes that it is about."""
	unknown = [{word.start for word in each.cover.unknown} for each in attempts]
	if not unknown or set.intersection(*unknown):
		# A word that says nothing of any of them says nothing in a clause.
		return []
	tries = iter(range(_MOST_TRIED))
	found = [_Clauses(holders, attempts, today, tries).read() for holders in attempts]
	return [each for each in found if each]


class _Clauses:
	"""A question as one about the records of ``holders``, of which the first clause is."""

	def __init__(
		self, holders: Attempt, attempts: Sequence[Attempt], today: date, tries: Iterator[int]
	) -> None:
		self.holders, self.today, self.tries = holders, today, tries
		self.held = [
			(each, link)
			for each in attempts
			# “How many men and women do we have” is not of those that lead to others of their kind.
			if each.described.doctype != holders.described.doctype
			and (link := _link_to(each.described, holders.described))
		]

	def read(self) -> tuple[int, Composed] | None:
		"""With the first clause as long as it can be."""
		starts = [word.start for word in self.holders.words] if self.held else []
		for start in reversed(starts[1:]):
			if next(self.tries, None) is None:
				return None
			phrases = self.holders.until(start)
			first = _composed(self.holders.described, phrases and (_LIST, *phrases), self.today)
			if not first or first.query.group_by or first.query.order_by:
				continue
			if first.query.related:
				# “Customers that owe us invoices …” says already what they have, of records that the rest may be about.
				continue
			for clauses in self._cut(start):
				if read := self._joined(first, clauses):
					return read
		return None

	def _cut(self, start: int) -> Iterator[list[_Places]]:
		"""The words from here on as one clause, and as two: with a word for “and” or “who” between them, or from one for “have” on."""
		yield [(start, None)]
		words = self.holders.words
		cuts = set()
		for span in self.holders.spans:
			roles = {role for one in span.meanings if isinstance(one, Says) for role in one.roles}
			if roles & {"and", "party"}:
				cuts.add((words[span.first].start, words[span.after - 1].end))
			elif roles & {"whether", "with", "without"}:
				cuts.add((words[span.first].start, words[span.first].start))
		for before, behind in sorted(cuts):
			following = [word.start for word in words if word.start >= behind]
			if start < before and following:
				yield [(start, before), (following[0], None)]

	def _joined(self, first: Composed, cut: Sequence[_Places]) -> tuple[int, Composed] | None:
		clauses: list[_Clause] = []
		for places in cut:
			read = [one for each, link in self.held if (one := self._read(each, link, *places))]
			best = min((one.rank for one in read), default=0)
			meant = [one for one in read if one.rank == best]
			if len(meant) != 1:
				return None
			clauses += meant
		says_more = any(not part.is_assumed for part in first.understood if part.what == "condition")
		if len(clauses) == 1 and not (says_more or clauses[0].is_dynamic):
			# “Customers with 5 orders” has one clause.
			return None
		query = replace(first.query, related=tuple(one.related for one in clauses))
		told = (*first.understood, *(part for one in clauses for part in one.told))
		return max(one.rank for one in clauses), Composed(query, told, first.computed)

	def _read(self, held: Attempt, link: FieldWords, start: int, end: int | None) -> "_Clause | None":
		"""What a clause says that the holders have or lack."""
		if next(self.tries, None) is None:
			return None
		described = held.described
		is_dynamic = link not in described.fields
		if is_dynamic:
			others = (each for each in described.fields if each.name != link.name)
			described = replace(described, fields=(link, *others))
		spans = held.between(start, end, IsField(link.name))
		if spans and any(
			isinstance(one, Says) and "list" in one.roles for span in spans for one in span.meanings
		):
			# “Do customers have open issues? Show me those issues.”
			return None
		composed = _composed(described, spans, self.today)
		if not composed or composed.computed:
			return None
		query, (_doctype, *parts) = composed.query, composed.understood
		if query.related and query.doctype == link.target and not (query.measures or query.conditions):
			return _Clause(held.rank, query.related[0], parts, is_dynamic)
		if query.group_by == (link.name,) and [each.key for each in query.measures] == ["count"]:
			# “Customers with overdue invoices”, read alone, are told each with how many.
			conditions = (part for part in parts if part.what == "condition")
			told = (Part("related", described.label, values=("1",)), *conditions)
			related = Related(query.doctype, link.name, query.conditions)
			return _Clause(held.rank, related, told, is_dynamic)
		return None


@dataclass(frozen=True, slots=True)
class _Clause:
	"""One that was read."""

	rank: int
	"""Of the DocType that it names."""
	related: Related
	told: Sequence[Part]
	is_dynamic: bool
	"""Whether the link may lead to records of other DocTypes too."""


def _link_to(held: DocTypeWords, holders: DocTypeWords) -> FieldWords | None:
	"""The link of one DocType to another: the main one, or one that may lead to records of others too."""
	links = [each for each in held.fields if each.target == holders.doctype]
	main = [each for each in links if each.is_main] or links
	if len(main) == 1:
		return main[0]
	if not links and holders.doctype in held.parties:
		column, _kind = held.parties[holders.doctype]
		return FieldWords(column, holders.label, "link", target=holders.doctype, is_main=True)
	return None


def _composed(described: DocTypeWords, spans: Sequence[Span] | None, today: date) -> Composed | None:
	if not spans:
		return None
	try:
		return compose(described, spans, today)
	except (NotUnderstood, SeveralRecords):
		return None
