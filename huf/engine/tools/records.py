"""Questions about many records as tools: what a model or a program writes, made into a :class:`RecordQuery`.

Shapes only: which names there are, and what their values mean, is checked by whoever answers.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast, get_args

from huf.engine.analysis.query import echo
from huf.engine.questions.record_query import (
	MOST_ROWS,
	ROWS,
	Compared,
	Function,
	GroupCondition,
	Measure,
	Operator,
	Order,
	RecordCondition,
	RecordQuery,
	Related,
	Share,
	Value,
)
from huf.engine.tools.knowledge import ToolArgumentError

QUERY_TOOL = "query_records"
DESCRIBE_TOOL = "describe_records"
REPORT_TOOL = "run_report"
RECORD_TOOLS = (QUERY_TOOL, DESCRIBE_TOOL, REPORT_TOOL)

_OPERATORS: tuple[Operator, ...] = get_args(Operator)
_FUNCTIONS: tuple[Function, ...] = get_args(Function)
_COMPARED: tuple[Compared, ...] = get_args(Compared)
_LARGEST = 1e15
"""What the number of a group may be compared with: beyond it a float knows no cents."""
_ALSO_CALLED: dict[str, Operator] = {
	"==": "=",
	"eq": "=",
	"equals": "=",
	"<>": "!=",
	"ne": "!=",
	"lt": "<",
	"lte": "<=",
	"gt": ">",
	"gte": ">=",
	"contains": "like",
	"not contains": "not like",
	"before": "<",
	"after": ">",
}
_MOST_RELATED = 1_000_000
"""Records that may be asked for of each record."""
_MEASURE = re.compile(r"(\w+)(?:\(([^()]*)\))?")
_DIRECTION = re.compile(r"(?P<by>.+?)(?:\s+(?P<direction>asc|desc))?", re.IGNORECASE | re.DOTALL)


def parse_record_query(arguments: Mapping[str, Any]) -> RecordQuery:
	"""What was sent for ``query_records``. Raises ToolArgumentError, which says how to call it."""
	doctype = arguments.get("doctype")
	if not isinstance(doctype, str) or not doctype.strip():
		raise ToolArgumentError('"doctype" is missing: the kind of records, such as "Sales Invoice".')
	return RecordQuery(
		doctype=doctype.strip(),
		conditions=_conditions(arguments.get("filters")),
		fields=_names("fields", arguments.get("fields")),
		group_by=_names("group_by", arguments.get("group_by")),
		measures=tuple(_measure(one) for one in _list("measures", arguments.get("measures"))),
		order_by=tuple(_order(one) for one in _list("order_by", arguments.get("order_by"))),
		having=_having(arguments.get("having")),
		related=tuple(_related(one) for one in _list("related", arguments.get("related"))),
		share=_share(arguments.get("share")),
		changes=_is_true("changes", arguments.get("changes")),
		limit=_limit(arguments.get("limit")),
	)


def _having(value: Any) -> tuple[GroupCondition, ...]:
	"""Conditions on groups: objects, lists such as ``["sum(grand_total)", ">", 5000]``, or one object from measures to the rest of such lists."""
	if isinstance(value, Mapping) and "measure" not in value:
		value = [
			[name, *(wanted if isinstance(wanted, list | tuple) else ["=", wanted])]
			for name, wanted in value.items()
		]
	return tuple(_group_condition(one) for one in _list("having", value))


def _group_condition(value: Any) -> GroupCondition:
	if isinstance(value, Mapping):
		value = [value.get("measure"), value.get("operator"), value.get("value")]
	if not isinstance(value, list | tuple) or len(value) != 3:
		raise ToolArgumentError(
			'having is a list such as [{"measure": "sum(grand_total)", "operator": ">", "value": 5000}].'
		)
	measure, operator, number = _measure(value[0]), _operator(value[1]), value[2]
	if operator not in _COMPARED:
		raise ToolArgumentError(
			f"Groups cannot be compared by “{echo(str(value[1]))}”. There are: {', '.join(_COMPARED)}."
		)
	if isinstance(number, bool) or not isinstance(number, int | float) or not -_LARGEST < number < _LARGEST:
		raise ToolArgumentError("The number of a group is compared with a number.")
	return GroupCondition(measure.key, operator, float(number))


def _conditions(value: Any) -> tuple[RecordCondition, ...]:
	if isinstance(value, Mapping) and "field" not in value:
		return tuple(_of_pair(name, wanted) for name, wanted in value.items())
	return tuple(_condition(one) for one in _list("filters", value))


def _of_pair(name: Any, wanted: Any) -> RecordCondition:
	"""A condition as Frappe's short form has it: ``{"status": "Open", "due": ["<", "2026-01-01"]}``."""
	if isinstance(wanted, list | tuple) and len(wanted) == 2 and _operator(wanted[0]) in _OPERATORS:
		return _made(name, wanted[0], wanted[1])
	return _made(name, "=", wanted)


def _condition(value: Any) -> RecordCondition:
	if isinstance(value, Mapping):
		return _made(
			value.get("field"), value.get("operator", "="), value.get("value"), value.get("other_field") or ""
		)
	if isinstance(value, list | tuple) and len(value) in (3, 4):
		return _made(*value[-3:])
	raise ToolArgumentError(
		'A filter is an object, such as {"field": "status", "operator": "=", "value": "Open"}.'
	)


def _made(field: Any, operator: Any, value: Any, other_field: Any = "") -> RecordCondition:
	if not isinstance(field, str) or not field or not isinstance(other_field, str):
		raise ToolArgumentError('A filter needs "field": a fieldname, or "table.column" of a child table.')
	word = _operator(operator)
	if word not in _OPERATORS:
		raise ToolArgumentError(
			f"There is no operator “{echo(str(operator))}”. There are: {', '.join(_OPERATORS)}."
		)
	if other_field:
		return RecordCondition(field, word, None, other_field)
	if value is None and word in ("=", "!="):
		return RecordCondition(field, "is", "not set" if word == "=" else "set")
	if isinstance(value, list | tuple) and word in ("=", "!="):
		word = "in" if word == "=" else "not in"
	if not isinstance(value, list | tuple) and word in ("in", "not in"):
		value = [part.strip() for part in value.split(",")] if isinstance(value, str) else [value]
	return RecordCondition(field, word, _value(value))


def _operator(value: Any) -> Operator:
	word = " ".join(str(value).lower().split())
	return _ALSO_CALLED.get(word, cast("Operator", word))


def _value(value: Any) -> Value:
	if isinstance(value, list | tuple):
		if not all(isinstance(each, str | int | float) for each in value):
			raise ToolArgumentError("The values of a list are texts or numbers.")
		return tuple(value)
	if value is None or isinstance(value, str | int | float):
		return value
	raise ToolArgumentError("A value is a text, a number, or a list of these.")


def _measure(value: Any) -> Measure:
	if isinstance(value, Mapping):
		function, field = value.get("function"), value.get("field") or ""
	else:
		found = _MEASURE.fullmatch(str(value).replace(" ", ""))
		function, field = (found[1], found[2] or "") if found else (value, "")
	function = {"average": "avg", "least": "min", "most": "max"}.get(
		str(function).lower(), str(function).lower()
	)
	if function not in _FUNCTIONS or not isinstance(field, str):
		raise ToolArgumentError(
			f"“{echo(str(value))}” is no measure. Measures are count, sum(field), avg(field), min(field) and max(field)."
		)
	return Measure(function, "" if field == "*" else field)


def _related(value: Any) -> Related:
	if isinstance(value, str):
		value = {"doctype": value}
	doctype = value.get("doctype") if isinstance(value, Mapping) else None
	field = value.get("field") or "" if isinstance(value, Mapping) else ""
	if not isinstance(doctype, str) or not doctype.strip() or not isinstance(field, str):
		raise ToolArgumentError(
			'A related entry is an object, such as {"doctype": "Sales Order", "filters": [...], "at_most": 0}.'
		)
	least, most = _number_of("at_least", value.get("at_least")), _number_of("at_most", value.get("at_most"))
	if least is None:
		# None at all, and at most so many, are true of those without any as well.
		least = 1 if most is None else 0
	if most is not None and most < least:
		raise ToolArgumentError(f'"at_most" is {most}, and "at_least" is {least}: nothing can be both.')
	return Related(doctype.strip(), field.strip(), _conditions(value.get("filters")), least, most)


def _share(value: Any) -> Share | None:
	"""An object with ``filters`` and ``related``, or the filters alone. An empty object asks for the share of each group."""
	if value is None or value == "" or value is False:
		return None
	if isinstance(value, list | tuple):
		value = {"filters": value}
	if not isinstance(value, Mapping) or value.keys() - {"filters", "related"}:
		raise ToolArgumentError(
			'share is an object that says what the part is, such as {"filters": [{"field": "status", "value": "Overdue"}]}, or {} with group_by.'
		)
	related = tuple(_related(one) for one in _list("related", value.get("related")))
	return Share(_conditions(value.get("filters")), related)


def _is_true(argument: str, value: Any) -> bool:
	"""A switch, which is off if nobody sets it."""
	if value in (None, "", 0, "0", "false"):
		return False
	if value in (1, "1", "true"):
		return True
	raise ToolArgumentError(f'"{argument}" is true or false.')


def _number_of(argument: str, value: Any) -> int | None:
	"""A number of records, or None where nobody says one."""
	if value is None or value == "":
		return None
	if isinstance(value, str) and value.strip().isdecimal():
		value = int(value)
	if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _MOST_RELATED:
		raise ToolArgumentError(f'"{argument}" is a whole number from 0 to {_MOST_RELATED:,}.')
	return value


def _order(value: Any) -> Order:
	if isinstance(value, Mapping) and isinstance(value.get("by"), str):
		return Order(value["by"], bool(value.get("descending")))
	found = _DIRECTION.fullmatch(value.strip()) if isinstance(value, str) else None
	if not found:
		raise ToolArgumentError('order_by is a list such as ["grand_total desc", "posting_date"].')
	return Order(found["by"], (found["direction"] or "").lower() == "desc")


def _names(argument: str, value: Any) -> tuple[str, ...]:
	found = _list(argument, value)
	if not all(isinstance(one, str) and one for one in found):
		raise ToolArgumentError(f"{argument} is a list of fieldnames.")
	return tuple(found)


def _list(argument: str, value: Any) -> Sequence[Any]:
	"""A list; one thing alone is a list of one, and texts may be divided by commas."""
	if value in (None, ""):
		return ()
	if isinstance(value, str):
		return [part.strip() for part in value.split(",") if part.strip()]
	if isinstance(value, Mapping):
		return [value]
	if isinstance(value, list | tuple):
		return value
	raise ToolArgumentError(f"{argument} is a list.")


def _limit(value: Any) -> int:
	"""Out of range is moved into it; nonsense is the default."""
	try:
		return max(1, min(int(value if value is not None else ROWS), MOST_ROWS))
	except (TypeError, ValueError, OverflowError):
		return ROWS


def record_tool_schemas(doctypes: Sequence[str], today: str) -> dict[str, tuple[str, dict[str, Any]]]:
	"""By its name, what each tool is for and the JSON schema of what it takes.

	:param doctypes: what may be asked about; none: everything that the user may read. :param today: as YYYY-MM-DD.
	"""
	doctype: dict[str, Any] = {
		"type": "string",
		"description": 'The kind of records, such as "Sales Invoice".',
	}
	if doctypes:
		doctype["enum"] = list(doctypes)
	names = {"type": "array", "items": {"type": "string"}}
	condition = {
		"type": "object",
		"properties": {
			"field": {
				"type": "string",
				"description": "Fieldname, or table.column: some row of it has this. day_of_year(date) takes 12-31: birthdays.",
			},
			"operator": {"type": "string", "enum": list(_OPERATORS), "default": "="},
			"value": {
				"description": "Text, number, or a list for in and between. Dates as YYYY-MM-DD, or words such as today, "
				"this year, last month. For a link the record's name or what people call it. For is: set, not set."
			},
			"other_field": {"type": "string", "description": "Compare with this field instead of a value."},
		},
		"required": ["field"],
		"additionalProperties": False,
	}
	filters = {"type": "array", "items": condition, "description": "All hold together."}
	related = {
		"type": "object",
		"properties": {
			"doctype": {**doctype, "description": "The other kind of records, which link to these."},
			"field": {"type": "string", "description": "Their link to these, if there are several."},
			"filters": filters,
			"at_least": {"type": "integer", "minimum": 0, "description": "1 unless at_most is given."},
			"at_most": {"type": "integer", "minimum": 0, "description": "0: those that have none."},
		},
		"required": ["doctype"],
		"additionalProperties": False,
	}
	query = {
		"doctype": doctype,
		"filters": filters,
		"related": {
			"type": "array",
			"items": related,
			"description": "Only those that have, or lack, records of another kind: customers without orders this year, "
			"items that were never sold, customers with more than 5 open tickets, how many customers have overdue invoices.",
		},
		"fields": {**names, "description": "Columns of a list. Leave out for the usual ones."},
		"group_by": {
			**names,
			"description": "One number for each value; month(date), quarter(date) and year(date) too.",
		},
		"measures": {**names, "description": "count, sum(field), avg(field), min(field), max(field)."},
		"having": {
			"type": "array",
			"items": {
				"type": "object",
				"properties": {
					"measure": {"type": "string", "description": "One of measures."},
					"operator": {"type": "string", "enum": list(_COMPARED)},
					"value": {"type": "number"},
				},
				"required": ["measure", "operator", "value"],
				"additionalProperties": False,
			},
			"description": "Only groups of which this is true: customers that owe more than 5000.",
		},
		"share": {
			"type": "object",
			"properties": {
				name: {"type": "array", "items": {"type": "object"}} for name in ("filters", "related")
			},
			"additionalProperties": False,
			"description": "For percentages: filters and related, as above, say what part of all this is wanted. "
			"{} with group_by: the share of each group.",
		},
		"changes": {
			"type": "boolean",
			"description": "With group_by of one month(date), quarter(date) or year(date): how much each differs from the one before, in percent too.",
		},
		"order_by": {**names, "description": "Such as sum(grand_total) desc; share."},
		"limit": {"type": "integer", "minimum": 1, "maximum": MOST_ROWS, "default": ROWS},
	}
	return {
		QUERY_TOOL: (
			"Count, list or add up records of the ERP, as the user may see them. Use it for how many, how much, which "
			"ones, most, least, totals and lists: never count or add up passages instead. Totals are over all matching "
			"records, not only over the rows that are shown. For what one document says use knowledge_search; for one "
			"record that you can name, get_record. When you do not know the fields, call describe_records first. "
			f"Today is {today}.",
			_object(query, "doctype"),
		),
		DESCRIBE_TOOL: (
			"The fields of a kind of records that query_records can filter, show, group and measure, with their options, "
			"and the saved reports about it.",
			_object({"doctype": doctype}, "doctype"),
		),
		REPORT_TOOL: (
			"Run a saved report of the ERP, for what one kind of records does not hold by itself, such as stock below its "
			"reorder level, profit, or ageing of debts. describe_records names the reports.",
			_object(
				{
					"report": {"type": "string", "description": "Name of the report."},
					"filters": {
						"type": "object",
						"description": 'Such as {"company": "…", "from_date": "2026-01-01"}.',
					},
					"limit": {"type": "integer", "minimum": 1, "maximum": MOST_ROWS, "default": ROWS},
				},
				"report",
			),
		),
	}


def _object(properties: Mapping[str, Any], *required: str) -> dict[str, Any]:
	return {
		"type": "object",
		"properties": dict(properties),
		"required": list(required),
		"additionalProperties": False,
	}
