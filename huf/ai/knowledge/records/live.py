"""Live values: the columns of a record that change while nobody saves it, and what they say now.

ERPNext sets status, billed share and outstanding amount by SQL, or without a new ``modified``. So a passage that was indexed
yesterday may say *Unpaid* of an invoice that is paid. Which columns these are follows from the DocType:

- the field ``status``, and the state field of the DocType's active Workflow, also where the form hides them: Frappe shows both;
- ``docstatus`` of what can be submitted;
- amounts, shares and quantities by the names that they have in ERPNext (:data:`NUMBERS`);
- what the ready-made settings of the DocType call ``live``.

Only what everybody sees who may read the record: at permlevel 0, not masked, and, but for states, shown by the form.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import frappe
from frappe import _, safe_decode
from frappe.model.workflow import get_workflow_name
from frappe.utils import cint, flt, fmt_money

from huf.ai.knowledge.records.presets import live_fields_of
from huf.ai.knowledge.records.together import Kind
from huf.engine.extractors.sections import one_line

if TYPE_CHECKING:
	from frappe.model.meta import Meta

NUMBERS = (
	"outstanding_amount",
	"unallocated_amount",
	"per_delivered",
	"per_received",
	"per_billed",
	"actual_qty",
	"reserved_qty",
	"projected_qty",
	"price_list_rate",
)
"""Fields that hold a live number wherever they are."""
_WHOLE = ("Int", "Long Int")
_NUMERIC = ("Currency", "Float", "Percent", *_WHOLE)
_WORDS = ("Data", "Select", "Link", "Read Only")
_UNITS = ("stock_uom", "uom")
DOCUMENT_DATES = ("posting_date", "transaction_date", "opening_date", "communication_date")
"""Fields that hold the date that a document bears: the first that a DocType has."""
DOCSTATUS = ("Draft", "Submitted", "Cancelled")
LONGEST_VALUE = 80
"""Characters of one value: a state, not a text."""


@dataclass(frozen=True, slots=True)
class LiveField:
	"""A column whose value of now is shown."""

	fieldname: str
	fieldtype: str
	label: str
	options: str = ""
	is_state: bool = False

	@property
	def kind(self) -> Kind:
		"""What its column holds."""
		if self.fieldtype in _WHOLE:
			return "whole"
		return "number" if self.fieldtype in _NUMERIC else "text"


@dataclass(frozen=True, slots=True)
class LiveFields:
	"""The live columns of one DocType, for what one caller does at once: nothing in it outlives that."""

	fields: tuple[LiveField, ...]
	is_submittable: bool
	beside: tuple[str, ...]
	"""Columns that are read to understand these: currencies and units."""
	lang: str
	_translated: dict[str, str] = field(default_factory=dict, repr=False, compare=False)
	"""States in the language: few, and said by many records."""

	@classmethod
	def of(cls, meta: "Meta") -> "LiveFields":
		"""Those of a DocType, with labels in the language of the site."""
		return cls._of(meta, get_workflow_name(meta.name))

	@classmethod
	def of_each(cls, metas: Sequence["Meta"]) -> "list[LiveFields]":
		"""The same for several, whose Workflows are asked for at once."""
		if len(metas) < 2:
			return [cls.of(meta) for meta in metas]
		# What get_workflow_name reads, one DocType after the other: each would wait for Redis.
		kept = {safe_decode(doctype): name for doctype, name in frappe.cache.hgetall("workflow").items()}
		workflows = [kept.get(meta.name) for meta in metas]
		return [
			cls._of(meta, get_workflow_name(meta.name) if workflow is None else workflow)
			for meta, workflow in zip(metas, workflows, strict=True)
		]

	@classmethod
	def _of(cls, meta: "Meta", workflow: str) -> "LiveFields":
		lang = frappe.get_system_settings("language") or "en"
		fields = tuple(_fields(meta, lang, workflow))
		beside = dict.fromkeys(column for one in fields for column in _beside(meta, one))
		return cls(fields, bool(meta.is_submittable), tuple(beside), lang)

	@property
	def compared(self) -> tuple[str, ...]:
		"""The columns that make the fingerprint."""
		own = tuple(one.fieldname for one in self.fields)
		return ("docstatus", *own) if self.is_submittable else own

	@property
	def columns(self) -> tuple[str, ...]:
		"""The columns to select, each once. All come from the meta, none from a request."""
		return tuple(dict.fromkeys((*self.compared, *self.beside)))

	@property
	def kinds(self) -> dict[str, Kind]:
		"""The same columns in the same order, each with what it holds."""
		known: dict[str, Kind] = {"docstatus": "whole", **{one.fieldname: one.kind for one in self.fields}}
		return {column: known.get(column, "text") for column in self.columns}

	def fingerprint(self, row: Mapping[str, Any]) -> str:
		"""What the live columns hold, as 16 characters; empty without such columns."""
		if not self.compared:
			return ""
		values = "\x1f".join(
			"" if (value := row.get(column)) is None else str(value) for column in self.compared
		)
		return hashlib.blake2b(values.encode(), digest_size=8).hexdigest()

	def says_state(self, row: Mapping[str, Any]) -> bool:
		"""Whether :meth:`now` has a state of the record."""
		return self.is_submittable or any(one.is_state and row.get(one.fieldname) for one in self.fields)

	def now(self, row: Mapping[str, Any]) -> dict[str, str]:
		"""What the record says now, by label, states first."""
		found: dict[str, str] = {}
		status = cint(row.get("docstatus"))
		for one in self.fields:
			if text := self._written(one, row, is_draft=self.is_submittable and status == 0):
				found[one.label] = text
		if not self.is_submittable:
			return found
		word = self._state(DOCSTATUS[status])
		states = {found.get(one.label) for one in self.fields if one.is_state} - {None}
		# Whatever else it is called, what has a state of its own and is in force is submitted.
		if word in states or (status == 1 and states):
			return found
		return {_("Document Status", lang=self.lang): word, **found}

	def _state(self, value: str) -> str:
		if value not in self._translated:
			self._translated[value] = _(value, lang=self.lang)
		return self._translated[value]

	def _written(self, field: LiveField, row: Mapping[str, Any], *, is_draft: bool) -> str:
		value = row.get(field.fieldname)
		if field.fieldtype not in _NUMERIC:
			return (
				one_line(self._state(str(value)) if field.is_state else str(value))[:LONGEST_VALUE]
				if value
				else ""
			)
		# Zero says much here: nothing is left to be paid. Of a draft nothing was billed or paid yet.
		if value is None or (is_draft and not value):
			return ""
		if field.fieldtype == "Percent":
			return f"{_plain(flt(value, 2))}%"
		if field.fieldtype == "Currency":
			return amount(value, _currency(field.options, row))
		return quantity(value, next((str(row[name]) for name in _UNITS if row.get(name)), ""))


def amount(value: Any, currency: str) -> str:
	"""An amount of money for people, in the number format of the site: ``EUR 1,200.00``."""
	shown = fmt_money(flt(value, 2), precision=2, format=frappe.get_system_settings("number_format"))
	return f"{currency} {shown}".strip()


def quantity(value: Any, unit: str) -> str:
	"""An amount of goods: ``12.5 kg``."""
	return f"{_plain(flt(value, 3))} {unit}".strip()


def state_columns(meta: "Meta", workflow: str | None = None) -> dict[str, str]:
	"""The columns that hold a state, by what the metadata calls it: ``workflow_state``, ``status``. As far as everybody sees them.

	:param workflow: the active Workflow of the DocType, empty for none, if it is known already.
	"""
	name = get_workflow_name(meta.name) if workflow is None else workflow
	field = frappe.get_cached_value("Workflow", name, "workflow_state_field") if name else ""
	named = {"workflow_state": field or "", "status": "status"}
	return {key: name for key, name in named.items() if _is_open(meta.get_field(name), _WORDS)}


def document_date_column(meta: "Meta") -> str:
	"""The column with the date that a record bears, as far as everybody sees it; empty if there is none."""
	return next((name for name in DOCUMENT_DATES if _is_open(meta.get_field(name), ("Date", "Datetime"))), "")


def _is_open(field: Any, types: tuple[str, ...]) -> bool:
	return bool(
		field and field.fieldtype in types and not (field.permlevel or field.is_virtual or field.get("mask"))
	)


def _fields(meta: "Meta", lang: str, workflow: str) -> Iterator[LiveField]:
	states = state_columns(meta, workflow).values()
	for name in dict.fromkeys((*states, *NUMBERS, *live_fields_of(meta.name))):
		field = meta.get_field(name)
		is_state = name in states
		if is_state or (_is_open(field, (*_NUMERIC, *_WORDS)) and not field.hidden):
			label = _(field.label or name, lang=lang, context=meta.name)
			yield LiveField(name, field.fieldtype, label, field.options or "", is_state)


def _beside(meta: "Meta", field: LiveField) -> Iterator[str]:
	if field.fieldtype == "Currency":
		# "currency", or "Company:company:default_currency".
		names = [field.options.split(":")[1] if field.options.count(":") == 2 else field.options]
	elif field.fieldtype in ("Float", "Int"):
		names = list(_UNITS)
	else:
		names = []
	for name in names:
		found = meta.get_field(name) if name else None
		if found and not found.permlevel and not found.is_virtual and found.fieldtype in _WORDS:
			yield name


def _currency(options: str, row: Mapping[str, Any]) -> str:
	if options.count(":") != 2:
		return str(row.get(options) or "")
	doctype, link, target = options.split(":")
	field = frappe.get_meta(doctype).get_field(target) if row.get(link) else None
	return (
		str(frappe.get_cached_value(doctype, row[link], target) or "")
		if field and not field.permlevel
		else ""
	)


def _plain(number: float) -> str:
	return f"{number:.3f}".rstrip("0").rstrip(".")
