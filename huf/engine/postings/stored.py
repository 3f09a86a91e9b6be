"""Postings as they are stored: where those of a term lie in the file, and reading them."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from huf.engine.disk.mapped import MappedFile
from huf.engine.errors import IndexCorrupt
from huf.engine.postings import layout

PLACES = "frequency, top, chunks_at, impacts_at, first, last FROM terms JOIN segments ON id = segment"
"""The columns of a :class:`Part`, and where they come from."""
_BYTE = np.dtype("u1")
_MAPPED_WHOLE = 64 << 20
"""Bytes. Reading all terms of a larger file must not make all of it count as memory of the process."""
_DENSE_FOR_ONE = 7
"""Chunks of a dense term that are added in the time of one posting of another (0.3 ns each against 2)."""


class SegmentTerms(NamedTuple):
	"""The postings of one term in one segment."""

	chunks: npt.NDArray[np.uint32]
	impacts: npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Part:
	"""Where the postings of a term in one segment are."""

	frequency: int
	top: int
	chunks_at: int | None
	"""None for a dense term."""
	impacts_at: int
	first: int
	last: int
	file: "PostingsFile | Copied"
	"""The bytes that it is in."""

	@property
	def cost(self) -> int:
		"""What adding it takes, in postings."""
		if self.chunks_at is None:
			return (self.last - self.first) // _DENSE_FOR_ONE
		return self.frequency


def part_of(row: Sequence[int], file: "PostingsFile") -> Part:
	"""The part whose :data:`PLACES` are ``row``, in this file."""
	frequency, top, chunks_at, impacts_at, first, last = row
	return Part(frequency, top, chunks_at, impacts_at, first, last, file)


@dataclass(frozen=True, slots=True)
class Term:
	"""Where a term stands in all segments of a build."""

	parts: tuple[Part, ...]
	frequency: int
	"""In how many chunks of the build. Of files of an older version also in those that left."""
	top: int
	"""Its highest impact."""
	cost: int
	"""What adding it to all its chunks takes, in postings."""
	rarity: float
	"""BM25's inverse document frequency, never negative."""


def term_of(parts: Iterable[Part], gone: int, chunk_count: int) -> Term:
	"""The term that stands in ``parts``, less ``gone`` chunks that left, of a build of ``chunk_count`` chunks."""
	parts = tuple(parts)
	frequency = sum(part.frequency for part in parts) - gone
	return Term(
		parts if frequency > 0 else (),
		max(frequency, 0),
		top=max((part.top for part in parts), default=0),
		cost=sum(part.cost for part in parts),
		rarity=rarity(max(frequency, 0), chunk_count),
	)


def joined(parts: Sequence[Part]) -> Part:
	"""The postings of a term in several segments that follow one another, as if they were in one: a copy."""
	found = list(map(postings_of, parts))
	chunks = np.concatenate([each.chunks for each in found])
	data = np.concatenate([chunks.view(_BYTE), *(each.impacts for each in found)])
	top = max(part.top for part in parts)
	return Part(len(chunks), top, 0, chunks.nbytes, parts[0].first, parts[-1].last, Copied(data))


def rarity(frequency: int, chunk_count: int) -> float:
	"""BM25's inverse document frequency of a term that stands in ``frequency`` of ``chunk_count`` chunks, never negative."""
	total = max(chunk_count, frequency)
	return math.log(1 + (total - frequency + 0.5) / (frequency + 0.5))


class Copied:
	"""Postings in memory."""

	def __init__(self, data: npt.NDArray[np.uint8]) -> None:
		self.data = data

	def check(self) -> None:
		"""Nobody cuts them off."""


class PostingsFile:
	"""The bytes of the postings of a published build, shared by all processes that read them."""

	def __init__(self, path: Path) -> None:
		"""Map the file at ``path``.

		Raises:
			IndexMissing: there is no such file.
		"""
		self._file = MappedFile(path)
		self.data: npt.NDArray[np.uint8] = self._file.array(_BYTE)
		self.check = self._file.check
		"""Called before the data are read: see :class:`~huf.engine.disk.mapped.MappedFile`. Who reads a :class:`Part` need not."""

	def release(self) -> None:
		"""Give back the memory of what was read so far, if it is much."""
		if len(self.data) > _MAPPED_WHOLE:
			self._file.release()


def postings_of(part: Part) -> SegmentTerms:
	"""What lies where ``part`` says.

	Raises:
		IndexCorrupt: the file was cut off, or has no such place.
	"""
	if part.chunks_at is None:
		every = dense_impacts(part)
		present = np.flatnonzero(every)
		return SegmentTerms((present + part.first).astype(layout.CHUNK_TYPE), every[present])
	part.file.check()
	data = part.file.data
	end = part.chunks_at + part.frequency * layout.CHUNK_TYPE.itemsize
	chunks = data[part.chunks_at : end].view(layout.CHUNK_TYPE)
	impacts = data[part.impacts_at : part.impacts_at + part.frequency]
	if not 0 < part.frequency == len(chunks) == len(impacts):
		raise IndexCorrupt("The keyword index names places that it does not have. Rebuild the source.")
	return SegmentTerms(chunks, impacts)


def dense_impacts(part: Part) -> npt.NDArray[np.uint8]:
	"""The impacts of a dense term in all chunks of its segment.

	Raises:
		IndexCorrupt: the file was cut off, or has no such place.
	"""
	part.file.check()
	size = part.last - part.first + 1
	impacts = part.file.data[part.impacts_at : part.impacts_at + size]
	if not 0 < size == len(impacts):
		raise IndexCorrupt("The keyword index names places that it does not have. Rebuild the source.")
	return impacts
