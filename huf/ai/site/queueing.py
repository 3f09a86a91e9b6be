"""Putting work for a source into the queue: after commit, once, and never lost.

Frappe's ``deduplicate`` drops a request while the same job *runs*, and a killed worker leaves its job
"started" for minutes. So huf counts differently. A *ticket* in Redis names the job that waits for
a source: in the queue, or for the source's lease. A job tears the ticket up once it has the lease and before it
reads the wanted state. Whoever finds a ticket therefore knows: that job has yet to read, so it will see what
was just committed, and no second job is needed. 200 inputs added at once are one job, not 200.

A ticket whose job is gone (a queue that was flushed) is replaced; that of a job that was killed while it waited is
replaced by the watchdog, and runs out by itself. Whatever is lost all the same, the watchdog finds by comparing
wanted and built.
"""

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any

import frappe
from frappe.utils import background_jobs
from frappe.utils.background_jobs import get_job, get_job_status
from redis.exceptions import RedisError
from rq.job import Job, JobStatus

INPUT_TIMEOUT = 1800
"""Seconds that an update job may take. It hands over to a fresh job long before (``indexer.TIME_SLICE``), but for one input of
tens of thousands of chunks, which is indexed whole or not at all."""

REBUILD_TIMEOUT = 1800
SYNC_TIMEOUT = 1800
"""Seconds that comparing a source with its selectors may take."""
LISTINGS_TIMEOUT = 3600
"""Seconds that comparing a source with what places list may take; the job hands over to a fresh one before (``listings.jobs.SLICE_SECONDS``)."""
SCANS_TIMEOUT = 1200
"""Seconds that a job may read scans; it hands over to a fresh job before (``scans.SLICE_SECONDS``)."""
MERGE_TIMEOUT = 7200
"""Seconds that putting segments together may take. It begins no further merge after a quarter of an hour (``merging.SLICE_SECONDS``)."""
TRIGGERS = "triggers"
"""What stands for a source on the ticket and the lease of the site's triggers."""
TRIGGERS_TIMEOUT = 300
"""Seconds that following the notes of saved documents may take; the job hands over to a fresh one before."""
TICKET_SECONDS = 600
_OVERLOADED: tuple[type[Exception], ...] = (
	(frappe.QueueOverloaded,) if hasattr(frappe, "QueueOverloaded") else ()
)
"""What Frappe 16 raises when too many jobs wait. Frappe 15 has no such limit."""


class QueueFull(RedisError):
	"""So many jobs wait that Frappe takes no more. To whoever queues one it is as if Redis were away: a later try makes up for it."""


def enqueue(method: str, **job: Any) -> Job | None:
	"""Frappe's own ``enqueue``. Raises RedisError when the job could not be queued, QueueFull when too many wait."""
	try:
		return background_jobs.enqueue(method, **job)
	except _OVERLOADED as error:
		# Frappe has a message for it, and whoever saved a record did not ask for a job.
		frappe.clear_last_message()
		raise QueueFull(f"The queue {job.get('queue', 'default')} takes no more jobs.") from error


def request_update(artifact_id: str, job_id: str | None = None) -> None:
	"""Once the transaction is committed, queue a job that brings the index of the source up to date."""
	_after_commit(("update", artifact_id), lambda: queue_update(artifact_id, job_id))


def request_rebuild(artifact_id: str, source: str) -> None:
	"""Once the transaction is committed, queue the job that makes the whole index anew."""
	_after_commit(("rebuild", artifact_id), lambda: queue_rebuild(artifact_id, source))


def request_listings(artifact_id: str) -> None:
	"""Once the transaction is committed, queue the job that compares the source with what places list."""
	_after_commit(("listings", artifact_id), lambda: queue_listings(artifact_id))


def queue_update(artifact_id: str, job_id: str | None = None) -> None:
	"""Queue an update of the source now, unless one is already waiting."""
	_queue_once(
		"huf.ai.knowledge.indexer.update_source",
		ticket=_ticket("update", artifact_id),
		job_id=job_id or f"process_source_{artifact_id}",
		queue="default",
		timeout=INPUT_TIMEOUT,
		artifact_id=artifact_id,
	)


def queue_rebuild(artifact_id: str, source: str) -> None:
	"""Queue a rebuild of the source now, unless one is already waiting."""
	_queue_once(
		"huf.ai.knowledge.indexer.rebuild_source",
		ticket=_ticket("rebuild", artifact_id),
		job_id=f"rebuild_index_{source}",
		queue="long",
		timeout=REBUILD_TIMEOUT,
		artifact_id=artifact_id,
	)


def queue_sync(artifact_id: str) -> None:
	"""Queue the comparison of a source with what its selectors select, unless one is already waiting."""
	_queue_once(
		"huf.ai.knowledge.following.jobs.sync_source",
		ticket=_ticket("sync", artifact_id),
		job_id=f"sync_source_{artifact_id}",
		queue="default",
		timeout=SYNC_TIMEOUT,
		artifact_id=artifact_id,
	)


def queue_listings(artifact_id: str) -> None:
	"""Queue the comparison of a source with what places list, unless one is already waiting."""
	_queue_once(
		"huf.ai.knowledge.listings.jobs.compare_source",
		ticket=_ticket("listings", artifact_id),
		job_id=f"compare_listings_{artifact_id}",
		queue="long",
		timeout=LISTINGS_TIMEOUT,
		artifact_id=artifact_id,
	)


def queue_scans(artifact_id: str) -> None:
	"""Queue the reading of the source's scans now, unless it is already waiting."""
	_queue_once(
		"huf.ai.knowledge.indexing.texts.scans.read_scans",
		ticket=_ticket("scans", artifact_id),
		job_id=f"read_scans_{artifact_id}",
		queue="long",
		timeout=SCANS_TIMEOUT,
		artifact_id=artifact_id,
	)


def queue_merge(artifact_id: str, *, thoroughly: bool = False) -> None:
	"""Queue the putting together of the source's segments now, unless it is already waiting."""
	_queue_once(
		"huf.ai.knowledge.indexing.live.merging.merge_source",
		ticket=_ticket("merge", artifact_id),
		job_id=f"merge_index_{artifact_id}",
		queue="long",
		timeout=MERGE_TIMEOUT,
		artifact_id=artifact_id,
		thoroughly=thoroughly,
	)


def queue_triggers() -> None:
	"""Queue the job that follows the notes of saved documents, unless one is already waiting."""
	_queue_once(
		"huf.ai.triggers.following.follow_notes",
		ticket=_ticket("triggers", TRIGGERS),
		job_id="huf_follow_triggers",
		queue="short",
		timeout=TRIGGERS_TIMEOUT,
	)


def queue_follow_up(kind: str, artifact_id: str, attempt: int) -> None:
	"""Queue the job that tries again after finding the source busy, unless another one is in the queue.

	:param kind: ``update`` or ``rebuild``.
	"""
	_queue_once(
		f"huf.ai.knowledge.indexer.{kind}_source",
		ticket=_ticket(kind, artifact_id),
		job_id=f"process_source_{artifact_id}_{kind}_{attempt}",
		instead_of=(JobStatus.STARTED,),
		queue="long" if kind == "rebuild" else "default",
		timeout=REBUILD_TIMEOUT if kind == "rebuild" else INPUT_TIMEOUT,
		artifact_id=artifact_id,
		attempt=attempt,
	)


def forget_dead_ticket(kind: str, artifact_id: str) -> None:
	"""For the watchdog, when nobody holds the lease: a ticket is worth something only if its job is in the queue.

	The status alone does not tell: a worker that was killed between taking a job and starting it leaves "queued".
	"""
	# nosemgrep: frappe-cache-breaks-multitenancy (the key bears the site)
	waiting = frappe.cache.get(_ticket(kind, artifact_id))
	if waiting:
		job = get_job(waiting.decode())
		if job is None or job.get_position() is None:
			tear_up_ticket(kind, artifact_id)


def began_within(job: Job, span: timedelta) -> bool:
	"""Whether a worker took up the job so recently and, as far as RQ knows, is at it. Of one that was killed RQ says so for minutes."""
	if job.get_status() != JobStatus.STARTED:
		return False
	if job.started_at is None:
		# RQ asks for the status anew, and keeps all else as it was when the job was fetched: still waiting, perhaps.
		job.refresh()
	if job.started_at is None:
		return False
	now = datetime.now(timezone.utc).replace(tzinfo=None)
	return now - job.started_at.replace(tzinfo=None) <= span


def tear_up_ticket(kind: str, artifact_id: str) -> None:
	"""For the holder of the lease, before it reads the wanted state: from now on requests queue a new job."""
	frappe.cache.delete(_ticket(kind, artifact_id))


def _ticket(kind: str, artifact_id: str) -> bytes:
	return frappe.cache.make_key(f"huf_knowledge_ticket:{kind}:{artifact_id}")


def _queue_once(
	method: str, *, ticket: bytes, job_id: str, instead_of: tuple[JobStatus, ...] = (), **job: Any
) -> None:
	"""Queue a job and put its id on the ticket, unless the ticket names one that has yet to read.

	:param instead_of: statuses of a ticket's job that do not count, since its place is to be taken.
	"""
	# First what most of many requests find: a job waits already.
	if _is_taken(ticket, instead_of):
		return
	job_id = _free_job_id(job_id)
	# Plain redis-py commands, on a key that carries the site.
	# nosemgrep: frappe-cache-breaks-multitenancy (the key bears the site)
	if not frappe.cache.set(ticket, job_id, nx=True, ex=TICKET_SECONDS):
		if _is_taken(ticket, instead_of):
			return
		# nosemgrep: frappe-cache-breaks-multitenancy (the key bears the site)
		frappe.cache.set(ticket, job_id, ex=TICKET_SECONDS)
	enqueue(method, job_id=job_id, **job)


def _is_taken(ticket: bytes, instead_of: tuple[JobStatus, ...]) -> bool:
	"""Whether the ticket names a job that has yet to read."""
	# nosemgrep: frappe-cache-breaks-multitenancy (the key bears the site)
	waiting = frappe.cache.get(ticket)
	found = get_job_status(waiting.decode()) if waiting else None
	return found in (JobStatus.QUEUED, JobStatus.STARTED) and found not in instead_of


def _free_job_id(job_id: str) -> str:
	"""The id itself, or a variation if a job of that id runs, waits, or was left behind by a killed worker."""
	if get_job_status(job_id) in (JobStatus.STARTED, JobStatus.QUEUED):
		return f"{job_id}::{frappe.generate_hash(length=8)}"
	return job_id


def _after_commit(key: tuple[str, str], queue: Callable[[], None]) -> None:
	"""Call ``queue`` once after the commit of this transaction, however often it was asked for."""
	asked: set[tuple[str, str]] = getattr(frappe.local, "huf_asked", None) or set()
	frappe.local.huf_asked = asked
	if key in asked:
		return
	asked.add(key)

	def run() -> None:
		asked.discard(key)
		try:
			queue()
		except RedisError:
			# What the user saved is saved; the watchdog queues it when Redis is back.
			frappe.logger("huf").warning(
				"Redis is away: indexing of %s waits for the watchdog", key[1], exc_info=True
			)

	frappe.db.after_commit.add(run)
	frappe.db.after_rollback.add(lambda: asked.discard(key))
