"""Search as another user: a System Manager sees what somebody else would find. It changes nothing, and is logged."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import frappe
from frappe import _
from frappe.utils import now

from huf.ai.access.impersonation import asked_as
from huf.ai.access.words import is_same_user, is_stored, is_system_manager
from huf.ai.knowledge.retriever import search_as
from huf.ai.knowledge.searching.requests import granted, read_request
from huf.ai.knowledge.searching.search_log import AS_USER
from huf.ai.site.database.transactions import own_transaction
from huf.ai.site.limits import SEARCHES, limit_rate
from huf.engine.request import TOP_K, Request

LONGEST_QUERY = 2000
"""Characters of a query that the log keeps."""


@frappe.whitelist(methods=["POST"])
def search_as_user(
	user: str,
	query: str,
	knowledge_source: str | None = None,
	knowledge_sources: list[str] | str | None = None,
	top_k: int = TOP_K,
	filters: dict[str, Any] | str | None = None,
	mode: str | None = None,
	explain: int = 0,
) -> dict[str, Any]:
	"""What ``user`` would be answered by ``retriever.knowledge_search``, whose arguments the others are.

	For System Managers only. Each call leaves an entry in Knowledge Access Log, before anything is searched. Administrator,
	Guest and users who are switched off cannot be taken: the first finds everything, the others nothing.
	"""
	limit_rate(SEARCHES)
	me = frappe.session.user
	if not is_system_manager(me):
		frappe.throw(_("Only a System Manager may search as another user."), frappe.PermissionError)
	asked = read_request(
		query,
		knowledge_source,
		knowledge_sources,
		top_k=top_k,
		filters=filters,
		mode=mode,
		explain=explain,
		road=AS_USER,
	)
	asked = replace(asked, principal=checked_user(user))
	with asked_as(asked.principal):
		request, refused = granted(asked)
	note_access(me, replace(asked, sources=asked.sources or request.sources))
	found = search_as(request, told_to=me)
	return replace(found, skipped=(*refused, *found.skipped)).to_dict()


def checked_user(user: str) -> str:
	"""The name of an enabled user whom a System Manager may search as; all others are refused in the same words."""
	stored = (
		frappe.db.get_value("User", user, ["name", "enabled"], as_dict=True)
		if is_stored("User", user)
		else None
	)
	if not stored or not stored.enabled or stored.name in ("Administrator", "Guest"):
		frappe.throw(
			_("Choose an enabled user. Administrator and Guest cannot be searched as."),
			title=_("Search As User"),
		)
	return stored.name


def note_questions(me: str, asked: Iterable[tuple[str, str, str]]) -> None:
	"""One entry for each other user of whom ``me`` is told what came of these questions.

	:param asked: the user, the question and its source; empty where none was named.
	"""
	by_user: dict[str, list[tuple[str, str]]] = {}
	for user, question, source in asked:
		if not is_same_user(me, user):
			by_user.setdefault(user, []).append((question, source))
	for user, theirs in by_user.items():
		questions = "\n".join(question for question, _source in theirs)
		sources = sorted({source for _question, source in theirs if source})
		note_access(me, Request(questions, tuple(sources), principal=user, may_be_cut=True))


def note_access(me: str, request: Request) -> None:
	"""Write the entry so that it stays, whatever becomes of the request."""
	with own_transaction():
		entry = frappe.get_doc(
			{
				"doctype": "Knowledge Access Log",
				"user": me,
				"searched_as": request.principal,
				"searched_at": now(),
				"query": request.query[:LONGEST_QUERY],
				"filters": "; ".join(request.filters.in_words())[:LONGEST_QUERY],
				"knowledge_sources": "\n".join(request.sources),
			}
		)
		# The caller's transaction may hold a user that others cannot see yet.
		entry.flags.ignore_links = True
		# Nobody has the right to write entries; this one is not the caller's doing.
		entry.insert(ignore_permissions=True)
