"""Memory does not grow with the size of an input."""

import subprocess
import sys
import textwrap
from pathlib import Path

SCRIPT = textwrap.dedent("""
	import re, sys
	from pathlib import Path
	from huf.engine.builds import plan_build, run_build
	from huf.engine.chunkers import ChunkSettings
	from huf.engine.content import Content
	from huf.engine.indexing import BuildSettings
	from huf.engine.types import WantedInput

	def peak():
		# Not ru_maxrss: a child process inherits that of the process that started it.
		return int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text()).group(1)) / 1024

	root, file = Path(sys.argv[1]), Path(sys.argv[2])
	settings = BuildSettings(ChunkSettings(), max_chunks_per_input=0)
	content = Content(file.name, path=file)
	small = WantedInput("small", "0", "small", lambda: Content.from_text("a few words"))
	base = run_build(root, plan_build([small], None, settings), settings).info.path
	before = peak()
	big = WantedInput("big", content.sha256(), "big", lambda: content)
	info = run_build(root, plan_build([small, big], base, settings), settings).info
	print(info.chunks, peak() - before)
""")


def test_ten_megabytes_are_streamed(tmp_path: Path) -> None:
	"""Indexing a text of 10 MB takes less than 160 MB more than indexing a few words."""
	file = tmp_path / "big.txt"
	with file.open("w") as stream:
		for number in range(100_000):
			stream.write(
				f"Line {number} names part SKU-{number * 7 % 99_991:05} and word{number % 5003} in a long sentence. \n"[
					:105
				]
			)
			stream.write("and some more words to come to a hundred\n")
	done = subprocess.run(
		[sys.executable, "-c", SCRIPT, str(tmp_path / "root"), str(file)], capture_output=True, text=True
	)
	assert done.returncode == 0, done.stderr
	chunks, grown = map(float, done.stdout.split())
	assert chunks > 3000 and file.stat().st_size > 9_000_000
	# Half of it are 200,000 distinct terms, a quarter FTS5's buffer, which fills while they are counted.
	assert grown < 160, f"{grown:.0f} MB"
