"""Word, PowerPoint and Excel files made by the libraries that make them, with their exact locators."""

import datetime as dt
import io
import re
import zipfile
from pathlib import Path

import docx
import openpyxl
import pptx
import pytest
from docx.opc.packuri import PackURI as WordName
from docx.opc.part import Part as WordPart
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from extractor_samples import check_law, make_compound, make_zip, read, saved, with_member
from lxml import etree
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from PIL import Image
from pptx.chart.data import CategoryChartData, XyChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.opc.package import Part as ShowPart
from pptx.opc.packuri import PackURI as ShowName
from pptx.util import Inches

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, InputTooLarge, NoText, PasswordProtected, UnsupportedType
from huf.engine.extractors.containers import archive
from huf.engine.extractors.office import package as office
from huf.engine.extractors.office.spreadsheets import sheets
from huf.engine.extractors.unread import Unread
from huf.engine.reading import open_reader
from huf.engine.scans import PageText, Region
from huf.engine.types import Locator


def word_file() -> bytes:
	"""A Word file with a title, two levels of headings, a list, a table between paragraphs, a header and a deletion."""
	document = docx.Document()
	document.sections[0].header.paragraphs[0].text = "Confidential header"
	document.add_heading("Handbook", 0)
	document.add_paragraph("Welcome.")
	document.add_heading("Leave", 1)
	document.add_paragraph("Thirty days.", style="List Bullet")
	table = document.add_table(rows=0, cols=2)
	for row in (("Years", "Days"), ("0–5", "28"), ("6+", "30")):
		for cell, text in zip(table.add_row().cells, row, strict=True):
			cell.text = text
	document.add_paragraph("After the table.")
	document.add_heading("Sick leave", 2)
	paragraph = document.add_paragraph("Call before nine.")
	deleted = OxmlElement("w:del")
	run = OxmlElement("w:r")
	text = OxmlElement("w:t")
	text.text = "TRACKED DELETION"
	run.append(text)
	deleted.append(run)
	paragraph._p.append(deleted)
	return saved(document.save)


def test_docx() -> None:
	"""Body order is kept, headings make the path, the table repeats its header, header and deleted text are not read."""
	sections, notes = read("a.docx", word_file())
	assert [(s.text, s.locator.heading, s.kind, s.header) for s in sections] == [
		("Handbook\nWelcome.\n", ("Handbook",), "prose", ""),
		("Leave\n- Thirty days.\n", ("Handbook", "Leave"), "prose", ""),
		("0–5 | 28\n6+ | 30\n", ("Handbook", "Leave"), "table", "Years | Days"),
		("After the table.\n", ("Handbook", "Leave"), "prose", ""),
		("Sick leave\nCall before nine.\n", ("Handbook", "Leave", "Sick leave"), "prose", ""),
	]
	assert notes == []


def test_docx_content_controls() -> None:
	"""A paragraph inside a content control is read: forms are made of them."""
	document = docx.Document()
	paragraph = document.add_paragraph("Inside a control")
	control, inner = OxmlElement("w:sdt"), OxmlElement("w:sdtContent")
	paragraph._p.addprevious(control)
	control.append(inner)
	inner.append(paragraph._p)
	assert read("a.docx", saved(document.save))[0][0].text == "Inside a control\n"


def test_docx_merged_cells() -> None:
	"""A cell over two columns is read once, one over two rows in each of them, and the columns stay aligned."""
	document = docx.Document()
	table = document.add_table(rows=3, cols=3)
	for r, row in enumerate((("Region", "Q1", "Q2"), ("North", "1", "2"), ("", "3", "4"))):
		for c, text in enumerate(row):
			table.cell(r, c).text = text
	table.cell(1, 0).merge(table.cell(2, 0))
	wide = document.add_table(rows=2, cols=3)
	for r, row in enumerate((("A", "B", "C"), ("both", "", "end"))):
		for c, text in enumerate(row):
			wide.cell(r, c).text = text
	wide.cell(1, 0).merge(wide.cell(1, 1))
	sections, _ = read("a.docx", saved(document.save))
	assert [s.text for s in sections] == ["North | 1 | 2\nNorth | 3 | 4\n", "both |  | end\n"]


def test_docx_outline_level() -> None:
	"""A paragraph with an outline level of its own is a heading, whatever its style is called."""
	document = docx.Document()
	paragraph = document.add_paragraph("Eigene Überschrift")
	level = OxmlElement("w:outlineLvl")
	level.set(qn("w:val"), "1")
	paragraph._p.get_or_add_pPr().append(level)
	document.add_paragraph("Text")
	assert read("a.docx", saved(document.save))[0][0].locator.heading == ("Eigene Überschrift",)


def test_docx_merged_cells_are_bounded() -> None:
	"""A long text is not repeated in the rows that its cell reaches into."""
	document = docx.Document()
	table = document.add_table(rows=3, cols=2)
	for r, row in enumerate((("A", "B"), ("long " * 60, "1"), ("", "2"))):
		for c, text in enumerate(row):
			table.cell(r, c).text = text.strip()
	table.cell(1, 0).merge(table.cell(2, 0))
	assert read("a.docx", saved(document.save))[0][0].text.splitlines()[1] == " | 2"


def test_docx_comments() -> None:
	"""What reviewers write beside the text is read behind it, each comment behind its author."""
	data = make_zip(
		{
			"[Content_Types].xml": b"",
			"word/comments.xml": (
				b'<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
				b'<w:comment w:author="Ada Reviewer"><w:p><w:r><w:t>Which limit applies?</w:t></w:r></w:p></w:comment>'
				b"<w:comment><w:p><w:r><w:t>See annex.</w:t></w:r></w:p></w:comment></w:comments>"
			),
		}
	)
	kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments"
	written = with_member(
		word_file(),
		"word/_rels/document.xml.rels",
		lambda x: x.replace(
			b"</Relationships>",
			f'<Relationship Id="rId99" Type="{kind}" Target="comments.xml"/></Relationships>'.encode(),
		),
	)
	with (
		zipfile.ZipFile(io.BytesIO(data)) as parts,
		zipfile.ZipFile(joined := io.BytesIO(written), "a") as out,
	):
		out.writestr("word/comments.xml", parts.read("word/comments.xml"))
	last = read("a.docx", joined.getvalue())[0][-1]
	assert (last.text, last.locator) == (
		"Ada Reviewer: Which limit applies?\nSee annex.\n",
		Locator(part="comments"),
	)


_T = "<m:r><m:t>{}</m:t></m:r>".format


@pytest.mark.parametrize(
	("omml", "text"),
	[
		(f"<m:f><m:num>{_T('a+b')}</m:num><m:den>{_T('2')}</m:den></m:f>", "(a+b)/2"),
		(
			f'<m:f><m:fPr><m:type m:val="noBar"/></m:fPr><m:num>{_T("n")}</m:num><m:den>{_T("k")}</m:den></m:f>',
			"n, k",
		),
		(f"<m:sSup><m:e>{_T('x')}</m:e><m:sup>{_T('-1')}</m:sup></m:sSup>", "x^(-1)"),
		(
			f"<m:sSubSup><m:e>{_T('x')}</m:e><m:sub>{_T('i')}</m:sub><m:sup>{_T('2')}</m:sup></m:sSubSup>",
			"x_i^2",
		),
		(
			f'<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>{_T("b")}</m:e></m:rad>',
			"√(b)",
		),
		(f"<m:rad><m:deg>{_T('3')}</m:deg><m:e>{_T('b')}</m:e></m:rad>", "[3]√(b)"),
		(
			f'<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>{_T("i=1")}</m:sub><m:sup>{_T("n")}</m:sup><m:e>{_T("i")}</m:e></m:nary>',
			"∑_(i=1)^n i",
		),
		(f"<m:func><m:fName>{_T('sin')}</m:fName><m:e>{_T('θ')}</m:e></m:func>", "sin θ"),
		(f"<m:d><m:e>{_T('a')}</m:e><m:e>{_T('b')}</m:e></m:d>", "(a|b)"),
		(
			f"<m:m><m:mr><m:e>{_T('1')}</m:e><m:e>{_T('0')}</m:e></m:mr><m:mr><m:e>{_T('0')}</m:e><m:e>{_T('1')}</m:e></m:mr></m:m>",
			"[1, 0; 0, 1]",
		),
		(_T("sin\u2061θ") + "<m:ctrlPr>no text</m:ctrlPr>", "sinθ"),
	],
)
def test_docx_equations(omml: str, text: str) -> None:
	"""An equation is one line, as people type it, in the sentence that it stands in."""
	document = docx.Document()
	paragraph = document.add_paragraph("Take ")
	space = "http://schemas.openxmlformats.org/officeDocument/2006/math"
	paragraph._p.append(etree.fromstring(f'<m:oMath xmlns:m="{space}">{omml}</m:oMath>'))
	paragraph.add_run(" then.")
	assert read("a.docx", saved(document.save))[0][0].text == f"Take {text} then.\n"


def as_strict(data: bytes) -> bytes:
	"""An Office file as Strict: other namespaces and relationships in all of its parts."""
	found = re.compile(rb"http://schemas\.openxmlformats\.org/(officeDocument|\w+ml)/2006/([a-zA-Z-]+)")

	def strict(name: "re.Match[bytes]") -> bytes:
		return b"http://purl.oclc.org/ooxml/%s/%s" % (
			name[1],
			name[2].replace(b"extended-p", b"extendedP"),
		)

	out = io.BytesIO()
	with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(out, "w") as written:
		for name in archive.namelist():
			part = archive.read(name)
			written.writestr(name, found.sub(strict, part) if name.endswith((".xml", ".rels")) else part)
	return out.getvalue()


@pytest.mark.parametrize("block", [1 << 20, 1031, 307])
@pytest.mark.parametrize("name", ["a.docx", "a.pptx", "a.xlsx"])
def test_strict_office_files(name: str, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
	"""A file saved as Strict is read as the same file saved as usual is, wherever the blocks of its parts are cut."""
	made = {"a.docx": word_file, "a.pptx": show_file, "a.xlsx": lambda: saved(workbook().save)}[name]()
	strict = as_strict(made)
	assert b"purl.oclc.org" in zipfile.ZipFile(io.BytesIO(strict)).read("_rels/.rels")
	monkeypatch.setattr(office, "_BLOCK", block)
	assert read(name, strict) == read(name, made)


@pytest.mark.parametrize(
	("name", "kind"),
	[
		("a.docm", "application/vnd.ms-word.document.macroEnabled.main+xml"),
		("a.dotx", "application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml"),
		("a.dotm", "application/vnd.ms-word.template.macroEnabledTemplate.main+xml"),
		("a.pptm", "application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml"),
		("a.potx", "application/vnd.openxmlformats-officedocument.presentationml.template.main+xml"),
		("a.ppsx", "application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml"),
		("a.ppsm", "application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml"),
		("a.xltx", "application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml"),
		("a.xlsm", "application/vnd.ms-excel.sheet.macroEnabled.main+xml"),
	],
)
def test_macros_templates_and_shows(name: str, kind: str) -> None:
	"""Documents with macros, templates and shows that begin by themselves are read as the documents they are."""
	made, plain = {
		"d": (word_file(), "a.docx"),
		"p": (show_file(), "a.pptx"),
		"x": (saved(workbook().save), "a.xlsx"),
	}[name[2]]
	usual = re.compile(
		rb"application/vnd\.openxmlformats-officedocument\.\w+\.(?:document|presentation|sheet)\.main\+xml"
	)
	data = with_member(made, "[Content_Types].xml", lambda x: usual.sub(kind.encode(), x))
	assert kind.encode() in zipfile.ZipFile(io.BytesIO(data)).read("[Content_Types].xml")
	assert read(name, data) == read(plain, made)


def show_file() -> bytes:
	"""A presentation of one slide."""
	deck = pptx.Presentation()
	slide = deck.slides.add_slide(deck.slide_layouts[1])
	slide.shapes.title.text = "Targets"
	slide.placeholders[1].text = "Grow"
	return saved(deck.save)


def test_charts() -> None:
	"""What a chart shows is a table: categories and series, percent as percent; a scatter chart has its pairs."""
	deck = pptx.Presentation()
	slide = deck.slides.add_slide(deck.slide_layouts[5])
	slide.shapes.title.text = "Ducks"
	shares = CategoryChartData(number_format="0%")
	shares.categories = ["North", "South"]
	shares.add_series("2025", (0.25, 0.5))
	shares.add_series("2026", (0.1 + 0.2, None))
	area = (Inches(1), Inches(1), Inches(4), Inches(3))
	chart = slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *area, shares).chart
	chart.has_title = True
	chart.chart_title.text_frame.text = "Share of ducks"
	pairs = XyChartData()
	series = pairs.add_series("Speed")
	series.add_data_point(1.5, 20)
	series.add_data_point(2, 35.5)
	slide.shapes.add_chart(XL_CHART_TYPE.XY_SCATTER, *area, pairs)
	levels = CategoryChartData()
	for region, cities in (("Asia", ("Pune", "Osaka")), ("Africa", ("Lagos",))):
		outer = levels.add_category(region)
		for city in cities:
			outer.add_sub_category(city)
	levels.add_series("Offices", (3, 4, 5))
	slide.shapes.add_chart(XL_CHART_TYPE.BAR_CLUSTERED, *area, levels)
	sections, notes = read("a.pptx", saved(deck.save))
	place = Locator(slide=1, heading=("Ducks",))
	assert [(s.text, s.header, s.locator) for s in sections] == [
		("North | 25% | 30%\nSouth | 50%\n", "Share of ducks\n | 2025 | 2026", place),
		("1.5 | 20\n2 | 35.5\n", " | Speed", place),
		("Asia · Pune | 3\nAsia · Osaka | 4\nAfrica · Lagos | 5\n", " | Offices", place),
	]
	assert notes == []


def test_a_chart_that_claims_many_points() -> None:
	"""How many points a chart says it has is not believed."""
	deck = pptx.Presentation()
	slide = deck.slides.add_slide(deck.slide_layouts[6])
	data = CategoryChartData()
	data.categories = ["North"]
	data.add_series("2025", (7,))
	area = (Inches(1), Inches(1), Inches(4), Inches(3))
	slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *area, data)
	made = saved(deck.save)
	part = next(n for n in zipfile.ZipFile(io.BytesIO(made)).namelist() if n.startswith("ppt/charts/chart"))
	hostile = with_member(made, part, lambda x: x.replace(b'ptCount val="1"', b'ptCount val="2000000000"'))
	assert hostile != made
	assert read("a.pptx", hostile)[0][0].text == "North | 7\n"


CHART = """<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart>
<c:title><c:tx><c:strRef><c:f>Rates!$A$9</c:f><c:strCache><c:pt idx="0"><c:v>Ducks by year</c:v></c:pt></c:strCache></c:strRef></c:tx></c:title><c:plotArea><c:barChart><c:ser>
<c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>Count</c:v></c:pt></c:strCache></c:strRef></c:tx>
<c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>2025</c:v></c:pt><c:pt idx="1"><c:v>2026</c:v></c:pt></c:strCache></c:strRef></c:cat>
<c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>7</c:v></c:pt><c:pt idx="1"><c:v>9.5</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>"""


def test_charts_of_workbooks() -> None:
	"""They are tables in the place where they stand, also on sheets of their own; a chart that does not keep what it shows is said."""
	book = openpyxl.Workbook()
	book.active.title = "Rates"
	book.active.append(["Item", "Price"])
	book.active.append(["Valve", 12])
	for anchor in ("D2", "K2"):
		chart = BarChart()
		chart.add_data(Reference(book.active, min_col=2, min_row=1, max_row=2), titles_from_data=True)
		book.active.add_chart(chart, anchor)
	sheet = book.create_chartsheet("Overview")
	sheet.add_chart(BarChart())
	made = saved(book.save)
	for number in (1, 3):
		made = with_member(made, f"xl/charts/chart{number}.xml", lambda _: CHART.encode())
	sections, notes = read("a.xlsx", made)
	table = "2025 | 7\n2026 | 9.5\n"
	assert [(s.text, s.locator, s.header) for s in sections[1:]] == [
		(table, Locator(sheet="Rates", part="chart 1 at D2"), "Sheet Rates\nDucks by year\n | Count"),
		(table, Locator(sheet="Overview", part="chart 1"), "Sheet Overview\nDucks by year\n | Count"),
	]
	assert (
		len(notes) == 1 and notes[0].startswith("1 chart was left out") and not isinstance(notes[0], Unread)
	)
	overview = b'sheetId="2" state="visible"'
	hidden = with_member(
		made, "xl/workbook.xml", lambda x: x.replace(overview, b'sheetId="2" state="hidden"')
	)
	sections, notes = read("a.xlsx", hidden)
	assert len(sections) == 2 and "The hidden sheet “Overview” was left out." in notes


def test_texts_drawn_on_a_sheet() -> None:
	"""What stands in shapes is read with the cell at which it begins; what a drawing has for older programs is not."""
	book = openpyxl.Workbook()
	book.active.title = "Rates"
	book.active.append(["Item", "Price"])
	book.active.append(["Valve", 12])
	book.active.add_chart(BarChart(), "D2")
	drawn = (
		'<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
		' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><xdr:twoCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:row>6</xdr:row></xdr:from>'
		"<xdr:sp><xdr:txBody><a:p><a:r><a:t>Prices </a:t></a:r><a:r><a:t>without VAT</a:t></a:r></a:p><a:p/><a:p><a:r><a:t>Until May</a:t></a:r></a:p></xdr:txBody></xdr:sp>"
		"<mc:AlternateContent><mc:Fallback><xdr:sp><xdr:txBody><a:p><a:r><a:t>OLD</a:t></a:r></a:p></xdr:txBody></xdr:sp></mc:Fallback></mc:AlternateContent>"
		"</xdr:twoCellAnchor></xdr:wsDr>"
	)
	sections, notes = read(
		"a.xlsx", with_member(saved(book.save), "xl/drawings/drawing1.xml", lambda _: drawn.encode())
	)
	assert notes == []
	assert [(s.text, s.locator, s.header) for s in sections[1:]] == [
		("Prices without VAT\nUntil May\n", Locator(sheet="Rates", part="text box at B7"), "Sheet Rates")
	]


def test_a_workbook_that_names_another_and_lacks_what_it_was() -> None:
	"""What is kept of other workbooks is not needed, and may be missing."""
	book = openpyxl.Workbook()
	book.active.append(["Item", "Price"])
	book.active.append(["Valve", 12])
	relation = b'<Relationship Id="rId99" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/externalLink" Target="externalLinks/externalLink1.xml"/></Relationships>'
	made = with_member(
		saved(book.save), "xl/_rels/workbook.xml.rels", lambda x: x.replace(b"</Relationships>", relation)
	)
	made = with_member(
		made,
		"xl/workbook.xml",
		lambda x: x.replace(
			b"</sheets>",
			b'</sheets><externalReferences><externalReference xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId99"/></externalReferences>',
		),
	)
	assert read("a.xlsx", made)[0][0].text == "Valve | 12\n"


_SLIDES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_MODERN = "http://schemas.microsoft.com/office/2018/10/relationships"
_OLD_SPACE = "http://schemas.openxmlformats.org/presentationml/2006/main"
_NEW_SPACE = "http://schemas.microsoft.com/office/powerpoint/2018/8/main"


@pytest.mark.parametrize(
	("authors", "comments"),
	[
		(
			(
				f"{_SLIDES}/commentAuthors",
				f'<p:cmAuthorLst xmlns:p="{_OLD_SPACE}"><p:cmAuthor id="0" name="Ada"/></p:cmAuthorLst>',
			),
			(
				f"{_SLIDES}/comments",
				f'<p:cmLst xmlns:p="{_OLD_SPACE}"><p:cm authorId="0"><p:text>Which year?</p:text></p:cm><p:cm authorId="7"><p:text>2026</p:text></p:cm></p:cmLst>',
			),
		),
		(
			(
				f"{_MODERN}/authors",
				f'<p:authorLst xmlns:p="{_NEW_SPACE}"><p:author id="{{A}}" name="Ada"/></p:authorLst>',
			),
			(
				f"{_MODERN}/comments",
				f'<p:cmLst xmlns:p="{_NEW_SPACE}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:cm authorId="{{A}}"><p:replyLst><p:reply authorId="{{B}}">'
				"<p:txBody><a:p><a:r><a:t>2026</a:t></a:r></a:p></p:txBody></p:reply></p:replyLst><p:txBody><a:p><a:r><a:t>Which year?</a:t></a:r></a:p></p:txBody></p:cm></p:cmLst>",
			),
		),
	],
	ids=["2013", "2021"],
)
def test_comments_on_slides(authors: tuple[str, str], comments: tuple[str, str]) -> None:
	"""They stand behind the slide that they are about, each behind its author, and so do answers."""
	deck = pptx.Presentation()
	slide = deck.slides.add_slide(deck.slide_layouts[5])
	slide.shapes.title.text = "Targets"
	for part, (kind, xml), name in (
		(deck.part, authors, "/ppt/authors.xml"),
		(slide.part, comments, "/ppt/comments/comment1.xml"),
	):
		part.relate_to(ShowPart(ShowName(name), "application/xml", part.package, xml.encode()), kind)
	sections, _ = read("a.pptx", saved(deck.save))
	assert [(s.text, s.locator) for s in sections][1:] == [
		("Ada: Which year?\n2026\n", Locator(slide=1, heading=("Targets",), part="comments"))
	]


def test_authors_of_comments_beside_a_comment_of_xml() -> None:
	"""What a program notes in the XML is no author, and costs the deck nothing."""
	show = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
	deck = pptx.Presentation()
	slide = deck.slides.add_slide(deck.slide_layouts[5])
	slide.shapes.title.text = "Targets"
	for part, kind, xml in (
		(deck.part, "commentAuthors", f'<p:l {show}><!-- by hand --><p:cmAuthor id="0" name="Ada"/></p:l>'),
		(slide.part, "comments", f'<p:l {show}><p:cm authorId="0"><p:text>Which year?</p:text></p:cm></p:l>'),
	):
		name = ShowName(f"/ppt/{kind}.xml")
		part.relate_to(ShowPart(name, "application/xml", part.package, xml.encode()), f"{_SLIDES}/{kind}")
	sections, _ = read("a.pptx", saved(deck.save))
	assert [section.text for section in sections][1:] == ["Ada: Which year?\n"]


def test_a_document_that_is_a_page_of_html() -> None:
	"""Programs that turn HTML into Word files put it into them as it is, and Word shows it in its place."""
	document = docx.Document()
	document.add_heading("Report", 1)
	html = b"<html><body><h2>Pumps</h2><p>Four bar.</p></body></html>"
	part = WordPart(WordName("/word/afchunk.html"), "text/html", html, document.part.package)
	name = document.part.relate_to(part, f"{_SLIDES}/aFChunk")
	for _ in range(2):
		chunk = OxmlElement("w:altChunk")
		chunk.set(qn("r:id"), name)
		document.element.body.insert(1, chunk)
	sections, notes = read("a.docx", saved(document.save))
	assert notes == []
	assert [(s.text, s.locator.heading) for s in sections] == [
		("Report\n", ("Report",)),
		("Pumps\nFour bar.\n", ("Report", "Pumps")),
	]
	damaged = WordPart(WordName("/word/afchunk.docx"), "application/x", b"PK\3\4", document.part.package)
	chunk.set(qn("r:id"), document.part.relate_to(damaged, f"{_SLIDES}/aFChunk"))
	sections, notes = read("a.docx", saved(document.save))
	assert len(sections) == 2 and len(notes) == 1 and "“afchunk.docx” was not read" in notes[0]


def test_what_follows_a_text_box() -> None:
	"""It begins on a line of its own, as what stands in the box does."""
	document = docx.Document()
	paragraph = document.add_paragraph("Before")
	for text in ("In the box", ""):
		box = etree.SubElement(etree.SubElement(paragraph._p, qn("w:r")), qn("w:txbxContent"))
		etree.SubElement(etree.SubElement(etree.SubElement(box, qn("w:p")), qn("w:r")), qn("w:t")).text = text
	paragraph.add_run("After")
	assert read("a.docx", saved(document.save))[0][0].text == "Before\nIn the box\nAfter\n"


class NobodyReads:
	"""No scan is read."""

	why_not = "Nobody reads scans."

	def leave(self, page: int) -> None:
		raise AssertionError

	def read(self, page: int, region: Region | None = None) -> PageText:
		raise AssertionError

	def inside(self, data: bytes) -> "NobodyReads":
		return self


def test_a_style_that_is_not_there(capfd: pytest.CaptureFixture[str]) -> None:
	"""A number of such a style is read as it is, and nothing that a library prints about it reaches a person's terminal."""
	book = openpyxl.Workbook()
	book.active.append(["Item", "Price"])
	book.active.append(["Valve", 12.5])
	made = with_member(
		saved(book.save), "xl/worksheets/sheet1.xml", lambda x: x.replace(b'r="B2"', b'r="B2" s="999"')
	)
	with open_reader() as reader:
		assert [s.text for s in reader.sections(Content("a.xlsx", data=made)).items(NobodyReads())] == [
			"Valve | 12.5\n"
		]
	assert capfd.readouterr() == ("", "")


def test_xlsx_comments() -> None:
	"""What people write on cells is read behind the sheet, with cell and author; that of a hidden sheet is not."""
	book = openpyxl.Workbook()
	book.active.title = "Rates"
	book.active.append(["Item", "Price"])
	book.active.append(["Valve", 12])
	book.active["B2"].comment = Comment("Ada:\nUntil March only", "Ada")
	book.active["A2"].comment = Comment("Which valve?", "")
	hidden = book.create_sheet("Hidden")
	hidden.append(["secret"])
	hidden["A1"].comment = Comment("hidden word", "Ada")
	hidden.sheet_state = "hidden"
	sections, _ = read("a.xlsx", saved(book.save))
	assert [(s.text, s.locator, s.header) for s in sections][1:] == [
		(
			"A2: Which valve?\nB2 (Ada): Until March only\n",
			Locator(sheet="Rates", part="comments"),
			"Sheet Rates",
		)
	]


def test_xlsx_threads() -> None:
	"""Of a thread each answer is read once, not the copy that Excel keeps of it for older programs."""
	book = openpyxl.Workbook()
	book.active.append(["Valve", 12])
	book.active["B1"].comment = Comment(
		"[Threaded comment] Your version cannot show it. Comment: Too low?", "tc={1}"
	)
	book.active["A1"].comment = Comment("An old note", "Ada")
	thread = (
		b'<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments">'
		b'<threadedComment ref="B1"><text>Too low?</text></threadedComment>'
		b'<threadedComment ref="B1"><text>It is right.</text></threadedComment></ThreadedComments>'
	)
	kind = "http://schemas.microsoft.com/office/2017/10/relationships/threadedComment"
	relation = f'<Relationship Id="rId77" Type="{kind}" Target="../threadedComments/threadedComment1.xml"/></Relationships>'
	data = with_member(
		saved(book.save),
		"xl/worksheets/_rels/sheet1.xml.rels",
		lambda x: x.replace(b"</Relationships>", relation.encode()),
	)
	with zipfile.ZipFile(joined := io.BytesIO(data), "a") as out:
		out.writestr("xl/threadedComments/threadedComment1.xml", thread)
	assert (
		read("a.xlsx", joined.getvalue())[0][-1].text
		== "A1 (Ada): An old note\nB1: Too low?\nB1: It is right.\n"
	)


def test_xlsx_rules_that_nobody_knows() -> None:
	"""A rule of colours, a filter or a view that our library does not know costs none of the values."""
	book = openpyxl.Workbook()
	book.active.append(["Item", "Price"])
	book.active.append(["Valve", 12])
	odd = (
		b'</sheetData><autoFilter ref="nowhere"/><conditionalFormatting sqref="A1"><cfRule type="cellIs" priority="1" '
		b'operator="nearly"><formula>1</formula></cfRule></conditionalFormatting><dataValidations count="1">'
		b'<dataValidation type="odd" sqref="A1"/></dataValidations>'
	)
	data = with_member(
		saved(book.save), "xl/worksheets/sheet1.xml", lambda x: x.replace(b"</sheetData>", odd)
	)
	assert b"nearly" in zipfile.ZipFile(io.BytesIO(data)).read("xl/worksheets/sheet1.xml")
	assert read("a.xlsx", data)[0][0].text == "Valve | 12\n"


def test_pptx() -> None:
	"""Slides are numbered as shown; title, bullets, table and notes are read; a hidden slide is named in a note."""
	deck = pptx.Presentation()
	first = deck.slides.add_slide(deck.slide_layouts[1])
	first.shapes.title.text = "Targets"
	first.placeholders[1].text = "Grow\nHire"
	table = first.shapes.add_table(2, 2, Inches(1), Inches(4), Inches(4), Inches(1)).table
	for (r, c), text in {(0, 0): "Year", (0, 1): "Goal", (1, 0): "2026", (1, 1): "5 M"}.items():
		table.cell(r, c).text = text
	first.notes_slide.notes_text_frame.text = "Mention the bonus."
	hidden = deck.slides.add_slide(deck.slide_layouts[1])
	hidden.shapes.title.text = "Secret"
	hidden._element.set("show", "0")
	deck.slides.add_slide(deck.slide_layouts[6])
	last = deck.slides.add_slide(deck.slide_layouts[6])
	group = last.shapes.add_group_shape()
	group.shapes.add_textbox(0, 0, Inches(1), Inches(1)).text_frame.text = "In a group"
	sections, notes = read("deck.pptx", saved(deck.save))
	heading = ("Targets",)
	assert [(s.text, s.locator, s.kind, s.header) for s in sections] == [
		("Targets\nGrow\nHire\n", Locator(slide=1, heading=heading), "prose", ""),
		("2026 | 5 M\n", Locator(slide=1, heading=heading), "table", "Year | Goal"),
		("Mention the bonus.\n", Locator(slide=1, heading=heading, part="speaker notes"), "prose", ""),
		("In a group\n", Locator(slide=4), "prose", ""),
	]
	assert notes == ["Hidden slides were left out: 2.", "Slides without text: 3."]


def test_slides_that_are_pictures() -> None:
	"""A slide that shows a picture and nothing else is text that was not read; one that is empty is not."""
	drawn = io.BytesIO()
	Image.new("RGB", (20, 20), "white").save(drawn, "PNG")
	deck = pptx.Presentation()
	deck.slides.add_slide(deck.slide_layouts[5]).shapes.title.text = "Targets"
	deck.slides.add_slide(deck.slide_layouts[6]).shapes.add_picture(drawn, 0, 0)
	deck.slides.add_slide(deck.slide_layouts[6])
	_sections, notes = read("deck.pptx", saved(deck.save))
	assert [(note.split(".")[0], isinstance(note, Unread)) for note in notes] == [
		("Slides without text: 3", False),
		("Slides that are pictures were not read: 2", True),
	]


def workbook() -> openpyxl.Workbook:
	"""A sheet with a title row, a table, an empty row and a second table; a hidden sheet."""
	book = openpyxl.Workbook()
	sheet = book.active
	sheet.title = "Rates"
	for row in (
		["City", "Rate", "From", "Share"],
		["Rome", 12.0, dt.datetime(2026, 3, 1), 0.19],
		["New\nYork", 0.1 + 0.2, dt.datetime(2026, 3, 1, 8, 30), None],
		[],
		["Grade", "Limit"],
		["A", 100],
	):
		sheet.append(row)
	sheet["D2"].number_format = "0%"
	secret = book.create_sheet("Salaries")
	secret.append(["Ann", 1])
	secret.sheet_state = "hidden"
	return book


def test_xlsx() -> None:
	"""Rows have the sheet's own numbers, values read as a person sees them, each table repeats its sheet and columns."""
	sections, notes = read("a.xlsx", saved(workbook().save))
	check_law(sections)
	assert [(s.text, s.locator, s.header) for s in sections] == [
		(
			"Rome | 12 | 2026-03-01 | 19%\nNew York | 0.3 | 2026-03-01 08:30\n",
			Locator(sheet="Rates", rows=(2, 3)),
			"Sheet Rates\nCity | Rate | From | Share",
		),
		("A | 100\n", Locator(sheet="Rates", rows=(6, 6)), "Sheet Rates\nGrade | Limit"),
	]
	assert notes == ["The hidden sheet “Salaries” was left out."]


def test_xlsx_with_styles_that_make_no_sense() -> None:
	"""Programs that are not Excel refer to styles that are not there, or write colours that are none: numbers show as they should."""
	import openpyxl

	book = openpyxl.Workbook()
	book.active.append(["Valve", 1234.5])
	book.active["B1"].number_format = '#,##0.00 "€"'

	def spoil(styles: bytes) -> bytes:
		assert b'xfId="0" builtinId="0"' in styles
		return styles.replace(b"<fonts", b'<fonts x="1"').replace(
			b'xfId="0" builtinId="0"', b'xfId="9" builtinId="0"'
		)

	data = with_member(saved(book.save), "xl/styles.xml", spoil)
	with pytest.raises((IndexError, TypeError)):
		openpyxl.load_workbook(io.BytesIO(data))
	assert read("a.xlsx", data)[0][0].text == "Valve | 1,234.50 €\n"
	with pytest.raises(CorruptFile):
		read("a.xlsx", with_member(data, "xl/workbook.xml", lambda _: b"<workbook"))


def test_xlsx_without_header() -> None:
	"""A sheet that begins with numbers has its name as the only header, and no row is lost."""
	book = openpyxl.Workbook()
	book.active.append([1, 2])
	book.active.append(["x", 3])
	sections, _ = read("a.xlsx", saved(book.save))
	assert [(s.text, s.header, s.locator.rows) for s in sections] == [
		("1 | 2\nx | 3\n", "Sheet Sheet", (1, 2))
	]


def test_xlsx_formulas_without_result() -> None:
	"""A formula that no program has calculated is noted, never indexed as a formula."""
	book = openpyxl.Workbook()
	book.active.append(["Net", 5, "=B1*2"])
	sections, notes = read("a.xlsx", saved(book.save))
	assert sections[0].text == "Net | 5\n"
	assert notes[0].startswith("1 formulas have no stored result")


def test_xlsx_many_rows() -> None:
	"""Sections of a long sheet follow each other without a gap."""
	book = openpyxl.Workbook(write_only=True)
	sheet = book.create_sheet("Long")
	sheet.append(["Number", "Text"])
	for n in range(2, 8001):
		sheet.append([n, "x" * 40])
	sections, _ = read("a.xlsx", saved(book.save))
	check_law(sections)
	assert len(sections) > 1
	assert sections[0].locator.rows is not None and sections[0].locator.rows[0] == 2
	for section in sections:
		assert section.locator.rows and section.text.startswith(f"{section.locator.rows[0]} | ")
	assert sections[-1].locator.rows is not None and sections[-1].locator.rows[1] == 8000


def test_xlsx_claimed_size_is_not_believed() -> None:
	"""A sheet that claims the largest possible size, or a row of number 9,999,999,999, costs no endless loop."""
	data = saved(workbook().save)
	name = "xl/worksheets/sheet1.xml"
	claimed = with_member(data, name, lambda x: x.replace(b'ref="A1:D6"', b'ref="A1:XFD1048576"'))
	assert len(read("a.xlsx", claimed)[0]) == 2
	far = with_member(
		data, name, lambda x: x.replace(b'r="6"', b'r="9999999999"').replace(b'"A6"', b'"A9999999999"')
	)
	with pytest.raises((InputTooLarge, CorruptFile)):
		read("a.xlsx", far)


def test_xlsx_cell_limit(monkeypatch: pytest.MonkeyPatch) -> None:
	"""A workbook over the cell limit is refused while it is read."""
	monkeypatch.setattr(sheets, "MAX_CELLS", 10)
	with pytest.raises(InputTooLarge, match="more than 10 cells"):
		read("a.xlsx", saved(workbook().save))


@pytest.mark.parametrize("name", ["a.docx", "a.pptx", "a.xlsx"])
def test_empty_office_files(name: str) -> None:
	"""A new, empty document, deck and workbook are No Text."""
	made = {
		"a.docx": docx.Document().save,
		"a.pptx": pptx.Presentation().save,
		"a.xlsx": openpyxl.Workbook().save,
	}
	with pytest.raises(NoText):
		read(name, saved(made[name]))


@pytest.mark.parametrize("cut", [0.3, 0.6, 0.95])
def test_truncated_office_file(cut: float) -> None:
	"""A file that is cut off is corrupt, wherever it was cut."""
	data = word_file()
	with pytest.raises(CorruptFile):
		read("a.docx", data[: int(len(data) * cut)])


def test_bytes_win_over_the_name() -> None:
	"""A Word file that is called .txt or .xlsx is read as the Word file it is."""
	assert read("a.txt", word_file())[0][0].text == "Handbook\nWelcome.\n"
	assert read("a.xlsx", word_file())[0][0].text == "Handbook\nWelcome.\n"


def test_zip_bomb() -> None:
	"""A part that unpacks a thousandfold is refused before anything is unpacked."""
	bomb = with_member(word_file(), "word/document.xml", lambda x: x.replace(b"Welcome.", b"0" * (60 << 20)))
	assert len(bomb) < 1 << 20
	with pytest.raises(InputTooLarge, match="suspicious"):
		read("a.docx", bomb)


def test_total_size_limit(monkeypatch: pytest.MonkeyPatch) -> None:
	"""Many parts that are each harmless are refused when they are too large together."""
	monkeypatch.setattr(archive, "MAX_EXPANDED", 10_000)
	with pytest.raises(InputTooLarge, match="would unpack"):
		read("a.docx", word_file())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize(
	("data", "part"), [(word_file(), "word/document.xml"), (saved(workbook().save), "xl/workbook.xml")]
)
def test_entity_bomb(data: bytes, part: str, encoding: str) -> None:
	"""An Office part with a document type, which entity bombs and external entities need, is refused."""
	bomb = "<?xml version='1.0'?><!-- x --><!DOCTYPE a [<!ENTITY b 'bbbb'><!ENTITY c '&b;&b;'>]><a>&c;</a>"
	with pytest.raises(CorruptFile, match="not what an Office program writes"):
		read("a.docx", with_member(data, part, lambda _: bomb.encode(encoding)))


def test_old_and_encrypted_office(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
	"""Without LibreOffice an old .doc says what to save it as; an encrypted file says that it is encrypted."""
	monkeypatch.setenv("PATH", str(tmp_path))
	with pytest.raises(UnsupportedType, match="save it as docx"):
		read("a.doc", make_compound({"WordDocument": b"text"}))
	with pytest.raises(UnsupportedType, match="save it as pptx"):
		read("a.pps", make_compound({"PowerPoint Document": b"text"}))
	with pytest.raises(PasswordProtected):
		read("a.docx", make_compound({"EncryptedPackage": bytes(1 << 20)}))


def test_other_archives() -> None:
	"""A ZIP file that is called .docx is a damaged document."""
	data = make_zip({"readme.txt": b"hello"})
	with pytest.raises(CorruptFile, match="parts of such a file"):
		read("a.docx", data)
