"""Which records and files belong to a source, and that its inputs follow."""

import hashlib
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import frappe
from frappe.desk.doctype.tag.tag import DocTags
from frappe.utils import add_days, now_datetime, nowdate

from huf.ai.knowledge import indexer
from huf.ai.knowledge.changes import noted
from huf.ai.knowledge.following import events, sweep
from huf.ai.site import artifacts
from huf.engine.builds import read_inputs
from huf.huf.doctype.knowledge_input.knowledge_input import reprocess_input
from huf.huf.doctype.knowledge_selector.knowledge_selector import count_selected
from huf.huf.doctype.knowledge_source.knowledge_source import sync_now
from huf.tests import factories as make
from huf.tests import site_records as records
from huf.tests.selection_site import SelectionTestCase

CASE = records.CASE
MANAGER = "huf-selection-manager@example.com"
USER = "huf-selection-user@example.com"


def case(number: int) -> str:
	return records.case_name(number)


class TestRecords(SelectionTestCase):
	"""Records of a DocType, with filters."""

	def test_each_record_is_an_input(self) -> None:
		"""Every record that matches is one input that names it, with its title, its time and its key."""
		records.fill_cases(6)
		source = self.source({"filters": [["status", "=", "Open"]]})
		self.assertEqual(self.names(source), [case(n) for n in range(6) if n % 5])
		row = self.inputs(source)[0]
		self.assertEqual(
			(row.input_type, row.status, row.reference_doctype), ("DocType Records", "Pending", CASE)
		)
		self.assertEqual(row.title, frappe.db.get_value(CASE, row.reference_name, "title"))
		self.assertEqual(row.record_modified, frappe.db.get_value(CASE, row.reference_name, "modified"))
		key = hashlib.sha256(f"{CASE}\0{row.reference_name}".encode()).hexdigest()
		self.assertEqual((row.selected_key, row.selector), (key, source.selectors[0].name))
		self.assertEqual(row.author, "Administrator")
		told = frappe.db.get_value("Knowledge Source", source.name, ["selected_inputs", "selection_error"])
		self.assertEqual(told, (4, None))
		self.assertIsNotNone(frappe.db.get_value("Knowledge Source", source.name, "last_synced_at"))

	def test_nothing_changed_writes_nothing(self) -> None:
		"""A comparison of unchanged records writes no input and asks for no update."""
		records.fill_cases(5)
		source = self.source({})
		before = self.wanted(source), self.inputs(source)
		self.compare_all(source)
		self.assertEqual((self.wanted(source), self.inputs(source)), before)

	def test_two_selectors_one_input(self) -> None:
		"""A record that two selectors select is one input, and stays while one of them selects it."""
		records.fill_cases(4)
		source = self.source(
			{"filters": [["case_group", "=", "North"]]}, {"filters": [["name", "=", case(0)]]}
		)
		self.assertEqual(self.names(source), [case(0), case(2)])
		source.reload()
		source.selectors = source.selectors[1:]
		source.save()
		self.sync(source)
		self.assertEqual(self.names(source), [case(0)])
		self.assertEqual(self.inputs(source)[0].selector, source.selectors[0].name)

	def test_filters_on_a_child_table(self) -> None:
		"""A condition on rows of a table selects each record once, however many of its rows match."""
		for number in (1, 2):
			steps = [{"step": "Look"}, {"step": "Look"}] if number == 1 else [{"step": "Go"}]
			records.make_case(number, steps=steps)
		source = self.source({"filters": [[records.STEP, "step", "=", "Look"]]})
		self.assertEqual(self.names(source), [case(1)])

	def test_many_pages(self) -> None:
		"""More records than one page holds are all found, each once."""
		from unittest.mock import patch

		from huf.ai.knowledge.selectors.inputs import storing
		from huf.ai.knowledge.selectors.selecting import records as reading

		records.fill_cases(57)
		with patch.object(reading, "PAGE", 10), patch.object(storing, "BATCH", 7):
			source = self.source({})
		self.assertEqual(self.names(source), [case(n) for n in range(57)])

	def test_inactive_records(self) -> None:
		"""Cancelled, disabled and expired records leave, or stay marked, as the selector says; tomorrow's expiry does not count."""
		for number in range(5):
			records.make_case(number)
		cancelled = frappe.get_doc(CASE, case(0))
		cancelled.submit()
		cancelled.cancel()
		frappe.db.set_value(CASE, case(1), "disabled", 1)
		frappe.db.set_value(CASE, case(2), "valid_until", add_days(nowdate(), -1))
		frappe.db.set_value(CASE, case(3), "valid_until", nowdate())
		leaving = self.source({"expiry_field": "valid_until"})
		self.assertEqual(self.names(leaving), [case(3), case(4)])
		staying = self.source({"expiry_field": "valid_until", "when_inactive": "Marked Superseded"})
		marked = {row.reference_name: row.superseded for row in self.inputs(staying)}
		self.assertEqual(marked, {case(0): 1, case(1): 1, case(2): 1, case(3): 0, case(4): 0})

	def test_comments_count_as_a_change(self) -> None:
		"""With comments in the text, a new comment makes the record's input Pending; without them it does not."""
		records.make_case(1)
		without = self.source({})
		with_comments = self.source({"include_comments": 1})
		frappe.db.set_value("Knowledge Input", {"reference_name": case(1)}, "status", "Indexed")
		frappe.get_doc(CASE, case(1)).add_comment("Comment", "It drips again.")
		self.sync(without)
		self.sync(with_comments)
		self.assertEqual(self.inputs(without)[0].status, "Indexed")
		self.assertEqual(self.inputs(with_comments)[0].status, "Pending")

	def test_a_deleted_comment_counts_too(self) -> None:
		"""Deleting a comment that is not the newest makes the record's input Pending, although no time tells of it."""
		records.make_case(1)
		doc = frappe.get_doc(CASE, case(1))
		first = doc.add_comment("Comment", "The first.")
		doc.add_comment("Comment", "The second.")
		source = self.source({"include_comments": 1})
		frappe.db.set_value("Knowledge Input", {"reference_name": case(1)}, "status", "Indexed")
		frappe.delete_doc("Comment", first.name)
		self.sync(source)
		self.assertEqual(self.inputs(source)[0].status, "Pending")


class TestTags(SelectionTestCase):
	"""Records that carry a tag."""

	def tag(self, number: int, tag: str) -> None:
		frappe.call("frappe.desk.doctype.tag.tag.add_tag", tag=tag, dt=CASE, dn=case(number))

	def untag(self, number: int, tag: str) -> None:
		"""Frappe takes a tag away without an event; the comparison by the hour finds it."""
		frappe.call("frappe.desk.doctype.tag.tag.remove_tag", tag=tag, dt=CASE, dn=case(number))
		sweep.compare_tags()

	def file(self, *args: Any, **values: Any) -> Any:
		"""A File that is gone, with its tags, after the test."""
		file = make.make_file(*args, **values)

		def delete() -> None:
			frappe.delete_doc("File", file.name)
			frappe.db.commit()

		self.addCleanup(delete)
		return file

	def test_join_and_leave(self) -> None:
		"""A record joins with a selecting tag, stays while one of several is left, and leaves with the last."""
		for number in (1, 2):
			records.make_case(number)
		source = self.source(
			{"selector_type": "Tag", "tag": make_tag("huf-red")},
			{"selector_type": "Tag", "tag": make_tag("huf-blue"), "document_type": CASE},
		)
		other = self.source({"selector_type": "Tag", "tag": make_tag("huf-green")})
		self.assertEqual(self.names(source), [])
		self.tag(1, "huf-red")
		self.tag(1, "huf-blue")
		self.tag(2, "huf-green")
		self.sync(source)
		self.sync(other)
		self.assertEqual((self.names(source), self.names(other)), ([case(1)], [case(2)]))
		self.untag(1, "huf-red")
		self.sync(source)
		self.assertEqual(self.names(source), [case(1)])
		self.untag(1, "huf-blue")
		self.sync(source)
		self.assertEqual(self.names(source), [])
		self.assertEqual(self.names(other), [case(2)])

	def test_files_with_a_tag(self) -> None:
		"""A file joins with a tag of its own, leaves without one, and stays where its folder or its record brings it too."""
		records.make_case(1)
		file = self.file("Tagged words.", "tagged.txt")
		self.file("Other words.", "other.txt")
		attached = self.file(
			"Attached words.", "attached.txt", attached_to_doctype=CASE, attached_to_name=case(1)
		)
		everything = self.source({"selector_type": "Tag", "tag": make_tag("huf-red")})
		files_only = self.source(
			{"selector_type": "Tag", "tag": "huf-red", "document_type": "File"}, {"document_type": CASE}
		)
		for tagged in (file, attached):
			frappe.call("frappe.desk.doctype.tag.tag.add_tag", tag="huf-red", dt="File", dn=tagged.name)
		for source in (everything, files_only):
			self.sync(source)
			self.assertEqual(self.files(source), ["attached.txt", "tagged.txt"])
		self.assertEqual(self.names(everything), [])
		for tagged in (file, attached):
			# As the desk asks for it: what its request will do is noted before it is done.
			request = frappe._dict(path="/api/method/frappe.desk.doctype.tag.tag.remove_tag")
			arguments = frappe._dict(tag="huf-red", dt="File", dn=tagged.name)
			with (
				patch.object(frappe.local, "request", request, create=True),
				patch.object(frappe.local, "form_dict", arguments),
			):
				events.on_request()
			frappe.call("frappe.desk.doctype.tag.tag.remove_tag", **arguments)
		for source, left in ((everything, []), (files_only, ["attached.txt"])):
			self.sync(source)
			self.assertEqual(self.files(source), left)

	def test_a_file_whose_tag_code_took_away(self) -> None:
		"""It is found within the hour, and so is one of which the whole tag is gone."""
		file = self.file("Tagged words.", "tagged.txt")
		source = self.source({"selector_type": "Tag", "tag": make_tag("huf-red"), "document_type": "File"})
		DocTags("File").add(file.name, "huf-red")
		self.sync(source)
		sweep.compare_tags()
		self.assertEqual(noted.read_notes(source.artifact_id), [])
		DocTags("File").remove(file.name, "huf-red")
		frappe.db.commit()
		sweep.compare_tags()
		self.sync(source)
		self.assertEqual(self.files(source), [])

	def test_a_tag_link_alone_brings_nothing(self) -> None:
		"""Everybody may insert a Tag Link about a document that they may not even read; it is no tag."""
		records.make_case(1)
		file = self.file("Tagged words.", "tagged.txt")
		source = self.source({"selector_type": "Tag", "tag": make_tag("huf-red")})
		for doctype, name in ((CASE, case(1)), ("File", file.name)):
			frappe.get_doc(
				{"doctype": "Tag Link", "document_type": doctype, "document_name": name, "tag": "huf-red"}
			).insert()
		self.sync(source)
		self.assertEqual((self.names(source), self.files(source)), ([], []))

	def test_files_that_the_author_may_not_read(self) -> None:
		"""A tag brings what the author of the selector may read, and no other private file."""
		stranger = make.make_user("huf-s-tagger@example.com", "Knowledge User")
		file = self.file("Private words.", "private.txt", is_private=1)
		DocTags("File").add(file.name, make_tag("huf-red"))
		with self.acting_as(stranger):
			source = self.source({"selector_type": "Tag", "tag": "huf-red"}, scope="User")
			self.assertEqual(self.files(source), [])

	def test_another_tag_changes_nothing(self) -> None:
		"""A tag that keeps a record in the source writes nothing and asks for no update."""
		records.make_case(1)
		self.tag(1, make_tag("huf-red"))
		source = self.source({"selector_type": "Tag", "tag": "huf-red"})
		before = self.wanted(source), self.inputs(source)
		self.tag(1, make_tag("huf-other"))
		self.sync(source)
		self.assertEqual((self.wanted(source), self.inputs(source)), before)


def make_tag(name: str) -> str:
	if not frappe.db.exists("Tag", name):
		frappe.get_doc({"doctype": "Tag", "name": name}).insert()
	return name


class TestFiles(SelectionTestCase):
	"""Attachments of selected records, and files of folders."""

	def setUp(self) -> None:
		super().setUp()
		self.attached: list[str] = []
		self.folders: list[str] = []

	def tearDown(self) -> None:
		frappe.set_user("Administrator")
		# Folders come first in the list, and may only go when they are empty.
		for name in reversed(self.attached):
			frappe.delete_doc("File", name, force=True, ignore_missing=True)
		frappe.db.commit()
		super().tearDown()

	def attach(self, number: int, file_name: str, **values: object) -> object:
		file = make.make_file(
			f"leaflet {file_name}",
			file_name,
			attached_to_doctype=CASE,
			attached_to_name=case(number),
			**values,
		)
		self.attached.append(file.name)
		return file

	def test_attachments(self) -> None:
		"""Each attachment is an input of its own that knows its record; a hidden field's file never comes in."""
		records.make_case(1)
		first = self.attach(1, "one.txt")
		self.attach(1, "secret.txt", attached_to_field="secret_leaflet")
		source = self.source({})
		self.assertEqual(self.files(source), ["one.txt"])
		(row,) = self.inputs(source, input_type="File")
		self.assertEqual((row.file_record, row.file), (first.name, first.file_url))
		self.assertEqual((row.reference_doctype, row.reference_name), (CASE, case(1)))
		self.assertEqual(row.selected_key, hashlib.sha256(f"File\0{first.name}".encode()).hexdigest())
		self.assertIsNone(row.source_hash)
		self.attach(1, "two.txt")
		self.sync(source)
		self.assertEqual(self.files(source), ["one.txt", "two.txt"])
		frappe.delete_doc("File", first.name)
		self.assertEqual(self.files(source), ["two.txt"], "it leaves with the file, before any job")
		self.sync(source)
		self.assertEqual(self.files(source), ["two.txt"])

	def test_the_text_of_a_deleted_file_leaves_the_index(self) -> None:
		"""Its input is gone before any job, so none of them finds that it has left: its deletion tells."""
		records.make_case(1)
		stays, goes = self.attach(1, "one.txt"), self.attach(1, "two.txt")
		source = self.source({})
		indexer.update_source(source.artifact_id)
		frappe.delete_doc("File", goes.name)
		self.sync(source)
		indexer.update_source(source.artifact_id)
		live = frappe.db.get_value("Knowledge Source", source.name, "live_build")
		indexed = read_inputs(artifacts.build_folder(source.artifact_id, live))
		self.assertEqual(set(indexed), {row.name for row in self.inputs(source)})
		self.assertIn(stays.name, [row.file_record for row in self.inputs(source)])

	def test_without_attachments(self) -> None:
		"""A selector without attachments brings none."""
		records.make_case(1)
		self.attach(1, "one.txt")
		self.assertEqual(self.files(self.source({"include_attachments": 0})), [])

	def test_the_same_file_at_two_records(self) -> None:
		"""Two records with equal files are two inputs: equal content is no duplicate here."""
		for number in (1, 2):
			records.make_case(number)
			self.attach(number, "same.txt")
		source = self.source({})
		self.assertEqual(len(self.inputs(source, input_type="File")), 2)

	def test_a_file_moves_to_another_record(self) -> None:
		"""A file that is attached to another record stays one input and names the new one."""
		for number in (1, 2):
			records.make_case(number)
		file = self.attach(1, "moving.txt")
		source = self.source({})
		doc = frappe.get_doc("File", file.name)
		doc.attached_to_name = case(2)
		doc.save()
		self.sync(source)
		(row,) = self.inputs(source, input_type="File")
		self.assertEqual(row.reference_name, case(2))

	def test_folders(self) -> None:
		"""All files of a folder and the folders below it belong; one that is moved out leaves."""
		outer = self.folder("Home", "Huf Outer")
		inner = self.folder(outer, "Huf Inner")
		for name, folder in (("a.txt", outer), ("b.txt", inner), ("c.txt", "Home")):
			self.attached.append(make.make_file(name, name, folder=folder).name)
		source = self.source({"selector_type": "Folder", "folder": outer})
		self.assertEqual(self.files(source), ["a.txt", "b.txt"])
		row = self.inputs(source)[0]
		self.assertEqual((row.input_type, row.reference_doctype), ("Folder", None))
		moved = frappe.get_doc("File", {"file_name": "b.txt", "folder": inner})
		moved.folder = "Home"
		moved.save()
		self.sync(source)
		self.assertEqual(self.files(source), ["a.txt"])

	def test_a_folder_shows_its_author_only_what_is_theirs(self) -> None:
		"""Another user's private file does not come in by a folder that both may see."""
		make.make_user(USER, "Knowledge User")
		folder = self.folder("Home", "Huf Shared")
		self.attached.append(make.make_file("private", "private.txt", folder=folder).name)
		self.attached.append(make.make_file("public", "public.txt", folder=folder, private=False).name)
		frappe.db.commit()
		with self.acting_as(USER):
			source = self.source({"selector_type": "Folder", "folder": folder}, scope="User")
		self.assertEqual(self.files(source), ["public.txt"])

	def folder(self, parent: str, name: str) -> str:
		doc = frappe.get_doc(
			{"doctype": "File", "is_folder": 1, "folder": parent, "file_name": name}
		).insert()
		self.attached.insert(len(self.folders), doc.name)
		self.folders.append(doc.name)
		return doc.name


class TestTombstones(SelectionTestCase):
	"""What a person takes out stays out."""

	def test_deleted_by_hand(self) -> None:
		"""A deleted input does not come back, not even renamed; bringing it back is deleting its tombstone."""
		records.fill_cases(3)
		source = self.source({})
		frappe.delete_doc("Knowledge Input", self.inputs(source)[1].name)
		self.compare_all(source)
		self.assertEqual(self.names(source), [case(0), case(2)])
		frappe.rename_doc(CASE, case(1), "CASE-RENAMED")
		self.compare_all(source)
		self.assertEqual(self.names(source), [case(0), case(2)])
		(tombstone,) = frappe.get_all("Knowledge Tombstone", {"knowledge_source": source.name}, ["*"])
		self.assertEqual((tombstone.reference_name, tombstone.deleted_by), ("CASE-RENAMED", "Administrator"))
		frappe.delete_doc("Knowledge Tombstone", tombstone.name)
		self.sync(source)
		self.assertEqual(self.names(source), [case(0), case(2), "CASE-RENAMED"])

	def test_disabled_by_hand(self) -> None:
		"""A disabled input stays disabled while its record changes, and is indexed when it is enabled."""
		records.make_case(1)
		source = self.source({})
		row = frappe.get_doc("Knowledge Input", self.inputs(source)[0].name)
		row.disabled = 1
		row.save()
		frappe.get_doc(CASE, case(1)).save()
		self.sync(source)
		self.assertEqual([row.disabled for row in self.inputs(source)], [1])

	def test_a_deleted_record_leaves_no_tombstone(self) -> None:
		"""A record that was deleted and restored joins again."""
		records.make_case(1)
		source = self.source({})
		frappe.delete_doc(CASE, case(1))
		self.assertEqual(self.names(source), [], "gone in the same transaction")
		self.sync(source)
		self.assertEqual(frappe.db.count("Knowledge Tombstone", {"knowledge_source": source.name}), 0)
		from frappe.core.doctype.deleted_document.deleted_document import restore

		restore(frappe.db.get_value("Deleted Document", {"deleted_name": case(1)}), alert=False)
		self.sync(source)
		self.assertEqual(self.names(source), [case(1)])

	def test_who_sees_a_tombstone(self) -> None:
		"""Whoever may not read the record does not see its tombstone; the source's managers who may, do."""
		make.make_user(MANAGER, "Knowledge Manager")
		records.fill_cases(1)
		frappe.get_doc({"doctype": "Note", "title": "huf tombstone note", "public": 0}).insert()
		note = {"document_type": "Note", "filters": [["title", "=", "huf tombstone note"]]}
		source = self.source({}, note)
		for row in self.inputs(source):
			frappe.delete_doc("Knowledge Input", row.name)
		frappe.db.commit()
		with self.acting_as(MANAGER):
			seen = frappe.get_list(
				"Knowledge Tombstone", {"knowledge_source": source.name}, pluck="reference_name"
			)
		self.assertEqual(seen, [case(0)])
		for name, about in frappe.get_all(
			"Knowledge Tombstone", {"knowledge_source": source.name}, ["name", "reference_name"], as_list=True
		):
			may = frappe.has_permission("Knowledge Tombstone", "delete", doc=name, user=MANAGER)
			self.assertEqual(bool(may), about == case(0))
		frappe.delete_doc("Note", frappe.db.get_value("Note", {"title": "huf tombstone note"}))


class TestInputs(SelectionTestCase):
	"""Selected inputs in the hands of people."""

	def test_not_edited_by_hand(self) -> None:
		"""Title and content of a selected input cannot be changed, disabling it can."""
		records.make_case(1)
		source = self.source({})
		row = frappe.get_doc("Knowledge Input", self.inputs(source)[0].name)
		row.title = "Mine"
		with self.assertRaisesRegex(frappe.ValidationError, "Title cannot be changed here"):
			row.save()
		row.reload()
		row.disabled = 1
		row.save()
		self.assertEqual(frappe.db.get_value("Knowledge Input", row.name, "disabled"), 1)

	def test_not_made_by_hand(self) -> None:
		"""Inputs of these types come from selectors only, whatever a caller claims."""
		source = make.make_source()
		self.made.append(source.name)
		for input_type in ("DocType Records", "Folder"):
			doc = frappe.get_doc(
				{
					"doctype": "Knowledge Input",
					"knowledge_source": source.name,
					"input_type": input_type,
					"reference_doctype": "User",
					"reference_name": "Administrator",
					"selector": "x",
				}
			)
			with self.assertRaisesRegex(frappe.ValidationError, "Add a selector"):
				doc.insert()

	def test_reprocess(self) -> None:
		"""Reprocess makes a selected input Pending again."""
		records.make_case(1)
		source = self.source({})
		name = self.inputs(source)[0].name
		frappe.db.set_value("Knowledge Input", name, "status", "Indexed")
		self.assertEqual(reprocess_input(name)["status"], "Pending")
		self.assertEqual(frappe.db.get_value("Knowledge Input", name, "status"), "Pending")


class TestAuthors(SelectionTestCase):
	"""With whose rights a selector selects."""

	def setUp(self) -> None:
		super().setUp()
		make.make_user(MANAGER, "Knowledge Manager")
		make.make_user(USER, "Knowledge User")
		frappe.db.delete("User Permission", {"user": ("in", (MANAGER, USER))})
		frappe.db.commit()

	def test_only_what_the_author_may_read(self) -> None:
		"""A selector brings, and counts, what its author may read; a later save by another keeps the author."""
		records.fill_cases(4)
		frappe.get_doc(
			{
				"doctype": "User Permission",
				"user": MANAGER,
				"allow": records.GROUP,
				"for_value": records.NORTH,
			}
		).insert()
		frappe.db.commit()
		with self.acting_as(MANAGER):
			counted = count_selected({"selector_type": "DocType", "document_type": CASE})
			source = self.source({"author": "Administrator"})
		self.assertEqual(counted, {"records": 2, "files": 0, "more": False})
		self.assertEqual(self.names(source), [case(0), case(2)])
		source = frappe.get_doc("Knowledge Source", source.name)
		source.description = "changed"
		source.selectors[0].author = "Administrator"
		source.save()
		self.compare_all(source)
		self.assertEqual(self.names(source), [case(0), case(2)])
		source.reload()
		source.selectors[0].include_comments = 1
		source.save()
		self.sync(source)
		self.assertEqual(len(self.names(source)), 4, "whoever changes the row is its author")

	def test_a_doctype_that_one_may_not_read(self) -> None:
		"""Neither a selector nor its count tells anything of a DocType that is not for the one who asks."""
		for row in (
			{"document_type": "Error Log"},
			{"selector_type": "Tag", "tag": make_tag("huf-red"), "document_type": "Error Log"},
		):
			with self.acting_as(USER), self.assertRaises(frappe.PermissionError):
				make.make_source(scope="User", selectors=[self.row(**row)])
			with self.acting_as(USER), self.assertRaises(frappe.PermissionError):
				count_selected(self.row(**row))

	def test_an_author_who_left(self) -> None:
		"""When the author is disabled the source stays as it is and says why, until somebody else saves the row."""
		records.fill_cases(2)
		with self.acting_as(MANAGER):
			source = self.source({})
		frappe.db.set_value("User", MANAGER, "enabled", 0)
		try:
			records.make_case(7)
			self.compare_all(source)
			self.assertEqual(self.names(source), [case(0), case(1)])
			error = frappe.db.get_value("Knowledge Source", source.name, "selection_error")
			self.assertIn(MANAGER, error)
			source.reload()
			source.selectors[0].include_comments = 1
			source.save()
			self.sync(source)
			self.assertEqual(len(self.names(source)), 3)
			self.assertIsNone(frappe.db.get_value("Knowledge Source", source.name, "selection_error"))
		finally:
			frappe.db.set_value("User", MANAGER, "enabled", 1)
			frappe.db.commit()

	def test_who_may_compare(self) -> None:
		"""Sync Now is for those who may write the source, and asks for a comparison of everything."""
		records.fill_cases(1)
		source = self.source({})
		frappe.db.set_value(CASE, case(0), "title", "Changed by SQL", update_modified=True)
		with self.acting_as(USER):
			self.assertRaises(frappe.PermissionError, sync_now, source.name)
		with self.acting_as(MANAGER):
			sync_now(source.name)
			self.sync(source)
		self.assertEqual(self.inputs(source)[0].title, "Changed by SQL")


class TestChecks(SelectionTestCase):
	"""What a selector must be like."""

	def refused(self, row: dict, reason: str) -> None:
		with self.subTest(row=row), self.assertRaisesRegex(frappe.ValidationError, reason):
			make.make_source(selectors=[self.row(**row)])

	def test_refused(self) -> None:
		"""Single, table and virtual DocTypes, huf's own, unknown fields, hidden fields and odd filters are refused."""
		self.refused({"document_type": "System Settings"}, "no records that can be selected")
		self.refused({"document_type": records.STEP}, "no records that can be selected")
		self.refused({"document_type": "Knowledge Input"}, "no records that can be selected")
		self.refused({"document_type": "File"}, "choose Folder")
		self.refused({"document_type": "RQ Job"}, "no records that can be selected")
		self.refused({"selector_type": "Tag"}, "Choose a tag")
		self.refused({"expiry_field": "title"}, "no date field")
		for filters, reason in (
			("{", "list of conditions in JSON"),
			('{"status": "Open"}', "list of conditions in JSON"),
			([["remark", "like", "internal%"]], "no field .* that can be filtered by"),
			([["access_code", "=", "x"]], "no field .* that can be filtered by"),
			([["nothing", "=", "x"]], "no field .* that can be filtered by"),
			([["User", "name", "=", "x"]], "no field .* that can be filtered by"),
			([["name; drop table x", "=", "x"]], "no field .* that can be filtered by"),
			([["status", "or", "x"]], "no operator"),
			([["status", "=", {"a": 1}]], "a text, a number, or a list"),
			(["status"], "a field, an operator and a value"),
			([["case_group", "descendants of", records.NORTH]], "does not take these filters"),
		):
			self.refused({"filters": filters}, reason)

	def test_two_that_say_the_same(self) -> None:
		"""Refused with both numbers, also if one of them becomes so; two that are stored so keep nobody from saving something else."""
		same = {"filters": [["status", "=", "Open"]]}
		other = self.row(filters=[["status", "=", "Closed"]])
		with self.assertRaisesRegex(frappe.ValidationError, "Selector 3: .*selector 1"):
			make.make_source(selectors=[self.row(**same), other, self.row(**same)])
		source = self.source(same, {"filters": [["status", "=", "Closed"]]})
		source.reload()
		source.append("selectors", self.row(**same))
		with self.assertRaisesRegex(frappe.ValidationError, "Selector 3: .*selector 1"):
			source.save()
		source.reload()
		source.selectors[1].filters = source.selectors[0].filters
		with self.assertRaisesRegex(frappe.ValidationError, "Selector 2: .*selector 1"):
			source.save()
		frappe.db.set_value(
			"Knowledge Selector", source.selectors[1].name, "filters", source.selectors[0].filters
		)
		source.reload()
		source.description = "Changed by somebody else."
		source.save()
		self.assertEqual(len(source.selectors), 2)

	def test_what_a_kind_does_not_use_is_not_kept(self) -> None:
		"""A tag selector keeps no filters and no folder that came along."""
		source = make.make_source(
			selectors=[self.row(selector_type="Tag", tag=make_tag("huf-red"), filters="[]", folder="Home")]
		)
		self.made.append(source.name)
		self.assertEqual((source.selectors[0].filters, source.selectors[0].folder), (None, None))

	def test_moments(self) -> None:
		"""A record that changed a microsecond after it was read is noticed."""
		records.fill_cases(1)
		source = self.source({})
		modified = frappe.db.get_value(CASE, case(0), "modified") + timedelta(microseconds=1)
		frappe.db.set_value(CASE, case(0), "modified", modified, update_modified=False)
		frappe.db.set_value("Knowledge Input", {"reference_name": case(0)}, "status", "Indexed")
		self.compare_all(source)
		(row,) = self.inputs(source)
		self.assertEqual((row.status, row.record_modified), ("Pending", modified))
		self.assertLess(row.record_modified, now_datetime())
