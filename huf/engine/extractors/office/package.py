"""Office files as their libraries know them: documents with macros, templates and shows as documents, Strict as Transitional; and parts that others name."""

import re
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any, BinaryIO

from huf.engine.content import Content

_TYPES, _RELATIONS = "[Content_Types].xml", "_rels/.rels"
_BLOCK = 1 << 20
_MOST_NAMED = 1 << 20
"""Bytes of the parts that say what the others are."""
_WORD = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
_SHOW = b"application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
_SAME_TYPES = (
	(
		re.compile(
			rb"application/vnd\.(?:ms-word\.(?:document\.macroEnabled|template\.macroEnabledTemplate)"
			rb"|openxmlformats-officedocument\.wordprocessingml\.template)\.main\+xml",
			re.IGNORECASE,
		),
		_WORD,
	),
	(
		re.compile(
			rb"application/vnd\.(?:ms-powerpoint\.(?:presentation|template|slideshow)\.macroEnabled"
			rb"|openxmlformats-officedocument\.presentationml\.(?:template|slideshow))\.main\+xml",
			re.IGNORECASE,
		),
		_SHOW,
	),
)
"""What the main part may be declared as, and as what the libraries read it: the parts in it are the same (ECMA-376, part 1)."""
_STRICT = re.compile(
	rb"http://purl\.oclc\.org/ooxml/(officeDocument|drawingml|wordprocessingml|spreadsheetml|presentationml)/([A-Za-z]{1,40})"
)
"""Namespaces and relationships of Strict files; those of Transitional ones, which all libraries read, differ by these names
alone as far as text goes (ECMA-376, part 4)."""
_RENAMED = {b"extendedProperties": b"extended-properties", b"customProperties": b"custom-properties"}
_LONGEST = 128
"""Bytes; no name that is looked for is longer."""


@contextmanager
def open_office(content: Content) -> Iterator[BinaryIO]:
	"""The bytes of an Office file that ``check_archive`` has passed, for a library that opens documents of Transitional alone.

	What is one already is given as it is; of others a copy is made, in a temporary file that ends with the context.

	Raises:
		zipfile.BadZipFile: it cannot be read.
	"""
	with content.open() as stream, zipfile.ZipFile(stream) as archive:
		is_strict = _STRICT.search(_beginning(archive, _RELATIONS)) is not None
		types = _beginning(archive, _TYPES)
		if not is_strict and not any(kind.search(types) for kind, _ in _SAME_TYPES):
			stream.seek(0)
			yield stream
			return
		with tempfile.TemporaryFile() as copy:
			with zipfile.ZipFile(copy, "w") as written:
				for member in archive.infolist():
					with (
						archive.open(member) as part,
						written.open(member.filename, "w", force_zip64=True) as out,
					):
						_copy(part, out, member.filename, is_strict=is_strict)
			copy.seek(0)
			yield copy


def _beginning(archive: zipfile.ZipFile, name: str) -> bytes:
	try:
		with archive.open(name) as part:
			return part.read(_MOST_NAMED)
	except KeyError:
		return b""  # the library says what is missing


def _copy(part: IO[bytes], out: IO[bytes], name: str, *, is_strict: bool) -> None:
	if name == _TYPES:
		types = part.read()
		for kind, known in _SAME_TYPES:
			types = kind.sub(known, types)
		out.write(types)
		return
	is_xml = is_strict and name.endswith((".xml", ".rels"))
	rest = b""
	while block := part.read(_BLOCK):
		if not is_xml:
			out.write(block)
			continue
		text = rest + block
		# A name may go on in the next block: what begins like one near the end waits for it.
		cut = max(0, len(text) - _LONGEST)
		begun = text.rfind(b"http", max(0, cut - _LONGEST), cut + len(b"http"))
		cut = begun if begun >= 0 else cut
		out.write(_STRICT.sub(_transitional, text[:cut]))
		rest = text[cut:]
	out.write(_STRICT.sub(_transitional, rest))


def _transitional(found: "re.Match[bytes]") -> bytes:
	return b"http://schemas.openxmlformats.org/" + found[1] + b"/2006/" + _RENAMED.get(found[2], found[2])


def related_xml(part: Any, name: str) -> Any:
	"""The root of another part of the file that a part names; None where it is not in the file.

	:param part: of python-docx or python-pptx.
	"""
	from lxml import etree

	relation = part.rels.get(name)
	if relation is None or relation.is_external:
		return None
	parser = etree.XMLParser(resolve_entities=False, no_network=True)
	return etree.fromstring(relation.target_part.blob, parser)
