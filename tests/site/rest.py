"""Talking to a site over HTTP as one user, the way a script of a customer would."""

from collections.abc import Mapping
from typing import Any

import requests

SECONDS = 60


class Client:
	"""A logged-in session. Responses are given back as they are, also the refusals."""

	def __init__(self, url: str, site: str) -> None:
		self.url = url
		self.session = requests.Session()
		# The web server of the ring serves the first site unless this header names another.
		self.session.headers.update({"X-Frappe-Site-Name": site, "Accept": "application/json"})

	def login(self, user: str, password: str) -> "Client":
		"""Log in. Raises AssertionError with the server's words when it refuses."""
		answer = self.post("/api/method/login", {"usr": user, "pwd": password})
		assert answer.status_code == 200, f"login of {user}: {answer.status_code} {answer.text[:500]}"
		return self

	def get(self, path: str, params: Mapping[str, Any] | None = None) -> requests.Response:
		"""GET a path such as /api/resource/Agent."""
		return self.session.get(self.url + path, params=dict(params or {}), timeout=SECONDS)

	def post(self, path: str, values: Mapping[str, Any] | None = None) -> requests.Response:
		"""POST JSON to a path."""
		return self.session.post(self.url + path, json=dict(values or {}), timeout=SECONDS)

	def call(self, method: str, **values: Any) -> requests.Response:
		"""POST to a whitelisted method by its dotted path."""
		return self.post(f"/api/method/{method}", values)

	def message(self, method: str, **values: Any) -> Any:
		"""What a whitelisted method returned. Raises AssertionError unless the status is 200."""
		answer = self.call(method, **values)
		assert answer.status_code == 200, f"{method}: {answer.status_code} {answer.text[:2000]}"
		return answer.json().get("message")
