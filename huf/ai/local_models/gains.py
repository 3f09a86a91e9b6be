"""What a cross-encoder changes on a site: its Knowledge Tests are asked with it and without, each with the rights of its own user."""

import time
from dataclasses import dataclass
from statistics import median

import frappe

from huf.ai.knowledge.backends.placed_models import Gain
from huf.ai.knowledge.searching.ranking_steps import reranked_by
from huf.ai.quality.asking import ask
from huf.ai.quality.running import tests_of
from huf.engine.errors import HufError
from huf.engine.model_files.floors import LEAST_QUESTIONS
from huf.engine.search import Reranker
from huf.engine.search.steps.settings import RERANK_TIMEOUT_S
from huf.local.quality.comparison import paired_p

MOST_TESTS = 500
_PATIENCE_S = 60.0
"""Here it is awaited, so that what is counted is its order; how often a search would not have waited is counted too."""


@dataclass(frozen=True, slots=True)
class _Answer:
	"""What came of one search."""

	ndcg: float
	seconds: float


def measured_gain(reranker: Reranker) -> Gain:
	"""The answers of the site's tests with ``reranker`` against those without any; with no questions where there are too few.

	Raises RerankFailed: the model cannot be loaded.
	"""
	tests = [
		test
		for source in frappe.get_all("Knowledge Source", pluck="name", order_by="creation")
		for test in tests_of(source)
		if test.expectation != "Must Not Find"
	][:MOST_TESTS]
	if len(tests) < LEAST_QUESTIONS:
		return Gain(0, 0.0, 0.0, 0, 0, 1.0, 0.0, 0.0, 0)
	reranker.prepare()
	pairs: list[tuple[_Answer, _Answer]] = []
	for test in tests:
		# What is read from the disk for the first time is no part of either time.
		_asked(test, None)
		before, after = _asked(test, None), _asked(test, reranker)
		if before and after:
			pairs.append((before, after))
	if len(pairs) < LEAST_QUESTIONS:
		return Gain(0, 0.0, 0.0, 0, 0, 1.0, 0.0, 0.0, 0)
	count = len(pairs)
	moved = [after.ndcg - before.ndcg for before, after in pairs]
	return Gain(
		count,
		sum(before.ndcg for before, _ in pairs) / count,
		sum(after.ndcg for _, after in pairs) / count,
		sum(one > 0 for one in moved),
		sum(one < 0 for one in moved),
		paired_p(moved),
		median(before.seconds for before, _ in pairs),
		median(after.seconds for _, after in pairs),
		sum(after.seconds - before.seconds > RERANK_TIMEOUT_S for before, after in pairs),
	)


def _asked(test: "frappe._dict", reranker: Reranker | None) -> _Answer | None:
	"""None: the test could not be asked."""
	begun = time.perf_counter()
	with reranked_by(reranker, _PATIENCE_S):
		try:
			outcome = ask(test).outcome
		except HufError:
			return None
	return _Answer(outcome.ndcg, time.perf_counter() - begun) if outcome else None
