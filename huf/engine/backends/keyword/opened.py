"""The segments of a build, open for reading.

Builds that follow one another have most segments in common, and a thread that goes from one to the next keeps those open, with
all that it has read of them.
"""

import json
import os
import sqlite3
import threading
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from huf.engine.backends.formats import LAYOUT, check_formats
from huf.engine.backends.keyword import schema
from huf.engine.backends.manifest import Manifest, Statistics, dead_chunks
from huf.engine.backends.sqlite_files import connect_for_reading
from huf.engine.backends.thread_cache import new_number
from huf.engine.errors import IndexCorrupt, IndexMissing, IndexOutdated
from huf.engine.postings import layout as postings
from huf.engine.postings.segment import SegmentPostings


class OpenSegment:
	"""One segment. It never changes, so what is read of it is kept with it, by its ``number``."""

	def __init__(self, folder: Path) -> None:
		"""Open the files in ``folder``.

		Raises:
			IndexMissing, IndexOutdated, IndexTooNew, IndexCorrupt: they cannot serve.
		"""
		self.connection = connect_for_reading(folder / schema.FILE_NAME)
		self.number = new_number()
		self.users = 0
		try:
			self.meta: dict[str, str] = dict(
				self.connection.execute("SELECT key, value FROM meta").fetchall()
			)
			check_formats(self.meta, {"layout": LAYOUT, "format": schema.FORMAT})
			if self.meta.get("checksum", schema.meta_checksum(self.meta)) != schema.meta_checksum(self.meta):
				raise IndexCorrupt(
					"What the index says of itself changed after it was made. Rebuild the source."
				)
			if self.meta.get("format") != str(schema.FORMAT):
				raise IndexOutdated("This index was made by an older version of huf. Rebuild the source.")
			self.postings = SegmentPostings(self.connection, folder / postings.FILE_NAME)
			if self.meta.get("postings_bytes") != str(len(self.postings.file.data)):
				raise IndexCorrupt("The keyword index is not the one of this build. Rebuild the source.")
			self.checksum = "checksum" if schema.has_checksums(self.connection) else "NULL"
			self.extractors = "extractors" if schema.has_extractors(self.connection) else "NULL"
			self.last_chunk = self._highest_chunk()
		# Whatever it was: nobody gets this segment, so nobody else would close its file. It is raised on.
		except BaseException:
			self.connection.close()
			raise
		self.ranges: OrderedDict[str, Any] = OrderedDict()
		"""What filters let through."""
		self.has_functions = False
		self.kept: dict[str, Any] = {}
		"""What kinds of index that have more files keep of them."""

	def _highest_chunk(self) -> int:
		"""The highest number that a chunk has or had; memory is taken for so many."""
		if "last_chunk" in self.meta:
			return int(self.meta["last_chunk"])
		(last,) = self.connection.execute(schema.LAST_CHUNK).fetchone()
		return int(last)

	@cached_property
	def first_chunk(self) -> int:
		"""Of the numbers that are there."""
		(first,) = self.connection.execute("SELECT min(id) FROM chunks").fetchone()
		return self.last_chunk + 1 if first is None else int(first)

	@cached_property
	def first_input(self) -> int:
		"""Of the numbers that are there."""
		(first,) = self.connection.execute("SELECT min(id) FROM inputs").fetchone()
		return int(self.meta.get("last_input", 0)) + 1 if first is None else int(first)

	@cached_property
	def statistics(self) -> Statistics:
		"""Of all inputs of the segment."""
		# An older version that changed the segment has left them as they were.
		if "statistics" in self.meta and self.meta.get("statistics_of") == self.meta.get("build_id"):
			return Statistics(**json.loads(self.meta["statistics"]))
		return statistics_of(self.connection)


def statistics_of(connection: sqlite3.Connection) -> Statistics:
	"""Of the inputs in the tables of ``connection``; how many terms their chunks have, only the postings tell."""
	inputs, chunks, characters, partly_read = connection.execute(
		"SELECT count(*), coalesce(sum(chunks), 0), coalesce(sum(characters), 0), coalesce(sum(status = ?), 0) FROM inputs",
		(schema.PARTLY_READ,),
	).fetchone()
	languages = dict(
		connection.execute("SELECT language, count(*) FROM inputs WHERE language <> '' GROUP BY language")
	)
	return Statistics(inputs, chunks, characters, 0, partly_read, languages)


class _Open(threading.local):
	"""The segments that this thread has open, by the file that they are."""

	def __init__(self) -> None:
		self.segments: dict[tuple[int, int], OpenSegment] = {}


_open = _Open()


class OpenBuild:
	"""The segments of one build."""

	def __init__(self, folder: Path) -> None:
		"""Open ``folder``.

		Raises:
			IndexMissing, IndexOutdated, IndexTooNew, IndexCorrupt: the files cannot serve.
		"""
		self.folder = folder
		self.segments: list[OpenSegment] = []
		self._known = _open.segments
		self.manifest = Manifest.read(folder)
		names = self.manifest.segments if self.manifest else ("",)
		try:
			for name in names:
				self.segments.append(self._opened(folder / name if name else folder))
		except BaseException:
			self.close()
			raise
		self.names = names
		self.meta: dict[str, str] = dict(self.manifest.meta if self.manifest else self.segments[0].meta)
		check_formats(self.meta, {"layout": LAYOUT, "format": schema.FORMAT})
		self.last_chunk = self.manifest.last_chunk if self.manifest else self.segments[0].last_chunk
		self.dead_inputs: frozenset[int] = (
			frozenset(self.manifest.dead[:, 0].tolist()) if self.manifest else frozenset()
		)
		self.dead_chunks: npt.NDArray[np.int64] = (
			dead_chunks(self.manifest.dead) if self.manifest else np.zeros(0, dtype=np.int64)
		)
		if any(segment.last_chunk > self.last_chunk for segment in self.segments) or (
			len(self.dead_chunks) and int(self.dead_chunks[-1]) > self.last_chunk
		):
			self.close()
			raise IndexCorrupt("The index ends at another passage than its parts. Rebuild the source.")
		self._firsts = [segment.first_chunk for segment in self.segments[1:]]
		self._first_inputs = [segment.first_input for segment in self.segments[1:]]

	def leave_out(self, inputs: Collection[int], chunks: Iterable[int]) -> None:
		"""From now on these have left, too, for whoever has this build open: it is about to be written anew without them."""
		self.dead_inputs |= frozenset(inputs)
		self.dead_chunks = np.union1d(self.dead_chunks, np.array(sorted(chunks), dtype=np.int64))

	@cached_property
	def left(self) -> frozenset[int]:
		"""``dead_chunks``, to ask for single ones."""
		return frozenset(self.dead_chunks.tolist())

	def _opened(self, folder: Path) -> OpenSegment:
		try:
			stat = os.stat(folder / schema.FILE_NAME)
		except FileNotFoundError:
			raise IndexMissing(
				"The files of this index are missing. Rebuild the source to make them again."
			) from None
		key = stat.st_dev, stat.st_ino
		segment = self._known.get(key)
		if segment is None:
			segment = self._known[key] = OpenSegment(folder)
		segment.users += 1
		return segment

	@cached_property
	def statistics(self) -> Statistics:
		"""Of all inputs of the build."""
		return self.manifest.statistics if self.manifest else self.segments[0].statistics

	@property
	def last_input(self) -> int:
		"""The highest number that an input has or had, as far as is known."""
		if self.manifest:
			return self.manifest.last_input
		(last,) = self.segments[0].connection.execute("SELECT coalesce(max(id), 0) FROM inputs").fetchone()
		return int(last)

	def path_of(self, segment: OpenSegment) -> Path:
		"""The folder with the files of ``segment``, as they are in this build; another one may be gone."""
		name = self.names[self.segments.index(segment)]
		return self.folder / name if name else self.folder

	def of_chunk(self, chunk: int) -> OpenSegment:
		"""The segment that ``chunk`` is in, if it is in any."""
		return self.segments[bisect_right(self._firsts, chunk)]

	def of_input(self, number: int) -> OpenSegment:
		"""The segment that the input with this number is in, if it is in any."""
		return self.segments[bisect_right(self._first_inputs, number)]

	def by_segment(self, chunks: Sequence[int]) -> Iterable[tuple[OpenSegment, Sequence[int]]]:
		"""``chunks``, each with the others of its segment."""
		if len(self.segments) == 1:
			return [(self.segments[0], chunks)] if chunks else []
		places: dict[int, list[int]] = {}
		for chunk in chunks:
			places.setdefault(bisect_right(self._firsts, chunk), []).append(chunk)
		return [(self.segments[place], own) for place, own in places.items()]

	def first_input_after(self, segment: OpenSegment) -> int:
		"""A number that is higher than that of any input in ``segment``, and not than that of one in a later segment."""
		place = self.segments.index(segment)
		later = self._first_inputs[place:]
		return later[0] if later else self.last_input + 1

	def alive_chunks(self) -> list[int]:
		"""Of each segment how many chunks have not left."""
		borders = [0, *self._firsts, self.last_chunk + 1]
		left = (
			np.histogram(self.dead_chunks, borders)[0] if len(self.dead_chunks) else [0] * len(self.segments)
		)
		return [
			segment.postings.chunk_count - int(gone)
			for segment, gone in zip(self.segments, left, strict=True)
		]

	def alive_input(self, key: str) -> tuple[OpenSegment, int] | None:
		"""The input with this key that has not left: its segment and number."""
		for segment in reversed(self.segments):
			for (number,) in segment.connection.execute("SELECT id FROM inputs WHERE key = ?", (key,)):
				if number not in self.dead_inputs:
					return segment, number
		return None

	def close(self) -> None:
		"""Release the files that no other open build of the thread has."""
		for segment in self.segments:
			segment.users -= 1
			if not segment.users:
				for key in [key for key, known in self._known.items() if known is segment]:
					del self._known[key]
				segment.connection.close()
		self.segments = []
