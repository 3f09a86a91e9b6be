"""A newer pack that is worse on the tests of its source is held; the older one answers until a person decides."""

from contextlib import nullcontext
from typing import Any
from unittest.mock import patch

import frappe
from click.testing import CliRunner
from frappe.utils import add_to_date, now_datetime

from huf.ai.knowledge import indexer
from huf.ai.knowledge.packs import again, jobs, manuals
from huf.ai.knowledge.packs.installing import install_update, manifests_of
from huf.ai.quality import gate
from huf.ai.site import artifacts
from huf.commands import packs as commands
from huf.engine.errors import PackRefused
from huf.huf.doctype.knowledge_source.knowledge_source import (
	discard_held_build,
	get_tests,
	publish_held_build,
	rebuild_index,
)
from huf.huf.doctype.knowledge_test_run.knowledge_test_run import compare_answers
from huf.tests import factories as make
from huf.tests.indexing.test_packs import NAME, ROLE, TEXTS, PacksCase, hooked

FORBIDDEN = "salary"
PAY = {"pay.md": "The salary of everybody is paid on Friday."}
HALLS = {f"{number}.md": f"Pallet token{number} stands in hall {number * 3}." for number in range(60)}
LOST = 15
"""Of :data:`HALLS`: as many the newer pack lacks."""


class TestGateOfPacks(PacksCase):
	def write_test(self, question: str, **values: Any) -> None:
		frappe.get_doc(
			{"doctype": "Knowledge Test", "question": question, "knowledge_source": NAME, **values}
		).insert()
		frappe.db.commit()

	def forbid(self, words: str = FORBIDDEN) -> None:
		self.write_test(words, expectation="Must Not Find", passage=words)

	def row(self) -> Any:
		frappe.db.rollback()
		return frappe.db.get_value("Knowledge Source", NAME, "*", as_dict=True)

	def runs(self) -> list[Any]:
		return frappe.get_all(
			"Knowledge Test Run",
			{"knowledge_source": NAME},
			["ruling", "worse", "better", "build", "compared_build", "decision"],
			order_by="creation",
		)

	def kept(self) -> set[str]:
		folder = artifacts.source_folder(self.row().artifact_id) / "packs"
		return {file.name for file in folder.iterdir()}

	def names(self) -> dict[str, str]:
		"""The names of the inputs by their titles."""
		rows = frappe.get_all("Knowledge Input", {"knowledge_source": NAME}, ["title", "name"])
		return {row.title: row.name for row in rows}

	def test_a_worse_one_waits_and_is_published_all_the_same(self) -> None:
		"""Of 60 tests 15 find nothing in the newer pack: it is held, with both answers to each; published, its inputs are the source's."""
		self.install(self.maker.pack(HALLS))
		for title, name in self.names().items():
			self.write_test(f"token{title[:-3]}", expectation="Must Find", knowledge_input=name)
		before, names = self.row(), self.names()
		newer = dict(list(HALLS.items())[LOST:]) | PAY
		self.assertIn(
			"worse than the live index: 15 found later", install_update(self.maker.pack(newer), NAME)
		)
		row = self.row()
		self.assertEqual((row.live_build, row.pack_id), (before.live_build, before.pack_id))
		self.assertIn("worse", row.error_message)
		self.assertEqual((self.names(), row.total_inputs, row.status), (names, 60, "Ready"))
		self.assertIn("3.md", self.titles("token3"))
		self.assertEqual(self.titles(FORBIDDEN), [])
		(run,) = self.runs()
		self.assertEqual((run.ruling, run.worse, run.better), ("Worse", LOST, 0))
		self.assertEqual((run.build, run.compared_build), (row.held_build, row.live_build))
		told = get_tests(NAME)["held"]
		self.assertEqual((told["build"], len(told["tests"])), (row.held_build, LOST))
		answers = compare_answers(told["run"], told["tests"][0]["test"])
		self.assertEqual((answers["live"]["verdict"], answers["held"]["verdict"]), ("Passed", "Failed"))

		publish_held_build(NAME, row.held_build)
		frappe.db.commit()
		indexer.update_source(row.artifact_id)
		now = self.row()
		self.assertEqual((now.live_build, now.held_build, now.status), (row.held_build, None, "Ready"))
		self.assertEqual(now.total_inputs, 46)
		self.assertNotIn("3.md", self.titles("token3"))
		self.assertEqual(self.titles(FORBIDDEN), ["pay.md"])
		self.assertEqual(self.kept(), {now.pack_id})
		self.assertNotEqual(now.pack_id, before.pack_id)
		self.assertEqual([run.decision for run in self.runs()], ["Published"])
		statuses = frappe.get_all("Knowledge Input", {"knowledge_source": NAME}, pluck="status")
		self.assertEqual(set(statuses), {"Indexed"})

	def test_what_a_pack_adds_is_found_by_its_tests(self) -> None:
		"""What must not be found stands in an input that is new: it has no row yet, and holds the pack. Discarded, nothing of it is left."""
		first = self.maker.pack(TEXTS)
		self.install(first)
		self.forbid()
		before = self.row()
		newer = self.maker.pack({**TEXTS, **PAY})
		self.assertIn("must not be found", install_update(newer, NAME))
		told = get_tests(NAME)["held"]
		answers = compare_answers(told["run"], told["tests"][0]["test"])
		self.assertEqual([hit["title"] for hit in answers["held"]["found"]], ["pay.md"])
		self.assertEqual((answers["live"]["found"], self.titles(FORBIDDEN)), ([], []))
		held = self.row().held_build
		# Made again of what it has, the index that answers goes live, and the newer one still waits.
		rebuild_index(NAME)
		frappe.db.commit()
		indexer.rebuild_source(before.artifact_id)
		row = self.row()
		self.assertEqual((row.pack_id, row.held_build), (before.pack_id, held))
		self.assertNotEqual(row.live_build, before.live_build)

		with self.assertRaisesRegex(PackRefused, "only what changed"):
			install_update(self.maker.pack({**TEXTS, **PAY, "x.md": "More."}, since=newer), NAME)
		discard_held_build(NAME, held)
		frappe.db.commit()
		row = self.row()
		self.assertEqual((row.held_build, row.pack_id, row.status), (None, before.pack_id, "Ready"))
		self.assertEqual((self.kept(), sorted(self.names())), ({before.pack_id}, sorted(TEXTS)))
		self.assertFalse(artifacts.build_folder(row.artifact_id, held).exists())
		with self.assertRaises(frappe.ValidationError):
			publish_held_build(NAME, held)

	def test_one_that_is_made_again_of_the_same_packs(self) -> None:
		"""Held, too, if it is worse, and not made over and over: indexing waits for a person."""
		self.install(self.maker.pack(TEXTS))
		before = self.row()
		with patch.object(gate, "reason_to_hold", return_value="It is worse."):
			rebuild_index(NAME)
			frappe.db.commit()
			indexer.rebuild_source(before.artifact_id)
		held = self.row()
		self.assertEqual((held.live_build, held.pack_id), (before.live_build, before.pack_id))
		self.assertIn("It is worse.", held.error_message)
		frappe.db.set_value("Knowledge Source", NAME, "wanted_generation", held.wanted_generation + 1)
		frappe.db.commit()
		with patch.object(again, "is_settled", return_value=False):
			indexer.update_source(before.artifact_id)
		row = self.row()
		self.assertEqual((row.held_build, row.rebuild_wanted, row.indexing_paused), (held.held_build, 0, 1))
		publish_held_build(NAME, row.held_build)
		frappe.db.commit()
		indexer.update_source(before.artifact_id)
		row = self.row()
		self.assertEqual((row.live_build, row.indexing_paused), (held.held_build, 0))
		self.assertEqual((row.status, self.titles("hotel")), ("Ready", ["travel.md"]))

	def test_a_newer_one_takes_the_place_of_a_held_one(self) -> None:
		"""Whether it is held, too, or goes live."""
		self.install(self.maker.pack(TEXTS))
		self.forbid()
		install_update(self.maker.pack({**TEXTS, **PAY}), NAME)
		first = self.row().held_build
		install_update(self.maker.pack({**TEXTS, **PAY, "x.md": "More."}), NAME)
		second = self.row()
		self.assertNotIn(second.held_build, (first, None))
		self.assertEqual(len(self.kept()), 2)
		self.assertEqual(install_update(self.maker.pack({**TEXTS, "x.md": "More."}), NAME), "")
		row = self.row()
		self.assertEqual((row.held_build, self.kept(), row.total_inputs), (None, {row.pack_id}, 4))
		states = frappe.get_all(
			"Knowledge Build", {"name": ("in", (first, second.held_build))}, pluck="state"
		)
		self.assertEqual(states, ["Discarded"] * 2)

	def test_changes(self) -> None:
		"""A tenth of the texts goes live at once; a third, and texts that leave, are judged first. Published, the next changes go upon it."""
		texts = dict(list(HALLS.items())[:10])
		first = self.maker.pack(texts)
		self.install(first)
		self.forbid()
		texts["0.md"] = "Pallet token0 has gone."
		small = self.maker.pack(texts, since=first)
		self.assertEqual((install_update(small, NAME), self.runs()), ("", []))
		for number in range(6, 10):
			del texts[f"{number}.md"]
		large = self.maker.pack({**texts, **PAY}, since=small)
		self.assertIn("must not be found", install_update(large, NAME))
		row = self.row()
		self.assertEqual((row.total_inputs, len(self.kept())), (10, 3))
		publish_held_build(NAME, row.held_build)
		frappe.db.commit()
		indexer.update_source(row.artifact_id)
		self.assertEqual((len(self.names()), len(self.kept())), (7, 3))
		name = self.names()["pay.md"]
		last = {**texts, "pay.md": "The salary is paid on Monday.", "1.md": "Pallet token1 has gone, too."}
		self.assertEqual(install_update(self.maker.pack(last, since=large), NAME), "")
		self.assertEqual(self.names()["pay.md"], name)
		self.assertIn("Monday", self.found(FORBIDDEN)[0].text)

	def test_whoever_brings_it_is_told(self) -> None:
		"""The job of the desk, and the command on the server."""
		self.install(self.maker.pack(TEXTS))
		self.forbid()
		newer = self.maker.pack({**TEXTS, **PAY})
		file = make.make_file(newer.read_bytes(), "newer.hufpack").name
		frappe.db.commit()
		job = jobs._STATES.begin()
		(manifest,) = manifests_of(newer)
		where = {manifest.pack_id: {"update": {"source": NAME, "older": False}}}
		jobs.run_import(job, file=file, where=where)
		told = jobs.read_job(job)
		self.assertEqual((told["state"], told["source"]), ("Done", NAME))
		self.assertIn("must not be found", told["held"])
		with patch.object(commands, "site", lambda context: nullcontext()):
			done = CliRunner().invoke(
				commands.huf_unpack, [str(newer), "--source", NAME], obj=frappe._dict(profile=False)
			)
		self.assertEqual(done.exit_code, 0, done.output)
		self.assertIn("does not answer yet. It finds something that a test says must not", done.output)

	def test_the_manual_of_an_app(self) -> None:
		"""A migration brings a newer one, which is held; the next finds it held and does nothing; discarded, it is judged again once a test has changed."""
		file = self.maker.pack(TEXTS)
		line = {"file": file.name, "name": NAME, "roles": [ROLE]}

		def migrate() -> Any:
			with hooked(self.folder, line), patch("builtins.print") as printed:
				manuals.bring_manuals()
			return self.row(), " ".join(str(call.args[0]) for call in printed.call_args_list)

		before, _said = migrate()
		self.forbid()
		self.maker.pack({**TEXTS, **PAY}).replace(file)
		held, said = migrate()
		self.assertEqual((held.live_build, held.pack_id), (before.live_build, before.pack_id))
		self.assertIn("must not be found", said)
		again, said = migrate()
		self.assertEqual((again.held_build, said), (held.held_build, ""))
		discard_held_build(NAME, held.held_build)
		frappe.db.commit()
		unchanged, said = migrate()
		self.assertEqual((unchanged.held_build, unchanged.live_build), (None, before.live_build))
		self.assertIn("was discarded on its form", said)
		for name in frappe.get_all("Knowledge Test", {"knowledge_source": NAME}, pluck="name"):
			frappe.db.set_value("Knowledge Test", name, "modified", add_to_date(now_datetime(), seconds=2))
		frappe.db.commit()
		later, _said = migrate()
		self.assertNotIn(later.held_build, (None, held.held_build))
		publish_held_build(NAME, later.held_build)
		frappe.db.commit()
		last, said = migrate()
		self.assertEqual((last.live_build, said, self.titles(FORBIDDEN)), (later.held_build, "", ["pay.md"]))
