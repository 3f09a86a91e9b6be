"""One run, from the agent's record to its result. Writes nothing but what it is told to tell meanwhile."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from frappe import _
from frappe.utils import cint
from rq.timeouts import BaseTimeoutException

from huf.agent.completion import Completion, Message, RunInterrupted, Usage
from huf.agent.loop import LoopResult, run_loop
from huf.agent.models.client import complete, is_free
from huf.agent.results import AgentResult
from huf.agent.structured import parse_schema
from huf.agent.tool import ToolContext
from huf.ai.costs.ledger import Payer
from huf.ai.costs.purse import RunPurse
from huf.ai.knowledge.backends.model_records import model_config
from huf.ai.runs.checking import CheckedAnswer, Checks, check_structured, check_text
from huf.ai.runs.following.live import LiveRun
from huf.ai.runs.following.watch import RunWatch, time_limit_s
from huf.ai.runs.keeping.rows import RunOutcome
from huf.ai.runs.prompt.gate import gate_of
from huf.ai.runs.prompt.history import History, history_of
from huf.ai.runs.prompt.knowledge import RunKnowledge, named
from huf.ai.runs.prompt.messages import messages_of
from huf.ai.runs.prompt.request import RunRequest
from huf.ai.runs.prompt.rewrite import MOST_TOKENS, Rewritten, rewrite_follow_up
from huf.ai.runs.tools.offered import RunTools
from huf.ai.runs.tools.proposals import proposal_view
from huf.engine.answers.missing import NOT_FOUND
from huf.engine.services import RetryPolicy

REWRITE_S = 20.0
"""Seconds that the rewriting of a follow-up may take."""

STATUS_OF = {
	"Answered": "Success",
	"Cancelled": "Cancelled",
	"Out Of Time": "Timed Out",
	"Cost Cap": "Stopped",
}
"""How a run ends for how its loop ended; all else is Failed."""


class OneRun:
	"""The state of one run. ``name`` is its row."""

	def __init__(self, request: RunRequest, name: str, *, is_live: bool) -> None:
		self.request = request
		self.name = name
		self.agent = request.agent
		self.payer = (
			Payer("Chat", self.agent.name, request.user, model=self.agent.model)
			if request.payer_of_test is None
			else Payer("Tests", self.agent.name, request.payer_of_test, model=self.agent.model)
		)
		self.purse = RunPurse(name, self.payer)
		self.watch = RunWatch(name, request.limit_s or time_limit_s())
		self.gate = gate_of(self.agent, request.knowledge_gate)
		self.knowledge = RunKnowledge(request, self.gate, name)
		self.live = self._live() if is_live else None
		self.history = History(tuple(request.earlier))
		self.rewritten = Rewritten()
		self.answer = CheckedAnswer()
		self.tools: RunTools | None = None

	def _live(self) -> LiveRun:
		return LiveRun(
			self.name,
			self.request.user,
			self.request.conversation,
			self.knowledge.ledger.hits.keys(),
			# An answer that may be withheld must not be seen before that is known.
			shows_text=not self.agent.output_schema and self.agent.verify_answers != "Block",
		)

	@property
	def checks(self) -> Checks:
		"""What the agent wants its answers to be checked for."""
		verify = self.agent.verify_answers
		if self.request.is_test and verify == "Off":
			verify = "Warn"  # a test may ask for the verdict; the answer itself stays as it is
		return Checks(verify, bool(self.agent.require_citations))

	def execute(self) -> AgentResult:
		"""Gather what was said and what is known, ask the model, read the citations."""
		try:
			return self._execute()
		except RunInterrupted as stop:
			return self.ended(STATUS_OF[stop.state], error=str(stop))
		finally:
			self.knowledge.attached.close()

	def _execute(self) -> AgentResult:
		self.tell("Running")
		profile = self.knowledge.profiles.own
		self.model = model_config(self.agent, profile)
		schema = parse_schema(self.agent.output_schema)
		if self.purse.is_capped and not is_free(self.model):
			self.purse.reserve(None)  # before anything is searched for an answer that there is no money for
		self.read_history()
		self.tell("Running", "searching")
		unsearched = self.knowledge.inject()
		if unsearched and self.agent.on_knowledge_failure == "Stop":
			names = ", ".join(dict.fromkeys(named(skip) for skip in unsearched))
			return self.ended(
				"Stopped", error=_("Mandatory knowledge could not be searched: {0}").format(names)
			)
		self.watch.check()
		self.knowledge.attach()
		self.watch.check()
		if self.knowledge.lacks_all:
			return self.read(_nothing_found())
		return self.read(self.converse(schema))

	def read_history(self) -> None:
		"""What was said before, and the question made searchable by it."""
		request = self.request
		if request.conversation:
			self.history = history_of(request.conversation, self.name, cint(self.agent.history_token_limit))
			self.knowledge.note(self.history.notes)
		if not (self.agent.rewrite_follow_ups and self.history.messages):
			return

		def ask(messages: Sequence[Message]) -> Completion:
			once = RetryPolicy(attempts=1)
			return complete(
				self.model,
				messages,
				timeout_s=REWRITE_S,
				retry=once,
				watch=self.watch,
				max_tokens=MOST_TOKENS,
				purse=self.purse,
			)

		self.rewritten = rewrite_follow_up(request.prompt, self.history.messages, ask)
		self.knowledge.standalone_question = self.rewritten.question
		self.knowledge.note([self.rewritten.note] if self.rewritten.note else [])

	def converse(self, schema: Mapping[str, Any] | None) -> LoopResult:
		"""The agent's loop with its model and its tools."""
		context = ToolContext(self.request.user, self.agent.name, self.name)
		fetching = self.knowledge.tools()
		records = self.knowledge.record_tools()
		self.tools = own = RunTools(self.agent, context, fetching, records, is_test=self.request.is_test)

		profile = self.knowledge.profiles.own
		# JSON that is cut is no JSON: its length is the schema's.
		longest = profile.answer_tokens if profile and schema is None else None

		def call_model(
			messages: Sequence[Message],
			tools: Sequence[Mapping[str, Any]] | None,
			response_format: Mapping[str, Any] | None,
		) -> Completion:
			self.tell("Running", "answering")
			sink = self.live if self.live and self.live.shows_text and not response_format else None
			return complete(
				self.model,
				messages,
				tools,
				response_format,
				watch=self.watch,
				sink=sink,
				max_tokens=longest,
				purse=self.purse,
			)

		def call_tool(name: str, arguments: dict[str, Any]) -> str:
			self.watch.check()
			self.tell("Running", name)
			return own.call(name, arguments)

		loop = run_loop(
			messages_of(
				self.request,
				self.history.messages,
				self.knowledge,
				with_tools=bool(fetching.schemas or records.schemas),
			),
			own.schemas,
			call_model,
			call_tool,
			iteration_limit=cint(self.agent.iteration_limit) or 5,
			output_schema=schema,
			let_through=(BaseTimeoutException,),
			withheld=lambda: own.withheld(self.has_untrusted_text()),
			before_call=self.watch.check,
		)
		self.knowledge.note_skipped(fetching.skipped)
		self.knowledge.note([*fetching.notes, *own.notes])
		return loop

	def read(self, loop: LoopResult) -> AgentResult:
		"""The result of the loop, with its answer checked and its oddities noted."""
		checks = self.checks if loop.state == "Answered" else Checks()
		if self.agent.output_schema:
			self.answer = check_structured(loop.text, loop.structured, self.knowledge, checks)
		else:
			self.answer = check_text(loop.text, self.knowledge, checks)
		self.note_oddities(loop)
		status, error = STATUS_OF.get(loop.state, "Failed"), loop.error
		if self.answer.is_blocked:
			# The reasons stand beside it, in verification_reasons.
			status = "Withheld"
			error = _("The answer is withheld, because its sources do not confirm it.")
		if status != "Success" and self.tools and self.tools.proposals.rows:
			self.knowledge.note(
				[_("Proposed changes were dropped, because the run did not end with an answer.")]
			)
		costs = (self.rewritten.cost, loop.cost if loop.iterations else 0.0)
		return replace(
			self.ended(status, error=error),
			text="" if status == "Withheld" else self.answer.text,
			structured=None if status == "Withheld" else loop.structured,
			unknown_citations=self.answer.unknown,
			proposals=tuple(map(proposal_view, self.proposed(status))),
			iterations=loop.iterations,
			usage=self.rewritten.usage + loop.usage,
			cost=None if None in costs else sum(cost for cost in costs if cost is not None),
			missing=self.answer.missing,
			verification_result=self.answer.fields.get("verification_result", ""),
			verification_reasons=self.answer.verdict.reasons if self.answer.verdict else (),
			verification=self.answer.fields.get("verification"),
		)

	def note_oddities(self, loop: LoopResult) -> None:
		"""What a reader should know about how the answer came to be."""
		note = self.knowledge.note
		if self.answer.unknown:
			marks = " ".join(f"[{number}]" for number in self.answer.unknown)
			note([_("The answer cites {0}, which no passage has.").format(marks)])
		for call in loop.tool_calls:
			if call.status != "ok":
				note([_("Tool {0}: {1}").format(call.name, f"{call.status}. {call.error}")])
		if loop.limit_reached:
			note([_("The iteration limit was reached; the model had to answer without further tools.")])
		if loop.finish_reason == "length":
			note([_("The answer was cut: it reached the longest length that the model may write.")])
		elif loop.state == "Answered" and not loop.finish_reason and self.live:
			note(
				[_("The answer may be cut: the model's service broke it off without saying that it is over.")]
			)
		if loop.iterations and loop.cost is None:
			note([_("The cost is not known: neither AI Model nor LiteLLM has the price of this model.")])
			if self.purse.is_capped:
				note([_("A monthly cap cannot count this run, since its cost is not known.")])

	def ended(self, status: str, *, error: str = "") -> AgentResult:
		"""A result with what is known by now."""
		decision = self.knowledge.decision
		return AgentResult(
			self.name,
			status,
			error=error,
			citations=self.knowledge.citations(frozenset(self.answer.cited)),
			notes=tuple(self.knowledge.notes),
			usage=self.rewritten.usage,
			cost=self.rewritten.cost if self.rewritten.usage != Usage() else None,
			gate_decision=("Injected" if decision.inject else "Left Out") if decision else "",
			gate_reason=decision.reason if decision else "",
			files=tuple(item.row() for item in self.knowledge.attached.files),
		)

	def outcome(self, result: AgentResult) -> RunOutcome:
		"""What the Agent Run keeps."""
		return RunOutcome(
			status=result.status,
			response=result.text,
			structured=result.structured,
			error=result.error,
			notes=self.knowledge.notes,
			chunks=self.knowledge.chunks(frozenset(self.answer.cited)),
			iterations=result.iterations,
			usage=result.usage,
			cost=result.cost,
			payer=self.payer,
			unknown_citations=result.unknown_citations,
			standalone_question=self.rewritten.question,
			untrusted_text=self.has_untrusted_text(),
			fields={
				**({"files": list(result.files)} if result.files else {}),
				"proposals": self.proposed(result.status),
				"missing": result.missing,
				"knowledge_gate": self.gate.policy,
				"gate_decision": result.gate_decision,
				"gate_reason": result.gate_reason,
				"withheld_response": self.answer.text if result.status == "Withheld" else "",
				**self.answer.fields,
			},
		)

	def proposed(self, status: str) -> list[dict[str, Any]]:
		"""The changes that a run which ends so proposes."""
		return self.tools.proposals.rows if self.tools and status == "Success" else []

	def has_untrusted_text(self) -> bool:
		"""Whether texts that others wrote have reached the model by now."""
		return bool(
			self.request.prompt_is_untrusted
			or self.history.untrusted
			or self.request.files
			or self.knowledge.ledger.hits
			or (self.tools and self.tools.gave_untrusted_text)
		)

	def tell(self, status: str, step: str = "") -> None:
		"""Tell whoever looks at the run."""
		if self.live:
			self.live.status(status, step)


def _nothing_found() -> LoopResult:
	"""What is answered without asking a model, which would have nothing but its own memory to answer from."""
	text = _("Nothing in the knowledge answers this question.")
	return LoopResult(f"{NOT_FOUND} {text}", "Answered", cost=0.0, finish_reason="stop")
