"""huf beside its peers over the same chunks, in one run; prints Markdown tables.

    python -m benchmarks.peers --chunks 100000 --collection FOLDER --collection FOLDER

A collection is a folder with ``corpus.jsonl`` (objects with a ``text``) and perhaps ``queries.jsonl``, or a folder
of text files. Without one the texts are made up.
"""

import argparse
import json
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.measure import machine
from benchmarks.peers import driver, make_texts, report
from benchmarks.peers.systems import SYSTEMS, System
from benchmarks.peers.texts import Texts

_TABLES = ("build", "keyword", "vector", "hybrid", "patch")
_PATCHES = 3


def main() -> None:
	"""Prepare, measure, and print the tables."""
	options = _options()
	with tempfile.TemporaryDirectory(prefix="huf-peers-") as name:
		root = (options.keep or Path(name)) / str(options.chunks)
		texts = make_texts.prepare(root / "texts", options.chunks, options.collection)
		systems = [system for system in SYSTEMS if _wanted(system, options)]
		if any(system.leg != "keyword" for system in systems):
			from benchmarks.peers import vectors

			vectors.prepare(texts)
		asked = min(options.questions, len(texts.queries()))
		print(f"{texts.count:,} chunks, {asked} questions. {machine()}.\n")
		results = _measure(systems, texts, root, options)
	if options.json:
		options.json.write_text(json.dumps(results, indent=1, default=asdict))


def _options() -> argparse.Namespace:
	parser = argparse.ArgumentParser(
		description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
	)
	parser.add_argument("--chunks", type=int, default=100_000)
	parser.add_argument("--collection", type=Path, action="append", default=[], help="may be repeated")
	parser.add_argument("--tables", default="build,keyword,vector,hybrid,patch", help="those to make")
	parser.add_argument("--systems", default="", help="only those whose names begin so, separated by commas")
	parser.add_argument("--questions", type=int, default=300, help="at most, for a quicker look")
	parser.add_argument("--rounds", type=int, default=1, help="how often all questions are asked")
	parser.add_argument(
		"--together", type=int, default=100, help="questions that a system is asked before the next one is"
	)
	parser.add_argument(
		"--most-seconds", type=float, default=600, help="a build that takes longer is left out"
	)
	parser.add_argument("--rebuild", action="store_true", help="make the indexes anew that --keep has")
	parser.add_argument("--keep", type=Path, help="folder for texts and indexes, to use them again")
	parser.add_argument("--json", type=Path, help="file for all numbers")
	options = parser.parse_args()
	options.tables = options.tables.split(",")
	if unknown := set(options.tables) - set(_TABLES):
		parser.error(f"no such table: {', '.join(unknown)}; there are {', '.join(_TABLES)}")
	return options


def _wanted(system: System, options: argparse.Namespace) -> bool:
	legs = {"keyword", "vector", "hybrid"} & set(options.tables) or {"keyword"}
	names = [name.strip() for name in options.systems.split(",") if name.strip()]
	return system.leg in legs and (not names or any(system.name.startswith(name) for name in names))


def _measure(systems: list[System], texts: Texts, root: Path, options: argparse.Namespace) -> dict[str, Any]:
	questions = texts.queries()[: options.questions]
	results: dict[str, Any] = {"machine": machine(), "chunks": texts.count, "questions": len(questions)}
	built, usable = _build(systems, texts, root, options)
	if "build" in options.tables:
		_print("Building", report.building(built, "naive FTS5"), results, "build", built)
	for leg, against, exact, agreement in (
		("keyword", "tantivy", "naive FTS5", "of the OR's ten"),
		("vector", "the matrix read once", "numpy, exact", "recall@10"),
		("hybrid", "", "", ""),
	):
		taking_part = [system for system in usable if system.leg == leg]
		if leg not in options.tables or not taking_part:
			continue
		answers = driver.ask(taking_part, texts, root, questions, options.rounds, options.together)
		_print(
			f"Searching, {leg}", report.searching(answers, against, exact, agreement), results, leg, answers
		)
		print(report.by_words(answers, questions) + "\n")
	own = next((system for system in usable if system.name == "huf"), None)
	if "patch" in options.tables and own:
		patches = [driver.patch(own, texts, root) for _ in range(_PATCHES)]
		lines = ", ".join(
			f"{told['seconds']:.1f} s ({told['cpu_seconds']:.1f} s of the processor, {told['peak_mb']:.0f} MB)"
			for told in patches
		)
		_print("One changed document", lines, results, "patch", patches)
	return results


def _build(
	systems: list[System], texts: Texts, root: Path, options: argparse.Namespace
) -> tuple[dict[str, dict[str, Any]], list[System]]:
	"""What each index took, and the systems that have one."""
	built: dict[str, dict[str, Any]] = {}
	usable = []
	done: set[str] = set()
	for system in systems:
		if texts.count > system.most_chunks:
			print(
				f"{system.name}: left out, its build would take too long beyond {system.most_chunks:,} chunks.\n"
			)
			continue
		try:
			told = driver.build(
				system, texts, root, options.most_seconds, options.rebuild and system.index not in done
			)
		except driver.TooSlow as error:
			print(f"{error}: left out.\n")
			continue
		if system.index not in done:
			built[system.name] = told
		done.add(system.index)
		usable.append(system)
	return built, usable


def _print(title: str, text: str, results: dict[str, Any], key: str, numbers: object) -> None:
	results[key] = {"machine": machine(), "numbers": numbers}
	print(f"**{title}** · {machine()}\n\n{text}\n", flush=True)


if __name__ == "__main__":
	main()
