"""Statements that only read, and that end when their time is over."""

import time
from typing import Any

import frappe
from frappe import _

from huf.ai.queries.as_user.errors import QueryRefused
from huf.ai.site.database import dialect

SECONDS = 10.0
"""What one question may take of the database, and of asking records one by one."""


class OutOfTime(QueryRefused):
	"""The database took too long."""

	code = "Out Of Time"


class Reading:
	"""The statements of one question, with one time for all."""

	def __init__(self, seconds: float = SECONDS) -> None:
		self._seconds = seconds
		self._end = time.monotonic() + seconds

	def go_on(self) -> None:
		"""Raises OutOfTime when the time is over."""
		if time.monotonic() >= self._end:
			raise self._out_of_time()

	def rows(self, select: str, values: dict[str, Any]) -> list[tuple[Any, ...]]:
		"""The rows of a select. Its names come from the meta alone; what came from outside is among the values."""
		self.go_on()
		left = max(0.1, self._end - time.monotonic())
		try:
			found = dialect.rows_within(left, select, values)
		except (frappe.db.OperationalError, frappe.QueryTimeoutError) as error:
			if not dialect.is_statement_timeout(error):
				raise
			raise self._out_of_time() from error
		return [tuple(row) for row in found]

	def _out_of_time(self) -> OutOfTime:
		return OutOfTime(
			_(
				"This took longer than {0} seconds and was ended. Ask for fewer records, for example of a shorter time."
			).format(round(self._seconds))
		)
