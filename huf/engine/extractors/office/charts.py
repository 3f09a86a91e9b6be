"""Charts of Office files as tables: a row for each category, a column for each series.

The numbers are those that the chart itself keeps, which are what it shows; the workbook behind it is not opened.
"""

from collections.abc import Iterator
from typing import Any

from huf.engine.extractors.sections import number_text, one_line
from huf.engine.extractors.tables.model import table_section
from huf.engine.types import Locator, Section

_C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
CHART = f"{_C}chart"
"""What a drawing has where it shows one, and a chart itself below its root."""
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_Points = dict[int, str]


def chart_sections(chart: Any, place: Locator) -> Iterator[Section]:
	"""The tables of a chart.

	Args:
		chart: its ``c:chartSpace`` element.
		place: where the chart stands.
	"""
	title = _title(chart)
	# Series of one chart nearly always have the same categories; those of scatter charts have values of their own.
	tables: dict[tuple[tuple[int, str], ...], list[tuple[str, _Points]]] = {}
	for series in chart.iterfind(f"{_C}chart/{_C}plotArea/*/{_C}ser"):
		name = one_line(" ".join(value.text or "" for value in series.iterfind(f"{_C}tx//{_C}v")))
		labels = _labels(series)
		values = _values(series, "val") or _values(series, "yVal")
		if values:
			tables.setdefault(tuple(sorted(labels.items())), []).append((name, values))
	for labelled, columns in tables.items():
		labels = dict(labelled)
		rows = [["", *(name for name, _ in columns)]]
		for index in sorted({*labels, *(index for _, values in columns for index in values)}):
			rows.append([labels.get(index, ""), *(values.get(index, "") for _, values in columns)])
		if section := table_section(rows, place, title, header_rows=1):
			yield section


def _title(chart: Any) -> str:
	"""As it is written in the chart, or, where a cell has it, as the chart keeps that."""
	written = chart.iterfind(f"{_C}chart/{_C}title//{_A}t")
	kept = chart.iterfind(f"{_C}chart/{_C}title//{_C}v")
	return one_line("".join(text.text or "" for text in written)) or one_line(
		" ".join(text.text or "" for text in kept)
	)


def _labels(series: Any) -> _Points:
	levels = series.findall(f"{_C}cat//{_C}lvl")
	if not levels:
		return _points(series.find(f"{_C}cat")) or _values(series, "xVal")
	# The innermost level comes first; an outer one names only the first category of those that it stands over.
	labels = _points(levels[0])
	for level in levels[1:]:
		outer, current = _points(level), ""
		for index in sorted(labels):
			current = outer.get(index, current)
			labels[index] = f"{current} · {labels[index]}" if current else labels[index]
	return labels


def _values(series: Any, kind: str) -> _Points:
	found = series.find(f"{_C}{kind}")
	if found is None:
		return {}
	is_percent = "%" in (found.findtext(f".//{_C}formatCode") or "")
	return {index: _number(text, is_percent=is_percent) for index, text in _points(found).items()}


def _points(parent: Any) -> _Points:
	if parent is None:
		return {}
	points = ((point.get("idx", ""), point.findtext(f"{_C}v") or "") for point in parent.iter(f"{_C}pt"))
	# Only what is there: how many points a chart says it has may be any number.
	return {int(index): one_line(text) for index, text in points if index.isdecimal() and len(index) < 10}


def _number(text: str, *, is_percent: bool) -> str:
	try:
		value = float(text)
	except ValueError:
		return text
	return f"{number_text(value * 100)}%" if is_percent else number_text(value)
