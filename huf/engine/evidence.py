"""Why a chunk was found: what an explanation shows, and what several sources are compared by. Values only."""

from collections.abc import Mapping
from dataclasses import dataclass, field

MEANING_FLOOR = 0.5
"""So near must the meaning of a passage be, 0 to 1, where the words do not tell: a question in another language than the passages. Less
counts what a model says of a text that it hardly reads. The paired test of ``benchmarks.ranking.nearness`` finds 0.3 worse, and nothing between 0.4
and 0.7. A model that is placed on a site has its own, measured there (:mod:`huf.engine.model_files.floors`)."""


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

	query_coverage: float
	"""How much of the query the chunk answers, 0 to 1: by its words and its meaning, weighted as in the search.
	Unlike a score it can be compared between indexes: the best of a bad lot is still bad."""
	words: tuple[WordMatch, ...] = ()
	legs: Mapping[str, LegScore] = field(default_factory=dict)
	"""``keyword``, ``vector``: those that were asked; ``similar``: the mean score of the passages most like it, where it borrowed from these; ``part``:
	its closest part, where parts were compared. Of the last two with the place among those that were looked at."""


@dataclass(frozen=True, slots=True)
class Evidence:
	"""What speaks for some chunks of one index."""

	chunks: Mapping[int, ChunkEvidence]
	vector_weight: float = 0.0
	"""The share of the vectors in the scores of this query."""
	rarest: float = 0.0
	"""What a chunk full of a word that no other chunk has would score: by it scores of indexes of any size compare."""
	vocabulary_coverage: float = 0.0
	"""How well the model of the vectors reads the query, 0 to 1; 0 without vectors."""
	meaning_floor: float = MEANING_FLOOR
	"""From where on that model calls a passage near."""


@dataclass(frozen=True, slots=True)
class StepEffect:
	"""Where a hit stood after one step of the search."""

	step: str
	"""``found`` is the order of the index itself."""
	rank: int
	score: float


@dataclass(frozen=True, slots=True)
class HitExplanation:
	"""Why a hit is where it is."""

	rank: int
	"""1-based place in the result."""
	source: str
	chunk_id: str
	score: float
	evidence: ChunkEvidence | None
	"""None when the kind of index cannot say."""
	steps: tuple[StepEffect, ...]
	"""Its way within its source, from the order of the index to the last step."""
	enrichment: str = ""
	"""What a model says of the passage, by which it is found as well. No text of the document."""
	summary: str = ""
	"""The summary by which it was found, a model's words about it and the passages around it; empty: it was found by itself."""


@dataclass(frozen=True, slots=True)
class SourceExplanation:
	"""How one source was searched."""

	source: str
	build: str
	mode: str
	candidates: int | None
	"""Chunks that the index named. None when the user is not to know, since it counts what they may not see, too."""
	refused: int | None
	"""How many of them the user may not see; None when they are not to know."""
	query_coverage: float
	"""How much of the query the best hit answers."""
	priority_weight: float
	vector_weight: float
	rarest: float = 0.0
	"""What a passage full of one word that no other has would score by its words; 0 when the kind of index cannot say."""
	vocabulary_coverage: float = 0.0
	"""How well the model of the vectors reads the query, 0 to 1; 0 without vectors."""
	removed: Mapping[str, int] = field(default_factory=dict)
	"""How many hits each step took out."""
	words_suffice: bool = False
	"""Whether the vectors weigh less because a passage has all words of the query."""
	read_with: tuple[str, ...] = ()
	"""The other sources whose hits a re-ranking model read together with those of this one."""
	searched_for: str = ""
	"""What of a long text was searched for here; empty: all of it."""
	meaning_floor: float = MEANING_FLOOR
	"""From where on the model of the vectors calls a passage near."""


@dataclass(frozen=True, slots=True)
class Explanation:
	"""Why a search found what it found."""

	words: tuple[str, ...]
	"""The words that were searched for."""
	left_out: tuple[str, ...]
	"""Function words of the query, which do not count."""
	sources: tuple[SourceExplanation, ...]
	hits: tuple[HitExplanation, ...]
	filters: tuple[str, ...] = ()
	"""What the user's filters ask, in words."""
