"""What the database says of a whole site, remembered in Redis for all of its processes, and never older than the last commit.

To take a value out of Redis once a change is committed is not enough: whoever began to read before puts the old one back, and it
stays. So each commit gives the value a new mark, it is stored under the mark that was there before it was read, and it is read by a
connection that sees what is committed now, however long ago the caller's own transaction began.
"""

import time
from collections.abc import Callable
from typing import Generic, TypeVar

import frappe

from huf.ai.site.database.dialect import alone
from huf.ai.site.database.transactions import own_transaction

T = TypeVar("T")

ASKED_AGAIN_S = 1.0
"""So long a request or a job takes what Redis said for true. Its own transaction may be as long: what it changes meanwhile is as if saved
just before the other commit."""
KEPT_FOR_S = 86_400
"""After so many seconds a value is read again; those of old marks are gone then."""


class Remembered(Generic[T]):
	"""The answer to one question about the site's rows.

	:param key: names it in Redis.
	:param read: asks the database, by ``frappe.db``. What it gives is pickled.
	"""

	def __init__(self, key: str, read: Callable[[], T]) -> None:
		self._key = key
		self._mark = f"{key}:mark"
		self._read = read

	def value(self) -> T:
		"""The answer now. A transaction that changed it sees its own change."""
		kept: tuple[float, T] | None = frappe.local.cache.get(self._here)
		if kept is None or time.monotonic() - kept[0] > ASKED_AGAIN_S:
			asked = time.monotonic()
			kept = asked, alone(self._read) if self._key in _changed() else self._shared()
			frappe.local.cache[self._here] = kept
		return kept[1]

	def forget(self) -> None:
		"""Rows that the answer rests on are changed in this transaction: now for this request, once it is committed for everybody."""
		frappe.local.cache.pop(self._here, None)
		if self._key not in _changed():
			_changed().add(self._key)
			frappe.db.after_commit.add(self._committed)
			frappe.db.after_rollback.add(self._unchanged)

	def _shared(self) -> T:
		# Version 16 gives what this process has set itself before it asks Redis.
		frappe.local.cache.pop(frappe.cache.make_key(self._mark), None)
		mark = frappe.cache.get_value(self._mark, expires=True) or self._set_mark()
		key = f"{self._key}:{mark}"
		kept: tuple[T] | None = frappe.cache.get_value(key, expires=True)
		if kept is None:
			with own_transaction():
				kept = (self._read(),)
			frappe.cache.set_value(key, kept, expires_in_sec=KEPT_FOR_S)
		return kept[0]

	def _set_mark(self) -> str:
		mark: str = frappe.generate_hash(length=12)
		frappe.cache.set_value(self._mark, mark, expires_in_sec=KEPT_FOR_S)
		return mark

	def _committed(self) -> None:
		self._unchanged()
		self._set_mark()

	def _unchanged(self) -> None:
		_changed().discard(self._key)
		frappe.local.cache.pop(self._here, None)

	@property
	def _here(self) -> bytes:
		return frappe.cache.make_key(f"{self._key}:here")


def _changed() -> set[str]:
	"""The keys of what the current transaction changed."""
	if not hasattr(frappe.local, "huf_changed"):
		frappe.local.huf_changed = set()
	changed: set[str] = frappe.local.huf_changed
	return changed
