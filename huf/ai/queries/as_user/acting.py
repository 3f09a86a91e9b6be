"""Whose rights a question is answered with: those of one enabled user, as they are now."""

from collections.abc import Iterator
from contextlib import contextmanager

from frappe import _

from huf.ai.access.impersonation import asked_as, forget_old_rights
from huf.ai.access.principal import Principal
from huf.ai.queries.as_user.errors import QueryRefused


@contextmanager
def acting_as(user: str) -> Iterator[None]:
	"""Run the block as ``user``. Raises QueryRefused for Guest, for a user who is switched off, and for nobody at all."""
	if not user or not Principal(user).is_there:
		raise QueryRefused(_("Only an enabled user can ask about records."))
	if user != "Administrator":
		forget_old_rights(user)
	with asked_as(user):
		yield
