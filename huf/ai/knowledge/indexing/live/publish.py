"""Publishing: the moment in which a finished build becomes the one that searches answer from."""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import frappe

from huf.ai.knowledge import status
from huf.ai.knowledge.indexing.live.retention import daily_builds
from huf.ai.knowledge.indexing.state.retries import NEWEST_FIRST
from huf.ai.site import artifacts
from huf.ai.site.database import dialect, transactions
from huf.engine.errors import BuildCancelled, BuildError

if TYPE_CHECKING:
	from frappe.model.document import Document

	from huf.ai.knowledge.contents.wanted import InputRow, WantedState
	from huf.ai.site.locks import Lease
	from huf.engine.builds import BuildResult
	from huf.engine.types import IndexedInput

KEPT_BUILDS = 3
"""Builds whose files stay in any case, the live one included."""


class SourceGone(BuildError):
	"""The source was deleted while its index was being made."""

	code = "Source Deleted"


class Overtaken(BuildError):
	"""Another build went live since this one began: publishing it would undo that."""

	code = "Lease Lost"
	retryable = True


def publish(
	lease: "Lease",
	state: "WantedState",
	result: "BuildResult",
	outcomes: "Sequence[IndexedInput]",
	*,
	complete: bool,
	rebuilt: bool = False,
) -> None:
	"""Switch the source to a finished build and write every status that follows, in one transaction.

	:param outcomes: what became of the inputs that it was made for.
	:param complete: the build holds everything that ``state`` wants, not only a part of it.
	:param rebuilt: it was made from nothing, so a wanted rebuild is done.
	:raises LeaseLost, Overtaken, SourceGone, BuildCancelled: nothing was published.
	"""
	lease.check()
	transactions.retry_deadlocks(lambda: _switch(state, result, outcomes, complete, rebuilt))
	remove_old_builds(state.source.artifact_id)


def hold(
	lease: "Lease",
	state: "WantedState",
	result: "BuildResult",
	outcomes: "Sequence[IndexedInput]",
	reason: str,
) -> None:
	"""Keep a finished rebuild beside the live build until a person decides, in one transaction; searches learn nothing of it.

	What was asked for is done with that: the rebuild is not made again by itself. One that was held before is discarded.

	:param reason: why, for the row and for the source. Names no test and no input.
	:raises LeaseLost, Overtaken, SourceGone, BuildCancelled: nothing was held.
	"""
	lease.check()
	transactions.retry_deadlocks(lambda: _hold(state, result, outcomes, reason))
	remove_old_builds(state.source.artifact_id)


def _hold(
	state: "WantedState", result: "BuildResult", outcomes: "Sequence[IndexedInput]", reason: str
) -> None:
	source, build_id = state.source, result.info.build_id
	now = _locked_source(source)
	if now.held_build:
		status.set_build_discarded(now.held_build)
	status.set_build_held(build_id, result.info, outcomes, reason)
	status.set_held_build(source.artifact_id, build_id)
	status.clear_rebuild_wanted(source.artifact_id)
	status.release_inputs(now.name)


def lock_with_inputs(source: str) -> None:
	"""Lock a source and its inputs until the commit, before a rename writes to all of them or a person deletes them.

	A rename writes the source first and its inputs after it, jobs and whoever saves an input the other way round: each waits
	for the other, and the database gives one up. With the locks taken in the order of all others nobody waits in a circle;
	what deadlocks while they are taken is tried again, as long as the caller's transaction has written nothing that would
	be lost with it.
	"""
	may_retry = not frappe.db.transaction_writes
	for attempt in range(1, transactions.DEADLOCK_TRIES + 1):
		try:
			status.lock_inputs(
				frappe.db.sql_list(
					"select name from `tabKnowledge Input` where knowledge_source = %s", source
				)
			)
			frappe.db.sql("select name from `tabKnowledge Source` where name = %s for update", source)
			return
		except (frappe.QueryDeadlockError, frappe.QueryTimeoutError, frappe.db.OperationalError) as error:
			if not may_retry or attempt == transactions.DEADLOCK_TRIES or not dialect.is_conflict(error):
				raise
			frappe.db.rollback()
			time.sleep(0.1 * attempt)


def _switch(
	state: "WantedState",
	result: "BuildResult",
	outcomes: "Sequence[IndexedInput]",
	complete: bool,
	rebuilt: bool,
) -> None:
	source = state.source
	# Inputs first, then the source: the order in which saving an input locks them.
	locked = status.lock_inputs(outcome.key for outcome in outcomes)
	now = _locked_source(source)
	build_id = result.info.build_id
	status.set_build_live(build_id, now.name, result.info, outcomes, len(result.removed))
	status.set_live_pointer(source.artifact_id, build_id, result.info, state.generation if complete else None)
	if rebuilt:
		status.clear_rebuild_wanted(source.artifact_id)
		if now.held_build:
			# It was made of what is older than this.
			status.set_build_discarded(now.held_build)
			status.set_held_build(source.artifact_id, None)
	status.set_outcomes(
		[outcome for outcome in outcomes if _is_as_read(state.rows[outcome.key], locked)],
		pages=state.pages,
	)


def _locked_source(source: "Document") -> "frappe._dict":
	"""The row of a source, locked until the commit, if a build that started from ``source`` may still be published.

	:raises Overtaken, SourceGone, BuildCancelled: it may not.
	"""
	now = frappe.db.sql(
		"""select name, live_build, held_build, indexing_paused from `tabKnowledge Source`
		where artifact_id = %s for update""",
		source.artifact_id,
		as_dict=True,
	)
	if not now:
		raise SourceGone("The source was deleted while its index was being made.")
	if (now[0].live_build or None) != (source.live_build or None):
		raise Overtaken("Another build of this source went live meanwhile; this one was thrown away.")
	if now[0].indexing_paused:
		raise BuildCancelled("Indexing was cancelled. What was searchable before still is.")
	return now[0]


def _is_as_read(row: "InputRow", locked: dict[str, "frappe._dict"]) -> bool:
	"""False for an input that was edited, asked for again or deleted while it was being indexed."""
	now = locked.get(row.name)
	return now is not None and now.status != "Pending" and (now.source_hash or "") == row.source_hash


def remove_old_builds(artifact_id: str, *, unknown: bool = True) -> None:
	"""Delete the files of all but the live build, the last ones before it, those that are kept for their days, the one that is held, and the
	part that a rebuild has come to. Called by the holder of the lease, in a transaction that began after it was taken.

	:param unknown: also of builds of which no row says that they have answered.
	"""
	from huf.engine.builds import list_builds, remove_build

	source = frappe.db.get_value(
		"Knowledge Source",
		{"artifact_id": artifact_id},
		["name", "live_build", "held_build", "rebuild_wanted", "rebuild_part"],
		as_dict=True,
	)
	if not source:
		return
	served = frappe.db.sql_list(
		f"""select name from `tabKnowledge Build` where knowledge_source = %s and state in ('Live', 'Retired')
		order by {NEWEST_FIRST}""",
		source.name,
	)
	part = source.rebuild_part if source.rebuild_wanted else None
	keep = {*served[:KEPT_BUILDS], *daily_builds(source.name), source.live_build, source.held_build, part}
	for build_id in list_builds(artifacts.source_folder(artifact_id)):
		if build_id not in keep and (unknown or build_id in served):
			remove_build(artifacts.build_folder(artifact_id, build_id))
