"""DocTypes for tests about records: fields of every kind, a child table, and what must never be indexed."""

from typing import Any

import frappe

PARENT = "Huf Test Order"
CHILD = "Huf Test Order Row"
PERSON = "Huf Test Person"


def make_doctypes() -> None:
	"""Make them, if they are not there. Frappe commits when it makes a table."""
	_make(
		PERSON,
		[
			_field("full_name", "Data"),
			_field("rank", "Data"),
			_field("salary", "Currency", permlevel=1),
		],
		title_field="full_name",
		show_title_field_in_link=1,
	)
	_make(
		CHILD,
		[
			_field("part", "Data", "Part"),
			_field("quantity", "Int", "Quantity"),
			_field("remark", "Text Editor", "Remark"),
			_field("margin", "Currency", "Margin", permlevel=1),
			_field("row_secret", "Password", "Row Secret"),
			_field("price", "Currency", "Price", options="EUR"),
			_field("valuation_rate", "Currency", "Valuation Rate", options="EUR"),
			_field("person", "Link", "Contact Person", options=PERSON),
		],
		istable=1,
	)
	_make(
		PARENT,
		[
			_field("subject", "Data", "Subject"),
			_field("status", "Select", "Status", options="Open\nClosed"),
			_field("person", "Link", "Person", options=PERSON),
			_field("second_person", "Link", "Second Person", options=PERSON),
			_field("silent_person", "Link", "Silent Person", options=PERSON, ignore_user_permissions=1),
			_field("section_dates", "Section Break", "Dates and Money"),
			_field("due", "Date", "Due Date"),
			_field("called_at", "Datetime", "Called At"),
			_field("amount", "Currency", "Amount", options="EUR"),
			_field("weight", "Float", "Weight"),
			_field("urgent", "Check", "Urgent"),
			_field("effort", "Duration", "Effort"),
			_field("stars", "Rating", "Stars"),
			_field("party_type", "Link", "Party Type", options="DocType"),
			_field("party", "Dynamic Link", "Party", options="party_type"),
			_field("contract", "Attach", "Contract"),
			_field("starts_at", "Time", "Starts At"),
			_field("delivery_address", "Small Text", "Delivery Address"),
			_field("iban", "Data", "IBAN"),
			_field("section_text", "Section Break", "Text"),
			_field("description", "Text Editor", "Description"),
			_field("notes", "Markdown Editor", "Notes"),
			_field("rows", "Table", "Parts", options=CHILD),
			_field("boss_note", "Small Text", "Boss Note", permlevel=1),
			_field("hidden_note", "Small Text", "Hidden Note", hidden=1),
			_field("approval_state", "Data", "Approval State", hidden=1),
			_field("secret", "Password", "Secret"),
			_field("signed", "Signature", "Signed"),
			_field("raw", "JSON", "Raw"),
			_field("section_hidden", "Section Break", "Machine Room", hidden=1),
			_field("machine_note", "Small Text", "Machine Note"),
		],
		title_field="subject",
	)


def drop_doctypes() -> None:
	"""Take them away again, with their tables."""
	for name in (PARENT, CHILD, PERSON):
		if frappe.db.exists("DocType", name):
			frappe.delete_doc("DocType", name, force=True)
			frappe.db.sql_ddl(f"drop table if exists `tab{name}`")


def make_person(full_name: str, **values: Any) -> Any:
	"""A record that others link to."""
	return frappe.get_doc({"doctype": PERSON, "full_name": full_name, **values}).insert()


def make_order(subject: str, **values: Any) -> Any:
	"""A record of the DocType that has everything."""
	return frappe.get_doc({"doctype": PARENT, "subject": subject, **values}).insert()


def _make(name: str, fields: list[dict[str, Any]], **values: Any) -> None:
	if frappe.db.exists("DocType", name):
		return
	frappe.get_doc(
		{
			"doctype": "DocType",
			"name": name,
			"module": "Custom",
			"custom": 1,
			"fields": fields,
			"permissions": []
			if values.get("istable")
			else [
				{"role": "System Manager", "read": 1, "write": 1, "create": 1, "delete": 1},
				{"role": "Knowledge User", "read": 1, "write": 1, "create": 1},
			],
			**values,
		}
	).insert()


def _field(fieldname: str, fieldtype: str, label: str = "", **values: Any) -> dict[str, Any]:
	label = label or fieldname.replace("_", " ").title()
	return {"fieldname": fieldname, "fieldtype": fieldtype, "label": label, **values}
