"""Two tools for agents: one that counts, and one that writes."""

from datetime import date, timedelta
from typing import Any

from huf.ai.agent_tool import AgentTool, ToolContext, ToolRefused

MOST_DAYS = 3660


def working_days(arguments: dict[str, Any], context: ToolContext) -> dict[str, int]:
	"""Days from Monday to Friday between two dates, both counted."""
	try:
		first, last = (date.fromisoformat(arguments[name]) for name in ("first", "last"))
	except ValueError as error:
		raise ToolRefused("Write the dates as 2026-11-21.") from error
	days = (last - first).days + 1
	if not 0 < days <= MOST_DAYS:
		raise ToolRefused("The last day must follow the first, by ten years at most.")
	return {"working_days": sum((first + timedelta(day)).weekday() < 5 for day in range(days))}


def make_todo(arguments: dict[str, Any], context: ToolContext) -> dict[str, str]:
	"""A ToDo of the user whose run it is. Frappe checks their rights: huf calls tools as that user."""
	import frappe

	todo = frappe.get_doc(
		{"doctype": "ToDo", "description": arguments["description"], "allocated_to": context.user}
	)
	return {"todo": todo.insert().name}


_DATE = {"type": "string", "format": "date"}

WORKING_DAYS = AgentTool(
	description="Count the working days from the first to the last date, both included.",
	parameters={
		"type": "object",
		"properties": {"first": _DATE, "last": _DATE},
		"required": ["first", "last"],
		"additionalProperties": False,
	},
	call=working_days,
	gives_untrusted_text=False,
)

MAKE_TODO = AgentTool(
	description="Make a ToDo for the user who asks.",
	parameters={
		"type": "object",
		"properties": {"description": {"type": "string", "maxLength": 1000}},
		"required": ["description"],
		"additionalProperties": False,
	},
	call=make_todo,
	writes=True,
)
