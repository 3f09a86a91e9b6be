"""Triggers: runs by the clock and by documents, as a named user, and what happens when they fail."""

from typing import Any
from unittest.mock import patch

import frappe
from frappe.utils import add_to_date, get_datetime, now_datetime

from huf.ai.agent_runs import own_transaction
from huf.ai.running.background import make_queued_run
from huf.ai.triggers import events, firing, view
from huf.ai.triggers.record import note_end
from huf.engine.errors import SettingsError
from huf.tests.agent_site import model_of, model_server, runs_of, stored_run
from huf.tests.factories import make_user
from huf.tests.test_agent_runs import LEAVE, OTHER, USER, AgentTestCase

MANAGER = "agent-manager@example.com"
SYSTEM = "agent-system@example.com"


class TriggerTestCase(AgentTestCase):
	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		make_user(MANAGER, "Knowledge Manager")
		make_user(SYSTEM, "System Manager")

	def setUp(self) -> None:
		super().setUp()
		self.jobs: list[dict[str, Any]] = []
		self.enterContext(patch("huf.ai.triggers.events.enqueue", side_effect=self.keep))
		self.addCleanup(frappe.cache.delete_value, events.CACHE_KEY)

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
			if getattr(callback, "__module__", "").startswith("huf.ai.triggers"):
				callback()
				callbacks.remove(callback)
		return self.jobs

	def fire(self, job: dict[str, Any]) -> str | None:
		"""Do the job of a trigger as a worker does."""
		values = {key: value for key, value in job.items() if key not in ("method", "queue", "job_id")}
		try:
			return frappe.get_attr(job["method"])(**values)
		finally:
			frappe.set_user("Administrator")


class TestDocumentEvents(TriggerTestCase):
	def test_a_new_document_starts_one_run_as_the_named_user(self) -> None:
		"""A ToDo that Administrator makes starts a run of the trigger's user, with the document's text as untrusted."""
		agent = self.agent(self.source(LEAVE))
		trigger = self.trigger(agent)
		todo = self.todo()
		(job,) = self.committed()
		run = stored_run(self.fire(job))
		self.assertEqual((run.user, run.status, run.prompt), (USER, "Queued", "Sort this: Leave of Ada"))
		self.assertEqual(
			(run.agent_trigger, run.reference_doctype, run.reference_name), (trigger.name, "ToDo", todo.name)
		)
		self.assertEqual(run.untrusted_text, 1)
		with model_of(agent, model_server.answer("Sorted.")):
			make_queued_run(run.name)
		frappe.set_user("Administrator")
		self.assertEqual(stored_run(run.name).status, "Success")

	def test_only_after_the_commit_and_once(self) -> None:
		"""Several saves in a transaction are one job, and a rollback is none."""
		self.trigger(self.agent(), doc_event="Save")
		todo = self.todo()
		self.assertEqual(self.jobs, [])
		for text in ("a", "b"):
			todo.description = text
			todo.save(ignore_permissions=True)
		self.assertEqual(len(self.committed()), 1)

	def test_event_and_condition(self) -> None:
		"""New is not Save; a condition sees the document now and as it was."""
		new = self.trigger(self.agent(), condition="'urgent' in doc.description")
		closed = self.trigger(
			self.agent(), doc_event="Save", condition="doc.status == 'Closed' and before.status != 'Closed'"
		)
		self.todo("calm")
		self.assertEqual(self.committed(), [])
		todo = self.todo("urgent")
		self.assertEqual([job["trigger"] for job in self.committed()], [new.name])
		todo.status = "Closed"
		todo.save(ignore_permissions=True)
		todo.save(ignore_permissions=True)
		self.assertEqual([job["trigger"] for job in self.committed()], [new.name, closed.name])

	def test_broken_condition_keeps_nobody_from_saving(self) -> None:
		"""A condition that raises is a failure of the trigger; the document is saved."""
		trigger = self.trigger(self.agent(), condition="doc.no_such_field > 5")
		todo = self.todo()
		self.assertTrue(frappe.db.exists("ToDo", todo.name))
		(job,) = self.committed()
		self.assertIsNone(self.fire(job))
		trigger.reload()
		self.assertEqual(trigger.failures, 1)
		self.assertIn("no_such_field", trigger.last_error)

	def test_a_document_that_the_user_may_not_read_starts_nothing(self) -> None:
		"""The run has the rights of its user: a ToDo of others makes no run, and the trigger does not tell of it."""
		agent = self.agent()
		trigger = self.trigger(agent)
		frappe.set_user("Administrator")
		self.todo("secret", allocated_to=OTHER)
		(job,) = self.committed()
		self.assertIsNone(self.fire(job))
		trigger.reload()
		self.assertEqual((runs_of(agent.name), trigger.failures), ([], 0))

	def test_what_a_run_changes_starts_no_runs(self) -> None:
		"""While a run goes on, its own documents wake no trigger: no endless loop."""
		self.trigger(self.agent())
		frappe.flags.huf_in_agent_run = True
		self.addCleanup(frappe.flags.pop, "huf_in_agent_run", None)
		self.todo()
		self.assertEqual(self.committed(), [])

	def test_documents_without_a_trigger_cost_no_query(self) -> None:
		"""Saving a document of another kind asks the database nothing for triggers."""
		self.trigger(self.agent())
		note = frappe.get_doc({"doctype": "Note", "title": frappe.generate_hash(length=8)}).insert()
		events.on_document(note, "on_update")
		with patch.object(frappe.db, "sql", side_effect=AssertionError):
			events.on_document(note, "on_update")


class TestPrompts(TriggerTestCase):
	def test_template_sees_values_and_nothing_of_frappe(self) -> None:
		"""A prompt has the document's fields; functions of Frappe, private attributes and missing fields are errors."""
		seen = view.DocumentView({"items": [view.DocumentView({"qty": 2})], "name": "A"})
		self.assertEqual(view.render_prompt("{{ doc.name }}: {{ doc.items[0].qty }}", seen), "A: 2")
		for template in (
			"{{ frappe.db.get_value('User', 'Administrator', 'api_key') }}",
			"{{ doc.missing }}",
			"{{ doc._values }}",
			"{{ doc.__class__.__mro__ }}",
			"{{ 1/0 }}",
		):
			with self.assertRaises(SettingsError):
				view.render_prompt(template, seen)

	def test_fields_of_a_higher_level_are_not_seen(self) -> None:
		"""A field that the user may not read is no field for his trigger, also not for its condition."""
		seen = view.view_of(self.agent(), USER)
		self.assertTrue(seen.agent_name)
		with self.assertRaises(AttributeError):
			seen.instructions  # noqa: B018

	def test_bad_template_and_condition_are_refused_when_saved(self) -> None:
		"""What cannot be read is refused with what is wrong."""
		for values in ({"prompt": "{{ doc."}, {"condition": "doc.status ="}):
			with self.assertRaises(frappe.ValidationError):
				self.trigger(self.agent(), **values)


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
		"""A Knowledge Manager makes triggers that run as himself, and cannot touch one that runs as another."""
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
		(job,) = self.committed()
		frappe.db.set_value("User", USER, "enabled", 0)
		self.assertIsNone(self.fire(job))
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
			note_end(trigger.name, status, "The key is wrong.")
		trigger.reload()
		self.assertEqual((trigger.disabled, trigger.failures), (1, 2))
		self.assertIn("Disabled after failures in a row. The last one: The key is wrong.", trigger.last_error)
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
		self.assertIn("API key", trigger.last_error)
		with own_transaction():
			self.assertEqual(frappe.db.count("Agent Run", {"agent_trigger": trigger.name}), 1)
