"""What a small change reads of what is there."""

from collections import Counter
from pathlib import Path
from unittest.mock import patch

import frappe

from huf.ai.knowledge import indexer, maintenance
from huf.ai.knowledge.contents import wanted
from huf.ai.knowledge.contents.wanted import WantedState, Which, read_wanted
from huf.ai.knowledge.indexing.live import restore
from huf.ai.knowledge.indexing.making.batches import as_many_as_fit
from huf.ai.knowledge.indexing.making.builder import make_plan
from huf.ai.knowledge.indexing.recipe import recipes
from huf.ai.site import artifacts, queueing
from huf.engine.backends.keyword.opened import OpenSegment
from huf.engine.builds import list_builds, read_inputs
from huf.huf.doctype.knowledge_source.knowledge_source import retry_failed
from huf.patches import compare_what_was_asked_for_before
from huf.tests import factories as make
from huf.tests.base import CommittingTestCase

TEXTS = ("The crane is inspected every March.", "The gate opens at six.", "Visitors sign in.")


class TestUpdateCost(CommittingTestCase):
	def setUp(self) -> None:
		super().setUp()
		for name in ("request_update", "queue_update"):
			patcher = patch.object(queueing, name)
			self.addCleanup(patcher.stop)
			patcher.start()
		self.source = make.make_source()
		self.inputs = [make.make_text(self.source, text, title=text) for text in TEXTS]
		self.index()

	def tearDown(self) -> None:
		frappe.db.rollback()
		frappe.delete_doc("Knowledge Source", self.source.name, force=True)
		frappe.db.commit()
		super().tearDown()

	def index(self) -> list[set[str]]:
		"""Let the job do what is to be done; the inputs that it read the rows of, each time it looked."""
		read: list[set[str]] = []

		def noting(artifact_id: str, which: Which = Which.ALL) -> WantedState | None:
			state = read_wanted(artifact_id, which)
			read.append(set(state.rows) if state else set())
			return state

		frappe.db.commit()
		with patch.object(indexer, "read_wanted", noting):
			indexer.update_source(self.source.artifact_id)
		return read

	def live(self) -> Path:
		"""The folder of the index that answers."""
		live = frappe.db.get_value("Knowledge Source", self.source.name, "live_build")
		return artifacts.build_folder(self.source.artifact_id, live)

	def check_agrees(self) -> None:
		"""A comparison of all inputs finds nothing to do."""
		state = read_wanted(self.source.artifact_id)
		plan = make_plan(state, self.live(), recipes.recipe_of_live(state.source))
		self.assertTrue(plan.is_empty, plan)

	def test_each_part_of_the_live_index_is_opened_once(self) -> None:
		"""To plan the change, to make it and to tell of it, a job opens the files of the live index a single time."""
		for text in ("Boats are let by the hour.", "Dogs stay outside."):
			make.make_text(self.source, text, title=text)
			self.index()
		root = artifacts.source_folder(self.source.artifact_id)
		live = root / list_builds(root)[-1]
		there = {path.stat().st_ino for path in live.rglob("index.sqlite3")}
		opened = Counter[int]()
		init = OpenSegment.__init__

		def counted(self: OpenSegment, folder: Path) -> None:
			opened[(folder / "index.sqlite3").stat().st_ino] += 1
			init(self, folder)

		make.make_text(self.source, "The lift carries eight persons.")
		with patch.object(OpenSegment, "__init__", counted):
			self.index()
		self.assertEqual(len(there), 3)
		self.assertEqual([opened[number] for number in there], [1, 1, 1])

	def test_a_change_reads_no_other_input(self) -> None:
		"""What is new, has another text, is described anew or is asked for again is read alone."""
		crane, gate, visitors = self.inputs
		new = make.make_text(self.source, "The lift carries eight persons.")
		self.assertEqual(self.index(), [{new.name}])
		gate.text = "The gate opens at seven."
		gate.save()
		self.assertEqual(self.index(), [{gate.name}])
		crane.reload()
		crane.metadata = "project = Alpha"
		crane.save()
		self.assertEqual(self.index(), [{crane.name}])
		self.assertEqual(read_inputs(self.live())[crane.name].metadata["project"], "Alpha")
		frappe.db.set_value("Knowledge Input", visitors.name, "status", "Error")
		retry_failed(self.source.name)
		self.assertEqual(self.index(), [{visitors.name}])
		self.assertEqual(self.index(), [])
		self.check_agrees()

	def test_lengths_of_texts(self) -> None:
		"""A comparison of all inputs has no text read; how long one is, is asked of those alone that are about to be indexed."""
		asked: list[str] = []
		sql = frappe.db.sql

		def noting(query: str, values: object = (), *args: object, **kwargs: object) -> object:
			if "octet_length" in query.lower() or "i.text" in query:
				asked.extend(*values)
			return sql(query, values, *args, **kwargs)

		frappe.db.commit()
		with patch.object(frappe.db, "sql", noting):
			state = read_wanted(self.source.artifact_id)
			self.assertEqual(asked, [])
			first, last = self.inputs[0], self.inputs[2]
			self.assertEqual(
				list(state.sizes([last.name, first.name])),
				[(last.name, len(TEXTS[2])), (first.name, len(TEXTS[0]))],
			)
			self.assertEqual(asked, [last.name, first.name])
			with patch.object(wanted, "_SIZES_AT_ONCE", 1):
				taken = as_many_as_fit(state.inputs, state, len(TEXTS[0]))
		self.assertEqual([item.key for item in taken], [first.name])
		self.assertEqual(asked[2:], [first.name, self.inputs[1].name])

	def test_what_left(self) -> None:
		"""A deleted and a disabled input leave the index, and no other is read for it."""
		crane, gate, visitors = self.inputs
		crane.delete()
		self.assertEqual(self.index(), [set()])
		gate.reload()
		gate.disabled = 1
		gate.save()
		self.assertEqual(self.index(), [set()])
		self.assertEqual(set(read_inputs(self.live())), {visitors.name})
		gate.disabled = 0
		gate.save()
		self.assertEqual(self.index(), [{gate.name}])
		self.assertEqual(set(read_inputs(self.live())), {gate.name, visitors.name})
		self.check_agrees()

	def test_what_nobody_told_is_found_at_night(self) -> None:
		"""SQL tells of no change: what it deleted or wrote is found where all inputs are compared, and that is asked for only after changes."""
		crane, gate, visitors = self.inputs
		frappe.db.sql("delete from `tabKnowledge Input` where name = %s", crane.name)
		frappe.db.sql("update `tabKnowledge Input` set document_kind = 'Rule' where name = %s", gate.name)
		new = make.make_text(self.source, "The lift carries eight persons.")
		self.assertEqual(self.index(), [{new.name}])
		self.assertIn(crane.name, read_inputs(self.live()))
		maintenance.compare_indexes()
		self.assertEqual(self.index(), [{gate.name, visitors.name, new.name}])
		found = read_inputs(self.live())
		self.assertEqual(set(found), {gate.name, visitors.name, new.name})
		self.assertEqual(found[gate.name].metadata["kind"], "Rule")
		maintenance.compare_indexes()
		self.assertEqual(self.index(), [])

	def test_after_an_older_index_was_restored(self) -> None:
		"""It may say other things of its inputs, and hold some that are gone: the next update looks at all of them."""
		crane, gate, visitors = self.inputs
		before = self.live().name
		gate.reload()
		gate.document_kind = "Rule"
		gate.save()
		crane.delete()
		self.index()
		restore.restore(self.source.name, before)
		self.assertIn(crane.name, read_inputs(self.live()))
		new = make.make_text(self.source, "The lift carries eight persons.")
		self.assertEqual(self.index(), [{gate.name, visitors.name, new.name}])
		self.check_agrees()

	def test_files_of_the_index_that_are_gone(self) -> None:
		"""Where there is nothing to go upon, all inputs are read, whatever the change."""
		live = self.live()
		self.inputs[0].text = "The crane is inspected every May."
		self.inputs[0].save()
		live.rename(live.with_name("away"))
		self.assertEqual(self.index(), [{self.inputs[0].name}, {doc.name for doc in self.inputs}])
		self.assertEqual(set(read_inputs(self.live())), {doc.name for doc in self.inputs})

	def test_what_was_asked_for_before_changes_said_what_they_are_about(self) -> None:
		"""A source that was behind when the app was updated compares all of its inputs once."""
		frappe.db.sql(
			"update `tabKnowledge Source` set wanted_generation = wanted_generation + 1 where name = %s",
			self.source.name,
		)
		compare_what_was_asked_for_before.execute()
		self.assertEqual(self.index(), [{doc.name for doc in self.inputs}])
		compare_what_was_asked_for_before.execute()
		self.inputs[0].reload().save()
		self.assertEqual(self.index(), [])
