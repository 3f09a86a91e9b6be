"""How often one user may ask: counted for each user and minute, by whoever answers requests, and for nobody else."""

from concurrent.futures import ThreadPoolExecutor
from unittest.mock import patch

import frappe
from redis.exceptions import ConnectionError as RedisAway

from huf.ai.agent_integration import run_agent, start_run
from huf.ai.answers import answer
from huf.ai.knowledge.ask_record import ask_record
from huf.ai.knowledge.corrections import correct_passage, put_back
from huf.ai.knowledge.input_view import view_input
from huf.ai.knowledge.pdf_page import pdf_page
from huf.ai.knowledge.retriever import knowledge_search, search_as
from huf.ai.knowledge.search_as_user import search_as_user
from huf.ai.queries.plain_questions import ask_plainly
from huf.ai.site import limits
from huf.ai.site.settings import get_settings
from huf.engine.request import Request
from huf.huf.doctype.knowledge_source.knowledge_source import test_search as search_test
from huf.patches import set_request_limits
from huf.tests.base import SiteTestCase

ONE, OTHER = "limits-one@example.com", "limits-other@example.com"
LONG = "zebra " * 1_700


class TestLimits(SiteTestCase):
	"""A request is imitated by giving Frappe one, with the clock standing still."""

	def setUp(self) -> None:
		super().setUp()
		self.settings = {"searches_per_minute": 3, "runs_per_minute": 2, "assistant_requests_per_minute": 3}
		for name, value in self.settings.items():
			frappe.db.set_single_value("Agent Settings", name, value)
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		self.now = 1_700_000_000 + 60 * int.from_bytes(frappe.generate_hash(length=6).encode()[:3], "big")
		for patcher in (
			patch.object(limits.time, "time", lambda: self.now + 10.5),
			patch.object(frappe.local, "request", object(), create=True),
			patch.object(frappe.local, "request_ip", "192.0.2.1", create=True),
		):
			patcher.start()
			self.addCleanup(patcher.stop)
		self.addCleanup(frappe.clear_document_cache, "Agent Settings", "Agent Settings")

	def ask(self, times: int, kind: limits.Limited = limits.SEARCHES) -> int:
		"""How many of so many requests are let in."""
		let_in = 0
		for _time in range(times):
			try:
				limits.limit_rate(kind)
				let_in += 1
			except limits.TooManyRequests as error:
				self.assertEqual(error.seconds, self.now // 60 * 60 + 60 - self.now - 10)
				response = error.get_response()
				self.assertEqual(response.status_code, 429)
				self.assertEqual(response.headers["Retry-After"], str(error.seconds))
		return let_in

	def test_each_user_is_counted_alone(self) -> None:
		"""What one user asks is not another's, nor of another kind; a guest is their address, and the next minute is new."""
		for user in (ONE, OTHER):
			frappe.set_user(user)
			self.assertEqual(self.ask(5), 3)
		self.assertEqual((self.ask(5, limits.RUNS), self.ask(5, limits.ASSISTANT_REQUESTS)), (2, 3))
		self.now += 60
		self.assertEqual(self.ask(5), 3)
		frappe.set_user("Guest")
		self.assertEqual(self.ask(5), 3)
		frappe.local.request_ip = "192.0.2.2"
		self.assertEqual(self.ask(1), 1)

	def test_nobody_resets_it(self) -> None:
		"""Clearing the cache, and the user's own, leaves the count as it is."""
		frappe.set_user(ONE)
		self.assertEqual(self.ask(4), 3)
		frappe.clear_cache()
		frappe.clear_cache(user=ONE)
		self.assertEqual(self.ask(1), 0)

	def test_zero_is_no_limit(self) -> None:
		"""Nothing is counted where a limit is 0, and nobody without a request is limited."""
		frappe.set_user(ONE)
		frappe.db.set_single_value("Agent Settings", "searches_per_minute", 0)
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		self.assertEqual(self.ask(9), 9)
		frappe.local.request = None
		self.assertEqual(self.ask(9, limits.RUNS), 9)

	def test_requests_at_once(self) -> None:
		"""Of requests that come at the same moment each is counted once."""
		key, site = limits.SEARCHES, frappe.local.site

		def count(_number: int) -> int:
			frappe.init(site=site)
			try:
				frappe.local.session = frappe._dict(user=ONE)
				return limits._counted(key, self.now)
			finally:
				frappe.destroy()

		with ThreadPoolExecutor(8) as threads:
			self.assertEqual(sorted(threads.map(count, range(40))), list(range(1, 41)))

	def test_redis_is_away(self) -> None:
		"""A limit is no right: while nobody can count, everybody is served."""
		frappe.set_user(ONE)

		class Away:
			def incr(self, key: bytes) -> None:
				pass

			def expire(self, key: bytes, seconds: int) -> None:
				pass

			def execute(self) -> None:
				raise RedisAway("no connection")

		with patch.object(frappe.cache, "pipeline", lambda transaction: Away()):
			self.assertEqual(self.ask(9), 9)

	def test_the_doors(self) -> None:
		"""Every way to search or run asks for its limit before anything else; what they do inside is not counted."""
		frappe.set_user("Administrator")
		doors = {
			limits.SEARCHES.key: [
				lambda: knowledge_search("x"),
				lambda: search_test("nothing", "x"),
				lambda: ask_record("User", "nobody", "x"),
				lambda: ask_plainly("x"),
				lambda: search_as_user("nobody", "x"),
				lambda: pdf_page("none#0"),
				lambda: view_input("none"),
				lambda: correct_passage("none", 1, "", ""),
				lambda: put_back("none"),
			],
			limits.RUNS.key: [
				lambda: answer("x"),
				lambda: run_agent("nothing", "x"),
				lambda: start_run("nothing", "x"),
			],
		}
		for kind, calls in doors.items():
			for call in calls:
				with (
					patch.object(limits, "_counted", return_value=10**9) as counted,
					self.assertRaises(limits.TooManyRequests),
				):
					call()
				self.assertEqual([one.args[0].key for one in counted.call_args_list], [kind])
		with patch.object(limits, "_counted", return_value=10**9) as counted:
			search_as(Request("x", principal="Administrator"))
			self.assertFalse(counted.called)

	def test_long_queries(self) -> None:
		"""More than 10,000 characters are refused at every door with the limit, and a long answer repeats 500 of them at most."""
		self.now += 60
		frappe.local.request = None
		for call in (
			lambda: knowledge_search(LONG),
			lambda: ask_record("User", "Administrator", LONG),
			lambda: ask_plainly(LONG),
			lambda: search_as_user(ONE, LONG),
			lambda: answer(LONG),
		):
			with self.assertRaisesRegex(frappe.ValidationError, "10,000") as refused:
				call()
			if not isinstance(refused.exception, limits.BadRequest):
				raise refused.exception
			self.assertLess(len(str(refused.exception)), 300)
		found = knowledge_search(LONG[:9_999])
		self.assertEqual((len(found["query"]), len(found["expanded_query"])), (500, 500))

	def test_arguments_that_are_no_json(self) -> None:
		"""They are bad requests, whatever is wrong with them."""
		frappe.local.request = None
		for text in ("[", "[" * 100_000, '{"a":', "[1,]", "[NaN"):
			with self.assertRaises(limits.BadRequest):
				knowledge_search("x", knowledge_sources="[" + text)
			with self.assertRaises(limits.BadRequest):
				knowledge_search("x", filters="{" + text)

	def test_sites_that_were_there_before(self) -> None:
		"""The patch sets what was never set, and leaves what somebody chose; without saved settings it has nothing to do."""
		frappe.db.set_single_value("Agent Settings", "runs_per_minute", 0)
		frappe.db.delete("Singles", {"doctype": "Agent Settings", "field": "searches_per_minute"})
		set_request_limits.execute()
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		self.assertEqual((get_settings().searches_per_minute, get_settings().runs_per_minute), (300, 0))
		self.assertIn(("searches_per_minute", "300"), self._saved())
		frappe.db.delete("Singles", {"doctype": "Agent Settings"})
		set_request_limits.execute()
		self.assertEqual(self._saved(), ())

	def _saved(self) -> tuple[tuple[str, str], ...]:
		# Not by frappe.db.exists, which finds nothing in Singles whatever is there.
		return tuple(frappe.db.sql("select field, value from `tabSingles` where doctype = 'Agent Settings'"))
