"""The sample handbook is what the demo's questions say it is, read with the file libraries alone."""

import email
import email.policy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pptx
import pypdf
import pytest
from pypdf.errors import PyPdfError

import huf.cli.demo
from huf.engine.content import Content
from huf.engine.errors import NoText
from huf.engine.extractors import extract
from huf.engine.ocr import Ocr, reason_against
from huf.engine.types import Locator, Section

DEMO = huf.cli.demo.HANDBOOK.parent
HANDBOOK = DEMO / "handbook"
QUESTIONS: list[dict[str, Any]] = json.loads((DEMO / "questions.json").read_text(encoding="utf-8"))[
	"questions"
]


def pdf_text(path: Path, locator: dict[str, Any]) -> str:
	"""The text of the page."""
	return pypdf.PdfReader(path).pages[locator["page"] - 1].extract_text()


def slide_text(path: Path, locator: dict[str, Any]) -> str:
	"""The text of the slide, without its notes."""
	slide = pptx.Presentation(str(path)).slides[locator["slide"] - 1]
	return "\n".join(shape.text_frame.text for shape in slide.shapes if shape.has_text_frame)


def rows_text(path: Path, locator: dict[str, Any]) -> str:
	"""The named rows of the sheet."""
	first, last = locator["rows"]
	sheet = openpyxl.load_workbook(path)[locator["sheet"]]
	return "\n".join(str(cell) for row in sheet.iter_rows(first, last, values_only=True) for cell in row)


def docx_text(path: Path, locator: dict[str, Any]) -> str:
	"""Paragraphs and tables between the last heading named and the next one."""
	wanted, found = locator["heading"][-1], []
	inside = False
	for block in docx.Document(str(path)).iter_inner_content():
		if isinstance(block, docx.text.paragraph.Paragraph):
			if block.style is not None and str(block.style.name).startswith("Heading"):
				inside = block.text == wanted
			if inside:
				found.append(block.text)
		elif inside:
			found.extend(cell.text for row in block.rows for cell in row.cells)
	return "\n".join(found)


def eml_text(path: Path, locator: dict[str, Any]) -> str:
	"""The attachment of the name."""
	message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
	assert isinstance(message, email.message.EmailMessage)
	return next(
		part.get_content()
		for part in message.iter_attachments()
		if f"attachment {part.get_filename()}" == locator["part"]
	)


def asset_text(path: Path, locator: dict[str, Any]) -> str:
	"""The element of the register that the JSON path ``$.assets[n]`` names."""
	number = int(locator["part"].removeprefix("$.assets[").rstrip("]"))
	return json.dumps(json.loads(path.read_text(encoding="utf-8"))["assets"][number])


def plain_text(path: Path, locator: dict[str, Any]) -> str:
	"""The lines (or CSV rows), or what follows the last heading named; otherwise the whole file."""
	text = path.read_text(encoding="utf-8")
	if span := locator.get("lines") or locator.get("rows"):
		return "\n".join(text.splitlines()[span[0] - 1 : span[1]])
	for heading in locator.get("heading", []):
		assert heading in text, f"{path.name} has no heading {heading}"
		text = text[text.index(heading) :]
	return text


READERS = {
	".pdf": pdf_text,
	".pptx": slide_text,
	".xlsx": rows_text,
	".docx": docx_text,
	".eml": eml_text,
	".json": asset_text,
}


@pytest.mark.parametrize("case", QUESTIONS, ids=[case["file"] for case in QUESTIONS])
def test_answer_stands_where_the_question_says(case: dict[str, Any]) -> None:
	"""Each expected answer is found at its locator in the file itself."""
	path = HANDBOOK / case["file"]
	text = READERS.get(path.suffix, plain_text)(path, case["locator"])
	assert case["answer"] in " ".join(text.split())


def stands_at(place: Locator, locator: dict[str, Any]) -> bool:
	"""Whether ``place`` is, or contains, the place a question expects (see ``about`` in the questions)."""
	for name, wanted in locator.items():
		value = getattr(place, name)
		if name == "heading":
			if not set(wanted) <= set(value):
				return False
		elif name in ("rows", "lines"):
			if not value or not value[0] <= wanted[0] <= wanted[1] <= value[1]:
				return False
		elif value != wanted:
			return False
	return True


@pytest.mark.parametrize("case", QUESTIONS, ids=[case["file"] for case in QUESTIONS])
def test_engine_reads_the_answer_at_its_place(case: dict[str, Any]) -> None:
	"""Of each file the engine makes a section whose locator is the expected one and which holds the answer."""

	def holds(section: Section) -> bool:
		return case["answer"] in " ".join(section.text.split()) and stands_at(
			section.locator, case["locator"]
		)

	sections = extract(Content(name=case["file"], path=HANDBOOK / case["file"])).sections
	assert any(holds(section) for section in sections)


@pytest.mark.parametrize(
	"boilerplate", ["carousel", "trackingpixel", "marmalade", "Pumpstagram", "Newsletter"]
)
def test_web_page_is_read_without_its_frame(boilerplate: str) -> None:
	"""Navigation, script, cookie banner and footer of the warranty page are not part of its text."""
	path = HANDBOOK / "warranty-terms.html"
	assert boilerplate in path.read_text(encoding="utf-8")
	assert all(boilerplate not in s.text for s in extract(Content(name=path.name, path=path)).sections)


def test_questions_cover_many_file_types() -> None:
	"""The first six questions alone ask six different files of at least five types."""
	first = [Path(case["file"]) for case in QUESTIONS[:6]]
	assert len(set(first)) == 6
	assert len({path.suffix for path in first}) >= 5


def test_scan_has_a_picture_and_no_text() -> None:
	"""The scanned delivery note is one page with an image and without a text layer."""
	(page,) = pypdf.PdfReader(HANDBOOK / "scanned-delivery-note.pdf").pages
	assert page.extract_text().strip() == ""
	assert "/XObject" in page["/Resources"]


@pytest.mark.skipif(
	bool(reason_against("eng")),
	reason="needs Tesseract and pypdfium2; get them with: apt install tesseract-ocr; pip install 'huf[ocr]'",
)
def test_scan_is_read_where_tesseract_is() -> None:
	"""With Tesseract the words on the scanned delivery note are read, with their page."""
	content = Content("note.pdf", path=HANDBOOK / "scanned-delivery-note.pdf")
	with Ocr("eng").scans_of(content) as scans:
		(section,) = extract(replace(content, scans=scans)).sections
	assert section.locator == Locator(page=1)
	assert all(
		words in section.text for words in ("DELIVERY NOTE", "SKU-00511/SK", "40 sets counted", "VENLO")
	)


def test_scan_is_no_text_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
	"""Without Tesseract the scanned delivery note is No Text, with the package that would help."""
	monkeypatch.setenv("PATH", str(tmp_path))
	content = Content("note.pdf", path=HANDBOOK / "scanned-delivery-note.pdf")
	with Ocr("eng").scans_of(content) as scans, pytest.raises(NoText, match="apt install tesseract-ocr"):
		list(extract(replace(content, scans=scans)).sections)


@pytest.mark.parametrize("strict", [True, False])
def test_broken_report_cannot_be_read(strict: bool) -> None:
	"""The broken report begins like a PDF, yet pypdf cannot open it, lenient or not."""
	path = HANDBOOK / "broken-report.pdf"
	assert path.read_bytes().startswith(b"%PDF-")
	with pytest.raises(PyPdfError):
		_ = pypdf.PdfReader(path, strict=strict).pages[0].extract_text()


def test_handbook_stays_small() -> None:
	"""The folder ships inside the package, so it stays under 600 KB."""
	assert sum(path.stat().st_size for path in HANDBOOK.iterdir()) < 600_000
