"""How far a build is: told, and never in its way."""

from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import patch

import frappe

from huf.ai.knowledge import status
from huf.ai.knowledge.indexing.state.progress import ProgressReport
from huf.ai.site.locks import Lease
from huf.engine.types import Progress
from huf.tests import factories as make
from huf.tests.base import SiteTestCase


class TestProgress(SiteTestCase):
	"""What a build stores of how far it is."""

	def test_a_rename_in_that_moment_ends_no_build(self) -> None:
		"""The database gives one of two that wait for each other up; the progress is stored when it is asked for again."""
		source = make.make_source()
		report = ProgressReport(source.artifact_id, cast(Lease, SimpleNamespace(lost=False)))
		plain, tries = status.set_progress, []

		def given_up_once(*values: Any) -> None:
			tries.append(values)
			if len(tries) == 1:
				raise frappe.QueryDeadlockError(1213, "Deadlock found when trying to get lock")
			plain(*values)

		with (
			patch.object(status, "set_progress", given_up_once),
			patch.object(frappe.db, "commit"),
			patch.object(frappe.db, "rollback"),
		):
			report(Progress("index", 3, 7))
		self.assertEqual(tries, [(source.artifact_id, 3, 7)] * 2)
