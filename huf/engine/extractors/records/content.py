"""A record of a business application as content: titled, labelled parts, as bytes that equal values always give.

Whoever reads records out of a database makes a :class:`RecordText` and indexes :func:`record_content` of it. The bytes
carry no time of their own, so a record that says the same has the same hash, and is not indexed again.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, InputTooLarge
from huf.engine.extractors.sections import one_line

KEY = "huf-record"
"""Key of the extractor. No file is recognised by this ending; only the media type counts."""
MEDIA_TYPE = "application/vnd.huf.record+json"
FORMAT = 2
MAX_BYTES = 64 << 20

Format = Literal["text", "html", "markdown"]


@dataclass(frozen=True, slots=True)
class FieldText:
	"""A field and what it says. Short ones stand together on lines ``label: text``, long ones on their own."""

	label: str
	text: str
	format: Format = "text"


@dataclass(frozen=True, slots=True)
class Rows:
	"""A table inside the record. ``rows`` are numbered from 1, as the form numbers them; each has a cell for each column."""

	label: str
	columns: tuple[str, ...]
	rows: tuple[tuple[str, ...], ...]
	shared: str = ""
	"""What all rows say alike, as a line; it would drown what tells them apart."""


@dataclass(frozen=True, slots=True)
class Message:
	"""What somebody wrote about the record at some time."""

	kind: str
	"""What it is, for people: ``Comment``, ``E-mail``."""
	author: str
	at: str
	"""Time, as it is to be shown."""
	text: str
	format: Format = "text"
	subject: str = ""
	is_mail: bool = False
	"""Lines that only quote an earlier message are left out."""


Part = FieldText | Rows | Message


@dataclass(frozen=True, slots=True)
class RecordText:
	"""All that is read of one record."""

	kind: str
	"""What it is, for people: ``Sales Order``."""
	title: str
	name: str = ""
	"""Its number, when people use it; empty when it is random."""
	parts: tuple[Part, ...] = ()
	text: str | None = None
	"""The whole text, when a template made it; then ``parts`` are only messages."""


_KINDS: dict[str, type[Part]] = {"field": FieldText, "rows": Rows, "message": Message}
_NAMES = {kind: name for name, kind in _KINDS.items()}


def record_content(record: RecordText) -> Content:
	"""The bytes of a record. Equal records give equal bytes."""
	values: dict[str, Any] = {
		"format": FORMAT,
		"kind": record.kind,
		"title": record.title,
		"name": record.name,
		"text": record.text,
		"parts": [[_NAMES[type(part)], [getattr(part, n) for n in part.__slots__]] for part in record.parts],
	}
	data = json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
	name = one_line(record.name or record.title)[:100] or "record"
	return Content(f"{name}.{KEY}", data=data.encode("utf-8", "replace"), media_type=MEDIA_TYPE)


def read_record(content: Content) -> RecordText:
	"""The inverse of :func:`record_content`.

	Raises:
		InputTooLarge: it has more than :data:`MAX_BYTES`.
		CorruptFile: these are not the bytes of a record.
	"""
	if content.size > MAX_BYTES:
		raise InputTooLarge(
			f"The record has {content.size / 1e6:.0f} MB of text; at most {MAX_BYTES / 1e6:.0f} MB are read. "
			"Use a template that takes less of it."
		)
	with content.open() as stream:
		data = stream.read()
	try:
		values = json.loads(data)
		if values["format"] != FORMAT:
			raise ValueError("another format")
		parts = tuple(_part(name, fields) for name, fields in values["parts"])
		return RecordText(
			str(values["kind"]), str(values["title"]), str(values["name"]), parts, values["text"]
		)
	except (ValueError, KeyError, TypeError, RecursionError) as error:
		raise CorruptFile("These bytes are not a record that huf has written.") from error


def _part(name: str, fields: Sequence[Any]) -> Part:
	kind: Any = _KINDS[name]
	part: Part = kind(*map(_frozen, fields))
	return part


def _frozen(value: Any) -> Any:
	"""Lists, which JSON makes of tuples, as tuples again."""
	return tuple(map(_frozen, value)) if isinstance(value, list) else value
