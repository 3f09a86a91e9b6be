"""How often each input was found: counted beside the log, and kept longer than it, since it names nobody.

The counts stand in a table and not in a DocType, as notes of triggers do: nothing of Frappe counts or filters it for whoever is logged in. Nor are they fields of
Knowledge Input: each of its rows would wait for the jobs that index it.
"""

from collections import Counter
from collections.abc import Iterable

import frappe

from huf.ai.site.database import dialect

TABLE = "huf_input_found"
ROWS_AT_ONCE = 500


def make_table() -> None:
	"""Make the table unless it is there. MariaDB commits before it makes one."""
	if dialect.has_table(TABLE):
		return
	moment = "timestamp(6)" if dialect.is_postgres() else "datetime(6)"
	frappe.db.sql_ddl(
		f"""create table if not exists `{TABLE}` (
			knowledge_input varchar(140) not null primary key,
			times bigint not null,
			first_found_at {moment} not null,
			last_found_at {moment} not null
		) {dialect.table_options()}"""
	)


def drop_table() -> None:
	"""Remove the table and what is in it."""
	frappe.db.sql_ddl(f"drop table if exists `{TABLE}`")


def count(found: Iterable[tuple[str, object]]) -> None:
	"""Count each of these inputs once for each time that it is named, with when that was."""
	times: Counter[str] = Counter()
	last: dict[str, object] = {}
	for name, moment in found:
		times[name] += 1
		last[name] = moment
	# In one order for all who count, so that none waits for another in a circle.
	names = sorted(times)
	for start in range(0, len(names), ROWS_AT_ONCE):
		some = names[start : start + ROWS_AT_ONCE]
		values = [value for name in some for value in (name, times[name], last[name], last[name])]
		frappe.db.sql(
			f"""insert into `{TABLE}` (knowledge_input, times, first_found_at, last_found_at)
			values {", ".join(["(%s, %s, %s, %s)"] * len(some))}
			{dialect.on_conflict("knowledge_input")} times = {TABLE}.times + {dialect.inserted("times")},
			last_found_at = {dialect.inserted("last_found_at")}""",
			values,
		)


def forget_gone() -> None:
	"""Forget inputs that are no more."""
	frappe.db.sql(
		f"delete from `{TABLE}` where knowledge_input not in (select name from `tabKnowledge Input`)"
	)


def counted_since() -> object:
	"""When the first input was counted; None: nothing was found yet."""
	return frappe.db.sql(f"select min(first_found_at) from `{TABLE}`")[0][0]
