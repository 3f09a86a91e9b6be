"""Reads records for the index: many at once, a few statements for each batch.

A build opens its inputs one after the other. The reader knows which come next, and reads them ahead: a batch of records is
one statement for their own table, one for each child table, and one for each DocType that they link to by title.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import frappe

from huf.ai.knowledge.records.labels import in_batches, stored_meta
from huf.ai.knowledge.records.links import shown_title_column
from huf.ai.knowledge.records.messages import read_messages
from huf.ai.knowledge.records.presets import preset_of
from huf.ai.knowledge.records.text.rendering import Record, render
from huf.ai.knowledge.records.text.shape import Choice, Column, Shape, Table, shape_of
from huf.ai.knowledge.records.text.values import Writer, linked
from huf.engine.content import Content
from huf.engine.errors import ContentMissing

FIRST_BATCH = 10
MOST_AT_ONCE = 200
MOST_CHARACTERS = 4_000_000
"""Of one batch, about: the next one is made smaller when one was larger."""
KEPT_TITLES = 20_000
"""Titles of linked records that are remembered; then all are forgotten."""


@dataclass(frozen=True, slots=True)
class RecordOptions:
	"""What the selector of an input says about its text."""

	comments: bool = False
	emails: bool = False
	template: str = ""
	"""Jinja that replaces the fields; empty: huf makes the text of them."""
	fields: Choice = field(default_factory=Choice)


def open_record(doctype: str, name: str, options: RecordOptions | None = None) -> Content:
	"""One record as content for the index.

	Raises:
		ContentMissing: it is gone, or its DocType is.
		TemplateFailed: the template does not work for this record.
	"""
	return RecordReader().open(doctype, name, options or RecordOptions())


class RecordReader:
	"""Opens the records of one job. ``upcoming``: those that will probably be asked for, in that order."""

	def __init__(self, upcoming: Iterable[tuple[str, str, RecordOptions]] = ()) -> None:
		self._upcoming: dict[tuple[str, RecordOptions], list[str]] = {}
		for doctype, name, options in upcoming:
			self._upcoming.setdefault((doctype, options), []).append(name)
		self._places: dict[tuple[str, RecordOptions], dict[str, int]] = {}
		self._ready: dict[tuple[str, RecordOptions], dict[str, Record]] = {}
		self._sizes: dict[tuple[str, RecordOptions], int] = {}
		self._shapes: dict[tuple[str, bool, Choice], Shape] = {}
		self._titles: dict[tuple[str, str], str] = {}
		self._title_columns: dict[str, str] = {}
		self._writer = Writer()

	def open(self, doctype: str, name: str, options: RecordOptions) -> Content:
		"""The text of a record as it is in MariaDB, or was when it was read ahead.

		A record that is changed in between is Pending again, and so is read once more by the next build.
		"""
		key = (doctype, options)
		if name not in self._ready.get(key, {}):
			self._ready[key] = self._read(key, self._next(key, name))
		record = self._ready[key].pop(name, None)
		if record is None:
			raise ContentMissing(
				f"This record ({doctype} {name}) was deleted. The next sync takes its input away."
			)
		return render(record, self._writer, options.template)

	def _next(self, key: tuple[str, RecordOptions], name: str) -> list[str]:
		"""The record that is asked for, and those after it."""
		names = self._upcoming.get(key, [])
		if key not in self._places:
			self._places[key] = {name: place for place, name in enumerate(names)}
		place = self._places[key].get(name)
		if place is None:
			return [name]
		return names[place : place + self._sizes.get(key, FIRST_BATCH)]

	def _read(self, key: tuple[str, RecordOptions], names: list[str]) -> dict[str, Record]:
		doctype, options = key
		shape = self._shape(doctype, bool(options.template.strip()), options.fields)
		rows = _own_rows(shape, names)
		children = {
			table.fieldname: _child_rows(shape, table, list(rows))
			for table in shape.parts
			if isinstance(table, Table)
		}
		titles = self._read_titles(shape, rows.values(), children)
		messages = read_messages(
			shape.doctype, list(rows), options.comments, options.emails, self._writer.lang
		)
		size = sum(len(value) for row in rows.values() for value in row.values() if isinstance(value, str))
		self._sizes[key] = max(
			1, min(MOST_AT_ONCE, 4 * len(names), MOST_CHARACTERS * len(names) // max(size, 1))
		)
		return {
			name: Record(
				shape=shape,
				row=row,
				tables={fieldname: by_parent.get(name, []) for fieldname, by_parent in children.items()},
				titles=titles,
				messages=tuple(messages.get(name, ())),
			)
			for name, row in rows.items()
		}

	def _shape(self, doctype: str, for_template: bool, choice: Choice) -> Shape:
		key = (doctype, for_template, choice)
		if key not in self._shapes:
			meta = stored_meta(doctype)
			if meta is None:
				raise ContentMissing(f"There is no DocType {doctype} with records of its own any more.")
			# A template chooses by itself what it takes, of what is not sensitive.
			preset = None if for_template else preset_of(doctype)
			self._shapes[key] = shape_of(meta, preset, self._writer.lang, choice)
		return self._shapes[key]

	def _read_titles(
		self,
		shape: Shape,
		rows: Iterable[Mapping[str, Any]],
		children: Mapping[str, Mapping[str, Sequence[Mapping[str, Any]]]],
	) -> dict[tuple[str, str], str]:
		"""Titles of what is linked to, where Frappe shows them to everybody who may read the record."""
		wanted: dict[str, set[str]] = {}
		for columns, found in _linking(shape, rows, children):
			for column in columns:
				for row in found:
					if target := linked(column, row):
						wanted.setdefault(target[0], set()).add(target[1])
		if len(self._titles) > KEPT_TITLES:
			self._titles = {}
		for doctype, names in wanted.items():
			title = self._title_column(doctype)
			missing = [name for name in names if (doctype, name) not in self._titles]
			for batch in in_batches(missing) if title else ():
				titled = frappe.db.sql(
					f"select name, `{title}` from `tab{doctype}` where name in %s", (batch,)
				)
				self._titles.update({(doctype, str(name)): str(shown) for name, shown in titled if shown})
		return self._titles

	def _title_column(self, doctype: str) -> str:
		if doctype not in self._title_columns:
			self._title_columns[doctype] = shown_title_column(doctype)
		return self._title_columns[doctype]


def _linking(
	shape: Shape,
	rows: Iterable[Mapping[str, Any]],
	children: Mapping[str, Mapping[str, Sequence[Mapping[str, Any]]]],
) -> Iterable[tuple[list[Column], list[Mapping[str, Any]]]]:
	yield [part for part in shape.parts if isinstance(part, Column)], list(rows)
	for table in shape.parts:
		if isinstance(table, Table):
			yield list(table.columns), [row for found in children[table.fieldname].values() for row in found]


def _own_rows(shape: Shape, names: list[str]) -> dict[str, dict[str, Any]]:
	# All of these names come from the meta, none from a request. What an option of a field points at is read too.
	columns = ", ".join(f"`{column}`" for column in _with_options(shape.doctype, shape.columns, shape.parts))
	rows = frappe.db.sql(
		f"select {columns} from `tab{shape.doctype}` where name in %s", (names,), as_dict=True
	)
	return {str(row["name"]): row for row in rows}


def _child_rows(shape: Shape, table: Table, names: list[str]) -> dict[str, list[dict[str, Any]]]:
	if not names:
		return {}
	columns = _with_options(table.doctype, [column.fieldname for column in table.columns], table.columns)
	listed = ", ".join(f"`{column}`" for column in ("parent", *columns))
	found: dict[str, list[dict[str, Any]]] = {}
	for row in frappe.db.sql(
		f"""select {listed} from `tab{table.doctype}` where parent in %s and parenttype = %s and parentfield = %s
		order by idx""",
		(names, shape.doctype, table.fieldname),
		as_dict=True,
	):
		found.setdefault(str(row["parent"]), []).append(row)
	return found


def _with_options(doctype: str, columns: Iterable[str], parts: Iterable[Column | Table]) -> list[str]:
	"""The columns, and those that hold the currency of an amount or the DocType of a link."""
	meta = frappe.get_meta(doctype)
	also = []
	for part in parts:
		if isinstance(part, Column) and part.fieldtype in ("Currency", "Dynamic Link"):
			name = part.options.split(":")[1] if part.options.count(":") == 2 else part.options
			field = meta.get_field(name)
			if (
				field is not None
				and not field.permlevel
				and field.fieldtype in ("Link", "Data", "Select", "Read Only")
			):
				also.append(name)
	return list(dict.fromkeys((*columns, *also)))
