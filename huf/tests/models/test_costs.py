"""The ledger, the caps and what is set aside: in concurrent transactions on real connections."""

import json
import random
import threading
import time
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import frappe
from frappe import ValidationError
from frappe.database.database import Database
from frappe.desk.query_report import run
from frappe.utils import add_to_date

from huf.agent.completion import CostCapReached
from huf.ai.costs.caps import HIGHEST_CAP, Cap, cap_of_user, caps_of
from huf.ai.costs.holds import HOLD, LOCK, OverCap, can_go_on, close, close_dead, note_paid, reserve, settle
from huf.ai.costs.ledger import LEDGER, Payer, Taken, add, this_month
from huf.ai.costs.purse import RunPurse
from huf.ai.knowledge.backends.embedding_models import EmbeddingModel
from huf.ai.knowledge.backends.questions import QuestionMeter, asked_by, asked_by_tests, asked_for_agent
from huf.ai.knowledge.backends.reranking_costs import RerankingMeter
from huf.ai.site.database.transactions import own_transaction, retried_transaction
from huf.engine.errors import RerankCapped
from huf.engine.search.steps.litellm_reranker import Read
from huf.patches import move_usage_of_agents
from huf.tests.base import CommittingTestCase, SiteTestCase
from huf.tests.factories import make_agent, make_role, make_source, make_user

KNOWLEDGE_COSTS = "Knowledge Costs"
AGENT = "Cost Test Agent"
PAYER = Payer("Chat", agent=AGENT, user="cost-user@example.com", model="Cost Test Model")
CAP = Cap("agent", AGENT, 1.0)
AT_ONCE = 20
ONE_UNIT = Read(units=1)


def spent() -> float:
	"""What the agent has cost, as any other connection sees it."""
	with own_transaction():
		return float(
			frappe.db.sql(f"select coalesce(sum(cost), 0) from `tab{LEDGER}` where agent = %s", AGENT)[0][0]
		)


def held() -> float:
	"""What is set aside for it."""
	with own_transaction():
		return float(
			frappe.db.sql(f"select coalesce(sum(amount), 0) from `tab{HOLD}` where agent = %s", AGENT)[0][0]
		)


def settled(hold: str, cost: float | None) -> None:
	"""A call has ended."""
	retried_transaction(lambda: settle(hold, PAYER, Taken(10, 5, cost)))


class CostTestCase(CommittingTestCase):
	def setUp(self) -> None:
		super().setUp()
		self.addCleanup(self._forget)
		self._forget()

	def _forget(self) -> None:
		for table in (LEDGER, HOLD):
			frappe.db.delete(table, {"agent": AGENT})
		frappe.db.commit()


class TestHolds(CostTestCase):
	def test_many_at_once_never_pass_the_cap(self) -> None:
		"""Twenty connections make calls as fast as they may: at no moment is more spent and set aside than the cap, no money is left
		over that a call would fit in, and nothing stays set aside."""
		refused: list[int] = []
		made: list[int] = []
		seen: list[float] = []

		def work(number: int) -> None:
			for turn in range(6):
				hold = f"cost-test-{number}-{turn}"
				try:
					reserve(hold, PAYER, [CAP], 0.05, seconds=60)
				except OverCap:
					refused.append(number)
					continue
				with own_transaction():
					seen.append(
						float(
							frappe.db.sql(
								f"""select (select coalesce(sum(cost), 0) from `tab{LEDGER}` where agent = %(agent)s)
								+ (select coalesce(sum(amount), 0) from `tab{HOLD}` where agent = %(agent)s)""",
								{"agent": AGENT},
							)[0][0]
						)
					)
				time.sleep(random.random() / 100)
				settled(hold, 0.04)
				made.append(number)

		in_threads(work)
		self.assertEqual(len(made) + len(refused), 6 * AT_ONCE)
		self.assertLessEqual(max(seen), 1.0 + 1e-6)
		self.assertAlmostEqual(spent(), 0.04 * len(made), places=6)
		# 24 calls cost 0.96: then the next one could cost more than is left.
		self.assertEqual((len(made), held()), (24, 0.0))
		self.assertTrue(set(made) and refused)

	def test_what_is_set_aside_at_first_decides(self) -> None:
		"""Twenty calls that begin before any ends: exactly as many begin as fit, though all of them cost nothing so far."""
		begun: list[int] = []
		barrier = threading.Barrier(AT_ONCE)

		def work(number: int) -> None:
			barrier.wait()
			try:
				reserve(f"cost-test-{number}", PAYER, [CAP], 0.15, seconds=60)
				begun.append(number)
			except OverCap:
				pass

		in_threads(work)
		self.assertEqual(len(begun), 6)
		self.assertAlmostEqual(held(), 0.9)

	def test_a_surprise_passes_the_cap_by_itself_alone(self) -> None:
		"""A call that costs more than was thought is counted as what it cost, and nothing is made after it."""
		reserve("cost-test-a", PAYER, [CAP], 0.5, seconds=60)
		settled("cost-test-a", 1.2)
		self.assertAlmostEqual(spent(), 1.2)
		for most in (0.000001, None):
			with self.assertRaises(OverCap):
				reserve("cost-test-b", PAYER, [CAP], most, seconds=60)
		self.assertEqual(held(), 0.0)

	def test_one_hold_grows_with_its_run(self) -> None:
		"""Under the same name the amount is replaced, what is paid by then is part of it, and a refusal leaves it as it was."""
		reserve("cost-test-a", PAYER, [CAP], 0.3, seconds=60)
		reserve("cost-test-a", PAYER, [CAP], 0.3, paid=0.2, seconds=60)
		self.assertAlmostEqual(held(), 0.5)
		with self.assertRaises(OverCap) as refusal:
			reserve("cost-test-a", PAYER, [CAP], 0.9, paid=0.2, seconds=60)
		self.assertIn("1.00 US dollars: 0.20 are spent, the next call may cost 0.90", str(refusal.exception))
		self.assertAlmostEqual(held(), 0.5)

	def test_between_two_calls_only_what_is_paid_is_held(self) -> None:
		"""So what a run thinks over is free for others, and a process that dies there has paid what it paid."""
		reserve("cost-test-a", PAYER, [CAP], 0.9, seconds=60)
		note_paid("cost-test-a", 0.1)
		self.assertAlmostEqual(held(), 0.1)
		reserve("cost-test-b", PAYER, [CAP], 0.8, seconds=60)
		retried_transaction(lambda: close("cost-test-a"))
		self.assertAlmostEqual(spent(), 0.1)

	def test_the_caller_s_transaction_is_left_alone(self) -> None:
		"""A hold is there for others at once, and the caller's rollback does not take it back; nor does it commit the caller's work."""
		note = frappe.get_doc({"doctype": "Note", "title": "cost-test", "public": 0}).insert()
		reserve("cost-test-a", PAYER, [CAP], 0.3, seconds=60)
		frappe.db.rollback()
		self.assertFalse(frappe.db.exists("Note", note.name))
		self.assertAlmostEqual(held(), 0.3)

	def test_processes_that_died(self) -> None:
		"""When its time is over a hold is free again: what was paid counts, once, and the call under way does not."""
		reserve("cost-test-a", PAYER, [CAP], 0.3, paid=0.2, seconds=60)
		reserve("cost-test-b", PAYER, [CAP], 0.3, seconds=60)
		close_dead()
		self.assertAlmostEqual(held(), 0.8)
		frappe.db.set_value(HOLD, {"agent": AGENT}, "expires_at", add_to_date(None, seconds=-1))
		frappe.db.commit()
		close_dead()
		close_dead()
		self.assertEqual(held(), 0.0)
		self.assertAlmostEqual(spent(), 0.2)
		# It lives after all, and says what it took in the end: that is counted as well.
		settled("cost-test-a", 0.25)
		self.assertAlmostEqual(spent(), 0.45)

	def test_whoever_broke_off_may_know_less(self) -> None:
		"""Of a run that ends in a bug the hold knows what was paid; of one that was closed without a word, too."""
		reserve("cost-test-a", PAYER, [CAP], 0.3, paid=0.2, seconds=60)
		settled("cost-test-a", 0.05)
		self.assertAlmostEqual(spent(), 0.2)
		reserve("cost-test-b", PAYER, [CAP], 0.3, paid=0.1, seconds=60)
		retried_transaction(lambda: close("cost-test-b"))
		retried_transaction(lambda: close("cost-test-b"))
		self.assertAlmostEqual(spent(), 0.3)
		self.assertEqual(held(), 0.0)

	def test_another_month_begins_anew(self) -> None:
		"""What was spent and is set aside counts in its own month."""
		with patch("huf.ai.costs.holds.this_month", return_value="2020-01"):
			reserve("cost-test-a", PAYER, [CAP], 0.9, seconds=60)
		retried_transaction(lambda: add(PAYER, Taken(cost=0.9), "2020-02"))
		reserve("cost-test-b", PAYER, [CAP], 0.9, seconds=60)
		self.assertFalse(can_go_on([CAP], 0.2))
		self.assertTrue(can_go_on([CAP], 0.1))

	def test_the_lock_holds_nothing(self) -> None:
		"""The row that is locked is nobody's, stays, and is closed by nobody."""
		reserve("cost-test-a", PAYER, [CAP], 0.3, seconds=60)
		close_dead()
		with own_transaction():
			row = frappe.db.get_value(HOLD, LOCK, ["amount", "agent", "expires_at"])
		self.assertEqual(tuple(row), (0, None, None))

	def test_rows_of_one_month_add_up(self) -> None:
		"""Calls at once of one agent, user and model are one row; another model is another one."""

		def work(number: int) -> None:
			for _ in range(5):
				retried_transaction(lambda: add(PAYER, Taken(10, 2, 0.01)))

		in_threads(work)
		retried_transaction(
			lambda: add(Payer("Chat", agent=AGENT, model="Other"), Taken(1, 1, None, calls=3))
		)
		fields = ["calls", "unpriced_calls", "input_tokens", "output_tokens", "cost"]
		rows = frappe.get_all(LEDGER, {"agent": AGENT}, fields, order_by="calls", as_list=True)
		self.assertEqual(tuple(rows[0]), (3, 3, 1, 1, 0.0))
		self.assertEqual(tuple(rows[1][:4]), (100, 0, 1000, 200))
		self.assertAlmostEqual(rows[1][4], 1.0)


class TestCaps(SiteTestCase):
	def test_whose_cap_counts(self) -> None:
		"""The user's own row, else the highest of their roles, else the one for everybody; 0 is no cap."""
		clerk, lead = make_role("Cost Clerk"), make_role("Cost Lead")
		one = make_user("cost-one@example.com", "Knowledge User", clerk)
		both = make_user("cost-both@example.com", clerk, lead)
		none = make_user("cost-none@example.com", "Knowledge User")
		settings = frappe.get_doc("Agent Settings")
		settings.user_cost_cap = 5
		settings.set(
			"cost_caps", [{"role": clerk, "monthly_cost_cap": 10}, {"role": lead, "monthly_cost_cap": 20}]
		)
		settings.save()
		self.assertEqual([cap_of_user(user) for user in (one, both, none, "")], [10, 20, 5, 0])
		settings.append("cost_caps", {"user": both, "monthly_cost_cap": 1})
		settings.append("cost_caps", {"user": none, "monthly_cost_cap": 0})
		settings.save()
		self.assertEqual([cap_of_user(user) for user in (one, both, none)], [10, 1, 0])
		settings.cost_caps[0].monthly_cost_cap = 0
		settings.save()
		self.assertEqual(cap_of_user(one), 0)

	def test_a_row_is_for_one(self) -> None:
		"""A user or a role, neither both nor none, each once, and no cap below nothing."""
		role = make_role("Cost Clerk")
		user = make_user("cost-one@example.com", role)
		wrong = (
			[{"monthly_cost_cap": 1}],
			[{"user": user, "role": role, "monthly_cost_cap": 1}],
			[{"role": role, "monthly_cost_cap": 1}, {"role": role, "monthly_cost_cap": 2}],
			[{"role": role, "monthly_cost_cap": -1}],
		)
		for rows in wrong:
			settings = frappe.get_doc("Agent Settings")
			settings.set("cost_caps", rows)
			with self.subTest(rows=rows), self.assertRaises(frappe.ValidationError):
				settings.save()

	def test_a_cap_is_an_amount(self) -> None:
		"""What no column holds, or is no number, is refused with the field's name; the highest is kept."""
		agent, source = make_agent(verify_answers="Off"), make_source()
		settings = frappe.get_doc("Agent Settings")
		for doc, fieldname, label in (
			(agent, "monthly_cost_cap", "Monthly Cost Cap"),
			(agent, "monthly_test_cap", "Monthly Cap of Its Tests"),
			(source, "monthly_cost_cap", "Monthly Cost Cap"),
			(source, "monthly_test_cap", "Monthly Cap of Its Tests"),
			(settings, "user_cost_cap", "Monthly Cost Cap of Each User"),
		):
			for wrong in (1e13, 1e308, float("nan")):
				doc.reload().set(fieldname, wrong)
				with (
					self.subTest(label, wrong=wrong),
					self.assertRaisesRegex(ValidationError, f"{label} must"),
				):
					doc.save()
			doc.reload().set(fieldname, HIGHEST_CAP)
			doc.save()
			self.assertEqual(doc.reload().get(fieldname), HIGHEST_CAP)

	def test_only_system_managers_set_them(self) -> None:
		"""A manager of knowledge saves Agent Settings, and caps stay as they were."""
		manager = make_user("cost-manager@example.com", "Knowledge Manager")
		with self.acting_as(manager):
			settings = frappe.get_doc("Agent Settings")
			settings.user_cost_cap = 99
			settings.append("cost_caps", {"user": manager, "monthly_cost_cap": 99})
			settings.save()
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		self.assertNotEqual(cap_of_user(manager), 99)

	def test_agent_source_and_tests(self) -> None:
		"""Each call has the caps of all that it is for; the tests of a source are nobody's, and have a cap of their own besides."""
		agent = make_agent(monthly_cost_cap=2)
		source = make_source(monthly_cost_cap=3)
		payer = Payer("Questions", agent.name, "", source.name)
		self.assertEqual(
			[(cap.column, cap.dollars) for cap in caps_of(payer)], [("agent", 2), ("knowledge_source", 3)]
		)
		of_tests = caps_of(Payer("Tests", "", "", source.name))
		self.assertEqual([(cap.kind, cap.dollars) for cap in of_tests], [("Tests", 1), ("", 3)])
		self.assertEqual(caps_of(Payer("Chat")), ())

	def test_free_calls_need_no_money(self) -> None:
		"""Also where all of it is spent: nothing is looked up and nothing is set aside."""
		agent = make_agent(monthly_cost_cap=0.01)
		purse = RunPurse("cost-test-run", Payer("Chat", agent.name))
		purse.reserve(0.0)
		self.assertFalse(frappe.db.exists(HOLD, "cost-test-run"))
		with self.assertRaises(CostCapReached):
			purse.reserve(0.02)


class TestQuestions(CommittingTestCase):
	USER = "cost-asker@example.com"

	def setUp(self) -> None:
		super().setUp()
		self.addCleanup(self._forget)
		asked_by(make_user(self.USER, "Knowledge User"))

	def _forget(self) -> None:
		asked_by("")
		frappe.db.delete(LEDGER, {"user": self.USER})
		frappe.db.commit()

	def test_without_a_cap_nothing_is_set_aside(self) -> None:
		"""What a question took is written down, and no statement asks for holds, let alone for their lock; with a cap they are asked."""
		model = EmbeddingModel("", "openai/text-embedding-3-small", "")
		statements: list[str] = []
		asked = Database.sql

		def noted(self: Any, query: Any, *args: Any, **options: Any) -> Any:
			statements.append(str(query))
			return asked(self, query, *args, **options)

		for cap, holds in ((0, False), (5, True)):
			statements.clear()
			with (
				patch("huf.ai.costs.caps.cap_of_user", return_value=cap),
				patch.object(Database, "sql", noted),
				QuestionMeter("none", model).request(8) as used,
			):
				used(7)
			self.assertEqual(any(HOLD in statement for statement in statements), holds)
			self.assertTrue(any(LEDGER in statement for statement in statements))
		frappe.db.commit()  # or it sees what was there when it began
		(row,) = frappe.get_all(LEDGER, {"user": self.USER}, ["calls", "input_tokens"])
		self.assertEqual((row.calls, row.input_tokens), (2, 14))
		self.assertFalse(frappe.db.exists(HOLD, {"user": self.USER}))


class TestReranking(CommittingTestCase):
	"""Requests of a re-ranking model: what they take, who pays, and whose cap stops them."""

	USER = "cost-reader@example.com"
	COHERE = "cohere/rerank-v3.5"

	def setUp(self) -> None:
		super().setUp()
		self.addCleanup(self._forget)
		asked_by(make_user(self.USER, "Knowledge User"))
		self.meter = RerankingMeter("none")
		self.a, self.b = (make_source(f"Cost Ranked {name}").name for name in "AB")
		frappe.db.commit()

	def _forget(self) -> None:
		asked_by("")
		for source in (self.a, self.b):
			for table in (LEDGER, HOLD):
				frappe.db.delete(table, {"knowledge_source": source})
			frappe.delete_doc("Knowledge Source", source, force=True)
		frappe.db.commit()

	def ask(self, sources: str = "AAB", model: str = COHERE, read: Read | None = ONE_UNIT) -> None:
		"""One request about a text of each."""
		names = [{"A": self.a, "B": self.b}[one] for one in sources]
		with self.meter.request(model, "which pump", ["A pump."] * len(names), names) as used:
			if read:
				used(read)

	def rows(self) -> list[tuple[Any, ...]]:
		frappe.db.commit()  # or it sees what was there when it began
		self.assertFalse(frappe.db.exists(HOLD, {"knowledge_source": ["in", (self.a, self.b)]}))
		fields = [
			"knowledge_source",
			"kind",
			"user",
			"agent",
			"calls",
			"unpriced_calls",
			"input_tokens",
			"cost",
		]
		found = frappe.get_all(
			LEDGER,
			{"knowledge_source": ["in", (self.a, self.b)]},
			fields,
			order_by="knowledge_source",
			as_list=True,
		)
		return [tuple(row) for row in found]

	def test_sources_share_a_request(self) -> None:
		"""By the texts of each, and for the user who asks; it is one call."""
		self.ask(read=Read(300, 1))
		first, second = self.rows()
		self.assertEqual(first[:7], (self.a, "Re-ranking", self.USER, None, 1, 0, 200))
		self.assertEqual(second[:7], (self.b, "Re-ranking", self.USER, None, 0, 0, 100))
		self.assertAlmostEqual(first[7], 0.002 * 2 / 3)
		self.assertAlmostEqual(second[7], 0.002 / 3)

	def test_an_agent_and_tests(self) -> None:
		"""In a run its agent pays too, in tests of its answers as well; in those of a source nobody but it."""
		agent = make_agent(monthly_cost_cap=0.003)
		frappe.db.commit()
		self.addCleanup(frappe.delete_doc, "Agent", agent.name, force=True)
		with asked_for_agent(agent.name):
			self.ask("A")
			self.assertEqual(self.rows()[0][1:4], ("Re-ranking", self.USER, agent.name))
			with self.assertRaisesRegex(RerankCapped, "The agent has reached its monthly cap"):
				self.ask("A")
			with asked_by_tests(self.USER), self.assertRaises(RerankCapped):
				self.ask("A")
		with asked_by_tests():
			self.ask("A")
		self.ask("A")
		kinds = sorted((row[1], row[3] or "", row[2] or "") for row in self.rows())
		self.assertEqual(
			kinds, [("Re-ranking", "", self.USER), ("Re-ranking", agent.name, self.USER), ("Tests", "", "")]
		)

	def test_tests_have_a_cap_of_their_own(self) -> None:
		"""Within that of the source; at it people are answered on."""
		frappe.db.set_value("Knowledge Source", self.a, "monthly_test_cap", 0.003)
		frappe.db.commit()
		with asked_by_tests():
			self.ask("A")
			with self.assertRaisesRegex(RerankCapped, "The tests of the source have reached") as raised:
				self.ask("A")
			self.assertNotIn("0.003", str(raised.exception))
		self.ask("A")
		frappe.db.set_value("Knowledge Source", self.a, {"monthly_test_cap": 0, "monthly_cost_cap": 0.005})
		frappe.db.commit()
		with asked_by_tests(), self.assertRaisesRegex(RerankCapped, f"The source {self.a} has reached"):
			self.ask("A")
		self.assertEqual({row[1]: row[4] for row in self.rows()}, {"Tests": 1, "Re-ranking": 1})

	def test_the_cap_of_each_source_holds(self) -> None:
		"""One at its cap stops a request for several, and nothing stays set aside; others go on by themselves."""
		frappe.db.set_value("Knowledge Source", self.b, "monthly_cost_cap", 0.0001)
		frappe.db.commit()
		with self.assertRaisesRegex(RerankCapped, f"The source {self.b} has reached") as raised:
			self.ask()
		self.assertNotIn("0.0001", str(raised.exception))
		self.assertEqual(self.rows(), [])
		self.ask("AA")
		self.assertEqual(len(self.rows()), 1)

	def test_the_cap_of_a_user_holds_over_all_shares(self) -> None:
		"""The shares of one request count together; they are told their own sums."""
		with patch("huf.ai.costs.caps.cap_of_user", return_value=0.0015):
			with self.assertRaisesRegex(RerankCapped, "You have reached your monthly cap"):
				self.ask("AB")
			self.assertEqual(self.rows(), [])
		with patch("huf.ai.costs.caps.cap_of_user", return_value=0.0025):
			self.ask("AB")
			with self.assertRaises(RerankCapped):
				self.ask("A")
		self.assertEqual(len(self.rows()), 2)

	def test_prices(self) -> None:
		"""A price that nobody knows is counted and bounds nothing; where the service counts nothing, huf does; no answer costs nothing."""
		frappe.db.set_value("Knowledge Source", self.a, "monthly_cost_cap", 0.0001)
		frappe.db.commit()
		self.ask("A", "infinity/rank", read=Read())
		((*_, calls, unpriced, tokens, cost),) = self.rows()
		self.assertEqual((calls, unpriced, cost), (1, 1, 0))
		self.assertTrue(2 <= tokens <= 20)
		self.ask("A", "infinity/rank", read=None)
		self.assertEqual(self.rows()[0][4], 1)
		with patch("frappe.db.get_value", return_value=frappe._dict(input_price=2, costs_nothing=0)):
			self.assertEqual(self.meter.cost(self.COHERE, Read(1_000_000, 9)), 2)
		with patch("frappe.db.get_value", return_value=frappe._dict(input_price=2, costs_nothing=1)):
			self.assertEqual(self.meter.cost(self.COHERE, Read(1_000_000, 9)), 0)


class TestMovedUsage(CostTestCase):
	def test_months_of_before_go_on(self) -> None:
		"""What agents took before there was a ledger is in it, once, and the old DocType is gone."""
		frappe.db.sql_ddl(
			"""create table `tabAgent Usage` (name varchar(140) primary key, agent varchar(140), month varchar(7), runs int,
			unpriced_runs int, prompt_tokens int, completion_tokens int, cost decimal(21, 9))"""
		)
		self.addCleanup(frappe.db.sql_ddl, "drop table `tabAgent Usage`")
		frappe.db.sql(
			"insert into `tabAgent Usage` values ('a', %s, %s, 5, 2, 100, 40, 0.75)", (AGENT, this_month())
		)
		move_usage_of_agents.execute()
		move_usage_of_agents.execute()
		frappe.db.commit()
		fields = ["calls", "unpriced_calls", "input_tokens", "output_tokens", "cost"]
		(row,) = frappe.get_all(LEDGER, {"agent": AGENT}, fields, as_list=True)
		self.assertEqual(tuple(row), (5, 2, 100, 40, 0.75))
		with self.assertRaises(OverCap):
			reserve("cost-test-a", PAYER, [CAP], 0.5, seconds=60)


class TestReport(CostTestCase):
	"""Each reader's report is made of what they may know."""

	SOURCE, PRIVATE, OTHER = "Cost Test Source", "Cost Test Private Source", "cost-other@example.com"

	def setUp(self) -> None:
		super().setUp()
		self.user = make_user("cost-user@example.com", "Knowledge User")
		self.manager = make_user("cost-manager@example.com", "Knowledge Manager")
		self.system = make_user("cost-system@example.com", "System Manager")
		make_user(self.OTHER, "Knowledge User")
		for name, values in ((self.SOURCE, {}), (self.PRIVATE, {"scope": "User"})):
			with self.acting_as(self.OTHER if values else "Administrator"):
				if not frappe.db.exists("Knowledge Source", name):
					make_source(name, **values)
		for payer, cost in (
			(PAYER, 0.5),
			(Payer("Chat", agent=AGENT, user=self.OTHER), 0.25),
			(Payer("Indexing", agent=AGENT, knowledge_source=self.SOURCE), 2.0),
			(Payer("Questions", agent=AGENT, user=self.OTHER, knowledge_source=self.PRIVATE), None),
		):
			add(payer, Taken(100, 10, cost))
		frappe.db.commit()
		self.addCleanup(self._remove_sources)

	def _remove_sources(self) -> None:
		for name in (self.SOURCE, self.PRIVATE):
			frappe.delete_doc("Knowledge Source", name, force=True, ignore_permissions=True)
		frappe.db.commit()

	def rows(self, reader: str, **filters: str) -> list[dict]:
		with self.acting_as(reader):
			found = run(KNOWLEDGE_COSTS, filters=json.dumps(filters), ignore_prepared_report=True)
		return [row for row in found["result"] if isinstance(row, dict)]

	def costs(self, user: str, group: str, column: str) -> dict[str, float]:
		return {row[column]: row["cost"] for row in self.rows(user, group_by=group) if column in row}

	def test_everybody_sees_their_own(self) -> None:
		"""A user without more gets the sums of their own calls and of nothing else, whatever they ask for."""
		self.assertEqual(self.costs(self.user, "Agent", "agent"), {AGENT: 0.5})
		self.assertEqual(self.costs(self.user, "User", "user"), {self.user: 0.5})
		(row,) = self.rows(self.user, group_by="All of Them", user=self.OTHER)
		self.assertEqual((row["kind"], row["cost"], row["calls"]), ("Chat", 0.5, 1))

	def test_managers_see_all_and_no_names_of_others(self) -> None:
		"""Sums of all; users by name for System Managers; a source that is not theirs to read has no name for either."""
		sources = self.costs(self.manager, "Knowledge Source", "knowledge_source")
		self.assertEqual(sources[self.SOURCE], 2.0)
		self.assertGreaterEqual(sources["None"], 0.75)
		self.assertIn("Other sources", sources)
		self.assertNotIn(self.PRIVATE, sources)
		users = self.costs(self.manager, "User", "user")
		self.assertGreaterEqual(users["Other users"], 0.75)
		self.assertFalse({self.user, self.OTHER} & set(users))
		named = self.costs(self.system, "User", "user")
		self.assertEqual((named[self.user], named[self.OTHER]), (0.5, 0.25))
		self.assertNotIn(self.PRIVATE, self.costs(self.system, "Knowledge Source", "knowledge_source"))
		self.assertIn(self.PRIVATE, self.costs(self.OTHER, "Knowledge Source", "knowledge_source"))

	def test_the_list_names_no_private_source(self) -> None:
		"""Nor does the list of the ledger, a single row of it, or a count."""
		with self.acting_as(self.system):
			names = frappe.get_list(LEDGER, {"agent": AGENT}, pluck="knowledge_source")
			self.assertIn(self.SOURCE, names)
			self.assertNotIn(self.PRIVATE, names)
			private = frappe.db.get_value(LEDGER, {"knowledge_source": self.PRIVATE})
			self.assertFalse(frappe.has_permission(LEDGER, "read", doc=private))
			open_row = frappe.db.get_value(LEDGER, {"knowledge_source": self.SOURCE})
			self.assertTrue(frappe.has_permission(LEDGER, "read", doc=open_row))

	def test_months_and_what_cannot_be_asked(self) -> None:
		"""Months are those that were asked for; a group or period that there is not is said, and gives nothing."""
		add(PAYER, Taken(cost=7.0), "2020-05")
		frappe.db.commit()
		months = self.costs(self.user, "Month", "month")
		self.assertNotIn("2020-05", months)
		every = {
			row["month"]: row["cost"]
			for row in self.rows(self.user, group_by="Month", period="All")
			if "month" in row
		}
		self.assertEqual(every["2020-05"], 7.0)
		for filters in ({"group_by": "name); drop"}, {"period": "Yesterday"}):
			self.assertEqual(self.rows(self.user, **filters), [])

	def test_nobody_else_opens_it(self) -> None:
		"""Whoever may not use knowledge has no report."""
		nobody = make_user("cost-nobody@example.com")
		with self.acting_as(nobody), self.assertRaises(frappe.PermissionError):
			run(KNOWLEDGE_COSTS, filters="{}", ignore_prepared_report=True)


def in_threads(work: Callable[[int], None]) -> None:
	"""Do the work in threads that have each a connection of its own, as workers do; raise what went wrong in one."""
	site, sites_path = frappe.local.site, frappe.local.sites_path
	errors: list[BaseException] = []

	def run(number: int) -> None:
		frappe.init(site=site, sites_path=sites_path)
		try:
			frappe.connect()
			work(number)
		# The end of a thread: raised again by whoever waits for it.
		except BaseException as error:  # noqa: BLE001
			errors.append(error)
		finally:
			frappe.destroy()

	threads = [threading.Thread(target=run, args=(number,)) for number in range(AT_ONCE)]
	for thread in threads:
		thread.start()
	for thread in threads:
		thread.join()
	if errors:
		raise errors[0]
