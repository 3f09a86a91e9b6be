"""What can be asked about one record, as every door asks it: as a tool of an agent, over REST and by MCP."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from frappe import _

from huf.ai.queries.as_user.acting import acting_as
from huf.ai.queries.as_user.errors import AskBack, Match, QueryRefused, said
from huf.ai.queries.as_user.readable import readable_doctype, unreadable
from huf.ai.queries.tools.resolving import resolve
from huf.ai.records.links import SECONDS, Reference, linked_from, linked_to, readable_of
from huf.ai.records.view import Card, RecordView, cards, record_view
from huf.engine.tools.one_record import NamedRecord, parse_followed_links, parse_named_record


@dataclass(frozen=True, slots=True)
class Links:
	"""The records that one record is connected with."""

	record: Card
	to: tuple[Card, ...]
	"""Those that link to it."""
	from_: tuple[Card, ...]
	"""Those that it links to."""
	may_be_more: bool

	def to_dict(self) -> dict[str, Any]:
		"""Ready for JSON."""
		links = [{**card.to_dict(), "direction": "to"} for card in self.to]
		links += [{**card.to_dict(), "direction": "from"} for card in self.from_]
		return {**self.record.to_dict(), "links": links, "may_be_more": self.may_be_more}


class OneRecord:
	"""What one user may ask about one record; of an agent's questions only about the DocTypes that it may ask about."""

	def __init__(self, user: str, doctypes: Collection[str] | None = None) -> None:
		""":param doctypes: nothing of others is shown; None: everything that the user may read."""
		self._user = user
		self._doctypes = None if doctypes is None else {name.casefold() for name in doctypes}

	def get(self, arguments: Mapping[str, Any]) -> RecordView:
		"""The record that is named. Raises ToolArgumentError, AskBack and QueryRefused, each in words for whoever asked."""
		named = parse_named_record(arguments)
		view = record_view(self._meant(named), self._user, self._doctypes)
		if view is None:
			raise self._none(named)
		return view

	def follow(self, arguments: Mapping[str, Any]) -> Links:
		"""What the record that is named is connected with. Raises as :meth:`get`."""
		wanted = parse_followed_links(arguments)
		record = self._meant(wanted.record)
		doctype = self._stored(wanted.doctype) if wanted.doctype else ""
		to: list[Reference] = []
		from_: list[Reference] = []
		may_be_more = False
		with acting_as(self._user):
			if wanted.direction != "from":
				found, may_be_more = linked_to(record, self._user, wanted.limit, doctype, SECONDS)
				to = [one for one in found if self._may_ask(one[0])]
			if wanted.direction != "to":
				near = [
					one
					for one in linked_from(record)
					if one != record and self._may_ask(one[0]) and doctype in ("", one[0])
				]
				found = readable_of(near, self._user)
				from_ = found[: wanted.limit]
				may_be_more = may_be_more or len(found) > wanted.limit
			card = next(iter(cards([record], self._user)), None)
			if card is None:
				raise self._none(wanted.record)
			return Links(card, tuple(cards(to, self._user)), tuple(cards(from_, self._user)), may_be_more)

	def _meant(self, named: NamedRecord) -> Reference:
		"""The one record that the name means to the user."""
		doctype = self._stored(named.doctype)
		matches = resolve(doctype, named.name, self._user)
		exact = [match for match in matches if match.name == named.name]
		if len(exact or matches) == 1:
			return doctype, (exact or matches)[0].name
		if not matches:
			raise self._none(named)
		lines = {
			card.record[1]: card.line for card in cards([(doctype, one.name) for one in matches], self._user)
		}
		raise AskBack(
			"name",
			doctype,
			named.name,
			tuple(Match(one.name, lines.get(one.name, one.title)) for one in matches),
			_("“{0}” may be several of {1}.").format(said(named.name), _(doctype)),
		)

	def _stored(self, doctype: str) -> str:
		"""The DocType by its own name, if the user may read it."""
		if not self._may_ask(doctype):
			raise unreadable(doctype)
		with acting_as(self._user):
			return readable_doctype(doctype, self._user).name

	def _may_ask(self, doctype: str) -> bool:
		return self._doctypes is None or doctype.casefold() in self._doctypes

	def _none(self, named: NamedRecord) -> QueryRefused:
		return QueryRefused(
			_("There is no {0} “{1}” that you may read.").format(said(named.doctype), said(named.name))
		)
