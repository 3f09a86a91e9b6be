"""What is set aside for calls that are going on, so that a cap holds for many at once.

One transaction locks, adds up what the ledger says and what others hold, and writes the hold or refuses. All holds of a site go one
after the other through it, by a lock on one row; it has some statements and takes milliseconds, and only calls with a cap make
it. No hold is made without a cap, and none is left: whoever made it takes it away, or the watchdog when its time is over.
"""

from collections.abc import Sequence
from dataclasses import fields, replace
from functools import partial

import frappe
from frappe import _
from frappe.utils import add_to_date, flt, now_datetime

from huf.ai.costs.caps import Cap
from huf.ai.costs.ledger import LEDGER, Payer, Taken, add, this_month
from huf.ai.site.database.dialect import inserted, on_conflict
from huf.ai.site.database.transactions import retried_transaction
from huf.engine.errors import HufError

HOLD = "Knowledge Cost Hold"
LOCK = "lock"
"""The row that is locked. It holds nothing, and is made by the first hold."""
ROUNDING = 5e-9
"""Half of the last digit that Frappe keeps of a Float."""

_PAYER = tuple(field.name for field in fields(Payer))


class OverCap(HufError):
	"""A call could pass a cap, so it is not made."""

	code = "Cost Cap"
	acts = "manager"

	def __init__(self, cap: Cap, spent: float, held: float, most: float) -> None:
		super().__init__(_sentence(cap, spent, held, most))
		self.cap = cap
		self.most = most
		"""The most that the call may cost, in US dollars."""


def reserve(
	hold: str,
	payer: Payer,
	caps: Sequence[Cap],
	most: float | None,
	*,
	paid: float = 0.0,
	seconds: float,
) -> None:
	"""Set aside what a call may cost, committed, whatever transaction is open; in place of what ``hold`` held before.

	:param hold: its name; one call at a time is made under it.
	:param most: US dollars that the call can cost at most. None: nobody knows; then it is refused only where a cap is spent already.
	:param paid: US dollars that calls under this hold have cost and that are not in the ledger yet.
	:param seconds: after which whoever holds it is dead.
	:raises OverCap: what is spent, what others hold, and this would pass a cap. What ``hold`` held before is as it was.
	"""

	def write() -> None:
		_lock()
		month = this_month()
		for cap in caps:
			spent, held = _standing(cap, month, hold)
			wanted = spent + held + paid + (most or 0.0)
			is_spent = most is None and wanted >= cap.dollars - ROUNDING
			if is_spent or wanted > cap.dollars + ROUNDING:
				raise OverCap(cap, spent + paid, held, most or 0.0)
		_write(hold, payer, month, paid + (most or 0.0), paid, seconds)

	retried_transaction(write)


def note_paid(hold: str, paid: float) -> None:
	"""The call under a hold has ended and another one may follow: what is paid by now stays held, committed, and no more."""

	def write() -> None:
		frappe.db.sql(
			f"update `tab{HOLD}` set amount = %(paid)s, paid = %(paid)s where name = %(hold)s",
			{"paid": paid, "hold": hold},
		)

	retried_transaction(write)


def settle(hold: str, payer: Payer, taken: Taken) -> None:
	"""Write what was taken and free what was set aside, in the transaction that is open.

	Whoever broke off in the middle may know less of what was paid than the hold does.
	"""
	held = frappe.db.get_value(HOLD, hold, "paid", for_update=True)
	if held is not None:
		frappe.db.delete(HOLD, {"name": hold})
	paid = flt(held)
	add(payer, replace(taken, cost=paid) if paid > (taken.cost or 0.0) + ROUNDING else taken)


def close(hold: str) -> None:
	"""Free what a hold has set aside, in the transaction that is open, when nobody can tell what was taken.

	What is known to be paid goes to the ledger; of a call that was under way nothing does.
	"""
	row = frappe.db.get_value(HOLD, hold, ["paid", *_PAYER], as_dict=True, for_update=True)
	if not row:
		return
	frappe.db.delete(HOLD, {"name": hold})
	if flt(row.paid) > 0:
		payer = Payer(row.kind, **{name: row[name] or "" for name in _PAYER if name != "kind"})
		add(payer, Taken(cost=flt(row.paid)))


def close_dead() -> None:
	"""Every minute: free what processes held that were killed, and write what they had paid."""
	# In SQL: on PostgreSQL a filter of Frappe's would find rows without a time too, and the lock has none.
	for hold in frappe.db.sql_list(f"select name from `tab{HOLD}` where expires_at < %s", now_datetime()):
		retried_transaction(partial(close, hold))


def can_go_on(caps: Sequence[Cap], most: float) -> bool:
	"""Whether a call that was refused would be made now. Holds nothing."""
	month = this_month()
	return all(sum(_standing(cap, month, "")) + most <= cap.dollars + ROUNDING for cap in caps)


def left_of(caps: Sequence[Cap]) -> float | None:
	"""US dollars that all caps leave for this month, at least 0; None without a cap."""
	month = this_month()
	left = [cap.dollars - sum(_standing(cap, month, "")) for cap in caps]
	return max(0.0, min(left)) if left else None


def _lock() -> None:
	"""The one lock of all holds, until the transaction ends. First in it, so that it sees what others wrote before."""
	frappe.db.sql(
		f"""insert into `tab{HOLD}` (name, creation, modified, owner, modified_by, amount, paid)
		values (%(name)s, %(now)s, %(now)s, 'Administrator', 'Administrator', 0, 0)
		{on_conflict("name")} modified = {inserted("modified")}""",
		{"name": LOCK, "now": now_datetime()},
	)


def _standing(cap: Cap, month: str, hold: str) -> tuple[float, float]:
	"""What is spent of a cap and what others hold of it. In one statement: a call that ends moves from one to the other."""
	ours = f"month = %(month)s and `{cap.column}` = %(value)s" + (" and kind = %(kind)s" if cap.kind else "")
	spent, held = frappe.db.sql(
		f"""select
		(select coalesce(sum(cost), 0) from `tab{LEDGER}` where {ours}),
		(select coalesce(sum(amount), 0) from `tab{HOLD}` where {ours} and name != %(hold)s)""",
		{"month": month, "value": cap.value, "hold": hold, "kind": cap.kind},
	)[0]
	return float(spent), float(held)


def _write(hold: str, payer: Payer, month: str, amount: float, paid: float, seconds: float) -> None:
	frappe.db.sql(
		f"""insert into `tab{HOLD}` (name, creation, modified, owner, modified_by,
			month, kind, agent, `user`, knowledge_source, model, amount, paid, expires_at)
		values (%(hold)s, %(now)s, %(now)s, 'Administrator', 'Administrator', %(month)s, %(kind)s, %(agent)s, %(user)s,
			%(knowledge_source)s, %(model)s, %(amount)s, %(paid)s, %(expires_at)s)
		{on_conflict("name")} {
			", ".join(
				f"{column} = {inserted(column)}"
				for column in ("modified", "month", "amount", "paid", "expires_at")
			)
		}""",
		{
			"hold": hold,
			"now": now_datetime(),
			"month": month,
			**{name: getattr(payer, name) or None for name in _PAYER},
			"amount": amount,
			"paid": paid,
			"expires_at": add_to_date(None, seconds=seconds),
		},
	)


def _sentence(cap: Cap, spent: float, held: float, most: float) -> str:
	"""What is said to whoever is refused. Of a source and an agent its readers learn the sums, never who spent them."""
	match cap.column:
		case "agent" if cap.kind == "Tests":
			words = _(
				"The tests of the agent have reached their monthly cap of {0} US dollars: {1}. Whoever may change the agent can raise it, or they go "
				"on next month."
			)
		case "agent":
			words = _(
				"The agent has reached its monthly cap of {0} US dollars: {1}. A manager can raise it, or it goes on next month."
			)
		case "user":
			words = _(
				"You have reached your monthly cap of {0} US dollars: {1}. A System Manager can raise it in Agent Settings, or it goes on "
				"next month."
			)
		case "knowledge_source" if cap.kind == "Tests":
			words = _(
				"The tests of the source have reached their monthly cap of {0} US dollars: {1}. Whoever may change the source can raise it, or they go "
				"on next month."
			)
		case "knowledge_source":
			words = _(
				"The source has reached its monthly cap of {0} US dollars: {1}. Whoever may change the source can raise it, or it goes on "
				"next month."
			)
	parts = [_("{0} are spent").format(dollars(spent))]
	if held > ROUNDING:
		parts.append(_("{0} are set aside for what runs now").format(dollars(held)))
	if most > ROUNDING:
		parts.append(_("the next call may cost {0}").format(dollars(most)))
	return words.format(dollars(cap.dollars), ", ".join(parts))


def dollars(amount: float) -> str:
	"""An amount as it is said: in cents, and exactly where it is less than a few."""
	return (
		f"{amount:.2f}" if amount >= 0.1 or amount < ROUNDING else f"{amount:.6f}".rstrip("0").ljust(4, "0")
	)
