"""What managers ask of their ERP every day, with a vocabulary like that of an ERP: groups of a period, what is late, who buys most."""

from datetime import date

import pytest

from huf.engine.questions.reader import read_question
from huf.engine.questions.reading import Reading
from huf.engine.questions.record_query import Measure, Order, RecordCondition
from huf.engine.questions.vocabulary import (
	PREFERRED,
	TODAY,
	DocTypeName,
	DocTypeWords,
	FieldWords,
	FoundRecord,
	Total,
	Vocabulary,
)
from tests.engine.questions.finding import by_title

SUNDAY = date(2026, 11, 22)
SUBMITTED = RecordCondition("docstatus", "=", 1)
INVOICE = DocTypeWords(
	"Sales Invoice",
	"Sales Invoice",
	fields=(
		FieldWords(
			"status", "Status", "choice", ("Status",), {"Overdue": ("Überfällig",), "Paid": ("Bezahlt",)}
		),
		FieldWords("customer", "Customer", "link", ("Customer", "Kunde"), target="Customer", is_main=True),
		FieldWords("owner_user", "Account Manager", "link", ("Account Manager",), target="User"),
		FieldWords("posting_date", "Date", "date", ("Posting Date",)),
		FieldWords("net", "Net Total", "number", ("Net Total",)),
		FieldWords("grand", "Grand Total", "number", ("Grand Total",)),
		FieldWords("outstanding", "Outstanding Amount", "number", ("Outstanding Amount",)),
		FieldWords("items.item", "Item", "link", ("Item", "Artikel"), target="Item", is_main=True),
		FieldWords("items.group", "Item Group", "link", ("Item Group",), target="Item Group", is_main=True),
		FieldWords("items.net", "Net", "number"),
	),
	date="posting_date",
	amount="grand",
	open_amount="outstanding",
	status="status",
	is_submittable=True,
	states={"open": (SUBMITTED, RecordCondition("outstanding", ">", 0))},
	totals={"sales": Total("net", of_rows="items.net"), "receivable": Total("outstanding")},
	best_by={"Customer": "sales", "Item Group": "sales"},
)
ORDER = DocTypeWords(
	"Sales Order",
	"Sales Order",
	fields=(FieldWords("delivery_date", "Delivery Date", "date", ("Delivery Date",)),),
	date="delivery_date",
	is_submittable=True,
	states={"overdue": (SUBMITTED, RecordCondition("delivery_date", "<", TODAY))},
)
ITEM = DocTypeWords(
	"Item",
	"Item",
	fields=(
		FieldWords("group", "Item Group", "link", ("Item Group", "Group"), target="Item Group", is_main=True),
		FieldWords("kind", "Request Type", "choice", ("Request Type",), {"Purchase": (), "Transfer": ()}),
		FieldWords("is_active", "Is Active", "check", ("Is Active",)),
	),
	computed={"out of stock": "Out of Stock", "below reorder level": "Too Few"},
)
BILL = DocTypeWords(
	"Purchase Invoice",
	"Purchase Invoice",
	fields=(
		FieldWords("items.item", "Item", "link", ("Item",), target="Item", is_main=True),
		FieldWords("net", "Net Total", "number", ("Net Total",)),
		FieldWords("items.net", "Net", "number"),
		FieldWords("day", "Date", "date", ("Date",)),
	),
	date="day",
	totals={"purchases": Total("net", of_rows="items.net")},
)
CUSTOMER = DocTypeWords(
	"Customer",
	"Customer",
	fields=(FieldWords("manager", "Account Manager", "link", ("Account Manager",), target="User"),),
)
ISSUE = DocTypeWords(
	"Issue",
	"Issue",
	fields=(
		FieldWords("priority", "Priority", "link", ("Priority",), target="Issue Priority", is_main=True),
		FieldWords("status", "Status", "choice", ("Status",), {"Open": (), "Closed": ()}),
	),
	status="status",
)
SUPPLIER = DocTypeWords(
	"Supplier",
	"Supplier",
	fields=(FieldWords("hold", "Hold", "choice", ("Hold",), {"Invoices": (), "Payments": ()}),),
)
RECORDS = (
	FoundRecord("User", "sales@x.example", "Sales", ""),
	FoundRecord("Issue Priority", "High", "High", ""),
)
DOCTYPES = {
	each.doctype: each
	for each in (
		*(INVOICE, ORDER, ITEM, BILL, CUSTOMER, ISSUE, SUPPLIER),
		*(DocTypeWords(name, name) for name in ("Item Group", "Payment Entry")),
	)
}
VOCABULARY = Vocabulary(
	names=(
		*(DocTypeName(doctype, doctype) for doctype in DOCTYPES),
		DocTypeName("Sales Invoice", "invoice", PREFERRED),
		DocTypeName("Sales Invoice", "Rechnung", PREFERRED),
		DocTypeName("Sales Order", "order", PREFERRED),
		DocTypeName("Sales Order", "Auftrag", PREFERRED),
		DocTypeName("Customer", "Kunde"),
		DocTypeName("Payment Entry", "payment", PREFERRED),
		DocTypeName("Item", "Artikel"),
	),
	describe=DOCTYPES.get,
	record_doctypes=("Customer",),
	totals={
		"sales": ("Sales Invoice",),
		"receivable": ("Sales Invoice",),
		"purchases": ("Purchase Invoice",),
	},
	best_by={"Customer": "sales", "Item Group": "sales"},
)


def read(question: str) -> Reading:
	"""The question on that Sunday."""
	return read_question(question, VOCABULARY, today=SUNDAY, find_records=by_title(RECORDS))


def told(question: str) -> tuple[str, tuple[RecordCondition, ...], tuple[str, ...], tuple[Measure, ...]]:
	"""What a list is of: its DocType, conditions, groups and measures."""
	query = read(question).query
	assert query is not None, question
	return query.doctype, query.conditions, query.group_by, query.measures


@pytest.mark.parametrize(
	("question", "group", "days"),
	[
		("revenue by customer this year", "customer", ("2026-01-01", "2026-12-31")),
		("sales by customer in October", "customer", ("2026-10-01", "2026-10-31")),
		("Umsatz nach Kunde in diesem Jahr", "customer", ("2026-01-01", "2026-12-31")),
		("sales by item group in 2026", "items.group", ("2026-01-01", "2026-12-31")),
	],
)
def test_a_number_by_group_of_a_period(question: str, group: str, days: tuple[str, str]) -> None:
	"""The days behind what is grouped by are those of the records, and no value of the group."""
	net = "items.net" if "." in group else "net"
	conditions = (RecordCondition("posting_date", "between", days), SUBMITTED)
	assert told(question) == ("Sales Invoice", conditions, (group,), (Measure("sum", net),))


def test_outstanding_invoices_are_a_list() -> None:
	"""Said of invoices it is their state; by itself, or where an amount is asked for, it is the amount."""
	is_open = (SUBMITTED, RecordCondition("outstanding", ">", 0))
	for question in ("outstanding invoices", "list outstanding invoices", "which invoices are outstanding?"):
		assert told(question) == ("Sales Invoice", is_open, (), ()), question
	assert told("how many invoices are outstanding")[3] == (Measure("count"),)
	for question in ("outstanding by customer", "total outstanding by customer"):
		assert told(question)[1:] == ((SUBMITTED,), ("customer",), (Measure("sum", "outstanding"),)), question
	over = told("invoices with outstanding over 500")[1]
	assert over[0] == RecordCondition("outstanding", ">", 500.0)


def test_what_is_overdue_depends_on_the_day() -> None:
	"""A state may say “today”."""
	late = (SUBMITTED, RecordCondition("delivery_date", "<", "2026-11-22"))
	for question in ("overdue orders", "late orders", "which orders are overdue", "überfällige Aufträge"):
		assert told(question)[:2] == ("Sales Order", late), question


@pytest.mark.parametrize(
	("question", "limit"),
	[
		("who is our biggest customer", 1),
		("Wer ist unser größter Kunde?", 1),
		("biggest customers", 100),
		("die 5 größten Kunden", 5),
		("top item groups", 100),
	],
)
def test_the_biggest(question: str, limit: int) -> None:
	"""Customers have no size: the number that is meant by the best of them counts, and one customer is one."""
	query = read(question).query
	assert query is not None
	assert (query.doctype, query.limit) == ("Sales Invoice", limit)
	assert query.measures[0].function == "sum" and query.order_by[0].descending


def test_the_biggest_record_with_an_amount() -> None:
	"""What has an amount of its own goes by that."""
	query = read("biggest invoices").query
	assert query is not None and query.order_by == (Order("grand", True),)


def test_states_of_stock() -> None:
	"""Said in several ways."""
	for question in (
		"items out of stock",
		"which items are not in stock",
		"Welche Artikel sind nicht auf Lager?",
	):
		assert read(question).computed == "out of stock", question
	for question in ("which items are low on stock", "items running low", "Welche Artikel sind knapp?"):
		assert read(question).computed == "below reorder level", question


def test_words_of_the_language_give_way_to_names() -> None:
	"""“Item groups by” are item groups; “purchases” are no items that have the option *Purchase*."""
	assert told("top 3 item groups by revenue")[2] == ("items.group",)
	assert told("purchases by item in 2026")[0] == "Purchase Invoice"


def test_options_that_are_named_like_records() -> None:
	"""In the plural they are the records."""
	for question in ("payments to suppliers", "list payments of suppliers", "invoices of suppliers"):
		query = read(question).query
		assert query is None or query.doctype != "Supplier", question


@pytest.mark.parametrize(
	"question",
	["what is an overdue order", "Was ist eine überfällige Rechnung?", "what's an outstanding invoice"],
)
def test_what_a_word_means(question: str) -> None:
	"""No list says that."""
	assert read(question).kind == "passage"


def test_a_user_called_sales() -> None:
	"""A word for a number is that, whoever has it for a name."""
	assert told("sales by customer")[0] == "Sales Invoice"


def test_no_superlative_of_a_positive() -> None:
	"""“High” is no “highest”, though a stemmer of another language takes the ending off."""
	conditions = (RecordCondition("priority", "=", "High"), RecordCondition("status", "=", "Open"))
	assert told("high priority open issues") == ("Issue", conditions, (), ())


def test_active() -> None:
	"""By the check that says so."""
	assert told("active items")[1] == (RecordCondition("is_active", "=", 1),)
