"""Several processes read for one build: at once, in order, and whatever one of them does costs its input alone."""

import os
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from test_reader_process import FINE, FINE_TEXT, SMALL, NoScans, with_extractor

from huf.engine.builds import BuildSettings, plan_build, run_build
from huf.engine.content import Content
from huf.engine.errors import CorruptFile, InputError
from huf.engine.extractors import default_registry
from huf.engine.indexing import open_inputs
from huf.engine.reading import Reader, ReadingLimits, forked, open_reader, processes_of_build
from huf.engine.reading.here import ReaderHere
from huf.engine.reading.process import ReaderProcesses
from huf.engine.scans import PageText, Region
from huf.engine.types import Section, WantedInput

VERSION = 1
HANDBOOK = Path(__file__).parents[3] / "huf" / "demo" / "handbook"
PATIENT = ReadingLimits(seconds=60)
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a process of its own needs Linux")


def odd(number: int) -> Content:
	"""An input of the kind ``odd``, whose name is its number."""
	return Content(f"{number}.odd", data=b"\0odd")


def texts(reading: object) -> str:
	"""The whole text of what is being read."""
	return "".join(section.text for section in reading.items(NoScans()))  # type: ignore[attr-defined]


def appear(file: Path) -> None:
	"""Wait until ``file`` is there; whoever waits in vain says so after a minute, and does not hang."""
	until = time.monotonic() + 60
	while not file.exists():
		assert time.monotonic() < until, f"nobody has made {file.name}"
		time.sleep(0.001)


def test_they_read_at_once(tmp_path: Path) -> None:
	"""While one reads a long input, the others read all that follows it, as far as it was begun; what they say comes in its turn."""

	def waits(content: Content, notes: list[str]) -> Iterator[Section]:
		if content.name == "0.odd":
			appear(tmp_path / "5.odd")
		(tmp_path / content.name).touch()
		yield Section(f"{content.name}\n")

	with open_reader(with_extractor(waits), PATIENT, processes=2) as reader:
		# The process of the first input has the next but one as well, which it cannot read meanwhile.
		begun = [reader.sections(odd(number)) for number in range(6)]
		assert [texts(one) for one in begun] == [f"{number}.odd\n" for number in range(6)]
		assert len(reader._processes) == 2  # type: ignore[attr-defined]


def test_one_input_needs_one_process() -> None:
	"""No process is forked that has nothing to read."""
	with open_reader(processes=3) as reader:
		assert texts(reader.sections(FINE)) == texts(reader.sections(FINE)) == FINE_TEXT
		assert len(reader._processes) == 1  # type: ignore[attr-defined]


def test_what_they_say_early_is_bounded(tmp_path: Path) -> None:
	"""A process whose turn has not come waits once enough is kept of it, and goes on when it is asked for."""

	def talks(content: Content, notes: list[str]) -> Iterator[Section]:
		if content.name == "0.odd":
			appear(tmp_path / "begun")
		for number in range(200):
			yield Section(f"{content.name} {number} " + "word " * 2_000 + "\n")
			if content.name == "1.odd" and number == 20:
				(tmp_path / "begun").touch()

	with (
		patch.object(forked, "_MOST_HEARD", 1 << 16),
		open_reader(with_extractor(talks), PATIENT, processes=2) as reader,
	):
		begun = [reader.sections(odd(number)) for number in range(2)]
		first = begun[0].items(NoScans())
		next(first)
		assert isinstance(reader, ReaderProcesses)
		for _ in first:
			assert all(process._heard_bytes < 1 << 20 for process in reader._processes)
		assert [section.text.split()[1] for section in begun[1].items(NoScans())] == list(
			map(str, range(200))
		)


def test_one_that_dies_costs_the_others_nothing() -> None:
	"""Its input fails, what else it was given is read by another, and nothing comes out of its turn."""

	def dies(content: Content, notes: list[str]) -> Iterator[Section]:
		if content.name in ("1.odd", "2.odd"):
			os.abort()
		yield Section(f"{content.name}\n")

	with open_reader(with_extractor(dies), PATIENT, processes=2) as reader:
		begun = [reader.sections(odd(number)) for number in range(7)]
		for number, reading in enumerate(begun):
			if number in (1, 2):
				with pytest.raises(CorruptFile, match="SIGABRT"):
					texts(reading)
			else:
				assert texts(reading) == f"{number}.odd\n"


def test_a_scanned_page_waits_for_its_turn() -> None:
	"""Two processes ask for the text of a page; each is answered by whoever reads the scans of its own input."""

	def scanned(content: Content, notes: list[str]) -> Iterator[Section]:
		assert content.scans is not None
		yield Section(f"{content.name}: {content.scans.read(1).text}")

	class Page(NoScans):
		why_not = ""

		def __init__(self, text: str) -> None:
			self.text = text

		def read(self, page: int, region: Region | None = None) -> PageText:
			return PageText(self.text, 90.0)

	with open_reader(with_extractor(scanned), PATIENT, processes=2) as reader:
		begun = [reader.sections(odd(number)) for number in range(4)]
		for number, reading in enumerate(begun):
			said = [section.text for section in reading.items(Page(f"page of {number}\n"))]
			assert said == [f"{number}.odd: page of {number}\n"]


def _behaves(content: Content, notes: list[str]) -> Iterator[Section]:
	number = int(content.name.partition(".")[0])
	notes.append(f"Input {number}.")
	for part in range(number % 5):
		yield Section(f"{content.name} {part} " + "word " * (number % 7) * 1_000 + "\n")
	if number % 11 == 3:
		raise CorruptFile(f"Input {number} is broken.")


@pytest.mark.parametrize("seed", range(8))
def test_any_order_of_use(seed: int) -> None:
	"""Inputs that are read whole, left in the middle or never asked for: each of the others is what one process at hand makes of it."""
	chance = random.Random(seed)
	registry = with_extractor(_behaves)
	here = ReaderHere(registry, PATIENT)

	def outcome(reader: Reader, begun: object, content: Content) -> tuple[object, ...]:
		try:
			said = [section.text for section in begun.items(NoScans())]  # type: ignore[attr-defined]
		except InputError as error:
			return (str(error),)
		return begun.notes, begun.characters, *said  # type: ignore[attr-defined]

	with open_reader(registry, PATIENT, processes=chance.choice((1, 2, 3))) as reader:
		waiting: list[tuple[Content, object]] = []
		for number in range(40):
			content = FINE if chance.random() < 0.2 else odd(number)
			waiting.append((content, reader.sections(content)))
			while waiting and (len(waiting) > 6 or number == 39):
				content, reading = waiting.pop(0)
				if (dice := chance.random()) < 0.1:
					continue
				if dice < 0.2:
					items = reading.items(NoScans())  # type: ignore[attr-defined]
					try:
						next(items, None)
					except InputError:
						pass
					items.close()
					continue
				assert outcome(reader, reading, content) == outcome(here, here.sections(content), content)


def _wanted(names: list[str]) -> list[WantedInput]:
	contents = [Content(name, path=HANDBOOK / name) for name in names]
	return [
		WantedInput(content.name, content.sha256(), content.name, lambda content=content: content)
		for content in contents
	]


def test_a_build_is_the_same(tmp_path: Path) -> None:
	"""However many processes read for it: the same passages with the same numbers, and what became of each input."""
	names = sorted(path.name for path in HANDBOOK.iterdir() if path.is_file())
	settings = BuildSettings()

	def made(processes: int) -> tuple[object, ...]:
		import sqlite3

		result = run_build(
			tmp_path / str(processes),
			plan_build(_wanted(names), None, settings),
			settings,
			reading_processes=processes,
		)
		rows = sqlite3.connect(result.info.path / "index.sqlite3").execute(
			"SELECT id, input, ordinal, locator, body FROM chunks ORDER BY id"
		)
		postings = (result.info.path / "postings.bin").read_bytes()
		return rows.fetchall(), postings, [(one.key, one.status, one.message) for one in result.outcomes]

	assert made(3) == made(1)


def test_inputs_in_memory_are_not_all_opened_ahead() -> None:
	"""Large ones that are no files are opened one by one, files as many as the reader is glad of."""

	def opened_before_the_first_is_used(size: int) -> int:
		opened: list[str] = []

		def content(name: str) -> Content:
			opened.append(name)
			return Content(f"{name}.md", data=b"x" * size)

		wanted = [
			WantedInput(name, "", name, lambda name=name: content(name)) for name in map(str, range(20))
		]
		with open_reader(default_registry(), SMALL, processes=2) as reader:
			inputs = open_inputs(wanted, BuildSettings(), reader)
			next(inputs)
			return len(opened)

	assert opened_before_the_first_is_used(10) == 9
	assert opened_before_the_first_is_used(20 << 20) == 2


def test_how_many_read_for_a_build() -> None:
	"""As many as there are processors, at most four, or as many as somebody says."""
	cases: tuple[tuple[int, int, int], ...] = ((0, 1, 1), (0, 2, 2), (0, 64, 4), (9, 2, 9))
	for wanted, processors, found in cases:
		with patch("os.sched_getaffinity", lambda _, processors=processors: set(range(processors))):
			assert processes_of_build(wanted) == found
