"""How PDF pages come out as people read them: ``python -m benchmarks.reading.pdf_layout FOLDER [--pdf FOLDER...]``

FOLDER has tables of TAT-QA (``tatqa_dataset_*.json``) and of WikiTableQuestions (``*.csv``), anywhere in it. Tables are set into
PDF files with lines around their cells, with lines between their rows only, and without any; short ones stand between
paragraphs, long ones go over pages, with their header on each page and with it on the first alone, all under a head and over
a foot. Counted are rows that come out whole, as one line with all cells in their order, and passages of the table that have
all names of its columns. Paragraphs of TAT-QA make pages of one, two and three columns, stored column by column and line by
line across: counted are lines that the right line follows, tables where there are none, and heads and feet that are left. With
``--pdf``: pages a second and tables found in other files.

It needs ``pip install fpdf2`` and, so that every character of the tables can be set, a font: ``--font FILE.ttf``.
"""

import argparse
import csv
import itertools
import json
import logging
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from huf.engine.chunkers import ChunkSettings, chunk_sections
from huf.engine.content import Content
from huf.engine.errors import InputError
from huf.engine.extractors import extract
from huf.engine.types import Section

Rows = list[list[str]]
LINES = ("ALL", "MINIMAL", "HORIZONTAL_LINES", "NONE")
HEAD, FOOT = "Report of the Company", "Confidential"
_NOT_SAID = re.compile(r"[\s|]+")
_AMOUNT = re.compile(r"[^\w]*\d[\d.,]*[^\w]*")
_YEAR = re.compile(r"(19|20)\d\d")


def financial_tables(folder: Path, count: int, skipped: int = 0) -> tuple[list[Rows], list[str]]:
	"""Tables of annual reports, and paragraphs around them."""
	tables: list[Rows] = []
	paragraphs: list[str] = []
	for file in sorted(folder.rglob("tatqa_dataset_*.json")):
		for report in json.loads(file.read_text("utf-8")):
			rows = [[_clean(cell) for cell in row] for row in report["table"]["table"]]
			paragraphs += [_clean(one["text"]) for one in report["paragraphs"]]
			if len(tables) < count + skipped and 5 <= len(rows) <= 25 and 2 <= len(rows[0]) <= 7:
				tables.append(rows)
	return tables[skipped:], [text for text in paragraphs if len(text) > 200]


def long_tables(folder: Path, count: int, skipped: int = 0) -> list[Rows]:
	"""Tables of an encyclopedia that have more rows than a page."""
	tables: list[Rows] = []
	for file in sorted(folder.rglob("*.csv")):
		with file.open(encoding="utf-8", newline="") as stream:
			rows = [[_clean(cell)[:90] for cell in row] for row in csv.reader(stream, escapechar="\\")]
		fits = rows and 3 <= len(rows[0]) <= 7 and all(len(row) == len(rows[0]) for row in rows)
		if fits and all(rows[0]) and 30 <= len(rows) <= 150 and len(tables) < count + skipped:
			tables.append(rows)
	return tables[skipped:]


def _clean(text: str) -> str:
	return " ".join(text.replace("\\n", " ").split()).encode("latin-1", "ignore").decode("latin-1").strip()


def header_rows(rows: Rows) -> int:
	"""The rows above the first that has an amount, or else one."""
	for number, row in enumerate(rows[:4]):
		if (row[0] and not any(row[1:])) or any(
			_AMOUNT.fullmatch(cell) and not _YEAR.fullmatch(cell) for cell in row[1:]
		):
			return max(number, 1)
	return 1


def _document(font: Path | None) -> Any:
	from fpdf import FPDF

	class Paper(FPDF):
		def header(self) -> None:
			self.set_font("body", size=8)
			self.cell(90, 8, HEAD)
			self.cell(0, 8, "Annual edition", align="R")
			self.ln(14)

		def footer(self) -> None:
			self.set_y(-15)
			self.set_font("body", size=8)
			self.cell(90, 8, FOOT)
			self.cell(0, 8, f"Page {self.page_no()}", align="R")

	paper = Paper()
	for style in ("", "B"):
		if font:
			paper.add_font("body", style, font)
		else:
			paper.core_fonts_encoding = "latin-1"
	if not font:
		paper.set_font("Helvetica")
		paper.add_font = lambda *_arguments, **_more: None
		paper.set_font = lambda _family, style="", size=0: FPDF.set_font(paper, "Helvetica", style, size)
	paper.set_auto_page_break(auto=True, margin=20)
	return paper


def set_table(
	rows: Rows, target: Path, lines: str, around: Sequence[str], repeated: bool, font: Path | None
) -> None:
	"""A file with this table."""
	from fpdf.fonts import FontFace

	paper = _document(font)
	count = header_rows(rows)
	paper.add_page()
	paper.set_font("body", size=10)
	paper.multi_cell(0, 5, around[0])
	paper.ln(4)
	paper.set_font("body", size=9)
	widths = [_width([row[column] for row in rows]) for column in range(len(rows[0]))]
	with paper.table(
		borders_layout=lines,
		num_heading_rows=count,
		repeat_headings=1 if repeated else 0,
		col_widths=widths,
		text_align=["LEFT", *["RIGHT" if _is_numeric(rows, n) else "LEFT" for n in range(1, len(rows[0]))]],
		line_height=4.5,
		padding=1.2,
		headings_style=FontFace(emphasis="BOLD"),
	) as table:
		for row in rows:
			line = table.row()
			for cell in row:
				line.cell(cell)
	paper.ln(4)
	paper.set_font("body", size=10)
	paper.multi_cell(0, 5, around[1])
	paper.output(str(target))


def _width(cells: Sequence[str]) -> int:
	"""In characters: no word is cut, and long texts have several lines."""
	word = max((len(word) for cell in cells for word in cell.split()), default=0)
	return max(word, min(max(map(len, cells)), 30)) + 3


def _is_numeric(rows: Rows, column: int) -> bool:
	cells = [row[column] for row in rows if row[column]]
	return 2 * sum(bool(_AMOUNT.fullmatch(cell)) for cell in cells) > len(cells)


def set_columns(
	paragraphs: Sequence[str], target: Path, count: int, across: bool, font: Path | None
) -> list[str]:
	"""A file of pages with this many columns; the lines in the order in which they are read."""
	paper = _document(font)
	width, space = 186 / count, 6
	expected: list[str] = []
	paper.add_page()
	paper.set_font("body", size=9)
	lines = [
		line
		for text in paragraphs
		for line in paper.multi_cell(width - space, 4.5, text, dry_run=True, output="LINES")
	]
	for_each = 50
	for first in range(0, len(lines), for_each * count):
		if first:
			paper.add_page()
		paper.set_font("body", size=9)
		top = paper.get_y()
		here = lines[first : first + for_each * count]
		places = [(number // for_each, number % for_each, line) for number, line in enumerate(here)]
		expected += here
		for column, row, line in sorted(places, key=lambda one: one[1:2] if across else one[:2]):
			paper.set_xy(12 + column * width, top + 4.5 * row)
			paper.cell(width - space, 4.5, line)
	paper.output(str(target))
	return expected


def sections_of(file: Path) -> list[Section]:
	"""What huf reads; nothing where it refuses."""
	try:
		return list(extract(Content(file.name, path=file)).sections)
	except InputError:
		return []


def _said(text: str) -> str:
	return _NOT_SAID.sub("", text)


def count_table(rows: Rows, sections: Sequence[Section]) -> Counter[str]:
	"""Rows, whole rows, passages of the table, and those that have its header."""
	head = header_rows(rows)
	found = Counter(
		_said(line) for section in sections for line in f"{section.header}\n{section.text}".split("\n")
	)
	counted: Counter[str] = Counter()
	wanted = [_said("".join(row)) for row in rows]
	for row in wanted[head:]:
		if row:
			counted["rows"] += 1
			counted["whole"] += found[row] > 0
			found[row] -= 1
	names = [_said(cell) for row in rows[:head] for cell in row if cell]
	labels = [row for row in wanted[head:] if len(row) > 12]
	for chunk in chunk_sections(sections, ChunkSettings()):
		text = _said(chunk.text)
		if any(row in text for row in labels):
			counted["passages"] += 1
			all_of_it = _said(chunk.header) + text
			counted["with header"] += all(name in all_of_it for name in names)
	return counted


def count_order(expected: Sequence[str], sections: Sequence[Section]) -> Counter[str]:
	"""Lines, and those behind which the right one follows."""
	text = _said("\n".join(section.text for section in sections).replace("-\n", "-"))
	counted: Counter[str] = Counter()
	for one, other in itertools.pairwise(expected):
		counted["lines"] += 1
		counted["followed"] += (
			_said(one)[-20:].rstrip("-") + _said(other)[:20] in text
			or _said(one)[-20:] + _said(other)[:20] in text
		)
	counted["tables"] = sum(section.kind == "table" for section in sections)
	return counted


def count_heads(sections: Sequence[Section]) -> int:
	"""Heads and feet among the text of a file of three pages or more."""
	if len({section.locator.page for section in sections}) < 3:
		return 0
	text = "\n".join(section.text for section in sections)
	return text.count(HEAD) + text.count(FOOT)


def show(name: str, counted: Counter[str]) -> None:
	"""One line of the table of results."""
	print(
		f"| {name} | {counted['whole']} of {counted['rows']} | {counted['with header']} of {counted['passages']} "
		f"| {counted['heads']} |",
		flush=True,
	)


def measure_tables(options: argparse.Namespace, folder: Path) -> list[str]:
	"""Print what comes out of tables; gives the paragraphs."""
	financial, paragraphs = financial_tables(options.folder, options.tables, options.skip)
	long = long_tables(options.folder, options.tables, options.skip)
	if not financial and not long:
		sys.exit("No tables there.")
	chosen = random.Random(7)
	print(f"{len(financial)} short tables, {len(long)} long ones")
	print("| tables | whole rows | passages with header | heads and feet left |\n|---|---:|---:|---:|")
	kinds = [
		("short", financial, True),
		("long, header on each page", long, True),
		("long, header once", long, False),
	]
	for kind, tables, repeated in kinds:
		for lines in LINES:
			total: Counter[str] = Counter()
			for number, rows in enumerate(tables):
				file = folder / f"{kind}-{lines}-{number}.pdf"
				set_table(rows, file, lines, chosen.sample(paragraphs, 2), repeated, options.font)
				sections = sections_of(file)
				counted = count_table(rows, sections)
				counted["heads"] = count_heads(sections)
				total += counted
				if options.files and counted["whole"] < counted["rows"]:
					print(f"  {file.name}: {counted['whole']} of {counted['rows']}")
			show(f"{kind}, {lines.lower().replace('_', ' ')}", total)
	return paragraphs


def measure_columns(paragraphs: Sequence[str], options: argparse.Namespace, folder: Path) -> None:
	"""Print what comes out of running text."""
	print("\n| columns | stored | lines in order | tables in text |\n|---|---|---:|---:|")
	for count in (1, 2, 3):
		for across in (False, True) if count > 1 else (False,):
			total: Counter[str] = Counter()
			for number in range(10):
				file = folder / f"columns-{count}-{across}-{number}.pdf"
				texts = paragraphs[number * 30 : number * 30 + 30]
				expected = set_columns(texts, file, count, across, options.font)
				total += count_order(expected, sections_of(file))
			stored = "across" if across else "by columns"
			print(
				f"| {count} | {stored} | {total['followed']} of {total['lines']} | {total['tables']} |",
				flush=True,
			)


def pdf_files(folders: Sequence[Path]) -> Iterator[Path]:
	"""All PDF files, by name."""
	for folder in folders:
		yield from sorted(folder.rglob("*.pdf")) if folder.is_dir() else [folder]


def measure_speed(files: Sequence[Path]) -> None:
	"""Print pages a second, the best of three, and tables."""
	if files:
		print("\n| file | pages | pages a second | tables |\n|---|---:|---:|---:|")
	pages, spent = 0, 0.0
	for file in files:
		best = float("inf")
		for _ in range(3):
			began = time.process_time()
			sections = sections_of(file)
			best = min(best, time.process_time() - began)
		count = len({section.locator.page for section in sections})
		pages, spent = pages + count, spent + best
		tables = sum(section.kind == "table" for section in sections)
		print(f"| {file.name} | {count} | {count / best:.1f} | {tables} |", flush=True)
	if files:
		print(f"| all {len(files)} | {pages} | {pages / spent:.1f} | |")


def main() -> None:
	"""Measure, and print three tables."""
	parser = argparse.ArgumentParser(description=__doc__)
	parser.add_argument("folder", type=Path)
	parser.add_argument("--tables", type=int, default=30, help="of each collection")
	parser.add_argument("--skip", type=int, default=0, help="tables of each that are left out")
	parser.add_argument("--pdf", nargs="*", type=Path, default=[])
	parser.add_argument("--font", type=Path)
	parser.add_argument("--files", action="store_true", help="name the files with rows that are not whole")
	parser.add_argument("--keep", type=Path, help="folder for the files that are made")
	options = parser.parse_args()
	with tempfile.TemporaryDirectory() as temporary:
		folder = options.keep or Path(temporary)
		folder.mkdir(exist_ok=True)
		paragraphs = measure_tables(options, folder)
		measure_columns(paragraphs, options, folder)
		measure_speed([*pdf_files([folder]), *pdf_files(options.pdf)] if options.pdf else [])


if __name__ == "__main__":
	# What libraries say of damaged files would drown the tables.
	logging.disable(logging.CRITICAL)
	main()
