"""Reads rows and inputs of a build back from the engine: the texts of hits, what stands around them, and what filters let through."""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from huf.engine.backends.base import Passage
from huf.engine.backends.keyword import schema
from huf.engine.backends.keyword.finalists import terms_of_texts
from huf.engine.backends.keyword.passages import Neighborhood
from huf.engine.backends.manifest import Statistics
from huf.engine.backends.search_engine.engine import (
	Entry,
	IsIn,
	SearchEngine,
	Values,
	Where,
)
from huf.engine.backends.search_engine.manifest import EngineManifest
from huf.engine.backends.search_engine.numbering import key_of
from huf.engine.backends.thread_cache import ThreadCache, new_number
from huf.engine.embedding import Vectors
from huf.engine.errors import IndexCorrupt
from huf.engine.filters import Filters
from huf.engine.filters.matching import matching_inputs
from huf.engine.postings.closeness import Terms
from huf.engine.ranking.fusion import VectorLeg
from huf.engine.ranking.neighbor_reranking import NEIGHBOR_DISTANCE
from huf.engine.types import IndexedInput

KIND = "input"
"""What entries of inputs are."""
_KEYS_AT_ONCE = 500
_KEPT_FILTERS = 16
INPUTS = Where((IsIn("kind", [KIND]),))


@dataclass(frozen=True, slots=True)
class StoredInput:
	"""An input as the engine has it."""

	number: int
	generation: int
	item: IndexedInput
	language: str
	first: int
	last: int
	"""Numbers of its first and last chunk; 0 and -1 for none."""

	@property
	def chunks(self) -> range:
		"""The numbers of its chunks, in their order."""
		return range(self.first, self.last + 1)

	@property
	def statistics(self) -> Statistics:
		"""What it adds to those of a build, but for its terms."""
		return Statistics(
			1,
			self.item.chunks,
			self.item.characters,
			0,
			int(self.item.status == schema.PARTLY_READ),
			{self.language: 1} if self.language else {},
		)

	def entry(self) -> Entry:
		"""To be written."""
		return Entry(
			self.number,
			{
				"kind": KIND,
				"input": self.number,
				"generation": self.generation,
				"key": self.item.key,
				"status": self.item.status,
				"row": list(schema.input_row(self.item)),
				"extractors": schema.extractors_text(self.item),
				"language": self.language,
				"first": self.first,
				"last": self.last,
			},
		)

	@classmethod
	def of(cls, values: Values) -> "StoredInput":
		"""The inverse of :meth:`entry`."""
		item = schema.input_from_row(tuple(values["row"]), values["extractors"])
		return cls(
			values["input"], values["generation"], item, values["language"], values["first"], values["last"]
		)


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
		return [each for each in near.values() if each.input == passage.input]

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
			own = inputs[row.input].chunks
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
	return Passage(
		chunk,
		item.key,
		values["ordinal"],
		values["start"],
		values["stop"],
		values["body"],
		values["header"],
		schema.locator_from_json(values["locator"]),
		item.title,
		item.url,
		# Everybody gets the same metadata, so nobody may change them.
		MappingProxyType(dict(item.metadata)),
		item.indexed_at,
		item.message if item.status == schema.PARTLY_READ else "",
	)


def lacking() -> IndexCorrupt:
	"""For rows that a build shows, and that are not there."""
	return IndexCorrupt("The index names passages that it does not hold. Rebuild the source.")


class EngineInputs:
	"""The inputs of one build: by key, all of them, and those that a filter lets through."""

	def __init__(self, engine: SearchEngine, manifest: EngineManifest) -> None:
		self._engine, self._manifest = engine, manifest
		self._kept: OrderedDict[str, Where] = OrderedDict()
		self._every: list[StoredInput] | None = None

	def find(self, keys: Iterable[str]) -> list[StoredInput]:
		"""Those of the inputs ``keys`` that the build shows."""
		wanted = list(keys)
		found: list[StoredInput] = []
		for start in range(0, len(wanted), _KEYS_AT_ONCE):
			found += self.where(Where((IsIn("key", wanted[start : start + _KEYS_AT_ONCE]),)))
		return found

	def where(self, where: Where) -> list[StoredInput]:
		"""Those that satisfy ``where``, by number."""
		every = self._engine.each_entry(INPUTS & self._manifest.where & where)
		return sorted(map(StoredInput.of, every), key=lambda each: each.number)

	def every(self) -> list[StoredInput]:
		"""All of them, by number; read once, for an input has its entry for as long as any build shows it."""
		if self._every is None:
			self._every = every_input(self._engine, self._manifest)
		return self._every

	def allowed(self, filters: Filters) -> Where:
		"""The rows of the inputs that satisfy ``filters``.

		Every operator means what it means in plain Python (:func:`~huf.engine.filters.matching.matching_inputs`): it is asked of the inputs here, and
		the engine is told their numbers, or those of the others where these are fewer.
		"""
		found = self._kept.pop(filters.canonical, None)
		if found is None:
			with_chunks = [each for each in self.every() if each.item.chunks]
			keys = matching_inputs(filters, (each.item for each in with_chunks))
			let_through = [each.number for each in with_chunks if each.item.key in keys]
			others = [each.number for each in with_chunks if each.item.key not in keys]
			if len(let_through) <= len(others):
				found = Where((IsIn("input", let_through),))
			else:
				found = Where(must_not=(IsIn("input", others),))
		self._kept[filters.canonical] = found
		if len(self._kept) > _KEPT_FILTERS:
			self._kept.popitem(last=False)
		return found


def every_input(engine: SearchEngine, manifest: EngineManifest) -> list[StoredInput]:
	"""All inputs of a build, by number.

	Nothing is kept from build to build: a manifest does not name what was deleted, and builds go several ways from a restored one.
	"""
	written = map(StoredInput.of, engine.each_entry(INPUTS & manifest.where))
	return sorted(written, key=lambda each: each.number)


class EngineVectors:
	"""The vectors of one build; :class:`~huf.engine.backends.hybrid.vector_file.VectorRows`, which is told by conditions what to look at."""

	def __init__(self, engine: SearchEngine, manifest: EngineManifest) -> None:
		self._engine, self._manifest = engine, manifest
		self.dimension = manifest.dimension
		self._mean = (manifest.vector_sum / max(manifest.statistics.chunks, 1)).astype(np.float32)

	@property
	def is_empty(self) -> bool:
		"""Whether no chunk has a direction."""
		return not self._manifest.vectors

	@property
	def mean_row(self) -> Vectors:
		"""The average of all rows: its similarity to a vector is the average similarity."""
		return self._mean

	def rows_of(self, chunks: Sequence[int]) -> Vectors:
		"""The vectors of ``chunks``, in their order; zeros for a text in which the model saw nothing."""
		rows = self._engine.rows(chunks, ("vector",))
		found: Vectors = np.zeros((len(chunks), self.dimension), dtype=np.float32)
		for place, chunk in enumerate(chunks):
			row = rows.get(chunk)
			if row is not None and row.vector is not None:
				found[place] = row.vector
		return found

	def nearest(
		self, vector: Vectors, limit: int, also: Sequence[int] = (), allowed: Where | None = None
	) -> VectorLeg:
		"""The ``limit`` chunks whose vectors are most like ``vector``, and besides those of ``also``, best first.

		With ``allowed`` only those are looked at, also in ``also``.
		"""
		where = self._manifest.where if allowed is None else self._manifest.where & allowed
		found = dict(self._engine.by_vector(vector, limit, where))
		if further := [chunk for chunk in also if chunk not in found]:
			own = where & Where((IsIn("chunk", further),))
			found.update(self._engine.by_vector(vector, len(further), own))
		ordered = sorted(found.items(), key=lambda one: (-one[1], one[0]))
		return VectorLeg(
			[chunk for chunk, _ in ordered], [score for _, score in ordered], float(self._mean @ vector)
		)
