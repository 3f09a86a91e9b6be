"""Triggers: what a save leaves, what the job makes of it as a named user, runs by the clock, and what happens when they fail."""

import json
from contextlib import ExitStack
from typing import Any
from unittest.mock import patch

import frappe
from frappe.utils import add_to_date, get_datetime, now_datetime

from huf.ai.runs.background import make_queued_run
from huf.ai.site import queueing
from huf.ai.site.database.transactions import own_transaction
from huf.ai.triggers import events, firing, following, notes, view
from huf.ai.triggers.record import note_end
from huf.tests import site_records
from huf.tests.agent_site import model_of, model_server, runs_of, stored_run
from huf.tests.base import CommittingTestCase
from huf.tests.factories import make_user
from huf.tests.runs.test_agent_runs import LEAVE, OTHER, USER, AgentTestCase

MANAGER = "agent-manager@example.com"
SYSTEM = "agent-system@example.com"
SECRET = "the merger is called Heron"
OPENED = "doc.status == 'Open' and (not before or before.status != 'Open')"


def stored_notes() -> list[Any]:
	"""The notes in this transaction."""
	return frappe.db.sql(f"select * from `{notes.TABLE}` order by creation", as_dict=True)


class TriggerTestCase(AgentTestCase):
	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		make_user(MANAGER, "Knowledge Manager")
		make_user(SYSTEM, "System Manager")

	def setUp(self) -> None:
		super().setUp()
		self.jobs: list[dict[str, Any]] = []
		self.enterContext(patch("huf.ai.triggers.firing.enqueue", side_effect=self.keep))

	def keep(self, method: str, **job: Any) -> None:
		"""Remember a job instead of queueing it."""
		self.jobs.append({"method": method, **job})

	def trigger(self, agent: Any, **values: Any) -> Any:
		"""A trigger for ToDos that are made, unless told otherwise."""
		return frappe.get_doc(
			{
				"doctype": "Agent Trigger",
				"trigger_name": f"Trigger {frappe.generate_hash(length=8)}",
				"agent": agent.name,
				"run_as": USER,
				"kind": "Document Event",
				"reference_doctype": "ToDo",
				"doc_event": "New",
				"prompt": "Sort this: {{ doc.description }}",
				**values,
			}
		).insert()

	def todo(self, text: str = "Leave of Ada", **values: Any) -> Any:
		"""A ToDo that USER may read."""
		return frappe.get_doc(
			{"doctype": "ToDo", "description": text, "allocated_to": USER, **values}
		).insert(ignore_permissions=True)

	def committed(self) -> list[dict[str, Any]]:
		"""What a commit now would queue. The test's own changes stay uncommitted."""
		callbacks = frappe.db.after_commit._functions
		for callback in list(callbacks):
			if getattr(callback, "__module__", "").startswith("huf.ai.triggers.firing"):
				callback()
				callbacks.remove(callback)
		return self.jobs

	def follow(self) -> list[str]:
		"""Do the job that follows the notes, in the test's transaction; the prompts of all triggered runs by now."""
		with ExitStack() as stack:
			for method in ("commit", "rollback"):
				stack.enter_context(patch.object(frappe.local.db, method))
			stack.enter_context(patch("huf.ai.site.queueing.queue_triggers"))
			following.follow_notes()
		self.assertEqual(frappe.session.user, "Administrator")
		return [run.prompt for agent in self.agents for run in runs_of(agent)]

	def fire(self, job: dict[str, Any]) -> str | None:
		"""Do the job of a scheduled trigger as a worker does."""
		values = {key: value for key, value in job.items() if key not in ("method", "queue", "job_id")}
		try:
			return frappe.get_attr(job["method"])(**values)
		finally:
			frappe.set_user("Administrator")


class TestSaving(TriggerTestCase):
	"""What happens in the request of whoever saves: a note, and nothing else."""

	def test_fifty_triggers_are_one_note_and_nothing_is_evaluated(self) -> None:
		"""A save asks no condition, no prompt and no right, and writes one row, however many triggers want to know."""
		agent = self.agent()
		for _ in range(50):
			self.trigger(agent, condition="doc.status == 'Open'", prompt="Look.")
		with (
			patch("huf.ai.triggers.expressions.holds", side_effect=AssertionError),
			patch("huf.ai.triggers.expressions.render_prompt", side_effect=AssertionError),
			patch("huf.ai.triggers.view.get_permitted_fields", side_effect=AssertionError),
		):
			todo = self.todo()
		(note,) = stored_notes()
		self.assertEqual(
			(note.reference_doctype, note.reference_name, note.event), ("ToDo", todo.name, "New")
		)
		self.assertIsNone(note.state_before)
		self.assertEqual(self.follow(), ["Look."] * 50)
		self.assertEqual(stored_notes(), [])

	def test_one_note_for_a_document_and_event_and_transaction(self) -> None:
		"""Two saves in a transaction are one note with the state before the first, and one job."""
		self.trigger(self.agent(), doc_event="Save", condition="before.status != doc.status")
		todo = self.todo()
		self.assertEqual(stored_notes(), [])
		for status in ("Closed", "Cancelled"):
			todo.status = status
			todo.save(ignore_permissions=True)
		(note,) = stored_notes()
		self.assertEqual(json.loads(note.state_before)["fields"], {"status": "Open"})
		queued = [job for job in frappe.db.after_commit._functions if job is events.queue]
		self.assertEqual(len(queued), 1)

	def test_what_is_undone_leaves_no_note(self) -> None:
		"""A save whose savepoint is rolled back leaves no note, and the next save of the transaction leaves its own."""
		self.trigger(self.agent(), doc_event="Save")
		todo = self.todo()
		frappe.db.savepoint("attempt")
		todo.priority = "High"
		todo.save(ignore_permissions=True)
		self.assertEqual(len(stored_notes()), 1)
		frappe.db.rollback(save_point="attempt")
		self.assertEqual(stored_notes(), [])
		todo.reload()
		todo.priority = "Low"
		todo.save(ignore_permissions=True)
		self.assertEqual(len(stored_notes()), 1)

	def test_what_is_kept_of_the_state_before(self) -> None:
		"""Only fields that conditions name are kept, of tables too; no password, and of long values only that they are long."""
		agent = self.agent()
		self.trigger(agent, doc_event="Save", condition="before.description != doc.description")
		self.trigger(agent, doc_event="Save", condition="before.status == 'Open'")
		self.trigger(agent, doc_event="Save", condition="doc.priority == 'High'")
		for text, kept in (("short", "short"), ("x" * 20_000, {"too_long": 1})):
			todo = self.todo(text)
			todo.status = "Closed"
			todo.save(ignore_permissions=True)
			note = stored_notes()[-1]
			told = json.loads(note.state_before)
			self.assertEqual(told, {"fields": {"description": kept, "status": "Open"}, "rights": True})
		user = frappe.get_doc("User", USER)
		names = ("roles", "role", "new_password", "api_secret", "enabled", "no_such_field", "delete")
		self.assertEqual(view.kept_before(user, names), {"enabled": 1, "roles": [{"role": "Knowledge User"}]})
		with patch.object(view, "MOST_KEPT_ROWS", 0):
			self.assertEqual(view.kept_before(user, ["roles"]), {"roles": {"too_long": 1}})
		with patch.object(view, "MOST_KEPT_TOGETHER", 30):
			self.assertEqual(
				view.kept_before(user, ["email", "name"]), {"email": USER, "name": {"too_long": 1}}
			)

	def test_what_is_kept_to_tell_who_might_read_it(self) -> None:
		"""Of a DocType without Versions the short values of the document and what its rows link to; neither passwords nor keys, and not without end."""
		user = frappe.get_doc("User", USER)
		user.update({"api_key": "k", "bio": "x" * 200})
		with patch.object(user.meta, "track_changes", 0):
			rights = view.kept_state(user, [])["rights"]
			self.assertEqual((rights["owner"], rights["name"]), (user.owner, USER))
			self.assertEqual(rights["roles"], [{"role": "Knowledge User"}])
			self.assertFalse(rights.keys() & {"api_key", "api_secret", "new_password", "bio"})
			with patch.object(view, "MOST_KEPT_ROWS", 0):
				self.assertIs(view.kept_state(user, [])["rights"], False)

	def test_a_save_never_fails_for_a_trigger(self) -> None:
		"""Whatever goes wrong with the note, the document is saved; only a deadlock, which undid all of it, is passed on."""
		self.trigger(self.agent())
		for error in (frappe.db.ProgrammingError("no table"), ValueError("x"), frappe.QueryTimeoutError("y")):
			with patch("huf.ai.triggers.notes.write", side_effect=error):
				self.assertTrue(frappe.db.exists("ToDo", self.todo().name))
		with patch("huf.ai.triggers.notes.write", side_effect=frappe.QueryDeadlockError):
			self.assertRaises(frappe.QueryDeadlockError, self.todo)

	def test_what_leaves_no_note(self) -> None:
		"""Imports, migrations, what a run changes, and events that no enabled trigger wants."""
		self.trigger(self.agent(), doc_event="Save")
		self.trigger(self.agent(), disabled=1)
		self.todo()
		for flag in (*events.NOT_WHILE, events.IN_RUN):
			todo = self.todo()
			frappe.flags[flag] = True
			try:
				todo.save(ignore_permissions=True)
			finally:
				frappe.flags.pop(flag)
		self.assertEqual(stored_notes(), [])

	def test_documents_without_a_trigger_cost_no_query(self) -> None:
		"""Saving a document of another kind asks the database nothing for triggers."""
		self.trigger(self.agent())
		note = frappe.get_doc({"doctype": "Note", "title": frappe.generate_hash(length=8)}).insert()
		events.on_document(note, "on_update")
		with (
			patch.object(frappe.db, "sql", side_effect=AssertionError),
			patch.object(frappe, "logger") as logger,
		):
			events.on_document(note, "on_update")
		logger.assert_not_called()

	def test_nobody_reads_the_notes(self) -> None:
		"""Whoever may be logged in: no list, count, report or value of the table, under any name that it could be given."""
		from frappe.client import get_count, get_list, get_value
		from frappe.desk import reportview

		self.trigger(self.agent(), doc_event="Save", condition="before.description")
		self.todo(SECRET).save(ignore_permissions=True)
		self.assertIn("Heron", stored_notes()[0].state_before)
		filters = {"state_before": ("like", "%Heron%")}
		names = (notes.TABLE, f"tab{notes.TABLE}", f"__{notes.TABLE}", notes.TABLE.replace("_", " ").title())
		for user in (USER, MANAGER, SYSTEM, "Administrator", "Guest"):
			for name in names:
				for ask in (
					lambda name=name: get_count(name, filters),
					lambda name=name: get_list(name, fields=["*"], filters=filters),
					lambda name=name: get_value(name, "state_before", filters),
					lambda name=name: frappe.get_list(name, fields=["state_before"]),
					lambda name=name: reportview.execute(name, fields=["state_before"]),
				):
					with self.acting_as(user):
						frappe.db.savepoint("asked")
						with self.assertRaises(Exception) as caught:
							ask()
						frappe.db.rollback(save_point="asked")
					self.assertNotIsInstance(caught.exception, AssertionError)
					self.assertNotIn("Heron", str(caught.exception))


class TestFollowing(TriggerTestCase):
	"""What the job makes of notes."""

	def standing(self, trigger: Any) -> tuple[Any, ...]:
		"""Everything of a trigger that whoever may read it sees change."""
		return tuple(
			frappe.db.get_value(
				"Agent Trigger",
				trigger.name,
				["failures", "last_error", "last_run_at", "disabled", "modified", "modified_by"],
			)
		)

	def test_a_new_document_starts_one_run_as_the_named_user(self) -> None:
		"""A ToDo that Administrator makes starts a run of the trigger's user, with the document's text as untrusted."""
		agent = self.agent(self.source(LEAVE))
		trigger = self.trigger(agent)
		todo = self.todo()
		self.follow()
		(run,) = runs_of(agent.name)
		self.assertEqual((run.user, run.status, run.prompt), (USER, "Queued", "Sort this: Leave of Ada"))
		self.assertEqual(
			(run.agent_trigger, run.reference_doctype, run.reference_name), (trigger.name, "ToDo", todo.name)
		)
		self.assertEqual(run.untrusted_text, 1)
		with model_of(agent, model_server.answer("Sorted.")) as server:
			make_queued_run(run.name)
		frappe.set_user("Administrator")
		self.assertEqual(stored_run(run.name).status, "Success")
		# The run is about the document that fired it.
		sent = str([one["content"] for one in server.bodies[0]["messages"]])
		self.assertIn("The question is about this record", sent)
		self.assertIn("Leave of Ada", sent.partition("about this record")[2])

	def test_event_and_condition(self) -> None:
		"""New is not Save; a condition sees the document now and as it was."""
		agent = self.agent()
		self.trigger(agent, condition="'urgent' in doc.description", prompt="new {{ doc.description }}")
		changed = "doc.status == 'Closed' and before.status != 'Closed'"
		self.trigger(agent, doc_event="Save", condition=changed, prompt="closed")
		self.todo("calm")
		self.assertEqual(self.follow(), [])
		todo = self.todo("urgent")
		self.assertEqual(self.follow(), ["new urgent"])
		todo.status = "Closed"
		todo.save(ignore_permissions=True)
		self.assertEqual(self.follow(), ["new urgent", "closed"])

	def test_before_is_nothing_for_a_new_document(self) -> None:
		"""The condition that the form shows as an example holds for a new ToDo, and for one that is opened again."""
		agent = self.agent()
		self.trigger(agent, condition=OPENED, prompt="new")
		self.trigger(agent, doc_event="Save", condition=OPENED, prompt="again")
		todo = self.todo()
		self.assertEqual(self.follow(), ["new"])
		for status in ("Open", "Closed", "Open"):
			todo.status = status
			todo.save(ignore_permissions=True)
			frappe.local.db._huf_trigger_notes = None  # the next save is of another transaction
			self.follow()
		self.assertEqual(self.follow(), ["new", "again"])

	def test_another_users_document_is_neither_read_nor_told_of(self) -> None:
		"""The attack: a condition that makes an error of another's ToDo tells nobody anything, not even that it was saved."""
		agent = self.agent()
		with self.acting_as(MANAGER):
			spies = [
				self.trigger(agent, run_as=MANAGER, condition=condition, doc_event=event, prompt=prompt)
				for event in ("New", "Save")
				for condition, prompt in (
					("int(doc.description)", "x"),
					("before.description + 1", "x"),
					("1 / 0", "x"),
					("", "{{ 1 / 0 }}{{ doc.description }}"),
				)
			]
		stood = [self.standing(spy) for spy in spies]
		errors = frappe.db.count("Error Log")
		todo = self.todo(SECRET, allocated_to=OTHER, assigned_by=OTHER)
		todo.priority = "High"
		todo.save(ignore_permissions=True)
		self.assertEqual({note.event for note in stored_notes()}, {"New", "Save"})
		with patch.object(frappe, "logger") as logger:
			self.assertEqual(self.follow(), [])
		self.assertNotIn("huf", [call.args[0] for call in logger.call_args_list])
		self.assertEqual([self.standing(spy) for spy in spies], stood)
		self.assertEqual((frappe.db.count("Error Log"), stored_notes()), (errors, []))

	def test_what_was_hidden_before_the_save_stays_so(self) -> None:
		"""The attack: a document that somebody clears of a secret and hands over in one save. Who could not read it then is told as of a new one;
		who could, and where Frappe shows the history to each reader, is told how it was."""
		agent = self.agent()
		with self.acting_as(MANAGER):
			for condition, prompt in (
				("before.description and before.description.startswith('the merger')", "guessed"),
				("not before and before.priority != doc.priority", "new"),
			):
				self.trigger(agent, run_as=MANAGER, doc_event="Save", condition=condition, prompt=prompt)
		whole = frappe.get_doc

		def broken(*arguments: Any, **values: Any) -> Any:
			if arguments and isinstance(arguments[0], dict) and arguments[0].get("doctype") == "ToDo":
				raise RuntimeError(SECRET)
			return whole(*arguments, **values)

		def prompts(text: str, was_for: str, tracks: int = 0, breaks: bool = False) -> list[str]:
			todo = self.todo(SECRET, allocated_to=was_for, assigned_by=OTHER)
			frappe.local.db._huf_trigger_notes = None
			before = self.follow()
			with patch.object(frappe.get_meta("ToDo"), "track_changes", tracks):
				todo.update({"description": text, "allocated_to": MANAGER})
				todo.save(ignore_permissions=True)
			with patch.object(frappe, "get_doc", broken if breaks else whole):
				return self.follow()[len(before) :]

		self.assertEqual(prompts("Call Ada.", OTHER), ["new"])
		self.assertEqual(prompts("Call Ada.", OTHER, breaks=True), ["new"])
		self.assertEqual(prompts("Call Ada.", MANAGER), ["guessed"])
		self.assertEqual(prompts("Call Ada.", OTHER, tracks=1), ["guessed"])

	def test_a_note_of_an_earlier_version(self) -> None:
		"""It says of the state before not who might read it, so nobody is told."""
		kept = {"description": SECRET}
		seen = view.before_as_seen(kept, "ToDo", USER)
		self.assertEqual((bool(seen), seen.read("description")), (False, None))

	def test_masked_fields_and_keys_are_not_seen(self) -> None:
		"""What Frappe 16 shows masked is no field for a trigger, now and before; nor are keys that Frappe keeps as plain text."""
		todo = self.todo(SECRET)
		field = frappe.get_meta("ToDo").get_field("priority")
		with patch.dict(field.__dict__, mask=1):
			with self.assertRaisesRegex(Exception, "no such field"):
				view.view_of(todo, USER).read("priority")
			self.assertEqual(view.kept_before(todo, ["priority", "status"]), {"status": "Open"})
			with self.assertRaisesRegex(frappe.ValidationError, "priority"):
				self.trigger(self.agent(), condition="doc.priority == 'High'")
		self.assertEqual(view.view_of(todo, USER).read("priority"), todo.priority)
		shown = view.view_of(frappe.get_doc("User", USER), SYSTEM)
		for name in ("api_key", "reset_password_key"):
			with self.assertRaisesRegex(Exception, "no such field"):
				shown.read(name)

	def test_a_switched_off_user_learns_nothing_of_others_documents(self) -> None:
		"""The failure of a disabled user is counted only for documents that this user might have read."""
		trigger = self.trigger(self.agent())
		frappe.db.set_value("User", USER, "enabled", 0)
		stood = self.standing(trigger)
		self.todo(SECRET, allocated_to=OTHER, assigned_by=OTHER)
		self.follow()
		self.assertEqual(self.standing(trigger), stood)
		self.todo()
		self.follow()
		trigger.reload()
		self.assertEqual(trigger.failures, 1)
		self.assertIn("disabled", trigger.last_error)

	def test_errors_hold_no_value(self) -> None:
		"""What is wrong names the field and the kind of error, for the condition and for the prompt."""
		agent = self.agent()
		for values in (
			{"condition": "int(doc.description) > 3"},
			{"condition": "doc.description > 3"},
			{"prompt": "{{ doc.description + 3 }}"},
			{"prompt": "{{ int(doc.description) }}"},
		):
			trigger = self.trigger(agent, **values)
			self.todo(SECRET)
			self.assertEqual(self.follow(), [])
			trigger.reload()
			self.assertEqual(trigger.failures, 1)
			self.assertIn("at doc.description: ", trigger.last_error)
			for word in ("merger", "Heron"):
				self.assertNotIn(word, trigger.last_error)
			trigger.disabled = 1
			trigger.save()

	def test_an_endless_sum_stops_nobody(self) -> None:
		"""The attack: 9**9**9 is refused when it is saved; stored all the same, it costs neither the save nor the job anything."""
		with self.assertRaisesRegex(frappe.ValidationError, "pow"):
			self.trigger(self.agent(), condition="9**9**9 > 3")
		trigger, other = self.trigger(self.agent()), self.trigger(self.agent(), prompt="fine")
		frappe.db.set_value("Agent Trigger", trigger.name, "condition", "9**9**9 > 3")
		for number in range(6):
			self.todo(str(number))
		self.assertEqual(self.follow(), ["fine"] * 6)
		trigger.reload()
		self.assertEqual((trigger.failures, trigger.disabled), (5, 1))
		self.assertIn("Paused after failures in a row", trigger.last_error)
		other.reload()
		self.assertEqual((other.failures, other.disabled), (0, 0))

	def test_fields_of_a_higher_level_are_not_seen(self) -> None:
		"""A field that the user may not read is no field for their trigger, in the document and in its state before."""
		agent = self.agent(instructions="You are Ada.")
		seen = view.view_of(agent, USER)
		self.assertTrue(seen.read("agent_name"))
		user = view.view_of(frappe.get_doc("User", USER), USER)
		for name in ("roles", "new_password", "api_secret"):
			with self.assertRaisesRegex(Exception, "no such field"):
				user.read(name)
		kept = view.kept_before(agent, ["instructions", "agent_name"])
		self.assertEqual(kept["instructions"], "You are Ada.")
		before = view.view_before(kept, "Agent", USER)
		self.assertEqual(before.read("agent_name"), agent.name)
		for shown in (seen, before):
			with self.assertRaisesRegex(Exception, "no such field"):
				shown.read("instructions")

	def test_bad_template_and_condition_are_refused_when_saved(self) -> None:
		"""What cannot be read, and what names a field that Run As does not see, is refused with what is wrong."""
		for values in (
			{"prompt": "{{ doc."},
			{"prompt": "{{ doc.sujbect }}"},
			{"prompt": "{{ frappe.db.get_value('User', 'Administrator', 'api_key') }}"},
			{"condition": "doc.status ="},
			{"condition": "doc.stauts == 'Open'"},
			{"kind": "Scheduled", "prompt": "{{ doc.name }}"},
		):
			with self.assertRaises(frappe.ValidationError):
				self.trigger(self.agent(), **values)

	def test_triggers_of_earlier_versions_are_named(self) -> None:
		"""The update names the triggers whose condition or prompt can no longer be read, and leaves the others alone."""
		from huf.patches.name_triggers_that_cannot_be_read import execute

		agent = self.agent()
		old = (
			self.trigger(agent),
			self.trigger(agent),
			self.trigger(agent, kind="Scheduled", prompt="{{ now }}"),
		)
		frappe.db.set_value("Agent Trigger", old[0].name, "condition", "any(row for row in doc.items)")
		frappe.db.set_value("Agent Trigger", old[2].name, "prompt", "{{ frappe.utils.today() }}")
		for _ in range(2):
			execute()
		errors = [frappe.db.get_value("Agent Trigger", trigger.name, "last_error") for trigger in old]
		self.assertIn("The condition cannot be read", errors[0])
		self.assertIsNone(errors[1])
		self.assertIn("The prompt cannot be read", errors[2])

	def test_deleted_and_renamed_meanwhile(self) -> None:
		"""A document that was deleted before the job came starts nothing; one that was renamed is found under its new name."""
		make_user(USER, "Knowledge User", "System Manager")
		self.addCleanup(frappe.clear_cache, user=USER)
		agent = self.agent()
		self.trigger(agent, reference_doctype="Contact", prompt="{{ doc.name }}")
		gone, moved = (
			frappe.get_doc({"doctype": "Contact", "first_name": frappe.generate_hash()}).insert()
			for _ in range(2)
		)
		frappe.db.delete("Contact", {"name": gone.name})
		new = frappe.rename_doc("Contact", moved.name, frappe.generate_hash())
		self.assertEqual(self.follow(), [new])
		notes.write("No Such DocType", "x", "New", None, then=lambda: None)
		self.follow()
		self.assertEqual(stored_notes(), [])

	def test_a_rule_that_breaks_keeps_nothing_else_waiting(self) -> None:
		"""Another app's rule of rights that raises for a document is tried again, and given up; the other documents go on."""
		agent = self.agent()
		self.trigger(agent)
		broken, _ = self.todo("broken"), self.todo("fine")

		def rule(doc: Any, *_: Any, **__: Any) -> bool:
			if doc.name == broken.name:
				raise ZeroDivisionError
			return True

		with patch("frappe.model.document.Document.has_permission", rule):
			for tries in range(1, notes.MOST_TRIES + 1):
				self.assertEqual(self.follow(), ["Sort this: fine"])
				self.assertEqual([note.tries for note in stored_notes()], [tries])
			self.follow()
		self.assertEqual(stored_notes(), [])

	def test_a_note_that_is_taken_up_again_starts_no_run_twice(self) -> None:
		"""A worker that was killed after a run was queued leaves its note; only the runs that are missing are started."""
		agent = self.agent()
		self.trigger(agent, prompt="one")
		self.todo()
		with (
			patch("huf.ai.triggers.notes.delete", side_effect=KeyboardInterrupt),
			self.assertRaises(KeyboardInterrupt),
		):
			self.follow()
		(note,) = stored_notes()
		self.assertEqual(note.tries, 1)
		self.trigger(agent, prompt="two")
		has_started = following._has_started

		def in_a_new_transaction(*arguments: Any) -> bool:
			with own_transaction():
				return has_started(*arguments)

		with patch("huf.ai.triggers.following._has_started", in_a_new_transaction):
			self.assertEqual(self.follow(), ["one", "two"])
		self.assertEqual(stored_notes(), [])

	def test_a_trigger_that_is_newer_than_the_save(self) -> None:
		"""What a new condition wants of the state before was not kept: it is not asked about an older save."""
		agent = self.agent()
		self.trigger(agent, doc_event="Save", prompt="any")
		todo = self.todo()
		todo.priority = "High"
		todo.save(ignore_permissions=True)
		newer = self.trigger(agent, doc_event="Save", condition="not before", prompt="newer")
		self.assertEqual(self.follow(), ["any"])
		newer.reload()
		self.assertEqual(newer.failures, 0)

	def test_one_run_for_a_document_that_was_saved_often(self) -> None:
		"""Saves of several transactions that wait together are one run of a trigger."""
		agent = self.agent()
		self.trigger(agent, doc_event="Save", prompt="{{ doc.priority }}")
		todo = self.todo()
		for priority in ("Low", "High"):
			todo.priority = priority
			todo.save(ignore_permissions=True)
			frappe.local.db._huf_trigger_notes = None  # the next save is of another transaction
		self.assertEqual(len(stored_notes()), 2)
		self.assertEqual(self.follow(), ["High"])

	def test_text_of_other_kinds(self) -> None:
		"""Dates are compared as dates, before and now alike, and rows of tables are seen."""
		make_user(USER, "Knowledge User", "System Manager")
		self.addCleanup(frappe.clear_cache, user=USER)
		agent = self.agent()
		moved = "doc.date > before.date and doc.date == '2026-12-24' and doc.docstatus == 0"
		self.trigger(agent, doc_event="Save", condition=moved, prompt="{{ doc.date }}")
		longer = (
			"len(doc.email_ids) > len(before.email_ids) and before.email_ids[0].email_id == 'a@example.com'"
		)
		self.trigger(
			agent,
			doc_event="Save",
			reference_doctype="Contact",
			condition=longer,
			prompt="{{ doc.email_ids|join(', ', attribute='email_id') }}",
		)
		todo = self.todo(date="2026-11-22")
		todo.date = "2026-12-24"
		todo.save(ignore_permissions=True)
		self.assertEqual(self.follow(), ["2026-12-24"])
		contact = frappe.get_doc({"doctype": "Contact", "first_name": frappe.generate_hash(length=8)})
		contact.append("email_ids", {"email_id": "a@example.com", "is_primary": 1})
		contact.insert()
		contact.append("email_ids", {"email_id": "b@example.com"})
		contact.save()
		self.assertEqual(self.follow(), ["2026-12-24", "a@example.com, b@example.com"])


class TestSubmitted(TriggerTestCase):
	"""Documents that are made, changed and submitted in one transaction: each event once, whatever else happened in it."""

	EVENTS = ("New", "Save", "Submit", "Cancel")

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		site_records.make_doctypes()

	def setUp(self) -> None:
		super().setUp()
		agent = self.agent()
		for event in self.EVENTS:
			about = {"reference_doctype": site_records.CASE, "doc_event": event}
			self.trigger(agent, prompt=event + " {{ doc.name }} {{ doc.docstatus }}", **about)
		self.number = 4_700_000

	def case(self, **values: Any) -> Any:
		"""A case that is made now."""
		self.number += 1
		return site_records.make_case(self.number, **values)

	def check(self, *events: str, docstatus: int = 1) -> None:
		"""Exactly one run for each of these events of the last case, and none for a second look at the notes."""
		name = site_records.case_name(self.number)
		wanted = [f"{event} {name} {docstatus}" for event in events]
		for _ in range(2):
			runs = [prompt for prompt in self.follow() if f" {name} " in prompt]
			self.assertEqual(sorted(runs), sorted(wanted))
		self.assertEqual(stored_notes(), [])

	def test_inserted_and_submitted(self) -> None:
		"""By two calls or by one: it is new and submitted, and not saved besides."""
		self.case().submit()
		self.check("New", "Submit")
		self.case(docstatus=1)
		self.check("New", "Submit")

	def test_saved_between(self) -> None:
		"""Saves before and after the submission are one Save."""
		case = self.case()
		case.title = "Renewed"
		case.save()
		case.submit()
		self.check("New", "Save", "Submit")
		case = self.case()
		case.submit()
		case.save()
		self.check("New", "Save", "Submit")

	def test_cancelled_at_once(self) -> None:
		"""All that happened to it is told, with the document as it is now."""
		case = self.case()
		case.submit()
		case.cancel()
		self.check("New", "Submit", "Cancel", docstatus=2)

	def test_a_submission_that_is_undone(self) -> None:
		"""A submission whose savepoint is rolled back was none; submitted once more, it is one."""
		case = self.case()
		frappe.db.savepoint("attempt")
		case.submit()
		frappe.db.rollback(save_point="attempt")
		self.check("New", docstatus=0)
		case = self.case()
		for number in range(2):
			frappe.db.savepoint("attempt")
			case.submit()
			if not number:
				frappe.db.rollback(save_point="attempt")
				case.reload()
		self.check("New", "Submit")


class TestTransactions(CommittingTestCase):
	"""With real commits and rollbacks."""

	def setUp(self) -> None:
		super().setUp()
		frappe.db.sql(f"delete from `{notes.TABLE}`")
		frappe.db.commit()
		self.queued = self.enterContext(patch("huf.ai.site.queueing.enqueue"))
		wanted = {"ToDo": {"New": None, "Save": ("status",)}}
		self.enterContext(patch("huf.ai.triggers.events.wanted_events", return_value=wanted))
		self.enterContext(patch("huf.ai.triggers.following._triggers_of", return_value=[]))
		queueing.tear_up_ticket("triggers", queueing.TRIGGERS)
		self.addCleanup(queueing.tear_up_ticket, "triggers", queueing.TRIGGERS)

	def todo(self) -> Any:
		"""A ToDo that goes when the test ends."""
		todo = frappe.get_doc({"doctype": "ToDo", "description": "x"}).insert()
		self.addCleanup(self.remove, todo.name)
		return todo

	def remove(self, name: str) -> None:
		frappe.db.delete("ToDo", {"name": name})
		frappe.db.sql(f"delete from `{notes.TABLE}`")
		frappe.db.commit()

	def jobs(self) -> list[str]:
		return [call.args[0] for call in self.queued.call_args_list if "trigger" in call.args[0]]

	def test_the_job_comes_after_the_commit_and_once(self) -> None:
		"""Nothing is queued before the commit; many saves, also of several transactions, are one job."""
		self.todo()
		self.todo().save()
		self.assertEqual(self.jobs(), [])
		frappe.db.commit()
		self.assertEqual(self.jobs(), ["huf.ai.triggers.following.follow_notes"])
		self.assertEqual(len(stored_notes()), 3)
		with patch("huf.ai.site.queueing.get_job_status", return_value=queueing.JobStatus.QUEUED):
			self.todo()
			frappe.db.commit()
		self.assertEqual(len(self.jobs()), 1)
		following.follow_notes()
		self.assertEqual(stored_notes(), [])

	def test_a_rollback_leaves_nothing(self) -> None:
		"""A save that is rolled back leaves no note and queues no job, and the next transaction is a new one."""
		todo = self.todo()
		frappe.db.commit()
		self.queued.reset_mock()
		queueing.tear_up_ticket("triggers", queueing.TRIGGERS)
		todo.save()
		frappe.db.rollback()
		frappe.db.commit()
		self.assertEqual((self.jobs(), [note.event for note in stored_notes()]), ([], ["New"]))
		for _ in range(2):
			todo.reload()
			todo.save()
			frappe.db.commit()
		self.assertEqual([note.event for note in stored_notes()], ["New", "Save", "Save"])

	def test_a_lost_job_is_made_up_for(self) -> None:
		"""Notes whose job was lost with its queue are picked up by the minute, unless somebody is at it."""
		self.todo()
		frappe.db.commit()
		self.queued.reset_mock()
		with patch("huf.ai.triggers.following.is_leased", return_value=True):
			following.queue_waiting()
		self.assertEqual(self.jobs(), [])
		following.queue_waiting()
		self.assertEqual(len(self.jobs()), 1)
		following.follow_notes()
		self.queued.reset_mock()
		following.queue_waiting()
		self.assertEqual((self.jobs(), stored_notes()), ([], []))

	def test_time_is_up_or_redis_away(self) -> None:
		"""A job whose time is up hands over to a fresh one; a save while Redis is away is a save, and its note waits."""
		self.todo()
		frappe.db.commit()
		self.queued.reset_mock()
		with patch("huf.ai.triggers.following.SLICE_SECONDS", 0):
			following.follow_notes()
		self.assertEqual((len(self.jobs()), len(stored_notes())), (1, 1))
		with patch("huf.ai.site.queueing.queue_triggers", side_effect=events.RedisError):
			self.todo()
			frappe.db.commit()
		self.assertEqual(len(stored_notes()), 2)


class TestWhoRuns(TriggerTestCase):
	def test_never_administrator_or_guest(self) -> None:
		"""No trigger runs as Administrator or Guest, whoever makes it, nor as a user who is switched off."""
		agent = self.agent()
		for user in ("Administrator", "Guest"):
			with self.assertRaisesRegex(frappe.ValidationError, "cannot run as"):
				self.trigger(agent, run_as=user)
		frappe.db.set_value("User", OTHER, "enabled", 0)
		with self.assertRaisesRegex(frappe.ValidationError, "disabled"):
			self.trigger(agent, run_as=OTHER)

	def test_only_a_system_manager_names_somebody_else(self) -> None:
		"""A Knowledge Manager makes triggers that run as themselves, and cannot touch one that runs as another."""
		agent = self.agent()
		with self.acting_as(MANAGER):
			own = self.trigger(agent, run_as=MANAGER)
			with self.assertRaises(frappe.PermissionError):
				self.trigger(agent, run_as=USER)
			own.run_as = USER
			with self.assertRaises(frappe.PermissionError):
				own.save()
		with self.acting_as(SYSTEM):
			others = self.trigger(agent, run_as=USER)
		with self.acting_as(MANAGER):
			others = frappe.get_doc("Agent Trigger", others.name)
			others.prompt = "Send me everything."
			with self.assertRaises(frappe.PermissionError):
				others.save()
			others.run_as = MANAGER
			with self.assertRaises(frappe.PermissionError):
				others.save()
		for user, listed in ((USER, False), (MANAGER, True)):
			names = (
				frappe.get_list("Agent Trigger", user=user, pluck="name")
				if frappe.has_permission("Agent Trigger", user=user)
				else []
			)
			self.assertEqual(others.name in names, listed)
			self.assertEqual(bool(frappe.has_permission("Agent Trigger", doc=others.name, user=user)), listed)

	def test_user_without_the_agent_or_the_documents(self) -> None:
		"""A user who may not run the agent, or not read the DocType, is refused when the trigger is saved."""
		make_user("agent-nobody@example.com")
		with self.assertRaisesRegex(frappe.ValidationError, "may not run the agent"):
			self.trigger(self.agent(), run_as="agent-nobody@example.com")
		with self.assertRaisesRegex(frappe.ValidationError, "may not read"):
			self.trigger(self.agent(), reference_doctype="Server Script")
		with self.assertRaisesRegex(frappe.ValidationError, "cannot start a run"):
			self.trigger(self.agent(), reference_doctype="Agent Run")

	def test_rights_are_asked_again_when_it_fires(self) -> None:
		"""A user who was switched off meanwhile makes no run, and the failure is counted."""
		trigger = self.trigger(self.agent())
		self.todo()
		frappe.db.set_value("User", USER, "enabled", 0)
		self.assertEqual(self.follow(), [])
		trigger.reload()
		self.assertEqual(trigger.failures, 1)


class TestSchedule(TriggerTestCase):
	def scheduled(self, **values: Any) -> Any:
		"""A trigger that runs by the clock."""
		return self.trigger(
			self.agent(), kind="Scheduled", frequency="Daily", prompt="What is new at {{ now }}?", **values
		)

	def test_due_triggers_fire_once_and_move_on(self) -> None:
		"""A trigger whose time has come is queued once, however long it was missed, and is next due in the future."""
		trigger, later = self.scheduled(), self.scheduled()
		self.assertGreater(get_datetime(trigger.next_run_at), now_datetime())
		trigger.db_set("next_run_at", add_to_date(None, days=-5))
		self.assertIn(trigger.name, firing.run_due())
		self.assertNotIn(trigger.name, firing.run_due())
		(job,) = [job for job in self.committed() if job["trigger"] in (trigger.name, later.name)]
		self.assertEqual(job["trigger"], trigger.name)
		trigger.reload()
		self.assertGreater(get_datetime(trigger.next_run_at), now_datetime())
		run = stored_run(self.fire(job))
		self.assertEqual((run.user, run.untrusted_text), (USER, 0))
		self.assertIn("What is new at 20", run.prompt)

	def test_cron_formats(self) -> None:
		"""A cron format is taken as it is, and one that is none is refused."""
		start = get_datetime("2026-11-20 08:00:00")  # a Friday
		self.assertEqual(str(firing.next_time("Cron", "0 7 * * 1-5", start)), "2026-11-23 07:00:00")
		with self.assertRaisesRegex(frappe.ValidationError, "cron format"):
			self.trigger(self.agent(), kind="Scheduled", frequency="Cron", cron_format="soon")

	def test_failures_in_a_row_disable_it(self) -> None:
		"""So many failed runs in a row switch it off with a note; a good one in between starts the count anew."""
		trigger = self.scheduled(max_failures=2)
		for status in ("Failed", "Success", "Timed Out", "Cancelled", "Stopped"):
			trigger.reload()
			self.assertEqual(trigger.disabled, 0, status)
			note_end(trigger.name, status, "RUN-7")
		trigger.reload()
		self.assertEqual((trigger.disabled, trigger.failures), (1, 2))
		self.assertIn(
			"Paused after failures in a row. The last one: Its run RUN-7 ended as", trigger.last_error
		)
		trigger.db_set("next_run_at", add_to_date(None, days=-1))
		self.assertNotIn(trigger.name, firing.run_due())
		trigger.reload()
		trigger.disabled = 0
		trigger.save()
		self.assertEqual((trigger.failures, trigger.last_error), (0, None))
		self.assertGreater(get_datetime(trigger.next_run_at), now_datetime())

	def test_failed_run_counts(self) -> None:
		"""A run that its model fails is a failure of its trigger; what a caller sends as derived fields is ignored."""
		trigger = self.scheduled(failures=7, last_error="x")
		self.assertEqual((trigger.failures, trigger.last_error), (0, None))
		agent = frappe.get_doc("Agent", trigger.agent)
		name = self.fire({"method": "huf.ai.triggers.firing.fire", "trigger": trigger.name})
		with model_of(agent, model_server.error(401, "no")):
			make_queued_run(name)
		frappe.set_user("Administrator")
		trigger.reload()
		self.assertEqual(trigger.failures, 1)
		self.assertIn("API key", stored_run(name).error_message)
		self.assertIn(f"Its run {name} ended as Failed.", trigger.last_error)
		self.assertNotIn("API key", trigger.last_error)
		with own_transaction():
			self.assertEqual(frappe.db.count("Agent Run", {"agent_trigger": trigger.name}), 1)
