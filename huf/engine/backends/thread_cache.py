"""What a thread remembers of the builds that it has open: of one kind so many values at most, of all builds together."""

import threading
from collections.abc import Iterable, Mapping
from itertools import count
from typing import Generic, TypeVar

T = TypeVar("T")
_numbers = count()


def new_number() -> int:
	"""A number for a reader, by which its values are told from those of other readers."""
	return next(_numbers)


class ThreadCache(threading.local, Generic[T]):
	"""Values by the number of a reader and the number of a chunk or input; each thread has its own.

	A thread may have dozens of builds open, so a limit for each reader would be none for the process. Whatever a
	reader that was closed has left stays until there is no more room, and is never read again.
	"""

	def __init__(self, most: int) -> None:
		self.most = most
		self._values: dict[tuple[int, int], T] = {}

	def known(self, reader: int, numbers: Iterable[int]) -> dict[int, T]:
		"""What is remembered of ``numbers``, in their order."""
		values = self._values
		return {number: values[reader, number] for number in numbers if (reader, number) in values}

	def keep(self, reader: int, found: Mapping[int, T]) -> None:
		"""Remember ``found``, and nothing else once there is no more room."""
		if len(self._values) + len(found) > self.most:
			self._values.clear()
		if len(found) <= self.most:
			self._values.update(((reader, number), value) for number, value in found.items())
