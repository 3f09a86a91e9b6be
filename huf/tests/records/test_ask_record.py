"""Ask this record: on whose forms the button stands, and what it finds."""

from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from unittest.mock import patch

import frappe

from huf.agent.completion import Completion
from huf.ai import answers
from huf.ai.knowledge import ask_record as asking
from huf.ai.knowledge.ask_record import ask_record, askable_doctypes
from huf.ai.knowledge.backends import registries
from huf.ai.knowledge.contents.wanted import read_wanted
from huf.ai.site import artifacts, queueing
from huf.ai.site.desk import desk_path
from huf.engine.builds import BuildSettings, plan_build, run_build
from huf.tests import factories as make
from huf.tests import record_doctypes as given
from huf.tests.record_base import RecordTestCase
from huf.tests.record_doctypes import PARENT, PERSON

USER = "huf-ask-user@example.com"
NOBODY = "huf-ask-nobody@example.com"


class TestAskRecord(RecordTestCase):
	"""Two records with a comment and a file each, in a source that has more."""

	def setUp(self) -> None:
		super().setUp()
		make.make_user(USER, "Knowledge User")
		make.make_user(NOBODY)
		self.orders = [
			given.make_order(f"Pump {n}", description=f"<p>The zebra valve {n}.</p>") for n in (1, 2)
		]
		for order in self.orders:
			order.add_comment("Comment", f"A zebra called about {order.subject}")
			self.add(order)
			file = make.make_file(
				f"Zebra drawing of {order.subject}.",
				f"drawing {order.subject}.txt",
				attached_to_doctype=PARENT,
				attached_to_name=order.name,
			)
			self.add(
				order,
				input_type="File",
				file=file.file_url,
				file_record=file.name,
				file_name=file.file_name,
				title=file.file_name,
			)
		with patch.object(queueing, "request_update"):
			make.make_text(self.source, "The zebra is striped.")
		folder = Path(mkdtemp())
		with patch.object(frappe.db, "rollback"):
			state = read_wanted(self.source.artifact_id)
		settings = BuildSettings()
		plan = plan_build(state.inputs, None, settings, kinds=registries.backend_registry())
		self.build = run_build(folder, plan, settings, kinds=registries.backend_registry()).info.path
		frappe.db.set_value("Knowledge Source", self.source.name, "live_build", self.build.name)

	def ask(self, order: Any, query: str = "zebra", **values: Any) -> list[dict[str, Any]]:
		with patch.object(artifacts, "build_folder", return_value=self.build):
			return ask_record(order.doctype, order.name, query, **values)["hits"]

	def permit_only(self, order: Any) -> None:
		"""Let USER read this record of its DocType and no other."""
		values = {"doctype": "User Permission", "user": USER, "allow": PARENT, "for_value": order.name}
		frappe.get_doc(values).insert()
		frappe.clear_cache(user=USER)

	def test_the_record_its_files_and_its_comments(self) -> None:
		"""All that is indexed of this record is found, and nothing of another one or of none."""
		with self.acting_as(USER):
			hits = self.ask(self.orders[0], top_k=20)
		self.assertEqual({hit["metadata"]["reference_name"] for hit in hits}, {self.orders[0].name})
		text = " ".join(hit["text"] for hit in hits)
		for words in ("zebra valve 1", "called about Pump 1", "drawing of Pump 1"):
			self.assertIn(words, text)
		for words in ("Pump 2", "striped"):
			self.assertNotIn(words, text)
		record = next(hit for hit in hits if hit["metadata"]["input_type"] == "DocType Records")
		self.assertEqual(record["url"], desk_path(f"huf-test-order/{self.orders[0].name}"))
		self.assertFalse(record["metadata"]["stale"])

	def test_inputs_of_other_kinds(self) -> None:
		"""A file that a person added is the record's if it is attached to it, and a mail that is an input, if it is about it."""
		order, other = self.orders
		mail = frappe.get_doc(
			{
				"doctype": "Communication",
				"communication_type": "Communication",
				"subject": "Zebra",
				"content": "x",
				"reference_doctype": PARENT,
				"reference_name": order.name,
			}
		).insert()
		mine = self.add(mail)
		file = make.make_file("x", "by hand.txt", attached_to_doctype=PARENT, attached_to_name=order.name)
		with patch.object(queueing, "request_update"):
			by_hand = make.make_file_input(self.source, file).name
		found = {name for name, _source in asking._inputs_of(PARENT, order.name)}
		self.assertLessEqual({mine, by_hand}, found)
		self.assertEqual(len(found), 4)
		self.assertEqual(len(asking._inputs_of(PARENT, other.name)), 2)

	def test_other_sources_are_not_mentioned(self) -> None:
		"""That a source without anything of the record cannot be searched is not told."""
		with patch.object(queueing, "request_update"):
			make.make_source()
		with patch.object(artifacts, "build_folder", return_value=self.build):
			answer = ask_record(PARENT, self.orders[0].name, "zebra")
			self.assertEqual(answer["skipped"], [])
			self.assertEqual(ask_record(PERSON, given.make_person("Ann").name, "zebra")["hits"], [])

	def test_a_change_is_told_at_once(self) -> None:
		"""The next search after a change says that what is indexed is older."""
		self.orders[0].status = "Closed"
		self.orders[0].save()
		hit = next(
			hit for hit in self.ask(self.orders[0]) if hit["metadata"]["input_type"] == "DocType Records"
		)
		self.assertTrue(hit["metadata"]["stale"])

	def test_only_who_may_read_the_record(self) -> None:
		"""Others are refused, in the words that are used for what does not exist."""
		said = []
		with self.acting_as(NOBODY), self.assertRaises(frappe.PermissionError) as refused:
			self.ask(self.orders[0])
		said.append(str(refused.exception))
		with self.acting_as(USER), self.assertRaises(frappe.PermissionError) as refused:
			ask_record(PARENT, "No Such", "zebra")
		said.append(str(refused.exception))
		self.assertEqual(*said)
		self.permit_only(self.orders[1])
		with self.acting_as(USER):
			self.assertTrue(self.ask(self.orders[1]))
			with self.assertRaises(frappe.PermissionError):
				self.ask(self.orders[0])

	def test_a_record_is_answered_about(self) -> None:
		"""A model is given what is known of this record, of no other; who may not read it is refused before any is asked."""
		make.make_model("Record Answers")
		asked: list[str] = []

		def complete(config: Any, messages: Any, **_more: Any) -> Completion:
			asked.append(str(messages))
			return Completion("It is striped [1].")

		with (
			patch.object(artifacts, "build_folder", return_value=self.build),
			patch.object(answers, "needed_answering_model", return_value="Record Answers"),
			patch.object(answers, "config_of_model"),
			patch.object(answers, "complete", complete),
			patch.object(answers, "start_run", return_value="none"),
			patch.object(answers, "finish_run"),
		):
			with self.acting_as(NOBODY), self.assertRaises(frappe.PermissionError):
				answers.answer_record(PARENT, self.orders[0].name, "zebra?")
			with self.acting_as(USER), self.assertRaises(frappe.PermissionError):
				answers.answer_record(PARENT, "No Such", "zebra?")
			self.assertEqual(asked, [])
			with self.acting_as(USER):
				found = answers.answer_record(PARENT, self.orders[0].name, "zebra?")
			self.assertEqual(len(asked), 1)
			self.assertIn("zebra valve 1", asked[0])
			about = {"reference_doctype": PARENT, "reference_name": self.orders[0].name}
			with self.acting_as(NOBODY), self.assertRaises(frappe.PermissionError):
				answers.answer("zebra?", **about)
			with self.acting_as(USER):
				with self.assertRaises(frappe.ValidationError):
					answers.answer("zebra?", reference_doctype=PARENT)
				self.assertEqual(len(asked), 1)
				same = answers.answer("zebra?", **about)
				none = answers.answer("zebra?", sources=["No Such Source"], **about)
			self.permit_only(self.orders[1])
			said = set()
			for name in (self.orders[0].name, "No Such"):
				with self.acting_as(USER), self.assertRaises(frappe.PermissionError) as refused:
					answers.answer("zebra?", **(about | {"reference_name": name}))
				said.add(str(refused.exception))
		self.assertEqual(len(said), 1, "hidden is like gone")
		self.assertTrue(same["is_cached"], "it is the same question to the model")
		self.assertEqual(len(asked), 1, "a source that is not there has nothing of it")
		self.assertEqual(same["cited_sources"], found["cited_sources"])
		self.assertFalse(none["all_sources"])
		for words in ("Pump 2", "valve 2", "striped."):
			self.assertNotIn(words, asked[0])
		self.assertEqual(len(found["cited_sources"]), 1)

	def test_where_the_button_stands(self) -> None:
		"""On DocTypes that a source has something of, or selects, which the user may read both."""
		self.assertIn(PARENT, askable_doctypes(USER))
		self.assertNotIn(PERSON, askable_doctypes(USER))
		make.make_source(selectors=[{"selector_type": "DocType", "document_type": PERSON}])
		self.assertIn(PERSON, askable_doctypes(USER))
		self.assertEqual(askable_doctypes(NOBODY), [])
		self.assertEqual(askable_doctypes("Guest"), [])
		frappe.db.set_value("Knowledge Source", self.source.name, "scope", "User")
		self.assertNotIn(PARENT, askable_doctypes(USER))
		with self.acting_as(USER), patch.object(artifacts, "build_folder", return_value=self.build):
			self.assertEqual(ask_record(PARENT, self.orders[0].name, "zebra")["hits"], [])
		self.assertIn(PARENT, askable_doctypes("Administrator"))

	def test_the_desk_is_told(self) -> None:
		"""What the desk loads has the list, and costs a few short statements."""
		from huf.ai.knowledge.ask_record import extend_bootinfo

		bootinfo = frappe._dict()
		extend_bootinfo(bootinfo)  # what Frappe reads once for a DocType
		with patch.object(frappe.db, "sql", wraps=frappe.db.sql) as sql:
			extend_bootinfo(bootinfo)
		self.assertIn(PARENT, bootinfo.huf_ask)
		self.assertEqual(bootinfo.huf_has_agent, bool(frappe.db.exists("Agent", {"disabled": 0})))
		self.assertTrue(bootinfo.huf_may_search)
		self.assertLess(sql.call_count, 20)
		make.make_model("Told Of")
		extend_bootinfo(bootinfo)
		self.assertTrue(bootinfo.huf_answers)
		self.assertFalse(asking.can_answer(NOBODY) or asking.can_answer("Guest"))
		with self.acting_as(NOBODY):
			extend_bootinfo(bootinfo)
		self.assertFalse(bootinfo.huf_may_search or bootinfo.huf_collects_gaps)

	def test_the_desk_loads_before_a_migration(self) -> None:
		"""A column that is not there yet takes the button away, not the desk."""
		bootinfo = frappe._dict()
		with patch.object(asking, "searchable_sources", side_effect=frappe.db.OperationalError):
			asking.extend_bootinfo(bootinfo)
		self.assertEqual(bootinfo.huf_ask, [])
		self.assertFalse(bootinfo.huf_may_search)
