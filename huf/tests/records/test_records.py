"""Records as inputs: their labels, and how fresh a hit is."""

from datetime import datetime
from typing import Any

import frappe

from huf.ai.knowledge import records
from huf.ai.site.desk import desk_path
from huf.engine.types import Hit, Locator
from huf.tests import factories as make
from huf.tests import record_doctypes as given
from huf.tests.record_base import RecordTestCase
from huf.tests.record_doctypes import PARENT, PERSON


class TestLabels(RecordTestCase):
	"""What searches filter by, and where a hit leads."""

	def test_describe_gives_what_everybody_may_see(self) -> None:
		"""Title, address, times, owner and status of records, in bulk; names that are gone are left out."""
		order = given.make_order("  Pump for\nhall 7 ", status="Open")
		found = records.describe(PARENT, [order.name, "gone"])
		self.assertEqual(set(found), {order.name})
		described = found[order.name]
		self.assertEqual(described.title, "Pump for hall 7")
		self.assertEqual(described.url, desk_path(f"huf-test-order/{order.name}"))
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
		self.assertEqual(wanted.url, desk_path(f"huf-test-order/{order.name}"))
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
