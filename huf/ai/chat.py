"""What the page Ask of the desk shows of the session's user: the agents that the user may run, and what was said to them."""

from functools import partial
from typing import Any

import frappe
from frappe import _

from huf.ai.access.roles import may_use_knowledge
from huf.ai.access.scopes.agents import can_run_agent
from huf.ai.access.words import is_stored
from huf.ai.knowledge.backends.model_records import answering_model
from huf.ai.knowledge.searching.live_values import said_now
from huf.ai.runs.view import views_of
from huf.ai.site.transactions import own_transaction

MOST_CONVERSATIONS = 50
MOST_TURNS = 30
"""Of a conversation: each has the texts of its passages. Earlier ones are in the list of Agent Runs."""


@frappe.whitelist(methods=["GET", "POST"])
def get_chat(agent: str | None = None) -> dict[str, Any]:
	"""The enabled agents that the user may run, and their latest conversations, newest first.

	``answers`` says whether a model answers without an agent too (``huf.ai.answers.answer``).

	:param agent: only conversations with this agent.
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
	conversations = frappe.get_list(
		"Agent Conversation",
		filters={"user": frappe.session.user, **({"agent": agent} if agent else {})},
		fields=["name", "title", "agent", "status", "last_run_at"],
		order_by="last_run_at desc, creation desc",
		limit_page_length=MOST_CONVERSATIONS,
	)
	return {"agents": agents, "conversations": conversations, "answers": answers}


@frappe.whitelist(methods=["GET", "POST"])
def get_conversation(conversation: str) -> dict[str, Any]:
	"""A conversation of the user with its latest turns, oldest first, each as ``get_run`` answers it.

	``earlier`` counts the turns that are left out. Raises frappe.PermissionError, in the same words if there is none.
	"""
	user = frappe.session.user
	# A connection of its own: its turns were committed by workers, perhaps after this request began to read.
	with own_transaction():
		row = is_stored("Agent Conversation", conversation) and frappe.db.get_value(
			"Agent Conversation",
			conversation,
			["name", "agent", "user", "status", "title", "reference_doctype", "reference_name"],
			as_dict=True,
		)
		if not row or row.user != user:
			frappe.throw(_("There is no conversation of this name that is yours."), frappe.PermissionError)
		turns = {"conversation": row.name, "user": user}
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
			"earlier": max(0, frappe.db.count("Agent Run", turns) - len(runs)),
			"runs": runs,
		}
