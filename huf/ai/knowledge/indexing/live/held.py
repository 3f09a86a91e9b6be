"""A build that is held: published or discarded by a person."""

import frappe
from frappe import _

from huf.ai.knowledge import status
from huf.ai.knowledge.backends.registries import backend_registry
from huf.ai.knowledge.indexing.live import publish, restore
from huf.ai.knowledge.indexing.state.source_status import derive_source_status
from huf.ai.site import artifacts, queueing
from huf.ai.site.database import transactions
from huf.ai.site.events import announce
from huf.ai.site.locks import Lease, held, source_lease


def publish_held(source: str, build_id: str) -> None:
	"""Let searches answer from the build that is held. What changed since it was made is indexed upon it at once.

	:raises frappe.ValidationError: it is not, or no longer, the one that is held.
	:raises SourceBusy: a job is writing the source.
	:raises IndexMissing, IndexCorrupt, IndexOutdated: its files cannot serve.
	"""
	from huf.engine.builds import read_inputs, verify_build

	artifact_id = _artifact_of(source)
	folder = artifacts.build_folder(artifact_id, build_id)
	with held(source_lease(artifact_id), wait=restore.WAIT_SECONDS) as lease:
		_check_held(source, build_id)
		info = verify_build(folder, kinds=backend_registry())
		present = read_inputs(folder, kinds=backend_registry())

		def switch() -> None:
			lease.check()
			restore.set_inputs(source, present)
			_check_held(source, build_id, lock=True)
			status.set_build_restored(build_id, source)
			status.set_live_pointer(artifact_id, build_id, info, None)
			status.set_held_build(artifact_id, None)
			announce("huf_held_published", source, build_id, present)
			status.ask_for_update(source)
			derive_source_status(artifact_id, working=False)

		transactions.retry_deadlocks(switch)
		publish.remove_old_builds(artifact_id)
	queueing.queue_update(artifact_id)


def discard_held(source: str, build_id: str) -> None:
	"""Throw the build that is held away. The live one goes on answering, and takes changes in again.

	:raises frappe.ValidationError: it is not, or no longer, the one that is held.
	:raises SourceBusy: a job is writing the source.
	"""
	artifact_id = _artifact_of(source)
	with held(source_lease(artifact_id), wait=restore.WAIT_SECONDS) as lease:
		transactions.retry_deadlocks(lambda: _discard(lease, source, artifact_id, build_id))
		publish.remove_old_builds(artifact_id)


def _discard(lease: Lease, source: str, artifact_id: str, build_id: str) -> None:
	lease.check()
	_check_held(source, build_id, lock=True)
	status.set_build_discarded(build_id)
	status.set_held_build(artifact_id, None)
	announce("huf_held_discarded", source, build_id)
	derive_source_status(artifact_id, working=False)


def _artifact_of(source: str) -> str:
	return frappe.db.get_value("Knowledge Source", source, "artifact_id")


def _check_held(source: str, build_id: str, *, lock: bool = False) -> None:
	now = frappe.db.get_value("Knowledge Source", source, "held_build", for_update=lock)
	if not build_id or now != build_id:
		frappe.throw(_("This build does not wait for a decision any more. Reload the form."))
