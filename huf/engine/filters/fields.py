"""What can be filtered by, and with which operators."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["key", "name", "tags", "date", "value"]
Column = Literal["key", "title", "url", "indexed_at"]

EQUALITY = ("=", "!=", "in", "not in")
ORDER = ("<", "<=", ">", ">=", "between")
PATTERN = ("like", "not like")
DATES = ("from", "to")
SET = "is set"

OPERATORS: dict[Kind, tuple[str, ...]] = {
	"key": (*EQUALITY, *PATTERN),
	"name": (*EQUALITY, *PATTERN, SET),
	"tags": (*EQUALITY, "all", SET),
	"date": ("=", "!=", *ORDER, *DATES, SET),
	"value": (*EQUALITY, *ORDER, *PATTERN, *DATES, SET),
}
"""What each kind of field may be asked."""

METADATA = "metadata"
METADATA_PREFIX = METADATA + "."


@dataclass(frozen=True, slots=True)
class Field:
	"""Something that is known of each input: a column of its own, or an entry of its metadata."""

	name: str
	"""As it is written in a filter."""
	kind: Kind
	column: Column | None = None
	keys: tuple[str, ...] = ()
	"""Entries of the metadata; the first one that is set counts."""

	@property
	def operators(self) -> tuple[str, ...]:
		"""What may be asked of it."""
		return OPERATORS[self.kind]


FIELDS = {
	field.name: field
	for field in (
		Field("inputs", "key", "key"),
		Field("title", "name", "title"),
		Field("url", "name", "url"),
		Field("tags", "tags", keys=("tags",)),
		Field("author", "name", keys=("author", "document_author")),
		Field("kind", "name", keys=("kind", "document_kind")),
		Field("language", "name", keys=("language", "document_language")),
		Field("date", "date", keys=("date", "document_date", "modified")),
		Field("created", "date", keys=("created",)),
		Field("modified", "date", keys=("modified",)),
		Field("indexed_at", "date", "indexed_at"),
		Field("reference_doctype", "value", keys=("reference_doctype",)),
		Field("reference_name", "value", keys=("reference_name",)),
	)
}
"""The fields that have a name of their own; every other entry of the metadata is ``metadata.<key>``."""

OTHER_NAMES = {"input": "inputs", "tag": "tags"}


def find_field(name: str) -> Field | None:
	"""The field called ``name``; None if there is none."""
	field = FIELDS.get(OTHER_NAMES.get(name, name))
	if field is None and name.startswith(METADATA_PREFIX):
		key = name.removeprefix(METADATA_PREFIX)
		# One name for one thing, so that equal filters are equal values.
		named = FIELDS.get(key)
		field = named if named and named.keys == (key,) else Field(name, "value", keys=(key,))
	return field
