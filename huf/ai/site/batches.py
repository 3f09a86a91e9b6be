"""Long lists of names in pieces that a statement can hold."""

from collections.abc import Iterable, Iterator
from itertools import islice


def in_batches(names: Iterable[str], size: int = 500) -> Iterator[list[str]]:
	"""Lists of at most ``size`` names, so that no SQL statement grows without limit."""
	iterator = iter(names)
	while batch := list(islice(iterator, size)):
		yield batch
