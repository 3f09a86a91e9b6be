"""Questions for a share: *what percentage of our invoices is overdue*.

Such a question is read as if it asked how many or how much there is: whole, which gives the part, and until the verb behind which something is
said of the part, which gives the whole.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import TypeAlias

from huf.engine.questions.languages import LANGUAGES
from huf.engine.questions.lexicon import IsDocType, IsTotal, Says, Span, names_lexicon, wording_lexicon
from huf.engine.questions.reading import Part, Reading
from huf.engine.questions.record_query import RecordCondition, RecordQuery, Share
from huf.engine.questions.vocabulary import DocTypeWords, Vocabulary
from huf.engine.questions.wording import Role
from huf.engine.questions.words import Word, forms_of, spelt

Read: TypeAlias = Callable[[Sequence[Word], Role], Reading]
"""Reads words of the question, with the role that words for a share have in it."""

_THINGS = (IsDocType, IsTotal)
_WHOSE: frozenset[Role] = frozenset({"with", "without", "not", "nothing", "whether"})
_IN_PART = (
	*("paid", "not paid", "partly paid", "overdue", "delivered", "not delivered"),
	*("billed", "not billed", "received", "not received"),
)
"""States, by their keys, that a record may be in with a part of its amount."""
_SHORTEST_PART = 3
"""Letters of what a compound begins with."""
_VERBS: frozenset[Role] = frozenset({"is", "whether", "verb"})
_NOT_CANCELLED = RecordCondition("docstatus", "!=", 2)
_CANCELLED = (2, "Cancelled")


def read_share(words: Sequence[Word], vocabulary: Vocabulary, read: Read) -> Reading | None:
	"""The share that is asked for, or who has to be named first; None if no share is asked for, or nobody can tell of what."""
	words = [*_with_split_compounds(words, vocabulary.languages)]
	said = [*wording_lexicon(vocabulary.languages).spans(words)]
	if not any("share" in _roles(span) for span in said):
		return None
	named = [*names_lexicon(vocabulary).spans(words)]
	share = _share(said, named)
	if not share:
		return None
	is_behind = _is_behind_part(said, named, share)
	is_of_before = _is_behind_whole(said, named, share)
	cut = _cut(said, share, is_of_before=is_of_before)
	is_of_pieces = any("quantity" in _roles(span) for span in said)
	says_whose = any(_roles(span) & _WHOSE for span in said)
	for number in _numbers(said, named, share, is_of_before=is_of_before):
		part = read(words[: share.after] if is_behind else words, number)
		if part.kind == "ask" and part.records:
			return part
		described = _described(part, vocabulary)
		if described is None or (number == "count" and _is_of_pieces(part) and not is_of_pieces):
			# “Share of each group in sales” is one of an amount.
			continue
		if is_behind:
			whole: Reading | None = read(words[share.first :], number)
			part = _of_whole(part, whole)
		else:
			whole = read(words[:cut], number) if cut else None
		found = _Shared(part, described, whole, says_whose).reading()
		if not found and whole and whole.query == part.query:
			# “The percentage of invoices that are overdue.”
			found = _Shared(part, described, None, says_whose).reading()
		if found:
			return found
	return None


def _roles(span: Span) -> frozenset[Role]:
	return frozenset[Role]().union(*(one.roles for one in span.meanings if isinstance(one, Says)))


def _share(said: Sequence[Span], named: Sequence[Span]) -> Span | None:
	"""The words for a share, if they are no part of a longer phrase: a “share transfer” is a document, and “de la part de” is no part."""
	shares = (span for span in said if "share" in _roles(span))
	return next(
		(
			share
			for share in sorted(shares, key=lambda span: (span.first, -span.after))
			if not any(
				span.first <= share.first < span.after and span.after - span.first > share.after - share.first
				for span in (*said, *named)
			)
		),
		None,
	)


@cache
def _share_heads(languages: tuple[str, ...]) -> tuple[frozenset[str], tuple[str, ...]]:
	"""Words for a share with which compounds may end, and what may stand before them, the longest first."""
	tables = [LANGUAGES[code] for code in languages if code in LANGUAGES and LANGUAGES[code].joins]
	heads = {phrase for table in tables for phrase in table.roles.get("share", ()) if phrase.isalpha()}
	joins = {join for table in tables for join in table.joins}
	return frozenset(heads), tuple(sorted(joins, key=len, reverse=True))


def _with_split_compounds(words: Sequence[Word], languages: tuple[str, ...]) -> Iterator[Word]:
	"""The words, with those taken apart that end with a word for a share: “Umsatzanteil”."""
	heads, joins = _share_heads(languages)
	for word in words:
		typed = spelt(word.text)
		head = next(
			(
				each
				for each in sorted(heads)
				if typed.endswith(each) and len(typed) > len(each) + _SHORTEST_PART
			),
			"",
		)
		if not head or typed in heads:
			yield word
			continue
		cut = len(typed) - len(head)
		join = next((each for each in joins if typed[:cut].endswith(each)), "")
		before = typed[:cut].removesuffix(join)
		yield Word(before, word.start, word.start + len(before), forms_of(before, languages))
		yield Word(head, word.start + cut, word.end, forms_of(head, languages))


def _is_behind_part(said: Sequence[Span], named: Sequence[Span], share: Span) -> bool:
	"""Whether the part stands before the words for a share, and the whole, of the same DocType, behind them: “overdue invoices as a percentage of
	all invoices”."""
	doctypes = [
		{one.name.doctype for span in side for one in span.meanings if isinstance(one, IsDocType)}
		for side in (
			[span for span in named if span.after <= share.first],
			[span for span in named if span.first >= share.after],
		)
	]
	return bool(doctypes[0] & doctypes[1]) and not any(
		"group" in _roles(span) for span in said if span.first >= share.after
	)


def _of_whole(part: Reading, whole: Reading | None) -> Reading:
	"""The part, of which is also true what was said of the whole alone: “complaints as a percentage of issues this month”."""
	if not (part.query and whole and whole.query):
		return part
	query = replace(
		part.query,
		conditions=tuple(dict.fromkeys((*part.query.conditions, *whole.query.conditions))),
		related=tuple(dict.fromkeys((*part.query.related, *whole.query.related))),
		group_by=tuple(dict.fromkeys((*part.query.group_by, *whole.query.group_by))),
	)
	return replace(part, query=query, understood=tuple(dict.fromkeys((*part.understood, *whole.understood))))


def _is_of_pieces(part: Reading) -> bool:
	return bool(part.query and any(each.function == "sum" for each in part.query.measures))


def _is_behind_whole(said: Sequence[Span], named: Sequence[Span], share: Span) -> bool:
	"""Whether the whole stands before the words for a share, and something is said of the part behind them: “of the open tickets, what percentage
	is older than 60 days”."""
	things = [span for span in (*said, *named) if any(isinstance(one, _THINGS) for one in span.meanings)]
	is_grouped = any("group" in _roles(span) for span in said if span.first in (share.after, share.after + 1))
	return any(span.after <= share.first for span in things) and not is_grouped


def _cut(said: Sequence[Span], share: Span, *, is_of_before: bool) -> int:
	"""The place behind the words that say the whole: of the verb behind which something is said of the part, with what stands before it in one
	phrase; 0 for none.

	Args:
		is_of_before: whether the whole stands before the words for a share.
	"""
	if is_of_before:
		return share.after
	verbs = sorted(span.first for span in said if span.first >= share.after and _roles(span) & _VERBS)
	for verb in verbs[:1]:
		denied = [span.first for span in said if span.after == verb and _roles(span) & {"not", "without"}]
		if denied:
			# “Never got.”
			return min(denied)
		return min(
			span.first for span in said if span.first <= verb < span.after and span.first >= share.after
		)
	return 0


def _numbers(
	said: Sequence[Span], named: Sequence[Span], share: Span, *, is_of_before: bool
) -> Sequence[Role]:
	"""What may be asked for, the likelier first: of a number that has a word of its own, an amount."""
	things = [span for span in (*said, *named) if not all(isinstance(one, Says) for one in span.meanings)]
	grouped = min(
		(span.first for span in said if span.first >= share.after and "group" in _roles(span)), default=None
	)
	# “Share of revenue by country”, “revenue by country in percent”.
	behind = [
		span for span in things if span.first >= share.after and (grouped is None or span.first < grouped)
	]
	told = things if is_of_before else behind or things
	first = min((span.first for span in told), default=0)
	longest = max((span.after for span in told if span.first == first), default=0)
	is_total = any(
		isinstance(one, IsTotal)
		for span in told
		if (span.first, span.after) == (first, longest)
		for one in span.meanings
	)
	return ("much",) if is_total else ("count", "much")


def _described(part: Reading, vocabulary: Vocabulary) -> DocTypeWords | None:
	"""The DocType of what was read, if it is a number that can have a share."""
	query = part.query
	if part.kind != "list" or not query or query.having:
		return None
	if [each.function for each in query.measures] not in (["count"], ["sum"]):
		return None
	return vocabulary.describe(query.doctype)


class _Shared:
	"""What was read of the part, and of the whole, if that was said."""

	def __init__(
		self, part: Reading, described: DocTypeWords, whole: Reading | None, says_whose: bool
	) -> None:
		"""
		Args:
			says_whose: whether a word says of something that others have or lack it.
		"""
		assert part.query is not None
		self.says_whose = says_whose
		self.part, self.query, self.described, self.whole = part, part.query, described, whole
		self.dates = {each.name for each in described.fields if each.kind in ("date", "datetime")}
		self.assumed = {(each.field, each.operator) for each in part.understood if each.is_assumed}

	def reading(self) -> Reading | None:
		query, whole = self.query, self.whole.query if self.whole else None
		if self.whole and not (whole and self._is_whole(whole)):
			return None
		if not whole and query.related and not self.says_whose:
			# “Share of customer groups in the number of orders” is no share of the customer groups that have any.
			return None
		kept = [each for each in query.conditions if self._is_of_whole(each, whole)]
		part = tuple(each for each in query.conditions if each not in kept)
		if self._is_paid_in_part() or (not whole and self._may_be_of_several(part)):
			return None
		related = whole.related if whole else ()
		share = Share(part, tuple(each for each in query.related if each not in related))
		computed = self.part.computed
		if share.is_of_groups and not computed and not query.group_by:
			return None
		if self.described.is_submittable and not any(each.field == "docstatus" for each in kept):
			is_cancelled = any(each.operator == "=" and each.value in _CANCELLED for each in part)
			kept += [] if is_cancelled else [_NOT_CANCELLED]
		shared = replace(
			query,
			conditions=tuple(kept),
			related=related,
			share=share,
			order_by=query.order_by if share.is_of_groups and not computed else (),
		)
		return Reading("list", shared, tuple(self._told(shared)), computed=computed)

	def _may_be_of_several(self, part: Sequence[RecordCondition]) -> bool:
		"""Whether nobody can tell what is the part: “share of Acme in overdue invoices” is one of what is overdue, “percentage of overdue invoices
		from Germany” one of either."""
		links = {each.name for each in self.described.fields if each.kind == "link"}
		whose = [each for each in part if each.field in links]
		return bool(whose) and len(part) + len(self.query.related) > 1

	def _is_paid_in_part(self) -> bool:
		"""Whether an amount is shared by what may be so of a part of each record: the amount of the paid invoices is not what was paid."""
		(measure,) = self.query.measures
		if measure.function == "count" or measure.field == self.described.open_amount:
			return False
		in_part = {each for key in _IN_PART for each in self.described.states.get(key, ())}
		return any(each in in_part and each.field != "docstatus" for each in self.query.conditions)

	def _is_whole(self, whole: RecordQuery) -> bool:
		"""Whether the part is one of it: of the same records, with all that is said of them."""
		said = [*self.query.conditions, *self.query.related]
		assumed = {
			(each.field, each.operator)
			for each in (self.whole.understood if self.whole else ())
			if each.is_assumed
		}
		return (
			(whole.doctype, whole.measures) == (self.query.doctype, self.query.measures)
			and {*whole.group_by} <= {*self.query.group_by}
			and all(one in said for one in whole.related)
			and all(one in said or (one.field, one.operator) in assumed for one in whole.conditions)
			and not (self.whole and self.whole.computed)
		)

	def _is_of_whole(self, condition: RecordCondition, whole: RecordQuery | None) -> bool:
		if (condition.field, condition.operator) in self.assumed:
			return True
		if whole and condition in whole.conditions:
			return True
		# “What percentage of the revenue came from Germany this year”: this year is both; “… was made in March” is of the part alone.
		is_said_of_both = not whole or not any(each.field in self.dates for each in whole.conditions)
		# “Before today” is what a state says: overdue.
		is_period = condition.operator in ("between", "=") or (
			condition.field == self.described.date and condition.operator != "<"
		)
		is_day = condition.field in self.dates and is_period
		return is_day and is_said_of_both and self._says_more_than_days(whole)

	def _says_more_than_days(self, whole: RecordQuery | None) -> bool:
		"""Whether something else is said of the part, or each group is one."""
		query = self.query
		known = whole.conditions if whole else ()
		others = [
			each
			for each in query.conditions
			if each.field not in self.dates
			and each not in known
			and (each.field, each.operator) not in self.assumed
		]
		related = [each for each in query.related if not whole or each not in whole.related]
		return bool(others or related or self.part.computed or query.group_by)

	def _told(self, shared: RecordQuery) -> list[Part]:
		"""First what is true of the whole, then of the part."""
		kept = {(each.field, each.operator) for each in shared.conditions}
		of_whole: list[Part] = []
		of_part: list[Part] = []
		others: list[Part] = []
		before = self.whole.understood if self.whole else ()
		for part in self.part.understood:
			if part.what in ("condition", "related", "computed"):
				is_kept = part in before or ((part.field, part.operator) in kept and part.what == "condition")
				(of_whole if is_kept else of_part).append(part)
			elif part.what == "doctype":
				of_whole.append(part)
			elif part.what != "order":
				others.append(part)
		if _NOT_CANCELLED in shared.conditions and not any(each.field == "docstatus" for each in of_whole):
			of_whole.append(Part("condition", "", "docstatus", "!=", ("2",), is_assumed=True))
		return [*of_whole, *others, Part("share"), *of_part]
