"""huf's tools that propose changes, as a model is offered them, and what becomes of a call beside texts of others."""

import json
from typing import Any

import jsonschema
import pytest

from huf.agent.completion import Completion, ToolCall
from huf.agent.tool import AgentTool, check_parameters, check_tool
from huf.agent.tool_calls import ToolCalls
from huf.agent.writing_tools import WRITING_TOOLS, writing_parameters, writing_schema
from huf.engine.errors import SettingsError
from huf.engine.tools.knowledge import ToolArgumentError

GOOD: dict[str, dict[str, Any]] = {
	"create_record": {"doctype": "Task", "values": {"subject": "x"}},
	"update_record": {"doctype": "Task", "name": "T-1", "values": {"subject": "x"}},
	"add_comment": {"doctype": "Task", "name": "T-1", "text": "x"},
	"assign_to": {"doctype": "Task", "name": "T-1", "user": "ada@example.com", "description": "x"},
}


@pytest.mark.parametrize("tool", WRITING_TOOLS)
def test_schema_is_bound_to_the_list(tool: str) -> None:
	"""The DocTypes are an enumeration, fields stand in the description, and nothing else can be sent: no user, no right."""
	function = writing_schema(tool, {"Task": ["subject (Subject, Data)"], "Note": []})["function"]
	jsonschema.Draft202012Validator.check_schema(function["parameters"])
	assert function["parameters"]["properties"]["doctype"]["enum"] == ["Task", "Note"]
	assert "subject (Subject, Data)" in function["description"] and "Never say" in function["description"]
	parameters = writing_parameters(tool, ["Task"])
	check_parameters(parameters, GOOD[tool])
	for more in (
		{"doctype": "User"},
		{"ignore_permissions": True},
		{"owner": "Administrator"},
		{"values": []},
	):
		with pytest.raises(ToolArgumentError):
			check_parameters(parameters, {**GOOD[tool], **more})
	for missing in set(GOOD[tool]):
		with pytest.raises(ToolArgumentError):
			check_parameters(parameters, {key: one for key, one in GOOD[tool].items() if key != missing})


@pytest.mark.parametrize("tool", WRITING_TOOLS)
def test_names_are_hufs_own(tool: str) -> None:
	"""No app can bring a tool of the same name, which would run without a proposal."""
	with pytest.raises(SettingsError, match="huf's own"):
		check_tool(tool, AgentTool("x", lambda arguments, context: None))


def test_withheld_is_not_called() -> None:
	"""What is withheld is neither offered nor reached by a call of its name."""
	called: list[str] = []

	def call(name: str, arguments: dict[str, Any]) -> str:
		called.append(name)
		return "{}"

	tools = [writing_schema(tool, {"Task": ["subject"]}) for tool in WRITING_TOOLS]
	calls = ToolCalls(tools, call, (), lambda: WRITING_TOOLS, [])
	assert calls.offered() == []
	asked = Completion("", tuple(ToolCall(tool, tool, json.dumps(GOOD[tool])) for tool in WRITING_TOOLS))
	replies, _new = calls.answer(asked)
	assert called == [] and all("not available" in reply["content"] for reply in replies[1:])
