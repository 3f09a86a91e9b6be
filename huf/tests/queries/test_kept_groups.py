"""Groups that are kept by a number of each: parties that were billed more than an amount, articles that were sold twice or more."""

from typing import Any

from huf.ai.queries.as_user.errors import QueryRefused
from huf.ai.queries.as_user.result import QueryResult
from huf.ai.queries.as_user.running import run_query
from huf.engine.questions.record_query import GroupCondition, Measure, RecordQuery
from huf.tests import query_doctypes as given
from huf.tests.queries.test_record_queries import BILL, OWNER, READER, QueryTestCase, judged_by


class TestKeptGroups(QueryTestCase):
	"""Acme was billed 150 EUR by two bills, Zeta 70 USD by one; a draft of 1,000 is Zeta's."""

	def kept(self, *having: Any, user: str = READER, **arguments: Any) -> QueryResult:
		asked = {"group_by": ["party"], "measures": ["sum(total)"], **arguments}
		return self.asked(user, having=list(having), **asked)

	def parties(self, *having: Any, **arguments: Any) -> list[str]:
		result = self.kept(*having, **arguments)
		assert result.records is None
		(groups,) = result.totals
		assert (groups.key, groups.value) == ("groups", len(result.rows))
		titles = {self.acme: "Acme", self.zeta: "Zeta"}
		return sorted(titles.get(str(row[0]), str(row[0])) for row in result.rows)

	def test_by_an_amount(self) -> None:
		"""Of submitted records, as all amounts; each end as it is said."""
		assert self.parties(["sum(total)", ">", 100]) == ["Acme"]
		assert self.parties(["sum(total)", ">", 150]) == []
		assert self.parties(["sum(total)", ">=", 150]) == ["Acme"]
		assert self.parties(["sum(total)", "<", 150]) == ["Zeta"]
		assert self.parties(["sum(total)", ">=", 60], ["sum(total)", "<=", 100]) == ["Zeta"]

	def test_by_how_many(self) -> None:
		"""Drafts count where records are counted; what was cancelled does not."""
		assert self.parties(["count", "=", 2], measures=["count"]) == ["Acme", "Zeta"]
		given.make_bill("B-7", party=self.acme, posted="2026-03-01")
		assert self.parties(["count", ">", 2], measures=["count"]) == ["Acme"]
		assert self.parties(["count", ">", 2], ["sum(total)", ">", 1], measures=["count", "sum(total)"]) == [
			"Acme"
		]

	def test_rows_and_days(self) -> None:
		"""Groups of rows of a table, and of months, in each currency by itself; what is empty is 0 of it."""
		rows = {"group_by": ["lines.article"], "measures": ["sum(lines.quantity)"]}
		assert self.parties(["sum(lines.quantity)", "=", 5], **rows) == ["Pump", "Valve"]
		assert self.parties(["sum(lines.quantity)", "<", 5], **rows) == []
		assert self.parties(["sum(total)", "<", 100], group_by=["month(posted)"]) == ["2026-02"] * 2
		assert self.parties(["sum(paid)", "=", 0], measures=["sum(paid)"]) == ["Zeta"]

	def test_only_what_may_be_read_counts(self) -> None:
		"""A group is judged by the records that the user may see, and by nothing else."""
		assert self.parties(["sum(total)", ">", 1], user=OWNER) == ["Zeta"]
		with judged_by(lambda name: name != "B-1"):
			assert self.parties(["sum(total)", ">", 100]) == []
			assert self.parties(["sum(total)", "=", 50]) == ["Acme"]

	def test_what_is_said(self) -> None:
		"""The words have the condition, the list of the desk cannot have it, and rows that are left out are counted."""
		result = self.kept(["sum(total)", ">", 100])
		assert (
			result.words == f"{BILL}, submitted, by Party where Sum of Total is more than 100"
			and not result.url
		)
		assert result.totals[0].words == f"{result.words}. Number of groups: 1, over all that you may see."
		short = self.kept(["count", "<=", 5.5], measures=["count"], limit=1)
		assert short.truncated and short.totals[0].value == 2 and short.words.endswith("is at most 5.5")

	def test_what_is_refused(self) -> None:
		"""Without groups, by what is not measured, by a day, and by what the user may not read."""
		assert "group_by" in self.refusal(measures=["sum(total)"], having=[["sum(total)", ">", 1]])
		refused = self.refusal(group_by=["party"], measures=["count"], having=[["sum(total)", ">", 1]])
		assert "by count, not by “sum(total)”" in refused
		days = {"group_by": ["party"], "measures": ["max(posted)"]}
		assert "is no number" in self.refusal(**days, having=[["max(posted)", ">", 1]])
		profits = {"group_by": ["party"], "measures": ["sum(profit)"]}
		assert "profit" in self.refusal(**profits, having=[["sum(profit)", ">", 1]])
		assert "at most 20" in self.refusal(
			group_by=["party"], measures=["count"], having=[["count", ">", number] for number in range(21)]
		)

	def test_an_operator_is_one_of_five(self) -> None:
		"""Whoever made the query: nothing else becomes a part of the statement."""
		query = RecordQuery(
			BILL,
			group_by=("party",),
			measures=(Measure("count"),),
			having=(GroupCondition("count", "> 0 or", 1),),  # type: ignore[arg-type]
		)
		with self.assertRaises(QueryRefused):
			run_query(query, READER)
