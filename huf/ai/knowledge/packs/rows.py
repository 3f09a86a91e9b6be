"""The Knowledge Inputs of a source that a pack made: a row for each input of the pack, so that people see what there is.

A row is named by a hash of the input's key in the pack, which means nothing here, and so stays the same through updates: whoever disabled
an input finds it disabled after the next pack.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import frappe
from frappe.utils import now_datetime

from huf.ai.knowledge import status
from huf.ai.knowledge.contents.wanted import PACK
from huf.ai.knowledge.packs.labels import declared_in
from huf.ai.site.database.deletion import delete_documents
from huf.engine.filters.declared import write_metadata
from huf.engine.types import IndexedInput

TITLE_LENGTH = 140
NAME_DIGITS = 20
"""Of a hash in hexadecimal digits: 80 bits, so that no two of a million inputs share a name (once in 10^12 sites that have as many)."""
COLUMNS = (
	"name",
	"creation",
	"modified",
	"owner",
	"modified_by",
	"docstatus",
	"idx",
	"knowledge_source",
	"input_type",
	"disabled",
	"author",
	"selected_key",
)
TOLD = ("title", "url", "document_author", "document_kind", "document_date", "metadata")
"""What the pack says of an input; its status and numbers are written as those of any other."""


class Names:
	"""The names of Knowledge Inputs by the keys of their inputs in packs of one source.

	One that has no row yet is named by its key and the source: so an index that was made and is held has the names that its inputs will have.
	"""

	def __init__(self, artifact_id: str, source: str = "") -> None:
		"""
		:param artifact_id: of the source; nobody who makes packs knows it, so nobody chooses a name.
		:param source: the one that the pack updates; empty for a new one.
		"""
		self._artifact_id = artifact_id
		self._present: dict[str, str] = {}
		"""Names of rows that an older huf named at random, by their hashed keys."""
		if source:
			rows = frappe.db.sql(
				"""select selected_key, name from `tabKnowledge Input`
				where knowledge_source = %s and input_type = %s and selected_key is not null""",
				(source, PACK),
			)
			self._present.update(rows)

	def __call__(self, key: str) -> str:
		"""The name of the input with this key."""
		named = self._present.get(_hashed(key))
		return named or _hashed(f"{self._artifact_id}/{key}")[:NAME_DIGITS]


def _hashed(text: str) -> str:
	return hashlib.sha256(text.encode()).hexdigest()


def write_rows(source: str, there: Iterable[str], written: Sequence[IndexedInput]) -> None:
	"""Make the rows of a source those of an installed pack, in the transaction of the caller.

	:param there: names of all inputs that its index has now. :param written: those that the pack brought.
	"""
	before = set(
		frappe.db.sql_list("select name from `tabKnowledge Input` where knowledge_source = %s", source)
	)
	status.lock_inputs(before)
	if gone := sorted(before - set(there)):
		delete_documents("Knowledge Input", gone)
	_insert(source, [item for item in written if item.key not in before])
	_update([item for item in written if item.key in before])
	status.set_outcomes(written)


def _insert(source: str, items: Sequence[IndexedInput]) -> None:
	now, user = now_datetime(), frappe.session.user
	rows = [
		(item.key, now, now, user, user, 0, 0, source, PACK, 0, user, item.key, *_told(item))
		for item in items
	]
	if rows:
		frappe.db.bulk_insert("Knowledge Input", [*COLUMNS, *TOLD], rows)


def _update(items: Sequence[IndexedInput]) -> None:
	assignments = ", ".join(f"{column} = %s" for column in TOLD)
	for item in items:
		frappe.db.sql(
			f"update `tabKnowledge Input` set {assignments}, modified = %s where name = %s",
			(*_told(item), now_datetime(), item.key),
		)


def _told(item: IndexedInput) -> tuple[Any, ...]:
	declared = declared_in(item)
	return (
		item.title[:TITLE_LENGTH],
		item.url or None,
		declared.author[:TITLE_LENGTH] or None,
		declared.kind[:TITLE_LENGTH] or None,
		declared.date or None,
		write_metadata(declared.entries) or None,
	)
