"""Reading a build whose files may be damaged: whatever its reader stumbles over is *Index Corrupt* of that build.

Damaged numbers lead anywhere: to chunks that are none, to text that is no text, to lengths that fit into no memory. No
reader can foresee all of it, and one source whose file a disk has damaged must not end the search of the others. Errors of
what is no part of the build, an embedding model for example, stay what they are: :data:`OUTSIDE`.
"""

import errno
import sqlite3
import struct
from collections.abc import Sequence
from types import TracebackType
from typing import Any

from huf.engine.backends.base import Found, Passage, Reader, SearchRequest
from huf.engine.errors import BuildError, IndexCorrupt, IndexMissing
from huf.engine.types import IndexedInput

_DAMAGE = (
	ArithmeticError,
	AssertionError,
	AttributeError,
	BufferError,
	LookupError,
	MemoryError,
	RecursionError,
	TypeError,
	ValueError,
	sqlite3.Error,
	struct.error,
)
"""What reading nonsense ends in. Not every error: a job's time-out is one too."""
_UNREADABLE = (errno.EIO, errno.EINVAL, errno.ESTALE, errno.ENXIO)
_MARK = "_is_outside_of_the_build"


class _Reading:
	"""While a build is read; can be nested and shared, since it remembers nothing."""

	def __enter__(self) -> None:
		pass

	def __exit__(
		self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
	) -> None:
		if error is None or hasattr(error, _MARK):
			return
		if isinstance(error, _DAMAGE):
			# Not what the error says: SQLite quotes text that it cannot decode, and the user may not be allowed to read it.
			reason = type(error).__name__
			raise IndexCorrupt(f"The index cannot be read ({reason}). Rebuild the source.") from error
		if isinstance(error, OSError) and not isinstance(error, PermissionError):
			raise _of_system(error) from error


class _Outside:
	"""While something is asked that is no part of the build."""

	def __enter__(self) -> None:
		pass

	def __exit__(
		self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
	) -> None:
		if isinstance(error, (*_DAMAGE, OSError)):
			setattr(error, _MARK, True)


READING = _Reading()
OUTSIDE = _Outside()


def _of_system(error: OSError) -> BuildError:
	if isinstance(error, FileNotFoundError | NotADirectoryError | IsADirectoryError):
		return IndexMissing("The files of this index are missing. Rebuild the source to make them again.")
	reason = error.strerror
	if error.errno in _UNREADABLE:
		return IndexCorrupt(f"The index cannot be read ({reason}). Rebuild the source.")
	return BuildError(f"The index cannot be read now ({reason}). Try again.")


class GuardedReader:
	"""An open build. Offers what its own reader offers, and nothing else."""

	def __init__(self, reader: Reader) -> None:
		self._reader = reader
		self.meta = reader.meta
		# What a kind of index may offer besides (Explainable, Readable, Summarized, TellsPartlyRead, TellsSome, TellsTitles, TellsVectors) is asked for by
		# its methods.
		for name in (
			"evidence",
			"inputs_of",
			"keys",
			"partly_read",
			"places",
			"summaries",
			"titled",
			"vectors_of",
		):
			if hasattr(reader, name):
				setattr(self, name, _guarded(getattr(reader, name)))

	def inputs(self) -> list[IndexedInput]:
		with READING:
			return self._reader.inputs()

	def search(self, request: SearchRequest) -> Found:
		with READING:
			return self._reader.search(request)

	def passages(self, chunks: Sequence[int]) -> dict[int, Passage]:
		with READING:
			return self._reader.passages(chunks)

	def neighbors(self, passage: Passage, distance: int) -> list[Passage]:
		with READING:
			return self._reader.neighbors(passage, distance)

	def close(self) -> None:
		self._reader.close()

	def __getattr__(self, name: str) -> Any:
		return getattr(self._reader, name)


def _guarded(method: Any) -> Any:
	def call(*arguments: Any) -> Any:
		with READING:
			return method(*arguments)

	return call
