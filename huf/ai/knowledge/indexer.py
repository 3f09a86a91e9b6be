"""The jobs that make the index of a source agree with its inputs.

A job never works for one request. It takes the source's lease, compares the wanted state (MariaDB) with the
built one (the live build) and works until they agree, whatever was asked for meanwhile. So a
duplicate job is free, a lost one is made up for by the next, and 200 uploads are a handful of builds.
"""

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import frappe

from huf.ai.knowledge import status
from huf.ai.knowledge.backends import registries
from huf.ai.knowledge.contents.wanted import WantedState, Which, read_standing, read_wanted
from huf.ai.knowledge.indexing.live import merging, publish
from huf.ai.knowledge.indexing.making import rebuilding
from huf.ai.knowledge.indexing.making.batches import Pace, first_batch
from huf.ai.knowledge.indexing.making.builder import (
	build,
	live_folder,
	make_plan,
	plan_of_changes,
	refuse_newer,
	row_of_refusal,
)
from huf.ai.knowledge.indexing.recipe import recipes
from huf.ai.knowledge.indexing.recipe.metering import waits_for_money
from huf.ai.knowledge.indexing.state import progress
from huf.ai.knowledge.indexing.state.source_status import derive_source_status
from huf.ai.knowledge.indexing.texts import enriching, scans
from huf.ai.knowledge.packs import again
from huf.ai.quality import gate
from huf.ai.site import artifacts, queueing, settings
from huf.ai.site.database import transactions
from huf.ai.site.events import announce
from huf.ai.site.locks import Lease, held, source_lease
from huf.engine.backends.opening import held_open
from huf.engine.errors import EmbeddingCapped, SourceBusy

if TYPE_CHECKING:
	from huf.engine.builds import BuildPlan
	from huf.engine.types import IndexedInput

TIME_SLICE = 150.0
"""Seconds after which an update job hands what is left to a fresh job, long before the queue's time-out."""

SETTLE_SECONDS = 8.0
"""Longest wait for more changes between two builds of one job."""

WAITS = (1, 2, 4, 8, 8, 8, 8, 8)
"""Seconds that a follow-up job waits for a busy source, by attempt. After the last one nobody waits any more:
who holds the lease looks for new work when it is done, and the watchdog looks every minute."""


def update_source(artifact_id: str, attempt: int = 0) -> None:
	"""Job: bring the index of a source up to date, in builds that start from the live one."""
	_work("update", artifact_id, attempt)


def rebuild_source(artifact_id: str, attempt: int = 0) -> None:
	"""Job: make the whole index of a source anew beside the live one, then switch."""
	_work("rebuild", artifact_id, attempt)


def _work(kind: str, artifact_id: str, attempt: int) -> None:
	# The job acts for the source, not for whoever queued it; rights are those of each input's author.
	frappe.set_user("Administrator")
	if settings.is_switched_off():
		# The watchdog queues what is due once knowledge is enabled again.
		queueing.tear_up_ticket(kind, artifact_id)
		transactions.retry_deadlocks(lambda: derive_source_status(artifact_id))
		return
	lease = source_lease(artifact_id)
	try:
		with held(lease, wait=WAITS[min(attempt, len(WAITS) - 1)]):
			queueing.tear_up_ticket(kind, artifact_id)
			try:
				goes_on = _drain(lease, artifact_id, rebuild=kind == "rebuild")
			except EmbeddingCapped:
				# No error of anybody: its build says why, and the watchdog goes on once there is money again.
				frappe.logger("huf").info("Indexing of %s waits: a monthly cap is reached", artifact_id)
				goes_on = False
			finally:
				status_after_work(artifact_id)
	except SourceBusy:
		# Not an error of anybody: the holder looks again before it ends; this is for the case that it dies.
		if attempt + 1 < len(WAITS):
			queueing.queue_follow_up(kind, artifact_id, attempt + 1)
		return
	_queue_what_is_left(artifact_id, goes_on)
	announce("huf_index_settled")


def status_after_work(artifact_id: str) -> None:
	"""The source's status as it is now that this job is about to give the lease back."""
	transactions.retry_deadlocks(lambda: derive_source_status(artifact_id, working=False))
	progress.publish_event(artifact_id, step="end")


def _queue_what_is_left(artifact_id: str, goes_on: bool) -> None:
	"""After the lease is free: what came while it was held, and found it taken, is not left lying.

	:param goes_on: False if the rebuild that is queued is what can help: another update would only find the same until then.
	"""
	now = read_standing(artifact_id)
	if now is None or now.is_paused or waits_for_money(now.source):
		return
	if now.rebuild_wanted:
		queueing.queue_rebuild(artifact_id, now.source)
	if not now.is_built and (goes_on or not now.rebuild_wanted):
		queueing.queue_update(artifact_id)
	scans.queue_if_waiting(artifact_id)
	merging.queue_if_due(artifact_id)


def _drain(lease: Lease, artifact_id: str, *, rebuild: bool) -> bool:
	"""Build until wanted and built agree, or the time slice is over; False if only a rebuild can go on from here.

	A rebuild that is only wanted is left to its own job, which may wait for hours in another queue; what is new is indexed
	meanwhile. One that runs holds the lease.
	"""
	from huf.engine.builds import remove_staging

	started = time.monotonic()
	remove_staging(artifacts.source_folder(artifact_id))
	pace = Pace()
	while (now := read_standing(artifact_id)) is not None:
		is_rebuilding = rebuild and now.rebuild_wanted
		if now.is_paused or (now.is_built and not is_rebuilding):
			return True
		if is_rebuilding and waits_for_money(now.source):
			return True
		state = read_wanted(artifact_id, Which.ANEW if is_rebuilding else Which.CHANGED)
		if state is None:
			break
		if is_rebuilding:
			_rebuild(lease, state, pace)
		elif not _update(lease, state, pace):
			return False
		if time.monotonic() - started > TIME_SLICE:
			return True
		_settle(artifact_id, min(SETTLE_SECONDS, 0.5 * 2**pace.builds))
	artifacts.remove_source_folder(artifact_id)
	return True


def _settle(artifact_id: str, longest: float) -> None:
	"""Wait while changes keep coming, so that they become one build; return at once when none do."""
	deadline = time.monotonic() + longest
	seen = None
	while time.monotonic() < deadline:
		frappe.db.rollback()
		now = frappe.db.get_value(
			"Knowledge Source", {"artifact_id": artifact_id}, ["wanted_generation", "built_generation"]
		)
		if now is None or now == seen or now[0] == now[1]:
			return
		seen = now
		time.sleep(0.4)


def _update(lease: Lease, state: WantedState, pace: Pace) -> bool:
	"""One build on top of the live one; False if only a rebuild can help."""
	base = live_folder(state)
	# What is planned, made and told of a change reads the live build each time anew.
	with held_open(base, kinds=registries.backend_registry()):
		return _update_on(base, lease, state, pace)


def _update_on(base: Path | None, lease: Lease, state: WantedState, pace: Pace) -> bool:
	if state.source.pack_id:
		return _settle_pack(state, base)
	with row_of_refusal(state, "Update"):
		source = state.source
		recipe = recipes.recipe_of_live(source) if base else recipes.recipe_of_source(source)
		if recipe is None and base:
			refuse_newer(base)
			if source.held_build:
				_wait_for_decision(state)
				return False
		planned = _planned(state, base, recipe) if recipe else None
	if recipe is None:
		status.ask_for_rebuild(state.source.name)
		frappe.db.commit()  # nosemgrep: frappe-manual-commit (the rebuild job must find the request)
		return False
	if planned is None:
		return True
	state, plan = planned
	if base and gate.wants_to_judge(source.name, plan, lambda: _inputs_of(base, recipe)):
		return _leave_to_gate(state)
	plan, complete = first_batch(plan, state, pace.limit(recipe))
	if plan.index and waits_for_money(state.source.name):
		# What was taken out leaves all the same: that costs nothing.
		plan, complete = replace(plan, index=(), kept=plan.kept + len(plan.index)), False
		if plan.base is None or plan.is_empty:
			return False
	if plan.is_empty:
		_nothing_to_build(state)
		return True
	size = state.size(item.key for item in plan.index)
	began = time.monotonic()
	result = build(
		lease,
		state,
		plan,
		recipe,
		lambda result: publish.publish(lease, state, result, result.outcomes, complete=complete),
		kind="Update",
	)
	if result and complete and (plan.index or result.removed):
		# Outside of what is undone when a build fails: it answers searches by now.
		scans.forget_other_files(state, result.outcomes)
	if result:
		enriching.forget_removed(state, result.removed)
	if plan.index:  # else only labels were changed, which says nothing of the speed
		pace.measured(size, time.monotonic() - began)
	return True


def _planned(
	state: WantedState, base: Path | None, recipe: recipes.Recipe
) -> "tuple[WantedState, BuildPlan] | None":
	"""What has to be done, and the state that it leads to: that of all inputs, where nothing can go upon the live build. None if the source is gone."""
	if base and not state.is_whole and (plan := plan_of_changes(state, base, recipe)):
		return state, plan
	whole = state if state.is_whole else read_wanted(state.source.artifact_id)
	return (whole, make_plan(whole, base, recipe)) if whole else None


def _settle_pack(state: WantedState, base: Path | None) -> bool:
	"""A source that came from a pack has no single changes; False if its index must be made of its pack again."""
	can_go_on = base is not None and recipes.recipe_of_live(state.source) is not None
	if again.is_settled(state.source, base if can_go_on else None):
		_nothing_to_build(state)
		return True
	if base is not None and again.is_held(state.source):
		_wait_for_decision(state)
		return False
	status.ask_for_rebuild(state.source.name)
	frappe.db.commit()  # nosemgrep: frappe-manual-commit (the rebuild job must find the request)
	return False


def _inputs_of(base: Path, recipe: recipes.Recipe) -> "dict[str, IndexedInput]":
	from huf.engine.builds import read_inputs

	return read_inputs(base, kinds=recipe.kinds())


def _leave_to_gate(state: WantedState) -> bool:
	"""So much changes that the tests of the source are asked first: a rebuild does that. While one is held, nothing more of the kind is made."""
	if state.source.held_build:
		_wait_for_decision(state)
		return False
	status.ask_for_rebuild(state.source.name)
	frappe.db.commit()  # nosemgrep: frappe-manual-commit (the rebuild job must find the request)
	return False


def _wait_for_decision(state: WantedState) -> None:
	"""The live build takes no changes any more, and what was made in its place is held: another rebuild would be held as well."""
	transactions.retry_deadlocks(lambda: status.pause(state.source.name))


def _nothing_to_build(state: WantedState) -> None:
	"""The index already is what is wanted (a change was taken back, for example): only the numbers move."""

	def settle() -> None:
		status.set_built_generation(state.source.artifact_id, state.generation)

	transactions.retry_deadlocks(settle)


def _rebuild(lease: Lease, state: WantedState, pace: Pace) -> None:
	"""The next part of a new build of all inputs beside the live one; the last part goes live."""
	if state.source.pack_id:
		again.reinstall(lease, state.source)
		return
	with row_of_refusal(state, "Rebuild"):
		recipe = recipes.recipe_of_source(state.source)
	part = rebuilding.next_part(state, recipe, pace.limit(recipe))
	size = state.size(item.key for item in part.plan.index)
	began = time.monotonic()
	rebuilding.make_part(lease, state, recipe, part, gate.reason_to_hold)
	if part.plan.index:
		pace.measured(size, time.monotonic() - began)
	if not part.is_last:
		_take_in_what_is_new(lease, state.source.artifact_id)


def _take_in_what_is_new(lease: Lease, artifact_id: str) -> None:
	"""Between two parts of a rebuild, which may take hours: searches answer from the live build, so what is new goes there first."""
	now = read_standing(artifact_id)
	if now is None or now.is_built or now.is_paused:
		return
	state = read_wanted(artifact_id, Which.CHANGED)
	if state is not None and live_folder(state) is not None:
		_update(lease, state, Pace())
