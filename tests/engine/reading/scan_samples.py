"""Scans made by the tests: text drawn into pictures, and PDFs that hold nothing but pictures."""

import io
import random

import pytest
from extractors.extractor_samples import make_pdf
from PIL import Image, ImageDraw, ImageFont

from huf.engine.ocr import find_tesseract, reason_against

needs_tesseract = pytest.mark.skipif(
	bool(reason_against("eng")),
	reason="needs Tesseract and pypdfium2; get them with: apt install tesseract-ocr tesseract-ocr-deu; pip install 'huf[ocr]'",
)


def needs_language(language: str) -> None:
	"""Skip the test where Tesseract has no model of this language."""
	found = find_tesseract()
	if found is None or language not in found.languages:
		pytest.skip(f"needs Tesseract's model; get it with: apt install tesseract-ocr-{language}")


NOTE = ["Delivery note 4711 for pump SKU-00347", "The seals were damaged on arrival.", "Replace two gaskets."]


def drawn(lines: list[str], size: tuple[int, int] = (1240, 800), mode: str = "L") -> Image.Image:
	"""A white picture with these lines in black."""
	picture = Image.new("L", size, 255)
	draw = ImageDraw.Draw(picture)
	for number, line in enumerate(lines):
		draw.text((100, 100 + number * 60), line, 10, font=ImageFont.load_default(size=32))
	return picture.convert(mode)


def printed(lines: list[str]) -> Image.Image:
	"""The lines as PDF viewers set them, accents included, at 150 dots an inch."""
	import pypdfium2

	data = make_pdf([lines]).replace(
		b"/BaseFont /Helvetica", b"/BaseFont /Helvetica /Encoding /WinAnsiEncoding"
	)
	return pypdfium2.PdfDocument(data)[0].render(scale=150 / 72).to_pil().convert("L")


def noise(size: tuple[int, int] = (900, 900)) -> Image.Image:
	"""Specks without any meaning, the same each time."""
	chance = random.Random(7)
	picture = Image.new("L", size, 255)
	draw = ImageDraw.Draw(picture)
	for _ in range(2500):
		x, y = chance.randrange(size[0]), chance.randrange(size[1])
		draw.ellipse(
			(x, y, x + chance.randrange(2, 9), y + chance.randrange(2, 9)), fill=chance.randrange(150)
		)
	return picture


def as_file(picture: Image.Image, kind: str, **options: object) -> bytes:
	"""The picture as Pillow writes it: ``PNG``, ``PDF``, ``TIFF``…"""
	stream = io.BytesIO()
	picture.save(stream, kind, **options)
	return stream.getvalue()


def scanned_pdf(*pages: Image.Image) -> bytes:
	"""A PDF whose pages are these pictures."""
	return as_file(pages[0], "PDF", resolution=150, save_all=True, append_images=list(pages[1:]))


def mixed_pdf(*pages: list[str] | Image.Image) -> bytes:
	"""A PDF of pages with text (a list of lines) and of pictures."""
	from pypdf import PdfReader, PdfWriter

	writer = PdfWriter()
	for page in pages:
		data = make_pdf([page]) if isinstance(page, list) else scanned_pdf(page)
		writer.append(PdfReader(io.BytesIO(data)))
	stream = io.BytesIO()
	writer.write(stream)
	return stream.getvalue()
