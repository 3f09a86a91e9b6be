"""Which fields of a DocType make the text of its records.

What nobody can be kept from seeing who may read the record: fields at permlevel 0 that the form shows. Never passwords,
never what only machines read; what is sensitive only where a selector takes it in.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import frappe
from frappe import _

from huf.ai.knowledge.records.labels.headings import HeadingColumns, state_columns, title_column
from huf.ai.knowledge.records.presets import Preset
from huf.ai.knowledge.records.presets.sensitive import is_sensitive

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
LONG_TYPES = ("Small Text", "Text", "Long Text", "Text Editor")
TABLES = ("Table", "Table MultiSelect")
_NOISE = frozenset({"naming_series", "amended_from", "lft", "rgt", "old_parent"})
"""Fields that Frappe keeps for itself."""


@dataclass(frozen=True, slots=True)
class Column:
	"""A field that holds one value."""

	fieldname: str
	fieldtype: str
	label: str
	options: str = ""
	says_zero: bool = False
	"""Nought is an answer: there is none in stock, nothing is owed."""
	is_custom: bool = False
	"""The site added it."""


@dataclass(frozen=True, slots=True)
class Table:
	"""A child table, or a list of links that is shown like a field."""

	fieldname: str
	label: str
	doctype: str
	columns: tuple[Column, ...]
	is_list: bool
	"""Table MultiSelect: only the first column, on one line."""
	is_custom: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
	"""How the records of a DocType are read."""

	doctype: str
	title: str
	"""Column of the title; ``name`` if there is none."""
	heading: HeadingColumns
	parts: tuple[Column | Table, ...]
	choosers: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
	"""Column that chooses, and the fields that its values choose."""

	@property
	def columns(self) -> tuple[str, ...]:
		"""Columns of the record's own table."""
		own = [part.fieldname for part in self.parts if isinstance(part, Column)]
		choosers = (name for name, _ in self.choosers)
		return tuple(dict.fromkeys(["name", "docstatus", self.title, *self.heading.columns, *own, *choosers]))

	@property
	def fieldnames(self) -> tuple[str, ...]:
		"""What a template may ask for."""
		return tuple(dict.fromkeys((*self.columns, *(part.fieldname for part in self.parts))))


@dataclass(frozen=True, slots=True)
class Choice:
	"""What a selector says about the fields of a DocType: fieldnames, those of rows as ``items.rate``."""

	leave_out: tuple[str, ...] = ()
	take_in: tuple[str, ...] = ()
	"""What is else left out: sensitive, or not among the fields of the ready-made settings."""

	@classmethod
	def of(cls, leave_out: str | None, take_in: str | None) -> "Choice":
		"""From what people write: names with commas or line ends between them."""
		return cls(_listed(leave_out), _listed(take_in))


def shape_of(meta: "Meta", preset: Preset | None, lang: str, choice: Choice | None = None) -> Shape:
	"""How records of this DocType are read, with labels in the language of the site.

	:param preset: the ready-made settings; None for a template, which takes what it wants.
	"""
	choice, states = choice or Choice(), state_columns(meta, preset) if preset else ()
	preset = preset or Preset()
	parts = [
		chosen for part in readable_parts(meta, lang) if (chosen := _chosen(part, preset, choice)) is not None
	]
	if preset.fields:
		place = {name: number for number, name in enumerate(dict.fromkeys(preset.fields))}
		parts.sort(key=lambda part: place.get(part.fieldname, len(place)))
	title = title_column(meta)
	# Title and state stand over every passage anyway, the state as it is when it is shown; of a longer text the title is only the
	# beginning.
	parts = [
		part
		for part in parts
		if part.fieldname not in states
		and (part.fieldname != title or getattr(part, "fieldtype", "") in LONG_TYPES)
	]
	choosers = tuple(
		(name, tuple(chosen.items()))
		for name, chosen in preset.variants.items()
		if (field := meta.get_field(name)) and not field.permlevel
	)
	return Shape(
		doctype=meta.name,
		title=title,
		heading=HeadingColumns.of(meta, preset, lang),
		parts=tuple(parts),
		choosers=choosers,
	)


def _chosen(part: Column | Table, preset: Preset, choice: Choice) -> Column | Table | None:
	"""The part as it is read, a table with the columns that are; None if it is not read."""
	name = part.fieldname
	taken = name in choice.take_in or any(wanted.startswith(f"{name}.") for wanted in choice.take_in)
	is_usual = (
		(not preset.fields or name in preset.fields or part.is_custom)
		and name not in preset.leave_out
		and not is_sensitive(name)
	)
	if name in choice.leave_out or not (taken or is_usual):
		return None
	if isinstance(part, Column):
		return replace(part, says_zero=name in preset.zeros)
	usual = preset.columns.get(name, ())
	place = {column: number for number, column in enumerate(usual)}
	columns = [
		replace(column, says_zero=path in preset.zeros)
		for column in part.columns
		if (path := f"{name}.{column.fieldname}") not in choice.leave_out
		and (
			path in choice.take_in
			or (
				(not usual or column.fieldname in usual or column.is_custom)
				and path not in preset.leave_out
				and not is_sensitive(column.fieldname)
			)
		)
	]
	columns.sort(key=lambda column: place.get(column.fieldname, len(place)))
	return replace(part, columns=tuple(columns)) if columns else None


def _listed(text: str | None) -> tuple[str, ...]:
	return tuple(dict.fromkeys(re.split(r"[\s,;]+", (text or "").strip()))) if (text or "").strip() else ()


def readable_parts(meta: "Meta", lang: str) -> list[Column | Table]:
	"""All fields that everybody sees who may read a record, in the order of the form; tables with all such columns."""
	return list(_parts(meta, lang))


def paths_of(parts: Iterable[Column | Table]) -> dict[str, Column]:
	"""By what a selector calls them, the fields of some parts, and the columns of their tables."""
	found: dict[str, Column] = {}
	for part in parts:
		if isinstance(part, Column):
			found[part.fieldname] = part
		else:
			found[part.fieldname] = Column(part.fieldname, "Table", part.label)
			found |= {f"{part.fieldname}.{column.fieldname}": column for column in part.columns}
	return found


def _parts(meta: "Meta", lang: str) -> Iterator[Column | Table]:
	for field in _shown(meta):
		label = _(field.label or field.fieldname, lang=lang, context=meta.name)
		if field.fieldtype in TABLES:
			child = frappe.get_meta(field.options)
			columns = tuple(_columns(child, lang))
			if columns:
				is_list = field.fieldtype == "Table MultiSelect"
				yield Table(
					field.fieldname,
					label,
					child.name,
					columns[:1] if is_list else columns,
					is_list,
					is_custom=bool(field.get("is_custom_field")),
				)
		elif _is_text(field):
			yield Column(
				field.fieldname,
				field.fieldtype,
				label,
				field.options or "",
				is_custom=bool(field.get("is_custom_field")),
			)


def _columns(child: "Meta", lang: str) -> Iterable[Column]:
	return [
		Column(
			field.fieldname,
			field.fieldtype,
			_(field.label or field.fieldname, lang=lang, context=child.name),
			field.options or "",
			is_custom=bool(field.get("is_custom_field")),
		)
		for field in _shown(child)
		if _is_text(field)
	]


def _shown(meta: "Meta") -> Iterator["frappe._dict"]:
	"""Fields that the form shows to everybody."""
	hidden = {"Tab Break": False, "Section Break": False, "Column Break": False}
	for field in meta.fields:
		if field.fieldtype in hidden:
			# A new tab begins a new section, and a new section a new column.
			for level in list(hidden)[list(hidden).index(field.fieldtype) :]:
				hidden[level] = False
			hidden[field.fieldtype] = bool(field.hidden or field.permlevel)
			continue
		is_out = field.hidden or field.permlevel or field.get("is_virtual") or field.get("mask")
		if not is_out and not any(hidden.values()) and field.fieldname not in _NOISE:
			yield field


def _is_text(field: "frappe._dict") -> bool:
	return field.fieldtype in TEXT_TYPES and not (field.fieldtype == "Code" and field.options == "JSON")
