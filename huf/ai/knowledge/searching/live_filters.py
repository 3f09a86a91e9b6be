"""Filters over what changes while nobody saves the record: MariaDB answers them, since the index may hold a value of yesterday.

ERPNext makes an invoice *Overdue* by SQL: the label in the index says *Unpaid* until the next comparison. So a condition about one of
:data:`LIVE_KEYS` becomes one about inputs: those whose record meets it now, found by one statement for each DocType. What is
found is judged hit by hit all the same; the condition of Frappe's list only saves names.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import frappe
from frappe import _
from frappe.utils import cint

from huf.ai.access.records.inputs import tried
from huf.ai.access.records.records import referenced_doctypes, rule_of
from huf.ai.access.words import quoted
from huf.ai.knowledge.records.labels import stored_meta
from huf.ai.knowledge.records.live import DOCSTATUS, document_date_column, state_columns
from huf.ai.site.database.dialect import as_text, like
from huf.engine.filters import Condition
from huf.engine.filters.fields import FIELDS, METADATA_PREFIX

if TYPE_CHECKING:
	from frappe.model.meta import Meta

LIVE_KEYS = ("status", "workflow_state", "docstatus", "document_date")
"""Entries of the metadata that MariaDB is asked for."""
MOST_INPUTS = 100_000
"""Inputs that one condition may come to."""
_NEGATIVE = {"!=": "=", "not in": "in", "not like": "like"}
_EQUAL = ("=", "in")
_DATES = {"=": "=", "<": "<", "<=": "<=", ">": ">", ">=": ">=", "from": ">=", "to": "<="}


def is_live(condition: Condition) -> bool:
	"""Whether MariaDB is asked for this condition."""
	return condition.field.name.removeprefix(METADATA_PREFIX) in LIVE_KEYS


def asked_now(
	condition: Condition, doctypes: Sequence[str] | None, sources: Sequence[str], user: str
) -> Condition:
	"""The condition as one about inputs, for ``user``, who must be the session's user.

	:param doctypes: only records of these count; None: all.

	What is negative holds where the other does not, also of inputs that are no records, as in every filter.
	"""
	key = condition.field.name.removeprefix(METADATA_PREFIX)
	is_wanted, operator = True, condition.operator
	if operator in _NEGATIVE:
		is_wanted, operator = False, _NEGATIVE[operator]
	elif operator == "is set":
		is_wanted = bool(condition.values[0])
	found: list[str] = []
	for doctype in referenced_doctypes() if doctypes is None else doctypes:
		meta = stored_meta(doctype)
		test = _test(meta, key, operator, condition) if meta else ""
		if meta and test:
			room = MOST_INPUTS + 1 - len(found)
			found += tried(doctype, _asking(meta, test, sources, user, room), [])
	if len(found) > MOST_INPUTS:
		frappe.throw(
			_(
				"The filter {0} comes to more than {1} records. Narrow it by reference_doctype, or by dates."
			).format(condition.field.name, MOST_INPUTS),
			title=_("Filter"),
		)
	return Condition(FIELDS["inputs"], "in" if is_wanted else "not in", tuple(sorted(found)))


def _asking(meta: "Meta", test: str, sources: Sequence[str], user: str, most: int) -> Callable[[], list[str]]:
	def ask() -> list[str]:
		rule = rule_of(meta.name, user)
		if rule.kind == "nothing":
			return []
		# Shares and single documents are left to the judgement of each hit.
		allowed = f" and ({rule.condition})" if rule.kind == "list" and rule.condition else ""
		listed = ", ".join(map(quoted, sources)) or "''"
		# Without values to bind, and so not by sql_list: the rule may have percent signs of its own.
		return frappe.db.sql(
			f"""select i.name from `tabKnowledge Input` i join `tab{meta.name}` on `tab{meta.name}`.name = i.reference_name
			where i.knowledge_source in ({listed}) and i.reference_doctype = {quoted(meta.name)}
			and i.input_type = 'DocType Records' and {test}{allowed} limit {most:d}""",
			pluck=True,
		)

	return ask


def _test(meta: "Meta", key: str, operator: str, condition: Condition) -> str:
	"""The condition as SQL about the table of a DocType; empty where it has nothing of the kind."""
	column = _column(meta, key)
	if not column:
		return ""
	place = f"`tab{meta.name}`.`{column}`"
	if operator == "is set":
		return f"coalesce({as_text(place)}, '') != ''"
	if key == "docstatus":
		_check(condition, operator in _EQUAL)
		return f"{place} in ({', '.join(map(_docstatus, condition.values))})"
	if key == "document_date":
		days = [quoted(str(value)[:10]) for value in condition.values]
		_check(condition, (operator in _DATES and len(days) == 1) or operator in ("in", "between"))
		if operator == "between":
			return f"date({place}) between {days[0]} and {days[1]}"
		return (
			f"date({place}) in ({', '.join(days)})"
			if operator == "in"
			else f"date({place}) {_DATES[operator]} {days[0]}"
		)
	_check(condition, operator in _EQUAL or operator == "like")
	if operator == "like":
		return f"{place} {like()} {quoted(_pattern(str(condition.values[0])))}"
	listed = ", ".join(quoted(str(value)) for value in condition.values) or "null"
	return f"{place} in ({listed})"


def _column(meta: "Meta", key: str) -> str:
	if key == "docstatus":
		return "docstatus" if meta.is_submittable else ""
	if key == "document_date":
		return document_date_column(meta)
	return state_columns(meta).get(key, "")


def _docstatus(value: Any) -> str:
	"""0 to 2, or Draft, Submitted, Cancelled in any case; what is neither is none."""
	words = [word.lower() for word in DOCSTATUS]
	text = str(value).strip().lower()
	if text in words:
		return str(words.index(text))
	return str(cint(text)) if text in ("0", "1", "2") else "-1"


def _pattern(text: str) -> str:
	"""``*`` and ``?`` in the language of MariaDB."""
	plain = "".join(f"\\{sign}" if sign in "\\%_" else sign for sign in text)
	return plain.replace("*", "%").replace("?", "_")


def _check(condition: Condition, is_known: bool) -> None:
	if not is_known:
		frappe.throw(
			_("The filter {0} does not know the operator “{1}”.").format(
				condition.field.name, condition.operator
			),
			title=_("Filter"),
		)
