"""The phrases of a question in their order, looked at from any place."""

from collections.abc import Sequence
from typing import TypeVar

from huf.engine.questions.lexicon import IsCurrency, IsDocType, Meaning, Says, Span
from huf.engine.questions.wording import Role

_MeaningT = TypeVar("_MeaningT", bound=Meaning)

TRANSPARENT: frozenset[Role] = frozenset({"small", "is", "with", "all", "ours", "party", "verb"})
"""Words over which a preposition reaches what it belongs to."""


class Phrases:
	"""A place may be one behind the last phrase, where nothing is."""

	def __init__(self, spans: Sequence[Span]) -> None:
		self.spans = spans

	def __len__(self) -> int:
		return len(self.spans)

	def meanings(self, place: int) -> Sequence[Meaning]:
		"""All that the phrase here may mean."""
		return self.spans[place].meanings

	def at(self, place: int, kind: type[_MeaningT]) -> _MeaningT | None:
		"""What the phrase here means of a kind."""
		if place >= len(self.spans):
			return None
		return next((one for one in self.spans[place].meanings if isinstance(one, kind)), None)

	def is_exact(self, place: int) -> bool:
		"""Whether the phrase here is written as the name is that it stands for: in the singular, if that has another plural."""
		return self.spans[place].is_exact

	def roles(self, place: int) -> frozenset[Role]:
		"""What the words of the phrase here say. Of a small word, which “que” is nearly everywhere, not that it compares."""
		said = self._roles(place)
		return said - {"versus"} if "small" in said else said

	def may_compare(self, place: int) -> bool:
		"""Whether the words here may stand between two things that are compared: “que le mois dernier”."""
		return bool(self._roles(place) & {"versus", "more", "less"})

	def _roles(self, place: int) -> frozenset[Role]:
		if place >= len(self.spans):
			return frozenset()
		said = (one.roles for one in self.spans[place].meanings if isinstance(one, Says))
		return frozenset[Role]().union(*said)

	def say(self, *roles: Role) -> bool:
		"""Whether the words of any phrase have one of these roles."""
		return any(self.roles(place) & {*roles} for place in range(len(self)))

	def names(self, place: int, doctype: str) -> bool:
		"""Whether the phrase here may be the name of this DocType."""
		named = self.at(place, IsDocType)
		return named is not None and named.name.doctype == doctype

	def next(self, place: int) -> int:
		"""The place of the next phrase that says something."""
		while place < len(self.spans) and self._is_transparent(place):
			place += 1
		return place

	def _is_transparent(self, place: int) -> bool:
		meanings = self.spans[place].meanings
		if all(isinstance(one, IsCurrency) for one in meanings):
			return True
		roles = self.roles(place)
		return all(isinstance(one, Says) for one in meanings) and bool(roles) and roles <= TRANSPARENT
