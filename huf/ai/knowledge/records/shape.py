"""Which fields of a DocType make the text of its records.

What nobody can be kept from seeing who may read the record: fields at permlevel 0 that the form shows. Never passwords,
never what only machines read.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import frappe
from frappe import _

from huf.ai.knowledge.records.labels import title_column
from huf.ai.knowledge.records.presets import Preset

if TYPE_CHECKING:
	from frappe.model.meta import Meta

TEXT_TYPES = frozenset(
	(
		*("Data", "Small Text", "Text", "Long Text", "Text Editor", "Markdown Editor", "HTML Editor", "Code"),
		*("Select", "Link", "Dynamic Link", "Autocomplete", "Read Only", "Phone", "Attach"),
		*(
			"Int",
			"Long Int",
			"Float",
			"Percent",
			"Currency",
			"Check",
			"Date",
			"Datetime",
			"Time",
			"Duration",
			"Rating",
		),
	)
)
"""Kinds of fields with something to read. Not Password, Button, pictures, signatures, barcodes, maps, colours, JSON."""
_LONG_TYPES = ("Small Text", "Text", "Long Text", "Text Editor")
TABLES = ("Table", "Table MultiSelect")
_NOISE = frozenset({"naming_series", "amended_from", "lft", "rgt", "old_parent"})
"""Fields that Frappe keeps for itself."""
_RANDOM_NAME = re.compile(r"[0-9a-z]{10}\Z")


@dataclass(frozen=True, slots=True)
class Column:
	"""A field that holds one value."""

	fieldname: str
	fieldtype: str
	label: str
	options: str = ""
	under: str = ""
	"""Label of the section of the form that it stands in."""


@dataclass(frozen=True, slots=True)
class Table:
	"""A child table, or a list of links that is shown like a field."""

	fieldname: str
	label: str
	doctype: str
	columns: tuple[Column, ...]
	is_list: bool
	"""Table MultiSelect: only the first column, on one line."""
	under: str = ""


@dataclass(frozen=True, slots=True)
class Shape:
	"""How the records of a DocType are read."""

	doctype: str
	label: str
	title: str
	"""Column of the title; ``name`` if there is none."""
	has_random_names: bool
	parts: tuple[Column | Table, ...]
	choosers: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
	"""Column that chooses, and the fields that its values choose."""

	@property
	def columns(self) -> tuple[str, ...]:
		"""Columns of the record's own table."""
		own = [part.fieldname for part in self.parts if isinstance(part, Column)]
		return tuple(dict.fromkeys(["name", self.title, *own, *(name for name, _ in self.choosers)]))

	@property
	def fieldnames(self) -> tuple[str, ...]:
		"""What a template may ask for."""
		return tuple(dict.fromkeys((*self.columns, *(part.fieldname for part in self.parts))))

	def is_people_name(self, name: str) -> bool:
		"""Whether people call the record by its name."""
		return not (self.has_random_names and _RANDOM_NAME.match(name))


def shape_of(meta: "Meta", preset: Preset, lang: str) -> Shape:
	"""How records of this DocType are read, with labels in the language of the site."""
	parts = list(_parts(meta, lang))
	if preset.fields:
		by_name = {part.fieldname: part for part in parts}
		parts = [by_name[name] for name in preset.fields if name in by_name]
	title = title_column(meta)
	# A title of one line stands over every passage anyway; of a longer text the title is only the beginning.
	parts = [
		part for part in parts if part.fieldname != title or getattr(part, "fieldtype", "") in _LONG_TYPES
	]
	choosers = tuple(
		(name, tuple(chosen.items()))
		for name, chosen in preset.variants.items()
		if (field := meta.get_field(name)) and not field.permlevel
	)
	return Shape(
		doctype=meta.name,
		label=_(meta.name, lang=lang),
		title=title,
		has_random_names=(meta.autoname or "").lower() in ("", "hash", "random"),
		parts=tuple(parts),
		choosers=choosers,
	)


def _parts(meta: "Meta", lang: str) -> Iterator[Column | Table]:
	for field, under in _shown(meta):
		label = _(field.label or field.fieldname, lang=lang, context=meta.name)
		if field.fieldtype in TABLES:
			child = frappe.get_meta(field.options)
			columns = tuple(_columns(child, lang))
			if columns:
				is_list = field.fieldtype == "Table MultiSelect"
				yield Table(
					field.fieldname, label, child.name, columns[:1] if is_list else columns, is_list, under
				)
		elif _is_text(field):
			yield Column(
				field.fieldname,
				field.fieldtype,
				label,
				field.options or "",
				_(under, lang=lang) if under else "",
			)


def _columns(child: "Meta", lang: str) -> Iterable[Column]:
	return [
		Column(
			field.fieldname,
			field.fieldtype,
			_(field.label or field.fieldname, lang=lang, context=child.name),
			field.options or "",
		)
		for field, _under in _shown(child)
		if _is_text(field)
	]


def _shown(meta: "Meta") -> Iterator[tuple["frappe._dict", str]]:
	"""Fields that the form shows to everybody, each with the label of its section."""
	under, hidden = "", {"Tab Break": False, "Section Break": False, "Column Break": False}
	for field in meta.fields:
		if field.fieldtype in hidden:
			# A new tab begins a new section, and a new section a new column.
			for level in list(hidden)[list(hidden).index(field.fieldtype) :]:
				hidden[level] = False
			hidden[field.fieldtype] = bool(field.hidden or field.permlevel)
			if field.fieldtype != "Column Break":
				under = field.label or ""
			continue
		is_out = field.hidden or field.permlevel or field.get("is_virtual") or field.get("mask")
		if not is_out and not any(hidden.values()) and field.fieldname not in _NOISE:
			yield field, under


def _is_text(field: "frappe._dict") -> bool:
	return field.fieldtype in TEXT_TYPES and not (field.fieldtype == "Code" and field.options == "JSON")
