"""The sources: what each says of itself, and work that stands still."""

from collections.abc import Iterator

import frappe
from frappe import _
from frappe.utils import add_to_date, now_datetime

from huf.ai.doctor.findings import Action, Finding, Level, good
from huf.ai.knowledge.indexing.state.retries import retry_due_at
from huf.ai.knowledge.status import READING, UNFINISHED
from huf.ai.site.locks import is_leased
from huf.ai.site.settings import is_switched_off, reason_switched_off
from huf.ai.words import said

STUCK_MINUTES = 15
"""The watchdog queues lost work each minute, so what waits longer has nobody who does it."""


def check_switch() -> Iterator[Finding]:
	"""Whether the knowledge system is on."""
	if is_switched_off():
		yield Finding(Level.WARNING, reason_switched_off())


def check_work() -> Iterator[Finding]:
	"""What each source says of itself, and whether its work stands still."""
	rows = frappe.db.sql(
		"""select name, artifact_id, status, error_message, indexing_paused, selection_error, held_build
		from `tabKnowledge Source` where archived_at is null and disabled = 0 order by name""",
		as_dict=True,
	)
	told = 0
	for row in rows:
		for finding in _of_source(row):
			told += 1
			yield finding
	if not told:
		yield good(_("No source waits for anybody: {0}.").format(len(rows)))


def _of_source(row: "frappe._dict") -> Iterator[Finding]:
	message = said(row.error_message or "")
	if row.indexing_paused:
		yield Finding(Level.NOTICE, message or _("Stopped"), "", row.name, Action.RETRY)
	elif row.status == "Error":
		yield Finding(
			Level.FAULT,
			message or _("Failed"),
			_("Mend what it says, then have it indexed again: nobody does so by themselves."),
			row.name,
			Action.RETRY,
		)
	elif row.status == "Rebuild Required":
		yield Finding(Level.WARNING, message, "", row.name, Action.REBUILD)
	elif minutes := _stands_still(row):
		yield Finding(
			Level.FAULT,
			_("Inputs have waited for {0} minutes, and no worker is at them.").format(minutes),
			_("See what this page says of workers and queues."),
			row.name,
			Action.LOOK_NOW,
		)
	if row.held_build:
		yield Finding(
			Level.WARNING,
			_("A new index was made; the tests of this source held it back, and it waits for a person."),
			_("Look at its answers on the form of the source, then publish or discard it."),
			row.name,
		)
	if row.selection_error:
		yield Finding(Level.WARNING, said(row.selection_error), _("Correct its selectors."), row.name)
	for problem in frappe.get_all(
		"Knowledge Listing", {"artifact_id": row.artifact_id, "problem": ("is", "set")}, pluck="problem"
	):
		yield Finding(
			Level.WARNING,
			said(problem),
			_("It is asked again by itself; see the selectors on the form of the source."),
			row.name,
		)
	failed = frappe.db.count(
		"Knowledge Input", {"knowledge_source": row.name, "status": "Error", "disabled": 0}
	)
	if failed and row.status != "Error":
		yield Finding(
			Level.WARNING,
			_("Inputs that could not be indexed: {0}.").format(failed),
			_("Each of them says why, and what to do."),
			row.name,
			Action.RETRY,
		)


def _stands_still(row: "frappe._dict") -> int:
	"""Minutes for which the oldest unfinished input has waited, if nobody works on it and no later try is waited for; else 0."""
	if is_switched_off() or is_leased(row.artifact_id):
		return 0
	due = retry_due_at(row.name)
	if due is None or due > now_datetime():
		return 0
	oldest = frappe.db.sql(
		"""select min(modified) from `tabKnowledge Input` where knowledge_source = %s and disabled = 0
		and status in %s and modified < %s""",
		(row.name, (*UNFINISHED, READING), add_to_date(now_datetime(), minutes=-STUCK_MINUTES)),
	)[0][0]
	return int((now_datetime() - oldest).total_seconds() // 60) if oldest else 0
