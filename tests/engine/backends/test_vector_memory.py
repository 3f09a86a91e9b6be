"""A matrix is written, thinned out, checked and copied without ever being in memory as a whole."""

import subprocess
import sys
import textwrap
from pathlib import Path

SCRIPT = textwrap.dedent("""
	import re, sys
	from pathlib import Path
	import numpy as np
	from huf.engine.backends.hybrid.build_vectors import BuildVectors
	from huf.engine.backends.hybrid.vector_file import ROWS, VectorAppender, VectorFile
	from huf.engine.embedding.base import normalised

	def peak():
		# With the pages of mapped files. Not of getrusage, which has the peak of the process that started this one, too.
		return int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text()).group(1)) / 1024

	folder, count, dimension, at_once = Path(sys.argv[1]), 60_000, 1024, 1000
	rows = normalised(np.random.default_rng(1).standard_normal((at_once, dimension)).astype(np.float32))
	before, peaks = peak(), []
	writing = VectorAppender(folder)
	for first in range(1, count, at_once):
		writing.append(range(first, first + at_once), rows)
	size = (folder / ROWS).stat().st_size / (1 << 20)
	writing.finish(None, dimension)
	peaks.append(peak() - before)
	file = VectorFile(folder, dimension)
	file.check(range(1, count + 1))
	peaks.append(peak() - before)
	copied = sum(len(block) for _, block in BuildVectors([file], np.arange(1, count, 3), dimension).blocks())
	peaks.append(peak() - before)
	vectors = BuildVectors([file], np.zeros(0, dtype=np.int64), dimension)
	for first in range(1, count, 500):
		assert len(vectors.taken(range(first, first + 500))) == 500
	peaks.append(peak() - before)
	some = BuildVectors([file], np.arange(1, count, 3), dimension)
	mean = some.mean_row
	peaks.append(peak() - before)
	assert np.allclose(mean, sum(block.sum(axis=0) for _, block in some.blocks()) / 40_000, atol=1e-6)
	writing.finish(range(1, count + 1, 2), dimension)
	peaks.append(peak() - before)
	print(size, copied, len(VectorFile(folder, dimension).chunks), *peaks)
""")


def test_no_step_holds_the_matrix(tmp_path: Path) -> None:
	"""Of 234 MB the process has less than a fifth at once, mapped pages included."""
	done = subprocess.run([sys.executable, "-c", SCRIPT, str(tmp_path)], capture_output=True, text=True)
	assert done.returncode == 0, done.stderr
	size, copied, left, *peaks = map(float, done.stdout.split())
	assert size > 230 and copied == 40_000 and left == 30_000
	steps = ("written", "checked", "copied", "taken along", "averaged", "thinned out")
	told = ", ".join(f"{step} {peak:.0f} MB" for step, peak in zip(steps, peaks, strict=True))
	assert peaks[-1] < size / 5, told
