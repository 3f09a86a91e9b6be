"""The page /knowledge of the website: Knowledge Search for those who have no desk. Searches are made by the browser."""

from urllib.parse import quote

import frappe
from frappe import _

from huf.ai.access.scopes.resolver import searchable_sources

no_cache = 1
sitemap = 0

TEXTS = (
	"1 result",
	"Author",
	"Clear All",
	"Credit note",
	"Date",
	"Date From",
	"Date To",
	"Document Type",
	"E-mail",
	"Filters",
	"Filters ({0})",
	"Invoice",
	"Kind",
	"Knowledge Source",
	"Knowledge cannot be searched now. Try again later.",
	"Language",
	"Less near: {0}",
	"Letter",
	"Load this page again to log in.",
	"No",
	"Nothing found for “{0}”",
	"Nothing near “{0}” was found",
	"Nothing that fits these filters has such words.",
	"Nothing that you may read has such words. Try others, or fewer.",
	"Remove {0}",
	"Search",
	"Search all knowledge that is open to you",
	"Show All",
	"Some of the knowledge could not be searched now.",
	"Tags",
	"The results below have little to do with it. Try other words.",
	"The server answered with status {0}.",
	"Title",
	"Title Contains",
	"Words, a question, or the number of an order or a document.",
	"Yes",
	"and rarer ones",
	"back to the box",
	"from {0}",
	"opens one",
	"through the results",
	"to search",
	"to {0}",
	"{0} or more",
	"{0} results",
)
"""What the scripts of the page say: the website has no translations for scripts, so they are sent with it."""


def get_context(context: "frappe._dict") -> None:
	"""What the page shows. Guests are sent to the login, whatever there is to be found."""
	if frappe.session.user == "Guest":
		_send_to_login()
	context.title = _("Knowledge")
	context.show_sidebar = True
	context.has_sources = bool(searchable_sources())
	context.texts = {text: _(text) for text in TEXTS}


def _send_to_login() -> None:
	query = frappe.safe_decode(frappe.request.query_string)
	wanted = f"/knowledge?{query}" if query else "/knowledge"
	frappe.flags.redirect_location = f"/login?redirect-to={quote(wanted, safe='')}"
	raise frappe.Redirect(302)
