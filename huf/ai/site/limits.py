"""What one caller may ask of the site: how often, and how much. Asked at the doors (whitelisted methods), never deeper.

So one action of a user counts once, whatever it leads to: the searches of a run, of a trigger and of an evaluation are the
run's, and code on the server that calls a door without a request is not counted.

Counted is in Redis, in a counter for each user and minute that only the clock ends: one round trip, atomic, and not among
the keys that *Clear Cache* deletes. Two minutes meet somewhere, so twice the limit may fall into sixty seconds. Limits keep
a site answering; they are no right. When Redis is away nothing is counted and everybody is served, as searches are.
"""

import json
import time
from dataclasses import dataclass
from typing import Any

import frappe
from frappe import _
from redis.exceptions import RedisError
from werkzeug.exceptions import TooManyRequests as HTTPTooManyRequests
from werkzeug.wrappers import Response

from huf.ai.site.settings import get_settings
from huf.ai.words import said
from huf.engine.analysis import query as queries
from huf.engine.errors import QueryTooLong

WINDOW = 60
"""Seconds in which the limits of Agent Settings count."""


@dataclass(frozen=True, slots=True)
class Limited:
	"""A kind of request, and the number in Agent Settings that limits it."""

	key: str
	setting: str


SEARCHES = Limited("searches", "searches_per_minute")
RUNS = Limited("runs", "runs_per_minute")
ASSISTANT_REQUESTS = Limited("assistants", "assistant_requests_per_minute")


class BadRequest(frappe.ValidationError):
	"""What was sent cannot be read or asked; the message says what to change."""

	http_status_code = 400


class TooManyRequests(HTTPTooManyRequests):
	"""A user asked more often than the site's settings allow.

	An HTTP exception with its own response: Frappe passes it on as it is, for every kind of client, without an Error Log.
	"""

	def __init__(self, limit: int, seconds: int) -> None:
		words = _("More than {0} requests in a minute. Try again in {1} seconds.").format(limit, seconds)
		super().__init__(words, response=_too_many(words, seconds))
		self.seconds = seconds
		"""Until the next request is let in."""


def limit_rate(limited: Limited) -> None:
	"""Count one request of the session's user.

	Raises:
		TooManyRequests: this minute has had as many as Agent Settings allow.
	"""
	if not frappe.request:
		return
	most = getattr(get_settings(), limited.setting)
	if most <= 0:
		return
	window, spent = divmod(int(time.time()), WINDOW)
	if _counted(limited, window) > most:
		raise TooManyRequests(most, WINDOW - spent)


def _counted(limited: Limited, window: int) -> int:
	"""How many requests of this kind the session's user has made in ``window``, this one included; 0 if nobody counts."""
	user = frappe.session.user
	# Guests share a name; an address tells them apart as well as anything.
	who = user if user != "Guest" else f"Guest:{frappe.local.request_ip}"
	# huf_knowledge_: kept when somebody clears the cache (hooks.py).
	key = frappe.cache.make_key(f"huf_knowledge_rate:{limited.key}:{window}:{who}")
	commands = frappe.cache.pipeline(transaction=False)
	commands.incr(key)
	commands.expire(key, 2 * WINDOW)
	try:
		return int(commands.execute()[0])
	except RedisError:
		frappe.logger("huf").warning("Redis is away: requests are not counted", exc_info=True)
		return 0


def checked_query(query: str) -> str:
	"""The query of a request. Raises BadRequest if it is longer than one search takes."""
	try:
		return queries.checked_query(query)
	except QueryTooLong as error:
		frappe.throw(said(error), BadRequest, title=_(error.code))


def parsed_argument(argument: str, text: str) -> Any:
	"""The JSON value of an argument that came as text. Raises BadRequest if it is none."""
	try:
		return json.loads(text)
	except (ValueError, RecursionError):
		frappe.throw(_("{0} is not valid JSON.").format(argument), BadRequest)


def _too_many(words: str, seconds: int) -> Response:
	"""As Frappe's own errors look, so that the desk shows the sentence."""
	message = json.dumps({"message": words, "title": _("Too Many Requests"), "indicator": "orange"})
	values = {"exc_type": "TooManyRequests", "message": words, "_server_messages": json.dumps([message])}
	return Response(
		json.dumps(values),
		status=429,
		headers={"Retry-After": str(seconds)},
		content_type="application/json",
	)
