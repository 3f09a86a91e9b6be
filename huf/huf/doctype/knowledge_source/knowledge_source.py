import secrets

import frappe
from frappe import _
from frappe.model.delete_doc import check_if_doc_is_linked
from frappe.model.document import Document
from frappe.utils import cint

from huf.ai.knowledge import hooks
from huf.ai.knowledge.derived import forget_claimed, restore_stored
from huf.ai.knowledge.permissions import is_manager
from huf.ai.knowledge.settings import backends, chunk_settings, get_settings
from huf.engine.errors import SettingsError

MOST_NEIGHBORS = 5


class KnowledgeSource(Document):
	"""A body of knowledge: what it may be asked by whom, and how it is cut and indexed."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF
		from huf.huf.doctype.knowledge_source_role.knowledge_source_role import KnowledgeSourceRole

		artifact_id: DF.Data | None
		built_generation: DF.Int
		chunk_overlap: DF.Int
		chunk_size: DF.Int
		chunk_unit: DF.Literal["Tokens", "Characters"]
		chunker_type: DF.Literal["recursive", "sentence", "token"]
		coalesce_neighbors: DF.Int
		description: DF.SmallText | None
		disabled: DF.Check
		embedding_dimensions: DF.Int
		embedding_model: DF.Link | None
		error_message: DF.SmallText | None
		index_size_bytes: DF.Int
		knowledge_type: DF.Autocomplete
		last_indexed_at: DF.Datetime | None
		last_searched_at: DF.Datetime | None
		live_build: DF.Link | None
		progress_done: DF.Int
		progress_total: DF.Int
		roles: DF.Table[KnowledgeSourceRole]
		scope: DF.Literal["Site", "Role", "User"]
		source_name: DF.Data
		status: DF.Literal["Pending", "Indexing", "Ready", "Error", "Rebuilding", "Rebuild Required"]
		storage_mode: DF.Literal["Private Folder"]
		total_chunks: DF.Int
		total_inputs: DF.Int
		wanted_generation: DF.Int
	# end: auto-generated types

	def before_insert(self) -> None:
		forget_claimed(self)
		self.artifact_id = secrets.token_hex(16)
		settings = get_settings()
		# None and "" mean "not given"; 0 is a value.
		if self.chunk_size in (None, ""):
			self.chunk_size = settings.default_chunk_size
		if self.chunk_overlap in (None, ""):
			self.chunk_overlap = settings.default_chunk_overlap

	def validate(self) -> None:
		if self.is_new():
			self._check_number_of_sources()
		else:
			restore_stored(self)
		self._check_scope()
		self._check_knowledge_type()
		self._check_chunking()
		self._check_neighbors()

	def before_rename(self, old: str, new: str, merge: bool = False) -> None:
		if merge:
			frappe.throw(
				_(
					"Knowledge sources cannot be merged. Add the inputs to the other source, then delete this one."
				),
				title=_("Rename"),
			)

	def on_update(self) -> None:
		hooks.on_source_changed(self)

	def on_trash(self) -> None:
		# Frappe looks for links only after this method. Looking first keeps the inputs if an agent holds the source.
		check_if_doc_is_linked(self)
		self.db_set("live_build", None, update_modified=False)
		for doctype in ("Knowledge Input", "Knowledge Build"):
			for name in frappe.get_all(doctype, filters={"knowledge_source": self.name}, pluck="name"):
				frappe.delete_doc(
					doctype, name, ignore_permissions=True, force=True, flags={"source_is_going": True}
				)
		hooks.on_source_deleted(self)

	def _check_number_of_sources(self) -> None:
		limit = get_settings().max_sources_per_site
		if limit and frappe.db.count("Knowledge Source") >= limit:
			frappe.throw(
				_(
					"This site may have {0} knowledge sources. Delete one, or raise the limit in Agent Settings."
				).format(limit),
				title=_("Too Many Sources"),
			)

	def _check_scope(self) -> None:
		if self.scope != "User" and not self.flags.ignore_permissions and not is_manager():
			frappe.throw(
				_(
					"Only a Knowledge Manager may make a source with the scope {0}. Choose the scope User."
				).format(_(self.scope)),
				frappe.PermissionError,
			)
		if self.scope == "Role" and not self.roles:
			frappe.throw(_("Name at least one role for a source with the scope Role."))
		if self.scope != "Role":
			self.set("roles", [])

	def _check_knowledge_type(self) -> None:
		if self.knowledge_type not in backends():
			frappe.throw(
				_("There is no knowledge type {0}. Known: {1}.").format(
					frappe.bold(frappe.utils.escape_html(self.knowledge_type or "")), ", ".join(backends())
				)
			)

	def _check_chunking(self) -> None:
		try:
			chunk_settings(self)
		except SettingsError as error:
			frappe.throw(str(error), title=_("Chunking"))

	def _check_neighbors(self) -> None:
		if not 0 <= cint(self.coalesce_neighbors) <= MOST_NEIGHBORS:
			frappe.throw(
				_("Coalesce Neighbors is {0}. It must be between 0 and {1}.").format(
					self.coalesce_neighbors, MOST_NEIGHBORS
				)
			)
