"""A page of a PDF for the eye: a picture in colours, and the place of each character. A program of its own, run as
``python render_view.py FILE PAGE OUT``.

It is a child process for the reasons that ``huf/engine/ocr/render_page.py`` gives, and imports nothing of huf. One JSON
object goes to standard output: ``pages`` (how many the file has), ``page`` (the one drawn to OUT: the nearest that there
is), ``type`` (of the picture), ``width`` and ``height`` (pixels), ``characters`` and, for each of these, four ``boxes``:
left, top, right, bottom in ten-thousandths of the page. Or ``{"error": "…"}``.
"""

import ctypes
import json
import sys
from typing import Any

DOTS_PER_INCH = 130
"""A page of A4 is 1,075 pixels wide: small print can be read, and it fills a screen."""
MOST_PIXELS = 3_000_000
"""Of one picture: A3 at these dots has 3.3 million. A larger page is made smaller."""
MOST_CHARACTERS = 60_000
"""Characters of a page whose places are looked up: a page of a newspaper has some 20,000."""
MOST_PNG_BYTES = 1 << 20
"""A picture that is larger holds photographs: it is written as JPEG."""
JPEG_QUALITY = 82
MEMORY_BYTES = 1 << 30
"""Memory of this process that can be written to."""
CPU_SECONDS = 20
FILE_BYTES = 32 << 20
"""Of what this process writes."""
POINTS_PER_INCH = 72
WHOLE = 10_000


def drawn(path: str, number: int, target: str) -> dict[str, Any]:
	"""Write the picture, and give what is to be said of the page."""
	import pypdfium2

	document = pypdfium2.PdfDocument(path)
	pages = len(document)
	number = max(1, min(number, pages))
	page = document[number - 1]
	width, height = page.get_size()
	scale = DOTS_PER_INCH / POINTS_PER_INCH
	if width * height * scale * scale > MOST_PIXELS:
		scale = (MOST_PIXELS / (width * height)) ** 0.5
	picture = page.render(scale=scale).to_pil().convert("RGB")
	kind = _written(picture, target)
	characters, boxes = _characters(page)
	return {
		"pages": pages,
		"page": number,
		"type": kind,
		"width": picture.width,
		"height": picture.height,
		"characters": characters,
		"boxes": boxes,
	}


def _written(picture: Any, target: str) -> str:
	picture.save(target, "PNG")
	with open(target, "rb") as stream:
		if len(stream.read(MOST_PNG_BYTES + 1)) <= MOST_PNG_BYTES:
			return "image/png"
	picture.save(target, "JPEG", quality=JPEG_QUALITY)
	return "image/jpeg"


def _characters(page: Any) -> tuple[str, list[int]]:
	"""The text layer, character by character, and the boxes as the page is shown: cropped and turned."""
	from pypdfium2 import raw

	text = page.get_textpage()
	left, right, bottom, top = (ctypes.c_double() for _ in range(4))
	x, y = ctypes.c_int(), ctypes.c_int()

	def shown(across: float, up: float) -> tuple[int, int]:
		raw.FPDF_PageToDevice(page.raw, 0, 0, WHOLE, WHOLE, 0, across, up, x, y)
		return max(0, min(x.value, WHOLE)), max(0, min(y.value, WHOLE))

	characters, boxes = [], []
	for at in range(min(raw.FPDFText_CountChars(text.raw), MOST_CHARACTERS)):
		code = raw.FPDFText_GetUnicode(text.raw, at)
		is_text = 32 < code < 0xD800 or 0xDFFF < code < 0x110000
		if not is_text or not raw.FPDFText_GetCharBox(text.raw, at, left, right, bottom, top):
			continue
		ends = shown(left.value, bottom.value), shown(right.value, top.value)
		characters.append(chr(code))
		boxes += [
			min(ends[0][0], ends[1][0]),
			min(ends[0][1], ends[1][1]),
			max(ends[0][0], ends[1][0]),
			max(ends[0][1], ends[1][1]),
		]
	return "".join(characters), boxes


def main(words: list[str]) -> None:
	"""Draw the page, and say what became of it."""
	try:
		import resource

		resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
		resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
		resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_BYTES, FILE_BYTES))
	except (ImportError, OSError, ValueError):
		pass  # a system without such limits; the time-out of the parent holds everywhere
	try:
		answer = drawn(words[0], int(words[1]), words[2])
	except MemoryError:
		answer = {"error": "it needs more memory than a page may take"}
	# The process is the boundary: whatever a decoder raises on strange bytes is a reason, told to the parent.
	except Exception as error:  # noqa: BLE001
		answer = {"error": f"{type(error).__name__}: {error}"}
	print(json.dumps(answer))


if __name__ == "__main__":
	# The folder of this file holds modules of huf, which must not stand in for those of the libraries.
	del sys.path[0]
	main(sys.argv[1:])
