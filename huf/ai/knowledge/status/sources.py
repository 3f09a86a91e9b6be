"""Statuses of Knowledge Sources, and what was asked of them."""

from datetime import datetime
from typing import TYPE_CHECKING

import frappe
from frappe import _
from frappe.utils import format_datetime, now_datetime

from huf.ai.knowledge.indexing.retries import retry_due_at
from huf.ai.knowledge.status.builds import latest_build
from huf.ai.knowledge.status.inputs import INDEXED, PARTLY_READ, READING, UNFINISHED, input_counts

if TYPE_CHECKING:
	from huf.engine.builds import BuildInfo


def ask_for_update(source: str, *, keep_pause: bool = False) -> None:
	"""Note that the wanted state of a source changed.

	:param keep_pause: a person's change is a request, so it ends a pause; what records bring about by themselves does not.
	"""
	frappe.db.sql(
		"""update `tabKnowledge Source` set wanted_generation = ifnull(wanted_generation, 0) + 1,
		indexing_paused = if(%s, indexing_paused, 0) where name = %s""",
		(keep_pause, source),
	)


def set_synced(artifact_id: str, error: str = "", *, complete: bool = False) -> None:
	"""What the source's form says of its selectors.

	:param error: why they could not be followed. :param complete: they were compared with everything that is there.
	"""
	frappe.db.sql(
		f"""update `tabKnowledge Source` s set selection_error = %s,
		selected_inputs = (select count(*) from `tabKnowledge Input` i
			where i.knowledge_source = s.name and i.selected_key is not null)
		{", last_synced_at = %s" if complete else ""} where artifact_id = %s""",
		(error or None, *([now_datetime()] if complete else []), artifact_id),
	)


def ask_for_rebuild(source: str) -> None:
	"""Note that the whole index of a source is to be made anew; survives a lost queue."""
	frappe.db.sql(
		"update `tabKnowledge Source` set rebuild_wanted = 1, indexing_paused = 0 where name = %s", source
	)


def pause(source: str) -> None:
	"""Stop a running build at its next input, and start nothing until somebody asks again."""
	frappe.db.sql(
		"update `tabKnowledge Source` set indexing_paused = 1, rebuild_wanted = 0 where name = %s", source
	)


def set_live_pointer(
	artifact_id: str,
	build_id: str,
	info: "BuildInfo",
	generation: int | None,
	*,
	answers_from: datetime | None = None,
) -> None:
	"""The single switch: from the commit on, searches answer from this build.

	:param answers_from: when it was made, if it stands in for a newer one whose files were lost.
	"""
	frappe.db.sql(
		"""update `tabKnowledge Source` set live_build = %(build)s, total_chunks = %(chunks)s,
		index_size_bytes = %(bytes)s, embedding_dimensions = %(dimension)s, last_indexed_at = %(now)s,
		answers_from = %(answers_from)s,
		built_generation = ifnull(%(generation)s, built_generation) where artifact_id = %(id)s""",
		{
			"build": build_id,
			"chunks": info.chunks,
			"bytes": info.bytes,
			"dimension": info.dimension,
			"now": now_datetime(),
			"generation": generation,
			"answers_from": answers_from,
			"id": artifact_id,
		},
	)


def set_nothing_found(artifact_id: str) -> None:
	"""No build of the source has its files any more."""
	frappe.db.sql(
		"""update `tabKnowledge Source` set total_chunks = 0, index_size_bytes = 0, answers_from = null
		where artifact_id = %s""",
		artifact_id,
	)


def set_built_generation(artifact_id: str, generation: int) -> None:
	"""The index agrees with the wanted state of this generation."""
	frappe.db.sql(
		"update `tabKnowledge Source` set built_generation = %s, answers_from = null where artifact_id = %s",
		(generation, artifact_id),
	)


def clear_rebuild_wanted(artifact_id: str) -> None:
	"""The rebuild that was asked for is published, or was given up with its reason in the build row."""
	frappe.db.sql("update `tabKnowledge Source` set rebuild_wanted = 0 where artifact_id = %s", artifact_id)


def set_progress(artifact_id: str, done: int, total: int) -> None:
	"""How many inputs of the running build are dealt with; zero of zero when none runs."""
	frappe.db.sql(
		"update `tabKnowledge Source` set progress_done = %s, progress_total = %s where artifact_id = %s",
		(done, total, artifact_id),
	)


def derive_source_status(artifact_id: str, *, working: bool | None = None) -> str | None:
	"""Work out the status of a source anew and write it, with its counts; None if the source is gone.

	:param working: whether a worker holds the lease; asked of Redis unless given.

	Errors of single inputs never turn a source that has an index into Error (V7): *Error* means that
	nobody will try again by themselves and that somebody must act.
	"""
	source = frappe.db.get_value(
		"Knowledge Source",
		{"artifact_id": artifact_id},
		[
			"name",
			"live_build",
			"answers_from",
			"wanted_generation",
			"built_generation",
			"indexing_paused",
			"rebuild_wanted",
		],
		as_dict=True,
	)
	if not source:
		return None
	if working is None:
		from huf.ai.site.locks import is_leased

		working = is_leased(artifact_id)
	counts = input_counts(source.name)
	lost = _what_is_lost(source)
	status, message = _judge(source, counts, working, is_lost=bool(lost) and not source.answers_from)
	if lost and status == "Pending":
		lost = f"{lost} " + _("That starts by itself.")
	message = " ".join(filter(None, (lost, message))) or None
	frappe.db.sql(
		"""update `tabKnowledge Source` set status = %s, error_message = %s, total_inputs = %s,
		partly_read_inputs = %s, progress_done = if(%s, progress_done, 0), progress_total = if(%s, progress_total, 0)
		where artifact_id = %s""",
		(status, message, sum(counts.values()), counts.get(PARTLY_READ, 0), working, working, artifact_id),
	)
	return status


def _what_is_lost(source: "frappe._dict") -> str | None:
	"""That files of the index are gone or damaged, in words for a person; None if none are."""
	damaged = frappe.db.get_value(
		"Knowledge Build", {"name": source.live_build or "", "state": "Damaged"}, "error_message"
	)
	if not (damaged or source.answers_from):
		return None
	if source.answers_from:
		return _(
			"The files of the newest index are lost or damaged. An older one, of {0}, answers until it is made again."
		).format(format_datetime(source.answers_from))
	return _("{0} No older one is kept, so nothing is found in this source until it is made again.").format(
		damaged
	)


def _judge(
	source: "frappe._dict", counts: dict[str, int], working: bool, *, is_lost: bool
) -> tuple[str, str | None]:
	"""Status and message. ``is_lost``: the source has an index whose files are gone."""
	from huf.ai.site.settings import is_switched_off, reason_switched_off

	last = latest_build(source.name)
	if working and last and last.state == "Staging":
		return ("Rebuilding" if last.kind == "Rebuild" else "Indexing"), None
	reading = counts.get(READING, 0)
	pending = sum(counts.get(status, 0) for status in UNFINISHED) + reading
	behind = pending or source.rebuild_wanted or source.wanted_generation != source.built_generation
	if last and last.state == "Failed":
		retried = behind and not source.indexing_paused and retry_due_at(source.name) is not None
		return ("Pending" if retried else "Error"), last.error_message
	if behind and is_switched_off():
		return "Pending", reason_switched_off()
	if source.indexing_paused and behind:
		message = _(
			"Indexing was stopped with {0} inputs still to do. Use Retry or Rebuild to go on."
		).format(pending)
		if is_lost:
			return "Error", _("Indexing was stopped: use Rebuild Index to make it again.")
		return ("Ready" if source.live_build else "Pending"), message
	if behind:
		words = (
			_("Inputs whose scanned pages are being read: {0}.").format(reading)
			if pending == reading
			else None
		)
		return "Pending", words if reading else None
	return ("Pending", None) if is_lost else _judge_settled(source, counts)


def _judge_settled(source: "frappe._dict", counts: dict[str, int]) -> tuple[str, str | None]:
	"""The status of a source with nothing left to do."""
	found = sum(counts.get(status, 0) for status in INDEXED)
	if counts.get("Error") and not found:
		return "Error", _("None of the inputs could be indexed. Each input says why.")
	if not source.live_build:
		return "Pending", None
	reason = _reason_to_rebuild(source)
	return ("Rebuild Required", reason) if reason else ("Ready", None)


def _reason_to_rebuild(source: "frappe._dict") -> str | None:
	from huf.ai.knowledge.indexing.recipes import reason_to_rebuild

	return reason_to_rebuild(frappe.get_doc("Knowledge Source", source.name))
