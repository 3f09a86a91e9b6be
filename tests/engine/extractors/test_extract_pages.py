"""PDF, HTML and e-mail: pages, headings, what is left out."""

import io
from email.message import EmailMessage
from email.policy import SMTP

import pytest
from extractor_samples import encrypted_pdf, make_pdf, read, start
from pypdf import PdfWriter

from huf.engine.errors import CorruptFile, InputTooLarge, NoText, PasswordProtected, UnsupportedType
from huf.engine.extractors import attached
from huf.engine.extractors.mail import message as mail
from huf.engine.extractors.pdf import extractor as pdf
from huf.engine.extractors.unread import Unread
from huf.engine.extractors.web import html
from huf.engine.types import Locator


def test_pdf_pages() -> None:
	"""Each page is its own section; pages without a text layer are named in a note."""
	sections, notes = read("a.pdf", make_pdf([["Travel policy", "Page one"], [], [], ["Page four"], []]))
	assert [(s.text, s.locator) for s in sections] == [
		("Travel policy\nPage one\n", Locator(page=1)),
		("Page four\n", Locator(page=4)),
	]
	assert notes == [
		"Pages 2–3, 5 have no text layer (a scan or a picture). Run text recognition on the file.",
	]
	assert all(isinstance(note, Unread) for note in notes)


def test_an_empty_page_is_not_unread() -> None:
	"""A page with nothing on it, such as the back of the last one, leaves nothing to be read."""
	writer = PdfWriter(clone_from=io.BytesIO(make_pdf([["Travel policy"]])))
	writer.add_blank_page(595, 842)
	made = io.BytesIO()
	writer.write(made)
	sections, notes = read("a.pdf", made.getvalue())
	assert ([section.locator.page for section in sections], notes) == ([1], [])


def test_scan_is_no_text() -> None:
	"""A PDF without any text layer is No Text and says what to do."""
	with pytest.raises(NoText, match=r"Pages 1–2 have no text layer .* Run text recognition"):
		read("scan.pdf", make_pdf([[], []]))


def test_pdf_hyphens() -> None:
	"""A word divided at a line end is joined; one that has its hyphen elsewhere on the page keeps it."""
	text = pdf.tidy_page(
		"The infor-\nmation on well-\nknown  rules:\n\n\n\nwell-known,  X-\nRay, A4-\n2, o\ufb03ce"
	)
	assert text == "The information on well-known rules:\n\nwell-known, X-\nRay, A4-\n2, office\n"


def test_pdf_passwords() -> None:
	"""A PDF that needs a password says so; one that only restricts printing is read."""
	assert read("a.pdf", encrypted_pdf(""))[0][0].text == "Secret terms\n"
	with pytest.raises(PasswordProtected, match="needs a password"):
		read("a.pdf", encrypted_pdf("secret"))


def test_pdf_by_another_name() -> None:
	"""A PDF that is called .txt or has no ending is read as a PDF, never as text."""
	data = make_pdf([["Hello"]])
	for name in ("a.txt", "a", "a.PDF", "a.docx"):
		extraction = start(name, data)
		assert (extraction.extractor, extraction.media_type) == ("pdf", "application/pdf")
		assert next(extraction.sections).text == "Hello\n"


@pytest.mark.parametrize("cut", [20, 200, 500])
def test_truncated_pdf(cut: int) -> None:
	"""A PDF that is cut off before its pages is corrupt, with a reason."""
	with pytest.raises(CorruptFile):
		read("a.pdf", make_pdf([["Hello"], ["World"]])[:cut])


def test_pdf_page_limit(monkeypatch: pytest.MonkeyPatch) -> None:
	"""A PDF over the page limit is refused."""
	monkeypatch.setattr(pdf, "MAX_PAGES", 2)
	with pytest.raises(InputTooLarge, match="3 pages"):
		read("a.pdf", make_pdf([["a"], ["b"], ["c"]]))


PAGE = """<!doctype html><html><head><title>Travel &amp; Hotels</title><style>p{}</style></head><body>
<nav><a href=/>Home</a></nav><header><p>Banner</p></header>
<main><h1>Travel &amp; Hotels</h1>
<p>Book <b>ear</b>ly,&nbsp;see <a href="/x">the list</a>.<br>Then   go.</p><script>alert(1)</script>
<h2>Rates</h2><ul><li>One<ul><li>Nested</li></ul></li><li>Two</li></ul>
<table><caption>Nights</caption><thead><tr><th>City</th><th>EUR</th></tr></thead>
<tbody><tr><td>Rome</td><td>120</td></tr><tr><td colspan=2>all</td></tr></tbody></table>
<div hidden>secret1</div><p style="display: none">secret2</p><div aria-hidden="true">secret3</div><template>secret4</template>
<pre>a  b
  c</pre><aside>Advert</aside></main><footer>Imprint</footer></body></html>"""


def test_html() -> None:
	"""The main text without navigation and hidden parts, by heading, entities decoded, tables with their columns."""
	sections, _ = read("a.html", PAGE)
	top = "Travel & Hotels"
	assert [(s.text, s.locator.heading, s.kind, s.header) for s in sections] == [
		("Travel & Hotels\nBook early, see the list.\nThen go.\n", (top,), "prose", ""),
		("Rates\n- One\n- Nested\n- Two\n", (top, "Rates"), "prose", ""),
		("Rome | 120\nall\n", (top, "Rates"), "table", "Nights\nCity | EUR"),
		("a  b\n  c\n", (top, "Rates"), "prose", ""),
	]


def test_headings_without_text_make_no_passage() -> None:
	"""A heading alone goes with the deeper heading after it, and before a table onto the table's heading path only."""
	table = "<table><tr><th>A<th>B<tr><td>1<td>2</table>"
	sections, _ = read(
		"a.html", f"<html><h1>One</h1><h2>Two</h2><p>x</p><h2>Three</h2>{table}<h2>Four</h2><h2>Five</h2>"
	)
	assert [(s.text, s.locator.heading) for s in sections] == [
		("One\nTwo\nx\n", ("One", "Two")),
		("1 | 2\n", ("One", "Three")),
		("Four\n", ("One", "Four")),
		("Five\n", ("One", "Five")),
	]
	sections, _ = read("a.md", "# One\n\n## Two\nx\n## Three\n\n|A|B|\n|-|-|\n|1|2|\n\nFour\n----\n## Five\n")
	assert [(s.text, s.locator.heading) for s in sections] == [
		("# One\n\n## Two\nx\n", ("One", "Two")),
		("|1|2|\n", ("One", "Three")),
		("Four\n----\n", ("One", "Four")),
		("## Five\n", ("One", "Five")),
	]


def test_html_title_with_site_name() -> None:
	"""A first heading that begins or ends the title replaces it on the path."""
	sections, _ = read("a.html", "<title>Leave – Acme</title><h1>Leave</h1><p>x</p>")
	assert sections[0].locator.heading == ("Leave",)


def test_html_without_main() -> None:
	"""A page whose only article is a teaser is read whole."""
	body = "<article>Teaser</article><div>" + "<p>All the rest of the words.</p>" * 20 + "</div>"
	text = "".join(s.text for s in read("a.html", f"<html><body>{body}")[0])
	assert text.count("All the rest") == 20 and "Teaser" in text


@pytest.mark.parametrize("declared", ["text/html; charset=windows-1251", ""])
def test_html_charset(declared: str) -> None:
	"""The encoding that the server or the page declares is used when the bytes are not UTF-8."""
	page = "<html><meta charset=windows-1251><p>Отпуск</p></html>".encode("cp1251")
	assert read("page", page, declared or "text/html")[0][0].text == "Отпуск\n"


def test_html_by_declared_type() -> None:
	"""What a web server declares as HTML is HTML, whatever its address ends in; text/plain overrides nothing."""
	assert start("index.php", "<p>x</p>", "text/html; charset=utf-8").extractor == "html"
	assert start("readme.md", "# x", "text/plain").extractor == "md"
	assert start("notes", "x", "text/plain").extractor == "txt"


def test_html_cells_over_several_rows() -> None:
	"""A cell that reaches down stands in each row that it reaches, so that a row says by itself what it is about."""
	table = (
		"<table><tr><th rowspan=2>Year</th><th rowspan=2>Month</th><th colspan=2>Savings</th></tr>"
		"<tr><th>plan</th><th>real</th></tr>"
		"<tr><td rowspan=3>2025</td><td>May</td><td>5</td><td rowspan=2>6</td></tr>"
		"<tr><td>June</td><td>7</td></tr><tr><td>July</td><td>8</td><td>9</td></tr>"
		"<tr><td>2026</td><td>May</td><td rowspan=900>1</td><td>2</td></tr></table>"
	)
	section = read("a.html", f"<html><body><p>x</p>{table}</body></html>")[0][1]
	assert section.header == "Year | Month | Savings · plan | Savings · real"
	assert (
		section.text == "2025 | May | 5 | 6\n2025 | June | 7 | 6\n2025 | July | 8 | 9\n2026 | May | 1 | 2\n"
	)


def test_html_cells_that_reach_too_far() -> None:
	"""A page that says in a few bytes that much reaches far gets little more than it holds."""
	row = "".join(f"<td rowspan=65534>{'label ' * 30}{n}</td>" for n in range(500))
	page = f"<html><body><table><tr>{row}</tr>{'<tr><td>x</td></tr>' * 5_000}</table></body></html>"
	sections, _ = read("a.html", page)
	assert sum(len(s.text) + len(s.header) for s in sections) < len(page) + 100_000 + 5_000 * 503 * 3


def test_html_deep_nesting() -> None:
	"""A page nested 20,000 deep, which breaks recursive readers, is read as deep as the parser goes, and a note says so."""
	page = "<html><body><p>before</p>" + "<div>" * 20_000 + "deep"
	sections, notes = read("a.html", page)
	assert sections[0].text == "before\n"
	assert notes == ["The page is nested more than 2,000 levels deep; what is deeper was left out."]
	assert read("a.html", page.replace("<div>" * 19_000, ""))[0][0].text == "before\ndeep\n"


def test_html_size_limit(monkeypatch: pytest.MonkeyPatch) -> None:
	"""A page over the limit is refused before it is parsed."""
	monkeypatch.setattr(html, "MAX_BYTES", 100)
	with pytest.raises(InputTooLarge):
		read("a.html", PAGE)


def message(body: str = "Dear all,\n\n> quoted\nBye") -> EmailMessage:
	"""A message with the usual headers."""
	made = EmailMessage()
	made["From"] = "Ann Ä <ann@example.com>"
	made["To"] = "bob@example.com"
	made["Date"] = "Mon, 02 Mar 2026 08:00:00 +0000"
	made["Subject"] = "Größe der Räume"
	made.set_content(body)
	return made


def test_eml() -> None:
	"""Headers come first and decoded; the plain text is preferred; quoted text is kept."""
	made = message()
	made.add_alternative("<p>HTML version</p>", subtype="html")
	sections, notes = read("a.eml", made.as_bytes(policy=SMTP))
	place = Locator(heading=("Größe der Räume",))
	assert [(s.text, s.locator) for s in sections] == [
		(
			"From: Ann Ä <ann@example.com>\nTo: bob@example.com\nDate: Mon, 02 Mar 2026 08:00:00 +0000\n"
			"Subject: Größe der Räume\n\nDear all,\n\n> quoted\nBye\n",
			place,
		),
	]
	assert notes == []


def test_eml_html_only() -> None:
	"""A message that has only HTML is cleaned by the same reader as a page."""
	made = message()
	made.set_content("<p>Hello <b>Bob</b></p><script>x</script>", subtype="html")
	assert read("a.eml", made.as_bytes())[0][1].text == "Hello Bob\n"


def test_eml_attachments() -> None:
	"""Attachments that huf reads are read with their own places; the others, and broken ones, are named in notes."""
	inner = message("Inner text")
	inner.add_attachment(b"a,b\n1,2\n", maintype="text", subtype="csv", filename="deep.csv")
	made = message()
	made.add_attachment(make_pdf([["Terms"]]), maintype="application", subtype="pdf", filename="terms.pdf")
	made.add_attachment(b"\x89PNG\r\n\x1a\n\0", maintype="image", subtype="png", filename="logo.png")
	made.add_attachment(b"%PDF-1.4 broken", maintype="application", subtype="pdf", filename="broken.pdf")
	made.add_attachment(inner)
	sections, notes = read("a.eml", made.as_bytes())
	places = {s.locator.part: (s.text, s.locator.page) for s in sections if s.locator.part}
	assert places["attachment terms.pdf"] == ("Terms\n", 1)
	assert places["attachment message 4"][0].endswith("\n\nInner text\n")
	assert [n.split(":")[0] for n in notes] == [
		"The attachment “logo.png” was not read",
		"The attachment “broken.pdf” was not read",
		"“deep.csv” is attached to an attached message and was not read. Upload it on its own.",
	]
	assert all(isinstance(note, Unread) for note in notes)


def test_what_of_a_mail_is_no_loss() -> None:
	"""A signature has nothing to read, and a logo in the text is left out as pictures are; an encrypted message is named."""
	made = message("Hello")
	made.add_attachment(b"0", maintype="application", subtype="pkcs7-signature", filename="smime.p7s")
	made.add_attachment(
		b"\x89PNG\r\n\x1a\n\0", maintype="image", subtype="png", filename="logo.png", disposition="inline"
	)
	_sections, notes = read("a.eml", made.as_bytes())
	assert [(note.split(":")[0], isinstance(note, Unread)) for note in notes] == [
		("The attachment “logo.png” was not read", False)
	]
	sealed = message()
	sealed.set_content(b"0" * 50, maintype="application", subtype="pkcs7-mime")
	_sections, notes = read("b.eml", sealed.as_bytes())
	assert "application/pkcs7-mime and was not read" in notes[0] and isinstance(notes[0], Unread)


def test_eml_limits(monkeypatch: pytest.MonkeyPatch) -> None:
	"""Too large an attachment is noted, too many are cut off with a note, too large a message is refused."""
	made = message()
	for n in range(4):
		made.add_attachment(
			b"text " * (10 if n else 100), maintype="text", subtype="plain", filename=f"{n}.txt"
		)
	monkeypatch.setattr(attached, "MAX_ATTACHMENT", 200)
	monkeypatch.setattr(mail, "MAX_ATTACHMENTS", 3)
	sections, notes = read("a.eml", made.as_bytes())
	assert [s.locator.part for s in sections if s.locator.part] == ["attachment 1.txt", "attachment 2.txt"]
	assert "“0.txt” has more than" in notes[0] and "first 3 attachments" in notes[1]
	monkeypatch.setattr(mail, "MAX_BYTES", 100)
	with pytest.raises(InputTooLarge):
		read("a.eml", made.as_bytes())


def test_eml_unknown_charset() -> None:
	"""A character set that Python does not know does not lose the message."""
	raw = b"Subject: x\nContent-Type: text/plain; charset=x-unknown\nContent-Transfer-Encoding: 8bit\n\ncaf\xc3\xa9\n"
	assert read("a.eml", raw)[0][0].text == "Subject: x\n\ncafé\n"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_eml_saved_as_text(encoding: str) -> None:
	"""A message that a program saved as UTF-16, or with a byte order mark, is the message that it was."""
	raw = message("Über uns").as_bytes(policy=SMTP.clone(cte_type="8bit", utf8=True))
	assert read("a.eml", raw.decode().encode(encoding))[0] == read("a.eml", raw)[0]


@pytest.mark.parametrize("name", ["mail_test_1", "1479.M20046P2137.mx,S=4542:2,S", "Message.mai"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_eml_without_its_ending(name: str, encoding: str) -> None:
	"""What mail servers and programs keep is known as mail by its header; an ending that says otherwise is believed."""
	raw = message().as_bytes()
	data = raw.decode().encode(encoding)
	assert start(name, data).extractor == "eml"
	assert start(name, data, "text/plain").extractor == "eml"
	assert start("a.txt", data).extractor == "txt"


@pytest.mark.parametrize(
	"text",
	[
		"Note: x\nFrom: the beginning\nTo: the end\n\nText",
		"From: a\nTo: b\nnothing of mail\nDate: c\nSubject: d\n",
		"To: b\nCc: c\nSubject: d\n\nText",
		" From: a\nTo: b\nDate: c\nSubject: d\n\nText",
	],
)
def test_what_is_no_mail(text: str) -> None:
	"""Lines with colons are no mail: three of its fields, among them where it comes from, and nothing but fields before the text."""
	with pytest.raises(UnsupportedType, match="without an ending"):
		start("README", text)


@pytest.mark.parametrize(
	("name", "data", "words"),
	[
		("a.png", b"SQLite format 3\0\0", "SQLite database"),
		("a.csv", b"7z\xbc\xaf\x27\x1c\0", "7-Zip"),
		("a.txt", bytes(range(256)) * 4, "binary data"),
		("a.xyz", b"some text", "type “.xyz”"),
		("README", b"some text", "without an ending"),
	],
)
def test_unsupported(name: str, data: bytes, words: str) -> None:
	"""What huf does not read is an error that says what it is and what is read, never text."""
	with pytest.raises(UnsupportedType, match=words) as caught:
		start(name, data)
	assert "docx" in str(caught.value)


def test_text_called_pdf() -> None:
	"""A login page that was saved as .pdf is an error that says what it is."""
	with pytest.raises(CorruptFile, match="HTML page"):
		start("a.pdf", "<!DOCTYPE html><html>Log in</html>")
