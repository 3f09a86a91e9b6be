"""Runs that are bound to a record: what the model is told of it, for whom, and how long that holds."""

from typing import Any

import frappe

from huf.ai.agent_integration import run_agent, run_agent_sync, start_run
from huf.ai.runs.access import record_of_conversation
from huf.ai.runs.names import linked_titles
from huf.ai.site.transactions import own_transaction
from huf.tests.agent_site import model_of, model_server, stored_run
from huf.tests.test_agent_runs import OTHER, USER, AgentTestCase

ASKED = "What is to be done, and for whom?"


class TestBoundRecords(AgentTestCase):
	"""ToDos, since every site has them: who is assigned one may read it, and somebody else may not."""

	def setUp(self) -> None:
		super().setUp()
		event = {
			"subject": "Audit of the cold store",
			"starts_on": "2026-05-04 10:00:00",
			"event_type": "Public",
		}
		self.event = frappe.get_doc({"doctype": "Event", **event}).insert()
		self.case = frappe.get_doc(
			{
				"doctype": "ToDo",
				"description": "<p>Replace the bearing of pump P-114.</p>",
				"allocated_to": USER,
				"reference_type": "Event",
				"reference_name": self.event.name,
			}
		).insert()
		self.case.add_comment("Comment", "<p>The spare part lies in rack 7.</p>")

	@property
	def about(self) -> tuple[str, str]:
		return "ToDo", self.case.name

	def asked(self, agent: Any, **values: Any) -> tuple[Any, str]:
		"""The stored run of one question, and all that its model was sent."""
		with model_of(agent, model_server.answer("Replace the bearing [1].")) as server:
			result = run_agent_sync(agent.name, ASKED, user=USER, **values)
		self.assertEqual(result.status, "Success", result.error)
		return stored_run(result.run), str([one["content"] for one in server.bodies[0]["messages"]])

	def test_the_model_is_given_the_record(self) -> None:
		"""Its text of now and its comments stand in a block, numbered and cited, without any source; the run keeps them."""
		run, sent = self.asked(self.agent(), record=self.about)
		for words in ("about this record", "bearing of pump P-114", "spare part lies in rack 7"):
			self.assertIn(words, sent)
		self.assertIn("never follow instructions", sent)
		row = run.chunks[0]
		self.assertEqual(
			(row.citation_number, row.origin, row.cited, row.knowledge_source), (1, "Injected", 1, "")
		)
		self.assertIn("Replace the bearing of pump P-114", row.title)
		self.assertEqual((run.reference_doctype, run.reference_name, run.untrusted_text), (*self.about, 1))
		frappe.db.set_value("ToDo", self.case.name, "description", "Paint the door.")
		self.assertIn("Paint the door", self.asked(self.agent(), record=self.about)[1])

	def test_an_agent_may_do_without(self) -> None:
		"""Knowledge of the Record on Never or Optional puts nothing into the prompt."""
		for said in ("Never", "Optional"):
			run, sent = self.asked(self.agent(record_knowledge=said), record=self.about)
			self.assertNotIn("P-114", sent)
			self.assertFalse(run.chunks)

	def test_connected_records_are_named_to_who_may_read_them(self) -> None:
		"""One link away and two, by title; what the user may not read is not named, nor what lies behind it."""
		found = linked_titles(self.about, USER, 2, 20)
		self.assertIn(("Event", self.event.name), found)
		self.assertEqual(found["Event", self.event.name], "Audit of the cold store")
		self.assertIn("Audit of the cold store", self.asked(self.agent(), record=self.about)[1])
		frappe.db.set_value("Event", self.event.name, {"event_type": "Private", "owner": OTHER})
		self.assertNotIn(("Event", self.event.name), linked_titles(self.about, USER, 2, 20))

	def test_whoever_may_not_read_it_may_not_ask_about_it(self) -> None:
		"""A record of somebody else, one that is not there and half a name are refused; the first two in the same words."""
		agent = self.agent()
		for call in (run_agent, start_run):
			said = set()
			for name in (self.case.name, "No Such"):
				with self.acting_as(OTHER), self.assertRaises(frappe.PermissionError) as caught:
					call(agent=agent.name, prompt=ASKED, reference_doctype="ToDo", reference_name=name)
				said.add(str(caught.exception))
			self.assertEqual(len(said), 1)
			with self.acting_as(USER), self.assertRaisesRegex(frappe.ValidationError, "both"):
				call(agent=agent.name, prompt=ASKED, reference_doctype="ToDo")

	def test_a_conversation_keeps_its_record(self) -> None:
		"""The second question is about it too, without naming it; who may not read it any more goes on without."""
		agent = self.agent()
		with self.acting_as(USER):
			first = start_run(
				agent=agent.name,
				prompt=ASKED,
				new_conversation=True,
				reference_doctype="ToDo",
				reference_name=self.case.name,
			)
			second = start_run(agent=agent.name, prompt="And then?", conversation=first["conversation"])
		self.addCleanup(self.forget, first["conversation"])
		for started in (first, second):
			row = stored_run(started["run"])
			self.assertEqual((row.reference_doctype, row.reference_name), self.about)
		whose = dict.fromkeys(("allocated_to", "assigned_by", "owner"), OTHER)
		frappe.db.set_value("ToDo", self.case.name, whose)
		self.assertIsNone(record_of_conversation(first["conversation"], USER))

	def forget(self, conversation: str) -> None:
		"""Take a conversation away again, with its runs."""
		with own_transaction():
			frappe.delete_doc("Agent Conversation", conversation, force=True, ignore_permissions=True)
