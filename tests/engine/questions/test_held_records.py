"""Questions about records by what they have or lack: customers without orders, how many customers have overdue invoices."""

from dataclasses import replace
from datetime import date

import pytest

from huf.engine.questions.reader import read_question
from huf.engine.questions.reading import Reading
from huf.engine.questions.record_query import Measure, RecordCondition, Related
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
SUBMITTED = RecordCondition("docstatus", "=", 1)
NOT_CANCELLED = RecordCondition("docstatus", "!=", 2)
CUSTOMER_LINK = FieldWords("customer", "Customer", "link", ("Customer",), target="Customer", is_main=True)
ORDER = DocTypeWords(
	"Sales Order",
	"Sales Order",
	fields=(
		CUSTOMER_LINK,
		FieldWords("ordered_on", "Date", "date", ("Date",)),
		FieldWords("territory", "Territory", "link", ("Territory",), target="Territory", is_main=True),
		FieldWords("department", "Department", "link", ("Department",), target="Department", is_main=True),
		FieldWords("total", "Total", "number", ("Total",)),
	),
	date="ordered_on",
	amount="total",
	is_submittable=True,
	states={
		"open": (RecordCondition("status", "=", "To Deliver"),),
		"completed": (RecordCondition("status", "=", "Completed"),),
		"not completed": (RecordCondition("status", "!=", "Completed"),),
	},
	totals={"ordered": Total("total", needs="customer")},
)
INVOICE = DocTypeWords(
	"Sales Invoice",
	"Sales Invoice",
	fields=(
		CUSTOMER_LINK,
		FieldWords("status", "Status", "choice", ("Status",), {"Overdue": (), "Paid": ()}),
		FieldWords("posting_date", "Date", "date", ("Date",)),
		FieldWords("net", "Net Total", "number", ("Net Total",)),
		FieldWords("grand", "Grand Total", "number", ("Grand Total",)),
		FieldWords("left", "Outstanding Amount", "number", ("Outstanding Amount",)),
		FieldWords("items.item", "Item", "link", ("Item",), target="Item", is_main=True),
		FieldWords("items.net", "Net", "number"),
		FieldWords("items.qty", "Quantity", "number"),
	),
	date="posting_date",
	amount="grand",
	open_amount="left",
	status="status",
	is_submittable=True,
	states={
		"overdue": (RecordCondition("status", "=", "Overdue"),),
		"paid": (RecordCondition("status", "=", "Paid"),),
		"not paid": (SUBMITTED, RecordCondition("left", ">", 0)),
	},
	totals={
		"sales": Total("net", of_rows="items.net", quantity_of_rows="items.qty", party="customer"),
		"purchases": Total("net", needs="customer", party="customer"),
		"receivable": Total("left", party="customer"),
	},
)
DOCTYPES = {
	each.doctype: each
	for each in (
		ORDER,
		INVOICE,
		*(DocTypeWords(name, name, is_named=True) for name in ("Customer", "Item", "Territory")),
		DocTypeWords(
			"Department", "Department", fields=(FieldWords("is_group", "Is Group", "check", ("Is Group",)),)
		),
	)
}
VOCABULARY = Vocabulary(
	names=(
		*(DocTypeName(doctype, doctype) for doctype in DOCTYPES),
		*(DocTypeName("Sales Order", name, PREFERRED) for name in ("order", "Auftrag", "commande", "pedido")),
		*(
			DocTypeName("Sales Invoice", name, PREFERRED)
			for name in ("invoice", "Rechnung", "facture", "factura")
		),
		*(DocTypeName("Customer", name, PREFERRED) for name in ("Kunde", "client", "cliente")),
		*(DocTypeName("Item", name, PREFERRED) for name in ("Artikel", "article", "artículo")),
	),
	describe=DOCTYPES.get,
	record_doctypes=("Customer", "Item"),
	languages=("en", "de"),
	totals={
		"ordered": ("Sales Order",),
		"sales": ("Sales Invoice",),
		"purchases": ("Sales Invoice",),
		"receivable": ("Sales Invoice",),
	},
)
RECORDS = (FoundRecord("Territory", "Germany", "Germany", ""), FoundRecord("Customer", "ACME", "Acme", ""))

SINCE_JUNE = RecordCondition("ordered_on", ">=", "2026-06-01")
THIS_YEAR = RecordCondition("posting_date", "between", ("2026-01-01", "2026-12-31"))
OVERDUE = RecordCondition("status", "=", "Overdue")
OWES = RecordCondition("left", ">", 0)
NO_ORDER = Related("Sales Order", "customer", (SINCE_JUNE, NOT_CANCELLED), 0, 0)
NONE_OVERDUE = Related("Sales Invoice", "customer", (OVERDUE,), 0, 0)


FRENCH, SPANISH = (replace(VOCABULARY, languages=("en", "de", code)) for code in ("fr", "es"))
VOCABULARIES = {"client ": FRENCH, "clients ": FRENCH, "combien ": FRENCH, "clientes ": SPANISH, "¿": SPANISH}
"""Of questions that begin so. English and German are read on every site."""


def read(question: str, vocabulary: Vocabulary | None = None) -> Reading:
	"""The question on that Saturday."""
	begins = (each for start, each in VOCABULARIES.items() if question.startswith(start))
	vocabulary = vocabulary or next(begins, VOCABULARY)
	return read_question(question, vocabulary, today=TODAY, find_records=by_title(RECORDS))


def held(question: str) -> tuple[str, Related, bool]:
	"""Which records are asked for by what they have, and whether they are only counted."""
	query = read(question).query
	assert query is not None, question
	assert not query.conditions and not query.group_by and not query.order_by, question
	(related,) = query.related
	return query.doctype, related, query.measures == (Measure("count"),)


@pytest.mark.parametrize(
	("question", "doctype", "related"),
	[
		("customers without orders since June", "Customer", NO_ORDER),
		("which customers have not placed an order since June?", "Customer", NO_ORDER),
		("which customers have not ordered since June", "Customer", NO_ORDER),
		(
			"customers who haven't bought anything this year",
			"Customer",
			Related("Sales Invoice", "customer", (THIS_YEAR, SUBMITTED), 0, 0),
		),
		(
			"items that were never sold",
			"Item",
			Related("Sales Invoice", "items.item", (SUBMITTED,), 0, 0),
		),
		("customers with no overdue invoices", "Customer", NONE_OVERDUE),
		("customers who do not have any overdue invoices", "Customer", NONE_OVERDUE),
		(
			"customers who don't owe us anything",
			"Customer",
			Related("Sales Invoice", "customer", (SUBMITTED, OWES), 0, 0),
		),
		("who has not ordered since June", "Customer", NO_ORDER),
		("customers without a single order since June", "Customer", NO_ORDER),
		("Kunden, die seit Juni keinen Auftrag haben", "Customer", NO_ORDER),
		("clientes que no tienen pedido desde junio", "Customer", NO_ORDER),
		("Kunden ohne überfällige Rechnungen", "Customer", NONE_OVERDUE),
		("Kunden, die keine Aufträge seit Juni haben", "Customer", NO_ORDER),
		(
			"Artikel, die dieses Jahr nicht verkauft wurden",
			"Item",
			Related("Sales Invoice", "items.item", (THIS_YEAR, SUBMITTED), 0, 0),
		),
		("clients sans commande depuis juin", "Customer", NO_ORDER),
		("clients qui n'ont pas de factures en retard", "Customer", NONE_OVERDUE),
		("clientes sin pedidos desde junio", "Customer", NO_ORDER),
		("clientes que no tienen facturas vencidas", "Customer", NONE_OVERDUE),
	],
)
def test_those_that_have_none(question: str, doctype: str, related: Related) -> None:
	"""By a word for without, by a denied verb, and wherever a language puts them."""
	assert held(question) == (doctype, related, False)


@pytest.mark.parametrize(
	("question", "at_least", "at_most"),
	[
		("customers with more than 5 overdue invoices", 6, None),
		("customers with 3 or more overdue invoices", 3, None),
		("customers with three overdue invoices or more", 3, None),
		("customers with 2 overdue invoices or fewer", 0, 2),
		("which customers have at least 3 overdue invoices", 3, None),
		("customers with fewer than 3 overdue invoices", 0, 2),
		("customers with at most two overdue invoices", 0, 2),
		("Kunden mit mehr als 5 überfälligen Rechnungen", 6, None),
		("clients avec plus de 5 factures en retard", 6, None),
		("clientes con más de 5 facturas vencidas", 6, None),
	],
)
def test_those_that_have_so_many(question: str, at_least: int, at_most: int | None) -> None:
	"""It is no amount, though invoices have one."""
	assert held(question) == (
		"Customer",
		Related("Sales Invoice", "customer", (OVERDUE,), at_least, at_most),
		False,
	)


@pytest.mark.parametrize(
	("question", "condition"),
	[
		("how many customers have overdue invoices?", OVERDUE),
		("number of customers with overdue invoices", OVERDUE),
		("total of customers with at least one overdue invoice", OVERDUE),
		("wie viele Kunden haben überfällige Rechnungen", OVERDUE),
		("combien de clients ont des factures en retard", OVERDUE),
		("¿cuántos clientes tienen facturas vencidas?", OVERDUE),
		("how many customers bought something this year", THIS_YEAR),
		("how many customers owe us money", OWES),
	],
)
def test_how_many_have_some(question: str, condition: RecordCondition) -> None:
	"""Each counts once, however many it has."""
	doctype, related, is_count = held(question)
	assert (doctype, is_count, related.at_least, related.at_most) == ("Customer", True, 1, None)
	assert condition in related.conditions


def test_how_many_have_none() -> None:
	"""As well."""
	doctype, related, is_count = held("how many customers have no orders")
	assert (doctype, is_count, related.at_most) == ("Customer", True, 0)


@pytest.mark.parametrize(
	"question",
	[
		# Of Germany are the customers, and not the orders that they lack.
		"customers in Germany without orders",
		# Not paid, or none that is paid?
		"clientes que no han pagado facturas",
		"customers who do not have completed orders",
		"customers with more than 2.5 orders",
		"customers that are not overdue on any invoice",
		"customers order count > 2",
		"customers that have not ordered this year and not last year",
		"new customers since June without orders",
		"top 5 customers without orders",
		"total of customers without orders by month",
		"how many items did we sell this year",
		"revenue of customers without orders",
		"more than 5 orders",
	],
)
def test_what_is_searched_for(question: str) -> None:
	"""What could be read in two ways, or asks for more than which records these are."""
	assert read(question).kind == "passage"


def test_groups_stay_groups() -> None:
	"""Who has some is answered with how many they have."""
	query = read("customers with overdue invoices").query
	assert query and (query.doctype, query.group_by) == ("Sales Invoice", ("customer",))
	query = read("customers with not completed orders").query
	assert query and not query.related


def test_what_is_told() -> None:
	"""The DocType that was meant, how many related records, and behind it what is true of these."""
	parts = read("how many customers have no orders since June").understood
	assert [(part.what, part.label, part.field, part.values) for part in parts] == [
		("doctype", "", "Customer", ()),
		("measure", "", "", ()),
		("related", "Sales Order", "", ("0", "0")),
		("condition", "Date", "ordered_on", ("2026-06-01",)),
		("condition", "", "docstatus", ("2",)),
	]


def test_records_that_may_not_be_read_are_not_asked_for() -> None:
	"""Though whoever asks may read the orders."""
	describe = {**DOCTYPES, "Customer": None}.get
	assert read("customers without orders", replace(VOCABULARY, describe=describe)).kind == "passage"


WITH_TERRITORIES = {
	**DOCTYPES,
	"Customer": DocTypeWords(
		"Customer",
		"Customer",
		fields=(
			FieldWords("territory", "Territory", "link", ("Territory",), target="Territory", is_main=True),
			FieldWords("is_active", "Active", "check", ("Active",)),
		),
		is_named=True,
		states={"active": (RecordCondition("is_active", "=", 1),)},
	),
}.get
IN_GERMANY = RecordCondition("territory", "=", "Germany")


@pytest.mark.parametrize(
	("question", "conditions", "related"),
	[
		("customers in Germany without orders since June", (IN_GERMANY,), NO_ORDER),
		("which customers in Germany have not ordered since June", (IN_GERMANY,), NO_ORDER),
		("Kunden in Germany, die seit Juni keinen Auftrag haben", (IN_GERMANY,), NO_ORDER),
		("active customers in Germany with no overdue invoices", (IN_GERMANY,), NONE_OVERDUE),
		("Kunden in Germany ohne überfällige Rechnungen", (IN_GERMANY,), NONE_OVERDUE),
		(
			"customers in Germany with more than 5 overdue invoices",
			(IN_GERMANY,),
			replace(NONE_OVERDUE, at_least=6, at_most=None),
		),
	],
)
def test_conditions_of_their_own(
	question: str, conditions: tuple[RecordCondition, ...], related: Related
) -> None:
	"""What stands before a word for without is said of the records that are asked for, and not of those that they lack."""
	query = read(question, replace(VOCABULARY, describe=WITH_TERRITORIES)).query
	assert query and query.doctype == "Customer"
	assert {*conditions} <= {*query.conditions}
	assert query.related == (related,)


QUOTE = DocTypeWords(
	"Quotation",
	"Quotation",
	fields=(FieldWords("party_name", "Party", "text"), FieldWords("date", "Date", "date", ("Date",))),
	date="date",
	states={"open": (RecordCondition("state", "=", "Open"),)},
	parties={"Customer": ("party_name", "quotation_to")},
	is_of_party=True,
)
WITH_QUOTES = replace(
	VOCABULARY,
	names=(
		*VOCABULARY.names,
		DocTypeName("Quotation", "Quotation"),
		DocTypeName("Quotation", "Angebot", PREFERRED),
	),
	describe=lambda doctype: QUOTE if doctype == "Quotation" else WITH_TERRITORIES(doctype),
)
OPEN_QUOTE = Related("Quotation", "party_name", (RecordCondition("state", "=", "Open"),))
NO_ORDER_EVER = Related("Sales Order", "customer", (NOT_CANCELLED,), 0, 0)
SOME_OVERDUE = Related("Sales Invoice", "customer", (OVERDUE,))


@pytest.mark.parametrize(
	("question", "related"),
	[
		("customers with open quotations", (OPEN_QUOTE,)),
		("customers without quotations", (replace(OPEN_QUOTE, conditions=(), at_least=0, at_most=0),)),
		("Kunden ohne Angebote", (replace(OPEN_QUOTE, conditions=(), at_least=0, at_most=0),)),
		("customers with overdue invoices and no orders", (SOME_OVERDUE, NO_ORDER_EVER)),
		("customers with open quotations but no orders", (OPEN_QUOTE, NO_ORDER_EVER)),
		("Kunden mit überfälligen Rechnungen, aber ohne Aufträge", (SOME_OVERDUE, NO_ORDER_EVER)),
		("Kunden mit offenen Angeboten und gleichzeitig überfälligen Rechnungen", (OPEN_QUOTE, SOME_OVERDUE)),
		(
			"Welche Kunden haben sowohl offene Angebote als auch überfällige Rechnungen?",
			(OPEN_QUOTE, SOME_OVERDUE),
		),
		("which customers have an open quotation and overdue invoices", (OPEN_QUOTE, SOME_OVERDUE)),
		("customers in Germany with open quotations and no orders", (OPEN_QUOTE, NO_ORDER_EVER)),
	],
)
def test_several_clauses(question: str, related: tuple[Related, ...]) -> None:
	"""Each is about records of another kind, and all hold; also where the link may lead to records of several DocTypes."""
	query = read(question, WITH_QUOTES).query
	assert query and (query.doctype, query.related) == ("Customer", related)
	assert query.conditions == ((IN_GERMANY,) if "Germany" in question else ())


def test_what_is_told_of_two_clauses() -> None:
	"""What is true of the records that are asked for stands before what they lack, and what is true of those behind it."""
	vocabulary = replace(VOCABULARY, describe=WITH_TERRITORIES)
	parts = read("how many customers in Germany have no orders since June", vocabulary).understood
	assert [(part.what, part.field or part.label) for part in parts] == [
		("doctype", "Customer"),
		("condition", "territory"),
		("measure", ""),
		("related", "Sales Order"),
		("condition", "ordered_on"),
		("condition", "docstatus"),
	]


@pytest.mark.parametrize(
	"question",
	[
		"top 5 customers in Germany without orders",
		"customers in Germany by territory without orders",
		# Of whom?
		"which of them are customers in Germany without orders",
		"how many of them are customers in Germany with no orders",
	],
)
def test_two_clauses_that_are_searched_for(question: str) -> None:
	"""What is ordered or grouped is no list of records that could lack anything, and *them* was said before."""
	assert read(question, replace(VOCABULARY, describe=WITH_TERRITORIES)).kind == "passage"


@pytest.mark.parametrize(
	"question",
	["customers with three or more orders", "Kunden mit drei oder mehr Aufträgen"],
)
def test_so_many_or_more(question: str) -> None:
	"""The number is how many, as it is behind “at least”."""
	query = read(question).query
	assert query and query.related == (Related("Sales Order", "customer", (NOT_CANCELLED,), 3, None),)


@pytest.mark.parametrize(
	("question", "function", "descending"),
	[
		("which customer placed the biggest order", "max", True),
		("Welcher Kunde hat den größten Auftrag erteilt?", "max", True),
		("which customer placed the smallest order", "min", False),
	],
)
def test_whose_is_the_biggest(question: str, function: str, descending: bool) -> None:
	"""Whose amount is the highest, and not who has the most."""
	query = read(question).query
	assert query and (query.doctype, query.group_by) == ("Sales Order", ("customer",))
	assert [(each.function, each.field) for each in query.measures] == [(function, "total")]
	assert [each.descending for each in query.order_by] == [descending]
	most = read("which customer has the most orders").query
	assert most and [each.function for each in most.measures] == ["count"]


EMPLOYEE = DocTypeWords(
	"Employee",
	"Employee",
	fields=(
		FieldWords("reports_to", "Reports to", "link", ("Reports to",), target="Employee", is_main=True),
		FieldWords("left_on", "Relieving Date", "date", ("Relieving Date",)),
	),
	is_named=True,
	states={
		"female": (RecordCondition("gender", "=", "Female"),),
		"male": (RecordCondition("gender", "=", "Male"),),
	},
	dates={"left": "left_on"},
)


@pytest.mark.parametrize(
	"question", ["how many men and women do we have", "Wie viele Männer und Frauen haben wir?"]
)
def test_two_kinds_of_the_same_records(question: str) -> None:
	"""Nobody asked for those to whom others report."""
	names = tuple(
		DocTypeName("Employee", name, PREFERRED, state=state)
		for state, said in (("female", ("women", "Frauen")), ("male", ("men", "Männer")))
		for name in said
	)
	vocabulary = replace(
		VOCABULARY,
		names=(*VOCABULARY.names, *names),
		describe=lambda doctype: EMPLOYEE if doctype == "Employee" else VOCABULARY.describe(doctype),
	)
	assert read(question, vocabulary).kind == "passage"
	women = read(
		"how many women do we have" if "men and" in question else "Wie viele Frauen haben wir?", vocabulary
	)
	assert women.query and women.query.conditions == (RecordCondition("gender", "=", "Female"),)


WITH_CREDIT_NOTES = {
	**DOCTYPES,
	"Sales Invoice": replace(
		INVOICE,
		fields=(
			*INVOICE.fields,
			FieldWords("return_against", "Return Against", "link", target="Sales Invoice", is_main=True),
		),
	),
}.get


def test_a_clause_about_what_was_named_before() -> None:
	"""The invoices that customers owe are those that are overdue, and have no customers' credit notes among them."""
	query = read(
		"how many customers owe us overdue invoices", replace(VOCABULARY, describe=WITH_CREDIT_NOTES)
	).query
	assert query and query.doctype == "Customer"
	assert [(each.doctype, each.field) for each in query.related] == [("Sales Invoice", "customer")]
	assert OVERDUE in query.related[0].conditions


@pytest.mark.parametrize(
	"question", ["overdue invoices without paid invoices", "overdue invoices and more than 2 paid invoices"]
)
def test_records_do_not_have_others_of_their_kind(question: str) -> None:
	"""They may refer to some, but nobody means that."""
	assert read(question, replace(VOCABULARY, describe=WITH_CREDIT_NOTES)).kind == "passage"


@pytest.mark.parametrize(
	("question", "doctype", "group"),
	[
		("customers with orders", "Sales Order", "customer"),
		("which customers have an order", "Sales Order", "customer"),
		("customers who have at least one order", "Sales Order", "customer"),
		("Kunden mit Aufträgen", "Sales Order", "customer"),
		("Kunden, die einen Auftrag haben", "Sales Order", "customer"),
		("clients avec des commandes", "Sales Order", "customer"),
		("clientes con pedidos", "Sales Order", "customer"),
	],
)
def test_those_that_have_any(question: str, doctype: str, group: str) -> None:
	"""Whatever these are: each with how many."""
	query = read(question).query
	assert query and (query.doctype, query.group_by, query.measures) == (
		doctype,
		(group,),
		(Measure("count"),),
	)


@pytest.mark.parametrize(
	"question", ["customers orders", "customer with", "how do I make customers with orders", "orders"]
)
def test_none_that_have_any(question: str) -> None:
	"""Where no word says that they have them, or another word says something else."""
	assert read(question).kind != "list"


@pytest.mark.parametrize(
	"question",
	[
		"customers with orders but no invoices",
		"customers who have an order but not a single invoice",
		"customers with orders who have never had an invoice",
		"Kunden mit Aufträgen, aber ohne Rechnungen",
		"Kunden, die einen Auftrag haben, aber keine Rechnung",
		"clients qui ont une commande mais aucune facture",
		"clientes con pedidos pero sin facturas",
	],
)
def test_those_that_have_some_and_lack_others(question: str) -> None:
	"""Neither clause says more than that."""
	query = read(question).query
	assert query and query.doctype == "Customer"
	assert query.related == (
		Related("Sales Order", "customer", (NOT_CANCELLED,), 1, None),
		Related("Sales Invoice", "customer", (NOT_CANCELLED,), 0, 0),
	)


def test_groups_lack_nothing() -> None:
	"""A department that others are grouped under has no orders of its own; that is assumed where orders are lacked."""
	reading = read("departments without orders")
	assert reading.query and reading.query.conditions == (RecordCondition("is_group", "=", 0),)
	assert [part.label for part in reading.understood if part.is_assumed and part.field == "is_group"] == [
		"Is Group"
	]
	counted = read("how many departments have no orders").query
	assert counted and counted.conditions == (RecordCondition("is_group", "=", 0),)
	some = read("departments with at least 2 orders").query
	assert some and not some.conditions


@pytest.mark.parametrize(
	("question", "doctype"),
	[
		("customers who ordered nothing", "Sales Order"),
		("customers who bought nothing this year", "Sales Invoice"),
		("which customers bought nothing", "Sales Invoice"),
	],
)
def test_nothing_behind_what_was_done(question: str, doctype: str) -> None:
	"""English denies what was done behind it, too."""
	found = read_question(question, VOCABULARY, today=TODAY, find_records=by_title(RECORDS)).query
	assert found and found.doctype == "Customer"
	assert [(each.doctype, each.at_most) for each in found.related] == [(doctype, 0)]


def test_everyone_is_nobody_in_particular() -> None:
	"""“Everyone in sales” asks for people, and not for the revenue."""
	found = read_question("everyone in sales", VOCABULARY, today=TODAY, find_records=by_title(RECORDS))
	assert found.kind != "list"
