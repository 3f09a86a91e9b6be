"""Checksums and lengths of the files of a build: a flipped bit is noticed wherever it is, and a cut file at once."""

import hashlib
import os
import threading
from dataclasses import dataclass
from pathlib import Path

from huf.engine.errors import IndexCorrupt, IndexMissing

_FILE = "checksums"
_LENGTH = "# "
"""Begins the line of a file's length. To ``sha256sum -c`` that is a comment."""
_BLOCK = 1 << 20
WHOLE_BYTES = 4 << 20
"""A build of no more than this is compared with its checksums when a process first opens it; larger ones each night
(docs/performance.md)."""
SMALL_FILE_BYTES = 4096
"""Files of no more than this always are, such as the one that names the kind of index."""


@dataclass(frozen=True, slots=True)
class _Noted:
	"""What a build says of its files, by name."""

	digests: dict[str, str]
	lengths: dict[str, int]
	"""In bytes. Empty for a build of a version that did not write them."""


_opened: set[tuple[Path, int, int]] = set()
"""Builds that this process has compared: their folders, and inode and time of their checksums."""
_guard = threading.Lock()


def write_checksums(folder: Path) -> None:
	"""Write down the SHA-256 of every file in ``folder``, one ``digest  name`` a line as ``sha256sum`` does, and how long
	each is."""
	files = sorted(file for file in folder.iterdir() if file.name != _FILE)
	lines = [f"{_digest(file)}  {file.name}\n" for file in files]
	lines += [f"{_LENGTH}{file.stat().st_size} {file.name}\n" for file in files]
	(folder / _FILE).write_text("".join(lines), "utf-8")


def check_files(folder: Path, most: int | None = None) -> None:
	"""Compare the files in ``folder`` with what :func:`write_checksums` wrote. Reads all of them, or those of at most so
	many bytes.

	Raises:
		IndexCorrupt: a file changed, is missing or is new; the message names it.
	"""
	try:
		wanted = _noted(folder).digests
	except FileNotFoundError:
		raise IndexCorrupt("The checksums of the index are missing. Rebuild the source.") from None
	present = {
		file.name: _digest(file) if most is None or file.stat().st_size <= most else wanted.get(file.name, "")
		for file in folder.iterdir()
		if file.name != _FILE
	}
	if changed := sorted(name for name, _ in wanted.items() ^ present.items()):
		raise IndexCorrupt(
			f"The file {changed[0]} of the index changed after it was made. Rebuild the source."
		)


def check_lengths(folder: Path) -> None:
	"""Each file is there and as long as it was made. Reads one small file and asks for the length of the others.

	Raises:
		IndexMissing: the folder or a file is not there.
		IndexCorrupt: a file has another length.
	"""
	try:
		noted = _noted(folder)
		for name in noted.digests:
			length = os.stat(folder / name).st_size
			if length != noted.lengths.get(name, length):
				raise IndexCorrupt(
					f"The file {name} of the index is {length} bytes long and not {noted.lengths[name]}."
					" Rebuild the source."
				)
	except (FileNotFoundError, NotADirectoryError) as error:
		raise IndexMissing(
			f"The file {Path(error.filename).name} of this index is missing. Rebuild the source to make it again."
			if folder.is_dir()
			else "The files of this index are missing. Rebuild the source to make them again."
		) from None


def check_opening(folder: Path) -> None:
	"""What is checked before a build is read: lengths each time, and what a small one says when a process first opens it.

	Raises:
		IndexMissing, IndexCorrupt: it must not be read.
	"""
	check_lengths(folder)
	stat = os.stat(folder / _FILE)
	key = folder, stat.st_ino, stat.st_mtime_ns
	size = sum(entry.stat().st_size for entry in os.scandir(folder))
	is_whole = size <= WHOLE_BYTES and key not in _opened
	check_files(folder, None if is_whole else SMALL_FILE_BYTES)
	if is_whole:
		with _guard:
			_opened.add(key)


def forget_opened(folder: Path) -> None:
	"""The build in ``folder`` was closed, for being deleted or for an error: whoever opens it again compares it again."""
	with _guard:
		_opened.difference_update([key for key in _opened if key[0] == folder])


def _noted(folder: Path) -> _Noted:
	noted = _Noted({}, {})
	for line in (folder / _FILE).read_text("utf-8", "replace").splitlines():
		if line.startswith(_LENGTH):
			length, _, name = line.removeprefix(_LENGTH).partition(" ")
			noted.lengths[name] = int(length) if length.isdecimal() and len(length) < 20 else -1
		else:
			digest, _, name = line.partition("  ")
			noted.digests[_checked_name(name)] = digest
	if noted.lengths and noted.lengths.keys() != noted.digests.keys():
		raise IndexCorrupt("The checksums of the index are damaged. Rebuild the source.")
	return noted


def _checked_name(name: str) -> str:
	"""``name``, if it is the name of a file in the folder and nothing else: a damaged one may hold anything."""
	if not name or "/" in name or "\x00" in name or len(name) > 100:
		raise IndexCorrupt("The checksums of the index are damaged. Rebuild the source.")
	return name


def _digest(file: Path) -> str:
	digest = hashlib.sha256()
	with file.open("rb") as stream:
		while block := stream.read(_BLOCK):
			digest.update(block)
	return digest.hexdigest()
