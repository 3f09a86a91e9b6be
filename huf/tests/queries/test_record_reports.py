"""Saved reports run as a user: their rights, their bounds, and nothing that a report could write."""

import json
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import frappe

from huf.ai.access.impersonation import asked_as
from huf.ai.queries.as_user.errors import QueryRefused
from huf.ai.queries.tools import reports
from huf.ai.queries.tools.reports import permitted_reports, run_report
from huf.ai.site.desk import desk_path
from huf.tests.queries.test_record_queries import NOBODY, OWNER, READER, QueryTestCase
from huf.tests.query_doctypes import BILL

if TYPE_CHECKING:
	from collections.abc import Iterator


class TestReports(QueryTestCase):
	"""Reports about bills."""

	def report(self, report_type: str, **values: Any) -> str:
		values = {"is_standard": "No", "ref_doctype": BILL, "module": "Custom", **values}
		name = f"Huf Test Report {frappe.generate_hash(length=6)}"
		made = frappe.get_doc(
			{"doctype": "Report", "report_name": name, "report_type": report_type, **values}
		).insert()
		return made.name

	def refusal(self, report: str, user: str = READER, **filters: Any) -> str:
		with self.assertRaises(QueryRefused) as caught:
			run_report(report, filters, user)
		return str(caught.exception)

	@contextmanager
	def on_this_connection(self) -> "Iterator[None]":
		"""What the test made is not committed, so another connection would not see it."""
		with (
			patch.object(reports, "second_connection", lambda: nullcontext(frappe.local.db)),
			patch.object(reports, "only_read"),
			patch.object(frappe.db, "rollback"),
		):
			yield

	def test_report_builder(self) -> None:
		"""Its filter, columns and order are asked like any other question, over what the user may see."""
		settings = {
			"filters": [[BILL, "status", "=", "Overdue", False]],
			"fields": [["name", BILL], ["total", BILL]],
			"order_by": f"`tab{BILL}`.`name` desc",
		}
		name = self.report("Report Builder", json=json.dumps(settings))
		result = run_report(name, {}, READER)
		assert result.rows == (("B-3", 70.0, "USD"), ("B-1", 100.0, "EUR")) and result.records == 2
		assert run_report(name, {"party": self.acme}, READER).rows == (("B-1", 100.0),)
		# Frappe gives no right to reports of one's own documents alone.
		assert "no report" in self.refusal(name, OWNER)
		grouped = {"group_by": {"group_by": f"`tab{BILL}`.`status`", "aggregate_function": "count"}}
		name = self.report("Report Builder", json=json.dumps(grouped))
		assert ("Overdue", 2) in run_report(name, {}, READER).rows

	def test_query_report(self) -> None:
		"""A report in SQL runs with its filters, bounded, as rows with the labels of its columns."""
		name = self.report(
			"Query Report",
			query=f"select name as `Bill:Data:100`, total as `Total:Currency:100` from `tab{BILL}`"
			" where status = %(status)s order by name",
		)
		with self.on_this_connection():
			result = run_report(name, {"status": "Overdue"}, READER, limit=1)
		assert [column.label for column in result.columns] == ["Bill", "Total"]
		assert (
			result.rows == (("B-1", 100.0),)
			and result.truncated
			and result.notes == ("The report has 2 rows.",)
		)
		assert result.words == f"Report {name} with status: Overdue"
		assert result.url.startswith(
			desk_path("query-report/Huf%20Test%20Report%20")
		) and result.url.endswith("?status=Overdue")

	def test_who_may_run_it(self) -> None:
		"""A report that the user may not run sounds like one that is not there."""
		name = self.report("Query Report", query="select 1")
		for user, report in (
			(NOBODY, name),
			(READER, "No Such Report"),
			(READER, "Permitted Documents For User"),
		):
			assert self.refusal(report, user) == f"There is no report “{report}” that you may run."
		assert name in permitted(BILL, READER) and name not in permitted(BILL, NOBODY)
		frappe.db.set_value("Report", name, "disabled", 1)
		frappe.clear_document_cache("Report", name)
		assert "no report" in self.refusal(name)

	def test_scripts_of_the_site_and_prepared_reports_are_refused(self) -> None:
		"""What could do more than read, and what is made in the background, is named with its address."""
		script = self.report("Script Report", report_script="data = []")
		assert "could do more than read" in self.refusal(script)
		prepared = self.report("Query Report", query="select 1", prepared_report=1)
		assert "prepared in the background" in self.refusal(prepared)
		assert not {script, prepared} & set(permitted(BILL, READER))

	def test_nothing_can_be_written(self) -> None:
		"""A report of an app that writes, or commits and then writes, is ended by the database."""

		def writes(*_arguments: Any) -> Any:
			frappe.db.commit()
			frappe.db.set_value("User", READER, "bio", "written by a report", update_modified=False)
			frappe.db.commit()

		# A report that is committed: it comes with Frappe.
		with (
			patch.object(reports, "_check_kind"),
			patch("frappe.desk.query_report.get_report_result", side_effect=writes),
		):
			with self.assertRaisesRegex(QueryRefused, "writes, so it cannot be run here"):
				run_report("ToDo", {}, "Administrator")
		assert frappe.db.get_value("User", READER, "bio") is None

	def test_failures_tell_nothing(self) -> None:
		"""What a broken report raises is named by its kind, without what it holds."""
		with (
			patch.object(reports, "_check_kind"),
			patch("frappe.desk.query_report.get_report_result", side_effect=KeyError("secret")),
		):
			assert "secret" not in (said := self.refusal("ToDo", "Administrator")) and "KeyError" in said


def permitted(doctype: str, user: str) -> list[str]:
	"""Reports, asked as the user."""
	with asked_as(user):
		return permitted_reports(doctype, user)
