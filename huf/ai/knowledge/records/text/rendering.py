"""From what MariaDB has of a record to the content that is indexed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from huf.ai.knowledge.records.labels.headings import TITLE_LENGTH, title_text
from huf.ai.knowledge.records.text.sandbox import View
from huf.ai.knowledge.records.text.shape import LONG_TYPES, Column, Shape, Table
from huf.ai.knowledge.records.text.templates import render_template
from huf.ai.knowledge.records.text.values import NUMBERS, Titles, Writer, format_of, linked, plain_value
from huf.engine.content import Content
from huf.engine.extractors.records.content import FieldText, Message, Part, RecordText, Rows, record_content
from huf.engine.extractors.sections import one_line


@dataclass(frozen=True, slots=True)
class Record:
	"""A record as it was read."""

	shape: Shape
	row: Mapping[str, Any]
	tables: Mapping[str, Sequence[Mapping[str, Any]]]
	titles: Titles
	messages: tuple[Message, ...]

	@property
	def name(self) -> str:
		return str(self.row["name"])


def render(record: Record, writer: Writer, template: str = "") -> Content:
	"""The content of a record; equal records give equal bytes.

	Raises:
		TemplateFailed: the template does not work for this record.
	"""
	shape = record.shape
	text = render_template(template, view_of(record)) if template.strip() else None
	parts: list[Part] = [] if text is not None else list(_parts(record, writer))
	heading = shape.heading.heading(record.row)
	return record_content(
		RecordText(
			kind=heading.kind,
			title=heading.title,
			name=heading.name,
			parts=(*parts, *record.messages),
			text=text,
		)
	)


def view_of(record: Record) -> View:
	"""What a template sees of a record: plain values, and nothing that leads anywhere else."""
	own = [part for part in record.shape.parts if isinstance(part, Column)]
	values: dict[str, Any] = {column.fieldname: plain_value(column, record.row) for column in own}
	values["name"] = record.name
	values["doctype"] = record.shape.doctype
	values["title"] = values.get("title") or title_text(record.row.get(record.shape.title)) or record.name
	if record.shape.title not in values:
		values[record.shape.title] = values["title"]
	values["link_titles"] = View(_link_titles(own, record.row, record.titles))
	for table in record.shape.parts:
		if isinstance(table, Table):
			values[table.fieldname] = [
				View(
					{
						**{column.fieldname: plain_value(column, row) for column in table.columns},
						"link_titles": View(_link_titles(table.columns, row, record.titles)),
					}
				)
				for row in record.tables[table.fieldname]
			]
	return View(values)


def _link_titles(columns: Sequence[Column], row: Mapping[str, Any], titles: Titles) -> dict[str, str]:
	return {
		column.fieldname: titles.get(target, target[1])
		for column in columns
		if (target := linked(column, row))
	}


def _parts(record: Record, writer: Writer) -> Iterator[Part]:
	row, titles = record.row, record.titles
	title = one_line(str(row.get(record.shape.title) or ""))
	if len(title) > TITLE_LENGTH and not any(
		part.fieldname == record.shape.title for part in record.shape.parts
	):
		yield FieldText("", title)
	left_out = {
		fieldname
		for chooser, chosen in record.shape.choosers
		for value, fieldname in chosen
		if value != row.get(chooser)
	}
	for part in record.shape.parts:
		if part.fieldname in left_out:
			continue
		if isinstance(part, Column):
			if text := writer.write(part, row, titles):
				yield FieldText(part.label, text, format_of(part, text))
		elif part.is_list:
			values = [
				writer.cell(part.columns[0], child, titles, row) for child in record.tables[part.fieldname]
			]
			if text := ", ".join(filter(None, values)):
				yield FieldText(part.label, text)
		elif rows := record.tables[part.fieldname]:
			yield _table(part, rows, record, writer)


def _table(
	table: Table, rows: Sequence[Mapping[str, Any]], record: Record, writer: Writer
) -> Rows | FieldText:
	"""The rows of a child table, without the columns that are empty in all of them; a single column as a list."""
	cells = [
		_without_repeats(
			table.columns,
			[writer.cell(column, row, record.titles, record.row) for column in table.columns],
		)
		for row in rows
	]
	filled = [number for number in range(len(table.columns)) if any(row[number] for row in cells)]
	shared = [number for number in filled[1:] if _is_shared(table.columns[number], cells, number)]
	filled = [number for number in filled if number not in shared]
	if len(filled) == 1 and not shared:
		label = f"{table.label}, {table.columns[filled[0]].label}"
		return FieldText(label, ", ".join(filter(None, (row[filled[0]] for row in cells))))
	return Rows(
		table.label,
		tuple(table.columns[number].label for number in filled),
		tuple(tuple(row[number] for number in filled) for row in cells),
		"; ".join(f"{table.columns[number].label}: {cells[0][number]}" for number in shared),
	)


def _is_shared(column: Column, cells: Sequence[Sequence[str]], number: int) -> bool:
	"""Whether several rows say the same in a column: the order that all of them are of. Equal numbers are chance."""
	return (
		len(cells) > 1
		and column.fieldtype not in NUMBERS
		and all(row[number] == cells[0][number] for row in cells)
	)


def _without_repeats(columns: Sequence[Column], cells: Sequence[str]) -> list[str]:
	"""The cells of a row; a long text does not begin with what a cell before it says, as most descriptions of items do."""
	kept: list[str] = []
	for column, cell in zip(columns, cells, strict=True):
		for said in kept if column.fieldtype in LONG_TYPES else ():
			if said and cell.casefold().startswith(said.casefold()):
				cell = cell[len(said) :].lstrip(" .,;:-–—")
		kept.append(cell)
	return kept
