"""Saved reports, run as a user: what they show there, without a way to change anything.

A report is code. It is run in a transaction of its own that the database lets nothing write in, with a limit of time for
each statement. Code of a report that somebody wrote on the site itself (a Script Report that no app brings) is not run at
all: it could send something out or queue a job, which no transaction takes back. Of a report of the Report Builder only
its settings are taken: it is answered like any other question about records.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import frappe
from frappe import _
from frappe.desk.query_report import generate_report_result, get_report_doc, validate_filters_permissions
from frappe.utils import cint, strip_html
from frappe.utils.data import quoted
from rq.timeouts import BaseTimeoutException

from huf.ai.access.words import is_stored
from huf.ai.queries.as_user.acting import acting_as
from huf.ai.queries.as_user.columns import LONGEST_CELL
from huf.ai.queries.as_user.database import SECONDS
from huf.ai.queries.as_user.errors import QueryRefused, said
from huf.ai.queries.as_user.result import Cell, QueryResult, ResultColumn
from huf.ai.queries.as_user.running import run_query
from huf.ai.site.database.dialect import is_statement_timeout, only_read
from huf.ai.site.database.transactions import roll_back, second_connection
from huf.ai.site.desk import desk_path
from huf.engine.errors import HufError
from huf.engine.extractors.records.extractor import looks_like_html, plain_text
from huf.engine.questions.record_query import MOST_ROWS, RecordQuery
from huf.engine.tools.records import parse_record_query

if TYPE_CHECKING:
	from frappe.core.doctype.report.report import Report

MOST_FILTERS = 30


def run_report(report: str, filters: Mapping[str, Any], user: str, limit: int = MOST_ROWS) -> QueryResult:
	"""What a saved report shows to ``user``, at most ``limit`` rows of it.

	Raises:
		QueryRefused: there is none that they may run, it cannot be run here, or it failed. The message says what to do.
	"""
	if len(filters) > MOST_FILTERS:
		raise QueryRefused(_("A report takes at most {0} filters.").format(MOST_FILTERS))
	limit = max(1, min(limit, MOST_ROWS))
	with acting_as(user):
		doc = _permitted(report, user)
		if doc.report_type == "Report Builder":
			query = _as_query(doc, filters, limit)
		else:
			_check_kind(doc)
			return _shown(doc, filters, _ran(doc, filters, user), limit)
	return run_query(query, user)


def permitted_reports(doctype: str, user: str) -> list[str]:
	"""Names of the reports about a DocType that ``user``, who must be the session's user, may run here."""
	found = []
	for row in frappe.get_all(
		"Report", filters={"ref_doctype": doctype, "disabled": 0}, pluck="name", limit=100
	):
		try:
			_check_kind(_permitted(row, user))
		except QueryRefused:
			continue
		found.append(row)
	return sorted(found)


def doctype_of(report: str) -> str:
	"""The DocType whose right a report goes by; empty if there is no such report. Checks no right."""
	return (
		str(frappe.db.get_value("Report", report, "ref_doctype") or "") if is_stored("Report", report) else ""
	)


def _permitted(report: str, user: str) -> "Report":
	"""The report, if Frappe lets the user run it: one of its roles, and the right to reports of its DocType."""
	unknown = QueryRefused(_("There is no report “{0}” that you may run.").format(said(report)))
	if not is_stored("Report", report):
		raise unknown
	name = frappe.db.get_value("Report", report, "name")
	try:
		doc = get_report_doc(name)
	except (frappe.PermissionError, frappe.ValidationError, frappe.DoesNotExistError):
		raise unknown from None
	if not frappe.has_permission(doc.ref_doctype, "read", user=user):
		raise unknown
	return doc


def _check_kind(doc: "Report") -> None:
	if doc.prepared_report:
		raise QueryRefused(
			_("The report {0} is prepared in the background. Open it in the desk: {1}").format(
				doc.name, _report_url(doc.name, {})
			)
		)
	if doc.report_type == "Script Report" and doc.is_standard != "Yes":
		raise QueryRefused(
			_(
				"The report {0} is a script that was written on this site, and could do more than read. Open it in the desk: {1}"
			).format(doc.name, _report_url(doc.name, {}))
		)


def _ran(doc: "Report", filters: Mapping[str, Any], user: str) -> Mapping[str, Any]:
	"""What Frappe makes of the report."""
	# Frappe would begin a timer that makes a slow report a prepared one, and never stops it after a failure.
	doc.prepared_report = 1
	try:
		with _only_reading():
			validate_filters_permissions(doc.name, dict(filters), user)
			return generate_report_result(doc, frappe._dict(filters), user)
	except (BaseTimeoutException, QueryRefused):
		raise
	except frappe.InReadOnlyMode as error:
		raise QueryRefused(
			_("The report {0} writes, so it cannot be run here. Open it in the desk: {1}").format(
				doc.name, _report_url(doc.name, {})
			)
		) from error
	except (frappe.ValidationError, frappe.PermissionError) as error:
		said = strip_html(str(error)).strip() or type(error).__name__
		raise QueryRefused(_("The report {0} says: {1}").format(doc.name, said)) from error
	# A report is code of any app, and may raise anything, above all without the filters that its page fills in. What it
	# raises may hold what the user may not read.
	except Exception as error:
		if isinstance(error, HufError):
			raise
		raise QueryRefused(_failed(doc, error)) from error


def _failed(doc: "Report", error: Exception) -> str:
	if is_statement_timeout(error):
		return _("The report {0} took longer than {1} seconds and was ended. Narrow it by filters.").format(
			doc.name, round(SECONDS)
		)
	known = ", ".join(row.fieldname for row in doc.filters)
	hint = _("It takes these filters: {0}.").format(known) if known else ""
	return " ".join(
		(
			_(
				"The report {0} failed ({1}). Often a filter is missing, such as company, from_date or to_date."
			).format(doc.name, type(error).__name__),
			hint,
		)
	).strip()


@contextmanager
def _only_reading() -> Iterator[None]:
	"""Let the block see the site through a connection in which nothing can be written, with a time for each statement."""
	callers = frappe.local.db
	with second_connection() as own:
		# For every transaction of the connection: a report that commits would else begin one that writes.
		only_read(own, round(SECONDS))
		frappe.local.db = own
		try:
			yield
		finally:
			frappe.local.db = callers
			roll_back(own)


def _shown(doc: "Report", filters: Mapping[str, Any], result: Mapping[str, Any], limit: int) -> QueryResult:
	columns = [column for column in result.get("columns") or [] if not cint(column.get("hidden"))]
	keys = [str(column.get("fieldname") or column.get("label")) for column in columns]
	every = [str(column.get("fieldname") or column.get("label")) for column in result.get("columns") or []]
	rows = [_row(row, keys, every) for row in result.get("result") or []]
	said = ", ".join(f"{key}: {value}" for key, value in filters.items() if value not in (None, ""))
	name = _(doc.get("custom_report") or doc.name)
	return QueryResult(
		doctype=doc.ref_doctype,
		columns=tuple(
			ResultColumn(
				key, strip_html(str(column.get("label") or key)), str(column.get("fieldtype") or "Data")
			)
			for key, column in zip(keys, columns, strict=True)
		),
		rows=tuple(rows[:limit]),
		words=_("Report {0} with {1}").format(name, said) if said else _("Report {0}").format(name),
		url=_report_url(doc.get("custom_report") or doc.name, filters),
		truncated=len(rows) > limit,
		notes=(_how_many(len(rows)),),
		report=doc.name,
	)


def _how_many(rows: int) -> str:
	if rows:
		return _("The report has {0} rows.").format(rows)
	return _(
		"The report has no rows. That may be because a filter is missing that its page fills in, such as company."
	)


def _row(row: Any, keys: Sequence[str], every: Sequence[str]) -> tuple[Cell, ...]:
	values = row if isinstance(row, Mapping) else dict(zip(every, row or (), strict=False))
	return tuple(_cell(values.get(key)) for key in keys)


def _cell(value: Any) -> Cell:
	if value is None or isinstance(value, bool | int):
		return value
	if isinstance(value, float):
		return round(value, 6)
	if isinstance(value, datetime):
		return value.isoformat(" ", "seconds")
	if isinstance(value, date | timedelta):
		return str(value)
	text = str(value)
	if looks_like_html(text):
		text = plain_text(text)
	return text if len(text) <= LONGEST_CELL else text[: LONGEST_CELL - 1] + "…"


def _report_url(name: str, filters: Mapping[str, Any]) -> str:
	plain = {key: value for key, value in filters.items() if isinstance(value, str | int | float)}
	return desk_path(f"query-report/{quoted(name)}") + (f"?{urlencode(plain)}" if plain else "")


def _as_query(doc: "Report", filters: Mapping[str, Any], limit: int) -> RecordQuery:
	"""What a report of the Report Builder asks, as a question of ours."""
	settings = json.loads(doc.json or "{}")
	conditions = [list(one)[-3:] for one in _filters_of(settings.get("filters") or [])]
	conditions += [
		[key, *value] if isinstance(value, list) and len(value) == 2 else [key, "=", value]
		for key, value in filters.items()
	]
	asked: dict[str, Any] = {"doctype": doc.ref_doctype, "filters": conditions, "limit": limit}
	group = settings.get("group_by") or {}
	if isinstance(group, Mapping) and group.get("group_by"):
		function = str(group.get("aggregate_function") or "count")
		of = str(group.get("aggregate_on_field") or "") if function != "count" else ""
		asked["group_by"] = [_fieldname(str(group["group_by"]))]
		asked["measures"] = [f"{function}({of})" if of else function]
	else:
		shown = settings.get("fields") or settings.get("columns") or []
		asked["fields"] = [
			name for name, doctype in shown if doctype == doc.ref_doctype and not name.startswith("_")
		]
		if order := settings.get("order_by"):
			asked["order_by"] = [_fieldname(part) for part in str(order).split(",")][:1]
	return parse_record_query(asked)


def _filters_of(filters: Sequence[Any]) -> Iterator[Sequence[Any]]:
	"""Filters as the Report Builder saves them: DocType, field, operator, value, and whether they are hidden."""
	for one in filters:
		yield one[:4]


def _fieldname(text: str) -> str:
	"""``modified desc`` of ```tabToDo`.`modified` desc``."""
	return text.strip().replace("`", "").rpartition(".")[2]
