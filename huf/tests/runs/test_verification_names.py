"""Names of records as evidence for an answer, and the patch that renames what verifications came to."""

import json
from types import SimpleNamespace
from typing import Any

import frappe

from huf.ai.runs.names import names_behind
from huf.patches.name_what_a_verification_came_to import execute
from huf.tests import factories as make
from huf.tests.base import SiteTestCase
from huf.tests.records_site import RecordSource

READER = "names-reader@example.com"
OTHER = "names-other@example.com"


class TestNamesBehind(SiteTestCase):
	def setUp(self) -> None:
		super().setUp()
		make.make_user(READER, "Knowledge User", "System Manager")
		make.make_user(OTHER, "Knowledge User")
		self.source = RecordSource()

	def names(self, of: str, user: str) -> tuple[str, dict[int, set[str]]]:
		"""A ToDo of one user that names a role, and what another may know of it."""
		todo = frappe.get_doc(
			{"doctype": "ToDo", "description": "Call them", "role": "System Manager", "allocated_to": of}
		).insert(ignore_permissions=True)
		hit: Any = SimpleNamespace(input=self.source.add_record(todo, "Call them back."))
		return todo.name, names_behind({7: hit}, user)

	def test_linked_records_that_the_user_may_read(self) -> None:
		"""Whoever may read a record gets its name and those of the records that it links to."""
		name, found = self.names(READER, READER)
		self.assertLessEqual({name, "System Manager"}, found[7])

	def test_what_the_user_may_not_read_is_no_evidence(self) -> None:
		"""Whoever may read the record alone learns nothing of what it links to; whoever may not read it, nothing at all."""
		name, found = self.names(OTHER, OTHER)
		self.assertIn(name, found[7])
		self.assertNotIn("System Manager", found[7])
		self.assertEqual(self.names(READER, OTHER)[1], {})


class TestPatch(SiteTestCase):
	def test_results_are_renamed_once(self) -> None:
		"""What was compared decides, and a second run of the patch changes nothing."""
		claim = {"status": "unverified", "is_weak": True}
		cases = (
			(("Confirmed", 1, 0, 0, "No", None), "Confirmed"),
			(("Confirmed", 0, 0, 0, "No", None), "Nothing to Check"),
			(("Confirmed", 1, 0, 0, "Yes", None), "Nothing to Check"),
			(("Warning", 1, 1, 0, "No", None), "Not Confirmed"),
			(("Warning", 1, 1, 0, "No", [claim]), "Confirmed"),
			(("Warning", 0, 0, 0, "No", None), "Nothing to Check"),
			(("Blocked", 0, 1, 2, "No", None), "Contradicted"),
		)
		runs = []
		for (result, verified, unverified, contradicted, missing, claims), _ in cases:
			run = make.make_run("Administrator")
			frappe.db.set_value(
				"Agent Run",
				run.name,
				{
					"verification_result": result,
					"claims_verified": verified,
					"claims_unverified": unverified,
					"claims_contradicted": contradicted,
					"missing": missing,
					"verification": json.dumps({"claims": claims}) if claims else None,
				},
			)
			runs.append(run.name)
		for _time in range(2):
			execute()
			found = [frappe.db.get_value("Agent Run", run, "verification_result") for run in runs]
			self.assertEqual(found, [wanted for _, wanted in cases])
