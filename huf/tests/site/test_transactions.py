"""Transactions of our own end as they are said to, whatever becomes of their connection."""

from unittest import SkipTest

import frappe
from frappe.tests.utils import FrappeTestCase
from rq.timeouts import JobTimeoutException

from huf.ai.site.database import dialect
from huf.ai.site.database.transactions import own_transaction, roll_back


def break_connection() -> None:
	"""Close the connection under ``frappe.db``, as a time-out does that strikes within a statement."""
	frappe.db.sql("select 1")  # or there is none yet
	connection = frappe.db._conn
	if dialect.is_postgres():
		connection.close()
	elif hasattr(connection, "_force_close"):
		connection._force_close()
	else:
		# Only PyMySQL waits for an answer in Python, where a signal can end it.
		raise SkipTest("this driver of MariaDB is not interrupted within a statement")


class TestOwnTransactions(FrappeTestCase):
	def test_a_time_out_within_a_statement_is_told(self) -> None:
		"""And not that its connection is closed; the caller's goes on."""
		with self.assertRaises(JobTimeoutException), own_transaction():
			break_connection()
			raise JobTimeoutException("3 seconds")
		self.assertTrue(frappe.db.exists("User", "Administrator"))

	def test_what_a_broken_transaction_had_done_is_undone(self) -> None:
		"""What waits for the end of a transaction, such as files that it wrote, learns that it came to nothing."""
		undone: list[str] = []
		with self.assertRaises(JobTimeoutException), own_transaction():
			frappe.db.after_rollback.add(lambda: undone.append("file"))
			break_connection()
			raise JobTimeoutException("3 seconds")
		self.assertEqual(undone, ["file"])

	def test_other_errors_of_rolling_back_are_told(self) -> None:
		"""Only a closed connection is nothing to speak of."""

		class Refusing:
			is_interface_error = staticmethod(frappe.db.is_interface_error)

			def rollback(self) -> None:
				raise frappe.db.OperationalError("no room")

		with self.assertRaises(frappe.db.OperationalError):
			roll_back(Refusing())  # type: ignore[arg-type]
