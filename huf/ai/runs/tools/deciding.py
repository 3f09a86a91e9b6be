"""Confirming and declining what a run proposed: by the user of the run, in a request of theirs, exactly once.

The row of the proposal is locked until the request ends, so of two clicks the second sees what the first did. All that was checked
when the model called the tool is checked anew, as the user whose request it is.
"""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

import frappe
from frappe import _
from frappe.utils import cint, cstr, now_datetime, strip_html

from huf.agent.tool import ToolContext, ToolRefused, check_arguments, render_result
from huf.agent.writing_tools import WRITING_TOOLS
from huf.ai.access.impersonation import asked_as
from huf.ai.runs.keeping.access import permitted_agent
from huf.ai.runs.tools.offered import get_tool
from huf.ai.runs.tools.proposals import proposal_view, row_of, state_of
from huf.ai.site.database.dialect import is_conflict
from huf.ai.site.database.transactions import own_transaction
from huf.ai.writing.allowed import writable_of
from huf.ai.writing.changes import planned, written
from huf.engine.errors import HufError

if TYPE_CHECKING:
	from frappe.model.document import Document

MESSAGE_CHARACTERS = 500


def check_person() -> None:
	"""Raise frappe.PermissionError unless a person who is logged in asks.

	A key or a token may be in the hands of a program, an assistant's too; so may a run of an agent. And what somebody does in
	another user's name was not confirmed by that user.
	"""
	session = frappe.session
	by_program = bool(getattr(frappe.local, "request", None)) and session.sid == session.user
	impersonated = bool((session.data or {}).get("impersonated_by"))
	if by_program or impersonated or frappe.flags.huf_in_agent_run:
		frappe.throw(
			_(
				"A proposed change is confirmed or declined by the user of the run, logged in to the site: not with an API key"
				" or a token, and not in their name."
			),
			frappe.PermissionError,
		)


def confirm(run: "Document", number: int, as_of: str) -> dict[str, Any]:
	"""Write what the run, which is the session's user's, proposed under this number; the proposal as it is then.

	It is still Proposed when it was not written: the record was changed since, or is shown elsewhere as it is now; then the
	proposal says what would change now.

	:param as_of: of the proposal, as the person saw it.
	"""
	return _decided(run, number, lambda row: _confirm(run, row, as_of))


def decline(run: "Document", number: int) -> dict[str, Any]:
	"""Say no to a proposal that waits; the proposal as it is then."""
	return _decided(run, number, lambda row: _keep(row, state="Declined", decided_at=now_datetime()))


def _decided(run: "Document", number: int, decide: Callable[["frappe._dict"], None]) -> dict[str, Any]:
	try:
		_decide_once(run, number, decide)
	except (frappe.db.OperationalError, frappe.QueryDeadlockError, frappe.QueryTimeoutError) as error:
		# Another request decided after this one's snapshot was made: what it left is looked at anew.
		if not is_conflict(error):
			raise
		frappe.db.rollback()
		_decide_once(run, number, decide)
	return proposal_view(_row(run, number))


def _decide_once(run: "Document", number: int, decide: Callable[["frappe._dict"], None]) -> None:
	row = _row(run, number)
	if state_of(row) == "Proposed":
		decide(row)


def _row(run: "Document", number: int) -> "frappe._dict":
	"""The proposal as it is stored now, locked until the transaction ends. Raises frappe.ValidationError if there is none."""
	name = next((one.name for one in run.proposals if cint(one.number) == cint(number)), None)
	# By its key: any other way would lock what lies beside it as well, and runs that end would wait for it.
	rows = name and frappe.db.sql(
		"select * from `tabAgent Run Proposal` where name = %s for update", name, as_dict=True
	)
	if not rows:
		frappe.throw(_("The run proposed no change of this number."))
	return rows[0]


def _confirm(run: "Document", row: "frappe._dict", as_of: str) -> None:
	if cstr(as_of) != cstr(row.as_of):
		return  # another window was shown the record as it is now
	now = now_datetime()
	try:
		do = _prepared(run, row)
		if do is None:
			return
		# First, so that what commits in the middle of the record's own code cannot be done twice.
		_keep(row, state="Done", decided_at=now, message="")
		doctype, name, message = do()
		_keep(row, reference_doctype=doctype, reference_name=name, message=message)
	except (frappe.ValidationError, frappe.PermissionError, HufError) as error:
		if is_conflict(error):
			raise
		said = strip_html(str(error)).strip() or _("You may not do this.")
		_fail(row, said, now)
		frappe.clear_messages()
	# Recorded and raised on: whatever broke off wrote nothing.
	except BaseException as error:
		if not (isinstance(error, Exception) and is_conflict(error)):
			_fail(row, _("It broke off: {0}").format(type(error).__name__), now)
		raise


def _prepared(run: "Document", row: "frappe._dict") -> Callable[[], tuple[str, str, str]] | None:
	"""What writes the change, after all checks; None when the record was changed and the proposal says so now."""
	agent = permitted_agent(cstr(run.agent), run.user)
	arguments = frappe.parse_json(row.arguments)
	if row.tool not in WRITING_TOOLS:
		return _prepared_call(agent, run, row.tool, arguments)
	with asked_as(run.user):
		change = planned(row.tool, arguments, writable_of(agent), run.user, lock=True)
	if change.as_of != cstr(row.as_of):
		_keep(
			row, **row_of(change), message=_("The record was changed since. This is what would change now.")
		)
		return None
	return lambda: (*written(change), "")


def _prepared_call(
	agent: "Document", run: "Document", name: str, arguments: dict[str, Any]
) -> Callable[[], tuple[str, str, str]]:
	"""The same for a tool of an app."""
	if name not in {listed.tool for listed in agent.tools}:
		raise ToolRefused(_("The agent does not have the tool {0} any more.").format(name))
	tool = get_tool(name)
	check_arguments(tool, arguments)

	def call() -> tuple[str, str, str]:
		result = render_result(tool.call(arguments, ToolContext(run.user, agent.name, run.name)))
		return "", "", result[:MESSAGE_CHARACTERS]

	return call


def _keep(row: "frappe._dict", **values: Any) -> None:
	frappe.db.set_value("Agent Run Proposal", row.name, values, update_modified=False)


def _fail(row: "frappe._dict", message: str, now: datetime) -> None:
	"""Undo all of the request's work, with what waits for its end, and keep why."""
	frappe.db.rollback()
	with own_transaction():
		# Done is ours where the record's own code committed in the middle; of anybody else's decision nothing is touched.
		frappe.db.sql(
			"""update `tabAgent Run Proposal` set state = 'Failed', decided_at = %(now)s, message = %(message)s
			where name = %(name)s and (state = 'Proposed' or (state = 'Done' and decided_at = %(now)s))""",
			{"name": row.name, "now": now, "message": message[:MESSAGE_CHARACTERS]},
		)
