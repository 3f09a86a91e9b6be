"""What an index has in vector stores and search engines: which collections there are, and taking out of them what no build shows any more."""

from dataclasses import dataclass
from pathlib import Path

from huf.engine.backends.search_engine.builds.connecting import open_place
from huf.engine.backends.search_engine.builds.manifest import Place
from huf.engine.backends.search_engine.contract.engine import EVERYWHERE
from huf.engine.backends.search_engine.making.sweeping import noted_places, sweep
from huf.engine.backends.vector_store.collection import Note
from huf.engine.backends.vector_store.ownership import noted
from huf.engine.backends.vector_store.settings import SHORT_NAMES
from huf.engine.builds.folders import STAGING, VERIFYING, discard
from huf.engine.errors import SearchEngineFailed


@dataclass(frozen=True, slots=True)
class Served:
	"""A collection of an index in a server."""

	kind: str
	"""Of vector store or search engine, such as ``qdrant`` or ``pgvector``; empty where the note about it cannot be read."""
	collection: str
	is_own: bool
	"""Whether this index may delete in it: a copy of an index may not (:mod:`~huf.engine.backends.vector_store.ownership`)."""
	rows: int | None = None
	"""Passages that a search engine holds of it; None where it did not say, and for vector stores, which hold no text."""


def served_of(root: Path) -> dict[str, Served]:
	"""All collections of the index in ``root``, by their names."""
	found = {each.note.collection: _of_store(each.note, each.is_own) for each in noted(root)}
	for place, is_own in noted_places(root):
		found[place.collection] = _of_engine(place, is_own, _rows(place))
	return found


def clear_served(root: Path) -> list[Served]:
	"""Delete in servers what no published build of ``root`` shows: collections of builds that are gone, and rows of inputs that have left.

	Call it as the one writer. Gives the collections in which something had to stay: the server did not answer, and is asked
	again by whatever cleans up next, or it is another index's.
	"""
	left, away = [], set[str]()
	for each in noted(root):
		is_leftover = each.folder.name.startswith(STAGING) and not each.folder.name.startswith(VERIFYING)
		if is_leftover and not discard(each.folder, away):
			left.append(_of_store(each.note, each.is_own))
	if not sweep(root, away):
		stay = [
			_of_engine(place, is_own)
			for place, is_own in noted_places(root)
			if not is_own or place.settings.key in away
		]
		left += stay or [Served("", root.name, is_own=True)]
	return left


def _of_store(note: Note, is_own: bool) -> Served:
	return Served(_kind(note.store.path), note.collection, is_own)


def _of_engine(place: Place, is_own: bool, rows: int | None = None) -> Served:
	return Served(_kind(place.settings.path), place.collection, is_own, rows)


def _kind(path: str) -> str:
	short = [name for name, long in SHORT_NAMES.items() if long == path]
	return short[0] if short else path.rpartition(".")[2]


def _rows(place: Place) -> int | None:
	try:
		return open_place(place).count(EVERYWHERE)
	except SearchEngineFailed:
		return None
