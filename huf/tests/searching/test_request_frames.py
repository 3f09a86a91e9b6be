"""One request, from the road to the reader: how many functions it passes on each road of a site (docs/architecture.md)."""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import frappe

from huf.ai import answers
from huf.ai.agent_integration import run_agent_sync
from huf.ai.assistants.access import SiteAccess
from huf.ai.gaps import proof
from huf.ai.knowledge.ask_record import ask_record
from huf.ai.knowledge.retriever import knowledge_search, search_as
from huf.ai.knowledge.search_as_user import search_as_user
from huf.ai.runs.prompt.gate import gate_of
from huf.ai.runs.prompt.knowledge import RunKnowledge
from huf.ai.runs.prompt.request import RunRequest
from huf.assistants.external import retrieve
from huf.assistants.tools import call_tool
from huf.engine.request import Request
from huf.huf.doctype.knowledge_source.knowledge_source import test_search
from huf.tests.agent_site import delete_runs, model_of, model_server
from huf.tests.frames import MOST, road
from huf.tests.runs.test_agent_runs import HOTEL, LEAVE, QUESTION, USER, AgentTestCase, optional

ASKED = "How many days of annual leave are there?"


class TestFrames(AgentTestCase):
	"""One source about leave, and every road that leads to it."""

	def setUp(self) -> None:
		super().setUp()
		self.known = self.source(LEAVE)

	def short(self, name: str, run: Callable[[], object], entry: str = "") -> None:
		"""The road is no longer than it may be; every way is printed, which docs/architecture.md is written from."""
		way = road(run, entry)
		print(f"{len(way):>3}  {name}: {' > '.join(way)}")
		with self.subTest(name):
			self.assertLessEqual(len(way), MOST, way)

	def test_roads_of_people_and_assistants(self) -> None:
		"""REST, the desk, Ask this Record, Search As User, MCP and Dify."""
		name, me = self.known.name, SiteAccess(USER)
		note = frappe.get_doc({"doctype": "Note", "title": f"Frames {name}"[:140], "public": 1}).insert()
		self.addCleanup(note.delete, ignore_permissions=True)
		one = frappe.db.get_value("Knowledge Input", {"knowledge_source": name}, "name")
		frappe.db.set_value(
			"Knowledge Input", one, {"reference_doctype": "Note", "reference_name": note.name}
		)
		dify = {"query": ASKED, "knowledge_id": name, "retrieval_setting": {"top_k": 3}}
		with self.acting_as(USER):
			self.short("REST", lambda: knowledge_search(ASKED, name))
			self.short("REST, all sources", lambda: knowledge_search(ASKED))
			self.short("Test Search", lambda: test_search(name, ASKED, explain=1))
			self.short("Ask this Record", lambda: ask_record("Note", note.name, "annual leave"))
			self.short("MCP", lambda: call_tool(me, "knowledge_search", {"query": ASKED}))
			self.short("MCP, search", lambda: call_tool(me, "search", {"query": ASKED}))
			self.short("Dify", lambda: retrieve(me, dify))
		self.short("Search As User", lambda: search_as_user(USER, ASKED, name))

	def test_roads_of_agents(self) -> None:
		"""What is injected, what the tool finds, and an answer without an agent."""
		script = (
			model_server.calls(("knowledge_search", {"query": "hotel"})),
			model_server.answer("Yes [1]."),
		)

		def run() -> None:
			agent = self.agent(self.known, optional(self.source(HOTEL)))
			with model_of(agent, *script):
				run_agent_sync(agent.name, QUESTION, user=USER)

		self.short("injected", run, "ai/runs/prompt/knowledge:inject")
		self.short("agent's tool", run, "ai/knowledge/tool:call")
		lender = self.agent()
		frappe.db.set_single_value("Agent Settings", "answer_model", lender.model)
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		self.addCleanup(frappe.cache.delete_keys, "huf_answer:")
		self.addCleanup(delete_runs, "")
		with model_of(lender, model_server.answer("Twenty-five [1].")), self.acting_as(USER):
			self.short("answer", lambda: answers.answer(ASKED, sources=[self.known.name]))

	def test_roads_of_attached_files(self) -> None:
		"""The best passages of a large file for the prompt, and what the tool finds in it."""
		with self.acting_as(USER):
			text = "\n\n".join(f"Paragraph {number}: hoses are stored dry." for number in range(2000))
			values = {"doctype": "File", "file_name": "hoses.txt", "content": text, "is_private": 1}
			file = frappe.get_doc(values).insert(ignore_permissions=True)
		self.addCleanup(frappe.delete_doc, "File", file.name, force=True)
		agent = self.agent()
		knowledge = RunKnowledge(
			RunRequest(agent, USER, "How are hoses stored?", files=[file.name]), gate_of(agent, None)
		)
		self.addCleanup(knowledge.attached.close)
		with self.acting_as(USER):
			self.short("attached", knowledge.attach)
			tools = knowledge.tools()
			self.short("attached, by tool", lambda: tools.call("knowledge_search", {"query": "hoses"}))

	def test_the_principal_is_the_servers_word(self) -> None:
		"""Whoever a request says it is for, an assistant searches as its user; and nobody finds nothing."""
		with patch("huf.ai.assistants.access.search_as", side_effect=search_as) as searched:
			SiteAccess(USER).search(Request(ASKED, (self.known.name,), principal="Administrator"))
		self.assertEqual([call.args[0].principal for call in searched.call_args_list], [USER])
		self.assertEqual(search_as(Request(ASKED, (self.known.name,))).hits, ())

	def test_roads_of_programs(self) -> None:
		"""The proof of a gap."""
		one = frappe.db.get_value("Knowledge Input", {"knowledge_source": self.known.name}, "name")
		frappe.db.set_value("Knowledge Input", one, "status", "Indexed")
		row: Any = frappe._dict(
			knowledge_input=one, knowledge_source=self.known.name, question=ASKED, verified_by=USER
		)
		self.short("proof of a gap", lambda: proof._asked_again(row))
