"""The packs that were made of a source here: which, by whom, where they were written, and what each of them listed.

Packs leave the site, and their makers delete the file. What each listed stays beside the index: a pack of changes needs no more of the one before,
and a purge can tell whether a pack that is gone held an input.
"""

import hashlib
from contextlib import closing
from pathlib import Path
from typing import Any

import frappe
from frappe import _
from frappe.utils import get_fullname

from huf.ai.knowledge.backends.registries import backend_registry
from huf.ai.knowledge.packs.keys import site_key
from huf.ai.site import artifacts
from huf.engine.builds import open_build
from huf.engine.errors import PackRefused
from huf.engine.packs import (
	PackListing,
	PackManifest,
	PackNotes,
	PublicKey,
	is_made_alike,
	look_into,
	open_pack,
	packs_in,
	read_listing,
)

MOST_LISTINGS = 20
"""Packs of a source of which it is kept what they listed, some 80 bytes an input: whoever has an older one gets a whole pack, or brings that one."""


def series(artifact_id: str) -> str:
	"""What all packs of a source have in common, also after a rename; tells nothing of where its files lie."""
	return hashlib.sha256(f"pack series {artifact_id}".encode()).hexdigest()[:16]


def is_own(key: PublicKey) -> bool:
	"""Whether a pack with this key was signed by the site."""
	return key == site_key().public


def note_pack(artifact_id: str, manifest: PackManifest, user: str, file: Path) -> None:
	"""Write down that a pack was made for ``user``: whoever has to take something back must know what was given out."""
	note = {
		"pack_id": manifest.pack_id,
		"made_at": frappe.utils.now()[:19],
		"user": user,
		"file": str(file.absolute()),
	}
	_noted(artifact_id).add(note)
	for old in _notes(artifact_id)[:-MOST_LISTINGS]:
		_listing_file(artifact_id, old).unlink(missing_ok=True)


def bases(artifact_id: str, build_id: str) -> list[dict[str, Any]]:
	"""The packs since which the changes of a build can be packed, the newest first: ``pack_id``, ``made_at``, ``user`` by their full name, and
	``inputs``, how many the source had for that user.

	:raises BuildError: the build cannot be read.
	"""
	with closing(
		open_build(artifacts.build_folder(artifact_id, build_id), kinds=backend_registry())
	) as reader:
		meta = reader.meta
	found = []
	for note in reversed(_notes(artifact_id)):
		before = next(iter(_manifests_in(_listing_file(artifact_id, note))), None)
		if before is not None and is_made_alike(meta, series(artifact_id), before):
			user = get_fullname(note["user"]) if note.get("user") else ""
			told = {"pack_id": note["pack_id"], "made_at": note["made_at"], "user": user}
			found.append({**told, "inputs": before.all_inputs})
	return found


def listing_of(artifact_id: str, pack_id: str) -> PackListing:
	"""What a pack that was made here listed.

	:raises PackRefused: that is not known, or not any more.
	"""
	for note in _notes(artifact_id):
		if note["pack_id"] == pack_id and (file := _listing_file(artifact_id, note)).is_file():
			return read_listing(file, is_own, artifacts.knowledge_root())
	raise PackRefused(
		_("What that pack had is not known here any more. Choose another one, or make a whole pack.")
	)


def is_made_file(artifact_id: str, file: Path) -> bool:
	"""Whether a pack of the source was written to ``file``, and not brought there."""
	return str(file.absolute()) in {note["file"] for note in _notes(artifact_id)}


def packs_with(artifact_id: str, name: str) -> list[dict[str, Any]]:
	"""The packs of a source that were made here and may hold the input: ``pack_id``, ``made_at``, ``file``, and ``is_there``, if it still lies where
	it was written. Of what is neither there nor was listed nobody knows any more what it holds, so it may."""
	found = []
	for note in _notes(artifact_id):
		is_there = any(one.pack_id == note["pack_id"] for one in _manifests_in(Path(note["file"])))
		contents = _contents(artifact_id, note, is_there)
		if contents is None or name in contents:
			found.append({**note, "is_there": is_there})
	return found


def forget_pack(artifact_id: str, pack_id: str) -> None:
	"""Note no longer that a pack was made, nor what it listed.

	:raises SourceBusy: others write these notes for longer than one waits.
	"""
	made = [note for note in _notes(artifact_id) if note["pack_id"] == pack_id]
	_noted(artifact_id).forget(pack_id)
	for note in made:
		_listing_file(artifact_id, note).unlink(missing_ok=True)


def _contents(artifact_id: str, note: dict[str, str], is_there: bool) -> dict[str, str] | None:
	"""What the pack listed; None if nobody knows."""
	try:
		return listing_of(artifact_id, note["pack_id"]).contents
	except (OSError, PackRefused):
		if not is_there:
			return None
	try:
		root = artifacts.knowledge_root()
		with packs_in(Path(note["file"]), is_own, root) as packs:
			file = next(one.path for one in packs if one.manifest.pack_id == note["pack_id"])
			with open_pack(file, is_own, root) as pack:
				return pack.contents
	except (OSError, PackRefused, StopIteration):
		return None  # damaged, or moved away or written over meanwhile


def _manifests_in(file: Path) -> list[PackManifest]:
	"""What the packs, or the list of one, in this file say of themselves; none if this site signed none."""
	try:
		return look_into(file, is_own)[1]
	except (OSError, PackRefused):
		return []  # moved away, or written over


def _listing_file(artifact_id: str, note: dict[str, str]) -> Path:
	return artifacts.pack_listings(artifact_id) / note["pack_id"]


def _notes(artifact_id: str) -> list[dict[str, str]]:
	return _noted(artifact_id).read()


def _noted(artifact_id: str) -> PackNotes:
	return PackNotes(artifacts.pack_notes(artifact_id))
