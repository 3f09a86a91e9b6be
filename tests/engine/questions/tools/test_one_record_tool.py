"""What a model sends for one record, and what it is told that the tools are for."""

import json

import jsonschema
import pytest

from huf.engine.tools.knowledge import ToolArgumentError
from huf.engine.tools.one_record import (
	LINKS,
	MOST_LINKS,
	FollowedLinks,
	NamedRecord,
	one_record_schemas,
	parse_followed_links,
	parse_named_record,
)

RECORD = {"doctype": " Customer ", "name": " Acme "}


def test_a_record_is_named_by_kind_and_name() -> None:
	"""Both are texts, without the spaces around them."""
	assert parse_named_record(RECORD) == NamedRecord("Customer", "Acme")
	for wrong in ({}, {"doctype": "Customer"}, {**RECORD, "name": 5}, {**RECORD, "doctype": " "}):
		with pytest.raises(ToolArgumentError, match="is missing"):
			parse_named_record(wrong)


def test_links_are_followed_both_ways_unless_told() -> None:
	"""A direction is one of three words; a limit is brought into range, and nonsense is the usual one."""
	named = NamedRecord("Customer", "Acme")
	assert parse_followed_links(RECORD) == FollowedLinks(named, "both", "", LINKS)
	wanted = {**RECORD, "direction": "to", "linked_doctype": "Sales Invoice", "limit": 10_000}
	assert parse_followed_links(wanted) == FollowedLinks(named, "to", "Sales Invoice", MOST_LINKS)
	for limit, used in ((0, 1), (-5, 1), ("many", LINKS), (None, LINKS), ("7", 7)):
		assert parse_followed_links({**RECORD, "limit": limit}).limit == used
	for wrong in ({"direction": "sideways"}, {"direction": ["to"]}, {"linked_doctype": 5}):
		with pytest.raises(ToolArgumentError):
			parse_followed_links({**RECORD, **wrong})


def test_schemas() -> None:
	"""They take what is parsed and nothing else, name what an agent may ask about, and send lists elsewhere."""
	tools = one_record_schemas(["Customer", "Item"])
	for description, schema in tools.values():
		jsonschema.Draft202012Validator.check_schema(schema)
		assert schema["properties"]["doctype"]["enum"] == ["Customer", "Item"]
		assert "query_records" in description
		with pytest.raises(jsonschema.ValidationError):
			jsonschema.validate({"doctype": "Item", "name": "x", "user": "Administrator"}, schema)
	assert "enum" not in one_record_schemas([])["get_record"][1]["properties"]["doctype"]
	assert len(json.dumps(tools)) < 4000
