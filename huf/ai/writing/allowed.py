"""What an agent may propose to write: the DocTypes and fields that its author listed, less what nobody can list.

The list is only ever narrowed: by the rules here, which are asked anew for each proposal and each confirmation, and by
Frappe's own rights of the acting user. Nothing that a model sends is part of the question.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import frappe
from frappe import _
from frappe.model.workflow import get_workflow_name
from frappe.utils import cint, cstr

from huf.agent.writing_tools import ASSIGN_TOOL, COMMENT_TOOL, CREATE_TOOL, UPDATE_TOOL

if TYPE_CHECKING:
	from frappe.model.document import Document
	from frappe.model.meta import Meta

MOST_DOCTYPES = 10
MOST_FIELDS = 40

OF_FRAPPE = frozenset({"ToDo", "Event", "Note", "Contact", "Address"})
"""DocTypes of Frappe's own that can be listed. All its others are the site's rights, code, settings, mail or traces."""

GIVES_RIGHTS = frozenset(
	{
		("Contact", "user"),
		("Employee", "user_id"),
		("Employee", "create_user_permission"),
		("Employee", "leave_approver"),
		("Employee", "expense_approver"),
		("Employee", "shift_request_approver"),
	}
)
"""Fields by which somebody gets rights to records."""

TABLES_OF_RIGHTS = frozenset({"Portal User"})
"""Child tables whose rows do."""

KINDS = frozenset(
	(
		*("Data", "Small Text", "Text", "Long Text", "Text Editor", "Select", "Link", "Dynamic Link"),
		*(
			"Autocomplete",
			"Phone",
			"Date",
			"Datetime",
			"Time",
			"Check",
			"Int",
			"Float",
			"Currency",
			"Percent",
		),
	)
)
"""Kinds of fields that a model may give values for. No passwords, files, code, HTML, JSON, signatures, maps."""

TABLE = "Table"


@dataclass(frozen=True, slots=True)
class Writable:
	"""What one agent may propose for one DocType."""

	doctype: str
	tools: frozenset[str]
	fields: frozenset[str]
	"""Names of fields; those of a table as ``table.field``."""


def writable_of(agent: "Document") -> dict[str, Writable]:
	"""By DocType, of the agent's rows (Agent Writable DocType); what cannot be listed (any more) is left out."""
	found = {}
	for row in agent.writable[:MOST_DOCTYPES]:
		meta = frappe.get_meta(row.document_type) if frappe.db.exists("DocType", row.document_type) else None
		if meta is not None and not refusal(meta):
			wanted = {CREATE_TOOL: row.may_create, UPDATE_TOOL: row.may_update}
			wanted |= {COMMENT_TOOL: row.may_comment, ASSIGN_TOOL: row.may_assign}
			fields = frozenset(
				name for name in listed_fields(row.settable_fields) if not field_refusal(meta, name)
			)
			tools = frozenset(tool for tool, may in wanted.items() if cint(may))
			found[meta.name] = Writable(meta.name, tools, fields)
	return found


def listed_fields(text: str | None) -> list[str]:
	"""The names of fields as an author wrote them: with commas, or one in a line."""
	return list(dict.fromkeys(cstr(text).replace(",", " ").split()))


def check_listed(agent: "Document") -> None:
	"""Raise frappe.ValidationError, with the reason, for what an author listed and no agent may write. Fields become one line."""
	title = _("May Propose Changes")
	if len(agent.writable) > MOST_DOCTYPES:
		frappe.throw(_("List at most {0} DocTypes.").format(MOST_DOCTYPES), title=title)
	seen = set()
	for row in agent.writable:
		if row.document_type in seen:
			frappe.throw(_("Row {0}: {1} is listed twice.").format(row.idx, row.document_type), title=title)
		seen.add(row.document_type)
		row.settable_fields = ", ".join(listed_fields(row.settable_fields))
		for why in _problems(row):
			frappe.throw(_("Row {0}: {1}").format(row.idx, frappe.utils.escape_html(why)), title=title)


def _problems(row: "Document") -> Iterator[str]:
	meta = frappe.get_meta(row.document_type)
	if why := refusal(meta):
		yield why
	if not any(cint(may) for may in (row.may_create, row.may_update, row.may_comment, row.may_assign)):
		yield _("say what the agent may propose for {0}.").format(_(meta.name))
	names = listed_fields(row.settable_fields)
	if not names and (cint(row.may_create) or cint(row.may_update)):
		yield _("list the fields of {0} that the agent may set.").format(_(meta.name))
	if len(names) > MOST_FIELDS:
		yield _("list at most {0} fields.").format(MOST_FIELDS)
	for name in names:
		if why := field_refusal(meta, name):
			yield why


def refusal(meta: "Meta") -> str:
	"""Why no agent can ever be allowed to write records of this DocType; empty for one that can be listed."""
	label = _(meta.name)
	if meta.istable or meta.issingle or meta.get("is_virtual"):
		return _("{0} has no records of its own.").format(label)
	if not meta.custom:
		app = frappe.local.module_app.get(frappe.scrub(meta.module))
		if app in (None, "huf") or (app == "frappe" and meta.name not in OF_FRAPPE):
			return _(
				"{0} holds rights, code, settings or traces of the site: no agent can be allowed to write it."
			).format(label)
	if meta.in_create:
		return _("{0} is made by the server alone.").format(label)
	if meta.name in OF_FRAPPE:
		return ""
	for field in _all_fields(meta):
		# A field of code that no form shows is where an app keeps what it computed.
		holds_code = field.fieldtype in ("Code", "HTML Editor") and not (field.read_only or field.hidden)
		if holds_code or field.fieldtype == "Password":
			return _("{0} holds code or a password ({1}): no agent can be allowed to write it.").format(
				label, field.fieldname
			)
		if field.options in ("Role", "Has Role") and field.fieldtype in (
			"Link",
			"Table MultiSelect",
			"Table",
		):
			return _("{0} gives rights ({1}): no agent can be allowed to write it.").format(
				label, field.fieldname
			)
	if name := _changes_doctypes(meta):
		return _("{0} acts on whole DocTypes ({1}): no agent can be allowed to write it.").format(label, name)
	return ""


def field_refusal(meta: "Meta", path: str) -> str:
	"""Why no agent can be allowed to set this field; empty for one that can be listed."""
	table, _dot, name = path.rpartition(".")
	owner = meta
	if table:
		holder = meta.get_field(table)
		if holder is None or holder.fieldtype != TABLE:
			return _("{0} has no table “{1}”.").format(_(meta.name), table)
		if holder.options in TABLES_OF_RIGHTS:
			return _("{0} gives somebody rights: no agent can set it.").format(table)
		if _is_shut(holder):
			return _("the table {0} is read only or hidden.").format(table)
		owner = frappe.get_meta(holder.options)
	field = owner.get_field(name)
	if field is None:
		return _("{0} has no field “{1}”.").format(_(meta.name), path)
	if field.fieldtype not in KINDS:
		return _("{0} is a field of the kind {1}, which no agent can set.").format(path, _(field.fieldtype))
	if _is_shut(field):
		return _("{0} is read only or hidden.").format(path)
	if (owner.name, name) in GIVES_RIGHTS:
		return _("{0} gives somebody rights: no agent can set it.").format(path)
	workflow = get_workflow_name(meta.name)
	state = workflow and frappe.get_cached_value("Workflow", workflow, "workflow_state_field")
	if not table and state == name:
		return _("{0} is changed by the workflow alone.").format(path)
	return ""


def _is_shut(field: "frappe._dict") -> bool:
	return bool(field.read_only or field.hidden or field.get("is_virtual") or field.get("mask"))


def _all_fields(meta: "Meta") -> Iterator["frappe._dict"]:
	yield from meta.fields
	for table in meta.get_table_fields():
		yield from frappe.get_meta(table.options).fields


def _changes_doctypes(meta: "Meta") -> str:
	"""A field that names a DocType and not, with another field, one record of it; empty if there is none."""
	for one in (meta, *(frappe.get_meta(table.options) for table in meta.get_table_fields())):
		partners = {field.options for field in one.fields if field.fieldtype == "Dynamic Link"}
		for field in one.fields:
			if field.fieldtype == "Link" and field.options == "DocType" and field.fieldname not in partners:
				return cstr(field.fieldname)
	return ""
