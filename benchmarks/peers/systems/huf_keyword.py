"""huf's keyword index: a whole build, from documents to the published folder."""

from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.peers.systems import TOP, Found, Search
from benchmarks.peers.texts import Texts, settings

if TYPE_CHECKING:
	from huf.engine.types import Hit


def build(texts: Texts, folder: Path) -> None:
	"""Read, cut, index, check and publish."""
	from huf.engine.builds import plan_build, run_build

	run_build(folder, plan_build(texts.inputs(), None, settings()), settings())


def patch(texts: Texts, folder: Path) -> float:
	"""Seconds that a build takes in which one document has changed."""
	import time

	from huf.engine.builds import plan_build, remove_build, run_build

	base = live_builds(folder)[0]
	started = time.perf_counter()
	plan = plan_build(texts.inputs(changed=3), base, settings())
	made = run_build(folder, plan, settings())
	took = time.perf_counter() - started
	assert len(plan.index) == 1
	remove_build(made.info.path)
	return took


def opened(texts: Texts, folder: Path) -> Search:
	"""The one search that desk, REST, agents and the command line use."""
	from huf.engine.search import Request, SearchTarget, search
	from huf.engine.search.opened.open_builds import remember_at_most

	# Every question is asked several times, and each time the index is to do its work.
	remember_at_most(0)
	targets = [SearchTarget("benchmark", live_builds(folder)[0])]

	def ask(question: str) -> Found:
		return [number_and_text(hit) for hit in search(targets, Request(question, top_k=TOP)).hits]

	return ask


def live_builds(folder: Path) -> list[Path]:
	"""The builds in ``folder``, the oldest first."""
	return sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith("."))


def number_and_text(hit: "Hit") -> tuple[int, str]:
	"""Inputs are named after their first chunk."""
	first, _, ordinal = hit.citation_id.partition("#")
	return int(first) + int(ordinal), hit.text
