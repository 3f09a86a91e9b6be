"""A query that names a record by its number finds that record first; whoever may not read it finds what they would find anyway."""

import frappe

from huf.ai.knowledge.retriever import search_as
from huf.ai.knowledge.searching.named_records import MOST_NAMED, named, numbers_in
from huf.engine.request import Request
from huf.engine.types import SearchResult
from huf.tests.searching.test_live_values import BILL, READER, STRANGER, BillCase

QUESTION = "What is on bill HB-2026-00007 for the wombat enclosure of Wombat Waterworks?"


class TestNamedRecords(BillCase):
	def setUp(self) -> None:
		super().setUp()
		for number, title in (
			(7, "Paint"),
			(8, "Wombat enclosure of Wombat Waterworks, bill R4711"),
			(9, "Nails"),
		):
			self.make(f"HB-2026-0000{number}", title)
		self.index(self.bills)

	def make(self, name: str, title: str) -> None:
		frappe.get_doc({"doctype": BILL, "name": name, "title": title, "status": "Unpaid"}).insert()

	def found(self, query: str, user: str = READER, **how: object) -> list[str]:
		"""Names of the records that a user finds, best first."""
		result = search_as(Request(query, (self.bills.name,), 5, principal=user, **how))
		scores = [hit.score for hit in result.hits]
		self.assertEqual(scores, sorted(scores, reverse=True))
		self.assertEqual([hit.rank for hit in result.hits], list(range(1, len(scores) + 1)))
		if result.explanation:
			told = [(one.source, one.chunk_id, one.rank) for one in result.explanation.hits]
			self.assertEqual(told, [(hit.source, hit.chunk_id, hit.rank) for hit in result.hits])
		return [str(hit.metadata["reference_name"]) for hit in result.hits]

	def test_by_its_own_number(self) -> None:
		"""However well another one matches, in any letters and with signs around it; explained as it is shown."""
		for query in (QUESTION, QUESTION.replace("HB-2026-00007", "(hb-2026-00007)")):
			self.assertEqual(self.found(query)[0], "HB-2026-00007")
		found = self.found(QUESTION, explain=True)
		self.assertEqual((found[0], len(set(found))), ("HB-2026-00007", len(found)))
		self.assertEqual(self.found("wombat enclosure of Wombat Waterworks")[0], "HB-2026-00008")

	def test_by_somebody_else_s_number(self) -> None:
		"""A number in the text of few records names them; of many it names none, and the search is as ever."""
		question = "What did Paint and Nails cost with R4711?"
		self.assertEqual(self.found(question)[0], "HB-2026-00008")
		for number in range(20, 20 + MOST_NAMED):
			self.make(f"HB-2026-000{number}", f"Paint and Nails, Nails and Paint, again R4711, part {number}")
		self.index(self.bills)
		self.assertNotEqual(self.found(question)[0], "HB-2026-00008")

	def test_who_may_not_read_it(self) -> None:
		"""Nothing tells a stranger that there is a record of this number."""
		asked = [QUESTION, QUESTION.replace("00007", "00099"), "What did R4711 cost?"]
		self.assertEqual([self.found(query, STRANGER) for query in asked], [[], [], []])

	def test_a_hidden_record_changes_nothing(self) -> None:
		"""A number that a hidden record has is looked for in the texts as one that no record has: results do not tell them apart."""
		asked: list[tuple[int, int]] = []

		def find(query: str, conditions: tuple[object, ...], most: int) -> SearchResult:
			asked.append((len(conditions), most))
			return SearchResult(query)

		for number in ("HB-2026-00007", "HB-2026-00099"):
			self.assertEqual(named([number], [self.bills.name], STRANGER, find), ())
		self.assertEqual(len(asked), 2)
		self.assertEqual(asked[0], asked[1])
		self.assertEqual(len(named(["HB-2026-00007"], [self.bills.name], READER, find)), 1)
		self.assertEqual(len(asked), 2)

	def test_what_looks_like_a_number(self) -> None:
		"""Codes of letters and digits, and digits with signs between; no years, dates of words, amounts or short codes."""
		self.assertEqual(
			numbers_in("Is PO-4711, of 2026, the same as «SKU-0012/AB» or 0012-45? It cost 300.50 in A4."),
			["PO-4711", "SKU-0012/AB", "0012-45"],
		)
