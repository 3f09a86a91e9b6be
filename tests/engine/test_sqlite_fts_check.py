"""The check of a small change finds what the check of everything would find there."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from huf.engine.backends.keyword import check as sqlite_fts_check
from huf.engine.backends.keyword import writer as sqlite_fts_writer
from huf.engine.backends.keyword.backend import BACKEND
from huf.engine.backends.keyword.writer import SqliteFtsWriter
from huf.engine.errors import IndexCorrupt
from huf.engine.types import Chunk, IndexedInput, Locator

TEXTS = (
	"Cranes are inspected every March.",
	"The boiler's valve — DN50 — is noisy; müde 注意 (e\u0301) 🙂 the end",
)
META = {"build_id": "b"}


def _add(writer: SqliteFtsWriter, key: str, texts: tuple[str, ...]) -> None:
	item = IndexedInput(key=key, content_hash="h", title=f"Title {key}", status="Indexed")
	with writer.transaction():
		writer.remove_input(key)
		number = writer.begin_input(item)
		chunks = (Chunk(n, 0, len(text), text, Locator(part="place")) for n, text in enumerate(texts))
		writer.add_chunks(number, chunks)
		writer.end_input(number, replace(item, chunks=len(texts)))


@pytest.fixture
def base(tmp_path: Path) -> Path:
	"""A build of 2000 chunks, large enough for four changed chunks to be few."""
	folder = tmp_path / "base"
	folder.mkdir()
	writer = BACKEND.open_writer(folder, None, True)
	for number in range(1000):
		_add(
			writer,
			f"input {number}",
			(f"Paragraph {number} of the handbook.", f"Its part {number} ends here."),
		)
	writer.finish(META)
	writer.close()
	return folder


@pytest.fixture
def patch(base: Path, tmp_path: Path):
	"""A writer that starts from it."""
	(tmp_path / "patch").mkdir()
	writer = BACKEND.open_writer(tmp_path / "patch", base, False)
	yield writer
	writer.close()


@pytest.fixture
def all_checks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
	"""Gets an entry whenever everything is checked."""
	calls: list[str] = []

	def check(connection: sqlite3.Connection) -> None:
		calls.append("all")
		sqlite_fts_check.check_words(connection)

	monkeypatch.setattr(sqlite_fts_writer, "check_words", check)
	return calls


def test_few_changes_pass_their_own_check(patch, all_checks: list[str]) -> None:
	"""After few changes, also of text in other scripts, only these are checked, and the check of everything agrees."""
	with patch.transaction():
		patch.remove_input("input 999")
	_add(patch, "new", TEXTS)
	patch.finish(META)
	patch.verify()
	assert all_checks == []
	sqlite_fts_check.check_words(patch._connection)


def test_everything_is_checked_otherwise(base: Path, tmp_path: Path, all_checks: list[str]) -> None:
	"""An index with no change (as verify_build opens it) and one with many are checked whole."""
	for number, changed in enumerate((0, 40)):
		folder = tmp_path / str(number)
		folder.mkdir()
		writer = BACKEND.open_writer(folder, base, False)
		for place in range(changed):
			_add(writer, f"input {place}", TEXTS)
		writer.finish(META)
		writer.verify()
		writer.close()
	assert all_checks == ["all"] * 2


def test_a_new_index_is_checked_as_such(tmp_path: Path, all_checks: list[str]) -> None:
	"""A new index passes its check, and so does the comparison of everything; with a text it was not made of, it fails."""
	writer = BACKEND.open_writer(tmp_path, None, True)
	_add(writer, "a", TEXTS)
	writer.finish(META)
	writer.verify()
	assert all_checks == []
	connection = writer._connection
	sqlite_fts_check.check_words(connection)
	connection.execute("UPDATE chunks SET body = 'submarine' WHERE id = 1")
	with pytest.raises(IndexCorrupt, match="lacks words of chunk 1"):
		sqlite_fts_check.check_new_words(connection)
	writer.close()


def test_stale_words_are_noticed(patch) -> None:
	"""An index that was told other words than it had, and so keeps some of a removed chunk, fails."""
	connection = patch._connection
	(chunk,) = connection.execute("SELECT id FROM passages WHERE body LIKE 'Paragraph 999 %'").fetchone()
	connection.execute("UPDATE chunks SET body = 'Something else.' WHERE id = ?", (chunk,))
	with patch.transaction():
		patch.remove_input("input 999")
	patch._changes.removed = [(number, text + "\nhandbook") for number, text in patch._changes.removed]
	patch.finish(META)
	with pytest.raises(IndexCorrupt, match=f"still has words of chunk {chunk}"):
		patch.verify()


def test_missing_words_are_noticed(patch) -> None:
	"""A chunk that is stored with a word that is not indexed fails."""
	_add(patch, "new", TEXTS)
	patch._connection.execute("UPDATE chunks SET body = body || ' forgotten' WHERE id > 2000")
	patch.finish(META)
	with pytest.raises(IndexCorrupt, match="lacks words of chunk 2001"):
		patch.verify()


def test_counts_must_agree(patch) -> None:
	"""A chunk that was stored but not indexed fails."""
	_add(patch, "new", TEXTS)
	patch._connection.execute(
		"INSERT INTO chunks SELECT 5000, input, 9, 0, 1, locator, header, heading, body, checksum FROM chunks WHERE id = 2001"
	)
	patch._connection.execute("UPDATE inputs SET chunks = chunks + 1 WHERE key = 'new'")
	patch.finish(META)
	with pytest.raises(IndexCorrupt, match="2003 chunks and the words of 2002"):
		patch.verify()


def test_rolled_back_changes_do_not_count(patch) -> None:
	"""What was rolled back is neither looked for nor missed, and its numbers do not matter."""
	with pytest.raises(KeyError), patch.transaction():
		patch.remove_input("input 5")
		patch.add_chunks(patch.begin_input(IndexedInput("x", "h", "X", "Indexed")), iter([]))
		raise KeyError
	_add(patch, "new", TEXTS)
	assert (len(patch._changes.added), len(patch._changes.removed)) == (2, 0)
	patch.finish(META)
	patch.verify()


def test_a_long_chunk(base: Path, tmp_path: Path) -> None:
	"""Thousands of distinct words in a chunk can be checked."""
	text = " ".join(f"w{number}" for number in range(4000))
	folders = [tmp_path / "one", tmp_path / "two"]
	for folder, start in zip(folders, (base, folders[0]), strict=True):
		folder.mkdir()
		writer = BACKEND.open_writer(folder, start, False)
		_add(writer, "long", (text,))
		writer.finish(META)
		assert writer._changes.are_few
		writer.verify()
		writer.close()


def test_a_change_that_turns_out_large_indexes_all_words_anew(patch, all_checks: list[str]) -> None:
	"""What went row by row before that is found, or gone, just like what came after."""
	with patch.transaction():
		patch.remove_input("input 7")
	_add(patch, "large", tuple(f"Sentence {number} mentions zeppelins." for number in range(1_601)))
	with patch.transaction():
		patch.remove_input("input 8")
	_add(patch, "late", TEXTS)
	patch.finish(META)
	patch.verify()
	assert all_checks == [], "what FTS5 has just made is checked there, not word by word"
	sqlite_fts_check.check_words(patch._connection)
	found = {
		word: patch._connection.execute(
			"SELECT count(*) FROM words WHERE words MATCH ?", (f'"{word}"',)
		).fetchone()[0]
		for word in ("zeppelins", "boiler", "handbook")
	}
	assert found == {"zeppelins": 1_601, "boiler": 1, "handbook": 998}


def test_an_input_that_fails_half_way_is_taken_back_from_a_copy(patch, tmp_path: Path) -> None:
	"""What a failed input wrote over is there again, and the journal that did it does not stay among the files."""
	before = patch._connection.execute("SELECT group_concat(body, '|') FROM passages").fetchone()
	with pytest.raises(ValueError, match="stop"), patch.transaction():
		for number in range(500):
			patch.remove_input(f"input {number}")
		raise ValueError("stop")
	assert patch._connection.execute("SELECT group_concat(body, '|') FROM passages").fetchone() == before
	patch.finish(META)
	patch.verify()
	patch.close()
	assert sorted(path.name for path in (tmp_path / "patch").iterdir()) == ["index.sqlite3", "postings.bin"]
