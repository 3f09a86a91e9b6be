"""The records of one DocType that a selector selects: in pages, in bulk, with the rights of its author."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import frappe
from frappe.utils import getdate, nowdate

from huf.ai.knowledge.records.labels.headings import title_column
from huf.ai.knowledge.records.live import LiveFields
from huf.ai.knowledge.selectors.presets import expiry_field_of
from huf.ai.knowledge.selectors.selecting.authors import as_author
from huf.ai.knowledge.selectors.values import Selector, Wanted, shown_title

PAGE = 5000
"""Records read at once."""
AT_ONCE = 1000
"""Names in one statement."""
EMAILS = "Communication"
COMMENTS = "Comment"


@dataclass(frozen=True, slots=True)
class Columns:
	"""Which columns of a DocType tell whether a record belongs, and how it is called."""

	doctype: str
	title: str
	disabled: str
	enabled: str
	expiry: str
	live: LiveFields
	"""What tells that a record was changed that has the same ``modified``."""

	@classmethod
	def of(cls, doctype: str, expiry_field: str = "") -> "Columns":
		meta = frappe.get_meta(doctype)

		def check(fieldname: str) -> str:
			field = meta.get_field(fieldname)
			return fieldname if field and field.fieldtype == "Check" and not field.is_virtual else ""

		expiry = meta.get_field(expiry_field) if expiry_field else None
		named = expiry_field if expiry and expiry.fieldtype in ("Date", "Datetime") else ""
		return cls(
			doctype,
			title_column(meta),
			check("disabled"),
			check("enabled"),
			named or expiry_field_of(doctype),
			LiveFields.of(meta),
		)

	@property
	def names(self) -> list[str]:
		"""The fields to ask for, each once."""
		wanted = ("name", "modified", "docstatus", self.title, self.disabled, self.enabled, self.expiry)
		return list(dict.fromkeys(filter(None, (*wanted, *self.live.compared))))

	def is_inactive(self, row: "frappe._dict", today: date) -> bool:
		"""Whether the record is cancelled, disabled or expired."""
		if row.docstatus == 2 or (self.disabled and row.get(self.disabled)):
			return True
		if self.enabled and not row.get(self.enabled):
			return True
		until = row.get(self.expiry) if self.expiry else None
		return bool(until) and getdate(until) < today


def select_records(selector: Selector, names: Sequence[str] | None = None) -> Iterator[list[Wanted]]:
	"""The selected records in pages, in the order of their names.

	:param names: only these are asked about; None: all.
	"""
	columns = Columns.of(selector.doctype, selector.expiry_field)
	pages = _all_pages(selector, columns) if names is None else _named_pages(selector, columns, names)
	today = getdate(nowdate())
	for rows in pages:
		if page := _wanted_of(selector, columns, rows, today):
			yield page


def _all_pages(selector: Selector, columns: Columns) -> Iterator[list["frappe._dict"]]:
	last: Any = None
	while True:
		after = [] if last is None else [[selector.doctype, "name", ">", last]]
		with as_author(selector.author):
			rows = _listed(selector, columns, after, PAGE)
		if rows:
			yield rows
		if len(rows) < PAGE:
			return
		last = rows[-1].name


def _named_pages(
	selector: Selector, columns: Columns, names: Sequence[str]
) -> Iterator[list["frappe._dict"]]:
	for first in range(0, len(names), AT_ONCE):
		batch = sorted(names[first : first + AT_ONCE])
		with as_author(selector.author):
			yield _listed(selector, columns, [[selector.doctype, "name", "in", batch]], 0)


def _listed(selector: Selector, columns: Columns, conditions: list[Any], limit: int) -> list["frappe._dict"]:
	# get_list, not get_all: what the author may not read must not show by being there, not even as a number.
	# For the record that a source is about there is no author: even Administrator's lists may leave out what is others'.
	listing = frappe.get_all if selector.kind == "Record" else frappe.get_list
	return listing(
		selector.doctype,
		filters=[*selector.filters, *conditions],
		fields=columns.names,
		order_by=f"`tab{selector.doctype}`.`name` asc",
		limit_page_length=limit,
	)


def _wanted_of(selector: Selector, columns: Columns, rows: list["frappe._dict"], today: date) -> list[Wanted]:
	found = {}
	for row in rows:
		inactive = columns.is_inactive(row, today)
		# A condition on a child table lists a record once for each of its rows.
		if str(row.name) not in found and (selector.keeps_inactive or not inactive):
			found[str(row.name)] = (row, inactive)
	newest = _newest_messages(selector, list(found))
	return [
		Wanted(
			doctype=selector.doctype,
			name=name,
			modified=max(row.modified, newest.get(name, row.modified)),
			title=shown_title(row.get(columns.title), name),
			selector=selector.row,
			author=selector.author,
			state=columns.live.fingerprint(row),
			superseded=inactive,
		)
		for name, (row, inactive) in found.items()
	]


def _newest_messages(selector: Selector, names: list[str]) -> dict[str, datetime]:
	"""When the newest comment or e-mail of each record was changed, as far as they are part of its text."""
	found: dict[str, datetime] = {}
	kinds = [(COMMENTS, "comment_type", "Comment")] * selector.comments
	kinds += [(EMAILS, "communication_type", "Communication")] * selector.emails
	for doctype, field, value in kinds:
		for first in range(0, len(names), AT_ONCE):
			for name, modified in frappe.db.sql(
				f"""select reference_name, max(modified) from `tab{doctype}`
				where reference_doctype = %s and reference_name in %s and {field} = %s group by reference_name""",
				(selector.doctype, names[first : first + AT_ONCE], value),
			):
				found[name] = max(modified, found.get(name, modified))
	return found
