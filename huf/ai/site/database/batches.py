"""Long lists in pieces that a statement can hold."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


def in_batches(items: Iterable[T], size: int = 500) -> Iterator[list[T]]:
	"""Lists of at most ``size`` of the items, so that no SQL statement grows without limit."""
	iterator = iter(items)
	while batch := list(islice(iterator, size)):
		yield batch
