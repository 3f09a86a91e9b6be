"""Folders of the server: which files one has, and opening them. Imports no frappe.

Whoever may write into the folder must not decide what else of the machine becomes searchable: no link is followed, neither while the folder
is looked through nor when a file of it is opened later.
"""

import hashlib
import os
import stat
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from huf.ai.knowledge.fetch.listed import Listing
from huf.ai.knowledge.fetch.websites.addresses import matches
from huf.engine.errors import FetchFailed
from huf.engine.sentences import sentence
from huf.local.files import open_without_links

LONGEST = 1000
"""Characters of a path, as the field of an input holds them."""
LONGEST_MARK = 100
"""Characters of a mark of a version."""
MOST_FILES = 200_000
"""That are looked at; a folder with more is not listed whole."""
PROGRESS_FILES = 1000


@dataclass(frozen=True, slots=True)
class WantedFiles:
	"""Which files of a folder are wanted. Their keys are the name of the folder and the path below it: ``Handbooks/travel/rules.pdf``."""

	name: str
	"""What the folder is called; not where it is."""
	below: str = ""
	"""Only what is in this folder of it and below: ``travel/old``."""
	include: tuple[str, ...] = ()
	"""Patterns of paths from a ``/`` in the folder, as robots.txt has them; one has to match. Empty: every file."""
	exclude: tuple[str, ...] = ()
	"""Patterns of which none may match."""
	extensions: frozenset[str] | None = None
	"""In small letters, without the dot; None: all."""

	def wants(self, key: str) -> bool:
		"""Whether a file of this key is wanted."""
		name, _slash, path = key.partition("/")
		if name != self.name or not path or (self.below and not path.startswith(f"{self.below}/")):
			return False
		if any(part.startswith((".", "~$")) for part in path.split("/")):
			return False
		ending = path.rpartition("/")[2].rpartition(".")
		if self.extensions is not None and (not ending[0] or ending[2].lower() not in self.extensions):
			return False
		if any(matches(pattern, f"/{path}") for pattern in self.exclude):
			return False
		return not self.include or any(matches(pattern, f"/{path}") for pattern in self.include)


def list_folder(
	root: Path,
	wanted: WantedFiles,
	*,
	seconds: float,
	progress: Callable[[Listing], None] = lambda found: None,
) -> Listing:
	"""The wanted files below ``root``, with their size and the time of their last change as versions.

	Links, devices and what begins with a dot are none. A folder in it that cannot be read is said in ``problem``, and so is the end of the
	time; nobody may conclude from such a listing that a file is gone.

	:param seconds: how long it may take. :param progress: told now and then what is found so far; what it raises ends the listing.

	Raises:
		FetchFailed: the folder itself is not there, or cannot be read.
	"""
	real, start = _ways(root, wanted.below)
	lister = _Lister(real, wanted, time.monotonic() + seconds, progress)
	try:
		for folder, folders, files, descriptor in os.fwalk(start, onerror=lister.cannot_read):
			folders[:] = sorted(name for name in folders if not name.startswith("."))
			if not lister.take(Path(folder), sorted(files), descriptor):
				break
	except OSError as error:
		# A disk that fails while a folder of it is read.
		lister.cannot_read(error)
	return lister.found


class _Lister:
	def __init__(
		self, root: Path, wanted: WantedFiles, ends: float, progress: Callable[[Listing], None]
	) -> None:
		self.found = Listing()
		self._root, self._wanted, self._ends, self._progress = root, wanted, ends, progress
		self._looked_at = 0

	def cannot_read(self, _error: OSError) -> None:
		"""Note that the listing is not whole."""
		self.found.problem = sentence("A part of the folder cannot be read. What was there before stays.")

	def take(self, folder: Path, names: Sequence[str], descriptor: int) -> bool:
		"""Take in the wanted files of one folder; False if no more may be looked at."""
		inner = folder.relative_to(self._root).parts
		for name in names:
			self._looked_at += 1
			if self._looked_at > MOST_FILES or time.monotonic() > self._ends:
				self.found.problem = sentence(
					"The folder has more files than huf looks at. Name a part of it, or its parts one by one."
				)
				return False
			if self._looked_at % PROGRESS_FILES == 0:
				self._progress(self.found)
			key = "/".join((self._wanted.name, *inner, name))
			if is_text(key) and self._wanted.wants(key) and (version := _version(name, descriptor)):
				self.found.entries[key] = version
		return True


def _ways(root: Path, below: str) -> tuple[Path, Path]:
	"""The folder, and where to begin in it, without links. That the folder itself is reached by one is the choice of who named it.

	Raises:
		FetchFailed: it is not there, cannot be read, or a link leads from it to where to begin.
	"""
	try:
		real = root.resolve(strict=True)
		start = real / below
		if start.resolve(strict=True) != start:
			raise FetchFailed("The folder is reached by a link, which is not followed.", retryable=False)
		os.listdir(start)
	except OSError as error:
		raise FetchFailed(
			f"The folder is not there, or cannot be read ({error.strerror}). What was there before stays."
		) from error
	return real, start


def is_text(key: str) -> bool:
	"""Whether the key of a file is text that a database takes."""
	return len(key) <= LONGEST and key.isprintable() and key.encode("utf-8", "replace").decode() == key


def _version(name: str, descriptor: int) -> str:
	"""Size and time of a regular file; empty for anything else."""
	try:
		state = os.stat(name, dir_fd=descriptor, follow_symlinks=False)
	except OSError:
		return ""  # gone again
	return versioned(state.st_size, str(state.st_mtime_ns)) if stat.S_ISREG(state.st_mode) else ""


def versioned(size: int, mark: str) -> str:
	"""The version of a file: its bytes, and a mark that is another one when the file is. A long one is made short."""
	if len(mark) > LONGEST_MARK or not mark.isprintable():
		mark = hashlib.sha256(mark.encode("utf-8", "replace")).hexdigest()
	return f"{size}:{mark}"


def size_of(version: str) -> int:
	"""Bytes of a file by its version."""
	return int(version.partition(":")[0] or 0)


def open_in_folder(root: Path, path: str) -> BinaryIO:
	"""A file below ``root``; no part of the way below it may be a link.

	Raises:
		OSError: it is not there, cannot be read, is no regular file, or a link leads to it.
	"""
	parts = path.split("/")
	if any(part in ("", ".", "..") for part in parts) or "\0" in path:
		raise OSError("It is no path in the folder")
	return open_without_links(root.resolve(strict=True).joinpath(*parts))


def folder_path_of(text: str) -> str:
	"""The path of a folder in a folder as people write it, in one form: no slashes around it. Empty for the folder itself.

	Raises:
		ValueError: it leads somewhere else.
	"""
	path = text.strip().strip("/")
	if path and any(part in ("", ".", "..") or part.startswith(".") for part in path.split("/")):
		raise ValueError(text)
	return path


def endings_of(keys: Collection[str]) -> frozenset[str]:
	"""Endings of files that have an extractor."""
	return frozenset(key for key in keys if key.isalnum())
