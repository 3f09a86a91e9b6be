"""What agents took in each month goes on in Knowledge Cost, which has sources, users and models too."""

import frappe

from huf.ai.costs.ledger import Payer, Taken, add
from huf.ai.site.database.dialect import has_table

BEFORE = "Agent Usage"


def execute() -> None:
	"""Move the rows, and take the DocType away that had them. Nothing of a month's cap is given back."""
	if not has_table(f"tab{BEFORE}"):
		return
	rows = frappe.db.sql(
		"""select agent, month, runs, unpriced_runs, prompt_tokens, completion_tokens, cost from `tabAgent Usage`""",
		as_dict=True,
	)
	for row in rows:
		payer = Payer("Chat", agent=row.agent or "")
		priced = row.runs - row.unpriced_runs
		add(
			payer,
			Taken(row.prompt_tokens, row.completion_tokens, float(row.cost or 0), priced),
			row.month,
		)
		if row.unpriced_runs:
			add(payer, Taken(calls=row.unpriced_runs), row.month)
	frappe.db.sql("delete from `tabAgent Usage`")
	frappe.delete_doc("DocType", BEFORE, force=True, ignore_missing=True)
