"""Rows of child tables: Frappe checks the parent's DocType for a list of them, never the single parents."""

import frappe
from frappe.utils import cstr

from huf.ai.access.doctypes.own import run_conditions
from huf.ai.access.doctypes.parts import build_conditions, glossary_conditions
from huf.ai.access.roles import is_manager
from huf.ai.access.scopes.sources import source_conditions
from huf.ai.access.words import NOTHING, is_administrator, quoted


def child_conditions(user: str | None = None, doctype: str | None = None, **_: object) -> str:
	"""Rows of a child table whose parents the user may read; of a parent that is not huf's, none."""
	user = user or frappe.session.user
	if is_administrator(user):
		return ""
	parent, rule = CHILD_TABLES[cstr(doctype)]
	condition = rule(user) or "1=1"
	table = f"`tab{doctype}`"
	return (
		f"({table}.`parenttype` = {quoted(parent)} and {table}.`parent` in"
		f" (select `name` from `tab{parent}` where {condition}))"
	)


def _manager_conditions(user: str) -> str:
	"""For the tables of permlevel 1, which Frappe does not heed when it lists the rows of a child table."""
	return "" if is_manager(user) else NOTHING


CHILD_TABLES = {
	"Agent Knowledge": ("Agent", _manager_conditions),
	"Agent Role": ("Agent", _manager_conditions),
	"Agent Run Chunk": ("Agent Run", run_conditions),
	"Agent Tool": ("Agent", _manager_conditions),
	"Agent Run File": ("Agent Run", run_conditions),
	"Knowledge Build Failure": ("Knowledge Build", build_conditions),
	"Knowledge Glossary Entry": ("Knowledge Glossary", glossary_conditions),
	"Knowledge Selector": ("Knowledge Source", source_conditions),
	"Knowledge Source Agent": ("Knowledge Source", source_conditions),
	"Knowledge Source Role": ("Knowledge Source", source_conditions),
}
