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
from huf.ai.knowledge.packs.installing import NewSource, check_new
from huf.ai.knowledge.packs.keys import is_trusted, maker_of
from huf.ai.knowledge.packs.made import bases
from huf.ai.knowledge.packs.making import may_pack
from huf.ai.site.database.clock import site_time
from huf.ai.site.limits import parsed_argument
from huf.ai.site.settings import refuse_if_switched_off
from huf.ai.words import said
from huf.engine.errors import BuildError, EmbedderMissing, PackRefused
from huf.engine.packs import PackManifest, PublicKey
from huf.engine.packs.container import Container
from huf.engine.packs.opening import read_manifest


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=30, seconds=60)
def look_into_pack(file: str) -> dict[str, Any]:
	"""What a pack says of itself, before it is imported. Nothing of it is kept, and its contents are not looked at.

	:param file: address of the uploaded File.
	:returns: ``title``, ``description``, ``maker``, ``fingerprint``, ``key``, ``made_at``, ``inputs``, ``all_inputs``, ``passages``,
		``is_changes``; ``sources``: those that came from an earlier pack of the same and that the caller may write, each with
		``lacks_base`` where the pack holds changes since another one than is there; ``problem``: why it
		cannot be imported, ``is_unknown`` if that is its maker, and ``may_trust`` if the caller may enter the key.
	:raises frappe.PermissionError: the caller may make no source, or may not read the file.
	"""
	_check_may_import()
	try:
		with Container(_path(file)) as container:
			manifest = read_manifest(container, lambda key: True)
	except PackRefused as error:
		return {"problem": said(error)}
	return _told(manifest)


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=30, seconds=60)
def import_pack(
	file: str,
	source_name: str | None = None,
	roles: list[str] | str | None = None,
	knowledge_source: str | None = None,
	older: int = 0,
) -> dict[str, str]:
	"""Import a pack in a job, which is followed by :func:`follow_pack`: as a new source, or in place of what ``knowledge_source`` has.

	:param file: as for :func:`look_into_pack`. :param source_name: what the new source is called.
	:param roles: who may read it; none: the caller alone. :param older: 1: also a pack that is older than what is there.
	:returns: ``job``.
	:raises frappe.PermissionError, frappe.ValidationError: the caller may not have such a source, or write that one.
	"""
	refuse_if_switched_off()
	_check_may_import()
	record = _record(file)
	if knowledge_source:
		if not can_write_source(knowledge_source):
			frappe.throw(
				_("There is no knowledge source of this name that you may use like this."),
				frappe.PermissionError,
			)
		return {"job": jobs.start_import(record, None, knowledge_source, bool(older))}
	named = _named_roles(roles)
	if missing := [role for role in named if not is_stored("Role", role)]:
		frappe.throw(_("There is no role {0}.").format(frappe.utils.escape_html(str(missing[0]))))
	new = NewSource((source_name or "").strip(), "Role" if named else "User", named)
	check_new(new)
	return {"job": jobs.start_import(record, new, None, False)}


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
	knowledge_source: str, since: str | None = None, since_file: str | None = None
) -> dict[str, str]:
	"""Make a pack of what the caller finds in a source, in a job that is followed by :func:`follow_pack`; ``job`` is its id.

	For Knowledge Managers alone: the pack is signed in the name of the site, and a personal source says what its owner likes.

	:param since: one of :func:`packs_made`: only what changed since. :param since_file: the same, of an uploaded pack by its address.
	:raises frappe.PermissionError: the caller is none, or may not write the source, or may not read the file.
	"""
	row = _packable(knowledge_source)
	refuse_if_switched_off()
	if since and since_file:
		frappe.throw(_("Changes are packed since one pack: name it, or upload it."))
	if since_file:
		_path(since_file)
	return {"job": jobs.start_making(row.name, since or None, _record(since_file) if since_file else None)}


@frappe.whitelist(methods=["GET", "POST"])
def follow_pack(job: str) -> dict[str, Any]:
	"""How far a job of the caller's is: ``state`` is Waiting, Working (with ``percent``), Done or Failed (with ``problem``).

	Of an import that is done there are ``source`` and ``held``, why its new index does not answer until a person decides, or nothing; of a pack that was made ``file_url``, ``is_changes``, ``inputs``, ``all_inputs``, ``passages``,
	``bytes``, ``key`` and ``fingerprint``.

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
	if isinstance(roles, str):
		roles = parsed_argument("roles", roles) if roles.strip() else []
	if not (isinstance(roles or [], list) and all(isinstance(role, str) for role in roles or [])):
		frappe.throw(_("roles must be a list of names."))
	return tuple(dict.fromkeys(roles or ()))


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


def _told(manifest: PackManifest) -> dict[str, Any]:
	key = PublicKey(manifest.signer)
	is_known = is_trusted(key)
	told: dict[str, Any] = {
		"title": manifest.title,
		"description": manifest.description[:1000],
		"maker": maker_of(key),
		"fingerprint": key.fingerprint,
		"key": key.text,
		"made_at": site_time(manifest.created_at),
		"inputs": manifest.inputs,
		"all_inputs": manifest.all_inputs,
		"passages": manifest.passages,
		"is_changes": bool(manifest.since),
		"is_unknown": not is_known,
		"may_trust": is_system_manager(frappe.session.user),
		"sources": _sources_of(manifest) if is_known else [],
	}
	if problem := _problem(manifest, is_known):
		told["problem"] = problem
	return told


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


def _sources_of(manifest: PackManifest) -> list[dict[str, Any]]:
	"""The sources that came from a pack of the same source and maker, as far as the caller may write them."""
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
