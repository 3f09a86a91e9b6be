"""huf's side: an index is built, changed document by document, merged beside it, and searched."""

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from unittest.mock import patch

from benchmarks import corpus
from benchmarks.one_change.costs import Built, Costs, alone, built, size_mb
from benchmarks.one_change.documents import Documents
from benchmarks.peers.process import memory_mb
from huf.engine.backends import default_registry
from huf.engine.backends.base import Backend
from huf.engine.backends.hybrid.backend import KEY as HYBRID
from huf.engine.backends.hybrid.backend import hybrid_backend
from huf.engine.backends.keyword import merger
from huf.engine.builds import (
	BuildInfo,
	is_merge_due,
	list_builds,
	plan_build,
	plan_changes,
	prepare_merge,
	read_build_info,
	remove_build,
	run_build,
)
from huf.engine.embedding import embedder_for
from huf.engine.registry import Registry
from huf.engine.request import Request
from huf.engine.search import SearchTarget, search
from huf.engine.search.opened.open_builds import remember_at_most

KEYWORD = "sqlite_fts"
_KEPT = 3
_TOP = 10


@dataclass(frozen=True, slots=True)
class Changed:
	"""An index after all changes."""

	base: BuildInfo
	"""Before them."""
	made: Built | None
	"""What the base took; None if it was there."""
	last: BuildInfo
	changing: Costs
	merging: Costs
	segments: int
	"""Of the last build."""
	kept_times: float
	"""How much room the kept builds take, by that of the last."""


def kinds() -> Registry[Backend]:
	"""The kinds of index, with local vectors."""
	found = default_registry()
	found.register(HYBRID, hybrid_backend(embedder_for("local")))
	return found


def change(root: Path, documents: Documents, changes: int, backend: str, kept: Path | None) -> Changed:
	"""Build an index in ``root``, or take the one in ``kept``, and change one document after the other."""
	settings, known = documents.settings(backend), kinds()
	base, made = _base(root, documents, backend, kept)
	changing, merging = Costs(), Costs()
	last, builds = base, [base.path]
	for number in range(changes):
		wanted, word = documents.changed(number)
		with changing.measured():
			plan = plan_changes([wanted], [], last.path, settings, kinds=known)
			assert plan is not None
			last = run_build(root, plan, settings, kinds=known, merges_young_only=True).info
			found = search([SearchTarget("s", last.path)], Request(word, mode="keyword"), kinds=known)
			assert word in found.hits[0].text
		builds.append(last.path)
		if is_merge_due(last.path, kinds=known):
			with merging.measured(), prepare_merge(root, last.path, kinds=known) as merge:
				merged = merge and merge.apply(last.path)
			assert merged
			# As on a site: the merged build takes the place of the one before.
			remove_build(builds.pop())
			last = merged
			builds.append(last.path)
		# The base stays, to be searched beside the last.
		if len(builds) > _KEPT + 1:
			remove_build(builds.pop(1))
	segments = sum(1 for entry in last.path.iterdir() if entry.is_dir()) + 1
	times = size_mb(*builds[-_KEPT:]) / size_mb(last.path)
	return Changed(base, made, last, changing, merging, segments, times)


def _base(
	root: Path, documents: Documents, backend: str, kept: Path | None
) -> tuple[BuildInfo, Built | None]:
	"""The index before all changes, and what it took unless it was in ``kept``."""
	made, took = kept / f"{backend}-{documents.name}" if kept else root, None
	if not list_builds(made):
		took = built(build, made, documents, backend)
	(name,) = list_builds(made)
	if kept:
		# By links: changes come into a folder of their own.
		shutil.copytree(made / name, root / name, copy_function=os.link)
	return read_build_info(root / name, kinds=kinds()), took


def build(root: Path, documents: Documents, backend: str) -> None:
	"""Index all documents as they were before any change."""
	settings, known = documents.settings(backend), kinds()
	plan = plan_build(map(documents.wanted, range(documents.count)), None, settings, kinds=known)
	run_build(root, plan, settings, kinds=known)


def put_together(root: Path, path: Path) -> Path:
	"""The same build as one segment."""
	with (
		patch.object(merger, "due", lambda parts, *_: slice(0, len(parts))),
		prepare_merge(root, path, kinds=kinds(), thoroughly=True) as merge,
	):
		merged = merge and merge.apply(path)
	return merged.path if merged else path


def asker(path: Path, backend: str) -> Callable[[str], object]:
	"""Searches as the backend does if nothing else is said: by words, or by both. Nothing found is remembered."""
	# Every question is asked several times, and each time the index is to do its work.
	remember_at_most(0)
	targets, mode = [SearchTarget("s", path)], "hybrid" if backend == HYBRID else "keyword"
	return partial(_ask, targets, mode, kinds())


def _ask(targets: list[SearchTarget], mode: str, known: Registry[Backend], question: str) -> object:
	found = search(targets, Request(question, top_k=_TOP, mode=mode), kinds=known)
	assert not found.skipped, found.skipped
	return found.hits


def searching_mb(path: Path, backend: str) -> float:
	"""The memory of a process that has searched for every question, without the pages of the index that it maps."""
	return alone(_searching_mb, path, backend)


def _searching_mb(path: Path, backend: str) -> float:
	ask = asker(path, backend)
	for question in questions():
		ask(question)
	return memory_mb(path)


def questions() -> list[str]:
	"""Of three shapes."""
	return [question for shape in corpus.queries().values() for question in shape]
