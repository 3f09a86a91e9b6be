"""Whether everything that knowledge needs on a site is as it should be: asked by the page Knowledge Doctor and by
``bench --site SITE huf-doctor``.

Each check looks for itself, so that one which cannot be made (a Redis that is away) hides none of the others.
"""

from collections.abc import Callable, Iterator

import frappe
from frappe import _

from huf.ai.doctor import machine, models, services, sources
from huf.ai.doctor.findings import Action, Finding, Level

__all__ = ["Action", "Finding", "Level", "examine"]

CHECKS: tuple[Callable[[], Iterator[Finding]], ...] = (
	sources.check_switch,
	services.check_redis,
	services.check_workers,
	services.check_scheduler,
	services.check_leases,
	sources.check_files,
	sources.check_work,
	machine.check_folder,
	machine.check_copies,
	machine.check_disk,
	machine.check_leftovers,
	machine.check_libraries,
)
"""All that costs nothing."""
TRIALS = (models.check_embedding_models, models.check_chat_models)
"""What asks services, and may cost."""


def examine(*, with_models: bool = False) -> list[Finding]:
	"""Look at everything, and give what was found, the worst first. Changes nothing, and checks no right.

	:param with_models: ask each model once, too.
	"""
	found: list[Finding] = []
	for check in (*CHECKS, *(TRIALS if with_models else ())):
		try:
			found.extend(check())
		except Exception as error:  # noqa: BLE001 (whatever it is, the other checks are made)
			# A doctor who falls ill at the first symptom finds no other; what failed here is a finding itself.
			frappe.log_error(title=f"huf doctor: {check.__name__}")
			found.append(
				Finding(
					Level.FAULT,
					_("The check {0} could not be made: {1}").format(check.__name__, type(error).__name__),
					_("The Error Log has the details."),
				)
			)
	order = list(Level)
	return sorted(found, key=lambda finding: order.index(finding.level))
