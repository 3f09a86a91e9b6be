"""Questions about many records: lists, numbers and saved reports, with the rights of whoever asks.

``as_user`` answers a :class:`~huf.engine.questions.record_query.RecordQuery`; ``tools`` is what agents, REST and MCP ask with,
the methods below among them; ``plain_questions`` reads what a person writes, without a model.
"""

from typing import Any, NoReturn

import frappe
from frappe import _

from huf.ai.access.roles import may_use_knowledge
from huf.ai.queries.as_user.errors import AskBack, QueryRefused
from huf.ai.queries.tools.asking import Questions, asked_back
from huf.ai.site.limits import SEARCHES, BadRequest, limit_rate, parsed_argument
from huf.ai.words import said
from huf.engine.questions.record_query import MOST_ROWS, ROWS
from huf.engine.tools.knowledge import ToolArgumentError


@frappe.whitelist(methods=["GET", "POST"])
def query_records(
	doctype: str,
	filters: list[Any] | dict[str, Any] | str | None = None,
	fields: list[str] | str | None = None,
	group_by: list[str] | str | None = None,
	measures: list[Any] | str | None = None,
	order_by: list[Any] | str | None = None,
	limit: int = ROWS,
	related: list[Any] | dict[str, Any] | str | None = None,
	having: list[Any] | dict[str, Any] | str | None = None,
	share: list[Any] | dict[str, Any] | str | None = None,
	changes: bool = False,
) -> dict[str, Any]:
	"""A list of records, a number over them, or a number for each group, as the caller may see them.

	``docs/queries.md`` has the arguments. Lists may come as JSON. Gives ``rows``, ``totals``, ``words``, ``url`` and what
	else :class:`~huf.ai.queries.as_user.result.QueryResult` has; or ``ask_back`` when a value may mean several records, or none.
	"""
	questions = _questions()
	arguments = {
		"doctype": doctype,
		"filters": _parsed("filters", filters),
		"fields": _parsed("fields", fields),
		"group_by": _parsed("group_by", group_by),
		"measures": _parsed("measures", measures),
		"order_by": _parsed("order_by", order_by),
		"limit": limit,
		"related": _parsed("related", related),
		"having": _parsed("having", having),
		"share": _parsed("share", share),
		"changes": changes,
	}
	try:
		return questions.query(arguments).to_dict()
	except AskBack as error:
		return {"ask_back": asked_back(error)}
	except (QueryRefused, ToolArgumentError) as error:
		_refuse(error)


@frappe.whitelist(methods=["GET", "POST"])
def describe_records(doctype: str) -> dict[str, Any]:
	"""The fields of a DocType that the caller may ask about, and the saved reports about it."""
	questions = _questions()
	try:
		return questions.describe({"doctype": doctype})
	except (QueryRefused, ToolArgumentError) as error:
		_refuse(error)


@frappe.whitelist(methods=["GET", "POST"])
def run_report(
	report: str, filters: dict[str, Any] | str | None = None, limit: int = MOST_ROWS
) -> dict[str, Any]:
	"""What a saved report shows to the caller, in the form of :func:`query_records`."""
	questions = _questions()
	try:
		return questions.report(
			{"report": report, "filters": _parsed("filters", filters), "limit": limit}
		).to_dict()
	except (QueryRefused, ToolArgumentError) as error:
		_refuse(error)


def _questions() -> Questions:
	"""Counts the request. Raises frappe.PermissionError for who may not use knowledge at all."""
	limit_rate(SEARCHES)
	user = frappe.session.user
	if not may_use_knowledge(user):
		frappe.throw(_("Only those who may use knowledge may ask this."), frappe.PermissionError)
	return Questions(user)


def _parsed(argument: str, value: Any) -> Any:
	"""An argument that may have come as JSON."""
	if isinstance(value, str) and value.lstrip()[:1] in ("[", "{"):
		return parsed_argument(argument, value)
	return value


def _refuse(error: Exception) -> NoReturn:
	frappe.throw(frappe.utils.escape_html(said(error)), BadRequest, title=_("Records"))
