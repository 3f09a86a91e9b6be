"""Segments are put together beside updates: no answer changes, nothing that is published meanwhile is lost, and a kill costs a folder."""

import os
import signal

import frappe
import pytest

from huf.ai.knowledge.indexing.live import merging
from huf.ai.site.locks import held, merge_lease
from huf.engine.backends.keyword import merging as tiers
from huf.engine.backends.keyword.opened import OpenBuild
from tests.site.stress.harness import MARK, Site, check_exact, text

MOMENTS = 20
CHANGES = 5


def segments(site: Site, artifact_id: str) -> int:
	"""How many the live build has."""
	build = OpenBuild(site.folder(artifact_id) / site.row(artifact_id).live_build)
	try:
		return len(build.segments)
	finally:
		build.close()


def queued(site: Site, artifact_id: str) -> int:
	"""How many merges of the source wait in the lower queue."""
	jobs = site.queued(artifact_id, "long")
	assert all(job.endswith(f"merge_index_{artifact_id}") for job in jobs), jobs
	return len(jobs)


@pytest.fixture
def source(site: Site, monkeypatch: pytest.MonkeyPatch):
	"""A source that changed several times, and its texts by the names of their inputs; three segments are enough to be put together."""
	monkeypatch.setattr(tiers, "MOST_OF_TIER", 2)
	monkeypatch.setattr(tiers, "YOUNG", -1)
	monkeypatch.setattr(merging, "GRACE_SECONDS", 0.0)
	doc = site.source()
	texts = {site.add_text(doc.name, text(n), commit=False): text(n) for n in range(6)}
	frappe.db.commit()
	site.index_here(doc.artifact_id)
	for number in range(CHANGES):
		change(site, doc, texts, number)
	assert segments(site, doc.artifact_id) == CHANGES + 1
	return doc, texts


def change(site: Site, doc, texts: dict[str, str], number: int) -> None:
	"""Change an input, delete one and add one, and index that."""
	site.fresh()
	first, second, *_ = texts
	changed = frappe.get_doc("Knowledge Input", first)
	changed.text = texts[first] = text(10_000 + number, 3)
	changed.save()
	frappe.delete_doc("Knowledge Input", second)
	del texts[second]
	frappe.db.commit()
	texts[site.add_text(doc.name, text(20_000 + number, 3))] = text(20_000 + number, 3)
	site.index_here(doc.artifact_id)


def test_an_update_asks_for_it_and_the_lower_queue_does_it(site: Site, source):
	"""The job is queued behind rebuilds; the source looks as before, but for its segments, and older builds can still be restored."""
	from huf.ai.knowledge.indexing.live.restore import kept_builds

	doc, texts = source
	assert queued(site, doc.artifact_id) == 1
	before, kept = site.row(doc.artifact_id), kept_builds(doc.name)
	row = frappe.get_doc("Knowledge Build", before.live_build).as_dict()
	merging.merge_source(doc.artifact_id)
	after = site.row(doc.artifact_id)
	assert segments(site, doc.artifact_id) == 1 and before.live_build != after.live_build
	same = set(before) - {"live_build", "index_size_bytes"}
	assert {key: before[key] for key in same} == {key: after[key] for key in same}
	now = frappe.get_doc("Knowledge Build", after.live_build).as_dict()
	assert {**now, "name": 0, "bytes": 0} == {**row, "name": 0, "bytes": 0}
	assert not frappe.db.exists("Knowledge Build", before.live_build)
	assert [each["name"] for each in kept_builds(doc.name)[1:]] == [each["name"] for each in kept[1:]]
	assert sorted(os.listdir(site.folder(doc.artifact_id))) == sorted(
		[after.live_build, *(each["name"] for each in kept[1:])]
	)
	check_exact(site, doc.artifact_id, texts)
	change(site, doc, texts, 50)
	check_exact(site, doc.artifact_id, texts)


def test_an_update_meanwhile_is_not_held_up_and_stays(site: Site, source, monkeypatch: pytest.MonkeyPatch):
	"""While segments are put together updates are published; the merge is taken in on top of them."""
	doc, texts = source
	plain, rounds, numbers = merging._take_in, iter(range(2)), iter(range(60, 70))

	def take_in(artifact_id, merge):
		if next(rounds, None) is not None:
			change(site, doc, texts, next(numbers))
			assert site.row(doc.artifact_id).status == "Ready"
			check_exact(site, doc.artifact_id, texts)
		return plain(artifact_id, merge)

	monkeypatch.setattr(merging, "_take_in", take_in)
	merging.merge_source(doc.artifact_id)
	assert segments(site, doc.artifact_id) <= 3
	check_exact(site, doc.artifact_id, texts)


def test_a_rebuild_meanwhile_drops_it(site: Site, source, monkeypatch: pytest.MonkeyPatch):
	"""What was put together of the old index never comes into the new one."""
	from huf.huf.doctype.knowledge_source.knowledge_source import rebuild_index

	doc, texts = source
	plain = merging._take_in

	def take_in(artifact_id, merge):
		rebuild_index(doc.name)
		frappe.db.commit()
		site.index_here(doc.artifact_id, rebuild=True)
		took = plain(artifact_id, merge)
		assert not took
		return took

	monkeypatch.setattr(merging, "_take_in", take_in)
	merging.merge_source(doc.artifact_id)
	assert segments(site, doc.artifact_id) == 1
	check_exact(site, doc.artifact_id, texts)


def test_one_merge_at_a_time(site: Site, source):
	"""Who finds the source being merged leaves it to the other; one that was stopped is not merged."""
	doc, _ = source
	live = site.row(doc.artifact_id).live_build
	with held(merge_lease(doc.artifact_id)):
		merging.merge_source(doc.artifact_id)
	assert site.row(doc.artifact_id).live_build == live
	frappe.db.set_value("Knowledge Source", doc.name, "indexing_paused", 1)
	frappe.db.commit()
	merging.merge_source(doc.artifact_id)
	assert site.row(doc.artifact_id).live_build == live


def test_at_night_every_source_is_looked_at(site: Site, source):
	"""What no update asked for is queued, once."""
	doc, _ = source
	site.empty_queues()
	frappe.cache.delete_keys("huf_knowledge_ticket")
	merging.merge_at_night()
	merging.merge_at_night()
	assert queued(site, doc.artifact_id) == 1
	merging.merge_source(doc.artifact_id, thoroughly=True)
	site.empty_queues()
	merging.merge_at_night()
	assert not queued(site, doc.artifact_id)


def test_killed_at_each_step(site: Site, source):
	"""Whatever the moment: the live build answers and holds what it should, and the next merge clears up and does the work."""
	doc, texts = source
	before = site.log.stat().st_size if site.log.exists() else 0
	assert site.script("kill.py", doc.artifact_id, "0", HUF_MERGE="1").wait() == 0
	steps = int(site.log.read_bytes()[before:].split()[-1])
	assert steps >= MOMENTS and segments(site, doc.artifact_id) == 1
	for moment in range(1, MOMENTS + 1):
		for number in range(2):
			change(site, doc, texts, 100 * moment + number)
		step = 1 + (steps - 1) * (moment - 1) // (MOMENTS - 1)
		code = site.script("kill.py", doc.artifact_id, str(step), HUF_MERGE="1").wait()
		assert code in (-signal.SIGKILL, 0), site.log.read_text()[-2000:]
		assert code or step > 0.7 * steps, f"ended before step {step} of {steps}"
		assert site.found(MARK, doc.name) == set(texts)
		check_exact(site, doc.artifact_id, texts)
		assert site.row(doc.artifact_id).status == "Ready"
		for key in (b"huf_knowledge_lease:", b"huf_knowledge_merge:"):
			# As their time would.
			frappe.cache.expire(frappe.cache.make_key((key + doc.artifact_id.encode()).decode()), 0)
		site.watchdog()
		site.index_here(doc.artifact_id)
		merging.merge_source(doc.artifact_id)
		check_exact(site, doc.artifact_id, texts)
		change(site, doc, texts, 100 * moment + 50)
		left = set(os.listdir(site.folder(doc.artifact_id)))
		assert len(left) <= 3 and not [name for name in left if name.startswith(".")], left
