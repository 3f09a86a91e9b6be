"""Tests of knowledge on a site: who writes and sees them, as whom they are asked, what is kept of a run, and what changed."""

import json
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import frappe
from frappe.utils import add_to_date, cint, now_datetime

from huf.ai.knowledge.retriever import search_as
from huf.ai.knowledge.searching import last_searched, search_log
from huf.ai.quality import running, runs
from huf.ai.site import artifacts
from huf.ai.site.database.transactions import own_transaction
from huf.engine.request import Origin
from huf.huf.doctype.agent import agent as agent_methods
from huf.huf.doctype.knowledge_source.knowledge_source import get_tests, run_tests
from huf.huf.doctype.knowledge_test.knowledge_test import run_test
from huf.huf.doctype.knowledge_test_run.knowledge_test_run import KnowledgeTestRun, get_run_of_tests
from huf.tests import factories as make
from huf.tests import records_site as records
from huf.tests.access.test_record_rights import MANAGER, OTHER, READER_ROLE, USER, RecordRightsCase

SYSTEM = "huf-quality-system@example.com"
TEST, RUN = "Knowledge Test", "Knowledge Test Run"


class QualityCase(RecordRightsCase):
	"""A System Manager who may read no article, and the users and the source of the tests of rights."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		make.make_user(SYSTEM, "System Manager")

	def setUp(self) -> None:
		super().setUp()
		# The runs of this class are undone with its test, so nothing of them is committed.
		patcher = patch.object(frappe.db, "commit")
		patcher.start()
		self.addCleanup(patcher.stop)

	def tearDown(self) -> None:
		with own_transaction():
			frappe.db.delete("Knowledge Access Log", {"user": SYSTEM})
		super().tearDown()

	def make_test(self, user: str = USER, **values: Any) -> Any:
		"""A test that ``user`` writes: the question about the northern zebra must find it, unless told otherwise."""
		with self.acting_as(user):
			return frappe.get_doc(
				{
					"doctype": TEST,
					"question": "northern zebra",
					"knowledge_source": self.source.name,
					"expectation": "Must Find",
					"knowledge_input": self.inputs["north"],
					**values,
				}
			).insert()

	def try_as(self, user: str, test: Any) -> dict[str, Any]:
		with self.acting_as(user), self.source.answering():
			return run_test(test.name)

	def run_suite(self) -> str:
		"""One run of all tests of the source, as its job makes it; its name."""
		run = runs.start(runs.of_source(self.source.name), runs.ON_DEMAND)
		with self.source.answering(), patch.object(frappe.db, "rollback"):
			running.run_suite(run)
		frappe.set_user("Administrator")
		return run


class TestWriting(QualityCase):
	def test_who_writes_one(self) -> None:
		"""Whoever may search the source writes tests that are asked as themselves; nobody else does."""
		test = self.make_test()
		self.assertEqual((test.search_as, test.owner), (USER, USER))
		for user in ("Guest", make.make_user("huf-quality-none@example.com")):
			with self.assertRaises(frappe.PermissionError):
				self.make_test(user)
		with self.acting_as(OTHER):
			personal = make.make_source(scope="User")
		with self.assertRaises(frappe.PermissionError):
			self.make_test(USER, knowledge_source=personal.name)

	def test_only_a_system_manager_names_somebody_else(self) -> None:
		"""A test asked as somebody else is a search as them: a System Manager's, and never as Administrator."""
		for user in (USER, MANAGER):
			with self.assertRaises(frappe.PermissionError):
				self.make_test(user, search_as=OTHER, knowledge_input=self.inputs["plain"])
		test = self.make_test(SYSTEM, search_as=USER, expectation="Must Not Find")
		self.assertEqual(test.search_as, USER)
		with self.assertRaises(frappe.ValidationError):
			self.make_test(SYSTEM, search_as="Administrator")
		own = self.make_test()
		with self.acting_as(USER), self.assertRaises(frappe.PermissionError):
			own.search_as = OTHER
			own.save()

	def test_what_one_may_not_read_cannot_be_named(self) -> None:
		"""An input whose record its author may not read, one of another source and one that is not there are refused in the same words."""
		elsewhere = make.make_text(make.make_source(), "Elsewhere").name
		words = set()
		for name in (self.inputs["north"], elsewhere):
			with self.assertRaises(frappe.PermissionError) as caught:
				self.make_test(MANAGER, knowledge_input=name)
			words.add(str(caught.exception))
		self.assertEqual(len(words), 1)

	def test_what_says_nothing_is_refused(self) -> None:
		"""A test without a question, without anything expected or with a whole page to be found is refused with what to do."""
		for values in (
			{"question": " ?! "},
			{"knowledge_input": None},
			{"expectation": "Must Not Find", "knowledge_input": None},
			{"expectation": "Must Say"},
			{"expectation": "Must Say", "value": " . "},
			{"passage": "x" * 301},
		):
			with self.subTest(values=values), self.assertRaises(frappe.ValidationError):
				self.make_test(**values)
		self.assertEqual(self.make_test(value="5").value, "")

	def test_a_user_writes_so_many_and_no_more(self) -> None:
		"""Nobody fills the runs of a source for all others."""
		with patch("huf.ai.quality.expected.MOST_OF_USER", 2):
			self.make_test()
			self.make_test()
			with self.assertRaises(frappe.ValidationError):
				self.make_test()
			self.make_test(OTHER)

	def test_results_cannot_be_claimed(self) -> None:
		"""What a caller sends as a result is not kept, and a changed test has none."""
		test = self.make_test(last_verdict="Passed", last_place=1)
		self.assertEqual((test.last_verdict or "", cint(test.last_place)), ("", 0))
		self.try_as(USER, test)
		test.reload()
		self.assertEqual(test.last_verdict, "Passed")
		with self.acting_as(USER):
			test.last_place = 7
			test.save()
			self.assertEqual(test.last_place, 1)
			test.question = "southern zebra"
			test.save()
		self.assertEqual((test.last_verdict, test.last_place), ("", 0))


class TestAsking(QualityCase):
	def test_found_said_and_not_found(self) -> None:
		"""The three expectations, as the author finds them."""
		cases = (
			({}, "Passed", 1),
			({"question": "southern zebra"}, "Passed", None),
			({"knowledge_input": None, "passage": "no such words"}, "Failed", 0),
			({"expectation": "Must Say", "knowledge_input": None, "value": "northern"}, "Passed", 1),
			({"expectation": "Must Not Find", "knowledge_input": self.inputs["note"]}, "Failed", None),
		)
		for values, verdict, place in cases:
			with self.subTest(values=values):
				answer = self.try_as(USER, self.make_test(**values))
				self.assertEqual(answer["verdict"], verdict)
				if place is not None:
					self.assertEqual(answer["place"], place)

	def test_rights_are_those_of_its_user_and_of_now(self) -> None:
		"""What another user must not find is not found as long as they may not read it; once they may, the test fails."""
		test = self.make_test(
			SYSTEM, search_as=OTHER, expectation="Must Not Find", knowledge_input=self.inputs["note"]
		)
		self.assertEqual(self.try_as(SYSTEM, test)["verdict"], "Passed")
		article = self.make_test(SYSTEM, search_as=OTHER, expectation="Must Not Find")
		self.assertEqual(self.try_as(SYSTEM, article)["verdict"], "Failed")
		user = frappe.get_doc("User", OTHER)
		user.remove_roles(READER_ROLE)
		self.assertEqual(self.try_as(SYSTEM, article)["verdict"], "Passed")

	def test_the_record_counts_and_not_its_input(self) -> None:
		"""A test of a record's input holds when the record has another input by now; without any, the test says that it is gone."""
		test = self.make_test()
		self.assertEqual((test.reference_doctype, test.reference_name), ("Help Article", self.article.name))
		frappe.db.set_value(TEST, test.name, "knowledge_input", "gone")
		self.assertEqual(self.try_as(USER, test)["verdict"], "Passed")
		frappe.db.set_value(TEST, test.name, "reference_name", "gone")
		answer = self.try_as(USER, test)
		self.assertEqual(answer["verdict"], "Failed")
		self.assertIn("gone", answer["message"])

	def test_a_source_that_its_user_may_not_search(self) -> None:
		"""Then nothing is found, which is what some tests want; of the others nothing is said."""
		wanted, forbidden = self.make_test(), self.make_test(expectation="Must Not Find")
		frappe.db.set_value("Knowledge Source", self.source.name, "scope", "Agent")
		asked = {}
		for test in (wanted, forbidden):
			row = frappe.db.get_value(TEST, test.name, "*", as_dict=True)
			asked[test.name] = running.ask_all([row])[test.name].verdict
		self.assertEqual([*asked.values()], ["Not Run", "Passed"])

	def test_a_search_that_went_without_a_model_tells_nothing(self) -> None:
		"""Of the index, whether it finds the passage or not: *Not Run*, and why. What is judged before publishing is judged as it would answer."""
		test = self.make_test()
		reason = (
			"Animals was searched by words alone: The tests of the source have reached their monthly cap."
		)

		def without_a_model(*args: Any, **values: Any) -> Any:
			return replace(search_as(*args, **values), notes=(reason,), went_without=(reason,))

		with patch("huf.ai.quality.asking.search_as", without_a_model):
			answer = self.try_as(USER, test)
			self.assertEqual((answer["verdict"], answer["message"]), ("Not Run", reason))
			row = frappe.db.get_value(TEST, test.name, "*", as_dict=True)
			with self.source.answering():
				asked = running.ask_all([row], needs_models=False)[test.name]
			self.assertEqual((asked.verdict, asked.message), ("Passed", ""))

	def test_it_is_nobodys_search(self) -> None:
		"""No test counts as a search of its source, and none is in the log of searches; one asked as somebody else is logged."""
		test, other = self.make_test(), self.make_test(SYSTEM, search_as=USER)
		waiting = frappe.cache.make_key(search_log.KEY)
		before = frappe.cache.execute_command("LLEN", waiting)
		with patch.object(last_searched, "note") as noted:
			self.source.search(USER, "a search of theirs", origin=Origin(search_log.SEARCH))
			noted.assert_called()
			self.assertEqual(frappe.cache.execute_command("LLEN", waiting), before + 1)
			noted.reset_mock()
			self.try_as(USER, test)
			self.try_as(SYSTEM, other)
			noted.assert_not_called()
		self.assertEqual(frappe.cache.execute_command("LLEN", waiting), before + 1)
		with own_transaction():
			entries = frappe.get_all("Knowledge Access Log", {"user": SYSTEM}, ["searched_as", "query"])
		self.assertEqual([(row.searched_as, row.query) for row in entries], [(USER, "northern zebra")])


class TestSeeing(QualityCase):
	def test_who_sees_a_test(self) -> None:
		"""Whom it is asked as, if they wrote it; and System Managers. Not whom a System Manager wrote it about, nor other managers."""
		own = self.make_test()
		about = self.make_test(SYSTEM, search_as=USER, expectation="Must Not Find")
		everything = self.make_test("Administrator")
		seen = {
			USER: {own.name},
			OTHER: set(),
			MANAGER: set(),
			SYSTEM: {own.name, about.name},
			"Administrator": {own.name, about.name, everything.name},
		}
		for user, names in seen.items():
			with self.subTest(user=user), self.acting_as(user):
				self.assertEqual(set(frappe.get_list(TEST, pluck="name")), names)
				for test in (own, about, everything):
					doc = frappe.get_doc(TEST, test.name)
					for ptype in ("read", "write", "delete"):
						self.assertEqual(doc.has_permission(ptype), test.name in names, (test.name, ptype))
					if test.name not in names:
						with self.assertRaises(frappe.PermissionError):
							run_test(test.name)

	def test_a_test_of_a_source_that_was_closed(self) -> None:
		"""Who may no longer read the source no longer sees their test of it."""
		test = self.make_test()
		frappe.db.set_value("Knowledge Source", self.source.name, "scope", "Agent")
		with self.acting_as(USER):
			self.assertEqual(frappe.get_list(TEST), [])
			self.assertFalse(test.has_permission("read"))

	def test_a_run_tells_each_what_they_may_know(self) -> None:
		"""Who writes the source gets the numbers of all tests, and of each test what they may see of it."""
		self.make_test()
		mine = self.make_test(MANAGER, question="plain zebra", knowledge_input=self.inputs["plain"])
		self.make_test(MANAGER, disabled=1, knowledge_input=self.inputs["plain"])
		run = self.run_suite()
		with self.acting_as(MANAGER):
			row = frappe.get_doc("Knowledge Test Run", run)
			self.assertEqual((row.total, row.passed, row.questions, row.recall), (2, 2, 2, 1))
			told = get_run_of_tests(run)
			self.assertEqual(([one["test"] for one in told["tests"]], told["hidden"]), ([mine.name], 1))
			self.assertEqual(told["tests"][0]["found"][0]["title"], "Plain")
			read = frappe.get_list("Knowledge Test Run", ["name", "results"], {"name": run})
			self.assertFalse(read[0].get("results"))
			row.apply_fieldlevel_read_permissions()
			self.assertFalse(row.get("results"))
		for user in (USER, OTHER):
			with self.acting_as(user):
				self.assertEqual(frappe.get_list("Knowledge Test Run"), [])
				with self.assertRaises(frappe.PermissionError):
					get_run_of_tests(run)

	def test_titles_go_with_the_right(self) -> None:
		"""What a run found is told by titles of now: those that its user may read no more are left out."""
		self.make_test()
		run = self.run_suite()
		kept = frappe.db.get_value("Knowledge Test Run", run, "results")
		self.assertNotIn("northern", kept)
		with self.acting_as(SYSTEM):
			(row,) = get_run_of_tests(run)["tests"]
			self.assertIn(self.inputs["north"], {one["input"] for one in row["found"]})
			with own_transaction():
				entries = frappe.get_all("Knowledge Access Log", {"user": SYSTEM}, ["searched_as", "query"])
			self.assertEqual([(one.searched_as, one.query) for one in entries], [(USER, row["question"])])
			frappe.get_doc("User", USER).remove_roles(READER_ROLE)
			(row,) = get_run_of_tests(run)["tests"]
			self.assertNotIn(self.inputs["north"], {one["input"] for one in row["found"]})


class TestRunning(QualityCase):
	def test_what_changed(self) -> None:
		"""The form names the tests whose verdict is another than in the run before, to those who may see them."""
		kept, lost = (
			self.make_test(),
			self.make_test(question="plain zebra", knowledge_input=self.inputs["plain"]),
		)
		first = self.run_suite()
		frappe.db.set_value("Knowledge Input", self.inputs["plain"], "disabled", 1)
		self.make_test(question="southern zebra", knowledge_input=self.inputs["south"])
		self.run_suite()
		with self.acting_as(SYSTEM):
			told = get_tests(self.source.name)
			self.assertEqual(get_tests(self.source.name)["changed"], told["changed"])
		# What became of another's question is told; however often the form asks, once a day.
		with own_transaction():
			entries = frappe.get_all("Knowledge Access Log", {"user": SYSTEM}, ["searched_as", "query"])
		self.assertEqual([(one.searched_as, one.query) for one in entries], [(USER, "plain zebra")])
		self.assertEqual(told["tests"], 3)
		self.assertEqual(told["runs"][0].name, first)
		self.assertEqual(
			[(row.passed, row.failed, round(row.recall, 3)) for row in told["runs"]],
			[(2, 0, 1), (2, 1, 0.667)],
		)
		(row,) = told["changed"]
		self.assertEqual((row["test"], row["before"], row["verdict"]), (lost.name, "Passed", "Failed"))
		with self.acting_as(MANAGER):
			told = get_tests(self.source.name)
			self.assertEqual((told["changed"], told["hidden"]), ([], 1))
		self.assertEqual(frappe.db.get_value(TEST, kept.name, "last_verdict"), "Passed")
		with self.acting_as(USER), self.assertRaises(frappe.PermissionError):
			get_tests(self.source.name)

	def test_one_run_at_a_time(self) -> None:
		"""A second request is told of the run that is under way; a source without tests says so."""
		with self.acting_as(MANAGER), patch.object(running, "enqueue") as queued:
			with self.assertRaises(frappe.ValidationError):
				run_tests(self.source.name)
			self.make_test()
			first = run_tests(self.source.name)["run"]
			self.assertEqual(run_tests(self.source.name)["run"], first)
			self.assertEqual(queued.call_count, 1)
			self.assertEqual(get_tests(self.source.name)["under_way"].name, first)
		with self.acting_as(USER), self.assertRaises(frappe.PermissionError):
			run_tests(self.source.name)

	def test_every_night(self) -> None:
		"""Each source with a test that is not disabled gets a run."""
		self.make_test()
		self.make_test(
			knowledge_source=(other := make.make_source()).name, knowledge_input=None, passage="x", disabled=1
		)
		with patch.object(running, "enqueue"):
			running.run_at_night()
		self.assertTrue(runs.under_way(runs.of_source(self.source.name)))
		self.assertFalse(runs.under_way(runs.of_source(other.name)))

	def test_a_dead_worker_is_told(self) -> None:
		"""A run that nobody hears of is closed with what to do, and a job that comes after all leaves it alone."""
		self.make_test()
		run = runs.start(runs.of_source(self.source.name), runs.ON_DEMAND)
		runs.begin(run, "x", 1)
		with patch.object(frappe.db, "rollback"):
			running.close_silent()
			self.assertTrue(runs.under_way(runs.of_source(self.source.name)))
			frappe.db.set_value(
				"Knowledge Test Run", run, "heartbeat_at", add_to_date(now_datetime(), minutes=-11)
			)
			running.close_silent()
			running.run_suite(run)
		row = frappe.get_doc("Knowledge Test Run", run)
		self.assertEqual(row.state, "Failed")
		self.assertIn("worker", row.error_message)
		with self.acting_as(SYSTEM):
			self.assertIn("worker", get_tests(self.source.name)["error"])

	def test_an_unexpected_error_is_told_and_rises(self) -> None:
		"""A run that fails says so in its row, and the queue sees the error."""
		self.make_test()
		with (
			patch.object(running, "ask", side_effect=RuntimeError("broken")),
			self.assertRaises(RuntimeError),
		):
			self.run_suite()
		(row,) = frappe.get_all("Knowledge Test Run", {"knowledge_source": self.source.name}, ["state"])
		self.assertEqual(row.state, "Failed")

	def test_what_is_kept_of_a_run(self) -> None:
		"""Of each test its verdict and the numbers of its first passages; runs that are old enough are cleared."""
		test = self.make_test()
		run = self.run_suite()
		kind, place, found = json.loads(frappe.db.get_value("Knowledge Test Run", run, "results"))[test.name]
		self.assertEqual((kind, place), ("Must Find", 1))
		self.assertTrue(found[0].startswith(self.inputs["north"]))
		KnowledgeTestRun.clear_old_logs(-1)
		self.assertFalse(frappe.db.exists("Knowledge Test Run", run))

	def test_a_source_takes_its_tests_with_it(self) -> None:
		"""Deleting an input, a user's source or an agent is not kept by tests; those of a deleted source go."""
		source = make.make_source()
		test = self.make_test(
			"Administrator", knowledge_source=source.name, knowledge_input=None, passage="x"
		)
		frappe.delete_doc("Knowledge Source", source.name)
		self.assertFalse(frappe.db.exists(TEST, test.name))


class TestOfAnAgent(QualityCase):
	"""The tests of an agent's sources, asked of all of them together."""

	def setUp(self) -> None:
		super().setUp()
		self.other = records.RecordSource()
		striped = self.other.insert_row(input_type="Text", title="Striped", text="x")
		self.other.texts[striped] = "The plain zebra is striped.", {}
		self.other.index()
		self.agent = make.make_agent(self.source, self.other)
		self.test = self.make_test(
			MANAGER,
			question="plain zebra",
			expectation="Must Not Find",
			knowledge_input=None,
			passage="is striped",
		)

	def run_of_agent(self, user: str = MANAGER) -> str:
		"""A run that ``user`` asks for, as its job makes it; its name."""
		with self.acting_as(user), patch.object(running, "enqueue"):
			run = agent_methods.run_tests(self.agent.name)["run"]
		self.finish(run)
		return run

	def finish(self, run: str) -> None:
		"""What the job of a run does."""
		folders = {one.build.name: one.build for one in (self.source, self.other)}
		with (
			patch.object(artifacts, "build_folder", lambda artifact_id, build: folders[build]),
			patch.object(frappe.db, "rollback"),
		):
			running.run_suite(run)
		frappe.set_user("Administrator")

	def test_all_its_sources_are_searched(self) -> None:
		"""What the source alone does not find is found beside its neighbour; what the test says of itself is of its source alone."""
		self.run_suite()
		self.assertEqual(frappe.db.get_value(TEST, self.test.name, "last_verdict"), "Passed")
		run = self.run_of_agent()
		with self.acting_as(MANAGER):
			told = agent_methods.get_tests(self.agent.name)
			(row,) = get_run_of_tests(run)["tests"]
		self.assertEqual((told["tests"], told["runs"][0].name, told["runs"][0].failed), (1, run, 1))
		self.assertEqual((row["test"], row["verdict"], row["before"]), (self.test.name, "Failed", ""))
		self.assertEqual(frappe.db.get_value(TEST, self.test.name, "last_verdict"), "Passed")
		with self.acting_as(SYSTEM):
			self.assertEqual([one.name for one in get_tests(self.source.name)["runs"] if one.name == run], [])

	def test_every_night(self) -> None:
		"""All tests of an agent with several sources; the numbers are for who may change it and reads each of them, the run is nobody's."""
		self.make_test()  # of USER, asked as USER
		alone = make.make_agent(self.other)
		with patch.object(running, "enqueue"):
			running.run_at_night()
		self.assertFalse(frappe.db.exists(RUN, {"agent": alone.name}))
		run = frappe.db.get_value(RUN, {"agent": self.agent.name, "reason": runs.AT_NIGHT})
		self.finish(run)
		with self.acting_as(MANAGER):
			told = agent_methods.get_tests(self.agent.name)
			self.assertEqual([(row.name, row.total) for row in told["runs"]], [(run, 2)])
			self.assertFalse(told["may_open"])
			with self.assertRaises(frappe.PermissionError):
				get_run_of_tests(run)
		own = self.run_of_agent()
		with self.acting_as(MANAGER):
			told = agent_methods.get_tests(self.agent.name)
			self.assertEqual([row.name for row in told["runs"]], [run, own])
			self.assertTrue(told["may_open"])
		self.other.doc.db_set("scope", "User")
		with self.acting_as(MANAGER):
			self.assertEqual([row.name for row in agent_methods.get_tests(self.agent.name)["runs"]], [own])

	def test_what_changed_since_the_run_before(self) -> None:
		"""A source that is taken out of the agent's table is not searched any more."""
		self.run_of_agent()
		self.agent.reload()
		self.agent.knowledge = self.agent.knowledge[:1]
		self.agent.save()
		self.run_of_agent()
		with self.acting_as(MANAGER):
			(row,) = agent_methods.get_tests(self.agent.name)["changed"]
		self.assertEqual((row["before"], row["verdict"]), ("Failed", "Passed"))

	def test_a_run_is_of_whom_it_was_made_for(self) -> None:
		"""It has the tests alone that its owner may see, and nobody else reads it; who may not change the agent asks for none."""
		self.make_test()  # of USER, asked as USER
		run = self.run_of_agent()
		self.assertEqual(frappe.db.get_value(RUN, run, "total"), 1)
		second = make.make_user("huf-quality-second@example.com", "Knowledge Manager")
		for user in (second, SYSTEM, USER):
			with self.acting_as(user):
				self.assertEqual(frappe.get_list(RUN, {"agent": self.agent.name}), [])
				with self.assertRaises(frappe.PermissionError):
					get_run_of_tests(run)
		for method in (agent_methods.get_tests, agent_methods.run_tests):
			with self.acting_as(USER), self.assertRaises(frappe.PermissionError):
				method(self.agent.name)
		with self.acting_as(second):
			self.assertEqual(agent_methods.get_tests(self.agent.name)["runs"], [])
			with self.assertRaises(frappe.ValidationError):
				agent_methods.run_tests(self.agent.name)

	def test_a_source_that_is_no_longer_theirs(self) -> None:
		"""A test goes on being asked as its user: of the agent's sources those alone count that this user may search."""
		self.other.doc.db_set("scope", "User")
		run = self.run_of_agent()
		self.assertEqual(frappe.db.get_value(RUN, run, "passed"), 1)

	def test_an_agent_takes_its_runs_with_it(self) -> None:
		"""The tests stay, as they are those of its sources."""
		run = self.run_of_agent()
		frappe.delete_doc("Agent", self.agent.name)
		self.assertFalse(frappe.db.exists(RUN, run))
		self.assertTrue(frappe.db.exists(TEST, self.test.name))
