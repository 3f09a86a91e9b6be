"""What a record says as an input, and what never gets in."""

from typing import Any
from unittest.mock import patch

import frappe

from huf.ai.knowledge import records
from huf.ai.knowledge.records import reader
from huf.ai.knowledge.records.presets.preset import Preset
from huf.ai.knowledge.records.text import values
from huf.ai.knowledge.records.text.shape import Choice
from huf.engine.errors import ContentMissing
from huf.engine.extractors import extract
from huf.engine.types import Section
from huf.tests import record_doctypes as given
from huf.tests.record_base import RecordTestCase
from huf.tests.record_doctypes import PARENT, PERSON


class TestText(RecordTestCase):
	"""What a record says."""

	def sections(self, doc: Any, **options: Any) -> list[Section]:
		"""The sections that are indexed for this record."""
		content = records.open_record(doc.doctype, doc.name, records.RecordOptions(**options))
		return list(extract(content).sections)

	def text(self, doc: Any, **options: Any) -> str:
		"""All of them as one text."""
		return "".join(section.text for section in self.sections(doc, **options))

	def heading(self, doc: Any) -> str:
		"""What stands over every passage of this record."""
		return records.describe(doc.doctype, [doc.name])[doc.name].heading

	def order(self, **values: Any) -> Any:
		"""A record with every field filled."""
		ann = given.make_person("Ann Lee", salary=99999)
		return given.make_order(
			"Pump for hall 7",
			**{
				"status": "Open",
				"person": ann.name,
				"due": "2026-03-01",
				"called_at": "2026-02-03 14:30:00",
				"amount": 12345.5,
				"weight": 2.25,
				"urgent": 1,
				"effort": 5400,
				"stars": 0.8,
				"party_type": PERSON,
				"party": ann.name,
				"contract": "/private/files/frame%20contract.pdf",
				"starts_at": "09:00:00",
				"description": "<h2>Seal</h2><p>Use <b>grease</b> P-40.</p>",
				"notes": "# Hints\n\nMind the *cable*.",
				"boss_note": "bossword",
				"hidden_note": "hiddenword",
				"secret": "passwordword",
				"signed": "data:image/png;base64,signatureword",
				"raw": '{"jsonword": 1}',
				"machine_note": "machineword",
				"rows": [
					{
						"part": "Seal",
						"quantity": 2,
						"margin": 777,
						"row_secret": "rowpassword",
						"person": ann.name,
					},
					{"part": "Tin", "quantity": 1, "remark": "<p>Red <i>lid</i></p>"},
				],
				**values,
			},
		)

	def test_fields_in_the_order_of_the_form(self) -> None:
		"""Each kind of field as people write it, with the form of machines beside it where that differs."""
		order = self.order()
		ann = order.person
		first = self.sections(order)[0].text.splitlines()
		self.assertEqual(
			first,
			[
				f"Person: Ann Lee ({ann})",
				"Due Date: 2026-03-01 (March 1, 2026)",
				"Called At: 2026-02-03 14:30 (February 3, 2026)",
				first[3],
				"Weight: 2.25",
				"Urgent: Yes",
				"Effort: 1h 30m (5400 s)",
				"Stars: 4 of 5",
				f"Party Type: {PERSON}",
				f"Party: Ann Lee ({ann})",
				"Contract: frame contract.pdf",
				"Starts At: 09:00",
			],
		)
		self.assertNotIn("Status:", self.text(order), "it stands in the heading")
		self.assertRegex(first[3], r"^Amount: 12.345.50 \(12345\.5\)$")

	def test_rich_text_and_tables_have_their_places(self) -> None:
		"""HTML is cleaned, its headings follow the label; child rows have their columns, without those that are empty."""
		found = {section.locator.label(): section for section in self.sections(self.order())}
		self.assertEqual(found["Description › Seal"].text, "Description\nSeal\nUse grease P-40.\n")
		self.assertIn("Mind the *cable*.", found["Notes › Hints"].text)
		self.assertEqual(found["Parts"].text, "Parts\nPart | Quantity | Remark | Contact Person\n")
		table = found["Parts, rows 1–2"]
		self.assertEqual(table.header, "Parts\nPart | Quantity | Remark | Contact Person")
		self.assertRegex(table.text, r"^Seal \| 2 \|  \| Ann Lee \(\w+\)\nTin \| 1 \| Red lid\n$")

	def test_what_must_never_get_in(self) -> None:
		"""Passwords, fields above permlevel 0 (also of rows and of linked records), hidden ones and what machines read."""
		order = self.order()
		frappe.db.set_value(PARENT, order.name, "secret", "passwordword")
		text = self.text(order) + str(records.open_record(PARENT, order.name).data)
		for word in (
			*("bossword", "hiddenword", "passwordword", "signatureword", "jsonword", "machineword"),
			*("rowpassword", "777", "99999", "Administrator"),
		):
			self.assertNotIn(word, text)

	def test_noise_is_cleaned(self) -> None:
		"""Times without microseconds, addresses on one line without mark-up, rows in short forms. A table of one column is a
		list, and a description does not repeat the name before it."""
		order = given.make_order(
			"Pump",
			starts_at="9:59:12.551236",
			delivery_address="1 Mill Lane<br>\nCork,<br>Ireland<br>",
			notes="",
			rows=[{"part": "Seal", "price": 1250.5, "remark": "<p>Seal - of <b>rubber</b></p>"}],
		)
		text = self.text(order)
		self.assertIn("Starts At: 09:59:12\nDelivery Address: 1 Mill Lane, Cork, Ireland\n", text)
		self.assertIn("Part | Remark | Price\nSeal | of rubber | 1250.50\n", text)
		plain = given.make_order("Tin", rows=[{"part": "Tin"}, {"part": "Lid"}])
		self.assertIn("Parts, Part: Tin, Lid\n", self.text(plain))

	def test_what_all_rows_say_stands_above_them(self) -> None:
		"""Once, so that it does not drown what tells the rows apart; equal numbers are left where they are."""
		ann = given.make_person("Ann Lee")
		rows = [{"part": part, "quantity": 2, "person": ann.name} for part in ("Seal", "Tin")]
		text = self.text(given.make_order("Pump", rows=rows))
		above = f"Parts\nContact Person: Ann Lee ({ann.name})\nPart | Quantity\nSeal | 2\nTin | 2\n"
		self.assertIn(above, text)

	def test_noughts_that_answer(self) -> None:
		"""A nought is left out, but where the ready-made settings say that it answers."""
		order = given.make_order("Pump", rows=[{"part": "Seal", "quantity": 0, "price": 1}])
		self.assertNotIn("Weight", self.text(order))
		chosen = Preset(zeros=("weight", "rows.quantity"))
		with patch.object(reader, "preset_of", return_value=chosen):
			text = self.text(order)
		self.assertIn("Weight: 0\n", text)
		self.assertIn("Seal | 0 | 1.00", text)

	def test_ready_made_fields_and_columns(self) -> None:
		"""They are read in the order that is given; what the site added comes after them; what it has not is passed over."""
		chosen = Preset(
			fields=("rows", "weight", "no_such_field", "person"), columns={"rows": ("price", "part", "gone")}
		)
		with patch.object(reader, "preset_of", return_value=chosen):
			text = self.text(self.order(rows=[{"part": "Seal", "quantity": 2, "price": 7}]))
			self.assertTrue(text.startswith("Weight: 2.25\nPerson: Ann Lee"), text)
			self.assertTrue(text.endswith("Parts\nPrice | Part\n7.00 | Seal\n"), text)
			with patch.dict(frappe.get_meta(PARENT).get_field("urgent").__dict__, is_custom_field=1):
				self.assertIn("Urgent: Yes", self.text(self.order()))

	def test_sensitive_fields_until_they_are_taken_in(self) -> None:
		"""Bank accounts and valuation rates are left out of texts and of what templates see; a selector takes them in, and leaves
		others out."""
		order = self.order(iban="IE29AIBK", rows=[{"part": "Seal", "quantity": 2, "valuation_rate": 4711}])
		self.assertNotRegex(self.text(order), "IE29|4711")
		template = (
			"{{ doc.subject }} {{ doc.iban }} {% for row in doc.rows %}{{ row.valuation_rate }}{% endfor %}"
		)
		self.assertNotRegex(self.text(order, template=template), "IE29|4711")
		taken = Choice(take_in=("iban", "rows.valuation_rate"), leave_out=("weight", "rows.quantity"))
		text = self.text(order, fields=taken)
		self.assertRegex(text, "IBAN: IE29AIBK\n")
		self.assertIn("Seal | 4711.00", text)
		self.assertNotIn("Weight", text)
		self.assertIn("IE29AIBK 4711", self.text(order, template=template, fields=taken))

	def test_permlevel_by_customisation_counts(self) -> None:
		"""A field that the site moved above permlevel 0 is left out from then on; so is its whole hidden section."""
		order = self.order()
		self.assertIn("2.25", self.text(order))
		with patch.object(frappe.get_meta(PARENT).get_field("weight"), "permlevel", 1):
			self.assertNotIn("2.25", self.text(order))

	def test_equal_records_are_equal_bytes(self) -> None:
		"""A save that changes nothing that is read gives the same hash; a changed word gives another."""
		order = self.order()
		before = records.open_record(PARENT, order.name).sha256()
		order.reload()
		order.boss_note = "other"
		order.save()
		self.assertEqual(records.open_record(PARENT, order.name).sha256(), before)
		order.description = "<p>Other</p>"
		order.save()
		self.assertNotEqual(records.open_record(PARENT, order.name).sha256(), before)

	def test_comments_and_mail_when_asked_for(self) -> None:
		"""Comments of people with author and time, mail without what it quotes; never what Frappe logs."""
		order = self.order()
		order.add_comment("Comment", "<p>Customer called <b>twice</b></p>", comment_by="Bob Low")
		order.add_comment("Info", "logword")
		order.add_comment("Assigned", "assignedword")
		mail = {
			"doctype": "Communication",
			"communication_type": "Communication",
			"communication_medium": "Email",
			"subject": "Seals",
			"sender": "cara@example.com",
			"sender_full_name": "Cara",
			"content": "<p>Send two.</p><p>On Mon, 5 Jan 2026 Ann Lee wrote:</p><p>quotedword</p>",
			"communication_date": "2026-01-06 10:15:00",
			"reference_doctype": PARENT,
			"reference_name": order.name,
		}
		frappe.get_doc(mail).insert()
		frappe.get_doc({**mail, "content": "spamword", "email_status": "Spam"}).insert()
		self.assertNotIn("Customer called", self.text(order))
		self.assertNotIn("Send two", self.text(order, comments=True))
		found = self.sections(order, comments=True, emails=True)
		labels = [section.locator.label() for section in found]
		self.assertIn("Seals, E-mail, Cara, 2026-01-06 10:15", labels)
		self.assertTrue(any(label.startswith("Comment, Bob Low, ") for label in labels))
		text = "".join(section.text for section in found)
		self.assertIn("Customer called twice", text)
		for word in ("logword", "assignedword", "spamword", "quotedword"):
			self.assertNotIn(word, text)

	def test_frappes_own_doctypes(self) -> None:
		"""Note, ToDo, Event, Contact and Web Page have a title and say what they say."""
		made = {
			"Note": {"title": "Holiday rule", "content": "<p>Thirty days of leave.</p>"},
			"ToDo": {"description": "<p>Thirty days of leave.</p>"},
			"Event": {
				"subject": "Party",
				"starts_on": "2026-01-01 10:00:00",
				"description": "<p>Thirty days of leave.</p>",
			},
			"Contact": {
				"first_name": "Zoe",
				"company_name": "Thirty days of leave.",
				"phone_nos": [{"phone": "0123 4567"}],
			},
			"Web Page": {
				"title": "Rules",
				"route": frappe.generate_hash(length=8),
				"content_type": "Markdown",
				"main_section": "<p>staleword</p>",
				"main_section_md": "Thirty days of leave.",
			},
		}
		for doctype, given_values in made.items():
			doc = frappe.get_doc({"doctype": doctype, **given_values}).insert()
			text = self.text(doc)
			self.assertIn("Thirty days of leave.", text, doctype)
			self.assertNotIn("<p>", text, doctype)
			self.assertNotIn("staleword", text, doctype)
			title = records.describe(doctype, [doc.name])[doc.name].title
			self.assertTrue(title and "<" not in title, doctype)
		self.assertIn("0123 4567", self.text(frappe.get_last_doc("Contact")))

	def test_gone_records_and_doctypes(self) -> None:
		"""What was deleted is Content Missing, for whoever looks at the input."""
		order = self.order()
		frappe.delete_doc(PARENT, order.name)
		for doctype, name in ((PARENT, order.name), ("No Such DocType", "x"), ("System Settings", "x")):
			with self.assertRaises(ContentMissing):
				records.open_record(doctype, name)

	def test_random_names_are_not_text(self) -> None:
		"""A name that nobody chose is not shown to the index; one that people use is."""
		order = self.order()
		self.assertNotIn(order.name, self.text(order))
		self.assertNotIn(order.name, self.heading(order))
		self.assertTrue(self.heading(frappe.get_doc("User", "Guest")).startswith("User Guest"))

	def test_translated_labels_and_choices(self) -> None:
		"""On a site in another language labels are in it, and choices in both forms."""
		order = self.order()
		for source, target in (("Due Date", "Fällig am"), ("Open", "Offen")):
			frappe.get_doc(
				{"doctype": "Translation", "language": "de", "source_text": source, "translated_text": target}
			).insert()
		with patch.object(values.frappe, "get_system_settings", side_effect={"language": "de"}.get):
			text, heading = self.text(order), self.heading(order)
		self.assertEqual(heading, f"{PARENT} · Pump for hall 7 · Offen (Open)")
		self.assertIn("Fällig am: 2026-03-01 (1. März 2026)", text)
