"""Answers of the site's API are not kept by the browser, whose cache outlives a test."""

from collections.abc import Callable
from typing import Any

StartResponse = Callable[..., Any]


def api_not_kept(path: str, start_response: StartResponse) -> StartResponse:
	"""The WSGI `start_response` for a request of this path, which forbids to keep an answer of the API.

	Frappe 16 lets browsers keep some for minutes, whoever asks next, such as whether a document was amended. A test would then
	be shown what an earlier one was told, maybe as another user. Scripts, pictures and pages are left as they are.
	"""
	if not path.startswith("/api/"):
		return start_response

	def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
		said = [value for name, value in headers if name.lower() == "cache-control"]
		if not any("no-store" in value for value in said):
			others = [(name, value) for name, value in headers if name.lower() != "cache-control"]
			headers = [*others, ("Cache-Control", "no-store")]
		return start_response(status, headers, *more)

	return start
