"""Searches a published ``sqlite_fts`` build."""

import json
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from huf.engine.analysis.query import quote
from huf.engine.backends.base import Passage
from huf.engine.backends.keyword import schema
from huf.engine.backends.keyword.filters import InputFilter
from huf.engine.backends.keyword.finalists import Finalists, SegmentTexts
from huf.engine.backends.keyword.opened import OpenBuild
from huf.engine.backends.keyword.passages import Passages
from huf.engine.backends.keyword.word_search import WordSearch, languages_of
from huf.engine.backends.manifest import Statistics
from huf.engine.filters import Filters
from huf.engine.postings.allowed import Allowed
from huf.engine.postings.reader import PostingsReader
from huf.engine.types import IndexedInput

if TYPE_CHECKING:
	from huf.engine.backends.keyword.filters import InputFilter


class SqliteFtsReader(WordSearch[Allowed]):
	"""An open build. Use each reader from one thread at a time."""

	def __init__(self, folder: Path) -> None:
		"""Open ``folder``.

		Raises:
			IndexMissing: the files are gone.
			IndexOutdated: the files have an older format.
			IndexTooNew: a newer huf made them.
			IndexCorrupt: they cannot be read.
		"""
		super().__init__()
		self._build = OpenBuild(folder)
		try:
			self.meta: dict[str, str] = self._build.meta
			self._last_chunk = self._build.last_chunk
			self._postings = PostingsReader(
				[segment.postings for segment in self._build.segments],
				self._build.dead_chunks,
				self._last_chunk,
			)
			self.languages = languages_of(self._build.statistics.languages)
			self._filter: InputFilter | None = None
			self._finalists = Finalists(SegmentTexts(self._build).terms_of)
			self._passages = Passages(self._build)
		# Whatever it was: nobody gets this reader, so nobody else would close its files. It is raised on.
		except BaseException:
			self._build.close()
			raise

	@property
	def statistics(self) -> Statistics:
		"""What the inputs of the build are together."""
		return self._build.statistics

	def inputs(self) -> list[IndexedInput]:
		"""Every input of the build, also those that gave no chunks."""
		return self._inputs_where("1")

	def partly_read(self) -> list[IndexedInput]:
		"""The inputs that are Partially Indexed."""
		if self.meta.get("partly_read") == "0":
			return []
		return self._inputs_where("status = ?", schema.PARTLY_READ)

	def inputs_of(self, keys: Iterable[str]) -> list[IndexedInput]:
		"""Those of the inputs ``keys`` that the build has."""
		return [item for key in keys for item in self._inputs_where("key = ?", key)]

	def keys(self) -> list[str]:
		"""The keys of all its inputs."""
		left = self._build.dead_inputs
		return [
			key
			for segment in self._build.segments
			for number, key in segment.connection.execute("SELECT id, key FROM inputs ORDER BY id")
			if number not in left
		]

	def titled(self, titles: Sequence[str]) -> list[IndexedInput]:
		"""The inputs that have one of ``titles``, whatever the case of their letters (outside of ASCII: as written, or in small letters)."""
		small = sorted({title.lower() for title in titles})
		return self._inputs_where("lower(title) IN (SELECT value FROM json_each(?))", json.dumps(small))

	def _inputs_where(self, condition: str, *values: str) -> list[IndexedInput]:
		found = []
		left = self._build.dead_inputs
		for segment in self._build.segments:
			columns = f"{segment.checksum}, {segment.extractors}, id, {schema.INPUT_COLUMNS}"
			for known, read_by, number, *row in segment.connection.execute(
				f"SELECT {columns} FROM inputs WHERE {condition} ORDER BY id", values
			):
				if number not in left:
					schema.check_row(known, number, *row)
					found.append(schema.input_from_row(tuple(row), read_by))
		return found

	def passages(self, chunks: Sequence[int]) -> dict[int, Passage]:
		"""Chunks by number."""
		return self._passages.of(chunks)

	def places(self, key: str) -> list[int]:
		"""The passages of an input by number, in their order; none for an input that the build does not hold."""
		return self._passages.places(key)

	def summaries(self, key: str) -> list[int]:
		"""The summaries of an input by number, in their order."""
		return self._passages.summaries(key)

	def neighbors(self, passage: Passage, distance: int) -> list[Passage]:
		"""The passages up to ``distance`` before and after, in order, with the passage itself."""
		return self._passages.around(passage, distance)

	def close(self) -> None:
		"""Release the files."""
		self._build.close()

	def _allowed(self, filters: Filters) -> Allowed | None:
		"""The chunks that the filters let through; None without a filter."""
		if not filters:
			return None
		if self._filter is None:
			# Only those who filter wait for it to be imported.
			self._filter = InputFilter(self._build)
		return self._filter.allowed(filters)

	def _matching(self, *phrases: str, allowed: Allowed | None, most: int) -> list[int]:
		"""The first chunks that hold every one of ``phrases``, ascending, at most ``most``."""
		expression = " AND ".join(map(quote, phrases))
		left = self._build.left
		found = (
			chunk
			for segment in self._build.segments
			for (chunk,) in segment.connection.execute(
				"SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid", (expression,)
			)
			if chunk not in left and (allowed is None or chunk in allowed)
		)
		return list(islice(found, most))
