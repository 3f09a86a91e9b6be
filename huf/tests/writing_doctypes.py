"""DocTypes for tests of proposed changes: tasks with rows, levels, a workflow's state and what must never be listed."""

from typing import Any

import frappe

TASK = "Huf Test Task"
STEP = "Huf Test Task Step"
CLIENT = "Huf Test Client"
WRITER, BOSS, READER = "Huf Test Task Writer", "Huf Test Task Boss", "Huf Test Task Reader"
"""Who creates and writes tasks; who writes permlevel 1, too; who only reads them."""


def make_doctypes() -> None:
	"""Make them, if they are not there. Frappe commits when it makes a table."""
	for role in (WRITER, BOSS, READER):
		if not frappe.db.exists("Role", role):
			frappe.get_doc({"doctype": "Role", "role_name": role, "desk_access": 1}).insert()
	full = {"read": 1, "write": 1, "create": 1}
	reads = {"read": 1, "write": 0, "create": 0, "delete": 0}
	_make(
		CLIENT,
		[_field("client_name", "Data")],
		title_field="client_name",
		permissions=[{"role": "System Manager", **full}, {"role": WRITER, **reads}],
	)
	_make(
		STEP,
		[_field("what", "Data"), _field("hours", "Float"), _field("rate", "Currency", permlevel=1)],
		istable=1,
	)
	_make(
		TASK,
		[
			_field("subject", "Data", reqd=1),
			_field("priority", "Select", options="Low\nMedium\nHigh", default="Low"),
			_field("due", "Date"),
			_field("client", "Link", options=CLIENT),
			_field("details", "Text Editor"),
			_field("note", "Small Text", allow_on_submit=1),
			_field("budget", "Currency", permlevel=1),
			_field("score", "Int", read_only=1),
			_field("raw", "JSON"),
			_field("steps", "Table", options=STEP),
			_field("amended_from", "Link", options=TASK, read_only=1, no_copy=1),
		],
		is_submittable=1,
		title_field="subject",
		autoname="hash",
		permissions=[
			{"role": "System Manager", **full, "submit": 1, "cancel": 1},
			{"role": WRITER, **full},
			{"role": BOSS, **full},
			{"role": BOSS, "permlevel": 1, **reads, "write": 1},
			{"role": READER, **reads},
		],
	)


def drop_doctypes() -> None:
	"""Take them away again, with their tables and roles."""
	for name in (TASK, STEP, CLIENT):
		if frappe.db.exists("DocType", name):
			frappe.delete_doc("DocType", name, force=True)
			frappe.db.sql_ddl(f"drop table if exists `tab{name}`")
	for role in (WRITER, BOSS, READER):
		frappe.delete_doc("Role", role, force=True, ignore_missing=True)


def make_task(subject: str, **values: Any) -> Any:
	"""A task, committed."""
	task = frappe.get_doc({"doctype": TASK, "subject": subject, **values}).insert()
	frappe.db.commit()  # nosemgrep: frappe-manual-commit (what is confirmed is read by other connections)
	return task


def _make(name: str, fields: list[dict[str, Any]], **values: Any) -> None:
	if not frappe.db.exists("DocType", name):
		base = {"doctype": "DocType", "name": name, "module": "Custom", "custom": 1}
		frappe.get_doc({**base, "fields": fields, **values}).insert()


def _field(fieldname: str, fieldtype: str, **values: Any) -> dict[str, Any]:
	label = fieldname.replace("_", " ").title()
	return {"fieldname": fieldname, "fieldtype": fieldtype, "label": label, **values}
