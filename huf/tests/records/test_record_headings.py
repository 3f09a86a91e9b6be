"""What a record is called over every passage of it."""

from typing import Any
from unittest.mock import patch

import frappe

from huf.ai.knowledge import records
from huf.ai.knowledge.records import labels
from huf.ai.knowledge.records.labels import headings
from huf.ai.knowledge.records.presets.preset import Preset
from huf.tests import record_doctypes as given
from huf.tests.record_base import RecordTestCase
from huf.tests.record_doctypes import PARENT, PERSON


class TestHeadings(RecordTestCase):
	"""Kind, number, title and state, of what everybody sees who may read the record."""

	def described(self, doc: Any, preset: Preset | None = None) -> records.Description:
		"""The record as the index knows it, with these ready-made settings for its DocType."""
		with patch.object(labels, "preset_of", return_value=preset or Preset()):
			return records.describe(doc.doctype, [doc.name])[doc.name]

	def test_its_parts_are_metadata(self) -> None:
		"""Who shows a passage can say another state: kind, title and state are there by themselves."""
		order = given.make_order("Pump for hall 7", status="Open")
		found = self.described(order)
		self.assertEqual(found.heading, f"{PARENT} · Pump for hall 7 · Open")
		parts = {key: found.metadata[key] for key in ("heading_kind", "heading_title", "heading_state")}
		self.assertEqual(
			parts, {"heading_kind": PARENT, "heading_title": "Pump for hall 7", "heading_state": "Open"}
		)
		line = headings.heading_line(
			found.metadata["heading_kind"], "", found.metadata["heading_title"], "Closed"
		)
		self.assertEqual(line, f"{PARENT} · Pump for hall 7 · Closed")
		plain = headings.without_state(found.heading, found.metadata["heading_state"])
		self.assertEqual(plain, f"{PARENT} · Pump for hall 7")
		self.assertEqual(headings.without_state(plain, ""), plain)

	def test_the_index_calls_the_input_so(self) -> None:
		"""The title of the input in the index is the heading; a state that was set past the document is a new title, so the
		next build reads the record again."""
		order = given.make_order("Pump", status="Open")
		added = self.add(order)
		self.assertEqual(self.wanted(added).title, f"{PARENT} · Pump · Open")
		frappe.db.set_value(PARENT, order.name, "status", "Closed", update_modified=False)
		self.assertEqual(self.wanted(added).title, f"{PARENT} · Pump · Closed")

	def test_names_and_titles(self) -> None:
		"""A name that people chose comes after the kind; a title that it says already is left out; several titles each once."""
		user = frappe.get_doc("User", "Administrator")
		self.assertEqual(self.described(user).heading, "User Administrator")
		ann = given.make_person("Ann")
		order = given.make_order("Pump", person=ann.name, party_type=PERSON, party=ann.name)
		two = Preset(title=("subject", "party_type", "party", "no_such_field"), state=(), kind="Job")
		self.assertEqual(self.described(order, two).heading, f"Job · Pump · {PERSON} · {ann.name}")

	def test_what_only_some_may_see_is_in_no_heading(self) -> None:
		"""Fields above permlevel 0, masked ones and virtual ones name no record and are no state."""
		order = given.make_order("Pump", status="Open", boss_note="bossword")
		chosen = Preset(title=("subject", "boss_note"), state=("status", "boss_note"))
		self.assertEqual(self.described(order, chosen).heading, f"{PARENT} · Pump · Open")
		for key in ("mask", "is_virtual", "permlevel"):
			with patch.dict(frappe.get_meta(PARENT).get_field("status").__dict__, {key: 1}):
				self.assertEqual(self.described(order, chosen).heading, f"{PARENT} · Pump", key)

	def test_states(self) -> None:
		"""The state of a workflow counts though forms hide it; what is submitted or cancelled says so; so does what is disabled."""
		order = given.make_order("Pump", status="Open", approval_state="Waiting")
		with (
			patch.object(headings, "get_workflow_name", return_value="Approval"),
			patch.object(headings, "get_workflow_state_field", return_value="approval_state"),
		):
			self.assertEqual(self.described(order).metadata["heading_state"], "Open, Waiting")
		with patch.object(frappe.get_meta(PARENT), "is_submittable", 1):
			self.assertEqual(self.described(order).metadata["heading_state"], "Open")
			without = Preset(state=())
			self.assertEqual(self.described(order, without).metadata["heading_state"], "Draft")
			frappe.db.set_value(PARENT, order.name, "docstatus", 2)
			self.assertEqual(self.described(order).metadata["heading_state"], "Open, Cancelled")
		user = frappe.get_doc(
			{"doctype": "User", "email": "off@example.com", "first_name": "Off", "enabled": 0}
		)
		user.insert(ignore_if_duplicate=True)
		self.assertEqual(self.described(user).metadata["heading_state"], "Disabled")
