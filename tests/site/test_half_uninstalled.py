"""An uninstallation that is refused, or that fails on its way: the site goes on working, and the command can be given again."""

import os
import subprocess
import sys

import pytest

UNINSTALL = """
import frappe.installer as installer
from huf.tests import factories as make
source = make.make_source(frappe.generate_hash())
make.make_text(source, "An ocelot stays.")
frappe.db.commit()
from huf.ai.knowledge.indexer import rebuild_source
rebuild_source(source.artifact_id)
frappe.db.commit()
drop, hooks = installer._delete_doctypes, frappe.get_hooks

def refuse(app):
	raise frappe.ValidationError("Not today.")

def some(doctypes, dry_run):
	# Frappe drops them in the order of a set. Commands of the database's own end each transaction.
	drop(sorted(doctypes)[:first] if first >= 0 else doctypes, dry_run)
	raise frappe.ValidationError("Half way.")

if first is None:
	installer.refuse = refuse
	frappe.get_hooks = lambda hook=None, *a, **k: ["frappe.installer.refuse"] if hook == "before_app_uninstall" else hooks(hook, *a, **k)
else:
	installer._delete_doctypes = some
said = ""
try:
	installer.remove_app("huf", yes=True, no_backup=True)
except frappe.ValidationError as error:
	said = str(error)
# As the command ends: without a commit.
frappe.db.rollback()
result = [said, source.name]
"""
SEARCH = """
from huf.ai.knowledge.retriever import knowledge_search
result = [hit["text"] for hit in knowledge_search("ocelot", source)["hits"]]
"""
LEFT = """
from huf.ai.site.leftovers import own_doctypes
from huf.install import ROLES
own = own_doctypes()
result = [
	[app for app in frappe.get_installed_apps() if app == "huf"],
	frappe.get_all("DocType", {"name": ("in", own)}, pluck="name"),
	sorted({f"tab{name}" for name in own} & set(frappe.db.get_tables(cached=False))),
	frappe.get_all("Role", {"name": ("in", list(ROLES))}, pluck="name"),
]
"""


@pytest.fixture
def bench(site):
	"""Run a bench command on the second site; it must end well."""

	def run(*words):
		command = [sys.executable, "-m", "frappe.utils.bench_helper", "frappe", "--site", site.second, *words]
		done = subprocess.run(
			command, cwd=site.sites_dir, env=os.environ, capture_output=True, text=True, check=False
		)
		assert done.returncode == 0, f"{' '.join(words)}:\n{done.stdout[-2000:]}{done.stderr[-4000:]}"
		return done.stdout

	return run


def use(client):
	"""What people do who have never heard of huf; gives the statuses of the answers that are not 200."""
	wrong = []

	def ask(method, path, **values):
		answer = client.session.request(method, client.url + path, timeout=60, **values)
		if answer.status_code not in (200, 202):
			wrong.append((method, path, answer.status_code, answer.text[-600:]))
			return {}
		return answer.json() if "json" in answer.headers.get("Content-Type", "") else {}

	made = ask("POST", "/api/resource/ToDo", json={"description": "Feed the ocelot"}).get("data", {})
	name = made.get("name")
	ask("PUT", f"/api/resource/ToDo/{name}", json={"description": "Feed it again", "status": "Closed"})
	ask("GET", "/api/resource/ToDo?limit_page_length=3")
	ask("GET", "/api/method/frappe.desk.form.load.getdoc", params={"doctype": "ToDo", "name": name})
	ask("GET", "/api/method/frappe.desk.reportview.get", params={"doctype": "ToDo", "fields": '["name"]'})
	ask(
		"POST", "/api/method/frappe.desk.doctype.tag.tag.add_tag", json={"tag": "x", "dt": "ToDo", "dn": name}
	)
	ask(
		"POST",
		"/api/method/frappe.desk.doctype.tag.tag.remove_tag",
		json={"tag": "x", "dt": "ToDo", "dn": name},
	)
	note = ask("POST", "/api/resource/Note", json={"title": "Ocelots"}).get("data", {}).get("name")
	ask("DELETE", f"/api/resource/Note/{note}")
	ask("POST", "/api/method/upload_file", files={"file": ("a.txt", b"An ocelot.")}, data={"is_private": 1})
	ask("DELETE", f"/api/resource/ToDo/{name}")
	# Last: the desk gives the session a token, without which nothing else is taken from it.
	ask("GET", "/app")
	return wrong


def test_a_refused_uninstallation_changes_nothing(site, python_on_site, client):
	"""Another app, or a hook before it, refuses: huf is installed as before, and answers."""
	said, source = python_on_site(UNINSTALL, on=site.second, first=None)
	assert said == "Not today."
	assert python_on_site(SEARCH, on=site.second, source=source) == ["An ocelot stays."]
	assert use(client(on=site.second)) == []


@pytest.mark.parametrize("first", [1, 12, -1])
def test_an_uninstallation_that_fails_on_its_way(site, python_on_site, client, bench, first):
	"""Some or all of huf's tables are gone while the app counts as installed: everybody goes on working, and the command given
	again finishes."""
	said, _source = python_on_site(UNINSTALL, on=site.second, first=first)
	assert said == "Half way."
	try:
		assert use(client(on=site.second)) == []
		assert "Uninstalled App huf" in bench("uninstall-app", "huf", "--yes", "--no-backup")
		assert python_on_site(LEFT, on=site.second) == [[], [], [], []]
		assert use(client(on=site.second)) == []
	finally:
		bench("uninstall-app", "huf", "--yes", "--no-backup")
		bench("install-app", "huf")
