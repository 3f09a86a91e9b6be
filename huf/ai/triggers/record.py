"""The state of a trigger: how often it failed in a row, and when it is switched off by itself.

Written by plain SQL: a job must not fight with somebody who has the form open.
"""

import frappe
from frappe import _
from frappe.utils import now

from huf.ai.triggers import wanted

FAILED = frozenset({"Failed", "Timed Out", "Stopped"})
"""Ends of a run that count as a failure of its trigger."""


def note_success(trigger: str) -> None:
	"""The last run went well."""
	frappe.db.sql(
		"update `tabAgent Trigger` set failures = 0, last_error = null, last_run_at = %s where name = %s",
		(now(), trigger),
	)


def note_failure(trigger: str, why: str) -> None:
	"""Count a failure; the one that is one too many pauses the trigger, and says so.

	``why`` is seen by whoever may read the trigger, and so names no value of a document.
	"""
	# MariaDB assigns from left to right and PostgreSQL all at once, so the number is raised last.
	frappe.db.sql(
		"""update `tabAgent Trigger` set
			last_error = case when failures + 1 >= greatest(max_failures, 1) then %(off)s else %(why)s end,
			disabled = case when failures + 1 >= greatest(max_failures, 1) then 1 else disabled end,
			last_run_at = %(now)s,
			failures = failures + 1
		where name = %(name)s""",
		{
			"off": _("Paused after failures in a row. The last one: {0}").format(why[:1000]),
			"why": why[:1000],
			"now": now(),
			"name": trigger,
		},
	)
	wanted.forget()


def note_end(trigger: str, status: str, run: str) -> None:
	"""A run of the trigger has ended. What went wrong in it may quote what only its user may read, and stays on the run."""
	if status in FAILED:
		why = _("Its run {0} ended as {1}. Why stands on the run, for the user in Run As.")
		note_failure(trigger, why.format(run, _(status)))
	elif status == "Success":
		note_success(trigger)
