"""What a file says of itself: who wrote it, when, what it is called, what kind of document it is, and its language.

An extractor tells it with :func:`tell` while it reads; ``extract`` knows nothing of it. A build keeps it in the metadata of the
input under :data:`PROPERTIES`, apart from what a shell says of the input, so that neither overwrites the other: a search
takes the shell's ``author``, ``date``, ``kind`` or ``language`` first (``filters.fields``). What the text tells of its language, and of the
day of a letter, comes before what its file says (``reading.beginnings``).
"""

import re
import zipfile
from datetime import datetime, timezone
from typing import Any

from huf.engine.content import Content
from huf.engine.extractors.encoding import codepage_encoding
from huf.engine.extractors.failures import parse_failure
from huf.engine.extractors.sections import one_line, storable

AUTHOR, DATE, KIND, TITLE = "document_author", "document_date", "document_kind", "document_title"
LANGUAGE = "document_language"
PROPERTIES = (AUTHOR, DATE, KIND, LANGUAGE, TITLE)
"""Keys of the metadata of an input."""
LONGEST = 200
"""Characters of a property; a longer one is cut."""

_YEARS = range(1900, 2101)
"""Others are a clock that stood wrong, or a program's idea of no date."""
_W3CDTF = re.compile(r"(?a:\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?)")
_WRITTEN = re.compile(
	r"(?a:(?P<y>\d{4})-(?P<m>\d\d?)-(?P<d>\d\d?)(?:[Tt ]+(?P<time>\d\d?:\d\d)(?P<seconds>:\d\d)?(?:[.,]\d{1,9})?[ ]*(?P<offset>Z|[+-]\d\d(?::?\d\d)?)?)?)"
)
"""ISO 8601, and what people write into front matter: “2021-5-3 9:30 +0200”."""
_CODE = re.compile(r"[a-z]{2,3}")
_NO_LANGUAGE = frozenset(("und", "mul", "zxx", "mis"))
_RENAMED = {"nb": "no", "nn": "no", "iw": "he", "in": "id", "cmn": "zh", "eng": "en", "deu": "de", "ger": "de", "fra": "fr", "fre": "fr", "spa": "es",
	"ita": "it", "por": "pt", "nld": "nl", "dut": "nl"}  # fmt: skip
"""Codes of old, those of three letters in books, and both forms of Norwegian, as texts are told (``analysis.languages``)."""
_CORE = "docProps/core.xml"
_MOST_CORE_BYTES = 1 << 20
_DC, _TERMS = "{http://purl.org/dc/elements/1.1/}", "{http://purl.org/dc/terms/}"
_CP = "{http://schemas.openxmlformats.org/package/2006/metadata/core-properties}"


def tell(
	content: Content,
	*,
	author: object = None,
	date: datetime | str | None = None,
	kind: object = None,
	language: object = None,
	title: object = None,
) -> None:
	"""Keep what ``content`` says of itself, as far as it says it. Nothing is kept where nobody asked for it.

	:param date: with its offset, or in the zone of whoever searches; text is ISO 8601, or close to it.
	:param language: a tag of BCP 47, such as ``de-AT``; its language is kept.
	"""
	if content.properties is None:
		return
	told = {
		AUTHOR: _text(author),
		DATE: _moment(date),
		KIND: _text(kind),
		LANGUAGE: _language(language),
		TITLE: _text(title),
	}
	content.properties.update({key: value for key, value in told.items() if value})


def tell_core_properties(content: Content) -> None:
	"""The same for an Office file (ECMA-376, part 2, 11), which has passed ``check_archive``.

	Its date is when it was last saved: it may have been made years ago, from somebody's template.
	"""
	from lxml import etree

	if content.properties is None:
		return
	try:
		with content.open() as stream, zipfile.ZipFile(stream) as archive:
			if archive.getinfo(_CORE).file_size > _MOST_CORE_BYTES:
				return
			root = etree.fromstring(
				archive.read(_CORE), etree.XMLParser(resolve_entities=False, no_network=True)
			)
	except (KeyError, etree.XMLSyntaxError, zipfile.BadZipFile):
		# A file need not say anything of itself; whether it can be read is another's affair.
		return

	def said(tag: str) -> str:
		return root.findtext(tag) or ""

	dates = (said(f"{_TERMS}modified").strip(), said(f"{_TERMS}created").strip())
	tell(
		content,
		author=said(f"{_DC}creator"),
		date=next((date for date in dates if _W3CDTF.fullmatch(date)), None),
		kind=said(f"{_CP}category"),
		language=said(f"{_DC}language"),
		title=said(f"{_DC}title"),
	)


def tell_summary(content: Content, data: bytes) -> None:
	"""The same for a file of Office 97 to 2003 (MS-OLEPS), whose bytes are ``data``."""
	import olefile

	if content.properties is None:
		return
	# Part of the seam to parsing libraries: what a file says of itself must not cost its text.
	try:
		with olefile.OleFileIO(data) as compound:
			said = compound.get_metadata()
	except Exception as error:  # noqa: BLE001
		parse_failure(error)
		return
	encoding = codepage_encoding((said.codepage or 1252) & 0xFFFF)

	def text(value: object) -> str:
		if not isinstance(value, bytes):
			return str(value or "")
		return value.decode(encoding, "replace") if encoding else ""

	saved = said.last_saved_time or said.create_time
	tell(
		content,
		author=text(said.author),
		# Times of the format are in UTC.
		date=saved.replace(tzinfo=timezone.utc) if isinstance(saved, datetime) else None,
		kind=text(said.category),
		title=text(said.title),
	)


def _text(value: Any) -> str:
	return one_line(storable(str(value or "")[: 10 * LONGEST]))[:LONGEST].strip()


def _language(tag: object) -> str:
	"""ISO 639 code of the language of a tag (BCP 47, 2.2.1); empty for none, and for tags that are for no or several languages."""
	code = str(tag or "").strip().casefold().replace("_", "-").partition("-")[0]
	code = _RENAMED.get(code, code)
	return code if _CODE.fullmatch(code) and code not in _NO_LANGUAGE else ""


def _moment(value: datetime | str | None) -> str:
	"""ISO 8601 to the second, in UTC if an offset is known; empty if it can be no date of a document."""
	try:
		if isinstance(value, str):
			written = _WRITTEN.fullmatch(value.strip())
			if written is None:
				return ""
			day = f"{written['y']}-{int(written['m']):02d}-{int(written['d']):02d}"
			if not written["time"]:
				return day if datetime.fromisoformat(day).year in _YEARS else ""
			offset = (written["offset"] or "").replace("Z", "+00:00")
			if offset and ":" not in offset:
				offset = f"{offset[:3]}:{offset[3:] or '00'}"
			value = datetime.fromisoformat(f"{day}T{written['time']:0>5}{written['seconds'] or ''}{offset}")
		if value is None or value.year not in _YEARS:
			return ""
		if value.tzinfo is None:
			return value.isoformat(timespec="seconds")
		return value.astimezone(timezone.utc).isoformat(timespec="seconds").replace("+00:00", "Z")
	except (ValueError, OverflowError):
		return ""
