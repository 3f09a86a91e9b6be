"""A rebuild of a large source is made in parts: the live build answers meanwhile, and whoever comes next goes on where the last part ended."""

import os
import signal
from collections import Counter

import frappe
import pytest

from huf.ai.knowledge import indexer
from huf.ai.knowledge.contents import wanted
from huf.ai.knowledge.indexing.making import batches
from huf.huf.doctype.knowledge_source.knowledge_source import cancel_indexing, rebuild_index
from tests.site.stress.harness import MARK, Site, check_exact, text

INPUTS = 12
FOUR_TEXTS = 8_500
"""Bytes: a part takes three or four of the texts below."""


@pytest.fixture
def source(site: Site, monkeypatch: pytest.MonkeyPatch):
	"""A source that is indexed, and its texts by the names of their inputs; each job makes one part of a rebuild of it."""
	doc = site.source()
	texts = {site.add_text(doc.name, text(n), commit=False): text(n) for n in range(INPUTS)}
	frappe.db.commit()
	site.index_here(doc.artifact_id)
	check_exact(site, doc.artifact_id, texts)
	monkeypatch.setattr(batches, "FIRST_BATCH_BYTES", FOUR_TEXTS)
	monkeypatch.setattr(batches.Pace, "measured", lambda self, size, seconds: None)
	monkeypatch.setattr(indexer, "TIME_SLICE", 0.0)
	return doc, texts


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
	"""How often each input was read, by its name."""
	count: Counter[str] = Counter()
	plain = wanted._text_content

	def text_content(row):
		count[row.name] += 1
		return plain(row)

	monkeypatch.setattr(wanted, "_text_content", text_content)
	return count


def ask(site: Site, name: str) -> None:
	rebuild_index(name)
	frappe.db.commit()
	site.fresh()


def parts(site: Site, name: str) -> list[int]:
	"""How many inputs the rebuild had taken in after each of its parts."""
	return [build.done for build in site.builds(name, state="Part")]


def test_the_live_build_answers_and_takes_in_what_is_new(site: Site, source, read: Counter[str]):
	"""New, changed and deleted inputs are in the live build before the rebuild is done, and in the rebuilt one after it."""
	doc, texts = source
	live = site.row(doc.artifact_id).live_build
	ask(site, doc.name)
	site.index_here(doc.artifact_id, rebuild=True)
	row = site.row(doc.artifact_id)
	assert (row.live_build, row.rebuild_wanted, row.status) == (live, 1, "Pending"), row.status
	assert row.rebuild_part and "goes on" in row.error_message
	assert len(site.queued(doc.artifact_id, "long")) == 1, "the next part was not queued"
	assert site.found(MARK, doc.name) == set(texts)

	first, *_, last = texts
	changed = frappe.get_doc("Knowledge Input", first)
	changed.text = texts[first] = text(91, 1)
	changed.save()
	frappe.db.commit()
	site.delete("Knowledge Input", last)
	del texts[last]
	texts[site.add_text(doc.name, text(92, 1))] = text(92, 1)
	site.index_here(doc.artifact_id)
	check_exact(site, doc.artifact_id, texts)
	assert site.row(doc.artifact_id).rebuild_wanted, "the update ended the rebuild"

	for _ in range(INPUTS):
		if not site.row(doc.artifact_id).rebuild_wanted:
			break
		site.index_here(doc.artifact_id, rebuild=True)
	row = site.row(doc.artifact_id)
	assert (row.status, row.rebuild_wanted, row.rebuild_part) == ("Ready", 0, None)
	check_exact(site, doc.artifact_id, texts)
	# The last of the three goes live.
	done = parts(site, doc.name)
	assert len(done) == 2 and done == sorted(done), done
	untouched = set(texts) - {first, list(texts)[-1]}
	assert {read[name] for name in untouched} == {1}, "an input was read by two parts"
	on_disk = set(os.listdir(site.folder(doc.artifact_id)))
	assert not on_disk & {build.name for build in site.builds(doc.name, state="Part")}


def test_a_killed_worker_costs_one_part(site: Site, source, read: Counter[str]):
	"""What the parts before the kill have read is not read again."""
	doc, texts = source
	ask(site, doc.name)
	site.index_here(doc.artifact_id, rebuild=True)
	(before,) = parts(site, doc.name)
	read.clear()
	environment = {"HUF_REBUILD": "1", "HUF_BATCH_BYTES": str(FOUR_TEXTS), "HUF_KILL_AT_INPUT": "2"}
	assert site.script("kill.py", doc.artifact_id, "0", **environment).wait() == -signal.SIGKILL
	assert site.found(MARK, doc.name) == set(texts)
	site.outlast_lease(doc.artifact_id)
	site.watchdog()
	assert site.builds(doc.name, state="Failed")[-1].error_code == "Worker Died"
	assert site.row(doc.artifact_id).status not in ("Indexing", "Rebuilding")
	for _ in range(INPUTS):
		if not site.row(doc.artifact_id).rebuild_wanted:
			break
		site.index_here(doc.artifact_id, rebuild=True)
	assert site.row(doc.artifact_id).status == "Ready"
	assert sum(read.values()) == INPUTS - before, "it did not go on where the last part ended"
	check_exact(site, doc.artifact_id, texts)


def test_what_was_stopped_begins_anew(site: Site, source, read: Counter[str]):
	"""Cancel keeps the live build; the next rebuild reads everything."""
	doc, texts = source
	live = site.row(doc.artifact_id).live_build
	ask(site, doc.name)
	site.index_here(doc.artifact_id, rebuild=True)
	cancel_indexing(doc.name)
	frappe.db.commit()
	site.index_here(doc.artifact_id, rebuild=True)
	row = site.row(doc.artifact_id)
	assert (row.live_build, len(parts(site, doc.name))) == (live, 1)
	read.clear()
	ask(site, doc.name)
	for _ in range(INPUTS):
		if not site.row(doc.artifact_id).rebuild_wanted:
			break
		site.index_here(doc.artifact_id, rebuild=True)
	assert site.row(doc.artifact_id).live_build != live
	assert read == Counter(dict.fromkeys(texts, 1))
	check_exact(site, doc.artifact_id, texts)


def test_other_settings_begin_anew(site: Site, source, read: Counter[str]):
	"""Parts that were cut by other settings are no beginning of the index that is wanted now."""
	doc, texts = source
	ask(site, doc.name)
	site.index_here(doc.artifact_id, rebuild=True)
	before = site.row(doc.artifact_id).total_chunks
	changed = frappe.get_doc("Knowledge Source", doc.name)
	changed.chunk_size, changed.chunk_overlap = 100, 10
	changed.save()
	frappe.db.commit()
	read.clear()
	for _ in range(INPUTS):
		if not site.row(doc.artifact_id).rebuild_wanted:
			break
		site.index_here(doc.artifact_id, rebuild=True)
	row = site.row(doc.artifact_id)
	assert row.status == "Ready" and row.total_chunks > before * 2
	assert read == Counter(dict.fromkeys(texts, 1))
	check_exact(site, doc.artifact_id, texts)
