"""Makes a build beside the live one, checks it, and publishes it by renaming its folder."""

import json
import os
import secrets
import shutil
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from huf.engine import backends
from huf.engine.backends.base import Backend, KeepsVectors, MergesYoung, Relabels, TakesLanguage, Writer
from huf.engine.backends.formats import LAYOUT, write_kind
from huf.engine.backends.manifest import MANIFEST
from huf.engine.backends.opening import held_open
from huf.engine.backends.sqlite_files import storage_errors
from huf.engine.builds.folders import BUILD_ID, STAGING, VERIFYING, discard, new_build_id
from huf.engine.builds.planning import UNRECORDED_META, BuildPlan
from huf.engine.builds.reading import BuildInfo, read_build, read_build_info
from huf.engine.disk.checksums import check_files, write_checksums
from huf.engine.enrichment import Enricher
from huf.engine.errors import BuildCancelled
from huf.engine.extractors import Extractor, default_registry
from huf.engine.indexing import BuildSettings, Opened, index_input, open_inputs
from huf.engine.ocr import Ocr
from huf.engine.reading import Reader, open_reader, processes_of_build
from huf.engine.registry import Registry
from huf.engine.types import IndexedInput, Progress

_FLUSHED_TOGETHER = 4
"""Files and folders that a disk is asked to keep at once; 20 take it as long (docs/performance.md)."""


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
	enricher: Enricher | None = None,
	progress: Callable[[Progress], None] | None = None,
	cancelled: Callable[[], bool] | None = None,
	merges_young_only: bool = False,
	reading_processes: int = 0,
) -> BuildResult:
	"""Make, check and publish a build in the folder ``root``; the pointer is the caller's.

	``progress`` is called after each input and at each step; what it raises ends the build. ``ocr`` reads scanned pages;
	its languages in use are those that ``settings`` name. ``enricher`` says something of each passage; it is the one that ``settings``
	name. ``merges_young_only``: of the segments only young ones are put
	together before the build is published; whoever says so leaves the others to :func:`~huf.engine.builds.merging.prepare_merge`.
	``reading_processes`` read inputs at once, or as many as :func:`~huf.engine.reading.processes_of_build` says (0).

	Raises:
		BuildCancelled: ``cancelled()`` said so; checked between inputs.
		StorageFull: the disk is full.
		IndexCorrupt: the new build failed its check.
	"""
	name = build_id or new_build_id()
	if not BUILD_ID.fullmatch(name):
		raise ValueError(f"{name!r} is not the name of a build. Use new_build_id().")
	started = time.time()
	report = progress or (lambda _: None)
	outcomes: list[IndexedInput] = []

	def fill(writer: Writer) -> Mapping[str, str]:
		if merges_young_only and backend.open_merger and isinstance(writer, MergesYoung):
			writer.merges_young_only = True
		if plan.is_part and isinstance(writer, KeepsVectors):
			writer.keeps_unused = True
		if settings.language and isinstance(writer, TakesLanguage):
			writer.texts_are_in(settings.language)
		index = partial(index_input, ocr=ocr, enricher=enricher)
		known = extractors or default_registry()
		with open_reader(known, settings.limits, processes_of_build(reading_processes)) as reader:
			outcomes.extend(_fill(writer, plan, index, settings, known, reader, report, cancelled))
		return build_meta(name, settings, started, settings.fingerprint(kinds), plan.unrecorded)

	backend = (kinds or backends.default_registry()).get(settings.backend)
	with held_open(plan.base, kinds=kinds):
		path = write_build(root, name, settings.backend, backend, plan.base, fill, report, len(plan.index))
		return BuildResult(read_build_info(path, kinds=kinds), tuple(outcomes), plan.remove)


def write_build(
	root: Path,
	build_id: str,
	kind: str,
	backend: Backend,
	base: Path | None,
	fill: Callable[[Writer], Mapping[str, str]],
	report: Callable[[Progress], None],
	total: int,
) -> Path:
	"""Make, check and publish a build of what ``fill`` puts into its writer; gives its folder.

	``fill`` gives what the build says of itself. ``total`` is the number of inputs that are told at each step. As for :func:`run_build`.
	"""
	staging = root / (STAGING + build_id)
	with storage_errors():
		try:
			staging.mkdir(parents=True)
			report(Progress("copy", 0, total))
			writer = backend.open_writer(staging, base)
			try:
				meta = fill(writer)
				report(Progress("finish", total, total))
				writer.finish(meta)
				report(Progress("verify", total, total))
				writer.verify()
			finally:
				writer.close()
			write_kind(staging, kind, LAYOUT if (staging / MANIFEST).is_file() else 1)
			write_checksums(staging, base)
			report(Progress("publish", total, total))
			return publish_folder(staging, root / build_id)
		finally:
			discard(staging, ignore_errors=True)


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
	extractors: Registry[Extractor],
	reader: Reader,
	report: Callable[[Progress], None],
	cancelled: Callable[[], bool] | None,
) -> list[IndexedInput]:
	for key in plan.remove:
		with writer.transaction():
			writer.remove_input(key)
	outcomes = []
	if isinstance(writer, Relabels):
		for wanted in plan.relabel:
			with writer.transaction():
				writer.relabel_input(wanted.key, wanted.url, wanted.metadata)
	else:
		for opened in open_inputs(plan.relabel, settings, reader):
			outcomes.append(index(writer, opened, settings, extractors))
	for done, opened in enumerate(open_inputs(plan.index, settings, reader), start=1):
		if cancelled and cancelled():
			raise BuildCancelled("Indexing was cancelled. What was searchable before still is.")
		outcomes.append(index(writer, opened, settings, extractors))
		report(Progress("index", done, len(plan.index), outcomes[-1]))
	return outcomes


def build_meta(
	build_id: str, settings: BuildSettings, started: float, fingerprint: str, unrecorded: Mapping[str, int]
) -> dict[str, str]:
	"""What a build says of its making. ``started`` in Unix seconds; ``unrecorded`` as in :class:`BuildPlan`."""
	return {
		"build_id": build_id,
		"backend": settings.backend,
		"fingerprint": fingerprint,
		"settings": settings.describe(),
		"created_at": repr(started),
		"seconds": f"{time.time() - started:.3f}",
		UNRECORDED_META: json.dumps(dict(unrecorded), sort_keys=True),
	}


def publish_folder(staging: Path, target: Path) -> Path:
	"""Flush every file and the folder, then rename: after a power cut the build is there whole or not at all."""
	flush_folder(staging)
	staging.rename(target)
	_flush(target.parent)
	return target


def flush_folder(made: Path) -> None:
	"""Have the disk keep what was written into a folder."""
	written = []
	for folder, _, files in os.walk(made):
		paths = (Path(folder, name) for name in files)
		# What other builds share was flushed when it was made.
		written += [*(path for path in paths if os.stat(path).st_nlink == 1), Path(folder)]
	# A build has a folder for each of its segments. The disk answers for several in the time of one, and one after the other they
	# are most of what a small change waits for.
	with ThreadPoolExecutor(_FLUSHED_TOGETHER) as helpers:
		list(helpers.map(_flush, written))


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
