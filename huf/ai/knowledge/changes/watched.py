"""Which DocTypes any source selects: what the events of every document on the site ask first.

Nearly all documents that are saved have nothing to do with knowledge, so the answer must cost next to nothing: it is remembered in
Redis until a source changes.
"""

from dataclasses import dataclass, field

import frappe

from huf.ai.knowledge.records.links import linked_doctypes, shown_title_column
from huf.ai.site.database.remembered import Remembered

Watch = tuple[str, bool, bool]
"""A source by its artifact id, whether comments and whether e-mails are part of what it selects."""


@dataclass(frozen=True, slots=True)
class Watched:
	"""What sources select, by what the event of a document can be compared with."""

	doctypes: dict[str, tuple[Watch, ...]] = field(default_factory=dict)
	tagged: tuple[Watch, ...] = ()
	"""Sources that select a tag, whatever the DocType."""
	folders: tuple[str, ...] = ()
	"""Artifact ids of sources that select files of a folder."""

	records: frozenset[str] = frozenset()
	"""DocTypes of records that have a source of their own."""
	titled: frozenset[str] = frozenset()
	"""DocTypes that a selected one links to by a title, which stands in the texts of the linking records."""

	def __bool__(self) -> bool:
		return bool(self.doctypes or self.tagged or self.folders or self.records)

	def of_record(self, doctype: str) -> tuple[Watch, ...]:
		"""The sources that may hold a record of this DocType."""
		return self.doctypes.get(doctype, ()) + self.tagged


def watched() -> Watched:
	"""What the site's sources select now."""
	return _WATCHED.value()


def forget() -> None:
	"""Selectors change in this transaction."""
	_WATCHED.forget()


def _read() -> Watched:
	doctypes: dict[str, list[Watch]] = {}
	tagged: list[Watch] = []
	folders: list[str] = []
	for row in frappe.db.sql(
		"""select s.artifact_id, t.selector_type, t.document_type, t.include_comments, t.include_emails
		from `tabKnowledge Selector` t join `tabKnowledge Source` s on s.name = t.parent
		where t.parenttype = 'Knowledge Source' and t.selector_type in ('DocType', 'Tag', 'Folder') order by s.artifact_id, t.idx""",
		as_dict=True,
	):
		watch = (row.artifact_id, bool(row.include_comments), bool(row.include_emails))
		if row.selector_type == "Folder":
			folders.append(row.artifact_id)
		elif row.document_type:
			doctypes.setdefault(row.document_type, []).append(watch)
		elif row.selector_type == "Tag":
			tagged.append(watch)
	records = frappe.db.sql_list(
		"""select distinct reference_doctype from `tabKnowledge Source`
		where scope = 'Record' and reference_doctype is not null"""
	)
	linked = {
		doctype for selected in {*doctypes, *records} for doctype in linked_doctypes(selected) if doctype
	}
	return Watched(
		{doctype: tuple(watches) for doctype, watches in doctypes.items()},
		tuple(tagged),
		tuple(dict.fromkeys(folders)),
		frozenset(records),
		frozenset(doctype for doctype in linked if shown_title_column(doctype)),
	)


_WATCHED = Remembered("huf_selected_doctypes", _read)
