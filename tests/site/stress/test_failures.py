"""Each way a build can fail, and what is left afterwards: the live build, a reason, and a way on."""

import os
import signal

import frappe
import pytest
from frappe.utils import add_days, now_datetime
from frappe.utils.background_jobs import create_job_id, get_queue
from rq.timeouts import JobTimeoutException

from huf.ai.knowledge import indexer, maintenance, status
from huf.ai.knowledge.indexing.live import publish
from huf.ai.knowledge.indexing.making import batches, builder
from huf.ai.knowledge.indexing.state import retries
from huf.ai.site import artifacts
from huf.huf.doctype.knowledge_input.knowledge_input import reprocess_input
from huf.huf.doctype.knowledge_source.knowledge_source import (
	list_builds,
	rebuild_index,
	restore_build,
	retry_failed,
)
from tests.site.stress.harness import MARK, SHORT_LEASE_SECONDS, Site, check_exact, text


def test_disk_full(site: Site, inputs):
	"""No room while staging: the build fails by name, the live one answers, and the work is done once there is room."""
	source, texts = inputs
	added = text(70, 1, size=300_000)
	texts[site.add_text(source.name, added)] = added
	assert site.script("limited.py", source.artifact_id, "200000").wait() != 0
	(failed,) = site.builds(source.name, state="Failed")
	assert failed.error_code == "Storage Full"
	row = site.row(source.artifact_id)
	assert (row.status, row.error_message) == ("Pending", failed.error_message)
	assert site.statuses(source.name) == {"Indexed": 40, "Pending": 1}
	assert site.found(MARK, source.name)
	assert not [name for name in os.listdir(site.folder(source.artifact_id)) if name.startswith(".")]
	site.index_here(source.artifact_id)
	check_exact(site, source.artifact_id, texts)
	assert site.row(source.artifact_id).error_message is None


def test_an_input_that_takes_too_long(site: Site, inputs, monkeypatch):
	"""When the time-out strikes twice over one input alone, it says so and what to do, and keeps nothing waiting."""
	source, texts = inputs
	large = site.add_text(source.name, text(71, 1))

	def struck(*arguments):
		raise JobTimeoutException("Task exceeded maximum timeout value")

	monkeypatch.setattr(builder, "_run", struck)
	for expected in ("Pending", "Error"):
		with pytest.raises(JobTimeoutException):
			site.index_here(source.artifact_id)
		assert frappe.db.get_value("Knowledge Input", large, "status") == expected
	assert "longer than 30 minutes, twice" in frappe.db.get_value("Knowledge Input", large, "error_message")
	monkeypatch.undo()
	added = text(73, 1)
	texts[site.add_text(source.name, added)] = added
	site.index_here(source.artifact_id)
	assert site.statuses(source.name) == {"Indexed": 41, "Error": 1}
	assert site.row(source.artifact_id).status == "Ready"


def test_queue_timeout(site: Site, inputs, monkeypatch):
	"""The queue's time-out in the middle of a build: the row says so, it rises to the queue, and it is tried again."""
	source, texts = inputs
	added = text(71, 1)
	texts[site.add_text(source.name, added)] = added
	real = builder._run

	def struck(*arguments):
		real(*arguments)
		raise JobTimeoutException("Task exceeded maximum timeout value (300 seconds)")

	monkeypatch.setattr(builder, "_run", struck)
	with pytest.raises(JobTimeoutException):
		site.index_here(source.artifact_id)
	monkeypatch.undo()
	assert site.builds(source.name)[-1].error_code == "Interrupted"
	assert site.row(source.artifact_id).status == "Pending"
	site.watchdog()
	assert len(site.queued(source.artifact_id)) == 1
	site.index_here(source.artifact_id)
	check_exact(site, source.artifact_id, texts)


def test_job_lost_on_its_way_to_a_worker(site: Site, inputs):
	"""A worker killed between taking a job and starting it leaves a job that says it waits; the watchdog queues another."""
	source, texts = inputs
	added = text(88, 1)
	texts[site.add_text(source.name, added)] = added
	queue = get_queue("default")
	(lost,) = site.queued(source.artifact_id)
	assert queue.connection.lrem(queue.key, 1, lost) == 1
	assert queue.fetch_job(lost).get_status() == "queued"
	site.watchdog()
	(other,) = site.queued(source.artifact_id)
	assert other != lost
	site.watchdog()
	assert site.queued(source.artifact_id) == [other]
	site.index_here(source.artifact_id)
	check_exact(site, source.artifact_id, texts)


def test_rebuild_in_which_everything_fails(site: Site):
	"""Such a rebuild never replaces a good index and never ends Ready; new inputs are indexed all the same."""
	source = site.source()
	names = [site.add_file(source.name, f"{source.name}-{n}.txt", text(n).encode()) for n in range(5)]
	site.index_here(source.artifact_id)
	live = site.row(source.artifact_id).live_build
	for name in names:
		record = frappe.db.get_value("Knowledge Input", name, "file_record")
		os.remove(frappe.get_doc("File", record).get_full_path())
	rebuild_index(source.name)
	frappe.db.commit()
	with pytest.raises(builder.EverythingFailed, match="keeps answering"):
		site.index_here(source.artifact_id, rebuild=True)
	row = site.row(source.artifact_id)
	assert (row.status, row.live_build, row.rebuild_wanted) == ("Error", live, 0)
	assert "None of the 5 inputs" in row.error_message
	assert site.found(MARK, source.name) == set(names)
	added = site.add_text(source.name, text(50))
	site.index_here(source.artifact_id)
	assert site.found(MARK, source.name) == {*names, added}
	assert site.row(source.artifact_id).status == "Ready"


def test_only_failures_is_error(site: Site):
	"""A source whose every input failed is in Error; once one is mended it is Ready; Retry Failed tries again."""
	source = site.source()
	broken = [site.add_file(source.name, f"b{n}.pdf", b"%PDF-1.4 " + bytes([n + 65]) * 50) for n in range(2)]
	site.index_here(source.artifact_id)
	row = site.row(source.artifact_id)
	assert row.status == "Error" and "None of the inputs" in row.error_message
	builds = len(site.builds(source.name))
	assert retry_failed(source.name)["retried"] == 2
	frappe.db.commit()
	site.index_here(source.artifact_id)
	assert len(site.builds(source.name)) == builds + 1
	site.add_text(source.name, text(1))
	site.index_here(source.artifact_id)
	assert site.row(source.artifact_id).status == "Ready"
	assert site.builds(source.name)[-1].wanted == 1, "inputs that failed are not tried again by every job"
	frappe.delete_doc("Knowledge Input", broken[0])
	frappe.db.commit()
	site.index_here(source.artifact_id)
	assert site.statuses(source.name) == {"Error": 1, "Indexed": 1}


def test_input_that_kills_its_worker(site: Site, inputs):
	"""An input that ends its worker every time is cornered and set to Error; everything else is indexed."""
	source, texts = inputs
	site.lease_seconds = SHORT_LEASE_SECONDS
	killer = site.add_text(source.name, text(99, 9), commit=False)
	for number in range(60, 66):
		added = text(number, 2)
		texts[site.add_text(source.name, added, commit=False)] = added
	frappe.db.commit()
	for _ in range(20):
		if frappe.db.get_value("Knowledge Input", killer, "status") == "Error":
			break
		site.script("kill.py", source.artifact_id, "0", HUF_KILLER=killer).wait()
		site.wait_for(lambda: not site.is_leased(source.artifact_id), "the dead worker's lease runs out")
		site.watchdog()
	assert "ended its worker" in frappe.db.get_value("Knowledge Input", killer, "error_message")
	site.index_here(source.artifact_id)
	assert site.statuses(source.name) == {"Indexed": 46, "Error": 1}
	assert site.found("token65v2", source.name)
	assert site.row(source.artifact_id).status == "Ready"
	reprocess_input(killer)
	frappe.db.commit()
	site.index_here(source.artifact_id)
	assert frappe.db.get_value("Knowledge Input", killer, "status") == "Indexed"


def test_giving_up_and_asking_again(site: Site, inputs, monkeypatch):
	"""A lasting error is tried a few times, then the source is in Error until somebody asks; then it works again."""
	source, texts = inputs
	added = text(72, 1)
	texts[site.add_text(source.name, added)] = added

	def broken(*_):
		raise RuntimeError("a bug")

	monkeypatch.setattr(builder, "_run", broken)
	monkeypatch.setattr(retries, "WAIT_MINUTES", (0,))
	for _ in range(retries.MAX_LASTING_FAILURES):
		site.empty_queues()
		site.watchdog()
		assert len(site.queued(source.artifact_id)) == 1
		with pytest.raises(RuntimeError, match="a bug"):
			site.index_here(source.artifact_id)
	site.empty_queues()
	site.watchdog()
	assert site.queued(source.artifact_id) == []
	row = site.row(source.artifact_id)
	assert row.status == "Error" and "a bug" in row.error_message
	assert site.found(MARK, source.name)
	monkeypatch.undo()
	retry_failed(source.name)
	frappe.db.commit()
	assert len(site.queued(source.artifact_id)) == 1
	site.index_here(source.artifact_id)
	check_exact(site, source.artifact_id, texts)
	assert site.row(source.artifact_id).status == "Ready"


def test_restore(site: Site, inputs):
	"""A kept build can be restored; what changed since is Pending and waits until somebody asks."""
	source, texts = inputs
	name, other = list(texts)[:2]
	first = site.row(source.artifact_id).live_build
	doc = frappe.get_doc("Knowledge Input", name)
	doc.text = text(80, 1)
	doc.save()
	frappe.delete_doc("Knowledge Input", other)
	frappe.db.commit()
	site.index_here(source.artifact_id)
	assert [build["restorable"] for build in list_builds(source.name)] == [False, True]
	restore_build(source.name, first)
	row = site.row(source.artifact_id)
	assert (row.live_build, row.status, row.indexing_paused) == (first, "Ready", 1)
	assert site.found("token0v0", source.name) == {name}
	assert site.found("token1v0", source.name) == set(), "a deleted input stays deleted"
	site.watchdog()
	assert site.queued(source.artifact_id) == [], "nothing starts by itself after a restore"
	with pytest.raises(frappe.ValidationError, match="no kept build"):
		restore_build(source.name, "20200101T000000-00000000")
	retry_failed(source.name)
	frappe.db.commit()
	site.index_here(source.artifact_id)
	texts[name] = text(80, 1)
	del texts[other]
	check_exact(site, source.artifact_id, texts)


def test_files_lost(site: Site, inputs):
	"""An index deleted from the disk is named by the search, never answered as empty, and made again."""
	source, texts = inputs
	artifacts.remove_source_folder(source.artifact_id)
	(skipped,) = site.search(MARK, source.name)["skipped"]
	assert skipped["code"] == "Index Missing"
	assert not site.folder(source.artifact_id).exists(), "a search made a file"
	added = text(81, 1)
	texts[site.add_text(source.name, added)] = added
	site.index_here(source.artifact_id)
	check_exact(site, source.artifact_id, texts)


def test_changed_settings_wait_for_a_rebuild(site: Site, inputs):
	"""New chunk settings show as Rebuild Required; inputs are added as the live build was made; a rebuild applies them."""
	source, texts = inputs
	doc = frappe.get_doc("Knowledge Source", source.name)
	doc.chunk_size, doc.chunk_overlap = 100, 10
	doc.save()
	frappe.db.commit()
	assert site.row(source.artifact_id).status == "Rebuild Required"
	before = site.row(source.artifact_id).total_chunks
	added = text(82, 1)
	texts[site.add_text(source.name, added)] = added
	site.index_here(source.artifact_id)
	row = site.row(source.artifact_id)
	assert (row.status, row.rebuild_wanted) == ("Rebuild Required", 0)
	assert site.builds(source.name)[-1].wanted == 1
	assert row.total_chunks < before * 1.2
	rebuild_index(source.name)
	frappe.db.commit()
	site.index_here(source.artifact_id, rebuild=True)
	row = site.row(source.artifact_id)
	assert row.status == "Ready" and row.total_chunks > before * 2
	check_exact(site, source.artifact_id, texts)


def test_batches(site: Site, monkeypatch):
	"""More than one build can take is taken in parts, each published; the time slice hands the rest to a fresh job."""
	source = site.source()
	texts = {site.add_text(source.name, text(n), commit=False): text(n) for n in range(12)}
	frappe.db.commit()
	site.empty_queues()
	monkeypatch.setattr(batches, "FIRST_BATCH_BYTES", 8_500)
	monkeypatch.setattr(batches.Pace, "measured", lambda self, size, seconds: None)
	monkeypatch.setattr(indexer, "TIME_SLICE", 0.0)
	frappe.cache.delete_keys("huf_")
	site.index_here(source.artifact_id)
	counts = site.statuses(source.name)
	assert 0 < counts["Indexed"] < 12 and counts["Pending"] == 12 - counts["Indexed"]
	assert len(site.found(MARK, source.name)) == counts["Indexed"]
	assert len(site.queued(source.artifact_id)) == 1, "the rest was not handed over"
	for _ in range(5):
		site.index_here(source.artifact_id)
	check_exact(site, source.artifact_id, texts)
	assert {build.wanted for build in site.builds(source.name)} <= {3, 4}


def test_busy_source_is_nobodys_error(site: Site, inputs):
	"""A job that finds the source busy changes nothing and leaves one follow-up."""
	from huf.ai.site.locks import held, source_lease

	source, texts = inputs
	added = text(83, 1)
	name = site.add_text(source.name, added)
	site.empty_queues()
	with held(source_lease(source.artifact_id)):
		site.index_here(source.artifact_id)
		site.index_here(source.artifact_id)
		assert frappe.db.get_value("Knowledge Input", name, ["status", "error_message"]) == ("Pending", None)
		assert len(site.queued(source.artifact_id)) == 1
	site.index_here(source.artifact_id)
	texts[name] = added
	check_exact(site, source.artifact_id, texts)


def test_two_hundred_inputs_are_one_job(site: Site):
	"""Inputs added while a job waits need no job of their own; one added while it runs does."""
	from huf.ai.site import queueing

	source = site.source()
	first = site.add_text(source.name, text(0))
	for number in range(1, 200):
		site.add_text(source.name, text(number), commit=number % 10 == 0)
	frappe.db.commit()
	(job,) = site.queued(source.artifact_id)
	assert job == create_job_id(f"process_input_{first}")
	queueing.tear_up_ticket("update", source.artifact_id)
	late = site.add_text(source.name, text(200))
	assert site.queued(source.artifact_id) == [job, create_job_id(f"process_input_{late}")]
	get_queue("default").empty()
	later = site.add_text(source.name, text(201))
	assert site.queued(source.artifact_id) == [create_job_id(f"process_input_{later}")], (
		"a flushed queue blocks requests"
	)


def test_orphans(site: Site, inputs):
	"""The clean-up deletes what no row knows and is old enough, and nothing else."""
	source, texts = inputs
	root = artifacts.knowledge_root()
	old = add_days(now_datetime(), -8).timestamp()
	made = {
		"old orphan": root / ("a" * 32),
		"new orphan": root / ("b" * 32),
		"not ours": root / "notes",
		"old build": site.folder(source.artifact_id) / "20200101T000000-0123abcd",
		"new build": site.folder(source.artifact_id) / "20200101T000001-0123abcd",
		"staging": site.folder(source.artifact_id) / ".staging-20200101T000000-0123abcd",
	}
	for name, folder in made.items():
		folder.mkdir()
		if not name.startswith("new"):
			os.utime(folder, (old, old))
	os.utime(site.folder(source.artifact_id), (old, old))
	maintenance.clean_orphans()
	left = {name for name, folder in made.items() if folder.exists()}
	for name in left:
		made[name].rmdir()
	assert left == {"new orphan", "not ours", "new build"}
	check_exact(site, source.artifact_id, texts)


def test_delete_that_is_refused_keeps_the_index(site: Site, inputs):
	"""The files of a source go with the commit of its deletion; a transaction that is undone keeps them."""
	source, texts = inputs
	frappe.delete_doc("Knowledge Source", source.name)
	frappe.db.rollback()
	check_exact(site, source.artifact_id, texts)
	folder = site.folder(source.artifact_id)
	frappe.delete_doc("Knowledge Source", source.name)
	frappe.db.commit()
	assert not folder.exists()


def test_fence_without_a_lease(site: Site, inputs, monkeypatch):
	"""Even two writers that both believe in their lease cannot undo each other's work."""
	source, texts = inputs
	added = text(84, 1)
	texts[site.add_text(source.name, added)] = added
	real = builder._run

	def overtaken(*arguments):
		monkeypatch.undo()
		result = real(*arguments)
		frappe.cache.delete_keys("huf_knowledge_lease")
		other = text(85, 1)
		texts[site.add_text(source.name, other)] = other
		site.index_here(source.artifact_id)
		monkeypatch.setattr("huf.ai.site.locks.Lease.check", lambda self: None)
		return result

	monkeypatch.setattr(builder, "_run", overtaken)
	with pytest.raises(publish.Overtaken):
		site.index_here(source.artifact_id)
	monkeypatch.undo()
	site.index_here(source.artifact_id)
	check_exact(site, source.artifact_id, texts)


def test_no_status_sticks(site: Site, inputs):
	"""Whatever statuses a dead worker left, the watchdog derives them anew."""
	source, texts = inputs
	status.start_build(
		"20200101T000000-00000001", source.name, "Rebuild", wanted=40, fingerprint="", settings="{}"
	)
	frappe.db.sql(
		"update `tabKnowledge Input` set status = 'Processing' where knowledge_source = %s", source.name
	)
	frappe.db.sql(
		"update `tabKnowledge Source` set status = 'Rebuilding', progress_total = 40 where name = %s",
		source.name,
	)
	frappe.db.commit()
	site.watchdog()
	row = site.row(source.artifact_id)
	assert (row.status, row.progress_total) == ("Pending", 0)
	assert site.statuses(source.name) == {"Pending": 40}
	assert site.found(MARK, source.name)
	site.index_here(source.artifact_id)
	check_exact(site, source.artifact_id, texts)


def test_search_imports_nothing_heavy(site: Site, inputs):
	"""A process that only searches imports neither LiteLLM nor llama-index."""
	source, _ = inputs
	assert site.script("imports.py", source.name, MARK, cold=True).wait() == 0


def test_worker_ends_cleanly_when_told(site: Site, inputs):
	"""SIGTERM lets a worker finish its job first."""
	source, texts = inputs
	worker = site.worker()
	added = text(86, 1, size=600_000)
	texts[site.add_text(source.name, added)] = added
	site.wait_for(worker.children, "the worker takes the job")
	os.kill(worker.pid, signal.SIGTERM)
	worker.wait()
	check_exact(site, source.artifact_id, texts)
