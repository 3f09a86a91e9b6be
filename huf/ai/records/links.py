"""Records that a record is connected with, in both directions, as far as somebody may read each of them.

Links count that everybody sees who reads the record in which they stand: fields and tables at permlevel 0, not masked.
"""

import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import frappe

from huf.ai.access.impersonation import asked_as
from huf.ai.access.records.inputs import tried
from huf.ai.access.records.records import Record, Rule, readable_records, rule_of
from huf.ai.access.words import NOTHING, shared_condition
from huf.ai.knowledge.records.labels import stored_meta
from huf.ai.queries.as_user.database import OutOfTime, Reading
from huf.ai.site.database import dialect

if TYPE_CHECKING:
	from frappe.model.meta import Meta

Reference = tuple[str, str]
"""DocType and name of a record."""

MOST_FIELDS = 20
"""Link fields of one record that are followed."""
MOST_ROWS = 50
"""Rows of one child table whose links are followed."""
SECONDS = 2.0
"""What looking for links to one record may take."""
_AT_ONCE = 50
"""Records of one DocType that link to a record, and that are asked for their right."""

EVERYWHERE = frozenset(
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
		"DocType",
	)
)
"""Linked to by nearly every record, so a link to them connects nothing."""
_MACHINERY = frozenset(
	("Core", "Email", "Integrations", "Website", "Printing", "Automation", "Social", "Workflow", "Geo", "Huf")
)
"""Modules of records that are kept about others, and that nobody works with."""
_WORKED_WITH = frozenset({"ToDo", "Event", "Note"})
"""Those of the module Desk that people do work with."""


@dataclass(frozen=True, slots=True)
class LinkField:
	"""A column with names of other records."""

	table: str
	"""The DocType of the column: the record's own, or that of a child table."""
	column: str
	target: str
	"""What it links to; empty when :attr:`kind` says so."""
	kind: str = ""
	"""The column that says of which DocType the linked record is."""
	parentfield: str = ""
	"""Of a child table the field of the record that holds its rows."""


def linked_from(record: Reference, *, with_tables: bool = True) -> list[Reference]:
	"""The records that a record links to, whoever may read them, each once; those of its own fields first."""
	meta = stored_meta(record[0])
	if meta is None:
		return []
	fields = [field for field in link_fields(meta) if with_tables or not field.parentfield]
	return links_of(record[0], [record[1]], fields)[record[1]]


def links_of(doctype: str, names: Sequence[str], fields: Sequence[LinkField]) -> dict[str, list[Reference]]:
	"""The records that records of one DocType link to by ``fields``, whoever may read them, each once; those of their own fields first."""
	by_table: dict[tuple[str, str], list[LinkField]] = defaultdict(list)
	for field in fields:
		by_table[field.table, field.parentfield].append(field)
	found: dict[str, dict[Reference, None]] = {name: {} for name in names}
	for (table, parentfield), own in by_table.items():
		for name, link in _links_of_rows(table, parentfield, own[:MOST_FIELDS], doctype, names):
			# A table may compare names without heed to case.
			if name in found:
				found[name][link] = None
	return {name: list(links) for name, links in found.items()}


def linked_to(
	record: Reference, user: str, most: int, doctype: str = "", seconds: float = SECONDS
) -> tuple[list[Reference], bool]:
	"""The records that link to ``record`` and that ``user``, who must be the session's user, may read.

	Of each DocType the last changed first; the DocTypes take turns, so that many of one do not hide the few of another.

	:param doctype: of this DocType alone; empty: of all that people work with.
	:returns: and whether there may be more.
	"""
	found: list[list[Reference]] = []
	reading = Reading(seconds)
	may_be_more = False
	try:
		doctypes = [doctype] if doctype else _linking_doctypes(record, reading)
	except OutOfTime:
		return [], True
	for linking in doctypes:
		try:
			names, is_cut = _of_doctype(linking, record, user, most, reading)
		except OutOfTime:
			may_be_more = True
			break
		may_be_more = may_be_more or is_cut
		found.append([(linking, name) for name in names])
	turns = [one[turn] for turn in range(most) for one in found if turn < len(one)]
	return turns[:most], may_be_more or len(turns) > most


def connected(
	record: Reference, user: str, links: int, most: int, seconds: float = SECONDS
) -> list[Reference]:
	"""The records at most so many ``links`` away in either direction, the nearest first, as far as ``user`` may read each on the way.

	Behind a master, such as a customer, lies everything that was ever done with it: from there links are followed one way only.
	"""
	found: dict[Reference, None] = {}
	end = time.monotonic() + seconds
	with asked_as(user):
		edge = [record]
		for step in range(links):
			near: list[Reference] = []
			for one in edge:
				# What was made of a document says more of it than the items in it.
				if time.monotonic() < end and (not step or _is_document(one[0])):
					near += linked_to(one, user, most // 2, seconds=max(0.1, end - time.monotonic()))[0]
				near += linked_from(one, with_tables=not step)
			wanted = [link for link in dict.fromkeys(near) if link[0] not in EVERYWHERE]
			new = [link for link in wanted if link != record and link not in found]
			edge = readable_of(new[: 2 * most], user)
			found.update(dict.fromkeys(edge))
			if len(found) >= most or time.monotonic() >= end:
				break
	return list(found)[:most]


def readable_of(records: Sequence[Reference], user: str) -> list[Reference]:
	"""Those of the records that exist and that ``user``, who must be the session's user, may read, in their order."""
	by_doctype: dict[str, set[str]] = defaultdict(set)
	for doctype, name in records:
		by_doctype[doctype].add(name)
	readable: set[Reference] = set()
	for doctype, names in by_doctype.items():
		if stored_meta(doctype):
			found: dict[str, Record] = tried(doctype, partial(readable_records, doctype, names, user), {})
			readable.update((doctype, name) for name in found)
	return [record for record in records if record in readable]


def link_fields(meta: "Meta") -> Iterator[LinkField]:
	"""The columns with links that everybody sees who reads a record of the DocType, those of its tables last."""
	yield from _own_fields(meta, "")
	for table in meta.get_table_fields():
		child = stored_meta_of_table(table.options)
		if child and _is_open(table):
			yield from _own_fields(child, table.fieldname)


def stored_meta_of_table(doctype: str) -> "Meta | None":
	"""The meta of a child table that has rows in the database."""
	if not doctype or not frappe.db.table_exists(doctype):
		return None
	return frappe.get_meta(doctype)


def _own_fields(meta: "Meta", parentfield: str) -> Iterator[LinkField]:
	for field in meta.fields:
		if not field.options or not _is_open(field):
			continue
		if field.fieldtype == "Link":
			yield LinkField(meta.name, field.fieldname, field.options, parentfield=parentfield)
		elif field.fieldtype == "Dynamic Link" and (kind := meta.get_field(field.options)) and _is_open(kind):
			yield LinkField(meta.name, field.fieldname, "", field.options, parentfield)


def _is_open(field: "frappe._dict") -> bool:
	return not (field.permlevel or field.get("is_virtual") or field.get("mask"))


def _links_of_rows(
	table: str, parentfield: str, fields: Sequence[LinkField], doctype: str, names: Sequence[str]
) -> list[tuple[str, Reference]]:
	"""Name of the record that links, and what it links to."""
	columns = dict.fromkeys(name for field in fields for name in (field.column, field.kind) if name)
	itself = "name"
	where: dict[str, Any] = {"name": ["in", list(names)]}
	if parentfield:
		itself = "parent"
		where = {"parent": ["in", list(names)], "parenttype": doctype, "parentfield": parentfield}
	rows = frappe.get_all(
		table, where, [itself, *columns], limit=MOST_ROWS * len(names), order_by="idx asc, name asc"
	)
	return [
		(str(row[itself]), (str(row[field.kind] if field.kind else field.target), str(row[field.column])))
		for row in rows
		for field in fields
		if row[field.column] and (not field.kind or row[field.kind])
	]


def _is_document(doctype: str) -> bool:
	meta = stored_meta(doctype)
	return bool(meta and meta.is_submittable)


def _linking_doctypes(record: Reference, reading: Reading) -> list[str]:
	"""The DocTypes of which some record, or some row of one, holds the name of ``record`` in a link; documents before masters.

	Without what Frappe and its apps keep for themselves: ledgers and logs, which nobody may create by hand. One statement looks
	into all of them, since most link to nothing; whose links count, and for whom, is asked of those that are left.
	"""
	values = {"doctype": record[0], "name": record[1]}
	parts = []
	linking = _linking_columns(record[0])
	stored = _stored_columns({table for _doctype, table, _column, _kind in linking}, reading)
	for doctype, table, column, kind in linking:
		if (table, column) in stored and (not kind or (table, kind) in stored):
			values[key := f"d{len(values)}"] = doctype
			also = f" and `{kind}` = %(doctype)s" if kind else ""
			parts.append(f"(select %({key})s from `tab{table}` where `{column}` = %(name)s{also} limit 1)")
	if not parts:
		return []
	holding = {str(row[0]) for row in reading.rows(" union all ".join(parts), values)}
	rows = frappe.db.sql(
		"""select name from `tabDocType` where name in %s order by is_submittable desc, name""",
		(tuple(holding) or ("",),),
	)
	return [str(name) for (name,) in rows]


def _stored_columns(doctypes: set[str], reading: Reading) -> set[tuple[str, str]]:
	"""DocType and name of each column that their tables have: a field may be newer than its column, or have none."""
	rows = reading.rows(
		f"""select table_name, column_name from information_schema.columns
		where table_schema = {dialect.this_schema()} and table_name in %(tables)s""",
		{"tables": tuple(f"tab{doctype}" for doctype in doctypes) or ("",)},
	)
	return {(str(table).removeprefix("tab"), str(column)) for table, column in rows}


def _linking_columns(target: str) -> list[tuple[str, str, str, str]]:
	"""DocType whose records are meant, DocType of the table, column, and the column that says of which DocType a link is."""
	fields = """(select parent, fieldname, fieldtype, options, is_virtual from `tabDocField`
		union all select dt, fieldname, fieldtype, options, is_virtual from `tabCustom Field`)"""
	links = frappe.db.sql(
		f"""select f.parent, f.fieldname, case when f.fieldtype = 'Link' then '' else f.options end
		from {fields} f join `tabDocType` d on d.name = f.parent
		where (f.fieldtype = 'Dynamic Link' or (f.fieldtype = 'Link' and f.options = %s))
		and f.is_virtual = 0 and d.issingle = 0 and d.is_virtual = 0""",
		target,
	)
	owners = frappe.db.sql(
		f"""select f.options, d.name, d.module from {fields} f join `tabDocType` d on d.name = f.parent
		where f.fieldtype in ('Table', 'Table MultiSelect') and f.options in %s and d.issingle = 0 and d.in_create = 0
		union all select d.name, d.name, d.module from `tabDocType` d
		where d.name in %s and d.istable = 0 and d.in_create = 0""",
		(tables := tuple({link[0] for link in links}) or ("",), tables),
	)
	of_table: dict[str, set[str]] = defaultdict(set)
	for table, owner, module in owners:
		if module not in _MACHINERY and (module != "Desk" or owner in _WORKED_WITH):
			of_table[table].add(owner)
	return [
		(owner, table, column, kind or "")
		for table, column, kind in links
		for owner in sorted(of_table[table])
	]


def _of_doctype(
	doctype: str, record: Reference, user: str, most: int, reading: Reading
) -> tuple[list[str], bool]:
	"""Names of the records of one DocType that link to the record and that the user may read, and whether that may not be all."""
	meta = stored_meta(doctype)
	fields = [field for field in link_fields(meta) if field.target in ("", record[0])] if meta else []
	if meta is None or not fields:
		return [], False
	rule = tried(doctype, partial(rule_of, doctype, user), Rule("nothing"))
	if rule.kind == "nothing" or rule.kind == "single documents":
		return [], False
	condition = shared_condition(doctype, user) if rule.kind == "shared" else rule.condition
	values: dict[str, str] = {"doctype": record[0], "name": record[1], "parenttype": doctype}
	links = " or ".join(_links_here(doctype, field, values) for field in fields) or NOTHING
	limited = f" and ({condition.replace('%', '%%')})" if condition else ""
	itself = f" and `tab{doctype}`.name != %(name)s" if doctype == record[0] else ""
	rows = reading.rows(
		f"select name from `tab{doctype}` where ({links}){itself}{limited} order by modified desc, name limit {_AT_ONCE + 1}",
		values,
	)
	names = [str(name) for (name,) in rows]
	if rule.asks_documents:
		ask = partial(readable_records, doctype, names[:_AT_ONCE], user, rule)
		readable: dict[str, Record] = tried(doctype, ask, {})
		names = [name for name in names if name in readable]
	return names[:most], len(names) > most


def _links_here(doctype: str, field: LinkField, values: dict[str, str]) -> str:
	"""SQL: a record of the DocType links to the record by this field. Names come from the meta alone."""
	table = field.table if field.parentfield else doctype
	where = f"`tab{table}`.`{field.column}` = %(name)s"
	if field.kind:
		where += f" and `tab{table}`.`{field.kind}` = %(doctype)s"
	if not field.parentfield:
		return f"({where})"
	key = f"in_{field.parentfield}"
	values[key] = field.parentfield
	return (
		f"`tab{doctype}`.name in (select parent from `tab{table}` where {where} and parenttype = %(parenttype)s"
		f" and parentfield = %({key})s)"
	)
