"""Where other assistants knock. Both doors let in whoever Frappe knows by key, token or session, and nobody else."""

import json
from typing import Any

import frappe
from werkzeug.wrappers import Response

from huf.ai.assistants.access import SiteAccess
from huf.ai.site.limits import ASSISTANT_REQUESTS, SEARCHES, Limited, TooManyRequests, limit_rate
from huf.assistants.external import (
	BAD_HEADER,
	NOT_AUTHORIZED,
	TOO_MANY_REQUESTS,
	Refused,
	error_answer,
	retrieve,
)
from huf.assistants.mcp_messages import (
	TOO_MANY,
	BadMessage,
	error_message,
	failed_call,
	is_tool_call,
	read_message,
)

DIFY_PATH = "/api/method/huf.dify"
GUEST = "Guest"


@frappe.whitelist(allow_guest=True, methods=["GET", "POST", "DELETE"])
def mcp() -> Response:
	"""The Model Context Protocol's streamable HTTP transport, as the user of the request.

	Guests are answered with 401. Nothing is kept between requests, so there is no stream to open (GET) or end (DELETE).
	"""
	refused = _too_many(ASSISTANT_REQUESTS)
	if not _is_known():
		if refused:
			return _json({"error": refused.description}, 429, _retry_after(refused))
		return _json(
			{"error": "Send an API key or a token of a user of this site."},
			401,
			{"WWW-Authenticate": "Bearer"},
		)
	if frappe.request.method != "POST":
		return _json({"error": "Only POST: every request is answered by itself."}, 405, {"Allow": "POST"})
	from huf.assistants.mcp_http import HttpRequest, answer
	from huf.assistants.mcp_server import AssistantsMissing

	request = frappe.request
	try:
		message = read_message(request.get_data())
	except BadMessage as error:
		return _json(error_message(error.rpc_code, str(error)), 400)
	if refused:
		return _too_many_for_mcp(refused, message)
	asked = HttpRequest(
		"POST", request.path, request.query_string, list(request.headers.items()), request.get_data()
	)
	try:
		given = answer(SiteAccess(frappe.session.user), asked)
	except AssistantsMissing as error:
		return _json({"error": str(error)}, 501)
	return Response(given.body, status=given.status, headers=given.headers)


@frappe.whitelist(allow_guest=True, methods=["POST"])
def dify() -> Response:
	"""An external knowledge base in Dify's form; ``knowledge_id`` is the name of a knowledge source."""
	if too_many := _too_many(SEARCHES):
		words = error_answer(Refused(str(too_many.description), TOO_MANY_REQUESTS, 429))
		return _json(words, 429, _retry_after(too_many))
	if not _is_known():
		refused = Refused(
			"Invalid Authorization header format. Expected Bearer <api key>:<api secret>.", BAD_HEADER, 403
		)
		return _json(error_answer(refused), refused.status)
	try:
		return _json(retrieve(SiteAccess(frappe.session.user), _body()))
	except Refused as error:
		return _json(error_answer(error), error.status)


def authorize() -> None:
	"""Frappe's hook for requests that it does not know yet: Dify sends a user's ``key:secret`` as a bearer token.

	For that one address alone. Raises DifyRefused, which Frappe answers with its fields, for anything else.
	"""
	if not frappe.request or not frappe.request.path.startswith(DIFY_PATH) or _is_known():
		return
	scheme, _space, token = frappe.get_request_header("Authorization", "").partition(" ")
	key, _colon, secret = token.strip().partition(":")
	if scheme.lower() != "bearer" or not key or not secret:
		if scheme:
			_refuse(
				"Invalid Authorization header format. Expected Bearer <api key>:<api secret>.", BAD_HEADER
			)
		return
	from frappe.auth import validate_api_key_secret

	try:
		validate_api_key_secret(key, secret)
	except frappe.AuthenticationError:
		_refuse("Authorization failed.", NOT_AUTHORIZED)
	if not _is_known():
		_refuse("Authorization failed.", NOT_AUTHORIZED)


class DifyRefused(frappe.AuthenticationError):
	"""Nobody is let in, in the words that Dify shows."""

	http_status_code = 403


def _refuse(message: str, code: int) -> None:
	frappe.local.response.update(error_answer(Refused(message, code, 403)))
	raise DifyRefused(message)


def _is_known() -> bool:
	"""Whether the request is that of an enabled user: a key outlives the user it belongs to."""
	user = frappe.session.user
	return bool(user) and user != GUEST and bool(frappe.db.get_value("User", user, "enabled"))


def _too_many(limited: Limited) -> TooManyRequests | None:
	"""Count the request of this user, or of this address of a guest; what to answer if it is one too many."""
	try:
		limit_rate(limited)
	except TooManyRequests as error:
		return error
	return None


def _too_many_for_mcp(error: TooManyRequests, message: dict[str, Any]) -> Response:
	"""The refusal as clients of MCP understand it.

	The official client ends the whole session when a tool call is answered with 429, and the model never learns why. A call is
	therefore answered with a failed result, which the model reads; everything else with 429.
	"""
	words = str(error.description)
	if is_tool_call(message):
		return _json(failed_call(words, message), 200, _retry_after(error))
	return _json(error_message(TOO_MANY, words, message), 429, _retry_after(error))


def _retry_after(error: TooManyRequests) -> dict[str, str]:
	return {"Retry-After": str(error.seconds)}


def _body() -> dict[str, Any]:
	"""The request as it was sent: Frappe adds fields of its own to what it calls the form."""
	try:
		values = json.loads(frappe.request.get_data() or b"{}")
	except (ValueError, RecursionError):
		raise Refused("The request is not valid JSON.", 4001, 400) from None
	if not isinstance(values, dict):
		raise Refused("The request must be a JSON object.", 4001, 400)
	return values


def _json(values: dict[str, Any], status: int = 200, headers: dict[str, str] | None = None) -> Response:
	text = json.dumps(values, ensure_ascii=False, default=str)
	return Response(text, status=status, headers=headers, content_type="application/json")
