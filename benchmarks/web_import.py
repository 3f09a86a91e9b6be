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
started = time.perf_counter()
from pathlib import Path
from huf.engine.search import SearchTarget, search
imported = time.perf_counter()
result = search([SearchTarget("benchmark", Path(sys.argv[1]))], "the first question")
assert not result.skipped, result.skipped
done = time.perf_counter()
new = set(sys.modules) - before
heavy = [name for name in sys.argv[2].split(",") if name in new]
print((imported - started) * 1000, (done - imported) * 1000, len(new), ",".join(heavy) or "none")
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
	for place, what in enumerate(("import huf.engine.search, ms", "open an index and search it, ms")):
		values = [float(run[place]) for run in runs]
		rows.append([what, f"{median(values):.0f}", f"{percentile(values, 95):.0f}"])
	rows.append(["modules imported", runs[0][2], ""])
	rows.append([f"of {', '.join(HEAVY)}", runs[0][3], ""])
	print(table(["", "median", "p95"], rows))
	if runs[0][3] != "none":
		sys.exit(f"A keyword search imported {runs[0][3]}.")


if __name__ == "__main__":
	main()
