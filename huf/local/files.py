"""The files of a folder as inputs: what the command line indexes.

A folder may be shared, so nothing in it decides what else of the machine becomes searchable. A symbolic link is followed
only if the person who indexes says so; a FIFO, a socket or a device is never opened. Between the look at a name and the
reading of its file somebody may put a link in its place: a file is therefore opened folder by folder, and no step of that
way may be a link. Where a system cannot open that way (Windows), it is asked afterwards which file the path leads to.
"""

import errno
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timezone
from functools import partial
from pathlib import Path
from typing import BinaryIO

from huf.engine.content import Content
from huf.engine.extractors.properties import PROPERTIES
from huf.engine.ocr.reading import FACTS
from huf.engine.reading.limits import MOST_BYTES
from huf.engine.types import WantedInput
from huf.local.known_hashes import KnownHashes

KEYS = ("extension", "modified", *FACTS, *PROPERTIES)
"""What the metadata of a file may have."""
DATE_KEYS = ("date", "modified", "indexed_at")
"""By which newer files can be preferred."""


def _flags(*names: str) -> int:
	"""Of those that this system has."""
	return sum(getattr(os, name, 0) for name in names)


_OPENS_STEP_BY_STEP = (
	hasattr(os, "O_NOFOLLOW") and hasattr(os, "O_DIRECTORY") and os.open in os.supports_dir_fd
)
# Only passing through a folder is needed; where the system has no word for that, it must be readable too.
_PASS = _flags("O_DIRECTORY", "O_PATH", "O_CLOEXEC")
# Without O_NONBLOCK opening a FIFO waits for somebody who writes into it, without O_BINARY Windows changes what it reads.
_READ = _flags("O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY")

_OUTSIDE = "The link leads out of the folder. Index with --follow-links if it may be followed."
_TO_HIDDEN = "The link leads to a hidden file or folder. Index with --follow-links if it may be followed."


@dataclass(frozen=True, slots=True)
class SkippedPath:
	"""Something in the folder that is not indexed."""

	path: str
	"""Below the folder."""
	reason: str
	"""Why, and what to do."""
	is_failure: bool = False
	"""Whether it was wanted and could not be had, unlike a link or a device."""


@dataclass(frozen=True, slots=True)
class _FoundFile:
	key: str
	real: str
	"""Absolute, and no part of it was a link when it was found. Text, since making tens of thousands of ``Path`` takes half a second."""


@dataclass(slots=True)
class FolderFiles:
	"""What ``folder``, or one file, has to index: each file once, hidden ones and the index itself left out.

	With ``follows_links`` links are followed wherever they lead, also to hidden files; a file or folder that several ways
	lead to counts under the way without links. Without, what a link inside of the folder leads to is indexed where it stands.
	"""

	folder: Path
	index: Path
	follows_links: bool = False
	known: KnownHashes = field(default_factory=KnownHashes)
	"""Of files that need not be read to know whether they changed."""
	skipped: list[SkippedPath] = field(default_factory=list, init=False)
	"""In the order of their paths, once the files were looked for."""
	_files: dict[str, _FoundFile] = field(default_factory=dict, init=False)
	_folders: set[str] = field(default_factory=set, init=False)
	_links: list[tuple[str, str]] = field(default_factory=list, init=False)

	def inputs(self) -> Iterator[WantedInput]:
		"""The files in the order of their paths."""
		for found in self._look():
			yield self._wanted(found)

	def _wanted(self, found: _FoundFile) -> WantedInput:
		"""A file that cannot be read is wanted too: it is then named as an error, and the others are indexed."""
		name = found.key.rpartition("/")[2]
		opened = partial(_opened, found.real)
		content_hash, modified = "", None
		try:
			state = os.lstat(found.real)
			modified = _modified(state.st_mtime)
			# What nobody will read is not hashed either: its size stands for it until there is less of it.
			is_too_large = state.st_size > MOST_BYTES
			content_hash = (
				f"{state.st_size} bytes" if is_too_large else self.known.hash_of(found.key, state, opened)
			)
		except OSError:
			pass
		content = Content(name=name, opener=opened)
		return WantedInput(
			_printable(found.key),
			content_hash,
			title=_printable(name),
			open_content=lambda: content,
			metadata={"extension": _printable(content.extension), "modified": modified},
		)

	def _look(self) -> list[_FoundFile]:
		self.skipped, self._files, self._folders, self._links = [], {}, set(), []
		# That the folder itself is reached by a link is the choice of whoever named it.
		root = os.path.realpath(self.folder, strict=True)
		if os.path.isdir(root):
			self._walk(root, "")
		else:
			self._take(root, self.folder.name, os.lstat(root).st_mode)
		while self._links:
			links, self._links = self._links, []
			for path, key in sorted(links, key=lambda link: link[1]):
				self._follow(root, path, key)
		self.skipped.sort(key=lambda skip: skip.path)
		return sorted(self._files.values(), key=lambda found: found.key.split("/"))

	def _walk(self, folder: str, key: str) -> None:
		"""Take what stands in ``folder``, whose real path this is, and below; its links are put aside."""
		own = os.path.realpath(self.index)
		ahead = [(folder, key)]
		while ahead:
			folder, key = ahead.pop()
			if folder in self._folders or folder == own:
				continue
			self._folders.add(folder)
			try:
				with os.scandir(folder) as entries:
					found = [entry for entry in entries if not entry.name.startswith(".")]
			except OSError as error:
				self._skip(key or ".", f"The folder cannot be read ({error.strerror}).", is_failure=True)
				continue
			for entry in found:
				inner = f"{key}/{entry.name}" if key else entry.name
				if entry.is_symlink():
					self._links.append((entry.path, inner))
				elif entry.is_dir(follow_symlinks=False):
					ahead.append((entry.path, inner))
				elif entry.is_file(follow_symlinks=False):
					self._files.setdefault(entry.path, _FoundFile(inner, entry.path))
				else:
					self._take(entry.path, inner, _mode(entry.path))

	def _follow(self, root: str, path: str, key: str) -> None:
		"""Decide on the link at ``path``."""
		try:
			real = os.path.realpath(path, strict=True)
			mode = os.lstat(real).st_mode
		except OSError as error:
			self._skip(key, f"The link leads nowhere ({error.strerror}).")
			return
		if real in self._files or real in self._folders or _is_below(real, os.path.realpath(self.index)):
			return
		if not self.follows_links:
			if not _is_below(real, root):
				self._skip(key, _OUTSIDE)
			elif any(part.startswith(".") for part in Path(real).relative_to(root).parts):
				self._skip(key, _TO_HIDDEN)
		elif stat.S_ISDIR(mode):
			self._walk(real, key)
		else:
			self._take(real, key, mode)

	def _take(self, real: str, key: str, mode: int) -> None:
		if stat.S_ISREG(mode):
			self._files.setdefault(real, _FoundFile(key, real))
		else:
			self._skip(key, f"Not a file but {_kind(mode)}; it was not opened.")

	def _skip(self, key: str, reason: str, *, is_failure: bool = False) -> None:
		self.skipped.append(SkippedPath(_printable(key), reason, is_failure))


def _is_below(path: str, folder: str) -> bool:
	return Path(path).is_relative_to(folder)


def _mode(path: str) -> int:
	"""Of the thing at ``path`` itself; 0 when it is gone again."""
	try:
		return os.lstat(path).st_mode
	except OSError:
		return 0


def _kind(mode: int) -> str:
	kinds = {
		stat.S_IFIFO: "a FIFO",
		stat.S_IFSOCK: "a socket",
		stat.S_IFCHR: "a device",
		stat.S_IFBLK: "a device",
	}
	return kinds.get(stat.S_IFMT(mode), "something special")


def _opened(real: str) -> BinaryIO:
	return open_without_links(Path(real))


def open_without_links(path: Path) -> BinaryIO:
	"""The file at an absolute path of which no part may be a link by now.

	Raises:
		OSError: a part of the path is a link, or what stands there is no regular file.
	"""
	descriptor = _opened_by_steps(path) if _OPENS_STEP_BY_STEP else _opened_and_checked(path)
	if not stat.S_ISREG(os.fstat(descriptor).st_mode):
		os.close(descriptor)
		raise OSError(errno.EINVAL, "It is no regular file any more", str(path))
	return os.fdopen(descriptor, "rb")


def _opened_by_steps(path: Path) -> int:
	first, *folders, name = path.parts
	folder = os.open(first, _PASS)
	try:
		for part in folders:
			deeper = os.open(part, _PASS | os.O_NOFOLLOW, dir_fd=folder)
			os.close(folder)
			folder = deeper
		return os.open(name, _READ, dir_fd=folder)
	finally:
		os.close(folder)


def _opened_and_checked(path: Path) -> int:
	"""Opened by its whole path. A link that stood in it then is still there, or the path leads to another file by now."""
	if not stat.S_ISREG(os.lstat(path).st_mode):
		raise OSError(errno.EINVAL, "It is no regular file any more", str(path))
	descriptor = os.open(path, _READ)
	try:
		if Path(os.path.realpath(path, strict=True)) != path or not os.path.samestat(
			os.fstat(descriptor), os.lstat(path)
		):
			raise OSError(errno.ELOOP, "A link was put in its place", str(path))
	# Whatever it was: a file that is not handed on is closed. It is raised on.
	except BaseException:
		os.close(descriptor)
		raise
	return descriptor


def _modified(seconds: float) -> str | None:
	"""When a file was changed, to the second in UTC; a filter reads it. None if that cannot be told."""
	try:
		changed = datetime.fromtimestamp(seconds, timezone.utc)
	except (OSError, OverflowError, ValueError):
		return None
	return changed.isoformat(timespec="seconds").replace("+00:00", "Z")


def _printable(name: str) -> str:
	"""A file name as text: bytes that are no UTF-8 are written ``\\udcff``, since no database or terminal takes them."""
	return name.encode("utf-8", "backslashreplace").decode("utf-8")
