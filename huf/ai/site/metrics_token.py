"""The token that opens the metrics of a site (``huf.ai.doctor.metrics``), and how it comes in.

It stands in ``site_config.json``, written by whoever looks after the server: nobody of the desk can read or change it. A scraper sends it as
``Authorization: Bearer``, which Frappe takes for a token of OAuth and refuses. So it is taken out of the request before Frappe looks.
This module imports little, for it is part of every request.
"""

import hmac

import frappe

KEY = "huf_metrics_token"
SOURCES = "huf_metrics_sources"
"""1: metrics name the knowledge sources."""
PATH = "/api/method/huf.metrics"
LEAST_CHARACTERS = 32
"""``openssl rand -hex 32`` gives twice as many. Nothing counts wrong tokens, so one must be too long to be guessed."""

_TAKEN = "huf.metrics_token"
"""In the request's environment, where no header can put anything under such a name."""


def wanted() -> str | None:
	"""The token of this site; None: there is none that can be used, and metrics are closed."""
	token = frappe.conf.get(KEY)
	if not isinstance(token, str) or len(token) < LEAST_CHARACTERS or token.split() != [token]:
		return None
	return token


def take() -> None:
	"""Frappe's hook before each request: for the metrics alone, keep a bearer token from Frappe's own doors."""
	request = frappe.local.request
	if request.path != PATH:
		return
	scheme, _space, token = request.environ.get("HTTP_AUTHORIZATION", "").partition(" ")
	if scheme.lower() == "bearer":
		del request.environ["HTTP_AUTHORIZATION"]
		request.environ[_TAKEN] = token.strip()


def is_given() -> bool:
	"""Whether this request brought the token, compared in a time that tells nothing of it."""
	token = wanted()
	given = frappe.local.request.environ.get(_TAKEN, "")
	return token is not None and hmac.compare_digest(given.encode("utf-8", "replace"), token.encode())
