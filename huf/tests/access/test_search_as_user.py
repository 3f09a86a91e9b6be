"""Search as another user: for System Managers, the very answer of that user, and never without an entry in the log."""

from typing import Any

import frappe
from frappe.utils import add_days, now

from huf.ai.knowledge import retriever
from huf.ai.knowledge.search_as_user import search_as_user
from huf.ai.knowledge.searching import last_searched
from huf.ai.site.database.transactions import own_transaction
from huf.huf.doctype.knowledge_access_log.knowledge_access_log import KnowledgeAccessLog
from huf.tests import factories as make
from huf.tests.access.test_record_rights import MANAGER, OTHER, SWITCHED_OFF, USER, RecordRightsCase

SYSTEM = "huf-rr-system@example.com"
LOG = "Knowledge Access Log"


class TestSearchAsUser(RecordRightsCase):
	"""A System Manager who may read no article, and the users of the other tests."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		make.make_user(SYSTEM, "System Manager")
		make.make_user(SWITCHED_OFF, "Knowledge User")
		frappe.db.set_value("User", SWITCHED_OFF, "enabled", 0)

	def setUp(self) -> None:
		super().setUp()
		self.before = {row.name for row in self.all_entries()}

	def tearDown(self) -> None:
		# Entries are written by a transaction of their own, which the test's cannot undo.
		if names := [row.name for row in self.entries()]:
			with own_transaction():
				frappe.db.delete(LOG, {"name": ("in", names)})
		super().tearDown()

	@staticmethod
	def all_entries() -> list[Any]:
		fields = ["name", "user", "searched_as", "query", "knowledge_sources", "searched_at"]
		with own_transaction():
			return frappe.get_all(LOG, fields=fields)

	def ask(self, user: str, query: str = "zebra", **values: Any) -> dict[str, Any]:
		with self.source.answering():
			return search_as_user(user, query, self.source.name, top_k=20, **values)

	def entries(self) -> list[Any]:
		"""What was logged in this test."""
		return [row for row in self.all_entries() if row.name not in self.before]

	def test_the_answer_is_that_of_the_user(self) -> None:
		"""What is found is exactly what the other user finds, also where the System Manager themselves would find more or less."""
		with self.acting_as(SYSTEM):
			for user in (USER, OTHER, MANAGER):
				answer = self.ask(user)
				names = {name: key for key, name in self.inputs.items()}
				with self.subTest(user=user):
					self.assertEqual({names[hit["input"]] for hit in answer["hits"]}, self.found(user))
			self.assertEqual(frappe.session.user, SYSTEM)

	def test_who_may(self) -> None:
		"""Nobody but a System Manager and Administrator may, and a refusal is the same whoever is asked for."""
		for user in (USER, MANAGER, OTHER, "Guest"):
			for target in (USER, "no-such@example.com"):
				with self.acting_as(user), self.assertRaises(frappe.PermissionError) as caught:
					self.ask(target)
				self.assertNotIn(target, str(caught.exception))
		self.assertTrue(self.ask(USER)["hits"])

	def test_who_cannot_be_taken(self) -> None:
		"""Administrator, Guest, users who are switched off and users who are not there are refused in the same words."""
		with self.acting_as(SYSTEM):
			words = set()
			for target in ("Administrator", "Guest", SWITCHED_OFF, "no-such@example.com", "\ud800", ""):
				with self.assertRaises(frappe.ValidationError) as caught:
					self.ask(target)
				words.add(str(caught.exception))
		self.assertEqual(len(words), 1)
		self.assertEqual(self.entries(), [])

	def test_every_search_is_logged(self) -> None:
		"""Who, as whom, for what and where is kept, even if the request is rolled back or the search fails."""
		with self.acting_as(SYSTEM):
			self.ask(USER, "zebra secrets")
		frappe.db.rollback(save_point="before_test")
		(entry,) = self.entries()
		self.assertEqual(
			(entry.user, entry.searched_as, entry.query, entry.knowledge_sources),
			(SYSTEM, USER, "zebra secrets", self.source.name),
		)
		self.assertTrue(entry.searched_at)

	def test_the_log_stays_as_it_is(self) -> None:
		"""Nobody changes, renames, deletes or makes an entry by hand; only old ones are cleared."""
		values = {"doctype": LOG, "user": SYSTEM, "searched_as": USER, "searched_at": now()}
		entry = frappe.get_doc(values).insert(ignore_permissions=True)
		for user in (SYSTEM, "Administrator"):
			with self.acting_as(user):
				doc = frappe.get_doc(LOG, entry.name)
				doc.query = "something harmless"
				self.assertRaises(frappe.PermissionError, doc.save)
				self.assertRaises(frappe.PermissionError, frappe.delete_doc, LOG, entry.name)
				self.assertRaises(
					(frappe.PermissionError, frappe.ValidationError), frappe.rename_doc, LOG, entry.name, "x"
				)
		with self.acting_as(SYSTEM):
			self.assertRaises(frappe.PermissionError, frappe.get_doc(values).insert)

	def test_old_entries_are_cleared(self) -> None:
		"""Log Settings delete entries of more than so many days ago, and no others."""
		values = {"doctype": LOG, "user": SYSTEM, "searched_as": USER, "searched_at": now()}
		# A transaction of its own, since the locks of this statement would last as long as the tests.
		with own_transaction():
			old, new = (frappe.get_doc(values) for _number in range(2))
			for entry in (old, new):
				entry.flags.ignore_links = True
				entry.insert(ignore_permissions=True)
			old.db_set("creation", add_days(now(), -400))
			KnowledgeAccessLog.clear_old_logs(365)
			self.assertEqual(
				(frappe.db.exists(LOG, old.name), frappe.db.exists(LOG, new.name)), (None, new.name)
			)

	def test_who_reads_the_log(self) -> None:
		"""System Managers read the log; those of knowledge do not."""
		for user, may in ((SYSTEM, True), (MANAGER, False), (USER, False), ("Guest", False)):
			self.assertEqual(bool(frappe.has_permission(LOG, "read", user=user)), may, user)

	@staticmethod
	def is_noted() -> int:
		return frappe.cache.execute_command("EXISTS", frappe.cache.make_key(last_searched.KEY))

	def test_it_does_not_count_as_a_search(self) -> None:
		"""The time of the last search of a source stays: nobody but its users searches it."""
		frappe.cache.delete_key(last_searched.KEY)
		with self.acting_as(SYSTEM):
			self.ask(USER)
		self.assertFalse(self.is_noted())
		self.source.search(USER)
		self.assertTrue(self.is_noted())

	def test_nothing_of_it_stays(self) -> None:
		"""What was found as one user is not served to the next, whatever the process has kept."""
		with self.acting_as(SYSTEM):
			self.ask(USER)
			self.assertEqual({hit["input"] for hit in self.ask(MANAGER)["hits"]}, {self.inputs["plain"]})
			with self.source.answering():
				own = retriever.knowledge_search("zebra", self.source.name, top_k=20)
		self.assertEqual({hit["input"] for hit in own["hits"]}, {self.inputs["plain"]})

	def test_sources_that_the_user_may_not_read(self) -> None:
		"""A source that is not the user's is skipped in the words that they would get."""
		with self.acting_as(OTHER):
			own = make.make_source(scope="User")
		with self.acting_as(SYSTEM):
			answer = search_as_user(USER, "zebra", own.name)
		self.assertEqual([skip["code"] for skip in answer["skipped"]], ["Not Available"])

	def test_explain_is_for_the_system_manager(self) -> None:
		"""The explanation says how many passages the rights of the other user left out."""
		with self.acting_as(SYSTEM):
			explanation = self.ask(MANAGER, explain=1)["explanation"]
		self.assertEqual(explanation["sources"][0]["refused"], 3)
