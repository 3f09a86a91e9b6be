"""The source that a pack makes, or goes into: what it is to be, and whether it may be that."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import frappe
from frappe import _

from huf.ai.access.scopes.sources import can_write_source
from huf.ai.access.words import is_storable
from huf.ai.knowledge.record_sources.scope_checks import check_scope
from huf.ai.site import artifacts
from huf.engine.errors import PackRefused
from huf.engine.packs import PackManifest, check_fits

MOST_DESCRIPTION = 1000
"""Characters of a maker's description that a new source takes over."""


@dataclass(frozen=True, slots=True)
class NewSource:
	"""What the source of a pack is to be. Whoever imports it says so, never the pack."""

	name: str
	scope: str = "User"
	roles: tuple[str, ...] = ()
	manual: str = ""
	"""For the pack of an app: which one (:mod:`~huf.ai.knowledge.packs.manuals`)."""


@dataclass(frozen=True, slots=True)
class Update:
	"""The source, which an earlier pack made, that a pack goes into."""

	source: str
	older: bool = False
	"""Also a pack that was made before the one that is there."""
	is_manual: bool = False
	"""Whether an app brings it: then the pack that it has now counts, whoever signed it, and whatever is there."""


def check_new(new: NewSource) -> None:
	"""Refuse what a source may not be, before the work.

	:raises frappe.PermissionError, frappe.ValidationError: why.
	"""
	doc = frappe.get_doc(
		{
			"doctype": "Knowledge Source",
			"source_name": new.name,
			"scope": new.scope,
			"roles": [{"role": role} for role in new.roles],
		}
	)
	doc.flags.ignore_permissions = bool(new.manual)
	if not new.manual:
		frappe.has_permission("Knowledge Source", "create", throw=True)
	if not new.name or not is_storable(new.name):
		frappe.throw(_("Say how the source is to be called."), title=_("Source Name"))
	if frappe.db.exists("Knowledge Source", new.name):
		frappe.throw(
			_("There is a knowledge source of this name already. Choose another name."),
			frappe.DuplicateEntryError,
			title=_("Source Name"),
		)
	check_scope(doc)


def new_doc(
	new: NewSource, manifest: PackManifest, backend: str, model: str
) -> "frappe.model.document.Document":
	"""The document of a source that a pack makes.

	:param backend: the kind of its index. :param model: the AI Model of its vectors; empty for none.
	"""
	return frappe.get_doc(
		{
			"doctype": "Knowledge Source",
			"source_name": new.name,
			"description": manifest.description[:MOST_DESCRIPTION],
			"scope": new.scope,
			"roles": [{"role": role} for role in new.roles],
			"knowledge_type": backend,
			"embedding_model": model or None,
		}
	)


def check_update(row: "frappe._dict", manifest: PackManifest, older: bool) -> None:
	"""Check that a pack may take the place of the one that its source has. :raises PackRefused: it may not."""
	installed = PackManifest.from_bytes(row.pack_manifest.encode())
	check_fits(manifest, installed, older=older)


def base_of(row: "frappe._dict") -> Path:
	"""The folder of the index that a pack of changes adds to. :raises PackRefused: it is lost."""
	folder = artifacts.build_folder(row.artifact_id, row.live_build)
	if row.answers_from or not folder.is_dir():
		raise PackRefused(
			_(
				"The pack holds only what changed, and the index that it adds to is lost. Use Rebuild Index first, or import the whole pack."
			)
		)
	return folder


def sources_of(manifest: PackManifest) -> list[dict[str, Any]]:
	"""The sources that came from a pack of the same source and maker, as far as the user of the session may write them: of each ``name``, ``made_at``
	of its pack, ``is_older``, if this pack was made before that, and ``lacks_base``, if this one holds changes since another."""
	found = []
	for row in frappe.get_all(
		"Knowledge Source",
		{"pack_id": ("is", "set"), "pack_manual": ("is", "not set")},
		["name", "pack_id", "pack_manifest", "pack_made_at"],
		order_by="name",
	):
		there = PackManifest.from_bytes(row.pack_manifest.encode())
		is_same = (there.series, there.signer) == (manifest.series, manifest.signer)
		if is_same and can_write_source(row.name):
			is_older = manifest.created_at < there.created_at
			lacks_base = bool(manifest.since) and manifest.since != there.pack_id
			found.append(
				{
					"name": row.name,
					"made_at": row.pack_made_at,
					"is_older": is_older,
					"lacks_base": lacks_base,
				}
			)
	return found
