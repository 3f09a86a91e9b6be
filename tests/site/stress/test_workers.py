"""Jobs on a real site with real RQ workers: nothing is lost, nothing sticks, nothing serves half an index."""

import json
import os
import random
import time

import frappe

from huf.huf.doctype.knowledge_source.knowledge_source import rebuild_index
from tests.site.stress.harness import MARK, SHORT_LEASE_SECONDS, Site, check_exact, text


def test_two_hundred_at_once_with_edits_and_deletes(site: Site):
	"""Two workers, 200 inputs, edits and deletes meanwhile: exactly the wanted texts are found, in a handful of builds."""
	source = site.source()
	began = time.monotonic()
	for _ in range(2):
		site.worker()
	texts = {}
	for number in range(200):
		texts[site.add_text(source.name, text(number))] = text(number)
	names = list(texts)
	chance = random.Random(7)
	for number, name in enumerate(chance.sample(names, 40)):
		site.fresh()
		doc = frappe.get_doc("Knowledge Input", name)
		doc.text = texts[name] = text(1000 + number, 1)
		doc.save()
		frappe.db.commit()
	deleted = chance.sample(names, 30)
	for name in deleted:
		site.delete("Knowledge Input", name)
		del texts[name]
		assert name not in site.found(MARK, source.name) if site.row(source.artifact_id).live_build else True
	row = site.wait_until_built(source.artifact_id, watchdog=False)
	check_exact(site, source.artifact_id, texts)
	assert (row.status, row.total_inputs, row.error_message) == ("Ready", 170, None)
	for name, content in list(texts.items())[::17]:
		assert name in site.found(content.split()[1], source.name)
	builds = site.builds(source.name)
	assert {build.state for build in builds} <= {"Live", "Retired"}
	# The longer the changes take to come, the more builds there are: one in two seconds, not one for each change.
	assert len(builds) <= 20 + (time.monotonic() - began) / 2, (
		"uploads and edits were not collected into builds"
	)


def test_kill_worker_at_random_moments(site: Site, inputs):
	"""kill -9 of worker and work horse at different moments: the live build answers throughout, all of it heals."""
	source, texts = inputs
	site.lease_seconds = SHORT_LEASE_SECONDS
	for round_ in range(6):
		name = list(texts)[round_]
		doc = frappe.get_doc("Knowledge Input", name)
		doc.text = texts[name] = text(500 + round_, round_, size=400_000)
		doc.save()
		frappe.db.commit()
		worker = site.worker()
		site.wait_for(worker.children, "the worker takes the job")
		time.sleep(0.15 * round_)
		worker.kill()
		assert site.found(MARK, source.name)
		site.worker()
		row = site.wait_until_built(source.artifact_id)
		check_exact(site, source.artifact_id, texts)
		assert row.status == "Ready"
		site.end_workers()


def test_search_during_rebuilds(site: Site, inputs, tmp_path):
	"""Rebuilds and updates under constant search: not one answer is empty or failed."""
	source, _ = inputs
	site.worker()
	stop, results = tmp_path / "stop", [tmp_path / f"result{number}" for number in range(2)]
	searchers = [site.script("search.py", source.name, MARK, str(stop), str(path)) for path in results]

	def both_saw(key: str, number: int) -> bool:
		return all(path.exists() and json.loads(path.read_text())[key] >= number for path in results)

	site.wait_for(lambda: both_saw("builds", 1), "both search")
	from huf.huf.doctype.knowledge_source.knowledge_source import rebuild_index

	for number in range(8):
		if number % 2:
			site.add_text(source.name, text(2000 + number))
		else:
			site.fresh()
			rebuild_index(source.name)
			frappe.db.commit()
		site.wait_until_built(source.artifact_id, watchdog=False)
		site.wait_for(
			lambda seen=number + 2: both_saw("builds", seen), "both found something in the new build"
		)
	site.wait_for(lambda: both_saw("searches", 100), "both searched a hundred times")
	stop.touch()
	for path, searcher in zip(results, searchers, strict=True):
		assert searcher.wait() == 0
		counts = json.loads(path.read_text())
		assert (counts["empty"], counts["failed"]) == (0, 0), counts


def test_one_corrupt_pdf_among_fifty(site: Site):
	"""49 are Indexed, the corrupt one is in Error with its reason, the source is Ready."""
	source = site.source()
	for number in range(49):
		site.add_file(source.name, f"note-{number}-{source.name}.txt", text(number).encode())
	broken = site.add_file(source.name, "broken.pdf", b"%PDF-1.7\n" + os.urandom(2000))
	site.worker()
	row = site.wait_until_built(source.artifact_id, watchdog=False)
	assert site.statuses(source.name) == {"Indexed": 49, "Error": 1}
	assert (row.status, row.error_message) == ("Ready", None)
	reason = frappe.db.get_value("Knowledge Input", broken, "error_message")
	assert "cannot be read" in reason and "upload the new file" in reason
	(build,) = (build for build in site.builds(source.name) if build.failed)
	assert frappe.get_doc("Knowledge Build", build.name).failures[0].input == broken


def test_redis_restart(site: Site, inputs):
	"""Redis forgets everything in the middle of a job: the live build answers, and the work is done in the end."""
	source, texts = inputs
	worker = site.worker()
	for number in range(8):
		texts[site.add_text(source.name, text(700 + number, 2, size=600_000), commit=False)] = text(
			700 + number, 2, size=600_000
		)
	frappe.db.commit()
	site.wait_for(lambda: site.row(source.artifact_id).status == "Indexing", "the job runs")
	site.restart_redis()
	assert site.found(MARK, source.name)
	if not worker.is_running:
		site.worker()
	row = site.wait_until_built(source.artifact_id)
	check_exact(site, source.artifact_id, texts)
	assert row.status == "Ready"


def test_database_connections_killed(site: Site, inputs):
	"""MariaDB drops every connection in the middle of a job: a clear error, and the work is done in the end."""
	source, texts = inputs
	site.worker()
	for number in range(8):
		content = text(800 + number, 2, size=600_000)
		texts[site.add_text(source.name, content, commit=False)] = content
	frappe.db.commit()
	site.wait_for(lambda: site.row(source.artifact_id).status == "Indexing", "the job runs")
	killed = site.kill_database_connections()
	assert killed
	assert site.found(MARK, source.name)
	row = site.wait_until_built(source.artifact_id)
	check_exact(site, source.artifact_id, texts)
	assert row.status == "Ready"
	failed = site.builds(source.name, state="Failed")
	assert failed and all("database" in build.error_message for build in failed)


def test_rename_while_indexing(site: Site, inputs):
	"""A source renamed in the middle of a job is indexed and found under its new name."""
	source, texts = inputs
	site.worker()
	for number in range(6):
		content = text(900 + number, 2, size=600_000)
		texts[site.add_text(source.name, content, commit=False)] = content
	frappe.db.commit()
	site.wait_for(lambda: site.row(source.artifact_id).status == "Indexing", "the job runs")
	frappe.clear_cache()  # a rename clears the whole cache as well: the lease must survive both
	new_name = frappe.rename_doc("Knowledge Source", source.name, f"{source.name} renamed")
	frappe.db.commit()
	row = site.wait_until_built(source.artifact_id, watchdog=False)
	assert row.name == new_name
	check_exact(site, source.artifact_id, texts)
	assert site.found(f"token{905}v2", new_name)
	assert {build.state for build in site.builds(new_name)} <= {"Live", "Retired"}, str(
		site.builds(new_name, state="Failed")
	)


def test_delete_source_while_indexing(site: Site, inputs):
	"""A source deleted in the middle of a job leaves no row and no file behind."""
	from huf.ai.site import artifacts

	source, _ = inputs
	site.worker()
	for number in range(6):
		site.add_text(source.name, text(100 + number, 3, size=600_000), commit=False)
	frappe.db.commit()
	site.wait_for(lambda: site.row(source.artifact_id).status == "Indexing", "the job runs")
	site.delete("Knowledge Source", source.name)
	folder = artifacts.source_folder(source.artifact_id)
	site.wait_for(lambda: not folder.exists() and not site.is_leased(source.artifact_id), "the job ends")
	time.sleep(0.5)
	assert not folder.exists()
	for doctype in ("Knowledge Input", "Knowledge Build"):
		assert not frappe.db.exists(doctype, {"knowledge_source": source.name})


def test_cancel(site: Site, inputs):
	"""Cancel stops between inputs: the live build stays, the rest is Pending and waits until somebody asks."""
	from huf.huf.doctype.knowledge_source.knowledge_source import cancel_indexing, retry_failed

	source, texts = inputs
	site.worker()
	live = site.row(source.artifact_id).live_build
	for number in range(40):
		content = text(300 + number, 4, size=700_000)
		texts[site.add_text(source.name, content, commit=False)] = content
	frappe.db.commit()
	site.wait_for(lambda: site.row(source.artifact_id).status == "Indexing", "the job runs")
	cancel_indexing(source.name)
	frappe.db.commit()
	site.wait_for(lambda: site.builds(source.name, state="Cancelled"), "the build is cancelled")
	site.wait_for(lambda: not site.is_leased(source.artifact_id), "the job ends")
	for _ in range(3):
		site.watchdog()
	assert site.queued(source.artifact_id) == []
	row = site.row(source.artifact_id)
	assert (row.status, row.live_build) == ("Ready", live)
	assert "stopped" in row.error_message
	assert site.statuses(source.name) == {"Indexed": 40, "Pending": 40}
	retry_failed(source.name)
	frappe.db.commit()
	site.wait_until_built(source.artifact_id, watchdog=False)
	check_exact(site, source.artifact_id, texts)


def test_an_update_does_not_wait_for_a_rebuild_that_waits(site: Site, inputs):
	"""While a rebuild is only queued, what is new is indexed; the rebuild comes when its queue does."""
	source, texts = inputs
	rebuild_index(source.name)
	added = text(71, 1)
	name = site.add_text(source.name, added)
	texts[name] = added
	site.worker(queue="default")
	site.wait_for(lambda: site.found("token71v1", source.name) >= {name}, "the new input is found")
	row = site.row(source.artifact_id)
	assert row.rebuild_wanted and len(site.queued(source.artifact_id, "long")) == 1
	site.worker(queue="long")
	site.wait_until_built(source.artifact_id)
	assert site.builds(source.name)[-1].kind == "Rebuild"
	check_exact(site, source.artifact_id, texts)
