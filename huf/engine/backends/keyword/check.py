"""Does an index say what its chunks say? Of one segment, and of a build what its manifest says of its segments."""

import random
import re
import sqlite3
import string
from collections.abc import Iterable, Iterator

from huf.engine.analysis.query import quote
from huf.engine.analysis.stopwords import STOP_WORDS
from huf.engine.backends.keyword.opened import OpenBuild
from huf.engine.backends.manifest import Statistics
from huf.engine.errors import IndexCorrupt

_SAMPLE = 50
"""Chunks of a new index that are looked up by their words."""
_WORDS = 50
"""Words of a chunk that are looked up, from its beginning to its end: each reads all that FTS5 knows of it."""
# Words that FTS5's tokenizer takes whole whatever its Unicode version, once ASCII punctuation is off their ends:
# Latin, Greek, Cyrillic and Han letters, digits. Others might be no token at all, and would be missed in vain.
_CERTAIN = re.compile("[0-9A-Za-zÀ-ÖØ-öø-ɏΑ-ΡΣ-Ωα-ωа-яА-Я一-龥]+")


def check_words(connection: sqlite3.Connection) -> None:
	"""Compare FTS5's index with the chunks, word by word.

	Raises:
		IndexCorrupt: they differ.
	"""
	# With rank 1 FTS5 also compares the index with the content.
	_check(connection, "INSERT INTO words (words, rank) VALUES ('integrity-check', 1)")


def check_new_words(connection: sqlite3.Connection) -> None:
	"""Check an index that FTS5 has just made of all chunks: that it is whole, and that a sample of chunks is found.

	There are no older words in it that could be stale, and comparing all takes twice as long.

	Raises:
		IndexCorrupt: it is not whole, or a chunk is not found by its words.
	"""
	_check(connection, "INSERT INTO words (words) VALUES ('integrity-check')")
	first, last = connection.execute(
		"SELECT coalesce(min(id), 1), coalesce(max(id), 0) FROM chunks"
	).fetchone()
	sample = random.Random(last).sample(range(first, last + 1), min(_SAMPLE, last + 1 - first))
	_check_found(connection, sample)


def _check(connection: sqlite3.Connection, command: str) -> None:
	try:
		connection.execute(command)
	except sqlite3.DatabaseError as error:
		raise IndexCorrupt(f"The new index failed its check: {error}.") from error


def check_counts(connection: sqlite3.Connection) -> None:
	"""Compare how many chunks the inputs claim, how many there are and how many are indexed.

	Raises:
		IndexCorrupt: the numbers differ.
	"""
	claimed, present, indexed = connection.execute(
		"SELECT (SELECT coalesce(sum(chunks), 0) FROM inputs), (SELECT count(*) FROM chunks),"
		" (SELECT count(*) FROM words_docsize)"
	).fetchone()
	if not claimed == present == indexed:
		raise IndexCorrupt(
			f"The new index holds {present} chunks and the words of {indexed} where its inputs have {claimed}."
		)


def check_statistics(build: OpenBuild) -> None:
	"""Compare what a build says of all its inputs with what its segments have of them.

	Raises:
		IndexCorrupt: it says something else, or names what is not there.
	"""
	inputs = chunks = 0
	for segment in build.segments:
		for number, own in segment.connection.execute("SELECT id, chunks FROM inputs"):
			if number not in build.dead_inputs:
				inputs, chunks = inputs + 1, chunks + own
	said: Statistics = build.statistics
	if (inputs, chunks) != (said.inputs, said.chunks):
		raise IndexCorrupt(
			f"The index says that it has {said.inputs} inputs and {said.chunks} chunks, and has {inputs} and {chunks}."
			" Rebuild the source."
		)


def _check_found(connection: sqlite3.Connection, chunks: Iterable[int]) -> None:
	for chunk in chunks:
		row = connection.execute("SELECT body FROM chunks WHERE id = ?", (chunk,)).fetchone()
		# A chunk that came may have gone again in the same build; it is among the removed ones then.
		words = list(_certain(row[0])) if row else []
		words = words[:: max(1, -(-len(words) // _WORDS))]
		if words and not _matches(connection, chunk, " AND ".join(map(quote, words))):
			raise IndexCorrupt(f"The new index lacks words of chunk {chunk}, which was added.")


def _telling(words: Iterable[str]) -> list[str]:
	"""``words`` once each, without function words: those stand in most chunks, and looking them up reads all of these."""
	return [
		word for word in dict.fromkeys(words) if word.strip(string.punctuation).casefold() not in STOP_WORDS
	]


def _certain(text: str) -> Iterator[str]:
	return filter(_CERTAIN.fullmatch, (word.strip(string.punctuation) for word in _telling(text.split())))


def _matches(connection: sqlite3.Connection, chunk: int, expression: str) -> bool:
	sql = "SELECT 1 FROM words WHERE words MATCH ? AND rowid = ?"
	return connection.execute(sql, (expression, chunk)).fetchone() is not None
