"""What a kept build of a source answers, with the rights of now.

A hit is judged as any other: what was deleted or disabled since, and what the user may not read any more, is not shown, since nobody
can be asked for the right that they had then. Tags, glossaries and settings of the ranking are those of now, too.
"""

import re
from dataclasses import replace
from datetime import datetime, time

import frappe
from frappe import _
from frappe.utils import format_datetime

from huf.ai.knowledge.indexing.live.restore import kept_builds
from huf.ai.knowledge.retriever import search_as
from huf.engine.request import Request
from huf.engine.types import SearchResult

_DATE = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{6})?)?)?", re.ASCII)
_DAY = len("2026-11-03")


def search_as_of(request: Request, as_of: str) -> SearchResult:
	"""Search one source in the kept build that ``as_of`` names, by its id or by a day or a moment at which it answered.

	:raises frappe.ValidationError: there is none.
	"""
	(source,) = request.sources
	build = answering(source, as_of)
	result = search_as(request, in_builds={source: build["name"]}, are_older=True)
	note = _("As of {0}: what was deleted or disabled since, or is not yours to read now, is left out.")
	said = note.format(format_datetime(build["finished_at"] or build["started_at"]))
	return replace(result, notes=(said, *result.notes))


def answering(source: str, as_of: str) -> dict:
	"""The kept build of this id, or the one that answered at this moment, in the site's time zone; of a day, at its end.

	:raises frappe.ValidationError: there is none.
	"""
	kept = kept_builds(source)
	if named := [build for build in kept if build["name"] == as_of]:
		return named[0]
	moment = _moment(as_of)
	# A build that was restored answered from then on once more.
	began = [
		(when, build)
		for build in kept
		for when in (build["finished_at"] or build["started_at"], build["restored_at"])
		if when and when <= moment
	]
	if not began:
		oldest = min((build["finished_at"] or build["started_at"] for build in kept), default=None)
		if oldest is None:
			frappe.throw(_("Nothing of this knowledge source has been indexed yet."))
		frappe.throw(
			_("No kept build answered then; the oldest is of {0}.").format(format_datetime(oldest)),
			title=_("As Of"),
		)
	return max(began, key=lambda pair: pair[0])[1]


def _moment(said: str) -> datetime:
	try:
		moment = datetime.fromisoformat(said) if _DATE.fullmatch(said) else None
	except ValueError:
		moment = None
	if moment is None:
		frappe.throw(
			_("As Of must be a kept build of this source, or a date such as 2026-11-03 or 2026-11-03 14:00."),
			title=_("As Of"),
		)
	if len(said) == _DAY:
		return datetime.combine(moment, time.max)
	return moment
