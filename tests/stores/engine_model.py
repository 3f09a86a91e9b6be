"""What an engine must answer, in plain Python: made-up rows, conditions, and the sums over them."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import strategies as st

from huf.engine.backends.search_engine.contract.engine import (
	EVERYWHERE,
	Between,
	Entry,
	IsIn,
	Row,
	SearchEngine,
	SparseVector,
	Where,
)

DIMENSION = 4
"""Numbers of a row's vector."""


def row(chunk: int, words: dict[int, float], *, generation: int = 1, number: int = 1) -> Row:
	"""A row whose vector is told by its number."""
	angle = chunk * 0.7
	vector = np.array([np.cos(angle), np.sin(angle), 0, 0], dtype=np.float32)
	return Row(
		chunk,
		generation,
		number,
		SparseVector(list(words), list(words.values())),
		vector,
		f"word{chunk} and others",
		{"body": str(chunk)},
	)


ROWS = st.dictionaries(
	st.integers(1, 40),
	st.tuples(
		st.dictionaries(st.integers(1, 8), st.integers(1, 255).map(float), max_size=5),
		st.integers(1, 4),
		st.integers(1, 6),
	),
	max_size=25,
)
WHERE = st.sampled_from(
	[
		EVERYWHERE,
		Where((Between("generation", 2, 3),)),
		Where((), (IsIn("generation", [2]), IsIn("input", [1, 5]))),
		Where((IsIn("input", [2, 3]),)),
		Where((IsIn("input", []),)),
		Where((), (IsIn("input", []),)),
		Where((IsIn("chunk", [1, 2, 3, 4, 5, 6, 7, 8]), Between("generation", last=2))),
	]
)


def passes(where: Where, one: Row) -> bool:
	"""A condition in plain Python."""

	def holds(test: IsIn | Between) -> bool:
		value = getattr(one, test.field)
		if isinstance(test, IsIn):
			return value in test.values
		return (test.first is None or value >= test.first) and (test.last is None or value <= test.last)

	return all(map(holds, where.must)) and not any(map(holds, where.must_not))


def bare(one: Row) -> Row:
	"""With its words in the order of their numbers."""
	pairs = sorted(zip(one.words.numbers, one.words.values, strict=True))
	words = SparseVector([number for number, _ in pairs], [value for _, value in pairs])
	return replace(one, words=words, stored=dict(one.stored))


Written = dict[int, tuple[dict[int, float], int, int]]
"""Rows as :data:`ROWS` draws them: by number their words, generation and input."""


def come_and_gone(engine: SearchEngine, first: Written, second: Written, gone: Where) -> dict[int, Row]:
	"""Write rows, then others of which some replace them, and delete some; gives what must be left."""
	model: dict[int, Row] = {}
	for part in (first, second):
		rows = [
			row(chunk, words, generation=generation, number=number)
			for chunk, (words, generation, number) in part.items()
		]
		engine.add_rows(rows)
		model.update({one.chunk: one for one in rows})
	engine.remove(rows=gone)
	return {chunk: one for chunk, one in model.items() if not passes(gone, one)}


def assert_answers(engine: SearchEngine, model: dict[int, Row], where: Where) -> None:
	"""It counts, finds by words and by vectors, and reads back what ``model`` says."""
	assert engine.count(where) == sum(passes(where, one) for one in model.values())
	query = SparseVector([1, 3, 5], [2.0, 0.5, 1.0])
	worth = dict(zip(query.numbers, query.values, strict=True))
	expected = {}
	for chunk, one in model.items():
		pairs = zip(one.words.numbers, one.words.values, strict=True)
		score = sum(worth.get(number, 0) * value for number, value in pairs)
		if score and passes(where, one):
			expected[chunk] = score
	found = engine.by_words(query, 100, where)
	assert dict(found) == pytest.approx(expected)
	assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
	assert [one.chunk for one in engine.by_words(query, 3, where)] == [one.chunk for one in found[:3]]
	towards = np.array([1, 0, 0, 0], dtype=np.float32)
	near = engine.by_vector(towards, 100, where)
	assert dict(near) == pytest.approx(
		{chunk: np.cos(chunk * 0.7) for chunk, one in model.items() if passes(where, one)}, abs=1e-5
	)
	assert {each.chunk: each for each in map(bare, engine.each_row(where, ("stored", "words")))} == {
		chunk: bare(replace(one, said="", vector=None)) for chunk, one in model.items() if passes(where, one)
	}


HOSTILE = "'; DROP TABLE x; -- \\. \\N \t\r\n \x00 % _ { } \" 退款 \U0001f600 $1 %s"


def assert_keeps_texts(engine: SearchEngine) -> None:
	"""Texts come back as they were, whatever marks they have; entries are found by them, and not by what is near."""
	stored = {"body": HOSTILE, "heading": ["\\", 1, None]}
	engine.add_rows([Row(1, 1, 1, said="one two three", stored=stored)])
	assert engine.rows([1], ("stored",))[1].stored == stored
	key = HOSTILE.replace("\x00", "")
	values = {
		"kind": "input",
		"key": key,
		"heads": [key, "\\", '"', "a,b", ""],
		"status": "x",
		"term": HOSTILE,
	}
	engine.add_entries([Entry(7, values)])
	assert engine.entries([7]) == [values]
	for where in (
		Where((IsIn("key", [key]),)),
		Where((IsIn("heads", ["a,b"]), IsIn("heads", ["\\", "none"]))),
	):
		assert list(engine.each_entry(where)) == [values]
	assert not list(engine.each_entry(Where((IsIn("heads", ["a"]),))))


def assert_finds_phrases(engine: SearchEngine) -> None:
	"""Not in another order, not parts of words, and marks of patterns are none."""
	said = ["red wine", "wine red", "tired wine", "a red wine b"]
	engine.add_rows([Row(n, 1, 1, said=text) for n, text in enumerate(said, 1)])
	assert engine.holding(["red wine"], 10, EVERYWHERE) == [1, 4]
	assert engine.holding(["red wine"], 1, EVERYWHERE) == [1]
	assert engine.holding(["red", "wine"], 10, EVERYWHERE) == [1, 2, 4]
	assert engine.holding(["r%d"], 10, EVERYWHERE) == []
	assert engine.holding(["red wine"], 10, Where((IsIn("input", [2]),))) == []
