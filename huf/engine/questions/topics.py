"""Questions about the same matter stand together, by the nearness of their vectors.

Measured with the local model on 28 pairs of questions: those that ask the same in other words (cosine .23 to .76) and those that ask something else about
the same thing (.12 to .77, "warranty of the pump" and "of the crane") lie over each other. So nearness makes no two questions one; it tells what they
are about, which is what is missing.
"""

from collections.abc import Sequence

import numpy as np

from huf.engine.embedding import Vectors

NEAR = 0.6
"""Cosine of two questions of one topic: half of the pairs that are about the same thing, and one in fourteen of those that are about another."""


def topics_of(vectors: Vectors, near: float = NEAR) -> list[int]:
	"""The topic of each question, as the place of the question that begins it.

	In the order given each joins the nearest topic that was begun before it, the first of several that are as near, or begins one. So the same questions in the same
	order make the same topics, and a question is compared with beginnings only: at most as many products as there are questions, times topics.

	Args:
		vectors: a row for each question, of length 1; one of zeros, in which the model saw nothing, joins nothing.
	"""
	begins: list[int] = []
	found: list[int] = []
	leaders = np.empty_like(vectors)
	for place, row in enumerate(vectors):
		nearness = leaders[: len(begins)] @ row
		best = int(np.argmax(nearness)) if len(begins) else -1
		if best >= 0 and nearness[best] >= near:
			found.append(begins[best])
			continue
		leaders[len(begins)] = row
		begins.append(place)
		found.append(place)
	return found


def together(topics: Sequence[int], weights: Sequence[int]) -> list[int]:
	"""The places of all questions so that a topic stands in one piece: the heaviest topic first, in it the question that begins it, then the others as they came."""
	total: dict[int, int] = {}
	for topic, weight in zip(topics, weights, strict=True):
		total[topic] = total.get(topic, 0) + weight
	return sorted(range(len(topics)), key=lambda place: (-total[topics[place]], topics[place], place))
