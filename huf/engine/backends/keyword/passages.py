"""Reads chunks back from a build: the texts of hits, and what stands around them."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType
from typing import Any, NamedTuple

from huf.engine.backends.base import Passage
from huf.engine.backends.keyword import schema
from huf.engine.backends.keyword.opened import OpenBuild, OpenSegment
from huf.engine.backends.thread_cache import ThreadCache
from huf.engine.errors import IndexCorrupt
from huf.engine.ranking.neighbor_reranking import NEIGHBOR_DISTANCE
from huf.engine.types import JSONValue, is_summary

_CHUNK_SQL = f"SELECT {{checksum}}, heading, {schema.CHUNK_COLUMNS} FROM chunks"


class _Input(NamedTuple):
	"""What the passages of an input share."""

	key: str
	title: str
	url: str
	metadata: Mapping[str, JSONValue]
	indexed_at: float
	partly_read: str


_chunks: ThreadCache[Passage] = ThreadCache(5_000)
"""5 MB of chunks of 500 characters, and 15 MB of the usual size: what is asked often is found often, and reading it takes
as long as ranking."""
_inputs: ThreadCache[_Input] = ThreadCache(5_000)
"""Some 3 MB. An input has many chunks, and looking it up for every one takes as long as reading the chunk."""


class Neighborhood(NamedTuple):
	"""Where a chunk stands."""

	input: int
	"""The number of its input."""
	beside: Sequence[int]
	"""The numbers of those up to :data:`NEIGHBOR_DISTANCE` before and after it in its input, in order."""


_neighborhoods: ThreadCache[Neighborhood] = ThreadCache(5_000)


class Passages:
	"""The passages of one build, which never changes."""

	def __init__(self, build: OpenBuild) -> None:
		self._build = build

	def of(self, chunks: Sequence[int]) -> dict[int, Passage]:
		"""Those of ``chunks`` that there are, by number."""
		found: dict[int, Passage] = {}
		for segment, own in self._build.by_segment(chunks):
			known = _chunks.known(segment.number, own)
			if unknown := [chunk for chunk in own if chunk not in known]:
				marks = ",".join("?" * len(unknown))
				sql = _CHUNK_SQL.format(checksum=segment.checksum)
				rows = segment.connection.execute(f"{sql} WHERE id IN ({marks})", unknown)
				read = {passage.chunk: passage for passage in self._read(segment, rows.fetchall())}
				_chunks.keep(segment.number, read)
				known |= read
			found |= known
		return {chunk: found[chunk] for chunk in chunks if chunk in found}

	def around(self, passage: Passage, distance: int) -> list[Passage]:
		"""The passages up to ``distance`` before and after, in order, with the passage itself."""
		segment = self._build.of_chunk(passage.chunk)
		sql = _CHUNK_SQL.format(checksum=segment.checksum)
		rows = segment.connection.execute(
			f"{sql} WHERE input = (SELECT input FROM chunks WHERE id = ?)"
			" AND ordinal BETWEEN ? AND ? ORDER BY ordinal",
			(passage.chunk, passage.ordinal - distance, passage.ordinal + distance),
		)
		return list(self._read(segment, rows.fetchall()))

	def neighborhoods(self, chunks: Sequence[int]) -> dict[int, Neighborhood]:
		"""Where each of ``chunks`` stands.

		Raises:
			IndexCorrupt: one is not there.
		"""
		found: dict[int, Neighborhood] = {}
		for segment, own in self._build.by_segment(chunks):
			known = _neighborhoods.known(segment.number, own)
			if unknown := [chunk for chunk in own if chunk not in known]:
				marks = ",".join("?" * len(unknown))
				rows = segment.connection.execute(
					f"""SELECT chunks.id, chunks.input, others.id FROM chunks JOIN chunks AS others
					ON others.input = chunks.input AND others.ordinal BETWEEN chunks.ordinal - ? AND chunks.ordinal + ?
					WHERE chunks.id IN ({marks}) ORDER BY chunks.id, others.ordinal""",
					(NEIGHBOR_DISTANCE, NEIGHBOR_DISTANCE, *unknown),
				)
				read = {}
				for (chunk, number), around in groupby(rows, key=itemgetter(0, 1)):
					read[chunk] = Neighborhood(number, [other for *_, other in around if other != chunk])
				if len(read) < len(unknown):
					raise IndexCorrupt("The index names passages that it does not hold. Rebuild the source.")
				_neighborhoods.keep(segment.number, read)
				known |= read
			found |= known
		return found

	def places(self, key: str) -> list[int]:
		"""The passages of an input by number, in their order; none for an input that the build does not hold.

		Raises:
			IndexCorrupt: some are not there.
		"""
		return [chunk for chunk, ordinal in self._chunks_of(key) if not is_summary(ordinal)]

	def summaries(self, key: str) -> list[int]:
		"""The summaries of an input by number, in their order.

		Raises:
			IndexCorrupt: chunks of it are not there.
		"""
		return [chunk for chunk, ordinal in self._chunks_of(key) if is_summary(ordinal)]

	def _chunks_of(self, key: str) -> list[tuple[int, int]]:
		"""Numbers and ordinals."""
		found = self._build.alive_input(key)
		if found is None:
			return []
		segment, number = found
		rows = segment.connection.execute(
			"SELECT chunks.id, chunks.ordinal, inputs.chunks FROM chunks JOIN inputs ON inputs.id = chunks.input WHERE inputs.id = ?"
			" ORDER BY chunks.ordinal",
			(number,),
		).fetchall()
		if rows and len(rows) != rows[0][2]:
			raise IndexCorrupt("The index lacks passages of a document. Rebuild the source.")
		return [(chunk, ordinal) for chunk, ordinal, _ in rows]

	def _read(self, segment: OpenSegment, rows: Sequence[Sequence[Any]]) -> Iterable[Passage]:
		for known, _, *values in rows:
			schema.check_row(known, *values)
		inputs = self._inputs_of(segment, {row[3] for row in rows})
		for _, heading, chunk, number, ordinal, start, stop, locator, header, body in rows:
			key, title, url, metadata, indexed_at, partly_read = inputs[number]
			place = schema.locator_from_json(locator)
			yield Passage(
				chunk,
				key,
				ordinal,
				start,
				stop,
				body,
				header,
				place,
				title,
				url,
				metadata,
				indexed_at,
				partly_read,
				schema.enrichment_in(heading, place, header),
			)

	def _inputs_of(self, segment: OpenSegment, numbers: set[int]) -> dict[int, _Input]:
		"""The inputs with these numbers.

		Raises:
			IndexCorrupt: one is not there.
		"""
		found = _inputs.known(segment.number, numbers)
		if unknown := numbers - found.keys():
			marks = ",".join("?" * len(unknown))
			rows = segment.connection.execute(
				f"SELECT {segment.checksum}, id, {schema.INPUT_COLUMNS} FROM inputs WHERE id IN ({marks})",
				tuple(unknown),
			)
			# Everybody gets the same metadata, so nobody may change them.
			read = {}
			for known, number, *row in rows:
				schema.check_row(known, number, *row)
				item = schema.input_from_row(tuple(row))
				shared = MappingProxyType(dict(item.metadata))
				partly_read = item.message if item.status == schema.PARTLY_READ else ""
				read[number] = _Input(item.key, item.title, item.url, shared, item.indexed_at, partly_read)
			if len(read) < len(unknown):
				raise IndexCorrupt(
					"The index has passages of documents that it does not hold. Rebuild the source."
				)
			_inputs.keep(segment.number, read)
			found |= read
		return found
