"""What the card Get Started shows: which of the first steps are done, as far as the person who asks may know.

Nothing is remembered of it. A step is done when what it is for is there: a source that the person may read, a run of
their own. So a hidden source ticks nothing, and what was deleted is to be done again.
"""

from typing import Any

import frappe
from frappe import _

from huf.ai.access.roles import may_use_knowledge
from huf.ai.access.scopes.sources import listed_sources
from huf.ai.knowledge.backends.model_records import answering_model
from huf.ai.knowledge.searching.last_searched import is_noted
from huf.ai.start.connecting import may_connect_models
from huf.ai.start.sample import sample_view

_EVER = "1000-01-01 00:00:00"
"""Before any time that is set: Frappe's filter for whether one is, PostgreSQL does not know."""
MOST_SOURCES = 100
"""That are looked at for a search of this minute."""


@frappe.whitelist(methods=["GET", "POST"])
def get_started() -> dict[str, Any]:
	"""The first steps for the session's user.

	:returns: ``steps``, each with ``key``, ``done``, ``may`` (whether the user may take it) and ``who`` (who may, where they
		may not); ``sample``, see :func:`~huf.ai.start.sample.sample_view`; ``answers``: whether a model can be asked.
	"""
	if not may_use_knowledge():
		frappe.throw(_("Only those who may use knowledge may ask this."), frappe.PermissionError)
	answers = bool(answering_model())
	return {
		"steps": [
			_step(
				"source",
				# Frappe's filter for a time that is not set is none that PostgreSQL knows.
				bool(listed_sources(frappe.session.user, "archived_at is null")),
				*_may_create("Knowledge Source"),
			),
			_step("files", _any("Knowledge Input", disabled=0), *_may_create("Knowledge Input")),
			_step("search", _any("Knowledge Source", last_searched_at=(">", _EVER)) or _searched_just_now()),
			_step("model", answers, may_connect_models(), _("A System Manager connects it.")),
			# Without a model, too: records that a question asks for, and passages that have its words.
			_step("ask", _any("Agent Run", user=frappe.session.user, status="Success")),
		],
		"sample": sample_view(),
		"answers": answers,
	}


def _step(key: str, done: bool, may: bool = True, who: str = "") -> dict[str, Any]:
	return {"key": key, "done": done, "may": may, "who": "" if may else who}


def _any(doctype: str, **filters: Any) -> bool:
	"""Whether there is one that the session's user may read."""
	return bool(frappe.get_list(doctype, filters=filters, limit_page_length=1))


def _searched_just_now() -> bool:
	"""Whether a source that the user may read was searched in this minute, which its row does not say yet."""
	return is_noted(frappe.get_list("Knowledge Source", pluck="artifact_id", limit_page_length=MOST_SOURCES))


def _may_create(doctype: str) -> tuple[bool, str]:
	may = bool(frappe.has_permission(doctype, "create"))
	return may, "" if may else _("A Knowledge Manager does it.")
