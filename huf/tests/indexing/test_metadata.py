"""What people say about an input: author, date, kind and entries of their own; what searches make of it, and who learns of it."""

import json
from html import unescape
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from unittest.mock import patch

import frappe
from frappe.desk.doctype.tag.tag import DocTags

from huf.ai.assistants.access import SiteAccess
from huf.ai.knowledge import retriever
from huf.ai.knowledge.backends import registries
from huf.ai.knowledge.contents.wanted import read_wanted
from huf.ai.knowledge.searching import known_keys
from huf.ai.knowledge.tool import KnowledgeTools
from huf.ai.runs.prompt.knowledge import RunKnowledge
from huf.ai.site import artifacts, queueing
from huf.engine.builds import BuildSettings, plan_build, read_inputs, run_build
from huf.engine.errors import HufError, InvalidFilter
from huf.engine.prompt.citations import CitationLedger
from huf.engine.request import Origin, Request
from huf.tests import factories as make
from huf.tests.base import SiteTestCase

USER = "huf-m-user@example.com"
OTHER = "huf-m-other@example.com"


class MetadataTestCase(SiteTestCase):
	"""A source, and builds of it in a folder of the test."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		make.make_user(USER, "Knowledge User")
		make.make_user(OTHER, "Knowledge User")

	def setUp(self) -> None:
		super().setUp()
		quiet = patch.object(queueing, "request_update")
		quiet.start()
		self.addCleanup(quiet.stop)
		self.source = make.make_source()
		self.folder = Path(mkdtemp())
		self.build: Path | None = None

	def index(self) -> Any:
		"""Make a build of what is wanted now, which the source answers from; gives what was to be done for it."""
		with patch.object(frappe.db, "rollback"):
			state = read_wanted(self.source.artifact_id)
		settings, kinds = BuildSettings(), registries.backend_registry()
		plan = plan_build(state.inputs, self.build, settings, kinds=kinds)
		self.build = run_build(self.folder, plan, settings, kinds=kinds).info.path
		frappe.db.set_value("Knowledge Source", self.source.name, "live_build", self.build.name)
		inputs = {"knowledge_source": self.source.name}
		frappe.db.set_value("Knowledge Input", inputs, "status", "Indexed", update_modified=False)
		return plan

	def found(self, filters: Any, user: str = "Administrator") -> list[str]:
		"""Titles of the documents that a search of this user finds."""
		with self.acting_as(user), patch.object(artifacts, "build_folder", return_value=self.build):
			result = retriever.knowledge_search("zebra", self.source.name, top_k=20, filters=filters)
		self.assertFalse(result["skipped"])
		return sorted(hit["title"] for hit in result["hits"])

	def refusal(self, filters: Any, user: str) -> str:
		"""Why a search with these filters is refused."""
		with self.acting_as(user), self.assertRaises(frappe.ValidationError) as raised:
			retriever.knowledge_search("zebra", self.source.name, filters=filters)
		frappe.clear_messages()
		return unescape(str(raised.exception))


class TestDescribing(MetadataTestCase):
	"""The fields of the form."""

	def test_an_edit_labels_anew(self) -> None:
		"""Nothing is read again: the next build writes the labels, and filters by each of them find the input."""
		doc = make.make_text(self.source, "A striped zebra.", title="Zebra")
		make.make_text(self.source, "A zebra crossing.", title="Crossing")
		self.index()
		doc.reload()
		doc.update(
			{
				"document_author": " Ada \n Lovelace",
				"document_date": "2019-03-04",
				"document_kind": "Manual",
				"metadata": '\nproject =  Alpha  \npriority=3\nvalid_until = 2020-01-31\ndraft = false\ncode = "007"\nempty =\n',
			}
		)
		doc.save()
		self.assertEqual(doc.status, "Indexed")
		self.assertEqual(
			doc.metadata,
			"project = Alpha\npriority = 3\nvalid_until = 2020-01-31\ndraft = false\ncode = 007",
		)
		plan = self.index()
		self.assertEqual((len(plan.index), [item.key for item in plan.relabel]), (0, [doc.name]))
		for filters in (
			{"author": "ada*"},
			{"author": "Ada Lovelace", "kind": "manual", "date": "2019-03-04"},
			{"metadata.project": "Alpha"},
			{"metadata.priority": {">": 2, "<": 4}},
			{"metadata.valid_until": {"from": "2020-01-01"}},
			{"metadata.draft": False},
			{"metadata.code": "007"},
			"metadata.project = Alpha; metadata.priority between 1, 3",
			{"date": {"to": "2019-12-31"}},
		):
			with self.subTest(str(filters)):
				self.assertEqual(self.found(filters), ["Zebra"])
		self.assertEqual(self.found({"metadata.project": {"is set": False}}), ["Crossing"])
		doc.update({"document_date": None, "metadata": ""})
		doc.save()
		self.index()
		self.assertNotIn("project", read_inputs(self.build)[doc.name].metadata)
		self.assertNotIn("date", read_inputs(self.build)[doc.name].metadata)

	def test_a_person_comes_before_the_file(self) -> None:
		"""A mail is of its own date and author, unless somebody says otherwise."""
		mail = "From: ada@a.example\nDate: Mon, 3 May 2021 10:00:00 +0000\nSubject: Zebra\n\nThe zebra is here.\n"
		doc = make.make_file_input(self.source, make.make_file(mail, "zebra.eml"))
		self.index()
		self.assertEqual(self.found({"date": "2021-05-03", "author": "ada*"}), ["zebra.eml"])
		doc.reload()
		doc.update({"document_date": "2020-02-02", "document_author": "Babbage"})
		doc.save()
		self.assertEqual(len(self.index().index), 0)
		self.assertEqual(self.found({"date": "2021-05-03"}), [])
		self.assertEqual(self.found({"date": "2020-02-02", "author": "babbage"}), ["zebra.eml"])

	def test_a_letter_and_its_language(self) -> None:
		"""A letter is of the day that it names and in the language of its text, until somebody says otherwise; no text is read again for that."""
		text = "Acme GmbH\nHamburg, den 3. Mai 2021\nSehr geehrte Frau Quoll,\ndas Zebra ist nicht bei uns, und wir suchen es."
		doc = make.make_text(self.source, text, title="Brief")
		make.make_text(self.source, "The zebra is not here, and we look for it.", title="Note")
		self.index()
		self.assertEqual(self.found({"date": "2021-05-03", "kind": "letter", "language": "de"}), ["Brief"])
		self.assertEqual(self.found({"language": "en"}), ["Note"])
		doc.reload()
		doc.update({"metadata": "language = fr", "document_kind": "Claim"})
		doc.save()
		self.assertEqual(len(self.index().index), 0)
		self.assertEqual(self.found({"language": "fr", "kind": "claim"}), ["Brief"])
		self.assertEqual(self.found({"language": "de"}), [])
		self.assertEqual(self.found({"metadata.document_language": "de"}), ["Brief"])

	def test_what_is_refused(self) -> None:
		"""Names that rights, filters or huf itself go by, keys that nobody could ask for, too many, too long, and HTML."""
		doc = make.make_text(self.source)
		for text, said in (
			*(
				(f"{key} = x", "huf uses itself")
				for key in sorted(known_keys.RESERVED_KEYS)
				if ":" not in key
			),
			("link:Company = x", "no key"),
			("Project = x", "no key"),
			("a b = x", "no key"),
			("_x = 1", "no key"),
			("project", "no entry"),
			("a = 1\na = 2", "given twice"),
			('{"a": 1, "a": 2}', "given twice"),
			('{"a": {"b": 1}}', "is a text, a number"),
			('{"a": [1]}', "is a text, a number"),
			('{"a": NaN}', "is a text, a number"),
			('{"a": ', "no JSON"),
			("a = " + "x" * 501, "501 characters"),
			("\n".join(f"k{n} = 1" for n in range(10_000)), "30,000 characters"),
			("\n".join(f"k{n} = 1" for n in range(51)), "50 entries"),
			("a = " + "x" * 5_000_000, "30,000 characters"),
			("a = <script>alert(1)</script>", "signs < and >"),
		):
			with self.subTest(text[:60]), self.assertRaisesRegex(frappe.ValidationError, said):
				doc.reload()
				doc.metadata = text
				doc.save()
		with self.assertRaisesRegex(frappe.ValidationError, "huf uses itself"):
			make.make_text(self.source, metadata="reference_doctype = Salary Slip")

	def test_what_was_written_past_the_form_is_not_believed(self) -> None:
		"""A reserved name that SQL put there does not reach the index, and the build is made."""
		doc = make.make_text(self.source, "A zebra.", title="Zebra")
		frappe.db.set_value("Knowledge Input", doc.name, "metadata", "reference_doctype = Note\nproject = A")
		self.index()
		metadata = read_inputs(self.build)[doc.name].metadata
		self.assertEqual({"reference_doctype", "project"} & metadata.keys(), set())


class TestKeys(MetadataTestCase):
	"""Who may know that there is a key."""

	def test_a_key_is_known_to_readers_of_its_input(self) -> None:
		"""Others are told what they would be told if it did not exist, and none of it is in the list of known ones."""
		make.make_text(self.source, "A zebra for all.", title="Open", metadata="project = Alpha")
		with self.acting_as(OTHER):
			note = frappe.get_doc({"doctype": "Note", "title": frappe.generate_hash(length=8)}).insert()
		own = make.make_file(
			"A secret zebra.", "secret.txt", attached_to_doctype="Note", attached_to_name=note.name
		)
		hidden = make.make_file_input(self.source, own)
		hidden.metadata = "lawsuit = 12"
		hidden.save()
		self.index()
		for user in (USER, "Administrator", OTHER):
			self.assertEqual(self.found({"metadata.project": "Alpha"}, user), ["Open"])
		self.assertEqual(self.found({"metadata.lawsuit": 12}, "Administrator"), ["secret.txt"])
		self.assertIn("metadata.lawsuit", self.refusal({"metadata.nothing": 1}, "Administrator"))
		said = self.refusal({"metadata.lawsuit": 12}, USER)
		self.assertEqual(said.replace("lawsuit", "nothing"), self.refusal({"metadata.nothing": 12}, USER))
		self.assertIn("metadata.project", said)
		self.assertEqual(said.count("lawsuit"), 1)
		for negated in ({"metadata.lawsuit": {"!=": 1}}, "metadata.lawsuit is not set"):
			self.assertIn("There is no filter", self.refusal(negated, USER))

	def test_keys_of_other_sources(self) -> None:
		"""A key of a source that is not searched is not known, and one of a source that is not the user's neither."""
		with self.acting_as(OTHER):
			private = make.make_source(scope="User")
			make.make_text(private, "A zebra of mine.", metadata="diary = 1")
		self.index()
		self.assertNotIn("diary", self.refusal({"metadata.nothing": 1}, OTHER))
		with self.acting_as(USER), self.assertRaises(frappe.ValidationError) as raised:
			retriever.knowledge_search("zebra", filters={"metadata.diary": 1})
		self.assertEqual(str(raised.exception).count("diary"), 1)

	def test_assistants_are_told_the_same(self) -> None:
		"""The tools of assistants refuse an unknown key with the keys that there are, in plain words."""
		make.make_text(self.source, "A zebra for all.", metadata="project = Alpha")
		self.index()
		with self.acting_as(USER):
			access = SiteAccess(USER)
			filters = access.filters({"metadata.nothing": 1})
			with self.assertRaisesRegex(InvalidFilter, r"metadata\.project.*metadata\.link:<DocType>"):
				access.search(Request("zebra", (self.source.name,), filters=filters))

	def test_the_tool_of_an_agent(self) -> None:
		"""A model filters by what the user of its run may know of, is told of a key that there is not, and can go on."""
		make.make_text(self.source, "A zebra for all.", title="Open", metadata="project = Alpha")
		make.make_text(self.source, "Another zebra.", title="Other")
		self.index()
		knowledge = RunKnowledge.__new__(RunKnowledge)
		knowledge.__dict__.update(
			user=USER,
			agent=frappe._dict(name=""),
			attached=frappe._dict(source="attached-files"),
			priorities={},
			searched=set(),
			hits_found=0,
			has_skipped=False,
			_is_test=False,
			_origin=Origin(),
		)
		row = frappe._dict(
			source=self.source.name, description="", has_vectors=False, max_chunks=5, token_budget=500
		)
		with patch.object(artifacts, "build_folder", return_value=self.build):
			for filters in ({"metadata.project": "Alpha"}, {"metadata": {"project": {"like": "al*"}}}):
				tools = KnowledgeTools([row], knowledge.search, CitationLedger())
				said = json.loads(tools.call("knowledge_search", {"query": "zebra", "filters": filters}))
				self.assertEqual([passage["title"] for passage in said["passages"]], ["Open"])
			with self.assertRaisesRegex(HufError, r"no filter “metadata\.customer”.*metadata\.project"):
				tools.call("knowledge_search", {"query": "zebra", "filters": {"metadata.customer": "x"}})
		self.assertEqual(frappe.message_log, [])


class TestTagsOfAll(MetadataTestCase):
	"""The filter ``tags`` sees the tags of the input, of its File and of its record."""

	def test_files(self) -> None:
		"""A tag of the File counts on the next search, beside one of the input, and is gone with the next."""
		file = make.make_file("A tagged zebra.", "tagged.txt")
		doc = make.make_file_input(self.source, file)
		make.make_text(self.source, "Another zebra.", title="Other")
		self.index()
		DocTags("File").add(file.name, "Huf Blue")
		DocTags("Knowledge Input").add(doc.name, "huf-red")
		for filters, expected in (
			({"tags": "huf blue"}, ["tagged.txt"]),
			({"tags": {"all": ["huf blue", "HUF-RED"]}}, ["tagged.txt"]),
			({"tags": {"not in": ["huf blue"]}}, ["Other"]),
			({"tags": {"is set": False}}, ["Other"]),
		):
			with self.subTest(str(filters)):
				self.assertEqual(self.found(filters), expected)
		DocTags("File").remove(file.name, "Huf Blue")
		self.assertEqual(self.found({"tags": "huf blue"}), [])
		self.assertEqual(self.found({"tags": "huf-red"}), ["tagged.txt"])

	def test_a_tag_link_is_no_tag(self) -> None:
		"""Everybody may insert a Tag Link about any document; a tag is what somebody put on it who may write it."""
		note = frappe.get_doc(
			{"doctype": "Note", "title": frappe.generate_hash(length=8), "public": 1}
		).insert()
		doc = make.make_text(self.source, "A noted zebra.", title="Noted")
		frappe.db.set_value(
			"Knowledge Input", doc.name, {"reference_doctype": "Note", "reference_name": note.name}
		)
		self.index()
		if not frappe.db.exists("Tag", "huf-green"):
			frappe.get_doc({"doctype": "Tag", "name": "huf-green"}).insert()
		frappe.get_doc(
			{"doctype": "Tag Link", "document_type": "Note", "document_name": note.name, "tag": "huf-green"}
		).insert()
		self.assertEqual(self.found({"tags": "huf-green"}), [])
		frappe.db.delete("Tag Link", {"document_name": note.name})
		DocTags("Note").add(note.name, "huf-green")
		self.assertEqual(self.found({"tags": "huf-green"}), ["Noted"])

	def test_the_record_of_a_file_that_was_added_by_hand(self) -> None:
		"""Who may read a public file learns nothing by a filter of the tags of a record that they may not read."""
		note = frappe.get_doc(
			{"doctype": "Note", "title": frappe.generate_hash(length=8), "public": 0}
		).insert()
		file = make.make_file(
			"A public zebra.",
			"public.txt",
			attached_to_doctype="Note",
			attached_to_name=note.name,
			is_private=0,
		)
		make.make_file_input(self.source, file)
		self.index()
		DocTags("Note").add(note.name, "huf-secret")
		self.assertEqual(self.found(None, USER), ["public.txt"])
		self.assertEqual(self.found({"tags": "huf-secret"}, USER), [])
