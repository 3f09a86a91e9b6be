"""A source follows files behind a Knowledge Connection: over WebDAV, from a real server of the test on this machine."""

import json
import shutil
import tempfile
from pathlib import Path
from unittest.mock import patch

import frappe

from huf.ai.knowledge import connections
from huf.ai.knowledge.connections import usable_connections
from huf.huf.doctype.knowledge_connection.knowledge_connection import test_connection as try_connection
from huf.huf.doctype.knowledge_input.knowledge_input import reprocess_input
from huf.huf.doctype.knowledge_selector import knowledge_selector
from huf.tests import factories as make
from huf.tests.place_case import KEEPER, MANAGER, WORDS, ConnectionTestCase
from huf.tests.webdav_server import PASSWORD, USER, WebDavServer

MAIL = b"""From: Anna <anna@example.com>\r\nTo: all@example.com\r\nSubject: Rules of travel\r\nDate: Mon, 03 May 2021 10:00:00 +0000\r
Message-ID: <a@example.com>\r\nContent-Type: text/plain\r\n\r\nEverybody flies with a pelican.\r\n"""


class TestConnection(ConnectionTestCase):
	NAME = "Cloud"

	def prepare(self) -> None:
		self.root = Path(tempfile.mkdtemp(prefix="huf-webdav-"))
		self.addCleanup(shutil.rmtree, self.root)
		for number, word in enumerate(WORDS):
			self.write(f"shelf {number % 2}/{number}.txt", f"This file tells of a {word}.")
		self.cloud = WebDavServer(self.root)
		self.addCleanup(self.cloud.close)
		self.allow(f"127.0.0.1:{self.cloud.port}")
		self.connect("Cloud", "Knowledge Manager")
		self.connect("Secrets")

	def account(self) -> dict[str, str]:
		return {
			"connection_type": "WebDAV",
			"address": self.cloud.address,
			"user_name": USER,
			"password": PASSWORD,
		}

	def write(self, path: str, data: str | bytes) -> None:
		file = self.root / path
		file.parent.mkdir(parents=True, exist_ok=True)
		file.write_bytes(data.encode() if isinstance(data, str) else data)

	def test_files_are_followed(self) -> None:
		"""They are found under their paths; what is new or other is read, what is gone leaves a day later; nothing else is fetched."""
		self.compare()
		self.assertEqual(set(self.held()), {f"Cloud/shelf {number % 2}/{number}.txt" for number in range(4)})
		self.assertEqual(set(self.held().values()), {"Indexed"})
		[hit] = self.hits("walrus")
		self.assertEqual((hit["title"], hit["metadata"]["extension"]), ("shelf 0/0.txt", "txt"))
		self.assertEqual((self.place()["state"], self.place()["indexed"]), ("Compared", 4))
		make.make_user(KEEPER, "Knowledge User")
		with self.acting_as(KEEPER):
			self.assertEqual(self.found("walrus"), 1)
		self.write("shelf 0/0.txt", "This file tells of a nightingale now.")
		(self.root / "shelf 1" / "1.txt").unlink()
		self.write("mail/rules.eml", MAIL)
		self.cloud.asked.clear()
		self.compare()
		fetched = {path for method, path in self.cloud.asked if method == "GET"}
		self.assertEqual(fetched, {"/files/shelf 0/0.txt", "/files/mail/rules.eml"})
		self.assertEqual([self.found(word) for word in ("nightingale", "pelican", "walrus")], [1, 1, 0])
		of_2021 = self.hits("pelican", filters={"date": "2021-05-03"})
		self.assertEqual([hit["title"] for hit in of_2021], ["mail/rules.eml"])
		place = self.place()
		self.assertEqual((place["added"], place["changed"], place["removed"]), (1, 1, 0))
		self.assertEqual((place["missing"], self.found("elephant")), (1, 1))
		self.compare(days=1.1)
		self.assertEqual((self.place()["removed"], self.found("elephant")), (1, 0))

	def test_a_wrong_password(self) -> None:
		"""The form says it, without the password; nothing is deleted, also by a rebuild; once it is mended the source follows again."""
		self.compare()
		self.change(password="wrong-word")
		self.assertEqual(self.place()["state"], "Waiting")
		self.write("new.txt", "A crocodile.")
		self.compare(days=30, ask=False)
		self.assertEqual(self.place()["state"], "Problem")
		self.assertIn("does not take its user name and password", self.place()["problem"])
		reprocess_input(self.input_of("Cloud/shelf 0/0.txt"))
		self.index()
		self.assertEqual((len(self.held()), self.found("walrus"), self.found("crocodile")), (4, 1, 0))
		told = json.dumps(self.place(), default=str) + str(self.held())
		for secret in ("wrong-word", PASSWORD, "127.0.0.1"):
			self.assertNotIn(secret, told)
		self.change(password=PASSWORD)
		self.compare(ask=False)
		self.assertEqual((self.place()["state"], self.found("crocodile")), ("Compared", 1))

	def test_a_lost_connection(self) -> None:
		"""A folder that fails, a server that is away, and one that suddenly is empty delete nothing."""
		self.compare()
		self.cloud.cuts = lambda method, path: path.startswith("/files/shelf 1")
		self.compare(days=30)
		self.assertEqual((self.place()["state"], len(self.held())), ("Problem", 4))
		self.cloud.cuts = lambda method, path: False
		away = self.root.rename(self.root.with_name(self.root.name + "-away"))
		self.root.mkdir()
		for days in (60, 90):
			self.compare(days=days)
		self.assertIn("Nothing that is wanted", self.place()["problem"])
		self.root.rmdir()
		away.rename(self.root)
		self.check_away(self.cloud)

	def test_no_secret_leaves(self) -> None:
		"""Neither the stored row, its versions, the document over REST nor an export has the password; a manager does not see the record at all."""
		self.change(password="another-word", address=f"{self.cloud.address}shelf%201/")
		row = frappe.db.get_value("Knowledge Connection", "Cloud", "*", as_dict=True)
		versions = frappe.get_all(
			"Version", {"ref_doctype": "Knowledge Connection", "docname": "Cloud"}, pluck="data"
		)
		self.assertIn("shelf%201", str(versions))
		shown = frappe.get_doc("Knowledge Connection", "Cloud").as_json()
		copied = frappe.copy_doc(frappe.get_doc("Knowledge Connection", "Cloud"))
		for told in (str(row), str(versions), shown, str(copied.as_dict())):
			self.assertNotIn("another-word", told)
			self.assertNotIn(PASSWORD, told)
		make.make_user(MANAGER, "Knowledge Manager")
		with self.acting_as(MANAGER):
			self.assertFalse(frappe.has_permission("Knowledge Connection", "read", doc="Cloud"))
			self.assertRaises(frappe.PermissionError, frappe.get_list, "Knowledge Connection")
			self.assertEqual(knowledge_selector.list_connections(), {"connections": ["Cloud"]})

	def test_who_may_use_it(self) -> None:
		"""A role that stands in it; others learn neither that there is such a connection nor anything of it."""
		make.make_user(MANAGER, "Knowledge Manager")
		make.make_user(KEEPER, "Knowledge User")
		self.assertEqual((usable_connections(MANAGER), usable_connections(KEEPER)), (["Cloud"], []))
		self.check_refusals()

	def test_an_author_who_lost_the_role(self) -> None:
		"""Neither is anything listed for them any more, nor is a file read; what was read stays."""
		self.follow_as_manager()
		self.change(roles=[])
		self.cloud.asked.clear()
		self.compare()
		reprocess_input(self.input_of("Cloud/shelf 0/0.txt"))
		self.index()
		self.assertEqual((self.cloud.asked, self.found("walrus")), ([], 1))
		self.assertIn("may not be used any more", self.place()["problem"])

	def test_where_it_may_go(self) -> None:
		"""A host of the own network has to be named in Agent Settings, at each comparison; the server is not asked otherwise."""
		self.compare()
		self.allow("")
		self.cloud.asked.clear()
		self.compare(days=30)
		self.assertIn("Local File Server", self.place()["problem"])
		self.assertNotIn("127.0.0.1", self.place()["problem"])
		reprocess_input(self.input_of("Cloud/shelf 0/0.txt"))
		self.index()
		self.assertEqual((self.cloud.asked, len(self.held()), self.found("walrus")), ([], 4, 1))
		settings = frappe.get_doc("Agent Settings")
		settings.local_file_servers = "http://nas/"
		self.assertRaisesRegex(frappe.ValidationError, "is no server", settings.save)
		for wrong in ("http://anna:pw@cloud.test/", "ftp://cloud.test/", "https://cloud.test/../x"):
			with self.assertRaises(frappe.ValidationError):
				self.connect("Wrong", address=wrong)
		with self.assertRaises(frappe.ValidationError):
			self.connect("A/B")

	def test_a_connection_in_use(self) -> None:
		"""It is not deleted under its sources; one that is switched off deletes nothing."""
		self.compare()
		with self.assertRaises(frappe.LinkExistsError):
			frappe.delete_doc("Knowledge Connection", "Cloud")
		frappe.db.rollback()
		self.change(disabled=1)
		self.compare(days=30, ask=False)
		self.assertEqual((self.place()["state"], self.found("walrus"), len(self.held())), ("Problem", 1, 4))

	def test_a_password_that_cannot_be_decrypted(self) -> None:
		"""After a restore with another key the form says so, and nothing is deleted."""
		self.compare()
		with patch("frappe.utils.password.decrypt", side_effect=frappe.ValidationError("the key")):
			self.compare(days=30)
		self.assertIn("cannot be decrypted", self.place()["problem"])
		self.assertEqual(len(self.held()), 4)

	def test_a_part_of_it(self) -> None:
		"""A folder in it and patterns choose; a file that a person takes out stays out."""
		self.change_row(subfolder="/shelf 0/", exclude_paths="/shelf 0/2")
		self.compare(ask=False)
		self.assertEqual(set(self.held()), {"Cloud/shelf 0/0.txt"})
		frappe.delete_doc("Knowledge Input", self.input_of("Cloud/shelf 0/0.txt"))
		self.compare()
		self.assertEqual(self.held(), {})
		self.check_by_hand("Remote File")

	def test_a_path_that_somebody_writes(self) -> None:
		"""An input cannot be turned to another file by writing its fields."""
		self.compare()
		doc = frappe.get_doc("Knowledge Input", self.input_of("Cloud/shelf 0/0.txt"))
		doc.update({"path": "Secrets/shelf 1/1.txt", "author": "Administrator", "disabled": 0})
		doc.save()
		self.assertEqual(frappe.db.get_value("Knowledge Input", doc.name, "path"), "Cloud/shelf 0/0.txt")

	def test_preview(self) -> None:
		"""It says what would come, and writes nothing."""
		self.check_preview()

	def test_a_server_that_is_asked_without_end(self) -> None:
		"""With a password that is refused the server is asked once for all files of an update."""
		self.compare()
		self.change(password="wrong-word")
		self.cloud.asked.clear()
		self.read_again()
		self.assertEqual(len(self.cloud.asked), 1)
		self.assertEqual(
			connections.STORES.keys(),
			set(frappe.get_meta("Knowledge Connection").get_options("connection_type").split("\n")),
		)

	def test_it_is_tried(self) -> None:
		"""A System Manager is shown what lies at the top, or told what is wrong, also of a connection that is switched off; nobody else is."""
		self.change(disabled=1)
		self.assertEqual(
			try_connection("Cloud"),
			{"ok": True, "problem": "", "names": ["shelf 0/", "shelf 1/"], "more": 0},
		)
		self.change(password="wrong-word")
		told = try_connection("Cloud")
		self.assertEqual((told["ok"], told["names"]), (False, []))
		self.assertIn("does not take its user name and password", told["problem"])
		self.allow("")
		self.assertIn("Local File Server", try_connection("Cloud")["problem"])
		make.make_user(MANAGER, "Knowledge Manager")
		self.cloud.asked.clear()
		with self.acting_as(MANAGER):
			for name in ("Cloud", "No Such"):
				self.assertRaises(frappe.PermissionError, try_connection, name)
		self.assertEqual(self.cloud.asked, [])

	def test_fields_of_another_kind(self) -> None:
		"""What the form hides says nothing, and is not kept."""
		self.change(bucket="elsewhere", region="eu central", prefix="../x", path_style=1)
		kept = frappe.get_doc("Knowledge Connection", "Cloud")
		self.assertEqual([kept.bucket, kept.region, kept.prefix, kept.path_style], [None, None, None, 0])
