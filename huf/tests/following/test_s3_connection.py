"""A source follows a bucket behind a Knowledge Connection, in a real store of the test on this machine."""

import frappe

from huf.ai.knowledge.connections import DOCTYPE
from huf.huf.doctype.knowledge_connection.knowledge_connection import test_connection as try_connection
from huf.tests.place_case import WORDS, ConnectionTestCase
from huf.tests.s3_server import BUCKET, REGION, S3Server


class TestS3Connection(ConnectionTestCase):
	NAME = "Store"

	def prepare(self) -> None:
		self.server = S3Server()
		self.addCleanup(self.server.close)
		for number, word in enumerate(WORDS):
			self.server.put(f"books/{number}.txt", f"This file tells of a {word}.".encode())
		self.server.put("salaries/all.txt", b"A crocodile.")
		self.allow(f"127.0.0.1:{self.server.port}")
		self.connect("Store", "Knowledge Manager")
		self.connect("Secrets", prefix="")

	def account(self) -> dict[str, str]:
		return {
			"connection_type": "S3",
			"address": self.server.address,
			"region": REGION,
			"bucket": BUCKET,
			"prefix": "/books/",
			"user_name": self.server.access_key,
			"password": self.server.secret_key,
		}

	def test_a_bucket_is_followed(self) -> None:
		"""What lies in its folder is found; what is new or other is read, what is gone leaves a day later; nothing else is fetched."""
		self.assertEqual(frappe.db.get_value(DOCTYPE, "Store", ["prefix", "path_style"]), ("/books/", 1))
		self.compare()
		self.assertEqual(self.held(), {f"Store/{number}.txt": "Indexed" for number in range(4)})
		self.assertEqual([hit["title"] for hit in self.hits("walrus")], ["0.txt"])
		self.server.put("books/0.txt", b"This file tells of a nightingale now.")
		self.server.put("books/new/ice ä.md", b"A penguin.")
		self.server.put("books/frozen.txt", b"A mammoth.", storage="GLACIER")
		self.server.delete("books/1.txt")
		self.server.asked.clear()
		self.compare()
		fetched = {path for method, path in self.server.asked if path != f"/{BUCKET}"}
		self.assertEqual(len(fetched), 3)
		self.assertEqual([self.found(word) for word in ("nightingale", "penguin", "walrus")], [1, 1, 0])
		failed = frappe.get_doc("Knowledge Input", self.input_of("Store/frozen.txt"))
		self.assertEqual((failed.status, "Glacier" in failed.error_message), ("Error", True))
		self.assertEqual(
			(self.place()["missing"], self.found("elephant"), self.found("crocodile")), (1, 1, 0)
		)
		self.compare(days=1.1)
		self.assertEqual((self.place()["removed"], self.found("elephant")), (1, 0))

	def test_a_wrong_key(self) -> None:
		"""The form says it, without the key; nothing is deleted; for all files of an update the store is asked once."""
		self.check_wrong_password(
			"does not take its access key and secret key", self.server.access_key, self.server.secret_key
		)
		self.server.asked.clear()
		self.read_again()
		self.assertEqual(len(self.server.asked), 1)

	def test_what_is_lost(self) -> None:
		"""A store that fails, is away, or suddenly is empty deletes nothing."""
		self.compare()
		self.server.refuses = lambda method, path: True
		self.compare(days=30)
		self.assertIn("answered 500", self.place()["problem"])
		self.server.refuses = lambda method, path: False
		for key in self.server.objects():
			self.server.delete(key)
		self.compare(days=60)
		self.assertIn("Nothing that is wanted", self.place()["problem"])
		self.check_away(self.server)

	def test_it_is_tried(self) -> None:
		"""A System Manager sees what lies at the top of the folder, or which part of the connection is wrong."""
		told = try_connection("Store")
		self.assertEqual((told["ok"], told["names"]), (True, [f"{number}.txt" for number in range(4)]))
		self.assertEqual(set(try_connection("Secrets")["names"]), {"books/", "salaries/"})
		self.change(bucket="elsewhere")
		self.assertIn("no bucket", try_connection("Store")["problem"])
		self.change(bucket=BUCKET)
		self.server.allow("s3:GetObject")
		self.assertIn("s3:ListBucket", try_connection("Store")["problem"])

	def test_fields_that_are_wrong(self) -> None:
		"""They are refused when they are saved, with words that say what to write."""
		for wrong in (
			{"bucket": ""},
			{"bucket": "a/b"},
			{"region": "eu central"},
			{"prefix": "../x"},
			{"address": "s3.test"},
			{"connection_type": "FTP"},
		):
			with self.assertRaises(frappe.ValidationError):
				self.connect("Wrong", **wrong)
