"""Files that an input is made of, and that are attached to nothing, belong to the input.

Since searches follow the right to read a File, such a private File would be found by its uploader alone.
"""

import frappe


def execute() -> None:
	"""Attach each of them to the oldest input that names it."""
	frappe.db.sql(
		"""update `tabFile` f join (
			select file_record, substring_index(group_concat(name order by creation, name), ',', 1) as input
			from `tabKnowledge Input` where coalesce(file_record, '') != '' and input_type = 'File' group by file_record
		) i on i.file_record = f.name
		left join `tabKnowledge Input` k on f.attached_to_doctype = 'Knowledge Input' and k.name = f.attached_to_name
		set f.attached_to_doctype = 'Knowledge Input', f.attached_to_name = i.input, f.attached_to_field = 'file'
		where coalesce(f.attached_to_doctype, '') = '' or coalesce(f.attached_to_name, '') = ''
		or (f.attached_to_doctype = 'Knowledge Input' and k.name is null)"""
	)
