"""From where on a model calls a passage near, measured on questions and passages of a site.

Models differ in what their numbers mean: one gives texts of the same matter .4, another one .8. What counts is measured as a search
does it: how far a similarity stands above that of all passages on average, times how well the model reads the question
(:func:`huf.engine.search.hits.nearness.meaning_of`). By the meaning alone, some passage of its own input has to be near to a question, and none of all
others. Every floor judges the same questions. As in ``benchmarks.ranking.nearness`` another one than the usual is taken only where McNemar's exact test says that it judges
more of them rightly, here with Bonferroni's correction for the number of floors that are tried.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from huf.engine.embedding import Embedder, checked
from huf.engine.evidence import MEANING_FLOOR

FLOORS = (0.2, 0.25, 0.3, 0.35, 0.4, 0.45, MEANING_FLOOR, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8)
"""Those that are tried."""
LEAST_QUESTIONS = 20
"""With fewer no floor can be told from another one."""
SURE = 0.05
_AT_ONCE = 32
"""Passages that are read between two words of how far it is."""
LEAST_RIGHT = 0.5
"""Share of either kind of judgement that a floor has to get right. Where inputs are nearly alike, as records of one kind are, most are got right by
a floor that calls nothing near; it would say of each question that nothing answers it."""


@dataclass(frozen=True, slots=True)
class Floor:
	"""A floor, and what it was taken by."""

	value: float
	questions: int
	"""Each judged twice: by the passages of its own input, and by all others. 0 if there were too few."""
	passages: int
	near: float
	"""Share of questions to which something of their own input is near at this floor."""
	far: float
	"""Share of questions to which nothing else is."""
	p: float
	"""Of McNemar's test against the usual one, two-sided; 1 where that stays."""


def measured_floor(
	embedder: Embedder,
	questions: Sequence[tuple[str, int]],
	passages: Sequence[tuple[str, int]],
	usual: float = MEANING_FLOOR,
	progress: Callable[[int], None] = lambda percent: None,
) -> Floor:
	"""The floor of a model.

	Args:
		questions: each with the number of the input that answers it.
		passages: each with the number of its input. Questions without a passage of their own input are left out.
		usual: what stays where no other is known to be better; one of :data:`FLOORS`.
		progress: told how many hundredths of the passages are read.

	Raises:
		EmbeddingFailed: the model makes no vectors.
	"""
	inputs = np.array([number for _, number in passages])
	asked = [
		(text, number) for text, number in questions if (inputs == number).any() and (inputs != number).any()
	]
	if len(asked) < LEAST_QUESTIONS:
		return Floor(usual, 0, len(passages), 0.0, 0.0, 1.0)
	rows = _vectors(embedder, [text for text, _ in passages], progress)
	own, other = _best(embedder, asked, rows, inputs)
	before, others = _right(own, other, usual), [one for one in FLOORS if one != usual]
	best, p = usual, 1.0
	for floor in sorted(others, key=lambda one: int(_right(own, other, one).sum()), reverse=True):
		now = _right(own, other, floor)
		chance = p_value(int((now & ~before).sum()), int((before & ~now).sum())) * len(others)
		halves = now[: len(asked)].mean(), now[len(asked) :].mean()
		if now.sum() > before.sum() and chance < SURE and min(halves) >= LEAST_RIGHT:
			best, p = floor, chance
			break
	near, far = float((own >= best).mean()), float((other < best).mean())
	return Floor(best, len(asked), len(passages), near, far, p)


def _vectors(
	embedder: Embedder, texts: Sequence[str], progress: Callable[[int], None]
) -> npt.NDArray[np.float32]:
	parts = []
	for first in range(0, len(texts), _AT_ONCE):
		progress(100 * first // len(texts))
		parts.append(checked(embedder, texts[first : first + _AT_ONCE]))
	return np.concatenate(parts)


def _best(
	embedder: Embedder,
	asked: Sequence[tuple[str, int]],
	rows: npt.NDArray[np.float32],
	inputs: npt.NDArray[np.int_],
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
	"""How near to each question the nearest passage of its own input is, and the nearest of all others."""
	vectors = checked(embedder, [text for text, _ in asked], "query")
	own, other = (np.zeros(len(asked), dtype=np.float32) for _ in range(2))
	for place, (text, number) in enumerate(asked):
		similar = rows @ vectors[place]
		mean = float(similar.mean())
		near = np.maximum(0.0, (similar - mean) / (1 - mean)) if mean < 1 else np.zeros_like(similar)
		near *= embedder.vocabulary_coverage(text)
		own[place], other[place] = near[inputs == number].max(), near[inputs != number].max()
	return own, other


def _right(
	own: npt.NDArray[np.float32], other: npt.NDArray[np.float32], floor: float
) -> npt.NDArray[np.bool_]:
	"""For each question twice whether it is judged rightly: something of its own is near, nothing else is."""
	return np.concatenate([own >= floor, other < floor])


def p_value(better: int, worse: int) -> float:
	"""Two-sided exact McNemar (1947): how likely so uneven a split of the differing pairs is by chance."""
	most, both = max(better, worse), better + worse
	return (
		min(1.0, 2 * sum(comb(both, number) for number in range(most, both + 1)) / 2**both) if both else 1.0
	)
