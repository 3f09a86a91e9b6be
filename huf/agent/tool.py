"""A tool that an app gives to agents: what it is called with, what it may do, and what becomes of its result.

Pure: no Frappe. ``docs/extending.md`` shows how an app brings one; huf/ai/runs/tools/offered.py has the tools of a run.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from huf.agent.writing_tools import WRITING_TOOLS
from huf.engine.errors import HufError, SettingsError
from huf.engine.prompt.untrusted import defuse
from huf.engine.tokens import TokenRuler, count_tokens
from huf.engine.tools.knowledge import SEARCH_TOOL, SOURCES_TOOL, ToolArgumentError
from huf.engine.tools.one_record import FOLLOW_TOOL, GET_TOOL
from huf.engine.tools.records import RECORD_TOOLS

RESULT_TOKENS = 2000
"""Most tokens of one result that the model reads."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
"""What services take for the name of a function."""


class ToolRefused(HufError):
	"""The tool will not do this. The message is for the model, and is kept on the run."""

	code = "Tool Refused"
	acts = "model"


@dataclass(frozen=True, slots=True)
class ToolContext:
	"""For whom a tool works. Set by the server: nothing that a model writes changes it."""

	user: str
	agent: str
	run: str
	"""Name of the Agent Run."""


@dataclass(frozen=True, slots=True)
class AgentTool:
	"""One tool. ``call`` gets the checked arguments and for whom it works; its result must fit into JSON."""

	description: str
	"""For the model: what it does, and when to use it."""
	call: Callable[[dict[str, Any], ToolContext], Any]
	parameters: Mapping[str, Any] = field(default_factory=lambda: {"type": "object", "properties": {}})
	"""A JSON schema of an object. Never a user or a role: these are in the context."""
	writes: bool = False
	"""It changes something, or sends something out."""
	gives_untrusted_text: bool = True
	"""Its result may hold words that others wrote. False only for what the app itself makes, such as a number."""


def check_tool(name: str, tool: Any) -> AgentTool:
	"""The tool, if it can be offered under this name. Raises SettingsError."""
	import jsonschema

	own = (SEARCH_TOOL, SOURCES_TOOL, *RECORD_TOOLS, GET_TOOL, FOLLOW_TOOL, *WRITING_TOOLS)
	if not _NAME.fullmatch(name) or name in own:
		raise SettingsError(
			f"“{name}” cannot be the name of a tool: letters, digits, _ and -, at most 64, and not one of huf's own."
		)
	if not isinstance(tool, AgentTool):
		raise SettingsError(f"The tool “{name}” is no AgentTool.")
	try:
		jsonschema.Draft202012Validator.check_schema(dict(tool.parameters))
	except jsonschema.SchemaError as error:
		raise SettingsError(
			f"The parameters of the tool “{name}” are no JSON schema: {error.message}"
		) from error
	if tool.parameters.get("type") != "object":
		raise SettingsError(f'The parameters of the tool “{name}” must have "type": "object".')
	return tool


def schema_of(name: str, tool: AgentTool) -> dict[str, Any]:
	"""The tool in OpenAI's form."""
	function = {"name": name, "description": tool.description, "parameters": dict(tool.parameters)}
	return {"type": "function", "function": function}


def check_arguments(tool: AgentTool, arguments: Mapping[str, Any]) -> None:
	"""Raise ToolArgumentError, in words for the model, unless the arguments conform to the tool's schema."""
	check_parameters(tool.parameters, arguments)


def check_parameters(parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> None:
	"""The same for a schema of arguments alone."""
	import jsonschema
	import referencing

	# An empty registry: without one, a reference to another document would be fetched over the network.
	validator = jsonschema.Draft202012Validator(dict(parameters), registry=referencing.Registry())
	problem = jsonschema.exceptions.best_match(validator.iter_errors(dict(arguments)))
	if problem is not None:
		raise ToolArgumentError(
			f"The arguments do not conform: at {problem.json_path}: {problem.message[:300]}"
		)


def render_result(result: Any) -> str:
	"""The result as JSON for the model: data that can pretend neither to be a citation nor the end of a block."""
	text = json.dumps({"result": _harmless(result)}, ensure_ascii=False, default=str)
	if count_tokens(text) <= RESULT_TOKENS:
		return text
	end = TokenRuler(text, "tokens").reach(0, RESULT_TOKENS)
	return json.dumps(
		{"beginning_of_result": text[:end], "note": "The rest was too long."}, ensure_ascii=False
	)


def _harmless(value: Any) -> Any:
	if isinstance(value, str):
		return defuse(value)
	if isinstance(value, Mapping):
		return {defuse(str(key)): _harmless(item) for key, item in value.items()}
	if isinstance(value, list | tuple | set | frozenset):
		return [_harmless(item) for item in value]
	return value if value is None or isinstance(value, bool | int | float) else defuse(str(value))
