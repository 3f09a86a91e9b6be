"""A source as the rules of scopes see it: as its row has it, whatever a form says."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import frappe

from huf.ai.access.words import enabled_roles

if TYPE_CHECKING:
	from frappe.model.document import Document

Record = tuple[str, str]
"""A DocType, and the name of one of its documents."""

FIELDS = ("name", "scope", "owner", "workspace", "reference_doctype", "reference_name", "archived_at")


@dataclass(frozen=True, slots=True)
class SourceRow:
	"""What decides about the rights to one source."""

	name: str
	scope: str
	owner: str
	workspace: str = ""
	record: Record | None = None
	roles: frozenset[str] = field(default_factory=frozenset)
	"""The enabled roles that it lists."""
	agents: frozenset[str] = field(default_factory=frozenset)
	"""The agents that it lists."""
	is_archived: bool = False


def row_of(source: "str | Document") -> SourceRow | None:
	"""The source as stored, or as it is about to be for one that is new; None if there is none of this name."""
	is_new = not isinstance(source, str) and source.is_new()
	name = source if isinstance(source, str) else source.name
	stored: Any = source if is_new else frappe.db.get_value("Knowledge Source", name, FIELDS, as_dict=True)
	if not stored:
		return None
	record = (stored.reference_doctype, stored.reference_name)
	return SourceRow(
		name=stored.name or "",
		scope=stored.scope or "",
		owner=stored.owner or "",
		workspace=stored.workspace or "",
		record=record if all(record) else None,
		roles=_roles(source, stored.name) if stored.scope == "Role" else frozenset(),
		agents=_agents(source, stored.name) if stored.scope == "Agent" else frozenset(),
		is_archived=bool(stored.archived_at),
	)


def _roles(source: "str | Document", name: str) -> frozenset[str]:
	return frozenset(enabled_roles(_listed(source, name, "roles", "Knowledge Source Role", "role")))


def _agents(source: "str | Document", name: str) -> frozenset[str]:
	return frozenset(_listed(source, name, "agents", "Knowledge Source Agent", "agent"))


def _listed(source: "str | Document", name: str, table: str, child: str, fieldname: str) -> list[str]:
	"""What the rows of a table of the source name."""
	if not isinstance(source, str) and source.is_new():
		return [row.get(fieldname) for row in source.get(table) or []]
	return frappe.get_all(child, filters={"parent": name, "parenttype": "Knowledge Source"}, pluck=fieldname)
