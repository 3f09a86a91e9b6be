"""Makes the records of a made-up company through ERPNext's own documents, so that all that ERPNext derives is derived.

The same seed gives the same company, but for the days: documents lie in the months before today, so that some are due.
"""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import frappe
from frappe.utils import add_days, getdate, nowdate

from benchmarks.erp import words

SEED = 20_260_401
MARK = "PMP-0001"
"""The code of an item that is there when the company was made."""


@dataclass
class Sizes:
	"""How many of each are made."""

	items: int = 300
	customers: int = 60
	suppliers: int = 24
	sales_orders: int = 80
	invoices: int = 110
	quotations: int = 30
	purchase_orders: int = 45
	issues: int = 60
	tasks: int = 40
	employees: int = 30


@dataclass
class Company:
	"""What has been made so far, for what is made of it."""

	name: str
	abbr: str
	rng: random.Random = field(default_factory=lambda: random.Random(SEED))
	items: list[tuple[str, str, float]] = field(default_factory=list)
	"""Code, name, selling price."""
	customers: list[str] = field(default_factory=list)
	suppliers: list[str] = field(default_factory=list)
	projects: list[str] = field(default_factory=list)
	warehouses: tuple[str, ...] = ()

	def day(self, back: int, least: int = 1) -> str:
		"""A day between so many days ago and ``least`` days ago, and never before this year's January."""
		first = getdate(f"{getdate().year}-01-02")
		return str(max(first, getdate(add_days(nowdate(), -self.rng.randint(least, back)))))


def make(sizes: Sizes, say: Callable[[str], None] = print) -> Company:
	"""Make everything, in an order in which each step finds what it needs.

	Raises:
		SystemExit: the site has no company yet, or this one was made already.
	"""
	names = frappe.get_all("Company", limit=1, pluck="name")
	if not names:
		raise SystemExit("Complete the setup wizard first: the site has no Company.")
	if frappe.db.exists("Item", MARK):
		raise SystemExit("The made-up company is on this site already.")
	frappe.flags.mute_emails = True
	company = Company(names[0], frappe.db.get_value("Company", names[0], "abbr"))
	for step in STEPS:
		began = time.perf_counter()
		made = sum(1 for _ in step(company, sizes))
		frappe.db.commit()
		say(f"{step.__name__.strip('_').replace('_', ' ')}: {made} in {time.perf_counter() - began:.1f} s")
	return company


def _insert(doctype: str, submit: bool = False, **values: Any) -> Any:
	doc = frappe.get_doc({"doctype": doctype, **values})
	doc.insert(ignore_permissions=True)
	if submit:
		doc.submit()
	return doc


# --- What the others stand on


def _groups_and_warehouses(company: Company, sizes: Sizes) -> Iterator[Any]:
	for group in dict.fromkeys(kind[0] for kind in words.KINDS_OF_ITEMS):
		if not frappe.db.exists("Item Group", group):
			yield _insert("Item Group", item_group_name=group, parent_item_group="All Item Groups")
	for make_of in words.MAKES:
		yield _insert("Brand", brand=make_of)
	for country in dict.fromkeys(country for _, country in words.PLACES):
		if not frappe.db.exists("Territory", country):
			yield _insert("Territory", territory_name=country, parent_territory="All Territories")
	for name in ("Kesten North", "Kesten South"):
		yield _insert("Warehouse", warehouse_name=name, company=company.name)
	company.warehouses = tuple(
		f"{name} - {company.abbr}" for name in ("Stores", "Kesten North", "Kesten South")
	)
	for name in ("Complaint", "Documentation", "Delivery"):
		yield _insert("Issue Type", __newname=name)


def _items(company: Company, sizes: Sizes) -> Iterator[Any]:
	rng, made = company.rng, 0
	for round_ in range(100):
		for group, code, name, variants, price in words.KINDS_OF_ITEMS:
			for place, variant in enumerate(variants):
				if made == sizes.items:
					return
				number = round_ * len(variants) + place + 1
				of = (words.MATERIALS if group in ("Pumps", "Valves", "Pipes") else words.MAKES)[round_ % 5]
				rate = round(price * (1 + 0.6 * place) * (1 + 0.13 * (round_ % 5)), 2)
				item_name = f"{name} {variant}, {of}"
				yield _insert(
					"Item",
					item_code=f"{code}-{number:04}",
					item_name=item_name,
					item_group=group,
					brand=words.MAKES[(round_ + place) % 5],
					stock_uom="Nos",
					description=f"<p>{item_name}. For water up to {rng.choice((40, 60, 80, 95))} °C, weight {rng.randint(1, 90)} kg.</p>",
					valuation_rate=round(rate * 0.61, 2),
					weight_per_unit=rng.randint(1, 90),
					lead_time_days=rng.choice((3, 7, 14, 28)),
					safety_stock=rng.choice((0, 5, 10)),
					has_batch_no=int(code == "CHL"),
					reorder_levels=[
						{
							"warehouse": company.warehouses[0],
							"warehouse_reorder_level": rng.choice((5, 10, 20)),
							"warehouse_reorder_qty": rng.choice((20, 50)),
							"material_request_type": "Purchase",
						}
					],
				)
				company.items.append((f"{code}-{number:04}", item_name, rate))
				made += 1


def _prices(company: Company, sizes: Sizes) -> Iterator[Any]:
	for code, _, rate in company.items:
		for price_list, share in (("Standard Selling", 1.0), ("Standard Buying", 0.64)):
			if not frappe.db.exists("Item Price", {"item_code": code, "price_list": price_list}):
				yield _insert(
					"Item Price",
					item_code=code,
					price_list=price_list,
					price_list_rate=round(rate * share, 2),
				)


def _batches(company: Company, sizes: Sizes) -> Iterator[Any]:
	for code, *_ in company.items:
		if code.startswith("CHL"):
			for number in (1, 2):
				yield _insert(
					"Batch",
					batch_id=f"{code}-B{number}",
					item=code,
					manufacturing_date=company.day(200),
					expiry_date=add_days(nowdate(), 100 * number),
				)


def _stock(company: Company, sizes: Sizes) -> Iterator[Any]:
	rng = company.rng
	coded = [item for item in company.items if not item[0].startswith("CHL")]
	for warehouse in company.warehouses:
		chosen = coded if warehouse == company.warehouses[0] else rng.sample(coded, len(coded) // 3)
		for first in range(0, len(chosen), 50):
			yield _insert(
				"Stock Entry",
				submit=True,
				stock_entry_type="Material Receipt",
				company=company.name,
				set_posting_time=1,
				posting_date=f"{getdate().year}-01-02",
				items=[
					{
						"item_code": code,
						"qty": rng.choice((3, 8, 25, 60, 150)),
						"basic_rate": round(rate * 0.61, 2),
						"t_warehouse": warehouse,
					}
					for code, _, rate in chosen[first : first + 50]
				],
			)


# --- Who the company deals with


def _names_of_parties(trades: tuple[str, ...], count: int, rng: random.Random) -> list[tuple[str, str, str]]:
	every = [(f"{place} {trade}", place, country) for trade in trades for place, country in words.PLACES]
	return rng.sample(every, min(count, len(every)))


def _customers(company: Company, sizes: Sizes) -> Iterator[Any]:
	groups = ("Commercial", "Government", "Non Profit")
	for name, place, country in _names_of_parties(words.TRADES, sizes.customers, company.rng):
		doc = _insert(
			"Customer",
			customer_name=name,
			customer_type="Company",
			customer_group=company.rng.choice(groups),
			territory=country,
			tax_id=f"EU{company.rng.randint(10**8, 10**9)}",
		)
		company.customers.append(doc.name)
		yield doc
		yield from _address_and_contacts(company, "Customer", doc.name, place, country)


def _suppliers(company: Company, sizes: Sizes) -> Iterator[Any]:
	for name, place, country in _names_of_parties(words.SUPPLIER_TRADES, sizes.suppliers, company.rng):
		doc = _insert("Supplier", supplier_name=name, supplier_group="Hardware", country=country)
		company.suppliers.append(doc.name)
		yield doc
		yield from _address_and_contacts(company, "Supplier", doc.name, place, country)


def _address_and_contacts(
	company: Company, doctype: str, party: str, place: str, country: str
) -> Iterator[Any]:
	rng, links = company.rng, [{"link_doctype": doctype, "link_name": party}]
	yield _insert(
		"Address",
		address_title=party,
		address_type="Billing",
		address_line1=f"{rng.choice(words.STREETS)} {rng.randint(1, 180)}",
		city=place,
		pincode=str(rng.randint(10_000, 99_999)),
		country=country,
		links=links,
	)
	domain = party.lower().replace(" ", "-").replace("ü", "ue")
	for primary in range(rng.choice((1, 1, 2))):
		first, last = rng.choice(words.FIRST_NAMES), rng.choice(words.LAST_NAMES)
		yield _insert(
			"Contact",
			first_name=first,
			last_name=last,
			designation=rng.choice(("Buyer", "Plant Manager", "Engineer", "Accountant")),
			email_ids=[{"email_id": f"{first}.{last}.{primary}@{domain}.example".lower(), "is_primary": 1}],
			phone_nos=[
				{"phone": f"+49 {rng.randint(200, 999)} {rng.randint(10**5, 10**6)}", "is_primary_phone": 1}
			],
			links=links,
		)


# --- What it sells and buys


def _rows(company: Company, most: int, **more: Any) -> list[dict[str, Any]]:
	rng = company.rng
	chosen = rng.sample([one for one in company.items if not one[0].startswith("CHL")], rng.randint(1, most))
	return [
		{"item_code": code, "qty": rng.choice((1, 2, 2, 3)), "rate": rate, **more} for code, _, rate in chosen
	]


def _quotations(company: Company, sizes: Sizes) -> Iterator[Any]:
	for number in range(sizes.quotations):
		day = company.day(90)
		yield _insert(
			"Quotation",
			submit=number % 5 != 0,
			quotation_to="Customer",
			party_name=company.rng.choice(company.customers),
			company=company.name,
			transaction_date=day,
			valid_till=add_days(day, 45),
			items=_rows(company, 5),
		)


def _sales_orders(company: Company, sizes: Sizes) -> Iterator[Any]:
	from erpnext.selling.doctype.sales_order.sales_order import make_delivery_note

	for number in range(sizes.sales_orders):
		day = company.day(240)
		order = _insert(
			"Sales Order",
			submit=number % 8 != 0,
			customer=company.rng.choice(company.customers),
			company=company.name,
			transaction_date=day,
			delivery_date=add_days(day, company.rng.choice((7, 14, 30))),
			po_no=f"PO-{company.rng.randint(1000, 9999)}",
			set_warehouse=company.warehouses[0],
			items=_rows(company, 6),
		)
		yield order
		if order.docstatus == 1 and number % 16 == 1:
			order.cancel()
		elif order.docstatus == 1 and number % 3 == 0:
			yield from _tried(lambda order=order: _submitted(make_delivery_note(order.name)))


def _invoices(company: Company, sizes: Sizes) -> Iterator[Any]:
	from erpnext.accounts.doctype.payment_entry.payment_entry import get_payment_entry

	rng = company.rng
	for number in range(sizes.invoices):
		day = company.day(280)
		invoice = _insert(
			"Sales Invoice",
			submit=number % 12 != 0,
			customer=rng.choice(company.customers),
			company=company.name,
			set_posting_time=1,
			posting_date=day,
			due_date=add_days(day, rng.choice((14, 30, 60))),
			remarks=rng.choice(("", "", "Partial delivery.", "Please quote our reference.")),
			items=_rows(company, 6),
		)
		yield invoice
		if invoice.docstatus == 1 and number % 3 == 0:
			payment = get_payment_entry(
				"Sales Invoice", invoice.name, bank_account=f"House Bank - {company.abbr}"
			)
			if number % 2:
				payment.paid_amount = payment.received_amount = round(payment.paid_amount / 3, 2)
				payment.references[0].allocated_amount = payment.paid_amount
			payment.reference_no, payment.reference_date = f"TR-{rng.randint(10**5, 10**6)}", nowdate()
			yield _submitted(payment)


def _purchases(company: Company, sizes: Sizes) -> Iterator[Any]:
	from erpnext.buying.doctype.purchase_order.purchase_order import make_purchase_invoice

	for number in range(sizes.purchase_orders):
		day = company.day(200)
		order = _insert(
			"Purchase Order",
			submit=number % 9 != 0,
			supplier=company.rng.choice(company.suppliers),
			company=company.name,
			transaction_date=day,
			schedule_date=add_days(day, 21),
			set_warehouse=company.warehouses[0],
			items=_rows(company, 5),
		)
		yield order
		if order.docstatus == 1 and number % 2:
			invoice = make_purchase_invoice(order.name)
			invoice.set_posting_time, invoice.posting_date = 1, order.transaction_date
			invoice.due_date = add_days(order.transaction_date, 30)
			invoice.bill_no = f"R{company.rng.randint(10**4, 10**5)}"
			yield _submitted(invoice)


def _boms(company: Company, sizes: Sizes) -> Iterator[Any]:
	parts = [item for item in company.items if item[0][:3] in ("MTR", "MSL", "BRG", "GSK")]
	for code, *_ in [item for item in company.items if item[0].startswith("PMP")][:10]:
		rows = [
			{"item_code": part, "qty": company.rng.randint(1, 4), "rate": round(rate * 0.61, 2)}
			for part, _, rate in company.rng.sample(parts, 4)
		]
		yield _insert("BOM", submit=True, item=code, company=company.name, quantity=1, items=rows)


# --- What people work on


def _projects_and_tasks(company: Company, sizes: Sizes) -> Iterator[Any]:
	rng = company.rng
	for customer in rng.sample(company.customers, 8):
		doc = _insert(
			"Project",
			project_name=f"Refit {customer}",
			customer=customer,
			company=company.name,
			expected_end_date=add_days(nowdate(), rng.randint(10, 200)),
		)
		company.projects.append(doc.name)
		yield doc
	for number in range(sizes.tasks):
		item, customer = rng.choice(company.items)[1], rng.choice(company.customers)
		yield _insert(
			"Task",
			subject=rng.choice(words.TASKS).format(item=item, customer=customer),
			project=rng.choice(company.projects),
			priority=rng.choice(("Low", "Medium", "High")),
			status=rng.choice(("Open", "Working", "Open")),
			exp_end_date=add_days(nowdate(), rng.randint(-20, 60)),
			description=f"<p>Agreed with the customer on {company.day(60)}. Budget {number + 3} hours.</p>",
		)


def _issues(company: Company, sizes: Sizes) -> Iterator[Any]:
	rng = company.rng
	for number in range(sizes.issues):
		customer, (_, item, _) = rng.choice(company.customers), rng.choice(company.items)
		subject, letter, answer = words.COMPLAINTS[number % len(words.COMPLAINTS)]
		filled = {"item": item, "n": rng.randint(6, 60)}
		mail = frappe.db.get_value(
			"Contact Email",
			{"parent": ("in", _contacts_of(customer) or [""]), "is_primary": 1},
			"email_id",
		)
		issue = _insert(
			"Issue",
			subject=subject.format(**filled),
			customer=customer,
			raised_by=mail,
			issue_type=rng.choice(("Complaint", "Documentation", "Delivery")),
			priority=rng.choice(("Low", "Medium", "High")),
			description=f"<p>{letter.format(**filled)}</p>",
			opening_date=company.day(120),
		)
		yield issue
		if number % 4 != 3:
			yield _insert(
				"Communication",
				communication_type="Communication",
				communication_medium="Email",
				sent_or_received="Sent",
				subject=f"Re: {issue.subject}",
				content=f"<div>Dear Sir or Madam,<br>{answer}<br>Kind regards<br>{company.name} Service</div>",
				sender="service@example.com",
				recipients=mail,
				reference_doctype="Issue",
				reference_name=issue.name,
			)
			frappe.db.set_value("Issue", issue.name, "status", rng.choice(("Replied", "Resolved", "Closed")))


def _contacts_of(customer: str) -> list[str]:
	return frappe.get_all(
		"Dynamic Link",
		{"link_doctype": "Customer", "link_name": customer, "parenttype": "Contact"},
		pluck="parent",
	)


def _employees(company: Company, sizes: Sizes) -> Iterator[Any]:
	rng = company.rng
	departments = frappe.get_all("Department", {"is_group": 0}, pluck="name", order_by="name")
	for number in range(sizes.employees):
		yield _insert(
			"Employee",
			first_name=words.FIRST_NAMES[number % len(words.FIRST_NAMES)],
			last_name=words.LAST_NAMES[(number * 7) % len(words.LAST_NAMES)],
			company=company.name,
			gender=rng.choice(("Female", "Male")),
			date_of_birth=f"{rng.randint(1962, 2003)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}",
			date_of_joining=f"{rng.randint(2009, 2025)}-{rng.randint(1, 12):02}-01",
			department=rng.choice(departments),
			designation=rng.choice(("Accountant", "Engineer", "Consultant", "Analyst")),
			cell_number=f"+49 170 {rng.randint(10**6, 10**7)}",
			passport_number=f"C{rng.randint(10**7, 10**8)}",
			bank_ac_no=f"DE{rng.randint(10**12, 10**13)}",
			ctc=rng.randint(38, 120) * 1000,
		)


def _terms(company: Company, sizes: Sizes) -> Iterator[Any]:
	for title, text in words.TERMS:
		yield _insert("Terms and Conditions", title=title, terms=f"<p>{text}</p>", selling=1, buying=1)


_AREAS = ("Sales", "Purchase", "Accounts", "Stock", "HR", "Projects", "Manufacturing")
_OF_ALL = (
	*(f"{area} {level}" for area in _AREAS for level in ("User", "Manager")),
	*("Item Manager", "Support Team"),
)


def _users(company: Company, sizes: Sizes) -> Iterator[Any]:
	"""People with the roles of a company, some of them bound to a customer, a country, a warehouse or a group."""
	rng = company.rng
	for name, roles, bound in (
		("anna", _OF_ALL, {}),
		("sales", ("Sales User",), {}),
		("sales.manager", ("Sales Manager", "Sales User"), {}),
		("sales.germany", ("Sales User",), {"Territory": ["Germany"]}),
		("sales.one", ("Sales User",), {"Customer": company.customers[:1]}),
		("sales.five", ("Sales User", "Stock User"), {"Customer": company.customers[:5]}),
		("accounts", ("Accounts User",), {}),
		("accounts.manager", ("Accounts Manager", "Accounts User"), {}),
		("stock", ("Stock User",), {}),
		("stock.north", ("Stock User", "Item Manager"), {"Warehouse": [company.warehouses[1]]}),
		("stock.sales", ("Stock User", "Sales User"), {"Warehouse": [company.warehouses[0]]}),
		("purchase", ("Purchase User",), {}),
		("purchase.one", ("Purchase User", "Purchase Manager"), {"Supplier": company.suppliers[:1]}),
		("hr", ("HR User",), {}),
		("hr.manager", ("HR Manager", "HR User"), {}),
		("support", ("Support Team",), {}),
		("support.three", ("Support Team",), {"Customer": company.customers[3:6]}),
		("projects", ("Projects User",), {}),
		("production", ("Manufacturing User", "Stock User"), {}),
		("pumps", ("Item Manager", "Stock User"), {"Item Group": ["Pumps"]}),
		("nobody", (), {}),
	):
		yield _user(f"{name}@example.com", roles, bound)
	mails = [mail for customer in company.customers[:3] for mail in _mails_of(customer)]
	for mail in rng.sample(mails, min(2, len(mails))):
		yield _user(mail, ("Customer",), {}, user_type="Website User")


def _mails_of(customer: str) -> list[str]:
	return frappe.get_all("Contact Email", {"parent": ("in", _contacts_of(customer))}, pluck="email_id")


def _user(
	mail: str, roles: tuple[str, ...], bound: dict[str, list[str]], user_type: str = "System User"
) -> Any:
	also = ("Knowledge User",) if user_type == "System User" else ()
	doc = _insert(
		"User",
		email=mail,
		first_name=mail.split("@")[0].replace(".", " ").title(),
		send_welcome_email=0,
		user_type=user_type,
		roles=[{"role": role} for role in (*roles, *also)],
	)
	for doctype, names in bound.items():
		for name in names:
			_insert("User Permission", user=mail, allow=doctype, for_value=name)
	return doc


def _submitted(doc: Any) -> Any:
	doc.flags.ignore_permissions = True
	doc.insert()
	doc.submit()
	return doc


def _tried(make_it: Callable[[], Any]) -> Iterator[Any]:
	"""What it makes, unless ERPNext refuses for want of stock: then nothing, as in a real company."""
	from erpnext.stock.stock_ledger import NegativeStockError

	frappe.db.savepoint("erp_company")
	try:
		yield make_it()
	except NegativeStockError:
		frappe.db.rollback(save_point="erp_company")


STEPS: tuple[Callable[[Company, Sizes], Iterator[Any]], ...] = (
	_groups_and_warehouses,
	_items,
	_prices,
	_batches,
	_stock,
	_customers,
	_suppliers,
	_terms,
	_quotations,
	_sales_orders,
	_invoices,
	_purchases,
	_boms,
	_projects_and_tasks,
	_issues,
	_employees,
	_users,
)
