"""What people usually mean by a plain question where its words alone would allow another list, or another number."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest

from huf.engine.questions.reader import read_question
from huf.engine.questions.reading import Reading
from huf.engine.questions.record_query import Measure, RecordCondition, RecordQuery
from huf.engine.questions.vocabulary import (
	OTHER,
	PREFERRED,
	DocTypeName,
	DocTypeWords,
	FieldWords,
	FoundRecord,
	Total,
	Vocabulary,
)

TODAY = date(2026, 11, 26)

_SUBMITTED = RecordCondition("docstatus", "=", 1)
SALE = DocTypeWords(
	"Sale",
	"Sale",
	fields=(
		FieldWords("status", "Status", "choice", ("Status",), {"Paid": ("Bezahlt",), "Expired": ()}),
		FieldWords("shopper", "Shopper", "link", ("Shopper",), target="Shopper", is_main=True),
		FieldWords(
			"articles.article", "Article", "link", ("Article", "Artikel"), target="Article", is_main=True
		),
		FieldWords("articles.net", "Net Amount", "number"),
		FieldWords("articles.pieces", "Pieces", "number"),
		FieldWords("sold_on", "Sold On", "date", ("Sold On",)),
		FieldWords("due_on", "To Be Paid Until", "date", ("To Be Paid Until",)),
		FieldWords("deliver_on", "Deliver On", "date", ("Deliver On",)),
		FieldWords("valid_till", "Valid Till", "date", ("Valid Till",)),
		FieldWords("total", "Grand Total", "number", ("Grand Total",)),
		FieldWords("open_amount", "Open", "number"),
	),
	date="sold_on",
	amount="total",
	status="status",
	is_submittable=True,
	states={
		"not delivered": (_SUBMITTED, RecordCondition("delivered", "<", 100)),
		"not billed": (_SUBMITTED, RecordCondition("billed", "<", 100)),
		"billed": (_SUBMITTED, RecordCondition("billed", ">=", 100)),
		"paid": (RecordCondition("status", "=", "Paid"),),
	},
	totals={
		"sales": Total("total", of_rows="articles.net", quantity_of_rows="articles.pieces"),
		"receivable": Total("open_amount"),
	},
	dates={"due": "due_on", "delivery": "deliver_on", "expires": "valid_till"},
)
BUY = DocTypeWords(
	"Buy",
	"Buy",
	fields=(
		FieldWords("status", "Status", "choice", ("Status",), {"Paid": ()}),
		FieldWords("for_sale", "For Sale", "link", ("For Sale",), target="Sale", is_main=True),
	),
	status="status",
)
SHOPPER = DocTypeWords(
	"Shopper",
	"Shopper",
	fields=(
		FieldWords("country", "Country", "link", ("Country",), target="Country", is_main=True),
		FieldWords("hold", "Hold", "choice", ("Hold",), {"All": ("Alle",), "Invoices": ()}),
	),
)
CHORE = DocTypeWords(
	"Chore",
	"Chore",
	fields=(FieldWords("status", "Status", "choice", ("Status",), {"Completed": (), "Closed": ()}),),
	status="status",
	dates={"completed": "creation"},
)
RECORDS = (
	FoundRecord("Article", "BLV-12", "Ball valve", ""),
	FoundRecord("Shopper", "SH-1", "Ann Bonny", ""),
	FoundRecord("Country", "Germany", "Germany", ""),
	FoundRecord("Country", "France", "France", ""),
	FoundRecord("Sale", "SALE-0007", "SALE-0007", ""),
)
VOCABULARY = Vocabulary(
	names=(
		DocTypeName("Sale", "paper", PREFERRED),
		DocTypeName("Buy", "paper", OTHER),
		DocTypeName("Shopper", "Shopper"),
		DocTypeName("Article", "Article"),
		DocTypeName("Chore", "Chore"),
		DocTypeName("Buy", "bill", PREFERRED),
	),
	describe={
		"Sale": SALE,
		"Buy": BUY,
		"Shopper": SHOPPER,
		"Article": DocTypeWords("Article", "Article"),
		"Chore": CHORE,
	}.__getitem__,
	record_doctypes=("Article", "Shopper", "Country", "Sale"),
	parts=frozenset({"Article"}),
	totals={"sales": ("Sale",), "receivable": ("Sale",)},
)


def find_records(doctypes: Sequence[str], texts: Sequence[str], is_exact: bool) -> list[FoundRecord]:
	"""The made-up records by their names and titles."""
	return [
		FoundRecord(each.doctype, each.name, each.title, text)
		for each in RECORDS
		if each.doctype in doctypes
		for text in texts
		if text.lower() in (each.name.lower(), each.title.lower())
	]


def read(question: str) -> Reading:
	"""The question on that day."""
	return read_question(question, VOCABULARY, today=TODAY, find_records=find_records)


def query(question: str) -> RecordQuery:
	"""The query of a question that is a list."""
	reading = read(question)
	assert reading.kind == "list", (question, reading)
	assert reading.query is not None
	return reading.query


def where(question: str) -> list[tuple[str, str, object]]:
	"""The conditions of a question, but for those on drafts and cancelled documents."""
	return [(c.field, c.operator, c.value) for c in query(question).conditions if c.field != "docstatus"]


@pytest.mark.parametrize(
	("question", "measure"),
	[
		("revenue of BLV-12", Measure("sum", "articles.net")),
		("Umsatz von BLV-12", Measure("sum", "articles.net")),
		("revenue by article", Measure("sum", "articles.net")),
		("how many BLV-12 did we sell", Measure("sum", "articles.pieces")),
		("wie viele BLV-12 haben wir verkauft", Measure("sum", "articles.pieces")),
		("revenue with Ann Bonny", Measure("sum", "total")),
		("how many BLV-12 papers", Measure("count")),
	],
)
def test_the_number_of_an_item_is_that_of_its_rows(question: str, measure: Measure) -> None:
	"""What an item earned is not the total of the invoices that it stands on, beside others."""
	assert query(question).measures == (measure,)


@pytest.mark.parametrize(
	"question",
	[
		"outstanding amount of BLV-12",
		"average revenue of BLV-12",
		"how much BLV-12 is on papers",
		"how many BLV-12 are on papers",
		"average value of papers per article",
	],
)
def test_there_is_no_number_of_an_item_where_rows_have_none(question: str) -> None:
	"""No number at all is better than that of the documents."""
	assert read(question).kind in ("passage", "record")


@pytest.mark.parametrize("question", ["list all shoppers", "alle Shopper", "all shoppers"])
def test_all_is_no_option(question: str) -> None:
	"""“All” asks for everything, though a field has an option of this name; named with its field it is the option."""
	assert where(question) == []
	assert where("shoppers with hold all") == [("hold", "=", "All")]


def test_neither_the_one_nor_the_other() -> None:
	"""“Not in Germany and France”: who is in France is not asked for."""
	for joined in ("and", "or"):
		assert where(f"shoppers not in Germany {joined} France") == [
			("country", "not in", ("Germany", "France"))
		]
	assert read("shoppers not in Germany France").kind != "list"


def test_two_periods() -> None:
	"""No day is in October and in November: both are meant, if they are one period together."""
	october_november = ("between", ("2026-10-01", "2026-11-30"))
	assert where("papers in October and November") == [("sold_on", *october_november)]
	assert where("papers in November or October") == [("sold_on", *october_november)]
	assert where("papers due in October and November") == [("due_on", *october_november)]
	assert where("papers in October and November due") == [("due_on", *october_november)]
	assert where("revenue in 2025 and 2026") == [("sold_on", "between", ("2025-01-01", "2026-12-31"))]
	assert read("revenue in 2024 and 2026").kind == "passage"
	assert read("papers this month last month").kind == "passage"


def test_which_date_days_are_of() -> None:
	"""A date that is named belongs to the days that follow it, and so does a state that is ahead."""
	october, november = (("2026-10-01", "2026-10-31"), ("2026-11-01", "2026-11-30"))
	assert where("papers in October due in November") == [
		("sold_on", "between", october),
		("due_on", "between", november),
	]
	assert where("papers to be delivered in November") == [
		("delivered", "<", 100),
		("deliver_on", "between", november),
	]
	assert where("papers to be delivered until 30 November 2026")[-1] == ("deliver_on", "<=", "2026-11-30")
	assert where("papers in October not delivered")[0] == ("sold_on", "between", october)
	assert where("papers expiring next week") == [("valid_till", "between", ("2026-11-30", "2026-12-06"))]
	assert where("papers without due date") == [("due_on", "is", "not set")]


@pytest.mark.parametrize(
	("question", "field", "operator", "value"),
	[
		("papers due in December", "due_on", "between", ("2026-12-01", "2026-12-31")),
		("papers in December due", "due_on", "between", ("2026-12-01", "2026-12-31")),
		("papers due in October", "due_on", "between", ("2026-10-01", "2026-10-31")),
		("papers due on 24 December", "due_on", "=", "2026-12-24"),
		("papers due on November 20", "due_on", "=", "2026-11-20"),
		("papers due before December", "due_on", "<", "2026-12-01"),
		("papers due since December", "due_on", ">=", "2025-12-01"),
		("papers due in Q1", "due_on", "between", ("2027-01-01", "2027-03-31")),
		("papers due in December 2025", "due_on", "between", ("2025-12-01", "2025-12-31")),
		("papers due from November until February", "due_on", "between", ("2026-11-01", "2027-02-28")),
		("Papiere fällig im Dezember", "due_on", "between", ("2026-12-01", "2026-12-31")),
		("papers in December", "sold_on", "between", ("2025-12-01", "2025-12-31")),
		("papers in Q1", "sold_on", "between", ("2026-01-01", "2026-03-31")),
		("papers from October until December", "sold_on", "between", ("2025-10-01", "2025-12-31")),
		("papers between November and February", "sold_on", "between", ("2025-11-01", "2026-02-28")),
	],
)
def test_days_without_a_year(question: str, field: str, operator: str, value: object) -> None:
	"""Of what is agreed beforehand the nearest are meant, of all else the last; a period never ends before it begins."""
	assert where(question) == [(field, operator, value)]


def test_a_period_that_ends_before_it_begins() -> None:
	"""With years there is none."""
	assert read("papers from December 2026 until October 2026").kind == "passage"


@pytest.mark.parametrize(
	("question", "conditions"),
	[
		("papers older than 30 days", [("sold_on", "<=", "2026-10-26")]),
		("Papiere älter als 3 Monate", [("sold_on", "<=", "2026-08-25")]),
		("papers due in the next 14 days", [("due_on", "between", ("2026-11-26", "2026-12-10"))]),
		("Papiere fällig in den nächsten 2 Wochen", [("due_on", "between", ("2026-11-26", "2026-12-10"))]),
		("papers of the last 30 days", [("sold_on", "between", ("2026-10-27", "2026-11-26"))]),
	],
)
def test_so_many_days(question: str, conditions: list[tuple[str, str, object]]) -> None:
	"""Counted from today: the last, the next, and what is longer ago."""
	assert where(question) == conditions


@pytest.mark.parametrize("question", ["papers since older than 30 days", "papers older than 5000"])
def test_older_than_what(question: str) -> None:
	"""Without days, and behind another word for a period, it is not understood."""
	assert read(question).kind == "passage"


@pytest.mark.parametrize(
	("question", "group"),
	[
		("monthly revenue", "month(sold_on)"),
		("monatlicher Umsatz", "month(sold_on)"),
		("revenue per quarter", "quarter(sold_on)"),
		("quarterly revenue", "quarter(sold_on)"),
		("Umsatz pro Quartal", "quarter(sold_on)"),
		("annual revenue with Ann Bonny", "year(sold_on)"),
	],
)
def test_numbers_by_period(question: str, group: str) -> None:
	"""In the order of time."""
	asked = query(question)
	assert (asked.group_by, asked.measures) == ((group,), (Measure("sum", "total"),))
	assert asked.order_by[0].by == group and not asked.order_by[0].descending


@pytest.mark.parametrize(
	"question",
	[
		"papers to be delivered this week",
		"papers that are this week to be delivered",
		"Papiere, die diese Woche zu liefern sind",
	],
)
def test_days_before_or_behind_what_they_are_of(question: str) -> None:
	"""Of the delivery, on whichever side of it they stand."""
	assert where(question)[-2:] == [
		("delivered", "<", 100),
		("deliver_on", "between", ("2026-11-23", "2026-11-29")),
	] or where(question) == [
		("deliver_on", "between", ("2026-11-23", "2026-11-29")),
		("delivered", "<", 100),
	]


@pytest.mark.parametrize("question", ["are all papers paid", "sind alle Papiere bezahlt"])
def test_whether_all_are(question: str) -> None:
	"""No list of those that are: it would say neither yes nor no."""
	assert read(question).kind == "passage"


def test_the_day_of_an_event_is_not_the_date_of_the_document() -> None:
	"""“Paid in October” says when it was paid, which no field does; “paid papers in October” says when the paper is of."""
	assert read("papers paid in October").kind == "passage"
	assert where("paid papers in October")[0] == ("status", "=", "Paid")
	assert where("chores completed in October")[-1] == ("creation", "between", ("2026-10-01", "2026-10-31"))


def test_two_states() -> None:
	"""That both are said of submitted documents is no contradiction."""
	assert where("papers not delivered and not billed") == [("delivered", "<", 100), ("billed", "<", 100)]


def test_a_compared_number_is_not_added_up() -> None:
	"""“With a total over …” lists; so does a number that has a word of its own."""
	assert where("papers with total over 5000") == [("total", ">", 5000.0)]
	assert query("papers with total over 5000").measures == ()
	assert where("papers with an outstanding amount over 1000") == [("open_amount", ">", 1000.0)]
	assert query("papers with an outstanding amount over 1000").measures == ()
	assert query("total of papers over 5000").measures == (Measure("sum", "total"),)


@pytest.mark.parametrize(
	"question",
	[
		"revenue by shopper in October",
		"Umsatz je Shopper im Oktober",
		"revenue by shopper since October 2026",
	],
)
def test_days_behind_a_group(question: str) -> None:
	"""They are no value of the field by which numbers are told."""
	asked = query(question)
	assert asked.group_by == ("shopper",)
	assert [each.field for each in asked.conditions if each.field != "docstatus"] == ["sold_on"]


def test_so_many_records_are_no_amount() -> None:
	"""How many papers somebody has is asked, and not for those over 5."""
	assert read("more than 5 papers").kind == "passage"
	assert where("papers over 5") == [("total", ">", 5.0)]
	for question in ("shoppers with more than 5 papers", "Shopper mit mehr als 5 papers"):
		(related,) = query(question).related
		assert (related.doctype, related.at_least, related.at_most) == ("Sale", 6, None)


def test_a_year_and_an_amount() -> None:
	"""A year may be called one; a number with its currency is none."""
	euro = replace(VOCABULARY, currencies=("EUR", "Euro"))
	for question in ("papers of the year 2025", "Papiere aus dem Jahr 2025"):
		assert where(question) == [("sold_on", "between", ("2025-01-01", "2025-12-31"))]
	assert query("revenue by year 2025").group_by == ("year(sold_on)",)
	reading = read_question("papers ab 2000 Euro", euro, today=TODAY, find_records=find_records)
	assert reading.query
	assert RecordCondition("total", ">=", 2000.0) in reading.query.conditions


def test_a_document_that_is_named_is_what_the_question_is_about() -> None:
	"""And not a document of another kind with the same everyday name that refers to it."""
	reading = read("is paper SALE-0007 paid")
	assert reading.kind == "record"
	assert [(each.doctype, each.name) for each in reading.records] == [("Sale", "SALE-0007")]


def test_a_name_in_the_plural_is_no_state() -> None:
	"""“Bills” are documents, of which nobody asked whether they were “billed”."""
	assert read("papers and bills").kind != "list"
	assert where("billed papers") == [("billed", ">=", 100)]
	assert read("papers ordered by amount").kind != "list"


def test_what_is_assumed_of_documents_that_are_not_in_a_state() -> None:
	"""What is not paid may be cancelled, so the screen says that this was left out."""
	assert RecordCondition("docstatus", "!=", 2) in query("papers that are not expired").conditions
	assert RecordCondition("docstatus", "!=", 2) not in query("expired papers").conditions
