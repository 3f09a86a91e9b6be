"""What is refused when a Knowledge Source is saved, each with what to do instead."""

from typing import TYPE_CHECKING

import frappe
from frappe import _
from frappe.utils import cint, escape_html

from huf.ai.site.settings import backends, build_settings, get_settings
from huf.ai.words import said
from huf.engine.errors import SettingsError

if TYPE_CHECKING:
	from frappe.model.document import Document

MOST_NEIGHBORS = 5
OF_PACK = (
	"knowledge_type",
	"embedding_model",
	"enrichment_model",
	"enrichment_adds",
	"chunker_type",
	"chunk_size",
	"chunk_overlap",
	"chunk_unit",
	"text_language",
)
"""How an index is made; that of a pack was made by its maker."""


def check_number_of_sources() -> None:
	"""Refuse one more source than Agent Settings allow."""
	limit = get_settings().max_sources_per_site
	if limit and frappe.db.count("Knowledge Source") >= limit:
		frappe.throw(
			_(
				"This site may have {0} knowledge sources. Delete one, or raise the limit in Agent Settings."
			).format(limit),
			title=_("Too Many Sources"),
		)


def check_knowledge_type(knowledge_type: str | None) -> None:
	"""Refuse a kind of index that nobody has registered."""
	if knowledge_type not in backends():
		frappe.throw(
			_("There is no knowledge type {0}. Known: {1}.").format(
				frappe.bold(escape_html(knowledge_type or "")), ", ".join(backends())
			)
		)


def check_chunking(source: "Document") -> None:
	"""Refuse sizes and overlaps that the chunkers do not take, and a language that has no code."""
	try:
		build_settings(source)
	except SettingsError as error:
		frappe.throw(said(error), title=_("Chunking"))


def check_neighbors(count: int | str | None) -> None:
	"""Refuse more passages around a hit than there is room for."""
	if not 0 <= cint(count) <= MOST_NEIGHBORS:
		frappe.throw(
			_("Coalesce Neighbors is {0}. It must be between 0 and {1}.").format(count, MOST_NEIGHBORS)
		)


def check_packed(doc: "Document") -> None:
	"""Refuse what a source that came from a pack cannot have: other inputs than the pack's, and another index."""
	if doc.is_new() or not doc.pack_id:
		return
	if doc.selectors:
		frappe.throw(
			_(
				"This source came from a pack and has what the pack has. Make another source for the selectors."
			),
			title=_("Pack"),
		)
	if changed := [field for field in OF_PACK if doc.has_value_changed(field)]:
		frappe.throw(
			_(
				"{0} cannot be changed: this source came from a pack, whose index was made by its maker."
			).format(", ".join(_(doc.meta.get_label(field)) for field in changed)),
			title=_("Pack"),
		)
