"""Getting a model from the desk, where nobody has a shell: for System Managers alone, and only one of those that huf knows.

Of the caller nothing is taken but which of them: no address, no path and no index. Whoever looks after the server can forbid it
(:mod:`huf.ai.site.server.downloads`).
"""

from typing import Any

import frappe
from frappe import _
from frappe.rate_limiter import rate_limit
from redis.exceptions import RedisError

from huf.ai.access.words import is_system_manager
from huf.ai.knowledge.backends.model_records import LOCAL_PREFIX
from huf.ai.knowledge.backends.placed_models import placed_models
from huf.ai.local_models import job
from huf.ai.local_models.fetching import has_pip, placed_name
from huf.ai.site.server import downloads
from huf.ai.site.settings import get_settings
from huf.ai.words import said
from huf.engine.model_files.published import PUBLISHED, PublishedModel


def why_closed() -> str:
	"""Why the desk of this site gets none; empty if it does."""
	if not downloads.are_allowed():
		return _(
			"Whoever looks after this server has switched off that models are got from the desk ({0})."
		).format(downloads.KEY)
	if not has_pip():
		return _(
			"There is no pip beside this server's Python, so nothing can be downloaded from here. Whoever looks after the server brings a model: {0}"
		).format("bench huf-model get")
	return ""


@frappe.whitelist(methods=["GET", "POST"])
def offered_models() -> dict[str, Any]:
	"""The models that can be got, and how far the one is that was ordered last.

	:returns: ``models``, each with ``name``, ``languages``, ``brings``, ``licence``, ``megabytes``, ``megabytes_placed``, ``passages_a_second``,
		``record`` (its AI Model, if it is here) and ``is_default``; ``closed``, why none can be got here, else empty; and ``job``, see
		:func:`~huf.ai.local_models.job.standing`.
	"""
	_only_system_managers()
	return {
		"models": [_offer(model) for model in PUBLISHED.values()],
		"closed": why_closed(),
		"job": job.standing(),
	}


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=30, seconds=60)
def get_model(model: str) -> dict[str, Any]:
	"""Have a model downloaded, checked and placed in the background, unless one is under way.

	:param model: its ``name`` in :func:`offered_models`. :returns: ``job``, as there.
	"""
	_only_system_managers()
	if closed := why_closed():
		frappe.throw(closed)
	known = PUBLISHED.get(model)
	if known is None:
		frappe.throw(
			_("huf does not know where to get this model. It knows {0}.").format(", ".join(PUBLISHED))
		)
	if record := _record(known):
		frappe.throw(_("This model is here already, as the AI Model {0}.").format(record))
	try:
		job.order(known.name)
	except RedisError:
		frappe.throw(_("The queue of jobs takes none now. Try again in a minute."))
	return {"job": job.standing()}


def _only_system_managers() -> None:
	if not is_system_manager(None):
		frappe.throw(_("Only a System Manager may get a model."), frappe.PermissionError)


def _offer(model: PublishedModel) -> dict[str, Any]:
	record = _record(model)
	return {
		"name": model.name,
		"languages": said(model.languages),
		"brings": said(model.brings),
		"licence": model.licence,
		"megabytes": model.megabytes,
		"megabytes_placed": model.megabytes_placed,
		"passages_a_second": model.passages_a_second,
		"record": record,
		"is_default": bool(record) and get_settings().default_embedding_model == record,
	}


def _record(model: PublishedModel) -> str:
	"""The AI Model of a model that is placed here; empty of one that is not, or whose AI Model somebody deleted."""
	name = placed_name(model)
	if not any(placed.name == name for placed in placed_models()):
		return ""
	found: str | None = frappe.db.get_value("AI Model", {"litellm_model": LOCAL_PREFIX + name})
	return found or ""
