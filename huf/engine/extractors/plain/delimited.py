"""CSV and TSV, streamed: the place of a passage is its rows, and each passage repeats the column names."""

import csv
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from huf.engine.content import Content
from huf.engine.errors import CorruptFile
from huf.engine.extractors.encoding import TextFormat, find_format, open_text, repair_mojibake
from huf.engine.extractors.sections import is_blank
from huf.engine.extractors.tables.heads import Row
from huf.engine.extractors.tables.model import sheet_sections
from huf.engine.types import Locator, Section

VERSION = 3

MAX_LINE = 1_000_000
"""Characters of one line; the csv module itself refuses a field over 131,072."""
_DELIMITERS = (",", ";", "\t", "|")
_SAMPLE_LINES = 60


def extract_csv(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Rows of a file whose delimiter is comma, semicolon, tab or bar: the one that splits its first rows most evenly."""
	yield from _extract(content, notes, "")


def extract_tsv(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Rows of a file delimited by tabs."""
	yield from _extract(content, notes, "\t")


def _extract(content: Content, notes: list[str], delimiter: str) -> Iterator[Section]:
	how = find_format(content, notes)
	with open_text(content, how, newline="") as stream:
		lines = _lines(iter(lambda: stream.readline(MAX_LINE + 1), ""), how)
		sample = list(islice(lines, _SAMPLE_LINES))
		delimiter = delimiter or find_delimiter(sample)
		yield from _sections(_numbered_rows(chain(sample, lines), delimiter))


def _lines(raw: Iterable[str], how: TextFormat) -> Iterator[str]:
	for number, line in enumerate(raw, 1):
		if len(line) > MAX_LINE:
			raise CorruptFile(
				f"Line {number} has more than {MAX_LINE:,} characters: this is not a table of rows."
			)
		line = line.replace("\0", "\ufffd")
		yield repair_mojibake(line) if how.repair else line


def _numbered_rows(lines: Iterable[str], delimiter: str) -> Iterator[tuple[int, list[str]]]:
	reader = csv.reader(lines, delimiter=delimiter)
	number = 0
	while True:
		try:
			row = next(reader)
		except StopIteration:
			return
		except csv.Error as error:
			raise CorruptFile(
				f"Row {number + 1} cannot be read ({error}). A quotation mark may be open in or before it; close it and upload again."
			) from error
		number += 1
		yield number, row


def _sections(rows: Iterator[tuple[int, list[str]]]) -> Iterator[Section]:
	filled = (Row(number, row) for number, row in rows if not is_blank("".join(row)))
	yield from sheet_sections(filled, lambda span: Locator(rows=span), is_list=True)


def find_delimiter(lines: list[str]) -> str:
	"""The delimiter that gives the most rows of one same width over 1; a comma when none does."""
	best, best_score = ",", (0.0, 0)
	for delimiter in _DELIMITERS:
		try:
			widths = [len(row) for row in csv.reader(lines, delimiter=delimiter) if row]
		except csv.Error:
			continue
		usual = max(set(widths), key=lambda w: (widths.count(w), w), default=0)
		if usual > 1:
			best, best_score = max(
				(best, best_score),
				(delimiter, (widths.count(usual) / len(widths), usual)),
				key=lambda pair: pair[1],
			)
	return best
