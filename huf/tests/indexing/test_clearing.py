"""Emptying a source: what people added goes, what selectors bring stays, and the index is empty and sound afterwards."""

from unittest.mock import patch

import frappe

from huf.ai.knowledge import indexer, retriever
from huf.ai.knowledge.indexing.live import publish
from huf.ai.site import queueing
from huf.huf.doctype.knowledge_source import knowledge_source as methods
from huf.tests import factories as make
from huf.tests.base import CommittingTestCase

MANAGER = "huf-clear-manager@example.com"


class TestClearing(CommittingTestCase):
	"""A Knowledge Manager empties sources of the site."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		make.make_user(MANAGER, "Knowledge Manager")

	def setUp(self) -> None:
		super().setUp()
		for name in ("request_update", "request_rebuild"):
			patcher = patch.object(queueing, name)
			self.addCleanup(patcher.stop)
			setattr(self, name, patcher.start())

	def make_source(self) -> object:
		source = make.make_source()
		self.addCleanup(self.remove, source.name)
		return source

	def remove(self, source: str) -> None:
		for gap in frappe.get_all("Knowledge Gap", {"knowledge_source": source}, pluck="name"):
			frappe.delete_doc("Knowledge Gap", gap)
		frappe.delete_doc("Knowledge Source", source)
		frappe.db.commit()

	def found(self, source: object) -> int:
		with self.acting_as(MANAGER):
			return len(retriever.knowledge_search("otters", knowledge_sources=[source.name])["hits"])

	def make_filled(self) -> object:
		source = self.make_source()
		for number in range(3):
			make.make_text(source, f"Otters number {number} are fed.")
		make.make_text(source, "Disabled otters.", disabled=1)
		frappe.db.commit()
		indexer.update_source(source.artifact_id)
		self.assertEqual(self.found(source), 3)
		return source

	def clear(self, source: object) -> dict:
		with self.acting_as(MANAGER):
			total = methods.count_clearable(source.name)["total"]
			result = methods.clear_source(source.name, total)
		frappe.db.commit()
		return result

	def numbers(self, source: object) -> dict:
		return frappe.db.get_value(
			"Knowledge Source", source.name, ["status", "total_inputs", "total_chunks"], as_dict=True
		)

	def test_all_that_was_added_goes(self) -> None:
		"""Nothing is found at once; the next build is empty and Ready; and the source takes new inputs."""
		source = self.make_filled()
		with self.acting_as(MANAGER):
			self.assertEqual(methods.count_clearable(source.name), {"total": 4, "by_type": {"Text": 4}})
		self.request_update.reset_mock()
		self.assertEqual(self.clear(source)["cleared"], 4)
		self.request_update.assert_called_once_with(source.artifact_id)
		self.assertEqual(self.found(source), 0)
		indexer.update_source(source.artifact_id)
		self.assertEqual(self.numbers(source), {"status": "Ready", "total_inputs": 0, "total_chunks": 0})
		self.assertEqual(self.found(source), 0)
		make.make_text(source, "Otters come back.")
		frappe.db.commit()
		indexer.update_source(source.artifact_id)
		self.assertEqual(self.found(source), 1)

	def test_what_came_since_the_question_saves_all(self) -> None:
		"""If there are more or fewer inputs than the person was told, nothing is deleted."""
		source = self.make_filled()
		for expected in (3, 5, 0, -1):
			with (
				self.acting_as(MANAGER),
				self.assertRaisesRegex(frappe.ValidationError, "Nothing was deleted"),
			):
				methods.clear_source(source.name, expected)
		self.assertEqual(frappe.db.count("Knowledge Input", {"knowledge_source": source.name}), 4)
		self.assertEqual(self.found(source), 3)

	def test_what_selectors_bring_stays(self) -> None:
		"""An input with a selector is neither counted nor deleted."""
		source = self.make_filled()
		kept = frappe.get_all(
			"Knowledge Input", {"knowledge_source": source.name, "disabled": 0}, pluck="name"
		)[0]
		frappe.db.set_value("Knowledge Input", kept, "selector", "row")
		self.assertEqual(self.clear(source)["cleared"], 3)
		left = frappe.get_all("Knowledge Input", {"knowledge_source": source.name}, pluck="name")
		self.assertEqual(left, [kept])
		self.assertEqual(self.found(source), 1)

	def test_a_build_that_runs_brings_nothing_back(self) -> None:
		"""Emptied while a build is about to be published: nothing of it is found, and the build after it is empty."""
		source = self.make_filled()
		make.make_text(source, "Otters of the last minute.")
		frappe.db.commit()
		switch, cleared = publish._switch, []

		def clear_meanwhile(*args: object, **kwargs: object) -> None:
			if not cleared:
				cleared.append(self.clear(source))
				self.found_meanwhile = self.found(source)
			switch(*args, **kwargs)

		with patch.object(publish, "_switch", clear_meanwhile):
			indexer.update_source(source.artifact_id)
		self.assertEqual(cleared[0]["cleared"], 5)
		self.assertEqual(self.found_meanwhile, 0)
		self.assertEqual(self.found(source), 0)
		indexer.update_source(source.artifact_id)
		self.assertEqual(self.numbers(source), {"status": "Ready", "total_inputs": 0, "total_chunks": 0})

	def test_a_verified_answer_is_to_be_verified_anew(self) -> None:
		"""The gap whose answer was in the source keeps the answer, and is no longer verified."""
		source = self.make_source()
		gap = frappe.get_doc(
			{
				"doctype": "Knowledge Gap",
				"question": f"Who feeds otter {frappe.generate_hash(length=8)}?",
				"answer": "Ms Fuchs.",
				"knowledge_source": source.name,
			}
		).insert()
		from huf.ai.gaps.verifying import verify

		verify(gap.name)
		frappe.db.commit()
		with self.acting_as(MANAGER):
			self.assertEqual(methods.count_clearable(source.name)["by_type"], {"Gap Answer": 1})
		self.clear(source)
		gap.reload()
		self.assertEqual((gap.status, gap.knowledge_input, gap.answer), ("Answered", None, "Ms Fuchs."))
		self.assertEqual(gap.knowledge_source, source.name)
