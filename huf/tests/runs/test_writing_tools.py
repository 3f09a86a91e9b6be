"""Changes that an agent proposes: what it may propose, what the person is shown, and that only their word writes it, once."""

import json
from typing import Any
from unittest.mock import patch

import frappe
from frappe.utils import add_to_date

from huf.ai.agent_integration import confirm_proposal, decline_proposal, get_run, run_agent_sync
from huf.ai.runs.background import make_queued_run
from huf.ai.runs.keeping.rows import start_run
from huf.ai.runs.prompt.history import history_of
from huf.ai.runs.tools.proposals import MOST_PROPOSALS, expire_proposals
from huf.ai.writing.allowed import refusal
from huf.patches import let_allowed_tools_run
from huf.tests.agent_site import delete_runs, model_of, model_server, stored_run
from huf.tests.base import CommittingTestCase
from huf.tests.factories import make_agent, make_user
from huf.tests.runs.test_agent_tools import HOOKS, SEEN
from huf.tests.writing_doctypes import (
	BOSS,
	CLIENT,
	READER,
	STEP,
	TASK,
	WRITER,
	drop_doctypes,
	make_doctypes,
	make_task,
)

WRITES, BOSSES, READS = "writing-writer@example.com", "writing-boss@example.com", "writing-reader@example.com"
FIELDS = "subject\npriority\ndue\nclient\ndetails\nnote\nbudget\nsteps.what\nsteps.hours\nsteps.rate"
LISTED = {
	"document_type": TASK,
	"may_create": 1,
	"may_update": 1,
	"may_comment": 1,
	"may_assign": 1,
	"settable_fields": FIELDS,
}


class WritingTestCase(CommittingTestCase):
	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		drop_doctypes()  # of a run that was killed
		make_doctypes()
		make_user(WRITES, "Knowledge User", WRITER)
		make_user(BOSSES, "Knowledge User", WRITER, BOSS)
		make_user(READS, "Knowledge User", READER)
		cls.agent = make_agent(writable=[dict(LISTED)])
		cls.other = make_agent()
		frappe.db.commit()

	@classmethod
	def tearDownClass(cls) -> None:
		frappe.set_user("Administrator")
		frappe.db.rollback()
		for agent in (cls.agent, cls.other):
			frappe.delete_doc("Agent", agent.name, force=True)
		drop_doctypes()
		for user in (WRITES, BOSSES, READS):
			frappe.db.delete("ToDo", {"allocated_to": user})
			frappe.delete_doc("User", user, force=True)
		frappe.db.commit()
		super().tearDownClass()

	def tearDown(self) -> None:
		frappe.set_user("Administrator")
		frappe.db.rollback()
		delete_runs(self.agent.name, self.other.name)
		for doctype in (TASK, STEP, CLIENT):
			frappe.db.delete(doctype)
		frappe.db.delete("Comment", {"reference_doctype": TASK})
		frappe.db.delete("ToDo", {"reference_type": TASK})
		frappe.db.delete("User Permission", {"user": WRITES})
		frappe.db.commit()
		frappe.clear_cache(user=WRITES)
		super().tearDown()

	def drop(self, agent: str) -> None:
		"""Take an agent of one test away."""
		frappe.set_user("Administrator")
		delete_runs(agent)
		frappe.delete_doc("Agent", agent, force=True)
		frappe.db.commit()

	def played(self, *calls: tuple[str, Any], user: str = WRITES, agent: Any = None, **run: Any) -> Any:
		"""The row of a run in which the model makes these calls, and what it was told of each."""
		agent = agent or self.agent
		with model_of(
			agent, *(model_server.calls(call) for call in calls), model_server.answer("I propose it.")
		) as server:
			# A model's address is what the run reads by its own connection, too.
			frappe.db.commit()
			result = run_agent_sync(agent.name, run.pop("prompt", "Do it."), user=user, **run)
		self.bodies = server.bodies
		self.told = [m["content"] for m in server.bodies[-1]["messages"] if m["role"] == "tool"]
		frappe.db.commit()  # the row is of another connection; what was read before this did not have it
		return stored_run(result.run)

	def proposed(self, tool: str, user: str = WRITES, agent: Any = None, **arguments: Any) -> Any:
		"""The row of a run that proposes one change; fails if it does not."""
		row = self.played((tool, {"doctype": TASK, **arguments}), user=user, agent=agent)
		self.assertEqual(len(row.proposals), 1, (self.told, row.knowledge_notes))
		return row

	def refused(self, tool: str, user: str = WRITES, **arguments: Any) -> str:
		"""What the model is told of a call that proposes nothing."""
		row = self.played((tool, {"doctype": TASK, **arguments}), user=user)
		self.assertEqual([], row.proposals, self.told)
		return json.loads(self.told[0])["error"]

	def confirmed(self, row: Any, user: str | None = None) -> dict[str, Any]:
		"""What the person is answered who confirms the first proposal as they see it; committed, as a request is."""
		with self.acting_as(user or row.user):
			seen = get_run(row.name)["proposals"][0]
			found = confirm_proposal(row.name, 1, seen["as_of"])
			frappe.db.commit()
		return found


class TestProposing(WritingTestCase):
	def test_a_call_writes_nothing_and_is_shown_in_words(self) -> None:
		"""A new value stands beside the old one; the record is as it was, and the model hears that it waits."""
		client = frappe.get_doc({"doctype": CLIENT, "client_name": "Acme & Co"}).insert()
		task = make_task("Call Ada", due="2026-01-31")
		values = {"priority": "high", "due": "2026-02-28", "client": "Acme & Co", "details": "a\n<i>b</i>"}
		row = self.proposed("update_record", name=task.name, values=values)
		self.assertEqual(frappe.db.get_value(TASK, task.name, ["priority", "client"]), ("Low", None))
		proposal = row.proposals[0]
		self.assertEqual((proposal.state, proposal.number, row.untrusted_text), ("Proposed", 1, 0))
		self.assertEqual(proposal.heading, f"{TASK}: Call Ada · {task.name}")
		shown = {one["label"]: (one["old"], one["new"]) for one in json.loads(proposal.changes)}
		self.assertEqual(shown["Priority"], ("Low", "High"))
		self.assertEqual(shown["Details"], ("", "a\n<i>b</i>"))
		self.assertEqual(shown["Client"][1], f"Acme & Co · {client.name}")
		self.assertNotEqual(*shown["Due"])
		self.assertEqual(json.loads(self.told[0])["proposed"], 1)
		self.assertIn("Nothing was written", self.told[0])
		self.assertNotIn("Call Ada", self.told[0])

	def test_default_is_no_tool_at_all(self) -> None:
		"""An agent without a list offers none, and what its model calls all the same does not exist."""
		row = self.played(("create_record", {"doctype": TASK, "values": {"subject": "x"}}), agent=self.other)
		self.assertNotIn("tools", self.bodies[0])
		self.assertEqual(([], 0), (row.proposals, frappe.db.count(TASK)))

	def test_what_is_offered_is_what_the_user_may(self) -> None:
		"""Tools, DocTypes and fields are those of the list that this user has the right to."""

		def offered(user: str) -> dict[str, str]:
			self.played(user=user)
			tools = [tool["function"] for tool in self.bodies[0].get("tools") or []]
			return {tool["name"]: tool["description"] for tool in tools}

		writer, boss = offered(WRITES), offered(BOSSES)
		self.assertEqual(set(offered(READS)), {"add_comment", "assign_to"})
		self.assertEqual(set(writer), {"add_comment", "assign_to", "create_record", "update_record"})
		self.assertIn("budget", boss["update_record"])
		self.assertNotIn("budget", writer["update_record"])
		self.assertNotIn("steps.rate", writer["create_record"])

	def test_nothing_beyond_the_list(self) -> None:
		"""Another DocType, an unlisted field, one above the user's level and one that is not there sound alike."""
		task = make_task("Call Ada")
		for doctype in ("User", "Server Script", CLIENT, "No Such"):
			row = self.played(("create_record", {"doctype": doctype, "values": {"enabled": 1}}))
			self.assertEqual([], row.proposals)
		said = [
			self.refused("update_record", name=task.name, values={name: "1"}).replace(name, "…")
			for name in ("budget", "raw", "score", "docstatus", "owner", "name", "nothing")
		]
		self.assertEqual(len(set(said)), 1, said)
		self.assertIn(
			"steps", self.refused("update_record", name=task.name, values={"steps": [{"what": "x"}]})
		)
		row = self.played(
			("update_record", {"doctype": TASK, "name": task.name, "values": {"subject": "x"}, "user": "Eve"})
		)
		self.assertEqual([], row.proposals)

	def test_hidden_is_like_gone(self) -> None:
		"""A record and a linked record that the user may not read are refused in the words for what is not there."""
		seen, hidden = make_task("Seen"), make_task("Hidden")
		client = frappe.get_doc({"doctype": CLIENT, "client_name": "Zebra"}).insert()
		for doctype, allowed in ((TASK, seen.name), (CLIENT, "none")):
			if doctype == CLIENT:
				other = frappe.get_doc({"doctype": CLIENT, "client_name": "Other"}).insert()
				allowed = other.name
			frappe.get_doc(
				{"doctype": "User Permission", "user": WRITES, "allow": doctype, "for_value": allowed}
			).insert()
		frappe.db.commit()
		told = []
		for tool, more in (
			("update_record", {"values": {"subject": "x"}}),
			("add_comment", {"text": "x"}),
			("assign_to", {"user": READS, "description": "x"}),
		):
			for name in (hidden.name, "gone"):
				row = self.played((tool, {"doctype": TASK, "name": name, **more}))
				self.assertEqual([], row.proposals)
				told.append(json.loads(self.told[0])["error"].replace(name, "…"))
		self.assertEqual(len(set(told)), 1, told)
		for one in ("Zebra", client.name, "Nobody"):
			why = self.refused("create_record", values={"subject": "x", "client": one})
			self.assertIn(f"“{one}” is not the name or title of exactly one {CLIENT}", why)

	def test_values_are_checked(self) -> None:
		"""What the field cannot hold, HTML, and what is required and missing are refused in words for the model."""
		for values, said in (
			({"priority": "high"}, "required: subject"),
			({"subject": "x", "priority": "Huge"}, "none of its options"),
			({"subject": "x", "due": "soon"}, "no date"),
			({"subject": "<img src=x onerror=alert(1)>"}, "without HTML"),
			({"subject": "x" * 141}, "at most 140"),
			({"subject": {"a": 1}}, "one value"),
			({"subject": "x", "steps": "no rows"}, "rows"),
			({"subject": "x", "steps": [{"what": "a", "rate": 5}]}, "no field"),
			({"subject": "x", "steps": [{"what": "a", "parent": "other"}]}, "no field"),
		):
			self.assertIn(said, self.refused("create_record", values=values))

	def test_what_a_form_would_refuse(self) -> None:
		"""A submitted record takes what may change after submission, a cancelled one nothing, and a reader changes nothing."""
		task = make_task("Call Ada")
		task.submit()
		frappe.db.commit()
		self.assertIn(
			"after submission", self.refused("update_record", name=task.name, values={"subject": "x"})
		)
		self.proposed("update_record", name=task.name, values={"note": "x"})
		task.cancel()
		frappe.db.commit()
		self.assertIn("cancelled", self.refused("update_record", name=task.name, values={"note": "y"}))
		self.assertIn(
			"values already", self.refused("update_record", name=make_task("a").name, values={"subject": "a"})
		)

	def test_assignment_gives_no_rights(self) -> None:
		"""Whoever may not read the record, is switched off or does not exist cannot be assigned; Frappe would share it with them."""
		task = make_task("Call Ada")
		stranger = make_user("writing-stranger@example.com", "Knowledge User")
		self.addCleanup(frappe.delete_doc, "User", stranger, force=True)
		frappe.db.commit()
		told = [
			self._assign(task.name, who).replace(who, "…") for who in (stranger, "gone@example.com", "Guest")
		]
		self.assertEqual(len(set(told)), 1, told)

	def _assign(self, name: str, who: str) -> str:
		row = self.played(("assign_to", {"doctype": TASK, "name": name, "user": who, "description": "x"}))
		self.assertEqual([], row.proposals)
		return json.loads(self.told[0])["error"]

	def test_limits(self) -> None:
		"""A run proposes a few changes of a readable size."""
		calls = [("create_record", {"doctype": TASK, "values": {"subject": f"T{n}"}}) for n in range(6)]
		agent = make_agent(writable=[dict(LISTED)], iteration_limit=8)
		self.addCleanup(self.drop, agent.name)
		row = self.played(*calls, agent=agent)
		self.assertEqual(len(row.proposals), MOST_PROPOSALS)
		self.assertIn("At most", self.told[-1])
		self.assertIn(
			"at most", self.refused("create_record", values={"subject": "x", "details": "y" * 10_001})
		)

	def test_run_that_fails_proposes_nothing(self) -> None:
		"""Of a run without an answer no proposal is left, and its notes say so."""
		call = model_server.calls(("create_record", {"doctype": TASK, "values": {"subject": "x"}}))
		with model_of(self.agent, call, model_server.error(401, "no")):
			frappe.db.commit()
			result = run_agent_sync(self.agent.name, "Do it.", user=WRITES)
		row = stored_run(result.run)
		self.assertEqual((row.status, row.proposals, result.proposals), ("Failed", [], ()))
		self.assertIn("dropped", row.knowledge_notes)


class TestToolsOfApps(WritingTestCase):
	def setUp(self) -> None:
		super().setUp()
		SEEN.clear()
		get_hooks = frappe.get_hooks

		def with_tools(hook: Any = None, *rest: Any, **options: Any) -> Any:
			return HOOKS if hook == "huf_agent_tools" else get_hooks(hook, *rest, **options)

		self.enterContext(patch("huf.ai.runs.tools.offered.frappe.get_hooks", side_effect=with_tools))
		self.tooled = self.with_tool()

	def with_tool(self, **values: Any) -> Any:
		"""An agent whose tool waits for the person; it goes when the test ends."""
		agent = make_agent(tools=[{"tool": "make_todo"}], **values)
		self.addCleanup(self.drop, agent.name)
		return agent

	def test_a_call_waits_for_the_person(self) -> None:
		"""A tool that writes is proposed with its arguments, not run; confirmed, it runs once, as the person."""
		row = self.played(("make_todo", {"description": "Call Ada <b>"}), agent=self.tooled)
		self.assertEqual((SEEN, row.untrusted_text), ([], 0))
		shown = [{"label": "description", "old": "", "new": "Call Ada <b>"}]
		self.assertEqual(json.loads(row.proposals[0].changes), shown)
		found = [self.confirmed(row) for _ in range(2)]
		self.assertEqual(SEEN, [(WRITES, WRITES, self.tooled.name)])
		self.assertEqual([one["state"] for one in found], ["Done", "Done"])
		self.assertIn(f'"owner": "{WRITES}"', found[0]["message"])

	def test_tool_that_is_gone_or_fails(self) -> None:
		"""A tool whose app is gone is not run by a confirmation; what one wrote before it refused is undone."""
		gone = self.played(("make_todo", {"description": "Call Ada"}), agent=self.tooled)
		with patch.dict(HOOKS, clear=True):
			self.assertEqual(self.confirmed(gone)["state"], "Failed")
		self.assertEqual(SEEN, [])
		fails = self.confirmed(self.played(("make_todo", {"description": "fail"}), agent=self.tooled))
		self.assertEqual((fails["state"], fails["message"]), ("Failed", "No more ToDos today."))
		self.assertFalse(frappe.db.exists("ToDo", {"description": "fail"}))

	def test_arguments_that_do_not_conform_are_not_proposed(self) -> None:
		"""The model is told at once what is wrong with its call."""
		row = self.played(("make_todo", {}), agent=self.tooled)
		self.assertEqual([], row.proposals)
		self.assertIn("do not conform", self.told[0])

	def test_update_keeps_what_was_allowed(self) -> None:
		"""The patch lets tools run at once where the agent said that they may be used beside texts of others, and nowhere else."""
		allowed = self.with_tool(allow_writing_tools=1)
		for _ in range(2):
			let_allowed_tools_run.execute()
		found = [
			frappe.get_doc("Agent", one.name).tools[0].without_confirmation for one in (allowed, self.tooled)
		]
		self.assertEqual(found, [1, 0])


class TestUntrusted(WritingTestCase):
	def test_none_beside_texts_of_others(self) -> None:
		"""In a step that holds text of others no tool is offered, and one that is called is refused."""
		call = ("create_record", {"doctype": TASK, "values": {"subject": "Pay Eve"}})
		with patch("huf.ai.runs.one_run.OneRun.has_untrusted_text", return_value=True):
			row = self.played(call)
		self.assertNotIn("create_record", json.dumps(self.bodies[0].get("tools")))
		self.assertEqual([], row.proposals)
		self.assertIn("create_record: not now", row.knowledge_notes)


class TestConfirming(WritingTestCase):
	def test_each_tool_writes_what_was_shown(self) -> None:
		"""Confirmed, each change is the person's own, and the run says what was written where."""
		values = {"subject": "New", "details": "a <b>", "steps": [{"what": "dig", "hours": 2}]}
		made = self.confirmed(self.proposed("create_record", values=values))
		task = frappe.get_doc(TASK, made["name"])
		self.assertEqual((made["state"], task.owner, task.steps[0].hours), ("Done", WRITES, 2))
		self.assertEqual(task.details, "<p>a &lt;b&gt;</p>")
		changed = self.confirmed(self.proposed("update_record", name=task.name, values={"priority": "High"}))
		task.reload()
		self.assertEqual((changed["state"], task.priority, task.modified_by), ("Done", "High", WRITES))
		self.confirmed(self.proposed("add_comment", name=task.name, text="Done & <script>dusted"))
		comment = frappe.get_last_doc("Comment", {"reference_name": task.name, "comment_type": "Comment"})
		self.assertEqual((comment.owner, comment.comment_email), (WRITES, WRITES))
		self.assertNotIn("<script", comment.content)
		assign = {"description": "Look", "date": "2026-12-01"}
		row = self.played(("assign_to", {"doctype": TASK, "name": task.name, "user": READS, **assign}))
		self.confirmed(row)
		todo = frappe.get_last_doc("ToDo", {"reference_name": task.name})
		self.assertEqual((todo.allocated_to, todo.assigned_by, str(todo.date)), (READS, WRITES, "2026-12-01"))
		self.assertFalse(frappe.db.exists("DocShare", {"share_name": task.name}))

	def test_only_once(self) -> None:
		"""A second click, a retry and a decline afterwards change nothing and tell what was done."""
		row = self.proposed("create_record", values={"subject": "Once"})
		first, second = self.confirmed(row), self.confirmed(row)
		with self.acting_as(WRITES):
			third = decline_proposal(row.name, 1)
		self.assertEqual(first, second)
		self.assertEqual((third["state"], frappe.db.count(TASK)), ("Done", 1))

	def test_declined_stays_declined(self) -> None:
		"""A no is final."""
		row = self.proposed("create_record", values={"subject": "Never"})
		with self.acting_as(WRITES):
			self.assertEqual(decline_proposal(row.name, 1)["state"], "Declined")
			frappe.db.commit()
		self.assertEqual((self.confirmed(row)["state"], frappe.db.count(TASK)), ("Declined", 0))

	def test_changed_record_is_shown_again(self) -> None:
		"""A record that was changed since is not written; the proposal says what would change now, and that can be confirmed."""
		task = make_task("Call Ada")
		row = self.proposed("update_record", name=task.name, values={"priority": "High"})
		before = row.proposals[0].as_of
		task.update({"priority": "Medium"}).save()
		frappe.db.commit()
		shown = self.confirmed(row)
		self.assertEqual((shown["state"], shown["changes"][0]["old"]), ("Proposed", "Medium"))
		self.assertIn("changed since", shown["message"])
		self.assertEqual(frappe.db.get_value(TASK, task.name, "priority"), "Medium")
		with self.acting_as(WRITES):
			# A window that still shows the old state writes nothing.
			self.assertEqual(confirm_proposal(row.name, 1, before)["state"], "Proposed")
		self.assertEqual(self.confirmed(row)["state"], "Done")
		self.assertEqual(frappe.db.get_value(TASK, task.name, "priority"), "High")

	def test_nobody_else_confirms(self) -> None:
		"""Not another user, not Administrator, not a program with a key, not in the user's name, not a run."""
		row = self.proposed("create_record", values={"subject": "x"})
		for user in (BOSSES, "Administrator", "Guest"):
			for decide in (confirm_proposal, decline_proposal):
				with self.acting_as(user), self.assertRaises(frappe.PermissionError):
					decide(row.name, 1)
		with self.acting_as(WRITES):
			with (
				patch.object(frappe.local, "request", object(), create=True),
				self.assertRaisesRegex(frappe.PermissionError, "API key"),
			):
				confirm_proposal(row.name, 1)
			frappe.session.data["impersonated_by"] = "Administrator"
			with self.assertRaisesRegex(frappe.PermissionError, "in their name"):
				confirm_proposal(row.name, 1)
			del frappe.session.data["impersonated_by"]
			frappe.flags.huf_in_agent_run = True
			self.addCleanup(frappe.flags.pop, "huf_in_agent_run", None)
			with self.assertRaises(frappe.PermissionError):
				decline_proposal(row.name, 1)
		self.assertEqual((stored_run(row.name).proposals[0].state, frappe.db.count(TASK)), ("Proposed", 0))

	def test_rights_are_asked_anew(self) -> None:
		"""A right, a listed field, the tool or the agent that is gone by now: nothing is written, and the proposal says why."""
		task = make_task("Call Ada")

		def without_role() -> None:
			make_user(WRITES, "Knowledge User", READER)

		def without_field() -> None:
			frappe.db.set_value(
				"Agent Writable DocType", {"parent": self.agent.name}, "settable_fields", "due"
			)

		def without_tool() -> None:
			frappe.db.set_value("Agent Writable DocType", {"parent": self.agent.name}, "may_update", 0)

		def without_agent() -> None:
			frappe.db.set_value("Agent", self.agent.name, "disabled", 1)

		def restore() -> None:
			make_user(WRITES, "Knowledge User", WRITER)
			row = {"settable_fields": FIELDS, "may_update": 1}
			frappe.db.set_value("Agent Writable DocType", {"parent": self.agent.name}, row)
			frappe.db.set_value("Agent", self.agent.name, "disabled", 0)
			frappe.clear_document_cache("Agent", self.agent.name)
			frappe.db.commit()

		self.addCleanup(restore)
		for number, take_away in enumerate((without_role, without_field, without_tool, without_agent)):
			restore()
			row = self.proposed("update_record", name=task.name, values={"priority": "High"})
			take_away()
			frappe.clear_document_cache("Agent", self.agent.name)
			frappe.db.commit()
			found = self.confirmed(row)
			self.assertEqual((found["state"], bool(found["message"])), ("Failed", True), number)
			self.assertEqual(frappe.db.get_value(TASK, task.name, "priority"), "Low")

	def test_failure_leaves_nothing_half_done(self) -> None:
		"""What the record's own code refuses or breaks writes nothing, is kept with its reason, and is final."""
		for error, raised in (
			(frappe.ValidationError("<b>Not</b> today."), False),
			(RuntimeError("bug"), True),
		):
			row = self.proposed("create_record", values={"subject": "x"})

			def fail(doc: Any, error: Exception = error) -> None:
				if doc.doctype != TASK:
					return
				frappe.get_doc({"doctype": "ToDo", "description": "half done"}).insert(
					ignore_permissions=True
				)
				raise error

			with patch(
				"frappe.model.document.Document.run_post_save_methods", autospec=True, side_effect=fail
			):
				if raised:
					with self.assertRaises(RuntimeError):
						self.confirmed(row)
				else:
					self.assertEqual(self.confirmed(row)["message"], "Not today.")
			frappe.set_user("Administrator")
			self.assertEqual(stored_run(row.name).proposals[0].state, "Failed")
			self.assertEqual(
				(frappe.db.count(TASK), frappe.db.count("ToDo", {"description": "half done"})), (0, 0)
			)
			self.assertEqual(self.confirmed(row)["state"], "Failed")

	def test_they_expire(self) -> None:
		"""After a week nothing can be confirmed, before the daily sweep and after it."""
		row = self.proposed("create_record", values={"subject": "x"})
		old = {"creation": add_to_date(None, days=-8)}
		frappe.db.set_value("Agent Run Proposal", row.proposals[0].name, old, update_modified=False)
		frappe.db.commit()
		self.assertEqual((self.confirmed(row)["state"], frappe.db.count(TASK)), ("Expired", 0))
		expire_proposals()
		frappe.db.commit()
		self.assertEqual(stored_run(row.name).proposals[0].state, "Expired")

	def test_next_turn_knows_what_became_of_it(self) -> None:
		"""The model reads in the conversation whether its proposal was confirmed, and nothing of the record."""
		from huf.ai.runs.keeping.access import new_conversation

		talk = new_conversation(self.agent.name, WRITES, "Do it.")
		self.addCleanup(frappe.delete_doc, "Agent Conversation", talk, force=True)
		self.addCleanup(delete_runs, self.agent.name)
		row = self.played(
			("create_record", {"doctype": TASK, "values": {"subject": "Zebra"}}), in_conversation=talk
		)
		self.confirmed(row)
		said = history_of(talk, "", 3000).messages[-1]["content"]
		self.assertIn("1 (create_record): Done", said)
		self.assertNotIn("Zebra", said)


class TestUnwatched(WritingTestCase):
	def test_user_of_a_triggered_run_is_notified(self) -> None:
		"""A run that a trigger started leaves its proposals, and its user a link to them; nobody else."""
		call = model_server.calls(("create_record", {"doctype": TASK, "values": {"subject": "x"}}))
		with model_of(self.agent, call, model_server.answer("I propose it.")):
			frappe.db.commit()
			fields = {"status": "Queued", "agent_trigger": "Each morning"}
			name = start_run(self.agent.name, WRITES, "Do it.", self.agent.model, **fields)
			with patch("huf.ai.runs.background._tell_trigger"):
				make_queued_run(name)
		frappe.set_user("Administrator")
		frappe.db.commit()
		self.assertEqual([one.state for one in stored_run(name).proposals], ["Proposed"])
		found = frappe.get_all(
			"Notification Log", filters={"document_name": name}, fields=["for_user", "subject"]
		)
		frappe.db.delete("Notification Log", {"document_name": name})
		self.assertEqual([one.for_user for one in found], [WRITES])
		self.assertIn(self.agent.name, found[0].subject)


class TestList(WritingTestCase):
	def test_what_can_never_be_listed(self) -> None:
		"""Rights, code, settings, traces and huf's own DocTypes are refused with the reason, and so is what acts on DocTypes."""
		for doctype in (
			*("User", "Role", "DocPerm", "Custom DocPerm", "User Permission", "DocShare", "Server Script"),
			*(
				"Client Script",
				"Custom Field",
				"Property Setter",
				"DocType",
				"Report",
				"System Settings",
				"File",
			),
			*(
				"Workflow",
				"Notification",
				"Webhook",
				"Email Account",
				"Comment",
				"Version",
				"Scheduled Job Type",
			),
			*("Agent", "Agent Run", "Agent Settings", "AI Provider", "AI Model", "Knowledge Source", STEP),
		):
			self.assertTrue(refusal(frappe.get_meta(doctype)), doctype)
			with self.assertRaises(frappe.ValidationError, msg=doctype):
				make_agent(writable=[{**LISTED, "document_type": doctype, "settable_fields": "name"}])
		for doctype in ("ToDo", "Event", "Note", TASK):
			self.assertEqual("", refusal(frappe.get_meta(doctype)))

	def test_what_a_doctype_holds_decides(self) -> None:
		"""Code, passwords, roles, and a field that names a whole DocType keep a site's own DocType out as well."""
		for kind, options in (
			*(("Code", "Python"), ("HTML Editor", ""), ("Password", ""), ("Link", "Role")),
			*(("Table", "Has Role"), ("Link", "DocType")),
		):
			meta = frappe.get_meta(TASK, cached=False)
			meta.fields = [*meta.fields, frappe._dict(fieldname="odd", fieldtype=kind, options=options)]
			self.assertIn("odd", refusal(meta), kind)
		shut = frappe._dict(fieldname="odd", fieldtype="Code", options="", read_only=1)
		meta.fields = [*meta.fields[:-1], shut]
		self.assertEqual("", refusal(meta))

	def test_lists_that_make_no_sense(self) -> None:
		"""A field that no agent can set, a list without fields or without anything to do, and a DocType twice are refused."""
		for row, said in (
			({"settable_fields": "raw"}, "which no agent can set"),
			({"settable_fields": "score"}, "read only"),
			({"settable_fields": "nothing"}, "no field"),
			({"settable_fields": "steps.parent"}, "no field"),
			({"settable_fields": ""}, "list the fields"),
			({"may_create": 0, "may_update": 0, "may_comment": 0, "may_assign": 0}, "say what"),
		):
			with self.assertRaisesRegex(frappe.ValidationError, said):
				make_agent(writable=[{**LISTED, **row}])
		with self.assertRaisesRegex(frappe.ValidationError, "twice"):
			make_agent(writable=[dict(LISTED), dict(LISTED)])

	def test_the_list_is_for_managers(self) -> None:
		"""Who runs the agent neither reads nor writes its list, and no rows of it."""
		with self.acting_as(WRITES):
			self.assertEqual([], frappe.get_list("Agent Writable DocType", parent_doctype="Agent"))
			with self.assertRaises(frappe.PermissionError):
				doc = frappe.get_doc("Agent", self.agent.name)
				doc.save()

	def test_proposals_are_their_users(self) -> None:
		"""Nobody else lists or reads the proposals of a run; its user cannot change them either."""
		row = self.proposed("create_record", values={"subject": "x"})
		for user, count in ((WRITES, 1), (BOSSES, 0)):
			with self.acting_as(user):
				found = frappe.get_list(
					"Agent Run Proposal", parent_doctype="Agent Run", filters={"parent": row.name}
				)
				self.assertEqual(len(found), count)
		with self.acting_as(WRITES), self.assertRaises(frappe.PermissionError):
			run = frappe.get_doc("Agent Run", row.name)
			run.proposals[0].arguments = "{}"
			run.save()
