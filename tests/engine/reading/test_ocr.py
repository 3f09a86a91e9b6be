"""Scans and pictures are read with Tesseract, with their pages; what cannot be read says why."""

import io
from importlib.util import find_spec
from pathlib import Path

import pytest
from PIL import Image
from scan_samples import (
	NOTE,
	as_file,
	drawn,
	mixed_pdf,
	needs_language,
	needs_tesseract,
	noise,
	printed,
	scanned_pdf,
)

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, NoText, SettingsError
from huf.engine.extractors import extract
from huf.engine.ocr import Ocr, checked_languages, reason_against, tesseract
from huf.engine.ocr.tesseract import text_of_tsv
from huf.engine.types import Locator, Section

ENGLISH = Ocr("eng")


def read(name: str, data: bytes, ocr: Ocr = ENGLISH) -> tuple[list[Section], list[str], dict[str, object]]:
	"""The sections of a file, the notes about it, and what its scanned pages were."""
	plain = Content(name, data=data)
	with ocr.scans_of(plain) as scans:
		extraction = extract(Content(name, data=data, scans=scans))
		return list(extraction.sections), extraction.notes, dict(scans.facts())


def lines_of(section: Section) -> list[str]:
	"""The lines without those between paragraphs."""
	return [line for line in section.text.splitlines() if line]


@needs_tesseract
def test_a_scan_is_read_with_its_pages() -> None:
	"""Each page of a scan is a section at its page, with how sure the recogniser was."""
	sections, notes, facts = read("scan.pdf", scanned_pdf(drawn(NOTE), drawn(["Second sheet about filters"])))
	assert [section.locator for section in sections] == [Locator(page=1), Locator(page=2)]
	assert lines_of(sections[0]) == NOTE
	assert sections[1].text == "Second sheet about filters\n"
	assert notes == [f"Pages 1–2 were read from a scan (confidence {facts['ocr_confidence']:.0f} of 100)."]
	assert (
		facts["ocr"] == "eng" and facts["ocr_pages"] == 2 and 80 < float(str(facts["ocr_confidence"])) <= 100
	)


@needs_tesseract
def test_only_pages_without_text_are_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
	"""Of a mixed PDF the pages with text keep their own, and only the others are given to Tesseract."""
	asked = []
	real = tesseract.Tesseract.read
	monkeypatch.setattr(
		tesseract.Tesseract,
		"read",
		lambda self, file, page, *how: asked.append(page) or real(self, file, page, *how),
	)
	sections, notes, facts = read("mixed.pdf", mixed_pdf(["Typed page"], drawn(NOTE), ["Last page"]))
	assert [(section.locator.page, section.text.splitlines()[0]) for section in sections] == [
		(1, "Typed page"),
		(2, NOTE[0]),
		(3, "Last page"),
	]
	assert asked == [2] and facts["ocr_pages"] == 1 and "Page 2 was read from a scan" in notes[0]


@needs_tesseract
def test_german() -> None:
	"""Umlauts and ß are read when German is among the languages."""
	needs_language("deu")
	lines = ["Die Prüfung der Geräte erfolgt jährlich.", "Größere Mängel sind sofort zu melden."]
	sections, _, facts = read("Prüfung.pdf", scanned_pdf(printed(lines)), Ocr("eng+deu"))
	assert lines_of(sections[0]) == lines
	assert facts["ocr"] == "eng+deu"


@needs_tesseract
@pytest.mark.parametrize("angle", [90, 180, 270])
def test_turned_pages(angle: int) -> None:
	"""A page that lies on its side or stands on its head is read all the same."""
	needs_language("osd")
	turned = drawn([*NOTE, "Please return the damaged parts to the warehouse in Venlo."]).rotate(
		angle, expand=True
	)
	sections, _, _ = read("turned.pdf", scanned_pdf(turned))
	assert lines_of(sections[0])[:3] == NOTE


@needs_tesseract
def test_blank_pages_and_noise() -> None:
	"""A blank page and a page of specks give no text; the page between them is found, and the notes tell."""
	data = scanned_pdf(drawn([]), drawn(NOTE), noise())
	sections, notes, facts = read("scan.pdf", data)
	assert [section.locator.page for section in sections] == [2] and facts["ocr_pages"] == 1
	assert "Page 2 was read from a scan" in notes[0]
	assert any(
		note.startswith(("Page 1 is a picture on which no text", "Pages 1, 3 are pictures on"))
		for note in notes
	)
	with pytest.raises(NoText, match="Page 1 is a picture on which no text was found"):
		read("blank.pdf", scanned_pdf(drawn([])))


@needs_tesseract
@pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF", "WEBP", "BMP"])
def test_pictures(kind: str) -> None:
	"""A picture of each kind is read, whatever its file is called."""
	sections, notes, facts = read("note.dat", as_file(drawn(NOTE), kind))
	assert lines_of(sections[0]) == NOTE and sections[0].locator == Locator()
	assert facts["ocr_pages"] == 1 and "read from a scan" in notes[0]


@needs_tesseract
@pytest.mark.parametrize("mode", ["1", "P", "RGB", "CMYK", "I;16"])
def test_colours(mode: str) -> None:
	"""Pictures of one bit, of a palette, of colours for printing and of 16 bits are read."""
	picture = drawn(NOTE) if mode == "I;16" else drawn(NOTE, mode=mode)
	if mode == "I;16":
		picture = picture.convert("I").point(lambda value: value * 200).convert("I;16")
	assert lines_of(read("note.tif", as_file(picture, "TIFF"))[0][0]) == NOTE


@needs_tesseract
def test_black_on_transparent() -> None:
	"""What is transparent is paper: black letters on nothing are read."""
	letters = Image.new("RGBA", (1240, 800), (0, 0, 0, 0))
	letters.paste((0, 0, 0, 255), mask=drawn(NOTE).point(lambda value: 255 - value))
	assert lines_of(read("note.png", as_file(letters, "PNG"))[0][0]) == NOTE


@needs_tesseract
def test_pages_of_a_tiff() -> None:
	"""The frames of a TIFF are its pages."""
	data = as_file(drawn(NOTE), "TIFF", save_all=True, append_images=[drawn([]), drawn(["Third page here"])])
	sections, _, facts = read("fax.tif", data)
	assert [section.locator for section in sections] == [Locator(page=1), Locator(page=3)]
	assert sections[1].text == "Third page here\n" and facts["ocr_pages"] == 2


@needs_tesseract
def test_broken_pictures() -> None:
	"""A picture that breaks off is an error that says so; a PDF with such a page names it and keeps the others."""
	for data in (b"\x89PNG\r\n\x1a\n\0\0\0", as_file(drawn(NOTE), "PNG")[:3000]):
		with pytest.raises(CorruptFile, match="The picture cannot be read: "):
			read("a.png", data)


@needs_tesseract
def test_a_bomb_of_pixels() -> None:
	"""A small file that unpacks to billions of pixels is refused before anything is unpacked."""
	bomb = Image.new("1", (40_000, 40_000))
	with pytest.raises(CorruptFile, match="40000 x 40000 pixels"):
		read("bomb.png", as_file(bomb, "PNG"))


@needs_tesseract
def test_a_page_as_large_as_a_wall() -> None:
	"""A PDF page of many metres is made smaller instead of taking all memory."""
	from pypdf import PdfReader, PdfWriter

	writer = PdfWriter()
	writer.append(PdfReader(io.BytesIO(scanned_pdf(drawn(NOTE)))))
	writer.pages[0].scale_by(12)
	stream = io.BytesIO()
	writer.write(stream)
	assert lines_of(read("wall.pdf", stream.getvalue())[0][0]) == NOTE


@needs_tesseract
def test_time_out(monkeypatch: pytest.MonkeyPatch) -> None:
	"""A page that takes too long is given up, by name; the other pages of the file are read."""
	monkeypatch.setattr(tesseract, "PAGE_SECONDS", 0.001)
	sections, notes, _ = read("mixed.pdf", mixed_pdf(["Typed page"], drawn(NOTE)))
	assert [section.locator.page for section in sections] == [1]
	assert notes == [
		"Page 2 could not be read from the scan: making a picture of the page took longer than 0 seconds."
	]


@needs_tesseract
def test_a_decoder_that_dies(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
	"""A crash inside a decoder ends its own process and costs one page."""
	crash = tmp_path / "crash.py"
	crash.write_text("import os\nos.abort()\n")
	monkeypatch.setattr(tesseract, "_RENDER", crash)
	_, notes, _ = read("mixed.pdf", mixed_pdf(["Typed page"], drawn(NOTE)))
	assert notes == [
		"Page 2 could not be read from the scan: making a picture of the page failed (the process died)."
	]


@pytest.mark.parametrize(
	("name", "data"), [("a.pdf", scanned_pdf(drawn(NOTE))), ("a.png", as_file(drawn(NOTE), "PNG"))]
)
def test_without_tesseract(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, data: bytes) -> None:
	"""Without Tesseract a scan is No Text, and the reason names the packages to install."""
	monkeypatch.setenv("PATH", str(tmp_path))
	with pytest.raises(NoText, match=r"apt install tesseract-ocr tesseract-ocr-deu tesseract-ocr-chi-sim\)"):
		read(name, data, Ocr("eng+deu+chi_sim"))


@needs_tesseract
def test_a_language_that_is_not_installed() -> None:
	"""A language without a model is named with its package, instead of letters that make no sense."""
	assert "apt install tesseract-ocr-xyz" in reason_against("eng+xyz")
	with pytest.raises(NoText, match="what Tesseract lacks for xyz"):
		read("a.png", as_file(drawn(NOTE), "PNG"), Ocr("eng+xyz"))


def test_without_pillow(monkeypatch: pytest.MonkeyPatch) -> None:
	"""Without the library that makes pictures of pages the reason says how to install it."""
	found = tesseract.Tesseract("/bin/tesseract", "5", frozenset({"eng"}))
	monkeypatch.setattr(tesseract, "find_tesseract", lambda: found)
	monkeypatch.setattr(tesseract, "find_spec", lambda name: None if name == "PIL" else find_spec(name))
	assert "package Pillow where huf indexes (pip install 'huf[ocr]')" in reason_against("eng")


@pytest.mark.parametrize(
	("text", "languages"),
	[
		("eng", "eng"),
		("eng, deu", "eng+deu"),
		("chi_sim+script/Latin", "chi_sim+script/Latin"),
		("none", ""),
		(" ", ""),
	],
)
def test_languages(text: str, languages: str) -> None:
	"""Languages are joined by a plus however they were separated; none means that scans stay unread."""
	assert checked_languages(text) == languages


@pytest.mark.parametrize(
	"text",
	["-l", "../eng", "eng;rm", "/etc/passwd", "eng --psm", "a\nb\0", "+".join("a" * n for n in range(1, 13))],
)
def test_no_language_is_an_option_or_a_path(text: str) -> None:
	"""What could be an option, a path or a list without an end is refused."""
	with pytest.raises(SettingsError):
		checked_languages(text)


def row(word: str, confidence: float, line: int = 1, paragraph: int = 1) -> str:
	"""A word in Tesseract's table."""
	return f"5\t1\t1\t{paragraph}\t{line}\t1\t0\t0\t9\t9\t{confidence}\t{word}"


def test_unsure_words_are_dropped() -> None:
	"""Words below 30 are left out; a page that is below 50 on the whole is noise; an empty one is not."""
	table = [
		"head",
		row("good", 90),
		row("x~", 12),
		row("text", 90),
		row("more", 80, 2),
		row("end", 80, 1, 2),
	]
	text, confidence, is_noise = text_of_tsv("\n".join(table))
	assert (text, is_noise) == ("good text\nmore\n\nend\n", False)
	assert confidence == pytest.approx((4 * 90 + 2 * 12 + 4 * 90 + 4 * 80 + 3 * 80) / 17, abs=0.1)
	assert text_of_tsv("\n".join(["head", row("lll", 40), row("iii", 35)])) == ("", 0.0, True)
	assert text_of_tsv("head\n4\t1\t1\t1\t1\t0\t0\t0\t9\t9\t-1\t") == ("", 0.0, False)
