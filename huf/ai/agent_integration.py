"""Running agents on a site: for the web, and for other code on the server. huf/ai/runs has how a run is made."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import frappe
from frappe import _

from huf.agent.results import AgentResult
from huf.ai.knowledge.record_sources.run_record import fields_of_record, readable_record
from huf.ai.knowledge.searching.live_values import said_now
from huf.ai.runs.background import queue_run
from huf.ai.runs.files.checking import checked_files
from huf.ai.runs.files.kept import kept_beside, rows_of
from huf.ai.runs.following.view import views_of
from huf.ai.runs.keeping import rows as agent_runs
from huf.ai.runs.keeping.access import (
	asked_agent,
	own_run,
	permitted_conversation,
	record_of_conversation,
	replaceable_run,
)
from huf.ai.runs.keeping.access import new_conversation as make_conversation
from huf.ai.runs.perform import perform
from huf.ai.runs.prompt.gate import checked_policy
from huf.ai.runs.prompt.narrowing import checked_sources, choice_of, remember, write_names
from huf.ai.runs.prompt.prompts import checked_conversation, checked_prompt
from huf.ai.runs.prompt.request import RunRequest
from huf.ai.runs.tools import deciding
from huf.ai.runs.waited import make_waited_run
from huf.ai.site.limits import RUNS, limit_rate


@frappe.whitelist(methods=["POST"])
def run_agent(
	agent: str,
	prompt: str,
	conversation: str | None = None,
	knowledge_gate: str | None = None,
	files: list[str] | str | None = None,
	reference_doctype: str | None = None,
	reference_name: str | None = None,
	sources: list[str] | str | None = None,
) -> dict[str, Any]:
	"""Run an agent as the session's user, wait, and return the answer with its citations.

	:param agent: its name. Empty: without an agent, from all that the user may read.
	:param conversation: an Agent Conversation of the user that the question goes on with.
	:param knowledge_gate: Always, When Relevant or Never for this run; None: as the conversation says, or else the agent.
	:param files: names of Files that the user may read, also as JSON; they are attached to this question, and stay in
		its conversation, if it has one.
	:param reference_doctype: and ``reference_name``: the record that the question is about, which the user may read. None: the
		one that the conversation is about, if it is about one.
	:param sources: of the agent's sources, those that this run may use, also as JSON; an empty list: none. None: as the
		conversation says, or else all.
	"""
	limit_rate(RUNS)
	record = _named_record(reference_doctype, reference_name)
	request = _request(
		agent,
		prompt,
		frappe.session.user,
		conversation,
		knowledge_gate=knowledge_gate,
		files=files or (),
		record=record,
		sources=sources,
	)
	return make_waited_run(request)


@frappe.whitelist(methods=["POST"])
def start_run(
	agent: str,
	prompt: str,
	conversation: str | None = None,
	new_conversation: bool = False,
	knowledge_gate: str | None = None,
	files: list[str] | str | None = None,
	reference_doctype: str | None = None,
	reference_name: str | None = None,
	replaces: str | None = None,
	sources: list[str] | str | None = None,
) -> dict[str, str | None]:
	"""Have a worker run an agent as the session's user; return at once with the names of the run and its conversation.

	The answer comes by the events of ``huf/ai/runs/following/live.py`` while it is written, and by ``get_run``.

	:param agent: its name. Empty: without an agent, from all that the user may read.
	:param conversation: an Agent Conversation of the user that the question goes on with.
	:param new_conversation: begin one.
	:param knowledge_gate: Always, When Relevant or Never for this run; None: as the conversation says, or else the agent. A new
		conversation remembers this, and ``sources``.
	:param files: names of Files that the user may read, also as JSON; they are attached to this question, and stay in
		its conversation, if it has one.
	:param reference_doctype: and ``reference_name``: the record that the question is about, which the user may read. None: the
		one that the conversation is about, if it is about one.
	:param replaces: the last run of the conversation, whose place this one takes: the question once more, or in other words. The
		earlier run stays among the Agent Runs, and is no turn any more.
	:param sources: of the agent's sources, those that this run may use, also as JSON; an empty list: none. None: as the
		conversation says, or else all.
	"""
	limit_rate(RUNS)
	user = frappe.session.user
	record = _named_record(reference_doctype, reference_name)
	request = _request(
		agent,
		prompt,
		user,
		conversation,
		knowledge_gate=knowledge_gate,
		files=files or (),
		record=record,
		sources=sources,
	)
	fields = {"replaces": replaceable_run(replaces, request.conversation, user)} if replaces else {}
	if new_conversation and not request.conversation:
		talk = make_conversation(request.agent.name, request.user, request.prompt, request.record)
		request = replace(request, conversation=talk)
		if request.knowledge_gate or request.only_sources is not None:
			remember(talk, request.knowledge_gate, request.only_sources)
	return {"run": queue_run(request, **fields), "conversation": request.conversation, "status": "Queued"}


@frappe.whitelist(methods=["POST"])
def cancel_run(run: str) -> dict[str, str]:
	"""Ask a run of the session's user to end. It takes effect between two steps or two pieces of the answer.

	:returns: the ``status`` now: ``Cancelled`` if it had not begun, ``Running`` until it ends.
	"""
	name = own_run(run, frappe.session.user).name
	return {"run": name, "status": agent_runs.ask_to_cancel(name)}


@frappe.whitelist(methods=["GET", "POST"])
def get_run(run: str) -> dict[str, Any]:
	"""A run of the session's user as it stands: while it runs, ``text`` is what has been answered so far."""
	user = frappe.session.user
	(view,) = views_of([own_run(run, user)], partial(said_now, user=user))
	return view


@frappe.whitelist(methods=["POST"])
def confirm_proposal(run: str, number: int, as_of: str = "") -> dict[str, Any]:
	"""Write a change that a run of the session's user proposed: in this request, as them, with all checks anew, exactly once.

	For a person who is logged in: an API key or a token is refused. What was decided before stays as it was.

	:param number: of the proposal. :param as_of: of the proposal as the person saw it (``get_run``).
	:returns: the proposal. Its ``state`` is Done with the record that was written; Failed with a ``message``; still Proposed when the
		record was changed since, and then ``changes`` say what would change now; else what was decided before.
	"""
	deciding.check_person()
	return deciding.confirm(own_run(run, frappe.session.user), number, as_of)


@frappe.whitelist(methods=["POST"])
def decline_proposal(run: str, number: int) -> dict[str, Any]:
	"""Say no to a change that a run of the session's user proposed; the proposal as it is then. For a person, like confirming."""
	deciding.check_person()
	return deciding.decline(own_run(run, frappe.session.user), number)


def run_agent_sync(
	agent_name: str,
	prompt: str,
	*,
	user: str | None = None,
	conversation: Sequence[Mapping[str, str]] = (),
	in_conversation: str | None = None,
	knowledge_gate: str | None = None,
	files: Sequence[str] | str = (),
	record: tuple[str, str] | None = None,
) -> AgentResult:
	"""Run an agent for ``user`` (default: the session's) and wait for its answer. For callers on the server.

	``conversation`` are earlier messages, each with the role ``user`` or ``assistant`` and its text; instead,
	``in_conversation`` names an Agent Conversation of the user. ``files`` are names of Files that the user may read: small
	ones stand in the prompt, larger ones are searched, in this run, and in the later ones of the conversation. What a model, a tool or the knowledge does wrong ends
	in the result and in the Agent Run. ``record`` is DocType and name of the ticket, project or case that the run is about:
	what is known of it (``scopes``) takes part as the agent says in *Knowledge of the Record*. Raises frappe.PermissionError
	for an agent that does not exist or that the user may not run, for a conversation that is not theirs and a record that they
	may not read, and frappe.ValidationError for a disabled agent or an unusable prompt.
	"""
	user = user or frappe.session.user
	request = _request(agent_name, prompt, user, in_conversation, conversation, knowledge_gate, files, record)
	agent = request.agent
	name = agent_runs.start_run(
		agent.name,
		request.user,
		request.prompt,
		agent.model,
		conversation=request.conversation,
		files=rows_of(request.files, request.kept_files),
		knowledge_gate=request.knowledge_gate,
		only_sources=write_names(request.only_sources),
		**fields_of_record(request.record),
	)
	return perform(request, name, is_live=False)


def _request(
	agent_name: str,
	prompt: str,
	user: str,
	conversation: str | None,
	earlier: Sequence[Mapping[str, str]] = (),
	knowledge_gate: str | None = None,
	files: Sequence[str] | str = (),
	record: tuple[str, str] | None = None,
	sources: Sequence[str] | str | None = None,
) -> RunRequest:
	"""What was asked, checked."""
	agent = asked_agent(agent_name, user)
	conversation = permitted_conversation(conversation, agent.name, user) if conversation else None
	about = readable_record(record, user)
	attached = checked_files(files, user)
	kept = kept_beside(conversation, attached) if conversation else {}
	gate, only = choice_of(conversation) if conversation else (None, None)
	narrowed = checked_sources(sources, agent, user)
	return RunRequest(
		agent,
		user,
		checked_prompt(prompt),
		checked_conversation(earlier),
		conversation,
		knowledge_gate=checked_policy(knowledge_gate) or gate,
		only_sources=only if narrowed is None else narrowed,
		files=(*attached, *kept),
		kept_files=kept,
		record=record_of_conversation(conversation, user) if conversation and not about else about,
	)


def _named_record(doctype: str | None, name: str | None) -> tuple[str, str] | None:
	"""The record that a request names, unchecked."""
	if bool(doctype) != bool(name):
		frappe.throw(_("Give both reference_doctype and reference_name, or neither."))
	return (doctype, name) if doctype and name else None
