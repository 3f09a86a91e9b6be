"""Making and importing packs as jobs. Whoever asked follows one by an id that is worth something only to them."""

import hashlib
import re
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import frappe
from frappe import _
from frappe.utils import get_fullname, strip_html

from huf.ai.access.scopes.sources import can_write_source
from huf.ai.knowledge.contents.files import may_read_file, path_of_file
from huf.ai.knowledge.packs.installing import install_file
from huf.ai.knowledge.packs.made import is_made_file, listing_of
from huf.ai.knowledge.packs.making import may_pack, pack_source, pack_sources
from huf.ai.knowledge.packs.sources import NewSource, Update
from huf.ai.site import artifacts, queueing
from huf.ai.site.job_states import JobStates
from huf.engine.errors import HufError
from huf.engine.packs import PackListing, PublicKey
from huf.engine.types import Progress

JOB_SECONDS = 7200
EVERY_SECONDS = 1.0
_JOBS = "huf.ai.knowledge.packs.jobs."
_STATES = JobStates("huf_knowledge_pack_job", seconds=24 * 3600)


def start_import(file: str, where: Mapping[str, NewSource | Update]) -> str:
	"""Queue the import of the packs in the File ``file``, each into its place by its id; the id of the job."""
	return _start(
		"run_import", file=file, where={pack_id: _stored(place) for pack_id, place in where.items()}
	)


def start_making(sources: Sequence[str], since: str | None = None, since_file: str | None = None) -> str:
	"""Queue the making of a pack of what the user of the session finds in the one source, or of one file with packs of several; the id of the job.

	:param since: the id of a pack that was made here of it, :param since_file: or the File of one: only what changed since is packed.
	"""
	return _start("run_making", sources=list(sources), since=since, since_file=since_file)


def _stored(place: NewSource | Update) -> dict[str, Any]:
	kind = "new" if isinstance(place, NewSource) else "update"
	return {kind: asdict(place)}


def _place(stored: dict[str, Any]) -> NewSource | Update:
	if asked := stored.get("new"):
		return NewSource(str(asked["name"]), str(asked["scope"]), tuple(asked["roles"]))
	return Update(str(stored["update"]["source"]), bool(stored["update"]["older"]))


def read_job(job: str) -> dict[str, Any]:
	"""How far it is: ``state`` is Waiting, Working, Done or Failed; ``percent``, ``problem``, and of what is done ``sources`` or ``file_url``.

	:raises frappe.PermissionError: there is no such job of this user's.
	"""
	found = _STATES.read(job)
	if found is None:
		frappe.throw(_("There is no such job of yours any more."), frappe.PermissionError)
	return found


def run_import(job: str, file: str, where: dict[str, dict[str, Any]]) -> None:
	"""Job: import the packs of a file as the user who asked, with the rights that they have by now."""

	def work(progress: Callable[[Progress], None]) -> dict[str, Any]:
		if not may_read_file(file, frappe.session.user):
			frappe.throw(_("There is no such file that you may read. Upload the pack again."))
		places = {pack_id: _place(stored) for pack_id, stored in where.items()}
		for place in places.values():
			if isinstance(place, Update) and not can_write_source(place.source):
				frappe.throw(_("There is no knowledge source of this name that you may use like this."))
		imported = install_file(path_of_file(file), places, progress=progress)
		_forget_upload(file)
		first = imported[0]
		all_of_them = [{"source": one.source, "held": str(one.held)} for one in imported]
		return {"source": first.source, "held": str(first.held), "sources": all_of_them}

	_run(job, work)


def run_making(job: str, sources: list[str], since: str | None = None, since_file: str | None = None) -> None:
	"""Job: make a pack as the user who asked, or one file of several. It is private and theirs alone, since it holds what they may read."""

	def work(progress: Callable[[Progress], None]) -> dict[str, Any]:
		user = frappe.session.user
		if not all(map(may_pack, sources)):
			frappe.throw(_("There is no knowledge source of this name that you may use like this."))
		source, is_one = sources[0], len(sources) == 1
		called = _plain(source) if is_one else f"{len(sources)}-sources"
		name = f"{called}-{frappe.generate_hash(length=8)}.hufpack"
		target = artifacts.private_file(name)
		try:
			artifact_id = frappe.db.get_value("Knowledge Source", source, "artifact_id")
			before = _before(artifact_id, since, since_file) if is_one else None
			if is_one:
				made = [pack_source(source, target, user, since=before, progress=progress)]
			else:
				bundle = pack_sources(sources, target, user, progress=progress)
				made = [pack.manifest for pack in bundle.packs]
			_add_file(target)
			for each in sources:
				frappe.get_doc("Knowledge Source", each).add_comment(
					"Info", _("{0} made a pack of this source").format(get_fullname(user))
				)
			frappe.db.commit()  # nosemgrep: frappe-manual-commit (the file is on the disk, so its row must be, too)
		except BaseException:
			target.unlink(missing_ok=True)
			raise
		if since_file and isinstance(before, Path) and not is_made_file(artifact_id, before):
			_forget_upload(since_file)
		return {
			"file_url": f"/private/files/{name}",
			"is_changes": bool(made[0].since),
			"sources": len(made),
			"inputs": sum(one.inputs for one in made),
			"all_inputs": sum(one.all_inputs for one in made),
			"passages": sum(one.passages for one in made),
			"bytes": target.stat().st_size,
			"key": made[0].signer,
			"fingerprint": PublicKey(made[0].signer).fingerprint,
		}

	_run(job, work)


def _before(artifact_id: str, since: str | None, since_file: str | None) -> Path | PackListing | None:
	"""The pack since which the changes are wanted, if they are."""
	if since_file:
		if not may_read_file(since_file, frappe.session.user):
			frappe.throw(_("There is no such file that you may read. Upload the pack again."))
		return path_of_file(since_file)
	if since:
		return listing_of(artifact_id, since)
	return None


def _start(method: str, **values: Any) -> str:
	job = _STATES.begin()
	queueing.enqueue(_JOBS + method, queue="long", timeout=JOB_SECONDS, job=job, **values)
	return job


def _run(job: str, work: Callable[[Callable[[Progress], None]], dict[str, Any]]) -> None:
	own = {"user": frappe.session.user}
	last = 0.0

	def progress(step: Progress) -> None:
		nonlocal last
		if (now := time.monotonic()) - last >= EVERY_SECONDS:
			last = now
			percent = 100 * step.done // step.total if step.total else 0
			_STATES.keep(job, {**own, "state": "Working", "percent": percent})

	_STATES.keep(job, {**own, "state": "Working", "percent": 0})
	try:
		done = work(progress)
	except (HufError, frappe.ValidationError, frappe.PermissionError) as error:
		frappe.db.rollback()
		# The words of a refusal are for whoever asked; it is no failure of the job.
		_STATES.keep(job, {**own, "state": "Failed", "problem": strip_html(str(error))})
		return
	# Named seam, the job's boundary: the person must not wait for ever. It rises to the queue afterwards.
	except Exception as error:
		_STATES.keep(job, {**own, "state": "Failed", "problem": type(error).__name__})
		raise
	_STATES.keep(job, {**own, "state": "Done", **done})


def _forget_upload(file: str) -> None:
	"""What was uploaded for a job that is done, and belongs to nothing else, is not needed any more: a pack that was imported is kept with its
	source."""
	row = frappe.db.get_value("File", file, ["owner", "attached_to_name", "is_private"], as_dict=True)
	if row and row.owner == frappe.session.user and not row.attached_to_name and row.is_private:
		# The import is done, and does not fail for want of tidiness.
		with suppress(frappe.ValidationError, OSError):
			frappe.delete_doc("File", file, ignore_permissions=True)


def _add_file(path: Path) -> None:
	"""The File of a pack on the disk, attached to nothing: so it is its owner's alone. By its row, since Frappe would read all of it."""
	digest = hashlib.md5(usedforsecurity=False)
	with path.open("rb") as file:
		while block := file.read(1 << 20):
			digest.update(block)
	doc = frappe.get_doc(
		{
			"doctype": "File",
			"name": frappe.generate_hash(length=10),
			"file_name": path.name,
			"file_url": f"/private/files/{path.name}",
			"file_type": "HUFPACK",
			"file_size": path.stat().st_size,
			"content_hash": digest.hexdigest(),
			"is_private": 1,
			"folder": "Home",
		}
	)
	doc.db_insert()


def _plain(source: str) -> str:
	return re.sub(r"[^A-Za-z0-9]+", "-", source).strip("-")[:60] or "pack"
