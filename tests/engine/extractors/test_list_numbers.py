"""Word and Rich Text: the numbers of headings, clauses and items as they are shown."""

from collections.abc import Sequence

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from extractor_samples import read, saved

from huf.engine.extractors.numerals import chinese, letters, repeated_letter, roman


def level(number: int, text: str, kind: str = "decimal", more: str = "", start: int = 1) -> str:
	"""A level of a numbering."""
	return f'<w:lvl w:ilvl="{number}"><w:start w:val="{start}"/><w:numFmt w:val="{kind}"/>{more}<w:lvlText w:val="{text}"/></w:lvl>'


CLAUSES = [
	level(0, "%1.", more='<w:pStyle w:val="Heading1"/>'),
	level(1, "%1.%2", more='<w:pStyle w:val="Heading2"/>'),
	level(2, "(%3)", "lowerLetter"),
	level(3, "%1.%3.%4", "upperRoman"),
]
Item = tuple[str, int | None, int | None]
"""A text, the number of its numbering, and its level."""


def shown(
	items: Sequence[Item], numberings: Sequence[Sequence[str]], numbers: str, style: str = ""
) -> list[str]:
	"""The lines of a Word file with these paragraphs; ``numbers`` are the ``w:num`` elements."""
	return [
		line
		for section in read("a.docx", word(items, numberings, numbers, style))[0]
		for line in section.text.splitlines()
	]


def word(items: Sequence[Item], numberings: Sequence[Sequence[str]], numbers: str, style: str = "") -> bytes:
	"""The file."""
	document = docx.Document()
	abstract = "".join(
		f'<w:abstractNum w:abstractNumId="{number}">{"".join(levels)}</w:abstractNum>'
		for number, levels in enumerate(numberings)
	)
	part = document.part.numbering_part
	part._element = parse_xml(f"<w:numbering {nsdecls('w')}>{abstract}{numbers}</w:numbering>")
	if style:
		for named, numbering in (pair.split("=") for pair in style.split()):
			properties = document.styles.element.find(
				f".//w:style[@w:styleId='{named}']", document.styles.element.nsmap
			)
			properties.get_or_add_pPr().append(numbered(int(numbering), None))
	for text, numbering, depth in items:
		heading = text[:2] if text.startswith("#") else ""
		paragraph = (
			document.add_heading(text.strip("# "), len(heading.strip()))
			if heading
			else document.add_paragraph(text)
		)
		if numbering is not None:
			paragraph._p.get_or_add_pPr().append(numbered(numbering, depth))
	return saved(document.save)


def numbered(number: int, depth: int | None) -> object:
	"""What a paragraph or a style says of its number."""
	which = f'<w:ilvl w:val="{depth}"/>' if depth is not None else ""
	return parse_xml(f'<w:numPr {nsdecls("w")}>{which}<w:numId w:val="{number}"/></w:numPr>')


def num(number: int, of: int, overrides: str = "") -> str:
	"""A numbering that paragraphs can name."""
	return f'<w:num w:numId="{number}"><w:abstractNumId w:val="{of}"/>{overrides}</w:num>'


def test_clauses_of_a_contract() -> None:
	"""Headings have the numbers of their style, items those of their level; deeper ones begin anew below the next clause."""
	items = [
		("# Scope", None, None),
		("## Goods", None, None),
		("new", 1, 2),
		("", 1, 2),
		("used", 1, 2),
		("## Services", None, None),
		("repair", 1, 2),
		("only here", 1, 3),
		("# Payment", None, None),
		("## Terms", None, None),
	]
	data = word(items, [CLAUSES], num(1, 0), "Heading1=1 Heading2=1")
	sections = read("a.docx", data)[0]
	lines = [line for section in sections for line in section.text.splitlines()]
	assert lines == [
		"1. Scope",
		"1.1 Goods",
		"(a) new",
		"(c) used",
		"1.2 Services",
		"(a) repair",
		"1.a.I only here",
		"2. Payment",
		"2.1 Terms",
	]
	assert sections[-1].locator.heading == ("2. Payment", "2.1 Terms")


@pytest.mark.parametrize(
	("items", "levels", "numbers", "lines"),
	[
		# Two names of one numbering go on, unless the second begins anew; what is between them does not matter.
		([("a", 1, 0), ("b", 2, 0), ("-", None, None), ("c", 1, 0)], [level(0, "%1)")], num(1, 0) + num(2, 0), ["1) a", "2) b", "-", "3) c"]),
		([("a", 1, 0), ("b", 2, 0), ("c", 2, 0)], [level(0, "%1.")], num(1, 0) + num(2, 0, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride>'), ["1. a", "7. b", "8. c"]),
		([("a", 1, 0)], [level(0, "%1.")], num(1, 0, f'<w:lvlOverride w:ilvl="0">{level(0, "Art. %1", "upperRoman", start=4)}</w:lvlOverride>'), ["Art. IV a"]),
		# A level that no other one begins anew, and one that does so behind the second level alone.
		([("a", 1, 0), ("b", 1, 1), ("c", 1, 0), ("d", 1, 1)], [level(0, "%1."), level(1, "%2.", more='<w:lvlRestart w:val="0"/>')], num(1, 0), ["1. a", "1. b", "2. c", "2. d"]),
		# Digits throughout, nothing behind the number, and what counts but has no number.
		([("a", 1, 0), ("b", 1, 1)], [level(0, "%1", "upperRoman"), level(1, "%1.%2", more="<w:isLgl/>")], num(1, 0), ["I a", "1.1 b"]),
		([("款", 1, 0), ("項", 1, 0)], [level(0, "第%1条", "chineseCounting", '<w:suff w:val="nothing"/>')], num(1, 0), ["第一条款", "第二条項"]),
		([("a", 1, 0), ("b", 0, None)], [level(0, "", "none")], num(1, 0), ["a", "b"]),
		([("a", 1, 0), ("b", 1, 1)], [level(0, "\uf0b7", "bullet"), level(1, "%2.", "decimalZero")], num(1, 0), ["- a", "01. b"]),
		# What a file names and does not have is an item all the same.
		([("a", 9, 0), ("b", 1, 8)], [level(0, "%1.")], num(1, 0), ["- a", "b"]),
		([("a", 1, 0)], [level(0, "%1.", start=2)], num(1, 5), ["- a"]),
	],
)  # fmt: skip
def test_numberings_of_word(items: list[Item], levels: list[str], numbers: str, lines: list[str]) -> None:
	"""Each number as Word shows it."""
	assert shown(items, [levels], numbers) == lines


def test_lists_of_word_that_have_only_a_style() -> None:
	"""Word's own styles of lists are numbered and bulleted, and number on behind a paragraph between them."""
	document = docx.Document()
	for text, style in (
		("Open the valve.", "List Number"),
		("Carefully.", None),
		("Close it.", "List Number"),
		("Goggles", "List Bullet"),
	):
		document.add_paragraph(text, style=style)
	(section,) = read("a.docx", saved(document.save))[0]
	assert section.text == "1. Open the valve.\nCarefully.\n2. Close it.\n- Goggles\n"


def test_numbers_in_cells_of_word() -> None:
	"""A column of numbers that Word counts is read, though no cell of it holds a text; bullets in cells are not."""
	document = docx.Document()
	part = document.part.numbering_part
	part._element = parse_xml(
		f'<w:numbering {nsdecls("w")}><w:abstractNum w:abstractNumId="0">{level(0, "%1.")}{level(1, "o", "bullet")}</w:abstractNum>{num(1, 0)}</w:numbering>'
	)
	table = document.add_table(rows=0, cols=2)
	for first, second in (("No.", "Part"), ("", "Valve"), ("", "Pump")):
		cells = table.add_row().cells
		cells[0].text, cells[1].text = first, second
		if not first:
			cells[0].paragraphs[0]._p.get_or_add_pPr().append(numbered(1, 0))
			cells[1].paragraphs[0]._p.get_or_add_pPr().append(numbered(1, 1))
	(section,) = read("a.docx", saved(document.save))[0]
	assert (section.header, section.text) == ("No. | Part", "1. | Valve\n2. | Pump\n")


@pytest.mark.parametrize(
	"numbers",
	[
		num(1, 0, '<w:lvlOverride w:ilvl="x"/><w:lvlOverride/>'),
		'<w:num/><w:num w:numId="1"/>',
		num(1, 0).replace('w:val="0"', 'w:val="99999999999999999999"'),
		'<w:abstractNum w:abstractNumId="7"><w:numStyleLink w:val="Heading1"/></w:abstractNum>' + num(1, 7),
	],
)
def test_numberings_that_make_no_sense(numbers: str) -> None:
	"""They cost no text."""
	items = [("# Scope", None, None), ("a", 1, 0)]
	levels = [level(0, "%1." * 3_000, "lowerLetter", start=999_999_999)]
	assert shown(items, [levels], numbers, "Heading1=1")[-1].endswith("a")


RTF = r"""{\rtf1\ansi{\fonttbl{\f0\fnil Arial;}{\f3\fcharset2 Symbol;}}{\stylesheet{\s1\outlinelevel0 heading 1;}}
{\*\listtable{\list{\listlevel{\leveltext\'02\'00.;}}}}{\header{\listtext 9.\tab}HEADER\par}
{\listtext\pard\plain 1.\tab}\pard\plain\s1\ls1 Scope\par
{\listtext\pard\plain\f0 (a)\tab}\pard\plain\ls1\ilvl1 {\b new}\par
{\listtext\pard\plain\f0 (b)\tab}\pard\plain \par
{\listtext\pard\plain\f3\'b7\tab}\pard\plain used\par
{\pntext\f0 2)\tab}\pard{\*\pn\pnlvlbody\pnstart1{\pntxta )}}old\par
{\listtext o\tab}\pard round\par
\pard plain\par
\trowd\pard\intbl No.\cell Part\cell\row
{\listtext 1.\tab}\trowd\pard\intbl pump\cell {\listtext\'b7\tab}\pard\intbl steel\cell\row
{\listtext 2.\tab}\trowd\pard\intbl valve\cell iron\cell\row
\pard End\par}"""


def test_lists_of_rich_text() -> None:
	"""The number that the program has written stands before its paragraph, a sign of any font is a dash, and no blank line is an item."""
	sections = read("a.rtf", RTF)[0]
	assert [(section.header, section.text) for section in sections] == [
		("", "1. Scope\n(a) new\n- used\n2) old\n- round\nplain\n"),
		("No. | Part", "1. pump | steel\n2. valve | iron\n"),
		("", "End\n"),
	]
	assert sections[0].locator.heading == ("1. Scope",)


def test_numerals() -> None:
	"""Each way to count, and digits for what it has no form for."""
	assert [roman(number) for number in (1, 4, 1_999, 0, 4_000)] == ["i", "iv", "mcmxcix", "0", "4000"]
	assert [letters(number) for number in (1, 26, 27, 703, 0)] == ["a", "z", "aa", "aaa", "0"]
	assert [repeated_letter(number) for number in (1, 27, 28, 781, 0)] == ["a", "aa", "bb", "781", "0"]
	assert [chinese(number) for number in (1, 10, 15, 20, 105, 1_010, 0, 10_000)] == [
		"一", "十", "十五", "二十", "一百零五", "一千零一十", "0", "10000",
	]  # fmt: skip
