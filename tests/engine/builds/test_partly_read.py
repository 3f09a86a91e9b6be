"""A document that is in the index only in part says so: on itself, on its hits, and on every search of its source."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from extractors.extractor_samples import make_pdf
from small_builds import SMALL, wanted

from huf.engine.builds import plan_build, run_build
from huf.engine.chunkers import ChunkSettings
from huf.engine.content import Content
from huf.engine.filters.parsing import parse_filters
from huf.engine.indexing import BuildSettings
from huf.engine.prompt.citations import CitationLedger
from huf.engine.prompt.context import heading_of
from huf.engine.search import SearchTarget
from huf.engine.tools.rendering import render_tool_result
from huf.engine.types import SearchResult, WantedInput
from tests.searching import search

FACT = 418
LIMITED = replace(SMALL, max_chunks_per_input=2)
REASON = "Only the first 2 chunks are indexed. Raise the limit of chunks per input, or set it to 0 (none)."
LONG = "".join(f"crane {n} ".ljust(99, "x") + "\n" for n in range(5))


def manual() -> WantedInput:
	"""A PDF of 600 pages, with what somebody will ask for on page 418."""
	pages = [
		[
			f"Page {n} of the manual.",
			"The gearbox is tightened with 71 newton metres." if n == FACT else "Valves.",
		]
		for n in range(1, 601)
	]
	data = make_pdf(pages)
	return WantedInput("manual", "1", "manual.pdf", lambda: Content("manual.pdf", data=data))


def test_a_long_manual_is_read_whole(tmp_path: Path) -> None:
	"""Unless somebody sets a limit, there is none: what stands on page 418 of 600 is found, with its page."""
	settings = BuildSettings(ChunkSettings())
	built = run_build(tmp_path, plan_build([manual()], None, settings), settings)
	assert (built.outcomes[0].status, built.outcomes[0].message) == ("Indexed", "")
	found = search([SearchTarget("s", built.info.path)], "torque of the gearbox in newton metres")
	assert found.hits[0].locator.page == FACT and not found.hits[0].partly_read
	assert (found.partly_read, found.notes) == ((), ())


@pytest.fixture
def targets(tmp_path: Path) -> list[SearchTarget]:
	"""Two sources: one of a cut document and a whole one, one of whole ones alone."""
	inputs = {
		"cut": [wanted("long", LONG, metadata={"customer": "Venlo"}), wanted("short", "crane and hook")],
		"whole": [wanted("other", "crane")],
	}
	made = []
	for source, items in inputs.items():
		path = run_build(tmp_path / source, plan_build(items, None, LIMITED), LIMITED).info.path
		made.append(SearchTarget(source, path))
	return made


def names(result: SearchResult) -> list[tuple[str, str]]:
	return [(one.source, one.input) for one in result.partly_read]


def test_the_result_says_so(targets: list[SearchTarget]) -> None:
	"""Also when nothing is found, and only for what was searched: the source, within the filters of the search."""
	for query in ("crane", "a word that stands nowhere"):
		found = search(targets, query)
		assert [(one.source, one.title, one.reason) for one in found.partly_read] == [("cut", "long", REASON)]
		assert found.notes == (f"cut: “long” is in the index only in part. {REASON}",)
		assert found.to_dict()["partly_read"] == [
			{"source": "cut", "input": "long", "title": "long", "reason": REASON}
		]
		assert not search(targets[1:], query).partly_read
	for customer, expected in (("Venlo", [("cut", "long")]), ("Other", [])):
		assert (
			names(search(targets, "crane", filters=parse_filters({"metadata.customer": customer})))
			== expected
		)


def test_the_hits_say_so(targets: list[SearchTarget]) -> None:
	"""A passage of the cut document carries the reason, in its heading for a model too; others do not."""
	hits = {hit.input: hit for hit in search(targets, "crane", top_k=9).hits}
	assert {key: hit.partly_read for key, hit in hits.items()} == {"long": REASON, "short": "", "other": ""}
	assert heading_of(hits["long"]).endswith("(in the index only in part)")
	assert heading_of(hits["short"]) == "short, line 1"


def test_the_model_is_told(targets: list[SearchTarget]) -> None:
	"""The tool's answer names the document and the reason."""
	told = json.loads(render_tool_result(search(targets, "crane"), CitationLedger()))
	assert told["partly_read"] == [{"source": "cut", "title": "long", "reason": REASON}]
	assert "state" in next(passage for passage in told["passages"] if passage["title"] == "long")


def test_who_may_not_see_an_input_is_not_told_of_it(targets: list[SearchTarget]) -> None:
	"""Whoever decides about hits decides about names too, and may do so in another way."""
	refused = search(targets, "crane", accept=lambda hits: [hit.input != "long" for hit in hits])
	assert (names(refused), refused.notes) == ([], ())
	asked: list[str] = []

	def may_name(hits: object) -> list[bool]:
		asked.extend(hit.input for hit in hits)  # type: ignore[attr-defined]
		return [True] * len(hits)  # type: ignore[arg-type]

	found = search(targets, "crane", accept=lambda hits: [False] * len(hits), may_name=may_name)
	assert (names(found), asked, found.hits) == ([("cut", "long")], ["long"], ())


def test_many_are_summed_up(tmp_path: Path) -> None:
	"""Of many such documents ten are named, and the note stays one sentence."""
	inputs = [wanted(f"long {n:02}", LONG + str(n)) for n in range(12)]
	path = run_build(tmp_path, plan_build(inputs, None, LIMITED), LIMITED).info.path
	found = search([SearchTarget("s", path)], "hook")
	assert len(found.partly_read) == 10
	assert found.notes == (
		"s: “long 00”, “long 01”, “long 02” and 7 more are in the index only in part; what was asked for may stand in the rest.",
	)


def test_when_the_limit_goes_the_words_go(targets: list[SearchTarget], tmp_path: Path) -> None:
	"""Indexed without the limit, nothing is said any more, and what was left out is found."""
	inputs = [wanted("long", LONG, metadata={"customer": "Venlo"}), wanted("short", "crane and hook")]
	plan = plan_build(inputs, targets[0].build, SMALL)
	assert [item.key for item in plan.index] == ["long"]
	path = run_build(tmp_path / "cut", plan, SMALL).info.path
	found = search([SearchTarget("cut", path)], "crane 4", top_k=9)
	assert not found.partly_read and not any(hit.partly_read for hit in found.hits)
	assert any("crane 4" in hit.text for hit in found.hits)
