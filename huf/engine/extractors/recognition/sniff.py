"""Which extractor reads a file: its bytes decide, then its name and declared type."""

import re
import struct
import zipfile
from collections.abc import Iterator
from typing import NoReturn, Protocol

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, NoText, PasswordProtected, UnsupportedType
from huf.engine.extractors.containers.archive import list_members
from huf.engine.extractors.containers.cms import is_envelope
from huf.engine.extractors.encoding import find_bom, looks_binary
from huf.engine.extractors.failures import parse_failure
from huf.engine.extractors.recognition.kinds import (
	ALIASES,
	BINARY_KEYS,
	COMPRESSED,
	DECLARED_ZIPS,
	MEDIA_TYPES,
	TEXT_TYPES,
)
from huf.engine.extractors.records.content import KEY as RECORD
from huf.engine.sentences import sentence

BEGINNING = 8192
"""How many bytes tell what a file is, but for the parts of archives and of Office files."""
_OFFICE_PART = re.compile(rb"\[Content_Types\]\.xml|_rels/|docProps/|word/|ppt/|xl/|visio/")
_EMPTY_ARCHIVE = b"PK\x05\x06".ljust(22, b"\0")
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
_OLE_SHIFTS, _OLE_SHIFTS_END = 30, 34
"""Where a compound file says as powers of two how large its sectors are, and the small ones (MS-CFB 2.2)."""
_LARGEST_SHIFT = 12
_TNEF = bytes.fromhex("789f3e22")
_OLE_ENTRIES = {
	"msg": ("__properties_version1.0",),
	"xls": ("Workbook", "Book", "WORKBOOK", "BOOK"),
	"doc": ("WordDocument",),
	"ppt": ("PowerPoint Document",),
	"vsd": ("VisioDocument",),
	"pub": ("Quill",),
}
"""What lies at the top of a compound file of each kind (MS-OXMSG 2.2, MS-XLS 2.1.2, MS-DOC 2.1, MS-PPT 2.1.1), and
of Visio and Publisher, of which Microsoft has not published the format."""
_OLD_OFFICE = {"doc": "docx", "dot": "docx", "ppt": "pptx", "pps": "pptx", "pot": "pptx"}
"""Endings of files that huf does not read, and what their programs save that it does."""
_TAR_NAME = re.compile(r"\.(?:tar\.(?:gz|bz2|xz)|tgz|tbz2|txz)\Z", re.IGNORECASE)
_OF_PAGES = frozenset(("Index/Document.iwa", "Index.zip", "index.xml"))
# The same bytes under a more telling extension are that; so a declared text/plain never overrides an extension.
_GENERIC = ("text/plain", "application/octet-stream", "")

# Formats that are recognised in order to say what they are. Key: what another app would register to read them.
_SIGNATURES: tuple[tuple[bytes, str, str], ...] = (
	(b"\x89PNG\r\n\x1a\n", "png", sentence("a PNG image")),
	(b"\xff\xd8\xff", "jpg", sentence("a JPEG image")),
	(b"GIF8", "gif", sentence("a GIF image")),
	(b"BM", "bmp", sentence("a BMP image")),
	(b"II*\0", "tiff", sentence("a TIFF image")),
	(b"MM\0*", "tiff", sentence("a TIFF image")),
	(b"\x1f\x8b", "gz", sentence("a gzip archive")),
	(b"BZh", "bz2", sentence("a bzip2 archive")),
	(b"\xfd7zXZ\0", "xz", sentence("an xz archive")),
	(b"7z\xbc\xaf\x27\x1c", "7z", sentence("a 7-Zip archive")),
	(b"Rar!\x1a\x07", "rar", sentence("a RAR archive")),
	(b"SQLite format 3\0", "sqlite", sentence("a SQLite database")),
	(b"\x7fELF", "elf", sentence("a program")),
	(b"MZ", "exe", sentence("a Windows program")),
	(b"\xffWPC", "wpd", sentence("a WordPerfect document")),
	(b"ID3", "mp3", sentence("an MP3 recording")),
	(b"OggS", "ogg", sentence("an Ogg recording")),
)
_PICTURES = ("png", "jpg", "gif", "tiff", "bmp")
_WORKBOOK_2003 = "urn:schemas-microsoft-com:office:spreadsheet"
_FIRST_ROWS = 5
"""Lines of a text under the ending of a workbook that must have a delimiter."""
_FIELD = re.compile(r"([!-9;-~]+):")
_MAIL_FIELDS = frozenset(
	(
		"return-path received delivered-to from to cc date subject message-id mime-version reply-to sender"
	).split()
)
_LEAST_FIELDS = 3
_MAILS = ("eml", "msg", "oft")
_SAVED_WITHIN = 1000
"""Bytes within which a saved page says that it has the form of a mail."""
# Signatures of printable letters that a text could begin with; they count only if the bytes are not text.
_SHORT_SIGNATURES = (b"BM", b"MZ", b"ID3", b"GIF8", b"BZh", b"OggS")


class _Known(Protocol):
	"""The part of a registry that is needed here."""

	def __contains__(self, key: object) -> bool: ...

	def __iter__(self) -> Iterator[str]: ...


def find_key(content: Content, known: _Known) -> str:
	"""The registry key of the extractor for ``content``.

	A known binary format is recognised by its bytes whatever the file is called. Text is what its specific
	declared media type says (a web server's ``text/html``), otherwise its extension.

	Args:
		content: the file.
		known: the keys that have an extractor.

	Raises:
		NoText: there are no bytes at all.
		UnsupportedType: no extractor reads this; names what is supported.
		CorruptFile: it is called a PDF or Office file but is not one.
		PasswordProtected: an encrypted Office file.
	"""
	head = content.head(BEGINNING)
	if not head:
		raise NoText("The file is empty. Upload a file with text in it.")
	extension = content.extension
	if _is_pdf(head, extension):
		return "pdf"
	if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
		return _find_zip_key(content, known)
	if head.startswith(_OLE):
		return _find_ole_key(content, known)
	if head.startswith(_TNEF) and looks_binary(head) and "tnef" in known:
		return "tnef"
	if head.startswith(b"{\\rtf") and "rtf" in known:
		return "rtf"
	if is_envelope(head) or (extension == "p7m" and not looks_binary(head)):
		return _registered(known, extension) or (
			"p7m" if "p7m" in known else _refuse(content, sentence("a signed file"), known)
		)
	if _is_tar(content, head) and "tar" in known:
		return "tar"
	# Messages may hold bytes of any kind, so this comes before what tells text from binary data.
	if head.startswith(b"From ") and "mbox" in known and _is_mailbox(content, head, known):
		return "mbox"
	binary = looks_binary(head)
	for signature, key, words in _SIGNATURES:
		if head.startswith(signature) and (binary or signature not in _SHORT_SIGNATURES):
			if found := _registered(known, key, extension):
				return found
			ours = (
				"picture"
				if key in _PICTURES
				else "gz"
				if key in COMPRESSED
				else "wpd"
				if key == "wpd"
				else ""
			)
			return ours if ours in known else _refuse(content, words, known)
	if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
		return _registered(known, "webp", extension) or (
			"picture" if "picture" in known else _refuse(content, sentence("a WebP image"), known)
		)
	if binary:
		# Of mails, programs are to write no NUL (RFC 5322, 4); some do, and mail servers keep it.
		if "eml" in known and (extension not in known or extension in _MAILS) and _is_mail(head):
			return "eml"
		return _registered(known, extension) or _refuse(
			content, sentence("binary data of an unknown kind"), known
		)
	return _find_text_key(content, head, known)


def refuse_by_beginning(name: str, beginning: bytes, size: int, known: _Known) -> None:
	"""Refuse a file of which only the beginning is here, if :func:`find_key` would refuse the whole.

	The parts of an archive, and whether an Office file is encrypted, stand further behind: there the name tells, and what
	may be readable passes.

	Args:
		name: the file's name.
		beginning: its first :data:`BEGINNING` bytes, or all of a shorter file.
		size: bytes of the whole file.
		known: the keys that have an extractor.

	Raises:
		InputError: as ``find_key`` does.
	"""
	content = Content(name, data=beginning)
	extension = content.extension
	if len(beginning) < size and beginning.startswith(b"PK\x03\x04"):
		if _is_other_archive(extension, known) and not _OFFICE_PART.search(beginning):
			find_key(Content(name, data=_EMPTY_ARCHIVE), known)
	elif len(beginning) < size and beginning.startswith(_OLE):
		if extension in _OLD_OFFICE and extension not in known:
			_refuse_old_office(content, known)
	else:
		find_key(content, known)


def _is_pdf(head: bytes, extension: str) -> bool:
	# Readers accept the mark anywhere in the first 1024 bytes (PDF 1.7, appendix H.3.4, note 13); a text that
	# only mentions it there is not called .pdf.
	return head.lstrip(b"\xef\xbb\xbf\0 \t\r\n").startswith(b"%PDF-") or (
		extension == "pdf" and b"%PDF-" in head[:1024]
	)


def _registered(known: _Known, *keys: str) -> str:
	"""The first of ``keys`` that another app reads. huf's own are recognised by their bytes, never by their name."""
	return next((k for k in keys if k in known and k not in MEDIA_TYPES and k not in ALIASES), "")


def _find_zip_key(content: Content, known: _Known) -> str:
	members = list_members(content)
	for key, folder in (("docx", "word/"), ("pptx", "ppt/"), ("xlsx", "xl/"), ("vsdx", "visio/")):
		if "[Content_Types].xml" in members and any(m.startswith(folder) for m in members):
			is_binary = key == "xlsx" and "xl/workbook.bin" in members and "xl/workbook.xml" not in members
			return "xlsb" if is_binary and "xlsb" in known else key
	if "mimetype" in members and (key := _declared_key(content)) in known:
		return key
	if key := _registered(known, content.extension):
		return key
	# The programs of iWork share the names of their parts, so that the ending tells which it was.
	if content.extension == "pages" and "pages" in known and not _OF_PAGES.isdisjoint(members):
		return "pages"
	if content.extension in ("zip", "") and "zip" in known:
		return "zip"
	if content.extension in BINARY_KEYS and content.extension != "zip":
		raise CorruptFile(
			f"The file is called .{content.extension} but the parts of such a file are not in it. Save it again from its program."
		)
	return _refuse(content, sentence("a ZIP archive; upload the files in it"), known)


def _declared_key(content: Content) -> str:
	"""The kind that an archive says it is; templates are the documents that they make. Empty for one that is not known."""
	try:
		with content.open() as stream, zipfile.ZipFile(stream) as archive, archive.open("mimetype") as part:
			declared = part.read(200).decode("ascii", "replace").strip().removesuffix("-template")
	# The seam to a parsing library, as in extractors.extract: the list of parts may be whole and the part damaged.
	except Exception as error:
		raise parse_failure(error) from error
	return next((key for key in DECLARED_ZIPS if MEDIA_TYPES[key] == declared), "")


def _is_other_archive(extension: str, known: _Known) -> bool:
	"""Whether a ZIP archive under this ending, if it is no Office file, is read by nobody."""
	return extension not in known and extension not in ("zip", "")


def _is_tar(content: Content, head: bytes) -> bool:
	"""A TAR archive by the mark in its first header (POSIX.1-2017, pax), or a compressed one by its name."""
	if head[257:262] == b"ustar":
		return True
	return head.startswith((b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0")) and bool(_TAR_NAME.search(content.name))


def _find_ole_key(content: Content, known: _Known) -> str:
	entries = _ole_entries(content)
	if "EncryptedPackage" in entries:
		raise PasswordProtected("The file is encrypted. Save a copy without a password and upload that.")
	if key := _registered(known, content.extension):
		return key
	for key, names in _OLE_ENTRIES.items():
		if not entries.isdisjoint(names) and key in known:
			return key
	return _refuse_old_office(content, known)


def _ole_entries(content: Content) -> frozenset[str]:
	"""Names at the top of a compound file (MS-CFB), which tell what it is; those of files inside it do not count."""
	import olefile

	try:
		with content.open() as stream:
			_check_sectors(stream.read(_OLE_SHIFTS_END))
		with content.open() as stream, olefile.OleFileIO(stream) as file:
			return frozenset(path[0] for path in file.listdir(streams=True, storages=True))
	# The seam to a parsing library, as in extractors.extract.
	except Exception as error:
		raise parse_failure(error) from error


def _check_sectors(head: bytes) -> None:
	"""Refuse sizes of sectors that no compound file has: the library would reckon with numbers of ten thousand digits."""
	shifts = (
		struct.unpack_from("<HH", head, _OLE_SHIFTS)
		if len(head) == _OLE_SHIFTS_END
		else (_LARGEST_SHIFT + 1,)
	)
	if max(shifts) > _LARGEST_SHIFT:
		raise CorruptFile(
			"The file begins like one of an older Office program, and what follows is none, or it is cut off. Upload the real file."
		)


def _refuse_old_office(content: Content, known: _Known) -> NoReturn:
	advice = _OLD_OFFICE.get(content.extension, "docx, xlsx or pptx")
	_refuse(content, sentence(f"a file of an old Office format; save it as {advice} and upload that"), known)


def _find_text_key(content: Content, head: bytes, known: _Known) -> str:
	extension = content.extension
	if (exported := _exported_key(extension, head)) in known:
		return exported
	if extension in BINARY_KEYS or ALIASES.get(extension) in BINARY_KEYS:
		found = sentence("an HTML page") if _is_html(head) else sentence("plain text")
		raise CorruptFile(
			f"The file is called .{extension} but holds {found}. Upload the real file, or rename it to what it is."
		)
	media_type = content.media_type.partition(";")[0].strip().lower()
	if ALIASES.get(extension) == "mhtml" or extension == "mhtml":
		media_type = ""  # servers say that it is a mail
	if media_type not in _GENERIC and (key := TEXT_TYPES.get(media_type, "")) in known:
		return key
	if extension in known and extension != RECORD:
		return ALIASES.get(extension, extension)
	if _is_html(head) and "html" in known:
		return "html"
	if _is_mail(head) and "eml" in known:
		return "eml"
	if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<?xml") and "xml" in known:
		return "xml"
	if media_type == "text/plain" and "txt" in known:
		return "txt"
	words = (
		sentence(f"a file of type “.{extension}”")
		if extension
		else sentence("a file without an ending that tells its type")
	)
	return _refuse(content, words, known)


def _exported_key(extension: str, head: bytes) -> str:
	"""What many programs write under the endings of Excel, Word and Outlook, which open it; empty for anything else."""
	if extension in ("xls", "xlt", "doc", "dot") and _is_html(head):
		return "html"
	if extension in ("doc", "dot") and _is_saved_page(head):
		return "mhtml"
	if extension in ("msg", "oft") and _is_mail(head):
		return "eml"
	if extension in ("xls", "xlt"):
		text = head.decode(find_bom(head) or "ascii", "replace").lstrip("\ufeff \t\r\n")
		if text.startswith("<?xml") and _WORKBOOK_2003 in text:
			return "xml"
		lines = [line for line in text.splitlines()[:_FIRST_ROWS] if line.strip()]
		for delimiter in ("\t", ";"):
			if len(lines) > 1 and all(delimiter in line for line in lines[:-1]):
				return "csv"
	return ""


def _is_html(head: bytes) -> bool:
	start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:15].lower()
	return start.startswith((b"<!doctype html", b"<html"))


def _is_saved_page(head: bytes) -> bool:
	"""Whether a file is a page with its pictures in the form of a mail (RFC 2557), as Word saves one."""
	fields = head.partition(b"\n\n")[0].partition(b"\r\n\r\n")[0].lower()
	return b"mime-version:" in fields[:_SAVED_WITHIN] and b"multipart/related" in fields


def _is_mailbox(content: Content, head: bytes, known: _Known) -> bool:
	"""Whether messages follow each other, each behind a line with "From "; another ending that is known is believed."""
	if content.extension in known:
		return ALIASES.get(content.extension, content.extension) == "mbox"
	return _is_mail(head.partition(b"\n")[2])


def _is_mail(head: bytes) -> bool:
	"""Whether a file begins with the header of a mail (RFC 5322, 2.2), as those that mail servers and programs keep do."""
	lines = head.decode(find_bom(head) or "ascii", "replace").splitlines()
	fields: set[str] = set()
	for line in lines[:-1] if len(head) >= BEGINNING - 200 else lines:
		if not line:
			break
		if fields and line[0] in " \t":
			continue
		if not (found := _FIELD.match(line)):
			return False
		fields.add(found[1].lower())
	return len(fields & _MAIL_FIELDS) >= _LEAST_FIELDS and not fields.isdisjoint(
		("from", "received", "return-path")
	)


def _refuse(content: Content, words: str, known: _Known) -> NoReturn:
	named = sentence(f" (its name ends in .{content.extension})") if content.extension in known else ""
	kinds = ", ".join(sorted({ALIASES.get(key, key) for key in known if key != RECORD}))
	raise UnsupportedType(f"This is {words}{named}. huf does not read that; it reads: {kinds}.")
