"""Scopes: one table of scope x user x operation, compared with what really happens on a site."""

import json
from collections.abc import Callable
from typing import Any

import frappe
import frappe.share

from huf.ai.access.scopes.agent_sources import agent_sources
from huf.ai.access.scopes.agents import can_run_agent
from huf.ai.access.scopes.resolver import (
	answering_sources,
	may_search,
	may_test,
	searchable_among,
	searchable_sources,
)
from huf.ai.access.scopes.sources import can_read_source, can_write_source, readable_sources
from huf.ai.agent_integration import run_agent_sync
from huf.ai.knowledge.retriever import knowledge_search
from huf.ai.site.database.transactions import own_transaction
from huf.huf.doctype.knowledge_source.knowledge_source import get_stats, list_builds, test_search
from huf.tests import factories as make
from huf.tests.agent_site import model_of, model_server
from huf.tests.base import SiteTestCase
from huf.tests.scope_matrix import EXPECTED, SCOPES
from huf.tests.scope_site import INSIDER, MANAGER, OUTSIDER, OWNER, PORTAL, USERS, WORD, ScopeSite, make_note

REALLY_RUN = (INSIDER, OUTSIDER, OWNER, MANAGER, PORTAL)
"""Users for whom a model is really asked; for the others the sources of the run are compared."""
SAID = {"query", "knowledge_source", "top_k", "mode", "filters", "neighbors", "page", "facets"}
"""What a model may say of a search: neither a user nor a scope."""
PARTS = {"Knowledge Input": "p", "Knowledge Build": "w", "Knowledge Glossary": "p"}


class TestScopeMatrix(SiteTestCase):
	"""Each operation of the table, for each scope and each kind of user."""

	site: ScopeSite

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		cls.site = ScopeSite()
		cls.names = {source.name: scope for scope, source in cls.site.sources.items()}

	@classmethod
	def tearDownClass(cls) -> None:
		agents = cls.site.agent.name, cls.site.listed_agent.name
		with own_transaction():
			# Plain SQL: what Frappe deletes with a document waits for rows that this class has not committed.
			runs = frappe.get_all("Agent Run", filters={"agent": ("in", agents)}, pluck="name")
			frappe.db.delete("Agent Run Chunk", {"parent": ("in", runs or [""])})
			frappe.db.delete("Agent Run", {"name": ("in", runs or [""])})
		super().tearDownClass()

	def check(self, letter: str, found: Callable[[str], set[str]]) -> None:
		"""Compare the scopes that ``found`` gives for each user with those that have the letter in the table."""
		some = False
		for who, user in USERS.items():
			expected = {scope for scope in SCOPES if letter in EXPECTED[who][scope]}
			some |= bool(expected)
			with self.subTest(letter=letter, user=who):
				self.assertEqual(found(user), expected)
		self.assertTrue(some, "nobody at all may do this: the table is wrong")

	def check_each(self, letter: str, allowed: Callable[[str, str], bool]) -> None:
		"""The same, source by source: ``allowed(name, user)``."""
		self.check(letter, lambda user: {scope for name, scope in self.names.items() if allowed(name, user)})

	def scopes_of(self, sources: list[str] | set[str]) -> set[str]:
		"""The scopes of these sources, those of other tests left out."""
		return {self.names[name] for name in sources if name in self.names}

	def tried(self, action: Callable[[str], Any], user: str) -> set[str]:
		"""The scopes on whose source the user can do this without being refused; undone each time."""
		done = set()
		for name, scope in self.names.items():
			frappe.db.savepoint("tried")
			try:
				with self.acting_as(user):
					action(name)
				done.add(scope)
			except frappe.PermissionError:
				frappe.clear_messages()
			finally:
				frappe.db.rollback(save_point="tried")
		return done

	def test_read(self) -> None:
		"""A read of one source, the list, and the resolver agree."""
		self.check_each("r", can_read_source)
		self.check("r", lambda user: self.scopes_of(readable_sources(user)))
		self.check_each(
			"r", lambda name, user: frappe.has_permission("Knowledge Source", "read", doc=name, user=user)
		)
		self.check("r", lambda user: self.scopes_of(self.listed("Knowledge Source", user, "name")))

	def listed(self, doctype: str, user: str, fieldname: str) -> set[str]:
		"""The values of a field in the list of a DocType, as Frappe gives it to the user."""
		if not frappe.has_permission(doctype, "read", user=user):
			return set()
		return set(frappe.get_list(doctype, user=user, pluck=fieldname, limit_page_length=0))

	def test_parts(self) -> None:
		"""Inputs, builds, glossaries and numbers follow their source, in lists and alone."""
		for doctype, letter in PARTS.items():
			self.check(
				letter,
				lambda user, doctype=doctype: self.scopes_of(self.listed(doctype, user, "knowledge_source")),
			)
			parts = dict(frappe.get_all(doctype, fields=["knowledge_source", "name"], as_list=True))
			self.check_each(
				letter,
				lambda name, user, doctype=doctype, parts=parts: frappe.has_permission(
					doctype, "read", doc=parts[name], user=user
				),
			)
		for method, letter in ((get_stats, "p"), (list_builds, "w")):
			self.check(letter, lambda user, method=method: self.tried(method, user))

	def test_search(self) -> None:
		"""A search without a source finds in those of the resolver, one with a source where it may be named."""
		self.check("g", lambda user: self.scopes_of(searchable_sources(user)))
		self.check_each("n", may_search)
		self.check("n", lambda user: self.scopes_of(set(searchable_among(list(self.names), user).values())))
		for name in ("100% sure", "Nobody's", "half \ud800", "nul \x00", ""):
			self.assertEqual(searchable_among([name, *self.names], INSIDER).get(name), None, repr(name))

		def found(user: str, **named: Any) -> set[str]:
			with self.acting_as(user):
				result = knowledge_search(WORD, top_k=20, **named)
			for skip in result["skipped"]:
				self.assertEqual(skip["code"], "Not Available", skip)
			return self.scopes_of({hit["source"] for hit in result["hits"]})

		self.check("g", found)
		self.check("n", lambda user: found(user, knowledge_sources=list(self.names)))

	def test_test_search(self) -> None:
		"""Test Search, with explanations, is for those who may be answered and for those who write the source."""
		self.check_each("t", may_test)

		def search(name: str) -> None:
			result = test_search(name, WORD, explain=1)
			self.assertEqual([hit["source"] for hit in result["hits"]], [name])
			self.assertTrue(result["explanation"])

		self.check("t", lambda user: self.tried(search, user))

	def test_write(self) -> None:
		"""Who writes a source saves it and adds inputs to it; nobody else does either."""
		self.check_each("w", can_write_source)

		def save(name: str) -> None:
			source = frappe.get_doc("Knowledge Source", name)
			source.description = "Changed"
			source.save()

		self.check("w", lambda user: self.tried(save, user))
		self.check("w", lambda user: self.tried(make.make_text, user))

	def test_delete(self) -> None:
		"""Who deletes a source can; agents that have it do not count here."""

		def delete(name: str) -> None:
			# A glossary would keep its source.
			frappe.db.delete("Knowledge Glossary", {"knowledge_source": name})
			frappe.delete_doc("Knowledge Source", name)

		self.check("d", lambda user: self.tried(delete, user))

	def test_share(self) -> None:
		"""A share opens a source to somebody outside, except one of the scopes Agent and Record."""

		def share(name: str) -> None:
			frappe.share.add("Knowledge Source", name, OUTSIDER, read=1)

		self.check("h", lambda user: self.tried_or_invalid(share, user))

	def tried_or_invalid(self, action: Callable[[str], Any], user: str) -> set[str]:
		"""As ``tried``; a refusal for another reason than rights counts as one, too."""

		def refused(name: str) -> None:
			try:
				action(name)
			except frappe.ValidationError as error:
				raise frappe.PermissionError from error

		return self.tried(refused, user)

	def test_create(self) -> None:
		"""Managers make sources of every scope, others personal ones, and one about a record that they may read."""
		note = make_note(f"Another {self.site.suffix}")

		def create(name: str) -> None:
			scope = self.names[name]
			values = self.site.values_of(scope)
			if scope == "Record":
				values["reference_name"] = note.name
			make.make_source(scope=scope, **values)

		# A manager can make a source about a Workspace that they see themselves.
		self.site.workspace.append("roles", {"role": "Knowledge Manager"})
		self.site.workspace.append("roles", {"role": "System Manager"})
		self.site.workspace.save(ignore_permissions=True)
		self.check("c", lambda user: self.tried(create, user))

	# --- Runs of agents

	def reached(self, request: Any) -> set[str]:
		"""The scopes whose text is in what the model read."""
		read = json.dumps(request.body["messages"])
		return {scope for scope in SCOPES if f"The {WORD} of {scope} {self.site.suffix}." in read}

	def requests_of(self, agent: Any, user: str, *script: Any) -> list[Any]:
		"""The requests that the model got in one run; none if the user may not run the agent."""
		with model_of(agent, *script) as server:
			try:
				run_agent_sync(agent.name, WORD, user=user)
			except frappe.PermissionError:
				frappe.clear_messages()
			return list(server.requests)

	def check_runs(self, mode: str, *script: Any) -> None:
		"""Compare what the resolver says for all users, and what the model really read for some, with the table."""
		self.site.fill_agents(mode)
		for who, user in USERS.items():
			for agent in (self.site.agent, self.site.listed_agent):
				with self.subTest(mode=mode, user=who, listed=agent is self.site.listed_agent):
					self.check_run(agent, user, self.expected(who, agent, user), *script)

	def expected(self, who: str, agent: Any, user: str) -> set[str]:
		"""The scopes that answer this user in a run of this agent."""
		if not can_run_agent(agent.name, user):
			return set()
		found = {scope for scope in SCOPES if "a" in EXPECTED[who][scope]}
		return found if agent is self.site.listed_agent else found - {"Agent"}

	def check_run(self, agent: Any, user: str, expected: set[str], *script: Any) -> None:
		"""The sources of the run, and for some users what the model reads in it, are of these scopes."""
		self.assertEqual(self.scopes_of(answering_sources(user, agent.name)), expected)
		may_run = can_run_agent(agent.name, user)
		if may_run:
			sources = agent_sources(agent, user)
			self.assertEqual(self.scopes_of({row.source for row in sources.usable}), expected)
			# Those that do not answer are not even named.
			self.assertEqual({skip.source for skip in sources.skipped} - {""}, set())
		if user in REALLY_RUN:
			requests = self.requests_of(agent, user, *script)
			self.assertEqual(bool(requests), may_run)
			self.assertEqual(self.reached(requests[-1]) if requests else set(), expected)

	def test_mandatory(self) -> None:
		"""Mandatory knowledge comes from exactly the sources that answer the acting user in this run."""
		self.check_runs("Mandatory", model_server.answer("Done."))

	def test_by_tool(self) -> None:
		"""So does what the tool finds; it offers no other source, and no argument for user, role, agent or record."""
		script = (
			model_server.calls(("knowledge_search", {"query": WORD, "top_k": 10})),
			model_server.answer("Done."),
		)
		self.check_runs("Optional", *script)
		requests = self.requests_of(self.site.agent, OUTSIDER, *script)
		(tool,) = [
			tool["function"]
			for tool in requests[0].body["tools"]
			if tool["function"]["name"] == "knowledge_search"
		]
		offered = tool["parameters"]["properties"]
		names = {self.site.sources["Global"].name, self.site.sources["Site"].name}
		self.assertEqual(set(offered["knowledge_source"]["enum"]), names)
		self.assertLessEqual(set(offered), SAID)
