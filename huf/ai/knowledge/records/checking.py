"""What a person types about records, checked when it is saved."""

import frappe
from frappe import _
from frappe.utils import escape_html

from huf.ai.knowledge.records.labels import stored_meta
from huf.ai.knowledge.records.presets import preset_of
from huf.ai.knowledge.records.presets.sensitive import looks_sensitive
from huf.ai.knowledge.records.text.shape import Choice, paths_of, readable_parts, shape_of
from huf.ai.knowledge.records.text.templates import OWN_NAMES, check
from huf.ai.words import said
from huf.engine.errors import TemplateFailed

MOST_FIELDS = 200
"""Names in each list of a selector."""
_MOST_NAMED = 10
"""Fields that a warning names."""


def check_template(text: str | None, doctype: str | None = None, choice: Choice | None = None) -> None:
	"""Refuse a template that cannot work, with its line and the reason. An empty one is none.

	:param doctype: whose records it is for; then the fields that it asks for must be there.
	:param choice: what its selector takes in and leaves out.
	:raises frappe.ValidationError: for whoever saves it.
	"""
	if not text or not text.strip():
		return
	meta = stored_meta(doctype) if doctype else None
	# Not only the fields that the ready-made settings choose: a template may take any that everybody may see.
	known = [*OWN_NAMES, *shape_of(meta, None, "en", choice).fieldnames] if meta else None
	try:
		check(text, known)
	except TemplateFailed as error:
		frappe.throw(escape_html(said(error)), title=_("Template"))


def problem_of_choice(doctype: str, choice: Choice) -> str:
	"""What is wrong with the fields that a selector leaves out or takes in, as a sentence; empty: nothing.

	Only what everybody sees who may read a record can be taken in: rights are asked of records, and not of fields.
	"""
	meta = stored_meta(doctype)
	if meta is None:
		return ""
	known = paths_of(readable_parts(meta, "en"))
	for label, listed in ((_("Leave Out Fields"), choice.leave_out), (_("Take In Fields"), choice.take_in)):
		if len(listed) > MOST_FIELDS:
			return _("{0}: at most {1} fields can be named.").format(label, MOST_FIELDS)
		unknown = [name for name in listed if name not in known]
		if unknown:
			return _(
				"{0}: {1} is no field of {2} that everybody sees who may read its records. Hidden fields, masked ones and "
				"those above permission level 0 are never read. A column of a table is named like items.rate."
			).format(label, frappe.bold(escape_html(unknown[0][:140])), frappe.bold(escape_html(doctype)))
	if both := set(choice.leave_out) & set(choice.take_in):
		return _("{0} is both left out and taken in.").format(frappe.bold(escape_html(min(both))))
	return ""


def sensitive_labels(doctype: str, choice: Choice, has_template: bool) -> list[str]:
	"""Labels of the fields that would be read of records and look like pay, bank or margin; at most ten."""
	meta = stored_meta(doctype)
	if meta is None:
		return []
	preset = preset_of(doctype)
	usual = {
		*preset.fields,
		*(f"{table}.{name}" for table, names in preset.columns.items() for name in names),
	}
	shape = shape_of(meta, None if has_template else preset, frappe.local.lang or "en", choice)
	found = [
		column.label
		for path, column in paths_of(shape.parts).items()
		# Somebody has looked at the ready-made fields. Of what a template could take without anybody's word, nobody knows.
		if path in choice.take_in or not (has_template or path in usual)
		if looks_sensitive(column.fieldname, column.label)
	]
	return list(dict.fromkeys(found))[:_MOST_NAMED]
