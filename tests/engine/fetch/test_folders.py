"""Which files a folder of the server has, opening them, and an exact mirror of ten thousand."""

import hashlib
import os
import random
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from huf.ai.knowledge.fetch import folders
from huf.ai.knowledge.fetch.folders import (
	WantedFiles,
	folder_path_of,
	list_folder,
	open_in_folder,
	size_of,
)
from huf.ai.knowledge.fetch.listed import KnownEntry, Listing, plan_entries
from huf.engine.errors import FetchFailed

NOW = datetime(2026, 11, 1)
DAY = timedelta(days=1)
ALL = WantedFiles("Books")


def listed(root: Path, wanted: WantedFiles = ALL) -> Listing:
	"""What a folder lists."""
	return list_folder(root, wanted, seconds=60.0)


def write(path: Path, text: str) -> None:
	"""A file, with the folders that it lies in."""
	path.parent.mkdir(parents=True, exist_ok=True)
	path.write_text(text)


def test_what_is_listed(tmp_path: Path) -> None:
	"""Files in the folder and below, by their paths, with size and time; not what is hidden, a link or a FIFO."""
	root = tmp_path / "root"
	write(root / "a.txt", "abc")
	write(root / "travel" / "ä b.pdf", "x")
	write(root / ".git" / "c.txt", "x")
	write(root / "~$d.docx", "x")
	write(tmp_path / "outside" / "e.txt", "secret")
	(root / "link.txt").symlink_to(tmp_path / "outside" / "e.txt")
	(root / "inner.txt").symlink_to(root / "a.txt")
	(root / "folder").symlink_to(tmp_path / "outside")
	os.mkfifo(root / "pipe.txt")
	os.mkfifo(root / "travel" / "bad\udcff.txt")
	found = listed(root)
	assert (list(found.entries), found.problem) == (["Books/a.txt", "Books/travel/ä b.pdf"], "")
	assert size_of(found.entries["Books/a.txt"]) == 3
	assert not (root / "outside").exists()


def test_which_are_wanted(tmp_path: Path) -> None:
	"""A folder in it, patterns and endings choose."""
	for path in ("a.txt", "docs/b.txt", "docs/c.exe", "docs/old/d.txt", "docs2/e.txt", "docs/noending"):
		write(tmp_path / path, "x")
	wanted = WantedFiles("Books", "docs", exclude=("/docs/old/",), extensions=frozenset({"txt"}))
	assert list(listed(tmp_path, wanted).entries) == ["Books/docs/b.txt"]
	assert list(listed(tmp_path, WantedFiles("Books", include=("/*/e.",))).entries) == ["Books/docs2/e.txt"]
	assert not wanted.wants("Others/docs/b.txt") and not wanted.wants("Books")


@pytest.mark.parametrize("path", ["../x", "a/../../x", "a/./b", ".git", "a//b"])
def test_paths_that_lead_elsewhere(tmp_path: Path, path: str) -> None:
	"""Neither the field of a selector nor a path that is opened leads out of the folder."""
	write(tmp_path / "x", "secret")
	(tmp_path / "root" / "a").mkdir(parents=True)
	with pytest.raises(ValueError):
		folder_path_of(path)
	with pytest.raises(OSError):
		open_in_folder(tmp_path / "root", path)
	assert folder_path_of("/travel/rules/ ".strip()) == "travel/rules"


def test_opening(tmp_path: Path) -> None:
	"""A file is opened where no part of the way is a link, also one that was put there after the folder was listed."""
	root = tmp_path / "root"
	write(root / "a" / "b.txt", "inside")
	write(tmp_path / "outside" / "b.txt", "secret")
	with open_in_folder(root, "a/b.txt") as stream:
		assert stream.read() == b"inside"
	(root / "a" / "b.txt").unlink()
	(root / "a" / "b.txt").symlink_to(tmp_path / "outside" / "b.txt")
	with pytest.raises(OSError):
		open_in_folder(root, "a/b.txt")
	(root / "a" / "b.txt").unlink()
	(root / "a").rmdir()
	(root / "a").symlink_to(tmp_path / "outside")
	for path in ("a/b.txt", "/etc/passwd"):
		with pytest.raises(OSError):
			open_in_folder(root, path)
	with pytest.raises(FetchFailed, match="link"):
		listed(root, WantedFiles("Books", "a"))
	(tmp_path / "named").symlink_to(root)
	write(root / "c.txt", "x")
	assert list(listed(tmp_path / "named").entries) == ["Books/c.txt"]


def test_a_folder_that_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""It is an error; one in it that cannot be read, or too much of it, is a listing that is not whole."""
	with pytest.raises(FetchFailed, match="not there"):
		listed(tmp_path / "none")
	with pytest.raises(FetchFailed):
		listed(tmp_path, WantedFiles("Books", "none"))
	write(tmp_path / "file", "x")
	with pytest.raises(FetchFailed):
		listed(tmp_path / "file")
	for number in range(3):
		write(tmp_path / f"d{number}" / "a.txt", "x")
	opened, scanned = os.open, os.scandir

	def refuses(path, *how, **where):
		if path == "d1":
			raise PermissionError(13, "Permission denied")
		return opened(path, *how, **where)

	def breaks(path):
		if isinstance(path, int) and os.readlink(f"/proc/self/fd/{path}").endswith("d1"):
			raise OSError(5, "Input/output error")
		return scanned(path)

	wanted = WantedFiles("Books", include=("/*/a",))
	for name, instead, there in (("open", refuses, ["d0", "d2"]), ("scandir", breaks, ["d0"])):
		with monkeypatch.context() as patched:
			patched.setattr(os, name, instead)
			found = listed(tmp_path, wanted)
		assert list(found.entries) == [f"Books/{folder}/a.txt" for folder in there] and found.problem
	monkeypatch.setattr(folders, "MOST_FILES", 2)
	assert listed(tmp_path).problem


class Mirror:
	"""What a source would hold: the hash of each file as it was read when its version was seen."""

	def __init__(self, root: Path) -> None:
		self.root = root
		self.held: dict[str, tuple[str, str]] = {}
		"""By key: version and hash."""
		self.unlisted: dict[str, datetime] = {}
		self.read = 0

	def follow(self, now: datetime = NOW) -> None:
		"""One comparison."""
		try:
			listing = listed(self.root)
		except FetchFailed:
			listing = None
		known = [
			KnownEntry(key, key, self.unlisted.get(key), version)
			for key, (version, _hash) in self.held.items()
		]
		plan = plan_entries(
			ALL.wants, listing, known, limit=50_000, now=now, grace=timedelta(0), grace_of_many=DAY
		)
		for key in plan.remove:
			del self.held[key]
			self.unlisted.pop(key, None)
		self.unlisted |= dict.fromkeys(plan.missed, now)
		for key in plan.back:
			del self.unlisted[key]
		for key in (*plan.change, *plan.add):
			assert listing is not None
			with open_in_folder(self.root, key.partition("/")[2]) as stream:
				self.held[key] = listing.entries[key], hashlib.sha256(stream.read()).hexdigest()
			self.read += 1

	def is_exact(self) -> bool:
		"""Whether it holds every file as it is now, and nothing else."""
		now = {
			f"Books/{path.relative_to(self.root).as_posix()}": hashlib.sha256(path.read_bytes()).hexdigest()
			for path in self.root.rglob("*")
			if path.is_file()
		}
		return now == {key: digest for key, (_version, digest) in self.held.items()}


def test_mirror_of_ten_thousand(tmp_path: Path) -> None:
	"""After a thousand random changes it is exact, and only what changed was read; a folder that is away or empty deletes nothing."""
	chance = random.Random(16)
	root = tmp_path / "root"
	files = [root / f"d{number % 97}" / f"f{number}.txt" for number in range(10_000)]
	for number, file in enumerate(files):
		write(file, f"File {number}")
	mirror = Mirror(root)
	mirror.follow()
	assert mirror.is_exact() and mirror.read == 10_000
	touched = 0
	for number in range(1_000):
		kind = chance.choice(["add", "edit", "delete", "move"])
		place = chance.randrange(len(files))
		if kind == "add":
			files.append(root / f"new{number % 7}" / f"n{number}.md")
			write(files[-1], f"New {number}")
		elif kind == "edit":
			files[place].write_text(f"Edited {number} {chance.random()}")
		elif kind == "delete":
			files.pop(place).unlink()
		else:
			moved = root / f"moved{number % 5}" / f"m{number}.txt"
			moved.parent.mkdir(exist_ok=True)
			files[place] = files[place].rename(moved)
		touched += kind != "delete"
	mirror.follow()
	assert mirror.is_exact()
	assert mirror.read - 10_000 <= touched
	before = dict(mirror.held)
	away = root.rename(tmp_path / "away")
	for days in (0, 2, 30):
		mirror.follow(NOW + days * DAY)
	root.mkdir()
	for days in (31, 60):
		mirror.follow(NOW + days * DAY)
	assert mirror.held == before
	# Most of it is not mounted: what is missing waits a day, and is back before.
	(away / "d1").rename(root / "d1")
	mirror.follow(NOW + 61 * DAY)
	assert mirror.held == before
	root.joinpath("d1").rename(away / "d1")
	root.rmdir()
	away.rename(root)
	mirror.follow(NOW + 63 * DAY)
	assert mirror.held == before and not mirror.unlisted
