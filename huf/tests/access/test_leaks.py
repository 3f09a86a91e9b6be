"""Every road by which text, or that it exists, can come out, asked as users who may and who may not read it."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any
from unittest.mock import patch

import frappe
from frappe.desk.search import search_link

from huf.agent.completion import Completion
from huf.ai import answers
from huf.ai.access.scopes.agent_sources import AgentSource
from huf.ai.assistants.access import SiteAccess
from huf.ai.knowledge import retriever
from huf.ai.knowledge.context_builder import mandatory_context, request_of
from huf.ai.knowledge.searching.reading_on import read_as
from huf.ai.knowledge.tool import KnowledgeTools
from huf.ai.records.linked_knowledge import linked_knowledge
from huf.assistants.tools import call_tool
from huf.engine.errors import ContentMissing, HufError
from huf.engine.profiles import REFERENCE
from huf.engine.prompt.citations import CitationLedger
from huf.engine.request import Request
from huf.huf.doctype.knowledge_source.knowledge_source import get_stats, test_search
from huf.tests import factories as make
from huf.tests import records_site as records
from huf.tests.base import SiteTestCase
from huf.tests.rights_matrix import EXPECTED, PEOPLE

ROLE = "Huf Test Leak Reader"
USERS = {key: key if key == "Guest" else f"huf-leak-{key}@example.com" for key in PEOPLE}
SECRET = "xylophonist"
"""A word of the record's text and of nothing else."""
TITLE = "Quarterly wombat"


class TestLeaks(SiteTestCase):
	"""One source with an input of each kind."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		make.make_role(ROLE)
		roles = {
			"reader": ("Knowledge User", ROLE),
			"manager": ("Knowledge Manager",),
			"system": ("System Manager",),
		}
		for key, user in USERS.items():
			if key != "Guest":
				make.make_user(user, *roles.get(key, ("Knowledge User",)))
		frappe.db.set_value("User", USERS["off"], "enabled", 0)
		records.allow("Help Article", ROLE)
		# Not even System Managers read articles here.
		frappe.db.delete("Custom DocPerm", {"parent": "Help Article", "role": ("!=", ROLE)})
		frappe.clear_cache(doctype="Help Article")
		cls.source = records.RecordSource(
			coalesce_neighbors=2,
			selectors=[
				{"selector_type": "DocType", "document_type": "Help Article", "when_inactive": "Leave"}
			],
		)
		cls.selector = cls.source.doc.selectors[0].name
		cls.article, cls.cancelled, cls.deleted = (records.make_article("Huf Leaks") for _number in range(3))
		frappe.share.add_docshare("Help Article", cls.article.name, USERS["shared"], read=1)
		cls.inputs = cls.make_inputs()
		cls.source.index()
		cls.cancelled.db_set("docstatus", 2)
		frappe.db.delete("Help Article", {"name": cls.deleted.name})
		frappe.db.set_value("Knowledge Input", cls.inputs["disabled"], "disabled", 1)

	@classmethod
	def make_inputs(cls) -> dict[str, str]:
		source, article = cls.source, cls.article
		of_article = {"attached_to_doctype": "Help Article", "attached_to_name": article.name}
		found = {}
		for key in ("text", "disabled"):
			found[key] = source.insert_row(input_type="Text", title=key, text="x")
			source.texts[found[key]] = f"A zebra of the {key}.", {}
		files = {
			"own file": {"attached_to_doctype": "Knowledge Source", "attached_to_name": source.name},
			"public file": {"private": False, **of_article},
			"private file": of_article,
			"loose file": {},
			"public attachment": {"private": False, **of_article},
			"private attachment": of_article,
		}
		for key, values in files.items():
			file = make.make_file(f"{key} {frappe.generate_hash(length=5)}", **values)
			file.db_set("owner", USERS["uploader"])
			of = article if "attachment" in key else None
			found[key] = source.add_file(file, f"A zebra of the {key}.", record=of)
		text = f"A zebra of the record. The {SECRET} plays."
		found["record"] = source.add_record(article, text, title=TITLE, selector=cls.selector)
		for key, record in (("cancelled", cls.cancelled), ("deleted", cls.deleted)):
			found[key] = source.add_record(record, f"A zebra of the {key} one.", selector=cls.selector)
		return found

	def tearDown(self) -> None:
		super().tearDown()
		frappe.clear_cache(doctype="Help Article")

	def test_who_finds_what(self) -> None:
		"""Each kind of input is found by exactly those whom docs/permissions.md names."""
		names = {name: key for key, name in self.inputs.items()}
		for key, user in USERS.items():
			found = {names[name] for name in self.source.found(user)}
			with self.subTest(user=key):
				self.assertEqual(found, {kind for kind, (_label, who) in EXPECTED.items() if key in who})

	# --- Roads

	def search(self, user: str) -> Any:
		with self.acting_as(user):
			return retriever.knowledge_search(f"{SECRET} zebra", self.source.name, top_k=20)

	def filters(self, user: str) -> Any:
		"""Filters that ask for the record by each thing that is known of it."""
		asked = (
			{"inputs": [self.inputs["record"]]},
			{"reference_doctype": "Help Article", "reference_name": self.article.name},
			{"title": f"*{TITLE[3:]}*"},
			{"modified": {"from": "2000-01-01"}},
			{"metadata.modified": {"is set": True}},
		)
		with self.acting_as(user):
			return [
				[
					hit["input"]
					for hit in retriever.knowledge_search(SECRET, self.source.name, filters=f)["hits"]
				]
				for f in asked
			]

	def facets(self, user: str) -> Any:
		"""Counts of a search for the record's own word, with what else it may say."""
		with self.acting_as(user):
			found = retriever.knowledge_search(SECRET, self.source.name, facets=1, explain=1)
		told = json.dumps(found["facets"], default=str)
		return f"{told} {SECRET if found['facets'] else ''}"

	def explain(self, user: str) -> Any:
		with self.acting_as(user):
			answer = test_search(self.source.name, f"{SECRET} zebra", top_k=20, explain=1)
		# The query itself comes back in it.
		return (
			json.dumps(answer, default=str).replace(f"{SECRET} zebra", "").replace(f'"{SECRET}", "zebra"', "")
		)

	def context(self, user: str) -> Any:
		row = self.row()
		found = self.searching(user)(request_of(row, f"Which {SECRET}?", 20))
		return mandatory_context(
			[(row, found)],
			total_tokens=2000,
			most_chunks=20,
			ledger=CitationLedger(),
		).context.text

	def tool(self, user: str) -> Any:
		linked = partial(linked_knowledge, user=user)
		tools = KnowledgeTools([self.row()], self.searching(user), CitationLedger(), linked=linked)
		return tools.call("knowledge_search", {"query": "zebra plays", "top_k": 10})

	def read_on(self, user: str) -> Any:
		try:
			return read_as(user, f"{self.inputs['record']}#0").text
		except ContentMissing as error:
			return str(error)

	def lists(self, user: str) -> Any:
		if not frappe.has_permission("Knowledge Input", "read", user=user):
			return []
		fields = ["name", "title", "reference_name", "error_message"]
		with self.acting_as(user):
			return frappe.get_list("Knowledge Input", fields=fields, limit_page_length=0)

	def links(self, user: str) -> Any:
		with self.acting_as(user):
			return search_link("Knowledge Input", TITLE[:5])

	def after_a_reader(self, user: str) -> Any:
		"""A search that somebody has just been answered who may read all."""
		self.search("Administrator")
		return self.search(user)

	def assistant(self, user: str) -> Any:
		"""What another assistant gets with the user's key: by search, by reading, and as errors."""
		calls: tuple[tuple[str, dict[str, Any]], ...] = (
			(
				"knowledge_search",
				{"query": f"{SECRET} zebra", "knowledge_source": self.source.name, "top_k": 20},
			),
			("search", {"query": "zebra plays"}),
			("fetch", {"id": f"{self.inputs['record']}#0"}),
		)
		told = []
		with self.acting_as(user):
			for name, arguments in calls:
				try:
					told.append(call_tool(SiteAccess(user), name, arguments))
				except HufError as error:
					told.append(str(error))
		return told

	def answered(self, user: str) -> Any:
		"""A question without an agent: what the model is given, and what comes back."""
		asked: list[Any] = []

		def complete(_model: Any, messages: Any, **_values: Any) -> Completion:
			asked.append(messages)
			return Completion("It plays [1].")

		with (
			patch.multiple(
				answers,
				complete=complete,
				needed_answering_model=lambda: "",
				config_of_model=lambda *_: None,
				start_run=lambda *_: "",
				finish_run=lambda *_: None,
			),
			self.acting_as(user),
		):
			found, _run = answers.answer_as(user, [self.source.name], "zebra plays", REFERENCE)
		return [found.to_dict(), asked]

	def run_of_a_reader(self, user: str) -> Any:
		"""Lists of runs and of their passages, after the reader was answered from the record."""
		if not frappe.db.exists("Agent Run", {"user": USERS["reader"], "prompt": "zebra"}):
			chunk = {"title": TITLE, "excerpt": SECRET, "knowledge_input": self.inputs["record"]}
			run = {"doctype": "Agent Run", "user": USERS["reader"], "prompt": "zebra", "response": SECRET}
			frappe.get_doc({**run, "status": "Success", "chunks": [chunk]}).insert(ignore_permissions=True)
		with self.acting_as(user):
			return [
				frappe.get_list("Agent Run", fields=["response"], limit_page_length=0),
				frappe.get_list(
					"Agent Run Chunk",
					fields=["title", "excerpt"],
					parent_doctype="Agent Run",
					limit_page_length=0,
				),
			]

	def row(self) -> AgentSource:
		return AgentSource(self.source.name, "Mandatory", 0, 10, 2000, "")

	def searching(self, user: str) -> Callable[..., Any]:
		def search(request: Request) -> Any:
			return retriever.search_as(replace(request, principal=user))

		return search

	ROADS = (
		*("search", "filters", "explain", "context", "tool", "read_on", "lists", "links", "after_a_reader"),
		*("assistant", "answered", "facets"),
	)

	def told(self, road: str, user: str) -> str:
		"""All that comes out of a road, with the messages for the page, as one text."""
		frappe.clear_messages()
		with self.source.answering(), patch.object(frappe, "log_error") as log:
			answer = getattr(self, road)(user)
		said = [*frappe.local.message_log, *map(str, log.call_args_list)]
		text = answer if isinstance(answer, str) else json.dumps(answer, default=str)
		return (text + json.dumps(said, default=str)).replace(f'"{SECRET} zebra"', "")

	def test_every_road(self) -> None:
		"""By no road does the record's text, title, name or input come to somebody who may not read it; by each to who may."""
		marks = (SECRET, TITLE, self.article.name, self.inputs["record"])
		for road in self.ROADS:
			for key in ("reader", "other", "manager", "uploader"):
				with self.subTest(road=road, user=key):
					told = self.told(road, USERS[key])
					seen = [mark for mark in marks if mark in told]
					self.assertEqual(bool(seen), key == "reader", (seen, told[:500]))

	def test_a_run_is_its_users_alone(self) -> None:
		"""What one user was answered from comes to nobody else by lists of runs or of their passages, not even to managers."""
		for key in ("reader", "other", "manager", "system"):
			with self.subTest(user=key):
				self.assertEqual(SECRET in self.told("run_of_a_reader", USERS[key]), key == "reader")

	def test_numbers_tell_nothing(self) -> None:
		"""The numbers of the source are the same for a reader of the source whether a hidden record is there or not."""
		with self.acting_as(USERS["other"]):
			before = get_stats(self.source.name)
		frappe.db.delete(
			"Knowledge Input", {"name": ("in", [self.inputs["record"], self.inputs["loose file"]])}
		)
		with self.acting_as(USERS["other"]):
			self.assertEqual(get_stats(self.source.name), before)

	def test_a_right_that_is_taken_away(self) -> None:
		"""By every road, what could be read a moment ago cannot be read once the role is gone."""
		make.make_user(USERS["reader"], "Knowledge User")
		for road in self.ROADS:
			with self.subTest(road=road):
				self.assertNotIn(SECRET, self.told(road, USERS["reader"]))
				self.assertNotIn(TITLE, self.told(road, USERS["reader"]))
