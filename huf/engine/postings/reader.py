"""Reads postings and adds them up: the best chunks for a set of weighted terms."""

import math
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from huf.engine.postings import layout
from huf.engine.postings.allowed import Allowed
from huf.engine.postings.scores import Scores
from huf.engine.postings.stored import PLACES, Part, SegmentTerms, mapped, postings_of, release

_ASKED_TOGETHER = 500
"""Terms that one statement looks up; SQLite of some years ago takes 999 values."""
_CACHED_TERMS = 50_000
_LOOKED_UP = 12
"""Postings that are added in the time that it takes to look one chunk up in a list (25 ns against 2)."""
_ROUNDING = 1 - 1e-5
"""Scores are sums of 32-bit numbers; bounds leave room for what these lose."""


@dataclass(frozen=True, slots=True)
class _Term:
	"""A term of a query: its parts by segment, and what one unit of impact is worth."""

	parts: tuple[Part, ...]
	worth: float

	@property
	def frequency(self) -> int:
		return sum(part.frequency for part in self.parts)

	@property
	def most(self) -> float:
		"""The most that this term can add to a score."""
		return self.worth * max(part.top for part in self.parts)

	@property
	def cost(self) -> int:
		"""What adding it to all its chunks takes, in postings."""
		return sum(part.cost for part in self.parts)


class PostingsReader:
	"""The postings of one published build."""

	def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
		self._connection = connection
		self._data = mapped(path)
		row = connection.execute(
			"SELECT coalesce(max(last), 0), coalesce(sum(chunks), 0) FROM segments"
		).fetchone()
		self._last: int = row[0]
		dead = [chunk for (chunk,) in connection.execute("SELECT chunk FROM dead")]
		self._scores = Scores(self._last, np.array(dead, dtype=np.int64))
		self.chunk_count: int = row[1] - len(dead)
		self._terms: dict[str, tuple[Part, ...]] = {}

	def frequency(self, term: str) -> int:
		"""In how many chunks ``term`` stands; dead ones count until the next merge."""
		return sum(part.frequency for part in self._parts(term))

	def holds(self, term: str, chunk: int) -> bool:
		"""Whether ``term`` stands in ``chunk``."""
		for part in self._parts(term):
			chunks = postings_of(self._data, part).chunks
			place = int(np.searchsorted(chunks, chunk))
			if place < len(chunks) and chunks[place] == chunk:
				return True
		return False

	def release(self) -> None:
		"""Give back the memory of what was read so far, if it is much."""
		release(self._data)

	def frequencies(self, terms: Iterable[str]) -> dict[str, int]:
		"""In how many chunks each of ``terms`` stands, of those that stand in any; dead ones count as above."""
		found: dict[str, int] = {}
		wanted = list(terms)
		for start in range(0, len(wanted), _ASKED_TOGETHER):
			part = wanted[start : start + _ASKED_TOGETHER]
			marks = ",".join("?" * len(part))
			found.update(
				self._connection.execute(
					f"SELECT term, sum(frequency) FROM terms WHERE term IN ({marks}) GROUP BY term", part
				)
			)
		return found

	def beginning_with(self, heads: Iterable[str], shortest: int, longest: int) -> dict[str, int]:
		"""The terms of so many characters that begin with one of ``heads``, and in how many chunks each stands."""
		found: dict[str, int] = {}
		for head in heads:
			found.update(
				self._connection.execute(
					"SELECT term, sum(frequency) FROM terms WHERE term >= ? AND term < ?"
					" AND length(term) BETWEEN ? AND ? GROUP BY term",
					(head, head + "\U0010ffff", shortest, longest),
				)
			)
		return found

	def completions(self, prefix: str, most: int) -> list[str]:
		"""Terms that begin with ``prefix`` and are longer, in order, at most ``most``."""
		rows = self._connection.execute(
			"SELECT DISTINCT term FROM terms WHERE term > ? AND term < ? ORDER BY term LIMIT ?",
			(prefix, prefix + "\U0010ffff", most),
		)
		return [term for (term,) in rows]

	def rarity(self, term: str) -> float:
		"""BM25's inverse document frequency; that of a term which stands nowhere is the highest."""
		return self._rarity(self._parts(term)) * layout.IMPACT_SCALE

	@property
	def highest_rarity(self) -> float:
		"""The rarity of a term that stands in one chunk alone."""
		return self._rarity_of(1) * layout.IMPACT_SCALE

	def contributions(self, weights: Mapping[str, float], chunks: Sequence[int]) -> dict[str, list[float]]:
		"""What each term adds to the scores of ``chunks``, in their order; 0 where it does not stand."""
		order = np.argsort(np.array(chunks, dtype=np.int64))
		ascending = np.array(chunks, dtype=np.int64)[order]
		found = {}
		for term, weight in weights.items():
			added = np.zeros(len(chunks), dtype=np.float32)
			if parts := self._parts(term):
				added[order] = self._look_up(_Term(parts, weight * self._rarity(parts)), ascending)
			found[term] = added.tolist()
		return found

	@property
	def bytes(self) -> int:
		"""Size of the mapped file."""
		return len(self._data)

	def search(
		self,
		weights: Mapping[str, float],
		limit: int,
		only: Sequence[int] | None = None,
		allowed: Allowed | None = None,
	) -> tuple[list[int], list[float]]:
		"""The best ``limit`` chunks and their scores, best first; equal scores by chunk number.

		``only`` (ascending) leaves every other chunk out, and ``allowed`` those that it does not name.

		The score is BM25: for each term its weight, times its rarity, times its impact. Terms are
		taken in the order of what they can add. Once all that are left together could not bring a new
		chunk into the best, they are only looked up for the chunks that are near, if that is faster.
		"""
		terms = sorted(
			(
				_Term(parts, weight * self._rarity(parts))
				for term, weight in weights.items()
				if (parts := self._parts(term))
			),
			key=lambda term: (-term.most, term.frequency),
		)
		if not terms:
			return [], []
		try:
			return self._scores.best(limit, self._add_up(terms, limit, only, allowed))
		finally:
			self._scores.clear()

	def _add_up(
		self, terms: Sequence[_Term], limit: int, only: Sequence[int] | None, allowed: Allowed | None
	) -> npt.NDArray[np.int64] | None:
		"""Score the chunks; gives those that can be among the best, or None when any can."""
		near = _known_beforehand(only, allowed)
		scores = self._scores
		done, left = 0.0, sum(term.most for term in terms)
		work = sum(term.cost for term in terms)
		for term in terms:
			# Looking pays when it can save more work than it makes, and can succeed at all.
			if near is None and done > left and work > 2 * scores.cost_of_looking:
				to_beat = scores.to_beat(limit)
				if to_beat > left:
					near = scores.at_least((to_beat - left) * _ROUNDING)
			if near is None or len(near) * _LOOKED_UP > term.cost:
				self._add(term, allowed)
			else:
				scores.add_to(near, self._look_up(term, near))
			done, left, work = done + term.most, left - term.most, work - term.cost
		return near

	def _rarity(self, parts: tuple[Part, ...]) -> float:
		"""BM25's inverse document frequency, never negative, for one unit of an 8-bit impact."""
		return self._rarity_of(sum(part.frequency for part in parts))

	def _rarity_of(self, frequency: int) -> float:
		total = max(self.chunk_count, frequency)
		return math.log(1 + (total - frequency + 0.5) / (frequency + 0.5)) / layout.IMPACT_SCALE

	def _add(self, term: _Term, allowed: Allowed | None) -> None:
		"""Add ``term`` to the scores of all its chunks that are allowed."""
		worth = np.float32(term.worth)
		for part in term.parts:
			if part.chunks_at is None:
				impacts = self._data[part.impacts_at : part.impacts_at + part.last - part.first + 1]
				if allowed is not None:
					impacts = impacts * allowed.mask[part.first : part.last + 1]
				self._scores.add_dense(part.first, impacts, worth)
			else:
				found = postings_of(self._data, part)
				if allowed is not None:
					kept = allowed.mask[found.chunks]
					if allowed.are_many:
						found = SegmentTerms(found.chunks, found.impacts * kept)
					else:
						found = SegmentTerms(found.chunks[kept], found.impacts[kept])
				self._scores.add(found.chunks, found.impacts, worth)

	def _look_up(self, term: _Term, chunks: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
		"""What ``term`` adds to each of ``chunks`` (ascending)."""
		added = np.zeros(len(chunks), dtype=np.float32)
		for part in term.parts:
			begin, end = np.searchsorted(chunks, (part.first, part.last + 1))
			wanted = chunks[begin:end]
			if not len(wanted):
				continue
			if part.chunks_at is None:
				added[begin:end] = self._data[part.impacts_at + wanted - part.first] * np.float32(term.worth)
				continue
			found = postings_of(self._data, part)
			places = np.minimum(
				np.searchsorted(found.chunks, wanted.astype(np.uint32)), len(found.chunks) - 1
			)
			hits = found.chunks[places] == wanted
			added[begin:end][hits] = found.impacts[places[hits]] * np.float32(term.worth)
		return added

	def _parts(self, term: str) -> tuple[Part, ...]:
		"""A build never changes, so what was looked up once is kept."""
		known = self._terms.get(term)
		if known is None:
			rows = self._connection.execute(f"SELECT {PLACES} WHERE term = ? ORDER BY segment", (term,))
			known = tuple(Part(*row) for row in rows)
			if len(self._terms) < _CACHED_TERMS:
				self._terms[term] = known
		return known


def _known_beforehand(only: Sequence[int] | None, allowed: Allowed | None) -> npt.NDArray[np.int64] | None:
	"""The chunks to look at, when they are so few that each is looked up; None if that is still to be found."""
	if only is None:
		return allowed.chunks if allowed is not None and allowed.are_few else None
	chunks = np.array(only, dtype=np.int64)
	return chunks if allowed is None else chunks[allowed.mask[chunks]]
