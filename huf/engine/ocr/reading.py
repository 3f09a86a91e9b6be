"""How the scanned pages of the files of one source are read, while they are indexed or before."""

import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from huf.engine.content import Content
from huf.engine.errors import ScanWaiting
from huf.engine.ocr.cache import ScanCache
from huf.engine.ocr.tesseract import find_tesseract, reason_against
from huf.engine.scans import PageText
from huf.engine.sentences import sentence
from huf.engine.types import JSONValue

MOST_PAGES = 2_000
"""Scanned pages of one file that are read; at two seconds each that is over an hour."""
FACTS = ("ocr", "ocr_pages", "ocr_confidence")
"""Keys of :meth:`FileScans.facts` in the metadata of an input; a search can filter by them."""
OVER = f"at most {MOST_PAGES:,} scanned pages of one file are read; split the file"


def _go_on() -> None:
	"""Nobody asked for a rest between pages."""


@dataclass(frozen=True, slots=True)
class Ocr:
	"""How scans are read: by whom, in which languages, and where the result is kept."""

	languages: str = ""
	"""Tesseract's names joined by a plus; empty: scans are not read."""
	folder: Path | None = None
	"""Where recognised pages are kept; None: nowhere."""
	only_kept: bool = False
	"""Use what is kept and read nothing: a page that is missing ends the input with ScanWaiting."""
	before_page: Callable[[], None] = _go_on
	"""Called before a page is read; what it raises ends the reading of the file."""
	off: str = ""
	"""Why scans are not read, in a sentence, when ``languages`` is empty by somebody's choice."""

	def why_not(self) -> str:
		"""Why scans are not read here and how they would be; empty when they are."""
		if not self.languages:
			return self.off or sentence("Text recognition is switched off.")
		return reason_against(self.languages)

	@property
	def in_use(self) -> str:
		"""The languages in which scans are read, or nothing when they are not."""
		return "" if self.why_not() else self.languages

	def scans_of(self, content: Content) -> "FileScans":
		"""The reader of one file's pages; close it when the file is done."""
		return FileScans(content, self)


class FileScans:
	"""The scanned pages of one file (:class:`~huf.engine.scans.ReadsScans`), and what became of them."""

	def __init__(self, content: Content, ocr: Ocr) -> None:
		self._content, self._ocr = content, ocr
		self._cache = ScanCache(ocr.folder) if ocr.folder else None
		self._hash = ""
		self._path: Path | None = content.path
		self._open = ExitStack()
		self._pages: dict[int, PageText] = {}
		self._left = False

	@property
	def why_not(self) -> str:
		"""Why pages are not read; asked only for files that have such pages."""
		return self._ocr.why_not()

	def leave(self, page: int) -> None:
		"""A page is not read."""
		self._left = True

	def read(self, page: int) -> PageText:
		"""The text of a page: as it was kept, or recognised now.

		Raises:
			ScanWaiting: only kept pages may be used, and it is not there yet.
		"""
		found = self._read(page)
		self._pages[page] = found
		return found

	def confidence_of(self, page: int) -> float | None:
		"""How sure the recogniser is of a page, 0 to 100; None for one that was not recognised."""
		read = self._pages.get(page)
		return read.confidence if read is not None and read.text else None

	def facts(self) -> dict[str, JSONValue]:
		"""What a build keeps about an input with scanned pages, and nothing for one without any.

		``ocr``: the languages, empty when scans were not read; ``ocr_pages``: how many pages were read; ``ocr_confidence``: their mean, 0 to 100.
		"""
		if self._left:
			return {"ocr": "", "ocr_pages": 0}
		if not self._pages:
			return {}
		read = [page for page in self._pages.values() if page.text]
		characters = sum(len(page.text) for page in read)
		facts: dict[str, JSONValue] = {"ocr": self._ocr.languages, "ocr_pages": len(read)}
		if characters:
			mean = sum(page.confidence * len(page.text) for page in read) / characters
			facts["ocr_confidence"] = round(mean, 1)
		return facts

	def _read(self, page: int) -> PageText:
		tesseract = find_tesseract()
		if tesseract is None:
			raise ScanWaiting("Tesseract went away while the file was read. The file is tried again.")
		mark = tesseract.mark(self._ocr.languages)
		self._hash = self._hash or self._content.sha256()
		if self._cache and (kept := self._cache.find(self._hash, page, mark)):
			return kept
		if len(self._pages) >= MOST_PAGES:
			return PageText(trouble=OVER)
		if self._ocr.only_kept:
			raise ScanWaiting("Its scanned pages are being read. It is indexed as soon as that is done.")
		self._ocr.before_page()
		found = tesseract.read(self._file(), page, self._ocr.languages)
		if self._cache:
			self._cache.keep(self._hash, page, mark, found)
		return found

	def _file(self) -> Path:
		"""The file on disk, written once if it came as bytes."""
		if self._path is None:
			temporary = self._open.enter_context(tempfile.NamedTemporaryFile(prefix="huf-scan-"))
			with self._content.open() as stream:
				while block := stream.read(1 << 20):
					temporary.write(block)
			temporary.flush()
			self._path = Path(temporary.name)
		return self._path

	def close(self) -> None:
		"""Remove what was written for the recogniser."""
		self._open.close()

	def __enter__(self) -> "FileScans":
		return self

	def __exit__(
		self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
	) -> None:
		self.close()
