"""Whether models may be got from the desk, which whoever looks after the server decides."""

import frappe
from frappe.utils import cint

KEY = "huf_model_downloads"
"""In ``site_config.json``; 0: the desk gets no models. The commands of the bench do, all the same."""


def are_allowed() -> bool:
	"""Whether a System Manager may get a model from the desk."""
	return bool(cint(frappe.conf.get(KEY, 1)))
