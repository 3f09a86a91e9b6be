"""Over which records a question is answered: exactly those that the user may read, as a condition or as their names.

Where a list could show what the form of a single record would refuse (:mod:`huf.ai.access.records.records` says when), the
records that fit are asked one by one, as long as they are few. Where they are many there is no number at all.
"""

from collections.abc import Callable, Sequence
from functools import partial

from frappe import _

from huf.ai.access.records.inputs import tried
from huf.ai.access.records.records import Rule, readable_records, rule_of
from huf.ai.access.words import NOTHING, quoted, shared_condition
from huf.ai.queries.as_user.errors import QueryRefused
from huf.ai.queries.as_user.readable import unreadable

MOST_CHECKED = 1000
"""Records that are asked one by one for one answer."""
_AT_ONCE = 20


class Allowed:
	"""The records of one DocType that ``user``, who must be the session's user, may read."""

	def __init__(self, doctype: str, user: str) -> None:
		"""Raises QueryRefused when there are none, or when the right cannot be found out."""
		self._doctype = doctype
		self._user = user
		rule = tried(doctype, partial(rule_of, doctype, user), None)
		if rule is None:
			raise _unknown(doctype)
		if rule.kind in ("nothing", "single documents"):
			raise unreadable(doctype)
		self._rule: Rule = rule

	@property
	def condition(self) -> str:
		"""SQL about the table of the DocType, without anything to bind; empty: all. Percent signs are themselves."""
		if self._rule.kind == "shared":
			return shared_condition(self._doctype, self._user)
		return self._rule.condition

	@property
	def asks_documents(self) -> bool:
		"""Whether the condition may let through what a single record would refuse."""
		return self._rule.asks_documents

	def among(self, names: Sequence[str], go_on: Callable[[], None], most: int | None = None) -> list[str]:
		"""Those of the records, which the condition let through, that the user may read, in their order.

		:param go_on: raises when the time is over. :param most: so many are enough.
		"""
		found: list[str] = []
		for start in range(0, len(names), _AT_ONCE):
			batch = names[start : start + _AT_ONCE]
			go_on()
			readable = tried(
				self._doctype,
				partial(readable_records, self._doctype, batch, self._user, self._rule),
				None,
			)
			if readable is None:
				raise _unknown(self._doctype)
			found += [name for name in batch if name in readable]
			if most is not None and len(found) >= most:
				return found[:most]
		return found


def names_condition(doctype: str, names: Sequence[str]) -> str:
	"""SQL: one of these records."""
	listed = ", ".join(quoted(name) for name in names)
	return f"`tab{doctype}`.`name` in ({listed})" if listed else NOTHING


def _unknown(doctype: str) -> QueryRefused:
	return QueryRefused(
		_(
			"Which records of {0} you may read could not be found out. The Error Log says where it failed."
		).format(_(doctype))
	)
