"""Installing, migrating and uninstalling the app, with bench's own commands, on the second site."""

import os
import subprocess
import sys

import pytest

from huf.hooks import scheduler_events

FACTS = """
found = [table for table in frappe.db.get_tables(cached=False) if table in tables]
result = {
	"tables": sorted(found),
	"jobs": frappe.get_all("Scheduled Job Type", {"method": ("like", "huf.%")}, pluck="method", order_by="method"),
	"settings": bool(frappe.db.sql("select 1 from tabSingles where doctype = 'Agent Settings'")),
	"roles": frappe.get_all("Role", {"name": ("like", "Knowledge %"), "disabled": 0}, pluck="name", order_by="name"),
	"workspace": bool(frappe.db.exists("Workspace", "Knowledge")),
	"sources": [row[0] for row in frappe.db.sql("select name from `tabKnowledge Source`")] if found else [],
	"folder": __import__("os").path.isdir(frappe.get_site_path("private", "knowledge")),
}
"""
JOBS = sum(
	len(jobs)
	for when, events in scheduler_events.items()
	for jobs in (events.values() if when == "cron" else [events])
)
TABLES = [
	"huf_input_found",
	"huf_trigger_note",
	"tabAgent Run",
	"tabKnowledge Build",
	"tabKnowledge Input",
	"tabKnowledge Source",
]
ADD = """
doc = frappe.get_doc({"doctype": "Knowledge Source", "source_name": name}).insert()
frappe.get_doc({"doctype": "Knowledge Input", "knowledge_source": doc.name, "input_type": "Text", "text": "x"}).insert()
folder = frappe.get_site_path("private", "knowledge", doc.artifact_id)
__import__("os").makedirs(folder)
"""


@pytest.fixture
def bench(site):
	"""Run a bench command on the second site; it must succeed."""

	def run(*words):
		command = [sys.executable, "-m", "frappe.utils.bench_helper", "frappe", "--site", site.second, *words]
		done = subprocess.run(
			command, cwd=site.sites_dir, env=os.environ, capture_output=True, text=True, check=False
		)
		assert done.returncode == 0, f"{' '.join(words)}:\n{done.stdout[-2000:]}{done.stderr[-4000:]}"

	return run


def test_migrate_twice_uninstall_install(site, bench, python_on_site):
	"""Two migrations change nothing, uninstalling leaves no job, setting or file, and installing works again."""

	def facts():
		return python_on_site(FACTS, on=site.second, tables=TABLES)

	python_on_site(ADD, on=site.second, name="Survivor")
	before = facts()
	assert before["tables"] == TABLES and len(before["jobs"]) == JOBS and before["folder"]
	bench("migrate")
	bench("migrate")
	assert facts() == before
	bench("uninstall-app", "huf", "--dry-run", "--yes", "--no-backup")
	assert facts() == before
	bench("uninstall-app", "huf", "--yes", "--no-backup")
	assert facts() == {
		"tables": [],
		"jobs": [],
		"settings": False,
		"roles": [role for role in before["roles"] if role.startswith("Knowledge Base ")],  # Frappe's own
		"workspace": False,
		"sources": [],
		"folder": False,
	}
	bench("install-app", "huf")
	bench("migrate")
	python_on_site(ADD, on=site.second, name="Newcomer")
	assert facts() == {**before, "sources": ["Newcomer"]}


def test_forgotten_and_installed_again(site, bench, python_on_site):
	"""An app that was only taken off the list of installed apps comes back with the site's data."""
	python_on_site(ADD, on=site.second, name="Patient")
	bench("remove-from-installed-apps", "huf")
	bench("install-app", "huf", "--force")
	found = python_on_site(FACTS, on=site.second, tables=TABLES)
	assert "Patient" in found["sources"]
	assert len(found["jobs"]) == JOBS
