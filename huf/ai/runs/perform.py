"""Making a run whose row is there: whatever happens in it, the row says how it ended."""

from dataclasses import replace

import frappe
from frappe import _

from huf.agent.results import AgentResult
from huf.ai.runs.keeping.rows import RunOutcome, finish_run
from huf.ai.runs.one_run import OneRun
from huf.ai.runs.prompt.request import RunRequest
from huf.ai.site.events import announce
from huf.engine.errors import HufError


def perform(request: RunRequest, name: str, *, is_live: bool) -> AgentResult:
	"""Make the run ``name`` and write how it ended. ``is_live``: its user is told how it goes.

	What a model, a tool or the knowledge does wrong ends in the result; a bug is raised, with a row that has ended.
	"""
	run = None
	# What a run changes starts no further runs by triggers.
	outer, frappe.flags.huf_in_agent_run = frappe.flags.huf_in_agent_run, True
	try:
		run = OneRun(request, name, is_live=is_live)
		try:
			result = run.execute()
		except HufError as error:
			result = run.ended("Failed", error=str(error))
	# Recorded and raised on, whatever it is: a killed job and a bug both leave a row that has ended.
	except BaseException as error:
		broke = _("The run broke off: {0}").format(type(error).__name__)
		finish_run(
			name, run.outcome(run.ended("Failed", error=broke)) if run else RunOutcome("Failed", error=broke)
		)
		if run and run.live:
			run.live.end("Failed", "")
		raise
	finally:
		frappe.flags.huf_in_agent_run = outer
	finish_run(name, run.outcome(result))
	if run.live:
		run.live.end(result.status, result.text)
	if not request.is_test:
		announce("huf_run_ended", request, run.knowledge, result)
	return replace(result, run=name)
