"""How long something has been so: tickets open for more than 90 days, invoices two weeks overdue, customers that have not ordered for a year."""

from dataclasses import replace
from datetime import date

import pytest

from huf.engine.questions.reader import read_question
from huf.engine.questions.reading import Reading
from huf.engine.questions.record_query import RecordCondition
from tests.engine.questions.finding import by_title
from tests.engine.questions.test_held_records import INVOICE, ORDER, SUBMITTED, VOCABULARY

TODAY = date(2026, 11, 28)
"""A Saturday."""
WITH_DUE_DATES = replace(
	INVOICE,
	fields=(
		*INVOICE.fields,
		replace(INVOICE.fields[2], name="due_date", label="Due Date", labels=("Due Date",)),
	),
	dates={"due": "due_date"},
)


def read(question: str) -> Reading:
	"""The question on that Saturday."""

	def describe(doctype: str):  # type: ignore[no-untyped-def]
		return WITH_DUE_DATES if doctype == "Sales Invoice" else VOCABULARY.describe(doctype)

	return read_question(
		question, replace(VOCABULARY, describe=describe), today=TODAY, find_records=by_title(())
	)


def days(question: str) -> list[tuple[str, str, object]]:
	"""The conditions on dates of the question, which is a list."""
	query = read(question).query
	assert query is not None, question
	conditions = [one for each in query.related for one in each.conditions] or [*query.conditions]
	named = ("due_date", INVOICE.date, ORDER.date)
	return [(one.field, one.operator, one.value) for one in conditions if one.field in named]


@pytest.mark.parametrize(
	("question", "condition"),
	[
		("invoices older than 90 days", ("posting_date", "<=", "2026-08-29")),
		("invoices that are more than 90 days old", ("posting_date", "<=", "2026-08-29")),
		("invoices overdue for more than 60 days", ("due_date", "<=", "2026-09-28")),
		("invoices more than 60 days overdue", ("due_date", "<=", "2026-09-28")),
		("which invoices are over 2 weeks late", ("due_date", "<=", "2026-11-13")),
		("open orders of more than a year", ("ordered_on", "<=", "2025-11-27")),
		("open orders older than one month", ("ordered_on", "<=", "2026-10-27")),
		("Rechnungen, die älter als 90 Tage sind", ("posting_date", "<=", "2026-08-29")),
		("Welche Rechnungen sind seit über 180 Tagen überfällig?", ("due_date", "<=", "2026-05-31")),
		("Rechnungen, die mehr als 60 Tage überfällig sind", ("due_date", "<=", "2026-09-28")),
		("Aufträge, die älter als ein halbes Jahr sind", ("ordered_on", "<=", "2026-05-27")),
		("offene Aufträge, die schon länger als ein Jahr her sind", ("ordered_on", "<=", "2025-11-27")),
	],
)
def test_longer_than(question: str, condition: tuple[str, str, object]) -> None:
	"""What is overdue is told by what was agreed, and everything else by the date of the record."""
	assert days(question) == [condition]


@pytest.mark.parametrize(
	("question", "first"),
	[
		("customers who have not ordered for more than 90 days", "2026-08-30"),
		("customers who have not ordered for 90 days", "2026-08-31"),
		("customers who have not ordered in 6 months", "2026-05-29"),
		("customers who have not ordered in more than a year", "2025-11-29"),
		("customers without orders for more than a year", "2025-11-28"),
		("Kunden, die seit mehr als 90 Tagen nicht bestellt haben", "2026-08-30"),
		("Kunden, die seit über einem Jahr nichts mehr bestellt haben", "2025-11-28"),
		("Kunden, die seit 90 Tagen nicht bestellt haben", "2026-08-31"),
		("Welche Kunden haben seit einem halben Jahr keinen Auftrag mehr erteilt?", "2026-05-29"),
		("Kunden ohne Auftrag seit sechs Monaten", "2026-05-29"),
		# That there are none is said behind the time.
		("customers who for more than 90 days have not ordered", "2026-08-30"),
		("customers who for 90 days have not ordered", "2026-08-31"),
	],
)
def test_for_so_long_not(question: str, first: str) -> None:
	"""There is none since then, and not none that is older."""
	assert days(question) == [("ordered_on", ">=", first)]


@pytest.mark.parametrize(
	"question",
	[
		# Of which three months, and when?
		"sales for 3 months",
		"invoices for 90 days",
		"more than 5 open invoices",
		"orders of more than 5 customers",
		"Umsatz seit 3 Monaten",
		"Aufträge, die seit 30 Tagen nicht abgeschlossen sind",
		# Are those the customers, or the orders that they lack?
		"Kunden, die älter als 2 Jahre sind und nicht bestellt haben",
		# Of what has it been so for 90 days?
		"customers for more than 90 days not overdue",
		# What is to come is not so long ago.
		"invoices due in more than 30 days",
	],
)
def test_what_is_searched_for(question: str) -> None:
	"""A time without a word for how long, and numbers that say no amount."""
	assert read(question).kind == "passage"


def test_numbers_are_still_amounts() -> None:
	"""“Over” and “more than” say so of what is no time."""
	query = read("invoices over 500").query
	assert query and RecordCondition("grand", ">", 500.0) in query.conditions
	query = read("invoices with more than 90").query
	assert query and RecordCondition("grand", ">", 90.0) in query.conditions


@pytest.mark.parametrize(
	("said", "day"),
	[
		# A year that is not named is the one in which it is that weekday.
		("Monday, 30 November", "2026-11-30"),
		("Sunday, 30 November", "2025-11-30"),
		("Friday 27 November 2026", "2026-11-27"),
		("Friday, November 27, 2026", "2026-11-27"),
		("Friday 2026-11-27", "2026-11-27"),
	],
)
def test_a_weekday_with_its_day(said: str, day: str) -> None:
	"""It is one day, and not two."""
	assert days(f"invoices due on {said}") == [("due_date", "=", day)]


def test_a_weekday_of_another_day() -> None:
	"""Nobody knows which of the two is meant."""
	assert read("invoices due on Wednesday, 30 November 2026").kind == "passage"


def test_what_counts_is_as_before() -> None:
	"""Drafts are not overdue."""
	query = read("invoices more than 60 days overdue").query
	assert query and RecordCondition("status", "=", "Overdue") in query.conditions
	query = read("unpaid invoices older than 30 days").query
	assert query and SUBMITTED in query.conditions
