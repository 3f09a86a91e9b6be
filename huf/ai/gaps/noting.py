"""Writing down a question that knowledge did not answer: in a transaction of its own, once for all who ask it.

A gap keeps neither who asked nor any passage. What a user typed is all that managers see of that user.
"""

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

import frappe
from frappe.utils import now

from huf.ai.access.scopes.rules import PRIVATE_SCOPES
from huf.ai.gaps import DISMISSED, OPEN, PROVEN
from huf.ai.site.database import dialect
from huf.ai.site.database.transactions import own_transaction
from huf.ai.site.queueing import enqueue
from huf.engine.answers.fingerprint import question_fingerprint

if TYPE_CHECKING:
	from huf.agent.results import AgentResult
	from huf.ai.runs.prompt.knowledge import RunKnowledge
	from huf.ai.runs.prompt.request import RunRequest

NO_HIT, NOT_FOUND, THUMBS_DOWN = "No Hit", "Not Found", "Thumbs Down"
REASONS = (NO_HIT, NOT_FOUND, THUMBS_DOWN)
QUESTION_CHARACTERS = 500
"""Kept of a question. More is a document that somebody pasted, and none of a manager's business."""
WORDINGS = 10
"""Other wordings that a gap keeps."""
TRIES = 3
LOCK_WAIT_S = 1
"""Seconds that a run waits for a gap that somebody else is just saving."""


def note_run(request: "RunRequest", knowledge: "RunKnowledge", result: "AgentResult") -> None:
	"""Note the question of a run that has ended, if knowledge was asked and did not answer it.

	Left out: questions about an attached file, one record or chosen sources, where the site's knowledge is not what lacks something;
	prompts made from documents, which nobody asked; and runs of agents that say so.
	"""
	if (
		not request.agent.get("collect_gaps")
		or request.files
		or request.only_sources is not None
		or request.record
		or request.prompt_is_untrusted
		or result.status not in ("Success", "Withheld")
	):
		return
	reason = ""
	if knowledge.searched and not knowledge.hits_found and not knowledge.has_skipped:
		reason = NO_HIT
	elif knowledge.searched and result.missing == "Yes":
		reason = NOT_FOUND
	if reason:
		question = knowledge.standalone_question or request.prompt
		note_gap(question, reason, request.agent.name, sources=sorted(knowledge.searched))


def note_gap(
	question: str, reason: str, agent: str = "", *, sources: Sequence[str] = (), is_asked_again: bool = True
) -> str | None:
	"""Note a question that was not answered, and return the name of its gap; None when nothing was noted.

	Never raises: an answer must not be lost because its question could not be noted. What goes wrong is in the Error Log.

	:param reason: one of ``REASONS``.
	:param agent: who was asked; gaps of one question to two agents are two, since they know different things.
	:param sources: what was searched. What is asked of personal sources alone, or of one about a record, is nobody else's business.
	:param is_asked_again: False when the question is one that was counted already.
	"""
	question = " ".join((question or "").replace("\x00", " ").split())
	if not any(character.isalnum() for character in question):
		return None
	# The named seam of this room: the run has ended and its answer is there.
	try:
		if _are_private(sources):
			return None
		name, is_new = _noted(question, reason, agent, is_asked_again)
		if is_new:
			enqueue("huf.ai.gaps.noting.announce", queue="short", gap=name)
	# Named seam, the end of a run: its answer is there, and whatever keeps the gap from being noted must not take it away.
	except Exception:  # noqa: BLE001
		frappe.log_error(title="A knowledge gap could not be noted")
		return None
	return name


def announce(gap: str) -> None:
	"""Job: let the site's Assignment Rules, Notifications and Webhooks see a new gap, as if it had been saved.

	By Administrator: whoever asked must not stand in a ToDo as the one who assigned it.
	"""
	frappe.set_user("Administrator")
	if not frappe.db.exists("Knowledge Gap", gap):
		return
	doc = frappe.get_doc("Knowledge Gap", gap)
	doc.flags.in_insert = True
	for method in ("after_insert", "on_update", "on_change"):
		doc.run_method(method)
	doc.notify_update()


def gap_fingerprint(question: str, agent: str) -> str:
	"""What makes two askings one gap: what the question is about, and who was asked."""
	return fingerprint_of_gap(question_fingerprint(question), agent)


def fingerprint_of_gap(question: str, agent: str) -> str:
	"""The same of a question's fingerprint."""
	return hashlib.sha256(f"{question}\n{agent}".encode()).hexdigest()


def _are_private(sources: Sequence[str]) -> bool:
	return bool(sources) and not frappe.db.sql(
		"select 1 from `tabKnowledge Source` where name in %s and scope not in %s limit 1",
		(tuple(sources), PRIVATE_SCOPES),
	)


def _noted(question: str, reason: str, agent: str, is_asked_again: bool) -> tuple[str, bool]:
	for attempt in range(1, TRIES + 1):
		try:
			with own_transaction():
				dialect.wait_for_locks(LOCK_WAIT_S)
				return _upsert(question, reason, agent, is_asked_again)
		except frappe.QueryDeadlockError:
			if attempt == TRIES:
				raise
	raise AssertionError("unreachable")


def _upsert(question: str, reason: str, agent: str, is_asked_again: bool) -> tuple[str, bool]:
	"""Insert the gap or count it once more, in one statement, so that two who ask at the same time make one gap."""
	fingerprint, kept, time = (
		gap_fingerprint(question, agent),
		question.encode("utf-8", "replace").decode()[:QUESTION_CHARACTERS],
		now(),
	)
	name, gap = frappe.generate_hash(length=10), "`tabKnowledge Gap`"
	frappe.db.sql(
		# ``modified`` stays: a form that is open can still be saved. A proven answer that is only not found is one that
		# this user may not read; one that did not help has to be looked at again. The reason goes by the status before, and
		# so comes first: MariaDB makes assignments from left to right, PostgreSQL all at once.
		f"""insert into `tabKnowledge Gap` (name, owner, modified_by, creation, modified, docstatus, idx, question, status,
			reason, agent, times_asked, first_asked_at, last_asked_at, fingerprint)
		values (%(name)s, 'Administrator', 'Administrator', %(time)s, %(time)s, 0, 0, %(question)s, %(open)s,
			%(reason)s, %(agent)s, 1, %(time)s, %(time)s, %(fingerprint)s)
		{dialect.on_conflict("fingerprint")}
			reason = case when {gap}.status = %(dismissed)s or ({gap}.status = %(proven)s and %(reason)s = %(no_hit)s)
				then {gap}.reason else %(reason)s end,
			status = case when {gap}.status = %(proven)s and %(reason)s != %(no_hit)s then %(open)s else {gap}.status end,
			times_asked = {gap}.times_asked + %(count)s,
			first_asked_at = coalesce({gap}.first_asked_at, %(time)s), last_asked_at = %(time)s""",
		{
			"name": name,
			"time": time,
			"question": kept,
			"reason": reason,
			"agent": agent or None,
			"fingerprint": fingerprint,
			"count": int(is_asked_again),
			"open": OPEN,
			"proven": PROVEN,
			"no_hit": NO_HIT,
			"dismissed": DISMISSED,
		},
	)
	# The statement holds the row until the commit.
	found, first, others = frappe.db.sql(
		"select name, question, questions from `tabKnowledge Gap` where fingerprint = %s", fingerprint
	)[0]
	wordings = (others or "").splitlines()
	if kept not in (first, *wordings) and len(wordings) < WORDINGS:
		frappe.db.sql(
			"update `tabKnowledge Gap` set questions = %s where name = %s",
			("\n".join([*wordings, kept]), found),
		)
	return found, found == name
