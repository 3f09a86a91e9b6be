"""What Frappe keeps of an app when it is uninstalled: rows about DocTypes that are gone, keys in Redis, jobs that wait.

Frappe drops the tables of the app's DocTypes and deletes what names its module. Custom fields, shares, tags, assignments,
deleted documents and the like only name a DocType, and stay. They are taken away here where their own DocType is Frappe's;
documents of other apps are never touched.
"""

import json
from collections.abc import Iterable
from pathlib import Path

import frappe
from frappe.utils.background_jobs import get_queue, get_queue_list
from rq.exceptions import NoSuchJobError

import huf

FORGETTING = ("Activity Log", "Communication", "File")
"""DocTypes whose rows stay and only forget the document: what happened, what was written, what somebody uploaded."""

DEFAULTS = ("huf_extractors_seen", "huf_ocr_languages")
"""Defaults of the site in which jobs note what they have seen."""

NAMED_BY_TYPE = ("Workspace Link", "Workspace Shortcut")
"""Child DocTypes with fields ``type`` and ``link_to``: a person's own ways to a list."""

WITHOUT_DOCTYPE = ("__Auth", "__UserSettings", "__global_search")
"""Frappe's tables with a column ``doctype`` and no DocType of their own."""


def own_doctypes() -> list[str]:
	"""Names of huf's DocTypes, read from its files, since uninstalling has deleted them from the database."""
	folder = Path(huf.__file__).parent / "huf" / "doctype"
	return sorted(json.loads(path.read_text())["name"] for path in folder.glob("*/*.json"))


def drop_doctypes() -> None:
	"""Drop the DocTypes and tables that are still there: when an uninstallation fails after the module is gone, Frappe finds none
	of its DocTypes the next time."""
	for doctype in own_doctypes():
		if frappe.db.exists("DocType", doctype):
			frappe.delete_doc("DocType", doctype, ignore_on_trash=True, force=True)
		frappe.db.sql_ddl(f"drop table if exists `tab{doctype}`")


def remove_rows(roles: Iterable[str]) -> None:
	"""Delete rows about DocTypes that are gone, and these roles unless something else gives rights by them.

	Commits nothing.
	"""
	gone = own_doctypes()
	for doctype, field, is_child in _links_to_doctypes():
		if doctype in FORGETTING:
			_forget(doctype, field, gone)
		else:
			_delete(doctype, {field: ("in", gone)}, with_children=not is_child)
	for child in NAMED_BY_TYPE:
		_delete(child, {"type": "DocType", "link_to": ("in", gone)}, with_children=False)
	_delete("Deleted Document", {"deleted_doctype": ("in", gone)}, with_children=False)
	_delete(
		"Deleted Document", {"deleted_doctype": "DocType", "deleted_name": ("in", gone)}, with_children=False
	)
	frappe.db.delete("Custom DocPerm", {"parent": ("in", gone)})
	frappe.db.delete("Patch Log", {"patch": ("like", "huf.%")})
	frappe.db.delete("Singles", {"doctype": ("in", gone)})
	frappe.db.delete("DefaultValue", {"parent": "__default", "defkey": ("in", DEFAULTS)})
	for table in WITHOUT_DOCTYPE:
		frappe.db.delete(table, {"doctype": ("in", gone)})
	jobs = frappe.get_all("Scheduled Job Type", filters={"method": ("like", "huf.%")}, pluck="name")
	if jobs:
		frappe.db.delete("Scheduled Job Log", {"scheduled_job_type": ("in", jobs)})
		frappe.db.delete("Scheduled Job Type", {"name": ("in", jobs)})
	for role in roles:
		_remove_role(role)


def remove_keys() -> None:
	"""Delete huf's keys of this site in Redis, and its jobs that wait."""
	frappe.cache.delete_keys("huf_")
	for name in get_queue_list():
		queue = get_queue(name)
		for job in queue.jobs:
			if job.kwargs.get("site") == frappe.local.site and _method(job.kwargs).startswith("huf."):
				try:
					job.delete()
				except NoSuchJobError:
					continue  # a worker was quicker


def _method(kwargs: dict) -> str:
	method = kwargs.get("method")
	return method if isinstance(method, str) else f"{getattr(method, '__module__', '')}."


def _links_to_doctypes() -> list[tuple[str, str, bool]]:
	"""DocTypes of Frappe's with a table, their fields that name a DocType, and whether they are child tables."""
	modules = frappe.get_all("Module Def", filters={"app_name": "frappe"}, pluck="name")
	rows = frappe.db.sql(
		"""select f.parent, f.fieldname, d.istable from `tabDocField` f join `tabDocType` d on d.name = f.parent
		where f.fieldtype = 'Link' and f.options = 'DocType' and d.issingle = 0 and d.is_virtual = 0
		and d.module in %s""",
		(modules,),
	)
	return [(doctype, field, bool(is_child)) for doctype, field, is_child in rows]


def _forget(doctype: str, field: str, gone: list[str]) -> None:
	meta = frappe.get_meta(doctype)
	fields = {field: None}
	for other in meta.fields:
		if other.fieldtype == "Dynamic Link" and other.options == field:
			fields[other.fieldname] = None
	if doctype == "File":
		fields |= {"attached_to_name": None, "attached_to_field": None}
	frappe.db.set_value(doctype, {field: ("in", gone)}, fields, update_modified=False)


def _delete(doctype: str, filters: dict, *, with_children: bool) -> None:
	names = frappe.get_all(doctype, filters=filters, pluck="name", limit_page_length=0)
	if not names:
		return
	if with_children:
		for table in frappe.get_meta(doctype).get_table_fields():
			frappe.db.delete(table.options, {"parenttype": doctype, "parent": ("in", names)})
	frappe.db.delete(doctype, {"name": ("in", names)})


def _remove_role(role: str) -> None:
	elsewhere = frappe.db.exists("DocPerm", {"role": role}) or frappe.db.exists(
		"Custom DocPerm", {"role": role}
	)
	held = {"role": role, "parenttype": ("in", ["User", "Role Profile"])}
	if elsewhere or frappe.db.exists(
		"Has Role", {"role": role, "parenttype": ("not in", held["parenttype"][1])}
	):
		print(f"The role {role} stays: rights beside huf's go by it.")
		return
	frappe.db.delete("Has Role", held)
	frappe.db.delete("Role", {"name": role})
