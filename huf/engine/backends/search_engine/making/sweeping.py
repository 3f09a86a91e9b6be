"""Takes out of engines what no build shows any more: rows of builds that died or retired, inputs that left, old parts of dictionaries.

Only the one writer of an index does this. What a build shows is never touched, and what is being written has a manifest already; so a
process that is killed at any moment leaves rows that the next sweep finds. A row goes with the last kept build that shows it, at the sweep after
that: a search that has a retired build open finishes on it.
"""

import logging
from collections.abc import Sequence
from pathlib import Path

from huf.engine.backends.search_engine.builds.connecting import open_place
from huf.engine.backends.search_engine.builds.manifest import (
	EngineManifest,
	Place,
	manifests_in,
	unshown_generations,
	unshown_inputs,
)
from huf.engine.backends.search_engine.builds.numbering import FILE_NAME, Collections
from huf.engine.backends.search_engine.contract.engine import IsIn, SearchEngine, Where
from huf.engine.backends.search_engine.stored.dictionary import unused
from huf.engine.backends.search_engine.stored.inputs import INPUTS
from huf.engine.backends.vector_store.ownership import owns
from huf.engine.errors import IndexCorrupt, IndexTooNew, SearchEngineFailed

_log = logging.getLogger(__name__)


def sweep(root: Path, away: set[str] | None = None) -> bool:
	"""Sweep every collection of the index in ``root``, and drop those that no build of it uses.

	Gives False when something had to stay: an engine did not answer, or a collection is another index's. Call it as the one writer.

	Args:
		away: keys of engines that did not answer, which are not asked again; those that do not answer now are added.
	"""
	if not (root / FILE_NAME).is_file():
		return True
	try:
		collections, manifests = Collections.read(root), manifests_in(root)
	except (IndexCorrupt, IndexTooNew) as error:
		_log.warning("Nothing is swept from the search engine of %s: %s", root.name, error)
		return False
	is_clean = True
	for place, _ in list(collections.places.values()):
		if not owns(root, place.owner):
			# As with vector stores, a copy of an index leaves the original's alone.
			is_clean = False
			continue
		if away is not None and place.settings.key in away:
			is_clean = False
			continue
		engine, shown = open_place(place), [each for each in manifests if each.is_at(place)]
		try:
			if shown:
				sweep_collection(engine, shown)
			else:
				engine.drop()
				collections = collections.without(place)
				collections.write(root)
		except SearchEngineFailed as error:
			_log.warning("What %s has in its search engine is swept another time: %s", root.name, error)
			is_clean = False
			if away is not None:
				away.add(place.settings.key)
	return is_clean


def noted_places(root: Path) -> list[tuple[Place, bool]]:
	"""The collections that the index in ``root`` has in search engines, and whether it may delete in each. None where that cannot be read."""
	try:
		return [(place, owns(root, place.owner)) for place, _ in Collections.read(root).places.values()]
	except IndexCorrupt:
		return []


def sweep_collection(engine: SearchEngine, manifests: Sequence[EngineManifest]) -> None:
	"""Delete what none of ``manifests``, which are all of the collection, shows.

	Raises:
		SearchEngineFailed: the engine did not answer.
	"""
	unshown = unshown_generations(manifests)
	engine.remove(rows=unshown, entries=INPUTS & unshown)
	if left := unshown_inputs(manifests):
		gone = Where((IsIn("input", left),))
		engine.remove(rows=gone, entries=INPUTS & gone)
	engine.remove(entries=unused(part for each in manifests for part in each.dictionary))
