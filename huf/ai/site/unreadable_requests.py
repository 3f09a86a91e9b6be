"""Requests to huf's methods that Frappe cannot hand to them: a body that is no JSON, or an argument that is missing.

Frappe reads the body of a request before it looks where the request goes. What it cannot read, and what it cannot call a method
with, is its HTTP 500 with an entry in the Error Log: anybody can fill that from outside. For huf's own addresses the answer
becomes what it is, a bad request, and the entry, which waits in Redis to be written, is taken back.
"""

import inspect
import json
from typing import TYPE_CHECKING

import frappe
import frappe.app
from redis.exceptions import RedisError

from huf.assistants.external import BAD_REQUEST, Refused, error_answer
from huf.assistants.mcp_messages import PARSE_ERROR, error_message

if TYPE_CHECKING:
	from werkzeug.wrappers import Request, Response

OWN_PATHS = ("/api/method/huf.", "/api/v1/method/huf.", "/api/v2/method/huf.")
NOT_JSON = "The request is not valid JSON."
NO_OBJECT = "The request must be a JSON object."

_WAITING = "insert_queue_for_Error Log"
"""Where Frappe keeps entries until they are written (``frappe.deferred_insert``)."""
_LAST = 20
"""Entries looked at: the own one is among the last."""


def after_request(response: "Response | None", request: "Request") -> None:
	"""Frappe's hook for every request; nearly all leave at the first line."""
	if not request.path.startswith(OWN_PATHS) or response is None or response.status_code not in (417, 500):
		return
	reason, failed_in = _no_body(request), "make_form_dict"
	if not reason:
		reason, failed_in = _missing(request), "required positional argument"
	if reason:
		if response.status_code == 500:
			_take_back(request.path, failed_in)
		response.status_code = 400
		response.content_type = "application/json"
		response.data = json.dumps(_answer(request, reason))


def _no_body(request: "Request") -> str:
	"""Why Frappe could not read the body; empty if it could."""
	if not request.is_json or not (body := request.get_data(as_text=True)):
		return ""
	# Frappe 16 reads it by orjson, which takes neither half a character nor a number that is none.
	reader = getattr(frappe.app, "orjson", json)
	try:
		value = reader.loads(body)
	except (ValueError, RecursionError):
		return NOT_JSON
	return "" if isinstance(value, dict | list) else NO_OBJECT


def _missing(request: "Request") -> str:
	"""Which arguments that the method wants were not sent; empty if none is missing."""
	try:
		method = inspect.unwrap(frappe.get_attr(_address(request)))
		wanted = inspect.signature(method).parameters.values()
	except (AttributeError, ImportError, TypeError, ValueError, frappe.ValidationError):
		return ""
	missing = [one.name for one in wanted if one.default is one.empty and one.name not in frappe.form_dict]
	return f"Missing: {', '.join(missing)}." if missing else ""


def _address(request: "Request") -> str:
	return request.path.rpartition("/method/")[2]


def _answer(request: "Request", reason: str) -> dict[str, object]:
	"""In the form that the caller of the address reads."""
	address = _address(request)
	if address.startswith("huf.mcp"):
		return error_message(PARSE_ERROR, reason)
	if address.startswith("huf.dify"):
		return error_answer(Refused(reason, BAD_REQUEST, 400))
	return {"exc_type": "BadRequest", "message": reason}


def _take_back(path: str, failed_in: str) -> None:
	"""Take the entry of this request out of those that wait to be written: its traceback has the request's address and what
	could not be done."""
	key = frappe.cache.make_key(_WAITING)
	try:
		for entry in reversed(frappe.cache.execute_command("LRANGE", key, -_LAST, -1)):
			text = entry.decode("utf-8", "replace")
			if path in text and failed_in in text:
				frappe.cache.execute_command("LREM", key, -1, entry)
				return
	except RedisError:
		frappe.logger("huf").warning("Redis is away: an entry of the Error Log stays", exc_info=True)
