"""Tests of retrieval: what a question is expected to find, and how far what was found is as expected.

No model judges anything. A test expects an input, a page, words of a passage, or a value, which is compared as the verification of
answers compares values (:mod:`huf.engine.answers`); or that something is not found.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from huf.engine.answers.verification import GivenPassage, passages_of, verify_answer
from huf.engine.types import Hit
from huf.local.quality.evaluation import CUT

Kind = Literal["Must Find", "Must Say", "Must Not Find"]
KINDS: tuple[Kind, ...] = ("Must Find", "Must Say", "Must Not Find")


@dataclass(frozen=True, slots=True)
class Expectation:
	"""What one question must, or must not, find among its first :data:`~huf.local.quality.evaluation.CUT` passages."""

	kind: Kind
	inputs: frozenset[str] = frozenset()
	"""Keys of inputs; a passage of any one of them is meant. Empty: of every input. That none is left is said by ``is_lost``."""
	page: int = 0
	"""Only passages of this page of a PDF; 0: of any."""
	passage: str = ""
	"""Only passages that have these words in this order, however they are spaced, in upper or lower case."""
	value: str = ""
	"""What a passage says, for *Must Say*: ``42 days``, ``EUR 1,200.50``, a date, a number of an article, a name."""
	is_lost: bool = False
	"""What it expects does not exist any more, so no passage is meant."""


@dataclass(frozen=True, slots=True)
class Outcome:
	"""What came of one test."""

	kind: Kind
	place: int
	"""Of the first passage that is meant, from 1; 0: it is not among those looked at."""

	@property
	def passed(self) -> bool:
		"""Whether it is as expected."""
		return (self.place == 0) == (self.kind == "Must Not Find")

	@property
	def is_scored(self) -> bool:
		"""Whether it has a place that counts: what must not be found is right or wrong, and no better at the end of the list."""
		return self.kind != "Must Not Find"

	@property
	def ndcg(self) -> float:
		"""nDCG with one relevant passage: the share of the gain that it has at its place (Järvelin and Kekäläinen 2002)."""
		return 1 / math.log2(self.place + 1) if self.place else 0.0


@dataclass(frozen=True, slots=True)
class Measures:
	"""The means over the tests that have a place, 0 to 1; None where there is no such test."""

	questions: int
	recall: float | None
	"""The share whose passage is among the first :data:`~huf.local.quality.evaluation.CUT`."""
	mrr: float | None
	"""The mean of one over its place; 0 where it is not among them."""
	ndcg: float | None


def outcome_of(expectation: Expectation, hits: Sequence[Hit]) -> Outcome:
	"""Where the first of ``hits``, in their order, stands that the test is about."""
	if expectation.is_lost:
		return Outcome(expectation.kind, 0)
	words = _squeezed(expectation.passage)
	for place, hit in enumerate(hits[:CUT], 1):
		if (
			(not expectation.inputs or expectation.inputs & {hit.input, *hit.also_in})
			and _is_on(expectation.page, hit)
			and words in _squeezed(hit.text)
			and (expectation.kind != "Must Say" or says(expectation.value, passages_of({1: hit})[1]))
		):
			return Outcome(expectation.kind, place)
	return Outcome(expectation.kind, 0)


def measure(outcomes: Iterable[Outcome]) -> Measures:
	"""Recall, MRR and nDCG of a suite at :data:`~huf.local.quality.evaluation.CUT`."""
	scored = [one for one in outcomes if one.is_scored]
	if not scored:
		return Measures(0, None, None, None)
	count = len(scored)
	return Measures(
		count,
		sum(one.passed for one in scored) / count,
		sum(1 / one.place for one in scored if one.place) / count,
		sum(one.ndcg for one in scored) / count,
	)


def changed(before: Mapping[str, Outcome], now: Mapping[str, Outcome]) -> list[str]:
	"""The tests of both that were passed in one alone, in the order of ``now``."""
	return [key for key, one in now.items() if key in before and before[key].passed != one.passed]


def says(value: str, given: GivenPassage) -> bool:
	"""Whether a text has all values of ``value``, as the verification of an answer that is ``value`` and nothing else finds them;
	or its words, where it has none that could be compared."""
	found = verify_answer(value, {1: given}).claims
	if found:
		return all(claim.status == "verified" for claim in found)
	words = _words(value)
	return bool(words) and f" {words} " in f" {_words(given.text)} "


def _is_on(page: int, hit: Hit) -> bool:
	return not page or hit.locator.page == page


def _squeezed(text: str) -> str:
	return " ".join(text.casefold().split())


def _words(text: str) -> str:
	"""The letters and digits of a text in words, and nothing between them."""
	return " ".join("".join(sign if sign.isalnum() else " " for sign in text.casefold()).split())
