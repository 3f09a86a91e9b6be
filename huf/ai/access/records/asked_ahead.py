"""Which of very many records an app's own code opens to a user: asked by a job, since a search has no time to ask them all.

A ``has_permission`` hook, a controller or the portal's hook is code: no statement finds the few of 100,000 records that it opens.
So when a search has too many of them before it, a job asks of each record, as the user, and keeps the names of those that were opened
in Redis. They say nothing about rights: :mod:`~huf.ai.access.records.prefilters` has the index look among them first, and each hit is
judged anew.

The names hold for these roles with their rights, User Permissions and hooks of this user alone; records that were saved or shared
since, and those of inputs that are new since, are added whatever the code says of them. A record that is opened by nothing but a
change elsewhere (a member who was added to its project, the time) is found at once if it is among the hits that somebody would be
shown who may read all, and else when the names are asked anew: after five minutes, or twenty times as long as the asking takes
if that is longer, so that it takes no more than a twentieth of a worker.
"""

import hashlib
import time
from collections.abc import Iterator
from datetime import datetime, timedelta

import frappe
from frappe.permissions import get_role_permissions, get_user_permissions
from redis.exceptions import RedisError

from huf.ai.access.impersonation import asked_as, forget_old_rights
from huf.ai.access.records.inputs import tried
from huf.ai.access.records.records import Rule, readable_records, rule_of
from huf.ai.access.records.website import is_on_website, openable_records
from huf.ai.access.words import is_enabled
from huf.ai.site.database import dialect
from huf.ai.site.queueing import enqueue

MOST_NAMES = 5000
"""Records that are named for one user; of more, nothing is narrowed."""
LONGEST_TRANSACTION = timedelta(minutes=10)
"""What is committed may have been saved so much earlier."""
FRESH_SECONDS = 300
REST = 20
"""How many times longer than the asking took the names are not asked anew."""
LONGEST_SECONDS = 900
"""How long a job may ask; what it cannot ask in this time is left to the searches."""
AT_ONCE = 500
"""Documents that are read together."""


def names_asked_ahead(doctype: str, user: str, rule: Rule) -> list[str] | None:
	"""Among the records of the DocType all that its code is known to open to ``user``, who must be the session's user.

	None: they are not known yet (then a job is queued that asks), or too many.
	"""
	key = _key(doctype, user)
	known: tuple[datetime, float, list[str] | None] | None = frappe.cache.get_value(key, expires=True)
	if known is None or known[1] < time.time():
		_queue(key, doctype, user)
	if known is None or known[2] is None:
		return None
	since, names = known[0] - LONGEST_TRANSACTION, known[2]
	changed = frappe.db.sql_list(
		f"""(select name from `tab{doctype}` where modified >= %(since)s limit {MOST_NAMES + 1})
		union (select reference_name from {dialect.by_index("Knowledge Input", "creation")}
		where creation >= %(since)s and reference_doctype = %(doctype)s
		limit {MOST_NAMES + 1})""",
		{"since": since, "doctype": doctype},
	)
	return list(dict.fromkeys((*names, *map(str, changed), *rule.shared)))


def ask_ahead(doctype: str, principal: str) -> None:
	"""Job: ask of each record of the DocType that inputs stem from whether ``principal`` may read it, and keep the names."""
	forget_old_rights(principal)
	with asked_as(principal):
		rule: Rule | None = tried(doctype, lambda: rule_of(doctype, principal), None)
		if rule is None or not is_enabled(principal):
			return
		key = _key(doctype, principal)
		began, started = frappe.utils.now_datetime(), time.time()
		names: list[str] | None = tried(doctype, lambda: _ask(doctype, principal, rule), None)
	fresh = max(FRESH_SECONDS, REST * (time.time() - started))
	# A search may go by them while they are asked anew, but not for long.
	frappe.cache.set_value(key, (began, started + fresh, names), expires_in_sec=int(2 * fresh))


def _ask(doctype: str, user: str, rule: Rule) -> list[str] | None:
	opened: list[str] = []
	until, on_website = time.monotonic() + LONGEST_SECONDS, is_on_website(user)
	for names in _records(doctype):
		opened += readable_records(doctype, names, user, rule)
		if on_website:
			opened += openable_records(doctype, names, user)
		if len(opened) > MOST_NAMES or time.monotonic() > until:
			return None
	return opened


def _records(doctype: str) -> Iterator[list[str]]:
	"""Records that inputs stem from, a batch after the other."""
	last = ""
	while names := frappe.db.sql_list(
		f"""select distinct reference_name from `tabKnowledge Input`
		where reference_doctype = %s and reference_name > %s order by reference_name limit {AT_ONCE}""",
		(doctype, last),
	):
		yield names
		last = names[-1]


def _key(doctype: str, user: str) -> str:
	"""Another one whenever what a user's rights usually go by is another.

	Nothing in it may be changed by users, or with the time: each new one is a job.
	"""
	permissions = sorted(
		(allow, str(one.get("doc")), str(one.get("applicable_for") or ""))
		for allow, some in get_user_permissions(user).items()
		for one in some
	)
	hooks = [
		(frappe.get_hooks(kind) or {}).get(of, [])
		for kind in ("has_permission", "has_website_permission")
		for of in (doctype, "*")
	]
	role = get_role_permissions(frappe.get_meta(doctype), user=user)
	is_strict = frappe.get_system_settings("apply_strict_user_permissions")
	goes_by = repr(
		(sorted(frappe.get_roles(user)), permissions, is_strict, sorted(role.items(), key=str), hooks)
	)
	return f"huf_asked_ahead:{doctype}:{user}:{hashlib.blake2b(goes_by.encode(), digest_size=16).hexdigest()}"


def _queue(key: str, doctype: str, user: str) -> None:
	job = "huf.ai.access.records.asked_ahead.ask_ahead"
	values = {"queue": "long", "timeout": LONGEST_SECONDS + 300, "doctype": doctype, "principal": user}
	try:
		enqueue(job, job_id=key, deduplicate=True, **values)
	except RedisError:
		# The search goes on without.
		frappe.logger("huf").warning("Redis is away: records were not asked ahead", exc_info=True)
