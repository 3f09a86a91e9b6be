"""Make the binary files of the sample handbook from their plain-text sources.

A development tool: huf itself never imports it, and the files it makes are committed. It needs
``pip install fpdf2 Pillow python-docx openpyxl python-pptx``. Run ``python scripts/make_handbook.py`` in the
root of the project; with the same library versions it writes the same bytes again.

The sources in ``scripts/handbook/`` use a small markup: ``#`` to ``###`` headings, ``!`` a line under the title,
``-`` bullets, ``|`` table rows (the first is the header), ``>`` speaker notes, a line ``\\f`` for a new page, and
otherwise one paragraph for each block of lines.
"""

import random
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timezone
from email.message import EmailMessage
from io import BytesIO
from pathlib import Path

import docx
import openpyxl
import pptx
from docx.shared import Pt, RGBColor
from fpdf import FPDF
from fpdf.fonts import FontFace
from openpyxl.styles import Font, PatternFill
from PIL import Image, ImageDraw, ImageFont
from pptx.dml.color import RGBColor as SlideColor
from pptx.util import Emu
from pptx.util import Pt as SlidePt

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "scripts" / "handbook"
TARGET = ROOT / "huf" / "demo" / "handbook"
MADE_AT = datetime(2026, 3, 1, 8, 0, tzinfo=timezone.utc)
BLUE = (22, 78, 122)
MARKS = {"! ": "note", "- ": "bullet", "> ": "speech", "# ": "h1", "## ": "h2", "### ": "h3"}


@dataclass
class Block:
	"""One piece of a source: a heading, paragraph, bullet, table or page break."""

	kind: str
	text: str = ""
	rows: list[list[str]] = field(default_factory=list)


def read_blocks(name: str) -> Iterator[Block]:
	"""The blocks of the source ``name``, in order."""
	paragraph: list[str] = []
	table: list[list[str]] = []
	for line in [*(SOURCES / name).read_text(encoding="utf-8").splitlines(), ""]:
		mark = re.match(r"(#{1,3}|[-!>]) ", line)
		if not line.startswith("|") and table:
			yield Block("table", rows=table)
			table = []
		if paragraph and (mark or not line.strip() or line.startswith(("|", "\\f"))):
			yield Block("text", " ".join(paragraph))
			paragraph = []
		if mark:
			yield Block(MARKS[mark.group()], line[mark.end() :])
		elif line.startswith("|"):
			table.append([cell.strip() for cell in line.strip("| ").split("|")])
		elif line == "\\f":
			yield Block("page")
		elif line.strip():
			paragraph.append(line)


class Letterhead(FPDF):
	"""A4 with the company's name at the top and the page number at the bottom."""

	def __init__(self, title: str) -> None:
		super().__init__(format="A4")
		self.heading = title
		self.set_title(title)
		self.set_author("Tarnbrook Fluid Systems Ltd")
		self.set_creation_date(MADE_AT)
		self.set_margins(22, 24, 22)
		self.set_auto_page_break(True, margin=22)

	def header(self) -> None:
		"""Called by fpdf at the top of each page."""
		self.set_font("Helvetica", "B", 8)
		self.set_text_color(*BLUE)
		self.set_y(11)
		self.cell(0, 5, "TARNBROOK FLUID SYSTEMS")
		self.set_y(11)
		self.set_font("Helvetica", "", 8)
		self.cell(0, 5, self.heading, align="R")
		self.set_draw_color(*BLUE)
		self.line(22, 17, 188, 17)
		self.set_y(24)

	def footer(self) -> None:
		"""Called by fpdf at the bottom of each page."""
		self.set_y(-14)
		self.set_font("Helvetica", "", 8)
		self.set_text_color(110, 110, 110)
		self.cell(0, 5, f"Page {self.page_no()}", align="C")

	def write_block(self, block: Block) -> None:
		"""Set one block of a source."""
		if block.kind == "page":
			self.add_page()
			return
		if block.kind == "table":
			self.write_table(block.rows)
			return
		style, size, before, after, colour = {
			"h1": ("B", 22, 2, 2, BLUE),
			"note": ("I", 9, 0, 1, (90, 90, 90)),
			"h2": ("B", 14, 4, 1.5, BLUE),
			"h3": ("B", 11, 2, 0.5, (40, 40, 40)),
		}.get(block.kind, ("", 10, 0, 2, (20, 20, 20)))
		if block.kind in ("h2", "h3") and self.will_page_break(30):
			self.add_page()
		self.ln(before)
		self.set_font("Helvetica", style, size)
		self.set_text_color(*colour)
		self.multi_cell(0, size * 0.48, block.text, align="L", new_x="LMARGIN", new_y="NEXT")
		self.ln(after)

	def write_table(self, rows: list[list[str]]) -> None:
		"""A table with a coloured header row."""
		self.set_font("Helvetica", "", 9)
		self.set_text_color(20, 20, 20)
		self.set_draw_color(170, 185, 200)
		shown = FontFace(emphasis="BOLD", color=(255, 255, 255), fill_color=BLUE)
		with self.table(rows, headings_style=shown, line_height=5.6, text_align="LEFT", padding=0.6):
			pass
		self.ln(4)


def make_pdf(name: str, title: str) -> bytes:
	"""A PDF with a text layer from the source ``name``."""
	pdf = Letterhead(title)
	pdf.add_page()
	for block in read_blocks(name):
		pdf.write_block(block)
	return bytes(pdf.output())


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
	for part in (SOURCES / name).read_text(encoding="utf-8").split("# ")[1:]:
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


def make_scan(name: str) -> bytes:
	"""A PDF page that is only a picture: slightly turned, with specks and a stamp, as from a scanner."""
	# The specks must be the same each time, and they protect nothing.
	chance = random.Random(1987)
	page = Image.new("L", (1240, 1754), 247)
	draw = ImageDraw.Draw(page)
	for number, line in enumerate((SOURCES / name).read_text(encoding="utf-8").splitlines()):
		# Columns are set by position, because the built-in font is proportional.
		for part in re.finditer(r"\S+(?: \S+)*", line):
			font = ImageFont.load_default(size=38 if number in (0, 3) else 25)
			draw.text((110 + part.start() * 15.5, 130 + number * 46), part.group(), 35, font=font)
	draw.line((110, 500, 1130, 500), 60, 3)
	draw.ellipse((820, 1240, 1110, 1430), outline=95, width=6)
	draw.text((868, 1305), "DOCK 4 VENLO", 95, font=ImageFont.load_default(size=28))
	draw.line([(150 + x * 9, 1360 + chance.randint(-28, 28)) for x in range(34)], 40, 4, joint="curve")
	for _ in range(420):
		x, y = chance.randrange(1240), chance.randrange(1754)
		draw.point((x, y), chance.randrange(90, 190))
	page = page.rotate(0.7, resample=Image.Resampling.BICUBIC, fillcolor=240)
	picture = BytesIO()
	page.save(picture, "JPEG", quality=55)
	pdf = FPDF(format="A4")
	pdf.set_creation_date(MADE_AT)
	pdf.add_page()
	pdf.image(picture, 0, 0, 210, 297)
	return bytes(pdf.output())


def make_mail() -> bytes:
	"""A complaint with the earlier messages quoted and a text file attached."""
	message = EmailMessage()
	message["From"] = "Elsa Nyström <elsa@brewery-lindholm.example>"
	message["To"] = "Helena Lindqvist <helena@tarnbrook.example>, Tomasz Wilk <tomasz@tarnbrook.example>"
	message["Date"] = "Fri, 17 Apr 2026 09:26:00 +0200"
	message["Subject"] = "Re: Re: RMA-26-0388 second diaphragm rupture on line 2"
	message["Message-ID"] = "<20260417.0926@brewery-lindholm.example>"
	message.set_content(
		(SOURCES / "complaint-thread.txt").read_text(encoding="utf-8"), cte="quoted-printable"
	)
	log = (SOURCES / "pressure-log.txt").read_text(encoding="utf-8")
	message.add_attachment(log, filename="pressure-log.txt", cte="base64")
	message.set_boundary("=_tarnbrook_17042026")
	return message.as_bytes()


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


def main() -> None:
	"""Write every generated file."""
	contract = make_pdf("supplier-contract.txt", "Framework Supply Agreement FSA-2025-017")
	files = {
		"employee-handbook.pdf": make_pdf("employee-handbook.txt", "Employee Handbook, edition 14"),
		"supplier-contract.pdf": contract,
		"travel-policy.docx": make_docx("travel-policy.txt"),
		"price-list.xlsx": make_xlsx("price-list.txt"),
		"onboarding.pptx": make_pptx("onboarding.txt"),
		"scanned-delivery-note.pdf": make_scan("delivery-note.txt"),
		"complaint-thread.eml": make_mail(),
		# As from a download that broke off: the page tree and the cross-reference table are missing.
		"broken-report.pdf": contract[: len(contract) // 3],
	}
	for name, data in files.items():
		(TARGET / name).write_bytes(data)
		print(f"{len(data):>8,} bytes  {name}")


if __name__ == "__main__":
	main()
