"""One build of a source: its row, its making, its publishing, and what is written when it goes wrong."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import frappe

from huf.ai.knowledge import status
from huf.ai.knowledge.backends import registries
from huf.ai.knowledge.contents.wanted import WantedState
from huf.ai.knowledge.indexing.live import publish
from huf.ai.knowledge.indexing.recipe.recipes import Recipe
from huf.ai.knowledge.indexing.state import progress
from huf.ai.knowledge.indexing.state.failures import (
	build_failed,
	build_not_begun,
	build_paused,
	build_stopped,
)
from huf.ai.knowledge.indexing.state.source_status import derive_source_status
from huf.ai.knowledge.indexing.texts import enriching, scans
from huf.ai.site import artifacts, settings
from huf.ai.site.database import transactions
from huf.ai.site.locks import Lease
from huf.engine.errors import (
	BuildCancelled,
	BuildError,
	EmbeddingCapped,
	EmbeddingRefused,
	IndexCorrupt,
	IndexMissing,
	IndexOutdated,
	IndexTooNew,
	SearchEngineFailed,
	SearchEngineMissing,
	UnknownKey,
	VectorStoreMissing,
)

if TYPE_CHECKING:
	from huf.engine.builds import BuildPlan, BuildResult
	from huf.engine.enrichment import Enricher


class EverythingFailed(BuildError):
	"""A rebuild in which no input could be indexed must not replace an index that works."""

	code = "Everything Failed"


def live_folder(state: WantedState) -> Path | None:
	"""The folder of the live build; None if there is none, or if its files are gone or damaged (they are made again)."""
	live = state.source.live_build
	if not live or frappe.db.get_value("Knowledge Build", live, "state") == "Damaged":
		return None
	folder = artifacts.build_folder(state.source.artifact_id, state.source.live_build)
	return folder if folder.is_dir() else None


@contextmanager
def row_of_refusal(state: WantedState, kind: str) -> Iterator[None]:
	"""A build that cannot even be begun, since its model or store cannot be used, the engine with the live one does not answer or that is of
	a newer huf, leaves a row that says why."""
	try:
		yield
	except (EmbeddingRefused, VectorStoreMissing, SearchEngineFailed, IndexTooNew) as error:
		build_not_begun(state.source.name, kind, error)
		if kind == "Rebuild" and not error.retryable:
			_give_up_rebuild(state)
		raise


def refuse_newer(base: Path) -> None:
	"""Do not replace an index that only a newer huf can read unless somebody asks for it.

	:raises IndexTooNew: it is one.
	"""
	from huf.engine.builds import open_build

	# Whatever else is wrong with it is mended by making it anew.
	with suppress(IndexMissing, IndexCorrupt, IndexOutdated, UnknownKey):
		open_build(base, kinds=registries.backend_registry()).close()


def make_plan(state: WantedState, base: Path | None, recipe: Recipe) -> "BuildPlan":
	"""What has to be done to get from ``base`` to a state with all inputs."""
	from huf.engine.builds import plan_build

	return plan_build(
		state.inputs,
		base,
		recipe.settings,
		kinds=recipe.kinds(),
		extractors=registries.extractor_registry(),
	)


def plan_of_changes(state: WantedState, base: Path, recipe: Recipe) -> "BuildPlan | None":
	"""The same for a state with those inputs alone that may differ from ``base``; None if it takes all of them."""
	from huf.engine.builds import plan_changes

	plan = plan_changes(
		state.inputs,
		(),
		base,
		recipe.settings,
		all_keys=state.all_keys,
		kinds=recipe.kinds(),
		extractors=registries.extractor_registry(),
	)
	if plan is None:
		return None
	# As many as there were when the source was last looked at, which is as near as anybody needs it.
	return replace(plan, kept=max((state.source.total_inputs or 0) - len(plan.index), plan.kept))


def build(
	lease: Lease,
	state: WantedState,
	plan: "BuildPlan",
	recipe: Recipe,
	finish: "Callable[[BuildResult], None]",
	*,
	kind: str,
	done: int = 0,
) -> "BuildResult | None":
	"""Make one build, and let ``finish`` do with it what it is made for. Whatever goes wrong is written to its row before it rises.

	:param done: the inputs of a rebuild that its parts before this one have taken in.
	:returns: the build; None if somebody stopped it, or deleted the source.
	"""
	from huf.engine.builds import new_build_id

	build_id = new_build_id()
	total = done + len(plan.index)
	report = progress.ProgressReport(
		state.source.artifact_id, lease, done, max(total, len(state.inputs)) if done else 0
	)

	def begin() -> None:
		status.start_build(
			build_id,
			state.source.name,
			kind,
			wanted=total,
			fingerprint=recipe.fingerprint(),
			settings=recipe.settings.describe(),
			embedding_model=recipe.model.record if recipe.model else "",
			embedder=recipe.embedder_key,
		)
		status.set_progress(state.source.artifact_id, done, report.total or total)
		derive_source_status(state.source.artifact_id, working=True)

	transactions.retry_deadlocks(begin)
	enricher = enriching.enricher_of(recipe, state.source.artifact_id, build_id, report)
	try:
		# A step of its own, because nobody can delete an input while its row is locked.
		transactions.retry_deadlocks(lambda: status.set_inputs_processing([item.key for item in plan.index]))
		result = _run(state, plan, recipe, build_id, report, enricher)
		finish(result)
	except (BuildCancelled, publish.SourceGone) as error:
		build_stopped(state.source.artifact_id, build_id, error)
		return None
	except EmbeddingCapped as error:
		build_paused(state.source.artifact_id, build_id, error)
		raise
	except (EverythingFailed, EmbeddingRefused, VectorStoreMissing, SearchEngineMissing) as error:
		build_failed(state.source.artifact_id, build_id, error)
		if kind == "Rebuild":
			_give_up_rebuild(state)
		raise
	# Named seam, the job's boundary: the row must tell why, whatever it was. It rises to the queue afterwards.
	except Exception as error:
		alone = plan.index[0].key if kind == "Update" and len(plan.index) == 1 else ""
		build_failed(state.source.artifact_id, build_id, error, alone)
		raise
	enriching.note_stop(state.source.artifact_id, enricher)
	return result


def _give_up_rebuild(state: WantedState) -> None:
	"""Trying again would only fail again; what is uploaded meanwhile must not wait for it."""
	transactions.retry_deadlocks(lambda: status.clear_rebuild_wanted(state.source.artifact_id))


def _run(
	state: WantedState,
	plan: "BuildPlan",
	recipe: Recipe,
	build_id: str,
	report: progress.ProgressReport,
	enricher: "Enricher | None",
) -> "BuildResult":
	from huf.engine.builds import run_build

	return run_build(
		artifacts.source_folder(state.source.artifact_id),
		plan,
		recipe.settings,
		build_id=build_id,
		kinds=recipe.kinds(build_id),
		extractors=registries.extractor_registry(),
		ocr=scans.site_ocr(state.source.artifact_id),
		enricher=enricher,
		progress=report,
		cancelled=report.cancelled,
		merges_young_only=True,
		reading_processes=settings.reading_processes(),
	)
