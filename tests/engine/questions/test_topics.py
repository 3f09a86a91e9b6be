"""Questions about the same matter stand together, whatever their number, and the same way each time."""

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from huf.engine.embedding import embedder_for
from huf.engine.questions.topics import NEAR, together, topics_of


def unit(*rows: tuple[float, ...]) -> np.ndarray:
	"""Rows of length 1; zeros stay."""
	found = np.array(rows, dtype=np.float32)
	lengths = np.linalg.norm(found, axis=1, keepdims=True)
	return found / np.where(lengths == 0, 1, lengths)


def test_near_ones_join_the_nearest_beginning() -> None:
	"""What is near two joins the nearer; what is near nothing begins a topic, as does what the model cannot see."""
	vectors = unit((1, 0, 0), (0, 1, 0), (0.9, 0.5, 0), (0, 0, 1), (0.1, 0.9, 0), (0, 0, 0), (0, 0, 0))
	assert topics_of(vectors) == [0, 1, 0, 3, 1, 5, 6]


def test_none() -> None:
	"""No question makes no topic."""
	assert topics_of(np.zeros((0, 3), dtype=np.float32)) == [] == together([], [])


def test_the_heaviest_topic_first() -> None:
	"""A topic counts as often as all of its questions together, and stands in one piece."""
	assert together([0, 1, 0, 3, 1], [5, 4, 1, 9, 4]) == [3, 1, 4, 0, 2]


@given(st.lists(st.tuples(*[st.floats(-1, 1, width=32)] * 3), max_size=30))
def test_each_belongs_to_a_beginning(rows: list[tuple[float, ...]]) -> None:
	"""A topic is begun by its first question, each other one is near to that, and nobody is lost."""
	vectors = unit(*rows) if rows else np.zeros((0, 3), dtype=np.float32)
	topics = topics_of(vectors)
	for place, topic in enumerate(topics):
		assert topic <= place and topics[topic] == topic
		assert topic == place or vectors[topic] @ vectors[place] >= NEAR - 1e-6
	assert sorted(together(topics, [1] * len(topics))) == list(range(len(topics)))


def test_with_the_local_model() -> None:
	"""Two questions about a warranty stand together, one about a key does not."""
	pytest.importorskip("wordllama")
	asked = [
		"How long is the warranty of the pump?",
		"Where is the key of the cellar?",
		"For how many years is the pump under guarantee?",
	]
	assert topics_of(embedder_for("local").embed(asked, "query")) == [0, 1, 0]


def test_a_thousand_questions_take_no_time() -> None:
	"""As many as a report has, none of them near another, the worst case."""
	vectors = np.random.default_rng(7).standard_normal((1000, 256)).astype(np.float32)
	vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
	began = time.process_time()
	assert len(set(topics_of(vectors))) == 1000
	assert time.process_time() - began < 5
