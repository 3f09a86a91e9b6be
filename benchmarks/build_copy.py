"""What one changed input costs when it is added to a large build, and where the time goes.

Every change makes a new build that starts as a copy of the live one, so part of its cost grows with the index
and not with the change. The steps are those that a build reports.
"""

import argparse
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from benchmarks import large_index
from benchmarks.measure import machine, median, table
from huf.engine.builds import plan_build, read_build_info, remove_build, run_build
from huf.engine.types import Progress

STEPS = {
	"index": "copy the live build, index the change",
	"finish": "complete the index",
	"verify": "check what changed, write checksums",
	"publish": "flush and rename",
}


class _Clock:
	"""Seconds between the reports of a build, by the step that ended."""

	def __init__(self) -> None:
		self.seconds: dict[str, float] = defaultdict(float)
		self._step, self._since = "index", time.perf_counter()

	def report(self, progress: Progress) -> None:
		"""What ``run_build`` calls. The first step is reported again when its input is done, the others begin."""
		now = time.perf_counter()
		self.seconds[self._step] += now - self._since
		self._step, self._since = "index" if progress.step == "copy" else progress.step, now

	def end(self) -> None:
		"""The last step is over."""
		self.seconds[self._step] += time.perf_counter() - self._since


def patch_times(
	base: Path, chunks: int, rounds: int, after: Callable[[Path], None]
) -> dict[str, list[float]]:
	"""Seconds of each step, and of planning, for a build in which one input is new; one entry each round."""
	wanted = large_index.wanted_inputs(chunks)
	times: dict[str, list[float]] = defaultdict(list)
	for number in range(rounds):
		changed = wanted[number]
		wanted[number] = replace(changed, content_hash=f"changed {number}", force=True)
		started = time.perf_counter()
		plan = plan_build(wanted, base, large_index.SETTINGS)
		times["plan"].append(time.perf_counter() - started)
		assert len(plan.index) == 1
		clock = _Clock()
		result = run_build(base.parent, plan, large_index.SETTINGS, progress=clock.report)
		clock.end()
		wanted[number] = changed
		after(result.info.path)
		for step in STEPS:
			times[step].append(clock.seconds[step])
	return times


def main() -> None:
	"""Measure, and print a table."""
	parser = argparse.ArgumentParser(
		description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
	)
	parser.add_argument("--chunks", type=int, nargs="+", default=[25_000, 100_000])
	parser.add_argument("--rounds", type=int, default=3)
	parser.add_argument("--keep", type=Path, help="folder for the indexes, to use them again")
	options = parser.parse_args()
	columns, sizes = [], []
	with tempfile.TemporaryDirectory(prefix="huf-benchmark-") as name:
		root = options.keep or Path(name)
		for chunks in options.chunks:
			base = large_index.build(root, chunks)
			sizes.append(read_build_info(base).bytes)
			columns.append(patch_times(base, chunks, options.rounds, remove_build))
	_report(options.chunks, sizes, columns)


def _report(chunks: list[int], sizes: list[int], columns: list[dict[str, list[float]]]) -> None:
	head = [
		"seconds",
		*(f"{count:,} chunks ({size / 1e6:.0f} MB)" for count, size in zip(chunks, sizes, strict=True)),
	]
	names = {"plan": "compare with what is wanted", **STEPS}
	rows = [[words, *(f"{median(column[step]):.2f}" for column in columns)] for step, words in names.items()]
	totals = [sum(median(values) for values in column.values()) for column in columns]
	rows.append(["**all**", *(f"**{total:.2f}**" for total in totals)])
	million = totals[-1] * 1_000_000 / chunks[-1]
	print(f"One changed input. {machine()}.\n")
	print(table(head, rows))
	print(f"\nIf every step grows with the index, 1,000,000 chunks take {million:.0f} s.")


if __name__ == "__main__":
	main()
