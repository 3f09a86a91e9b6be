"""What a row says that selects the pages of a website."""

from collections.abc import Mapping
from typing import Any

from frappe import _
from frappe.utils import cint, cstr

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


def problem_of_limit(row: Mapping[str, Any]) -> str:
	"""Why the number of entries is none that can be; empty if it can."""
	if 1 <= cint(row.get("most_entries")) <= MOST_ENTRIES:
		return ""
	return str(_("At Most must be a number from 1 to {0}.").format(MOST_ENTRIES))
