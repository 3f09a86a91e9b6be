"""Search as another user: a System Manager sees what somebody else would find. It changes nothing, and is logged."""

from dataclasses import replace
from typing import Any

import frappe
from frappe import _
from frappe.utils import cint, now

from huf.ai.access.impersonation import asked_as
from huf.ai.access.records.redaction import as_told_to
from huf.ai.access.scopes.resolver import may_search, searchable_sources
from huf.ai.access.words import is_administrator, is_stored, roles_of
from huf.ai.knowledge.retriever import checked_mode, find_as, named_sources
from huf.ai.knowledge.searching import filtering
from huf.ai.knowledge.searching.targets import unavailable
from huf.ai.site.limits import SEARCHES, checked_query, limit_rate

LONGEST_QUERY = 2000
"""Characters of a query that the log keeps."""


@frappe.whitelist(methods=["POST"])
def search_as_user(
	user: str,
	query: str,
	knowledge_source: str | None = None,
	knowledge_sources: list[str] | str | None = None,
	top_k: int = 5,
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
	if not (is_administrator(me) or "System Manager" in roles_of(me)):
		frappe.throw(_("Only a System Manager may search as another user."), frappe.PermissionError)
	query = checked_query(query)
	user = _checked_user(user)
	named = named_sources(knowledge_source, knowledge_sources)
	wanted = filtering.read_filters(filters)
	how = checked_mode(mode)
	with asked_as(user):
		allowed = (
			searchable_sources(user) if named is None else [one for one in named if may_search(one, user)]
		)
	_log(me, user, query, "; ".join(wanted.in_words()), allowed if named is None else named)
	found = find_as(user, allowed, query, top_k=top_k, filters=wanted, mode=how, explain=bool(cint(explain)))
	refused = (unavailable(name) for name in named or () if name not in allowed)
	return as_told_to(me, replace(found, skipped=(*refused, *found.skipped))).to_dict()


def _checked_user(user: str) -> str:
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


def _log(me: str, user: str, query: str, filters: str, sources: list[str]) -> None:
	"""Write the entry so that it stays, whatever becomes of the request."""
	from huf.ai.site.transactions import own_transaction

	with own_transaction():
		entry = frappe.get_doc(
			{
				"doctype": "Knowledge Access Log",
				"user": me,
				"searched_as": user,
				"searched_at": now(),
				"query": query[:LONGEST_QUERY],
				"filters": filters[:LONGEST_QUERY],
				"knowledge_sources": "\n".join(sources),
			}
		)
		# The caller's transaction may hold a user that others cannot see yet.
		entry.flags.ignore_links = True
		# Nobody has the right to write entries; this one is not the caller's doing.
		entry.insert(ignore_permissions=True)
