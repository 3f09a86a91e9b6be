"""How a build of a source is made: its settings, the model of its vectors, and the fingerprint of both."""

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

import frappe
from frappe import _

from huf.ai.knowledge.backends import registries
from huf.ai.knowledge.backends.embedding_models import EmbeddingModel, chosen_model, model_of_build
from huf.ai.knowledge.backends.enrichment_models import EnrichmentModel, enrichment_model
from huf.ai.knowledge.backends.stores import site_engine, site_store
from huf.ai.knowledge.indexing.recipe.metering import BuildMeter
from huf.ai.site import settings
from huf.ai.site.server.text_recognition import languages_in_use
from huf.engine.errors import (
	EmbedderMissing,
	EmbeddingFailed,
	SearchEngineMissing,
	SettingsError,
	UnknownKey,
	VectorStoreMissing,
)

if TYPE_CHECKING:
	from frappe.model.document import Document

	from huf.engine.backends.base import Backend
	from huf.engine.builds import BuildSettings
	from huf.engine.registry import Registry


@dataclass(frozen=True, slots=True)
class Recipe:
	"""Everything that a build depends on, besides its inputs."""

	settings: "BuildSettings"
	model: EmbeddingModel | None
	"""None for kinds of index without vectors."""
	enrichment: EnrichmentModel | None = None
	"""Who says something of each passage; None: nobody does, or not any more."""

	@property
	def is_costly(self) -> bool:
		"""Whether a service is asked about each passage, which is slow beside everything else."""
		return self.enrichment is not None or (self.model is not None and self.model.embedder().is_costly)

	@property
	def shares_files(self) -> bool:
		"""Whether a build of this kind shares the files of the one that it starts from."""
		return self.kinds().get(self.settings.backend).shares_files

	@property
	def embedder_key(self) -> str:
		"""``key`` of the embedder; empty without vectors."""
		return self.model.key() if self.model else ""

	def kinds(self, build: str | None = None) -> "Registry[Backend]":
		"""The kinds of index, with the embedder. What it costs is written to the row of ``build``, if one is given."""
		if self.model is None:
			return registries.backend_registry()
		meter = BuildMeter(build, self.model) if build else None
		batch = settings.get_settings().embedding_batch_size
		return registries.backend_registry(self.model.embedder(meter), batch)

	def fingerprint(self) -> str:
		"""What an index made in this way has as its fingerprint."""
		return self.settings.fingerprint(self.kinds())

	def has_made(self, fingerprint: str) -> bool:
		"""Whether an index with this fingerprint was made in this way, also by a huf whose fingerprints named extractors."""
		versions = self.settings.versions_behind(fingerprint, self.kinds(), registries.extractor_registry())
		return versions is not None


def recipe_of_source(source: "Document | frappe._dict") -> Recipe:
	"""How the source says that its index is to be made.

	Raises:
		SettingsError: a chunk setting that the engine refuses.
		EmbedderMissing: its embedding model cannot be used.
		VectorStoreMissing, SearchEngineMissing: it lies in a store or an engine, and the site has none.
	"""
	from huf.engine.backends.hybrid.backend import KEY
	from huf.engine.backends.search_engine.backend import KEY as ENGINE
	from huf.engine.backends.vector_store.backend import KEY as STORED

	if source.knowledge_type == STORED:
		site_store()
	if source.knowledge_type == ENGINE:
		site_engine()
	has_vectors = source.knowledge_type in (KEY, STORED, ENGINE)
	model = chosen_model(source.embedding_model) if has_vectors else None
	enrichment = enrichment_model(source.enrichment_model, source.enrichment_adds)
	made = replace(
		settings.build_settings(source),
		ocr=languages_in_use(),
		enrichment=enrichment.key if enrichment else "",
		summaries=enrichment.summary_key if enrichment else "",
	)
	return Recipe(made, model, enrichment)


def recipe_of_live(source: "Document | frappe._dict") -> Recipe | None:
	"""How the live build was made, even if the source's settings or its model changed since.

	None if it cannot be made so again: this version of huf would make another index of the same settings or does not know all of
	them, or the model is out of reach.
	"""
	from huf.engine.builds import BuildSettings
	from huf.engine.chunkers import ChunkSettings

	made = _made(source)
	if not made:
		return None
	values = frappe.parse_json(made.settings)
	if not (
		_fields(values) <= _fields(BuildSettings())
		and _fields(values["chunking"]) <= _fields(ChunkSettings())
	):
		return None
	# How scans are read, and how much of an input is taken at which cost, are no part of what makes an index another: it is as now.
	now = {
		"chunking": ChunkSettings(**values["chunking"]),
		"ocr": languages_in_use(),
		"max_chunks_per_input": settings.get_settings().max_chunks_per_input,
		"limits": settings.reading_limits(),
	}
	before = BuildSettings(**{**values, **now})
	try:
		model = model_of_build(source.live_build, made.embedder) if made.embedder else None
		if model and model.is_superseded:
			# It is searched as it was made. What is made from here on is made as this huf reads.
			return None
	except EmbedderMissing:
		return None
	recipe = Recipe(before, model, _enrichment_as_before(source.enrichment_model, before))
	return recipe if recipe.has_made(made.fingerprint) else None


def _enrichment_as_before(record: str | None, before: "BuildSettings") -> EnrichmentModel | None:
	"""Who adds to the live build what it has. Another model is asked by the rebuild that it asks for, and until then nobody: its lines
	would not go with those that are there."""
	if not (before.enrichment or before.summaries):
		return None
	model = enrichment_model(record)
	if model is None:
		return None
	model = replace(model, lines=bool(before.enrichment), summaries=bool(before.summaries))
	is_same = (model.key, model.summary_key) == (before.enrichment, before.summaries)
	return model if is_same else None


def reason_to_rebuild(source: "Document") -> str | None:
	"""Why the live build is not what the source's settings ask for, in words for a user; None if it is."""
	if not source.live_build:
		return None
	if source.pack_id:
		# How it is made its pack says, and not its settings.
		if recipe_of_live(source):
			return None
		return _(
			"This version of huf would make another index of the pack. The one that is there answers until it is rebuilt."
		)
	made = _made(source) or frappe._dict()
	try:
		recipe = recipe_of_source(source)
		if recipe.has_made(made.fingerprint or ""):
			return None
		if made.embedder and recipe.model and recipe.embedder_key != made.embedder:
			return _(
				"The index was made with another embedding model than {0}. It answers with the old one until it is "
				"rebuilt."
			).format(recipe.model.label)
	except (EmbeddingFailed, VectorStoreMissing, SearchEngineMissing) as error:
		return str(error)
	except (UnknownKey, SettingsError):
		# The app of its kind of index is gone or broken. The rebuild will say which; a status must not fail.
		pass
	return _("The settings changed. The index made with the old ones answers until it is rebuilt.")


def _fields(values: Any) -> set[str]:
	"""The names of the settings in a dictionary, or of a dataclass."""
	return set(values if isinstance(values, dict) else asdict(values))


def _made(source: Any) -> "frappe._dict | None":
	return frappe.db.get_value(
		"Knowledge Build", source.live_build, ["settings", "fingerprint", "embedder"], as_dict=True
	)
