"""The search log: every road leaves an entry, what is stored of it, who sees it and takes it out, and that no search depends on it."""

import json
from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import frappe
from frappe.utils import add_days, now, now_datetime
from redis.exceptions import ConnectionError as RedisAway

from huf.ai import answers
from huf.ai.agent_integration import run_agent_sync
from huf.ai.assistants.access import SiteAccess
from huf.ai.gaps import proof
from huf.ai.knowledge.ask_record import ask_record
from huf.ai.knowledge.retriever import knowledge_search, search_as
from huf.ai.knowledge.search_as_user import search_as_user
from huf.ai.knowledge.searching import search_log
from huf.ai.knowledge.searching.search_log import HASHED, KEY, ROADS
from huf.ai.search_log import opening, storing
from huf.ai.site.database.transactions import own_transaction
from huf.ai.site.pseudonyms import make_key, of_user, pseudonym
from huf.assistants.external import retrieve
from huf.assistants.tools import call_tool
from huf.engine.request import Origin, Request
from huf.huf.doctype.knowledge_search_log.knowledge_search_log import (
	KnowledgeSearchLog,
	delete_my_searches,
	note_opened,
)
from huf.huf.doctype.knowledge_source.knowledge_source import test_search
from huf.tests.agent_site import delete_runs, model_of, model_server
from huf.tests.factories import make_role, make_run, make_search, make_source, make_user
from huf.tests.runs.test_agent_runs import HOTEL, LEAVE, OTHER, QUESTION, USER, AgentTestCase, optional

LOG = "Knowledge Search Log"
ASKED = "How many days of annual leave are there?"
MISSED = "How long is the warranty of the zirconia pump?"
MANAGER, SYSTEM = "huf-log-manager@example.com", "huf-log-system@example.com"
PORTAL, NOBODY = "huf-log-portal@example.com", "huf-log-nobody@example.com"


class SearchLogTestCase(AgentTestCase):
	"""One source about leave. What is stored is stored in the test's transaction, which sees its documents."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		# As an installation does: a copy of a site, as the tests have it, has no key until something asks for one.
		make_key()
		make_user(MANAGER, "Knowledge Manager")
		make_user(SYSTEM, "System Manager")
		make_user(PORTAL, "Knowledge Portal User")
		make_user(NOBODY)

	is_empty = True
	"""The log begins empty, for the transaction of the test."""

	def setUp(self) -> None:
		super().setUp()
		self.settings(log_searches="In Words", log_users="Hashed")
		if self.is_empty:
			frappe.db.delete("Knowledge Search Source")
			frappe.db.delete(LOG)
		self.known = self.source(LEAVE)
		self.forget()
		self.addCleanup(self.forget)

	def settings(self, **values: Any) -> None:
		frappe.db.set_single_value("Agent Settings", values)
		frappe.clear_document_cache("Agent Settings", "Agent Settings")

	def roles(self, *names: str) -> None:
		doc = frappe.get_doc("Agent Settings")
		doc.set("search_log_roles", [{"role": name} for name in names])
		doc.save()

	def forget(self) -> None:
		for key in (KEY, opening.KEY):
			frappe.cache.execute_command("DEL", frappe.cache.make_key(key))

	def noted(self) -> list[dict[str, Any]]:
		"""What was left in Redis, which is empty afterwards."""
		found = frappe.cache.execute_command("LRANGE", frappe.cache.make_key(KEY), 0, -1)
		self.forget()
		return [json.loads(entry) for entry in found]

	def stored(self) -> list[Any]:
		"""What is in the log once all that was noted is stored."""
		with patch.object(storing, "own_transaction", nullcontext):
			storing.store()
		rows = frappe.get_all(LOG, fields=["*"], order_by="asked_at asc, name asc")
		for row in rows:
			row.sources = frappe.get_all(
				"Knowledge Search Source", {"parent": row.name}, pluck="knowledge_source", order_by="idx"
			)
		return rows


class TestRoads(SearchLogTestCase):
	"""Each road leaves its entries, with its name."""

	def road(self, name: str, ask: Any, *, own: int = 0, user: str = USER, hits: int = 1) -> dict[str, Any]:
		self.noted()
		ask()
		(entry,) = self.noted()
		with self.subTest(name):
			self.assertEqual((entry["road"], entry["own"]), (name, own))
			self.assertEqual(entry["user_hash"], of_user(user))
			self.assertEqual(
				(entry["sources"], entry["hits"], entry["found"]), ([self.known.name], hits, hits)
			)
			self.assertGreater(entry["ms"], 0)
		self.seen.add(entry["road"])
		return entry

	def test_every_road(self) -> None:
		"""REST, the desk, records, as another user, MCP, Dify, the proof of a gap, and code that does not say; no road is left out."""
		self.seen: set[str] = set()
		name, me = self.known.name, SiteAccess(USER)
		note = frappe.get_doc({"doctype": "Note", "title": f"Log {name}"[:140], "public": 1}).insert()
		self.addCleanup(note.delete, ignore_permissions=True)
		one = frappe.db.get_value("Knowledge Input", {"knowledge_source": name}, "name")
		about = {"reference_doctype": "Note", "reference_name": note.name}
		frappe.db.set_value("Knowledge Input", one, {**about, "status": "Indexed"})
		dify = {"query": ASKED, "knowledge_id": name, "retrieval_setting": {"top_k": 3}}
		gap: Any = frappe._dict(knowledge_input=one, knowledge_source=name, question=ASKED, verified_by=USER)
		with self.acting_as(USER):
			entry = self.road("Search", lambda: knowledge_search(ASKED, name))
			self.assertEqual((entry["question"], entry["filtered"], entry["not_searched"]), (ASKED, 0, 0))
			self.road("Search", lambda: knowledge_search(ASKED, name, facets=1, filters={"title": "Note*"}))
			filters = dict(about)
			self.road("Search", lambda: knowledge_search(ASKED, name, filters=filters), own=1, hits=0)
			self.road("Test Search", lambda: test_search(name, ASKED))
			self.road("Ask this Record", lambda: ask_record("Note", note.name, "annual leave"), own=1)
			only = {"query": ASKED, "knowledge_source": name}
			self.road("MCP", lambda: call_tool(me, "knowledge_search", only))
			self.road("MCP", lambda: call_tool(me, "knowledge_search", {**only, **about}), own=1)
			self.road("Dify", lambda: retrieve(me, dify))
		with self.acting_as(SYSTEM):
			self.road("Search As User", lambda: search_as_user(USER, ASKED, name), user=SYSTEM)
			self.road("Search As User", lambda: search_as_user(SYSTEM, ASKED, name), user=SYSTEM)
		self.road("Gap Proof", lambda: proof._asked_again(gap))
		self.road("Server", lambda: search_as(Request(ASKED, (name,), principal=USER)))
		unknown = Request(ASKED, (name,), principal=USER, origin=Origin("By Pigeon"))
		self.road("Server", lambda: search_as(unknown))
		self.assertEqual(self.seen, {*ROADS} - {"Answer", "Agent", "Agent Tool"}, "these are below")
		options = frappe.get_meta(LOG).get_field("road").options
		self.assertEqual(tuple(options.split("\n")), ROADS)

	def test_runs(self) -> None:
		"""What is injected and what the tool searches are entries of their run; about files, records and others' texts they are private."""
		script = (
			model_server.calls(("knowledge_search", {"query": "hotel"})),
			model_server.answer("Yes [1]."),
		)
		agent = self.agent(self.known, optional(self.source(HOTEL)))
		with model_of(agent, *script):
			result = run_agent_sync(agent.name, QUESTION, user=USER)
		entries = self.noted()
		self.assertEqual([entry["road"] for entry in entries], ["Agent", "Agent Tool"])
		self.assertEqual({entry["run"] for entry in entries}, {result.run})
		self.assertEqual([entry["question"] for entry in entries], [QUESTION, "hotel"])
		self.assertEqual([entry["own"] for entry in entries], [0, 0])
		todo = frappe.get_doc({"doctype": "ToDo", "description": "x", "allocated_to": USER}).insert()
		with model_of(agent, model_server.answer("Yes [1].")):
			run_agent_sync(agent.name, QUESTION, user=USER, record=("ToDo", todo.name))
		self.assertEqual([entry["own"] for entry in self.noted()], [1])

	def test_answers(self) -> None:
		"""An answer without an agent is an entry of its run."""
		lender = self.agent()
		self.settings(answer_model=lender.model)
		self.addCleanup(frappe.cache.delete_keys, "huf_answer:")
		self.addCleanup(delete_runs, "")
		with model_of(lender, model_server.answer("Twenty-five [1].")), self.acting_as(USER):
			told = answers.answer(ASKED, sources=[self.known.name])
		(entry,) = self.noted()
		self.assertEqual((entry["road"], entry["run"], entry["own"]), ("Answer", told["run"], 0))


class TestEntries(SearchLogTestCase):
	"""What an entry says, what of it is stored, and what settings leave of it."""

	def test_what_is_stored(self) -> None:
		"""Question, sources, hits and time; the user by a pseudonym, and nothing that names them."""
		empty = make_source().name
		with self.acting_as(USER):
			knowledge_search(ASKED, self.known.name)
			knowledge_search(MISSED, knowledge_sources=[self.known.name, empty])
		hit, miss = self.stored()
		self.assertEqual((hit.question, hit.hits, hit.found, hit.own_only), (ASKED, 1, 1, 0))
		self.assertEqual((hit.user, hit.user_hash, hit.owner), (None, of_user(USER), "Administrator"))
		self.assertEqual(hit.sources, [self.known.name])
		self.assertLess(abs(hit.asked_at - now_datetime()), timedelta(minutes=5))
		self.assertEqual((miss.hits, miss.found, miss.not_searched, len(miss.sources)), (0, 0, 1, 2))
		self.assertNotIn(USER, repr([hit, miss]))
		self.assertEqual(self.stored(), [hit, miss], "stored once")

	def test_what_was_opened(self) -> None:
		"""A click counts for the user's own last search for the same words, or all of a run; by a pseudonym, a name and hashes alike. It makes
		no entry, and whoever says it of others' searches says it of nothing."""
		for users, questions in (("Hashed", "In Words"), ("By Name", HASHED)):
			with self.subTest(users=users, questions=questions):
				self.settings(log_users=users, log_searches=questions)
				frappe.db.delete(LOG)
				for user, asked in ((USER, ASKED), (OTHER, ASKED), (USER, MISSED), (USER, ASKED)):
					with self.acting_as(user):
						knowledge_search(asked, self.known.name)
				with self.acting_as(USER):
					self.assertEqual(note_opened(f"  {ASKED} "), {"noted": True})
					self.assertEqual(note_opened("Nobody asked this."), {"noted": True})
					self.assertEqual(note_opened(run="none"), {"noted": True})
					self.assertEqual(note_opened(""), {"noted": True})
				opened = [row.opened for row in self.stored()]
				self.assertEqual(opened, [0, 0, 0, 1])
				(row,) = frappe.get_all(LOG, {"opened": 1}, ["user", "user_hash"])
				self.assertIn(USER if users == "By Name" else of_user(USER), (row.user, row.user_hash))
		run = frappe._dict(agent_run="run-of-user")
		mine, others = make_search(USER, self.known), make_search(OTHER, self.known)
		for one in (mine, others):
			frappe.db.set_value(LOG, one.name, "agent_run", run.agent_run)
		with self.acting_as(USER):
			note_opened(run=run.agent_run)
		self.stored()
		self.assertEqual([frappe.db.get_value(LOG, one.name, "opened") for one in (mine, others)], [1, 0])
		with self.acting_as(NOBODY):
			self.assertRaises(frappe.PermissionError, note_opened, ASKED)
		self.settings(log_searches="Off")
		with self.acting_as(USER):
			note_opened(ASKED)
		self.assertEqual(frappe.cache.execute_command("LLEN", frappe.cache.make_key(opening.KEY)), 0)

	def test_settings(self) -> None:
		"""By name, with hashed questions that are still counted together, or not at all."""
		self.settings(log_users="By Name", log_searches=HASHED)
		with self.acting_as(USER):
			knowledge_search(ASKED, self.known.name)
			knowledge_search("Days of annual leave: how many?", self.known.name)
			knowledge_search("zirconia pump", self.known.name)
		self.assertNotIn("leave", json.dumps(self.peek()))
		one, same, other = self.stored()
		self.assertEqual((one.user, one.user_hash, one.question), (USER, None, None))
		self.assertEqual(one.fingerprint, same.fingerprint)
		self.assertNotEqual(one.fingerprint, other.fingerprint)
		for value in ("Off", ""):
			self.settings(log_searches=value)
			with self.acting_as(USER):
				knowledge_search(ASKED, self.known.name)
			self.assertEqual(self.noted(), [])

	def peek(self) -> list[Any]:
		found = frappe.cache.execute_command("LRANGE", frappe.cache.make_key(KEY), 0, -1)
		return [json.loads(entry) for entry in found]

	def test_pseudonyms_are_keyed(self) -> None:
		"""Another site's key makes others; case makes none; without a key there is none, and so nobody's entry."""
		mine = of_user(USER)
		self.assertEqual(mine, of_user(USER.upper()))
		self.assertNotEqual(mine, pseudonym("question", USER))
		with patch.dict(frappe.conf, encryption_key="another"):
			self.assertNotEqual(mine, of_user(USER))
		with patch.dict(frappe.conf, encryption_key=""):
			self.assertEqual(of_user(USER), "")

	def test_a_search_does_not_depend_on_it(self) -> None:
		"""Without Redis the search answers; more than may wait is lost, and the oldest stay."""
		plain = frappe.cache.execute_command

		def away(command: str, *values: Any, **options: Any) -> Any:
			if command == "RPUSH":
				raise RedisAway("away")
			return plain(command, *values, **options)

		with self.acting_as(USER), patch.object(frappe.cache, "execute_command", away):
			self.assertEqual(len(knowledge_search(ASKED, self.known.name)["hits"]), 1)
		with self.acting_as(USER), patch.object(search_log, "MOST_WAITING", 3):
			for number in range(5):
				knowledge_search(f"leave {number}", self.known.name)
		self.assertEqual([entry["question"] for entry in self.noted()], ["leave 0", "leave 1", "leave 2"])

	def test_one_command(self) -> None:
		"""An entry is one command of Redis."""
		plain, sent = frappe.cache.execute_command, []

		def counted(command: str, *values: Any, **options: Any) -> Any:
			sent.append((command, values))
			return plain(command, *values, **options)

		with patch.object(search_log.frappe.cache, "execute_command", counted):
			result = search_as(Request(ASKED, (self.known.name,), principal=USER))
			sent.clear()
			search_log.note(Request(ASKED, (self.known.name,), principal=USER), result, USER, 0.01)
		self.assertEqual([command for command, _values in sent], ["RPUSH"])

	def test_odd_questions(self) -> None:
		"""NUL, half a character and a pasted document are stored as far as they can be."""
		for query in ("leave \x00 days", "leave \ud800 days", "leave " * 300, "𝕏 休暇 🏖 leave"):
			search_as(Request(query, (self.known.name,), principal=USER, may_be_cut=True))
		rows = self.stored()
		self.assertEqual([row.question for row in rows[:2]], ["leave days"] * 2)
		self.assertEqual(rows[2].question, ("leave " * 300)[:500].strip())
		self.assertEqual(rows[3].question, "𝕏 休暇 🏖 leave")
		search_as(Request("?! \x00", (self.known.name,), principal=USER))
		self.assertEqual(self.noted(), [], "nothing was asked")

	def test_typing_on_is_one_search(self) -> None:
		"""What a page searches for while somebody types is one entry, also across two rounds of storing; not another user's, nor an hour later."""
		typed = ("How many", "How many days of leave", "How many days of leave are there?")
		with self.acting_as(USER):
			knowledge_search(typed[0], self.known.name)
			knowledge_search(typed[1], self.known.name)
		with self.acting_as(OTHER):
			knowledge_search(typed[1], self.known.name)
		self.assertEqual([row.question for row in self.stored()], [typed[1], typed[1]])
		with self.acting_as(USER):
			knowledge_search(typed[2], self.known.name)
		self.assertEqual([row.question for row in self.stored()], [typed[1], typed[2]])
		frappe.db.sql("update `tabKnowledge Search Log` set asked_at = %s", add_days(now(), -1))
		with self.acting_as(USER):
			knowledge_search(typed[2], self.known.name)
			knowledge_search(typed[2], self.known.name, filters={"title": "Note*"})
		self.assertEqual(len(self.stored()), 4)

	def test_whoever_is_killed_stores_nothing_twice(self) -> None:
		"""Entries that were committed and not taken out of Redis are known by their names."""
		knowledge_search(ASKED, self.known.name)
		plain = frappe.cache.execute_command

		def killed(command: str, *values: Any, **options: Any) -> Any:
			if command == "LTRIM":
				raise KeyboardInterrupt
			return plain(command, *values, **options)

		with (
			patch.object(storing, "own_transaction", nullcontext),
			patch.object(frappe.cache, "execute_command", killed),
			self.assertRaises(KeyboardInterrupt),
		):
			storing.store()
		self.assertEqual(len(self.stored()), 1)
		self.assertEqual(self.noted(), [])

	def test_in_batches(self) -> None:
		"""However many have waited, all are stored, and what comes meanwhile stays for the next time."""
		for number in range(7):
			search_as(Request(f"leave {number}", (self.known.name,), principal=USER))
		with patch.object(storing, "BATCH", 3):
			self.assertEqual(len(self.stored()), 7)

	def test_what_is_private(self) -> None:
		"""A personal source, one that is gone, none at all, and too many to be listed: for the user alone."""
		with self.acting_as(USER):
			mine = make_source(scope="User")
		gone = make_source()
		many = tuple(f"Source {number}" for number in range(search_log.MOST_SOURCES + 1))
		cases = ((self.known.name, mine.name), (gone.name,), (), many)
		for number, names in enumerate(cases):
			search_as(Request(f"leave {number}", names, principal=USER))
		gone.delete()
		self.assertEqual(
			[(row.own_only, len(row.sources)) for row in self.stored()], [(1, 2), (1, 1), (1, 0), (1, 0)]
		)

	def test_what_goes_with_others(self) -> None:
		"""With its run an entry goes, stored or not; when a source goes, what was asked of it is for the user alone."""
		run = make_run(USER)
		request = Request(ASKED, (self.known.name,), principal=USER)
		search_as(replace(request, origin=Origin("Agent", run.name)))
		search_as(replace(request, origin=Origin("Agent", "no-such-run")))
		(row,) = self.stored()
		self.assertEqual((row.agent_run, row.own_only), (run.name, 0))
		frappe.delete_doc("Agent Run", run.name)
		self.assertEqual(self.stored(), [])
		search_as(request)
		self.stored()
		frappe.delete_doc("Knowledge Source", self.known.name)
		(row,) = self.stored()
		self.assertEqual((row.own_only, row.sources), (1, [self.known.name]))

	def test_log_settings_clear_it(self) -> None:
		"""What is older than Log Settings say goes with its rows."""
		old, new = make_search(USER, self.known), make_search(USER, self.known)
		frappe.db.set_value(LOG, old.name, "creation", add_days(now(), -100), update_modified=False)
		KnowledgeSearchLog.clear_old_logs(90)
		self.assertEqual(frappe.get_all(LOG, pluck="name"), [new.name])
		self.assertEqual(frappe.get_all("Knowledge Search Source", pluck="parent"), [new.name])
		logs = frappe.get_doc("Log Settings")
		logs.add_default_logtypes()
		self.assertIn((LOG, 90), {(row.ref_doctype, row.days) for row in logs.logs_to_clear})


class TestWhoSees(SearchLogTestCase):
	"""Searches of one user in a source of all, in one of a role, in their own, and a private one."""

	def setUp(self) -> None:
		super().setUp()
		make_role("Huf Log Readers")
		with self.acting_as(USER):
			self.mine = make_source(scope="User")
		self.closed = make_source(scope="Role", roles=["Huf Log Readers"])
		self.rows = {
			"all": make_search(USER, self.known),
			"role": make_search(USER, self.known, self.closed),
			"mine": make_search(USER, self.known, self.mine),
			"private": make_search(USER, self.known, own_only=1),
			"named": make_search(USER, self.known, user=USER, user_hash=""),
			"no source": make_search(USER, own_only=1),
			"of nothing": make_search(USER),
		}

	def seen(self, user: str) -> set[str]:
		names = {row.name: key for key, row in self.rows.items()}
		with self.acting_as(user):
			listed = (
				{names[name] for name in frappe.get_list(LOG, pluck="name", limit_page_length=0)}
				if frappe.has_permission(LOG, "read")
				else set()
			)
		alone = {
			key
			for key, row in self.rows.items()
			if frappe.has_permission(LOG, "read", doc=row.name, user=user)
		}
		self.assertEqual(listed, alone, user)
		return listed

	def test_every_role(self) -> None:
		"""The user sees all of theirs; a manager what was asked of sources that they read; everybody else nothing."""
		every = set(self.rows)
		expected = {
			USER: every,
			OTHER: set(),
			MANAGER: {"all", "role", "named"},
			SYSTEM: set(),
			PORTAL: set(),
			NOBODY: set(),
			"Guest": set(),
			"Administrator": every,
		}
		for user, keys in expected.items():
			with self.subTest(user):
				self.assertEqual(self.seen(user), keys)
		frappe.db.set_value("User", USER, "enabled", 0)
		self.assertEqual(self.seen(USER), set())

	def test_the_roles_are_set(self) -> None:
		"""A role that is named lets its users see what they may read the sources of; managers no longer do."""
		self.roles("Knowledge User")
		self.assertEqual(self.seen(OTHER), {"all", "named"})
		self.assertEqual(self.seen(MANAGER), set())
		self.assertEqual(self.seen(SYSTEM), set())
		self.roles("Administrator")
		self.assertEqual((self.seen(OTHER), self.seen(MANAGER)), (set(), set()))
		self.roles("System Manager")
		self.assertEqual(self.seen(SYSTEM), {"all", "role", "named"})

	def test_who_says_what_is_kept(self) -> None:
		"""System Managers alone: a Knowledge Manager neither names users, nor the roles that see others."""
		fields = ("log_searches", "log_users", "search_log_roles")
		levels = {frappe.get_meta("Agent Settings").get_field(name).permlevel for name in fields}
		self.assertEqual(levels, {1})
		with self.acting_as(MANAGER):
			doc = frappe.get_doc("Agent Settings")
			doc.update({"log_users": "By Name", "log_searches": "Off"})
			doc.append("search_log_roles", {"role": "Knowledge User"})
			doc.save()
		stored = frappe.get_doc("Agent Settings")
		self.assertEqual((stored.log_users, stored.log_searches), ("Hashed", "In Words"))
		self.assertEqual(stored.search_log_roles, [])
		self.assertEqual(self.seen(OTHER), set())

	def test_a_lost_right_counts_at_once(self) -> None:
		"""A source that becomes somebody's own hides what was asked of it; a share of a personal one opens nothing."""
		frappe.share.add_docshare("Knowledge Source", self.mine.name, MANAGER, read=1)
		self.assertIn("mine", self.seen(MANAGER))
		frappe.share.remove("Knowledge Source", self.mine.name, MANAGER)
		frappe.db.set_value("Knowledge Source", self.closed.name, "scope", "User")
		self.assertEqual(self.seen(MANAGER), {"all", "named"})

	def test_user_permissions_count(self) -> None:
		"""A manager who is confined to one source sees what was asked of it alone."""
		values = {"user": MANAGER, "allow": "Knowledge Source", "for_value": self.known.name}
		frappe.get_doc({"doctype": "User Permission", **values}).insert()
		self.addCleanup(frappe.clear_cache, user=MANAGER)
		frappe.clear_cache(user=MANAGER)
		self.assertEqual(self.seen(MANAGER), {"all", "named"})

	def test_rows_of_sources_follow(self) -> None:
		"""Which sources were searched is seen with the search."""
		for user, keys in ((USER, set(self.rows)), (MANAGER, {"all", "role", "named"})):
			with self.acting_as(user):
				found = frappe.get_list(
					"Knowledge Search Source", parent_doctype=LOG, pluck="parent", limit_page_length=0
				)
			wanted = {row.name for key, row in self.rows.items() if key in keys and row.sources}
			self.assertEqual(set(found), wanted)

	def test_nobody_changes_one(self) -> None:
		"""Neither its user nor a manager writes, makes or renames an entry; a manager deletes none of others."""
		for user in (USER, MANAGER, SYSTEM):
			for ptype in ("write", "create", "share", "submit"):
				self.assertFalse(frappe.has_permission(LOG, ptype, doc=self.rows["all"].name, user=user))
			may = frappe.has_permission(LOG, "delete", doc=self.rows["all"].name, user=user)
			self.assertEqual(may, user == USER)
		row = frappe.get_doc(LOG, self.rows["all"].name)
		row.hits = 99
		self.assertRaises(frappe.PermissionError, row.save, ignore_permissions=True)
		self.assertRaises(frappe.PermissionError, frappe.rename_doc, LOG, row.name, "other", force=True)

	def test_a_user_deletes_their_own(self) -> None:
		"""One by one or all at once, also what was searched for in this minute; others' stay, and Frappe's bin keeps no question."""
		other = make_search(OTHER, self.known)
		one = self.rows["all"].name
		with self.acting_as(USER):
			frappe.delete_doc(LOG, one)
			knowledge_search(ASKED, self.known.name)
			self.assertRaises(frappe.PermissionError, frappe.delete_doc, LOG, other.name)
			with patch.object(storing, "own_transaction", nullcontext):
				self.assertEqual(delete_my_searches(), {"deleted": len(self.rows)})
		self.assertEqual(frappe.get_all(LOG, pluck="name"), [other.name])
		kept = frappe.get_all("Deleted Document", {"deleted_doctype": LOG, "deleted_name": one}, pluck="data")
		self.assertTrue(all("What is" not in data and self.known.name not in data for data in kept))
		with self.acting_as(NOBODY):
			self.assertRaises(frappe.PermissionError, delete_my_searches)
		with self.acting_as(PORTAL):
			self.assertEqual(delete_my_searches(), {"deleted": 0})

	def test_a_user_can_be_deleted(self) -> None:
		"""No entry keeps a user, a source or an input from being deleted."""
		leaver = make_user(f"huf-log-{frappe.generate_hash(length=8)}@example.com")
		make_search(leaver, self.known, user=leaver)
		frappe.delete_doc("User", leaver)
		self.assertFalse(frappe.db.exists("User", leaver))


class TestCommitted(SearchLogTestCase):
	"""The watchdog's hook, in its own transaction."""

	is_empty = False

	def test_stored_by_the_watchdog(self) -> None:
		"""The hook is named, and what it stores is committed."""
		self.assertIn("huf.ai.search_log.storing.store", frappe.get_hooks("huf_watchdog"))
		word = f"leave {frappe.generate_hash(length=10)}"
		knowledge_search(word, self.known.name)
		storing.store()
		with own_transaction():
			(row,) = frappe.get_all(LOG, {"question": word}, ["name", "own_only"])
			# The source of the test is not committed, so nobody can be asked for the right to it.
			self.assertEqual(row.own_only, 1)
			frappe.db.delete(LOG, {"name": row.name})
			frappe.db.delete("Knowledge Search Source", {"parent": row.name})
