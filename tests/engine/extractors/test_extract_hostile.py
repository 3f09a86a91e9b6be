"""What every extractor owes to hostile files, to other apps and to the job that runs it."""

import random
import shutil
import subprocess
import sys
import textwrap
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from extractor_samples import make_pdf, read, start
from test_extract_office import saved as save
from test_extract_office import word_file, workbook

from huf.engine.content import Content
from huf.engine.errors import (
	BuildCancelled,
	ContentMissing,
	CorruptFile,
	InputError,
	NoText,
	SettingsError,
	UnsupportedType,
)
from huf.engine.extractors import _BUILT_IN, default_registry, extract, extractor_versions
from huf.engine.extractors.pdf.extractor import tidy_page
from huf.engine.extractors.recognition.kinds import ALIASES
from huf.engine.extractors.sections import SECTION_CHARACTERS
from huf.engine.types import Locator, Section

VERSION = 4
"""Of the extractors in this module."""
_HEADS = {
	"pdf": b"%PDF-1.7\n",
	"docx": b"PK\x03\x04",
	"html": b"<html>",
	"json": b"[",
	"eml": b"Subject: x\n",
}


@pytest.mark.parametrize("extension", sorted(default_registry()))
def test_random_bytes(extension: str) -> None:
	"""Random bytes under any ending, with or without the right beginning, are an input error, never a crash or text."""
	generator = random.Random(extension)
	for size in (64, 1000, 20_000):
		noise = generator.randbytes(size)
		for data in (noise, _HEADS.get(extension, b"") + noise):
			with pytest.raises(InputError):
				read(f"a.{extension}", data)


@pytest.mark.parametrize("kind", ["pdf", "docx", "xlsx"])
def test_damaged_bytes(kind: str) -> None:
	"""A real file with bytes flipped at random is read or refused; nothing else comes out."""
	original = {"pdf": make_pdf([["Hello world"]] * 3), "docx": word_file(), "xlsx": save(workbook().save)}[
		kind
	]
	generator = random.Random(7)
	refused = 0
	for _ in range(60):
		data = bytearray(original)
		for _ in range(generator.randrange(1, 40)):
			data[generator.randrange(len(data))] = generator.randrange(256)
		try:
			read(f"a.{kind}", bytes(data))
		except InputError as error:
			refused += 1
			assert str(error).endswith((".", "?"))
	assert refused


def test_missing_file(tmp_path: Path) -> None:
	"""A file that is gone is Content Missing."""
	with pytest.raises(ContentMissing):
		extract(Content("a.txt", path=tmp_path / "a.txt"))


def _failing(error: BaseException) -> object:
	def extractor(content: Content, notes: list[str]) -> Iterator[Section]:
		yield Section("before\n", Locator(part="x"))
		raise error

	return extractor


class _JobTimeout(Exception):
	"""Looks as the exception that a job runner raises inside a job."""


_JobTimeout.__module__ = "rq.timeouts"


@pytest.mark.parametrize(
	"error", [_JobTimeout("180 seconds"), BuildCancelled("stop"), KeyboardInterrupt(), OSError(28, "full")]
)
def test_interruptions_pass_through(error: BaseException) -> None:
	"""A job time-out, a cancelled build or a full disk is not turned into "the file is corrupt"."""
	registry = default_registry()
	registry.register("odd", _failing(error))  # type: ignore[arg-type]
	sections = extract(Content("a.odd", data=b"text"), registry).sections
	assert next(sections).text == "before\n"
	with pytest.raises(type(error)):
		next(sections)


@pytest.mark.parametrize("error", [RecursionError("deep"), KeyError("/Font"), OSError("truncated")])
def test_library_failures_are_corrupt_files(error: Exception) -> None:
	"""Anything else that a parser raises means that the file cannot be read; the reason is in the message."""
	registry = default_registry()
	registry.register("odd", _failing(error))  # type: ignore[arg-type]
	with pytest.raises(CorruptFile, match=type(error).__name__):
		list(extract(Content("a.odd", data=b"text"), registry).sections)


def _read_ink(content: Content, notes: list[str]) -> Iterator[Section]:
	notes.append("ink")
	yield Section(content.head(4).hex() + "\n", Locator(part="strokes"))


def test_another_apps_extractor() -> None:
	"""Another app can read a binary ending or a recognised picture; it cannot take over one of huf's own."""
	registry = default_registry()
	registry.register("ink", _read_ink)
	registry.register("png", _read_ink)
	binary = extract(Content("a.ink", data=b"\0\1\2\3"), registry)
	assert (binary.extractor, next(binary.sections).text, binary.notes) == ("ink", "00010203\n", ["ink"])
	assert extract(Content("a.pdf", data=b"\x89PNG\r\n\x1a\n\0"), registry).extractor == "png"
	with pytest.raises(SettingsError):
		registry.register("pdf", _read_ink)


def test_versions_name_every_extractor(monkeypatch: pytest.MonkeyPatch) -> None:
	"""Each extractor has a version. One without reads nothing, and says what it needs; so does one that cannot be imported."""
	versions = extractor_versions()
	converted = {key for key, path in _BUILT_IN.items() if path.startswith("office.converted.")}
	converted |= {alias for alias, key in ALIASES.items() if key in converted}
	assert set(versions) == set(default_registry()) - (set() if shutil.which("soffice") else converted)
	assert all(version >= 1 for version in versions.values())
	registry = default_registry()
	registry.register("ink", _read_ink)
	registry.register("lost", "huf_nowhere.read")
	assert extractor_versions(registry) == {**versions, "ink": VERSION}
	with pytest.raises(UnsupportedType, match="huf_nowhere"):
		extract(Content("a.lost", data=b"\0\1\2\3"), registry)
	monkeypatch.delattr(sys.modules[__name__], "VERSION")
	assert extractor_versions(registry) == versions
	with pytest.raises(UnsupportedType, match="needs an int VERSION"):
		extract(Content("a.ink", data=b"\0\1\2\3"), registry)


def test_versions_import_no_library() -> None:
	"""Asking for the versions, as each search for a stale build does, imports none of the parsing libraries."""
	code = (
		"import sys; from huf.engine.extractors import extractor_versions; dict(extractor_versions()); "
		"print([m for m in ('docx', 'pptx', 'openpyxl', 'lxml', 'pypdf', 'pypdfium2', 'yaml', 'charset_normalizer') if m in sys.modules])"
	)
	assert (
		subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
		== "[]\n"
	)


def test_versions_import_no_extractor_that_is_not_asked_for() -> None:
	"""A change of one text in a fresh process asks for one version, and imports one extractor."""
	code = (
		"import sys; from huf.engine.extractors import extractor_versions; versions = extractor_versions(); "
		"before = set(sys.modules); assert versions['txt'] and 'nothing' not in versions; "
		"print([m for m in sys.modules if m not in before and m.startswith('huf.engine.extractors')])"
	)
	done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
	assert done.stdout == "['huf.engine.extractors.plain', 'huf.engine.extractors.plain.text']\n"


def test_notes_of_an_empty_file_reach_the_error() -> None:
	"""What was left out is part of the No Text message: it says why there is nothing."""
	page = "<html><body><nav>only navigation</nav></body></html>"
	with pytest.raises(NoText, match="no text"):
		list(start("a.html", page).sections)


@pytest.mark.parametrize("name", ["big.txt", "big.csv", "big.md", "big.jsonl"])
def test_streaming(tmp_path: Path, name: str) -> None:
	"""The text of a streamed file is never in memory: 5 MB need less than 3.5 MB."""
	line = {"big.csv": "word, more, 12\n", "big.jsonl": '{"a": "some words", "b": 2}\n'}.get(
		name, "some words in a line\n"
	)
	path = tmp_path / name
	path.write_text(line * (5_000_000 // len(line)))
	list(extract(Content("warm-up.txt" if name == "big.txt" else name, data=line.encode()), None).sections)
	tracemalloc.start()
	characters = 0
	for section in extract(Content(name, path=path)).sections:
		characters += len(section.text)
		assert len(section.text) <= 2 * SECTION_CHARACTERS
	_, peak = tracemalloc.get_traced_memory()
	tracemalloc.stop()
	assert characters > 3_000_000
	assert peak < 3_500_000


@pytest.mark.skipif(
	not Path("/proc/self/status").exists(), reason="the peak of a process is read from Linux's /proc"
)
def test_peak_memory_of_100_mb(tmp_path: Path) -> None:
	"""Reading 100 MB of text in one line-less and one ordinary half leaves the whole process under 100 MB."""
	path = tmp_path / "big.txt"
	with path.open("w") as stream:
		for _ in range(50):
			stream.write("one endless line of words " * 40_000)
		for _ in range(50):
			stream.write("an ordinary line\n" * 60_000)
	code = textwrap.dedent(
		f"""
		from pathlib import Path
		from huf.engine.content import Content
		from huf.engine.extractors import extract
		total = sum(len(s.text) for s in extract(Content("big.txt", path=Path({str(path)!r}))).sections)
		# Not ru_maxrss: a child process inherits that of the process that started it.
		status = Path("/proc/self/status").read_text()
		print(total, status.split("VmHWM:")[1].split()[0])
		"""
	)
	out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
	total, peak_kb = map(int, out.split())
	assert total >= path.stat().st_size > 100_000_000
	assert peak_kb < 100_000


@pytest.mark.parametrize(
	("name", "text"),
	[
		("a.md", "# " + "[" * 900_000),
		("a.md", "# " + " " * 900_000 + "x # y"),
		("a.md", "# " + "*a_`" * 200_000),
		("a.md", "a|b\n-|-" + " " * 900_000 + "x"),
		("a.md", "`" * 900_000),
		("a.csv", "a,b\n" + "1" * 100_000 + "x," + "." * 100_000),
		("a.csv", '"' * 900_000),
		("a.html", "<html>" + "<p style='display" + " " * 900_000 + "x'>y"),
		("a.html", "<html>" + "<header>" * 100_000 + "y"),
		("a.html", "<html>" + "<table><tr><td>" * 50_000 + "y"),
		("a.json", '{"' + "k" * 1_000_000 + '": {' + ",".join(f'"{n}": 1' for n in range(50_000)) + "}}"),
		("a.json", '{"' + '": {"'.join(["k" * 1000] * 400) + '": "v"' + "}" * 400),
		("a.txt", "Ã©" * 400_000 + "é"),
	],
)
def test_no_quadratic_time(name: str, text: str) -> None:
	"""A megabyte made to drive patterns or paths into quadratic time or memory is done within seconds."""
	began = time.process_time()
	try:
		read(name, text)
	except InputError:
		pass  # refused is fine, slow is not
	assert time.process_time() - began < 5


def test_quadratic_pages() -> None:
	"""The same for the text of a PDF page."""
	began = time.process_time()
	for text in (
		"a" * 1_000_000,
		"ab-\ncd " * 100_000,
		"a-" * 400_000,
		"\n" * 900_000 + "x",
		" " * 900_000 + "x",
	):
		tidy_page(text)
	assert time.process_time() - began < 5


@pytest.mark.parametrize("length", [0, 10, 25, 3000])
def test_what_only_begins_like_an_old_office_file(length: int) -> None:
	"""Random bytes behind its first eight are no such file: the reason is huf's, not that a library reckoned with ten thousand digits."""
	for seed in range(20):
		data = bytes.fromhex("d0cf11e0a1b11ae1") + random.Random(seed).randbytes(length)
		with pytest.raises(
			CorruptFile, match=r"begins like one of an older Office program.*Upload the real file\.$"
		):
			read("letter.doc", data)
