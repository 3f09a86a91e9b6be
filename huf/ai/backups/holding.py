"""Holding the builds that answer while a backup is written: links of one's own to their files, so that whatever is published, put
together or cleared meanwhile takes nothing away. Indexing and searching wait for nothing."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

import frappe

from huf.ai.knowledge import status
from huf.ai.knowledge.packs import kept
from huf.ai.site import artifacts
from huf.ai.site.locks import Lease
from huf.engine.archives import ToArchive
from huf.engine.archives.manifest import PACK_ID
from huf.engine.backends.search_engine.making.sweeping import noted_places
from huf.engine.backends.vector_store.ownership import noted
from huf.engine.disk.linking import link_file, link_folder
from huf.engine.errors import ArchiveRefused, SourceBusy

_TRIES = 3
"""A build that is cleared while it is linked has a successor by then."""


@contextmanager
def work_folder() -> Iterator[Path]:
	"""A folder for one backup or restoration; there is one of them at a time. What killed ones left goes first.

	:raises SourceBusy: another one is at work.
	"""
	lease = Lease(frappe.cache, frappe.cache.make_key("huf_backup_lease"))
	if not lease.acquire():
		raise SourceBusy(
			"Another backup or restoration of knowledge indexes is at work. Try again when it is done."
		)
	try:
		for left in artifacts.backup_work():
			shutil.rmtree(left)
		folder = artifacts.new_backup_work()
		try:
			yield folder
		finally:
			shutil.rmtree(folder, ignore_errors=True)
	finally:
		lease.release()


class Held:
	"""The builds that answered from a time on, in ``folder``."""

	def __init__(self, folder: Path) -> None:
		self._folder = folder
		self.lost: dict[str, str] = {}
		"""Builds whose files are not there, with a sentence that says so."""

	def take(self, since: datetime | None = None) -> None:
		"""Add the builds that answer now and those that wait for a person, and the packs of their sources.

		Not those whose vectors or postings lie on a server: what is there is backed up there, and files without it are of no use.

		:param since: also those that answered since then, as far as they are kept.
		"""
		frappe.db.rollback()
		for artifact_id in frappe.get_all(
			"Knowledge Source", {"live_build": ("is", "set")}, pluck="artifact_id", order_by="name"
		):
			self._take(artifact_id, since)

	def sources(self) -> dict[str, ToArchive]:
		"""What there is of each source, by artifact id."""
		return {
			source.name: ToArchive(_entries(source / "builds"), _entries(source / "packs"))
			for source in _entries(self._folder)
		}

	def _take(self, artifact_id: str, since: datetime | None) -> None:
		folder = artifacts.source_folder(artifact_id)
		if noted(folder) or noted_places(folder):
			return
		for attempt in range(_TRIES):
			# Each time what is live by then.
			frappe.db.rollback()
			gone = [name for name in _answering(artifact_id, since) if not self._link(artifact_id, name)]
			if not gone:
				break
			if attempt == _TRIES - 1:
				# The watchdog deals with lost files; the backup has what there is.
				self.lost.update(dict.fromkeys(gone, "Its files are not there."))
		for pack in _entries(folder / kept.FOLDER):
			target = self._folder / artifact_id / "packs" / pack.name
			if PACK_ID.fullmatch(pack.name) and not target.exists():
				target.parent.mkdir(parents=True, exist_ok=True)
				with suppress(FileNotFoundError):  # a newer pack has taken its place
					link_file(str(pack), str(target))

	def _link(self, artifact_id: str, build_id: str) -> bool:
		"""Whether the build is held now."""
		target = self._folder / artifact_id / "builds" / build_id
		if target.exists():
			return True
		target.parent.mkdir(parents=True, exist_ok=True)
		try:
			link_folder(artifacts.build_folder(artifact_id, build_id), target)
		except (FileNotFoundError, shutil.Error):
			shutil.rmtree(target, ignore_errors=True)
			return False
		return True


def _answering(artifact_id: str, since: datetime | None) -> list[str]:
	source = frappe.db.get_value(
		"Knowledge Source", {"artifact_id": artifact_id}, ["name", "live_build", "held_build"], as_dict=True
	)
	if not source or not source.live_build:
		return []
	wanted = [source.live_build]
	began = status.finished_at(source.live_build)
	for row in status.kept_rows(source.name):
		if (
			since is None
			or began is None
			or began <= since
			or not artifacts.build_folder(artifact_id, row.name).is_dir()
		):
			break
		wanted.append(row.name)
		began = row.finished_at
	return [*wanted, *([source.held_build] if source.held_build else [])]


def _entries(folder: Path) -> list[Path]:
	return sorted(folder.iterdir()) if folder.is_dir() else []


def no_backup(error: OSError) -> ArchiveRefused:
	"""What a person is told when the disk does not take it."""
	return ArchiveRefused(
		f"The archive could not be written: {error.strerror}. Make room, or name another folder."
	)
