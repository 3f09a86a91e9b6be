"""Names that the ERP knows of the records behind passages, for the verification of an answer; only those its reader may read."""

from collections import defaultdict
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

import frappe

from huf.ai.access.impersonation import asked_as
from huf.ai.access.records.inputs import tried
from huf.ai.access.records.records import Record, readable_records
from huf.ai.knowledge.records.labels import stored_meta
from huf.ai.knowledge.records.labels.headings import title_column
from huf.ai.records.links import Reference, linked_from
from huf.engine.types import Hit

if TYPE_CHECKING:
	from frappe.model.meta import Meta

MOST_RECORDS = 30
"""Records that are looked at for one answer."""


def names_behind(hits: Mapping[int, Hit], user: str) -> dict[int, set[str]]:
	"""By the number of a passage: name and title of its record, and of the records that it links to, as ``user`` may read them.

	A name that ``user`` may not read is left out, even if it stands in a field of a record that they may: an answer with
	that name must look to them as one with any other that nothing confirms. Fields above permlevel 0 are not looked at.
	"""
	of_input = _references({hit.input for hit in hits.values() if hit.input})
	of_hit = {number: of_input.get(hit.input) or _own_reference(hit) for number, hit in hits.items()}
	wanted = dict.fromkeys(record for record in of_hit.values() if record)
	with asked_as(user):
		titles = _readable_titles(list(wanted)[:MOST_RECORDS], user)
		links = {record: linked_from(record, with_tables=False) for record in titles}
		others = {link for found in links.values() for link in found} - titles.keys()
		titles |= _readable_titles(sorted(others), user)
	names: dict[int, set[str]] = {}
	for number, record in of_hit.items():
		if record in links:
			known = [one for one in (record, *links[record]) if one in titles]
			names[number] = {name for one in known for name in (one[1], titles[one]) if name}
	return names


def _own_reference(hit: Hit) -> Reference | None:
	"""The record that a hit which no index gave was read of."""
	if hit.input or not hit.is_of_record:
		return None
	return str(hit.metadata.get("reference_doctype", "")), str(hit.metadata.get("reference_name", ""))


def _references(inputs: set[str]) -> dict[str, Reference]:
	"""The record of each input that has one."""
	if not inputs:
		return {}
	return {
		name: (doctype, record)
		for name, doctype, record in frappe.db.sql(
			"""select name, reference_doctype, reference_name from `tabKnowledge Input`
			where name in %s and coalesce(reference_doctype, '') != '' and coalesce(reference_name, '') != ''""",
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
			f"select name, `{column}` from `tab{meta.name}` where name in %s",  # nosemgrep: frappe-using-db-sql (both are of the DocType itself)
			(names,),
		)
		if title
	}
