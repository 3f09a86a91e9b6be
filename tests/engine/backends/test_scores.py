"""The scores of one search, added up beside a plain dictionary: the same best ones, however much of the index has left."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from huf.engine.postings.scores import Scores

LAST = 3000
CHUNKS = st.integers(0, LAST)
TERMS = st.lists(st.dictionaries(CHUNKS, st.integers(1, 255), min_size=1, max_size=200), max_size=5)


@settings(max_examples=150, deadline=None)
@given(
	st.lists(st.tuples(TERMS, st.booleans()), max_size=3), st.sets(CHUNKS, max_size=400), st.integers(1, 30)
)
def test_the_best_that_have_not_left(
	searches: list[tuple[list[dict[int, int]], bool]], dead: set[int], limit: int
) -> None:
	"""One search after the other; what was added to a chunk that has left is nowhere, and nothing stays for the next."""
	scores = Scores(LAST, np.array(sorted(dead), dtype=np.int64))
	for terms, is_dense in searches:
		known: dict[int, float] = {}
		for term in terms:
			scores.begin_term()
			chunks = np.array(sorted(term), dtype=np.uint32)
			impacts = np.array([term[int(chunk)] for chunk in chunks], dtype=np.uint8)
			if is_dense:
				spread = np.zeros(LAST + 1, dtype=np.uint8)
				spread[chunks] = impacts
				scores.add_dense(0, spread, np.float32(0.5))
			else:
				scores.add(chunks, impacts, np.float32(0.5))
			for chunk, impact in term.items():
				known[chunk] = known.get(chunk, 0) + impact / 2
			left = {chunk: score for chunk, score in known.items() if chunk not in dead}
			beaten = scores.to_beat(limit)
			assert beaten >= 0 and sum(score >= beaten for score in left.values()) >= min(limit, len(left))
			assert beaten == 0 or len(left) >= limit
			least = max(left.values(), default=1) / 2
			assert scores.at_least(least).tolist() == sorted(c for c, score in left.items() if score >= least)
			best = sorted(left.items(), key=lambda one: (-one[1], one[0]))[:limit]
			assert scores.best(limit) == ([chunk for chunk, _ in best], [score for _, score in best])
		scores.clear()
		assert scores.best(limit) == ([], [])


def test_a_search_for_rare_words_touches_nothing_that_left(monkeypatch: pytest.MonkeyPatch) -> None:
	"""However much has left, what few chunks have is added and forgotten by these chunks alone."""
	asides, plain = 0, Scores._bury

	def bury(self: Scores) -> None:
		nonlocal asides
		asides += 1
		plain(self)

	monkeypatch.setattr(Scores, "_bury", bury)
	scores = Scores(100_000, np.arange(50_000))
	for _ in range(3):
		scores.begin_term()
		chunks = np.array([7, 49_999, 50_000, 60_000], dtype=np.uint32)
		scores.add(chunks, np.array([9, 9, 2, 1], dtype=np.uint8), np.float32(1))
		scores.add_to(np.array([8, 60_001]), np.array([9, 3], dtype=np.float32))
		assert scores.best(3, np.array([7, 8, 50_000, 60_000, 60_001])) == (
			[60_001, 50_000, 60_000],
			[3, 2, 1],
		)
		scores.clear()
		assert scores.best(3) == ([], [])
	assert asides == 1
