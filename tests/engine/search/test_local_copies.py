"""On a disk that several machines share, each searches copies of its own: right, bounded, made anew when lost, and never late."""

import multiprocessing
import os
import secrets
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import cycle, islice
from multiprocessing.synchronize import Event
from pathlib import Path

import pytest
from small_builds import SMALL, wanted

from huf.engine.backends import DEFAULT_BACKEND
from huf.engine.backends.base import Backend
from huf.engine.backends.keyword.backend import BACKEND
from huf.engine.builds import plan_build, plan_changes, remove_build, run_build
from huf.engine.registry import Registry
from huf.engine.search import SearchTarget
from huf.engine.search.opened.local_copies import LocalCopies
from huf.engine.search.opened.open_builds import close_reader
from huf.engine.types import Progress
from tests.searching import a_second, search

SPAWN = multiprocessing.get_context("spawn")
PLENTY = 1 << 30


def kinds_by(copies: LocalCopies) -> Registry[Backend]:
	"""The kinds of index, searched by ``copies``."""
	kinds: Registry[Backend] = Registry("knowledge type")
	kinds.register(DEFAULT_BACKEND, copies.of(BACKEND))
	return kinds


def made(root: Path, texts: dict[str, str], base: Path | None = None) -> Path:
	"""A build with ``texts``; on a ``base`` those are what changed."""
	inputs = [wanted(key, text) for key, text in texts.items()]
	plan = plan_changes(inputs, set(), base, SMALL) if base else plan_build(inputs, None, SMALL)
	return run_build(root, plan, SMALL).info.path


def keys(build: Path, query: str, copies: LocalCopies) -> list[str]:
	"""The inputs that are found, by a reader of its own; a source that fails raises."""
	close_reader(build)
	return keys_by_open_reader(build, query, copies)


def keys_by_open_reader(build: Path, query: str, copies: LocalCopies) -> list[str]:
	"""The inputs that are found by the reader that this thread has, if it has one."""
	found = search([SearchTarget("s", build)], query, kinds=kinds_by(copies), top_k=20)
	assert not found.skipped, found.skipped
	return sorted({hit.input for hit in found.hits})


def copied(copies: LocalCopies) -> dict[str, int]:
	"""The files that are there, and how long each is."""
	return {file.name: file.stat().st_size for file in (copies.folder / "files").iterdir()}


def spoil(build: Path) -> None:
	"""Make every file nonsense of the same length, without a new inode: whoever reads it notices."""
	for file in build.rglob("*"):
		if file.is_file() and file.name not in ("checksums", "kind"):
			file.write_bytes(b"\xff" * file.stat().st_size)


def until(holds: Callable[[], bool], seconds: float = 10) -> None:
	"""Wait for it."""
	end = time.monotonic() + seconds
	while not holds():
		assert time.monotonic() < end, "it never came"
		time.sleep(0.01)


@pytest.fixture
def copies(tmp_path: Path) -> LocalCopies:
	"""A folder with room."""
	return LocalCopies(tmp_path / "copies", PLENTY)


def test_a_search_reads_the_copy(tmp_path: Path, copies: LocalCopies) -> None:
	"""Whatever the shared disk does afterwards, as long as the build is there."""
	build = made(tmp_path / "shared", {"a": "copper valves", "b": "rooms on friday"})
	assert keys(build, "copper", copies) == ["a"]
	for segment in build.rglob("postings.bin"):
		segment.write_bytes(b"\xff" * segment.stat().st_size)
	assert keys_by_open_reader(build, "friday", copies) == ["b"]
	copy = next(copies.folder.glob(f"builds/*/{build.name}"))
	assert (copy / "postings.bin").read_bytes() != (build / "postings.bin").read_bytes()


def test_a_change_copies_what_is_new(tmp_path: Path, copies: LocalCopies) -> None:
	"""The segments that builds share are there already."""
	root = tmp_path / "shared"
	first = made(root, {f"k{number}": f"copper valve {number} " * 60 for number in range(40)})
	keys(first, "copper", copies)
	before = copied(copies)
	second = made(root, {"new": "rooms on friday"}, first)
	assert keys(second, "friday", copies) == ["new"]
	assert "k0" in keys(second, "copper", copies)
	after = copied(copies)
	assert before.keys() <= after.keys()
	assert 0 < sum(after.values()) - sum(before.values()) < 0.5 * sum(before.values())


def test_damaged_copies_are_made_anew(tmp_path: Path, copies: LocalCopies) -> None:
	"""At once where their length tells, and after the first error where it does not."""
	build = made(tmp_path / "shared", {"a": "copper valves", "b": "rooms on friday"})
	keys(build, "copper", copies)
	for name, damage in [("postings.bin", b""), ("index.sqlite3", None), ("index.sqlite3", b"")]:
		copy = next(copies.folder.glob(f"builds/*/{build.name}"))
		file = copy / name
		file.write_bytes(b"\xff" * file.stat().st_size if damage is None else damage)
		assert keys(build, "copper", copies) == ["a"]
		# The search after it has a copy again.
		assert keys(build, "copper", copies) == ["a"]
		fresh = next(copies.folder.glob(f"builds/*/{build.name}"))
		assert (fresh / name).read_bytes() == (build / name).read_bytes()


def test_what_a_search_stumbles_over_is_compared(tmp_path: Path, copies: LocalCopies) -> None:
	"""Damage that opening does not notice costs one search, as in the build itself; the next has a copy that is right."""
	build = made(tmp_path / "shared", {f"k{number}": f"copper valves {number} " * 90 for number in range(30)})
	assert keys(build, "copper 7", copies)[0]
	(copy,) = copies.folder.glob(f"builds/*/{build.name}")
	text = (copy / "index.sqlite3").read_bytes()
	(copy / "index.sqlite3").write_bytes(text.replace(b"copper", b"tinned"))
	close_reader(build)
	found = search([SearchTarget("s", build)], "copper 7", kinds=kinds_by(copies))
	assert [skipped.code for skipped in found.skipped] == ["Index Corrupt"]
	assert "k7" in keys_by_open_reader(build, "copper 7", copies)
	(fresh,) = copies.folder.glob(f"builds/*/{build.name}")
	assert (fresh / "index.sqlite3").read_bytes() == text


def test_lost_copies_come_back(tmp_path: Path, copies: LocalCopies) -> None:
	"""The whole folder may be deleted, also while it is in use."""
	build = made(tmp_path / "shared", {"a": "copper valves"})
	keys(build, "copper", copies)
	os.rename(copies.folder, tmp_path / "elsewhere")
	assert keys_by_open_reader(build, "valves", copies) == ["a"]
	assert keys(build, "copper", copies) == ["a"]
	assert copied(copies)


def test_room_is_bounded(tmp_path: Path) -> None:
	"""What was opened longest ago goes; what is open stays, and what does not fit is searched where it is."""
	builds = [made(tmp_path / f"shared{number}", {"a": f"copper {number} " * 50}) for number in range(4)]
	size = sum(file.stat().st_size for file in builds[0].rglob("*"))
	copies = LocalCopies(tmp_path / "copies", int(size * 2.5))
	for build in builds:
		assert keys(build, "copper", copies) == ["a"]
		close_reader(build)
		assert sum(copied(copies).values()) <= copies.most_bytes
	there = {copy.name for copy in copies.folder.glob("builds/*/*") if copy.is_dir()}
	assert builds[3].name in there and builds[0].name not in there
	assert keys(builds[2], "copper", copies) == ["a"] == keys(builds[3], "copper", copies)
	# Both are open now, and nothing is taken from under them.
	assert keys(builds[0], "copper", copies) == ["a"]
	there = {copy.name for copy in copies.folder.glob("builds/*/*") if copy.is_dir()}
	assert there == {builds[2].name, builds[3].name}
	small = LocalCopies(tmp_path / "small", 1_000)
	assert keys(builds[0], "copper", small) == ["a"] and not copied(small)


def test_copies_go_with_their_builds(tmp_path: Path, copies: LocalCopies) -> None:
	"""A text that is deleted everywhere is not kept here: copies of builds that are gone go when the next one is made."""
	root = tmp_path / "shared"
	build = made(root, {"a": "copper valves"})
	keys(build, "copper", copies)
	close_reader(build)
	remove_build(build)
	other = made(tmp_path / "other", {"b": "rooms on friday"})
	keys(other, "friday", copies)
	assert [copy.name for copy in copies.folder.glob("builds/*/*") if copy.is_dir()] == [other.name]
	kept = b"".join(file.read_bytes() for file in (copies.folder / "files").iterdir())
	assert b"copper" not in kept and b"friday" in kept


def test_large_builds_are_copied_beside_the_searches(tmp_path: Path) -> None:
	"""Searches read the build meanwhile, and go over to the copy by themselves."""
	copies = LocalCopies(tmp_path / "copies", PLENTY, at_once_bytes=10)
	build = made(tmp_path / "shared", {"a": "copper valves", "b": "rooms on friday"})
	assert keys(build, "copper", copies) == ["a"]
	until(lambda: any(copies.folder.glob(f"builds/*/{build.name}")))
	until(lambda: not any(copies.folder.glob("builds/*/.*")))
	time.sleep(0.05)
	assert keys_by_open_reader(build, "copper", copies) == ["a"]
	(build / "postings.bin").write_bytes(b"\xff" * (build / "postings.bin").stat().st_size)
	assert keys_by_open_reader(build, "rooms", copies) == ["b"]


def test_what_was_damaged_before_it_was_copied_is_no_copy(tmp_path: Path, copies: LocalCopies) -> None:
	"""The build says what it would say without copies."""
	build = made(tmp_path / "shared", {"a": "copper valves"})
	spoil(build)
	found = search([SearchTarget("s", build)], "copper", kinds=kinds_by(copies))
	assert [skipped.code for skipped in found.skipped] == ["Index Corrupt"]
	assert not [copy for copy in copies.folder.glob("builds/*/*") if copy.is_dir()]


@pytest.mark.parametrize("mode", [0o777, 0o750])
def test_a_folder_that_others_may_enter_is_not_used(tmp_path: Path, mode: int) -> None:
	"""Who could read there would read what the ERP keeps from them, and who could write would answer searches."""
	folder = tmp_path / "copies"
	folder.mkdir()
	folder.chmod(mode)
	build = made(tmp_path / "shared", {"a": "copper valves"})
	assert keys(build, "copper", LocalCopies(folder, PLENTY)) == ["a"]
	assert not list(folder.iterdir())
	other = tmp_path / "link"
	other.symlink_to(tmp_path / "shared")
	assert keys(build, "copper", LocalCopies(other, PLENTY)) == ["a"]
	assert not (tmp_path / "shared" / "files").exists()


def locked(root: Path) -> list[Path]:
	"""The files and folders below ``root`` that any process of this machine holds a lock of, as the system says."""
	lines = [line.split() for line in Path("/proc/locks").read_text().splitlines()]
	held = {int(fields[6 if fields[1] == "->" else 5].rsplit(":", 1)[1]) for fields in lines}
	found = []
	# What is made and renamed meanwhile may be gone.
	for folder, _, names in os.walk(root):
		for path in (Path(folder), *(Path(folder, name) for name in names)):
			with suppress(FileNotFoundError):
				found += [path] if path.stat().st_ino in held else []
	return found


def machine(root: Path, live: Path, folder: Path, ready: Event, last: str, seen: Path) -> None:
	"""Search as a web worker does, whatever build the pointer ``live`` names: each word that is found is noted with its time."""
	copies, found = LocalCopies(folder, PLENTY), dict[str, float]()
	while last not in found:
		build = root / live.read_text()
		result = search([SearchTarget("s", build)], "published", kinds=kinds_by(copies), top_k=20)
		assert not result.skipped, result.skipped
		for hit in result.hits:
			found.setdefault(hit.input, time.time())
		assert not locked(root)
		ready.set()
		time.sleep(0.02)
	seen.write_text("\n".join(f"{key} {moment}" for key, moment in found.items()))


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[list[Path]]:
	"""One folder, as each of three machines sees it.

	``HUF_SHARED_DISK`` names the mounts of one disk that stand for them, as ``PATH`` does: three, or fewer in turn.
	"""
	mounts = [Path(mount) for mount in os.environ.get("HUF_SHARED_DISK", "").split(os.pathsep) if mount]
	# Of no other run that has the disk at the same time.
	name = f"huf-{secrets.token_hex(4)}"
	seen = [mount / name for mount in mounts or [tmp_path]]
	seen[0].mkdir()
	yield list(islice(cycle(seen), 3))
	shutil.rmtree(seen[0])


@pytest.fixture
def no_one_left() -> Iterator[list[multiprocessing.process.BaseProcess]]:
	"""Processes that end with the test."""
	started: list[multiprocessing.process.BaseProcess] = []
	yield started
	for process in started:
		process.kill()
		process.join()


@pytest.mark.skipif(not Path("/proc/locks").exists(), reason="needs Linux, which lists the locks")
def test_a_publish_is_seen_by_all_machines_within_a_second(
	tmp_path: Path, shared: list[Path], no_one_left: list[multiprocessing.process.BaseProcess]
) -> None:
	"""Three machines with copies of their own, one of them with two workers; and nobody holds a lock on the shared disk."""
	root, live = shared[0], tmp_path / "live"
	held: list[Path] = []

	def report(_: Progress) -> None:
		held.extend(locked(root))

	def publish(key: str, base: Path | None) -> Path:
		inputs = [wanted(key, f"published as {key}")]
		plan = plan_changes(inputs, set(), base, SMALL) if base else plan_build(inputs, None, SMALL)
		build = run_build(root, plan, SMALL, progress=report).info.path
		# As the site's database is: not on the shared disk, whole, and the same for all.
		(tmp_path / "live.new").write_text(build.name)
		os.replace(tmp_path / "live.new", live)
		return build

	build, published = publish("p0", None), {}
	notes = []
	for number, (folder, at) in enumerate(
		zip(["one", "two", "three", "three"], [*shared, shared[-1]], strict=True)
	):
		ready, seen = SPAWN.Event(), tmp_path / f"seen{number}"
		arguments = at, live, tmp_path / folder, ready, "p8", seen
		process = SPAWN.Process(target=machine, args=arguments, daemon=True)
		process.start()
		no_one_left.append(process)
		notes.append((process, ready, seen))
	assert all(ready.wait(60) for _, ready, _ in notes)
	for number in range(1, 9):
		build = publish(f"p{number}", build)
		published[f"p{number}"] = time.time()
		time.sleep(0.3)
	for process, _, seen in notes:
		process.join(30)
		assert process.exitcode == 0
		found = dict(line.split() for line in seen.read_text().splitlines())
		waits = [float(found[key]) - moment for key, moment in published.items()]
		assert max(waits) < a_second(), waits
	assert not held
	assert all(copied(LocalCopies(tmp_path / folder, PLENTY)) for folder in ("one", "two", "three"))
