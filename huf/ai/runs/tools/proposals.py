"""Changes that the model of one run proposes, and how the run keeps and shows them. huf/ai/runs/tools/deciding.py confirms them.

A call of a tool that writes does nothing but add a proposal; the model is told so. They are kept when the run has ended with an
answer: what a run proposed that failed, was stopped or withheld is dropped, and its notes say so.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import frappe
from frappe import _
from frappe.utils import add_to_date, cint, cstr, escape_html, get_datetime, now_datetime

from huf.agent.tool import ToolRefused, check_parameters
from huf.agent.writing_tools import (
	ASSIGN_TOOL,
	COMMENT_TOOL,
	CREATE_TOOL,
	UPDATE_TOOL,
	WRITING_TOOLS,
	writing_parameters,
	writing_schema,
)
from huf.ai.access.impersonation import asked_as
from huf.ai.site.database.transactions import own_transaction
from huf.ai.writing.allowed import writable_of
from huf.ai.writing.changes import Change, Line, offered_fields, planned

if TYPE_CHECKING:
	from frappe.model.document import Document

MOST_PROPOSALS = 5
"""In one run: a person reads each of them."""
MOST_CHARACTERS = 20_000
"""Of the arguments of one."""
EXPIRES_AFTER = timedelta(days=7)
"""Later nobody knows any more what was asked."""

_TOLD = (
	"This is proposed as change {0} and waits for the person, who confirms or declines it. Nothing was written. "
	"Say in one sentence what you propose, and not that it was done."
)
_RIGHTS = {CREATE_TOOL: "create", UPDATE_TOOL: "write", COMMENT_TOOL: "read", ASSIGN_TOOL: "read"}


class Proposals:
	"""What the model of one run may propose, and what it did. Bound on the server to the agent's list and to one user."""

	def __init__(self, agent: "Document", user: str) -> None:
		self._user = user
		self._allowed = writable_of(agent)
		self.rows: list[dict[str, Any]] = []
		"""As the Agent Run keeps them."""
		with asked_as(user):
			self._offered = {tool: self._doctypes(tool) for tool in WRITING_TOOLS}
		self.names = [tool for tool, doctypes in self._offered.items() if doctypes]
		"""The tools that there are in this run."""
		self.schemas = [writing_schema(tool, self._offered[tool]) for tool in self.names]
		"""In OpenAI's form."""

	def propose(self, tool: str, arguments: dict[str, Any]) -> str:
		"""One of huf's own tools was called: the reply for the model. Raises HufError in words for the model."""
		check_parameters(writing_parameters(tool, list(self._offered[tool])), arguments)
		self._check_room(arguments)
		with asked_as(self._user):
			change = planned(tool, arguments, self._allowed, self._user)
		return self._add(row_of(change))

	def propose_call(self, tool: str, arguments: dict[str, Any]) -> str:
		"""A tool of an app, which changes something, was called with checked arguments: the reply for the model."""
		self._check_room(arguments)
		lines = [Line(cstr(name), "", _said(value)) for name, value in arguments.items()]
		return self._add(
			{"tool": tool, "heading": tool, "changes": _json_of(lines), "arguments": json.dumps(arguments)}
		)

	def _add(self, row: dict[str, Any]) -> str:
		number = len(self.rows) + 1
		self.rows.append({"number": number, "state": "Proposed", **row})
		return json.dumps({"proposed": number, "note": _TOLD.format(number)})

	def _check_room(self, arguments: dict[str, Any]) -> None:
		if len(self.rows) >= MOST_PROPOSALS:
			raise ToolRefused(
				f"At most {MOST_PROPOSALS} changes can be proposed at once. Go on in the next turn."
			)
		if len(json.dumps(arguments)) > MOST_CHARACTERS:
			raise ToolRefused(f"A proposed change has at most {MOST_CHARACTERS} characters.")

	def _doctypes(self, tool: str) -> dict[str, list[str]]:
		"""What the tool can be used for by this user, with the fields that they may set."""
		found = {}
		for doctype, writable in self._allowed.items():
			if tool in writable.tools and frappe.has_permission(doctype, _RIGHTS[tool], user=self._user):
				sets_fields = tool in (CREATE_TOOL, UPDATE_TOOL)
				fields = offered_fields(writable, self._user) if sets_fields else []
				if fields or not sets_fields:
					found[doctype] = fields
		return found


def row_of(change: Change) -> dict[str, Any]:
	"""A proposed change as the Agent Run keeps it."""
	return {
		"tool": change.tool,
		"heading": change.title[:140],
		"reference_doctype": change.doctype,
		"reference_name": change.name,
		"changes": _json_of(change.lines),
		"arguments": json.dumps(change.arguments, default=str),
		"as_of": change.as_of,
	}


def proposal_view(row: Mapping[str, Any]) -> dict[str, Any]:
	"""A proposal as its user reads it; all of it is text."""
	return {
		"number": cint(row.get("number")),
		"state": state_of(row),
		"tool": cstr(row.get("tool")),
		"heading": cstr(row.get("heading")),
		"doctype": cstr(row.get("reference_doctype")),
		"name": cstr(row.get("reference_name")),
		"changes": frappe.parse_json(row.get("changes") or "[]"),
		"message": cstr(row.get("message")),
		"as_of": cstr(row.get("as_of")),
	}


def state_of(row: Mapping[str, Any]) -> str:
	"""The state as it is now: one that is too old has expired, whether or not it was swept."""
	made = row.get("creation")
	if row.get("state") == "Proposed" and made and now_datetime() - get_datetime(made) > EXPIRES_AFTER:
		return "Expired"
	return cstr(row.get("state"))


def expire_proposals() -> None:
	"""Each day: what nobody decided in time can be decided no more."""
	frappe.db.sql(
		"update `tabAgent Run Proposal` set state = 'Expired' where state = 'Proposed' and creation < %s",
		add_to_date(None, days=-EXPIRES_AFTER.days, as_datetime=True),
	)


def tell_of_proposals(run: "Document", count: int) -> None:
	"""Notify the user of a run that nobody watched that it proposes changes."""
	with own_transaction():
		frappe.get_doc(
			{
				"doctype": "Notification Log",
				"type": "Alert",
				"for_user": run.user,
				"from_user": run.user,
				"document_type": "Agent Run",
				"document_name": run.name,
				"subject": _("{0} proposes {1} changes. Confirm or decline them.").format(
					frappe.bold(escape_html(run.agent)), count
				),
			}
		).insert(ignore_permissions=True)


def decisions_of(runs: Sequence[str]) -> dict[str, str]:
	"""For the model, by run: what became of the changes that it proposed."""
	rows = frappe.get_all(
		"Agent Run Proposal",
		filters={"parent": ("in", list(runs)), "parenttype": "Agent Run"},
		fields=["parent", "number", "state", "tool", "creation"],
		order_by="parent, number",
	)
	found: dict[str, list[str]] = {}
	for row in rows:
		found.setdefault(row.parent, []).append(f"{row.number} ({row.tool}): {state_of(row)}")
	return {
		run: f"(Proposed changes and what became of them: {'; '.join(all_)})" for run, all_ in found.items()
	}


def _json_of(lines: Sequence[Line]) -> str:
	return json.dumps([{"label": one.label, "old": one.old, "new": one.new} for one in lines])


def _said(value: Any) -> str:
	return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
