"""Filters on a site: what they find, whose tags count, and that they tell nothing about records."""

from html import unescape
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from unittest.mock import patch

import frappe
from frappe.desk.doctype.tag.tag import DocTags

from huf.ai.assistants.access import SiteAccess
from huf.ai.knowledge import retriever
from huf.ai.knowledge.backends import registries
from huf.ai.knowledge.contents.wanted import read_wanted
from huf.ai.site import artifacts, queueing
from huf.engine.builds import BuildSettings, plan_build, read_inputs, run_build
from huf.engine.errors import InvalidFilter
from huf.engine.request import Request
from huf.huf.doctype.knowledge_source.knowledge_source import test_search
from huf.tests import factories as make
from huf.tests.base import SiteTestCase

USER = "huf-f-user@example.com"
OTHER = "huf-f-other@example.com"


class TestFilters(SiteTestCase):
	"""A source with four inputs of different kinds, indexed."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		make.make_user(USER, "Knowledge User")
		make.make_user(OTHER, "Knowledge User")
		with patch.object(queueing, "request_update"):
			cls.source = make.make_source()
			cls.note = frappe.get_doc(
				{"doctype": "Note", "title": f"Note {frappe.generate_hash(length=6)}"}
			).insert()
			cls.inputs = {
				"text": make.make_text(cls.source, "The zebra is striped.", title="Zebra facts"),
				"file": make.make_file_input(cls.source, make.make_file("The zebra runs.", "zebra run.txt")),
				"attached": make.make_file_input(
					cls.source,
					make.make_file(
						"A zebra on a note.", attached_to_doctype="Note", attached_to_name=cls.note.name
					),
				),
				"old": make.make_text(cls.source, "An old zebra.", title="Archive"),
			}
		frappe.db.set_value(
			"Knowledge Input",
			cls.inputs["old"].name,
			{"modified": "2019-12-31 23:59:30"},
			update_modified=False,
		)
		for key, tag in (("text", "Animals"), ("file", "animals"), ("file", "Fast one")):
			DocTags("Knowledge Input").add(cls.inputs[key].name, tag)
		cls.folder = Path(mkdtemp())
		cls.index()

	@classmethod
	def index(cls) -> None:
		"""A build of what is wanted now, which the source answers from."""
		with patch.object(frappe.db, "rollback"):
			state = read_wanted(cls.source.artifact_id)
		settings = BuildSettings()
		plan = plan_build(state.inputs, None, settings, kinds=registries.backend_registry())
		cls.build = run_build(cls.folder, plan, settings, kinds=registries.backend_registry()).info.path
		frappe.db.set_value("Knowledge Source", cls.source.name, "live_build", cls.build.name)

	def found(self, filters: Any, **values: Any) -> set[str]:
		"""The inputs that a search with these filters finds, by the names above."""
		with patch.object(artifacts, "build_folder", return_value=self.build):
			result = retriever.knowledge_search(
				"zebra", self.source.name, top_k=20, filters=filters, **values
			)
		self.assertFalse(result["skipped"])
		names = {doc.name: key for key, doc in self.inputs.items()}
		return {names[hit["input"]] for hit in result["hits"]}

	def test_each_field(self) -> None:
		"""Names, titles, types, dates, tags and references find what they say, as objects and as JSON."""
		text = self.inputs["text"].name
		for filters, expected in (
			(None, set(self.inputs)),
			("", set(self.inputs)),
			({}, set(self.inputs)),
			({"inputs": [text, "No Such Input"]}, {"text"}),
			(frappe.as_json({"inputs": text}), {"text"}),
			({"title": "zebra*"}, {"text", "file"}),
			({"metadata.extension": "txt", "title": "zebra run?txt"}, {"file"}),
			({"metadata": {"input_type": "Text"}}, {"text", "old"}),
			({"date": {"to": "2019-12-31"}}, {"old"}),
			({"date": {"from": "2020-01-01"}, "metadata.input_type": "Text"}, {"text"}),
			({"indexed_at": {"<": "2019-12-31"}}, set()),
			({"tags": "ANIMALS"}, {"text", "file"}),
			({"tags": {"all": ["animals", "fast one"]}}, {"file"}),
			({"tags": {"not in": ["fast one"]}}, {"text", "attached", "old"}),
			({"tags": {"is set": False}}, {"attached", "old"}),
			({"tags": "nobody has it"}, set()),
			({"tags": "animals", "inputs": [text]}, {"text"}),
			("title=zebra*; tags in Fast one", {"file"}),
			("tags is set\n date >= 2020-01-01;", {"text", "file"}),
			({"reference_doctype": "Note", "reference_name": self.note.name}, {"attached"}),
			({"reference_doctype": ["Note", "Task"]}, {"attached"}),
		):
			with self.subTest(str(filters)):
				self.assertEqual(self.found(filters), expected)

	def test_an_unknown_field_is_an_error(self) -> None:
		"""Also one of the metadata, negated or not: on every road, in the same words for whoever asks and whatever there is."""
		said = set()
		for filters in (
			{"metadata.priority": 3},
			{"metadata": {"priority": {"!=": 3}}},
			"metadata.priority is not set",
			frappe.as_json({"metadata.priority": "x"}),
		):
			for user in (USER, OTHER):
				with self.acting_as(user), self.assertRaises(frappe.ValidationError) as raised:
					retriever.knowledge_search("zebra", self.source.name, filters=filters)
				said.add(unescape(str(raised.exception)))
			with self.assertRaises(InvalidFilter) as refused:
				values = filters if isinstance(filters, dict) else {"metadata.priority": 1}
				access = SiteAccess("Administrator")
				access.search(Request("zebra", filters=access.filters(values)))
			said.add(str(refused.exception))
		(message,) = said
		self.assertTrue(message.startswith("There is no filter “metadata.priority”. Known: inputs, title,"))
		self.assertIn("metadata.status", message)
		self.assertTrue(message.endswith("metadata.link:<DocType>."))
		with self.assertRaises(frappe.ValidationError):
			self.found({"metadata.link:No Such DocType": "x"})
		self.assertEqual(self.found({"metadata.link:User": "x"}), set())

	def test_tags_count_at_once(self) -> None:
		"""A tag that is put on or taken off acts on the next search, without indexing."""
		name = self.inputs["old"].name
		DocTags("Knowledge Input").add(name, "Fresh")
		self.assertEqual(self.found({"tags": "fresh"}), {"old"})
		DocTags("Knowledge Input").remove(name, "Fresh")
		self.assertEqual(self.found({"tags": "fresh"}), set())

	def test_references_are_for_those_who_may_read_them(self) -> None:
		"""A record that the caller may not read answers like one that does not exist, and no hit names one."""
		asked = {"reference_doctype": "Note", "reference_name": self.note.name}
		frappe.db.set_value("Note", self.note.name, {"public": 0, "owner": OTHER}, update_modified=False)
		for user, expected in ((OTHER, {"attached"}), (USER, set())):
			with self.acting_as(user):
				self.assertEqual(self.found(asked), expected, user)
		with self.acting_as(USER):
			self.assertEqual(self.found({**asked, "reference_name": "No Such Note"}), set())
			self.assertEqual(self.found({"reference_doctype": "No Such DocType"}), set())
			self.assertEqual(self.found({"reference_doctype": "DocPerm"}), set())
			self.assertEqual(self.found({"reference_doctype": "Error Log"}), set())
			with patch.object(artifacts, "build_folder", return_value=self.build):
				self.assertFalse(retriever.knowledge_search("note", self.source.name)["hits"])
				frappe.db.set_value("File", {"attached_to_name": self.note.name}, "is_private", 0)
				result = retriever.knowledge_search("note", self.source.name)
		self.assertIn(self.inputs["attached"].name, {hit["input"] for hit in result["hits"]})
		self.assertNotIn(self.note.name, frappe.as_json(result))

	def test_the_explanation_has_what_was_asked(self) -> None:
		"""Test Search takes conditions in words, and says them; not the inputs and records that they were turned into."""
		with patch.object(artifacts, "build_folder", return_value=self.build):
			result = test_search(
				self.source.name, "zebra", filters="tags in animals; title=zebra*", explain=1
			)
			self.assertEqual(result["explanation"]["filters"], ("tags in animals", "title like zebra*"))
			with self.assertRaisesRegex(frappe.ValidationError, "no filter"):
				test_search(self.source.name, "zebra", filters="zebra")

	def test_filters_open_no_source(self) -> None:
		"""A filter that names an input of a source that is not the caller's finds nothing of it."""
		with patch.object(queueing, "request_update"), self.acting_as(OTHER):
			own = make.make_source(scope="User")
			text = make.make_text(own, "A secret zebra.")
		with self.acting_as(USER), patch.object(artifacts, "build_folder", return_value=self.build):
			result = retriever.knowledge_search("zebra", filters={"inputs": [text.name]})
			self.assertEqual(result["hits"], [])
			self.assertNotIn(own.name, frappe.as_json(result))

	def test_metadata_of_inputs(self) -> None:
		"""What the index knows of an input: its type, times and, for a file, its extension and the record it belongs to."""
		inputs = read_inputs(self.build)
		attached = dict(inputs[self.inputs["attached"].name].metadata)
		self.assertEqual(attached.pop("reference_doctype"), "Note")
		self.assertEqual(attached.pop("reference_name"), self.note.name)
		self.assertEqual(set(attached), {"input_type", "created", "modified", "extension"})
		old = inputs[self.inputs["old"].name].metadata
		self.assertEqual((old["modified"], old["input_type"]), ("2019-12-31 23:59:30", "Text"))
		self.assertNotIn("reference_name", inputs[self.inputs["file"].name].metadata)

	def test_new_metadata_is_not_indexed_again(self) -> None:
		"""When only what is known about an input changes, a plan writes that anew and reads nothing."""
		frappe.db.set_value(
			"Knowledge Input", self.inputs["old"].name, {"modified": "2018-01-01"}, update_modified=False
		)
		frappe.db.set_value("Knowledge Input", {"knowledge_source": self.source.name}, "status", "Indexed")
		with patch.object(frappe.db, "rollback"):
			state = read_wanted(self.source.artifact_id)
		plan = plan_build(state.inputs, self.build, BuildSettings(), kinds=registries.backend_registry())
		self.assertEqual(plan.index, ())
		self.assertIn(self.inputs["old"].name, [item.key for item in plan.relabel])
