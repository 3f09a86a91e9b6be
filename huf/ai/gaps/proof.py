"""The proof that a gap is closed: its question is asked again, and the verified answer must be among the first hits."""

import frappe
from frappe import _
from frappe.utils import cstr, now
from redis.exceptions import RedisError

from huf.ai.gaps import IS_KNOWLEDGE, NOT_FOUND_AGAIN, PROVEN, VERIFIED
from huf.ai.knowledge.retriever import search_as
from huf.ai.knowledge.searching.search_log import PROOF
from huf.ai.knowledge.status import INDEXED, UNFINISHED
from huf.ai.site.database import dialect
from huf.ai.site.queueing import enqueue
from huf.engine.request import Origin, Request

FIRST = 5
"""Hits among which the answer must be: so many are usually put before a model."""
JOB = "huf_prove_gaps"


def queue_proofs(source: str | None = None) -> None:
	"""Queue the proofs that can be made now, if there are any; of one source, or of all."""
	if not _waiting(source):
		return
	try:
		enqueue("huf.ai.gaps.proof.prove_waiting", queue="short", job_id=JOB, deduplicate=True)
	except RedisError:
		# The watchdog comes here again in a minute.
		frappe.logger("huf").warning("Redis is away: the proof of gaps waits", exc_info=True)


def prove_waiting() -> None:
	"""Job: ask the question of each verified gap again whose answer has been indexed, or could not be."""
	frappe.set_user("Administrator")
	for gap in _waiting():
		try:
			prove(gap)
		# The boundary of the job: one gap that cannot be asked must not keep all others waiting. Its form says what to do.
		except Exception:  # noqa: BLE001
			frappe.db.rollback()
			frappe.log_error(title="A knowledge gap could not be asked again")
			note = _("Asking again failed; see the Error Log. Use Ask Again when the cause is gone.")
			frappe.db.set_value(
				"Knowledge Gap",
				{"name": gap, "status": VERIFIED},
				{"status": NOT_FOUND_AGAIN, "proof_note": note},
				update_modified=False,
			)
		frappe.db.commit()  # nosemgrep: frappe-manual-commit (a step of its own for each gap)


def prove(gap: str) -> None:
	"""Ask the question of a verified gap again, as whoever verified its answer, and write down what came of it."""
	doc = frappe.db.get_value(
		"Knowledge Gap",
		gap,
		["name", "question", "status", "knowledge_source", "knowledge_input", "verified_by", "verified_at"],
		as_dict=True,
	)
	if not doc or doc.status not in IS_KNOWLEDGE or not doc.knowledge_input:
		return
	rank, note = _asked_again(doc)
	# An answer that was changed or verified anew meanwhile is not the one that this is about.
	frappe.db.sql(
		f"""update `tabKnowledge Gap` set status = %s, proof_rank = %s, proof_at = %s, proof_note = %s
		where name = %s and status in %s and {dialect.same("verified_at", "%s")} and knowledge_input = %s""",
		(
			PROVEN if rank else NOT_FOUND_AGAIN,
			rank,
			now(),
			note or None,
			doc.name,
			IS_KNOWLEDGE,
			doc.verified_at,
			doc.knowledge_input,
		),
	)
	frappe.clear_document_cache("Knowledge Gap", doc.name)


def _waiting(source: str | None = None) -> list[str]:
	"""Gaps whose answer was verified and has been through indexing since, or whose input is gone."""
	return frappe.db.sql_list(
		f"""select g.name from `tabKnowledge Gap` g left join `tabKnowledge Input` i on i.name = g.knowledge_input
		where g.status = %(verified)s and (i.name is null or i.disabled = 1 or i.status not in %(unfinished)s)
		{"and g.knowledge_source = %(source)s" if source else ""} order by g.verified_at limit 100""",
		{"verified": VERIFIED, "unfinished": UNFINISHED, "source": source},
	)


def _asked_again(doc: "frappe._dict") -> tuple[int, str]:
	"""The place of the answer among the first hits, counted from 1, and what to do; 0 when it is not among them."""
	row = frappe.db.get_value(
		"Knowledge Input", doc.knowledge_input, ["status", "error_message", "disabled"], as_dict=True
	)
	if not row:
		return 0, _("The input of the answer is gone. Verify the answer again, and a new one is made.")
	if row.disabled:
		return 0, _("The input of the answer is disabled. Enable it, or verify the answer again.")
	if row.status not in INDEXED:
		return 0, _("The answer could not be indexed ({0}). {1}").format(row.status, cstr(row.error_message))
	result = search_as(
		Request(
			doc.question,
			(doc.knowledge_source,),
			FIRST,
			principal=doc.verified_by or "",
			may_be_cut=True,
			origin=Origin(PROOF),
		)
	)
	for place, hit in enumerate(result.hits, 1):
		if hit.input == doc.knowledge_input:
			return place, ""
	if result.skipped:
		return 0, _("The source could not be searched: {0}").format(result.skipped[0].reason)
	return 0, _(
		"The answer is not among the first {0} hits: others have more of the question's words. Say the answer in these "
		"words, or take out what is out of date, and verify it again."
	).format(FIRST)
