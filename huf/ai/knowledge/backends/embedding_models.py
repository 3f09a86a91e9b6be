"""Which model makes the vectors of a source, and the embedder that asks it.

Resolved from the source, then Agent Settings, then the first AI Model of the kind embedding, then the local model that
comes with huf. A build keeps the AI Model that it was made with, so it is searched with that one until
another build is live, whatever was chosen meanwhile. No key is kept anywhere: it is read for each request.
"""

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import frappe
from frappe import _
from frappe.utils import flt

from huf.agent.completion import Usage
from huf.agent.models.spending import MARGIN
from huf.ai.access.words import is_stored
from huf.ai.knowledge.backends.model_records import LOCAL_PREFIX, access_of, string_of
from huf.ai.knowledge.backends.placed_models import (
	PLACED,
	AIKind,
	placed_model,
	placed_models,
	placed_of_key,
)
from huf.ai.knowledge.backends.questions import QuestionEmbedder, QuestionMeter
from huf.ai.site.settings import get_settings
from huf.engine.embedding import embedder_for
from huf.engine.errors import AddressRefused, EmbedderMissing, EmbeddingRefused, ModelNameRefused
from huf.engine.services import model_string
from huf.engine.services.vendors import split

if TYPE_CHECKING:
	from huf.engine.embedding import Embedder, Meter
	from huf.engine.services import Access

LOCAL_MODEL = "local/wordllama"
"""What an AI Model has in place of a vendor's name of a model to mean the one that comes with huf."""

LOCAL_MODELS = {LOCAL_MODEL: "local", "local/minilm": "minilm"}
"""The models that run on every server, by what an AI Model says, with the engine's name of each. Further ones are placed on a site."""

_LITELLM_KEY = "litellm:"

JOB_RETRY_S = 90.0
"""How long a job tries and waits in all for a service that refuses: the job is queued again."""


@dataclass(frozen=True, slots=True)
class EmbeddingModel:
	"""A model, and why it is this one."""

	record: str
	"""Name of the AI Model; empty for the local model when no AI Model names it."""
	model: str
	"""LiteLLM's model string, vendor and name, or :data:`LOCAL_PREFIX` and the name of a local one."""
	reason: str = ""
	"""Who chose it, in words for a user."""
	index_key: str = ""
	"""What its indexes are marked by, if not by the model string."""

	@property
	def is_superseded(self) -> bool:
		"""Whether this huf makes other vectors with the same local model. Raises EmbedderMissing if it is not installed."""
		return self.is_local and self.key() != _local_embedder(self.model).key

	@property
	def is_local(self) -> bool:
		"""Whether it runs on this server, so that no service is asked."""
		return self.model.startswith(LOCAL_PREFIX)

	@property
	def label(self) -> str:
		"""Its name, for a user."""
		return self.record or _("the local model that comes with huf")

	def key(self) -> str:
		"""What builds made with it are marked by. Raises EmbedderMissing if it is local and not installed."""
		if self.is_local:
			return self._local().key
		return self.index_key or _LITELLM_KEY + self.model

	def asker(self, meter: "Meter | None" = None) -> "Embedder":
		"""What makes vectors of questions with it, while somebody waits."""
		if self.is_local:
			return self._local()
		access = partial(_access, self.record, self.model)
		return QuestionEmbedder(self.record, self.model, access=access, key=self.key(), meter=meter)

	def embedder(self, meter: "Meter | None" = None) -> "Embedder":
		"""What makes vectors of texts with it, in a job."""
		if self.is_local:
			return self._local()
		from huf.engine.embedding.litellm_embedder import DOCUMENT_RETRIES, LiteLLMEmbedder

		access = partial(_access, self.record, self.model)
		return LiteLLMEmbedder(
			self.model,
			access=access,
			batch_texts=get_settings().embedding_batch_size,
			retry_policy=replace(DOCUMENT_RETRIES, total_s=JOB_RETRY_S),
			meter=meter,
			key=self.key(),
		)

	def cost(self, tokens: int) -> float | None:
		"""US dollars for so many tokens, by the AI Model's price or else LiteLLM's list; None if neither has one."""
		if self.is_local or not tokens:
			return 0.0
		from huf.agent.models.client import ModelConfig, Prices, cost_of

		row = frappe.db.get_value("AI Model", self.record, ["input_price", "costs_nothing"], as_dict=True)
		if row and row.costs_nothing:
			return 0.0
		prices = Prices(flt(row.input_price), 0.0) if row and flt(row.input_price) else None
		return cost_of(ModelConfig(self.model, prices=prices), Usage(tokens, 0))

	def most(self, tokens: int) -> float | None:
		"""US dollars that a request of about so many tokens can cost at most; None if nobody knows the price."""
		return self.cost(int(tokens * MARGIN) + 1)

	def _local(self) -> "Embedder":
		return _local_embedder(self.model, self.index_key)


def _local_embedder(model: str, key: str = "") -> "Embedder":
	"""What makes the vectors of a local model; ``key`` is what its indexes are marked by, if not as the model is now."""
	if model in LOCAL_MODELS:
		return embedder_for(key or LOCAL_MODELS[model])
	return (
		placed_of_key(key) if key else placed_model(model.removeprefix(LOCAL_PREFIX), "embedding")
	).embedder()


def _local_of_key(key: str, record: str = "") -> EmbeddingModel | None:
	"""The local model that makes vectors with this key; None if such are made by a service.

	Raises EmbedderMissing: it is not here.
	"""
	kind = key.partition(":")[0]
	if kind in PLACED:
		return EmbeddingModel(record, LOCAL_PREFIX + placed_of_key(key).name, index_key=key)
	for name, known in LOCAL_MODELS.items():
		if known == kind:
			return EmbeddingModel(record, name, index_key=key)
	return None


def local_names() -> dict[str, AIKind]:
	"""What an AI Model may say to mean a model on this server, and the kind that it then has to be."""
	return {
		**dict.fromkeys(LOCAL_MODELS, "embedding"),
		**{LOCAL_PREFIX + one.name: one.ai_kind for one in placed_models()},
	}


def chosen_model(own: str | None) -> EmbeddingModel:
	"""The model for a source whose field ``embedding_model`` is ``own``.

	Raises:
		EmbedderMissing: what was chosen cannot be used; the message says what to do.
	"""
	if own:
		return _usable(own, _("chosen for this source"))
	if default := get_settings().default_embedding_model:
		return _usable(default, _("the default of Agent Settings"))
	# Local ones last: whoever made an AI Model for a service wants it used.
	rows = frappe.db.sql(
		"""select m.name from `tabAI Model` m left join `tabAI Provider` p on p.name = m.provider
		where m.kind = 'embedding' and m.disabled = 0 and coalesce(p.disabled, 0) = 0
		order by m.litellm_model like %s, m.creation, m.name limit 1""",
		f"{LOCAL_PREFIX}%",
	)
	if rows:
		return _usable(rows[0][0], _("the first AI Model for embedding"))
	return EmbeddingModel("", LOCAL_MODEL, _("since there is no AI Model for embedding"))


def model_of_key(key: str) -> EmbeddingModel:
	"""The model of this site that makes vectors which can be compared with those of an embedder from elsewhere.

	:param key: that embedder's. :raises EmbedderMissing: there is none that can be used.
	"""
	with suppress(EmbedderMissing):
		if (local := _local_of_key(key)) and local.key() == key and not local.is_superseded:
			return replace(local, index_key="")
	for record in frappe.get_all(
		"AI Model", {"kind": "embedding", "disabled": 0}, pluck="name", order_by="creation"
	):
		with suppress(EmbedderMissing):
			if (found := _usable(record, "")).key() == key:
				return found
	raise EmbedderMissing(
		_(
			"Its vectors were made with the model {0}, and no AI Model of this site makes such. Ask for a pack without vectors, or have a System Manager enter the model."
		).format(key)
	)


def model_of_build(build: str, key: str) -> EmbeddingModel:
	"""The model that made a build.

	:param key: the embedder's, as the build itself has it. An AI Model that was edited since still reaches the old
		model: by its provider, which the row of the build leads to.
	:raises EmbedderMissing: it cannot be asked from here any more.
	"""
	record = frappe.db.get_value("Knowledge Build", build, "embedding_model")
	if local := _local_of_key(key, record or ""):
		if local.key() != key:
			raise EmbedderMissing(
				_("This index was made with {0}, and {1} is installed now. Rebuild the source.").format(
					key, local.key()
				)
			)
		return local
	if not record or not frappe.db.exists("AI Model", record):
		raise EmbedderMissing(
			_("The AI Model that made this index is gone ({0}). Rebuild the source with another one.").format(
				key
			)
		)
	return EmbeddingModel(record, _string_of_key(record, key), index_key=key)


def _string_of_key(record: str, key: str) -> str:
	"""The model string that a build is marked by, of the vendor that the AI Model's provider has now.

	Raises EmbedderMissing if that is another vendor: its key is not for the old one.
	"""
	string = key.removeprefix(_LITELLM_KEY)
	vendor = frappe.db.get_value("AI Provider", _needed(record, _enabled_provider(record)), "vendor")
	# A name without a vendor, from before providers had one: then LiteLLM guessed, and the patch wrote down what.
	found = split(string) or (vendor, string)
	try:
		if found[0] == vendor:
			return model_string(vendor, found[1], "embedding")
	except ModelNameRefused:
		pass
	raise EmbedderMissing(
		_(
			"This index was made with {0}, which the provider of the AI Model {1} does not offer any more. Rebuild the "
			"source."
		).format(string, record)
	)


def embedder_of_build(build: str, key: str) -> "Embedder":
	"""What searches a build: the model that made it. Raises EmbedderMissing."""
	model = model_of_build(build, key)
	return model.asker(QuestionMeter(build, model))


def check_record(record: str) -> None:
	"""Raise EmbedderMissing unless an AI Model can make vectors, as far as that is known without asking it."""
	_usable(record, "").key()


def _usable(record: str, reason: str) -> EmbeddingModel:
	if not is_stored("AI Model", record):
		raise EmbedderMissing(_("There is no AI Model of this name. Choose another embedding model."))
	row = frappe.db.get_value("AI Model", record, ["litellm_model", "kind", "index_key"], as_dict=True)
	if row.kind != "embedding":
		raise EmbedderMissing(
			_("The AI Model {0} is of the kind {1}. Choose one of the kind embedding.").format(
				record, row.kind
			)
		)
	provider = _enabled_provider(record)
	if row.litellm_model.startswith(LOCAL_PREFIX):
		return EmbeddingModel(record, row.litellm_model, reason)
	try:
		string = string_of(
			frappe.get_doc("AI Provider", _needed(record, provider)), row.litellm_model, "embedding"
		)
	except ModelNameRefused as error:
		raise EmbedderMissing(_("The AI Model {0} cannot be asked: {1}").format(record, error)) from None
	return EmbeddingModel(record, string, reason, row.index_key or "")


def _needed(record: str, provider: str | None) -> str:
	"""The provider of an AI Model that needs one. Raises EmbedderMissing."""
	if not provider or not frappe.db.exists("AI Provider", provider):
		raise EmbedderMissing(_("The AI Model {0} has no provider. Enter one.").format(record))
	return provider


def _enabled_provider(record: str) -> str | None:
	"""The provider of an AI Model, both of them enabled. Raises EmbedderMissing."""
	row = frappe.db.get_value("AI Model", record, ["provider", "disabled"], as_dict=True)
	if not row:
		raise EmbedderMissing(
			_("The AI Model {0} is gone. Choose another embedding model and rebuild.").format(record)
		)
	if row.disabled:
		raise EmbedderMissing(
			_("The AI Model {0} is disabled. Enable it, or choose another embedding model.").format(record)
		)
	if row.provider and frappe.db.get_value("AI Provider", row.provider, "disabled"):
		raise EmbedderMissing(
			_("The AI Provider {0} is disabled. Enable it, or choose another embedding model.").format(
				row.provider
			)
		)
	return row.provider


def _access(record: str, model: str) -> "Access":
	"""Address and key for one request, read now."""
	name = _needed(record, _enabled_provider(record))
	provider = frappe.get_doc("AI Provider", name)
	_string_of_key(record, _LITELLM_KEY + model)
	try:
		return access_of(provider, "embedding")
	except AddressRefused as error:
		raise EmbedderMissing(str(error)) from None
	except frappe.ValidationError:
		# Frappe's words name neither the provider nor what to do; the site's encryption key was changed.
		raise EmbeddingRefused(
			_("The API key of the AI Provider {0} cannot be decrypted. Enter it again.").format(name)
		) from None
