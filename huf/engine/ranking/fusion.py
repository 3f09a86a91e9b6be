"""Puts the keyword leg and the vector leg of one search together. Pure functions; no I/O.

Each leg's scores are brought to 0…1 for the query at hand, and added with a weight that follows from how sure
the keyword leg is. ``docs/retrieval-measured.md`` has the measurements that the formulas were chosen by.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from huf.engine.analysis.query import Query

_LEAST = 0.2
"""What the vectors weigh when the first keyword hit stands far above the tenth, as a share of the most that they may."""
_FLATNESS_PLACE = 10
_WORDS_SUFFICE = 0.95
"""What one passage must hold of a query, by the rarity of its words, so that the words suffice: all of it, but for words that stand nearly
everywhere."""
FIRST_FOUND = 10
"""Passages among which one is looked for that holds all words."""
ABSTAINING = 0.25
"""What the weight of the vectors is multiplied by, where the words suffice."""
_IDENTIFIER_SHARE = 3
"""Once one word in this many is an identifier, words decide alone."""

_JOINERS = frozenset("-/_#")
_JUST_UNDER = 0.999


@dataclass(frozen=True, slots=True)
class VectorLeg:
	"""The vector leg's best chunks and those that the keyword leg named, with their similarities, best first.

	``mean`` is the similarity of all chunks on average.
	"""

	chunks: Sequence[int]
	scores: Sequence[float]
	mean: float


def words_suffice(held: Sequence[float]) -> bool:
	"""Whether one of the first passages that the words found holds all words of the query.

	Args:
		held: the share of the query that each of them holds, best passage first: the rarity of the words in it, of that of all (0 to 1).
	"""
	return max(held[:FIRST_FOUND], default=0.0) >= _WORDS_SUFFICE


def vector_weight(query: Query, keyword: Sequence[float], most: float, vocabulary_coverage: float) -> float:
	"""The share of the vectors in the score, from 0 to ``most``; 1 when the words found nothing.

	Args:
		query: its identifiers make words count more.
		keyword: scores of the keyword leg, best first. One that stands out means that this leg is sure; scores
			that hardly fall mean that the words do not tell.
		most: :attr:`~huf.engine.embedding.Embedder.weight` of the model.
		familiarity: how well the model reads the query, 0 to 1.
	"""
	if not keyword or keyword[0] <= 0:
		return 1.0
	flatness = keyword[min(_FLATNESS_PLACE, len(keyword)) - 1] / keyword[0] if len(keyword) > 1 else 0.0
	weight = vocabulary_coverage * most * (_LEAST + (1 - _LEAST) * flatness)
	identifiers = sum(map(is_identifier, query.words))
	if not identifiers:
		return weight
	second = keyword[1] / keyword[0] if len(keyword) > 1 else 0.0
	# Below this, (1 - w) * 1 + w * 0 > (1 - w) * second + w * 1: no meaning lifts a chunk over the best match of words.
	never_buried = _JUST_UNDER * (1 - second) / (2 - second)
	return min(weight * max(0.0, 1 - _IDENTIFIER_SHARE * identifiers / len(query.words)), never_buried)


def is_identifier(word: str) -> bool:
	"""Part numbers, codes, versions: letters and digits in one word, or digits joined as in ``00123-45``."""
	digits = [place for place, character in enumerate(word) if character.isdigit()]
	if not digits:
		return False
	within = word[digits[0] : digits[-1] + 1]
	return any(character.isalpha() for character in word) or bool(set(within) & _JOINERS)


def fuse(
	keyword_chunks: Sequence[int], keyword_scores: Sequence[float], vectors: VectorLeg, weight: float
) -> list[tuple[int, float]]:
	"""Chunks with their scores, best first; equal scores by chunk number.

	A keyword score counts by its share of the best one, a similarity by its share of the way from the mean of
	all chunks to the best one. A chunk that one leg did not name gets nothing from it.
	"""
	best = max(keyword_scores, default=0.0)
	scores: dict[int, float] = {}
	if best > 0:
		for chunk, score in zip(keyword_chunks, keyword_scores, strict=True):
			scores[chunk] = (1 - weight) * score / best
	mean = vectors.mean
	span = max(vectors.scores, default=0.0) - mean
	if weight > 0:
		for chunk, score in zip(vectors.chunks, vectors.scores, strict=True):
			share = (score - mean) / span if span > 0 and score > mean else 0.0
			scores[chunk] = scores.get(chunk, 0.0) + weight * share
	# Pairs are sorted in half the time that a key for each would take.
	return [
		(chunk, -negative) for negative, chunk in sorted((-score, chunk) for chunk, score in scores.items())
	]
