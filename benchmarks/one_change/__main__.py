"""What one changed document costs until it is found, in an index of any size, beside tantivy's commit of the same change.

A change is read, cut, counted, written, checked, flushed and published, and searched for; then the next one. Putting segments together
is a job beside updates, as on a site, and a row of its own. In the end the build is searched beside the same as one segment, and beside tantivy, which had the
same changes. Peers get the finished passages in memory. What building the index took, and what a process that searches it does, is said besides.
"""

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.measure import machine, median, percentile, table
from benchmarks.one_change import by_huf, by_tantivy
from benchmarks.one_change.costs import Built, Costs, size_mb
from benchmarks.one_change.documents import PASSAGES, Documents

Asked = dict[str, Callable[[str], object]]
_BUILDS = (
	"",
	"passages",
	"s of the processor",
	"s on the wall",
	"peak MB",
	"size MB",
	"MB of a process that searches",
)
_CHANGES = ("", "processor", "p95", "most", "wall", "p95", "most")


def main() -> None:
	"""Measure, and print the tables."""
	options = _options()
	documents = Documents(options.documents, options.short)
	print(f"{documents.count:,} documents of {PASSAGES} passages, {options.changes} changes. {machine()}.")
	print(
		f"Making up the texts takes {documents.seconds_to_make_up():.0f} s of the processor in each build.\n"
	)
	# Beside what is kept, so that it can be shared by links.
	with tempfile.TemporaryDirectory(prefix="huf-benchmark-", dir=options.keep) as name:
		for backend in options.backends:
			_measure(Path(name), documents, backend, options)


def _options() -> argparse.Namespace:
	parser = argparse.ArgumentParser(
		description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
	)
	parser.add_argument("--documents", type=int, default=5000, help=f"of {PASSAGES} passages each")
	parser.add_argument(
		"--short",
		action="store_true",
		help="passages of 500 characters, as in benchmarks.peers, and not of 2,000",
	)
	parser.add_argument("--changes", type=int, default=100)
	parser.add_argument("--backends", nargs="*", default=["sqlite_fts", by_huf.HYBRID])
	parser.add_argument("--keep", type=Path, help="a folder for indexes, which are made once and stay")
	parser.add_argument("--rounds", type=int, default=3, help="of searches after all changes")
	parser.add_argument(
		"--not-put-together",
		action="store_true",
		help="search beside the index before the changes, and not beside the same as one segment",
	)
	return parser.parse_args()


def _measure(folder: Path, documents: Documents, backend: str, options: argparse.Namespace) -> None:
	"""Print what is to be said of one kind of index, as soon as it is known: an index of millions takes an hour."""
	root = folder / backend
	root.mkdir()
	told = by_huf.change(root, documents, options.changes, backend, options.keep)
	own = f"huf, {backend}"
	changes = [told.changing.row(own)]
	if told.merging.wall:
		changes.append(told.merging.row(f"{own}: its {len(told.merging.wall)} merges, beside it"))
	searching = by_huf.searching_mb(told.base.path, backend)
	build = _build_row(own, told.base.chunks, told.made, size_mb(told.base.path), f"{searching:.0f}")
	_show(build, changes)
	print(f"{told.kept_times:.2f} times the room of one build for the last three.\n", flush=True)
	asked: Asked = {f"{own}, {told.segments} segments": by_huf.asker(told.last.path, backend)}
	if options.not_put_together:
		against, other = f"{own}, before the changes", told.base.path
	else:
		against, other = f"{own}, as one segment", by_huf.put_together(root, told.last.path)
	asked[against] = by_huf.asker(other, backend)
	if backend == by_huf.KEYWORD:
		_add_tantivy(folder, documents, options.changes, asked)
	print(f"{_searches(asked, against, options.rounds)}\n\n{machine()}\n", flush=True)


def _add_tantivy(folder: Path, documents: Documents, changes: int, asked: Asked) -> None:
	root = folder / "tantivy"
	root.mkdir()
	try:
		made, costs, ask = by_tantivy.change(root, documents, changes)
	except ImportError:
		print("tantivy is not installed; without it there is no peer.\n")
		return
	build = _build_row("tantivy", documents.count * PASSAGES, made, size_mb(root), "–")
	_show(build, [costs.row("tantivy, commit and reload")])
	asked["tantivy, after the changes"] = ask


def _show(build: list[str], changes: list[list[str]]) -> None:
	print(
		f"{table(_BUILDS, [build])}\n\nMilliseconds of a change:\n\n{table(_CHANGES, changes)}\n", flush=True
	)


def _build_row(name: str, passages: int, made: Built | None, size: float, searching: str) -> list[str]:
	took = [f"{made.processor:.0f}", f"{made.seconds:.0f}", f"{made.peak_mb:.0f}"] if made else ["–"] * 3
	return [name, f"{passages:,}", *took, f"{size:,.0f}", searching]


def _searches(asked: Asked, against: str, rounds: int) -> str:
	"""Milliseconds of the processor of each question, asked in turn of each; of each question its quickest."""
	questions = by_huf.questions()
	best: dict[str, list[float]] = {name: [float("inf")] * len(questions) for name in asked}
	for _ in range(rounds):
		for number, question in enumerate(questions):
			for name, ask in asked.items():
				costs = Costs()
				with costs.measured():
					ask(question)
				best[name][number] = min(best[name][number], 1000 * costs.processor[0])
	base = median(best[against])
	rows = [
		[name, f"{median(times):.2f}", f"{percentile(times, 95):.2f}", f"{median(times) / base:.2f}"]
		for name, times in best.items()
	]
	return table(["search, ms of the processor", "median", "p95", f"median ÷ {against}"], rows)


if __name__ == "__main__":
	main()
