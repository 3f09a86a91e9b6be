"""PowerPoint: the numbers of items on slides, in cells and in notes, as they are shown."""

from collections.abc import Sequence
from typing import Any

import pptx
import pytest
from extractor_samples import read, saved
from pptx.oxml import parse_xml
from pptx.oxml.ns import nsdecls
from pptx.util import Inches

ARABIC = '<a:buAutoNum type="arabicPeriod"/>'
BULLET = '<a:buChar char="•"/>'
Item = tuple[str, str, int]
"""A text, the sign that the paragraph says it has, and its level."""


def fill(frame: Any, items: Sequence[Item]) -> None:
	"""Writes paragraphs into a text."""
	for number, (text, bullet, level) in enumerate(items):
		paragraph = frame.paragraphs[0] if not number else frame.add_paragraph()
		paragraph.text, paragraph.level = text, level
		if bullet:
			paragraph._p.get_or_add_pPr().append(said(bullet))


def said(bullet: str) -> Any:
	"""The element of a sign."""
	return parse_xml(bullet.replace(" ", f" {nsdecls('a')} ", 1).replace("None/", f"None {nsdecls('a')}/"))


def style(*levels: str) -> Any:
	"""What formats the levels of a text."""
	made = "".join(
		f"<a:lvl{number}pPr>{bullet}</a:lvl{number}pPr>" for number, bullet in enumerate(levels, 1)
	)
	return parse_xml(f"<a:lstStyle {nsdecls('a')}>{made}</a:lstStyle>")


def set_style(frame: Any, *levels: str) -> None:
	"""Gives a text such formats in place of those it has."""
	if (there := frame._txBody.find("{*}lstStyle")) is not None:
		frame._txBody.remove(there)
	frame._txBody.insert(1, style(*levels))


def lines_of(deck: Any) -> list[str]:
	"""The lines of a presentation."""
	return [
		line for section in read("a.pptx", saved(deck.save))[0] for line in section.text.split("\n") if line
	]


def box() -> tuple[Any, Any]:
	"""A presentation, and the text of a box on its slide."""
	deck = pptx.Presentation()
	slide = deck.slides.add_slide(deck.slide_layouts[6])
	return deck, slide.shapes.add_textbox(*[Inches(1)] * 4).text_frame


@pytest.mark.parametrize(
	("items", "lines"),
	[
		([("a", ARABIC, 0), ("b", ARABIC, 0), ("-", "", 0), ("c", ARABIC, 0)], ["1. a", "2. b", "-", "1. c"]),
		# Deeper ones begin anew below the next item and interrupt nothing; an empty paragraph has no number.
		([("a", ARABIC, 0), ("b", ARABIC, 1), ("", ARABIC, 0), ("c", ARABIC, 1), ("d", ARABIC, 0), ("e", ARABIC, 1), ("f", BULLET, 1), ("g", ARABIC, 0)],
			["1. a", "  1. b", "  2. c", "2. d", "  1. e", "  f", "3. g"]),
		([("a", '<a:buAutoNum type="alphaLcParenBoth" startAt="3"/>', 0), ("b", '<a:buAutoNum type="alphaLcParenBoth" startAt="3"/>', 0)], ["(c) a", "(d) b"]),
		([("a", ARABIC, 0), ("b", '<a:buAutoNum type="romanUcParenR"/>', 0), ("c", '<a:buAutoNum type="alphaUcPeriod"/>', 0)], ["1. a", "I) b", "A. c"]),
		([("a", '<a:buAutoNum type="ea1ChsPeriod" startAt="21"/>', 0), ("b", '<a:buAutoNum type="circleNumDbPlain"/>', 0), ("c", '<a:buAutoNum type="arabic1Minus"/>', 0)],
			["二十一. a", "1 b", "1- c"]),
		# What makes no sense costs no text.
		([("a", '<a:buAutoNum startAt="x"/>', 0), ("b", '<a:buAutoNum type="%s" startAt="999999999999"/>', 0), ("c", "<a:buNone/>", 8)], ["1. a", "1. b", "                c"]),
	],
)  # fmt: skip
def test_numbers_of_items(items: list[Item], lines: list[str]) -> None:
	"""Each as PowerPoint shows it: a list goes on with the same sign alone."""
	deck, frame = box()
	fill(frame, items)
	assert lines_of(deck) == lines


def test_numbers_that_a_style_gives() -> None:
	"""Of the shape for each level, or of the place in the layout; what a paragraph says itself comes first."""
	deck, frame = box()
	set_style(frame, ARABIC, '<a:buAutoNum type="alphaLcParenR"/>')
	fill(frame, [("a", "", 0), ("b", "", 1), ("c", BULLET, 0), ("d", "", 0)])
	assert lines_of(deck) == ["1. a", "  a) b", "c", "1. d"]

	deck = pptx.Presentation()
	layout = deck.slide_layouts[1]
	set_style(layout.placeholders[1].text_frame, ARABIC)
	slide = deck.slides.add_slide(layout)
	slide.shapes.title.text = "Agenda"
	fill(slide.placeholders[1].text_frame, [("a", "", 0), ("b", "", 0), ("c", "<a:buNone/>", 0)])
	assert lines_of(deck) == ["Agenda", "1. a", "2. b", "c"]


def test_numbers_in_cells_and_notes() -> None:
	"""Each cell counts for itself."""
	deck = pptx.Presentation()
	slide = deck.slides.add_slide(deck.slide_layouts[6])
	table = slide.shapes.add_table(2, 2, *[Inches(1)] * 4).table
	table.cell(0, 0).text, table.cell(0, 1).text, table.cell(1, 1).text = "Step", "By", "Ada\nGrace"
	fill(table.cell(1, 0).text_frame, [("open", ARABIC, 0), ("close", ARABIC, 0)])
	fill(slide.notes_slide.notes_text_frame, [("say", ARABIC, 0), ("show", ARABIC, 0)])
	assert lines_of(deck) == ["1. open 2. close | Ada Grace", "1. say", "2. show"]
