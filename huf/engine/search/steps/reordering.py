"""Steps that need nothing but the hits: equal texts become one, old ones sink, and what comes first differs."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timezone

from huf.engine.analysis.marks import MARKS
from huf.engine.filters.fields import METADATA_PREFIX, find_field
from huf.engine.search.hits.scored_hits import ScoredHit
from huf.engine.types import Hit, JSONValue

# Hits of equal text become one: within a source, and between sources.


def collapse(pool: Sequence[ScoredHit]) -> list[ScoredHit]:
	"""The best of each group of hits whose texts differ in case and white space alone, with the inputs of the others.

	``pool`` holds only what the caller may see, so no input is named that is not theirs.
	"""
	groups: dict[str, list[ScoredHit]] = {}
	for scored in pool:
		groups.setdefault(words_of(scored.hit), []).append(scored)
	return [_together(group) for group in groups.values()]


def words_of(hit: Hit) -> str:
	"""What two hits have in common that are the same to a reader. Two orders of the same goods are two."""
	text = f"{hit.title}\n{hit.text}" if hit.is_of_record else hit.text
	return " ".join(text.casefold().split())


def _together(group: Sequence[ScoredHit]) -> ScoredHit:
	first = group[0]
	others = dict.fromkeys(scored.hit.input for scored in group if scored.hit.input != first.hit.input)
	return first._replace(hit=first.hit._replace(also_in=tuple(others))) if others else first


# Newer before older, where both answer alike.

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


# Hits that do not all say the same.

_WORD = re.compile(rf"\w[\w{MARKS}]*")


def at_most_per_input(pool: Sequence[ScoredHit], most: int) -> list[ScoredHit]:
	"""The hits in their order, no more than ``most`` of one input."""
	seen: Counter[str] = Counter()
	kept = []
	for scored in pool:
		seen[scored.hit.input] += 1
		if seen[scored.hit.input] <= most:
			kept.append(scored)
	return kept


def mmr(pool: Sequence[ScoredHit], count: int, weight: float) -> list[ScoredHit]:
	"""``count`` hits by maximal marginal relevance (Carbonell and Goldstein, SIGIR 1998).

	Next comes the hit with the highest ``weight * relevance - (1 - weight) * likeness``, where relevance is the score as a
	share of the best, and likeness the largest share of words in common (Jaccard) with a hit taken before. The best
	hit stays first. Equal ones come in the order of the pool. Scores stay what they were.
	"""
	if not pool:
		return []
	best = max(scored.score for scored in pool) or 1.0
	words = [frozenset(_WORD.findall(scored.hit.text.casefold())) for scored in pool]
	likeness = [0.0] * len(pool)
	left = list(range(len(pool)))
	taken: list[ScoredHit] = []
	while left and len(taken) < count:
		chosen = max(
			left,
			key=lambda place: (weight * pool[place].score / best - (1 - weight) * likeness[place], -place),
		)
		left.remove(chosen)
		taken.append(pool[chosen])
		for place in left:
			likeness[place] = max(likeness[place], _in_common(words[place], words[chosen]))
	return taken


def _in_common(one: frozenset[str], other: frozenset[str]) -> float:
	shared = len(one & other)
	return shared / (len(one) + len(other) - shared) if shared else 0.0
