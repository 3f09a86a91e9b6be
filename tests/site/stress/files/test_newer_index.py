"""An index that a newer huf made, found by an older one that was put back in its place: it is named, and nothing is made over it."""

import frappe
import pytest

from huf.ai.knowledge import maintenance
from huf.ai.site import artifacts
from huf.engine.errors import IndexTooNew
from huf.engine.search.opened.open_builds import drop_reader
from huf.huf.doctype.knowledge_source.knowledge_source import rebuild_index
from tests.engine.newer_builds import NEWER
from tests.site.stress.harness import MARK, Site, check_exact, text


@pytest.mark.parametrize("how", NEWER)
def test_a_newer_index_waits_for_somebody(site: Site, inputs, how: str):
	"""Neither the watchdog, nor the night, nor a new input replaces it; the source says what to do, and Rebuild does it."""
	source, texts = inputs
	live = site.row(source.artifact_id).live_build
	folder = artifacts.build_folder(source.artifact_id, live)
	NEWER[how](folder)
	drop_reader(folder)
	before = {file.name: file.read_bytes() for file in folder.iterdir()}

	(skipped,) = site.search(MARK, source.name)["skipped"]
	assert skipped["code"] == IndexTooNew.code and "newer version of huf" in skipped["reason"]
	site.empty_queues()
	site.watchdog()
	maintenance.check_files()
	row = site.row(source.artifact_id)
	assert (row.live_build, row.rebuild_wanted) == (live, 0)
	assert frappe.db.get_value("Knowledge Build", live, "state") == "Live"

	added = text(70, 1)
	texts[site.add_text(source.name, added)] = added
	with pytest.raises(IndexTooNew):
		site.index_here(source.artifact_id)
	row = site.row(source.artifact_id)
	assert (row.live_build, row.rebuild_wanted, row.status) == (live, 0, "Error"), row
	assert "newer version of huf" in row.error_message
	failed = site.builds(source.name, state="Failed")
	assert [build.error_code for build in failed] == [IndexTooNew.code]
	site.empty_queues()
	site.watchdog()
	assert not site.queued(source.artifact_id), "nothing is tried again before somebody acts"
	assert {file.name: file.read_bytes() for file in folder.iterdir()} == before

	rebuild_index(source.name)
	frappe.db.commit()
	site.index_here(source.artifact_id, rebuild=True)
	check_exact(site, source.artifact_id, texts)
	row = site.row(source.artifact_id)
	assert (row.status, row.error_message) == ("Ready", None) and row.live_build != live
