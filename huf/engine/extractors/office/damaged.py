"""Office files of which a part is damaged or missing: all other parts are read, and what is left of that one."""

import posixpath
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import replace
from functools import wraps
from itertools import islice
from pathlib import Path
from typing import Any

from huf.engine.content import Content
from huf.engine.errors import InputError
from huf.engine.extractors.containers.archive import MAX_XML_PART, check_archive
from huf.engine.extractors.failures import parse_failure
from huf.engine.extractors.unread import Unread
from huf.engine.sentences import sentence
from huf.engine.types import Section

_BLOCK = 1 << 12
"""Bytes; as many may be lost before the place that is damaged."""
_RELATION = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_NAMED = 3
"""Damaged parts that are named."""
_LONGEST_NAME = 80

_Read = Callable[[Content, list[str]], Iterator[Section]]


def around_damage(read: _Read) -> _Read:
	"""The same reader, which a damaged part does not end: it goes on, where it was, on a copy in which that part is mended.

	A file of which nothing is damaged costs nothing more. If the copy cannot be read either, gives nothing, or had
	nothing to mend in it, the first error is raised.
	"""

	@wraps(read)
	def extract(content: Content, notes: list[str]) -> Iterator[Section]:
		given = 0
		told: list[str] = []
		try:
			for section in read(content, told):
				yield section
				given += 1
		# The seam to parsing libraries, as in the guard around every reader: what is not the file's fault, and what huf itself refuses, rises.
		except Exception as error:
			if isinstance(error, InputError | MemoryError):
				raise
			parse_failure(error)
			yield from _again(read, content, notes, given, error)
			return
		notes.extend(told)

	return extract


def _again(
	read: _Read, content: Content, notes: list[str], given: int, error: Exception
) -> Iterator[Section]:
	"""What the reader gives of a mended copy, behind what it has ``given``."""
	# The reader may have met a damaged part before one that unpacks to something hostile.
	check_archive(content, parts=())
	told: list[str] = []
	with tempfile.TemporaryDirectory(prefix="huf-damaged-") as folder:
		mended = Path(folder) / "mended.zip"
		damaged = _mend(content, mended)
		if not damaged:
			raise error
		readable = replace(content, path=mended, data=None, opener=None)
		try:
			for section in islice(read(readable, told), given, None):
				yield section
				given += 1
		# The same seam: whatever the copy raises, the file is refused for what it raised itself.
		except Exception as again:
			parse_failure(again)
			raise error from again
		if not given:
			raise error
	names = ", ".join(f"“{name[:_LONGEST_NAME]}”" for name in damaged[:_NAMED])
	if len(damaged) > _NAMED:
		names += " …"
	note = sentence(
		f"Parts of the file are damaged or missing ({names}): only what is left of them was read. "
		"Open it in the program it was made with, save it again and upload the new file."
	)
	notes.extend((Unread(note), *told))


def _mend(content: Content, path: Path) -> list[str]:
	"""Write a copy in which every part can be read, and say which could not."""
	damaged: list[str] = []
	with content.open() as stream, zipfile.ZipFile(stream) as archive, zipfile.ZipFile(path, "w") as mended:
		names = {member.filename for member in archive.infolist()}
		for member in archive.infolist():
			name = member.filename
			blocks = _Blocks(archive, member)
			with mended.open(name, "w", force_zip64=True) as out:
				# One that is too large to be parsed is copied, and refused by the reader of the copy.
				if name.lower().endswith((".xml", ".rels")) and member.file_size <= MAX_XML_PART:
					data = b"".join(blocks)
					root, is_sound = _parsed(data)
					gone = _without_missing(root, name, names) if name.endswith(".rels") else []
					damaged += gone
					is_whole = blocks.is_whole and is_sound
					out.write(data if root is None or (is_whole and not gone) else _bytes_of(root))
				else:
					for block in blocks:
						out.write(block)
					is_whole = blocks.is_whole
			if not is_whole:
				damaged.append(name)
	return list(dict.fromkeys(damaged))


class _Blocks:
	"""The bytes of a part as far as they can be had."""

	def __init__(self, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> None:
		self._archive, self._member = archive, member
		self.is_whole = False

	def __iter__(self) -> Iterator[bytes]:
		# What has no checksum is given to its end whatever it holds, where zipfile would keep back the last block.
		unchecked = copy(self._member)
		unchecked.CRC = None  # type: ignore[assignment]
		found = 0
		try:
			with self._archive.open(unchecked) as part:
				while block := part.read(_BLOCK):
					found = zlib.crc32(block, found)
					yield block
		except (zipfile.BadZipFile, zlib.error, EOFError):
			return
		self.is_whole = found == self._member.CRC


def _parsed(data: bytes) -> tuple[Any, bool]:
	"""The root of what is left of an XML part, and whether that is all of it; None where nothing is left."""
	from lxml import etree

	try:
		return etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True)), True
	except etree.XMLSyntaxError:
		parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True)
		return etree.fromstring(data, parser) if data.strip() else None, False


def _without_missing(root: Any, name: str, names: set[str]) -> list[str]:
	"""Take out the relations to parts that are not in the file (ECMA-376, part 2, 6.5); the names of these."""
	if root is None:
		return []
	folder = posixpath.dirname(posixpath.dirname(name))
	gone = []
	for relation in list(root.iter(_RELATION)):
		target = relation.get("Target", "")
		if relation.get("TargetMode") == "External" or target.startswith("#"):
			continue
		part = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
		if part not in names:
			root.remove(relation)
			gone.append(part)
	return gone


def _bytes_of(root: Any) -> bytes:
	from lxml import etree

	written: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
	return written
