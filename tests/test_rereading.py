"""A new or better extractor has the inputs read again that it reads, and no others."""

import ast
import hashlib
import json
import sqlite3
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from email.message import EmailMessage
from importlib import import_module
from pathlib import Path

import pytest

from huf.engine import backends, extractors
from huf.engine.backends.base import Backend
from huf.engine.backends.hybrid.backend import KEY as HYBRID
from huf.engine.backends.hybrid.backend import hybrid_backend
from huf.engine.backends.keyword import schema
from huf.engine.builds import BuildResult, BuildSettings, plan_build, read_inputs, run_build, stale_inputs
from huf.engine.content import Content
from huf.engine.disk.checksums import write_checksums
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.extractors.pdf import extractor as pdf
from huf.engine.extractors.plain import delimited
from huf.engine.extractors.versions import UNRECORDED, is_read_as_now
from huf.engine.registry import Registry
from huf.engine.search import SearchTarget
from huf.engine.types import IndexedInput, WantedInput
from huf.local.index import LocalIndex
from tests.searching import search

APP = Path(__file__).parent.parent / "examples" / "huf_extras"
sys.path.insert(0, str(APP))
sys.path.insert(0, str(Path(__file__).parent / "engine" / "extractors"))

from extractor_samples import make_pdf  # noqa: E402

subtitles = import_module("huf_extras.subtitles")

TALK = b"0:00:01.000,0:00:04.500\nThe assembly point is behind hall 7.\n"
MAIL = EmailMessage()
MAIL["Subject"] = "The recording"
MAIL.set_content("Here are the subtitles.")
MAIL.add_attachment(TALK, maintype="application", subtype="octet-stream", filename="talk.sbv")
FILES = {
	"handbook.txt": b"The crane is inspected every March.\n",
	"rates.csv": b"city,rate\nBerlin,120\nOslo,150\n",
	"terms.pdf": make_pdf([["Invoices are paid within thirty days"]]),
	"talk.sbv": TALK,
	"mail.eml": MAIL.as_bytes(),
	"photo.png": b"\x89PNG\r\n\x1a\n\0 is no picture",
}
Extractors = Registry[extractors.Extractor]


def known(**others: str) -> Extractors:
	"""huf's own extractors, and those of an app."""
	registry = extractors.default_registry()
	for key, path in others.items():
		registry.register(key, path)
	return registry


def with_sbv() -> Extractors:
	"""Those of the example."""
	return known(sbv="huf_extras.subtitles.extract_sbv")


class Source:
	"""Some files and their builds; ``read`` gets the name of each file that is opened."""

	def __init__(
		self, root: Path, files: Mapping[str, bytes] = FILES, kinds: Registry[Backend] | None = None
	):
		self.root, self.files, self.kinds = root, dict(files), kinds
		self.settings = BuildSettings(backend=HYBRID if kinds else "sqlite_fts")
		self.read: list[str] = []
		self.stale: list[str] = []
		self.live: BuildResult | None = None

	def wanted(self) -> list[WantedInput]:
		"""All files, as a shell names them."""
		return [
			WantedInput(
				name,
				hashlib.sha256(data).hexdigest(),
				name,
				self._opener(name, data),
				metadata={"extension": Path(name).suffix[1:]},
			)
			for name, data in self.files.items()
		]

	def _opener(self, name: str, data: bytes) -> Callable[[], Content]:
		def opened() -> Content:
			self.read.append(name)
			return Content(name, data=data)

		return opened

	def update(self, registry: Extractors | None = None) -> list[str]:
		"""Bring the index up to date; the names of the files that were read for it."""
		self.read.clear()
		base = self.live.info.path if self.live else None
		stale = stale_inputs(base, self.settings, kinds=self.kinds, extractors=registry) if base else []
		self.stale = [item.key for item in stale]
		plan = plan_build(self.wanted(), base, self.settings, kinds=self.kinds, extractors=registry)
		assert set(self.stale) <= {item.key for item in plan.index}
		if not plan.is_empty:
			self.live = run_build(self.root, plan, self.settings, kinds=self.kinds, extractors=registry)
		return self.read

	def found(self, query: str) -> list[str]:
		"""What a search finds."""
		assert self.live is not None
		result = search([SearchTarget("s", self.live.info.path)], query, kinds=self.kinds)
		assert not result.skipped
		return [hit.input for hit in result.hits]

	def message(self, name: str) -> str:
		"""What the build says of a file."""
		assert self.live is not None
		return read_inputs(self.live.info.path, kinds=self.kinds)[name].message


def test_an_extractor_comes_and_grows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""A new extractor reads what nothing could read, also in a mail; a new version what it has read; nothing else is opened."""
	source = Source(tmp_path)
	assert source.update() == list(FILES)
	assert source.found("assembly point") == []
	assert source.update() == []
	assert source.update(with_sbv()) == ["talk.sbv", "mail.eml"] == source.stale
	assert sorted(source.found("assembly point")) == ["mail.eml", "talk.sbv"]
	assert source.update(with_sbv()) == []
	monkeypatch.setattr(subtitles, "VERSION", subtitles.VERSION + 1)
	assert source.update(with_sbv()) == ["talk.sbv", "mail.eml"]
	assert source.update(with_sbv()) == []
	monkeypatch.setattr(delimited, "VERSION", delimited.VERSION + 1)
	assert source.update(with_sbv()) == ["rates.csv"]
	monkeypatch.setattr(pdf, "VERSION", pdf.VERSION + 1)
	assert source.update(with_sbv()) == ["terms.pdf"]
	assert source.update(with_sbv()) == []


def test_what_another_extractor_would_read_now(tmp_path: Path) -> None:
	"""A picture that huf's own reader has tried goes to the reader of an app once there is one."""
	source = Source(tmp_path)
	source.update()
	assert source.update(known(png="huf.engine.extractors.plain.text.extract_text")) == ["photo.png"]


def test_an_extractor_that_is_gone(tmp_path: Path) -> None:
	"""What it read stays as it was read until the file changes, and is then refused by name."""
	source = Source(tmp_path)
	source.update(with_sbv())
	assert source.update() == []
	assert "talk.sbv" in source.found("assembly point")
	source.files["handbook.txt"] += b"And in May.\n"
	assert source.update() == ["handbook.txt"]
	assert "talk.sbv" in source.found("assembly point")
	source.files["talk.sbv"] += b"\n"
	assert source.update() == ["talk.sbv"]
	assert "huf does not read that" in source.message("talk.sbv")
	assert source.update() == []
	assert source.update(with_sbv()) == ["talk.sbv"]


def test_an_extractor_that_is_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""It costs the files of its type alone, which say what is wrong; once it is mended, they are read."""
	source = Source(tmp_path, {"talk.sbv": TALK, "handbook.txt": FILES["handbook.txt"]})
	source.update(known(sbv="huf_extras.nowhere.extract_sbv"))
	assert "huf_extras.nowhere" in source.message("talk.sbv")
	(tmp_path / "huf_unfinished.py").write_text("VERSION = 1\ndef extract_sbv(")
	monkeypatch.syspath_prepend(str(tmp_path))
	assert source.update(known(sbv="huf_unfinished.extract_sbv")) == []
	assert source.found("crane") == ["handbook.txt"]
	monkeypatch.delattr(subtitles, "VERSION")
	assert source.update(with_sbv()) == []
	source.files["talk.sbv"] += b"\n"
	source.update(with_sbv())
	assert "needs an int VERSION" in source.message("talk.sbv")
	monkeypatch.setattr(subtitles, "VERSION", 1, raising=False)
	assert source.update(with_sbv()) == ["talk.sbv"]
	assert source.found("assembly point") == ["talk.sbv"]


@pytest.mark.parametrize("is_costly", [True, False])
def test_nothing_is_embedded_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_costly: bool) -> None:
	"""Chunks that say what they said before keep their vectors, whether or not the model's vectors are kept elsewhere."""
	embedder = FakeEmbedder(is_costly=is_costly)
	kinds = backends.default_registry()
	kinds.register(HYBRID, hybrid_backend(embedder))
	source = Source(tmp_path, kinds=kinds)
	source.update()
	embedder.asked.clear()
	source.update(with_sbv())
	assert embedder.asked and all("assembly" in text for text in embedder.asked)
	embedder.asked.clear()
	monkeypatch.setattr(subtitles, "VERSION", subtitles.VERSION + 1)
	assert source.update(with_sbv()) == ["talk.sbv", "mail.eml"]
	assert embedder.asked == []
	assert source.found("assembly point")[0] in ("talk.sbv", "mail.eml")


def test_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""``huf index`` again reads only what another version, or a new extractor, reads."""
	folder = tmp_path / "folder"
	folder.mkdir()
	for name in ("handbook.txt", "rates.csv", "talk.sbv"):
		(folder / name).write_bytes(FILES[name])
	index = LocalIndex(tmp_path / "index")
	assert len(index.update(folder, BuildSettings()).changed) == 3
	assert index.update(folder, BuildSettings()).changed == ()
	monkeypatch.setattr(delimited, "VERSION", delimited.VERSION + 1)
	assert index.update(folder, BuildSettings()).changed == ("rates.csv",)
	monkeypatch.setitem(extractors._BUILT_IN, "sbv", "plain.text.extract_text")
	assert index.update(folder, BuildSettings()).changed == ("talk.sbv",)
	assert index.update(folder, BuildSettings()).changed == ()


def old_fingerprint(settings: BuildSettings, versions: Mapping[str, int]) -> str:
	"""As huf made it when extractors were part of it."""
	values = {
		name: value
		for name, value in asdict(settings).items()
		if name not in ("ocr", "language", "enrichment", "summaries", "limits")
	}
	values["max_chunks_per_input"] = 500
	version = backends.default_registry().get(settings.backend).version
	made_from = [json.dumps(values, sort_keys=True), version, dict(versions)]
	return hashlib.sha256(json.dumps(made_from, sort_keys=True).encode()).hexdigest()[:16]


def as_of_old(source: Source, versions: Mapping[str, int]) -> None:
	"""Make the live build one of a huf that did not record what read an input."""
	assert source.live is not None
	folder = source.live.info.path
	with sqlite3.connect(folder / schema.FILE_NAME) as connection:
		connection.execute("ALTER TABLE inputs DROP COLUMN extractors")
		meta = dict(connection.execute("SELECT key, value FROM meta"))
		meta["fingerprint"] = old_fingerprint(source.settings, versions)
		connection.execute("DELETE FROM meta WHERE key = 'unrecorded_extractors'")
		del meta["unrecorded_extractors"]
		meta["checksum"] = schema.meta_checksum(meta)
		connection.executemany("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", meta.items())
	connection.close()
	(folder / "checksums").unlink()
	write_checksums(folder)


@pytest.fixture
def as_then(monkeypatch: pytest.MonkeyPatch) -> None:
	"""huf's own extractors in the versions of when builds began to record them, and only those."""
	then = {alias: key for alias, key in extractors.ALIASES.items() if alias in UNRECORDED}
	monkeypatch.setattr(extractors, "ALIASES", then)
	built_in = {key: path for key, path in extractors._BUILT_IN.items() if key in UNRECORDED}
	monkeypatch.setattr(extractors, "_BUILT_IN", built_in)
	registry = extractors.default_registry()
	for key, version in UNRECORDED.items():
		monkeypatch.setattr(import_module(registry.get(key).__module__), "VERSION", version)


@pytest.mark.usefixtures("as_then")
def test_builds_of_an_older_huf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""They are valid as they are; what their inputs were read by follows from the ending of their names."""
	source = Source(tmp_path)
	source.update()
	as_of_old(source, UNRECORDED)
	assert source.update() == []
	assert source.update(with_sbv()) == ["talk.sbv"]
	assert source.update(with_sbv()) == []
	monkeypatch.setattr(pdf, "VERSION", pdf.VERSION + 1)
	# What a mail holds is not known, nor what reads an ending that is none of huf's own.
	assert source.update(with_sbv()) == ["terms.pdf", "mail.eml", "photo.png"]
	assert source.update(with_sbv()) == []


@pytest.mark.usefixtures("as_then")
def test_builds_of_an_older_huf_with_an_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""The versions of an app's extractors are known by the fingerprint, and go on from build to build."""
	source = Source(tmp_path)
	source.update(with_sbv())
	as_of_old(source, {**UNRECORDED, "sbv": 1})
	assert source.update(with_sbv()) == []
	source.files["handbook.txt"] += b"And in May.\n"
	assert source.update(with_sbv()) == ["handbook.txt"]
	monkeypatch.setattr(subtitles, "VERSION", 2)
	assert "talk.sbv" in source.update(with_sbv())
	assert not {"handbook.txt", "rates.csv", "terms.pdf"} & set(source.read)
	assert source.update(with_sbv()) == []


def test_no_file_of_an_older_huf_is_read_again_for_records() -> None:
	"""Records have a version of their own: a new one has those of an older build read again, and no mail, text or unknown file."""
	now = {**UNRECORDED, "huf-record": UNRECORDED["huf-record"] + 1}
	old = IndexedInput("one", "hash", "One", "Indexed")
	assert not is_read_as_now(replace(old, metadata={"input_type": "DocType Records"}), now, UNRECORDED)
	for extension in ("eml", "txt", "xyz", ""):
		assert is_read_as_now(replace(old, metadata={"extension": extension}), now, UNRECORDED)
	unsupported = replace(old, code="Unsupported Type", metadata={"extension": "png"})
	assert is_read_as_now(unsupported, now, UNRECORDED)


def test_settings_still_tell_builds_apart(tmp_path: Path) -> None:
	"""A fingerprint that no extractors explain is one of other settings: all is indexed."""
	source = Source(tmp_path)
	source.update()
	source.settings = replace(source.settings, language="de")
	source.read.clear()
	assert source.live is not None
	plan = plan_build(source.wanted(), source.live.info.path, source.settings)
	assert (plan.base, len(plan.index)) == (None, len(FILES))
	assert stale_inputs(source.live.info.path, source.settings) == []


def test_uses_names_what_is_called() -> None:
	"""An extractor's module names the extractors whose functions it calls, and what those call: their versions are those of
	its inputs, too."""
	package = "huf.engine.extractors"
	keys = {f"{package}.{path.rpartition('.')[0]}": key for key, path in extractors._BUILT_IN.items()}
	uses = {keys[module]: set(getattr(import_module(module), "USES", ())) for module in keys}
	for module in sorted(keys):
		tree = ast.parse(Path(str(import_module(module).__file__)).read_text("utf-8"))
		called = {
			keys[node.module]
			for node in ast.walk(tree)
			if isinstance(node, ast.ImportFrom) and node.module in keys
		}
		assert called.union(*(uses[key] for key in called)) == uses[keys[module]], module
