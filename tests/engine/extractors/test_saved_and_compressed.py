"""Pages that were saved as one file, single files that were compressed, and GIF pictures."""

import bz2
import gzip
import lzma
from collections.abc import Callable
from email.message import EmailMessage

import pytest
from extractor_samples import make_zip, read, saved, start
from test_web_pages import AROUND, ARTICLE_MARKS, PARAGRAPHS

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, InputTooLarge, NoText, UnsupportedType
from huf.engine.extractors import extract
from huf.engine.extractors.archives import packed
from huf.engine.scans import PageText, Region
from huf.engine.types import Locator


def picture(form: str) -> bytes:
	"""A picture that is large enough to say something."""
	from PIL import Image

	return saved(lambda stream: Image.new("L", (400, 200), 255).save(stream, format=form))


def saved_page(body: str = "", head: str = "", address: str = "https://paper.example.com/pumps") -> bytes:
	"""A page as browsers save it: the HTML and its pictures in the form of a mail."""
	message = EmailMessage()
	message["From"] = "<Saved by Blink>"
	message["Snapshot-Content-Location"] = address
	message["Subject"] = "Testing pumps"
	shown = (
		body
		or "<h1>Testing pumps</h1><p>Four bar – for an hour.</p><img src='https://paper.example.com/1.gif'><img src='cid:2@x'>"
	)
	html = f"<html><head><title>Testing pumps</title>{head}</head><body>{shown}</body></html>"
	message.set_content(html, subtype="html")
	for name, value in (("Content-Location", "https://paper.example.com/1.gif"), ("Content-ID", "<2@x>")):
		message.add_related(picture("GIF"), maintype="image", subtype="gif")
		message.get_payload()[-1][name] = value  # type: ignore[index]
	return message.as_bytes()


class Recogniser:
	"""Reads the same on every picture."""

	why_not = ""

	def leave(self, page: int) -> None:
		raise AssertionError

	def read(self, page: int, region: Region | None = None) -> PageText:
		return PageText("Recognised.\n", 90.0)

	def inside(self, data: bytes) -> "Recogniser":
		return self


@pytest.mark.parametrize("name", ["page.mht", "page.mhtml"])
def test_a_saved_page(name: str) -> None:
	"""It is the page, under its own title, with its pictures, and nothing of the mail whose form it has."""
	told: dict[str, object] = {}
	content = Content(
		name, data=saved_page(), scans=Recogniser(), properties=told, media_type="message/rfc822"
	)
	extraction = extract(content)
	found = [(s.locator.heading, s.locator.part, s.text) for s in extraction.sections]
	heading = ("Testing pumps",)
	assert found == [
		(heading, None, "Testing pumps\nFour bar – for an hour.\n"),
		(heading, "picture 1", "Recognised.\n"),
		(heading, "picture 2", "Recognised.\n"),
	]
	assert (extraction.extractor, told["document_title"]) == ("mhtml", "Testing pumps")


@pytest.mark.parametrize("line_end", ["\r\n", "\n"])
def test_a_page_that_word_saved_as_a_document(line_end: str) -> None:
	"""Programs call it ``doc``, since Word opens it; so they do with HTML."""
	lines = (
		"MIME-Version: 1.0",
		'Content-Type: multipart/related; boundary="=_b"',
		"",
		"--=_b",
		"Content-Location: file:///C:/report.htm",
		'Content-Type: text/html; charset="windows-1252"',
		"",
		"<html><body><h1>Report</h1><p>Café closed.</p></body></html>",
		"--=_b--",
	)
	data = line_end.join(lines).encode("cp1252")
	assert start("report.doc", data).extractor == "mhtml"
	assert [section.text for section in read("report.doc", data)[0]] == ["Report\nCafé closed.\n"]
	assert start("report.dot", saved_page()).extractor == "mhtml"
	assert start("report.doc", "<html><body>Report</body></html>").extractor == "html"


def test_a_saved_page_of_the_web() -> None:
	"""Of an article that was saved from the web, what surrounds it is left out; of a file of a disk, nothing is."""
	body = f"<h1>Testing pumps</h1>{PARAGRAPHS}{AROUND}"
	sections, notes = read("a.mht", saved_page(body, ARTICLE_MARKS[0]))
	assert not any("Share on" in s.text for s in sections) and any("were left out" in note for note in notes)
	sections, notes = read("a.mht", saved_page(body, ARTICLE_MARKS[0], "file:///C:/pumps.htm"))
	assert any("Share on" in s.text for s in sections) and notes == []
	with pytest.raises(CorruptFile, match="no page in this file"):
		read("a.mht", "From: a\nContent-Type: text/plain\n\nHello\n")


PACKS: dict[str, Callable[[bytes], bytes]] = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}


@pytest.mark.parametrize("ending", PACKS)
def test_a_compressed_file(ending: str) -> None:
	"""It is read as the file in it, with its places, also without its ending, and where it lies in an archive."""
	data = PACKS[ending](b"Item,Price\nValve,7\nPump,9\n")
	sections, notes = read(f"report.csv.{ending}", data)
	assert [(s.locator, s.header, s.text) for s in sections] == [
		(Locator(rows=(2, 3)), "Item | Price", "Valve | 7\nPump | 9\n")
	]
	assert notes == [] and start("report.csv", data).extractor == "gz"
	assert read("report.csv", data)[0] == sections
	inside, _notes = read("a.zip", make_zip({f"report.csv.{ending}": data}))
	assert inside[0].locator == Locator(rows=(2, 3), part=f"file report.csv.{ending}")


def test_compressed_files_within_limits(monkeypatch: pytest.MonkeyPatch) -> None:
	"""A bomb is refused without being unpacked, one that is cut off is damaged, levels without an end are not followed."""
	monkeypatch.setattr(packed, "MAX_FILE", 1 << 20)
	with pytest.raises(InputTooLarge, match="Unpack it"):
		read("a.txt.gz", gzip.compress(bytes(64 << 20)))
	with pytest.raises(CorruptFile):
		read("a.txt.gz", gzip.compress(b"words " * 999)[:-20])
	with pytest.raises(NoText):
		read("a.txt.gz", gzip.compress(b""))
	deep = b"words"
	for _ in range(9):
		deep = gzip.compress(deep)
	with pytest.raises(UnsupportedType, match="lies in a file that lies in another one"):
		read("a.txt" + ".gz" * 9, deep)


def test_gif() -> None:
	"""A GIF is a picture as others are."""
	content = Content("scan.gif", data=picture("GIF"), scans=Recogniser())
	extraction = extract(content)
	assert [s.text for s in extraction.sections] == ["Recognised.\n"] and extraction.extractor == "picture"
	assert start("GIF8 plan.txt", "GIF89a is a kind of picture.\n").extractor == "txt"
