"""What small words make of a question: nothing, longest, several, over, not completely, use, must."""

from dataclasses import replace
from datetime import date

import pytest

from huf.engine.questions.reader import read_question
from huf.engine.questions.reading import Reading
from huf.engine.questions.record_query import Measure, Order, RecordCondition, RecordQuery, Related
from huf.engine.questions.vocabulary import (
	PREFERRED,
	DocTypeName,
	DocTypeWords,
	FieldWords,
	FoundRecord,
	Vocabulary,
)
from tests.engine.questions.finding import by_title

TODAY = date(2026, 11, 28)
SUBMITTED = RecordCondition("docstatus", "=", 1)
CUSTOMER = FieldWords("customer", "Customer", "link", ("Customer",), target="Customer", is_main=True)
ORDER = DocTypeWords(
	"Sales Order",
	"Sales Order",
	fields=(
		CUSTOMER,
		FieldWords("ordered_on", "Date", "date", ("Date",)),
		FieldWords("delivery_date", "Delivery Date", "date", ("Delivery Date",)),
		FieldWords("weight", "Weight", "number", ("Weight", "Gewicht", "poids", "peso")),
	),
	date="ordered_on",
	is_submittable=True,
	states={
		"delivered": (SUBMITTED, RecordCondition("per_delivered", ">=", 100)),
		"not delivered": (SUBMITTED, RecordCondition("per_delivered", "<", 100)),
		"completed": (RecordCondition("status", "=", "Completed"),),
		"not completed": (RecordCondition("status", "!=", "Completed"),),
		"paid": (RecordCondition("left", "=", 0),),
		"not paid": (RecordCondition("left", ">", 0),),
		"overdue": (RecordCondition("status", "=", "Late"),),
	},
	dates={"delivery": "delivery_date", "due": "delivery_date"},
)
TICKET = DocTypeWords(
	"Ticket",
	"Ticket",
	fields=(
		CUSTOMER,
		FieldWords("status", "Status", "choice", ("Status",), {"Open": (), "Closed": ()}),
		FieldWords("opened_on", "Date", "date", ("Date",)),
		FieldWords("answered_on", "Answer", "datetime", ("Answer", "answered")),
	),
	date="opened_on",
	status="status",
)
BOM = DocTypeWords(
	"BOM",
	"BOM",
	fields=(
		FieldWords("item", "Item", "link", ("Item",), target="Item", is_main=True),
		FieldWords("items.item_code", "Item", "link", ("Item",), target="Item"),
	),
)
NAMES = {
	"Sales Order": ("order", "Auftrag", "commande", "pedido"),
	"Ticket": ("ticket",),
	"BOM": ("BOM", "Stückliste", "nomenclature", "lista de materiales"),
	"Customer": ("customer", "Kunde", "client", "cliente"),
}
VOCABULARY = Vocabulary(
	names=tuple(DocTypeName(doctype, name, PREFERRED) for doctype, names in NAMES.items() for name in names),
	describe={
		"Sales Order": ORDER,
		"Ticket": TICKET,
		"BOM": BOM,
		"Customer": DocTypeWords("Customer", "Customer", is_named=True),
	}.get,
	record_doctypes=("Customer", "Item"),
	languages=("en", "de", "fr", "es"),
)
RECORDS = by_title((FoundRecord("Item", "MTR-12", "MTR-12", ""),))


def read(question: str) -> Reading:
	"""The question on that Saturday."""
	return read_question(question, VOCABULARY, today=TODAY, find_records=RECORDS)


def query(question: str) -> RecordQuery:
	"""The query of a question that is a list."""
	found = read(question).query
	assert found is not None, question
	return found


@pytest.mark.parametrize(
	"question",
	[
		"orders whose delivery date has passed",
		"orders with a delivery date in the past",
		"orders of which the delivery date is over",
		"orders that have run past their delivery date",
		"Aufträge, deren Liefertermin überschritten ist",
		"Aufträge mit Liefertermin in der Vergangenheit",
		"pedidos cuya fecha de entrega ya ha pasado",
		"commandes dont la date de livraison est révolue",
	],
)
def test_a_date_that_is_over(question: str) -> None:
	"""It lies before today, which no other word need say."""
	assert RecordCondition("delivery_date", "<", "2026-11-28") in query(question).conditions


def test_a_date_that_is_said_to_be_over_by_a_state() -> None:
	"""The date says no more than the state does."""
	late = RecordCondition("status", "=", "Late")
	for question in ("orders whose delivery date is overdue", "Aufträge, deren Liefertermin überfällig ist"):
		assert late in query(question).conditions, question
		assert len(query(question).conditions) == 2, question


@pytest.mark.parametrize(
	"question",
	["orders that have passed", "orders whose delivery date has not passed", "commandes passées par Acme"],
)
def test_what_is_over_without_a_date(question: str) -> None:
	"""And what is not over: no list, rather than one of everything."""
	assert read(question).kind != "list"


@pytest.mark.parametrize(
	"question",
	[
		"orders of which nothing has been delivered",
		"Aufträge, von denen noch nichts geliefert wurde",
		"commandes dont rien n'a été livré",
		"pedidos de los que no se ha entregado nada",
	],
)
def test_nothing_is_no_part(question: str) -> None:
	"""What is partly delivered is not delivered in full, but nobody asked for it."""
	assert query(question).conditions == (SUBMITTED, RecordCondition("per_delivered", "=", 0))


def test_nothing_where_no_share_is_known() -> None:
	"""That something is left to pay does not tell that nothing was paid."""
	assert read("orders for which nothing has been paid").kind != "list"
	assert query("orders that are not paid").conditions[0] == RecordCondition("left", ">", 0)


@pytest.mark.parametrize(
	"question",
	[
		"orders that are not completely delivered",
		"orders not completely delivered",
		"Aufträge, die nicht vollständig geliefert sind",
		"commandes pas complètement livrées",
		"pedidos que no están completamente entregados",
	],
)
def test_not_completely(question: str) -> None:
	"""An adverb: the orders are not those that are delivered and not completed."""
	assert query(question).conditions == (SUBMITTED, RecordCondition("per_delivered", "<", 100))


@pytest.mark.parametrize(
	"question",
	[
		"which ticket has been open for the longest time",
		"which ticket is open the longest",
		"Welches Ticket ist am längsten offen?",
		"quel ticket est ouvert depuis le plus longtemps",
		"qué ticket lleva más tiempo abierto",
	],
)
def test_open_for_the_longest_time(question: str) -> None:
	"""It was opened first."""
	found = query(question)
	assert found.conditions == (RecordCondition("status", "=", "Open"),)
	assert found.order_by[0] == Order("opened_on", False) and found.limit == 1


def test_the_longest_of_what_has_no_state() -> None:
	"""Nobody knows how long that is."""
	assert read("the longest order").kind != "list"


def test_overdue_for_the_longest_time() -> None:
	"""What was due first, whenever it was ordered."""
	for question in (
		"the three orders that are overdue the longest",
		"die 3 Aufträge, die am längsten überfällig sind",
	):
		found = query(question)
		assert (found.order_by, found.limit) == ((Order("delivery_date", False),), 3), question


def test_the_longest_of_days() -> None:
	"""Of a number of days it is the highest."""
	days = FieldWords("weight", "Lead Time", "number", ("Lead Time",), is_of_days=True)
	order = replace(ORDER, fields=(*ORDER.fields[:-1], days))
	vocabulary = replace(VOCABULARY, describe={"Sales Order": order}.get)
	for question, is_longest in (
		("which order has the longest lead time", True),
		("the order with the longest lead time", True),
		("the order with the shortest lead time", False),
	):
		found = read_question(question, vocabulary, today=TODAY, find_records=RECORDS).query
		assert found and found.order_by[0] == Order("weight", is_longest), question
		assert (found.measures, found.limit) == ((), 1), question


def test_the_first_of_each() -> None:
	"""No list has one record of each customer, and how many each has was not asked."""
	assert read("oldest open ticket of each customer").kind != "list"
	assert query("open tickets by customer").measures == (Measure("count"),)


def test_what_was_done_is_no_kind_of_record() -> None:
	"""“Ticketed” are no tickets."""
	assert read("customers that were not ticketed").kind != "list"


def test_a_number_of_each() -> None:
	"""“Total” need not be said twice of a field that is called so; a number of days adds up to nothing."""
	found = query("weight of orders by customer")
	assert (found.group_by, found.measures) == (("customer",), (Measure("sum", "weight"),))
	days = FieldWords("weight", "Weight", "number", ("Weight",), is_of_days=True)
	order = replace(ORDER, fields=(*ORDER.fields[:-1], days))
	vocabulary = replace(VOCABULARY, describe={"Sales Order": order}.get)
	question = "weight of orders by customer"
	assert read_question(question, vocabulary, today=TODAY, find_records=RECORDS).kind != "list"


@pytest.mark.parametrize(
	("question", "field"),
	[
		("BOMs that use MTR-12", "items.item_code"),
		("BOMs with MTR-12", "items.item_code"),
		("which BOMs need MTR-12", "items.item_code"),
		("In welchen Stücklisten kommt MTR-12 vor?", "items.item_code"),
		("nomenclatures qui utilisent MTR-12", "items.item_code"),
		("en qué listas de materiales se usa MTR-12", "items.item_code"),
		("BOMs of MTR-12", "item"),
		("MTR-12: BOMs with", "item"),
	],
)
def test_what_a_document_is_made_of(question: str, field: str) -> None:
	"""A motor is used by the bills of material in whose rows it is, and made by its own."""
	assert RecordCondition(field, "=", "MTR-12") in query(question).conditions
	told = next(part for part in read(question).understood if part.what == "condition")
	assert (told.label, told.function) == ("Item", "row" if "." in field else "")


@pytest.mark.parametrize(
	"question",
	[
		"customers with several open tickets",
		"customers with more than one open ticket",
		"Kunden mit mehreren offenen Tickets",
		"clients avec plusieurs tickets ouverts",
		"clientes con más de un ticket abierto",
	],
)
def test_several(question: str) -> None:
	"""At least two."""
	open_ones = (RecordCondition("status", "=", "Open"),)
	assert query(question).related == (Related("Ticket", "customer", open_ones, 2, None),)


@pytest.mark.parametrize(
	"question",
	[
		"customers with an open ticket that also have overdue orders",
		"which customers with an open ticket have overdue orders",
		"Welche Kunden mit offenem Ticket haben auch überfällige Aufträge?",
		"clients avec un ticket ouvert qui ont aussi des commandes en retard",
	],
)
def test_what_they_have_besides(question: str) -> None:
	"""A second clause needs no “and”."""
	assert [each.doctype for each in query(question).related] == ["Ticket", "Sales Order"]


def test_a_second_sentence_is_no_clause() -> None:
	"""It asks for the tickets, and not for the customers."""
	question = "Do any customers with overdue orders have an open ticket? Show me those tickets."
	assert read(question).kind != "list"


@pytest.mark.parametrize(
	"question",
	[
		"order with the highest weight",
		"which order has the highest weight",
		"order with the lowest weight",
		"commande avec le poids le plus élevé",
		"Welcher Auftrag hat das höchste Gewicht?",
	],
)
def test_the_record_with_the_highest(question: str) -> None:
	"""Which order that is, and not how much it weighs."""
	found = query(question)
	assert (found.measures, found.limit) == ((), 1)
	assert found.order_by[0] == Order("weight", "lowest" not in question)
	assert query("highest weight of an order").measures == (Measure("max", "weight"),)


@pytest.mark.parametrize(
	"question",
	[
		"tickets that nobody has answered",
		"Tickets, die noch niemand beantwortet hat",
	],
)
def test_what_nobody_did(question: str) -> None:
	"""There is no day on which it was done."""
	answer = FieldWords("answered_on", "Answer", "datetime", ("Answer", "answered", "beantwortet"))
	ticket = replace(TICKET, fields=(*TICKET.fields[:-1], answer))
	vocabulary = replace(VOCABULARY, describe={"Ticket": ticket}.get)
	found = read_question(question, vocabulary, today=TODAY, find_records=RECORDS).query
	assert found and found.conditions == (RecordCondition("answered_on", "is", "not set"),)


def test_must() -> None:
	"""Inside of a question it says nothing; at its beginning it asks for a rule."""
	found = query("Welche Aufträge müssen nächste Woche geliefert werden?")
	assert RecordCondition("delivery_date", "between", ("2026-11-30", "2026-12-06")) in found.conditions
	assert read("Müssen Aufträge geliefert werden?").kind != "list"


@pytest.mark.parametrize(
	"question",
	[
		"Welche Aufträge müssen noch bezahlt werden?",
		"Aufträge, die bezahlt werden müssen",
		"Welche überfälligen Aufträge müssen bezahlt werden?",
	],
)
def test_what_must_be_is_not_yet(question: str) -> None:
	"""A list of those that are paid would be the contrary."""
	found = [each for each in query(question).conditions if each.field != "status"]
	assert found[0] == RecordCondition("left", ">", 0)
	assert read("Welche Tickets müssen geschlossen werden?").kind != "list"


def test_words_of_one_language_are_no_others() -> None:
	"""French “validés datés” are no *validity date*, though both have these stems."""
	validity = FieldWords("valid_till", "Valid Till", "date", ("Valid Till",))
	order = replace(ORDER, fields=(*ORDER.fields, validity), dates={**ORDER.dates, "expires": "valid_till"})
	vocabulary = replace(VOCABULARY, describe={"Sales Order": order}.get)
	question = "commandes validées datées de novembre 2026"
	found = read_question(question, vocabulary, today=TODAY, find_records=RECORDS).query
	in_november = ("2026-11-01", "2026-11-30")
	assert found and RecordCondition("ordered_on", "between", in_november) in found.conditions
