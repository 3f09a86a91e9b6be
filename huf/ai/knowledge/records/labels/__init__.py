"""What an index knows of a record besides its text: title, address, and the metadata that searches filter by.

The metadata of an input of the type DocType Records:

========================  ===========================================================================================
``reference_doctype``     The record's DocType.
``reference_name``        Its name.
``created``               When the record was made.
``modified``              When it was last changed, with microseconds, as of the text that is indexed
                          (``Knowledge Input.record_modified``, or the record's own if that is empty).
``owner``                 The user who made it: what rights of the kind ``if_owner`` go by.
``status``                The value of its field ``status``, if the DocType has one at permlevel 0. Filters ask MariaDB instead.
``heading_kind``          What it is, in the language of the site: ``Sales Invoice``. Also ``kind``, unless its selector says another.
``heading_title``         What people call it, maybe with whom it is about; not there when that is its number.
``heading_state``         How it stood when the labels were written, in the words of its form: ``Overdue``.
``date``                  Its own date (:mod:`~huf.ai.knowledge.records.presets.metadata`), if its DocType has one.
other keys                The values of the fields that its selector chose, or the usual ones of its DocType.
``record_state``          A fingerprint of its live values (:mod:`~huf.ai.knowledge.records.live`) as of the text that is indexed. For huf alone: hits and
                          filters do not have it.
``superseded``            True if it was cancelled, disabled or has expired and stays; else the key is not there.
``link:<DocType>``        For each DocType that any User Permission of the site is about: the value of the record's first
                          Link field to it that is not empty, is at permlevel 0 and does not ignore User Permissions.
========================  ===========================================================================================

As a filter, a link is ``metadata.link:Company``. A link that is empty has no key. So does one whose DocType no User
Permission was about when the input was last labelled: labels are written anew by the next build, without
reading the record again. A filter by links therefore has to let through what has no such key, and can only
save work; rights are checked on every hit.

An input of a file that a selector brought has ``reference_*`` of the record that it is attached to, but no link labels: a file
has rules of its own.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING

import frappe
from frappe.utils.data import get_absolute_url

from huf.ai.knowledge.records.labels.headings import TITLE_LENGTH, HeadingColumns, title_column, title_text
from huf.ai.knowledge.records.labels.metadata_fields import NAMED_BY_PEOPLE, Entry, entries_of
from huf.ai.knowledge.records.presets import preset_of
from huf.ai.site.database.dialect import moment_as_text
from huf.engine.corrections import CORRECTIONS
from huf.engine.enrichment import UNENRICHED
from huf.engine.extractors.properties import PROPERTIES
from huf.engine.filters.declared import RESERVED
from huf.engine.ocr.reading import FACTS
from huf.engine.reading.limits import LIMITS
from huf.engine.types import SUMMARIES, JSONValue

if TYPE_CHECKING:
	from frappe.model.meta import Meta

RECORD_STATE = "record_state"
"""Key of the fingerprint of a record's live values as of the text that is indexed."""
LINK_PREFIX = "link:"
"""Begins the metadata key of a linked record; the DocType follows."""
METADATA_KEYS = (
	*("created", "extension", "input_type", "modified", "owner", "reference_doctype", "reference_name"),
	*("kind", "heading_kind", "heading_title", "heading_state", "status", "superseded"),
	# Asked of MariaDB, at the moment of the search.
	*("docstatus", "document_date", "workflow_state"),
	*FACTS,
	*PROPERTIES,
)
"""What the metadata of any input of a site may have, beside links and what people declare: see above and ``wanted``."""
RESERVED_KEYS = RESERVED | {
	*METADATA_KEYS,
	RECORD_STATE,
	LIMITS,
	CORRECTIONS,
	UNENRICHED,
	SUMMARIES,
	"stale",
	"record_modified",
	"now",
}
"""What nobody may declare: rights, filters and the judgement of what is out of date go by some of them."""
DATE_KEYS = ("date", "created", "modified", "indexed_at")
"""By which newer inputs can be preferred."""
AT_ONCE = 1000
"""Names in one statement."""

_STATES = ("Data", "Select", "Link", "Read Only")


@dataclass(frozen=True, slots=True)
class Description:
	"""A record as MariaDB has it now, without its text."""

	title: str
	heading: str
	"""What it is called over every passage of it (:mod:`.headings`)."""
	url: str
	"""Its address in the desk, without the host."""
	modified: str
	"""As :func:`moment` writes it."""
	metadata: dict[str, JSONValue] = field(default_factory=dict)
	"""See the module; without ``superseded``, and ``modified`` is that of now."""
	fields: tuple[str, ...] = ()
	"""Keys of the metadata that hold fields of the record, without what a document of it may say better itself."""


def describe(
	doctype: str, names: Iterable[str], metadata_fields: str | None = None, left_out: Collection[str] = ()
) -> dict[str, Description]:
	"""These records by name; those that are gone are left out. In bulk: 1,000 records are one statement.

	:param metadata_fields: what their selector chose; nothing: the usual fields.
	:param left_out: fields that it leaves out, which fill none of them.
	"""
	meta = stored_meta(doctype)
	if meta is None:
		return {}
	columns = _Columns.of(meta, metadata_fields, left_out)
	return {
		str(row[0]): columns.description(row)
		for batch in in_batches(names)
		for row in frappe.db.sql(
			f"select {columns.selected} from `tab{meta.name}` where name in %s", (batch,)
		)
	}


def stored_meta(doctype: str) -> "Meta | None":
	"""The meta of a DocType whose records are rows of a table of its own; None for every other name."""
	# Each search asks this several times, and Frappe keeps both the tables and the metas: a statement only for what has no table
	# of exactly this name.
	if doctype and frappe.db.table_exists(doctype):
		try:
			meta = frappe.get_meta(doctype)
		except frappe.DoesNotExistError:
			# Frappe leaves the table of a standard DocType that was deleted.
			frappe.clear_last_message()
			return None
		return None if meta.istable or meta.issingle or meta.get("is_virtual") else meta
	# Plain SQL, since Frappe's query builder takes longer than all else here.
	known = frappe.db.sql_list(
		"select name from `tabDocType` where name = %s and istable = 0 and issingle = 0 and is_virtual = 0",
		doctype,
	)
	return frappe.get_meta(known[0]) if known and frappe.db.table_exists(known[0]) else None


def in_batches(names: Iterable[str], size: int = AT_ONCE) -> Iterator[list[str]]:
	"""Lists of at most ``size`` names."""
	iterator = iter(names)
	while batch := list(islice(iterator, size)):
		yield batch


@dataclass(frozen=True, slots=True)
class _Columns:
	"""Which columns of a DocType describe its records."""

	doctype: str
	title: str
	status: str
	"""Empty: the DocType has none."""
	links: tuple[tuple[str, tuple[str, ...]], ...]
	"""Key of the metadata, and the columns whose first value it has."""
	heading: HeadingColumns
	entries: tuple[Entry, ...]
	"""Fields whose values are metadata."""

	@classmethod
	def of(cls, meta: "Meta", metadata_fields: str | None, left_out: Collection[str]) -> "_Columns":
		state = meta.get_field("status")
		has_state = state and not state.permlevel and not state.is_virtual and state.fieldtype in _STATES
		lang = frappe.get_system_settings("language") or "en"
		heading = HeadingColumns.of(meta, preset_of(meta.name), lang)
		entries = entries_of(meta, metadata_fields, left_out)
		return cls(
			meta.name, title_column(meta), "status" if has_state else "", _links(meta), heading, entries
		)

	@property
	def selected(self) -> str:
		"""The columns for ``select``. All come from the meta, none from a request."""
		found = [self.title]
		found += [self.status] if self.status else []
		found += [column for _, columns in self.links for column in columns]
		found += self.heading.columns
		# Times as text: Frappe would parse each of them by strptime, which takes longer than all else here.
		times = f"{moment_as_text('creation')}, {moment_as_text('modified')}"
		entries = [entry.selected for entry in self.entries]
		return ", ".join(
			["name", "docstatus", "owner", times, *(f"`{column}`" for column in found), *entries]
		)

	def description(self, row: Sequence[object]) -> Description:
		name, docstatus, owner, created, modified, title, *others = row
		metadata: dict[str, JSONValue] = {
			"reference_doctype": self.doctype,
			"reference_name": str(name),
			"created": moment(created),
			"modified": moment(modified),
			"owner": str(owner or ""),
		}
		values = iter(others)
		if self.status:
			metadata["status"] = str(next(values) or "")
		for key, columns in self.links:
			linked = [str(value) for value in islice(values, len(columns)) if value]
			metadata[key] = linked[0] if linked else ""
		row_of_heading = dict(zip(self.heading.columns, values, strict=False))
		heading = self.heading.heading({**row_of_heading, "name": name, "docstatus": docstatus})
		metadata |= {
			"kind": heading.kind,
			"heading_kind": heading.kind,
			"heading_title": heading.title,
			"heading_state": heading.state,
		}
		own: dict[str, JSONValue] = {entry.key: entry.value(next(values)) for entry in self.entries}
		kept: dict[str, JSONValue] = {key: value for key, value in metadata.items() if value}
		# Nothing owed and a no are values.
		kept.update((key, value) for key, value in own.items() if value is not None)
		return Description(
			title=title_text(title) or str(name)[:TITLE_LENGTH],
			heading=str(heading),
			url=get_absolute_url(self.doctype, str(name)),
			modified=moment(modified),
			metadata=kept,
			fields=tuple(key for key in own if key not in NAMED_BY_PEOPLE),
		)


def _links(meta: "Meta") -> tuple[tuple[str, tuple[str, ...]], ...]:
	"""The columns that User Permissions of this site can go by."""
	# Few names, and asked once for each DocType of a build: Frappe keeps no such list.
	restricting = set(frappe.db.sql_list("select distinct allow from `tabUser Permission`"))
	found: dict[str, list[str]] = {}
	for link in meta.get_link_fields():
		if (
			link.options in restricting
			and not link.ignore_user_permissions
			and not link.permlevel
			and not link.is_virtual
		):
			found.setdefault(LINK_PREFIX + link.options, []).append(link.fieldname)
	return tuple((key, tuple(columns)) for key, columns in found.items())


def moment(value: object) -> str:
	"""A time of MariaDB as metadata has it: all of its microseconds, so that it can be compared with the record's.

	:param value: a datetime, or the text that MariaDB makes of one.
	"""
	if isinstance(value, str):
		return value.removesuffix(".000000")
	return value.isoformat(" ") if isinstance(value, datetime) else ""
