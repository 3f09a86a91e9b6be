"""Everything that belongs to a source by its selectors: the wanted half of the comparison."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import frappe

from huf.ai.knowledge.records.labels.tags import carrying
from huf.ai.knowledge.selectors.selecting.authors import check_author, may_read_doctype
from huf.ai.knowledge.selectors.selecting.files import select_attachments, select_folder, select_tagged
from huf.ai.knowledge.selectors.selecting.records import AT_ONCE, select_records
from huf.ai.knowledge.selectors.values import LISTED, Selector, Wanted

REFUSED_DOCTYPES = frozenset(
	{"File", "Comment", "Deleted Document", "DocShare", "Tag Link", "Version", "Communication Link"}
)
"""DocTypes whose rows are parts or traces of other records. Files are selected by their folder or their tag."""


def selectors_of(source: str) -> list[Selector]:
	"""The selectors of a source that select on the site, in their order; of a source about a record first that record."""
	# Not by get_all, which takes include_comments for the column _comments and drops it.
	rows = frappe.db.sql(
		"""select name, author, selector_type, document_type, tag, folder, filters, include_attachments, include_comments,
		include_emails, when_inactive, expiry_field from `tabKnowledge Selector`
		where parent = %s and parenttype = 'Knowledge Source' and parentfield = 'selectors' and selector_type not in %s
		order by idx""",
		(source, LISTED),
		as_dict=True,
	)
	record = frappe.db.get_value(
		"Knowledge Source", {"name": source, "scope": "Record"}, ["reference_doctype", "reference_name"]
	)
	return [*([Selector.of_record(*record)] if record else []), *map(Selector.of_row, rows)]


def selectable(doctype: str) -> bool:
	"""Whether records of this DocType can be selected: they are rows of a table of their own, and not huf's."""
	found = frappe.db.get_value(
		"DocType", doctype, ["name", "istable", "issingle", "is_virtual", "module", "custom"], as_dict=True
	)
	return bool(
		found
		and not (found.istable or found.issingle or found.is_virtual)
		and (found.module != "Huf" or found.custom)
		and found.name not in REFUSED_DOCTYPES
	)


def wanted_of_source(selectors: Iterable[Selector]) -> Iterator[list[Wanted]]:
	"""Everything that these selectors select, in pages; what two of them select may come twice.

	:raises SelectionRefused: the author of one of them may not read its records any more.
	"""
	for selector in selectors:
		check_author(selector)
		if selector.kind == "Folder":
			yield from select_folder(selector)
		else:
			for page in _record_pages(selector):
				yield page
				if files := select_attachments(selector, page):
					yield files
			yield from _tagged_files(selector)


def wanted_of_record(selectors: Iterable[Selector], doctype: str, name: str) -> list[Wanted]:
	"""What these selectors select of one record: itself and its attachments.

	:raises SelectionRefused: as above.
	"""
	found: list[Wanted] = []
	for selector in selectors:
		if selector.kind == "Folder" or selector.doctype not in ("", doctype):
			continue
		check_author(selector)
		for page in _record_pages(selector, (doctype, name)):
			found += [*page, *select_attachments(selector, page)]
	return found


def wanted_of_file(selectors: Iterable[Selector], file: str) -> list[Wanted]:
	"""What these selectors select because of a tag of the File itself, or the folder that it lies in.

	:raises SelectionRefused: as above.
	"""
	found: list[Wanted] = []
	for selector in selectors:
		if selector.kind in ("Folder", "Tag"):
			check_author(selector)
			pages = select_folder if selector.kind == "Folder" else _tagged_files
			found += [wanted for page in pages(selector, [file]) for wanted in page]
	return found


def _tagged_files(selector: Selector, names: Sequence[str] | None = None) -> Iterator[list[Wanted]]:
	if selector.kind == "Tag" and selector.doctype in ("", "File"):
		yield from select_tagged(selector, names)


def wanted_of_one_record(doctype: str, name: str) -> list[Wanted]:
	"""One record, its attachments, and as its time that of its newest message, without any selector's row.

	For a source that is the knowledge of one record; checks no right.
	"""
	return wanted_of_record([Selector.of_record(doctype, name)], doctype, name)


def _record_pages(selector: Selector, only: tuple[str, str] | None = None) -> Iterator[list[Wanted]]:
	names = [only[1]] if only else None
	if selector.kind == "Tag":
		for doctype, tagged in _tagged(selector, only):
			yield from select_records(replace(selector, doctype=doctype), tagged)
	elif selector.kind == "Record":
		yield from select_records(
			selector, [selector.record] if not names or selector.record in names else []
		)
	else:
		yield from select_records(selector, names)


def _tagged(selector: Selector, only: tuple[str, str] | None) -> Iterator[tuple[str, Sequence[str]]]:
	"""The records that carry the tag, by DocType, as far as its author may read that DocType."""
	filters = {"tag": selector.tag}
	if only:
		filters |= {"document_type": only[0], "document_name": only[1]}
	elif selector.doctype:
		filters["document_type"] = selector.doctype
	rows = frappe.get_all(
		"Tag Link",
		filters=filters,
		fields=["document_type", "document_name"],
		distinct=True,
		as_list=True,
		limit_page_length=0,
	)
	by_doctype: dict[str, list[str]] = {}
	for doctype, name in rows:
		by_doctype.setdefault(doctype, []).append(name)
	for doctype, names in sorted(by_doctype.items()):
		if doctype and selectable(doctype) and may_read_doctype(doctype, selector.author):
			tagged = carrying(selector.tag, doctype, names)
			for first in range(0, len(tagged), AT_ONCE):
				yield doctype, tagged[first : first + AT_ONCE]
