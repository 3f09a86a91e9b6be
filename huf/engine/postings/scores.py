"""The scores of one search: one number for each chunk of the build, kept between searches.

Adding a list of postings to an array costs about 2 ns a posting, and reading the whole array 0.1 ns a chunk (numpy
2.4, 2.6 GHz). So adding everything is cheap where deciding what not to add is not; the best are found by the
largest score of each block, since only blocks that reach the score to beat are looked into. A block is every nth
chunk and not some that follow one another: the processor compares whole rows of numbers three times as fast.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

_BLOCK = 256
"""Chunks whose largest score is taken together."""
_FEW = 16
"""With fewer postings than one for so many chunks, only the chunks that they name are looked at."""
_SORTED = 8
"""So many times more scores than are wanted are sorted in the time that it takes to leave the lower ones out first."""
_LOOKING = 8
"""Chunks that are looked through for the best in the time of adding one posting."""
_WHOLE = 10
"""Picking blocks takes as long as reading so many times as many chunks one after the other."""
_GROUP = 16
"""Scores of which the largest stands for all when a bound is enough; partitioning takes 12 ns for each number."""

Numbers = npt.NDArray[np.int64]
_NONE = np.zeros(0, dtype=np.uint32)


class Scores:
	"""Scores by chunk number from 0 to ``last``, all 0 between searches, but for those that are never found."""

	def __init__(self, last: int, dead: Numbers) -> None:
		"""``dead`` are the chunks that are not found whatever they hold."""
		blocks = -(-(last + 1) // _BLOCK)
		self.values = np.zeros(blocks * _BLOCK, dtype=np.float32)
		self._dead = dead
		self._named: list[npt.NDArray[np.uint32]] = []
		self._others: list[Numbers] = []
		self._size = self._terms = 0
		self._everywhere = False
		self._looked_at: tuple[npt.NDArray[np.uint32], npt.NDArray[np.float32]] | None = None
		self._tops: npt.NDArray[np.float32] | None = None
		self._bury()

	def begin_term(self) -> None:
		"""What is added until the next call belongs to one term, and each chunk has at most one number of it."""
		self._terms += 1

	def add(self, chunks: npt.NDArray[np.uint32], impacts: npt.NDArray[np.uint8], worth: np.float32) -> None:
		"""Add ``impacts`` times ``worth`` to ``chunks``, which are distinct."""
		np.add.at(self.values, chunks, impacts * worth)
		self._changed()
		self._named.append(chunks)
		self._size += len(chunks)
		self._everywhere = self._everywhere or self._size * _FEW > len(self.values)

	def add_dense(self, first: int, impacts: npt.NDArray[np.uint8], worth: np.float32) -> None:
		"""Add ``impacts`` times ``worth`` to the chunks from ``first`` on."""
		self.values[first : first + len(impacts)] += impacts * worth
		self._changed()
		self._everywhere = True

	def add_to(self, chunks: Numbers, added: npt.NDArray[np.float32]) -> None:
		"""Add to each of ``chunks``, which are distinct, its own number."""
		self.values[chunks] += added
		self._changed()
		self._others.append(chunks)

	@property
	def cost_of_looking(self) -> float:
		"""What :meth:`to_beat` and :meth:`at_least` take together, in postings that could be added instead."""
		return len(self.values) / _LOOKING if self._everywhere else self._size * 2

	def clear(self) -> None:
		"""All scores are 0 again."""
		if self._everywhere:
			self.values.fill(0)
			self._bury()
		else:
			touched: list[npt.NDArray[np.integer[Any]]] = [*self._named, *self._others]
			for chunks in touched:
				self._forget(chunks)
		self._named, self._others, self._size, self._terms, self._everywhere = [], [], 0, 0, False
		self._changed()

	def to_beat(self, limit: int) -> float:
		"""A score that at least ``limit`` chunks have; 0 when too few have any."""
		if self._everywhere:
			return max(0.0, _nth_largest(self._largest(), limit))
		# A chunk is named at most once by each term, so the best ones take at most this many places.
		return max(0.0, _reached_by(self._look()[1], limit * self._terms))

	def at_least(self, least: float) -> Numbers:
		"""The chunks whose score is above 0 and not below ``least``, ascending."""
		if self._everywhere:
			found = self._in_blocks(least)
		else:
			named, scores = self._look()
			found = distinct(named[scores >= least] if least > 0 else named[scores > 0])
		return found

	def best(self, limit: int, among: Numbers | None = None) -> tuple[list[int], list[float]]:
		"""The ``limit`` best chunks (of ``among``) and their scores, best first; equal scores by chunk number."""
		if among is None:
			among = self.at_least(self.to_beat(limit))
		else:
			among = among[self.values[among] > 0]
		scores = self.values[among]
		if len(among) > _SORTED * limit:
			# All that equal the last one stay for now, so that equal scores are cut by number and not by chance.
			kept = scores >= _nth_largest(scores, limit)
			among, scores = among[kept], scores[kept]
		order = np.lexsort((among, -scores))[:limit]
		return among[order].tolist(), scores[order].tolist()

	def _changed(self) -> None:
		self._looked_at = self._tops = None

	def _forget(self, chunks: npt.NDArray[np.integer[Any]]) -> None:
		# What left stays below all others, for to set all of it aside again costs what has left, whatever was added.
		self.values[chunks] = np.minimum(self.values.take(chunks), 0) if len(self._dead) else 0

	def _bury(self) -> None:
		# Whatever is added to it leaves it below all others, so this is done once and not before each look.
		self.values[self._dead] = -np.inf

	def _look(self) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.float32]]:
		"""The chunks that were named, some of them several times, and their scores."""
		if self._looked_at is None:
			named = self._named[0] if len(self._named) == 1 else np.concatenate([_NONE, *self._named])
			self._looked_at = named, self.values.take(named)
		return self._looked_at

	def _largest(self) -> npt.NDArray[np.float32]:
		"""The largest score of each block."""
		if self._tops is None:
			self._tops = self.values.reshape(_BLOCK, -1).max(axis=0)
		return self._tops

	def _in_blocks(self, least: float) -> Numbers:
		tops = self._largest()
		wanted = np.flatnonzero(tops >= least if least > 0 else tops > 0)
		if len(wanted) * _WHOLE > len(tops):
			return np.flatnonzero(self.values >= least if least > 0 else self.values > 0)
		inside = self.values.reshape(_BLOCK, -1)[:, wanted]
		rows, columns = np.nonzero(inside >= least if least > 0 else inside > 0)
		found: Numbers = rows * len(tops) + wanted[columns]
		return found


def distinct(chunks: npt.NDArray[np.integer[Any]]) -> Numbers:
	"""``chunks`` once each, ascending.

	For few of them in a tenth of the time of ``np.unique``, whose first call in a process imports numpy's masked arrays besides: some
	40 ms.
	"""
	ascending = np.sort(chunks).astype(np.int64)
	is_new = np.ones(len(ascending), dtype=np.bool_)
	np.not_equal(ascending[1:], ascending[:-1], out=is_new[1:])
	return ascending[is_new]


def _reached_by(values: npt.NDArray[np.float32], place: int) -> float:
	"""A number that at least ``place`` of ``values`` reach, near to the highest one."""
	groups = len(values) // _GROUP
	if groups > 2 * place:
		values = values[: groups * _GROUP].reshape(_GROUP, -1).max(axis=0)
	return _nth_largest(values, place)


def _nth_largest(values: npt.NDArray[np.float32], place: int) -> float:
	return float(np.partition(values, -place)[-place]) if 0 < place <= len(values) else 0.0
