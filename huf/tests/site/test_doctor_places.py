"""Knowledge Doctor: the machine, its configuration and the files of indexes. Each is broken, and found with what to do about it."""

import os
import shutil
import sqlite3
import tempfile
import time
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import frappe
from cryptography.fernet import Fernet
from frappe.utils import add_days, add_to_date, now_datetime

from huf.ai.doctor import (
	configuration,
	endpoints,
	folders,
	indexes,
	machine,
)
from huf.ai.doctor.findings import Action, Level
from huf.ai.knowledge import indexer, maintenance
from huf.ai.knowledge.backends.copies import CONFIG
from huf.ai.site import artifacts
from huf.engine.backends import formats
from huf.engine.backends.keyword import schema
from huf.engine.disk.checksums import write_checksums
from huf.local.upkeep import requirements
from huf.tests import factories as make
from huf.tests.base import CommittingTestCase, SiteTestCase
from huf.tests.site.test_doctor import found

if TYPE_CHECKING:
	from collections.abc import Iterator


ORPHAN = "d0c70d0c" * 4


class TestMachine(SiteTestCase):
	"""Folder, disk, libraries, leftovers."""

	def test_a_folder_that_cannot_be_written(self) -> None:
		"""Said with the reason that the system gives."""
		with patch.object(artifacts, "knowledge_root", return_value=Path("/proc")):
			[finding] = found(folders.check_folder)
		self.assertEqual(finding.level, Level.FAULT)

	def test_a_folder_that_everybody_reads(self) -> None:
		"""Unless a folder above it lets nobody in."""
		with self._root() as root:
			root.chmod(0o755)
			with patch.object(folders, "_others_may_enter", return_value=True):
				[finding] = found(folders.check_folder)
				self.assertIn("chmod", finding.advice)
			root.parent.chmod(0o700)
			self.assertEqual(found(folders.check_folder), [])
			root.chmod(0o700)
			with patch.object(folders, "_others_may_enter", return_value=True):
				self.assertEqual(found(folders.check_folder), [])

	def test_copies_that_cannot_be_made(self) -> None:
		"""Of indexes on this machine: said with what is wrong, and nothing where the site wants none."""
		self.assertEqual(found(folders.check_copies), [])
		with tempfile.TemporaryDirectory() as folder:
			os.chmod(folder, 0o755)
			for values, words in (
				(folder, "names no folder"),
				({"folder": "copies", "gigabytes": 1}, "names no folder"),
				({"folder": folder}, "no bound"),
				({"folder": folder, "gigabytes": -1}, "no bound"),
				({"folder": frappe.get_site_path("public", "files"), "gigabytes": 1}, "names no folder"),
				(
					{"folder": os.path.abspath(frappe.get_site_path("public", "files")), "gigabytes": 1},
					"from the web",
				),
				({"folder": folder, "gigabytes": 1}, "mode 700"),
				({"folder": "/proc/copies", "gigabytes": 1}, "cannot be made"),
			):
				with patch.dict(frappe.local.conf, {CONFIG: values}):
					[finding] = found(folders.check_copies)
				self.assertEqual(finding.level, Level.FAULT)
				self.assertIn(words, finding.words)
			os.chmod(folder, 0o700)
			with patch.dict(frappe.local.conf, {CONFIG: {"folder": folder, "gigabytes": 1}}):
				self.assertEqual(found(folders.check_copies), [])

	def test_a_disk_that_is_full(self) -> None:
		"""Now, and soon as indexes grow; an index that was as large long ago has not grown."""
		source = make.make_source()
		frappe.db.sql("update `tabKnowledge Source` set index_size_bytes = 0")
		frappe.db.set_value("Knowledge Source", source.name, "index_size_bytes", 10**15)
		usage = shutil.disk_usage("/")
		with self._root():
			with patch.object(shutil, "disk_usage", return_value=usage._replace(free=10**12)):
				[finding] = found(machine.check_disk)
				self.assertEqual(finding.level, Level.FAULT)
			with patch.object(shutil, "disk_usage", return_value=usage._replace(free=10**15 + 1)):
				[finding] = found(machine.check_disk)
				self.assertEqual(finding.level, Level.WARNING)
				self.assertIn("14 days", finding.words)
				long_ago = add_days(now_datetime(), -machine.GROWTH_DAYS - 1)
				make.make_build(
					source,
					kind="Rebuild",
					state="Retired",
					bytes=10**15,
					started_at=long_ago,
					finished_at=long_ago,
				)
				self.assertEqual(found(machine.check_disk), [])

	def test_a_disk_that_older_indexes_fill(self) -> None:
		"""Those that are kept for their days become more until there are as many days as Agent Settings want."""
		ten_days_ago = add_days(now_datetime(), -10)
		make.make_build(make.make_source(), kind="Update", state="Live", finished_at=ten_days_ago)
		frappe.db.sql("update `tabKnowledge Source` set index_size_bytes = 0")
		frappe.db.sql("update `tabKnowledge Build` set finished_at = %s", ten_days_ago)
		usage = shutil.disk_usage("/")._replace(free=2 * 10**15)
		with (
			self._root(),
			patch.object(shutil, "disk_usage", return_value=usage),
			patch.object(machine, "_bytes_of_builds", return_value=10**15),
		):
			for days, words in ((366, ["20 days"]), (5, []), (0, [])):
				settings = SimpleNamespace(daily_build_days=days)
				with patch.object(machine, "get_settings", return_value=settings):
					warned = found(machine.check_disk)
				self.assertEqual(len(warned), len(words), days)
				self.assertTrue(all(word in each.words for word, each in zip(words, warned, strict=True)))

	def test_scans_that_nobody_reads(self) -> None:
		"""Text recognition is on, and there is no Tesseract; where it is off nobody misses one."""

		def about_scans() -> list[Any]:
			return [each for each in found(machine.check_libraries) if "Scans" in each.words]

		with tempfile.TemporaryDirectory() as empty, patch.dict(os.environ, {"PATH": empty}):
			[finding] = about_scans()
			self.assertEqual(finding.level, Level.WARNING)
			self.assertIn("Tesseract", finding.advice)
			with patch.object(machine, "site_languages", return_value=("", "Off.")):
				self.assertEqual(about_scans(), [])

	def test_a_python_that_cannot_search(self) -> None:
		"""Its SQLite lacks FTS5, or a library is gone."""
		with patch.object(sqlite3, "connect", side_effect=sqlite3.OperationalError("no such module: fts5")):
			self.assertIn("fts5", found(machine.check_libraries)[0].words)
		with patch.object(requirements, "requires", return_value=["no-such-library>=1"]):
			self.assertIn("no-such-library", found(machine.check_libraries)[0].words)
		with patch.object(requirements, "requires", return_value=["numpy<1", "nothing; extra == 'mcp'"]):
			[finding] = found(machine.check_libraries)
		self.assertEqual(finding.level, Level.WARNING)
		self.assertIn("<1", finding.words)
		# The tests run on development versions of Frappe too, whose libraries no release of huf is for.
		with patch.object(requirements, "requires", return_value=["numpy>=1"]):
			self.assertEqual(found(machine.check_libraries), [])

	def test_files_of_another_user(self) -> None:
		"""As a bench command of root leaves them; and a link, whatever it leads to."""
		with self._root() as root:
			(root / ORPHAN).mkdir()
			(root / ORPHAN / "index").write_bytes(b"x")
			self.assertEqual(found(folders.check_owners), [])
			(root / ORPHAN / "away").symlink_to("/nowhere")
			[finding] = found(folders.check_owners)
			self.assertEqual(finding.level, Level.WARNING)
			(root / ORPHAN / "away").unlink()
			if os.geteuid() == 0:
				os.chown(root / ORPHAN / "index", 12345, -1)
				[finding] = found(folders.check_owners)
				self.assertEqual(finding.level, Level.FAULT)
				self.assertIn("chown", finding.advice)

	def test_a_folder_among_them_that_cannot_be_read(self) -> None:
		"""Root reads all, so the system's answer to others stands in for it."""
		with (
			self._root(),
			patch.object(folders, "owners_in", side_effect=PermissionError(13, "Permission denied")),
		):
			[finding] = found(folders.check_owners)
		self.assertEqual(finding.level, Level.FAULT)
		self.assertIn("Permission denied", finding.words)

	def test_folders_that_nobody_knows(self) -> None:
		"""Found once the clean-up should have taken them, and taken by it."""
		with self._root() as root:
			folder = root / ORPHAN
			folder.mkdir()
			(folder / "index").write_bytes(b"x" * 3_000_000)
			self.assertEqual(found(folders.check_leftovers), [])
			old = time.time() - (maintenance.ORPHAN_DAYS + 1) * 86400
			os.utime(folder, (old, old))
			[finding] = found(folders.check_leftovers)
			self.assertIn("3 MB", finding.words)
			self.assertEqual(finding.action, Action.CLEAN_UP)
			maintenance.clean_orphans()
			self.assertFalse(folder.exists())
			self.assertEqual(found(folders.check_leftovers), [])

	@contextmanager
	def _root(self) -> "Iterator[Path]":
		"""Another folder for indexes: that of the site belongs to other tests too."""
		root = Path(frappe.get_site_path("private", f"doctor-{frappe.generate_hash(length=8)}", "knowledge"))
		root.mkdir(parents=True)
		try:
			with patch.object(artifacts, "knowledge_root", return_value=root.absolute()):
				yield root.absolute()
		finally:
			shutil.rmtree(root.parent)


class TestConfiguration(SiteTestCase):
	"""What stands in site_config.json for huf."""

	def test_entries_that_cannot_be_used(self) -> None:
		"""Each is named, with what is wrong; neither a path nor a secret is repeated."""
		self.assertEqual(found(configuration.check_configuration), [])
		for name, value, words in (
			("huf_server_folders", ["/srv"], "object that names folders"),
			("huf_server_folders", {"Books": "srv/secret-place"}, "begins with a slash"),
			("huf_server_folders", {"Books": {"path": "/srv/secret-place"}}, "no such folder"),
			("huf_server_folders", {"Books": {"path": "/tmp", "roles": "All"}}, "list of names of roles"),
			(
				"huf_server_folders",
				{"Books": {"path": "/tmp", "roles": ["Librarian of Alexandria"]}},
				"Alexandria",
			),
			("huf_server_folders", {"a/b": "/tmp"}, "no slash"),
			("huf_vector_store", "secret-place", "huf_vector_store"),
			("huf_search_engine", {"path": 3}, "huf_search_engine"),
			("huf_search_engine", {"path": "https://me:secret-place@example.com"}, "huf_search_engine"),
			("huf_vector_store", {"path": "https://me:secret-place@example.com"}, "huf_vector_store"),
			("huf_knowledge_extractors", ["x"], "dictionary"),
			("huf_knowledge_extractors", {"odd": "no.such.module.reader"}, "odd"),
			("huf_lease_seconds", "soon", "number of seconds"),
			("huf_lease_seconds", 0.1, "number of seconds"),
			("huf_warm_process", "yes", "0 or 1"),
			("huf_warm_process", 0, "no warm process"),
			("huf_backup_builds", "always", "0 or 1"),
			("huf_model_downloads", "never", "0 or 1"),
			("huf_metrics_token", "secret-place", "32 characters"),
			("huf_reading_processes", 0, "from 1 to 64"),
			("huf_reading_processes", "two", "from 1 to 64"),
			("huf_sevrer_folders", {}, "does not know"),
		):
			with self.subTest(name=name, value=value), self._configured(name, value):
				[finding] = found(configuration.check_configuration)
				self.assertIn(words, finding.words)
				self.assertNotIn("secret-place", finding.words + finding.advice)
		with self._configured("huf_sevrer_folders", {}):
			self.assertIn("huf_server_folders", found(configuration.check_configuration)[0].advice)

	def test_an_entry_that_sources_need(self) -> None:
		"""Sources whose index lies in a store or engine that nobody names any more cannot be searched; switched off, they need none."""
		for kind, name in (("vector_store", "huf_vector_store"), ("search_engine", "huf_search_engine")):
			with self.subTest(kind):
				source = make.make_source()
				source.db_set("knowledge_type", kind)
				[finding] = found(configuration.check_configuration)
				self.assertEqual(finding.level, Level.FAULT)
				self.assertIn(name, finding.words + finding.advice)
				source.db_set("disabled", 1)
				self.assertEqual(found(configuration.check_configuration), [])

	def test_entries_that_can(self) -> None:
		"""They are none of the doctor's business."""
		for name, value in (
			(
				"huf_server_folders",
				{"Books": "/tmp", "More": {"path": "/tmp", "roles": ["Knowledge Manager"]}},
			),
			("huf_server_folders", {"Nobody's": {"path": "/tmp", "roles": []}}),
			("huf_lease_seconds", 90),
			("huf_lease_seconds", "90"),
			("huf_metrics_token", "0123456789abcdef" * 4),
			("huf_backup_builds", 1),
			("huf_reading_processes", 1),
			("huf_reading_processes", "8"),
			("huf_model_downloads", 0),
			("huf_local_copies", {"folder": "/tmp", "gigabytes": 1}),
		):
			with self.subTest(name=name), self._configured(name, value):
				self.assertEqual(found(configuration.check_configuration), [])

	def test_a_key_that_opens_nothing(self) -> None:
		"""The site has another encryption_key than its database, a broken one, or none."""
		provider = make.make_provider("Locked", api_key="a-key-of-a-model")
		self.assertEqual(found(configuration.check_keys), [])
		with self._configured("encryption_key", Fernet.generate_key().decode()):
			[finding] = [each for each in found(configuration.check_keys) if provider.name in each.words]
			self.assertEqual(finding.level, Level.FAULT)
			self.assertEqual(frappe.message_log, [])
		for broken in ("short", ""):
			with self._configured("encryption_key", broken):
				[finding] = found(configuration.check_keys)
				self.assertEqual(finding.level, Level.FAULT)

	@contextmanager
	def _configured(self, name: str, value: Any) -> "Iterator[None]":
		before = dict(frappe.conf)
		frappe.conf[name] = value
		try:
			yield
		finally:
			frappe.conf.clear()
			frappe.conf.update(before)


class TestFiles(CommittingTestCase):
	"""The files behind the pointer."""

	def test_an_index_without_its_files(self) -> None:
		"""Found although the source still says Ready."""
		source = make.make_source()
		make.make_text(source)
		frappe.db.commit()
		self.addCleanup(self._delete, source.name)
		indexer.update_source(source.artifact_id)
		self.assertEqual(found(indexes.check_files, source.name), [])
		shutil.rmtree(artifacts.source_folder(source.artifact_id))
		[finding] = found(indexes.check_files, source.name)
		self.assertEqual((finding.level, finding.action), (Level.FAULT, Action.REBUILD))

	def test_an_index_that_is_not_as_it_was_made(self) -> None:
		"""One file is shorter; or another huf made it, of which nothing is mended by itself."""
		source = make.make_source()
		make.make_text(source)
		frappe.db.commit()
		self.addCleanup(self._delete, source.name)
		indexer.update_source(source.artifact_id)
		live = frappe.db.get_value("Knowledge Source", source.name, "live_build")
		folder = artifacts.build_folder(source.artifact_id, live)
		whole = {file: file.read_bytes() for file in folder.iterdir()}
		longest = max(whole, key=lambda file: len(whole[file]))

		def newer_layout() -> None:
			(folder / formats.KIND_FILE).write_text(f"sqlite_fts\n{formats.LAYOUT + 1}\n", "utf-8")

		def newer_tables() -> None:
			with closing(sqlite3.connect(folder / schema.FILE_NAME, isolation_level=None)) as connection:
				connection.execute(
					"update meta set value = ? where key = 'format'", (str(schema.FORMAT + 1),)
				)
			write_checksums(folder)

		for damage, words in (
			(lambda: longest.write_bytes(whole[longest][:-1]), ""),
			(newer_layout, "newer version of huf"),
			(newer_tables, "newer version of huf"),
		):
			with self.subTest(words=words):
				damage()
				[finding] = found(indexes.check_files, source.name)
				self.assertEqual((finding.level, finding.action), (Level.FAULT, Action.REBUILD))
				self.assertIn(words, finding.words)
				self.assertEqual("newer version of huf" in finding.words, bool(words))
				for file, content in whole.items():
					file.write_bytes(content)
				self.assertEqual(found(indexes.check_files, source.name), [])

	def test_an_index_made_in_another_way(self) -> None:
		"""The source says Ready, for nobody has looked since its settings, or huf, are others."""
		source = make.make_source()
		make.make_text(source)
		frappe.db.commit()
		self.addCleanup(self._delete, source.name)
		indexer.update_source(source.artifact_id)
		self.assertEqual(found(indexes.check_settings, source.name), [])
		frappe.db.set_value("Knowledge Source", source.name, "chunk_size", 77)
		[finding] = found(indexes.check_settings, source.name)
		self.assertEqual((finding.level, finding.action), (Level.WARNING, Action.REBUILD))

	def test_segments_that_nobody_puts_together(self) -> None:
		"""Due for an hour, and no update came; the button queues the merge."""
		source = make.make_source()
		frappe.db.commit()
		self.addCleanup(self._delete, source.name)
		make.make_text(source)
		frappe.db.commit()
		indexer.update_source(source.artifact_id)
		build = frappe.db.get_value("Knowledge Source", source.name, "live_build")
		with patch("huf.engine.builds.is_merge_due", return_value=True):
			self.assertEqual(found(indexes.check_segments, source.name), [])
			frappe.db.set_value(
				"Knowledge Build", build, "finished_at", add_to_date(now_datetime(), hours=-2)
			)
			[finding] = found(indexes.check_segments, source.name)
			self.assertEqual((finding.level, finding.action), (Level.WARNING, Action.MERGE))
		self.assertEqual(found(indexes.check_segments, source.name), [])
		with patch.object(endpoints.queueing, "queue_merge") as queued:
			endpoints.mend(Action.MERGE.value, source.name)
		queued.assert_called_once_with(source.artifact_id)

	def _delete(self, name: str) -> None:
		frappe.delete_doc("Knowledge Source", name, force=True)
		frappe.db.commit()
