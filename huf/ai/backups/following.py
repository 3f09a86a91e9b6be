"""Archives beside the backups that Frappe makes: of ``bench backup``, by the clock or by hand, of the desk, and of an update.

Frappe calls nobody when it makes one. So the watchdog looks each minute, on a site that wants it, and a job keeps the indexes beside
the newest dump. What is published in that minute is told by the rows of the builds, and kept in the state of before as well.
"""

from contextlib import suppress
from datetime import datetime
from pathlib import Path

import frappe
from frappe import _
from frappe.utils.background_jobs import get_job_status
from redis.exceptions import RedisError
from rq.job import JobStatus

from huf.ai.backups.holding import work_folder
from huf.ai.backups.making import keep_beside
from huf.ai.site import artifacts, queueing
from huf.ai.site.server import backup_files
from huf.engine.errors import HufError, SourceBusy

TIMEOUT = 7200
"""Seconds. It reads each index once to check it, and once to write it."""
GIVEN_UP_SECONDS = 86_400
"""An archive that could not be written is not tried again for this long; by then there is another backup."""


def queue_due() -> None:
	"""For the watchdog: clear what a killed backup left, and have the indexes kept beside the newest backup, if the site wants that and they are not."""
	if artifacts.backup_work():
		with suppress(SourceBusy), work_folder():
			pass  # whoever takes it clears what a killed one left
	if not backup_files.is_wanted():
		return
	newest = _newest_dump()
	if newest is None:
		return
	_began, dump = newest
	if backup_files.archive_of(dump).exists() or _is_given_up(dump):
		return
	job_id = f"huf_backup_{dump.name}"
	if get_job_status(job_id) in (JobStatus.QUEUED, JobStatus.STARTED):
		return
	try:
		queueing.enqueue("huf.ai.backups.following.keep_newest", job_id=job_id, queue="long", timeout=TIMEOUT)
	except RedisError:
		return  # the next minute


def keep_newest() -> None:
	"""Job: keep the indexes beside the newest backup."""
	newest = _newest_dump()
	if newest is None or not backup_files.is_wanted():
		return
	began, dump = newest
	if backup_files.archive_of(dump).exists():
		return
	try:
		kept = keep_beside(dump, began)
	except SourceBusy:
		return  # the watchdog comes back
	except HufError as error:
		_give_up(dump)
		frappe.log_error(
			title=_("The knowledge indexes could not be kept beside a backup"), message=str(error)
		)
		return
	for build_id, why in kept.left_out.items():
		frappe.logger("huf").warning("Not in %s: %s. %s", kept.file.name, build_id, why)


def _newest_dump() -> tuple[datetime, Path] | None:
	"""The newest backup that Frappe is done with, and when it was begun; only that, for older ones are of a state that is gone."""
	folder = backup_files.backup_folder()
	files = folder.iterdir() if folder.is_dir() else ()
	newest = max(
		((began, file) for file in files if (began := backup_files.began_at(file)) is not None), default=None
	)
	return newest if newest is not None and backup_files.is_complete(newest[1]) else None


def _given_up_key(dump: Path) -> bytes:
	return frappe.cache.make_key(f"huf_backup_given_up:{dump.name}")


def _is_given_up(dump: Path) -> bool:
	# nosemgrep: frappe-cache-breaks-multitenancy (the key bears the site)
	return frappe.cache.get(_given_up_key(dump)) is not None


def _give_up(dump: Path) -> None:
	# nosemgrep: frappe-cache-breaks-multitenancy (the key bears the site)
	frappe.cache.set(_given_up_key(dump), 1, ex=GIVEN_UP_SECONDS)
