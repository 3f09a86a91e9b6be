"""Makes a build beside the live one, checks it, and publishes it by renaming its folder."""

import json
import os
import secrets
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from huf.engine import backends
from huf.engine.backends.base import Backend, MergesYoung, Relabels, TakesLanguage, Writer
from huf.engine.backends.formats import LAYOUT, write_kind
from huf.engine.backends.manifest import MANIFEST
from huf.engine.backends.sqlite_files import storage_errors
from huf.engine.builds.folders import BUILD_ID, STAGING, VERIFYING, discard, new_build_id
from huf.engine.builds.planning import UNRECORDED_META, BuildPlan
from huf.engine.builds.reading import BuildInfo, read_build, read_build_info
from huf.engine.disk.checksums import check_files, write_checksums
from huf.engine.errors import BuildCancelled
from huf.engine.extractors import Extractor, default_registry
from huf.engine.indexing import BuildSettings, Opened, index_input, open_inputs
from huf.engine.ocr import Ocr
from huf.engine.reading import open_reader
from huf.engine.registry import Registry
from huf.engine.types import IndexedInput, Progress


@dataclass(frozen=True, slots=True)
class BuildResult:
	"""A published build, and what became of each input that was dealt with."""

	info: BuildInfo
	outcomes: tuple[IndexedInput, ...]
	removed: tuple[str, ...]


def run_build(
	root: Path,
	plan: BuildPlan,
	settings: BuildSettings,
	*,
	build_id: str | None = None,
	kinds: Registry[Backend] | None = None,
	extractors: Registry[Extractor] | None = None,
	ocr: Ocr | None = None,
	progress: Callable[[Progress], None] | None = None,
	cancelled: Callable[[], bool] | None = None,
	merges_young_only: bool = False,
) -> BuildResult:
	"""Make, check and publish a build in the folder ``root``; the pointer is the caller's.

	``progress`` is called after each input and at each step; what it raises ends the build. ``ocr`` reads scanned pages;
	its languages in use are those that ``settings`` name. ``merges_young_only``: of the segments only young ones are put
	together before the build is published; whoever says so leaves the others to :func:`~huf.engine.builds.merging.prepare_merge`.

	Raises:
		BuildCancelled: ``cancelled()`` said so; checked between inputs.
		StorageFull: the disk is full.
		IndexCorrupt: the new build failed its check.
	"""
	build_id = build_id or new_build_id()
	if not BUILD_ID.fullmatch(build_id):
		raise ValueError(f"{build_id!r} is not the name of a build. Use new_build_id().")
	started = time.time()
	report = progress or (lambda _: None)
	backend = (kinds or backends.default_registry()).get(settings.backend)
	staging = root / (STAGING + build_id)
	with storage_errors():
		try:
			staging.mkdir(parents=True)
			report(Progress("copy", 0, len(plan.index)))
			writer = backend.open_writer(staging, plan.base)
			try:
				if merges_young_only and backend.open_merger and isinstance(writer, MergesYoung):
					writer.merges_young_only = True
				if settings.language and isinstance(writer, TakesLanguage):
					writer.texts_are_in(settings.language)
				outcomes = _fill(
					writer, plan, partial(index_input, ocr=ocr), settings, extractors, report, cancelled
				)
				report(Progress("finish", len(plan.index), len(plan.index)))
				writer.finish(_meta(build_id, settings, started, settings.fingerprint(kinds), plan))
				report(Progress("verify", len(plan.index), len(plan.index)))
				writer.verify()
			finally:
				writer.close()
			write_kind(staging, settings.backend, LAYOUT if (staging / MANIFEST).is_file() else 1)
			write_checksums(staging, plan.base)
			report(Progress("publish", len(plan.index), len(plan.index)))
			path = publish_folder(staging, root / build_id)
		finally:
			discard(staging, ignore_errors=True)
	return BuildResult(read_build_info(path, kinds=kinds), tuple(outcomes), plan.remove)


def verify_build(path: Path, *, kinds: Registry[Backend] | None = None) -> BuildInfo:
	"""Check a published build on a copy, so that the files readers use stay untouched.

	Raises:
		IndexMissing, IndexOutdated, IndexTooNew, IndexCorrupt: it cannot serve.
	"""
	with storage_errors():
		info, _ = read_build(path, kinds=kinds)
		check_files(path)
	backend = (kinds or backends.default_registry()).get(info.backend)
	copy = path.parent / f"{VERIFYING}{secrets.token_hex(4)}"
	with storage_errors():
		try:
			copy.mkdir()
			writer = backend.open_writer(copy, path)
			try:
				writer.verify()
			finally:
				writer.close()
		finally:
			shutil.rmtree(copy, ignore_errors=True)
	return info


def _fill(
	writer: Writer,
	plan: BuildPlan,
	index: Callable[[Writer, Opened, BuildSettings, Registry[Extractor]], IndexedInput],
	settings: BuildSettings,
	extractors: Registry[Extractor] | None,
	report: Callable[[Progress], None],
	cancelled: Callable[[], bool] | None,
) -> list[IndexedInput]:
	for key in plan.remove:
		with writer.transaction():
			writer.remove_input(key)
	outcomes = []
	extractors = extractors or default_registry()
	if isinstance(writer, Relabels):
		for wanted in plan.relabel:
			with writer.transaction():
				writer.relabel_input(wanted.key, wanted.url, wanted.metadata)
	with open_reader(extractors, settings.limits) as reader:
		if not isinstance(writer, Relabels):
			for opened in open_inputs(plan.relabel, settings, reader):
				outcomes.append(index(writer, opened, settings, extractors))
		for done, opened in enumerate(open_inputs(plan.index, settings, reader), start=1):
			if cancelled and cancelled():
				raise BuildCancelled("Indexing was cancelled. What was searchable before still is.")
			outcomes.append(index(writer, opened, settings, extractors))
			report(Progress("index", done, len(plan.index), outcomes[-1]))
	return outcomes


def _meta(
	build_id: str, settings: BuildSettings, started: float, fingerprint: str, plan: BuildPlan
) -> dict[str, str]:
	return {
		"build_id": build_id,
		"backend": settings.backend,
		"fingerprint": fingerprint,
		"settings": settings.describe(),
		"created_at": repr(started),
		"seconds": f"{time.time() - started:.3f}",
		UNRECORDED_META: json.dumps(dict(plan.unrecorded), sort_keys=True),
	}


def publish_folder(staging: Path, target: Path) -> Path:
	"""Flush every file and the folder, then rename: after a power cut the build is there whole or not at all."""
	flush_folder(staging)
	staging.rename(target)
	_flush(target.parent)
	return target


def flush_folder(made: Path) -> None:
	"""Have the disk keep what was written into a folder."""
	for folder, _, files in os.walk(made):
		for name in files:
			# What other builds share was flushed when it was made.
			if os.stat(os.path.join(folder, name)).st_nlink == 1:
				_flush(Path(folder, name))
		_flush(Path(folder))


def _flush(path: Path) -> None:
	try:
		# Windows flushes what is open for writing alone, and opens no folders: there the system keeps names by itself.
		descriptor = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
	except PermissionError:
		if path.is_dir():
			return
		raise
	try:
		os.fsync(descriptor)
	finally:
		os.close(descriptor)
