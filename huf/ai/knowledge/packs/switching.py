"""Whether the index that was made of a pack answers, and what follows from it.

It takes the place of one that answers, so the gate (:mod:`huf.ai.quality.gate`) asks the tests of the source first, as it does for a rebuild. What
is held is an ordinary held build; its row has what the pack says of itself, and the rows of its inputs are written once it is published.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import frappe
from frappe import _

from huf.ai.knowledge import status
from huf.ai.knowledge.backends.embedding_models import EmbeddingModel
from huf.ai.knowledge.backends.registries import backend_registry
from huf.ai.knowledge.indexing.live import publish
from huf.ai.knowledge.indexing.state.source_status import derive_source_status
from huf.ai.knowledge.packs import kept
from huf.ai.knowledge.packs.keys import maker_of
from huf.ai.knowledge.packs.rows import write_rows
from huf.ai.quality import gate
from huf.ai.site import artifacts
from huf.ai.site.database import transactions
from huf.ai.site.locks import Lease
from huf.engine.errors import PackRefused, SourceBusy
from huf.engine.packs import PackManifest, PublicKey
from huf.engine.packs.installing import Installed
from huf.engine.types import IndexedInput

ROW = ("name", "artifact_id", "live_build", "answers_from", "pack_id", "pack_manifest", "pack_manual")


@dataclass(frozen=True, slots=True)
class Made:
	"""The index of a pack, and what belongs to it here."""

	done: Installed
	there: tuple[str, ...]
	"""Names of all inputs that it has."""
	model: EmbeddingModel | None
	settings: str


def row_of(source: str) -> "frappe._dict":
	"""What installing needs to know of a source.

	:raises PackRefused: it was deleted.
	"""
	found = frappe.db.get_value("Knowledge Source", source, list(ROW), as_dict=True)
	if not found:
		raise PackRefused(_("There is no knowledge source of this name any more."))
	return found


def publish_or_hold(lease: Lease, row: "frappe._dict", manifest: PackManifest, made: Made, kind: str) -> str:
	"""Let the index of a pack answer in place of the one that does, or hold it; why it is held, or nothing.

	:param row: :func:`row_of` its source as it was when the index was begun. :param kind: *Update* or *Rebuild*.
	:raises LeaseLost, SourceGone, SourceBusy: neither.
	"""
	reason = reason_to_hold(row, made, kind)
	transactions.retry_deadlocks(lambda: write(lease, row, manifest, made, kind, reason))
	return reason


def write(
	lease: Lease, row: "frappe._dict", manifest: PackManifest, made: Made, kind: str, reason: str
) -> None:
	"""Let the index of a pack answer, or hold it if there is a ``reason``, in the transaction of the caller.

	:raises LeaseLost, SourceGone, SourceBusy: neither.
	"""
	lease.check()
	now = _locked(row)
	# Made again of the packs that are there, an index is no newer than one that is held.
	if now.held_build and (reason or manifest.pack_id != now.pack_id):
		status.set_build_discarded(now.held_build)
		status.set_held_build(row.artifact_id, None)
	if reason:
		_hold(now.name, row.artifact_id, manifest, made, kind, reason)
	else:
		switch(now.name, row.artifact_id, manifest, made, kind)
	status.clear_rebuild_wanted(row.artifact_id)


def reason_to_hold(row: "frappe._dict", made: Made, kind: str) -> str:
	"""What the tests of the source say; nothing where no index answers that it could be compared with, or little changes."""
	from huf.engine.builds import read_inputs

	live = _live_folder(row)
	if live is None:
		return ""
	if kind == "Update":
		# What leaves is no decision of this site, as it is where a person deletes something: it counts.
		changed = {item.key for item in made.done.written} | set(made.done.removed)
		if not gate.changes_much(row.name, changed, lambda: read_inputs(live, kinds=backend_registry())):
			return ""
	return gate.reason_to_hold(row, made.done.info.build_id)


def _live_folder(row: "frappe._dict") -> Path | None:
	live = row.live_build
	if not live or frappe.db.get_value("Knowledge Build", live, "state") == "Damaged":
		return None
	folder = artifacts.build_folder(row.artifact_id, live)
	return folder if folder.is_dir() else None


def _locked(row: "frappe._dict") -> "frappe._dict":
	"""The row of a source, locked until the commit, if what answers is what did when the index was begun."""
	now = frappe.db.sql(
		"select name, live_build, held_build, pack_id from `tabKnowledge Source` where artifact_id = %s for update",
		row.artifact_id,
		as_dict=True,
	)
	if not now:
		raise publish.SourceGone("The source was deleted while its index was being made.")
	if (now[0].live_build or "") != (row.live_build or ""):
		raise SourceBusy(_("Another index of this source went live meanwhile. Try again."))
	return now[0]


def switch(source: str, artifact_id: str, manifest: PackManifest, made: Made, kind: str) -> None:
	"""Everything that follows from an installed pack, in the transaction of the caller: rows, the build, the pointer, the status."""
	info, written = made.done.info, made.done.written
	write_rows(source, made.there, written)
	_start(source, manifest, made, kind)
	status.set_build_live(info.build_id, source, info, written, len(made.done.removed))
	generation = frappe.db.get_value("Knowledge Source", source, "wanted_generation") or 0
	status.set_live_pointer(artifact_id, info.build_id, info, generation)
	_set_pack(artifact_id, manifest)
	derive_source_status(artifact_id, working=False)


def _hold(source: str, artifact_id: str, manifest: PackManifest, made: Made, kind: str, reason: str) -> None:
	info = made.done.info
	_start(source, manifest, made, kind)
	status.set_build_held(info.build_id, info, made.done.written, reason)
	status.set_held_build(artifact_id, info.build_id)
	derive_source_status(artifact_id, working=False)


def _start(source: str, manifest: PackManifest, made: Made, kind: str) -> None:
	status.start_build(
		made.done.info.build_id,
		source,
		kind,
		wanted=len(made.done.written),
		fingerprint=made.done.info.fingerprint,
		settings=made.settings,
		embedding_model=made.model.record if made.model else "",
		embedder=manifest.embedder,
		pack_manifest=_text_of(manifest),
	)


def _set_pack(artifact_id: str, manifest: PackManifest) -> None:
	maker = maker_of(PublicKey(manifest.signer))
	status.set_pack(artifact_id, manifest.pack_id, _text_of(manifest), maker, manifest.created_at)


def _text_of(manifest: PackManifest) -> str:
	return manifest.to_bytes().decode("ascii")


# --- What a person decided about an index that was held


def on_held_published(source: str, build_id: str, present: Mapping[str, IndexedInput]) -> None:
	"""An index that was held answers from now on: if it is of a pack, write the rows of its inputs, in the transaction of the caller."""
	manifest = held_manifest(build_id)
	if manifest is None:
		return
	artifact_id = frappe.db.get_value("Knowledge Source", source, "artifact_id")
	write_rows(source, present, list(present.values()))
	_set_pack(artifact_id, manifest)
	frappe.db.after_commit.add(lambda: tidy(artifact_id))


def on_held_discarded(source: str, build_id: str) -> None:
	"""An index that was held is thrown away: the copy of its pack goes with it."""
	if held_manifest(build_id) is not None:
		artifact_id = frappe.db.get_value("Knowledge Source", source, "artifact_id")
		frappe.db.after_commit.add(lambda: tidy(artifact_id))


def held_manifest(build_id: str | None) -> PackManifest | None:
	"""What the pack of a build says of itself; None for what is of none."""
	text = frappe.db.get_value("Knowledge Build", build_id, "pack_manifest") if build_id else None
	return PackManifest.from_bytes(text.encode()) if text else None


def tidy(artifact_id: str) -> None:
	"""Delete the kept packs that neither the index that answers nor one that is held was made of."""
	row = frappe.db.get_value(
		"Knowledge Source", {"artifact_id": artifact_id}, ["pack_id", "held_build"], as_dict=True
	)
	if row and row.pack_id:
		held = held_manifest(row.held_build)
		kept.tidy(artifact_id, [row.pack_id, *([held.pack_id] if held else [])])
