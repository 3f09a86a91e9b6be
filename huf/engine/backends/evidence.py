"""Why a chunk was found: what an explanation shows, and what several sources are compared by."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class WordMatch:
	"""One word of the query, and what it gave a chunk."""

	word: str
	terms: tuple[str, ...]
	"""The terms of the index that stand in the chunk, as the index spells them; none when the word is not there."""
	weight: float
	"""The share of this word in the whole query, 0 to 1: rare words weigh most. All words together have 1."""
	score: float
	"""What it added to the chunk's keyword score."""
	share: float
	"""How much of ``weight`` the chunk has earned: all of it when it is full of the word (BM25 saturates)."""


@dataclass(frozen=True, slots=True)
class LegScore:
	"""A chunk in one leg of a search."""

	rank: int | None
	"""1-based; None when it is not among those that the leg named."""
	score: float
	"""In the leg's own scale: BM25, or the cosine of the vectors."""
	share: float
	"""What of the query it answers by the leg's own measure, 0 to 1; comparable between indexes."""


@dataclass(frozen=True, slots=True)
class ChunkEvidence:
	"""What speaks for one chunk."""

	answered: float
	"""How much of the query the chunk answers, 0 to 1: by its words and its meaning, weighted as in the search.
	Unlike a score it can be compared between indexes: the best of a bad lot is still bad."""
	words: tuple[WordMatch, ...] = ()
	legs: Mapping[str, LegScore] = field(default_factory=dict)
	"""``keyword``, ``vector``: those that were asked."""


@dataclass(frozen=True, slots=True)
class Evidence:
	"""What speaks for some chunks of one index."""

	chunks: Mapping[int, ChunkEvidence]
	vector_weight: float = 0.0
	"""The share of the vectors in the scores of this query."""
