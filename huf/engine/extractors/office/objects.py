"""Objects of other programs in Word documents and on slides (OLE): files behind an icon are read as attachments, of others is told that they were not read."""

import io
from collections import Counter
from collections.abc import Iterator
from typing import Any

from huf.engine.content import Content
from huf.engine.extractors.attached import MAX_ATTACHMENTS, attached_sections, too_many
from huf.engine.extractors.failures import parse_failure
from huf.engine.extractors.sections import one_line
from huf.engine.extractors.unread import Unread
from huf.engine.sentences import sentence
from huf.engine.types import Section

_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_WORD, _SHOW = (
	"{urn:schemas-microsoft-com:office:office}OLEObject",
	("{http://schemas.openxmlformats.org/presentationml/2006/main}oleObj"),
)
"""ECMA-376, part 4, 19.2.2.20 and part 1, 19.3.2.4."""
_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_FORMULAS = ("Equation", "MathType")
_UNSEEN = ("TCLayout",)
"""What begins so is no part of a page: think-cell keeps its settings in such an object on each slide."""
_LONGEST, _MOST_NAMED = 39, 5
"""Characters of a program's name, by the rules of Windows (ProgID), and names that one note tells."""
_NATIVE = "\x01Ole10Native"
_WHOLE = (("CONTENTS", "pdf"), ("Package", ""))
"""Streams that are a whole file: of Acrobat, and of Office 2007 and later."""
_BINARY = (
	("WordDocument", "doc"),
	("Workbook", "xls"),
	("PowerPoint Document", "ppt"),
	("VisioDocument", "vsd"),
)
"""Streams by which the compound file is itself a document of an older Office."""


class Objects:
	"""The objects of one document. Those that are shown are pictures to a reader, and their text is told to be missing; a file behind an
	icon is there to be opened."""

	def __init__(self, content: Content, notes: list[str]) -> None:
		self._read = content.read_inside
		self._notes = notes
		self._seen: set[tuple[str, str]] = set()
		self._files: list[tuple[str, bytes]] = []
		self._shown: Counter[str] = Counter()

	def find(self, root: Any, part: Any, skipped: frozenset[str] = frozenset()) -> None:
		"""Take note of the objects below ``root``, an element of a ``part`` of python-docx or python-pptx, but not below what is ``skipped``."""
		for element in root.iter(_WORD, _SHOW):
			name = element.get(_RELATION, "")
			key = (str(part.partname), name)
			relation = part.rels.get(name)
			# Of a slide, one that older programs show in another way stands there twice.
			if key in self._seen or relation is None or relation.is_external:
				continue
			if skipped and any(parent.tag in skipped for parent in element.iterancestors()):
				continue
			self._seen.add(key)
			program = one_line(element.get("ProgID") or element.get("progId") or "")[:_LONGEST]
			if element.get("DrawAspect") == "Icon" or element.get("showAsIcon") in ("1", "true"):
				target = relation.target_part
				self._files.append((str(target.partname).rpartition("/")[2], target.blob))
			elif not program.startswith(_UNSEEN):
				self._shown["formulas" if program.startswith(_FORMULAS) else program] += 1

	def end(self) -> Iterator[Section]:
		"""The sections of the files behind icons, after the last part of the document."""
		for name, data in self._files[:MAX_ATTACHMENTS]:
			try:
				name, data = _file_in(name, data)
			# The seam to a parsing library: what it cannot open is read as it is, and gets its note there.
			except Exception as error:  # noqa: BLE001
				parse_failure(error)
			yield from attached_sections(name, data, self._notes, self._read)
		if len(self._files) > MAX_ATTACHMENTS:
			self._notes.append(too_many(MAX_ATTACHMENTS))
		if count := self._shown.pop("formulas", 0):
			self._notes.append(sentence(f"Formulas of an older editor were not read: {count}."))
		if count := self._shown.total():
			named = sorted(filter(None, self._shown))
			programs = ", ".join(named[:_MOST_NAMED] + ["…"] * (len(named) > _MOST_NAMED)) or "OLE"
			self._notes.append(
				Unread(
					f"Objects of other programs in it were not read: {count} ({programs}). Upload their files on their own."
				)
			)


def _file_in(name: str, data: bytes) -> tuple[str, bytes]:
	"""The file that an object holds, and its name; ``data`` itself where that is one."""
	import olefile

	if not data.startswith(_COMPOUND):
		return name, data
	stem = name.rpartition(".")[0] or name
	with olefile.OleFileIO(io.BytesIO(data)) as compound:
		if compound.exists(_NATIVE):
			return _native(compound.openstream(_NATIVE).read(), name)
		for stream, ending in _WHOLE:
			if compound.exists(stream):
				return f"{stem}.{ending}" if ending else stem, compound.openstream(stream).read()
		for stream, ending in _BINARY:
			if compound.exists(stream):
				return f"{stem}.{ending}", data
	return name, data


def _native(data: bytes, name: str) -> tuple[str, bytes]:
	"""A file as the Packager of Windows keeps it: sizes, two bytes, its label and its path as it was, eight bytes around the
	path of a copy, and its bytes with their length before them.

	MS-OLEDS, 2.3.6, leaves the layout to the program; this is how oletools reads it.
	"""
	at = 6
	texts = []
	for _ in range(2):
		end = data.index(b"\0", at)
		texts.append(data[at:end].decode("cp1252", "replace"))
		at = end + 1
	copy = int.from_bytes(data[at + 4 : at + 8], "little")
	at += 8 + copy
	length = int.from_bytes(data[at : at + 4], "little")
	shown = texts[0].replace("\\", "/").rpartition("/")[2]
	return shown or name, data[at + 4 : at + 4 + length]
