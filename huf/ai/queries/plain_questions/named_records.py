"""Records that parts of a question name, among those that the acting user may read."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import frappe
from babel import Locale, UnknownLocaleError
from frappe.translate import get_all_translations
from frappe.utils import cint
from frappe.utils.caching import site_cache

from huf.ai.access.records.inputs import tried
from huf.ai.access.words import is_storable
from huf.ai.knowledge.records.labels import stored_meta, title_column
from huf.ai.queries.plain_questions.known_doctypes import KINDS, PARTS
from huf.ai.queries.plain_questions.nationalities import adjectives
from huf.ai.site.database.dialect import literal_pattern
from huf.ai.site.languages import language_code
from huf.engine.analysis.folding import fold
from huf.engine.questions.vocabulary import FoundRecord

_MOST_FOUND = 40
"""Of one DocType."""
_MOST_BEGINNINGS = 6
"""Records that begin like a part; more than a user is asked to choose from."""
_MOST_BELOW = 200
"""Records below one of a tree."""
_PLURALS = ("s", "es", "n", "en", "e", "x")
"""Endings that make several of one, in the languages that questions are read in."""
_LONGEST = 140
"""Characters of a name."""
_LONGEST_TRANSLATED = 40
"""Characters of a text of the site that may be the name of a record."""


def find_records(doctypes: Sequence[str], texts: Sequence[str], is_exact: bool) -> list[FoundRecord]:
	"""See :data:`huf.engine.questions.vocabulary.FindRecords`. Acts for the session's user, by Frappe's own lists.

	A DocType whose rules break, which are those of any app, has no records here.
	"""
	usable = [text for text in texts if len(text) <= _LONGEST and is_storable(text)]
	found: list[FoundRecord] = []
	english = _in_english(usable) if is_exact else {}
	for doctype in doctypes:
		if usable and _may_read(doctype):
			named: list[FoundRecord] = tried(
				doctype, partial(_of_one, doctype, usable, is_exact, english), []
			)
			found += named
			if is_exact and named and (things := KINDS.get(doctype)) and _may_read(things):
				found += tried(things, partial(_of_kinds, things, doctype, named), [])
	return found


def _may_read(doctype: str) -> bool:
	"""Whether there are records that the user may read. A link may lead to a DocType of an app that is not installed: ERPNext has one to
	payment gateways, which went into an app of their own.
	"""
	return stored_meta(doctype) is not None and frappe.has_permission(doctype, "read")


def _of_kinds(doctype: str, kind: str, named: Sequence[FoundRecord]) -> list[FoundRecord]:
	"""For each kind of things these things, as one: what is in stock of pumps says nothing of item groups."""
	links = frappe.get_meta(doctype).get("fields", {"fieldtype": "Link", "options": kind, "permlevel": 0})
	found = []
	for one in named if links else ():
		names = frappe.get_list(
			doctype,
			filters={links[0].fieldname: ["in", one.names or (one.name,)]},
			pluck="name",
			order_by="name",
			limit=_MOST_BELOW + 1,
		)
		if 0 < len(names) <= _MOST_BELOW:
			found.append(FoundRecord(doctype, names[0], one.title, one.text, tuple(names), are_alike=True))
	return found


def _of_one(
	doctype: str, texts: Sequence[str], is_exact: bool, english: Mapping[str, str]
) -> list[FoundRecord]:
	found: list[FoundRecord] = []
	meta = frappe.get_meta(doctype)
	# Documents are known by their numbers: the title of an invoice is the name of its customer.
	title = "" if cint(meta.is_submittable) else title_column(meta)
	if title == "name":
		title = _own_name(meta)
	columns = ["name", title] if title and title != "name" else ["name"]
	if english and not cint(meta.is_submittable):
		found += _translated(doctype, english, meta)
	if not is_exact and doctype in PARTS:
		found += (alike := _alike(doctype, texts, columns))
		# What is not written as a name is one of these alone.
		texts = [text for text in texts if text[0].isupper() and text not in {one.text for one in alike}]
	for wanted in (texts,) if is_exact else ([text] for text in texts):
		written = [either for text in wanted for either in _with_either_apostrophe(text)]
		rows = frappe.get_list(
			doctype,
			fields=columns,
			or_filters=[
				[doctype, column, *values] for column in columns for values in _filters(written, is_exact)
			],
			limit=_MOST_FOUND if is_exact else _MOST_BEGINNINGS,
			as_list=True,
		)
		for row in rows:
			name, shown = str(row[0]), str(row[-1] or row[0])
			for text in _matching(wanted, (name, shown), is_exact):
				found.append(FoundRecord(doctype, name, shown, text, _with_those_below(doctype, name, meta)))
	return found


def _alike(doctype: str, texts: Sequence[str], columns: list[str]) -> list[FoundRecord]:
	"""For each text several records whose names begin with what they are, as one: the centrifugal pumps, of which one is the “Centrifugal pump
	CP 40”. None for one or none, and for more than can be named. One look at the table for all texts."""
	beginnings = {text: [*dict.fromkeys(_singulars(text))] for text in texts}
	written = {
		either for each in beginnings.values() for text in each for either in _with_either_apostrophe(text)
	}
	most = len(texts) * _MOST_BELOW + 1
	rows = frappe.get_list(
		doctype,
		fields=columns,
		or_filters=[
			[doctype, column, *value] for column in columns for value in _filters(sorted(written), False)
		],
		order_by="name",
		limit=most,
		as_list=True,
	)
	found = []
	for text in texts if len(rows) < most else ():
		for beginning in beginnings[text]:
			names = [str(row[0]) for row in rows if _says_no_more(beginning, str(row[-1] or row[0]))]
			if 1 < len(names) <= _MOST_BELOW:
				found.append(
					FoundRecord(doctype, names[0], f"{beginning} …", text, tuple(names), are_alike=True)
				)
				break
	return found


def _says_no_more(beginning: str, name: str) -> bool:
	"""Whether ``name`` is that and a number or a code: a “Pump controller 7” is no pump."""
	if not any(_matching([beginning], (name, name), False)):
		return False
	rest = name[len(beginning) :].split()
	return not rest or not rest[0].isalpha()


def _singulars(text: str) -> Iterator[str]:
	"""``text``, and what it may be the plural of."""
	yield text
	for ending in _PLURALS:
		if text.endswith(ending) and len(text) > len(ending) + 3:
			yield text.removesuffix(ending)
	words = [word.removesuffix("s") if len(word) > 3 else word for word in text.split()]
	if len(words) > 1:
		# “Pompes centrifuges.”
		yield " ".join(words)


def _own_name(meta: "frappe.model.meta.Meta") -> str:
	"""The field of what a record is called by itself, where its name says the company too: of the warehouse “Stores - HW”, *Warehouse Name*."""
	field = meta.get_field(f"{frappe.scrub(meta.name)}_name")
	return (
		str(field.fieldname)
		if field and not cint(field.permlevel) and not cint(field.get("is_virtual"))
		else ""
	)


def _in_english(texts: Sequence[str]) -> dict[str, str]:
	"""By English names that the texts are translations of these texts: in Spanish, the territory Germany is “Alemania”, and in English “German”
	is whoever is there."""
	languages = dict.fromkeys(("en", *map(language_code, (frappe.local.lang, frappe.db.get_default("lang")))))
	known = [_english_names(language) for language in languages if language]
	return {
		name: text
		for text in texts
		if (said := fold(text))
		for names in known
		for name in names.get(said, ())
	}


def _translated(
	doctype: str, english: Mapping[str, str], meta: "frappe.model.meta.Meta"
) -> Iterator[FoundRecord]:
	"""Records with these names, each found by the text behind its name."""
	rows = frappe.get_list(doctype, filters={"name": ["in", list(english)]}, pluck="name", limit=_MOST_FOUND)
	for name in rows:
		yield FoundRecord(doctype, name, name, english[name], _with_those_below(doctype, name, meta))


@site_cache(ttl=600)
def _english_names(language: str) -> dict[str, tuple[str, ...]]:
	"""By what it is called in a language, folded, the English names of what a record may stand for: of countries, by their own names and by
	what their people are called, and, unless it is English, texts of Frappe and its apps."""
	found: dict[str, dict[str, None]] = {}
	if language != "en":
		for english, translated in get_all_translations(language).items():
			if len(english) <= _LONGEST_TRANSLATED and "{" not in english:
				found.setdefault(fold(translated), {})[english] = None
		for english, translated in _countries(language):
			found.setdefault(fold(translated), {})[english] = None
	for called, english in adjectives(language):
		found.setdefault(called, {})[english] = None
	return {translated: tuple(names) for translated, names in found.items()}


def _countries(language: str) -> Iterator[tuple[str, str]]:
	"""Their names in English and in this language."""
	try:
		names = Locale.parse(language).territories
	except (UnknownLocaleError, ValueError):
		# A language of the site's own, which nobody but its translations knows.
		return
	for code, english in Locale("en").territories.items():
		if code in names:
			yield english, names[code]


def _with_either_apostrophe(text: str) -> set[str]:
	"""``text`` as it may be stored: “L'Oréal” is typed with one apostrophe and printed with the other."""
	straight = _straight(text)
	return {straight, straight.replace("'", "’")}


def _straight(text: str) -> str:
	return text.replace("’", "'")


def _filters(texts: Sequence[str], is_exact: bool) -> list[list[Any]]:
	if is_exact:
		return [["in", texts]]
	return [["like", f"{literal_pattern(text)}%"] for text in texts]


def _matching(texts: Sequence[str], names: tuple[str, str], is_exact: bool) -> Iterator[str]:
	for text in texts:
		folded = _straight(text).casefold()
		for name in names:
			same = _straight(name).casefold()
			# A beginning of whole words.
			if same == folded or (
				not is_exact and same.startswith(folded) and not same[len(folded)].isalnum()
			):
				yield text
				break


def _with_those_below(doctype: str, name: str, meta: "frappe.model.meta.Meta") -> tuple[str, ...]:
	"""The record and, of a tree, what is below it as far as the user may read that."""
	if not (meta.has_field("lft") and meta.has_field("rgt")):
		return ()
	left, right = frappe.db.get_value(doctype, name, ["lft", "rgt"])
	if not left or right - left <= 1:
		return ()
	below = frappe.get_list(
		doctype, filters={"lft": [">", left], "rgt": ["<", right]}, pluck="name", limit=_MOST_BELOW
	)
	return (name, *below)
