"""Newer before older, where both answer alike."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timezone

from huf.engine.search.picks import Pick
from huf.engine.types import JSONValue

LEAST = 0.5
"""What age leaves of a score at least: an old answer stays before a new passage that hardly answers."""
_DAY_S = 86_400


def prefer_fresh(pool: Sequence[Pick], key: str, half_life_days: float, now: float) -> list[Pick]:
	"""Each score times ``LEAST + (1 - LEAST) * 2 ** (-age / half-life)``; equal scores keep their order.

	The age is counted from the date that the metadata hold under ``key`` to ``now`` (Unix seconds). A passage
	without a date counts as one half-life old.
	"""
	aged = [
		replace(pick, score=pick.score * factor(age_days(pick.hit.metadata, key, now), half_life_days))
		for pick in pool
	]
	return sorted(aged, key=lambda pick: -pick.score)


def factor(age_days: float | None, half_life_days: float) -> float:
	"""What a score is multiplied by: 1 for today and the future, towards ``LEAST`` with age."""
	half_lives = 1.0 if age_days is None else max(0.0, age_days) / half_life_days
	return LEAST + (1 - LEAST) * math.pow(2, -half_lives)


def age_days(metadata: Mapping[str, JSONValue], key: str, now: float) -> float | None:
	"""The age in days, or None if there is no date under ``key``."""
	value = metadata.get(key)
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
