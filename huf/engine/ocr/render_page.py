"""A page of a PDF or a picture as a grey PNG. A program of its own, run as ``python render_page.py FILE PAGE OUT [REGION]``.

REGION is the part of the page that is wanted: left, top, right and bottom as shares of it, in JSON.

It is a child process because the bytes are strangers': what crashes a decoder, never ends or fills the memory then ends
this process and nothing else. It imports nothing of huf. One JSON object goes to standard output: ``{"pages": n}`` when
the page was written to OUT (``pages`` is how many the file has), or ``{"error": "…"}`` with the reason in words.
"""

import json
import sys
from typing import Any

DOTS_PER_INCH = 300
"""What Tesseract's documentation asks for ("Improving the quality of the output")."""
MOST_PIXELS = 25_000_000
"""Pixels of a page that is read: A3 at 300 dots an inch has 17 million. A larger page is made smaller."""
MOST_DECODED_PIXELS = 80_000_000
"""Pixels that a picture may have before it is made smaller; Pillow would need four bytes and more for each."""
SMALL_PIXELS = 1_500_000
"""A picture below is a screenshot or a phone's preview: its letters are too small for Tesseract, so it is enlarged."""
ENLARGED = 2.0
MEMORY_BYTES = 2 << 30
"""Memory of this process that can be written to. (A limit of its address space would end PDFium, which reserves much of it.)"""
POINTS_PER_INCH = 72
FORMATS = ("PNG", "JPEG", "TIFF", "WEBP", "BMP", "GIF")


class Refused(Exception):
	"""The page cannot be made; the message says why."""


def page_of_pdf(path: str, number: int) -> tuple[Any, int]:
	"""The page as a grey picture, and the number of pages."""
	try:
		import pypdfium2
	except ImportError as error:
		raise Refused("the Python package pypdfium2 is not installed") from error
	document = pypdfium2.PdfDocument(path)
	page = document[number - 1]
	width, height = page.get_size()
	scale = DOTS_PER_INCH / POINTS_PER_INCH
	if width * height * scale * scale > MOST_PIXELS:
		scale = (MOST_PIXELS / (width * height)) ** 0.5
	return page.render(scale=scale, grayscale=True).to_pil(), len(document)


def page_of_picture(path: str, number: int) -> tuple[Any, int]:
	"""The frame as a grey picture, upright as its camera noted, and the number of frames (of a TIFF: its pages)."""
	# nosemgrep: frappe-monkey-patching-not-allowed (the limit of pixels is a setting of the library)
	from PIL import Image, ImageOps

	Image.MAX_IMAGE_PIXELS = None  # the check below is stricter and says what is wrong
	with Image.open(path, formats=FORMATS) as picture:
		pages = getattr(picture, "n_frames", 1) if picture.format == "TIFF" else 1
		if number > 1:
			picture.seek(number - 1)
		width, height = picture.size
		if width * height > MOST_DECODED_PIXELS:
			raise Refused(f"it has {width} x {height} pixels, and at most {MOST_DECODED_PIXELS:,} are read")
		upright = ImageOps.exif_transpose(picture)
		grey = _grey(upright)
		factor = (
			ENLARGED if width * height < SMALL_PIXELS else min(1.0, (MOST_PIXELS / (width * height)) ** 0.5)
		)
		if factor != 1.0:
			grey = grey.resize((max(1, int(grey.width * factor)), max(1, int(grey.height * factor))))
		return grey, pages


def _grey(picture: Any) -> Any:
	"""The picture in 8-bit grey: what is transparent is white, and what is darker than 8 bits can say is spread out."""
	from PIL import Image

	if picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info:
		coloured = picture.convert("RGBA")
		picture = Image.new("RGBA", coloured.size, "white")
		picture.alpha_composite(coloured)
	if picture.mode in ("I", "I;16", "I;16B", "F"):
		low, high = (float(value) for value in picture.getextrema())
		scale = 255 / ((high - low) or 1.0)
		picture = picture.convert("F").point(lambda value: value * scale - low * scale)
	return picture.convert("L")


def main(words: list[str]) -> None:
	"""Make the page, and say what became of it."""
	path, number, target = words[0], int(words[1]), words[2]
	try:
		import resource

		resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
	except (ImportError, OSError, ValueError):
		pass  # a system without such limits; the time-out of the parent holds everywhere
	try:
		with open(path, "rb") as stream:
			is_pdf = b"%PDF-" in stream.read(1024)
		page, pages = (page_of_pdf if is_pdf else page_of_picture)(path, number)
		resolution = {"dpi": (DOTS_PER_INCH, DOTS_PER_INCH)} if is_pdf else {}
		if len(words) > 3:
			left, top, right, bottom = json.loads(words[3])
			wide, high = page.size
			page = page.crop((int(left * wide), int(top * high), int(right * wide), int(bottom * high)))
		page.save(target, "PNG", compress_level=1, **resolution)
		answer: dict[str, Any] = {"pages": pages}
	except MemoryError:
		answer = {"error": "it needs more memory than a page may take"}
	except Refused as refused:
		answer = {"error": str(refused)}
	# The process is the boundary: whatever a decoder raises on strange bytes is a reason, told to the parent.
	except Exception as error:  # noqa: BLE001
		answer = {"error": f"{type(error).__name__}: {error}"}
	print(json.dumps(answer))


if __name__ == "__main__":
	# The folder of this file holds modules of huf, which must not stand in for those of the libraries.
	del sys.path[0]
	main(sys.argv[1:])
