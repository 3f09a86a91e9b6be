"""The web application that gunicorn serves: Frappe with its assets, for every site of the ring.

Requests come to 127.0.0.1, which is no site's name. They are for the site in HUF_SITE unless the header
X-Frappe-Site-Name names another one.

The pages that it makes look for the realtime server on its own port, as they do on a developer's bench. Nothing else is as there: with
Frappe's variable DEV_SERVER, which would do the same, each process of Frappe 15 asks the database for the class of a document whenever
it makes one, and routes, home pages and templates are not cached, so that the tests would run what no site runs.

Frappe 16 keeps the configuration of a site for a minute. Tests that change it do not wait for that.
"""

import os
from collections.abc import Callable, Iterable
from typing import Any

import frappe.app
from frappe.utils import safe_exec

from scripts.site_ring.caching import api_not_kept

try:
	from frappe.config import clear_site_config_cache as forget_configuration
except ImportError:  # Frappe 15 reads it for each request

	def forget_configuration() -> None:
		"""There is nothing to forget."""


_safe_globals = safe_exec.get_safe_globals


def _globals_of_templates() -> dict[str, Any]:
	"""What templates see, and that the web server is not the one of realtime."""
	values = _safe_globals()
	values["dev_server"] = 1
	return values


safe_exec.get_safe_globals = _globals_of_templates
_frappe = frappe.app.application_with_statics()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
	"""The WSGI entry."""
	environ.setdefault("HTTP_X_FRAPPE_SITE_NAME", os.environ["HUF_SITE"])
	forget_configuration()
	return _frappe(environ, api_not_kept(environ.get("PATH_INFO", ""), start_response))
