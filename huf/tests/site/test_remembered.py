"""What is remembered of the site's rows: no process gets an answer that is older than the last commit."""

import time
from unittest.mock import patch

import frappe

from huf.ai.site.database.remembered import ASKED_AGAIN_S, Remembered
from huf.ai.site.database.transactions import second_connection
from huf.tests.base import CommittingTestCase


class TestRemembered(CommittingTestCase):
	def setUp(self) -> None:
		super().setUp()
		self.key = f"huf_test_{frappe.generate_hash(length=8)}"
		self.reads = 0
		self.meanwhile: list[str] = []
		self.remembered = Remembered(self.key, self.read)
		self.store("first")

	def read(self) -> str:
		"""The text of a note of this test; while it is read, somebody else may change it."""
		self.reads += 1
		found = frappe.db.get_value("Note", {"title": self.key}, "content")
		if self.meanwhile:
			self.somebody_else(self.meanwhile.pop())
		return str(found)

	def store(self, text: str) -> None:
		"""Change it in this transaction."""
		if frappe.db.exists("Note", {"title": self.key}):
			frappe.db.set_value("Note", {"title": self.key}, "content", text)
		else:
			frappe.get_doc({"doctype": "Note", "title": self.key, "content": text}).insert()
			self.addCleanup(self.remove)
		self.remembered.forget()

	def remove(self) -> None:
		frappe.db.rollback()
		frappe.db.delete("Note", {"title": self.key})
		frappe.db.commit()

	def somebody_else(self, text: str) -> None:
		"""Another process changes it and commits."""
		with second_connection() as other:
			other.sql("update `tabNote` set content = %s where title = %s", (text, self.key))
			other.commit()
		Remembered(self.key, self.read)._committed()

	def test_it_is_read_once(self) -> None:
		frappe.db.commit()
		self.assertEqual([self.remembered.value() for _ in range(3)], ["first"] * 3)
		frappe.local.cache.clear()
		self.assertEqual((self.remembered.value(), self.reads), ("first", 1))

	def test_a_transaction_that_began_before_the_commit(self) -> None:
		"""It does not see the change itself, and gets, and leaves in Redis, what is so now."""
		frappe.db.commit()
		frappe.db.get_value("Note", {"title": self.key}, "content")
		self.somebody_else("second")
		self.assertEqual(self.remembered.value(), "second")
		frappe.db.rollback()
		frappe.local.cache.clear()
		self.assertEqual(self.remembered.value(), "second")

	def test_a_change_while_it_is_read(self) -> None:
		"""The old answer is stored after the commit of the change, and is not the one that is given from then on."""
		frappe.db.commit()
		self.meanwhile = ["second"]
		self.remembered.value()
		frappe.local.cache.clear()
		self.assertEqual(self.remembered.value(), "second")

	def test_a_long_job_asks_again(self) -> None:
		frappe.db.commit()
		self.assertEqual(self.remembered.value(), "first")
		with second_connection() as other:
			other.sql("update `tabNote` set content = 'second' where title = %s", self.key)
			other.commit()
		frappe.cache.delete_value(f"{self.key}:mark")
		later = time.monotonic() + ASKED_AGAIN_S * 1.1
		with patch("huf.ai.site.database.remembered.time.monotonic", return_value=later):
			self.assertEqual(self.remembered.value(), "second")

	def test_own_changes(self) -> None:
		"""A transaction sees its own change; nobody else does, before it is committed and where it never is."""
		frappe.db.commit()
		self.assertEqual(self.remembered.value(), "first")
		self.store("mine")
		self.assertEqual(self.remembered.value(), "mine")
		frappe.db.rollback()
		self.assertEqual(self.remembered.value(), "first")
		self.store("mine")
		frappe.db.commit()
		self.assertEqual(self.remembered.value(), "mine")
