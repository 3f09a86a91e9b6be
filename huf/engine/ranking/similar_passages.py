"""The first of a hybrid search borrow from those most like them: a passage that is like other good ones is more likely to be one.

Of a long question no passage has all words, and what each has of them by chance moves its score more than what it is about. Passages about one
matter are near one another, so each score is drawn towards those of the most similar among the first: *score regularization* of Diaz (2005), with
the nearest alone. A short question is for one passage, and there the others only take from it. Pure functions; no I/O.
``docs/retrieval-measured.md`` has what each constant was chosen by.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from huf.engine.ranking.neighbor_reranking import FINALISTS, NeighborVectors, Numbers, at_most, in_their_order

_SHORT, _LONG = 4, 10
"""Words of a question, without function words, up to which nothing is borrowed, and from which on it is borrowed in full."""
_NEAREST = 3
"""Passages that one borrows from."""
_SAME = 1e-6
"""Squares of similarities that add up to less tell nothing."""


def borrowed_share(content_words: int, weight: float) -> float:
	"""What the scores of similar passages count in that of a passage, 0 to ``weight``.

	Args:
		content_words: distinct words of the question, without function words.
		weight: the share of the vectors in the scores, 0 to 1: where words suffice, or one passage stands out, they say little of likeness, too.
	"""
	return weight * min(1.0, max(0.0, (content_words - _SHORT) / (_LONG - _SHORT)))


def rerank_by_similar(
	ranked: Sequence[tuple[int, float]], neighbors: NeighborVectors, share: float
) -> tuple[list[tuple[int, float]], dict[int, float]]:
	"""``ranked`` (chunks and scores from 0 to 1, best first) with the first :data:`FINALISTS` in a new order, and the score that was lent to
	each of them: the mean of those of the passages most like it, by the squares of the similarities. The others stay below.

	Args:
		neighbors: rows and inputs of the finalists. Likeness is what two rows have in common besides the average of the index; chunks of
			one input stay in their order.
		share: :func:`borrowed_share`.
	"""
	finalists, rest = ranked[:FINALISTS], ranked[FINALISTS:]
	if share <= 0 or len(finalists) < 2:
		return list(ranked), {}
	chunks, own = zip(*finalists, strict=True)
	place = {chunk: number for number, chunk in enumerate(neighbors.chunks)}
	rows = neighbors.rows[[place[chunk] for chunk in chunks]] - neighbors.mean_row
	scores = np.array(own, dtype=np.float64)
	lent = _of_the_nearest(scores, rows)
	together = ((1 - share) * scores + share * lent).tolist()
	looked = in_their_order(dict(zip(chunks, together, strict=True)), neighbors.inputs)
	return [*looked, *at_most(looked[-1][1], rest)], dict(zip(chunks, lent.tolist(), strict=True))


def _of_the_nearest(scores: npt.NDArray[np.float64], rows: Numbers) -> npt.NDArray[np.float64]:
	"""For each row the mean score of the :data:`_NEAREST` others, by the squares of their similarities; its own where none is like it."""
	# Not `rows @ rows.T`: BLAS would start threads for it.
	similar = np.einsum("ik,jk->ij", rows, rows)
	lengths = np.sqrt(similar.diagonal())
	lengths[lengths == 0] = 1.0
	similar /= lengths[:, None] * lengths
	np.maximum(similar, 0.0, out=similar)
	numbers = np.arange(len(scores))
	similar[numbers, numbers] = 0.0
	nearest = np.argsort(-similar, axis=1, kind="stable")[:, : min(_NEAREST, len(scores) - 1)]
	weights = similar[numbers[:, None], nearest].astype(np.float64) ** 2
	total = weights.sum(axis=1)
	alone = total < _SAME
	mean = (weights * scores[nearest]).sum(axis=1) / np.where(alone, 1.0, total)
	return np.where(alone, scores, mean)
