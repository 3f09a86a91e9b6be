"""Reads postings and adds them up: the best chunks for a set of weighted terms."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from huf.engine.errors import IndexCorrupt
from huf.engine.postings import layout
from huf.engine.postings.allowed import Allowed
from huf.engine.postings.scores import Scores
from huf.engine.postings.segment import SegmentPostings
from huf.engine.postings.stored import (
	Part,
	SegmentTerms,
	Term,
	dense_impacts,
	joined,
	postings_of,
	rarity,
	term_of,
)

_CACHED_TERMS = 50_000
_SHORT = 1_000
"""Postings of a term in one segment that are put together with those in others: adding so many takes as long as a step by itself."""
_JOINED_BYTES = 8 << 20
"""Copies of postings that are kept for the terms that are asked for again."""
_LOOKED_UP = 12
"""Postings that are added in the time that it takes to look one chunk up in a list (25 ns against 2)."""
_ROUNDING = 1 - 1e-5
"""Scores are sums of 32-bit numbers; bounds leave room for what these lose."""


class _Wanted(NamedTuple):
	"""A term of a query that the index holds."""

	term: Term
	worth: float
	"""What one unit of impact adds to a score."""
	most: float
	"""The most that this term can add to a score."""


class PostingsReader:
	"""The postings of one published build, in one file or several whose chunk numbers ascend."""

	def __init__(
		self,
		segments: Sequence[SegmentPostings],
		dead: npt.NDArray[np.int64] | None = None,
		last: int | None = None,
	) -> None:
		"""Read ``segments``, of which the chunks ``dead`` have left.

		``last`` is the highest number of a chunk, where that is known for certain: so much memory is taken for scores.

		Raises:
			IndexCorrupt: the segments say otherwise.
		"""
		self.segments = segments
		self._last: int = max((segment.last for segment in segments), default=0)
		if last is not None and not 0 <= self._last <= last:
			raise IndexCorrupt(
				f"The keyword index ends at chunk {self._last} and not at {last}. Rebuild the source."
			)
		self._dead = np.zeros(0, dtype=np.int64) if dead is None else dead
		self.chunk_count: int = sum(segment.chunk_count for segment in segments) - len(self._dead)
		self._terms: dict[str, Term] = {}
		self._joined_bytes = 0

	@cached_property
	def _scores(self) -> Scores:
		"""Made for the first search: a change opens its build three times, and searches it once or never."""
		own = [np.array(segment.dead, dtype=np.int64) for segment in self.segments if segment.dead]
		return Scores(self._last, np.concatenate([*own, self._dead]))

	def frequency(self, term: str) -> int:
		"""In how many chunks ``term`` stands."""
		return self._term(term).frequency

	def frequencies(self, terms: Iterable[str]) -> dict[str, int]:
		"""In how many chunks each of ``terms`` stands, of those that stand in any."""
		wanted = list(terms)
		return _together(segment.frequencies(wanted) for segment in self.segments)

	def beginning_with(self, heads: Iterable[str], shortest: int, longest: int) -> dict[str, int]:
		"""The terms of so many characters that begin with one of ``heads``, and in how many chunks each stands."""
		found: dict[str, int] = {}
		for head in heads:
			found.update(
				_together(segment.beginning_with(head, shortest, longest) for segment in self.segments)
			)
		return found

	def completions(self, prefix: str, most: int) -> list[str]:
		"""Terms that begin with ``prefix`` and are longer, in order, at most ``most``."""
		return self._first_of((segment.completions(prefix, most) for segment in self.segments), most)

	def identifiers_with(self, part: str, most: int) -> list[str]:
		"""The joined forms of identifiers that hold ``part`` anywhere, in order; none if they are more than ``most``."""
		found = self._first_of(
			(segment.identifiers_with(part, most + 1) for segment in self.segments), most + 1
		)
		return found if len(found) <= most else []

	def _first_of(self, lists: Iterable[list[str]], most: int) -> list[str]:
		"""The first ``most`` terms of ``lists``, each in order."""
		found, *others = lists
		if not others:
			return found
		# A term of which all chunks have left stands nowhere.
		every = sorted({*found, *chain.from_iterable(others)})[:most]
		return [term for term in every if self.frequency(term)]

	def rarity(self, term: str) -> float:
		"""BM25's inverse document frequency; that of a term which stands nowhere is the highest."""
		return self._term(term).rarity

	@property
	def highest_rarity(self) -> float:
		"""The rarity of a term that stands in one chunk alone."""
		return rarity(1, self.chunk_count)

	def contributions(self, weights: Mapping[str, float], chunks: Sequence[int]) -> dict[str, list[float]]:
		"""What each term adds to the scores of ``chunks``, in their order; 0 where it does not stand."""
		order = np.argsort(np.array(chunks, dtype=np.int64))
		ascending = np.array(chunks, dtype=np.int64)[order]
		found = {}
		for term, weight in weights.items():
			added = np.zeros(len(chunks), dtype=np.float32)
			if wanted := self._wanted(term, weight):
				added[order] = self._look_up(wanted, ascending)
			found[term] = added.tolist()
		return found

	@property
	def bytes(self) -> int:
		"""Size of the mapped file."""
		return sum(len(segment.file.data) for segment in self.segments)

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
		terms = [wanted for term, weight in weights.items() if (wanted := self._wanted(term, weight))]
		terms.sort(key=lambda wanted: (-wanted.most, wanted.term.frequency))
		if not terms:
			return [], []
		try:
			return self._scores.best(limit, self._add_up(terms, limit, only, allowed))
		finally:
			self._scores.clear()

	def _add_up(
		self, terms: Sequence[_Wanted], limit: int, only: Sequence[int] | None, allowed: Allowed | None
	) -> npt.NDArray[np.int64] | None:
		"""Score the chunks; gives those that can be among the best, or None when any can."""
		near = _known_beforehand(only, allowed)
		scores = self._scores
		done, left = 0.0, sum(wanted.most for wanted in terms)
		work = sum(wanted.term.cost for wanted in terms)
		for wanted in terms:
			# Looking pays when it can save more work than it makes, and can succeed at all.
			if near is None and done > left and work > 2 * scores.cost_of_looking:
				to_beat = scores.to_beat(limit)
				if to_beat > left:
					near = scores.at_least((to_beat - left) * _ROUNDING)
			if near is None or len(near) * _LOOKED_UP > wanted.term.cost:
				self._add(wanted, allowed)
			else:
				scores.add_to(near, self._look_up(wanted, near))
			done, left, work = done + wanted.most, left - wanted.most, work - wanted.term.cost
		return near

	def _wanted(self, term: str, weight: float) -> _Wanted | None:
		"""``term`` for a search in which it weighs ``weight``; None if it stands nowhere."""
		known = self._term(term)
		if not known.parts:
			return None
		worth = weight * known.rarity / layout.IMPACT_SCALE
		return _Wanted(known, worth, worth * known.top)

	def _add(self, wanted: _Wanted, allowed: Allowed | None) -> None:
		"""Add a term to the scores of all its chunks that are allowed."""
		worth = np.float32(wanted.worth)
		self._scores.begin_term()
		for part in wanted.term.parts:
			if part.chunks_at is None:
				impacts = dense_impacts(part)
				if allowed is not None:
					impacts = impacts * allowed.mask[part.first : part.last + 1]
				self._scores.add_dense(part.first, impacts, worth)
			else:
				found = postings_of(part)
				if allowed is not None:
					kept = allowed.mask[found.chunks]
					if allowed.are_many:
						found = SegmentTerms(found.chunks, found.impacts * kept)
					else:
						found = SegmentTerms(found.chunks[kept], found.impacts[kept])
				self._scores.add(found.chunks, found.impacts, worth)

	def _look_up(self, wanted: _Wanted, chunks: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
		"""What a term adds to each of ``chunks`` (ascending)."""
		added = np.zeros(len(chunks), dtype=np.float32)
		worth = np.float32(wanted.worth)
		for part in wanted.term.parts:
			begin, end = np.searchsorted(chunks, (part.first, part.last + 1))
			inside = chunks[begin:end]
			if not len(inside):
				continue
			if part.chunks_at is None:
				added[begin:end] = dense_impacts(part)[inside - part.first] * worth
				continue
			found = postings_of(part)
			places = np.minimum(
				np.searchsorted(found.chunks, inside.astype(np.uint32)), len(found.chunks) - 1
			)
			hits = found.chunks[places] == inside
			added[begin:end][hits] = found.impacts[places[hits]] * worth
		return added

	def _term(self, term: str) -> Term:
		"""A build never changes, so what was looked up once is kept."""
		known = self._terms.get(term)
		if known is None:
			parts = self._few([part for segment in self.segments for part in segment.parts(term)])
			gone = sum(segment.gone(term) for segment in self.segments) if parts else 0
			known = term_of(parts, gone, self.chunk_count)
			if len(self._terms) < _CACHED_TERMS:
				self._terms[term] = known
		return known

	def _few(self, parts: list[Part]) -> list[Part]:
		"""``parts``, the short ones as one: each is a step of a search, whatever is in it."""
		small = [part for part in parts if part.frequency <= _SHORT]
		if len(small) < 2:
			return parts
		together = joined(small)
		self._joined_bytes += len(together.file.data)
		if self._joined_bytes > _JOINED_BYTES:
			self._terms.clear()
			self._joined_bytes = len(together.file.data)
		return [*(part for part in parts if part.frequency > _SHORT), together]


def _together(counts: Iterable[Iterable[tuple[str, int]]]) -> dict[str, int]:
	"""The sums of ``counts`` by term, where they are above 0."""
	found: dict[str, int] = {}
	for part in counts:
		for term, count in part:
			found[term] = found.get(term, 0) + count
	return {term: count for term, count in found.items() if count > 0}


def _known_beforehand(only: Sequence[int] | None, allowed: Allowed | None) -> npt.NDArray[np.int64] | None:
	"""The chunks to look at, when they are so few that each is looked up; None if that is still to be found."""
	if only is None:
		return allowed.chunks if allowed is not None and allowed.are_few else None
	chunks = np.array(only, dtype=np.int64)
	return chunks if allowed is None else chunks[allowed.mask[chunks]]
