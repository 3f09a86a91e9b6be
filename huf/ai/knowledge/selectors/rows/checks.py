"""What a selector must be like when a source is saved, and who its author is.

A row that was saved before and did not change keeps its author and is not asked about again: whoever saves a source for
another reason need not be allowed to read all that it selects.
"""

from typing import TYPE_CHECKING, Any

import frappe
from frappe import _
from frappe.utils import cint, cstr, escape_html

from huf.ai.access.impersonation import asked_as
from huf.ai.knowledge.connections import usable_connections
from huf.ai.knowledge.contents.files import may_read_file
from huf.ai.knowledge.records.checking import check_template, problem_of_choice, sensitive_labels
from huf.ai.knowledge.records.labels import RESERVED_KEYS
from huf.ai.knowledge.records.labels.metadata_fields import check_chosen
from huf.ai.knowledge.records.text.shape import Choice
from huf.ai.knowledge.selectors.rows import server_folders, websites
from huf.ai.knowledge.selectors.selecting.authors import may_read_doctype
from huf.ai.knowledge.selectors.values import LISTED, parse_filters
from huf.ai.knowledge.selectors.wanted_set import selectable
from huf.ai.site.database.dialect import alone
from huf.ai.words import said
from huf.engine.errors import InvalidMetadata, SettingsError

if TYPE_CHECKING:
	from frappe.model.document import Document
	from frappe.model.meta import Meta

MOST_SELECTORS = 50
MOST_FILTERS = 20
OPERATORS = frozenset(
	{"=", "!=", "<", ">", "<=", ">=", "like", "not like", "in", "not in", "between", "is", "timespan"}
) | {
	f"{negated}{relation} of{inclusive}"
	for negated in ("", "not ")
	for relation in ("ancestors", "descendants")
	for inclusive in ("", " (inclusive)")
}
STANDARD_FIELDS = frozenset({"name", "owner", "creation", "modified", "modified_by", "docstatus"})


LISTED_BY = {
	"Website": (websites.wanted_pages, websites.MOST_ENTRIES),
	"Server Folder": (server_folders.wanted_files, server_folders.MOST_ENTRIES),
	"Connection": (server_folders.wanted_files, server_folders.MOST_ENTRIES),
}
"""What reads a row of each kind, and how many entries it may bring."""


def check_selectors(source: "Document") -> None:
	"""Check the rows of a source's selectors that are new or changed, and make whoever saves them their author.

	:raises frappe.ValidationError, frappe.PermissionError: with the row and what to do.
	"""
	if len(source.selectors) > MOST_SELECTORS:
		frappe.throw(_("A source may have at most {0} selectors.").format(MOST_SELECTORS))
	before = source.get_doc_before_save()
	stored = {row.name: row for row in before.selectors} if before else {}
	changed = set()
	for row in source.selectors:
		old = stored.get(row.name)
		if old and _says(row) == _says(old):
			row.author = old.author
			continue
		changed.add(row.idx)
		row.author = frappe.session.user
		_clear_unused(row)
		check_selector(row)
	_refuse_equal(source.selectors, changed)


def _refuse_equal(rows: "list[Document]", changed: set[int]) -> None:
	"""Refuse a row that says what another one says. Two that were saved so before may stay: whoever saves now has changed neither."""
	first: dict[tuple[str | int, ...], int] = {}
	for row in rows:
		other = first.setdefault(_says(row), row.idx)
		if other != row.idx and {other, row.idx} & changed:
			_refuse(row, _("It says the same as selector {0}. Take one of them out.").format(other))


def _says(row: "Document") -> tuple[str | int, ...]:
	"""What a person chose; a number that was not given is 0, as it is once it is stored."""
	fields = (field for field in row.meta.fields if not field.read_only)
	return tuple(
		cint(row.get(field.fieldname))
		if field.fieldtype in ("Check", "Int")
		else cstr(row.get(field.fieldname))
		for field in fields
	)


def _clear_unused(row: "Document") -> None:
	"""What the form hides for this kind of selector says nothing."""
	if row.selector_type != "Tag":
		row.tag = None
	if row.selector_type != "DocType":
		row.filters = row.template = row.leave_out = row.take_in = None
	if row.selector_type not in ("DocType", "Tag"):
		row.document_type = row.expiry_field = row.metadata_fields = None
	if row.selector_type != "Folder":
		row.folder = None
	if row.selector_type != "Website":
		row.address = row.other_hosts = None
	if row.selector_type != "Server Folder":
		row.server_folder = None
	if row.selector_type != "Connection":
		row.connection = None
	if row.selector_type not in ("Server Folder", "Connection"):
		row.subfolder = None
	if row.selector_type not in LISTED:
		row.include_paths = row.exclude_paths = None


def check_selector(row: "Document") -> None:
	"""Check one selector with the rights of its author.

	:raises frappe.ValidationError, frappe.PermissionError: it cannot be followed.
	"""
	if row.selector_type == "Folder":
		_check_folder(row)
		return
	if row.selector_type in LISTED:
		_check_listed(row)
		return
	if row.selector_type == "Tag":
		if not row.tag:
			_refuse(row, _("Choose a tag."))
	elif not row.document_type:
		_refuse(row, _("Choose a DocType."))
	if row.document_type:
		_check_doctype(row)
		_check_expiry(row)
	_check_metadata(row)
	if row.selector_type == "DocType":
		check_filters(row)
		_check_fields(row)
		_check_template(row)


def _refuse(row: "Document", message: str, error: type[Exception] = frappe.ValidationError) -> None:
	frappe.throw(_("Selector {0}: {1}").format(row.idx, message), error, title=_("Selectors"))


def _check_folder(row: "Document") -> None:
	known = row.folder and frappe.db.get_value("File", row.folder, "is_folder")
	if not known or not may_read_file(row.folder, row.author):
		_refuse(row, _("There is no folder of this name that you may read."), frappe.PermissionError)


def _check_listed(row: "Document") -> None:
	if not frappe.has_permission("Knowledge Input", "create", user=row.author):
		_refuse(row, _("You may not add inputs to sources."), frappe.PermissionError)
	row.most_entries = row.most_entries or row.meta.get_field("most_entries").default
	row.compare_every = row.compare_every or row.meta.get_field("compare_every").default
	if row.selector_type == "Website":
		row.address = cstr(row.address).strip() or None
	elif row.selector_type == "Connection":
		if row.connection not in usable_connections(row.author):
			_refuse(
				row,
				_("There is no connection of this name that you may use. A System Manager makes them."),
				frappe.PermissionError,
			)
	elif row.server_folder not in server_folders.usable_folders(row.author):
		_refuse(
			row,
			_(
				"There is no folder of the server of this name that you may use. Whoever looks after the server names it in its configuration."
			),
			frappe.PermissionError,
		)
	wanted, most = LISTED_BY[row.selector_type]
	try:
		wanted(row.as_dict())
	except SettingsError as error:
		_refuse(row, escape_html(said(error)))
	if not 1 <= cint(row.most_entries) <= most:
		_refuse(row, _("At Most must be a number from 1 to {0}.").format(most))


def _check_doctype(row: "Document") -> None:
	named = frappe.bold(escape_html(row.document_type))
	if row.document_type == "File":
		if row.selector_type == "Tag":
			return
		_refuse(row, _("Files are selected by their folder or by a tag: choose Folder or Tag."))
	if not selectable(row.document_type):
		_refuse(row, _("{0} has no records that can be selected.").format(named))
	if not may_read_doctype(row.document_type, row.author):
		_refuse(row, _("You may not read records of {0}.").format(named), frappe.PermissionError)


def _check_expiry(row: "Document") -> None:
	if not row.expiry_field:
		return
	field = frappe.get_meta(row.document_type).get_field(row.expiry_field)
	if not field or field.permlevel or field.is_virtual or field.fieldtype not in ("Date", "Datetime"):
		_refuse(
			row,
			_("{0} is no date field of {1}.").format(
				frappe.bold(escape_html(row.expiry_field)), row.document_type
			),
		)


def _check_fields(row: "Document") -> None:
	"""Refuse fields that cannot be taken in or left out, and tell whoever saves it what will be read."""
	choice = Choice.of(row.leave_out, row.take_in)
	if problem := problem_of_choice(row.document_type, choice):
		_refuse(row, problem)
	labels = sensitive_labels(row.document_type, choice, bool((row.template or "").strip()))
	if labels:
		message = _(
			"Selector {0} reads of {1}: {2}. Everybody who may read these records finds that, and agents quote it. If that is not "
			"meant, name the fields under Leave Out Fields."
		)
		named = frappe.bold(escape_html(_(row.document_type)))
		frappe.msgprint(
			message.format(row.idx, named, escape_html(", ".join(labels))),
			title=_("Sensitive Fields"),
			indicator="orange",
		)


def _check_metadata(row: "Document") -> None:
	if not (row.metadata_fields or "").strip() or row.document_type == "File":
		row.metadata_fields = None
		return
	if not row.document_type:
		_refuse(row, _("Choose the DocType whose fields become metadata, or leave Metadata Fields empty."))
	try:
		row.metadata_fields = check_chosen(
			frappe.get_meta(row.document_type), row.metadata_fields, RESERVED_KEYS
		)
	except InvalidMetadata as error:
		_refuse(row, _("Metadata Fields: {0}").format(escape_html(said(error))))


def _check_template(row: "Document") -> None:
	if not (row.template or "").strip():
		row.template = None
		return
	check_template(row.template, row.document_type, Choice.of(row.leave_out, row.take_in))


def check_filters(row: "Document") -> None:
	"""Whether the filters are conditions that Frappe's lists take, on fields that every reader of a record sees.

	A condition on a field above permlevel 0 would tell by its result what the field holds.
	"""
	try:
		conditions = parse_filters(row.filters)
	except (ValueError, RecursionError):
		_refuse(row, _('Filters must be a list of conditions in JSON: [["status", "=", "Open"]].'))
	if len(conditions) > MOST_FILTERS:
		_refuse(row, _("At most {0} conditions can be given.").format(MOST_FILTERS))
	for condition in conditions:
		_check_condition(row, condition)
	if not conditions:
		row.filters = None
		return
	try:
		with asked_as(row.author):
			alone(
				lambda: frappe.get_list(
					row.document_type, filters=conditions, pluck="name", limit_page_length=1
				)
			)
	# What Frappe makes of odd values is its own affair; a condition that it does not take is refused, whatever it raises.
	except Exception as error:  # noqa: BLE001
		frappe.clear_last_message()
		_refuse(row, _("Frappe does not take these filters: {0}").format(escape_html(str(error)[:200])))


def _check_condition(row: "Document", condition: Any) -> None:
	# The desk's filters carry a fifth element, which says whether a filter is hidden.
	if not isinstance(condition, list) or len(condition) not in (3, 4, 5):
		_refuse(row, _("Each condition is a list: a field, an operator and a value."))
	doctype, fieldname, operator = (
		(row.document_type, *condition[:2]) if len(condition) == 3 else condition[:3]
	)
	if not isinstance(fieldname, str) or not isinstance(operator, str):
		_refuse(row, _("Each condition is a list: a field, an operator and a value."))
	if operator.strip().lower() not in OPERATORS:
		_refuse(row, _("There is no operator {0}.").format(frappe.bold(escape_html(operator))))
	if not _is_open_field(frappe.get_meta(row.document_type), doctype, fieldname):
		_refuse(
			row,
			_("{0} is no field of {1} that can be filtered by.").format(
				frappe.bold(escape_html(fieldname)), frappe.bold(escape_html(row.document_type))
			),
		)
	_check_value(row, condition[2] if len(condition) == 3 else condition[3])


def _check_value(row: "Document", value: Any) -> None:
	items = value if isinstance(value, list) else [value]
	if len(items) > 1000 or not all(
		item is None or isinstance(item, str | int | float | bool) for item in items
	):
		_refuse(row, _("The value of a condition is a text, a number, or a list of them."))


def _is_open_field(meta: "Meta", doctype: Any, fieldname: str) -> bool:
	"""Whether the field is stored and at permlevel 0: of the DocType itself, or of one of its tables."""
	if doctype == meta.name:
		return fieldname in STANDARD_FIELDS or _is_open(meta.get_field(fieldname))
	tables = [table for table in meta.get_table_fields() if table.options == doctype and not table.permlevel]
	return bool(tables) and _is_open(frappe.get_meta(doctype).get_field(fieldname))


def _is_open(field: Any) -> bool:
	return bool(field and not field.permlevel and not field.is_virtual and field.fieldtype in _stored_types())


def _stored_types() -> frozenset[str]:
	from frappe.model import data_fieldtypes

	return frozenset(data_fieldtypes) - {"Password"}
