"""Searches without a hit become gaps on every road on which users ask for themselves, and on no other."""

from dataclasses import replace
from typing import Any
from unittest.mock import patch

import frappe
from redis.exceptions import ConnectionError as RedisAway

from huf.ai.assistants import access
from huf.ai.assistants.access import SiteAccess
from huf.ai.gaps import noting, searches
from huf.ai.knowledge import retriever
from huf.ai.knowledge.retriever import knowledge_search, search_as
from huf.ai.knowledge.search_as_user import search_as_user
from huf.ai.knowledge.searching import requests
from huf.ai.site.database.transactions import own_transaction
from huf.assistants.external import retrieve
from huf.assistants.tools import call_tool
from huf.engine.request import Request
from huf.engine.types import Nearness, SearchResult
from huf.huf.doctype.knowledge_source.knowledge_source import test_search
from huf.tests.factories import make_source, make_user
from huf.tests.runs.test_agent_runs import HOTEL, LEAVE, USER, AgentTestCase

ASKED = "How long is the warranty of the zirconia pump?"
METHOD = "huf.ai.gaps.searches.note_question"


class TestSearches(AgentTestCase):
	"""A source that knows of leave and nothing of pumps."""

	def setUp(self) -> None:
		super().setUp()
		frappe.db.set_single_value("Agent Settings", "collect_gaps", 1)
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		self.known = self.source(LEAVE)
		for target in (patch.object(searches, "enqueue"), patch.object(noting, "enqueue")):
			mock = target.start()
			self.addCleanup(target.stop)
			self.enqueue = self.enqueue if hasattr(self, "enqueue") else mock
		self.addCleanup(self.forget)
		self.forget()

	def forget(self) -> None:
		frappe.cache.delete_value(f"huf_gap_typing:{USER}")
		frappe.cache.delete_value(f"huf_gap_searches:{USER}")
		frappe.cache.delete_value("huf_gap_searches:Administrator")
		with own_transaction():
			frappe.db.delete("Knowledge Gap", {"question": ("like", "%zirconia pump%")})

	def queued(self) -> list[dict[str, Any]]:
		calls = [call.kwargs for call in self.enqueue.call_args_list if call.args == (METHOD,)]
		self.enqueue.reset_mock()
		return calls

	def gaps(self) -> list[Any]:
		with own_transaction():
			return frappe.get_all(
				"Knowledge Gap",
				filters={"question": ("like", "%zirconia pump%")},
				fields=["question", "reason", "times_asked", "agent"],
			)

	def test_every_road(self) -> None:
		"""REST with and without names, Test Search, MCP's two searches and Dify leave the same job; the answer is as before."""
		name = self.known.name
		dify = {"query": ASKED, "knowledge_id": name, "retrieval_setting": {"top_k": 3}}
		roads = {
			"REST": lambda: knowledge_search(ASKED, name)["hits"],
			"REST, all": lambda: knowledge_search(ASKED, None)["hits"],
			"Test Search": lambda: test_search(name, ASKED)["hits"],
			"MCP": lambda: call_tool(SiteAccess(USER), "knowledge_search", {"query": ASKED})["passages"],
			"MCP, search": lambda: call_tool(SiteAccess(USER), "search", {"query": ASKED})["results"],
			"Dify": lambda: retrieve(SiteAccess(USER), dify)["records"],
		}
		own = {"return_value": [name]}
		with (
			self.acting_as(USER),
			patch.object(searches, "MOST_A_MINUTE", 99),
			patch.object(requests, "searchable_sources", **own),
			patch.object(access, "searchable_sources", **own),
		):
			for road, ask in roads.items():
				with self.subTest(road):
					self.assertEqual(ask(), [])
					(job,) = self.queued()
					self.assertEqual((job["question"], name in job["sources"]), (ASKED, True))

	def test_what_is_far_does_not_answer(self) -> None:
		"""Hits that are all far leave the job as none would, and stay in the answer; one that is near, or may be, leaves nothing."""
		plain, question = retriever.search, "Which leave is there for the zirconia pump?"
		far, near = Nearness(0.1, 0.1, False), Nearness(0.1, 0.6, True)
		for nearness, jobs in ((far, 1), (near, 0), (None, 0)):

			def found(*values: Any, nearness: Nearness | None = nearness, **more: Any) -> SearchResult:
				result = plain(*values, **more)
				hits = tuple(hit._replace(nearness=nearness) for hit in result.hits)
				return replace(result, hits=hits)

			with self.subTest(nearness), self.acting_as(USER), patch.object(retriever, "search", found):
				(hit,) = knowledge_search(question, self.known.name)["hits"]
				self.assertEqual(hit["nearness"], nearness and nearness._asdict())
				self.assertEqual(len(self.queued()), jobs)

	def test_somebody_says_that_it_is_missing(self) -> None:
		"""Also of a word or two; counted once with the search that found nothing. Only by those who may use knowledge, and only
		so often."""
		with (
			self.acting_as(USER),
			patch.object(searches, "searchable_sources", return_value=[self.known.name]),
		):
			for words in (ASKED, "zirconia pump", "zirconia pump"):
				self.assertEqual(searches.report_missing(words), {"noted": True})
			with patch.object(searches, "MOST_A_MINUTE", 0):
				self.assertEqual(searches.report_missing("another zirconia pump"), {"noted": False})
		counted = {gap.question: (gap.times_asked, gap.reason) for gap in self.gaps()}
		self.assertEqual(counted, {ASKED: (1, "No Hit"), "zirconia pump": (2, "No Hit")})
		frappe.db.set_single_value("Agent Settings", "collect_gaps", 0)
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		self.assertEqual(searches.report_missing("one more zirconia pump"), {"noted": False})
		with (
			self.acting_as(make_user("huf-gap-nobody@example.com")),
			self.assertRaises(frappe.PermissionError),
		):
			searches.report_missing(ASKED)
		self.assertEqual(len(self.gaps()), 2)

	def with_a_broken_one(self, name: str) -> None:
		broken = self.source(HOTEL)
		broken.db_set("live_build", "0" * 16)
		found = knowledge_search(ASKED, knowledge_sources=[name, broken.name])
		self.assertIn(broken.name, {skip["source"] for skip in found["skipped"]})

	def test_a_source_that_holds_nothing_hides_no_gap(self) -> None:
		"""A source that was never indexed, is disabled or archived has no answer; what the others lack is a gap."""
		empty, disabled = make_source().name, make_source(disabled=1).name
		knowledge_search(ASKED, knowledge_sources=[self.known.name, empty, disabled])
		self.assertEqual(len(self.queued()), 1)

	def test_what_is_no_gap(self) -> None:
		"""What is found, looked up by a word or narrowed by a filter, a source that could not be asked, server code, and
		searching as somebody else."""
		name, empty = self.known.name, make_source().name
		knowledge_search(ASKED, name)
		self.assertEqual(len(self.queued()), 1, "the rest differs in one thing each")
		for ask in (
			lambda: knowledge_search("How many days of annual leave are there?", name),
			lambda: knowledge_search("zirconia pump", name),
			lambda: knowledge_search("how is the", name),
			lambda: knowledge_search(ASKED, name, filters={"title": "x"}),
			lambda: knowledge_search(ASKED, knowledge_sources=[name, "No Such Source"]),
			lambda: knowledge_search(ASKED, empty),
			lambda: self.with_a_broken_one(name),
			lambda: search_as(Request(ASKED, (name,), principal=USER)),
			lambda: search_as_user(USER, ASKED, name),
		):
			ask()
			self.assertEqual(self.queued(), [])
		frappe.db.set_single_value("Agent Settings", "collect_gaps", 0)
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		knowledge_search(ASKED, name)
		self.assertEqual(self.queued(), [])

	def test_a_search_does_not_depend_on_it(self) -> None:
		"""When Redis does not answer, the search does; a program that asks without end fills no list."""
		self.enqueue.side_effect = RedisAway("away")
		self.assertEqual(knowledge_search(ASKED, self.known.name)["hits"], [])
		self.enqueue.side_effect = None
		self.forget()
		self.queued()
		for number in range(searches.MOST_A_MINUTE + 5):
			knowledge_search(f"{ASKED} {number}", self.known.name)
		self.assertEqual(len(self.queued()), searches.MOST_A_MINUTE)

	def test_the_gap(self) -> None:
		"""Grouped however it is worded, without the name of whoever asked; of personal sources alone there is none."""
		with self.acting_as(USER):
			for question in (ASKED, ASKED, "The zirconia pump warranty: how long is it?"):
				searches.note_question(question, [self.known.name])
		(gap,) = self.gaps()
		self.assertEqual((gap.question, gap.reason, gap.times_asked, gap.agent), (ASKED, "No Hit", 3, None))
		personal = self.source(HOTEL, scope="User")
		searches.note_question(f"{ASKED} And mine?", [personal.name])
		self.assertEqual(len(self.gaps()), 1)

	def test_typing_on_is_one_question(self) -> None:
		"""A client that searches while somebody types leaves one gap, of the whole question; another user's stays."""
		other = make_user("huf-typing@example.com", "Knowledge User")
		typed = [
			"Who repairs the zirconia pump",
			"Who repairs the zirconia pump in Kassel",
			"Who repairs the zirconia pump in Kassel on Sundays?",
		]
		with self.acting_as(USER):
			for question in typed:
				searches.note_question(question, [self.known.name])
		self.assertEqual([(gap.question, gap.times_asked) for gap in self.gaps()], [(typed[-1], 1)])
		with self.acting_as(other):
			searches.note_question(typed[0], [self.known.name])
		self.assertEqual({gap.question for gap in self.gaps()}, {typed[0], typed[-1]})
