"""A plan of what a caller says has changed is the plan of everything, as long as the caller says all of it."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huf.engine.backends.base import Backend, Reader, TellsSome
from huf.engine.backends.keyword.backend import BACKEND as KEYWORD
from huf.engine.backends.opening import open_build
from huf.engine.builds import BuildPlan, plan_build, plan_changes, run_build
from huf.engine.registry import Registry
from huf.engine.types import WantedInput
from tests.engine.small_builds import SMALL, apply_change, wanted

TEXTS = ("", "The gate opens at six.", "Visitors sign in.")
KINDS = ("", "Rule", "Letter")
Change = dict[str, tuple[str, str] | None]
SOME = st.dictionaries(
	st.sampled_from("abcdef"),
	st.none() | st.tuples(st.sampled_from(TEXTS), st.sampled_from(KINDS)),
	max_size=5,
)


class TellsAll:
	"""A reader that gives nothing but all of its inputs."""

	def __init__(self, reader: Reader) -> None:
		self._reader = reader
		self.meta = reader.meta

	def __getattr__(self, name: str) -> object:
		if name in ("inputs_of", "keys"):
			raise AttributeError(name)
		return getattr(self._reader, name)


@pytest.fixture(scope="module", params=["some", "all"])
def kinds(request: pytest.FixtureRequest) -> Registry[Backend]:
	"""A keyword index that tells some of its inputs, and one that can only tell all."""
	known: Registry[Backend] = Registry("knowledge type")
	opener = KEYWORD.open_reader
	tells_all = replace(KEYWORD, open_reader=lambda path: TellsAll(opener(path)))  # type: ignore[arg-type, return-value]
	known.register("sqlite_fts", tells_all if request.param == "all" else KEYWORD)
	return known


def inputs_of(state: Mapping[str, tuple[str, str]]) -> list[WantedInput]:
	"""What is wanted, by key a text and a kind."""
	return [wanted(key, text, metadata={"kind": kind} if kind else {}) for key, (text, kind) in state.items()]


def told(plan: BuildPlan | None) -> tuple[set[str], set[str], set[str]]:
	"""The keys of what a plan indexes, labels anew and removes."""
	assert plan is not None
	return {item.key for item in plan.index}, {item.key for item in plan.relabel}, set(plan.remove)


@given(before=SOME, change=SOME, also=st.sets(st.sampled_from("abcdef")))
def test_the_same_plan(kinds: Registry[Backend], before: Change, change: Change, also: set[str]) -> None:
	"""Whether what has left is named, or is what else the index holds; whatever is named without having changed is left alone."""
	state = {key: value for key, value in before.items() if value is not None}
	with TemporaryDirectory() as folder:
		plan = plan_build(inputs_of(state), None, SMALL, kinds=kinds)
		base = run_build(Path(folder), plan, SMALL, kinds=kinds).info.path
		apply_change(state, change)
		expected = told(plan_build(inputs_of(state), base, SMALL, kinds=kinds))
		changed = inputs_of({key: state[key] for key in (*change, *also) if key in state})
		named = plan_changes(changed, [key for key in change if key not in state], base, SMALL, kinds=kinds)
		found = plan_changes(changed, (), base, SMALL, all_keys=state.keys(), kinds=kinds)
	assert told(named) == expected
	assert told(found) == expected


def test_keys(tmp_path: Path) -> None:
	"""The keys of all inputs, over several segments: not of what has left, and each once."""
	base: Path | None = None
	for state in (
		{"a": TEXTS[1], "b": TEXTS[2]},
		{"a": TEXTS[2], "b": TEXTS[2], "c": TEXTS[0]},
		{"a": TEXTS[2], "c": TEXTS[0]},
	):
		plan = plan_build([wanted(key, text) for key, text in state.items()], base, SMALL)
		base = run_build(tmp_path, plan, SMALL).info.path
	assert base
	reader = open_build(base)
	try:
		assert isinstance(reader, TellsSome)
		assert sorted(reader.keys()) == ["a", "c"] == sorted(item.key for item in reader.inputs())
	finally:
		reader.close()


def test_what_is_no_base(tmp_path: Path) -> None:
	"""With other settings nothing can be gone upon, so all inputs are wanted."""
	base = run_build(tmp_path, plan_build(inputs_of({"a": (TEXTS[1], "")}), None, SMALL), SMALL).info.path
	others = replace(SMALL, chunking=replace(SMALL.chunking, size=200))
	assert plan_changes([], ["a"], base, others) is None
	assert plan_changes([], ["a"], tmp_path / "nowhere", SMALL) is None
