"""What changed from one period to the next, in plain questions."""

from datetime import date

import pytest

from huf.engine.questions.reader import read_question
from huf.engine.questions.reading import Part, Reading
from huf.engine.questions.record_query import Measure, RecordCondition
from huf.engine.questions.vocabulary import (
	PREFERRED,
	DocTypeName,
	DocTypeWords,
	FieldWords,
	Total,
	Vocabulary,
)

TODAY = date(2026, 11, 28)
INVOICE = DocTypeWords(
	"Invoice",
	"Invoice",
	fields=(
		FieldWords("customer", "Customer", "link", ("Customer",), target="Customer", is_main=True),
		FieldWords("posted", "Date", "date", ("Date",)),
		FieldWords("total", "Total", "number", ("Total",)),
	),
	date="posted",
	amount="total",
	is_named=True,
	totals={"sales": Total("total", party="customer")},
)
VOCABULARY = {
	language: Vocabulary(
		languages=(language,),
		names=tuple(DocTypeName("Invoice", text, PREFERRED) for text in names),
		describe={"Invoice": INVOICE}.get,
		totals={"sales": ("Invoice",)},
	)
	for language, names in {
		"en": ("invoice",),
		"de": ("Rechnung",),
		"fr": ("facture",),
		"es": ("factura",),
	}.items()
}
AUTUMN = RecordCondition("posted", "between", ("2026-09-01", "2026-10-31"))
LAST_TWO = RecordCondition("posted", "between", ("2026-10-01", "2026-11-30"))


def read(question: str, language: str = "en") -> Reading:
	return read_question(question, VOCABULARY[language], today=TODAY, find_records=lambda *_asked: [])


@pytest.mark.parametrize(
	("question", "language", "days"),
	[
		("revenue this month compared to last month", "en", LAST_TWO),
		("did we sell more this month than last month", "en", LAST_TWO),
		("by how many percent did revenue rise from September to October", "en", AUTUMN),
		("by how much did our revenue change between September and October", "en", AUTUMN),
		("revenue growth from September to October", "en", AUTUMN),
		(
			"Um wie viel Prozent ist der Umsatz diesen Monat gegenüber dem Vormonat zurückgegangen?",
			"de",
			LAST_TWO,
		),
		("um wie viel euro lag der umsatz im oktober höher als im september", "de", AUTUMN),
		("de combien le chiffre d'affaires a-t-il augmenté entre septembre et octobre", "fr", AUTUMN),
		("chiffre d'affaires ce mois-ci par rapport au mois dernier", "fr", LAST_TWO),
		("en cuánto aumentaron las ventas de septiembre a octubre", "es", AUTUMN),
		("ventas de este mes respecto al mes pasado", "es", LAST_TWO),
	],
)
def test_of_revenue(question: str, language: str, days: RecordCondition) -> None:
	"""Both periods, told apart by the month, and by how much they differ."""
	query = read(question, language).query
	assert query is not None, question
	assert query.conditions[0] == days and query.measures == (Measure("sum", "total"),)
	assert (query.group_by, query.order_by, query.changes) == (("month(posted)",), (), True)


@pytest.mark.parametrize(
	("question", "language"),
	[
		("how many more invoices did we write in October than in September", "en"),
		("did we write fewer invoices in October than in September", "en"),
		("Wie viele Rechnungen haben wir im Oktober weniger geschrieben als im September?", "de"),
		("combien de factures de plus en octobre qu'en septembre", "fr"),
		("cuántas facturas más hicimos en octubre que en septiembre", "es"),
	],
)
def test_of_how_many(question: str, language: str) -> None:
	"""The words for the records may stand between the periods."""
	query = read(question, language).query
	assert query is not None, question
	assert (query.conditions, query.measures, query.changes) == ((AUTUMN,), (Measure("count"),), True)


def test_growth_of_every_month() -> None:
	"""Without a period to compare with, each month with the one before."""
	query = read("monthly revenue growth this year").query
	assert query and query.changes and query.group_by == ("month(posted)",)
	assert read("revenue growth by month").understood[-1] == Part("change")


def test_months_alone_are_not_compared() -> None:
	"""Nobody asked for it."""
	query = read("monthly revenue this year").query
	assert query and not query.changes


@pytest.mark.parametrize(
	"question",
	[
		"revenue growth",
		"by how much did revenue rise",
		"did revenue fall",
		"revenue growth by customer",
		"how much is due in October and how much in November",
		"more invoices",
		"revenue in June compared to October",
		"which customers bought more than last month",
	],
)
def test_what_is_no_change(question: str) -> None:
	"""No period before, or none that follows it."""
	query = read(question).query
	assert query is None or not query.changes
