"""What a selector with a place would bring, for the person who is just writing it.

The place is asked in a job, with all that holds for a comparison, and never in the request of the person, who asks for what was found by an
id that is worth something only to them.
"""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

import frappe
from frappe import _
from frappe.utils import cint

from huf.ai.knowledge.fetch.listed import Listing, plan_entries
from huf.ai.knowledge.listings.kinds import limit_of, place_of
from huf.ai.knowledge.selectors.rows.preview import checked_row
from huf.ai.knowledge.selectors.values import LISTED
from huf.ai.site import queueing
from huf.ai.site.job_states import JobStates
from huf.engine.errors import HufError

_STATES = JobStates("huf_knowledge_preview", seconds=900)
RUN_SECONDS = 60.0
"""How long a place is asked for a preview."""
JOB_SECONDS = 180
MOST_SHOWN = 100
MOST_CHARACTERS = 200


def start(row: Mapping[str, Any]) -> dict[str, str]:
	"""Queue a preview for the session's user; ``preview`` is its id.

	:raises frappe.ValidationError, frappe.PermissionError: as when the row is saved.
	"""
	doc = checked_row(row)
	if doc.selector_type not in LISTED:
		frappe.throw(_("Choose a selector that lists something, such as Website; others are counted."))
	preview = _STATES.begin()
	values = {field.fieldname: doc.get(field.fieldname) for field in doc.meta.fields}
	# One at a time for each user: a worker is not to be kept busy by previews that nobody looks at any more.
	_STATES.keep(_latest(frappe.session.user), {"preview": preview})
	queueing.enqueue(
		"huf.ai.knowledge.listings.preview.run",
		queue="default",
		timeout=JOB_SECONDS,
		preview=preview,
		row=json.loads(json.dumps(values, default=str)),
	)
	return {"preview": preview}


def read(preview: str) -> dict[str, Any]:
	"""What is known by now: ``state`` is Waiting, Listing, Done or Failed.

	Done has ``listed``, ``would_come``, ``over_limit``, ``refused`` (by robots.txt) as numbers, the first of them as ``entries`` and
	``refused_entries``, and perhaps ``problem``; Failed has ``problem``; Listing has ``listed``.

	:raises frappe.PermissionError: there is no such preview of this user's.
	"""
	found = _STATES.read(preview)
	if found is None:
		frappe.throw(
			_("There is no such preview of yours any more. Ask for it again."), frappe.PermissionError
		)
	return found


def run(preview: str, row: dict[str, Any]) -> None:
	"""Job: ask the place."""
	kept = _STATES.kept(preview)
	if not kept or preview != latest_of(kept["user"]):
		return
	own = {"user": kept["user"]}
	try:
		place = place_of(row)
		listing = place.list(partial(_on_progress, preview, own), RUN_SECONDS)
	except _NobodyWaits:
		return
	except HufError as error:
		_STATES.keep(preview, {**own, "state": "Failed", "problem": str(error)})
		return
	# Named seam, the job's boundary: the person must not wait for ever. It rises to the queue afterwards.
	except Exception as error:
		_STATES.keep(preview, {**own, "state": "Failed", "problem": type(error).__name__})
		raise
	plan = plan_entries(
		place.wants,
		listing,
		[],
		limit=limit_of(row),
		now=frappe.utils.now_datetime(),
		grace=place.grace,
	)
	_STATES.keep(
		preview,
		{
			**own,
			"state": "Done",
			"listed": len(listing.entries),
			"would_come": len(plan.add),
			"over_limit": plan.over_limit,
			"refused": len(listing.forbidden),
			"entries": [key[:MOST_CHARACTERS] for key in plan.add[:MOST_SHOWN]],
			"refused_entries": [key[:MOST_CHARACTERS] for key in sorted(listing.forbidden)[:MOST_SHOWN]],
			"problem": listing.problem,
		},
	)


class _NobodyWaits(Exception):
	"""The user has asked for another preview meanwhile."""


def _on_progress(preview: str, own: dict[str, Any], found: Listing) -> None:
	if preview != latest_of(own["user"]):
		raise _NobodyWaits
	_STATES.keep(preview, {**own, "state": "Listing", "listed": cint(len(found.entries))})


def _latest(user: str) -> str:
	return f"of:{user}"


def latest_of(user: str) -> str:
	"""The preview that a user asked for last; empty if it is not kept any more."""
	return str((_STATES.kept(_latest(user)) or {}).get("preview") or "")
