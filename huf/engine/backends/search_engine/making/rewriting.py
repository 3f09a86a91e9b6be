"""Writes a build of an index in an engine anew without some inputs, and without the words that only inputs had which left before.

It becomes a generation that adds nothing: its rows are those of before without what leaves, and its dictionary one part, in which each term
stands in a row of it. What no build shows any more is deleted by the next sweep.
"""

import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from huf.engine.backends.search_engine.builds.connecting import open_place
from huf.engine.backends.search_engine.builds.manifest import EngineManifest
from huf.engine.backends.search_engine.builds.numbering import Collections
from huf.engine.backends.search_engine.contract.engine import SearchEngine
from huf.engine.backends.search_engine.making.checking import check_rows
from huf.engine.backends.search_engine.making.draft import Draft
from huf.engine.backends.search_engine.making.generation import Generation
from huf.engine.backends.search_engine.making.writer import DRAFT, place_of
from huf.engine.backends.search_engine.stored.dictionary import has_words_of_none, without_words_of_none
from huf.engine.backends.search_engine.stored.inputs import EngineInputs, StoredInput


class EngineRewriter:
	"""For one published build."""

	def __init__(self, build: Path) -> None:
		"""
		Raises:
			IndexMissing, IndexCorrupt: it cannot be read.
		"""
		self._manifest = EngineManifest.read(build)

	def has_traces(self, keys: Collection[str]) -> bool:
		"""Whether the build may hold anything of the inputs ``keys``: their rows, or, if any have left, words of these.

		Raises:
			SearchEngineFailed: the engine did not answer.
		"""
		engine = open_place(self._manifest.place)
		return bool(self._of(engine, keys)) or has_words_of_none(engine, self._manifest.dictionary)

	def rewrite(
		self, keys: Collection[str], staging: Path, meta: Mapping[str, str]
	) -> Sequence[tuple[str, str, str]]:
		"""Write what the build consists of into ``staging``. Gives title, heading and body of each passage of the inputs ``keys``.

		Args:
			meta: entries that the new build says of itself instead of those of this one.

		Raises:
			SearchEngineFailed: the engine did not answer.
			IndexCorrupt: it has not what the build shows.
		"""
		base = self._manifest
		engine = open_place(base.place)
		gone = self._of(engine, keys)
		texts = [text for each in gone for text in _texts(engine, each)]
		place = place_of(staging.parent, base.place.settings, base.meta.get("embedder", ""), base.dimension)
		with _nothing_new(staging) as draft:
			made = Generation(staging, place, draft, base, gone).write(base.dimension)
		target = open_place(place)
		collections = Collections.read(staging.parent)
		numbers = collections.numbers(place).plus(parts=1)
		# Noted before it is written, as all numbers are.
		collections.having(place, numbers).write(staging.parent)
		made = replace(
			made,
			dictionary=without_words_of_none(target, made.dictionary, numbers.part),
			meta={
				**base.meta,
				**meta,
				"chunks": str(made.statistics.chunks),
				"partly_read": str(made.statistics.partly_read),
			},
			is_whole=True,
		)
		check_rows(target, made)
		made.write(staging)
		return texts

	def _of(self, engine: SearchEngine, keys: Collection[str]) -> list[StoredInput]:
		return EngineInputs(engine, self._manifest).find(keys)


@contextmanager
def _nothing_new(staging: Path) -> Iterator[Draft]:
	folder = staging / DRAFT
	folder.mkdir()
	draft = Draft(folder)
	try:
		yield draft
	finally:
		draft.close()
		shutil.rmtree(folder)


def _texts(engine: SearchEngine, gone: StoredInput) -> list[tuple[str, str, str]]:
	rows = engine.rows(gone.chunks, ("stored",))
	return [(gone.item.title, row.stored["heading"], row.stored["body"]) for row in rows.values()]
