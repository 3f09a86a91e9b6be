"""Ask this record: what knowledge has of one record, its attachments, what was written about it, and the source about it."""

from dataclasses import replace
from typing import Any

import frappe
from frappe import _

from huf.ai.access.roles import may_use_knowledge
from huf.ai.access.scopes.agents import agent_conditions
from huf.ai.access.scopes.resolver import may_search, searchable_sources
from huf.ai.access.words import is_stored
from huf.ai.knowledge.backends.model_records import answering_model
from huf.ai.knowledge.records.labels import stored_meta
from huf.ai.knowledge.retriever import search_as
from huf.ai.knowledge.searching import filtering
from huf.ai.knowledge.searching.requests import read_request
from huf.ai.knowledge.searching.search_log import ASK_RECORD
from huf.ai.site.database.dialect import alone
from huf.ai.site.limits import SEARCHES, limit_rate
from huf.ai.site.settings import get_settings, is_installed, is_switched_off
from huf.ai.words import told
from huf.engine.filters import Filters
from huf.engine.request import TOP_K, Origin, Request

MOST_INPUTS = 5000
"""Of one record, with its attachments and its mail; what is over it is not searched."""


def extend_bootinfo(bootinfo: "frappe._dict") -> None:
	"""Tell the desk on whose forms the button stands, so that no form has to ask the server."""
	bootinfo.huf_ask = []
	bootinfo.huf_has_agent = bootinfo.huf_answers = False
	bootinfo.huf_may_search = bootinfo.huf_collects_gaps = False
	if not is_installed():
		return
	try:
		bootinfo.update(alone(_told_to_the_desk))
	except (frappe.db.OperationalError, frappe.db.ProgrammingError):
		# Between an update of the app and the migration of the site a table or a column is not there yet. Without the desk
		# nobody could see to that.
		return


def _told_to_the_desk() -> dict[str, Any]:
	user = frappe.session.user
	may_search_now = may_use_knowledge(user) and not is_switched_off()
	return {
		"huf_ask": askable_doctypes(user),
		"huf_has_agent": has_agent(user),
		"huf_answers": can_answer(user),
		"huf_may_search": may_search_now,
		"huf_collects_gaps": bool(may_search_now and get_settings().collect_gaps),
	}


def has_agent(user: str) -> bool:
	"""Whether there is an agent that the user may run."""
	if user == "Guest" or not may_use_knowledge(user) or is_switched_off():
		return False
	rule = agent_conditions(user)
	condition = f" and ({rule})" if rule else ""
	return bool(frappe.db.sql(f"select 1 from `tabAgent` where disabled = 0{condition} limit 1"))


def can_answer(user: str) -> bool:
	"""Whether a model answers the user's questions without an agent."""
	return user != "Guest" and may_use_knowledge(user) and not is_switched_off() and bool(answering_model())


def askable_doctypes(user: str) -> list[str]:
	"""DocTypes that the user may read, and of whose records some source that the user may read has something."""
	if user == "Guest" or not may_use_knowledge(user) or is_switched_off():
		return []
	known = set(_referenced()) | set(_selected())
	if not known:
		return []
	sources, own = searchable_sources(user) or [""], set(_of_records())
	return sorted(
		doctype
		for doctype in known
		if frappe.db.exists("DocType", doctype, cache=True)
		and frappe.has_permission(doctype, "read", user=user)
		# A source about one record is read by whoever reads that record.
		and (doctype in own or _is_selected(doctype, sources) or _is_referenced(doctype, sources))
	)


# One statement each that reads an index or a small table: this runs whenever somebody loads the desk.


def _referenced() -> list[str]:
	return [
		doctype
		for doctype in frappe.db.sql_list("select distinct reference_doctype from `tabKnowledge Input`")
		if doctype
	]


def _selected() -> list[str]:
	return frappe.db.sql_list(
		"select distinct document_type from `tabKnowledge Selector` where coalesce(document_type, '') != ''"
	)


def _of_records() -> list[str]:
	return frappe.db.sql_list(
		"""select distinct reference_doctype from `tabKnowledge Source`
		where scope = 'Record' and coalesce(reference_doctype, '') != ''"""
	)


def _is_referenced(doctype: str, sources: list[str]) -> bool:
	return bool(
		frappe.db.sql(
			"""select 1 from `tabKnowledge Input` where reference_doctype = %s and knowledge_source in %s
			and disabled = 0 limit 1""",
			(doctype, sources),
		)
	)


def _is_selected(doctype: str, sources: list[str]) -> bool:
	return bool(
		frappe.db.sql(
			"""select 1 from `tabKnowledge Selector` where document_type = %s and parent in %s
			and parenttype = 'Knowledge Source' limit 1""",
			(doctype, sources),
		)
	)


@frappe.whitelist(methods=["GET", "POST"])
def ask_record(
	reference_doctype: str, reference_name: str, query: str, top_k: int = TOP_K, mode: str | None = None
) -> dict[str, Any]:
	"""Search one record, its attachments, its communication and the source about it, in all sources that the caller may read.

	:param top_k: hits wanted, 1 to 20. :param mode: as for ``knowledge_search``, whose answer this gives.
	:raises frappe.PermissionError: the caller may not read this record, or there is none of this name.
	"""
	limit_rate(SEARCHES)
	request = read_request(query, top_k=top_k, mode=mode, road=ASK_RECORD)
	return told(search_as(about_record(request, reference_doctype, reference_name)))


def about_record(request: Request, doctype: str, name: str) -> Request:
	"""The request, of what knowledge has of one record alone; of the sources that it names, if it names any.

	:raises frappe.PermissionError: its principal may not read this record, or there is none of this name.
	"""
	user = request.principal
	if not _may_read(doctype, name, user):
		frappe.throw(_("There is no record of this name that you may read."), frappe.PermissionError)
	inputs = _inputs_of(doctype, name)
	# Only the sources that have something of it: that another one is not indexed yet is nothing to tell here.
	having = {source for _name, source in inputs}
	asked = having.intersection(request.sources) if request.sources else having
	sources = [source for source in sorted(asked) if may_search(source, user)]
	mine = [name for name, source in inputs if source in sources]
	filters = filtering.read_filters({"inputs": mine or ["none"]})
	both = Filters((*request.filters.conditions, *filters.conditions), filters.timezone)
	private = replace(request.origin or Origin(), is_private=True)
	return replace(request, sources=tuple(sources), filters=both, origin=private)


def _inputs_of(doctype: str, name: str) -> list[tuple[str, str]]:
	"""Inputs of this record, its attachments and its communication, and all of the source about it, with their sources, whoever may
	see them."""
	values = {"doctype": doctype, "name": name, "most": MOST_INPUTS}
	return frappe.db.sql(
		"""select i.name, i.knowledge_source from `tabKnowledge Input` i
		where i.reference_doctype = %(doctype)s and i.reference_name = %(name)s and i.disabled = 0
		union select i.name, i.knowledge_source from `tabFile` f
		join `tabKnowledge Input` i on i.file_record = f.name
		where f.attached_to_doctype = %(doctype)s and f.attached_to_name = %(name)s and i.disabled = 0
		union select i.name, i.knowledge_source from `tabCommunication` c
		join `tabKnowledge Input` i on i.reference_doctype = 'Communication' and i.reference_name = c.name
		where c.reference_doctype = %(doctype)s and c.reference_name = %(name)s and i.disabled = 0
		union select i.name, i.knowledge_source from `tabKnowledge Source` s
		join `tabKnowledge Input` i on i.knowledge_source = s.name
		where s.scope = 'Record' and s.reference_doctype = %(doctype)s and s.reference_name = %(name)s and i.disabled = 0
		limit %(most)s""",
		values,
	)


def _may_read(doctype: str, name: str, user: str) -> bool:
	return bool(
		may_use_knowledge(user)
		and is_stored("DocType", doctype)
		and stored_meta(doctype)
		and is_stored(doctype, name)
		and frappe.has_permission(doctype, "read", doc=name, user=user)
	)
