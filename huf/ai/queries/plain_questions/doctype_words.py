"""What can be asked of the records of one DocType: its fields, options and links, by all names that these have on the site."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import frappe
from frappe.translate import get_all_translations
from frappe.utils import cint

from huf.ai.access.impersonation import asked_as
from huf.ai.access.records.inputs import tried
from huf.ai.knowledge.records.labels import stored_meta
from huf.ai.queries.as_user.errors import QueryRefused
from huf.ai.queries.as_user.running import run_query
from huf.ai.queries.plain_questions.computed_states import DEPENDS_ON, label_of
from huf.ai.queries.plain_questions.known_doctypes import (
	AMOUNTS,
	BEST_BY,
	DATES,
	KINDS,
	NAMED_RECORDS,
	STATUSES,
	Known,
)
from huf.ai.site.database.dialect import literal_pattern
from huf.ai.site.languages import language_code
from huf.engine.analysis.folding import fold
from huf.engine.questions.open_amounts import open_amount_of
from huf.engine.questions.record_query import Measure, RecordCondition, RecordQuery
from huf.engine.questions.vocabulary import DocTypeWords, FieldKind, FieldWords

if TYPE_CHECKING:
	from frappe.model.meta import Meta

_NO_CHOICES = frozenset({"naming_series"})
_NO_LINKS = frozenset(
	(
		*(
			"amended_from",
			"letter_head",
			"select_print_heading",
			"auto_repeat",
			"represents_company",
			"language",
		),
		*("price_list_currency", "party_account_currency"),
	)
)
_NO_LINKS_OF = {"Purchase Order": frozenset({"customer"})}
"""Links of one DocType that are seldom meant: whoever asks for orders of a customer means what the customer ordered, and not what a supplier is to
deliver to them."""
_NO_TARGETS = frozenset(
	(
		*(
			"Account",
			"Address",
			"Contact",
			"Cost Center",
			"Currency",
			"DocType",
			"Email Account",
			"Terms and Conditions",
		),
		*(
			"Payment Terms Template",
			"Shipping Rule",
			"Tax Category",
			"UOM",
			"Print Heading",
			"Letter Head",
			"Incoterm",
		),
		*(
			"Sales Taxes and Charges Template",
			"Purchase Taxes and Charges Template",
			"Bank Account",
			"Language",
		),
	)
)
"""Records that no plain question names: a word of it that is one of them means something else."""
_KINDS: dict[str, FieldKind] = {
	"Select": "choice",
	"Link": "link",
	"Date": "date",
	"Datetime": "datetime",
	"Check": "check",
	**dict.fromkeys(("Int", "Long Int", "Float", "Currency", "Percent", "Duration"), "number"),
	**dict.fromkeys(("Data", "Small Text", "Phone", "Autocomplete"), "text"),
}
_IN_DAYS = re.compile(r"(.+?) \(?(?:in days|in tagen|en jours|en d[ií]as)\)?", re.IGNORECASE)
"""“Lead Time in days”: the lead time, which is a number of days."""
_MOST_FIELDS = 400
_MOST_VALUES = 50
"""Records of a DocType by which others are told apart, as by their priority."""
_SECONDS = 3.0
"""For those that a field has: somebody waits for the answer to a question meanwhile."""
_OF_ITEMS = ("item_code", "item_group", "brand")
"""What rows of documents say of their items, by which people ask for sales."""
_OF_PARTIES = ("customer_group", "supplier_group")
"""What documents have from the party that they are to, and hide."""
_READ_EVERYWHERE = ("en", "de")
"""Languages that questions are read in whoever asks. Words of each further one would be taken for words of these: “or”, “on” and “an” are French
too, and mean something else."""


class Names:
	"""What things are called: in English and German, the site's language, and the one of the user."""

	def __init__(self) -> None:
		self._lang = frappe.local.lang
		own = (language_code(self._lang), language_code(frappe.db.get_default("lang")))
		self.languages = tuple(dict.fromkeys(code for code in (*_READ_EVERYWHERE, *own) if code))
		self._translations = {code: get_all_translations(code) for code in self.languages if code != "en"}

	def called(self, text: str) -> tuple[str, ...]:
		"""``text`` and its translations."""
		return tuple(self.languages_of(text))

	def languages_of(self, text: str) -> dict[str, str]:
		"""``text`` and its translations, each with the language that it is in."""
		found = {text: "en"}
		for code, translations in self._translations.items():
			if translated := translations.get(text):
				found.setdefault(translated, code)
		return found

	def shown(self, text: str) -> str:
		"""``text`` in the language of the user."""
		code = language_code(self._lang)
		return self._translations.get(code, {}).get(text) or text


def types_of(doctype: str, user: str, names: Names) -> dict[str, tuple[RecordCondition, ...]]:
	"""The states of being of one type, such as ``type complaint``, by what the user may read of these types: of an issue, its *Issue Type*."""
	target = f"{doctype} Type"
	links = frappe.get_meta(doctype).get("fields", {"fieldtype": "Link", "options": target, "permlevel": 0})
	if not links or not stored_meta(target) or not frappe.has_permission(target, "read", user=user):
		return {}
	records = frappe.get_list(target, pluck="name", limit=_MOST_VALUES)
	return {
		f"type {fold(called)}": (RecordCondition(links[0].fieldname, "=", record),)
		for record in map(str, records)
		for called in names.called(record)
	}


class Describer:
	"""Describes DocTypes, each once."""

	def __init__(self, user: str, names: Names, known: dict[str, Known], parties: Sequence[str]) -> None:
		self._user, self._names, self._known = user, names, known
		self._linked = parties
		"""DocTypes that dynamic links lead to."""
		self._described: dict[str, DocTypeWords | None] = {}

	def describe(self, doctype: str) -> DocTypeWords | None:
		"""Its fields at permlevel 0; nothing if the user may not read it after all."""
		if doctype not in self._described:
			with asked_as(self._user):
				self._described[doctype] = self._described_anew(doctype)
		return self._described[doctype]

	def _described_anew(self, doctype: str) -> DocTypeWords | None:
		if not frappe.has_permission(doctype, "read", user=self._user):
			return None
		meta = frappe.get_meta(doctype)
		known = self._known.get(doctype, Known())
		rows = [path for total in known.totals.values() for path in (total.of_rows, total.quantity_of_rows)]
		fields = (
			*tuple(self._fields(meta, known))[:_MOST_FIELDS],
			*self._row_numbers(meta, dict.fromkeys(filter(None, rows))),
			*self._party_columns(meta),
		)
		names = {each.name: each for each in fields}
		columns = {*names, "docstatus"}
		is_assignable = "_assign" in _columns_of(doctype)
		status = next((name for name in STATUSES if name in names), "")
		date = (
			known.date if known.date in names else next((name for name in DATES if name in names), "creation")
		)
		amount = (
			known.amount if known.amount in names else next((name for name in AMOUNTS if name in names), "")
		)
		if amount and amount != "total":
			# Of documents with taxes people mean these too: “the invoices with the highest total”.
			fields = tuple(self._without_total(each) if each.name != amount else each for each in fields)
		return DocTypeWords(
			doctype,
			self._names.shown(doctype),
			fields=fields,
			date=date,
			amount=amount,
			open_amount=open_amount_of(
				each for each in fields if (df := meta.get_field(each.name)) and df.fieldtype == "Currency"
			),
			status=status,
			is_submittable=bool(cint(meta.is_submittable)),
			is_named=doctype in NAMED_RECORDS or bool(cint(meta.custom)),
			states={
				**_states(known, columns, is_assignable),
				**types_of(doctype, self._user, self._names),
			},
			totals={
				key: replace(
					total,
					of_rows=total.of_rows if total.of_rows in names else "",
					quantity_of_rows=total.quantity_of_rows if total.quantity_of_rows in names else "",
				)
				for key, total in known.totals.items()
				if total.field in names and _has_all(total.conditions, columns)
			},
			dates={key: name for key, name in known.dates.items() if name in names},
			parties=self._parties(meta),
			is_of_party=_is_of_party(meta),
			own=self._own(meta, known, is_assignable),
			kinds=frozenset(kind for kind, things in KINDS.items() if things == doctype),
			best_by={doctype: key for doctype, key in BEST_BY.items() if key in known.totals},
			usual=known.usual if _has_all(known.usual, columns) else (),
			instead=known.instead,
			computed={
				key: label_of(key)
				for key in known.computed
				if all(frappe.has_permission(each, "read", user=self._user) for each in DEPENDS_ON[key])
			},
		)

	def _without_total(self, field: FieldWords) -> FieldWords:
		"""The field without the bare word “Total” among its labels."""
		return replace(
			field, labels=tuple(each for each in field.labels if each not in self._names.called("Total"))
		)

	def _own(self, meta: "Meta", known: Known, is_assignable: bool) -> dict[str, tuple[RecordCondition, ...]]:
		"""What makes records those of the user."""
		whose: dict[str, tuple[RecordCondition, ...]] = {"own": (RecordCondition("owner", "=", self._user),)}
		if is_assignable:
			# A list of users in JSON.
			whose["assigned"] = (RecordCondition("_assign", "like", literal_pattern(json.dumps(self._user))),)
		if known.mine == "_assign" and "assigned" in whose:
			whose["mine"] = whose["assigned"]
		elif (field := meta.get_field(known.mine)) and not cint(field.permlevel or field.get("is_virtual")):
			whose["mine"] = whose["assigned"] = (RecordCondition(known.mine, "=", self._user),)
		return whose

	def _parties(self, meta: "Meta") -> dict[str, tuple[str, str]]:
		"""By DocType the columns that name its records: of the record's own dynamic link, or of its table of such links."""
		columns: list[tuple[str, str]] = []
		valid = set(meta.get_valid_columns())
		for df in meta.fields:
			if cint(df.permlevel) or cint(df.get("is_virtual")):
				continue
			if df.fieldtype == "Dynamic Link" and {df.fieldname, df.options} <= valid:
				kind = meta.get_field(df.options)
				if kind and not cint(kind.permlevel):
					columns.append((df.fieldname, df.options))
			elif df.fieldtype == "Table" and df.options == "Dynamic Link":
				columns.append((f"{df.fieldname}.link_name", f"{df.fieldname}.link_doctype"))
		return dict.fromkeys(self._linked, columns[0]) if columns else {}

	def _fields(self, meta: "Meta", known: Known) -> Iterator[FieldWords]:
		columns = set(meta.get_valid_columns())
		fields = [
			df
			for df in meta.fields
			if df.fieldname in columns
			and not cint(df.permlevel)
			and df.fieldtype in _KINDS
			and (not cint(df.hidden) or df.fieldname in (*STATUSES, *_OF_PARTIES))
			and not cint(df.get("is_virtual"))
		]
		names = {df.fieldname for df in fields}
		for df in fields:
			if f"base_{df.fieldname}" in names:
				# Amounts of documents in several currencies can only be added up in that of the company.
				continue
			left_out = _NO_LINKS | _NO_LINKS_OF.get(meta.name, frozenset())
			if (df.fieldtype == "Link" and df.fieldname in left_out) or df.fieldname in _NO_CHOICES:
				continue
			yield self._field(meta, df, known)
		yield from self._item_columns(meta, names)

	def _field(self, meta: "Meta", df: Any, known: Known) -> FieldWords:
		label = df.label or df.fieldname
		labels = [*self._names.called(label)]
		if df.fieldname.startswith("base_") and (plain := meta.get_field(df.fieldname.removeprefix("base_"))):
			labels += self._names.called(plain.label or "")
			label = plain.label or label
		if df.fieldtype in ("Date", "Datetime"):
			# ERPNext's label of posting_date is “Date”.
			labels += self._names.called(frappe.unscrub(df.fieldname))
		for more in known.labels.get(df.fieldname, ()):
			labels += self._names.called(more)
		lengths = [found[1] for each in labels if (found := _IN_DAYS.fullmatch(each))]
		options = {}
		if df.fieldtype == "Select":
			values = filter(None, map(str.strip, (df.options or "").split("\n")))
			options = {value: self._names.called(value) for value in values}
		target = df.options if df.fieldtype == "Link" else ""
		if in_use := self._values_in_use(meta, df):
			options, target = {value: self._names.called(value) for value in in_use}, ""
		return FieldWords(
			df.fieldname,
			self._names.shown(label),
			"choice" if in_use else _KINDS[df.fieldtype],
			tuple(dict.fromkeys(filter(None, (*labels, *lengths)))),
			options,
			"" if target in _NO_TARGETS else target or "",
			df.fieldname in (frappe.scrub(target or ""), f"{frappe.scrub(target or '')}_code"),
			bool(cint(df.reqd)),
			is_of_days=bool(lengths) or df.fieldname.endswith("_days"),
		)

	def _values_in_use(self, meta: "Meta", df: Any) -> list[str]:
		"""What a link that leads to few records, none of which the user may read, has in records that they may: the priority of an issue is
		seen on it, though its own records are for administrators."""
		if df.fieldtype != "Link" or df.options in _NO_TARGETS or not frappe.db.table_exists(df.options):
			return []
		if frappe.has_permission(df.options, "read", user=self._user):
			return []
		if frappe.db.count(df.options) > _MOST_VALUES:
			return []
		return tried(meta.name, partial(self._found_values, meta.name, df.fieldname), [])

	def _found_values(self, doctype: str, fieldname: str) -> list[str]:
		query = RecordQuery(doctype, group_by=(fieldname,), measures=(Measure("count"),), limit=_MOST_VALUES)
		try:
			return [str(row[0]) for row in run_query(query, self._user, _SECONDS).rows if row[0]]
		except QueryRefused:
			# Without them a question that names one is searched for, as are those that name nothing that is known.
			return []

	def _party_columns(self, meta: "Meta") -> Iterator[FieldWords]:
		"""Dynamic links to parties; no word of a question names them."""
		for columns in dict.fromkeys(self._parties(meta).values()):
			for path in columns if "." in columns[0] else columns[:1]:
				table, _dot, fieldname = path.rpartition(".")
				rows = frappe.get_meta(meta.get_field(table).options) if table else meta
				if df := rows.get_field(fieldname):
					yield FieldWords(path, self._names.shown(df.label or fieldname), "text")

	def _row_numbers(self, meta: "Meta", paths: Iterable[str]) -> Iterator[FieldWords]:
		"""Numbers of rows, as far as everybody sees them; no word of a question names them."""
		for path in paths:
			table, _dot, fieldname = path.partition(".")
			rows = meta.get_field(table)
			column = frappe.get_meta(rows.options).get_field(fieldname) if rows and rows.options else None
			if column and _KINDS.get(column.fieldtype) == "number" and not cint(rows.permlevel):
				if not cint(column.permlevel) and not cint(column.get("is_virtual")):
					yield FieldWords(path, self._names.shown(column.label or fieldname), "number")

	def _item_columns(self, meta: "Meta", names: set[str]) -> Iterator[FieldWords]:
		"""The items of a document, with their groups and brands: the columns of a child table that questions name."""
		table = meta.get_field("items")
		if not table or table.fieldtype != "Table" or cint(table.permlevel) or "item_code" in names:
			return
		rows = frappe.get_meta(table.options)
		for fieldname in _OF_ITEMS:
			column = rows.get_field(fieldname)
			if not column or fieldname in names or cint(column.permlevel):
				continue
			# ERPNext copies the brand of an item as text.
			label = "Brand" if fieldname == "brand" and column.fieldtype == "Data" else column.options
			if label and (column.fieldtype == "Link" or fieldname == "brand"):
				yield FieldWords(
					f"items.{fieldname}",
					self._names.shown(label),
					"link",
					self._names.called(label),
					target=label,
					is_main=True,
				)


def _states(known: Known, columns: set[str], is_assignable: bool) -> dict[str, tuple[RecordCondition, ...]]:
	"""What words for states mean: as far as the fields are there, and that nobody is assigned."""
	states = {key: where for key, where in known.states.items() if _has_all(where, columns)}
	if is_assignable:
		states.setdefault("unassigned", (RecordCondition("_assign", "is", "not set"),))
	return states


def _is_of_party(meta: "Meta") -> bool:
	"""Whether the first dynamic link of the record itself says whom it is to or from: it has to be filled, or leads to kinds of parties."""
	for df in meta.fields:
		if df.fieldtype == "Dynamic Link" and (kind := meta.get_field(df.options)):
			return bool(cint(kind.reqd)) or kind.options == "Party Type" or kind.fieldname == "party_type"
	return False


def _columns_of(doctype: str) -> list[str]:
	"""All columns of its table; none of a DocType without one."""
	stored: list[str] = frappe.db.get_table_columns(doctype) if frappe.db.table_exists(doctype) else []
	return stored


def _has_all(conditions: tuple[RecordCondition, ...], columns: set[str]) -> bool:
	return all(condition.field in columns for condition in conditions)
