"""A glossary that a site learns: from whose questions and texts, who is proposed it, and what becomes of it."""

from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from unittest.mock import patch

import frappe
from frappe.utils import add_to_date, now_datetime

from huf.ai.access.roles import is_manager
from huf.ai.knowledge import retriever
from huf.ai.knowledge.backends import registries
from huf.ai.knowledge.contents.wanted import read_wanted
from huf.ai.learning import PROPOSAL, job
from huf.ai.site import artifacts, queueing
from huf.ai.site.pseudonyms import make_key
from huf.engine.builds import BuildSettings, plan_build, run_build
from huf.huf.doctype.knowledge_glossary_proposal.knowledge_glossary_proposal import (
	accept_proposal,
	get_proposal_questions,
	learn_words,
	refuse_proposal,
)
from huf.tests import factories as make
from huf.tests.base import SiteTestCase

MANAGER, OTHER = "huf-l-manager@example.com", "huf-l-other@example.com"
READER, NOBODY = "huf-l-reader@example.com", "huf-l-nobody@example.com"
LEAVER = "huf-l-leaver@example.com"
USERS = (MANAGER, OTHER, READER, NOBODY, "Guest")
ASKED, AGAIN = "frobnit policy?", "kramlet policy?"


class TestLearning(SiteTestCase):
	"""A source in which things are called kramlets, and people who ask for frobnits."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		make_key()
		make.make_user(MANAGER, "Knowledge Manager")
		make.make_user(OTHER, "Knowledge Manager")
		make.make_user(LEAVER, "Knowledge Manager")
		make.make_user(READER, "Knowledge User")
		make.make_user(NOBODY)
		with patch.object(queueing, "request_update"):
			cls.source = make.make_source()
			cls.kramlet = make.make_text(cls.source, "Kramlets are paid after thirty days.", title="Days")
			cls.note = make.make_text(cls.source, "Quibble handling notes lie in the cellar.", title="Cellar")
			todo = frappe.get_doc({"doctype": "ToDo", "description": "Secret"}).insert()
			secret = make.make_file(
				b"Each Quibble Handling Note (QHN) is signed by the board.",
				attached_to_doctype="ToDo",
				attached_to_name=todo.name,
			)
			cls.secret = make.make_file_input(cls.source, secret)
		with patch.object(frappe.db, "rollback"):
			state = read_wanted(cls.source.artifact_id)
		kinds = registries.backend_registry()
		plan = plan_build(state.inputs, None, BuildSettings(), kinds=kinds)
		cls.build: Path = run_build(Path(mkdtemp()), plan, BuildSettings(), kinds=kinds).info.path
		frappe.db.set_value("Knowledge Source", cls.source.name, "live_build", cls.build.name)
		frappe.db.set_value("Knowledge Input", {"knowledge_source": cls.source.name}, "status", "Indexed")

	def setUp(self) -> None:
		super().setUp()
		patcher = patch.object(artifacts, "build_folder", return_value=self.build)
		patcher.start()
		self.addCleanup(patcher.stop)
		for doctype in ("Knowledge Search Log", "Knowledge Search Source", "Knowledge Glossary", PROPOSAL):
			frappe.db.delete(doctype)

	def searched(self, **values: Any) -> None:
		"""Somebody finds nothing, and a minute later something that they open."""
		asked_at = now_datetime()
		make.make_search(READER, self.source, question=ASKED, asked_at=asked_at, **values)
		later = add_to_date(asked_at, minutes=1)
		make.make_search(READER, self.source, question=AGAIN, asked_at=later, found=1, opened=1, **values)

	def learn(self, user: str = MANAGER) -> list[Any]:
		"""What is proposed to a user after the job."""
		with self.acting_as(user), patch.object(frappe.db, "commit"):
			job.learn(self.source.name, user)
		return frappe.get_all(
			PROPOSAL,
			{"for_user": user, "status": "Open"},
			["name", "term", "expansion", "origin", "mended", "support"],
		)

	def finds(self, query: str) -> list[str]:
		"""The inputs that everybody finds."""
		with self.acting_as(READER):
			found = retriever.knowledge_search(query, knowledge_sources=[self.source.name])
		return [hit["input"] for hit in found["hits"]]

	def test_words_that_were_asked_for_next(self) -> None:
		"""They are proposed with the question; accepted, they are in the glossary of the source and act; nothing acts before."""
		self.assertEqual(self.learn(), [])
		self.searched()
		(found,) = self.learn()
		self.assertEqual((found.term, found.expansion, found.origin), ("frobnit", "kramlet", "Reworded"))
		self.assertEqual((found.mended, found.support), (1, 1))
		self.assertEqual(self.finds(ASKED), [])
		with self.acting_as(MANAGER):
			told = get_proposal_questions(found.name)
			(question,) = told["questions"]
			self.assertEqual(
				(question["question"], question["before"], question["after"], told["hidden"]),
				(ASKED, 0, 1, 0),
			)
			glossary = frappe.get_doc("Knowledge Glossary", accept_proposal(found.name)["glossary"])
			self.assertRaises(frappe.ValidationError, accept_proposal, found.name)
		self.assertEqual(glossary.knowledge_source, self.source.name)
		self.assertEqual([(row.term, row.expansions) for row in glossary.entries], [("frobnit", "kramlet")])
		self.assertEqual(self.finds(ASKED), [self.kramlet.name])
		self.assertEqual(self.learn(), [])

	def test_a_second_word_joins_its_entry(self) -> None:
		"""What is accepted goes to the glossary that is there, and to the entry of its term."""
		glossary = frappe.get_doc(
			{
				"doctype": "Knowledge Glossary",
				"glossary_name": "By Hand",
				"knowledge_source": self.source.name,
				"entries": [{"term": "Frobnit", "expansions": "zorble"}],
			}
		).insert()
		self.searched()
		(found,) = self.learn()
		with self.acting_as(MANAGER):
			self.assertEqual(accept_proposal(found.name)["glossary"], glossary.name)
		glossary.reload()
		self.assertEqual([row.expansions for row in glossary.entries], ["zorble\nkramlet"])

	def test_what_was_refused_does_not_come_back(self) -> None:
		"""To nobody, in neither direction, until the refused one is deleted; what is proposed keeps its name meanwhile."""
		self.searched()
		(found,) = self.learn()
		self.assertEqual([one.name for one in self.learn()], [found.name])
		self.assertEqual(len(self.learn(OTHER)), 1)
		with self.acting_as(MANAGER):
			refuse_proposal(found.name)
		self.assertEqual((self.learn(), frappe.get_all(PROPOSAL, {"for_user": OTHER})), ([], []))
		self.assertEqual(self.learn(OTHER), [])
		self.assertEqual(self.finds(ASKED), [])
		with self.acting_as(MANAGER):
			frappe.delete_doc(PROPOSAL, found.name)
		self.assertEqual(len(self.learn()), 1)
		gone = frappe.get_all("Deleted Document", {"deleted_doctype": PROPOSAL}, pluck="data")
		self.assertFalse([data for data in gone if "kramlet" in data or "frobnit" in data])

	def test_proposals_that_help_no_more_go(self) -> None:
		"""Once the question is gone, so is what would have mended it."""
		self.searched()
		self.assertEqual(len(self.learn()), 1)
		frappe.db.delete("Knowledge Search Log")
		self.assertEqual(self.learn(), [])

	def test_whose_searches(self) -> None:
		"""Hashes, what is for its user alone, and what no role of the manager sees teach nothing; nor what nobody opened."""
		for values in (
			{"question": None},
			{"own_only": 1},
			{"filtered": 1},
			{"opened": 0},
			{"road": "Gap Proof"},
		):
			with self.subTest(values=values):
				frappe.db.delete("Knowledge Search Log")
				self.searched()
				for name in frappe.get_all("Knowledge Search Log", pluck="name"):
					frappe.db.set_value("Knowledge Search Log", name, values)
				self.assertEqual(self.learn(), [])
		frappe.db.delete("Knowledge Search Log")
		self.searched()
		# Settings are kept in Redis, which no rollback reaches.
		self.addCleanup(frappe.clear_document_cache, "Agent Settings", "Agent Settings")
		settings = frappe.get_doc("Agent Settings")
		settings.set("search_log_roles", [{"role": "System Manager"}])
		settings.save()
		self.assertEqual(self.learn(), [])

	def test_questions_that_are_no_more_to_be_seen(self) -> None:
		"""A proposal keeps no words of questions: they are shown while its user may see them."""
		self.searched()
		(found,) = self.learn()
		kept = frappe.db.get_value(PROPOSAL, found.name, "questions")
		self.assertNotIn("policy", kept)
		frappe.db.set_value("Knowledge Search Log", {"question": ASKED}, "own_only", 1)
		with self.acting_as(MANAGER):
			self.assertEqual(get_proposal_questions(found.name), {"questions": [], "hidden": 1})

	def test_texts_that_the_user_may_not_read(self) -> None:
		"""What a short form stands for is learnt by who may read the text that says so."""
		for user in (MANAGER, "Administrator"):
			with self.acting_as(user):
				make.make_test(
					self.source,
					question="QHN?",
					expectation="Must Find",
					knowledge_input=self.note.name,
					value="",
				)
		self.assertEqual(self.learn(), [])
		(found,) = self.learn("Administrator")
		self.assertEqual(
			(found.term, found.expansion, found.origin), ("QHN", "Quibble Handling Note", "Abbreviated")
		)

	def test_renamed_and_translated(self) -> None:
		"""The site's own name of a thing, from its translations and from labels of DocTypes that the user may read."""
		make.make_gap("frobnit?")
		frappe.get_doc(
			{
				"doctype": "Translation",
				"language": "en",
				"source_text": "Kramlets",
				"translated_text": "Frobnit",
			}
		).insert()
		(found,) = self.learn()
		self.assertEqual((found.term, found.expansion, found.origin), ("Frobnit", "Kramlets", "Renamed"))
		with self.acting_as(MANAGER):
			(question,) = get_proposal_questions(found.name)["questions"]
		self.assertEqual((question["doctype"], question["after"]), ("Knowledge Gap", 1))

	def test_labels(self) -> None:
		"""A renamed field teaches those who may read its DocType."""
		frappe.get_doc(
			{
				"doctype": "Property Setter",
				"doctype_or_field": "DocField",
				"doc_type": "Error Log",
				"field_name": "method",
				"property": "label",
				"property_type": "Data",
				"value": "Zorble",
			}
		).insert()
		told = {user: [name[1] for name in job.labels.names(user)] for user in (MANAGER, "Administrator")}
		self.assertNotIn("Zorble", told[MANAGER])
		self.assertIn("Zorble", told["Administrator"])

	def test_what_harms_a_test(self) -> None:
		"""A test that would find what it must not stands against it."""
		self.searched()
		with self.acting_as(MANAGER):
			make.make_test(
				self.source,
				question="secret frobnit",
				expectation="Must Not Find",
				knowledge_input=self.kramlet.name,
				value="",
			)
		self.assertEqual(self.learn(), [])

	def test_rights(self) -> None:
		"""Only its user sees a proposal; nobody writes or makes one; looking for words is for managers who may write the source."""
		self.searched()
		(found,) = self.learn()
		for user in (*USERS, "Administrator"):
			with self.subTest(user=user), self.acting_as(user):
				sees = user in (MANAGER, "Administrator")
				self.assertEqual(bool(frappe.has_permission(PROPOSAL, "read", doc=found.name)), sees)
				if frappe.has_permission(PROPOSAL, "read"):
					self.assertEqual(frappe.get_list(PROPOSAL, pluck="name"), [found.name] if sees else [])
				if user == "Administrator":
					continue
				if not sees:
					for method in (get_proposal_questions, accept_proposal, refuse_proposal):
						self.assertRaises(frappe.PermissionError, method, found.name)
				self.assertRaises(
					frappe.PermissionError, frappe.get_doc({"doctype": PROPOSAL, "term": "x"}).insert
				)
				doc = frappe.get_doc(PROPOSAL, found.name)
				doc.expansion = "another"
				self.assertRaises(frappe.PermissionError, doc.save)
				with patch.object(job, "enqueue", return_value=True) as queued:
					if is_manager(user):
						self.assertEqual(learn_words(self.source.name), {"queued": True})
					else:
						self.assertRaises(frappe.PermissionError, learn_words, self.source.name)
					self.assertRaises(frappe.PermissionError, learn_words, "No Such Source")
				self.assertEqual(queued.called, is_manager(user))

	def test_a_manager_who_is_none_any_more(self) -> None:
		"""The job asks again, and so does each look at what was proposed."""
		self.searched()
		(found,) = self.learn(LEAVER)
		# Roles are kept in Redis, which no rollback reaches.
		self.addCleanup(frappe.clear_cache, user=LEAVER)
		frappe.get_doc("User", LEAVER).remove_roles("Knowledge Manager")
		with self.acting_as(LEAVER):
			self.assertRaises(frappe.PermissionError, accept_proposal, found.name)
		frappe.db.delete(PROPOSAL)
		self.assertEqual(self.learn(LEAVER), [])

	def test_at_night(self) -> None:
		"""Each manager of each source that was searched lately; nobody where the site does not want it."""
		frappe.db.set_value("Knowledge Source", self.source.name, "last_searched_at", now_datetime())
		with patch.object(job, "enqueue") as queued:
			job.learn_at_night()
		every = [call.kwargs for call in queued.call_args_list]
		self.assertLessEqual(sum(one["seconds"] for one in every), job.SECONDS_OF_NIGHT)
		asked = [one for one in every if one["source"] == self.source.name]
		self.assertLessEqual({MANAGER, OTHER}, {one["user"] for one in asked})
		self.assertNotIn(READER, {one["user"] for one in asked})
		self.addCleanup(frappe.clear_document_cache, "Agent Settings", "Agent Settings")
		frappe.db.set_single_value("Agent Settings", "learn_glossary", 0)
		with patch.object(job, "enqueue") as queued:
			job.learn_at_night()
		queued.assert_not_called()

	def test_it_goes_with_its_source(self) -> None:
		"""A source that is deleted takes what was learnt of it along."""
		with patch.object(queueing, "request_update"):
			source = make.make_source()
		name = make.make_proposal(MANAGER, source)
		frappe.delete_doc("Knowledge Source", source.name)
		self.assertFalse(frappe.db.exists(PROPOSAL, name))
