"""The keyword index of one build being made: what the writer of a build talks to."""

import random
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from huf.engine.analysis.languages import detect_language
from huf.engine.analysis.words import index_terms
from huf.engine.errors import IndexCorrupt
from huf.engine.postings.accumulate import Accumulator
from huf.engine.postings.reader import PostingsReader
from huf.engine.postings.writer import NewSegment, merge_if_due

_SAMPLE = 50
"""Chunks whose terms are looked up one by one when a build is checked."""


class PostingsWriter:
	"""Collects the words of new chunks, notes which chunks left, and writes both when the build is finished."""

	def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
		self._connection = connection
		self._path = path
		self._collected = Accumulator(path.parent)

	def add(self, language: str, title: str, chunks: Sequence[tuple[int, str, str]]) -> None:
		"""Take in chunks, each with its number, heading and text; numbers ascend, also over those that are taken back."""
		self._collected.add(language, title, chunks)

	def forget(self, first: int, last: int) -> None:
		"""Chunks from ``first`` to ``last`` that were added are not in the build after all."""
		self._connection.executemany(
			"INSERT OR IGNORE INTO dead VALUES (?)", ((chunk,) for chunk in range(first, last + 1))
		)

	def finish(self, meanwhile: Callable[[], None] = lambda: None) -> None:
		"""Write the new segment, and merge if it is time. ``meanwhile`` may use the database while the file is written."""
		segment = NewSegment(self._connection, self._collected)
		with ThreadPoolExecutor(max_workers=1) as helper:
			other = helper.submit(meanwhile)
			segment.write(self._path)
			other.result()
		segment.store(self._connection)
		self._collected.close()
		merge_if_due(self._connection, self._path)


def verify_postings(connection: sqlite3.Connection, path: Path) -> None:
	"""Check the number of chunks, and the words of a sample of them.

	Raises:
		IndexCorrupt: they disagree.
	"""
	postings = PostingsReader(connection, path)
	(count,) = connection.execute("SELECT count(*) FROM chunks").fetchone()
	if postings.chunk_count != count:
		raise IndexCorrupt(f"The keyword index knows {postings.chunk_count} chunks where there are {count}.")
	for chunk, language, body in _sample(connection):
		for term in {term for word in body.split()[:_SAMPLE] for term in index_terms(word, language)}:
			if not postings.holds(term, chunk):
				raise IndexCorrupt(f"The keyword index misses a word of chunk {chunk}. Rebuild the source.")
		postings.release()


def language_of(title: str, body: str) -> str:
	"""The language that an input's chunks are indexed in, told from its beginning."""
	return detect_language(f"{title} {body}")


def _sample(connection: sqlite3.Connection) -> list[tuple[int, str, str]]:
	(last,) = connection.execute("SELECT coalesce(max(id), 0) FROM chunks").fetchone()
	wanted = random.Random(last).sample(range(1, last + 1), min(_SAMPLE, last))
	marks = ",".join("?" * len(wanted))
	return connection.execute(
		f"""SELECT chunks.id, inputs.language, chunks.body FROM chunks JOIN inputs ON inputs.id = chunks.input
		WHERE chunks.id IN ({marks})""",
		wanted,
	).fetchall()
