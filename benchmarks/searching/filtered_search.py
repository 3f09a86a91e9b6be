"""What a filter costs, and what facets do: keyword searches within shares of an index, and with what matches counted, against
searches of all of it, in turn.

Each input is one passage or two and has a number in its metadata; a filter lets through the lower ones. Its first
use, which works out the chunks that it lets through, is timed by itself.
"""

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timezone
from pathlib import Path

from benchmarks import corpus
from benchmarks.measure import machine, median, percentile, table
from huf.engine.builds import BuildSettings, plan_build, run_build
from huf.engine.filters import Filters
from huf.engine.filters.facets import facets_of
from huf.engine.filters.parsing import parse_filters
from huf.engine.search import Request, SearchTarget, search
from huf.engine.search.opened.open_builds import remember_at_most
from huf.engine.types import Facet, SearchResult, WantedInput

SHARES = (1.0, 0.9, 0.5, 0.1, 0.01, 0.001)
COUNTED = (30, 100)
_CHARACTERS = 2_000


def seconds(work: Callable[[], object]) -> float:
	"""The processor's time for ``work``: nothing here waits, and a busy machine is counted out."""
	started = time.process_time()
	work()
	return time.process_time() - started


def numbered(count: int) -> Iterator[WantedInput]:
	"""Inputs with their numbers."""
	for number, wanted in enumerate(corpus.documents(count, _CHARACTERS)):
		kind, day = f"Kind {number % 7}", f"20{number % 20:02}-{number % 12 + 1:02}-01"
		known = {"number": number * 7919 % count, "kind": kind, "date": day, "project": f"P{number % 30}"}
		yield replace(wanted, metadata=known)


def count(result: SearchResult) -> tuple[Facet, ...]:
	"""The facets of what a search counted."""
	return facets_of(result.counted, result.counted_in_part, timezone.utc, lambda key: True)


def measure(build: Path, filters: dict[str, Filters], rounds: int) -> dict[str, list[float]]:
	"""Milliseconds of every search by filter; the first round warms up and does not count."""
	times: dict[str, list[float]] = {name: [] for name in filters}
	targets = [SearchTarget("benchmark", build)]
	queries = [query for shape in corpus.queries().values() for query in shape]
	for round_number in range(rounds + 1):
		for query in queries:
			for name, one in filters.items():
				took = (
					seconds(lambda query=query, one=one: search(targets, Request(query, filters=one))) * 1000
				)
				if round_number:
					times[name].append(took)
			for facets in COUNTED:
				name = f"none, facets of {facets} passages"
				request = Request(query, facets=facets)
				took = seconds(lambda request=request: count(search(targets, request))) * 1000
				if round_number:
					times.setdefault(name, []).append(took)
	return times


def main() -> None:
	"""Build, measure, and print a table."""
	parser = argparse.ArgumentParser(description=__doc__)
	parser.add_argument("--inputs", type=int, default=20_000)
	parser.add_argument("--rounds", type=int, default=2)
	options = parser.parse_args()
	# What was found once would be found again without searching.
	remember_at_most(0)
	with tempfile.TemporaryDirectory() as folder:
		settings = BuildSettings()
		build = run_build(Path(folder), plan_build(numbered(options.inputs), None, settings), settings).info
		filters = {"none": parse_filters({})}
		for share in SHARES:
			most = max(1, round(share * options.inputs))
			filters[f"{share:.1%}"] = parse_filters({"metadata.number": {"<": most}})
		targets = [SearchTarget("benchmark", build.path)]
		search(targets, Request("warm"))
		first = {
			name: seconds(lambda one=one: search(targets, Request("xyzzy", filters=one))) * 1000
			for name, one in filters.items()
		}
		times = measure(build.path, filters, options.rounds)
	print(f"{build.inputs} inputs, {build.chunks} chunks. {machine()}\n")
	rows = [
		[
			name,
			f"{first[name]:.1f}" if name in first else "",
			f"{median(took):.2f}",
			f"{percentile(took, 95):.2f}",
		]
		for name, took in times.items()
	]
	print(table(["let through", "first use, ms", "median, ms", "95th percentile, ms"], rows))


if __name__ == "__main__":
	main()
