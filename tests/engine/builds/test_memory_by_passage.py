"""What a build holds in memory of each passage is a few numbers, however many passages there are."""

import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from huf.engine.backends.keyword import rows
from huf.engine.backends.keyword.backend import BACKEND
from huf.engine.postings import accumulate
from huf.engine.postings import writer as postings_writer
from huf.engine.types import Chunk, IndexedInput, Locator

FEW, MANY, OF_INPUT = 10_000, 40_000, 2_000
MOST_BYTES = 32
"""Of each passage: number, size, language and weighted terms take 14 while it is collected, and its length factor and places some
more while postings are written."""


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
	"""What waits in memory, and is written from there, is little beside what is measured."""
	monkeypatch.setattr(rows, "_LEAST_FED", 1 << 16)
	monkeypatch.setattr(rows, "_MOST_WAITING", 1 << 17)
	monkeypatch.setattr(accumulate, "_WAITING_BYTES", 1 << 16)
	monkeypatch.setattr(accumulate, "_RUN_BYTES", 1 << 16)
	monkeypatch.setattr(postings_writer, "POSTINGS_AT_ONCE", 5_000)
	monkeypatch.setattr(postings_writer, "_LEAST_OF_A_RUN", 16)


def passages(first: int) -> Iterator[Chunk]:
	"""Of an input, with words that come again in other inputs."""
	for ordinal in range(OF_INPUT):
		number = (first + ordinal) % 5_003
		text = f"pump{number % 97} valve{number % 89} seal{number % 83}"
		yield Chunk(ordinal, 0, len(text), text, Locator())


def peak_of(folder: Path, count: int) -> int:
	"""Most bytes that Python had at once while an index of so many passages was made; SQLite's own are not among them."""
	folder.mkdir()
	tracemalloc.start()
	try:
		writer = BACKEND.open_writer(folder, None)
		for first in range(0, count, OF_INPUT):
			item = IndexedInput(key=f"i{first}", content_hash="h", title="Pumps", status="Indexed")
			with writer.transaction():
				writer.add_chunks(writer.begin_input(item), passages(first))
				writer.end_input(first // OF_INPUT + 1, replace(item, chunks=OF_INPUT))
		writer.finish({"build_id": "b"})
		writer.verify()
		writer.close()
		return tracemalloc.get_traced_memory()[1]
	finally:
		tracemalloc.stop()


def test_a_passage_takes_a_few_numbers(tmp_path: Path) -> None:
	"""A build of four times as many passages takes no more than some bytes for each of those that it has more."""
	# What is made once in a process is no part of it.
	peak_of(tmp_path / "once", OF_INPUT)
	grown = peak_of(tmp_path / "many", MANY) - peak_of(tmp_path / "few", FEW)
	assert grown / (MANY - FEW) < MOST_BYTES, f"{grown / (MANY - FEW):.0f} bytes a passage"
