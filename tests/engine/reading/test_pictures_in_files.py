"""Pictures that stand in documents, on pages with text, and in mails are read where scans are, each in its place."""

import base64
import io
import json
import struct
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from extractors.extractor_samples import label, make_pdf, make_zip, old_workbook, record, saved
from PIL import Image
from scan_samples import NOTE, as_file, drawn, needs_tesseract, scanned_pdf

from huf.engine.content import Content
from huf.engine.errors import ScanWaiting
from huf.engine.extractors import extract
from huf.engine.extractors.pictures import inside
from huf.engine.ocr import Ocr
from huf.engine.ocr.cache import ScanCache
from huf.engine.reading import open_reader
from huf.engine.scans import PageText, Region
from huf.engine.types import Section

ENGLISH = Ocr("eng")
PICTURE = as_file(drawn(NOTE), "PNG")
ICON = as_file(drawn([], (64, 64)), "PNG")
LINE = as_file(drawn([], (1200, 20)), "PNG")


def texts_of(section: Section) -> list[str]:
	return [line for line in section.text.splitlines() if line]


def docx_of(*pictures: bytes) -> bytes:
	import docx

	document = docx.Document()
	document.add_heading("Arrivals", 1)
	document.add_paragraph("Before the picture.")
	for picture in pictures:
		document.add_picture(io.BytesIO(picture))
	document.add_paragraph("After the picture.")
	return saved(document.save)


def pptx_of(*pictures: bytes) -> bytes:
	import pptx

	deck = pptx.Presentation()
	slide = deck.slides.add_slide(deck.slide_layouts[5])
	slide.shapes.title.text = "Arrivals"
	for picture in pictures:
		slide.shapes.add_picture(io.BytesIO(picture), 0, 0)
	return saved(deck.save)


def xlsx_of(*pictures: bytes) -> bytes:
	import openpyxl
	from openpyxl.drawing.image import Image as Drawing

	book = openpyxl.Workbook()
	book.active.title = "Arrivals"
	book.active.append(["Item", "Count"])
	for picture in pictures:
		book.active.add_image(Drawing(io.BytesIO(picture)), "C7")
	return saved(book.save)


ODF = """<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:xlink="http://www.w3.org/1999/xlink">
<office:body>%s</office:body></office:document-content>"""


def frames(count: int) -> str:
	return "".join(
		f'<draw:frame><draw:image xlink:href="Pictures/{n}.png"/></draw:frame>' for n in range(count)
	)


def opendocument(kind: str, body: str) -> Callable[..., bytes]:
	def made(*pictures: bytes) -> bytes:
		members = {"mimetype": f"application/vnd.oasis.opendocument.{kind}".encode()}
		members["content.xml"] = (ODF % body.replace("FRAMES", frames(len(pictures)))).encode()
		return make_zip(members | {f"Pictures/{n}.png": data for n, data in enumerate(pictures)})

	return made


odt_of = opendocument(
	"text",
	'<office:text><text:h text:outline-level="1">Arrivals</text:h><text:p>Before the picture.FRAMES</text:p>'
	"<text:p>After the picture.</text:p></office:text>",
)
odp_of = opendocument(
	"presentation",
	"<office:presentation><draw:page><text:p>Arrivals</text:p>FRAMES</draw:page></office:presentation>",
)
ods_of = opendocument(
	"spreadsheet",
	'<office:spreadsheet><table:table table:name="Arrivals"><table:table-row><table:table-cell><text:p>Item</text:p>FRAMES'
	"</table:table-cell></table:table-row></table:table></office:spreadsheet>",
)


def html_of(*pictures: bytes) -> bytes:
	shown = "".join(
		f'<p><img alt="" src="data:image/png;base64,{base64.b64encode(one).decode()}"></p>'
		for one in pictures
	)
	return f"<h1>Arrivals</h1><p>Before the picture.</p>{shown}<p>After the picture.</p>".encode()


def epub_of(*pictures: bytes) -> bytes:
	shown = "".join(f'<p><img src="../images/{n}%20x.png"/></p>' for n in range(len(pictures)))
	return make_zip(
		{
			"mimetype": b"application/epub+zip",
			"META-INF/container.xml": b'<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
			"book.opf": b'<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>Book</dc:title></metadata><manifest>'
			b'<item id="a" href="text/a.xhtml" media-type="application/xhtml+xml"/></manifest>'
			b'<spine><itemref idref="a"/></spine></package>',
			"text/a.xhtml": f"<html><body><h1>Arrivals</h1><p>Before the picture.</p>{shown}</body></html>".encode(),
		}
		| {f"images/{n} x.png": data for n, data in enumerate(pictures)}
	)


def ipynb_of(*pictures: bytes) -> bytes:
	texts = ["# Arrivals\n\nBefore the picture.\n", "# Later\n\nAfter the picture."]
	cells = [{"cell_type": "markdown", "source": text} for text in texts]
	outputs = [
		{"output_type": "display_data", "data": {"image/png": base64.b64encode(one).decode()}}
		for one in pictures
	]
	drawing = {"cell_type": "code", "source": "", "outputs": outputs[1:]}
	attached = (
		{"cell_type": "markdown", "source": "", "attachments": {"a.png": outputs[0]["data"]}}
		if outputs
		else {}
	)
	return json.dumps({"cells": [cells[0], attached, drawing, cells[1]], "nbformat": 4}).encode()


def rtf_of(*pictures: bytes) -> bytes:
	shown = "".join(
		rf"{{\*\shppict{{\pict{{\*\picprop{{\sp{{\sn x}}{{\sv 00ff}}}}}}\pngblip\picw9 {{\*\blipuid 00ff}}{one.hex()[:64]}"
		f"\n{one.hex()[64:]}}}}}{{\\nonshppict{{\\pict\\wmetafile8 00ff}}}}\\par "
		for one in pictures
	)
	return (
		rf"{{\rtf1\ansi{{\header{{\pict\pngblip {PICTURE.hex()[:-2]}}}}}{{\pard\outlinelevel0 Arrivals\par}}"
		rf"\pard Before the picture.\par {shown}After the picture.\par}}"
	).encode()


def escher(kind: int, data: bytes, instance: int = 0, version: int = 0) -> bytes:
	"""A record of a drawing (MS-ODRAW 2.2.1)."""
	return struct.pack("<HHI", instance << 4 | version, kind, len(data)) + data


def records(kind: int, data: bytes) -> bytes:
	"""One record of a workbook and those that continue it."""
	return b"".join(record(0x3C if at else kind, data[at : at + 8000]) for at in range(0, len(data), 8000))


def xls_of(*pictures: bytes) -> bytes:
	blips = b"".join(
		escher(0xF007, bytes(36) + escher(0xF01E, bytes(17) + one, 0x6E0), 6, 2) for one in pictures
	)
	group = escher(0xF000, escher(0xF001, blips, len(pictures), 15), 0, 15)
	shapes = b"".join(
		escher(
			0xF004,
			escher(0xF00B, struct.pack("<HI", 0x4104, number), 1, 3)
			+ escher(0xF010, struct.pack("<9H", 0, 2, 0, 6, 0, 5, 0, 9, 0)),
			0,
			15,
		)
		for number in range(1, len(pictures) + 1)
	)
	drawing = escher(0xF002, escher(0xF003, shapes, 0, 15), 0, 15)
	cells = label(0, 0, "Item") + label(0, 1, "Count") + records(0xEC, drawing)
	return old_workbook({"Other": (0, label(0, 0, "x")), "Arrivals": (0, cells)}, records(0xEB, group))


MADE: dict[str, tuple[Callable[..., bytes], str]] = {
	"a.docx": (docx_of, "Arrivals, picture 1"),
	"a.pptx": (pptx_of, "slide 1, Arrivals, picture 1"),
	"a.xlsx": (xlsx_of, "sheet Arrivals, picture 1 at C7"),
	"a.odt": (odt_of, "Arrivals, picture 1"),
	"a.odp": (odp_of, "slide 1, picture 1"),
	"a.ods": (ods_of, "sheet Arrivals, picture 1"),
	"a.html": (html_of, "Arrivals, picture 1"),
	"a.epub": (epub_of, "Book › Arrivals, picture 1"),
	"a.ipynb": (ipynb_of, "Arrivals, picture 1"),
	"a.rtf": (rtf_of, "Arrivals, picture 1"),
	"a.xls": (xls_of, "sheet Arrivals, picture 1 at C7"),
}
each_kind = pytest.mark.parametrize("name", MADE)


class Recogniser:
	"""Somebody who reads pictures, says the same of each, and counts them."""

	def __init__(self, answer: PageText | None = None, why_not: str = "") -> None:
		self.answer, self.why_not = answer or PageText("On the picture.\n", 90.0), why_not
		self.asked: list[bytes] = []
		self.left = 0
		self._data = b""

	def leave(self, page: int) -> None:
		self.left += 1

	def read(self, page: int, region: Region | None = None) -> PageText:
		self.asked.append(self._data)
		return self.answer

	def inside(self, data: bytes) -> "Recogniser":
		inner = Recogniser(self.answer, self.why_not)
		inner.asked, inner._data = self.asked, data
		return inner


def read(name: str, data: bytes, scans: Recogniser) -> tuple[list[Section], list[str]]:
	extraction = extract(Content(name, data=data, scans=scans))
	return list(extraction.sections), extraction.notes


@needs_tesseract
@each_kind
def test_read_in_its_place(name: str) -> None:
	"""What stands on a picture is a passage behind what is before it, located as a picture; through the reader's process as on a site."""
	made, place = MADE[name]
	content = Content(name, data=made(PICTURE))
	with open_reader() as reader, ENGLISH.scans_of(content) as scans:
		reading = reader.sections(content)
		sections = list(reading.items(scans))
		facts = scans.facts()
	(shown,) = (section for section in sections if "picture" in (section.locator.part or ""))
	assert shown.locator.label() == place and texts_of(shown) == NOTE
	before, after = (
		[n for n, section in enumerate(sections) if words in section.text]
		for words in ("Before the picture", "After the picture")
	)
	assert all(n < sections.index(shown) for n in before) and all(n > sections.index(shown) for n in after)
	assert facts["ocr_pages"] == 1 and float(str(facts["ocr_confidence"])) > 80
	assert any(note.startswith("The text of a picture in it was recognised") for note in reading.notes)


@each_kind
def test_icons_and_lines_are_left_out(name: str) -> None:
	"""Icons and lines are not given to anybody, without a word; a picture beside them is."""
	scans = Recogniser()
	_, notes = read(name, MADE[name][0](ICON, PICTURE, LINE), scans)
	assert scans.asked == [PICTURE] and len(notes) == 1


@each_kind
def test_where_nobody_reads(name: str) -> None:
	"""The picture is left, so that the file is read again once somebody does, and a note that is no alarm says how."""
	scans = Recogniser(why_not="Install it.")
	_, notes = read(name, MADE[name][0](PICTURE, ICON), scans)
	assert not scans.asked and "A picture in it was not read. Install it." in notes
	assert not any(type(note) is not str for note in notes)


@pytest.mark.parametrize(
	("name", "made"), [(name, made) for name, (made, _) in MADE.items() if name != "a.xlsx"]
)
def test_ten_thousand_pictures(
	name: str, made: Callable[..., bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
	"""The first are read, and how many were not is an alarm."""
	monkeypatch.setattr(inside, "MOST_PICTURES", 3)
	pictures = [as_file(Image.new("L", (200, 100 + n), 255), "PNG") for n in range(12)]
	scans = Recogniser()
	_, notes = read(name, made(*pictures), scans)
	assert scans.asked == pictures[:3]
	(alarm,) = (note for note in notes if type(note) is not str)
	assert alarm.startswith("9 pictures in it were not read")


def test_marks_of_the_author() -> None:
	"""A picture on three slides is a logo; one on two is read once."""
	import pptx

	deck = pptx.Presentation()
	twice = as_file(drawn(["Twice"]), "PNG")
	for number in range(3):
		slide = deck.slides.add_slide(deck.slide_layouts[6])
		slide.shapes.add_picture(io.BytesIO(PICTURE), 0, 0)
		if number:
			slide.shapes.add_picture(io.BytesIO(twice), 0, 0)
	scans = Recogniser()
	read("a.pptx", saved(deck.save), scans)
	assert scans.asked == [twice]


def test_strange_bytes() -> None:
	"""What is called a picture and is none costs nothing but a note."""
	scans = Recogniser()
	sections, _ = read("a.odt", odt_of(b"\x01\0\0\0EMF", b"", PICTURE[:30]), scans)
	assert not scans.asked and sections
	assert read(
		"a.html", b"<p>Text<img src='data:image/png;base64,%%%'><img src='data:image/svg+xml,x'><img>", scans
	)[0]


def page_with(picture: Image.Image, words: list[str], share: float) -> bytes:
	"""A page with lines of text at the top and a picture below, as wide as a share of the page."""
	from pypdf import PdfReader, PdfWriter, Transformation

	writer = PdfWriter()
	page = writer.add_page(PdfReader(io.BytesIO(make_pdf([words]))).pages[0])
	scan = PdfReader(io.BytesIO(scanned_pdf(picture))).pages[0]
	factor = share * float(page.mediabox.width) / float(scan.mediabox.width)
	page.merge_transformed_page(scan, Transformation().scale(factor).translate(20, 20))
	return saved(writer.write)


@needs_tesseract
def test_a_page_that_is_partly_a_picture() -> None:
	"""A page with typed lines and a picture has both: the picture as a part of its page, without what is printed over it."""
	data = page_with(drawn(NOTE), ["Received on 3 March", "by the warehouse"], 0.9)
	content = Content("a.pdf", data=data)
	with open_reader() as reader, ENGLISH.scans_of(content) as scans:
		sections = list(reader.sections(content).items(scans))
	assert [section.locator.label() for section in sections] == ["page 1", "page 1, picture 1"]
	assert texts_of(sections[0]) == ["Received on 3 March", "by the warehouse"]
	assert texts_of(sections[1]) == NOTE


def test_pages_whose_pictures_say_nothing_new() -> None:
	"""A logo is too small; a page whose scan has a text layer has its text already; a blank page asks for no part of it."""
	scans = Recogniser()
	read("a.pdf", page_with(drawn(NOTE), ["A letter"], 0.1), scans)
	layer = ["The quoll pump is lent for thirty days and comes back clean." for _ in range(40)]
	read("b.pdf", page_with(drawn(NOTE, (1240, 1754)), layer, 0.95), scans)
	assert scans.asked == []
	read("c.pdf", page_with(drawn(NOTE), ["A letter"], 0.9), scans)
	assert len(scans.asked) == 1


def mail_with(name: str, data: bytes, *, is_inline: bool = False) -> bytes:
	message = EmailMessage()
	message["Subject"] = "Arrivals"
	message.set_content("See the file.")
	kind = ("image", "png") if name.endswith("png") else ("application", "pdf")
	message.add_attachment(data, *kind, filename=name, disposition="inline" if is_inline else "attachment")
	return message.as_bytes()


@needs_tesseract
@pytest.mark.parametrize(
	("attached", "data", "place"),
	[
		("photo.png", PICTURE, "attachment photo.png"),
		("scan.pdf", scanned_pdf(drawn([]), drawn(NOTE)), "page 2, attachment scan.pdf"),
		("list.pdf", page_with(drawn(NOTE), ["Typed"], 0.9), "page 1, attachment list.pdf, picture 1"),
	],
)
def test_attachments(attached: str, data: bytes, place: str) -> None:
	"""Pictures and scanned PDFs that came with a mail, or lie in an archive, are read as they would be alone."""
	content = Content("a.eml", data=mail_with(attached, data))
	with open_reader() as reader, ENGLISH.scans_of(content) as scans:
		sections = list(reader.sections(content).items(scans))
	assert texts_of(sections[-1]) == NOTE
	assert sections[-1].locator.label() == place.replace("attachment", "Arrivals, attachment", 1) or (
		sections[-1].locator.label() == place
	)
	packed = Content("a.zip", data=make_zip({attached: data}))
	with ENGLISH.scans_of(packed) as scans:
		inner = list(extract(Content("a.zip", data=packed.data, scans=scans)).sections)
	assert texts_of(inner[-1]) == NOTE


def test_attached_pictures_that_say_nothing() -> None:
	"""The logo of a signature is not read; a photograph on which nothing is recognised is no part that was not read."""
	scans = Recogniser()
	assert read("a.eml", mail_with("logo.png", ICON, is_inline=True), scans)[1] == [] and not scans.asked
	nothing = Recogniser(PageText())
	for name, data in (
		("a.eml", mail_with("p.png", PICTURE)),
		("a.zip", make_zip({"p.png": PICTURE, "a.txt": b"x"})),
	):
		_, notes = read(name, data, nothing)
		assert notes and all(type(note) is str for note in notes)
	nobody = Recogniser(why_not="Install it.")
	_, notes = read("a.eml", mail_with("p.png", PICTURE), nobody)
	assert any(type(note) is not str for note in notes)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
	from huf.engine.ocr import tesseract

	asked: list[object] = []
	real = tesseract.Tesseract.read

	def counting(self: tesseract.Tesseract, file: Path, page: int, *how: object) -> PageText:
		asked.append(page)
		return real(self, file, page, *how)  # type: ignore[arg-type]

	monkeypatch.setattr(tesseract.Tesseract, "read", counting)
	yield asked


@needs_tesseract
def test_never_twice(tmp_path: Path, counted: list[object]) -> None:
	"""What was recognised in a file is kept under that file, and goes with it; who may only use what is kept waits."""
	data = docx_of(PICTURE)
	content = Content("a.docx", data=data)

	def texts(ocr: Ocr) -> list[str]:
		with open_reader() as reader, ocr.scans_of(content) as scans:
			return [section.text for section in reader.sections(content).items(scans)]

	with pytest.raises(ScanWaiting):
		texts(Ocr("eng", tmp_path, only_kept=True))
	first = texts(Ocr("eng", tmp_path))
	assert texts(Ocr("eng", tmp_path, only_kept=True)) == first and len(counted) == 1
	ScanCache(tmp_path).keep_only([])
	with pytest.raises(ScanWaiting):
		texts(Ocr("eng", tmp_path, only_kept=True))


@pytest.mark.parametrize(
	("said", "shown"),
	[
		("The seals of pump 7", "The seals of pump 7"),
		("A duck\n\nDescription automatically generated with medium confidence", "A duck"),
		("A duck\n\nAI-generated content may be incorrect.", "A duck"),
		("C:\\photos\\IMG_0001.JPG", ""),
		(" ", ""),
	],
)
def test_what_is_said_of_pictures(said: str, shown: str) -> None:
	"""The alternative text of a picture is text of its paragraph or slide; what no person wrote is left out."""
	import docx
	import pptx

	document = docx.Document()
	document.add_paragraph("See")
	document.add_picture(io.BytesIO(PICTURE))
	(properties,) = document.element.body.iter("{*}docPr")
	properties.set("descr", said)
	deck = pptx.Presentation()
	slide = deck.slides.add_slide(deck.slide_layouts[6])
	slide.shapes.add_picture(io.BytesIO(PICTURE), 0, 0)._element.nvPicPr.cNvPr.set("descr", said)
	nobody = Recogniser(why_not="Install it.")
	sections, _ = read("a.docx", saved(document.save), nobody)
	assert "".join(section.text for section in sections).split() == ["See", *shown.split()]
	if shown:
		(section,), notes = read("a.pptx", saved(deck.save), nobody)
		assert section.text == f"{shown}\n" and any("Slides that are pictures" in note for note in notes)
