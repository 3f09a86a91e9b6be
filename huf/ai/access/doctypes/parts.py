"""What belongs to a source has its rights: inputs, builds, and glossaries."""

from typing import TYPE_CHECKING

import frappe

from huf.ai.access.records.conditions import right_conditions
from huf.ai.access.records.inputs import readable_inputs
from huf.ai.access.roles import READING, is_manager, may_use_knowledge
from huf.ai.access.scopes.sources import (
	can_read_source,
	can_write_source,
	readable_sources,
	source_conditions,
)
from huf.ai.access.words import NOTHING, any_of, as_stored, is_administrator, quoted

if TYPE_CHECKING:
	from frappe.model.document import Document


# --- Knowledge Input


def input_conditions(user: str | None = None, **_: object) -> str:
	"""The inputs of the sources that the user may read, as far as they may read what they stem from."""
	user = user or frappe.session.user
	parts = [_part_conditions("Knowledge Input", user), right_conditions(user)]
	return " and ".join(part for part in parts if part)


def has_input_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""The right to an input is the right to its source, the stored one and the one now named, and to what it stems from."""
	user = user or frappe.session.user
	if is_administrator(user):
		return True
	sources = {doc.knowledge_source}
	if not doc.is_new():
		sources.add(as_stored(doc, ("knowledge_source",)).knowledge_source)
	if doc.is_new() and not doc.knowledge_source:
		return may_use_knowledge(user)
	allowed = can_read_source if ptype in READING else can_write_source
	if not all(source and allowed(source, user) for source in sources):
		return False
	return bool(doc.is_new() or readable_inputs([doc.name], user))


# --- Knowledge Build: its numbers tell of all inputs, so it is for those who may write the source.


def build_conditions(user: str | None = None, **_: object) -> str:
	"""The builds of the sources that the user may write."""
	user = user or frappe.session.user
	if is_administrator(user):
		return ""
	names = ", ".join(quoted(name) for name in readable_sources(user) if can_write_source(name, user))
	return f"`tabKnowledge Build`.`knowledge_source` in ({names})" if names else NOTHING


def has_build_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""The right to a build is the right to write its source: the stored one and the one now named."""
	user = user or frappe.session.user
	if is_administrator(user):
		return True
	if doc.is_new() and not doc.knowledge_source:
		return may_use_knowledge(user)
	sources = {doc.knowledge_source}
	if not doc.is_new():
		sources.add(as_stored(doc, ("knowledge_source",)).knowledge_source)
	return all(source and can_write_source(source, user) for source in sources)


def _part_conditions(doctype: str, user: str | None) -> str:
	rule = source_conditions(user)
	if not rule:
		return ""
	return f"`tab{doctype}`.`knowledge_source` in (select `name` from `tabKnowledge Source` where {rule})"


# --- Knowledge Glossary


def glossary_conditions(user: str | None = None, **_: object) -> str:
	"""The glossaries for all sources, and those of the sources that the user may read."""
	user = user or frappe.session.user
	if is_administrator(user):
		return ""
	if not may_use_knowledge(user):
		return NOTHING
	table = "`tabKnowledge Glossary`"
	return any_of(
		[f"ifnull({table}.`knowledge_source`, '') = ''", _part_conditions("Knowledge Glossary", user)]
	)


def has_glossary_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""The right to a glossary is the right to its source; one for all sources is read by all and written by managers."""
	user = user or frappe.session.user
	if is_administrator(user):
		return True
	if not may_use_knowledge(user):
		return False
	sources = {doc.knowledge_source}
	if not doc.is_new():
		sources.add(as_stored(doc, ("knowledge_source",)).knowledge_source)
	reads = ptype in READING
	allowed = can_read_source if reads else can_write_source
	return all(allowed(source, user) if source else reads or is_manager(user) for source in sources)
