"""Checks on ZIP containers (docx, pptx, xlsx, and archives of files) before anything in them is opened."""

import codecs
import zipfile
from collections.abc import Container

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, InputTooLarge, PasswordProtected

MAX_MEMBERS = 20_000
"""Entries of one file; a presentation with a thousand slides has about five thousand."""
MAX_EXPANDED = 1 << 30
"""Bytes all entries may have after unpacking, as the directory declares them (zipfile never reads further
than declared). Pictures do not shrink, so real documents of the upload sizes Frappe allows stay far below."""
MAX_XML_PART = 256 << 20
"""Bytes of one unpacked XML part. Libraries hold a part as a tree of about ten times its size."""
MAX_RATIO = 250
"""Unpacked over packed size of a part over :data:`_RATIO_FROM`. XML of spreadsheets shrinks up to 50-fold,
deflate's own limit, which bombs use, is 1032-fold."""
_RATIO_FROM = 10 << 20
_PROLOG = 64 * 1024


def list_members(content: Content) -> list[str]:
	"""Names of the entries of a ZIP container.

	Raises:
		CorruptFile: its directory cannot be read.
	"""
	try:
		with content.open() as stream, zipfile.ZipFile(stream) as archive:
			return archive.namelist()
	except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError) as error:
		raise CorruptFile(
			"The file is cut off or damaged: its table of contents cannot be read. Upload it again."
		) from error


def check_archive(content: Content, parts: Container[str] | None = None) -> None:
	"""Refuse an archive that would unpack to something hostile.

	Args:
		content: the archive.
		parts: names of the XML parts that are read, which are checked, too; all of them if omitted. Of what nobody reads, such as
			macros and formulas in OpenDocument files, programs write parts with a document type.

	Raises:
		InputTooLarge: it unpacks to more than the limits of this module.
		PasswordProtected: entries are encrypted.
		CorruptFile: a part declares a document type. Office files never do; entity bombs need one.
	"""
	with content.open() as stream, zipfile.ZipFile(stream) as archive:
		members = archive.infolist()
		if len(members) > MAX_MEMBERS:
			raise InputTooLarge(f"The file has {len(members):,} parts; at most {MAX_MEMBERS:,} are read.")
		expanded = sum(m.file_size for m in members)
		if expanded > MAX_EXPANDED:
			raise InputTooLarge(
				f"The file would unpack to {expanded / 1e6:,.0f} MB; at most {MAX_EXPANDED / 1e6:,.0f} MB are read. Split it."
			)
		for member in members:
			if member.flag_bits & 1:
				raise PasswordProtected(
					"The file is encrypted. Save a copy without a password and upload that."
				)
			if member.file_size > _RATIO_FROM and member.file_size > MAX_RATIO * max(member.compress_size, 1):
				raise InputTooLarge(
					f"The part “{member.filename[:80]}” unpacks to a suspicious size. The file is not read."
				)
			is_read = parts is None or member.filename in parts
			if is_read and member.filename.lower().endswith((".xml", ".rels")):
				_check_part(archive, member)


def _check_part(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> None:
	name = member.filename[:80]
	if member.file_size > MAX_XML_PART:
		raise InputTooLarge(
			f"The part “{name}” has {member.file_size / 1e6:,.0f} MB; at most {MAX_XML_PART / 1e6:,.0f} MB are read. Split the file."
		)
	with archive.open(member) as part:
		prolog = part.read(_PROLOG)
	if prolog.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
		prolog = prolog.decode("utf-16", "replace").encode()
	prolog = _without_comments(prolog.removeprefix(codecs.BOM_UTF8))
	if prolog and (prolog[:2] in (b"<!", b"<?") or prolog[:1] != b"<"):
		raise CorruptFile(
			f"The part “{name}” is not what an Office program writes. Save the file again and upload the new one."
		)


def _without_comments(prolog: bytes) -> bytes:
	"""What is left of the beginning of an XML part after its declaration, instructions and comments."""
	position = 0
	while True:
		while prolog[position : position + 1].isspace():
			position += 1
		for opening, closing in ((b"<!--", b"-->"), (b"<?", b"?>")):
			if prolog.startswith(opening, position):
				end = prolog.find(closing, position + len(opening))
				break
		else:
			return prolog[position:]
		if end < 0:
			return prolog[position:]
		position = end + len(closing)
