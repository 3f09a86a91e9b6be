"""Hits on their way through a search."""

from typing import NamedTuple

from huf.engine.backends.base import Passage
from huf.engine.types import Hit


class ScoredHit(NamedTuple):
	"""A hit that may be shown, the passage it is made of, and its score at this point of the search."""

	hit: Hit
	passage: Passage
	score: float
	summary: Passage | None = None
	"""The summary by which it was found, if it was not found by itself."""
