"""Rows of a build, read back from the engine: the texts of hits, and what stands around them."""

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from huf.engine.backends.base import Passage
from huf.engine.backends.keyword import schema
from huf.engine.backends.keyword.finalists import terms_of_texts
from huf.engine.backends.keyword.passages import Neighborhood
from huf.engine.backends.search_engine.builds.manifest import EngineManifest
from huf.engine.backends.search_engine.builds.numbering import key_of
from huf.engine.backends.search_engine.contract.engine import (
	SearchEngine,
	Values,
)
from huf.engine.backends.search_engine.stored.inputs import StoredInput
from huf.engine.backends.thread_cache import ThreadCache, new_number
from huf.engine.errors import IndexCorrupt
from huf.engine.postings.closeness import Terms
from huf.engine.ranking.neighbor_reranking import NEIGHBOR_DISTANCE
from huf.engine.types import IndexedInput


@dataclass(frozen=True, slots=True)
class _Read:
	"""A row, as far as it is needed to show it and to look closer at it."""

	generation: int
	input: int
	values: Values


_inputs: ThreadCache[StoredInput] = ThreadCache(5_000)
_rows: ThreadCache[_Read] = ThreadCache(5_000)
"""15 MB of chunks of the usual size. What is asked often is found often."""
_terms: ThreadCache[tuple[str, Terms]] = ThreadCache(5_000)
_numbers: dict[str, int] = {}
"""By collection the number that its rows have in the caches: rows never change, so builds share what was read."""
_lock = threading.Lock()


def cache_number(manifest: EngineManifest) -> int:
	"""By what the rows of a collection are told from those of others."""
	with _lock:
		return _numbers.setdefault(key_of(manifest.place), new_number())


class EngineRows:
	"""The rows of one build."""

	def __init__(self, engine: SearchEngine, manifest: EngineManifest) -> None:
		self._engine, self._manifest = engine, manifest
		self._cache = cache_number(manifest)

	def of(self, chunks: Sequence[int]) -> dict[int, Passage]:
		"""Those of ``chunks`` that the build shows, by number."""
		rows = self._read(chunks)
		inputs = self.inputs_of({row.input for row in rows.values()})
		return {chunk: _passage(chunk, row.values, inputs[row.input].item) for chunk, row in rows.items()}

	def around(self, passage: Passage, distance: int) -> list[Passage]:
		"""The passages up to ``distance`` before and after, in order, with the passage itself."""
		first = passage.chunk - min(distance, passage.ordinal)
		near = self.of(range(first, passage.chunk + distance + 1))
		# The chunks of an input follow one another.
		return [each for each in near.values() if each.input == passage.input and not each.is_summary]

	def neighborhoods(self, chunks: Sequence[int]) -> dict[int, Neighborhood]:
		"""Where each of ``chunks`` stands.

		Raises:
			IndexCorrupt: one is not there.
		"""
		rows = self._read(chunks)
		if len(rows) < len(chunks):
			raise lacking()
		inputs = self.inputs_of({row.input for row in rows.values()})
		found = {}
		for chunk, row in rows.items():
			# Beside a passage stand passages, and beside a summary those of other parts.
			of_input = inputs[row.input]
			own = of_input.passages if chunk in of_input.passages else of_input.summaries
			first, last = (
				max(own.start, chunk - NEIGHBOR_DISTANCE),
				min(own.stop - 1, chunk + NEIGHBOR_DISTANCE),
			)
			found[chunk] = Neighborhood(
				row.input, [other for other in range(first, last + 1) if other != chunk]
			)
		return found

	def terms_of(self, chunks: Sequence[int]) -> dict[int, tuple[str, Terms]]:
		"""The languages and the terms of ``chunks``.

		Raises:
			IndexCorrupt: one is not there.
		"""
		found = _terms.known(self._cache, chunks)
		if unknown := [chunk for chunk in chunks if chunk not in found]:
			rows = self._read(unknown)
			if len(rows) < len(unknown):
				raise lacking()
			inputs = self.inputs_of({row.input for row in rows.values()})
			read = {}
			for chunk, row in rows.items():
				own = inputs[row.input]
				texts = own.item.title, row.values["heading"], row.values["body"]
				read[chunk] = own.language, terms_of_texts(own.language, texts)
			_terms.keep(self._cache, read)
			found |= read
		return found

	def inputs_of(self, numbers: Iterable[int]) -> dict[int, StoredInput]:
		"""The inputs with these numbers.

		Raises:
			IndexCorrupt: one is not there.
		"""
		wanted = list(numbers)
		found = _inputs.known(self._cache, wanted)
		if unknown := [number for number in wanted if number not in found]:
			stored = map(StoredInput.of, self._engine.entries(unknown))
			read = {each.number: each for each in stored}
			if len(read) < len(unknown):
				raise IndexCorrupt(
					"The index has passages of documents that it does not hold. Rebuild the source."
				)
			_inputs.keep(self._cache, read)
			found |= read
		return found

	def _read(self, chunks: Sequence[int]) -> dict[int, _Read]:
		"""Those of ``chunks`` that the build shows, in their order."""
		found = _rows.known(self._cache, chunks)
		if unknown := [chunk for chunk in chunks if chunk not in found]:
			read = {
				chunk: _Read(row.generation, row.input, row.stored)
				for chunk, row in self._engine.rows(unknown, ("stored",)).items()
			}
			_rows.keep(self._cache, read)
			found |= read
		shows = self._manifest.shows
		return {
			chunk: found[chunk]
			for chunk in chunks
			if chunk in found and shows(found[chunk].generation, found[chunk].input)
		}


_STORED = ("ordinal", "start", "stop", "locator", "header", "heading", "body")


def stored_values(values: schema.ChunkValues) -> Values:
	"""What a row has of a chunk, besides its words and its vector."""
	return dict(zip(_STORED, values, strict=True))


def chunk_values(stored: Values) -> schema.ChunkValues:
	"""The inverse of :func:`stored_values`."""
	ordinal, start, stop, locator, header, heading, body = (stored[name] for name in _STORED)
	return ordinal, start, stop, locator, header, heading, body


def _passage(chunk: int, values: Values, item: IndexedInput) -> Passage:
	place = schema.locator_from_json(values["locator"])
	return Passage(
		chunk,
		item.key,
		values["ordinal"],
		values["start"],
		values["stop"],
		values["body"],
		values["header"],
		place,
		item.title,
		item.url,
		# Everybody gets the same metadata, so nobody may change them.
		MappingProxyType(dict(item.metadata)),
		item.indexed_at,
		item.message if item.status == schema.PARTLY_READ else "",
		schema.enrichment_in(values["heading"], place, values["header"]),
	)


def lacking() -> IndexCorrupt:
	"""For rows that a build shows, and that are not there."""
	return IndexCorrupt("The index names passages that it does not hold. Rebuild the source.")
