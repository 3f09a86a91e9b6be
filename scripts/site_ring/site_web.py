"""The web application that gunicorn serves: Frappe with its assets, for every site of the ring.

Requests come to 127.0.0.1, which is no site's name. They are for the site in HUF_SITE unless the header
X-Frappe-Site-Name names another one.
"""

import os
from collections.abc import Callable, Iterable
from typing import Any

import frappe.app

_frappe = frappe.app.application_with_statics()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
	"""The WSGI entry."""
	environ.setdefault("HTTP_X_FRAPPE_SITE_NAME", os.environ["HUF_SITE"])
	return _frappe(environ, start_response)
