"""What a trigger may see of a document: plain values, and only those that its user may read; and what is kept of the state before.

Who may read a document now need not have been allowed to before this save: what it said then is told to those who were, and where Frappe keeps
it as a Version, which every reader of the document is shown.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import frappe
from frappe.model import get_permitted_fields

from huf.ai.access.records.inputs import tried
from huf.ai.knowledge.records.text.sandbox import MOST_CHARACTERS
from huf.ai.queries.as_user.readable import KEYS
from huf.ai.triggers.expressions import DocumentView

if TYPE_CHECKING:
	from frappe.model.document import Document
	from frappe.model.meta import Meta

MOST_KEPT = 10_000
"""Characters of one value of the state before that are kept with a save; of a longer one it is only kept that it is."""
MOST_KEPT_TOGETHER = 100_000
"""Characters of all kept values of one save; what comes after is kept as too long."""
MOST_KEPT_ROWS = 200
"""Rows of a table; a longer table is kept as too long."""
MOST_OF_RULES = 140
"""Characters of a value that rights may go by: those of a name."""
_TOO_LONG = {"too_long": 1}


def view_of(doc: "Document", user: str) -> DocumentView:
	"""The document as ``user`` may read its fields. Says nothing about whether they may read the document at all."""
	values: dict[str, Any] = {}
	omitted: dict[str, int] = {}
	stored = doc.as_dict()
	tables = {field.fieldname: field.options for field in doc.meta.get_table_fields()}
	for name in fields_seen(doc.doctype, user):
		if name in tables:
			shown = fields_seen(tables[name], user, parenttype=doc.doctype)
			values[name] = [_row(row, name, shown) for row in doc.get(name) or []]
		else:
			_put(values, omitted, name, plain(stored.get(name)))
	return DocumentView(values, "doc", omitted)


def fields_seen(doctype: str, user: str, parenttype: str | None = None) -> list[str]:
	"""Names of the fields that a trigger of this user sees of a document that they may read; never those of passwords and keys, nor what Frappe 16
	shows masked."""
	meta = frappe.get_meta(doctype)
	permitted = {"doctype", "name", *get_permitted_fields(doctype, parenttype=parenttype, user=user)}
	if not meta.istable:
		# Frappe leaves tables out: they have no value of their own. Level 0 comes with the document.
		levels = {0, *meta.get_permlevel_access("read", user=user)}
		permitted |= {field.fieldname for field in meta.get_table_fields() if field.permlevel in levels}
	return sorted(name for name in permitted if not _is_secret(meta, name))


def _row(row: "Document", table: str, shown: Iterable[str]) -> DocumentView:
	values: dict[str, Any] = {}
	omitted: dict[str, int] = {}
	for name in shown:
		_put(values, omitted, name, plain(row.get(name)))
	return DocumentView(values, f"doc.{table}", omitted)


def _put(values: dict[str, Any], omitted: dict[str, int], name: str, value: Any) -> None:
	if isinstance(value, str) and len(value) > MOST_CHARACTERS:
		omitted[name] = MOST_CHARACTERS
	else:
		values[name] = value


def plain(value: Any) -> Any:
	"""A value as conditions compare it: text, number or None. Dates and times are texts whose order is theirs."""
	if value is None or isinstance(value, str | int | float):
		return value
	if isinstance(value, datetime | date):
		return str(value)
	if isinstance(value, timedelta):
		seconds = int(value.total_seconds())
		return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
	if isinstance(value, Decimal):
		return float(value)
	return str(value)


# --- The state before


def kept_state(doc: "Document", names: Iterable[str]) -> dict[str, Any]:
	"""What is kept of a state with a save: its ``fields`` among ``names``, and ``rights``, what tells who might read it."""
	return {"fields": kept_before(doc, names), "rights": _rights_before(doc)}


def kept_before(doc: "Document", names: Iterable[str]) -> dict[str, Any]:
	"""What is kept of a state: the fields among ``names``, and of tables the columns among them, bounded in size."""
	names = set(names)
	kept: dict[str, Any] = {}
	room = MOST_KEPT_TOGETHER
	tables = {field.fieldname for field in doc.meta.get_table_fields()}
	for field in sorted(names & (set(doc.meta.get_valid_columns()) | tables)):
		if _is_secret(doc.meta, field):
			continue
		value: Any = _kept_rows(doc.get(field) or [], names) if field in tables else plain(doc.get(field))
		size = _size(value)
		if size > min(room, MOST_KEPT if field not in tables else room):
			value, size = _TOO_LONG, 0
		kept[field] = value
		room -= size
	return kept


def _kept_rows(rows: list["Document"], names: set[str]) -> Any:
	if len(rows) > MOST_KEPT_ROWS:
		return _TOO_LONG
	return [
		{
			name: plain(row.get(name))
			for name in sorted(names & set(row.meta.get_valid_columns()))
			if not _is_secret(row.meta, name)
		}
		for row in rows
	]


def _is_secret(meta: "Meta", name: str) -> bool:
	field = meta.get_field(name)
	is_shut = field is not None and (field.fieldtype == "Password" or field.get("mask"))
	return bool(is_shut or (meta.name, name) in KEYS)


def _size(value: Any) -> int:
	if isinstance(value, str):
		return len(value)
	if isinstance(value, list):
		return sum(_size(cell) for row in value for cell in row.values())
	return 8


def _rights_before(doc: "Document") -> dict[str, Any] | bool:
	"""The values that rules of rights go by. True: who may read the document may; False: there are too many."""
	if doc.meta.track_changes:
		return True
	rights: dict[str, Any] = _short(doc, doc.meta.get_valid_columns())
	for table in doc.meta.get_table_fields():
		# Of rows, User Permissions go by what they link to.
		links = [field.fieldname for field in frappe.get_meta(table.options).get_link_fields()]
		rows = doc.get(table.fieldname) or []
		if links and len(rows) > MOST_KEPT_ROWS:
			return False
		if links and rows:
			rights[table.fieldname] = [_short(row, links) for row in rows]
	return rights


def _short(doc: "Document", names: Collection[str]) -> dict[str, Any]:
	values = {name: plain(doc.get(name)) for name in names if not _is_secret(doc.meta, name)}
	return {name: value for name, value in values.items() if _size(value) <= MOST_OF_RULES}


def before_as_seen(kept: Mapping[str, Any], doctype: str, user: str) -> DocumentView:
	"""The kept state as ``user``, who is the session's user, may know it: to whoever might not read it, it was nothing, and each field empty."""
	if _might_read(kept.get("rights"), doctype):
		return view_before(kept["fields"], doctype, user)
	tables = {field.fieldname for field in frappe.get_meta(doctype).get_table_fields()}
	empty: dict[str, Any] = {name: [] if name in tables else None for name in fields_seen(doctype, user)}
	return DocumentView(empty, "before", is_there=False)


def _might_read(rights: Mapping[str, Any] | bool | None, doctype: str) -> bool:
	# An earlier version noted nothing of them.
	if not isinstance(rights, Mapping):
		return bool(rights)
	then = {**rights, "doctype": doctype}
	return tried(doctype, lambda: bool(frappe.get_doc(then).has_permission("read")), False)


def view_before(kept: Mapping[str, Any], doctype: str, user: str) -> DocumentView:
	"""The kept state as ``user`` may read its fields."""
	values: dict[str, Any] = {}
	omitted: dict[str, int] = {}
	tables = {field.fieldname: field.options for field in frappe.get_meta(doctype).get_table_fields()}
	permitted = frozenset(fields_seen(doctype, user))
	for name, value in kept.items():
		if name not in permitted:
			continue
		if value == _TOO_LONG:
			omitted[name] = MOST_KEPT_TOGETHER if name in tables else MOST_KEPT
		elif isinstance(value, list):
			shown = fields_seen(tables[name], user, parenttype=doctype) if name in tables else []
			values[name] = [
				DocumentView({key: cell for key, cell in row.items() if key in shown}, f"before.{name}")
				for row in value
			]
		else:
			values[name] = value
	return DocumentView(values, "before", omitted)
