"""A page of a PDF drawn in a process of its own, which strange bytes may crash, and which is ended when it takes too long."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

SECONDS = 20.0
"""Until the drawing of a page is given up: a person waits for it. An ordinary page takes under one second."""
MOST_FILE_BYTES = 256 << 20
"""A larger file is not opened."""
_PROGRAM = Path(__file__).with_name("render_view.py")
_FIRST_BYTES = 1024
"""A PDF says what it is within these (ISO 32000-1, Annex H, note 13)."""


@dataclass(frozen=True, slots=True)
class DrawnPage:
	"""A page for the eye."""

	page: int
	"""From 1."""
	pages: int
	"""How many the file has."""
	picture: bytes
	kind: str
	"""``image/png`` or ``image/jpeg``."""
	width: int
	"""Pixels."""
	height: int
	characters: str
	"""Of the text layer, without white space."""
	boxes: Sequence[int]
	"""Four for each character: left, top, right and bottom in ten-thousandths of the page."""


def can_draw() -> bool:
	"""Whether the libraries that draw pages are installed (the extra ``ocr``)."""
	return find_spec("pypdfium2") is not None and find_spec("PIL") is not None


def draw_page(file: Path, page: int, seconds: float = SECONDS) -> DrawnPage | None:
	"""The page of a file, or the nearest that it has; None for what cannot be drawn here, whatever the reason."""
	if not can_draw() or not _is_pdf(file):
		return None
	with tempfile.TemporaryDirectory(prefix="huf-page-") as folder:
		target = Path(folder) / "page"
		command = [sys.executable, str(_PROGRAM), str(file.absolute()), str(page), str(target)]
		try:
			done = subprocess.run(
				command,
				stdin=subprocess.DEVNULL,
				capture_output=True,
				timeout=seconds,
				env={**os.environ, "OMP_THREAD_LIMIT": "1", "LC_ALL": "C.UTF-8"},
				check=False,
			)
			said = json.loads(done.stdout)
		except (subprocess.TimeoutExpired, ValueError):
			return None
		if "error" in said:
			return None
		return DrawnPage(
			said["page"],
			said["pages"],
			target.read_bytes(),
			said["type"],
			said["width"],
			said["height"],
			said["characters"],
			said["boxes"],
		)


def _is_pdf(file: Path) -> bool:
	try:
		with file.open("rb") as stream:
			return b"%PDF-" in stream.read(_FIRST_BYTES) and file.stat().st_size <= MOST_FILE_BYTES
	except OSError:
		return False
