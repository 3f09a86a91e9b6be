"""What a site gets with the app, and that the DocTypes on the disk are those of the site."""

import json
import re
from pathlib import Path

import frappe

import huf
from huf.install import GET_STARTED, GET_STARTED_SCRIPT, ROLES, after_migrate, make_get_started
from huf.tests.base import SiteTestCase


class TestInstall(SiteTestCase):
	"""The roles, and the shape of the DocTypes."""

	def test_roles_are_made_once_and_then_left_alone(self) -> None:
		"""A missing role is made; one that an administrator disabled stays disabled through a migration."""
		for role in ROLES:
			self.assertTrue(frappe.db.exists("Role", role))
		first, second, portal = ROLES
		frappe.db.set_value("Role", first, "disabled", 1)
		frappe.db.delete("Role", {"name": ("in", (second, portal))})
		after_migrate()
		after_migrate()
		self.assertEqual(frappe.db.get_value("Role", first, "disabled"), 1)
		self.assertEqual(frappe.db.get_value("Role", second, ("disabled", "desk_access")), (0, 1))
		self.assertEqual(frappe.db.get_value("Role", portal, ("disabled", "desk_access")), (0, 0))

	def test_the_portals_role_does_not_open_the_desk(self) -> None:
		"""The role for users of the website was there before Frappe could make it with the right to the desk."""
		self.assertEqual(frappe.db.get_value("Role", "Knowledge Portal User", "desk_access"), 0)

	def test_the_first_steps_follow_updates_of_huf(self) -> None:
		"""The block of the workspace is there once, with the script of this version, and is not written for nothing."""
		frappe.db.set_value("Custom HTML Block", GET_STARTED, "script", "alert('old')")
		make_get_started()
		block = frappe.get_doc("Custom HTML Block", GET_STARTED)
		self.assertEqual((block.script, block.private), (GET_STARTED_SCRIPT, 0))
		make_get_started()
		self.assertEqual(frappe.db.get_value("Custom HTML Block", GET_STARTED, "modified"), block.modified)
		used = frappe.get_all("Workspace Custom Block", {"parent": "Knowledge"}, pluck="custom_block_name")
		self.assertEqual(used, [GET_STARTED])

	def test_doctypes_pass_frappes_own_checks(self) -> None:
		"""Every DocType would be accepted if it were saved in the desk."""
		from frappe.core.doctype.doctype.doctype import (
			validate_fields,
			validate_links_table_fieldnames,
			validate_permissions,
		)

		names = frappe.get_all("DocType", filters={"module": "Huf"}, pluck="name")
		self.assertGreater(len(names), 10)
		for name in names:
			with self.subTest(doctype=name):
				doc = frappe.get_doc("DocType", name)
				validate_fields(frappe.get_meta(name, cached=False))
				validate_permissions(doc)
				validate_links_table_fieldnames(frappe.get_meta(name, cached=False))
				doc._validate_selects()
				doc._validate_length()
				for field in doc.fields:
					field._validate_selects()

	def test_type_blocks_are_up_to_date(self) -> None:
		"""The generated block of each controller is what Frappe would generate from the DocType now."""
		from frappe.types.exporter import TypeExporter

		for path in Path(huf.__file__).parent.glob("huf/doctype/*/*.json"):
			doctype = json.loads(path.read_text())["name"]
			block = TypeExporter(frappe.get_doc("DocType", doctype))._generate_code()
			with self.subTest(doctype=doctype):
				self.assertIn(_squeezed(block), _squeezed(path.with_suffix(".py").read_text()))


def _squeezed(code: str) -> str:
	"""Code without what a formatter changes: a long line is broken in the file, and not by Frappe."""
	return re.sub(r"\s+", "", code).replace(",]", "]")
