"""Which files a folder of the server has, opening them, and an exact mirror of ten thousand."""

import os
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
from huf.ai.knowledge.fetch.listed import Listing
from huf.engine.errors import FetchFailed
from tests.exact_mirror import DAY, NOW, Mirror, change, files_in, fill, write

ALL = WantedFiles("Books")


def listed(root: Path, wanted: WantedFiles = ALL) -> Listing:
	"""What a folder lists."""
	return list_folder(root, wanted, seconds=60.0)


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


def test_mirror_of_ten_thousand(tmp_path: Path) -> None:
	"""After a thousand random changes it is exact, and only what changed was read; a folder that is away or empty deletes nothing."""
	root = tmp_path / "root"

	def read(path: str) -> bytes:
		with open_in_folder(root, path) as stream:
			return stream.read()

	files = fill(root)
	mirror = Mirror(ALL, lambda: listed(root), read)
	mirror.follow()
	assert mirror.is_exact(files_in(root)) and mirror.read == 10_000
	touched = change(root, files)
	mirror.follow()
	assert mirror.is_exact(files_in(root))
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
