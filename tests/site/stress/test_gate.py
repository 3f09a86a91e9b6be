"""A rebuilt index that is worse on the tests of its source waits for a person; nothing else waits for it, and no kill loses anything."""

import os
import signal

import frappe
import pytest

from huf.ai.knowledge.contents import wanted
from huf.engine.errors import ContentMissing
from huf.huf.doctype.knowledge_source.knowledge_source import (
	discard_held_build,
	get_tests,
	publish_held_build,
	rebuild_index,
	retry_failed,
)
from huf.huf.doctype.knowledge_test_run.knowledge_test_run import compare_answers
from tests.site.stress.harness import MARK, Site, check_exact, text

LOST = 15
"""Of 60 inputs: as many fail in the rebuild."""


@pytest.fixture
def tested(site: Site):
	"""A source with 60 indexed inputs and a test for each, and their texts by name."""
	source = site.source()
	texts = {site.add_text(source.name, text(number), commit=False): text(number) for number in range(60)}
	frappe.db.commit()
	site.index_here(source.artifact_id)
	for number, name in enumerate(texts):
		frappe.get_doc(
			{
				"doctype": "Knowledge Test",
				"question": f"token{number}v0",
				"knowledge_source": source.name,
				"expectation": "Must Find",
				"knowledge_input": name,
			}
		).insert()
	frappe.db.commit()
	return source, texts


@pytest.fixture
def lost(monkeypatch: pytest.MonkeyPatch) -> set[str]:
	"""Names of inputs whose texts cannot be read from now on, as when their files are gone."""
	names: set[str] = set()
	plain = wanted._text_content

	def text_content(row):
		if row.name in names:
			raise ContentMissing("The disk of the files is away.")
		return plain(row)

	monkeypatch.setattr(wanted, "_text_content", text_content)
	return names


def rebuild(site: Site, source) -> None:
	rebuild_index(source.name)
	frappe.db.commit()
	site.index_here(source.artifact_id, rebuild=True)


def runs(site: Site, source):
	site.fresh()
	return frappe.get_all(
		"Knowledge Test Run",
		{"knowledge_source": source.name},
		["name", "ruling", "worse", "better", "build", "compared_build", "decision", "decided_by"],
		order_by="creation",
	)


def test_a_harmless_rebuild_goes_live(site: Site, tested):
	"""A rebuild that finds the same is published, and its run says that it was asked."""
	source, texts = tested
	before = site.row(source.artifact_id).live_build
	rebuild(site, source)
	row = site.row(source.artifact_id)
	assert row.live_build != before and not row.held_build and row.status == "Ready"
	(run,) = runs(site, source)
	assert (run.ruling, run.worse, run.better, run.build) == ("Publish", 0, 0, row.live_build)
	check_exact(site, source.artifact_id, texts)


def test_a_worse_one_waits_and_is_discarded(site: Site, tested, lost):
	"""It is held with the reason; the live one answers and takes changes in; discarded, its files are gone and nothing else is."""
	source, texts = tested
	before = site.row(source.artifact_id).live_build
	lost.update(list(texts)[:LOST])
	rebuild(site, source)
	row = site.row(source.artifact_id)
	assert (row.live_build, row.rebuild_wanted) == (before, 0)
	assert row.held_build and "worse" in row.error_message, row.error_message
	(build,) = site.builds(source.name, state="Held")
	assert (build.name, build.failed) == (row.held_build, LOST)
	(run,) = runs(site, source)
	assert (run.ruling, run.worse, run.better, run.compared_build) == ("Worse", LOST, 0, before)
	assert site.found(MARK, source.name)
	assert not site.queued(source.artifact_id, "long"), "the rebuild is made again"
	site.watchdog()
	assert not site.queued(source.artifact_id, "long"), "the watchdog makes it again"

	told = get_tests(source.name)["held"]
	assert (told["build"], told["run"], len(told["tests"])) == (row.held_build, run.name, LOST)
	assert {(one["before"], one["verdict"]) for one in told["tests"]} == {("Passed", "Failed")}
	answers = compare_answers(run.name, told["tests"][0]["test"])
	assert answers["live"]["verdict"] == "Passed" and answers["live"]["found"]
	assert (answers["held"]["verdict"], answers["held"]["place"]) == ("Failed", 0)

	# A single change is not kept back.
	texts[site.add_text(source.name, text(77, 1))] = text(77, 1)
	site.index_here(source.artifact_id)
	check_exact(site, source.artifact_id, texts)
	assert site.row(source.artifact_id).held_build == build.name

	with pytest.raises(frappe.ValidationError):
		discard_held_build(source.name, before)
	discard_held_build(source.name, build.name)
	frappe.db.commit()
	row = site.row(source.artifact_id)
	assert (row.held_build, row.status) == (None, "Ready"), row.error_message
	assert build.name not in os.listdir(site.folder(source.artifact_id))
	assert site.builds(source.name, state="Discarded")
	assert [(run.decision, run.decided_by) for run in runs(site, source)] == [("Discarded", "Administrator")]
	with pytest.raises(frappe.ValidationError):
		publish_held_build(source.name, build.name)
	check_exact(site, source.artifact_id, texts)


def test_a_worse_one_is_published_all_the_same(site: Site, tested, lost):
	"""Published by a person it answers, and what changed since it was made is indexed upon it by itself."""
	source, texts = tested
	lost.update(list(texts)[:LOST])
	rebuild(site, source)
	held = site.row(source.artifact_id).held_build
	name = list(texts)[-1]
	doc = frappe.get_doc("Knowledge Input", name)
	doc.text = texts[name] = text(59, 4)
	doc.save()
	frappe.db.commit()
	site.index_here(source.artifact_id)
	site.empty_queues()
	publish_held_build(source.name, held)
	frappe.db.commit()
	row = site.row(source.artifact_id)
	assert (row.live_build, row.held_build) == (held, None)
	assert list(texts)[3] not in site.found("token3v0", source.name)
	assert site.queued(source.artifact_id), "what changed since is not queued"
	lost.clear()
	assert retry_failed(source.name)["retried"] == LOST
	frappe.db.commit()
	site.index_here(source.artifact_id)
	check_exact(site, source.artifact_id, texts)
	assert [run.decision for run in runs(site, source)] == ["Published"]


def change_texts(site: Site, texts: dict[str, str], names: list[str], version: int) -> None:
	"""Other texts under the names, which the tests of before do not find."""
	for name in names:
		doc = frappe.get_doc("Knowledge Input", name)
		doc.text = texts[name] = text(500 + list(texts).index(name), version)
		# It was the first line of the text before, and is found as well.
		doc.title = None
		doc.save()
	frappe.db.commit()


def test_an_update_of_much_is_judged(site: Site, tested):
	"""Where more than a fifth of the texts change at once, the tests are asked before it answers; a fifth goes live; additions do, too."""
	source, texts = tested
	before = site.row(source.artifact_id).live_build
	change_texts(site, texts, list(texts)[:12], 1)
	for number in range(100, 130):
		texts[site.add_text(source.name, text(number), commit=False)] = text(number)
	frappe.db.commit()
	site.index_here(source.artifact_id)
	check_exact(site, source.artifact_id, texts)
	live = site.row(source.artifact_id).live_build
	assert live != before and not runs(site, source)

	change_texts(site, texts, list(texts)[20:50], 1)
	site.empty_queues()
	site.index_here(source.artifact_id)
	row = site.row(source.artifact_id)
	assert (row.live_build, row.rebuild_wanted) == (live, 1)
	assert site.queued(source.artifact_id, "long") and not site.queued(source.artifact_id), (
		"it tries again and again"
	)
	assert list(texts)[25] in site.found("token25v0", source.name)
	site.index_here(source.artifact_id, rebuild=True)
	row = site.row(source.artifact_id)
	assert row.live_build == live and row.held_build and "worse" in row.error_message
	site.index_here(source.artifact_id)
	row = site.row(source.artifact_id)
	assert (row.live_build, row.indexing_paused, row.rebuild_wanted) == (live, 1, 0)
	publish_held_build(source.name, row.held_build)
	frappe.db.commit()
	site.index_here(source.artifact_id)
	check_exact(site, source.artifact_id, texts)
	assert [run.ruling for run in runs(site, source)] == ["Worse"]


def test_another_rebuild_takes_the_place_of_a_held_one(site: Site, tested, lost):
	"""The one before is discarded, whether the next is held or goes live."""
	source, texts = tested
	lost.update(list(texts)[:LOST])
	rebuild(site, source)
	first = site.row(source.artifact_id).held_build
	rebuild(site, source)
	second = site.row(source.artifact_id).held_build
	assert second not in (first, None)
	assert [build.name for build in site.builds(source.name, state="Discarded")] == [first]
	lost.clear()
	frappe.db.sql("update `tabKnowledge Test` set disabled = 1 where knowledge_source = %s", source.name)
	frappe.db.commit()
	rebuild(site, source)
	row = site.row(source.artifact_id)
	assert row.held_build is None and row.live_build not in (first, second)
	on_disk = set(os.listdir(site.folder(source.artifact_id)))
	assert not on_disk & {first, second}


def test_few_tests_decide_nothing_but_a_leak_does(site: Site, tested, lost):
	"""With fewer than fifty questions a worse index goes live; one test of what must not be found holds it by itself."""
	source, texts = tested
	names = frappe.get_all("Knowledge Test", {"knowledge_source": source.name}, pluck="name")
	for name in names[:11]:
		frappe.db.set_value("Knowledge Test", name, "disabled", 1)
	frappe.db.commit()
	lost.update(list(texts)[:LOST])
	rebuild(site, source)
	assert runs(site, source)[-1].ruling == "Too Few Questions"
	assert site.row(source.artifact_id).held_build is None

	frappe.get_doc(
		{
			"doctype": "Knowledge Test",
			"question": "token0v0",
			"knowledge_source": source.name,
			"expectation": "Must Not Find",
			"passage": "token0v0",
		}
	).insert()
	frappe.db.commit()
	assert next(iter(texts)) not in site.found("token0v0", source.name)
	lost.clear()
	rebuild(site, source)
	run = runs(site, source)[-1]
	assert run.ruling == "Found Against A Test" and run.better
	row = site.row(source.artifact_id)
	assert row.held_build and "must not be found" in row.error_message
	assert next(iter(texts)) not in site.found("token0v0", source.name)


MOMENTS = 12


def test_killed_at_any_moment(site: Site, tested, lost):
	"""Whatever the moment of a rebuild that will be held, its tests included: the live one answers, and the next job comes to the same end."""
	source, texts = tested
	gone = list(texts)[:LOST]
	environment = {"HUF_REBUILD": "1", "HUF_LOST": ",".join(gone)}
	live = site.row(source.artifact_id).live_build

	def kill_at(step: int) -> int:
		rebuild_index(source.name)
		frappe.db.commit()
		return site.script("kill.py", source.artifact_id, str(step), **environment).wait()

	before = site.log.stat().st_size if site.log.exists() else 0
	assert kill_at(0) == 0
	steps = int(site.log.read_bytes()[before:].split()[-1])
	held = site.row(source.artifact_id).held_build
	assert held
	lost.update(gone)
	for moment in range(1, MOMENTS + 1):
		code = kill_at(steps * moment // (MOMENTS + 1))
		assert code == -signal.SIGKILL, moment
		assert site.found(MARK, source.name)
		site.outlast_lease(source.artifact_id)
		site.watchdog()
		row = site.row(source.artifact_id)
		assert row.live_build == live and row.held_build, moment
		assert row.held_build in os.listdir(site.folder(source.artifact_id))
		if row.held_build == held:
			assert row.rebuild_wanted, moment
			site.index_here(source.artifact_id, rebuild=True)
			row = site.row(source.artifact_id)
		assert row.held_build != held and not row.rebuild_wanted, moment
		held = row.held_build
		assert [build.name for build in site.builds(source.name, state="Held")] == [held]
		assert not site.builds(source.name, state="Staging")
	check_exact(site, source.artifact_id, texts)
	assert len(os.listdir(site.folder(source.artifact_id))) <= 4, "builds or staging folders pile up"
