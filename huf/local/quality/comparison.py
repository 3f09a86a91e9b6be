"""Compares two evaluations question by question: what changed, and whether chance alone would have done as much.

A mean of a hundred questions moves by a hundredth when nothing is better or worse than before. Both evaluations asked the same
questions, so their differences are looked at in pairs.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from huf.engine.errors import SettingsError
from huf.local.quality.evaluation import METRICS, Evaluation

FORMAT = 1
SHUFFLES = 100_000
"""Ways to share the differences out that are tried where there are too many to try all: p is known to .001 near .05 (the standard
error of a share is its root of p (1 - p) / n)."""
EXACT = 16
"""Differing questions up to which all ways are tried: 65,536."""
_SEED = 20_261_124
_AT_ONCE = 2_000


@dataclass(frozen=True, slots=True)
class Difference:
	"""What one measure of the same questions is now, against before."""

	mean: float
	"""Now less before."""
	p: float
	"""See :func:`paired_p`."""
	won: int
	"""Questions that are better now."""
	lost: int

	def to_dict(self) -> dict[str, float]:
		"""Ready for JSON."""
		return {"difference": round(self.mean, 4), "p": round(self.p, 5), "won": self.won, "lost": self.lost}


@dataclass(frozen=True, slots=True)
class Comparison:
	"""One collection against what was saved of it: each metric, of all questions and by group."""

	name: str
	queries: int
	whole: Mapping[str, Difference]
	groups: Mapping[str, Mapping[str, Difference]]
	by: str

	def to_dict(self) -> dict[str, Any]:
		"""Ready for JSON."""
		values: dict[str, Any] = {name: one.to_dict() for name, one in self.whole.items()}
		if self.groups:
			values[f"by_{self.by}"] = {
				group: {name: one.to_dict() for name, one in row.items()}
				for group, row in self.groups.items()
			}
		return {**values, "queries": self.queries}


def paired_p(differences: Sequence[float]) -> float:
	"""The two-sided p of a paired randomisation test (Fisher 1935; for retrieval Smucker, Allan and Carterette, CIKM 2007).

	If it made no difference which of the two a result comes from, each difference could as well have the other sign. p is the share of
	all ways to choose the signs whose mean is at least as far from zero; of :data:`SHUFFLES` ways, always the same ones, where more
	than :data:`EXACT` differ, counting the one that happened. 1 where nothing differs.
	"""
	moved = np.array([one for one in differences if one], dtype=np.float64)
	if not len(moved):
		return 1.0
	# Sums of the same numbers in another order differ in the last digits.
	least = abs(float(moved.sum())) - 1e-9
	if len(moved) <= EXACT:
		ways = np.arange(2 ** len(moved), dtype=np.uint32)
		flipped = (ways[:, None] >> np.arange(len(moved), dtype=np.uint32)) & 1
		return float(np.mean(np.abs((1.0 - 2.0 * flipped) @ moved) >= least))
	chance = np.random.default_rng(_SEED)
	reached = 1
	for _ in range(SHUFFLES // _AT_ONCE):
		signs = 1.0 - 2.0 * chance.integers(0, 2, (_AT_ONCE, len(moved)), dtype=np.int8)
		reached += int(np.sum(np.abs(signs @ moved) >= least))
	return reached / (SHUFFLES + 1)


def save(file: Path, evaluations: Sequence[Evaluation]) -> None:
	"""Write what :func:`compare` needs of them, as JSON.

	Raises:
		SettingsError: two collections have the same name, or the file cannot be written.
	"""
	saved = {found.name: {"asked": found.asked, "queries": found.by_query} for found in evaluations}
	if len(saved) < len(evaluations):
		raise SettingsError("Two of the collections have the same name. Evaluate them one after the other.")
	try:
		file.write_text(
			json.dumps({"huf_evaluation": FORMAT, "metrics": METRICS, "collections": saved}), "utf-8"
		)
	except OSError as error:
		raise SettingsError(f"{file} cannot be written: {error.strerror}.") from None


def read_saved(file: Path) -> Mapping[str, Any]:
	"""What :func:`save` wrote, by the name of the collection.

	Raises:
		SettingsError: it is no such file.
	"""
	wrong = SettingsError(f"{file} is not what `huf evaluate --save` of this version of huf writes.")
	try:
		found = json.loads(file.read_text("utf-8"))
	except (OSError, ValueError):
		raise wrong from None
	if not isinstance(found, dict) or (found.get("huf_evaluation"), found.get("metrics")) != (
		FORMAT,
		list(METRICS),
	):
		raise wrong
	collections: Mapping[str, Any] = found["collections"]
	return collections


def compare(now: Evaluation, saved: Mapping[str, Any]) -> Comparison:
	"""An evaluation against what :func:`read_saved` gives of the same collection.

	Raises:
		SettingsError: the collection is not among it, or was asked other questions then.
	"""
	before = saved.get(now.name)
	if before is None:
		raise SettingsError(
			f"What was saved has no collection {now.name}. It has: {', '.join(sorted(saved))}."
		)
	if before["asked"] != now.asked:
		raise SettingsError(f"The questions of {now.name} are not those of what was saved. Save it again.")
	pairs = {query: (before["queries"][query], row) for query, row in now.by_query.items()}
	return Comparison(
		now.name,
		len(pairs),
		_differences(list(pairs.values())),
		{name: _differences([pairs[query] for query in group]) for name, group in now.members.items()},
		now.by,
	)


def _differences(pairs: Sequence[tuple[Sequence[float], Sequence[float]]]) -> dict[str, Difference]:
	found = {}
	for place, name in enumerate(METRICS):
		moved = [now[place] - before[place] for before, now in pairs]
		found[name] = Difference(
			sum(moved) / len(moved),
			paired_p(moved),
			sum(one > 0 for one in moved),
			sum(one < 0 for one in moved),
		)
	return found
