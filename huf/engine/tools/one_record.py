"""Tools about one record: what a model or a program writes, and what they are told that the tools are for. Shapes only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from huf.engine.tools.knowledge import ToolArgumentError

GET_TOOL = "get_record"
FOLLOW_TOOL = "follow_links"
MOST_LINKS = 50
"""Linked records of one answer."""
LINKS = 20

Direction = Literal["to", "from", "both"]
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)


@dataclass(frozen=True, slots=True)
class NamedRecord:
	"""One record as somebody names it."""

	doctype: str
	name: str
	"""Its name, or what people call it."""


@dataclass(frozen=True, slots=True)
class FollowedLinks:
	"""Which records are wanted that a record is connected with."""

	record: NamedRecord
	direction: Direction = "both"
	"""``to``: those that link to it; ``from``: those that it links to."""
	doctype: str = ""
	"""Only records of this kind; empty: of all."""
	limit: int = LINKS


def parse_named_record(arguments: Mapping[str, Any]) -> NamedRecord:
	"""What was sent for ``get_record``. Raises ToolArgumentError, which says how to call it."""
	return NamedRecord(
		_text(arguments, "doctype", 'the kind of record, such as "Customer"'),
		_text(arguments, "name", "its name, or what people call it"),
	)


def parse_followed_links(arguments: Mapping[str, Any]) -> FollowedLinks:
	"""What was sent for ``follow_links``. Raises ToolArgumentError, which says how to call it."""
	direction = arguments.get("direction") or "both"
	if direction not in DIRECTIONS:
		raise ToolArgumentError(f'"direction" is one of {", ".join(DIRECTIONS)}.')
	doctype = arguments.get("linked_doctype") or ""
	if not isinstance(doctype, str):
		raise ToolArgumentError('"linked_doctype" is a kind of record, such as "Delivery Note".')
	return FollowedLinks(
		parse_named_record(arguments), direction, doctype.strip(), _limit(arguments.get("limit"))
	)


def _text(arguments: Mapping[str, Any], name: str, what: str) -> str:
	value = arguments.get(name)
	if not isinstance(value, str) or not value.strip():
		raise ToolArgumentError(f'"{name}" is missing: {what}.')
	return value.strip()


def _limit(value: Any) -> int:
	"""Out of range is moved into it; nonsense is the default."""
	try:
		return max(1, min(int(value if value is not None else LINKS), MOST_LINKS))
	except (TypeError, ValueError, OverflowError):
		return LINKS


def one_record_schemas(doctypes: Sequence[str]) -> dict[str, tuple[str, dict[str, Any]]]:
	"""By its name, what each tool is for and the JSON schema of what it takes.

	:param doctypes: whose records may be read; none: all that the user may read.
	"""
	kinds: dict[str, Any] = {"enum": list(doctypes)} if doctypes else {}
	record = {
		"doctype": {"type": "string", "description": 'The kind of record, such as "Customer".', **kinds},
		"name": {"type": "string", "description": "Its name (number), or what people call it."},
	}
	links = {
		**record,
		"direction": {
			"type": "string",
			"enum": list(DIRECTIONS),
			"default": "both",
			"description": "to: records that link to it; from: records that it links to.",
		},
		"linked_doctype": {"type": "string", "description": "Only records of this kind.", **kinds},
		"limit": {"type": "integer", "minimum": 1, "maximum": MOST_LINKS, "default": LINKS},
	}
	return {
		GET_TOOL: (
			"Read one record of the ERP whole and as it is now: its fields and rows, and what belongs to it, such as contacts, "
			"addresses, prices, stock, open orders and unpaid invoices. Use it when the question is about one record that it "
			"names: an invoice by its number, whom to write to at a customer, what a customer owes, how much there is of an "
			"item. To find out which record is meant by what it says, use knowledge_search first. How many, how much or which "
			"ones over many records needs a list: query_records.",
			_object(record),
		),
		FOLLOW_TOOL: (
			"List the records that one record is connected with, each with its state of now: the deliveries and payments of an "
			"invoice, the order that it was made from. Read one of them with get_record. It does not count: the number of "
			"all invoices of a customer is for query_records.",
			_object(links),
		),
	}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
	return {
		"type": "object",
		"properties": properties,
		"required": ["doctype", "name"],
		"additionalProperties": False,
	}
