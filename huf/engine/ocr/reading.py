"""How the scanned pages of the files of one source are read, while they are indexed or before."""

import hashlib
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
from huf.engine.scans import PageText, Region
from huf.engine.sentences import sentence
from huf.engine.types import JSONValue

MOST_PAGES = 2_000
"""Scanned pages of one file that are read; at two seconds each that is over an hour."""
PICTURE_SECONDS = 30.0
"""For a picture in a document, or on a page beside text: a whole page is read in a tenth of it."""
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
		self._file = _File(content, content.path)
		self._inner: _File | None = None
		self._pages: dict[tuple[str, int, Region | None], PageText] = {}
		self._left = False

	@property
	def why_not(self) -> str:
		"""Why pages are not read; asked only for files that have such pages."""
		return self._ocr.why_not()

	def leave(self, page: int) -> None:
		"""A page is not read."""
		self._left = True

	def read(self, page: int, region: Region | None = None) -> PageText:
		"""The text of a page, or of a part of it: as it was kept, or recognised now.

		Raises:
			ScanWaiting: only kept pages may be used, and it is not there yet.
		"""
		found = self._read(None, page, region)
		self._pages["", page, region] = found
		return found

	def inside(self, data: bytes) -> "_ScansInside":
		"""The same for a picture or a PDF that lies in this file."""
		return _ScansInside(self, data)

	def read_inside(self, data: bytes, digest: str, page: int, region: Region | None) -> PageText:
		"""The same for a page of a file that lies in this one; ``digest`` is its SHA-256."""
		if self._inner is None or self._inner.hash != digest:
			# One after another: what is done with is not kept on the disk.
			if self._inner is not None:
				self._inner.close()
			self._inner = _File(Content("inside", data=data), None, digest)
		found = self._read(self._inner, page, region)
		self._pages[digest, page, region] = found
		return found

	def confidence_of(self, page: int) -> float | None:
		"""How sure the recogniser is of a page, 0 to 100; None for one that was not recognised."""
		read = self._pages.get(("", page, None))
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

	def _read(self, inner: "_File | None", page: int, region: Region | None) -> PageText:
		tesseract = find_tesseract()
		if tesseract is None:
			raise ScanWaiting("Tesseract went away while the file was read. The file is tried again.")
		# All that is recognised in a file is kept under that file, and goes with it.
		mark = tesseract.mark(self._ocr.languages)
		mark += f" in {inner.hash}" if inner else ""
		mark += " at " + " ".join(f"{share:.4f}" for share in region) if region else ""
		if self._cache and (kept := self._cache.find(self._file.hash, page, mark)):
			return kept
		if len(self._pages) >= MOST_PAGES:
			return PageText(trouble=OVER)
		if self._ocr.only_kept:
			raise ScanWaiting("Its scanned pages are being read. It is indexed as soon as that is done.")
		self._ocr.before_page()
		file = inner or self._file
		is_whole_page = region is None and (inner is None or inner.is_pdf)
		seconds = None if is_whole_page else PICTURE_SECONDS
		found = tesseract.read(file.on_disk(), page, self._ocr.languages, region, seconds)
		if self._cache:
			self._cache.keep(self._file.hash, page, mark, found)
		return found

	def close(self) -> None:
		"""Remove what was written for the recogniser."""
		self._file.close()
		if self._inner is not None:
			self._inner.close()

	def __enter__(self) -> "FileScans":
		return self

	def __exit__(
		self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
	) -> None:
		self.close()


class _ScansInside:
	"""The pages of a file that lies in another one (:class:`~huf.engine.scans.ReadsScans`)."""

	def __init__(self, outer: FileScans, data: bytes) -> None:
		self._outer, self._data = outer, data
		self._digest = hashlib.sha256(data).hexdigest()

	@property
	def why_not(self) -> str:
		return self._outer.why_not

	def leave(self, page: int) -> None:
		self._outer.leave(page)

	def read(self, page: int, region: Region | None = None) -> PageText:
		return self._outer.read_inside(self._data, self._digest, page, region)

	def inside(self, data: bytes) -> "_ScansInside":
		return _ScansInside(self._outer, data)


class _File:
	"""A file whose pages are read, on the disk for the programs that do it."""

	def __init__(self, content: Content, path: Path | None, digest: str = "") -> None:
		self._content, self._path, self._hash = content, path, digest
		self._open = ExitStack()

	@property
	def hash(self) -> str:
		"""SHA-256 in hex."""
		self._hash = self._hash or self._content.sha256()
		return self._hash

	@property
	def is_pdf(self) -> bool:
		return b"%PDF-" in self._content.head(1024)

	def on_disk(self) -> Path:
		"""The file itself, or a copy that is written once if it came as bytes."""
		if self._path is None:
			temporary = self._open.enter_context(tempfile.NamedTemporaryFile(prefix="huf-scan-"))
			with self._content.open() as stream:
				while block := stream.read(1 << 20):
					temporary.write(block)
			temporary.flush()
			self._path = Path(temporary.name)
		return self._path

	def close(self) -> None:
		"""Remove the copy."""
		self._open.close()
