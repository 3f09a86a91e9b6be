"""Inputs of a build, read back from the engine: by key, all of them, and those that a filter lets through."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass

from huf.engine.backends.keyword import schema
from huf.engine.backends.manifest import Statistics
from huf.engine.backends.search_engine.builds.manifest import EngineManifest
from huf.engine.backends.search_engine.contract.engine import Entry, IsIn, SearchEngine, Values, Where
from huf.engine.filters import Filters
from huf.engine.filters.matching import matching_inputs
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
	def passages(self) -> range:
		"""The numbers of its passages, in their order."""
		return range(self.first, self.last + 1 - self.item.summaries)

	@property
	def summaries(self) -> range:
		"""The numbers of its summaries, in their order."""
		return range(self.passages.stop, self.last + 1)

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
