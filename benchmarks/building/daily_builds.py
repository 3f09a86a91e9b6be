"""What it takes on the disk to keep the build of each day, as *Keep an Index of Each Day* does, while a source changes a little every day.

Each day a part of the documents changes in one update, and then its segments are put together as a site does at night. The last column is all
builds, that of each day; the one before it the last three, which are kept in any case. Files that builds share count once.
"""

import argparse
import tempfile
from dataclasses import replace
from pathlib import Path

from benchmarks.large_index import SETTINGS, wanted_inputs
from benchmarks.measure import machine, table
from huf.engine.builds import (
	added_bytes,
	list_builds,
	plan_build,
	prepare_merge,
	read_build_info,
	remove_build,
	run_build,
)
from huf.engine.content import Content
from huf.engine.types import WantedInput

_LAST = 3


def _changed(item: WantedInput, day: int) -> WantedInput:
	with item.open_content().open() as stream:
		text = stream.read() + f"\n\nOne more sentence, of day {day}.".encode()
	content = Content(f"{item.title}.txt", data=text)
	return replace(item, content_hash=content.sha256(), open_content=lambda: content)


def _merged(root: Path, live: Path) -> Path:
	"""The build with its segments put together; what it was before goes, as it says the same."""
	while True:
		with prepare_merge(root, live, thoroughly=True) as merge:
			info = merge.apply(live) if merge else None
		if info is None:
			return live
		remove_build(live)
		live = info.path


def measure(root: Path, chunks: int, days: int, count: int) -> list[str]:
	"""One row of the table; ``count`` documents change a day."""
	inputs = wanted_inputs(chunks)
	live = _merged(root, run_build(root, plan_build(inputs, None, SETTINGS), SETTINGS).info.path)
	kept = [live]
	for day in range(1, days + 1):
		for place in range(count):
			at = (day * count + place) % len(inputs)
			inputs[at] = _changed(inputs[at], day)
		live = _merged(root, run_build(root, plan_build(inputs, live, SETTINGS), SETTINGS).info.path)
		kept.append(live)
	assert sorted(path.name for path in kept) == list_builds(root)
	names = [path.name for path in kept]
	sizes = [sum(added_bytes(root, some).values()) for some in (names[-1:], names[-_LAST:], names[1:])]
	return [
		f"{read_build_info(live).chunks:,}",
		f"{days}",
		f"{count} of {len(inputs):,}",
		*(f"{size / 1e6:,.1f}" for size in sizes),
	]


def main() -> None:
	"""Print the table."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("--chunks", type=int, default=1_500)
	parser.add_argument("--days", type=int, default=30)
	options = parser.parse_args()
	rows = []
	for count in (1, 10):
		with tempfile.TemporaryDirectory() as folder:
			rows.append(measure(Path(folder), options.chunks, options.days, count))
	print(machine())
	print(
		table(
			["passages", "days", "documents changed a day", "live MB", "last three MB", "each day MB"], rows
		)
	)


if __name__ == "__main__":
	main()
