"""All tables of docs/retrieval-measured.md or docs/performance.md, one command after the other.

    python -m benchmarks.documents retrieval COLLECTIONS... [--quick]
    python -m benchmarks.documents performance COLLECTIONS... [--quick] [--keep FOLDER]

Each command is printed above its output, so that a table can be made again alone. ``--quick`` takes small sizes: it shows
that everything runs, and its numbers mean little. The tables of a site (``on_site``) need a bench and are not here.
"""

import argparse
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from huf.local.quality.evaluation import collections_in

SIZES = (100_000, 1_000_000)
QUICK = 2_000
TABLES = "build,keyword,vector,hybrid,patch"


def retrieval(collections: Sequence[str], quick: bool) -> Iterator[list[str]]:
	"""The commands of docs/retrieval-measured.md."""
	for mode in ("keyword", "vector", "hybrid"):
		yield ["huf", "evaluate", *collections, "--mode", mode]
	few = ["--queries", "20"] if quick else []
	for table, usual in (("peers", "0"), ("parts", "200"), ("spelling", "300"), ("steps", "150")):
		yield _module("quality", *collections, "--table", table, *(few or ["--queries", usual]))
	for legs in ([], ["--hybrid"]):
		yield _module("mails", *collections, *legs, *(few or ["--queries", "250"]))
	yield _module("ranking.several_sources", *collections, *few)
	yield _module("ranking.headers", *collections, *(["--questions", "10"] if quick else []))
	for mode in ("keyword", "hybrid"):
		yield _module(
			"ranking.summaries", *collections, "--mode", mode, *(["--questions", "10"] if quick else [])
		)
	yield _module("ranking.learned_glossary", *collections, *(["--queries", "40"] if quick else []))
	yield _module("ranking.nearness", *collections, *(["--questions", "10"] if quick else []))
	for collection in collections:
		if (Path(collection) / "answers.jsonl").exists():
			yield _module("answering.chunking", collection, *(["--questions", "10"] if quick else []))
	yield _module("answering.context_filling", *collections, *few)
	for legs in ([], ["--hybrid"]):
		yield _module("two_steps", *collections, *legs, *few)
	yield _module("searching.filtered_search", "--inputs", "500" if quick else "10000")


def performance(collections: Sequence[str], quick: bool, keep: str) -> Iterator[list[str]]:
	"""The commands of docs/performance.md, without those of a site."""
	folders = [part for collection in collections for part in ("--collection", collection)]
	for size in (QUICK,) if quick else SIZES:
		kept = ["--keep", f"{keep}/{size}"] if keep else []
		asked = ["--questions", "10"] if quick else []
		yield _module("peers", "--chunks", str(size), *folders, *kept, *asked, "--tables", TABLES)
	small = ["--chunks", str(QUICK)] if quick else []
	yield _module("searching.search_speed", *small)
	yield _module("building.index_speed", "--documents", "20" if quick else "500")
	yield _module(
		"one_change", *(["--documents", "200", "--changes", "20"] if quick else ["--documents", "10000"])
	)
	yield _module("building.index_again", *(["--files", "200", "--rounds", "1"] if quick else []))
	yield _module("building.packs", *small)
	yield _module("building.pack_changes", *([*small, "--changes", "1:1,20:10"] if quick else []))
	yield _module("building.daily_builds", *(["--chunks", "1000", "--days", "5"] if quick else []))
	yield _module("building.index_memory", "5" if quick else "100")
	yield _module("searching.web_import")
	yield _module("reading.token_estimate")


def _module(name: str, *arguments: str) -> list[str]:
	return [sys.executable, "-m", f"benchmarks.{name}", *arguments]


def main() -> None:
	"""Run them; the exit code is 1 when one failed."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("document", choices=("retrieval", "performance"))
	parser.add_argument("collections", nargs="+", type=Path)
	parser.add_argument("--quick", action="store_true", help="small sizes, to see that everything runs")
	parser.add_argument("--keep", default="", help="keep the texts and indexes of the peers here")
	options = parser.parse_args()
	collections = [str(folder) for folder in collections_in(options.collections)]
	if options.document == "retrieval":
		commands = retrieval(collections, options.quick)
	else:
		commands = performance(collections, options.quick, options.keep)
	failed = 0
	for command in commands:
		shown = ["python" if word == sys.executable else word for word in command]
		print(f"\n$ {shlex.join(shown)}\n", flush=True)
		if command[0] == "huf":
			command = [sys.executable, "-c", "from huf.cli.commands import main; main()", *command[1:]]
		failed += subprocess.run(command, check=False).returncode != 0
	sys.exit(f"{failed} commands failed." if failed else 0)


if __name__ == "__main__":
	main()
