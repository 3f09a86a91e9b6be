"""What a small change reads of what is there."""

from collections import Counter
from pathlib import Path
from unittest.mock import patch

import frappe

from huf.ai.knowledge import indexer
from huf.ai.site import artifacts
from huf.engine.backends.keyword.opened import OpenSegment
from huf.engine.builds import list_builds
from huf.tests import factories as make
from huf.tests.base import CommittingTestCase


class TestUpdateCost(CommittingTestCase):
	def tearDown(self) -> None:
		frappe.db.rollback()
		frappe.delete_doc("Knowledge Source", self.source.name, force=True)
		frappe.db.commit()
		super().tearDown()

	def add(self, text: str) -> None:
		"""Say something more, and have it indexed."""
		values = {"knowledge_source": self.source.name, "input_type": "Text", "text": text}
		frappe.get_doc({"doctype": "Knowledge Input", "title": text, **values}).insert()
		frappe.db.commit()
		indexer.update_source(self.source.artifact_id)

	def test_each_part_of_the_live_index_is_opened_once(self) -> None:
		"""To plan the change, to make it and to tell of it, a job opens the files of the live index a single time."""
		frappe.set_user("Administrator")
		self.source = make.make_source()
		for text in ("The crane is inspected every March.", "The gate opens at six.", "Visitors sign in."):
			self.add(text)
		root = artifacts.source_folder(self.source.artifact_id)
		live = root / list_builds(root)[-1]
		there = {path.stat().st_ino for path in live.rglob("index.sqlite3")}
		opened = Counter[int]()
		init = OpenSegment.__init__

		def counted(self: OpenSegment, folder: Path) -> None:
			opened[(folder / "index.sqlite3").stat().st_ino] += 1
			init(self, folder)

		with patch.object(OpenSegment, "__init__", counted):
			self.add("The lift carries eight persons.")
		self.assertEqual(len(there), 3)
		self.assertEqual([opened[number] for number in there], [1, 1, 1])
