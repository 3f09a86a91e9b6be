"""Reading an archive, as something that an attacker may have made."""

import hashlib
import os
import struct
import tarfile
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import IO

from huf.engine.archives.manifest import MOST_MANIFEST_BYTES, ArchiveManifest, damaged
from huf.engine.archives.writing import MANIFEST, OBJECTS
from huf.engine.disk.linking import link_file
from huf.engine.disk.untrusted import BoundedFile, refused_as
from huf.engine.errors import ArchiveRefused

_BLOCK = 1 << 20
_REGULAR = (tarfile.REGTYPE, tarfile.AREGTYPE)
_DAMAGE = (tarfile.TarError, EOFError, ValueError, OverflowError, struct.error)
"""What reading a damaged tar ends in, besides the system's word for a place before the beginning of a file."""


class Archive:
	"""An archive, open for reading."""

	manifest: ArchiveManifest

	def __init__(self, file: Path) -> None:
		"""Open ``file``.

		Raises:
			ArchiveRefused: it is no archive, or of a newer huf.
			OSError: it cannot be read.
		"""
		none = ArchiveRefused("This file is no archive of knowledge indexes, or only the beginning of one.")
		# tar has headers of any length, which are read as a whole.
		self._file = BoundedFile(file, _BLOCK, tarfile.ReadError("more at once than an archive needs"))
		try:
			with refused_as(none, _DAMAGE):
				self._tar = tarfile.open(fileobj=self._file, mode="r:")
				first = self._tar.next()
				if first is None or not _is_file(first, MANIFEST) or first.size > MOST_MANIFEST_BYTES:
					raise none
				data = b"".join(_blocks(self._open(first), first.size))
			self.manifest = ArchiveManifest.from_bytes(data)
			if sum(self.manifest.objects.values()) > file.stat().st_size:
				raise damaged("lengths")
		except ArchiveRefused:
			self._file.close()
			raise

	def __enter__(self) -> "Archive":
		return self

	def __exit__(
		self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
	) -> None:
		self._tar.close()
		self._file.close()

	def extract(
		self,
		wanted: Collection[str],
		folder: Path,
		progress: Callable[[int, int], None] = lambda done, total: None,
	) -> None:
		"""Write the ``wanted`` objects into ``folder``, each under its SHA-256. All of the archive is read.

		Args:
			progress: Called with the bytes that are written, and how many there are.

		Raises:
			ArchiveRefused: there is something in the archive that it does not have, or an object is another, or missing.
			OSError: the disk does not take it.
		"""
		left = dict(self.manifest.objects)
		total, done = sum(left[digest] for digest in wanted), 0
		with refused_as(damaged("files"), _DAMAGE):
			while (entry := self._tar.next()) is not None:
				digest = entry.name.removeprefix(OBJECTS)
				# Each once, none that the manifest does not name, and no link, device or file with holes.
				if not _is_file(entry, OBJECTS + digest) or left.pop(digest, -1) != entry.size:
					raise damaged("files")
				if digest in wanted:
					_write(self._open(entry), entry.size, digest, folder / digest)
					done += entry.size
					progress(done, total)
				# It remembers every file that it came by.
				self._tar.members.clear()  # type: ignore[attr-defined]
		if left:
			raise damaged("its end is missing")

	def _open(self, entry: tarfile.TarInfo) -> IO[bytes]:
		file = self._tar.extractfile(entry)
		if file is None:
			raise damaged("files")
		return file


def assemble(files: Mapping[str, str], objects: Path, folder: Path) -> None:
	"""Make the ``folder`` of a build of the extracted objects. :param files: The object of each file by its path, of a checked manifest.

	Raises:
		ArchiveRefused: two of the paths cannot be in one folder.
		OSError: the disk does not take it.
	"""
	folder.mkdir(parents=True)
	for path, digest in files.items():
		target = folder / path
		try:
			target.parent.mkdir(parents=True, exist_ok=True)
			link_file(str(objects / digest), str(target))
		except (FileExistsError, NotADirectoryError, IsADirectoryError):
			raise damaged("paths") from None


def _write(file: IO[bytes], length: int, wanted: str, target: Path) -> None:
	digest = hashlib.sha256()
	with target.open("xb") as written:
		for block in _blocks(file, length):
			digest.update(block)
			written.write(block)
		# Links to it are not flushed again.
		written.flush()
		os.fsync(written.fileno())
	if digest.hexdigest() != wanted:
		raise damaged("checksums")


def _blocks(file: IO[bytes], length: int) -> Iterator[bytes]:
	while length > 0:
		block = file.read(min(_BLOCK, length))
		if not block:
			raise EOFError
		length -= len(block)
		yield block


def _is_file(entry: tarfile.TarInfo, name: str) -> bool:
	return entry.type in _REGULAR and not entry.issparse() and entry.name == name and 0 <= entry.size
