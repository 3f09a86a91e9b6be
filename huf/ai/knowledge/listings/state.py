"""Which comparisons with places are due, and how the last ones went (Knowledge Listing).

A row of it has the name of the selector's row. It is beside that and not in it: a form that is open would write old values back, and
saving a source would look like a change of its selectors. Nothing here commits.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

import frappe
from frappe.utils import now_datetime

from huf.ai.knowledge.selectors.values import LISTED
from huf.ai.site.database.dialect import delete_by_name

HOURS = {"Hourly": 1, "Daily": 24, "Weekly": 168, "Monthly": 720}
"""Values of Compare."""
AGAIN_HOURS = 6
"""After a failure a place is asked again after so long at the latest."""
MESSAGE_LENGTH = 1000


def ask(artifact_id: str, selectors: Iterable[str]) -> None:
	"""These selectors of a source are to be compared now."""
	names = list(selectors)
	if not names:
		return
	known = set(frappe.db.sql_list("select name from `tabKnowledge Listing` where name in %s", (names,)))
	now = now_datetime()
	rows = [(name, now, now, artifact_id, 1) for name in names if name not in known]
	if rows:
		frappe.db.bulk_insert(
			"Knowledge Listing", ["name", "creation", "modified", "artifact_id", "asked"], rows
		)
	if known:
		frappe.db.sql("update `tabKnowledge Listing` set asked = 1 where name in %s", (list(known),))


def rows_of(artifact_id: str) -> list["frappe._dict"]:
	"""The selectors of a source that have a place, as they are stored now, with ``source`` and how their last comparison went."""
	return frappe.db.sql(
		"""select t.*, s.name as source, l.asked, l.next_at, l.began_at, l.entries_so_far, l.compared_at, l.listed_at, l.problem,
		l.listed, l.added, l.changed, l.removed, l.missing, l.refused, l.over_limit
		from `tabKnowledge Source` s join `tabKnowledge Selector` t on t.parent = s.name and t.parenttype = 'Knowledge Source'
		left join `tabKnowledge Listing` l on l.name = t.name
		where s.artifact_id = %s and t.selector_type in %s order by t.idx""",
		(artifact_id, LISTED),
		as_dict=True,
	)


def left_behind(artifact_id: str) -> list[str]:
	"""Selectors whose rows are gone, or select something else now, while what they brought may still be there."""
	return frappe.db.sql_list(
		"""select l.name from `tabKnowledge Listing` l left join `tabKnowledge Selector` t
		on t.name = l.name and t.parenttype = 'Knowledge Source' and t.selector_type in %s
		where l.artifact_id = %s and t.name is null""",
		(LISTED, artifact_id),
	)


def forget(selector: str) -> None:
	"""Nothing of this selector is left."""
	frappe.db.sql(delete_by_name("Knowledge Listing"), ((selector,),))


def due_sources() -> list[str]:
	"""Artifact ids of the sources that have something to be compared. By the clock only those that are in use."""
	return frappe.db.sql_list(
		"""select distinct l.artifact_id from `tabKnowledge Listing` l
		join `tabKnowledge Source` s on s.artifact_id = l.artifact_id
		left join `tabKnowledge Selector` t on t.name = l.name and t.parenttype = 'Knowledge Source' and t.selector_type in %s
		where t.name is null or l.asked = 1
		or (l.next_at <= %s and s.disabled = 0 and s.indexing_paused = 0)""",
		(LISTED, now_datetime()),
	)


def is_due(row: Mapping[str, Any]) -> bool:
	"""Whether a row of :func:`rows_of` is to be compared."""
	return bool(row["asked"]) or (row["next_at"] is not None and row["next_at"] <= now_datetime())


def set_begun(selector: str) -> None:
	"""A job compares it. If that job dies, the comparison is due again an hour later."""
	now = now_datetime()
	frappe.db.sql(
		"""update `tabKnowledge Listing` set asked = 0, began_at = %s, entries_so_far = 0, next_at = %s where name = %s""",
		(now, now + timedelta(hours=1), selector),
	)


def set_progress(selector: str, entries: int) -> None:
	"""So many entries are listed by now."""
	frappe.db.sql(
		"update `tabKnowledge Listing` set entries_so_far = %s where name = %s", (entries, selector)
	)


def set_failed(row: Mapping[str, Any], problem: str) -> None:
	"""The place could not be asked; what it brought stays, and so do the numbers of the last comparison."""
	hours = min(AGAIN_HOURS, HOURS.get(row["compare_every"], 24))
	_end(row["name"], now_datetime() + timedelta(hours=hours), problem, {})


def set_compared(row: Mapping[str, Any], problem: str, numbers: Mapping[str, float]) -> None:
	"""It was compared.

	:param problem: why the list was not whole, if it was not.
	:param numbers: by the fields of Knowledge Listing.
	"""
	now = now_datetime()
	hours = HOURS.get(row["compare_every"], 24)
	values: dict[str, float | datetime] = dict(numbers)
	if not problem:
		values["listed_at"] = now
	_end(row["name"], now + timedelta(hours=min(hours, AGAIN_HOURS) if problem else hours), problem, values)


def _end(selector: str, next_at: datetime, problem: str, values: Mapping[str, Any]) -> None:
	said = problem[:MESSAGE_LENGTH] or None
	found = {"began_at": None, "compared_at": now_datetime(), "next_at": next_at, "problem": said, **values}
	assignments = ", ".join(f"{field} = %s" for field in found)
	frappe.db.sql(
		f"update `tabKnowledge Listing` set {assignments} where name = %s", (*found.values(), selector)
	)
