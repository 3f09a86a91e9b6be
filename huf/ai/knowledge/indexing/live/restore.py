"""Going back to a build that was kept."""

import frappe
from frappe import _

from huf.ai.knowledge import status
from huf.ai.knowledge.backends.registries import backend_registry
from huf.ai.knowledge.indexing.state.retries import NEWEST_FIRST
from huf.ai.knowledge.indexing.state.source_status import derive_source_status
from huf.ai.site import artifacts
from huf.ai.site.database import transactions
from huf.ai.site.locks import held, source_lease
from huf.engine.types import IndexedInput

WAIT_SECONDS = 5.0


def kept_builds(source: str) -> list[dict]:
	"""Builds of a source whose files are there, newest first; ``restorable`` is False for the live one."""
	from huf.engine.builds import list_builds

	artifact_id = frappe.db.get_value("Knowledge Source", source, "artifact_id")
	on_disk = set(list_builds(artifacts.source_folder(artifact_id)))
	rows = frappe.get_all(
		"Knowledge Build",
		filters={"knowledge_source": source, "state": ("in", ["Live", "Retired"])},
		fields=[
			"name",
			"kind",
			"state",
			"started_at",
			"finished_at",
			"restored_at",
			"seconds",
			"done",
			"failed",
			"chunks",
			"bytes",
		],
		order_by=NEWEST_FIRST,
	)
	# An older index of a pack comes by the older pack, which then is what its changes go upon.
	is_packed = bool(frappe.db.get_value("Knowledge Source", source, "pack_id"))
	return [
		{**row, "restorable": row.state == "Retired" and not is_packed} for row in rows if row.name in on_disk
	]


def told_builds(source: str) -> list[dict]:
	"""The same for people, with ``added_bytes``: what each takes on the disk that none before it does. Files that builds share are there once."""
	from huf.engine.builds import added_bytes

	kept = kept_builds(source)
	root = artifacts.source_folder(frappe.db.get_value("Knowledge Source", source, "artifact_id"))
	sizes = added_bytes(root, [build["name"] for build in reversed(kept)])
	return [{**build, "added_bytes": sizes[build["name"]]} for build in kept]


def restore(source: str, build_id: str) -> str:
	"""Let searches answer from a kept build again; the source's status afterwards.

	Inputs that changed since are Pending, and indexing pauses until somebody asks for it: otherwise the
	next job would at once undo what was just restored.

	:raises SourceBusy: a job is writing the source.
	:raises IndexMissing, IndexCorrupt, IndexOutdated: the kept files cannot serve.
	"""
	from huf.engine.builds import read_inputs, verify_build

	artifact_id = frappe.db.get_value("Knowledge Source", source, "artifact_id")
	folder = artifacts.build_folder(artifact_id, build_id)
	with held(source_lease(artifact_id), wait=WAIT_SECONDS) as lease:
		info = verify_build(folder, kinds=backend_registry())
		present = read_inputs(folder, kinds=backend_registry())

		def switch() -> None:
			lease.check()
			differing = set_inputs(source, present)
			frappe.db.sql("select name from `tabKnowledge Source` where name = %s for update", source)
			status.set_build_restored(build_id, source)
			status.set_live_pointer(artifact_id, build_id, info, None)
			# It may say other things of its inputs than the one that it replaces, and hold some that have left.
			status.compare_all(source)
			if differing:
				status.pause(source)
			derive_source_status(artifact_id, working=False)

		transactions.retry_deadlocks(switch)
	return frappe.db.get_value("Knowledge Source", source, "status")


def check_restorable(source: str, build_id: str) -> None:
	"""Refuse anything that is not a kept build of this very source."""
	if build_id not in {build["name"] for build in kept_builds(source) if build["restorable"]}:
		frappe.throw(_("This source has no kept build of that name. Only the last builds can be restored."))


def set_inputs(source: str, present: dict[str, IndexedInput]) -> int:
	"""Statuses of the inputs as the restored build has them; how many it does not have as they are now."""
	names = frappe.db.sql_list("select name from `tabKnowledge Input` where knowledge_source = %s", source)
	missing, restored = [], []
	for row in status.lock_inputs(names).values():
		item = present.get(row.name)
		if item is not None and item.content_hash == (row.source_hash or item.content_hash):
			restored.append(item)
		elif not row.disabled:
			missing.append(row.name)
	status.set_restored(restored)
	status.set_inputs_pending(missing)
	return len(missing)
