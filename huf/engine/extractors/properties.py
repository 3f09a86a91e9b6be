"""What a file says of itself: who wrote it, when, what it is called and what kind of document it is.

An extractor tells it with :func:`tell` while it reads; ``extract`` knows nothing of it. A build keeps it in the metadata of the
input under :data:`PROPERTIES`, apart from what a shell says of the input, so that neither overwrites the other: a search
takes the shell's ``author``, ``date`` or ``kind`` first (``filters.fields``).
"""

import re
import zipfile
from datetime import datetime, timezone
from typing import Any

from huf.engine.content import Content
from huf.engine.extractors.sections import one_line, storable

AUTHOR, DATE, KIND, TITLE = "document_author", "document_date", "document_kind", "document_title"
PROPERTIES = (AUTHOR, DATE, KIND, TITLE)
"""Keys of the metadata of an input."""
LONGEST = 200
"""Characters of a property; a longer one is cut."""

_YEARS = range(1900, 2101)
"""Others are a clock that stood wrong, or a program's idea of no date."""
_W3CDTF = re.compile(r"(?a:\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?)")
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
	title: object = None,
) -> None:
	"""Keep what ``content`` says of itself, as far as it says it. Nothing is kept where nobody asked for it.

	:param date: with its offset, or in the zone of whoever searches; text is ISO 8601.
	"""
	if content.properties is None:
		return
	told = {AUTHOR: _text(author), DATE: _moment(date), KIND: _text(kind), TITLE: _text(title)}
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
		title=said(f"{_DC}title"),
	)


def _text(value: Any) -> str:
	return one_line(storable(str(value or "")[: 10 * LONGEST]))[:LONGEST].strip()


def _moment(value: datetime | str | None) -> str:
	"""ISO 8601 to the second, in UTC if an offset is known; empty if it can be no date of a document."""
	try:
		moment = datetime.fromisoformat(value.replace("Z", "+00:00")) if isinstance(value, str) else value
		if moment is None or moment.year not in _YEARS:
			return ""
		if isinstance(value, str) and len(value) == len("2021-05-03"):
			return value
		if moment.tzinfo is None:
			return moment.isoformat(timespec="seconds")
		return moment.astimezone(timezone.utc).isoformat(timespec="seconds").replace("+00:00", "Z")
	except (ValueError, OverflowError):
		return ""
