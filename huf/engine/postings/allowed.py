"""The chunks that a search may find, for the legs of a search to keep to."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

_FEW = 0.002
"""Up to this share, looking each chunk up is quicker than leaving the others out (docs/retrieval-measured.md)."""

_MANY = 0.2
"""From this share on, a list of postings is added whole, with nothing for what is left out."""


@dataclass(frozen=True, eq=False)
class Allowed:
	"""Some of the chunks of a build. Made once for a filter and kept: a build never changes."""

	mask: npt.NDArray[np.bool_]
	"""For each chunk number up to the highest, whether it is one of them."""

	@cached_property
	def chunks(self) -> npt.NDArray[np.int64]:
		"""Their numbers, ascending."""
		return np.flatnonzero(self.mask)

	@cached_property
	def are_few(self) -> bool:
		"""Whether to look at each of them instead of at all chunks."""
		return int(np.count_nonzero(self.mask)) <= _FEW * len(self.mask)

	@cached_property
	def are_many(self) -> bool:
		"""Whether adding nothing for the others is quicker than picking these out of each list."""
		return int(np.count_nonzero(self.mask)) >= _MANY * len(self.mask)

	def __contains__(self, chunk: int) -> bool:
		return chunk < len(self.mask) and bool(self.mask[chunk])


def of_ranges(ranges: npt.NDArray[np.int64], last: int) -> Allowed:
	"""The chunks in ``ranges`` (rows of first and last number), of those up to ``last``."""
	steps = np.zeros(last + 2, dtype=np.int32)
	np.add.at(steps, ranges[:, 0], 1)
	np.add.at(steps, ranges[:, 1] + 1, -1)
	return Allowed(np.cumsum(steps[:-1]) > 0)


def of_chunks(chunks: Sequence[int], last: int) -> Allowed:
	"""Exactly ``chunks``, of those up to ``last``."""
	mask = np.zeros(last + 1, dtype=np.bool_)
	mask[np.asarray(chunks, dtype=np.int64)] = True
	return Allowed(mask)
