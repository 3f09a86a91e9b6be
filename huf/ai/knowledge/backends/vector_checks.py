"""Whether a source can have the vectors that its form asks for."""

from typing import TYPE_CHECKING

import frappe
from frappe import _

from huf.ai.knowledge.backends.embedding_models import chosen_model
from huf.ai.knowledge.backends.stores import site_engine, site_store
from huf.ai.words import said
from huf.engine.backends.hybrid.backend import KEY as HYBRID
from huf.engine.backends.search_engine.backend import KEY as ENGINE
from huf.engine.backends.vector_store.backend import KEY as STORED
from huf.engine.errors import EmbedderMissing, SearchEngineMissing, VectorStoreMissing

if TYPE_CHECKING:
	from frappe.model.document import Document


def check_vectors(source: "Document") -> None:
	"""Refuse a model, a vector store or a search engine that cannot be used; frappe.ValidationError says why.

	Asked when it is chosen: a model that is disabled later must not keep a source from being saved.
	"""
	is_new_type = source.has_value_changed("knowledge_type")
	if source.knowledge_type in (HYBRID, STORED, ENGINE) and (
		is_new_type or source.has_value_changed("embedding_model")
	):
		try:
			chosen_model(source.embedding_model).key()
		except EmbedderMissing as error:
			frappe.throw(frappe.utils.escape_html(said(error)), title=_("Embedding Model"))
	if source.knowledge_type == STORED and is_new_type:
		try:
			site_store()
		except VectorStoreMissing as error:
			frappe.throw(frappe.utils.escape_html(said(error)), title=_("Vector Store"))
	if source.knowledge_type == ENGINE and is_new_type:
		try:
			site_engine()
		except SearchEngineMissing as error:
			frappe.throw(frappe.utils.escape_html(said(error)), title=_("Search Engine"))
