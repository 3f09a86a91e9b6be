"""Columns that hold JSON are text to Frappe now, and text may be empty.

MariaDB checks a column that was made as JSON, and goes on doing so when its field has become text: to both it is ``longtext``.
"""

import frappe

from huf.ai.site.database.dialect import is_postgres

COLUMNS = (
	("Agent Run", "knowledge_sources_used"),
	("Agent Run", "structured_response"),
	("Agent Run", "verification"),
	("Agent Run Proposal", "arguments"),
	("Agent Run Proposal", "changes"),
	("Knowledge Build", "settings"),
)
"""DocType and field."""


def execute() -> None:
	"""Take the check away; what stands in the columns stays. PostgreSQL has another type for JSON, which Frappe changes."""
	if is_postgres():
		return
	for doctype, column in COLUMNS:
		# A column that is defined anew has no check unless it is given one.
		frappe.db.sql_ddl(f"alter table `tab{doctype}` modify `{column}` longtext")
