"""Who may see Knowledge Tests and their runs.

A test tells what its user finds: its own words name what somebody may read, and its result says whether they do. So it is for whom it is
asked as, if they wrote it themselves, and for those who may search as that user (``huf.ai.knowledge.search_as_user``): System Managers, and
nobody but Administrator as Administrator. A run has no more than numbers of all tests, as a build has of all inputs: it is for those who may
write the source. A run for an agent has numbers of those tests alone that its owner may see, and is theirs.
"""

from typing import TYPE_CHECKING

import frappe

from huf.ai.access.roles import may_use_knowledge
from huf.ai.access.scopes.agents import agent_conditions, can_run_agent
from huf.ai.access.scopes.resolver import may_test
from huf.ai.access.scopes.sources import (
	can_read_source,
	can_write_source,
	of_writable_sources,
	source_conditions,
)
from huf.ai.access.words import (
	NOTHING,
	any_of,
	as_stored,
	is_administrator,
	is_same_user,
	is_system_manager,
	quoted,
)

if TYPE_CHECKING:
	from frappe.model.document import Document

TABLE = "`tabKnowledge Test`"
NOBODY_ELSE = ("Administrator", "Guest")
"""Users whom nobody may search as."""


def test_conditions(user: str | None = None, **_: object) -> str:
	"""One's own tests, asked as oneself; for System Managers all of the sources that they may read."""
	user = user or frappe.session.user
	if is_administrator(user):
		return ""
	if not may_use_knowledge(user):
		return NOTHING
	rule = source_conditions(user)
	parts = (
		[f"{TABLE}.`knowledge_source` in (select `name` from `tabKnowledge Source` where {rule})"]
		if rule
		else []
	)
	return " and ".join(f"({part})" for part in (*parts, *_seen(TABLE, user)))


def has_test_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""The same for one. What a form claims of a stored test counts for nothing but its source, which must be theirs to try out, too."""
	user = user or frappe.session.user
	if is_administrator(user):
		return True
	if not may_use_knowledge(user):
		return False
	sources = {doc.knowledge_source}
	if not doc.is_new():
		stored = as_stored(doc, ("knowledge_source", "owner", "search_as"))
		if not sees_test(stored, user):
			return False
		sources.add(stored.knowledge_source)
		return all(source and can_read_source(source, user) for source in sources)
	return not doc.knowledge_source or may_test(doc.knowledge_source, user)


def sees_test(test: "Document | frappe._dict", user: str) -> bool:
	"""Whether the user may know what comes of a test of a source that they read: as the row has its ``owner`` and ``search_as``."""
	if is_administrator(user):
		return True
	if is_system_manager(user):
		return test.search_as not in NOBODY_ELSE
	return is_same_user(user, test.owner) and is_same_user(user, test.search_as)


def _seen(table: str, user: str) -> list[str]:
	"""What :func:`sees_test` says, as SQL over the tests of a table; of anybody but Administrator."""
	if is_system_manager(user):
		return [f"{table}.`search_as` not in ({', '.join(map(quoted, NOBODY_ELSE))})"]
	return [f"{table}.`{field}` = {quoted(user)}" for field in ("owner", "search_as")]


def agent_test_conditions(user: str | None = None, **_: object) -> str:
	"""The same for tests of answers: of agents that the user may run."""
	user = user or frappe.session.user
	if is_administrator(user):
		return ""
	if not may_use_knowledge(user):
		return NOTHING
	table, rule = "`tabAgent Test`", agent_conditions(user)
	parts = [f"{table}.`agent` in (select `name` from `tabAgent` where {rule})"] if rule else []
	return " and ".join(f"({part})" for part in (*parts, *_seen(table, user)))


def has_agent_test_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""The same for one."""
	user = user or frappe.session.user
	if is_administrator(user):
		return True
	if not may_use_knowledge(user):
		return False
	if doc.is_new():
		return not doc.agent or can_run_agent(doc.agent, user)
	stored = as_stored(doc, ("agent", "owner", "search_as"))
	return sees_test(stored, user) and all(can_run_agent(one, user) for one in {doc.agent, stored.agent})


def run_of_tests_conditions(user: str | None = None, **_: object) -> str:
	"""The runs of the sources that the user may write, and those that they had made of an agent."""
	user = user or frappe.session.user
	if is_administrator(user):
		return ""
	if not may_use_knowledge(user):
		return NOTHING
	table = "`tabKnowledge Test Run`"
	own = f"coalesce({table}.`agent`, '') != '' and {table}.`owner` = {quoted(user)}"
	return any_of([of_writable_sources("Knowledge Test Run", user), own])


def has_run_of_tests_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""The same for one."""
	user = user or frappe.session.user
	if is_administrator(user):
		return True
	stored = doc if doc.is_new() else as_stored(doc, ("knowledge_source", "agent", "owner"))
	if stored.agent:
		return may_use_knowledge(user) and is_same_user(user, stored.owner)
	return bool(stored.knowledge_source) and can_write_source(stored.knowledge_source, user)
