"""What was read of an input, on its form: who is shown it, and that nobody else learns that it is there."""

from typing import Any
from unittest.mock import patch

import frappe

from huf.ai.knowledge import input_view
from huf.ai.knowledge.input_view import view_input
from huf.ai.site import settings
from huf.engine.builds import BuildSettings
from huf.engine.chunkers import ChunkSettings
from huf.tests.access.test_record_rights import MANAGER, OTHER, USER
from huf.tests.files_case import FilesCase

REFUSAL = "There is no input of this name that you may read."
WORDS = "The quoll pump is lent for thirty days."
EVERYBODY = (USER, OTHER, MANAGER, "Administrator")


class TestInputView(FilesCase):
	"""A text, a note of somebody, and Files: everybody's, one that is attached to the note, and somebody's own."""

	def setUp(self) -> None:
		super().setUp()
		self.add_files(lambda key: f"{WORDS}{key}".encode(), lambda key: WORDS, "pdf")
		self.inputs["note"] = self.source.add_record(self.note, WORDS)
		self.inputs["text"] = self.source.insert_row(input_type="Text", title="Text", text="x")
		long = "\n".join(f"Step {number} of the quoll manual, with its screws." for number in range(400))
		self.source.texts[self.inputs["text"]] = (
			long,
			{
				"document_author": "A. Quoll",
				"document_kind": "Letter",
				"document_title": "",
			},
		)
		self.source.index(BuildSettings(ChunkSettings("recursive", 60, 12)))

	def shown(self, name: str, user: str, **values: Any) -> dict[str, Any] | None:
		"""The answer, or None for a refusal, which must say the same of everything."""
		with self.source.answering(), self.acting_as(user):
			try:
				return view_input(name, **values)
			except frappe.PermissionError as error:
				self.assertEqual(str(error), REFUSAL)
				return None

	def who(self, key: str) -> set[str]:
		answers = {user: self.shown(self.inputs[key], user) for user in EVERYBODY}
		found = {user for user, answer in answers.items() if answer and answer["passages"]}
		for user in found:
			self.assertIn("quoll", answers[user]["passages"][0]["text"])
		return found

	def test_who_sees_it(self) -> None:
		"""Exactly those who may read the record and the File, by their own rules; a manager of knowledge reads no note for that."""
		expected = {
			"text": set(EVERYBODY),
			"public": set(EVERYBODY),
			"private": {USER, "Administrator"},
			"note": {USER, "Administrator"},
			"loose": {OTHER, "Administrator"},
		}
		self.assertEqual({key: self.who(key) for key in self.inputs}, expected)

	def test_as_many_as_a_search_would_find(self) -> None:
		"""Nobody is shown an input of which they would not find the passage, and the other way round."""
		for user in (USER, OTHER, MANAGER):
			# Of each query the best twenty are found, and the long text has more passages.
			found = self.source.found(user, "lent thirty days") | self.source.found(user, "screws")
			for key, name in self.inputs.items():
				answer = self.shown(name, user)
				self.assertEqual(bool(answer and answer["passages"]), name in found, (user, key))

	def test_what_is_taken_away_acts_at_once(self) -> None:
		"""A record that is somebody else's by now, a File that is gone, and a source for others."""
		self.assertIn(USER, self.who("note"))
		self.note.db_set({"owner": OTHER, "public": 0})
		self.assertEqual(self.who("note"), {OTHER, "Administrator"})
		self.files["public"].delete()
		self.assertEqual(self.who("public"), set())
		frappe.db.set_value("Knowledge Source", self.source.name, "scope", "Role")
		self.assertEqual(self.who("text") & {USER, OTHER}, set())
		self.assertIsNone(self.shown(self.inputs["text"], USER))

	def test_the_text_of_an_earlier_record_of_that_name(self) -> None:
		"""Who may read the new record is not shown what the index still holds of the old one."""
		name = self.inputs["note"]
		frappe.db.set_value("Note", self.note.name, "creation", "2099-01-01 00:00:00", update_modified=False)
		answer = self.shown(name, USER)
		assert answer is not None
		self.assertEqual((answer["passages"], answer["total"]), ([], 0))
		self.assertEqual(answer["state"], "The index holds nothing of this input that you may read.")

	def test_what_is_not_there_is_refused_in_the_same_words(self) -> None:
		"""No name, a hostile one, one of another DocType: shown() compares the words."""
		for wrong in ("", "none", "\0", "\ud800", "%", "' or 1=1 --", self.source.name, self.note.name):
			self.assertIsNone(self.shown(wrong, USER), wrong)
		self.assertIsNone(self.shown(self.inputs["text"], "Guest"))

	def test_why_there_is_nothing(self) -> None:
		"""Disabled, not indexed yet, not in the build, index lost, source disabled: each says so, and shows no passage."""

		def state(key: str = "text") -> str:
			answer = self.shown(self.inputs[key], MANAGER)
			assert answer is not None and not answer["passages"]
			return answer["state"]

		name = self.inputs["text"]
		frappe.db.set_value("Knowledge Input", name, "disabled", 1)
		self.assertEqual(state(), "This input is disabled: nothing of it is found.")
		frappe.db.set_value("Knowledge Input", name, "disabled", 0)
		self.inputs["new"] = self.source.insert_row(input_type="Text", title="New", text="y")
		self.assertEqual(state("new"), "The index holds nothing of this input that you may read.")
		build = frappe.db.get_value("Knowledge Source", self.source.name, "live_build")
		frappe.db.set_value("Knowledge Source", self.source.name, "live_build", None)
		self.assertEqual(state(), "Nothing of this knowledge source has been indexed yet.")
		frappe.db.set_value("Knowledge Source", self.source.name, "live_build", build)
		frappe.db.set_value("Knowledge Source", self.source.name, "disabled", 1)
		self.assertEqual(state(), "This knowledge source is disabled.")
		with (
			patch.object(settings, "is_switched_off", return_value=True),
			self.assertRaises(frappe.ValidationError),
		):
			self.shown(name, MANAGER)

	def test_portions(self) -> None:
		"""Twenty passages at most, each once; numbers that make no sense are the nearest that does."""
		name, total = self.inputs["text"], 1
		found: list[dict[str, Any]] = []
		while len(found) < total:
			answer = self.shown(name, USER, first=len(found) + 1)
			assert answer is not None and len(answer["passages"]) <= input_view.PASSAGES
			found += answer["passages"]
			total = answer["total"]
		self.assertGreater(len(found), 2 * input_view.PASSAGES)
		self.assertEqual([one["number"] for one in found], list(range(1, len(found) + 1)))
		self.assertEqual(found[7]["passage"], f"{name}#7")
		self.assertGreater(found[7]["repeats"], 0)
		for wrong in (0, -5, -(10**30)):
			self.assertEqual(self.shown(name, USER, first=wrong)["passages"][0]["number"], 1)
		self.assertEqual(self.shown(name, USER, first=10**30)["passages"][0]["number"], len(found))
		self.assertEqual(self.shown(name, USER, page=-1)["passages"][0]["number"], 1)

	def test_what_is_said_beside_the_passages(self) -> None:
		"""What the document says of itself, what was not read of it, and the way to the file for those who may open it."""
		name = self.inputs["private"]
		message = "Page 2 has no text layer."
		frappe.db.set_value(
			"Knowledge Input", name, {"status": "Partially Indexed", "error_message": message}
		)
		answer = self.shown(name, USER)
		assert answer is not None
		self.assertEqual((answer["message"], answer["is_partly_read"]), (message, True))
		self.assertEqual(answer["original"], {"kind": "pdf", "url": self.files["private"].file_url})
		text = self.shown(self.inputs["text"], USER)
		assert text is not None
		self.assertIsNone(text["original"])
		self.assertEqual(
			text["properties"],
			[
				{"label": "Written By", "value": "A. Quoll"},
				{"label": "Kind", "value": "Letter"},
				{"label": "Language", "value": "English"},
			],
		)
