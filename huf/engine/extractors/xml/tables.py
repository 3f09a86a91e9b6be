"""Tables of documents in XML: those of CALS and OASIS (``tgroup``, ``row``, ``entry``), of HTML, DITA and TEI."""

from typing import Any

from huf.engine.extractors.tables.heads import Row
from huf.engine.extractors.tables.model import Cell, Layout
from huf.engine.extractors.xml.elements import CAPTIONS, TABLE_FRAMES, TABLES, local_name, size_of
from huf.engine.extractors.xml.lines import line_of

_ROWS = frozenset("tr row strow sthead prophead property chrow chhead".split())
_CELLS = frozenset(
	"td th entry cell stentry proptypehd propvaluehd propdeschd proptype propvalue propdesc choptionhd chdeschd choption chdesc".split()
)
_HEADS = frozenset("sthead prophead chhead".split())
_MOST_ROWS = 65_534


def table_rows(table: Any) -> list[Row]:
	"""The rows of a table with its cells in their columns; the tables that a patent stacks upon each other are one."""
	layout = Layout()
	rows: list[Row] = []
	columns: dict[str, int] = {}
	spans: dict[str, tuple[str, str]] = {}
	stack: list[Any] = [table]
	while stack:
		element = stack.pop()
		name = local_name(element)
		if name in _ROWS:
			cells = [
				_cell(cell, columns, spans)
				for cell in element
				if local_name(cell) in _CELLS or local_name(cell) == "entrytbl"
			]
			is_header = name in _HEADS or _is_head(element)
			if is_header and len(filled := [cell for cell in cells if cell.text]) == 1:
				# A line over the whole table is its title, which patents put into its head.
				is_header, cells = False, [Cell(filled[0].text)]
			rows.append(layout.row(len(rows) + 1, cells, is_header=is_header))
			continue
		if name == "tgroup":
			columns = _columns(element)
			spans = {
				_said(one, "spanname"): (_said(one, "namest"), _said(one, "nameend"))
				for one in element
				if local_name(one) == "spanspec"
			}
		stack.extend(reversed([child for child in element if local_name(child)]))
	return rows


def has_only_rows(table: Any) -> bool:
	"""Whether all text of a table stands in the cells of its rows and in captions, so that its rows are all that there is to read."""
	left = size_of(table)
	stack = list(table)
	while stack:
		element = stack.pop()
		name = local_name(element)
		around = element.getparent()
		# A cell outside of any row is read by nobody who reads rows.
		is_of_row = (name in _CELLS or name == "entrytbl") and local_name(around) in _ROWS
		if is_of_row or (name in CAPTIONS and around is table):
			left -= size_of(element)
		elif name:
			stack.extend(element)
	return left == 0


def tables_in(element: Any) -> list[Any]:
	"""The outermost tables in what holds a table and its title, but for pictures of them."""
	found, stack = [], list(reversed(element))
	while stack:
		child = stack.pop()
		if local_name(child) in TABLES:
			found.append(child)
		elif local_name(child) in TABLE_FRAMES or local_name(child) == "alternatives":
			stack.extend(reversed(child))
	return found


def _is_head(row: Any) -> bool:
	around = row.getparent()
	return row.get("role") == "label" or (around is not None and local_name(around) == "thead")


def _columns(group: Any) -> dict[str, int]:
	"""The number of each column by its name."""
	columns = (child for child in group if local_name(child) == "colspec")
	return {name: number for number, column in enumerate(columns) if (name := _said(column, "colname"))}


def _cell(cell: Any, columns: dict[str, int], spans: dict[str, tuple[str, str]]) -> Cell:
	start, end = spans.get(_said(cell, "spanname"), (_said(cell, "namest"), _said(cell, "nameend")))
	right = columns[end] - columns[start] + 1 if start in columns and end in columns else 1
	right = max(right, _number(cell, "colspan"), _number(cell, "cols"))
	down = max(_number(cell, "rowspan"), _number(cell, "rows"), _number(cell, "morerows", 0) + 1)
	return Cell(
		line_of(cell),
		right,
		min(down, _MOST_ROWS),
		is_name=local_name(cell) == "th" or cell.get("role") == "label",
	)


def _number(cell: Any, name: str, least: int = 1) -> int:
	text = _said(cell, name).strip()
	return max(least, int(text)) if text.isdecimal() and len(text) < 10 else least


def _said(element: Any, name: str) -> str:
	"""An attribute; the patents of 2001 to 2004 write the names of theirs in capitals."""
	return str(element.get(name) or element.get(name.upper()) or "")
