"""Where the desk is: at /app on Frappe 15, at /desk on Frappe 16, as Frappe itself writes it."""

from frappe.utils.data import get_absolute_url


def desk_path(route: str) -> str:
	"""The address of a page of the desk, without the host; ``route`` is what stands behind the desk's own name, already quoted."""
	return f"/{get_absolute_url('User', 'x').split('/')[1]}/{route}"
