"""The right to records and Files as SQL, for lists and counts of inputs: their titles are those of the records.

A list of inputs goes by the same condition as a search. Where a DocType has a rule for single documents only (a
``has_permission`` hook without ``permission_query_conditions``), its inputs are asked one by one, as long as they are few.
"""

import frappe

from huf.ai.access.impersonation import asked_as, forget_old_rights
from huf.ai.access.records.file_rule import open_inputs
from huf.ai.access.records.inputs import tried
from huf.ai.access.records.records import readable_records, referenced_doctypes, rule_of
from huf.ai.access.words import NOTHING, any_of, is_administrator, quoted

INPUT = "`tabKnowledge Input`"
MOST_SINGLE = 500
"""Records of one DocType that are asked one by one for a list; of a DocType with more inputs, a list shows none."""


def right_conditions(user: str) -> str:
	"""The inputs whose records and Files ``user`` may read, as a condition; empty means all."""
	if is_administrator(user):
		return ""
	forget_old_rights(user)
	with asked_as(user):
		records = [
			f"(coalesce({INPUT}.`reference_doctype`, '') = '' and {INPUT}.`input_type` != 'DocType Records')"
		]
		records += [
			f"({INPUT}.`reference_doctype` = {quoted(doctype)} and {INPUT}.`reference_name` in ({names}))"
			for doctype in referenced_doctypes()
			if (names := _names(doctype, user)) != NOTHING
		]
		return f"({any_of(records)} and {_file_condition(user)})"


def _file_condition(user: str) -> str:
	own = (
		f"select 1 from `tabFile` own where own.`name` = {INPUT}.`file_record` and"
		f" ((own.`attached_to_doctype` = 'Knowledge Input' and own.`attached_to_name` = {INPUT}.`name`)"
		f" or (own.`attached_to_doctype` = 'Knowledge Source'"
		f" and own.`attached_to_name` = {INPUT}.`knowledge_source`))"
	)
	files = ["`tabFile`.`is_private` = 0", f"`tabFile`.`owner` = {quoted(user)}"]
	files += [
		f"(`tabFile`.`attached_to_doctype` = {quoted(doctype)} and `tabFile`.`attached_to_name` in ({names}))"
		for doctype in _attached()
		if (names := _names(doctype, user)) != NOTHING
	]
	files.append(f"`tabFile`.`name` in ({_shared('File', user)})")
	if not frappe.has_permission("File", "read", user=user):
		files = [NOTHING]
	return any_of(
		[
			f"{INPUT}.`input_type` not in ('File', 'Folder')",
			f"exists ({own})",
			f"{INPUT}.`file_record` in (select `tabFile`.`name` from `tabFile` where {any_of(files)})",
		]
	)


def _attached() -> list[str]:
	"""DocTypes that private Files of inputs are attached to."""
	return frappe.db.sql_list(
		f"""select distinct f.attached_to_doctype from {INPUT} i join `tabFile` f on f.name = i.file_record
		where f.is_private = 1 and coalesce(f.attached_to_doctype, '') != ''"""
	)


def _names(doctype: str, user: str) -> str:
	"""A list or a select of the names of the records that the user may read; 1=0 for none, also when the rules break."""
	if doctype == "Knowledge Input":
		return open_inputs(user)
	return tried(doctype, lambda: _names_of(doctype, user), NOTHING)


def _names_of(doctype: str, user: str) -> str:
	rule = rule_of(doctype, user)
	if rule.kind == "nothing":
		return NOTHING
	if rule.kind == "single documents":
		is_single = frappe.get_meta(doctype).issingle and frappe.has_permission(doctype, "read", user=user)
		return quoted(doctype) if is_single else NOTHING
	if rule.asks_documents and not _has_list_rule(doctype):
		return _one_by_one(doctype, user)
	if rule.kind == "shared":
		return _shared(doctype, user)
	return f"select `tab{doctype}`.`name` from `tab{doctype}`" + (
		f" where {rule.condition}" if rule.condition else ""
	)


def _has_list_rule(doctype: str) -> bool:
	"""Whether the DocType's own rule comes as a pair, one half of which is for lists."""
	from frappe.core.doctype.server_script.server_script_utils import get_server_script_map

	hooks = frappe.get_hooks("permission_query_conditions")
	scripts = get_server_script_map().get("permission_query", {})
	return bool(hooks.get(doctype) or scripts.get(doctype))


def _one_by_one(doctype: str, user: str) -> str:
	names = frappe.db.sql_list(
		f"""select reference_name from {INPUT} where reference_doctype = %(doctype)s union
		select f.attached_to_name from {INPUT} i join `tabFile` f on f.name = i.file_record
		where f.attached_to_doctype = %(doctype)s limit %(most)s""",
		{"doctype": doctype, "most": MOST_SINGLE + 1},
	)
	if len(names) > MOST_SINGLE:
		return NOTHING
	readable = readable_records(doctype, names, user)
	return ", ".join(quoted(name) for name in readable) or NOTHING


def _shared(doctype: str, user: str) -> str:
	return (
		f"select `share_name` from `tabDocShare` where `share_doctype` = {quoted(doctype)}"
		f" and `read` = 1 and (`user` = {quoted(user)} or `everyone` = 1)"
	)
