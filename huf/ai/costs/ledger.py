"""The ledger: what calls of models took, by month, kind, source, agent, user and model.

The sums stand here and not in runs and builds: a user may delete their runs, a manager may not read them, and builds are cleared away.
"""

import hashlib
from dataclasses import dataclass
from typing import Literal

import frappe
from frappe.utils import now_datetime

from huf.ai.site.database.dialect import inserted, on_conflict

LEDGER = "Knowledge Cost"
COUNTED = ("calls", "unpriced_calls", "input_tokens", "output_tokens", "cost")
"""Columns that add up."""

Kind = Literal["Chat", "Indexing", "Questions", "Re-ranking", "Tests"]


@dataclass(frozen=True, slots=True)
class Payer:
	"""Whose money a call takes: names of records, empty where there is none."""

	kind: Kind
	agent: str = ""
	user: str = ""
	"""Who asked; of indexing, the owner of a personal source."""
	knowledge_source: str = ""
	model: str = ""
	"""The AI Model."""


@dataclass(frozen=True, slots=True)
class Taken:
	"""What calls took."""

	input_tokens: int = 0
	output_tokens: int = 0
	cost: float | None = None
	"""US dollars; None: nobody knows the price."""
	calls: int = 1


def this_month() -> str:
	"""The calendar month in the site's time, as ``2026-11``."""
	return now_datetime().strftime("%Y-%m")


def add(payer: Payer, taken: Taken, month: str = "") -> None:
	"""Add what a call took to its row of the month, in the transaction that is open.

	The row is locked from here to the end of the transaction, so this belongs there.
	"""
	month = month or this_month()
	row = f"`tab{LEDGER}`"
	sums = ", ".join(f"{column} = {row}.{column} + {inserted(column)}" for column in COUNTED)
	frappe.db.sql(
		f"""insert into {row} (name, creation, modified, owner, modified_by,
			month, kind, agent, `user`, knowledge_source, model, {", ".join(COUNTED)})
		values (%(name)s, %(now)s, %(now)s, 'Administrator', 'Administrator',
			%(month)s, %(kind)s, %(agent)s, %(user)s, %(source)s, %(model)s,
			%(calls)s, %(unpriced)s, %(input)s, %(output)s, %(cost)s)
		{on_conflict("name")} modified = %(now)s, {sums}""",
		{
			"name": _row_of(payer, month),
			"now": now_datetime(),
			"month": month,
			"kind": payer.kind,
			"agent": payer.agent or None,
			"user": payer.user or None,
			"source": payer.knowledge_source or None,
			"model": payer.model or None,
			"calls": taken.calls,
			"unpriced": taken.calls if taken.cost is None else 0,
			"input": taken.input_tokens,
			"output": taken.output_tokens,
			"cost": taken.cost or 0.0,
		},
	)


def _row_of(payer: Payer, month: str) -> str:
	"""The name of a row, which all calls of its kind come to. A record that was renamed gets a second row, and its first one
	goes by the new name: reports and caps read columns, never this."""
	values = (month, payer.kind, payer.agent, payer.user, payer.knowledge_source, payer.model)
	return hashlib.sha256("\0".join(values).encode()).hexdigest()[:20]
