"""The keyword index of one build being made: what the writer of a build talks to."""

import random
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path

from huf.engine.analysis.languages import detect_language
from huf.engine.analysis.words import index_terms
from huf.engine.errors import IndexCorrupt
from huf.engine.postings.accumulate import Accumulator
from huf.engine.postings.segment import SegmentPostings
from huf.engine.postings.writer import Lengthiness, NewSegment, count_terms

NONE = Lengthiness()
_SAMPLE = 50
"""Chunks whose terms are looked up one by one when a build is checked."""
_WORDS = 16
"""Words of each of them, from its beginning to its end: a small segment is looked at whole, and this is a tenth of what a change costs
with 50 of them."""


class PostingsWriter:
	"""Collects the words of new chunks, and of those that leave the build, and writes them when the file is finished."""

	def __init__(self, connection: sqlite3.Connection, path: Path, others: Lengthiness = NONE) -> None:
		"""``others`` are the chunks of the build that stay in other files."""
		self._connection = connection
		self._path = path
		self._collected = Accumulator(path.parent)
		# What a change takes out says nearly the same as what it brings.
		self._leaving = Accumulator(path.parent, self._collected)
		self._others = others
		self.own = NONE
		"""The chunks of this file; known after :meth:`finish`."""

	def add(self, language: str, title: str, chunks: Sequence[tuple[int, str, str]]) -> None:
		"""Take in chunks, each with its number, heading and text; numbers ascend, also over those that are taken back."""
		self._collected.add(language, title, chunks)

	def forget(self, first: int, last: int) -> None:
		"""Chunks from ``first`` to ``last`` that were added are not in the build after all."""
		self._collected.forget(first, last)

	def leave(self, language: str, title: str, chunks: Sequence[tuple[int, str, str]]) -> None:
		"""Chunks of other files that leave the build."""
		self._leaving.add(language, title, chunks)

	def finish(self, meanwhile: Callable[[], None] = lambda: None) -> Lengthiness:
		"""Write the file and its tables; gives what the chunks of the build are now, with those of the other files.

		``meanwhile`` may use the database while the file is written; no transaction is open then.
		"""
		gone, left = count_terms(self._leaving)
		self._leaving.close()
		others = self._others - left
		segment = NewSegment(self._connection, self._collected, others)
		with ThreadPoolExecutor(max_workers=1) as helper:
			other = helper.submit(meanwhile)
			segment.write(self._path)
			other.result()
		self._connection.execute("BEGIN")
		segment.store(self._connection)
		self._connection.executemany("INSERT INTO gone VALUES (?, ?)", gone.items())
		self._connection.execute("COMMIT")
		self._collected.close()
		self.own = segment.own
		return others + segment.own


def verify_postings(connection: sqlite3.Connection, path: Path) -> None:
	"""Check the number of chunks of a file, and the words of a sample of them.

	Raises:
		IndexCorrupt: they disagree.
	"""
	postings = SegmentPostings(connection, path)
	(count,) = connection.execute("SELECT count(*) FROM chunks").fetchone()
	if postings.chunk_count != count:
		raise IndexCorrupt(f"The keyword index knows {postings.chunk_count} chunks where there are {count}.")
	chunks_of = defaultdict[str, set[int]](set)
	known = lru_cache(maxsize=None)(index_terms)
	for chunk, language, body in _sample(connection):
		words = body.split()
		for word in set(words[:: max(1, -(-len(words) // _WORDS))]):
			for term in known(word, language):
				chunks_of[term].add(chunk)
	postings.look_up(list(chunks_of))
	for term, chunks in chunks_of.items():
		if lacking := chunks - postings.holding(term, chunks):
			raise IndexCorrupt(
				f"The keyword index misses a word of chunk {min(lacking)}. Rebuild the source."
			)
		postings.file.release()


def language_of(title: str, body: str) -> str:
	"""The language that an input's chunks are indexed in, told from its beginning."""
	return detect_language(f"{title} {body}")


def _sample(connection: sqlite3.Connection) -> list[tuple[int, str, str]]:
	first, last = connection.execute(
		"SELECT coalesce(min(id), 1), coalesce(max(id), 0) FROM chunks"
	).fetchone()
	wanted = random.Random(last).sample(range(first, last + 1), min(_SAMPLE, last + 1 - first))
	marks = ",".join("?" * len(wanted))
	return connection.execute(
		f"""SELECT chunks.id, inputs.language, chunks.body FROM chunks JOIN inputs ON inputs.id = chunks.input
		WHERE chunks.id IN ({marks})""",
		wanted,
	).fetchall()
