"""What a person sees of a proposal, and what becomes of it when they accept or refuse it."""

from typing import Any

import frappe
from frappe import _
from frappe.utils import cstr

from huf.ai.access.words import is_storable, may
from huf.ai.learning import ACCEPTED, OPEN, PROPOSAL, REFUSED
from huf.ai.learning.job import may_learn, request_learning
from huf.ai.learning.proposals import changes_of, set_decision
from huf.ai.learning.questions import words_of_questions
from huf.ai.site.limits import SEARCHES, limit_rate
from huf.ai.site.settings import refuse_if_switched_off
from huf.engine.analysis.glossary import MOST_ENTRIES, MOST_EXPANSIONS

GLOSSARY = "Knowledge Glossary"


def learn_from(source: str) -> bool:
	"""Have words for a source looked for, for the user of the session; False if that is under way.

	:raises frappe.PermissionError: there is no such source that they may write.
	"""
	limit_rate(SEARCHES)
	refuse_if_switched_off()
	user = frappe.session.user
	if not is_storable(source) or not may_learn(source, user):
		frappe.throw(
			_("There is no knowledge source of this name that you may change."), frappe.PermissionError
		)
	return request_learning(source, user)


def questions_told(name: str) -> dict[str, Any]:
	"""The questions that a proposal mends or moves: ``questions``, as far as the user may see them now, and ``hidden``, how many more."""
	row = seen_proposal(name)
	changes = changes_of(row.questions)
	words = words_of_questions((one.question for one in changes), frappe.session.user)
	shown = []
	for one in changes:
		if one.question in words:
			doctype, _colon, document = one.question.partition(":")
			shown.append(
				{
					"doctype": doctype,
					"name": document,
					"question": words[one.question],
					"before": one.before,
					"after": one.after,
				}
			)
	return {"questions": shown, "hidden": len(changes) - len(shown)}


def accept(name: str) -> str:
	"""Put a proposal into the glossary of its source, as if it had been typed there; gives the name of the glossary.

	:raises frappe.PermissionError: there is no such proposal that the user may see, or they may not write glossaries of the source.
	"""
	row = _open_proposal(name)
	glossary = _glossary_of(row.knowledge_source)
	_put(glossary, row)
	glossary.save()
	set_decision(row.name, ACCEPTED, frappe.session.user)
	return cstr(glossary.name)


def refuse(name: str) -> None:
	"""Never propose these two words for the source again, to anybody."""
	row = _open_proposal(name)
	set_decision(row.name, REFUSED, frappe.session.user)


def seen_proposal(name: str, *, for_update: bool = False) -> "frappe._dict":
	"""The proposal, for whoever may see it; others do not learn whether it exists."""
	if not is_storable(name) or not may(PROPOSAL, "read", name, None):
		frappe.throw(_("There is no proposal of this name that you may see."), frappe.PermissionError)
	fields = [
		"name",
		"knowledge_source",
		"status",
		"questions",
		"term",
		"expansion",
		"both_ways",
		"case_sensitive",
	]
	return frappe.db.get_value(PROPOSAL, name, fields, as_dict=True, for_update=for_update)


def _open_proposal(name: str) -> "frappe._dict":
	row = seen_proposal(name, for_update=True)
	if row is None or row.status != OPEN:
		frappe.throw(_("Somebody has decided on this proposal already. Load the page anew."))
	return row


def _glossary_of(source: str) -> Any:
	"""The first glossary of the source that acts on all languages, or a new one."""
	for name in frappe.get_list(
		GLOSSARY, {"knowledge_source": source, "disabled": 0}, pluck="name", order_by="creation asc"
	):
		doc = frappe.get_doc(GLOSSARY, name, for_update=True)
		if not doc.text_language and len(doc.entries) < MOST_ENTRIES and doc.has_permission("write"):
			return doc
	doc = frappe.new_doc(GLOSSARY)
	doc.update(
		{
			"glossary_name": _("Glossary of {0}").format(source)[:140],
			"knowledge_source": source,
			"text_language": None,
		}
	)
	return doc


def _put(glossary: Any, row: "frappe._dict") -> None:
	"""As a further expansion of a term that has an entry of the same kind, else as an entry of its own."""
	for entry in glossary.entries:
		lines = [line.strip() for line in cstr(entry.expansions).splitlines() if line.strip()]
		is_same = (
			cstr(entry.term).casefold() == row.term.casefold()
			and bool(entry.both_ways) == bool(row.both_ways)
			and bool(entry.case_sensitive) == bool(row.case_sensitive)
		)
		if is_same and len(lines) < MOST_EXPANSIONS:
			entry.expansions = "\n".join(dict.fromkeys([*lines, row.expansion]))
			return
	glossary.append(
		"entries",
		{
			"term": row.term,
			"expansions": row.expansion,
			"both_ways": row.both_ways,
			"case_sensitive": row.case_sensitive,
		},
	)
