"""Reports of the search log: what they count, and that each reader's are made of nothing but what they may see."""

import json
from typing import Any
from unittest.mock import patch

import frappe
from frappe.desk.query_report import run
from frappe.utils import add_days, add_to_date, now, nowdate

from huf.ai.gaps.noting import fingerprint_of_gap, gap_fingerprint
from huf.ai.knowledge.retriever import knowledge_search
from huf.ai.search_log import found, reading
from huf.ai.site.database.dialect import is_postgres
from huf.engine.answers.fingerprint import question_fingerprint
from huf.engine.errors import EmbedderMissing
from huf.huf.report.knowledge_search_latency.knowledge_search_latency import percentile
from huf.tests.factories import make_gap, make_run, make_search, make_source, make_text
from huf.tests.quality.test_search_log import ASKED, MANAGER, SYSTEM, SearchLogTestCase
from huf.tests.runs.test_agent_runs import OTHER, USER

NOT_FOUND, NEVER = "Knowledge Asked and Not Found", "Knowledge Inputs Never Found"
BY_USE, LATENCY = "Knowledge Sources by Use", "Knowledge Search Latency"
BY_AGE, AUDIT = "Knowledge Gaps by Age", "Knowledge Retrieval Audit"
REPORTS = (NOT_FOUND, NEVER, BY_USE, LATENCY, BY_AGE)
REPORT = "huf.huf.report.knowledge_asked_and_not_found.knowledge_asked_and_not_found"
PUMP = "How long is the warranty of the zirconia pump?"


class ReportTestCase(SearchLogTestCase):
	"""Each report as Frappe runs it, as a Knowledge Manager."""

	def report(self, name: str, user: str = MANAGER, **filters: Any) -> Any:
		with self.acting_as(user):
			return run(name, filters=json.dumps(filters), ignore_prepared_report=True)

	def rows(self, name: str, user: str = MANAGER, **filters: Any) -> list[Any]:
		return self.report(name, user, **filters)["result"]

	def asked(self, question: str, *sources: Any, user: str = USER, **values: Any) -> Any:
		words = {"question": question, "fingerprint": question_fingerprint(question)}
		return make_search(user, *(sources or [self.known]), **{**words, **values})


class TestReports(ReportTestCase):
	"""Of questions, sources and times."""

	def test_asked_and_not_found(self) -> None:
		"""What was asked in other words is one row, with how often, by how many and when; its gap stands beside it."""
		gap = make_gap(PUMP, fingerprint=gap_fingerprint(PUMP, ""))
		self.asked(PUMP)
		self.asked("The zirconia pump warranty: how long is it?", user=OTHER, not_searched=1)
		self.asked("Who repairs the lift?")
		self.asked("Days of leave?", found=1)
		pump, lift = self.rows(NOT_FOUND)
		self.assertEqual((pump["times"], pump["users"], pump["not_all"], pump["gap"]), (2, 2, 1, gap.name))
		self.assertEqual((lift["question"], lift["times"], lift["gap"]), ("Who repairs the lift?", 1, None))
		self.assertEqual(fingerprint_of_gap(question_fingerprint(PUMP), "x"), gap_fingerprint(PUMP, "x"))

	def test_near_ones_stand_together(self) -> None:
		"""Questions about one matter are beneath the most frequent of them, with how often all were asked; without a local model each by itself."""
		near = "For how many years is the zirconia pump under guarantee?"
		for question, times in (("Who repairs the lift?", 4), (PUMP, 3), (near, 2)):
			for _time in range(times):
				self.asked(question)
		rows = self.rows(NOT_FOUND)
		told = [(row["question"], row["times"], row.get("together"), row["indent"]) for row in rows]
		self.assertEqual(told, [(PUMP, 3, 5, 0), (near, 2, None, 1), ("Who repairs the lift?", 4, 4, 0)])
		with patch(f"{REPORT}.embedder_for", side_effect=EmbedderMissing("not installed")):
			rows = self.rows(NOT_FOUND)
		self.assertEqual([row["times"] for row in rows], [4, 3, 2])
		self.assertFalse(any("indent" in row for row in rows))

	def test_what_is_not_missing(self) -> None:
		"""Found since, found by another search of the run, filtered, a test, a proof, or somebody else's name: none is asked and not found."""
		earlier = add_to_date(now(), hours=-1)
		self.asked(PUMP, asked_at=earlier)
		self.asked(PUMP, found=1)
		run_of = make_run(USER).name
		self.asked("And the lift?", agent_run=run_of)
		self.asked("Who repairs the lift?", agent_run=run_of, found=1)
		self.asked("Where is the key?", filtered=1)
		for road in ("Test Search", "Search As User", "Gap Proof"):
			self.asked("Where is the door?", road=road)
		self.asked("Where is the cellar?", asked_at=add_days(now(), -40))
		self.assertEqual(self.rows(NOT_FOUND), [])
		(old,) = self.rows(NOT_FOUND, from_date=add_days(nowdate(), -50), to_date=add_days(nowdate(), -35))
		self.assertEqual(old["question"], "Where is the cellar?")

	def test_a_hashed_question_is_counted(self) -> None:
		"""Where questions are hashed the report counts them all the same."""
		for _time in range(2):
			make_search(USER, self.known, question="", fingerprint="f" * 64)
		(row,) = self.rows(NOT_FOUND)
		self.assertEqual(row["times"], 2)
		self.assertIn("ffff", row["question"])

	def test_filtered_before_it_is_counted(self) -> None:
		"""Nothing of a source that the reader may not read, or that is somebody's own, is in any number of any report."""
		with self.acting_as(USER):
			mine = make_source(scope="User")
		self.asked(PUMP, mine, took_ms=7777)
		self.asked(PUMP, self.known, mine, took_ms=7777)
		self.asked(PUMP, own_only=1, took_ms=7777)
		for name in REPORTS:
			for user in (MANAGER, SYSTEM):
				told = json.dumps(self.report(name, user), default=str)
				self.assertNotIn("7777", told)
				self.assertNotIn("zirconia", told)
				self.assertNotIn(mine.name, told)
		self.asked(PUMP)
		(row,) = self.rows(NOT_FOUND)
		self.assertEqual((row["times"], row["users"]), (1, 1))
		# That it was found in a source which the reader does not know is not told by leaving it out.
		self.asked(PUMP, mine, found=1, asked_at=add_to_date(now(), hours=1))
		self.assertEqual(len(self.rows(NOT_FOUND)), 1)
		self.assertEqual([row["searches"] for row in self.rows(BY_USE) if row["searches"]], [1])

	def test_who_opens_them(self) -> None:
		"""Managers alone; who sees nobody else's searches is told so."""
		for name in REPORTS:
			self.assertRaises(frappe.PermissionError, self.report, name, USER)
			self.assertRaises(frappe.PermissionError, self.report, name, "Guest")
		self.assertIn("your own searches", self.report(BY_USE, SYSTEM)["message"])
		self.assertFalse(self.report(BY_USE)["message"])
		self.roles("System Manager")
		self.assertIn("your own searches", self.report(BY_USE)["message"])

	def test_none_is_prepared(self) -> None:
		"""A prepared report would show one manager what another may see."""
		for name in REPORTS:
			self.assertFalse(frappe.db.get_value("Report", name, "prepared_report"))
			frappe.db.set_value("Report", name, "prepared_report", 1)
			with self.acting_as(MANAGER):
				_columns, rows, said, _chart = frappe.get_doc("Report", name).execute_module({})
			self.assertEqual(rows, [])
			self.assertIn("cannot be prepared", said)

	def test_bad_filters(self) -> None:
		"""What is no date, no road, or the wrong way round is refused in words; what looks like SQL finds nothing."""
		for filters in (
			{"from_date": "yesterday-ish"},
			{"from_date": nowdate(), "to_date": add_days(nowdate(), -1)},
			{"road": "' or 1=1 --"},
			{"from_date": ["2026-01-01"]},
		):
			with self.subTest(filters):
				told = self.report(NOT_FOUND, **filters)
				self.assertEqual(told["result"], [])
				self.assertRegex(told["message"], "is no date|is after|no such road")
		self.asked(PUMP)
		self.assertEqual(self.rows(NOT_FOUND, knowledge_source="' or 1=1 -- %s"), [])
		self.assertIn("is no date", self.report(NEVER, since="x")["message"])

	def test_too_long(self) -> None:
		"""A statement that takes too long is ended with what to do, before Frappe would prepare the report for all."""
		self.assertLess(reading.SECONDS, 15)
		with (
			patch.object(reading, "SECONDS", 0.1),
			self.assertRaisesRegex(reading.NotReported, "fewer days"),
		):
			sleep = "pg_sleep(1)" if is_postgres() else "sleep(1)"
			reading.rows(f"select {sleep}, count(*) from information_schema.columns", {})

	def test_sources_by_use(self) -> None:
		"""Searches of each source, how many found something, and the sources that nobody searches."""
		other, unused = make_source(), make_source()
		self.asked(PUMP, self.known, other)
		self.asked(ASKED, found=1, user=OTHER)
		rows = {row["source"]: row for row in self.rows(BY_USE)}
		known = rows[self.known.name]
		self.assertEqual((known["searches"], known["found"], known["share"], known["users"]), (2, 1, 50, 2))
		self.assertEqual((rows[other.name]["searches"], rows[unused.name]["searches"]), (1, 0))
		chart = self.report(BY_USE)["chart"]["data"]
		self.assertEqual(chart["labels"], [self.known.name, other.name])
		(only,) = self.rows(BY_USE, knowledge_source=other.name)
		self.assertEqual((only["source"], only["searches"]), (other.name, 1))

	def test_latency(self) -> None:
		"""Median, 95th percentile and longest by road; a line for each day."""
		for number in range(1, 101):
			self.asked(PUMP, took_ms=number)
		self.asked(PUMP, road="MCP", took_ms=5)
		self.asked(PUMP, road="Dify", took_ms=9, asked_at=add_days(now(), -1))
		search, *others = self.rows(LATENCY)
		self.assertEqual(
			(search["searches"], search["median"], search["p95"], search["longest"]), (100, 50, 95, 100)
		)
		self.assertEqual({row["road"] for row in others}, {"MCP", "Dify"})
		self.assertEqual(len(self.report(LATENCY)["chart"]["data"]["labels"]), 2)
		self.assertEqual([row["road"] for row in self.rows(LATENCY, road="MCP")], ["MCP"])
		self.assertEqual([percentile([3], 95), percentile([2, 1], 50), percentile([2, 1], 95)], [3, 1, 2])


class TestGapsAndRuns(ReportTestCase):
	"""Gaps by age, and what one run looked for."""

	def test_gaps_by_age(self) -> None:
		"""The oldest first, with how many there are of each age; those that are done are none. Found by source and status."""
		frappe.db.delete("Knowledge Gap")
		for question, days, status in (
			("Who has the key?", 3, "Open"),
			("Who feeds the cat?", 31, "Answered"),
			("Where is the cellar?", 400, "Not Found Again"),
			("Who is the boss?", 500, "Dismissed"),
			("Where is the door?", 500, "Proven"),
		):
			gap = make_gap(question, knowledge_source=self.known.name)
			values = {"status": status, "first_asked_at": add_days(now(), -days)}
			frappe.db.set_value("Knowledge Gap", gap.name, values)
		report = self.report(BY_AGE)
		rows = report["result"]
		self.assertEqual([row["days"] for row in rows], [400, 31, 3])
		self.assertEqual(rows[0]["question"], "Where is the cellar?")
		drawn = report["chart"]["data"]
		self.assertEqual(drawn["labels"], ["0–7", "8–30", "31–90", "> 90"])
		self.assertEqual(drawn["datasets"][0]["values"], [1, 0, 1, 1])
		self.assertEqual([row["days"] for row in self.rows(BY_AGE, status="Answered")], [31])
		self.assertEqual(self.rows(BY_AGE, knowledge_source="No such source"), [])
		self.assertIn("no such status", self.report(BY_AGE, status="Proven")["message"])

	def test_what_a_run_looked_for(self) -> None:
		"""Its searches and passages, with what was cited, for its user; a manager, and who guesses its name, see nothing of it."""
		chunks = [
			{
				"citation_number": number,
				"title": "Leave",
				"locator_label": "page 3",
				"origin": "Tool",
				"rank": number,
				"cited": cited,
			}
			for number, cited in ((1, 1), (2, 0))
		]
		run_of = make_run(USER, chunks=chunks, verification_result="Confirmed").name
		self.asked(PUMP, agent_run=run_of, road="Agent", found=0, hits=4, took_ms=12.5)
		self.asked("Whose is this?", road="Agent")
		report = self.report(AUDIT, USER, agent_run=run_of)
		search, first, second = report["result"]
		self.assertEqual((search["what"], search["hits"], search["took_ms"]), (PUMP, 4, "12.5"))
		self.assertEqual(search["sources"], self.known.name)
		self.assertEqual((first["what"], first["cited"], second["cited"]), ("Leave · page 3", "Yes", "No"))
		self.assertIn("given: 2, cited: 1", report["message"])
		for user, name in ((MANAGER, run_of), (OTHER, run_of), (USER, "no-such-run"), (USER, "")):
			report = self.report(AUDIT, user, agent_run=name)
			self.assertEqual((report["result"], report["message"]), ([], "Choose one of your own runs."))


class TestNeverFound(ReportTestCase):
	"""Inputs that no search found."""

	def setUp(self) -> None:
		super().setUp()
		self.one = frappe.db.get_value("Knowledge Input", {"knowledge_source": self.known.name}, "name")
		self.other = make_text(self.known).name
		long_ago = add_days(now(), -200)
		for name in (self.one, self.other):
			values = {"status": "Indexed", "creation": long_ago}
			frappe.db.set_value("Knowledge Input", name, values, update_modified=False)
		frappe.db.set_value("Knowledge Source", self.known.name, "last_searched_at", now())

	def never(self, **filters: Any) -> list[str]:
		rows = self.rows(NEVER, knowledge_source=self.known.name, **filters)
		return [row["input"] for row in rows]

	def test_never_found(self) -> None:
		"""What a search of somebody found is left out; a test or a proof finds for nobody; what is found again counts on."""
		self.assertEqual(set(self.never()), {self.one, self.other})
		with self.acting_as(USER):
			knowledge_search(ASKED, self.known.name)
			knowledge_search("days of annual leave", self.known.name)
		self.stored()
		self.assertEqual(self.never(), [self.other])
		counted = frappe.db.sql_list(
			f"select times from `{found.TABLE}` where knowledge_input = %s", self.one
		)
		self.assertEqual(counted, [2])
		frappe.db.sql(f"update `{found.TABLE}` set last_found_at = %s", add_days(now(), -100))
		self.assertEqual(set(self.never()), {self.one, self.other})
		self.assertEqual(self.never(since=add_days(nowdate(), -120)), [self.other])

	def test_what_could_not_be_found(self) -> None:
		"""New, disabled and failed inputs, and those of a source that nobody searched, are not to blame."""
		frappe.db.set_value("Knowledge Input", self.one, "creation", now(), update_modified=False)
		self.assertEqual(self.never(), [self.other])
		frappe.db.set_value("Knowledge Input", self.other, "status", "Error")
		self.assertEqual(self.never(), [])
		frappe.db.set_value("Knowledge Input", self.other, {"status": "Indexed", "disabled": 1})
		self.assertEqual(self.never(), [])
		frappe.db.set_value("Knowledge Input", self.other, "disabled", 0)
		frappe.db.set_value("Knowledge Source", self.known.name, "last_searched_at", add_days(now(), -100))
		self.assertEqual(self.never(), [])

	def test_since_when_is_said(self) -> None:
		"""What was found before the counting began is not known, and the report says so until that is longer ago."""
		frappe.db.sql(f"delete from `{found.TABLE}`")
		self.assertIn("counted since", self.report(NEVER)["message"])
		found.count([(self.one, add_days(now(), -100))])
		self.assertFalse(self.report(NEVER)["message"])

	def test_inputs_that_are_no_more(self) -> None:
		"""They are forgotten when the log is cleared."""
		found.count([("no-such-input", now()), (self.one, now()), (self.one, now())])
		found.forget_gone()
		kept = frappe.db.sql(f"select knowledge_input, times from `{found.TABLE}`")
		self.assertNotIn("no-such-input", {name for name, _times in kept})
		self.assertIn((self.one, 2), kept)

	def test_the_rights_of_inputs(self) -> None:
		"""Inputs of a record that the reader may not read are not listed."""
		todo = frappe.get_doc({"doctype": "ToDo", "description": "x", "allocated_to": USER}).insert()
		values = {"input_type": "DocType Records", "reference_doctype": "ToDo", "reference_name": todo.name}
		frappe.db.set_value("Knowledge Input", self.other, values, update_modified=False)
		self.assertEqual(self.never(), [self.one])
