"""The kinds of places that list entries, and what each of them needs: one class a kind."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Protocol

from frappe.utils import cint

from huf.ai.knowledge.fetch import fetch_url
from huf.ai.knowledge.fetch.listed import Listing
from huf.ai.knowledge.fetch.version import Answer
from huf.ai.knowledge.fetch.websites.addresses import WantedPages, page_address
from huf.ai.knowledge.fetch.websites.documents import MOST_BYTES
from huf.ai.knowledge.fetch.websites.listing import RUN_SECONDS, list_pages
from huf.ai.knowledge.fetch.websites.reading import read_apart
from huf.ai.knowledge.selectors.websites import wanted_pages

Progress = Callable[[Listing], None]


class Place(Protocol):
	"""A place, as a selector's row names it."""

	input_type: str
	"""Of the inputs that its entries become."""
	grace: timedelta
	"""How long an entry stays that is not listed any more."""
	grace_of_many: timedelta
	"""The same when more than half of all are missing at once."""

	def wants(self, key: str) -> bool:
		"""Whether an entry of this key is wanted."""

	def list(self, progress: Progress, seconds: float) -> Listing:
		"""Ask the place what it has, for at most about so many seconds.

		Raises:
			InputError: nothing is known of it now.
		"""

	def key_of(self, row: Mapping[str, Any]) -> str:
		"""The key of an input that is there, from ``url``."""

	def values_of(self, key: str) -> dict[str, Any]:
		"""What a new input of an entry holds besides what all inputs do."""


@dataclass(frozen=True, slots=True)
class Website:
	"""The pages that a sitemap or a page of links lists."""

	wanted: WantedPages
	input_type = "URL"
	grace = timedelta(days=7)
	grace_of_many = grace

	def wants(self, key: str) -> bool:
		"""See :class:`Place`."""
		return self.wanted.wants(key)

	def list(self, progress: Progress, seconds: float = RUN_SECONDS) -> Listing:
		"""See :class:`Place`."""
		return list_pages(
			self.wanted,
			_fetch,
			read=read_apart,
			seconds=seconds,
			progress=lambda found, documents: progress(found),
		)

	def key_of(self, row: Mapping[str, Any]) -> str:
		"""See :class:`Place`."""
		return page_address(row["url"] or "")

	def values_of(self, key: str) -> dict[str, Any]:
		"""See :class:`Place`."""
		return {"url": key, "title": key}


def _fetch(address: str) -> Answer:
	"""From public addresses only, as the pages themselves."""
	return fetch_url(address, packed=True, max_bytes=MOST_BYTES)


def place_of(row: Mapping[str, Any]) -> Place:
	"""The place that a selector's row names.

	Raises:
		SettingsError: the row is none that was checked when it was saved.
	"""
	return Website(wanted_pages(row))


def limit_of(row: Mapping[str, Any]) -> int:
	"""How many entries a selector's row may bring."""
	return cint(row["most_entries"])
