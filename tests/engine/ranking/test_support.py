"""The closer look at the first of a hybrid search: neighbours speak for a passage, and identifiers stay first."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from huf.engine.analysis.query import parse_query
from huf.engine.backends.hybrid import meaning_search
from huf.engine.backends.hybrid.reader import SqliteHybridReader
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.ranking.fusion import ABSTAINING, VectorLeg, fuse, vector_weight
from huf.engine.ranking.neighbor_reranking import FINALISTS, NeighborVectors, rerank_by_neighbors
from tests.engine.backends.test_vectors import ask, build

QUESTION = np.array([1, 0, 0, 0], dtype=np.float32)


def neighbors(
	rows: Sequence[Sequence[float]],
	beside: dict[int, list[int]] | None = None,
	words: dict[int, float] | None = None,
	inputs: Sequence[int] = (),
) -> NeighborVectors:
	"""Chunks 0, 1, … with these vectors; all chunks of the index have no direction on average."""
	chunks = list(range(len(rows)))
	matrix = np.array(rows, dtype=np.float32)
	return NeighborVectors(
		chunks,
		matrix,
		np.zeros(4, dtype=np.float32),
		{chunk: [] for chunk in chunks} | (beside or {}),
		words or {},
		dict(enumerate(inputs or chunks)),
	)


@st.composite
def looks(draw: st.DrawFn) -> tuple[list[float], VectorLeg, NeighborVectors]:
	"""Keyword scores of the chunks 0, 1, …; the vector leg of all; their vectors and neighbours, at random."""
	number = draw(st.integers(1, 30))
	numbers = st.lists(st.floats(-1, 1, width=32), min_size=4, max_size=4)
	rows = np.array([draw(numbers) for _ in range(number)], dtype=np.float32)
	lengths = np.linalg.norm(rows, axis=1, keepdims=True)
	rows = rows / np.where(lengths < 0.01, 1, lengths)
	scores = sorted(
		draw(st.lists(st.floats(0.01, 50), min_size=1, max_size=number, unique=True)), reverse=True
	)
	chunks = list(range(number))
	beside = {
		chunk: [other for other in (chunk - 1, chunk + 1) if 0 <= other < number and draw(st.booleans())]
		for chunk in chunks
	}
	words = {chunk: score / scores[0] for chunk, score in enumerate(scores)}
	leg = VectorLeg(chunks, (rows @ QUESTION).tolist(), 0.0)
	inputs = {chunk: draw(st.integers(0, 5)) for chunk in chunks}
	return scores, leg, NeighborVectors(chunks, rows, rows.mean(axis=0), beside, words, inputs)


@given(looks(), st.floats(0.01, 1))
def test_no_passage_is_lost_and_scores_fall(
	both: tuple[list[float], VectorLeg, NeighborVectors], weight: float
) -> None:
	"""The same chunks come out, each once, best first, with scores from 0 to 1; what was not looked at stays below."""
	scores, leg, known = both
	fused = fuse(range(len(scores)), scores, leg, weight)
	looked = rerank_by_neighbors(fused, QUESTION, known, weight)
	assert sorted(chunk for chunk, _ in looked) == sorted(chunk for chunk, _ in fused)
	values = [score for _, score in looked]
	assert values == sorted(values, reverse=True)
	assert all(0 <= value <= 1 + 1e-6 for value in values)
	assert [chunk for chunk, _ in looked[FINALISTS:]] == [chunk for chunk, _ in fused[FINALISTS:]]
	assert looked == rerank_by_neighbors(fused, QUESTION, known, weight)


@given(
	looks(),
	st.floats(0.1, 1),
	st.sampled_from(["BC547B", "part ABC-123 please", "where is the form W-8BEN used"]),
)
def test_an_identifier_is_not_buried(
	both: tuple[list[float], VectorLeg, NeighborVectors], most: float, text: str
) -> None:
	"""Whatever stands beside them, the best keyword match of a query with an identifier stays first."""
	scores, leg, known = both
	weight = vector_weight(parse_query(text), scores, most, 1.0)
	fused = fuse(range(len(scores)), scores, leg, weight)
	assert rerank_by_neighbors(fused, QUESTION, known, weight, use_words=False)[0][0] == 0


def test_neighbours_speak_for_a_passage() -> None:
	"""Of two passages alike, the one whose neighbours are about the question comes first."""
	rows = [[0.6, 0.8, 0, 0], [0.6, 0.8, 0, 0], [0, 0, 1, 0], [0.9, 0, 0, 0.4]]
	fused = [(0, 0.5), (1, 0.5)]
	looked = rerank_by_neighbors(fused, QUESTION, neighbors(rows, {0: [2], 1: [3]}), 1.0)
	assert [chunk for chunk, _ in looked] == [1, 0]
	words = {0: 1.0, 1: 1.0, 2: 0.0, 3: 0.9}
	same = [[1, 0, 0, 0]] * 4
	assert rerank_by_neighbors(fused, QUESTION, neighbors(same, {0: [2], 1: [3]}, words), 0.5)[0][0] == 1
	alone = rerank_by_neighbors(
		fused, QUESTION, neighbors(same, {0: [2], 1: [3]}, words), 0.5, use_words=False
	)
	assert alone[0][1] == alone[1][1]


def test_the_first_pull_what_is_like_them() -> None:
	"""Of two passages equally near the question, the one that is like the best two comes first."""
	rows = [[0.8, 0.6, 0, 0], [0.8, 0.6, 0, 0], [0.5, 0, 0.866, 0], [0.5, 0.866, 0, 0]]
	looked = rerank_by_neighbors([(0, 0.9), (1, 0.8), (2, 0.5), (3, 0.5)], QUESTION, neighbors(rows), 1.0)
	assert [chunk for chunk, _ in looked] == [0, 1, 3, 2]


def test_within_an_input_each_passage_speaks_for_itself() -> None:
	"""Neighbours lift a document over another; of its passages the one that says it stays before those beside it."""
	fused = [(0, 0.9), (1, 0.8), (2, 0.7), (3, 0.6)]
	rows = [[0.9, 0.436, 0, 0], [0.86, 0.51, 0, 0], [0.8, 0.6, 0, 0], [0.88, 0.475, 0, 0]]
	looked = rerank_by_neighbors(
		fused, QUESTION, neighbors(rows, {1: [2], 2: [1, 0], 0: [1]}, inputs=[0, 0, 0, 1]), 1.0
	)
	assert [chunk for chunk, _ in looked if chunk < 3] == [0, 1, 2]
	scores = [score for _, score in looked]
	assert scores == sorted(scores, reverse=True)


def test_neighbours_are_those_of_the_same_input(tmp_path: Path) -> None:
	"""Up to three passages on each side, of the passage's own input; their vectors come in the order that is asked for."""
	embedder = FakeEmbedder()
	texts = {
		"a": "One line.",
		"b": " ".join(f"Word{number} stands here." for number in range(60)),
		"c": "Last.",
	}
	reader = SqliteHybridReader(build(tmp_path, texts, embedder).info.path, embedder)
	try:
		alone, several = reader.places("a"), reader.places("b")
		first, second, third, fourth, *_, last = several
		assert len(several) > 7
		for _ in range(2):
			found = reader._passages.neighborhoods([*alone, first, third, last])
			assert {chunk: place.beside for chunk, place in found.items()} == {
				alone[0]: [],
				first: [second, third, fourth],
				third: [first, second, fourth, fourth + 1, fourth + 2],
				last: [last - 3, last - 2, last - 1],
			}
			assert found[first].input == found[third].input == found[last].input != found[alone[0]].input
		passages = reader.passages(several)
		rows = reader._vectors.rows_of([last, first])
		expected = embedder.embed([f"b\n{passages[chunk].text}" for chunk in (last, first)])
		assert np.allclose(rows, expected, atol=1e-6)
	finally:
		reader.close()


def of_words_and_not(
	root: Path, texts: dict[str, str]
) -> tuple[tuple[Path, FakeEmbedder], tuple[Path, FakeEmbedder]]:
	"""The same texts twice: for a model that knows words only, and for one that reads sentences."""
	made = []
	for name in ("words", "sentences"):
		embedder = FakeEmbedder()
		embedder.knows_words_only = name == "words"
		made.append((build(root / name, texts, embedder).info.path, embedder))
	return made[0], made[1]


def test_a_model_abstains_where_the_words_suffice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Where one passage has all words of a query meaning counts a quarter, whether the model knows words only or reads sentences, and an
	explanation says why; otherwise nothing changes."""
	texts = {
		"a": "The crane is inspected every March.",
		"b": "A crane lifts. An engineer reads.",
		"c": "A hotel room costs ninety euros.",
	}
	for path, embedder in of_words_and_not(tmp_path, texts):
		for query, suffice in (("inspected crane", True), ("inspected hotel", False), ("crane zzyzx", False)):
			told = ask(path, query, embedder, explain=True).explanation
			with monkeypatch.context() as patched:
				patched.setattr(meaning_search, "ABSTAINING", 1.0)
				whole = ask(path, query, embedder, explain=True, top_k=4).explanation  # not remembered
			assert told and whole and told.sources[0].words_suffice == suffice
			share = ABSTAINING if suffice else 1.0
			assert np.isclose(told.sources[0].vector_weight, share * whole.sources[0].vector_weight)


FURTHER = " ".join(f"Word{number} stands here." for number in range(60))
"""What makes a document long."""


def test_nothing_beside_a_passage_speaks_for_it_to_a_model_of_words_or_where_words_suffice(
	tmp_path: Path,
) -> None:
	"""A passage of a long document is not averaged down by what stands beside it, where one that stands alone is not either."""
	texts = {
		"short": "A spindle of the lathe turns quietly.",
		"long": f"A spindle of the lathe turns slowly. {FURTHER}",
	}
	of_words, of_sentences = of_words_and_not(tmp_path, texts)
	query = "how a spindle of the lathe turns quietly"
	assert best(*of_words, query) == pytest.approx(best(*of_sentences, query)), "a passage has all words"
	query += " or newly"
	assert best(*of_words, query)["long"] > best(*of_sentences, query)["long"]


def test_nothing_beside_it_speaks_for_the_passage_that_the_words_put_first(tmp_path: Path) -> None:
	"""It is not averaged down by what stands around it in a long document, whatever model reads the question; the next best is."""
	texts = {
		"first": f"A spindle of the lathe turns quietly. {FURTHER}",
		"second": f"A spindle of the lathe turns slowly. {FURTHER}",
		"third": "A spindle is cold.",
	}
	of_words, of_sentences = of_words_and_not(tmp_path, texts)
	query = "how a spindle of the lathe turns quietly or newly"
	alone, beside = best(*of_words, query), best(*of_sentences, query)
	assert beside["first"] >= alone["first"] and beside["second"] < alone["second"]


def best(path: Path, embedder: FakeEmbedder, query: str) -> dict[str, float]:
	"""The score of the best passage of each input."""
	return {hit.input: hit.score for hit in reversed(ask(path, query, embedder).hits)}
