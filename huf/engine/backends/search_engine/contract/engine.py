"""What huf asks of a search engine that holds whole indexes. Values and one protocol; no I/O.

An index has two collections in the engine: rows, which are searched, and entries, which are looked up by their ids or by fields.
"""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from huf.engine.backends.base import Candidate
from huf.engine.embedding import Vectors

Part = Literal["stored", "said", "words", "vector"]
"""What of a row is read back."""
Values: TypeAlias = Mapping[str, Any]
"""Names and values, as JSON has them."""


@dataclass(frozen=True, slots=True)
class IsIn:
	"""The field, or one of the values of a field that has several, is one of ``values``."""

	field: str
	values: Sequence[int] | Sequence[str]


@dataclass(frozen=True, slots=True)
class Between:
	"""The number in the field is ``first``, ``last`` or between them; None is no limit."""

	field: str
	first: int | None = None
	last: int | None = None


@dataclass(frozen=True, slots=True)
class Where:
	"""All of ``must`` holds and none of ``must_not``. The field ``chunk`` is the number of a row."""

	must: tuple[IsIn | Between, ...] = ()
	must_not: tuple[IsIn | Between, ...] = ()

	def __and__(self, other: "Where") -> "Where":
		return Where(self.must + other.must, self.must_not + other.must_not)


EVERYWHERE = Where()


@dataclass(frozen=True, slots=True)
class SparseVector:
	"""Numbers of terms, and what each counts."""

	numbers: Sequence[int]
	values: Sequence[float]


NO_WORDS = SparseVector((), ())


@dataclass(frozen=True, slots=True)
class Row:
	"""A passage as the engine has it. What was not asked for is empty."""

	chunk: int
	"""Its number; no other row of the collection ever has it."""
	generation: int
	input: int
	words: SparseVector = NO_WORDS
	"""The impacts of its terms (:mod:`huf.engine.postings`), by the numbers of the dictionary."""
	vector: Vectors | None = None
	"""A direction of length 1; None without vectors, and for a text in which the model saw nothing."""
	said: str = ""
	"""Its title, headings and text as words that phrases are looked for among."""
	stored: Values = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entry:
	"""Something that is looked up. Its id is a number, or a UUID as text."""

	id: int | str
	values: Values


class SearchEngine(Protocol):
	"""One index in an engine, by its name. Nothing is imported or connected before the first call.

	Every method raises SearchEngineFailed when the engine does not answer as it should, and SearchEngineMissing, a kind of it, when its client
	is not installed or its settings are refused. What was written is durable, and found, when the method returns.
	"""

	@property
	def rows_at_once(self) -> int:
		"""How many rows are best written together."""

	def make(self, dimension: int) -> None:
		"""Make the collections, if they are not there: with dense vectors of so many numbers, 0 for none."""

	def add_rows(self, rows: Sequence[Row]) -> None:
		"""Write rows; one with the number of a row that is there replaces it."""

	def add_entries(self, entries: Sequence[Entry]) -> None:
		"""Write entries; one with the id of an entry that is there replaces it."""

	def by_words(self, words: SparseVector, limit: int, where: Where) -> list[Candidate]:
		"""The ``limit`` rows with the highest inner product, best first; none that has no number in common with ``words``."""

	def by_vector(self, vector: Vectors, limit: int, where: Where) -> list[Candidate]:
		"""The ``limit`` rows whose vectors are most like ``vector`` (inner product), best first. It may be approximate."""

	def holding(self, phrases: Sequence[str], limit: int, where: Where) -> list[int]:
		"""Numbers of the first ``limit`` rows whose words hold each of ``phrases``, ascending."""

	def rows(self, chunks: Sequence[int], parts: Sequence[Part]) -> dict[int, Row]:
		"""Those of the rows ``chunks`` that there are, by number, with ``parts`` of each."""

	def each_row(self, where: Where, parts: Sequence[Part]) -> Iterator[Row]:
		"""All rows, in any order."""

	def count(self, where: Where) -> int:
		"""How many rows, exactly."""

	def entries(self, ids: Sequence[int | str]) -> list[Values]:
		"""Those of the entries that there are, in any order."""

	def each_entry(self, where: Where) -> Iterator[Values]:
		"""All entries, in any order."""

	def remove(self, rows: Where | None = None, entries: Where | None = None) -> None:
		"""Delete rows and entries; None deletes none."""

	def drop(self) -> None:
		"""Delete the collections with all that they hold; nothing happens where they are gone."""


def entry_id(*parts: object) -> str:
	"""An id for an entry: a UUID of 122 bits out of what it is about (SHA-1 of RFC 9562), which nothing else has."""
	return str(uuid.uuid5(uuid.NAMESPACE_OID, "\x00".join(map(str, parts))))
