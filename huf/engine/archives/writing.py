"""Writing an archive."""

import hashlib
import io
import os
import tarfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from huf import __version__
from huf.engine.archives.manifest import ArchivedSource, ArchiveManifest, is_path
from huf.engine.disk.checksums import CHECKSUMS, check_files, digest_of, noted_files
from huf.engine.errors import ArchiveRefused, IndexCorrupt, IndexMissing

MANIFEST = "manifest.json"
OBJECTS = "objects/"
"""Begins the name of every object."""


@dataclass(frozen=True, slots=True)
class ToArchive:
	"""What is to be archived of a source. Nobody changes or deletes these files meanwhile."""

	builds: Sequence[Path]
	"""Folders of builds, named by their ids."""
	packs: Sequence[Path] = ()
	"""Files, named by the packs' ids."""


@dataclass(frozen=True, slots=True)
class Written:
	"""An archive that was written."""

	manifest: ArchiveManifest
	left_out: Mapping[str, str]
	"""Builds that cannot be kept, such as one whose files are not as they were made, and why, by their ids."""


def write_archive(
	target: Path,
	sources: Mapping[str, ToArchive],
	site: str,
	progress: Callable[[int, int], None] = lambda done, total: None,
) -> Written:
	"""Write ``sources``, by artifact id, to ``target``, which must not be there yet; its owner alone can read it.

	Args:
		progress: Called with the bytes that are written, and how many there are.

	Raises:
		ArchiveRefused: a file changed while it was read.
		OSError: the disk does not take it. What is at ``target`` then is of no use.
	"""
	files: dict[str, Path] = {}
	left_out: dict[str, str] = {}
	described = {name: _describe(source, files, left_out) for name, source in sources.items()}
	lengths = {digest: path.stat().st_size for digest, path in files.items()}
	manifest = ArchiveManifest(__version__, time.time(), site, described, lengths)
	total, done = sum(lengths.values()), 0
	descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
	with (
		open(descriptor, "wb") as file,
		tarfile.open(fileobj=file, mode="w", format=tarfile.GNU_FORMAT) as tar,
	):
		data = manifest.to_bytes()
		tar.addfile(_entry(MANIFEST, len(data)), io.BytesIO(data))
		for digest, path in files.items():
			with path.open("rb") as source:
				read = _Hashed(source)
				tar.addfile(_entry(OBJECTS + digest, lengths[digest]), read)  # type: ignore[arg-type]
			if read.hexdigest() != digest:
				raise ArchiveRefused(
					f"The file {path.name} changed while it was read; make the backup again."
				)
			done += lengths[digest]
			progress(done, total)
		tar.close()
		file.flush()
		os.fsync(file.fileno())
	return Written(manifest, left_out)


class _Hashed:
	"""A file of which is known what was read."""

	def __init__(self, file: IO[bytes]) -> None:
		self._file = file
		self._digest = hashlib.sha256()

	def read(self, size: int) -> bytes:
		block = self._file.read(size)
		self._digest.update(block)
		return block

	def hexdigest(self) -> str:
		return self._digest.hexdigest()


def _describe(source: ToArchive, files: dict[str, Path], left_out: dict[str, str]) -> ArchivedSource:
	"""The builds of ``source`` that are whole, and its packs; adds to the files by digest."""
	builds: dict[str, dict[str, str]] = {}
	for build in source.builds:
		try:
			check_files(build)
			named = {each.name: each.digest for each in noted_files(build)}
		except (IndexCorrupt, IndexMissing) as error:
			left_out[build.name] = str(error)
			continue
		if strange := [name for name in named if not is_path(name)]:
			left_out[build.name] = f"The file {strange[0]!r} has a name that no archive can have."
			continue
		named[CHECKSUMS] = digest_of(build / CHECKSUMS)
		files.update({digest: build / name for name, digest in named.items() if digest not in files})
		builds[build.name] = named
	packs = {pack.name: digest_of(pack) for pack in source.packs}
	files.update({packs[pack.name]: pack for pack in source.packs})
	return ArchivedSource(builds, packs)


def _entry(name: str, length: int) -> tarfile.TarInfo:
	entry = tarfile.TarInfo(name)
	entry.size = length
	entry.mode = 0o600
	return entry
