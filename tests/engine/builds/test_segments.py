"""A build of many segments answers as one that was made at once, whatever became of its inputs and however it was cut."""

import sqlite3
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_builds import SMALL, Build, apply_change, wanted

from huf.engine.backends.base import Mode
from huf.engine.backends.keyword import merging, opened, writer
from huf.engine.backends.keyword.opened import OpenBuild
from huf.engine.backends.manifest import DEAD, MANIFEST, Manifest
from huf.engine.backends.opening import held_open
from huf.engine.builds import plan_build, read_build_info, read_inputs, run_build, verify_build
from huf.engine.errors import IndexCorrupt
from huf.engine.postings import bulk_reading
from huf.engine.postings import merging as postings_merging
from huf.engine.search import SearchTarget
from huf.engine.search.opened import open_builds
from tests.chance import times
from tests.searching import search

pytestmark = pytest.mark.usefixtures("leg")

WORDS = ["hotel", "night", "copper", "valve", "dogs", "friday", "zürich", "退款", "R&D", "AB-12"]
BODY = st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join)
HISTORIES = st.lists(
	st.dictionaries(st.sampled_from("abcdefgh"), st.none() | BODY, min_size=1, max_size=4),
	min_size=2,
	max_size=6,
)


def scores(path: Path, query: str, mode: Mode | None = "keyword") -> dict[str, float]:
	"""Every passage that is found, by its id, with its score."""
	found = search([SearchTarget("s", path)], query, top_k=100, mode=mode)
	return {hit.chunk_id: hit.score for hit in found.hits}


def assert_alike(one: Path, other: Path, by: float = 0.03) -> None:
	"""Both hold the same inputs and find the same, with scores that differ ``by`` so much at most.

	An impact is kept in 8 bits: of one that was computed anew from them the last bit may differ.
	"""
	assert {key: replace(item, indexed_at=0) for key, item in read_inputs(one).items()} == {
		key: replace(item, indexed_at=0) for key, item in read_inputs(other).items()
	}
	first, second = read_build_info(one), read_build_info(other)
	assert (first.inputs, first.chunks, first.characters) == (second.inputs, second.chunks, second.characters)
	# By meaning too, all are found; which of equal ones is first goes by their numbers, and what is beside the first by that.
	assert scores(one, "hotel copper", None).keys() == scores(other, "hotel copper", None).keys()
	for query in (*WORDS, "hotel night", "copper valves friday", '"dogs friday"', "hotl"):
		found, expected = scores(one, query), scores(other, query)
		assert found.keys() == expected.keys(), query
		assert found == pytest.approx(expected, rel=by, abs=by), query


@given(changes=HISTORIES, merges=st.sampled_from([0, 3, 10**9]), tiers=st.sampled_from([(2, 4, 8), (1000,)]))
@settings(max_examples=times(10))
def test_any_history_answers_as_a_build_from_nothing(
	changes: list[dict[str, str | None]],
	merges: int,
	tiers: tuple[int, ...],
	tmp_path_factory: pytest.TempPathFactory,
) -> None:
	"""Whatever came, changed and went, and whatever was put together meanwhile."""
	with pytest.MonkeyPatch.context() as patch:
		patch.setattr(merging, "TIERS", tiers)
		patch.setattr(merging, "MOST_OF_TIER", 2)
		patch.setattr(writer.SqliteFtsWriter, "merge_at_most", merges)
		root, model, base = tmp_path_factory.mktemp("history"), dict[str, str](), None
		for change in changes:
			apply_change(model, change)
			inputs = [wanted(key, text) for key, text in model.items()]
			plan = plan_build(inputs, base, SMALL)
			if not plan.is_empty:
				base = run_build(root, plan, SMALL).info.path
		assert base is not None
		full = run_build(root, plan_build(inputs, None, SMALL), SMALL).info.path
		# Where nothing may be put together, what is long goes by what was there when a segment was written.
		assert_alike(base, full, by=0.03 if merges > 3 else 2.0)
		verify_build(base)
		patch.setattr(writer.SqliteFtsWriter, "merge_at_most", 10**9)
		merged, expected = (
			run_build(root, plan_build([*inputs, wanted("new", "valve")], start, SMALL), SMALL).info.path
			for start in (base, None)
		)
		verify_build(merged)
		assert_alike(merged, expected)


def close_all() -> None:
	"""What searches of this thread have left open."""
	for path in list(open_builds._readers.open):
		open_builds.close_reader(path)


def gone(build: OpenBuild) -> Counter[str]:
	"""What all files say is gone, together."""
	total: Counter[str] = Counter()
	for segment in build.segments:
		total.update(segment.postings.all_gone())
	return total


@pytest.mark.parametrize(
	("mapped_whole", "at_once"),
	[(0, 10_000), (1 << 20, 10_000), (1 << 20, 3)],
	ids=["read", "mapped", "few at a time"],
)
def test_changes_stay_few_segments(
	tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mapped_whole: int, at_once: int
) -> None:
	"""Changes add segments up to a bound, then the small ones become one; in the end all may, and nothing is gone from it."""
	monkeypatch.setattr(bulk_reading, "_MAPPED_WHOLE", mapped_whole)
	monkeypatch.setattr(bulk_reading, "_ROWS", at_once)
	monkeypatch.setattr(postings_merging, "POSTINGS_AT_ONCE", at_once)
	texts = {f"n{n}": f"filler number{n}" for n in range(100)}
	base, most = None, 0
	for step in range(30):
		texts[f"n{step}"] = f"changed version{step}"
		inputs = [wanted(key, text) for key, text in texts.items()]
		base = run_build(tmp_path, plan_build(inputs, base, SMALL), SMALL).info.path
		build = OpenBuild(base)
		most = max(most, len(build.segments))
		build.close()
		found = search([SearchTarget("s", base)], "changed", top_k=100).hits
		assert {hit.input for hit in found if "changed" in hit.text} == {f"n{n}" for n in range(step + 1)}
	assert base is not None and 3 < most <= merging.MOST_OF_TIER
	filled = search([SearchTarget("s", base)], "filler", top_k=100).hits
	assert len([hit for hit in filled if "filler" in hit.text]) == 70
	monkeypatch.setattr(merging, "MOST_OF_TIER", 1)
	last = run_build(tmp_path, plan_build([*inputs, wanted("n100", "filler")], base, SMALL), SMALL).info.path
	build = OpenBuild(last)
	assert len(build.segments) == 1 and not len(build.dead_chunks)
	assert not +gone(build) and not -gone(build)
	build.close()
	assert_alike(
		last,
		run_build(tmp_path, plan_build([*inputs, wanted("n100", "filler")], None, SMALL), SMALL).info.path,
	)


def test_other_labels_need_no_reading(build: Build, tmp_path: Path) -> None:
	"""An input of an older segment gets another address: it is written anew from what is there, and opened by nobody."""
	base = build({"a": "needle one", "b": "needle two"}).info.path

	def never() -> None:
		raise AssertionError("it was read again")

	inputs = [
		replace(wanted("a", "needle one"), url="https://example.com/a", open_content=never),
		replace(wanted("b", "needle two"), open_content=never),
	]
	plan = plan_build(inputs, base, SMALL)
	assert [item.key for item in plan.relabel] == ["a"] and not plan.index
	second = run_build(base.parent, plan, SMALL).info.path
	hits = search([SearchTarget("s", second)], "needle").hits
	assert {hit.input: hit.url for hit in hits} == {"a": "https://example.com/a", "b": ""}
	verify_build(second)


@pytest.mark.parametrize("file", [MANIFEST, DEAD])
def test_a_damaged_manifest_is_noticed(build: Build, file: str, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Who opens a build of which the parts are not told rightly is told so, before anything is searched."""
	monkeypatch.setattr(writer.SqliteFtsWriter, "merge_at_most", 0)
	base = build({"a": "needle one", "b": "needle two"}).info.path
	path = build({"a": "needle two", "b": "needle two"}, base=base).info.path
	data = bytearray((path / file).read_bytes())
	data[len(data) // 2] ^= 1
	(path / file).write_bytes(data)
	with pytest.raises(IndexCorrupt):
		Manifest.read(path)


def test_a_manifest_names_no_folder_elsewhere(build: Build) -> None:
	"""The names of segments are theirs and nothing else, whatever a file says."""
	base = build({"a": "needle one", "b": "needle two"}).info.path
	path = build({"a": "needle two", "b": "needle two"}, base=base).info.path
	manifest = Manifest.read(path)
	assert manifest is not None
	replace(manifest, segments=("", "../../elsewhere")).write(path)
	with pytest.raises(IndexCorrupt):
		Manifest.read(path)


def test_files_are_copied_where_they_cannot_be_linked(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
	"""On a file system without hard links a change costs more, and gives the same."""
	base = build({"a": "needle one", "b": "needle two"}).info.path

	def no_links(*_: object, **__: object) -> None:
		raise OSError(95, "Operation not supported")

	monkeypatch.setattr("os.link", no_links)
	path = build({"a": "needle three", "b": "needle two"}, base=base).info.path
	assert not (path / "index.sqlite3").samefile(base / "index.sqlite3")
	verify_build(path)
	assert len(search([SearchTarget("s", path)], "needle").hits) == 2


def test_a_kept_build_outlives_the_one_before(build: Build) -> None:
	"""Segments go with the last build that has them, and not before."""
	from huf.engine.builds import remove_build

	first = build({"a": "needle one", "b": "needle two"}).info.path
	second = build({"a": "needle three", "b": "needle two"}, base=first).info.path
	remove_build(first)
	verify_build(second)
	assert {hit.text for hit in search([SearchTarget("s", second)], "needle").hits} == {
		"needle three",
		"needle two",
	}


def test_a_connection_is_shared_by_builds_in_a_row(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
	"""What a thread has open of a segment serves the next build too, and is closed with the last."""
	monkeypatch.setattr(writer.SqliteFtsWriter, "merge_at_most", 0)
	first = build({"a": "needle one", "b": "needle two"}).info.path
	second = build({"a": "needle three", "b": "needle two"}, base=first).info.path
	one, two = OpenBuild(first), OpenBuild(second)
	assert one.segments[0] is two.segments[0]
	one.close()
	assert two.segments[0].connection.execute("SELECT count(*) FROM inputs").fetchone() == (2,)
	segment = two.segments[0]
	two.close()
	with pytest.raises(sqlite3.ProgrammingError):
		segment.connection.execute("SELECT 1")


def test_making_a_build_opens_each_segment_once(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
	"""In a process that has nothing open, as a job is: for all that is asked of the new build and of the one before. Afterwards nothing is open."""
	monkeypatch.setattr(writer.SqliteFtsWriter, "merge_at_most", -1)
	path = build({"a": "needle 0", "b": "needle"}).info.path
	for number in range(1, 5):
		path = build({"a": f"needle {number}", "b": "needle"}, base=path).info.path
	close_all()
	made, plain = list[str](), opened.OpenSegment.__init__

	def init(self: opened.OpenSegment, folder: Path) -> None:
		made.append(folder.name)
		plain(self, folder)

	monkeypatch.setattr(opened.OpenSegment, "__init__", init)
	inputs = [wanted("a", "needle last"), wanted("b", "needle")]
	plan = plan_build(inputs, path, SMALL)
	assert len(made) == 5
	last = run_build(path.parent, plan, SMALL).info.path
	# The new segment has one folder while it is made, and another when it is published.
	assert len(made) == 5 + 5 + 2
	assert not opened._open.segments
	assert len(search([SearchTarget("s", last)], "needle").hits) == 2


def test_what_cannot_be_held_open_is_told_to_who_opens_it(build: Build, tmp_path: Path) -> None:
	"""A build that is gone, that is damaged, or of a kind that nobody knows."""
	path = build({"a": "needle"}).info.path
	with held_open(None), held_open(tmp_path / "nowhere"):
		pass
	(path / "index.sqlite3").write_bytes(b"no index")
	with held_open(path), pytest.raises(IndexCorrupt):
		read_build_info(path)
	(path / "backend").write_text("of another app")
	with held_open(path), pytest.raises(IndexCorrupt):
		read_build_info(path)
