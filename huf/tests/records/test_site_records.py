"""The records that tests and benchmarks fill a site with."""

import frappe

from huf.tests import site_records as records
from huf.tests.base import CommittingTestCase


class TestSiteRecords(CommittingTestCase):
	"""The generator itself."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		records.make_doctypes()
		cls.addClassCleanup(records.delete_cases)

	def test_in_bulk_as_by_hand(self) -> None:
		"""A case of the bulk insert has the fields, rows and defaults of one that was saved, and can be saved again."""
		records.fill_cases(1001, start=0)
		self.assertEqual(frappe.db.count(records.CASE), 1001)
		bulk = frappe.get_doc(records.CASE, records.case_name(7))
		bulk.save()
		by_hand = records.make_case(2007)
		self.assertEqual(len(bulk.steps), len(by_hand.steps))
		self.assertIn(records.own_word(7), bulk.body)
		self.assertIn(records.own_word(2007), by_hand.body)
		self.assertEqual((bulk.status, bulk.docstatus), (by_hand.status, by_hand.docstatus))
		counts = dict(
			frappe.db.sql(f"select case_group, count(*) from `tab{records.CASE}` group by case_group")
		)
		self.assertEqual(counts[records.RARE], 1)
		self.assertEqual(counts[records.NORTH], 501)

	def test_the_same_texts_for_the_same_seed(self) -> None:
		"""Texts follow from number and seed, each with the mark, its topic and a word of its own."""
		text = records.made_up_text(12)
		self.assertEqual(text, records.made_up_text(12))
		self.assertNotEqual(text, records.made_up_text(12, seed=2))
		for word in (records.MARK, records.topic_of(12), records.own_word(12)):
			self.assertIn(word, text)

	def test_records_of_frappes_own(self) -> None:
		"""Notes, to-dos and events are made through their own inserts."""
		before = frappe.db.count("Note")
		self.assertEqual(records.fill_standard(3)["Note"], 3)
		self.assertEqual(frappe.db.count("Note"), before + 3)
