"""Conversations: whose they are, what the model reads of them, and follow-up questions."""

from typing import Any
from unittest.mock import patch

import frappe

from huf.ai.agent_integration import run_agent_sync, start_run
from huf.ai.knowledge import retriever
from huf.ai.runs.access import new_conversation
from huf.ai.runs.rewrite import merged
from huf.ai.runs.rows import TITLE_CHARACTERS
from huf.ai.site.transactions import own_transaction
from huf.engine.request import Request
from huf.engine.types import Hit, Locator, SearchResult, Skipped
from huf.patches import title_runs_by_their_question
from huf.tests.agent_site import model_of, model_server, stored_run
from huf.tests.factories import make_user
from huf.tests.test_agent_runs import HOTEL, LEAVE, OTHER, QUESTION, USER, AgentTestCase

MANAGER = "agent-manager@example.com"


class ConversationTestCase(AgentTestCase):
	def talk(self, agent: Any, user: str = USER) -> str:
		"""A conversation; it goes when the test ends."""
		name = new_conversation(agent.name, user, QUESTION)
		self.addCleanup(self.forget, name)
		return name

	def forget(self, name: str) -> None:
		with own_transaction():
			frappe.delete_doc(
				"Agent Conversation", name, force=True, ignore_permissions=True, ignore_missing=True
			)


class TestConversations(ConversationTestCase):
	def test_turns_are_read_again_without_their_marks(self) -> None:
		"""The second question comes after the first one and its answer, whose citations and passages do not come again."""
		agent = self.agent(self.source(LEAVE))
		talk = self.talk(agent)
		with model_of(
			agent, model_server.answer("Twenty-five [1]."), model_server.answer("March [1].")
		) as server:
			first = run_agent_sync(agent.name, QUESTION, user=USER, in_conversation=talk)
			run_agent_sync(agent.name, "When does annual leave expire?", user=USER, in_conversation=talk)
		said = [(m["role"], m["content"]) for m in server.bodies[1]["messages"]]
		self.assertEqual(said[1:3], [("user", QUESTION), ("assistant", "Twenty-five.")])
		self.assertEqual(sum("<knowledge-" in text for _, text in said), 1)
		self.assertEqual(stored_run(first.run).conversation, talk)

	def test_oldest_turns_are_left_out_whole(self) -> None:
		"""Over the token limit the oldest turns go, never half of one, and the run says how many."""
		agent = self.agent(history_token_limit=60)
		talk = self.talk(agent)
		answers = [model_server.answer(f"Answer {n}. " + "word " * 20) for n in range(4)]
		with model_of(agent, *answers) as server:
			for n in range(4):
				last = run_agent_sync(agent.name, f"Question {n}", user=USER, in_conversation=talk)
		said = [m["content"] for m in server.bodies[3]["messages"][1:]]
		self.assertEqual(
			[text[:10] for text in said[::2]], ["Question 1", "Question 2", "Question 3"][-len(said[::2]) :]
		)
		self.assertLess(len(said), 7)
		self.assertEqual(len(said) % 2, 1)
		self.assertIn("earlier turns", stored_run(last.run).knowledge_notes)

	def test_failed_turns_are_no_turns(self) -> None:
		"""A question that got no answer is not put before the next one."""
		agent = self.agent()
		talk = self.talk(agent)
		with model_of(agent, model_server.error(401, "no"), model_server.answer("Hi")) as server:
			run_agent_sync(agent.name, "first", user=USER, in_conversation=talk)
			run_agent_sync(agent.name, "second", user=USER, in_conversation=talk)
		self.assertEqual([m["content"] for m in server.bodies[1]["messages"]][1:], ["second"])

	def test_start_run_begins_and_goes_on(self) -> None:
		"""The first question names the conversation; the next one goes on in it."""
		agent = self.agent()
		with self.acting_as(USER):
			first = start_run(agent=agent.name, prompt="How many days?", new_conversation=True)
			second = start_run(agent=agent.name, prompt="And then?", conversation=first["conversation"])
		self.addCleanup(self.forget, first["conversation"])
		self.assertEqual(second["conversation"], first["conversation"])
		with own_transaction():
			talk = frappe.get_doc("Agent Conversation", first["conversation"])
			names = set(frappe.get_all("Agent Run", filters={"conversation": talk.name}, pluck="name"))
		self.assertEqual((talk.title, talk.user, talk.status), ("How many days?", USER, "Open"))
		self.assertEqual(names, {first["run"], second["run"]})

	def test_whose_a_conversation_is(self) -> None:
		"""Nobody but its user, managers included, reads it, lists it or asks in it; the list and the check agree."""
		make_user(MANAGER, "Knowledge Manager")
		agent = self.agent()
		talk = self.talk(agent)
		frappe.db.commit()  # nosemgrep: what another connection wrote is seen by a new transaction
		frappe.db.savepoint("before_test")
		for user in (USER, OTHER, MANAGER):
			listed = talk in frappe.get_list(
				"Agent Conversation", user=user, pluck="name", limit_page_length=0
			)
			read = frappe.has_permission("Agent Conversation", "read", doc=talk, user=user)
			self.assertEqual((listed, bool(read)), (user == USER, user == USER), user)
		for user in (OTHER, MANAGER):
			with self.assertRaises(frappe.PermissionError):
				run_agent_sync(agent.name, "x", user=user, in_conversation=talk)
		with self.assertRaises(frappe.PermissionError):
			run_agent_sync(agent.name, "x", user=USER, in_conversation="no-such-talk")

	def test_closed_and_foreign_conversations_are_refused(self) -> None:
		"""A closed conversation and one with another agent take no question."""
		agent, other = self.agent(), self.agent()
		talk = self.talk(agent)
		with self.assertRaisesRegex(frappe.ValidationError, "another agent"):
			run_agent_sync(other.name, "x", user=USER, in_conversation=talk)
		with own_transaction():
			frappe.db.set_value("Agent Conversation", talk, "status", "Closed")
		with self.assertRaisesRegex(frappe.ValidationError, "closed"):
			run_agent_sync(agent.name, "x", user=USER, in_conversation=talk)

	def test_runs_go_with_their_conversation(self) -> None:
		"""Who deletes a conversation deletes its turns."""
		agent = self.agent()
		talk = self.talk(agent)
		with model_of(agent, model_server.answer("Hi")):
			run = run_agent_sync(agent.name, "hello", user=USER, in_conversation=talk).run
		self.forget(talk)
		with own_transaction():
			self.assertFalse(frappe.db.exists("Agent Run", run))


class TestTitles(ConversationTestCase):
	def test_a_run_is_called_by_its_question(self) -> None:
		"""In one line that fits into a list; the conversation that it begins is called the same."""
		question = "How <b>many</b>\n\tdays " + "of leave and holiday " * 20
		agent = self.agent()
		with self.acting_as(USER):
			started = start_run(agent=agent.name, prompt=question, new_conversation=True)
		self.addCleanup(self.forget, started["conversation"])
		with own_transaction():
			title = frappe.db.get_value("Agent Run", started["run"], "title")
			talk = frappe.db.get_value("Agent Conversation", started["conversation"], "title")
		self.assertTrue(title.startswith("How ‹b›many‹/b› days of leave and holiday of leave"), title)
		self.assertTrue(title.endswith("…") and len(title) <= TITLE_CHARACTERS, title)
		self.assertEqual(talk, title)

	def test_earlier_runs_get_their_title(self) -> None:
		"""After an update runs without a title have one, those with one keep it; a second time changes nothing."""
		agent = self.agent()
		talk = self.talk(agent)
		with self.acting_as(USER):
			runs = [
				start_run(agent=agent.name, prompt=prompt, conversation=talk)["run"]
				for prompt in ("First  one?", "Second one?")
			]
		with own_transaction():
			frappe.db.set_value("Agent Run", runs[0], "title", None)
			frappe.db.set_value("Agent Run", runs[1], "title", "Kept")
			for _time in range(2):
				title_runs_by_their_question.execute()
				titles = [frappe.db.get_value("Agent Run", run, "title") for run in runs]
				self.assertEqual(titles, ["First one?", "Kept"])


class TestFollowUps(ConversationTestCase):
	def asked(self, *script: Any, **values: Any) -> tuple[Any, list[str], Any]:
		"""A second question "And when does it expire?" after one about leave: its row, what was searched for, the server."""
		agent = self.agent(self.source(LEAVE, HOTEL), rewrite_follow_ups=1, **values)
		talk = self.talk(agent)
		queries: list[str] = []
		search_as = retriever.search_as

		def spy(request: Request) -> Any:
			queries.append(request.query)
			return search_as(request)

		with model_of(agent, model_server.answer("Twenty-five [1]."), *script) as server:
			run_agent_sync(agent.name, QUESTION, user=USER, in_conversation=talk)
			with patch("huf.ai.runs.knowledge.search_as", side_effect=spy):
				result = run_agent_sync(agent.name, "And when?", user=USER, in_conversation=talk)
		return stored_run(result.run), queries, server

	def test_follow_up_is_searched_in_both_forms(self) -> None:
		"""The rewritten question finds what the original cannot; both are searched, and the call is counted."""
		row, queries, server = self.asked(
			model_server.answer('"When does annual leave expire?"'), model_server.answer("In March [1].")
		)
		self.assertEqual(queries, ["And when?", "When does annual leave expire?"])
		self.assertEqual(row.standalone_question, "When does annual leave expire?")
		self.assertIn("twenty-five days", row.chunks[0].excerpt)
		self.assertEqual((row.iterations, row.prompt_tokens), (1, 200))
		self.assertEqual(server.bodies[1]["max_tokens"], 200)
		self.assertNotIn("tools", server.bodies[1])
		self.assertEqual(server.bodies[2]["messages"][-1]["content"], "And when?")

	def test_failed_rewriting_falls_back(self) -> None:
		"""A model that fails, says nothing, or writes a novel: the original is searched for, and the run says so."""
		for reply in (
			model_server.error(400, "no"),
			model_server.answer(""),
			model_server.answer("word " * 500),
		):
			row, queries, _ = self.asked(reply, model_server.answer("I do not know."))
			self.assertEqual((row.status, queries), ("Success", ["And when?"]))
			self.assertIn("as it stands", row.knowledge_notes)

	def test_first_question_is_never_rewritten(self) -> None:
		"""Without earlier turns there is nothing to rewrite with."""
		agent = self.agent(rewrite_follow_ups=1)
		with model_of(agent, model_server.answer("Hi")) as server:
			run_agent_sync(agent.name, QUESTION, user=USER, in_conversation=self.talk(agent))
		self.assertEqual(len(server.requests), 1)

	def test_hits_of_both_are_merged_once_each(self) -> None:
		"""A passage that both searches found comes once and first; nothing that one of them said is lost."""

		def result(*ids: str, note: str) -> SearchResult:
			hits = tuple(
				Hit(i, i, 1 / n, i, "s", "in", Locator(), f"in#{i}", "b", 0, 1, i, rank=n)
				for n, i in enumerate(ids, start=1)
			)
			return SearchResult("q", hits, (Skipped("x", "Disabled", note),), notes=(note,))

		both = merged(result("a", "b", "c", note="1"), result("d", "b", note="2"), 3)
		self.assertEqual([(hit.chunk_id, hit.rank) for hit in both.hits], [("b", 1), ("a", 2), ("d", 3)])
		self.assertEqual((len(both.skipped), both.notes), (2, ("1", "2")))
