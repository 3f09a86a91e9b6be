"""That somebody opened a result of their search: left in Redis by the click, and written to the search by the watchdog.

The search itself knows nothing of it and pays nothing for it. A click says what was asked and not which entry is meant: the entry is looked for among those of
whoever clicked, so nobody can say it of anybody else's.
"""

import json
import time
from collections.abc import Sequence
from typing import Any

import frappe
from redis.exceptions import RedisError

from huf.ai.knowledge.searching.search_log import BY_NAME, keeps_any, kept_fingerprint, kept_question
from huf.ai.site.database.clock import site_time
from huf.ai.site.pseudonyms import of_user
from huf.ai.site.settings import get_settings

KEY = "huf_knowledge_search_opened"
MOST_WAITING = 5_000
WITHIN_SECONDS = 6 * 3600
"""A click that comes later is of a search that was made once more, or of nobody's memory."""
SLACK_SECONDS = 5
"""By which the clocks of two servers may differ."""


def note(user: str, query: str, run: str) -> None:
	"""A user has opened a result of the search for ``query``, or a passage of the answer of ``run``."""
	settings = get_settings()
	question = kept_question(query)
	if not keeps_any(settings) or not (question or run):
		return
	entry = {
		"at": time.time(),
		"user": user if settings.log_users == BY_NAME else "",
		"user_hash": of_user(user),
		"run": run,
		"fingerprint": kept_fingerprint(question, settings) if not run else "",
	}
	key = frappe.cache.make_key(KEY)
	try:
		if frappe.cache.execute_command("RPUSH", key, json.dumps(entry)) > MOST_WAITING:
			frappe.cache.execute_command("RPOP", key)
	except RedisError:
		frappe.logger("huf").warning("Redis is away: an opened result was not noted", exc_info=True)


def write(noted: Sequence[dict[str, Any]]) -> None:
	"""Write what was noted to the searches that it is about, as far as these are stored."""
	for entry in noted:
		conditions = "(`user` = %(user)s or user_hash = %(user_hash)s)"
		if entry["run"]:
			conditions += " and agent_run = %(run)s"
		else:
			conditions += " and fingerprint = %(fingerprint)s and asked_at between %(since)s and %(until)s"
		values = {
			**entry,
			"since": site_time(entry["at"] - WITHIN_SECONDS),
			"until": site_time(entry["at"] + SLACK_SECONDS),
		}
		names = frappe.db.sql_list(
			f"""select name from `tabKnowledge Search Log` where {conditions}
			order by asked_at desc limit {100 if entry["run"] else 1}""",
			values,
		)
		if names:
			frappe.db.sql("update `tabKnowledge Search Log` set opened = 1 where name in %s", (tuple(names),))
