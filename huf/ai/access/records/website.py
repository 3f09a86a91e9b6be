"""Which records a user of the website may open in the portal, by Frappe's own word: ``has_website_permission``.

That lets customers and suppliers open pages of their own orders, invoices or issues, though they have no right to the records. The
pages show a part of a record, a source has its whole text. So this counts only for sources that say *Answers Website Users*, which
a System Manager ticks; see :mod:`huf.ai.access.records.inputs`.
"""

from collections.abc import Collection, Sequence

import frappe
from frappe.model.base_document import get_controller

from huf.ai.access.records.records import Record, documents, stored_records
from huf.ai.access.words import any_of, quoted

PARTY_RULES = {
	"erpnext.controllers.website_list_for_contact.has_website_permission": "",
	"erpnext.support.doctype.issue.issue.has_website_permission": "raised_by",
}
"""Hooks that open the records of those customers and suppliers whose Portal User one is; and a field with the user themselves."""
ADDRESS_RULE = "frappe.contacts.doctype.address.address.has_website_permission"
"""Opens addresses that have a link in common with a Contact of the user's e-mail address."""
PARTIES = ("Customer", "Supplier")
"""DocTypes with Portal Users, and the roles that their users have."""


def is_on_website(user: str) -> bool:
	"""Whether the user has no desk. Read anew each time: people change sides."""
	return bool(frappe.db.sql("select 1 from `tabUser` where name = %s and user_type = 'Website User'", user))


def has_website_rule(doctype: str) -> bool:
	"""Whether there is anybody to say which records of the DocType the portal shows to whom."""
	meta = frappe.get_meta(doctype)
	if meta.istable or meta.issingle or meta.get("is_virtual"):
		return False
	return bool(_hooks(doctype)) or hasattr(get_controller(doctype), "has_website_permission")


def openable_records(doctype: str, names: Collection[str], user: str) -> dict[str, Record]:
	"""Those of the records that exist and that ``user``, who must be the session's user, may open in the portal.

	Each that can be is asked by itself; the documents are read together. Whatever a hook raises comes through.
	"""
	if not names or not frappe.db.exists("DocType", doctype, cache=True) or not has_website_rule(doctype):
		return {}
	found = stored_records(doctype, names, _candidates(doctype, user) or "")
	return {
		name: found[name]
		for name, doc in documents(doctype, found)
		if frappe.has_website_permission(doc, "read", user)
	}


def some_openable(doctype: str, user: str, most: int) -> list[str] | None:
	"""Names of at most so many records, among which are all that the portal may open to ``user``; None where nobody can say."""
	if not has_website_rule(doctype):
		return []
	candidates = _candidates(doctype, user)
	if candidates is None:
		return None
	query = f"select name from `tab{doctype}` where {candidates} limit {most:d}"
	return [str(name) for name in frappe.db.sql_list(query)]


def _candidates(doctype: str, user: str) -> str | None:
	"""SQL: what the hooks may say yes of, all of it and more; None where nobody can say."""
	if hasattr(get_controller(doctype), "has_website_permission"):
		return None
	rules = _hooks(doctype)
	if ADDRESS_RULE in rules:
		links = "select {} from `tabDynamic Link` link where link.parenttype = {}"
		common = links.format("link.link_doctype, link.link_name", "'Contact'")
		mine = f"select name from `tabContact` where email_id = {quoted(user)}"
		addresses = links.format("link.parent", "'Address'")
		return f"name in ({addresses} and (link.link_doctype, link.link_name) in ({common} and link.parent in ({mine})))"
	own = [PARTY_RULES[rule] for rule in rules if rule in PARTY_RULES]
	if not own or not set(PARTIES) & set(frappe.get_roles(user)):
		return None
	meta, ways = frappe.get_meta(doctype), []
	for parenttype in PARTIES:
		field = "party_name" if (parenttype, doctype) == ("Customer", "Quotation") else parenttype.lower()
		if meta.has_field(field):
			ways.append(
				f"`{field}` in (select parent from `tabPortal User` where `user` = {quoted(user)}"
				f" and parenttype = {quoted(parenttype)})"
			)
	ways += [f"`{field}` = {quoted(user)}" for field in own if field and meta.has_field(field)]
	return any_of(ways) if ways else None


def answers_website(sources: Sequence[str]) -> bool:
	"""Whether any of the sources answers users of the website from records."""
	return bool(
		frappe.db.sql(
			"select 1 from `tabKnowledge Source` where name in %s and answers_website_users = 1 limit 1",
			(tuple(sources) or ("",),),
		)
	)


def _hooks(doctype: str) -> list[str]:
	return (frappe.get_hooks("has_website_permission") or {}).get(doctype, [])
