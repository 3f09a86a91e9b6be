"""Killed with -9 at any moment, indexing leaves the live build answering and the next run finishes the work."""

import multiprocessing
import os
import random
import signal
import time
from pathlib import Path

import pytest

from huf.engine.builds import verify_build
from huf.engine.chunkers import ChunkSettings
from huf.engine.errors import SourceBusy
from huf.engine.indexing import BuildSettings
from huf.engine.request import Request
from huf.engine.types import Progress
from huf.local.index import LocalIndex

SETTINGS = BuildSettings(ChunkSettings("recursive", 200, 0, "characters"))
FORK = multiprocessing.get_context("fork")
FILES = 14
STEPS = FILES + 4
"""Reports of a build of all files: copy, each file, finish, verify, publish."""


def write_files(folder: Path, word: str, changed: int = FILES) -> None:
	"""``changed`` of the files say ``word``."""
	folder.mkdir(exist_ok=True)
	for number in range(changed):
		text = "".join(f"{word} passage {n} of file {number}.\n\n" for n in range(40))
		(folder / f"f{number:02}.txt").write_text(text)


def index_and_die(folder: Path, directory: Path, at: int) -> None:
	"""Index, and be killed when progress is reported for the ``at``-th time."""
	count = 0

	def report(_: Progress) -> None:
		nonlocal count
		count += 1
		if count == at:
			os.kill(os.getpid(), signal.SIGKILL)

	LocalIndex(directory).update(folder, SETTINGS, report)


def killed(target: object, *args: object) -> bool:
	"""Run it in a process of its own; whether it was killed."""
	process = FORK.Process(target=target, args=args)
	process.start()
	process.join(30)
	return process.exitcode == -signal.SIGKILL


def count(directory: Path, word: str) -> int:
	"""How many hits ``word`` has."""
	return len(LocalIndex(directory).search(Request(word, top_k=1000)).hits)


def check_whole(folder: Path, directory: Path, word: str) -> None:
	"""The next run finishes: every passage once, integrity, nothing left behind."""
	LocalIndex(directory).update(folder, SETTINGS)
	assert count(directory, word) == LocalIndex(directory).info().chunks > 0
	verify_build(LocalIndex(directory).live_build())
	assert not [entry.name for entry in directory.iterdir() if entry.name.startswith(".staging")]
	assert len(LocalIndex(directory).builds()) <= 3


@pytest.mark.parametrize("changed", [2, FILES])
def test_killed_at_each_step(tmp_path: Path, changed: int) -> None:
	"""Killed at each report of a patch and of a full build: old answers until the next run, then the new ones."""
	folder, directory = tmp_path / "files", tmp_path / "index"
	write_files(folder, "older")
	LocalIndex(directory).update(folder, SETTINGS)
	before = count(directory, "older")
	write_files(folder, "newer", changed)
	for at in range(1, changed + 5):
		assert killed(index_and_die, folder, directory, at)
		assert (count(directory, "older"), count(directory, "newer")) == (before, 0)
		verify_build(LocalIndex(directory).live_build())
	check_whole(folder, directory, "passage")
	assert count(directory, "newer") == before * changed // FILES


def test_killed_before_the_first_build(tmp_path: Path) -> None:
	"""Killed while the first index is made, there is none, and the next run makes it."""
	folder, directory = tmp_path / "files", tmp_path / "index"
	write_files(folder, "newer")
	for at in (1, 2, STEPS):
		assert killed(index_and_die, folder, directory, at)
		assert LocalIndex(directory).builds() == []
	check_whole(folder, directory, "newer")


def test_killed_at_random_times(tmp_path: Path) -> None:
	"""Twenty kills from outside, at any moment between start and end: always all old or all new answers."""
	folder, directory, chance = tmp_path / "files", tmp_path / "index", random.Random(3)
	write_files(folder, "word0")
	started = time.monotonic()
	LocalIndex(directory).update(folder, SETTINGS)
	length, total, live = time.monotonic() - started, count(directory, "word0"), "word0"
	hits = 0
	for turn in range(1, 21):
		write_files(folder, f"word{turn}")
		process = FORK.Process(target=index_and_die, args=(folder, directory, 0))
		process.start()
		time.sleep(chance.uniform(0, length * 1.2))
		process.kill()
		process.join(30)
		hits += process.exitcode == -signal.SIGKILL
		if count(directory, f"word{turn}"):
			live = f"word{turn}"
		assert count(directory, live) == total == count(directory, "passage")
		verify_build(LocalIndex(directory).live_build())
	assert hits >= 5, "most of the kills must have come before the end"
	check_whole(folder, directory, "word20")


def hold(folder: Path, directory: Path, ready: object, go_on: object) -> None:
	"""Index, and stop at the first report until told to go on."""

	def report(_: Progress) -> None:
		ready.set()  # type: ignore[attr-defined]
		go_on.wait(30)  # type: ignore[attr-defined]

	LocalIndex(directory).update(folder, SETTINGS, report)


def test_one_writer(tmp_path: Path) -> None:
	"""While one process indexes, another is told that the source is busy, and readers do not wait."""
	folder, directory = tmp_path / "files", tmp_path / "index"
	write_files(folder, "older")
	LocalIndex(directory).update(folder, SETTINGS)
	write_files(folder, "newer")
	ready, go_on = FORK.Event(), FORK.Event()
	process = FORK.Process(target=hold, args=(folder, directory, ready, go_on))
	process.start()
	try:
		assert ready.wait(30)
		with pytest.raises(SourceBusy, match="Another process"):
			LocalIndex(directory).update(folder, SETTINGS)
		assert count(directory, "older") > 0
	finally:
		go_on.set()
		process.join(30)
	assert process.exitcode == 0 and count(directory, "newer") > 0
