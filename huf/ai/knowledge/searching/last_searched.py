"""When a source was last searched: noted in Redis by the search, stored by the watchdog once a minute.

A search stays read-only: it may come as a GET request, whose transaction Frappe rolls back.
"""

import time
from collections.abc import Iterable
from contextlib import suppress

import frappe
from redis.exceptions import RedisError, ResponseError

from huf.ai.site.database.clock import site_time

KEY = "huf_knowledge_last_searched"


def note(artifact_ids: Iterable[str]) -> None:
	"""Remember that these sources were searched now."""
	now = repr(time.time())
	times = dict.fromkeys(artifact_ids, now)
	if times:
		with suppress(RedisError):  # only a statistic: no search fails for want of it
			frappe.cache.execute_command(
				"HSET", frappe.cache.make_key(KEY), *(part for item in times.items() for part in item)
			)


def is_noted(artifact_ids: Iterable[str]) -> bool:
	"""Whether one of these sources was searched since the watchdog last stored what was noted."""
	wanted = list(artifact_ids)
	if not wanted:
		return False
	try:
		return any(frappe.cache.execute_command("HMGET", frappe.cache.make_key(KEY), *wanted))
	except RedisError:
		return False  # only a statistic, as above


def store() -> None:
	"""Move what was noted into the sources."""
	key, taken = frappe.cache.make_key(KEY), frappe.cache.make_key(f"{KEY}:taken")
	try:
		frappe.cache.execute_command("RENAME", key, taken)
	except ResponseError:
		return  # nobody searched
	times = frappe.cache.execute_command("HGETALL", taken)
	for artifact_id, at in times.items():
		frappe.db.sql(
			"update `tabKnowledge Source` set last_searched_at = %s where artifact_id = %s",
			(site_time(float(at)), artifact_id.decode()),
		)
	frappe.db.commit()  # nosemgrep: frappe-manual-commit (a step of the watchdog)
	frappe.cache.execute_command("DEL", taken)
