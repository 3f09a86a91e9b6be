"""What follows from a change of a source or an input. The controllers call these and nothing else."""

from typing import TYPE_CHECKING

import frappe

if TYPE_CHECKING:
	from frappe.model.document import Document


def on_input_changed(doc: "Document") -> None:
	"""An input is new, or what search should hold of it is different now."""
	want_new_generation(doc.knowledge_source)


def on_input_deleted(doc: "Document") -> None:
	"""An input is being deleted."""
	want_new_generation(doc.knowledge_source)


def on_source_changed(doc: "Document") -> None:
	"""A source was saved."""


def on_source_deleted(doc: "Document") -> None:
	"""A source is being deleted, its inputs and builds already are."""


def want_new_generation(source: str) -> None:
	"""Say that the index of the source is behind; counted by the database, so that no two changes become one."""
	table = frappe.qb.DocType("Knowledge Source")
	(
		frappe.qb.update(table)
		.set(table.wanted_generation, table.wanted_generation + 1)
		.where(table.name == source)
	).run()
