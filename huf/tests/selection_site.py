"""What the tests of selecting and of sync share: sources with selectors, and the jobs done in this process."""

import json
from typing import Any

import frappe

from huf.ai.knowledge.changes import noted
from huf.ai.knowledge.following import jobs
from huf.tests import factories as make
from huf.tests import site_records as records
from huf.tests.base import CommittingTestCase


class SelectionTestCase(CommittingTestCase):
	"""A site with the DocTypes of ``site_records``. What a test made is gone after it."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		records.make_doctypes()
		cls.addClassCleanup(records.delete_cases)

	def setUp(self) -> None:
		super().setUp()
		records.delete_cases()
		self.made: list[str] = []

	def tearDown(self) -> None:
		frappe.set_user("Administrator")
		frappe.db.rollback()
		for name in self.made:
			if frappe.db.exists("Knowledge Source", name):
				frappe.delete_doc("Knowledge Source", name, force=True)
		frappe.db.commit()
		super().tearDown()

	def source(self, *selectors: dict[str, Any], **values: Any) -> Any:
		"""A source with these selectors; filters may be given as a list. Committed, and compared."""
		source = make.make_source(selectors=[self.row(**selector) for selector in selectors], **values)
		self.made.append(source.name)
		self.sync(source)
		return source

	def row(self, **values: Any) -> dict[str, Any]:
		"""A selector of all cases, unless told otherwise."""
		if not isinstance(values.get("filters"), str | None):
			values["filters"] = json.dumps(values["filters"])
		kind = values.setdefault("selector_type", "DocType")
		if kind == "DocType":
			values.setdefault("document_type", records.CASE)
		return values

	def sync(self, source: Any) -> None:
		"""Commit, and do what the sync job would do now."""
		frappe.db.commit()
		jobs.sync_source(source.artifact_id)

	def compare_all(self, source: Any) -> None:
		"""What the nightly comparison does to this source."""
		noted.note_all([source.artifact_id])
		self.sync(source)

	def inputs(self, source: Any, **filters: Any) -> list[Any]:
		"""The selected inputs of a source, by title."""
		return frappe.get_all(
			"Knowledge Input",
			filters={"knowledge_source": source.name, **filters},
			fields=["*"],
			order_by="reference_name, file_record",
			limit_page_length=0,
		)

	def names(self, source: Any) -> list[str]:
		"""The records that are inputs of a source."""
		return [row.reference_name for row in self.inputs(source, input_type="DocType Records")]

	def files(self, source: Any) -> list[str]:
		"""The names of the files that are inputs of a source."""
		return sorted(row.title for row in self.inputs(source, input_type=("in", ("File", "Folder"))))

	def wanted(self, source: Any) -> int:
		return frappe.db.get_value("Knowledge Source", source.name, "wanted_generation")
