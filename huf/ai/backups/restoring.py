"""Putting builds of an archive back, after the database was restored.

The database says which builds there are. What it does not know, or what cannot serve, is left out, and its source is made anew as without
an archive. All is read and checked before anything is put where searches look.
"""

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import frappe

from huf.ai.backups import encrypting
from huf.ai.backups.holding import work_folder
from huf.ai.knowledge.backends.registries import backend_registry
from huf.ai.knowledge.indexing.live import damage
from huf.ai.knowledge.packs import kept
from huf.ai.site import artifacts
from huf.ai.site.locks import held, source_lease
from huf.engine.archives import Archive, ArchiveManifest, assemble
from huf.engine.disk.checksums import check_files
from huf.engine.disk.linking import link_file
from huf.engine.errors import ArchiveRefused, HufError, SourceBusy, StorageFull

WAIT_SECONDS = 60.0
"""A worker that has begun to make the source anew lets go of it between its batches."""
SERVING = ("Live", "Retired", "Held")
"""States of builds whose files the database wants."""


@dataclass(slots=True)
class Restored:
	"""What became of one source."""

	source: str
	artifact_id: str
	builds: list[str] = field(default_factory=list)
	"""Those that were put back, or were there."""
	packs: int = 0
	refused: dict[str, str] = field(default_factory=dict)
	"""Builds of the archive that cannot serve, and why."""
	answers: bool = False
	"""Whether the build that the database says answers is there."""


def restore_builds(
	file: Path, key: str | None = None, progress: Callable[[int, int], None] = lambda done, total: None
) -> list[Restored]:
	"""Put the builds of an archive back that the database of this site knows; what became of each source that has an index.

	:param key: of an encrypted archive; without it that of this site.
	:raises ArchiveRefused: it is none, is damaged, of a newer huf, or has no build that the database wants. Nothing has changed.
	:raises StorageFull: it does not fit on the disk. :raises SourceBusy: a backup is at work.
	"""
	with work_folder() as folder:
		if encrypting.is_encrypted(file):
			encrypting.decrypt(file, folder / "plain.tar", key)
			file = folder / "plain.tar"
		with Archive(file) as archive:
			wanted = _wanted(archive.manifest)
			_extract(archive, wanted, folder, progress)
		rows = _sources()
		nothing = _Wanted({}, {})
		found = [_prepared(row, wanted.get(row.artifact_id, nothing), folder) for row in rows]
		for each in found:
			try:
				_put_back(each, wanted.get(each.artifact_id, nothing).packs, folder)
			except SourceBusy as error:
				# A worker makes it anew at this moment; the other sources need not wait for that.
				each.refused.update(dict.fromkeys(each.builds, str(error)))
	# What was missing and is there again is taken as it is, whether or not the watchdog has noticed.
	damage.check_disk()
	for each in found:
		live = frappe.db.get_value("Knowledge Source", {"artifact_id": each.artifact_id}, "live_build")
		each.answers = damage.fault_of(each.artifact_id, live, thoroughly=False) is None
	return found


@dataclass(frozen=True, slots=True)
class _Wanted:
	builds: Mapping[str, Mapping[str, str]]
	packs: Mapping[str, str]


def _sources() -> list["frappe._dict"]:
	return frappe.get_all(
		"Knowledge Source",
		{"live_build": ("is", "set")},
		["name", "artifact_id", "live_build", "pack_id"],
		order_by="name",
	)


def _wanted(manifest: ArchiveManifest) -> dict[str, _Wanted]:
	"""What of an archive the database knows and the disk lacks, by artifact id.

	Of a source that answers nothing is wanted: what was taken out of it since, as by a purge, must not come back.
	"""
	found, are_there = {}, 0
	for row in _sources():
		source = manifest.sources.get(row.artifact_id)
		if source is None:
			continue
		if damage.fault_of(row.artifact_id, row.live_build, thoroughly=False) is None:
			are_there += 1
			continue
		known = {
			row.live_build,
			*frappe.get_all(
				"Knowledge Build", {"knowledge_source": row.name, "state": ("in", SERVING)}, pluck="name"
			),
		}
		found[row.artifact_id] = _Wanted(
			{name: files for name, files in source.builds.items() if name in known},
			source.packs if row.pack_id else {},
		)
	if not are_there and not any(each.builds or each.packs for each in found.values()):
		raise ArchiveRefused(
			f"The database of this site knows none of the indexes in this archive, which was made on {manifest.site}: it is of another backup, or "
			"they were made anew meanwhile. Restore the database of the same backup first; without it, indexes are made anew by themselves."
		)
	return found


def _extract(
	archive: Archive, wanted: Mapping[str, _Wanted], folder: Path, progress: Callable[[int, int], None]
) -> None:
	digests = {
		digest for each in wanted.values() for files in each.builds.values() for digest in files.values()
	}
	digests.update(digest for each in wanted.values() for digest in each.packs.values())
	needed = sum(archive.manifest.objects[digest] for digest in digests)
	free = shutil.disk_usage(folder).free
	if needed > free:
		raise StorageFull(
			f"The indexes take {needed / 1e9:.1f} GB, and the disk has {free / 1e9:.1f}. Make room and try again; nothing has changed."
		)
	objects = folder / "objects"
	objects.mkdir()
	archive.extract(digests, objects, progress)


def _prepared(row: "frappe._dict", wanted: _Wanted, folder: Path) -> Restored:
	"""Make the builds of one source where nobody looks, and see which of them can serve."""
	restored = Restored(row.name, row.artifact_id)
	for build_id, files in wanted.builds.items():
		build = folder / row.artifact_id / build_id
		assemble(files, folder / "objects", build)
		try:
			_check(build)
		except HufError as error:
			restored.refused[build_id] = str(error)
			continue
		restored.builds.append(build_id)
	return restored


def _check(build: Path) -> None:
	"""Whether this huf can answer from a build.

	:raises HufError: it cannot: a newer or a much older one made it, or its kind is not installed.
	"""
	from huf.engine.builds import read_build_info

	check_files(build)
	read_build_info(build, kinds=backend_registry())


def _put_back(restored: Restored, packs: Mapping[str, str], folder: Path) -> None:
	from huf.engine.builds import remove_build
	from huf.engine.builds.making import publish_folder

	with held(source_lease(restored.artifact_id), wait=WAIT_SECONDS) as lease:
		target = artifacts.source_folder(restored.artifact_id)
		target.mkdir(parents=True, exist_ok=True)
		for build_id in restored.builds:
			build = artifacts.build_folder(restored.artifact_id, build_id)
			lease.check()
			if build.exists():
				if damage.fault_of(restored.artifact_id, build_id, thoroughly=True) is None:
					continue
				remove_build(build)
			publish_folder(folder / restored.artifact_id / build_id, build)
		for pack_id, digest in packs.items():
			_put_pack_back(folder / "objects" / digest, target / kept.FOLDER / pack_id)
			restored.packs += 1


def _put_pack_back(pack: Path, target: Path) -> None:
	target.parent.mkdir(mode=0o700, exist_ok=True)
	if not target.exists():
		link_file(str(pack), str(target))
