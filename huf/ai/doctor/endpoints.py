"""What the page Knowledge Doctor asks for, for System Managers alone: it tells of the machine, and of every source. And what a monitor scrapes."""

from dataclasses import asdict
from typing import Any

import frappe
from frappe import _
from frappe.rate_limiter import rate_limit
from frappe.utils import cint
from werkzeug.wrappers import Response

from huf.ai import doctor
from huf.ai.access.words import is_system_manager
from huf.ai.doctor import metrics as scraped
from huf.ai.doctor.findings import Action
from huf.ai.site import metrics_token, queueing
from huf.ai.site.locks import release_lasting


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=30, seconds=60)
def examine(with_models: int = 0) -> list[dict[str, Any]]:
	"""Look at everything that knowledge needs, the worst first.

	:param with_models: 1: ask each model once, which may cost a little.
	:returns: of each finding ``level`` (Fault, Warning, Notice or Good), ``words``, ``advice``, ``source`` (its name, or empty),
		``action`` (what can be done about it at once, or null) and ``check`` (what looked, the same in every language).
	"""
	_only_system_managers()
	return [asdict(finding) for finding in doctor.examine(with_models=bool(cint(with_models)))]


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=30, seconds=60)
def mend(action: str, source: str | None = None) -> dict[str, Any]:
	"""Do what a finding offers; *Rebuild Index* and *Retry* are asked of the source itself.

	:param action: ``Look After It Now`` (queue the watchdog), ``Clean Up`` (queue the nightly clean-up), ``Release`` (end a lease
		of ``source`` that would last for ever) or ``Put Together`` (queue the merge of its segments).
	:returns: ``action``, which is queued or done.
	"""
	_only_system_managers()
	match action:
		case Action.LOOK_NOW.value:
			queueing.enqueue("huf.ai.knowledge.watching.watch", queue="default")
		case Action.CLEAN_UP.value:
			queueing.enqueue("huf.ai.knowledge.maintenance.clean_orphans", queue="long")
		case Action.RELEASE.value:
			release_lasting(_artifact_of(source))
		case Action.MERGE.value:
			queueing.queue_merge(_artifact_of(source))
		case _:
			own = (Action.LOOK_NOW, Action.CLEAN_UP, Action.RELEASE, Action.MERGE)
			known = ", ".join(each.value for each in own)
			frappe.throw(_("There is no such action. Known: {0}.").format(known))
	return {"action": action}


@frappe.whitelist(allow_guest=True, methods=["GET"])
def metrics() -> Response:
	"""What a monitor scrapes, for whoever brings the token of ``site_config.json`` (``huf.metrics``).

	404 where the site has no token, 401 with any other one; both say nothing else. Who is logged in makes no difference.
	"""
	if metrics_token.wanted() is None:
		return Response(status=404)
	if not metrics_token.is_given():
		return Response(status=401, headers={"WWW-Authenticate": "Bearer"})
	return Response(
		scraped.metrics(), content_type=scraped.CONTENT_TYPE, headers={"Cache-Control": "no-store"}
	)


def _artifact_of(source: str | None) -> str:
	artifact_id = frappe.db.get_value("Knowledge Source", source, "artifact_id") if source else None
	if not artifact_id:
		frappe.throw(_("Say which knowledge source it is."))
	return str(artifact_id)


def _only_system_managers() -> None:
	if not is_system_manager(None):
		frappe.throw(_("Only a System Manager may examine a site."), frappe.PermissionError)
