"""Records as inputs: their labels, their text, how fresh they are, and what never gets in."""

import sys
from datetime import datetime
from types import ModuleType
from typing import Any
from unittest.mock import patch

import frappe

from huf.ai.knowledge import queueing, records
from huf.ai.knowledge.records import values
from huf.ai.knowledge.selection.presets import settings_for
from huf.ai.knowledge.wanted import read_wanted
from huf.engine.errors import ContentMissing, TemplateFailed
from huf.engine.extractors import extract
from huf.engine.types import Hit, Locator, Section, WantedInput
from huf.tests import factories as make
from huf.tests import record_doctypes as given
from huf.tests.base import SiteTestCase
from huf.tests.record_doctypes import PARENT, PERSON


class RecordTestCase(SiteTestCase):
	"""A source, and the DocTypes of ``record_doctypes``."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		given.make_doctypes()

	@classmethod
	def tearDownClass(cls) -> None:
		super().tearDownClass()
		given.drop_doctypes()

	def setUp(self) -> None:
		super().setUp()
		with patch.object(queueing, "request_update"):
			self.source = make.make_source()

	def add(self, doc: Any, **values: Any) -> str:
		"""An input for this record, as a selector brings it; its name."""
		row = frappe.get_doc(
			{
				"doctype": "Knowledge Input",
				"name": frappe.generate_hash(length=10),
				"knowledge_source": self.source.name,
				"input_type": "DocType Records",
				"title": doc.name,
				"reference_doctype": doc.doctype,
				"reference_name": doc.name,
				"selected_key": frappe.generate_hash(length=64),
				"status": "Pending",
				**values,
			}
		)
		row.db_insert()
		return row.name

	def wanted(self, name: str) -> WantedInput:
		"""What the job would index for this input."""
		with patch.object(frappe.db, "rollback"):
			state = read_wanted(self.source.artifact_id)
		return next(item for item in state.inputs if item.key == name)


class TestLabels(RecordTestCase):
	"""What searches filter by, and where a hit leads."""

	def test_describe_gives_what_everybody_may_see(self) -> None:
		"""Title, address, times, owner and status of records, in bulk; names that are gone are left out."""
		order = given.make_order("  Pump for\nhall 7 ", status="Open")
		found = records.describe(PARENT, [order.name, "gone"])
		self.assertEqual(set(found), {order.name})
		described = found[order.name]
		self.assertEqual(described.title, "Pump for hall 7")
		self.assertEqual(described.url, f"/app/huf-test-order/{order.name}")
		modified = frappe.db.get_value(PARENT, order.name, "modified")
		self.assertEqual(datetime.fromisoformat(described.modified), modified)
		self.assertEqual(described.metadata["status"], "Open")
		self.assertEqual(described.metadata["owner"], "Administrator")
		self.assertEqual(described.metadata["reference_name"], order.name)

	def test_describe_without_a_table(self) -> None:
		"""A DocType that does not exist, a child table and a Single have no records."""
		for doctype in ("No Such DocType", given.CHILD, "System Settings", "tabUser` --"):
			self.assertEqual(records.describe(doctype, ["x"]), {})

	def test_links_are_labels_once_a_user_permission_is_about_them(self) -> None:
		"""The first filled Link that User Permissions count for; a field that ignores them is none."""
		ann, bob = given.make_person("Ann"), given.make_person("Bob")
		order = given.make_order("Pump", second_person=bob.name, silent_person=ann.name)
		self.assertNotIn(f"link:{PERSON}", records.describe(PARENT, [order.name])[order.name].metadata)
		frappe.get_doc(
			{"doctype": "User Permission", "user": "Guest", "allow": PERSON, "for_value": ann.name}
		).insert()
		self.assertEqual(
			records.describe(PARENT, [order.name])[order.name].metadata[f"link:{PERSON}"], bob.name
		)
		frappe.db.set_value(PARENT, order.name, "person", ann.name)
		self.assertEqual(
			records.describe(PARENT, [order.name])[order.name].metadata[f"link:{PERSON}"], ann.name
		)

	def test_an_input_is_labelled_with_its_record(self) -> None:
		"""The job gives the index the record's address and labels, and the time that its text is of."""
		order = given.make_order("Pump", status="Open")
		then = datetime(2026, 1, 2, 3, 4, 5, 678900)
		wanted = self.wanted(self.add(order, record_modified=then, superseded=1))
		self.assertEqual(wanted.url, f"/app/huf-test-order/{order.name}")
		self.assertEqual(wanted.metadata["input_type"], "DocType Records")
		self.assertEqual(wanted.metadata["reference_doctype"], PARENT)
		self.assertEqual(wanted.metadata["reference_name"], order.name)
		self.assertEqual(wanted.metadata["modified"], "2026-01-02 03:04:05.678900")
		self.assertEqual((wanted.metadata["status"], wanted.metadata["superseded"]), ("Open", True))
		self.assertTrue(wanted.force)

	def test_equal_texts_of_two_records_are_two_inputs(self) -> None:
		"""What the index holds of an input that a selector brought is known by ``indexed_hash`` alone."""
		order = given.make_order("Pump")
		wanted = self.wanted(self.add(order, status="Indexed", indexed_hash="a" * 64))
		self.assertEqual((wanted.content_hash, wanted.force), ("a" * 64, False))

	def test_files_that_a_selector_brought_have_no_author(self) -> None:
		"""They are read for the index whoever attached them, and say which record they belong to."""
		order = given.make_order("Pump")
		file = make.make_file("Bolts.", "bolts.txt", attached_to_doctype=PARENT, attached_to_name=order.name)
		for input_type in ("File", "Folder"):
			wanted = self.wanted(
				self.add(
					order,
					input_type=input_type,
					file=file.file_url,
					file_record=file.name,
					file_name=file.file_name,
					title="bolts",
				)
			)
			self.assertEqual(wanted.open_content().data, b"Bolts.")
			self.assertEqual((wanted.content_hash, wanted.url), ("", file.file_url))
			self.assertEqual(wanted.metadata["reference_name"], order.name)
			self.assertEqual(wanted.metadata["extension"], "txt")


class TestFreshness(RecordTestCase):
	"""Whether a hit is of the record as it is now."""

	def hit(self, order: Any, **metadata: Any) -> Hit:
		"""A hit of this record."""
		labels = {
			"input_type": "DocType Records",
			"reference_doctype": order.doctype,
			"reference_name": order.name,
			**metadata,
		}
		return Hit(
			text="",
			title="",
			score=1.0,
			chunk_id="c",
			source="s",
			input=f"input of {order.name}",
			locator=Locator(),
			citation_id="c",
			build="b",
			start=0,
			end=0,
			text_hash="",
			metadata=labels,
			indexed_at=7.0,
		)

	def test_stale_after_a_change(self) -> None:
		"""A record that was changed after it was read is stale, to the microsecond; one that was not is fresh."""
		fresh, changed = given.make_order("A"), given.make_order("B")
		frappe.db.set_value(
			PARENT, changed.name, "modified", "2026-03-01 10:00:00.000001", update_modified=False
		)
		hits = [
			self.hit(fresh, modified=records.describe(PARENT, [fresh.name])[fresh.name].metadata["modified"]),
			self.hit(changed, modified="2026-03-01 10:00:00"),
		]
		found = records.freshness(hits)
		self.assertFalse(found[f"input of {fresh.name}"].stale)
		stale = found[f"input of {changed.name}"]
		self.assertTrue(stale.stale)
		self.assertEqual((stale.record_modified, stale.indexed_at), ("2026-03-01 10:00:00.000001", 7.0))

	def test_hits_say_whether_they_are_stale(self) -> None:
		"""Each hit of a record carries it, and the time of the record's last change; a file's hit does not."""
		order = given.make_order("A")
		hits = [
			self.hit(order, modified="2020-01-01 00:00:00"),
			self.hit(order, modified="2999-01-01 00:00:00"),
			self.hit(order, input_type="File"),
		]
		found = [hit.metadata.get("stale") for hit in records.with_freshness(hits[:1])]
		found += [hit.metadata.get("stale") for hit in records.with_freshness(hits[1:2])]
		found += [hit.metadata.get("stale") for hit in records.with_freshness(hits[2:])]
		self.assertEqual(found, [True, False, None])

	def test_files_and_deleted_records_say_nothing(self) -> None:
		"""Files, and records that are gone, are left out."""
		order = given.make_order("A")
		frappe.delete_doc(PARENT, order.name)
		other = given.make_order("B")
		self.assertEqual(records.freshness([self.hit(order), self.hit(other, input_type="File")]), {})


class TestText(RecordTestCase):
	"""What a record says."""

	def sections(self, doc: Any, **options: Any) -> list[Section]:
		"""The sections that are indexed for this record."""
		content = records.open_record(doc.doctype, doc.name, records.RecordOptions(**options))
		return list(extract(content).sections)

	def text(self, doc: Any, **options: Any) -> str:
		"""All of them as one text."""
		return "".join(section.header + "\n" + section.text for section in self.sections(doc, **options))

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
				f"{PARENT}: Pump for hall 7",
				"Status: Open",
				f"Person: Ann Lee ({ann})",
				"Due Date: 2026-03-01 (March 1, 2026)",
				"Called At: 2026-02-03 14:30 (February 3, 2026)",
				first[5],
				"Weight: 2.25",
				"Urgent: Yes",
				"Effort: 1h 30m (5400 s)",
				"Stars: 4 of 5",
				f"Party Type: {PERSON}",
				f"Party: Ann Lee ({ann})",
				"Contract: frame contract.pdf",
			],
		)
		self.assertRegex(first[5], r"^Amount: 12.345.50 \(12345\.5\)$")

	def test_rich_text_and_tables_have_their_places(self) -> None:
		"""HTML is cleaned, its headings follow the label; child rows have their columns, without those that are empty."""
		found = {section.locator.label(): section for section in self.sections(self.order())}
		self.assertEqual(found["Description › Seal"].text, "Description\nSeal\nUse grease P-40.\n")
		self.assertIn("Mind the *cable*.", found["Notes › Hints"].text)
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
		user = frappe.get_doc("User", "Guest")
		self.assertIn("User: Guest", self.text(user))

	def test_translated_labels_and_choices(self) -> None:
		"""On a site in another language labels are in it, and choices in both forms."""
		order = self.order()
		for source, target in (("Status", "Zustand"), ("Open", "Offen")):
			frappe.get_doc(
				{"doctype": "Translation", "language": "de", "source_text": source, "translated_text": target}
			).insert()
		with patch.object(values.frappe, "get_system_settings", side_effect={"language": "de"}.get):
			text = self.text(order)
		self.assertIn("Zustand: Offen (Open)", text)
		self.assertIn("2026-03-01 (1. März 2026)", text)


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
			self.assertIn(f"Part {number}", text)
			self.assertIn(f"Order {number}", text)

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
		module.ORDER = {"fields": ["description", "secret", "boss_note", "status", "gone"]}
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
			[f"{PARENT}: Pump\nDescription: Grease it.\nStatus: Open\n"],
		)

	def test_the_record_of_a_source_comes_with_what_was_written(self) -> None:
		"""An input that no selector's row brought is the record that the source is about: with comments."""
		order = given.make_order("Pump")
		order.add_comment("Comment", "commentword")
		wanted = self.wanted(self.add(order))
		self.assertIn(b"commentword", wanted.open_content().data)
