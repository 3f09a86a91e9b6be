"""Workers that are killed while they write into a search engine."""

import multiprocessing
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from huf.engine.backends.search_engine.builds.manifest import EngineManifest, manifests_in
from huf.engine.backends.search_engine.builds.numbering import Collections
from huf.engine.backends.search_engine.making.sweeping import sweep
from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.builds import list_builds, remove_build, remove_staging, verify_build
from huf.engine.embedding.testing import FakeEmbedder
from tests.stores.search_engines import Index, long

FORK = multiprocessing.get_context("fork")


def index_and_die(
	cls: type[Any], root: Path, engine: StoreSettings, texts: dict[str, str], base: Path, at: int
) -> None:
	"""Build, and be killed before the ``at``-th time that something is written into the engine, onto the disk, or deleted."""
	count = 0

	def counted(method: Callable) -> Callable:
		def call(*args: object, **kwargs: object) -> object:
			nonlocal count
			count += 1
			if count == at:
				os.kill(os.getpid(), signal.SIGKILL)
			return method(*args, **kwargs)

		return call

	for name in ("make", "add_rows", "add_entries", "remove", "count"):
		setattr(cls, name, counted(getattr(cls, name)))
	for written in (EngineManifest, Collections):
		written.write = counted(written.write)  # type: ignore[method-assign]
	Index(root, engine, embedder=FakeEmbedder()).build(texts, base)


def assert_survives_kills(
	root: Path, engine: StoreSettings, cls: type[Any], close: Callable[[], None]
) -> None:
	"""Killed with -9 before each write of a change: the live build answers whole, the next run finishes, and after the clean-up the engine
	has what the builds show and not one row or entry more.

	Args:
		cls: the class of the engine.
		close: gives back what this process has open, so that the next may open it.
	"""
	index = Index(root, engine, embedder=FakeEmbedder())
	texts = {f"n{n}": long(f"older{n}", 3) for n in range(6)}
	base = index.build(texts)
	held = index.held()
	changed = {**texts, "n0": long("newer", 3), "n9": long("newer", 2)}
	del changed["n1"]
	moments = 0
	while True:
		close()
		process = FORK.Process(target=index_and_die, args=(cls, root, engine, changed, base, moments + 1))
		process.start()
		process.join(60)
		if process.exitcode != -signal.SIGKILL:
			break
		moments += 1
		assert len(index.texts(base, "stands passage")) == 18
		verify_build(base, kinds=index.kinds)
		remove_staging(root)
		for name in list_builds(root):
			if name != base.name:
				remove_build(root / name)
		sweep(root)
		assert index.held() == held, moments
	assert process.exitcode == 0
	assert moments >= 10
	(path,) = (root / name for name in list_builds(root) if name != base.name)
	assert len(index.found(path, "newer", "keyword")) == 5
	verify_build(path, kinds=index.kinds)
	assert len(manifests_in(root)) == 2
