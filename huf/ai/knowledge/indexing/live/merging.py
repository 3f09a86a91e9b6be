"""Putting segments of an index together: a job of its own in the lower queue, beside updates and searches.

It changes no answer, so nothing waits for it, and nothing of it shows in a source's status. Segments are put together without the
source's lease. That is held for the milliseconds in which what was made takes their place in the build that is live by then,
whatever was published meanwhile; if it no longer goes together with that build it is thrown away. A worker that is killed leaves a folder for the
next merge to clear away, and the source as it was.
"""

import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import frappe
from redis.exceptions import RedisError

from huf.ai.knowledge import status
from huf.ai.knowledge.backends.registries import backend_registry
from huf.ai.knowledge.indexing.live import publish
from huf.ai.site import artifacts, queueing, settings
from huf.ai.site.database import transactions
from huf.ai.site.locks import LeaseLost, held, merge_lease, source_lease
from huf.engine.errors import BuildError, IndexMissing, SourceBusy

if TYPE_CHECKING:
	from huf.engine.builds import BuildInfo, Merge

SLICE_SECONDS = 900.0
"""After which a job begins no further merge; the next update, or the night, asks for what is left."""
LEASE_WAIT_SECONDS = 240.0
"""For an update, or a part of a rebuild, that writes the source when a merge is done; they give it back after 150 seconds."""
MOST_DROPPED = 3
"""Merges that a job makes in vain before it leaves the source alone."""
GRACE_SECONDS = 5.0
"""Between a switch and the deletion of the build before it: searches that looked the pointer up before have opened it by then."""


def merge_source(artifact_id: str, thoroughly: bool = False) -> None:
	"""Job: put together those segments of a source that are due, one merge after the other.

	:param thoroughly: at night; less is reason enough then.
	"""
	# The job acts for the source, not for whoever queued it; it reads no input.
	frappe.set_user("Administrator")
	queueing.tear_up_ticket("merge", artifact_id)
	if settings.is_switched_off():
		return
	try:
		with held(merge_lease(artifact_id)):
			_merge_all(artifact_id, thoroughly=thoroughly)
	except SourceBusy:
		return  # whoever merges this source goes on until nothing is due


def queue_if_due(artifact_id: str, *, thoroughly: bool = False) -> None:
	"""Queue the job, if there is anything for it to do.

	:raises RedisError: it could not be queued.
	"""
	from huf.engine.builds import is_merge_due

	source = _read_source(artifact_id)
	# What is wrong with its files, the watchdog finds and mends.
	with suppress(BuildError):
		if source and is_merge_due(
			artifacts.build_folder(artifact_id, source.live_build),
			kinds=backend_registry(),
			thoroughly=thoroughly,
		):
			queueing.queue_merge(artifact_id, thoroughly=thoroughly)


def merge_at_night() -> None:
	"""Every night: have segments written anew of which much has left, and those put together that no update asked for."""
	for artifact_id in frappe.get_all("Knowledge Source", pluck="artifact_id"):
		try:
			queue_if_due(artifact_id, thoroughly=True)
		except RedisError:
			return  # tomorrow is early enough


def _read_source(artifact_id: str) -> "frappe._dict | None":
	"""The source as it is now, if it may be merged. Ends the current transaction."""
	frappe.db.rollback()
	source = frappe.db.get_value(
		"Knowledge Source",
		{"artifact_id": artifact_id},
		["name", "live_build", "indexing_paused"],
		as_dict=True,
	)
	return source if source and source.live_build and not source.indexing_paused else None


def _merge_all(artifact_id: str, *, thoroughly: bool) -> None:
	from huf.engine.builds import prepare_merge, remove_merging

	root, began = artifacts.source_folder(artifact_id), time.monotonic()
	remove_merging(root)
	merged = dropped = 0
	while dropped < MOST_DROPPED and time.monotonic() - began < SLICE_SECONDS:
		source = _read_source(artifact_id)
		if source is None:
			break
		base = artifacts.build_folder(artifact_id, source.live_build)
		try:
			with prepare_merge(root, base, kinds=backend_registry(), thoroughly=thoroughly) as merge:
				if merge is None:
					break
				if _take_in(artifact_id, merge):
					merged += 1
				else:
					dropped += 1
		except (IndexMissing, SourceBusy, LeaseLost, publish.Overtaken):
			# The build was retired before it was begun with, the source deleted, or somebody else writes it.
			dropped += 1
	if merged:
		time.sleep(GRACE_SECONDS)
		with suppress(SourceBusy), held(source_lease(artifact_id)):  # else its holder does it
			frappe.db.rollback()
			publish.remove_old_builds(artifact_id)


def _take_in(artifact_id: str, merge: "Merge") -> bool:
	"""Give the source a build with the new segment; False if that is no part of what is live by now."""
	from huf.engine.builds import remove_build

	with held(source_lease(artifact_id), wait=LEASE_WAIT_SECONDS) as lease:
		source = _read_source(artifact_id)
		if source is None:
			return False
		info = merge.apply(artifacts.build_folder(artifact_id, source.live_build))
		if info is None:
			return False
		try:
			lease.check()
			transactions.retry_deadlocks(partial(_switch, artifact_id, source.live_build, info))
		# Whatever it was: nobody will ever name this build. It is raised on.
		except BaseException:
			remove_build(info.path)
			raise
	return True


def _switch(artifact_id: str, before: str, info: "BuildInfo") -> None:
	now = frappe.db.sql(
		"select live_build from `tabKnowledge Source` where artifact_id = %s for update", artifact_id
	)
	if not now or now[0][0] != before:
		raise publish.Overtaken("Another build of this source went live meanwhile; this one was thrown away.")
	status.replace_live_build(artifact_id, before, info)
