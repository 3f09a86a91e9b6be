"""How a source stands with its places, for the form of those who may write it."""

from typing import Any

import frappe

from huf.ai.knowledge.listings import state
from huf.ai.knowledge.selectors.values import Selector
from huf.ai.knowledge.status import INDEXED, UNFINISHED
from huf.ai.site.locks import is_leased_for_listings
from huf.ai.words import said

MOST_FAILED = 10
"""Failed entries that are named."""
NUMBERS = ("listed", "added", "changed", "removed", "missing", "refused", "over_limit")


def places_for_form(artifact_id: str) -> list[dict[str, Any]]:
	"""One dictionary a place, in the order of the selectors; checks no right.

	``state`` is Waiting, Listing, Compared or Problem (the last comparison failed, or the list was not whole); ``entries`` is how many inputs there are by it, ``pending`` how many of them
	wait to be read, ``failed_count`` how many failed, of which ``failed`` names the first with their reasons.
	"""
	is_working = is_leased_for_listings(artifact_id)
	found = []
	for row in state.rows_of(artifact_id):
		counts = _counts(row.source, row.name)
		found.append(
			{
				"selector": row.name,
				"kind": row.selector_type,
				"place": Selector.of_row(row).place,
				"author": row.author,
				"state": _state(row, is_working),
				"compared_at": row.compared_at,
				"listed_at": row.listed_at,
				"next_at": row.next_at,
				"entries_so_far": row.entries_so_far or 0,
				"problem": said(row.problem or ""),
				"entries": sum(counts.values()),
				"indexed": sum(counts.get(one, 0) for one in INDEXED),
				"pending": sum(counts.get(one, 0) for one in UNFINISHED),
				"failed_count": counts.get("Error", 0),
				"failed": _failed(row.source, row.name) if counts.get("Error") else [],
				**{field: row[field] or 0 for field in NUMBERS},
			}
		)
	return found


def _state(row: "frappe._dict", is_working: bool) -> str:
	if row.began_at and is_working:
		return "Listing"
	if row.asked or not row.compared_at:
		return "Waiting"
	return "Problem" if row.problem else "Compared"


def _counts(source: str, selector: str) -> dict[str, int]:
	rows = frappe.db.sql(
		"""select status, count(*) from `tabKnowledge Input`
		where knowledge_source = %s and selector = %s and disabled = 0 group by status""",
		(source, selector),
	)
	return {status: int(count) for status, count in rows}


def _failed(source: str, selector: str) -> list[dict[str, str]]:
	rows = frappe.db.sql(
		"""select name, title, error_message from `tabKnowledge Input` where knowledge_source = %s and selector = %s
		and disabled = 0 and status = 'Error' order by creation, name limit %s""",
		(source, selector, MOST_FAILED),
		as_dict=True,
	)
	return [{"name": row.name, "title": row.title, "reason": said(row.error_message or "")} for row in rows]
