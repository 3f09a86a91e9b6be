"""How much of what people need to know is read from plain questions, on a site with ERPNext: right, wrong, or not at all.

Run it in the folder ``sites`` of a bench, with this checkout in ``PYTHONPATH``, on a site that ``benchmarks/on_site/erp.py`` has filled:
``python …/benchmarks/on_site/needs.py --site NAME``. The truth is SQL by whoever asked, over all records, so it is asked as a user who may see them.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import frappe

from benchmarks.questions.needs import FIRST, MANAGERS, SECOND, THIRD, Need
from huf.ai.queries.as_user.running import run_query
from huf.ai.queries.plain_questions import read, with_computed
from huf.engine.questions.reading import Reading
from huf.engine.questions.record_query import MOST_ROWS, RecordQuery

RIGHT, WRONG, RECORD, UNREAD = "right", "wrong", "record", "unread"
"""Of these *record* opens one that the question names, and *unread* searches; both leave the answer to whoever reads on."""
_SAME = 0.02
"""Of amounts, which may be rounded on the way."""


def judge(need: Need, reading: Reading, user: str) -> str:
	"""What a reading is worth."""
	if reading.kind == "record":
		record = reading.records[0]
		is_meant = need.kind == "value" and record.doctype == need.doctype
		return RIGHT if is_meant or [record.name] == _column(need) else RECORD
	if reading.kind != "list" or not reading.query:
		return UNREAD
	query = with_computed(reading.query, reading.computed)
	if query.changes and need.kind in ("number", "share"):
		return RIGHT if _is_difference(need, query, user) else WRONG
	judges = {
		"list": _is_same_list,
		"groups": _are_same_groups,
		"number": _is_same_number,
		"value": _is_same_number,
		"share": _are_same_shares,
	}
	return RIGHT if judges[need.kind](need, query, user) else WRONG


def _column(need: Need) -> list[str]:
	return [str(row[0]) for row in frappe.db.sql(need.sql.replace("%", "%%"), {})]


def _is_same_list(need: Need, query: RecordQuery, user: str) -> bool:
	wanted = _column(need)
	if query.group_by:
		# Customers, each with a number: by their names, the first so many by that number.
		rows = run_query(query, user).rows
		values = {str(row[0]): row[-1] for row in rows}
		if " limit " in need.sql.lower():
			first = [row[-1] for row in rows[: len(wanted)]]
			return sorted(map(str, first)) == sorted(str(values.get(name)) for name in wanted)
		return sorted(values) == sorted(wanted)
	if query.doctype != need.doctype or any(each.function != "count" for each in query.measures):
		return False
	found = _names(query, user)
	if query.order_by and " limit " in need.sql.lower():
		by = query.order_by[0].by
		values = {name: frappe.db.get_value(query.doctype, name, by) for name in {*found, *wanted}}
		first = found[: len(wanted)]
		return [values[name] for name in first] == [values[name] for name in wanted]
	return sorted(found) == sorted(wanted)


def _names(query: RecordQuery, user: str) -> list[str]:
	"""The records of a list in its order, all of them unless only the first are asked for."""
	limit = query.limit if query.order_by else MOST_ROWS
	listed = RecordQuery(
		query.doctype,
		query.conditions,
		fields=("name",),
		order_by=query.order_by,
		related=query.related,
		limit=limit,
	)
	return [str(row[0]) for row in run_query(listed, user).rows]


def _is_same_number(need: Need, query: RecordQuery, user: str) -> bool:
	rows = frappe.db.sql(need.sql.replace("%", "%%"), {})
	true = rows[0][0] if rows else None
	result = run_query(query, user)
	if query.group_by:
		return False
	if query.share or query.measures:
		return bool(result.rows) and _is_same(result.rows[0][-1], true)
	if need.kind == "number":
		return _is_same(result.records, true)
	# A value that is told by a list of one record.
	return result.records == 1 and any(str(cell) == str(true) for cell in result.rows[0])


def _are_same_groups(need: Need, query: RecordQuery, user: str) -> bool:
	if not (query.group_by and query.measures):
		return False
	place = -3 if query.changes else -2 if query.share else -1
	said = [row[place] for row in run_query(query, user).rows]
	true = [row[-1] for row in frappe.db.sql(need.sql.replace("%", "%%"), {})]
	return len(said) == len(true) and all(
		_is_same(one, other) for one, other in zip(_sorted(said), _sorted(true), strict=True)
	)


def _are_same_shares(need: Need, query: RecordQuery, user: str) -> bool:
	rows = frappe.db.sql(need.sql.replace("%", "%%"), {})
	result = run_query(query, user)
	if query.group_by and len(rows[0]) == 1:
		# Of the first five together.
		return any(total.key == "share" and _is_same(total.value, rows[0][0]) for total in result.totals)
	if not query.share or bool(query.group_by) != (len(rows[0]) > 1):
		return False
	said = _sorted([row[-1] for row in result.rows])
	true = _sorted([row[-1] for row in rows])
	return len(said) == len(true) and all(map(_is_same, said, true))


def _is_difference(need: Need, query: RecordQuery, user: str) -> bool:
	"""From one of two periods to the other, whichever way, as it is or in percent."""
	((true,),) = frappe.db.sql(need.sql.replace("%", "%%"), {})
	*_first, last = run_query(query, user).rows
	return any(_is_same(abs(float(said or 0)), abs(true)) for said in last[-2:])


def _sorted(numbers: Sequence[Any]) -> list[float]:
	return sorted(float(number or 0) for number in numbers)


def _is_same(said: Any, true: Any) -> bool:
	return abs(float(said or 0) - float(true or 0)) < _SAME


def main() -> None:
	"""Ask everything, and print the shares and what was not right."""
	parser = argparse.ArgumentParser(description=__doc__)
	parser.add_argument("--site", required=True)
	parser.add_argument(
		"--set",
		choices=("first", "second", "third", "managers"),
		default="first",
		help="whose questions",
	)
	parser.add_argument("--languages", nargs="*", choices=(*FIRST,), default=(*FIRST,))
	parser.add_argument("--user", default="anna@example.com", help="who may see everything")
	parser.add_argument("--failures", action="store_true", help="print what was not right")
	options = parser.parse_args()
	needs = {"first": FIRST, "second": SECOND, "third": THIRD, "managers": MANAGERS}[options.set]
	frappe.init(site=options.site, sites_path=".")
	frappe.connect()
	try:
		frappe.set_user(options.user)
		for language in filter(needs.get, options.languages):
			frappe.local.lang = language
			found: Counter[str] = Counter()
			for need in needs[language]:
				reading = read(need.text, options.user)
				verdict = judge(need, reading, options.user)
				found[verdict] += 1
				if options.failures and verdict != RIGHT:
					print(
						f"  - {verdict}: {need.text}\n      {reading.query or reading.unknown}\n      {need.sql}"
					)
			shares = ", ".join(f"{key} {found[key]}" for key in (RIGHT, WRONG, RECORD, UNREAD))
			print(
				f"{language}: {shares} of {found.total()}; {100 * found[RIGHT] / found.total():.0f} % right"
			)
	finally:
		frappe.destroy()


if __name__ == "__main__":
	main()
