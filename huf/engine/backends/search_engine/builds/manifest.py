"""What a build of an index in an engine consists of: which rows it shows, its dictionary, and the statistics of the whole.

The manifest is all of a build that is a file. It is written twice: first as the note that this generation is being written, before
any row is, so that whatever happens to the process there is a file by which rows are told from orphans; at the end as a whole.
"""

import base64
import json
import os
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from huf.engine.backends.manifest import Statistics
from huf.engine.backends.search_engine.contract.engine import Between, IsIn, Where
from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.errors import HufError, IndexCorrupt, IndexMissing, IndexTooNew

FILE_NAME = "search_engine.json"
FORMAT = 1
"""Of the manifest, of rows and of entries. Raise it when an older huf could misread them."""
_MEAN_TYPE = np.dtype("<f8")

Numbers = npt.NDArray[np.float64]
Left = tuple[int, int]
"""An input that left: the generation of its rows, and its number."""


@dataclass(frozen=True, slots=True)
class Place:
	"""Where an index lies."""

	settings: StoreSettings
	collection: str
	owner: str
	"""Id of the index that made the collection (:mod:`~huf.engine.backends.vector_store.ownership`)."""


@dataclass(frozen=True, slots=True)
class DictionaryPart:
	"""Some entries of the dictionary that were written together."""

	number: int
	terms: int


@dataclass(frozen=True, slots=True)
class EngineManifest:
	"""One build. It shows the rows of the generations from ``first`` to ``generation`` without ``skipped``, and of these none of
	the inputs ``left``."""

	place: Place
	first: int
	generation: int
	skipped: tuple[int, ...] = ()
	left: tuple[Left, ...] = ()
	dictionary: tuple[DictionaryPart, ...] = ()
	statistics: Statistics = field(default_factory=Statistics)
	dimension: int = 0
	"""Numbers in each dense vector; 0 without."""
	vectors: int = 0
	"""How many rows have a direction."""
	vector_sum: Numbers = field(default_factory=lambda: np.zeros(0))
	"""Of all dense vectors."""
	meta: Mapping[str, str] = field(default_factory=dict)
	is_whole: bool = False
	"""False while the rows are being written."""

	@property
	def where(self) -> Where:
		"""The rows, and the entries of inputs, that the build shows."""
		hidden: list[IsIn | Between] = []
		if self.skipped:
			hidden.append(IsIn("generation", self.skipped))
		if self.left:
			hidden.append(IsIn("input", [number for _, number in self.left]))
		return Where((Between("generation", self.first, self.generation),), tuple(hidden))

	def shows_generation(self, generation: int) -> bool:
		"""Whether rows of a generation belong to the build, but for inputs that left."""
		return self.first <= generation <= self.generation and generation not in self.skipped

	def shows(self, generation: int, number: int) -> bool:
		"""Whether the build shows the rows of an input, by the generation and the number that these have."""
		return self.shows_generation(generation) and (generation, number) not in self.left

	def write(self, folder: Path) -> None:
		"""Put it into ``folder``, on the disk for certain, readable by nobody else: settings may hold secrets."""
		values: dict[str, Any] = {
			"format": FORMAT,
			"engine": json.loads(self.place.settings.describe()),
			"collection": self.place.collection,
			"owner": self.place.owner,
			"first": self.first,
			"generation": self.generation,
			"skipped": list(self.skipped),
			"left": [list(each) for each in self.left],
			"dictionary": [[part.number, part.terms] for part in self.dictionary],
			"statistics": asdict(self.statistics),
			"dimension": self.dimension,
			"vectors": self.vectors,
			"vector_sum": base64.b64encode(self.vector_sum.astype(_MEAN_TYPE).tobytes()).decode(),
			"meta": dict(self.meta),
			"is_whole": self.is_whole,
		}
		values["checksum"] = _checksum(values)
		write_durably(folder / FILE_NAME, json.dumps(values, ensure_ascii=False, indent=1))

	@classmethod
	def read(cls, folder: Path) -> "EngineManifest":
		"""That of the build in ``folder``.

		Raises:
			IndexMissing: there is none.
			IndexCorrupt: it is not as it was written.
			IndexTooNew: a newer huf wrote it.
		"""
		try:
			text = (folder / FILE_NAME).read_bytes()
		except (FileNotFoundError, NotADirectoryError):
			raise IndexMissing(
				"The files of this index are missing. Rebuild the source to make them again."
			) from None
		try:
			values = json.loads(text)
			if values.pop("checksum") != _checksum(values):
				raise ValueError("checksum")
			if values["format"] > FORMAT:
				raise IndexTooNew(
					"This index was made by a newer version of huf and is left as it is. Install that version again, or"
					" rebuild the source with this one."
				)
			settings = StoreSettings(values["engine"]["path"], values["engine"]["settings"])
			return cls(
				Place(settings, values["collection"], values["owner"]),
				values["first"],
				values["generation"],
				tuple(values["skipped"]),
				tuple((generation, number) for generation, number in values["left"]),
				tuple(DictionaryPart(number, terms) for number, terms in values["dictionary"]),
				Statistics(**values["statistics"]),
				values["dimension"],
				values["vectors"],
				np.frombuffer(base64.b64decode(values["vector_sum"]), dtype=_MEAN_TYPE),
				values["meta"],
				values["is_whole"],
			)
		except IndexTooNew:
			raise
		except (ValueError, KeyError, TypeError, HufError) as error:
			raise IndexCorrupt(
				"What says where the index lies and what is in it cannot be read. Rebuild the source."
			) from error

	def is_at(self, place: Place) -> bool:
		"""Whether its rows are in the collection of ``place``, and are its owner's to delete."""
		return (self.place.collection, self.place.owner, self.place.settings.key) == (
			place.collection,
			place.owner,
			place.settings.key,
		)


def manifests_in(root: Path) -> list[EngineManifest]:
	"""Those of all builds in ``root``, also of builds that are being written.

	Raises:
		IndexCorrupt, IndexTooNew: one cannot be read: nobody knows which rows it shows.
	"""
	found = []
	for path in sorted(root.glob(f"*/{FILE_NAME}")):
		try:
			found.append(EngineManifest.read(path.parent))
		except IndexMissing:
			continue
	return found


def begun(
	base: EngineManifest | None, place: Place, generation: int, others: Sequence[EngineManifest]
) -> EngineManifest:
	"""The manifest of a build that starts from ``base`` and writes ``generation``, before anything is written.

	Args:
		others: all builds of the collection that there are: what none of them shows was deleted, and need not be named.
	"""
	if base is None:
		return EngineManifest(place, generation, generation)
	skipped = {each for each in base.skipped if any(other.shows_generation(each) for other in others)}
	for other in others:
		newer = range(max(other.first, base.generation + 1), min(other.generation + 1, generation))
		skipped.update(each for each in newer if other.shows_generation(each))
	left = tuple(each for each in base.left if any(other.shows(*each) for other in others))
	return replace(
		base,
		place=place,
		generation=generation,
		skipped=tuple(sorted(skipped)),
		left=left,
		is_whole=False,
		meta={},
	)


def unshown_generations(manifests: Iterable[EngineManifest]) -> Where:
	"""The rows of generations that no build shows."""
	shown: list[tuple[int, int]] = []
	for each in manifests:
		first = each.first
		for border in (*(one for one in each.skipped if one >= each.first), each.generation + 1):
			if first < border:
				shown.append((first, border - 1))
			first = border + 1
	return Where(must_not=tuple(Between("generation", first, last) for first, last in _joined(shown)))


def _joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
	joined: list[tuple[int, int]] = []
	for first, last in sorted(spans):
		if joined and first <= joined[-1][1] + 1:
			joined[-1] = joined[-1][0], max(joined[-1][1], last)
		else:
			joined.append((first, last))
	return joined


def unshown_inputs(manifests: Sequence[EngineManifest]) -> list[int]:
	"""Numbers of inputs that left every build which shows their generation."""
	every = {left for each in manifests for left in each.left}
	return sorted(
		number
		for generation, number in every
		if not any(each.shows(generation, number) for each in manifests)
	)


def write_durably(path: Path, text: str) -> None:
	"""Write a small file so that after a power cut it is there whole, or as it was; readable by its owner only."""
	new = path.with_name(f"{path.name}.new")
	descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
	with open(descriptor, "w", encoding="utf-8") as file:
		file.write(text)
		file.flush()
		os.fsync(file.fileno())
	os.replace(new, path)


def _checksum(values: Mapping[str, Any]) -> int:
	return zlib.crc32(json.dumps(values, sort_keys=True).encode())
