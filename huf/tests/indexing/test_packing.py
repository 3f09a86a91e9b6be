"""A pack of a source has what its maker finds in it, and nothing else."""

import stat
from pathlib import Path
from tempfile import TemporaryDirectory

import frappe

from huf.ai.knowledge.packs import making
from huf.ai.knowledge.packs.keys import site_key
from huf.ai.site import artifacts
from huf.engine.errors import PackRefused
from huf.engine.packs import open_pack
from huf.local.index import LocalIndex
from huf.local.packs import Keys, unpack
from huf.tests import factories as make
from huf.tests import records_site as records
from huf.tests.access.test_record_rights import MANAGER, OTHER, USER, RecordRightsCase
from huf.tests.base import SiteTestCase


class TestPacking(SiteTestCase):
	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		for user in (USER, OTHER):
			make.make_user(user, "Knowledge User")
		make.make_user(MANAGER, "Knowledge Manager")

	def setUp(self) -> None:
		super().setUp()
		self.source = records.RecordSource()
		self.note = RecordRightsCase.note(USER)
		public = make.make_file("zebra public", private=False)
		private = make.make_file("zebra private", attached_to_doctype="Note", attached_to_name=self.note.name)
		self.inputs = {
			"public": self.source.add_file(public, "zebra public"),
			"private": self.source.add_file(private, "zebra private"),
			"record": self.source.add_record(self.note, "zebra record"),
			"disabled": self.source.add_file(public, "zebra disabled", disabled=1),
		}
		self.source.index()
		folder = TemporaryDirectory()
		self.addCleanup(folder.cleanup)
		self.folder = Path(folder.name)

	def packed(self, user: str, name: str = "pack", since: Path | None = None) -> Path:
		with self.source.answering():
			making.pack_source(self.source.name, self.folder / name, user, since=since)
		return self.folder / name

	def keys_in(self, file: Path) -> set[str]:
		key = site_key().public
		with open_pack(file, lambda other: other == key, self.folder) as pack:
			return {name for name, input in self.inputs.items() if input in pack.contents}

	def test_what_its_maker_may_read(self) -> None:
		"""For each user exactly what a search finds; who finds nothing makes no pack, and neither does who has no right to the source."""
		for user in (USER, OTHER, MANAGER, "Administrator"):
			found = {name for name, input in self.inputs.items() if input in self.source.found(user)}
			self.assertEqual(self.keys_in(self.packed(user)), found, user)
		self.assertEqual(self.keys_in(self.packed("Administrator")), {"public", "private", "record"})
		self.assertEqual(self.keys_in(self.packed(OTHER)), {"public"})
		for user in ("Guest", "nobody@example.com"):
			with self.assertRaises((frappe.ValidationError, PackRefused)):
				self.packed(user)

	def test_on_the_command_line(self) -> None:
		"""Another computer trusts the key of the site and searches; neither file addresses nor names of records came along."""
		there, keys = self.folder / "there", Keys(self.folder / "keys")
		keys.trust(site_key().public, "The site")
		file = self.packed("Administrator")
		self.assertNotIn(self.note.name.encode(), file.read_bytes())
		unpack(file, there, keys)
		inputs = LocalIndex(there).inputs()
		self.assertEqual(len(inputs), 3)
		for item in inputs.values():
			self.assertEqual(item.url, "")
			self.assertFalse({"reference_doctype", "reference_name"} & item.metadata.keys())

	def test_changes(self) -> None:
		"""Since a pack of the site; another's is refused, and so is one of another source."""
		first = self.packed("Administrator")
		frappe.db.set_value("Knowledge Input", self.inputs["record"], "disabled", 1)
		second = self.packed("Administrator", "second", first)
		self.assertEqual(self.keys_in(second), {"public", "private"})
		other = records.RecordSource()
		other.add_file(make.make_file("lion", private=False), "lion")
		other.index()
		with self.assertRaises(PackRefused), other.answering():
			making.pack_source(other.name, self.folder / "third", "Administrator", since=first)
		self.assertFalse((self.folder / "third").exists())

	def test_the_key(self) -> None:
		"""It stays the same, only the server's user reads it, and no File can name it."""
		path = artifacts.signing_key()
		self.assertEqual(site_key().public, site_key().public)
		self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)
		self.assertNotIn("files", path.parts)

	def test_nothing_is_indexed(self) -> None:
		"""A sentence, and no file."""
		source = make.make_source()
		with self.assertRaises(frappe.ValidationError):
			making.pack_source(source.name, self.folder / "none", "Administrator")
		with self.assertRaises(frappe.ValidationError):
			making.pack_source("no such source", self.folder / "none", "Administrator")
		self.assertEqual(list(self.folder.iterdir()), [])
