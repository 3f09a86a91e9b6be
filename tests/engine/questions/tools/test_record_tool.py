"""Questions about many records, as models and programs write them, become one value or an error that says how to ask."""

import json
from typing import Any

import jsonschema
import pytest

from huf.engine.questions.record_query import (
	MOST_ROWS,
	ROWS,
	GroupCondition,
	Measure,
	Order,
	RecordCondition,
	RecordQuery,
	Related,
	Share,
)
from huf.engine.tools.knowledge import ToolArgumentError
from huf.engine.tools.records import RECORD_TOOLS, parse_record_query, record_tool_schemas

OVERDUE = RecordCondition("status", "=", "Overdue")


@pytest.mark.parametrize(
	("filters", "expected"),
	[
		([{"field": "status", "operator": "=", "value": "Overdue"}], (OVERDUE,)),
		({"field": "status", "value": "Overdue"}, (OVERDUE,)),
		({"status": "Overdue"}, (OVERDUE,)),
		([["status", "==", "Overdue"]], (OVERDUE,)),
		([["Sales Invoice", "status", "equals", "Overdue"]], (OVERDUE,)),
		({"total": [">", 5], "due": ["before", "today"]}, (RecordCondition("total", ">", 5), RecordCondition("due", "<", "today"))),
		({"status": ["Paid", "Overdue"]}, (RecordCondition("status", "in", ("Paid", "Overdue")),)),
		([["status", "in", "Paid, Overdue"]], (RecordCondition("status", "in", ("Paid", "Overdue")),)),
		([["status", "!=", ["Paid"]]], (RecordCondition("status", "not in", ("Paid",)),)),
		([["status", "Not  In", 5]], (RecordCondition("status", "not in", (5,)),)),
		([["due", "=", None]], (RecordCondition("due", "is", "not set"),)),
		([["due", "between", ["2026-01-01", "2026-01-31"]]], (RecordCondition("due", "between", ("2026-01-01", "2026-01-31")),)),
		([{"field": "paid", "operator": "<", "other_field": "total"}], (RecordCondition("paid", "<", None, "total"),)),
		(None, ()),
	],
)  # fmt: skip
def test_filters(filters: Any, expected: tuple[RecordCondition, ...]) -> None:
	"""Every form in which conditions are usually written means the same conditions."""
	assert parse_record_query({"doctype": "Sales Invoice", "filters": filters}).conditions == expected


def test_the_other_parts() -> None:
	"""Measures, orders and lists of names come as lists, as text with commas, or as objects."""
	asked = parse_record_query(
		{
			"doctype": " Sales Invoice ",
			"group_by": "customer",
			"measures": ["sum( grand_total )", "COUNT", {"function": "avg", "field": "qty"}, "count(*)"],
			"order_by": "sum(grand_total) desc, customer",
			"limit": "5",
		}
	)
	assert asked == RecordQuery(
		"Sales Invoice",
		group_by=("customer",),
		measures=(Measure("sum", "grand_total"), Measure("count"), Measure("avg", "qty"), Measure("count")),
		order_by=(Order("sum(grand_total)", True), Order("customer")),
		limit=5,
	)
	assert parse_record_query({"doctype": "X", "order_by": {"by": "due", "descending": True}}).order_by == (
		Order("due", True),
	)


@pytest.mark.parametrize(
	("related", "expected"),
	[
		([{"doctype": " Sales Order "}], (Related("Sales Order"),)),
		({"doctype": "Issue", "at_least": 2}, (Related("Issue", at_least=2),)),
		("Issue", (Related("Issue"),)),
		([{"doctype": "Issue", "at_most": 0}], (Related("Issue", at_least=0, at_most=0),)),
		([{"doctype": "Issue", "at_most": "3"}], (Related("Issue", at_least=0, at_most=3),)),
		([{"doctype": "Issue", "at_least": 1, "at_most": 3}], (Related("Issue", at_most=3),)),
		(
			[{"doctype": "Invoice", "field": "items.item", "filters": {"status": "Overdue"}}],
			(Related("Invoice", "items.item", (OVERDUE,)),),
		),
		(None, ()),
	],
)
def test_related_records(related: Any, expected: tuple[Related, ...]) -> None:
	"""How many there must be is one or more, unless it is said; “at most” includes those that have none."""
	assert parse_record_query({"doctype": "Customer", "related": related}).related == expected


@pytest.mark.parametrize(
	("having", "expected"),
	[
		(
			[{"measure": "sum( total )", "operator": "gt", "value": 5000}],
			(GroupCondition("sum(total)", ">", 5000),),
		),
		({"measure": "count", "operator": ">=", "value": 2}, (GroupCondition("count", ">=", 2),)),
		([["count", "=", 3]], (GroupCondition("count", "=", 3),)),
		(
			{"count": 3, "avg(total)": ["<", 0.5]},
			(GroupCondition("count", "=", 3), GroupCondition("avg(total)", "<", 0.5)),
		),
		(None, ()),
	],
)
def test_conditions_on_groups(having: Any, expected: tuple[GroupCondition, ...]) -> None:
	"""In every form in which they are usually written."""
	asked = {"doctype": "Invoice", "group_by": "customer", "measures": ["count"], "having": having}
	assert parse_record_query(asked).having == expected


@pytest.mark.parametrize(
	("share", "expected"),
	[
		({"filters": {"status": "Overdue"}}, Share((OVERDUE,))),
		([["status", "=", "Overdue"]], Share((OVERDUE,))),
		({"related": "Issue"}, Share(related=(Related("Issue"),))),
		({}, Share()),
		(None, None),
		("", None),
	],
)
def test_shares(share: Any, expected: Share | None) -> None:
	"""Of a part, by its filters alone too; of each group, if it is empty."""
	assert parse_record_query({"doctype": "Invoice", "share": share}).share == expected


@pytest.mark.parametrize(
	("limit", "rows"), [(0, 1), (10**9, MOST_ROWS), ("many", ROWS), (None, ROWS), (7, 7)]
)
def test_limit(limit: Any, rows: int) -> None:
	"""A limit outside its range is moved into it; nonsense is the default."""
	assert parse_record_query({"doctype": "X", "limit": limit}).limit == rows


@pytest.mark.parametrize(
	"wrong",
	[
		{},
		{"doctype": ""},
		{"doctype": 5},
		{"filters": 5},
		{"filters": [5]},
		{"filters": [["status", "~", 1]]},
		{"filters": [{"operator": "="}]},
		{"filters": {"status": {"a": 1}}},
		{"filters": {"status": [["a"]]}},
		{"filters": [{"field": "a", "other_field": 5}]},
		{"fields": [5]},
		{"fields": 5},
		{"measures": ["sleep(5)"]},
		{"measures": ["sum(total); drop"]},
		{"order_by": [5]},
		{"group_by": [""]},
		{"having": 5},
		{"having": [5]},
		{"having": {"sum(total)": [">"]}},
		{"having": [["total", ">", 5]]},
		{"having": [["count", "like", 5]]},
		{"having": [["count", ">", "many"]]},
		{"having": [["count", ">", True]]},
		{"having": [["count", ">", float("nan")]]},
		{"having": [["count", ">", 10**400]]},
		{"share": 5},
		{"share": {"status": "Overdue"}},
		{"share": {"filters": 5}},
		{"share": {"related": [5]}},
		{"related": 5},
		{"related": [5]},
		{"related": [{"field": "customer"}]},
		{"related": [{"doctype": "Order", "field": 5}]},
		{"related": [{"doctype": "Order", "filters": 5}]},
		{"related": [{"doctype": "Order", "at_least": -1}]},
		{"related": [{"doctype": "Order", "at_least": True}]},
		{"related": [{"doctype": "Order", "at_most": "many"}]},
		{"related": [{"doctype": "Order", "at_least": 3, "at_most": 2}]},
	],
	ids=str,
)
def test_what_cannot_be_read(wrong: dict[str, Any]) -> None:
	"""Whatever a confused model writes is an error in words for it, never another one."""
	values = wrong if "doctype" in wrong or not wrong else {"doctype": "X", **wrong}
	with pytest.raises(ToolArgumentError):
		parse_record_query(values)


def test_schemas() -> None:
	"""The tools are JSON schemas; what an agent may ask about is in them, and nothing about users or rights."""
	for listed in ((), ("Sales Invoice", "Item")):
		tools = record_tool_schemas(listed, "2026-11-22")
		assert tuple(tools) == RECORD_TOOLS
		for description, schema in tools.values():
			jsonschema.Draft202012Validator.check_schema(schema)
			assert description and not {"user", "role"} & set(schema["properties"])
		doctype = tools["query_records"][1]["properties"]["doctype"]
		assert doctype.get("enum", []) == list(listed)
		assert "2026-11-22" in tools["query_records"][0]
	jsonschema.validate(
		{"doctype": "Item", "filters": [{"field": "a", "value": [1, 2]}]}, tools["query_records"][1]
	)
	assert len(json.dumps(tools)) < 6000
