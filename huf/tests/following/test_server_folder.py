"""A source follows a folder of the server that the site's configuration names."""

import os
import random
import shutil
import tempfile
from pathlib import Path

import frappe

from huf.ai.knowledge.selectors.rows.server_folders import usable_folders
from huf.ai.site.server import folders as server_folders
from huf.engine.content import Content
from huf.huf.doctype.knowledge_input.knowledge_input import reprocess_input
from huf.huf.doctype.knowledge_selector import knowledge_selector
from huf.tests import factories as make
from huf.tests.place_case import KEEPER, MANAGER, WORDS, PlaceTestCase


class TestServerFolder(PlaceTestCase):
	KIND = "Server Folder"
	FIELD = "server_folder"
	NAME = "Books"

	def prepare(self) -> None:
		self.outer = Path(tempfile.mkdtemp(prefix="huf-folder-"))
		self.addCleanup(shutil.rmtree, self.outer)
		self.root = self.outer / "books"
		for number, word in enumerate(WORDS):
			self.write(f"shelf{number % 2}/{number}.txt", f"This file tells of a {word}.")
		self.configure(
			Books={"path": str(self.root), "roles": ["Knowledge Manager"]}, Secrets=str(self.outer)
		)

	def configure(self, **folders) -> None:
		before = frappe.conf.get(server_folders.KEY)
		frappe.conf[server_folders.KEY] = folders
		self.addCleanup(frappe.conf.__setitem__, server_folders.KEY, before)

	def write(self, path: str, text: str) -> None:
		file = self.root / path
		file.parent.mkdir(parents=True, exist_ok=True)
		file.write_text(text)

	def builds(self) -> int:
		return frappe.db.count("Knowledge Build", {"knowledge_source": self.source.name})

	def test_a_folder_is_followed(self) -> None:
		"""Its files are found under their paths; what is new, other, moved or gone is so in the source after one comparison."""
		self.compare()
		self.assertEqual(set(self.held()), {f"Books/shelf{number % 2}/{number}.txt" for number in range(4)})
		[hit] = self.hits("walrus")
		self.assertEqual((hit["title"], hit["metadata"]["extension"]), ("shelf0/0.txt", "txt"))
		self.assertEqual((self.place()["state"], self.place()["indexed"]), ("Compared", 4))
		make.make_user(KEEPER, "Knowledge User")
		with self.acting_as(KEEPER):
			self.assertEqual(self.found("walrus"), 1)
		self.write("shelf0/0.txt", "This file tells of a nightingale now.")
		(self.root / "shelf1" / "1.txt").rename(self.root / "shelf1" / "moved.txt")
		(self.root / "shelf0" / "2.txt").unlink()
		self.write("new.md", "A crocodile.")
		self.compare()
		self.assertEqual([self.found(word) for word in ("nightingale", "elephant", "crocodile")], [1, 1, 1])
		self.assertEqual([self.found(word) for word in ("walrus", "hedgehog")], [0, 0])
		place = self.place()
		self.assertEqual((place["added"], place["changed"], place["removed"]), (2, 1, 2))

	def test_an_exact_mirror(self) -> None:
		"""After many random changes every file is found as it is now, and nothing else is held."""
		chance = random.Random(16)
		for number in range(120):
			self.write(f"many/{number}.txt", f"Number {number}")
		self.compare()
		files = sorted(path for path in self.root.rglob("*.txt"))
		for number in range(40):
			kind, place = chance.choice(["add", "edit", "delete", "move"]), chance.randrange(len(files))
			if kind == "add":
				files.append(self.root / "many" / f"new{number}.txt")
				files[-1].write_text(f"New {number}")
			elif kind == "edit":
				files[place].write_text(f"Edited {number}, longer than before")
			elif kind == "delete":
				files.pop(place).unlink()
			else:
				files[place] = files[place].rename(self.root / "many" / f"moved{number}.txt")
		self.compare()
		rows = frappe.get_all(
			"Knowledge Input", {"knowledge_source": self.source.name}, ["path", "indexed_hash", "status"]
		)
		self.assertEqual(
			{row.path: row.indexed_hash for row in rows},
			{
				f"Books/{file.relative_to(self.root).as_posix()}": Content(file.name, path=file).sha256()
				for file in files
			},
		)
		self.assertEqual({row.status for row in rows}, {"Indexed"})

	def test_a_file_that_was_only_touched(self) -> None:
		"""Another time and the same bytes cost no build."""
		self.compare()
		builds = self.builds()
		os.utime(self.root / "shelf0" / "0.txt", (1, 1))
		self.compare()
		self.assertEqual((self.builds(), set(self.held().values())), (builds, {"Indexed"}))
		self.compare()
		self.assertEqual(self.place()["changed"], 0)

	def test_a_folder_that_is_away(self) -> None:
		"""Not there, empty, or no longer in the configuration: nothing is deleted, a build keeps what was read, and the form says why."""
		self.compare()
		self.root.rename(self.outer / "away")
		self.compare(days=30)
		self.assertIn("not there", self.place()["problem"])
		reprocess_input(self.input_of("Books/shelf0/0.txt"))
		self.index()
		self.assertEqual(self.found("walrus"), 1)
		self.root.mkdir()
		self.compare(days=60)
		self.assertIn("Nothing that is wanted", self.place()["problem"])
		self.configure()
		self.compare(days=90)
		self.assertIn("configuration", self.place()["problem"])
		self.assertEqual((len(self.held()), self.found("elephant")), (4, 1))
		self.assertNotIn(str(self.outer), str(self.place()))

	def test_most_of_it_gone(self) -> None:
		"""More than half at once leaves only when it stays so for a day."""
		self.compare()
		shutil.rmtree(self.root / "shelf0")
		(self.root / "shelf1" / "1.txt").unlink()
		self.compare()
		self.assertEqual((len(self.held()), self.place()["missing"]), (4, 3))
		self.compare(days=2)
		self.assertEqual(set(self.held()), {"Books/shelf1/3.txt"})

	def test_links_lead_nowhere(self) -> None:
		"""What a link leads to is not listed; one that is put in the place of a file later is not read."""
		(self.outer / "secret.txt").write_text("A crocodile.")
		(self.root / "link.txt").symlink_to(self.outer / "secret.txt")
		self.compare()
		self.assertNotIn("Books/link.txt", self.held())
		file = self.root / "shelf0" / "0.txt"
		file.unlink()
		file.symlink_to(self.outer / "secret.txt")
		reprocess_input(self.input_of("Books/shelf0/0.txt"))
		self.index()
		self.assertEqual(self.found("crocodile"), 0)

	def test_a_part_of_it(self) -> None:
		"""A folder in it and patterns choose; paths that lead out are refused."""
		source = self.change_row(subfolder="/shelf0/", exclude_paths="/shelf0/2")
		self.compare(ask=False)
		self.assertEqual(set(self.held()), {"Books/shelf0/0.txt"})
		for wrong in ("../..", "shelf0/../..", ".git"):
			source.reload()
			source.selectors[0].subfolder = wrong
			self.assertRaisesRegex(frappe.ValidationError, "without dots", source.save)

	def test_who_may_name_it(self) -> None:
		"""A role that the configuration names; others learn neither that there is such a folder nor where it is."""
		make.make_user(MANAGER, "Knowledge Manager")
		make.make_user(KEEPER, "Knowledge User")
		self.assertEqual((set(usable_folders(MANAGER)), set(usable_folders(KEEPER))), ({"Books"}, set()))
		with self.acting_as(MANAGER):
			self.assertEqual(knowledge_selector.list_server_folders(), {"folders": ["Books"]})
		self.check_refusals()

	def test_an_author_who_lost_the_role(self) -> None:
		"""The folder is not looked at with the word of somebody who may not use it any more."""
		self.follow_as_manager()
		self.configure(Books={"path": str(self.root), "roles": ["System Manager"]})
		self.write("new.txt", "A crocodile.")
		self.compare()
		self.assertEqual((len(self.held()), self.found("walrus")), (4, 1))
		self.assertIn("may not use this folder", self.place()["problem"])

	def test_a_file_that_a_person_takes_out(self) -> None:
		"""It stays out, also when it changes, until its tombstone is deleted; nobody makes an input of this type by hand."""
		self.compare()
		frappe.delete_doc("Knowledge Input", self.input_of("Books/shelf0/0.txt"))
		self.write("shelf0/0.txt", "This walrus is longer.")
		self.compare()
		self.assertEqual(self.found("walrus"), 0)
		frappe.get_doc("Knowledge Tombstone", {"knowledge_source": self.source.name}).delete()
		self.compare(ask=False)
		self.assertEqual(self.found("walrus"), 1)
		self.check_by_hand("Server File")

	def test_a_row_that_becomes_a_website(self) -> None:
		"""What it brought as a folder leaves, though the website cannot be asked."""
		self.compare()
		source = self.change_row(selector_type="Website", address="http://127.0.0.1:1/sitemap.xml")
		self.compare(ask=False)
		self.assertEqual((self.held(), source.selectors[0].server_folder), ({}, None))

	def test_preview(self) -> None:
		"""It says what would come, and writes nothing."""
		self.check_preview()

	def test_configuration_that_is_wrong(self) -> None:
		"""A relative path, a name with a slash and roles that are none are no folders."""
		self.configure(A="relative", **{"b/c": "/tmp", "": "/tmp"}, D={"path": "/tmp", "roles": "x"}, E=5)
		self.assertEqual(server_folders.server_folders(), {})
		self.assertEqual({name for name, why in server_folders.misread_folders()}, {"A", "b/c", "", "D", "E"})

	def test_configuration_that_became_wrong(self) -> None:
		"""The form says that the folder is named wrongly, without the path; an update keeps what was read."""
		self.compare()
		self.configure(
			Books={"path": str(self.root), "roles": "Knowledge Manager"}, Away=str(self.outer / "no")
		)
		self.compare(days=30)
		self.assertIn("not as it should", self.place()["problem"])
		reprocess_input(self.input_of("Books/shelf0/0.txt"))
		self.index()
		self.assertEqual((len(self.held()), self.found("walrus")), (4, 1))
		self.configure()
		frappe.conf[server_folders.KEY] = [str(self.root)]
		self.compare(days=30)
		self.assertIn("not as it should", self.place()["problem"])
		self.assertEqual(len(self.held()), 4)
