"""What a user's questions may be about: the DocTypes that they may read, by all names that these have on the site."""

import time
from collections import OrderedDict
from collections.abc import Iterator
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Any

import frappe
from frappe.translate import get_all_translations
from frappe.utils import cint
from frappe.utils.user import UserPermissions

from huf.ai.access.impersonation import asked_as
from huf.ai.access.words import roles_of
from huf.ai.queries.plain_questions.computed_states import DEPENDS_ON
from huf.ai.queries.plain_questions.known_doctypes import (
	AMOUNTS,
	DATES,
	KNOWN,
	NAMED_RECORDS,
	PARTIES,
	PARTS,
	STATUSES,
	TOTALS,
	Known,
)
from huf.ai.site.languages import language_code
from huf.engine.questions.languages import LANGUAGES
from huf.engine.questions.vocabulary import (
	EXACT,
	OTHER,
	PREFERRED,
	SHORT,
	DocTypeName,
	DocTypeWords,
	FieldKind,
	FieldWords,
	Vocabulary,
)
from huf.engine.record_query import RecordCondition

if TYPE_CHECKING:
	from frappe.model.meta import Meta

HOOK = "huf_question_words"
MOST_KEPT = 48
"""Vocabularies that a process keeps; those of all DocTypes have some thousand names."""
KEPT_FOR = 600
"""Seconds, in case something changed that :func:`_version` does not see."""
_MACHINERY = frozenset(
	(
		*(
			"Automation",
			"Core",
			"Custom",
			"Data Migration",
			"Email",
			"Geo",
			"Integrations",
			"Printing",
			"Website",
		),
		*("Social", "Workflow", "Desk"),
	)
)
"""Modules of DocTypes that are asked about by their own names alone."""
_EVERYDAY = frozenset({"ToDo", "Event", "Note", "File", "User", "Communication"})
"""Those of them that people work with."""
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
_MOST_FIELDS = 400

_kept: "OrderedDict[tuple[Any, ...], tuple[float, Vocabulary]]" = OrderedDict()
_lock = Lock()


def vocabulary_of(user: str, doctypes: tuple[str, ...] | None = None) -> Vocabulary:
	"""What ``user`` may ask about. Kept for as long as neither rights nor forms change.

	:param doctypes: of no others the names are wanted; much less work than all.
	"""
	key = (frappe.local.site, user, roles_of(user), frappe.local.lang, doctypes, _version(user))
	with _lock:
		kept = _kept.get(key)
		if kept and kept[0] > time.monotonic():
			_kept.move_to_end(key)
			return kept[1]
	# What Frappe says of a user's rights is at some places said of the session's.
	with asked_as(user):
		made = _Site(user, doctypes).vocabulary()
	with _lock:
		_kept[key] = (time.monotonic() + KEPT_FOR, made)
		while len(_kept) > MOST_KEPT:
			_kept.popitem(last=False)
	return made


def _version(user: str) -> tuple[Any, ...]:
	"""Changes when a form, a translation, a right or a share does: newest change and number of rows, which indexes know."""
	tables = ("DocType", "Custom Field", "Property Setter", "Custom DocPerm", "Translation")
	columns = ", ".join(
		f"(select max(modified) from `tab{name}`), (select count(*) from `tab{name}`)" for name in tables
	)
	shares = "(select count(*) from `tabDocShare` where user = %s or everyone = 1)"
	return frappe.db.sql(f"select {columns}, {shares}", user)[0]


class _Site:
	"""Makes a vocabulary."""

	def __init__(self, user: str, doctypes: tuple[str, ...] | None = None) -> None:
		self.user = user
		self.doctypes = doctypes
		self.lang = frappe.local.lang
		own = (language_code(self.lang), language_code(frappe.db.get_default("lang")))
		self.languages = tuple(dict.fromkeys(code for code in (*LANGUAGES, *own) if code))
		self.translations = {code: get_all_translations(code) for code in self.languages if code != "en"}
		self.known = _known()
		self.existing: set[str] = set()
		"""DocTypes of the site that have a list, whoever may read them."""
		self.described: dict[str, DocTypeWords | None] = {}

	def vocabulary(self) -> Vocabulary:
		readable = self._readable()
		present = {name for name, _module in readable}
		named = present if self.doctypes is None else self.existing
		names = [*self._own_names(readable), *self._words(present), *self._short(readable)]
		return Vocabulary(
			names=tuple(names),
			describe=self.describe,
			record_doctypes=tuple(name for name in self._named() if name in named),
			parts=PARTS,
			languages=self.languages,
			currencies=_currencies(),
			year_start=_year_start(),
			totals=self._totals(present),
		)

	def _readable(self) -> list[tuple[str, str]]:
		"""DocTypes with a list that the user may read, with their modules."""
		rows = frappe.get_all(
			"DocType",
			filters={"istable": 0, "issingle": 0, "is_virtual": 0},
			fields=["name", "module"],
			order_by="name",
		)
		self.existing = {row.name for row in rows}
		if self.doctypes is not None:
			return [
				(row.name, row.module)
				for row in rows
				if row.name in self.doctypes and frappe.has_permission(row.name, "read", user=self.user)
			]
		permissions = UserPermissions(self.user)
		permissions.build_permissions()
		may = set(permissions.can_read)
		return [(row.name, row.module) for row in rows if row.name in may or self.user == "Administrator"]

	def _own_names(self, readable: list[tuple[str, str]]) -> Iterator[DocTypeName]:
		for doctype, _module in readable:
			for text in self._called(doctype):
				yield DocTypeName(doctype, text, EXACT)

	def _words(self, present: set[str]) -> Iterator[DocTypeName]:
		"""What people say instead: of the DocTypes that share a word, the first that the user may read is preferred.

		What belongs to Frappe itself has such a word only where no app has it: “task” is no assignment on a site with tasks.
		"""
		for code in self.languages:
			taken: set[str] = set()
			hidden: set[str] = set()
			for doctype, words in (LANGUAGES[code].doctypes if code in LANGUAGES else {}).items():
				if doctype not in present:
					if doctype in self.existing:
						hidden.update(words)
					continue
				for word in words:
					if doctype in _EVERYDAY and word in taken | hidden:
						continue
					yield DocTypeName(doctype, word, OTHER if word in taken else PREFERRED)
					taken.add(word)

		for doctype, known in self.known.items():
			if doctype in present:
				yield from (DocTypeName(doctype, word, PREFERRED) for word in known.words)

	def _totals(self, present: set[str]) -> dict[str, tuple[str, ...]]:
		"""By the word for a number the DocTypes that have it: those that are usually meant first."""
		found: dict[str, dict[str, None]] = {key: dict.fromkeys(doctypes) for key, doctypes in TOTALS.items()}
		for doctype, known in self.known.items():
			for key in known.totals:
				found.setdefault(key, {}).setdefault(doctype)
		return {
			key: tuple(doctype for doctype in doctypes if doctype in present)
			for key, doctypes in found.items()
		}

	def _short(self, readable: list[tuple[str, str]]) -> Iterator[DocTypeName]:
		"""The last word of a name, where only one DocType ends so."""
		ends: dict[str, set[str]] = {}
		for doctype, module in readable:
			if module not in _MACHINERY:
				for text in self._called(doctype):
					if " " in text:
						ends.setdefault(text.split()[-1], set()).add(doctype)
		for word, doctypes in ends.items():
			if len(doctypes) == 1:
				yield DocTypeName(doctypes.pop(), word, SHORT)

	def _named(self) -> Iterator[str]:
		"""DocTypes whose records are named in questions: of many sites, and of this one."""
		yield from NAMED_RECORDS
		yield from self.own_doctypes

	@cached_property
	def own_doctypes(self) -> list[str]:
		"""DocTypes that the site made itself, the oldest."""
		found: list[str] = frappe.get_all(
			"DocType",
			filters={"custom": 1, "istable": 0, "issingle": 0, "is_virtual": 0},
			pluck="name",
			order_by="creation",
			limit=10,
		)
		return found

	def _called(self, text: str) -> tuple[str, ...]:
		"""``text`` and its translations."""
		found = (translations.get(text) for translations in self.translations.values())
		return tuple(dict.fromkeys(filter(None, (text, *found))))

	def _shown(self, text: str) -> str:
		"""``text`` in the language of the user."""
		code = language_code(self.lang)
		return self.translations.get(code, {}).get(text) or text

	# --- One DocType

	def describe(self, doctype: str) -> DocTypeWords | None:
		"""Its fields at permlevel 0; nothing if the user may not read it after all."""
		if doctype not in self.described:
			with asked_as(self.user):
				self.described[doctype] = self._described(doctype)
		return self.described[doctype]

	def _described(self, doctype: str) -> DocTypeWords | None:
		if not frappe.has_permission(doctype, "read", user=self.user):
			return None
		meta = frappe.get_meta(doctype)
		known = self.known.get(doctype, Known())
		fields = tuple(self._fields(meta, known))[:_MOST_FIELDS]
		names = {each.name: each for each in fields}
		columns = {*names, "docstatus"}
		status = next((name for name in STATUSES if name in names), "")
		date = (
			known.date if known.date in names else next((name for name in DATES if name in names), "creation")
		)
		amount = (
			known.amount if known.amount in names else next((name for name in AMOUNTS if name in names), "")
		)
		return DocTypeWords(
			doctype,
			self._shown(doctype),
			fields=fields,
			date=date,
			amount=amount,
			status=status,
			is_submittable=bool(cint(meta.is_submittable)),
			states={key: where for key, where in known.states.items() if _has_all(where, columns)},
			totals={
				key: total
				for key, total in known.totals.items()
				if total.field in names and _has_all(total.conditions, columns)
			},
			dates={key: name for key, name in known.dates.items() if name in names},
			parties=self._parties(meta),
			computed={
				key: self._shown(text)
				for key, text in known.computed.items()
				if all(frappe.has_permission(each, "read", user=self.user) for each in DEPENDS_ON[key])
			},
		)

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
		parties = [*(name for name in PARTIES if name in self.existing), *self.own_doctypes]
		return dict.fromkeys(parties, columns[0]) if columns else {}

	def _fields(self, meta: "Meta", known: Known) -> Iterator[FieldWords]:
		columns = set(meta.get_valid_columns())
		fields = [
			df
			for df in meta.fields
			if df.fieldname in columns
			and not cint(df.permlevel)
			and df.fieldtype in _KINDS
			and (not cint(df.hidden) or df.fieldname in STATUSES)
			and not cint(df.get("is_virtual"))
		]
		names = {df.fieldname for df in fields}
		for df in fields:
			if f"base_{df.fieldname}" in names:
				# Amounts of documents in several currencies can only be added up in that of the company.
				continue
			if (df.fieldtype == "Link" and df.fieldname in _NO_LINKS) or df.fieldname in _NO_CHOICES:
				continue
			yield self._field(meta, df, known)
		yield from self._item_column(meta, names)

	def _field(self, meta: "Meta", df: Any, known: Known) -> FieldWords:
		label = df.label or df.fieldname
		labels = [*self._called(label)]
		if df.fieldname.startswith("base_") and (plain := meta.get_field(df.fieldname.removeprefix("base_"))):
			labels += self._called(plain.label or "")
			label = plain.label or label
		for more in known.labels.get(df.fieldname, ()):
			labels += self._called(more)
		options = {}
		if df.fieldtype == "Select":
			values = filter(None, map(str.strip, (df.options or "").split("\n")))
			options = {value: self._called(value) for value in values}
		target = df.options if df.fieldtype == "Link" else ""
		return FieldWords(
			df.fieldname,
			self._shown(label),
			_KINDS[df.fieldtype],
			tuple(dict.fromkeys(filter(None, labels))),
			options,
			"" if target in _NO_TARGETS else target or "",
			df.fieldname in (frappe.scrub(target or ""), f"{frappe.scrub(target or '')}_code"),
		)

	def _item_column(self, meta: "Meta", names: set[str]) -> Iterator[FieldWords]:
		"""The items of a document: the one column of a child table that questions name."""
		table = meta.get_field("items")
		if not table or table.fieldtype != "Table" or cint(table.permlevel) or "item_code" in names:
			return
		column = frappe.get_meta(table.options).get_field("item_code")
		if column and column.fieldtype == "Link" and not cint(column.permlevel):
			label = column.options
			yield FieldWords(
				"items.item_code", self._shown(label), "link", self._called(label), target=label, is_main=True
			)


def _has_all(conditions: tuple[RecordCondition, ...], columns: set[str]) -> bool:
	return all(condition.field in columns for condition in conditions)


def _known() -> dict[str, Known]:
	"""The table, and what other apps add to it."""
	known = dict(KNOWN)
	for path in frappe.get_hooks(HOOK):
		known |= frappe.get_attr(path)()
	return known


def _currencies() -> tuple[str, ...]:
	"""How the one currency of the site's companies is written; nothing if there are several, or no companies."""
	codes = {frappe.db.get_default("currency")}
	if frappe.db.exists("DocType", "Company", cache=True):
		codes = set(frappe.get_all("Company", pluck="default_currency"))
	if len(codes) != 1 or not (code := codes.pop()):
		return ()
	symbol = frappe.db.get_value("Currency", code, "symbol", cache=True)
	return tuple(filter(None, (code, symbol, *_SPOKEN.get(code, ()))))


_SPOKEN = {
	"EUR": ("Euro", "Euros"),
	"USD": ("dollar", "dollars"),
	"GBP": ("pound", "pounds"),
	"CHF": ("Franken", "francs"),
	"INR": ("rupee", "rupees"),
}


def _year_start() -> tuple[int, int]:
	"""Month and day when the fiscal year of today begins; 1 January where nothing says so."""
	if frappe.db.exists("DocType", "Fiscal Year", cache=True):
		today = frappe.utils.nowdate()
		first = frappe.db.get_value(
			"Fiscal Year",
			{"year_start_date": ["<=", today], "year_end_date": [">=", today]},
			"year_start_date",
		)
		if first:
			return first.month, first.day
	return 1, 1
