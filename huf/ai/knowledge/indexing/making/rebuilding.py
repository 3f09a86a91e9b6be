"""A rebuild in parts: each is a build that starts from the one before it, and only the last one answers searches.

A large source takes hours, and a job has half an hour, so each part takes about a minute. Between two of them the live build takes in
what is new, a worker may be killed, and another goes on where the last part ended. Parts share their files, so that making
many costs little more than making one build.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import frappe
from frappe.utils import get_datetime, now_datetime

from huf.ai.knowledge import status
from huf.ai.knowledge.contents.wanted import WantedState
from huf.ai.knowledge.indexing.live import publish
from huf.ai.knowledge.indexing.making.batches import as_many_as_fit
from huf.ai.knowledge.indexing.making.builder import EverythingFailed, build, live_folder, make_plan
from huf.ai.knowledge.indexing.recipe.recipes import Recipe
from huf.ai.knowledge.indexing.texts import enriching, scans
from huf.ai.site import artifacts
from huf.ai.site.database import transactions
from huf.ai.site.locks import Lease
from huf.engine.errors import BuildCancelled, BuildError, IndexCorrupt, StorageFull

if TYPE_CHECKING:
	from datetime import datetime

	from frappe.model.document import Document

	from huf.engine.builds import BuildPlan, BuildResult
	from huf.engine.types import IndexedInput, WantedInput


@dataclass(frozen=True, slots=True)
class Part:
	"""What one build of a rebuild does."""

	plan: "BuildPlan"
	is_last: bool
	"""With it everything is taken in that is wanted now."""
	done: int
	"""Inputs that the parts before it have taken in."""


def next_part(state: WantedState, recipe: Recipe, most_bytes: int) -> Part:
	"""What comes next. Kinds of index whose builds share no files are made in one part.

	Inputs that no part has come before those that changed since they were taken in: these change again, and an input that is asked for
	would be taken by each part. So they are left to the last one.
	"""
	base = _part_before(state)
	present = _inputs_of(base, recipe)
	began = str(state.source.rebuild_began_at or "")
	wanted = tuple(_as_taken(item, state, present.get(item.key), began) for item in state.inputs)
	plan = make_plan(replace(state, inputs=wanted), base, recipe)
	if plan.base is None:
		present = {}
	new = [item for item in plan.index if item.key not in present]
	taken = as_many_as_fit(new, state, most_bytes) if recipe.shares_files else new
	if len(taken) == len(new):
		return Part(plan, True, len(present))
	return Part(replace(plan, index=tuple(taken), remove=(), relabel=(), is_part=True), False, len(present))


def make_part(
	lease: Lease,
	state: WantedState,
	recipe: Recipe,
	part: Part,
	reason_to_hold: Callable[["Document", str], str] = lambda source, build: "",
) -> None:
	"""Make one part; the last one goes live, or is held.

	:param reason_to_hold: asked about the last part where there is a live build to compare it with: why it must not answer until a person
		says so; empty if it may. It is given the source and the name of the build.
	"""
	is_held = False

	def finish(result: "BuildResult") -> None:
		if not part.is_last:
			_keep(lease, state, part, result)
			return
		outcomes = _all_outcomes(result, recipe)
		_refuse_if_everything_failed(state, outcomes)
		nonlocal is_held
		reason = reason_to_hold(state.source, result.info.build_id) if live_folder(state) else ""
		if is_held := bool(reason):
			publish.hold(lease, state, result, outcomes, reason)
			return
		publish.publish(lease, state, result, outcomes, complete=True, rebuilt=True)

	result = build(lease, state, part.plan, recipe, finish, kind="Rebuild", done=part.done)
	if result and part.is_last and not is_held:
		# Outside of what is undone when a build fails: it answers searches by now.
		scans.forget_other_files(state, _all_outcomes(result, recipe))
		started = frappe.db.get_value("Knowledge Build", result.info.build_id, "started_at")
		began = _unix_time(state.source.rebuild_began_at if part.done else started)
		enriching.forget_unused(state, began)
		if part.done:
			_forget_vectors(state, began)


def _unix_time(moment: "datetime | str") -> float:
	"""A moment of the site's clock in seconds. By what has passed since: the site may keep another time zone than the machine."""
	return time.time() - (now_datetime() - get_datetime(moment)).total_seconds()


def _forget_vectors(state: WantedState, used_since: float) -> None:
	"""What a rebuild in one part does by itself: forget the kept vectors of texts that nobody has any more."""
	from huf.engine.builds import forget_vectors

	try:
		forget_vectors(artifacts.source_folder(state.source.artifact_id), used_since)
	except (StorageFull, IndexCorrupt):
		# The build is made and answers; the next rebuild forgets them.
		frappe.logger("huf").warning("Vectors of texts that left could not be deleted", exc_info=True)


def _keep(lease: Lease, state: WantedState, part: Part, result: "BuildResult") -> None:
	"""Note how far the rebuild is; searches and inputs learn nothing of it."""
	lease.check()

	def note() -> None:
		now = frappe.db.sql(
			"select indexing_paused, rebuild_wanted from `tabKnowledge Source` where artifact_id = %s for update",
			state.source.artifact_id,
			as_dict=True,
		)
		if not now:
			raise publish.SourceGone("The source was deleted while its index was being made.")
		if now[0].indexing_paused or not now[0].rebuild_wanted:
			raise BuildCancelled("Indexing was cancelled. What was searchable before still is.")
		build_id = result.info.build_id
		started = status.set_build_part(build_id, result.info, part.done + len(part.plan.index))
		began = started if part.plan.base is None else state.source.rebuild_began_at
		status.set_rebuild_part(state.source.artifact_id, build_id, began)
		status.release_inputs(state.source.name)

	transactions.retry_deadlocks(note)
	publish.remove_old_builds(state.source.artifact_id)


def _all_outcomes(result: "BuildResult", recipe: Recipe) -> "Sequence[IndexedInput]":
	"""What became of each input of a rebuild, whichever of its parts took it in."""
	from huf.engine.builds import read_inputs

	return tuple(read_inputs(result.info.path, kinds=recipe.kinds()).values())


def _refuse_if_everything_failed(state: WantedState, outcomes: "Sequence[IndexedInput]") -> None:
	failed = [outcome for outcome in outcomes if outcome.status == "Error"]
	if state.source.live_build and failed and len(failed) == len(outcomes):
		raise EverythingFailed(
			f"None of the {len(failed)} inputs could be indexed (the first: {failed[0].message}). "
			"The index made before keeps answering. Mend the inputs, then rebuild."
		)


def _part_before(state: WantedState) -> Path | None:
	if not (state.source.rebuild_part and state.source.rebuild_began_at):
		return None
	folder = artifacts.build_folder(state.source.artifact_id, state.source.rebuild_part)
	return folder if folder.is_dir() else None


def _inputs_of(base: Path | None, recipe: Recipe) -> "dict[str, IndexedInput]":
	from huf.engine.builds import read_inputs

	try:
		return read_inputs(base, kinds=recipe.kinds()) if base else {}
	except BuildError:
		return {}  # it is no base then, and the rebuild begins anew


def _as_taken(
	item: "WantedInput", state: WantedState, taken: "IndexedInput | None", began: str
) -> "WantedInput":
	"""An input that a part has taken in, so that it counts as current unless it was dealt with since.

	Whoever dealt with it may have had a reason that no hash tells: another try, pages of a scan that are read by now. And where only
	reading tells the hash, MariaDB has the one of the live build, which may be of an older text than the part has read.
	"""
	row = state.rows[item.key]
	if taken is None or item.force:
		return item
	if row.processed >= began:
		return replace(item, force=True)
	return replace(item, content_hash=taken.content_hash) if row.is_hashed_when_read else item
