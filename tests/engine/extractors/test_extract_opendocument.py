"""OpenDocument files and books, written by hand after their specifications, with their exact places."""

import io
import zipfile

import pytest
from extractor_samples import check_law, make_zip, read, start

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, InputTooLarge, NoText, PasswordProtected, UnsupportedType
from huf.engine.extractors import extract
from huf.engine.extractors.office.spreadsheets import sheets
from huf.engine.types import Locator

NAMES = "".join(
	f' xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
	for short, name in {
		"office": "office",
		"text": "text",
		"table": "table",
		"draw": "drawing",
		"presentation": "presentation",
		"style": "style",
		"meta": "meta",
		"svg": "svg-compatible",
	}.items()
)
TYPES = {"odt": "text", "ods": "spreadsheet", "odp": "presentation"}
META = (
	f'<office:document-meta{NAMES} xmlns:dc="http://purl.org/dc/elements/1.1/"><office:meta><dc:title>Plan</dc:title>'
	"<meta:initial-creator>Grace</meta:initial-creator><dc:creator>Ada</dc:creator>"
	"<dc:date>2024-05-03T10:11:12.123456789</dc:date></office:meta></office:document-meta>"
)


def document(kind: str, body: str, styles: str = "", more: dict[str, bytes] | None = None) -> bytes:
	"""A file of a kind (``odt``, ``ods``, ``odp``) with the XML of its body."""
	name = TYPES[kind]
	content = (
		f'<office:document-content{NAMES} xmlns:dc="http://purl.org/dc/elements/1.1/"><office:automatic-styles>{styles}'
		f"</office:automatic-styles><office:body><office:{name}>{body}</office:{name}></office:body></office:document-content>"
	)
	return make_zip(
		{
			"mimetype": f"application/vnd.oasis.opendocument.{name}".encode(),
			"content.xml": content.encode(),
			"meta.xml": META.encode(),
			**(more or {}),
		}
	)


TEXT = """
<text:tracked-changes><text:changed-region><text:deletion><text:p>DELETED</text:p></text:deletion></text:changed-region></text:tracked-changes>
<text:h text:outline-level="1">Leave</text:h>
<text:p>Thirty<text:s text:c="2"/>days<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Since 2020.</text:p></text:note-body></text:note>, <text:span>all
		<text:span>year</text:span></text:span>.</text:p>
<text:list><text:list-item><text:p>First</text:p><text:list><text:list-item><text:p>Inner</text:p></text:list-item></text:list></text:list-item><text:list-item><text:p>Second</text:p></text:list-item></text:list>
<text:h text:outline-level="2">Sick leave</text:h>
<table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>Years</text:p></table:table-cell><table:table-cell><text:p>Days</text:p></table:table-cell></table:table-row></table:table-header-rows>
<table:table-row><table:table-cell table:number-rows-spanned="2"><text:p>5</text:p></table:table-cell><table:table-cell><text:p>30</text:p></table:table-cell></table:table-row>
<table:table-row><table:covered-table-cell/><table:table-cell><text:p>31</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>all</text:p></table:table-cell><table:covered-table-cell/></table:table-row></table:table>
<text:p>Call<office:annotation><dc:creator>Ada</dc:creator><text:p>Whom?</text:p></office:annotation> before nine.<draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box></draw:frame></text:p>
<text:p>See<draw:frame><svg:title>Crane</svg:title><svg:desc>from the left</svg:desc></draw:frame>.</text:p>
"""


def test_odt() -> None:
	"""Headings make the path; lists, tables, boxes, footnotes and comments are read, deleted text is not."""
	sections, notes = read("a.odt", document("odt", TEXT))
	assert [(s.text, s.locator.heading, s.locator.part, s.header) for s in sections] == [
		("Leave\nThirty  days, all year.\n- First\n- Inner\n- Second\n", ("Leave",), None, ""),
		("5 | 30\n5 | 31\nall\n", ("Leave", "Sick leave"), None, "Years | Days"),
		("Call before nine.\nIn a box\nSee Crane  from the left .\n", ("Leave", "Sick leave"), None, ""),
		("Since 2020.\n", (), "footnotes", ""),
		("Ada: Whom?\n", (), "comments", ""),
	]
	assert notes == []


def test_lists_and_tables_in_cells() -> None:
	"""A cell is read whole: its lists, as Impress writes all cells, and a table in it, without comments on it."""

	def of(*cells: str) -> str:
		return (
			"<table:table-row>"
			+ "".join(f"<table:table-cell>{one}</table:table-cell>" for one in cells)
			+ "</table:table-row>"
		)

	listed = "<text:list><text:list-item><text:p>{}</text:p></text:list-item></text:list>"
	inner = (
		f"<text:p>See</text:p><table:table>{of('<text:p>in</text:p>', listed.format('side'))}</table:table>"
	)
	note = "<office:annotation><text:p>Whom?</text:p></office:annotation>"
	table = (
		f"<table:table>{of(listed.format('City'), listed.format('Rate'))}"
		f"{of(listed.format('Oslo') + note, listed.format('120'))}{of(inner, listed.format('7'))}</table:table>"
	)
	for kind, body in (("odt", table), ("odp", f"<draw:page><draw:frame>{table}</draw:frame></draw:page>")):
		sections, _ = read(f"a.{kind}", document(kind, body))
		assert (sections[0].header, sections[0].text) == ("City | Rate", "Oslo | 120\nSee in side | 7\n")


def test_what_it_says_of_itself() -> None:
	"""Author, date and title stand in a part of their own."""
	told: dict[str, object] = {}
	found = extract(Content("a.odt", data=document("odt", TEXT), properties=told))
	assert list(found.sections) and found.media_type == "application/vnd.oasis.opendocument.text"
	assert told == {
		"document_author": "Ada",
		"document_title": "Plan",
		"document_date": "2024-05-03T10:11:12",
	}


def cell(value: object = None, more: str = "") -> str:
	"""A cell that holds a text, a number or nothing."""
	if value is None:
		return f"<table:table-cell {more}/>"
	kind = f'office:value-type="float" office:value="{value}"' if isinstance(value, (int, float)) else ""
	return f"<table:table-cell {kind} {more}><text:p>{value}</text:p></table:table-cell>"


def row(*cells: str, times: int = 1) -> str:
	"""A row, so many times."""
	return f'<table:table-row table:number-rows-repeated="{times}">{"".join(cells)}</table:table-row>'


def test_ods() -> None:
	"""Values as in other workbooks, repeated cells and rows, comments; a hidden sheet is named in a note."""
	styles = (
		'<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>'
		'<style:style style:name="ta1"><style:table-properties table:display="true"/></style:style>'
	)
	note = "<office:annotation><dc:creator>Ada</dc:creator><text:p>Until March</text:p></office:annotation>"
	body = (
		'<table:table table:name="Rates" table:style-name="ta1">'
		+ row(
			cell("City"),
			cell("Rate"),
			cell("From"),
			cell("Share"),
			cell(None, 'table:number-columns-repeated="16000"'),
		)
		+ row(
			cell("Oslo"),
			cell(120.5, "").replace("</table:table-cell>", note + "</table:table-cell>"),
			'<table:table-cell office:value-type="date" office:date-value="2026-03-01"><text:p>1.3.26</text:p></table:table-cell>',
			'<table:table-cell office:value-type="percentage" office:value="0.25"><text:p>25,00 %</text:p></table:table-cell>',
		)
		+ row(cell(None, 'table:number-columns-repeated="2"'), cell(7), times=2)
		+ row(cell(None, 'table:number-columns-repeated="16384"'), times=1_048_000)
		+ '</table:table><table:table table:name="Secret" table:style-name="ta2">'
		+ row(cell("hidden"))
		+ "</table:table>"
	)
	sections, notes = read("a.ods", document("ods", body, styles))
	check_law(sections)
	assert [(s.text, s.header, s.locator) for s in sections] == [
		(
			"Oslo | 120.5 | 2026-03-01 | 25,00 %\n |  | 7\n |  | 7\n",
			"Sheet Rates\nCity | Rate | From | Share",
			Locator(sheet="Rates", rows=(2, 4)),
		),
		("Ada: Until March\n", "Sheet Rates", Locator(sheet="Rates", part="comments")),
	]
	assert notes == ["The hidden sheet “Secret” was left out."]


@pytest.mark.parametrize(
	("body", "words"),
	[
		(row(cell("x", 'table:number-columns-repeated="9000"'), times=900_000), "cells"),
		(row(cell("x"), times=99_999_999), "rows"),
	],
)
def test_ods_that_repeats_much(body: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
	"""A file of a few bytes that unpacks to millions of cells is refused, and as soon as there are too many."""
	monkeypatch.setattr(sheets, "MAX_CELLS", 2_000_000)
	with pytest.raises(InputTooLarge, match=f"more than .* {words}"):
		read("a.ods", document("ods", f'<table:table table:name="A">{body}</table:table>'))


def test_ods_of_many_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
	"""The limit of cells is that of all sheets together."""
	one = f'<table:table table:name="A">{row(cell("x"), cell("y"), times=3)}</table:table>'
	monkeypatch.setattr(sheets, "MAX_CELLS", 6)
	assert len(read("a.ods", document("ods", one))[0]) == 1
	with pytest.raises(InputTooLarge, match="more than 6 cells"):
		read("a.ods", document("ods", one * 2))


def test_ods_columns_that_nobody_has() -> None:
	"""Columns beyond those of a spreadsheet program are not made."""
	wide = row(cell("x"), cell("y", 'table:number-columns-repeated="99999999"'))
	sections, _ = read("a.ods", document("ods", f'<table:table table:name="A">{wide}</table:table>'))
	assert [s.text for s in sections] == ["x\n"]


def test_tables_of_many_covered_cells() -> None:
	"""A row of many cells that another covers takes no longer than any other row."""
	wide = "<table:table-row>" + "<table:covered-table-cell/>" * 20_000 + "</table:table-row>"
	table = f"<table:table>{wide * 3}<table:table-row>{cell('x')}{cell('y')}</table:table-row></table:table>"
	assert [s.text for s in read("a.odt", document("odt", table))[0]] == ["x | y\n"]


def frame(text: str, kind: str = "") -> str:
	"""A frame of a slide with one paragraph."""
	return f'<draw:frame presentation:class="{kind}"><draw:text-box><text:p>{text}</text:p></draw:text-box></draw:frame>'


def test_odp() -> None:
	"""Slides are numbered as shown; title, texts, tables and notes are read; a hidden slide is named in a note."""
	table = (
		"<draw:frame><table:table><table:table-row><table:table-cell><text:p>Year</text:p></table:table-cell><table:table-cell>"
		"<text:p>Goal</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>2026</text:p>"
		"</table:table-cell><table:table-cell><text:p>5 M</text:p></table:table-cell></table:table-row></table:table></draw:frame>"
	)
	styles = '<style:style style:name="dp2"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
	body = (
		f"<draw:page>{frame('Targets', 'title')}{frame('Grow')}{table}<presentation:notes>{frame('Mention it.', 'notes')}"
		f'</presentation:notes></draw:page><draw:page draw:style-name="dp2">{frame("Secret")}</draw:page>'
		f"<draw:page><draw:g>{frame('In a group')}</draw:g></draw:page>"
	)
	sections, notes = read("a.odp", document("odp", body, styles))
	heading = ("Targets",)
	assert [(s.text, s.locator, s.header) for s in sections] == [
		("Targets\nGrow\n", Locator(slide=1, heading=heading), ""),
		("2026 | 5 M\n", Locator(slide=1, heading=heading), "Year | Goal"),
		("Mention it.\n", Locator(slide=1, heading=heading, part="speaker notes"), ""),
		("In a group\n", Locator(slide=3), ""),
	]
	assert notes == ["Hidden slides were left out: 2."]


@pytest.mark.parametrize("kind", TYPES)
def test_encrypted_empty_and_damaged(kind: str) -> None:
	"""An encrypted file says so, one without text is No Text, one without its document and one with entities are refused."""
	encrypted = b"<manifest><file-entry><encryption-data/></file-entry></manifest>"
	data = document(kind, "", more={"META-INF/manifest.xml": encrypted, "content.xml": b"\x01\x02\x03"})
	with pytest.raises(PasswordProtected):
		read(f"a.{kind}", data)
	with pytest.raises(NoText):
		read(f"a.{kind}", document(kind, ""))
	with pytest.raises(CorruptFile, match="parts of such a file"):
		read(f"a.{kind}", document(kind, "", more={"content.xml": b"<a/>"}))
	bomb = b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'bbbb'>]><a>&b;</a>"
	with pytest.raises(CorruptFile, match="not what an Office program writes"):
		read(f"a.{kind}", document(kind, "", more={"content.xml": bomb}))


def test_an_archive_whose_parts_are_damaged() -> None:
	"""The list of its parts is whole, and that which says what it is is not: an error of the file."""
	data = document("odt", TEXT)
	with pytest.raises(CorruptFile, match="save it again"):
		read("a.odt", data.replace(b"mimetype", b"mimetyp?", 1))


def test_what_an_archive_says_it_is() -> None:
	"""The first part tells, whatever the name is; templates are documents; what it says of others is no reason to read it."""
	made = document("odt", TEXT)
	assert start("a.bin", made).extractor == "odt"
	with zipfile.ZipFile(io.BytesIO(made)) as archive:
		parts = {name: archive.read(name) for name in archive.namelist()}
	parts["mimetype"] += b"-template"
	assert start("a.ott", make_zip(parts)).extractor == "odt"
	parts["mimetype"] = b"application/vnd.oasis.opendocument.chart"
	with pytest.raises(UnsupportedType, match="ZIP"):
		start("a.odc", make_zip(parts))
	with pytest.raises(CorruptFile, match="parts of such a file"):
		start("a.odt", make_zip({"readme.txt": b"x"}))


PAGE = '<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>{0}</title></head><body>{1}</body></html>'


def book(**more: bytes) -> bytes:
	"""A book of two chapters in another order than their names, with a table of contents and a page nobody turns to."""
	return make_zip(
		{
			"mimetype": b"application/epub+zip",
			"META-INF/container.xml": b'<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
			"OPS/book.opf": (
				b'<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Cranes</dc:title>'
				b"<dc:creator>Ada</dc:creator><dc:date>2021-02-03</dc:date></metadata><manifest>"
				b'<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
				b'<item id="b" href="text/a%20b.xhtml" media-type="application/xhtml+xml"/>'
				b'<item id="a" href="text/z.xhtml" media-type="application/xhtml+xml"/>'
				b'<item id="gone" href="gone.xhtml" media-type="application/xhtml+xml"/>'
				b'<item id="css" href="x.css" media-type="text/css"/></manifest>'
				b'<spine><itemref idref="nav"/><itemref idref="a"/><itemref idref="b"/><itemref idref="gone"/><itemref idref="none"/></spine></package>'
			),
			"OPS/nav.xhtml": PAGE.format("Contents", "<p>Contents of it</p>").encode(),
			"OPS/text/z.xhtml": PAGE.format(
				"Cranes", "<h1>Loads</h1><p>Five tonnes, größte Last.</p>"
			).encode(),
			"OPS/text/a b.xhtml": PAGE.format("", "<h1>Ropes</h1><p>Checked in May.</p>").encode(),
			"OPS/other.xhtml": PAGE.format("", "<p>Nobody turns to it</p>").encode(),
			**more,
		}
	)


def test_epub() -> None:
	"""Chapters in reading order, below the title of the book; who wrote it and when is told."""
	told: dict[str, object] = {}
	found = extract(Content("a.epub", data=book(), properties=told))
	assert [(s.text, s.locator.heading) for s in found.sections] == [
		("Loads\nFünf".replace("Fünf", "Five") + " tonnes, größte Last.\n", ("Cranes", "Loads")),
		("Ropes\nChecked in May.\n", ("Cranes", "Ropes")),
	]
	assert found.media_type == "application/epub+zip" and found.notes == []
	assert told == {"document_author": "Ada", "document_title": "Cranes", "document_date": "2021-02-03"}


def test_epub_that_is_locked_or_damaged() -> None:
	"""A book that needs a key says so, one whose fonts alone are disguised is read, one without its package is corrupt."""

	def locks(name: str) -> bytes:
		return f'<encryption><EncryptedData><CipherReference URI="{name}"/></EncryptedData></encryption>'.encode()

	with pytest.raises(PasswordProtected):
		read("a.epub", book(**{"META-INF/encryption.xml": locks("OPS/text/a%20b.xhtml")}))
	assert read("a.epub", book(**{"META-INF/encryption.xml": locks("OPS/font.otf")}))[0]
	with pytest.raises(CorruptFile, match="parts of such a file"):
		read("a.epub", book(**{"META-INF/container.xml": b"<container/>"}))


@pytest.mark.parametrize("kind", ["odt", "ods", "odp"])
def test_macros_and_formulas_beside_the_text(kind: str) -> None:
	"""LibreOffice writes them as parts with a document type. Nobody reads these, so that they cost nothing."""
	macro = b'<?xml version="1.0"?><!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd"><script:module xmlns:script="x"/>'
	text = "<text:p>Open valve 7.</text:p>"
	body = {
		"odt": text,
		"ods": f'<table:table table:name="Rates">{row(cell("Open valve 7."))}</table:table>',
		"odp": f"<draw:page>{frame('Open valve 7.')}</draw:page>",
	}[kind]
	more = {"Basic/Standard/Module1.xml": macro, "Object 1/content.xml": macro}
	assert "Open valve 7." in read(f"a.{kind}", document(kind, body, more=more))[0][0].text


def test_a_book_with_parts_that_are_not_its_own() -> None:
	"""What a Mac puts beside the parts of a book is none of it."""
	data = book()
	with zipfile.ZipFile(io.BytesIO(data)) as archive:
		members = {info.filename: archive.read(info) for info in archive.infolist()}
	assert (
		read("a.epub", make_zip(members | {"__MACOSX/META-INF/._container.xml": b"\0\5\x16\7"}))[0]
		== read("a.epub", data)[0]
	)
