"""What of a DocType a user may ask about: the columns that Frappe lets them read, and those of its child tables.

Whatever is not in here does not exist for the question: it is refused in the same words, whether it is no field at all, one
of a higher permlevel, a password, or one that has no column.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import frappe
from frappe import _
from frappe.share import get_shared

from huf.ai.access.words import is_administrator, is_storable
from huf.ai.knowledge.records.labels import title_column
from huf.ai.queries.as_user.errors import QueryRefused, said
from huf.ai.site.database.dialect import equals

if TYPE_CHECKING:
	from frappe.model.meta import Meta

NUMBERS = frozenset(("Int", "Long Int", "Float", "Currency", "Percent", "Rating", "Duration", "Check"))
DATES = frozenset(("Date", "Datetime"))
TEXTS = frozenset(
	(
		*("Data", "Small Text", "Text", "Long Text", "Text Editor", "Markdown Editor", "HTML Editor", "Code"),
		*("Select", "Link", "Dynamic Link", "Autocomplete", "Read Only", "Phone", "Attach", "Attach Image"),
		*("Barcode", "Color", "Icon", "Time"),
	)
)
"""Kinds of fields that can be asked about: these three. No passwords, signatures, maps, JSON."""

_OWN = (
	("name", "Data", "ID"),
	("owner", "Data", "Created By"),
	("creation", "Datetime", "Created On"),
	("modified_by", "Data", "Last Updated By"),
	("modified", "Datetime", "Last Updated On"),
	("docstatus", "Int", "Document Status"),
)
_OPTIONAL = (("_assign", "Small Text", "Assigned To"), ("_user_tags", "Small Text", "Tags"))
"""Columns that Frappe adds to every table: not ``_comments``, which quotes what was written about the record."""

KEYS = frozenset({("User", "api_key"), ("User", "reset_password_key")})
"""Fields of plain text that open a door. Frappe shows them to who may read the record; a model has no use for them."""

MOST_TELLING_COLUMNS = 3
"""Of what a list is restricted and ordered by, beside them."""
MOST_LIST_COLUMNS = 6
MOST_NAMED = 40
"""Fields that an error names."""


@dataclass(frozen=True, slots=True)
class Column:
	"""A field that can be asked about."""

	fieldname: str
	fieldtype: str
	label: str
	options: str = ""
	precision: str = ""
	table: str = ""
	"""The fieldname of the child table that it is a column of; empty for one of the record itself."""
	child: str = ""
	"""That table's DocType."""

	@property
	def path(self) -> str:
		"""As a question names it."""
		return f"{self.table}.{self.fieldname}" if self.table else self.fieldname

	@property
	def is_number(self) -> bool:
		"""Whether it can be added up."""
		return self.fieldtype in NUMBERS

	@property
	def is_date(self) -> bool:
		"""Whether it holds a day or a moment."""
		return self.fieldtype in DATES

	@property
	def choices(self) -> tuple[str, ...]:
		"""The options of a Select."""
		return (
			tuple(filter(None, map(str.strip, self.options.split("\n"))))
			if self.fieldtype == "Select"
			else ()
		)


class ReadableDocType:
	"""A DocType as one user may ask about it."""

	def __init__(self, meta: "Meta", user: str) -> None:
		self.meta = meta
		self.user = user
		self.name: str = meta.name
		self.label: str = _(meta.name)

	@cached_property
	def columns(self) -> dict[str, Column]:
		"""By their paths, those of child tables included."""
		levels = _levels(self.meta, self.user)
		# The meta does not name them.
		stored = frappe.db.get_table_columns(self.name)
		own = [Column(name, kind, _(label)) for name, kind, label in _OWN]
		own += [Column(name, kind, _(label)) for name, kind, label in _OPTIONAL if name in stored]
		own += _columns(self.meta, levels)
		for table in self.meta.get_table_fields():
			if table.permlevel in levels and not table.get("is_virtual") and _is_table(table.options):
				own += _columns(frappe.get_meta(table.options), levels, table)
		return {column.path: column for column in own}

	@property
	def is_submittable(self) -> bool:
		"""Whether its records are drafts, submitted or cancelled."""
		return bool(self.meta.is_submittable)

	@property
	def title(self) -> str:
		"""The column that names a record to people, if the user may read it; else ``name``."""
		column = title_column(self.meta)
		return column if column in self.columns else "name"

	def column(self, path: str) -> Column:
		"""A column by its path. Raises QueryRefused, which names those that there are."""
		found = self.columns.get(path)
		if found is None:
			raise QueryRefused(
				_("{0} has no field “{1}” that you may read. It has: {2}.").format(
					self.label, said(path), self._named(path)
				)
			)
		return found

	def list_columns(self, telling: Sequence[str] = ()) -> tuple[str, ...]:
		"""What a list shows when nothing else is asked for: the name, the title, what is ``telling`` of this list, and what Frappe's list has.

		:param telling: paths of columns. Those of rows of a table are passed over.
		"""
		shown = [field.fieldname for field in self.meta.fields if field.in_list_view]
		usual = [name for name in dict.fromkeys(("name", self.title, *shown)) if name in self.columns]
		own = [path for path in telling if path in self.columns and not self.columns[path].table]
		own = own[:MOST_TELLING_COLUMNS]
		return tuple(dict.fromkeys((*usual[:2], *own, *usual[2:MOST_LIST_COLUMNS])))

	def _named(self, path: str) -> str:
		"""Columns for an error: those that sound like what was asked first."""
		words = [word for word in path.lower().replace(".", "_").split("_") if len(word) > 2]

		def likeness(column: Column) -> int:
			text = f"{column.path} {column.label}".lower()
			return -sum(word in text for word in words)

		ordered = sorted(self.columns.values(), key=likeness)[:MOST_NAMED]
		more = len(self.columns) - len(ordered)
		named = ", ".join(f"{column.path} ({column.label})" for column in ordered)
		return named + (" " + _("and {0} more").format(more) if more > 0 else "")


def readable_doctype(doctype: str, user: str) -> ReadableDocType:
	"""The DocType as ``user``, who must be the session's user, may ask about it.

	Raises QueryRefused: there is none of this name that they may read, or it is none that has a list.
	"""
	stored = _stored_name(doctype)
	if stored is None:
		raise unreadable(doctype)
	meta = frappe.get_meta(stored)
	if meta.istable:
		raise _is_part(meta, user)
	if not frappe.has_permission(stored, "read", user=user):
		raise unreadable(doctype)
	if meta.issingle:
		raise QueryRefused(
			_("{0} is one document of settings: it can be opened, but neither listed nor counted.").format(
				_(stored)
			)
		)
	if meta.get("is_virtual") or not frappe.db.table_exists(stored):
		raise QueryRefused(
			_(
				"The records of {0} are not kept in the database, so they cannot be counted or listed here."
			).format(_(stored))
		)
	return ReadableDocType(meta, user)


def _stored_name(doctype: str) -> str | None:
	"""How the DocType is called that somebody wrote in upper or lower case; None where there is none."""
	if not is_storable(doctype):
		return None
	found = frappe.db.sql(
		f"select name from `tabDocType` where {equals('name', '%(asked)s')}"
		" order by case when name = %(asked)s then 0 else 1 end limit 1",
		{"asked": doctype},
	)
	return str(found[0][0]) if found else None


def unreadable(doctype: str) -> QueryRefused:
	"""The refusal of a DocType: the same whether it does not exist or must not be known."""
	return QueryRefused(_("There is no DocType “{0}” that you may read.").format(said(doctype)))


def _is_part(meta: "Meta", user: str) -> QueryRefused:
	parents = [
		f"{row.parent} ({row.fieldname}.…)"
		for row in frappe.get_all(
			"DocField",
			filters={"options": meta.name, "fieldtype": ("in", ("Table", "Table MultiSelect"))},
			fields=["parent", "fieldname"],
			order_by="parent",
			limit=200,
		)
		if not frappe.get_meta(row.parent).istable and frappe.has_permission(row.parent, "read", user=user)
	]
	if not parents:
		return unreadable(meta.name)
	return QueryRefused(
		_(
			"{0} holds rows of other records. Ask about these, and name its columns with the table: {1}."
		).format(_(meta.name), ", ".join(parents[:5]))
	)


def _is_table(doctype: str) -> bool:
	return bool(doctype) and not frappe.get_meta(doctype).get("is_virtual")


def _levels(meta: "Meta", user: str) -> frozenset[int]:
	"""The permlevels at which the user may read the records; of rows of a child table, too, which have the parent's."""
	if is_administrator(user):
		return frozenset(range(10))
	levels = set(meta.get_permlevel_access("read", user=user))
	if 0 not in levels and get_shared(meta.name, user, rights=["read"], limit=1):
		levels.add(0)
	return frozenset(levels)


def _columns(meta: "Meta", levels: frozenset[int], table: "frappe._dict | None" = None) -> Iterator[Column]:
	stored: Sequence[str] = meta.get_valid_columns()
	for field in meta.fields:
		if (
			field.fieldtype not in NUMBERS | DATES | TEXTS
			or field.permlevel not in levels
			or field.fieldname not in stored
			or field.get("is_virtual")
			# What Frappe 16 shows masked is not to be found out by asking for it.
			or field.get("mask")
			or (meta.name, field.fieldname) in KEYS
		):
			continue
		label = _(field.label or field.fieldname, context=meta.name)
		yield Column(
			field.fieldname,
			field.fieldtype,
			label,
			field.options or "",
			str(field.precision or ""),
			table.fieldname if table else "",
			meta.name if table else "",
		)
