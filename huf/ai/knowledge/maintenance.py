"""What runs by the clock: the watchdog that picks work up again, and the clean-up of files nobody knows."""

import time
from contextlib import suppress
from functools import partial
from pathlib import Path

import frappe
from frappe.utils import add_to_date, now_datetime

from huf.ai.knowledge import status
from huf.ai.knowledge.contents.wanted import read_standing
from huf.ai.knowledge.following import sweep
from huf.ai.knowledge.indexing.live import damage
from huf.ai.knowledge.indexing.live.publish import remove_old_builds
from huf.ai.knowledge.indexing.state import retries
from huf.ai.knowledge.indexing.state.source_status import derive_source_status
from huf.ai.knowledge.indexing.texts import enriching, rereading, scans
from huf.ai.knowledge.searching import last_searched
from huf.ai.site import artifacts, queueing
from huf.ai.site.database import transactions
from huf.ai.site.events import announce
from huf.ai.site.locks import held, is_leased, is_leased_for_scans, source_lease
from huf.ai.site.settings import get_settings, is_switched_off
from huf.engine.errors import SourceBusy

ORPHAN_DAYS = 7
"""A folder that no row knows is kept this long: it may be of a backup that is just being restored."""
SCRATCH_SECONDS = 86400
"""No job runs for as long."""

ROW_DAYS = 30
"""Rows of builds whose files are gone are kept this long, or as long as builds of each day are, and any that is older: they say what answered when."""

DIED = "The worker that made this build died (it was killed, or the machine went down). It is tried again by itself."

CORNERED = (
	"Indexing this input ended its worker {0} times. The file may be damaged or need more memory than there is. "
	"Replace or remove it, or use Reprocess to try once more."
)


def watchdog() -> None:
	"""Every minute: find sources whose work stopped, put their statuses right, and queue what is due.

	Nothing has to be remembered for this: wanted and built generation, the inputs' statuses, build rows and the
	lease say it all. So it also mends a queue that was flushed and a commit whose job was never queued.
	"""
	last_searched.store()
	with suppress(queueing.QueueFull):  # a minute later there may be room
		sweep.queue_waiting()
	_ask_for_due_retries()
	transactions.retry_deadlocks(scans.notice_change)
	damage.check_disk()
	for artifact_id in _stalled_sources():
		if is_leased(artifact_id):
			continue
		try:
			with held(source_lease(artifact_id)):
				transactions.retry_deadlocks(partial(_clean_up, artifact_id))
		except SourceBusy:
			continue
		with suppress(queueing.QueueFull):
			_queue_if_due(artifact_id)
	rereading.notice_change()
	enriching.ask_for_missing()
	announce("huf_watchdog")


def _stalled_sources() -> list[str]:
	"""Artifact ids of the sources that should be worked on, or that look as if somebody did."""
	return frappe.db.sql_list(
		"""select s.artifact_id from `tabKnowledge Source` s where
		coalesce(s.wanted_generation, 0) != coalesce(s.built_generation, 0)
		or s.rebuild_wanted = 1 or s.status in ('Indexing', 'Rebuilding') or s.progress_total > 0
		or exists (select 1 from `tabKnowledge Input` i where i.knowledge_source = s.name
			and (i.status = 'Processing' or i.status in ('Pending', 'Reading Scan') and i.disabled = 0))
		or exists (select 1 from `tabKnowledge Build` b where b.knowledge_source = s.name and b.state = 'Staging')"""
	)


def _clean_up(artifact_id: str) -> None:
	"""Close what a dead worker left open. Called with the lease, so no living worker is disturbed."""
	source = frappe.db.get_value("Knowledge Source", {"artifact_id": artifact_id}, "name")
	if not source:
		return
	dead = frappe.get_all(
		"Knowledge Build", filters={"knowledge_source": source, "state": "Staging"}, pluck="name"
	)
	for build_id in dead:
		status.end_build(build_id, "Failed", "Worker Died", DIED)
	left = status.release_inputs(source)
	crashes = retries.crashes_in_a_row(source)
	if dead and retries.is_cornered(crashes, len(left)):
		status.set_input_error(left[0], CORNERED.format(crashes))
	if (
		frappe.db.get_value("Knowledge Source", source, "rebuild_wanted")
		and retries.retry_due_at(source) is None
	):
		# Given up; what is uploaded from now on must not wait for this rebuild.
		status.clear_rebuild_wanted(artifact_id)
	derive_source_status(artifact_id, working=False)


def _queue_if_due(artifact_id: str) -> None:
	now = read_standing(artifact_id)
	if now is None or now.is_paused or is_switched_off():
		return
	if now.scans_waiting and not is_leased_for_scans(artifact_id):
		queueing.forget_dead_ticket("scans", artifact_id)
		queueing.queue_scans(artifact_id)
	due = retries.retry_due_at(now.source)
	if due is None or due > now_datetime():
		return
	if now.rebuild_wanted:
		queueing.forget_dead_ticket("rebuild", artifact_id)
		queueing.queue_rebuild(artifact_id, now.source)
	if not now.is_built:
		queueing.forget_dead_ticket("update", artifact_id)
		queueing.queue_update(artifact_id)


def _ask_for_due_retries() -> None:
	"""Inputs whose error may have passed by now, such as a page that did not answer."""
	rows = frappe.db.sql(
		"""select name, knowledge_source from `tabKnowledge Input`
		where status = 'Error' and disabled = 0 and retry_at <= %s""",
		now_datetime(),
	)
	if not rows:
		return

	def ask() -> None:
		status.set_inputs_pending([name for name, _ in rows], keep_retries=True)
		for source in sorted({source for _, source in rows}):
			if not frappe.db.get_value("Knowledge Source", source, "indexing_paused"):
				status.ask_for_update(source, inputs=())

	transactions.retry_deadlocks(ask)


def check_files() -> None:
	"""Every night: read every file of every kept build once, and compare it with its checksum; and compare what read each
	input with what would read it now."""
	damage.check_disk(thoroughly=True)
	rereading.notice_change(always=True)


def compare_indexes() -> None:
	"""Every night: have the inputs of each source compared with its index that only changes were taken into since.

	Each change names what it is about. This finds what none named, as when SQL deleted or changed inputs.
	"""
	for source, artifact_id in frappe.db.sql(
		"""select name, artifact_id from `tabKnowledge Source`
		where wanted_generation > coalesce(whole_generation, 0) and coalesce(live_build, '') != '' and archived_at is null
		and coalesce(pack_id, '') = '' and indexing_paused = 0 and rebuild_wanted = 0 order by name"""
	):
		transactions.retry_deadlocks(partial(status.ask_for_update, source, keep_pause=True))
		with suppress(queueing.QueueFull):
			queueing.queue_update(artifact_id)


def clean_orphans() -> None:
	"""Every night: delete folders that no row knows and that are older than a week, builds whose days are over, and old rows without files."""
	known = _known_ids()
	artifacts.remove_scratch(time.time() - SCRATCH_SECONDS)
	for folder in orphan_folders():
		artifacts.remove_source_folder(folder.name)
	for folder in _folders():
		if folder.name in known:
			_clean_source(folder, _oldest())


def orphan_folders() -> list[Path]:
	"""Folders of sources that no row knows and that are older than :data:`ORPHAN_DAYS`."""
	known = _known_ids()
	return [
		folder for folder in _folders() if folder.name not in known and folder.stat().st_mtime < _oldest()
	]


def _folders() -> list[Path]:
	return [folder for folder in artifacts.source_folders() if folder.is_dir() and not folder.is_symlink()]


def _known_ids() -> set[str]:
	return set(frappe.get_all("Knowledge Source", pluck="artifact_id"))


def _oldest() -> float:
	return time.time() - ORPHAN_DAYS * 86400


def _clean_source(folder: Path, oldest: float) -> None:
	from huf.engine.builds import list_builds, remove_build, remove_staging

	try:
		with held(source_lease(folder.name)):
			# What was published until now is to be seen.
			frappe.db.rollback()
			remove_staging(folder)
			remove_old_builds(folder.name, unknown=False)
			rows = set(
				frappe.db.sql_list(
					"""select b.name from `tabKnowledge Build` b join `tabKnowledge Source` s
					on s.name = b.knowledge_source where s.artifact_id = %s
					and (b.state != 'Part' or s.rebuild_wanted = 1 and b.name = s.rebuild_part)""",
					folder.name,
				)
			)
			for build_id in list_builds(folder):
				if build_id not in rows and (folder / build_id).stat().st_mtime < oldest:
					remove_build(folder / build_id)
			_delete_old_rows(folder.name, set(list_builds(folder)))
	except SourceBusy:
		return  # its worker cleans up behind itself; tomorrow is early enough for the rest


def _delete_old_rows(artifact_id: str, on_disk: set[str]) -> None:
	old = set(_old_rows(artifact_id)) - on_disk
	answered = status.answered(frappe.db.get_value("Knowledge Source", {"artifact_id": artifact_id}, "name"))
	# An older build that was restored stays with its row: without the rows of those after it, it would be taken for what answered in their time.
	first = min((when for when, name in answered if name not in old), default=None)
	if first is not None:
		old -= {name for when, name in answered if when > first}
	for build_id in old:
		frappe.db.delete("Knowledge Build Failure", {"parent": build_id})
		frappe.db.delete("Knowledge Build", {"name": build_id})
	frappe.db.commit()  # nosemgrep: frappe-manual-commit (a step of its own for each source)


def _old_rows(artifact_id: str) -> list[str]:
	return frappe.db.sql_list(
		"""select b.name from `tabKnowledge Build` b join `tabKnowledge Source` s on s.name = b.knowledge_source
		where s.artifact_id = %s and b.state in ('Part', 'Retired', 'Damaged', 'Failed', 'Paused', 'Cancelled', 'Discarded') and b.name != coalesce(s.live_build, '')
		and b.started_at < %s""",
		(artifact_id, add_to_date(now_datetime(), days=-max(ROW_DAYS, get_settings().daily_build_days + 1))),
	)
