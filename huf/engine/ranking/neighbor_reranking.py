"""A closer look at the first of a hybrid search: what stands beside a passage, and what the best ones have in common.

Pure functions; no I/O. ``docs/retrieval-measured.md`` has what each constant was chosen by.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

FINALISTS = 20
"""Chunks that are looked at; more change nothing among the first ten."""
NEIGHBOR_DISTANCE = 3
"""Passages before and after one, in the same input, that speak for it."""
_BEST, _PULL = 3, 0.26
"""The question is moved towards the mean of so many first chunks, by this much of it: pseudo-relevance feedback after
Rocchio (1971), with vectors."""
_NEIGHBOR_MEANING = 3.0
_NEIGHBOR_WORDS = 0.2
"""What the mean of the passages beside counts, where the passage itself counts 1."""

Numbers = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class NeighborVectors:
	"""What is known of the first chunks and of those beside them."""

	chunks: Sequence[int]
	"""The first chunks and those beside them, each once."""
	rows: Numbers
	"""The vector of each of ``chunks``."""
	mean_row: Numbers
	"""The average vector of all chunks of the index."""
	beside: Mapping[int, Sequence[int]]
	"""For each of the first chunks those that stand beside it."""
	words: Mapping[int, float]
	"""Chunk to its share of the best keyword score; those that are missing have none."""
	inputs: Mapping[int, int]
	"""For each of the first chunks the number of its input."""


def rerank_by_neighbors(
	first: Sequence[tuple[int, float]],
	question: Numbers,
	neighbors: NeighborVectors,
	weight: float,
	*,
	use_words: bool = True,
) -> list[tuple[int, float]]:
	"""``first`` (chunks and scores, best first) with the first :data:`FINALISTS` in a new order; the others stay below.

	Args:
		first: what :func:`~huf.engine.ranking.fusion.fuse` gave; chunks of one input stay in this order.
		question: its vector.
		closer: rows and neighbours of the finalists.
		weight: the share of the vectors, as in ``fuse``.
		use_words: whether words beside a chunk speak for it. Not where an identifier is asked for: then the
			best match of the words stays the best.
	"""
	finalists, rest = first[:FINALISTS], first[FINALISTS:]
	place = {chunk: number for number, chunk in enumerate(neighbors.chunks)}
	best = [neighbors.rows[place[chunk]] for chunk, _ in finalists[:_BEST]]
	# Not `np.mean`: for two rows it takes ten times as long as adding them.
	direction = question + _PULL / len(best) * sum(best[1:], best[0])
	mean = float(neighbors.mean_row @ direction)
	# Not `rows @ direction`: BLAS would start threads for it.
	scores = np.einsum("ij,j->i", neighbors.rows, direction).tolist()
	similar = dict(zip(neighbors.chunks, scores, strict=True))
	near, said = {}, {}
	for chunk, _ in finalists:
		others = neighbors.beside[chunk]
		near[chunk] = _with_neighbors(similar[chunk], [similar[other] for other in others], _NEIGHBOR_MEANING)
		said[chunk] = _with_neighbors(
			neighbors.words.get(chunk, 0.0),
			[neighbors.words.get(other, 0.0) for other in others],
			_NEIGHBOR_WORDS if use_words else 0.0,
		)
	span = max(near.values()) - mean
	together = {}
	for chunk, _ in finalists:
		share = max(0.0, (near[chunk] - mean) / span) if span > 0 else 0.0
		together[chunk] = (1 - weight) * said[chunk] + weight * share
	looked = in_their_order(together, neighbors.inputs)
	return [*looked, *at_most(looked[-1][1], rest)]


def at_most(last: float, rest: Sequence[tuple[int, float]]) -> Sequence[tuple[int, float]]:
	"""``rest`` (chunks and scores, best first), none of them with a score above ``last``."""
	# Mostly none has, and then there is nothing to do for some two hundred.
	return [(chunk, min(score, last)) for chunk, score in rest] if rest and rest[0][1] > last else rest


def in_their_order(scores: Mapping[int, float], inputs: Mapping[int, int]) -> list[tuple[int, float]]:
	"""Chunks and scores, best first, but those of one input in the order in which they come.

	What stands beside a passage tells which document is meant. Which of its passages is, each has told for itself.
	"""
	of_input: dict[int, list[int]] = {}
	for chunk in scores:
		of_input.setdefault(inputs[chunk], []).append(chunk)
	looked: list[tuple[int, float]] = []
	for chunks in of_input.values():
		looked += zip(chunks, sorted((scores[chunk] for chunk in chunks), reverse=True), strict=True)
	places = {chunk: place for place, chunk in enumerate(scores)}
	looked.sort(key=lambda entry: (-entry[1], places[entry[0]]))
	return looked


def _with_neighbors(own: float, others: Sequence[float], counts: float) -> float:
	"""``own`` and the mean of ``others`` together; a passage that stands alone is its own neighbour."""
	if not others:
		return own
	return (own + counts * sum(others) / len(others)) / (1 + counts)
