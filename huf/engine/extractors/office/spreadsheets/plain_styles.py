"""Workbooks whose styles make no sense, as programs write them that make a workbook without Excel: read with the formats of numbers alone."""

import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

_STYLES = "xl/styles.xml"
_S = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_KEPT = (f"{_S}numFmts", f"{_S}cellXfs")
_BLOCK = 1 << 20


@contextmanager
def with_plain_styles(stream: IO[bytes]) -> Iterator[IO[bytes]]:
	"""A copy of a workbook that ``check_archive`` has passed, in which styles say nothing but how numbers are shown. It ends with the context."""
	stream.seek(0)
	with tempfile.TemporaryFile() as copy:
		with zipfile.ZipFile(stream) as archive, zipfile.ZipFile(copy, "w") as written:
			for member in archive.infolist():
				with (
					written.open(member.filename, "w", force_zip64=True) as out,
					archive.open(member) as part,
				):
					if member.filename == _STYLES:
						out.write(_plain(part.read()))
						continue
					while block := part.read(_BLOCK):
						out.write(block)
		copy.seek(0)
		yield copy


def _plain(styles: bytes) -> bytes:
	from lxml import etree

	root = etree.fromstring(styles, etree.XMLParser(resolve_entities=False, no_network=True))
	for part in list(root):
		if part.tag not in _KEPT:
			root.remove(part)
	for style in root.iter(f"{_S}xf"):
		form = style.get("numFmtId", "0")
		style.clear()
		style.set("numFmtId", form if form.isdecimal() else "0")
	found: Any = etree.tostring(root)
	return bytes(found)
