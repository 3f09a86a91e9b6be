"""One message of MCP as it comes over HTTP: read and checked before the SDK sees it, and the errors that are huf's own."""

import json
from collections.abc import Mapping
from typing import Any

from huf.engine.errors import HufError

PARSE_ERROR, INVALID_REQUEST, TOO_MANY = -32700, -32600, -32000
"""Codes of JSON-RPC; the last is of those that a server may give a meaning."""

DEEPEST = 64
"""Levels of a message. Reading much deeper ones ends in an error of the interpreter."""


class BadMessage(HufError):
	"""What came is no message that can be answered."""

	code = "Bad Message"
	acts = "caller"

	def __init__(self, message: str, rpc_code: int) -> None:
		super().__init__(message)
		self.rpc_code = rpc_code


def read_message(body: bytes) -> dict[str, Any]:
	"""The message in the body of a request.

	Raises:
		BadMessage: it is no JSON, holds what JSON cannot hold (NaN, half a character), is nested too deep, or is no single message.
	"""
	try:
		value = json.loads(body.decode())
		# Python reads more than JSON is, and the answer repeats parts of it.
		json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
	except (ValueError, RecursionError):
		raise BadMessage("The request is not valid JSON in UTF-8.", PARSE_ERROR) from None
	if isinstance(value, list):
		raise BadMessage("Send one message in a request: batches are not taken.", INVALID_REQUEST)
	if not isinstance(value, dict):
		raise BadMessage("The request must be a JSON object: one message of JSON-RPC.", INVALID_REQUEST)
	if "id" in value and _id_of(value) is None:
		raise BadMessage("The id of a request is a text or a whole number.", INVALID_REQUEST)
	if _depth(value) > DEEPEST:
		raise BadMessage(f"The request is nested deeper than {DEEPEST} levels.", INVALID_REQUEST)
	return value


def error_message(code: int, message: str, request: Mapping[str, Any] | None = None) -> dict[str, Any]:
	"""An error as JSON-RPC has it, as the answer to ``request``."""
	return {"jsonrpc": "2.0", "id": _id_of(request), "error": {"code": code, "message": message}}


def is_tool_call(message: Mapping[str, Any]) -> bool:
	"""Whether a tool is called and the caller waits for its result."""
	return message.get("method") == "tools/call" and _id_of(message) is not None


def failed_call(message: str, request: Mapping[str, Any]) -> dict[str, Any]:
	"""The result of a tool call that failed, for the model to read."""
	result = {"content": [{"type": "text", "text": message}], "isError": True}
	return {"jsonrpc": "2.0", "id": _id_of(request), "result": result}


def _id_of(request: Mapping[str, Any] | None) -> str | int | None:
	found = request.get("id") if request else None
	return found if isinstance(found, str | int) and not isinstance(found, bool) else None


def _depth(value: Any) -> int:
	depth, level = 0, [value]
	while level:
		depth += 1
		level = [
			inner
			for outer in level
			if isinstance(outer, dict | list)
			for inner in (outer.values() if isinstance(outer, dict) else outer)
		]
	return depth
