"""A query that describes a record (its kind, its party, its day) finds it first; what a user may not read changes nothing."""

from unittest.mock import patch

import frappe
from frappe.utils import add_days, formatdate, nowdate

from huf.ai.knowledge.retriever import search_as
from huf.ai.knowledge.searching import described_records as searching
from huf.ai.queries.plain_questions.described import MOST_DESCRIBED, DescribedRecords, described_records
from huf.engine.request import Request
from huf.tests import factories as make
from huf.tests.record_doctypes import _field
from huf.tests.searching.test_live_values import SECRET_ROLE, LiveValuesCase, drop_doctype, make_doctype

FIRM, LEVY = "Huf Test Firm", "Huf Test Levy"
ROLE = "Huf Test Levy Reader"
READER, ONE_FIRM, STRANGER = (
	"huf-levy-reader@example.com",
	"huf-levy-one-firm@example.com",
	"huf-levy-stranger@example.com",
)
DAY = "2026-03-12"
ASKED = "How much was the levy of 12.03.2026 to Zebra Quarry?"


def broken_condition(user: str) -> str:
	"""An app's rule."""
	raise ZeroDivisionError(user)


class TestDescribedRecords(LiveValuesCase):
	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		make.make_role(ROLE)
		make.make_role(SECRET_ROLE)
		for name in (LEVY, FIRM):
			if frappe.db.exists("DocType", name):
				drop_doctype(name)
		# People say the last word of a name, except of what belongs to Frappe itself.
		ours = {"module": "Huf", "autoname": "prompt"}
		make_doctype(FIRM, [_field("firm_name", "Data")], ROLE, title_field="firm_name", **ours)
		make_doctype(
			LEVY,
			[
				_field("firm", "Link", options=FIRM),
				_field("posting_date", "Date"),
				_field("due_date", "Date"),
				_field("grand_total", "Currency"),
				_field("reason", "Small Text"),
			],
			ROLE,
			is_submittable=1,
			**ours,
		)
		cls.addClassCleanup(drop_doctype, FIRM)
		cls.addClassCleanup(drop_doctype, LEVY)
		make.make_user(READER, "Knowledge User", ROLE)
		make.make_user(ONE_FIRM, "Knowledge User", ROLE)
		make.make_user(STRANGER, "Knowledge User")
		frappe.db.commit()

	def setUp(self) -> None:
		super().setUp()
		frappe.cache.delete_value(searching._KEY)
		for doctype in (LEVY, FIRM):
			frappe.db.delete(doctype)
		frappe.db.delete("User Permission", {"user": ONE_FIRM})
		frappe.db.delete("Contact", {"name": ("like", "Huf Levy%")})
		for name, title in (("F-A", "Zebra Quarry"), ("F-B", "Zebra Mill"), ("F-C", "Okapi Works")):
			frappe.get_doc({"doctype": FIRM, "name": name, "firm_name": title}).insert()
		# What asks for it matches the others better.
		for number, (firm, day, total) in enumerate(
			(("F-A", DAY, 118.25), ("F-A", "2026-04-01", 400), ("F-B", DAY, 30), ("F-C", "2026-05-01", 99.9))
		):
			self.levy(f"LV{number}", firm, day, total)
		frappe.get_doc(
			{"doctype": "User Permission", "user": ONE_FIRM, "allow": FIRM, "for_value": "F-B"}
		).insert()
		self.levies = self.source({"document_type": LEVY})
		self.index(self.levies)

	def levy(self, name: str, firm: str, day: str, total: float, docstatus: int = 1) -> None:
		reason = "levy levy Zebra Quarry how much" if name != "LV0" else "Gravel."
		frappe.get_doc(
			{
				**{"doctype": LEVY, "name": name, "firm": firm, "posting_date": day, "reason": reason},
				**{"due_date": add_days(day, 30), "grand_total": total, "docstatus": docstatus},
			}
		).insert()

	def found(self, query: str, user: str = READER, top_k: int = 5) -> list[str]:
		"""Names of the records that a user finds, best first."""
		result = search_as(Request(query, (self.levies.name,), top_k, principal=user))
		self.assertEqual([hit.rank for hit in result.hits], list(range(1, len(result.hits) + 1)))
		scores = [hit.score for hit in result.hits]
		self.assertEqual(scores, sorted(scores, reverse=True))
		return [str(hit.metadata["reference_name"]) for hit in result.hits]

	def described(self, question: str, user: str = READER) -> DescribedRecords:
		return described_records(question, user, (LEVY, "Contact"))

	def test_by_party_and_day(self) -> None:
		"""However well others match: the record of that party and day is first, in English and German, by title or by number."""
		without = "levy Zebra Quarry how much"
		self.assertNotEqual(self.found(without)[0], "LV0")
		for question in (
			ASKED,
			"What was on Zebra Quarry's huf test levy of 12 March 2026, and when is it due?",
			"Wie hoch war die Huf Test Levy vom 12.03.2026 an Zebra Quarry?",
			"the levy to F-A on 2026-03-12",
		):
			self.assertEqual(self.found(question)[0], "LV0", question)
		self.assertEqual(self.described(ASKED), DescribedRecords(((LEVY, "LV0"),), 2))

	def test_by_what_else_it_has(self) -> None:
		"""By its amount, by the beginning of a party's name, by another date when none is of the usual one."""
		self.assertEqual(self.described("the levy over 118.25").records, ((LEVY, "LV0"),))
		self.assertEqual(self.described("the levy over 118.26").records, ())
		self.assertEqual(self.described("which levy was for Okapi?").records, ((LEVY, "LV3"),))
		due = formatdate(add_days(DAY, 30), "dd.mm.yyyy")
		self.assertEqual(self.described(f"the levy to Zebra Quarry of {due}").records, ())
		self.assertEqual(self.described("the levy of 1.5.2026").records, ((LEVY, "LV3"),))

	def test_a_day_without_its_year(self) -> None:
		"""“12.10.” is the last such day, not a number."""
		day = add_days(nowdate(), -20)
		self.levy("LV9", "F-B", day, 5)
		said = formatdate(day, "d.M.")
		self.assertEqual(self.described(f"the levy of {said} to Zebra Mill").records, ((LEVY, "LV9"),))

	def test_what_describes_no_record(self) -> None:
		"""Without a kind, with a kind alone, with a year, of a day on which there was none: nothing is put first."""
		for question in (
			"How much did Zebra Quarry pay on 12.03.2026?",
			"How do I cancel a levy?",
			"What is a levy?",
			"the levy of 2026",
			"the levy to Zebra Quarry of 13.03.2026",
			"the levy to Nobody At All",
		):
			self.assertEqual(self.described(question), DescribedRecords(), question)

	def test_many_are_none(self) -> None:
		"""A description that fits more than a few says too little."""
		for number in range(MOST_DESCRIBED):
			self.levy(f"LW{number}", "F-C", "2026-05-01", 1)
		self.assertEqual(self.described("the levy to Okapi Works of 1.5.2026"), DescribedRecords())

	def test_likely_ones_leave_room(self) -> None:
		"""With one fact the records take half of the places; what matches the words keeps the others."""
		found = self.found("what is owed by the levy to Zebra Quarry", top_k=2)
		self.assertEqual(found[0], "LV1")
		self.assertEqual(searching.places(5, 1), 2)
		self.assertEqual(searching.places(5, 2), 5)
		self.assertEqual(searching.places(1, 1), 1)

	def test_what_is_hidden_changes_nothing(self) -> None:
		"""A hidden record, firm or DocType is none: the same hits in the same order as if there were none of it."""
		self.assertEqual(self.found(ASKED, STRANGER), [])
		self.assertEqual(self.described(ASKED, STRANGER), DescribedRecords())
		self.assertEqual(self.described(ASKED, "Guest"), DescribedRecords())
		unknown = ASKED.replace("Zebra Quarry", "Yak Quarry")
		self.assertEqual(self.described(ASKED, ONE_FIRM), self.described(unknown, ONE_FIRM))
		self.assertEqual(self.described(ASKED, ONE_FIRM).facts, 1)
		self.assertEqual(
			self.described("the levy of 12.03.2026", ONE_FIRM).records,
			((LEVY, "LV2"),),
		)
		before = self.found(ASKED, ONE_FIRM)
		# A hidden record more that fits, so many that the reader is given nothing.
		for number in range(MOST_DESCRIBED):
			self.levy(f"LX{number}", "F-A", DAY, 2)
		self.assertEqual(
			self.described("the levy of 12.03.2026", ONE_FIRM).records,
			((LEVY, "LV2"),),
		)
		self.assertEqual(self.described("the levy of 12.03.2026"), DescribedRecords())
		self.assertEqual(self.found(ASKED, ONE_FIRM), before)

	def test_a_rule_that_breaks(self) -> None:
		"""The condition of an app that fails costs the description, not the search."""
		rule = f"{__name__}.broken_condition"
		hooks = frappe.get_hooks

		def with_rule(hook: str | None = None, *rest: object, **more: object) -> object:
			found = hooks(hook, *rest, **more)
			return {**found, FIRM: [rule]} if hook == "permission_query_conditions" else found

		with patch.object(frappe, "get_hooks", with_rule):
			self.assertEqual(self.described("which levy was for Okapi?"), DescribedRecords())
			self.assertIn("LV0", self.found("gravel levy"))
		self.assertEqual(self.described("which levy was for Okapi?").records, ((LEVY, "LV3"),))

	def test_whom_to_write_to(self) -> None:
		"""Asked how to reach a party, its contacts are meant, as far as the user may read them."""
		for name, firm in (("Huf Levy Ann", "F-A"), ("Huf Levy Bob", "F-B")):
			frappe.get_doc(
				{
					"doctype": "Contact",
					"first_name": name,
					"links": [{"link_doctype": FIRM, "link_name": firm}],
				}
			).insert()
		contact = frappe.db.get_value("Contact", {"first_name": "Huf Levy Ann"})
		for question in (
			"Whom can I write to at Zebra Quarry?",
			"what is the phone number of Zebra Quarry",
			"Wen kann ich bei Zebra Quarry anrufen, und wie ist die Telefonnummer?",
		):
			self.assertEqual(
				self.described(question, "Administrator").records, (("Contact", contact),), question
			)
		self.assertEqual(self.described("whom can I write to?", "Administrator"), DescribedRecords())

	def test_without_records_nothing_is_asked(self) -> None:
		"""A site or a search without records costs no look at vocabularies."""
		with patch.object(searching, "described_records") as asked:
			self.assertEqual(searching.described(ASKED, (), READER), ((), 0))
			with patch.object(searching, "referenced_doctypes", return_value=[]):
				frappe.cache.delete_value(searching._KEY)
				self.assertEqual(searching.described(ASKED, (self.levies.name,), READER), ((), 0))
			asked.assert_not_called()
		frappe.cache.delete_value(searching._KEY)
