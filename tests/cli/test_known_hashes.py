"""A file that did not change is not read again, and one that did is never taken for unchanged."""

import hashlib
import json
import os
import time
from pathlib import Path

import pytest

from huf.engine.backends.keyword.reader import SqliteFtsReader
from huf.engine.indexing import BuildSettings
from huf.engine.types import IndexedInput
from huf.local import files as local_files
from huf.local.index import IndexReport, LocalIndex
from huf.local.known_hashes import GRAIN_NS, NAME
from huf.local.making import IndexOptions

pytestmark = pytest.mark.skipif(os.name != "posix", reason="only POSIX has a time of change that nobody sets")
SETTLED = (GRAIN_NS + 500_000_000) / 1e9
"""Seconds until a file that was just written may be known."""


class Folder:
	"""A folder with three files, its index, and the names of the files that were opened."""

	def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
		self.path, self.index = root / "files", LocalIndex(root / "index")
		self.path.mkdir()
		for name in ("a.txt", "b.txt", "c.txt"):
			self.write(name, f"The numbat of {name[0]} eats termites.\n")
		self.opened: list[str] = []
		original = local_files.open_without_links

		def opening(path: Path) -> object:
			self.opened.append(path.name)
			return original(path)

		monkeypatch.setattr(local_files, "open_without_links", opening)

	def write(self, name: str, text: str) -> Path:
		"""A file of the folder."""
		(self.path / name).write_text(text)
		return self.path / name

	def update(self, *, rebuild: bool = False, path: Path | None = None) -> tuple[IndexReport, set[str]]:
		"""Index it; the report, and what was opened."""
		self.opened.clear()
		report = self.index.update(path or self.path, BuildSettings(), options=IndexOptions(rebuild=rebuild))
		return report, {*self.opened}

	def settle(self) -> None:
		"""Let time pass until the files are known by what `stat` says of them."""
		time.sleep(SETTLED)
		self.update()
		assert self.update()[1] == set()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
	"""Indexed, and known."""
	made = Folder(tmp_path, monkeypatch)
	made.update()
	made.settle()
	return made


def test_only_what_changed_is_read(folder: Folder) -> None:
	"""A changed, a new and a deleted file; the others stay unopened, and everything stays searchable."""
	folder.write("a.txt", "The numbat of a sleeps.\n")
	folder.write("new.txt", "A quokka.\n")
	(folder.path / "b.txt").unlink()
	report, opened = folder.update()
	assert (set(report.changed), report.removed) == ({"a.txt", "new.txt"}, ("b.txt",))
	assert opened == {"a.txt", "new.txt"}
	assert {item.key for item in report.inputs if item.chunks} == {"a.txt", "c.txt", "new.txt"}


def test_a_file_that_was_just_written_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""It may change once more within one grain of its times, by nothing that `stat` shows."""
	folder = Folder(tmp_path, monkeypatch)
	folder.update()
	report, opened = folder.update()
	assert opened == {"a.txt", "b.txt", "c.txt"} and not report.changed
	folder.settle()


def test_changes_that_hide(folder: Folder) -> None:
	"""The same size, and a time that is set back; or another file of that size and time in its place."""
	for name, replaces in (("a.txt", False), ("b.txt", True)):
		path = folder.path / name
		before = path.stat()
		text = path.read_text().replace("numbat", "wombat")
		if replaces:
			other = folder.path.parent / "other.txt"
			other.write_text(text)
			os.utime(other, ns=(before.st_atime_ns, before.st_mtime_ns))
			other.replace(path)
		else:
			path.write_text(text)
			os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
		after = path.stat()
		assert (after.st_size, after.st_mtime_ns) == (before.st_size, before.st_mtime_ns)
		report, opened = folder.update()
		assert report.changed == (name,) and opened >= {name}


def test_a_file_that_is_only_touched(folder: Folder) -> None:
	"""It is read to be compared, and its new time is known to filters; nothing is extracted again."""
	os.utime(folder.path / "a.txt", (1_700_000_000, 1_700_000_000))
	report, opened = folder.update()
	assert opened == {"a.txt"} and report.changed == ()
	by_key = {item.key: item for item in report.inputs}
	assert by_key["a.txt"].metadata["modified"] == "2023-11-14T22:13:20Z"


def test_rebuild_reads_everything(folder: Folder) -> None:
	"""Whatever is known."""
	report, opened = folder.update(rebuild=True)
	assert opened == {"a.txt", "b.txt", "c.txt"} and len(report.changed) == 3


def test_another_folder_of_the_same_names(folder: Folder, tmp_path: Path) -> None:
	"""A copy has the names, sizes and times, and is read: it is other files."""
	copy = tmp_path / "copy"
	copy.mkdir()
	for path in folder.path.iterdir():
		(copy / path.name).write_text(path.read_text().replace("numbat", "wombat"))
		os.utime(copy / path.name, ns=(path.stat().st_atime_ns, path.stat().st_mtime_ns))
	report, opened = folder.update(path=copy)
	assert opened == {"a.txt", "b.txt", "c.txt"} and len(report.changed) == 3


@pytest.mark.parametrize(
	"damage",
	[
		"",
		"no JSON",
		"[]",
		'{"version": 99, "files": {}}',
		'{"version": 1, "files": {"a.txt": [1, 2, 3]}}',
		'{"version": 1, "files": {"a.txt": [1, 2, 3, 4, 5, "short"]}}',
		'{"version": 1, "files": {"a.txt": "x"}}',
	],
)
def test_a_damaged_memory_costs_a_reading(folder: Folder, damage: str) -> None:
	"""No error, and no wrong index: all files are read, and known again afterwards."""
	memory = folder.index.directory / NAME
	memory.write_text(damage)
	report, opened = folder.update()
	assert opened == {"a.txt", "b.txt", "c.txt"} and report.changed == ()
	assert set(json.loads(memory.read_text())["files"]) == {"a.txt", "b.txt", "c.txt"}
	assert folder.update()[1] == set()


def test_the_list_of_inputs_is_read_once(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Where nothing changed, the report tells of the very inputs that the plan has read."""
	reads = 0
	original = SqliteFtsReader.inputs

	def inputs(self: SqliteFtsReader) -> list[IndexedInput]:
		nonlocal reads
		reads += 1
		return original(self)

	monkeypatch.setattr(SqliteFtsReader, "inputs", inputs)
	report, _ = folder.update()
	assert (reads, report.inputs) == (1, tuple(folder.index.inputs().values()))
	folder.write("a.txt", "The numbat of a sleeps.\n")
	(changed,) = [item for item in folder.update()[0].inputs if item.key == "a.txt"]
	assert changed.content_hash == hashlib.sha256(b"The numbat of a sleeps.\n").hexdigest()
