"""Builds: immutable generations of one source's index.

A build is a folder ``<root>/<build_id>``. It is made in ``<root>/.staging-<build_id>``, checked, flushed
to disk and renamed; the caller then switches its own pointer to it. Until that switch nobody sees
it, and if anything goes wrong nothing is left but a staging folder that :func:`remove_staging` clears.

This module publishes; :mod:`huf.engine.indexing` fills a build with inputs.
"""

import os
import re
import secrets
import shutil
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from huf.engine import backends
from huf.engine.backends.base import Backend, Reader, Writer
from huf.engine.backends.sqlite_files import storage_errors
from huf.engine.checksums import check_files, write_checksums
from huf.engine.errors import BuildCancelled, IndexCorrupt, IndexMissing, IndexOutdated, UnknownKey
from huf.engine.extractors import Extractor
from huf.engine.indexing import BuildSettings, index_input, storable_input
from huf.engine.registry import Registry
from huf.engine.types import IndexedInput, Progress, WantedInput

FORMAT = 1
"""Version of the folder's layout and of the meta entries that every kind of index writes."""
_STAGING = ".staging-"
_KIND_FILE = "backend"
"""Names the kind of index, so that a build can be opened without knowing its source."""
_BUILD_ID = re.compile(r"\d{8}T\d{6}-[0-9a-f]{8}")
_BULK_SHARE = 0.5
"""From this share of changed inputs on, indexing all words anew is faster than changing them one by one."""


@dataclass(frozen=True, slots=True)
class BuildPlan:
	"""What has to be done to get from the build ``base`` (or nothing) to what is wanted."""

	index: tuple[WantedInput, ...]
	remove: tuple[str, ...]
	kept: int
	base: Path | None

	@property
	def is_empty(self) -> bool:
		"""True when the base build already is what is wanted."""
		return self.base is not None and not self.index and not self.remove


@dataclass(frozen=True, slots=True)
class BuildInfo:
	"""The numbers of a build. ``bytes`` is its size on disk, ``seconds`` how long it took to make."""

	build_id: str
	path: Path
	inputs: int
	chunks: int
	characters: int
	bytes: int
	seconds: float
	fingerprint: str
	created_at: float
	backend: str


@dataclass(frozen=True, slots=True)
class BuildResult:
	"""A published build, and what became of each input that was dealt with."""

	info: BuildInfo
	outcomes: tuple[IndexedInput, ...]
	removed: tuple[str, ...]


def new_build_id() -> str:
	"""A name that sorts by time and never repeats: ``20260131T235959-0a1b2c3d`` (UTC)."""
	return time.strftime("%Y%m%dT%H%M%S", time.gmtime()) + "-" + secrets.token_hex(4)


def plan_build(
	wanted: Iterable[WantedInput],
	base: Path | None,
	settings: BuildSettings,
	*,
	kinds: Registry[Backend] | None = None,
	extractors: Registry[Extractor] | None = None,
) -> BuildPlan:
	"""Compare what is wanted with what the build ``base`` holds.

	A base that is missing or damaged, was made with other settings or is of a kind that is no longer there
	counts as no base: everything is indexed. Give the same ``kinds`` and ``extractors`` as to :func:`run_build`.
	Inputs that failed for good are not tried again until their content changes or ``force`` is set.
	"""
	wanted = map(storable_input, wanted)
	present = _inputs_of_same_make(base, settings, kinds, extractors) if base is not None else None
	if present is None:
		return BuildPlan(index=tuple(wanted), remove=(), kept=0, base=None)
	changed, seen = [], set()
	for item in wanted:
		seen.add(item.key)
		if item.force or not _is_current(item, present.get(item.key)):
			changed.append(item)
	return BuildPlan(
		index=tuple(changed),
		remove=tuple(key for key in present if key not in seen),
		kept=len(seen) - len(changed),
		base=base,
	)


def run_build(
	root: Path,
	plan: BuildPlan,
	settings: BuildSettings,
	*,
	build_id: str | None = None,
	kinds: Registry[Backend] | None = None,
	extractors: Registry[Extractor] | None = None,
	progress: Callable[[Progress], None] | None = None,
	cancelled: Callable[[], bool] | None = None,
) -> BuildResult:
	"""Make, check and publish a build in the folder ``root``; the pointer is the caller's.

	``progress`` is called after each input and at each step; what it raises ends the build.

	Raises:
		BuildCancelled: ``cancelled()`` said so; checked between inputs.
		StorageFull: the disk is full.
		IndexCorrupt: the new build failed its check.
	"""
	build_id = build_id or new_build_id()
	if not _BUILD_ID.fullmatch(build_id):
		raise ValueError(f"{build_id!r} is not the name of a build. Use new_build_id().")
	started = time.time()
	report = progress or (lambda _: None)
	backend = (kinds or backends.default_registry()).get(settings.backend)
	staging = root / (_STAGING + build_id)
	with storage_errors():
		try:
			staging.mkdir(parents=True)
			report(Progress("copy", 0, len(plan.index)))
			writer = backend.open_writer(
				staging, plan.base, len(plan.index) >= _BULK_SHARE * max(plan.kept, 1)
			)
			try:
				outcomes = _fill(writer, plan, settings, extractors, report, cancelled)
				report(Progress("finish", len(plan.index), len(plan.index)))
				writer.finish(_meta(build_id, settings, started, settings.fingerprint(kinds, extractors)))
				report(Progress("verify", len(plan.index), len(plan.index)))
				writer.verify()
			finally:
				writer.close()
			(staging / _KIND_FILE).write_text(settings.backend, "utf-8")
			write_checksums(staging)
			report(Progress("publish", len(plan.index), len(plan.index)))
			path = _publish(staging, root / build_id)
		finally:
			shutil.rmtree(staging, ignore_errors=True)
	return BuildResult(read_build_info(path, kinds=kinds), tuple(outcomes), plan.remove)


def open_build(path: Path, *, kinds: Registry[Backend] | None = None) -> Reader:
	"""Open a published build with the backend that made it. The caller closes the reader.

	Raises:
		IndexMissing: there is no such build.
		IndexOutdated: it was made by another format.
		UnknownKey: it is of a kind that ``kinds`` lacks, for example of an app that was removed.
	"""
	try:
		with storage_errors():
			kind = (path / _KIND_FILE).read_text("utf-8", "replace").strip()
	except (FileNotFoundError, NotADirectoryError):
		raise IndexMissing(
			"The files of this index are missing. Rebuild the source to make them again."
		) from None
	with storage_errors():
		return (kinds or backends.default_registry()).get(kind).open_reader(path)


def read_inputs(path: Path, *, kinds: Registry[Backend] | None = None) -> dict[str, IndexedInput]:
	"""The inputs of a build by key, with their content hashes and what became of them."""
	reader = open_build(path, kinds=kinds)
	try:
		return {item.key: item for item in reader.inputs()}
	finally:
		reader.close()


def read_build_info(path: Path, *, kinds: Registry[Backend] | None = None) -> BuildInfo:
	"""The numbers of a published build."""
	reader = open_build(path, kinds=kinds)
	try:
		meta, inputs = reader.meta, reader.inputs()
	finally:
		reader.close()
	return BuildInfo(
		build_id=meta["build_id"],
		path=path,
		inputs=len(inputs),
		chunks=sum(item.chunks for item in inputs),
		characters=sum(item.characters for item in inputs),
		bytes=sum(file.stat().st_size for file in path.iterdir()),
		seconds=float(meta["seconds"]),
		fingerprint=meta["fingerprint"],
		created_at=float(meta["created_at"]),
		backend=meta["backend"],
	)


def verify_build(path: Path, *, kinds: Registry[Backend] | None = None) -> BuildInfo:
	"""Check a published build on a copy, so that the files readers use stay untouched.

	Raises:
		IndexMissing, IndexOutdated, IndexCorrupt: it cannot serve.
	"""
	with storage_errors():
		info = read_build_info(path, kinds=kinds)
		check_files(path)
	backend = (kinds or backends.default_registry()).get(info.backend)
	copy = path.parent / f"{_STAGING}verify-{secrets.token_hex(4)}"
	with storage_errors():
		try:
			copy.mkdir()
			writer = backend.open_writer(copy, path, False)
			try:
				writer.verify()
			finally:
				writer.close()
		finally:
			shutil.rmtree(copy, ignore_errors=True)
	return info


def list_builds(root: Path) -> list[str]:
	"""Ids of the published builds in ``root``, oldest first."""
	if not root.is_dir():
		return []
	return sorted(entry.name for entry in root.iterdir() if _BUILD_ID.fullmatch(entry.name))


def remove_build(path: Path) -> None:
	"""Delete the files of a build; searches that have it open finish on what they opened."""
	if not _BUILD_ID.fullmatch(path.name):
		raise ValueError(f"{path.name!r} is not the folder of a build.")
	if path.is_dir():
		# Renamed first: whoever is killed half-way leaves no half build, only something for remove_staging.
		leaving = path.with_name(f"{_STAGING}removed-{path.name}")
		path.rename(leaving)
		shutil.rmtree(leaving)


def remove_staging(root: Path) -> list[str]:
	"""Delete what builds that died left behind. Call it only as the one writer of ``root``."""
	left = [entry for entry in root.iterdir() if entry.name.startswith(_STAGING)] if root.is_dir() else []
	for entry in left:
		shutil.rmtree(entry)
	return [entry.name.removeprefix(_STAGING) for entry in left]


def _inputs_of_same_make(
	base: Path,
	settings: BuildSettings,
	kinds: Registry[Backend] | None,
	extractors: Registry[Extractor] | None,
) -> dict[str, IndexedInput] | None:
	fingerprint = settings.fingerprint(kinds, extractors)
	try:
		reader = open_build(base, kinds=kinds)
		try:
			if reader.meta.get("fingerprint") != fingerprint:
				return None
			with storage_errors():
				return {item.key: item for item in reader.inputs()}
		finally:
			reader.close()
	except (IndexMissing, IndexOutdated, IndexCorrupt, UnknownKey):
		return None


def _is_current(wanted: WantedInput, present: IndexedInput | None) -> bool:
	return (
		present is not None
		and not present.retryable
		and present.content_hash == wanted.content_hash
		and (present.title, present.url) == (wanted.title, wanted.url)
		and dict(present.metadata) == dict(wanted.metadata)
	)


def _fill(
	writer: Writer,
	plan: BuildPlan,
	settings: BuildSettings,
	extractors: Registry[Extractor] | None,
	report: Callable[[Progress], None],
	cancelled: Callable[[], bool] | None,
) -> list[IndexedInput]:
	for key in plan.remove:
		with writer.transaction():
			writer.remove_input(key)
	outcomes = []
	for done, wanted in enumerate(plan.index, start=1):
		if cancelled and cancelled():
			raise BuildCancelled("Indexing was cancelled. What was searchable before still is.")
		outcomes.append(index_input(writer, wanted, settings, extractors))
		report(Progress("index", done, len(plan.index), outcomes[-1]))
	return outcomes


def _meta(build_id: str, settings: BuildSettings, started: float, fingerprint: str) -> dict[str, str]:
	return {
		"layout": str(FORMAT),
		"build_id": build_id,
		"backend": settings.backend,
		"fingerprint": fingerprint,
		"settings": settings.describe(),
		"created_at": repr(started),
		"seconds": f"{time.time() - started:.3f}",
	}


def _publish(staging: Path, target: Path) -> Path:
	"""Flush every file and the folder, then rename: after a power cut the build is there whole or not at all."""
	for entry in staging.iterdir():
		_flush(entry)
	_flush(staging)
	staging.rename(target)
	_flush(target.parent)
	return target


def _flush(path: Path) -> None:
	descriptor = os.open(path, os.O_RDONLY)
	try:
		os.fsync(descriptor)
	finally:
		os.close(descriptor)
