"""The files of a model out of a folder, a ZIP or a tar, whatever else is in there.

Which they are is found by their names (:mod:`huf.engine.model_files.choosing`); where they go, the caller says. Nothing else is opened: no pickle, no code.
"""

import hashlib
import os
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO

from huf.engine.disk.untrusted import BoundedFile, refused_as
from huf.engine.errors import ModelRefused
from huf.engine.model_files.choosing import MOST_BYTES, Form, Opener, chosen, is_wanted

MOST_FILES = 1_000
MOST_DEPTH = 3
"""Folders in folders that are looked into."""
_BLOCK = 1 << 20
_MOST_AT_ONCE = 2 * _BLOCK
_LFS = b"version https://git-lfs"
_DAMAGE = (
	zipfile.BadZipFile,
	tarfile.TarError,
	zlib.error,
	NotImplementedError,
	EOFError,
	RuntimeError,
	ValueError,
	OverflowError,
	struct.error,
)
"""What reading a damaged archive ends in."""


@dataclass(frozen=True, slots=True)
class Unpacked:
	"""A model whose files were copied."""

	form: Form
	digest: str
	"""Of its files, 32 hex digits: the same files have the same."""


def unpack_model(source: Path, folder: Path) -> Unpacked:
	"""Copy the files of the model in ``source`` (a folder, a ZIP or a tar) into ``folder``.

	Raises:
		ModelRefused: there is no model in it, or something that is none of one.
		OSError: it cannot be read, or the disk does not take it.
	"""
	none = ModelRefused(
		f"{source.name} is no folder, ZIP or tar, or only the beginning of one. Name the folder of the model, or a ZIP or uncompressed tar of it."
	)
	with ExitStack() as stack:
		if source.is_dir():
			files = _of_folder(source)
		else:
			with refused_as(none, _DAMAGE):
				files = stack.enter_context(_of_archive(source, none))
		with refused_as(none, _DAMAGE):
			found = chosen(files, source.name)
		digest = hashlib.sha256()
		for name, opener in found.files.items():
			damaged = ModelRefused(
				f"The file {name} in {source.name} is damaged. Get it again from where it came from."
			)
			with refused_as(damaged, _DAMAGE), opener() as stream:
				if found.form != "static":
					# Which of them there are counts as well; those of a static model are always the same two.
					digest.update(name.encode() + b"\0")
				digest.update(_copy(stream, folder / name, MOST_BYTES[name]))
	return Unpacked(found.form, digest.hexdigest()[:32])


def _of_folder(folder: Path) -> dict[PurePosixPath, Opener | None]:
	"""Links are not followed, wherever they lead."""
	found: dict[PurePosixPath, Opener | None] = {}

	def look(into: Path, at: PurePosixPath, depth: int) -> None:
		for entry in os.scandir(into):
			path = at / entry.name
			if entry.is_dir(follow_symlinks=False):
				if depth < MOST_DEPTH:
					look(Path(entry.path), path, depth + 1)
			elif is_wanted(path):
				is_file = entry.is_file(follow_symlinks=False)
				found[path] = _opener_of(Path(entry.path)) if is_file else None

	look(folder, PurePosixPath(), 0)
	return found


def _opener_of(path: Path) -> Opener:
	def opened() -> IO[bytes]:
		# It may have become a link or a pipe since it was looked at.
		descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
		return open(descriptor, "rb")

	return opened


@contextmanager
def _of_archive(path: Path, none: ModelRefused) -> Iterator[dict[PurePosixPath, Opener | None]]:
	with BoundedFile(path, _MOST_AT_ONCE, zipfile.BadZipFile("more at once than a model needs")) as file:
		is_zip = zipfile.is_zipfile(file)
		file.seek(0)
		if is_zip:
			with zipfile.ZipFile(file) as packed:
				yield _of_zip(packed)
		else:
			with tarfile.open(fileobj=file, mode="r:") as tarred:
				yield _of_tar(tarred, none)


def _of_zip(packed: zipfile.ZipFile) -> dict[PurePosixPath, Opener | None]:
	entries = packed.infolist()
	if len(entries) > MOST_FILES:
		raise _too_many()
	found: dict[PurePosixPath, Opener | None] = {}
	for entry in entries:
		path = PurePosixPath(entry.orig_filename)
		if not is_wanted(path):
			continue
		is_file = stat.S_IFMT(entry.external_attr >> 16) in (0, stat.S_IFREG) and not entry.flag_bits & 0x1
		# Of two files with one name, nobody knows which one is meant.
		found[path] = partial(packed.open, entry) if is_file and path not in found else None
	return found


def _of_tar(tarred: tarfile.TarFile, none: ModelRefused) -> dict[PurePosixPath, Opener | None]:
	found: dict[PurePosixPath, Opener | None] = {}
	for number, entry in enumerate(tarred):
		if number >= MOST_FILES:
			raise _too_many()
		path = PurePosixPath(entry.name)
		if not is_wanted(path):
			continue
		is_file = entry.type in (tarfile.REGTYPE, tarfile.AREGTYPE) and not entry.issparse()

		def opened(entry: tarfile.TarInfo = entry) -> IO[bytes]:
			stream = tarred.extractfile(entry)
			if stream is None:
				raise none
			return stream

		found[path] = opened if is_file and path not in found else None
	return found


def _too_many() -> ModelRefused:
	return ModelRefused(
		f"The file has more than {MOST_FILES:,} files in it. Put the files of the model into a folder and name that."
	)


def _copy(stream: IO[bytes], target: Path, most: int) -> bytes:
	"""Write at most ``most`` bytes, which the owner alone can read; their SHA-256."""
	digest, left = hashlib.sha256(), most
	descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
	with open(descriptor, "wb") as file:
		while block := stream.read(_BLOCK):
			if left == most and block.startswith(_LFS):
				raise ModelRefused(
					f"{target.name} only says where git keeps the file. Run git lfs pull in that folder first."
				)
			left -= len(block)
			if left < 0:
				raise ModelRefused(f"{target.name} has more than {most >> 20:,} MB. Choose a smaller model.")
			digest.update(block)
			file.write(block)
		file.flush()
		os.fsync(file.fileno())
	return digest.digest()
