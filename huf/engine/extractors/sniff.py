"""Which extractor reads a file: its bytes decide, then its name and declared type."""

import re
import zipfile
from collections.abc import Iterator
from typing import NoReturn, Protocol

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, NoText, PasswordProtected, UnsupportedType
from huf.engine.extractors.archive import list_members
from huf.engine.extractors.encoding import find_bom, looks_binary
from huf.engine.extractors.record_content import KEY as RECORD
from huf.engine.extractors.record_content import MEDIA_TYPE as RECORD_TYPE
from huf.engine.sentences import sentence

BEGINNING = 8192
"""How many bytes tell what a file is, but for the parts of archives and of Office files."""
_OFFICE_PART = re.compile(rb"\[Content_Types\]\.xml|_rels/|docProps/|word/|ppt/|xl/")
_EMPTY_ARCHIVE = b"PK\x05\x06".ljust(22, b"\0")
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
_ENCRYPTED_OFFICE = "EncryptedPackage".encode("utf-16-le")
_BLOCK = 1 << 20

MEDIA_TYPES = {
	"txt": "text/plain",
	"md": "text/markdown",
	"html": "text/html",
	"pdf": "application/pdf",
	"docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	"pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
	"xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	"csv": "text/csv",
	"tsv": "text/tab-separated-values",
	"json": "application/json",
	"jsonl": "application/jsonl",
	"yaml": "application/yaml",
	"eml": "message/rfc822",
	RECORD: RECORD_TYPE,
	"picture": "image/*",
	"odt": "application/vnd.oasis.opendocument.text",
	"ods": "application/vnd.oasis.opendocument.spreadsheet",
	"odp": "application/vnd.oasis.opendocument.presentation",
	"epub": "application/epub+zip",
}
ALIASES = {
	"text": "txt",
	"log": "txt",
	"markdown": "md",
	"mdown": "md",
	"htm": "html",
	"xhtml": "html",
	"docm": "docx",
	"dotx": "docx",
	"dotm": "docx",
	"xlsm": "xlsx",
	"xltx": "xlsx",
	"xltm": "xlsx",
	"pptm": "pptx",
	"potx": "pptx",
	"potm": "pptx",
	"ppsx": "pptx",
	"ppsm": "pptx",
	"ott": "odt",
	"ots": "ods",
	"otp": "odp",
	"tab": "tsv",
	"ndjson": "jsonl",
	"yml": "yaml",
}
_DECLARED_ZIPS = ("odt", "ods", "odp", "epub")
"""Archives whose first part says what they are (OpenDocument 1.3, part 2, 3.3; EPUB 3.3, 4.3)."""
_BINARY_KEYS = ("pdf", "docx", "pptx", "xlsx", "picture", *_DECLARED_ZIPS)
_DECLARED = {media_type: key for key, media_type in MEDIA_TYPES.items() if key not in _BINARY_KEYS} | {
	"text/x-markdown": "md",
	"application/xhtml+xml": "html",
	"application/x-ndjson": "jsonl",
	"application/x-yaml": "yaml",
	"text/yaml": "yaml",
	"text/x-yaml": "yaml",
	"text/json": "json",
}
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
	(b"ID3", "mp3", sentence("an MP3 recording")),
	(b"OggS", "ogg", sentence("an Ogg recording")),
	(b"{\\rtf", "rtf", sentence("a Rich Text document")),
)
_PICTURES = ("png", "jpg", "tiff", "bmp")
_FIELD = re.compile(r"([!-9;-~]+):")
_MAIL_FIELDS = frozenset(
	(
		"return-path received delivered-to from to cc date subject message-id mime-version reply-to sender"
	).split()
)
_LEAST_FIELDS = 3
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
	binary = looks_binary(head)
	for signature, key, words in _SIGNATURES:
		if head.startswith(signature) and (binary or signature not in _SHORT_SIGNATURES):
			if found := _registered(known, key, extension):
				return found
			return "picture" if key in _PICTURES and "picture" in known else _refuse(content, words, known)
	if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
		return _registered(known, "webp", extension) or (
			"picture" if "picture" in known else _refuse(content, sentence("a WebP image"), known)
		)
	if binary:
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
		if extension == "zip" and not _OFFICE_PART.search(beginning):
			find_key(Content(name, data=_EMPTY_ARCHIVE), known)
	elif len(beginning) >= size or not beginning.startswith(_OLE) or extension not in _BINARY_KEYS:
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
	for key, folder in (("docx", "word/"), ("pptx", "ppt/"), ("xlsx", "xl/")):
		if "[Content_Types].xml" in members and any(m.startswith(folder) for m in members):
			if key == "xlsx" and "xl/workbook.bin" in members:
				return _refuse(content, sentence("a binary workbook (xlsb); save it as xlsx"), known)
			return key
	if "mimetype" in members and (key := _declared_key(content)) in known:
		return key
	if key := _registered(known, content.extension, "zip"):
		return key
	if content.extension in _BINARY_KEYS:
		raise CorruptFile(
			f"The file is called .{content.extension} but the parts of such a file are not in it. Save it again from its program."
		)
	return _refuse(content, sentence("a ZIP archive; upload the files in it"), known)


def _declared_key(content: Content) -> str:
	"""The kind that an archive says it is; templates are the documents that they make. Empty for one that is not known."""
	with content.open() as stream, zipfile.ZipFile(stream) as archive, archive.open("mimetype") as part:
		declared = part.read(200).decode("ascii", "replace").strip().removesuffix("-template")
	return next((key for key in _DECLARED_ZIPS if MEDIA_TYPES[key] == declared), "")


def _find_ole_key(content: Content, known: _Known) -> str:
	tail = b""
	with content.open() as stream:
		while block := stream.read(_BLOCK):
			if _ENCRYPTED_OFFICE in tail + block:
				raise PasswordProtected(
					"The file is encrypted. Save a copy without a password and upload that."
				)
			tail = block[-len(_ENCRYPTED_OFFICE) :]
	if key := _registered(known, content.extension):
		return key
	newer = {
		"doc": "docx",
		"dot": "docx",
		"xls": "xlsx",
		"xlt": "xlsx",
		"ppt": "pptx",
		"pps": "pptx",
		"msg": "eml",
	}
	advice = newer.get(content.extension, "docx, xlsx or pptx")
	return _refuse(
		content, sentence(f"a file of an old Office format; save it as {advice} and upload that"), known
	)


def _find_text_key(content: Content, head: bytes, known: _Known) -> str:
	extension = content.extension
	if extension in _BINARY_KEYS or ALIASES.get(extension) in _BINARY_KEYS:
		found = sentence("an HTML page") if _is_html(head) else sentence("plain text")
		raise CorruptFile(
			f"The file is called .{extension} but holds {found}. Upload the real file, or rename it to what it is."
		)
	media_type = content.media_type.partition(";")[0].strip().lower()
	if media_type not in _GENERIC and (key := _DECLARED.get(media_type, "")) in known:
		return key
	if extension in known and extension != RECORD:
		return ALIASES.get(extension, extension)
	if _is_html(head) and "html" in known:
		return "html"
	if _is_mail(head) and "eml" in known:
		return "eml"
	if media_type == "text/plain" and "txt" in known:
		return "txt"
	words = (
		sentence(f"a file of type “.{extension}”")
		if extension
		else sentence("a file without an ending that tells its type")
	)
	return _refuse(content, words, known)


def _is_html(head: bytes) -> bool:
	start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:15].lower()
	return start.startswith((b"<!doctype html", b"<html"))


def _is_mail(head: bytes) -> bool:
	"""Whether a file begins with the header of a mail (RFC 5322, 2.2), as those that mail servers and programs keep do."""
	lines = head.decode(find_bom(head) or "ascii", "replace").splitlines()
	fields: set[str] = set()
	for line in lines[:-1] if len(head) == BEGINNING else lines:
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
