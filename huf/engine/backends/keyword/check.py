"""Does an index say what its chunks say? Of all of it, or of what a small change has touched.

Checking all of it reads the whole index and every text again, about five seconds for 100,000 chunks. A build that
changes one input of a large source starts from a copy of an index that was checked when it was made, so there it
is enough to look at the chunks that came and went; that costs some milliseconds for each.
"""

import random
import re
import sqlite3
import string
from collections.abc import Iterable, Iterator

from huf.engine.errors import IndexCorrupt
from huf.engine.query import quote
from huf.engine.stopwords import STOP_WORDS

MAX_SHARE = 1 / 500
"""Of the chunks of an index. From about here on, checking every change costs as much as checking all."""

_SAMPLE = 50
"""Chunks of a new index that are looked up by their words."""
# Words that FTS5's tokenizer takes whole whatever its Unicode version, once ASCII punctuation is off their ends:
# Latin, Greek, Cyrillic and Han letters, digits. Others might be no token at all, and would be missed in vain.
_CERTAIN = re.compile("[0-9A-Za-zÀ-ÖØ-öø-ɏΑ-ΡΣ-Ωα-ωа-яА-Я一-龥]+")


class Changes:
	"""Which chunks a build has added and removed; gives up counting when there are too many to check each."""

	def __init__(self, limit: int) -> None:
		self._limit = limit
		self.added: list[int] = []
		self.removed: list[tuple[int, str]] = []
		"""Number and words of each."""

	@property
	def are_few(self) -> bool:
		"""Whether there are changes, and not too many."""
		return 0 < len(self.added) + len(self.removed) <= self._limit

	def add(self, chunks: Iterable[int]) -> None:
		"""Chunks that are now in the index."""
		for chunk in chunks:
			if len(self.added) > self._limit:
				return
			self.added.append(chunk)

	def remove(self, passages: Iterable[tuple[int, str, str, str]]) -> None:
		"""Chunks that are no longer in it: number, title, heading, body."""
		for chunk, *texts in passages:
			if len(self.removed) > self._limit:
				return
			self.removed.append((chunk, "\n".join(texts)))

	def mark(self) -> tuple[int, int]:
		"""A point to go :meth:`back` to."""
		return len(self.added), len(self.removed)

	def back(self, mark: tuple[int, int]) -> None:
		"""Forget what came after ``mark``: it was rolled back."""
		del self.added[mark[0] :]
		del self.removed[mark[1] :]


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
	(last,) = connection.execute("SELECT coalesce(max(id), 0) FROM chunks").fetchone()
	_check_found(connection, random.Random(last).sample(range(1, last + 1), min(_SAMPLE, last)))


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


def check_changes(connection: sqlite3.Connection, changes: Changes) -> None:
	"""Each chunk that came is found by its words, and none that went by any of its own.

	Raises:
		IndexCorrupt: it is not so.
	"""
	for chunk, text in changes.removed:
		words = _telling(text.split())
		if words and _matches(connection, chunk, " OR ".join(map(quote, words))):
			raise IndexCorrupt(f"The new index still has words of chunk {chunk}, which was removed.")
	_check_found(connection, changes.added)


def _check_found(connection: sqlite3.Connection, chunks: Iterable[int]) -> None:
	for chunk in chunks:
		row = connection.execute("SELECT body FROM chunks WHERE id = ?", (chunk,)).fetchone()
		# A chunk that came may have gone again in the same build; it is among the removed ones then.
		words = list(_certain(row[0])) if row else []
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
