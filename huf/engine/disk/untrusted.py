"""Opening a file that an attacker may have made: no device, no read of any length, and one error for whatever damage leads to."""

import errno
import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class BoundedFile(io.BufferedReader):
	"""A file for a library that reads parts of it as a whole, of whatever length they say that they are."""

	def __init__(self, path: Path, most: int, refusal: Exception) -> None:
		"""Open ``path``. Reading more than ``most`` bytes at once, or all that is left if that is more, raises ``refusal``.

		Raises:
			OSError: it cannot be read, or is a device or a pipe, which would never end.
		"""
		if not path.is_file():
			raise FileNotFoundError(errno.ENOENT, "There is no such file", str(path))
		super().__init__(path.open("rb", buffering=0))
		self._most, self._refusal = most, refusal

	def read(self, size: int | None = -1, /) -> bytes:
		"""At most ``size`` bytes; without it all, if that is no more than may be read."""
		wanted = self._most + 1 if size is None or size < 0 else size
		if wanted > self._most + 1:
			raise self._refusal
		data = super().read(wanted)
		if len(data) > self._most:
			raise self._refusal
		return data


@contextmanager
def refused_as(error: Exception, damage: tuple[type[Exception], ...]) -> Iterator[None]:
	"""Raise ``error`` for ``damage``, and for the system's word for a place before the beginning of a file."""
	try:
		yield
	except damage:
		raise error from None
	except OSError as other:
		if other.errno != errno.EINVAL:
			raise
		raise error from None
