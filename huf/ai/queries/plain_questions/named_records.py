"""Records that parts of a question name, among those that the acting user may read."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import frappe
from frappe.utils import cint

from huf.ai.access.records.inputs import tried
from huf.ai.access.words import is_storable
from huf.ai.knowledge.records.labels import title_column
from huf.ai.site.database.dialect import literal_pattern
from huf.engine.questions.vocabulary import FoundRecord

_MOST_FOUND = 40
"""Of one DocType."""
_MOST_BEGINNINGS = 6
"""Records that begin like a part; more than a user is asked to choose from."""
_MOST_BELOW = 200
"""Records below one of a tree."""
_LONGEST = 140
"""Characters of a name."""


def find_records(doctypes: Sequence[str], texts: Sequence[str], is_exact: bool) -> list[FoundRecord]:
	"""See :data:`huf.engine.questions.vocabulary.FindRecords`. Acts for the session's user, by Frappe's own lists.

	A DocType whose rules break, which are those of any app, has no records here.
	"""
	usable = [text for text in texts if len(text) <= _LONGEST and is_storable(text)]
	found: list[FoundRecord] = []
	for doctype in doctypes:
		if usable and frappe.has_permission(doctype, "read"):
			found += tried(doctype, partial(_of_one, doctype, usable, is_exact), [])
	return found


def _of_one(doctype: str, texts: Sequence[str], is_exact: bool) -> list[FoundRecord]:
	found: list[FoundRecord] = []
	meta = frappe.get_meta(doctype)
	# Documents are known by their numbers: the title of an invoice is the name of its customer.
	title = "" if cint(meta.is_submittable) else title_column(meta)
	columns = ["name", title] if title and title != "name" else ["name"]
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
