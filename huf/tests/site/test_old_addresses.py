"""What an older huf left behind finds its way: queued jobs, REST callers, and the apps that bring tools."""

import frappe
from frappe.handler import execute_cmd

from huf.ai.agent_tool import AgentTool
from huf.ai.knowledge.following import jobs
from huf.ai.knowledge.indexing.texts import scans
from huf.ai.runs import background
from huf.tests.base import ActingTestCase

QUEUED = {
	"huf.ai.knowledge.sync.jobs.sync_source": jobs.sync_source,
	"huf.ai.knowledge.scans.read_scans": scans.read_scans,
	"huf.ai.running.background.make_queued_run": background.make_queued_run,
}
"""Addresses in the queue of a site that is upgraded while jobs wait, with what does their work now."""

CALLED = (
	"huf.ai.knowledge.records.asking.ask_record",
	"huf.ai.knowledge.scopes.record_source.record_source",
	"huf.ai.knowledge.scopes.record_source.find_record_source",
	"huf.ai.knowledge.scopes.record_source.bring_back",
)


class TestOldAddresses(ActingTestCase):
	"""Addresses of before the rooms were moved."""

	def test_queued_jobs_run(self) -> None:
		"""A worker looks a job up as Frappe does, by its dotted path."""
		for address, does in QUEUED.items():
			self.assertIs(frappe.get_attr(address), does)

	def test_rest_callers_are_answered(self) -> None:
		"""An old address leads to a method that may be called, and its rights are those of the new one."""
		for address in CALLED:
			now = frappe.get_hooks("override_whitelisted_methods")[address][-1]
			self.assertIn(frappe.get_attr(now), frappe.whitelisted)
			with self.acting_as("Guest"), self.assertRaises(frappe.PermissionError):
				frappe.local.form_dict = frappe._dict()
				execute_cmd(address)

	def test_apps_bring_their_tools_by_a_fixed_address(self) -> None:
		"""What `docs/extending.md` tells apps to import is what a run of an agent looks for."""
		self.assertEqual(AgentTool.__module__, "huf.agent.tool")
