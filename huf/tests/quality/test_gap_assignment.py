"""Whom a gap is assigned to writes its answer: that, no more, and no longer than it is assigned."""

from typing import Any

import frappe
from frappe.desk.form import assign_to

from huf.ai.gaps.assigning import GAP
from huf.huf.doctype.knowledge_gap.knowledge_gap import ask_gap_again, dismiss_gap, verify_gap
from huf.tests.base import SiteTestCase
from huf.tests.factories import make_gap, make_role, make_source, make_user

MANAGER = "huf-assign-manager@example.com"
CLERK = "huf-assign-clerk@example.com"
OTHER = "huf-assign-other@example.com"
VISITOR = "huf-assign-visitor@example.com"
ROLE = "Huf Test Clerk"
"""A role of the desk that huf knows nothing of."""
HIDDEN = ("agent", "knowledge_source", "knowledge_input", "verified_by", "proof_note")


class TestAssignment(SiteTestCase):
	"""A clerk without any role of huf, who knows the answer."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		make_role(ROLE)
		make_user(MANAGER, "Knowledge Manager")
		make_user(CLERK, ROLE)
		make_user(OTHER, "Knowledge User")
		make_user(VISITOR)
		frappe.db.set_value("User", VISITOR, "user_type", "Website User")

	def setUp(self) -> None:
		super().setUp()
		self.gap = make_gap(f"How long is the warranty of pump {frappe.generate_hash(length=6)}?").name
		self.second = make_gap(f"Who repairs pump {frappe.generate_hash(length=6)}?").name
		self.source = make_source(scope="Role", roles=["Knowledge Manager"])
		frappe.db.set_value(GAP, self.gap, "knowledge_source", self.source.name)

	def assign(self, user: str = CLERK, by: str = MANAGER, gap: str | None = None) -> None:
		with self.acting_as(by):
			assign_to.add({"doctype": GAP, "name": gap or self.gap, "assign_to": [user]})

	def write(self, user: str = CLERK, gap: str | None = None, **values: Any) -> Any:
		"""Save as the REST interface does."""
		with self.acting_as(user):
			doc = frappe.get_doc(GAP, gap or self.gap)
			doc.update(values or {"answer": "Three years."})
			doc.save()
			return doc

	def rights(self, user: str = CLERK, gap: str | None = None) -> set[str]:
		kinds = ("read", "write", "share", "delete", "create", "export")
		return {kind for kind in kinds if frappe.has_permission(GAP, kind, doc=gap or self.gap, user=user)}

	def todo(self, **values: Any) -> Any:
		return frappe.get_doc(
			{
				"doctype": "ToDo",
				"description": "x",
				"reference_type": GAP,
				"reference_name": self.gap,
				"allocated_to": CLERK,
				**values,
			}
		)

	def test_the_answer_can_be_written(self) -> None:
		"""By whoever it is assigned to, although they have no right to gaps otherwise."""
		self.assertRaises(frappe.PermissionError, self.write)
		self.assign()
		self.assertEqual(self.rights(), {"read", "write"})
		self.write()
		row = frappe.db.get_value(GAP, self.gap, ["answer", "status", "answered_by"])
		self.assertEqual(row, ("Three years.", "Answered", CLERK))

	def test_and_nothing_else(self) -> None:
		"""No other field, no verifying, no other gap, nothing of sources; and not to hand it on or give it away."""
		self.assign()
		before = frappe.db.get_value(GAP, self.gap, "*", as_dict=True)
		self.write(answer="Two.", knowledge_source=None, agent="x", status="Verified", verified_by=CLERK)
		after = frappe.db.get_value(GAP, self.gap, "*", as_dict=True)
		changed = {key for key in before if before[key] != after[key]} - {
			"modified",
			"modified_by",
			"_assign",
		}
		self.assertEqual(changed, {"answer", "status", "answered_by"})
		self.assertEqual(after.status, "Answered")
		with self.acting_as(CLERK):
			doc = frappe.get_doc(GAP, self.gap)
			doc.question = "Something else?"
			self.assertRaises(frappe.ValidationError, doc.save)
			for method in (verify_gap, ask_gap_again, dismiss_gap):
				self.assertRaises(frappe.PermissionError, method, self.gap)
			seen = frappe.get_doc(GAP, self.gap)
			seen.apply_fieldlevel_read_permissions()
			self.assertFalse([field for field in HIDDEN if seen.get(field)])
			listed = frappe.get_list(GAP, fields=["name", "question"])
			self.assertEqual([row.name for row in listed], [self.gap])
			self.assertRaises(
				frappe.PermissionError, frappe.get_doc("Knowledge Source", self.source.name).check_permission
			)
			for user in (OTHER, MANAGER):
				todo = {"doctype": GAP, "name": self.gap, "assign_to": [user]}
				self.assertRaises(frappe.PermissionError, assign_to.add, todo)
			self.assertRaises(frappe.PermissionError, frappe.share.add, GAP, self.gap, OTHER, read=1, write=1)
			self.assertRaises(frappe.PermissionError, frappe.delete_doc, GAP, self.gap)
		self.assertEqual(self.rights(gap=self.second), set())
		self.assertRaises(frappe.PermissionError, self.write, gap=self.second)

	def test_the_right_goes_with_the_assignment(self) -> None:
		"""Closed by the person, cancelled by a manager, given to somebody else, turned to another gap, or deleted."""

		def closed(todo: str) -> None:
			with self.acting_as(CLERK):
				assign_to.close(GAP, self.gap, CLERK)

		def cancelled(todo: str) -> None:
			with self.acting_as(MANAGER):
				assign_to.remove(GAP, self.gap, CLERK)

		def handed_on(todo: str) -> None:
			doc = frappe.get_doc("ToDo", todo)
			doc.allocated_to = OTHER
			with self.acting_as(MANAGER):
				doc.save(ignore_permissions=True)

		def turned(todo: str) -> None:
			doc = frappe.get_doc("ToDo", todo)
			doc.reference_name = self.second
			with self.acting_as(MANAGER):
				doc.save(ignore_permissions=True)

		def deleted(todo: str) -> None:
			frappe.delete_doc("ToDo", todo)

		for end in (closed, cancelled, handed_on, turned, deleted):
			with self.subTest(end.__name__):
				frappe.db.delete("ToDo", {"reference_type": GAP})
				self.assign()
				self.assertIn("write", self.rights())
				end(frappe.db.get_value("ToDo", {"reference_name": self.gap, "allocated_to": CLERK}))
				self.assertEqual(self.rights(), set())
				self.assertRaises(frappe.PermissionError, self.write)

	def test_nobody_assigns_to_themselves(self) -> None:
		"""Every desk user may make and change ToDos; none of these gives a right to a gap."""
		with self.acting_as(CLERK):
			self.assertRaises(frappe.PermissionError, self.todo().insert)
		with self.acting_as(CLERK):
			mine = self.todo(reference_type=None, reference_name=None).insert()
			mine.update({"reference_type": GAP, "reference_name": self.gap})
			self.assertRaises(frappe.PermissionError, mine.save)
		self.assign()
		name = frappe.db.get_value("ToDo", {"reference_name": self.gap, "allocated_to": CLERK})
		with self.acting_as(CLERK):
			todo = frappe.get_doc("ToDo", name)
			todo.reference_name = self.second
			self.assertRaises(frappe.PermissionError, todo.save)
			assign_to.close(GAP, self.gap, CLERK)
			todo = frappe.get_doc("ToDo", name)
			todo.status = "Open"
			self.assertRaises(frappe.PermissionError, todo.save)
		self.assertEqual(self.rights() | self.rights(gap=self.second), set())

	def test_others_keep_what_they_have(self) -> None:
		"""A manager needs no share, a visitor of the website gets none, and ToDos about other things are not touched."""
		self.assign(OTHER)
		self.assign(MANAGER, by="Administrator")
		self.assertFalse(frappe.db.exists("DocShare", {"share_name": self.gap, "user": MANAGER}))
		with self.acting_as(MANAGER):
			assign_to.remove(GAP, self.gap, MANAGER)
		self.assertLessEqual({"read", "write", "delete"}, self.rights(MANAGER))
		self.assertIn("write", self.rights(OTHER))
		self.assign(VISITOR)
		self.assertNotIn("write", self.rights(VISITOR))
		with self.acting_as(CLERK):
			todo = self.todo(reference_type=None, reference_name=None).insert()
			todo.status = "Closed"
			todo.save()
