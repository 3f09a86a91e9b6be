"""The kinds of index in words for people, and which one a new source has.

Records and the REST API keep the names that they always had; the desk shows the words wherever a value of the field is
shown: on forms and in lists, filters and reports.
"""

from dataclasses import dataclass

import frappe
from frappe import _

from huf.ai.knowledge.backends.embedding_models import chosen_model
from huf.engine.backends.hybrid.backend import KEY as HYBRID
from huf.engine.backends.search_engine.backend import KEY as ENGINE
from huf.engine.backends.vector_store.backend import KEY as STORED
from huf.engine.errors import EmbedderMissing

WORDS = "sqlite_fts"


@dataclass(frozen=True, slots=True)
class DefaultKind:
	"""What a new source has that names no kind of index."""

	knowledge_type: str
	why_words: str = ""
	"""Why it is found by words alone, in a sentence for a user; empty if it is found by meaning too."""


def default_kind() -> DefaultKind:
	"""Words and meaning where that costs nobody anything: where the vectors are made on this server.

	A model of a service is paid for and is sent every text, so it is asked for by hand.
	"""
	try:
		model = chosen_model(None)
		model.key()
	except EmbedderMissing as error:
		return DefaultKind(
			WORDS, _("Found by words alone, since there are no vectors here: {0}").format(error)
		)
	if model.is_local:
		return DefaultKind(HYBRID)
	return DefaultKind(
		WORDS,
		_(
			"Found by words alone unless you choose otherwise: for the meaning, every text would be sent to {0}."
		).format(model.label),
	)


def kind_labels() -> dict[str, str]:
	"""What the desk shows for the values of Found By, in the user's language; kinds that apps add have their own name."""
	return {
		WORDS: _("Words"),
		HYBRID: _("Words and Meaning"),
		STORED: _("An Engine of Ours"),
		ENGINE: _("All in an Engine of Ours"),
	}


def extend_bootinfo(bootinfo: "frappe._dict") -> None:
	"""Let the desk show these words: its forms, lists, filters and reports translate what such a field holds."""
	bootinfo["__messages"] = {**kind_labels(), **(bootinfo.get("__messages") or {})}
