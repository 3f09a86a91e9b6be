"""How long a pack takes out of an index and into another: of words alone, and with vectors; whole, and what one change in a hundred is.

The index of each kind is made first and not counted. Then it is packed into one file, checked and installed into an empty folder; one document
of a hundred is changed, and the pack of that is made and installed upon the first.
"""

import argparse
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from benchmarks.large_index import SETTINGS, wanted_inputs
from benchmarks.measure import machine, table
from huf.engine.backends.hybrid.backend import KEY as HYBRID
from huf.engine.builds import new_build_id, plan_build, read_build_info, run_build
from huf.engine.content import Content
from huf.engine.embedding import embedder_for
from huf.engine.packs import PackAs, SigningKey, install_pack, make_pack, open_pack
from huf.engine.types import WantedInput
from huf.local.kinds import kinds_with

_AS = PackAs("00" * 8, "Benchmark")
_EVERY = 100


def _changed(item: WantedInput) -> WantedInput:
	with item.open_content().open() as stream:
		text = stream.read() + b"\n\nOne more sentence."
	content = Content(f"{item.title}.txt", data=text)
	return replace(item, content_hash=content.sha256(), open_content=lambda: content)


def measure(folder: Path, chunks: int, embedder: str) -> list[list[str]]:
	"""A row for the whole pack and one for the pack of changes."""
	settings = replace(SETTINGS, backend=HYBRID) if embedder else SETTINGS
	kinds = kinds_with(embedder_for(embedder) if embedder else None)
	key = SigningKey(SigningKey.new_pem())
	inputs = wanted_inputs(chunks)
	live = run_build(folder / "from", plan_build(inputs, None, settings), settings, kinds=kinds).info.path
	rows, there, before = [], None, None
	for name in ("whole", "changes"):
		file = folder / f"{name}.hufpack"
		if before is not None:
			inputs = [_changed(item) if place % _EVERY == 0 else item for place, item in enumerate(inputs)]
			plan = plan_build(inputs, live, settings, kinds=kinds)
			live = run_build(folder / "from", plan, settings, kinds=kinds).info.path
		began, processor = time.perf_counter(), time.process_time()
		if before is None:
			manifest = make_pack(live, file, key, _AS, kinds=kinds)
		else:
			with open_pack(before, lambda known: known == key.public, folder) as since:
				manifest = make_pack(live, file, key, _AS, since=since, kinds=kinds)
		out = time.perf_counter()
		with open_pack(file, lambda known: known == key.public, folder) as pack:
			checked = time.perf_counter()
			there = install_pack(pack, folder / "to", new_build_id(), base=there).info.path
		done, worked = time.perf_counter(), time.process_time() - processor
		info = read_build_info(there, kinds=kinds)
		seconds = [out - began, checked - out, done - checked, done - began, worked]
		rows.append(
			[
				f"{name}, {'vectors' if embedder else 'words'}",
				f"{manifest.passages:,} of {info.chunks:,}",
				f"{file.stat().st_size / 1e6:,.1f}",
				*(f"{each:.1f}" for each in seconds),
			]
		)
		before = file
	return rows


def main() -> None:
	"""Print the table."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("--chunks", type=int, default=100_000)
	parser.add_argument("--embedder", default="local", help="of the vectors; none leaves them out")
	options = parser.parse_args()
	rows = []
	for embedder in ("", options.embedder) if options.embedder != "none" else ("",):
		with tempfile.TemporaryDirectory() as folder:
			rows += measure(Path(folder), options.chunks, embedder)
	print(machine())
	print(table(["pack", "passages", "MB", "out s", "check s", "in s", "all s", "processor s"], rows))


if __name__ == "__main__":
	main()
