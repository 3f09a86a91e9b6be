"""Reading an input in the process at hand: bytes to sections, or on to chunks.

It is what the reader's process does inside (`.child`), and all there is where no such process can be had.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Generic, Protocol, TypeVar

from huf.engine.chunkers import ChunkSettings, chunk_sections
from huf.engine.content import Content
from huf.engine.errors import OverLimit
from huf.engine.extractors import Extractor, extract
from huf.engine.extractors.failures import parse_failure
from huf.engine.reading.beginnings import Beginning
from huf.engine.reading.limits import LEAST_CHARACTERS, ReadingLimits, check_size
from huf.engine.registry import Registry
from huf.engine.scans import ReadsScans
from huf.engine.types import Chunk, JSONValue, Section

T = TypeVar("T", Section, Chunk)
T_co = TypeVar("T_co", Section, Chunk, covariant=True)


class Reading(Protocol[T_co]):
	"""One input being read. The attributes are complete once its items are exhausted, or an error was raised; of a reading that is
	left before, notes and properties are those of what was read by then."""

	notes: list[str]
	"""What was left out or guessed (``Extraction.notes``)."""
	media_type: str
	"""What the bytes are (``Extraction.media_type``); known with the first item, like the next."""
	extractor: str
	"""Registry key of what reads it."""
	asked: set[str]
	"""Keys of the extractors that had a say in how it is read."""
	properties: dict[str, JSONValue]
	"""What the file says of itself."""
	characters: int
	"""Of the text, without headers."""
	is_cut: bool
	"""Whether there is more of it than was asked for."""

	def items(self, scans: ReadsScans) -> Iterator[T_co]:
		"""Its sections, or chunks; to be called once. ``scans`` reads pages that are only pictures.

		Raises:
			InputError: it cannot be read, by whoever reads it or within the limits.
		"""


class Reader(Protocol):
	"""Reads one input after the other. What is begun before it is asked for must be asked for in that order."""

	ahead: int
	"""How many inputs it is of use to begin before the first of them is asked for."""

	def sections(self, content: Content) -> Reading[Section]:
		"""Begin to read ``content`` as sections."""

	def chunks(self, content: Content, settings: ChunkSettings, most: int = 0) -> Reading[Chunk]:
		"""Begin to read ``content`` as chunks, the first ``most`` of them, or all (0)."""

	def close(self) -> None:
		"""Give back what it holds. It may be used again."""


class ReadHere(Generic[T]):
	"""A :class:`Reading` in this process. Of the limits only that of text is kept."""

	def __init__(
		self,
		content: Content,
		registry: Registry[Extractor],
		limits: ReadingLimits,
		chunking: ChunkSettings | None = None,
		most: int = 0,
	) -> None:
		self.notes: list[str] = []
		self.media_type = self.extractor = ""
		self.asked: set[str] = set()
		self.properties: dict[str, JSONValue] = {}
		self.characters = self._counted_as = 0
		self.is_cut = False
		self._beginning = Beginning()
		self._content, self._registry, self._limits = content, registry, limits
		self._chunking, self._most = chunking, most

	def items(self, scans: ReadsScans) -> "Iterator[T]":
		"""See :class:`Reading`."""
		try:
			check_size(self._content)
		except OSError as error:
			raise parse_failure(error) from error
		content = replace(self._content, scans=scans, properties=self.properties)
		extraction = extract(content, self._registry, self.asked)
		self.notes = extraction.notes
		self.media_type, self.extractor = extraction.media_type, extraction.extractor
		sections = self._counted(extraction.sections)
		items: Iterator[T] = chunk_sections(sections, self._chunking) if self._chunking else sections  # type: ignore[assignment]
		return self._to_the_end(self._cut(items) if self._most else items)

	def _to_the_end(self, items: "Iterator[T]") -> "Iterator[T]":
		yield from items
		self._beginning.tell(self.properties, self.extractor)

	def _cut(self, items: "Iterator[T]") -> "Iterator[T]":
		yield from islice(items, self._most)
		self.is_cut = next(items, None) is not None

	def _counted(self, sections: Iterator[Section]) -> Iterator[Section]:
		for section in sections:
			self.characters += len(section.text)
			if not self._beginning.is_there:
				self._beginning.add(section)
				if self._beginning.is_there:
					# For who reads no further.
					self._beginning.tell(self.properties, self.extractor)
			self._counted_as += max(len(section.text), LEAST_CHARACTERS)
			if self._counted_as > self._limits.characters:
				raise OverLimit(
					f"The input has more than {self._limits.characters:,} characters of text. Split it, or raise the "
					"limit."
				)
			yield section


class ReaderHere:
	"""A :class:`Reader` in this process."""

	ahead = 1

	def __init__(self, registry: Registry[Extractor], limits: ReadingLimits) -> None:
		self._registry, self._limits = registry, limits

	def sections(self, content: Content) -> Reading[Section]:
		"""See :class:`Reader`."""
		return ReadHere[Section](content, self._registry, self._limits)

	def chunks(self, content: Content, settings: ChunkSettings, most: int = 0) -> Reading[Chunk]:
		"""See :class:`Reader`."""
		return ReadHere[Chunk](content, self._registry, self._limits, settings, most)

	def close(self) -> None:
		"""It holds nothing."""
