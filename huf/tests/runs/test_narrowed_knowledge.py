"""Less knowledge than the agent has, for one question or a conversation; never more."""

from typing import Any

import frappe

from huf.ai.agent_integration import run_agent, start_run
from huf.ai.chat import get_conversation, get_knowledge, set_knowledge
from huf.ai.runs.background import make_queued_run
from huf.ai.site.database.transactions import own_transaction
from huf.tests.agent_site import model_of, model_server, stored_run
from huf.tests.factories import make_user
from huf.tests.runs.test_agent_conversations import ConversationTestCase
from huf.tests.runs.test_agent_runs import HOTEL, LEAVE, OTHER, USER

QUESTION = "How many days of annual leave, and what may a hotel cost?"


class TestNarrowedKnowledge(ConversationTestCase):
	def setUp(self) -> None:
		super().setUp()
		# Not those of the class: what takes back a test below takes them back too.
		make_user(USER, "Knowledge User")
		make_user(OTHER, "Knowledge User")
		self.leave, self.hotel, self.foreign = (
			self.source(LEAVE),
			self.source(HOTEL),
			self.source("Otters swim."),
		)
		self.two = self.agent(self.leave, self.hotel)
		self.addCleanup(self.forget_committed)

	def forget_committed(self) -> None:
		"""One test commits; without their files its sources would be broken ones of every later search."""
		frappe.db.rollback()
		sources = [self.leave.name, self.hotel.name, self.foreign.name]
		with own_transaction():
			for doctype, field, names in (
				("Knowledge Input", "knowledge_source", sources),
				("Knowledge Build", "knowledge_source", sources),
				("Knowledge Source", "name", sources),
				("Agent Knowledge", "parent", [self.two.name]),
				("Agent", "name", [self.two.name]),
			):
				frappe.db.delete(doctype, {field: ("in", names)})

	def told(self, **values: Any) -> tuple[str, list[str]]:
		"""What the model is told when USER asks, and the sources it may search by itself."""
		with model_of(self.two, model_server.answer("Yes.")) as server, self.acting_as(USER):
			run_agent(self.two.name, QUESTION, **values)
		body = server.bodies[0]
		tools = [tool["function"] for tool in body.get("tools") or []]
		sources = [
			name
			for tool in tools
			if tool["name"] == "knowledge_search"
			for name in tool["parameters"]["properties"]["knowledge_source"]["enum"]
		]
		return str(body["messages"]), sources

	def test_one_question(self) -> None:
		"""Passages of the chosen sources alone; none of any for an empty list; all without a choice."""
		leave, hotel = LEAVE.split(".")[0], HOTEL.split(".")[0]
		said, _ = self.told()
		self.assertTrue(leave in said and hotel in said)
		said, _ = self.told(sources=frappe.as_json([self.hotel.name]))
		self.assertTrue(leave not in said and hotel in said)
		for nothing in ({"sources": "[]"}, {"sources": "[]", "knowledge_gate": "Always"}):
			said, tools = self.told(**nothing)
			self.assertFalse(leave in said or hotel in said or tools, nothing)

	def test_searched_by_the_model(self) -> None:
		"""A source that was not chosen is no source of the tool either, and *Off* leaves no tool."""
		self.two = self.agent(
			{"knowledge_source": self.leave.name, "mode": "Optional"},
			{"knowledge_source": self.hotel.name, "mode": "Optional"},
		)
		self.assertEqual(self.told()[1], [self.leave.name, self.hotel.name])
		self.assertEqual(self.told(sources=[self.leave.name])[1], [self.leave.name])
		self.assertEqual(self.told(sources=[])[1], [])

	def test_never_more(self) -> None:
		"""A source that the agent does not have, one that does not answer the user, and one that does not exist are refused in
		the same words, and make no run."""
		frappe.db.set_value("Knowledge Source", self.hotel.name, {"scope": "User", "owner": OTHER})
		before = frappe.db.count("Agent Run", {"agent": self.two.name})
		with self.acting_as(USER):
			self.assertEqual(get_knowledge(self.two.name)["sources"], [self.leave.name])
			for wrong in (self.foreign.name, self.hotel.name, "No Such Source"):
				with self.assertRaisesRegex(frappe.ValidationError, "no knowledge source of this name"):
					run_agent(self.two.name, QUESTION, sources=[wrong])
			for wrong in ("{", "{}", "[1]", "3"):
				self.assertRaises(frappe.ValidationError, run_agent, self.two.name, QUESTION, sources=wrong)
		self.assertEqual(frappe.db.count("Agent Run", {"agent": self.two.name}), before)

	def test_a_conversation_remembers(self) -> None:
		"""What begins it is kept for its later questions, can be changed, and is kept by the run for its worker."""
		with self.acting_as(USER):
			first = start_run(
				self.two.name,
				QUESTION,
				new_conversation=True,
				knowledge_gate="Always",
				sources=[self.hotel.name],
			)
			talk = first["conversation"]
			self.addCleanup(self.forget, talk)
			shown = get_conversation(talk)
			self.assertEqual((shown["knowledge_gate"], shown["sources"]), ("Always", (self.hotel.name,)))
			second = start_run(self.two.name, QUESTION, conversation=talk)["run"]
		with model_of(self.two, model_server.answer("Yes.")) as server:
			make_queued_run(second)
		frappe.set_user("Administrator")
		self.assertNotIn(LEAVE.split(".")[0], str(server.bodies[0]["messages"]))
		self.assertEqual(stored_run(second).only_sources, frappe.as_json([self.hotel.name], indent=None))
		with self.acting_as(USER):
			set_knowledge(talk, "Never", [])
			self.assertEqual(get_conversation(talk)["sources"], ())
			set_knowledge(talk)
			shown = get_conversation(talk)
			self.assertEqual((shown["knowledge_gate"], shown["sources"]), ("", None))
			self.assertRaises(frappe.ValidationError, set_knowledge, talk, "Sometimes")
			self.assertRaises(frappe.ValidationError, set_knowledge, talk, None, [self.foreign.name])
		for user in (OTHER, "Administrator"):
			with self.acting_as(user), self.assertRaises(frappe.PermissionError):
				set_knowledge(talk, "Never")

	def test_what_the_agent_loses_is_lost(self) -> None:
		"""A chosen source that the agent has no more is not searched, whatever the conversation remembers."""
		talk = self.talk(self.two)
		with self.acting_as(USER):
			set_knowledge(talk, None, [self.hotel.name])
		self.two.knowledge = [row for row in self.two.knowledge if row.knowledge_source != self.hotel.name]
		self.two.save()
		frappe.db.commit()  # nosemgrep: frappe-manual-commit (the run reads the agent as other connections see it)
		frappe.db.savepoint("before_test")
		said, tools = self.told(conversation=talk)
		self.assertFalse(HOTEL.split(".")[0] in said or LEAVE.split(".")[0] in said or tools)
