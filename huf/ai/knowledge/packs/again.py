"""The index of a source that came from a pack: whether it is all that it should be, and making it again of the packs that are kept.

Such a source takes no single changes: what is disabled or deleted searches leave out, and all else comes with the next pack.
"""

from collections.abc import Sequence
from pathlib import Path

import frappe
from frappe.model.document import Document

from huf.ai.knowledge import status
from huf.ai.knowledge.backends.registries import backend_registry
from huf.ai.knowledge.indexing.live import publish, restore
from huf.ai.knowledge.indexing.state.failures import build_not_begun
from huf.ai.knowledge.indexing.state.progress import ProgressReport
from huf.ai.knowledge.packs import kept
from huf.ai.knowledge.packs.installing import make_index
from huf.ai.knowledge.packs.rows import Names
from huf.ai.knowledge.packs.switching import Made, held_manifest, publish_or_hold, row_of
from huf.ai.site import artifacts
from huf.ai.site.database import transactions
from huf.ai.site.locks import Lease
from huf.engine.errors import BuildCancelled, HufError
from huf.engine.packs import PackManifest, open_pack
from huf.engine.packs.installing import Installed


def is_settled(source: Document, folder: Path | None) -> bool:
	"""Whether the live index of the source is all that it should have. Statuses of inputs follow what it holds.

	:param folder: the live build, if its files are there and this version of huf would make it so again.
	"""
	from huf.engine.builds import read_inputs

	if folder is None or source.answers_from:
		return False
	present = read_inputs(folder, kinds=backend_registry())
	return not transactions.retry_deadlocks(lambda: restore.set_inputs(source.name, present))


def is_held(source: Document) -> bool:
	"""Whether an index of these very packs is held: another one would be held as well."""
	held = held_manifest(source.held_build)
	return held is not None and held.pack_id == source.pack_id


def reinstall(lease: Lease, source: Document) -> None:
	"""Make the index of the source again of the packs that it came from, and let it answer, or hold it. Why neither can be, a row of a build says.

	:raises PackMissing: they are not on this machine. :raises PackRefused: they cannot be installed any more.
	"""
	artifact_id = source.artifact_id
	row = row_of(source.name)
	made: list[Made] = []
	try:
		manifest = _make_chain(row, made, ProgressReport(artifact_id, lease))
		publish_or_hold(lease, row, manifest, _all_of(made), "Rebuild")
	except (BuildCancelled, publish.SourceGone):
		return
	# Named seam, the job's boundary: a row must tell why, whatever it was. It rises to the queue afterwards.
	except Exception as error:
		frappe.db.rollback()
		build_not_begun(row.name, "Rebuild", error)
		if isinstance(error, HufError) and not error.retryable:
			transactions.retry_deadlocks(lambda: status.clear_rebuild_wanted(artifact_id))
		raise
	finally:
		publish.remove_old_builds(artifact_id)


def _make_chain(row: "frappe._dict", made: list[Made], report: ProgressReport) -> PackManifest:
	"""Install the kept packs upon each other; the manifest of the last one."""
	signer = PackManifest.from_bytes(row.pack_manifest.encode()).signer
	root, names = artifacts.source_folder(row.artifact_id), Names(row.artifact_id, row.name)
	for file in kept.chain(row.artifact_id, row.pack_id):
		# What is installed stays, also when its maker is trusted no longer.
		with open_pack(file, lambda key: key.text == signer, root) as pack:
			base = made[-1].done.info.path if made else None
			made.append(make_index(pack, root, names, base=base, report=report))
			manifest = pack.manifest
	return manifest


def _all_of(made: Sequence[Made]) -> Made:
	"""The last of several packs that were installed upon each other, with all that they brought and that is still there."""
	last = made[-1]
	there = set(last.there)
	written = {item.key: item for one in made for item in one.done.written if item.key in there}
	done = Installed(last.done.info, tuple(written.values()), last.done.removed)
	return Made(done, last.there, last.model, last.settings)
