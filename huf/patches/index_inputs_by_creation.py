"""Searches read the newest inputs by an index that a table made by Frappe 15 need not have yet."""

from huf.huf.doctype.knowledge_input.knowledge_input import add_creation_index


def execute() -> None:
	"""Add the index unless it is there."""
	add_creation_index()
