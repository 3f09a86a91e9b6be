"""Whether a new build may take the place of the one that answers: decided by the tests of both, question by question."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from huf.local.quality.comparison import paired_p
from huf.local.quality.expectations import Outcome

LEAST_QUESTIONS = 50
"""Questions with a place below which nothing is said of better and worse: one of a dozen may be badly put."""
LEVEL = 0.05
"""Of p, two-sided, below which a lower nDCG is not put down to chance. Of builds that are as good, it takes half of this share for worse."""

Ruling = Literal["Publish", "Too Few Questions", "Worse", "Found Against A Test"]
"""What is to be done: the last two are held."""


@dataclass(frozen=True, slots=True)
class Judgement:
	"""The build of ``now`` against that of ``before``."""

	ruling: Ruling
	questions: int
	"""That both were asked and that have a place."""
	difference: float
	"""Of the mean nDCG, now less before; 0 without questions."""
	p: float
	"""Of a paired randomisation test of it, two-sided (:func:`~huf.local.quality.comparison.paired_p`)."""
	better: int
	worse: int
	broken: tuple[str, ...]
	"""Tests of what must not be found that were passed before and no longer are."""

	@property
	def is_held(self) -> bool:
		"""Whether a person has to decide."""
		return self.ruling in ("Worse", "Found Against A Test")


def judge(before: Mapping[str, Outcome], now: Mapping[str, Outcome]) -> Judgement:
	"""Compare the outcomes of the same tests; those that only one of them has say nothing.

	What must not be found is no matter of chance: a single test of that kind that was passed before and is not now holds the build,
	however few tests there are. All else is decided by the nDCG of the questions in pairs, from :data:`LEAST_QUESTIONS` questions on.
	"""
	both = [key for key in now if key in before]
	broken = tuple(
		key for key in both if not now[key].is_scored and before[key].passed and not now[key].passed
	)
	moved = [now[key].ndcg - before[key].ndcg for key in both if now[key].is_scored]
	mean, p = (sum(moved) / len(moved), paired_p(moved)) if moved else (0.0, 1.0)
	ruling: Ruling = "Publish"
	if broken:
		ruling = "Found Against A Test"
	elif len(moved) < LEAST_QUESTIONS:
		ruling = "Too Few Questions"
	elif mean < 0 and p < LEVEL:
		ruling = "Worse"
	return Judgement(
		ruling, len(moved), mean, p, sum(one > 0 for one in moved), sum(one < 0 for one in moved), broken
	)
