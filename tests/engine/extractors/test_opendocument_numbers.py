"""OpenDocument: the numbers of headings and items as they are shown."""

import pytest
from extractor_samples import read
from test_extract_opendocument import NAMES, document


def level(number: int, kind: str = "1", more: str = 'style:num-suffix="."', inside: str = "") -> str:
	"""A numbered level of a style of lists."""
	return f'<text:list-level-style-number text:level="{number}" style:num-format="{kind}" {more}>{inside}</text:list-level-style-number>'


def listed(*items: str, of: str = "L", more: str = "") -> str:
	"""A list. What is no XML is the text of an item, and ``=7`` before it its number."""
	made = ""
	for item in items:
		begins, _, text = item.rpartition("=") if item.startswith("=") else ("", "", item)
		begin = f'text:start-value="{begins[1:]}"' if begins else ""
		made += (
			f"<text:list-item {begin}>{text if '<' in text else f'<text:p>{text}</text:p>'}</text:list-item>"
		)
	return f'<text:list {f"""text:style-name="{of}" """ if of else ""}{more}>{made}</text:list>'


def lines_of(kind: str, body: str, *levels: str, outline: str = "") -> list[str]:
	"""The lines of a file whose style of lists ``L`` has these levels, ``B`` signs, and its headings ``outline``."""
	styles = f'<text:list-style style:name="L">{"".join(levels)}</text:list-style><text:list-style style:name="B"><text:list-level-style-bullet text:level="1"/></text:list-style>'
	common = f"<office:document-styles{NAMES}><office:styles><text:outline-style style:name='Outline'>{outline}</text:outline-style></office:styles></office:document-styles>"
	data = document(kind, body, styles, more={"styles.xml": common.encode()})
	return [line for section in read(f"a.{kind}", data)[0] for line in section.text.splitlines()]


AGAIN = 'text:continue-numbering="true"'


@pytest.mark.parametrize(
	("body", "levels", "lines"),
	[
		# Another list begins anew, unless it says that it goes on: with the one before it, or with one that it names.
		([listed("a", "b"), listed("c")], [level(1)], ["1. a", "2. b", "1. c"]),
		([listed("a", more='xml:id="x"'), "<text:p>-</text:p>", listed("b", more=AGAIN), listed("c", of="B"), listed("d", more='text:continue-list="x"')], [level(1)], ["1. a", "-", "2. b", "- c", "3. d"]),
		([listed("a"), listed("b", of="B"), listed("c", more=AGAIN)], [level(1)], ["1. a", "- b", "1. c"]),
		# Where it begins, by its style and by an item; an empty item counts, a second paragraph of one does not.
		([listed("a", "=9=b", "<text:p/>", "<text:p>c</text:p><text:p>d</text:p>")], [level(1, "i", 'style:num-prefix="(" style:num-suffix=")" text:start-value="4"')], ["(iv) a", "(ix) b", "(xi) c", "d"]),
		# Numbers of several levels; a deeper list begins anew below the next item, and has the style of the list around it.
		([listed("a", f"<text:p>b</text:p>{listed('c', 'd', of='')}", f"<text:p>e</text:p>{listed('f', of='')}")], [level(1, "A"), level(2, "a", 'style:num-suffix=")" text:display-levels="2"')], ["A. a", "B. b", "B.a) c", "B.b) d", "C. e", "C.a) f"]),
		([listed(listed("a", of=""))], [level(1), level(2, "1", 'text:display-levels="2"')], ["1.1 a"]),
		([listed("a", f"<text:p>b</text:p>{listed('c', of='')}")], ['<text:list-level-style-bullet text:level="1"/>', level(2)], ["- a", "- b", "1. c"]),
		# An item that begins with a deeper list has no number and counts; one's second paragraph begins what is deeper anew.
		([listed(listed("a", of=""), listed("b", of=""), "c")], [level(1), level(2)], ["1. a", "2. b", "2. c"]),
		([listed(f"{listed('a', of='')}<text:p>b</text:p>", "c")], [level(1), level(2)], ["1. a", "b", "2. c"]),
		([listed(f"<text:p>a</text:p>{listed('b', of='')}<text:p>c</text:p>{listed('d', of='')}")], [level(1), level(2)], ["1. a", "1. b", "c", "1. d"]),
		# What stands around all numbers as one text, letters that are repeated, nothing behind a number, no number at all.
		([listed(listed("a", of=""))], [level(1, "I"), level(2, "1", 'xmlns:l="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0" l:num-list-format="§ %1%-%2%:"')], ["§ I-1: a"]),
		([listed("=28=a", "b")], [level(1, "a", 'style:num-letter-sync="true"')], ["bb a", "cc b"]),
		([listed("=28=a")], [level(1, "a", "")], ["ab a"]),
		([listed("款")], [level(1, "一, 二, 三, ...", 'style:num-prefix="第" style:num-suffix="条"', '<style:list-level-properties><style:list-level-label-alignment text:label-followed-by="nothing"/></style:list-level-properties>')], ["第一条款"]),
		([listed("a"), listed("b", of="gone"), "<text:list><text:list-header><text:p>c</text:p></text:list-header></text:list>"], [level(1, "", "")], ["a", "- b", "c"]),
		# A paragraph that names its list, and a number that the program has written as well.
		(['<text:numbered-paragraph text:list-id="n" text:style-name="L" text:level="1"><text:number>1.</text:number><text:p>a</text:p></text:numbered-paragraph>', "<text:p>-</text:p>", '<text:numbered-paragraph text:list-id="n" text:style-name="L"><text:p>b</text:p></text:numbered-paragraph>'], [level(1)], ["1. a", "-", "2. b"]),
		# What makes no sense costs no text.
		([listed("=x=a", "=99999999999=b", more='text:continue-list="none"')], [level(1, "1", 'text:start-value="-3" text:display-levels="99999"'), level(0), level(11)], ["1 a", "2 b"]),
	],
)  # fmt: skip
def test_lists(body: list[str], levels: list[str], lines: list[str]) -> None:
	"""Each number as LibreOffice shows it."""
	assert lines_of("odt", "".join(body), *levels) == lines


def test_headings() -> None:
	"""They are counted by the outline, in the text and in the path; one that says so has no number, or begins anew."""
	outline = "".join(
		f'<text:outline-level-style text:level="{level}" {more}/>'
		for level, more in (
			(1, 'style:num-format="1"'),
			(2, 'style:num-format="1" text:display-levels="2"'),
			(3, 'style:num-format=""'),
		)
	)
	body = "".join(
		f'<text:h text:outline-level="{level}" {more}>{text}</text:h><text:p>x</text:p>'
		for level, text, more in (
			(1, "Scope", ""),
			(2, "Goods", ""),
			(2, "Services", ""),
			(3, "Repair", ""),
			(1, "Preamble", 'text:is-list-header="true"'),
			(1, "Payment", ""),
			(2, "Terms", ""),
			(2, "Fees", 'text:restart-numbering="true" text:start-value="5"'),
			(4, "Deep", ""),
		)
	)
	lines = lines_of("odt", body, outline=outline)
	assert [line for line in lines if line != "x"] == [
		"1 Scope", "1.1 Goods", "1.2 Services", "Repair", "Preamble", "2 Payment", "2.1 Terms", "2.5 Fees", "Deep",
	]  # fmt: skip
	# Headings in a list of the outline's style are counted with those that are in none.
	of_outline = listed('<text:h text:outline-level="1">Listed</text:h>', of="Outline")
	assert lines_of("odt", body + of_outline, outline=outline)[-1] == "3 Listed"


def test_numbers_on_slides_and_in_cells() -> None:
	"""Numbers are read there, signs are not."""
	row = f"<table:table-row><table:table-cell>{listed('valve', 'pump')}</table:table-cell><table:table-cell>{listed('steel', of='B')}</table:table-cell></table:table-row>"
	head = "<table:table-row><table:table-cell><text:p>Part</text:p></table:table-cell><table:table-cell><text:p>Of</text:p></table:table-cell></table:table-row>"
	table = f"<table:table>{head}{row}</table:table>"
	assert lines_of("odt", table, level(1)) == ["1. valve 2. pump | steel"]
	slide = f"<draw:page><draw:frame><draw:text-box>{listed('open', 'close')}{listed('note', of='B')}</draw:text-box></draw:frame></draw:page>"
	assert lines_of("odp", slide, level(1)) == ["1. open", "2. close", "note"]
