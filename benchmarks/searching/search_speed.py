"""How fast huf's keyword search is, against the naive design over the same chunks, in the same run.

The naive design is what one writes first: an external-content FTS5 index, a connection opened for each search,
the query an OR of all its words in quotes, ``bm25``, the five best read from the table. Both answer the same
questions in turn: short ones, long natural ones, and item codes.
"""

import argparse
import sqlite3
import tempfile
from collections import defaultdict
from pathlib import Path

from benchmarks import corpus, large_index
from benchmarks.measure import machine, median, percentile, seconds, table
from huf.engine.search import Request, SearchTarget, search
from huf.engine.search.opened.open_builds import remember_at_most

_TOP = 5


def naive_search(file: Path, query: str) -> list[tuple[str, str, str, float]]:
	"""The five best chunks with title and text."""
	expression = " OR ".join('"' + word.replace('"', '""') + '"' for word in query.split())
	connection = sqlite3.connect(file)
	try:
		return connection.execute(
			"SELECT c.chunk_id, c.title, c.body, bm25(words) AS score FROM words JOIN chunks AS c ON c.id = words.rowid "
			"WHERE words MATCH ? ORDER BY score LIMIT ?",
			(expression, _TOP),
		).fetchall()
	finally:
		connection.close()


def measure(build: Path, naive: Path, rounds: int) -> dict[str, dict[str, list[float]]]:
	"""Milliseconds of every search, by shape of query and by who searched."""
	targets = [SearchTarget("benchmark", build)]
	works = {
		"huf": lambda query: search(targets, Request(query, top_k=_TOP)),
		"naive": lambda query: naive_search(naive, query),
	}
	times: dict[str, dict[str, list[float]]] = defaultdict(lambda: {name: [] for name in works})
	for round_number in range(rounds + 1):
		for shape, queries in corpus.queries().items():
			for place, query in enumerate(queries):
				names = list(works) if (place + round_number) % 2 else list(reversed(works))
				for name in names:
					took = seconds(lambda work=works[name], query=query: work(query)) * 1000
					# The first round warms the page cache for both.
					if round_number:
						times[shape][name].append(took)
	return times


def codes_first(build: Path, naive: Path) -> tuple[int, int, int]:
	"""For how many item codes that stand in the texts the first hit holds the code: huf, naive, and of how many."""
	targets = [SearchTarget("benchmark", build)]
	huf_right = naive_right = asked = 0
	for query in corpus.queries()["identifier"]:
		code = next(word.rstrip("?") for word in query.split() if "-" in word)
		if not any(code in body for _, _, body, _ in naive_search(naive, code)):
			continue
		asked += 1
		found = search(targets, Request(query, top_k=_TOP)).hits
		huf_right += bool(found) and code in found[0].text
		naive_found = naive_search(naive, query.rstrip("?"))
		naive_right += bool(naive_found) and code in naive_found[0][2]
	return huf_right, naive_right, asked


def _rows(times: dict[str, dict[str, list[float]]]) -> list[list[str]]:
	rows = []
	together = {name: [t for shape in times.values() for t in shape[name]] for name in ("huf", "naive")}
	for shape, values in (*times.items(), ("**all**", together)):
		middle = {name: median(values[name]) for name in values}
		slow = {name: percentile(values[name], 95) for name in values}
		rows.append(
			[
				shape,
				f"{middle['huf'] / middle['naive']:.2f}",
				f"{slow['huf'] / slow['naive']:.2f}",
				*(f"{number:.1f}" for number in (middle["huf"], slow["huf"], middle["naive"], slow["naive"])),
			]
		)
	return rows


def main() -> None:
	"""Measure, and print a table."""
	# Every query is asked several times, and each time the index is to do its work.
	remember_at_most(0)
	parser = argparse.ArgumentParser(
		description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
	)
	parser.add_argument("--chunks", type=int, default=100_000)
	parser.add_argument("--rounds", type=int, default=5)
	parser.add_argument("--keep", type=Path, help="folder for the indexes, to use them again")
	options = parser.parse_args()
	with tempfile.TemporaryDirectory(prefix="huf-benchmark-") as name:
		root = options.keep or Path(name)
		root.mkdir(parents=True, exist_ok=True)
		build = large_index.build(root, options.chunks)
		naive = root / "naive.sqlite3"
		large_index.naive_index(build, naive)
		times = measure(build, naive, options.rounds)
		huf_right, naive_right, asked = codes_first(build, naive)
	searches = sum(len(values["huf"]) for values in times.values())
	print(f"{options.chunks:,} chunks, {searches} searches each, in turn. {machine()}.\n")
	head = ["queries", "median ÷ naive", "p95 ÷ naive", "huf median ms", "p95", "naive median ms", "p95"]
	print(table(head, _rows(times)))
	print(
		f"\nOf {asked} item codes that stand in the texts, the first hit holds {huf_right} (huf) and {naive_right} (naive)."
	)


if __name__ == "__main__":
	main()
