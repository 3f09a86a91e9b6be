"""The site that a command is for."""

from contextlib import contextmanager

import click
import frappe
from frappe.commands import get_site


@contextmanager
def site(context):
	"""Connected to the site that the command names, for the length of a ``with`` block."""
	frappe.init(site=get_site(context))
	frappe.connect()
	try:
		yield
	finally:
		frappe.destroy()


def require_source(source: str) -> str:
	"""The artifact id of a source; ends the command if there is no such source."""
	artifact_id = frappe.db.get_value("Knowledge Source", source, "artifact_id")
	if not artifact_id:
		known = ", ".join(frappe.get_all("Knowledge Source", pluck="name")) or "none"
		raise click.UsageError(f"There is no knowledge source {source!r}. Known: {known}.")
	return artifact_id
