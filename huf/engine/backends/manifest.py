"""Of what a build consists: segments that other builds may share, and what of them has left.

A segment is a set of files that are written once: rows, words, postings and perhaps vectors of the inputs that one change
brought. The first lies in the build's folder itself, as in builds of one segment, which need no manifest; each other one has a
folder of its own in it. The files of segments are hard links to those of the build before, so a change writes
what is new, and a segment goes with the last build that has it. Where a file system has no hard links, they are copied.

Chunks and inputs are numbered over all segments, in their order, and a number never comes back. So ``dead`` names those that
left by their numbers, whatever segments are put together meanwhile.
"""

import json
import os
import re
import shutil
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from huf.engine.errors import IndexCorrupt

MANIFEST, DEAD = "manifest.json", "dead.bin"
SEGMENT_NAME = re.compile(r"segment-[0-9a-f]{12}")
_DEAD_TYPE = np.dtype("<u4")

DeadInputs = npt.NDArray[np.uint32]
"""A row for each input that left: its number, and the first and last of its chunks (0 and 0 for none)."""
NOBODY: DeadInputs = np.zeros((0, 3), dtype=_DEAD_TYPE)


@dataclass(frozen=True, slots=True)
class Statistics:
	"""What the inputs of a build are together; those that left do not count."""

	inputs: int = 0
	chunks: int = 0
	characters: int = 0
	terms: int = 0
	"""Weighted terms of all chunks: what is long goes by their mean."""
	partly_read: int = 0
	languages: Mapping[str, int] = field(default_factory=dict)
	"""Inputs by language, ISO 639-1."""

	def plus(self, other: "Statistics", sign: int = 1) -> "Statistics":
		"""With ``other``, or with ``sign`` -1 without."""
		languages = {
			code: self.languages.get(code, 0) + sign * other.languages.get(code, 0)
			for code in {**self.languages, **other.languages}
		}
		return Statistics(
			self.inputs + sign * other.inputs,
			self.chunks + sign * other.chunks,
			self.characters + sign * other.characters,
			self.terms + sign * other.terms,
			self.partly_read + sign * other.partly_read,
			{code: count for code, count in sorted(languages.items()) if count > 0},
		)


@dataclass(frozen=True, slots=True)
class Manifest:
	"""Names the segments of a build, in the order of their chunks."""

	meta: Mapping[str, str]
	segments: tuple[str, ...]
	"""Folders in that of the build; an empty text for the first one, which has none."""
	statistics: Statistics
	last_chunk: int
	last_input: int
	"""The highest numbers that were ever given."""
	dead: DeadInputs = field(default_factory=lambda: NOBODY)

	def write(self, folder: Path) -> None:
		"""Put it into ``folder``."""
		self.dead.astype(_DEAD_TYPE).tofile(folder / DEAD)
		values: dict[str, Any] = {
			"meta": dict(self.meta),
			"segments": list(self.segments),
			"statistics": asdict(self.statistics),
			"last_chunk": self.last_chunk,
			"last_input": self.last_input,
			"dead": zlib.crc32((folder / DEAD).read_bytes()),
		}
		values["checksum"] = _checksum(values)
		(folder / MANIFEST).write_text(json.dumps(values, ensure_ascii=False, indent=1), "utf-8")

	@classmethod
	def read(cls, folder: Path) -> "Manifest | None":
		"""That of the build in ``folder``; None for a build of one segment.

		Raises:
			IndexCorrupt: it is not as it was written.
		"""
		try:
			text = (folder / MANIFEST).read_bytes()
		except (FileNotFoundError, NotADirectoryError):
			return None
		try:
			values = json.loads(text)
			if values.pop("checksum") != _checksum(values):
				raise ValueError("checksum")
			dead = (folder / DEAD).read_bytes()
			if zlib.crc32(dead) != values["dead"] or not all(map(_is_segment, values["segments"])):
				raise ValueError("dead")
			return cls(
				values["meta"],
				tuple(values["segments"]),
				Statistics(**values["statistics"]),
				values["last_chunk"],
				values["last_input"],
				np.frombuffer(dead, dtype=_DEAD_TYPE).reshape(-1, 3),
			)
		except (ValueError, KeyError, TypeError, FileNotFoundError) as error:
			raise IndexCorrupt(
				"What says of which parts the index consists cannot be read. Rebuild the source."
			) from error


def _checksum(values: Mapping[str, Any]) -> int:
	return zlib.crc32(json.dumps(values, sort_keys=True).encode())


def _is_segment(name: object) -> bool:
	"""Whether it is the name of a folder in that of the build, or none, and nothing else: a damaged one may hold anything."""
	return isinstance(name, str) and (not name or SEGMENT_NAME.fullmatch(name) is not None)


def dead_chunks(dead: DeadInputs) -> npt.NDArray[np.int64]:
	"""The chunks of the inputs that left, ascending."""
	ranges = dead[dead[:, 1] > 0].astype(np.int64)
	ranges = ranges[np.argsort(ranges[:, 1])]
	sizes = ranges[:, 2] - ranges[:, 1] + 1
	before = np.cumsum(sizes) - sizes
	chunks: npt.NDArray[np.int64] = np.repeat(ranges[:, 1] - before, sizes) + np.arange(sizes.sum())
	return chunks


def share_segment(base: Path, folder: Path, names: Sequence[str], may_have: Sequence[str]) -> None:
	"""Give ``folder`` the files of a segment: all of ``names``, and those of ``may_have`` that are there.

	Raises:
		FileNotFoundError: one of ``names`` is not there.
	"""
	share_files(base, folder, names)
	share_files(base, folder, [each for each in may_have if (base / each).is_file()])


def share_files(base: Path, folder: Path, names: Sequence[str]) -> None:
	"""Give ``folder`` the files ``names`` of ``base``, which never change: by a hard link, or by a copy where there are none.

	Raises:
		FileNotFoundError: one is not there.
	"""
	for name in names:
		try:
			os.link(base / name, folder / name)
		except FileNotFoundError:
			raise
		except OSError:
			shutil.copyfile(base / name, folder / name)
