"""Passwords of documents, read where they are used and kept nowhere."""

import frappe
from frappe.utils.password import Auth, get_decrypted_password


def read_secret(doctype: str, name: str, fieldname: str) -> str:
	"""A password as it was entered; empty if there is none.

	Frappe 15 raises for one that it cannot open even where it is asked not to, and Frappe 16 gives nothing, as if there were none.

	:raises frappe.ValidationError: it was locked with another ``encryption_key``. The message that Frappe has for the page is taken back.
	"""
	stored = (Auth.doctype == doctype) & (Auth.name == name) & (Auth.fieldname == fieldname)
	if not frappe.qb.from_(Auth).select(Auth.name).where(stored & (Auth.encrypted == 1)).limit(1).run():
		return ""
	messages = len(frappe.message_log)
	try:
		return get_decrypted_password(doctype, name, fieldname) or ""
	except frappe.ValidationError:
		del frappe.message_log[messages:]
		raise
