"""Questions about many records: the right list, the right number, and nothing of what the user may not read."""

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import frappe

from huf.ai.queries.as_user import allowed, database
from huf.ai.queries.as_user.errors import AskBack, QueryRefused
from huf.ai.queries.as_user.result import QueryResult
from huf.ai.queries.as_user.running import run_query
from huf.ai.queries.tools.asking import Questions
from huf.ai.queries.tools.resolving import resolve
from huf.ai.site.database.dialect import is_postgres
from huf.ai.site.desk import desk_path
from huf.engine.errors import HufError
from huf.engine.questions.record_query import Measure, Order, RecordCondition, RecordQuery
from huf.engine.tools.records import parse_record_query
from huf.tests import factories as make
from huf.tests import query_doctypes as given
from huf.tests import records_site as records
from huf.tests.base import SiteTestCase

if TYPE_CHECKING:
	from collections.abc import Iterator

BILL = given.BILL
READER = "huf-q-reader@example.com"
OWNER = "huf-q-owner@example.com"
BOSS = "huf-q-boss@example.com"
NOBODY = "huf-q-nobody@example.com"


class QueryTestCase(SiteTestCase):
	"""Bills of two parties in two currencies, and users who may read all, their own, or none of them."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		given.make_doctypes()
		make.make_user(READER, "Knowledge User", given.READER)
		make.make_user(OWNER, "Knowledge User", given.OWNER)
		make.make_user(BOSS, "Knowledge User", given.BOSS)
		make.make_user(NOBODY, "Knowledge User")

	@classmethod
	def tearDownClass(cls) -> None:
		super().tearDownClass()
		frappe.set_user("Administrator")
		given.drop_doctypes()

	def setUp(self) -> None:
		super().setUp()
		self.acme = given.make_party("Acme Waterworks", "Dunmore")
		self.zeta = given.make_party("Zeta Mills", "Dunmore")
		line = {"price": 10}
		make_bill = given.make_bill
		make_bill("B-1", party=self.acme, status="Overdue", total=100, posted="2026-01-10", due="2026-02-01",
			lines=[("Pump", 2, line), ("Valve", 5, line)], profit=7)  # fmt: skip
		make_bill("B-2", party=self.acme, status="Paid", total=50, paid=50, posted="2026-02-10",
			lines=[("Pump", 3, line)], called_at="2026-03-01 23:30:00")  # fmt: skip
		make_bill(
			"B-3",
			party=self.zeta,
			status="Overdue",
			total=70,
			currency="USD",
			posted="2026-02-20",
			owner=OWNER,
		)
		make_bill("B-4", party=self.zeta, status="Draft", total=1000, docstatus=0, posted="2026-02-21")
		make_bill("B-5", party=self.acme, status="Cancelled", total=5000, docstatus=2, posted="2026-02-22")

	def tearDown(self) -> None:
		super().tearDown()
		for user in (READER, OWNER, BOSS, NOBODY):
			frappe.clear_cache(user=user)

	def asked(self, user: str = READER, **arguments: Any) -> QueryResult:
		return Questions(user).query({"doctype": BILL, **arguments})

	def names(self, user: str = READER, **arguments: Any) -> list[str]:
		result = self.asked(user, fields=["name"], order_by=["name"], **arguments)
		assert result.records == len(result.rows), result
		return [row[0] for row in result.rows]

	def refusal(self, user: str = READER, **arguments: Any) -> str:
		with self.assertRaises(HufError) as caught:
			self.asked(user, **arguments)
		return str(caught.exception)


class TestAnswers(QueryTestCase):
	"""What is answered, over what, and in which words."""

	def test_a_list(self) -> None:
		"""A list shows what Frappe's list does, says in words what it is of, and opens there."""
		result = self.asked(filters={"status": "overdue", "party": self.acme})
		assert [column.key for column in result.columns] == ["name", "party", "status", "total"]
		assert [row[0] for row in result.rows] == ["B-1"]
		assert (
			result.words == f"Huf Test Bill where Status is Overdue and Party is {self.acme}, not cancelled"
		)
		assert result.url.startswith(
			desk_path("huf-test-bill?status=%5B%22%3D%22%2C%20%22Overdue%22%5D&party=")
		)
		assert "docstatus=%5B%22%21%3D%22%2C%202%5D" in result.url

	def test_a_count_leaves_out_what_was_cancelled(self) -> None:
		"""Drafts count and are named; what was cancelled does not, unless it is asked for."""
		result = self.asked(measures=["count"])
		assert result.records == 4 and result.rows == ((4,),)
		assert "not cancelled" in result.totals[0].words and "1 of them are drafts" in result.totals[0].words
		assert self.names(filters={"status": "Cancelled"}) == ["B-5"]
		assert self.names(filters={"docstatus": "cancelled"}) == ["B-5"]
		assert self.names(filters={"name": "b-5"}) == ["B-5"]
		assert self.names(filters={"docstatus": ["in", [0, 1, 2]]}) == ["B-1", "B-2", "B-3", "B-4", "B-5"]

	def test_days_of_every_year(self) -> None:
		"""A month and a day of a date, or from one to another, over the end of a year too; what has no date is on none."""
		for days, names in (
			(["=", "02-10"], ["B-2"]),
			(["between", ["02-01", "02-20"]], ["B-2", "B-3"]),
			(["between", ["02-21", "01-10"]], ["B-1", "B-4"]),
			(["between", ["02-29", "02-29"]], []),
		):
			assert self.names(filters={"day_of_year(posted)": days}) == names, days
		assert self.names(filters={"day_of_year(called_at)": ["=", "03-01"]}) == ["B-2"]
		result = self.asked(filters={"day_of_year(posted)": ["=", "02-10"]})
		assert "Posted (in any year) is 02-10" in result.words and not result.url
		for wrong in (
			["=", "2-10"],
			["=", "02-30"],
			["=", "today"],
			["between", ["01-01"]],
			[">", "01-01"],
			["=", 210],
		):
			assert "12-31" in self.refusal(filters={"day_of_year(posted)": wrong})
		assert "12-31" in self.refusal(filters={"day_of_year(total)": ["=", "01-01"]})
		assert "no field" in self.refusal(filters={"day_of_year(nothing)": ["=", "01-01"]})

	def test_a_list_shows_what_it_is_restricted_and_ordered_by(self) -> None:
		"""Where that differs from row to row, beside the usual columns; not what all rows have, nor what stands in rows of their own."""
		# The currency is a column where there are several.
		usual = [column.key for column in self.asked().columns if column.key != "currency"]
		for filters, orders, added in (
			({"posted": ["<", "2027-01-01"]}, [], ["posted"]),
			({"posted": ["between", ["2020-01-01", "2030-01-01"]]}, ["total desc"], ["posted", "total"]),
			({"day_of_year(posted)": ["=", "02-10"]}, [], ["posted"]),
			({"posted": "2026-02-10", "docstatus": ["!=", 2]}, [], []),
			({"posted": ["is", "set"]}, [], []),
			({"lines.article": ["!=", "Pump"]}, [], []),
			({}, ["creation desc"], []),
		):
			columns = self.asked(filters=filters, order_by=orders).columns
			shown = [column.key for column in columns if column.key != "currency"]
			others = [key for key in usual[2:] if key not in added]
			self.assertEqual(shown, [*usual[:2], *added, *others], filters)

	def test_amounts_are_of_submitted_records_and_one_for_each_currency(self) -> None:
		"""Euros and dollars are never added up."""
		result = self.asked(measures=["sum(total)"])
		assert {row for row in result.rows} == {("EUR", 150.0), ("USD", 70.0)}
		assert {(total.currency, total.value) for total in result.totals[1:]} == {
			("EUR", 150.0),
			("USD", 70.0),
		}
		assert result.words.endswith("submitted") and result.records == 3
		assert any("several currencies" in note for note in result.notes)
		(row,) = self.asked(measures=["sum(total)"], filters={"currency": "EUR"}).rows
		assert row == (150.0,)

	def test_amounts_without_a_currency_are_in_that_of_the_site(self) -> None:
		"""They are added to the others in it, so that there is one number for each currency."""
		given.make_bill("B-8", party=self.acme, total=1)
		# Frappe fills an empty one in when the bill is saved.
		frappe.db.set_value(BILL, "B-8", "currency", None)
		with (
			patch("huf.ai.queries.as_user.statement.site_currency", return_value="EUR"),
			patch("huf.ai.queries.as_user.columns.site_currency", return_value="EUR"),
		):
			assert set(self.asked(measures=["sum(total)"]).rows) == {("EUR", 151.0), ("USD", 70.0)}
			assert self.asked(measures=["sum(base_total)"]).columns[0].currency == "EUR"

	def test_one_currency_stands_in_the_heading(self) -> None:
		"""Where all amounts are in one currency it is said once."""
		result = self.asked(measures=["avg(total)", "max(total)"], filters={"party": "Acme"})
		assert [column.heading for column in result.columns] == [
			"Average of Total (EUR)",
			"Highest Total (EUR)",
		]
		assert result.rows == ((75.0, 100.0),)

	def test_amounts_of_a_list_have_their_currency(self) -> None:
		"""In the heading where it is one, beside each amount where there are several; and none that must not be read."""
		one = self.asked(fields=["name", "total"], filters={"currency": "EUR"})
		self.assertEqual([column.currency for column in one.columns], ["", "EUR"])
		several = self.asked(fields=["name", "total"], filters={"status": "Overdue"}, order_by=["name"])
		self.assertEqual(
			[(column.key, column.currency) for column in several.columns][1:],
			[("total", ""), ("currency", "")],
		)
		self.assertEqual(several.rows, (("B-1", 100.0, "EUR"), ("B-3", 70.0, "USD")))
		beside = self.asked(fields=["currency", "total"], filters={"status": "Overdue"}, order_by=["name"])
		self.assertEqual(beside.rows, (("EUR", 100.0), ("USD", 70.0)))
		hidden = self.asked(fields=["name", "odd_amount"], filters={"name": "B-1"})
		self.assertEqual(hidden.columns[1].currency, "")

	def test_groups(self) -> None:
		"""A number for each group, those of each currency apart, with totals over all groups whatever is shown."""
		result = self.asked(group_by=["party"], measures=["sum(total)", "count"], limit=1)
		assert result.truncated and result.rows == ((self.acme, 150.0, 2),)
		assert [column.heading for column in result.columns][1] == "Sum of Total (EUR)"
		assert {(one.currency, one.value) for one in result.totals if one.key == "sum(total)"} == {
			("EUR", 150.0),
			("USD", 70.0),
		}
		by_month = self.asked(group_by=["month(posted)"], measures=["count"])
		assert by_month.rows == (("2026-01", 1), ("2026-02", 3))
		by_quarter = self.asked(group_by=["quarter(posted)"], measures=["count"])
		assert by_quarter.rows == (("2026-Q1", 4),) and "Quarter of" in by_quarter.columns[0].heading

	def test_rows_of_a_child_table(self) -> None:
		"""A filter on a column means that some row has it; numbers of rows are of the rows, and count each record once."""
		assert self.names(filters={"lines.article": "Pump"}) == ["B-1", "B-2"]
		result = self.asked(group_by=["lines.article"], measures=["sum(lines.quantity)", "count"])
		assert result.rows == (("Pump", 5, 2), ("Valve", 5, 1))
		assert result.records == 2
		one = self.asked(measures=["sum(lines.quantity)"], filters={"lines.article": "Pump"})
		assert one.rows == ((5,),)
		assert "their rows" in self.refusal(measures=["sum(lines.quantity)", "sum(total)"])

	def test_two_fields_are_compared(self) -> None:
		"""A field may be compared with another of the same record."""
		open_ones = [{"field": "paid", "operator": "<", "other_field": "total"}]
		result = self.asked(filters=open_ones, fields=["name"], order_by=["name"])
		assert [row[0] for row in result.rows] == ["B-1", "B-3", "B-4"]
		assert "Paid is less than Total" in result.words and not result.url
		assert "cannot be compared" in self.refusal(
			filters=[{"field": "paid", "operator": "<", "other_field": "posted"}]
		)

	def test_operators(self) -> None:
		"""Each operator finds what it says; what is empty is neither less, nor more, nor equal, but it is not equal."""
		for condition, expected in (
			(("total", ">", 70), ["B-1", "B-4"]),
			(("total", "<=", "70"), ["B-2", "B-3"]),
			(("total", "between", [60, 100]), ["B-1", "B-3"]),
			(("due", "<", "2030-01-01"), ["B-1"]),
			(("due", "!=", "2026-02-01"), ["B-2", "B-3", "B-4"]),
			(("due", "is", "not set"), ["B-2", "B-3", "B-4"]),
			(("called_at", "=", "2026-03-01"), ["B-2"]),
			(("called_at", ">", "2026-03-01"), []),
			(("called_at", "<=", "2026-03-01"), ["B-2"]),
			(("called_at", "between", ["2026-02-01", "2026-03-01"]), ["B-2"]),
			(("posted", "between", ["2026-02-10", "2026-02-20"]), ["B-2", "B-3"]),
			(("status", "in", ["Paid", "Overdue"]), ["B-1", "B-2", "B-3"]),
			(("status", "not in", ["Paid", "Overdue"]), ["B-4"]),
			(("name", "like", "-2"), ["B-2"]),
			(("name", "not like", "B-_"), []),
			(("urgent", "=", False), ["B-1", "B-2", "B-3", "B-4"]),
			(("lines.article", "!=", "Pump"), ["B-1"]),
			(("paid", "is", "set"), ["B-2"]),
		):  # fmt: skip
			with self.subTest(condition):
				wanted = [list(condition)]
				if condition[0] == "name" and condition[1] == "not like":
					wanted[0][2] = "B-%"
				assert self.names(filters=wanted) == expected

	def test_values_are_checked_and_named(self) -> None:
		"""A value that does not fit its field is refused with what does."""
		assert "Unpaid, Paid, Overdue" in self.refusal(filters={"status": "Late"})
		assert "YYYY-MM-DD" in self.refusal(filters={"due": "soon"})
		assert "no number" in self.refusal(filters={"total": [">", "many"]})
		assert "no field" in self.refusal(filters={"no_such": 1})
		assert "total (Total)" in self.refusal(measures=["sum(total_amount)"])
		assert "Numbers of" in self.refusal(measures=["sum(status)"])

	def test_words_for_days(self) -> None:
		"""A model need not know what day it is."""
		given.make_bill("B-6", posted=frappe.utils.today())
		assert self.names(filters={"posted": "today"}) == ["B-6"]
		assert self.names(filters={"posted": "this month"}) == ["B-6"]
		assert "B-6" not in self.names(filters={"posted": ["<", "this month"]})

	def test_values_that_a_model_guesses(self) -> None:
		"""One record that is meant is used and said, several are asked back, none is said."""
		result = self.asked(filters={"party": "acme"})
		assert result.records == 2
		assert result.notes[0] == f"“acme” was taken for the Huf Test Party {self.acme} (Acme Waterworks)."
		with self.assertRaises(AskBack) as caught:
			self.asked(filters={"party": "Dunmore"})
		assert {match.name for match in caught.exception.matches} == {self.acme, self.zeta}
		with self.assertRaises(AskBack) as caught:
			self.asked(filters={"party": "Nobody Ltd"})
		assert caught.exception.matches == () and "Nobody Ltd" in str(caught.exception)

	def test_bounds(self) -> None:
		"""Rows are bounded, and the total is of all of them."""
		result = self.asked(limit=2)
		assert len(result.rows) == 2 and result.truncated and result.records == 4
		with self.assertRaises(QueryRefused):
			run_query(RecordQuery(BILL, limit=101), READER)

	def test_what_takes_too_long_is_ended(self) -> None:
		"""The database ends a statement whose time is over, and the error says so."""
		reading = database.Reading(seconds=0.2)
		with self.assertRaises(database.OutOfTime):
			reading.rows("select pg_sleep(20)" if is_postgres() else "select sleep(20)", {})
		with patch.object(run_query, "__defaults__", (0.0,)):
			assert "longer than" in self.refusal()

	def test_what_has_no_list(self) -> None:
		"""Settings and child tables are refused with what to do."""
		with self.assertRaisesRegex(QueryRefused, "one document of settings"):
			run_query(RecordQuery("Agent Settings"), "Administrator")
		with self.assertRaisesRegex(QueryRefused, "holds rows of other records"):
			run_query(RecordQuery("Agent Knowledge"), "Administrator")


class TestRights(QueryTestCase):
	"""Nothing of what the user may not read: no record, no field, and no word about either."""

	def test_who_is_told_what(self) -> None:
		"""Roles, owners and User Permissions decide over rows and totals."""
		assert self.names(READER) == ["B-1", "B-2", "B-3", "B-4"]
		assert self.names(OWNER) == ["B-3"]
		records.permit(READER, given.PARTY, self.acme)
		assert self.names(READER) == ["B-1", "B-2"]
		result = self.asked(READER, measures=["sum(total)", "count"])
		assert result.rows == ((150.0, 2),)

	def test_links_of_rows_count_for_user_permissions(self) -> None:
		"""A bill with a row about somebody whom the user may not know is not theirs, though Frappe's list has it."""
		records.permit(READER, given.PARTY, self.acme)
		given.make_bill("B-7", party=self.acme, lines=[("Pump", 1, {"supplier": self.zeta})])
		assert self.names(READER) == ["B-1", "B-2"]
		assert self.asked(READER, measures=["sum(lines.quantity)"]).rows == ((10,),)

	def test_unknown_and_unreadable_sound_the_same(self) -> None:
		"""Whoever may not read a DocType is told what they would be told of none; so with fields."""
		for doctype in (BILL, given.LINE, "Huf No Such"):
			with self.assertRaises(QueryRefused) as caught:
				run_query(RecordQuery(doctype), NOBODY)
			assert str(caught.exception) == f"There is no DocType “{doctype}” that you may read."

		def told(field: str, **more: Any) -> str:
			return self.refusal(**more or {"filters": {field: "x"}}).replace(field, "…").split("It has")[0]

		for hidden in (
			"boss_note",
			"secret",
			"profit",
			"lines.margin",
			"lines.line_secret",
			"boss_lines.article",
		):
			with self.subTest(hidden):
				assert told(hidden) == told("none_such")
				assert hidden not in self.refusal(filters={"none_such": 1})
				for arguments in (
					{"filters": {hidden: ["like", "%"]}},
					{"filters": {hidden: ["is", "set"]}},
					{"filters": [{"field": "total", "operator": "<", "other_field": hidden}]},
					{"fields": [hidden]},
					{"group_by": [hidden]},
					{"order_by": [hidden]},
					{"measures": [f"sum({hidden})"]},
					{"measures": ["count"], "group_by": ["status"], "order_by": [hidden]},
				):
					self.refusal(**arguments)

	def test_higher_permlevels_are_for_who_has_them(self) -> None:
		"""Whoever may read a permlevel may ask about it."""
		assert self.asked(BOSS, measures=["sum(profit)"], filters={"currency": "EUR"}).rows == ((7.0,),)
		assert "secret" in self.refusal(BOSS, filters={"secret": ["like", "%"]})

	def test_amounts_in_a_hidden_currency_are_refused(self) -> None:
		"""Amounts of which nobody may tell the currency are not added up."""
		assert "several currencies" in self.refusal(measures=["sum(odd_amount)"])

	def test_names_cannot_be_guessed(self) -> None:
		"""A record that the user may not see is found by no pattern, no name, and no text that means it."""
		records.permit(READER, given.PARTY, self.acme)
		assert self.names(filters={"name": ["like", "B-3%"]}) == []
		hidden, missing = (
			self.refusal(filters={"party": "Zeta Mills"}),
			self.refusal(filters={"party": "Omega Mills"}),
		)
		assert hidden.replace("Zeta", "…") == missing.replace("Omega", "…")
		assert self.refusal(filters={"party": self.zeta}).replace(self.zeta, "…") == self.refusal(
			filters={"party": "none"}
		).replace("none", "…")
		assert resolve(given.PARTY, "Zeta", READER) == [] and resolve(given.PARTY, self.zeta, READER) == []
		assert [match.name for match in resolve(given.PARTY, "waterworks dunmore", READER)] == [self.acme]
		assert resolve(given.PARTY, "Acme", NOBODY) == [] and resolve("No Such", "Acme", READER) == []
		assert resolve(given.PARTY, "%", READER) == []

	def test_no_sql_from_outside(self) -> None:
		"""Names and values that would be SQL are none of the DocType's fields, or plain texts."""
		evil = "name` or 1=1 -- "
		for arguments in (
			{"filters": {evil: 1}},
			{"fields": [evil]},
			{"group_by": [evil, "month(name`)"]},
			{"order_by": [f"{evil} desc"]},
			{"measures": [f"sum({evil})"]},
			{"measures": ["sleep(total)"]},
			{"filters": [["total", "= 1 or", 1]]},
		):
			self.refusal(**arguments)
		assert self.names(filters=[["name", "like", "x' or '1'='1"]]) == []
		assert self.names(filters=[["lines.article", "=", "%(v0)s %s '"]]) == []

	def test_rules_of_single_documents(self) -> None:
		"""Where a hook judges single records, each of few is asked; of too many there is no number, but a list may begin."""
		with judged_by(lambda name: name in ("B-1", "B-3")):
			assert self.names() == ["B-1", "B-3"]
			result = self.asked(measures=["sum(total)"], filters={"currency": "EUR"})
			assert result.rows == ((100.0,),) and result.records == 1
			assert [match.name for match in resolve(BILL, "B-", READER)] == ["B-1", "B-3"]
			with (
				patch.object(allowed, "MOST_CHECKED", 2),
				patch("huf.ai.queries.as_user.running.MOST_CHECKED", 2),
			):
				assert "More than 2 records" in self.refusal(measures=["count"])
				some = self.asked(order_by=["name"], fields=["name"])
				assert some.rows == (("B-1",),) and some.records is None and not some.totals
				assert any("in total is not known" in note for note in some.notes)
		with judged_by(lambda name: 1 / 0):
			assert "could not be found out" in self.refusal()

	def test_users_who_are_nobody(self) -> None:
		"""Guests, users who are switched off and users who are not there are told nothing."""
		frappe.db.set_value("User", READER, "enabled", 0)
		for user in ("Guest", READER, "no-such@example.com", ""):
			with self.assertRaisesRegex(QueryRefused, "enabled user"):
				run_query(RecordQuery(BILL), user)
			assert resolve(given.PARTY, "Acme", user) == []
		frappe.db.set_value("User", READER, "enabled", 1)

	def test_an_agent_asks_only_about_its_doctypes(self) -> None:
		"""What an agent may not query does not exist for it, whatever its user may read."""
		only = Questions(READER, [given.PARTY])
		with self.assertRaisesRegex(QueryRefused, "no DocType"):
			only.query({"doctype": BILL})
		with self.assertRaisesRegex(QueryRefused, "no DocType"):
			only.describe({"doctype": BILL})
		assert only.query({"doctype": given.PARTY.lower()}).records == 2
		with self.assertRaisesRegex(HufError, "no report"):
			only.report({"report": "ToDo"})

	def test_values_as_they_are_typed(self) -> None:
		"""A value of the plain form D's reader makes is answered as it is, without resolving."""
		query = RecordQuery(
			BILL,
			conditions=(RecordCondition("party", "=", self.acme),),
			group_by=("status",),
			measures=(Measure("sum", "total"),),
			order_by=(Order("sum(total)", descending=True),),
		)
		assert run_query(query, READER).rows == (("Overdue", 100.0), ("Paid", 50.0))
		assert parse_record_query({"doctype": BILL, "order_by": "sum(total) desc"}).order_by == query.order_by


@contextmanager
def judged_by(rule: Any) -> "Iterator[None]":
	"""Let a hook decide over each single bill."""
	plain = frappe.get_hooks

	def hooks(*arguments: Any, **options: Any) -> Any:
		found = plain(*arguments, **options)
		if arguments[:1] == ("has_permission",):
			return {**found, BILL: ["huf.tests.queries.test_record_queries.judged"]}
		return found

	with patch.object(frappe, "get_hooks", hooks), patch(__name__ + "._rule", rule):
		yield


def _rule(name: str) -> bool:
	return True


def judged(doc: Any, **_values: Any) -> bool:
	"""The hook."""
	return _rule(doc.name)
