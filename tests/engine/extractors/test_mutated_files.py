"""Files of each kind with bytes changed, cut out and put in: each is read or refused, with a sentence.

``HUF_FUZZ`` says how many of each kind (25); the seed is the kind's name, so what fails once fails again.
"""

import bz2
import gzip
import io
import lzma
import os
import random
import shutil
import sys
import tarfile
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from binary_workbooks import prices
from drawn_samples import odg, vsdx, wpd
from extractor_samples import make_compound, make_zip, saved
from mail_samples import delivery
from test_converted import saved_as
from test_extract_everyday import CII, FATTURA, LATEX, WORKBOOK_2003, label, number, old_workbook
from test_extract_messages import FILES, MESSAGE, mailbox_of, message
from test_extract_office import word_file
from test_extract_opendocument import TEXT, book, cell, document, frame, row
from test_outlook_envelopes import WRAPPED_HTML, mail
from test_saved_and_compressed import saved_page
from test_signed_files import ber, opaque, signed
from test_xml_documents import ARTICLE, PATENT

from huf.engine.content import Content
from huf.engine.errors import InputError
from huf.engine.reading import open_reader
from huf.engine.scans import PageText, Region

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a process of its own needs Linux")
HANDBOOK = Path(__file__).parents[3] / "huf" / "demo" / "handbook"
OFFICE_SHARE = 8
"""So many times fewer files go through LibreOffice, which takes seconds for each."""
_PUT_IN = (
	b"\xff" * 8,
	b"99999999999",
	b"<",
	b"\0\0\0\0",
	b"-1",
	b"]]",
	b"&#1;",
	b'"',
	b"\r\n\r\n",
	b"\x7f\xff\xff\xff",
)


class Recogniser:
	"""Reads the same on every page and picture."""

	why_not = ""

	def leave(self, page: int) -> None:
		raise AssertionError

	def read(self, page: int, region: Region | None = None) -> PageText:
		return PageText("Recognised.\n", 90.0)

	def inside(self, data: bytes) -> "Recogniser":
		return self


def tar_of(mode: str) -> bytes:
	def save(stream: io.BytesIO) -> None:
		with tarfile.open(fileobj=stream, mode=mode) as archive:  # type: ignore[call-overload]
			for path, data in FILES.items():
				member = tarfile.TarInfo(path)
				member.size = len(data)
				archive.addfile(member, io.BytesIO(data))

	return saved(save)


def document_with_pictures() -> bytes:
	"""A Word file with headings, a table, notes and two pictures."""
	import docx
	from PIL import Image

	found = docx.Document(io.BytesIO(word_file()))
	for shade in (0, 255):
		picture = saved(partial(Image.new("L", (300, 200), shade).save, format="PNG"))
		found.add_picture(io.BytesIO(picture))
	return saved(found.save)


def sheet() -> str:
	rows = row(cell("City"), cell("Rate")) + row(cell("Oslo"), cell(120.5), times=3)
	return f'<table:table table:name="Rates">{rows}</table:table>'


TEXTS = {
	"json": '{"a": [1, {"b": "text"}]}',
	"yaml": "a: [1, 2]\nb: {c: text}\n",
	"ics": "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Fair\nEND:VEVENT\nEND:VCALENDAR\n",
	"vcf": "BEGIN:VCARD\nFN:Ada\nEND:VCARD\n",
	"srt": "1\n00:00:01,000 --> 00:00:02,000\nHello\n",
	"rtf": r"{\rtf1\ansi Text {\b bold}\par\trowd\cellx1000\intbl a\cell b\cell\row {\footnote note}\u8364?\'e4}",
	"tex": LATEX,
	"xml": CII,
	"fattura.xml": FATTURA,
	"nxml": ARTICLE,
	"dita": PATENT,
	"xlt": WORKBOOK_2003,
	"svg": "<svg xmlns='http://www.w3.org/2000/svg'><text>Drawing</text></svg>",
	"ipynb": '{"cells": [{"cell_type": "markdown", "source": ["# Text"]}], "nbformat": 4}',
}
MADE: dict[str, Callable[[], bytes]] = {
	"docx": document_with_pictures,
	"odt": lambda: document("odt", TEXT),
	"ods": lambda: document("ods", sheet()),
	"odp": lambda: document("odp", f"<draw:page>{frame('Targets', 'title')}{frame('Grow')}</draw:page>"),
	"epub": book,
	"msg": lambda: make_compound(MESSAGE),
	"tnef": delivery,
	"xlsb": prices,
	"mht": saved_page,
	"csv.gz": lambda: gzip.compress(b"Item,Price\nValve,7\n"),
	"csv.bz2": lambda: bz2.compress(b"Item,Price\nValve,7\n"),
	"csv.xz": lambda: lzma.compress(b"Item,Price\nValve,7\n"),
	"p7m": lambda: signed(b"# Terms\n\nThirty days.\n"),
	"xml.p7m": lambda: signed(FATTURA.encode(), ber),
	"signed.eml": lambda: opaque(signed(mail("Hello", delivery()), ber)),
	"dat": lambda: delivery(WRAPPED_HTML.encode("latin-1")),
	"mbox": lambda: mailbox_of(message("One", "Hello"), message("Two", "Bye", b"Attached.")),
	"zip": lambda: make_zip(FILES),
	"tar": lambda: tar_of("w"),
	"tgz": lambda: tar_of("w:gz"),
	"xls": lambda: old_workbook(
		{"S": (0, label(0, 0, "Item") + label(0, 1, "Share") + number(1, 1, 0.19, 1))}
	),
}
OLD = {"doc": "travel-policy.docx", "ppt": "onboarding.pptx"}
"""What LibreOffice makes of which file of the handbook."""
OTHERS: dict[str, Callable[[], bytes]] = {"vsdx": vsdx, "odg": odg, "wpd": wpd}
"""What else it opens."""


def kinds() -> list[str]:
	handbook = {path.suffix.lstrip(".") for path in HANDBOOK.iterdir() if path.is_file()}
	return sorted(handbook | TEXTS.keys() | MADE.keys())


def sample(kind: str) -> bytes:
	"""A small file of a kind."""
	if kind in MADE:
		return MADE[kind]()
	if kind in TEXTS:
		return TEXTS[kind].encode()
	return max((path for path in HANDBOOK.iterdir() if path.suffix == f".{kind}"), key=str).read_bytes()


def mutated(data: bytes, generator: random.Random) -> bytes:
	"""Damaged in up to thirty places."""
	damaged = bytearray(data)
	for _ in range(generator.randrange(1, 30)):
		place = generator.randrange(len(damaged))
		kind = generator.randrange(4)
		if kind == 0:
			damaged[place] = generator.randrange(256)
		elif kind == 1:
			del damaged[place : place + generator.randrange(1, 200)]
		elif kind == 2:
			damaged[place:place] = damaged[: generator.randrange(1, 200)]
		else:
			damaged[place:place] = generator.choice(_PUT_IN)
		if not damaged:
			return b"\0"
	return bytes(damaged)


def mutated_inside(data: bytes, generator: random.Random) -> bytes:
	"""An archive of which a part is damaged, packed again: what lies in it is reached, and not only its checksums."""
	with zipfile.ZipFile(io.BytesIO(data)) as archive:
		members = {info.filename: archive.read(info) for info in archive.infolist() if not info.is_dir()}
	name = generator.choice(sorted(key for key, part in members.items() if part))
	return make_zip(members | {name: mutated(members[name], generator)})


def is_read_or_refused(kind: str, data: bytes, times: int) -> None:
	generator = random.Random(kind)
	is_archive = zipfile.is_zipfile(io.BytesIO(data))
	with open_reader() as reader:
		for number in range(times):
			damage = mutated_inside if is_archive and number % 2 else mutated
			content = Content(f"a.{kind}", data=damage(data, generator))
			try:
				for _section in reader.sections(content).items(Recogniser()):
					pass
			except InputError as error:
				assert str(error).endswith((".", "?")), str(error)


def how_many() -> int:
	return int(os.environ.get("HUF_FUZZ", "25"))


@pytest.mark.parametrize("kind", kinds())
def test_mutated_files(kind: str) -> None:
	"""Whatever is wrong with a file, it is an error of the file with a sentence for a person, and nothing else."""
	is_read_or_refused(kind, sample(kind), how_many())


@pytest.mark.skipif(
	shutil.which("soffice") is None,
	reason="LibreOffice is not installed (Debian: apt install libreoffice-writer-nogui libreoffice-impress-nogui libreoffice-draw-nogui)",
)
@pytest.mark.parametrize("kind", [*OLD, *OTHERS])
def test_mutated_old_files(kind: str, tmp_path: Path) -> None:
	"""The same of files that LibreOffice reads first."""
	data = OTHERS[kind]() if kind in OTHERS else saved_as(kind, HANDBOOK / OLD[kind], tmp_path).read_bytes()
	is_read_or_refused(kind, data, max(1, how_many() // OFFICE_SHARE))
