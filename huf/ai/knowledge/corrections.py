"""Correcting what was read of an input: a passage is left out, or its text is written anew, and put back.

Whoever may write the input, and is shown its text, may do it. The text that is meant is taken out of the live index here, never from the
request; the next build goes by it (:mod:`huf.engine.corrections`).
"""

import json
from typing import Any

import frappe
from frappe import _
from frappe.utils import get_fullname

from huf.ai.access.doctypes.corrections import may_see_file, may_see_text
from huf.ai.access.words import is_stored, may
from huf.ai.knowledge.contents.corrections import LEAVE_OUT, REPLACE
from huf.ai.knowledge.contents.wanted import PACK
from huf.ai.knowledge.searching.reading_on import view_as
from huf.ai.site.database.dialect import moment_as_text
from huf.ai.site.limits import SEARCHES, limit_rate
from huf.ai.site.settings import refuse_if_switched_off
from huf.ai.words import said
from huf.engine.backends.keyword.schema import text_hash
from huf.engine.corrections import MOST_CORRECTIONS, CorrectionRecord, record_of
from huf.engine.errors import BuildError, ContentMissing
from huf.engine.extractors.sections import one_line
from huf.engine.inspection import InputView, ReadPassage
from huf.engine.types import Skipped

APPLIED, WAITING, NOT_FOUND, PUT_BACK = "Applied", "Waiting", "Not Found", "Being Put Back"
"""What became of a correction: the live index has it, it waits for the next build, its text is not there, or it is gone and the index still has it."""


@frappe.whitelist(methods=["POST"])
def correct_passage(
	knowledge_input: str,
	passage: int,
	seen: str,
	action: str,
	replacement: str | None = None,
	reason: str | None = None,
) -> dict[str, str]:
	"""Leave a passage of an input out, or give it another text. The next build, which is queued, goes by it.

	What the passage repeats of the one before belongs to that one, and stays.

	:param passage: its number in ``view_input``. :param seen: its ``text_hash`` there. :param action: ``Leave Out`` or ``Replace``.
	:param replacement: the text in its place, for ``Replace``; at most 20,000 characters.
	:param reason: for those who come after; at most 500 characters.
	:returns: ``correction``, the name of the Knowledge Correction.
	:raises frappe.PermissionError: there is no such input that the caller may change.
	:raises frappe.ValidationError: the passage is another one by now, or its text cannot be corrected; the message says why.
	"""
	limit_rate(SEARCHES)
	refuse_if_switched_off()
	user = frappe.session.user
	row = _writable_row(knowledge_input, user)
	if action not in (LEAVE_OUT, REPLACE):
		frappe.throw(_("action must be one of {0}.").format(f"{LEAVE_OUT}, {REPLACE}"))
	if why := why_not(row.input_type):
		frappe.throw(why)
	# Two who correct the same passage come one after the other, and the second is told.
	frappe.db.sql("select name from `tabKnowledge Input` where name = %s for update", row.name)
	found, record = _passage_as(user, row, passage, seen)
	own = found.text[found.repeats :].strip()
	_refuse_second(row.name, own, found.start + found.repeats, record)
	doc = frappe.get_doc(
		{
			"doctype": "Knowledge Correction",
			"knowledge_input": row.name,
			"action": action,
			"original": own,
			"replacement": replacement,
			"reason": one_line(reason or "")[:500],
			"place": json.dumps(found.locator.to_dict()),
			"text_start": found.start + found.repeats,
			"file_record": row.file_record,
		}
	)
	# Nobody makes one by hand; the right to write the input is asked above.
	doc.insert(ignore_permissions=True)
	return {"correction": doc.name}


@frappe.whitelist(methods=["POST"])
def put_back(correction: str) -> dict[str, str]:
	"""Take a correction back. The next build, which is queued, has the text as it was read.

	:returns: ``knowledge_input``.
	:raises frappe.PermissionError: there is no such correction that the caller may undo.
	"""
	limit_rate(SEARCHES)
	refuse_if_switched_off()
	if not is_stored("Knowledge Correction", correction) or not may(
		"Knowledge Correction", "delete", correction, None
	):
		frappe.throw(_("There is no correction of this name that you may put back."), frappe.PermissionError)
	name = frappe.db.get_value("Knowledge Correction", correction, "knowledge_input")
	# Its text need not outlive it among the deleted documents.
	frappe.delete_doc("Knowledge Correction", correction, delete_permanently=True)
	return {"knowledge_input": name}


def why_not(input_type: str) -> str:
	"""Why the text of inputs of a type is not corrected, in a sentence; empty if it may be."""
	if input_type == "DocType Records":
		return _("This text is that of a record. Correct the record, or leave its field out in the selector.")
	if input_type == "Gap Answer":
		return _("This is a verified answer. Change it in its Knowledge Gap and verify it again.")
	if input_type == PACK:
		return _("This text came with a pack. Tell its maker; or disable the input, so that it is not found.")
	return ""


def corrections_shown(row: "frappe._dict", view: InputView | None, user: str) -> dict[str, Any]:
	"""The corrections of an input whose text the user may see, and whether they may make others.

	Those of an earlier File that the user may not read are left out.

	:param row: name, type and File of the input.

	:returns: ``may_correct``, and ``corrections``: each with what it says, ``state``, and where it acts in the text of the view.
	"""
	record = record_of(view.metadata) if view else CorrectionRecord()
	spans = {span.key: span for span in record.spans}
	rows = frappe.db.sql(
		f"""select name, action, original, replacement, reason, owner, text_start as start, file_record,
			{moment_as_text("creation")} as made
		from `tabKnowledge Correction` where knowledge_input = %s order by creation, name""",
		row.name,
		as_dict=True,
	)
	shown = []
	for one in rows:
		span = spans.pop(one.name, None)
		if not may_see_file(one.pop("file_record"), row.file_record, user):
			continue
		state = APPLIED if span else NOT_FOUND if one.name in record.unapplied else WAITING
		place = {"start": span.start, "end": span.end} if span else {"start": one.start, "end": one.start}
		by = {"by": get_fullname(one.pop("owner")), "on": one.pop("made")[: len("2026-11-03")]}
		shown.append({**one, **place, **by, "state": state})
	for key, span in spans.items():
		action = LEAVE_OUT if span.is_left_out else REPLACE
		gone = {"original": "", "replacement": "", "reason": "", "by": "", "on": span.made_on}
		shown.append(
			{"name": key, "action": action, "start": span.start, "end": span.end, **gone, "state": PUT_BACK}
		)
	may_correct = not why_not(row.input_type) and may("Knowledge Input", "write", row.name, user)
	return {"may_correct": may_correct, "corrections": shown}


def _writable_row(name: str, user: str) -> "frappe._dict":
	fields = ["name", "knowledge_source", "input_type", "disabled", "file_record"]
	row = None
	if may("Knowledge Input", "write", name, user):
		row = frappe.db.get_value("Knowledge Input", name, fields, as_dict=True)
	if row is None or not may_see_text(row.name, row.knowledge_source, user):
		frappe.throw(_("There is no input of this name that you may change."), frappe.PermissionError)
	if row.disabled:
		frappe.throw(_("This input is disabled. Enable it, and it is indexed."))
	return row


def _passage_as(
	user: str, row: "frappe._dict", number: int, seen: str
) -> tuple[ReadPassage, CorrectionRecord]:
	"""The passage that the user saw, and what the index keeps of the corrections of its input."""
	try:
		view = view_as(user, row.knowledge_source, row.name, number, 1)
	except (ContentMissing, BuildError) as error:
		frappe.throw(said(error))
	if isinstance(view, Skipped):
		frappe.throw(view.reason)
	passage = view.passages[0]
	if passage.number != number or text_hash(passage.text) != seen:
		frappe.throw(_("The index has changed since you looked. Look again."), title=_("Changed"))
	if not passage.text[passage.repeats :].strip():
		frappe.throw(_("All of this passage is also the end of the one before. Correct that one."))
	return passage, record_of(view.metadata)


def _refuse_second(name: str, own: str, start: int, record: CorrectionRecord) -> None:
	"""One that waits may be about the same text; the same words in another place are another matter."""
	rows = frappe.db.sql(
		"select name, original, text_start from `tabKnowledge Correction` where knowledge_input = %s",
		name,
		as_dict=True,
	)
	if len(rows) >= MOST_CORRECTIONS:
		frappe.throw(
			_("An input may have {0} corrections at most. Correct the document itself.").format(
				MOST_CORRECTIONS
			)
		)
	known = {*record.unapplied, *(span.key for span in record.spans)}
	said_already = (one_line(own), start)
	if any(
		row.name not in known and (one_line(row.original), row.text_start) == said_already for row in rows
	):
		frappe.throw(
			_("There is a correction of this text that waits for the next build. Put it back first.")
		)
