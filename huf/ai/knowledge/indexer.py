"""The jobs that make the index of a source agree with its inputs.

A job never works for one request. It takes the source's lease, compares the wanted state (MariaDB) with the
built one (the live build) and works until they agree, whatever was asked for meanwhile (P-D7, P-D8, P-H13). So a
duplicate job is free, a lost one is made up for by the next, and 200 uploads are a handful of builds.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import frappe

from huf.ai.knowledge import (
	artifacts,
	progress,
	publish,
	queueing,
	recipes,
	registries,
	retries,
	settings,
	status,
)
from huf.ai.knowledge.failures import build_failed, build_not_begun, build_stopped
from huf.ai.knowledge.locks import Lease, held, source_lease
from huf.ai.knowledge.wanted import WantedState, read_wanted
from huf.engine.errors import BuildCancelled, BuildError, EmbeddingRefused, SourceBusy

if TYPE_CHECKING:
	from huf.engine.builds import BuildPlan, BuildResult

TIME_SLICE = 150.0
"""Seconds after which an update job hands what is left to a fresh job, long before the queue's time-out."""

BUILD_SECONDS = 60.0
"""How long one build of an update should take at most; sets the size of its batch."""

FIRST_BATCH_BYTES = 16_000_000
"""Size of the first batch, before this job knows how fast it is here."""

FIRST_REMOTE_BYTES = 1_000_000
"""The same when a service makes the vectors: about 500 chunks."""

SETTLE_SECONDS = 8.0
"""Longest wait for more changes between two builds of one job."""

WAITS = (1, 2, 4, 8, 8, 8, 8, 8)
"""Seconds that a follow-up job waits for a busy source, by attempt. After the last one nobody waits any more:
who holds the lease looks for new work when it is done, and the watchdog looks every minute."""


class EverythingFailed(BuildError):
	"""A rebuild in which no input could be indexed must not replace an index that works (V7, P-U7)."""

	code = "Everything Failed"


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
		publish.retry_deadlocks(lambda: status.derive_source_status(artifact_id))
		return
	lease = source_lease(artifact_id)
	try:
		with held(lease, wait=WAITS[min(attempt, len(WAITS) - 1)]):
			queueing.tear_up_ticket(kind, artifact_id)
			try:
				_drain(lease, artifact_id, rebuild=kind == "rebuild")
			finally:
				status_after_work(artifact_id)
	except SourceBusy:
		# Not an error of anybody (I2): the holder looks again before it ends; this is for the case that it dies.
		if attempt + 1 < len(WAITS):
			queueing.queue_follow_up(kind, artifact_id, attempt + 1)
		return
	_queue_what_is_left(artifact_id)


def status_after_work(artifact_id: str) -> None:
	"""The source's status as it is now that this job is about to give the lease back."""
	publish.retry_deadlocks(lambda: status.derive_source_status(artifact_id, working=False))
	progress.publish_event(artifact_id, step="end")


def _queue_what_is_left(artifact_id: str) -> None:
	"""After the lease is free: what came while it was held, and found it taken, is not left lying."""
	state = read_wanted(artifact_id)
	if state is None or state.source.indexing_paused:
		return
	if state.source.rebuild_wanted:
		queueing.queue_rebuild(artifact_id, state.source.name)
	elif not state.is_built:
		queueing.queue_update(artifact_id)


def _drain(lease: Lease, artifact_id: str, *, rebuild: bool) -> None:
	"""Build until wanted and built agree, the time slice is over, or a rebuild is what is wanted."""
	from huf.engine.builds import remove_staging

	started = time.monotonic()
	remove_staging(artifacts.source_folder(artifact_id))
	pace = Pace()
	while (state := read_wanted(artifact_id)) is not None:
		if state.source.indexing_paused:
			return
		if state.source.rebuild_wanted:
			if not rebuild:
				return
			_rebuild(lease, state)
		elif state.is_built:
			return
		elif not _update(lease, state, pace):
			return
		if time.monotonic() - started > TIME_SLICE:
			return
		_settle(artifact_id, min(SETTLE_SECONDS, 0.5 * 2**pace.builds))
	artifacts.remove_source_folder(artifact_id)


class Pace:
	"""How much one build may take in: grows and shrinks with the speed measured on this machine."""

	def __init__(self) -> None:
		self.builds = 0
		self._bytes = 0

	def limit(self, recipe: recipes.Recipe) -> int:
		"""Bytes of content that the next build may take."""
		return self._bytes or (FIRST_REMOTE_BYTES if recipe.is_costly else FIRST_BATCH_BYTES)

	def measured(self, size: int, seconds: float) -> None:
		"""Learn from a finished build."""
		self.builds += 1
		self._bytes = max(1_000_000, int(size / max(seconds, 0.1) * BUILD_SECONDS), self._bytes // 4)


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
	with _row_of_refusal(state, "Update"):
		source = state.source
		recipe = recipes.recipe_of_live(source) if base else recipes.recipe_of_source(source)
	if recipe is None:
		status.ask_for_rebuild(state.source.name)
		frappe.db.commit()  # nosemgrep: the rebuild job must find the request
		return False
	plan = _plan(state, base, recipe)
	plan, complete = _batch(plan, state, pace.limit(recipe))
	if plan.is_empty:
		_nothing_to_build(state)
		return True
	size = sum(state.rows[item.key].size for item in plan.index)
	began = time.monotonic()
	_build(lease, state, plan, recipe, kind="Update", complete=complete)
	pace.measured(size, time.monotonic() - began)
	return True


@contextmanager
def _row_of_refusal(state: WantedState, kind: str) -> Iterator[None]:
	"""A build that cannot even be begun, since its model cannot be used, leaves a row that says why."""
	try:
		yield
	except EmbeddingRefused as error:
		build_not_begun(state.source.name, kind, error)
		if kind == "Rebuild":
			_give_up_rebuild(state)
		raise


def _plan(state: WantedState, base: Path | None, recipe: recipes.Recipe) -> "BuildPlan":
	from huf.engine.builds import plan_build

	return plan_build(
		state.inputs,
		base,
		recipe.settings,
		kinds=recipe.kinds(),
		extractors=registries.extractor_registry(),
	)


def _batch(plan: "BuildPlan", state: WantedState, most_bytes: int) -> tuple["BuildPlan", bool]:
	"""The part of a plan that one build takes, and whether that is all of it.

	Inputs left for later stay in the index as they are. An input that failed is not tried again before
	somebody, or its retry time, asks for it; unless there is no index at all to start from.
	"""
	todo = [item for item in plan.index if plan.base is None or state.rows[item.key].status != "Error"]
	limit = retries.batch_limit(retries.crashes_in_a_row(state.source.name))
	size, taken = 0, []
	for item in todo[:limit]:
		size += state.rows[item.key].size
		if taken and size > most_bytes:
			break
		taken.append(item)
	kept = plan.kept + len(plan.index) - len(taken)
	return replace(plan, index=tuple(taken), kept=kept), len(taken) == len(todo)


def _nothing_to_build(state: WantedState) -> None:
	"""The index already is what is wanted (a change was taken back, for example): only the numbers move."""

	def settle() -> None:
		status.set_built_generation(state.source.artifact_id, state.generation)

	publish.retry_deadlocks(settle)


def _rebuild(lease: Lease, state: WantedState) -> None:
	"""All inputs into a new build beside the live one."""
	with _row_of_refusal(state, "Rebuild"):
		recipe = recipes.recipe_of_source(state.source)
	_build(lease, state, _plan(state, None, recipe), recipe, kind="Rebuild", complete=True)


def _build(
	lease: Lease,
	state: WantedState,
	plan: "BuildPlan",
	recipe: recipes.Recipe,
	*,
	kind: str,
	complete: bool,
) -> None:
	"""Make one build and publish it. Whatever goes wrong is written to its row before it rises."""
	from huf.engine.builds import new_build_id

	build_id = new_build_id()

	def begin() -> None:
		status.start_build(
			build_id,
			state.source.name,
			kind,
			wanted=len(plan.index),
			fingerprint=recipe.fingerprint(),
			settings=recipe.settings.describe(),
			embedding_model=recipe.model.record if recipe.model else "",
			embedder=recipe.embedder_key,
		)
		status.set_progress(state.source.artifact_id, 0, len(plan.index))
		status.derive_source_status(state.source.artifact_id, working=True)

	publish.retry_deadlocks(begin)
	try:
		# A step of its own, because nobody can delete an input while its row is locked.
		publish.retry_deadlocks(lambda: status.set_inputs_processing([item.key for item in plan.index]))
		result = _run(lease, state, plan, recipe, build_id)
		if kind == "Rebuild":
			_refuse_empty_rebuild(state, result)
		publish.publish(lease, state, result, complete=complete, rebuilt=kind == "Rebuild")
	except (BuildCancelled, publish.SourceGone) as error:
		build_stopped(state.source.artifact_id, build_id, error)
	except (EverythingFailed, EmbeddingRefused) as error:
		build_failed(state.source.artifact_id, build_id, error)
		if kind == "Rebuild":
			_give_up_rebuild(state)
		raise
	# Named seam, the job's boundary: the row must tell why, whatever it was. It rises to the queue afterwards.
	except Exception as error:
		build_failed(state.source.artifact_id, build_id, error)
		raise


def _give_up_rebuild(state: WantedState) -> None:
	"""Trying again would only fail again; what is uploaded meanwhile must not wait for it."""
	publish.retry_deadlocks(lambda: status.clear_rebuild_wanted(state.source.artifact_id))


def _run(
	lease: Lease, state: WantedState, plan: "BuildPlan", recipe: recipes.Recipe, build_id: str
) -> "BuildResult":
	from huf.engine.builds import run_build

	report = progress.ProgressReport(state.source.artifact_id, lease)
	return run_build(
		artifacts.source_folder(state.source.artifact_id),
		plan,
		recipe.settings,
		build_id=build_id,
		kinds=recipe.kinds(build_id),
		extractors=registries.extractor_registry(),
		progress=report,
		cancelled=report.cancelled,
	)


def _refuse_empty_rebuild(state: WantedState, result: "BuildResult") -> None:
	failed = [outcome for outcome in result.outcomes if outcome.status == "Error"]
	if state.source.live_build and failed and len(failed) == len(result.outcomes):
		raise EverythingFailed(
			f"None of the {len(failed)} inputs could be indexed (the first: {failed[0].message}). "
			"The index made before keeps answering. Mend the inputs, then rebuild."
		)


def live_folder(state: WantedState) -> Path | None:
	"""The folder of the live build; None if there is none, or if its files are gone (they are made again)."""
	if not state.source.live_build:
		return None
	folder = artifacts.build_folder(state.source.artifact_id, state.source.live_build)
	return folder if folder.is_dir() else None
