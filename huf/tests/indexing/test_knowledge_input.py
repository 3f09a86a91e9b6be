"""What a Knowledge Input accepts: texts as they were typed, files its author may read, nothing twice."""

import hashlib
import threading
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import frappe

from huf.ai.site.database.dialect import is_postgres
from huf.huf.doctype.knowledge_input import knowledge_input
from huf.tests import factories as make
from huf.tests.base import SiteTestCase

AUTHOR = "huf-author@example.com"
STRANGER = "huf-stranger@example.com"


def sha256(content: bytes) -> str:
	"""The hash as huf stores it."""
	return hashlib.sha256(content).hexdigest()


class TestText(SiteTestCase):
	"""Pasted texts."""

	def test_a_text_is_kept_as_it_was_typed(self) -> None:
		"""Code, XML, HTML, mathematics and odd characters come back from the database letter for letter."""
		source = make.make_source()
		texts = (
			"List<Item> items;",
			"if a < b && c > d: return '&amp;'",
			"<script>alert(1)</script><p onclick=x>",
			"  leading\n\ttabs\r\nand ends  \n",
			"𝔘nicode 🙂 한국어 \u200b العربية \\ % ' \" `",
			"<?xml version='1.0'?><a b='c'/>",
			"<!-- markdown --> **bold** <b>",
		)
		for text in texts:
			with self.subTest(text=text):
				name = make.make_text(source, text).name
				self.assertEqual(frappe.db.get_value("Knowledge Input", name, "text"), text)
				again = frappe.get_doc("Knowledge Input", name)
				again.title = "Changed"
				again.save()
				self.assertEqual(frappe.db.get_value("Knowledge Input", name, "text"), text)
				self.assertEqual(again.source_hash, sha256(text.encode()))

	def test_a_text_that_is_too_long(self) -> None:
		"""A text over the limit is refused before the database sees it, with both sizes and a way out."""
		source = make.make_source()
		with patch.object(knowledge_input, "MAX_TEXT_BYTES", 1000):
			make.make_text(source, "é" * 500)
			with self.assertRaisesRegex(frappe.ValidationError, "Attach it as a file"):
				make.make_text(source, "é" * 501)

	def test_the_longest_text_is_stored(self) -> None:
		"""A text of exactly the limit goes into the database, even if every character has to be quoted."""
		text = "'\n" * (knowledge_input.largest_text() // 2)
		name = make.make_text(make.make_source(), text).name
		self.assertEqual(frappe.db.get_value("Knowledge Input", name, "text"), text)

	def test_a_small_packet_lowers_the_limit(self) -> None:
		"""Where the database takes only small packets, the limit is below half of one."""
		if is_postgres():
			self.skipTest("PostgreSQL has no such limit.")
		with patch.object(frappe.db, "sql", return_value=((1024 * 1024,),)):
			self.assertLess(knowledge_input.largest_text(), 512 * 1024)

	def test_empty_and_broken_texts(self) -> None:
		"""No text at all is refused, and so is half a character; white space is for the job to judge."""
		source = make.make_source()
		self.assertRaises(frappe.MandatoryError, make.make_text, source, "")
		self.assertRaises(frappe.ValidationError, make.make_text, source, "half \ud83d")
		self.assertEqual(make.make_text(source, " \u200b\n").status, "Pending")

	def test_a_nul_is_no_part_of_a_text(self) -> None:
		"""It is taken out, so that the text is neither refused by a database nor taken for a binary file; alone it is no text."""
		text = make.make_text(make.make_source(), "Thirty days\0 of leave\0\0")
		self.assertEqual(frappe.db.get_value("Knowledge Input", text.name, "text"), "Thirty days of leave")
		self.assertEqual(
			(text.title, text.source_hash), ("Thirty days of leave", sha256(b"Thirty days of leave"))
		)
		text.text = "Twenty\0"
		text.save()
		self.assertEqual(text.text, "Twenty")
		self.assertRaises(frappe.MandatoryError, make.make_text, make.make_source(), "\0")

	def test_titles(self) -> None:
		"""Without a title a text is called by its first line that has one, cut to what fits."""
		source = make.make_source()
		self.assertEqual(make.make_text(source, "\n\n  Leave policy  \nThirty days").title, "Leave policy")
		self.assertEqual(len(make.make_text(source, "x" * 500).title), 140)
		self.assertEqual(make.make_text(source, "some", title="Mine").title, "Mine")

	def test_only_the_content_of_its_type_stays(self) -> None:
		"""A text input keeps no address and no file that came along."""
		text = make.make_text(make.make_source(), url="https://example.com", file="/files/x")
		self.assertEqual((text.url, text.file, text.url_hash), (None, None, None))


class TestChanges(SiteTestCase):
	"""What counts as a change of the wanted state."""

	def wanted(self, source: object) -> int:
		return frappe.db.get_value("Knowledge Source", source.name, "wanted_generation")

	def test_each_change_is_counted(self) -> None:
		"""Insert, edit, disabling and deletion each raise the wanted generation; a save without a change does not."""
		source = make.make_source()
		counts = [self.wanted(source)]

		def changed(action: Callable[[], object]) -> bool:
			action()
			counts.append(self.wanted(source))
			return counts[-1] > counts[-2]

		self.assertTrue(changed(lambda: make.make_text(source, "one")))
		text = frappe.get_last_doc("Knowledge Input", {"knowledge_source": source.name})
		self.assertFalse(changed(text.save))
		text.text = "two"
		self.assertTrue(changed(text.save))
		text.disabled = 1
		self.assertTrue(changed(text.save))
		self.assertTrue(changed(text.delete))

	def test_an_edit_makes_it_pending_again(self) -> None:
		"""New content is Pending with a new hash and no old error."""
		text = make.make_text(make.make_source(), "one")
		frappe.db.set_value("Knowledge Input", text.name, {"status": "Error", "error_message": "old"})
		text.reload()
		text.text = "two"
		text.save()
		self.assertEqual((text.status, text.error_message), ("Pending", None))
		self.assertEqual(text.source_hash, sha256(b"two"))

	def test_derived_fields_are_not_the_callers(self) -> None:
		"""A status, hash, author or File that the caller claims is not taken over."""
		text = make.make_text(
			make.make_source(), "one", status="Indexed", author="Guest", source_hash="f" * 64
		)
		self.assertEqual((text.status, text.author), ("Pending", "Administrator"))
		self.assertEqual(text.source_hash, sha256(b"one"))
		text.update({"indexed_hash": "f" * 64, "chunks_created": 5})
		text.save()
		row = frappe.db.get_value("Knowledge Input", text.name, ["indexed_hash", "chunks_created"])
		self.assertEqual(row, (None, 0))


class TestDuplicates(SiteTestCase):
	"""The same content once in a source."""

	def test_twice_in_one_source(self) -> None:
		"""The same text is refused on insert and on update, and the message names the one that is there."""
		source = make.make_source()
		make.make_text(source, "same", title="The first")
		with self.assertRaisesRegex(frappe.ValidationError, "The first"):
			make.make_text(source, "same")
		other = make.make_text(source, "different")
		other.text = "same"
		self.assertRaises(frappe.ValidationError, other.save)

	def test_once_in_each_of_two_sources(self) -> None:
		"""The same text in two sources is fine."""
		make.make_text(make.make_source(), "same")
		make.make_text(make.make_source(), "same")

	def test_the_same_bytes_behind_two_addresses(self) -> None:
		"""Two Files with equal bytes are one content; a File's hash is that of its bytes, not of its address."""
		source = make.make_source()
		content = b"\xff\xfe\x00 bytes that are no text"
		first = make.make_file_input(source, make.make_file(content, "one.bin"))
		self.assertEqual(first.source_hash, sha256(content))
		second = make.make_file(b"other", "two.bin")
		with patch.object(knowledge_input, "read_file_bytes", return_value=content):
			self.assertRaises(frappe.ValidationError, make.make_file_input, source, second)

	def test_a_disabled_twin(self) -> None:
		"""The message says when the content that is there is only disabled."""
		source = make.make_source()
		make.make_text(source, "same", disabled=1)
		with self.assertRaisesRegex(frappe.ValidationError, "disabled"):
			make.make_text(source, "same")

	def test_addresses(self) -> None:
		"""A URL is once in a source before anything is fetched, and many wait for their hash at the same time."""
		source = make.make_source()

		def add(url: str) -> object:
			return frappe.get_doc(
				{
					"doctype": "Knowledge Input",
					"knowledge_source": source.name,
					"input_type": "URL",
					"url": url,
				}
			).insert()

		self.assertIsNone(add("https://example.com/a").source_hash)
		self.assertIsNone(add("https://example.com/b").source_hash)
		self.assertRaises(frappe.ValidationError, add, " https://example.com/a ")
		for refused in ("ftp://example.com", "javascript:alert(1)", "file:///etc/passwd", "example.com"):
			self.assertRaises(frappe.ValidationError, add, refused)

	def test_a_race_has_one_winner(self) -> None:
		"""Of two requests that add the same text at the same moment one wins and one gets a clean error.

		Both pass the look-up before either writes, so only the database's own index can decide.
		"""
		source = make.make_source()
		self.commit_for_other_connections(source)
		barrier = threading.Barrier(2, timeout=20)
		site, sites_path = frappe.local.site, frappe.local.sites_path
		results: list[str] = []

		def add() -> None:
			frappe.init(site=site, sites_path=sites_path)
			frappe.connect()
			frappe.set_user("Administrator")
			look_up = knowledge_input.KnowledgeInput._refuse_duplicate

			def look_up_together(doc: object) -> None:
				look_up(doc)
				barrier.wait()

			doc = frappe.get_doc(
				{
					"doctype": "Knowledge Input",
					"knowledge_source": source.name,
					"input_type": "Text",
					"text": "at the same moment",
				}
			)
			doc._refuse_duplicate = lambda: look_up_together(doc)
			try:
				doc.insert()
				frappe.db.commit()
				results.append("added")
			except frappe.UniqueValidationError as error:
				frappe.db.rollback()
				results.append(str(error))
			finally:
				frappe.destroy()

		threads = [threading.Thread(target=add) for _ in range(2)]
		for thread in threads:
			thread.start()
		for thread in threads:
			thread.join(30)
		self.assertEqual(len(results), 2)
		self.assertEqual(results.count("added"), 1)
		(refusal,) = (result for result in results if result != "added")
		self.assertIn("already in", refusal)
		self.assertNotIn("unique_content_in_source", refusal)

	def commit_for_other_connections(self, source: object) -> None:
		"""Another connection sees only what is committed; clean up by hand what Frappe can then not undo."""
		frappe.db.commit()  # nosemgrep: frappe-manual-commit (the test's other connections must see the source)

		def remove() -> None:
			frappe.set_user("Administrator")
			frappe.delete_doc("Knowledge Source", source.name, force=True, ignore_missing=True)
			frappe.db.commit()  # nosemgrep: frappe-manual-commit (see above)

		self.addCleanup(remove)
		frappe.db.savepoint("before_test")


class TestFileRights(SiteTestCase):
	"""An input names only a File that its author may read."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		make.make_user(AUTHOR, "Knowledge Manager")
		make.make_user(STRANGER, "Knowledge Manager")

	def test_somebody_elses_private_file(self) -> None:
		"""A private File that the author gets 403 for is refused, in the words used for one that is not there."""
		source = make.make_source()
		payroll = make.make_file("Salaries", "payroll.txt")
		with self.acting_as(AUTHOR):
			with self.assertRaisesRegex(frappe.PermissionError, "There is no file") as secret:
				make.make_file_input(source, payroll)
			with self.assertRaises(frappe.PermissionError) as missing:
				make.make_file_input(source, "/private/files/nowhere.txt")
		told = str(secret.exception).replace(payroll.file_url, "X")
		self.assertEqual(told, str(missing.exception).replace("/private/files/nowhere.txt", "X"))

	def test_ones_own_and_public_files(self) -> None:
		"""A File of one's own and a public one are accepted, and the record and author are kept."""
		source = make.make_source()
		public = make.make_file("Everybody knows", private=False)
		with self.acting_as(AUTHOR):
			own = make.make_file("Mine")
			for file in (own, public):
				made = make.make_file_input(source, file)
				self.assertEqual((made.file_record, made.author), (file.name, AUTHOR))
				self.assertEqual(made.file_name, file.file_name)

	def test_of_several_files_the_one_that_may_be_read(self) -> None:
		"""When Files share an address, the author gets the one that they may read, not just any."""
		source = make.make_source()
		secret = make.make_file("Shared bytes", "shared.txt")
		with self.acting_as(AUTHOR):
			own = make.make_file("Shared bytes", "shared.txt")
		frappe.db.set_value("File", own.name, "file_url", secret.file_url)
		with self.acting_as(AUTHOR):
			self.assertEqual(make.make_file_input(source, secret).file_record, own.name)

	def test_a_right_that_is_lost(self) -> None:
		"""When the author may no longer read the File, a save by somebody who may not either is refused."""
		source = make.make_source()
		with self.acting_as(AUTHOR):
			file = make.make_file("Mine for now")
			made = make.make_file_input(source, file)
		gone = {"owner": "Administrator", "attached_to_doctype": None, "attached_to_name": None}
		frappe.db.set_value("File", {"file_url": file.file_url}, gone)
		with self.acting_as(STRANGER):
			doc = frappe.get_doc("Knowledge Input", made.name)
			self.assertEqual(doc.author, AUTHOR)
			doc.title = "New title"
			self.assertRaises(frappe.PermissionError, doc.save)

	def test_another_user_saves(self) -> None:
		"""A save that does not name another file leaves the author who named it."""
		source = make.make_source()
		with self.acting_as(AUTHOR):
			made = make.make_file_input(source, make.make_file("Mine"))
		with self.acting_as(STRANGER):
			doc = frappe.get_doc("Knowledge Input", made.name)
			doc.title = "New title"
			doc.save()
			self.assertEqual(doc.author, AUTHOR)
			theirs = make.make_file("Another")
			doc.file = theirs.file_url
			doc.save()
			self.assertEqual((doc.author, doc.file_record), (STRANGER, theirs.name))

	def test_deleting_an_input_deletes_its_own_attachment_only(self) -> None:
		"""A File uploaded for an input goes with it; one of another document that it only names stays."""
		source = make.make_source()
		elsewhere = make.make_file("Named", attached_to_doctype="User", attached_to_name=AUTHOR)
		uploaded = make.make_file("Uploaded")
		inputs = [make.make_file_input(source, file) for file in (elsewhere, uploaded)]
		for made in inputs:
			made.delete()
		self.assertTrue(frappe.db.exists("File", elsewhere.name))
		self.assertTrue(Path(elsewhere.get_full_path()).exists())
		self.assertFalse(frappe.db.exists("File", uploaded.name))

	def test_a_file_can_be_deleted(self) -> None:
		"""An input does not hold its File back, and goes with it. Where that went without a word, a save says what is missing."""
		source = make.make_source()
		made = make.make_file_input(source, file := make.make_file("Short-lived"))
		frappe.delete_doc("File", file.name)
		self.assertFalse(frappe.db.exists("Knowledge Input", made.name))
		made = make.make_file_input(source, file := make.make_file("Lost"))
		frappe.db.delete("File", {"name": file.name})
		made.title = "Still here"
		self.assertRaisesRegex(frappe.PermissionError, "Attach the file again", made.save)
		made.reload()
		made.file = make.make_file("The new one").file_url
		made.save()
