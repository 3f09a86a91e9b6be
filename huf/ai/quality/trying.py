"""One test, asked now, for somebody who may see it."""

from typing import Any

import frappe
from frappe import _

from huf.ai.access.words import may
from huf.ai.quality import TEST, runs
from huf.ai.quality.asking import READ, Asked, ask
from huf.ai.quality.shown import hits_told, note_if_of_other
from huf.ai.site.limits import SEARCHES, limit_rate
from huf.ai.site.settings import refuse_if_switched_off


def try_test(name: str) -> dict[str, Any]:
	"""Ask the question of a test, keep what came of it on the test, and give it: ``verdict``, ``place``, ``message``, ``found``.

	:raises frappe.PermissionError: there is no test of this name that the caller may see.
	"""
	limit_rate(SEARCHES)
	refuse_if_switched_off()
	test = seen_test(name)
	note_if_of_other(test)
	asked = ask(test)
	runs.keep_results({test.name: asked})
	return told(asked)


def seen_test(name: str) -> "frappe._dict":
	"""The test, for whoever may see it; others do not learn whether it exists."""
	if not may(TEST, "read", name, None):
		frappe.throw(_("There is no test of this name that you may see."), frappe.PermissionError)
	return frappe.db.get_value(TEST, name, READ, as_dict=True)


def told(asked: Asked) -> dict[str, Any]:
	"""What came of a test, for those who may see it."""
	return {
		"verdict": asked.verdict,
		"place": asked.outcome.place if asked.outcome else 0,
		"message": asked.message,
		"found": hits_told(asked.hits),
	}
