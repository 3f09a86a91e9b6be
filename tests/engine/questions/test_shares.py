"""Shares in plain questions: of what, and which part of it."""

from datetime import date

import pytest

from huf.engine.questions.reader import read_question
from huf.engine.questions.reading import Part, Reading
from huf.engine.questions.record_query import Measure, RecordCondition, RecordQuery, Related, Share
from huf.engine.questions.vocabulary import (
	PREFERRED,
	DocTypeName,
	DocTypeWords,
	FieldWords,
	FoundRecord,
	Total,
	Vocabulary,
)
from tests.engine.questions.finding import by_title

TODAY = date(2026, 11, 28)
CUSTOMER = FieldWords(
	"customer",
	"Customer",
	"link",
	("Customer", "Kunde", "client", "cliente"),
	target="Customer",
	is_main=True,
)
COUNTRY = FieldWords(
	"territory", "Territory", "link", ("Territory", "Gebiet", "territoire", "territorio"), target="Territory"
)
INVOICE = DocTypeWords(
	"Invoice",
	"Invoice",
	fields=(
		CUSTOMER,
		COUNTRY,
		FieldWords("posted", "Date", "date", ("Date",)),
		FieldWords("due", "Due Date", "date", ("Due Date",)),
		FieldWords("total", "Total", "number", ("Total",)),
		FieldWords(
			"status",
			"Status",
			"choice",
			("Status",),
			{"Overdue": ("überfällig", "en retard", "vencida"), "Cancelled": (), "Paid": ()},
		),
	),
	date="posted",
	amount="total",
	status="status",
	is_submittable=True,
	is_named=True,
	totals={"sales": Total("total", party="customer")},
	states={
		"overdue": (RecordCondition("status", "=", "Overdue"),),
		"cancelled": (RecordCondition("docstatus", "=", 2),),
	},
)
TASK = DocTypeWords(
	"Task",
	"Task",
	fields=(
		FieldWords("project", "Project", "link", ("Project",), target="Project"),
		FieldWords("due", "Due Date", "date", ("Due Date",)),
		FieldWords("status", "Status", "choice", ("Status",), {"Open": (), "Completed": ()}),
	),
	date="due",
	status="status",
	dates={"due": "due"},
	states={"overdue": (RecordCondition("due", "<", TODAY.isoformat()),)},
)
BUYER = DocTypeWords(
	"Customer", "Customer", fields=(COUNTRY,), is_named=True, computed={"stalled": "Stalled"}
)
NAMES = {
	"Invoice": ("invoice", "Rechnung", "facture", "factura"),
	"Task": ("task", "Aufgabe"),
	"Customer": ("customer", "Kunde", "client", "cliente"),
	"Share Transfer": ("share transfer",),
}
TRANSFER = DocTypeWords("Share Transfer", "Share Transfer", fields=(CUSTOMER,), is_named=True)
DESCRIBED = {each.doctype: each for each in (INVOICE, TASK, BUYER, TRANSFER)}
FOUND = by_title(
	(
		FoundRecord("Customer", "Acme", "Acme", "Acme"),
		FoundRecord("Territory", "Germany", "Germany", "Germany"),
	)
)
OVERDUE = RecordCondition("status", "=", "Overdue")
GERMANY = RecordCondition("territory", "=", "Germany")
NOT_CANCELLED = RecordCondition("docstatus", "!=", 2)
SUBMITTED = RecordCondition("docstatus", "=", 1)
YEAR = RecordCondition("posted", "between", ("2026-01-01", "2026-12-31"))


def read(question: str, *languages: str) -> Reading:
	vocabulary = Vocabulary(
		languages=languages or ("en",),
		names=tuple(
			DocTypeName(doctype, text, PREFERRED) for doctype, texts in NAMES.items() for text in texts
		),
		describe=DESCRIBED.get,
		record_doctypes=("Customer",),
		totals={"sales": ("Invoice",)},
	)
	return read_question(question, vocabulary, today=TODAY, find_records=FOUND)


def share(question: str, *languages: str) -> RecordQuery:
	"""The query of a question for a share."""
	query = read(question, *languages).query
	assert query is not None and query.share is not None, question
	return query


@pytest.mark.parametrize(
	("question", "language"),
	[
		("what percentage of our invoices is overdue", "en"),
		("percentage of overdue invoices", "en"),
		("how many percent of the invoices are overdue", "en"),
		("what is the share of invoices that are overdue", "en"),
		("overdue invoices as a percentage of all invoices", "en"),
		("% of invoices overdue", "en"),
		("Wie viel Prozent unserer Rechnungen sind überfällig?", "de"),
		("Wie hoch ist der Anteil überfälliger Rechnungen?", "de"),
		("Wie hoch ist der Anteil der Rechnungen, die überfällig sind?", "de"),
		("Quel pourcentage de nos factures est en retard ?", "fr"),
		("quelle est la part des factures en retard", "fr"),
		("¿Qué porcentaje de nuestras facturas está vencido?", "es"),
		("proporción de facturas vencidas", "es"),
	],
)
def test_of_all_records(question: str, language: str) -> None:
	"""What is said of the part, in any order of the words; the whole is all that were not cancelled."""
	query = share(question, language)
	assert query == RecordQuery(
		"Invoice", (NOT_CANCELLED,), measures=(Measure("count"),), share=Share((OVERDUE,))
	)


@pytest.mark.parametrize(
	("question", "language"),
	[
		("what percentage of overdue invoices is from Germany", "en"),
		("Wie viel Prozent der überfälligen Rechnungen sind aus Germany?", "de"),
	],
)
def test_of_a_whole_that_is_said(question: str, language: str) -> None:
	"""What stands before the verb is true of both."""
	query = share(question, language)
	assert (query.conditions, query.share) == ((OVERDUE, NOT_CANCELLED), Share((GERMANY,)))


@pytest.mark.parametrize(
	("question", "language"),
	[
		("what share of our revenue came from Germany this year", "en"),
		("what share of this year's revenue came from Germany", "en"),
		("Welcher Anteil des Umsatzes kommt dieses Jahr aus Germany?", "de"),
		("Anteil von Germany am Umsatz in diesem Jahr", "de"),
		("Quelle part du chiffre d'affaires vient de Germany cette année ?", "fr"),
		("¿Qué parte de las ventas viene de Germany este año?", "es"),
	],
)
def test_of_an_amount(question: str, language: str) -> None:
	"""Days are those of both, wherever they stand."""
	query = share(question, language)
	assert query.measures == (Measure("sum", "total"),)
	assert {*query.conditions} == {YEAR, SUBMITTED} and query.share == Share((GERMANY,))


def test_days_of_the_part() -> None:
	"""If nothing else is said of it."""
	query = share("what percentage of invoices was made in October")
	assert query.conditions == (NOT_CANCELLED,)
	assert query.share == Share((RecordCondition("posted", "between", ("2026-10-01", "2026-10-31")),))


def test_what_was_cancelled() -> None:
	"""Is a part of all there is."""
	query = share("what percentage of invoices was cancelled")
	assert (query.conditions, query.share) == ((), Share((RecordCondition("docstatus", "=", 2),)))


def test_a_day_that_a_state_says_is_of_the_part() -> None:
	"""Overdue is what was to be done before today; tasks of all days are the whole."""
	query = share("percentage of overdue tasks by project")
	assert (query.conditions, query.group_by) == ((), ("project",))
	assert query.share == Share((RecordCondition("due", "<", "2026-11-28"),))


@pytest.mark.parametrize(
	("question", "language"),
	[
		("share of revenue by territory", "en"),
		("revenue by territory in percent", "en"),
		("Umsatzanteil je Gebiet", "de"),
		("Umsatz nach Gebiet in Prozent", "de"),
		("chiffre d'affaires par territoire en pourcentage", "fr"),
		("ventas por territorio en porcentaje", "es"),
	],
)
def test_of_each_group(question: str, language: str) -> None:
	"""Each is a part of all."""
	query = share(question, language)
	assert (query.group_by, query.measures, query.share) == (
		("territory",),
		(Measure("sum", "total"),),
		Share(),
	)


def test_of_those_that_have_others() -> None:
	"""Customers with or without invoices are a part of all customers."""
	related = Related("Invoice", "customer", (OVERDUE,))
	assert share("what percentage of our customers has overdue invoices").share == Share(related=(related,))
	query = share("percentage of customers without invoices this year")
	assert query.doctype == "Customer" and query.share
	assert query.share.related == (Related("Invoice", "customer", (YEAR, NOT_CANCELLED), 0, 0),)


def test_what_is_told() -> None:
	"""First the whole, then the part; what nobody said is marked."""
	told = read("what percentage of this year's invoices is overdue").understood
	assert [part.what for part in told] == [
		"doctype",
		"condition",
		"condition",
		"measure",
		"share",
		"condition",
	]
	assert [part.field for part in told if part.is_assumed] == ["docstatus"]
	assert told[-1].values == ("Overdue",)
	assert read("share of revenue by territory").understood[-1] == Part("share")


def test_a_name_of_several() -> None:
	"""Is asked back, as in any question."""
	twice = by_title([FoundRecord("Customer", f"C-{number}", "Acme", "Acme") for number in (1, 2)])
	vocabulary = Vocabulary(
		languages=("en",),
		names=(DocTypeName("Invoice", "invoice", PREFERRED),),
		describe=DESCRIBED.get,
		record_doctypes=("Customer",),
		totals={"sales": ("Invoice",)},
	)
	found = read_question(
		"what share of our revenue did Acme make up", vocabulary, today=TODAY, find_records=twice
	)
	assert found.kind == "ask" and len(found.records) == 2


@pytest.mark.parametrize(
	"question",
	[
		"percentage of invoices",
		"what percentage of our invoices is purple",
		"share of customers in invoices",
		"percentage of the average invoice",
		"share of Acme in overdue invoices",
		"percentage of overdue invoices from Germany",
		"what percentage of our invoices over 100 is worth more than 50 each",
	],
)
def test_what_is_no_share(question: str) -> None:
	"""No part, no whole, or a word that nothing explains."""
	query = read(question).query
	assert query is None or query.share is None


def test_words_that_only_look_so() -> None:
	"""A share transfer is a document, and “de la part de” says whose something is."""
	transfers = read("share transfers of Acme").query
	assert transfers and (transfers.doctype, transfers.share) == ("Share Transfer", None)
	invoices = read("factures de la part de Acme", "fr").query
	assert invoices and invoices.share is None
	assert RecordCondition("customer", "=", "Acme") in invoices.conditions
