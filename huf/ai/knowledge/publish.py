"""Publishing: the moment in which a finished build becomes the one that searches answer from."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import frappe

from huf.ai.knowledge import artifacts, status
from huf.ai.knowledge.retries import NEWEST_FIRST
from huf.engine.errors import BuildCancelled, BuildError

if TYPE_CHECKING:
	from huf.ai.knowledge.locks import Lease
	from huf.ai.knowledge.wanted import InputRow, WantedState
	from huf.engine.builds import BuildResult

T = TypeVar("T")

KEPT_BUILDS = 3
"""Builds whose files stay, the live one included (I4)."""

DEADLOCK_TRIES = 5


class SourceGone(BuildError):
	"""The source was deleted while its index was being made."""

	code = "Source Deleted"


class Overtaken(BuildError):
	"""Another build went live since this one began: publishing it would undo that."""

	code = "Lease Lost"
	retryable = True


def publish(
	lease: "Lease", state: "WantedState", result: "BuildResult", *, complete: bool, rebuilt: bool = False
) -> None:
	"""Switch the source to a finished build and write every status that follows, in one transaction.

	:param complete: the build holds everything that ``state`` wants, not only a part of it.
	:param rebuilt: it was made from nothing, so a wanted rebuild is done.
	:raises LeaseLost, Overtaken, SourceGone, BuildCancelled: nothing was published.
	"""
	lease.check()
	retry_deadlocks(lambda: _switch(state, result, complete, rebuilt))
	remove_old_builds(state.source.artifact_id)


def retry_deadlocks(transaction: Callable[[], T]) -> T:
	"""Run a whole transaction and commit it; again, from its beginning, when MariaDB chose it to break a deadlock."""
	for attempt in range(1, DEADLOCK_TRIES + 1):
		try:
			value = transaction()
			frappe.db.commit()  # nosemgrep: a job's step; other connections must see it now
			return value
		except (frappe.QueryDeadlockError, frappe.QueryTimeoutError):
			frappe.db.rollback()
			if attempt == DEADLOCK_TRIES:
				raise
			time.sleep(0.1 * attempt)
	raise AssertionError("unreachable")


def _switch(state: "WantedState", result: "BuildResult", complete: bool, rebuilt: bool) -> None:
	source = state.source
	# Inputs first, then the source: the order in which saving an input locks them.
	locked = status.lock_inputs(outcome.key for outcome in result.outcomes)
	now = frappe.db.sql(
		"""select name, live_build, indexing_paused from `tabKnowledge Source`
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
	build_id = result.info.build_id
	status.set_build_live(build_id, now[0].name, result.info, result.outcomes, len(result.removed))
	status.set_live_pointer(source.artifact_id, build_id, result.info, state.generation if complete else None)
	if rebuilt:
		status.clear_rebuild_wanted(source.artifact_id)
	status.set_outcomes(
		[outcome for outcome in result.outcomes if _is_as_read(state.rows[outcome.key], locked)],
		pages={row.name for row in state.rows.values() if row.input_type == "URL"},
	)


def _is_as_read(row: "InputRow", locked: dict[str, "frappe._dict"]) -> bool:
	"""False for an input that was edited, asked for again or deleted while it was being indexed."""
	now = locked.get(row.name)
	return now is not None and now.status != "Pending" and (now.source_hash or "") == row.source_hash


def remove_old_builds(artifact_id: str) -> None:
	"""Delete the files of all but the live build and the last ones before it. Called by the holder of the lease."""
	from huf.engine.builds import list_builds, remove_build

	source = frappe.db.get_value(
		"Knowledge Source", {"artifact_id": artifact_id}, ["name", "live_build"], as_dict=True
	)
	if not source:
		return
	served = frappe.db.sql_list(
		f"""select name from `tabKnowledge Build` where knowledge_source = %s and state in ('Live', 'Retired')
		order by {NEWEST_FIRST} limit %s""",
		(source.name, KEPT_BUILDS),
	)
	keep = {*served, source.live_build}
	for build_id in list_builds(artifacts.source_folder(artifact_id)):
		if build_id not in keep:
			remove_build(artifacts.build_folder(artifact_id, build_id))
