"""Which agents, conversations and runs somebody may use."""

from typing import TYPE_CHECKING

import frappe
from frappe import _

from huf.ai.access.roles import may_use_knowledge
from huf.ai.access.scopes.agents import can_run_agent
from huf.ai.access.words import is_stored
from huf.ai.knowledge.backends.model_records import needed_answering_model
from huf.ai.knowledge.record_sources.run_record import fields_of_record, record_of_run
from huf.ai.runs.keeping.rows import title_of
from huf.ai.site.database.transactions import own_transaction
from huf.ai.site.settings import get_settings

if TYPE_CHECKING:
	from frappe.model.document import Document


def permitted_agent(name: str, user: str) -> "Document":
	"""The agent. Whoever may not run it does not learn whether it exists.

	Raises frappe.PermissionError, and frappe.ValidationError for a disabled agent.
	"""
	if not can_run_agent(name, user):
		frappe.throw(_("There is no agent of this name that you may run."), frappe.PermissionError)
	agent = frappe.get_doc("Agent", name)
	if agent.disabled:
		frappe.throw(_("The agent {0} is disabled.").format(frappe.bold(frappe.utils.escape_html(name))))
	return agent


def asked_agent(name: str | None, user: str) -> "Document":
	"""Who answers: the permitted agent of this name or, without a name, a model from all that the user may read.

	That is an Agent which is nowhere stored and has neither name, tools nor a word of its own: :class:`RunKnowledge` knows what
	it answers from. Its model, and whether its gaps are collected, are those of Agent Settings.
	"""
	if name:
		return permitted_agent(name, user)
	if not may_use_knowledge(user):
		frappe.throw(_("Only those who may use knowledge may ask this."), frappe.PermissionError)
	agent = frappe.new_doc("Agent")
	agent.update(
		{
			"name": "",
			"model": needed_answering_model(),
			"profile": None,
			"verify_answers": "Warn",
			"rewrite_follow_ups": 1,
			"collect_gaps": get_settings().collect_gaps,
		}
	)
	return agent


def own_conversation(name: str, user: str) -> frappe._dict:
	"""A conversation of this user, as it stands now. Raises frappe.PermissionError, in the same words if there is none."""
	# A connection of its own: it may have been made by a request that ended after this transaction began.
	with own_transaction():
		row = is_stored("Agent Conversation", name) and frappe.db.get_value(
			"Agent Conversation",
			name,
			["name", "agent", "user", "status", "title", "reference_doctype", "reference_name"],
			as_dict=True,
		)
	if not row or row.user != user:
		frappe.throw(_("There is no conversation of this name that is yours."), frappe.PermissionError)
	return row


def permitted_conversation(name: str, agent: str, user: str) -> str:
	"""The name of a conversation of this user with this agent that is open; one without an agent has the empty name for it.

	Raises frappe.PermissionError, in the same words for one that does not exist, and frappe.ValidationError.
	"""
	row = own_conversation(name, user)
	if (row.agent or "") != agent:
		frappe.throw(_("This conversation is with another agent."))
	if row.status != "Open":
		frappe.throw(_("This conversation is closed. Begin a new one."))
	return row.name


def new_conversation(agent: str, user: str, first_message: str, record: tuple[str, str] | None = None) -> str:
	"""Make a conversation, committed, named after what is asked first; its name. All of it is about the ``record``, if there
	is one."""
	with own_transaction():
		conversation = frappe.get_doc(
			{
				"doctype": "Agent Conversation",
				"agent": agent,
				"user": user,
				"title": title_of(first_message),
				**fields_of_record(record),
			}
		)
		conversation.flags.ignore_links = True
		return conversation.insert(ignore_permissions=True).name


def record_of_conversation(name: str, user: str) -> tuple[str, str] | None:
	"""The record that the conversation is about, if ``user`` may (still) read it."""
	with own_transaction():
		row = frappe.db.get_value(
			"Agent Conversation", name, ["reference_doctype", "reference_name"], as_dict=True
		)
	return record_of_run(frappe._dict(row, user=user))


def own_run(name: str, user: str) -> "Document":
	"""A run of this user, as it stands now. Raises frappe.PermissionError, in the same words if there is none."""
	with own_transaction():
		stored = is_stored("Agent Run", name) and frappe.db.get_value(
			"Agent Run", name, ["user", "agent_test"], as_dict=True
		)
		if not stored or stored.user != user or stored.agent_test:
			frappe.throw(_("There is no run of this name that is yours."), frappe.PermissionError)
		return frappe.get_doc("Agent Run", name)


def replaceable_run(name: str, conversation: str | None, user: str) -> str:
	"""The name of the last turn of this conversation, which a question asked again, or anew in other words, takes the place of.

	Raises frappe.PermissionError for a run that is not this user's, and frappe.ValidationError for one that has to stay.
	"""
	run = own_run(name, user)
	with own_transaction():
		is_last = run.conversation == conversation and not frappe.db.exists(
			"Agent Run", {"conversation": conversation, "creation": (">", run.creation)}
		)
	if not conversation or not is_last:
		frappe.throw(_("Only the last question of the conversation can be asked again."))
	if run.status in ("Queued", "Running"):
		frappe.throw(_("This question is still being answered. Stop it first."))
	if any(proposal.state == "Done" for proposal in run.proposals):
		frappe.throw(_("A change that this answer proposed was made. Ask a new question."))
	return run.name
