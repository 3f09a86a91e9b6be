"""PDFs of the handbook: with a text layer, and a scanned page without one."""

import random
import re
from io import BytesIO

from fpdf import FPDF
from fpdf.fonts import FontFace
from PIL import Image, ImageDraw, ImageFont

from handbook_makers.blocks import BLUE, MADE_AT, Block, read_blocks, source


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


def make_scan(name: str) -> bytes:
	"""A PDF page that is only a picture: slightly turned, with specks and a stamp, as from a scanner."""
	# The specks must be the same each time, and they protect nothing.
	chance = random.Random(1987)
	page = Image.new("L", (1240, 1754), 247)
	draw = ImageDraw.Draw(page)
	for number, line in enumerate(source(name).splitlines()):
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
