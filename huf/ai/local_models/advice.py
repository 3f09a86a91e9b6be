"""What the form of a source says where a better local model could make its vectors."""

import frappe
from frappe import _

from huf.ai.access.roles import is_manager
from huf.ai.access.words import is_system_manager
from huf.ai.knowledge.backends.embedding_models import LOCAL_MODEL, EmbeddingModel
from huf.ai.knowledge.backends.model_records import LOCAL_PREFIX
from huf.ai.knowledge.backends.placed_models import placed_models
from huf.ai.local_models.desk import why_closed
from huf.ai.words import joined_by_or

_MOST = 2
"""Models that are named."""


def advice_on(model: EmbeddingModel, own: str | None) -> tuple[str, bool]:
	"""A sentence for the session's user, empty for most; and whether the models that can be got are to be offered with it.

	:param own: what the source chose; who chose has heard of the others.
	"""
	if own or model.model != LOCAL_MODEL:
		return "", False
	if better := _encoders():
		return (
			_(
				"{0} is on this server, too, and reads each word among its neighbours: choose it here, or as Default Embedding Model in Agent Settings."
			).format(joined_by_or(better[:_MOST])),
			False,
		)
	if why_closed():
		return "", False
	if is_system_manager(None):
		return _("A better one can run on this server, for English or for a hundred languages."), True
	if not is_manager():
		return "", False
	return (
		_(
			"A better one can run on this server, for English or for a hundred languages: a System Manager gets it in the list AI Model."
		),
		False,
	)


def _encoders() -> list[str]:
	"""The AI Models of those placed models that read more than single words, as the user may choose them."""
	named = [LOCAL_PREFIX + placed.name for placed in placed_models() if placed.kind == "embedding"]
	if not named:
		return []
	wanted = {"litellm_model": ("in", named), "kind": "embedding", "disabled": 0}
	return frappe.get_list("AI Model", wanted, pluck="name", order_by="creation asc, name asc")
