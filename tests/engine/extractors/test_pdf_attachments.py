"""Files attached to a PDF, or pinned to one of its pages, are read as they would be on their own."""

import io
import tracemalloc
from collections.abc import Iterator

import pytest
from extractor_samples import make_pdf, read, saved
from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
	ArrayObject,
	DecodedStreamObject,
	DictionaryObject,
	NameObject,
	NumberObject,
	TextStringObject,
)

from huf.engine.extractors.pdf import extractor as pdf
from huf.engine.extractors.unread import Unread


def with_files(
	files: dict[str, bytes], pinned: dict[str, bytes] | None = None, text: str = "Contract 7"
) -> bytes:
	"""A PDF of one page with files attached to it, and others pinned to its page."""
	writer = PdfWriter()
	writer.append_pages_from_reader(PdfReader(io.BytesIO(make_pdf([[text]]))))
	for name, data in files.items():
		writer.add_attachment(name, data)
	pins = ArrayObject()
	for name, data in (pinned or {}).items():
		stream = DecodedStreamObject()
		stream.set_data(data)
		stream[NameObject("/Type")] = NameObject("/EmbeddedFile")
		specification = DictionaryObject(
			{
				NameObject("/Type"): NameObject("/Filespec"),
				NameObject("/F"): TextStringObject(name),
				NameObject("/UF"): TextStringObject(name),
				NameObject("/EF"): DictionaryObject({NameObject("/F"): writer._add_object(stream)}),
			}
		)
		pins.append(
			DictionaryObject(
				{
					NameObject("/Type"): NameObject("/Annot"),
					NameObject("/Subtype"): NameObject("/FileAttachment"),
					NameObject("/Rect"): ArrayObject(map(NumberObject, (10, 10, 30, 30))),
					NameObject("/Contents"): TextStringObject("See the schedule"),
					NameObject("/T"): TextStringObject("Ada"),
					NameObject("/FS"): writer._add_object(specification),
				}
			)
		)
	if pins:
		writer.pages[0][NameObject("/Annots")] = pins
	return saved(writer.write)


def test_files_that_were_read_are_not_held(monkeypatch: pytest.MonkeyPatch) -> None:
	"""Fifty files may be larger together than the memory that a reader has, so none is kept to know it again by."""
	size = 4 << 20

	def attached(document: object) -> Iterator[tuple[str, bytes]]:
		for number in range(10):
			yield f"{number}.bin", bytes((number,)) * size

	plain = with_files({})
	read("a.pdf", plain)
	monkeypatch.setattr(pdf.Document, "attached", attached)
	tracemalloc.start()
	try:
		_, notes = read("a.pdf", plain)
		_, peak = tracemalloc.get_traced_memory()
	finally:
		tracemalloc.stop()
	assert len(notes) == 10 and peak < 5 * size


def test_attached_and_pinned() -> None:
	"""Each stands under its name with its own places, once, behind the pages; what is said of a pinned one is a note of its page."""
	schedule = b"part,days\nvalve,12\n"
	data = with_files(
		{
			"terms.txt": b"Pay within 14 days.\n",
			"schedule.csv": schedule,
			"plan.pdf": make_pdf([["First"], ["Second"]]),
		},
		{"schedule.csv": schedule, "site.md": b"# Site\n\nHall 3.\n"},
	)
	sections, notes = read("contract.pdf", data)
	assert notes == []
	assert [(s.locator.part, s.locator.page) for s in sections] == [
		(None, 1),
		("notes", 1),
		("attachment plan.pdf", 1),
		("attachment plan.pdf", 2),
		("attachment schedule.csv", None),
		("attachment terms.txt", None),
		("attachment site.md", None),
	]
	assert sections[1].text == "Ada: See the schedule\n" * 2
	assert sections[4].text == "valve | 12\n" and sections[4].locator.rows == (2, 2)
	assert sections[6].text == "# Site\n\nHall 3.\n" and sections[6].locator.heading == ("Site",)


def test_what_is_not_read_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
	"""What nobody reads, what is damaged, messages and those beyond the limit are named, and cost no other."""
	mail = b"From: Ann <ann@example.com>\nTo: bob@example.com\nSubject: Hello\n\nText\n"
	data = with_files(
		{"a.bin": b"\0\1\2" * 99, "b.txt": b"", "c.eml": mail, "d.pdf": b"%PDF-1.4 x", "e.txt": b"Text E\n"}
	)
	sections, notes = read("a.pdf", data)
	assert [s.text for s in sections] == ["Contract 7\n", "Text E\n"]
	assert [note.split(":")[0] for note in notes] == [
		"The attachment “a.bin” was not read",
		"The attachment “b.txt” was not read",
		"The attached message “c.eml” was not read; upload it on its own.",
		"The attachment “d.pdf” was not read",
	]
	assert all(isinstance(note, Unread) for note in notes)
	monkeypatch.setattr(pdf, "MAX_ATTACHMENTS", 2)
	sections, notes = read("a.pdf", with_files({f"{n}.txt": b"%d\n" % n for n in range(9)}))
	assert len(sections) == 3 and notes == [
		"Only the first 2 attachments were read. Upload the others on their own."
	]


def test_files_in_files_have_an_end() -> None:
	"""A PDF in a PDF in a PDF is read; what is attached to that one is named."""
	data = with_files({}, text="Level 4")
	for level in (3, 2, 1):
		data = with_files({f"level-{level + 1}.pdf": data}, text=f"Level {level}")
	sections, notes = read("level-1.pdf", data)
	assert [s.text for s in sections] == ["Level 1\n", "Level 2\n", "Level 3\n"]
	assert len(notes) == 1 and isinstance(notes[0], Unread)
	assert "level-4.pdf” was not read: This file lies in a file that lies in another one" in notes[0]
