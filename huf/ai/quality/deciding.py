"""What a person does about an index that is held: look at both answers to a question, and publish or discard it."""

from typing import Any

import frappe
from frappe import _
from frappe.utils import now_datetime

from huf.ai.access.words import may
from huf.ai.knowledge.indexing.live.held import discard_held, publish_held
from huf.ai.quality import RUN, runs
from huf.ai.quality.asking import ask
from huf.ai.quality.shown import note_if_of_other
from huf.ai.quality.trying import seen_test, told
from huf.ai.site.limits import SEARCHES, limit_rate
from huf.ai.site.settings import refuse_if_switched_off

PUBLISHED, DISCARDED = "Published", "Discarded"


def compare(run: str, test: str) -> dict[str, Any]:
	"""The question of a test asked of the index that answers now (``live``) and of the one that is held (``held``), with rights of now.

	:raises frappe.PermissionError: there is no such run, or no such test, that the caller may see.
	:raises frappe.ValidationError: the build of the run is not held any more.
	"""
	limit_rate(SEARCHES)
	refuse_if_switched_off()
	if not may(RUN, "read", run, None):
		frappe.throw(_("There is no run of this name that you may see."), frappe.PermissionError)
	build, source = frappe.db.get_value(RUN, run, ["build", "knowledge_source"])
	held = frappe.db.get_value("Knowledge Source", source, "held_build")
	if not held or held != build:
		frappe.throw(_("The new index of this run is not held any more: it was published or discarded."))
	row = seen_test(test)
	if row.knowledge_source != source:
		frappe.throw(_("This test is of another source."))
	note_if_of_other(row)
	return {"live": told(ask(row)), "held": told(ask(row, {source: held}))}


def decide(source: str, build: str, decision: str) -> None:
	"""Publish or discard the build that is held, and write down who did. The caller has asked for the right to write the source.

	:param decision: *Published* or *Discarded*.
	"""
	if decision == PUBLISHED:
		publish_held(source, build)
	else:
		discard_held(source, build)
	if run := run_of(build):
		runs.set_decision(run, decision, frappe.session.user, now_datetime())


def run_of(build: str) -> str | None:
	"""The run that held a build."""
	return frappe.db.get_value(RUN, {"build": build, "reason": runs.BEFORE_PUBLISHING}, "name")
