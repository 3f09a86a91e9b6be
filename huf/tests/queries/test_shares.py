"""Shares: what percentage of bills is overdue, of an amount and of their rows, for each party, and each party's share of all."""

from typing import Any

from huf.ai.queries.as_user.result import QueryResult
from huf.ai.queries.tools.rendering import text_of
from huf.tests import query_doctypes as given
from huf.tests.queries.test_record_queries import BILL, OWNER, READER, QueryTestCase, judged_by

OVERDUE = {"filters": [["status", "=", "Overdue"]]}


class TestShares(QueryTestCase):
	"""Acme has a bill of 100 EUR that is overdue and a paid one of 50; Zeta one of 70 USD that is overdue, and a draft of 1,000."""

	def share(self, user: str = READER, **arguments: Any) -> Any:
		"""The one share of everything."""
		result = self.asked(user, **{"share": OVERDUE, **arguments})
		(share,) = [total.value for total in result.totals if total.key == "share"]
		return share

	def rows(self, **arguments: Any) -> list[tuple[Any, ...]]:
		titles = {self.acme: "Acme", self.zeta: "Zeta"}
		result: QueryResult = self.asked(**arguments)
		return [tuple(titles.get(str(cell), cell) for cell in row) for row in result.rows]

	def test_of_records(self) -> None:
		"""The part, the whole and the percentage, over what counts of them; nothing has no share."""
		result = self.asked(share=OVERDUE)
		assert [column.key for column in result.columns] == ["part", "count", "share"]
		assert result.rows == ((2, 4, 50.0),) and result.records == 4
		assert result.words == f"Share of [{BILL} where Status is Overdue] in {BILL}, not cancelled"
		assert result.totals[-1].words == "50.0 %: 2 of 4, over all that you may see."
		assert self.share(filters={"party": self.acme}) == 50
		assert self.share(filters={"status": "Paid"}) == 0
		assert self.share(filters=[["total", ">", 10**6]]) is None
		assert "| 2 | 4 | 50.00 |" in text_of(result)

	def test_of_what_was_cancelled(self) -> None:
		"""Who asks for the share of what was cancelled asks for it of all there is."""
		cancelled = {"filters": [["docstatus", "=", "cancelled"]]}
		assert self.asked(share=cancelled).rows == ((1, 5, 20.0),)

	def test_of_an_amount(self) -> None:
		"""Of submitted records, in each currency by itself."""
		acme = {"filters": {"party": self.acme}, "measures": ["sum(total)"]}
		result = self.asked(share=OVERDUE, **acme)
		assert result.rows == ((100, 150, 66.67),)
		assert result.totals[-1].words == "66.67 %: 100.0 of 150.0 EUR, over all that you may see."
		both = self.asked(share=OVERDUE, measures=["sum(total)"])
		assert sorted(both.rows) == [("EUR", 100, 150, 66.67), ("USD", 70, 70, 100.0)]

	def test_of_rows(self) -> None:
		"""A filter on columns of the rows that are added up chooses rows; records are counted once."""
		pumps = {"filters": [["lines.article", "=", "Pump"]]}
		assert self.asked(share=pumps, measures=["sum(lines.quantity)"]).rows == ((5, 10, 50.0),)
		assert self.share(share=pumps) == 50
		articles = self.rows(share=pumps, group_by=["lines.article"])
		assert articles == [("Pump", 2, 2, 100), ("Valve", 0, 1, 0)]

	def test_of_each_group(self) -> None:
		"""The largest share first, or as it is said."""
		bills = {"share": {"filters": {"status": "Paid"}}, "group_by": ["party"]}
		assert self.rows(**bills) == [("Acme", 1, 2, 50), ("Zeta", 0, 2, 0)]
		assert self.rows(**bills, order_by=["share"])[0] == ("Zeta", 0, 2, 0)
		assert [row[-1] for row in self.rows(**bills | {"group_by": ["month(posted)"]})] == [0, 33.33]

	def test_of_groups_in_all(self) -> None:
		"""Each group's own, of everything, though only the first are shown; of amounts in the group's currency."""
		bills: dict[str, Any] = {"share": {}, "group_by": ["status"], "order_by": ["share desc"]}
		assert self.rows(**bills, limit=1) == [("Overdue", 2, 50)]
		(first,) = [total for total in self.asked(**bills, limit=2).totals if total.key == "share"]
		assert (first.value, first.label) == (75, "Percentage of the First 2 Together")
		# Shares of amounts in different currencies are of different wholes.
		of_each = {"share": {}, "group_by": ["status"], "measures": ["sum(total)"], "limit": 1}
		assert "share" not in [total.key for total in self.asked(**of_each).totals]
		result = self.asked(**bills)
		assert sum(row[-1] for row in result.rows) == 100
		assert result.words == f"{BILL}, not cancelled, by Status, with the share of each"
		amounts = self.rows(share={}, group_by=["status"], measures=["sum(total)"])
		assert sorted(amounts) == [
			("Overdue", "EUR", 100, 66.67),
			("Overdue", "USD", 70, 100),
			("Paid", "EUR", 50, 33.33),
		]

	def test_of_records_that_others_lead_to(self) -> None:
		"""What share of the parties has an overdue bill or none, of those that may be seen."""
		related = {"related": [{"doctype": BILL, "field": "party", "filters": {"status": "Overdue"}}]}
		parties = self.asked(doctype=given.PARTY, share=related)
		assert parties.rows == ((2, 2, 100.0),)
		assert any("that you may see" in note for note in parties.notes)
		without = {"related": [{**related["related"][0], "at_most": 0}]}
		assert self.asked(doctype=given.PARTY, share=without).rows == ((0, 2, 0.0),)

	def test_only_what_may_be_read_counts(self) -> None:
		"""In the part and in the whole."""
		assert self.share(OWNER) == 100
		with judged_by(lambda name: name != "B-1"):
			assert self.asked(share=OVERDUE).rows == ((1, 3, 33.33),)
			related = {"related": [{"doctype": BILL, "field": "party", "filters": {"status": "Overdue"}}]}
			assert self.asked(doctype=given.PARTY, share=related).rows == ((1, 2, 50.0),)

	def test_what_is_refused(self) -> None:
		"""A part by what the user may not read, two measures, a mean, groups that are told apart, and a part that nobody names."""
		assert "profit" in self.refusal(share={"filters": [["profit", ">", 1]]})
		assert "one measure" in self.refusal(share=OVERDUE, measures=["count", "sum(total)"])
		assert "one measure" in self.refusal(share=OVERDUE, measures=["avg(total)"])
		assert "at once" in self.refusal(
			share={}, group_by=["party"], measures=["count"], having=[["count", ">", 1]]
		)
		assert "group_by" in self.refusal(share={})
		assert "object" in self.refusal(share="overdue") and "object" in self.refusal(share={"status": 1})
		assert "at most 20" in self.refusal(share={"filters": [["total", ">", 1]] * 21})
		assert "sorted by" in self.refusal(group_by=["party"], order_by=["share"])
		assert "no DocType" in self.refusal(share={"related": [{"doctype": "No Such DocType"}]})
