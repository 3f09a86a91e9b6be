"""What a site takes over of what a pack says about an input.

Its maker chose these values, and what goes by metadata here (rights, live values, judgement of age) must not go by them. So each key that is
taken over is named, and all else has to be an entry that any Knowledge Manager could declare.
"""

import json
import re
from dataclasses import dataclass, replace
from datetime import date

from huf.ai.knowledge.contents.wanted import PACK
from huf.ai.knowledge.records.labels import RESERVED_KEYS
from huf.engine.errors import InvalidMetadata
from huf.engine.extractors.properties import LONGEST, PROPERTIES
from huf.engine.extractors.sections import one_line
from huf.engine.filters.conditions import Scalar
from huf.engine.filters.declared import MOST_ENTRIES, parse_metadata
from huf.engine.types import IndexedInput, JSONValue

MOST_URL = 1000
"""Characters, as in the field of a Knowledge Input."""
_NAMED = ("author", "kind")
_EXTENSION = re.compile(r"[a-z0-9]{1,10}")
_MOMENT = re.compile(r"(?a:\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d(\.\d{1,6})?)?)")


@dataclass(frozen=True, slots=True)
class Declared:
	"""What an input says of itself, as the fields of its Knowledge Input have it."""

	author: str
	kind: str
	date: str
	"""ISO 8601, or empty."""
	entries: dict[str, Scalar]


def declared_in(item: IndexedInput) -> Declared:
	"""What may be taken over of the metadata of a packed input. Values of no use are left out, without an error."""
	metadata = item.metadata
	author, kind = (_line(metadata.get(key)) for key in _NAMED)
	entries: dict[str, Scalar] = {}
	for key, value in metadata.items():
		if len(entries) < MOST_ENTRIES:
			entries |= _entry(key, value)
	return Declared(author, kind, _date(metadata.get("date")), entries)


def labelled_here(item: IndexedInput) -> IndexedInput:
	"""A packed input with the metadata and the address that searches of this site may tell of it.

	No reader of this site has read it, so none makes it out of date; and its maker's codes of errors ask for nothing here.
	"""
	declared = declared_in(item)
	found: dict[str, JSONValue] = {"input_type": PACK, **declared.entries}
	found |= {key: line for key in PROPERTIES if (line := _line(item.metadata.get(key)))}
	for key in ("created", "modified"):
		if isinstance(value := item.metadata.get(key), str) and _MOMENT.fullmatch(value):
			found[key] = value
	if isinstance(value := item.metadata.get("extension"), str) and _EXTENSION.fullmatch(value):
		found["extension"] = value
	found |= {"author": declared.author, "kind": declared.kind, "date": declared.date}
	return replace(
		item,
		url=item.url if len(item.url) <= MOST_URL else "",
		code="",
		extractors={},
		metadata={key: value for key, value in found.items() if value != ""},
	)


def _line(value: JSONValue | None) -> str:
	return one_line(value)[:LONGEST] if isinstance(value, str) else ""


def _date(value: JSONValue | None) -> str:
	try:
		return date.fromisoformat(value[:10]).isoformat() if isinstance(value, str) else ""
	except ValueError:
		return ""


def _entry(key: str, value: JSONValue) -> dict[str, Scalar]:
	# A person may not write these signs: Frappe would make HTML of them in the form.
	if isinstance(value, str) and {"<", ">"} & set(value):
		return {}
	try:
		return parse_metadata(json.dumps({key: value}), RESERVED_KEYS)
	except InvalidMetadata:
		return {}
