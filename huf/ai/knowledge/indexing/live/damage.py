"""The files of the live builds: whether they are there and whole, and what happens when they are not.

MariaDB says which build a source answers from; whether its files are on this machine, only the disk says: a site may have
been restored from a backup, which has no indexes, a volume may not be mounted, a disk may lie. A build whose files are
gone or changed becomes *Damaged*, the newest kept one that is whole takes its place, and the source is asked to be
indexed again: an update then starts from that one, or from nothing. Until the watchdog has done so, searches find the
next kept build by themselves (``older_targets``) and change nothing.
"""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import frappe
from frappe import _
from frappe.utils import format_datetime, now_datetime
from redis.exceptions import RedisError

from huf.ai.knowledge import status
from huf.ai.knowledge.backends.registries import backend_registry
from huf.ai.knowledge.indexing.live.restore import set_inputs
from huf.ai.knowledge.indexing.state.source_status import derive_source_status
from huf.ai.site import artifacts
from huf.ai.site.database import transactions
from huf.ai.site.locks import held, source_lease
from huf.engine.backends.formats import read_kind
from huf.engine.disk.checksums import check_files, check_lengths
from huf.engine.errors import BuildError, IndexCorrupt, IndexMissing, SourceBusy, UnknownKey
from huf.engine.search import SearchTarget
from huf.engine.types import IndexedInput, Skipped

LOST = (IndexMissing.code, IndexCorrupt.code)
"""Why a source could not be searched, when its files are to blame."""
SUSPECTS = "huf_knowledge_suspects"
"""Redis: sources whose files a search stumbled over."""
REPORTED_SECONDS = 86_400
"""A build that could not be read although it is whole is written to the Error Log once in this time."""


@dataclass(frozen=True, slots=True)
class _Sound:
	"""A build that may answer: its row's name, its numbers, and the inputs that it holds."""

	name: str
	info: Any
	present: dict[str, IndexedInput]


def check_disk(*, thoroughly: bool = False) -> None:
	"""For the watchdog: compare every live build with its files, and act where they are gone or not as they were made.

	Looked at are names and lengths, of the sources that a search stumbled over the checksums too; ``thoroughly``, once a
	night, those of all builds that are kept.
	"""
	suspects = _take_suspects()
	for row in _live_builds():
		closely = row.state != "Damaged" and (thoroughly or row.artifact_id in suspects)
		error = fault_of(row.artifact_id, row.live_build, closely)
		if error is None and row.artifact_id in suspects and row.state != "Damaged":
			_report_unread(row, suspects[row.artifact_id])
		came_back = error is None and row.state == "Damaged" and row.error_code == IndexMissing.code
		is_news = error is not None and row.state not in ("Damaged", None)
		unasked = row.wanted_generation == row.built_generation and (error or row.state == "Damaged")
		if came_back or is_news or unasked:
			with suppress(
				SourceBusy
			):  # who is writing it may be about to replace it; the next round looks again
				_settle(row.artifact_id, row.live_build)
	if thoroughly:
		_check_retired()


def fault_of(artifact_id: str, build_id: str, thoroughly: bool) -> BuildError | None:
	"""What is wrong with the files of a build; None if nothing is, or if only their reading is forbidden just now."""
	try:
		folder = artifacts.build_folder(artifact_id, build_id)
		with suppress(FileNotFoundError, NotADirectoryError):
			# Only the huf that laid it out so can tell whether it is whole.
			read_kind(folder)
		check_lengths(folder)
		if thoroughly:
			check_files(folder)
	except (IndexMissing, IndexCorrupt) as error:
		return error
	except (BuildError, OSError):
		# A file that cannot be read is named by the searches; to make it anew would not help.
		frappe.logger("huf").warning("The files of %s cannot be looked at", build_id, exc_info=True)
	return None


def suspect(skipped: Collection[Skipped], artifact_ids: dict[str, str]) -> None:
	"""For searches: have the watchdog look closely at the sources whose files could not be read."""
	reasons = {
		artifact_ids[skip.source]: skip.reason
		for skip in skipped
		if skip.code in LOST and skip.source in artifact_ids
	}
	if reasons:
		with suppress(RedisError):  # the night finds it too
			for artifact_id, reason in reasons.items():
				frappe.cache.execute_command("HSET", frappe.cache.make_key(SUSPECTS), artifact_id, reason)


def older_targets(
	targets: Sequence[SearchTarget], skipped: Collection[Skipped], tried: set[Path]
) -> tuple[list[SearchTarget], dict[str, str]]:
	"""The targets, with the next kept build for those whose files could not be read; and what to tell of each of these.

	``tried`` are the builds that could not; it grows.
	"""
	lost = {skip.source for skip in skipped if skip.code in LOST}
	tried.update(target.build for target in targets if target.source in lost)
	found: list[SearchTarget] = []
	notes: dict[str, str] = {}
	for target in targets:
		older = _next_kept(target, tried) if target.source in lost else None
		if older is not None:
			target = replace(target, build=older.folder)
			notes[target.source] = note_of_older(target.source, older.finished_at)
		found.append(target)
	return found, notes


def note_of_older(source: str, made_at: Any) -> str:
	"""What a result says of a source that an older build answered for."""
	return _(
		"{0}: an older index answered, of {1}, since the files of the newest one are lost or damaged."
	).format(source, format_datetime(made_at))


def _next_kept(target: SearchTarget, tried: Collection[Path]) -> "frappe._dict | None":
	for row in status.kept_rows(target.source):
		folder = target.build.parent / row.name
		if folder not in tried and folder.is_dir():
			return frappe._dict(folder=folder, finished_at=row.finished_at or row.started_at)
	return None


def _live_builds() -> list[Any]:
	frappe.db.rollback()
	return frappe.db.sql(
		"""select s.name, s.artifact_id, s.live_build, b.state, b.error_code,
		coalesce(s.wanted_generation, 0) as wanted_generation, coalesce(s.built_generation, 0) as built_generation
		from `tabKnowledge Source` s left join `tabKnowledge Build` b on b.name = s.live_build
		where coalesce(s.live_build, '') != '' and s.archived_at is null order by s.name""",
		as_dict=True,
	)


def _settle(artifact_id: str, live_build: str) -> None:
	"""Under the lease, look again; then let the newest whole build answer, and ask for what it lacks."""
	with held(source_lease(artifact_id)) as lease:
		frappe.db.rollback()
		source = frappe.db.get_value(
			"Knowledge Source", {"artifact_id": artifact_id}, ["name", "live_build"], as_dict=True
		)
		if not source or source.live_build != live_build:
			return
		error = fault_of(artifact_id, live_build, thoroughly=True)
		sound = _newest_sound(artifact_id, source)

		def switch() -> None:
			lease.check()
			set_inputs(source.name, sound.present if sound else {})
			frappe.db.sql("select name from `tabKnowledge Source` where name = %s for update", source.name)
			if error is not None:
				status.set_build_damaged(live_build, error.code, _words(error))
			if sound is not None:
				was_lost = sound.name == live_build
				made_at = None if was_lost else status.finished_at(sound.name)
				status.set_build_restored(sound.name, source.name)
				status.set_live_pointer(artifact_id, sound.name, sound.info, None, answers_from=made_at)
			else:
				status.set_nothing_found(artifact_id)
			# What a person stopped stays stopped: the source's status says so, and what to do.
			status.ask_for_update(source.name, keep_pause=True)
			derive_source_status(artifact_id, working=False)

		transactions.retry_deadlocks(switch)


def _newest_sound(artifact_id: str, source: Any) -> _Sound | None:
	"""The newest build whose files are whole and can be read: the live one itself, or one that is kept."""
	from huf.engine.builds import read_build_info, read_inputs

	for name in [source.live_build, *(row.name for row in status.kept_rows(source.name))]:
		if fault_of(artifact_id, name, thoroughly=True) is not None:
			continue
		folder = artifacts.build_folder(artifact_id, name)
		try:
			kinds = backend_registry()
			return _Sound(name, read_build_info(folder, kinds=kinds), read_inputs(folder, kinds=kinds))
		except (BuildError, UnknownKey):
			continue
	return None


def _words(error: BuildError) -> str:
	if isinstance(error, IndexMissing):
		return _("The files of this index are missing on this machine, as was noticed on {0}.").format(
			format_datetime(now_datetime())
		)
	# What the error advises happens by itself.
	return str(error).removesuffix(" Rebuild the source.")


def _check_retired() -> None:
	"""A kept build that has changed is not offered any more. One without files was cleared, as it should be."""
	for row in frappe.db.sql(
		"""select b.name, s.artifact_id from `tabKnowledge Build` b
		join `tabKnowledge Source` s on s.name = b.knowledge_source where b.state = 'Retired'""",
		as_dict=True,
	):
		error = fault_of(row.artifact_id, row.name, thoroughly=True)
		if isinstance(error, IndexCorrupt):
			status.set_build_damaged(row.name, error.code, _words(error))
			frappe.db.commit()  # nosemgrep: frappe-manual-commit (a step of its own for each build)


def _take_suspects() -> dict[str, str]:
	key = frappe.cache.make_key(SUSPECTS)
	noted = frappe.cache.execute_command("HGETALL", key)
	if noted:
		frappe.cache.execute_command("DEL", key)
	return {artifact_id.decode(): reason.decode() for artifact_id, reason in noted.items()}


def _report_unread(row: Any, reason: str) -> None:
	"""A build could not be read although its files are as they were made: somebody has to know."""
	key = frappe.cache.make_key(f"huf_knowledge_unread:{row.live_build}")
	# nosemgrep: frappe-cache-breaks-multitenancy (the key bears the site)
	if frappe.cache.set(key, 1, nx=True, ex=REPORTED_SECONDS):
		frappe.log_error(
			title=_("Index could not be read"),
			message=f"{row.name}, {row.live_build}: {reason}\nIts files are as they were made.",
		)
		frappe.db.commit()  # nosemgrep: frappe-manual-commit (a step of the watchdog)
