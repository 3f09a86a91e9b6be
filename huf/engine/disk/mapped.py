"""Files of a build that are mapped into memory: shared by all processes, and read without a copy."""

import mmap
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from huf.engine.errors import IndexCorrupt, IndexMissing


class MappedFile:
	"""A file, mapped for reading; what was mapped stays readable after the file was deleted.

	Not after it was cut off: to touch a page behind its end ends the process (SIGBUS), and nothing in Python can catch that.
	So whoever is about to read calls :meth:`check`, which asks the system for the length, in half a microsecond.
	huf itself never changes a published file: another one takes its place.
	"""

	def __init__(self, path: Path) -> None:
		"""Map the file at ``path``.

		Raises:
			IndexMissing: there is none.
		"""
		self._map: mmap.mmap | None = None
		self._name = path.name
		try:
			with path.open("rb") as file:
				self.length = os.fstat(file.fileno()).st_size
				if self.length:
					self._map = mmap.mmap(file.fileno(), self.length, access=mmap.ACCESS_READ)
		except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
			raise IndexMissing(
				"The files of this index are missing. Rebuild the source to make them again."
			) from None

	def check(self) -> None:
		"""Make sure that the file is still as long as what is mapped of it.

		Raises:
			IndexCorrupt: it is shorter.
		"""
		if self._map is not None and self._map.size() < self.length:
			raise IndexCorrupt(f"The file {self._name} of the index was cut off. Rebuild the source.")

	def array(self, kind: np.dtype[Any], *, count: int = -1, offset: int = 0) -> npt.NDArray[Any]:
		"""``count`` values from the byte ``offset`` on, or all there are.

		Raises:
			IndexCorrupt: the file does not end between two values.
		"""
		if count < 0 and (self.length - offset) % kind.itemsize:
			raise IndexCorrupt(f"The file {self._name} of the index is cut off. Rebuild the source.")
		if self._map is None:
			return np.zeros(0, dtype=kind)
		return np.frombuffer(self._map, dtype=kind, count=count, offset=offset)

	def release(self, start: int = 0, end: int | None = None) -> None:
		"""Give back the memory of what was read so far of the bytes from ``start`` to ``end``; the system keeps its pages or reads them
		again. It takes longer the more bytes are named."""
		if self._map is not None:
			first = start - start % mmap.PAGESIZE
			give_back(self._map, first, (self.length if end is None else end) - first)


def give_back(mapped: mmap.mmap, start: int = 0, length: int | None = None) -> None:
	"""Have the pages of ``length`` bytes from ``start`` on (a border of pages) no longer count as memory of this process. Windows cannot be
	asked for that, and takes them when it needs the room."""
	if sys.platform != "win32":
		mapped.madvise(mmap.MADV_DONTNEED, start, len(mapped) - start if length is None else length)
