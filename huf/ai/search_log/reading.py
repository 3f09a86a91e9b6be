"""What reports read: searches and inputs as far as the user of the session may see them, filtered before anything is counted."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

import frappe
from frappe import _
from frappe.model.db_query import DatabaseQuery
from frappe.utils import add_days, cstr, getdate, nowdate

from huf.ai.access.doctypes.rules import sees_searches
from huf.ai.knowledge.searching.search_log import ROADS
from huf.ai.search_log.found import TABLE, counted_since
from huf.ai.search_log.storing import LOG, LOG_SOURCE, NOBODYS
from huf.ai.site.database.dialect import is_statement_timeout, rows_within

SECONDS = 10.0
"""That a report may take in the database. After 15 Frappe would prepare it from then on, for all who may open it alike."""
MOST_ROWS = 1000
MOST_TIMES = 200_000
"""Searches whose time is looked at, the newest."""
DAYS = 30
"""Of a report without dates."""

WHO = "coalesce(log.user_hash, log.user)"


Row = dict[str, Any]
Made = tuple[list[Row], str, Row | None]


class NotReported(Exception):
	"""A report cannot be made; the message says why, in the language of its reader."""


@dataclass(frozen=True, slots=True)
class Chosen:
	"""The filters of a report, checked."""

	since: str
	until: str
	"""The day after the last."""
	source: str = ""
	road: str = ""


def chosen(filters: Mapping[str, Any] | None) -> Chosen:
	"""The filters of a report.

	:raises NotReported: one of them cannot be.
	"""
	given = filters or {}
	until, since = day(given, "to_date", nowdate()), day(given, "from_date", "")
	since = since or cstr(add_days(until, -DAYS))
	if getdate(since) > getdate(until):
		raise NotReported(_("From Date is after To Date."))
	road = cstr(given.get("road"))
	if road and road not in ROADS:
		raise NotReported(_("There is no such road. Choose one of the list."))
	return Chosen(since, cstr(add_days(until, 1)), cstr(given.get("knowledge_source")), road)


def day(filters: Mapping[str, Any], name: str, default: str) -> str:
	"""A filter as a date, ``YYYY-MM-DD``.

	:raises NotReported: it is none.
	"""
	value = filters.get(name) or default
	if not value:
		return ""
	try:
		if not isinstance(value, str | date):
			raise TypeError(name)
		return cstr(getdate(value))
	except (ValueError, OverflowError, TypeError, frappe.ValidationError):
		raise NotReported(_("{0} is no date.").format(name)) from None


def report(
	name: str, columns: list[Row], make: Callable[[], Made]
) -> tuple[list[Row], list[Row], str, Row | None]:
	"""A report as Frappe takes it: columns, rows, a line above them, a chart. What it cannot do is said in that line.

	It raises nothing: after an error Frappe 15 and 16 leave the clock running that makes the report a prepared one. The rows of a prepared report are read by
	everybody who may open it, and these are different for each user, so as such it has none.
	"""
	if frappe.db.get_value("Report", name, "prepared_report"):
		words = _(
			"This report shows each user something else, so it cannot be prepared. A System Manager unticks Prepared Report in the Report."
		)
		return columns, [], words, None
	try:
		found, said, chart = make()
	except NotReported as error:
		return columns, [], str(error), None
	return columns, found, said, chart


def whose() -> str:
	"""A line for the head of a report whose reader sees nobody's searches but their own; else empty."""
	if sees_searches():
		return ""
	return _("These are your own searches. Agent Settings name the roles that see those of others.")


def visible(doctype: str, alias: str) -> str:
	"""SQL: which rows of a table that is called so Frappe lists for the user of the session. Its percent signs are doubled, for others bind values beside it."""
	frappe.has_permission(doctype, "read", throw=True)
	query = DatabaseQuery(doctype, user=frappe.session.user)
	query.reference_doctype = doctype
	rule = query.build_match_conditions()
	# Put there where nothing but shares lets the user in.
	parts = [f"({one})" for one in (rule, *query.conditions) if one]
	if not parts:
		return "1=1"
	return f"{alias}.name in (select name from `tab{doctype}` where {' and '.join(parts)})".replace("%", "%%")


def searches(of: Chosen, join: str = "") -> str:
	"""SQL: ``from`` and ``where``: the searches that the user may see, of the days, the source and the road that were chosen; binds :func:`bound`."""
	conditions = [visible(LOG, "log"), "log.asked_at >= %(since)s", "log.asked_at < %(until)s"]
	if of.source:
		conditions.append(
			f"log.name in (select parent from `tab{LOG_SOURCE}` where knowledge_source = %(source)s)"
		)
	if of.road:
		conditions.append("log.road = %(road)s")
	return f"from `tab{LOG}` log {join} where {' and '.join(conditions)}"


def bound(of: Chosen) -> dict[str, Any]:
	"""What :func:`searches` binds."""
	return {
		"since": of.since,
		"until": of.until,
		"source": of.source,
		"road": of.road,
		"nobodys": NOBODYS,
	}


def rows(select: str, values: dict[str, Any]) -> list[tuple[Any, ...]]:
	"""The rows of a select, within the time that there is.

	:raises NotReported: it takes longer.
	"""
	try:
		return [tuple(row) for row in rows_within(SECONDS, select, values)]
	# Frappe has no class for it, only the question; every other error is raised on.
	except Exception as error:
		if not is_statement_timeout(error):
			raise
		raise NotReported(_("This takes too long. Choose fewer days or one source.")) from None


def not_found(of: Chosen) -> list[tuple[Any, ...]]:
	"""Questions that found nothing near and were not found since, the most frequent first: fingerprint, words, times, users, the last time,
	and how often a source could not be asked.

	A run that found something by another search did find it. Searches with filters are left out: what these leave out is not missing.
	"""
	base = searches(of)
	return rows(
		f"""select log.fingerprint, max(log.question), count(*), count(distinct {WHO}), max(log.asked_at),
		sum(case when log.not_searched > 0 then 1 else 0 end)
		{base} and log.found = 0 and log.filtered = 0 and log.road not in %(nobodys)s
		and not exists (select 1 from `tab{LOG}` same where same.agent_run = log.agent_run and same.found = 1)
		and not exists (select 1 from `tab{LOG}` later where later.fingerprint = log.fingerprint
			and later.found = 1 and later.asked_at > log.asked_at
			and {visible(LOG, "later")})
		group by log.fingerprint order by count(*) desc, max(log.asked_at) desc limit {MOST_ROWS}""",
		bound(of),
	)


def never_found(source: str, since: str) -> list[tuple[Any, ...]]:
	"""Indexed inputs that were there before a day and that no search found since: name, title, source, when they were added and last found.

	Those of sources that were searched since: of the others nothing could be found.
	"""
	return rows(
		f"""select item.name, item.title, item.knowledge_source, item.creation, found.last_found_at
		from `tabKnowledge Input` item join `tabKnowledge Source` source on source.name = item.knowledge_source
		left join `{TABLE}` found on found.knowledge_input = item.name
		where {visible("Knowledge Input", "item")} and item.disabled = 0
		and item.status in ('Indexed', 'Partially Indexed') and item.creation < %(since)s
		and source.disabled = 0 and source.last_searched_at >= %(since)s
		and (found.last_found_at is null or found.last_found_at < %(since)s)
		{"and item.knowledge_source = %(source)s" if source else ""}
		order by item.knowledge_source, item.creation limit {MOST_ROWS}""",
		{"source": source, "since": since},
	)


def by_source(of: Chosen) -> list[tuple[Any, ...]]:
	"""For each source: searches, those that found something, those of which something was opened, users, the last time."""
	join = f"join `tab{LOG_SOURCE}` searched on searched.parent = log.name"
	return rows(
		f"""select searched.knowledge_source, count(*), sum(log.found), sum(log.opened), count(distinct {WHO}), max(log.asked_at)
		{searches(of, join)} and log.road not in %(nobodys)s
		{"and searched.knowledge_source = %(source)s" if of.source else ""}
		group by searched.knowledge_source order by count(*) desc limit {MOST_ROWS}""",
		bound(of),
	)


def times(of: Chosen) -> list[tuple[Any, ...]]:
	"""Road, time and milliseconds of the newest searches."""
	return rows(
		f"select log.road, log.asked_at, log.took_ms {searches(of)} order by log.asked_at desc limit {MOST_TIMES}",
		bound(of),
	)


__all__ = [
	"MOST_ROWS",
	"MOST_TIMES",
	"Chosen",
	"Made",
	"NotReported",
	"Row",
	"by_source",
	"chosen",
	"counted_since",
	"day",
	"never_found",
	"not_found",
	"report",
	"times",
	"whose",
]
