"""The pages that the website has of records: a hit leads users of the website there, since they have no desk."""

from urllib.parse import quote

import frappe
from frappe.website.path_resolver import get_website_rules
from frappe.website.website_generator import WebsiteGenerator

NAME = ("<path:name>", "<name>")
"""Ends of a route under which each record of a DocType has its page."""


def portal_page(doctype: str, name: str, is_opened_in_portal: bool) -> str:
	"""The path of the record's page; empty where there is none that the user may open.

	:param is_opened_in_portal: the portal's hook says yes of the record. Pages of an app's portal and Web Forms ask that hook, whatever
		rights the user has besides; a published page asks nobody.
	"""
	return _published_page(doctype, name) or (_page_for_one(doctype, name) if is_opened_in_portal else "")


def _published_page(doctype: str, name: str) -> str:
	if not frappe.get_meta(doctype).has_web_view:
		return ""
	doc = frappe.get_doc(doctype, name)
	if not isinstance(doc, WebsiteGenerator) or not doc.route or not doc.is_website_published():
		return ""
	return "/" + quote(doc.route.lstrip("/"))


def _page_for_one(doctype: str, name: str) -> str:
	for rule in get_website_rules():
		route, defaults = rule["from_route"], rule.get("defaults") or {}
		if defaults.get("doctype") == doctype and route.endswith(NAME):
			return route.rpartition("<")[0] + quote(name, safe="")
	# A form without a login shows Guests an empty one, and everybody else too.
	form = {"doc_type": doctype, "published": 1, "login_required": 1, "apply_document_permissions": 0}
	route = frappe.db.get_value("Web Form", form, "route", order_by="name asc")
	return f"/{route.strip('/')}/{quote(name, safe='')}" if route else ""
