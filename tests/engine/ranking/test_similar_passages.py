"""What the first of a hybrid search borrow from the scores of similar ones: it decides between them, and hides nothing."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.ranking.neighbor_reranking import FINALISTS, NeighborVectors
from huf.engine.ranking.similar_passages import borrowed_share, rerank_by_similar
from tests.engine.backends.test_vectors import ask, build

PUMP, LAMP = [1.0, 0.1, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]
TEXTS = {
	"first": "The pump of the laundry is greased every spring and autumn by the porter.",
	"again": "Every spring and autumn the porter has grease for the pump of the laundry.",
	"lamps": "Lamps of the stairs are changed by the porter when they flicker in winter.",
	"other": "A hotel room is paid up to ninety euros a night.",
}
LONG = "when does the porter grease the laundry pump and change flickering stairs lamps, spring, autumn or winter"


def neighbors(rows: Sequence[Sequence[float]], inputs: Sequence[int] = ()) -> NeighborVectors:
	"""Chunks 0, 1, … with these vectors, each of an input of its own; all chunks of the index have no direction on average."""
	chunks = list(range(len(rows)))
	return NeighborVectors(
		chunks=chunks,
		rows=np.array(rows, dtype=np.float32),
		mean_row=np.zeros(4, dtype=np.float32),
		beside={},
		words={},
		inputs=dict(enumerate(inputs or chunks)),
	)


@st.composite
def rankings(draw: st.DrawFn) -> tuple[list[tuple[int, float]], NeighborVectors]:
	"""Chunks with falling scores, and their vectors and inputs, at random; some vectors are zeros."""
	scores = sorted(draw(st.lists(st.floats(0, 1), min_size=1, max_size=30)), reverse=True)
	numbers = st.lists(st.sampled_from([-1.0, 0.0, 0.5]), min_size=4, max_size=4)
	rows = [draw(numbers) for _ in scores]
	return list(enumerate(scores)), neighbors(rows, [draw(st.integers(0, 5)) for _ in scores])


@given(rankings(), st.floats(0, 1))
def test_no_passage_is_lost(made: tuple[list[tuple[int, float]], NeighborVectors], share: float) -> None:
	"""The same chunks come out, best first, none above the best score of before; those not looked at stay below, those of one input in order."""
	ranked, known = made
	looked, lent = rerank_by_similar(ranked, known, share)
	assert sorted(chunk for chunk, _ in looked) == [chunk for chunk, _ in ranked]
	values = [score for _, score in looked]
	assert values == sorted(values, reverse=True)
	assert all(0 <= value <= ranked[0][1] + 1e-9 for value in values)
	assert [chunk for chunk, _ in looked[FINALISTS:]] == [chunk for chunk, _ in ranked[FINALISTS:]]
	assert set(lent) <= {chunk for chunk, _ in ranked[:FINALISTS]}
	for number in set(known.inputs.values()):
		own = [chunk for chunk, _ in looked[:FINALISTS] if known.inputs[chunk] == number]
		assert own == sorted(own)


def test_a_passage_like_the_best_rises() -> None:
	"""It comes before one that is like none and had a little more; that one keeps what it had."""
	ranked = [(0, 1.0), (1, 0.7), (2, 0.68)]
	looked, lent = rerank_by_similar(ranked, neighbors([PUMP, LAMP, PUMP]), 0.2)
	assert [chunk for chunk, _ in looked] == [0, 2, 1]
	assert lent == pytest.approx({0: 0.68, 1: 0.7, 2: 1.0})
	assert dict(looked)[1] == pytest.approx(0.7)


def test_copies_do_not_lift_each_other() -> None:
	"""However often a text stands among the first, it is worth what it was worth alone."""
	ranked = [(0, 0.71), *((chunk, 0.7) for chunk in range(1, 6))]
	looked, _ = rerank_by_similar(ranked, neighbors([LAMP, *[PUMP] * 5]), 0.5)
	assert [chunk for chunk, _ in looked] == [chunk for chunk, _ in ranked]
	assert [score for _, score in looked] == pytest.approx([score for _, score in ranked])


@pytest.mark.parametrize(("words", "share"), [(1, 0.0), (4, 0.0), (7, 0.2), (10, 0.4), (60, 0.4)])
def test_only_long_questions_borrow(words: int, share: float) -> None:
	"""Up to four words nothing is borrowed, from ten on as much as the vectors weigh."""
	assert borrowed_share(words, 0.4) == pytest.approx(share)


def test_an_explanation_says_so(tmp_path: Path) -> None:
	"""Of a long question it has what was lent to each hit; of a short one, one with an identifier, and with a model that reads sentences nothing."""
	words, sentences = FakeEmbedder(), FakeEmbedder()
	words.knows_words_only = True
	path = build(tmp_path / "words", TEXTS, words).info.path
	told = ask(path, LONG, words, explain=True).explanation
	assert told
	legs = [hit.evidence.legs for hit in told.hits if hit.evidence]
	assert sorted(leg["similar"].rank or 0 for leg in legs) == list(range(1, len(legs) + 1))
	assert all(0 <= leg["similar"].score <= 1 for leg in legs)
	other = build(tmp_path / "sentences", TEXTS, sentences).info.path
	for where, question, model in (
		(path, "grease laundry pump", words),
		(path, f"{LONG} BC547B", words),
		(other, LONG, sentences),
	):
		without = ask(where, question, model, explain=True).explanation
		assert without and without.hits
		assert all("similar" not in hit.evidence.legs for hit in without.hits if hit.evidence)
