"""DocTypes for tests of questions about many records: bills in several currencies, with rows, states and hidden fields."""

from typing import Any

import frappe

BILL = "Huf Test Bill"
LINE = "Huf Test Bill Line"
PARTY = "Huf Test Party"
READER, OWNER, BOSS = "Huf Test Bill Reader", "Huf Test Bill Owner", "Huf Test Bill Boss"
ROLES = (READER, OWNER, BOSS)
"""Who reads all bills; who reads their own; who reads all, and permlevel 1 too."""


def make_doctypes() -> None:
	"""Make them, if they are not there. Frappe commits when it makes a table."""
	for role in ROLES:
		if not frappe.db.exists("Role", role):
			frappe.get_doc({"doctype": "Role", "role_name": role, "desk_access": 1}).insert()
	_make(
		PARTY,
		[_field("party_name", "Data"), _field("town", "Data"), _field("rating", "Int", permlevel=1)],
		title_field="party_name",
		search_fields="town",
		permissions=[_right("System Manager"), _right(READER), _right(BOSS)],
	)
	_make(
		LINE,
		[
			_field("article", "Data", in_list_view=1),
			_field("quantity", "Float", in_list_view=1),
			_field("price", "Currency", options="currency"),
			_field("supplier", "Link", options=PARTY),
			_field("margin", "Currency", permlevel=1),
			_field("line_secret", "Password"),
		],
		istable=1,
	)
	_make(
		BILL,
		[
			_field("party", "Link", options=PARTY, in_list_view=1),
			_field("status", "Select", options="Draft\nUnpaid\nPaid\nOverdue\nCancelled", in_list_view=1),
			_field("currency", "Link", options="Currency"),
			_field("total", "Currency", options="currency", in_list_view=1),
			_field("base_total", "Currency"),
			_field("paid", "Currency", options="currency"),
			_field("posted", "Date"),
			_field("due", "Date"),
			_field("called_at", "Datetime"),
			_field("urgent", "Check"),
			_field("profit", "Currency", permlevel=1, options="currency"),
			_field("boss_note", "Data", permlevel=1),
			_field("secret", "Password"),
			_field("hidden_currency", "Link", options="Currency", permlevel=1),
			_field("odd_amount", "Currency", options="hidden_currency"),
			_field("lines", "Table", options=LINE),
			_field("boss_lines", "Table", options=LINE, permlevel=1),
			_field("amended_from", "Link", options=BILL, read_only=1, no_copy=1),
		],
		is_submittable=1,
		autoname="prompt",
		permissions=[
			_right("System Manager", submit=1, cancel=1),
			_right("System Manager", permlevel=1),
			_right(READER),
			_right(OWNER, if_owner=1),
			_right(BOSS),
			_right(BOSS, permlevel=1),
		],
	)


def drop_doctypes() -> None:
	"""Take them away again, with their tables."""
	for name in (BILL, LINE, PARTY):
		if frappe.db.exists("DocType", name):
			frappe.delete_doc("DocType", name, force=True)
			frappe.db.sql_ddl(f"drop table if exists `tab{name}`")


def make_party(party_name: str, town: str = "") -> str:
	"""Somebody who is billed; the name of the record."""
	return frappe.get_doc({"doctype": PARTY, "party_name": party_name, "town": town}).insert().name


def make_bill(name: str, *, owner: str = "Administrator", docstatus: int = 1, **values: Any) -> str:
	"""A bill in any state, as if it had come there; its name."""
	lines = values.pop("lines", ())
	bill = frappe.get_doc(
		{
			"doctype": BILL,
			"name": name,
			"lines": [
				{"article": article, "quantity": quantity, **more} for article, quantity, more in lines
			],
			**{"status": "Unpaid", "currency": "EUR", "total": 100, "base_total": 100, **values},
		}
	)
	bill.insert()
	for table in (BILL, LINE):
		key = "name" if table == BILL else "parent"
		frappe.db.sql(f"update `tab{table}` set docstatus = %s where {key} = %s", (docstatus, bill.name))
	frappe.db.set_value(BILL, bill.name, "owner", owner, update_modified=False)
	frappe.clear_document_cache(BILL, bill.name)
	return bill.name


def _right(role: str, **values: int) -> dict[str, Any]:
	rights = {"read": 1, "report": 1}
	if role == "System Manager" and not values.get("permlevel"):
		rights |= {"write": 1, "create": 1, "delete": 1}
	return {"role": role, **rights, **values}


def _make(name: str, fields: list[dict[str, Any]], **values: Any) -> None:
	if frappe.db.exists("DocType", name):
		return
	frappe.get_doc(
		{"doctype": "DocType", "name": name, "module": "Custom", "custom": 1, "fields": fields, **values}
	).insert()


def _field(fieldname: str, fieldtype: str, **values: Any) -> dict[str, Any]:
	label = fieldname.replace("_", " ").title()
	return {"fieldname": fieldname, "fieldtype": fieldtype, "label": label, **values}
