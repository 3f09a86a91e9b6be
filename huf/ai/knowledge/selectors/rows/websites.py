"""What a row says that selects the pages of a website."""

from collections.abc import Mapping
from typing import Any

from frappe.utils import cstr

from huf.ai.knowledge.fetch.websites.addresses import WantedPages, hosts_of, page_address, patterns_of
from huf.engine.errors import SettingsError

MOST_ENTRIES = 10_000
"""That a row may bring."""


def wanted_pages(row: Mapping[str, Any]) -> WantedPages:
	"""Which pages a row of the kind Website wants.

	Raises:
		SettingsError: a field cannot be read; the message says what to write.
	"""
	address = page_address(cstr(row.get("address")))
	if not address:
		raise SettingsError(
			"Give the whole address of a sitemap or a page with links, with https:// or http://."
		)
	return WantedPages(
		address,
		patterns_of(cstr(row.get("include_paths"))),
		patterns_of(cstr(row.get("exclude_paths"))),
		hosts_of(cstr(row.get("other_hosts"))),
	)
