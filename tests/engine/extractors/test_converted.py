"""Word and PowerPoint files of 1997 to 2003, by LibreOffice where it is installed (``extractors/office/converted.py``)."""

import json
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import docx
import olefile
import pytest
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from drawn_samples import odg, vsdx, wpd
from extractor_samples import make_compound, make_zip

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, InputTooLarge, OverLimit, UnsupportedType
from huf.engine.extractors import default_registry, extract, extractor_versions
from huf.engine.extractors.office import converted
from huf.engine.extractors.recognition.sniff import find_key
from huf.engine.ocr import Ocr
from huf.engine.reading import ReadingLimits, open_reader
from huf.engine.types import Section

VERSION = 1

HANDBOOK = Path(__file__).parents[3] / "huf" / "demo" / "handbook"
needs_office = pytest.mark.skipif(
	shutil.which("soffice") is None,
	reason="LibreOffice is not installed (Debian: apt install libreoffice-writer-nogui libreoffice-impress-nogui libreoffice-draw-nogui)",
)


@pytest.fixture(scope="module")
def old_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
	"""The travel policy and the slides of the handbook as their programs saved such things in 2003."""
	folder = tmp_path_factory.mktemp("old")
	names = {"doc": "travel-policy.docx", "ppt": "onboarding.pptx"}
	return {ending: saved_as(ending, HANDBOOK / name, folder).read_bytes() for ending, name in names.items()}


def saved_as(ending: str, file: Path, folder: Path) -> Path:
	"""``file`` in another format, by LibreOffice."""
	profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
	command = ["soffice", profile, "--headless", "--convert-to", ending, "--outdir", str(folder)]
	subprocess.run([*command, str(file)], check=True, capture_output=True, timeout=120)
	return folder / f"{file.stem}.{ending}"


def including(secret: Path, folder: Path) -> bytes:
	"""A Word file with a field that includes the text of ``secret``. It is made of one with a link, as LibreOffice writes no such field."""
	asked = f' INCLUDETEXT "{secret}" '
	document = docx.Document()
	paragraph = document.add_paragraph("Before the field. ")
	link = f' HYPERLINK "http://{"x" * len(asked)}" '
	for kind, text in (("begin", ""), ("", link), ("separate", ""), ("shown", "shown text"), ("end", "")):
		run = paragraph.add_run(text if kind == "shown" else "")
		if kind != "shown":
			element = OxmlElement("w:fldChar" if kind else "w:instrText")
			if kind:
				element.set(qn("w:fldCharType"), kind)
			element.text = text
			run._r.append(element)
	document.save(str(folder / "field.docx"))
	made = saved_as("doc", folder / "field.docx", folder)
	with olefile.OleFileIO(made, write_mode=True) as container:
		text = container.openstream("WordDocument").read()
		begin = text.index(link.strip()[:18].encode("utf-16-le"))
		end = text.index("\x14".encode("utf-16-le"), begin)
		new = asked.strip().ljust((end - begin) // 2).encode("utf-16-le")
		container.write_stream("WordDocument", text[:begin] + new + text[end:])
		table = container.openstream("1Table").read()
		# The kind of a field is a number: 58 is a link, 44 what includes a text ([MS-DOC], 2.9.90).
		assert table.count(b"\x13\x58") == 1
		container.write_stream("1Table", table.replace(b"\x13\x58", b"\x13\x44"))
	return made.read_bytes()


@needs_office
def test_no_file_of_the_machine_comes_with_it(tmp_path: Path) -> None:
	"""A field that includes a file of the machine brings what the document itself says, and nothing of that file."""
	secret = tmp_path / "site_config.json"
	secret.write_text("TOPSECRET stands in a file of the server.")
	data = including(secret, tmp_path)
	assert str(secret).encode("utf-16-le") in data
	said = " ".join(section.text for section in extract(Content("a.doc", data=data)).sections)
	assert "Before the field." in said and "shown text" in said and "TOPSECRET" not in said


@needs_office
@pytest.mark.parametrize(("ending", "original"), [("doc", "travel-policy.docx"), ("ppt", "onboarding.pptx")])
def test_old_files_are_read_with_their_places(
	old_files: dict[str, bytes], ending: str, original: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
	"""Headings and slides are those of the newer file, nine tenths of its words are there, and no temporary file is left."""
	monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
	extraction = extract(Content("a.bin", data=old_files[ending]))
	sections = list(extraction.sections)
	assert extraction.extractor == ending
	newer = list(extract(Content(original, path=HANDBOOK / original)).sections)
	places = {(s.locator.slide, s.locator.heading[-1:]) for s in sections}
	assert {(s.locator.slide, s.locator.heading[-1:]) for s in newer} <= places
	words = {word for s in newer for word in (s.text + s.header).split()}
	found = {word for s in sections for word in (s.text + s.header).split()}
	assert len(words & found) >= 0.9 * len(words)
	assert list(tmp_path.iterdir()) == []


@needs_office
@pytest.mark.parametrize(
	("name", "made", "text", "page"),
	[
		("flow.vsdx", vsdx, "Boiler feeds valve 7", 1),
		("flow.odg", odg, "Boiler feeds valve 7", 1),
		("memo.wpd", wpd, "Thirty days of leave.\nAsk Ada.", None),
	],
)
def test_other_files_that_it_opens(name: str, made: Callable[[], bytes], text: str, page: int | None) -> None:
	"""Drawings are read as a PDF of their pages is, texts as Word files are."""
	extraction = extract(Content(name, data=made()))
	sections = list(extraction.sections)
	assert extraction.extractor == name.rpartition(".")[2]
	assert [section.text.strip() for section in sections] == [text] and sections[0].locator.page == page


def test_which_files_it_opens(monkeypatch: pytest.MonkeyPatch) -> None:
	"""By their bytes, whatever they are called; a file of Pages by its ending besides, since it has the parts of a workbook of Numbers."""
	known = default_registry()
	old = {"vsd": {"VisioDocument": b"x"}, "pub": {"Quill/QuillSub/CONTENTS": b"x", "Contents": b"y"}}
	for key, streams in old.items():
		assert find_key(Content("a.bin", data=make_compound(streams)), known) == key
	assert find_key(Content("a.bin", data=vsdx()), known) == "vsdx"
	assert find_key(Content("a.bin", data=odg()), known) == "odg"
	assert find_key(Content("a.bin", data=wpd()), known) == "wpd"
	pages = make_zip({"Index/Document.iwa": b"x"})
	assert find_key(Content("a.pages", data=pages), known) == "pages"
	with pytest.raises(UnsupportedType, match="ZIP"):
		find_key(Content("a.numbers", data=pages), known)
	with pytest.raises(CorruptFile, match="parts of such a file are not in it"):
		find_key(Content("a.pages", data=make_zip({"notes.txt": b"x"})), known)
	monkeypatch.setattr(converted, "_program", lambda target: "/bin/false")
	with pytest.raises(InputTooLarge, match="suspicious"):
		list(
			extract(
				Content("a.vsdx", data=make_zip({"[Content_Types].xml": b"", "visio/a": bytes(20 << 20)}))
			).sections
		)


@needs_office
def test_a_damaged_file_is_refused(old_files: dict[str, bytes]) -> None:
	"""A file that LibreOffice cannot open is an error that says so and what to do."""
	data = bytearray(old_files["doc"])
	place = data.index(b"\xec\xa5")  # where the document begins ([MS-DOC], 2.5.1)
	data[place : place + 2000] = b"\xff" * 2000
	with pytest.raises(CorruptFile, match="LibreOffice cannot open"):
		list(extract(Content("a.doc", data=bytes(data))).sections)


@needs_office
def test_its_time_is_limited(old_files: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
	"""A file at which LibreOffice works too long is over its limit."""
	monkeypatch.setattr(converted, "WALL_SECONDS", 0.05)
	with pytest.raises(OverLimit, match="LibreOffice takes more"):
		list(extract(Content("a.doc", data=old_files["doc"])).sections)


PROGRAM = """import json, resource, socket, sys
told = {"limits": [resource.getrlimit(one)[0] for one in (resource.RLIMIT_CPU, resource.RLIMIT_DATA, resource.RLIMIT_FSIZE)]}
try:
	socket.create_connection(("127.0.0.1", int(sys.argv[1])), 5).close()
	told["network"] = "answers"
except OSError as error:
	told["network"] = str(error)
try:
	taken = bytearray(600 << 20)
	told["memory"] = "taken"
except MemoryError:
	told["memory"] = "refused"
with open("told.json", "w") as file:
	json.dump(told, file)
"""
"""What runs in place of LibreOffice, and tells what it may do."""


def confined_reader(port: int) -> Callable[[Content, list[str]], Iterator[Section]]:
	def read(content: Content, notes: list[str]) -> Iterator[Section]:
		with tempfile.TemporaryDirectory() as folder:
			converted._run([sys.executable, "-c", PROGRAM, str(port)], Path(folder))
			yield Section((Path(folder) / "told.json").read_text())

	return read


@pytest.mark.skipif(sys.platform != "linux", reason="the limits are those of Linux")
def test_what_libreoffice_may_do() -> None:
	"""What is started in a reader's process has its memory, ten seconds of the processor, and no network, not even this machine's own."""
	if subprocess.run(["unshare", "--user", "--net", "true"], capture_output=True, check=False).returncode:
		pytest.skip(
			"the kernel lets no process give up its network here; the settings of the profile are what there is"
		)
	with socket.create_server(("127.0.0.1", 0)) as server:
		registry = default_registry()
		registry.register("xyz", confined_reader(server.getsockname()[1]))
		with open_reader(registry, ReadingLimits(memory_mb=100)) as reader:
			(section,) = reader.sections(Content("a.xyz", data=b"x")).items(
				Ocr().scans_of(Content("a", data=b""))
			)
	told = json.loads(section.text)
	seconds, memory, written = told["limits"]
	assert seconds == converted.SECONDS == 10 and written == converted.MOST_WRITTEN
	assert told["memory"] == "refused" and 0 < memory <= converted.MOST_MEMORY
	assert "unreachable" in told["network"]


def test_without_libreoffice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
	"""Without it such a file is refused with the packages, and read by itself once they are there: it has no version till then."""
	data = make_compound({"WordDocument": b"\xec\xa5" + bytes(5000)})
	monkeypatch.setenv("PATH", str(tmp_path))
	assert find_key(Content("a", data=data), ["doc"]) == "doc"  # type: ignore[arg-type]
	with pytest.raises(UnsupportedType, match="apt install libreoffice-writer-nogui"):
		extract(Content("a.doc", data=data))
	assert not {"doc", "ppt", "vsd", "vsdx", "odg", "pub", "wpd", "pages"} & extractor_versions().keys()
