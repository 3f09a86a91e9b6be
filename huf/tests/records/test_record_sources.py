"""What is known of one record: who makes its source, what joins, when it is archived, comes back, and is purged."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import frappe
from frappe.utils import add_to_date, now_datetime

from huf.ai.access.scopes.agent_sources import agent_sources
from huf.ai.access.scopes.resolver import answering_sources
from huf.ai.access.scopes.sources import can_read_source, can_write_source
from huf.ai.agent_integration import run_agent_sync
from huf.ai.knowledge.changes.watched import watched
from huf.ai.knowledge.record_sources import closing, life, purge
from huf.ai.knowledge.record_sources.record_events import note_record
from huf.ai.knowledge.record_sources.record_source import bring_back, find_record_source, record_source
from huf.ai.knowledge.retriever import knowledge_search
from huf.ai.knowledge.selectors.wanted_set import selectors_of, wanted_of_source
from huf.ai.site.database import transactions
from huf.ai.site.database.dialect import is_postgres
from huf.tests import factories as make
from huf.tests.agent_site import make_indexed_source
from huf.tests.base import SiteTestCase

READER = "huf-case-reader@example.com"
"""A Knowledge User whose ToDos these are."""
OTHER = "huf-case-other@example.com"
MANAGER = "huf-case-manager@example.com"
"""A Knowledge Manager who may not read them."""
DESK_ONLY = "huf-case-desk@example.com"
"""May read them, and has no role of huf."""


def make_case(text: str = "The pump is loud.", **values: Any) -> Any:
	"""A ToDo of the reader and of the user of the desk."""
	doc = frappe.get_doc({"doctype": "ToDo", "description": text, "allocated_to": READER, **values}).insert()
	frappe.db.set_value("ToDo", doc.name, {"owner": DESK_ONLY, "assigned_by": DESK_ONLY})
	return frappe.get_doc("ToDo", doc.name)


@contextmanager
def in_one_transaction() -> Iterator[None]:
	"""What commits or starts over stays in the transaction of the test."""
	with (
		patch.object(transactions, "retry_deadlocks", lambda write: write()),
		patch.object(frappe.db, "commit"),
		patch.object(frappe.db, "rollback"),
	):
		yield


class TestRecordSources(SiteTestCase):
	"""ToDos, since every site has them: their users are the owner and whom they are assigned to."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		make.make_role("Huf Test Desk")
		make.make_user(READER, "Knowledge User")
		make.make_user(OTHER, "Knowledge User")
		make.make_user(MANAGER, "Knowledge Manager")
		make.make_user(DESK_ONLY, "Huf Test Desk")

	def setUp(self) -> None:
		super().setUp()
		self.case = make_case()

	def made(self, case: Any | None = None, user: str = READER) -> Any:
		"""The source about a case, made as this user."""
		with self.acting_as(user):
			found = record_source("ToDo", (case or self.case).name)
		return frappe.get_doc("Knowledge Source", found["name"])

	def indexed(self) -> Any:
		"""A source about the case that has an index."""
		return make_indexed_source(
			"The pump needs a new bearing.",
			scope="Record",
			reference_doctype="ToDo",
			reference_name=self.case.name,
		)

	def follow(self, case: Any) -> Any:
		"""What the job does about the source of a case; the source afterwards."""
		with in_one_transaction():
			life.follow_record(life.source_about(("ToDo", case.name)))
		return frappe.get_doc("Knowledge Source", life.source_about(("ToDo", case.name)).name)

	def close(self) -> None:
		self.case.reload()
		self.case.status = "Closed"
		self.case.save()

	def test_who_makes_one(self) -> None:
		"""Whoever may read the record and use knowledge; the others hear the same about a record that does not exist."""
		refusals = set()
		for user, name in (
			(OTHER, self.case.name),
			(MANAGER, self.case.name),
			(DESK_ONLY, self.case.name),
			(READER, "x"),
		):
			with self.acting_as(user):
				self.assertIsNone(find_record_source("ToDo", name))
				with self.assertRaises(frappe.PermissionError) as refused:
					record_source("ToDo", name)
				refusals.add(str(refused.exception))
		self.assertEqual(len(refusals), 1)
		source = self.made()
		self.assertEqual((source.scope, source.reference_doctype), ("Record", "ToDo"))
		self.assertTrue(can_read_source(source.name, READER))
		for user in (OTHER, MANAGER, DESK_ONLY):
			self.assertFalse(can_read_source(source.name, user), user)

	def test_one_for_each_record(self) -> None:
		"""A second request gives the same source, also by another spelling of the name; a second one cannot be made by hand."""
		first = self.made()
		self.assertEqual(self.made().name, first.name)
		with self.acting_as(READER):
			# PostgreSQL knows a document by its name as it is written, and by no other.
			again = record_source("ToDo", self.case.name if is_postgres() else self.case.name.upper())
			self.assertEqual((again["name"], again["created"]), (first.name, False))
			self.assertEqual(find_record_source("ToDo", self.case.name)["name"], first.name)
			with self.assertRaises(frappe.UniqueValidationError):
				make.make_source(scope="Record", reference_doctype="ToDo", reference_name=self.case.name)

	def test_what_a_source_can_be_about(self) -> None:
		"""Rows of tables, settings and huf's own documents have no source; the record and the scope stay for good."""
		source = self.made()
		own = make.make_source()
		for doctype, name in (("System Settings", "System Settings"), ("Knowledge Source", own.name)):
			with self.assertRaises(frappe.ValidationError):
				make.make_source(scope="Record", reference_doctype=doctype, reference_name=name)
		other = make_case("Another one.")
		source.reference_name = other.name
		self.assertRaises(frappe.CannotChangeConstantError, source.save)
		source.reload()
		source.scope = "Site"
		self.assertRaises(frappe.ValidationError, source.save)
		own.update({"scope": "Record", "reference_doctype": "ToDo", "reference_name": other.name})
		self.assertRaises(frappe.ValidationError, own.save)

	def test_what_joins(self) -> None:
		"""The record itself and its attachments belong to the source without any selector, and nothing of another record."""
		source = self.made()
		file = make.make_file("A bearing.", attached_to_doctype="ToDo", attached_to_name=self.case.name)
		make.make_file("Not this.", attached_to_doctype="ToDo", attached_to_name=make_case("Other").name)
		(selector,) = selectors_of(source.name)
		self.assertTrue(selector.comments and selector.emails)
		wanted = [item for page in wanted_of_source([selector]) for item in page]
		self.assertEqual(
			{(item.name, item.file) for item in wanted}, {(self.case.name, ""), (self.case.name, file.name)}
		)

	def test_a_note_of_somebody_else(self) -> None:
		"""A record that even Administrator's lists leave out joins its source."""
		with self.acting_as(READER):
			note = frappe.get_doc({"doctype": "Note", "title": frappe.generate_hash(), "public": 0}).insert(
				ignore_permissions=True
			)
			name = record_source("Note", note.name)["name"]
		wanted = [item for page in wanted_of_source(selectors_of(name)) for item in page]
		self.assertEqual([item.name for item in wanted], [note.name])

	def test_changes_are_noted_for_this_source_alone(self) -> None:
		"""A save, a comment and a file of the record leave a note for its source; those of another record leave none."""
		source, other = self.made(), make_case("Other")
		self.assertIn("ToDo", watched().records)

		def noted() -> set[tuple[str, str]]:
			notes = dict(getattr(frappe.local, "huf_notes", None) or {})
			frappe.local.huf_notes.clear()
			return {(doctype, name) for artifact, doctype, name in notes if artifact == source.artifact_id}

		noted()
		about = ("ToDo", self.case.name)
		for change in (
			lambda doc: doc.save(),
			lambda doc: doc.db_set("priority", "High"),
			lambda doc: doc.add_comment("Comment", "It is louder now."),
			lambda doc: make.make_file("x", attached_to_doctype="ToDo", attached_to_name=doc.name),
		):
			change(frappe.get_doc("ToDo", other.name))
			self.assertEqual(noted(), set())
			change(frappe.get_doc("ToDo", self.case.name))
			self.assertIn(about, noted())
		self.assertFalse(note_record("ToDo", other.name))

	def test_closed_statuses(self) -> None:
		"""What closes a record: cancelled, a status of Agent Settings, a line of its own DocType, or a preset."""
		todo = closing.closing_of("ToDo")
		for status, closes in (("Closed", True), ("cancelled ", True), ("Open", False), (None, False)):
			self.assertEqual(todo.closes({"docstatus": 0, "status": status}), closes, status)
		self.assertTrue(todo.closes({"docstatus": 2, "status": "Open"}))
		self.assertFalse(closing.closing_of("Note").closes({"docstatus": 0}))
		with patch.dict(closing.PRESETS, {"ToDo": ("Done",)}):
			self.assertTrue(closing.closing_of("ToDo").closes({"status": "Done"}))
			self.assertFalse(closing.closing_of("ToDo").closes({"status": "Closed"}))
			frappe.db.set_single_value(
				"Agent Settings", "record_closed_statuses", "Closed\nToDo: Open , Nearly"
			)
			frappe.clear_document_cache("Agent Settings", "Agent Settings")
			own = closing.closing_of("ToDo")
			self.assertTrue(own.closes({"status": "Open"}) and own.closes({"status": "nearly"}))
			self.assertFalse(own.closes({"status": "Done"}) or own.closes({"status": "Closed"}))
		frappe.clear_document_cache("Agent Settings", "Agent Settings")

	def test_apps_say_when_their_records_are_closed(self) -> None:
		"""The hook of an app names the field and its values."""
		hooks = {"ToDo": {"field": ["priority"], "closed": [["Low"]]}}
		real = frappe.get_hooks
		with patch.object(
			frappe,
			"get_hooks",
			lambda name=None, *a, **k: hooks if name == closing.HOOK else real(name, *a, **k),
		):
			todo = closing.closing_of("ToDo")
		self.assertEqual((todo.field, todo.closes({"priority": "Low"})), ("priority", True))

	def test_closing_archives_and_opening_brings_back(self) -> None:
		"""An archived source answers nothing and says so, keeps everything, and answers again once its record is open."""
		source = self.indexed()
		inputs = frappe.get_all("Knowledge Input", filters={"knowledge_source": source.name}, pluck="name")

		def asked() -> tuple[int, list[str]]:
			with self.acting_as(READER):
				result = knowledge_search("bearing", source.name)
			return len(result["hits"]), [skip["code"] for skip in result["skipped"]]

		self.assertEqual(asked(), (1, []))
		self.close()
		self.assertTrue(self.follow(self.case).archived_at)
		self.assertEqual(asked(), (0, ["Archived"]))
		self.assertTrue(can_read_source(source.name, READER))
		self.case.reload()
		self.case.status = "Open"
		self.case.save()
		self.assertFalse(self.follow(self.case).archived_at)
		self.assertEqual(asked(), (1, []))
		self.assertEqual(
			frappe.get_all("Knowledge Input", filters={"knowledge_source": source.name}, pluck="name"), inputs
		)
		whole, wanted = frappe.db.get_value(
			"Knowledge Source", source.name, ["whole_generation", "wanted_generation"]
		)
		self.assertGreater(whole, wanted, "the next update compares all")

	def test_bring_back(self) -> None:
		"""Who may write it brings it back while the record is closed; it stays until the record was open and closes again."""
		source = self.indexed()
		self.close()
		self.follow(self.case)
		for user in (OTHER, MANAGER, DESK_ONLY):
			with self.acting_as(user):
				self.assertRaises(frappe.PermissionError, bring_back, source.name)
		self.assertTrue(can_write_source(source.name, READER))
		with self.acting_as(READER):
			bring_back(source.name)
		self.assertFalse(self.follow(self.case).archived_at)
		self.case.reload()
		self.case.status = "Open"
		self.case.save()
		self.assertFalse(self.follow(self.case).keep_open)
		self.close()
		self.assertTrue(self.follow(self.case).archived_at)

	def test_made_for_a_closed_record(self) -> None:
		"""A source that somebody makes for a record that is closed already answers."""
		self.close()
		self.made()
		self.assertFalse(self.follow(self.case).archived_at)

	def test_the_sweep_finds_what_had_no_event(self) -> None:
		"""A status that was set past all events archives at the next sweep."""
		source = self.made()
		frappe.db.set_value("ToDo", self.case.name, "status", "Cancelled", update_modified=False)
		with in_one_transaction():
			purge.sweep_record_sources()
		self.assertTrue(frappe.db.get_value("Knowledge Source", source.name, "archived_at"))

	def test_purge_after_the_retention_days(self) -> None:
		"""Not a day earlier: then source, inputs, glossary and its rows in agents are gone, cannot be restored, and it is logged."""
		source = self.indexed()
		agent = make.make_agent(source, make.make_source())
		frappe.get_doc(
			{
				"doctype": "Knowledge Glossary",
				"glossary_name": "Of a case",
				"knowledge_source": source.name,
				"entries": [{"term": "zb", "expansions": "zebra"}],
			}
		).insert()
		extra = make.make_text(source, "A secret that was deleted before.")
		frappe.delete_doc("Knowledge Input", extra.name)
		self.close()
		for days, is_there in ((89, True), (91, False)):
			then = add_to_date(now_datetime(), days=-days)
			frappe.db.set_value("Knowledge Source", source.name, "archived_at", then)
			with in_one_transaction():
				purge.sweep_record_sources()
			self.assertEqual(bool(frappe.db.exists("Knowledge Source", source.name)), is_there, days)
		agent.reload()
		self.assertEqual(len(agent.knowledge), 1)
		for doctype in ("Knowledge Input", "Knowledge Build", "Knowledge Glossary"):
			self.assertFalse(frappe.db.exists(doctype, {"knowledge_source": source.name}), doctype)
		for deleted in frappe.get_all("Deleted Document", fields=["deleted_doctype", "data"]):
			self.assertNotIn(source.name, deleted.data)
		(logged,) = frappe.get_all(
			"Activity Log", filters={"subject": ("like", f"%{source.name}%")}, pluck="subject"
		)
		self.assertIn(self.case.name, logged)

	def test_no_retention_days_is_for_ever(self) -> None:
		"""With 0 days nothing is purged for its age."""
		source = self.made()
		self.close()
		frappe.db.set_value("Knowledge Source", source.name, "archived_at", "2001-01-01")
		frappe.db.set_single_value("Agent Settings", "record_retention_days", 0)
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		with in_one_transaction():
			purge.sweep_record_sources()
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		self.assertTrue(frappe.db.exists("Knowledge Source", source.name))

	def test_orphans(self) -> None:
		"""The source of a deleted record answers nobody at once, keeps nothing from being deleted, and goes with the sweep."""
		source, other = self.indexed(), make_case("Other")
		self.made(other)
		frappe.delete_doc("ToDo", self.case.name)
		self.assertFalse(can_read_source(source.name, READER))
		with self.acting_as(READER):
			self.assertFalse(knowledge_search("bearing", source.name)["hits"])
		with in_one_transaction():
			purge.sweep_record_sources()
		self.assertFalse(frappe.db.exists("Knowledge Source", source.name))
		self.assertTrue(life.source_about(("ToDo", other.name)))

	def test_rename(self) -> None:
		"""The source of a renamed record is found by the new name, and by its readers."""
		source = self.made()
		new = f"case-{frappe.generate_hash(length=6)}"
		frappe.rename_doc("ToDo", self.case.name, new, force=True, show_alert=False)
		self.assertEqual(life.source_about(("ToDo", new)).name, source.name)
		self.assertIsNone(life.source_about(("ToDo", self.case.name)))
		self.assertTrue(can_read_source(source.name, READER))

	def test_merge(self) -> None:
		"""Of two sources about merged records that of the remaining record stays, with what people added to either."""
		gone, target = self.made(), make_case("Target")
		stays = self.made(target)
		added = make.make_text(gone, "Somebody typed this.")
		frappe.rename_doc("ToDo", self.case.name, target.name, force=True, merge=True, show_alert=False)
		self.assertEqual(frappe.db.get_value("Knowledge Input", added.name, "knowledge_source"), stays.name)
		with in_one_transaction():
			purge.sweep_record_sources()
		self.assertFalse(frappe.db.exists("Knowledge Source", gone.name))
		self.assertTrue(frappe.db.exists("Knowledge Input", added.name))

	def test_a_run_about_a_record(self) -> None:
		"""The source of the run's record takes part as the agent says, for who may read it; that of another record does not."""
		source, other_case = self.indexed(), make_case("Other")
		other = make_indexed_source(
			"Another bearing.", scope="Record", reference_doctype="ToDo", reference_name=other_case.name
		)
		agent = make.make_agent({"knowledge_source": other.name, "mode": "Optional"})
		about = ("ToDo", self.case.name)

		def modes(record: tuple[str, str] | None, user: str = READER) -> dict[str, str]:
			return {row.source: row.mode for row in agent_sources(agent, user, record).usable}

		self.assertEqual(modes(None), {other.name: "Optional"})
		self.assertEqual(modes(about), {source.name: "Mandatory"})
		self.assertEqual(answering_sources(READER, agent.name, about), [source.name])
		for said, expected in (("Optional", {source.name: "Optional"}), ("Never", {})):
			agent.record_knowledge = said
			agent.save()
			self.assertEqual(modes(about), expected)
		self.assertEqual(modes(about, OTHER), {})
		for user, record in ((OTHER, about), (READER, ("ToDo", "No Such")), (READER, ("No Such", "x"))):
			with self.assertRaisesRegex(frappe.PermissionError, "no such record"):
				run_agent_sync(agent.name, "bearing?", user=user, record=record)

	def test_an_archived_source_in_a_run(self) -> None:
		"""A run about a closed record goes on without what was known of it, and says so."""
		source = self.indexed()
		self.close()
		self.follow(self.case)
		found = agent_sources(make.make_agent(), READER, ("ToDo", self.case.name))
		self.assertEqual([(skip.source, skip.code) for skip in found.skipped], [(source.name, "Archived")])
		self.assertFalse(found.usable)

	def test_a_right_that_is_taken_away(self) -> None:
		"""Whoever may not read the record any more is not answered by the very next search, in a list, or in a run."""
		source = self.indexed()
		agent = make.make_agent(source)
		self.assertEqual(answering_sources(READER, agent.name), [source.name])
		frappe.db.set_value("ToDo", self.case.name, "allocated_to", OTHER)
		self.assertEqual(answering_sources(READER, agent.name), [])
		with self.acting_as(READER):
			self.assertEqual(knowledge_search("bearing", source.name)["skipped"][0]["code"], "Not Available")
			self.assertNotIn(source.name, frappe.get_list("Knowledge Source", pluck="name"))
		self.assertEqual(answering_sources(OTHER, agent.name), [source.name])
