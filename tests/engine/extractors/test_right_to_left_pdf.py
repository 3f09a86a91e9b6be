"""PDF pages in Arabic: the ligature of lam and alef, spaces beside Latin words, and tables whose first column is on the right."""

import io

import pytest
from extractor_samples import pdf_of, read, saved
from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

from huf.engine.extractors.pdf.right_to_left import words_in

KAF, LAM, ALEF = "\u0643", "\u0644", "\u0627"
LETTERS = (
	b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def /CMapType 2 def "
	b"1 begincodespacerange <00> <ff> endcodespacerange "
	b"5 beginbfchar <20> <0020> <41> <0643> <42> <0627> <43> <06440627> <44> <0644> endbfchar "
	b"1 beginbfrange <61> <6f> <062a> endbfrange "
	b"endcmap CMapName currentdict /CMap defineresource pop end end"
)
"""A is kaf, B alef, D lam, and C the ligature of lam and alef; from a to o other letters."""


def arabic(stream: str) -> bytes:
	"""A page whose font F2 has Arabic letters; they are drawn from the left, as they are in such files."""
	writer = PdfWriter(clone_from=io.BytesIO(pdf_of([stream], ("Helvetica", "Helvetica"))))
	names = DecodedStreamObject()
	names.set_data(LETTERS)
	resources = writer.pages[0]["/Resources"]
	assert isinstance(resources, DictionaryObject)
	resources["/Font"]["/F2"][NameObject("/ToUnicode")] = writer._add_object(names)  # type: ignore[index]
	return saved(writer.write)


def test_the_ligature_of_lam_and_alef() -> None:
	"""Its letters are not turned around; alef and lam that are two glyphs are left as they are, and so is the article."""
	data = arabic("BT /F2 12 Tf 100 700 Td (CBA ABDB) Tj ET")
	assert [section.text for section in read("a.pdf", data)[0]] == [
		f"{ALEF}{LAM}{ALEF}{KAF} {KAF}{ALEF}{LAM}{ALEF}\n"
	]


@pytest.mark.parametrize(("gap", "count"), [(3, 2), (1, 1)])
def test_a_latin_word_beside_an_arabic_one(gap: float, count: int) -> None:
	"""A space that PDFium drops is one where there is room for it; a prefix stays at its word."""
	letters = [*map(ord, "Py"), ord(LAM), ord(ALEF)]
	boxes = [(100, 0, 106, 8), (106, 0, 112, 8), (94 - gap, 0, 100 - gap, 8), (88 - gap, 0, 94 - gap, 8)]

	def shown(start: int, stop: int) -> tuple[float, float, float, float]:
		those = boxes[start:stop]
		return min(b[0] for b in those), 0.0, max(b[2] for b in those), 8.0

	found = list(words_in(letters, shown, 12))
	assert found == ([(0, 2), (2, 4)] if count == 2 else [(0, 4)])


def test_a_table_with_lines() -> None:
	"""Its first column is the one on the right, and so it is within a cell."""
	lines = "".join(f"100 {y} m 400 {y} l S " for y in (640, 665, 690, 715))
	lines += "".join(f"{x} 640 m {x} 715 l S " for x in (100, 250, 400))
	texts = "".join(
		f"BT /F2 12 Tf {x} {y} Td ({text}) Tj ET "
		for y, row in ((697, "hogd"), (672, "klfma"), (647, "bmkn"))
		for x, text in ((110, row), (300, "cdji"), (350, "ojeb"))
	)
	(section,) = read("a.pdf", arabic(lines + texts))[0]
	assert section.kind == "table"
	assert section.text.splitlines()[-1] == " | ".join(
		[f"{spelled('ojeb')} {spelled('cdji')}", spelled("bmkn")]
	)


def spelled(drawn: str) -> str:
	"""What stands there, read from the right."""
	return "".join(chr(ord(letter) - ord("a") + 0x62A) for letter in reversed(drawn))
