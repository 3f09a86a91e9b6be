"""Questions to an embedding service, asked while somebody waits for the answer."""

from collections.abc import Sequence
from typing import Any

import frappe
from frappe import _

from huf.engine.embedding import Kind, Vectors
from huf.engine.embedding.litellm_embedder import LiteLLMEmbedder
from huf.engine.errors import EmbeddingFailed

AWAY_SECONDS = 30
"""How long a service that did not answer is left alone."""


class QuestionEmbedder(LiteLLMEmbedder):
	"""Leaves a service alone for a while after it did not answer, in all processes of the site.

	Otherwise each search would wait as long as the first one before it goes on by words.
	"""

	def __init__(self, record: str, model: str, **values: Any) -> None:
		"""``record`` is the AI Model; ``values`` are those of :class:`LiteLLMEmbedder`."""
		super().__init__(model, **values)
		self._mark = f"huf_knowledge_model_away:{record}:{model}"

	def embed(self, texts: Sequence[str], kind: Kind = "document") -> Vectors:
		"""One row for each text.

		Raises:
			EmbeddingFailed: the service refused, could not be reached, or could not a moment ago.
		"""
		if said := frappe.cache.get_value(self._mark, expires=True):
			raise EmbeddingFailed(_("{0} It is asked again in half a minute.").format(said))
		try:
			return super().embed(texts, kind)
		except EmbeddingFailed as error:
			if error.retryable:
				frappe.cache.set_value(self._mark, str(error), expires_in_sec=AWAY_SECONDS)
			raise
