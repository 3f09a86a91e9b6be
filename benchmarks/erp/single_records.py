"""Questions about one record each, made of what the records of a site say, with the record and the answer that are right.

The questions are worded as people ask: by number, by the party and a date, by what an item is called. The answer is a value
that the form of the record shows, as the site writes it.
"""

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import frappe
from frappe.utils import cstr, fmt_money, formatdate

from huf.engine.types import Hit

SEED = 7


@dataclass(frozen=True, slots=True)
class Question:
	"""What is asked, of which records one is right, and in which writings the answer may stand."""

	text: str
	records: frozenset[tuple[str, str]]
	"""DocType and name; any of them answers."""
	answers: tuple[str, ...]
	"""Writings of the answer; one of them has to stand in the passages of a right record."""
	kind: str


def questions(of_each: int = 4, seed: int = SEED) -> list[Question]:
	"""``of_each`` of every kind; the same site and seed give the same questions."""
	rng = random.Random(seed)
	found: list[Question] = []
	for make in MAKERS:
		made = list(make())
		rng.shuffle(made)
		found += made[:of_each]
	return found


@dataclass(frozen=True, slots=True)
class Verdict:
	"""What came of a question."""

	question: Question
	is_first: bool
	"""The first hit is of a right record."""
	has_answer: bool
	"""The passages of right records among the hits hold the answer."""


def judge(question: Question, hits: Sequence[Hit]) -> Verdict:
	"""Judge the hits of a search for the question, in their order."""
	of = [(str(h.metadata.get("reference_doctype")), str(h.metadata.get("reference_name"))) for h in hits]
	text = _plain(
		" ".join(
			f"{hit.title} {hit.text} {hit.metadata.get('now', '')}"
			for hit, record in zip(hits, of, strict=True)
			if record in question.records
		)
	)
	return Verdict(
		question,
		is_first=bool(of) and of[0] in question.records,
		has_answer=any(_plain(answer) in text for answer in question.answers),
	)


def judged_text(doctype: str, name: str) -> str:
	"""What the record, and the mails about it, say, as answers are looked for in it."""
	doc = frappe.get_doc(doctype, name)
	mails = frappe.get_all(
		"Communication", {"reference_doctype": doctype, "reference_name": name}, pluck="content"
	)
	return _plain(" ".join([*(cstr(doc.get(field.fieldname)) for field in doc.meta.fields), *mails]))


def _plain(text: str) -> str:
	return re.sub(r"\s+", " ", text).casefold()


def _one(doctype: str, name: str) -> frozenset[tuple[str, str]]:
	return frozenset({(doctype, name)})


def _date(value: object) -> tuple[str, ...]:
	return (cstr(value), formatdate(value))


def _money(amount: float, currency: str) -> tuple[str, ...]:
	shown = fmt_money(amount, currency=currency)
	bare = fmt_money(amount)
	return (shown, bare, f"{amount:.2f}", f"{currency} {bare}")


def _sales_documents() -> Iterator[Question]:
	for doctype, word, date_field, label in (
		("Sales Invoice", "invoice", "due_date", "due"),
		("Sales Order", "order", "delivery_date", "to be delivered"),
		("Quotation", "quotation", "valid_till", "no longer valid"),
	):
		for row in frappe.get_all(
			doctype,
			{"docstatus": 1},
			["name", date_field, "grand_total", "currency"],
			order_by="name",
			limit=8,
		):
			yield Question(
				f"When is {word} {row.name} {label}?",
				_one(doctype, row.name),
				_date(row[date_field]),
				"document by number, date",
			)
			yield Question(
				f"What is the total of {row.name}?",
				_one(doctype, row.name),
				_money(row.grand_total, row.currency),
				"document by number, total",
			)


def _invoices_by_party() -> Iterator[Question]:
	rows = frappe.get_all(
		"Sales Invoice",
		{"docstatus": 1},
		["name", "customer", "posting_date", "grand_total", "currency"],
		order_by="name",
	)
	for row in rows:
		same = [
			other
			for other in rows
			if (other.customer, other.posting_date) == (row.customer, row.posting_date)
		]
		if len(same) == 1:
			yield Question(
				f"How much was the invoice of {formatdate(row.posting_date)} to {row.customer}?",
				_one("Sales Invoice", row.name),
				_money(row.grand_total, row.currency),
				"invoice by customer and date",
			)


def _customers_of_documents() -> Iterator[Question]:
	# A cancelled order is not in the index.
	for row in frappe.get_all(
		"Sales Order", {"docstatus": ("<", 2)}, ["name", "customer", "po_no"], order_by="name", limit=30
	):
		yield Question(
			f"Which customer sent the purchase order {row.po_no}?",
			frozenset(
				("Sales Order", name)
				for name in frappe.get_all("Sales Order", {"po_no": row.po_no}, pluck="name")
			),
			(row.customer,),
			"order by the customer's number",
		)


def _lines() -> Iterator[Question]:
	for row in frappe.get_all(
		"Sales Order Item",
		{"docstatus": 1, "parenttype": "Sales Order"},
		["parent", "item_code", "item_name", "qty"],
		order_by="parent, idx",
		limit=60,
	):
		yield Question(
			f"How many {row.item_name} are on order {row.parent}?",
			_one("Sales Order", row.parent),
			(row.item_name,),
			"line of a document",
		)


def _prices() -> Iterator[Question]:
	for row in frappe.get_all(
		"Item Price",
		{"price_list": "Standard Selling"},
		["name", "item_code", "item_name", "price_list_rate", "currency"],
		order_by="item_code",
	):
		yield Question(
			f"What is the selling price of {row.item_code}?",
			_one("Item Price", row.name) | _one("Item", row.item_code),
			_money(row.price_list_rate, row.currency),
			"price by code",
		)
		yield Question(
			f"What does the {row.item_name} cost?",
			_one("Item Price", row.name) | _one("Item", row.item_code),
			_money(row.price_list_rate, row.currency),
			"price by name",
		)


def _stock() -> Iterator[Question]:
	for row in frappe.get_all(
		"Bin", {"actual_qty": (">", 0)}, ["name", "item_code", "warehouse", "actual_qty"], order_by="name"
	):
		quantity = f"{row.actual_qty:g}"
		yield Question(
			f"How many {row.item_code} are in {row.warehouse}?",
			_one("Bin", row.name) | _one("Item", row.item_code),
			(f": {quantity}", f" {quantity} ", f"{quantity}.0", f"| {quantity}"),
			"stock",
		)


def _items() -> Iterator[Question]:
	for row in frappe.get_all("Item", ["name", "item_name", "lead_time_days", "brand"], order_by="name"):
		yield Question(
			f"Which make is the {row.item_name}?", _one("Item", row.name), (row.brand,), "item by name"
		)
		yield Question(
			f"What is the lead time of {row.name} in days?",
			_one("Item", row.name),
			(f": {row.lead_time_days}", f" {row.lead_time_days} "),
			"item by code",
		)


def _people() -> Iterator[Question]:
	for row in frappe.get_all(
		"Contact", ["name", "first_name", "last_name", "phone", "email_id"], order_by="name"
	):
		full = f"{row.first_name} {row.last_name}"
		same = frappe.get_all(
			"Contact", {"first_name": row.first_name, "last_name": row.last_name}, pluck="name"
		)
		party = frappe.db.get_value(
			"Dynamic Link", {"parenttype": "Contact", "parent": row.name}, "link_name"
		)
		if row.phone and len(same) == 1:
			yield Question(
				f"What is the phone number of {full}?",
				_one("Contact", row.name),
				(row.phone,),
				"contact by name",
			)
		if not party:
			# A user's own contact, which Frappe makes: it is nobody's.
			continue
		others = frappe.get_all(
			"Dynamic Link", {"parenttype": "Contact", "link_name": party}, pluck="parent", distinct=True
		)
		if row.email_id:
			doctype = frappe.db.get_value(
				"Dynamic Link", {"parenttype": "Contact", "parent": row.name}, "link_doctype"
			)
			mails = tuple(filter(None, (frappe.db.get_value("Contact", one, "email_id") for one in others)))
			yield Question(
				f"Whom can I write to at {party}, and what is the e-mail address?",
				frozenset({("Contact", one) for one in others} | {(doctype, party)}),
				mails,
				"contact by party",
			)


def _addresses() -> Iterator[Question]:
	for row in frappe.get_all("Address", ["name", "address_title", "address_line1"], order_by="name"):
		party = frappe.db.get_value(
			"Dynamic Link", {"parenttype": "Address", "parent": row.name}, ["link_doctype", "link_name"]
		)
		yield Question(
			f"Where is {row.address_title}, in which street?",
			_one("Address", row.name) | frozenset({tuple(party)} if party else ()),
			(row.address_line1,),
			"address",
		)


def _issues() -> Iterator[Question]:
	for row in frappe.get_all("Issue", ["name", "subject", "customer"], order_by="name"):
		same = frappe.get_all("Issue", {"subject": row.subject, "customer": row.customer}, pluck="name")
		letters = frappe.get_all(
			"Communication", {"reference_doctype": "Issue", "reference_name": row.name}, pluck="content"
		)
		if not letters or len(same) > 1:
			continue
		answer = max(re.split(r"<br>|[.:;]", letters[0]), key=len).strip()
		yield Question(
			f"What did we answer {row.customer} about “{row.subject}”?",
			_one("Issue", row.name),
			(answer,),
			"issue",
		)


def _employees() -> Iterator[Question]:
	for row in frappe.get_all("Employee", ["name", "employee_name", "department"], order_by="name"):
		yield Question(
			f"In which department does {row.employee_name} work?",
			frozenset(
				("Employee", name)
				for name in frappe.get_all("Employee", {"employee_name": row.employee_name}, pluck="name")
			),
			(row.department, row.department.rsplit(" - ", 1)[0]),
			"employee",
		)


def _payments() -> Iterator[Question]:
	for row in frappe.get_all(
		"Payment Entry", {"docstatus": 1}, ["name", "reference_no", "party"], order_by="name"
	):
		yield Question(
			f"Who paid with the reference {row.reference_no}?",
			_one("Payment Entry", row.name),
			(row.party,),
			"payment by reference",
		)


def _purchases() -> Iterator[Question]:
	for row in frappe.get_all(
		"Purchase Invoice", ["name", "bill_no", "supplier", "grand_total", "currency"], order_by="name"
	):
		yield Question(
			f"What did {row.supplier} charge us with their bill {row.bill_no}?",
			_one("Purchase Invoice", row.name),
			_money(row.grand_total, row.currency),
			"purchase by the supplier's number",
		)


def _terms() -> Iterator[Question]:
	for text, title, answer in (
		("How many days do customers have to pay an invoice?", "Standard Payment Terms", "30 days"),
		("Which cash discount do we give for early payment?", "Standard Payment Terms", "Two per cent"),
		("How long is the warranty on seals and bearings?", "Warranty", "6 months"),
		("Do we answer for damage by dry running?", "Warranty", "dry running"),
		("When does the risk pass to the customer?", "Delivery Terms", "handed to the carrier"),
		("May a customer return opened chemicals?", "Return of Goods", "not taken back"),
		("What does an hour of a service technician cost?", "Service Visits", "98 EUR"),
		("What is charged when a service visit is cancelled too late?", "Service Visits", "charged in full"),
		("Which certificate must suppliers send with pressure parts?", "Purchase Conditions", "3.1"),
		("For how long must a pump be rented at least?", "Rental of Pumps", "two weeks"),
		(
			"When do delivered goods become the buyer's property?",
			"Retention of Title",
			"until all that is owed",
		),
		("Is a letter of credit needed for export?", "Payment Terms for Export", "letter of credit"),
		("When do samples have to be sent back?", "Drawings and Samples", "60 days"),
	):
		if frappe.db.exists("Terms and Conditions", title):
			yield Question(text, _one("Terms and Conditions", title), (answer,), "policy and terms")


MAKERS: tuple[Callable[[], Iterable[Question]], ...] = (
	_sales_documents,
	_invoices_by_party,
	_customers_of_documents,
	_lines,
	_prices,
	_stock,
	_items,
	_people,
	_addresses,
	_issues,
	_employees,
	_payments,
	_purchases,
	_terms,
)
