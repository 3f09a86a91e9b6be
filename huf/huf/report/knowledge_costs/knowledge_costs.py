"""What models cost, by month, kind, source, agent, user and model, as far as its reader may know."""

from collections import defaultdict
from typing import Any

import frappe
from frappe import _
from frappe.utils import add_months, cstr, nowdate

from huf.ai.access.scopes.sources import readable_sources
from huf.ai.access.words import is_administrator, is_system_manager, roles_of
from huf.ai.costs.ledger import COUNTED, LEDGER
from huf.ai.search_log.reading import MOST_ROWS, Made, NotReported, Row, report

NAME = "Knowledge Costs"
PERIODS = {"This Month": 1, "Last 3 Months": 3, "Last 12 Months": 12, "All": 0}
"""How many months, this one included; 0: all."""
GROUPS = {
	"Month": "month",
	"Kind": "kind",
	"Knowledge Source": "knowledge_source",
	"Agent": "agent",
	"User": "user",
	"Model": "model",
}
"""By what the rows are added up, and its column. All of them: everything apart."""
ALL = "All of Them"
MOST_BARS = 12


def execute(filters: Any = None) -> tuple[list[Row], list[Row], str, Row | None]:
	"""Columns, rows, a line above them and a chart, for the user of the session."""
	given = filters or {}
	group, period = cstr(given.get("group_by")) or "Month", cstr(given.get("period")) or "Last 12 Months"
	shown = list(GROUPS.values()) if group == ALL else [GROUPS.get(group, "month")]
	return report(NAME, _columns(shown), lambda: _made(group, period, shown))


def _columns(shown: list[str]) -> list[Row]:
	labels = {column: label for label, column in GROUPS.items()}
	# With what it costs beside it on a phone.
	width = 165 if len(shown) == 1 else 130
	columns: list[Row] = [
		{"fieldname": one, "label": _(labels[one]), "fieldtype": "Data", "align": "left", "width": width}
		for one in shown
	]
	return [
		*columns,
		{
			"fieldname": "cost",
			"label": _("Cost (US Dollars)"),
			"fieldtype": "Float",
			"precision": 6,
			"width": 150,
		},
		{"fieldname": "calls", "label": _("Calls"), "fieldtype": "Int", "width": 90},
		{"fieldname": "unpriced_calls", "label": _("Unpriced Calls"), "fieldtype": "Int", "width": 130},
		{"fieldname": "input_tokens", "label": _("Input Tokens"), "fieldtype": "Int", "width": 130},
		{"fieldname": "output_tokens", "label": _("Output Tokens"), "fieldtype": "Int", "width": 130},
	]


def _made(group: str, period: str, shown: list[str]) -> Made:
	if group != ALL and group not in GROUPS:
		raise NotReported(_("There is no such group. Choose one of the list."))
	if period not in PERIODS:
		raise NotReported(_("There is no such period. Choose one of the list."))
	sums: dict[tuple[str, ...], list[float]] = defaultdict(lambda: [0.0] * len(COUNTED))
	reader = _Reader()
	nothing = _("None") if len(shown) == 1 else ""  # among other columns an empty one speaks for itself
	for row in reader.rows(_since(PERIODS[period])):
		key = tuple(reader.told(column, cstr(row[column])) or nothing for column in shown)
		for place, column in enumerate(COUNTED):
			sums[key][place] += float(row[column] or 0)
	rows: list[Row] = [
		{
			**dict(zip(shown, key, strict=True)),
			**{
				column: value if column == "cost" else int(value)
				for column, value in zip(COUNTED, found, strict=True)
			},
		}
		for key, found in sums.items()
	]
	if shown[0] == "month":
		rows.sort(key=lambda row: (row["month"], row["cost"]), reverse=True)
	else:
		rows.sort(key=lambda row: (-row["cost"], -row["calls"]))
	return rows[:MOST_ROWS], reader.words, _chart(rows, shown)


def _since(months: int) -> str:
	return cstr(add_months(nowdate(), 1 - months))[:7] if months else ""


class _Reader:
	"""What the user of the session may know: all sums as a manager, their own otherwise; no name of a source that they may not read,
	and names of other users as a System Manager alone."""

	def __init__(self) -> None:
		self.user = frappe.session.user
		self.is_system_manager = is_system_manager(self.user)
		self.sees_all = self.is_system_manager or "Knowledge Manager" in roles_of(self.user)
		self.sources = None if is_administrator(self.user) else set(readable_sources())

	@property
	def words(self) -> str:
		"""Whose costs these are, and what is not among them."""
		free = _("Models that run on this server cost nothing and are not listed.")
		if not self.sees_all:
			return " ".join((_("These are your own costs."), free))
		if not self.is_system_manager:
			return " ".join((_("Users are named for System Managers alone."), free))
		return free

	def rows(self, since: str) -> list[Any]:
		"""The rows of the ledger that count."""
		own = "" if self.sees_all else "and `user` = %(user)s"
		return frappe.db.sql(
			f"""select month, kind, knowledge_source, agent, `user`, model, {", ".join(f"sum({one}) as {one}" for one in COUNTED)}
			from `tab{LEDGER}` where month >= %(since)s {own}
			group by month, kind, knowledge_source, agent, `user`, model""",
			{"since": since, "user": self.user},
			as_dict=True,
		)

	def told(self, column: str, value: str) -> str:
		"""A value of a row, as the reader may know it."""
		if not value:
			return ""
		if column == "kind":
			return _(value)
		if column == "knowledge_source" and self.sources is not None and value not in self.sources:
			return _("Other sources")
		if column == "user" and value != self.user and not self.is_system_manager:
			return _("Other users")
		return value


def _chart(rows: list[Row], shown: list[str]) -> Row | None:
	"""Dollars by what comes first; months from left to right, all else the dearest first."""
	sums: dict[str, float] = defaultdict(float)
	for row in rows:
		sums[row[shown[0]]] += row["cost"]
	if not any(sums.values()):
		return None
	bars = sorted(sums.items(), key=lambda bar: bar[0] if shown[0] == "month" else -bar[1])
	bars = bars[-MOST_BARS:] if shown[0] == "month" else bars[:MOST_BARS]
	return {
		"type": "bar",
		"data": {
			"labels": [label for label, _cost in bars],
			"datasets": [
				{"name": _("Cost (US Dollars)"), "values": [round(cost, 6) for _label, cost in bars]}
			],
		},
	}
