"""How records are read: by a template, as the selector says, many at once, with the settings of apps."""

import sys
from types import ModuleType
from unittest.mock import patch

import frappe

from huf.ai.knowledge import records
from huf.ai.knowledge.contents.wanted import read_wanted
from huf.ai.knowledge.selectors.presets import settings_for
from huf.ai.site import queueing
from huf.engine.errors import ContentMissing, TemplateFailed
from huf.engine.extractors import extract
from huf.tests import record_doctypes as given
from huf.tests.record_base import RecordTestCase
from huf.tests.record_doctypes import PARENT


class TestTemplates(RecordTestCase):
	"""A selector's own text for its records."""

	def test_a_template_replaces_the_fields(self) -> None:
		"""It sees fields, titles of links and rows, without mark-up and without what must not get in."""
		ann = given.make_person("Ann Lee")
		order = given.make_order(
			"Pump",
			person=ann.name,
			due="2026-03-01",
			boss_note="bossword",
			description="<p>Use <b>grease</b></p>",
			rows=[{"part": "Seal", "quantity": 2, "margin": 5}],
		)
		template = (
			"{{ doc.subject }} / {{ doc.link_titles.person }} / {{ doc.due }} / {{ doc.description }} / {{ doc.boss_note }}"
			"{% for row in doc.rows %}{{ row.part }}={{ row.quantity }}{{ row.margin }}{% endfor %}"
		)
		options = records.RecordOptions(template=template)
		sections = list(extract(records.open_record(PARENT, order.name, options)).sections)
		self.assertEqual(
			[section.text for section in sections], ["Pump / Ann Lee / 2026-03-01 / Use grease / Seal=2\n"]
		)

	def test_check_at_save(self) -> None:
		"""A template that cannot work is refused with its line; so is a field that not everybody may see."""
		records.check_template("", PARENT)
		records.check_template("{{ doc.subject }} {{ doc.title }}", PARENT)
		for template in (
			"{{ doc.secret }}",
			"{{ doc.boss_note }}",
			"{{ doc.hidden_note }}",
			"{{ frappe.db }}",
			"{% if %}",
		):
			with self.assertRaisesRegex(frappe.ValidationError, "Line 1"):
				records.check_template(template, PARENT)

	def test_its_error_is_the_inputs(self) -> None:
		"""A template that fails for one record fails that input alone, and says where."""
		order = given.make_order("Pump")
		with self.assertRaisesRegex(TemplateFailed, "Line 2"):
			records.open_record(
				PARENT, order.name, records.RecordOptions(template="a\n{{ doc.subject + 1 }}")
			)


class TestReading(RecordTestCase):
	"""How the job reads: what the selector says, ahead, and in few statements."""

	def test_the_selector_of_an_input_decides(self) -> None:
		"""Comments and template are those of the selector that brought the input."""
		order = given.make_order("Pump")
		order.add_comment("Comment", "commentword")
		with patch.object(queueing, "request_update"):
			self.source.append(
				"selectors",
				{
					"selector_type": "DocType",
					"document_type": PARENT,
					"include_comments": 1,
					"template": "made by {{ doc.subject }}",
				},
			)
			self.source.save()
		wanted = self.wanted(self.add(order, selector=self.source.selectors[0].name))
		text = "".join(section.text for section in extract(wanted.open_content()).sections)
		self.assertIn("made by Pump", text)
		self.assertIn("commentword", text)

	def test_many_records_are_few_statements(self) -> None:
		"""A hundred records with rows and links cost a handful of statements, and each gets its own text."""
		ann = given.make_person("Ann Lee")
		orders = [
			given.make_order(f"Order {number}", person=ann.name, rows=[{"part": f"Part {number}"}])
			for number in range(100)
		]
		for order in orders:
			self.add(order)
		with patch.object(frappe.db, "rollback"):
			state = read_wanted(self.source.artifact_id)
		state.inputs[0].open_content()  # what is read once for a DocType
		with patch.object(frappe.db, "sql", wraps=frappe.db.sql) as sql:
			texts = [
				"".join(section.text for section in extract(item.open_content()).sections)
				for item in state.inputs[1:]
			]
		self.assertLess(sql.call_count, 20)
		for number, text in enumerate(texts, 1):
			self.assertIn(f"Part {number}\n", text)
			self.assertIn(f"· Order {number} ", f"{state.inputs[number].title} ")

	def test_a_record_deleted_while_others_are_read(self) -> None:
		"""It is missing, those around it are not."""
		orders = [given.make_order(f"Order {number}") for number in range(5)]
		for order in orders:
			self.add(order)
		frappe.delete_doc(PARENT, orders[2].name)
		with patch.object(frappe.db, "rollback"):
			state = read_wanted(self.source.artifact_id)
		for number, item in enumerate(state.inputs):
			if number == 2:
				with self.assertRaises(ContentMissing):
					item.open_content()
			else:
				self.assertIn(f"Order {number}".encode(), item.open_content().data)


class TestPresets(RecordTestCase):
	"""What a selector starts with."""

	def test_settings_for_a_selector(self) -> None:
		"""The active ones of a DocType, its expiry, and what is worth including; nothing for one that huf does not know."""
		self.assertEqual(
			settings_for("Web Page"), {"filters": '[["published", "=", 1]]', "expiry_field": "end_date"}
		)
		self.assertEqual(settings_for(PARENT), {})
		self.assertEqual(settings_for("No Such DocType"), {})

	def test_the_fields_of_an_app(self) -> None:
		"""An app's settings choose the fields and their order, and cannot choose what must not get in."""
		module = ModuleType("huf_test_presets")
		module.ORDER = {"fields": ["description", "secret", "boss_note", "weight", "gone"]}
		order = given.make_order(
			"Pump", status="Open", weight=3.5, boss_note="x", description="<p>Grease it.</p>"
		)
		with (
			patch.dict(sys.modules, {"huf_test_presets": module}),
			patch.object(frappe, "get_hooks", return_value={PARENT: ["huf_test_presets.ORDER"]}),
		):
			sections = list(extract(records.open_record(PARENT, order.name)).sections)
		self.assertEqual(
			[section.text for section in sections],
			["Description: Grease it.\nWeight: 3.5\n"],
		)

	def test_the_record_of_a_source_comes_with_what_was_written(self) -> None:
		"""An input that no selector's row brought is the record that the source is about: with comments."""
		order = given.make_order("Pump")
		order.add_comment("Comment", "commentword")
		wanted = self.wanted(self.add(order))
		self.assertIn(b"commentword", wanted.open_content().data)
