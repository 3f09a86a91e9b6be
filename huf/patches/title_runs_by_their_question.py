"""Runs of before are called by the beginning of their question in lists, as new ones are."""

import frappe

from huf.ai.runs.keeping.rows import title_of

BATCH = 1000


def execute() -> None:
	"""Write the title of each run that has none."""
	last = ""
	while rows := frappe.db.sql(
		"""select name, left(prompt, 500) from `tabAgent Run`
		where name > %s and coalesce(title, '') = '' and coalesce(prompt, '') != '' order by name limit %s""",
		(last, BATCH),
	):
		last = rows[-1][0]
		for name, prompt in rows:
			frappe.db.set_value("Agent Run", name, "title", title_of(prompt), update_modified=False)
