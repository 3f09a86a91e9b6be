"""The fields of the two collections, and rows and entries as they have them."""

import json
import uuid
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from huf.engine.backends.search_engine.contract.engine import (
	NO_WORDS,
	Entry,
	Part,
	Row,
	SparseVector,
	Values,
)
from huf.engine.backends.search_engine.milvus.conditions import HASHED, MANY, NONE, hashed

MEANING, WORDS = "meaning", "words"
_LONGEST = 65_535
"""Bytes of one text, and 4,096 values of one list: Milvus's limits."""
_MOST = 4_096
_PIECE = 16_000
"""Characters of a piece of a text; in UTF-8 each has four bytes at most."""
_NO_TERM = 0
"""Stands alone in the words of a row that has none, since a sparse vector must not be empty. Terms are numbered from 1."""
_HASH_LENGTH, _UUID_LENGTH = 32, 36
_NUMBERS = ("generation", "input", "part")
ROW_INDEXES = ("generation", "input", "said_words")
ENTRY_INDEXES = ("kind", "generation", "input", "part", "key", "status", MANY)
"""Fields that conditions ask: without an index a server looks at every row."""


def row_schema(client: Any, types: Any, dimension: int) -> Any:
	"""The fields of a row; ``types`` is the client's ``DataType``."""
	schema = client.create_schema(auto_id=False, enable_dynamic_field=False)
	schema.add_field("id", types.INT64, is_primary=True)
	for name in ("generation", "input"):
		schema.add_field(name, types.INT64)
	schema.add_field(WORDS, types.SPARSE_FLOAT_VECTOR)
	if dimension:
		schema.add_field(MEANING, types.FLOAT_VECTOR, dim=dimension)
		schema.add_field("has_meaning", types.BOOL)
	schema.add_field("said_words", types.ARRAY, element_type=types.INT64, max_capacity=_MOST)
	for name in ("said", "stored"):
		_add_text(schema, name, types)
	return schema


def entry_schema(client: Any, types: Any) -> Any:
	"""The fields of an entry. Each collection must have a vector."""
	schema = client.create_schema(auto_id=False, enable_dynamic_field=False)
	schema.add_field("id", types.VARCHAR, is_primary=True, max_length=_UUID_LENGTH)
	for name in _NUMBERS:
		schema.add_field(name, types.INT64)
	for name in HASHED:
		schema.add_field(name, types.VARCHAR, max_length=_HASH_LENGTH)
	schema.add_field(
		MANY, types.ARRAY, element_type=types.VARCHAR, max_length=_HASH_LENGTH, max_capacity=_MOST
	)
	_add_text(schema, "stored", types)
	schema.add_field(MEANING, types.FLOAT_VECTOR, dim=2)
	return schema


def _add_text(schema: Any, name: str, types: Any) -> None:
	schema.add_field(name, types.ARRAY, element_type=types.VARCHAR, max_length=_LONGEST, max_capacity=_MOST)


def pieces(text: str) -> list[str]:
	"""A text of any length, in parts that Milvus takes."""
	return [text[start : start + _PIECE] for start in range(0, len(text), _PIECE)]


def word_numbers(said: str) -> list[int]:
	"""The words of a text as numbers of 32 bits, by which rows are found that may hold a phrase; the text itself says whether they do."""
	return sorted({zlib.crc32(word.encode()) for word in said.split()})


def row_values(row: Row, dimension: int) -> Values:
	"""A row as Milvus takes it; ``dimension`` is that of the collection."""
	words = dict(zip(map(int, row.words.numbers), map(float, row.words.values), strict=True))
	numbers = word_numbers(row.said)
	values = {
		"id": row.chunk,
		"generation": row.generation,
		"input": row.input,
		WORDS: words or {_NO_TERM: 1.0},
		"said": pieces(row.said),
		"said_words": numbers if len(numbers) <= _MOST else [NONE],
		"stored": pieces(json.dumps(dict(row.stored))),
	}
	if dimension:
		values[MEANING] = [0.0] * dimension if row.vector is None else row.vector.tolist()
		values["has_meaning"] = row.vector is not None
	return values


def entry_values(entry: Entry) -> Values:
	"""An entry as Milvus takes it."""
	values = entry.values
	return {
		"id": entry_key(entry.id),
		**{name: values.get(name, NONE) for name in _NUMBERS},
		**{name: hashed(values[name]) if name in values else "" for name in HASHED},
		MANY: [hashed(head) for head in values.get(MANY, ())],
		"stored": pieces(json.dumps(dict(values))),
		MEANING: [0.0, 0.0],
	}


def entry_key(number: int | str) -> str:
	"""The id of an entry as a UUID; a number is one of version 0, which no text is."""
	return str(uuid.UUID(int=number) if isinstance(number, int) else uuid.UUID(number))


def stored_of(found: Mapping[str, Any]) -> Values:
	"""The values of an entry or a row."""
	values: Values = json.loads("".join(found["stored"]))
	return values


def fields_of(parts: Sequence[Part], dimension: int) -> list[str]:
	"""The fields that are read for ``parts``."""
	wanted: list[str] = [part for part in parts if part != "vector"]
	if "vector" in parts and dimension:
		wanted += [MEANING, "has_meaning"]
	return ["id", "generation", "input", *wanted]


def row_of(found: Mapping[str, Any]) -> Row:
	"""A row out of what was read."""
	words = {number: value for number, value in found.get(WORDS, {}).items() if number != _NO_TERM}
	return Row(
		chunk=found["id"],
		generation=found["generation"],
		input=found["input"],
		words=SparseVector(list(words), list(words.values())) if words else NO_WORDS,
		vector=np.array(found[MEANING], dtype=np.float32) if found.get("has_meaning") else None,
		said="".join(found.get("said", ())),
		stored=stored_of(found) if "stored" in found else {},
	)
