"""What files say of themselves becomes metadata of their inputs, beneath what a shell says of them."""

import io
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pptx
import pytest
from extractor_samples import make_pdf, saved, with_member
from pypdf import PdfWriter

from huf.engine.builds import BuildSettings, plan_build, read_inputs, run_build
from huf.engine.content import Content
from huf.engine.extractors import extract
from huf.engine.extractors.properties import LONGEST, tell_core_properties
from huf.engine.filters.parsing import parse_filters
from huf.engine.search import SearchTarget
from huf.engine.search.steps.reordering import date_of
from tests.engine.small_builds import wanted
from tests.searching import search

SAVED = datetime(2021, 5, 3, 8, 30, tzinfo=timezone.utc)
MAIL = (
	b"From: Ada Lovelace <ada@a.example>\r\nTo: b@a.example\r\nDate: Mon, 3 May 2021 10:30:00 +0200\r\n"
	b"Subject: The engine\r\n\r\nIt weaves algebraic patterns.\r\n"
)


def told(name: str, data: bytes) -> dict[str, Any]:
	"""What a file says of itself."""
	properties: dict[str, Any] = {}
	list(extract(Content(name, data=data, properties=properties)).sections)
	return properties


def office(make: Callable[[], Any], save: Callable[[Any], bytes], properties: str) -> bytes:
	"""A file with an author, a title, a category and two dates."""
	document = make()
	own = getattr(document, properties)
	own.title, own.category = "Engine", "Manual"
	setattr(own, "creator" if properties == "properties" else "author", "Ada Lovelace")
	own.created, own.modified = datetime(2013, 12, 23), SAVED.replace(tzinfo=None)
	return save(document)


def word() -> bytes:
	"""With a word in it."""

	def make() -> Any:
		document = docx.Document()
		document.add_paragraph("Patterns.")
		return document

	return office(make, lambda document: saved(document.save), "core_properties")


def slides() -> bytes:
	"""With a title."""

	def make() -> Any:
		shown = pptx.Presentation()
		shown.slides.add_slide(shown.slide_layouts[0]).shapes.title.text = "Patterns"
		return shown

	return office(make, lambda shown: saved(shown.save), "core_properties")


def pdf() -> bytes:
	"""Somebody else's PDF with an author, a title and two dates."""
	writer = PdfWriter(clone_from=io.BytesIO(make_pdf([["Patterns."]])))
	# Not the property ``metadata``, which pypdf 3 does not write.
	writer.add_metadata(
		{
			"/Author": "Ada Lovelace",
			"/Title": "Engine",
			"/CreationDate": "D:20131223000000Z",
			"/ModDate": "D:20210503103000+02'00'",
		}
	)
	return saved(writer.write)


def test_office_files_and_pdf() -> None:
	"""Author, title, category, and the time when it was last saved rather than that of the template."""
	known = {"document_author": "Ada Lovelace", "document_title": "Engine"}
	for name, data in (("a.docx", word()), ("a.pptx", slides())):
		assert told(name, data) == {
			**known,
			"document_kind": "Manual",
			"document_date": "2021-05-03T08:30:00Z",
		}
	assert told("a.pdf", pdf()) == {**known, "document_date": "2021-05-03T08:30:00Z"}


def test_workbooks() -> None:
	"""A workbook is saved by a library that writes the time of saving itself; author and title are those given."""
	book = openpyxl.Workbook()
	book.active.append(["Patterns"])
	book.properties.creator, book.properties.title = "Ada Lovelace", "Engine"
	found = told("a.xlsx", saved(book.save))
	assert (found["document_author"], found["document_title"]) == ("Ada Lovelace", "Engine")
	assert found["document_date"][:4] == str(datetime.now(timezone.utc).year)


def test_mails() -> None:
	"""A mail is of its own date, in UTC; without an offset it is in UTC already, and a date that is none is not taken."""
	assert told("a.eml", MAIL) == {
		"document_author": "Ada Lovelace <ada@a.example>",
		"document_date": "2021-05-03T08:30:00Z",
		"document_kind": "E-mail",
		"document_title": "The engine",
	}
	for header, date in ((b"-0000", "2021-05-03T10:30:00Z"), (b"soon", None)):
		data = MAIL.replace(b"Mon, 3 May 2021 10:30:00 +0200", b"Mon, 3 May 2021 10:30:00 " + header)
		data = data.replace(b"Mon, 3 May 2021 10:30:00 soon", b"soon")
		assert told("a.eml", data).get("document_date") == date


def test_an_attachment_says_nothing_of_the_mail() -> None:
	"""The properties of what is attached are not those of the mail."""
	from email.message import EmailMessage

	message = EmailMessage()
	message["Date"] = "Tue, 4 Jan 2022 09:00:00 +0000"
	message.set_content("Here it is.")
	message.add_attachment(word(), maintype="application", subtype="octet-stream", filename="a.docx")
	found = told("a.eml", bytes(message))
	assert found == {"document_date": "2022-01-04T09:00:00Z", "document_kind": "E-mail"}


@pytest.mark.parametrize(
	"core",
	[
		"",
		"<a",
		"<coreProperties/>",
		'<c xmlns:dcterms="http://purl.org/dc/terms/"><dcterms:modified>0000-00-00T00:00:00Z</dcterms:modified></c>',
		'<c xmlns:dcterms="http://purl.org/dc/terms/"><dcterms:modified>1601-01-01T00:00:00Z</dcterms:modified></c>',
		'<c xmlns:dcterms="http://purl.org/dc/terms/"><dcterms:modified>9999-12-31T23:59:59-23:00</dcterms:modified></c>',
	],
)
def test_what_makes_no_sense_costs_nothing(core: str) -> None:
	"""Broken properties and impossible dates are left out. (Whether the rest can be read is the library's affair.)"""
	properties: dict[str, Any] = {}
	data = with_member(word(), "docProps/core.xml", lambda _: core.encode())
	tell_core_properties(Content("a.docx", data=data, properties=properties))
	assert properties == {}


def test_long_and_many_lines() -> None:
	"""A property is one line of bounded length, without what cannot be stored."""
	found = told(
		"a.eml", MAIL.replace(b"The engine", b"x" * 5_000).replace(b"Ada Lovelace", b"=?utf-8?q?A=00d=20a?=")
	)
	assert len(found["document_title"]) == LONGEST
	assert "\x00" not in found["document_author"]


def test_a_shell_knows_better(tmp_path: Path) -> None:
	"""Author, kind and date of the shell come first, then the file's own, then the file's time; no change reads anything."""

	def inputs(**labels: Any) -> list[Any]:
		item = wanted("mail", "", metadata={"modified": "2026-01-01T00:00:00Z", **labels})
		return [_of_mail(item)]

	def hits(path: Path, filters: dict[str, Any]) -> int:
		return len(search([SearchTarget("s", path)], "patterns", filters=parse_filters(filters)).hits)

	settings = BuildSettings()
	first = run_build(tmp_path, plan_build(inputs(), None, settings), settings).info.path
	labels = {"author": "Babbage", "kind": "Letter", "date": "2020-02-02"}
	plan = plan_build(inputs(**labels), first, settings)
	assert (len(plan.index), len(plan.relabel)) == (0, 1)
	second = run_build(tmp_path, plan, settings).info.path
	for path, author, kind, date in (
		(first, "ada*", "e-mail", "2021-05-03"),
		(second, "babbage", "letter", "2020-02-02"),
	):
		for filters, found in (
			({"author": author}, 1),
			({"author": {"!=": "Somebody"}}, 1),
			({"author": {"is set": False}}, 0),
			({"kind": kind}, 1),
			({"date": date}, 1),
			({"date": {"from": "2026-01-01"}}, 0),
			({"metadata.document_date": {"from": "2021-05-03", "to": "2021-05-03"}}, 1),
		):
			assert hits(path, filters) == found, filters
		(hit,) = search([SearchTarget("s", path)], "patterns").hits
		assert str(date_of(hit, "date")).startswith(date)
	third = run_build(tmp_path, plan_build(inputs(), second, settings), settings).info.path
	assert read_inputs(third)["mail"].metadata == read_inputs(first)["mail"].metadata


def _of_mail(item: Any) -> Any:
	from dataclasses import replace

	return replace(
		item, content_hash="mail", open_content=lambda: Content("a.eml", opener=lambda: io.BytesIO(MAIL))
	)
