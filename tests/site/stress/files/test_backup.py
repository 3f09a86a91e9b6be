"""A backup has no indexes. Restored under the same or another name, every source answers again without a person."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import frappe

from huf.ai.knowledge import status
from huf.ai.site import artifacts
from tests.site.stress.harness import MARK, Site, text


def bench(site: str, sites: str, *arguments: str) -> str:
	"""A command as a person gives it, and what it says."""
	command = [sys.executable, "-m", "frappe.utils.bench_helper", "frappe", "--site", site, *arguments]
	done = subprocess.run(command, cwd=sites, capture_output=True, text=True, check=False)
	assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
	return done.stdout


def back_up(site: Site, folder: Path, command: str = "backup") -> list[str]:
	"""The arguments of ``bench restore`` for a backup that was just made."""
	bench(site.name, site.sites, command, "--with-files", "--compress", "--backup-path", str(folder))
	(database,) = folder.glob("*-database.sql.gz")
	(private,) = folder.glob("*-private-files.tgz")
	(public,) = (file for file in folder.glob("*-files.tgz") if file != private)
	root = ["--db-root-username", "root", "--db-root-password", os.environ["HUF_DB_ROOT_PASSWORD"]]
	return [
		*("restore", str(database), *root),
		*("--with-private-files", str(private), "--with-public-files", str(public)),
	]


def check_all_answer(site: Site, expected: dict[str, set[str]]) -> None:
	"""The watchdog and a worker, and nobody else, bring every source back."""
	site.begin_test()
	site.watchdog()
	rows = {row.name: row for row in frappe.get_all("Knowledge Source", ["name", "status", "live_build"])}
	assert all(rows[name].status != "Ready" for name in expected), rows
	site.worker()
	for name, inputs in expected.items():
		artifact_id = frappe.db.get_value("Knowledge Source", name, "artifact_id")
		row = site.wait_until_built(artifact_id)
		assert row.status == "Ready", row.error_message
		assert artifacts.build_folder(artifact_id, row.live_build).is_dir()
		assert site.found(MARK, name) == inputs
	assert not frappe.get_all(
		"Knowledge Build", {"state": "Staging", "knowledge_source": ("in", list(expected))}
	)


def test_a_restored_site_answers_again(site: Site, tmp_path: Path):
	"""Into a site of another name, and into its own, whose indexes have moved on since: texts, files, and what was in the
	middle of being indexed when the backup was made."""
	source, other = site.source(), site.source()
	expected = {
		source.name: {site.add_text(source.name, text(n)) for n in range(3)},
		other.name: {site.add_file(other.name, f"{other.name}.txt", text(9).encode())},
	}
	for one in (source, other):
		site.index_here(one.artifact_id)
	# A worker is in the middle of an update of the one, and the other waits for its turn.
	status.start_build("20260101T000000-0badc0de", source.name, "Update", wanted=1)
	half = site.add_text(source.name, text(4))
	frappe.db.set_value("Knowledge Input", half, "status", "Processing", update_modified=False)
	frappe.db.commit()
	expected[source.name].add(half)
	restore = back_up(site, tmp_path)

	second = Site(os.environ["HUF_SITE_2"], site.sites)
	frappe.destroy()
	try:
		bench(second.name, site.sites, *restore)
		second.connect()
		assert not artifacts.knowledge_root().joinpath(source.artifact_id).exists()
		second._sources[:] = [source.artifact_id, other.artifact_id]
		check_all_answer(second, expected)
		second.end_test()
	finally:
		second.end_workers()
		frappe.destroy()
		site.connect()

	# The first site goes on: the builds that the backup names are cleared one by one.
	for number in range(4):
		site.add_text(source.name, text(20 + number))
		site.index_here(source.artifact_id)
	shutil.rmtree(site.folder(other.artifact_id))
	frappe.destroy()
	try:
		bench(site.name, site.sites, *restore)
	finally:
		site.connect()
	check_all_answer(site, expected)
