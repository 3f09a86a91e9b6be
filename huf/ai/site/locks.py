"""The lease of a source: one writer at a time.

A lease is redis-py's ``Lock`` with an owner token and a short life, renewed by a thread for as long
as its holder works. A holder that dies stops renewing, so the lease frees itself after ``ttl``
seconds. Readers never ask for it.

Redis may forget a lease (restart, eviction), so a lease alone never makes a write safe. The holder
calls :meth:`Lease.check` right before it publishes, and publishing compares the live build in
MariaDB with the one it started from (``publish.py``).

This module imports no frappe at its top, so that it is tested against a plain Redis.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from redis.exceptions import LockError, RedisError

from huf.engine.errors import HufError, SourceBusy

LEASE_SECONDS = 60.0
"""Life of an unrenewed lease: how long a source waits after its worker was killed."""

LEASE_KEY = "huf_lease_seconds"
"""In the site's configuration, or the bench's: another life time."""
POLL_SECONDS = 0.25
WITHOUT_END = -1
"""What Redis answers for the time that is left to a key which nothing will end."""


class LeaseLost(HufError):
	"""The lease ran out or was taken away while its holder was working; nothing may be published."""

	code = "Lease Lost"
	retryable = True


class Lease:
	"""One holder's claim on ``key``.

	:param client: a redis-py client (Frappe's ``frappe.cache`` is one). It must be safe to use from
		a second thread, which redis-py clients with a connection pool are.
	:param key: the complete Redis key, site prefix included.
	:param ttl: seconds until an unrenewed lease frees itself.
	:param renew_every: seconds between renewals; a third of ``ttl`` unless given.
	"""

	def __init__(
		self, client: Any, key: str | bytes, *, ttl: float = LEASE_SECONDS, renew_every: float | None = None
	) -> None:
		# One token for the object, not for the thread: the renewing thread speaks for the holder.
		self._lock = client.lock(key, timeout=ttl, sleep=POLL_SECONDS, thread_local=False)
		self._ttl = ttl
		self._renew_every = renew_every if renew_every is not None else ttl / 3
		self._stop = threading.Event()
		self._lost = threading.Event()
		self._thread: threading.Thread | None = None

	def acquire(self, wait: float = 0.0) -> bool:
		"""Take the lease, waiting at most ``wait`` seconds for it; False if another holder has it."""
		if not self._lock.acquire(blocking=wait > 0, blocking_timeout=wait):
			return False
		self._stop.clear()
		self._lost.clear()
		self._thread = threading.Thread(target=self._renew, name="huf-lease", daemon=True)
		self._thread.start()
		return True

	@property
	def lost(self) -> bool:
		"""True once the renewing thread knows that the lease is no longer ours. Costs nothing to ask."""
		return self._lost.is_set()

	def check(self) -> None:
		"""Ask Redis whether the lease is still ours.

		:raises LeaseLost: it is not, or Redis cannot say so.
		"""
		if not self.lost:
			try:
				if self._lock.owned():
					return
			except RedisError as error:
				raise LeaseLost(
					f"Redis could not confirm the lease of this source ({error}). "
					"Nothing was published; the work is picked up again by itself."
				) from error
		raise LeaseLost(
			"The lease of this source ran out or was taken over while the job was working. "
			"Nothing was published; the work is picked up again by itself."
		)

	def release(self) -> None:
		"""Give the lease back. Never removes the lease of somebody else, never raises."""
		self._stop.set()
		if self._thread is not None:
			self._thread.join(timeout=self._renew_every)
			self._thread = None
		# Not ours any more, or Redis unreachable: in both cases the key ends by its own life time.
		with suppress(LockError, RedisError):
			self._lock.release()

	def _renew(self) -> None:
		renewed = time.monotonic()
		while not self._stop.wait(self._renew_every):
			try:
				self._lock.reacquire()
				renewed = time.monotonic()
			except LockError:
				self._lost.set()
				return
			except RedisError:
				# An outage shorter than the lease's life harms nothing; a longer one ends it.
				if time.monotonic() - renewed > self._ttl:
					self._lost.set()
					return


@contextmanager
def held(lease: Lease, wait: float = 0.0) -> Iterator[Lease]:
	"""Hold ``lease`` for the length of a ``with`` block.

	:raises SourceBusy: another worker holds it and did not give it back within ``wait`` seconds.
	"""
	if not lease.acquire(wait):
		raise SourceBusy("Another worker is writing this source. The request is served when it is done.")
	try:
		yield lease
	finally:
		lease.release()


def lease_key(artifact_id: str, *, selection: bool = False) -> bytes:
	"""The Redis key of a source's lease, prefixed with the current site."""
	import frappe

	return frappe.cache.make_key(f"huf_knowledge_lease:{'select:' if selection else ''}{artifact_id}")


def source_lease(artifact_id: str) -> Lease:
	"""The lease of one source on the current site. The id does not change when a source is renamed.

	The site's configuration may set another life time than 60 seconds as :data:`LEASE_KEY`.
	"""
	return _lease(lease_key(artifact_id))


def selection_lease(artifact_id: str) -> Lease:
	"""The lease of whoever compares a source with what its selectors select; indexing has the other one."""
	return _lease(lease_key(artifact_id, selection=True))


def _lease(key: bytes) -> Lease:
	import frappe

	ttl = float(frappe.conf.get(LEASE_KEY) or LEASE_SECONDS)
	return Lease(frappe.cache, key, ttl=ttl)


def merge_lease(artifact_id: str) -> Lease:
	"""The lease of whoever puts segments of one source together; indexing does not need it."""
	import frappe

	return _lease(frappe.cache.make_key(f"huf_knowledge_merge:{artifact_id}"))


def scans_lease(artifact_id: str) -> Lease:
	"""The lease of whoever reads the scans of one source; indexing does not need it."""
	return _lease(_scans_key(artifact_id))


def is_leased_for_scans(artifact_id: str) -> bool:
	"""True while some worker reads the scans of the source; raises when Redis cannot say so."""
	import frappe

	# nosemgrep: frappe-cache-breaks-multitenancy (the key bears the site)
	return frappe.cache.get(_scans_key(artifact_id)) is not None


def listings_lease(artifact_id: str) -> Lease:
	"""The lease of whoever compares one source with what places list; neither indexing nor following records needs it."""
	return _lease(_listings_key(artifact_id))


def is_leased_for_listings(artifact_id: str) -> bool:
	"""True while some worker compares the source with what places list; raises when Redis cannot say so."""
	import frappe

	# nosemgrep: frappe-cache-breaks-multitenancy (the key bears the site)
	return frappe.cache.get(_listings_key(artifact_id)) is not None


def _listings_key(artifact_id: str) -> bytes:
	import frappe

	return frappe.cache.make_key(f"huf_knowledge_listings:{artifact_id}")


def _scans_key(artifact_id: str) -> bytes:
	import frappe

	return frappe.cache.make_key(f"huf_knowledge_scans:{artifact_id}")


def lasting_leases() -> dict[str, list[bytes]]:
	"""Artifact ids of sources with a lease that does not end by itself, and the keys of these; normally none."""
	import frappe

	found: dict[str, list[bytes]] = {}
	for pattern in (
		b"huf_knowledge_lease:*",
		b"huf_knowledge_scans:*",
		b"huf_knowledge_listings:*",
		b"huf_knowledge_merge:*",
	):
		for key in frappe.cache.scan_iter(match=frappe.cache.make_key(pattern.decode()), count=1000):
			if frappe.cache.execute_command("TTL", key) == WITHOUT_END:
				found.setdefault(key.decode().rpartition(":")[2], []).append(key)
	return found


def release_lasting(artifact_id: str) -> None:
	"""End the leases of a source that would last for ever. One that ends by itself stays: somebody may be at work."""
	import frappe

	for key in lasting_leases().get(artifact_id, ()):
		frappe.cache.execute_command("DEL", key)


def is_leased(artifact_id: str, *, selection: bool = False) -> bool:
	"""True while some worker holds the source's lease; raises when Redis cannot say so.

	(Frappe's own ``exists`` answers False when Redis is away, which would let the watchdog clean up
	behind a worker that is alive.)
	"""
	import frappe

	# nosemgrep: frappe-cache-breaks-multitenancy (the key bears the site)
	return frappe.cache.get(lease_key(artifact_id, selection=selection)) is not None
