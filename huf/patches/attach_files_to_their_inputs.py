"""Files that an input is made of, and that are attached to nothing, belong to the input.

Since searches follow the right to read a File, such a private File would be found by its uploader alone.
"""

import frappe


def execute() -> None:
	"""Attach each of them to the oldest input that names it."""
	# Not in one statement: MariaDB and PostgreSQL have different ones for a change by another table.
	loose = frappe.db.sql(
		"""select f.name, i.name from `tabFile` f
		join `tabKnowledge Input` i on i.file_record = f.name and i.input_type = 'File'
		left join `tabKnowledge Input` k on f.attached_to_doctype = 'Knowledge Input' and k.name = f.attached_to_name
		where coalesce(f.attached_to_doctype, '') = '' or coalesce(f.attached_to_name, '') = ''
		or (f.attached_to_doctype = 'Knowledge Input' and k.name is null)
		order by i.creation desc, i.name desc"""
	)
	# The oldest comes last, and stays.
	for file, name in dict(loose).items():
		frappe.db.sql(
			"""update `tabFile` set attached_to_doctype = 'Knowledge Input', attached_to_name = %s,
			attached_to_field = 'file' where name = %s""",
			(name, file),
		)
