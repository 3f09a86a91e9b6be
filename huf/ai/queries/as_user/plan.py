"""A question, checked against what its user may read: which columns are shown, grouped, measured and sorted by.

Every name of a question becomes a :class:`~huf.ai.queries.as_user.readable.Column` here, or the question is refused. What makes
SQL of it gets columns, never names from outside.
"""

import re
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal, cast, get_args

import frappe
from frappe import _

from huf.ai.queries.as_user.errors import QueryRefused, said
from huf.ai.queries.as_user.readable import Column, ReadableDocType, readable_doctype
from huf.ai.queries.as_user.values import checked
from huf.ai.words import joined_by_and
from huf.engine.questions.record_query import (
	MOST_ROWS,
	Compared,
	GroupCondition,
	Measure,
	RecordCondition,
	RecordQuery,
	Related,
	Share,
)

MOST_PARTS = 20
"""Conditions, fields, groups, measures, orders: of each so many."""

MOST_RELATED = 5
"""Kinds of related records: each is a select of its own."""

Unit = Literal["", "month", "quarter", "year"]
State = Literal["", "not cancelled", "submitted"]

_OF_A_DATE = re.compile(r"(month|quarter|year)\(([^()]+)\)")
_DAY_OF_YEAR = re.compile(r"day_of_year\(([^()]+)\)")
_COMPARED = ("=", "!=", "<", "<=", ">", ">=")
_STATES = frozenset({"Draft", "Cancelled"})


@dataclass(frozen=True, slots=True)
class Condition:
	"""A condition with the column that it is about."""

	column: Column
	stated: RecordCondition
	other: Column | None = None
	is_of_every_year: bool = False
	"""The value is a month and a day, or from one to another: birthdays."""


@dataclass(frozen=True, slots=True)
class Group:
	"""What records are put together by."""

	key: str
	column: Column
	unit: Unit = ""
	"""Of a date: the month, the quarter of the calendar or the year that it lies in."""

	@property
	def label(self) -> str:
		"""For people."""
		named = {"month": _("Month of {0}"), "quarter": _("Quarter of {0}"), "year": _("Year of {0}")}
		return named[self.unit].format(self.column.label) if self.unit else self.column.label


@dataclass(frozen=True, slots=True)
class Measured:
	"""A measure with its column; a count has none."""

	measure: Measure
	column: Column | None = None

	@property
	def label(self) -> str:
		"""For people."""
		if self.column is None:
			return _("Number of Records")
		named = {
			"sum": _("Sum of {0}"),
			"avg": _("Average of {0}"),
			"min": _("Earliest {0}") if self.column.is_date else _("Lowest {0}"),
			"max": _("Latest {0}") if self.column.is_date else _("Highest {0}"),
		}
		return named[self.measure.function].format(self.column.label)


@dataclass(frozen=True, slots=True)
class Sorted:
	"""By what rows are sorted: a column of the list, or the key of a group or a measure."""

	by: "Column | Group | Measured | None"
	"""None: by the share."""
	descending: bool


@dataclass(frozen=True, slots=True)
class Plan:
	"""A question whose names are all known and readable."""

	asked: ReadableDocType
	query: RecordQuery
	conditions: tuple[Condition, ...]
	columns: tuple[Column, ...]
	"""Of a list; empty when there are measures or groups."""
	groups: tuple[Group, ...]
	measures: tuple[Measured, ...]
	order: tuple[Sorted, ...]
	table: str
	"""The child table whose rows are listed, grouped or measured; empty: none."""
	state: State
	"""Which of the records of a submittable DocType count when the question does not say."""
	related: "tuple[PlannedRelated, ...]" = ()
	having: "tuple[Kept, ...]" = ()
	share: "PlannedShare | None" = None

	@property
	def has_part(self) -> bool:
		"""Whether the share of a part is asked, and not that of each group."""
		return self.share is not None and bool(self.share.conditions or self.share.related)

	@property
	def is_list(self) -> bool:
		"""Whether records are listed, and not numbers about them."""
		return not (self.groups or self.measures)


@dataclass(frozen=True, slots=True)
class Kept:
	"""What must be true of the groups that are shown."""

	measured: Measured
	stated: GroupCondition


@dataclass(frozen=True, slots=True)
class PlannedShare:
	"""What the part is whose share is asked; neither conditions nor related records: each group is one."""

	conditions: tuple[Condition, ...]
	related: "tuple[PlannedRelated, ...]"


@dataclass(frozen=True, slots=True)
class PlannedRelated:
	"""Records of another DocType that link to those that are asked about, and how many there must be of each."""

	plan: Plan
	"""Which of them count."""
	link: Column
	at_least: int
	at_most: int | None


def plan_of(query: RecordQuery, asked: ReadableDocType) -> Plan:
	"""Check a question. Raises QueryRefused, which says what is wrong and what can be asked."""
	_check_sizes(query)
	if query.changes:
		# All of them, since each is compared with the one before.
		query = replace(query, limit=MOST_ROWS)
	conditions = tuple(_condition(stated, asked) for stated in query.conditions)
	groups = tuple(_group(key, asked) for key in dict.fromkeys(query.group_by))
	measures = tuple(_measured(one, asked) for one in dict.fromkeys(query.measures))
	if (groups or query.share) and not measures:
		measures = (Measured(Measure("count")),)
	if query.fields and (groups or measures):
		raise QueryRefused(
			_(
				"Fields are for lists. For numbers, name by what they are grouped in group_by, and leave fields out."
			)
		)
	columns: tuple[Column, ...] = ()
	if not (groups or measures):
		paths = query.fields or asked.list_columns(_telling(conditions, query))
		columns = tuple(asked.column(path) for path in dict.fromkeys(paths))
	order = _order(query, asked, groups, measures)
	share = _share(query, asked, groups, measures)
	_check_changes(query, groups, measures)
	plan = Plan(
		asked,
		query,
		conditions,
		columns,
		groups,
		measures,
		order,
		_table(columns, groups, measures, order),
		_state(asked, (*conditions, *(share.conditions if share else ())), groups, measures),
		tuple(_related(one, asked) for one in query.related),
		tuple(_kept(one, groups, measures) for one in query.having),
		share,
	)
	_check_rows(plan)
	return plan


def _telling(conditions: tuple[Condition, ...], query: RecordQuery) -> list[str]:
	"""Columns that differ between the rows of a list and say why these are in it, and in this order: when each is due."""
	of_rows = [
		one.column.path
		for one in conditions
		if not one.column.table
		and one.stated.operator != "is"
		and (one.stated.operator != "=" or one.is_of_every_year)
	]
	by = [one.by for one in query.order_by if one.by != "creation"]
	return [path for path in dict.fromkeys((*of_rows, *by)) if path not in ("docstatus", "_assign")]


def _check_sizes(query: RecordQuery) -> None:
	share = query.share or Share()
	parts = (
		*(query.conditions, query.fields, query.group_by, query.measures),
		*(query.order_by, query.having, share.conditions),
	)
	if any(len(part) > MOST_PARTS for part in parts):
		raise QueryRefused(
			_("One question takes at most {0} conditions, fields, groups, measures and orders each.").format(
				MOST_PARTS
			)
		)
	if len(query.related) + len(share.related) > MOST_RELATED:
		raise QueryRefused(
			_("One question can be about at most {0} kinds of related records.").format(MOST_RELATED)
		)
	if not 1 <= query.limit <= MOST_ROWS:
		raise QueryRefused(_("limit is a number from 1 to {0}.").format(MOST_ROWS))


def _condition(stated: RecordCondition, asked: ReadableDocType) -> Condition:
	if annual := _DAY_OF_YEAR.fullmatch(stated.field.replace(" ", "")):
		return _of_every_year(stated, asked.column(annual[1]))
	column = asked.column(stated.field)
	if not stated.other_field:
		return Condition(column, checked(column, stated))
	other = asked.column(stated.other_field)
	if stated.operator not in _COMPARED:
		raise QueryRefused(_("Two fields can be compared by {0}.").format(", ".join(_COMPARED)))
	if column.table != other.table:
		raise QueryRefused(
			_("{0} and {1} do not stand in the same record or row, so they cannot be compared.").format(
				column.path, other.path
			)
		)
	kinds = [(one.is_number, one.is_date) for one in (column, other)]
	if kinds[0] != kinds[1] or (not any(kinds[0]) and stated.operator not in ("=", "!=")):
		raise QueryRefused(
			_("{0} and {1} cannot be compared by {2}: both must be numbers, or both dates.").format(
				column.path, other.path, stated.operator
			)
		)
	return Condition(column, stated, other)


def _of_every_year(stated: RecordCondition, column: Column) -> Condition:
	days = stated.value if isinstance(stated.value, tuple) else (stated.value,)
	wanted = {"=": 1, "between": 2}.get(stated.operator)
	if (
		not column.is_date
		or stated.other_field
		or len(days) != wanted
		or not all(map(_is_month_and_day, days))
	):
		raise QueryRefused(
			_("{0} is a month and a day of a date, such as 12-31: “=” takes one, and “between” two.").format(
				said(stated.field)
			)
		)
	return Condition(column, stated, is_of_every_year=True)


def _is_month_and_day(value: object) -> bool:
	try:
		# A leap year has every day.
		return isinstance(value, str) and date.fromisoformat(f"2000-{value}").strftime("%m-%d") == value
	except ValueError:
		return False


def _kept(stated: GroupCondition, groups: tuple[Group, ...], measures: tuple[Measured, ...]) -> Kept:
	if not groups:
		raise QueryRefused(
			_("having is about groups: name by what the records are grouped in group_by, or use filters.")
		)
	if stated.operator not in get_args(Compared):
		raise QueryRefused(_("Groups cannot be compared by “{0}”.").format(said(stated.operator)))
	key = stated.by.replace(" ", "")
	for one in measures:
		if one.measure.key == key:
			if one.column is None or one.column.is_number:
				return Kept(one, stated)
			raise QueryRefused(_("{0} is no number, so groups cannot be told apart by it.").format(key))
	raise QueryRefused(
		_("Groups can be told apart by {0}, not by “{1}”.").format(
			", ".join(one.measure.key for one in measures), said(stated.by)
		)
	)


def _share(
	query: RecordQuery,
	asked: ReadableDocType,
	groups: tuple[Group, ...],
	measures: tuple[Measured, ...],
) -> PlannedShare | None:
	if not query.share:
		return None
	if len(measures) != 1 or measures[0].measure.function not in ("count", "sum"):
		raise QueryRefused(
			_("A share is one of a number of records or of a sum: name one measure, count or sum(field).")
		)
	if query.having:
		raise QueryRefused(
			_("Groups are told apart by their numbers or shown with shares, not both at once.")
		)
	if query.share.is_of_groups and not groups:
		raise QueryRefused(
			_("Say of which part the share is wanted: by filters in share, or for each group by group_by.")
		)
	conditions = tuple(_condition(one, asked) for one in query.share.conditions)
	return PlannedShare(conditions, tuple(_related(one, asked) for one in query.share.related))


def _check_changes(query: RecordQuery, groups: tuple[Group, ...], measures: tuple[Measured, ...]) -> None:
	if not query.changes:
		return
	if len(groups) != 1 or not groups[0].unit or len(measures) != 1:
		raise QueryRefused(
			_(
				"Changes are from one month, quarter or year to the next: group by one of these, with one measure."
			)
		)
	if query.having or query.share or query.order_by:
		raise QueryRefused(_("Changes are told in the order of time, without having, share and order_by."))


def _related(stated: Related, asked: ReadableDocType) -> PlannedRelated:
	other = readable_doctype(stated.doctype, asked.user)
	link = _link(stated, other, asked)
	conditions = stated.conditions
	if link.fieldtype == "Dynamic Link":
		conditions = (*conditions, RecordCondition(_kind_of(link), "=", asked.name))
	counted = RecordQuery(other.name, conditions=conditions, measures=(Measure("count"),))
	# What is said of rows is said of those that link to the record.
	plan = replace(plan_of(counted, other), table=link.table)
	return PlannedRelated(plan, link, stated.at_least, stated.at_most)


def _link(stated: Related, other: ReadableDocType, asked: ReadableDocType) -> Column:
	"""The column of ``other`` that leads to the records that are asked about; if no link does, one that leads to records of several
	DocTypes, as that to the party of a payment."""
	links = [one for one in other.columns.values() if one.fieldtype == "Link" and one.options == asked.name]
	dynamic = [
		one
		for one in other.columns.values()
		if one.fieldtype == "Dynamic Link" and _kind_of(one) in other.columns
	]
	links = [*links, *dynamic] if stated.field else links or dynamic
	if stated.field:
		column = other.column(stated.field)
		if column in links:
			return column
	elif links:
		own = [one for one in links if not one.table] or links
		usual = [one for one in own if one.fieldname == frappe.scrub(asked.name)] or own
		if len(usual) == 1:
			return usual[0]
		raise QueryRefused(
			_("{0} leads to {1} by several fields. Name the one that is meant as field: {2}.").format(
				other.label, asked.label, ", ".join(one.path for one in own)
			)
		)
	raise QueryRefused(
		_("{0} has no link to {1} that you may read. Its links to it are: {2}.").format(
			other.label, asked.label, ", ".join(one.path for one in links) or _("none")
		)
	)


def _kind_of(link: Column) -> str:
	"""The column that says of which DocType the record is that a dynamic link leads to."""
	return f"{link.table}.{link.options}" if link.table else link.options


def _group(key: str, asked: ReadableDocType) -> Group:
	found = _OF_A_DATE.fullmatch(key.replace(" ", ""))
	if not found:
		return Group(key, asked.column(key))
	column = asked.column(found[2])
	if not column.is_date:
		raise QueryRefused(_("{0} is no date, so it has no {1}.").format(column.path, found[1]))
	return Group(found[0], column, cast(Unit, found[1]))


def _measured(measure: Measure, asked: ReadableDocType) -> Measured:
	if measure.function == "count":
		if measure.field not in ("", "name"):
			raise QueryRefused(
				_("A count is of records and takes no field; to count by values, use group_by.")
			)
		return Measured(Measure("count"))
	if not measure.field:
		raise QueryRefused(
			_("{0} needs a field, such as {1}.").format(measure.function, f"{measure.function}(grand_total)")
		)
	column = asked.column(measure.field)
	if not column.is_number and not (column.is_date and measure.function in ("min", "max")):
		numbers = [one.path for one in asked.columns.values() if one.is_number and one.fieldtype != "Check"]
		raise QueryRefused(
			_("{0} is no number. Numbers of {1} are: {2}.").format(
				column.path, asked.label, ", ".join(numbers[:30]) or _("none")
			)
		)
	return Measured(measure, column)


def _order(
	query: RecordQuery,
	asked: ReadableDocType,
	groups: tuple[Group, ...],
	measures: tuple[Measured, ...],
) -> tuple[Sorted, ...]:
	if not (groups or measures):
		return tuple(Sorted(asked.column(one.by), one.descending) for one in query.order_by)
	by_key: dict[str, Group | Measured | None] = {group.key: group for group in groups}
	by_key |= {one.measure.key: one for one in measures}
	if query.share:
		# Of all groups the one with the most is also the largest share.
		by_key["share"] = measures[0] if query.share.is_of_groups else None
	found = []
	for one in query.order_by:
		key = one.by.replace(" ", "")
		if key not in by_key:
			raise QueryRefused(
				_("Groups can be sorted by {0}, not by “{1}”.").format(", ".join(by_key), said(one.by))
			)
		found.append(Sorted(by_key[key], one.descending))
	if not found and groups:
		# Time runs forward; of everything else the most comes first.
		most = by_key.get("share", measures[0])
		found.append(Sorted(groups[0], False) if groups[0].column.is_date else Sorted(most, True))
	return tuple(found)


def _table(
	columns: tuple[Column, ...],
	groups: tuple[Group, ...],
	measures: tuple[Measured, ...],
	order: tuple[Sorted, ...],
) -> str:
	used = [*columns, *(group.column for group in groups), *(one.column for one in measures if one.column)]
	used += [one.by for one in order if isinstance(one.by, Column)]
	tables = {column.table for column in used} - {""}
	if len(tables) > 1:
		raise QueryRefused(
			_("One question can list or measure rows of one child table, not of {0}.").format(
				joined_by_and(sorted(tables))
			)
		)
	return tables.pop() if tables else ""


def _check_rows(plan: Plan) -> None:
	"""A number of a record with three rows must not count three times."""
	own = [one for one in plan.measures if one.column and not one.column.table]
	if plan.table and own:
		raise QueryRefused(
			_(
				"{0} is of whole records and {1} of their rows: ask for the numbers of one of them at a time."
			).format(own[0].column.path if own[0].column else "", plan.table)
		)


def _state(
	asked: ReadableDocType,
	conditions: tuple[Condition, ...],
	groups: tuple[Group, ...],
	measures: tuple[Measured, ...],
) -> State:
	if not asked.is_submittable:
		return ""
	used = [*(one.column for one in conditions), *(one.column for one in groups)]
	if "docstatus" in [column.path for column in used] or any(map(_names_state, conditions)):
		return ""
	return "submitted" if any(one.column for one in measures) else "not cancelled"


def _names_state(condition: Condition) -> bool:
	"""Whether a condition asks for single records by their names, or for drafts or what was cancelled by an option."""
	stated = condition.stated
	values = stated.value if isinstance(stated.value, tuple) else (stated.value,)
	is_named = condition.column.path == "name" or bool(_STATES.intersection(map(str, values)))
	return stated.operator in ("=", "in") and is_named


def site_currency() -> str:
	"""The currency of amounts that name none."""
	return str(frappe.db.get_default("currency") or "")
