"""The job that compares the places of one source with what is there, until nothing is due.

It holds a lease of its own: asking a server takes minutes, and neither indexing nor following records waits for that. Whatever is asked
is asked in this job, never in anybody's request.
"""

import time
from collections.abc import Mapping
from functools import partial
from typing import Any

import frappe
from frappe import _
from frappe.utils import now_datetime

from huf.ai.access.scopes.sources import can_write_source
from huf.ai.knowledge import status
from huf.ai.knowledge.fetch.listed import Listing, plan_entries
from huf.ai.knowledge.indexing.live import publish
from huf.ai.knowledge.listings import state, storing
from huf.ai.knowledge.listings.kinds import Place, limit_of, place_of
from huf.ai.knowledge.selectors.selecting.authors import SelectionRefused, check_author, describe
from huf.ai.knowledge.selectors.values import Selector
from huf.ai.site import queueing, settings
from huf.ai.site.database import transactions
from huf.ai.site.locks import Lease, LeaseLost, held, is_leased_for_listings, listings_lease
from huf.engine.errors import HufError, SourceBusy
from huf.engine.sentences import sentence

EVENT = "huf_knowledge_listing"
SLICE_SECONDS = 600.0
"""After so long the job begins with no further place and hands over to a fresh job."""
RUN_SECONDS = 600.0
"""How long one place is asked at most."""
PROGRESS_SECONDS = 2.0
WORDS = (
	"source",
	"author",
	"selector_type",
	"address",
	"server_folder",
	"connection",
	"subfolder",
	"include_paths",
	"exclude_paths",
	"other_hosts",
	"most_entries",
)
"""What a comparison goes by."""


def compare_source(artifact_id: str) -> None:
	"""Job: compare what is due of a source."""
	# The job acts for the source; whether a selector's author may still have one is asked before each comparison.
	frappe.set_user("Administrator")
	if settings.is_switched_off():
		queueing.tear_up_ticket("listings", artifact_id)
		return
	lease = listings_lease(artifact_id)
	try:
		with held(lease):
			queueing.tear_up_ticket("listings", artifact_id)
			_drain(lease, artifact_id)
	except SourceBusy:
		# The holder looks for what is due until nothing is; the watchdog looks every minute.
		return
	if artifact_id in state.due_sources():
		queueing.queue_listings(artifact_id)


def queue_due() -> None:
	"""Every minute, by the watchdog: sources with something to be compared that nobody is comparing."""
	if settings.is_switched_off():
		return
	for artifact_id in state.due_sources():
		if not is_leased_for_listings(artifact_id):
			queueing.forget_dead_ticket("listings", artifact_id)
			queueing.queue_listings(artifact_id)


def _drain(lease: Lease, artifact_id: str) -> None:
	ends = time.monotonic() + SLICE_SECONDS
	_clear_left_behind(artifact_id)
	while time.monotonic() < ends:
		# What a transaction sees is as old as its first read.
		frappe.db.rollback()
		due = [row for row in state.rows_of(artifact_id) if state.is_due(row)]
		if not due:
			return
		lease.check()
		try:
			_compare(lease, artifact_id, due[0])
		except publish.SourceGone:
			# Renamed or deleted meanwhile; if it still is there, it is due.
			transactions.retry_deadlocks(partial(state.ask, artifact_id, [due[0].name]))


def _clear_left_behind(artifact_id: str) -> None:
	frappe.db.rollback()
	source = frappe.db.get_value("Knowledge Source", {"artifact_id": artifact_id}, "name")
	gone = 0
	for selector in state.left_behind(artifact_id):
		if source:
			gone += storing.delete_all(source, selector)
		transactions.retry_deadlocks(partial(state.forget, selector))
	if gone:
		queueing.queue_update(artifact_id)


def _compare(lease: Lease, artifact_id: str, row: Mapping[str, Any]) -> None:
	transactions.retry_deadlocks(partial(state.set_begun, row["name"]))
	_send(row["source"], "list")
	try:
		_ask_and_follow(lease, artifact_id, row)
	except publish.SourceGone:
		raise
	# Named seam, the job's boundary: the source must tell why. It rises to the queue afterwards.
	except Exception as error:
		frappe.db.rollback()
		# No more of it: an error of the system may quote a path of the server.
		name = type(error).__name__
		said = sentence(
			f"The comparison failed ({name}). Whoever looks after the server finds more in the Error Log."
		)
		transactions.retry_deadlocks(partial(state.set_failed, row, said))
		raise
	finally:
		_send(row["source"], "end")
	queueing.queue_update(artifact_id)


def _ask_and_follow(lease: Lease, artifact_id: str, row: Mapping[str, Any]) -> None:
	listing: Listing | None = None
	place: Place | None = None
	problem = ""
	try:
		_check_author(row)
		place = place_of(row)
		listing = place.list(partial(_on_progress, lease, row, [time.monotonic()]), RUN_SECONDS)
		problem = listing.problem
	except LeaseLost:
		raise
	except HufError as error:
		problem = str(error)
	lease.check()
	frappe.db.rollback()
	if not _is_still(artifact_id, row):
		# Saved with other words meanwhile: that asked for another comparison.
		return
	if place is None:
		transactions.retry_deadlocks(partial(state.set_failed, row, problem))
	else:
		_follow(artifact_id, place, row, listing, problem)


def _follow(
	artifact_id: str, place: Place, row: Mapping[str, Any], listing: Listing | None, problem: str
) -> None:
	plan = plan_entries(
		place.wants,
		listing,
		storing.known_entries(place, row["source"], row["name"]),
		limit=limit_of(row),
		now=now_datetime(),
		grace=place.grace,
		grace_of_many=place.grace_of_many,
		elsewhere=storing.elsewhere(place, row["source"], row["name"]),
	)
	storing.write(place, row, plan, listing)
	if listing is None:
		transactions.retry_deadlocks(partial(state.set_failed, row, problem))
		return
	if not listing.entries and not problem:
		problem = sentence("Nothing that is wanted is listed. What was there before stays.")
	numbers = {
		"listed": len(listing.entries),
		"added": len(plan.add),
		"changed": len(plan.change),
		"removed": len(plan.remove),
		"missing": sum(
			bool(entry.unlisted_since) for entry in storing.known_entries(place, row["source"], row["name"])
		),
		"refused": len(listing.forbidden),
		"over_limit": plan.over_limit,
		"pause": listing.pause,
	}
	transactions.retry_deadlocks(partial(_set_compared, artifact_id, row, problem, numbers))
	frappe.logger("huf").info("Compared %s with a place: %s", row["source"], numbers)


def _set_compared(
	artifact_id: str, row: Mapping[str, Any], problem: str, numbers: Mapping[str, float]
) -> None:
	state.set_compared(row, problem, numbers)
	status.set_selected_inputs(artifact_id)


def _check_author(row: Mapping[str, Any]) -> None:
	selector = Selector.of_row(row)
	check_author(selector)
	if not can_write_source(row["source"], selector.author):
		raise SelectionRefused(
			_(
				"{0}, who wrote the selector {1}, may not add to this source any more. Save it again as somebody who may."
			).format(selector.author, describe(selector))
		)


def _is_still(artifact_id: str, row: Mapping[str, Any]) -> bool:
	"""Whether the selector says what it said when the place was asked."""
	for now in state.rows_of(artifact_id):
		if now.name == row["name"]:
			return all(now[field] == row[field] for field in WORDS)
	return False


def _on_progress(lease: Lease, row: Mapping[str, Any], told: list[float], found: Listing) -> None:
	lease.check()
	if time.monotonic() - told[0] < PROGRESS_SECONDS:
		return
	told[0] = time.monotonic()
	transactions.retry_deadlocks(partial(state.set_progress, row["name"], len(found.entries)))
	_send(row["source"], "list")


def _send(source: str, step: str) -> None:
	# Named seam, best effort: whoever misses an event sees the stored numbers. No numbers: they are for who may write the source.
	try:
		frappe.publish_realtime(
			EVENT, {"source": source, "step": step}, doctype="Knowledge Source", docname=source
		)
	except Exception:  # noqa: BLE001
		frappe.logger("huf").warning("Progress of a comparison could not be sent", exc_info=True)
