"""Who reads what: the SQL condition and the check of one document give the same answer, user by user."""

import frappe

from huf.ai.access.scopes.agents import can_run_agent
from huf.ai.access.scopes.sources import can_read_source, can_write_source, readable_sources
from huf.ai.quality import runs
from huf.tests import factories as make
from huf.tests.base import SiteTestCase

OWNER = "huf-owner@example.com"
READER = "huf-reader@example.com"
HR = "huf-hr@example.com"
HR_ONLY = "huf-hr-only@example.com"
MANAGER = "huf-manager@example.com"
SYSTEM = "huf-system@example.com"
OUTSIDER = "huf-outsider@example.com"
SWITCHED_OFF = "huf-off@example.com"
USERS = (OWNER, READER, HR, HR_ONLY, MANAGER, SYSTEM, OUTSIDER, SWITCHED_OFF, "Guest", "Administrator")
HR_ROLE = "Huf Test HR"
PARTS = (
	"Knowledge Source",
	"Knowledge Input",
	"Knowledge Build",
	"Agent",
	"Agent Run",
	"Agent Conversation",
	"Agent Trigger",
	"Knowledge Gap",
	"Knowledge Glossary Proposal",
	"Knowledge Search Log",
	"Knowledge Test",
	"Knowledge Test Run",
)


class TestRights(SiteTestCase):
	"""One site source, one role source, one personal source, and ten users."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		make.make_role(HR_ROLE)
		make.make_user(OWNER, "Knowledge User")
		make.make_user(READER, "Knowledge User")
		make.make_user(HR, "Knowledge User", HR_ROLE)
		make.make_user(HR_ONLY, HR_ROLE)
		make.make_user(MANAGER, "Knowledge Manager")
		make.make_user(SYSTEM, "System Manager")
		make.make_user(OUTSIDER)
		make.make_user(SWITCHED_OFF, "Knowledge User")
		frappe.db.set_value("User", SWITCHED_OFF, "enabled", 0)
		cls.site = make.make_source()
		cls.role = make.make_source(scope="Role", roles=[HR_ROLE])
		frappe.set_user(OWNER)
		cls.own = make.make_source(scope="User")
		make.make_text(cls.own)
		frappe.set_user("Administrator")
		for source in (cls.site, cls.role):
			make.make_text(source)
		for source in (cls.site, cls.role, cls.own):
			make.make_build(source, failures=[{"title": "x", "message": "y"}])
		cls.open_agent = make.make_agent(cls.site)
		cls.hr_agent = make.make_agent(cls.role, roles=[{"role": HR_ROLE}])
		for user in (OWNER, READER, MANAGER):
			make.make_run(user)
			make.make_conversation(cls.open_agent, user)
			make.make_trigger(cls.open_agent, user)
			make.make_gap(f"What does {user} not know?")
			make.make_search(user, cls.site)
			make.make_search(user, cls.site, cls.role)
			make.make_search(user, cls.own)
		for user, source, values in (
			(OWNER, cls.site, {}),
			(OWNER, cls.own, {}),
			(MANAGER, cls.role, {}),
			(SYSTEM, cls.role, {"search_as": READER}),
			("Administrator", cls.site, {}),
		):
			frappe.set_user(user)
			make.make_test(source, **values)
		frappe.set_user("Administrator")
		for user, source in ((MANAGER, cls.site), (SYSTEM, cls.role), (MANAGER, cls.own), (READER, cls.site)):
			make.make_proposal(user, source)
		for source in (cls.site, cls.role, cls.own):
			runs.start(runs.of_source(source.name), runs.ON_DEMAND)

	def may_read(self, user: str) -> set[str]:
		"""Which of the three sources the user may read, asked one by one."""
		return {key for key in ("site", "role", "own") if can_read_source(getattr(self, key).name, user)}

	def test_scope_says_who_reads(self) -> None:
		"""Each user reads exactly the sources whose scope includes them."""
		expected = {
			OWNER: {"site", "own"},
			READER: {"site"},
			HR: {"site", "role"},
			HR_ONLY: set(),
			MANAGER: {"site", "role"},
			SYSTEM: {"site", "role"},
			OUTSIDER: set(),
			SWITCHED_OFF: set(),
			"Guest": set(),
			"Administrator": {"site", "role", "own"},
		}
		for user in USERS:
			with self.subTest(user=user):
				self.assertEqual(self.may_read(user), expected[user])

	def test_lists_agree_with_single_documents(self) -> None:
		"""For every user and DocType the list holds exactly the documents that a read of each one allows."""
		frappe.share.add_docshare("Knowledge Source", self.own.name, READER, read=1)
		frappe.share.add_docshare("Knowledge Source", self.role.name, OUTSIDER, read=1)
		for doctype in PARTS:
			names = frappe.get_all(doctype, pluck="name")
			self.assertGreater(len(names), 1)
			for user in USERS:
				with self.subTest(doctype=doctype, user=user):
					self.assertEqual(self.listed(doctype, user), self.allowed(doctype, names, user))

	def listed(self, doctype: str, user: str) -> set[str]:
		if not frappe.has_permission(doctype, "read", user=user):
			return set()
		return set(frappe.get_list(doctype, user=user, pluck="name", limit_page_length=0))

	def allowed(self, doctype: str, names: list[str], user: str) -> set[str]:
		return {name for name in names if frappe.has_permission(doctype, "read", doc=name, user=user)}

	def test_a_share_adds_reading_but_not_writing(self) -> None:
		"""Whoever a source is shared with reads it, in the list and alone, and still cannot change it."""
		frappe.share.add_docshare("Knowledge Source", self.own.name, READER, read=1)
		self.assertIn(self.own.name, readable_sources(READER))
		self.assertTrue(can_read_source(self.own.name, READER))
		self.assertFalse(can_write_source(self.own.name, READER))

	def test_who_writes(self) -> None:
		"""Managers write Site and Role sources, nobody but the owner a User source."""
		expected = {
			MANAGER: {"site", "role"},
			SYSTEM: {"site", "role"},
			OWNER: {"own"},
			"Administrator": {"site", "role", "own"},
		}
		for user in USERS:
			writes = {k for k in ("site", "role", "own") if can_write_source(getattr(self, k).name, user)}
			with self.subTest(user=user):
				self.assertEqual(writes, expected.get(user, set()))

	def test_a_disabled_role_opens_nothing(self) -> None:
		"""A listed role that is disabled no longer opens its source, even if a user still has it."""
		frappe.db.set_value("Role", HR_ROLE, "disabled", 1)
		self.assertNotIn("role", self.may_read(HR))
		self.assertNotIn(self.role.name, readable_sources(HR))

	def test_a_claimed_scope_or_owner_opens_nothing(self) -> None:
		"""A user who sends a source back as their own personal one is judged by the row, not by what they sent."""
		claimed = frappe.get_doc("Knowledge Source", self.site.name)
		claimed.scope, claimed.owner = "User", READER
		with self.acting_as(READER):
			self.assertRaises(frappe.PermissionError, claimed.save)

	def test_a_knowledge_user_makes_personal_sources_only(self) -> None:
		"""A Knowledge User may make a User source, and neither make nor turn it into any other."""
		with self.acting_as(READER):
			mine = make.make_source(scope="User")
			self.assertRaises(frappe.PermissionError, make.make_source, scope="Site")
			mine.scope = "Site"
			self.assertRaises(frappe.PermissionError, mine.save)

	def test_inputs_follow_their_source(self) -> None:
		"""Nobody adds an input to a source that they may not write, or moves one there."""
		with self.acting_as(READER):
			self.assertRaises(frappe.PermissionError, make.make_text, self.site)
			self.assertRaises(frappe.PermissionError, make.make_text, self.own)
			mine = make.make_text(make.make_source(scope="User"))
			mine.knowledge_source = self.site.name
			self.assertRaises((frappe.PermissionError, frappe.CannotChangeConstantError), mine.save)

	def test_rows_of_child_tables_are_not_a_way_around(self) -> None:
		"""Asked for the rows of a child table, a user gets those of the parents that they may read, and no others."""
		tables = {
			"Agent Run Chunk": "Agent Run",
			"Agent Run File": "Agent Run",
			"Knowledge Build Failure": "Knowledge Build",
			"Knowledge Source Role": "Knowledge Source",
		}
		for child, parent in tables.items():
			parents = frappe.get_all(child, filters={"parenttype": parent}, pluck="parent")
			self.assertTrue(parents)
			for user in (READER, OWNER, MANAGER, HR):
				rows = frappe.get_list(
					child, user=user, parent_doctype=parent, fields=["parent"], limit_page_length=0
				)
				with self.subTest(child=child, user=user):
					self.assertEqual(
						{row.parent for row in rows}, self.allowed(parent, list(set(parents)), user)
					)

	def test_a_run_is_its_users_alone(self) -> None:
		"""Not even a manager reads another user's run, since it quotes what only that user may read."""
		(run,) = frappe.get_all("Agent Run", filters={"user": OWNER}, pluck="name")
		self.assertTrue(frappe.has_permission("Agent Run", "read", doc=run, user=OWNER))
		for user in (READER, MANAGER, SYSTEM, "Guest"):
			self.assertFalse(frappe.has_permission("Agent Run", "read", doc=run, user=user), user)

	def test_who_runs_an_agent(self) -> None:
		"""An agent without roles serves every Knowledge User, one with roles their holders and the managers."""
		for user, expected in (
			(READER, (True, False)),
			(HR, (True, True)),
			(MANAGER, (True, True)),
			(OUTSIDER, (False, False)),
			(HR_ONLY, (False, False)),
		):
			got = can_run_agent(self.open_agent.name, user), can_run_agent(self.hr_agent.name, user)
			with self.subTest(user=user):
				self.assertEqual(got, expected)

	def test_a_knowledge_user_does_not_see_what_an_agent_is_made_of(self) -> None:
		"""Instructions and source names of an agent are for managers; a user who may run it does not get them."""
		with self.acting_as(READER):
			agent = frappe.get_doc("Agent", self.open_agent.name)
			agent.apply_fieldlevel_read_permissions()
			self.assertFalse(agent.get("knowledge"))
			self.assertFalse(agent.get("instructions"))
			for child in ("Agent Knowledge", "Agent Role"):
				self.assertEqual(frappe.get_list(child, parent_doctype="Agent"), [])

	def test_an_agent_links_only_what_its_author_may_read(self) -> None:
		"""A manager cannot give an agent another user's personal source."""
		with self.acting_as(MANAGER):
			self.assertRaises(frappe.PermissionError, make.make_agent, self.own)

	def test_quotes_in_names_are_only_letters(self) -> None:
		"""A role whose name is made of quotes and SQL neither breaks the condition nor opens anything."""
		odd = make.make_role("x' or '1'='1\\")
		curious = make.make_user("huf-o'curious@example.com", "Knowledge User", odd)
		self.assertEqual(self.may_read(curious), {"site"})
		self.assertEqual(
			set(readable_sources(curious)) & {self.site.name, self.role.name, self.own.name}, {self.site.name}
		)

	def test_a_source_that_is_not_there(self) -> None:
		"""Asking about a source that does not exist is no error and no right."""
		self.assertFalse(can_read_source("No Such Source", READER))
		self.assertFalse(can_write_source("No Such Source", "Administrator"))

	def test_no_row_for_everybody(self) -> None:
		"""No DocType of huf gives anything to Guest or to the role All, which website users have too."""
		doctypes = frappe.get_all("DocType", filters={"module": "Huf"}, pluck="name")
		self.assertGreater(len(doctypes), 10)
		self.assertFalse(
			frappe.get_all(
				"DocPerm", filters={"parent": ("in", doctypes), "role": ("in", ("All", "Guest", "Desk User"))}
			)
		)
