"""What files say of themselves becomes metadata of their inputs, beneath what a shell says of them."""

import io
import json
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path
from typing import Any
from unittest import mock

import docx
import openpyxl
import pptx
import pytest
from extractor_samples import make_compound, make_pdf, saved, with_member
from pypdf import PdfWriter
from pypdf.generic import NameObject, TextStringObject

from huf.engine.builds import BuildSettings, plan_build, read_inputs, run_build
from huf.engine.content import Content
from huf.engine.extractors import extract
from huf.engine.extractors.properties import LONGEST, tell_core_properties, tell_summary
from huf.engine.filters.parsing import parse_filters
from huf.engine.inspection import inspect_file
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


FRONT_MATTER = """---
title: "Engine: a manual"
authors: [Ada Lovelace, {name: Grace Hopper, url: https://a.example}]
date: 2019-01-01
lastmod: 2021-5-3 10:30 +0200
lang: de-AT
type: Manual
tags: [a, b]
---
# Engine
Patterns.
"""


def test_front_matter() -> None:
	"""What Jekyll, Hugo and their like write above Markdown; when it was last changed comes before when it was made."""
	assert told("a.md", FRONT_MATTER.encode()) == {
		"document_author": "Ada Lovelace, Grace Hopper",
		"document_date": "2021-05-03T08:30:00Z",
		"document_kind": "Manual",
		"document_language": "de",
		"document_title": "Engine: a manual",
	}
	assert told("a.md", b"---\ndate: 2021-05-03\n---\nPatterns.") == {"document_date": "2021-05-03"}


@pytest.mark.parametrize(
	"matter",
	[
		"a: [", "- a\n- b", "just text", "title:", "title: ~", "date: soon\nlang: 12", "? [a]\n: b", "[" * 2_000, "title: *x",
		"a: &a [x]\ntitle: &t {name: *t}", "title: " + "x" * 20_000, "author: {first: Ada}", "date: 2021-13-45",
		"date: 0001-01-01", "date: 2021-05-03T10:00:00+99:99",
	],
)  # fmt: skip
def test_front_matter_that_says_nothing(matter: str) -> None:
	"""It costs no text, and nothing is made up."""
	sections = list(
		extract(Content("a.md", data=f"---\n{matter}\n---\nPatterns.".encode(), properties={})).sections
	)
	assert sections[-1].text == "Patterns.\n"
	assert told("a.md", f"---\n{matter}\n---\nPatterns.".encode()) == {}


@pytest.mark.parametrize(
	("head", "facts"),
	[
		(
			'<html lang="de-AT"><title>Engine</title><meta name=author content="Ada"><meta property="article:published_time" content="2021-05-03T10:30:00+0200">'
			'<meta property="article:modified_time" content="2025-01-01">',
			{"author": "Ada", "date": "2021-05-03T08:30:00Z", "language": "de", "title": "Engine"},
		),
		(
			'<meta name="dcterms.modified" content="2021-05-03"><meta property="og:locale" content="fr_FR"><meta property="og:title" content="Engine">',
			{"date": "2021-05-03", "language": "fr", "title": "Engine"},
		),
		('<meta name=citation_publication_date content="2021/5/3"><meta property="article:author" content="https://a.example/ada">', {"date": "2021-05-03"}),
		('<time itemprop=datePublished datetime="2021-05-03">May</time>', {"date": "2021-05-03"}),
		(
			'<script type="application/ld+json">{"@graph": [{"@type": "Comment", "datePublished": "2025-01-01"}, '
			'{"@type": ["NewsArticle"], "datePublished": "2021-05-03", "author": [{"name": "Ada"}]}]}</script>',
			{"author": "Ada", "date": "2021-05-03"},
		),
		('<script type="application/ld+json">{"@type": "Article", "datePublished": 5, "author": {"name": []}}</script>', {}),
		('<script type="application/ld+json">' + "[" * 100_000 + "</script>", {}),
		("<script type='application/ld+json'>{</script><meta name=date content=soon><meta>", {}),
	],
)  # fmt: skip
def test_pages(head: str, facts: dict[str, str]) -> None:
	"""What a page says to search engines: by its own elements, by Open Graph, Dublin Core and schema.org."""
	found = told("a.html", f"{head}<p>Patterns.".encode())
	assert found == {f"document_{name}": value for name, value in facts.items()}


def test_the_head_of_a_mail_is_its_own() -> None:
	"""A mail of HTML says nothing of itself in that."""
	data = MAIL.replace(b"Subject:", b"Content-Type: text/html\r\nContent-Language: de-AT, en\r\nSubject:")
	data = data.replace(b"It weaves", b"<title>Spam</title><meta name=date content=1999-01-01>It weaves")
	found = told("a.eml", data)
	assert (found["document_title"], found["document_date"][:4], found["document_language"]) == (
		"The engine",
		"2021",
		"de",
	)


def test_pdf_says_its_language() -> None:
	"""By its catalog."""
	writer = PdfWriter(clone_from=io.BytesIO(make_pdf([["Patterns."]])))
	writer._root_object[NameObject("/Lang")] = TextStringObject("pt-BR")
	assert told("a.pdf", saved(writer.write)) == {"document_language": "pt"}


def test_old_workbooks() -> None:
	"""Author, title and time stand in a part of their own, in the code page of the program."""
	import olefile

	said = olefile.OleMetadata()
	said.codepage, said.author, said.title = 1251, "Ада".encode("cp1251"), b"Engine"
	said.last_saved_time = datetime(2021, 5, 3, 8, 30)
	properties: dict[str, Any] = {}
	with mock.patch.object(olefile.OleFileIO, "get_metadata", lambda _: said):
		tell_summary(Content("a.xls", data=b"", properties=properties), make_compound({"Workbook": b"x"}))
	assert properties == {
		"document_author": "Ада",
		"document_date": "2021-05-03T08:30:00Z",
		"document_title": "Engine",
	}
	# One without such a part, and one that is no such file.
	for data in (make_compound({"Workbook": b"x"}), b"x" * 2_000):
		properties = {}
		tell_summary(Content("a.xls", data=b"", properties=properties), data)
		assert properties == {}


def test_notebooks() -> None:
	"""Their own metadata."""
	book = {
		"cells": [{"cell_type": "markdown", "source": "Patterns."}],
		"metadata": {"title": "Engine", "authors": [{"name": "Ada"}, {"name": "Grace"}, 5]},
	}
	assert told("a.ipynb", json.dumps(book).encode()) == {
		"document_author": "Ada, Grace",
		"document_title": "Engine",
	}
	for odd in ([], {"authors": 5, "title": []}, {"authors": [{}]}):
		assert told("a.ipynb", json.dumps({**book, "metadata": odd}).encode()) == {}


def read_whole(name: str, data: bytes) -> dict[str, Any]:
	"""What is known of a file once all of it was read."""
	return dict(inspect_file(Content(name, data=data)).properties)


def letter(day: str = "Hamburg, den 3. Mai 2021") -> bytes:
	"""A letter that was written with a template of another day, and saved on a third one."""
	document = docx.Document()
	for text in (
		"Acme GmbH · Hafenstraße 1 · 20457 Hamburg",
		day,
		"Sehr geehrte Frau Quoll,",
		"wir danken Ihnen für die Anfrage und bieten Ihnen an, die Pumpe zu prüfen, wenn sie bei uns ist.",
	):
		document.add_paragraph(text)
	document.core_properties.modified, document.core_properties.language = SAVED, "en-US"
	document.core_properties.author = "Ada"
	return saved(document.save)


def test_a_letter_is_of_its_own_day() -> None:
	"""And in the language of its text, whatever the template of its program says."""
	assert read_whole("a.docx", letter()) == {
		"document_author": "Ada",
		"document_date": "2021-05-03",
		"document_kind": "Letter",
		"document_language": "de",
	}
	lines = [
		"Acme Ltd",
		"3 February 2019",
		"Dear Ms Quoll,",
		"The pump is to be vented, and it must not be run dry by you.",
	]
	found = read_whole("a.pdf", make_pdf([lines]))
	assert (found["document_date"], found["document_kind"]) == ("2019-02-03", "Letter")
	without = read_whole("a.docx", letter("Hamburg"))
	assert (without["document_date"], without.get("document_kind")) == ("2021-05-03T08:30:00Z", None)


def test_a_document_of_another_kind_is_no_letter() -> None:
	"""What says of itself that it is something else keeps its day, salutation or not."""
	data = letter()
	document = docx.Document(io.BytesIO(data))
	document.core_properties.category = "Template"
	found = read_whole("a.docx", saved(document.save))
	assert (found["document_kind"], found["document_date"]) == ("Template", "2021-05-03T08:30:00Z")
	assert read_whole("a.html", b"<p>3 May 2019</p><p>Dear Ms Quoll,</p><p>Patterns.</p>") == {}


def test_languages_come_from_the_text() -> None:
	"""A long text tells it before it is read to its end; a text of none keeps what its file says; a language that is not known is believed."""
	assert read_whole("a.txt", ("Die Pumpe ist nicht dicht, und sie muss zur Prüfung. " * 400).encode()) == {
		"document_language": "de"
	}
	assert read_whole("a.md", b"---\nlang: fr\n---\nP-40 | 12") == {"document_language": "fr"}
	catalan = (
		"---\nlang: ca\n---\nLa bomba no pot funcionar sense aigua i cal que la porta de la sala es tanqui."
	)
	assert read_whole("a.md", catalan.encode()) == {"document_language": "ca"}
	assert read_whole("a.csv", b"Part,Price\nP-40,12\n") == {}


def test_filters_by_language(tmp_path: Path) -> None:
	"""A filter takes the codes of languages, and a person's word before the text's."""
	texts = {
		"de": "Die Pumpe ist nicht dicht, und sie muss zur Prüfung.",
		"en": "The pump is not tight, and it has to be checked.",
	}
	items = [wanted(name, text) for name, text in texts.items()]
	items.append(wanted("said", texts["en"] + " Really.", metadata={"language": "fr"}))
	settings = BuildSettings()
	path = run_build(tmp_path, plan_build(items, None, settings), settings).info.path

	def found(filters: dict[str, Any]) -> set[str]:
		return {
			hit.input
			for hit in search([SearchTarget("s", path)], "pump pumpe", filters=parse_filters(filters)).hits
		}

	assert found({"language": "de"}) == {"de"}
	assert found({"language": ["de", "fr"]}) == {"de", "said"}
	assert found({"language": {"!=": "de"}}) == {"en", "said"}
	assert found({"metadata.document_language": "en"}) == {"en", "said"}


def _of_mail(item: Any) -> Any:
	from dataclasses import replace

	return replace(
		item, content_hash="mail", open_content=lambda: Content("a.eml", opener=lambda: io.BytesIO(MAIL))
	)
