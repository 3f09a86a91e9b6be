"""Builds: a patch is what a rebuild gives, inputs fail alone, nothing half-made is ever seen."""

import errno
import os
import random
import sqlite3
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_builds import SMALL, Build, apply_change, wanted

from huf.engine import builds
from huf.engine.backends.keyword import schema
from huf.engine.backends.keyword.opened import OpenBuild
from huf.engine.backends.keyword.writer import SqliteFtsWriter
from huf.engine.builds import (
	making,
	new_build_id,
	plan_build,
	read_build_info,
	read_inputs,
	remove_root,
	run_build,
	verify_build,
)
from huf.engine.builds.folders import BUILD_ID, STAGING, discard
from huf.engine.chunkers import ChunkSettings
from huf.engine.content import Content
from huf.engine.errors import (
	BuildCancelled,
	BuildError,
	ContentMissing,
	CorruptFile,
	FetchFailed,
	IndexCorrupt,
	IndexMissing,
	SettingsError,
	StorageFull,
	UnknownKey,
)
from huf.engine.extractors import default_registry
from huf.engine.indexing import BuildSettings
from huf.engine.registry import Registry
from huf.engine.search import SearchTarget
from huf.engine.types import IndexedInput, Progress, Section, WantedInput
from tests.chance import times
from tests.searching import search

pytestmark = pytest.mark.usefixtures("leg")

WORDS = ["hotel", "night", "copper", "valve", "dogs", "friday", "zürich", "退款", "R&D", "3.5"]
BODY = st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join)
CHANGES = st.lists(
	st.dictionaries(st.sampled_from("abcdefgh"), st.none() | BODY, max_size=5), min_size=1, max_size=5
)


def terms(path: Path) -> list[list[object]]:
	"""Every word of the index with the passages that hold it, named by input and place."""
	build, every = OpenBuild(path), []
	for segment in build.segments:
		connection = segment.connection
		connection.execute("CREATE VIRTUAL TABLE temp.instances USING fts5vocab (main, words, instance)")
		every += [
			row
			for number, *row in connection.execute(
				"""SELECT inputs.id, term, key, ordinal, col, "offset" FROM temp.instances
				JOIN chunks ON chunks.id = doc JOIN inputs ON inputs.id = chunks.input"""
			)
			if number not in build.dead_inputs
		]
		connection.execute("DROP TABLE temp.instances")
	build.close()
	return sorted(every)


def found(path: Path, query: str) -> list[str]:
	"""What a search finds, in an order that does not depend on how the build was made.

	Scores are left out: in a patched build the rarity of a word and the mean length are those of before, until
	segments are merged and the source is rebuilt.
	"""
	return sorted(hit.chunk_id for hit in search([SearchTarget("s", path)], query, top_k=100).hits)


def holding(path: Path, word: str) -> list[str]:
	"""What a search finds that holds ``word``; by meaning, it finds other passages too."""
	hits = search([SearchTarget("s", path)], word, top_k=100).hits
	return sorted(hit.chunk_id for hit in hits if word in hit.text)


@given(changes=CHANGES)
@settings(max_examples=times(12))
def test_a_patch_is_what_a_rebuild_gives(
	changes: list[dict[str, str | None]], tmp_path_factory: pytest.TempPathFactory
) -> None:
	"""After any changes, the patched build and a full one hold the same words, chunks and answers."""
	root, model, base = tmp_path_factory.mktemp("patched"), dict[str, str](), None
	for change in changes:
		apply_change(model, change)
		inputs = [wanted(key, text) for key, text in model.items()]
		base = run_build(root, plan_build(inputs, base, SMALL), SMALL).info.path
	assert base is not None
	full = run_build(root, plan_build(inputs, None, SMALL), SMALL).info.path
	assert terms(base) == terms(full)
	assert {key: replace(item, indexed_at=0) for key, item in read_inputs(base).items()} == {
		key: replace(item, indexed_at=0) for key, item in read_inputs(full).items()
	}
	for word in WORDS:
		assert found(base, word) == found(full, word)
	verify_build(base)


def test_a_text_that_shrinks_leaves_no_tail(build: Build) -> None:
	"""What an input no longer says is no longer found, however the build was patched."""
	others = {f"n{n}": f"filler {n}" for n in range(10)}
	first = build({"a": "".join(f"old passage {n} ".ljust(90) for n in range(9)), **others})
	second = build({"a": "new passage", **others}, base=first.info.path)
	assert [item.key for item in second.outcomes] == ["a"]
	assert not holding(second.info.path, "old") and len(holding(second.info.path, "new")) == 1


def test_unchanged_is_an_empty_plan(build: Build) -> None:
	"""Nothing is to be done for what the base has; new, changed, forced, renamed and gone inputs are planned."""
	base = build({"a": "one", "b": "two", "c": "three"}).info.path
	same = [wanted("a", "one"), wanted("b", "two"), wanted("c", "three")]
	plan = plan_build(same, base, SMALL)
	assert plan.is_empty and plan.kept == 3
	changed = [replace(same[0], force=True), wanted("b", "two", title="Renamed"), wanted("d", "four")]
	plan = plan_build(changed, base, SMALL)
	assert ([item.key for item in plan.index], plan.remove, plan.kept) == (["a", "b", "d"], ("c",), 0)


def test_titles_that_cannot_be_stored_are_not_changes(root: Path) -> None:
	"""Lone surrogates in title, address and metadata are replaced, whole or failed, and compare equal next time."""
	broken = replace(wanted("b", ""), title="t\ud800")
	odd = [wanted("a", "one", title="t\ud800", url="u\ud800", metadata={"m\ud800": "v\x00", "n": 1}), broken]
	result = run_build(root, plan_build(odd, None, SMALL), SMALL)
	assert [item.status for item in result.outcomes] == ["Indexed", "No Text"]
	assert plan_build(odd, result.info.path, SMALL).is_empty


@pytest.mark.parametrize(
	"other",
	[
		BuildSettings(ChunkSettings("recursive", 101, 0, "characters")),
		BuildSettings(ChunkSettings("token", 100, 0, "characters")),
		BuildSettings(ChunkSettings("recursive", 100, 1, "characters")),
	],
)
def test_other_settings_index_everything(build: Build, other: BuildSettings) -> None:
	"""A base of other settings is no base; the fingerprint differs, and is the same for the same settings."""
	base = build({"a": "one"}).info
	assert base.fingerprint == SMALL.fingerprint() != other.fingerprint()
	plan = plan_build([wanted("a", "one")], base.path, other)
	assert plan.base is None and len(plan.index) == 1


def test_a_negative_limit_is_refused() -> None:
	"""A limit of chunks below zero is a settings error."""
	with pytest.raises(SettingsError, match="0 \\(no limit\\)"):
		BuildSettings(max_chunks_per_input=-1)


def test_a_missing_or_damaged_base_is_made_again(build: Build) -> None:
	"""An artifact can be deleted or damaged at any time: the next plan indexes everything."""
	base = build({"a": "one"}).info.path
	(base / "index.sqlite3").write_bytes(b"noise" * 1000)
	assert plan_build([wanted("a", "one")], base, SMALL).base is None
	builds.remove_build(base)
	assert len(plan_build([wanted("a", "one")], base, SMALL).index) == 1


def raising(error: Exception, key: str = "bad") -> WantedInput:
	"""An input whose content cannot be had."""

	def fail() -> Content:
		raise error

	return WantedInput(key, "hash of " + key, key, fail)


def test_one_failing_input_leaves_the_others(root: Path) -> None:
	"""Corrupt, missing, unknown and empty inputs carry code, reason and status; the rest is indexed."""
	corrupt = Content("bad.pdf", data=b"%PDF-1.4 not a pdf at all")
	inputs = [
		wanted("good", "needle one"),
		WantedInput("corrupt", "1", "corrupt", lambda: corrupt),
		raising(ContentMissing("It is gone. Upload it again."), "missing"),
		WantedInput("unknown", "2", "unknown", lambda: Content("a.xyz", data=b"\x00\x01\x02\x03" * 50)),
		wanted("empty", ""),
		wanted("blank", " \n\t\u200b\ufeff "),
		wanted("also good", "needle two"),
	]
	result = run_build(root, plan_build(inputs, None, SMALL), SMALL)
	states = {item.key: (item.status, item.code) for item in result.outcomes}
	assert states == {
		"good": ("Indexed", ""),
		"corrupt": ("Error", "Corrupt File"),
		"missing": ("Error", "Content Missing"),
		"unknown": ("Error", "Unsupported Type"),
		"empty": ("No Text", "No Text"),
		"blank": ("No Text", "No Text"),
		"also good": ("Indexed", ""),
	}
	assert all(item.message.count(".") for item in result.outcomes if item.status != "Indexed")
	assert len(found(result.info.path, "needle")) == 2
	assert {key: item.status for key, item in read_inputs(result.info.path).items()} == {
		key: status for key, (status, _) in states.items()
	}
	assert plan_build(inputs, result.info.path, SMALL).is_empty, "what failed for good is not tried again"


def test_a_failure_that_may_pass_keeps_the_old_text(build: Build, root: Path) -> None:
	"""While a page does not answer its old text is found and it is tried again; when it is gone, so is the text."""
	base = build({"page": "needle one", "b": "two", "c": "three"}).info.path
	others = [wanted("b", "two"), wanted("c", "three")]

	def patch(error: Exception) -> tuple[IndexedInput, Path]:
		result = run_build(root, plan_build([raising(error, "page"), *others], base, SMALL), SMALL)
		return result.outcomes[0], result.info.path

	outcome, path = patch(FetchFailed("The page did not answer. Try later."))
	assert (outcome.status, outcome.retryable, len(holding(path, "needle"))) == ("Error", True, 1)
	assert len(plan_build([raising(KeyError(), "page"), *others], path, SMALL).index) == 1
	outcome, path = patch(FetchFailed("The page is gone.", retryable=False))
	assert (outcome.status, holding(path, "needle")) == ("Error", [])


def half_way(content: Content, notes: list[str]) -> Iterator[Section]:
	"""An extractor that fails after many sections."""
	for number in range(450):
		yield Section(f"needle {number}\n")
	raise CorruptFile("The end of the file is missing. Upload it again.")


half_way.__module__ = __name__
VERSION = 1


@pytest.mark.parametrize("with_base", [False, True])
def test_an_input_is_written_whole_or_not_at_all(build: Build, root: Path, with_base: bool) -> None:
	"""When an extractor fails in the middle of its stream, none of what it gave before is found."""
	registry = default_registry()
	registry.register("half", half_way)
	others = {f"n{n}": "other words" for n in range(9)}
	base = None
	if with_base:
		first = [wanted(key, text) for key, text in others.items()]
		base = run_build(
			root, plan_build(first, None, SMALL, extractors=registry), SMALL, extractors=registry
		).info.path
	bad = WantedInput("bad", "1", "bad", lambda: Content("x.half", data=b"x"))
	inputs = [bad, *(wanted(key, text) for key, text in others.items())]
	plan = plan_build(inputs, base, SMALL, extractors=registry)
	result = run_build(root, plan, SMALL, extractors=registry)
	assert len(result.outcomes) == (1 if with_base else 10)
	assert result.outcomes[0].code == "Corrupt File"
	assert not holding(result.info.path, "needle") and result.info.chunks == 9
	verify_build(result.info.path)


@pytest.mark.parametrize(
	("limit", "chunks", "status"), [(0, 9, "Indexed"), (9, 9, "Indexed"), (4, 4, "Partially Indexed")]
)
def test_the_limit_of_chunks(root: Path, limit: int, chunks: int, status: str) -> None:
	"""An input over the limit is indexed up to there and says so; 0 is no limit."""
	settings = BuildSettings(SMALL.chunking, max_chunks_per_input=limit)
	item = wanted("a", "".join(f"passage {n} ".ljust(99, "x") + "\n" for n in range(9)))
	(outcome,) = run_build(root, plan_build([item], None, settings), settings).outcomes
	assert (outcome.chunks, outcome.status) == (chunks, status)
	assert bool(outcome.message) == (status != "Indexed")


def test_another_limit_reads_again_what_it_cuts(root: Path) -> None:
	"""When the limit of chunks changes, only those inputs are read again of which more or less is indexed then."""
	long, short = "".join(f"passage {n} ".ljust(99, "x") + "\n" for n in range(9)), "short"
	inputs, path = [wanted("long", long), wanted("short", short)], None
	for limit, again in (
		(4, ["long", "short"]),
		(4, []),
		(6, ["long"]),
		(0, ["long"]),
		(9, []),
		(8, ["long"]),
	):
		settings = BuildSettings(SMALL.chunking, max_chunks_per_input=limit)
		plan = plan_build(inputs, path, settings)
		assert [item.key for item in plan.index] == again, limit
		if again:
			path = run_build(root, plan, settings).info.path
	(item,) = (item for item in read_inputs(path).values() if item.key == "long")
	assert (item.status, item.chunks) == ("Partially Indexed", 8)


@pytest.mark.parametrize("before", [None, {}, {"b": "a hotel"}])
def test_an_input_without_words(build: Build, before: dict[str, str] | None) -> None:
	"""A file of nothing but signs is indexed like any other, also when it is all that is new."""
	base = build(before).info.path if before is not None else None
	path = build({**(before or {}), "a": "?! --- ..."}, base=base).info.path
	verify_build(path)
	assert {key: item.status for key, item in read_inputs(path).items()} == dict.fromkeys(
		[*(before or {}), "a"], "Indexed"
	)
	assert len(holding(path, "hotel")) == len(before or {})


def test_no_input_at_all(root: Path) -> None:
	"""A source without inputs has a build that finds nothing, and can be patched."""
	empty = run_build(root, plan_build([], None, SMALL), SMALL)
	assert (empty.info.inputs, found(empty.info.path, "needle")) == (0, [])
	patched = run_build(root, plan_build([wanted("a", "needle")], empty.info.path, SMALL), SMALL)
	assert len(found(patched.info.path, "needle")) == 1


def names(root: Path) -> list[str]:
	"""What lies in the folder of the source."""
	return sorted(entry.name for entry in root.iterdir())


def test_cancelling_leaves_nothing(build: Build, root: Path) -> None:
	"""Cancelled between inputs, a build leaves no file, and the one before still answers."""
	base = build({"a": "needle"}).info
	reports: list[Progress] = []
	plan = plan_build([wanted(f"n{n}", "x") for n in range(9)], base.path, SMALL)
	with pytest.raises(BuildCancelled):
		run_build(root, plan, SMALL, progress=reports.append, cancelled=lambda: len(reports) > 4)
	assert names(root) == [base.build_id] and len(found(base.path, "needle")) == 1
	assert [report.step for report in reports] == ["copy", *["index"] * 4]


@pytest.mark.parametrize("step", ["copy", "index", "finish", "verify", "publish"])
def test_an_error_at_any_step_leaves_nothing(build: Build, root: Path, step: str) -> None:
	"""What the progress callback raises ends the build without a trace."""
	base = build({"a": "needle"}).info

	def fail(report: Progress) -> None:
		if report.step == step:
			raise LookupError("the lease is lost")

	with pytest.raises(LookupError):
		run_build(root, plan_build([wanted("b", "x")], base.path, SMALL), SMALL, progress=fail)
	assert names(root) == [base.build_id]


def test_progress_counts(root: Path) -> None:
	"""Progress names every step once and every input with its outcome."""
	reports: list[Progress] = []
	run_build(
		root, plan_build([wanted("a", "x"), wanted("b", "")], None, SMALL), SMALL, progress=reports.append
	)
	assert [(report.step, report.done, report.total) for report in reports] == [
		("copy", 0, 2), ("index", 1, 2), ("index", 2, 2), ("finish", 2, 2), ("verify", 2, 2), ("publish", 2, 2),
	]  # fmt: skip
	assert [report.input.status for report in reports if report.input] == ["Indexed", "No Text"]


def test_what_is_open_on_a_network_disk_stays_until_it_is_closed(
	build: Build, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
	"""NFS renames it, and refuses to delete it: all else of the build goes, and that with the next job."""
	first, unlink = build({"a": "x"}).info, os.unlink

	def refusing(path: str, **options: int) -> None:
		if os.path.basename(path).startswith(".nfs"):
			raise OSError(errno.EBUSY, "is open", path)
		unlink(path, **options)

	(first.path / "postings.bin").rename(first.path / ".nfs000000000001")
	monkeypatch.setattr(os, "unlink", refusing)
	builds.remove_build(first.path)
	assert [path.name for path in root.rglob("*")] == [
		f"{STAGING}removed-{first.build_id}",
		".nfs000000000001",
	]
	builds.remove_staging(root)
	assert builds.list_builds(root) == [] and len(names(root)) == 1
	monkeypatch.undo()
	builds.remove_staging(root)
	assert names(root) == []


def test_what_was_busy_for_a_moment_is_deleted(
	build: Build, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
	"""Somebody closes it between one look and the next: then all is gone, and nothing is to be told."""
	first, unlink, refused = build({"a": "x"}).info, os.unlink, []

	def refusing(path: str, **options: int) -> None:
		if not refused:
			refused.append(path)
			raise OSError(errno.EBUSY, "is open", path)
		unlink(path, **options)

	monkeypatch.setattr(os, "unlink", refusing)
	builds.remove_build(first.path)
	assert refused and names(root) == []


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="needs Linux, which lists what is mapped")
def test_nothing_deleted_is_open_when_a_build_is_checked(root: Path) -> None:
	"""On a network disk it would have a name then, and be a file of the build too many."""
	held: list[str] = []

	def report(progress: Progress) -> None:
		if progress.step == "verify":
			held.extend(
				line for line in Path("/proc/self/maps").read_text().splitlines() if str(root) in line
			)
			held.extend(str(link.readlink()) for link in Path("/proc/self/fd").iterdir() if link.is_symlink())

	def made(texts: dict[str, str], base: Path | None) -> Path:
		plan = plan_build([wanted(*item) for item in texts.items()], base, SMALL)
		return run_build(root, plan, SMALL, progress=report).info.path

	base = made({"a": "copper", "b": "rooms"}, None)
	# So many that some are put together.
	for number in range(8):
		base = made({"a": f"copper valves {number}", "b": "rooms"}, base)
	assert any(str(root) in line for line in held)
	assert not [line for line in held if str(root) in line and "(deleted)" in line]


def test_names_of_builds_sort_by_time(monkeypatch: pytest.MonkeyPatch) -> None:
	"""Also within a second, after those of older versions, and when the clock was set back."""
	made = [new_build_id() for _ in range(1000)]
	assert made == sorted(made) and all(map(BUILD_ID.fullmatch, made))
	monkeypatch.setattr(time, "time_ns", lambda: 1_769_903_999_500_000_000)
	name = new_build_id()
	assert name.startswith("20260131T235959-800000")
	assert new_build_id("20260131T235958-ffffffff").startswith("20260131T235959-800000")
	for newest in (name, "20260131T235959-ffffffff", "20261126T000000-0a1b2c3d"):
		after = [newest]
		while len(after) < 50:
			after.append(new_build_id(after[-1]))
		assert after == sorted(set(after)) and all(map(BUILD_ID.fullmatch, after))


def test_names_of_builds(root: Path, build: Build) -> None:
	"""A build is only ever written to or removed from a folder named like a build."""
	for name in ("../outside", "", "x", "20260101T000000-0000000g"):
		if name:
			with pytest.raises(ValueError, match="name of a build"):
				run_build(root, plan_build([], None, SMALL), SMALL, build_id=name)
		with pytest.raises(ValueError, match="not the folder of a build"):
			builds.remove_build(root / name)
	first = build({"a": "x"}).info
	(root / ".staging-left").mkdir()
	(root / "notes").mkdir()
	assert builds.list_builds(root) == [first.build_id] and builds.list_builds(root / "none") == []
	assert builds.remove_staging(root) == ["left"] and builds.remove_staging(root / "none") == []
	builds.remove_build(first.path)
	builds.remove_build(first.path)
	assert names(root) == ["notes"]


def test_a_check_goes_on_while_a_writer_begins(
	root: Path, build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
	"""The copy that is being checked stays when leftovers are cleared; one that a check of yesterday left goes."""
	path = build({"a": "needle"}).info.path
	opened = making.backends.default_registry().get("sqlite_fts").open_writer
	cleared: list[str] = []

	def open_while_a_writer_begins(self: object, *arguments: object) -> object:
		cleared.extend(builds.remove_staging(root))
		return opened(*arguments)  # type: ignore[arg-type]

	kind = type(making.backends.default_registry().get("sqlite_fts"))
	monkeypatch.setattr(kind, "open_writer", open_while_a_writer_begins)
	assert verify_build(path).inputs == 1
	assert cleared == [] and names(root) == [path.name]
	(root / ".staging-verify-left").mkdir()
	os.utime(root / ".staging-verify-left", (0, 0))
	assert builds.remove_staging(root) == ["verify-left"]


def test_numbers_of_a_build(build: Build) -> None:
	"""A build says how many inputs, chunks, characters and bytes it holds."""
	info = build({"a": "one two", "b": ""}).info
	assert (info.inputs, info.chunks, info.characters, info.backend) == (2, 1, 8, "sqlite_fts")
	assert info.bytes == sum(file.stat().st_size for file in info.path.iterdir()) and info.seconds >= 0
	assert read_build_info(info.path) == info == verify_build(info.path)


@pytest.mark.parametrize("seed", range(12))
def test_any_flipped_bit_is_noticed(build: Build, seed: int) -> None:
	"""One bit changed anywhere in any file of a build makes the check fail, and the check leaves nothing behind."""
	chance = random.Random(seed)
	path = build({"a": "needle one two three", "b": "other words"}).info.path
	file = chance.choice(sorted(path.iterdir()))
	data = bytearray(file.read_bytes())
	data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
	file.write_bytes(data)
	with pytest.raises((BuildError, UnknownKey)):
		verify_build(path)
	assert names(path.parent) == [path.name]


@pytest.mark.parametrize(
	("statement", "said"),
	[
		(
			"INSERT INTO words (words, rowid, title, heading, body) SELECT 'delete', id, title, heading, body FROM passages",
			"check",
		),
		("DELETE FROM chunks", "check"),
		("UPDATE chunks SET body = 'something else'", "check"),
		("UPDATE inputs SET chunks = 7", "changed"),
	],
)
def test_an_index_that_contradicts_its_chunks_is_noticed(build: Build, statement: str, said: str) -> None:
	"""Even with right checksums, words and chunks that do not agree are found."""
	from huf.engine.disk.checksums import write_checksums

	path = build({"a": "needle one", "b": "needle two"}).info.path
	connection = sqlite3.connect(path / "index.sqlite3", isolation_level=None)
	connection.execute(statement)
	connection.close()
	write_checksums(path)
	with pytest.raises(IndexCorrupt, match=said):
		verify_build(path)


def test_a_missing_or_additional_file_is_noticed(build: Build) -> None:
	"""The check names a file that is new or gone, and a build without checksums is refused."""
	path = build({"a": "needle"}).info.path
	(path / "extra").write_text("x")
	with pytest.raises(IndexCorrupt, match="extra"):
		verify_build(path)
	(path / "checksums").unlink()
	with pytest.raises(IndexMissing, match="checksums"):
		verify_build(path)
	builds.remove_build(path)
	with pytest.raises(IndexMissing):
		verify_build(path)


def test_a_base_that_vanishes_is_named(build: Build, root: Path) -> None:
	"""When the base is removed after planning, the build fails with Index Missing and leaves nothing."""
	base = build({"a": "needle"}).info.path
	plan = plan_build([wanted("a", "needle"), wanted("b", "x")], base, SMALL)
	builds.remove_build(base)
	with pytest.raises(IndexMissing):
		run_build(root, plan, SMALL)
	assert names(root) == []


def test_published_files_have_no_journal(build: Build, leg: str, monkeypatch: pytest.MonkeyPatch) -> None:
	"""A build is exactly its index, the name of its kind and the checksums, and what changed is a segment: no -wal, no -journal."""
	base = build({"a": "x", "b": "y"}).info.path
	vectors = [] if leg == "keyword" else ["vector_chunks.bin", "vectors.bin"]
	files = ["index.sqlite3", "postings.bin", *vectors]
	assert names(base) == ["backend", "checksums", *files]
	monkeypatch.setattr(SqliteFtsWriter, "merge_at_most", 0)
	path = build({"a": "needle", "b": "y"}, base=base).info.path
	(segment,) = [entry for entry in path.iterdir() if entry.is_dir()]
	assert names(path) == sorted(["backend", "checksums", "dead.bin", "manifest.json", *files, segment.name])
	assert names(segment) == ["checksums", *files]
	assert all((path / name).samefile(base / name) for name in files)


def test_a_full_disk_is_named_and_changes_nothing(build: Build, root: Path) -> None:
	"""When the staging file cannot grow, the error is Storage Full, the live build answers and nothing is left."""
	live = build({"a": "needle"}).info
	script = textwrap.dedent("""
		import resource, signal, sys
		from pathlib import Path
		sys.path.insert(0, sys.argv[3])
		from small_builds import SMALL, wanted
		from huf.engine.builds import plan_build, run_build
		from huf.engine.errors import StorageFull
		signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
		resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
		big = [wanted(f"n{n}", "some words that fill the disk " * 3000) for n in range(20)]
		try:
			run_build(Path(sys.argv[1]), plan_build(big, Path(sys.argv[2]), SMALL), SMALL)
		except StorageFull as error:
			print(error.code, error.retryable)
	""")
	here = str(Path(__file__).parents[1])
	done = subprocess.run(
		[sys.executable, "-c", script, str(root), str(live.path), here],
		capture_output=True,
		text=True,
		check=True,
	)
	assert done.stdout == "Storage Full True\n", done.stderr
	assert names(root) == [live.build_id] and len(found(live.path, "needle")) == 1


def test_other_storage_errors_are_named(monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
	"""A full disk, a read-only disk and a right that is missing are told apart; other errors rise as they are."""
	import errno

	from huf.engine.backends.sqlite_files import storage_errors

	for number, kind, said in (
		(errno.ENOSPC, StorageFull, "no room"),
		(errno.EDQUOT, StorageFull, "no room"),
		(errno.EROFS, BuildError, "permissions"),
		(errno.EACCES, BuildError, "permissions"),
		(errno.ENOTCONN, OSError, ""),
	):
		with pytest.raises(kind, match=said), storage_errors():
			raise OSError(number, os.strerror(number), "file")
	with pytest.raises(StorageFull), storage_errors():
		raise sqlite3.OperationalError("database or disk is full")


def test_registries_name_what_exists(build: Build) -> None:
	"""An unknown kind of index is refused with the kinds that there are."""
	settings = BuildSettings(SMALL.chunking, backend="sqlite_magic")
	with pytest.raises(UnknownKey, match="sqlite_fts"):
		plan_build([], None, settings, kinds=None) and settings.fingerprint()
	registry: Registry[int] = Registry("number")
	registry.register("one", 1)
	registry.register("one", 1)
	registry.register("path", "huf.engine.backends.keyword.schema.FORMAT")
	registry.register("bad", "huf.nowhere.thing")
	with pytest.raises(SettingsError, match="twice"):
		registry.register("one", 2)
	with pytest.raises(SettingsError, match=r"huf\.nowhere"):
		registry.get("bad")
	twin = registry.copy()
	twin.register("two", 2)
	assert (
		list(twin) == ["bad", "one", "path", "two"]
		and "two" not in registry
		and twin.get("path") == schema.FORMAT
	)


def test_content_is_a_file_or_bytes(tmp_path: Path) -> None:
	"""Content has exactly one origin, and both give the same name, size, beginning and hash."""
	file = tmp_path / "A.TXT"
	file.write_bytes(b"some bytes")
	on_disk, in_memory = Content("A.TXT", path=file), Content("A.TXT", data=b"some bytes")
	for content in (on_disk, in_memory):
		assert (content.size, content.extension, content.head(4)) == (10, "txt", b"some")
	assert on_disk.sha256() == in_memory.sha256()
	for values in ({}, {"path": file, "data": b""}):
		with pytest.raises(ValueError, match="exactly one of a path, data and an opener"):
			Content("x", **values)  # type: ignore[arg-type]


def test_two_that_delete_a_source_at_once(tmp_path: Path) -> None:
	"""Who deletes a source and the job that finds it gone meet in one draft: both end well, and nothing stays."""
	for round_ in range(20):
		root = tmp_path / str(round_)
		staging = root / f"{STAGING}{new_build_id()}"
		for number in range(40):
			(staging / str(number)).mkdir(parents=True)
			(staging / str(number) / "file").write_text("x")
		both_are_there = threading.Barrier(2)

		def remove_both(remove: Callable[[Path], object], folder: Path, both: threading.Barrier) -> None:
			both.wait()
			remove(folder)

		with ThreadPoolExecutor(2) as pool:
			for each in [
				pool.submit(remove_both, remove, folder, both_are_there)
				for remove, folder in ((remove_root, root), (discard, staging))
			]:
				each.result()
		assert not root.exists()


def test_a_writer_fills_a_folder_while_it_is_deleted(tmp_path: Path) -> None:
	"""A file that comes between the last look and the end of a folder is deleted with it."""
	staging = tmp_path / f"{STAGING}{new_build_id()}"
	staging.mkdir()
	rmdir = os.rmdir
	late = iter(["first", "second"])

	def write_first(path: str, **kwargs: int) -> None:
		if (name := next(late, None)) is not None:
			(staging / name).write_text("x")
		rmdir(path, **kwargs)

	with pytest.MonkeyPatch.context() as patch:
		patch.setattr(os, "rmdir", write_first)
		discard(staging)
	assert not staging.exists()
