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
MOST_ROWS = 50
"""Rows of one child table whose links are looked at."""

Reference = tuple[str, str]

_EVERYWHERE = frozenset(
	(
		"User",
		"Currency",
		"Country",
		"Language",
		"UOM",
		"Company",
		"Print Format",
		"Letter Head",
		"Cost Center",
		"Account",
	)
)
"""Linked to by nearly every record, so a link to them connects nothing."""


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


def linked_titles(record: Reference, user: str, links: int, most: int) -> dict[Reference, str]:
	"""The records at most so many ``links`` away from ``record``, as far as ``user`` may read each on the way, with their titles.

	:param most: records; the nearest come first.
	"""
	found: dict[Reference, str] = {}
	with asked_as(user):
		edge = [record]
		for step in range(links):
			near = [link for one in edge for link in _links(*one)]
			near += [] if step else _links_in_tables(*record)
			wanted = [link for link in dict.fromkeys(near) if link[0] not in _EVERYWHERE]
			new = [link for link in wanted if link != record and link not in found]
			readable = _readable_titles(new[: 2 * most], user)
			edge = [link for link in new if link in readable]
			found.update({link: readable[link] for link in edge})
	return dict(list(found.items())[:most])


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
	return _links_of_rows(meta, {"name": name}) if meta else []


def _links_in_tables(doctype: str, name: str) -> list[Reference]:
	"""The records that the rows of its child tables link to, by tables and fields at permlevel 0."""
	meta = stored_meta(doctype)
	return [
		link
		for table in (meta.get_table_fields() if meta else ())
		if not table.permlevel
		for link in _links_of_rows(
			frappe.get_meta(table.options),
			{"parent": name, "parenttype": doctype, "parentfield": table.fieldname},
		)
	]


def _links_of_rows(meta: "Meta", where: dict[str, str]) -> list[Reference]:
	links = {one.fieldname: one.options for one in meta.get_link_fields() if not one.permlevel}
	# By the field that holds the name: the field that says of which DocType.
	dynamic = {
		one.fieldname: one.options
		for one in meta.get_dynamic_link_fields()
		if not one.permlevel and meta.has_field(one.options)
	}
	names = [*links, *dynamic][:MOST_LINKS]
	if not names:
		return []
	wanted = dict.fromkeys((*names, *(dynamic[name] for name in names if name in dynamic)))
	rows = frappe.get_all(meta.name, where, list(wanted), limit=MOST_ROWS, order_by="idx asc")
	found = (
		(row[dynamic[name]] if name in dynamic else links[name], row[name]) for row in rows for name in names
	)
	return list(dict.fromkeys((str(doctype), str(name)) for doctype, name in found if doctype and name))
