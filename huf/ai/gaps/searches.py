"""Searches that found nothing, on every road on which users ask for themselves, as gaps: if the site collects them.

A search must not become slow or fail for it, and a GET request rolls back what it wrote. So a search leaves no more than a
job, and only when nothing at all was found, by a question and not by a word or two that somebody is typing.
"""

import frappe
from frappe import _
from redis.exceptions import RedisError

from huf.ai.access.roles import may_use_knowledge
from huf.ai.access.scopes.resolver import searchable_sources
from huf.ai.gaps import OPEN
from huf.ai.gaps.noting import NO_HIT, QUESTION_CHARACTERS, gap_fingerprint, note_gap
from huf.ai.site.database.dialect import update_unless_taken
from huf.ai.site.database.transactions import own_transaction
from huf.ai.site.limits import SEARCHES, checked_query, limit_rate
from huf.ai.site.queueing import enqueue
from huf.ai.site.settings import get_settings
from huf.engine.answers.fingerprint import is_question
from huf.engine.request import Request
from huf.engine.types import SearchResult

MOST_A_MINUTE = 10
"""Questions of one user that are written down in a minute; more come from a program or a test."""
HOLDS_NOTHING = ("Archived", "Disabled", "Not Indexed")
"""Codes of sources that were not searched because there is nothing of them to be found."""
TYPING_SECONDS = 60
"""Within which a question that goes on where the last one ended is the same one, typed on."""


def note_search(request: Request, result: SearchResult) -> None:
	"""Have the question written down, if all of its sources were searched, without a filter, and none has anything.

	A source that could not be asked may hold the answer, and what a filter leaves out is not missing.
	"""
	query, sources = result.query, request.sources
	if result.has_near or request.filters or not is_question(query):
		return
	skipped = {skip.source for skip in result.skipped}
	if not set(sources) - skipped or any(skip.code not in HOLDS_NOTHING for skip in result.skipped):
		return
	if not get_settings().collect_gaps:
		return
	try:
		if _asked_this_minute() <= MOST_A_MINUTE:
			method = "huf.ai.gaps.searches.note_question"
			enqueue(method, queue="short", question=query[:QUESTION_CHARACTERS], sources=list(sources))
	except RedisError:
		# The search is answered; its question is lost.
		frappe.logger("huf").warning("Redis is away: a question without a hit was not noted", exc_info=True)


@frappe.whitelist(methods=["POST"])
def report_missing(question: str) -> dict[str, bool]:
	"""Note that the user of the session found nothing for ``question`` and says so: ``{"noted": true}``, or false where the site
	collects no gaps. Nothing is searched for, so nothing is told of what there is.
	"""
	limit_rate(SEARCHES)
	user = frappe.session.user
	if not may_use_knowledge(user):
		frappe.throw(
			_("Only those who may use knowledge may report what is missing."), frappe.PermissionError
		)
	if not get_settings().collect_gaps or _asked_this_minute() > MOST_A_MINUTE:
		return {"noted": False}
	question = checked_query(question)[:QUESTION_CHARACTERS]
	# A whole question was counted by the search that found nothing.
	gap = note_gap(
		question, NO_HIT, sources=searchable_sources(user), is_asked_again=not is_question(question)
	)
	return {"noted": gap is not None}


def note_question(question: str, sources: list[str]) -> None:
	"""Job, as the user who asked: write the question down, in place of the beginning of it that they sent before."""
	key = f"huf_gap_typing:{frappe.session.user}"
	last = frappe.cache.get_value(key, expires=True) or {}
	if last and question != last["question"] and question.startswith(last["question"]):
		_replace(last["gap"], question)
	gap = note_gap(question, NO_HIT, sources=sources)
	if gap:
		typed = {"gap": gap, "question": question}
		frappe.cache.set_value(key, typed, expires_in_sec=TYPING_SECONDS)


def _replace(gap: str, question: str) -> None:
	"""Turn a gap that nobody else asked for, and nobody has dealt with, into that of the whole question, not counted yet."""
	with own_transaction():
		update_unless_taken(
			"""`tabKnowledge Gap` set question = %s, fingerprint = %s, times_asked = 0
			where name = %s and times_asked = 1 and status = %s and reason = %s and coalesce(answer, '') = ''""",
			(question, gap_fingerprint(question, ""), gap, OPEN, NO_HIT),
		)


def _asked_this_minute() -> int:
	key = frappe.cache.make_key(f"huf_gap_searches:{frappe.session.user}")
	asked = int(frappe.cache.incrby(key, 1))
	if asked == 1:
		frappe.cache.expire(key, 60)
	return asked
