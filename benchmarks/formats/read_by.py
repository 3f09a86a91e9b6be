"""Reads files by one program and prints each as a line of JSON: ``python read_by.py NAME SECONDS < LIST``.

Run by the Python of a virtual environment that has the program; it imports nothing of huf but for huf itself. LIST has a path on each line.
"""

import json
import logging
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any


def markitdown() -> Callable[[Path], str]:
	from markitdown import MarkItDown  # type: ignore[import-not-found]

	reader = MarkItDown()
	return lambda path: str(reader.convert(str(path)).text_content)


def pymupdf() -> Callable[[Path], str]:
	import pymupdf

	def read(path: Path) -> str:
		if path.suffix != ".pdf":
			raise ValueError("it reads no such file")
		with pymupdf.open(path) as document:
			return "\n".join(page.get_text() for page in document)

	return read


def pdfplumber() -> Callable[[Path], str]:
	import pdfplumber

	def read(path: Path) -> str:
		with pdfplumber.open(path) as document:
			return "\n".join(page.extract_text() or "" for page in document.pages)

	return read


_BACKENDS = {
	"docx": "msword_backend.MsWordDocumentBackend",
	"docm": "msword_backend.MsWordDocumentBackend",
	"dotx": "msword_backend.MsWordDocumentBackend",
	"pptx": "mspowerpoint_backend.MsPowerpointDocumentBackend",
	"xlsx": "msexcel_backend.MsExcelDocumentBackend",
	"xlsm": "msexcel_backend.MsExcelDocumentBackend",
	"html": "html_backend.HTMLDocumentBackend",
	"csv": "csv_backend.CsvDocumentBackend",
	"eml": "email_backend.EmailDocumentBackend",
	"epub": "epub_backend.EpubDocumentBackend",
	"md": "md_backend.MarkdownDocumentBackend",
	"odt": "opendocument_backend.OdtDocumentBackend",
	"ods": "opendocument_backend.OdsDocumentBackend",
	"odp": "opendocument_backend.OdpDocumentBackend",
}
"""What docling reads without a model. Its PDF needs models that it downloads, and torch."""


def docling() -> Callable[[Path], str]:
	from docling.datamodel.base_models import InputFormat  # type: ignore[import-not-found]
	from docling.datamodel.document import InputDocument  # type: ignore[import-not-found]

	def read(path: Path) -> str:
		ending = path.suffix.lstrip(".").lower()
		if ending not in _BACKENDS:
			raise ValueError("it reads no such file without its models")
		module, name = _BACKENDS[ending].split(".")
		backend = getattr(import_module(f"docling.backend.{module}"), name)
		known = {"docm": "docx", "dotx": "docx", "xlsm": "xlsx", "eml": "email"}.get(ending, ending)
		document = InputDocument(
			path_or_stream=path, format=InputFormat(known), backend=backend, filename=path.name
		)
		return str(document._backend.convert().export_to_markdown())

	return read


def huf() -> Callable[[Path], str]:
	from huf.engine.content import Content
	from huf.engine.extractors import extract

	def read(path: Path) -> str:
		"""Headings, headers of tables and texts, each once where it comes first."""
		parts: list[str] = []
		headings: tuple[str, ...] = ()
		header = ""
		for section in extract(Content(path.name, path=path)).sections:
			path_of = section.locator.heading
			new = [
				step for number, step in enumerate(path_of) if headings[: number + 1] != path_of[: number + 1]
			]
			parts += [step for step in new if step not in section.text]
			if section.header not in ("", header):
				parts.append(section.header)
			headings, header = path_of, section.header
			parts.append(section.text)
		return "\n".join(parts)

	return read


READERS: dict[str, Callable[[], Callable[[Path], str]]] = {
	one.__name__: one for one in (huf, markitdown, pymupdf, pdfplumber, docling)
}


def _too_long(*_: Any) -> None:
	raise TimeoutError("too long")


def main() -> None:
	"""Read each file; whatever goes wrong with one is told, and the next is read."""
	name, seconds = sys.argv[1], int(sys.argv[2])
	logging.disable(logging.CRITICAL)
	read = READERS[name]()
	signal.signal(signal.SIGALRM, _too_long)
	for line in sys.stdin.read().splitlines():
		signal.alarm(seconds)
		try:
			answer = {"file": line, "text": read(Path(line))}
		# A program of others: it may raise anything, and that is what is measured.
		except Exception as error:  # noqa: BLE001
			answer = {"file": line, "error": f"{type(error).__name__}: {error}"[:200]}
		signal.alarm(0)
		print(json.dumps(answer), flush=True)


if __name__ == "__main__":
	main()
