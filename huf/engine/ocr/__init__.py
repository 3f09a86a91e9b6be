"""Text recognition for pages that are only pictures, with Tesseract where it is installed (``docs/extractors.md``).

An extractor that meets a page without text asks the ``scans`` of its content (:mod:`huf.engine.scans`). Who indexes
decides what stands behind that: an :class:`Ocr` that reads at once and keeps the result, one that only knows what was
kept, or one that says how scans would be read.
"""

from huf.engine.ocr.cache import FILE_NAME, ScanCache
from huf.engine.ocr.reading import FileScans, Ocr
from huf.engine.ocr.tesseract import (
	DEFAULT_LANGUAGES,
	Tesseract,
	checked_languages,
	find_tesseract,
	reason_against,
)

__all__ = [
	"DEFAULT_LANGUAGES",
	"FILE_NAME",
	"FileScans",
	"Ocr",
	"ScanCache",
	"Tesseract",
	"checked_languages",
	"find_tesseract",
	"reason_against",
]
