"""What a Knowledge Source must say about its scope before it is saved, and that shares do not reach around it."""

from typing import TYPE_CHECKING

import frappe
from frappe import _
from frappe.utils import cstr, escape_html

from huf.ai.access.principal import Principal
from huf.ai.access.roles import is_manager
from huf.ai.access.scopes.keys import record_key
from huf.ai.access.scopes.record_scope import may_read_record, record_exists
from huf.ai.access.scopes.rules import SCOPES
from huf.ai.access.scopes.workspaces import sees_workspace
from huf.ai.access.words import is_stored
from huf.ai.knowledge.record_sources import life
from huf.ai.knowledge.selectors.wanted_set import selectable

if TYPE_CHECKING:
	from frappe.model.document import Document

FOR_EVERYBODY = ("User", "Record")
"""Scopes that a user may make who is no manager: none of them opens anything to anybody who could not read it."""


def check_scope(doc: "Document") -> None:
	"""Refuse a scope that the user may not give or that lacks what it names; empty what other scopes name."""
	if doc.scope not in SCOPES:
		frappe.throw(_("Scope must be one of {0}.").format(", ".join(SCOPES)))
	is_trusted = bool(doc.flags.ignore_permissions)
	if doc.scope not in FOR_EVERYBODY and not is_trusted and not is_manager():
		frappe.throw(
			_("Only a Knowledge Manager may make a source with the scope {0}. Choose the scope User.").format(
				_(doc.scope)
			),
			frappe.PermissionError,
		)
	before = None if doc.is_new() else frappe.db.get_value("Knowledge Source", doc.name, "scope")
	if before and before != doc.scope and "Record" in (before, doc.scope):
		frappe.throw(_("What is known of one record keeps the scope Record. Make another source."))
	_empty_the_rest(doc)
	if doc.scope == "Role" and not doc.roles:
		frappe.throw(_("Name at least one role for a source with the scope Role."))
	if doc.scope == "Agent" and not doc.agents:
		frappe.throw(_("Name at least one agent for a source with the scope Agent."))
	if doc.scope == "Workspace":
		_check_workspace(doc, is_trusted)
	if doc.scope == "Record":
		_check_record(doc, is_trusted)
	doc.flags.scope_was = before


def after_scope_saved(doc: "Document") -> None:
	"""A source that became one that cannot be shared loses the shares that it has; a new one about a closed record stays open."""
	before = doc.flags.scope_was
	if before is None and doc.scope == "Record":
		life.keep_open_if_closed(doc)
	if before and before != doc.scope and not SCOPES[doc.scope].is_shareable:
		frappe.db.delete("DocShare", {"share_doctype": "Knowledge Source", "share_name": doc.name})


def refuse_share(doc: "Document", method: str | None = None) -> None:
	"""A doc_event of DocShare: who is outside the scope Agent or Record is not let in by a share."""
	if doc.share_doctype != "Knowledge Source":
		return
	scope = SCOPES.get(cstr(frappe.db.get_value("Knowledge Source", doc.share_name, "scope")))
	if scope is not None and not scope.is_shareable:
		frappe.throw(
			_("A knowledge source with the scope {0} cannot be shared: {1}").format(
				_(scope.name),
				_("it answers in runs of its agents only.")
				if scope.name == "Agent"
				else _("who may read the record may read it. Share the record instead."),
			),
			title=_("Share"),
		)


def _empty_the_rest(doc: "Document") -> None:
	if doc.scope != "Role":
		doc.set("roles", [])
	if doc.scope != "Agent":
		doc.set("agents", [])
	if doc.scope != "Workspace":
		doc.workspace = None
	if doc.scope != "Record":
		doc.update({"reference_doctype": None, "reference_name": None, "record_key": None})


def _check_workspace(doc: "Document", is_trusted: bool) -> None:
	if not doc.workspace:
		frappe.throw(_("Name the Workspace for a source with the scope Workspace."))
	if is_trusted or not doc.has_value_changed("workspace"):
		return
	# Whoever names a private Workspace of somebody else would learn that there is one.
	principal = Principal()
	if not principal.is_administrator and not sees_workspace(principal, doc.workspace):
		frappe.throw(
			_("There is no Workspace {0} that you see.").format(escape_html(doc.workspace)),
			frappe.PermissionError,
		)


def _check_record(doc: "Document", is_trusted: bool) -> None:
	record = (cstr(doc.reference_doctype), cstr(doc.reference_name))
	if not doc.is_new():
		return
	if not all(record):
		frappe.throw(_("Name the record for a source with the scope Record."))
	if is_stored("DocType", record[0]) and not selectable(record[0]):
		frappe.throw(_("{0} has no records that a source can be about.").format(escape_html(record[0])))
	if not (record_exists(record) if is_trusted else may_read_record(record, frappe.session.user)):
		frappe.throw(_("There is no such record that you may read."), frappe.PermissionError)
	# The name as it is stored: MariaDB finds it in any case of letters.
	doc.reference_name = cstr(frappe.db.get_value(record[0], record[1], "name"))
	doc.record_key = record_key((record[0], doc.reference_name))
	there = frappe.db.get_value("Knowledge Source", {"record_key": doc.record_key}, "name")
	if there:
		frappe.throw(
			_("What is known of this record is in {0} already.").format(escape_html(there)),
			frappe.UniqueValidationError,
		)
