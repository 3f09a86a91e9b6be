"""Checksums and lengths of the files of a build: a flipped bit is noticed wherever it is, and a cut file at once."""

import hashlib
import os
import re
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from huf.engine.errors import IndexCorrupt, IndexMissing

CHECKSUMS = "checksums"
"""The file that has them."""
_NAME = re.compile(r"(?:[^/\x00]{1,100}|[^/\x00.]{1,100}/checksums)")
"""A file in the folder, or the checksums of a folder in it."""
_DIGEST = re.compile(r"[0-9a-f]{64}")
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


_Key = tuple[int, int, int]
"""A file, whatever folders have it: its device, its inode, and when it was written, in ns."""
_compared: set[_Key] = set()
"""Files that this process has compared, and builds may share."""
_guard = threading.Lock()


def write_checksums(folder: Path, *bases: Path | None) -> None:
	"""Write down the SHA-256 of every file in ``folder``, one ``digest  name`` a line as ``sha256sum`` does, and how long
	each is. A folder in it has its own checksums, and of these the SHA-256 is written down.

	What is the same file as in one of ``bases`` is not read again.
	"""
	known = [(base, _noted(base).digests) for base in bases if base is not None]
	files, folders = _entries(folder)
	for each in folders:
		if not (each / CHECKSUMS).is_file():
			write_checksums(each)
	digests = {file.name: _known_digest(file, known) or digest_of(file) for file in files}
	digests |= {f"{each.name}/{CHECKSUMS}": digest_of(each / CHECKSUMS) for each in folders}
	lines = [f"{digest}  {name}\n" for name, digest in digests.items()]
	lines += [f"{_LENGTH}{(folder / name).stat().st_size} {name}\n" for name in digests]
	(folder / CHECKSUMS).write_text("".join(lines), "utf-8")


def _known_digest(file: Path, known: Sequence[tuple[Path, Mapping[str, str]]]) -> str:
	for base, digests in known:
		if file.name in digests and file.samefile(base / file.name):
			return digests[file.name]
	return ""


def _entries(folder: Path) -> tuple[list[Path], list[Path]]:
	"""The files in ``folder`` but its checksums, and the folders."""
	entries = sorted(entry for entry in folder.iterdir() if entry.name != CHECKSUMS)
	return [entry for entry in entries if not entry.is_dir()], [entry for entry in entries if entry.is_dir()]


def check_files(folder: Path) -> None:
	"""Compare all files in ``folder`` with what :func:`write_checksums` wrote.

	Raises:
		IndexCorrupt: a file changed, is missing or is new; the message names it.
	"""
	try:
		wanted = _noted(folder).digests
	except FileNotFoundError:
		raise IndexCorrupt("The checksums of the index are missing. Rebuild the source.") from None
	files, folders = _entries(folder)
	present = {file.name: digest_of(file) for file in files}
	for each in folders:
		try:
			present[f"{each.name}/{CHECKSUMS}"] = digest_of(each / CHECKSUMS)
		except FileNotFoundError:
			raise IndexCorrupt("The checksums of the index are missing. Rebuild the source.") from None
	if changed := sorted(name for name, _ in wanted.items() ^ present.items()):
		raise _changed(changed[0])
	for each in folders:
		check_files(each)


def _changed(name: str) -> IndexCorrupt:
	return IndexCorrupt(f"The file {name} of the index changed after it was made. Rebuild the source.")


def check_lengths(folder: Path) -> None:
	"""Each file is there and as long as it was made. Reads one small file of each segment and asks for the length of the others.

	Raises:
		IndexMissing: the folder or a file is not there.
		IndexCorrupt: a file has another length.
	"""
	_look_through(folder, compares=False)


def check_opening(folder: Path) -> None:
	"""What is checked before a build is read: lengths each time, and what a small segment says when a process first opens it.

	Raises:
		IndexMissing, IndexCorrupt: it must not be read.
	"""
	_look_through(folder, compares=True)


def _look_through(folder: Path, *, compares: bool) -> None:
	try:
		_look_at(folder, (folder / CHECKSUMS).read_bytes(), compares=compares)
	except (FileNotFoundError, NotADirectoryError) as error:
		raise IndexMissing(
			f"The file {Path(error.filename).name} of this index is missing. Rebuild the source to make it again."
			if folder.is_dir()
			else "The files of this index are missing. Rebuild the source to make them again."
		) from None


def _look_at(folder: Path, checksums: bytes, *, compares: bool) -> None:
	"""One folder and those in it. Each change opens a build of many segments several times, so every file is asked for once."""
	noted = _noted_in(checksums)
	stats = {name: os.stat(os.path.join(folder, name)) for name in noted.digests}
	for name, stat in stats.items():
		if stat.st_size != noted.lengths.get(name, stat.st_size):
			raise IndexCorrupt(
				f"The file {name} of the index is {stat.st_size} bytes long and not {noted.lengths[name]}."
				" Rebuild the source."
			)
	inner = {name: folder / name for name in stats if name.endswith(f"/{CHECKSUMS}")}
	if compares:
		_compare_small(folder, noted, {name: stat for name, stat in stats.items() if name not in inner})
	for name, path in inner.items():
		said = path.read_bytes()
		if compares and hashlib.sha256(said).hexdigest() != noted.digests[name]:
			raise _changed(name)
		_look_at(path.parent, said, compares=compares)


def _compare_small(folder: Path, noted: _Noted, files: Mapping[str, os.stat_result]) -> None:
	"""No file or folder is new, and what small ``files`` of the folder say is what they said when they were made."""
	with os.scandir(folder) as entries:
		present = {f"{each.name}/{CHECKSUMS}" if each.is_dir() else each.name for each in entries}
	if new := sorted(present - {CHECKSUMS} - noted.digests.keys()):
		raise _changed(new[0])
	is_small = sum(stat.st_size for stat in files.values()) <= WHOLE_BYTES
	most = WHOLE_BYTES if is_small else SMALL_FILE_BYTES
	for name, stat in files.items():
		if stat.st_size <= most and _key(stat) not in _compared:
			if digest_of(folder / name) != noted.digests[name]:
				raise _changed(name)
	if is_small:
		with _guard:
			_compared.update(map(_key, files.values()))


def forget_opened(folder: Path) -> None:
	"""The build in ``folder`` was closed, for being deleted or for an error: whoever opens it again compares it again."""
	with _guard, suppress(FileNotFoundError):
		_compared.difference_update({_key(file.stat()) for file in folder.rglob("*")})


def _key(stat: os.stat_result) -> _Key:
	return stat.st_dev, stat.st_ino, stat.st_mtime_ns


@dataclass(frozen=True, slots=True)
class NotedFile:
	"""A file of a build, as its checksums have it."""

	name: str
	"""Its path in the folder of the build."""
	digest: str
	"""SHA-256, 64 hex digits."""
	length: int
	"""In bytes."""


def noted_files(folder: Path) -> list[NotedFile]:
	"""Every file in ``folder`` and the folders in it, but for the checksums of ``folder`` itself.

	Raises:
		IndexMissing: the checksums are not there.
		IndexCorrupt: they cannot be read, or are of a version that noted no lengths.
	"""
	try:
		noted = _noted(folder)
	except (FileNotFoundError, NotADirectoryError):
		raise IndexMissing("The checksums of the index are missing. Rebuild the source.") from None
	found = []
	for name, digest in noted.digests.items():
		if not _DIGEST.fullmatch(digest) or noted.lengths.get(name, -1) < 0:
			raise IndexCorrupt("The checksums of the index are damaged. Rebuild the source.")
		found.append(NotedFile(name, digest, noted.lengths[name]))
		if name.endswith(f"/{CHECKSUMS}"):
			inner = Path(name).parent
			found += [
				NotedFile(str(inner / each.name), each.digest, each.length)
				for each in noted_files(folder / inner)
			]
	return found


def total_bytes(folder: Path) -> int:
	"""What the files in ``folder`` take, also where other folders share them."""
	return sum(
		os.stat(os.path.join(within, name)).st_size for within, _, names in os.walk(folder) for name in names
	)


def _noted(folder: Path) -> _Noted:
	return _noted_in((folder / CHECKSUMS).read_bytes())


def _noted_in(checksums: bytes) -> _Noted:
	noted = _Noted({}, {})
	for line in checksums.decode("utf-8", "replace").splitlines():
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
	if not _NAME.fullmatch(name):
		raise IndexCorrupt("The checksums of the index are damaged. Rebuild the source.")
	return name


def digest_of(file: Path) -> str:
	"""SHA-256 of a file, 64 hex digits."""
	digest = hashlib.sha256()
	with file.open("rb") as stream:
		while block := stream.read(_BLOCK):
			digest.update(block)
	return digest.hexdigest()
