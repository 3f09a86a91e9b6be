"""What the tools need of whoever has the knowledge: a folder, or a site as one of its users."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from huf.engine.filters import Filters
from huf.engine.request import Request
from huf.engine.search.reading import READ_TOKENS, ReadDocument
from huf.engine.types import SearchResult


@dataclass(frozen=True, slots=True)
class SourceCard:
	"""A source as an assistant gets to know it."""

	name: str
	description: str = ""
	status: str = "Ready"
	has_vectors: bool = False
	"""Whether it can be searched by meaning too."""


class Manager(Protocol):
	"""What those may do who look after sources. Every method checks the right to the source it is given.

	Raises HufError with a sentence for the assistant when it is refused.
	"""

	def status(self, source: str) -> dict[str, Any]:
		"""How a source stands: status, counts, the last error."""

	def add_text(self, source: str, title: str, text: str) -> dict[str, Any]:
		"""Add a text to a source; it is indexed in the background."""

	def rebuild(self, source: str) -> dict[str, Any]:
		"""Ask for the index of a source to be made anew."""


class RecordAccess(Protocol):
	"""Records of a site beyond what is indexed of them. Every method answers with the reader's own rights.

	Raises HufError with a sentence for the assistant when it is refused.
	"""

	def today(self) -> str:
		"""The day on which the site is, as YYYY-MM-DD."""

	def query(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
		"""A list, a number or a number for each group, or what has to be asked back."""

	def describe(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
		"""The fields of a kind of records, and the saved reports about it."""

	def report(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
		"""What a saved report shows."""

	def get(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
		"""One record with what belongs to it, or what has to be asked back."""

	def follow(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
		"""The records that one is connected with, or what has to be asked back."""

	def search_about(self, request: Request, doctype: str, name: str) -> SearchResult:
		"""The search, of what knowledge has of one record alone: its text, its files, what was written about it."""


class KnowledgeAccess(Protocol):
	"""Knowledge as one reader may see it. Nothing that an assistant sends changes whose eyes these are."""

	@property
	def manager(self) -> Manager | None:
		"""None unless the user has a role that looks after knowledge."""

	@property
	def records(self) -> RecordAccess | None:
		"""None where there are no records, or for who may not use knowledge."""

	def sources(self) -> Sequence[SourceCard]:
		"""The sources that may be searched."""

	def filters(self, values: Mapping[str, Any]) -> Filters:
		"""What an assistant wants to find, as ``parse_filters`` takes it; HufError with a sentence for what cannot be asked."""

	def search(self, request: Request) -> SearchResult:
		"""The one search, for this reader, whoever the request says it is for."""

	def read(self, reference: str, max_tokens: int = READ_TOKENS) -> ReadDocument:
		"""The document of a passage (``Hit.citation_id``); ContentMissing if there is none for this reader."""

	def address(self, url: str) -> str:
		"""``Hit.url`` as an address that can be opened from elsewhere; empty if there is none."""
