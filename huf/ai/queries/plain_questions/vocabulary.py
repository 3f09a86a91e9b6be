"""What a user's questions may be about: the DocTypes that they may read, by all names that these have on the site."""

import time
from collections import OrderedDict
from collections.abc import Collection, Iterator
from functools import cached_property
from threading import Lock
from typing import Any

import frappe
from frappe.utils.user import UserPermissions

from huf.ai.access.impersonation import asked_as
from huf.ai.access.words import roles_of
from huf.ai.queries.plain_questions.doctype_words import Describer, Names, types_of
from huf.ai.queries.plain_questions.known_doctypes import (
	BEST_BY,
	IMPLIED,
	KINDS,
	KNOWN,
	NAMED_RECORDS,
	PARTIES,
	PARTS,
	PERSONS,
	PLACES,
	QUANTITY,
	TOTALS,
	TYPES,
	Known,
)
from huf.engine.analysis.folding import fold
from huf.engine.questions.languages import LANGUAGES
from huf.engine.questions.vocabulary import (
	EXACT,
	OTHER,
	PREFERRED,
	SHORT,
	DocTypeName,
	Vocabulary,
)

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
	shares = "(select count(*) from `tabDocShare` where `user` = %s or everyone = 1)"
	return frappe.db.sql(f"select {columns}, {shares}", user)[0]


class _Site:
	"""Makes a vocabulary."""

	def __init__(self, user: str, doctypes: tuple[str, ...] | None = None) -> None:
		self.user = user
		self.doctypes = doctypes
		self.names = Names()
		self.languages = self.names.languages
		self.known = _known()
		self._types: dict[str, Collection[str]] = {}
		"""By DocType the keys of the states of being of one of its types."""
		self.existing: set[str] = set()
		"""DocTypes of the site that have a list, whoever may read them."""

	def vocabulary(self) -> Vocabulary:
		readable = self._readable()
		present = {name for name, _module in readable}
		named = present if self.doctypes is None else self.existing
		parties = [*(name for name in PARTIES if name in self.existing), *self.own_doctypes]
		names = [*self._own_names(readable), *self._words(present), *self._short(readable)]
		return Vocabulary(
			names=tuple(names),
			describe=Describer(self.user, self.names, self.known, parties).describe,
			record_doctypes=tuple(name for name in self._named() if name in named),
			parts=PARTS,
			kinds={kind: doctype for kind, doctype in KINDS.items() if {kind, doctype} <= present},
			persons=PERSONS,
			languages=self.languages,
			currencies=_currencies(),
			year_start=_year_start(),
			totals=self._totals(present),
			best_by=BEST_BY,
			implied={key: doctype for key, doctype in IMPLIED.items() if doctype in present},
			places=PLACES,
			quantity=QUANTITY,
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
		"""What DocTypes are called. A translation of Frappe's own gives way to an app's DocType that people call so, as a word does:
		in German a ToDo is an “Aufgabe”, and so is a Task.
		"""
		of_apps = self._words_of_apps()
		present = {doctype for doctype, _module in readable}
		for doctype, _module in readable:
			for text in self.names.called(doctype):
				others = (
					of_apps.get(text.casefold(), set()) if doctype in _EVERYDAY and text != doctype else set()
				)
				if not others:
					yield DocTypeName(doctype, text, EXACT)
				elif others & present:
					yield DocTypeName(doctype, text, OTHER)

	def _words_of_apps(self) -> dict[str, set[str]]:
		"""By what people call them the DocTypes of apps that the site has, whoever may read them."""
		found: dict[str, set[str]] = {}
		for code in self.languages:
			for doctype, words in (LANGUAGES[code].doctypes if code in LANGUAGES else {}).items():
				if doctype in self.existing and doctype not in _EVERYDAY:
					for word in words:
						found.setdefault(word.casefold(), set()).add(doctype)
		return found

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
					rank = OTHER if word in taken else PREFERRED
					yield DocTypeName(doctype, word, rank, self._type(doctype, word))
					taken.add(word)
			for doctype, kinds in (LANGUAGES[code].kinds if code in LANGUAGES else {}).items():
				if doctype in present:
					for state, words in kinds.items():
						yield from (DocTypeName(doctype, word, PREFERRED, state) for word in words)
		for doctype, known in self.known.items():
			if doctype in present:
				for word in known.words:
					yield DocTypeName(doctype, word, PREFERRED, self._type(doctype, word))

	def _type(self, doctype: str, word: str) -> str:
		"""The key of the state of being of the type that a word names too: where some issues are of the type Complaint, “complaints” are
		these. Empty for a word that means all."""
		if doctype not in self._types:
			self._types[doctype] = types_of(doctype, self.user, self.names)
		meant = (f"type {fold(each)}" for each in (word, TYPES.get(fold(word), "")) if each)
		return next((key for key in meant if key in self._types[doctype]), "")

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
		"""The word of a longer name that says what it is, where that is so of only one DocType: the last one, in French the first."""
		heads: dict[str, set[str]] = {}
		for doctype, module in readable:
			if module not in _MACHINERY:
				for text, code in self.names.languages_of(doctype).items():
					if " " in text:
						is_first = code in LANGUAGES and LANGUAGES[code].heads == "first"
						heads.setdefault(text.split()[0 if is_first else -1], set()).add(doctype)
		for word, doctypes in heads.items():
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
	"USD": ("dollar", "dollars", "dólar", "dólares", "dolares"),
	"GBP": ("pound", "pounds"),
	"CHF": ("Franken", "francs"),
	"INR": ("rupee", "rupees"),
	# Not “peso”, which is a weight, and not “sol”, which is the sun.
	**dict.fromkeys(("ARS", "CLP", "COP", "DOP", "MXN", "UYU"), ("pesos",)),
	"PEN": ("soles",),
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
