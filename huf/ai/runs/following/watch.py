"""What ends a run from outside: its time, and its user."""

import time

import frappe
from frappe import _
from frappe.utils import cint

from huf.agent.completion import RunCancelled, RunOutOfTime
from huf.ai.site.database.transactions import own_transaction
from huf.ai.site.settings import get_settings

ASK_EVERY_S = 1.0
"""How often the row is read again to see whether the user wants the run to stop."""

WEB_MARGIN_S = 10
"""A web worker is ended after ``http_timeout`` seconds; a run in a request ends by itself this long before."""


class RunWatch:
	"""Asked between steps and between the pieces of an answer; see :class:`~huf.agent.completion.Watch`."""

	def __init__(self, run: str, limit_s: float) -> None:
		self._run = run
		self._limit_s = limit_s
		self._end = time.monotonic() + limit_s
		self._asked = time.monotonic()

	def remaining_s(self) -> float:
		"""Seconds until the run's time is over."""
		return self._end - time.monotonic()

	def check(self) -> None:
		"""Raise RunOutOfTime or RunCancelled when the run must end."""
		now = time.monotonic()
		if now >= self._end:
			raise RunOutOfTime(
				_("The run took longer than {0} seconds and was ended.").format(round(self._limit_s))
			)
		if now - self._asked < ASK_EVERY_S:
			return
		self._asked = now
		if is_cancelled(self._run):
			raise RunCancelled(_("The run was cancelled."))


def is_cancelled(run: str) -> bool:
	"""Whether the user asked to stop; a run whose row they deleted has no reader either."""
	# The transaction of the run may have begun before the user pressed the button, and would not see it.
	with own_transaction():
		wanted = frappe.db.get_value("Agent Run", run, "cancel_requested")
	return wanted is None or bool(cint(wanted))


def time_limit_s() -> float:
	"""Seconds that a run may take here: what Agent Settings say, in a web request at most what its worker lives."""
	limit = get_settings().run_time_limit
	if getattr(frappe.local, "request", None):
		return max(1, min(limit, (cint(frappe.conf.http_timeout) or 120) - WEB_MARGIN_S))
	return limit
