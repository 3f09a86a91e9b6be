"""A source follows folders of a mailbox behind a Knowledge Connection, on a real server of the test on this machine."""

import unittest

import frappe

from huf.ai.knowledge.connections import usable_connections
from huf.huf.doctype.knowledge_connection.knowledge_connection import test_connection as try_connection
from huf.tests import factories as make
from huf.tests.imap_server import PASSWORD, USER, ImapServer, mail, why_not
from huf.tests.place_case import KEEPER, MANAGER, WORDS, ConnectionTestCase

LETTER = b"""From: Anna <anna@example.com>\r\nTo: all@example.com\r\nSubject: The attached rules\r\nDate: Tue, 01 Mar 2022 09:00:00 +0000\r
Message-ID: <letter@example.com>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=cut\r\n\r\n--cut\r\nContent-Type: text/plain\r\n\r
Everybody flies with a pelican.\r\n--cut\r\nContent-Type: text/plain; name=rules.txt\r\nContent-Disposition: attachment; filename=rules.txt\r\n\r
Nobody flies with a porcupine.\r\n--cut--\r\n"""


@unittest.skipIf(why_not(), why_not())
class TestMailConnection(ConnectionTestCase):
	NAME = "Mail"

	def prepare(self) -> None:
		self.server = ImapServer()
		self.addCleanup(self.server.close)
		self.server.add(
			"INBOX", *(mail(f"About {word}", f"It tells of a {word}.", n) for n, word in enumerate(WORDS))
		)
		self.server.add("Salaries", mail("Secret", "A crocodile.", 50))
		self.allow(f"127.0.0.1:{self.server.port}")
		self.connect("Mail", "Knowledge Manager")
		self.connect("Secrets", mail_folders="*")

	def account(self) -> dict[str, str]:
		return {
			"connection_type": "IMAP",
			"address": f"imap://127.0.0.1:{self.server.port}",
			"mail_folders": "INBOX\nProjects/*",
			"user_name": USER,
			"password": PASSWORD,
		}

	def titles(self) -> set[str]:
		return {path.rpartition(" ")[0] for path in self.held()}

	def test_a_mailbox_is_followed(self) -> None:
		"""Its mails are found, with their day and what is attached; what is moved stays, what is deleted leaves a day later; no other folder is
		read, and nothing is marked as seen.
		"""
		self.compare()
		self.assertEqual(self.titles(), {f"Mail/INBOX/2021-05-03 About {word}" for word in WORDS})
		self.assertEqual(set(self.held().values()), {"Indexed"})
		[hit] = self.hits("walrus", filters={"date": "2021-05-03"})
		self.assertRegex(hit["title"], r"^INBOX/2021-05-03 About walrus [0-9a-f]{12}\.eml$")
		make.make_user(KEEPER, "Knowledge User")
		with self.acting_as(KEEPER):
			self.assertEqual(self.found("walrus"), 1)
		self.server.add("Projects/Travel", LETTER)
		with self.server.writing() as person:
			person.select("INBOX")
			person.copy("2", "Projects/Travel")
			person.store("1,2", "+FLAGS", r"(\Deleted)")
			person.expunge()
		self.compare()
		self.assertEqual([self.found(word) for word in ("pelican", "porcupine", "crocodile")], [1, 1, 0])
		self.assertEqual([hit["title"][:16] for hit in self.hits("elephant")], ["Projects/Travel/"])
		self.assertEqual((self.place()["missing"], self.found("walrus")), (1, 1))
		self.compare(days=1.1)
		self.assertEqual((self.found("walrus"), self.found("elephant"), len(self.held())), (0, 1, 4))
		self.assertEqual(self.server.seen("INBOX") + self.server.seen("Projects/Travel"), 0)

	def test_a_wrong_password(self) -> None:
		"""The form says it, without the password; nothing is deleted."""
		self.check_wrong_password("does not take its user name and password", PASSWORD, USER)

	def test_what_is_lost(self) -> None:
		"""A folder that is not there any more, an empty mailbox and a server that is away delete nothing."""
		self.compare()
		self.change(mail_folders="INBOX\nGone")
		self.compare(days=30)
		self.assertIn("is not in its mailbox", self.place()["problem"])
		self.server.empty()
		self.change(mail_folders="INBOX")
		self.compare(days=60)
		self.assertIn("Nothing that is wanted", self.place()["problem"])
		self.check_away(self.server)

	def test_it_is_tried(self) -> None:
		"""A System Manager sees which folders may be followed, or what is wrong."""
		self.server.add("Projects/Travel", LETTER)
		self.assertEqual(try_connection("Mail")["names"], ["INBOX/", "Projects/Travel/"])
		self.assertIn("Salaries/", try_connection("Secrets")["names"])
		self.change(address=f"imaps://127.0.0.1:{self.server.port}")
		self.assertFalse(try_connection("Mail")["ok"])

	def test_who_may_use_it(self) -> None:
		"""Whom the connection names; a mailbox without roles is for System Managers alone."""
		make.make_user(MANAGER, "Knowledge Manager")
		make.make_user(KEEPER, "Knowledge User")
		self.check_refusals()
		self.assertEqual(usable_connections(MANAGER), ["Mail"])
		self.change(roles=[])
		self.assertEqual(usable_connections(MANAGER), [])

	def test_fields(self) -> None:
		"""A server is written as people know it; what cannot be meant is refused with words that say what to write."""
		self.change(address="mail.example.com", bucket="x")
		kept = frappe.get_doc("Knowledge Connection", "Mail")
		self.assertEqual((kept.address, kept.bucket), ("imaps://mail.example.com", None))
		for wrong in (
			{"mail_folders": ""},
			{"address": "https://mail.example.com/"},
			{"address": "imaps://mail.example.com/INBOX"},
			{"address": "imaps://anna:pw@mail.example.com"},
		):
			with self.assertRaises(frappe.ValidationError):
				self.connect("Wrong", **wrong)
