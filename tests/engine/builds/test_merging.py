"""Merging beside updates: whatever is published while segments are put together, nothing of it is lost, and no answer changes."""

import multiprocessing
import os
import random
import signal
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_builds import SMALL, Build, apply_change, wanted
from test_segments import HISTORIES, assert_alike, scores

from huf.engine.backends.keyword import merging, writer
from huf.engine.backends.keyword.opened import OpenBuild
from huf.engine.builds import (
	list_builds,
	plan_build,
	prepare_merge,
	read_inputs,
	remove_build,
	remove_merging,
	remove_staging,
	run_build,
	verify_build,
)
from huf.engine.builds.merging import MERGING
from huf.engine.postings import merging as postings_merging
from tests.chance import times

pytestmark = pytest.mark.usefixtures("leg")
FORK = multiprocessing.get_context("fork")


def changed(root: Path, texts: dict[str, str], base: Path | None) -> Path:
	"""A build of ``texts`` on top of ``base``, which puts nothing together."""
	plan = plan_build([wanted(key, text) for key, text in texts.items()], base, SMALL)
	if base is not None and plan.is_empty:
		return base
	return run_build(root, plan, SMALL).info.path


def segments_of(path: Path) -> int:
	"""How many there are."""
	build = OpenBuild(path)
	try:
		return len(build.segments)
	finally:
		build.close()


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
	"""More than two segments of a size are put together."""
	monkeypatch.setattr(merging, "MOST_OF_TIER", 2)
	monkeypatch.setattr(merging, "YOUNG", -1)
	monkeypatch.setattr(writer.SqliteFtsWriter, "merge_at_most", -1)


@pytest.fixture
def many(tmp_path: Path, few: None) -> tuple[Path, dict[str, str]]:
	"""A build of many segments, and its texts."""
	texts = {f"n{n}": f"hotel number{n} copper" for n in range(12)}
	base = None
	for step in range(6):
		texts[f"n{step}"] = f"night version{step} copper"
		base = changed(tmp_path, texts, base)
	assert base is not None and segments_of(base) == 6
	return base, texts


@given(
	changes=HISTORIES,
	merges=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), max_size=3),
	thoroughly=st.booleans(),
	young=st.sampled_from([-1, 0, 3]),
	tiers=st.sampled_from([(2, 4, 8), (1000,)]),
)
@settings(max_examples=times(8))
def test_any_history_of_changes_and_merges_answers_as_a_build_from_nothing(
	changes: list[dict[str, str | None]],
	merges: list[tuple[int, int]],
	thoroughly: bool,
	young: int,
	tiers: tuple[int, ...],
	tmp_path_factory: pytest.TempPathFactory,
) -> None:
	"""A merge that begins after any change, and is taken in after any number of later ones, changes no answer of the build that is live then."""
	with pytest.MonkeyPatch.context() as patch, ExitStack() as begun:
		patch.setattr(merging, "TIERS", tiers)
		patch.setattr(merging, "MOST_OF_TIER", 1)
		patch.setattr(merging, "YOUNG", young)
		patch.setattr(writer.SqliteFtsWriter, "merges_young_only", True)
		root, model = tmp_path_factory.mktemp("history"), dict[str, str]()
		waiting, base = [], None
		for step, change in enumerate(changes):
			apply_change(model, change)
			base = changed(root, model, base)
			for begin, after in merges:
				if begin == step:
					merge = begun.enter_context(prepare_merge(root, base, thoroughly=thoroughly))
					waiting.append((step + after, merge))
			for due in [each for each in waiting if each[0] <= step or step == len(changes) - 1]:
				waiting.remove(due)
				live = due[1] and due[1].apply(base)
				if live:
					before = scores(base, "hotel copper").keys()
					base = live.path
					assert scores(base, "hotel copper").keys() == before
					verify_build(base)
		assert base is not None
		with prepare_merge(root, base, thoroughly=True) as merge:
			live = merge and merge.apply(base)
		full = changed(root, model, None)
		last = live.path if live else base
		verify_build(last)
		assert_alike(last, full, by=0.03 if segments_of(last) == 1 else 2.0)


def test_a_merge_changes_nothing_but_the_segments(many: tuple[Path, dict[str, str]]) -> None:
	"""The same inputs, hits and scores; one segment of the same, and no input that left is noted any more."""
	base, texts = many
	before = scores(base, "copper night")
	with prepare_merge(base.parent, base) as merge:
		assert merge
		made = merge.apply(base)
	assert made and segments_of(made.path) == 1 and made.chunks == len(texts)
	assert scores(made.path, "copper night") == pytest.approx(before, rel=0.03)
	assert read_inputs(made.path) == read_inputs(base)
	verify_build(made.path)
	assert not [entry.name for entry in base.parent.iterdir() if entry.name.startswith(".")]


def test_an_update_published_meanwhile_stays(many: tuple[Path, dict[str, str]]) -> None:
	"""What came, changed and went while segments were put together is in the build that takes them in."""
	base, texts = many
	with prepare_merge(base.parent, base) as merge:
		texts["n0"] = "friday valve"
		del texts["n1"], texts["n11"]
		texts["later"] = "dogs later"
		live = changed(base.parent, texts, base)
		remove_build(base)
		made = merge and merge.apply(live)
	assert made and segments_of(made.path) == 2
	verify_build(made.path)
	assert {key: item.content_hash for key, item in read_inputs(made.path).items()} == {
		key: wanted(key, text).content_hash for key, text in texts.items()
	}
	assert_alike(made.path, changed(base.parent, texts, None), by=0.1)


def test_what_does_not_go_together_is_dropped(many: tuple[Path, dict[str, str]]) -> None:
	"""A rebuilt source, and an older build that has an input which the merge left out, stay as they are."""
	base, texts = many
	older = base
	del texts["n3"], texts["n4"], texts["n5"]
	newer = changed(base.parent, texts, base)
	with prepare_merge(base.parent, newer) as merge:
		assert merge
		assert merge.apply(changed(base.parent, texts, None)) is None
		assert merge.apply(older) is None
		kept = list_builds(base.parent)
		assert merge.apply(newer) and len(list_builds(base.parent)) == len(kept) + 1


def test_one_segment_written_anew_never_takes_back_what_a_restored_build_has(build: Build, few: None) -> None:
	"""The segment is the same in both builds, but what the newer one has lost of it the older one still finds."""
	older = build({"a": "needle one", "b": "needle two", "c": "needle three"}).info.path
	newer = changed(older.parent, {"c": "needle three"}, older)
	with prepare_merge(older.parent, newer) as merge:
		assert merge and merge.apply(older) is None
		made = merge.apply(newer)
	assert made and set(read_inputs(made.path)) == {"c"} and len(read_inputs(older)) == 3


def test_at_night_less_is_reason_enough(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
	"""A segment of which a fifth has left is written anew at night, and not after each change."""
	monkeypatch.setattr(merging, "YOUNG", -1)
	texts = {f"n{n}": f"needle number{n}" for n in range(10)}
	first = build(texts).info.path
	del texts["n0"], texts["n1"]
	base = changed(first.parent, texts, first)
	with prepare_merge(base.parent, base) as merge:
		assert merge is None
	with prepare_merge(base.parent, base, thoroughly=True) as merge:
		made = merge and merge.apply(base)
	assert made
	opened = OpenBuild(made.path)
	assert not len(opened.dead_chunks)
	opened.close()
	data = (made.path / "index.sqlite3").read_bytes()
	assert b"needle number2" in data and b"needle number1" not in data, "the text of what left is still there"


def merge_until_killed(root: Path, base: Path, started: object) -> None:
	started.set()  # type: ignore[attr-defined]
	with prepare_merge(root, base) as merge:
		if merge:
			merge.apply(base)


def test_killed_at_any_moment(many: tuple[Path, dict[str, str]]) -> None:
	"""Killed with -9 twenty times while it merges: the live build answers as before, and what is left is cleared away."""
	base, _ = many
	root, chance = base.parent, random.Random(7)
	before = scores(base, "copper")
	began = time.monotonic()
	with prepare_merge(root, base) as merge:
		whole = merge and merge.apply(base)
		assert whole
	length, killed = time.monotonic() - began, 0
	remove_build(whole.path)
	known = {base.name, *list_builds(root)}
	for _ in range(20):
		started = FORK.Event()
		process = FORK.Process(target=merge_until_killed, args=(root, base, started))
		process.start()
		assert started.wait(30)
		time.sleep(chance.uniform(0, length))
		process.kill()
		process.join(30)
		killed += process.exitcode == -signal.SIGKILL
		assert scores(base, "copper") == before
		for made in set(list_builds(root)) - known:
			# It came as far as being published: then it is whole.
			verify_build(root / made)
			remove_build(root / made)
		remove_staging(root)
		remove_merging(root)
		assert not [name for name in os.listdir(root) if name.startswith((".staging-", MERGING))]
	assert killed >= 5, "most of the kills must have come before the end"
	verify_build(base)


def test_postings_are_filtered_block_by_block(
	tmp_path: Path, few: None, monkeypatch: pytest.MonkeyPatch
) -> None:
	"""What a merge costs does not grow with the number of different words: the impacts of a segment are computed anew all at once."""
	texts, base = dict[str, str](), None
	for step in range(4):
		texts[f"n{step}"] = f"night version{step} copper valve " * (step + 1)
		base = changed(tmp_path, texts, base)
	assert base is not None
	calls, plain = 0, postings_merging.renormed

	def renormed(*arguments: Any) -> Any:
		nonlocal calls
		calls += 1
		return plain(*arguments)

	monkeypatch.setattr(postings_merging, "renormed", renormed)
	with prepare_merge(base.parent, base) as merge:
		assert merge
	assert 0 < calls <= segments_of(base)
