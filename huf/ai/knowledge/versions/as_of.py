"""What a kept build of a source answers, with the rights of now.

A hit is judged as any other: what was deleted or disabled since, and what the user may not read any more, is not shown, since nobody
can be asked for the right that they had then. Tags, glossaries and settings of the ranking are those of now, too.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, time
from typing import NoReturn

import frappe
from frappe import _
from frappe.utils import format_datetime

from huf.ai.knowledge import status
from huf.ai.knowledge.indexing.live.restore import kept_builds
from huf.ai.knowledge.retriever import search_as
from huf.engine.request import Request
from huf.engine.types import SearchResult

_DATE = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{6})?)?)?", re.ASCII)
_DAY = len("2026-11-03")


def search_as_of(request: Request, as_of: str) -> SearchResult:
	"""Search one source in the kept build that ``as_of`` names, by its id or by a day or a moment at which it answered. The first notes say which
	build it was, and when it answered.

	:raises frappe.ValidationError: there is none.
	"""
	(source,) = request.sources
	build = answering(source, as_of)
	result = search_as(request, in_builds={source: build["name"]}, are_older=True)
	note = _("As of {0}: what was deleted or disabled since, or is not yours to read now, is left out.")
	said = [note.format(format_datetime(_made(build)))]
	if as_of != build["name"]:
		said.append(_when_it_answered(source, build, _moment(as_of)))
	return replace(result, notes=(*said, *result.notes))


def answering(source: str, as_of: str) -> dict:
	"""The kept build of this id, or the one that answered at this moment, in the site's time zone; of a day, at its end.

	:raises frappe.ValidationError: there is none.
	"""
	kept = {build["name"]: build for build in kept_builds(source)}
	if as_of in kept:
		return kept[as_of]
	moment = _moment(as_of)
	answered = status.answered(source)
	if not kept or not answered:
		frappe.throw(_("Nothing of this knowledge source has been indexed yet."))
	before = [(when, name) for when, name in answered if when <= moment]
	if not before:
		frappe.throw(
			_("No kept build answered then; the oldest is of {0}.").format(
				format_datetime(min(map(_made, kept.values())))
			),
			title=_("As Of"),
		)
	if before[-1][1] not in kept:
		_refuse_gone(answered, before[-1][0], set(kept))
	return kept[before[-1][1]]


def _refuse_gone(answered: Sequence[tuple[datetime, str]], when: datetime, kept: set[str]) -> NoReturn:
	"""What answered is known and its files are gone: say so, with what is kept from before and after it."""
	earlier = [moment for moment, name in answered if name in kept and moment < when]
	later = [moment for moment, name in answered if name in kept and moment > when]
	near = [format_datetime(moment) for moment in (*earlier[-1:], *later[:1])]
	frappe.throw(
		_(
			"The index that answered then, of {0}, is not kept any more. Nearest to it are those of: {1}."
		).format(format_datetime(when), "; ".join(near)),
		title=_("As Of"),
	)


def _when_it_answered(source: str, build: dict, moment: datetime) -> str:
	"""From when to when a build answered that did so at a moment."""
	answered = status.answered(source)
	began = max(when for when, name in answered if name == build["name"] and when <= moment)
	ended = next((when for when, name in answered if when > began), None)
	if ended is None:
		return _("This index has answered since {0}.").format(format_datetime(began))
	return _("This index answered from {0} to {1}.").format(format_datetime(began), format_datetime(ended))


def _made(build: dict) -> datetime:
	return build["finished_at"] or build["started_at"]


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
