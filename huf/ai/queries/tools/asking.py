"""The three things that can be asked about records, as every door asks them: as a tool of an agent, over REST and by MCP."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

import frappe
from frappe import _
from frappe.utils import cint, today

from huf.ai.queries.as_user.acting import acting_as
from huf.ai.queries.as_user.errors import AskBack, said
from huf.ai.queries.as_user.readable import Column, ReadableDocType, readable_doctype, unreadable
from huf.ai.queries.as_user.result import QueryResult
from huf.ai.queries.as_user.running import run_query
from huf.ai.queries.tools.meaning import with_meant_values
from huf.ai.queries.tools.reports import doctype_of, permitted_reports, run_report
from huf.engine.questions.record_query import MOST_ROWS
from huf.engine.tools.knowledge import ToolArgumentError
from huf.engine.tools.records import parse_record_query

MOST_DESCRIBED = 200
"""Fields of one DocType that are described."""
_LONG = (
	"Text Editor",
	"HTML Editor",
	"Markdown Editor",
	"Long Text",
	"Code",
	"Attach",
	"Attach Image",
	"Color",
	"Icon",
)


class Questions:
	"""What one user may ask about records; of an agent's questions only about the DocTypes that it may query."""

	def __init__(self, user: str, doctypes: Collection[str] | None = None) -> None:
		""":param doctypes: nothing else may be asked about; None: everything that the user may read."""
		self._user = user
		self._doctypes = None if doctypes is None else {name.casefold() for name in doctypes}

	def query(self, arguments: Mapping[str, Any]) -> QueryResult:
		"""A list, a number, or a number for each group.

		Raises ToolArgumentError, AskBack and QueryRefused, each in words for whoever asked.
		"""
		query = parse_record_query(arguments)
		of_part = query.share.related if query.share else ()
		for doctype in (query.doctype, *(one.doctype for one in (*query.related, *of_part))):
			self._check(doctype)
		meant, notes = with_meant_values(query, self._user)
		return _noted(run_query(meant, self._user), notes)

	def report(self, arguments: Mapping[str, Any]) -> QueryResult:
		"""A saved report. Raises ToolArgumentError and QueryRefused."""
		report, filters = arguments.get("report"), arguments.get("filters") or {}
		if not isinstance(report, str) or not report.strip():
			raise ToolArgumentError('"report" is missing: the name of a saved report.')
		if not isinstance(filters, Mapping):
			raise ToolArgumentError('"filters" is an object, such as {"company": "…"}.')
		unknown = ToolArgumentError(_("There is no report “{0}” that you may run.").format(said(report)))
		if not self._may_ask(doctype_of(report)):
			raise unknown
		result = run_report(report.strip(), filters, self._user, cint(arguments.get("limit")) or MOST_ROWS)
		# A custom report is made of another one, which may be about something else.
		if not self._may_ask(result.doctype):
			raise unknown
		return result

	def describe(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
		"""The fields of a DocType that can be asked about, and the reports about it. Raises as :meth:`query`."""
		doctype = arguments.get("doctype")
		if not isinstance(doctype, str) or not doctype.strip():
			raise ToolArgumentError('"doctype" is missing: the kind of records, such as "Sales Invoice".')
		self._check(doctype.strip())
		with acting_as(self._user):
			asked = readable_doctype(doctype.strip(), self._user)
			return {
				"doctype": asked.name,
				"label": asked.label,
				"is_submittable": asked.is_submittable,
				"fields": _fields(asked),
				"reports": permitted_reports(asked.name, self._user),
				"today": today(),
			}

	def _check(self, doctype: str) -> None:
		if not self._may_ask(doctype):
			raise unreadable(doctype)

	def _may_ask(self, doctype: str) -> bool:
		return self._doctypes is None or doctype.casefold() in self._doctypes


def asked_back(error: AskBack) -> dict[str, Any]:
	"""What has to be said before the question can be answered, for programs."""
	return {
		"field": error.field,
		"doctype": error.doctype,
		"text": error.text,
		"candidates": [{"name": one.name, "title": one.title} for one in error.matches],
		"message": str(error),
	}


def _fields(asked: ReadableDocType) -> list[dict[str, Any]]:
	found = []
	shown = [column for column in asked.columns.values() if not _is_aside(column, asked)]
	for column in shown[:MOST_DESCRIBED]:
		about: dict[str, Any] = {"field": column.path, "label": column.label, "type": column.fieldtype}
		if column.choices:
			about["options"] = list(column.choices)
		elif column.fieldtype == "Link":
			about["links_to"] = column.options
		found.append(about)
	return found


def _is_aside(column: Column, asked: ReadableDocType) -> bool:
	"""Whether a column is left out of a description, since its form hides it or it holds long texts. It can be asked about."""
	field = (frappe.get_meta(column.child) if column.child else asked.meta).get_field(column.fieldname)
	return bool(field and (field.hidden or field.fieldtype in _LONG))


def _noted(result: QueryResult, notes: tuple[str, ...]) -> QueryResult:
	return replace(result, notes=(*notes, *result.notes))
