"""Who finds what stems from records and Files: exactly those who may read these, asked anew by each search."""

from typing import Any
from unittest.mock import patch

import frappe

from huf.ai.access.impersonation import asked_as
from huf.ai.access.records.records import may_read_some, rule_of, shared_doctypes
from huf.ai.site.database.dialect import quoted
from huf.tests import factories as make
from huf.tests import records_site as records
from huf.tests.base import SiteTestCase

USER = "huf-rr-user@example.com"
OTHER = "huf-rr-other@example.com"
MANAGER = "huf-rr-manager@example.com"
SWITCHED_OFF = "huf-rr-off@example.com"
SECRET = "the name of a record"
READER_ROLE = "Huf Test Article Reader"


class RecordRightsCase(SiteTestCase):
	"""Two users with the right to read Help Articles, a manager of knowledge without it, and an indexed source."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		make.make_role(READER_ROLE)
		make.make_user(USER, "Knowledge User", READER_ROLE)
		make.make_user(OTHER, "Knowledge User", READER_ROLE)
		make.make_user(MANAGER, "Knowledge Manager")
		make.make_user(SWITCHED_OFF, "Knowledge User", READER_ROLE)
		frappe.db.set_value("User", SWITCHED_OFF, "enabled", 0)
		records.allow("Help Article", READER_ROLE)
		cls.source = records.RecordSource()
		cls.article = records.make_article("Huf North")
		cls.inputs = {
			"north": cls.source.add_record(cls.article, "The northern zebra."),
			"south": cls.source.add_record(records.make_article("Huf South"), "The southern zebra."),
			"note": cls.source.add_record(cls.note(USER), "The noted zebra."),
			"plain": cls.source.insert_row(input_type="Text", title="Plain", text="x"),
		}
		cls.source.texts[cls.inputs["plain"]] = "The plain zebra.", {}
		cls.source.index()

	def tearDown(self) -> None:
		super().tearDown()
		# What the rolled back changes left in Redis.
		for doctype in ("Help Article", "Workflow"):
			frappe.clear_cache(doctype=doctype)
		for user in (USER, OTHER, MANAGER, SWITCHED_OFF):
			frappe.clear_cache(user=user)
		self.article.reload()

	@staticmethod
	def note(owner: str, **values: Any) -> Any:
		note = frappe.get_doc(
			{"doctype": "Note", "title": f"Note {frappe.generate_hash(length=8)}", "content": "x", **values}
		).insert()
		note.db_set("owner", owner, update_modified=False)
		return note

	def found(self, user: str, **values: Any) -> set[str]:
		names = {name: key for key, name in self.inputs.items()}
		return {names[name] for name in self.source.found(user, **values)}


class TestRecordRights(RecordRightsCase):
	"""Records, by every way in which Frappe gives and takes rights."""

	def test_who_finds_what(self) -> None:
		"""Roles, owners and hooks decide; a manager of knowledge reads no record for that; nobody else reads anything."""
		expected = {
			USER: {"north", "south", "note", "plain"},
			OTHER: {"north", "south", "plain"},
			MANAGER: {"plain"},
			SWITCHED_OFF: set(),
			"Guest": set(),
			"no-such-user@example.com": set(),
			"": set(),
			"Administrator": {"north", "south", "note", "plain"},
		}
		for user, keys in expected.items():
			with self.subTest(user=user):
				self.assertEqual(self.found(user), keys)

	def test_a_role_taken_away_acts_at_once(self) -> None:
		"""Without the role the very next search is without its records, and with it again they are back."""
		make.make_user(USER, "Knowledge User")
		self.assertEqual(self.found(USER), {"note", "plain"})
		make.make_user(USER, "Knowledge User", READER_ROLE)
		self.assertEqual(self.found(USER), {"north", "south", "note", "plain"})

	def test_which_doctypes_may_be_read_at_all(self) -> None:
		"""By roles or by a share: for every DocType what ``frappe.has_permission`` says of it, without a document."""
		frappe.share.add_docshare("Note", self.note(OTHER).name, MANAGER, read=1)
		frappe.share.add_docshare(
			"ToDo", frappe.get_doc({"doctype": "ToDo", "description": "x"}).insert().name, everyone=1, read=1
		)
		doctypes = frappe.get_all("DocType", {"istable": 0, "issingle": 0, "is_virtual": 0}, pluck="name")
		for user in (USER, MANAGER):
			with asked_as(user):
				shared = shared_doctypes(user)
				expected = {one for one in doctypes if frappe.has_permission(one, "read", user=user)}
				self.assertEqual({one for one in doctypes if may_read_some(one, user, shared)}, expected)
				self.assertEqual({one for one in doctypes if rule_of(one, user).kind != "nothing"}, expected)
				self.assertLess(len(expected), len(doctypes))
				self.assertIn("ToDo", expected)
				self.assertFalse(may_read_some("DocField", user, shared))

	def test_a_user_permission_acts_at_once(self) -> None:
		"""A User Permission for one category leaves its articles; taken off, all are back."""
		category = self.article.category
		permission = records.permit(USER, "Help Category", category)
		self.assertEqual(self.found(USER), {"north", "note", "plain"})
		self.assertEqual(self.found(OTHER), {"north", "south", "plain"})
		permission.delete()
		self.assertIn("south", self.found(USER))

	def test_a_user_permission_that_frappe_remembers_wrongly(self) -> None:
		"""What another request left of old rights in Redis opens nothing."""
		records.permit(USER, "Help Category", self.article.category)
		frappe.cache.hset("user_permissions", USER, {})
		self.assertNotIn("south", self.found(USER))
		make.make_user(OTHER, "Knowledge User")
		frappe.cache.hset("roles", OTHER, ["Knowledge User", READER_ROLE, "All", "Guest", "Desk User"])
		self.assertNotIn("north", self.found(OTHER))

	def test_a_user_permission_for_another_doctype(self) -> None:
		"""A User Permission that applies to another DocType only changes nothing here."""
		records.permit(
			USER,
			"Help Category",
			self.article.category,
			apply_to_all_doctypes=0,
			applicable_for="Help Category",
		)
		self.assertIn("south", self.found(USER))

	def test_strict_user_permissions(self) -> None:
		"""Strict User Permissions refuse records with an empty link as well."""
		records.permit(USER, "Help Category", self.article.category)
		self.article.db_set("category", None)
		self.assertIn("north", self.found(USER))
		frappe.db.set_single_value("System Settings", "apply_strict_user_permissions", 1)
		self.addCleanup(frappe.clear_document_cache, "System Settings")
		frappe.clear_document_cache("System Settings")
		self.assertNotIn("north", self.found(USER))

	def test_a_record_that_moves(self) -> None:
		"""A record that is moved to where the user has no right is gone from the very next search."""
		records.permit(USER, "Help Category", self.article.category)
		elsewhere = frappe.db.get_value("Help Category", {"category_name": "Huf South"})
		self.article.db_set("category", elsewhere)
		self.assertNotIn("north", self.found(USER))

	def test_a_share_given_and_taken(self) -> None:
		"""Who has no role for a DocType finds the one record that is shared with them, for as long as it is."""
		self.assertNotIn("north", self.found(MANAGER))
		frappe.share.add_docshare("Help Article", self.article.name, MANAGER, read=1)
		self.assertEqual(self.found(MANAGER), {"north", "plain"})
		frappe.share.remove("Help Article", self.article.name, MANAGER)
		self.assertEqual(self.found(MANAGER), {"plain"})

	def test_shares_are_asked_for_once(self) -> None:
		"""What is shared with somebody whom a User Permission restricts costs one statement, and no query builder."""
		records.permit(USER, "Help Category", self.article.category)
		south = frappe.db.get_value("Knowledge Input", self.inputs["south"], "reference_name")
		frappe.share.add_docshare("Help Article", south, USER, read=1)
		plain, asked = frappe.db.sql, []

		def sql(query: Any, *arguments: Any, **options: Any) -> Any:
			asked.append(str(query))
			return plain(query, *arguments, **options)

		with asked_as(USER), patch.object(frappe.db, "sql", sql):
			rule = rule_of("Help Article", USER)
		self.assertEqual(rule.shared, {south})
		self.assertIn(quoted(south), rule.condition)
		self.assertEqual(len([query for query in asked if "tabDocShare" in query]), 1)
		self.assertIn("south", self.found(USER))

	def test_a_share_and_a_user_permission_without_a_role(self) -> None:
		"""One shared record and a User Permission for the DocType do not open all of it, though Frappe's list does."""
		frappe.share.add_docshare("Help Article", self.article.name, MANAGER, read=1)
		records.permit(MANAGER, "Help Article", self.article.name)
		self.assertEqual(self.found(MANAGER), {"north", "plain"})

	def test_if_owner(self) -> None:
		"""A role that reads only what its holder owns finds only that."""
		frappe.db.set_value("Custom DocPerm", {"parent": "Help Article", "role": READER_ROLE}, "if_owner", 1)
		frappe.clear_cache(doctype="Help Article")
		self.assertNotIn("north", self.found(USER))
		self.article.db_set("owner", USER, update_modified=False)
		self.assertIn("north", self.found(USER))
		self.assertNotIn("north", self.found(OTHER))

	def test_select_is_not_read(self) -> None:
		"""A role that may select but not read finds nothing, nor does select beside a right to read one's own."""
		where = {"parent": "Help Article", "role": READER_ROLE}
		frappe.db.set_value("Custom DocPerm", where, {"select": 1, "read": 0})
		frappe.clear_cache(doctype="Help Article")
		self.assertNotIn("north", self.found(USER))
		frappe.db.set_value("Custom DocPerm", where, {"select": 0, "read": 1, "if_owner": 1})
		other = make.make_role("Huf Test Article Selector")
		records.allow("Help Article", other, read=0, select=1)
		make.make_user(USER, "Knowledge User", READER_ROLE, other)
		self.article.db_set("owner", USER, update_modified=False)
		found = self.found(USER)
		self.assertIn("north", found)
		self.assertNotIn("south", found)

	def test_a_query_condition_counts(self) -> None:
		"""What an app's permission_query_conditions leave out is not found."""
		with hooked("permission_query_conditions", "Help Article", condition_north):
			self.assertEqual(self.found(USER), {"north", "note", "plain"})

	def test_a_has_permission_hook_counts(self) -> None:
		"""What an app's has_permission hook refuses is not found, though a list would show it."""
		with hooked("has_permission", "Help Article", refuse_south):
			self.assertEqual(self.found(USER), {"north", "note", "plain"})
		with hooked("has_permission", "*", refuse_south):
			self.assertEqual(self.found(USER), {"north", "note", "plain"})

	def test_a_controller_with_its_own_check_counts(self) -> None:
		"""A controller that overrides has_permission is asked, too."""
		from frappe.website.doctype.help_article.help_article import HelpArticle

		south = _category("Huf South")
		with patch.object(
			HelpArticle, "has_permission", lambda doc, *a, **k: doc.category != south, create=True
		):
			self.assertEqual(self.found(USER), {"north", "note", "plain"})

	def test_links_in_child_tables_count(self) -> None:
		"""A record is hidden by a User Permission that only a row of a child table offends, as its form would be."""
		records.allow("Workflow", READER_ROLE)
		for role in ("Website Manager", "Report Manager"):
			if not frappe.db.exists("Workflow State", "Approved"):
				frappe.get_doc({"doctype": "Workflow State", "workflow_state_name": "Approved"}).insert()
			flow = frappe.get_doc(
				{
					"doctype": "Workflow",
					"workflow_name": f"Huf {role}",
					"document_type": "ToDo",
					"workflow_state_field": "workflow_state",
					"states": [{"state": "Approved", "allow_edit": role, "doc_status": "0"}],
				}
			)
			flow.flags.ignore_links = flow.flags.ignore_validate = True
			flow.set("name", flow.workflow_name)
			flow.db_insert()
			for row in flow.states:
				row.parent = flow.name
				row.db_insert()
			self.inputs[role] = self.source.add_record(flow, f"The zebra of the {role}.")
		self.source.index()
		self.addCleanup(lambda: [self.inputs.pop(key) for key in ("Website Manager", "Report Manager")])
		self.assertLessEqual({"Website Manager", "Report Manager"}, self.found(USER))
		records.permit(USER, "Role", "Website Manager")
		found = self.found(USER)
		self.assertIn("Website Manager", found)
		self.assertNotIn("Report Manager", found)

	def test_a_deleted_record_is_gone_at_once(self) -> None:
		"""A record that was deleted is not found in the very next search, not even by Administrator."""
		self.article.delete()
		for user in (USER, "Administrator"):
			self.assertNotIn("north", self.found(user))

	def test_a_new_record_of_the_same_name(self) -> None:
		"""Who may read a record does not for that read what an earlier one of the same name said."""
		self.article.db_set("creation", frappe.utils.add_days(None, 1), update_modified=False)
		self.assertNotIn("north", self.found(USER))

	def test_a_doctype_that_is_gone(self) -> None:
		"""Inputs of a DocType that is no more are refused, and the rest is found."""
		frappe.db.set_value("Knowledge Input", self.inputs["north"], "reference_doctype", "No Such DocType")
		self.assertEqual(self.found(USER), {"south", "note", "plain"})
		frappe.db.set_value("Knowledge Input", self.inputs["north"], "reference_doctype", None)
		self.assertNotIn("north", self.found(USER))

	def test_broken_rules_refuse(self) -> None:
		"""A rule that raises hides the records of its DocType, says so without naming it, and does not end the search."""
		frappe.cache.delete_keys("huf_rights_failed")
		with hooked("permission_query_conditions", "Help Article", raise_secret), logged() as log:
			result = self.source.search(USER)
			self.source.search(USER)
		names = {name: key for key, name in self.inputs.items()}
		self.assertEqual({names[hit.input] for hit in result.hits}, {"note", "plain"})
		(note,) = result.notes
		self.assertNotIn("Help Article", note)
		(entry,) = log
		self.assertIn("Help Article", entry["title"])
		self.assertNotIn(SECRET, entry["message"])
		self.assertFalse([m for m in frappe.local.message_log if SECRET in str(m)])

	def test_nothing_is_said_to_the_user(self) -> None:
		"""A refusal leaves no message for the page, where it would name the record."""
		frappe.clear_messages()
		with hooked("has_permission", "Help Article", refuse_aloud):
			self.assertEqual(self.found(USER), {"note", "plain"})
		self.assertEqual(frappe.local.message_log, [])

	def test_the_session_comes_back(self) -> None:
		"""Asking as another user leaves the session, its roles and its messages as they were, also after an error."""
		before = frappe.local.session
		with self.assertRaises(ZeroDivisionError), asked_as(USER):
			self.assertEqual(frappe.session.user, USER)
			frappe.msgprint("told")
			1 / 0  # noqa: B018
		self.assertIs(frappe.local.session, before)
		self.assertEqual(frappe.session.user, "Administrator")
		self.assertEqual(frappe.local.message_log, [])

	def test_hooks_that_look_at_the_session(self) -> None:
		"""A hook that asks who is logged in is told the acting user, whoever searches on their behalf."""
		with hooked("permission_query_conditions", "Help Article", condition_session):
			self.assertIn("north", self.found(USER))
			with self.acting_as(USER):
				self.assertNotIn("north", self.found(OTHER))

	def test_refill(self) -> None:
		"""Refused hits are replaced until top_k are found, as long as there are any that may be read."""
		source = records.RecordSource()
		for number in range(60):
			source.add_record(self.note(OTHER), f"Zebra zebra zebra of the other one {number}.")
		mine = {
			source.add_record(
				self.note(USER), f"A long text about a horse, a zebra and {number} other animals."
			)
			for number in range(5)
		}
		source.index()
		self.assertEqual(source.found(USER, top_k=5), mine)
		self.assertEqual(source.found(USER, top_k=20), mine)

	def test_explain_tells_system_managers_only(self) -> None:
		"""Nobody else learns how many passages were refused, how many there were, or how rare a word is."""
		told = self.source.search("Administrator", explain=True).explanation.sources[0]
		self.assertEqual((told.candidates, told.refused), (4, 0))
		explanation = self.source.search(OTHER, explain=True).explanation
		self.assertEqual(
			(
				explanation.sources[0].candidates,
				explanation.sources[0].refused,
				explanation.sources[0].query_coverage,
				explanation.sources[0].vector_weight,
				explanation.sources[0].words_suffice,
			),
			(None, None, 0.0, 0.0, False),
		)
		self.assertTrue(explanation.hits)
		self.assertTrue(all(hit.evidence is None for hit in explanation.hits))

	def test_how_near_a_hit_is_tells_system_managers_only(self) -> None:
		"""It goes by how rare the words are among all passages, hidden ones too."""
		for user, is_told in (("Administrator", True), (OTHER, False), (MANAGER, False)):
			with self.subTest(user=user):
				hits = self.source.search(user).hits
				self.assertEqual({hit.nearness is not None for hit in hits}, {is_told} if hits else set())
		self.assertTrue(self.source.search(OTHER).hits)


class TestListsOfInputs(RecordRightsCase):
	"""Lists of inputs and single inputs: titles are those of records."""

	def test_lists_agree_with_single_inputs(self) -> None:
		"""For each user the list of inputs holds those that they may open, which are those that they find."""
		for user in (USER, OTHER, MANAGER, SWITCHED_OFF, "Guest"):
			with self.subTest(user=user):
				self.assertEqual(self.listed(user), self.opened(user))
				self.assertEqual(self.listed(user), self.found(user))

	def listed(self, user: str) -> set[str]:
		if not frappe.has_permission("Knowledge Input", "read", user=user):
			return set()
		rows = frappe.get_list(
			"Knowledge Input", user=user, pluck="name", filters={"knowledge_source": self.source.name}
		)
		return {key for key, name in self.inputs.items() if name in rows}

	def opened(self, user: str) -> set[str]:
		return {
			key
			for key, name in self.inputs.items()
			if frappe.has_permission("Knowledge Input", "read", doc=name, user=user)
		}

	def test_every_rule_counts_in_lists(self) -> None:
		"""User Permissions, shares, owners and conditions narrow the list of inputs as they narrow the search."""
		records.permit(USER, "Help Category", self.article.category)
		self.assertEqual(self.listed(USER), {"north", "note", "plain"})
		frappe.share.add_docshare("Help Article", self.article.name, MANAGER, read=1)
		self.assertEqual(self.listed(MANAGER), {"north", "plain"})
		with hooked("permission_query_conditions", "Help Article", condition_north):
			self.assertEqual(self.listed(OTHER), {"north", "plain"})
		with hooked("has_permission", "Help Article", refuse_south):
			self.assertEqual(self.listed(OTHER), {"north", "plain"})
		with hooked("permission_query_conditions", "Help Article", raise_secret):
			self.assertEqual(self.listed(OTHER), {"plain"})

	def test_searching_a_link_finds_no_hidden_title(self) -> None:
		"""The search of a link field, and the title of a link, tell nothing of inputs that the user may not open."""
		from frappe.desk.search import get_link_title, search_link

		title = frappe.db.get_value("Knowledge Input", self.inputs["note"], "title")
		with self.acting_as(OTHER):
			self.assertFalse(search_link("Knowledge Input", title))
			self.assertNotEqual(get_link_title("Knowledge Input", self.inputs["note"]), title)
		with self.acting_as(USER):
			self.assertEqual(
				[row["value"] for row in search_link("Knowledge Input", title)], [self.inputs["note"]]
			)

	def test_a_manager_cannot_open_or_change_what_he_may_not_read(self) -> None:
		"""An input of a record is not opened, changed or deleted by a manager who may not read the record."""
		for ptype in ("read", "write", "delete"):
			self.assertFalse(
				frappe.has_permission("Knowledge Input", ptype, doc=self.inputs["north"], user=MANAGER), ptype
			)
			self.assertTrue(
				frappe.has_permission("Knowledge Input", ptype, doc=self.inputs["plain"], user=MANAGER), ptype
			)


class hooked:
	"""Within it, an app's hook of this kind for a DocType is this function."""

	def __init__(self, kind: str, doctype: str, function: Any) -> None:
		self.kind, self.doctype = kind, doctype
		self.path = f"{function.__module__}.{function.__name__}"

	def __enter__(self) -> None:
		real = frappe.get_hooks

		def get_hooks(hook: str | None = None, *args: Any, **values: Any) -> Any:
			found = real(hook, *args, **values)
			if hook == self.kind:
				found = frappe._dict({**found, self.doctype: [*found.get(self.doctype, []), self.path]})
			return found

		self.patch = patch.object(frappe, "get_hooks", get_hooks)
		self.patch.start()

	def __exit__(self, *error: object) -> None:
		self.patch.stop()


class logged:
	"""Within it, what goes to the Error Log comes into the list that it gives."""

	def __enter__(self) -> list[dict[str, Any]]:
		entries: list[dict[str, Any]] = []
		self.patch = patch.object(frappe, "log_error", lambda **values: entries.append(values))
		self.patch.start()
		return entries

	def __exit__(self, *error: object) -> None:
		self.patch.stop()


def _category(name: str) -> str:
	return frappe.db.get_value("Help Category", {"category_name": name})


def condition_north(user: str | None = None, doctype: str | None = None) -> str:
	return f"`tabHelp Article`.category = {frappe.db.escape(_category('Huf North'))}"


def condition_session(user: str | None = None, doctype: str | None = None) -> str:
	return "1=1" if frappe.session.user == USER else "1=0"


def raise_secret(user: str | None = None, doctype: str | None = None) -> str:
	frappe.throw(SECRET)


def refuse_south(doc: Any, ptype: str | None = None, user: str | None = None) -> bool | None:
	return not (doc.doctype == "Help Article" and doc.category == _category("Huf South"))


def refuse_aloud(doc: Any, ptype: str | None = None, user: str | None = None) -> bool:
	frappe.msgprint(f"{doc.name} is not for you")
	return False
