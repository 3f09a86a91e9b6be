"""What of a folder is not what it seems: links, loops of links, FIFOs, sockets, devices, and a link put in later."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from huf.local.files import FolderFiles, open_without_links
from tests.cli_runner import as_json, huf


@pytest.fixture
def outside(tmp_path: Path) -> Path:
	"""A folder beside the one that is indexed, with a file that nobody chose."""
	(tmp_path / "outside" / "deep").mkdir(parents=True)
	(tmp_path / "outside" / "salaries.txt").write_text("Everybody earns a zebrano.\n")
	(tmp_path / "outside" / "deep" / "keys.txt").write_text("The key is a quagga.\n")
	return tmp_path / "outside"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
	"""One file above, one in a subfolder, one hidden."""
	files = tmp_path / "files"
	(files / "sub").mkdir(parents=True)
	(files / "hotel.md").write_text("A hotel costs ninety euros.\n")
	(files / "sub" / "pets.txt").write_text("Dogs are welcome.\n")
	(files / ".store").mkdir()
	(files / ".store" / "object.txt").write_text("A hidden okapi.\n")
	return files


def test_links_that_leave_the_folder(folder: Path, outside: Path, tmp_path: Path) -> None:
	"""Links out of the folder, to a file, to a folder, and by a chain, are named and not followed, unless one says so."""
	(folder / "a.txt").symlink_to(outside / "salaries.txt")
	(folder / "b").symlink_to(outside / "deep")
	(folder / "c.txt").symlink_to("d.txt")
	(folder / "d.txt").symlink_to("sub/../../outside/./deep/keys.txt")
	index = tmp_path / "index"
	report = as_json("index", folder, "--to", index)
	assert report["changed"] == ["hotel.md", "sub/pets.txt"]
	assert [skip["path"] for skip in report["skipped"]] == ["a.txt", "b", "c.txt", "d.txt"]
	assert {skip["reason"] for skip in report["skipped"]} == {
		"The link leads out of the folder. Index with --follow-links if it may be followed."
	}
	assert not as_json("search", index, "zebrano")["hits"] and not as_json("search", index, "quagga")["hits"]

	report = as_json("index", folder, "--to", index, "--follow-links")
	# The file that three ways lead to is there once.
	assert report["changed"] == ["a.txt", "b/keys.txt"] and report["skipped"] == []
	assert [hit["input"] for hit in as_json("search", index, "quagga")["hits"]] == ["b/keys.txt"]

	printed = huf("index", folder, "--to", index)
	assert printed.exit_code == 0
	assert "a.txt         Skipped" in printed.output and "leads out of the folder" in printed.output
	assert not as_json("search", index, "zebrano")["hits"], "what was followed once is gone again"


def test_links_inside_of_the_folder(folder: Path, tmp_path: Path) -> None:
	"""What a link inside of the folder leads to is indexed once, where it stands; a link to what is hidden is named."""
	(folder / "again.md").symlink_to("hotel.md")
	(folder / "other").symlink_to("sub")
	(folder / "okapi.txt").symlink_to(".store/object.txt")
	(folder / "store").symlink_to(folder / ".store")
	report = as_json("index", folder, "--to", tmp_path / "index")
	assert report["changed"] == ["hotel.md", "sub/pets.txt"]
	assert {skip["path"]: "hidden" in skip["reason"] for skip in report["skipped"]} == {
		"okapi.txt": True,
		"store": True,
	}
	followed = as_json("index", folder, "--to", tmp_path / "index", "--follow-links")
	assert followed["changed"] == ["okapi.txt"] and followed["inputs"] == 3


@pytest.mark.parametrize("options", [(), ("--follow-links",)])
def test_loops(folder: Path, tmp_path: Path, options: tuple[str, ...]) -> None:
	"""Links to themselves, to each other, to the folder and to what is above it end, and give no file twice."""
	(folder / "self").symlink_to("self")
	(folder / "one").symlink_to("two")
	(folder / "two").symlink_to("one")
	(folder / "sub" / "up").symlink_to("..")
	(folder / "here").symlink_to(".")
	(folder / "gone").symlink_to("nowhere")
	above = tmp_path / "above"
	above.mkdir()
	folder.rename(above / "files")
	(above / "files" / "higher").symlink_to("..")
	report = as_json("index", above / "files", "--to", above / "index", *options)
	assert report["changed"] == ["hotel.md", "sub/pets.txt"]
	named = {skip["path"]: skip["reason"] for skip in report["skipped"]}
	assert {path for path, reason in named.items() if "nowhere" in reason} == {"gone", "one", "self", "two"}
	assert set(named) - {"gone", "one", "self", "two"} == (set() if options else {"higher"})


def test_a_folder_that_is_a_link(folder: Path, outside: Path, tmp_path: Path) -> None:
	"""The folder itself, or the one file, may be a link: whoever names it has chosen it."""
	(tmp_path / "named").symlink_to(folder)
	report = as_json("index", tmp_path / "named", "--to", tmp_path / "index")
	assert report["changed"] == ["hotel.md", "sub/pets.txt"] and report["skipped"] == []
	(tmp_path / "page.txt").symlink_to(outside / "salaries.txt")
	assert as_json("index", tmp_path / "page.txt", "--to", tmp_path / "other")["changed"] == ["page.txt"]


def test_a_link_to_the_index(folder: Path) -> None:
	"""The index is not indexed by way of a link either."""
	index = folder / ".index"
	assert as_json("index", folder, "--to", index)["inputs"] == 2
	(folder / "index").symlink_to(index)
	report = as_json("index", folder, "--to", index, "--follow-links")
	assert (report["changed"], report["skipped"]) == ([], [])


def test_special_files(folder: Path, tmp_path: Path) -> None:
	"""A FIFO, a socket and a device are named and never opened: indexing ends though nobody writes into the FIFO."""
	os.mkfifo(folder / "pipe.txt")
	listening = socket.socket(socket.AF_UNIX)
	# An address of a socket is at most about a hundred bytes long.
	here = os.open(folder, os.O_DIRECTORY)
	try:
		listening.bind(f"/proc/self/fd/{here}/socket.txt" if os.path.isdir("/proc/self/fd") else "socket.txt")
	finally:
		os.close(here)
	(folder / "zero.txt").symlink_to("/dev/zero")
	(folder / "pipe-again.txt").symlink_to("pipe.txt")
	command = [
		sys.executable,
		"-m",
		"huf.cli",
		"index",
		str(folder),
		"--to",
		str(tmp_path / "index"),
	]
	done = subprocess.run([*command, "--follow-links"], capture_output=True, text=True, timeout=300)
	listening.close()
	assert done.returncode == 0, done.stderr
	for name, kind in {"pipe.txt": "a FIFO", "socket.txt": "a socket", "zero.txt": "a device"}.items():
		assert name in done.stdout and f"Not a file but {kind}; it was not opened." in done.stdout
	assert "2 of 2 inputs are searchable" in done.stdout
	alone = subprocess.run(
		[*command[:4], str(folder / "pipe.txt"), "--to", str(tmp_path / "pipe"), "--json"],
		capture_output=True,
		text=True,
		timeout=300,
	)
	assert alone.returncode == 0 and '"skipped": [{"path": "pipe.txt"' in alone.stdout


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read every folder")
def test_a_folder_that_cannot_be_read(folder: Path, tmp_path: Path) -> None:
	"""A subfolder that cannot be listed is named, and the exit code says that something is missing."""
	(folder / "sub").chmod(0)
	try:
		report = as_json("index", folder, "--to", tmp_path / "index", code=1)
	finally:
		(folder / "sub").chmod(0o700)
	assert report["changed"] == ["hotel.md"] and report["skipped"][0]["path"] == "sub"


def test_a_folder_that_cannot_be_listed(
	folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
	"""The same for whoever runs the tests as the superuser: the system refuses to list a subfolder."""
	original = os.scandir

	def refuse(path: str) -> object:
		if str(path).endswith("/sub"):
			raise PermissionError(13, "Permission denied", path)
		return original(path)

	monkeypatch.setattr(os, "scandir", refuse)
	report = as_json("index", folder, "--to", tmp_path / "index", code=1)
	assert report["changed"] == ["hotel.md"]
	assert report["skipped"] == [{"path": "sub", "reason": "The folder cannot be read (Permission denied)."}]


@pytest.mark.parametrize("swapped", ["pets.txt", "sub"])
@pytest.mark.parametrize("follows_links", [False, True])
def test_a_link_that_is_put_in_later(
	folder: Path, outside: Path, tmp_path: Path, swapped: str, follows_links: bool
) -> None:
	"""A file, or a folder above it, that becomes a link between the look and the reading is not read."""
	(outside / "pets.txt").write_text("A quagga.\n")
	wanted = {item.key: item for item in FolderFiles(folder, tmp_path / "index", follows_links).inputs()}
	content = wanted["sub/pets.txt"].open_content()
	assert content.open().read() == b"Dogs are welcome.\n" and content.size == 18
	if swapped == "sub":
		(folder / "sub").rename(tmp_path / "moved")
		(folder / "sub").symlink_to(outside)
	else:
		(folder / "sub" / "pets.txt").unlink()
		(folder / "sub" / "pets.txt").symlink_to(outside / "pets.txt")
	with pytest.raises(OSError):
		content.open()


def test_a_fifo_that_is_put_in_later(folder: Path, tmp_path: Path) -> None:
	"""Reading does not wait for ever when a FIFO took the place of a file."""
	path = Path(os.path.realpath(folder)) / "hotel.md"
	assert open_without_links(path).read().startswith(b"A hotel")
	path.unlink()
	os.mkfifo(path)
	with pytest.raises(OSError):
		open_without_links(path)
