"""Uninstalling leaves nothing of huf on a site: every table, row, file and key of Redis is compared with a site that never had it."""

import os
import secrets
import subprocess
import sys

import pytest
import redis

FACTS = """
import os
rows = {}
for table in frappe.db.get_tables(cached=False):
	if table.startswith("tab") and table != "tabSingles":
		key = "sid" if table == "tabSessions" else "name"
		names = frappe.db.sql(f"select {key} from `{table}`")
		rows[table] = sorted(str(row[0]) for row in names)
# Frappe writes these rows anew with each app that comes or goes; the defaults are compared by their keys. What a user was
# given and lost is the history of the user.
del rows["tabInstalled Application"], rows["tabDefaultValue"]
rows["tabVersion"] = frappe.get_all("Version", {"ref_doctype": ("not in", ["Installed Applications", "User"])}, pluck="name")
rows["patches"] = frappe.get_all("Patch Log", {"patch": ("like", "huf.%")}, pluck="patch")
rows["deleted"] = frappe.get_all("Deleted Document", {"deleted_doctype": ("like", "Knowledge %")}, pluck="name")
rows["tables"] = sorted(frappe.db.get_tables(cached=False))
rows["singles"] = sorted(f"{row[0]}.{row[1]}" for row in frappe.db.sql("select doctype, field from tabSingles"))
rows["defaults"] = sorted(f"{row[0]}.{row[1]}" for row in frappe.db.sql("select parent, defkey from tabDefaultValue"))
rows["settings of users"] = sorted({row[0] for row in frappe.db.sql("select doctype from __UserSettings")})
rows["found everywhere"] = sorted({row[0] for row in frappe.db.sql("select doctype from __global_search")})
rows["passwords"] = sorted({row[0] for row in frappe.db.sql("select doctype from __Auth")})
folder = frappe.get_site_path()
rows["files"] = sorted(
	os.path.relpath(os.path.join(where, name), folder)
	for where, folders, files in os.walk(folder) for name in [*files, *(folders if where.endswith("private") else [])]
	if not any(part in os.path.relpath(where, folder).split(os.sep) for part in ("logs", "locks", "backups"))
)
rows["database"] = frappe.conf.db_name
result = rows
"""
FILL = """
from huf.ai.knowledge.indexer import rebuild_source
from huf.ai.knowledge.packs.keys import site_key
from huf.tests import factories as make
from frappe.desk.form import assign_to
from frappe.model.utils.user_settings import update_user_settings, sync_user_settings
site_key()
user = make.make_user(email, "Knowledge Manager", "Knowledge User")
source = make.make_source("Leaving")
make.make_text(source, "An ocelot leaves.")
upload = make.make_file(f"What a person uploaded {frappe.generate_hash()}.", "belongs-to-a-person.txt")
make.make_file_input(source, upload)
attached = make.make_file(f"Attached {frappe.generate_hash()}.", "attached-to-huf.txt", attached_to_doctype="Knowledge Source", attached_to_name=source.name)
frappe.db.commit()
rebuild_source(source.artifact_id)
provider = make.make_provider("Leaving Provider", api_key="sk-leaving")
agent = make.make_agent(source)
make.make_run(email)
make.make_conversation(agent, email)
gap = make.make_gap("Where does the ocelot go?")
assign_to.add({"doctype": "Knowledge Gap", "name": gap.name, "assign_to": [email]})
make.make_trigger(agent, email)
source.add_comment("Comment", "A word")
source.add_tag("Leaving")
frappe.share.add("Agent", agent.name, email)
frappe.get_doc({"doctype": "Custom Field", "dt": "Knowledge Source", "fieldname": "shelf", "label": "Shelf", "fieldtype": "Data"}).insert()
frappe.make_property_setter({"doctype": "Agent", "fieldname": "instructions", "property": "label", "value": "Orders", "property_type": "Data"})
frappe.permissions.add_permission("Knowledge Source", "Sales User", 0) if frappe.db.exists("Role", "Sales User") else None
frappe.permissions.add_permission("Knowledge Source", "Website Manager", 0)
frappe.get_doc({"doctype": "User Permission", "user": email, "allow": "Knowledge Source", "for_value": source.name}).insert()
frappe.get_doc({"doctype": "List Filter", "filter_name": "Mine", "reference_doctype": "Knowledge Input", "filters": "[]"}).insert()
update_user_settings("Knowledge Source", {"last_view": "List"})
sync_user_settings()
from huf.ai.knowledge.retriever import knowledge_search
knowledge_search("ocelot", source.name)
from huf.ai.knowledge.indexing.texts import scans
from huf.ai.knowledge.indexing.texts import rereading
frappe.db.set_default(scans.SEEN, "eng")
frappe.db.set_default(rereading.SEEN, "x")
frappe.enqueue("huf.ai.knowledge.watching.watch", queue="long")
frappe.db.commit()
from huf.ai.site.artifacts import source_folder
from huf.engine.backends.vector_store.collection import Note
from huf.engine.backends.vector_store.ownership import own_id
from huf.engine.backends.vector_store.settings import StoreSettings
# As a source has it whose vector store cannot be reached from here.
folder = source_folder(source.artifact_id)
(build,) = [path for path in folder.iterdir() if path.is_dir()]
Note(StoreSettings("a.store.Nobody"), collection, 256, own_id(folder)).write(build)
frappe.db.commit()
result = [upload.name, attached.name]
"""
COLLECTION = "huf_leaving"
JOBS = """
from frappe.utils.background_jobs import get_jobs
result = [method for method in map(str, get_jobs(site=frappe.local.site).get(frappe.local.site, ())) if "huf." in method]
"""
LOGS = {"tabActivity Log", "tabDeleted Document", "tabError Log", "tabPermission Log", "tabScheduled Job Log"}
"""Frappe's own logs of what happened, among it that the app was uninstalled."""


@pytest.fixture
def bench(site):
	"""Run a bench command on the second site; gives the finished command."""

	def run(*words):
		command = [sys.executable, "-m", "frappe.utils.bench_helper", "frappe", "--site", site.second, *words]
		return subprocess.run(
			command, cwd=site.sites_dir, env=os.environ, capture_output=True, text=True, check=False
		)

	return run


def test_uninstall_leaves_nothing(site, bench, python_on_site, make_user):
	"""After filling a site and uninstalling, only files that a person uploaded and a word for tags are more than before. A vector
	store that cannot be reached does not stop it, and what stays there is named."""

	def must(*words):
		done = bench(*words)
		assert done.returncode == 0, f"{' '.join(words)}:\n{done.stdout[-2000:]}{done.stderr[-4000:]}"
		return done

	def keys(database):
		return sorted(
			key.decode() for key in redis.Redis(port=site.redis_port).scan_iter(f"*{database}|huf*")
		)

	def jobs():
		return python_on_site(JOBS, on=site.second)

	must("uninstall-app", "huf", "--yes", "--no-backup")
	email = make_user(f"{secrets.token_hex(4)}@example.com", "Website Manager", on=site.second)
	before = python_on_site(FACTS, on=site.second)
	must("install-app", "huf")
	uploads = python_on_site(FILL, on=site.second, email=email, collection=COLLECTION)
	assert keys(before["database"]) and jobs()
	collections = bench("huf-collections")
	assert f"{COLLECTION}  a.store.Nobody  own" in collections.stdout, collections.stderr
	assert f"{COLLECTION}  a.store.Nobody  not own" in bench("huf-collections", "--disown").stdout
	assert f"{COLLECTION}  a.store.Nobody  own" in bench("huf-collections", "--claim").stdout
	said = must("uninstall-app", "huf", "--yes", "--no-backup").stdout
	assert f"A collection stays: {COLLECTION} in a.store.Nobody: its store cannot be reached." in said
	after = python_on_site(FACTS, on=site.second)
	more = {
		what: sorted(set(names) - set(before.get(what, ())))
		for what, names in after.items()
		if what != "database" and set(names) - set(before.get(what, ()))
	}
	assert more.pop("tabFile") == sorted(uploads)
	assert len(more.pop("files")) == 2
	assert {what: names for what, names in more.items() if what not in {*LOGS, "tabTag"}} == {}
	assert keys(before["database"]) == []
	assert jobs() == []
	must("install-app", "huf")
