"""Inputs are read in a process of its own: what it gives, what its limits end, and that nothing of it is left."""

import io
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from test_extract_office import saved, word_file, workbook

from benchmarks.reading.hostile_files import SMALL as SMALL_FILES
from huf.engine.builds import BuildSettings, plan_build, run_build
from huf.engine.chunkers import ChunkSettings
from huf.engine.content import Content
from huf.engine.errors import (
	BuildCancelled,
	CorruptFile,
	HufError,
	InputError,
	NoText,
	OverLimit,
	ScanWaiting,
	SettingsError,
)
from huf.engine.extractors import Extractor, default_registry
from huf.engine.extractors.properties import tell
from huf.engine.extractors.unread import Unread
from huf.engine.reading import Reader, ReadingLimits, open_reader
from huf.engine.reading.here import ReaderHere
from huf.engine.reading.limits import MOST_BYTES
from huf.engine.reading.process import ReaderProcesses
from huf.engine.registry import Registry
from huf.engine.scans import PageText, Region
from huf.engine.types import Locator, Section, WantedInput

VERSION = 1
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a process of its own needs Linux")
CHUNKS = ChunkSettings(size=100, overlap=10)
SMALL = ReadingLimits(seconds=1, memory_mb=60, characters=200_000)


class NoScans:
	"""Nobody reads scans."""

	why_not = "Scans are not read."

	def leave(self, page: int) -> None:
		"""Not asked by these inputs."""

	def read(self, page: int, region: Region | None = None) -> PageText:
		"""Not to be called."""
		raise AssertionError


def text_of(reader: Reader, content: Content) -> str:
	"""The whole text of an input."""
	return "".join(section.text for section in reader.sections(content).items(NoScans()))


def with_extractor(extractor: Callable[[Content, list[str]], Iterator[Section]]) -> Registry[Extractor]:
	"""huf's extractors, and one for the ending ``odd``."""
	registry = default_registry()
	registry.register("odd", extractor)
	return registry


ODD = Content("a.odd", data=b"\0odd")
FINE_TEXT = "It is fine.\n"
FINE = Content("fine.md", data=FINE_TEXT.encode())


@pytest.mark.parametrize(
	("name", "data"),
	[
		("a.txt", b"First line.\nSecond line.\n" * 4000),
		("a.docx", word_file()),
		("a.xlsx", saved(workbook().save)),
		("a.html", b"<h1>Title</h1><p>Text</p><table><tr><th>A</th></tr><tr><td>1</td></tr></table>"),
		("a.eml", b"From: a@example.com\nSubject: Hello\nDate: Mon, 2 Mar 2026 10:00:00 +0100\n\nText\n"),
	],
)
def test_it_reads_as_the_process_at_hand_does(name: str, data: bytes) -> None:
	"""Sections, chunks, notes, extractors, properties and counts are those of the same reading without a process."""
	content = Content(name, data=data)
	here = ReaderHere(default_registry(), ReadingLimits())
	with open_reader() as reader:
		assert isinstance(reader, ReaderProcesses)
		for begin in (
			lambda by: by.sections(content),
			lambda by: by.chunks(content, CHUNKS),
			lambda by: by.chunks(content, CHUNKS, 1),
		):
			there, own = begin(reader), begin(here)
			assert list(there.items(NoScans())) == list(own.items(NoScans()))
			for attribute in ("notes", "asked", "properties", "characters", "is_cut"):
				assert getattr(there, attribute) == getattr(own, attribute), attribute


def test_what_is_known_of_an_input_comes_through() -> None:
	"""Its name, its declared type and where it was fetched from are the same in the process; the rest of a Content is of each process."""

	def odd(content: Content, notes: list[str]) -> Iterator[Section]:
		yield Section(
			f"{content.name} {content.media_type} {content.fetched_from} {content.size} {content.head(2)!r}"
		)

	content = Content("a.odd", data=b"\0odd", media_type="a/b", fetched_from="https://example.com/")
	with open_reader(with_extractor(odd)) as reader:
		assert text_of(reader, content) == "a.odd a/b https://example.com/ 4 b'\\x00o'"
	own = {"path", "data", "opener", "scans", "read_inside", "properties", "loading"}
	assert {field.name for field in fields(Content)} - own == {"name", "media_type", "fetched_from"}


def test_what_is_said_of_an_input_comes_through() -> None:
	"""Notes of both kinds, properties, and text with signs that JSON and UTF-8 make trouble of."""

	def odd(content: Content, notes: list[str]) -> Iterator[Section]:
		tell(content, author="Ada")
		notes.append(Unread("A part \ud800 is not read."))
		notes.append("A guess.")
		yield Section("text \u2028 and 𝄞\n", Locator(part="x", rows=(1, 1)), "table", "head", "freely")

	with open_reader(with_extractor(odd)) as reader:
		reading = reader.sections(ODD)
		(section,) = reading.items(NoScans())
	assert section == Section(
		"text \u2028 and 𝄞\n", Locator(part="x", rows=(1, 1)), "table", "head", "freely"
	)
	assert reading.notes == ["A part \ud800 is not read.", "A guess."]
	assert [isinstance(note, Unread) for note in reading.notes] == [True, False]
	assert reading.properties == {"document_author": "Ada"}


def _loops(content: Content, notes: list[str]) -> Iterator[Section]:
	yield Section("begun\n")
	while True:
		pass


def _allocates(content: Content, notes: list[str]) -> Iterator[Section]:
	held = [bytearray(1 << 20) for _ in range(1000)]
	yield Section(f"{len(held)}\n")


def _allocates_and_is_wrong_about_it(content: Content, notes: list[str]) -> Iterator[Section]:
	held = []
	try:
		while len(held) < 1000:
			held.append(bytearray(1 << 20))
	except MemoryError:
		raise ValueError("unknown error (<string>, line 0)") from None
	yield Section("all of it\n")


def _talks(content: Content, notes: list[str]) -> Iterator[Section]:
	while True:
		yield Section("word " * 1000)


def _yields_specks(content: Content, notes: list[str]) -> Iterator[Section]:
	while True:
		yield Section("x\n")


def _crashes(content: Content, notes: list[str]) -> Iterator[Section]:
	yield Section("begun\n")
	os.kill(os.getpid(), signal.SIGSEGV)


def _lies(content: Content, notes: list[str]) -> Iterator[Section]:
	# What a process that a file has taken over may send.
	for number in range(3, 4096):
		try:
			os.write(number, b"\0\0\0\x02no" * 50)
		except OSError:
			continue
	yield Section("text\n")


@pytest.mark.parametrize(
	("extractor", "kind", "reason"),
	[
		(_loops, OverLimit, "more than 1 seconds of the processor"),
		(_allocates, OverLimit, "more than 60 MB of memory"),
		(_allocates_and_is_wrong_about_it, OverLimit, "more than 60 MB of memory"),
		(_talks, OverLimit, "more than 200,000 characters of text"),
		(_yields_specks, OverLimit, "more than 200,000 characters of text"),
		(_crashes, CorruptFile, "SIGSEGV"),
		(_lies, CorruptFile, "crashed"),
	],
)
def test_what_a_file_does_costs_that_file(
	extractor: Callable[[Content, list[str]], Iterator[Section]], kind: type[InputError], reason: str
) -> None:
	"""A loop, a bomb, endless text, a crash or nonsense ends the input with a reason that names it; the next ones are read."""
	with open_reader(with_extractor(extractor), SMALL) as reader:
		bad, good = reader.sections(ODD), reader.sections(FINE)
		with pytest.raises(kind, match=reason) as raised:
			list(bad.items(NoScans()))
		assert not raised.value.retryable and bad.asked == {"odd"}
		assert [section.text for section in good.items(NoScans())] == [FINE_TEXT]
		assert text_of(reader, FINE) == FINE_TEXT


def test_a_reader_that_dies_of_something_else(tmp_path: Path) -> None:
	"""A fork may die of what the process around it does. Its input is read by a fresh one, once, and all others as ever."""
	tries = tmp_path / "tries"

	def dies(content: Content, notes: list[str]) -> Iterator[Section]:
		with tries.open("a") as file:
			file.write(content.name + "\n")
		times = tries.read_text().splitlines().count(content.name)
		notes.append(f"Try {times}.")
		if times == 1 or content.name == "never.odd":
			os.abort()
		yield Section(f"{content.name}\n")

	with open_reader(with_extractor(dies), SMALL) as reader:
		begun = [reader.sections(Content(name, data=b"x")) for name in ("a.odd", "never.odd", "b.odd")]
		fine = reader.sections(FINE)
		assert [section.text for section in begun[0].items(NoScans())] == ["a.odd\n"]
		assert begun[0].notes == ["Try 2."] and begun[0].asked == {"odd"}
		with pytest.raises(CorruptFile, match="SIGABRT"):
			list(begun[1].items(NoScans()))
		assert [section.text for section in begun[2].items(NoScans())] == ["b.odd\n"]
		assert [section.text for section in fine.items(NoScans())] == [FINE_TEXT]
	assert sorted(tries.read_text().split()) == ["a.odd"] * 2 + ["b.odd"] * 2 + ["never.odd"] * 2


def test_what_was_given_out_is_not_read_again() -> None:
	"""A crash behind text that somebody has is told at once; that text stays theirs."""

	def late(content: Content, notes: list[str]) -> Iterator[Section]:
		yield Section("word " * 20_000)
		yield Section("more\n")
		os.abort()

	with open_reader(with_extractor(late), SMALL) as reader:
		items = reader.sections(ODD).items(NoScans())
		assert next(items).text.startswith("word")
		with pytest.raises(CorruptFile, match="SIGABRT"):
			list(items)
		assert text_of(reader, FINE) == FINE_TEXT


def test_an_idle_reader_that_is_gone() -> None:
	"""One that somebody ends between two inputs costs neither."""
	with open_reader(default_registry(), SMALL) as reader:
		assert text_of(reader, FINE) == FINE_TEXT
		assert isinstance(reader, ReaderProcesses) and reader._processes
		os.kill(reader._processes[0]._pid, signal.SIGTERM)
		assert text_of(reader, FINE) == FINE_TEXT


def test_text_earns_time() -> None:
	"""A long document that goes on giving text is read to its end, beyond the seconds of one that gives none."""

	def slow(content: Content, notes: list[str]) -> Iterator[Section]:
		for _ in range(4):
			until = time.process_time() + 0.7
			while time.process_time() < until:
				pass
			yield Section("word " * 20_000)

	limits = ReadingLimits(seconds=1)
	with open_reader(with_extractor(slow), limits) as reader:
		assert len(text_of(reader, ODD)) == 400_000


@pytest.mark.parametrize(
	"error", [NoText("No."), ScanWaiting("Wait."), SettingsError("Set."), OSError(5, "disk")]
)
def test_errors_are_those_of_the_extractor(error: Exception) -> None:
	"""Errors of huf's own and of the disk arrive as what they are, and the process goes on."""

	def odd(content: Content, notes: list[str]) -> Iterator[Section]:
		yield Section("before\n")
		raise error

	with open_reader(with_extractor(odd)) as reader:
		items = reader.sections(ODD).items(NoScans())
		with pytest.raises(type(error)) as raised:
			list(items)
		assert str(raised.value) == str(error)
		if isinstance(error, HufError):
			assert raised.value.retryable == error.retryable  # type: ignore[attr-defined]
		first = reader._processes[0]._pid  # type: ignore[attr-defined]
		assert text_of(reader, FINE) == FINE_TEXT
		assert reader._processes[0]._pid == first  # type: ignore[attr-defined]


def test_scanned_pages_are_read_by_whoever_asks() -> None:
	"""The process asks for the text of a page; what ends the reading there ends it here."""

	def odd(content: Content, notes: list[str]) -> Iterator[Section]:
		scans = content.scans
		assert scans is not None
		if scans.why_not:
			scans.leave(1)
		else:
			yield Section(scans.read(1).text)
		yield Section("end\n")

	class Pages(NoScans):
		def __init__(self, why_not: str, answer: PageText | Exception) -> None:
			self.why_not, self._answer = why_not, answer
			self.left: list[int] = []

		def leave(self, page: int) -> None:
			self.left.append(page)

		def read(self, page: int, region: Region | None = None) -> PageText:
			if isinstance(self._answer, Exception):
				raise self._answer
			return self._answer

	with open_reader(with_extractor(odd)) as reader:

		def read(scans: Pages) -> list[str]:
			return [section.text for section in reader.sections(ODD).items(scans)]

		now, ahead = reader.sections(ODD), reader.sections(ODD)
		for reading in (now, ahead):
			pages = Pages("", PageText("a page\n", 90.0))
			assert [section.text for section in reading.items(pages)] == ["a page\n", "end\n"]
		left = Pages("Not here.", PageText())
		assert read(left) == ["end\n"] and left.left == [1]
		with pytest.raises(ScanWaiting):
			read(Pages("", ScanWaiting("Wait.")))
		with pytest.raises(BuildCancelled):
			read(Pages("", BuildCancelled("Stop.")))
		assert read(Pages("", PageText("again\n", 90.0))) == ["again\n", "end\n"]


def test_what_is_left_in_the_middle_does_not_mix_with_what_follows() -> None:
	"""A reading that nobody finishes, or begins and never asks for, leaves the next one whole."""
	long = Content("a.txt", data=b"A line of a long text.\n" * 50_000)
	with open_reader() as reader:
		assert next(reader.chunks(long, CHUNKS).items(NoScans())).ordinal == 0
		assert text_of(reader, FINE) == FINE_TEXT
		reader.sections(long)
		assert text_of(reader, FINE) == FINE_TEXT


def test_a_worn_process_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
	"""After so many inputs a fresh one is taken, also when inputs are begun ahead."""

	def processes(inputs: int) -> int:
		seen = set()
		with open_reader() as reader:
			ahead = reader.sections(FINE)
			for _ in range(inputs):
				now, ahead = ahead, reader.sections(FINE)
				assert [section.text for section in now.items(NoScans())] == [FINE_TEXT]
				seen.add(reader._processes[0]._pid)  # type: ignore[attr-defined]
		return len(seen)

	assert processes(30) == 1
	monkeypatch.setattr("huf.engine.reading.child.MOST_INPUTS", 2)
	# Each reads what had been sent to it before it said that it is worn.
	assert 10 <= processes(30) <= 15


def test_nothing_is_left_of_it() -> None:
	"""No process and no descriptor remains, however it ended; it holds none of this process's files."""

	def lists(content: Content, notes: list[str]) -> Iterator[Section]:
		numbers = [int(name) for name in os.listdir("/proc/self/fd")]
		yield Section(
			" ".join(os.readlink(f"/proc/self/fd/{number}") for number in numbers if _is_open(number))
		)

	before = sorted(os.listdir("/proc/self/fd"))
	with open(__file__) as held, open_reader(with_extractor(lists)) as reader:
		assert held.name not in text_of(reader, ODD)
		[process] = reader._processes  # type: ignore[attr-defined]
		reader.sections(FINE)
	with pytest.raises(ProcessLookupError):
		os.kill(process._pid, 0)
	assert sorted(os.listdir("/proc/self/fd")) == before


def _is_open(number: int) -> bool:
	try:
		os.fstat(number)
	except OSError:
		return False
	return True


def test_it_ends_with_whoever_it_reads_for() -> None:
	"""A worker that is killed leaves no reader behind."""
	own, its = os.pipe()
	pid = os.fork()
	if pid == 0:
		with open_reader() as reader:
			text_of(reader, FINE)
			os.write(its, str(reader._processes[0]._pid).encode())  # type: ignore[attr-defined]
			time.sleep(60)
		os._exit(1)
	child = int(os.read(own, 20))
	os.kill(pid, signal.SIGKILL)
	os.waitpid(pid, 0)
	until = time.monotonic() + 30
	while Path(f"/proc/{child}").exists() and _state(child) != "Z":
		assert time.monotonic() < until, "it still runs"
		time.sleep(0.01)
	os.close(own)
	os.close(its)


def _state(pid: int) -> str:
	try:
		return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
	except FileNotFoundError:
		return "Z"


def test_a_short_typed_text_needs_no_process() -> None:
	"""It is read in this process, and comes in its turn among others; a file that only calls itself text is not."""
	typed = Content.from_text("Typed.")
	with open_reader() as reader:
		assert text_of(reader, typed) == "Typed.\n"
		assert not reader._processes  # type: ignore[attr-defined]
		begun = [reader.sections(content) for content in (FINE, typed, FINE)]
		assert ["".join(s.text for s in one.items(NoScans())) for one in begun] == [
			FINE_TEXT,
			"Typed.\n",
			FINE_TEXT,
		]
		with pytest.raises(CorruptFile):
			text_of(reader, Content("a.txt", data=b"%PDF-1.7\nno"))


def test_a_short_text_file_needs_no_process(tmp_path: Path) -> None:
	"""It is read in this process, as it was when its turn was asked for; a file that is longer, or another kind, is not."""
	file = tmp_path / "a.txt"
	file.write_text("Short.\n")
	with open_reader() as reader:
		begun = reader.sections(Content("a.txt", path=file))
		file.write_text("Longer than a reader in this process would take.\n" * 2_000)
		assert "".join(section.text for section in begun.items(NoScans())) == "Short.\n"
		opened = Content("b.txt", opener=lambda: io.BytesIO(b"Opened.\n"))
		assert text_of(reader, opened) == "Opened.\n"
		assert not reader._processes  # type: ignore[attr-defined]
		assert text_of(reader, Content("a.txt", path=file)) == file.read_text()
		assert reader._processes  # type: ignore[attr-defined]
		file.write_bytes(b"%PDF-1.7\nno")
		with pytest.raises(CorruptFile):
			text_of(reader, Content("a.txt", path=file))
		missing = Content("a.txt", path=tmp_path / "missing.txt")
		with pytest.raises(InputError):
			text_of(reader, missing)


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
	"""Of a sparse file of ten gigabytes no byte is read."""
	path = tmp_path / "a.txt"
	with path.open("wb") as file:
		file.truncate(10 * MOST_BYTES)
	began = time.process_time()
	for reader in (ReaderProcesses(default_registry(), SMALL), ReaderHere(default_registry(), SMALL)):
		with pytest.raises(OverLimit, match="more than 1,024 MB"):
			text_of(reader, Content("a.txt", path=path))
		reader.close()
	assert time.process_time() - began < 5


def test_other_limits_let_an_input_be_read_again(tmp_path: Path) -> None:
	"""What failed by the limits is read when these change, and nothing else is; until then it is left alone."""
	wanted = [
		WantedInput("long", "1", "long", lambda: Content.from_text("word " * 50_000)),
		WantedInput("bad", "2", "bad", lambda: Content("a.pdf", data=b"%PDF-1.7\nno")),
		WantedInput("fine", "3", "fine", lambda: FINE),
	]
	small = BuildSettings(limits=SMALL)
	made = run_build(tmp_path, plan_build(wanted, None, small), small)
	assert [(item.key, item.status, item.code) for item in made.outcomes] == [
		("long", "Error", "Over Limit"),
		("bad", "Error", "Corrupt File"),
		("fine", "Indexed", ""),
	]
	assert plan_build(wanted, made.info.path, small).is_empty
	plan = plan_build(wanted, made.info.path, BuildSettings())
	assert [item.key for item in plan.index] == ["long"] and plan.under_other_limits == {"long"}
	assert run_build(tmp_path, plan, BuildSettings()).outcomes[0].status == "Indexed"


@pytest.mark.parametrize("values", [(0, 300, 50_000_000), (10, 10, 50_000_000), (10, 300, 5)])
def test_limits_have_ranges(values: tuple[int, int, int]) -> None:
	"""A limit out of its range is an error that names the range."""
	with pytest.raises(SettingsError, match="must be from"):
		ReadingLimits(*values)


@pytest.mark.parametrize("name", SMALL_FILES)
def test_hostile_files_end_in_time(name: str) -> None:
	"""A file that a person made to hurt is read or refused within the limits; with a fifth of the time here, to be quick."""
	content = Content(name, data=SMALL_FILES[name]())
	with open_reader(limits=ReadingLimits(seconds=2)) as reader:
		try:
			text_of(reader, content)
		except OverLimit as error:
			assert "memory" in str(error) or "processor" in str(error) or "characters" in str(error)
		processes = list(reader._processes)  # type: ignore[attr-defined]
		reader.close()
	for process in processes:
		assert process.peak < (300 + 60) << 20
