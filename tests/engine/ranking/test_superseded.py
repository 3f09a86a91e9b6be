"""Superseded inputs: they stay findable, come after the others, take at most half of the room, and say what they are."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_builds import SMALL, wanted

from huf.engine.builds import plan_build, run_build
from huf.engine.prompt.citations import CitationLedger
from huf.engine.prompt.context import SourceAllowance, build_context, heading_of
from huf.engine.search import SearchTarget
from huf.engine.search.hits.superseded import in_force_first, is_superseded
from huf.engine.tools.rendering import render_tool_result
from huf.engine.types import Hit, Locator, SearchResult
from tests.searching import search

pytestmark = pytest.mark.usefixtures("leg")

OLD = {"superseded": True}


def hit(number: int, old: bool, **metadata: object) -> Hit:
	"""A hit with a text of its own."""
	return Hit(
		text=f"Passage {number}.",
		title=f"Contract {number}",
		score=100.0 - number,
		chunk_id=f"c{number}",
		source="s",
		input=f"i{number}",
		locator=Locator(heading=("Terms",)),
		citation_id=f"c{number}",
		build="b",
		start=0,
		end=1,
		text_hash=str(number),
		metadata={**(OLD if old else {}), **metadata},  # type: ignore[dict-item]
	)


@given(st.lists(st.booleans(), max_size=30), st.integers(1, 12))
def test_in_force_first(states: list[bool], top_k: int) -> None:
	"""As many hits as there are places for, those in force first, each kind in its order and without gaps, the superseded
	ones no more than they earned, and no more than half while others are left."""
	hits = [hit(number, old) for number, old in enumerate(states)]
	found = in_force_first(hits, top_k)
	assert len(found) == min(top_k, len(hits))
	old = [one for one in found if is_superseded(one)]
	current = [one for one in found if not is_superseded(one)]
	assert [one.input for one in found] == [one.input for one in [*current, *old]]
	assert [one.input for one in old] == [one.input for one in hits if is_superseded(one)][: len(old)]
	assert [one.input for one in current] == [one.input for one in hits if not is_superseded(one)][
		: len(current)
	]
	assert len(old) <= sum(map(is_superseded, hits[:top_k]))
	if len(current) < sum(not is_superseded(one) for one in hits):
		assert len(old) <= top_k // 2
	assert [one.rank for one in found] == list(range(1, len(found) + 1))


@pytest.fixture
def target(tmp_path: Path) -> SearchTarget:
	"""Eight superseded contracts that match better than the three in force."""
	inputs = [
		wanted(f"old {number}", f"Pump pump pump contract number {number}.", metadata=OLD)
		for number in range(8)
	]
	inputs += [wanted(f"new {number}", f"The pump has other terms in {number}.") for number in range(3)]
	return SearchTarget("contracts", run_build(tmp_path, plan_build(inputs, None, SMALL), SMALL).info.path)


def test_a_search_puts_them_last(target: SearchTarget) -> None:
	"""However much better they match, what is in force comes first and is not crowded out; with room for all, all are there."""
	found = search([target], "pump contract", top_k=4)
	assert [hit.title[:3] for hit in found.hits] == ["new", "new", "old", "old"]
	everything = search([target], "pump contract", top_k=20).hits
	assert [hit.title[:3] for hit in everything] == ["new"] * 3 + ["old"] * 8
	assert [hit.rank for hit in everything] == list(range(1, 12))


def test_explained_as_found(target: SearchTarget) -> None:
	"""The explanation names the same hits in the same order."""
	found = search([target], "pump contract", top_k=4, explain=True)
	assert found.explanation
	assert [one.chunk_id for one in found.explanation.hits] == [hit.chunk_id for hit in found.hits]


def test_only_superseded_ones(target: SearchTarget) -> None:
	"""When nothing else matches, they have all the room."""
	assert len(search([target], "contract number", top_k=5).hits) == 5


def test_context_and_tool_say_so() -> None:
	"""A passage that is superseded, or whose record was changed since, says so where a model reads it."""
	hits = (hit(1, False), hit(2, True), hit(3, True, stale=True), hit(4, False, stale=False))
	assert heading_of(hits[0]) == "Contract 1, Terms"
	assert heading_of(hits[1]) == "Contract 2, Terms (superseded)"
	block = build_context([(SourceAllowance("s"), hits)]).text
	assert "[3] Contract 3, Terms (superseded, changed since this was indexed)\n" in block
	told = json.loads(render_tool_result(SearchResult("q", hits), CitationLedger()))["passages"]
	assert [entry.get("state") for entry in told] == [
		None,
		"superseded",
		"superseded, changed since this was indexed",
		None,
	]
