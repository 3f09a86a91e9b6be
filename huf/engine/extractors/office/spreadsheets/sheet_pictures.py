"""The pictures on the sheets of a workbook, and how its parts name each other."""

import posixpath
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from huf.engine.extractors.office.related_pictures import names_in
from huf.engine.extractors.office.spreadsheets.sheets import MAX_COLUMNS, cell_name
from huf.engine.extractors.pictures.inside import PicturesInside
from huf.engine.types import Locator, Section

_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}"


def sheet_pictures(
	archive: zipfile.ZipFile, path: str, title: str, pictures: PicturesInside
) -> Iterator[Section]:
	"""What stands on the pictures of a sheet, each with the cell at which it begins."""
	from lxml import etree

	for drawing in (name for _, kind, name in relations(archive, path) if kind == "drawing"):
		try:
			root = etree.fromstring(
				archive.read(drawing), etree.XMLParser(resolve_entities=False, no_network=True)
			)
		except KeyError:
			continue  # named, but not there
		images = {key: name for key, kind, name in relations(archive, drawing) if kind == "image"}
		for anchor in root:
			at = anchor.find(f"{_DRAWING}from")
			row, column = (
				(at.findtext(f"{_DRAWING}{name}") or "" if at is not None else "") for name in ("row", "col")
			)
			is_told = row.isdecimal() and column.isdecimal() and int(column) < MAX_COLUMNS
			where = f"at {cell_name(int(row), int(column))}" if is_told else ""
			for _, name in names_in(anchor):
				if not (part := images.get(name)):
					continue
				data = partial(_unpacked, archive, part)
				if section := pictures.section(part, data, Locator(sheet=title), where):
					yield replace(section, header=f"Sheet {title}")


def _unpacked(archive: zipfile.ZipFile, name: str) -> bytes:
	try:
		return archive.read(name)
	except KeyError:
		return b""


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
