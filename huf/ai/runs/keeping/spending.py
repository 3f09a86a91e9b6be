"""What the runs of an agent cost in a month, and whether it may go on.

The sums stand in Agent Usage and not in the runs: a user may delete their runs, and a manager may not read them.
"""

import frappe
from frappe import _
from frappe.utils import flt, now_datetime

from huf.agent.completion import CostCapReached, Usage
from huf.ai.site.database.dialect import inserted, on_conflict
from huf.ai.site.database.transactions import own_transaction


def this_month() -> str:
	"""The calendar month in the site's time, as ``2026-11``."""
	return now_datetime().strftime("%Y-%m")


def spent_this_month(agent: str) -> float:
	"""US dollars of the agent's ended runs in this month, over all users."""
	with own_transaction():
		return flt(frappe.db.get_value("Agent Usage", {"agent": agent, "month": this_month()}, "cost"))


def check_cap(agent: str, cap: float, of_this_run: float = 0.0) -> None:
	"""Raise CostCapReached when the agent's runs of this month, with ``of_this_run`` dollars, reach ``cap``. 0: no cap."""
	if cap <= 0:
		return
	spent = spent_this_month(agent) + of_this_run
	if spent >= cap:
		raise CostCapReached(
			_(
				"The agent has reached its monthly cap: {0} of {1} US dollars are spent. A manager can raise it, or it "
				"goes on next month."
			).format(f"{spent:.2f}", f"{cap:.2f}")
		)


def add_run(agent: str, usage: Usage, cost: float | None) -> None:
	"""Add an ended run to its agent's month; in the transaction that is open."""
	usage_row = "`tabAgent Usage`"
	frappe.db.sql(
		f"""insert into `tabAgent Usage`
			(name, creation, modified, owner, modified_by, agent, month, runs, unpriced_runs,
			prompt_tokens, completion_tokens, cost)
		values (%(name)s, %(now)s, %(now)s, 'Administrator', 'Administrator', %(agent)s, %(month)s, 1, %(unpriced)s,
			%(prompt)s, %(completion)s, %(cost)s)
		{on_conflict("agent", "month")}
			modified = %(now)s,
			runs = {usage_row}.runs + 1,
			unpriced_runs = {usage_row}.unpriced_runs + {inserted("unpriced_runs")},
			prompt_tokens = {usage_row}.prompt_tokens + {inserted("prompt_tokens")},
			completion_tokens = {usage_row}.completion_tokens + {inserted("completion_tokens")},
			cost = {usage_row}.cost + {inserted("cost")}""",
		{
			"name": frappe.generate_hash(length=10),
			"now": frappe.utils.now_datetime(),
			"agent": agent,
			"month": this_month(),
			"unpriced": int(cost is None),
			"prompt": usage.prompt_tokens,
			"completion": usage.completion_tokens,
			"cost": cost or 0.0,
		},
	)
