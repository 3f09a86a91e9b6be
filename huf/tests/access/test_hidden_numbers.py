"""Numbers, failures and events of a source tell nobody of inputs that they may not see."""

from unittest.mock import patch

import frappe
from frappe import realtime
from frappe.model.base_document import get_controller

from huf.ai.access.roles import MANAGER_ROLES
from huf.ai.access.unannounced import UnannouncedDocument
from huf.ai.knowledge.indexing.state import progress
from huf.ai.knowledge.status.builds import set_build_live
from huf.engine.builds import BuildInfo
from huf.engine.types import IndexedInput, Progress
from huf.huf.doctype.knowledge_source.knowledge_source import get_stats
from huf.tests import factories as make
from huf.tests.access.test_record_rights import MANAGER, OTHER, USER, RecordRightsCase
from huf.tests.base import SiteTestCase

NUMBERS = ("total_inputs", "total_chunks", "index_size_bytes", "progress_done", "progress_total")


class TestHiddenNumbers(RecordRightsCase):
	"""Four inputs: two articles, a note of one user, and a text that is everybody's."""

	def test_stats_count_what_may_be_read(self) -> None:
		"""Whoever may not write the source gets the numbers of their inputs; who may gets them all."""
		frappe.db.set_value(
			"Knowledge Source", self.source.name, {"total_chunks": 4, "index_size_bytes": 999}
		)
		frappe.db.set_value("Knowledge Input", self.inputs["note"], "status", "Error")
		for user, wanted, failed, size in ((USER, 4, 1, 0), (OTHER, 3, 0, 0), (MANAGER, 4, 1, 999)):
			with self.acting_as(user), self.subTest(user=user):
				stats = get_stats(self.source.name)
				self.assertEqual(
					(stats["inputs_wanted"], stats["inputs_failed"], stats["bytes"]), (wanted, failed, size)
				)

	def test_how_often_a_source_answered(self) -> None:
		"""Answers that cite it count once, recent ones alone; who may not write it is told nothing of others' questions."""
		cited = {"knowledge_source": self.source.name, "cited": 1, "excerpt": "Here.", "origin": "Injected"}
		for status, row, days in (
			("Success", {}, 0),
			("Success", {}, 29),
			("Success", {}, 31),
			("Success", {"cited": 0}, 0),
			("Success", {"knowledge_source": "Another"}, 0),
			("Withheld", {}, 0),
		):
			run = make.make_run(OTHER, status=status, chunks=[{**cited, **row}, {**cited, **row}])
			created = frappe.utils.add_days(frappe.utils.now_datetime(), -days)
			run.db_set("creation", created, update_modified=False)
		for user, expected in ((USER, None), (MANAGER, 2)):
			with self.acting_as(user), self.subTest(user=user):
				self.assertEqual(get_stats(self.source.name)["recent_answers"], expected)

	def test_the_fields_of_the_source(self) -> None:
		"""The numbers on the source itself are read by managers only: they are not sent to the form of anybody else."""
		frappe.db.set_value("Knowledge Source", self.source.name, dict.fromkeys(NUMBERS, 7))
		for user, expected in ((USER, set()), (MANAGER, {7})):
			with self.acting_as(user), self.subTest(user=user):
				doc = frappe.get_doc("Knowledge Source", self.source.name)
				doc.apply_fieldlevel_read_permissions()
				self.assertEqual({doc.get(field) for field in NUMBERS} - {None}, expected)

	def test_builds_are_for_those_who_may_write(self) -> None:
		"""A reader of a source sees none of its builds, neither in lists nor alone; its manager does."""
		build = make.make_build(self.source.name)
		for user, may in ((USER, False), (MANAGER, True)):
			self.assertEqual(frappe.has_permission("Knowledge Build", "read", doc=build, user=user), may)
			listed = frappe.get_list("Knowledge Build", user=user, pluck="name", limit_page_length=0)
			self.assertEqual(build.name in listed, may)

	def test_failures_of_a_build_name_no_record(self) -> None:
		"""A manager who may not read a record learns neither its title nor what is in the message of its failure."""
		build = make.make_build(self.source.name, state="Staging", started_at=frappe.utils.now())
		outcomes = [
			IndexedInput(self.inputs[key], "0" * 64, f"Title of {key}", "Error", message=f"About {key}")
			for key in ("north", "plain")
		]
		info = BuildInfo(**{**dict.fromkeys(BuildInfo.__dataclass_fields__, 0), "path": None})
		set_build_live(build.name, self.source.name, info, outcomes, 0)
		with self.acting_as(MANAGER):
			rows = frappe.get_doc("Knowledge Build", build.name).failures
		self.assertEqual(
			{(row.input, row.title, row.message) for row in rows},
			{(self.inputs["north"], "", ""), (self.inputs["plain"], "Title of plain", "About plain")},
		)

	def test_events_have_no_numbers(self) -> None:
		"""Who has the form open is told how far a job is, and not how many inputs there are."""
		sent: list[dict] = []

		class Lease:
			lost = False

		with (
			patch.object(
				frappe, "publish_realtime", lambda event, message, **where: sent.append({**message, **where})
			),
			patch.object(frappe.db, "commit"),
		):
			progress.ProgressReport(self.source.doc.artifact_id, Lease())(
				Progress(step="index", done=1, total=3)
			)
		(event,) = sent
		self.assertEqual(event["percent"], 33)
		self.assertFalse({"done", "total"} & event.keys())
		self.assertEqual((event["doctype"], event["docname"]), ("Knowledge Source", self.source.name))


class TestAnnouncements(SiteTestCase):
	"""Frappe tells each save, with the name and who did it, to everybody who has a list of the DocType open."""

	def told(self, name: str) -> set[str]:
		"""Rooms that a commit now would tell of the document."""
		kept = [tuple(one) for one in getattr(frappe.local, "_realtime_log", [])]
		kept += [one.args for one in frappe.db.after_commit._functions if hasattr(one, "args")]
		return {room for _event, message, room in kept if message.get("name") == name}

	def test_who_is_told_of_a_save(self) -> None:
		"""Of what only some may see who may open the list, forms that show it and whoever saves it are told; of all else the list is."""
		owner = make.make_user("huf-unannounced@example.com", "Knowledge User")
		with self.acting_as(owner):
			source = make.make_source(source_name="Layoffs of 2027", scope="User")
			text = make.make_text(source)
			run = make.make_run(owner)
			kept = [source, text, run]
			for doc in kept:
				self.assertEqual(
					self.told(doc.name), {realtime.get_doc_room(doc.doctype, doc.name), f"user:{owner}"}
				)
			text.title = "Names"
			text.save()
		frappe.delete_doc("Knowledge Source", source.name)
		for doc in kept:
			rooms = self.told(doc.name) - {"user:Administrator"}
			self.assertEqual(rooms, {realtime.get_doc_room(doc.doctype, doc.name), f"user:{owner}"})
		model = make.make_model().save()
		self.assertIn(realtime.get_doctype_room("AI Model"), self.told(model.name))

	def test_every_doctype_that_many_may_read(self) -> None:
		"""Whatever has a rule for its list, and may be read by others than managers."""
		found = []
		for doctype in frappe.get_hooks("permission_query_conditions"):
			meta = frappe.get_meta(doctype)
			readers = {rule.role for rule in meta.permissions if rule.read}
			if meta.module == "Huf" and not meta.istable and readers - MANAGER_ROLES:
				found.append(doctype)
				self.assertTrue(issubclass(get_controller(doctype), UnannouncedDocument), doctype)
		self.assertGreater(len(found), 10)
