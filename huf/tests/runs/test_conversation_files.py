"""Files of a conversation: attached once, read and searched at each later question, with the rights of that moment."""

import os
import time
from importlib.util import find_spec
from typing import Any

import frappe

from huf.ai.agent_integration import run_agent_sync, start_run
from huf.ai.chat import get_conversation, remove_conversation_file
from huf.ai.runs.files import kept, store
from huf.ai.runs.files.checking import MOST_FILES
from huf.ai.runs.keeping.access import new_conversation
from huf.ai.site.artifacts import knowledge_root
from huf.ai.site.database.transactions import own_transaction
from huf.engine.builds import list_builds
from huf.tests import agent_site as on_site
from huf.tests import factories as make
from huf.tests.runs.test_run_files import SMALL, RunFilesTestCase, long_text

USER, OTHER = "keeper@run.example", "stranger@run.example"
SECRET = "The zirconium gasket of line 9 is replaced every 4100 hours."
QUESTION = "How often is the zirconium gasket replaced?"


class TestConversationFiles(RunFilesTestCase):
	def setUp(self) -> None:
		super().setUp()
		for user in (USER, OTHER):
			make.make_user(user, "Knowledge User")
		self.talk = new_conversation(self.agent.name, USER, QUESTION)
		self.addCleanup(self.forget, self.talk)
		self.folder = knowledge_root() / store.folder_of(self.talk)
		frappe.db.commit()

	def forget(self, name: str) -> None:
		frappe.set_user("Administrator")
		frappe.delete_doc("Agent Conversation", name, force=True, ignore_missing=True)
		frappe.db.commit()

	def ask(self, prompt: str = QUESTION, files: list[str] | None = None) -> tuple[Any, str]:
		"""The result of a question of the conversation, and what its model was told of files."""
		with on_site.model_of(self.agent, on_site.model_server.answer("Yes [1].")) as server:
			result = run_agent_sync(
				self.agent.name, prompt, user=USER, in_conversation=self.talk, files=files or []
			)
		self.assertEqual(result.error, "")
		return result, self.prompts(server)

	def used(self, result: Any) -> list[tuple[str, str, int]]:
		return [(row["file_name"], row["used"], row["from_conversation"]) for row in result.files]

	def test_files_take_part_in_later_questions(self) -> None:
		"""A small one stands in the prompt again, a large one is searched again by the index that is there, and each run
		tells which came with its own question."""
		small = self.file("quote.txt", SMALL, user=USER)
		large = self.file("manual.txt", long_text(SECRET), user=USER)
		first, _ = self.ask(files=[small, large])
		self.assertEqual(self.used(first), [("quote.txt", "In Prompt", 0), ("manual.txt", "Searched", 0)])
		builds = list_builds(self.folder)
		self.assertEqual(len(builds), 1)
		second, said = self.ask()
		self.assertEqual(self.used(second), [("quote.txt", "In Prompt", 1), ("manual.txt", "Searched", 1)])
		self.assertIn("The user attached these files to earlier questions of the conversation:", said)
		self.assertIn(SMALL, said)
		self.assertIn(SECRET, said)
		self.assertEqual(list_builds(self.folder), builds)
		self.assertEqual([row.from_conversation for row in on_site.stored_run(second.run).files], [1, 1])
		third, said = self.ask(files=[self.file("order.txt", "Order 5 is for 12 impellers.", user=USER)])
		self.assertEqual([row[2] for row in self.used(third)], [0, 1, 1])
		self.assertIn("The user attached these files to the question:\n- order.txt", said)
		self.nothing_is_left()

	def test_found_by_meaning(self) -> None:
		"""Where the model for vectors runs here, a passage is found that has none of the question's words."""
		large = self.file("manual.txt", long_text("The automobile broke down on the motorway."), user=USER)
		if find_spec("wordllama") is None:
			self.skipTest("The model that makes vectors on the server is not installed.")
		_, said = self.ask(prompt="Which car was damaged?", files=[large])
		self.assertIn("automobile broke down", said)

	def test_a_right_that_is_lost(self) -> None:
		"""A file that its user may not read any more reaches no model, and is told like one that is gone; what was indexed of it
		goes with the next question."""
		lost = self.file("lost.txt", "Secret price: 3 EUR.", user=USER)
		large = self.file("manual.txt", long_text(SECRET), user=USER)
		gone = self.file("gone.txt", "Gone price: 4 EUR.", user=USER)
		self.ask(files=[lost, large, gone])
		for name in (lost, large):
			frappe.db.set_value("File", name, {"owner": "Administrator", "file_name": "renamed.txt"})
			frappe.clear_document_cache("File", name)
		frappe.delete_doc("File", gone, force=True)
		frappe.db.commit()
		result, said = self.ask()
		self.assertEqual({row["used"] for row in result.files}, {"Not Read"})
		self.assertEqual(len({row["message"] for row in result.files}), 1)
		for hidden in ("Secret price", SECRET, "Gone price", "renamed.txt"):
			self.assertNotIn(hidden, said)
		frappe.set_user(USER)
		shown = get_conversation(self.talk)["files"]
		frappe.set_user("Administrator")
		self.assertEqual(
			[(row["file_name"], row["is_readable"]) for row in shown],
			[("lost.txt", False), ("manual.txt", False), ("gone.txt", False)],
		)

	def test_a_changed_file_is_read_anew(self) -> None:
		"""What is asked later is answered from what the file says then."""
		large = self.file("manual.txt", long_text(SECRET), user=USER)
		self.ask(files=[large])
		path = frappe.get_doc("File", large).get_full_path()
		with open(path, "w") as file:
			file.write(long_text("The zirconium gasket of line 9 is replaced every 99 hours."))
		_, said = self.ask()
		self.assertIn("every 99 hours", said)
		self.assertNotIn("4100", said)

	def test_taken_away(self) -> None:
		"""The next question is asked without it, and nothing that was indexed of it stays; the File itself does."""
		large = self.file("manual.txt", long_text(SECRET), user=USER)
		self.ask(files=[large])
		self.assertTrue(self.folder.is_dir())
		for user in (OTHER, "Administrator"):
			said = []
			for name in (self.talk, "no-such-talk"):
				with self.acting_as(user), self.assertRaises(frappe.PermissionError) as raised:
					remove_conversation_file(name, large)
				said.append(str(raised.exception))
			self.assertEqual(said[0], said[1], user)
		with self.acting_as(USER):
			self.assertEqual(len(remove_conversation_file(self.talk, "no-such-file")["files"]), 1)
			self.assertEqual(remove_conversation_file(self.talk, large)["files"], [])
		self.assertFalse(self.folder.exists())
		result, said = self.ask()
		self.assertEqual(result.files, ())
		self.assertNotIn(SECRET, said)
		self.assertTrue(frappe.db.exists("File", large))

	def test_the_files_are_the_servers_word(self) -> None:
		"""A person who saves their conversation adds no file to it, and takes none away."""
		small, other = self.file("quote.txt", SMALL, user=USER), self.file("other.txt", "x y", user=OTHER)
		self.ask(files=[small])
		frappe.db.commit()
		with self.acting_as(USER):
			doc = frappe.get_doc("Agent Conversation", self.talk)
			doc.set("files", [{"file": other, "file_name": "other.txt"}])
			doc.save()
			frappe.db.commit()
		self.assertEqual(kept.files_of(self.talk), {small: "quote.txt"})

	def test_so_many_files(self) -> None:
		"""Beyond the limit a question with another file is refused before anything runs, and says what to do."""
		names = [self.file(f"{n}.txt", f"Word number {n}.", user=USER) for n in range(MOST_FILES + 1)]
		self.ask(files=names[:MOST_FILES])
		with self.acting_as(USER), self.assertRaisesRegex(frappe.ValidationError, "Take one away first"):
			start_run(self.agent.name, "And this?", conversation=self.talk, files=names[MOST_FILES:])

	def test_what_was_indexed_goes(self) -> None:
		"""With the conversation at once, and when nobody asks for a week; the next question then makes it anew."""
		large = self.file("manual.txt", long_text(SECRET), user=USER)
		self.ask(files=[large])
		self.assertNotIn(self.folder.name, store.sweep())
		long_ago = time.time() - store.UNUSED_S - 60
		os.utime(self.folder, (long_ago, long_ago))
		self.assertIn(self.folder.name, store.sweep())
		_, said = self.ask()
		self.assertIn(SECRET, said)
		self.assertTrue(self.folder.is_dir())
		with own_transaction():
			frappe.delete_doc("Agent Conversation", self.talk, force=True, ignore_permissions=True)
		self.assertFalse(self.folder.exists())
