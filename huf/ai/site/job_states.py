"""How far a job is, for the person who asked for it: kept in Redis for a while, by an id that is worth something only to them."""

from dataclasses import dataclass
from typing import Any

import frappe


@dataclass(frozen=True, slots=True)
class JobStates:
	"""The states of one kind of job."""

	prefix: str
	"""Of their keys."""
	seconds: int
	"""How long each is kept."""

	def begin(self) -> str:
		"""The id of a new job of the session's user, which waits."""
		job: str = frappe.generate_hash(length=32)
		self.keep(job, {"user": frappe.session.user, "state": "Waiting"})
		return job

	def keep(self, key: str, values: dict[str, Any]) -> None:
		"""Keep ``values`` in place of what there was."""
		frappe.cache.set_value(self._full(key), values, expires_in_sec=self.seconds)

	def forget(self, key: str) -> None:
		"""Keep nothing by this key any more."""
		frappe.cache.delete_value(self._full(key))

	def kept(self, key: str) -> dict[str, Any] | None:
		"""What is kept by this key, whoever asks."""
		found = frappe.cache.get_value(self._full(key), expires=True)
		return dict(found) if found else None

	def read(self, job: str) -> dict[str, Any] | None:
		"""The state of a job of the session's user, without the name of that user; None: there is none of theirs."""
		found = self.kept(job) if job.isascii() and job.isalnum() else None
		if not found or found.pop("user") != frappe.session.user:
			return None
		return found

	def _full(self, key: str) -> str:
		return f"{self.prefix}:{key}"
