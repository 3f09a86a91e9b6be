"""A source follows files behind a Knowledge Connection: over WebDAV, from a real server of the test on this machine."""

import json
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import frappe
from frappe.utils import add_to_date, now_datetime

from huf.ai.knowledge import connections, indexer
from huf.ai.knowledge.connections import usable_connections
from huf.ai.knowledge.listings import jobs, preview, state, storing
from huf.ai.knowledge.listings.standing import places_for_form
from huf.ai.knowledge.retriever import knowledge_search
from huf.ai.site import queueing
from huf.huf.doctype.knowledge_input.knowledge_input import reprocess_input
from huf.huf.doctype.knowledge_selector import knowledge_selector
from huf.huf.doctype.knowledge_source import knowledge_source
from huf.tests import factories as make
from huf.tests.base import CommittingTestCase
from huf.tests.webdav_server import PASSWORD, USER, WebDavServer

MANAGER, KEEPER = "connection-manager@example.com", "connection-keeper@example.com"
WORDS = ("walrus", "elephant", "hedgehog", "butterfly")
MAIL = b"""From: Anna <anna@example.com>\r\nTo: all@example.com\r\nSubject: Rules of travel\r\nDate: Mon, 03 May 2021 10:00:00 +0000\r
Message-ID: <a@example.com>\r\nContent-Type: text/plain\r\n\r\nEverybody flies with a pelican.\r\n"""


class TestConnection(CommittingTestCase):
	def setUp(self) -> None:
		super().setUp()
		self.root = Path(tempfile.mkdtemp(prefix="huf-webdav-"))
		self.addCleanup(shutil.rmtree, self.root)
		for number, word in enumerate(WORDS):
			self.write(f"shelf {number % 2}/{number}.txt", f"This file tells of a {word}.")
		self.cloud = WebDavServer(self.root)
		self.addCleanup(self.cloud.close)
		for name in ("queue_update", "queue_listings", "queue_sync"):
			patcher = patch.object(queueing, name, lambda *args: None)
			patcher.start()
			self.addCleanup(patcher.stop)
		self.allow(f"127.0.0.1:{self.cloud.port}")
		self.connect("Cloud", "Knowledge Manager")
		self.connect("Secrets")
		self.source = make.make_source(selectors=[self.row()])
		frappe.db.commit()
		self.addCleanup(self.forget)

	def allow(self, servers: str) -> None:
		frappe.db.set_single_value("Agent Settings", "local_file_servers", servers)
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		frappe.db.commit()

	def connect(self, name: str, *roles: str, **values):
		doc = frappe.get_doc(
			{
				"doctype": "Knowledge Connection",
				"connection_name": name,
				"connection_type": "WebDAV",
				"address": self.cloud.address,
				"user_name": USER,
				"password": PASSWORD,
				"roles": [{"role": role} for role in roles],
				**values,
			}
		).insert()
		frappe.db.commit()
		return doc

	def change(self, **values) -> None:
		doc = frappe.get_doc("Knowledge Connection", "Cloud")
		doc.update(values)
		# Frappe keeps no versions in tests unless it is told to.
		doc.save(ignore_version=False)
		frappe.db.commit()

	def row(self, **values):
		return {"selector_type": "Connection", "connection": "Cloud", **values}

	def write(self, path: str, data: str | bytes) -> None:
		file = self.root / path
		file.parent.mkdir(parents=True, exist_ok=True)
		file.write_bytes(data.encode() if isinstance(data, str) else data)

	def forget(self) -> None:
		frappe.set_user("Administrator")
		frappe.db.rollback()
		frappe.delete_doc("Knowledge Source", self.source.name, force=True)
		for name in ("Cloud", "Secrets"):
			frappe.delete_doc("Knowledge Connection", name, force=True)
		self.allow("")

	@contextmanager
	def later(self, days: float):
		moment = add_to_date(now_datetime(), hours=days * 24)
		with (
			patch.object(jobs, "now_datetime", return_value=moment),
			patch.object(state, "now_datetime", return_value=moment),
			patch.object(storing, "now_datetime", return_value=moment),
		):
			yield

	def compare(self, days: float = 0.0, ask: bool = True) -> None:
		if ask:
			knowledge_source.sync_now(self.source.name)
		frappe.db.commit()
		with self.later(days):
			jobs.compare_source(self.source.artifact_id)
		self.index()

	def index(self) -> None:
		frappe.db.commit()
		indexer.update_source(self.source.artifact_id)
		frappe.db.rollback()

	def held(self) -> dict[str, str]:
		rows = frappe.get_all("Knowledge Input", {"knowledge_source": self.source.name}, ["path", "status"])
		return {row.path: row.status for row in rows}

	def found(self, word: str) -> int:
		return len(knowledge_search(word, knowledge_source=self.source.name, mode="keyword")["hits"])

	def place(self):
		return places_for_form(self.source.artifact_id)[0]

	def input_of(self, path: str) -> str:
		return frappe.db.get_value("Knowledge Input", {"path": path})

	def test_files_are_followed(self) -> None:
		"""They are found under their paths; what is new or other is read, what is gone leaves a day later; nothing else is fetched."""
		self.compare()
		self.assertEqual(set(self.held()), {f"Cloud/shelf {number % 2}/{number}.txt" for number in range(4)})
		self.assertEqual(set(self.held().values()), {"Indexed"})
		[hit] = knowledge_search("walrus", knowledge_source=self.source.name, mode="keyword")["hits"]
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
		of_2021 = knowledge_search(
			"pelican", knowledge_source=self.source.name, mode="keyword", filters={"date": "2021-05-03"}
		)["hits"]
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
		self.cloud.close()
		self.compare(days=120)
		self.assertIn("could not be reached", self.place()["problem"])
		self.assertEqual((len(self.held()), self.found("butterfly")), (4, 1))

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
		refusals = set()
		for user, name in ((MANAGER, "Secrets"), (MANAGER, "No Such"), (KEEPER, "Cloud")):
			with self.acting_as(user), patch.object(queueing, "enqueue") as queued:
				with self.assertRaises(frappe.PermissionError) as refused:
					knowledge_selector.preview_place(self.row(connection=name))
				refusals.add(str(refused.exception))
				self.assertFalse(queued.called)
		self.assertEqual(len(refusals), 1)

	def test_an_author_who_lost_the_role(self) -> None:
		"""Neither is anything listed for them any more, nor is a file read; what was read stays."""
		make.make_user(MANAGER, "Knowledge Manager")
		with self.acting_as(MANAGER):
			source = frappe.get_doc("Knowledge Source", self.source.name)
			source.selectors[0].exclude_paths = "/nothing"
			source.save()
		self.compare(ask=False)
		self.assertEqual(len(self.held()), 4)
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
		source = frappe.get_doc("Knowledge Source", self.source.name)
		source.selectors[0].update({"subfolder": "/shelf 0/", "exclude_paths": "/shelf 0/2"})
		source.save()
		self.compare(ask=False)
		self.assertEqual(set(self.held()), {"Cloud/shelf 0/0.txt"})
		frappe.delete_doc("Knowledge Input", self.input_of("Cloud/shelf 0/0.txt"))
		self.compare()
		self.assertEqual(self.held(), {})
		by_hand = {"knowledge_source": self.source.name, "input_type": "Remote File", "path": "Secrets/x"}
		self.assertRaisesRegex(
			frappe.ValidationError,
			"brought by the selectors",
			frappe.get_doc({"doctype": "Knowledge Input", **by_hand}).insert,
		)

	def test_a_path_that_somebody_writes(self) -> None:
		"""An input cannot be turned to another file by writing its fields."""
		self.compare()
		doc = frappe.get_doc("Knowledge Input", self.input_of("Cloud/shelf 0/0.txt"))
		doc.update({"path": "Secrets/shelf 1/1.txt", "author": "Administrator", "disabled": 0})
		doc.save()
		self.assertEqual(frappe.db.get_value("Knowledge Input", doc.name, "path"), "Cloud/shelf 0/0.txt")

	def test_preview(self) -> None:
		"""It says what would come, and writes nothing."""
		with patch.object(queueing, "enqueue") as queued:
			preview_id = knowledge_selector.preview_place(self.row(most_entries=3))["preview"]
		preview.run(**{name: queued.call_args.kwargs[name] for name in ("preview", "row")})
		found = knowledge_selector.read_preview(preview_id)
		self.assertEqual((found["state"], found["would_come"], found["over_limit"]), ("Done", 3, 1))
		self.assertEqual(self.held(), {})

	def test_a_server_that_is_asked_without_end(self) -> None:
		"""With a password that is refused the server is asked once for all files of an update."""
		self.compare()
		self.change(password="wrong-word")
		for path in self.held():
			reprocess_input(self.input_of(path))
		self.cloud.asked.clear()
		self.index()
		self.assertEqual(len(self.cloud.asked), 1)
		self.assertEqual(
			connections.STORES.keys(),
			set(frappe.get_meta("Knowledge Connection").get_options("connection_type").split("\n")),
		)
