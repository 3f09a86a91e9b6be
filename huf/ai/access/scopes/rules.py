"""What each scope means: who reads and writes a source of it, and in which searches it answers.

Each rule is told twice, as SQL for lists and for one source. It is asked with a source *of this scope*.
"""

import frappe

from huf.ai.access.principal import Asker
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

	def condition(self, asker: Asker) -> str:
		"""SQL: which sources of this scope the user reads."""
		raise NotImplementedError

	def reads(self, source: SourceRow, asker: Asker) -> bool:
		"""Whether the user reads this source, shares aside."""
		raise NotImplementedError

	def writes(self, source: SourceRow, asker: Asker) -> bool:
		"""Whether the user changes this source and its inputs."""
		return asker.manages and self.reads(source, asker)

	def deletes(self, source: SourceRow, asker: Asker) -> bool:
		"""Whether the user deletes this source."""
		return self.writes(source, asker)


class GlobalScope(Scope):
	"""Everybody who may use knowledge, users of the website with the role Knowledge Portal User too."""

	name = "Global"

	def condition(self, asker: Asker) -> str:
		return EVERY if asker.asks_openly else NOTHING

	def reads(self, source: SourceRow, asker: Asker) -> bool:
		return asker.asks_openly


class SiteScope(Scope):
	"""Users of the desk who have a knowledge role."""

	name = "Site"

	def condition(self, asker: Asker) -> str:
		return EVERY if asker.uses_knowledge and asker.is_at_desk else NOTHING

	def reads(self, source: SourceRow, asker: Asker) -> bool:
		return asker.uses_knowledge and asker.is_at_desk


class RoleScope(Scope):
	"""Those with a knowledge role who hold one of the listed, enabled roles; and managers, who set these roles."""

	name = "Role"

	def condition(self, asker: Asker) -> str:
		if asker.manages:
			return EVERY
		if not asker.uses_knowledge:
			return NOTHING
		return holds_listed_role("Knowledge Source Role", TABLE, asker.roles)

	def reads(self, source: SourceRow, asker: Asker) -> bool:
		return asker.manages or (asker.uses_knowledge and bool(source.roles & asker.roles))


class WorkspaceScope(Scope):
	"""Those with a knowledge role who see the Workspace; and managers, who choose it."""

	name = "Workspace"

	def condition(self, asker: Asker) -> str:
		if asker.manages:
			return EVERY
		if not asker.uses_knowledge:
			return NOTHING
		used = frappe.db.sql_list(
			"""select distinct workspace from `tabKnowledge Source`
			where scope = 'Workspace' and workspace is not null"""
		)
		seen = [quoted(workspace) for workspace in used if sees_workspace(asker, workspace)]
		return f"{TABLE}.`workspace` in ({', '.join(seen)})" if seen else NOTHING

	def reads(self, source: SourceRow, asker: Asker) -> bool:
		return asker.manages or (asker.uses_knowledge and sees_workspace(asker, source.workspace))


class AgentScope(Scope):
	"""Answers in runs of the listed agents alone. Managers see, write and test it; everybody else meets it in answers."""

	name = "Agent"
	is_shareable = False
	is_in_general_search = False
	answers_by_name = False

	def condition(self, asker: Asker) -> str:
		return EVERY if asker.manages else NOTHING

	def reads(self, source: SourceRow, asker: Asker) -> bool:
		return asker.manages


class UserScope(Scope):
	"""Its owner, and whomever he shares it with."""

	name = "User"

	def condition(self, asker: Asker) -> str:
		return f"{TABLE}.`owner` = {quoted(asker.user)}" if asker.uses_knowledge else NOTHING

	def reads(self, source: SourceRow, asker: Asker) -> bool:
		return asker.uses_knowledge and is_same_user(asker.user, source.owner)

	def writes(self, source: SourceRow, asker: Asker) -> bool:
		return self.reads(source, asker)


class RecordScope(Scope):
	"""Those with a knowledge role who may read the record. Who may write the record writes it; managers delete it."""

	name = "Record"
	is_shareable = False
	is_in_general_search = False

	def condition(self, asker: Asker) -> str:
		return readable_records_condition(TABLE, asker.user) if asker.uses_knowledge else NOTHING

	def reads(self, source: SourceRow, asker: Asker) -> bool:
		return asker.uses_knowledge and may_read_record(source.record, asker.user)

	def writes(self, source: SourceRow, asker: Asker) -> bool:
		return asker.uses_knowledge and may_write_record(source.record, asker.user)

	def deletes(self, source: SourceRow, asker: Asker) -> bool:
		return asker.manages and self.reads(source, asker)


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
