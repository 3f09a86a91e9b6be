"""How near hits are to what was asked: by the rare words that stand in them, and by their meaning.

A score only orders: the best of a bad lot is first, too. These measures do not depend on the search, on how long the question is,
nor on how large the index is. The gate of mandatory knowledge decides by the same ones (:mod:`huf.engine.answers.gate`).
"""

from dataclasses import dataclass
from functools import lru_cache
from math import log

from huf.engine.analysis.words import EDGES, is_spaceless
from huf.engine.evidence import ChunkEvidence, Evidence, SourceExplanation, WordMatch
from huf.engine.types import Nearness

FLOOR = 0.5
"""Rare words that one passage must hold of the question. Chosen with ``python -m benchmarks.answering.gate``: the highest at which
97 % of the questions of each collection still get knowledge (``docs/answers.md``); against others by a paired test on four
collections, by ``python -m benchmarks.ranking.nearness`` (``docs/retrieval-measured.md``)."""
_ALONE = 0.15
"""Taken off a passage that holds only one word of the question, which may be there by chance: less in small indexes."""
_LARGE = 14.0
"""The score of a rare word in an index of about 500 passages, from where on the whole of it is taken off."""
_CODE_LENGTH = 4
"""Signs; a word of so many with digits is a number of a part or a record, which nobody writes by chance."""
_FRAGMENT = 0.4
"""Of the characters of a word; what is shorter is no stem of it, but a piece."""
_FRAGMENT_WEIGHT = 0.3
"""Of a word that a passage has only fragments of."""
_SHORT_NUMBER = 3
"""Digits; shorter numbers stand in any text, and in any arithmetic."""
_SHORT_NUMBER_WEIGHT = 0.3


def nearness(
	evidence: ChunkEvidence,
	of: Evidence | SourceExplanation,
	*,
	floor: float = FLOOR,
	meaning_floor: float | None = None,
) -> Nearness:
	"""How near a passage is, by what speaks for it among all the evidence ``of`` its index.

	Only where its meaning was compared is anything called far: an index of words alone holds at least a word of what was asked. A
	passage that holds all of its words is near, however common they are. ``meaning_floor`` is that of the model unless it is given.
	"""
	weight, meaning = weight_of(evidence, of.rarest), meaning_of(evidence, of.vocabulary_coverage)
	holds_all = bool(evidence.words) and all(match.score > 0 for match in evidence.words if match.weight > 0)
	enough = of.meaning_floor if meaning_floor is None else meaning_floor
	is_near = meaning is None or holds_all or weight >= floor or meaning >= enough
	return Nearness(round(weight, 3), None if meaning is None else round(meaning, 3), is_near)


def nearer(one: Nearness, other: Nearness) -> Nearness:
	"""The nearer of two."""
	return max(one, other, key=lambda each: (each.is_near, each.meaning or 0.0, each.words))


def meaning_of(evidence: ChunkEvidence, vocabulary_coverage: float) -> float | None:
	"""How near the meaning of a passage is, 0 to 1: less, the less the model knows the words of the question; None without vectors."""
	return evidence.legs["vector"].share * vocabulary_coverage if "vector" in evidence.legs else None


def weight_of(evidence: ChunkEvidence, rarest: float) -> float:
	"""How many rare words of the question a passage holds; ``rarest`` is what one of them scores in its index."""
	if rarest <= 0:
		return 0.0
	weight = sum(map(_weight, evidence.words)) / rarest
	if sum(map(_words_in, evidence.words)) > 1:
		return weight
	return max(0.0, weight - _ALONE * min(1.0, rarest / _LARGE))


@dataclass(frozen=True, slots=True)
class _Shape:
	"""What a word of a question looks like, whatever it found."""

	length: int
	"""Characters, without the signs around it."""
	has_no_spaces: bool
	"""Whether it has characters of a script that writes no spaces between words."""
	has_digits: bool
	is_short_number: bool


@lru_cache(maxsize=4096)
def _shape(word: str) -> _Shape:
	"""Asked for each word of a question and each hit, which took a quarter of a search."""
	bare = word.strip(EDGES)
	is_short_number = len(bare) <= _SHORT_NUMBER and bare[:1].isdigit() and not any(map(str.isalpha, bare))
	return _Shape(len(bare), any(map(is_spaceless, bare)), any(map(str.isdigit, bare)), is_short_number)


def _words_in(match: WordMatch) -> int:
	"""How many words of the question a match speaks for: of a script without spaces as many as it has terms."""
	if match.score <= 0:
		return 0
	shape = _shape(match.word)
	if shape.has_no_spaces:
		return len(match.terms)
	return 2 if shape.length >= _CODE_LENGTH and shape.has_digits else 1


def _weight(match: WordMatch) -> float:
	"""The score of one word, made comparable.

	A word that gave several terms counts as about one: it is their mean. What has no spaces between its words is a whole
	sentence, whose pairs of signs overlap, and an identifier has its parts; both grow with the logarithm of their number.
	"""
	if not match.score:
		return 0.0
	terms, shape = max(1, len(match.terms)), _shape(match.word)
	is_compound = shape.has_digits or shape.has_no_spaces
	score = match.score * ((1 + log(terms)) if is_compound else 1) / terms
	if not is_compound and max(map(len, match.terms), default=0) < _FRAGMENT * shape.length:
		score *= _FRAGMENT_WEIGHT
	return score * (_SHORT_NUMBER_WEIGHT if shape.is_short_number else 1)
