"""What the status of a source is: worked out anew from its build rows, its inputs, and whether a worker holds its lease."""

import frappe
from frappe import _
from frappe.utils import format_datetime

from huf.ai.knowledge.indexing.recipe.recipes import reason_to_rebuild
from huf.ai.knowledge.indexing.state.retries import retry_due_at
from huf.ai.knowledge.status import (
	INDEXED,
	READING,
	UNFINISHED,
	input_counts,
	latest_build,
	set_source_status,
	unenriched_passages,
)
from huf.ai.site.locks import is_leased
from huf.ai.site.settings import is_switched_off, reason_switched_off


def derive_source_status(artifact_id: str, *, working: bool | None = None) -> str | None:
	"""Work out the status of a source anew and have it written, with its counts; None if the source is gone.

	:param working: whether a worker holds the lease; asked of Redis unless given.

	Errors of single inputs never turn a source that has an index into Error: *Error* means that
	nobody will try again by themselves and that somebody must act.
	"""
	source = frappe.db.get_value(
		"Knowledge Source",
		{"artifact_id": artifact_id},
		[
			"name",
			"live_build",
			"answers_from",
			"held_build",
			"wanted_generation",
			"built_generation",
			"indexing_paused",
			"rebuild_wanted",
			"rebuild_part",
			"enrichment_model",
			"enrichment_stop",
		],
		as_dict=True,
	)
	if not source:
		return None
	if working is None:
		working = is_leased(artifact_id)
	counts = input_counts(source.name)
	lost = _what_is_lost(source)
	status, message = _judge(source, counts, working, is_lost=bool(lost) and not source.answers_from)
	if lost and status == "Pending":
		lost = f"{lost} " + _("That starts by itself.")
	message = (
		" ".join(filter(None, (lost, _what_is_held(source), message, _what_is_unenriched(source)))) or None
	)
	set_source_status(artifact_id, status, message, counts, keep_progress=working)
	return status


def _judge(
	source: "frappe._dict", counts: dict[str, int], working: bool, *, is_lost: bool
) -> tuple[str, str | None]:
	"""Status and message. ``is_lost``: the source has an index whose files are gone."""

	last = latest_build(source.name)
	if working and last and last.state in ("Staging", "Part"):
		return ("Rebuilding" if last.kind == "Rebuild" else "Indexing"), None
	reading = counts.get(READING, 0)
	pending = sum(counts.get(status, 0) for status in UNFINISHED) + reading
	behind = pending or source.rebuild_wanted or source.wanted_generation != source.built_generation
	if last and last.state == "Failed":
		retried = behind and not source.indexing_paused and retry_due_at(source.name) is not None
		return ("Pending" if retried else "Error"), last.error_message
	if last and last.state == "Paused" and behind and not source.indexing_paused:
		return "Pending", last.error_message
	if behind and is_switched_off():
		return "Pending", reason_switched_off()
	if source.indexing_paused and behind:
		message = _(
			"Indexing was stopped with {0} inputs still to do. Use Retry or Rebuild to go on."
		).format(pending)
		if is_lost:
			return "Error", _("Indexing was stopped: use Rebuild Index to make it again.")
		return ("Ready" if source.live_build else "Pending"), message
	if source.rebuild_wanted and source.rebuild_part:
		return "Pending", _("The rebuild goes on from where it is by itself.")
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


def _what_is_held(source: "frappe._dict") -> str | None:
	"""That a new index waits for a person, and why; None if none does."""
	if not source.held_build:
		return None
	reason = frappe.db.get_value("Knowledge Build", source.held_build, "error_message")
	return _(
		"A new index was made and does not answer yet. {0} Look at its answers, then publish or discard it."
	).format(reason or "")


def _what_is_unenriched(source: "frappe._dict") -> str | None:
	"""That passages lack what a model adds, and why; None if none do, or nobody wants it."""
	lacking = unenriched_passages(source.name) if source.enrichment_model else 0
	if not lacking:
		return None
	return _(
		"Passages and summaries that lack what the enrichment model adds: {0}. {1} It is asked about them again by itself."
	).format(lacking, source.enrichment_stop or "")


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


def _reason_to_rebuild(source: "frappe._dict") -> str | None:

	return reason_to_rebuild(frappe.get_doc("Knowledge Source", source.name))
