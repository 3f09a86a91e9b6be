"""huf's own tools that change records: what a model calls them with. Pure: no Frappe. huf/ai/writing has what they do.

No call writes anything. Each makes a proposal that the person of the run confirms or declines.
"""

from collections.abc import Mapping, Sequence
from typing import Any

CREATE_TOOL = "create_record"
UPDATE_TOOL = "update_record"
COMMENT_TOOL = "add_comment"
ASSIGN_TOOL = "assign_to"
WRITING_TOOLS = (CREATE_TOOL, UPDATE_TOOL, COMMENT_TOOL, ASSIGN_TOOL)

MOST_COMMENT_CHARACTERS = 5_000

_WAITS = (
	"Nothing is written by this call: it proposes the change to the person, who confirms or declines it. "
	"Never say that it was done."
)
_DOES = {
	CREATE_TOOL: "Propose to create one record.",
	UPDATE_TOOL: "Propose to change fields of one record.",
	COMMENT_TOOL: "Propose a comment on one record.",
	ASSIGN_TOOL: "Propose to assign one record to a user, who gets a ToDo.",
}
_NAME = {"type": "string", "description": "The record's own name (ID), such as ISS-2026-00001."}
_TEXT = {"type": "string", "minLength": 1, "maxLength": MOST_COMMENT_CHARACTERS}
_ARGUMENTS: dict[str, dict[str, Any]] = {
	CREATE_TOOL: {"values": {"type": "object", "minProperties": 1, "description": "By field name."}},
	UPDATE_TOOL: {
		"name": _NAME,
		"values": {"type": "object", "minProperties": 1, "description": "The new values, by field name."},
	},
	COMMENT_TOOL: {"name": _NAME, "text": {**_TEXT, "description": "Plain text."}},
	ASSIGN_TOOL: {
		"name": _NAME,
		"user": {"type": "string", "minLength": 1, "description": "E-mail address or full name of the user."},
		"description": {**_TEXT, "description": "What they are to do, as plain text."},
		"date": {"type": "string", "description": "Until when, as YYYY-MM-DD."},
	},
}
_OPTIONAL = frozenset({"date"})


def writing_schema(tool: str, doctypes: Mapping[str, Sequence[str]]) -> dict[str, Any]:
	"""One of the tools in OpenAI's form.

	:param doctypes: what it may write to, and, of a tool that sets fields, a line for each field.
	"""
	described = [f"{_DOES[tool]} {_WAITS}"]
	for doctype, fields in doctypes.items():
		if fields:
			described.append(f"{doctype} has these fields:\n" + "\n".join(f"- {line}" for line in fields))
	return {
		"type": "function",
		"function": {
			"name": tool,
			"description": "\n".join(described),
			"parameters": writing_parameters(tool, list(doctypes)),
		},
	}


def writing_parameters(tool: str, doctypes: Sequence[str]) -> dict[str, Any]:
	"""The JSON schema of a tool's arguments."""
	given = _ARGUMENTS[tool]
	return {
		"type": "object",
		"properties": {"doctype": {"type": "string", "enum": list(doctypes)}, **given},
		"required": ["doctype", *(name for name in given if name not in _OPTIONAL)],
		"additionalProperties": False,
	}
