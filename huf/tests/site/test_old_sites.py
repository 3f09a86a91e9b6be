"""What a site of an older huf had is there after an update, and a site of a newer one is left as it is."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import frappe
from frappe.modules.patch_handler import get_patches_from_app

from huf.ai.site.database.dialect import is_postgres
from huf.ai.site.settings import get_settings
from huf.install import SETTINGS, after_migrate, before_migrate
from huf.patches import let_json_columns_be_empty
from huf.tests import factories as make
from huf.tests.base import CommittingTestCase, SiteTestCase

SAMPLES = Path(__file__).with_name("old_sites")
CHANGES_TABLES = {"drop_storage_mode", "let_json_columns_be_empty"}
"""Patches that change a table, which commits; the sample is loaded into tables of now."""
GONE = {("Knowledge Source", "storage_mode"), ("Knowledge Glossary", "language")}
"""Columns of before that a patch has dealt with."""
CHANGED = {
	("AI Model", "litellm_model"),
	("Agent Run", "verification_result"),
	("Agent Run", "cost_known"),
	("Agent Settings", "max_chunks_per_input"),
	("Agent Trigger", "last_error"),
	("Knowledge Build", "kind"),
	("Knowledge Build", "started_at"),
}
"""Values that patches change."""
OF_THE_ROW = ("modified", "modified_by")


class TestOldSites(SiteTestCase):
	"""The rows that an old version wrote, in the tables of this one: what they did not have has its default, as after a migration."""

	def test_the_first_that_indexed(self) -> None:
		"""Everything is there as it was, or as a patch has it, and can be saved."""
		old = self._brought_forward("a1bc722")
		build = next(row for row in old["Knowledge Build"] if row["kind"] == "Restore")
		kind, restored_at = frappe.db.get_value("Knowledge Build", build["name"], ("kind", "restored_at"))
		self.assertEqual((kind, str(restored_at)), ("Update", build["started_at"]))
		self._assert_all_can_be_saved(old)

	def test_before_the_second_patch(self) -> None:
		"""The same; a condition that can no longer be read is named, and nothing else is refused."""
		old = self._brought_forward("906b966")
		run = next(row for row in old["Agent Run"] if row.get("verification_result"))
		values = frappe.db.get_value("Agent Run", run["name"], ("verification_result", "title"))
		self.assertEqual(values, ("Not Confirmed", "A question in two lines"))
		self.assertIn("cannot be read", frappe.db.get_value("Agent Trigger", "Old Trigger", "last_error"))
		self._assert_all_can_be_saved(old, but={"Agent Trigger"})

	def _brought_forward(self, commit: str) -> dict[str, Any]:
		old = json.loads((SAMPLES / f"{commit}.json").read_text("utf-8"))
		make.make_user("old-reader@example.com", "Knowledge User")
		make.make_user("old-manager@example.com", "Knowledge Manager")
		self._load(old)
		for line in get_patches_from_app("huf"):
			module = line.split()[0]
			if module.rpartition(".")[2] not in CHANGES_TABLES:
				import_module(module).execute()
		after_migrate()
		frappe.clear_cache()
		self._assert_nothing_is_lost(old)
		self._assert_settings_act()
		self.assertEqual(frappe.db.get_value("AI Provider", "Old Provider", "vendor"), "openai")
		self.assertEqual(frappe.db.get_value("AI Model", "Old Chat Model", "litellm_model"), "test-model")
		costly = next(row["name"] for row in old["Agent Run"] if row.get("cost"))
		self.assertEqual(frappe.db.get_value("Agent Run", costly, "cost_known"), 1)
		return old

	def _load(self, old: dict[str, Any]) -> None:
		frappe.db.delete("Singles", {"doctype": SETTINGS})
		for doctype, rows in old.items():
			if doctype == SETTINGS:
				for field, value in rows.items():
					frappe.db.sql("insert into `tabSingles` values (%s, %s, %s)", (doctype, field, value))
				continue
			columns = set(frappe.db.get_table_columns(doctype))
			for row in rows:
				kept = {name: value for name, value in row.items() if name in columns}
				self.assertLessEqual({(doctype, name) for name in row.keys() - columns}, GONE)
				names, places = ", ".join(f"`{name}`" for name in kept), ", ".join(["%s"] * len(kept))
				frappe.db.sql(f"insert into `tab{doctype}` ({names}) values ({places})", tuple(kept.values()))
		frappe.clear_cache()

	def _assert_nothing_is_lost(self, old: dict[str, Any]) -> None:
		for doctype, rows in old.items():
			for before in [rows] if doctype == SETTINGS else rows:
				if doctype == SETTINGS:
					now = dict(
						frappe.db.sql("select field, value from `tabSingles` where doctype = %s", SETTINGS)
					)
				else:
					now = frappe.db.sql(
						f"select * from `tab{doctype}` where name = %s", before["name"], as_dict=True
					)[0]
				for field, value in before.items():
					if (doctype, field) not in GONE | CHANGED and field not in OF_THE_ROW:
						with self.subTest(doctype=doctype, field=field):
							self.assertEqual(str(now[field]), str(value))

	def _assert_settings_act(self) -> None:
		"""What was chosen is kept, what came since has its default, and the form can be saved without a change of it."""
		settings = get_settings()
		chosen = (
			settings.default_chunk_size,
			settings.max_context_tokens,
			settings.max_knowledge_sources_per_agent,
		)
		self.assertEqual(chosen, (400, 3000, 7))
		self.assertTrue(settings.enable_ocr and settings.collect_gaps)
		self.assertEqual((settings.run_time_limit, settings.searches_per_minute), (300, 300))
		frappe.get_doc(SETTINGS).save()
		self.assertEqual(get_settings(), settings)

	def _assert_all_can_be_saved(
		self, old: dict[str, Any], but: frozenset[str] | set[str] = frozenset()
	) -> None:
		for doctype, rows in old.items():
			if doctype == SETTINGS or doctype in but or frappe.get_meta(doctype).istable:
				continue
			for row in rows:
				if row.get("input_type") == "File":
					continue  # its File is not in the sample, and it says so
				with self.subTest(doctype=doctype, name=row["name"]):
					frappe.get_doc(doctype, row["name"]).save()


class TestColumnsOfJson(CommittingTestCase):
	"""What MariaDB checks of a column that was made as JSON."""

	def test_a_column_that_was_json_may_be_empty(self) -> None:
		"""The patch takes the check of the old type away, keeps what is there, and may run again."""
		if is_postgres():
			return  # no check there: the type is another one, and Frappe changes it
		run = make.make_run("Administrator", structured_response='{"days": 30}')
		self.addCleanup(self._delete, run.name)
		frappe.db.commit()
		check = "longtext check (json_valid(`structured_response`))"
		frappe.db.sql_ddl(f"alter table `tabAgent Run` modify `structured_response` {check}")
		with self.assertRaises(frappe.db.OperationalError):
			frappe.db.set_value("Agent Run", run.name, "structured_response", "")
		frappe.db.rollback()
		let_json_columns_be_empty.execute()
		let_json_columns_be_empty.execute()
		self.assertEqual(frappe.db.get_value("Agent Run", run.name, "structured_response"), '{"days": 30}')
		frappe.db.set_value("Agent Run", run.name, "structured_response", "")

	def _delete(self, name: str) -> None:
		frappe.db.rollback()
		let_json_columns_be_empty.execute()
		for field in frappe.get_meta("Agent Run").get_table_fields():
			frappe.db.delete(field.options, {"parent": name})
		frappe.db.delete("Agent Run", {"name": name})
		frappe.db.commit()


class TestNewerSites(SiteTestCase):
	"""An older huf on the database of a newer one."""

	def test_a_site_of_this_version_is_migrated(self) -> None:
		"""Also where a patch has run that is to run again in its next version, and where other apps have their own."""
		before_migrate()
		self._note(get_patches_from_app("huf")[0] + " #2026-01-01")
		self._note("other.patches.something")
		before_migrate()

	def test_a_site_of_a_newer_version_is_refused(self) -> None:
		"""Whoever migrates is told what was found, before anything is changed."""
		self._note("huf.patches.of_a_newer_version")
		with self.assertRaisesRegex(frappe.ValidationError, r"newer version of huf.*of_a_newer_version"):
			before_migrate()

	def test_frappe_asks_first(self) -> None:
		"""Before the roles and the block are made that DocTypes and workspace name. Every patch is named, since those of a
		newer version are known by their names."""
		self.assertEqual(
			frappe.get_hooks("before_migrate", app_name="huf"),
			["huf.install.before_migrate", "huf.install.make_roles", "huf.install.make_get_started"],
		)
		modules = {path.stem for path in Path(frappe.get_app_path("huf", "patches")).glob("[a-z]*.py")}
		named = {line.split()[0].rpartition(".")[2] for line in get_patches_from_app("huf")}
		self.assertEqual(modules, named)

	def _note(self, patch: str) -> None:
		frappe.get_doc({"doctype": "Patch Log", "patch": patch}).insert(ignore_permissions=True)
