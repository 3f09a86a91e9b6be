"""The tools of one run: huf's own for knowledge and for records, and those that the agent has from other apps.

Apps bring tools by the hook ``huf_agent_tools``, a dictionary from the tool's name to the dotted path of an
:class:`~huf.agent.tool.AgentTool`. An agent has those that its table names.

Text that others wrote may ask the model to do things. So once such text is among the messages, tools that write are
neither offered nor run, unless the agent says that they are. And what writes is proposed to the person, not done
(huf/ai/runs/tools/proposals.py); an app's tool runs at once where its row of the agent (Agent Tool) says so.
"""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

import frappe
from frappe import _
from frappe.utils import cint, strip_html

from huf.agent.tool import (
	AgentTool,
	ToolContext,
	ToolRefused,
	check_arguments,
	check_tool,
	render_result,
	schema_of,
)
from huf.ai.access.impersonation import asked_as
from huf.ai.runs.tools.proposals import Proposals
from huf.engine.errors import HufError
from huf.engine.registry import Registry

if TYPE_CHECKING:
	from frappe.model.document import Document

	from huf.ai.knowledge.tool import KnowledgeTools
	from huf.ai.records.tools import ErpTools

SAVEPOINT = "huf_agent_tool"


def tool_registry() -> "Registry[AgentTool]":
	"""The tools that the apps of this site bring. Raises SettingsError when two give one name to different things."""
	registry: Registry[AgentTool] = Registry("tool")
	for name, paths in (frappe.get_hooks("huf_agent_tools") or {}).items():
		for path in paths if isinstance(paths, list) else [paths]:
			registry.register(name, path)
	return registry


def get_tool(name: str) -> AgentTool:
	"""A tool of an app. Raises UnknownKey, and SettingsError for one that cannot be used."""
	return check_tool(name, tool_registry().get(name))


class RunTools:
	"""Everything that the model of one run may call."""

	def __init__(
		self,
		agent: "Document",
		context: ToolContext,
		knowledge: "KnowledgeTools",
		records: "ErpTools",
		*,
		is_test: bool = False,
	) -> None:
		"""
		:param is_test: nothing that writes is offered or run, nor proposed.
		"""
		self._is_test = is_test
		self._context = context
		self._knowledge = knowledge
		self._records = records
		self._may_write = bool(cint(agent.allow_writing_tools))
		self._tools: dict[str, AgentTool] = {}
		self._at_once = {row.tool for row in agent.tools if cint(row.without_confirmation)}
		self.proposals = Proposals(agent, context.user)
		self.gave_untrusted_text = False
		"""Whether a result may hold words that others wrote, besides numbered passages."""
		self.notes: list[str] = []
		for row in agent.tools:
			# An app that was removed, or whose tool is broken, takes its tool away and not the agent.
			try:
				self._tools[row.tool] = get_tool(row.tool)
			except HufError as error:
				self.notes.append(_("Without the tool {0}: {1}").format(row.tool, str(error)))

	@property
	def schemas(self) -> list[dict[str, Any]]:
		"""In OpenAI's form."""
		own = (*self._knowledge.schemas, *self._records.schemas, *self.proposals.schemas)
		return [*own, *(schema_of(name, tool) for name, tool in self._tools.items())]

	def withheld(self, untrusted: bool) -> Collection[str]:
		"""Tools that may not be used in a step whose messages hold ``untrusted`` text."""
		may_write = self._may_write or not (untrusted or self.gave_untrusted_text)
		if may_write and not self._is_test:
			return ()
		return [*self.proposals.names, *(name for name, tool in self._tools.items() if tool.writes)]

	def call(self, name: str, arguments: dict[str, Any]) -> str:
		"""Run one tool as the user of the run. Raises HufError in words for the model, and what a tool raises."""
		self._note_unknown(name, arguments)
		if name in self.proposals.names:
			return self.proposals.propose(name, arguments)
		tool = self._tools.get(name)
		if tool is None:
			own = self._records if name in self._records else self._knowledge
			result = own.call(name, arguments)
			self.gave_untrusted_text = self.gave_untrusted_text or self._records.gave_text
			return result
		check_arguments(tool, arguments)
		if tool.writes and name not in self._at_once:
			return self.proposals.propose_call(name, arguments)
		self.gave_untrusted_text = self.gave_untrusted_text or tool.gives_untrusted_text
		frappe.db.savepoint(SAVEPOINT)
		try:
			with asked_as(self._context.user):
				result = tool.call(arguments, self._context)
		except (frappe.ValidationError, frappe.PermissionError) as error:
			self._undo()
			said = strip_html(str(error)).strip() or type(error).__name__
			raise ToolRefused(f"It was refused: {said}") from error
		# Whatever it is: nothing half done is kept. It is raised on.
		except BaseException:
			self._undo()
			raise
		return render_result(result)

	def _undo(self) -> None:
		frappe.db.rollback(save_point=SAVEPOINT)

	def _note_unknown(self, name: str, arguments: dict[str, Any]) -> None:
		"""Arguments that a tool does not have, such as a user, change nothing; that the model tried is noted."""
		known = _parameters(name, self.schemas)
		if extra := sorted(set(arguments) - known):
			named = ", ".join(str(one)[:40] for one in extra[:5])
			self.notes.append(
				_("The model gave {0} arguments that it does not have: {1}").format(name, named)
			)


def _parameters(name: str, schemas: Sequence[dict[str, Any]]) -> set[str]:
	for schema in schemas:
		if schema["function"]["name"] == name:
			return set(schema["function"]["parameters"].get("properties") or {})
	return set()
