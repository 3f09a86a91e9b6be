"""What a pack of changes weighs as huf makes it, by input, and what the segments would weigh that the other side lacks.

An index is made and packed whole. Then some of its documents change, a few at a time, as on a site: each time is a build, and segments are put together
as they are there. At the end the pack of all that changed is made, and beside it an archive of those files of the index that the first build does
not have, packed with the same compression. Bytes alone are measured; the vectors are those of a fake model, of the usual length.
"""

import argparse
import os
import tempfile
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.large_index import SETTINGS, wanted_inputs
from benchmarks.measure import table
from huf.engine.backends.base import Backend
from huf.engine.backends.hybrid.backend import KEY as HYBRID
from huf.engine.builds import BuildSettings, plan_build, run_build
from huf.engine.content import Content
from huf.engine.embedding.base import Kind, Vectors, normalised
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.packs import PackAs, SigningKey, make_pack, open_pack
from huf.engine.registry import Registry
from huf.engine.types import WantedInput
from huf.local.kinds import kinds_with

_AS = PackAs("00" * 8, "Benchmark")
_DIMENSION = 384
_LEVEL = 3
"""Of deflate, as packs have it."""


class _RandomEmbedder(FakeEmbedder):
	"""A direction for each text: as hard to compress as those of a model, and made in no time."""

	def embed(self, texts: Sequence[str], kind: Kind = "document") -> Vectors:
		return normalised(np.stack([self._direction(text) for text in texts]))


def _changed(item: WantedInput, number: int) -> WantedInput:
	with item.open_content().open() as stream:
		text = stream.read() + f"\n\nSentence {number} of a change.".encode()
	content = Content(f"{item.title}.txt", data=text)
	return replace(item, content_hash=content.sha256(), open_content=lambda: content)


def _of_segments(live: Path, first: Path, target: Path) -> tuple[int, int]:
	"""Bytes of the files of a build that another one does not share, compressed; and how many folders they lie in."""
	known = {os.stat(path).st_ino for path in first.rglob("*") if path.is_file()}
	new = [path for path in sorted(live.rglob("*")) if path.is_file() and os.stat(path).st_ino not in known]
	with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL) as packed:
		for path in new:
			packed.write(path, path.relative_to(live).as_posix())
	return target.stat().st_size, len({path.parent for path in new} - {live})


def measure(
	folder: Path, inputs: Sequence[WantedInput], steps: Sequence[tuple[int, int]], vectors: bool
) -> list[list[str]]:
	"""A row for each pair of changes and how many come at a time.

	Args:
		inputs: of the index.
		steps: each begins from the first build.
		vectors: whether passages have them.
	"""
	settings: BuildSettings = replace(SETTINGS, backend=HYBRID) if vectors else SETTINGS
	kinds: Registry[Backend] = kinds_with(_RandomEmbedder(dimension=_DIMENSION) if vectors else None)
	key = SigningKey(SigningKey.new_pem())
	first = run_build(folder / "from", plan_build(inputs, None, settings), settings, kinds=kinds).info.path
	whole = folder / "whole.hufpack"
	make_pack(first, whole, key, _AS, kinds=kinds)
	rows = []
	for changes, at_once in steps:
		now, live = list(inputs), first
		for begin in range(0, changes, at_once):
			for number in range(begin, min(begin + at_once, changes)):
				place = number * 7919 % len(now)
				now[place] = _changed(now[place], number)
			plan = plan_build(now, live, settings, kinds=kinds)
			live = run_build(folder / "from", plan, settings, kinds=kinds).info.path
		file = folder / "changes.hufpack"
		with open_pack(whole, lambda known: known == key.public, folder) as since:
			manifest = make_pack(live, file, key, _AS, since=since, kinds=kinds)
		segments, folders = _of_segments(live, first, folder / "segments.zip")
		rows.append(
			[
				"words and vectors" if vectors else "words",
				f"{changes:,} by {at_once}",
				f"{manifest.inputs:,}",
				*(f"{size / 1e6:.2f}" for size in (whole.stat().st_size, file.stat().st_size, segments)),
				f"{folders}",
			]
		)
	return rows


def main() -> None:
	"""Print the table."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("--chunks", type=int, default=20_000)
	parser.add_argument("--changes", default="1:1,100:10,1000:50", help="how many, and how many at a time")
	options = parser.parse_args()
	steps = [
		(int(many), int(once)) for many, once in (step.split(":") for step in options.changes.split(","))
	]
	inputs, rows = wanted_inputs(options.chunks), []
	for vectors in (False, True):
		with tempfile.TemporaryDirectory() as folder:
			rows += measure(Path(folder), inputs, steps, vectors)
	print(f"{len(inputs):,} documents of about {options.chunks:,} passages")
	print(
		table(
			[
				"index",
				"changes",
				"inputs changed",
				"whole MB",
				"by input MB",
				"by segment MB",
				"new segments",
			],
			rows,
		)
	)


if __name__ == "__main__":
	main()
