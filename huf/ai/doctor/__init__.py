"""Whether everything that knowledge needs on a site is as it should be: asked by the page Knowledge Doctor and by
``bench --site SITE huf-doctor``.

Each check looks for itself, so that one which cannot be made (a Redis that is away) hides none of the others.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

import frappe
from frappe import _

from huf.ai.doctor import configuration, folders, indexes, machine, models, services, sources, work
from huf.ai.doctor.findings import Action, Finding, Level

__all__ = ["Action", "Finding", "Level", "examine", "known_checks"]

Check = Callable[[], Iterator[Finding]]

CHECKS: tuple[Check, ...] = (
	sources.check_switch,
	configuration.check_configuration,
	configuration.check_keys,
	services.check_redis,
	services.check_workers,
	services.check_scheduler,
	services.check_leases,
	work.check_jobs,
	work.check_search_log,
	indexes.check_files,
	indexes.check_settings,
	indexes.check_segments,
	sources.check_work,
	folders.check_folder,
	folders.check_copies,
	folders.check_owners,
	folders.check_leftovers,
	machine.check_disk,
	machine.check_libraries,
)
"""All that costs nothing."""
TRIALS: tuple[Check, ...] = (
	models.check_embedding_models,
	models.check_chat_models,
	models.check_stores,
)
"""What asks services, and may cost."""


def known_checks() -> list[str]:
	"""The words by which findings of an examination without models say what looked."""
	return [_name_of(check) for check in CHECKS]


def _name_of(check: Check) -> str:
	return check.__name__.removeprefix("check_")


def examine(*, with_models: bool = False) -> list[Finding]:
	"""Look at everything, and give what was found, the worst first. Changes nothing, and checks no right.

	:param with_models: ask each model once, too.
	"""
	found: list[Finding] = []
	for check in (*CHECKS, *(TRIALS if with_models else ())):
		try:
			found.extend(replace(finding, check=_name_of(check)) for finding in check())
		# Named seam, around each check: what it examines may be broken in any way. That is a finding itself, and the others are made.
		except Exception as error:  # noqa: BLE001
			frappe.log_error(title=f"huf doctor: {check.__name__}")
			found.append(
				Finding(
					Level.FAULT,
					_("The check {0} could not be made: {1}").format(check.__name__, type(error).__name__),
					_("The Error Log has the details."),
					check=_name_of(check),
				)
			)
	order = list(Level)
	return sorted(found, key=lambda finding: order.index(finding.level))
