"""Rows and conditions as Qdrant's client has them."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from huf.engine.backends.search_engine.contract.engine import (
	NO_WORDS,
	Between,
	IsIn,
	Part,
	Row,
	SparseVector,
	Where,
)

WORDS, MEANING = "words", "meaning"
"""The names of the two vectors of a point."""


def point_of(row: Row, models: Any) -> Any:
	"""A row as a point; ``models`` is the client's module of that name."""
	vectors: dict[str, Any] = {}
	if row.words.numbers:
		vectors[WORDS] = models.SparseVector(
			indices=list(map(int, row.words.numbers)), values=list(map(float, row.words.values))
		)
	if row.vector is not None:
		vectors[MEANING] = row.vector.tolist()
	payload = {
		"generation": row.generation,
		"input": row.input,
		"said": row.said,
		"stored": dict(row.stored),
	}
	return models.PointStruct(id=row.chunk, vector=vectors, payload=payload)


def row_of(point: Any) -> Row:
	"""A point as a row; what was not read of it is empty."""
	payload: Mapping[str, Any] = point.payload
	vectors = point.vector if isinstance(point.vector, Mapping) else {}
	words, meaning = vectors.get(WORDS), vectors.get(MEANING)
	return Row(
		chunk=int(point.id),
		generation=payload["generation"],
		input=payload["input"],
		words=SparseVector(words.indices, words.values) if words is not None else NO_WORDS,
		vector=np.array(meaning, dtype=np.float32) if meaning is not None else None,
		said=payload.get("said", ""),
		stored=payload.get("stored", {}),
	)


def payload_of(parts: Sequence[Part]) -> list[str]:
	"""The fields of the payload that are read for ``parts``."""
	return ["generation", "input", *(name for name in ("stored", "said") if name in parts)]


def vectors_of(parts: Sequence[Part]) -> list[str] | bool:
	"""The vectors that are read for ``parts``; False for none."""
	names = [*([WORDS] if "words" in parts else []), *([MEANING] if "vector" in parts else [])]
	return names or False


def is_nowhere(where: Where) -> bool:
	"""Whether a condition of no values must hold; not every version of a server takes one."""
	return any(isinstance(test, IsIn) and not test.values for test in where.must)


def filter_of(where: Where, models: Any) -> Any:
	"""A condition as the client's filter."""
	return models.Filter(
		must=[_condition(test, models) for test in where.must],
		must_not=[
			_condition(test, models) for test in where.must_not if not isinstance(test, IsIn) or test.values
		],
	)


def _condition(test: IsIn | Between, models: Any) -> Any:
	if isinstance(test, Between):
		return models.FieldCondition(key=test.field, range=models.Range(gte=test.first, lte=test.last))
	if test.field == "chunk":
		return models.HasIdCondition(has_id=list(test.values))
	return models.FieldCondition(key=test.field, match=models.MatchAny(any=list(test.values)))
