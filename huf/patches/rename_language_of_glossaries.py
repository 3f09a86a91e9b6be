"""The language of a Knowledge Glossary is a field of another name.

Frappe fills a link field that is called ``language`` with the language of the user, so that a glossary which was left
open to all languages acted in that one alone.
"""

import frappe
from frappe.model.utils.rename_field import rename_field


def execute() -> None:
	"""Keep what stands in it: nobody knows which ones were meant."""
	if frappe.db.has_column("Knowledge Glossary", "language"):
		rename_field("Knowledge Glossary", "language", "text_language")
