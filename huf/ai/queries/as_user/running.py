"""A question about many records, answered with the rights of a user: a list, a number, or a number for each group.

Rows and totals are over exactly the records that the user may see. What cannot be found out within its bounds is refused;
no number is ever given that would be another one if everything had been looked at.
"""

from dataclasses import dataclass, replace
from typing import Any

from frappe import _
from frappe.utils import cint

from huf.ai.queries.as_user.acting import acting_as
from huf.ai.queries.as_user.allowed import MOST_CHECKED, Allowed, names_condition
from huf.ai.queries.as_user.changes import is_running, with_changes
from huf.ai.queries.as_user.columns import Listed, Table
from huf.ai.queries.as_user.database import SECONDS, Reading
from huf.ai.queries.as_user.errors import QueryRefused
from huf.ai.queries.as_user.plan import Plan, plan_of
from huf.ai.queries.as_user.readable import readable_doctype
from huf.ai.queries.as_user.result import QueryResult, Total
from huf.ai.queries.as_user.statement import Statement
from huf.ai.queries.as_user.wording import in_words, list_url
from huf.engine.questions.record_query import RecordQuery


def run_query(query: RecordQuery, user: str, seconds: float = SECONDS) -> QueryResult:
	"""Answer ``query`` with the rights of ``user``, in at most so many ``seconds``.

	Raises:
		QueryRefused: a name in it is none that the user may read, a value does not fit its field, the right to single
			records would have to be asked too often, or the time is over. The message says what to do.
	"""
	with acting_as(user):
		asked = readable_doctype(query.doctype, user)
		plan = plan_of(replace(query, doctype=asked.name), asked)
		return _Answering(plan, user, Reading(seconds)).answer()


@dataclass(frozen=True, slots=True)
class _Checked:
	"""Which records count, as SQL, and whether these are all that fit."""

	condition: str
	are_all: bool = True


class _Answering:
	"""One question while it is answered."""

	def __init__(self, plan: Plan, user: str, reading: Reading) -> None:
		self._plan = plan
		self._reading = reading
		self._allowed = Allowed(plan.asked.name, user)
		self._notes: list[str] = []
		# Their plans are of numbers, so these are all that fit, or the question is refused.
		self._related, self._of_part = (
			[_Answering(one.plan, user, reading).checked().condition for one in related]
			for related in (plan.related, plan.share.related if plan.share else ())
		)

	def answer(self) -> QueryResult:
		"""The rows and the totals."""
		checked = self.checked()
		statement = self._statement(checked.condition)
		of_part = self._plan.share.related if self._plan.share else ()
		for label in dict.fromkeys(one.plan.asked.label for one in (*self._plan.related, *of_part)):
			self._notes.append(_("Of the records of {0} only those count that you may see.").format(label))
		return self._list(statement, checked) if self._plan.is_list else self._numbers(statement)

	def _statement(self, records: str) -> Statement:
		return Statement(self._plan, records, self._related, self._of_part)

	def checked(self) -> _Checked:
		"""Which records count: a condition, or, where single records have to be asked, the names of those that passed."""
		if not self._allowed.asks_documents:
			return _Checked(self._allowed.condition)
		plan = self._plan
		# In the order of the list, so that a list without a total begins with the right rows.
		statement = self._statement(self._allowed.condition)
		order = statement.order() if plan.is_list and not plan.table else f" order by {statement.name}"
		select = statement.select(
			statement.name if not plan.table else f"distinct {statement.name}",
			f"{order} limit {MOST_CHECKED + 1}",
		)
		names = [str(row[0]) for row in self._reading.rows(select, statement.values)]
		if len(names) <= MOST_CHECKED:
			readable = self._allowed.among(names, self._reading.go_on)
			return _Checked(names_condition(plan.asked.name, readable))
		too_many = _("More than {0} records of {1} would have to be checked one by one").format(
			MOST_CHECKED, plan.asked.label
		)
		if not plan.is_list or plan.table:
			raise QueryRefused(
				_(
					"{0}, so there is no number that could be relied on. Narrow the question by further conditions."
				).format(too_many)
			)
		self._notes.append(_("{0}, so how many there are in total is not known.").format(too_many))
		first = self._allowed.among(names[:MOST_CHECKED], self._reading.go_on, most=plan.query.limit + 1)
		return _Checked(names_condition(plan.asked.name, first), are_all=False)

	def _list(self, statement: Statement, checked: _Checked) -> QueryResult:
		plan = self._plan
		listed = Listed(statement, plan)
		rows = self._rows(statement, listed.selected)
		limit = plan.query.limit
		columns, shown = listed.read(rows[:limit])
		records, drafts = self._count(statement) if checked.are_all else (None, 0)
		is_cut = len(rows) > limit
		return QueryResult(
			doctype=plan.asked.name,
			columns=columns,
			rows=shown,
			words=in_words(plan),
			url=list_url(plan),
			records=records,
			totals=() if records is None else (self._of_records(records, drafts),),
			truncated=is_cut or not checked.are_all,
			notes=tuple(self._notes),
			query=plan.query,
		)

	def _numbers(self, statement: Statement) -> QueryResult:
		plan, limit = self._plan, self._plan.query.limit
		table = Table(statement, plan)
		grouped = table.grouped + statement.having()
		rows = self._rows(statement, table.selected, grouped)
		is_cut = len(rows) > limit
		wholes: dict[str, float] = {}
		if plan.having:
			# Numbers over all records would be of the groups that are left out, too.
			records, totals = None, [self._of_groups(statement, grouped)]
		else:
			records, drafts = self._count(statement)
			totals = [self._of_records(records, drafts)]
			overall = [one for one in plan.measures if one.column or plan.share]
			if overall:
				whole = Table(statement, replace(plan, groups=(), measures=tuple(overall)))
				sums = self._reading.rows(statement.select(whole.selected, whole.grouped), statement.values)
				totals += whole.totals(sums, records)
				wholes = whole.wholes(sums) if plan.share else {}
		columns, shown = table.read(rows[:limit], wholes)
		if is_cut and plan.share and not plan.has_part and len(wholes) == 1:
			totals.append(table.share_of_first(shown))
		if plan.query.changes:
			columns, shown, changes = with_changes(plan, columns, shown)
			totals += changes
			if is_running(plan, [str(row[0]) for row in shown[-1:]]):
				self._notes.append(_("The last period is not over yet."))
		if len(totals) > 1 and len({total.currency for total in totals[1:]} - {""}) > 1:
			self._notes.append(
				_(
					"The amounts are in several currencies: there is a number for each, and they cannot be added up."
				)
			)
		if plan.state == "submitted":
			self._notes.append(
				_("Amounts are of submitted records only: neither drafts nor what was cancelled.")
			)
		return QueryResult(
			doctype=plan.asked.name,
			columns=columns,
			rows=shown,
			words=in_words(plan),
			url=list_url(plan),
			records=records,
			totals=tuple(totals),
			truncated=is_cut,
			notes=tuple(self._notes),
			query=plan.query,
		)

	def _rows(self, statement: Statement, selected: str, grouped: str = "") -> list[tuple[Any, ...]]:
		rest = f"{grouped}{statement.order()} limit {self._plan.query.limit + 1}"
		return self._reading.rows(statement.select(selected, rest), statement.values)

	def _count(self, statement: Statement) -> tuple[int, int]:
		drafts = statement.drafts if self._plan.state == "not cancelled" else "0"
		((records, of_them),) = self._reading.rows(
			statement.select(f"{statement.count}, {drafts}"), statement.values
		)
		return cint(records), cint(of_them)

	def _of_groups(self, statement: Statement, grouped: str) -> Total:
		select = f"select count(*) from ({statement.select('1', grouped)}) kept"
		((groups,),) = self._reading.rows(select, statement.values)
		words = _("{0}. Number of groups: {1}, over all that you may see.").format(
			in_words(self._plan), groups
		)
		return Total("groups", _("Number of Groups"), cint(groups), words=words)

	def _of_records(self, records: int, drafts: int) -> Total:
		words = _("{0}: {1} records, over all that you may see.").format(in_words(self._plan), records)
		if drafts:
			words += " " + _("{0} of them are drafts.").format(drafts)
		return Total("count", _("Number of Records"), records, words=words)
