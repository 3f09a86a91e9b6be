"""Pages of PDFs as pictures: where a passage stands on them, and what hostile files cost."""

import json
import time
from pathlib import Path

import pytest
from extractors.extractor_samples import make_pdf

from huf.engine.content import Content
from huf.engine.extractors.pdf.extractor import extract_pdf
from huf.engine.pdf_pages import can_draw, draw_page, drawing, marks_of
from huf.engine.pdf_pages.marking import LEAST

needs_pdfium = pytest.mark.skipif(
	not can_draw(), reason="needs pypdfium2 and Pillow; get them with: pip install 'huf[ocr]'"
)
WIDE = 50
"""Width and height of each character of :func:`laid_out`, in ten-thousandths of the page."""


def laid_out(*lines: str, top: int = 1000) -> tuple[str, list[int]]:
	"""Characters and boxes as the program gives them: each line 100 below the one before, white space left out."""
	characters, boxes = [], []
	for number, line in enumerate(lines):
		for column, character in enumerate(line):
			if not character.isspace():
				left, upper = 1000 + column * WIDE, top + number * 100
				characters.append(character)
				boxes += [left, upper, left + WIDE, upper + WIDE]
	return "".join(characters), boxes


def marked(passage: str, *lines: str, only_end: bool = False) -> list[str]:
	"""What stands under each mark, with its spaces."""
	found = []
	for mark in marks_of(passage, *laid_out(*lines), only_end=only_end):
		line = lines[round((mark.top * 10_000 - 1000) / 100)]
		first = round((mark.left * 10_000 - 1000) / WIDE)
		found.append(line[first : first + round(mark.width * 10_000 / WIDE)])
	return found


def test_a_passage_in_the_middle_of_lines() -> None:
	"""One rectangle for each line, no more of the line than the passage has."""
	lines = ("Before. The leave is", "twenty-seven days", "a year. After.")
	assert marked("The leave is twenty-seven days a year.", *lines) == [
		"The leave is",
		"twenty-seven days",
		"a year",
	]


def test_readers_differ_in_hyphens_ligatures_spaces_and_case() -> None:
	"""Words that a line end divides are one, a ligature is its letters, spaces may be missing or doubled."""
	lines = ("The entitle-", "ment to ﬁve  oﬃces", "PAYMENTADVICE")
	passage = "The entitlement to five offices\nPayment Advice"
	assert marked(passage, *lines) == ["The entitle", "ment to ﬁve  oﬃces", "PAYMENTADVICE"]


def test_columns_in_another_order() -> None:
	"""Parts that another reader has in another order are marked each, and what stands between is not."""
	lines = ("Second column comes first here", "nothing of the passage", "First column goes before it")
	passage = "First column goes before it. Second column comes first here."
	assert marked(passage, *lines) == [lines[0], lines[2]]


def test_a_passage_over_two_pages() -> None:
	"""Its beginning is marked on its page and its end on the next, where the head that both have is not."""
	head = "Handbook of the company, edition of May"
	first = "Whoever travels for the company by train or by air books in time"
	second = "and keeps every receipt of the hotel until the month is over"
	passage = f"{head}\n{first}\n{second}"
	assert marked(passage, head, first) == [head, first]
	assert marked(passage, head, second, "Something else", only_end=True) == [second]
	assert marked(passage, head, "Something else", only_end=True) == []
	assert marked(f"{first} and ends with few words", "few words", only_end=True) == []
	assert marked(f"{'What stands nowhere here is long. ' * 12}{second}", "Other words", second) == [second]


def test_what_is_not_there() -> None:
	"""Nothing is marked for other words, few letters, or nothing."""
	assert marked("Completely different sentences", "The leave is twenty-seven days") == []
	assert marked("", "The leave") == marked("–!?", "The leave") == []
	assert marks_of("The leave", "", []) == []
	assert marked("the", "On the page") == ["the"]
	assert len("the leave is") == LEAST


def test_the_same_words_twice() -> None:
	"""A passage that stands there twice is marked once; a sentence that repeats is marked where the passage goes on."""
	assert marked("Paid within thirty days", *["Paid within thirty days"] * 2) == ["Paid within thirty days"]
	lines = ("Paid within thirty days", "of the order.", "Paid within thirty days", "of the invoice.")
	passage = "Paid within thirty days -- of the invoice. Missing words stand here"
	assert marked(passage, *lines) == [lines[2], lines[3].rstrip(".")]


def test_two_columns_are_two_rectangles() -> None:
	"""What lies beside each other with a wide gap is not marked as one."""
	line = f"Left words stand here{' ' * 20}and right words there"
	assert marked("Left words stand here and right words there", line) == [
		"Left words stand here",
		"and right words there",
	]


def test_hostile_pages_take_no_time() -> None:
	"""A page of one letter, and a passage of it with another now and then, are not compared all with all."""
	page = "a" * 60_000
	passage = ("a" * 700 + "b") * 60
	began = time.process_time()
	marks_of(passage, page, [0, 0, 1, 1] * len(page))
	assert time.process_time() - began < 20


@needs_pdfium
@pytest.mark.parametrize("number", [1, 2])
def test_what_was_extracted_is_found_on_the_picture(tmp_path: Path, number: int) -> None:
	"""What the extractor read has its place in the drawing: each line of the page is under a mark, where it is printed."""
	lines = [
		["Paid leave is twenty-", "seven working days a year.", "Ask your manager."],
		["Second page (of two)"],
	]
	file = tmp_path / "leave.pdf"
	file.write_bytes(make_pdf(lines))
	notes: list[str] = []
	text = [section.text for section in extract_pdf(Content(name="leave.pdf", path=file), notes)][number - 1]
	drawn = draw_page(file, number)
	assert drawn is not None and (drawn.page, drawn.pages, drawn.kind) == (number, 2, "image/png")
	assert drawn.picture.startswith(b"\x89PNG") and drawn.width * 842 == pytest.approx(
		drawn.height * 595, rel=0.01
	)
	marks = marks_of(text, drawn.characters, drawn.boxes)
	assert len(marks) == len(lines[number - 1])
	# make_pdf sets its first line 72 points from the left and 720 above the bottom of 842.
	assert marks[0].left == pytest.approx(72 / 595, abs=0.01)
	assert 1 - 735 / 842 < marks[0].top < marks[0].top + marks[0].height < 1 - 710 / 842
	assert [mark.top for mark in marks] == sorted(mark.top for mark in marks)


@needs_pdfium
def test_turned_and_cropped_pages(tmp_path: Path) -> None:
	"""Marks are where the words are seen: also on a page that is turned by a quarter and cropped."""
	from pypdf import PdfReader, PdfWriter
	from pypdf.generic import RectangleObject

	(tmp_path / "plain.pdf").write_bytes(make_pdf([["Words on a page that is turned"]]))
	writer = PdfWriter()
	page = PdfReader(tmp_path / "plain.pdf").pages[0]
	page.cropbox = RectangleObject((50, 500, 595, 842))
	writer.add_page(page.rotate(90))
	writer.write(tmp_path / "turned.pdf")
	drawn = draw_page(tmp_path / "turned.pdf", 1)
	assert drawn is not None and drawn.height > drawn.width
	marks = marks_of("Words on a page that is turned", drawn.characters, drawn.boxes)
	# The line's distance from the top of the cropped page is now that from the right.
	assert all(1 - (842 - 700) / 342 < mark.left < 1 - (842 - 740) / 342 + 0.02 for mark in marks)
	assert min(mark.top for mark in marks) == pytest.approx((72 - 50) / 545, abs=0.02)


@needs_pdfium
def test_a_page_that_is_not_there_is_the_nearest(tmp_path: Path) -> None:
	"""Numbers of strangers end at the first and the last page."""
	file = tmp_path / "two.pdf"
	file.write_bytes(make_pdf([["one"], ["two"]]))
	for asked, given in ((0, 1), (-5, 1), (10**12, 2)):
		drawn = draw_page(file, asked)
		assert drawn is not None and drawn.page == given


@needs_pdfium
def test_a_huge_page_is_a_small_picture(tmp_path: Path) -> None:
	"""A page of 5 by 5 metres has no more pixels than another."""
	file = tmp_path / "huge.pdf"
	file.write_bytes(make_pdf([["wide"]]).replace(b"[0 0 595 842]", b"[0 0 14400 14400]"))
	drawn = draw_page(file, 1)
	assert drawn is not None and drawn.width * drawn.height <= 3_010_000


def test_what_cannot_be_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""No file, no PDF, a damaged one, one that takes too long, no library: no page, and no error."""
	file = tmp_path / "a.pdf"
	assert draw_page(file, 1) is None
	for data in (b"", b"Not a PDF at all", b"%PDF-1.4\n" + b"\xff" * 5000, make_pdf([])):
		file.write_bytes(data)
		assert draw_page(file, 1) is None
	file.write_bytes(make_pdf([["fine"]]))
	assert draw_page(file, 1, seconds=0.001) is None
	monkeypatch.setattr(drawing, "find_spec", lambda _name: None)
	assert draw_page(file, 1) is None


@needs_pdfium
def test_a_crash_of_the_program_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""A decoder that dies, or says what is no answer, costs this page only."""
	file = tmp_path / "a.pdf"
	file.write_bytes(make_pdf([["fine"]]))
	program = tmp_path / "dies.py"
	monkeypatch.setattr(drawing, "_PROGRAM", program)
	for code in ("import os; os.abort()", "print('nonsense')", f"print({json.dumps({'error': 'x'})!r})"):
		program.write_text(code)
		assert draw_page(file, 1) is None


def test_a_large_file_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""The limit is asked before any library reads it."""
	file = tmp_path / "a.pdf"
	file.write_bytes(make_pdf([["fine"]]))
	monkeypatch.setattr(drawing, "MOST_FILE_BYTES", 10)
	monkeypatch.setattr(drawing.subprocess, "run", lambda *_words, **_more: pytest.fail("it was opened"))
	assert draw_page(file, 1) is None
