"""One question, one answer, without an agent: from the sources that the user may read, in the way of a profile."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import frappe
from frappe import _
from frappe.utils import escape_html

from huf.agent.answering import Answer, answer_question, request_for
from huf.agent.completion import Completion, CostCapReached, Message, Usage
from huf.agent.models.client import complete
from huf.agent.models.errors import ModelError
from huf.ai.access.roles import may_use_knowledge
from huf.ai.access.scopes.resolver import may_search, searchable_sources
from huf.ai.costs.ledger import Payer
from huf.ai.costs.purse import RunPurse
from huf.ai.gaps.noting import NO_HIT, NOT_FOUND, note_gap
from huf.ai.knowledge.ask_record import about_record
from huf.ai.knowledge.backends.model_records import config_of_model, needed_answering_model
from huf.ai.knowledge.retriever import search_as
from huf.ai.knowledge.searching.search_log import ANSWER
from huf.ai.profiles import profile_called, profile_for
from huf.ai.runs.keeping.rows import RunOutcome, UsedChunk, finish_run, start_run
from huf.ai.runs.names import names_behind
from huf.ai.runs.prompt.prompts import checked_prompt
from huf.ai.site.limits import RUNS, checked_query, limit_rate, parsed_argument
from huf.ai.site.settings import get_settings
from huf.ai.words import said
from huf.engine.profiles import REFERENCE, Profile
from huf.engine.request import Origin, Request
from huf.engine.types import Hit

if TYPE_CHECKING:
	from huf.engine.answers.verification import Mode

VERIFY = ("off", "warn", "block")
MOST_SOURCES = 15
"""Sources that one question may name."""


@frappe.whitelist(methods=["POST"])
def answer(
	question: str,
	sources: list[str] | str | None = None,
	profile: str | None = None,
	verify: str = "warn",
	reference_doctype: str | None = None,
	reference_name: str | None = None,
) -> dict[str, Any]:
	"""Answer a question from knowledge sources with the rights of the calling user.

	:param sources: names of up to 15 sources, also as JSON or as one name. None: all that a search of the caller asks.
	:param profile: a Knowledge Profile. None: that of the sources if they share one, else reference.
	:param verify: ``off``, ``warn`` or ``block``, which holds back an answer that its passages do not confirm.
	:param reference_doctype: and ``reference_name``: the record that the question is about (``ask_record``). Both or neither.
	:raises frappe.PermissionError: the caller may not read this record, or there is none of this name.
	:returns: ``answer``, ``missing`` (no, partly, yes) and ``is_missing``, ``cited_sources``, ``all_sources``,
		``verification``, ``notes``, ``usage``, ``cost``, ``run`` (the Agent Run that keeps all of it).
	"""
	user, mode = _asker(verify)
	if bool(reference_doctype) != bool(reference_name):
		frappe.throw(_("Give both reference_doctype and reference_name, or neither."))
	names, refused = _named(sources, user)
	asked = checked_query(checked_prompt(question))
	request = request_for(asked, REFERENCE, tuple(names), user)
	if reference_doctype and reference_name:
		request = about_record(replace(request, sources=()), reference_doctype, reference_name)
		if sources:
			request = replace(request, sources=tuple(name for name in request.sources if name in names))
	wanted = profile_called(profile) if profile else profile_for(request.sources)
	with _told():
		found, run = _answered(replace(request, top_k=request_for(asked, wanted).top_k), wanted, mode)
	notes = [
		_("Not searched: {0} (there is no such source that you may read)").format(name) for name in refused
	]
	told = found.to_dict()
	if not found.all_sources:
		# No model has said this.
		told["answer"] = said(found.answer)
	if found.verification:
		told["verification"]["reasons"] = [said(reason) for reason in found.verification["reasons"]]
	return {**told, "notes": [*notes, *map(said, found.notes)], "run": run}


@frappe.whitelist(methods=["POST"])
def answer_record(
	reference_doctype: str, reference_name: str, question: str, verify: str = "warn"
) -> dict[str, Any]:
	"""Answer a question about one record from its passages, its attachments and its communication (``ask_record``).

	:returns: as :func:`answer`.
	:raises frappe.PermissionError: the caller may not read this record, or there is none of this name.
	"""
	if not (reference_doctype and reference_name):
		frappe.throw(_("There is no record of this name that you may read."), frappe.PermissionError)
	return answer(question, verify=verify, reference_doctype=reference_doctype, reference_name=reference_name)


def _asker(verify: str) -> "tuple[str, Mode]":
	"""The caller, who may ask, and the way to verify."""
	limit_rate(RUNS)
	user = frappe.session.user
	if not may_use_knowledge(user):
		frappe.throw(_("Only those who may use knowledge may ask this."), frappe.PermissionError)
	if verify not in VERIFY:
		frappe.throw(_("verify must be one of {0}.").format(", ".join(VERIFY)))
	return user, cast("Mode", verify)


@contextmanager
def _told() -> Iterator[None]:
	"""A model that could not be asked, as the API says it."""
	try:
		yield
	except (ModelError, CostCapReached) as error:
		frappe.throw(escape_html(said(error)), title=_("No Answer"))


def answer_as(
	user: str, sources: Sequence[str], question: str, profile: Profile, verify: "Mode" = "warn"
) -> tuple[Answer, str]:
	"""Answer for ``user`` from exactly these sources, and keep what was used; gives the answer and its Agent Run.

	For server code that has decided on the scope itself. Raises ModelError when the model cannot be asked, which the
	run tells too, and CostCapReached.
	"""
	return _answered(request_for(question, profile, tuple(sources), user), profile, verify)


def _answered(request: Request, profile: Profile, verify: "Mode") -> tuple[Answer, str]:
	question, user, sources = request.query, request.principal, request.sources
	model = needed_answering_model()
	config = config_of_model(model, profile.temperature)

	run = start_run("", user, question, model)
	payer = Payer("Chat", user=user, model=model)
	purse = RunPurse(run, payer)

	def ask(messages: Sequence[Message], wanted: Profile) -> Completion:
		return complete(config, messages, max_tokens=wanted.answer_tokens, purse=purse)

	try:
		origin = replace(request.origin or Origin(), road=ANSWER, run=run)
		passages = search_as(replace(request, origin=origin))
		found = answer_question(
			question,
			passages,
			ask,
			profile=profile,
			verify=verify,
			cache=_Kept(),
			model=model,
			names=lambda hits: names_behind(hits, user),
		)
	# Recorded and raised on, whatever it is: a killed request and a bug both leave a row that has ended.
	except BaseException as error:
		status, words, spent = "Failed", type(error).__name__, None
		if isinstance(error, ModelError):
			words, spent = str(error), error.spent
		if isinstance(error, CostCapReached):
			status, words, spent = "Stopped", str(error), error.partial
		usage, cost = (spent.usage, spent.cost) if spent else (Usage(), None)
		finish_run(run, RunOutcome(status, error=words, usage=usage, cost=cost, payer=payer))
		raise
	used = {hit.citation_id: hit for hit in passages.hits}
	finish_run(run, replace(_outcome(found, used), payer=payer))
	if found.missing == "yes" and sources and get_settings().collect_gaps:
		if used:
			note_gap(question, NOT_FOUND, sources=sources)
		elif not passages.skipped:
			note_gap(question, NO_HIT, sources=sources)
	return found, run


class _Kept:
	"""Answers in the site's cache. Their key holds the passages, so whoever gets one may read what it rests on."""

	def get(self, key: str) -> str | None:
		return cast("str | None", frappe.cache.get_value(f"huf_answer:{key}"))

	def put(self, key: str, text: str, seconds: int) -> None:
		frappe.cache.set_value(f"huf_answer:{key}", text, expires_in_sec=seconds)


def _named(sources: list[str] | str | None, user: str) -> tuple[list[str], list[str]]:
	"""The sources to search, and the names among those asked for that the user may not."""
	if not sources:
		return searchable_sources(user), []
	if isinstance(sources, str):
		parsed = parsed_argument("sources", sources) if sources.lstrip().startswith("[") else [sources]
		sources = parsed if isinstance(parsed, list) else [sources]
	if not all(isinstance(name, str) for name in sources):
		frappe.throw(_("sources must be a list of names."))
	names = list(dict.fromkeys(sources))
	if len(names) > MOST_SOURCES:
		frappe.throw(_("At most {0} knowledge sources can be named in one question.").format(MOST_SOURCES))
	own = [name for name in names if may_search(name, user)]
	return own, [name for name in names if name not in own]


def _outcome(found: Answer, used: dict[str, Hit]) -> RunOutcome:
	"""What the Agent Run keeps."""
	verification = found.verification or {}
	return RunOutcome(
		status="Withheld" if verification.get("action") == "block" else "Success",
		response=found.answer,
		notes=found.notes,
		chunks=[
			UsedChunk(source.number, used[source.id], source.excerpt, True, source.cited)
			for source in found.all_sources
		],
		iterations=0 if found.is_cached or not found.all_sources else 1,
		usage=found.usage,
		cost=found.cost,
		fields={
			"missing": {"no": "No", "partly": "Partly", "yes": "Yes"}[found.missing],
			"verification_result": verification.get("result") or "",
			"verification_reasons": "\n".join(verification.get("reasons", ())),
			"claims_verified": verification.get("verified", 0),
			"claims_unverified": verification.get("unverified", 0),
			"claims_contradicted": verification.get("contradicted", 0),
			"coverage": 100 * (verification.get("coverage") or 0),
		},
	)
