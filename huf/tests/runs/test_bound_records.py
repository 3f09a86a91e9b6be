"""Runs that are bound to a record: what the model is told of it, for whom, and how long that holds."""

from typing import Any
from unittest.mock import patch

import frappe

from huf.ai.agent_integration import run_agent, run_agent_sync, start_run
from huf.ai.records.links import connected
from huf.ai.runs.keeping.access import record_of_conversation
from huf.ai.site.database.transactions import own_transaction
from huf.tests.agent_site import model_of, model_server, stored_run
from huf.tests.factories import make_file
from huf.tests.runs.test_agent_runs import OTHER, USER, AgentTestCase

ASKED = "What is to be done, and for whom?"


class TestBoundRecords(AgentTestCase):
	"""ToDos, since every site has them: who is assigned one may read it, and somebody else may not."""

	def setUp(self) -> None:
		super().setUp()
		# A test waits for everything, also on a slow machine.
		for limit in (
			"records.related.SECONDS",
			"runs.files.of_record.SECONDS",
			"runs.prompt.bound_record.LINKS_SECONDS",
		):
			self.enterContext(patch(f"huf.ai.{limit}", 600))
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
		self.assertIn(("Event", self.event.name), connected(self.about, USER, 2, 20, 600))
		self.assertIn("Audit of the cold store", self.asked(self.agent(), record=self.about)[1])
		frappe.db.set_value("Event", self.event.name, {"event_type": "Private", "owner": OTHER})
		self.assertNotIn(("Event", self.event.name), connected(self.about, USER, 2, 20, 600))

	def test_records_that_link_to_it_are_named(self) -> None:
		"""What was made about it, with its state of now; that of somebody else is not named."""
		about_it = {"reference_type": "ToDo", "reference_name": self.case.name}
		mine, others = (
			frappe.get_doc(
				{"doctype": "ToDo", "description": text, "allocated_to": user, **about_it}
			).insert()
			for text, user in (("Order grease for it.", USER), ("Check the invoice of it.", OTHER))
		)
		frappe.db.set_value("ToDo", others.name, dict.fromkeys(("owner", "assigned_by"), OTHER))
		sent = self.asked(self.agent(), record=self.about)[1]
		self.assertIn("Order grease for it.", sent)
		self.assertIn("now: Open", sent)
		self.assertNotIn("Check the invoice of it.", sent)
		self.assertNotIn(others.name, sent)
		self.assertIn(("ToDo", mine.name), connected(self.about, USER, 2, 20, 600))

	def mailed(self, subject: str, text: str, **values: Any) -> Any:
		"""An e-mail on the record."""
		return frappe.get_doc(
			{
				"doctype": "Communication",
				"communication_type": "Communication",
				"communication_medium": "Email",
				"subject": subject,
				"content": text,
				"sender": "supplier@example.com",
				"reference_doctype": "ToDo",
				"reference_name": self.case.name,
				**values,
			}
		).insert()

	def test_what_belongs_to_it_is_told(self) -> None:
		"""A contact of the record, for who may read that contact."""
		links = [{"link_doctype": "ToDo", "link_name": self.case.name}]
		contact = frappe.get_doc({"doctype": "Contact", "first_name": "Wilhelmina", "links": links}).insert()
		self.assertNotIn("Wilhelmina", self.asked(self.agent(), record=self.about)[1])
		frappe.share.add("Contact", contact.name, USER, read=1)
		run, sent = self.asked(self.agent(), record=self.about)
		self.assertIn("Contacts: 1 records", sent)
		self.assertTrue(any(row.title.endswith(": Contacts") for row in run.chunks))

	def test_the_newest_mails_are_read(self) -> None:
		"""However long the thread is: the newest stand in the prompt, and the record keeps its own room."""
		for number in range(25):
			self.mailed(
				f"Offer {number}",
				f"<p>{'Words of the thread. ' * 150}</p>",
				communication_date=f"2026-03-01 10:00:{number:02}",
			)
		self.mailed(
			"Last offer", "<p>The bearing is 90 euros now.</p>", communication_date="2026-03-02 10:00:00"
		)
		run, sent = self.asked(self.agent(), record=self.about)
		self.assertIn("The bearing is 90 euros now.", sent)
		self.assertIn("bearing of pump P-114", sent)
		self.assertNotIn("Offer 0", sent)
		self.assertIn("longer than", run.knowledge_notes)

	def test_its_files_are_read(self) -> None:
		"""Small files of the record and of its e-mails, although no source holds them; the others are named; each by its own right."""
		about = {"attached_to_doctype": "ToDo", "attached_to_name": self.case.name}
		make_file("The bearing is a 6205-2RS.", "bearing.txt", **about)
		make_file("Endless drawing list. " * 5000, "long.txt", **about)
		mail = self.mailed("Drawing", "See the attachment.")
		drawing = make_file(
			"Drawing number 88-17.",
			"drawing.txt",
			attached_to_doctype="Communication",
			attached_to_name=mail.name,
		)
		elsewhere = frappe.get_doc({"doctype": "ToDo", "description": "x", "allocated_to": OTHER}).insert()
		make_file(
			"The pass-word is swordfish.",
			"secret.txt",
			attached_to_doctype="ToDo",
			attached_to_name=elsewhere.name,
		)
		# Who may read a record reads its e-mails there, but opens a file of one only with the right to it.
		self.assertNotIn("88-17", self.asked(self.agent(), record=self.about)[1])
		frappe.share.add("File", drawing.name, USER, read=1)
		run, sent = self.asked(self.agent(), record=self.about)
		self.assertIn("6205-2RS", sent)
		self.assertIn("Drawing number 88-17", sent)
		self.assertIn("NOT READ", sent)
		self.assertIn("long.txt", sent)
		self.assertNotIn("Endless drawing list", sent)
		self.assertNotIn("swordfish", sent)
		self.assertIn("bearing.txt", [row.title for row in run.chunks])

	def test_private_files_have_their_own_right(self) -> None:
		"""One that the user may not open is neither read nor named."""
		make_file(
			"Bonus for everybody.",
			"payroll.txt",
			attached_to_doctype="ToDo",
			attached_to_name=self.case.name,
		)
		with patch("huf.ai.runs.files.of_record.may_read_file", return_value=False):
			sent = self.asked(self.agent(), record=self.about)[1]
		self.assertNotIn("payroll", sent)
		self.assertNotIn("Bonus", sent)

	def test_files_do_not_hold_up_the_first_word(self) -> None:
		"""When the time is over the rest is named, not read."""
		make_file(
			"Too late to read.", "late.txt", attached_to_doctype="ToDo", attached_to_name=self.case.name
		)
		with patch("huf.ai.runs.files.of_record.SECONDS", -1):
			sent = self.asked(self.agent(), record=self.about)[1]
		self.assertIn("late.txt", sent)
		self.assertNotIn("Too late to read", sent)

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
