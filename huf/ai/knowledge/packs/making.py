"""A pack of a source, signed by the site, with what one user may find in the source."""

import hashlib
import json
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import frappe
from frappe import _

from huf.ai.access.records.inputs import InputRights
from huf.ai.access.roles import is_manager
from huf.ai.access.scopes.resolver import searchable_among
from huf.ai.access.scopes.sources import can_write_source
from huf.ai.knowledge.backends.registries import backend_registry
from huf.ai.knowledge.packs.keys import site_key
from huf.ai.site import artifacts
from huf.engine.builds import read_inputs
from huf.engine.errors import PackRefused
from huf.engine.packs import PackAs, PackManifest, PublicKey, make_pack, open_pack
from huf.engine.search.hits.partly_read import bare_hit
from huf.engine.types import Progress


def may_pack(source: str) -> bool:
	"""Whether the user of the session may have the site sign a pack of the source."""
	return is_manager() and can_write_source(source)


def pack_source(
	source: str,
	target: Path,
	user: str,
	*,
	since: Path | None = None,
	progress: Callable[[Progress], None] | None = None,
) -> PackManifest:
	"""Write a pack of the live build of a source to ``target``, with the inputs that ``user`` would find there and no other.

	:param since: an older pack that this site made of it: only what changed since is packed.
	:raises frappe.ValidationError: the source does not answer the user, or nothing of it is indexed.
	:raises PackRefused: nothing of it may be read, it cannot be packed, or ``since`` is none of its packs.
	:raises IndexMissing, IndexCorrupt, StorageFull: the build cannot be read, or there is no room.
	"""
	row = frappe.db.get_value(
		"Knowledge Source", source, ["name", "artifact_id", "live_build", "description"], as_dict=True
	)
	if not row or (user != "Administrator" and row.name not in searchable_among((row.name,), user).values()):
		frappe.throw(_("There is no knowledge source of this name that you may read."))
	if not row.live_build:
		frappe.throw(_("Nothing of this knowledge source has been indexed yet."))
	folder = artifacts.build_folder(row.artifact_id, row.live_build)
	readable = _readable(row.name, row.live_build, folder, user)
	key = site_key()
	described = PackAs(
		_series(row.artifact_id), row.name, row.description or "", lambda item: item.key in readable
	)

	def is_own(other: PublicKey) -> bool:
		return other == key.public

	with ExitStack() as stack:
		before = stack.enter_context(open_pack(since, is_own, target.parent)) if since else None
		made = make_pack(
			folder, target, key, described, since=before, kinds=backend_registry(), progress=progress
		)
	_note(row.artifact_id, made.pack_id, target)
	return made


def packs_with(artifact_id: str, name: str) -> list[dict[str, Any]]:
	"""The packs of a source that were made here and may hold the input: ``pack_id``, ``made_at``, ``file``, and ``is_there``, if it still lies where
	it was written. Of those that do not, nobody knows any more what they hold."""
	key = site_key().public
	found = []
	for note in _notes(artifact_id):
		file = Path(note["file"])
		try:
			with open_pack(file, lambda other: other == key, artifacts.knowledge_root()) as pack:
				if pack.manifest.pack_id == note["pack_id"]:
					if name in pack.contents:
						found.append({**note, "is_there": True})
					continue
		except (OSError, PackRefused):
			pass  # moved away, or written over
		found.append({**note, "is_there": False})
	return found


def forget_pack(artifact_id: str, pack_id: str) -> None:
	"""Note no longer that a pack was made."""
	kept = [note for note in _notes(artifact_id) if note["pack_id"] != pack_id]
	path = artifacts.pack_notes(artifact_id)
	new = path.with_name(path.name + ".new")
	new.write_text("".join(json.dumps(note) + "\n" for note in kept), "utf-8")
	new.replace(path)


def _note(artifact_id: str, pack_id: str, file: Path) -> None:
	"""Write down that a pack was made: whoever has to take something back must know what was given out."""
	note = {"pack_id": pack_id, "made_at": frappe.utils.now()[:19], "file": str(file.absolute())}
	path = artifacts.pack_notes(artifact_id)
	path.parent.mkdir(parents=True, exist_ok=True)
	with path.open("a", encoding="utf-8") as notes:
		notes.write(json.dumps(note) + "\n")


def _notes(artifact_id: str) -> list[dict[str, str]]:
	path = artifacts.pack_notes(artifact_id)
	return (
		[json.loads(line) for line in path.read_text("utf-8").splitlines() if line] if path.is_file() else []
	)


def _series(artifact_id: str) -> str:
	"""What all packs of a source have in common, also after a rename; tells nothing of where its files lie."""
	return hashlib.sha256(f"pack series {artifact_id}".encode()).hexdigest()[:16]


def _readable(source: str, build_id: str, folder: Path, user: str) -> set[str]:
	"""Keys of the inputs of a build that are there, enabled, and may be read by ``user``, as a search would have it."""
	hits = [
		bare_hit(source, build_id, item) for item in read_inputs(folder, kinds=backend_registry()).values()
	]
	allowed = InputRights(user).may_name(hits)
	return {hit.input for hit, is_allowed in zip(hits, allowed, strict=True) if is_allowed}
