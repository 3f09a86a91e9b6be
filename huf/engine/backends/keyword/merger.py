"""Puts segments together apart from any change: beside a build, for whichever build is live by the time that it is done.

Segments never change and numbers never come back. So what was put together of some segments can take their place in every build that
has the same ones in a row, if all that it lacks has left that build too; what left since then stays noted as it is.
"""

import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import numpy as np

from huf.engine.backends.formats import LAYOUT
from huf.engine.backends.keyword import schema
from huf.engine.backends.keyword.merging import MOST_DEAD_AT_NIGHT, due, merge_segments, parts_of, young_from
from huf.engine.backends.keyword.opened import OpenBuild, OpenSegment
from huf.engine.backends.manifest import share_segment
from huf.engine.disk.checksums import CHECKSUMS
from huf.engine.errors import IndexCorrupt
from huf.engine.postings import layout as postings

_ANY_SIZE = 1 << 40


@dataclass(frozen=True, slots=True)
class _Merged:
	"""A segment that was made of others."""

	folder: Path
	replaced: tuple[tuple[str, str, str], ...]
	lacks: frozenset[int]
	"""Inputs that had left the segments it was made of, by their numbers."""


class SegmentMerger:
	"""A merge of some segments of one build. Use it from one thread: first :meth:`prepare`, then :meth:`apply`."""

	FILES: ClassVar[tuple[str, ...]] = (schema.FILE_NAME, postings.FILE_NAME)
	MAY_HAVE: ClassVar[tuple[str, ...]] = ()

	def __init__(self, base: Path) -> None:
		"""``base`` is the folder of a build, and stays there until the end."""
		self._base = base
		self._merged: _Merged | None = None

	def prepare(self, folder: Path, *, thoroughly: bool) -> Path | None:
		"""Put together what is due into a new folder in ``folder``; None if nothing is.

		Args:
			thoroughly: look at young segments too, and write anew those of which less has left.

		Raises:
			IndexMissing, IndexCorrupt: the build cannot be read, or what came out does not say what its chunks say.
		"""
		with closing(OpenBuild(self._base)) as build:
			chosen = self._due(build, thoroughly=thoroughly)
			if chosen is None:
				return None
			sources = build.segments[chosen]
			target = folder / f"segment-{secrets.token_hex(6)}"
			target.mkdir()
			self.put_together(build, sources, {**build.meta, "layout": "1"}, target)
			first, end = sources[0].first_input, build.first_input_after(sources[-1])
			self._merged = _Merged(
				target,
				tuple(map(_identity, build.names[chosen], sources)),
				frozenset(number for number in build.dead_inputs if first <= number < end),
			)
		return target

	def is_due(self, *, thoroughly: bool) -> bool:
		"""Whether there is anything to put together."""
		with closing(OpenBuild(self._base)) as build:
			return self._due(build, thoroughly=thoroughly) is not None

	def _due(self, build: OpenBuild, *, thoroughly: bool) -> slice | None:
		parts = parts_of(build)
		if thoroughly:
			return due(parts, _ANY_SIZE, MOST_DEAD_AT_NIGHT)
		return due(parts[: young_from(parts)], _ANY_SIZE)

	def put_together(
		self, build: OpenBuild, sources: Sequence[OpenSegment], meta: Mapping[str, str], folder: Path
	) -> None:
		"""Write one segment for ``sources`` into ``folder``."""
		merge_segments(build, sources, meta, folder)

	def apply(self, live: Path, staging: Path, meta: Mapping[str, str]) -> bool:
		"""Write into ``staging`` the build ``live`` with the new segment in place of those that it was made of.

		Takes milliseconds, since all files are shared. False, and nothing is written, if ``live`` has these no longer, or has inputs
		that the new segment lacks: it was rebuilt, or an older build was restored.

		Args:
			meta: entries that the new build says of itself instead of those of ``live``.

		Raises:
			IndexCorrupt: the builds do not say the same.
		"""
		if self._merged is None:
			return False
		with closing(OpenBuild(live)) as build:
			place = self._place_in(build)
			if place is None or build.manifest is None:
				return False
			new = self._merged.folder
			name = "" if place.start == 0 else new.name
			for folder, as_name in (
				*((live / old, old) for old in (*build.names[: place.start], *build.names[place.stop :])),
				(new, name),
			):
				target = staging / as_name
				target.mkdir(exist_ok=True)
				share_segment(folder, target, self.FILES, (*self.MAY_HAVE, *([CHECKSUMS] if as_name else [])))
			dead = build.manifest.dead
			manifest = replace(
				build.manifest,
				meta={**build.manifest.meta, **meta, "layout": str(LAYOUT)},
				segments=(*build.names[: place.start], name, *build.names[place.stop :]),
				dead=dead[~np.isin(dead[:, 0], list(self._merged.lacks))],
			)
			manifest.write(staging)
		with closing(OpenBuild(staging)) as made:
			if sum(made.alive_chunks()) != made.statistics.chunks:
				raise IndexCorrupt("What was put together has other passages than its parts had.")
		return True

	def has_traces(self, keys: Collection[str]) -> bool:
		"""Whether files of the build may hold anything of the inputs ``keys``: their rows, in use or not, or, where there are several
		segments, the words that a change took out of others."""
		with closing(OpenBuild(self._base)) as build:
			return len(build.segments) > 1 or any(_rows_of(build, keys))

	def rewrite(
		self, keys: Collection[str], staging: Path, meta: Mapping[str, str]
	) -> Sequence[tuple[str, str, str]]:
		"""Write the build anew into ``staging``, as one segment, without the inputs ``keys`` and without what had left before.

		Args:
			meta: entries that the new build says of itself instead of those of this one.

		Returns:
			Of each passage of these inputs that the build has title, heading and body.

		Raises:
			IndexCorrupt: what came out does not say what its chunks say.
		"""
		with closing(OpenBuild(self._base)) as build:
			gone = list(_rows_of(build, keys))
			texts = [text for segment, number in gone for text in _texts(segment, number)]
			chunks = [
				chunk
				for segment, number in gone
				for (chunk,) in segment.connection.execute("SELECT id FROM chunks WHERE input = ?", (number,))
			]
			build.leave_out({number for _, number in gone}, chunks)
			self.put_together(build, build.segments, {**build.meta, **meta, "layout": "1"}, staging)
		return texts

	def _place_in(self, build: OpenBuild) -> slice | None:
		assert self._merged is not None
		wanted = self._merged.replaced
		present = tuple(map(_identity, build.names, build.segments))
		for start in range(len(present) - len(wanted) + 1):
			if present[start : start + len(wanted)] == wanted and self._merged.lacks <= build.dead_inputs:
				return slice(start, start + len(wanted))
		return None


def _rows_of(build: OpenBuild, keys: Collection[str]) -> Iterator[tuple[OpenSegment, int]]:
	"""The inputs ``keys`` by segment and number, those that have left too."""
	for segment in build.segments:
		for key in keys:
			for (number,) in segment.connection.execute("SELECT id FROM inputs WHERE key = ?", (key,)):
				yield segment, number


def _texts(segment: OpenSegment, number: int) -> list[tuple[str, str, str]]:
	return segment.connection.execute(
		"""SELECT inputs.title, chunks.heading, chunks.body FROM chunks JOIN inputs ON inputs.id = chunks.input
		WHERE inputs.id = ?""",
		(number,),
	).fetchall()


def _identity(name: str, segment: OpenSegment) -> tuple[str, str, str]:
	"""By what one segment is told from any other: the first of a build has no name, so by what it says of itself too."""
	return name, segment.meta.get("build_id", ""), segment.meta.get("checksum", "")
