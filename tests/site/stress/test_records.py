"""Records of a source change while real workers follow them, and some of these workers are killed."""

import random

import frappe
import pytest

from huf.tests import site_records as records
from tests.site.stress.harness import SHORT_LEASE_SECONDS, Site

CASE = records.CASE


@pytest.fixture
def cases(site: Site):
	"""300 cases of ours, and no others."""
	records.make_doctypes()
	records.delete_cases()
	records.fill_cases(300)
	yield
	site.end_workers()
	records.delete_cases()


def indexed_names(site: Site, artifact_id: str) -> list[str]:
	"""The records in the live index, one entry for each input."""
	from huf.ai.site import artifacts
	from huf.engine.builds import read_inputs, verify_build

	folder = artifacts.build_folder(artifact_id, site.row(artifact_id).live_build)
	verify_build(folder)
	keys = list(read_inputs(folder))
	names = dict(
		frappe.db.sql("select name, reference_name from `tabKnowledge Input` where name in %s", (keys,))
	)
	return sorted(names[key] for key in keys)


def test_workers_are_killed_while_records_change(site: Site, cases):
	"""Saves, deletions, renames and kill -9 in any order: the index ends with exactly the records that there are."""
	site.lease_seconds = SHORT_LEASE_SECONDS
	source = site.source(selectors=[{"selector_type": "DocType", "document_type": CASE}])
	chance = random.Random(11)
	workers = [site.worker(), site.worker()]
	newest = {}
	for step in range(60):
		site.fresh()
		names = frappe.get_all(CASE, pluck="name", order_by="name")
		name = chance.choice(names)
		what = chance.choice(("save", "save", "save", "delete", "rename"))
		if what == "save":
			doc = frappe.get_doc(CASE, name)
			word = f"changed{step:03d}x"
			doc.body = f"<p>{word} {records.MARK}</p>"
			doc.save()
			newest[name] = word
		elif what == "delete":
			site.delete(CASE, name)
			newest.pop(name, None)
		else:
			frappe.rename_doc(CASE, name, f"{name}-r{step}", show_alert=False)
			if name in newest:
				newest[f"{name}-r{step}"] = newest.pop(name)
		frappe.db.commit()
		if step % 15 == 14:
			workers.pop(0).kill()
			workers.append(site.worker())
	site.wait_for(
		lambda: not frappe.db.exists("Knowledge Change", {"artifact_id": source.artifact_id}),
		"all notes are dealt with",
		watchdog=True,
	)
	site.wait_until_built(source.artifact_id)
	site.end_workers()
	site.fresh()
	assert indexed_names(site, source.artifact_id) == sorted(frappe.get_all(CASE, pluck="name"))
	for name, word in newest.items():
		(found,) = site.found(word, source.name)
		assert frappe.db.get_value("Knowledge Input", found, "reference_name") == name


def test_a_change_is_found_soon(site: Site, cases):
	"""With a worker running, a saved record is found by its new word without anybody asking for it, and a deleted one at once not."""
	source = site.source(selectors=[{"selector_type": "DocType", "document_type": CASE}])
	site.worker()
	site.wait_for(lambda: site.row(source.artifact_id).selected_inputs == 300, "the first comparison")
	site.wait_until_built(source.artifact_id)
	doc = frappe.get_doc(CASE, records.case_name(5))
	doc.body = "<p>a zebracrossing</p>"
	doc.save()
	frappe.db.commit()
	site.wait_for(lambda: site.found("zebracrossing", source.name), "the change is found", seconds=60)
	frappe.delete_doc(CASE, doc.name)
	frappe.db.commit()
	assert not site.found("zebracrossing", source.name)
