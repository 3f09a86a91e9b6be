"""Runs in the background: queued, streamed to their user alone, cancelled, ended in time, and within the agent's cap."""

import time
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from typing import Any
from unittest.mock import patch

import frappe
from frappe.utils import add_to_date
from redis.exceptions import ConnectionError
from rq.job import JobStatus

from huf.ai.agent_integration import cancel_run, get_run, run_agent_sync, start_run
from huf.ai.costs.ledger import this_month
from huf.ai.runs.background import make_queued_run, queue_lost_runs, queue_run
from huf.ai.runs.following import live
from huf.ai.runs.following.watch import time_limit_s
from huf.ai.runs.keeping import rows as agent_runs
from huf.ai.runs.prompt.request import RunRequest
from huf.ai.site.database.transactions import own_transaction
from huf.engine.request import Request
from huf.tests.agent_site import model_of, model_server, runs_of, stored_run
from huf.tests.base import SiteTestCase
from huf.tests.factories import make_user
from huf.tests.runs.test_agent_runs import HOTEL, LEAVE, OTHER, QUESTION, USER, AgentTestCase, optional

MANAGER = "agent-manager@example.com"
LONG = " ".join(f"word{number}" for number in range(60))


class BackgroundTestCase(AgentTestCase):
	def setUp(self) -> None:
		super().setUp()
		self.events: list[tuple[str, dict[str, Any], dict[str, Any]]] = []
		self.on_event = lambda name, message: None

	def start(self, agent: Any, prompt: str = QUESTION, **options: Any) -> str:
		"""The name of a run that USER has queued."""
		with self.acting_as(USER):
			return start_run(agent=agent.name, prompt=prompt, **options)["run"]

	@contextmanager
	def heard(self) -> Any:
		"""Keep every event that is sent."""

		def publish(event: str, message: dict[str, Any], **to: Any) -> None:
			if event.startswith("huf_run"):  # Frappe tells of saved documents too, without what is in them
				self.events.append((event, dict(message), to))
				self.on_event(event, message)

		with patch("huf.ai.runs.following.live.frappe.publish_realtime", side_effect=publish):
			yield

	def work(self, run: str) -> Any:
		"""Do the job of a run as a worker does, and give back its row."""
		with self.heard():
			make_queued_run(run)
		frappe.set_user("Administrator")
		return stored_run(run)

	def shown(self) -> list[str]:
		"""What the reader's screen held after each event."""
		text, seen = "", []
		for event, message, _ in self.events:
			if event == live.TEXT_EVENT:
				units = text.encode("utf-16-le")[: 2 * message["start"]]
				text = units.decode("utf-16-le") + message["text"]
				seen.append(text)
		return seen


class TestStreaming(BackgroundTestCase):
	def test_answer_is_streamed_to_its_user_alone(self) -> None:
		"""The answer grows in the events of the user's own room, no wrong marker is ever shown, and the row has the same."""
		agent = self.agent(self.source(LEAVE))
		run = self.start(agent)
		self.assertEqual(stored_run(run).status, "Queued")
		answer = f"🙂 Twenty-five [1] days [7] and [1, 8] {LONG}"
		with (
			patch.object(live, "SEND_EVERY_S", 0),
			model_of(agent, model_server.streamed(answer, piece_delay_s=0.005)),
		):
			row = self.work(run)
		self.assertEqual((row.status, row.user), ("Success", USER))
		self.assertEqual(row.response, f"🙂 Twenty-five [1] days and [1] {LONG}")
		shown = self.shown()
		self.assertGreater(len(shown), 10)
		self.assertEqual(shown[-1], row.response)
		self.assertFalse(
			[text for text in shown if "7" in text.split("word")[0] or not row.response.startswith(text)]
		)
		self.assertEqual([to for _, _, to in self.events if to != {"user": USER}], [])
		states = [message["status"] for event, message, _ in self.events if event == live.STATUS_EVENT]
		self.assertEqual((states[0], states[-1]), ("Running", "Success"))
		self.assertEqual(row.unknown_citations, "7, 8")

	def test_events_are_bundled(self) -> None:
		"""However fast the model writes, no more than about ten events go out in a second."""
		agent = self.agent()
		run = self.start(agent)
		began = time.monotonic()
		with model_of(agent, model_server.streamed(LONG)):
			self.work(run)
		allowed = (time.monotonic() - began) / live.SEND_EVERY_S + 2
		self.assertLessEqual(len(self.shown()), allowed)
		self.assertEqual(self.shown()[-1], LONG)

	def test_reload_shows_what_is_there(self) -> None:
		"""While the answer is written, the row and get_run have what has come; it is Running."""
		agent = self.agent()
		run = self.start(agent)
		kept = []

		def look(event: str, message: dict[str, Any]) -> None:
			if event == live.TEXT_EVENT:
				with self.acting_as(USER):
					kept.append((get_run(run)["status"], get_run(run)["text"]))

		self.on_event = look
		with (
			patch.object(live, "SEND_EVERY_S", 0),
			patch.object(live, "KEEP_EVERY_S", 0),
			model_of(agent, model_server.streamed(LONG)),
		):
			self.work(run)
		self.assertTrue(("Running", "word0 word1 word2") in kept, kept[:5])

	def test_tool_call_in_a_streamed_run(self) -> None:
		"""A run that searches says so, its call arrives whole, and what the model said before the search goes again."""
		agent = self.agent(optional(self.source(HOTEL)))
		calling = model_server.calls(("knowledge_search", {"query": "hotel Berlin prices"}))
		calling.body["choices"][0]["message"]["content"] = "Let me look."
		run = self.start(agent)
		with (
			patch.object(live, "SEND_EVERY_S", 0),
			model_of(agent, calling, model_server.streamed("At most 140 euros [1].")) as server,
		):
			row = self.work(run)
		self.assertEqual(
			(row.response, [chunk.cited for chunk in row.chunks]), ("At most 140 euros [1].", [1])
		)
		self.assertIn("hotel Berlin prices", str(server.bodies[1]["messages"][-2]["tool_calls"]))
		steps = [message.get("step") for _, message, _ in self.events]
		self.assertIn("knowledge_search", steps)
		self.assertIn("Let me look.", self.shown())
		self.assertEqual(self.shown()[-1], "At most 140 euros [1].")

	def test_structured_answer_is_not_streamed(self) -> None:
		"""JSON for a schema is not shown while it is written; a list of numbers in it is no citation."""
		schema = '{"type": "object", "properties": {"days": {"type": "array"}, "why": {"type": "string"}}}'
		agent = self.agent(self.source(LEAVE), output_schema=schema)
		run = self.start(agent)
		with model_of(agent, model_server.answer('{"days": [25], "why": "the rules [1]"}')):
			row = self.work(run)
		self.assertEqual((row.status, row.unknown_citations or ""), ("Success", ""))
		self.assertEqual([chunk.cited for chunk in row.chunks], [1])
		self.assertEqual(self.shown(), [])

	def test_lost_events_end_no_run(self) -> None:
		"""A realtime server that is away changes nothing but what is seen meanwhile."""
		agent = self.agent()
		run = self.start(agent)

		def broken(event: str, message: dict[str, Any]) -> None:
			raise ConnectionError("away")

		self.on_event = broken
		with model_of(agent, model_server.answer("Hi")):
			self.assertEqual(self.work(run).status, "Success")

	def test_answer_that_broke_off_says_so(self) -> None:
		"""A service that ends without a word leaves a note that the answer may be cut."""
		agent = self.agent()
		run = self.start(agent)
		with model_of(agent, model_server.streamed(LONG, breaks_after=10)):
			self.assertIn("may be cut", self.work(run).knowledge_notes)


class TestQueue(BackgroundTestCase):
	def test_a_run_is_made_once(self) -> None:
		"""A job that comes twice makes no second run."""
		agent = self.agent()
		run = self.start(agent)
		with model_of(agent, model_server.answer("Hi")) as server:
			self.work(run)
			self.work(run)
		self.assertEqual(len(server.requests), 1)

	def test_people_go_before_triggers(self) -> None:
		"""What somebody waits for is in the queue that workers look into first, and its job outlives the run's time."""
		agent = self.agent()
		with patch("huf.ai.runs.background.enqueue") as enqueue:
			self.start(agent)
			queue_run(RunRequest(agent, USER, "x"), agent_trigger="t")
		self.assertEqual([call.kwargs["queue"] for call in enqueue.call_args_list], ["short", "default"])
		self.assertGreater(enqueue.call_args.kwargs["timeout"], time_limit_s())

	def test_queue_that_is_away(self) -> None:
		"""Without Redis the request fails, and the row does not wait for ever."""
		agent = self.agent()
		with (
			patch("huf.ai.runs.background.enqueue", side_effect=ConnectionError),
			self.assertRaises(ConnectionError),
		):
			self.start(agent)
		self.assertEqual([run.status for run in runs_of(agent.name)], ["Failed"])

	def test_rights_are_asked_again_by_the_worker(self) -> None:
		"""An agent that was disabled meanwhile ends as a Failed run; the job runs as the row's user."""
		agent = self.agent()
		run = self.start(agent)
		agent.db_set("disabled", 1)
		frappe.clear_document_cache("Agent", agent.name)
		with model_of(agent, model_server.answer("Hi")) as server:
			row = self.work(run)
		self.assertEqual((row.status, server.requests), ("Failed", []))
		self.assertIn("disabled", row.error_message)

	def test_tools_and_searches_act_as_the_user(self) -> None:
		"""A worker that begins as Administrator makes the run as its user."""
		agent = self.agent(self.source(LEAVE))
		run = self.start(agent)
		asked = []

		def search_as(request: Request) -> Any:
			asked.append((request.principal, frappe.session.user))
			raise LookupError

		with (
			patch("huf.ai.runs.prompt.knowledge.search_as", side_effect=search_as),
			model_of(agent, model_server.answer("Hi")),
		):
			self.work(run)
		self.assertEqual(asked, [(USER, USER)])

	def test_run_that_was_never_begun_ends(self) -> None:
		"""A run that waited for a day is Failed; what a cut-off run had answered stays."""
		agent = self.agent()
		waiting, cut = self.start(agent), self.start(agent)
		agent_runs.begin_queued_run(cut)
		agent_runs.keep_text(cut, "Half an")
		with own_transaction():
			frappe.db.set_value("Agent Run", waiting, "creation", "2020-01-01 00:00:00")
			frappe.db.set_value("Agent Run", cut, "started_at", "2020-01-01 00:00:00")
		self.assertLessEqual({waiting, cut}, set(agent_runs.fail_stale_runs()))
		self.assertEqual(stored_run(waiting).status, "Failed")
		self.assertEqual((stored_run(cut).status, stored_run(cut).response), ("Failed", "Half an"))


class TestLostJobs(BackgroundTestCase):
	"""Runs that wait and whose job is gone."""

	def setUp(self) -> None:
		super().setUp()
		self.queued = self.enterContext(patch("huf.ai.runs.background.enqueue"))
		self.job = self.enterContext(patch("huf.ai.runs.background.get_job")).return_value
		self.run = self.start(self.agent())
		self.queued.reset_mock()
		self.age(minutes=-2)

	def age(self, **time: int) -> None:
		with own_transaction():
			frappe.db.set_value("Agent Run", self.run, "creation", add_to_date(None, **time))

	def is_queued_again(self) -> bool:
		"""Whether the watchdog queued the run, which it must do with the same job."""
		self.queued.reset_mock()
		with own_transaction():
			is_queued = self.run in queue_lost_runs()
		jobs = [call.kwargs for call in self.queued.call_args_list if call.kwargs["run"] == self.run]
		self.assertEqual([job["job_id"] for job in jobs], [f"huf_agent_run_{self.run}"] * is_queued)
		return is_queued

	def test_what_is_lost(self) -> None:
		"""No job, one that is nowhere in a queue, and one that began long ago without beginning the run."""
		with patch("huf.ai.runs.background.get_job", return_value=None):
			self.assertTrue(self.is_queued_again())
		self.job.get_position.return_value = None
		for status, began in ((JobStatus.QUEUED, None), (JobStatus.STARTED, -120), (JobStatus.FAILED, -5)):
			self.job.get_status.return_value = status
			self.job.started_at = began and datetime.now(timezone.utc) + timedelta(seconds=began)
			self.job.reset_mock()
			self.assertTrue(self.is_queued_again(), status)
			self.job.delete.assert_called_once()

	def test_what_is_not(self) -> None:
		"""A run that has just been asked for, waits in its queue, was just taken up, or is no longer waiting."""
		self.job.get_position.return_value = 7
		self.assertFalse(self.is_queued_again())
		self.job.get_position.return_value = None
		self.job.get_status.return_value = JobStatus.STARTED
		self.job.started_at = datetime.now(timezone.utc) - timedelta(seconds=5)
		self.assertFalse(self.is_queued_again())
		with patch("huf.ai.runs.background.get_job", return_value=None):
			self.age(seconds=-5)
			self.assertFalse(self.is_queued_again())
			self.age(minutes=-2)
			agent_runs.begin_queued_run(self.run)
			self.assertFalse(self.is_queued_again())
		self.job.delete.assert_not_called()


class TestCancel(BackgroundTestCase):
	def test_queued_run_is_never_begun(self) -> None:
		"""A run that is cancelled while it waits is Cancelled at once, and the model is not asked."""
		agent = self.agent()
		run = self.start(agent)
		with self.acting_as(USER):
			self.assertEqual(cancel_run(run=run)["status"], "Cancelled")
		with model_of(agent, model_server.answer("Hi")) as server:
			self.assertEqual(self.work(run).status, "Cancelled")
		self.assertEqual(server.requests, [])

	def test_running_run_ends_between_two_pieces(self) -> None:
		"""Cancelled in the middle of an endless answer, the run ends, says so, and keeps what came and what it took."""
		agent = self.agent()
		run = self.start(agent)

		def cancel(event: str, message: dict[str, Any]) -> None:
			if event == live.TEXT_EVENT:
				with self.acting_as(USER):
					cancel_run(run=run)

		self.on_event = cancel
		with model_of(agent, model_server.streamed("so", endless=True, piece_delay_s=0.02)):
			row = self.work(run)
		self.assertEqual((row.status, row.error_message), ("Cancelled", "The run was cancelled."))
		self.assertTrue(row.response.startswith("so0 so1"))
		self.assertGreater(row.completion_tokens, 0)
		with self.acting_as(USER):
			self.assertEqual(cancel_run(run=run)["status"], "Cancelled")

	def test_running_run_ends_while_the_model_is_silent(self) -> None:
		"""A model that says nothing does not keep a cancelled run alive."""
		agent = self.agent()
		run = self.start(agent)

		def cancel(event: str, message: dict[str, Any]) -> None:
			if message.get("step") == "answering":
				with self.acting_as(USER):
					cancel_run(run=run)

		self.on_event = cancel
		began = time.monotonic()
		with model_of(agent, model_server.slow(60)):
			self.assertEqual(self.work(run).status, "Cancelled")
		self.assertLess(time.monotonic() - began, 30)

	def test_only_its_user_cancels_and_reads_it(self) -> None:
		"""Another user and a manager are refused in the words for a run that does not exist."""
		make_user(MANAGER, "Knowledge Manager")
		run = self.start(self.agent())
		words = set()
		for user, name in ((OTHER, run), (MANAGER, run), ("Guest", run), (USER, "no-such-run")):
			for call in (cancel_run, get_run):
				with self.acting_as(user), self.assertRaises(frappe.PermissionError) as caught:
					call(run=name)
				words.add(str(caught.exception))
		self.assertEqual(len(words), 1)
		self.assertEqual(stored_run(run).status, "Queued")

	def test_run_deleted_while_it_runs(self) -> None:
		"""A user who deletes their running run ends it; nothing fails."""
		agent = self.agent()
		run = self.start(agent)

		def delete(event: str, message: dict[str, Any]) -> None:
			with own_transaction():
				frappe.delete_doc("Agent Run", run, force=True, ignore_permissions=True, ignore_missing=True)

		self.on_event = lambda event, message: event == live.TEXT_EVENT and delete(event, message)
		with (
			self.heard(),
			model_of(agent, model_server.streamed("so", endless=True, piece_delay_s=0.02)),
		):
			make_queued_run(run)
		frappe.set_user("Administrator")
		with own_transaction():
			self.assertFalse(frappe.db.exists("Agent Run", run))
			self.assertEqual(frappe.db.get_value("Knowledge Cost", {"agent": agent.name}, "calls"), 1)


class TestLimits(BackgroundTestCase):
	def test_time_is_over_whatever_the_model_does(self) -> None:
		"""Slow, endless, and a loop of tool calls: the run is Timed Out inside its time, and keeps what came."""
		agent = self.agent(optional(self.source(HOTEL)), iteration_limit=10)
		slow_call = model_server.calls(("knowledge_search", {"query": "hotel"}))
		looping = [
			model_server.Reply(slow_call.body, delay_s=0.4),
			*[
				model_server.Reply(
					model_server.calls(("knowledge_search", {"query": f"hotel {n}"})).body, delay_s=0.4
				)
				for n in range(12)
			],
		]
		for script in (
			[model_server.slow(60)],
			[model_server.streamed("so", endless=True, piece_delay_s=0.02)],
			looping,
		):
			run = self.start(agent)
			began = time.monotonic()
			with patch("huf.ai.runs.one_run.time_limit_s", return_value=2), model_of(agent, *script):
				row = self.work(run)
			self.assertEqual(row.status, "Timed Out")
			self.assertIn("longer than 2 seconds", row.error_message)
			self.assertLess(time.monotonic() - began, 40)

	def test_limit_is_a_setting_and_shorter_in_a_request(self) -> None:
		"""The limit comes from Agent Settings; a run in a web request ends before its worker is ended."""
		frappe.db.set_single_value("Agent Settings", "run_time_limit", 200)
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		self.addCleanup(frappe.clear_document_cache, "Agent Settings", "Agent Settings")
		self.assertEqual(time_limit_s(), 200)
		with patch.object(frappe.local, "request", object(), create=True):
			self.assertEqual(time_limit_s(), 110)

	def test_cap_is_kept_over_users_and_deleted_runs(self) -> None:
		"""Once the next call could pass what the agent may spend, no model is asked; deleting a run gives nothing back."""
		# A call costs five cents, and may cost eight and its prompt.
		agent = self.agent(monthly_cost_cap=0.15)
		price, usage = (
			{"input_price": 2.0, "output_price": 10.0},
			{"prompt_tokens": 0, "completion_tokens": 5000},
		)
		answers = [model_server.answer(text, **usage) for text in "ab"]
		with model_of(agent, *answers, **price) as server:
			runs = [run_agent_sync(agent.name, "hello", user=user).run for user in (USER, OTHER)]
			with own_transaction():
				frappe.delete_doc("Agent Run", runs[0], force=True, ignore_permissions=True)
			stopped = run_agent_sync(agent.name, "hello", user=USER)
		self.assertEqual((stopped.status, len(server.requests)), ("Stopped", 2))
		self.assertIn(
			"monthly cap of 0.15 US dollars: 0.10 are spent, the next call may cost 0.08", stopped.error
		)
		rows = costs_of(agent.name)
		self.assertEqual(
			[(row.user, row.calls, row.kind) for row in rows], [(OTHER, 1, "Chat"), (USER, 1, "Chat")]
		)
		self.assertAlmostEqual(sum(row.cost for row in rows), 0.1)
		self.assertFalse(holds_of(agent.name))

	def test_cap_is_asked_between_iterations(self) -> None:
		"""A run that reaches the cap in the middle ends there, and what it took is counted."""
		agent = self.agent(optional(self.source(HOTEL)), monthly_cost_cap=0.12)
		wanted = {"name": "knowledge_search", "arguments": '{"query": "hotel"}'}
		call = {"content": None, "tool_calls": [{"id": "a", "type": "function", "function": wanted}]}
		first = model_server.Reply(
			model_server.completion(call, "tool_calls", prompt_tokens=0, completion_tokens=5000)
		)
		script = (first, model_server.answer("never"))
		with model_of(agent, *script, input_price=2.0, output_price=10.0) as server:
			stopped = run_agent_sync(agent.name, "hello", user=USER)
		self.assertEqual((stopped.status, len(server.requests)), ("Stopped", 1))
		self.assertAlmostEqual(stored_run(stopped.run).cost, 0.05)
		self.assertFalse(holds_of(agent.name))

	def test_cap_of_a_user(self) -> None:
		"""Each user has what Agent Settings give them, over all agents, and without one; a model that costs nothing goes on."""
		self.enterContext(settings_with(user_cost_cap=0.0001))
		agent = self.agent()
		price = {"input_price": 2.0, "output_price": 10.0}
		with model_of(agent, model_server.answer("a"), **price) as server:
			stopped = run_agent_sync(agent.name, "hello", user=USER)
			self.assertEqual((stopped.status, len(server.requests)), ("Stopped", 0))
			self.assertIn("You have reached your monthly cap", stopped.error)
			frappe.db.set_value("AI Model", agent.model, "costs_nothing", 1)
			frappe.clear_document_cache("AI Model", agent.model)
			free = run_agent_sync(agent.name, "hello", user=USER)
		self.assertEqual((free.status, free.cost), ("Success", 0.0))

	def test_a_run_without_end_leaves_no_hold(self) -> None:
		"""A run that breaks off in a bug, and one whose process was killed, free what was set aside for them."""
		agent = self.agent(monthly_cost_cap=5)
		with model_of(agent, model_server.answer("a"), input_price=2.0, output_price=10.0):
			with (
				patch("huf.ai.runs.one_run.check_text", side_effect=RuntimeError),
				self.assertRaises(RuntimeError),
			):
				run_agent_sync(agent.name, "hello", user=USER)
		self.assertFalse(holds_of(agent.name))
		# What was answered before is paid for, though the run has no answer.
		self.assertAlmostEqual(sum(row.cost for row in costs_of(agent.name)), 0.0003)

	def test_unknown_price_is_said(self) -> None:
		"""A cap on a model without a price is noted on each run, and counted as unpriced."""
		agent = self.agent(monthly_cost_cap=1)
		with model_of(agent, model_server.answer("Hi"), input_price=0, output_price=0):
			result = run_agent_sync(agent.name, "hello", user=USER)
		self.assertEqual(result.status, "Success")
		self.assertIn("monthly cap cannot count", stored_run(result.run).knowledge_notes)
		self.assertEqual([row.unpriced_calls for row in costs_of(agent.name)], [1])


class TestCostRights(SiteTestCase):
	def test_the_ledger_is_for_system_managers_and_nobody_writes_it(self) -> None:
		"""It names users, so managers of knowledge have the report; nobody has the right to write either table."""
		make_user(MANAGER, "Knowledge Manager")
		make_user(USER, "Knowledge User")
		make_user("agent-system@example.com", "System Manager")
		for doctype in ("Knowledge Cost", "Knowledge Cost Hold"):
			for user, may_read in ((MANAGER, False), (USER, False), ("agent-system@example.com", True)):
				self.assertIs(bool(frappe.has_permission(doctype, "read", user=user)), may_read)
				for right in ("write", "create", "delete"):
					self.assertFalse(frappe.has_permission(doctype, right, user=user))


def costs_of(agent: str) -> list[Any]:
	"""The rows of the ledger for an agent in this month, as any other connection sees them."""
	with own_transaction():
		return frappe.get_all(
			"Knowledge Cost", {"agent": agent, "month": this_month()}, ["*"], order_by="`user`"
		)


def holds_of(agent: str) -> list[Any]:
	"""What is set aside for an agent."""
	with own_transaction():
		return frappe.get_all("Knowledge Cost Hold", {"agent": agent}, ["*"])


@contextmanager
def settings_with(**values: Any) -> Any:
	"""Agent Settings with other values for the block, undone with the test."""
	for name, value in values.items():
		frappe.db.set_single_value("Agent Settings", name, value)
	frappe.clear_document_cache("Agent Settings", "Agent Settings")
	try:
		yield
	finally:
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
