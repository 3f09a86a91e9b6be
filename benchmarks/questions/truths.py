"""What each question asks for, as SQL, and what is put into its braces.

Written apart from the reader of questions: nothing here knows its tables. Conventions, which a person may see otherwise: cancelled
documents do not count and drafts do, unless a state is named; sums, averages and the highest are of submitted documents; sales are
net and in the company's currency; unpaid is what has an outstanding amount; “invoice” and “order” are those of sales.
"""

import random
from dataclasses import dataclass
from datetime import date, timedelta

import frappe
from frappe.utils import getdate

_LIVE = "docstatus < 2"
_SUBMITTED = "docstatus = 1"
_NOT_ENDED = "docstatus = 1 and status not in ('Completed', 'Closed')"


@dataclass(frozen=True)
class Case:
	"""The records that are meant, and what of them."""

	doctype: str
	where: str
	number: tuple[str, str] | None = None
	"""Function and column."""
	group: str = ""
	order: str = ""
	"""Column, descending, of a list that is cut."""
	needs: str = ""
	"""The DocType of records that these have or lack, which somebody has to see as well. Only visible ones count."""


def _invoices(where: str, **more: object) -> Case:
	return Case("Sales Invoice", where, **more)  # type: ignore[arg-type]


def _orders(where: str, **more: object) -> Case:
	return Case("Sales Order", where, **more)  # type: ignore[arg-type]


CASES = {
	"si_overdue": _invoices("status = 'Overdue'"),
	"si_unpaid": _invoices(f"{_SUBMITTED} and outstanding_amount > 0"),
	"si_customer": _invoices(f"{_LIVE} and customer = %(customer)s"),
	"si_customer_overdue": _invoices("status = 'Overdue' and customer = %(customer)s"),
	"si_draft": _invoices("docstatus = 0"),
	"si_month": _invoices(f"{_LIVE} and posting_date between %(month_first)s and %(month_last)s"),
	"si_over": _invoices(f"{_LIVE} and base_grand_total > %(amount_value)s"),
	"si_due_before": _invoices(f"{_LIVE} and due_date < %(day_value)s"),
	"so_undelivered": _orders(f"{_NOT_ENDED} and per_delivered < 100"),
	"so_undelivered_month": _orders(
		f"{_NOT_ENDED} and per_delivered < 100 and transaction_date between %(month_first)s and %(month_last)s"
	),
	"so_open": _orders(_NOT_ENDED),
	"so_customer": _orders(f"{_LIVE} and customer = %(customer)s"),
	"so_since": _orders(f"{_LIVE} and transaction_date >= %(day_value)s"),
	"so_item": _orders(
		f"{_LIVE} and exists (select 1 from `tabSales Order Item` i where i.parent = t.name and i.item_code = %(item_code)s)"
	),
	"po_supplier": Case("Purchase Order", f"{_LIVE} and supplier = %(supplier)s"),
	"po_open": Case("Purchase Order", f"{_NOT_ENDED} and status != 'Delivered'"),
	"quotations_open": Case("Quotation", "status = 'Open'"),
	"issues_open": Case("Issue", "status = 'Open'"),
	"issues_customer": Case("Issue", "customer = %(customer)s"),
	"issues_not_closed": Case("Issue", "status != 'Closed'"),
	"issues_days": Case("Issue", "opening_date between date_sub(curdate(), interval 30 day) and curdate()"),
	"tasks_priority": Case("Task", "priority = 'High'"),
	"tasks_project": Case("Task", "project = %(project_id)s"),
	"items_group": Case("Item", "item_group = %(group)s"),
	"items_brand": Case("Item", "brand = %(brand)s"),
	"items_reorder": Case(
		"Item",
		"exists (select 1 from `tabItem Reorder` r left join tabBin b on b.item_code = t.name and b.warehouse = r.warehouse"
		" where r.parent = t.name and r.warehouse_reorder_level > 0"
		" and ifnull(b.projected_qty, 0) < r.warehouse_reorder_level)",
	),
	"customers_all": Case("Customer", "1=1"),
	"customers_territory": Case("Customer", "territory = %(territory)s"),
	"item_price": Case("Item Price", "item_code = %(item_code)s and selling = 1"),
	"suppliers_all": Case("Supplier", "1=1"),
	"employees_active": Case("Employee", "status = 'Active'"),
	"dn_month": Case("Delivery Note", f"{_LIVE} and posting_date between %(month_first)s and %(month_last)s"),
	"si_latest": _invoices(_LIVE, order="posting_date"),
	"si_biggest": _invoices(_LIVE, order="base_grand_total"),
	"sales_customer_year": _invoices(
		f"{_SUBMITTED} and customer = %(customer)s and year(posting_date) = year(curdate())",
		number=("sum", "base_net_total"),
	),
	"sales_month": _invoices(
		f"{_SUBMITTED} and posting_date between %(month_first)s and %(month_last)s",
		number=("sum", "base_net_total"),
	),
	"sales_between": _invoices(
		f"{_SUBMITTED} and posting_date between %(day_value)s and %(later_value)s",
		number=("sum", "base_net_total"),
	),
	"outstanding_customer": _invoices(
		f"{_SUBMITTED} and customer = %(customer)s", number=("sum", "outstanding_amount")
	),
	"outstanding_all": _invoices(_SUBMITTED, number=("sum", "outstanding_amount")),
	"po_total_supplier": Case(
		"Purchase Order", f"{_SUBMITTED} and supplier = %(supplier)s", number=("sum", "base_grand_total")
	),
	"so_average": _orders(_SUBMITTED, number=("avg", "base_grand_total")),
	"si_max": _invoices(_SUBMITTED, number=("max", "base_grand_total")),
	"stock_item": Case("Bin", "item_code = %(item_code)s", number=("sum", "actual_qty")),
	"stock_item_warehouse": Case(
		"Bin", "item_code = %(item_code)s and warehouse = %(warehouse)s", number=("sum", "actual_qty")
	),
	"sales_per_customer": _invoices(_SUBMITTED, number=("sum", "base_net_total"), group="customer"),
	"si_per_status": _invoices(_LIVE, number=("count", "name"), group="status"),
	"top_customers": _invoices(_SUBMITTED, number=("sum", "base_net_total"), group="customer", order="5"),
	"items_per_group": Case("Item", "1=1", number=("count", "name"), group="item_group"),
	"issues_open_per_customer": Case("Issue", "status = 'Open'", number=("count", "name"), group="customer"),
	"customers_no_orders_since": Case(
		"Customer",
		f"not exists (select 1 from `tabSales Order` o where o.customer = t.name and o.{_LIVE}"
		" and o.transaction_date >= %(day_value)s)",
		needs="Sales Order",
	),
	"customers_no_overdue": Case(
		"Customer",
		"not exists (select 1 from `tabSales Invoice` i where i.customer = t.name and i.status = 'Overdue')",
		needs="Sales Invoice",
	),
	"customers_overdue_count": Case(
		"Customer",
		"exists (select 1 from `tabSales Invoice` i where i.customer = t.name and i.status = 'Overdue')",
		number=("count", "name"),
		needs="Sales Invoice",
	),
	"customers_many_orders": Case(
		"Customer",
		f"(select count(*) from `tabSales Order` o where o.customer = t.name and o.{_LIVE}) > 2",
		needs="Sales Order",
	),
	"items_not_sold_year": Case(
		"Item",
		"not exists (select 1 from `tabSales Invoice Item` i join `tabSales Invoice` v on v.name = i.parent"
		f" where i.item_code = t.name and v.{_SUBMITTED} and year(v.posting_date) = year(curdate()))",
		needs="Sales Invoice",
	),
	"suppliers_no_orders_year": Case(
		"Supplier",
		f"not exists (select 1 from `tabPurchase Order` o where o.supplier = t.name and o.{_LIVE}"
		" and year(o.transaction_date) = year(curdate()))",
		needs="Purchase Order",
	),
	"projects_no_open_tasks": Case(
		"Project",
		"not exists (select 1 from tabTask k where k.project = t.name and k.status not in ('Completed', 'Cancelled', 'Template'))",
		needs="Task",
	),
}

RECORDS = {
	"invoice": "Sales Invoice",
	"order": "Sales Order",
	"customer": "Customer",
	"supplier": "Supplier",
	"item": "Item",
}
"""What a question about one record is about, by the word in braces."""


class Slots:
	"""Values for the words in braces, from what the site has."""

	def __init__(self, seed: int) -> None:
		self.rng = random.Random(seed)
		self.forms = random.Random(seed)
		"""Apart from the values, so that a further language leaves those of the others as they are."""
		self.customers = _titles("Customer", "customer_name", "Sales Invoice", "customer")
		self.suppliers = _titles("Supplier", "supplier_name", "Purchase Order", "supplier")
		self.items = frappe.db.sql(
			"select name, item_name from tabItem where name in (select item_code from `tabSales Order Item`)"
			" and (select count(*) from tabItem o where o.item_name = tabItem.item_name) = 1 order by name"
		)
		self.projects = frappe.db.sql(
			"select name, project_name from tabProject where name in (select project from tabTask) order by name"
		)
		self.groups = _used("Item", "item_group")
		self.brands = _used("Item", "brand")
		self.territories = _used("Customer", "territory")
		self.warehouses = _used("Bin", "warehouse")
		self.invoices = _used("Sales Invoice", "name")
		self.orders = _used("Sales Order", "name")

	def drawn(self) -> dict[str, object]:
		"""A value for each word."""
		rng, forms = self.rng, self.forms
		customer, customer_title = rng.choice(self.customers)
		supplier, supplier_title = rng.choice(self.suppliers)
		item_code, item_name = rng.choice(self.items)
		project, project_title = rng.choice(self.projects)
		month = rng.randint(max(1, getdate().month - 5), getdate().month)
		first = date(getdate().year, month, 1)
		last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
		day = getdate() - timedelta(days=rng.randint(20, 150))
		later = day + timedelta(days=rng.randint(10, 80))
		amount = rng.choice((500, 1000, 5000, 10000))
		# The title of what the invoice or order is of must not stand in the way.
		return {
			"customer": customer,
			"customer_text": customer_title,
			"supplier": supplier,
			"supplier_text": supplier_title,
			"item_code": item_code,
			"item": item_code,
			"item_text": rng.choice((item_code, item_name)),
			"project_id": project,
			"project": project,
			"project_text": rng.choice((project, project_title)),
			"group": rng.choice(self.groups),
			"brand": rng.choice(self.brands),
			"territory": rng.choice(self.territories),
			"warehouse": rng.choice(self.warehouses),
			"invoice": rng.choice(self.invoices),
			"order": rng.choice(self.orders),
			"year": getdate().year,
			"month": first.strftime("%B"),
			"month_de": _GERMAN_MONTHS[month - 1],
			"month_first": first,
			"month_last": last,
			"day_value": day,
			"day": rng.choice((day.isoformat(), f"{day.day} {day:%B %Y}", f"{day:%B} {day.day}, {day.year}")),
			"day_de": rng.choice(
				(f"{day:%d.%m.%Y}", f"{day.day}. {_GERMAN_MONTHS[day.month - 1]} {day.year}")
			),
			"later_value": later,
			"later": f"{later.day} {later:%B %Y}",
			"later_de": f"{later:%d.%m.%Y}",
			"amount_value": amount,
			"amount": f"{amount:,}",
			"amount_de": f"{amount:,}".replace(",", "."),
			"month_fr": _FRENCH_MONTHS[month - 1],
			"day_fr": forms.choice((f"{day:%d/%m/%Y}", _in_french(day))),
			"later_fr": _in_french(later),
			"amount_fr": forms.choice((f"{amount:,}".replace(",", " "), str(amount))),
			"month_es": _SPANISH_MONTHS[month - 1],
			"day_es": forms.choice((f"{day:%d/%m/%Y}", _in_spanish(day))),
			"later_es": _in_spanish(later),
			"amount_es": forms.choice((f"{amount:,}".replace(",", "."), str(amount))),
		}


_GERMAN_MONTHS = (
	*("Januar", "Februar", "März", "April", "Mai", "Juni"),
	*("Juli", "August", "September", "Oktober", "November", "Dezember"),
)
_FRENCH_MONTHS = (
	*("janvier", "février", "mars", "avril", "mai", "juin"),
	*("juillet", "août", "septembre", "octobre", "novembre", "décembre"),
)
_SPANISH_MONTHS = (
	*("enero", "febrero", "marzo", "abril", "mayo", "junio"),
	*("julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"),
)


def _in_french(day: date) -> str:
	number = "1er" if day.day == 1 else day.day
	return f"{number} {_FRENCH_MONTHS[day.month - 1]} {day.year}"


def _in_spanish(day: date) -> str:
	return f"{day.day} de {_SPANISH_MONTHS[day.month - 1]} de {day.year}"


def filled(phrasing: str, values: dict[str, object]) -> str:
	"""The question with values in its braces, in the form in which people write them."""
	said = {
		**values,
		**{key.removesuffix("_text"): value for key, value in values.items() if key.endswith("_text")},
	}
	return phrasing.format(**said)


def _used(doctype: str, column: str) -> list[str]:
	return sorted(
		row[0] for row in frappe.db.sql(f"select distinct `{column}` from `tab{doctype}`") if row[0]
	)


def _titles(doctype: str, title: str, used_in: str, column: str) -> list[tuple[str, str]]:
	return frappe.db.sql(
		f"select name, `{title}` from `tab{doctype}` where name in (select `{column}` from `tab{used_in}`) order by name"
	)
