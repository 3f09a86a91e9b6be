import frappe
from frappe import _
from frappe.model.document import Document
from frappe.utils import cint

from huf.ai.costs.caps import check_caps
from huf.ai.knowledge import hooks
from huf.ai.knowledge.fetch.address import local_server_entries
from huf.ai.knowledge.backends.embedding_models import check_record
from huf.ai.words import said
from huf.engine.chunkers.settings import MAX_SIZE, MIN_SIZE
from huf.engine.errors import EmbedderMissing, SettingsError
from huf.engine.reading.limits import RANGES as READING_RANGES

RANGES = {
	"assistant_requests_per_minute": (0, 1_000_000),
	"candidate_factor": (1, 1000),
	"daily_build_days": (0, 366),
	"default_chunk_size": (MIN_SIZE["tokens"], MAX_SIZE["tokens"]),
	"embedding_batch_size": (1, 2048),
	"max_chunks_per_input": (0, 1_000_000_000),
	"max_chunks_per_search": (1, 20),
	"max_context_tokens": (100, 1_000_000),
	"max_knowledge_sources_per_agent": (1, 100),
	**{f"reading_{name}": allowed for name, allowed in READING_RANGES.items()},
	"record_retention_days": (0, 36_500),
	"run_time_limit": (10, 3600),
	"runs_per_minute": (0, 1_000_000),
	"searches_per_minute": (0, 1_000_000),
}


class AgentSettings(Document):
	"""Limits and defaults of the knowledge system; read by huf.ai.site.settings alone."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF
		from huf.huf.doctype.agent_cost_cap.agent_cost_cap import AgentCostCap
		from huf.huf.doctype.agent_role.agent_role import AgentRole

		answer_model: DF.Link | None
		assistant_requests_per_minute: DF.Int
		candidate_factor: DF.Int
		collect_gaps: DF.Check
		cost_caps: DF.Table[AgentCostCap]
		daily_build_days: DF.Int
		default_chunk_overlap: DF.Int
		default_chunk_size: DF.Int
		default_embedding_model: DF.Link | None
		embedding_batch_size: DF.Int
		enable_knowledge_system: DF.Check
		enable_ocr: DF.Check
		inline_token_limit: DF.Int
		learn_glossary: DF.Check
		local_file_servers: DF.SmallText | None
		local_model_servers: DF.SmallText | None
		log_searches: DF.Literal["In Words", "Hashed", "Off"]
		log_users: DF.Literal["Hashed", "By Name"]
		max_chunks_per_input: DF.Int
		max_chunks_per_search: DF.Int
		max_context_tokens: DF.Int
		max_knowledge_sources_per_agent: DF.Int
		max_sources_per_site: DF.Int
		ocr_languages: DF.Data | None
		reading_characters: DF.Int
		reading_memory_mb: DF.Int
		reading_seconds: DF.Int
		record_closed_statuses: DF.SmallText | None
		record_retention_days: DF.Int
		run_time_limit: DF.Int
		runs_per_minute: DF.Int
		search_log_roles: DF.TableMultiSelect[AgentRole]
		search_synonyms: DF.Check
		searches_per_minute: DF.Int
		user_cost_cap: DF.Float
	# end: auto-generated types

	def validate(self) -> None:
		for fieldname, (least, most) in RANGES.items():
			if not least <= cint(self.get(fieldname)) <= most:
				frappe.throw(
					_("{0} must be between {1} and {2}.").format(
						_(self.meta.get_label(fieldname)), least, most
					)
				)
		if not 0 <= cint(self.default_chunk_overlap) <= cint(self.default_chunk_size) // 2:
			frappe.throw(
				_("Default Chunk Overlap must be between 0 and half the chunk size, which is {0}.").format(
					cint(self.default_chunk_size) // 2
				)
			)
		self._check_embedding_model()
		self._check_answer_model()
		self._check_languages()
		self._check_local_servers()
		self._check_cost_caps()

	def on_update(self) -> None:
		hooks.on_models_changed()
		hooks.on_way_of_reading_changed()
		if self.has_value_changed("max_chunks_per_input"):
			hooks.on_limit_of_chunks_changed(cint(self.max_chunks_per_input))
		if any(self.has_value_changed(f"reading_{name}") for name in READING_RANGES):
			hooks.on_reading_limits_changed()

	def _check_cost_caps(self) -> None:
		check_caps(self)
		for row in self.cost_caps:
			check_caps(row)
		seen = set()
		for row in self.cost_caps:
			if bool(row.user) == bool(row.role):
				frappe.throw(
					_("{0} {1}: choose either a user or a role.").format(_("Other Caps"), row.idx),
					title=_("Costs"),
				)
			whose = (row.user, row.role)
			if whose in seen:
				frappe.throw(
					_("{0} {1}: {2} has a row already.").format(
						_("Other Caps"), row.idx, frappe.utils.escape_html(row.user or row.role)
					),
					title=_("Costs"),
				)
			seen.add(whose)

	def _check_languages(self) -> None:
		from huf.engine.ocr import DEFAULT_LANGUAGES, checked_languages, find_tesseract, reason_against

		try:
			self.ocr_languages = checked_languages(self.ocr_languages or DEFAULT_LANGUAGES)
		except SettingsError as error:
			frappe.throw(said(error), title=_("Languages of Scans"))
		changed = self.has_value_changed("ocr_languages") or self.has_value_changed("enable_ocr")
		if not self.ocr_languages:
			self.update({"enable_ocr": 0, "ocr_languages": DEFAULT_LANGUAGES})
		elif (
			changed
			and self.enable_ocr
			and find_tesseract()
			and (reason := reason_against(self.ocr_languages))
		):
			# Not refused: the workers, which read, may run on another machine than this request.
			title = _("Scans will stay unread")
			frappe.msgprint(frappe.utils.escape_html(reason), title=title, indicator="orange")

	def _check_local_servers(self) -> None:
		titles = {
			"local_model_servers": _("Local Model Servers"),
			"local_file_servers": _("Local File Servers"),
		}
		for field, title in titles.items():
			try:
				local_server_entries(self.get(field) or "")
			except SettingsError as error:
				frappe.throw(frappe.utils.escape_html(said(error)), title=title)

	def _check_answer_model(self) -> None:
		if self.answer_model and frappe.db.get_value("AI Model", self.answer_model, "kind") != "chat":
			frappe.throw(_("The model for answers must be of the kind chat."))

	def _check_embedding_model(self) -> None:
		if self.default_embedding_model and self.has_value_changed("default_embedding_model"):
			try:
				check_record(self.default_embedding_model)
			except EmbedderMissing as error:
				frappe.throw(frappe.utils.escape_html(said(error)), title=_("Default Embedding Model"))
