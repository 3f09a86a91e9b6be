"""A site's knowledge as one of its users, for the tools of an assistant."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import frappe
from frappe.utils import get_url, strip_html, today

from huf.ai.access.roles import is_manager, may_use_knowledge
from huf.ai.access.scopes.resolver import searchable_sources
from huf.ai.knowledge.ask_record import about_record
from huf.ai.knowledge.retriever import note_search, search_as
from huf.ai.knowledge.searching.facets import with_facets_as_filtered
from huf.ai.knowledge.searching.filtering import in_plain_words, parsed
from huf.ai.knowledge.searching.reading_on import read_as
from huf.ai.knowledge.searching.search_log import MCP
from huf.ai.queries.as_user.errors import AskBack
from huf.ai.queries.tools.asking import Questions, asked_back
from huf.ai.records.asking import OneRecord
from huf.assistants.access import SourceCard
from huf.engine.errors import HufError
from huf.engine.filters import Filters
from huf.engine.prompt.untrusted import defuse
from huf.engine.request import Origin, Request
from huf.engine.search.reading import READ_TOKENS, ReadDocument
from huf.engine.types import SearchResult
from huf.huf.doctype.knowledge_source.knowledge_source import get_stats, rebuild_index


class NotDone(HufError):
	"""The site refused what an assistant asked; the message is the site's own."""

	code = "Refused"
	acts = "caller"


class SiteAccess:
	"""What ``user`` may search, and may manage; ``user`` is the session's."""

	def __init__(self, user: str) -> None:
		self._user = user

	@property
	def manager(self) -> "SiteManager | None":
		"""None unless the user looks after the site's knowledge."""
		return SiteManager() if is_manager(self._user) else None

	@property
	def records(self) -> "SiteRecords | None":
		"""None for who may not use knowledge."""
		return SiteRecords(self._user) if may_use_knowledge(self._user) else None

	def sources(self) -> list[SourceCard]:
		"""What a search of the user that names no source asks."""
		rows = frappe.db.sql(
			"""select name, description, status, embedding_dimensions from `tabKnowledge Source`
			where disabled = 0 and name in %s order by name""",
			(tuple(searchable_sources(self._user)) or ("",),),
			as_dict=True,
		)
		return [
			SourceCard(row.name, row.description or "", row.status, bool(row.embedding_dimensions))
			for row in rows
		]

	def filters(self, values: Mapping[str, Any]) -> Filters:
		"""Filters as documents of a site have them."""
		filters: Filters = _said_plainly(lambda: parsed(dict(values) or None))
		return filters

	def search(self, request: Request) -> SearchResult:
		"""The one search. Of the named sources those count that the user may search."""
		own = [card.name for card in self.sources()]
		named = tuple(name for name in request.sources or own if name in own)
		request = replace(request, sources=named, principal=self._user, origin=_origin(request))
		try:
			# Without a function between: a request passes few frames on its way to the index (docs/architecture.md).
			result = with_facets_as_filtered(request, search_as) if request.facets else search_as(request)
		except frappe.ValidationError as error:
			raise in_plain_words(error) from error
		note_search(request, result)
		return result

	def read(self, reference: str, max_tokens: int = READ_TOKENS) -> ReadDocument:
		"""The document of a passage, if the user may read it."""
		return read_as(self._user, reference, max_tokens)

	def address(self, url: str) -> str:
		"""Addresses on this site with its name in front."""
		return get_url(url) if url.startswith("/") else url


class SiteRecords:
	"""Questions of one user about records."""

	def __init__(self, user: str) -> None:
		self._user = user
		self._questions = Questions(user)
		self._one = OneRecord(user)

	def today(self) -> str:
		"""The day of the site."""
		return today()

	def query(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
		"""A list, a number or a number for each group."""
		try:
			return _harmless(self._questions.query(arguments).to_dict())
		except AskBack as error:
			return _harmless({"ask_back": asked_back(error)})

	def describe(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
		"""Fields and reports."""
		return self._questions.describe(arguments)

	def report(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
		"""A saved report."""
		return _harmless(self._questions.report(arguments).to_dict())

	def get(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
		"""One record."""
		try:
			return _harmless(self._one.get(arguments).to_dict())
		except AskBack as error:
			return _harmless({"ask_back": asked_back(error)})

	def follow(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
		"""What it is connected with."""
		try:
			return _harmless(self._one.follow(arguments).to_dict())
		except AskBack as error:
			return _harmless({"ask_back": asked_back(error)})

	def search_about(self, request: Request, doctype: str, name: str) -> SearchResult:
		"""The search within one record, as *Ask this Record* makes it."""
		request = replace(request, principal=self._user, origin=_origin(request))
		search = partial(with_facets_as_filtered, search=search_as) if request.facets else search_as
		result: SearchResult = _said_plainly(lambda: search(about_record(request, doctype, name)))
		return result


def _origin(request: Request) -> Origin:
	"""Whoever does not say which door it came by came by MCP."""
	origin = request.origin or Origin()
	return origin if origin.road else replace(origin, road=MCP)


def _harmless(answer: dict[str, Any]) -> dict[str, Any]:
	"""The answer with its addresses as others can open them, and with no value that can pose as anything else."""
	return {key: _defused(value, key) for key, value in answer.items()}


def _defused(value: Any, key: str = "") -> Any:
	if isinstance(value, str):
		return get_url(value) if key == "url" and value.startswith("/") else defuse(value)
	if isinstance(value, dict):
		return {key: _defused(each, key) for key, each in value.items()}
	return [_defused(each) for each in value] if isinstance(value, list) else value


class SiteManager:
	"""What an assistant may do for somebody who looks after knowledge. Each method asks for the right to its source."""

	def status(self, source: str) -> dict[str, Any]:
		"""Numbers and state of a source."""
		return dict(_said_plainly(lambda: get_stats(source)))

	def add_text(self, source: str, title: str, text: str) -> dict[str, Any]:
		"""Add a text as an input; it is indexed in the background."""
		values = {"knowledge_source": source, "input_type": "Text", "title": title, "text": text}
		made = _said_plainly(lambda: frappe.get_doc({"doctype": "Knowledge Input", **values}).insert())
		return {"input": made.name, "status": made.status}

	def rebuild(self, source: str) -> dict[str, Any]:
		"""Ask for a rebuild."""
		return dict(_said_plainly(lambda: rebuild_index(source)))


def _said_plainly(do: Callable[[], Any]) -> Any:
	"""What ``do`` gives; what Frappe refuses with a message for a browser is refused with its words alone."""
	try:
		return do()
	except (frappe.ValidationError, frappe.PermissionError, frappe.DoesNotExistError) as error:
		frappe.clear_messages()
		raise NotDone(strip_html(str(error)) or "You may not do this.") from error
