"""The closest part of a passage: it decides between the first of a hybrid search, and hides nothing."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from huf.engine.backends.hybrid.reader import SqliteHybridReader
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.errors import EmbedderMissing
from huf.engine.ranking.closest_parts import closest, near_the_best, rerank_by_parts
from tests.engine.backends.test_vectors import ask, build

QUESTION = np.array([1, 0, 0], dtype=np.float32)
TEXTS = {
	"spread": "One pump, two lamps, a roof, stairs, chairs, some tables, benches, grease, doors, mats, bin.",
	"together": "Walls get new paint again in spring; grease that pump.",
	"other": "A hotel room is paid up to ninety euros a night.",
}
"""Each one passage. The first is nearer to the question as a whole; of the second its last line is."""
QUERY = "grease pump quickly"


class ByLines(FakeEmbedder):
	"""A model whose parts are eight words each; ``read`` keeps every text of which it was asked for the parts."""

	def __init__(self) -> None:
		super().__init__()
		self.knows_words_only = True
		self.read: list[str] = []

	def parts(self, title: str, text: str) -> npt.NDArray[np.float16]:
		"""Of the text alone."""
		self.read.append(text.strip())
		words = text.split()
		lines = [" ".join(words[start : start + 8]) for start in range(0, len(words), 8)]
		return FakeEmbedder().embed(lines).astype(np.float16)


class Blind(ByLines):
	"""A model that sees nothing in parts, as the local one with an index of before it read them."""

	def parts(self, title: str, text: str) -> npt.NDArray[np.float16]:
		"""One row of zeros."""
		return np.zeros((1, self.dimension), dtype=np.float16)


class Gone(ByLines):
	"""A model whose files go away while it is used."""

	def parts(self, title: str, text: str) -> npt.NDArray[np.float16]:
		"""Its files are gone."""
		raise EmbedderMissing("The files are gone. Install the package again.")


@st.composite
def rankings(draw: st.DrawFn) -> tuple[list[tuple[int, float]], dict[int, float], dict[int, int]]:
	"""Chunks with falling scores, how near the closest parts of the first are, and their inputs."""
	scores = sorted(draw(st.lists(st.floats(0, 1), min_size=1, max_size=30)), reverse=True)
	ranked = list(enumerate(scores))
	inputs = {chunk: draw(st.integers(0, 3)) for chunk, _ in ranked}
	return ranked, {chunk: draw(st.floats(0, 1)) for chunk in near_the_best(ranked, inputs)}, inputs


@given(rankings(), st.floats(0, 1))
def test_no_passage_is_lost(
	made: tuple[list[tuple[int, float]], dict[int, float], dict[int, int]], share: float
) -> None:
	"""The same chunks come out, best first, with scores from 0 to 1; those not looked at stay below, those of one input in their order."""
	ranked, similar, inputs = made
	looked = rerank_by_parts(ranked, similar, inputs, share)
	assert sorted(chunk for chunk, _ in looked) == [chunk for chunk, _ in ranked]
	values = [score for _, score in looked]
	assert values == sorted(values, reverse=True) and all(0 <= value <= 1 for value in values)
	assert [chunk for chunk, _ in looked[len(similar) :]] == [chunk for chunk, _ in ranked[len(similar) :]]
	for number in set(inputs.values()):
		own = [chunk for chunk, _ in looked[: len(similar)] if inputs[chunk] == number]
		assert own == sorted(own)


def test_only_what_is_close_is_looked_at() -> None:
	"""Passages far below the best are left alone, at most five are read, and none where one stands alone or no order could change."""
	inputs = {chunk: chunk for chunk in range(30)}
	assert near_the_best([(7, 0.9), (3, 0.81), (5, 0.79)], inputs) == [7, 3]
	assert near_the_best([(chunk, 0.9) for chunk in range(30)], inputs) == list(range(5))
	assert near_the_best([(7, 0.9), (3, 0.5)], inputs) == [] == near_the_best([], {})
	assert near_the_best([(7, 0.9), (3, 0.9), (5, 0.5)], {7: 1, 3: 1, 5: 2}) == []
	assert near_the_best([(7, 0.9), (3, 0.9), (5, 0.9)], {7: 1, 3: 1, 5: 2}) == [7, 3, 5]


def test_the_nearest_part_counts() -> None:
	"""Of each passage its best part is taken, wherever it stands; what points away from the question counts nothing."""
	rows = [[[0, 1, 0], [0.6, 0.8, 0]], [[1, 0, 0]], [[-1, 0, 0], [0, 0, 1]]]
	found = closest([np.array(own, dtype=np.float16) for own in rows], QUESTION)
	assert np.allclose(found, [0.6, 1.0, 0.0], atol=1e-3)


def test_the_passage_with_the_line_that_answers_comes_first(tmp_path: Path) -> None:
	"""Of two passages with the words, that which has them in one line is first, and an explanation says by what; by the same model without
	parts the other one is."""
	plain = FakeEmbedder()
	plain.knows_words_only = True
	by_lines = ByLines()
	one, two = build(tmp_path / "plain", TEXTS, plain), build(tmp_path / "lines", TEXTS, by_lines)
	before = ask(one.info.path, QUERY, plain, explain=True)
	now = ask(two.info.path, QUERY, by_lines, explain=True)
	assert before.explanation and now.explanation
	assert (before.hits[0].input, now.hits[0].input) == ("spread", "together")
	told = now.explanation.hits[0].evidence
	assert told and told.legs["part"].rank == 1 and 0.4 < told.legs["part"].score <= 1
	assert all("part" not in hit.evidence.legs for hit in before.explanation.hits if hit.evidence)
	assert {hit.chunk_id for hit in before.hits} == {hit.chunk_id for hit in now.hits}


def test_without_parts_scores_stay(tmp_path: Path) -> None:
	"""Where the model sees nothing in parts, hits have the scores that they have without any, and no explanation speaks of them."""
	plain = FakeEmbedder()
	plain.knows_words_only = True
	one, two = build(tmp_path / "plain", TEXTS, plain), build(tmp_path / "blind", TEXTS, Blind())
	before, now = ask(one.info.path, QUERY, plain), ask(two.info.path, QUERY, Blind(), explain=True)
	assert [(hit.input, hit.score) for hit in now.hits] == [(hit.input, hit.score) for hit in before.hits]
	assert now.explanation
	assert all("part" not in hit.evidence.legs for hit in now.explanation.hits if hit.evidence)


def test_parts_are_read_once(tmp_path: Path) -> None:
	"""A passage that comes again is not read again, and a question with an identifier reads none."""
	embedder = ByLines()
	path = build(tmp_path, TEXTS, embedder).info.path
	ask(path, "grease pump BC547B", embedder)
	assert not embedder.read
	ask(path, QUERY, embedder)
	assert sorted(embedder.read) == sorted([TEXTS["spread"], TEXTS["together"]])
	ask(path, "grease pump slowly", embedder)
	assert len(embedder.read) == 2


def test_passages_of_one_input_are_not_read(tmp_path: Path) -> None:
	"""Where the first are all of one input, which keep their order whatever is read, nothing is."""
	embedder = ByLines()
	path = build(
		tmp_path, {"long": "Grease that pump slowly. " * 400, "other": TEXTS["other"]}, embedder
	).info.path
	found = ask(path, QUERY, embedder, explain=True)
	assert [hit.input for hit in found.hits][:2] == ["long", "long"]
	assert not embedder.read and found.explanation
	assert all("part" not in hit.evidence.legs for hit in found.explanation.hits if hit.evidence)


def test_a_model_that_fails_is_not_a_damaged_index(tmp_path: Path) -> None:
	"""What the model says reaches whoever searches, and nobody is told to rebuild the source."""
	embedder = Gone()
	reader = SqliteHybridReader(build(tmp_path, TEXTS, embedder).info.path, embedder)
	try:
		chunks = [chunk for key in ("spread", "together") for chunk in reader.places(key)]
		with pytest.raises(EmbedderMissing, match="Install the package"):
			reader._parts.of(chunks, embedder, reader.passages)
	finally:
		reader.close()
