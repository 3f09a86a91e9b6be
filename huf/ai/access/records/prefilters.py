"""What an index can leave out beforehand, so that a search is quick for somebody who may read few of many records.

Only for speed: :class:`~huf.ai.access.records.inputs.InputRights` judges every hit all the same. And only when it pays:
a search begins with nothing left out; when nearly all that it finds is refused, it begins anew with

1. ``labels``: without the DocTypes that the user may not read at all, and by the links that User Permissions go by
   (:mod:`huf.ai.knowledge.records.labels`). A record that was moved since its label was written is left out until the
   next build writes it anew.
2. ``names``: with nothing but the inputs of records that the condition of their DocType allows the user, if these are few. What
   only code can say of a DocType with many records, a job has asked ahead (:mod:`~huf.ai.access.records.asked_ahead`); the best
   hits are then asked about before, at each search, since nobody knows what that code goes by.

What was needed is remembered for a while, by user and sources. It says nothing about rights. So is which names a condition allows,
since to find one row in 1,000 takes going through all: for this very condition, which has the user's permitted documents and
shares in it. Records that were saved since are looked at again. What a statement of SQL alone has opened is found when the while is
over; what it has closed is refused at once, as ever.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from math import inf

import frappe
from frappe.permissions import get_role_permissions, get_user_permissions

from huf.ai.access.impersonation import asked_as
from huf.ai.access.records.asked_ahead import LONGEST_TRANSACTION, MOST_NAMES, names_asked_ahead
from huf.ai.access.records.inputs import InputRights
from huf.ai.access.records.records import (
	Rule,
	may_read_some,
	referenced_doctypes,
	shared_doctypes,
	some_readable,
)
from huf.ai.access.records.website import answers_website, has_website_rule, some_openable
from huf.ai.knowledge.records.labels import LINK_PREFIX
from huf.ai.site.database import dialect
from huf.engine.filters import Condition, Filters
from huf.engine.filters.fields import FIELDS, METADATA_PREFIX, find_field

MOST_OTHERS = 1000
"""Linked records that the user may not see and that a filter names; of more, the links do not narrow."""
PATIENCE = 60
"""Refused hits in one search after which it may be better to begin anew, with less to find."""
QUICK_LOOK = 1
"""The same where it is known that it will be, and the first hits are asked about all the same: as many as are wanted."""
REMEMBERED_SECONDS = 300
MOST_REMEMBERED = 1000
MOST_CONDITIONS = 100
"""Of which names are remembered, in each process."""


@dataclass(frozen=True, slots=True)
class Narrowing:
	"""What is left out."""

	conditions: tuple[Condition, ...]
	is_certain: bool = True
	"""Whether it leaves in all that the user may read; else each search looks at the best of all hits before."""


_Prefilter = Callable[[InputRights, Sequence[str]], Narrowing | None]
_Key = tuple[str, str, tuple[str, ...]]
_remembered: OrderedDict[_Key, tuple[int, bool, float]] = OrderedDict()
"""By site, user and sources: what was needed, whether it is certain, and until when that is remembered."""
_allowed_names: OrderedDict[tuple[str, str, str], tuple[datetime | None, float, list[str]]] = OrderedDict()
"""By site, DocType and condition: when a record was last saved, until when they are remembered, and the names."""


def prefiltered(
	filters: Filters, rights: InputRights, sources: Sequence[str]
) -> Iterator[tuple[Filters, float]]:
	"""Filters to search with, one after the other until not too much is refused; with each, how much is too much."""
	key = (frappe.local.site, rights.user, tuple(sorted(sources)))
	level, is_certain, until = _remembered.get(key, (0, True, 0.0))
	if until < time.monotonic():
		level = 0
	if not level or not is_certain:
		yield filters, QUICK_LOOK if level else PATIENCE
	for place, prefilter in enumerate(LEVELS, start=1):
		if place < level:
			continue
		with asked_as(rights.user):
			narrowing = prefilter(rights, sources)
		if narrowing:
			_remember(key, place, narrowing.is_certain)
			yield replace(filters, conditions=(*filters.conditions, *narrowing.conditions)), PATIENCE
	_remembered.pop(key, None)
	yield filters, inf


def _remember(key: _Key, level: int, is_certain: bool) -> None:
	*_known, until = _remembered.pop(key, (0, True, 0.0))
	now = time.monotonic()
	# Not renewed by use: now and then a search finds out whether it is still needed.
	_remembered[key] = level, is_certain, until if until > now else now + REMEMBERED_SECONDS
	if len(_remembered) > MOST_REMEMBERED:
		_remembered.popitem(last=False)


def by_labels(rights: InputRights, sources: Sequence[str]) -> Narrowing | None:
	"""Conditions by DocTypes and links. None if there are none that leave all in that the user may read."""
	doctypes, user = referenced_doctypes(), rights.user
	opened = _opened_in_portal(doctypes, rights, sources)
	shared = shared_doctypes(user)
	unreadable = [
		doctype for doctype in doctypes if doctype not in opened and not may_read_some(doctype, user, shared)
	]
	conditions = []
	if unreadable and not _has_open_files(user, sources, unreadable):
		conditions.append(Condition(FIELDS["reference_doctype"], "not in", tuple(sorted(unreadable))))
	readable = [doctype for doctype in doctypes if doctype not in unreadable]
	# The portal asks for no User Permissions.
	if readable and not opened and not _has_exceptions(readable, user):
		conditions += _links(user)
	return Narrowing(tuple(conditions)) if conditions else None


def by_names(rights: InputRights, sources: Sequence[str]) -> Narrowing | None:
	"""A condition that names the inputs which a list would show. None if these are too many."""
	user = rights.user
	names = _names(
		f"select name from {_by_reference()} where knowledge_source in %(sources)s and disabled = 0"
		" and (reference_doctype is null or reference_doctype = '')",
		sources,
	)
	doctypes, is_asked_ahead = referenced_doctypes(), False
	opened = _opened_in_portal(doctypes, rights, sources)
	for doctype in doctypes:
		if len(names) > MOST_NAMES:
			return None
		rule = rights.rule(doctype)
		# Of what cannot be found out nothing is shown, and so nothing is named.
		allowed = partial(_allowed, doctype, user, rule, doctype in opened)
		nothing: list[str] | None = []
		records = rights.tried(doctype, allowed, nothing)
		if records is None and (rule.asks_documents or doctype in opened):
			records, is_asked_ahead = names_asked_ahead(doctype, user, rule), True
		if records is None or len(records) > MOST_NAMES:
			return None
		if records:
			names += _names(
				f"select name from {_by_reference()} where reference_doctype = %(doctype)s"
				" and reference_name in %(records)s and knowledge_source in %(sources)s and disabled = 0",
				sources,
				doctype=doctype,
				records=records,
			)
	if len(names) > MOST_NAMES:
		return None
	# What this search has already found to be readable stays, whatever was known before.
	found = Condition(FIELDS["inputs"], "in", tuple(sorted({*names, *rights.readable()})))
	return Narrowing((found,), is_certain=not is_asked_ahead)


LEVELS: tuple[_Prefilter, ...] = (by_labels, by_names)


def _by_reference() -> str:
	"""Few inputs of a source that may have very many: MariaDB would rather go through all of them."""
	return dialect.by_index("Knowledge Input", "reference")


def _names(query: str, sources: Sequence[str], **values: object) -> list[str]:
	return frappe.db.sql_list(
		f"{query} limit {MOST_NAMES + 1}", {"sources": tuple(sources) or ("",), **values}
	)


def _allowed(doctype: str, user: str, rule: Rule, is_opened_in_portal: bool) -> list[str] | None:
	"""Among the records that are found all that the user may read; None if these are too many, or no statement tells."""
	names = _allowed_by_condition(doctype, user, rule)
	opened = some_openable(doctype, user, MOST_NAMES + 1) if is_opened_in_portal else []
	if names is None or opened is None or len(names) + len(opened) > MOST_NAMES:
		return None
	return names + opened


def _allowed_by_condition(doctype: str, user: str, rule: Rule) -> list[str] | None:
	"""What :func:`some_readable` gives, as far as the condition goes by rows only, remembered."""
	if rule.kind != "list" or not rule.is_of_rows:
		return some_readable(doctype, user, MOST_NAMES + 1, rule)
	key = (frappe.local.site, doctype, rule.condition)
	# Before the names: what is saved in between is looked at next time.
	saved = frappe.db.sql(f"select max(modified) from `tab{doctype}`")[0][0]
	known, until, names = _allowed_names.pop(key, (None, 0.0, []))
	now = time.monotonic()
	if known is None or until < now:
		names, until = some_readable(doctype, user, MOST_NAMES + 1, rule) or [], now + REMEMBERED_SECONDS
	elif known != saved:
		since = known - LONGEST_TRANSACTION
		names = [*names, *(some_readable(doctype, user, MOST_NAMES + 1, rule, since) or [])]
		names = list(dict.fromkeys(names))
	_allowed_names[key] = saved, until, names
	if len(_allowed_names) > MOST_CONDITIONS:
		_allowed_names.popitem(last=False)
	return names


def _opened_in_portal(doctypes: Sequence[str], rights: InputRights, sources: Sequence[str]) -> set[str]:
	"""DocTypes of which the portal may open records to the user, in sources that heed it."""
	if not rights.is_on_website or not answers_website(sources):
		return set()
	return {doctype for doctype in doctypes if has_website_rule(doctype)}


def _has_open_files(user: str, sources: Sequence[str], doctypes: Sequence[str]) -> bool:
	"""Whether there are inputs of Files that belong to records of these DocTypes and may be read without them."""
	return bool(
		frappe.db.sql(
			"""select 1 from `tabFile` f join `tabKnowledge Input` i on i.file_record = f.name
			where f.attached_to_doctype in %(doctypes)s and i.knowledge_source in %(sources)s
			and coalesce(i.reference_doctype, '') = '' limit 1""",
			{"doctypes": tuple(doctypes), "sources": tuple(sources) or ("",)},
		)
	)


def _has_exceptions(doctypes: Sequence[str], user: str) -> bool:
	"""Whether the user may read records of the DocTypes against their User Permissions: their own, or shared ones."""
	metas = map(frappe.get_meta, doctypes)
	if any(get_role_permissions(meta, user=user).get("has_if_owner_enabled") for meta in metas):
		return True
	return bool(
		frappe.db.sql(
			"""select 1 from `tabDocShare` where share_doctype in %s and `read` = 1 and (`user` = %s or everyone = 1)
			limit 1""",
			(tuple(doctypes), user),
		)
	)


def _links(user: str) -> list[Condition]:
	"""Conditions that leave out links to what User Permissions do not name. What has no label passes."""
	conditions = []
	for doctype, permissions in sorted(get_user_permissions(user).items()):
		if any(permission.get("applicable_for") for permission in permissions):
			continue
		allowed = tuple({permission.get("doc") for permission in permissions})
		others = frappe.db.sql_list(
			f"select name from `tab{doctype}` where name not in %s limit {MOST_OTHERS + 1}", (allowed,)
		)
		field = find_field(METADATA_PREFIX + LINK_PREFIX + doctype)
		if field and 0 < len(others) <= MOST_OTHERS:
			conditions.append(Condition(field, "not in", tuple(sorted(map(str, others)))))
	return conditions
