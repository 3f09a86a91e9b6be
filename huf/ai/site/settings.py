"""The one place that reads Agent Settings, and the settings of a source in the engine's words."""

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import frappe
from frappe import _
from frappe.utils import cint, flt

from huf.ai.site.languages import language_code
from huf.engine.backends import default_registry

if TYPE_CHECKING:
	from frappe.model.document import Document

	from huf.engine.builds import BuildSettings
	from huf.engine.chunkers import ChunkSettings
	from huf.engine.reading import ReadingLimits


READING_PROCESSES = "huf_reading_processes"
"""In the configuration of the site, or of the bench: how many processes read inputs at once for a build."""
MOST_READING_PROCESSES = 64


@dataclass(frozen=True, slots=True)
class KnowledgeSettings:
	"""Agent Settings as values; each field has the name and the default of the DocType's field."""

	enable_knowledge_system: bool = True
	default_chunk_size: int = 512
	default_chunk_overlap: int = 50
	default_embedding_model: str = ""
	"""An AI Model of the kind embedding; empty: see ``embedding_models.chosen_model``."""
	embedding_batch_size: int = 100
	enable_ocr: bool = True
	ocr_languages: str = "eng"
	"""Tesseract's names, joined by a plus."""
	max_chunks_per_input: int = 0
	"""0: no limit."""
	max_sources_per_site: int = 0
	"""0: no limit."""
	reading_seconds: int = 10
	"""Limits of reading an input (``huf.engine.reading.limits``), like the next two."""
	reading_memory_mb: int = 300
	reading_characters: int = 50_000_000
	max_knowledge_sources_per_agent: int = 10
	max_chunks_per_search: int = 20
	max_context_tokens: int = 4000
	local_model_servers: str = ""
	"""Hosts that models may be asked at although they are not on the internet; ``host`` or ``host:port`` in each line."""
	local_file_servers: str = ""
	"""The same for the servers of Knowledge Connections."""
	answer_model: str = ""
	"""An AI Model of the kind chat; empty: the first one."""
	collect_gaps: bool = True
	"""Of answers without an agent; each agent has its own."""
	inline_token_limit: int = 10000
	candidate_factor: int = 20
	search_synonyms: bool = True
	learn_glossary: bool = True
	"""Words for glossaries are looked for at night."""
	record_closed_statuses: str = "Closed\nResolved\nCancelled\nCompleted"
	"""A status in each line; ``DocType: status, status`` for one DocType."""
	record_retention_days: int = 90
	"""After which an archived source about a record is purged; 0: never."""
	daily_build_days: int = 0
	"""For so many days the build that answered at the end of each is kept; 0: only the last builds are."""
	run_time_limit: int = 300
	"""Seconds."""
	searches_per_minute: int = 300
	"""Of one user, like the next two; 0: no limit."""
	runs_per_minute: int = 60
	assistant_requests_per_minute: int = 600
	log_searches: str = "In Words"
	"""What the search log keeps of a question: In Words, Hashed, or Off for no log at all."""
	log_users: str = "Hashed"
	"""And of whoever asked: Hashed or By Name."""


def get_settings() -> KnowledgeSettings:
	"""The site's settings now; a field that was never saved has its default."""
	stored = frappe.get_cached_doc("Agent Settings")
	values: dict[str, Any] = {}
	for setting in fields(KnowledgeSettings):
		value = stored.get(setting.name)
		if value is not None:
			values[setting.name] = (
				value if setting.type is str else bool(cint(value)) if setting.type is bool else cint(value)
			)
	return KnowledgeSettings(**values)


def search_log_roles() -> frozenset[str]:
	"""The roles that see what others searched for, in sources that they may read."""
	rows = frappe.get_cached_doc("Agent Settings").get("search_log_roles") or ()
	return frozenset(row.role for row in rows) or frozenset({"Knowledge Manager"})


@dataclass(frozen=True, slots=True)
class UserCaps:
	"""What users may cost in a calendar month, in US dollars; 0: no cap."""

	everybody: float
	users: dict[str, float]
	"""In place of it, by user; and by role, where a user has no row."""
	roles: dict[str, float]


def user_caps() -> UserCaps:
	"""The caps of users, as Agent Settings and the rows of Agent Cost Cap in them say now."""
	stored = frappe.get_cached_doc("Agent Settings")
	rows = stored.get("cost_caps") or ()
	return UserCaps(
		flt(stored.get("user_cost_cap")),
		{row.user: flt(row.monthly_cost_cap) for row in rows if row.user},
		{row.role: flt(row.monthly_cost_cap) for row in rows if row.role},
	)


def is_installed() -> bool:
	"""Whether huf's DocTypes are there. They are not after an uninstallation that failed on its way, though the app counts as installed.

	The database is asked, since caches may still hold them, in some processes and not in others.
	"""
	return bool(frappe.db.exists("DocType", "Agent Settings"))


def is_switched_off() -> bool:
	"""Whether Agent Settings say that nothing is searched and nothing is indexed."""
	return not get_settings().enable_knowledge_system


def reason_switched_off() -> str:
	"""Why nothing is searched or indexed, and what to do, in words for a user."""
	return _("The knowledge system is switched off. A manager can enable it in Agent Settings.")


def refuse_if_switched_off() -> None:
	"""For what a user asks for: raise frappe.ValidationError with the reason, instead of doing nothing."""
	if is_switched_off():
		frappe.throw(reason_switched_off(), title=_("Knowledge Off"))


def backends() -> tuple[str, ...]:
	"""Every ``knowledge_type`` that a source may have: huf's own and those that apps add by hooks."""
	from huf.engine.backends.hybrid.backend import KEY
	from huf.engine.backends.search_engine.backend import KEY as ENGINE
	from huf.engine.backends.vector_store.backend import KEY as STORED

	return tuple(
		sorted(
			{*default_registry(), KEY, STORED, ENGINE, *(frappe.get_hooks("huf_knowledge_backends") or {})}
		)
	)


def chunk_settings(source: "Document") -> "ChunkSettings":
	"""How the source is cut into chunks.

	Raises:
		SettingsError: a size, overlap or unit that the engine refuses.
	"""
	from huf.engine.chunkers import ChunkSettings

	return ChunkSettings(
		chunker=source.chunker_type,
		size=cint(source.chunk_size),
		overlap=cint(source.chunk_overlap),
		unit="characters" if source.chunk_unit == "Characters" else "tokens",
	)


def build_settings(source: "Document") -> "BuildSettings":
	"""Everything a build of the source depends on, besides its inputs.

	Raises:
		SettingsError: a chunk setting that the engine refuses.
	"""
	from huf.engine.builds import BuildSettings

	return BuildSettings(
		chunking=chunk_settings(source),
		backend=source.knowledge_type,
		max_chunks_per_input=get_settings().max_chunks_per_input,
		language=language_code(source.get("text_language")),
		limits=reading_limits(),
	)


def reading_processes() -> int:
	"""How many processes read inputs at once for a build, as the configuration of the site or of the bench says; 0: nothing that can be used."""
	said = str(frappe.conf.get(READING_PROCESSES, ""))
	return int(said) if said.isdecimal() and 1 <= int(said) <= MOST_READING_PROCESSES else 0


def reading_limits() -> "ReadingLimits":
	"""What reading one input may cost on this site."""
	from huf.engine.reading import ReadingLimits

	found = get_settings()
	return ReadingLimits(found.reading_seconds, found.reading_memory_mb, found.reading_characters)
