"""Peak memory of indexing one large text: fresh, and as a change on top of a build that holds it.

    python -m benchmarks.building.index_memory [MEGABYTES]

Each measurement runs in a process of its own; the limit is 500 MB for a text of 100 MB.
"""

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.peers.process import peak_mb

LIMIT_MB = 500
VOCABULARY = 200_000


def write_text(path: Path, megabytes: int) -> None:
	"""Lines of words with a natural spread: few are frequent, most are rare."""
	chance = random.Random(1)
	with path.open("w") as file:
		while file.tell() < megabytes * 1_000_000:
			ranks = (int(VOCABULARY ** chance.random()) for _ in range(12_000))
			words = [f"w{rank:x}" for rank in ranks]
			file.writelines(" ".join(words[n : n + 12]) + ".\n" for n in range(0, len(words), 12))


def index(root: Path, file: Path, base: Path | None) -> None:
	"""Index ``file``; prints the build's folder, chunks, seconds and the peak in MB."""
	from huf.engine.builds import plan_build, run_build
	from huf.engine.content import Content
	from huf.engine.indexing import BuildSettings
	from huf.engine.types import WantedInput

	settings = BuildSettings(max_chunks_per_input=0)
	content = Content(file.name, path=file)
	wanted = [WantedInput("big", content.sha256(), "big", lambda: content, force=True)]
	# So many unchanged inputs that the change counts as a small one, which is the costlier way.
	wanted += [
		WantedInput(f"small{n}", str(n), "small", lambda: Content.from_text("a few words")) for n in range(9)
	]
	started = time.perf_counter()
	info = run_build(root, plan_build(wanted, base, settings), settings).info
	print(info.path, info.chunks, f"{time.perf_counter() - started:.1f}", f"{peak_mb():.0f}")


def main() -> None:
	"""Run both measurements and say whether they keep the limit."""
	if len(sys.argv) > 2:
		index(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]) if len(sys.argv) > 3 else None)
		return
	megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 100
	with tempfile.TemporaryDirectory() as folder:
		file = Path(folder) / "big.txt"
		write_text(file, megabytes)
		base: list[str] = []
		over = False
		for name in ("fresh", "changed"):
			command = [
				sys.executable,
				"-m",
				"benchmarks.building.index_memory",
				f"{folder}/root",
				str(file),
				*base,
			]
			path, chunks, seconds, peak = subprocess.run(
				command, stdout=subprocess.PIPE, text=True, check=True
			).stdout.split()
			print(f"{name}: {megabytes} MB, {chunks} chunks, {seconds} s, peak {peak} MB")
			base, over = [path], over or float(peak) > LIMIT_MB
		sys.exit(f"over {LIMIT_MB} MB" if over else 0)


if __name__ == "__main__":
	main()
