"""Which model says something of the passages of a source: an AI Model of the kind chat that the source names, and no other."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import frappe
from frappe import _

from huf.agent.completion import Usage
from huf.ai.knowledge.backends.model_records import config_of_model, string_of
from huf.engine.enrichment.enricher import key_of
from huf.engine.errors import ModelNameRefused

if TYPE_CHECKING:
	from huf.agent.models.client import ModelConfig

TYPICAL_PROMPT, TYPICAL_ANSWER = 2_000, 120
"""Tokens of one request about a passage of the usual size, with a margin, and of its answer."""


@dataclass(frozen=True, slots=True)
class EnrichmentModel:
	"""A model that says something of passages."""

	record: str
	"""Name of the AI Model."""
	string: str
	"""LiteLLM's model string, vendor and name."""

	@property
	def key(self) -> str:
		"""What builds say of it, and answers are kept under."""
		return key_of(self.string)

	def config(self) -> "ModelConfig":
		"""What one call needs, read now. Raises ModelMisconfigured if it cannot be asked."""
		return config_of_model(self.record, 0.0)

	def cost(self, requests: int, prompt_tokens: int) -> float | None:
		"""About what so many requests with so many tokens together cost, in US dollars; None if nobody knows the price.

		Raises ModelMisconfigured if it cannot be asked.
		"""
		from huf.agent.models.client import cost_of

		if not requests:
			return 0.0
		return cost_of(self.config(), Usage(prompt_tokens, TYPICAL_ANSWER * requests))


def enrichment_model(record: str | None) -> EnrichmentModel | None:
	"""The model for a source whose field ``enrichment_model`` is ``record``; None if it names none, or one that is gone.

	Whether it can be asked shows when it is: an index is made without it, too.
	"""
	row = record and frappe.db.get_value("AI Model", record, ["litellm_model", "provider"], as_dict=True)
	if not row:
		return None
	string = row.litellm_model or ""
	if row.provider and frappe.db.exists("AI Provider", row.provider):
		try:
			string = string_of(frappe.get_doc("AI Provider", row.provider), string, "chat")
		except ModelNameRefused:
			pass  # asked, it says so; until then its name tells it from others
	return EnrichmentModel(str(record), string)


def check_enrichment_model(record: str) -> None:
	"""Refuse for a form what cannot say anything of passages: frappe.ValidationError says why."""
	kind = frappe.db.get_value("AI Model", record, "kind")
	if kind != "chat":
		frappe.throw(_("{0} is not a model of the kind chat.").format(record), title=_("Enrichment"))
