"""Diagrams (SmartArt) and charts of Word and PowerPoint: what stands in them, where they stand."""

from collections.abc import Mapping
from typing import Any

import docx
import pptx
import pytest
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI as WordName
from docx.opc.part import Part as WordPart
from extractor_samples import read, saved
from lxml import etree
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.opc.package import Part as ShowPart
from pptx.opc.packuri import PackURI as ShowName
from pptx.util import Inches

SPACES = (
	'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
	' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)
TYPE = "application/vnd.openxmlformats-officedocument.drawingml.diagramData+xml"
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/diagramData"


def model(boxes: Mapping[str, str], arrows: str, more: str = "") -> bytes:
	"""The data of a diagram: boxes by name; ``a>b`` in ``arrows`` sets one below the other, in this order, ``*`` is the diagram."""
	points = "".join(
		f'<dgm:pt modelId="{name}"><dgm:t><a:bodyPr/><a:p><a:r><a:t>{text}</a:t></a:r></a:p></dgm:t></dgm:pt>'
		for name, text in boxes.items()
	)
	lines = "".join(
		f'<dgm:cxn modelId="c{order}" srcId="{arrow[0]}" destId="{arrow[2]}" srcOrd="{order}"/>'
		for order, arrow in enumerate(arrows.split())
	)
	return (
		f'<dgm:dataModel {SPACES}><dgm:ptLst><dgm:pt modelId="*" type="doc"/>{points}{more}</dgm:ptLst><dgm:cxnLst>'
		f'{lines}<dgm:cxn type="presOf" srcId="*" destId="z" srcOrd="x"/></dgm:cxnLst></dgm:dataModel>'
	).encode()


ROLES = {"b": "Sales", "c": "Service &amp; repair", "a": "Board", "d": " "}
ARROWS = "*>a a>b a>c a>d"
ARROW_TEXT = (
	'<dgm:pt modelId="t" type="sibTrans"><dgm:t><a:p><a:r><a:t>arrow</a:t></a:r></a:p></dgm:t></dgm:pt>'
)


def slide_with(data: bytes) -> bytes:
	"""A presentation whose slide shows a diagram below its title."""
	deck = pptx.Presentation()
	slide = deck.slides.add_slide(deck.slide_layouts[5])
	slide.shapes.title.text = "Who does what"
	part = ShowPart(ShowName("/ppt/diagrams/data1.xml"), TYPE, deck.part.package, data)
	named = slide.part.relate_to(part, RELATION)
	frame = slide.shapes.add_table(1, 1, *[Inches(1)] * 4)._element
	shown = frame.find(".//{*}graphicData")
	shown.set("uri", "http://schemas.openxmlformats.org/drawingml/2006/diagram")
	for child in list(shown):
		shown.remove(child)
	shown.append(etree.fromstring(f'<dgm:relIds {SPACES} r:dm="{named}"/>'))
	return saved(deck.save)


@pytest.mark.parametrize(
	("data", "lines"),
	[
		(model(ROLES, ARROWS, ARROW_TEXT), ["Board", "  Sales", "  Service & repair"]),
		# What leads in circles or to nothing costs the order, and no text.
		(model(ROLES, "a>b b>a x>y"), ["Sales", "  Board", "Service & repair"]),
		(b"<a/>", []),
	],
)
def test_diagrams_on_slides(data: bytes, lines: list[str]) -> None:
	"""A line for each box, those below another one indented; the texts of arrows are not boxes."""
	sections, notes = read("a.pptx", slide_with(data))
	assert [section.text.splitlines() for section in sections] == [["Who does what", *lines]]
	assert notes == []


def drawing(document: Any, part: WordPart, kind: str, element: str) -> None:
	"""A paragraph that shows a part of the file."""
	named = document.part.relate_to(part, kind)
	run = document.add_paragraph("See:").add_run()._r
	run.append(
		etree.fromstring(f"<a:graphic {SPACES}><a:graphicData>{element % named}</a:graphicData></a:graphic>")
	)


def test_diagrams_and_charts_in_word() -> None:
	"""They stand behind their paragraph, under its heading; what tracked changes have deleted is not there."""
	shares = CategoryChartData()
	shares.categories = ["North", "South"]
	shares.add_series("2026", (3, 4))
	slide = pptx.Presentation()
	shapes = slide.slides.add_slide(slide.slide_layouts[6]).shapes
	chart = shapes.add_chart(XL_CHART_TYPE.BAR_CLUSTERED, *[Inches(1)] * 4, shares).chart.part.blob
	document = docx.Document()
	document.add_heading("Plan", 1)
	package = document.part.package
	of_boxes = WordPart(WordName("/word/diagrams/data1.xml"), TYPE, model(ROLES, ARROWS), package)
	of_chart = WordPart(WordName("/word/charts/chart1.xml"), "application/xml", chart, package)
	show_boxes = f'<dgm:relIds {SPACES} r:dm="%s"/>'
	show_chart = (
		f'<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" {SPACES} r:id="%s"/>'
	)
	drawing(document, of_boxes, RELATION, show_boxes)
	drawing(document, of_chart, RELATIONSHIP_TYPE.CHART, show_chart)
	drawing(document, of_boxes, RELATION, show_boxes)
	deleted = document.paragraphs[-1]._p
	deleted.append(etree.fromstring(f'<w:del xmlns:w="{deleted.nsmap["w"]}"/>'))
	deleted[-1].append(deleted[-2])
	document.add_paragraph("gone").add_run()._r.append(etree.fromstring(show_boxes % "rId99"))
	sections = read("a.docx", saved(document.save))[0]
	assert [(section.header, section.text, section.locator.heading) for section in sections] == [
		("", "Plan\nSee:\nBoard\n  Sales\n  Service & repair\nSee:\n", ("Plan",)),
		(" | 2026", "North | 3\nSouth | 4\n", ("Plan",)),
		("", "See:\ngone\n", ("Plan",)),
	]
