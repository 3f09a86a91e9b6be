"""Whoever asks: a user with all that the rules want to know of them."""

from functools import cached_property

import frappe

from huf.ai.access.roles import KNOWLEDGE_ROLES, MANAGER_ROLES, PORTAL_ROLES
from huf.ai.access.words import is_administrator, user_type_of


class Principal:
	"""One user. Made anew for each question, so that a right that was taken away acts at once."""

	def __init__(self, user: str | None = None) -> None:
		self.user: str = user or frappe.session.user

	@cached_property
	def _user_type(self) -> str | None:
		"""None for a user who is switched off."""
		return user_type_of(self.user)

	@cached_property
	def roles(self) -> frozenset[str]:
		"""Their roles; none for Guest, or for a user who is switched off."""
		if self.user == "Guest" or self._user_type is None:
			return frozenset()
		return frozenset(frappe.get_roles(self.user))

	@cached_property
	def is_administrator(self) -> bool:
		"""Whether no rule binds them."""
		return is_administrator(self.user)

	@cached_property
	def is_there(self) -> bool:
		"""Whether they can be anybody at all: an enabled user, and not Guest."""
		return self.is_administrator or bool(self.roles)

	@cached_property
	def uses_knowledge(self) -> bool:
		"""Whether they have one of the roles that knowledge is for."""
		return self.is_administrator or bool(KNOWLEDGE_ROLES & self.roles)

	@cached_property
	def manages(self) -> bool:
		"""Whether they look after the site's knowledge."""
		return self.is_administrator or bool(MANAGER_ROLES & self.roles)

	@cached_property
	def asks_openly(self) -> bool:
		"""Whether they may be answered from what is open to the whole site, its portal included."""
		return self.uses_knowledge or bool(PORTAL_ROLES & self.roles)

	@cached_property
	def is_at_desk(self) -> bool:
		"""Whether they may use the desk; users of the website may not."""
		return self.is_there and self._user_type != "Website User"
