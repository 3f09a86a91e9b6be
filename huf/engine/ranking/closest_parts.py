"""Which of the first of a hybrid search has, somewhere in it, the few lines that are nearest to the question.

The mean of all words of a passage hides a sentence that answers in the middle of much else. So the passages between which the scores hardly
tell are compared once more, by the part of each that is nearest: *MaxP* of Dai and Callan (2019), with parts of passages instead of passages of
documents. Pure functions; no I/O. ``docs/retrieval-measured.md`` has what each constant was chosen by.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from huf.engine.ranking.neighbor_reranking import in_their_order

PART_SHARE = 0.4
"""What the similarity of the closest part counts, where the best score without it is 1."""
_WITHIN = 0.1
"""So far below the best score a passage is still looked at. Twice as far brings a tenth more, and twice as many passages to read."""
_MOST = 5
"""Passages that are looked at. Reading one takes a third of a millisecond, and ten find no more than five."""


def near_the_best(ranked: Sequence[tuple[int, float]], inputs: Mapping[int, int]) -> list[int]:
	"""The first chunks of ``ranked`` (chunks and scores, best first) that are close enough to be told apart by their parts; none when
	one stands alone, or when all are of one input, whose passages stay in their order.

	Args:
		inputs: for each of the first :data:`_MOST` chunks the number of its input.
	"""
	least = ranked[0][1] - _WITHIN if ranked else 0.0
	near = [chunk for chunk, score in ranked[:_MOST] if score >= least]
	return near if len({inputs[chunk] for chunk in near}) > 1 else []


def closest(parts: Sequence[npt.NDArray[np.float16]], question: npt.NDArray[np.float32]) -> list[float]:
	"""For each passage the similarity of the part that is nearest to the question, 0 to 1.

	Args:
		parts: of each passage the vectors of its parts, of length 1, one row for each; at least one.
		question: its vector, of length 1.
	"""
	starts = np.cumsum([0, *(len(own) for own in parts[:-1])])
	# Not `rows @ question`: BLAS would start threads for it.
	similar = np.einsum("ij,j->i", np.concatenate(parts).astype(np.float32), question)
	best: list[float] = np.maximum.reduceat(similar, starts).clip(0.0, 1.0).tolist()
	return best


def rerank_by_parts(
	ranked: Sequence[tuple[int, float]],
	similar: Mapping[int, float],
	inputs: Mapping[int, int],
	share: float,
) -> list[tuple[int, float]]:
	"""``ranked`` (chunks and scores from 0 to 1, best first) with those of ``similar`` in a new order; the others stay below.

	Args:
		similar: the first chunks of ``ranked``, with what :func:`closest` says of each.
		inputs: for each of these the number of its input. Passages of one input stay in their order.
		share: what the closest part counts: :data:`PART_SHARE`, and less where the model does not know the words of the question.
	"""
	# Divided, so that scores stay between 0 and 1. What was not looked at has no part and stays below, since it was below before.
	most = 1 + share
	near, rest = ranked[: len(similar)], ranked[len(similar) :]
	looked = {chunk: (score + share * similar[chunk]) / most for chunk, score in near}
	return [*in_their_order(looked, inputs), *[(chunk, score / most) for chunk, score in rest]]
