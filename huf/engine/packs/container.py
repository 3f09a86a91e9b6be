"""The file of a pack: a ZIP with a manifest, a signature, and the files that the manifest names.

It is read as something that an attacker made. Names decide nothing: each file that a pack may have is asked for by its own
name and goes where the reader says. What is read of it ends at the length that the signed manifest says, however far it would unpack.
"""

import hashlib
import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Collection, Mapping
from pathlib import Path
from types import TracebackType
from typing import IO

from huf.engine.disk.untrusted import BoundedFile, refused_as
from huf.engine.errors import PackRefused
from huf.engine.packs.manifest import MOST_MANIFEST_BYTES, PackedFile, damaged

MANIFEST, SIGNATURE = "pack.json", "pack.sig"
PASSAGES, CONTENTS, VECTORS = "passages.jsonl", "contents.jsonl", "vectors.bin"
NAMES = (MANIFEST, SIGNATURE, PASSAGES, CONTENTS, VECTORS)
"""All that a pack may have."""
_STORED = (".bin", ".sig", ".hufpack")
"""Ends of the names of what no compression makes smaller."""
_LEVEL = 3
"""Of deflate: texts take a third, at a third of the time that the usual level takes."""
_BLOCK = 1 << 20
_MOST_AT_ONCE = 2 * _BLOCK
"""Bytes. The list of files is read at once, and its entries take many times as much: that of a pack has some hundred bytes."""
_SIGNATURE_BYTES = 64
_THEN = (1980, 1, 1, 0, 0, 0)
"""The date of every file in a pack: what is the same makes the same file."""
_DAMAGE = (
	zipfile.BadZipFile,
	zlib.error,
	NotImplementedError,
	EOFError,
	RuntimeError,
	ValueError,
	OverflowError,
	struct.error,
)
"""What reading a damaged ZIP ends in, besides the system's word for a place before the beginning of a file."""


def write_container(
	target: Path,
	files: Mapping[str, Path],
	manifest: bytes,
	signature: bytes,
	names: tuple[str, str] = (MANIFEST, SIGNATURE),
) -> None:
	"""Write a pack of ``files`` by their names to ``target``, which must not be there yet; its owner alone can read it. ``names`` are those of its
	manifest and signature."""
	descriptor = os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
	with open(descriptor, "w+b") as file:
		with zipfile.ZipFile(file, "w", allowZip64=True) as packed:
			for name, data in zip(names, (manifest, signature), strict=True):
				packed.writestr(_entry(name), data)
			for name, path in files.items():
				with path.open("rb") as source, packed.open(_entry(name), "w", force_zip64=True) as stream:
					while block := source.read(_BLOCK):
						stream.write(block)
		file.flush()
		os.fsync(file.fileno())


def noted(path: Path) -> PackedFile:
	"""What the manifest says of the file at ``path``."""
	digest = hashlib.sha256()
	with path.open("rb") as file:
		while block := file.read(_BLOCK):
			digest.update(block)
	return PackedFile(path.stat().st_size, digest.hexdigest())


class Container:
	"""The file of a pack, open for reading. Nothing of it is believed."""

	def __init__(self, file: Path, of_bundle: Collection[str] = ()) -> None:
		"""Open ``file``, which may also have nothing but files of the names ``of_bundle``.

		Raises:
			PackRefused: it is none of a pack, or has what no pack has.
			OSError: it cannot be read.
		"""
		none = PackRefused(
			"This file is no pack, or only the beginning of one. Get it again from where it came from."
		)
		refusal = zipfile.BadZipFile("more at once than a pack needs")
		with refused_as(none, _DAMAGE):
			self._file = BoundedFile(file, _MOST_AT_ONCE, refusal)
		try:
			with refused_as(none, _DAMAGE):
				self._zip = zipfile.ZipFile(self._file)
			self._entries = _checked(self._zip, of_bundle)
		except PackRefused:
			self._file.close()
			raise

	def __enter__(self) -> "Container":
		return self

	def __exit__(
		self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
	) -> None:
		self._zip.close()
		self._file.close()

	@property
	def names(self) -> set[str]:
		"""Of all files in it."""
		return set(self._entries)

	@property
	def manifest(self) -> bytes:
		"""As it is stored."""
		return self.small(MANIFEST, MOST_MANIFEST_BYTES)

	@property
	def signature(self) -> bytes:
		"""Of the manifest."""
		return self.small(SIGNATURE)

	def extract(self, name: str, wanted: PackedFile, target: Path) -> None:
		"""Unpack the file ``name`` to ``target``, at most as much as ``wanted`` says.

		Raises:
			PackRefused: it is another file than ``wanted``.
			OSError: the disk does not take it.
		"""
		digest, left = hashlib.sha256(), wanted.bytes
		with (
			target.open("xb") as file,
			refused_as(damaged(name), _DAMAGE),
			self._zip.open(self._entries[name]) as stream,
		):
			while block := stream.read(min(_BLOCK, left + 1)):
				left -= len(block)
				if left < 0:
					raise damaged(name)
				digest.update(block)
				file.write(block)
		if left or digest.hexdigest() != wanted.sha256:
			raise damaged(name)

	def small(self, name: str, most: int = _SIGNATURE_BYTES) -> bytes:
		"""The file ``name``, of at most ``most`` bytes.

		Raises:
			PackRefused: it is missing or damaged, or has more.
		"""
		if name not in self._entries:
			raise damaged(name)
		with refused_as(damaged(name), _DAMAGE), self._zip.open(self._entries[name]) as stream:
			data = _read(stream, most + 1)
		if len(data) > most:
			raise damaged(name)
		return data


def _read(stream: IO[bytes], most: int) -> bytes:
	data = b""
	while len(data) < most and (block := stream.read(most - len(data))):
		data += block
	return data


def _entry(name: str) -> zipfile.ZipInfo:
	entry = zipfile.ZipInfo(name, _THEN)
	is_stored = name.endswith(_STORED)
	entry.compress_type = zipfile.ZIP_STORED if is_stored else zipfile.ZIP_DEFLATED
	entry.external_attr = (stat.S_IFREG | 0o644) << 16
	# Python 3.13 has a public name for it.
	entry._compresslevel = None if is_stored else _LEVEL  # type: ignore[attr-defined]
	return entry


def _checked(packed: zipfile.ZipFile, of_bundle: Collection[str]) -> dict[str, zipfile.ZipInfo]:
	"""The files by name.

	Raises:
		PackRefused: there is something that no pack has: another name, a path, a link, two of one name, a password.
	"""
	entries: dict[str, zipfile.ZipInfo] = {}
	known = of_bundle if any(entry.orig_filename in of_bundle for entry in packed.infolist()) else NAMES
	for entry in packed.infolist():
		kind = stat.S_IFMT(entry.external_attr >> 16)
		is_usual = kind in (0, stat.S_IFREG) and not entry.flag_bits & 0x1
		if entry.orig_filename not in known or entry.filename in entries or not is_usual:
			raise PackRefused(
				"The file has something in it that no pack has, such as a path, a link or a second file of a name, and nothing of it was "
				"installed. Ask its maker where it comes from."
			)
		entries[entry.filename] = entry
	return entries
