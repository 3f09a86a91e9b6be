"""Who finds what stems from Files: exactly those who may read these, however the File came to its input."""

import hashlib
import re

import frappe

from huf.ai.knowledge.following import sweep
from huf.tests import factories as make
from huf.tests.access.test_record_rights import MANAGER, OTHER, USER, RecordRightsCase
from huf.tests.files_case import FilesCase


class TestFileRights(FilesCase):
	"""Files, by File's own rule."""

	def found(self, user: str) -> set[str]:
		names = {name: key for key, name in self.inputs.items()}
		return {names[name] for name in self.source.found(user)}

	def setUp(self) -> None:
		super().setUp()
		self.add_files(lambda key: f"zebra {key}", lambda key: f"zebra {key}", is_public_attached=True)
		self.inputs["selected"] = self.source.add_file(
			self.files["public"], "zebra selected", record=self.note
		)
		self.source.index()

	def test_who_finds_files(self) -> None:
		"""A public File is everybody's, an attached one its record's readers', a loose one its uploader's; one that was
		selected with its record follows the record as well."""
		self.assertEqual(self.found(USER), {"public", "private", "selected"})
		self.assertEqual(self.found(OTHER), {"public", "loose"})
		self.assertEqual(self.found(MANAGER), {"public"})
		self.assertEqual(self.found("Administrator"), {"public", "private", "loose", "selected"})

	def test_lists_agree(self) -> None:
		"""Lists of inputs and single inputs of Files follow the same rule."""
		for user in (USER, OTHER, MANAGER):
			rows = frappe.get_list("Knowledge Input", user=user, pluck="name", limit_page_length=0)
			listed = {key for key, name in self.inputs.items() if name in rows}
			opened = {
				key
				for key, name in self.inputs.items()
				if frappe.has_permission("Knowledge Input", "read", doc=name, user=user)
			}
			with self.subTest(user=user):
				self.assertEqual((listed, opened), (self.found(user), self.found(user)))

	def test_a_shared_file(self) -> None:
		"""A share of the File opens it, for as long as it is there."""
		frappe.share.add_docshare(
			"File", self.files["loose"].name, USER, read=1, flags={"ignore_share_permission": 1}
		)
		self.assertIn("loose", self.found(USER))
		frappe.db.delete("DocShare", {"share_doctype": "File"})
		self.assertNotIn("loose", self.found(USER))

	def test_a_file_that_is_gone(self) -> None:
		"""A File that was deleted is found by nobody, nor is one whose record was."""
		self.files["loose"].delete()
		self.note.delete()
		self.assertEqual(self.found("Administrator") - {"public"}, set())
		self.assertNotIn("private", self.found(USER))

	def test_its_inputs_go_with_it(self) -> None:
		"""An input that somebody added goes with its File: nobody could open or delete it any more. Others stay."""
		self.files["loose"].delete()
		self.assertFalse(frappe.db.exists("Knowledge Input", self.inputs["loose"]))
		self.assertTrue(frappe.db.exists("Knowledge Input", self.inputs["public"]))

	def test_inputs_whose_file_went_without_a_word(self) -> None:
		"""By SQL, or while a job had the input locked: they go at night."""
		frappe.db.delete("File", {"name": self.files["loose"].name})
		sweep.delete_orphans()
		self.assertFalse(frappe.db.exists("Knowledge Input", self.inputs["loose"]))
		self.assertTrue(frappe.db.exists("Knowledge Input", self.inputs["public"]))

	def test_the_file_of_its_own_input(self) -> None:
		"""A private File that is attached to its input or its source follows the source."""
		loose = self.files["loose"]
		for doctype, name in (
			("Knowledge Input", self.inputs["loose"]),
			("Knowledge Source", self.source.name),
		):
			loose.db_set({"attached_to_doctype": doctype, "attached_to_name": name})
			self.assertIn("loose", self.found(USER), doctype)

	def test_the_file_of_another_input(self) -> None:
		"""A File that belongs to an input of another source is for those who may read that source, and what is attached to
		an input of a record for nobody by that."""
		elsewhere = make.make_text(make.make_source(scope="User"))
		loose = self.files["loose"]
		loose.db_set({"attached_to_doctype": "Knowledge Input", "attached_to_name": elsewhere.name})
		self.assertNotIn("loose", self.found(USER))
		loose.db_set("attached_to_name", make.make_text(self.source.name).name)
		self.assertIn("loose", self.found(USER))
		loose.db_set("attached_to_name", self.inputs["selected"])
		self.assertNotIn("loose", self.found(USER))

	def test_inputs_that_point_at_each_other(self) -> None:
		"""Files that are attached to each other's inputs open nothing, and no search runs in circles."""
		for one, other in (("loose", "private"), ("private", "loose")):
			self.files[one].db_set(
				{"attached_to_doctype": "Knowledge Input", "attached_to_name": self.inputs[other]}
			)
		self.assertEqual(self.found(MANAGER), {"public"})

	def test_every_road_gives_the_file_to_its_input(self) -> None:
		"""An uploaded private File belongs to the input that it is made of, whether it came loose, with the temporary name of
		a form, or a File of the same content lies elsewhere."""
		with self.acting_as(MANAGER):
			temporary = {
				"attached_to_doctype": "Knowledge Input",
				"attached_to_name": "new-knowledge-input-x",
			}
			for values in ({}, temporary, {**temporary, "attached_to_field": "file"}):
				uploaded = make.make_file(f"zebra {frappe.generate_hash(length=6)}", **values)
				made = make.make_file_input(self.source.name, uploaded)
				uploaded.reload()
				self.assertEqual(made.file_record, uploaded.name)
				self.assertEqual(
					(uploaded.attached_to_doctype, uploaded.attached_to_name), ("Knowledge Input", made.name)
				)
				self.assertTrue(frappe.has_permission("Knowledge Input", "read", doc=made.name, user=USER))

	def test_an_upload_is_preferred_to_what_lies_elsewhere(self) -> None:
		"""Of Files of one address the one counts that the author has just uploaded, not an older one of a record."""
		note = RecordRightsCase.note(MANAGER)
		with self.acting_as(MANAGER):
			older = make.make_file(
				"zebra twin", "twin.txt", attached_to_doctype="Note", attached_to_name=note.name
			)
			newer = make.make_file("zebra twin", "twin.txt")
			self.assertEqual(older.file_url, newer.file_url)
			made = make.make_file_input(self.source.name, newer)
		self.assertEqual(made.file_record, newer.name)
		self.assertTrue(frappe.has_permission("Knowledge Input", "read", doc=made.name, user=USER))

	def test_the_file_of_a_record_stays_its_records(self) -> None:
		"""Adding a File of a record by hand opens it to nobody who may not read the record, though Frappe makes a copy of
		the File that is attached to the input."""
		note = RecordRightsCase.note(MANAGER)
		with self.acting_as(MANAGER):
			file = make.make_file("zebra of a note", attached_to_doctype="Note", attached_to_name=note.name)
			made = make.make_file_input(self.source.name, file)
		self.assertEqual(made.file_record, file.name)
		self.assertFalse(frappe.has_permission("Knowledge Input", "read", doc=made.name, user=USER))
		for name in frappe.get_all("File", filters={"file_url": file.file_url}, pluck="name"):
			self.assertFalse(frappe.has_permission("File", "read", doc=name, user=USER))

	def test_rows_of_before_are_mended(self) -> None:
		"""The patch gives loose Files to their inputs, leaves all others, and may run again."""
		from huf.patches.attach_files_to_their_inputs import execute

		for _run in range(2):
			execute()
			self.files["loose"].reload()
			self.assertEqual(self.files["loose"].attached_to_name, self.inputs["loose"])
			self.files["private"].reload()
			self.assertEqual(self.files["private"].attached_to_name, self.note.name)
		self.assertIn("loose", self.found(USER))

	def test_a_refused_file_tells_nothing(self) -> None:
		"""A private File of a source that one may not see is refused in the words for an address without a file, and no more."""
		with self.acting_as(OTHER):
			hidden = make.make_source("Wombat plans", scope="User")
		file = make.make_file(
			"zebra hidden", attached_to_doctype="Knowledge Source", attached_to_name=hidden.name
		)
		told = []
		for address in (file.file_url, "/private/files/no-such-file.txt"):
			frappe.clear_messages()
			with self.acting_as(MANAGER), self.assertRaises(frappe.PermissionError) as caught:
				make.make_file_input(self.source.name, address)
			told.append(str([str(caught.exception), *frappe.local.message_log]).replace(address, "address"))
		self.assertNotIn("Wombat", told[0])
		self.assertEqual(*(re.sub(r"'__frappe_exc_id': '\w+'", "", one) for one in told))

	def test_a_twin_is_not_named(self) -> None:
		"""Who adds what is already there is not told the title of an input that they may not open."""
		stored = frappe.db.get_value("Knowledge Input", self.inputs["private"], "title")
		frappe.db.set_value(
			"Knowledge Input", self.inputs["private"], "source_hash", hashlib.sha256(b"twin text").hexdigest()
		)
		with self.acting_as(MANAGER), self.assertRaises(frappe.UniqueValidationError) as caught:
			make.make_text(self.source.name, "twin text")
		self.assertNotIn(stored, str(caught.exception))
