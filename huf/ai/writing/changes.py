"""One change of one record: what it would do, in plain words, and doing it. Both as the session's user, by Frappe's own rights.

:func:`planned` is asked when the model calls a tool and again when the person confirms; it writes nothing and runs nothing of the
record's own code. :func:`written` is only for what a person confirmed in this very request.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import frappe
from frappe import _
from frappe.desk.form import assign_to
from frappe.desk.form.utils import add_comment
from frappe.utils import cint, cstr, format_date

from huf.agent.tool import ToolRefused
from huf.agent.writing_tools import ASSIGN_TOOL, COMMENT_TOOL, CREATE_TOOL, UPDATE_TOOL
from huf.ai.access.principal import Principal
from huf.ai.access.scopes.record_scope import may_read_record
from huf.ai.access.words import is_administrator, is_stored
from huf.ai.queries.as_user.errors import said
from huf.ai.queries.as_user.values import dates_meant
from huf.ai.writing.allowed import KINDS, TABLE, Writable, field_refusal
from huf.ai.writing.values import as_html, checked_value, shown_link, shown_value, stored_value
from huf.engine.prompt.untrusted import without_invisible

if TYPE_CHECKING:
	from frappe.model.document import Document
	from frappe.model.meta import Meta

MOST_ROWS = 50
"""Rows of one table in one proposal."""


@dataclass(frozen=True, slots=True)
class Line:
	"""One value that would change, as a person sees it."""

	label: str
	old: str
	new: str


@dataclass(frozen=True, slots=True)
class Change:
	"""What one call of a tool would do."""

	tool: str
	doctype: str
	name: str
	"""Of the record; empty for one that would be made."""
	title: str
	"""The record as people name it."""
	as_of: str
	"""When the record was last changed, of an update; the change holds for this state alone."""
	arguments: dict[str, Any]
	"""Checked; :func:`planned` takes them again."""
	lines: tuple[Line, ...]


def planned(
	tool: str, arguments: Mapping[str, Any], allowed: Mapping[str, Writable], user: str, *, lock: bool = False
) -> Change:
	"""What the call would do, for ``user``, who is the session's user. Raises ToolRefused, in words for the model.

	What does not exist and what the user may not read are refused in the same words.

	:param arguments: as the tool's schema wants them. :param lock: keep the record from changing until the transaction ends.
	"""
	doctype = cstr(arguments.get("doctype"))
	writable = allowed.get(doctype)
	if writable is None or tool not in writable.tools:
		named = ", ".join(sorted(one.doctype for one in allowed.values() if tool in one.tools))
		raise ToolRefused(
			_("“{0}” cannot be used for {1}. It can for: {2}.").format(tool, said(doctype), named or "–")
		)
	if tool == CREATE_TOOL:
		return _creation(writable, arguments, user)
	doc = _readable(doctype, arguments.get("name"), user, lock=lock)
	if tool == UPDATE_TOOL:
		return _update(writable, doc, arguments, user)
	if tool == COMMENT_TOOL:
		text = _plain(arguments.get("text"))
		kept = {"doctype": doctype, "name": doc.name, "text": text}
		return Change(tool, doctype, doc.name, _titled(doc, user), "", kept, (Line(_("Comment"), "", text),))
	return _assignment(doc, arguments, user)


def written(change: Change) -> tuple[str, str]:
	"""Do what was planned, in the transaction of the caller: DocType and name of the record.

	Raises what Frappe and the record's own code raise; then the caller undoes all of it.
	"""
	asked = change.arguments
	if change.tool == CREATE_TOOL:
		doc = frappe.new_doc(change.doctype)
		_set(doc, asked["values"])
		doc.insert()
		return doc.doctype, cstr(doc.name)
	if change.tool == UPDATE_TOOL:
		# Locked, like the state that was compared: a request's snapshot may be older.
		doc = frappe.get_doc(change.doctype, change.name, for_update=True)
		_set(doc, asked["values"])
		doc.save()
	elif change.tool == COMMENT_TOOL:
		user = frappe.session.user
		add_comment(
			change.doctype, change.name, as_html(asked["text"]), user, frappe.utils.get_fullname(user)
		)
	elif change.tool == ASSIGN_TOOL:
		given = {"assign_to": [asked["user"]], "doctype": change.doctype, "name": change.name}
		assign_to.add({**given, "description": asked["description"], "date": asked["date"]})
	return change.doctype, change.name


def offered_fields(writable: Writable, user: str) -> list[str]:
	"""The fields that the model is told of, a line for each: those that ``user`` may write."""
	meta = frappe.get_meta(writable.doctype)
	levels = _write_levels(meta, user)
	lines = []
	for path in sorted(writable.fields):
		table, _dot, name = path.rpartition(".")
		holder = meta.get_field(table) if table else None
		field = (frappe.get_meta(holder.options) if holder else meta).get_field(name)
		if field.permlevel in levels and (holder is None or holder.permlevel in levels):
			kind = field.fieldtype + (f" to {field.options}" if field.fieldtype == "Link" else "")
			if field.fieldtype == "Select":
				kind += ": " + " | ".join(filter(None, cstr(field.options).split("\n")))
			lines.append(f"{path} ({_(field.label or name)}, {kind}{', required' if field.reqd else ''})")
	return lines


def _creation(writable: Writable, arguments: Mapping[str, Any], user: str) -> Change:
	meta = frappe.get_meta(writable.doctype)
	doc = frappe.new_doc(meta.name)
	values: dict[str, Any] = {}
	lines: list[Line] = []
	for name, value in _given(arguments).items():
		holder = meta.get_field(name)
		if holder is not None and holder.fieldtype == TABLE:
			values[name] = _rows(writable, meta, holder, value, user)
			doc.set(name, [])
			for row in values[name]:
				child = doc.append(name, dict(row))
				lines.append(Line(_(holder.label or name), "", _row_shown(child, row, user)))
		else:
			values[name] = _value(writable, meta, name, value, arguments, user)
			doc.set(name, stored_value(meta.get_field(name), values[name]))
	given = [name for name in values if meta.get_field(name).fieldtype != TABLE]
	lines = [_line(meta, name, "", doc, user) for name in given if values[name] is not None] + lines
	_check_required(writable, meta, doc)
	if not lines:
		raise ToolRefused(_("There is no value in “values”."))
	# With the values: an app's hook and User Permissions look at them.
	if not frappe.has_permission(meta.name, "create", doc=doc, user=user):
		raise ToolRefused(_("The user may not create a {0} with these values.").format(_(meta.name)))
	kept = {"doctype": meta.name, "values": values}
	return Change(CREATE_TOOL, meta.name, "", _(meta.name), "", kept, tuple(lines))


def _update(writable: Writable, doc: "Document", arguments: Mapping[str, Any], user: str) -> Change:
	meta = doc.meta
	if not frappe.has_permission(meta.name, "write", doc=doc, user=user):
		raise ToolRefused(
			_("The user may read {0} {1}, and not change it.").format(_(meta.name), said(doc.name))
		)
	if doc.docstatus == 2:
		raise ToolRefused(_("{0} {1} is cancelled.").format(_(meta.name), said(doc.name)))
	_check_workflow(doc)
	before = doc.as_dict(no_nulls=False)
	values: dict[str, Any] = {}
	lines: list[Line] = []
	for name, value in _given(arguments).items():
		field = meta.get_field(name)
		if field is not None and field.fieldtype == TABLE:
			raise ToolRefused(
				_(
					"{0}: rows of a table can be given when a record is created; the user changes them on its form."
				).format(name)
			)
		values[name] = _value(writable, meta, name, value, {**before, **_given(arguments)}, user)
		if doc.docstatus == 1 and not field.allow_on_submit:
			raise ToolRefused(_("{0} cannot be changed after submission.").format(name))
		if field.set_only_once and before.get(name):
			raise ToolRefused(_("{0} can be set only once.").format(name))
		old = _shown(meta, field, before, user)
		doc.set(name, stored_value(field, values[name]))
		line = _line(meta, name, old, doc, user)
		if line.old != line.new:
			lines.append(line)
	if not lines:
		raise ToolRefused(_("{0} {1} has these values already.").format(_(meta.name), said(doc.name)))
	kept = {"doctype": meta.name, "name": doc.name, "values": values}
	as_of = cstr(before.modified)
	return Change(UPDATE_TOOL, meta.name, doc.name, _titled(doc, user), as_of, kept, tuple(lines))


def _assignment(doc: "Document", arguments: Mapping[str, Any], user: str) -> Change:
	asked = cstr(arguments.get("user"))
	assignee = _user_meant(asked)
	# Frappe would share the record with whoever may not read it: that is no one's to give away by an assignment.
	if assignee is None or not may_read_record((doc.doctype, doc.name), assignee):
		raise ToolRefused(
			_("“{0}” is no user of the desk who may read {1} {2}.").format(
				said(asked), _(doc.doctype), said(doc.name)
			)
		)
	open_one = {"reference_type": doc.doctype, "reference_name": doc.name, "allocated_to": assignee}
	if frappe.db.exists("ToDo", {**open_one, "status": "Open"}):
		raise ToolRefused(_("It is assigned to {0} already.").format(assignee))
	text = _plain(arguments.get("description"))
	date = cstr(arguments.get("date")).strip()
	if date:
		span = dates_meant(date)
		date = checked_value(
			frappe._dict(fieldname="date", label="Date", fieldtype="Date"), span[0] if span else date, user
		)
	full_name = cstr(frappe.db.get_value("User", assignee, "full_name"))
	who = f"{full_name} · {assignee}" if full_name and full_name != assignee else assignee
	lines = [Line(_("Assigned To"), "", who), Line(_("Description"), "", text)]
	if date:
		lines.append(Line(_("Due Date"), "", format_date(date)))
	kept = {"doctype": doc.doctype, "name": doc.name, "user": assignee, "description": text}
	kept["date"] = date or None
	return Change(ASSIGN_TOOL, doc.doctype, doc.name, _titled(doc, user), "", kept, tuple(lines))


def _readable(doctype: str, name: object, user: str, *, lock: bool) -> "Document":
	"""The record, if the user may read it; what is hidden sounds like what is not there."""
	wanted = cstr(name).strip()
	if not wanted or not is_stored(doctype, wanted) or not may_read_record((doctype, wanted), user):
		raise ToolRefused(
			_("There is no {0} “{1}” that the user may read. Give its own name (ID).").format(
				_(doctype), said(wanted)
			)
		)
	return frappe.get_doc(doctype, wanted, for_update=lock)


def _given(arguments: Mapping[str, Any]) -> dict[str, Any]:
	values = arguments.get("values")
	if not isinstance(values, dict):
		raise ToolRefused(_("“values” is an object: values by the names of their fields."))
	return values


def _value(
	writable: Writable, meta: "Meta", name: str, value: Any, beside: Mapping[str, Any], user: str
) -> Any:
	"""The checked value of a field of the record itself.

	:param beside: the arguments, or the values of the record: a Dynamic Link has its DocType in another field.
	"""
	field = meta.get_field(name)
	if (
		name not in writable.fields
		or field is None
		or field.fieldtype not in KINDS
		or field_refusal(meta, name)
		or field.permlevel not in _write_levels(meta, user)
	):
		raise _not_listed(writable, meta, name, user)
	given = beside.get("values", beside)
	doctype = cstr(given.get(field.options)) if field.fieldtype == "Dynamic Link" else ""
	return checked_value(field, value, user, doctype)


def _rows(
	writable: Writable, meta: "Meta", holder: "frappe._dict", value: Any, user: str
) -> list[dict[str, Any]]:
	"""The checked rows of a table."""
	if (
		not isinstance(value, list)
		or not 1 <= len(value) <= MOST_ROWS
		or not all(isinstance(row, dict) for row in value)
	):
		raise ToolRefused(_("{0} takes 1 to {1} rows, each an object.").format(holder.fieldname, MOST_ROWS))
	child = frappe.get_meta(holder.options)
	levels = _write_levels(meta, user)
	rows = []
	for given in value:
		row = {}
		for name, one in given.items():
			path = f"{holder.fieldname}.{name}"
			field = child.get_field(name)
			if (
				path not in writable.fields
				or field is None
				or field_refusal(meta, path)
				or field.permlevel not in levels
				or holder.permlevel not in levels
			):
				raise _not_listed(writable, meta, path, user)
			doctype = cstr(given.get(field.options)) if field.fieldtype == "Dynamic Link" else ""
			row[name] = checked_value(field, one, user, doctype)
		rows.append(row)
	return rows


def _not_listed(writable: Writable, meta: "Meta", name: str, user: str) -> ToolRefused:
	"""The same whether there is no such field, it is not listed, or the user may not write it."""
	return ToolRefused(
		_("“{0}” is no field of {1} that may be set here. These may: {2}.").format(
			said(name), _(meta.name), "; ".join(offered_fields(writable, user)) or "–"
		)
	)


def _check_required(writable: Writable, meta: "Meta", doc: "Document") -> None:
	"""What is required, could have been given and was not. What is not listed may be filled in by the record's own code."""
	missing = [
		field.fieldname
		for field in meta.fields
		if field.reqd and field.fieldname in writable.fields and doc.get(field.fieldname) in (None, "")
	]
	if missing:
		raise ToolRefused(_("These fields are required: {0}. Ask the user.").format(", ".join(missing)))


def _check_workflow(doc: "Document") -> None:
	"""Frappe's forms are read only for who may not edit a state of a workflow; its server does not ask."""
	from frappe.model.workflow import get_workflow, get_workflow_name

	if not get_workflow_name(doc.doctype):
		return
	workflow = get_workflow(doc.doctype)
	state = doc.get(workflow.workflow_state_field)
	roles = {row.allow_edit for row in workflow.states if row.state == state}
	if roles and not roles & set(frappe.get_roles()):
		raise ToolRefused(
			_("The workflow does not let the user change {0} {1} now.").format(_(doc.doctype), said(doc.name))
		)


def _write_levels(meta: "Meta", user: str) -> frozenset[int]:
	"""The levels of fields that the user may write, of a record that they may write."""
	if is_administrator(user):
		return frozenset(range(10))
	return frozenset({0, *map(cint, meta.get_permlevel_access("write", user=user))})


def _line(meta: "Meta", name: str, old: str, doc: "Document", user: str) -> Line:
	field = meta.get_field(name)
	return Line(_(field.label or name, context=meta.name), old, _shown(meta, field, doc, user))


def _shown(meta: "Meta", field: "frappe._dict", doc: Any, user: str) -> str:
	"""What the field shows, to somebody who may read its level."""
	levels = (0, *meta.get_permlevel_access("read", user=user))
	if field.permlevel not in levels and not is_administrator(user):
		return ""
	return shown_value(meta, field, doc.get(field.fieldname), doc, user)


def _row_shown(child: "Document", row: Mapping[str, Any], user: str) -> str:
	parts = []
	for name in row:
		field = child.meta.get_field(name)
		shown = shown_value(child.meta, field, child.get(name), child, user)
		parts.append(f"{_(field.label or name, context=child.doctype)}: {shown}")
	return ", ".join(parts)


def _titled(doc: "Document", user: str) -> str:
	return f"{_(doc.doctype)}: {shown_link(doc.doctype, doc.name, user)}"


def _user_meant(text: str) -> str | None:
	"""The user of the desk with this address, or the only one with this full name."""
	names = [text] if is_stored("User", text) else []
	if not names and text.strip() and "\x00" not in text:
		filters = {"full_name": text.strip(), "enabled": 1, "user_type": "System User"}
		names = frappe.get_all("User", filters=filters, pluck="name", limit=2)
	if len(names) != 1:
		return None
	name = cstr(frappe.db.get_value("User", names[0], "name"))
	principal = Principal(name)
	return name if name != "Guest" and principal.is_there and principal.is_at_desk else None


def _plain(text: object) -> str:
	found = without_invisible(cstr(text)).strip()
	try:
		found.encode()
	except UnicodeEncodeError:
		raise ToolRefused(_("The text holds half a character.")) from None
	if not found:
		raise ToolRefused(_("The text is empty."))
	return found


def _set(doc: "Document", values: Mapping[str, Any]) -> None:
	for name, value in values.items():
		field = doc.meta.get_field(name)
		if field.fieldtype == TABLE:
			child = frappe.get_meta(field.options)
			doc.set(name, [])
			for row in value:
				doc.append(name, {key: stored_value(child.get_field(key), one) for key, one in row.items()})
		else:
			doc.set(name, stored_value(field, value))
