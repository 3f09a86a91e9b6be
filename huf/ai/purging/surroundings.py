"""What lies beside the indexes and the database: packs, backups, logs, what the ERP itself keeps; and the last look at all files."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import frappe
from frappe import _
from frappe.utils.backups import get_backup_path

from huf.ai.knowledge.backends.copies import site_copies_or_none
from huf.ai.knowledge.packs import kept
from huf.ai.knowledge.packs.made import forget_pack, packs_with
from huf.ai.purging.certificate import Certificate
from huf.ai.site import artifacts

_BLOCK = 1 << 20


def note_originals(name: str, certificate: Certificate) -> None:
	"""Before the input goes: the record, page or file that it was made of is the ERP's, and stays."""
	row = frappe.db.get_value(
		"Knowledge Input",
		name,
		[
			"input_type",
			"reference_doctype",
			"reference_name",
			"file_record",
			"url",
			"path",
			"source_hash",
			"knowledge_source",
		],
		as_dict=True,
	)
	if row is None:
		return
	why = _("It belongs to the ERP. Huf has nothing of it any more; delete it there if it is to go, too.")
	if row.reference_doctype:
		certificate.left(f"{_(row.reference_doctype)} {row.reference_name}", _("Document"), why)
	own = (
		frappe.db.get_value("File", row.file_record, ["attached_to_doctype", "attached_to_name"])
		if row.file_record
		else None
	)
	if own and own != ("Knowledge Input", name):
		certificate.left(f"File {row.file_record}", _("File"), why)
	if row.url or row.path:
		certificate.left(_("The original behind the input"), _(row.input_type), _("It is not on this site."))
	if row.source_hash:
		for twin in frappe.get_all(
			"Knowledge Input",
			{"source_hash": row.source_hash, "name": ("!=", name)},
			["name", "knowledge_source"],
		):
			place = _("Knowledge Input {0} of {1}").format(twin.name, twin.knowledge_source)
			certificate.left(place, _("Document"), _("It has the same content. Purge it too."))


def purge_packs(source: str, name: str, certificate: Certificate) -> None:
	"""Packs of the source that hold the input: those that lie where they were written are deleted."""
	artifact_id = frappe.db.get_value("Knowledge Source", source, "artifact_id")
	for pack in packs_with(artifact_id, name) if artifact_id else []:
		place = _("Pack {0}, made {1}").format(pack["pack_id"], pack["made_at"])
		if pack["is_there"]:
			file = Path(pack["file"])
			# One that was made in the desk is a File of whoever made it; elsewhere a file of the same name is another one.
			if file == artifacts.private_file(file.name):
				for made in frappe.get_all("File", {"file_url": f"/private/files/{file.name}"}, pluck="name"):
					frappe.delete_doc("File", made, force=True, delete_permanently=True)
			file.unlink(missing_ok=True)
			certificate.removed(place, _("Pack"), 1)
		certificate.handed_out(
			place,
			_(
				"Copies of it may be anywhere. Ask those who were given it to delete it, and give them a new one."
			),
		)
		forget_pack(artifact_id, pack["pack_id"])


def purge_origin(source: str, certificate: Certificate) -> None:
	"""The packs that a source was made of hold all of it, and would bring it back when the index is made again."""
	row = frappe.db.get_value("Knowledge Source", source, ["artifact_id", "pack_id"], as_dict=True)
	if not row or not row.pack_id:
		return
	certificate.removed(_("Kept packs of {0}").format(source), _("Pack"), kept.forget(row.artifact_id))
	certificate.left(
		_("The pack that {0} came from").format(source),
		_("Pack"),
		_("Its maker has it, and it brings the input back. Ask them for one without it, and import that."),
	)


def note_backups(certificate: Certificate) -> None:
	"""Backups are whole copies of the site: nothing is taken out of them."""
	folder = Path(get_backup_path())
	count = sum(1 for file in folder.iterdir() if file.is_file()) if folder.is_dir() else 0
	if count:
		certificate.left(
			_("Backups of this site"),
			_("File"),
			_(
				"Made before, they hold what was purged. Delete them, or let them expire; a restored one has to be purged again."
			),
			count,
		)


def note_logs(needles: Sequence[str], certificate: Certificate) -> None:
	"""Log files of the site that quote the text. Processes have them open, so they are left to whoever rotates them."""
	folder = artifacts.log_folder()
	for file in sorted(folder.glob("*")) if folder.is_dir() else []:
		if file.is_file() and _holds(file, needles):
			certificate.left(
				_("Log file {0}").format(file.name),
				_("File"),
				_("It quotes the text. Delete it or let it be rotated."),
			)


def still_holding(artifact_id: str, needles: Sequence[str]) -> list[str]:
	"""The last look: names of the files of a source, and of this machine's copies, that hold any of the needles."""
	folders = [artifacts.source_folder(artifact_id)]
	copies = site_copies_or_none()
	if copies is not None:
		folders.append(copies.folder)
	return [file.name for folder in folders for file in _files(folder) if _holds(file, needles)]


def _files(folder: Path) -> Iterator[Path]:
	return (file for file in sorted(folder.rglob("*")) if file.is_file() and not file.is_symlink())


def _holds(file: Path, needles: Sequence[str]) -> bool:
	"""Whether the file holds any of the needles as UTF-8. Read in blocks that overlap: an index may be larger than the memory."""
	wanted = [needle.encode() for needle in needles]
	overlap = max(map(len, wanted), default=1) - 1
	rest = b""
	try:
		with file.open("rb") as stream:
			while block := stream.read(_BLOCK):
				read = rest + block
				if any(needle in read for needle in wanted):
					return True
				rest = read[-overlap:] if overlap else b""
	except FileNotFoundError:
		pass  # another job has just removed it
	return False
