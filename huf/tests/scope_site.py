"""The sources and users of the matrix of scopes: one indexed source of each scope, and one user of each kind."""

from typing import Any

import frappe
import frappe.share

from huf.tests import factories as make
from huf.tests.agent_site import make_indexed_source
from huf.tests.scope_matrix import EXPECTED, SCOPES

ROLE = "Huf Test Scope"
DESK_ROLE = "Huf Test Desk"
"""Opens the desk, and nothing of huf."""
WORD = "zebra"
"""Every source has a text with it."""


def address(who: str) -> str:
	"""The user who stands for a row of the table."""
	return "Guest" if who == "Guest" else f"scope-{list(EXPECTED).index(who)}@example.com"


USERS = {who: address(who) for who in EXPECTED}
INSIDER = USERS["Knowledge User: role, workspace, agent; reads the record"]
WRITER = USERS["Knowledge User who may write the record"]
OWNER = USERS["Knowledge User, owner of the personal source"]
MANAGER = USERS["Knowledge Manager"]
READING_MANAGER = USERS["Knowledge Manager who may read the record"]
SYSTEM = USERS["System Manager"]
PORTAL = USERS["Knowledge Portal User (website)"]
NOBODY = USERS["user without a role of huf"]
OUTSIDER = USERS["Knowledge User"]
ON_WEBSITE = USERS["Knowledge User on the website"]
SWITCHED_OFF = USERS["user who is switched off"]

_ROLES = {
	NOBODY: (DESK_ROLE,),
	USERS["user of the website"]: (),
	SWITCHED_OFF: ("Knowledge Manager", ROLE),
	PORTAL: ("Knowledge Portal User",),
	OUTSIDER: ("Knowledge User",),
	ON_WEBSITE: ("Knowledge User",),
	INSIDER: ("Knowledge User", ROLE),
	WRITER: ("Knowledge User",),
	OWNER: ("Knowledge User",),
	MANAGER: ("Knowledge Manager",),
	READING_MANAGER: ("Knowledge Manager",),
	SYSTEM: ("System Manager",),
}


def make_users() -> None:
	"""Every user of the table, with the roles that make them what they are."""
	make.make_role(ROLE)
	make.make_role(DESK_ROLE)
	for user, roles in _ROLES.items():
		make.make_user(user, *roles)
	frappe.db.set_value("User", SWITCHED_OFF, "enabled", 0)
	# A site that took the right to the desk from the role Knowledge User has such users.
	frappe.db.set_value("User", ON_WEBSITE, "user_type", "Website User")
	for user in (*_ROLES, "Guest"):
		frappe.clear_cache(user=user)


def make_workspace(title: str, *roles: str, **values: Any) -> Any:
	"""A public Workspace of the module of huf, for these roles; for everybody without any."""
	return frappe.get_doc(
		{
			"doctype": "Workspace",
			"label": title,
			"title": title,
			"public": 1,
			"content": "[]",
			"module": "Huf",
			"roles": [{"role": role} for role in roles],
			**values,
		}
	).insert(ignore_permissions=True)


def make_note(title: str) -> Any:
	"""A private Note of the writer, which the insider and one of the managers may read: Frappe's own rules for a Note."""
	note = frappe.get_doc({"doctype": "Note", "title": title, "content": "A note.", "public": 0}).insert()
	frappe.db.set_value("Note", note.name, "owner", WRITER)
	for user in (INSIDER, READING_MANAGER):
		frappe.share.add_docshare("Note", note.name, user, read=1)
	return note


class ScopeSite:
	"""Sources, agents and what hangs on them. Made as Administrator."""

	def __init__(self) -> None:
		frappe.set_user("Administrator")
		make_users()
		self.suffix = frappe.generate_hash(length=6)
		self.workspace = make_workspace(f"Scope {self.suffix}", ROLE)
		self.note = make_note(f"Scope note {self.suffix}")
		self.agent = make.make_agent()
		"""Serves every Knowledge User, and has all sources in its table."""
		self.listed_agent = make.make_agent(roles=[{"role": ROLE}])
		"""The agent that the source of the scope Agent lists; for the role of the insider."""
		self.sources = {scope: self._source(scope) for scope in SCOPES}
		frappe.db.set_value("Knowledge Source", self.sources["User"].name, "owner", OWNER)
		for source in self.sources.values():
			self._build(source)
			self._glossary(source.name)

	def values_of(self, scope: str) -> dict[str, Any]:
		"""What a source of this scope must name."""
		return {
			"Role": {"roles": [ROLE]},
			"Workspace": {"workspace": self.workspace.name},
			"Agent": {"agents": [{"agent": self.listed_agent.name}]},
			"Record": {"reference_doctype": "Note", "reference_name": self.note.name},
		}.get(scope, {})

	def fill_agents(self, mode: str) -> None:
		"""Give both agents all sources, in this mode."""
		for agent in (self.agent, self.listed_agent):
			agent.reload()
			agent.set(
				"knowledge",
				[{"knowledge_source": source.name, "mode": mode} for source in self.sources.values()],
			)
			agent.save()

	def _source(self, scope: str) -> Any:
		return make_indexed_source(
			f"The {WORD} of {scope} {self.suffix}.",
			name=f"{scope} {self.suffix}",
			scope=scope,
			**self.values_of(scope),
		)

	def _build(self, source: Any) -> None:
		build = frappe.get_doc({"doctype": "Knowledge Build", "knowledge_source": source.name})
		build.insert(set_name=source.live_build, ignore_permissions=True)

	def _glossary(self, source: str) -> None:
		frappe.get_doc(
			{
				"doctype": "Knowledge Glossary",
				"glossary_name": f"Glossary of {source}",
				"knowledge_source": source,
				"entries": [{"term": "zb", "expansions": WORD}],
			}
		).insert()
