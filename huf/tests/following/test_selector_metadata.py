"""Fields of records as metadata: which a selector may choose, what the index gets of them, and who may filter by them."""

from html import unescape
from typing import Any
from unittest.mock import patch

import frappe

from huf.ai.access.scopes.sources import can_read_source
from huf.ai.knowledge.contents.wanted import read_wanted
from huf.ai.knowledge.records import labels
from huf.ai.knowledge.records.labels import metadata_fields
from huf.ai.knowledge.records.labels.metadata_fields import check_chosen, entries_of
from huf.ai.knowledge.searching.filtering import for_user, read_filters
from huf.ai.knowledge.searching.known_keys import _keys_of_records
from huf.engine.errors import InvalidMetadata
from huf.huf.doctype.knowledge_selector.knowledge_selector import ready_made_settings
from huf.tests import factories as make
from huf.tests import site_records as records
from huf.tests.following.test_selection import case, make_tag
from huf.tests.selection_site import SelectionTestCase

CASE = records.CASE
READER = "huf-sm-reader@example.com"
FIELDS = "case_group\nurgent = disabled\ndate = valid_until"


class TestChoosing(SelectionTestCase):
	"""What a manager writes into *Metadata Fields*."""

	def metadata(self, source: Any) -> dict[str, Any]:
		"""Of each input that the index of the source should have now, by title; a record's as people call it."""
		found = (
			dict(item.metadata) | {"in_index": item.title} for item in read_wanted(source.artifact_id).inputs
		)
		return {one.pop("heading_title", "") or one.pop("in_index"): one for one in found}

	def test_what_the_index_gets(self) -> None:
		"""The chosen fields under their names, with their kinds, also of attachments; an edit reads nothing again."""
		records.make_case(1, title="One", case_group=records.NORTH, valid_until="2099-05-31")
		file = make.make_file("Words.", "words.txt", attached_to_doctype=CASE, attached_to_name=case(1))
		self.addCleanup(frappe.db.commit)
		self.addCleanup(frappe.delete_doc, "File", file.name)
		source = self.source({"metadata_fields": "case_group , urgent=disabled; date = valid_until"})
		self.assertEqual(source.selectors[0].metadata_fields, FIELDS)
		found = self.metadata(source)
		chosen = {"case_group": records.NORTH, "urgent": False}
		self.assertEqual(found["One"] | chosen | {"date": "2099-05-31"}, found["One"])
		# The document has a date of its own.
		self.assertEqual(found["words.txt"] | chosen, found["words.txt"])
		self.assertNotIn("date", found["words.txt"])
		frappe.db.set_value("Knowledge Input", {"knowledge_source": source.name}, "status", "Indexed")
		before = self.wanted(source)
		source.reload()
		source.selectors[0].metadata_fields = "status"
		source.save()
		self.sync(source)
		self.assertGreater(self.wanted(source), before)
		self.assertEqual({row.status for row in self.inputs(source)}, {"Indexed"})
		self.assertNotIn("case_group", self.metadata(source)["One"])

	def test_what_is_left_out(self) -> None:
		"""A field that the selector leaves out fills no entry, chosen, usual or the date, and no filter knows of it."""
		records.make_case(1, title="One", case_group=records.NORTH, valid_until="2099-05-31")
		usual = {CASE: ("case_group", "disabled")}
		for chosen_fields in ("case_group\ndisabled\ndate = valid_until", None):
			with (
				self.subTest(chosen=chosen_fields),
				patch.dict(metadata_fields.METADATA_FIELDS, usual),
				patch.dict(metadata_fields.DATE_FIELDS, {CASE: "valid_until"}),
			):
				source = self.source({"metadata_fields": chosen_fields})
				keys = {"case_group", "disabled", "date"}
				self.assertLessEqual(keys, set(self.metadata(source)["One"]))
				self.assertLessEqual(keys, set(_keys_of_records("Administrator", [source.name])))
				before = self.wanted(source)
				source.reload()
				source.selectors[0].leave_out = "case_group, valid_until"
				source.save()
				self.sync(source)
				self.assertGreater(self.wanted(source), before)
				self.assertEqual(keys & set(self.metadata(source)["One"]), {"disabled"})
				self.assertEqual(keys & set(_keys_of_records("Administrator", [source.name])), {"disabled"})
				source.delete()

	def test_what_is_refused(self) -> None:
		"""Fields that are hidden, secret, long or not there, names that huf uses, twice, and too many; the error says which there are."""
		for fields, said in (
			(
				"remark",
				r"“remark” is no field of Huf Case .* There are: title, case_group, status, valid_until, disabled",
			),
			("x = remark", "“remark” is no field"),
			("access_code", "“access_code” is no field"),
			("body", "“body” is no field"),
			("steps", "“steps” is no field"),
			("No Such", "“No Such” is no field"),
			("x = 1; drop table", "“1” is no field"),
			("date = title", r"entry “date”. There are: valid_until\."),
			("reference_doctype = title", "huf uses itself"),
			(
				"title",
				"huf uses itself. Choose another one. Another name is given like this: my_name = title",
			),
			("owner = title", "huf uses itself"),
			("status = title", "huf uses itself"),
			("a-b = title", "no key"),
			("a = title; a = status", "given twice"),
			(";".join(f"k{n} = title" for n in range(10_000)), "At most 20 fields"),
			("<img src=x onerror=alert(1)> = title", "&lt;img"),
		):
			with self.subTest(fields[:60]), self.assertRaisesRegex(frappe.ValidationError, said):
				make.make_source(selectors=[self.row(metadata_fields=fields)])
		with self.assertRaisesRegex(frappe.ValidationError, "Choose the DocType"):
			tag = self.row(selector_type="Tag", tag=make_tag("huf-red"), metadata_fields="status")
			make.make_source(selectors=[tag])

	def test_a_field_that_is_closed_later(self) -> None:
		"""A field that moves above permlevel 0 after it was chosen is metadata no more, and nobody can filter by it."""
		records.make_case(1, title="One")
		source = self.source({"metadata_fields": "group = case_group"})
		self.assertIn("group", self.metadata(source)["One"])
		meta = frappe.get_meta(CASE)
		field = meta.get_field("case_group")
		field.permlevel = 1
		try:
			self.assertNotIn("group", self.metadata(source)["One"])
			with self.assertRaisesRegex(frappe.ValidationError, "no filter"):
				for_user(read_filters({"metadata.group": "x"}), "Administrator", [source.name])
		finally:
			field.permlevel = 0

	def test_who_may_not_read_the_doctype(self) -> None:
		"""A selector of a user who may not read the DocType is refused before anything is said of its fields."""
		user = make.make_user("huf-sm-stranger@example.com", "Knowledge User")
		with self.acting_as(user), self.assertRaises(frappe.PermissionError) as raised:
			row = self.row(document_type="Error Log", metadata_fields="no_such")
			make.make_source(scope="User", selectors=[row])
		self.assertNotIn("There are", str(raised.exception))

	def test_keys_are_for_readers_of_the_doctype(self) -> None:
		"""Who may search the source but read none of the DocType's records knows none of its fields."""
		records.make_case(1, title="One")
		make.make_user(READER, "Knowledge User")
		source = self.source({"metadata_fields": FIELDS})
		tagged = self.source({"selector_type": "Tag", "tag": make_tag("huf-red")})
		asked = read_filters({"metadata.case_group": records.NORTH, "date": {"from": "2020-01-01"}})
		self.assertTrue(can_read_source(source.name, READER))
		self.assertTrue(for_user(asked, "Administrator", [source.name]))
		with self.assertRaisesRegex(frappe.ValidationError, "no filter"):
			for_user(asked, "Administrator", [tagged.name])
		with self.assertRaises(frappe.ValidationError) as raised:
			for_user(read_filters({"metadata.nothing": 1}), "Administrator", [source.name])
		self.assertIn("metadata.case_group", unescape(str(raised.exception)))
		closed = self.source(
			{"document_type": "Assignment Rule", "metadata_fields": "rule_for = document_type"}
		)
		asked = read_filters({"metadata.rule_for": "Note"})
		self.assertTrue(for_user(asked, "Administrator", [closed.name]))
		with self.assertRaises(frappe.ValidationError) as raised:
			for_user(asked, READER, [closed.name])
		said = str(raised.exception)
		with self.assertRaises(frappe.ValidationError) as raised:
			for_user(read_filters({"metadata.nothing": "Note"}), READER, [closed.name])
		self.assertEqual(said.replace("rule_for", "nothing"), str(raised.exception))


class TestUsual(SelectionTestCase):
	"""What DocTypes have without anybody choosing."""

	def test_dates_and_fields_of_common_doctypes(self) -> None:
		"""A ToDo is of the day on which it was made and has its priority; a Note has no date of its own."""
		todo = frappe.get_doc(
			{"doctype": "ToDo", "description": "x", "priority": "High", "date": "2030-01-01"}
		)
		todo.insert()
		found = labels.describe("ToDo", [todo.name])[todo.name].metadata
		self.assertEqual((found["priority"], str(found["date"])[:10]), ("High", str(todo.creation)[:10]))
		todo.delete()
		self.assertEqual(entries_of(frappe.get_meta("Note")), ())
		frappe.db.commit()

	def test_the_form_is_told(self) -> None:
		"""The usual fields are among the ready-made settings, and can be saved as they are."""
		text = ready_made_settings("ToDo")["metadata_fields"]
		self.assertEqual(text, "priority\nallocated_to")
		self.assertEqual(check_chosen(frappe.get_meta("ToDo"), text, labels.RESERVED_KEYS), text)
		self.assertNotIn("metadata_fields", ready_made_settings("Note"))

	def test_secrets_are_refused_by_their_names(self) -> None:
		"""What looks like pay, a bank account or a margin is refused at any permission level."""
		for name in ("bank_account_no", "gross_profit", "valuation_rate", "api_key", "base_salary", "pay"):
			field = frappe._dict(fieldname=name, fieldtype="Data", permlevel=0)
			fake = frappe._dict(name="ToDo", fields=[field], get_field=lambda wanted, field=field: field)
			with self.subTest(name), self.assertRaises(InvalidMetadata):
				check_chosen(fake, f"x = {name}", labels.RESERVED_KEYS)
