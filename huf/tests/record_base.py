"""What the tests of records share: a source, DocTypes with fields of every kind, and inputs as a selector brings them."""

from typing import Any
from unittest.mock import patch

import frappe

from huf.ai.knowledge.contents.wanted import read_wanted
from huf.ai.site import queueing
from huf.engine.types import WantedInput
from huf.tests import factories as make
from huf.tests import record_doctypes as given
from huf.tests.base import SiteTestCase


class RecordTestCase(SiteTestCase):
	"""A source, and the DocTypes of ``record_doctypes``."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		given.make_doctypes()

	@classmethod
	def tearDownClass(cls) -> None:
		super().tearDownClass()
		given.drop_doctypes()

	def setUp(self) -> None:
		super().setUp()
		with patch.object(queueing, "request_update"):
			self.source = make.make_source()

	def add(self, doc: Any, **values: Any) -> str:
		"""An input for this record, as a selector brings it; its name."""
		row = frappe.get_doc(
			{
				"doctype": "Knowledge Input",
				"name": frappe.generate_hash(length=10),
				"knowledge_source": self.source.name,
				"input_type": "DocType Records",
				"title": doc.name,
				"reference_doctype": doc.doctype,
				"reference_name": doc.name,
				"selected_key": frappe.generate_hash(length=64),
				"status": "Pending",
				**values,
			}
		)
		row.db_insert()
		return row.name

	def wanted(self, name: str) -> WantedInput:
		"""What the job would index for this input."""
		with patch.object(frappe.db, "rollback"):
			state = read_wanted(self.source.artifact_id)
		return next(item for item in state.inputs if item.key == name)
