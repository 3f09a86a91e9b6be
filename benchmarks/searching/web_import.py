"""What a web worker imports for its first keyword search, and how long that takes. Nothing but the engine's needs."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import large_index
from benchmarks.measure import machine, median, percentile, table

HEAVY = ("litellm", "llama_index", "openai", "tiktoken", "pypdf", "docx", "pptx", "openpyxl", "lxml")
# Runs in a fresh interpreter, which has imported nothing yet.
_CHILD = """
import sys, time
before = set(sys.modules)
def now():
	return time.perf_counter() * 1000, time.process_time() * 1000
started = now()
import numpy
numpy_imported = now()
from pathlib import Path
from huf.engine.search import Request, SearchTarget, search
imported = now()
result = search([SearchTarget("benchmark", Path(sys.argv[1]))], Request("the first question"))
assert not result.skipped, result.skipped
done = now()
new = set(sys.modules) - before
heavy = [name for name in sys.argv[2].split(",") if name in new]
steps = started, numpy_imported, imported, done
times = [after[clock] - before[clock] for before, after in zip(steps, steps[1:]) for clock in (0, 1)]
print(*times, len(new), ",".join(heavy) or "none")
"""


def main() -> None:
	"""Measure, print a table, and fail if a search imports a heavy library."""
	parser = argparse.ArgumentParser(description=__doc__)
	parser.add_argument("--rounds", type=int, default=9)
	options = parser.parse_args()
	with tempfile.TemporaryDirectory(prefix="huf-benchmark-") as name:
		build = large_index.build(Path(name), 200)
		command = [sys.executable, "-c", _CHILD, str(build), ",".join(HEAVY)]
		runs = [
			subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
			for _ in range(options.rounds)
		]
	print(f"{options.rounds} fresh interpreters. {machine()}.\n")
	rows = []
	steps = ("import numpy", "import huf.engine.search besides", "open an index and search it")
	for place, what in enumerate(steps):
		wall, processor = ([float(run[2 * place + clock]) for run in runs] for clock in (0, 1))
		rows.append(
			[what, *(f"{value:.0f}" for value in (median(wall), percentile(wall, 95), median(processor)))]
		)
	modules, heavy = runs[0][-2:]
	rows.append(["modules imported", modules, "", ""])
	rows.append([f"of {', '.join(HEAVY)}", heavy, "", ""])
	print(table(["", "ms, median", "p95", "processor ms, median"], rows))
	if heavy != "none":
		sys.exit(f"A keyword search imported {heavy}.")


if __name__ == "__main__":
	main()
