"""What each scope means: who reads and writes a source of it, and in which searches it answers.

Each rule is told twice, as SQL for lists and for one source. It is asked with a source *of this scope*.
"""

import frappe

from huf.ai.access.principal import Principal
from huf.ai.access.scopes.record_scope import may_read_record, may_write_record, readable_records_condition
from huf.ai.access.scopes.source_rows import SourceRow
from huf.ai.access.scopes.workspaces import sees_workspace
from huf.ai.access.words import NOTHING, holds_listed_role, is_same_user, quoted

TABLE = "`tabKnowledge Source`"
EVERY = "1=1"
"""SQL: each row."""


class Scope:
	"""A scope whose sources managers write. Sub-classes say who reads them."""

	name = ""
	is_shareable = True
	"""Whether a Frappe share opens a source to somebody outside."""
	is_in_general_search = True
	"""Whether a search that names no source asks it."""
	answers_by_name = True
	"""Whether a search that names the source asks it."""

	def condition(self, principal: Principal) -> str:
		"""SQL: which sources of this scope the user reads."""
		raise NotImplementedError

	def reads(self, source: SourceRow, principal: Principal) -> bool:
		"""Whether the user reads this source, shares aside."""
		raise NotImplementedError

	def writes(self, source: SourceRow, principal: Principal) -> bool:
		"""Whether the user changes this source and its inputs."""
		return principal.manages and self.reads(source, principal)

	def deletes(self, source: SourceRow, principal: Principal) -> bool:
		"""Whether the user deletes this source."""
		return self.writes(source, principal)


class GlobalScope(Scope):
	"""Everybody who may use knowledge, users of the website with the role Knowledge Portal User too."""

	name = "Global"

	def condition(self, principal: Principal) -> str:
		return EVERY if principal.asks_openly else NOTHING

	def reads(self, source: SourceRow, principal: Principal) -> bool:
		return principal.asks_openly


class SiteScope(Scope):
	"""Users of the desk who have a knowledge role."""

	name = "Site"

	def condition(self, principal: Principal) -> str:
		return EVERY if principal.uses_knowledge and principal.is_at_desk else NOTHING

	def reads(self, source: SourceRow, principal: Principal) -> bool:
		return principal.uses_knowledge and principal.is_at_desk


class RoleScope(Scope):
	"""Those with a knowledge role who hold one of the listed, enabled roles; and managers, who set these roles."""

	name = "Role"

	def condition(self, principal: Principal) -> str:
		if principal.manages:
			return EVERY
		if not principal.uses_knowledge:
			return NOTHING
		return holds_listed_role("Knowledge Source Role", TABLE, principal.roles)

	def reads(self, source: SourceRow, principal: Principal) -> bool:
		return principal.manages or (principal.uses_knowledge and bool(source.roles & principal.roles))


class WorkspaceScope(Scope):
	"""Those with a knowledge role who see the Workspace; and managers, who choose it."""

	name = "Workspace"

	def condition(self, principal: Principal) -> str:
		if principal.manages:
			return EVERY
		if not principal.uses_knowledge:
			return NOTHING
		used = frappe.db.sql_list(
			"""select distinct workspace from `tabKnowledge Source`
			where scope = 'Workspace' and workspace is not null"""
		)
		seen = [quoted(workspace) for workspace in used if sees_workspace(principal, workspace)]
		return f"{TABLE}.`workspace` in ({', '.join(seen)})" if seen else NOTHING

	def reads(self, source: SourceRow, principal: Principal) -> bool:
		return principal.manages or (principal.uses_knowledge and sees_workspace(principal, source.workspace))


class AgentScope(Scope):
	"""Answers in runs of the listed agents alone. Managers see, write and test it; everybody else meets it in answers."""

	name = "Agent"
	is_shareable = False
	is_in_general_search = False
	answers_by_name = False

	def condition(self, principal: Principal) -> str:
		return EVERY if principal.manages else NOTHING

	def reads(self, source: SourceRow, principal: Principal) -> bool:
		return principal.manages


class UserScope(Scope):
	"""Its owner, and whomever they share it with."""

	name = "User"

	def condition(self, principal: Principal) -> str:
		return f"{TABLE}.`owner` = {quoted(principal.user)}" if principal.uses_knowledge else NOTHING

	def reads(self, source: SourceRow, principal: Principal) -> bool:
		return principal.uses_knowledge and is_same_user(principal.user, source.owner)

	def writes(self, source: SourceRow, principal: Principal) -> bool:
		return self.reads(source, principal)


class RecordScope(Scope):
	"""Those with a knowledge role who may read the record. Who may write the record writes it; managers delete it."""

	name = "Record"
	is_shareable = False
	is_in_general_search = False

	def condition(self, principal: Principal) -> str:
		return readable_records_condition(TABLE, principal.user) if principal.uses_knowledge else NOTHING

	def reads(self, source: SourceRow, principal: Principal) -> bool:
		return principal.uses_knowledge and may_read_record(source.record, principal.user)

	def writes(self, source: SourceRow, principal: Principal) -> bool:
		return principal.uses_knowledge and may_write_record(source.record, principal.user)

	def deletes(self, source: SourceRow, principal: Principal) -> bool:
		return principal.manages and self.reads(source, principal)


SCOPES: dict[str, Scope] = {
	scope.name: scope
	for scope in (
		GlobalScope(),
		SiteScope(),
		RoleScope(),
		WorkspaceScope(),
		AgentScope(),
		UserScope(),
		RecordScope(),
	)
}
"""Every scope by the word for it on a Knowledge Source."""

PRIVATE_SCOPES = ("User", "Record")
"""Those whose sources managers of knowledge need not read: what is asked of them is nobody's business but theirs who ask."""
