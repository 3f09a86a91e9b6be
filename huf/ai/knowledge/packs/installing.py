"""Installing a pack as a source of its own, or in place of what an older pack brought. All of it answers searches, or nothing changed."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import frappe
from frappe import _

from huf.ai.access.words import is_storable
from huf.ai.knowledge import status
from huf.ai.knowledge.backends.embedding_models import model_of_key
from huf.ai.knowledge.indexing.live import publish, restore
from huf.ai.knowledge.indexing.state.progress import ProgressReport
from huf.ai.knowledge.packs import kept, switching
from huf.ai.knowledge.packs.keys import is_trusted
from huf.ai.knowledge.packs.labels import labelled_here
from huf.ai.knowledge.packs.rows import Names
from huf.ai.knowledge.packs.switching import Made, row_of
from huf.ai.knowledge.record_sources.scope_checks import check_scope
from huf.ai.site import artifacts
from huf.ai.site.database import transactions
from huf.ai.site.locks import held, source_lease
from huf.engine.builds import new_build_id, remove_build
from huf.engine.errors import EmbedderMissing, PackRefused
from huf.engine.packs import (
	MOST_BYTES,
	OpenedPack,
	PackManifest,
	PublicKey,
	check_fits,
	install_pack,
	open_pack,
)
from huf.engine.packs.container import Container
from huf.engine.packs.installing import pack_settings
from huf.engine.packs.opening import read_manifest
from huf.engine.types import Progress

MOST_DESCRIPTION = 1000
"""Characters of a maker's description that a new source takes over."""
Trusted = Callable[[PublicKey], bool]


@dataclass(frozen=True, slots=True)
class NewSource:
	"""What the source of a pack is to be. Whoever imports it says so, never the pack."""

	name: str
	scope: str = "User"
	roles: tuple[str, ...] = ()
	manual: str = ""
	"""For the pack of an app: which one (:mod:`~huf.ai.knowledge.packs.manuals`)."""


def install_new(
	file: Path,
	new: NewSource,
	*,
	trusted: Trusted = is_trusted,
	most_bytes: int = MOST_BYTES,
	progress: Callable[[Progress], None] | None = None,
) -> str:
	"""Make a source of a pack, as the user of the session; its name.

	:raises frappe.PermissionError, frappe.ValidationError: the user may not make such a source.
	:raises PackRefused: the pack is not installed; the error says why. SignerUnknown: nobody who is trusted signed it.
	:raises StorageFull: there is no room.
	"""
	check_new(new)
	artifact_id = secrets.token_hex(16)
	root = artifacts.source_folder(artifact_id)
	root.mkdir(mode=0o700, parents=True)
	try:
		with open_pack(file, trusted, root, most_bytes=most_bytes) as pack:
			check_fits(pack.manifest, None)
			made = make_index(pack, root, Names(artifact_id), progress=progress)
			kept.keep(file, artifact_id, pack.manifest)

		def write() -> str:
			doc = _new_doc(new, pack.manifest, made)
			doc.flags.artifact_id = artifact_id
			doc.insert(ignore_permissions=bool(new.manual))
			switching.switch(doc.name, artifact_id, pack.manifest, made, "Rebuild")
			status.set_pack_manual(artifact_id, new.manual)
			return doc.name

		return transactions.retry_deadlocks(write)
	# Whatever it was, a killed job included: nothing of it stays. It is raised on.
	except BaseException:
		frappe.db.rollback()
		artifacts.remove_source_folder(artifact_id)
		raise


def install_update(
	file: Path,
	source: str,
	*,
	older: bool = False,
	trusted: Trusted = is_trusted,
	is_manual: bool = False,
	most_bytes: int = MOST_BYTES,
	progress: Callable[[Progress], None] | None = None,
) -> str:
	"""Install a newer pack, or one of changes, in the source that an earlier one made. The source keeps its name, its rights and its settings.

	Its index answers from then on, or is held until a person decides (:mod:`~huf.ai.knowledge.packs.switching`): then why is returned, else
	nothing. Checks no right. ``older`` as in :func:`~huf.engine.packs.check_fits`; of an app (``is_manual``) the pack that it has now counts, whoever
	signed it, and whatever is there.

	:raises PackRefused, StorageFull: as :func:`install_new`; also for a pack of something else than the source came from.
	:raises SourceBusy: a job is writing the source.
	"""
	row = row_of(source)
	if not row.pack_id:
		raise PackRefused(_("This source did not come from a pack. Import the pack as a source of its own."))
	if row.pack_manual and not is_manual:
		raise PackRefused(
			_("This source is brought by an app, which updates it. Import the pack as a source of its own.")
		)
	artifact_id = row.artifact_id
	root = artifacts.source_folder(artifact_id)
	root.mkdir(mode=0o700, parents=True, exist_ok=True)
	with (
		held(source_lease(artifact_id), wait=restore.WAIT_SECONDS) as lease,
		open_pack(file, trusted, root, most_bytes=most_bytes) as pack,
	):
		# Somebody may have installed another one meanwhile.
		row = row_of(source)
		manifest = pack.manifest
		if not is_manual:
			_check_update(row, manifest, older)
		base = _base(row) if manifest.since else None
		made = make_index(
			pack,
			root,
			Names(artifact_id, row.name),
			base=base,
			progress=progress,
			report=ProgressReport(artifact_id, lease),
		)
		try:
			kept.keep(file, artifact_id, manifest)
			reason = switching.publish_or_hold(
				lease, row, manifest, made, "Update" if manifest.since else "Rebuild"
			)
		# As above, but for what was there before.
		except BaseException:
			remove_build(made.done.info.path)
			raise
		publish.remove_old_builds(artifact_id)
		switching.tidy(artifact_id)
		return reason


def title_of(file: Path) -> str:
	"""What a pack calls itself, whoever signed it. :raises PackRefused: it is none, or was changed."""
	with Container(file) as container:
		return read_manifest(container, lambda key: True).title


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


def make_index(
	pack: OpenedPack,
	root: Path,
	names: Names,
	*,
	base: Path | None = None,
	progress: Callable[[Progress], None] | None = None,
	report: ProgressReport | None = None,
) -> Made:
	manifest = pack.manifest
	try:
		model = model_of_key(manifest.embedder) if manifest.embedder else None
	except EmbedderMissing as error:
		raise PackRefused(str(error)) from error

	def told(step: Progress) -> None:
		for each in (report, progress):
			if each:
				each(step)

	done = install_pack(
		pack,
		root,
		new_build_id(),
		base=base,
		as_key=names,
		labelled=labelled_here,
		progress=told,
		cancelled=report.cancelled if report else None,
	)
	there = tuple(names(key) for key in pack.contents)
	return Made(done, there, model, pack_settings(manifest).describe())


def _new_doc(new: NewSource, manifest: PackManifest, made: Made) -> "frappe.model.document.Document":
	return frappe.get_doc(
		{
			"doctype": "Knowledge Source",
			"source_name": new.name,
			"description": manifest.description[:MOST_DESCRIPTION],
			"scope": new.scope,
			"roles": [{"role": role} for role in new.roles],
			"knowledge_type": made.done.info.backend,
			"embedding_model": (made.model.record if made.model else "") or None,
		}
	)


def _check_update(row: "frappe._dict", manifest: PackManifest, older: bool) -> None:
	installed = PackManifest.from_bytes(row.pack_manifest.encode())
	check_fits(manifest, installed, older=older)


def _base(row: "frappe._dict") -> Path:
	folder = artifacts.build_folder(row.artifact_id, row.live_build)
	if row.answers_from or not folder.is_dir():
		raise PackRefused(
			_(
				"The pack holds only what changed, and the index that it adds to is lost. Use Rebuild Index first, or import the whole pack."
			)
		)
	return folder
