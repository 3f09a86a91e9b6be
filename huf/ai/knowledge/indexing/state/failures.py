"""What happens when a build does not end well: its row tells why, and everything can be tried again."""

from contextlib import suppress

import frappe
from rq.timeouts import BaseTimeoutException

from huf.ai.knowledge import status
from huf.ai.knowledge.indexing.state import retries
from huf.ai.knowledge.indexing.state.source_status import derive_source_status
from huf.ai.site import artifacts, queueing
from huf.ai.site.database import transactions
from huf.engine.errors import BuildError, EmbeddingCapped, HufError

INTERRUPTED = "Interrupted"


def build_stopped(artifact_id: str, build_id: str, error: BuildError) -> None:
	"""Somebody cancelled the build or deleted the source: nothing is wrong, nothing is published."""
	_close(artifact_id, build_id, "Cancelled", error.code, str(error))


def build_paused(artifact_id: str, build_id: str, error: EmbeddingCapped) -> None:
	"""A cap is reached. Nothing is wrong: vectors that are paid for and parts of a rebuild are kept, and it goes on when there is money."""
	_close(artifact_id, build_id, "Paused", error.code, str(error), error.needed)


TIMED_OUT = (
	"Indexing this input took longer than {0} minutes, twice, which is the most that one job has. Split it into parts, and "
	"add these; if the machine was only busy, use Reprocess."
)
TIMES = 2
"""How often in a row the time-out must strike until the only input that was being indexed is given up."""


def build_failed(artifact_id: str, build_id: str, error: Exception, only_input: str = "") -> None:
	"""A build failed; the live one keeps answering. The caller lets the error rise to the queue afterwards.

	:param only_input: name of the input, if the build was to take in one alone.
	"""
	code, message = describe(error)
	try:
		_close(artifact_id, build_id, "Failed", code, message)
		if only_input and code == INTERRUPTED:
			transactions.retry_deadlocks(lambda: _give_up_if_too_large(artifact_id, only_input))
	except frappe.db.OperationalError:
		# MariaDB does not answer even on a new connection: the watchdog finds the row and closes it.
		frappe.logger("huf").error("Build %s failed and its row could not be closed", build_id, exc_info=True)


def build_not_begun(source: str, kind: str, error: Exception) -> None:
	"""A build cannot even be begun, since its model cannot be used, or was not begun in a row of its own: leave one that says why."""
	from huf.engine.builds import new_build_id

	build_id = new_build_id()
	code, message = describe(error)

	def write() -> None:
		status.start_build(build_id, source, kind)
		status.end_build(build_id, "Failed", code, message)

	transactions.retry_deadlocks(write)


def describe(error: Exception) -> tuple[str, str]:
	"""Code and sentence for the build row."""
	if isinstance(error, HufError):
		return error.code, str(error)
	if isinstance(error, BaseTimeoutException):
		return (
			INTERRUPTED,
			"The queue's time-out struck before the build was done. It is tried again with fewer inputs.",
		)
	is_of_connection = isinstance(error, frappe.db.OperationalError | frappe.db.InternalError)
	if is_of_connection or frappe.db.is_interface_error(error):
		return "Source Busy", f"The connection to the database failed ({error}). It is tried again by itself."
	return type(error).__name__, f"Unexpected error: {error}. The Error Log has the details."


def _give_up_if_too_large(artifact_id: str, name: str) -> None:
	"""An input that needs more time than a job has would be tried for hours, with nothing that says so where people look."""
	source = frappe.db.get_value("Knowledge Source", {"artifact_id": artifact_id}, "name")
	last = retries.failures_in_a_row(source)[:TIMES] if source else []
	if len(last) == TIMES and all(row.error_code == INTERRUPTED and row.kind == "Update" for row in last):
		status.set_input_error(name, TIMED_OUT.format(queueing.INPUT_TIMEOUT // 60))
		derive_source_status(artifact_id, working=False)


def _close(artifact_id: str, build_id: str, state: str, code: str, message: str, needed: float = 0.0) -> None:
	"""Write the end of a build that is not published, and take its files away."""
	# The connection may be the very thing that broke: a closed one is opened anew by the next statement.
	frappe.db.close()
	frappe.db.after_commit.reset()

	def close() -> None:
		status.end_build(build_id, state, code, message, needed)
		source = frappe.db.get_value("Knowledge Source", {"artifact_id": artifact_id}, "name")
		if source:
			status.release_inputs(source)

	transactions.retry_deadlocks(close)
	from huf.engine.builds import remove_build

	# What cannot be removed now must not hide why the build failed; the daily cleaning takes it away.
	with suppress(OSError):
		remove_build(artifacts.build_folder(artifact_id, build_id))
