"""Documents that are in an index only in part: named by every search to those who may see them, and counted on the source."""

from unittest.mock import patch

import frappe

from huf.ai.knowledge.indexing.state.source_status import derive_source_status
from huf.ai.knowledge.status.stats import source_stats_for
from huf.ai.site import queueing, settings
from huf.engine.builds import BuildSettings
from huf.engine.chunkers import ChunkSettings
from huf.patches import drop_storage_mode, lift_the_limit_of_chunks
from huf.tests import factories as make
from huf.tests.access.test_record_rights import MANAGER, OTHER, USER, RecordRightsCase
from huf.tests.base import CommittingTestCase, SiteTestCase

LIMITED = BuildSettings(ChunkSettings("recursive", 100, 0, "characters"), max_chunks_per_input=1)


class TestWhoIsTold(RecordRightsCase):
	"""Two articles, the note of one user and a text that is everybody's; only a part of each is in the index."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		texts = cls.source.texts
		texts.update({key: (text * 20, metadata) for key, (text, metadata) in texts.items()})
		cls.source.index(LIMITED)
		frappe.db.set_value(
			"Knowledge Input", {"knowledge_source": cls.source.name}, "status", "Partially Indexed"
		)

	def test_a_search_names_what_may_be_seen(self) -> None:
		"""Whatever is found, the result names the documents of which a part is missing, and no other than may be read."""
		seen = {
			USER: {"north", "south", "note", "plain"},
			OTHER: {"north", "south", "plain"},
			MANAGER: {"plain"},
			"Guest": set(),
		}
		names = {name: key for key, name in self.inputs.items()}
		for user, expected in seen.items():
			for query in ("zebra", "a word of no document"):
				with self.subTest(user=user, query=query):
					found = self.source.search(user, query)
					self.assertEqual({names[one.input] for one in found.partly_read}, expected)
					self.assertEqual(len(found.notes), int(bool(expected)))
					self.assertTrue(all(hit.partly_read for hit in found.hits))
					told = frappe.as_json(found.to_dict())
					for name in set(names) - {one.input for one in found.partly_read}:
						self.assertNotIn(name, told)

	def test_the_numbers(self) -> None:
		"""The form counts for each reader what they may read; the number on the source is a manager's."""
		for user, expected in ((USER, 4), (OTHER, 3), (MANAGER, 4)):
			self.assertEqual(source_stats_for(self.source.name, user)["inputs_partly_read"], expected)
		derive_source_status(self.source.doc.artifact_id, working=False)
		for user, expected in ((USER, None), (MANAGER, 4)):
			with self.acting_as(user):
				doc = frappe.get_doc("Knowledge Source", self.source.name)
				doc.apply_fieldlevel_read_permissions()
				self.assertEqual(doc.get("partly_read_inputs"), expected)


class TestTheLimit(SiteTestCase):
	"""Chunks per input, in Agent Settings."""

	def test_there_is_none_by_default(self) -> None:
		"""0, on a new site as on one whose settings were never saved."""
		self.assertEqual(frappe.get_meta("Agent Settings").get_field("max_chunks_per_input").default, "0")
		frappe.db.delete("Singles", {"doctype": "Agent Settings", "field": "max_chunks_per_input"})
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		self.assertEqual(settings.get_settings().max_chunks_per_input, 0)

	def test_another_limit_asks_for_an_update(self) -> None:
		"""Sources with inputs that are cut, or would be, are compared again when the limit changes; others are not."""
		sources = {}
		for key, values in {
			"cut": {"status": "Partially Indexed", "chunks_created": 5},
			"long": {"status": "Indexed", "chunks_created": 9},
			"short": {"status": "Indexed", "chunks_created": 2},
		}.items():
			source = make.make_source()
			make.make_text(source).db_set(values)
			sources[source.artifact_id] = key
		for limit, expected in ((4, {"cut", "long"}), (0, {"cut"})):
			with patch.object(queueing, "request_update") as asked:
				doc = frappe.get_doc("Agent Settings")
				doc.max_chunks_per_input = limit
				doc.save()
			self.assertEqual(
				{sources[call.args[0]] for call in asked.call_args_list if call.args[0] in sources}, expected
			)
		with patch.object(queueing, "request_update") as asked:
			frappe.get_doc("Agent Settings").save()
		asked.assert_not_called()

	def test_the_patch(self) -> None:
		"""The old default goes, another limit stays, and what had a message is indexed again; twice changes nothing more."""
		source = make.make_source()
		rows = {key: make.make_text(source) for key in ("noted", "whole", "failed")}
		rows["noted"].db_set({"status": "Indexed", "error_message": "Page 2 could not be read."})
		rows["whole"].db_set({"status": "Indexed", "error_message": None})
		rows["failed"].db_set({"status": "Error", "error_message": "Broken."})
		for before, after in ((500, 0), (700, 700), (0, 0)):
			frappe.db.set_single_value("Agent Settings", "max_chunks_per_input", before)
			lift_the_limit_of_chunks.execute()
			lift_the_limit_of_chunks.execute()
			self.assertEqual(settings.get_settings().max_chunks_per_input, after)
		states = {
			key: frappe.db.get_value("Knowledge Input", row.name, "status") for key, row in rows.items()
		}
		self.assertEqual(states, {"noted": "Pending", "whole": "Indexed", "failed": "Error"})


class TestWhatIsGone(CommittingTestCase):
	"""Fields that did nothing."""

	def test_storage_mode_is_gone(self) -> None:
		"""The column of the field that did nothing is not there any more; the patch may run again."""
		drop_storage_mode.execute()
		columns = frappe.db.get_table_columns("Knowledge Source")
		self.assertNotIn("storage_mode", columns)
