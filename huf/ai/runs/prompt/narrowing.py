"""What knowledge a question, or a whole conversation, is asked with: less than the agent has, or without an agent less than
the user may search; never more."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import frappe
from frappe import _
from frappe.utils import cstr

from huf.ai.access.scopes.agent_sources import agent_sources
from huf.ai.access.scopes.resolver import searchable_sources
from huf.ai.runs.prompt.gate import checked_policy
from huf.ai.site.database.transactions import own_transaction

if TYPE_CHECKING:
	from frappe.model.document import Document

Choice = tuple[str | None, tuple[str, ...] | None]
"""The gate, None for the agent's; the sources, None for all of the agent's, and none of them for no knowledge."""


def checked_sources(
	sources: Sequence[str] | str | None, agent: "Document", user: str
) -> tuple[str, ...] | None:
	"""Names out of :func:`usable_sources`, each once; None for all. ``sources`` is a list, also as JSON.

	Raises frappe.ValidationError for what is no such list, and, in the same words, for a source that does not exist, that the
	agent does not have, and that does not answer the user.
	"""
	if isinstance(sources, str):
		try:
			sources = json.loads(sources) if sources.strip() else None
		except (ValueError, RecursionError):
			frappe.throw(_("sources must be a list of names of Knowledge Sources."))
	if sources is None:
		return None
	if not isinstance(sources, list | tuple) or not all(isinstance(name, str) for name in sources):
		frappe.throw(_("sources must be a list of names of Knowledge Sources."))
	names = tuple(dict.fromkeys(sources))
	if not set(names) <= set(usable_sources(agent, user)):
		frappe.throw(
			_("This agent has no knowledge source of this name that you may use.")
			if agent.name
			else _("There is no knowledge source of this name that you may read.")
		)
	return names


def usable_sources(agent: "Document", user: str) -> list[str]:
	"""The agent's sources that answer this user, who is told their names with each passage of them; without an agent, those that
	a search of the user asks."""
	if not agent.name:
		return searchable_sources(user)
	return [row.source for row in agent_sources(agent, user).usable]


def choice_of(conversation: str) -> Choice:
	"""What a conversation is asked with, unless a question says otherwise."""
	with own_transaction():
		row = frappe.db.get_value(
			"Agent Conversation", conversation, ["knowledge_gate", "only_sources"], as_dict=True
		)
	return (row.knowledge_gate or None, read_names(row.only_sources)) if row else (None, None)


def remember(conversation: str, gate: str | None, sources: tuple[str, ...] | None) -> None:
	"""Let the later questions of a conversation be asked so, committed."""
	values = {"knowledge_gate": checked_policy(gate) or "", "only_sources": write_names(sources)}
	with own_transaction():
		frappe.db.set_value("Agent Conversation", conversation, values)


def write_names(sources: Sequence[str] | None) -> str | None:
	"""As a field has them."""
	return None if sources is None else json.dumps([*sources], ensure_ascii=False)


def read_names(stored: str | None) -> tuple[str, ...] | None:
	"""What :func:`write_names` wrote."""
	return tuple(map(cstr, json.loads(stored))) if stored else None
