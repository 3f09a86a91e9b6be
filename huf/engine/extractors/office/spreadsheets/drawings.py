"""What is drawn on the sheets of a workbook, texts, pictures and charts, and how its parts name each other."""

import posixpath
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from huf.engine.extractors.office.charts import CHART, chart_sections
from huf.engine.extractors.office.diagrams import DATA, DIAGRAM, model_lines
from huf.engine.extractors.office.related_pictures import names_in
from huf.engine.extractors.office.spreadsheets.sheets import MAX_COLUMNS, cell_name
from huf.engine.extractors.pictures.inside import PicturesInside
from huf.engine.extractors.sections import is_blank, one_line
from huf.engine.sentences import sentence
from huf.engine.types import Locator, Section

_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_NEWER_CHART = "{http://schemas.microsoft.com/office/drawing/2014/chartex}chart"
"""Waterfalls, funnels, maps and others that Excel has since 2016."""
_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


class Drawings:
	"""What is drawn in one workbook. A chart is read once, however many places show it."""

	def __init__(self, archive: zipfile.ZipFile, pictures: PicturesInside) -> None:
		self._archive = archive
		self._pictures = pictures
		self._charts: set[str] = set()
		self._left_out = 0

	def sections(self, path: str, title: str) -> Iterator[Section]:
		"""The texts, the charts and what stands on the pictures of a sheet, each with the cell at which it begins.

		:param path: the part of the sheet, :param title: and its name.
		"""
		number = 0
		for drawing in (name for _, kind, name in relations(self._archive, path) if kind == "drawing"):
			if (root := _parsed(self._archive, drawing)) is None:
				continue
			parts = {key: (kind, name) for key, kind, name in relations(self._archive, drawing)}
			for fallback in list(root.iter(_FALLBACK)):
				fallback.getparent().remove(fallback)  # for programs that do not know what it stands for
			for anchor in root:
				where = _place_of(anchor)
				if lines := list(self._lines(anchor, parts)):
					place = Locator(sheet=title, part=f"text box {where}".rstrip())
					yield Section("\n".join(lines) + "\n", place, header=f"Sheet {title}")
				for chart in anchor.iter(CHART, _NEWER_CHART):
					number += 1
					place = Locator(sheet=title, part=f"chart {number} {where}".rstrip())
					yield from self._chart(parts.get(chart.get(_ID), ("", ""))[1], place)
				for _, name in names_in(anchor):
					kind, part = parts.get(name, ("", ""))
					if kind != "image":
						continue
					data = partial(_unpacked, self._archive, part)
					if section := self._pictures.section(part, data, Locator(sheet=title), where):
						yield replace(section, header=f"Sheet {title}")

	def _lines(self, anchor: Any, parts: dict[str, tuple[str, str]]) -> Iterator[str]:
		"""What stands in shapes and in the boxes of diagrams, a line for each paragraph."""
		for element in anchor.iter(f"{_DRAWING}txBody", DIAGRAM):
			if element.tag == DIAGRAM:
				model = _parsed(self._archive, parts.get(element.get(DATA), ("", ""))[1])
				yield from model_lines(model) if model is not None else ()
				continue
			for paragraph in element.iterfind(f"{_A}p"):
				text = one_line("".join(run.text or "" for run in paragraph.iter(f"{_A}t")))
				if not is_blank(text):
					yield text

	def notes(self) -> Iterator[str]:
		"""What was left out."""
		yield from self._pictures.notes()
		if self._left_out == 1:
			yield sentence(
				"1 chart was left out: the file does not keep what it shows, or in a way that is not read. The cells that it is made of are read."
			)
		elif self._left_out:
			yield sentence(
				f"{self._left_out} charts were left out: the file does not keep what they show, or in a way that is not read. The cells that they are made of are read."
			)

	def _chart(self, part: str, place: Locator) -> Iterator[Section]:
		if part in self._charts:
			return
		self._charts.add(part)
		root = _parsed(self._archive, part)
		is_read = False
		for section in chart_sections(root, place) if root is not None else ():
			is_read = True
			yield replace(section, header="\n".join(filter(None, (f"Sheet {place.sheet}", section.header))))
		self._left_out += not is_read


def _place_of(anchor: Any) -> str:
	"""``at C7``; empty for what has its place in inches, and on a sheet that is nothing but a chart."""
	at = anchor.find(f"{_DRAWING}from")
	row, column = (
		(at.findtext(f"{_DRAWING}{name}") or "" if at is not None else "") for name in ("row", "col")
	)
	is_told = row.isdecimal() and column.isdecimal() and int(column) < MAX_COLUMNS
	return f"at {cell_name(int(row), int(column))}" if is_told else ""


def _parsed(archive: zipfile.ZipFile, name: str) -> Any:
	"""The root of a part; None for one that is named, but not there."""
	from lxml import etree

	data = _unpacked(archive, name)
	return etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True)) if data else None


def _unpacked(archive: zipfile.ZipFile, name: str) -> bytes:
	try:
		return archive.read(name)
	except KeyError:
		return b""


def chart_sheets(archive: zipfile.ZipFile, workbook: str) -> Iterator[tuple[str, str, bool]]:
	"""The sheets that are nothing but a chart: part, name, and whether it is shown.

	:param workbook: the part that names the sheets, in XML.
	"""
	parts = {key: name for key, kind, name in relations(archive, workbook) if kind == "chartsheet"}
	if parts and (root := _parsed(archive, workbook)) is not None:
		for sheet in root.iter("{*}sheet"):
			key = next((value for name, value in sheet.attrib.items() if name.endswith("}id")), "")
			if key in parts:
				yield parts[key], sheet.get("name", ""), sheet.get("state", "visible") == "visible"


def relations(archive: zipfile.ZipFile, path: str) -> list[tuple[str, str, str]]:
	"""What a part is related to inside the file: how the part names it, the kind of the relation, and the name of the other part."""
	from lxml import etree

	folder, name = posixpath.split(path)
	try:
		data = archive.read(f"{folder}/_rels/{name}.rels")
	except KeyError:
		return []
	root = etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True))
	return [
		(
			relation.get("Id", ""),
			relation.get("Type", "").rpartition("/")[2],
			posixpath.normpath(posixpath.join("/", folder, target))[1:],
		)
		for relation in root
		if (target := relation.get("Target", "")) and relation.get("TargetMode") != "External"
	]
