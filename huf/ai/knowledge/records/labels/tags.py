"""Frappe's tags of documents, as MariaDB has them at this moment.

Frappe keeps a tag twice: in the column ``_user_tags`` of the document, for which one must be allowed to write it, and as a Tag
Link, which everybody who is logged in may insert, about whatever document. So the column decides, and a Tag Link only says
where it is worth looking.
"""

from collections.abc import Iterable

import frappe

from huf.ai.knowledge.records.labels import in_batches, stored_meta
from huf.engine.filters.tags import split_tags


def tags_of(doctype: str, names: Iterable[str]) -> dict[str, frozenset[str]]:
	"""The tags, in small letters, of those of these documents that have any."""
	meta = stored_meta(doctype)
	# The column is there once somebody has tagged a document of a table that was made without it.
	if meta is None or not frappe.db.has_column(meta.name, "_user_tags"):
		return {}
	return {
		str(name): split_tags(tags)
		for batch in in_batches(names)
		for name, tags in frappe.db.sql(
			f"select name, _user_tags from `tab{meta.name}` where name in %s and coalesce(_user_tags, '') != ''",
			(batch,),
		)
	}


def carrying(tag: str, doctype: str, names: Iterable[str]) -> list[str]:
	"""Those of these documents that carry the tag, in whatever letters, in their order."""
	names = list(names)
	found = tags_of(doctype, names)
	return [name for name in names if tag.strip().casefold() in found.get(name, ())]
