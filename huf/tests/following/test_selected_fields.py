"""Which fields a selector leaves out and takes in: who may, what it must name, and what its author is told."""

from typing import Any
from unittest.mock import patch

import frappe

from huf.ai.knowledge.changes import noted
from huf.ai.site import queueing
from huf.engine.extractors import extract
from huf.tests import factories as make
from huf.tests import record_doctypes as given
from huf.tests.record_base import RecordTestCase
from huf.tests.record_doctypes import PARENT

MANAGER = "huf-fields-manager@example.com"


class TestSelectedFields(RecordTestCase):
	"""The fields *Leave Out Fields* and *Take In Fields* of a selector."""

	def setUp(self) -> None:
		super().setUp()
		frappe.clear_messages()
		make.make_user(MANAGER, "Knowledge Manager", "Knowledge User")

	def tearDown(self) -> None:
		frappe.set_user("Administrator")
		super().tearDown()

	def selecting(self, **values: Any) -> Any:
		"""A source that selects all records of the DocType that has everything."""
		row = {"selector_type": "DocType", "document_type": PARENT, **values}
		with patch.object(queueing, "request_update"):
			return make.make_source(selectors=[row])

	def refused(self, error: type[Exception] = frappe.ValidationError, **values: Any) -> str:
		"""What somebody is told who may not save such a selector."""
		with self.assertRaises(error) as raised:
			self.selecting(**values)
		frappe.clear_messages()
		return str(raised.exception)

	def warnings(self) -> str:
		return " ".join(str(message) for message in frappe.get_message_log())

	def test_the_text_follows_its_selector(self) -> None:
		"""What is taken in is read, also in rows and by a template; what is left out is not."""
		order = given.make_order(
			"Pump",
			iban="IE29AIBK",
			weight=2.5,
			rows=[{"part": "Seal", "quantity": 3, "valuation_rate": 4711}],
		)
		for values, says, silent in (
			({}, "Weight: 2.5", "IE29|4711"),
			(
				{"take_in": "iban, rows.valuation_rate\n", "leave_out": "weight\nrows.quantity"},
				"IE29AIBK",
				"Weight|Quantity",
			),
			({"take_in": "iban", "template": "{{ doc.iban }} {{ doc.weight }}"}, "IE29AIBK 2.5", "4711"),
		):
			self.source = self.selecting(**values)
			added = self.add(order, selector=self.source.selectors[0].name)
			text = "".join(part.text for part in extract(self.wanted(added).open_content()).sections)
			self.assertIn(says, text)
			self.assertNotRegex(text, silent)

	def test_only_what_everybody_sees_can_be_taken_in(self) -> None:
		"""Fields above permlevel 0, hidden ones, masked ones, passwords and unknown ones are refused by name, of rows too. That the
		author may read the higher level themselves changes nothing: the text is made for all."""
		for name in (
			"boss_note",
			"hidden_note",
			"machine_note",
			"secret",
			"raw",
			"gone",
			"rows.margin",
			"rows.row_secret",
		):
			told = self.refused(take_in=f"weight, {name}")
			self.assertIn("Selector 1: Take In Fields", told)
			self.assertIn(name, told)
		self.assertIn("weihgt", self.refused(leave_out="weihgt"))
		self.assertIn("both", self.refused(leave_out="iban", take_in="iban"))
		with patch.dict(frappe.get_meta(PARENT).get_field("iban").__dict__, mask=1):
			self.assertIn("iban", self.refused(take_in="iban"))
		self.assertNotIn("<img", self.refused(take_in="<img src=x onerror=alert(1)>"))

	def test_a_template_names_a_sensitive_field_only_when_it_is_taken_in(self) -> None:
		"""Otherwise it is refused as a field that is not there; so is one that the selector leaves out."""
		self.assertIn("iban", self.refused(template="{{ doc.iban }}"))
		self.assertIn("weight", self.refused(template="{{ doc.weight }}", leave_out="weight"))
		self.selecting(template="{{ doc.iban }}", take_in="iban")

	def test_its_author_is_told_what_looks_like_pay_or_bank(self) -> None:
		"""A message, and no refusal: of what is taken in, and of fields that only sound so. Nothing is said of what is left out."""
		self.selecting()
		self.assertEqual(self.warnings(), "")
		self.selecting(take_in="iban")
		self.assertRegex(self.warnings(), r"Selector 1 reads of .*IBAN.*Leave Out Fields")
		frappe.clear_messages()
		with patch.object(frappe.get_meta(PARENT).get_field("weight"), "label", "Monatslohn & Prämie"):
			self.selecting()
			self.assertIn("Monatslohn &amp; Prämie", self.warnings())
			frappe.clear_messages()
			self.selecting(leave_out="weight")
		self.assertEqual(self.warnings(), "")

	def test_who_may_not_read_the_records_learns_nothing_of_their_fields(self) -> None:
		"""A Knowledge Manager who may not read a DocType is refused before its fields are looked at, whatever they name."""
		frappe.set_user(MANAGER)
		hidden = {"document_type": "Access Log"}
		known = self.refused(frappe.PermissionError, take_in="user", **hidden)
		self.assertEqual(known, self.refused(frappe.PermissionError, take_in="no_such_field", **hidden))
		self.assertEqual(known, self.refused(frappe.PermissionError, **hidden))

	def test_changed_fields_have_the_records_read_again(self) -> None:
		"""All records of the selector, as after a change of its template."""
		source = self.selecting()
		for field in ("leave_out", "take_in"):
			source.reload()
			source.selectors[0].set(field, "weight")
			with patch.object(noted, "note") as note, patch.object(noted, "note_all"):
				source.save()
			note.assert_called_once_with([source.artifact_id], noted.SELECTOR, source.selectors[0].name)
			source.selectors[0].set(field, "")
			source.save()
