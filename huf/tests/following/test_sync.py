"""Sources follow their records: by events, notes and the job, and by the clock for what has no event."""

from functools import partial
from unittest.mock import patch

import frappe
from frappe.core.doctype.data_import.data_import import start_import
from frappe.utils import add_days, background_jobs, nowdate
from redis.exceptions import RedisError

from huf.ai.knowledge import maintenance
from huf.ai.knowledge.changes import noted, watched
from huf.ai.knowledge.following import events, jobs, sweep
from huf.ai.site import queueing
from huf.tests import factories as make
from huf.tests import site_records as records
from huf.tests.following.test_selection import case, make_tag
from huf.tests.selection_site import SelectionTestCase

CASE = records.CASE


class TestEvents(SelectionTestCase):
	"""What happens to a record happens to its input."""

	def setUp(self) -> None:
		super().setUp()
		for number in (1, 2):
			records.make_case(number)

	def test_insert_and_save(self) -> None:
		"""A new record comes in, and a saved one is Pending with its new title and time."""
		source = self.source({})
		records.make_case(3)
		doc = frappe.get_doc(CASE, case(1))
		doc.title = "Another title"
		doc.save()
		self.sync(source)
		self.assertEqual(self.names(source), [case(1), case(2), case(3)])
		row = self.inputs(source)[0]
		self.assertEqual(
			(row.title, row.status, str(row.record_modified)), ("Another title", "Pending", str(doc.modified))
		)

	def test_a_record_that_stops_matching_leaves(self) -> None:
		"""A record whose values no longer match the filters leaves, and comes back when they do."""
		source = self.source({"filters": [["status", "=", "Open"]]})
		doc = frappe.get_doc(CASE, case(1))
		for status, names in (("Closed", [case(2)]), ("Open", [case(1), case(2)])):
			doc.status = status
			doc.save()
			self.sync(source)
			self.assertEqual(self.names(source), names)

	def test_db_set(self) -> None:
		"""A field set on a document is an event like a save."""
		source = self.source({"filters": [["status", "=", "Open"]]})
		frappe.get_doc(CASE, case(1)).db_set("status", "Closed")
		self.sync(source)
		self.assertEqual(self.names(source), [case(2)])

	def test_submit_cancel_amend(self) -> None:
		"""Submitting keeps one input; cancelling lets it leave, and what is amended from it comes in."""
		source = self.source({})
		before = self.inputs(source)[0].name
		doc = frappe.get_doc(CASE, case(1))
		doc.submit()
		self.sync(source)
		self.assertEqual([row.name for row in self.inputs(source, reference_name=case(1))], [before])
		doc.cancel()
		self.sync(source)
		self.assertEqual(self.names(source), [case(2)])
		amended = frappe.copy_doc(doc)
		amended.amended_from, amended.docstatus = doc.name, 0
		amended.insert()
		self.sync(source)
		self.assertEqual(self.names(source), [f"{case(1)}-1", case(2)])

	def test_rename(self) -> None:
		"""A renamed record keeps its input, under its new name and with a key of its own; two may swap their names."""
		source = self.source({})
		first, second = (row.name for row in self.inputs(source))
		frappe.db.set_value("Knowledge Input", first, "disabled", 1)
		for old, new in ((case(1), "CASE-X"), (case(2), case(1)), ("CASE-X", case(2))):
			frappe.rename_doc(CASE, old, new)
		self.assertEqual(frappe.db.get_value("Knowledge Input", first, "reference_name"), case(2))
		self.sync(source)
		found = {
			row.name: (row.reference_name, row.selected_key, row.disabled) for row in self.inputs(source)
		}
		from huf.ai.knowledge.selectors.values import Identity

		self.assertEqual(
			found,
			{
				first: (case(2), Identity(CASE, case(2)).key, 1),
				second: (case(1), Identity(CASE, case(1)).key, 0),
			},
		)

	def test_odd_names(self) -> None:
		"""Names with slashes, quotes and percent signs are names like any other."""
		source = self.source({})
		odd = ["a/b", "it's 100 %s", 'x" or "1', "ünder_score ß"]
		for old, new in zip((case(1), case(2)), odd[:2], strict=True):
			frappe.rename_doc(CASE, old, new)
		for number, name in enumerate(odd[2:], 3):
			records.make_case(number, name=name)
		self.sync(source)
		self.assertEqual(sorted(self.names(source)), sorted(odd))
		for name in odd:
			frappe.delete_doc(CASE, name)
		self.sync(source)
		self.assertEqual(self.names(source), [])

	def test_whatever_the_source_does(self) -> None:
		"""Records come in whatever state the source is in, and do not end a pause that somebody asked for."""
		source = self.source({})
		for number, state in enumerate(("Indexing", "Error", "Rebuild Required", "Pending"), 3):
			frappe.db.set_value("Knowledge Source", source.name, {"status": state, "indexing_paused": 1})
			records.make_case(number)
			self.sync(source)
			self.assertIn(case(number), self.names(source), state)
			self.assertEqual(frappe.db.get_value("Knowledge Source", source.name, "indexing_paused"), 1)

	def test_merge(self) -> None:
		"""Of two merged records one input is left."""
		source = self.source({})
		frappe.rename_doc(CASE, case(1), case(2), merge=True)
		self.sync(source)
		self.assertEqual(self.names(source), [case(2)])

	def test_deletion_waits_for_nothing(self) -> None:
		"""A deleted record's input is gone in the same transaction, and there again if that is undone."""
		source = self.source({})
		frappe.delete_doc(CASE, case(1))
		self.assertEqual(self.names(source), [case(2)])
		frappe.db.rollback()
		self.assertEqual(self.names(source), [case(1), case(2)])
		self.assertEqual(noted.read_notes(source.artifact_id), [])

	def test_rolled_back_changes_leave_no_note(self) -> None:
		"""What was not committed is not noted, neither then nor with the next commit."""
		source = self.source({})
		frappe.get_doc(CASE, case(1)).save()
		frappe.db.rollback()
		frappe.db.commit()
		self.assertEqual(noted.read_notes(source.artifact_id), [])

	def test_an_error_of_ours_is_nobodys_error(self) -> None:
		"""When noting a change fails, the record is saved all the same, and the nightly comparison finds it."""
		source = self.source({})
		with patch.object(noted, "note", side_effect=RuntimeError("broken")):
			records.make_case(3)
		self.sync(source)
		self.assertEqual(self.names(source), [case(1), case(2)])
		self.compare_all(source)
		self.assertEqual(self.names(source), [case(1), case(2), case(3)])

	def test_storing_notes_that_fails(self) -> None:
		"""When the notes cannot be written, the record is saved all the same."""
		source = self.source({})
		with patch.object(frappe.db, "bulk_insert", side_effect=RuntimeError("broken")):
			records.make_case(3)
			frappe.db.commit()
		self.assertTrue(frappe.db.exists(CASE, case(3)))
		self.compare_all(source)
		self.assertEqual(len(self.names(source)), 3)

	def test_a_full_queue(self) -> None:
		"""While Frappe takes no more jobs, a record is saved without a word about it, and the watchdog goes on."""
		source = self.source({})
		# Frappe 15 has no such limit, and nothing of this name.
		overloaded = getattr(
			frappe, "QueueOverloaded", type("QueueOverloaded", (frappe.ValidationError,), {})
		)

		def refuse(*args: object, **values: object) -> None:
			frappe.throw("Too many queued background jobs", overloaded)

		with (
			patch.object(background_jobs, "enqueue", refuse),
			patch.object(queueing, "_OVERLOADED", (overloaded,)),
		):
			frappe.clear_messages()
			records.make_case(3)
			frappe.db.commit()
			self.assertEqual(len(noted.read_notes(source.artifact_id)), 1)
			self.assertRaises(RedisError, queueing.queue_sync, source.artifact_id)
			with patch.object(sweep, "queue_waiting", partial(queueing.queue_sync, source.artifact_id)):
				with patch.object(maintenance, "announce") as ended:
					maintenance.watchdog()
			ended.assert_called_once()
			self.assertEqual(frappe.get_message_log(), [])
		self.sync(source)
		self.assertEqual(len(self.names(source)), 3)


class TestNotes(SelectionTestCase):
	"""Few jobs for many changes, and none that is lost."""

	def test_many_saves_are_one_note(self) -> None:
		"""A record that is saved many times in a transaction is noted once, and queued once."""
		records.make_case(1)
		source = self.source({})
		with patch.object(queueing, "queue_sync") as queued:
			for _number in range(5):
				frappe.get_doc(CASE, case(1)).save()
			frappe.db.commit()
		self.assertEqual(len(noted.read_notes(source.artifact_id)), 1)
		queued.assert_called_once_with(source.artifact_id)

	def test_very_many_records_are_one_note(self) -> None:
		"""More changed records than are worth noting become one comparison of everything."""
		records.fill_cases(6)
		source = self.source({})
		with patch.object(noted, "MOST_NOTES", 5):
			for number in range(6):
				frappe.get_doc(CASE, case(number)).save()
			frappe.db.commit()
		(note,) = noted.read_notes(source.artifact_id)
		self.assertEqual((note.doctype, note.record), noted.ALL)

	def test_an_import_is_compared_once(self) -> None:
		"""While records are imported nothing is queued or compared; the watchdog does it at the end."""
		source = self.source({})
		frappe.flags.in_import = True
		try:
			with patch.object(queueing, "queue_sync") as queued:
				for number in range(4):
					records.make_case(number)
					frappe.db.commit()
				queued.assert_not_called()
				sweep.queue_waiting()
				self.assertNotIn(source.artifact_id, str(queued.mock_calls))
			self.sync(source)
			self.assertEqual(self.names(source), [])
		finally:
			frappe.flags.in_import = False
		frappe.cache.delete(noted._importing_key(source.artifact_id))
		with patch.object(queueing, "queue_sync") as queued:
			sweep.queue_waiting()
			queued.assert_any_call(source.artifact_id)
		self.sync(source)
		self.assertEqual(len(self.names(source)), 4)

	def test_the_end_of_a_data_import(self) -> None:
		"""Frappe's own import: its last word queues one comparison, and the scheduler, which may be paused, is not needed for it."""
		source, lines = self.source({}), ["ID,Title,Case Group,Status"]
		lines += [
			f"{records.case_name(number)},Imported {number},{records.NORTH},Open" for number in range(7)
		]
		file = make.make_file("\n".join(lines), "cases.csv", is_private=1)
		data_import = frappe.get_doc(
			{
				"doctype": "Data Import",
				"reference_doctype": CASE,
				"import_type": "Insert New Records",
				"import_file": file.file_url,
				"submit_after_import": 0,
			}
		).insert()
		frappe.db.commit()
		self.addCleanup(frappe.delete_doc, "Data Import", data_import.name, force=True)
		with patch.object(queueing, "queue_sync") as queued:
			start_import(data_import.name)
			frappe.db.commit()
		data_import.reload()
		self.assertEqual(data_import.status, "Success", data_import.as_json())
		queued.assert_called_with(source.artifact_id)
		# After the first record and after the last, not after each.
		self.assertLessEqual(queued.call_count, 3)
		self.assertFalse(noted.is_importing(source.artifact_id))
		jobs.sync_source(source.artifact_id)
		self.assertEqual(len(self.names(source)), 7)

	def test_an_import_that_fails(self) -> None:
		"""What was imported before it failed is not left waiting either."""
		source = self.source({})
		data_import = frappe.get_doc(
			{"doctype": "Data Import", "reference_doctype": CASE, "import_type": "Insert New Records"}
		).insert()
		self.addCleanup(frappe.delete_doc, "Data Import", data_import.name, force=True)
		frappe.flags.in_import = True
		try:
			records.make_case(1)
			frappe.db.commit()
			self.assertTrue(noted.is_importing(source.artifact_id))
			with patch.object(queueing, "queue_sync") as queued:
				data_import.db_set("status", "Timed Out")
				frappe.db.commit()
			queued.assert_called_once_with(source.artifact_id)
		finally:
			frappe.flags.in_import = False

	def test_a_note_that_fails_is_kept(self) -> None:
		"""When comparing breaks, the source says why, the notes stay, and are given up after some tries."""
		records.make_case(1)
		source = self.source({})
		frappe.get_doc(CASE, case(1)).save()
		frappe.db.commit()
		for _number in range(jobs.MOST_TRIES):
			self.assertEqual(len(noted.read_notes(source.artifact_id)), 1)
			with (
				patch.object(jobs, "reconcile_record", side_effect=RuntimeError("broken")),
				self.assertRaises(RuntimeError),
			):
				jobs.sync_source(source.artifact_id)
			error = frappe.db.get_value("Knowledge Source", source.name, "selection_error")
			self.assertIn("broken", error)
		self.assertEqual(noted.read_notes(source.artifact_id), [])
		self.compare_all(source)
		self.assertIsNone(frappe.db.get_value("Knowledge Source", source.name, "selection_error"))

	def test_a_note_during_the_comparison(self) -> None:
		"""A change that is noted while the job compares is dealt with by the same job."""
		records.make_case(1)
		source = self.source({})
		compare = jobs.reconcile_record
		seen = []

		def slow(*arguments: object, **named: object) -> object:
			found = compare(*arguments, **named)
			if not seen:
				seen.append(1)
				frappe.delete_doc(CASE, case(1))
				frappe.db.commit()
			return found

		frappe.get_doc(CASE, case(1)).save()
		with patch.object(jobs, "reconcile_record", slow):
			self.sync(source)
		self.assertEqual((self.names(source), noted.read_notes(source.artifact_id)), ([], []))

	def test_a_deleted_source_leaves_nothing(self) -> None:
		"""Notes and tombstones go with their source, and its DocType is no longer watched."""
		records.make_case(1)
		source = self.source({})
		frappe.delete_doc("Knowledge Input", self.inputs(source)[0].name)
		frappe.db.commit()
		frappe.delete_doc("Knowledge Source", source.name)
		frappe.db.commit()
		self.assertFalse(frappe.db.exists("Knowledge Change", {"artifact_id": source.artifact_id}))
		self.assertFalse(frappe.db.exists("Knowledge Tombstone", {"knowledge_source": source.name}))
		self.assertNotIn(source.artifact_id, str(watched.watched()))

	def test_a_source_that_goes_meanwhile(self) -> None:
		"""A source that is deleted or renamed while its inputs are written leaves none of them behind."""
		from huf.ai.knowledge.selectors.inputs import storing

		records.fill_cases(2)
		insert = storing._insert
		for goes in ("rename", "delete"):
			source = self.source({"filters": [["status", "=", "Nothing"]]})
			source.selectors[0].filters = None
			source.save()

			def meanwhile(*arguments: object, name: str = source.name, goes: str = goes) -> None:
				if frappe.db.exists("Knowledge Source", name):
					if goes == "rename":
						self.made.append(frappe.rename_doc("Knowledge Source", name, f"{name} new"))
					else:
						frappe.delete_doc("Knowledge Source", name)
					frappe.db.commit()
				insert(*arguments)

			with patch.object(storing, "_insert", meanwhile):
				self.sync(source)
			self.assertEqual(frappe.db.count("Knowledge Input", {"knowledge_source": source.name}), 0, goes)
			left = frappe.db.count("Knowledge Input", {"knowledge_source": f"{source.name} new"})
			self.assertEqual(left, 2 if goes == "rename" else 0)
			self.assertEqual(noted.read_notes(source.artifact_id), [])

	def test_orphans(self) -> None:
		"""Inputs without a source go at night."""
		records.fill_cases(1)
		source = self.source({})
		name = self.inputs(source)[0].name
		frappe.db.set_value("Knowledge Input", name, "knowledge_source", "No Such Source")
		sweep.delete_orphans()
		self.assertFalse(frappe.db.exists("Knowledge Input", name))

	def test_other_documents_are_not_noted(self) -> None:
		"""A document of a DocType that nobody selects leaves no note."""
		source = self.source({})
		frappe.get_doc({"doctype": "ToDo", "description": "nothing to do with it"}).insert()
		frappe.db.commit()
		self.assertEqual(noted.read_notes(source.artifact_id), [])


class TestClock(SelectionTestCase):
	"""What has no event."""

	def nightly(self, source: object) -> None:
		sweep.compare_all()
		self.sync(source)

	def test_values_set_by_sql(self) -> None:
		"""The nightly comparison finds what ``set_value`` and SQL changed, brought and took away."""
		records.fill_cases(3)
		source = self.source({"filters": [["status", "=", "Open"]]})
		frappe.db.set_value(CASE, case(1), "title", "Set by code")
		frappe.db.set_value(CASE, case(2), "status", "Closed")
		records.fill_cases(1, start=6)
		self.nightly(source)
		self.assertEqual(
			{row.reference_name: row.title for row in self.inputs(source)},
			{
				case(1): "Set by code",
				case(6): "Case 6 of the turbine",
			},
		)

	def test_an_expiry_date_that_passes(self) -> None:
		"""A record leaves, or is marked, once its date has passed, and comes back when it is extended."""
		records.make_case(1, valid_until=nowdate())
		leaving = self.source({"expiry_field": "valid_until"})
		staying = self.source({"expiry_field": "valid_until", "when_inactive": "Marked Superseded"})
		self.assertEqual(self.names(leaving), [case(1)])
		with patch(
			"huf.ai.knowledge.selectors.selecting.records.nowdate", return_value=add_days(nowdate(), 1)
		):
			self.nightly(leaving)
			self.nightly(staying)
		self.assertEqual(self.names(leaving), [])
		self.assertEqual([row.superseded for row in self.inputs(staying)], [1])
		self.nightly(leaving)
		self.nightly(staying)
		self.assertEqual(self.names(leaving), [case(1)])
		self.assertEqual([row.superseded for row in self.inputs(staying)], [0])

	def test_tags_that_code_took_away(self) -> None:
		"""The hourly look at tags notes the sources that hold an input without its tag, and no others."""
		from frappe.desk.doctype.tag.tag import DocTags

		records.make_case(1)
		DocTags(CASE).add(case(1), make_tag("huf-red"))
		source = self.source({"selector_type": "Tag", "tag": "huf-red"})
		sweep.compare_tags()
		frappe.db.commit()
		self.assertEqual(noted.read_notes(source.artifact_id), [])
		DocTags(CASE).remove(case(1), "huf-red")
		sweep.compare_tags()
		self.sync(source)
		self.assertEqual(self.names(source), [])

	def test_a_lost_queue(self) -> None:
		"""Notes whose job was lost are found by the watchdog."""
		records.make_case(1)
		source = self.source({})
		with patch.object(queueing, "queue_sync"):
			frappe.get_doc(CASE, case(1)).save()
			frappe.db.commit()
		with patch.object(queueing, "queue_sync") as queued:
			sweep.queue_waiting()
		queued.assert_any_call(source.artifact_id)

	def test_events_rest_during_a_migration(self) -> None:
		"""Patches and migrations leave no notes, and a comparison of everything is asked for afterwards."""
		records.make_case(1)
		source = self.source({})
		frappe.flags.in_migrate = True
		try:
			frappe.get_doc(CASE, case(1)).save()
		finally:
			frappe.flags.in_migrate = False
		frappe.db.commit()
		self.assertEqual(noted.read_notes(source.artifact_id), [])
		from huf.install import after_migrate

		after_migrate()
		frappe.db.commit()
		self.assertEqual(
			[(note.doctype, note.record) for note in noted.read_notes(source.artifact_id)], [noted.ALL]
		)

	def test_every_event_that_is_hooked_exists(self) -> None:
		"""The hooks name functions of ``events``, for every DocType."""
		hooked = frappe.get_hooks("doc_events")["*"]
		for method in ("on_change", "after_rename", "after_delete"):
			self.assertIn(f"huf.ai.knowledge.following.events.{method}", hooked[method])
			self.assertTrue(callable(getattr(events, method)))
