"""Pages behind URLs are asked every so often whether they changed.

Asking costs no build: only a page whose text is another one is indexed again. What a page said stays in the index while its
server does not answer; a page that is gone stays for :data:`GRACE_DAYS`, and is then taken out, where a person sees it.
"""

import time
from datetime import datetime, timedelta
from functools import partial
from urllib.parse import urlsplit

import frappe
from frappe.utils import format_datetime, now_datetime

from huf.ai.knowledge import status
from huf.ai.knowledge.contents.web_pages import is_same, read_page
from huf.ai.knowledge.fetch.pausing import PAUSE_SECONDS, Pauses
from huf.ai.knowledge.fetch.version import ReadPage
from huf.ai.site import queueing
from huf.ai.site.database import transactions
from huf.ai.site.database.deletion import delete_documents
from huf.ai.site.settings import is_switched_off
from huf.engine.errors import InputError, PageGone
from huf.engine.sentences import sentence

HOURS = {"Hourly": 1, "Daily": 24, "Weekly": 168, "Monthly": 720}
"""Values of Refresh Pages, and of Compare of the selector that brought a page; and how long a page is left alone after it was read."""
AGAIN_HOURS = 24
"""A page that could not be read is asked again after so long at the latest."""
GRACE_DAYS = 7
RUN_SECONDS = 900
"""How long one run takes at most; the next one goes on."""
MOST = 2_000
"""Pages of one run."""
MOST_FAILURES = 3
"""Failures in a row after which a host is left alone until the next run."""


def refresh() -> None:
	"""Every hour: ask for the pages that are due, those first that were asked longest ago."""
	if is_switched_off():
		return
	ends = time.monotonic() + RUN_SECONDS
	pauses = Pauses()
	failures: dict[str, int] = {}
	rows = _due(now_datetime())
	# Nothing may be written by what the database was like before a server took its time.
	frappe.db.rollback()
	for row in rows:
		host = urlsplit(row.url).netloc.lower()
		if failures.get(host, 0) >= MOST_FAILURES:
			continue
		wait = pauses.left(host, max(PAUSE_SECONDS, row.pause))
		if time.monotonic() + wait > ends:
			return
		time.sleep(wait)
		failures[host] = 0 if refresh_page(row) else failures.get(host, 0) + 1
		pauses.asked(host)


def _due(now: datetime) -> list["frappe._dict"]:
	rows = frappe.db.sql(
		"""select i.name, i.url, i.knowledge_source, i.indexed_hash, i.page_version, i.page_problem, i.gone_since,
		coalesce(i.page_checked_at, i.processed_at, i.creation) as asked_at, coalesce(t.compare_every, s.refresh_pages) as how_often,
		i.selector, coalesce(l.pause, 0) as pause
		from `tabKnowledge Input` i join `tabKnowledge Source` s on s.name = i.knowledge_source
		left join `tabKnowledge Selector` t on t.name = i.selector left join `tabKnowledge Listing` l on l.name = i.selector
		where i.input_type = 'URL' and i.disabled = 0 and i.status in %s and s.disabled = 0 and s.indexing_paused = 0
		and coalesce(t.compare_every, s.refresh_pages) in %s order by asked_at, i.name""",
		(status.INDEXED, tuple(HOURS)),
		as_dict=True,
	)
	return [row for row in rows if row.asked_at + _interval(row) <= now][:MOST]


def _interval(row: "frappe._dict") -> timedelta:
	hours = HOURS[row.how_often]
	return timedelta(hours=min(hours, AGAIN_HOURS) if row.page_problem else hours)


def refresh_page(row: "frappe._dict") -> bool:
	"""Ask for one page, and note what came of it; False if its server did not answer properly."""
	known = ReadPage.from_json(row.page_version or "")
	if known and known.sha256 != row.indexed_hash:
		known = None
	try:
		content, page = read_page(row.url, known)
	except PageGone as error:
		transactions.retry_deadlocks(partial(_note_gone, row, error))
		return True
	except InputError as error:
		transactions.retry_deadlocks(partial(_note_problem, row, error))
		return False
	if content is None or page.sha256 == row.indexed_hash or (known and is_same(page, known)):
		# Of a page that is new in what nobody reads the marks are those of the new bytes, and its hash that of the indexed ones.
		kept = ReadPage(page.version, row.indexed_hash, page.text)
		transactions.retry_deadlocks(lambda: _note_same(row, kept))
	else:
		transactions.retry_deadlocks(lambda: _index_again(row))
	return True


def _note_same(row: "frappe._dict", page: ReadPage) -> None:
	status.set_page_checked(row.name, row.indexed_hash, page.to_json())


def _index_again(row: "frappe._dict") -> None:
	"""The next build fetches it itself: what it reads and what is noted of it belong together."""
	if not status.set_page_checked(row.name, row.indexed_hash, row.page_version):
		return
	status.set_inputs_pending([row.name])
	status.ask_for_update(row.knowledge_source, inputs=(), keep_pause=True)
	artifact_id = frappe.db.get_value("Knowledge Source", row.knowledge_source, "artifact_id")
	queueing.request_update(artifact_id)


def _note_problem(row: "frappe._dict", error: InputError) -> None:
	now = now_datetime()
	said = sentence(f"The page could not be read on {_day(now)}; what was read of it before is still found.")
	status.set_page_problem(row.name, row.indexed_hash, f"{said} {error}", gone_since=None)


def _note_gone(row: "frappe._dict", error: PageGone) -> None:
	now = now_datetime()
	since = row.gone_since or now
	out = since + timedelta(days=GRACE_DAYS)
	if now < out:
		said = sentence(
			f"The page has been gone since {_day(since)}. If it is not back by {_day(out)}, it is taken out."
		)
		status.set_page_problem(row.name, row.indexed_hash, f"{said} {error}", gone_since=since)
		return
	if row.selector:
		# Nobody added it. If the website goes on listing it, it comes back, and says why it is not there.
		_take_out(row)
		return
	said = sentence(
		f"The page has been gone since {_day(since)} and was taken out on {_day(now)}. If it is back, enable the input."
	)
	if status.set_page_problem(row.name, row.indexed_hash, f"{said} {error}", gone_since=since):
		doc = frappe.get_doc("Knowledge Input", row.name)
		doc.disabled = 1
		# A job does it, for whoever asked that the pages of the source are kept true.
		doc.save(ignore_permissions=True)


def _take_out(row: "frappe._dict") -> None:
	locked = status.lock_inputs([row.name])
	if row.name not in locked or locked[row.name].disabled:
		return
	delete_documents("Knowledge Input", [row.name])
	status.ask_for_update(row.knowledge_source, inputs=(), left=True, keep_pause=True)
	artifact_id = frappe.db.get_value("Knowledge Source", row.knowledge_source, "artifact_id")
	queueing.request_update(artifact_id)


def _day(moment: datetime) -> str:
	return str(format_datetime(moment, "yyyy-MM-dd HH:mm"))
