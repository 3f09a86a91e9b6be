"""The agent's loop, against the loopback server over real HTTP and real LiteLLM unless it says otherwise."""

import json
import time

import pytest

from huf.agent.completion import Completion, CostCapReached, RunCancelled, RunOutOfTime, ToolCall, Usage
from huf.agent.loop import ASK_FINAL, LoopResult, run_loop
from huf.agent.models.client import ModelConfig, complete
from huf.agent.models.errors import ModelRequestRefused
from huf.engine.errors import SettingsError
from huf.engine.services import RetryPolicy
from tests.model_server import (
	ModelServer,
	Reply,
	answer,
	calls,
	completion,
	error,
	message_problem,
)

SEARCH = {
	"type": "function",
	"function": {
		"name": "knowledge_search",
		"description": "Search",
		"parameters": {"type": "object", "properties": {"query": {"type": "string"}}},
	},
}
SOURCES = {
	"type": "function",
	"function": {"name": "get_knowledge_sources", "parameters": {"type": "object"}},
}
SCHEMA = {
	"type": "object",
	"properties": {"days": {"type": "integer"}},
	"required": ["days"],
	"additionalProperties": False,
}
QUESTION = [{"role": "system", "content": "You help."}, {"role": "user", "content": "How many days?"}]


class Tools:
	"""Remembers what was called and answers with a numbered passage."""

	def __init__(self, raises=None):
		self.called = []
		self.raises = raises

	def __call__(self, name, arguments):
		self.called.append((name, arguments))
		if self.raises:
			raise self.raises
		return json.dumps({"results": [{"number": len(self.called), "text": "25 days"}]})


def play(*script, tools=(SEARCH, SOURCES), tool=None, **options):
	"""Run the loop on ``script``; return the result, the bodies the server got, and the tool."""
	tool = tool or Tools()
	with ModelServer(script) as server:
		model = ModelConfig("openai/loopback", server.api_base, "sk-test")

		def call_model(messages, offered, response_format):
			return complete(model, messages, offered, response_format, 10, retry=RetryPolicy(attempts=1))

		result = run_loop(QUESTION, tools, call_model, tool, **options)
	for body in server.bodies:
		assert message_problem(body["messages"]) is None
		assert not ("response_format" in body and "tools" in body)
	return result, server.bodies, tool


def replies(body):
	"""The tool replies in a request, in order."""
	return [m["content"] for m in body["messages"] if m["role"] == "tool"]


def test_plain_answer_ends_the_run():
	"""A model that answers at once is asked once, with the tools on offer."""
	result, bodies, _ = play(answer("25 days."))
	assert (result.text, result.state, result.iterations, result.error) == ("25 days.", "Answered", 1, "")
	assert [t["function"]["name"] for t in bodies[0]["tools"]] == [
		"knowledge_search",
		"get_knowledge_sources",
	]
	assert result.usage == Usage(100, 10)


def test_several_calls_in_one_turn_are_all_answered():
	"""Two calls in one turn run in order and each gets its own reply."""
	result, bodies, tool = play(
		calls(("knowledge_search", {"query": "a"}), ("knowledge_search", {"query": "b"})), answer("Done.")
	)
	assert tool.called == [("knowledge_search", {"query": "a"}), ("knowledge_search", {"query": "b"})]
	assert [m.get("tool_call_id") for m in bodies[1]["messages"] if m["role"] == "tool"] == [
		"call_0",
		"call_1",
	]
	assert [outcome.status for outcome in result.tool_calls] == ["ok", "ok"]
	assert result.usage == Usage(200, 20)


def test_unknown_tool_is_told_the_known_ones():
	"""A tool that does not exist gets a reply naming those that do, and the run goes on."""
	result, bodies, tool = play(calls(("delete_everything", {})), answer("Sorry."))
	assert result.state == "Answered" and tool.called == []
	assert "knowledge_search, get_knowledge_sources" in replies(bodies[1])[0]
	assert result.tool_calls[0].status == "unknown tool"


@pytest.mark.parametrize("raw", ['{"query": "lea', '["leave"]', '"leave"', "null", "{'query': 'x'}"])
def test_malformed_arguments_do_not_end_the_run(raw):
	"""Arguments that are no JSON object are answered with what is wrong; the model may try again."""
	result, bodies, tool = play(
		calls(("knowledge_search", raw)), calls(("knowledge_search", {"query": "leave"})), answer("25.")
	)
	assert result.state == "Answered"
	assert "arguments" in json.loads(replies(bodies[1])[0])["error"]
	assert tool.called == [("knowledge_search", {"query": "leave"})]
	assert [outcome.status for outcome in result.tool_calls] == ["bad arguments", "ok"]


def test_arguments_nested_without_end():
	"""A hundred thousand brackets are bad arguments, not a crash. (No HTTP: LiteLLM refuses such an answer.)"""
	turns = [Completion(tool_calls=(ToolCall("a", "knowledge_search", "[" * 100_000),)), Completion("ok")]
	result = run_loop(QUESTION, [SEARCH], lambda *_: turns.pop(0), Tools())
	assert [outcome.status for outcome in result.tool_calls] == ["bad arguments"]


def test_no_arguments_at_all_mean_an_empty_object():
	"""A tool without parameters may be called with the empty text, as some services send it."""
	_, _, tool = play(calls(("get_knowledge_sources", "")), answer("Two."))
	assert tool.called == [("get_knowledge_sources", {})]


def test_raising_tool_is_a_result_without_internals():
	"""What an unexpected exception says is kept for the record and not shown to the model."""
	result, bodies, _ = play(
		calls(("knowledge_search", {"query": "x"})), answer("Unknown."), tool=Tools(OSError("/secret/path"))
	)
	assert result.state == "Answered"
	assert "failed" in replies(bodies[1])[0] and "/secret/path" not in json.dumps(bodies)
	assert result.tool_calls[0].error == "OSError: /secret/path"


def test_deliberate_error_of_a_tool_reaches_the_model():
	"""An error that huf words for its reader is the tool's result."""
	_, bodies, _ = play(
		calls(("knowledge_search", {})), answer("ok"), tool=Tools(SettingsError("Give a query."))
	)
	assert json.loads(replies(bodies[1])[0]) == {"error": "Give a query."}


def test_named_exceptions_end_the_run():
	"""An exception that the caller named, such as a job's time-out, is not turned into a result."""
	with pytest.raises(TimeoutError):
		play(
			calls(("knowledge_search", {"query": "x"})),
			tool=Tools(TimeoutError("job")),
			let_through=(TimeoutError,),
		)


def test_limit_asks_once_more_without_tools():
	"""At the limit the last calls are still answered, and then the model must answer without tools."""
	result, bodies, _ = play(
		*[calls(("knowledge_search", {"query": f"q{n}"}), ids=[f"c{n}"]) for n in range(3)],
		answer("What I have."),
		iteration_limit=3,
	)
	assert (result.state, result.text, result.limit_reached) == ("Answered", "What I have.", True)
	assert result.iterations == 4 and len(replies(bodies[3])) == 3
	assert "tools" not in bodies[3] and bodies[3]["messages"][-1]["content"] == ASK_FINAL


@pytest.mark.parametrize("empty", [None, "", "   \n"])
def test_empty_answer_is_a_state_of_its_own(empty):
	"""Empty content, also when asked again without tools, is reported and never crashes."""
	result, bodies, _ = play(answer(empty), answer(empty))
	assert (result.state, result.text) == ("Empty Answer", "") and "no text" in result.error
	assert len(bodies) == 2 and "tools" not in bodies[1]


def test_empty_answer_can_be_mended():
	"""A model that says something when asked again has answered."""
	assert play(answer(None), answer("There it is."))[0].text == "There it is."


def test_model_that_calls_tools_when_there_are_none():
	"""Calls in the final turn, where no tool is offered, are not run."""
	result, _, tool = play(
		calls(("knowledge_search", {"query": "a"})),
		calls(("knowledge_search", {"query": "b"}), ids=["x"]),
		iteration_limit=1,
	)
	assert result.state == "Empty Answer" and len(tool.called) == 1


def test_repeated_call_is_not_run_again_and_ends_the_search():
	"""The same call is told so once; a second turn of nothing but repetitions gets the final question."""
	same = [calls(("knowledge_search", {"query": "a"}), ids=[f"c{n}"]) for n in range(3)]
	result, bodies, tool = play(*same, answer("25."), iteration_limit=10)
	assert len(tool.called) == 1 and result.text == "25." and len(bodies) == 4
	assert "already made" in replies(bodies[2])[1]
	assert not result.limit_reached


@pytest.mark.parametrize("ids", [["", ""], ["same", "same"]])
def test_empty_and_repeated_call_ids_are_replaced(ids):
	"""Services that send no ids, or one id twice, still get a valid conversation back."""
	result, bodies, tool = play(
		calls(("knowledge_search", {"query": "a"}), ("knowledge_search", {"query": "b"}), ids=ids),
		calls(("knowledge_search", {"query": "c"}), ids=ids[:1]),
		answer("ok"),
	)
	assert result.state == "Answered" and len(tool.called) == 3
	used = [m["tool_call_id"] for m in bodies[2]["messages"] if m["role"] == "tool"]
	assert len(set(used)) == 3


def test_structured_answer_is_asked_for_with_tools_off():
	"""The response format comes in a call of its own, after the tools, and its answer is the result."""
	result, bodies, _ = play(
		calls(("knowledge_search", {"query": "a"})),
		answer("It is 25 days."),
		answer('{"days": 25}'),
		output_schema=SCHEMA,
	)
	assert (result.state, result.structured) == ("Answered", {"days": 25})
	assert bodies[2]["response_format"]["json_schema"]["schema"] == SCHEMA


def test_answer_that_already_conforms_costs_no_further_call():
	"""A model that answers with conforming JSON, also in a code fence, is not asked again."""
	result, bodies, _ = play(answer('```json\n{"days": 25}\n```'), output_schema=SCHEMA)
	assert result.structured == {"days": 25} and len(bodies) == 1


def test_one_repair_and_then_a_clear_state():
	"""A first wrong answer is sent back with what is wrong; a second one ends the run as Invalid Output."""
	wrong = answer('{"days": "many"}')
	repaired, bodies, _ = play(answer("text"), wrong, answer('{"days": 3}'), output_schema=SCHEMA)
	assert repaired.structured == {"days": 3}
	assert "$.days" in bodies[2]["messages"][-1]["content"]
	failed, _, _ = play(answer("text"), wrong, answer('{"da'), output_schema=SCHEMA)
	assert failed.state == "Invalid Output" and failed.structured is None
	assert "schema" in failed.error and failed.text == '{"da'


def test_structured_answer_without_tools():
	"""An agent without tools is asked for the structured answer at once."""
	result, bodies, _ = play(answer('{"days": 7}'), tools=(), output_schema=SCHEMA)
	assert result.structured == {"days": 7} and len(bodies) == 1 and "response_format" in bodies[0]


def test_service_without_response_format_is_asked_in_words():
	"""A service that refuses the response format gets the same question without it."""
	result, bodies, _ = play(
		error(400, "response_format is not supported"), answer('{"days": 1}'), tools=(), output_schema=SCHEMA
	)
	assert result.structured == {"days": 1} and "response_format" not in bodies[1]
	assert "days" in bodies[1]["messages"][-1]["content"]


def test_model_error_in_the_middle_keeps_what_was_done():
	"""A model that fails after a tool call ends the run with its error and the record of the call."""
	result, _, _ = play(calls(("knowledge_search", {"query": "a"})), error(400, "context too long"))
	assert result.state == "Model Error" and "context too long" in result.error
	assert len(result.tool_calls) == 1 and result.usage == Usage(100, 10)


def test_cost_is_unknown_as_soon_as_one_call_is_unpriced():
	"""A sum over calls of which one has no price is not a price. (No HTTP: prices are the point.)"""

	def run(*costs) -> LoopResult:
		turns = [Completion(tool_calls=(ToolCall("a", "knowledge_search", "{}"),), cost=costs[0])]
		turns.append(Completion("done", cost=costs[1]))
		return run_loop(QUESTION, [SEARCH], lambda *_: turns.pop(0), Tools())

	assert run(0.5, 0.25).cost == 0.75
	assert run(0.5, None).cost is None
	assert run(0.0, 0.0).cost == 0.0


def test_iteration_limit_is_clamped():
	"""No caller can make a run of more than ten calls with tools, nor of none."""

	def endless(messages, tools, response_format):
		if tools is None:
			return Completion("end")
		asked.append(len(messages))
		return Completion(tool_calls=(ToolCall("", "knowledge_search", json.dumps({"n": len(asked)})),))

	for limit, expected in ((99, 10), (0, 1), (-5, 1)):
		asked = []
		assert run_loop(QUESTION, [SEARCH], endless, Tools(), iteration_limit=limit).text == "end"
		assert len(asked) == expected


def test_refused_request_is_no_model_answer():
	"""A refusal without a schema is a Model Error, never an exception of the loop."""

	def refuses(*_):
		raise ModelRequestRefused("no")

	assert run_loop(QUESTION, [], refuses, Tools()).state == "Model Error"


def test_caller_s_messages_stay_as_they_are():
	"""The loop works on its own list."""
	before = json.dumps(QUESTION)
	play(calls(("knowledge_search", {"query": "a"})), answer("ok"))
	assert json.dumps(QUESTION) == before


def test_server_refuses_what_the_real_service_refuses():
	"""The loopback server would notice a missing, doubled or stray tool reply."""
	call = completion({"content": None, "tool_calls": []})["choices"][0]["message"]
	asked = {**call, "tool_calls": [{"id": "a", "function": {"name": "x", "arguments": "{}"}}]}
	reply = {"role": "tool", "tool_call_id": "a", "content": "r"}
	assert message_problem([asked, reply]) is None
	for wrong in ([asked], [asked, reply, reply], [reply], [asked, {"role": "user", "content": "x"}], []):
		assert message_problem(wrong)
	assert isinstance(answer("x"), Reply)


class TestEndedFromOutside:
	"""What ends a run in the middle keeps what was done."""

	def test_a_call_that_is_not_made_is_none(self):
		"""A call that is refused for money counts neither as an iteration nor as one of unknown cost."""

		def refuses(*_):
			raise CostCapReached("Nothing left.")

		result = run_loop(QUESTION, [SEARCH], refuses, Tools())
		assert (result.state, result.iterations, result.usage) == ("Cost Cap", 0, Usage())

	def test_before_a_call(self):
		"""What stands before each call may end the run there: tokens, cost and tool calls are kept."""
		turns = [
			Completion(tool_calls=(ToolCall("a", "knowledge_search", "{}"),), usage=Usage(5, 1), cost=0.5)
		]
		asked = []

		def before_call():
			asked.append(True)
			if len(asked) == 2:
				raise CostCapReached("Nothing left.")

		result = run_loop(QUESTION, [SEARCH], lambda *_: turns.pop(0), Tools(), before_call=before_call)
		assert (result.state, result.error, len(asked)) == ("Cost Cap", "Nothing left.", 2)
		assert (result.usage, result.cost, len(result.tool_calls), result.iterations) == (
			Usage(5, 1),
			0.5,
			1,
			1,
		)

	def test_in_a_call(self):
		"""What the model had answered by then is the text, and its tokens count."""

		def call_model(*_):
			raise RunOutOfTime("Over.", Completion("Half an", usage=Usage(7, 2), cost=0.1))

		result = run_loop(QUESTION, [], call_model, Tools())
		assert (result.state, result.text, result.usage, result.cost) == (
			"Out Of Time",
			"Half an",
			Usage(7, 2),
			0.1,
		)

	def test_in_a_tool(self):
		"""A tool is no hiding place: what ends the run passes through it."""
		result, _, _ = play(calls(("knowledge_search", {"query": "a"})), tool=Tools(RunCancelled("Stop.")))
		assert (result.state, result.error, result.iterations) == ("Cancelled", "Stop.", 1)

	def test_loop_without_an_end_is_ended_by_its_watch(self):
		"""A model that asks for something new each time, streamed and watched, is ended inside its time."""
		end = time.monotonic() + 1.0

		class Limits:
			def check(self):
				if self.remaining_s() <= 0:
					raise RunOutOfTime("Over.")

			def remaining_s(self):
				return end - time.monotonic()

		wanted = [calls(("knowledge_search", {"query": f"q{n}"}), ids=[f"c{n}"]) for n in range(20)]
		script = [Reply(reply.body, delay_s=0.3) for reply in wanted]
		with ModelServer(script) as server:
			model = ModelConfig("openai/loopback", server.api_base, "sk-test")
			result = run_loop(
				QUESTION,
				[SEARCH],
				lambda messages, tools, shape: complete(model, messages, tools, shape, watch=Limits()),
				Tools(),
				iteration_limit=10,
			)
		assert result.state == "Out Of Time" and 1 <= result.iterations < 10
