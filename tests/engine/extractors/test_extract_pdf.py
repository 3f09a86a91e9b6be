"""PDF: each page by the better of two libraries, what was filled in or written onto it, and text that nobody can read."""

import io
import threading
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from extractor_samples import make_pdf, read, saved
from pypdf import PageObject, PdfReader, PdfWriter
from pypdf.annotations import FreeText, Highlight, Text
from pypdf.generic import (
	ArrayObject,
	BooleanObject,
	DictionaryObject,
	FloatObject,
	NameObject,
	StreamObject,
	TextStringObject,
)

from huf.engine.content import Content
from huf.engine.errors import CorruptFile
from huf.engine.extractors import extract
from huf.engine.extractors.pdf import extractor as pdf
from huf.engine.extractors.pdf.document import Document, date_of
from huf.engine.extractors.pdf.readable import READABLE, SUSPICIOUS, unreadable_share
from huf.engine.extractors.unread import Unread
from huf.engine.scans import PageText, Region

POLICY = [
	"Paid leave is twenty-seven working days a year.",
	"Ask your manager before you book a journey.",
	"Hotels are paid after the journey, with the receipt.",
]


def with_content(lines: str) -> bytes:
	"""A PDF of one page with these operators between BT and ET."""
	marker = "MARKER" * 400
	made = make_pdf([[marker]])
	start = made.index(b"BT /F1")
	end = made.index(b"ET", start)
	body = f"BT {lines} ".encode("latin-1")
	assert len(body) <= end - start
	return made[:start] + body.ljust(end - start) + made[end:]


def test_spaces_that_only_stand_in_the_places() -> None:
	"""Words that are set each at its place, with small gaps, which one library glues, are words."""
	shown = ""
	for number, line in enumerate(POLICY):
		left = 72.0
		for word in line.split():
			shown += f"1 0 0 1 {left:.1f} {720 - 14 * number} Tm ({word}) Tj "
			left += 6 * len(word) + 1.9
	data = with_content("/F1 10 Tf " + shown).replace(b"/Helvetica", b"/Courier  ")
	glued = PdfReader(io.BytesIO(data)).pages[0].extract_text()
	assert not any(line in glued for line in POLICY)
	assert [section.text for section in read("a.pdf", data)[0]] == ["\n".join(POLICY) + "\n"]


def test_words_printed_onto_themselves() -> None:
	"""Bold made by printing four times, each moved a little, is read once; the same word elsewhere is another."""
	shown = "".join(
		f"1 0 0 1 {72 + x:.2f} {720 - y:.2f} Tm (Annual report) Tj "
		for x, y in ((0, 0), (0.3, 0), (0, 0.3), (0.3, 0.3))
	)
	data = with_content(f"/F1 12 Tf {shown} 1 0 0 1 72 690 Tm (Annual report report) Tj")
	assert read("a.pdf", data)[0][0].text == "Annual report\nAnnual report report\n"


def test_the_other_library_is_asked_where_one_fails(monkeypatch: pytest.MonkeyPatch) -> None:
	"""A page that PDFium reads as signs is taken from pypdf, one that neither can load is named, and the others stay."""
	real, real_read = PageObject.extract_text, Document.read

	def garbled(document: Document, number: int) -> object:
		lines, annotations = real_read(document, number)
		if number == 2:
			raise ValueError("no such page")
		if number == 3:
			lines = [
				[word._replace(text="\ue012\ue013\ue014\ue015\ue016\ue017") for word in line]
				for line in lines
			]
		return lines, annotations

	def fail_on_two(page: PageObject, *args: object, **kwargs: object) -> str:
		text = real(page)
		if "two" in text:
			raise KeyError("/Font")
		return text

	monkeypatch.setattr(Document, "read", garbled)
	monkeypatch.setattr(PageObject, "extract_text", fail_on_two)
	sections, notes = read("a.pdf", make_pdf([["one"], ["two"], POLICY]))
	assert [(s.text, s.locator.page) for s in sections] == [("one\n", 1), ("\n".join(POLICY) + "\n", 3)]
	assert (
		len(notes) == 1 and notes[0].startswith("Page 2 could not be read.") and isinstance(notes[0], Unread)
	)
	monkeypatch.setattr(Document, "read", lambda document, number: garbled(document, 2))
	with pytest.raises(CorruptFile, match="KeyError"):
		read("a.pdf", make_pdf([["two"]]))


def test_what_pdfium_cannot_open(monkeypatch: pytest.MonkeyPatch) -> None:
	"""pypdf reads the whole file then."""

	def refuse(document: Document, stream: object) -> None:
		raise ValueError("Data format error")

	monkeypatch.setattr(Document, "__init__", refuse)
	assert read("a.pdf", make_pdf([POLICY]))[0][0].text == "\n".join(POLICY) + "\n"


class Recogniser:
	"""Somebody who reads scans, and says the same of each page."""

	def __init__(self, text: str, why_not: str = "") -> None:
		self.text, self.why_not = text, why_not
		self.left: list[int] = []

	def leave(self, page: int) -> None:
		"""Noted as a page to be read later."""
		self.left.append(page)

	def read(self, page: int, region: Region | None = None) -> PageText:
		"""The text for any page."""
		return PageText(self.text, 90.0 if self.text else 0.0)


def test_suspicious_text(monkeypatch: pytest.MonkeyPatch) -> None:
	"""Text that neither library reads as words is recognised on the picture of the page; without that it is kept and named."""
	garbage = [
		"".join(chr(ord(letter) - 29) if letter.isalpha() else letter for letter in line) for line in POLICY
	]
	assert garbage[0].startswith("3DLG OHDYH")
	data = make_pdf([garbage, POLICY])
	sections, notes = read("a.pdf", data)
	assert [s.text for s in sections] == ["\n".join(garbage) + "\n", "\n".join(POLICY) + "\n"]
	assert notes == [
		"Page 1 has suspicious text: most of it cannot be read as words. Run text recognition on the file."
	]
	assert isinstance(notes[0], Unread)
	for text, first in (
		("This is the travel policy.\n", "This is the travel policy.\n"),
		("", sections[0].text),
	):
		extraction = extract(Content("a.pdf", data=data, scans=Recogniser(text)))
		assert next(extraction.sections).text == first
	waiting = Recogniser("", "Install Tesseract.")
	assert len(list(extract(Content("a.pdf", data=data, scans=waiting)).sections)) == 2
	assert waiting.left == [1]


@pytest.mark.parametrize(
	"text",
	[
		"Thinkofyourfavoritesciencefictionmovie. Whatisitabout? Maybeitisaboutspaceships",
		"N a m e : A L E N A Z I ,  H A L I M A D a t e  o f  B i r t h",
		"37,499.96DISTRICT DIRECTORBAIN, J MATTHEW\n21,000.00LEGISLATIVE CORRESPONDENTSMITH",
		"年度报告年度报告年度报告年度报告\nANHUI ANLI ANHUI ANLI ANHUI ANLI ANHUI ANLI",
		"78    *$5ӝ߸ࣿചীࠁې޷ܲٮউӝࣿ੹ࠁݎҊࢲ\nࠁউ࠙ӝ߸ࣿചীࠁې޷ܲ",
		"\ue012\ue013\ue014\ue015 \ue012\ue013\ue014\ue015 \ue016\ue017\ue018\ue019\ue020 \ue016\ue017\ue018\ue019\ue020\ue021\ue022 \ue016\ue017\ue018\ue019",
		"/G12/G13/G14/G15 /G16/G17/G18 /G12/G13/G14/G15/G16/G17/G18",
		"(cid:12)(cid:13)(cid:14)(cid:15) (cid:12)(cid:13) (cid:12)(cid:13)",
	],
)
def test_unreadable(text: str) -> None:
	"""Glued words and cells, letters with spaces, repetitions, fonts without an encoding, and signs of five scripts in one word."""
	assert unreadable_share(text) > SUSPICIOUS


@pytest.mark.parametrize(
	"text",
	[
		"\n".join(POLICY),
		"Die Rechtsschutzversicherungsgesellschaften zahlen nur, wenn der Schaden in den letzten drei Jahren entstanden ist und wenn "
		"er innerhalb von vierzehn Tagen gemeldet wurde. Für das Schiedsverfahren gelten andere Fristen; sie stehen in "
		"den Bedingungen, die jeder Kunde mit seinem Vertrag bekommt, und auf der Seite der Gesellschaft im Netz. Bei Fragen hilft "
		"die Leiterin der Abteilung, die jeden Tag von acht bis zwölf und von vierzehn bis siebzehn Uhr zu sprechen ist.",
		"Yes Yes Yes Yes\nNo Yes Yes Yes\nPump Yes No No\nValve with seal No No Yes\nGasket No Yes Yes\nFilter No Yes No",
		"SKU-00347 QX-7731 KTR-BZ DIN ISO 9001 VPN HTTP XML PDF\nQTY 12 BOX PKT 14 CTN SKU-00348 Pump, Valve, Gasket",
		"08.01.2026 12/24/2026 1 2 3 4 5 6 7 8 9 10 150 140 130 120",
		"株式会社の年次報告書、第12期。ICT 기술변화에 따른 미래 보안기술 전망 보고서 Товары и услуги",
		"Contents ................ 3\nTravel .................. 4\n_______________________________ (signature)",
		"See https://www.example.com/a/very/long/address?of=this&page=1 and write to Ann.Lovelace-Hopper@mail.example.com",
		"where α and β are angles, Δx the way, 5 µm and 20 Ω; H₂O",
		"m\ni\nn\nu\nt\ne\ns\np\ne\nr\ny\ne\na\nr\n10\n20\n30\n40\n50",
	],
)
def test_readable(text: str) -> None:
	"""Long German words, rows of equal cells, part numbers, scales, scripts beside each other, lines of dots, addresses."""
	assert unreadable_share(text) <= READABLE


def form() -> bytes:
	"""A page with a text field, a box that is ticked, one that is not, an empty field and a password."""
	writer = PdfWriter(clone_from=io.BytesIO(make_pdf([["Application"]])))
	fields = ArrayObject()
	made = [
		("name", "Name of the applicant", "/Tx", TextStringObject("Ada Lovelace"), 0),
		("dog", "Has a dog", "/Btn", NameObject("/Yes"), 0),
		("cat", "Has a cat", "/Btn", NameObject("/Off"), 0),
		("phone", "", "/Tx", TextStringObject(""), 0),
		("pin", "PIN", "/Tx", TextStringObject("1234"), 1 << 13),
	]
	for number, (name, label, kind, value, flags) in enumerate(made):
		field = DictionaryObject(
			{
				NameObject("/Type"): NameObject("/Annot"),
				NameObject("/Subtype"): NameObject("/Widget"),
				NameObject("/FT"): NameObject(kind),
				NameObject("/T"): TextStringObject(name),
				NameObject("/TU"): TextStringObject(label),
				NameObject("/V"): value,
				NameObject("/Ff"): FloatObject(flags),
				NameObject("/Rect"): ArrayObject(
					[FloatObject(at) for at in (72, 600 - 30 * number, 300, 620 - 30 * number)]
				),
			}
		)
		if kind == "/Btn":
			field[NameObject("/AS")] = value
			look = writer._add_object(StreamObject())
			looks = DictionaryObject({NameObject("/Yes"): look, NameObject("/Off"): look})
			field[NameObject("/AP")] = DictionaryObject({NameObject("/N"): looks})
		fields.append(writer._add_object(field))
	writer.pages[0][NameObject("/Annots")] = fields
	# Only releases after the lowest one, 3.17, have it as `root_object`.
	writer._root_object[NameObject("/AcroForm")] = DictionaryObject(
		{NameObject("/Fields"): fields, NameObject("/NeedAppearances"): BooleanObject(True)}
	)
	return saved(writer.write)


def test_filled_fields() -> None:
	"""What was filled in and ticked is read with its labels and said to be such; empty fields and passwords are not."""
	sections, notes = read("a.pdf", form())
	assert [(s.text, s.locator.page, s.locator.part) for s in sections] == [
		("Application\n", 1, None),
		("Name of the applicant: Ada Lovelace\nHas a dog: Yes\n", 1, "form fields"),
	]
	assert notes == []


def test_typed_on_text_and_notes() -> None:
	"""Text typed onto a page, and notes with their authors, are told apart; hidden ones are left out."""
	writer = PdfWriter(clone_from=io.BytesIO(make_pdf([["Contract"]])))
	box = (50, 550, 200, 650)
	writer.add_annotation(0, FreeText(text="Paid on 3 May", rect=box))
	note = Text(text="Please check\nthe price", rect=box)
	note[NameObject("/T")] = TextStringObject("Ada")
	writer.add_annotation(0, note)
	hidden = Text(text="secret", rect=box)
	hidden[NameObject("/F")] = FloatObject(2)
	writer.add_annotation(0, hidden)
	writer.add_annotation(0, Highlight(rect=box, quad_points=ArrayObject([FloatObject(1)] * 8)))
	assert [(s.text, s.locator.part) for s in read("a.pdf", saved(writer.write))[0]] == [
		("Contract\n", None),
		("Paid on 3 May\n", "typed onto the page"),
		("Ada: Please check\nthe price\n", "notes"),
	]


def test_dates() -> None:
	"""Dates as PDF writes them, with and without time and zone; what is no date is None."""
	assert date_of("D:20210503103000+02'00'") == datetime(
		2021, 5, 3, 10, 30, tzinfo=timezone(timedelta(hours=2))
	)
	assert date_of("D:20131223000000Z") == datetime(2013, 12, 23, tzinfo=timezone.utc)
	assert date_of("2021") == datetime(2021, 1, 1)
	assert [date_of(text) for text in ("", "yesterday", "D:20211399", "D:20210230000000+99'00'")] == [
		None
	] * 4


def test_two_threads(tmp_path: Path) -> None:
	"""Files read at the same time do not disturb each other, though PDFium knows no threads."""
	data = make_pdf([[f"Page {number} of the manual"] for number in range(30)])
	wrong: list[object] = []

	def work() -> None:
		texts = [section.text for section in pdf.extract_pdf(Content("a.pdf", data=data), [])]
		wrong.extend(text for n, text in enumerate(texts) if text != f"Page {n} of the manual\n")
		wrong.extend([] if len(texts) == 30 else [len(texts)])

	threads = [threading.Thread(target=work) for _ in range(4)]
	for thread in threads:
		thread.start()
	for thread in threads:
		thread.join()
	assert wrong == []
