"""How much one build takes in: as much as fits into a minute here, and less after a crash."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from huf.ai.knowledge.contents.wanted import WantedState
from huf.ai.knowledge.indexing.recipe.recipes import Recipe
from huf.ai.knowledge.indexing.state import retries
from huf.ai.knowledge.status import READING

if TYPE_CHECKING:
	from huf.engine.builds import BuildPlan
	from huf.engine.types import WantedInput

BUILD_SECONDS = 60.0
"""How long one build of an update should take at most; sets the size of its batch."""

FIRST_BATCH_BYTES = 16_000_000
"""Size of the first batch, before this job knows how fast it is here."""

FIRST_REMOTE_BYTES = 1_000_000
"""The same when a service makes the vectors: about 500 chunks."""


class Pace:
	"""How much one build may take in: grows and shrinks with the speed measured on this machine."""

	def __init__(self) -> None:
		self.builds = 0
		self._bytes = 0

	def limit(self, recipe: Recipe) -> int:
		"""Bytes of content that the next build may take."""
		return self._bytes or (FIRST_REMOTE_BYTES if recipe.is_costly else FIRST_BATCH_BYTES)

	def measured(self, size: int, seconds: float) -> None:
		"""Learn from a finished build."""
		self.builds += 1
		self._bytes = max(1_000_000, int(size / max(seconds, 0.1) * BUILD_SECONDS), self._bytes // 4)


def first_batch(plan: "BuildPlan", state: WantedState, most_bytes: int) -> tuple["BuildPlan", bool]:
	"""The part of a plan that one build takes, and whether that is all of it.

	Inputs left for later stay in the index as they are. An input that failed is not tried again before
	somebody, or its retry time, asks for it, or the limits change by which it failed, and one whose scans are being read not
	before they are; unless there is no index at all to start from.
	"""
	skipped = ("Error", READING)
	todo = [
		item
		for item in plan.index
		if plan.base is None
		or state.rows[item.key].status not in skipped
		or item.key in plan.under_other_limits
	]
	taken = as_many_as_fit(todo, state, most_bytes)
	kept = plan.kept + len(plan.index) - len(taken)
	return replace(plan, index=tuple(taken), kept=kept), len(taken) == len(todo)


def as_many_as_fit(
	inputs: "Sequence[WantedInput]", state: WantedState, most_bytes: int
) -> "list[WantedInput]":
	"""The first of these inputs that have so many bytes together, and at least one; fewer after crashes."""
	taken: list[WantedInput] = []
	total = 0
	asked = inputs[: retries.batch_limit(retries.crashes_in_a_row(state.source.name))]
	for item, (_key, size) in zip(asked, state.sizes(item.key for item in asked), strict=True):
		total += size
		if taken and total > most_bytes:
			break
		taken.append(item)
	return taken
