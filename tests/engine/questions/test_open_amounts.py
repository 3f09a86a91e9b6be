"""Who asks for the total of open documents means what is still to be paid of them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest

from huf.engine.questions.open_amounts import open_amount_of
from huf.engine.questions.reader import read_question
from huf.engine.questions.reading import Reading
from huf.engine.questions.record_query import GroupCondition, Measure, RecordCondition
from huf.engine.questions.vocabulary import (
	DocTypeName,
	DocTypeWords,
	FieldWords,
	FoundRecord,
	Total,
	Vocabulary,
)

_OPEN = (RecordCondition("docstatus", "=", 1), RecordCondition("left", ">", 0))
PAPER = DocTypeWords(
	"Paper",
	"Paper",
	fields=(
		FieldWords(
			"status", "Status", "choice", ("Status",), {"Unpaid": ("Unbezahlt",), "Overdue": (), "Paid": ()}
		),
		FieldWords("shopper", "Shopper", "link", ("Shopper",), target="Shopper", is_main=True),
		FieldWords("due_on", "Due On", "date", ("Due On",)),
		FieldWords("total", "Grand Total", "number", ("Grand Total",)),
		FieldWords("left", "Outstanding Amount", "number", ("Outstanding Amount", "Ausstehender Betrag")),
	),
	date="due_on",
	amount="total",
	open_amount="left",
	status="status",
	states={
		"open": _OPEN,
		"not paid": _OPEN,
		"partly paid": (*_OPEN, RecordCondition("left", "<", None, "total")),
		"paid": (RecordCondition("status", "=", "Paid"),),
	},
	totals={"receivable": Total("left", party="shopper")},
	dates={"due": "due_on"},
	is_submittable=True,
)
LOAN = DocTypeWords(
	"Loan",
	"Loan",
	fields=(
		FieldWords(
			"state", "State", "choice", ("State",), {"Offen": (), "Unpaid": (), "Done": (), "Paid": ()}
		),
		FieldWords("lent", "Lent", "number", ("Lent",)),
		FieldWords("rest", "Restbetrag", "number", ("Restbetrag",)),
	),
	amount="lent",
	open_amount="rest",
	status="state",
)
ORDER = DocTypeWords(
	"Order",
	"Order",
	fields=(FieldWords("total", "Total", "number", ("Total",)),),
	amount="total",
	states={"open": (RecordCondition("total", ">", 0),)},
)
VOCABULARY = Vocabulary(
	names=(
		DocTypeName("Paper", "paper"),
		DocTypeName("Paper", "papier"),
		DocTypeName("Loan", "loan"),
		DocTypeName("Loan", "darlehen"),
		DocTypeName("Order", "order"),
		DocTypeName("Shopper", "shopper"),
	),
	describe={
		"Paper": PAPER,
		"Loan": LOAN,
		"Order": ORDER,
		"Shopper": DocTypeWords("Shopper", "Shopper"),
	}.__getitem__,
	record_doctypes=("Shopper",),
	totals={"receivable": ("Paper",)},
)


def find_records(doctypes: Sequence[str], texts: Sequence[str], is_exact: bool) -> list[FoundRecord]:
	"""There is one shopper."""
	return [
		FoundRecord("Shopper", "SH-1", "Ann Bonny", text) for text in texts if text.lower() == "ann bonny"
	]


def read(question: str, vocabulary: Vocabulary = VOCABULARY) -> Reading:
	"""The question on a day of November."""
	return read_question(question, vocabulary, today=date(2026, 11, 27), find_records=find_records)


@pytest.mark.parametrize(
	("question", "field"),
	[
		("Summe der offenen Papiere", "left"),
		("total of open papers", "left"),
		("total of unpaid papers", "left"),
		("total of papers that are not paid", "left"),
		("sum of overdue papers", "left"),
		("total value of outstanding papers", "left"),
		("how much are the open papers worth", "left"),
		("Gesamtbetrag der offenen Papiere", "left"),
		("wie hoch ist die Summe der unbezahlten Papiere", "left"),
		("total of papers due in December", "left"),
		("total of open papers of Ann Bonny", "left"),
		("total of open papers per shopper", "left"),
		("how much is still open", "left"),
		("how much is unpaid", "left"),
		("wie viel ist noch offen", "left"),
		("wie viel ist von Ann Bonny noch offen", "left"),
		("wie viel ist bei Ann Bonny noch offen", "left"),
		("wie viel ist von den Papieren noch offen", "left"),
		("outstanding amount of all papers", "left"),
		("Ausstehender Betrag der Papiere", "left"),
		("Summe der offenen Darlehen", "rest"),
		("total of unpaid loans", "rest"),
		("total of loans that are not paid", "rest"),
		("Restbetrag aller Darlehen", "rest"),
		("total of papers", "total"),
		("total of paid papers", "total"),
		("total of paid papers due in December", "total"),
		("sum of grand total of open papers", "total"),
		("total of open orders", "total"),
		("total of done loans", "lent"),
		("Summe der nicht offenen Darlehen", "lent"),
	],
)
def test_which_amount_is_added_up(question: str, field: str) -> None:
	"""What is still to be paid, where that is asked for and the DocType has it; else, or where another is named, the amount."""
	reading = read(question)
	assert reading.kind == "list" and reading.query, (question, reading)
	assert reading.query.measures == (Measure("sum", field),)
	(said,) = [part for part in reading.understood if part.what == "measure"]
	assert said.field == field and said.label


@pytest.mark.parametrize(
	"question",
	[
		"average of open papers",
		"open papers",
		"how many open papers",
		"highest open papers",
		"list unpaid loans",
	],
)
def test_nothing_else_changes(question: str) -> None:
	"""A list, a number and an average of open documents are not of what is still to be paid."""
	reading = read(question)
	assert reading.kind == "list" and reading.query, (question, reading)
	assert "left" not in {measure.field for measure in reading.query.measures}
	assert "left" not in {order.by for order in reading.query.order_by}


def test_a_field_that_is_only_mentioned_is_not_added_up() -> None:
	"""“Loans with a rest” names no number that is asked for."""
	assert read("loans with Restbetrag").kind != "list"


@pytest.mark.parametrize(
	("fields", "meant"),
	[
		(
			[("grand_total", "Grand Total"), ("outstanding_amount", "Outstanding Amount")],
			"outstanding_amount",
		),
		([("summe", "Summe"), ("rest", "Offener Betrag")], "rest"),
		([("total", "Total"), ("reste", "Montant restant dû")], "reste"),
		([("total", "Total"), ("saldo", "Importe pendiente")], "saldo"),
		([("amount", "Amount"), ("amount_due", "What Is Left")], "amount_due"),
		([("a", "Open Freight Amount"), ("b", "Open Amount")], "b"),
		([("paid", "Paid Amount"), ("opening", "Opening Balance"), ("overdue_fee", "Overdue Fee")], ""),
		([("lines.open_amount", "Open Amount")], ""),
		([], ""),
	],
)
def test_the_field_is_told_by_its_label(fields: list[tuple[str, str]], meant: str) -> None:
	"""In any language that huf is translated into, or by its name; of several the one whose label says least besides."""
	assert open_amount_of(FieldWords(name, label, "number", (label,)) for name, label in fields) == meant


@pytest.mark.parametrize(
	("question", "having"),
	[
		("which shoppers owe us more than 5,000", ((">", 5000),)),
		("who owes us more than 5,000", ((">", 5000),)),
		("who owes us more than 1,234,567", ((">", 1234567),)),
		("how many shoppers owe us more than 5000", ((">", 5000),)),
		("shoppers that owe us between 100 and 500", ((">=", 100), ("<=", 500))),
		("which shoppers owe us less than 500", (("<", 500), (">", 0))),
		("shoppers with a negative outstanding amount", (("<", 0),)),
		("wer schuldet uns mindestens 500 Euro", ((">=", 500),)),
		("qui nous doit plus de 5 000 euros", ((">", 5000),)),
		("quién nos debe más de 5.000 euros", ((">", 5000),)),
	],
)
def test_by_the_amount_of_each(question: str, having: tuple[tuple[str, float], ...]) -> None:
	"""What somebody owes in all is compared, and not what is open of one document."""
	reading = read(
		question, replace(VOCABULARY, languages=("en", "de", "fr", "es"), currencies=("euro", "euros"))
	)
	assert reading.kind == "list" and reading.query, question
	assert reading.query.group_by == ("shopper",)
	assert not any(each.field == "left" for each in reading.query.conditions)
	assert reading.query.having == tuple(GroupCondition("sum(left)", *each) for each in having)
	assert [part.values for part in reading.understood if part.what == "having"] == [
		(str(value),) for _, value in having
	]


@pytest.mark.parametrize("question", ["papers with more than 5,000 outstanding", "unpaid papers over 5,000"])
def test_by_the_amount_of_one(question: str) -> None:
	"""Documents are picked by their own."""
	query = read(question).query
	assert query and not query.having and not query.group_by
	assert any((each.operator, each.value) == (">", 5000) for each in query.conditions)


@pytest.mark.parametrize(
	"question",
	[
		"partly paid papers",
		"papers where Ann Bonny has paid a part but not everything",
		"teilweise bezahlte Papiere",
		"angezahlte Papiere",
		"papers partiellement payés",
		"papers parcialmente pagados",
	],
)
def test_what_is_paid_in_part(question: str) -> None:
	"""By the amounts, whatever the status says; two fields are compared, and both are told."""
	reading = read(question, replace(VOCABULARY, languages=("en", "de", "fr", "es")))
	assert reading.query, question
	assert {*VOCABULARY.describe("Paper").states["partly paid"]} <= {*reading.query.conditions}
	assert ("<", ("Grand Total",)) in [(part.operator, part.values) for part in reading.understood]


@pytest.mark.parametrize("question", ["outstanding amount by shopper", "open amounts per shopper"])
def test_who_owes_nothing_is_left_out(question: str) -> None:
	"""Credit notes count, so it is the sum that tells."""
	query = read(question).query
	assert query and query.group_by == ("shopper",)
	assert query.having == (GroupCondition("sum(left)", "!=", 0),)
