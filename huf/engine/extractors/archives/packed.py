"""Archives (ZIP, TAR): the files in them, each read as it would be on its own, located as ``file NAME``; and single files that are compressed."""

import bz2
import gzip
import lzma
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import PurePosixPath
from typing import BinaryIO

from huf.engine.content import Content
from huf.engine.errors import InputError, InputTooLarge
from huf.engine.extractors.containers.archive import check_archive
from huf.engine.extractors.pictures.scanned import is_bare_picture
from huf.engine.extractors.recognition.kinds import ARCHIVES, COMPRESSED
from huf.engine.extractors.sections import one_line, placed_in
from huf.engine.extractors.unread import FirstNotes, Unread, retold
from huf.engine.sentences import sentence
from huf.engine.types import Section

VERSION = 3

MAX_FILES = 1_000
"""Files of one archive that are read; of a TAR archive, entries of any kind."""
MAX_FILE = 64 << 20
"""Bytes of one file after unpacking."""
MAX_UNPACKED = 512 << 20
"""Bytes of all files after unpacking. More are better uploaded on their own: each then has its own place and rights."""
_SIGNATURE = 6
"""Bytes that tell how a file is compressed."""
_MACHINES_OWN = frozenset(("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini", ".git", ".svn"))
"""Folders and files that programs put there, and nobody reads."""


def extract_zip(content: Content, notes: list[str]) -> Iterator[Section]:
	"""The files in the order of their names."""
	check_archive(content, parts=())
	files = _Files(content, notes)
	with content.open() as stream, zipfile.ZipFile(stream) as archive:
		for member in sorted(archive.infolist(), key=lambda member: member.filename):
			if member.is_dir() or not files.is_asked_for(member.filename, member.file_size):
				continue
			if not files.unpacks(member.file_size):
				break
			yield from files.read(member.filename, partial(archive.read, member))
	files.end()


def extract_tar(content: Content, notes: list[str]) -> Iterator[Section]:
	"""The files in the order of the archive, which may be compressed as a whole. Links are left out."""
	files = _Files(content, notes)
	with content.open() as stream, tarfile.open(fileobj=stream, mode="r|*") as archive:
		for member in archive:
			# Whatever stands in it is unpacked on the way to what follows, also what is not read.
			if not files.unpacks(member.size):
				break
			if member.isfile() and files.is_asked_for(member.name, member.size):
				yield from files.read(member.name, partial(_unpacked, archive, member))
	files.end()


def _unpacked(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
	stream = archive.extractfile(member)
	return stream.read() if stream else b""


def extract_compressed(content: Content, notes: list[str]) -> Iterator[Section]:
	"""A single file that was compressed, under its own name: ``report.csv.gz`` is read as ``report.csv``."""
	from huf.engine.extractors import extract

	with content.open() as stream, _decompressing(stream, content.head(_SIGNATURE)) as unpacked:
		data = unpacked.read(MAX_FILE + 1)
	if len(data) > MAX_FILE:
		raise InputTooLarge(
			f"The file in this one has more than {MAX_FILE / 1e6:.0f} MB. Unpack it, split it and upload the parts."
		)
	name = content.name[: -len(content.extension) - 1] if content.extension in COMPRESSED else content.name
	inner = (content.read_inside or extract)(Content(name, data=data, properties=content.properties))
	yield from inner.sections
	notes.extend(inner.notes)


def _decompressing(stream: BinaryIO, signature: bytes) -> gzip.GzipFile | bz2.BZ2File | lzma.LZMAFile:
	if signature.startswith(b"\x1f\x8b"):
		return gzip.GzipFile(fileobj=stream)
	return bz2.BZ2File(stream) if signature.startswith(b"BZh") else lzma.LZMAFile(stream)


class _Files:
	"""Reads the files of one archive within the limits of this module."""

	def __init__(self, content: Content, notes: list[str]) -> None:
		self._inside = content.read_inside
		self._notes = notes
		self._own = FirstNotes(notes)
		self._entries = self._size = self._read = 0

	def is_asked_for(self, path: str, size: int) -> bool:
		"""Whether a file is one that somebody put there, and small enough; if it is too large, it is noted."""
		if not _MACHINES_OWN.isdisjoint(PurePosixPath(path).parts):
			return False
		if size > MAX_FILE:
			self._own.add(
				Unread(f"The file “{one_line(path)}” has more than {MAX_FILE / 1e6:.0f} MB and was not read.")
			)
		return size <= MAX_FILE

	def unpacks(self, size: int) -> bool:
		"""Whether one more entry of that size can be unpacked; if not, it is noted for all that follow."""
		self._entries += 1
		self._size += size
		if self._entries <= MAX_FILES and self._size <= MAX_UNPACKED:
			return True
		self._notes.append(
			Unread(
				f"Only the first {self._read} files were read: at most {MAX_FILES:,} with {MAX_UNPACKED / 1e6:.0f} MB are. "
				"Upload the others on their own."
			)
		)
		return False

	def read(self, path: str, data: Callable[[], bytes]) -> Iterator[Section]:
		"""The sections of one file. One that cannot be read is noted, and costs no other."""
		from huf.engine.extractors import extract

		name = one_line(path)
		self._read += 1
		extraction = None
		try:
			extraction = (self._inside or extract)(Content(name, data=data()))
			if extraction.extractor in ARCHIVES:
				self._own.add(
					Unread(f"The file “{name}” is itself an archive and was not read. Upload it on its own.")
				)
				return
			yield from placed_in(extraction.sections, f"file {name}")
		except InputError as error:
			note = sentence(f"The file “{name}” was not read: {error}")
			self._own.add(note if is_bare_picture(extraction) else Unread(note))
			return
		for note in extraction.notes:
			self._own.add(retold(note, f"File “{name}”: {note}"))

	def end(self) -> None:
		"""After the last file."""
		self._own.end()
