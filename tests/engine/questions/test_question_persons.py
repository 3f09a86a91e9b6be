"""What people mean by “the last”, “what did we sell”, “the best”, “my” and by a word that is a kind of record and its state at once."""

from collections.abc import Sequence
from datetime import date

import pytest

from huf.engine.questions.reader import read_question
from huf.engine.questions.reading import Reading
from huf.engine.questions.record_query import Measure, Order, RecordCondition, RecordQuery
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
"""A Thursday."""
_MADE = (RecordCondition("owner", "=", "ann@example.com"),)
_ASSIGNED = (RecordCondition("_assign", "like", '"ann@example.com"'),)

SALE = DocTypeWords(
	"Sale",
	"Sale",
	fields=(
		FieldWords(
			"status", "Status", "choice", ("Status",), {"Paid": ("Bezahlt",), "Overdue": ("Überfällig",)}
		),
		FieldWords("shopper", "Shopper", "link", ("Shopper",), target="Shopper", is_main=True),
		FieldWords("articles.article", "Article", "link", ("Article",), target="Article", is_main=True),
		FieldWords("articles.net", "Net Amount", "number"),
		FieldWords("articles.pieces", "Pieces", "number"),
		FieldWords("sold_on", "Sold On", "date", ("Sold On",)),
		FieldWords("due_on", "To Be Paid Until", "date", ("To Be Paid Until",)),
		FieldWords("total", "Grand Total", "number", ("Grand Total",)),
	),
	date="sold_on",
	amount="total",
	status="status",
	states={
		"paid": (RecordCondition("status", "=", "Paid"),),
		"credit note": (RecordCondition("is_return", "=", 1),),
	},
	totals={"sales": Total("total", of_rows="articles.net", quantity_of_rows="articles.pieces")},
	dates={"due": "due_on"},
	own={"own": _MADE, "assigned": _ASSIGNED},
	best_by={"Shopper": "sales"},
)
CHORE = DocTypeWords(
	"Chore",
	"Chore",
	fields=(
		FieldWords("status", "Status", "choice", ("Status",), {"Open": ("Offen",)}),
		FieldWords("due_on", "Due On", "date", ("Due On",)),
	),
	status="status",
	date="due_on",
	dates={"due": "due_on"},
	own={"own": _MADE, "assigned": _ASSIGNED, "mine": _ASSIGNED},
)
PAYMENT = DocTypeWords(
	"Payment",
	"Payment",
	fields=(
		FieldWords("grade", "Grade", "link", ("Grade",), target="Grade", is_main=True),
		FieldWords("party", "Party", "text"),
		FieldWords("paid_on", "Paid On", "date", ("Paid On",)),
	),
	date="paid_on",
	parties={"Shopper": ("party", "party_type"), "Article": ("links.link_name", "links.link_doctype")},
)
PRICE = DocTypeWords(
	"Tariff",
	"Tariff",
	fields=(
		FieldWords("article", "Article", "link", ("Article",), target="Article", is_main=True),
		FieldWords("selling", "Selling", "check", ("Selling",)),
		FieldWords("buying", "Buying", "check", ("Buying",)),
	),
	usual=(RecordCondition("selling", "=", 1),),
	instead=("buying",),
	states={"for buying": (RecordCondition("buying", "=", 1),)},
)
SHOPPER = DocTypeWords("Shopper", "Shopper")
VOCABULARY = Vocabulary(
	names=(
		DocTypeName("Sale", "paper", PREFERRED),
		DocTypeName("Sale", "Rechnung", PREFERRED),
		DocTypeName("Sale", "credit note", PREFERRED, "credit note"),
		DocTypeName("Sale", "Gutschrift", PREFERRED, "credit note"),
		DocTypeName("Shopper", "Shopper"),
		DocTypeName("Chore", "Chore"),
		DocTypeName("Chore", "Aufgabe", OTHER),
		DocTypeName("Tariff", "tariff"),
		DocTypeName("Tariff", "cost", PREFERRED, "for buying"),
		DocTypeName("Payment", "Payment"),
	),
	describe={"Sale": SALE, "Chore": CHORE, "Tariff": PRICE, "Payment": PAYMENT, "Shopper": SHOPPER}.get,
	record_doctypes=("Article", "Shopper", "Grade"),
	totals={"sales": ("Sale",)},
	best_by={"Shopper": "sales"},
)
RECORDS = (
	FoundRecord("Grade", "Superb", "Superb", ""),
	FoundRecord("Article", "BLV-12", "Ball valve", ""),
	FoundRecord("Shopper", "SH-1", "Ann Bonny", ""),
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
	"""The conditions of a question."""
	return [(c.field, c.operator, c.value) for c in query(question).conditions]


@pytest.mark.parametrize(
	("question", "limit", "descending"),
	[
		("last paper of Ann Bonny", 1, True),
		("the latest paper", 1, True),
		("oldest paper", 1, False),
		("last papers of Ann Bonny", 10, True),
		("last 3 papers", 3, True),
		("die letzte Rechnung von Ann Bonny", 1, True),
		("die letzten Rechnungen", 10, True),
	],
)
def test_how_many_are_the_last(question: str, limit: int, descending: bool) -> None:
	"""One if it is named in the singular: of those of that day the one that was made last."""
	asked = query(question)
	made_last = (Order("creation", descending),) if limit == 1 else ()
	assert (asked.limit, asked.order_by) == (limit, (Order("sold_on", descending), *made_last))


def test_the_highest_one() -> None:
	"""The order is by the amount, of several only if they are named so."""
	assert [query(question).limit for question in ("highest paper", "highest papers")] == [1, 10]


@pytest.mark.parametrize(
	"question",
	[
		"what did we sell to Ann Bonny?",
		"Was haben wir an Ann Bonny verkauft?",
		"which Articles have we sold to Ann Bonny",
	],
)
def test_what_was_sold(question: str) -> None:
	"""Articles, each with what it has earned."""
	asked = query(question)
	assert (asked.group_by, asked.measures) == (("articles.article",), (Measure("sum", "articles.net"),))
	assert where(question) == [("shopper", "=", "SH-1")]


@pytest.mark.parametrize(
	"question",
	["how much did we sell to Ann Bonny", "what is our revenue", "what are the sales with Ann Bonny"],
)
def test_how_much_was_sold(question: str) -> None:
	"""A sum, as long as no deed is asked for."""
	asked = query(question)
	assert (asked.group_by, asked.measures) == ((), (Measure("sum", "total"),))


@pytest.mark.parametrize(
	"question", ["top Shoppers", "best Shoppers", "top 5 Shoppers", "top Shoppers by revenue"]
)
def test_the_best(question: str) -> None:
	"""By the number that is meant by it."""
	asked = query(question)
	assert (asked.group_by, asked.measures) == (("shopper",), (Measure("sum", "total"),))
	assert asked.order_by == (Order("sum(total)", True),)


@pytest.mark.parametrize("question", ["Shoppers with overdue papers", "which Shoppers have overdue papers"])
def test_whose_records(question: str) -> None:
	"""What is named first is what is asked for."""
	asked = query(question)
	assert (asked.doctype, asked.group_by, asked.measures) == ("Sale", ("shopper",), (Measure("count"),))
	assert where(question) == [("status", "=", "Overdue")]


@pytest.mark.parametrize(
	("question", "conditions"),
	[
		("papers created by me", [("owner", "=", "ann@example.com")]),
		(
			"papers I created this month",
			[("owner", "=", "ann@example.com"), ("sold_on", "between", ("2026-11-01", "2026-11-30"))],
		),
		("von mir erstellte Rechnungen", [("owner", "=", "ann@example.com")]),
		("my open Chores", [("_assign", "like", '"ann@example.com"'), ("status", "=", "Open")]),
		("Chores assigned to me", [("_assign", "like", '"ann@example.com"')]),
		("mir zugewiesene Aufgaben", [("_assign", "like", '"ann@example.com"')]),
		("meine offenen Aufgaben", [("_assign", "like", '"ann@example.com"'), ("status", "=", "Open")]),
	],
)
def test_of_whoever_asks(question: str, conditions: list[tuple[str, str, object]]) -> None:
	"""What they made, and what they are to do."""
	assert where(question) == conditions


@pytest.mark.parametrize("question", ["my papers", "papers not created by me", "papers paid by me"])
def test_whose_nobody_knows(question: str) -> None:
	"""“My papers” may be those I made, or those I have to pay."""
	assert read(question).kind == "passage"


@pytest.mark.parametrize(
	"question",
	["list credit notes", "how many credit notes are there", "Gutschriften auflisten", "all credit notes"],
)
def test_a_name_for_records_in_a_state(question: str) -> None:
	"""A credit note is a paper, and which of them."""
	assert where(question) == [("is_return", "=", 1)]


def test_a_name_for_records_in_a_state_takes_part_like_any_other() -> None:
	"""Conditions go with it; its contrary is no name."""
	assert where("Gutschriften an Ann Bonny") == [("is_return", "=", 1), ("shopper", "=", "SH-1")]
	assert query("last credit note").limit == 1
	assert read("not credit notes").kind == "passage"


def test_what_is_usual() -> None:
	"""It is said as assumed, and gives way to its contrary."""
	(part,) = [part for part in read("tariff of Ball valve").understood if part.is_assumed]
	assert (part.field, part.values) == ("selling", ("1",))
	for question in ("buying tariff of Ball valve", "cost of Ball valve"):
		assert where(question) == [("buying", "=", 1), ("article", "=", "BLV-12")]


@pytest.mark.parametrize("question", ["Payments of Ann Bonny", "last Payment of Ann Bonny"])
def test_a_party(question: str) -> None:
	"""A dynamic link names the record and its kind."""
	assert where(question) == [("party", "=", "SH-1"), ("party_type", "=", "Shopper")]
	told = [
		(part.label, part.field, part.values)
		for part in read(question).understood
		if part.what == "condition"
	]
	assert ("", "Shopper", ("Ann Bonny",)) in told and not any(part[1].startswith("party") for part in told)


def test_a_party_in_a_table() -> None:
	"""Both are of one row, which whoever answers sees to."""
	assert where("Payments of Ball valve") == [
		("links.link_name", "=", "BLV-12"),
		("links.link_doctype", "=", "Article"),
	]
	# One of what belongs to a record is told by the record.
	assert read("Payment of Ball valve").kind == "record"


def test_no_party() -> None:
	"""What is not of a party may be of another of its kind, or of another kind."""
	assert read("Payments not of Ann Bonny").kind != "list"


@pytest.mark.parametrize(
	"question", ["superb Grade Payments", "Payments of Grade Superb", "Payments with superb Grade"]
)
def test_a_record_before_its_field(question: str) -> None:
	"""A field that is named behind a record only says which link it is."""
	assert where(question) == [("grade", "=", "Superb")]


@pytest.mark.parametrize(
	"question",
	["are all papers paid", "has Ann Bonny paid all papers", "Hat Ann Bonny alle Rechnungen bezahlt"],
)
def test_yes_or_no(question: str) -> None:
	"""A list of the paid ones would say neither."""
	assert read(question).kind != "list"


@pytest.mark.parametrize(
	("question", "field", "day"),
	[
		("papers of Monday", "sold_on", "2026-11-23"),
		("papers of last Thursday", "sold_on", "2026-11-19"),
		("papers due on Friday", "due_on", "2026-11-27"),
		("papers due on Monday", "due_on", "2026-11-30"),
		("papers due next Thursday", "due_on", "2026-12-03"),
		("Rechnungen fällig am Freitag", "due_on", "2026-11-27"),
		("Rechnungen, die am Montag fällig sind", "due_on", "2026-11-30"),
		("Rechnungen vom 12.10.2026", "sold_on", "2026-10-12"),
		("papers dated 12.10.2026", "sold_on", "2026-10-12"),
	],
)
def test_single_days(question: str, field: str, day: str) -> None:
	"""Weekdays are the last ones, but of what is agreed beforehand the next; a paper “vom” a day is of that day."""
	assert where(question) == [(field, "=", day)]


def test_from_a_day_on() -> None:
	"""“Vom … bis” is a period as before."""
	assert where("Rechnungen vom 12.10.2026 bis 15.10.2026") == [
		("sold_on", "between", ("2026-10-12", "2026-10-15"))
	]
