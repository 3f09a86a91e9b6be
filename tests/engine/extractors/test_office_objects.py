"""Files that stand as objects in Word documents and on slides: behind an icon they are read, shown as a picture they are told to be missing."""

import io
import struct

import docx
import pptx
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml
from extractor_samples import make_compound, make_pdf, read, saved
from pptx.util import Inches

from huf.engine.extractors.unread import Unread

_NAMES = (
	'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:o="urn:schemas-microsoft-com:office:office" '
	'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)
_OBJECT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/oleObject"


def packaged(name: str, data: bytes) -> bytes:
	"""A file as the Packager of Windows puts it into a document."""
	path = b"C:\\Users\\ada\\" + name.encode("cp1252") + b"\0"
	inner = b"\2\0" + path + path + b"\0\0\3\0" + struct.pack("<I", len(path)) + path
	inner += struct.pack("<I", len(data)) + data
	return make_compound({"\x01Ole10Native": struct.pack("<I", len(inner)) + inner})


def word_with(*objects: tuple[str, str, bytes]) -> bytes:
	"""A document with objects: how each is shown, its program, and its bytes."""
	document = docx.Document()
	document.add_paragraph("Contract 7")
	for number, (aspect, program, data) in enumerate(objects, 1):
		part = Part(
			PackURI(f"/word/embeddings/oleObject{number}.bin"),
			"application/vnd.openxmlformats-officedocument.oleObject",
			data,
			document.part.package,
		)
		name = document.part.relate_to(part, _OBJECT)
		document.element.body.insert(
			number,
			parse_xml(
				f'<w:p {_NAMES}><w:r><w:object><o:OLEObject Type="Embed" ProgID="{program}" DrawAspect="{aspect}" '
				f'r:id="{name}"/></w:object></w:r></w:p>'
			),
		)
	return saved(document.save)


def test_files_behind_icons_in_word() -> None:
	"""A packaged file has the name that it had; a PDF of Acrobat is a PDF; what is damaged is named, and costs nothing else."""
	data = word_with(
		("Icon", "Package", packaged("Prüfplan.csv", b"part,days\nvalve,12\n")),
		("Icon", "AcroExch.Document.DC", make_compound({"CONTENTS": make_pdf([["Terms"]])})),
		("Icon", "Package", make_compound({"\x01Ole10Native": b"\0" * 12})),
	)
	sections, notes = read("contract.docx", data)
	assert [(s.text, s.locator.part, s.locator.page) for s in sections] == [
		("Contract 7\n", None, None),
		("valve | 12\n", "attachment Prüfplan.csv", None),
		("Terms\n", "attachment oleObject2.pdf", 1),
	]
	assert len(notes) == 1 and notes[0].startswith("The attachment “oleObject3.bin” was not read: ")
	assert isinstance(notes[0], Unread)


def test_objects_that_are_shown() -> None:
	"""Their text is in no picture that can be read: each program is told. Formulas of older editors cost a document nothing."""
	data = word_with(
		("Content", "Excel.Sheet.12", b"PK"),
		("Content", "Excel.Sheet.12", b"PK"),
		("Content", "Equation.3", b"x"),
	)
	_, notes = read("a.docx", data)
	assert [(str(note), isinstance(note, Unread)) for note in notes] == [
		("Formulas of an older editor were not read: 1.", False),
		(
			"Objects of other programs in it were not read: 2 (Excel.Sheet.12). Upload their files on their own.",
			True,
		),
	]


def test_programs_without_end() -> None:
	"""A note names a few of them."""
	data = word_with(*(("Content", f"Program{number}.{'x' * 500}", b"x") for number in range(9)))
	(note,) = read("a.docx", data)[1]
	assert "not read: 9 (Program0.xxx" in note and "Program5" not in note and len(note) < 350


def test_files_behind_icons_on_slides() -> None:
	"""A document that PowerPoint keeps whole is read with its own places; one on a hidden slide is not."""
	show = pptx.Presentation()
	for title, text in (("Offer", "Delivery in May"), ("Draft", "SECRET")):
		slide = show.slides.add_slide(show.slide_layouts[5])
		slide.shapes.title.text = title
		document = docx.Document()
		document.add_heading("Terms", 1)
		document.add_paragraph(text)
		slide.shapes.add_ole_object(
			io.BytesIO(saved(document.save)), "Word.Document.12", Inches(1), Inches(1)
		)
	show.slides[1]._element.set("show", "0")
	sections, notes = read("a.pptx", saved(show.save))
	assert [(s.text, s.locator.slide, s.locator.heading) for s in sections] == [
		("Offer\n", 1, ("Offer",)),
		("Terms\nDelivery in May\n", None, ("Terms",)),
	]
	assert (sections[1].locator.part or "").startswith("attachment ")
	assert not any(isinstance(note, Unread) for note in notes), notes
