"""PDF: sections located by page, read by the better of two libraries. Pages without text are read as scans, where that is done."""

import hashlib
import re
from collections.abc import Iterator
from functools import partial
from typing import Any, BinaryIO

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, InputError, InputTooLarge, PasswordProtected
from huf.engine.extractors.attached import MAX_ATTACHMENTS, Reads, attached_sections, too_many
from huf.engine.extractors.failures import parse_failure
from huf.engine.extractors.pdf.document import Annotation, Document, Word, date_of
from huf.engine.extractors.pdf.heads import FEWEST_PAGES, SAMPLED, Heads
from huf.engine.extractors.pdf.passages import Passages
from huf.engine.extractors.pdf.pictures import PagePictures
from huf.engine.extractors.pdf.readable import READABLE, SUSPICIOUS, unreadable_share
from huf.engine.extractors.pdf.rulings import Rulings
from huf.engine.extractors.pictures.scanned import ScannedPages, page_numbers
from huf.engine.extractors.properties import tell
from huf.engine.extractors.sections import is_blank, one_line, placed_in
from huf.engine.extractors.unread import Unread
from huf.engine.extractors.xml.invoices import EMBEDDED
from huf.engine.sentences import sentence
from huf.engine.types import Locator, Section

VERSION = 10

MAX_PAGES = 20_000
"""Pages of one file; the largest manuals in print have some 5,000."""

_MOST_KEPT = 60_000
"""Words of pages that are read ahead; some 15 MB. Pages of 30 books in print have a third of it."""

Lines = list[list[Word]]

_HYPHENATED = re.compile(r"(\b[^\W\d_]{2,})[-\u2010\u00ad]\n[ \t]*([^\W\d_]{2,}\b)")
_WITH_HYPHEN = re.compile(r"\b[^\W\d_]+-[^\W\d_]+\b")
_PAINTS = re.compile(rb"(?:^|[\s\])>])(?:[SsFf]|f\*|[Bb]\*?|sh|Do|EI|Tj|TJ|['\"])(?=\s|$)")
"""Operators of a page's contents that leave something on it (ISO 32000-1, table 51)."""
_SPACES = re.compile(r"[ \t\u00a0\u2000-\u200a\u202f\u205f]+")
_BLANK_LINES = re.compile(r"\n{3,}")
_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"})


def extract_pdf(content: Content, notes: list[str]) -> Iterator[Section]:
	"""The text of each page as the better of two libraries reads it, or what is recognised on the picture of a page
	that has none or none that can be read. Then what was filled in, typed onto it, and noted on it."""
	scanned = ScannedPages(content)
	suspicious = ScannedPages(content, sentence("suspicious text: most of it cannot be read as words"))
	with content.open() as stream, content.open() as again:
		pages = _Pages(stream, again)
		try:
			_tell_properties(content, pages)
			if pages.count > MAX_PAGES:
				raise InputTooLarge(
					f"The PDF has {pages.count:,} pages; at most {MAX_PAGES:,} are read. Split it."
				)
			heads = Heads(pages.sampled())
			passages = Passages(heads, tidy_page)
			pictures = PagePictures(content)
			for number in range(1, pages.count + 1):
				text, lines, annotations, unreadable = pages.read(number)
				if (
					is_blank(text)
					and not annotations
					and number not in pages.broken
					and not pages.is_empty(number)
				):
					text = scanned.text_of(number)
				elif unreadable > SUSPICIOUS:
					recognised = suspicious.text_of(number)
					text, lines = text if is_blank(recognised) else recognised, []
				if lines:
					yield from passages.of_page(number, lines, text, partial(pages.rulings, number))
					placed = pages.document.pictures(number) if pages.document else None
					yield from pictures.of_page(number, placed, lines)
				else:
					passages.closed()
					if not is_blank(text):
						yield Section(text, Locator(page=number))
				yield from _written_onto(annotations, number)
			yield from _attached(content, pages.document, notes)
		finally:
			pages.close()
	if pages.failure and len(pages.broken) == pages.count:
		raise pages.failure
	if not pages.count:
		raise CorruptFile(
			"The PDF has no pages that can be found. Save it again from its program and upload the new file."
		)
	if pages.broken:
		numbers = page_numbers(pages.broken)
		notes.append(
			Unread(
				f"Page {numbers} could not be read. Save the PDF again from its program and upload the new file."
			)
			if len(pages.broken) == 1
			else Unread(
				f"Pages {numbers} could not be read. Save the PDF again from its program and upload the new file."
			)
		)
	notes.extend(heads.notes())
	notes.extend(scanned.notes())
	notes.extend(pictures.notes())
	notes.extend(suspicious.notes())


class _Pages:
	"""The pages of a file by PDFium, which is fast and keeps the spaces, and by pypdf for those it does not read well."""

	def __init__(self, stream: BinaryIO, again: BinaryIO) -> None:
		self._again = again
		self._reader: Any = None
		self.broken: list[int] = []
		self.failure: Exception | None = None
		self.document: Document | None = None
		try:
			self.document = Document(stream)
		# The seam to a parsing library: what it cannot open, the other may, and says why if not.
		except Exception as error:  # noqa: BLE001
			parse_failure(error)
		self._sampled: dict[int, tuple[Lines, list[Annotation]]] = {}
		self.count = self.document.pages if self.document else 0
		if not self.count:
			self.count = len(self.reader.pages)

	@property
	def reader(self) -> Any:
		"""The file in pypdf, opened when it is first needed.

		Raises:
			PasswordProtected: it needs a password.
		"""
		from pypdf import PdfReader

		if self._reader is None:
			reader = PdfReader(self._again, strict=False)
			_unlock(reader)
			self._reader = reader
		return self._reader

	def sampled(self) -> dict[int, Lines]:
		"""Lines of some pages, in which heads and feet are looked for. They are kept until the pages are read, as far as
		:data:`_MOST_KEPT` goes."""
		if not self.document or self.count < FEWEST_PAGES:
			return {}
		pairs = SAMPLED // 2
		chosen = (
			range(1, self.count + 1)
			if self.count <= SAMPLED
			else [1 + n * (self.count - 2) // (pairs - 1) + more for n in range(pairs) for more in (0, 1)]
		)
		found: dict[int, Lines] = {}
		words = 0
		for number in chosen:
			try:
				read = self.document.read(number)
			# As below, where it is read again and told.
			except Exception as error:  # noqa: BLE001
				parse_failure(error)
				continue
			found[number] = read[0]
			words += sum(map(len, read[0]))
			if words > _MOST_KEPT:
				break
			self._sampled[number] = read
		return found

	def rulings(self, number: int) -> Rulings:
		"""The lines drawn on a page; none if they cannot be read."""
		try:
			return self.document.rulings(number) if self.document else Rulings([], [])
		# The text of the page is there, and is worth more than the lines around it.
		except Exception as error:  # noqa: BLE001
			parse_failure(error)
			return Rulings([], [])

	def read(self, number: int) -> tuple[str, Lines, list[Annotation], float]:
		"""The text of a page, tidied, its lines if PDFium read it, its annotations, and how much of it cannot be read as words;
		nothing for one that neither library reads."""
		text = ""
		lines: Lines = []
		annotations: list[Annotation] = []
		try:
			if self.document:
				lines, annotations = (
					self._sampled.pop(number) if number in self._sampled else self.document.read(number)
				)
				text = tidy_page("\n".join(" ".join(word.text for word in line) for line in lines))
		# As above: one page that does not parse must not cost the others.
		except Exception as error:  # noqa: BLE001
			parse_failure(error)
		share = unreadable_share(text)
		if not is_blank(text) and share <= READABLE:
			return text, lines, annotations, share
		try:
			other = tidy_page(self.reader.pages[number - 1].extract_text() or "")
		except Exception as error:  # noqa: BLE001
			if is_blank(text) and not annotations:
				self.failure = parse_failure(error)
				self.broken.append(number)
			return text, lines, annotations, share
		share_of_other = unreadable_share(other)
		if is_blank(text) or (not is_blank(other) and share_of_other < share):
			return other, [], annotations, share_of_other
		return text, lines, annotations, share

	def is_empty(self, number: int) -> bool:
		"""Whether nothing is on the page that could not be read."""
		return _shows_nothing(self.reader.pages[number - 1])

	def close(self) -> None:
		"""Give back what PDFium holds."""
		if self.document:
			self.document.close()


_WRITTEN = (("field", "form fields"), ("typed", "typed onto the page"), ("note", "notes"))


def _written_onto(annotations: list[Annotation], number: int) -> Iterator[Section]:
	"""A section for each kind of what people put onto a page, so that it is told from what is printed there."""
	for kind, part in _WRITTEN:
		lines = []
		for annotation in annotations:
			if annotation.kind == kind:
				text = "\n".join(filter(None, map(one_line, annotation.text.splitlines())))
				name = one_line(annotation.name)
				lines.append(f"{name}: {text}" if name else text)
		text = "".join(line + "\n" for line in lines if not is_blank(line))
		if text:
			yield Section(text, Locator(page=number, part=part))


def _attached(content: Content, document: Document | None, notes: list[str]) -> Iterator[Section]:
	"""The files attached to it. One that is an electronic invoice (Factur-X, ZUGFeRD) says in terms and lines what is printed."""
	seen: set[tuple[str, bytes]] = (
		set()
	)  # names, and digests: fifty files may be larger than the memory of a reader
	for number, (name, data) in enumerate(document.attached() if document else (), 1):
		if number > MAX_ATTACHMENTS:
			notes.append(too_many(MAX_ATTACHMENTS))
			return
		known = (name, hashlib.sha256(data).digest())
		if data and known in seen:
			continue  # pinned to a page, and attached to the whole
		seen.add(known)
		name = one_line(name) or f"file {number}"
		if not data:
			notes.append(
				Unread(
					f"The attachment “{name}” was not read: it is damaged, or empty. Upload it on its own."
				)
			)
		elif name.lower() in EMBEDDED and content.read_inside:
			yield from _invoice(
				content.read_inside, Content("invoice.xml", data=data, properties=content.properties), notes
			)
		else:
			yield from attached_sections(name, data, notes, content.read_inside)


def _invoice(read: Reads, data: Content, notes: list[str]) -> Iterator[Section]:
	try:
		yield from placed_in(read(data).sections, "invoice data")
	except InputError as error:
		notes.append(sentence(f"The invoice data in the PDF were not read: {error}"))


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


def _tell_properties(content: Content, pages: _Pages) -> None:
	# Part of the seam to parsing libraries: what a file says of itself must not cost its text.
	try:
		if pages.document:
			known, language = pages.document.properties, pages.document.language
		else:
			language = str(pages.reader.root_object.get("/Lang") or "")
			known = {key.lstrip("/"): str(value) for key, value in (pages.reader.metadata or {}).items()}
	except Exception as error:  # noqa: BLE001
		parse_failure(error)
		return
	dates = (date_of(known.get(key, "")) for key in ("ModDate", "CreationDate"))
	tell(
		content,
		author=known.get("Author"),
		date=next(filter(None, dates), None),
		language=language,
		title=known.get("Title"),
	)


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
