"""What the desk asks about packs: what is in one, importing it, making one. Each function asks for the caller's right before anything else."""

from pathlib import Path
from typing import Any

import frappe
from frappe import _
from frappe.rate_limiter import rate_limit

from huf.ai.access.scopes.sources import can_write_source
from huf.ai.access.words import is_storable, is_stored, is_system_manager
from huf.ai.knowledge.backends.embedding_models import model_of_key
from huf.ai.knowledge.contents.files import path_of_file, resolve_file
from huf.ai.knowledge.packs import jobs
from huf.ai.knowledge.packs.installing import manifests_of
from huf.ai.knowledge.packs.keys import is_trusted, maker_of
from huf.ai.knowledge.packs.made import bases
from huf.ai.knowledge.packs.making import may_pack
from huf.ai.knowledge.packs.sources import NewSource, Update, check_new, sources_of
from huf.ai.site.database.clock import site_time
from huf.ai.site.limits import parsed_argument
from huf.ai.site.settings import refuse_if_switched_off
from huf.ai.words import said
from huf.engine.errors import BuildError, EmbedderMissing, PackRefused
from huf.engine.packs import MOST_PACKS, Bundle, PackManifest, PublicKey, look_into


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=30, seconds=60)
def look_into_pack(file: str) -> dict[str, Any]:
	"""What a pack says of itself, before it is imported. Nothing of it is kept, and its contents are not looked at.

	:param file: address of the uploaded File.
	:returns: ``title``, ``maker``, ``fingerprint``, ``key``, ``made_at``; ``packs``: of each pack in the file ``pack_id``, ``title``, ``description``,
		``inputs``, ``all_inputs``, ``passages``, ``is_changes``, and ``sources``: those that came from an earlier pack of the same and that the
		caller may write, each with ``is_older``, if that was made later, and ``lacks_base``, where the pack holds changes since another one than is
		there; ``problem``: why it cannot be imported, ``is_unknown`` if that is its maker, and ``may_trust`` if the caller may enter the key.
	:raises frappe.PermissionError: the caller may make no source, or may not read the file.
	"""
	_check_may_import()
	try:
		bundle, manifests = look_into(_path(file), lambda key: True)
	except PackRefused as error:
		return {"problem": said(error)}
	return _told(bundle or manifests[0], manifests)


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=30, seconds=60)
def import_pack(
	file: str,
	source_name: str | None = None,
	roles: list[str] | str | None = None,
	knowledge_source: str | None = None,
	older: int = 0,
	packs: list[dict[str, Any]] | str | None = None,
) -> dict[str, str]:
	"""Import a pack in a job, which is followed by :func:`follow_pack`: as a new source, or in place of what ``knowledge_source`` has. Of a file of
	several all are imported, or none.

	:param file: as for :func:`look_into_pack`. :param source_name: what the new source is called.
	:param roles: who may read it; none: the caller alone. :param older: 1: also a pack that is older than what is there.
	:param packs: of a file of several, the place of each: its ``pack_id`` with ``source_name`` or ``knowledge_source``; ``roles`` and ``older`` are of all.
	:returns: ``job``.
	:raises frappe.PermissionError, frappe.ValidationError: the caller may not have such a source, or write that one.
	"""
	refuse_if_switched_off()
	_check_may_import()
	record = _record(file)
	named = _named_roles(roles)
	if missing := [role for role in named if not is_stored("Role", role)]:
		frappe.throw(_("There is no role {0}.").format(frappe.utils.escape_html(str(missing[0]))))
	asked = (
		_named_packs(packs) if packs else [{"source_name": source_name, "knowledge_source": knowledge_source}]
	)
	places = [_place(one, named, bool(older)) for one in asked]
	try:
		manifests = manifests_of(_path(file))
	except PackRefused as error:
		frappe.throw(said(error), title=_(error.code))
	ids = [str(one["pack_id"]) for one in asked] if packs else [manifests[0].pack_id]
	if sorted(ids) != sorted(manifest.pack_id for manifest in manifests):
		frappe.throw(_("Say of each pack in the file, once, where it goes."))
	return {"job": jobs.start_import(record, dict(zip(ids, places, strict=True)))}


@frappe.whitelist(methods=["GET", "POST"])
@rate_limit(limit=60, seconds=60)
def packs_made(knowledge_source: str) -> list[dict[str, Any]]:
	"""The packs of a source since which :func:`make_pack` can pack the changes, the newest first: ``pack_id``, ``made_at``, ``user`` (whose pack it
	is, by their full name) and ``inputs`` (how many the source had for them).

	:raises frappe.PermissionError: the caller may make no pack of it.
	"""
	row = _packable(knowledge_source)
	if not row.live_build:
		return []
	try:
		return bases(row.artifact_id, row.live_build)
	except BuildError as error:
		frappe.throw(said(error), title=_(error.code))


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=30, seconds=60)
def make_pack(
	knowledge_source: str | None = None,
	since: str | None = None,
	since_file: str | None = None,
	knowledge_sources: list[str] | str | None = None,
) -> dict[str, str]:
	"""Make a pack of what the caller finds in a source, or one file of several, in a job that is followed by :func:`follow_pack`; ``job`` is its id.

	For Knowledge Managers alone: the pack is signed in the name of the site, and a personal source says what its owner likes.

	:param since: one of :func:`packs_made`: only what changed since. :param since_file: the same, of an uploaded pack by its address.
	:raises frappe.PermissionError: the caller is none, or may not write the source, or may not read the file.
	"""
	names = _names("knowledge_sources", knowledge_sources) or (knowledge_source or "",)
	rows = [_packable(name) for name in names]
	refuse_if_switched_off()
	if since and since_file:
		frappe.throw(_("Changes are packed since one pack: name it, or upload it."))
	if len(rows) > 1 and (since or since_file):
		frappe.throw(
			_("Changes are packed of one source at a time here. Pack all of each, or make a pack of each.")
		)
	if len(rows) > MOST_PACKS:
		frappe.throw(_("One file has the packs of at most {0} sources. Choose fewer.").format(MOST_PACKS))
	if since_file:
		_path(since_file)
	record = _record(since_file) if since_file else None
	return {"job": jobs.start_making([row.name for row in rows], since or None, record)}


@frappe.whitelist(methods=["GET", "POST"])
def follow_pack(job: str) -> dict[str, Any]:
	"""How far a job of the caller's is: ``state`` is Waiting, Working (with ``percent``), Done or Failed (with ``problem``).

	Of an import that is done there are ``sources``, each with ``source`` and ``held``, why its new index does not answer until a person decides, or nothing, and the first of them by itself; of a pack that was made
	``file_url``, ``is_changes``, ``sources`` (how many), ``inputs``, ``all_inputs``, ``passages``, ``bytes``, ``key`` and ``fingerprint``.

	:raises frappe.PermissionError: there is no such job of the caller's.
	"""
	found = jobs.read_job(job)
	return {**found, **{key: said(found[key]) for key in ("problem", "held") if found.get(key)}}


def _packable(source: str) -> "frappe._dict":
	"""The row of a source of which the caller may make packs."""
	if not may_pack(source):
		frappe.throw(
			_("There is no knowledge source of this name that you may use like this."), frappe.PermissionError
		)
	return frappe.db.get_value(
		"Knowledge Source", source, ["name", "artifact_id", "live_build"], as_dict=True
	)


def _named_roles(roles: list[str] | str | None) -> tuple[str, ...]:
	return _names("roles", roles)


def _names(argument: str, value: list[str] | str | None) -> tuple[str, ...]:
	if isinstance(value, str):
		value = parsed_argument(argument, value) if value.strip() else []
	if not (isinstance(value or [], list) and all(isinstance(name, str) for name in value or [])):
		frappe.throw(_("{0} must be a list of names.").format(argument))
	return tuple(dict.fromkeys(value or ()))


def _named_packs(packs: list[dict[str, Any]] | str) -> list[dict[str, str]]:
	found = parsed_argument("packs", packs) if isinstance(packs, str) else packs
	keys = {"pack_id", "source_name", "knowledge_source"}
	is_sound = isinstance(found, list) and all(
		isinstance(one, dict)
		and one.keys() <= keys
		and isinstance(one.get("pack_id"), str)
		and all(isinstance(value, str | None) for value in one.values())
		for one in found
	)
	if not is_sound:
		frappe.throw(
			_("packs must be a list of places, each with pack_id, and source_name or knowledge_source.")
		)
	return found


def _place(asked: dict[str, Any], roles: tuple[str, ...], older: bool) -> NewSource | Update:
	"""Where a pack goes, if the caller may have it there."""
	if source := asked.get("knowledge_source"):
		if not can_write_source(source):
			frappe.throw(
				_("There is no knowledge source of this name that you may use like this."),
				frappe.PermissionError,
			)
		return Update(source, older)
	new = NewSource((asked.get("source_name") or "").strip(), "Role" if roles else "User", roles)
	check_new(new)
	return new


def _check_may_import() -> None:
	if not frappe.has_permission("Knowledge Source", "create"):
		frappe.throw(_("Only those who may make knowledge sources may import packs."), frappe.PermissionError)


def _record(file: str) -> str:
	"""The File with this address that the caller may read."""
	# What no database takes is the address of nothing.
	if not is_storable(file):
		frappe.throw(
			_("There is no such file that you may read. Upload the pack again."), frappe.PermissionError
		)
	return resolve_file(file, frappe.session.user)


def _path(file: str) -> Path:
	path = path_of_file(_record(file))
	if not path.is_file():
		frappe.throw(_("The file is not on the server any more. Upload the pack again."))
	return path


def _told(whole: Bundle | PackManifest, manifests: list[PackManifest]) -> dict[str, Any]:
	key = PublicKey(whole.signer)
	is_known = is_trusted(key)
	packs = [_told_of_one(manifest, is_known) for manifest in manifests]
	told: dict[str, Any] = {
		**(packs[0] if len(packs) == 1 else {}),
		"title": whole.title,
		"maker": maker_of(key),
		"fingerprint": key.fingerprint,
		"key": key.text,
		"made_at": site_time(whole.created_at),
		"packs": packs,
		"is_unknown": not is_known,
		"may_trust": is_system_manager(frappe.session.user),
	}
	if problem := next(filter(None, (_problem(manifest, is_known) for manifest in manifests)), ""):
		told["problem"] = problem
	return told


def _told_of_one(manifest: PackManifest, is_known: bool) -> dict[str, Any]:
	return {
		"pack_id": manifest.pack_id,
		"title": manifest.title,
		"description": manifest.description[:1000],
		"inputs": manifest.inputs,
		"all_inputs": manifest.all_inputs,
		"passages": manifest.passages,
		"is_changes": bool(manifest.since),
		"sources": sources_of(manifest) if is_known else [],
	}


def _problem(manifest: PackManifest, is_known: bool) -> str:
	if not is_known:
		return _(
			"Nobody here trusts whoever signed this pack. A System Manager compares the fingerprint with what its maker says on the telephone, "
			"or shows on their website, and enters the key under Knowledge Pack Key."
		)
	try:
		if manifest.embedder:
			model_of_key(manifest.embedder)
	except EmbedderMissing as error:
		return said(error)
	return ""
