"""Records for tests and benchmarks: thousands of them, of several DocTypes, from a seed or from texts that are given.

``make_doctypes`` adds DocTypes of our own to a site, since a plain one has few with rights worth testing:

- *Huf Case*: submittable, with a tag's worth of everything: a title, a rich text, a table of steps, an expiry date, a
  check Disabled, a field of permlevel 1, and a link to a group that User Permissions can be made for.
- *Huf Case Group*: *Rare* has one case in 1,000; *North* and *South* share the rest.

Every text that is made up has ``quokka``, a word of its topic, and a word of its own (``own_word``), so that a search can
ask for all, some or one.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import cycle, islice
from typing import Any

import frappe
from frappe.utils import now_datetime

CASE, GROUP, STEP = "Huf Case", "Huf Case Group", "Huf Case Step"
RARE, NORTH, SOUTH = "Rare", "North", "South"
RARE_EVERY = 1000
"""One case in so many is of the group Rare."""
MARK = "quokka"
"""A word that every made-up text has."""
TOPICS = (
	"pump",
	"invoice",
	"shipment",
	"warranty",
	"payroll",
	"harbour",
	"turbine",
	"contract",
	"orchard",
	"boiler",
)
_STEMS = (
	"val",
	"mer",
	"tor",
	"lin",
	"cas",
	"dor",
	"pel",
	"nim",
	"sar",
	"gol",
	"ven",
	"rik",
	"tam",
	"bos",
	"hul",
	"fen",
)
_ENDS = ("", "er", "ing", "ed", "age", "ment", "ine", "ory")
WORDS = tuple(a + b + end for a in _STEMS for b in _STEMS for end in _ENDS)


def own_word(number: int) -> str:
	"""The word that only the text of this number has."""
	return f"own{number:07d}"


def topic_of(number: int) -> str:
	"""The topic of a text: each has a tenth of them."""
	return TOPICS[number % len(TOPICS)]


def made_up_text(number: int, *, seed: int = 1, words: int = 80) -> str:
	"""The same text for the same number and seed: sentences of made-up words, common ones more often."""
	chance = random.Random(seed * 1_000_003 + number)
	picked = [WORDS[min(int(chance.expovariate(1 / 120)), len(WORDS) - 1)] for _ in range(words)]
	picked[3 % words] = MARK
	for place in range(7, words, 23):
		picked[place] = topic_of(number)
	picked[min(11, words - 1)] = own_word(number)
	sentences = (" ".join(picked[at : at + 12]).capitalize() + "." for at in range(0, words, 12))
	return " ".join(sentences)


def _made_up_texts(start: int, seed: int) -> Iterator[str]:
	number = start
	while True:
		yield made_up_text(number, seed=seed)
		number += 1


def group_of(number: int) -> str:
	"""The group of the case of this number."""
	if number % RARE_EVERY == RARE_EVERY - 1:
		return RARE
	return NORTH if number % 2 == 0 else SOUTH


def case_name(number: int) -> str:
	"""The name of the case of this number, as ``fill_cases`` gives it."""
	return f"CASE-{number:07d}"


# --- DocTypes


def make_doctypes() -> None:
	"""Add the DocTypes and the groups to the site, unless they are there. Commits, as every change of a table does."""
	_make_doctype(GROUP, [_field("group_name", "Data", reqd=1)], autoname="field:group_name")
	step = [_field("step", "Data", in_list_view=1), _field("outcome", "Small Text", in_list_view=1)]
	_make_doctype(STEP, step, istable=1)
	_make_doctype(
		CASE, _case_fields(), is_submittable=1, title_field="title", autoname="prompt", allow_rename=1
	)
	for name in (RARE, NORTH, SOUTH):
		if not frappe.db.exists(GROUP, name):
			frappe.get_doc({"doctype": GROUP, "group_name": name}).insert(ignore_permissions=True)
	frappe.db.commit()  # nosemgrep: frappe-manual-commit (the tables are committed, and so must be what belongs to them)


def _case_fields() -> list[dict[str, Any]]:
	return [
		_field("title", "Data", in_list_view=1),
		_field("case_group", "Link", options=GROUP, in_list_view=1),
		_field("status", "Select", options="Open\nClosed", default="Open"),
		_field("body", "Text Editor"),
		_field("remark", "Small Text", permlevel=1, label="Internal Remark"),
		_field("access_code", "Password"),
		_field("leaflet", "Attach"),
		_field("secret_leaflet", "Attach", permlevel=1),
		_field("valid_until", "Date"),
		_field("disabled", "Check"),
		_field("steps", "Table", options=STEP),
		_field("amended_from", "Link", options=CASE, read_only=1, no_copy=1),
	]


def _field(fieldname: str, fieldtype: str, **values: Any) -> dict[str, Any]:
	return {
		"fieldname": fieldname,
		"fieldtype": fieldtype,
		"label": fieldname.replace("_", " ").title(),
		**values,
	}


def _make_doctype(name: str, fields: list[dict[str, Any]], **values: Any) -> None:
	if frappe.db.exists("DocType", name):
		return
	rights = {"read": 1, "write": 1, "create": 1, "delete": 1, "report": 1, "export": 1}
	if values.get("is_submittable"):
		rights |= {"submit": 1, "cancel": 1, "amend": 1}
	roles = [{"role": role, **rights} for role in ("System Manager", "Knowledge Manager", "Knowledge User")]
	frappe.get_doc(
		{
			"doctype": "DocType",
			"name": name,
			"module": "Custom",
			"custom": 1,
			"fields": fields,
			"permissions": []
			if values.get("istable")
			else [*roles, {"role": "System Manager", "permlevel": 1, "read": 1}],
			**values,
		}
	).insert(ignore_permissions=True)


# --- Records


def make_case(number: int, **values: Any) -> Any:
	"""One case as a person would make it, through Frappe's own insert."""
	return frappe.get_doc(case_values(number, **values)).insert()


def case_values(number: int, **values: Any) -> dict[str, Any]:
	"""The fields of a case."""
	return {
		"doctype": CASE,
		"name": case_name(number),
		"title": f"Case {number} of the {topic_of(number)}",
		"case_group": group_of(number),
		"body": f"<p>{made_up_text(number)}</p>",
		"remark": f"internal{number:07d}",
		"steps": [{"step": "Look", "outcome": f"The {topic_of(number)} was looked at."}],
		**values,
	}


def fill_cases(count: int, *, start: int = 0, seed: int = 1, texts: Iterable[str] | None = None) -> None:
	"""Insert cases from number ``start`` on in bulk: 100,000 take about a minute. No event of theirs is run. Commits.

	:param texts: what they say, used again from the first when there are too few; None: made up.
	"""
	bodies = cycle(texts) if texts is not None else _made_up_texts(start, seed)
	fields = ["name", "title", "case_group", "status", "body", "remark", *_STAMPS]
	step_fields = ["name", "parent", "parenttype", "parentfield", "idx", "step", "outcome", *_STAMPS]
	began = now_datetime() - timedelta(days=1)
	for first in range(start, start + count, 2000):
		numbers = range(first, min(first + 2000, start + count))
		cases, steps = [], []
		for number, body in zip(numbers, islice(bodies, len(numbers)), strict=True):
			stamps = _stamps(began + timedelta(milliseconds=number - start))
			values = case_values(number, body=f"<p>{body}</p>", status="Open" if number % 5 else "Closed")
			cases.append([*(values[field] for field in fields[:6]), *stamps])
			step = values["steps"][0]
			where = [f"{values['name']}-1", values["name"], CASE, "steps", 1]
			steps.append([*where, step["step"], step["outcome"], *stamps])
		frappe.db.bulk_insert(CASE, fields, cases)
		frappe.db.bulk_insert(STEP, step_fields, steps)
		frappe.db.commit()  # nosemgrep: frappe-manual-commit (one transaction for all would be too large)


_STAMPS = ("creation", "modified", "owner", "modified_by", "docstatus")


def _stamps(moment: Any) -> tuple[Any, ...]:
	return (moment, moment, "Administrator", "Administrator", 0)


def fill_standard(count: int, *, start: int = 0, seed: int = 2) -> dict[str, int]:
	"""``count`` records of each of Frappe's own DocTypes Note, ToDo and Event, through their own inserts.

	Gives the number of each; commits.
	"""
	for number in range(start, start + count):
		body = made_up_text(number, seed=seed)
		title = f"{topic_of(number).title()} {number} {frappe.generate_hash(length=6)}"
		_insert("Note", title=title, public=1, content=f"<p>{body}</p>")
		_insert("ToDo", description=f"<p>{body}</p>")
		_insert("Event", subject=title, event_type="Public", starts_on=now_datetime(), description=body)
		if number % 200 == 199:
			frappe.db.commit()  # nosemgrep: frappe-manual-commit (one transaction for all would be too large)
	frappe.db.commit()  # nosemgrep: frappe-manual-commit (see above)
	return {"Note": count, "ToDo": count, "Event": count}


def _insert(doctype: str, **values: Any) -> None:
	frappe.get_doc({"doctype": doctype, **values}).insert(ignore_permissions=True)


def delete_cases(names: Sequence[str] | None = None) -> None:
	"""Delete cases (all, or these) with their tags and messages, without their events. Commits."""
	which = ("in", names) if names else ("like", "%")
	frappe.db.delete(CASE, {"name": which})
	frappe.db.delete(STEP, {"parent": which})
	frappe.db.delete("Tag Link", {"document_type": CASE, "document_name": which})
	for messages in ("Comment", "Communication"):
		frappe.db.delete(messages, {"reference_doctype": CASE, "reference_name": which})
	frappe.db.commit()  # nosemgrep: frappe-manual-commit (what was inserted in bulk is committed, too)


# --- Hooks that open the rare cases alone, for the benchmark of rights


def rare_cases(user: str, doctype: str | None = None) -> str:
	"""For lists: ``permission_query_conditions``."""
	return f"`tab{CASE}`.`case_group` = {frappe.db.escape(RARE)}"


def is_rare(doc: Any, ptype: str | None = None, user: str | None = None) -> bool:
	"""For single documents: ``has_permission``."""
	return bool(doc.case_group == RARE)
