"""Numbers that never come back, and which collections an index has: a file beside its builds.

Rows of several builds lie side by side in one collection, also of builds that were restored and went another way from there. So generations,
inputs, chunks, terms and parts of the dictionary are numbered through for the whole life of a collection, whatever a build starts from.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from huf.engine.backends.search_engine.builds.manifest import Place, write_durably
from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.errors import HufError, IndexCorrupt

FILE_NAME = "search_engine_numbers.json"


@dataclass(frozen=True, slots=True)
class Numbers:
	"""The highest of each that was ever given."""

	generation: int = 0
	chunk: int = 0
	input: int = 0
	term: int = 0
	part: int = 0

	def plus(
		self, *, generations: int = 0, chunks: int = 0, inputs: int = 0, terms: int = 0, parts: int = 0
	) -> "Numbers":
		"""After so many more were given."""
		return Numbers(
			self.generation + generations,
			self.chunk + chunks,
			self.input + inputs,
			self.term + terms,
			self.part + parts,
		)


@dataclass(frozen=True, slots=True)
class Collections:
	"""What the index in a folder has in engines: each collection with its place and numbers, by its key."""

	places: Mapping[str, tuple[Place, Numbers]] = field(default_factory=dict)

	@classmethod
	def read(cls, root: Path) -> "Collections":
		"""Those of the index in ``root``; none where it has none.

		Raises:
			IndexCorrupt: the file cannot be read.
		"""
		try:
			text = (root / FILE_NAME).read_text("utf-8", "replace")
		except (FileNotFoundError, NotADirectoryError):
			return cls()
		try:
			places = {}
			for values in json.loads(text)["collections"]:
				settings = StoreSettings(values["engine"]["path"], values["engine"]["settings"])
				place = Place(settings, values["collection"], values["owner"])
				places[key_of(place)] = place, Numbers(**values["numbers"])
			return cls(places)
		except (ValueError, KeyError, TypeError, HufError) as error:
			raise IndexCorrupt(
				f"The file {FILE_NAME} of the index cannot be read. Rebuild the source after deleting it; its collections"
				" must be dropped by hand."
			) from error

	def write(self, root: Path) -> None:
		"""Put them into ``root``, on the disk for certain."""
		values = [
			{
				"engine": json.loads(place.settings.describe()),
				"collection": place.collection,
				"owner": place.owner,
				"numbers": asdict(numbers),
			}
			for place, numbers in self.places.values()
		]
		write_durably(root / FILE_NAME, json.dumps({"collections": values}, indent=1))

	def numbers(self, place: Place) -> Numbers:
		"""Those of a collection."""
		known = self.places.get(key_of(place))
		return known[1] if known else Numbers()

	def having(self, place: Place, numbers: Numbers) -> "Collections":
		"""With these numbers of a collection."""
		return replace(self, places={**self.places, key_of(place): (place, numbers)})

	def without(self, place: Place) -> "Collections":
		"""Without a collection that was dropped."""
		return replace(
			self, places={key: value for key, value in self.places.items() if key != key_of(place)}
		)


def key_of(place: Place) -> str:
	"""Tells collections apart, of several engines too."""
	return f"{place.settings.key} {place.collection}"
