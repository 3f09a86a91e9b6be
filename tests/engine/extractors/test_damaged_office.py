"""Office files of which a part is damaged: the rest is read, the part is named, and the input counts as read in part."""

import io
import struct
import zipfile
from collections.abc import Callable

import docx
import openpyxl
import pptx
import pytest
from extractor_samples import make_zip, read, saved, with_member
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches
from test_extract_opendocument import TEXT, document

from huf.engine.errors import CorruptFile, InputTooLarge
from huf.engine.extractors.unread import Unread


def cut(data: bytes) -> bytes:
	"""What is left of a part that was cut off."""
	return data[: len(data) // 2]


def members(data: bytes) -> list[str]:
	with zipfile.ZipFile(io.BytesIO(data)) as archive:
		return archive.namelist()


def with_wrong_sum(data: bytes, name: str) -> bytes:
	"""The file with another checksum of one part in its directory and before the part, as bytes that changed on a disk leave it."""
	with zipfile.ZipFile(io.BytesIO(data)) as archive:
		old = struct.pack("<I", archive.getinfo(name).CRC)
	return data.replace(old, bytes(value ^ 255 for value in old))


def a_letter() -> bytes:
	made = docx.Document()
	made.add_heading("Rules", 1)
	paragraph = made.add_paragraph("Leave is thirty days.")
	made.add_comment(paragraph.runs, text="Since March.", author="Ana")
	return saved(made.save)


def a_show() -> bytes:
	made = pptx.Presentation()
	for title in ("Goals", "Results"):
		made.slides.add_slide(made.slide_layouts[5]).shapes.title.text = title
	numbers = CategoryChartData()
	numbers.categories = ["North"]
	numbers.add_series("Pumps", (7,))
	made.slides[1].shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, 0, 0, Inches(3), Inches(3), numbers)
	return saved(made.save)


def a_workbook() -> bytes:
	made = openpyxl.Workbook()
	made.active.append(["Item", "Price"])
	made.active.append(["Valve", 7])
	made.active["A2"].comment = Comment("Sold out.", "Ana")
	chart = BarChart()
	chart.add_data(Reference(made.active, min_col=2, min_row=1, max_row=2), titles_from_data=True)
	made.active.add_chart(chart)
	return saved(made.save)


@pytest.mark.parametrize(
	("name", "make", "part", "kept"),
	[
		("a.docx", a_letter, "word/comments.xml", "Leave is thirty days."),
		("a.docx", a_letter, "docProps/core.xml", "Leave is thirty days."),
		("a.pptx", a_show, "chart", "Goals"),
		("a.xlsx", a_workbook, "chart", "Valve | 7"),
		("a.xlsx", a_workbook, "comment", "Valve | 7"),
	],
)
def test_a_part_beside_the_text(name: str, make: Callable[[], bytes], part: str, kept: str) -> None:
	"""Comments, charts and what the file says of itself: the text is there once, and the note names the part."""
	data = make()
	whole, _ = read(name, data)
	(damaged,) = [one for one in members(data) if part in one and one.endswith(".xml")]
	sections, notes = read(name, with_member(data, damaged, cut))
	text = "".join(section.text for section in sections)
	assert text.count(kept) == 1
	# Word for word what it is otherwise, and no more often, apart from what the damaged part says.
	said = [section.text for section in sections if not section.locator.part]
	assert said == [section.text for section in whole if not section.locator.part]
	(note,) = [note for note in notes if isinstance(note, Unread)]
	assert damaged in note and "save it again" in note


def test_the_text_itself() -> None:
	"""What is before the damage is read; where nothing is left, the file is refused as it was."""
	made = docx.Document()
	for number in range(100):
		made.add_paragraph(f"Rule {number}.")
	data = saved(made.save)
	sections, notes = read("a.docx", with_member(data, "word/document.xml", cut))
	text = "".join(section.text for section in sections)
	assert "Rule 0." in text and "Rule 20." in text and "Rule 99." not in text
	assert len(notes) == 1 and "word/document.xml" in notes[0]
	with pytest.raises(CorruptFile, match="save it again"):
		read("a.docx", with_member(data, "word/document.xml", lambda _: b"<"))
	sections, notes = read("a.odt", with_member(document("odt", TEXT * 50), "content.xml", cut))
	assert sections and isinstance(notes[0], Unread) and "content.xml" in notes[0]


def test_bytes_that_changed_on_the_disk() -> None:
	"""A part whose checksum is another: it is read, and named. Pictures too, which nobody may read."""
	data = a_letter()
	sections, notes = read("a.docx", with_wrong_sum(data, "word/document.xml"))
	assert sections[0].text == "Rules\nLeave is thirty days.\n" and "word/document.xml" in notes[0]
	sections, notes = read("a.docx", with_wrong_sum(data, "docProps/thumbnail.jpeg"))
	assert sections[0].text == "Rules\nLeave is thirty days.\n" and "thumbnail.jpeg" in notes[0]


def test_a_damaged_part_before_a_hostile_one() -> None:
	"""What unpacks to a suspicious size is refused as in a sound file: damage is no way around the limits."""
	with zipfile.ZipFile(io.BytesIO(a_letter())) as archive:
		parts = {name: archive.read(name) for name in archive.namelist()}
	first = {name: parts.pop(name) for name in ("[Content_Types].xml", "docProps/core.xml")}
	hostile = make_zip({**first, "word/media/image9.png": bytes(11 << 20), **parts})
	with pytest.raises(InputTooLarge, match="suspicious size"):
		read("a.docx", with_wrong_sum(hostile, "docProps/core.xml"))


def test_a_part_that_is_not_there() -> None:
	"""What names it is set aside; programs leave such names behind."""
	data = a_letter()
	with zipfile.ZipFile(io.BytesIO(data)) as archive:
		parts = {name: archive.read(name) for name in archive.namelist() if "comments" not in name}
	sections, notes = read("a.docx", make_zip(parts))
	assert sections[0].text == "Rules\nLeave is thirty days.\n"
	assert len(notes) == 1 and "word/comments.xml" in notes[0]


def test_a_sound_file_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
	"""And a fault that is not in a part is told as it is."""
	import huf.engine.extractors.office.word.docx as reader

	asked = []

	def failing(*args: object) -> object:
		asked.append(args)
		raise ValueError("no such style")

	monkeypatch.setattr(reader, "_heading_levels", failing)
	with pytest.raises(CorruptFile, match="ValueError: no such style"):
		read("a.docx", a_letter())
	assert len(asked) == 1
