"""Files of an index that are gone or damaged: a kept build answers, the source says so, and is made again by itself."""

import shutil
from pathlib import Path

import frappe
import pytest

from huf.ai.knowledge import indexer, maintenance
from huf.ai.knowledge.indexing.live import damage
from huf.ai.knowledge.retriever import knowledge_search
from huf.ai.knowledge.searching.reading_on import read_as
from huf.ai.site import artifacts
from huf.engine.search.opened.open_builds import drop_reader
from huf.huf.doctype.knowledge_source.knowledge_source import cancel_indexing, rebuild_index, restore_build
from tests.site.stress.harness import MARK, Site, check_exact, text


def live_folder(site: Site, artifact_id: str) -> Path:
	return artifacts.build_folder(artifact_id, site.row(artifact_id).live_build)


def build_row(site: Site, name: str):
	site.fresh()
	return frappe.db.get_value("Knowledge Build", name, "*", as_dict=True)


def flip(file: Path) -> None:
	"""Change one byte in the middle of the file, as a disk might."""
	data = bytearray(file.read_bytes())
	data[len(data) // 2] ^= 0xFF
	file.write_bytes(data)


def own_file(folder: Path) -> Path:
	"""A file that the build shares with no other one: of what its change wrote."""
	(file,) = [file for file in folder.rglob("index.sqlite3") if file.stat().st_nlink == 1]
	return file


def damage_it(folder: Path, how: str) -> None:
	if how == "folder gone":
		shutil.rmtree(folder)
	elif how == "file gone":
		(folder / "postings.bin").unlink()
	elif how == "cut off":
		with own_file(folder).open("r+b") as file:
			file.truncate(5000)
	else:
		flip(own_file(folder))
	# What this process has open it goes on reading from memory; here it is as one that has just begun.
	drop_reader(folder)


@pytest.mark.parametrize("how", ["folder gone", "file gone", "cut off", "flipped"])
def test_an_older_build_answers_and_the_index_is_made_again(site: Site, inputs, how: str):
	"""From the first search on a kept build answers, with its date; the watchdog names the lost one, and an update makes up."""
	source, texts = inputs
	older = site.row(source.artifact_id).live_build
	added = text(70, 1)
	texts[site.add_text(source.name, added)] = added
	site.index_here(source.artifact_id)
	lost = site.row(source.artifact_id).live_build
	damage_it(live_folder(site, source.artifact_id), how)

	before = site.search(MARK, source.name)
	assert before["hits"] and not before["skipped"] and "older index" in before["notes"][0], before
	assert {hit["build"] for hit in before["hits"]} == {older}
	reference = before["hits"][0]["citation_id"]
	assert read_as("Administrator", reference).text

	site.empty_queues()
	site.watchdog()
	row, damaged = site.row(source.artifact_id), build_row(site, lost)
	assert (row.live_build, row.status) == (older, "Pending")
	assert "An older one, of" in row.error_message and "starts by itself" in row.error_message
	assert damaged.state == "Damaged" and damaged.error_code in damage.LOST and damaged.error_message
	assert (damaged.kind, damaged.done, bool(damaged.started_at)) == ("Update", 1, True)
	assert len(site.queued(source.artifact_id)) == 1
	site.watchdog()
	assert len(site.queued(source.artifact_id)) == 1, "asked for once"
	meanwhile = site.search(MARK, source.name)
	assert meanwhile["hits"] and "older index" in meanwhile["notes"][0]

	site.index_here(source.artifact_id)
	check_exact(site, source.artifact_id, texts)
	row = site.row(source.artifact_id)
	assert (row.status, row.error_message, row.answers_from) == ("Ready", None, None)
	assert not site.search(MARK, source.name)["notes"]


def test_what_all_kept_builds_share_is_damaged(site: Site, inputs):
	"""A disk damages a segment that every kept build has: none answers with it, and the index is made anew by itself."""
	source, texts = inputs
	added = text(70, 1)
	texts[site.add_text(source.name, added)] = added
	site.index_here(source.artifact_id)
	folder = live_folder(site, source.artifact_id)
	(shared,) = [file for file in folder.rglob("index.sqlite3") if file.stat().st_nlink > 1]
	flip(shared)
	for build in site.folder(source.artifact_id).iterdir():
		drop_reader(build)

	(skipped,) = site.search(MARK, source.name)["skipped"]
	assert skipped["code"] == "Index Corrupt"
	site.empty_queues()
	site.watchdog()
	assert site.row(source.artifact_id).status == "Pending"
	assert site.queued(source.artifact_id)
	site.index_here(source.artifact_id)
	check_exact(site, source.artifact_id, texts)
	assert site.row(source.artifact_id).status == "Ready"


def test_all_files_are_gone(site: Site, inputs):
	"""Without any kept build the source is not Ready, its inputs are to be indexed, and a job does so by itself."""
	source, texts = inputs
	shutil.rmtree(site.folder(source.artifact_id))
	(skipped,) = site.search(MARK, source.name)["skipped"]
	assert skipped["code"] == "Index Missing"
	site.empty_queues()
	site.watchdog()
	row = site.row(source.artifact_id)
	assert (row.status, row.total_chunks) == ("Pending", 0)
	assert "missing on this machine" in row.error_message and "starts by itself" in row.error_message
	assert site.statuses(source.name) == {"Pending": 40}
	assert build_row(site, row.live_build).error_code == "Index Missing"
	site.worker()
	site.wait_until_built(source.artifact_id)
	check_exact(site, source.artifact_id, texts)
	assert site.row(source.artifact_id).status == "Ready"


def test_files_that_come_back(site: Site, inputs):
	"""A volume that was not mounted: once the files are there again, the source answers from them, and nothing is made anew."""
	source, texts = inputs
	folder, aside = site.folder(source.artifact_id), site.folder(source.artifact_id).with_suffix(".aside")
	live = site.row(source.artifact_id).live_build
	folder.rename(aside)
	site.watchdog()
	assert site.row(source.artifact_id).status == "Pending"
	site.empty_queues()
	aside.rename(folder)
	site.watchdog()
	assert site.statuses(source.name) == {"Indexed": 40}
	site.index_here(source.artifact_id)
	row = site.row(source.artifact_id)
	assert (row.live_build, row.status, row.error_message) == (live, "Ready", None)
	assert build_row(site, live).error_code is None
	check_exact(site, source.artifact_id, texts)


def test_a_source_that_was_stopped_is_left_to_a_person(site: Site, inputs):
	"""Indexing that somebody stopped does not start for lost files; the source is in Error and says what to use."""
	source, texts = inputs
	cancel_indexing(source.name)
	frappe.db.commit()
	shutil.rmtree(site.folder(source.artifact_id))
	site.empty_queues()
	site.watchdog()
	row = site.row(source.artifact_id)
	assert row.status == "Error" and "use Rebuild Index" in row.error_message
	assert not site.queued(source.artifact_id) and not site.queued(source.artifact_id, "long")
	rebuild_index(source.name)
	frappe.db.commit()
	site.index_here(source.artifact_id, rebuild=True)
	check_exact(site, source.artifact_id, texts)
	assert site.row(source.artifact_id).status == "Ready"


def test_a_flipped_bit_is_found_at_night(site: Site, inputs):
	"""Whatever no search has stumbled over is found by the nightly comparison of all kept files."""
	source, texts = inputs
	kept = site.row(source.artifact_id).live_build
	rebuild_index(source.name)
	frappe.db.commit()
	site.index_here(source.artifact_id, rebuild=True)
	flip(live_folder(site, source.artifact_id) / "postings.bin")
	site.watchdog()
	assert site.row(source.artifact_id).status == "Ready", "its length is right"
	maintenance.check_files()
	row = site.row(source.artifact_id)
	assert row.live_build == kept and row.answers_from
	flip(site.folder(source.artifact_id) / kept / "checksums")
	maintenance.check_files()
	row = site.row(source.artifact_id)
	assert build_row(site, kept).state == "Damaged" and not row.answers_from
	site.index_here(source.artifact_id)
	check_exact(site, source.artifact_id, texts)


def test_one_damaged_source_beside_others(site: Site, inputs):
	"""A search over several sources answers from those that are whole, and names the one that is not."""
	source, _texts = inputs
	other = site.source()
	site.add_text(other.name, text(3))
	site.index_here(other.artifact_id)
	damage_it(live_folder(site, source.artifact_id), "flipped")
	site.fresh()
	result = knowledge_search(MARK, knowledge_sources=[source.name, other.name])
	assert {hit["source"] for hit in result["hits"]} == {other.name}
	assert [(skip["source"], skip["code"]) for skip in result["skipped"]] == [(source.name, "Index Corrupt")]


def test_an_error_that_no_file_is_to_blame_for(site: Site, inputs):
	"""An index that a search could not read though its files are whole stays live, and somebody is told, once."""
	source, _texts = inputs
	live = site.row(source.artifact_id).live_build
	for _ in range(2):
		frappe.cache.execute_command(
			"HSET", frappe.cache.make_key(damage.SUSPECTS), source.artifact_id, "The index cannot be read."
		)
		site.watchdog()
	assert (site.row(source.artifact_id).live_build, build_row(site, live).state) == (live, "Live")
	logs = frappe.get_all("Error Log", {"method": "Index could not be read", "error": ("like", f"%{live}%")})
	assert len(logs) == 1


def test_restoring_keeps_what_a_row_says(site: Site, inputs):
	"""A restored build has its kind, times, numbers and failures as before; when it was restored is a field of its own."""
	source, _texts = inputs
	first = site.row(source.artifact_id).live_build
	before = build_row(site, first)
	site.add_text(source.name, text(72, 1))
	site.index_here(source.artifact_id)
	second = site.row(source.artifact_id).live_build
	restore_build(source.name, first)
	after = build_row(site, first)
	assert after.state == "Live" and after.restored_at
	changed = {key for key in before if before[key] != after[key]}
	assert changed == {"restored_at"}, changed
	assert build_row(site, second).state == "Retired"
	indexer.update_source(source.artifact_id)
	assert site.row(source.artifact_id).live_build == first
