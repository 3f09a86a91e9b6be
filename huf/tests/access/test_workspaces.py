"""Who sees a Workspace: the rule for any user agrees with what Frappe shows each user in the desk."""

import frappe
from frappe.desk.desktop import get_workspace_sidebar_items

from huf.ai.access.principal import Principal
from huf.ai.access.scopes.workspaces import WELCOME, sees_workspace
from huf.tests import factories as make
from huf.tests.base import SiteTestCase
from huf.tests.scope_site import make_workspace

ROLE = "Huf Test Workspace"
PLAIN = "huf-ws-plain@example.com"
INSIDE = "huf-ws-inside@example.com"
BLOCKED = "huf-ws-blocked@example.com"
EDITOR = "huf-ws-editor@example.com"
SYSTEM = "huf-ws-system@example.com"
NO_HUF = "huf-ws-nohuf@example.com"
USERS = (PLAIN, INSIDE, BLOCKED, EDITOR, SYSTEM, NO_HUF)


class TestWorkspaces(SiteTestCase):
	"""All Workspaces of the site, and some of our own."""

	def test_agrees_with_the_desk(self) -> None:
		"""For every user and Workspace: it is in their sidebar exactly if the rule says that they see it."""
		make.make_role(ROLE)
		for user, *roles in (
			(PLAIN, "Knowledge User"),
			(INSIDE, "Knowledge User", ROLE),
			(BLOCKED, "Knowledge User", ROLE),
			(EDITOR, "Knowledge User", "Workspace Manager"),
			(SYSTEM, "System Manager"),
			(NO_HUF, ROLE),
		):
			make.make_user(user, *roles)
		blocked = frappe.get_doc("User", BLOCKED)
		blocked.append("block_modules", {"module": "Huf"})
		blocked.save()
		made = [
			make_workspace("Huf W Open").name,
			make_workspace("Huf W Roles", ROLE).name,
			make_workspace("Huf W Hidden", is_hidden=1).name,
			make_workspace("Huf W No Module", module=None).name,
			make_workspace("Huf W Private", public=0, for_user=INSIDE).name,
			make_workspace("Huf W Other", public=0, for_user=PLAIN).name,
		]
		names = [name for name in frappe.get_all("Workspace", pluck="name") if name != WELCOME]
		seen_by_all = set()
		for user in USERS:
			frappe.clear_cache(user=user)
			with self.acting_as(user):
				shown = {page["name"] for page in get_workspace_sidebar_items()["pages"]} - {WELCOME}
			seen = {name for name in names if sees_workspace(Principal(user), name)}
			with self.subTest(user=user):
				self.assertEqual(seen, shown)
			seen_by_all |= seen
		self.assertLessEqual({*made[:3], *made[4:]}, seen_by_all)

	def test_not_for_everybody(self) -> None:
		"""Guest, a user of the website and one who is switched off see no Workspace; nor is there one without a name."""
		name = make_workspace("Huf W Public").name
		make.make_user(PLAIN, "Knowledge User")
		self.assertTrue(sees_workspace(Principal(PLAIN), name))
		self.assertFalse(sees_workspace(Principal(PLAIN), ""))
		self.assertFalse(sees_workspace(Principal(PLAIN), "No Such Workspace"))
		self.assertFalse(sees_workspace(Principal("Guest"), name))
		for change in ({"user_type": "Website User"}, {"enabled": 0, "user_type": "System User"}):
			frappe.db.set_value("User", PLAIN, change)
			self.assertFalse(sees_workspace(Principal(PLAIN), name), change)
