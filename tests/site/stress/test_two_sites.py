"""Two sites on one bench share Redis, the queues and the workers, and never meet."""

import os

import frappe

from huf.ai.knowledge import indexer
from huf.ai.site.locks import source_lease
from tests.site.stress.harness import MARK, Site, check_exact, text


def test_two_sites_never_meet(site: Site):
	"""Sources of the same name and even the same artifact id: own lease, own job, own files, own answers."""
	second = Site(os.environ["HUF_SITE_2"], site.sites)
	here = site.source("Twin Source")
	frappe.db.commit()
	lease = source_lease(here.artifact_id)
	assert lease.acquire()
	try:
		mine = site.add_text(here.name, text(1))
		frappe.destroy()
		second.connect()
		there = second.source("Twin Source")
		frappe.db.set_value("Knowledge Source", there.name, "artifact_id", here.artifact_id)
		theirs = second.add_text(there.name, text(2))
		indexer.update_source(here.artifact_id)
		assert second.found(MARK, there.name) == {theirs}, "the lease of the first site held up the second"
	finally:
		second._sources[:] = [here.artifact_id]
		frappe.destroy()
		site.connect()
		lease.release()
	site.worker()
	site.wait_until_built(here.artifact_id, watchdog=False)
	check_exact(site, here.artifact_id, {mine: text(1)})
	assert site.found(MARK, here.name) == {mine}
	frappe.delete_doc("Knowledge Source", here.name)
	frappe.db.commit()
	site.end_workers()
	frappe.destroy()
	second.connect()
	try:
		assert second.found(MARK, there.name) == {theirs}, "deleting a source took files of another site"
		second.end_test()
	finally:
		frappe.destroy()
		site.connect()
