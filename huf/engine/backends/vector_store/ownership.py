"""Whose the collections of an index are. A copy of an index must leave those of the original alone.

The folder of an index is copied with everything in it: the notes that name its collections, and settings that lead to the
same store. So an index has an id, in a file that also says where it lies: the inodes of the file and of the folder around it,
which no copy keeps and a renamed folder does. Where these disagree the file was copied, and counts for nothing; whatever
writes there gets an id of its own. Each collection bears the id of the index that made it, in its name and in its note, and
is dropped by that index alone.

A folder that was moved to another disk looks like a copy, too. Only people know which it is: :func:`claim` takes what
the notes name, :func:`disown` gives it up, as after cloning a whole disk, where nothing is different.
"""

import json
import logging
import os
import secrets
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from huf.engine.backends.vector_store.collection import NOTE, Collection, Note, collection_name
from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.errors import IndexCorrupt, VectorStoreFailed, VectorStoreMissing

OWNER = "vector_store_owner.json"
"""Name of the file with the ids of an index, beside its builds."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class NotedCollection:
	"""A collection that a folder beneath an index names."""

	folder: Path
	note: Note
	is_own: bool
	"""Whether this index made it, or was told to take it."""


def own_id(root: Path) -> str:
	"""The id of the index in ``root``, 8 hex digits; made where it has none, or only that of the index it was copied from."""
	ids = _read(root)
	if not ids:
		ids = (secrets.token_hex(4),)
		_write(root, ids)
	return ids[0]


def make_collection(folder: Path, store: StoreSettings, dimension: int, *, build: str = "") -> Collection:
	"""A new collection for the build that is being made in ``folder``, where it is noted before it is there.

	``build`` as in :func:`~huf.engine.backends.vector_store.collection.collection_name`; without it the name is one that no build had before.

	Raises:
		VectorStoreFailed: the store did not answer.
	"""
	root = folder.parent
	owner = own_id(root)
	note = Note(store, collection_name(root.name, owner, build), dimension, owner)
	note.write(folder)
	collection = Collection(note, make=True)
	collection.nearest(np.eye(1, dimension, dtype=np.float32)[0], 1)
	return collection


def owns(root: Path, owner: str) -> bool:
	"""Whether the index in ``root`` may drop the collections of ``owner``. Nobody owns those of no owner, which versions
	before this one made."""
	return owner in _read(root)


def claim(root: Path, owners: Iterable[str] = ()) -> None:
	"""Take every collection that is noted in ``root``, and those of ``owners``: it was moved here, or made by a version that noted no
	owner."""
	own_id(root)
	_write(root, dict.fromkeys((*_read(root), *(each.note.owner for each in noted(root)), *owners)))


def disown(root: Path) -> None:
	"""Give up every collection that is noted in ``root``: they belong to the index that it is a copy of."""
	_write(root, (secrets.token_hex(4),))


def noted(root: Path) -> list[NotedCollection]:
	"""The collections that are noted in the folders in ``root``, by the folders' names. Notes that cannot be read are left out."""
	found = []
	for folder in sorted(path.parent for path in root.glob(f"*/{NOTE}")):
		try:
			note = Note.read(folder)
		except IndexCorrupt:
			continue
		if note is not None:
			found.append(NotedCollection(folder, note, owns(root, note.owner)))
	return found


def release(folder: Path, away: set[str] | None = None) -> bool:
	"""Drop the collection of the build in ``folder``, if its note says that it has one and that it is this index's.

	Gives False when it is not, or when the store cannot be reached: keep the note then, and try again another time.

	Args:
		folder: of a build that nobody searches any more.
		away: keys of stores that did not answer, which are not asked again; those that do not answer now are added.
	"""
	try:
		note = Note.read(folder)
	except IndexCorrupt as error:
		_log.warning("The collection of %s, if it has one, must be dropped by hand: %s", folder.name, error)
		return True
	if note is None:
		return True
	if not owns(folder.parent, note.owner):
		# Once, as long as there is more than the note: it is tried with each job.
		level = logging.WARNING if len(list(folder.iterdir())) > 1 else logging.DEBUG
		_log.log(
			level,
			"The collection %s stays: this index did not make it, so it may be a copy of the one that did. If it was moved"
			" here, claim its collections.",
			note.collection,
		)
		return False
	if away is not None and note.store.key in away:
		return False
	collection = Collection(note)
	try:
		collection.drop()
	except (VectorStoreFailed, VectorStoreMissing) as error:
		_log.warning("The collection of %s is left for later: %s", folder.name, error)
		if away is not None:
			away.add(note.store.key)
		return False
	finally:
		collection.close()
	return True


def _read(root: Path) -> tuple[str, ...]:
	"""The ids in ``root``, its own first; none if the file is missing, damaged, or was made elsewhere."""
	try:
		with open(root / OWNER, encoding="utf-8") as file:
			values = json.load(file)
			here = _place(root, file.fileno())
		ids = tuple(str(each) for each in values["ids"])
		return ids if values["place"] == here else ()
	except (OSError, ValueError, KeyError, TypeError):
		return ()


def _write(root: Path, ids: Iterable[str]) -> None:
	descriptor, name = tempfile.mkstemp(prefix=f".{OWNER}", dir=root)
	with open(descriptor, "w", encoding="utf-8") as file:
		json.dump({"ids": list(ids), "place": _place(root, descriptor)}, file)
		file.flush()
		os.fsync(descriptor)
	os.replace(name, root / OWNER)


def _place(root: Path, descriptor: int) -> list[int]:
	return [root.stat().st_ino, os.fstat(descriptor).st_ino]
