"""``huf doctor``: each thing that an index needs is broken, and found with what to do about it."""

import os
import shutil
import sqlite3
from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest

from huf.engine.backends.sqlite_files import held_alone
from huf.local.index import LocalIndex
from huf.local.upkeep import doctor, owners, requirements
from tests.cli_runner import as_json, huf

Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
	"""Two files."""
	made = tmp_path / "files"
	made.mkdir()
	(made / "travel.md").write_text("A hotel in Zurich may cost 180 francs.", "utf-8")
	(made / "pets.txt").write_text("Dogs are welcome on Fridays.", "utf-8")
	return made


@pytest.fixture
def index(tmp_path: Path, folder: Path) -> Path:
	"""An index of them, by words."""
	as_json("index", folder, "--to", tmp_path / "index", "--ocr-languages", "none")
	return tmp_path / "index"


def found(index: Path, *options: str, code: int = 0) -> dict[str, dict[str, Any]]:
	"""What is found that is not good, by what looked."""
	answer = as_json("doctor", index, *options, code=code)
	assert answer["ok"] is (code == 0)
	return {each["check"]: each for each in answer["findings"] if each["level"] != "Good"}


def test_a_sound_index(index: Path) -> None:
	"""Everything is good, each check has looked, and the text says the same as the JSON."""
	assert found(index) == found(index, "--services") == {}
	answer = as_json("doctor", index, "--services")
	assert {each["check"] for each in answer["findings"]} == {
		*(
			"files",
			"inputs",
			"segments",
			"writer",
			"folder",
			"disk",
			"embedder",
			"scans",
			"libraries",
			"services",
		)
	}
	printed = huf("doctor", index).stdout
	assert all(line.startswith("Good ") for line in printed.splitlines())
	assert sorted(path.name for path in index.iterdir() if path.name.startswith("tmp")) == []


def test_there_is_no_index(tmp_path: Path) -> None:
	"""Wrong usage, with the command that makes one."""
	assert as_json("doctor", tmp_path / "none", code=2)["code"] == "Index Missing"


def test_files(index: Path, folder: Path) -> None:
	"""A flipped byte, a lost file, a lost build and one of a newer huf: faults, and an older build that is whole is named."""
	older = LocalIndex(index).live_build()
	(folder / "more.txt").write_text("Cats are not.", "utf-8")
	as_json("index", folder, "--to", index)
	live = LocalIndex(index).live_build()
	file = live / "backend"
	before = file.read_bytes()
	file.write_bytes(before[:-1] + b"?")
	wrong = found(index, code=1)["files"]
	assert "backend" in wrong["words"] and older.name in wrong["advice"] and "--rebuild" in wrong["advice"]
	assert huf("doctor", index).stdout.startswith("Fault ")
	file.write_bytes(b"no_such_kind\n" + before.partition(b"\n")[2])
	assert "backend" in found(index, code=1)["files"]["words"]
	assert found(index, "--services", code=1)["services"]["level"] == "Fault"
	file.write_bytes(before)
	assert found(index) == {}
	(index / "current").write_text(older.name, "utf-8")
	(live / "checksums").unlink()
	assert live.name in found(index)["kept"]["words"]
	shutil.rmtree(live)
	(older / "backend").write_text("sqlite_fts\n99\n", "utf-8")
	assert "newer" in found(index, code=1)["files"]["words"]
	shutil.rmtree(older)
	assert "missing" in found(index, code=1)["files"]["words"]


def test_inputs(index: Path, folder: Path) -> None:
	"""Files that gave no passage are counted; the command that names them is said."""
	(folder / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
	as_json("index", folder, "--to", index, code=1)
	assert "huf info" in found(index)["inputs"]["advice"]


def test_segments(index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Segments that are due are no fault."""
	monkeypatch.setattr(doctor, "is_merge_due", lambda *_build, **_kinds: True)
	assert found(index)["segments"]["level"] == "Notice"


def test_writer(index: Path) -> None:
	"""Somebody who writes now, and somebody who died while writing; looking takes nothing away from either."""
	with held_alone(index / ".lock") as is_held:
		assert is_held
		assert "now" in found(index)["writer"]["words"]
	left = index / ".staging-20260101T000000-0a1b2c3d"
	left.mkdir()
	assert "died" in found(index)["writer"]["words"]
	assert left.is_dir()


def test_folder(index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""It cannot be written; a file of another user; a password that others can read."""

	def refused(**_folder: object) -> None:
		raise PermissionError(13, "Permission denied")

	with monkeypatch.context() as patched:
		patched.setattr(doctor.tempfile, "TemporaryFile", refused)
		assert "Permission denied" in found(index)["folder"]["words"]
	with monkeypatch.context() as patched:
		patched.setattr(doctor, "owners_in", lambda _folder: owners.Owners(3, 0))
		assert "chown" in found(index)["folder"]["advice"]
	store = index / "vector_store"
	store.write_text("none\n", "utf-8")
	store.chmod(0o644)
	if os.name == "posix":
		assert "password" in found(index)["folder"]["words"]
	store.chmod(0o600)
	assert found(index) == {}


def test_owners(tmp_path: Path) -> None:
	"""Entries of others and links are counted, deeper ones too, and no link is followed."""
	(tmp_path / "a" / "b").mkdir(parents=True)
	(tmp_path / "a" / "b" / "c").write_text("x", "utf-8")
	assert owners.owners_in(tmp_path) == owners.Owners(0, 0)
	(tmp_path / "a" / "all").symlink_to("/")
	assert owners.owners_in(tmp_path) == owners.Owners(0, 1)
	if os.geteuid() == 0:
		os.chown(tmp_path / "a" / "b" / "c", 12345, -1)
		assert owners.owners_in(tmp_path) == owners.Owners(1, 1)


def test_disk(index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Less room than the index has."""
	monkeypatch.setattr(shutil, "disk_usage", lambda _path: Usage(10, 9, 1))
	assert "too little" in found(index)["disk"]["words"]


def test_embedder(index: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""What made the vectors is gone, or is another one now."""
	as_json("index", folder, "--to", index, "--embedder", "local")
	assert found(index) == {}
	(index / "embedder").write_text("none\n", "utf-8")
	assert found(index)["embedder"]["level"] == "Warning"
	(index / "embedder").write_text("nobody\n", "utf-8")
	assert found(index, code=1)["embedder"]["level"] == "Fault"


def test_services(index: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""A model that does not answer is found when it is asked, and only then."""
	as_json("index", folder, "--to", index, "--embedder", "local")

	def away(*_texts: object, **_options: object) -> None:
		raise doctor.HufError("The model is away.")

	monkeypatch.setattr("huf.engine.embedding.local.LocalEmbedder.embed", away)
	assert found(index) == {}
	assert "away" in found(index, "--services", code=1)["services"]["words"]


def test_scans(index: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Wanted, and Tesseract has not the language."""
	(index / "ocr").write_text("tlh\n", "utf-8")
	assert "tlh" in found(index)["scans"]["words"]


def test_libraries(index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""One is missing, one of another version, and SQLite cannot search texts. Those of extras are not asked for."""
	monkeypatch.setattr(requirements, "requires", lambda _name: ["numpy<1", "nothing>=1; extra == 'mcp'"])
	assert "<1" in found(index)["libraries"]["words"]
	monkeypatch.setattr(requirements, "requires", lambda _name: ["no-such-library"])
	assert "no-such-library" in found(index, code=1)["libraries"]["words"]
	monkeypatch.setattr(requirements, "requires", lambda _name: [])

	def refused(*_name: object, **_options: object) -> None:
		raise sqlite3.OperationalError("no such module: fts5")

	monkeypatch.setattr(doctor, "why_no_texts", lambda: "no such module: fts5")
	assert "fts5" in found(index, code=1)["libraries"]["words"]
