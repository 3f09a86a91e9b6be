"""Plain text, Markdown, CSV: encodings, lines, headings, rows."""

import random

import pytest
from extractor_samples import check_law, read
from hypothesis import example, given, settings
from hypothesis import strategies as st

from huf.engine.errors import CorruptFile, InputTooLarge, NoText
from huf.engine.extractors.plain.delimited import find_delimiter
from huf.engine.extractors.sections import SECTION_CHARACTERS, is_blank
from huf.engine.types import Locator


def test_lines_of_text() -> None:
	"""All three kinds of line ends count as one line each, and a last line without an end counts too."""
	sections, notes = read("a.txt", "one\r\ntwo\rthree\nfour")
	assert [(s.text, s.locator) for s in sections] == [("one\ntwo\nthree\nfour\n", Locator(lines=(1, 4)))]
	assert notes == []


@settings(max_examples=150, deadline=None)
@given(
	st.text(
		st.characters(
			exclude_categories=["Cs", "Cc"], include_characters="\n\r\t", exclude_characters="\ufffd"
		),
		max_size=400,
	)
)
@example("\ufeffa")
def test_no_text_is_lost(text: str) -> None:
	"""The sections of any text are that text with uniform line ends, in order, and keep the line law."""
	wanted = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
	if is_blank(wanted):
		with pytest.raises(NoText):
			read("a.txt", text.encode())
		return
	sections, notes = read("a.txt", text.encode())
	check_law(sections)
	got = "".join(s.text for s in sections)
	if not notes:
		assert got == (wanted if wanted.endswith("\n") else wanted + "\n")


def test_long_text_is_cut_at_line_ends() -> None:
	"""A text of several sections keeps each line whole and numbers them without a gap."""
	lines = [f"{n} " + "x" * (n % 300) for n in range(1, 5000)]
	sections, _ = read("a.log", "\n".join(lines) + "\n")
	assert len(sections) > 3
	check_law(sections)
	assert "".join(s.text for s in sections).splitlines() == lines
	for section in sections:
		assert section.locator.lines and section.text.startswith(f"{section.locator.lines[0]} ")
		assert len(section.text) <= 2 * SECTION_CHARACTERS


def test_enormous_line() -> None:
	"""One line of a megabyte is cut into sections that all name that line; the next line has the next number."""
	sections, _ = read("a.txt", "first\n" + "word " * 200_000 + "\nlast\n")
	check_law(sections)
	assert len(sections) > 4
	assert sections[-1].locator.lines is not None and sections[-1].locator.lines[1] == 3
	assert sum(s.text.count("word") for s in sections) == 200_000
	assert all(len(s.text) <= 2 * SECTION_CHARACTERS for s in sections)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_unicode_encodings(encoding: str) -> None:
	"""UTF-8 with and without a mark, UTF-16 and UTF-32 with a mark are read without a guess."""
	sections, notes = read("a.txt", "Größe 東京 🙂\nzwei".encode(encoding))
	assert sections[0].text == "Größe 東京 🙂\nzwei\n"
	assert notes == []


@pytest.mark.parametrize(
	("encoding", "text"),
	[
		(
			"cp1252",
			"Die Größe der Straße über dem café, müßig und schön: ähnlich äußerst, für ältere Bürger in München",
		),
		("cp1251", "Привет, это простой текст на русском языке о правилах отпуска сотрудников"),
		("cp932", "髙橋さんの連絡先は、総務課、人事課、経理課のいずれかで確認してください。"),
		("shift_jis", "有給休暇の日数は勤続年数によって決まります。申請は前日までに行ってください。"),
	],
)
def test_legacy_encodings(encoding: str, text: str) -> None:
	"""A text in an older encoding is read right, and a note says that the encoding was guessed."""
	sections, notes = read("a.txt", text.encode(encoding))
	assert sections[0].text == text + "\n"
	assert "not UTF-8" in notes[0]


def test_few_legacy_bytes() -> None:
	"""A single accented byte is Windows-1252: too little to guess from."""
	assert read("a.txt", b"caf\xe9")[0][0].text == "café\n"


def test_a_few_bad_bytes_do_not_change_the_encoding() -> None:
	"""A UTF-8 file with one damaged byte stays UTF-8, with a note."""
	sections, notes = read("a.txt", "Größe ".encode() * 50 + b"\xff end")
	assert sections[0].text.startswith("Größe Größe") and "\ufffd end" in sections[0].text
	assert notes == ["1 characters were not valid UTF-8 and could not be read."]


def test_mojibake_is_repaired() -> None:
	"""UTF-8 that was decoded as Windows-1252 before it was saved is repaired, with a note."""
	good = "Café – “naïve” €5 Größe"
	bad = "".join(bytes([b]).decode("cp1252", "ignore") or chr(b) for b in good.encode())
	sections, notes = read("a.txt", bad)
	assert sections[0].text == good + "\n"
	assert "repaired" in notes[0]


def test_text_about_accents_is_left_alone() -> None:
	"""A text with proper accents beside a mojibake example is not touched: it is not certain."""
	sections, notes = read("a.txt", "é is shown as Ã© when decoded wrongly")
	assert "Ã©" in sections[0].text and notes == []


def test_damaged_text_is_refused() -> None:
	"""A text that is mostly replacement characters is an error, not an index of noise."""
	with pytest.raises(CorruptFile, match="replacement characters"):
		read("a.txt", "a\ufffd\ufffdb" * 50)


def test_binary_after_the_head_is_refused() -> None:
	"""Binary data that begins after a page of text is still not read as text."""
	with pytest.raises(CorruptFile, match="binary"):
		read("a.txt", b"plain text\n" * 1000 + random.Random(1).randbytes(20_000))


@pytest.mark.parametrize("text", ["", " \n\t", "\u200b", "\ufeff", "\u200b\u2060\n\u00ad", "\u3164"])
@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.html", "a.csv", "a.yaml", "a.jsonl"])
def test_nothing_to_see_is_no_text(name: str, text: str) -> None:
	"""White space and zero-width characters are No Text in every text format."""
	with pytest.raises(NoText):
		read(name, text)


MARKDOWN = """---
title: Travel
---
# Travel *policy*

Intro line.

## [Hotels](https://x.example) ##
```python
# not a heading
| a | b |
|---|---|
```
| City | Rate |
|------|-----:|
| Rome | 120  |
| Oslo | 190  |

Deep
----
#hashtag is text
"""


def test_markdown() -> None:
	"""Headings of both kinds make the path, code is no heading, a table's column names become its header."""
	sections, _ = read("a.md", MARKDOWN)
	check_law(sections)
	lines = MARKDOWN.split("\n")
	for section in sections:
		assert section.locator.lines
		first, last = section.locator.lines
		assert section.text == "\n".join(lines[first - 1 : last]) + "\n"
	top = "Travel policy"
	assert [(s.locator.heading, s.locator.lines, s.kind) for s in sections] == [
		((), (1, 3), "prose"),
		((top,), (4, 7), "prose"),
		((top, "Hotels"), (8, 13), "prose"),
		((top, "Hotels"), (16, 17), "table"),
		((top, "Deep"), (19, 21), "prose"),
	]
	assert sections[0].locator.part == "front matter"
	assert sections[3].header == "| City | Rate |"


@settings(max_examples=150, deadline=None)
@given(
	st.lists(
		st.sampled_from(
			["# h", "text", "", "| a | b |", "|---|---|", "---", "===", "```", "~~~", "- x", "## "]
		)
	)
)
def test_markdown_law(lines: list[str]) -> None:
	"""Whatever lines follow each other, each section is exactly the lines it names."""
	text = "\n".join(lines)
	try:
		sections, _ = read("a.md", text)
	except NoText:
		return
	check_law(sections)
	for section in sections:
		assert section.locator.lines
		first, last = section.locator.lines
		assert section.text == "\n".join([*lines[first - 1 : last]]) + "\n"


def test_markdown_line_limit() -> None:
	"""A line of more than a million characters is refused by name."""
	with pytest.raises(InputTooLarge, match="Line 2"):
		read("a.md", "x\n" + "y" * 1_000_001)


def test_csv_rows() -> None:
	"""Rows are numbered as records, a quoted line end stays in its row, an empty row leaves a gap."""
	sections, _ = read("a.csv", 'Item;Price\nDesk;"1,50"\nLamp;"two\nlines"\n;\nChair;9\n')
	check_law(sections)
	assert [(s.text, s.locator.rows) for s in sections] == [
		("Desk | 1,50\nLamp | two lines\n", (2, 3)),
		("Chair | 9\n", (5, 5)),
	]
	assert {s.header for s in sections} == {"Item | Price"} and {s.kind for s in sections} == {"table"}


def test_csv_without_header() -> None:
	"""A first row with a number in it is data."""
	sections, _ = read("a.csv", "1,2\n3,4\n")
	assert (sections[0].text, sections[0].locator.rows, sections[0].header) == ("1 | 2\n3 | 4\n", (1, 2), "")


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_delimiter(delimiter: str) -> None:
	"""The delimiter is found although other candidates occur in the cells."""
	assert (
		find_delimiter([delimiter.join(row) + "\n" for row in (["a b", "c", "d"], ["1.5", "2", "x y"])])
		== delimiter
	)


def test_tsv_keeps_commas() -> None:
	"""A .tsv is divided at tabs only."""
	sections, _ = read("a.tsv", "Name\tNote\nA, B\tx, y\n")
	assert sections[0].text == "A, B | x, y\n"


def test_csv_open_quote() -> None:
	"""A quotation mark that is never closed is an error that names the row, not one giant cell."""
	with pytest.raises(CorruptFile, match="Row 2"):
		read("a.csv", 'a,b\n"open,1\n' + "x,2\n" * 60_000)


@settings(max_examples=100, deadline=None)
@given(
	st.lists(
		st.lists(
			st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=8),
			min_size=2,
			max_size=4,
		),
		max_size=8,
	)
)
def test_csv_law(rows: list[list[str]]) -> None:
	"""Any table keeps the row law."""
	import csv
	import io

	stream = io.StringIO()
	csv.writer(stream).writerows(rows)
	try:
		sections, _ = read("a.csv", stream.getvalue())
	except NoText:
		return
	check_law(sections)
