"""Transactions of our own: the one place that opens a second connection, and what begins a job's step again after a deadlock."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import frappe
from frappe.database import get_db

from huf.ai.site.database.dialect import is_conflict, read_committed

if TYPE_CHECKING:
	from frappe.database.database import Database

T = TypeVar("T")

DEADLOCK_TRIES = 5


@contextmanager
def second_connection() -> Iterator["Database"]:
	"""Another connection to the site's database, closed at the end of the block."""
	conf = frappe.local.conf
	own = get_db(
		socket=conf.db_socket,
		host=conf.db_host,
		port=conf.db_port,
		# Version 16 has a user beside the database's name; in version 15 they are the same.
		user=conf.get("db_user") or conf.db_name,
		password=conf.db_password,
		cur_db_name=conf.db_name,
	)
	try:
		yield own
	finally:
		own.close()


@contextmanager
def own_transaction() -> Iterator[None]:
	"""Make ``frappe.db`` a second connection for the block; commit at its end, roll back if it raises."""
	callers = frappe.local.db
	with second_connection() as own:
		frappe.local.db = own
		try:
			read_committed(own)
			yield
			own.commit()
		# Whatever it was, a killed job included: nothing half of it is kept. It is raised on.
		except BaseException:
			roll_back(own)
			raise
		finally:
			frappe.local.db = callers


def roll_back(connection: "Database") -> None:
	"""Roll back; a connection that is closed has nothing to roll back.

	The time-out of a job that strikes within a statement closes the connection. An error of rolling back would be told
	in place of the time-out.
	"""
	try:
		connection.rollback()
	# Each driver has classes of its own, and the connection alone knows which says that it is closed; all else is raised on.
	except Exception as error:
		if not connection.is_interface_error(error):
			raise
		connection.after_rollback.run()


def retried_transaction(transaction: Callable[[], T]) -> T:
	"""Run a whole transaction on a connection of its own and commit it; again, from its beginning, when it was chosen to break a deadlock.

	For what must be written whatever becomes of the caller's transaction, which goes on as it was.
	"""
	for attempt in range(1, DEADLOCK_TRIES + 1):
		try:
			with own_transaction():
				return transaction()
		except (frappe.QueryDeadlockError, frappe.QueryTimeoutError, frappe.db.OperationalError) as error:
			if attempt == DEADLOCK_TRIES or not is_conflict(error):
				raise
			time.sleep(0.1 * attempt)
	raise AssertionError("unreachable")


def retry_deadlocks(transaction: Callable[[], T]) -> T:
	"""Run a whole transaction and commit it; again, from its beginning, when MariaDB chose it to break a deadlock."""
	for attempt in range(1, DEADLOCK_TRIES + 1):
		try:
			value = transaction()
			frappe.db.commit()  # nosemgrep: frappe-manual-commit (a job's step; other connections must see it now)
			return value
		except (frappe.QueryDeadlockError, frappe.QueryTimeoutError, frappe.db.OperationalError) as error:
			frappe.db.rollback()
			if attempt == DEADLOCK_TRIES or not is_conflict(error):
				raise
			time.sleep(0.1 * attempt)
	raise AssertionError("unreachable")
