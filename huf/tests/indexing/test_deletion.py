"""A source goes with all that belongs to it, in few statements, however much that is."""

import json
import re
from pathlib import Path
from unittest.mock import patch

import frappe

from huf.ai.site.database import deletion
from huf.tests import factories as make
from huf.tests.base import SiteTestCase

MANY = 2000


def insert_rows(doctype: str, rows: list[dict]) -> None:
	"""Rows without their controllers, which would take minutes for as many as these tests need."""
	fields = ["name", "creation", "modified", "owner", "modified_by", *rows[0]]
	now = frappe.utils.now()
	fixed = (now, now, "Administrator", "Administrator")
	values = [(frappe.generate_hash(length=16), *fixed, *row.values()) for row in rows]
	if "name" in rows[0]:
		fields.remove("name")
		values = [value[1:] for value in values]
	frappe.db.bulk_insert(doctype, fields, values)


def count(doctype: str, **filters: object) -> int:
	"""Rows now, whoever asks."""
	return frappe.db.count(doctype, filters)


class TestDeletion(SiteTestCase):
	"""Deleting a Knowledge Source."""

	def delete_and_count(self, source: object) -> tuple[list[str], int]:
		"""Delete the source; the methods of the jobs that were queued, and the number of statements."""
		jobs, statements = [], []
		run = frappe.db.sql

		def enqueue(method: object, *args: object, **kwargs: object) -> None:
			jobs.append(method)

		def sql(query: object, *args: object, **kwargs: object) -> object:
			statements.append(query)
			return run(query, *args, **kwargs)

		with (
			patch("frappe.enqueue", enqueue),
			patch("huf.ai.site.queueing.enqueue", enqueue),
			patch.object(frappe.db, "sql", sql),
		):
			frappe.delete_doc("Knowledge Source", source.name)
		return jobs, len(statements)

	def test_thousands_of_inputs(self) -> None:
		"""2,000 inputs and 300 builds go with one job and a few hundred statements, and leave no trace."""
		source = make.make_source()
		names = [f"input-{number:05d}" for number in range(MANY)]
		inputs = [
			{"name": name, "knowledge_source": source.name, "input_type": "Text", "source_hash": name}
			for name in names
		]
		insert_rows("Knowledge Input", inputs)
		builds = [{"name": f"build-{number}", "knowledge_source": source.name} for number in range(300)]
		insert_rows("Knowledge Build", builds)
		failures = [
			{"parent": build["name"], "parenttype": "Knowledge Build", "parentfield": "failures"}
			for build in builds
		]
		insert_rows("Knowledge Build Failure", failures)
		for other, doctype_field, name_field in (*deletion.BELONGING, *deletion.MENTIONING[::2]):
			rows = [{doctype_field: "Knowledge Input", name_field: name} for name in names[::100]]
			insert_rows(other, rows)
		jobs, statements = self.delete_and_count(source)
		self.assertEqual(jobs, ["frappe.model.delete_doc.delete_dynamic_links"])
		self.assertLess(statements, 300)
		self.assertFalse(count("Knowledge Input", knowledge_source=source.name))
		self.assertFalse(count("Knowledge Build", knowledge_source=source.name))
		self.assertFalse(count("Knowledge Build Failure", parent=("like", "build-%")))
		for other, _, name_field in (*deletion.BELONGING, *deletion.MENTIONING):
			self.assertFalse(count(other, **{name_field: ("in", names)}), other)

	def test_the_neighbours_stay(self) -> None:
		"""Inputs of another source, their files, comments and tags are untouched."""
		source, other = make.make_source(), make.make_source()
		make.make_text(source)
		kept = make.make_file_input(other, make.make_file("Kept"))
		kept.add_comment("Comment", "Mine")
		kept.add_tag("mine")
		self.delete_and_count(source)
		kept.reload()
		self.assertTrue(count("File", attached_to_name=kept.name))
		self.assertTrue(count("Comment", reference_name=kept.name, comment_type="Comment"))
		self.assertTrue(count("Tag Link", document_name=kept.name))

	def test_files_go_as_frappe_lets_them_go(self) -> None:
		"""A File uploaded for an input goes, from the disk too; shared bytes and a File of another document stay."""
		source = make.make_source()
		alone, twin = make.make_file("Alone"), make.make_file("Twin")
		elsewhere = make.make_file("Named", attached_to_doctype="User", attached_to_name="Guest")
		other_twin = make.make_file("Twin", attached_to_doctype="User", attached_to_name="Guest")
		for file in (alone, twin, elsewhere):
			make.make_file_input(source, file)
		paths = {file.name: Path(file.get_full_path()) for file in (alone, elsewhere, other_twin)}
		# Frappe gives the input a File record of its own where it names one of another document.
		attached = set(frappe.get_all("File", {"attached_to_doctype": "Knowledge Input"}, pluck="name"))
		self.assertEqual(len(attached), 3)
		with patch("frappe.core.doctype.file.file.File.on_trash", autospec=True) as on_trash:
			jobs, _ = self.delete_and_count(source)
		self.assertEqual(jobs, ["frappe.model.delete_doc.delete_dynamic_links"])
		# The event of Frappe and of apps that keep files elsewhere: once for each File that goes.
		self.assertEqual({call.args[0].name for call in on_trash.call_args_list}, attached)
		self.assertFalse(count("File", name=("in", sorted(attached))))
		self.assertEqual(count("File", name=("in", [elsewhere.name, other_twin.name])), 2)
		self.assertFalse(paths[alone.name].exists())
		self.assertTrue(paths[elsewhere.name].exists())
		self.assertTrue(paths[other_twin.name].exists())

	def test_an_input_can_be_restored(self) -> None:
		"""What somebody typed is kept as a Deleted Document and comes back after its source did."""
		from frappe.core.doctype.deleted_document.deleted_document import restore

		source = make.make_source("Restorable")
		text = 'Quotes " and \\ backslashes,\nnew lines, ümlauts and 漢字.'
		typed = make.make_text(source, text, title="Letters")
		self.delete_and_count(source)
		kept = {
			doctype: frappe.get_last_doc(
				"Deleted Document", {"deleted_doctype": doctype, "deleted_name": name}
			)
			for doctype, name in (("Knowledge Source", "Restorable"), ("Knowledge Input", typed.name))
		}
		self.assertEqual(json.loads(kept["Knowledge Input"].data)["text"], text)
		for deleted in kept.values():
			restore(deleted.name, alert=False)
		again = frappe.get_doc("Knowledge Input", {"knowledge_source": "Restorable"})
		self.assertEqual((again.text, again.title, again.status), (text, "Letters", "Pending"))

	def test_every_table_that_frappe_clears_is_cleared(self) -> None:
		"""The tables here are those that Frappe's own clean-up after a deletion touches."""
		touched = set()
		run = frappe.db.sql

		def sql(query: object, *args: object, **kwargs: object) -> object:
			text = str(query).replace("`", "").lower().split()
			if text[0] in ("update", "delete"):
				touched.add(re.split(r"[`\"]", str(query))[1])
			return run(query, *args, **kwargs)

		with patch.object(frappe.db, "sql", sql):
			frappe.model.delete_doc.delete_dynamic_links("Knowledge Input", "nobody")
		known = {f"tab{other}" for other, *_ in (*deletion.BELONGING, *deletion.MENTIONING)}
		self.assertGreater(len(touched), 5)
		self.assertLessEqual(touched, known)
