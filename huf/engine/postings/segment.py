"""The postings of one file, open for reading: what it says of a term, and which terms it has.

A build has one file or several; a file never changes, and the next build of the same index has most of them too. So what was
looked up in one is kept with it, and not with the build.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from huf.engine.analysis.words import JOINED
from huf.engine.postings import layout
from huf.engine.postings.stored import PLACES, Part, PostingsFile, part_of, postings_of

_ASKED_TOGETHER = 500
"""Terms that one statement looks up; SQLite of some years ago takes 999 values."""
_CACHED_TERMS = 50_000
_KNOWN_PARTS = 1_000
_FEW = 100
"""Chunks that are sooner looked at one by one than searched."""

Lengths = npt.NDArray[np.uint32]


class SegmentPostings:
	"""One file of postings, with the tables that say what is where in it."""

	def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
		"""Open the file at ``path``; ``connection`` has its tables.

		Raises:
			IndexMissing: there is no such file.
		"""
		self.connection = connection
		self.file = PostingsFile(path)
		self.first, self.last, chunks, self.parts_of_file = connection.execute(
			"SELECT coalesce(min(first), 0), coalesce(max(last), 0), coalesce(sum(chunks), 0), count(*) FROM segments"
		).fetchone()
		self.dead: list[int] = [chunk for (chunk,) in connection.execute("SELECT chunk FROM dead")]
		"""Chunks that left while the file was written; of a file of this version there are none."""
		self.chunk_count: int = chunks - len(self.dead)
		tables = {
			name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
		}
		self._has_gone = "gone" in tables and bool(
			connection.execute("SELECT 1 FROM gone LIMIT 1").fetchone()
		)
		self._has_lengths = "lengths" in tables
		self._parts: dict[str, tuple[Part, ...]] = {}
		self._gone: dict[str, int] = {}
		self._holding: dict[str, list[str]] = {}
		self._beginning: dict[tuple[str, int], list[str]] = {}

	def parts(self, term: str) -> tuple[Part, ...]:
		"""Where ``term`` stands in the file; mostly one place, and none if it does not."""
		known = self._parts.get(term)
		if known is None:
			rows = self.connection.execute(f"SELECT {PLACES} WHERE term = ? ORDER BY segment", (term,))
			known = tuple(part_of(row, self.file) for row in rows)
			if len(self._parts) >= _CACHED_TERMS:
				self._parts.clear()
			self._parts[term] = known
		return known

	def look_up(self, terms: Sequence[str]) -> None:
		"""Have :meth:`parts` of many terms at hand, in a third of the time that asking for each takes."""
		for start in range(0, len(terms), _ASKED_TOGETHER):
			together = terms[start : start + _ASKED_TOGETHER]
			marks = ",".join("?" * len(together))
			found = defaultdict[str, list[Part]](list)
			for term, *row in self.connection.execute(
				f"SELECT term, {PLACES} WHERE term IN ({marks}) ORDER BY segment", together
			):
				found[term].append(part_of(row, self.file))
			if len(self._parts) >= _CACHED_TERMS:
				self._parts.clear()
			self._parts.update((term, tuple(found[term])) for term in together)

	def holding(self, term: str, chunks: Iterable[int]) -> set[int]:
		"""Those of ``chunks`` that ``term`` stands in."""
		asked, found = set(chunks), set[int]()
		for part in self.parts(term):
			there = postings_of(part).chunks
			if len(there) > _FEW:
				wanted = np.array(sorted(asked), dtype=layout.CHUNK_TYPE)
				places = np.minimum(np.searchsorted(there, wanted), len(there) - 1)
				there = wanted[there[places] == wanted]
			found |= asked.intersection(there.tolist())
		return found

	def gone(self, term: str) -> int:
		"""How many chunks with ``term`` left other files when this one was made."""
		if not self._has_gone:
			return 0
		known = self._gone.get(term)
		if known is None:
			row = self.connection.execute("SELECT frequency FROM gone WHERE term = ?", (term,)).fetchone()
			if len(self._gone) >= _CACHED_TERMS:
				self._gone.clear()
			known = self._gone[term] = int(row[0]) if row else 0
		return known

	def all_gone(self) -> Mapping[str, int]:
		"""Every term of :meth:`gone`."""
		return dict(self.connection.execute("SELECT term, frequency FROM gone")) if self._has_gone else {}

	def frequencies(self, terms: Iterable[str]) -> Iterator[tuple[str, int]]:
		"""In how many chunks each of ``terms`` stands, less what :meth:`gone` says; of those that either has."""
		wanted = list(terms)
		for start in range(0, len(wanted), _ASKED_TOGETHER):
			part = wanted[start : start + _ASKED_TOGETHER]
			marks = ",".join("?" * len(part))
			yield from self._counted(f"term IN ({marks})", part)

	def beginning_with(self, head: str, shortest: int, longest: int) -> Iterator[tuple[str, int]]:
		"""The terms of so many characters that begin with ``head``, and their frequencies as above."""
		bounds = head, head + "\U0010ffff", shortest, longest
		yield from self._counted("term >= ? AND term < ? AND length(term) BETWEEN ? AND ?", bounds)

	def _counted(self, condition: str, values: Iterable[object]) -> Iterator[tuple[str, int]]:
		values = tuple(values)
		yield from self.connection.execute(
			f"SELECT term, sum(frequency) FROM terms WHERE {condition} GROUP BY term", values
		)
		if self._has_gone:
			yield from self.connection.execute(f"SELECT term, -frequency FROM gone WHERE {condition}", values)

	def completions(self, prefix: str, most: int) -> list[str]:
		"""Terms that begin with ``prefix`` and are longer, in order, at most ``most``."""
		found = self._beginning.get((prefix, most))
		if found is None:
			rows = self.connection.execute(
				"SELECT DISTINCT term FROM terms WHERE term > ? AND term < ? ORDER BY term LIMIT ?",
				(prefix, prefix + "\U0010ffff", most),
			)
			if len(self._beginning) >= _KNOWN_PARTS:
				self._beginning.clear()
			found = self._beginning[prefix, most] = [term for (term,) in rows]
		return found

	def identifiers_with(self, part: str, most: int) -> list[str]:
		"""The joined forms of identifiers that hold ``part`` anywhere, in order, at most ``most``.

		All of them lie together; reading their names takes 2.5 ms for 25,000.
		"""
		found = self._holding.get(part)
		if found is None:
			rows = self.connection.execute(
				"SELECT DISTINCT term FROM terms WHERE term > ? AND term < ? AND instr(term, ?) ORDER BY term LIMIT ?",
				(JOINED, chr(ord(JOINED) + 1), part, most),
			)
			if len(self._holding) >= _KNOWN_PARTS:
				self._holding.clear()
			found = self._holding[part] = [term for (term,) in rows]
		return found

	@cached_property
	def mean(self) -> float | None:
		"""The mean length that the impacts were computed with, if :meth:`lengths` knows it."""
		found = self.lengths()
		return found[1] if found else None

	def lengths(self) -> tuple[Lengths, float] | None:
		"""The weighted number of terms of each chunk from ``first`` to ``last``, 0 for a number that none has, and the mean that the
		impacts were computed with. None of a file of an older version, or one that such a version added to."""
		if not self._has_lengths or self.parts_of_file > 1:
			return None
		row = self.connection.execute("SELECT first, mean, lengths FROM lengths").fetchone()
		if row is None:
			return None
		lengths = np.frombuffer(row[2], dtype=layout.LENGTH_TYPE)
		if row[0] != self.first or len(lengths) != self.last - self.first + 1:
			return None
		return lengths, float(row[1])
