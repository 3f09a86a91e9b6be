"""Corrections of what was read of an input: who may make, see and undo them, and what a build makes of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import frappe

from huf.ai.knowledge import corrections as methods
from huf.ai.knowledge.contents.corrections import corrections_of
from huf.ai.knowledge.corrections import correct_passage, put_back
from huf.ai.knowledge.indexing.live import clearing
from huf.ai.knowledge.input_view import view_input
from huf.ai.site import queueing
from huf.engine.builds import BuildSettings
from huf.engine.chunkers import ChunkSettings
from huf.engine.corrections import MOST_CHARACTERS
from huf.tests import factories as make
from huf.tests import records_site as records
from huf.tests.access.test_record_rights import MANAGER, OTHER, USER, RecordRightsCase
from huf.tests.base import SiteTestCase

WORDS = "The quoll pump is lent for thirty days."
REST = "\n\nThe numbat pump is sold, and never comes back to the shed where it was."
EVERYBODY = (USER, OTHER, MANAGER, "Administrator", "Guest")
SMALL = BuildSettings(ChunkSettings("recursive", 100, 0, "characters"))


class TestCorrections(SiteTestCase):
	"""A text, Files of everybody, of a note and of somebody alone, and the note as a record."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		make.make_user(USER, "Knowledge User")
		make.make_user(OTHER, "Knowledge User")
		make.make_user(MANAGER, "Knowledge Manager")

	def setUp(self) -> None:
		super().setUp()
		for name in ("request_update", "request_rebuild"):
			patcher = patch.object(queueing, name)
			self.addCleanup(patcher.stop)
			patcher.start()
		self.source = records.RecordSource()
		note = RecordRightsCase.note(USER)
		attached = {"attached_to_doctype": "Note", "attached_to_name": note.name}
		files = {
			key: make.make_file(
				f"{WORDS} {key}".encode(),
				f"{key} {frappe.generate_hash(length=6)}.txt",
				private=key != "public",
				**more,
			)
			for key, more in (("public", {}), ("private", attached), ("loose", {}))
		}
		files["loose"].db_set("owner", OTHER)
		self.inputs = {key: self.source.add_file(file, WORDS + REST) for key, file in files.items()}
		self.inputs["note"] = self.source.add_record(note, WORDS + REST)
		self.inputs["text"] = self.source.insert_row(input_type="Text", title="Text", text="x")
		self.source.texts[self.inputs["text"]] = WORDS + REST, {}
		self.source.index(SMALL)

	@contextmanager
	def as_user(self, user: str) -> Iterator[None]:
		with self.source.answering(), self.acting_as(user):
			yield

	def view(self, key: str, user: str = "Administrator") -> dict[str, Any]:
		with self.as_user(user):
			return view_input(self.inputs[key])

	def correct(self, key: str, user: str = MANAGER, number: int = 1, **values: Any) -> str:
		passage = self.view(key)["passages"][number - 1]
		given = {"seen": passage["text_hash"], "action": "Leave Out", **values}
		with self.as_user(user):
			return correct_passage(self.inputs[key], number, **given)["correction"]

	def may(self, call: Any) -> set[str]:
		found = set()
		for user in EVERYBODY:
			try:
				call(user)
			except frappe.PermissionError:
				continue
			found.add(user)
		return found

	def states(self, key: str = "text") -> list[tuple[str, str]]:
		return [(one["action"], one["state"]) for one in self.view(key)["corrections"]]

	def test_who_may_correct(self) -> None:
		"""Those who may write the input and are shown its text; being a manager of knowledge opens nobody's file."""
		expected = {
			"text": {MANAGER, "Administrator"},
			"public": {MANAGER, "Administrator"},
			"private": {"Administrator"},
			"loose": {"Administrator"},
		}

		def tried(key: str, user: str) -> None:
			put_back_as = self.correct(key, user)
			frappe.delete_doc("Knowledge Correction", put_back_as, force=True)

		found = {key: self.may(lambda user, key=key: tried(key, user)) for key in expected}
		self.assertEqual(found, expected)

	def test_who_sees_and_undoes_them(self) -> None:
		"""Lists, single documents and View agree: whoever may read the text sees its correction, whoever may write the input undoes it."""
		readers = {
			"text": {USER, OTHER, MANAGER, "Administrator"},
			"public": {USER, OTHER, MANAGER, "Administrator"},
			"private": {USER, "Administrator"},
			"loose": {OTHER, "Administrator"},
		}
		made = {key: self.correct(key, "Administrator") for key in readers}
		for user in EVERYBODY[:-1]:
			with self.as_user(user):
				listed = set(frappe.get_list("Knowledge Correction", pluck="name", limit_page_length=0))
				for key, name in made.items():
					expected = user in readers[key]
					single = frappe.has_permission("Knowledge Correction", "read", doc=name, user=user)
					self.assertEqual((name in listed, bool(single)), (expected, expected), (user, key))
					for right in ("write", "create", "share", "export", "print", "email"):
						if user != "Administrator":
							self.assertFalse(
								frappe.has_permission("Knowledge Correction", right, doc=name, user=user),
								right,
							)
					if expected:
						(shown,) = view_input(self.inputs[key])["corrections"]
						self.assertEqual((shown["name"], shown["original"]), (name, WORDS))
		with self.acting_as("Guest"), self.assertRaises(frappe.PermissionError):
			frappe.get_list("Knowledge Correction")
		self.assertEqual(
			{user for user in EVERYBODY if self.undone(made["text"], user)}, {MANAGER, "Administrator"}
		)

	def undone(self, name: str, user: str) -> bool:
		frappe.db.savepoint("undone")
		try:
			with self.as_user(user):
				put_back(name)
		except frappe.PermissionError as error:
			self.assertEqual(str(error), "There is no correction of this name that you may put back.")
			return False
		finally:
			frappe.db.rollback(save_point="undone")
		return True

	def test_nobody_writes_one_by_hand(self) -> None:
		"""A correction comes from the method alone: what is inserted, changed or moved to another input over REST is refused."""
		name = self.correct("text")
		values = {
			"knowledge_input": self.inputs["private"],
			"action": "Replace",
			"original": "x",
			"replacement": "y",
		}
		with self.as_user(MANAGER):
			with self.assertRaises(frappe.PermissionError):
				frappe.get_doc({"doctype": "Knowledge Correction", **values}).insert()
			doc = frappe.get_doc("Knowledge Correction", name)
			doc.update(values)
			with self.assertRaises(frappe.PermissionError):
				doc.save()
		with self.assertRaisesRegex(frappe.ValidationError, "never changed"):
			doc.save()

	def test_the_next_build_goes_by_it(self) -> None:
		"""What is left out is not found until it is put back; a new text is found and the old one not; hits say so; the input waits meanwhile."""
		found = lambda word: self.source.found(MANAGER, word)  # noqa: E731
		self.assertIn(self.inputs["text"], found("quoll"))
		name = self.correct("text", reason="  It is \n wrong. ")
		self.assertEqual(frappe.db.get_value("Knowledge Input", self.inputs["text"], "status"), "Pending")
		self.assertEqual(self.states(), [("Leave Out", "Waiting")])
		self.source.index(SMALL)
		self.assertNotIn(self.inputs["text"], found("quoll"))
		(shown,) = self.view("text")["corrections"]
		self.assertEqual((shown["state"], shown["reason"]), ("Applied", "It is wrong."))
		with self.as_user(MANAGER):
			self.assertEqual(put_back(name), {"knowledge_input": self.inputs["text"]})
		self.assertEqual(self.states(), [("Leave Out", "Being Put Back")])
		self.source.index(SMALL)
		self.assertIn(self.inputs["text"], found("quoll"))
		self.assertEqual(self.states(), [])
		self.correct("text", action="Replace", replacement="The <b>bilby</b> pump\0 is gone.")
		self.source.index(SMALL)
		self.assertNotIn(self.inputs["text"], found("quoll"))
		(hit,) = (
			hit for hit in self.source.search(MANAGER, "bilby").hits if hit.input == self.inputs["text"]
		)
		self.assertIn("The <b>bilby</b> pump\ufffd is gone.", hit.text)
		self.assertEqual(hit.corrected_on, frappe.utils.today())
		self.assertNotIn("text_corrections", hit.metadata)
		self.assertEqual(self.states(), [("Replace", "Applied")])

	def test_all_of_it_left_out_can_be_put_back(self) -> None:
		"""An input with nothing left still shows its corrections, to those who might have read it and to nobody else."""
		for number in range(1, len(self.view("private")["passages"]) + 1):
			self.correct("private", "Administrator", number)
		self.source.index(SMALL)
		answer = self.view("private", USER)
		self.assertEqual((answer["passages"], len(answer["corrections"])), ([], 2))
		self.assertFalse(answer["may_correct"])
		self.assertTrue(self.view("private")["may_correct"])
		with self.assertRaises(frappe.PermissionError):
			self.view("private", MANAGER)

	def test_a_text_that_is_gone(self) -> None:
		"""A correction whose text went with a new file stays, and says that it is not found."""
		self.correct("text")
		self.source.texts[self.inputs["text"]] = REST, {}
		self.source.index(SMALL)
		self.assertEqual(self.states(), [("Leave Out", "Not Found")])

	def test_the_text_of_an_earlier_file(self) -> None:
		"""An input gets another file, for everybody: who may not read the earlier one is not shown what was corrected in it."""
		name = self.correct("private", "Administrator")
		public = frappe.db.get_value("Knowledge Input", self.inputs["public"], "file_record")
		frappe.db.set_value("Knowledge Input", self.inputs["private"], "file_record", public)
		for user, expected in ((USER, True), ("Administrator", True), (OTHER, False), (MANAGER, False)):
			with self.as_user(user):
				answer = view_input(self.inputs["private"])
				self.assertTrue(answer["passages"])
				listed = frappe.get_list("Knowledge Correction", pluck="name")
				single = frappe.has_permission("Knowledge Correction", "read", doc=name, user=user)
			shown = [one["name"] for one in answer["corrections"]]
			found = (shown == [name], name in listed, bool(single))
			self.assertEqual(found, (expected,) * 3, user)
		self.assertFalse(self.undone(name, MANAGER))

	def test_what_is_refused(self) -> None:
		"""Another passage than the one that was seen, records, a second time, texts that say nothing or too much: each with its reason."""
		refused = {
			"The index has changed": {"seen": "0"},
			"action must be one of": {"action": "Delete"},
			"The corrected text is empty": {"action": "Replace", "replacement": " \n"},
			"The text is as it was": {"action": "Replace", "replacement": WORDS.replace(" ", "  ")},
			"20000 characters at most": {"action": "Replace", "replacement": "x" * (MOST_CHARACTERS + 1)},
		}
		for message, values in refused.items():
			with self.assertRaisesRegex(frappe.ValidationError, message):
				self.correct("text", **values)
		with self.assertRaisesRegex(frappe.ValidationError, "that of a record"):
			self.correct("note", "Administrator")
		self.assertFalse(self.view("note")["may_correct"])
		self.correct("text")
		with self.assertRaisesRegex(frappe.ValidationError, "waits for the next build"):
			self.correct("text")
		with (
			patch.object(methods, "MOST_CORRECTIONS", 1),
			self.assertRaisesRegex(frappe.ValidationError, "1 corrections at most"),
		):
			self.correct("text", number=2)
		frappe.db.set_value("Knowledge Input", self.inputs["public"], "disabled", 1)
		with self.as_user(MANAGER), self.assertRaisesRegex(frappe.ValidationError, "disabled"):
			correct_passage(self.inputs["public"], 1, "0", "Leave Out")

	def test_what_is_not_there_is_refused_in_the_same_words(self) -> None:
		"""No name, a hostile one, and what is not theirs sound alike."""
		for wrong in ("", "none", "\0", "\ud800", "%", "' or 1=1 --", self.inputs["private"]):
			with self.as_user(MANAGER), self.assertRaises(frappe.PermissionError) as caught:
				correct_passage(wrong, 1, "0", "Leave Out")
			self.assertEqual(
				str(caught.exception), "There is no input of this name that you may change.", wrong
			)
		name = self.correct("private", "Administrator")
		for wrong in ("", "none", "\0", "\ud800", "%", name):
			self.assertFalse(self.undone(wrong, MANAGER), wrong)

	def test_they_go_with_their_input(self) -> None:
		"""A deleted input, and a source that is emptied, take them along; the others stay."""
		self.correct("text")
		self.correct("public")
		frappe.delete_doc("Knowledge Input", self.inputs["text"])
		self.assertEqual(set(corrections_of(self.source.name)), {self.inputs["public"]})
		number = sum(clearing.clearable(self.source.name).values())
		clearing.clear(self.source.name, self.source.doc.artifact_id, number)
		self.assertFalse(frappe.db.exists("Knowledge Correction", {"knowledge_input": self.inputs["public"]}))
