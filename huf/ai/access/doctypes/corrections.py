"""Who may see and undo what people said of the text of an input: a Knowledge Correction quotes that text.

So it is shown to whom View shows the input, and undone by whoever may write it. A list asks the very same of each, since the
rows themselves have the text.
"""

from typing import TYPE_CHECKING

import frappe

from huf.ai.access.records.inputs import readable_inputs
from huf.ai.access.roles import READING
from huf.ai.access.scopes.resolver import may_test
from huf.ai.access.words import NOTHING, is_administrator, may, quoted

if TYPE_CHECKING:
	from frappe.model.document import Document

MOST_ASKED = 2000
"""Corrections whose inputs are asked about for a list; beyond them, the newest count."""
_ROWS = """select c.name, c.knowledge_input, i.knowledge_source, c.file_record, i.file_record as file_now
	from `tabKnowledge Correction` c join `tabKnowledge Input` i on i.name = c.knowledge_input"""


def may_see_text(name: str, source: str, user: str) -> bool:
	"""Whether the text of an input is the user's to read: the input, what it stems from, and what its source answers."""
	return (
		may("Knowledge Input", "read", name, user)
		and may_test(source, user)
		and bool(readable_inputs({name}, user))
	)


def may_see_file(file_record: str | None, file_now: str | None, user: str) -> bool:
	"""Whether a correction may be told to who may read its input.

	Its text is that of the File which the input had then. Another File may be for others, so the old one is asked too.
	"""
	return not file_record or file_record == file_now or may("File", "read", file_record, user)


def correction_conditions(user: str | None = None, **_: object) -> str:
	"""The corrections of inputs whose text the user may read, as an SQL condition; empty means all."""
	user = user or frappe.session.user
	if is_administrator(user):
		return ""
	rows = frappe.db.sql(f"{_ROWS} order by c.creation desc limit %s", MOST_ASKED, as_dict=True)
	tested = {source: may_test(source, user) for source in {row.knowledge_source for row in rows}}
	# All at once, so that the closer look at each has few to look at.
	readable = readable_inputs({row.knowledge_input for row in rows if tested[row.knowledge_source]}, user)
	seen = {name for name in readable if may("Knowledge Input", "read", name, user)}
	names = [
		row.name
		for row in rows
		if row.knowledge_input in seen
		and tested[row.knowledge_source]
		and may_see_file(row.file_record, row.file_now, user)
	]
	listed = ", ".join(map(quoted, names))
	return f"`tabKnowledge Correction`.`name` in ({listed})" if listed else NOTHING


def has_correction_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""The same for one; putting a text back, which is deleting it, is for those who may write the input."""
	user = user or frappe.session.user
	if is_administrator(user):
		return True
	rows = frappe.db.sql(f"{_ROWS} where c.name = %s", doc.name, as_dict=True)
	# Nobody makes one by hand, so one that is not stored is nobody's.
	if not rows or not may_see_text(rows[0].knowledge_input, rows[0].knowledge_source, user):
		return False
	if not may_see_file(rows[0].file_record, rows[0].file_now, user):
		return False
	return ptype in READING or may("Knowledge Input", "write", rows[0].knowledge_input, user)
