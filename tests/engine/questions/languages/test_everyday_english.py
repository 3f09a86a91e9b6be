"""How people put what they ask of their ERP: as somebody wrote it down who had not read the reader of questions."""

from datetime import date

import pytest

from huf.engine.questions.reader import read_question
from huf.engine.questions.reading import Reading
from huf.engine.questions.record_query import Measure, Order, RecordCondition
from huf.engine.questions.vocabulary import (
	EXACT,
	PREFERRED,
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
NOT_CANCELLED = RecordCondition("docstatus", "!=", 2)
CUSTOMER_LINK = FieldWords("customer", "Customer", "link", ("Customer",), target="Customer", is_main=True)
INVOICE = DocTypeWords(
	"Sales Invoice",
	"Sales Invoice",
	fields=(
		CUSTOMER_LINK,
		FieldWords("status", "Status", "choice", ("Status",), {"Overdue": (), "Paid": (), "Draft": ()}),
		FieldWords("posting_date", "Date", "date", ("Date", "Posting Date")),
		FieldWords("due_date", "Due Date", "date", ("Due Date",)),
		FieldWords("grand", "Grand Total", "number", ("Grand Total", "Total")),
		FieldWords("net", "Net Total", "number", ("Net Total",)),
		FieldWords("outstanding", "Outstanding Amount", "number", ("Outstanding Amount",)),
		FieldWords("items.item", "Item", "link", ("Item",), target="Item", is_main=True),
		FieldWords("items.net", "Net", "number"),
		FieldWords("items.qty", "Quantity", "number"),
	),
	date="posting_date",
	amount="grand",
	open_amount="outstanding",
	status="status",
	is_submittable=True,
	is_named=True,
	states={"not paid": (SUBMITTED, RecordCondition("outstanding", ">", 0))},
	totals={
		"sales": Total("net", of_rows="items.net", quantity_of_rows="items.qty", party="customer"),
		"purchases": Total("net", of_rows="items.net", needs="customer", party="customer"),
		"receivable": Total("outstanding", party="customer"),
	},
	dates={"due": "due_date"},
	best_by={"Customer": "sales"},
)
BILL = DocTypeWords(
	"Purchase Invoice",
	"Purchase Invoice",
	fields=(
		FieldWords("supplier", "Supplier", "link", ("Supplier",), target="Supplier", is_main=True),
		FieldWords("net", "Net Total", "number", ("Net Total",)),
	),
	totals={"purchases": Total("net", party="supplier")},
)
ORDER = DocTypeWords(
	"Sales Order",
	"Sales Order",
	fields=(
		CUSTOMER_LINK,
		FieldWords("ordered_on", "Date", "date", ("Date",)),
		FieldWords("delivery_date", "Delivery Date", "date", ("Delivery Date",)),
	),
	date="ordered_on",
	is_submittable=True,
	states={
		"completed": (RecordCondition("status", "=", "Completed"),),
		"not completed": (RecordCondition("status", "not in", ("Completed", "Closed")),),
		"not delivered": (RecordCondition("delivered", "<", 100),),
	},
	dates={"delivery": "delivery_date"},
)
QUOTATION = DocTypeWords(
	"Quotation",
	"Quotation",
	fields=(FieldWords("status", "Status", "choice", ("Status",), {"Open": (), "Lost": ()}),),
	status="status",
	parties={"Customer": ("party", "party_kind"), "Lead": ("party", "party_kind")},
	is_of_party=True,
)
ISSUE = DocTypeWords(
	"Issue",
	"Issue",
	fields=(
		CUSTOMER_LINK,
		FieldWords("status", "Status", "choice", ("Status",), {"Open": (), "Closed": ()}),
		FieldWords("opened_on", "Opened", "date", ("Opening Date",)),
	),
	date="opened_on",
	status="status",
	states={"unassigned": (RecordCondition("_assign", "is", "not set"),)},
	dates={"created": "opened_on", "opened": "opened_on"},
)
STOCK = DocTypeWords(
	"Bin",
	"Bin",
	fields=(
		FieldWords("item", "Item", "link", ("Item",), target="Item", is_main=True),
		FieldWords("warehouse", "Warehouse", "link", ("Warehouse",), target="Warehouse", is_main=True),
		FieldWords("qty", "Actual Quantity", "number", ("Actual Quantity",)),
		FieldWords("value", "Stock Value", "number", ("Stock Value",)),
	),
	amount="value",
	totals={"stock": Total("qty", is_quantity=True), "stock value": Total("value")},
)
ITEM = DocTypeWords("Item", "Item", is_named=True, computed={"out of stock": "Out of Stock"})
CUSTOMER = DocTypeWords("Customer", "Customer", date="creation", is_named=True)
DOCTYPES = {
	each.doctype: each
	for each in (
		*(INVOICE, BILL, ORDER, QUOTATION, ISSUE, STOCK, ITEM, CUSTOMER),
		*(
			DocTypeWords(name, name)
			for name in ("Supplier", "Warehouse", "Payment Term", "Item Group", "Lead")
		),
	)
}
RECORDS = (
	FoundRecord("Customer", "ACME", "Acme", ""),
	FoundRecord("Item", "PMP-7", "PMP-7", ""),
	FoundRecord("Warehouse", "Stores - X", "Stores - X", ""),
	FoundRecord("Item Group", "Products", "Products", ""),
)
VOCABULARY = Vocabulary(
	names=(
		*(DocTypeName(doctype, doctype, EXACT) for doctype in DOCTYPES),
		DocTypeName("Sales Invoice", "invoice", PREFERRED),
		DocTypeName("Sales Order", "order", PREFERRED),
		DocTypeName("Issue", "ticket", PREFERRED),
		DocTypeName("Item", "product", PREFERRED),
	),
	describe=DOCTYPES.get,
	record_doctypes=("Customer", "Item"),
	languages=("en", "de"),
	totals={
		"sales": ("Sales Invoice",),
		"receivable": ("Sales Invoice",),
		"purchases": ("Purchase Invoice", "Sales Invoice"),
		"stock": ("Bin",),
		"stock value": ("Bin",),
	},
	best_by={"Customer": "sales", "Item": "sales"},
	implied={"out of stock": "Item"},
	places=frozenset({"Warehouse"}),
	quantity="stock",
)


def read(question: str) -> Reading:
	"""The question on that Sunday."""
	return read_question(question, VOCABULARY, today=SUNDAY, find_records=by_title(RECORDS))


def told(
	question: str,
) -> tuple[str, tuple[tuple[str, str, object], ...], tuple[str, ...], tuple[Measure, ...]]:
	"""What a list is of: its DocType, conditions besides those that are assumed, groups and measures."""
	query = read(question).query
	assert query is not None, question
	conditions = (each for each in query.conditions if each not in (SUBMITTED, NOT_CANCELLED))
	return (
		query.doctype,
		tuple((each.field, each.operator, each.value) for each in conditions),
		query.group_by,
		query.measures,
	)


@pytest.mark.parametrize(
	("question", "condition"),
	[
		("orders dated 2026-07-07 or later", ("ordered_on", ">=", "2026-07-07")),
		("orders from 2026-09-13 on", ("ordered_on", ">=", "2026-09-13")),
		("orders from 13 September 2026 until now", ("ordered_on", "between", ("2026-09-13", "2026-11-22"))),
		("orders of 2026-09-13 and earlier", ("ordered_on", "<=", "2026-09-13")),
		("orders 5 May 2026 to 6 June 2026", ("ordered_on", "between", ("2026-05-05", "2026-06-06"))),
		("orders 05.05.2026 - 06.06.2026", ("ordered_on", "between", ("2026-05-05", "2026-06-06"))),
		("orders date >= 2026-05-05", ("ordered_on", ">=", "2026-05-05")),
		("orders in the last thirty days", ("ordered_on", "between", ("2026-10-23", "2026-11-22"))),
	],
)
def test_days(question: str, condition: tuple[str, str, object]) -> None:
	"""Words behind days, signs, periods without “from”, numbers in words."""
	assert told(question)[:2] == ("Sales Order", (condition,))


def test_on_goes_on_only_from_a_beginning() -> None:
	"""“On” of anything else is no “and later”, and nothing is both before a day and from it on."""
	assert told("orders of 2026-05-05 on Acme")[1] == (
		("ordered_on", "=", "2026-05-05"),
		("customer", "=", "ACME"),
	)
	assert read("orders before 2026-05-05 or later").kind == "passage"


@pytest.mark.parametrize(
	("question", "condition"),
	[
		("invoice grand total > 1,000", ("grand", ">", 1000.0)),
		("invoices with a total >= 1000", ("grand", ">=", 1000.0)),
		("invoices of 1,000 or more", ("grand", ">=", 1000.0)),
		("invoices due date < 2026-10-01", ("due_date", "<", "2026-10-01")),
		("invoices status = overdue", ("status", "=", "Overdue")),
	],
)
def test_comparisons(question: str, condition: tuple[str, str, object]) -> None:
	"""A sign is no punctuation: without it, “> 1,000” would be what is exactly that."""
	assert told(question)[1] == (condition,)


@pytest.mark.parametrize(
	("question", "function"),
	[
		("how much was our biggest invoice?", "max"),
		("highest invoice amount", "max"),
		("what's the largest amount we ever put on an invoice?", "max"),
		("amount of the highest invoice", "max"),
		("invoice with the highest amount", ""),
		("biggest invoice by amount", ""),
		("which invoices have the highest totals?", ""),
		("show me the invoices with the highest amounts", ""),
	],
)
def test_the_highest_amount_or_the_records_that_have_it(question: str, function: str) -> None:
	"""An amount is asked for before the record it is of is named, or with “how much”."""
	query = read(question).query
	assert query is not None
	if function:
		assert query.measures == (Measure("max", "grand"),)
	else:
		assert not query.measures and query.order_by[0] == Order("grand", True)


@pytest.mark.parametrize(
	("question", "group", "measure"),
	[
		("how many invoices do we have in each status?", "status", Measure("count")),
		("How many invoices are in which status", "status", Measure("count")),
		("which customers have open tickets and how many?", "customer", Measure("count")),
		("how many tickets does each customer have?", "customer", Measure("count")),
		("who owes us money?", "customer", Measure("sum", "outstanding")),
		("which customers owe us something and how much", "customer", Measure("sum", "outstanding")),
		("which five customers have bought the most from us", "customer", Measure("sum", "net")),
		("best-selling products by quantity", "items.item", Measure("sum", "items.qty")),
		("which products do we sell the most pieces of?", "items.item", Measure("sum", "items.qty")),
	],
)
def test_groups_that_no_by_announces(question: str, group: str, measure: Measure) -> None:
	"""“Each”, “which … how many”, “who”; and pieces are no money."""
	assert told(question)[2:] == ((group,), (measure,))


def test_who_owes_nothing() -> None:
	"""They are left out, and what they have paid with them."""
	assert told("who owes us money?")[1] == (("outstanding", ">", 0),)


def test_customers_are_not_counted_by_their_records() -> None:
	"""How many of them have some is another number than how many each of them has."""
	query = read("how many customers have open tickets?").query
	assert query and query.doctype == "Customer" and query.measures == (Measure("count"),)
	assert read("how much customers owe us by pieces").kind == "passage"


def test_records_and_no_number() -> None:
	"""Whoever asks for the records means them, whatever number a word of the question may be."""
	unpaid = (("outstanding", ">", 0),)
	assert told("show me all invoices that still have a balance")[1:] == (unpaid, (), ())
	assert read("invoices by invoice").kind == "passage"
	assert told("mean invoice value")[3] == (Measure("avg", "grand"),)
	assert told("average value per invoice")[3] == (Measure("avg", "grand"),)


def test_five() -> None:
	"""A number in words."""
	query = read("who are our five best customers").query
	assert query is not None and (query.limit, query.group_by) == (5, ("customer",))


@pytest.mark.parametrize(
	("question", "told_conditions"),
	[
		("invoices to customers over 500", (("grand", ">", 500.0), ("customer", "is", "set"))),
		("open quotations to customers", (("status", "=", "Open"), ("party_kind", "=", "Customer"))),
		("quotations to leads that are lost", (("party_kind", "=", "Lead"), ("status", "=", "Lost"))),
		("tickets opened by Acme", (("customer", "=", "ACME"),)),
		("Which tickets has Acme reported?", (("customer", "=", "ACME"),)),
		("which tickets are unassigned", (("_assign", "is", "not set"),)),
		("sales invoices that nobody has submitted so far", (("docstatus", "=", 0),)),
		("orders that aren't finished yet", (("status", "not in", ("Completed", "Closed")),)),
		("tickets except the closed ones", (("status", "!=", "Closed"),)),
	],
)
def test_conditions(question: str, told_conditions: tuple[tuple[str, str, object], ...]) -> None:
	"""What is so of all records restricts nothing; kinds of parties do."""
	assert told(question)[1] == told_conditions


def test_what_was_opened_may_be_open() -> None:
	"""Without somebody who did it, nobody can tell “opened tickets” from open ones."""
	assert read("list opened tickets").kind == "passage"
	assert read("list customers modified").kind == "passage"


def test_how_much_customers_owe() -> None:
	"""All invoices are to customers, so no group is asked for."""
	assert told("How much do our customers owe us altogether?")[2:] == ((), (Measure("sum", "outstanding"),))


@pytest.mark.parametrize(
	("question", "conditions"),
	[
		(
			"How many PMP-7 are there in Stores - X?",
			(("item", "=", "PMP-7"), ("warehouse", "=", "Stores - X")),
		),
		("PMP-7 qty Stores - X", (("item", "=", "PMP-7"), ("warehouse", "=", "Stores - X"))),
		("how many PMP-7 have we got left?", (("item", "=", "PMP-7"),)),
		("quantity on hand for PMP-7, all warehouses", (("item", "=", "PMP-7"),)),
	],
)
def test_stock(question: str, conditions: tuple[tuple[str, str, object], ...]) -> None:
	"""With a word for it, or by where how many of what are."""
	assert told(question) == ("Bin", conditions, (), (Measure("sum", "qty"),))


def test_the_value_of_what_is_in_stock() -> None:
	"""It is no quantity."""
	assert told("what is the value of everything we have in stock")[3] == (Measure("sum", "value"),)


def test_a_state_that_only_one_kind_has() -> None:
	"""Nobody says that it is items that are out of stock."""
	assert read("what is out of stock?").computed == "out of stock"


@pytest.mark.parametrize("question", ["which customers do we have?", "who are our customers"])
def test_all_of_ours(question: str) -> None:
	"""A list of all of them."""
	assert told(question) == ("Customer", (), (), ())


@pytest.mark.parametrize(
	"question",
	[
		"what are our payment terms?",
		"which payment terms do we have?",
		"what does overdue mean on an invoice",
		"difference between orders and invoices",
		"can orders be closed?",
	],
)
def test_knowledge(question: str) -> None:
	"""No list tells it."""
	assert read(question).kind == "passage"


def test_two_periods() -> None:
	"""Those that follow one another are told apart by their unit; others are not read."""
	days = ("posting_date", "between", ("2026-10-01", "2026-11-30"))
	for question in ("sales this month compared to last month", "revenue last month vs this month"):
		assert told(question)[1:] == ((days,), ("month(posting_date)",), (Measure("sum", "net"),)), question
	for question in (
		"sales this month vs March 2026",
		"sales this week vs last week",
		"sales today vs this month",
	):
		assert read(question).kind == "passage", question


def test_new_in_a_time() -> None:
	"""Made then; without a time, the newest."""
	days = ("creation", "between", ("2026-10-01", "2026-12-31"))
	assert told("how many new customers this quarter?") == ("Customer", (days,), (), (Measure("count"),))
	query = read("new customers").query
	assert query is not None and query.order_by == (Order("creation", True),)


@pytest.mark.parametrize(
	("question", "conditions"),
	[
		(
			"orders this week to be delivered",
			(("delivery_date", "between", ("2026-11-16", "2026-11-22")), ("delivered", "<", 100)),
		),
		(
			"October orders still to be delivered",
			(("ordered_on", "between", ("2026-10-01", "2026-10-31")), ("delivered", "<", 100)),
		),
	],
)
def test_what_days_before_a_state_are_of(
	question: str, conditions: tuple[tuple[str, str, object], ...]
) -> None:
	"""Of the state if they stand right before it, else of the records."""
	assert told(question)[1] == conditions


def test_what_a_customer_bought() -> None:
	"""It is what was sold to them; without a customer, purchases are our own."""
	assert told("how much has Acme bought?")[0] == "Sales Invoice"
	assert told("purchases in total")[0] == "Purchase Invoice"


@pytest.mark.parametrize(
	("typed", "meant"),
	[
		("list all purchse invoices", "list all purchase invoices"),
		("list recieved orders", "list received orders"),
		("orders not deliverd yet", "orders not delivered yet"),
		("list all custmers", "list all customers"),
	],
)
def test_slips(typed: str, meant: str) -> None:
	"""Also in longer names; of several words that it may be, the one of which a letter was left out or two were swapped."""
	assert told(typed) == told(meant)


def test_a_name_that_is_a_word_of_the_question() -> None:
	"""There is a group called “Products”; a word that is clear without it is no name."""
	assert told("which products are out of stock")[0] == "Item"


@pytest.mark.parametrize(
	("question", "conditions"),
	[
		("invoices that still need to be submitted", (("docstatus", "=", 0),)),
		("invoices yet to be submitted", (("docstatus", "=", 0),)),
		("issues still to be closed", (("status", "!=", "Closed"),)),
		("unclosed tickets", (("status", "!=", "Closed"),)),
		("orders that havent gone out completely", (("delivered", "<", 100),)),
		("which order is not yet delivered complete?", (("delivered", "<", 100),)),
		("invoices waiting to get paid for", (("outstanding", ">", 0),)),
		("invoices that they did not pay", (("outstanding", ">", 0),)),
		("invoices with due-date 2026-05-01", (("due_date", "=", "2026-05-01"),)),
	],
)
def test_what_is_still_to_be_done(question: str, conditions: tuple[tuple[str, str, object], ...]) -> None:
	"""What is to be closed is not closed, and no part of a word for that is one for those that are."""
	assert told(question)[1] == conditions


@pytest.mark.parametrize(
	"question",
	["top 10 invoices by total", "invoices by amount, biggest first", "invoices with the highest total"],
)
def test_highest_totals(question: str) -> None:
	"""Records, in the order of their amounts, whichever word for it is used and wherever the order is said."""
	query = read(question).query
	assert query and query.order_by == (Order("grand", True),) and not query.measures


def test_numbers_of_what_is_there() -> None:
	"""What we have of an item is in stock; what it is sold for is no number that was sold; what customers owe is one sum."""
	assert told("how many PMP-7 do we have") == (
		"Bin",
		(("item", "=", "PMP-7"),),
		(),
		(Measure("sum", "qty"),),
	)
	assert read("what do we sell PMP-7 for").kind != "list"
	assert told("total of what customers owe us")[2:] == ((), (Measure("sum", "outstanding"),))
	assert told("sales customer by customer")[2:] == (("customer",), (Measure("sum", "net"),))
	assert told("number of invoices in each state")[2] == ("status",)
