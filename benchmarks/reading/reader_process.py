"""What it costs to read inputs in a process of its own, and what it gains: beside reading them in the process at hand.

For each kind of input: the time of an input more in a process that is warm, by the clock and of all processors, the time to have a first one, and
a whole build of many, for which two processes may read as well. On a busy machine only the time of the processors says something.
"""

import argparse
import resource
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from unittest.mock import patch

from benchmarks.corpus import document
from benchmarks.measure import alternate, machine, median, table
from huf.engine.builds import BuildSettings, plan_build, run_build
from huf.engine.chunkers import ChunkSettings
from huf.engine.content import Content
from huf.engine.extractors import default_registry
from huf.engine.extractors.pictures.scanned import NOBODY_READS
from huf.engine.ocr import Ocr
from huf.engine.reading import Reader, ReadingLimits, open_reader
from huf.engine.reading.here import ReaderHere
from huf.engine.types import WantedInput

_HANDBOOK = Path(__file__).parents[2] / "huf" / "demo" / "handbook"
_FILES = {
	"html": "warranty-terms.html",
	"docx": "travel-policy.docx",
	"xlsx": "price-list.xlsx",
	"pdf": "supplier-contract.pdf",
}


@contextmanager
def _here(
	registry: object = None, limits: ReadingLimits | None = None, processes: int = 0
) -> Iterator[Reader]:
	yield ReaderHere(default_registry(), limits or ReadingLimits())


def _read(reader: Reader, contents: list[Content]) -> int:
	"""The passages of these inputs, each begun while the one before it is used."""
	passages = 0
	ahead = reader.chunks(contents[0], ChunkSettings())
	for number, content in enumerate(contents):
		now = ahead
		if number + 1 < len(contents):
			ahead = reader.chunks(contents[number + 1], ChunkSettings())
		with Ocr(off=NOBODY_READS).scans_of(content) as scans:
			passages += sum(1 for _ in now.items(scans))
	return passages


def _each(contents: list[Content], rounds: int) -> tuple[float, float, float]:
	"""Milliseconds of an input here and there, and of the first one there, started anew."""

	def first() -> None:
		with open_reader() as reader:
			_read(reader, contents[:1])

	with open_reader() as there, _here() as here:
		_read(there, contents[:1])
		_read(here, contents[:1])
		times = alternate(
			{"here": lambda: _read(here, contents), "there": lambda: _read(there, contents), "first": first},
			rounds,
		)
	return (
		median(times["here"]) * 1000 / len(contents),
		median(times["there"]) * 1000 / len(contents),
		median(times["first"]) * 1000,
	)


def _processor(contents: list[Content], opened: Callable[..., AbstractContextManager[Reader]]) -> float:
	"""Milliseconds of the processors for each input, in all processes, the beginning and the end of a reader's included."""

	def spent() -> float:
		usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
		return sum(one.ru_utime + one.ru_stime for one in usage)

	before = spent()
	with opened() as reader:
		_read(reader, contents)
	return (spent() - before) * 1000 / len(contents)


def _build(wanted: list[WantedInput], opened: Callable[..., object], processes: int = 1) -> None:
	settings = BuildSettings()
	folder = Path(tempfile.mkdtemp(prefix="huf-bench-"))
	try:
		with patch("huf.engine.builds.making.open_reader", opened):
			plan = plan_build(wanted, None, settings)
			run_build(folder, plan, settings, reading_processes=processes)
	finally:
		shutil.rmtree(folder)


def _wanted(contents: list[Content]) -> list[WantedInput]:
	return [
		WantedInput(str(number), str(number), content.name, lambda content=content: content)
		for number, content in enumerate(contents)
	]


def main() -> None:
	"""Print both tables."""
	parser = argparse.ArgumentParser(description=__doc__)
	parser.add_argument("--inputs", type=int, default=50, help="of each kind")
	parser.add_argument("--rounds", type=int, default=5)
	options = parser.parse_args()
	print(machine(), "\n")
	rows = []
	everything: list[Content] = []
	texts = [Content("a.txt", data=document(number, 3_000).encode()) for number in range(options.inputs)]
	files = {kind: [Content(name, path=_HANDBOOK / name)] * options.inputs for kind, name in _FILES.items()}
	for kind, contents in {"txt": texts, **files}.items():
		everything += contents
		here, there, first = _each(contents, options.rounds)
		more = median(
			[_processor(contents, open_reader) - _processor(contents, _here) for _ in range(options.rounds)]
		)
		rows.append(
			(kind, f"{here:.2f}", f"{there:.2f}", f"{there - here:+.2f}", f"{more:+.2f}", f"{first:.1f}")
		)
	columns = ("input", "here, ms", "process, ms", "more", "more, ms of processors", "a first one, ms")
	print(table(columns, rows), "\n")
	long = [Content("a.txt", data=document(number, 20_000).encode()) for number in range(options.inputs * 4)]
	builds = []
	slow = [content for kind in ("docx", "pdf", "xlsx") for content in files[kind]]
	for name, contents in (("texts", long), ("mixed files", everything), ("Word, PDF, workbooks", slow)):
		wanted = _wanted(contents)
		times = alternate(
			{
				"here": lambda wanted=wanted: _build(wanted, _here),
				"there": lambda wanted=wanted: _build(wanted, open_reader),
				"two": lambda wanted=wanted: _build(wanted, open_reader, 2),
			},
			options.rounds,
		)
		here, there, two = (median(times[way]) for way in ("here", "there", "two"))
		row = (here, there, there / here, two, two / there)
		builds.append((f"{name}, {len(wanted)}", *(f"{value:.2f}" for value in row)))
	print(table(("build", "here, s", "process, s", "÷ here", "two processes, s", "÷ one"), builds))


if __name__ == "__main__":
	main()
