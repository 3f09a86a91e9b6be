"""Readers of LlamaIndex as extractors (``huf.engine.extractors.llama_readers``): one of its own, and some that are made here."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, InputError, OverLimit, SettingsError, UnsupportedType
from huf.engine.extractors import default_registry, extractor_versions, llama_readers
from huf.engine.extractors.llama_readers import FromReader, entry_of, place_of
from huf.engine.reading import ReadingLimits, open_reader
from huf.engine.types import Locator, Section
from tests.cli_runner import huf

JSON_READER = "llama_index.core.readers.json.JSONReader"
MODULE = """
class Document:
	def __init__(self, text, **metadata):
		self.text, self.metadata = text, metadata

class Pages:
	def load_data(self, file, extra_info=None):
		words = file.read_text().split()
		return [Document(word, page_label=str(n), title="Words") for n, word in enumerate(words, 1)] + [Document(file.name)]

class Fails:
	def load_data(self, file):
		raise ValueError("no end of record")

class Lacks:
	def load_data(self, file):
		import a_library_that_nobody_has

class Loops:
	def load_data(self, file):
		while True:
			pass

class NoReader:
	pass
"""


class _NoScans:
	why_not = "Nobody reads scans here."

	def leave(self, page: int) -> None:
		raise AssertionError("there is no scan")

	read = leave


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
	"""An installed package ``own-readers`` in release 1.0."""
	(tmp_path / "own_readers.py").write_text(MODULE)
	told = tmp_path / "own_readers.dist-info"
	told.mkdir()
	(told / "METADATA").write_text("Metadata-Version: 2.1\nName: own-readers\nVersion: 1.0\n")
	monkeypatch.syspath_prepend(str(tmp_path))
	llama_readers._package.cache_clear()
	yield told
	sys.modules.pop("own_readers", None)
	llama_readers._package.cache_clear()


def _read(path: str, name: str, data: bytes, limits: ReadingLimits | None = None) -> list[Section]:
	registry = default_registry()
	registry.register(name.rpartition(".")[2], entry_of(path))
	with open_reader(registry, limits) as reader:
		return list(reader.sections(Content(name, data=data)).items(_NoScans()))  # type: ignore[arg-type]


def test_a_reader_of_llama_index_reads() -> None:
	"""A class of LlamaIndex reads a file, and loading its library, which takes longer than the file may, costs the file nothing."""
	limits = ReadingLimits(seconds=1, memory_mb=60)
	(section,) = _read(JSON_READER, "a.ld", b'{"valve": "V-0317", "price": 417}', limits)
	assert '"V-0317"' in section.text
	assert section.locator == Locator()


def test_documents_become_sections_with_their_pages(package: Path) -> None:
	"""Each document is a section, its page is that of its label, and of the file's name the reader sees the ending alone."""
	sections = _read("reader:own_readers.Pages", "../secret name.ld", b"one two")
	assert [(s.text, s.locator.page) for s in sections] == [("one\n", 1), ("two\n", 2), ("file.ld\n", None)]


@pytest.mark.parametrize(
	("facts", "place"),
	[
		({"page_label": "7"}, Locator(page=7)),
		({"page_label": "iv", "page_number": 4}, Locator(part="page iv")),
		({"page_number": 3}, Locator(page=3)),
		({"source": "12"}, Locator(page=12)),
		({"source": "report.pdf"}, Locator()),
		({"slide": 2}, Locator(slide=2)),
		({"sheet_name": "Prices"}, Locator(sheet="Prices")),
		({"header_path": "/Travel/Hotels/"}, Locator(heading=("Travel", "Hotels"))),
		({"page": 0, "slide": True}, Locator()),
		({"page": "9" * 5000}, Locator()),
	],
)
def test_places(facts: dict[str, object], place: Locator) -> None:
	"""What readers call pages, slides, sheets and headings is the place; what can be none is not."""
	assert place_of(facts) == place


@pytest.mark.parametrize(
	("name", "kind", "words"),
	[
		("Fails", CorruptFile, "no end of record"),
		("Lacks", UnsupportedType, "Install what it needs"),
		("NoReader", UnsupportedType, "has no method load_data"),
		("Absent", UnsupportedType, "cannot be used"),
	],
)
def test_failures_are_those_of_the_input(
	package: Path, name: str, kind: type[InputError], words: str
) -> None:
	"""A reader that fails, lacks a library or is none costs the input, with a sentence that says what to do."""
	with pytest.raises(kind, match=words):
		_read(f"reader:own_readers.{name}", "a.ld", b"text")


def test_a_reader_that_loops_leaves_nothing_behind(
	package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
	"""The limits of the reader's process hold, and the copy that was made for the reader is gone with the process."""
	temporary = tmp_path / "temporary"
	temporary.mkdir()
	monkeypatch.setattr(tempfile, "tempdir", str(temporary))
	with pytest.raises(OverLimit, match="1 seconds of the processor"):
		_read("reader:own_readers.Loops", "a.ld", b"text", ReadingLimits(seconds=1))
	assert list(temporary.iterdir()) == []


def test_the_version_is_that_of_the_package(package: Path) -> None:
	"""Another release, or another class, is another version; and nothing is imported to know it."""
	registry = default_registry()
	registry.register("ld", entry_of("reader:own_readers.Pages"))
	first = extractor_versions(registry)["ld"]
	assert first != FromReader("own_readers.Fails").version
	(package / "METADATA").write_text("Metadata-Version: 2.1\nName: own-readers\nVersion: 1.1\n")
	llama_readers._package.cache_clear()
	assert extractor_versions(registry)["ld"] != first
	assert "own_readers" not in sys.modules


def test_a_reader_that_is_not_installed() -> None:
	"""The file is refused with the command that installs the reader, and no other extractor is concerned."""
	with pytest.raises(UnsupportedType, match=r"pip install 'huf\[readers\]'") as refused:
		_read("llama_index.readers.file.HWPReader", "a.ld", b"text")
	assert "a.ld" not in str(refused.value)
	assert "pdf" in extractor_versions()


@pytest.mark.parametrize("path", ["reader:", "reader:os", "llama_index.a b.C", "llama_index..C"])
def test_paths_that_are_none(path: str) -> None:
	"""What is no dotted path of a class is refused when it is named."""
	with pytest.raises(SettingsError, match="no dotted path"):
		entry_of(path)


def test_the_command_line_names_readers(
	package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
	"""HUF_EXTRACTORS adds a reader to the command line, and what cannot be read in it is an error that shows how it is written."""
	file = tmp_path / "a.ld"
	file.write_text("alpha beta")
	monkeypatch.setenv("HUF_EXTRACTORS", "ld=reader:own_readers.Pages")
	assert "beta" in huf("read", file).output
	monkeypatch.setenv("HUF_EXTRACTORS", "own_readers.Pages")
	failed = huf("read", file)
	assert failed.exit_code != 0
	assert "ENDING=PATH" in failed.stderr
