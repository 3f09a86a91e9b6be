"""Who uses knowledge on a site, and who looks after it."""

from huf.ai.access.words import is_administrator, roles_of

MANAGER_ROLES = frozenset({"Knowledge Manager", "System Manager"})
KNOWLEDGE_ROLES = MANAGER_ROLES | {"Knowledge User"}
PORTAL_ROLES = frozenset({"Knowledge Portal User"})
"""For users of the website: they are answered from sources of the scope Global, and see nothing else of huf."""
READING = frozenset({None, "", "read", "select", "print", "email", "report", "export"})


def is_manager(user: str | None = None) -> bool:
	"""Whether the user looks after the site's knowledge."""
	return is_administrator(user) or bool(MANAGER_ROLES & roles_of(user))


def may_use_knowledge(user: str | None = None) -> bool:
	"""Whether the user has any of the roles that knowledge is for."""
	return is_administrator(user) or bool(KNOWLEDGE_ROLES & roles_of(user))
