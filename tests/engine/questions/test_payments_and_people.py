"""Payments by whom they are from or to, lengths of time, people by when they were born, and the best by an amount."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest

from huf.engine.questions.reader import read_question
from huf.engine.questions.reading import Reading
from huf.engine.questions.record_query import GroupCondition, Measure, Order, RecordCondition, RecordQuery
from huf.engine.questions.vocabulary import (
	BIRTHDAY,
	OF_PEOPLE,
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
RECEIVED, PAID = RecordCondition("payment_type", "=", "Receive"), RecordCondition("payment_type", "=", "Pay")
SUBMITTED = RecordCondition("docstatus", "=", 1)
PAYMENT = DocTypeWords(
	"Payment Entry",
	"Payment Entry",
	fields=(
		FieldWords("party", "Party", "text"),
		FieldWords("posting_date", "Date", "date", ("Date",)),
		FieldWords("amount", "Paid Amount", "number", ("Paid Amount",)),
		FieldWords("reference_no", "Reference", "text", ("Reference", "Reference Number", "Referenznummer")),
	),
	date="posting_date",
	amount="amount",
	is_submittable=True,
	totals={"collected": Total("amount", (RECEIVED,)), "paid out": Total("amount", (PAID,))},
	parties=dict.fromkeys(("Customer", "Supplier"), ("party", "party_type")),
	is_of_party=True,
)
ORDER = DocTypeWords(
	"Sales Order",
	"Sales Order",
	fields=(
		FieldWords("customer", "Customer", "link", ("Customer",), target="Customer", is_main=True),
		FieldWords("ordered_on", "Date", "date", ("Date",)),
		FieldWords("delivery_date", "Delivery Date", "date", ("Delivery Date",)),
		FieldWords("total", "Total", "number", ("Total",)),
	),
	date="ordered_on",
	amount="total",
	is_submittable=True,
	states={"open": (RecordCondition("status", "=", "To Deliver"),)},
)
EMPLOYEE = DocTypeWords(
	"Employee",
	"Employee",
	fields=(
		FieldWords("date_of_birth", "Date of Birth", "date", ("Date of Birth",)),
		FieldWords("date_of_joining", "Date of Joining", "date", ("Date of Joining",)),
		FieldWords("relieving_date", "Relieving Date", "date", ("Relieving Date",)),
		FieldWords("status", "Status", "choice", ("Status",), {"Active": (), "Left": ()}),
		FieldWords(
			"designation", "Designation", "link", ("Designation",), target="Designation", is_main=True
		),
	),
	date="date_of_joining",
	states={"female": (RecordCondition("gender", "=", "Female"),)},
	status="status",
	dates={
		"birthday": "date_of_birth",
		"born": "date_of_birth",
		"joined": "date_of_joining",
		"left": "relieving_date",
	},
	is_named=True,
)
ITEM = DocTypeWords(
	"Item",
	"Item",
	fields=(
		FieldWords("lead_time_days", "Lead Time", "number", ("Lead Time",), is_of_days=True),
		FieldWords("weight", "Weight", "number", ("Weight",)),
		FieldWords("item_group", "Item Group", "link", ("Item Group",), target="Item Group", is_main=True),
		FieldWords("brand", "Brand", "link", ("Brand",), target="Brand", is_main=True),
	),
	kinds=frozenset({"Item Group"}),
	is_named=True,
)
DOCTYPES = {each.doctype: each for each in (PAYMENT, ORDER, EMPLOYEE, ITEM)}
CUSTOMERS = DocTypeWords("Customer", "Customer", is_named=True)
VOCABULARY = Vocabulary(
	names=(
		*(DocTypeName(doctype, doctype) for doctype in (*DOCTYPES, "Customer", "Supplier", "Contact")),
		DocTypeName("Payment Entry", "payment", PREFERRED),
		DocTypeName("Sales Order", "order", PREFERRED),
		DocTypeName("Employee", "headcount", PREFERRED),
		DocTypeName("Employee", "women", PREFERRED, "female"),
	),
	describe={**DOCTYPES, "Customer": CUSTOMERS}.get,
	record_doctypes=("Customer", "Supplier", "Contact"),
	persons=frozenset({"Contact"}),
	kinds={"Item Group": "Item"},
	totals={"collected": ("Payment Entry",), "paid out": ("Payment Entry",)},
	implied=dict.fromkeys((BIRTHDAY, *OF_PEOPLE), "Employee"),
)
RECORDS = (
	FoundRecord("Customer", "ACME", "Acme Foods", ""),
	FoundRecord("Item Group", "Pumps", "Pumps", ""),
	FoundRecord("Brand", "Halden", "Halden", ""),
	FoundRecord("Contact", "Ann Bonny-ACME", "Ann Bonny", ""),
	*(FoundRecord("Contact", f"Mary Read-{number}", "Mary Read", "") for number in (1, 2)),
)


def read(question: str) -> Reading:
	"""The question on that Saturday."""
	return read_question(question, VOCABULARY, today=TODAY, find_records=by_title(RECORDS))


def query(question: str) -> RecordQuery:
	"""The query of a question that is a list."""
	found = read(question).query
	assert found is not None, question
	return found


@pytest.mark.parametrize(
	("question", "conditions"),
	[
		("how much did we collect", (RECEIVED,)),
		("how much money did we receive from Acme Foods", (RECEIVED, RecordCondition("party", "=", "ACME"))),
		("how much has Acme Foods paid us", (RECEIVED, RecordCondition("party", "=", "ACME"))),
		("how much did we pay", (PAID,)),
		("how much did we pay suppliers", (PAID, RecordCondition("party_type", "=", "Supplier"))),
	],
)
def test_what_was_paid(question: str, conditions: tuple[RecordCondition, ...]) -> None:
	"""What came in, and what went out; never what is still open."""
	found = query(question)
	assert (found.doctype, found.measures) == ("Payment Entry", (Measure("sum", "amount"),))
	assert {*conditions, SUBMITTED} <= {*found.conditions}


@pytest.mark.parametrize(
	("question", "measure"),
	[
		("payments by customer", Measure("count")),
		("how much did we collect per customer", Measure("sum", "amount")),
	],
)
def test_by_party(question: str, measure: Measure) -> None:
	"""Grouped by a link that may lead to suppliers too: of these only customers."""
	found = query(question)
	assert (found.group_by, found.measures) == (("party",), (measure,))
	assert RecordCondition("party_type", "=", "Customer") in found.conditions


@pytest.mark.parametrize(
	("question", "condition"),
	[
		("items with a lead time of 28 days", ("=", 28)),
		("items with a lead time of more than two weeks", (">", 14)),
		("items with a lead time under 10 days", ("<", 10)),
		("items with at least 3 weeks lead time", (">=", 21)),
	],
)
def test_a_length_of_time(question: str, condition: tuple[str, float]) -> None:
	"""Of a field that is a number of days."""
	(found,) = query(question).conditions
	assert (found.field, found.operator, found.value) == ("lead_time_days", *condition)


@pytest.mark.parametrize(
	"question", ["items with a weight of 28 days", "items 28 days", "orders over 5 days with Acme"]
)
def test_no_length_of_time(question: str) -> None:
	"""Nothing that is named has one."""
	assert read(question).kind != "list"


@pytest.mark.parametrize(
	("question", "order", "limit"),
	[
		("who is our youngest employee", Order("date_of_birth", True), 1),
		("the three youngest employees", Order("date_of_birth", True), 3),
		("longest-serving employee", Order("date_of_joining"), 1),
		("orders with the latest delivery date", Order("delivery_date", True), 10),
		("latest order", Order("ordered_on", True), 1),
	],
)
def test_first_by_a_date(question: str, order: Order, limit: int) -> None:
	"""By the date that is named or meant, else by that of the record."""
	found = query(question)
	assert (found.order_by[0], found.limit) == (order, limit)


def test_people() -> None:
	"""Counted by a word for their number, and by a word for a kind of them."""
	found = query("headcount by designation")
	assert (found.doctype, found.group_by, found.measures) == (
		"Employee",
		("designation",),
		(Measure("count"),),
	)
	found = query("how many women")
	assert found.conditions == (RecordCondition("gender", "=", "Female"),)


def test_most_by_an_amount() -> None:
	"""Customers by what they ordered, and not by how often; orders by their own amounts."""
	for question in ("top 5 customers by amount of orders", "top 5 customers by order amount"):
		found = query(question)
		assert (found.group_by, found.measures) == (("customer",), (Measure("sum", "total"),)), question
		assert SUBMITTED in found.conditions
	found = query("top 5 orders by amount")
	assert (found.group_by, found.order_by) == ((), (Order("total", True),))


def test_somebody_at_a_customer() -> None:
	"""Who is named beside the customer is meant, unless there are several of that name, or nothing is asked that a contact has."""
	(found,) = read("phone number of Ann Bonny at Acme Foods").records
	assert (found.doctype, found.name) == ("Contact", "Ann Bonny-ACME")
	for question in ("phone number of Mary Read at Acme Foods", "what about Ann Bonny at Acme Foods"):
		(found,) = read(question).records
		assert found.doctype == "Customer"


PUMPS, OF_HALDEN = RecordCondition("item_group", "=", "Pumps"), RecordCondition("brand", "=", "Halden")


@pytest.mark.parametrize(
	("question", "conditions"),
	[
		("list all pumps", (PUMPS,)),
		("pumps of brand Halden", (PUMPS, OF_HALDEN)),
		("which pumps have a lead time of 28 days", (PUMPS, RecordCondition("lead_time_days", "=", 28))),
		("items of item group pumps", (PUMPS,)),
	],
)
def test_things_of_which_a_kind_is_named(question: str, conditions: tuple[RecordCondition, ...]) -> None:
	"""No word says that pumps are items."""
	found = query(question)
	assert (found.doctype, found.conditions) == ("Item", conditions)


def test_how_many_of_a_kind() -> None:
	"""Items that are told apart by more than their kind are counted; of the kind alone, people mean pieces."""
	assert query("how many pumps are of brand Halden").measures == (Measure("count"),)
	assert read("how many pumps do we have").kind != "list"


@pytest.mark.parametrize("question", ["pumps", "how do I maintain the pumps", "pumps for beginners"])
def test_a_kind_that_asks_for_no_list(question: str) -> None:
	"""A word alone is searched for, and so is what says something else besides."""
	assert read(question).kind != "list"


OF_VALVES = RecordCondition("name", "in", ("V-1", "V-2"))
WITH_PARTS = replace(
	VOCABULARY,
	parts=frozenset({"Item"}),
	record_doctypes=(*VOCABULARY.record_doctypes, "Item"),
)


def read_names(question: str) -> Reading:
	"""The question where two items are called “Red valve” and something else."""

	def find(doctypes: Sequence[str], texts: Sequence[str], is_exact: bool) -> Sequence[FoundRecord]:
		if is_exact:
			return by_title(RECORDS)(doctypes, texts, is_exact)
		return [
			FoundRecord("Item", "V-1", "red valve …", text, ("V-1", "V-2"), are_alike=True)
			for text in texts
			if "Item" in doctypes and text.lower() in ("red valve", "red valves")
		]

	return read_question(question, WITH_PARTS, today=TODAY, find_records=find)


@pytest.mark.parametrize(
	("question", "conditions"),
	[
		("items that are red valves of brand Halden", (OF_VALVES, OF_HALDEN)),
		(
			"items that are red valves with a lead time of 28 days",
			(OF_VALVES, RecordCondition("lead_time_days", "=", 28)),
		),
	],
)
def test_things_whose_names_begin_alike(question: str, conditions: tuple[RecordCondition, ...]) -> None:
	"""Which need not be written as names are."""
	reading = read_names(question)
	assert reading.query and reading.query.doctype == "Item"
	assert {*reading.query.conditions} == {*conditions}


@pytest.mark.parametrize(
	"question",
	[
		"red valves",
		"red valves for beginners",
		"items red",
		"items that are green valves and have a lead time of 28 days",
	],
)
def test_no_things_whose_names_begin_alike(question: str) -> None:
	"""The kind alone is searched for, and so is what begins no name."""
	assert read_names(question).kind != "list"


@pytest.mark.parametrize(
	("question", "condition"),
	[
		("payments with reference number TR-7", ("=", "TR-7")),
		("which payment has the reference TR-7?", ("=", "TR-7")),
		("payment whose reference number is 744192", ("=", "744192")),
		("payments without a reference number", ("is", "not set")),
		("payments with a reference number", ("is", "set")),
	],
)
def test_a_number_of_somebody_else(question: str, condition: tuple[str, str]) -> None:
	"""Behind the field that holds it, as it is written."""
	found = [each for each in query(question).conditions if each.field == "reference_no"]
	assert [(each.operator, each.value) for each in found] == [condition]


@pytest.mark.parametrize(
	"question", ["payment TR-7", "payments reference good TR-7", "payments with a reference in 2026"]
)
def test_no_number_of_somebody_else(question: str) -> None:
	"""What stands elsewhere is explained by nothing."""
	assert read(question).kind != "list"


STOCK = DocTypeWords(
	"Bin",
	"Bin",
	fields=(
		FieldWords("item_code", "Item", "link", ("Item",), target="Item", is_main=True),
		FieldWords("warehouse", "Warehouse", "link", ("Warehouse",), target="Warehouse", is_main=True),
		FieldWords("quantity", "Quantity", "number", ("Quantity",)),
	),
	totals={"stock": Total("quantity", is_quantity=True)},
)
DELIVERY = DocTypeWords(
	"Delivery Note",
	"Delivery Note",
	fields=(
		FieldWords("items.item_code", "Item", "link", ("Item",), target="Item", is_main=True),
		FieldWords(
			"items.item_group", "Item Group", "link", ("Item Group",), target="Item Group", is_main=True
		),
	),
)
OF_PUMPS = FoundRecord("Item", "P-1", "Pumps", "", ("P-1", "P-2"), are_alike=True)
WITH_ROWS = replace(
	WITH_PARTS,
	names=(*VOCABULARY.names, DocTypeName("Bin", "Bin"), DocTypeName("Delivery Note", "delivery", PREFERRED)),
	describe={**DOCTYPES, "Customer": CUSTOMERS, "Bin": STOCK, "Delivery Note": DELIVERY}.get,
	totals={**VOCABULARY.totals, "stock": ("Bin",)},
	places=frozenset({"Warehouse"}),
	quantity="stock",
)


def of_rows(question: str) -> RecordQuery:
	"""The query of a question where the pumps are P-1 and P-2."""
	found = by_title((*RECORDS, OF_PUMPS))
	query = read_question(question, WITH_ROWS, today=TODAY, find_records=found).query
	assert query is not None, question
	return query


def test_things_of_a_kind_where_only_things_are_known() -> None:
	"""What is in stock says of what item, and nothing of its group; where the group is known, it is meant."""
	found = of_rows("stock of pumps")
	assert found.conditions == (RecordCondition("item_code", "in", ("P-1", "P-2")),)
	assert (found.doctype, found.measures) == ("Bin", (Measure("sum", "quantity"),))
	assert of_rows("list all pumps").conditions == (PUMPS,)
	assert of_rows("deliveries with pumps").conditions == (RecordCondition("items.item_group", "=", "Pumps"),)


def test_which_things_of_a_kind() -> None:
	"""The things are asked for, and not what they stand on."""
	found = of_rows("which of our pumps are on deliveries")
	assert (found.doctype, found.group_by) == ("Delivery Note", ("items.item_code",))
	assert of_rows("which deliveries have pumps").group_by == ()
	assert of_rows("how many deliveries have pumps").measures == (Measure("count"),)


@pytest.mark.parametrize(
	("question", "having"),
	[
		("items with more than 100 pieces in stock", (">", 100)),
		("which items have at least 5 in stock", (">=", 5)),
		("how many items have more than 100 in stock", (">", 100)),
		("items with stock over 500", (">", 500)),
		("items with negative stock", ("<", 0)),
		("items whose stock is negative", ("<", 0)),
		("Artikel mit mehr als 100 Stück auf Lager", (">", 100)),
		("Artikel mit negativem Bestand", ("<", 0)),
		("articles avec plus de 100 pièces en stock", (">", 100)),
		("artículos con más de 100 unidades en stock", (">", 100)),
	],
)
def test_by_how_much_there_is_in_stock(question: str, having: tuple[str, float]) -> None:
	"""Of each item in all warehouses, and not of one of its records, nor by what it is worth."""
	named = (
		*WITH_ROWS.names,
		*(DocTypeName("Item", name, PREFERRED) for name in ("Artikel", "article", "artículo")),
	)
	vocabulary = replace(WITH_ROWS, names=named, languages=("en", "de", "fr", "es"))
	query = read_question(question, vocabulary, today=TODAY, find_records=by_title(RECORDS)).query
	assert query and (query.doctype, query.group_by, query.conditions) == ("Bin", ("item_code",), ())
	assert query.having == (GroupCondition("sum(quantity)", *having),)


@pytest.mark.parametrize(
	"question",
	["items with less than 5 pieces in stock", "items with at most 5 in stock", "more than 100 in stock"],
)
def test_by_how_little_there_is_in_stock(question: str) -> None:
	"""Of what there is none there may be no record, so it would be missing in the list."""
	found = by_title((*RECORDS, OF_PUMPS))
	assert read_question(question, WITH_ROWS, today=TODAY, find_records=found).kind != "list"


@pytest.mark.parametrize(
	("question", "having"),
	[
		("items with less than 5 pieces in North", ("<", 5)),
		("items with exactly 5 pieces in North", ("=", 5)),
		("which items have exactly one piece in North", ("=", 1)),
		("items with more than 5 pieces in North", (">", 5)),
		("Artikel mit weniger als 5 Stück in North", ("<", 5)),
		("von welchen Artikeln liegt in North nur noch ein Stück", ("=", 1)),
		("articles avec exactement un pièce dans North", ("=", 1)),
		("artículos con menos de 5 unidades en North", ("<", 5)),
	],
)
def test_by_how_little_there_is_in_one_place(question: str, having: tuple[str, float]) -> None:
	"""What is kept there has a record, though there be none left; that pieces are in stock need not be said."""
	named = (
		*WITH_ROWS.names,
		*(DocTypeName("Item", name, PREFERRED) for name in ("Artikel", "article", "artículo")),
	)
	vocabulary = replace(WITH_ROWS, names=named, languages=("en", "de", "fr", "es"))
	found = by_title((*RECORDS, FoundRecord("Warehouse", "North", "North", "")))
	query = read_question(question, vocabulary, today=TODAY, find_records=found).query
	assert query and (query.doctype, query.group_by) == ("Bin", ("item_code",))
	assert query.conditions == (RecordCondition("warehouse", "=", "North"),)
	assert query.having == (GroupCondition("sum(quantity)", *having),)


@pytest.mark.parametrize(
	("question", "operator", "days"),
	[
		("who has their birthday in December", "between", ("12-01", "12-31")),
		("employees with a birthday next week", "between", ("11-30", "12-06")),
		("whose birthday is today", "=", "11-28"),
		("birthdays this month", "between", ("11-01", "11-30")),
		("Wer hat im Dezember Geburtstag?", "between", ("12-01", "12-31")),
		("quién cumple años en diciembre", "between", ("12-01", "12-31")),
		("anniversaires du mois", "between", ("11-01", "11-30")),
		("birthdays this year", "between", ("01-01", "12-31")),
		("employees born in May", "between", ("05-01", "05-31")),
		("welche Mitarbeiter sind im Mai geboren", "between", ("05-01", "05-31")),
		("employés nés en mai", "between", ("05-01", "05-31")),
		("empleados que nacieron en mayo", "between", ("05-01", "05-31")),
	],
)
def test_birthdays(question: str, operator: str, days: str | tuple[str, str]) -> None:
	"""On these days of any year, of employees where nobody is named."""
	words = ("Mitarbeiter", "employé", "empleado")
	named = (*VOCABULARY.names, *(DocTypeName("Employee", word, PREFERRED) for word in words))
	vocabulary = replace(VOCABULARY, names=named, languages=("en", "de", "fr", "es"))
	found = read_question(question, vocabulary, today=TODAY, find_records=by_title(RECORDS)).query
	assert found and found.doctype == "Employee"
	assert found.conditions == (RecordCondition("day_of_year(date_of_birth)", operator, days),)  # type: ignore[arg-type]


def test_the_year_of_birth() -> None:
	"""Where it is said, it is meant."""
	query = read("employees born in May 1990").query
	assert query and query.conditions == (
		RecordCondition("date_of_birth", "between", ("1990-05-01", "1990-05-31")),
	)


@pytest.mark.parametrize(
	"question",
	["birthdays since June", "birthday", "birthdays before December", "birthdays in the last 2 years"],
)
def test_no_birthdays(question: str) -> None:
	"""What goes on for ever is every day of a year."""
	assert read(question).kind != "list"


@pytest.mark.parametrize(
	("question", "field", "operator", "value"),
	[
		("who joined in October", "date_of_joining", "between", ("2026-10-01", "2026-10-31")),
		("who joined the company since June", "date_of_joining", ">=", "2026-06-01"),
		("Wer wurde dieses Jahr eingestellt?", "date_of_joining", "between", ("2026-01-01", "2026-12-31")),
		("qui a été embauché cette année", "date_of_joining", "between", ("2026-01-01", "2026-12-31")),
		("quién entró este año", "date_of_joining", "between", ("2026-01-01", "2026-12-31")),
		("who left this year", "relieving_date", "between", ("2026-01-01", "2026-12-31")),
		("employees who left this year", "relieving_date", "between", ("2026-01-01", "2026-12-31")),
	],
)
def test_who_came_and_went(question: str, field: str, operator: str, value: str | tuple[str, str]) -> None:
	"""Nobody need be named, since customers neither join nor leave."""
	vocabulary = replace(VOCABULARY, languages=("en", "de", "fr", "es"))
	found = read_question(question, vocabulary, today=TODAY, find_records=by_title(RECORDS)).query
	assert found and found.doctype == "Employee"
	assert found.conditions == (RecordCondition(field, operator, value),)  # type: ignore[arg-type]


def test_nobody_is_a_quantity() -> None:
	"""“Who left” are people, though “left” is what there still is of a thing."""
	assert query("who left").conditions == (RecordCondition("status", "=", "Left"),)
	assert read("what is left").kind == "passage"


def test_short_months_in_small_letters() -> None:
	"""Where the word before says that it is one, or nothing else is called so."""
	may = RecordCondition("posting_date", "between", ("2026-05-01", "2026-05-31"))
	for question in ("payments in may", "Zahlungen im mai", "paiements de mai", "paiements en mai"):
		words = ("Zahlung", "paiement")
		named = (*VOCABULARY.names, *(DocTypeName("Payment Entry", word, PREFERRED) for word in words))
		vocabulary = replace(VOCABULARY, names=named, languages=("en", "de", "fr"))
		found = read_question(question, vocabulary, today=TODAY, find_records=by_title(RECORDS)).query
		assert found and may in found.conditions, question
	assert read("payments may follow").kind != "list"


@pytest.mark.parametrize(
	"question",
	[
		"payments since the first of july",
		"payments since the 1st of July",
		"Zahlungen seit dem ersten Juli",
		"paiements depuis le premier juillet",
		"pagos desde el primero de julio",
	],
)
def test_the_first_of_a_month(question: str) -> None:
	"""In words, and with “of” between the day and its month."""
	words = ("Zahlung", "paiement", "pago")
	named = (*VOCABULARY.names, *(DocTypeName("Payment Entry", word, PREFERRED) for word in words))
	vocabulary = replace(VOCABULARY, names=named, languages=("en", "de", "fr", "es"))
	found = read_question(question, vocabulary, today=TODAY, find_records=by_title(RECORDS)).query
	assert found and RecordCondition("posting_date", ">=", "2026-07-01") in found.conditions


def test_dated_before() -> None:
	"""What dates them may be said by two words."""
	assert (
		RecordCondition("posting_date", "<", "2026-07-01") in query("payments dated before July").conditions
	)
	in_july = RecordCondition("posting_date", "between", ("2026-07-01", "2026-07-31"))
	assert in_july in query("payments dated July").conditions
