"""PDF pages as people read them: columns in their order, heads and feet left out, tables row by row with their header."""

import io
import random
import time
from pathlib import Path

import pytest
from extractor_samples import Placed, pdf_of, placed_pdf, read
from pypdf import PdfReader, PdfWriter

from huf.engine.chunkers import ChunkSettings, chunk_sections
from huf.engine.extractors.pdf.cells import cell_text, header_of, is_number
from huf.engine.extractors.pdf.heads import SAMPLED
from huf.engine.extractors.unread import Unread
from huf.engine.pdf_pages import can_draw, draw_page, marks_of
from huf.engine.types import Section

WORDS = (
	"the company pays for hotels and trains that were booked by its office and keeps every receipt until the end of "
	"the month because the auditors ask for them and nobody remembers later what a journey was for"
).split()
NAMES = ("Part", "Price", "Stock")
PARTS = [
	("Pump", "120.50", "14"),
	("Valve", "8.20", "300"),
	("Gasket", "0.45", "2,100"),
	("Filter", "31.00", "7"),
]
LEFTS = (72, 220, 330)


def prose(seed: int, count: int, words: int = 7) -> list[str]:
	"""Lines of running text."""
	chosen = random.Random(seed)
	return [" ".join(chosen.choice(WORDS) for _ in range(words)) for _ in range(count)]


def column(left: float, lines: list[str], top: float = 100) -> list[Placed]:
	"""Lines below each other."""
	return [(left, top + 12 * number, line) for number, line in enumerate(lines)]


def rows(cells: list[tuple[str, ...]], top: float = 100, pitch: float = 16) -> list[Placed]:
	"""Rows of cells, each at its place."""
	return [
		(left, top + pitch * number, text)
		for number, row in enumerate(cells)
		for left, text in zip(LEFTS, row, strict=False)
		if text
	]


def lines_of(sections: list[Section]) -> list[str]:
	"""All lines."""
	return [line for section in sections for line in section.text.splitlines()]


@pytest.mark.parametrize("lefts", [(60, 320), (40, 225, 410)])
def test_columns_that_are_stored_across(lefts: tuple[int, ...]) -> None:
	"""Two or three columns that a file has line by line across are read one after another, with what stands over all first."""
	columns = [prose(number, 30, 6 if len(lefts) == 2 else 4) for number in range(len(lefts))]
	heading = (
		"A heading that goes over all of the columns of this page and is as wide as they are together, nearly"
	)
	texts = [(40, 70, heading)]
	for number in range(30):
		texts += [
			(left, 100 + 12 * number, lines[number]) for left, lines in zip(lefts, columns, strict=True)
		]
	sections, notes = read("a.pdf", placed_pdf([texts]))
	assert lines_of(sections) == [heading, *(line for lines in columns for line in lines)]
	assert [section.kind for section in sections] == ["prose"] and notes == []


def test_columns_that_are_stored_one_after_another() -> None:
	"""They stay as they are, also where a later program put the second column first."""
	left, right = column(60, prose(1, 30)), column(320, prose(2, 30))
	for texts in ([*left, *right], [*left[:20], *left[20:], *right]):
		assert lines_of(read("a.pdf", placed_pdf([texts]))[0]) == [text for _, _, text in texts]


def test_a_form_of_two_columns() -> None:
	"""Questions and short answers, stored one column after another, are no table, though their lines stand at the same heights."""
	question = "If your country has an office that provides aid, what is its name"
	answers = ["Yes, for all", "No, it is up to each of the regions of it", "We know not"]
	sides = [
		[
			line
			for number in (first, first + 1)
			for line in (
				(left, f"{number}. {question}"),
				(left + 18, f"where is it, and who may ask it for what {question}"[:70]),
				*((left + 18, f"{answer} {number}") for answer in answers * 2),
			)
		]
		for left, first in ((40, 1), (320, 3))
	]
	texts = [(x, 100 + 14 * row, text) for side in sides for row, (x, text) in enumerate(side)]
	sections, _ = read("a.pdf", placed_pdf([texts], size=7))
	assert lines_of(sections) == [text for _, _, text in texts]
	assert {section.kind for section in sections} == {"prose"}


def test_a_heading_between_columns() -> None:
	"""What stands over both columns divides them: above it both are read, then it, then both below it."""
	wide = "A second heading goes over both of the columns, from the left first edge to the right first other edge"
	parts = [prose(number, 12) for number in range(4)]
	texts: list[Placed] = []
	for top, left, right in ((100, parts[0], parts[1]), (290, parts[2], parts[3])):
		for number in range(12):
			texts += [(60, top + 12 * number, left[number]), (320, top + 12 * number, right[number])]
	texts.append((60, 268, wide))
	found = lines_of(read("a.pdf", placed_pdf([texts]))[0])
	assert found == [*parts[0], *parts[1], wide, *parts[2], *parts[3]]


def test_running_text_is_no_table() -> None:
	"""Text set to both sides, numbered paragraphs, a list with points and pages of numbers in sentences have no tables."""
	spaced = [
		(72 + sum(5.2 * len(word) + 9 for word in line.split()[:at]), 100 + 12 * number, word)
		for number, line in enumerate(prose(3, 30))
		for at, word in enumerate(line.split())
	]
	numbered = [
		one
		for number, line in enumerate(prose(4, 20))
		for one in ((72, 100 + 14 * number, f"{number + 1}."), (100, 100 + 14 * number, line))
	]
	points = [
		one
		for number, line in enumerate(prose(5, 20))
		for one in ((72, 100 + 14 * number, "-"), (92, 100 + 14 * number, line))
	]
	figures = column(
		72, [f"In {1990 + n} sales were {n * 371:,} and costs {n * 97:,} million" for n in range(30)]
	)
	sections = read("a.pdf", placed_pdf([spaced, numbered, points, figures]))[0]
	assert [section.kind for section in sections] == ["prose"] * 4


def test_a_table_of_aligned_words() -> None:
	"""Rows are lines with bars between their cells, and the names of the columns are the header of the section."""
	texts = [
		(72, 60, "Some words stand above the table, and end with a full stop."),
		*rows([NAMES, *PARTS]),
		(72, 200, "Some more stand below."),
	]
	sections, notes = read("a.pdf", placed_pdf([texts]))
	assert [(s.kind, s.header, s.text) for s in sections] == [
		("prose", "", "Some words stand above the table, and end with a full stop.\n"),
		("table", "Part | Price | Stock", "".join(" | ".join(row) + "\n" for row in PARTS)),
		("prose", "", "Some more stand below.\n"),
	]
	assert {section.locator.page for section in sections} == {1} and notes == []


def test_the_line_over_a_table() -> None:
	"""A short line right above a table is a part of its header; what stands further away is not."""
	near = read("a.pdf", placed_pdf([[(72, 84, "Parts on stock"), *rows([NAMES, *PARTS])]]))[0]
	far = read("a.pdf", placed_pdf([[(72, 30, "Parts on stock"), *rows([NAMES, *PARTS])]]))[0]
	assert [s.header for s in near] == ["Parts on stock\nPart | Price | Stock"]
	assert [s.header for s in far] == ["", "Part | Price | Stock"]


GRID = " ".join(
	[f"70 {842 - top} m 430 {842 - top} l S" for top in (88, 104, 130, 146)]
	+ [f"{left} {842 - 88} m {left} {842 - 146} l S" for left in (70, 218, 328, 430)]
)


def test_cells_with_lines_around_them() -> None:
	"""A cell of two lines is one, an empty cell keeps its place, and what stands beside the grid is not in it."""
	texts = [
		*rows([NAMES]),
		(72, 115, "Pump with a"),
		(72, 126, "seal of rubber"),
		(330, 120, "14"),
		(72, 142, "Valve"),
		(220, 142, "8.20"),
		(330, 142, "300"),
		(450, 120, "aside"),
	]
	sections = read("a.pdf", placed_pdf([texts], GRID, bold=3))[0]
	table = next(section for section in sections if section.kind == "table")
	assert table.header == "Part | Price | Stock"
	assert table.text == "Pump with a seal of rubber |  | 14\nValve | 8.20 | 300\n"
	assert "aside" in "".join(section.text for section in sections if section.kind == "prose")


def test_a_cell_that_reaches_down() -> None:
	"""It stands in each of the rows beside it, so that a row says by itself what it is about."""
	lines = " ".join(
		[f"{70 if top != 130 else 218} {842 - top} m 430 {842 - top} l S" for top in (88, 104, 130, 146)]
		+ [f"{left} {842 - 88} m {left} {842 - 146} l S" for left in (70, 218, 328, 430)]
	)
	texts = [
		*rows([NAMES]),
		(72, 126, "Pumps"),
		(220, 120, "120.50"),
		(330, 120, "14"),
		(220, 142, "99.00"),
		(330, 142, "3"),
	]
	sections = read("a.pdf", placed_pdf([texts], lines, bold=3))[0]
	assert [s.text for s in sections] == ["Pumps | 120.50 | 14\nPumps | 99.00 | 3\n"]


@pytest.mark.parametrize(
	"drawn",
	[
		"50 50 m 550 50 l S 50 50 m 50 800 l S 550 50 m 550 800 l S 50 800 m 550 800 l S",
		"50 50 m 550 50 l S 50 50 m 50 800 l S 300 50 m 300 110 l S 550 50 m 550 800 l S 50 800 m 550 800 l S 50 110 m 550 110 l S",
	],
)
def test_frames_and_charts_are_no_tables(drawn: str) -> None:
	"""A frame around a page, and one with a box in it, leave its text as it is."""
	lines = prose(6, 30)
	assert lines_of(read("a.pdf", placed_pdf([column(72, lines)], drawn))[0]) == lines


def test_rows_of_several_lines_without_lines() -> None:
	"""Lines that stand closer than rows do belong to one row, also where amounts are in the middle of its height."""
	texts = rows([NAMES])
	for number, (name, price, stock) in enumerate(PARTS):
		top = 124 + 40 * number
		texts += [
			(72, top, f"{name} of steel"),
			(72, top + 12, "with a seal"),
			(220, top + 6, price),
			(330, top + 6, stock),
		]
	table = read("a.pdf", placed_pdf([texts]))[0][-1]
	assert table.header == "Part | Price | Stock"
	assert table.text.splitlines() == [
		f"{name} of steel with a seal | {price} | {stock}" for name, price, stock in PARTS
	]


@pytest.mark.parametrize("is_repeated", [True, False])
@pytest.mark.parametrize("drawn", ["", GRID])
def test_a_table_over_pages(is_repeated: bool, drawn: str) -> None:
	"""It keeps its header on the pages behind, whether that is printed there or not, and every passage has it."""
	listed = [(f"Part number {n}", f"{n}.50", str(3 * n)) for n in range(1, 121)]
	pages = []
	for number in range(3):
		here: list[tuple[str, ...]] = list(listed[40 * number : 40 * number + 40])
		pages.append(rows([NAMES, *here] if is_repeated or not number else here))
	if drawn:
		height = 16 * 41
		drawn = " ".join(
			[f"70 {842 - 88 - 16 * n} m 430 {842 - 88 - 16 * n} l S" for n in range(42)]
			+ [f"{left} {842 - 88} m {left} {842 - 88 - height} l S" for left in (70, 218, 328, 430)]
		)
	sections, notes = read("a.pdf", placed_pdf(pages, drawn))
	assert [(s.kind, s.header, s.locator.page) for s in sections if s.kind == "table"] == [
		("table", "Part | Price | Stock", page) for page in (1, 2, 3)
	]
	assert lines_of(sections) == [" | ".join(row) for row in listed]
	assert notes == []
	chunks = list(chunk_sections(sections, ChunkSettings(size=128, overlap=0)))
	assert len(chunks) > 10 and {chunk.header for chunk in chunks} == {"Part | Price | Stock"}


def test_another_table_does_not_go_on() -> None:
	"""With other columns, or behind running text, a table on the next page is one of its own."""
	other = [
		("Town", "Country"),
		("Venlo", "Netherlands"),
		("Kassel", "Germany"),
		("Porto", "Portugal"),
		("Graz", "Austria"),
	]
	first = rows([NAMES, *PARTS])
	sections = read(
		"a.pdf", placed_pdf([first, [*column(72, prose(7, 5)), *rows([(*NAMES[:2], "Age"), *PARTS], 200)]])
	)[0]
	assert [s.header for s in sections if s.kind == "table"] == ["Part | Price | Stock", "Part | Price | Age"]
	sections = read("a.pdf", placed_pdf([first, rows(other)], bold=2))[0]
	assert sections[-1].header == "Town | Country" and "Venlo" in sections[-1].text


def body(page: int) -> list[Placed]:
	"""A page of running text."""
	return column(72, prose(100 + page, 20), 150)


def test_heads_and_feet() -> None:
	"""What stands on every page at one place, and the page's number, is in no passage, and is named once."""
	pages = [
		[(72, 40, "Handbook of Tarnbrook"), *body(n), (72, 800, "Confidential"), (500, 800, f"Page {n} of 5")]
		for n in range(1, 6)
	]
	sections, notes = read("a.pdf", placed_pdf(pages))
	assert [section.text for section in sections] == [
		"\n".join(prose(100 + n, 20)) + "\n" for n in range(1, 6)
	]
	assert notes == [
		"What stands at the top or at the foot of the pages was left out: “Handbook of Tarnbrook”, “Confidential”, "
		"“Page 1 of 5”."
	]
	assert not isinstance(notes[0], Unread)


def test_heads_of_odd_and_even_pages() -> None:
	"""Books have the title on one side and the chapter on the other."""
	pages = [
		[
			(72, 40, "Title of the book") if n % 2 else (300, 40, "Chapter on journeys"),
			*body(n),
			(290, 800, str(n + 12)),
		]
		for n in range(1, 8)
	]
	text = "".join(section.text for section in read("a.pdf", placed_pdf(pages))[0])
	assert "Title" not in text and "Chapter" not in text and not any(c.isdigit() for c in text)


def test_what_is_no_head() -> None:
	"""A short file, a line on one page, the same line at other heights, and numbers that do not go on with the pages stay."""
	short = [[(72, 40, "Offer"), *body(n)] for n in (1, 2)]
	single = [[(72, 40, "Only on this page" if n == 3 else "Handbook"), *body(n)] for n in range(1, 6)]
	moving = [[(72, 40 + 12 * n, "Moving"), *body(n)] for n in range(1, 6)]
	counted = [[(72, 40, f"Invoice {7 * n * n}"), *body(n)] for n in range(1, 6)]
	alone = [[(72, 40, "Nothing else")] for _ in range(4)]
	for pages, wanted in (
		(short, "Offer"),
		(single, "Only on this page"),
		(moving, "Moving"),
		(counted, "Invoice 7"),
		(alone, "Nothing"),
	):
		assert wanted in "".join(section.text for section in read("a.pdf", placed_pdf(pages))[0])


def test_heads_of_long_files() -> None:
	"""They are found on some of the pages, and left out of all."""
	pages = [
		[(72, 40, "Handbook of Tarnbrook"), *column(72, prose(n, 3), 150), (290, 800, str(n))]
		for n in range(1, 3 * SAMPLED)
	]
	sections, notes = read("a.pdf", placed_pdf(pages))
	assert [s.text for s in sections] == ["\n".join(prose(n, 3)) + "\n" for n in range(1, 3 * SAMPLED)]
	assert len(notes) == 1


def test_names_of_columns_are_no_heads() -> None:
	"""They repeat at the top of every page too, and stay with their table while the head above them goes."""
	pages = [
		[
			(72, 40, "Price list"),
			*rows([NAMES, *[(f"Part {n}{m}", f"{m}.5{n}", str(m + n)) for m in range(1, 30)]], 70),
		]
		for n in range(1, 5)
	]
	sections, notes = read("a.pdf", placed_pdf(pages))
	assert [s.header for s in sections] == ["Part | Price | Stock"] * 4
	assert sum(len(s.text.splitlines()) for s in sections) == 4 * 29
	assert notes == ["What stands at the top or at the foot of the pages was left out: “Price list”."]


def test_turned_pages() -> None:
	"""A table on a page that is turned by a quarter has the same rows."""
	writer = PdfWriter()
	# Letters that go up the page as it is stored: shown upright when it is turned by 90 degrees.
	shown = "".join(f"0 1 -1 0 {top} {left} Tm ({text}) Tj " for left, top, text in rows([NAMES, *PARTS]))
	page = PdfReader(io.BytesIO(pdf_of([f"BT /F1 10 Tf {shown}ET"]))).pages[0]
	writer.add_page(page.rotate(90))
	stream = io.BytesIO()
	writer.write(stream)
	sections = read("a.pdf", stream.getvalue())[0]
	assert [(s.header, s.text) for s in sections] == [
		("Part | Price | Stock", "".join(" | ".join(row) + "\n" for row in PARTS))
	]


@pytest.mark.parametrize(
	("text", "is_amount"),
	[
		*(
			(text, True)
			for text in ("12", "1,234.56", "(3.1)", "$ 5,686", "4.00%", "-", "–", "12 kg", "EUR 1"[4:], "€ 3")
		),
		*((text, False) for text in ("", "Pump", "A4 paper", "12 May 2024 in Venlo", "1" * 60)),
	],
)
def test_amounts(text: str, is_amount: bool) -> None:
	"""Numbers with their signs and units, and the dash that stands for none."""
	assert is_number(text) is is_amount


def test_the_header_of_a_table() -> None:
	"""By bold type, by amounts that begin below it, by a line, by standing first; none where the first row is like the others."""
	amounts = [["Pump", "1", "2"], ["Valve", "3", "4"], ["Seal", "5", "6"]]
	plain = [False] * 5
	assert header_of([["Part", "2019", "2018"], *amounts], plain[:4], set()) == (1, False)
	assert header_of([["", "Year ended", ""], ["", "2019", "2018"], *amounts], plain, set()) == (2, False)
	assert header_of([["Assets", "", ""], *amounts], plain[:4], set())[0] == 1
	assert header_of(amounts, plain[:3], set()) == (0, False)
	words = [["Ada", "Venlo"], ["Bob", "Porto"], ["Eve", "Graz"], ["Joe", "Linz"]]
	assert header_of([["Name", "Town"], *words], [True, *plain[:4]], set()) == (1, True)
	assert header_of([["Name", "Town"], *words], plain, {0}) == (1, True)
	assert header_of([["Name", "Town"], *words], plain, set()) == (0, False)
	assert header_of([["Name", "Town", "Age"], *([*row, "old"] for row in words)], plain, set()) == (1, False)


def test_words_that_a_cell_divides() -> None:
	"""They are joined as those of running text are."""
	assert cell_text([["twenty-"], ["seven"]]) == "twentyseven"
	assert cell_text([["North-"], ["South"]]) == "North- South"
	assert cell_text([[], ["one", "two"], ["three"]]) == "one two three"


def hostile() -> dict[str, str]:
	"""Pages that were made to take long."""
	chosen = random.Random(1)

	def at(count: int, size: float) -> str:
		words = (
			f"1 0 0 1 {chosen.random() * 590:.1f} {chosen.random() * 830:.1f} Tm (word) Tj "
			for _ in range(count)
		)
		return f"BT /F1 {size} Tf {''.join(words)}ET"

	small = "".join(f"1 0 0 1 {2 + n % 36 * 16} {4 + n // 36 * 18} Tm (x{n}) Tj " for n in range(1500))
	return {
		"one line": "BT /F1 8 Tf 0 0 Td " + "(word and more ) Tj " * 25_000 + "ET",
		"one place": "BT /F1 8 Tf 50 400 Td "
		+ "".join(f"(w{n % 97}) Tj 0 0 Td " for n in range(20_000))
		+ "ET",
		"words anywhere": at(8_000, 6),
		"small words anywhere": at(3_000, 2),
		"lines anywhere": at(200, 6)
		+ "".join(f"{n % 590} 0 m {n * 7 % 590} {n % 800} l S " for n in range(200_000)),
		"a fine grid": "".join(
			f"{n * 1.5} 0 m {n * 1.5} 800 l S 0 {n * 2} m 580 {n * 2} l S " for n in range(390)
		)
		+ f"BT /F1 2 Tf {small}ET",
		"far away": "BT /F1 8 Tf "
		+ "".join(f"1 0 0 1 {10 ** (n % 9)} {10 ** (n % 7)} Tm (word here) Tj " for n in range(500))
		+ "ET",
		"no size": "BT /F1 0.0001 Tf "
		+ "".join(f"1 0 0 1 {10 + n % 5 * 50} {800 - n // 5 * 3} Tm (word) Tj " for n in range(500))
		+ "ET",
	}


@pytest.mark.parametrize("name", sorted(hostile()))
def test_hostile_pages_take_no_time(name: str) -> None:
	"""Hundreds of thousands of characters, all words in one place or anywhere, and lines without end are read in seconds."""
	data = pdf_of([hostile()[name]])
	began = time.process_time()
	read("a.pdf", data)
	assert time.process_time() - began < 20


def invented(seed: int) -> list[str]:
	"""Lines of words that stand nowhere else."""
	chosen = random.Random(seed)
	return [" ".join("".join(chosen.choices("abcdefghij", k=7)) for _ in range(5)) for _ in range(30)]


@pytest.mark.skipif(
	not can_draw(), reason="needs pypdfium2 and Pillow; get them with: pip install 'huf[ocr]'"
)
def test_marks_of_columns_and_rows(tmp_path: Path) -> None:
	"""A passage of a column that was stored across, and one of rows with their header, are marked where they stand."""
	file = tmp_path / "a.pdf"
	left, right = invented(1), invented(2)
	across = [one for n in range(30) for one in ((60, 100 + 12 * n, left[n]), (320, 100 + 12 * n, right[n]))]
	file.write_bytes(placed_pdf([across, rows([NAMES, *PARTS])]))
	drawn = draw_page(file, 1)
	assert drawn is not None
	marks = marks_of("\n".join(left[:10]) + "\n", drawn.characters, drawn.boxes)
	assert len(marks) == 10 and all(mark.left + mark.width < 0.55 for mark in marks)
	drawn = draw_page(file, 2)
	assert drawn is not None
	marks = marks_of("Pump | 120.50 | 14\nValve | 8.20 | 300\n", drawn.characters, drawn.boxes)
	assert {round(mark.top, 2) for mark in marks} == {round((108 + 16 * n) / 842, 2) for n in (0, 1)}
