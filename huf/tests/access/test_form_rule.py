"""One statement for a batch says of each record what Frappe says of it alone, whatever links, rows and User Permissions there are."""

import os
from random import Random
from typing import Any
from unittest.mock import patch

import frappe
from frappe.permissions import get_user_permissions

from huf.ai.access.impersonation import asked_as, forget_old_rights
from huf.ai.access.records import conditions
from huf.ai.access.records import records as rights
from huf.tests import factories as make
from huf.tests import permitted_doctypes as given
from huf.tests.access.test_record_rights import hooked
from huf.tests.base import CommittingTestCase

ROLE = "Huf Test Job Reader"
USERS = ("huf-fr-one@example.com", "huf-fr-two@example.com")
WORLDS = int(os.environ.get("HUF_PROPERTY_SEQUENCES", "10"))


class TestFormRule(CommittingTestCase):
	"""Random worlds against ``frappe.has_permission``, document by document."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		make.make_role(ROLE)
		for user in USERS:
			make.make_user(user, ROLE)
		given.make_doctypes(ROLE)

	@classmethod
	def tearDownClass(cls) -> None:
		frappe.db.rollback()
		given.drop_doctypes()
		super().tearDownClass()

	def tearDown(self) -> None:
		super().tearDown()
		for doctype in given.LINKS:
			frappe.clear_cache(doctype=doctype)
		frappe.clear_document_cache("System Settings")
		for user in USERS:
			frappe.clear_cache(user=user)

	def world(self, seed: int) -> tuple[given.World, list[str]]:
		chance = Random(seed)
		world = given.World(chance)
		world.fill([*USERS, USERS[0].upper(), "Administrator"])
		told = [f"seed {seed}", *given.change_meta(chance, ROLE)]
		is_strict = chance.choice((0, 0, 1))
		frappe.db.set_single_value("System Settings", "apply_strict_user_permissions", is_strict)
		frappe.clear_document_cache("System Settings")
		told += ["strict"] if is_strict else []
		for user in USERS:
			told += world.permit(user)
			if chance.random() < 0.4:
				frappe.share.add_docshare(given.JOB, chance.choice(world.jobs), user, read=1)
		return world, told

	def by_frappe(self, user: str, names: list[str]) -> set[str]:
		"""What single documents say."""
		with asked_as(user):
			return {name for name in names if frappe.has_permission(given.JOB, "read", doc=name, user=user)}

	def by_batch(self, user: str, names: list[str]) -> set[str]:
		forget_old_rights(user)
		with asked_as(user):
			return set(rights.readable_records(given.JOB, names, user))

	def test_a_batch_says_what_each_document_says(self) -> None:
		"""No record too many and none too few: links of the record and its rows, trees, strict and not, owners, shares."""
		refused = restricted_by_rows = 0
		for seed in range(WORLDS):
			world, told = self.world(seed)
			for user in USERS:
				expected = self.by_frappe(user, world.jobs)
				with patch.object(rights, "documents", side_effect=AssertionError("asked one by one")):
					found = self.by_batch(user, world.jobs)
				self.assertEqual(found, expected, told)
				forget_old_rights(user)
				with asked_as(user):
					listed = set(rights.some_readable(given.JOB, user, 1000))
					self.assertEqual(listed, expected, told)
					query = conditions._names(given.JOB, user)
					self.assertEqual(set(frappe.db.sql_list(query)), expected, told)
					by_list = set(frappe.get_list(given.JOB, pluck="name", limit_page_length=0))
				refused += len(world.jobs) - len(expected)
				restricted_by_rows += len(by_list - expected)
			frappe.db.rollback()
		self.assertGreater(refused, 10 * WORLDS)
		self.assertGreater(restricted_by_rows, WORLDS, "lists refused nearly all that forms refuse")

	def test_hooks_are_asked_with_whole_documents(self) -> None:
		"""A hook for single documents sees each document, read in bulk, as ``get_doc`` gives it; a share opens what it refuses."""
		for seed in range(100, 100 + max(1, WORLDS // 4)):
			world, told = self.world(seed)
			with hooked("has_permission", given.JOB, refuse_two_rows):
				for user in USERS:
					self.assertEqual(self.by_batch(user, world.jobs), self.by_frappe(user, world.jobs), told)
			frappe.db.rollback()

	def test_documents_in_bulk_are_whole(self) -> None:
		"""Documents that are read together have every value that documents read alone have."""
		world, _told = self.world(7)
		docs = dict(rights.documents(given.JOB, [*world.jobs, "No Such Job"]))
		self.assertEqual(set(docs), set(world.jobs))
		for name, doc in docs.items():
			self.assertEqual(stored_values(doc), stored_values(frappe.get_doc(given.JOB, name)))
			self.assertFalse(doc.is_new())

	def test_a_tree_is_read_anew_when_it_has_changed(self) -> None:
		"""What Frappe keeps of a User Permission on a tree stays while the tree is the same, also for what hides what is below."""
		world, _told = self.world(11)
		user, top = USERS[0], world.places[1]
		frappe.db.delete("User Permission", {"user": user})
		for name, hides in ((top, 0), (world.places[2], 1)):
			row = {"doctype": "User Permission", "name": frappe.generate_hash(), "user": user}
			row |= {
				"allow": given.PLACE,
				"for_value": name,
				"apply_to_all_doctypes": 1,
				"hide_descendants": hides,
			}
			frappe.get_doc(row).db_insert()
		frappe.cache.hdel("user_permissions", user)

		def permitted() -> set[str]:
			return {one["doc"] for one in get_user_permissions(user)[given.PLACE]}

		def kept() -> bool:
			before = permitted()
			forget_old_rights(user)
			is_there = frappe.cache.hget("user_permissions", user) is not None
			self.assertEqual(is_there, before == permitted())
			return is_there

		self.assertTrue(kept())
		self.assertEqual(permitted(), {world.places[number] for number in (1, 2, 3, 4)})
		frappe.db.set_value(given.PLACE, world.places[3], {"lft": 9001, "rgt": 9002}, update_modified=False)
		self.assertFalse(kept(), "no longer below")
		frappe.db.set_value("User Permission", {"user": user}, "hide_descendants", 1, update_modified=False)
		self.assertFalse(kept())
		self.assertEqual(permitted(), {top, world.places[2]})
		self.assertTrue(kept())

	def test_conditions_of_lists_count_too(self) -> None:
		"""What only the condition of a list refuses stays refused, unless it is shared."""
		world, told = self.world(3)
		frappe.share.add_docshare(given.JOB, world.jobs[1], USERS[0], read=1)
		with hooked("permission_query_conditions", given.JOB, only_the_first):
			found = self.by_batch(USERS[0], world.jobs)
		expected = self.by_frappe(USERS[0], world.jobs)
		shared = set(frappe.share.get_shared(given.JOB, USERS[0]))
		self.assertEqual(found, expected & ({world.jobs[0]} | shared), told)
		self.assertIn(world.jobs[1], found)

	def test_hooks_of_frappe_that_lists_have(self) -> None:
		"""Events, Notes and ToDos are not asked one by one, and the batch says what the forms say."""
		owners = (*USERS, "Administrator")
		for number in range(12):
			owner, other = owners[number % 3], owners[number // 3 % 3]
			for doctype, values in (
				("Note", {"title": f"Huf fr {number}", "public": number % 2}),
				(
					"Event",
					{
						"subject": "x",
						"event_type": ("Public", "Private")[number % 2],
						"starts_on": "2030-01-01",
					},
				),
				("ToDo", {"description": "x", "allocated_to": other, "assigned_by": owner}),
			):
				name = f"huf-fr-{number}"
				frappe.get_doc({"doctype": doctype, "name": name, **values, "owner": owner}).db_insert()
		names = [f"huf-fr-{number}" for number in range(12)]
		for user in USERS:
			for doctype in ("Note", "Event", "ToDo"):
				with asked_as(user), self.subTest(user=user, doctype=doctype):
					one_by_one = {
						name for name in names if frappe.has_permission(doctype, doc=name, user=user)
					}
					listed = (
						set(frappe.get_list(doctype, pluck="name", limit_page_length=0))
						if one_by_one
						else set()
					)
					with patch.object(rights, "documents", side_effect=AssertionError("asked one by one")):
						found = set(rights.readable_records(doctype, names, user))
					self.assertEqual(found, one_by_one & listed)


def stored_values(doc: Any) -> list[Any]:
	own = [(column, doc.get(column)) for column in sorted(doc.meta.get_valid_columns())]
	return [type(doc), own, *map(stored_values, doc.get_all_children())]


def refuse_two_rows(doc: Any, ptype: str | None = None, user: str | None = None) -> bool | None:
	return False if len(doc.rows) + len(doc.choices) > 1 or doc.party_type != given.PARTY else None


def only_the_first(user: str | None = None, doctype: str | None = None) -> str:
	return f"`tab{given.JOB}`.name = 'Job 0'"
