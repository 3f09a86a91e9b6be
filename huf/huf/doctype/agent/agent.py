from typing import Any

import frappe
from frappe import _
from frappe.model.document import Document
from frappe.rate_limiter import rate_limit
from frappe.utils import cint, escape_html, flt

from huf.ai.access.unannounced import UnannouncedDocument
from huf.ai import agent_tests, gaps, quality
from huf.ai.access.scopes.sources import can_read_source
from huf.ai.access.words import may
from huf.ai.agent_tests import suite, told
from huf.ai.agent_tests.estimate import estimate
from huf.ai.costs.caps import check_caps
from huf.ai.quality import running, shown
from huf.ai.site.settings import get_settings, refuse_if_switched_off
from huf.ai.runs.tools.offered import get_tool, tool_registry
from huf.ai.words import said
from huf.ai.writing.allowed import check_listed
from huf.agent.structured import parse_schema
from huf.engine.answers.gate_patterns import read_patterns
from huf.engine.errors import HufError, SettingsError

MOST_ITERATIONS = 10
HIGHEST_TEMPERATURE = 2


class Agent(UnannouncedDocument):
	"""A model with instructions and the knowledge it may use."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF
		from huf.huf.doctype.agent_knowledge.agent_knowledge import AgentKnowledge
		from huf.huf.doctype.agent_query_doctype.agent_query_doctype import AgentQueryDocType
		from huf.huf.doctype.agent_role.agent_role import AgentRole
		from huf.huf.doctype.agent_tool.agent_tool import AgentTool
		from huf.huf.doctype.agent_writable_doctype.agent_writable_doctype import AgentWritableDocType

		agent_name: DF.Data
		allow_writing_tools: DF.Check
		collect_gaps: DF.Check
		description: DF.SmallText | None
		disabled: DF.Check
		gate_off_patterns: DF.SmallText | None
		gate_on_patterns: DF.SmallText | None
		history_token_limit: DF.Int
		instructions: DF.Code | None
		iteration_limit: DF.Int
		knowledge: DF.Table[AgentKnowledge]
		knowledge_gate: DF.Literal["Always", "When Relevant", "Never"]
		model: DF.Link
		monthly_cost_cap: DF.Float
		monthly_test_cap: DF.Float
		on_knowledge_failure: DF.Literal["Continue", "Stop"]
		output_schema: DF.Code | None
		own_temperature: DF.Check
		profile: DF.Link | None
		queried_doctypes: DF.Literal["Only Those Listed", "All That the User May Read"]
		query_doctypes: DF.Table[AgentQueryDocType]
		query_records: DF.Check
		record_knowledge: DF.Literal["Mandatory", "Optional", "Both", "Never"]
		require_citations: DF.Check
		rewrite_follow_ups: DF.Check
		roles: DF.Table[AgentRole]
		temperature: DF.Float
		test_at_night: DF.Check
		test_judge_model: DF.Link | None
		tools: DF.Table[AgentTool]
		verify_answers: DF.Literal["Off", "Warn", "Block"]
		writable: DF.Table[AgentWritableDocType]
	# end: auto-generated types

	def onload(self) -> None:
		# For the form, which offers them in the table.
		self.set_onload("tools", list(tool_registry()))

	def validate(self) -> None:
		self._check_model()
		self._check_knowledge()
		self._check_output_schema()
		self._check_gate()
		self._check_queries()
		self._check_tools()
		check_listed(self)
		check_caps(self)
		self._warn_of_unknown_price()
		if not 1 <= cint(self.iteration_limit) <= MOST_ITERATIONS:
			frappe.throw(_("Iteration Limit must be between 1 and {0}.").format(MOST_ITERATIONS))
		if not 0 <= flt(self.temperature) <= HIGHEST_TEMPERATURE:
			frappe.throw(_("Temperature must be between 0 and {0}.").format(HIGHEST_TEMPERATURE))

	def after_delete(self) -> None:
		gaps.forget_agent(self.name)
		quality.forget_agent(self.name)
		agent_tests.forget_agent(self.name)

	def _check_model(self) -> None:
		for model in filter(None, (self.model, self.test_judge_model)):
			kind = frappe.db.get_value("AI Model", model, "kind")
			if kind != "chat":
				frappe.throw(
					_("{0} is a model of the kind {1}. An agent needs one of the kind chat.").format(
						escape_html(model), kind
					)
				)

	def _check_knowledge(self) -> None:
		limit = get_settings().max_knowledge_sources_per_agent
		if len(self.knowledge) > limit:
			frappe.throw(
				_("This agent has {0} knowledge sources; Agent Settings allow {1}.").format(
					len(self.knowledge), limit
				),
				title=_("Too Many Sources"),
			)
		before = self.get_doc_before_save()
		linked_before = {row.knowledge_source for row in before.knowledge} if before else set()
		seen = set()
		for row in self.knowledge:
			if row.knowledge_source in seen:
				frappe.throw(
					_("Row {0}: {1} is listed twice.").format(row.idx, escape_html(row.knowledge_source))
				)
			seen.add(row.knowledge_source)
			if row.knowledge_source not in linked_before and not can_read_source(row.knowledge_source):
				frappe.throw(
					_("Row {0}: you may not read the knowledge source {1}.").format(
						row.idx, escape_html(row.knowledge_source)
					),
					frappe.PermissionError,
				)
			self._check_row(row)

	def _check_row(self, row: Document) -> None:
		most = get_settings().max_chunks_per_search
		if not 0 <= cint(row.max_chunks) <= most:
			frappe.throw(
				_("Row {0}: Max Chunks must be between 0 and {1}; 0 fills the Token Budget.").format(
					row.idx, most
				)
			)
		if cint(row.token_budget) < 1:
			frappe.throw(_("Row {0}: Token Budget must be at least 1.").format(row.idx))

	def _check_output_schema(self) -> None:
		if not (self.output_schema or "").strip():
			self.output_schema = None
			return
		try:
			schema = parse_schema(self.output_schema) or {}
		except SettingsError as error:
			frappe.throw(escape_html(said(error)))
		if schema.get("type") != "object":
			frappe.throw(_('Output Schema must be a JSON schema with "type": "object".'))

	def _check_gate(self) -> None:
		try:
			read_patterns(self.gate_on_patterns or "", self.gate_off_patterns or "")
		except SettingsError as error:
			frappe.throw(escape_html(said(error)), title=_("Knowledge Gate"))

	def _check_queries(self) -> None:
		if not self.query_records or self.queried_doctypes != "Only Those Listed":
			return
		listed = [row.document_type for row in self.query_doctypes]
		if not listed:
			frappe.throw(
				_("List the DocTypes that the agent may query, or let it query all that its user may read."),
				title=_("May Query Records"),
			)
		if len(set(listed)) < len(listed):
			frappe.throw(_("A DocType is listed twice."), title=_("May Query Records"))
		for name in listed:
			meta = frappe.get_meta(name)
			if meta.istable or meta.issingle or meta.get("is_virtual"):
				frappe.throw(
					_(
						"{0} has no list that could be queried. List the DocType whose records it belongs to."
					).format(escape_html(name)),
					title=_("May Query Records"),
				)

	def _check_tools(self) -> None:
		seen = set()
		for row in self.tools:
			if row.tool in seen:
				frappe.throw(_("Row {0}: {1} is listed twice.").format(row.idx, escape_html(row.tool)))
			seen.add(row.tool)
			try:
				get_tool(row.tool)
			except HufError as error:
				frappe.throw(_("Row {0}: {1}").format(row.idx, escape_html(said(error))))

	def _warn_of_unknown_price(self) -> None:
		"""Say when a cap is set on a model whose price is not in its record. What LiteLLM knows shows in the runs only:
		it takes seconds to ask, in a web request."""
		if flt(self.monthly_cost_cap) <= 0 or not (
			self.has_value_changed("monthly_cost_cap") or self.has_value_changed("model")
		):
			return
		prices = frappe.db.get_value("AI Model", self.model, ["input_price", "output_price", "costs_nothing"])
		if not any(map(flt, prices)):
			frappe.msgprint(
				_(
					"The AI Model {0} has no prices. Unless LiteLLM knows them, the cost of a run is not known and the "
					"monthly cap cannot count it; the runs say so."
				).format(frappe.bold(escape_html(self.model))),
				title=_("Monthly Cost Cap"),
				indicator="orange",
			)


# --- What the form and the API can ask for. Each function asks for the caller's right before anything else.


@frappe.whitelist(methods=["GET", "POST"])
def get_tests(agent: str) -> dict[str, Any]:
	"""How the tests of an agent's sources went where all of its sources are searched together, as far as the caller had them run and may see
	them: ``tests``, ``runs`` with their measures, ``under_way``, ``changed`` since the run before, ``hidden``."""
	return shown.told_of_agent(_writable(agent), frappe.session.user)


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=30, seconds=60)
def run_tests(agent: str) -> dict[str, str]:
	"""Ask these tests in a job; ``run`` is the one that was queued, or is under way."""
	name = _writable(agent)
	refuse_if_switched_off()
	return {"run": running.request_run_of_agent(name, frappe.session.user)}


@frappe.whitelist(methods=["GET", "POST"])
def get_answer_tests(agent: str) -> dict[str, Any]:
	"""How the tests of an agent's answers went at night and when the caller had them asked, as far as they may see them: ``tests``, ``runs`` with what they
	cost, ``under_way``, ``changed`` since the run before, ``hidden``."""
	return told.told_of_agent(_writable(agent), frappe.session.user)


@frappe.whitelist(methods=["GET", "POST"])
def estimate_answer_tests(agent: str) -> dict[str, Any]:
	"""What it would take to ask these tests now: ``tests``, ``tokens``, ``cost``, ``judge_cost``, ``is_rough``, ``left``, ``problem``."""
	return estimate(_writable(agent), frappe.session.user)


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=30, seconds=60)
def run_answer_tests(agent: str) -> dict[str, str]:
	"""Have the agent answer these tests in a job, at the caller's cost; ``run`` is the one that was queued, or is under way."""
	name = _writable(agent)
	refuse_if_switched_off()
	return {"run": suite.request_run(name, frappe.session.user)}


def _writable(agent: str) -> str:
	"""The agent's name. Nobody learns here whether an agent exists that is not theirs."""
	if not may("Agent", "write", agent, None):
		frappe.throw(_("There is no agent of this name that you may change."), frappe.PermissionError)
	return agent
