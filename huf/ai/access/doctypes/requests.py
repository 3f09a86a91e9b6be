"""What a web request asks of Frappe about huf's documents, looked at once before Frappe answers.

Frappe's own methods take any DocType, and not all of them ask for rights: some count and filter the whole table, some say
"no permission" of what is hidden and "not found" of what is not there, and a list can be filtered and sorted by fields that it does
not show. So this is asked of each request that names a DocType of huf, whichever of Frappe's methods or routes it is for:

- Each document that it names must be one that the user may read. What is hidden and what does not exist is refused in
  the same words. A document is named by its name: Frappe would take conditions in its place.
- A method that does not ask for rights (``ASKS_NO_RIGHTS``) is refused.
- A field that the user may not read is no condition and no order of a list.

A request that names no DocType of huf costs one look at its arguments and is left alone. So are methods of huf, which ask for themselves.
"""

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import frappe
from frappe import _

from huf.ai.access.records.records import list_rule
from huf.ai.access.words import is_administrator, is_stored

if TYPE_CHECKING:
	from frappe.model.meta import Meta

ASKS_NO_RIGHTS = (
	"frappe.client.get_count",
	"frappe.desk.doctype.tag.tag.get_tagged_docs",
	"frappe.utils.goal.get_monthly_goal_graph_data",
	"frappe.workflow.doctype.workflow.workflow.get_workflow_state_count",
)
"""Methods of Frappe that look into the whole table of a DocType. ``huf/tests/access/test_frappe_roads.py`` finds what is missing here."""
GROUP_BY = "frappe.desk.listview.get_group_by_count"
"""Asks for rights, but not where it counts assignments."""
OPEN_COUNT = "frappe.desk.notifications.get_open_count"
"""Counts what links to a document, and asks for the right to that alone."""
GET = "frappe.client.get"
"""Takes conditions in place of a name, and then says of what nobody may read that it is there."""
VALIDATE_LINK = "frappe.client.validate_link"

_NAMES = frozenset(
	"dn doc_name docname docnames docs export_records items name names new_parent old old_name parent selected_items value".split()
)
NAMING = {
	"attached_to_doctype": frozenset({"attached_to_name"}),
	"doc": frozenset({"name"}),
	"doctype": _NAMES,
	"document_type": frozenset({"document_name"}),
	"dt": _NAMES,
	"link_doctype": frozenset({"link_name"}),
	"parenttype": frozenset({"parent"}),
	"ref_doctype": frozenset({"ref_docname", "ref_name"}),
	"reference_doctype": frozenset({"reference_docname", "reference_name"}),
	"reference_dt": frozenset({"reference_name"}),
	"reference_type": frozenset({"reference_name"}),
	"reminder_doctype": frozenset({"reminder_docname"}),
	"share_doctype": frozenset({"share_name"}),
}
"""How Frappe's methods and DocTypes call a DocType, and what then names documents of it."""
RENAME = "frappe.model.rename_doc.update_document_title"
"""Of this one the argument ``name`` is the new name."""
PLAIN = frozenset({"fields", "fieldname", "filter_fields", "select_columns", "export_fields"})
"""Arguments that list columns. Of the plain names among them Frappe leaves out those that the user may not read."""
NO_FIELDS = frozenset("cmd content description query search_term subject text txt user_settings".split())
"""Arguments by which nothing is filtered or sorted."""
OPERATORS = frozenset(
	word.replace("_", " ")
	for word in """= != < > <= >= <> like in is between timespan not_like not_in ancestors_of descendants_of
	not_ancestors_of not_descendants_of""".split()
)
TABLE = re.compile(r"`tab([^`]+)`")
ROUTE = re.compile(r"^/api/(?:v\d+/)?(?:resource|document)/([^/]+)(?:/(.+?))?(?:/method/[^/]+)?/?$")
ABOUT_DOCTYPE = re.compile(r"^/api/(?:v\d+/)?(?:doctype|method)/([^/]+)/[^/]+/?$")
METHOD = re.compile(r"^/api/(?:v\d+/)?method/(.+?)/?$")


def check_request() -> None:
	"""Refuse what must not be asked; the last of huf's ``auth_hooks``: the user is known, and Frappe has not begun to answer.

	Raises frappe.PermissionError.
	"""
	if not frappe.request or is_administrator(frappe.session.user):
		return
	if not _may_mention_own() or _is_own_method():
		return
	user, asked = frappe.session.user, _arguments()
	doctypes = set(_doctypes(asked)) & own_doctypes()
	if _calls((OPEN_COUNT,)):
		_count_no_hidden_links(asked, user)
	if not doctypes:
		return
	asks_no_rights = (*ASKS_NO_RIGHTS, GROUP_BY) if asked.get("field") == "assigned_to" else ASKS_NO_RIGHTS
	if _calls(asks_no_rights) and not all(_sees_all(doctype, user) for doctype in doctypes):
		_refuse()
	if _calls((GET,)) and not asked.get("name") and asked.get("filters") is not None:
		_refuse()
	if _calls((VALIDATE_LINK,)):
		_forget_unreadable_link(user)
		return
	# With this Frappe leaves out all rights to documents, not only User Permissions.
	frappe.form_dict.pop("ignore_user_permissions", None)
	if _calls((RENAME,)):
		asked.pop("name", None)
	for doctype, name in _named(asked):
		if not _may_name(doctype, name, user):
			_refuse()
	if hidden := hidden_fields(doctypes, user):
		_refuse_fields(asked, hidden)


@cache
def own_doctypes() -> frozenset[str]:
	"""The DocTypes that come with huf."""
	folder = Path(frappe.get_app_path("huf", "huf", "doctype"))
	return frozenset(
		json.loads(path.read_text(encoding="utf-8"))["name"]
		for path in folder.glob("*/*.json")
		if path.stem == path.parent.name
	)


# --- What is asked


def _may_mention_own() -> bool:
	"""Whether one of huf's DocTypes may be named somewhere; cheap, for every other request of the site."""
	texts = (frappe.request.path, *_strings(dict(frappe.form_dict)))
	return any(word in text for text in texts for word in _first_words())


@cache
def _first_words() -> frozenset[str]:
	# In JSON any character may be written as its number.
	return frozenset({name.split()[0] for name in own_doctypes()} | {"\\u00"})


def _arguments() -> dict[str, Any]:
	"""The arguments of the request, with what they hold as JSON, and what its route names."""
	asked = {str(key): _parsed(value) for key, value in frappe.form_dict.items()}
	if about := ABOUT_DOCTYPE.match(frappe.request.path):
		asked["doctype"] = about[1]
	if not (route := ROUTE.match(frappe.request.path)):
		return asked
	doctype, name = route.groups()
	if name or frappe.request.method == "POST":
		sent = asked.get("data")
		document = {**asked, **(sent if isinstance(sent, dict) else {}), "doctype": doctype, "name": name}
		return {"__route": document}
	return {**asked, "doctype": doctype}


def _parsed(value: Any) -> Any:
	if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "["):
		return value
	try:
		return json.loads(value)
	except (ValueError, RecursionError):
		return value


def _strings(value: Any) -> Iterator[str]:
	"""Every text in it, keys too."""
	if isinstance(value, str):
		yield value
	elif isinstance(value, dict):
		for key, inner in value.items():
			yield str(key)
			yield from _strings(inner)
	elif isinstance(value, list | tuple):
		for inner in value:
			yield from _strings(inner)


def _doctypes(value: Any, key: str = "") -> Iterator[str]:
	"""What stands where a DocType is named: under such a key, in a condition, or as a table."""
	if isinstance(value, str):
		if "doctype" in key or key in NAMING or key in ("parent", "parenttype"):
			yield value
		yield from TABLE.findall(value)
	elif isinstance(value, dict):
		for inner_key, inner in value.items():
			yield str(inner_key)
			yield from _doctypes(inner, str(inner_key))
	elif isinstance(value, list | tuple):
		if any(isinstance(part, str) and part.lower() in OPERATORS for part in value):
			yield from (part for part in value[:1] if isinstance(part, str))
		for inner in value:
			yield from _doctypes(inner)


# --- Methods


def _is_own_method() -> bool:
	route = METHOD.match(frappe.request.path)
	# Whichever of the two Frappe goes by.
	called = [route[1] if route else "", str(frappe.form_dict.get("cmd") or "")]
	return any(called) and all(name.startswith("huf.") for name in called if name)


def _calls(methods: Iterable[str]) -> bool:
	"""Whether the request calls one of these, by whatever path or as an argument of another method."""
	wanted = [frappe.get_attr(method) for method in methods]
	route = METHOD.match(frappe.request.path)
	named = [route[1].replace("/", ".") if route else "", *map(str, frappe.form_dict.values())]
	apps = frappe.get_installed_apps()
	return any(
		_function(name) in wanted
		for name in named
		if re.fullmatch(r"\w+(\.\w+)+", name) and name.split(".")[0] in apps
	)


def _function(path: str) -> Any:
	for override in reversed(frappe.get_hooks("override_whitelisted_methods", {}).get(path, [])):
		path = override
		break
	try:
		return frappe.get_attr(path)
	except (ImportError, AttributeError, ValueError, frappe.AppNotInstalledError, frappe.ValidationError):
		return None


# --- Documents


def _named(asked: dict[str, Any]) -> Iterator[tuple[str, Any]]:
	"""Each document of huf that the arguments name, as DocType and name."""
	yield from _pairs(asked)
	for value in asked.values():
		yield from _named_within(value)


def _named_within(value: Any) -> Iterator[tuple[str, Any]]:
	if isinstance(value, list):
		for inner in value:
			yield from _named_within(inner)
	elif isinstance(value, dict):
		if value.get("doctype") in own_doctypes():
			yield from _of_document(value)
			return
		yield from _pairs(value)
		for inner in value.values():
			yield from _named_within(inner)


def _pairs(values: dict[str, Any]) -> Iterator[tuple[str, Any]]:
	for key in NAMING.keys() & values.keys():
		doctype = values[key]
		if isinstance(doctype, str) and doctype in own_doctypes():
			for named in NAMING[key] & values.keys():
				yield from ((doctype, name) for name in _names(named, values[named]))


def _of_document(values: dict[str, Any]) -> Iterator[tuple[str, Any]]:
	"""A document that is sent, to be saved or for its methods: itself, unless it is new, and what it newly links to."""
	doctype = values["doctype"]
	name = None if values.get("__islocal") else values.get("name") or values.get("docname")
	if name:
		yield doctype, name
	meta = frappe.get_meta(doctype)
	yield from _new_links(meta, values, name)
	for table in meta.get_table_fields():
		rows = values.get(table.fieldname)
		for row in rows if isinstance(rows, list) else ():
			if isinstance(row, dict):
				yield from _new_links(frappe.get_meta(table.options), row, row.get("name"))


def _new_links(meta: "Meta", values: dict[str, Any], name: Any) -> Iterator[tuple[str, Any]]:
	"""What is linked already may be hidden from who saves the document."""
	for field in meta.get_link_fields():
		value = values.get(field.fieldname)
		if field.options in own_doctypes() and value:
			stored = frappe.db.get_value(meta.name, name, field.fieldname) if isinstance(name, str) else None
			if value != stored:
				yield field.options, value


def _names(key: str, value: Any) -> list[Any]:
	if (key == "parent" and isinstance(value, str) and value in own_doctypes()) or (
		key == "export_records" and not isinstance(value, list)
	):
		# The DocType whose child table is asked for; how much is exported.
		return []
	names = value if isinstance(value, list) else [value]
	if key == "items":
		# A form asks how many documents of other DocTypes link to it, and calls these DocTypes its items.
		names = [name for name in names if not (isinstance(name, str) and name in own_doctypes())]
	# Documents in a list are looked at as documents.
	return [
		name
		for name in names
		if name not in (None, "") and not (isinstance(name, dict) and "doctype" in name)
	]


def _may_name(doctype: str, name: Any, user: str) -> bool:
	if isinstance(name, int):
		name = str(name)
	if not isinstance(name, str):
		return False
	unsaved = f"new(?:-{frappe.scrub(doctype).replace('_', '-')}-\\w+)?"
	if re.fullmatch(unsaved, name) and not is_stored(doctype, name):
		# A document on a form that has not been saved yet.
		return True
	meta = frappe.get_meta(doctype)
	if meta.issingle:
		return _may_know(doctype, None, user)
	if not is_stored(doctype, name):
		return False
	if meta.istable:
		parent = frappe.db.get_value(doctype, name, ["parenttype", "parent"], as_dict=True)
		return bool(parent and parent.parenttype and parent.parent) and _may_name(
			parent.parenttype, parent.parent, user
		)
	return _may_know(doctype, name, user)


def _may_know(doctype: str, name: str | None, user: str) -> bool:
	"""Whether the user may know that there is this document: whoever may choose it in a link field may."""
	return any(frappe.has_permission(doctype, right, doc=name, user=user) for right in ("read", "select"))


def _sees_all(doctype: str, user: str) -> bool:
	"""Whether no document of the DocType is hidden from the user."""
	from frappe.permissions import get_role_permissions

	meta = frappe.get_meta(doctype)
	return bool(
		not meta.istable
		and get_role_permissions(meta, user=user).get("read")
		and not list_rule(doctype, user)
	)


def _count_no_hidden_links(asked: dict[str, Any], user: str) -> None:
	"""How many documents of huf link to another document is told to those who see all of them, and where a form of huf shows it."""
	items, doctype = asked.get("items"), asked.get("doctype")
	if not isinstance(items, list):
		return
	shown: set[str] = set()
	if isinstance(doctype, str) and doctype in own_doctypes():
		groups = frappe.get_meta(doctype).get_dashboard_data().transactions or ()
		shown = {item for group in groups for item in group.get("items") or ()}
	asked["items"] = [
		item
		for item in items
		if not isinstance(item, str) or item not in own_doctypes() or item in shown or _sees_all(item, user)
	]
	frappe.form_dict["items"] = json.dumps(asked["items"])


def _forget_unreadable_link(user: str) -> None:
	"""What a person types into a link field need not exist: then Frappe answers without an error."""
	doctype, name = frappe.form_dict.get("doctype"), frappe.form_dict.get("docname")
	if doctype in own_doctypes() and not _may_name(doctype, name, user):
		frappe.form_dict.docname = ""


# --- Fields


def hidden_fields(doctypes: Iterable[str], user: str) -> set[str]:
	"""Fields and tables of these DocTypes that are above the levels that the user may read."""
	hidden: set[str] = set()
	for doctype in doctypes:
		meta = frappe.get_meta(doctype)
		if meta.istable:
			continue
		levels = meta.get_permlevel_access("read", user=user)
		for field in meta.get_high_permlevel_fields():
			if field.permlevel not in levels:
				hidden.add(field.fieldname)
				if field.fieldtype == "Table":
					hidden.add(field.options)
	return hidden


def _refuse_fields(asked: dict[str, Any], hidden: set[str]) -> None:
	word = re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, sorted(hidden))) + r")(?!\w)")
	for key, value in asked.items():
		if key in NO_FIELDS or key in _NAMES or key == "__route":
			continue
		for text in _columns({key: value}):
			if word.search(text) and not (key in PLAIN and re.fullmatch(r"(?:`tab[^`]+`\.)?`?\w+`?", text)):
				_refuse()


def _columns(value: Any) -> Iterator[str]:
	"""What may name a column: everything but the values that columns are compared with."""
	if isinstance(value, str):
		yield value
	elif isinstance(value, dict):
		if "doctype" in value and "document_type" not in value:
			# A document that is sent to be saved; charts and cards ask with what they have.
			return
		for key, inner in value.items():
			yield str(key)
			yield from _columns(inner)
	elif isinstance(value, list | tuple):
		for inner in value:
			if isinstance(inner, str) and inner.strip().lower() in OPERATORS:
				return
			yield from _columns(inner)


def _refuse() -> None:
	frappe.throw(
		_("There is no such document, or you may not ask this of it."),
		frappe.PermissionError,
		title=_("Not Permitted"),
	)
