"""A build from nothing whose words FTS5 indexes while later texts are read is the same as one indexed at the end."""

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from huf.engine.backends.keyword import rows as sqlite_rows
from huf.engine.backends.keyword.backend import BACKEND
from huf.engine.backends.keyword.check import check_words
from huf.engine.backends.keyword.writer import SqliteFtsWriter
from huf.engine.types import Chunk, IndexedInput, Locator

META = {"build_id": "b"}


@pytest.fixture
def writer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SqliteFtsWriter]:
	"""A new build that hands words over every 200 characters, and writes rows after 600."""
	monkeypatch.setattr(sqlite_rows, "_LEAST_FED", 200)
	monkeypatch.setattr(sqlite_rows, "_MOST_WAITING", 600)
	(tmp_path / "build").mkdir()
	made = BACKEND.open_writer(tmp_path / "build", None)
	assert isinstance(made, SqliteFtsWriter)
	yield made
	made.close()


def add(writer: SqliteFtsWriter, key: str, texts: list[str], error: Exception | None = None) -> None:
	"""Index one input; with ``error`` it fails after its chunks."""
	item = IndexedInput(key=key, content_hash="h", title=f"Title {key}", status="Indexed")
	with writer.transaction():
		writer.remove_input(key)
		number = writer.begin_input(item)
		writer.add_chunks(number, (Chunk(n, 0, len(text), text, Locator()) for n, text in enumerate(texts)))
		if error:
			raise error
		writer.end_input(number, replace(item, chunks=len(texts)))


def found(writer: SqliteFtsWriter, word: str) -> list[str]:
	"""Keys of the inputs that FTS5 finds ``word`` in."""
	rows = writer._connection.execute(
		"SELECT inputs.key FROM words JOIN chunks ON chunks.id = words.rowid JOIN inputs ON inputs.id = chunks.input"
		" WHERE words MATCH ? ORDER BY inputs.key",
		(word,),
	)
	return [key for (key,) in rows]


def finish(writer: SqliteFtsWriter) -> None:
	"""Finish and check everything, word by word as well."""
	writer.finish(META)
	writer.verify()
	check_words(writer._connection)


def test_no_journal_holds_what_fts5_puts_together(writer: SqliteFtsWriter) -> None:
	"""It would be in memory, and as large as the index of words. SQLite passes over the wish for none within a transaction."""
	add(writer, "a", ["copper valves", "brass taps"])
	asked: list[str] = []
	writer._connection.set_trace_callback(asked.append)
	finish(writer)
	places = [place for place, each in enumerate(asked) if "=OFF" in each or "optimize" in each]
	assert "OFF" in asked[places[0]] and "optimize" in asked[places[1]]
	assert writer._connection.execute("PRAGMA journal_mode").fetchone() == ("off",)


def test_words_are_handed_over_on_the_way(writer: SqliteFtsWriter) -> None:
	"""FTS5 has most words before the end, in the end it has all, in one segment, and merges later ones as ever."""
	for number in range(60):
		add(writer, f"i{number}", [f"amber{number} word{n} " * 4 for n in range(5)])
	assert writer._rows.fed > 200
	finish(writer)
	assert found(writer, "amber7") == ["i7"] * 5 and found(writer, "amber59") == ["i59"] * 5
	(segments,) = writer._connection.execute("SELECT count(DISTINCT segid) FROM words_idx").fetchone()
	options = dict(writer._connection.execute("SELECT k, v FROM words_config"))
	assert (segments, options["automerge"], options["crisismerge"]) == (1, 4, 16)


@pytest.mark.parametrize("size", [1, 40], ids=["waits in memory", "was written in parts"])
def test_a_failed_input_leaves_nothing(writer: SqliteFtsWriter, size: int) -> None:
	"""However much of it was written before it failed, its chunks and words are gone and its neighbours are there."""
	add(writer, "before", ["amber first " * 30])
	with pytest.raises(KeyError):
		add(writer, "failing", ["amber lost " * 30] * size, KeyError("x"))
	assert not writer.has_input("failing")
	add(writer, "after", ["amber second " * 30])
	finish(writer)
	assert found(writer, "amber") == ["after", "before"] and found(writer, "lost") == []
	assert writer._connection.execute("SELECT count(*) FROM chunks").fetchone() == (2,)


def test_an_input_that_is_named_twice(writer: SqliteFtsWriter) -> None:
	"""The second text counts; what FTS5 was given of the first is taken back, and if the second fails the first stays."""
	for number in range(9):
		add(writer, f"i{number}", ["amber " * 40])
	add(writer, "i3", ["birch " * 40])
	with pytest.raises(KeyError):
		add(writer, "i5", ["cedar " * 40], KeyError("x"))
	add(writer, "i9", ["dune " * 40])
	finish(writer)
	assert found(writer, "amber") == [f"i{n}" for n in (0, 1, 2, 4, 5, 6, 7, 8)]
	assert (found(writer, "birch"), found(writer, "cedar"), found(writer, "dune")) == (["i3"], [], ["i9"])


def test_a_failure_of_fts5_is_heard(writer: SqliteFtsWriter) -> None:
	"""What goes wrong while words are indexed in the background ends the build."""
	add(writer, "a", ["amber"])
	writer._rows.settle()
	writer._connection.execute("DROP TABLE words_data")
	with pytest.raises(sqlite3.Error):
		for number in range(9):
			add(writer, f"i{number}", ["birch " * 99])
