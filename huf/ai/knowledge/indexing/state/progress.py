"""How far a build is: stored, so that a reload of the form shows it, and sent to the open form."""

import time
from functools import partial
from typing import TYPE_CHECKING, Any

import frappe

from huf.ai.knowledge import status
from huf.ai.site.database import transactions

if TYPE_CHECKING:
	from huf.ai.site.locks import Lease
	from huf.engine.types import Progress

EVERY_SECONDS = 1.0
EVENT = "huf_knowledge_progress"


class ProgressReport:
	"""What ``run_build`` calls between inputs: reports, notices a lost lease, and asks whether to stop."""

	def __init__(self, artifact_id: str, lease: "Lease", before: int = 0, total: int = 0) -> None:
		""":param before: inputs that earlier parts of a rebuild took in, of a ``total``; without one the build's own count."""
		self._before = before
		self.total = total
		self._artifact_id = artifact_id
		self._lease = lease
		self._reported = float("-inf")
		self._asked = time.monotonic()
		self._stop = False

	def __call__(self, progress: "Progress") -> None:
		"""Take one step's progress; stored and sent at most once a second, and when all inputs are done.

		:raises LeaseLost: the lease is gone, so going on would be for nothing.
		"""
		self.check()
		if watch := frappe.flags.huf_progress:  # the bar of a bench command that works in its own process
			watch(progress)
		now = time.monotonic()
		if now - self._reported >= EVERY_SECONDS or progress.step == "finish":
			self._reported = now
			# Others must see how far the job is; nothing else is open here. A rename of the source locks its row, too, and what is
			# only told of a build must not end it.
			total = self.total or progress.total
			done = min(self._before + progress.done, total)
			transactions.retry_deadlocks(partial(status.set_progress, self._artifact_id, done, total))
			# A share, and no numbers: some who have the form open may not see all inputs, nor how many there are.
			percent = 100 * done // total if total else 0
			publish_event(self._artifact_id, step=progress.step, percent=percent)

	def check(self) -> None:
		"""Called where no step has ended for a while.

		:raises LeaseLost: the lease is gone, so going on would be for nothing.
		"""
		if self._lease.lost:
			self._lease.check()

	def cancelled(self) -> bool:
		"""Whether somebody asked to stop; looks at the database at most once a second."""
		now = time.monotonic()
		if now - self._asked >= EVERY_SECONDS:
			self._asked = now
			frappe.db.rollback()
			paused = frappe.db.get_value(
				"Knowledge Source", {"artifact_id": self._artifact_id}, "indexing_paused"
			)
			self._stop = paused is None or bool(paused)
		return self._stop


def publish_event(artifact_id: str, **message: Any) -> None:
	"""Tell those who have the source's form open, and nobody else, how its indexing goes."""
	# Named seam, best effort: whoever misses an event sees the stored progress. An event must never end a job.
	try:
		source = frappe.db.get_value(
			"Knowledge Source", {"artifact_id": artifact_id}, ["name", "status"], as_dict=True
		)
		if source:
			frappe.publish_realtime(
				EVENT,
				{"source": source.name, "status": source.status, **message},
				doctype="Knowledge Source",
				docname=source.name,
			)
	# Named seam, best-effort realtime: a build goes on whether or not somebody can watch it. The log has the cause.
	except Exception:  # noqa: BLE001
		frappe.logger("huf").warning("Progress could not be sent", exc_info=True)
