"""One record as somebody sees it: its text, what it says now, what belongs to it, and what it is connected with.

Everything that shows one record draws from here: the record that a run is bound to, the tools of agents, REST and MCP.

=======================  ===============================================================================================
:mod:`.view`             The record with its live values and its parts; records in one line.
:mod:`.related`          The parts: contacts, addresses, stock, open amounts, each only for who may read it.
:mod:`.links`            Connected records, in both directions.
:mod:`.linked_knowledge` Connected records of passages that are inputs of sources.
:mod:`.asking`           What the doors use: which record is meant, and what it shows; the methods below among them.
:mod:`.tools`            The same for the model of a run.
=======================  ===============================================================================================
"""

from typing import Any, NoReturn

import frappe
from frappe import _

from huf.ai.access.roles import may_use_knowledge
from huf.ai.queries.as_user.errors import AskBack, QueryRefused
from huf.ai.queries.tools.asking import asked_back
from huf.ai.records.asking import OneRecord
from huf.ai.site.limits import SEARCHES, BadRequest, limit_rate
from huf.ai.words import said
from huf.engine.errors import InputError
from huf.engine.tools.knowledge import ToolArgumentError
from huf.engine.tools.one_record import LINKS


@frappe.whitelist(methods=["GET", "POST"])
def get_record(doctype: str, name: str) -> dict[str, Any]:
	"""One record as the caller sees it now: ``heading``, ``now``, ``url``, ``text``, ``related`` and ``notes``.

	:param name: its name, or what people call it. ``ask_back`` instead when that may be several.
	"""
	one = _one_record()
	try:
		return one.get({"doctype": doctype, "name": name}).to_dict()
	except AskBack as error:
		return {"ask_back": asked_back(error)}
	except (QueryRefused, ToolArgumentError, InputError) as error:
		_refuse(error)


@frappe.whitelist(methods=["GET", "POST"])
def follow_links(
	doctype: str, name: str, direction: str = "both", linked_doctype: str | None = None, limit: int = LINKS
) -> dict[str, Any]:
	"""The records that a record is connected with, as far as the caller may read them, each as it is now.

	:param direction: ``to`` for those that link to it, ``from`` for those that it links to, or ``both``.
	:param linked_doctype: of this DocType alone. :param limit: 1 to 50 in each direction.
	"""
	one = _one_record()
	arguments = {
		"doctype": doctype,
		"name": name,
		"direction": direction,
		"linked_doctype": linked_doctype,
		"limit": limit,
	}
	try:
		return one.follow(arguments).to_dict()
	except AskBack as error:
		return {"ask_back": asked_back(error)}
	except (QueryRefused, ToolArgumentError) as error:
		_refuse(error)


def _one_record() -> OneRecord:
	"""Counts the request. Raises frappe.PermissionError for who may not use knowledge at all."""
	limit_rate(SEARCHES)
	user = frappe.session.user
	if not may_use_knowledge(user):
		frappe.throw(_("Only those who may use knowledge may ask this."), frappe.PermissionError)
	return OneRecord(user)


def _refuse(error: Exception) -> NoReturn:
	frappe.throw(frappe.utils.escape_html(said(error)), BadRequest, title=_("Records"))
