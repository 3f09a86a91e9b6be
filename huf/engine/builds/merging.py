"""Merging as a job of its own: segments of the live build are put together beside it, while updates go on.

It changes no answer. :func:`prepare_merge` does all the work, needs no lock, and nobody sees what it makes. :meth:`Merge.apply` takes that
into the build that is live by then, in milliseconds, by whoever may write the source. A kill leaves a folder that
:func:`remove_merging` clears, and nothing else.
"""

import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from huf.engine import backends
from huf.engine.backends.base import Backend, Merger
from huf.engine.backends.formats import LAYOUT, read_kind, write_kind
from huf.engine.backends.sqlite_files import storage_errors
from huf.engine.builds.folders import STAGING, discard, new_build_id
from huf.engine.builds.making import flush_folder, publish_folder
from huf.engine.builds.reading import BuildInfo, read_build_info
from huf.engine.disk.checksums import check_opening, write_checksums
from huf.engine.disk.linking import link_folder
from huf.engine.errors import IndexMissing
from huf.engine.registry import Registry

MERGING = ".merging-"
"""Begins the name of a folder in which segments are put together."""


@dataclass(frozen=True, slots=True)
class Merge:
	"""Segments of a build that are put together, and not yet part of any build."""

	root: Path
	_folder: Path
	_merger: Merger
	_kind: str
	_kinds: Registry[Backend] | None

	def apply(self, live: Path, *, build_id: str | None = None) -> BuildInfo | None:
		"""Publish a build that answers as ``live``, the one that searches answer from now; the pointer is the caller's.

		Call it as the one writer of the source: what is published while this runs would be undone by it.

		Returns:
			None if ``live`` is no longer made of what was put together (it was rebuilt, or another one restored): there is nothing to do.

		Raises:
			IndexMissing, IndexCorrupt: ``live`` cannot be read, or does not go together with what was made.
			StorageFull: the disk is full.
		"""
		build_id = build_id or new_build_id()
		began = time.time()
		staging = self.root / (STAGING + build_id)
		with storage_errors():
			try:
				if read_kind(live) != self._kind:
					return None
				staging.mkdir()
				meta = {"build_id": build_id, "created_at": repr(began), "seconds": "0"}
				if not self._merger.apply(live, staging, meta):
					return None
				write_kind(staging, self._kind, LAYOUT)
				write_checksums(staging, live, *(entry for entry in self._folder.glob("segment-*")))
				path = publish_folder(staging, self.root / build_id)
			except FileNotFoundError as error:
				raise IndexMissing(
					"The files of this index are missing. Rebuild the source to make them again."
				) from error
			finally:
				discard(staging, ignore_errors=True)
		return read_build_info(path, kinds=self._kinds)


def is_merge_due(base: Path, *, kinds: Registry[Backend] | None = None, thoroughly: bool = False) -> bool:
	"""Whether segments of the build ``base`` should be put together by a job.

	Args:
		thoroughly: look at those too that the next updates would put together, and write anew a segment of which a tenth has left instead
			of three tenths: for the night.

	Raises:
		IndexMissing, IndexCorrupt: the build cannot be read.
	"""
	with storage_errors():
		try:
			opened = (kinds or backends.default_registry()).get(read_kind(base)).open_merger
			return opened is not None and opened(base).is_due(thoroughly=thoroughly)
		except (FileNotFoundError, NotADirectoryError) as error:
			raise IndexMissing(
				"The files of this index are missing. Rebuild the source to make them again."
			) from error


@contextmanager
def prepare_merge(
	root: Path,
	base: Path,
	*,
	kinds: Registry[Backend] | None = None,
	thoroughly: bool = False,
) -> Iterator[Merge | None]:
	"""Put together those segments of the build ``base`` in ``root`` that are due; None if none are, or if its kind has none.

	What was made is there within the ``with`` block. Two at once do not disturb each other, but waste work.

	Args:
		thoroughly: as for :func:`is_merge_due`.

	Raises:
		IndexMissing, IndexCorrupt: the build cannot be read, or what came out does not say what its chunks say.
		StorageFull: the disk is full.
	"""
	folder = root / f"{MERGING}{secrets.token_hex(6)}"
	try:
		with storage_errors():
			try:
				merge = _prepared(root, base, folder, kinds, thoroughly)
			except (FileNotFoundError, shutil.Error) as error:
				raise IndexMissing(
					"The files of this index are missing. Rebuild the source to make them again."
				) from error
		yield merge
	finally:
		shutil.rmtree(folder, ignore_errors=True)


def _prepared(
	root: Path, base: Path, folder: Path, kinds: Registry[Backend] | None, thoroughly: bool
) -> Merge | None:
	kind = read_kind(base)
	opened = (kinds or backends.default_registry()).get(kind).open_merger
	if opened is None:
		return None
	check_opening(base)
	folder.mkdir()
	# Links of its own: builds that follow may retire this one meanwhile.
	own = folder / "base"
	link_folder(base, own)
	merger = opened(own)
	made = merger.prepare(folder, thoroughly=thoroughly)
	if made is None:
		return None
	# Not while the source is held: a gigabyte takes seconds.
	write_checksums(made)
	flush_folder(made)
	return Merge(root, folder, merger, kind, kinds)


def remove_merging(root: Path) -> list[str]:
	"""Delete what merges that died left behind. Call it only as the one who merges in ``root``."""
	left = [entry for entry in root.iterdir() if entry.name.startswith(MERGING)] if root.is_dir() else []
	for entry in left:
		shutil.rmtree(entry, ignore_errors=True)
	return [entry.name.removeprefix(MERGING) for entry in left]
