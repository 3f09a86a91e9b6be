"""Which model says something of the texts of a source, and what: an AI Model of the kind chat that the source names, and no other."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import frappe
from frappe import _

from huf.agent.completion import Usage
from huf.ai.knowledge.backends.model_records import config_of_model, string_of
from huf.engine.enrichment.enricher import key_of
from huf.engine.enrichment.summarizing import summary_key_of
from huf.engine.errors import ModelNameRefused

if TYPE_CHECKING:
	from huf.agent.models.client import ModelConfig

TYPICAL_PROMPT, TYPICAL_ANSWER = 2_000, 120
"""Tokens of one request about a passage of the usual size, with a margin, and of its answer."""
TYPICAL_PART, TYPICAL_SUMMARY = 4_500, 200
"""The same of one request for a summary, which is about a part of a long document."""
SUMMARIES, BOTH = "Summaries of Long Documents", "Both"
"""What a source says that its model adds; anything else means a line about each passage, as sources of before have it."""


@dataclass(frozen=True, slots=True)
class EnrichmentModel:
	"""A model that says something of the texts of one source."""

	record: str
	"""Name of the AI Model."""
	string: str
	"""LiteLLM's model string, vendor and name."""
	lines: bool = True
	"""Whether it writes a line and keywords about each passage."""
	summaries: bool = False
	"""Whether it sums up long documents."""

	@property
	def key(self) -> str:
		"""What builds say of its lines, and these are kept under; empty where it writes none."""
		return key_of(self.string) if self.lines else ""

	@property
	def summary_key(self) -> str:
		"""What builds say of its summaries, and these are kept under; empty where it writes none."""
		return summary_key_of(self.string) if self.summaries else ""

	@property
	def largest_request(self) -> Usage:
		"""What one request of it takes."""
		if self.summaries:
			return Usage(TYPICAL_PART, TYPICAL_SUMMARY)
		return Usage(TYPICAL_PROMPT, TYPICAL_ANSWER)

	def config(self) -> "ModelConfig":
		"""What one call needs, read now. Raises ModelMisconfigured if it cannot be asked."""
		return config_of_model(self.record, 0.0)

	def cost(self, requests: int, prompt_tokens: int, answer: int) -> float | None:
		"""About what so many requests with so many tokens together cost, in US dollars; None if nobody knows the price. ``answer`` is the
		tokens of each answer.

		Raises ModelMisconfigured if it cannot be asked.
		"""
		from huf.agent.models.client import cost_of

		if not requests:
			return 0.0
		return cost_of(self.config(), Usage(prompt_tokens, answer * requests))


def enrichment_model(record: str | None, adds: str | None = None) -> EnrichmentModel | None:
	"""The model for a source whose fields ``enrichment_model`` and ``enrichment_adds`` are these; None if it names none, or one that is gone.

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
	return EnrichmentModel(str(record), string, lines=adds != SUMMARIES, summaries=adds in (SUMMARIES, BOTH))


def check_enrichment_model(record: str) -> None:
	"""Refuse for a form what cannot say anything of passages: frappe.ValidationError says why."""
	kind = frappe.db.get_value("AI Model", record, "kind")
	if kind != "chat":
		frappe.throw(_("{0} is not a model of the kind chat.").format(record), title=_("Enrichment"))
