"""Names that the ERP knows of the records behind passages, for the verification of an answer; only those its reader may read."""

from collections import defaultdict
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

import frappe

from huf.ai.access.impersonation import asked_as
from huf.ai.access.records.inputs import tried
from huf.ai.access.records.records import Record, readable_records
from huf.ai.knowledge.records.headings import title_column
from huf.ai.knowledge.records.labels import stored_meta
from huf.engine.types import Hit

if TYPE_CHECKING:
	from frappe.model.meta import Meta

MOST_RECORDS = 30
"""Records that are looked at for one answer."""
MOST_LINKS = 20
"""Link fields of one record."""

Reference = tuple[str, str]


def names_behind(hits: Mapping[int, Hit], user: str) -> dict[int, set[str]]:
	"""By the number of a passage: name and title of its record, and of the records that it links to, as ``user`` may read them.

	A name that ``user`` may not read is left out, even if it stands in a field of a record that they may: an answer with
	that name must look to them as one with any other that nothing confirms. Fields above permlevel 0 are not looked at.
	"""
	of_input = _references({hit.input for hit in hits.values()})
	wanted = dict.fromkeys(of_input[hit.input] for hit in hits.values() if hit.input in of_input)
	with asked_as(user):
		titles = _readable_titles(list(wanted)[:MOST_RECORDS], user)
		links = {record: _links(*record) for record in titles}
		others = {link for found in links.values() for link in found} - titles.keys()
		titles |= _readable_titles(sorted(others), user)
	names: dict[int, set[str]] = {}
	for number, hit in hits.items():
		record = of_input.get(hit.input)
		if record in links:
			known = [one for one in (record, *links[record]) if one in titles]
			names[number] = {name for one in known for name in (one[1], titles[one]) if name}
	return names


def _references(inputs: set[str]) -> dict[str, Reference]:
	"""The record of each input that has one."""
	if not inputs:
		return {}
	return {
		name: (doctype, record)
		for name, doctype, record in frappe.db.sql(
			"""select name, reference_doctype, reference_name from `tabKnowledge Input`
			where name in %s and ifnull(reference_doctype, '') != '' and ifnull(reference_name, '') != ''""",
			(list(inputs),),
		)
	}


def _readable_titles(records: list[Reference], user: str) -> dict[Reference, str]:
	"""The titles of those of the records that ``user`` may read; empty for one that has none but its name."""
	by_doctype: dict[str, set[str]] = defaultdict(set)
	for doctype, name in records:
		by_doctype[doctype].add(name)
	titles: dict[Reference, str] = {}
	for doctype, names in by_doctype.items():
		meta = stored_meta(doctype)
		if meta is None:
			continue
		readable: dict[str, Record] = tried(doctype, partial(readable_records, doctype, names, user), {})
		shown = _shown_titles(meta, list(readable))
		titles.update({(doctype, name): shown.get(name, "") for name in readable})
	return titles


def _shown_titles(meta: "Meta", names: list[str]) -> dict[str, str]:
	column = title_column(meta)
	field = meta.get_field(column) if column != "name" else None
	if not names or field is None or field.permlevel:
		return {}
	return {
		str(name): str(title)
		for name, title in frappe.db.sql(
			f"select name, `{column}` from `tab{meta.name}` where name in %s",  # nosemgrep: both are of the DocType itself
			(names,),
		)
		if title
	}


def _links(doctype: str, name: str) -> list[Reference]:
	"""The records that a record links to, by its fields at permlevel 0."""
	meta = stored_meta(doctype)
	fields = [one for one in meta.get_link_fields() if not one.permlevel][:MOST_LINKS] if meta else []
	if not fields:
		return []
	row = frappe.db.get_value(doctype, name, [one.fieldname for one in fields], as_dict=True) or {}
	return [(one.options, str(row[one.fieldname])) for one in fields if row.get(one.fieldname)]
