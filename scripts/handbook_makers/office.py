"""Word, Excel and PowerPoint files of the handbook."""

import re
import zipfile
from io import BytesIO

import docx
import openpyxl
import pptx
from docx.shared import Pt, RGBColor
from openpyxl.styles import Font, PatternFill
from pptx.dml.color import RGBColor as SlideColor
from pptx.util import Emu
from pptx.util import Pt as SlidePt

from handbook_makers.blocks import BLUE, MADE_AT, Block, read_blocks, source


def make_docx(name: str) -> bytes:
	"""A Word document with real heading styles from the source ``name``."""
	document = docx.Document()
	document.styles["Normal"].font.name = "Calibri"
	document.styles["Normal"].font.size = Pt(10.5)
	for block in read_blocks(name):
		if block.kind in ("h1", "h2", "h3"):
			document.add_heading(block.text, level=int(block.kind[1]))
		elif block.kind == "table":
			table = document.add_table(rows=0, cols=len(block.rows[0]), style="Light Grid Accent 1")
			for values in block.rows:
				for cell, value in zip(table.add_row().cells, values, strict=True):
					cell.text = value
			document.add_paragraph()
		else:
			run = document.add_paragraph().add_run(block.text)
			if block.kind == "note":
				run.italic, run.font.color.rgb = True, RGBColor(90, 90, 90)
	document.core_properties.author = "Tarnbrook Fluid Systems Ltd"
	document.core_properties.title = "Travel Policy"
	return _saved(document)


def make_xlsx(name: str) -> bytes:
	"""A workbook; in the source, ``#`` names a sheet and the next line its columns, separated by ``|``."""
	book = openpyxl.Workbook()
	book.remove(book.active)
	for part in source(name).split("# ")[1:]:
		title, header, *lines = part.strip().splitlines()
		sheet = book.create_sheet(title)
		for line in [header, *lines]:
			sheet.append([_cell(value) for value in line.split("|")])
		for number, cell in enumerate(sheet[1]):
			cell.font = Font(bold=True, color="FFFFFF")
			cell.fill = PatternFill("solid", fgColor="164E7A")
			sheet.column_dimensions[cell.column_letter].width = 52 if number == 1 else 15
		sheet.freeze_panes = "A2"
	book.properties.creator = "Tarnbrook Fluid Systems Ltd"
	return _saved(book)


def make_pptx(name: str) -> bytes:
	"""A presentation: one slide for each first-level heading, with bullets, table and speaker notes."""
	deck = pptx.Presentation()
	deck.slide_width, deck.slide_height = Emu(12192000), Emu(6858000)
	slides: list[list[Block]] = []
	for block in read_blocks(name):
		if block.kind == "h1":
			slides.append([])
		slides[-1].append(block)
	for number, blocks in enumerate(slides):
		_add_slide(deck, blocks, is_title=number == 0)
	deck.core_properties.author = "Tarnbrook Fluid Systems Ltd"
	return _saved(deck)


def _add_slide(deck: pptx.Presentation, blocks: list[Block], is_title: bool) -> None:
	has_table = any(block.kind == "table" for block in blocks)
	slide = deck.slides.add_slide(deck.slide_layouts[0 if is_title else 5 if has_table else 1])
	# The default template is 4:3, so every placeholder is placed anew: left, top, width, height.
	title_top = 2200000 if is_title else 450000
	for shape in slide.placeholders:
		top, height = (title_top, 1000000) if shape == slide.shapes.title else (title_top + 1250000, 4400000)
		shape.left, shape.top, shape.width, shape.height = map(Emu, (700000, top, 10800000, height))
	slide.shapes.title.text = blocks[0].text
	heading = slide.shapes.title.text_frame.paragraphs[0]
	heading.font.bold, heading.font.size, heading.font.color.rgb = True, SlidePt(36), SlideColor(*BLUE)
	lines = [block.text for block in blocks if block.kind in ("bullet", "text")]
	if lines:
		slide.placeholders[1].text = "\n".join(lines)
		for paragraph in slide.placeholders[1].text_frame.paragraphs:
			paragraph.font.size = SlidePt(26)
	slide.notes_slide.notes_text_frame.text = " ".join(b.text for b in blocks if b.kind == "speech")
	for block in blocks:
		if block.kind != "table":
			continue
		shape = slide.shapes.add_table(
			len(block.rows), len(block.rows[0]), Emu(700000), Emu(1700000), Emu(10800000), Emu(3600000)
		)
		for row, values in enumerate(block.rows):
			for column, value in enumerate(values):
				shape.table.cell(row, column).text = value
				shape.table.cell(row, column).text_frame.paragraphs[0].font.size = SlidePt(16)


def _cell(text: str) -> str | int | float:
	if re.fullmatch(r"\d+", text):
		return int(text)
	return float(text) if re.fullmatch(r"\d+\.\d+", text) else text


def _saved(document: "docx.document.Document | openpyxl.Workbook | pptx.Presentation") -> bytes:
	"""The bytes of an office file with every time stamp in it set to ``MADE_AT``."""
	raw, fixed = BytesIO(), BytesIO()
	document.save(raw)
	with zipfile.ZipFile(raw) as before, zipfile.ZipFile(fixed, "w", zipfile.ZIP_DEFLATED) as after:
		for item in before.infolist():
			data = before.read(item)
			if item.filename == "docProps/core.xml":
				stamp = MADE_AT.strftime("%Y-%m-%dT%H:%M:%SZ").encode()
				data = re.sub(rb"\d{4}-\d\d-\d\dT[\d:]+Z", stamp, data)
			entry = zipfile.ZipInfo(item.filename, MADE_AT.timetuple()[:6])
			entry.compress_type = zipfile.ZIP_DEFLATED
			after.writestr(entry, data)
	return fixed.getvalue()
