"""PDF: one section for each page, located by page. Pages without a text layer are read as scans, where that is done."""

import re
from collections.abc import Iterator
from typing import Any

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, InputTooLarge, PasswordProtected
from huf.engine.extractors.failures import parse_failure
from huf.engine.extractors.properties import tell
from huf.engine.extractors.scanned import ScannedPages, page_numbers
from huf.engine.extractors.sections import is_blank
from huf.engine.extractors.unread import Unread
from huf.engine.types import Locator, Section

VERSION = 3

MAX_PAGES = 20_000
"""Pages of one file; the largest manuals in print have some 5,000."""

_HYPHENATED = re.compile(r"(\b[^\W\d_]{2,})[-\u2010\u00ad]\n[ \t]*([^\W\d_]{2,}\b)")
_WITH_HYPHEN = re.compile(r"\b[^\W\d_]+-[^\W\d_]+\b")
_PAINTS = re.compile(rb"(?:^|[\s\])>])(?:[SsFf]|f\*|[Bb]\*?|sh|Do|EI|Tj|TJ|['\"])(?=\s|$)")
"""Operators of a page's contents that leave something on it (ISO 32000-1, table 51)."""
_SPACES = re.compile(r"[ \t\u00a0\u2000-\u200a\u202f\u205f]+")
_BLANK_LINES = re.compile(r"\n{3,}")
_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"})


def extract_pdf(content: Content, notes: list[str]) -> Iterator[Section]:
	"""The text layer, page by page, or what can be recognised on the picture of a page that has none."""
	from pypdf import PdfReader

	scanned = ScannedPages(content)
	with content.open() as stream:
		reader = PdfReader(stream, strict=False)
		_unlock(reader)
		_tell_properties(content, reader)
		count = len(reader.pages)
		if count > MAX_PAGES:
			raise InputTooLarge(f"The PDF has {count:,} pages; at most {MAX_PAGES:,} are read. Split it.")
		broken: list[int] = []
		failure: Exception | None = None
		for number in range(1, count + 1):
			# Part of the seam to parsing libraries: one page that does not parse must not cost the others.
			try:
				page = reader.pages[number - 1]
				text = tidy_page(page.extract_text() or "")
				is_empty = is_blank(text) and _shows_nothing(page)
			except Exception as error:  # noqa: BLE001
				failure = parse_failure(error)
				broken.append(number)
				continue
			if is_blank(text) and not is_empty:
				text = scanned.text_of(number)
			if not is_blank(text):
				yield Section(text, Locator(page=number))
	if failure and len(broken) == count:
		raise failure
	if not count:
		raise CorruptFile(
			"The PDF has no pages that can be found. Save it again from its program and upload the new file."
		)
	if broken:
		numbers = page_numbers(broken)
		notes.append(
			Unread(
				f"Page {numbers} could not be read. Save the PDF again from its program and upload the new file."
			)
			if len(broken) == 1
			else Unread(
				f"Pages {numbers} could not be read. Save the PDF again from its program and upload the new file."
			)
		)
	notes.extend(scanned.notes())


def _unlock(reader: Any) -> None:
	"""Open a file that is encrypted with an empty user password, as viewers do (printing restricted, for example)."""
	from pypdf.errors import DependencyError

	if not reader.is_encrypted:
		return
	try:
		opened = reader.decrypt("")
	except DependencyError as error:
		raise PasswordProtected(
			"The PDF is encrypted with AES, which needs the Python package cryptography. Install it, or save a copy "
			"without encryption."
		) from error
	except NotImplementedError as error:
		raise PasswordProtected(
			"The PDF is encrypted in a way huf cannot open. Save a copy without encryption."
		) from error
	if not opened:
		raise PasswordProtected("The PDF needs a password. Save a copy without one and upload that.")


def _tell_properties(content: Content, reader: Any) -> None:
	# Part of the seam to parsing libraries: what a file says of itself must not cost its text.
	try:
		known = reader.metadata or {}
		tell(content, author=known.get("/Author"), title=known.get("/Title"))
		for date in ("modification_date", "creation_date"):
			if found := getattr(known, date, None):
				tell(content, date=found)
				break
	except Exception as error:  # noqa: BLE001
		parse_failure(error)


def _shows_nothing(page: Any) -> bool:
	"""Whether a page is empty, as the back of a last page often is: there is nothing on it that could not be read."""
	contents = page.get_contents()
	return "/Annots" not in page and (contents is None or not _PAINTS.search(contents.get_data()))


def tidy_page(text: str) -> str:
	"""The text of one page with spaces and blank lines reduced and words joined that a line end divides.

	A hyphen at a line end is kept when the same page has the word with its hyphen elsewhere, when the next
	line goes on with a capital, or when digits are next to it.
	"""
	text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_LIGATURES)
	lines = [_SPACES.sub(" ", line).strip() for line in text.split("\n")]
	text = "\n".join(lines)
	written = set(_WITH_HYPHEN.findall(text.lower()))

	def join(found: re.Match[str]) -> str:
		left, right = found.groups()
		if not right[0].islower() or not left[-1].islower():
			return found.group()
		if f"{left}-{right}".lower() in written:
			return f"{left}-{right}"
		return left + right

	text = _HYPHENATED.sub(join, text)
	text = _BLANK_LINES.sub("\n\n", text).strip("\n")
	return text + "\n" if text else ""
