"""Newer before older, where both answer alike."""

import math
from collections.abc import Sequence
from datetime import datetime, timezone

from huf.engine.filters.fields import METADATA_PREFIX, find_field
from huf.engine.search.scored_hits import ScoredHit
from huf.engine.types import Hit, JSONValue

LEAST = 0.5
"""What age leaves of a score at least: an old answer stays before a new passage that hardly answers."""
_DAY_S = 86_400


def prefer_fresh(pool: Sequence[ScoredHit], key: str, half_life_days: float, now: float) -> list[ScoredHit]:
	"""Each score times ``LEAST + (1 - LEAST) * 2 ** (-age / half-life)``; equal scores keep their order.

	The age is counted to ``now`` (Unix seconds) from the date under ``key``: a name that filters know too (``date``,
	``modified``, ``created``, ``indexed_at``) or a key of the metadata. A passage without a date counts as one half-life old.
	"""
	aged = [
		scored._replace(score=scored.score * factor(age_days(date_of(scored.hit, key), now), half_life_days))
		for scored in pool
	]
	return sorted(aged, key=lambda scored: -scored.score)


def factor(age_days: float | None, half_life_days: float) -> float:
	"""What a score is multiplied by: 1 for today and the future, towards ``LEAST`` with age."""
	half_lives = 1.0 if age_days is None else max(0.0, age_days) / half_life_days
	return LEAST + (1 - LEAST) * math.pow(2, -half_lives)


def date_of(hit: Hit, key: str) -> JSONValue:
	"""What stands under ``key``, whatever it is; None if nothing does."""
	field = find_field(key) or find_field(METADATA_PREFIX + key)
	if field is None:
		return None
	if field.column == "indexed_at":
		return hit.indexed_at
	return next((value for name in field.keys if (value := hit.metadata.get(name)) is not None), None)


def age_days(value: JSONValue, now: float) -> float | None:
	"""The days from a date (ISO 8601, or Unix seconds) to ``now``, or None if ``value`` is no date."""
	if isinstance(value, bool) or value is None:
		return None
	if isinstance(value, int | float):
		return (now - value) / _DAY_S if math.isfinite(value) else None
	try:
		date = datetime.fromisoformat(value.strip().replace("Z", "+00:00"))
		# A date without a zone is meant as UTC: the hours do not matter to an age in days.
		return (now - (date if date.tzinfo else date.replace(tzinfo=timezone.utc)).timestamp()) / _DAY_S
	except (ValueError, OverflowError):
		return None
