"""Packs of several sources in one file: made on a site, and imported all or none, each with rights of the importer's choosing."""

import json
import os
import shutil
from contextlib import nullcontext
from pathlib import Path
from typing import Any
from unittest.mock import patch

import frappe
from click.testing import CliRunner

from huf.ai.knowledge import maintenance
from huf.ai.knowledge.packs import desk, installing, made
from huf.ai.knowledge.packs.installing import install_update, manifests_of
from huf.ai.knowledge.packs.keys import site_key
from huf.ai.site import artifacts
from huf.commands import packs as commands
from huf.engine.builds.folders import STAGING
from huf.engine.errors import PackRefused, StorageFull
from huf.engine.packs import PackAs, look_into, write_bundle
from huf.tests.indexing.test_packs import KEY, MANAGER, NAME, OUTSIDER, ROLE, TEXTS, USER, Maker, PacksCase

BOATS = "Packed Boats"
TEXTS_OF_BOATS = {"boat.md": "The boat is painted in June.", "pier.md": "The pier is closed in winter."}


class TestBundles(PacksCase):
	def setUp(self) -> None:
		super().setUp()
		self.boats = Maker(self.folder, described=PackAs("00112233445566bb", BOATS))

	def bundle(self, *packs: Path, name: str = "all.hufpack") -> Path:
		"""One file of these packs."""
		target = self.folder / name
		target.unlink(missing_ok=True)
		write_bundle(target, KEY, "All we know", packs)
		return target

	def imported(self, file: Path, user: str = MANAGER, **values: Any) -> dict[str, Any]:
		"""What the job of an import from the desk ends with."""
		url = self.upload(file, user)
		places = values.pop("places", None) or [
			{"pack_id": one.pack_id, "source_name": one.title} for one in manifests_of(file)
		]
		return self.followed(lambda: desk.import_pack(url, packs=places, roles=[ROLE], **values), user)

	def test_all_of_a_file(self) -> None:
		"""Each pack is a source of its own, with the roles that were chosen; what is told beforehand is of each."""
		file = self.bundle(self.maker.pack(TEXTS), self.boats.pack(TEXTS_OF_BOATS))
		with self.acting_as(MANAGER):
			told = desk.look_into_pack(self.upload(file, MANAGER))
		self.assertEqual((told["title"], told["maker"]), ("All we know", "Head Office"))
		self.assertEqual(
			[(one["title"], one["passages"], one["sources"]) for one in told["packs"]],
			[(NAME, 3, []), (BOATS, 2, [])],
		)
		done = self.imported(file)
		self.assertEqual(
			(done["state"], done.get("sources")),
			("Done", [{"source": NAME, "held": ""}, {"source": BOATS, "held": ""}]),
			done,
		)
		self.assertEqual(self.titles("hotel night"), ["travel.md"])
		self.assertEqual([hit.title for hit in self.found("boat", source=BOATS)], ["boat.md"])
		self.assertEqual(self.found("boat", OUTSIDER, BOATS), [])

	def test_new_and_newer_in_one(self) -> None:
		"""One goes into the source that an older pack made, which keeps its name and rights, and one becomes a source."""
		first = self.maker.pack(TEXTS)
		self.install(first)
		changes = self.maker.pack({**TEXTS, "phones.md": "Phones are paid."}, since=first)
		file = self.bundle(changes, self.boats.pack(TEXTS_OF_BOATS))
		of_rules, of_boats = manifests_of(file)
		places = [
			{"pack_id": of_boats.pack_id, "source_name": "At the Sea"},
			{"pack_id": of_rules.pack_id, "knowledge_source": NAME},
		]
		done = self.imported(file, places=json.dumps(places))
		self.assertEqual(done["state"], "Done", done)
		self.assertEqual(self.titles("phones"), ["phones.md"])
		self.assertTrue(self.found("pier", source="At the Sea"))

	def test_all_or_none(self) -> None:
		"""Whatever stops one of them, at any moment, leaves rows and files as they were; the error names the one."""
		first = self.maker.pack(TEXTS)
		self.install(first)
		newer = self.maker.pack({**TEXTS, "phones.md": "Phones are paid."})
		file = self.bundle(newer, self.boats.pack(TEXTS_OF_BOATS))
		of_rules, of_boats = manifests_of(file)
		where = {
			of_rules.pack_id: installing.Update(NAME),
			of_boats.pack_id: installing.NewSource(BOATS),
		}
		real = installing.install_pack

		def full(pack: Any, *args: Any, **values: Any) -> Any:
			if pack.manifest.pack_id == of_boats.pack_id:
				raise StorageFull("The disk is full.")
			return real(pack, *args, **values)

		def interrupted(*args: Any) -> None:
			raise KeyboardInterrupt

		with self.nothing_changes(), self.acting_as(MANAGER):
			with (
				patch.object(installing, "install_pack", full),
				self.assertRaisesRegex(PackRefused, f"“{BOATS}” could not be installed.*full"),
			):
				installing.install_file(file, where)
			with (
				patch.object(installing.status, "set_pack_manual", interrupted),
				self.assertRaises(KeyboardInterrupt),
			):
				installing.install_file(file, where)
			for places in (
				{of_rules.pack_id: installing.Update(NAME)},
				{**where, "0" * 16: installing.NewSource("More")},
				{
					of_rules.pack_id: installing.NewSource("Same"),
					of_boats.pack_id: installing.NewSource("Same"),
				},
			):
				self.assertRaises(PackRefused, installing.install_file, file, places)
			self.assertRaisesRegex(PackRefused, "several sources", install_update, file, NAME)
		self.assertEqual(self.titles("phones"), [])

	def test_nobody_reaches_further(self) -> None:
		"""Over the desk: no source that the caller may not write, no place twice or missing, no pack that the file has not."""
		self.install(self.maker.pack(TEXTS))
		file = self.bundle(self.maker.pack(TEXTS), self.boats.pack(TEXTS_OF_BOATS))
		rules, boats = (
			{"pack_id": one.pack_id, "source_name": f"New {one.title}"} for one in manifests_of(file)
		)
		with self.nothing_changes():
			into = {"pack_id": rules["pack_id"], "knowledge_source": NAME}
			with self.assertRaises(frappe.PermissionError):
				self.imported(file, OUTSIDER, places=[into, boats])
			for places in (
				[rules],
				[rules, rules],
				[rules, boats, boats],
				[rules, {"pack_id": "0" * 16, "source_name": "x"}],
				[rules, {"source_name": "x"}],
				[rules, {**boats, "scope": "Site"}],
				[rules, {**boats, "source_name": ["x"]}],
				"[1, 2]",
				"{",
			):
				with self.assertRaises(frappe.ValidationError):
					self.imported(file, places=places)
			for name in frappe.get_all("File", {"file_name": ("like", "%hufpack%")}, pluck="name"):
				frappe.delete_doc("File", name)

	def test_what_a_killed_import_left(self) -> None:
		"""Goes in the second night, and what a job has just unpacked stays."""
		old, new = (artifacts.knowledge_root() / f"{STAGING}bundle-{name}" for name in ("old", "new"))
		for folder in (old, new):
			folder.mkdir(parents=True)
			(folder / "1.hufpack").write_bytes(b"x")
		os.utime(old, (0, 0))
		maintenance.clean_orphans()
		self.assertEqual((old.exists(), new.exists()), (False, True))
		shutil.rmtree(new)

	def test_made_of_several(self) -> None:
		"""One file of what its maker finds in each, noted for each source where it went; of one that the maker may not pack, none is made."""
		self.install(self.maker.pack(TEXTS))
		self.install(self.boats.pack(TEXTS_OF_BOATS), name=BOATS)
		with self.acting_as(USER), self.assertRaises(frappe.PermissionError):
			desk.make_pack(knowledge_sources=[NAME, BOATS])
		with self.acting_as(MANAGER):
			for values in ({"since": "0" * 16}, {"since_file": "/private/files/x"}):
				with self.assertRaises(frappe.ValidationError):
					desk.make_pack(knowledge_sources=[NAME, BOATS], **values)
		done = self.followed(lambda: desk.make_pack(knowledge_sources=json.dumps([NAME, BOATS])), MANAGER)
		self.assertEqual((done["state"], done["sources"], done["inputs"]), ("Done", 2, 5), done)
		file = Path(frappe.get_site_path(done["file_url"].lstrip("/")))
		_bundle, manifests = look_into(file, lambda key: key == site_key().public)
		self.assertEqual([one.title for one in manifests], [NAME, BOATS])
		artifact_id = frappe.db.get_value("Knowledge Source", BOATS, "artifact_id")
		boat = frappe.db.get_value("Knowledge Input", {"knowledge_source": BOATS, "title": "boat.md"})
		(noted,) = made.packs_with(artifact_id, boat)
		self.assertEqual((noted["pack_id"], noted["is_there"]), (manifests[1].pack_id, True))
		file.unlink()
		(noted,) = made.packs_with(artifact_id, boat)
		self.assertFalse(noted["is_there"])

	def test_one_that_cannot_be_packed(self) -> None:
		"""Then none is made, the error names it, and no note says that another was handed out."""
		self.install(self.maker.pack(TEXTS))
		frappe.get_doc({"doctype": "Knowledge Source", "source_name": BOATS, "scope": "Site"}).insert()
		frappe.db.commit()
		done = self.followed(lambda: desk.make_pack(knowledge_sources=[NAME, BOATS]), MANAGER)
		self.assertEqual(done["state"], "Failed")
		self.assertIn(f"“{BOATS}” could not be packed", done["problem"])
		artifact_id = frappe.db.get_value("Knowledge Source", NAME, "artifact_id")
		self.assertEqual(
			made.bases(artifact_id, frappe.db.get_value("Knowledge Source", NAME, "live_build")), []
		)
		self.assertEqual(list(Path(frappe.get_site_path("private", "files")).glob("2-sources-*")), [])
		self.assertFalse(
			[one for one in artifacts.knowledge_root().iterdir() if one.name.startswith(".pack-")]
		)

	def test_on_the_server(self) -> None:
		"""By ``bench``: several sources into one file, and such a file imported; again it goes into the sources that it made."""

		def run(command: Any, *arguments: str) -> Any:
			with (
				patch.object(commands, "site", lambda context: nullcontext()),
				self.acting_as("Administrator"),
			):
				return CliRunner().invoke(command, arguments, obj=frappe._dict(profile=False))

		file = self.bundle(self.maker.pack(TEXTS), self.boats.pack(TEXTS_OF_BOATS))
		done = run(commands.huf_unpack, str(file), "--role", ROLE)
		self.assertEqual(done.exit_code, 0, done.output)
		self.assertIn(f"{BOATS}: Ready, 2 inputs, 2 passages. Made by Head Office.", done.output)
		newer = self.bundle(self.maker.pack({"travel.md": "No hotel."}), self.boats.pack(TEXTS_OF_BOATS))
		done = run(commands.huf_unpack, str(newer))
		self.assertEqual(done.exit_code, 0, done.output)
		self.assertEqual(frappe.db.count("Knowledge Source"), 2)
		self.assertIn("No hotel", self.found("hotel")[0].text)
		self.assertNotEqual(run(commands.huf_unpack, str(newer), "--name", "x").exit_code, 0)
		first, second = self.folder / "first.hufpack", self.folder / "second.hufpack"
		done = run(commands.huf_pack, NAME, BOATS, str(first), "--title", "Ours")
		self.assertEqual(done.exit_code, 0, done.output)
		self.assertIn(f"{BOATS}: 2 of 2 inputs, 2 passages.", done.output)
		done = run(commands.huf_pack, NAME, BOATS, str(second), "--since", str(first))
		self.assertIn(f"{BOATS}: 0 of 2 inputs, 0 passages.", done.output)
		self.assertNotEqual(run(commands.huf_pack, NAME, NAME, str(self.folder / "x")).exit_code, 0)
