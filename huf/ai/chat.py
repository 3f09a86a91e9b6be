"""What the page Ask of the desk shows of the session's user: the agents that the user may run, and what was said to them."""

import re
from functools import partial
from typing import Any

import frappe
from frappe import _
from frappe.utils import cstr

from huf.ai.access.roles import may_use_knowledge
from huf.ai.access.scopes.agents import can_run_agent
from huf.ai.access.words import is_stored
from huf.ai.knowledge.backends.model_records import answering_model
from huf.ai.knowledge.searching.live_values import said_now
from huf.ai.runs.files import kept
from huf.ai.runs.following.view import views_of
from huf.ai.runs.keeping.access import asked_agent, own_conversation
from huf.ai.runs.keeping.rows import title_line
from huf.ai.runs.prompt.history import replaced_runs
from huf.ai.runs.prompt.narrowing import checked_sources, choice_of, remember, usable_sources
from huf.ai.site.database.dialect import is_like
from huf.ai.site.database.transactions import own_transaction
from huf.engine.analysis.query import storable

MOST_CONVERSATIONS = 50
MOST_TURNS = 30
"""Of a conversation: each has the texts of its passages. Earlier ones are in the list of Agent Runs."""
MOST_CHARACTERS = 140
"""Of a title, and of what conversations are searched for."""


@frappe.whitelist(methods=["GET", "POST"])
def get_chat(agent: str | None = None, search: str | None = None) -> dict[str, Any]:
	"""The enabled agents that the user may run, and the user's latest conversations, newest first.

	``answers`` says whether a model answers without an agent too (``huf.ai.answers.answer``).

	:param agent: only conversations with this agent.
	:param search: only conversations with all of these words in their title, or in a question with its answer.
	"""
	# Frappe's list asks the same rule, and refuses whoever has no role of huf.
	found = frappe.get_list(
		"Agent",
		filters={"disabled": 0},
		fields=["name", "description"],
		order_by="name asc",
		limit_page_length=0,
	)
	agents = [row for row in found if can_run_agent(row.name)]
	answers = may_use_knowledge() and bool(answering_model())
	if agent and not is_stored("Agent", agent):
		return {"agents": agents, "conversations": [], "answers": answers}
	wanted = {"user": frappe.session.user, **({"agent": agent} if agent else {})}
	words = storable(cstr(search)[:MOST_CHARACTERS]).split()
	conversations = frappe.get_list(
		"Agent Conversation",
		filters=wanted | ({"name": ("in", _found(words, frappe.session.user))} if words else {}),
		fields=["name", "title", "agent", "status", "last_run_at"],
		order_by="last_run_at desc, creation desc",
		limit_page_length=MOST_CONVERSATIONS,
	)
	return {"agents": agents, "conversations": conversations, "answers": answers}


def _found(words: list[str], user: str) -> list[str]:
	"""The user's conversations that have all of these words, as parts of words and in any order."""
	talk, run = frappe.qb.DocType("Agent Conversation"), frappe.qb.DocType("Agent Run")
	patterns = ["%" + re.sub(r"([\\%_])", r"\\\1", word) + "%" for word in words]
	titled = frappe.qb.from_(talk).select(talk.name).where(talk.user == user)
	said = frappe.qb.from_(run).select(run.conversation).distinct()
	said = said.where((run.user == user) & run.conversation.isnotnull())
	for pattern in patterns:
		titled = titled.where(is_like(talk.title, pattern))
		said = said.where(is_like(run.prompt, pattern) | is_like(run.response, pattern))
	return [*titled.run(pluck=True), *said.run(pluck=True)]


@frappe.whitelist(methods=["GET", "POST"])
def get_conversation(conversation: str) -> dict[str, Any]:
	"""A conversation of the user with its latest turns, oldest first, each as ``get_run`` answers it.

	``earlier`` counts the turns that are left out. Raises frappe.PermissionError, in the same words if there is none.
	"""
	user = frappe.session.user
	row = own_conversation(conversation, user)
	gate, only = choice_of(row.name)
	# A connection of its own: its turns were committed by workers, perhaps after this request began to read.
	with own_transaction():
		turns = {"conversation": row.name, "user": user, "name": ("not in", replaced_runs(row.name))}
		names = frappe.get_all(
			"Agent Run", filters=turns, pluck="name", order_by="creation desc", limit_page_length=MOST_TURNS
		)
		rows = [frappe.get_doc("Agent Run", name) for name in reversed(names)]
		runs = views_of(rows, partial(said_now, user=user))
		return {
			"conversation": row.name,
			"title": row.title or "",
			"agent": row.agent,
			"status": row.status,
			"reference_doctype": row.reference_doctype or "",
			"reference_name": row.reference_name or "",
			"files": kept.shown(row.name, user),
			"knowledge_gate": gate or "",
			"sources": only,
			"earlier": max(0, frappe.db.count("Agent Run", turns) - len(runs)),
			"runs": runs,
		}


@frappe.whitelist(methods=["POST"])
def rename_conversation(conversation: str, title: str) -> dict[str, str]:
	"""Give a conversation of the user another title.

	Raises frappe.PermissionError, in the same words if there is none, and frappe.ValidationError for a title that is empty or too long.
	"""
	name = own_conversation(conversation, frappe.session.user).name
	line = title_line(storable(title))
	if not line:
		frappe.throw(_("Give the conversation a title."))
	if len(line) > MOST_CHARACTERS:
		frappe.throw(_("A title has at most {0} characters.").format(MOST_CHARACTERS))
	with own_transaction():
		frappe.db.set_value("Agent Conversation", name, "title", line)
	return {"conversation": name, "title": line}


@frappe.whitelist(methods=["GET", "POST"])
def get_knowledge(agent: str) -> dict[str, Any]:
	"""What a question to this agent may be narrowed to: its sources that answer the user, and its own gate.

	:param agent: its name. Empty: without an agent, the sources that a search of the user asks.

	Raises frappe.PermissionError for an agent that the user may not run, in the same words if there is none.
	"""
	user = frappe.session.user
	doc = asked_agent(agent, user)
	return {"sources": usable_sources(doc, user), "knowledge_gate": doc.knowledge_gate}


@frappe.whitelist(methods=["POST"])
def set_knowledge(
	conversation: str, knowledge_gate: str | None = None, sources: list[str] | str | None = None
) -> dict[str, Any]:
	"""Let the later questions of a conversation of the user be asked with less knowledge than its agent has, or than the user may
	search where it has none.

	:param knowledge_gate: Always, When Relevant or Never; empty: as the agent says.
	:param sources: of the agent's sources, those that may be used, also as JSON; an empty list: none. None: all.

	Raises frappe.PermissionError, in the same words if there is no such conversation, and frappe.ValidationError for another
	word, or a source that the agent does not have for this user.
	"""
	user = frappe.session.user
	row = own_conversation(conversation, user)
	only = checked_sources(sources, asked_agent(row.agent, user), user)
	remember(row.name, knowledge_gate, only)
	return {"conversation": row.name, "knowledge_gate": knowledge_gate or "", "sources": only}


@frappe.whitelist(methods=["POST"])
def remove_conversation_file(conversation: str, file: str) -> dict[str, Any]:
	"""Take a file out of a conversation of the user; its later questions are asked without it. The File itself stays.

	:param file: name of the File. One that the conversation does not have changes nothing.

	Raises frappe.PermissionError, in the same words if there is no such conversation.
	"""
	user = frappe.session.user
	name = own_conversation(conversation, user).name
	kept.take_away(name, file)
	return {"conversation": name, "files": kept.shown(name, user)}


@frappe.whitelist(methods=["POST"])
def delete_conversation(conversation: str) -> dict[str, str]:
	"""Delete a conversation of the user with its runs. One that is still being answered ends by that.

	Raises frappe.PermissionError, in the same words if there is none.
	"""
	name = own_conversation(conversation, frappe.session.user).name
	# In a transaction of its own, which sees the runs that began since this request did.
	with own_transaction():
		frappe.delete_doc("Agent Conversation", name, ignore_permissions=True)
	return {"conversation": name}
