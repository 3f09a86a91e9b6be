"""Changes: how much more or less there was in each month, quarter or year than in the one before."""

from datetime import date
from typing import Any
from unittest.mock import patch

from huf.ai.queries.as_user import changes
from huf.tests import query_doctypes as given
from huf.tests.queries.test_record_queries import BILL, QueryTestCase, judged_by


class TestChanges(QueryTestCase):
	"""100 EUR in January, 50 EUR and 70 USD in February; a draft of 1,000."""

	def changes(self, **arguments: Any) -> Any:
		asked = {"group_by": ["month(posted)"], "changes": True, "filters": {"party": self.acme}, **arguments}
		return self.asked(**asked)

	def test_of_an_amount(self) -> None:
		"""The first has nothing before it; of two, the difference is a total, in its currency."""
		result = self.changes(measures=["sum(total)"])
		assert [column.key for column in result.columns] == [
			"month(posted)",
			"sum(total)",
			"change",
			"change_percent",
		]
		assert result.rows == (("2026-01", 100, None, None), ("2026-02", 50, -50, -50))
		(total,) = [total for total in result.totals if total.key == "change"]
		assert (total.value, total.currency) == (-50, "EUR")
		assert total.words == "-50.0 EUR (-50.0 %) from 2026-01 to 2026-02, over all that you may see.", (
			total.words
		)
		assert result.words.endswith("by Month of Posted, each compared with the one before")

	def test_a_month_without_any(self) -> None:
		"""Counts as none, if it was asked about and has come, and nothing can be told in percent of it."""
		given.make_bill("B-7", party=self.acme, posted="2026-04-03")
		assert self.changes().rows == (
			("2026-01", 1, None, None),
			("2026-02", 1, 0, 0),
			("2026-03", 0, -1, -100),
			("2026-04", 1, 1, None),
		)
		with patch.object(changes, "getdate", _on(date(2026, 5, 20))):
			span = self.changes(filters=[["posted", "between", ["2026-03-01", "2026-12-31"]]])
			assert [row[:3] for row in span.rows] == [
				("2026-03", 0, None),
				("2026-04", 1, 1),
				("2026-05", 0, -1),
			]
			assert "The last period is not over yet." in span.notes
		assert "The last period is not over yet." not in self.changes().notes

	def test_means_are_not_filled(self) -> None:
		"""Nothing has no mean, and is no less than one."""
		given.make_bill("B-7", party=self.acme, posted="2026-04-03", total=10)
		assert self.changes(measures=["avg(total)"]).rows == (
			("2026-01", 100, None, None),
			("2026-02", 50, -50, -50),
			("2026-03", None, None, None),
			("2026-04", 10, None, None),
		)

	def test_quarters_and_years(self) -> None:
		"""Over the end of a year."""
		given.make_bill("B-7", party=self.acme, posted="2025-11-03")
		rows = self.changes(group_by=["quarter(posted)"]).rows
		assert rows == (("2025-Q4", 1, None, None), ("2026-Q1", 2, 1, 100))
		assert self.changes(group_by=["year(posted)"]).rows == (("2025", 1, None, None), ("2026", 2, 1, 100))

	def test_days_that_are_none(self) -> None:
		"""The end of all days, and a day that the database takes for none, break nothing off."""
		given.make_bill("B-7", party=self.acme, posted="9999-12-31")
		asked = {"filters": {"name": "B-7"}}
		assert self.changes(**asked, group_by=["year(posted)"]).rows == (("9999", 1, None, None),)
		assert self.changes(**asked).rows == (("9999-12", 1, None, None),)
		assert "longer ones" in self.refusal(changes=True, group_by=["year(posted)"])

	def test_currencies(self) -> None:
		"""Each has its own, and none is compared with another."""
		result = self.changes(measures=["sum(total)"], filters=[])
		assert result.rows == (
			("2026-01", "EUR", 100, None, None),
			("2026-01", "USD", 0, None, None),
			("2026-02", "EUR", 50, -50, -50),
			("2026-02", "USD", 70, 70, None),
		)
		assert [(one.value, one.currency) for one in result.totals if one.key == "change"] == [
			(-50, "EUR"),
			(70, "USD"),
		]

	def test_only_what_may_be_read_counts(self) -> None:
		"""As in every number."""
		with judged_by(lambda name: name != "B-1"):
			assert self.changes(filters=[]).rows == (("2026-02", 3, None, None),)

	def test_what_is_refused(self) -> None:
		"""What has no order in time, or more than one number."""
		refused = {"changes": True}
		assert "group by one" in self.refusal(**refused)
		assert "group by one" in self.refusal(**refused, group_by=["status"])
		assert "group by one" in self.refusal(**refused, group_by=["month(posted)", "status"])
		months = {**refused, "group_by": ["month(posted)"]}
		assert "one measure" in self.refusal(**months, measures=["count", "sum(total)"])
		assert "order_by" in self.refusal(**months, order_by=["count"])
		assert "order_by" in self.refusal(**months, share={})
		assert "true or false" in self.refusal(changes="perhaps")
		given.make_bill("B-8", party=self.acme, posted="1990-01-01")
		assert "longer ones" in self.refusal(**months)
		assert self.asked(**refused, group_by=["year(posted)"]).records == 5
		assert self.asked(doctype=BILL, changes=False, group_by=["month(posted)"]).rows


def _on(day: date) -> Any:
	return lambda value=None: day if value is None else date.fromisoformat(str(value)[:10])
