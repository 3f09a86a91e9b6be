"""Records say what those are called that they link to: after a rename, a merge or a new title they are read again."""

from typing import Any

import frappe

from huf.ai.knowledge import indexer
from huf.ai.knowledge.changes import noted
from huf.ai.knowledge.following import jobs
from huf.ai.knowledge.record_sources.record_source import record_source
from huf.ai.knowledge.retriever import search_as
from huf.engine.request import Request
from huf.tests import record_doctypes as given
from huf.tests.selection_site import SelectionTestCase


class TestLinking(SelectionTestCase):
	"""Orders that link to persons, whose full names Frappe shows in links."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		given.make_doctypes()
		cls.addClassCleanup(given.drop_doctypes)
		frappe.db.commit()

	def setUp(self) -> None:
		super().setUp()
		for doctype in (given.PARENT, given.CHILD, given.PERSON):
			frappe.db.delete(doctype)
		self.ann, self.bob = given.make_person("Ann Wombat"), given.make_person("Bob Quokka")
		self.orders = {
			"link": given.make_order("Pumps", person=self.ann.name),
			"row": given.make_order("Hoses", rows=[{"part": "Hose", "person": self.ann.name}]),
			"dynamic": given.make_order("Bolts", party_type=given.PERSON, party=self.ann.name),
			"other": given.make_order("Nuts", person=self.bob.name),
		}
		self.selected = self.source({"document_type": given.PARENT})
		self.index(self.selected)

	def index(self, source: Any) -> None:
		self.sync(source)
		indexer.update_source(source.artifact_id)

	def found(self, word: str, source: Any = None) -> set[str]:
		"""Which orders a search for this word finds in their texts."""
		request = Request(word, ((source or self.selected).name,), 20, principal="Administrator")
		names = {order.name: key for key, order in self.orders.items()}
		return {
			names[hit.metadata["reference_name"]]
			for hit in search_as(request).hits
			if word.lower() in hit.text.lower()
		}

	def pending(self) -> set[str]:
		names = {order.name: key for key, order in self.orders.items()}
		rows = self.inputs(self.selected, status="Pending")
		return {names[row.reference_name] for row in rows}

	def test_rename(self) -> None:
		"""Links of fields, of rows and dynamic ones; what links to others is not read again."""
		self.assertEqual(self.found("Wombat"), {"link", "row", "dynamic"})
		frappe.rename_doc(given.PERSON, self.ann.name, "zebra-7", force=True, show_alert=False)
		self.sync(self.selected)
		self.assertEqual(self.pending(), {"link", "row", "dynamic"})
		self.index(self.selected)
		self.assertEqual(self.found("zebra"), {"link", "row", "dynamic"})
		self.assertEqual(noted.read_notes(self.selected.artifact_id), [])

	def test_merge(self) -> None:
		"""What linked to the one that is gone says the name of the one that stays."""
		frappe.rename_doc(
			given.PERSON, self.ann.name, self.bob.name, merge=True, force=True, show_alert=False
		)
		self.index(self.selected)
		self.assertEqual(self.found("Quokka"), {"link", "row", "dynamic", "other"})
		self.assertEqual(self.found("Wombat"), set())

	def test_a_new_title(self) -> None:
		"""A person is called something else, and saved: so it is in the orders. Another field of theirs changes no order."""
		self.ann.full_name = "Ann Numbat"
		self.ann.save()
		self.index(self.selected)
		self.assertEqual(self.found("Numbat"), {"link", "row", "dynamic"})
		self.ann.rank = "Captain"
		self.ann.save()
		self.sync(self.selected)
		self.assertEqual(self.pending(), set())

	def test_a_job_that_dies(self) -> None:
		"""What is to be read again is so in the inputs: any later comparison reads it, whatever became of the note."""
		frappe.rename_doc(given.PERSON, self.ann.name, "zebra-8", force=True, show_alert=False)
		frappe.db.commit()
		jobs.outdate_linking(self.selected.name, given.PERSON, "zebra-8")
		frappe.db.delete("Knowledge Change", {"artifact_id": self.selected.artifact_id})
		self.compare_all(self.selected)
		self.assertEqual(self.pending(), {"link", "row", "dynamic"})

	def test_a_source_about_a_record(self) -> None:
		"""The record's own source follows, too; that of another record has nothing to do."""
		own = {}
		for key in ("link", "other"):
			order = self.orders[key]
			own[key] = frappe.get_doc("Knowledge Source", record_source(order.doctype, order.name)["name"])
			self.made.append(own[key].name)
			self.index(own[key])
		frappe.rename_doc(given.PERSON, self.ann.name, "zebra-9", force=True, show_alert=False)
		frappe.db.commit()
		self.assertEqual(noted.read_notes(own["other"].artifact_id), [])
		self.index(own["link"])
		self.assertEqual(self.found("zebra", own["link"]), {"link"})
