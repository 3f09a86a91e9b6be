"""The check of an index finds words that it lacks, and numbers that do not agree."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from huf.engine.backends.keyword import check as sqlite_fts_check
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


@pytest.fixture(params=["from nothing", "from a base"])
def made(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqliteFtsWriter]:
	"""A writer that was finished, with two chunks of its own; their numbers begin where those of the base end."""
	base = None
	if request.param == "from a base":
		base = tmp_path / "base"
		base.mkdir()
		first = BACKEND.open_writer(base, None)
		assert isinstance(first, SqliteFtsWriter)
		for number in range(50):
			_add(
				first,
				f"input {number}",
				(f"Paragraph {number} of the handbook.", f"Its part {number} ends here."),
			)
		first.finish(META)
		first.close()
	(tmp_path / "made").mkdir()
	writer = BACKEND.open_writer(tmp_path / "made", base)
	assert isinstance(writer, SqliteFtsWriter)
	writer.merge_at_most = 0
	_add(writer, "new", TEXTS)
	writer.finish(META)
	yield writer
	writer.close()


def test_what_was_made_passes(made: SqliteFtsWriter) -> None:
	"""An index passes its own check, and the comparison of everything."""
	made.verify()
	sqlite_fts_check.check_words(made._connection)


def test_missing_words_are_noticed(made: SqliteFtsWriter) -> None:
	"""A chunk that is stored with a word that is not indexed fails."""
	(chunk,) = made._connection.execute("SELECT min(id) FROM chunks").fetchone()
	made._connection.execute("UPDATE chunks SET body = 'submarine' WHERE id = ?", (chunk,))
	with pytest.raises(IndexCorrupt, match=f"lacks words of chunk {chunk}"):
		sqlite_fts_check.check_new_words(made._connection)
	with pytest.raises(IndexCorrupt, match="check"):
		sqlite_fts_check.check_words(made._connection)


def test_counts_must_agree(made: SqliteFtsWriter) -> None:
	"""A chunk that was stored but not indexed fails."""
	made._connection.execute(
		"INSERT INTO chunks SELECT 5000, input, 9, 0, 1, locator, header, heading, body, checksum FROM chunks LIMIT 1"
	)
	made._connection.execute("UPDATE inputs SET chunks = chunks + 1 WHERE key = 'new'")
	with pytest.raises(IndexCorrupt, match="3 chunks and the words of 2"):
		made.verify()


def test_a_long_chunk(tmp_path: Path) -> None:
	"""Thousands of distinct words in a chunk can be checked."""
	writer = BACKEND.open_writer(tmp_path, None)
	assert isinstance(writer, SqliteFtsWriter)
	_add(writer, "long", (" ".join(f"w{number}" for number in range(4000)),))
	writer.finish(META)
	writer.verify()
	writer.close()
