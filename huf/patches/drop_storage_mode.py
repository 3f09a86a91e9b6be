"""Knowledge Source has no Storage Mode: there was one way to store an index, and the field changed nothing."""

import frappe


def execute() -> None:
	"""Take the column, which the DocType no longer has, out of the table."""
	frappe.db.sql_ddl("alter table `tabKnowledge Source` drop column if exists `storage_mode`")
