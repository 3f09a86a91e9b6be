"""What the page Knowledge Doctor asks for. For System Managers alone: it tells of the machine, and of every source."""

from dataclasses import asdict
from typing import Any

import frappe
from frappe import _
from frappe.rate_limiter import rate_limit
from frappe.utils import cint

from huf.ai import doctor
from huf.ai.access.words import is_system_manager
from huf.ai.doctor.findings import Action
from huf.ai.site import queueing
from huf.ai.site.locks import release_lasting


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=30, seconds=60)
def examine(with_models: int = 0) -> list[dict[str, Any]]:
	"""Look at everything that knowledge needs, the worst first.

	:param with_models: 1: ask each model once, which may cost a little.
	:returns: of each finding ``level`` (Fault, Warning, Notice or Good), ``words``, ``advice``, ``source`` (its name, or empty) and
		``action`` (what can be done about it at once, or null).
	"""
	_only_system_managers()
	return [asdict(finding) for finding in doctor.examine(with_models=bool(cint(with_models)))]


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=30, seconds=60)
def mend(action: str, source: str | None = None) -> dict[str, Any]:
	"""Do what a finding offers; *Rebuild Index* and *Retry* are asked of the source itself.

	:param action: ``Look After It Now`` (queue the watchdog), ``Clean Up`` (queue the nightly clean-up) or ``Release`` (end a lease
		of ``source`` that would last for ever).
	:returns: ``action``, which is queued or done.
	"""
	_only_system_managers()
	match action:
		case Action.LOOK_NOW.value:
			queueing.enqueue("huf.ai.knowledge.watching.watch", queue="default")
		case Action.CLEAN_UP.value:
			queueing.enqueue("huf.ai.knowledge.maintenance.clean_orphans", queue="long")
		case Action.RELEASE.value:
			artifact_id = frappe.db.get_value("Knowledge Source", source, "artifact_id") if source else None
			if not artifact_id:
				frappe.throw(_("Say which knowledge source it is."))
			release_lasting(artifact_id)
		case _:
			known = ", ".join(each.value for each in (Action.LOOK_NOW, Action.CLEAN_UP, Action.RELEASE))
			frappe.throw(_("There is no such action. Known: {0}.").format(known))
	return {"action": action}


def _only_system_managers() -> None:
	if not is_system_manager(None):
		frappe.throw(_("Only a System Manager may examine a site."), frappe.PermissionError)
