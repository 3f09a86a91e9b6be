"""Hashes of files that need not be read again: what `stat` said of each when it was last read.

A file counts as unchanged while its device, inode, size and both its times are what they were. The time of its last change of
any kind (``st_ctime``) cannot be set by anybody, so a time of modification that was set back is seen as well. Times have a grain: a
file that changed shortly before it was read may change again within one grain, and look the same. So it is kept only once its
times lie :data:`GRAIN_NS` back, as Git does with its index. Windows has no such time of change; there every file is read.

What stands here is never needed: without it, damaged or of another version, every file is read, as with ``--rebuild``.
"""

import hashlib
import json
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import BinaryIO

NAME = "known_hashes"
"""Of the file, in the folder of the index."""
GRAIN_NS = 2_000_000_000
"""Nanoseconds: the coarsest grain of times that file systems in use have, FAT's two seconds."""
_VERSION = 1
_BLOCK = 1 << 20
_TELLS_CHANGES = os.name == "posix"

Signs = tuple[int, int, int, int, int]
"""Device, inode, size in bytes, modification and change in nanoseconds since 1970."""


def signs_of(found: os.stat_result) -> Signs:
	"""What tells one state of a file from another."""
	return (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


class KnownHashes:
	"""The hashes of last time, and those that :meth:`hash_of` gathers for the next.

	``before`` maps a name below the folder to its signs and its SHA-256 in hex.
	"""

	def __init__(self, before: Mapping[str, tuple[Signs, str]] | None = None) -> None:
		self._before = before or {}
		self._now: dict[str, tuple[Signs, str]] = {}

	@classmethod
	def read(cls, index: Path) -> "KnownHashes":
		"""Those that the folder ``index`` keeps; none when there are none, or when they cannot be read."""
		try:
			stored = json.loads((index / NAME).read_text("utf-8"))
			if stored["version"] != _VERSION:
				return cls()
			return cls({key: _entry(*values) for key, values in stored["files"].items()})
		except (OSError, ValueError, TypeError, KeyError, AttributeError):
			return cls()

	def hash_of(self, key: str, found: os.stat_result, opened: Callable[[], BinaryIO]) -> str:
		"""The SHA-256 of a file, in hex. ``found`` is what its name led to just now; ``opened`` opens it to be read.

		Raises:
			OSError: it cannot be read.
		"""
		signs = signs_of(found)
		known = self._before.get(key)
		if _TELLS_CHANGES and known is not None and known[0] == signs:
			self._now[key] = known
			return known[1]
		began = time.time_ns()
		digest = hashlib.sha256()
		with opened() as stream:
			first = signs_of(os.fstat(stream.fileno()))
			while block := stream.read(_BLOCK):
				digest.update(block)
			last = signs_of(os.fstat(stream.fileno()))
		if first == last and max(last[3:]) < began - GRAIN_NS:
			self._now[key] = (last, digest.hexdigest())
		return digest.hexdigest()

	@property
	def text(self) -> str | None:
		"""What is to be kept for the next time, on one line; None when it is what was there."""
		if self._now == self._before:
			return None
		files = {key: [*signs, content_hash] for key, (signs, content_hash) in self._now.items()}
		return json.dumps({"version": _VERSION, "files": files}, separators=(",", ":"))


def _entry(
	device: int, inode: int, size: int, modified: int, changed: int, content_hash: str
) -> tuple[Signs, str]:
	if len(content_hash) != 64 or not content_hash.isalnum():
		raise ValueError("no SHA-256")
	return (device, inode, size, modified, changed), content_hash
