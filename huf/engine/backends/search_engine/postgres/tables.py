"""The tables of an index, and how values get into them."""

import io
import json
import re
import uuid
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from huf.engine.backends.search_engine.contract.engine import NO_WORDS, Entry, Part, Row, SparseVector
from huf.engine.backends.search_engine.postgres.connections import composed
from huf.engine.embedding import Vectors
from huf.engine.errors import SearchEngineMissing

_NAME = re.compile(r"[a-z0-9_]{1,52}")
"""With the ending of a table it is shorter than the 63 bytes at which PostgreSQL cuts a name."""
_INLINE_BYTES = 7_900
"""A vector up to this lies in the row itself, in a page of 8 kB; a scan need not fetch it from elsewhere."""
_NUMBER, _VALUE = np.dtype("<u4"), np.dtype("<f4")
PRECISIONS = {"vector": (4, 16_000), "halfvec": (2, 16_000)}
"""Types of pgvector: bytes of a number, and the most numbers."""


@dataclass(frozen=True, slots=True)
class Tables:
	"""The names of the tables of one index."""

	collection: str
	schema: str = ""

	def __post_init__(self) -> None:
		if not _NAME.fullmatch(self.collection):
			raise SearchEngineMissing(
				f"“{self.collection}” cannot be the name of a table. Rebuild the source in an index of a shorter name."
			)

	def sql(self, template: str) -> Any:
		"""A statement, with the names of the tables in the places ``{rows}``, ``{vectors}``, ``{postings}`` and ``{entries}``."""
		named = {name: f"{self.collection}_{name}" for name in ("rows", "vectors", "postings", "entries")}
		return composed(
			template, {name: tuple(filter(None, (self.schema, table))) for name, table in named.items()}
		)

	def statements(self, dimension: int, precision: str) -> list[Any]:
		"""What makes the tables."""
		made = list(_STATEMENTS)
		if dimension:
			bytes_of_number, most = PRECISIONS[precision]
			if dimension > most:
				raise SearchEngineMissing(
					f"PostgreSQL takes vectors of {most} numbers at most. Choose another model."
				)
			made.append(
				"CREATE TABLE {vectors} (chunk bigint PRIMARY KEY, generation bigint NOT NULL, input bigint NOT NULL,"
				f" vector {precision}({int(dimension)}) NOT NULL)"
			)
			made.append("CREATE INDEX ON {vectors} (input)")
			if dimension * bytes_of_number <= _INLINE_BYTES:
				made.append("ALTER TABLE {vectors} ALTER COLUMN vector SET STORAGE PLAIN")
		return [self.sql(each) for each in made]


_STATEMENTS = (
	"CREATE TABLE {rows} (chunk bigint PRIMARY KEY, generation bigint NOT NULL, input bigint NOT NULL, words bytea NOT NULL,"
	" said text NOT NULL, said_words integer[] NOT NULL, stored text NOT NULL)",
	"CREATE INDEX ON {rows} (generation, input)",
	"CREATE INDEX ON {rows} (input)",
	"CREATE INDEX ON {rows} USING gin (said_words)",
	"CREATE TABLE {postings} (term bigint, first bigint, generation bigint NOT NULL, chunks bigint[] NOT NULL, inputs bigint[] NOT NULL,"
	" impacts real[] NOT NULL, PRIMARY KEY (term, first))",
	"CREATE INDEX ON {postings} (generation)",
	"CREATE TABLE {entries} (id uuid PRIMARY KEY, kind text, generation bigint, input bigint, part bigint, heads text[], key text,"
	" status text, values text NOT NULL)",
	"CREATE INDEX ON {entries} (kind, id)",
	"CREATE INDEX ON {entries} (part)",
	"CREATE INDEX ON {entries} USING hash (key)",
	"CREATE INDEX ON {entries} USING gin (heads)",
)


def copy_into(cursor: Any, statement: Any, lines: Iterable[Sequence[Any]]) -> None:
	"""Write many rows at once, by ``COPY … FROM STDIN`` in its text format."""
	copy_text(cursor, statement, "".join("\t".join(map(_field, values)) + "\n" for values in lines))


def copy_text(cursor: Any, statement: Any, text: str) -> None:
	"""The same with the text as it is sent."""
	cursor.copy_expert(statement, io.StringIO(text))


def _field(value: Any) -> str:
	if value is None:
		return "\\N"
	if isinstance(value, bytes):
		return f"\\\\x{value.hex()}"
	if not isinstance(value, str):
		return str(value)
	text = value
	for mark, escaped in (("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n"), ("\r", "\\r")):
		text = text.replace(mark, escaped)
	return text


def array(values: Iterable[Any]) -> str:
	"""Numbers as an array."""
	return f"{{{','.join(map(repr, values))}}}"


def texts(values: Iterable[str]) -> str:
	"""Texts as an array."""
	quoted = (value.replace("\\", "\\\\").replace('"', '\\"') for value in values)
	return "{" + ",".join(f'"{value}"' for value in quoted) + "}"


def vector_text(vector: Vectors) -> str:
	"""A vector as pgvector reads it."""
	return f"[{','.join(map(repr, vector.tolist()))}]"


def packed(words: SparseVector) -> bytes:
	"""A sparse vector as bytes: its numbers, then its values."""
	return np.array(words.numbers, _NUMBER).tobytes() + np.array(words.values, _VALUE).tobytes()


def unpacked(words: bytes) -> SparseVector:
	"""The inverse of :func:`packed`."""
	half = len(words) // 2
	return SparseVector(
		np.frombuffer(words[:half], _NUMBER).tolist(), np.frombuffer(words[half:], _VALUE).tolist()
	)


def word_numbers(said: str) -> list[int]:
	"""The words of a text as numbers of 32 bits, by which rows are found that may hold a phrase; whether they do, the text itself says."""
	return sorted({zlib.crc32(word.encode()) - 2**31 for word in said.split()})


def row_line(row: Row) -> tuple[Any, ...]:
	"""A row, as its table has it."""
	return (
		row.chunk,
		row.generation,
		row.input,
		packed(row.words),
		row.said,
		array(word_numbers(row.said)),
		json.dumps(dict(row.stored)),
	)


def entry_key(number: int | str) -> str:
	"""The id of an entry as a UUID; a number is one of version 0, which no text is."""
	return str(uuid.UUID(int=number) if isinstance(number, int) else uuid.UUID(number))


def entry_line(entry: Entry) -> tuple[Any, ...]:
	"""An entry, as its table has it."""
	values = entry.values
	heads = values.get("heads")
	return (
		entry_key(entry.id),
		*(values.get(name) for name in ("kind", "generation", "input", "part")),
		None if heads is None else texts(heads),
		values.get("key"),
		values.get("status"),
		json.dumps(dict(values)),
	)


_COLUMNS: dict[Part, str] = {
	"stored": "r.stored",
	"said": "r.said",
	"words": "r.words",
	"vector": "v.vector::real[]",
}


def columns_of(parts: Sequence[Part], has_vectors: bool) -> str:
	"""What is selected for ``parts``, after chunk, generation and input."""
	wanted = [_COLUMNS[part] if part != "vector" or has_vectors else "NULL" for part in parts]
	return ", ".join(("r.chunk", "r.generation", "r.input", *wanted))


def row_of(values: Sequence[Any], parts: Sequence[Part]) -> Row:
	"""A row out of what was selected."""
	chunk, generation, number, *rest = values
	read = dict(zip(parts, rest, strict=True))
	vector = read.get("vector")
	return Row(
		chunk,
		generation,
		number,
		unpacked(bytes(read["words"])) if "words" in read else NO_WORDS,
		np.array(vector, dtype=np.float32) if vector is not None else None,
		read.get("said", ""),
		json.loads(read["stored"]) if "stored" in read else {},
	)
