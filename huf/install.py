"""What a site needs besides the DocTypes. Safe to run any number of times."""

import frappe
from frappe import _
from frappe.modules.patch_handler import get_patches_from_app
from frappe.utils import cint

from huf.ai.knowledge.backends.embedding_models import LOCAL_MODEL
from huf.ai.knowledge.following.sweep import compare_all
from huf.ai.knowledge.packs.manuals import bring_manuals
from huf.ai.profiles import make_profiles
from huf.ai.search_log import found
from huf.ai.site import artifacts, leftovers, pseudonyms
from huf.ai.site.database import dialect
from huf.ai.triggers import notes

GET_STARTED = "Get Started with Knowledge"
"""Name of the Custom HTML Block of the workspace Knowledge; what it shows is made by its script in the browser."""

LOCAL_RECORD = "Local (WordLlama)"
"""Name of the AI Model for the embedding model that comes with huf, so that it can be chosen."""

GET_STARTED_SCRIPT = """frappe.require(
	["desk", "get_started", "connect_model"].map((name) => `/assets/huf/js/${name}.js`),
	() => new huf.GetStarted(root_element.host)
);
"""

SETTINGS = "Agent Settings"

ROLES = {"Knowledge Manager": 1, "Knowledge User": 1, "Knowledge Portal User": 0}
"""huf's roles, and whether each opens the desk."""


def after_install() -> None:
	"""Called by Frappe once the app is installed on a site."""
	make_roles()
	make_local_model()
	make_profiles()
	notes.make_table()
	found.make_table()
	add_lost_indexes()
	pseudonyms.make_key()


def before_migrate() -> None:
	"""Called by Frappe before a migration changes anything: an older huf does not take back what a newer one made.

	Frappe would take DocTypes away that this version does not have, though not their rows. What was done stands in the Patch Log; no patch of ours is ever
	taken out of patches.txt.

	Raises:
		frappe.ValidationError: the site was migrated by a newer version.
	"""
	# By its name alone: what follows it in a line of patches.txt has it run again.
	known = {line.split()[0] for line in get_patches_from_app("huf")}
	done = frappe.get_all("Patch Log", {"patch": ("like", "huf.patches.%"), "skipped": 0}, pluck="patch")
	if newer := sorted({line.split()[0] for line in done} - known):
		frappe.throw(
			_(
				"This site was migrated by a newer version of huf, and nothing was changed now. Install that version again, or "
				"restore the backup of before. Not known to this version: {0}"
			).format(", ".join(newer))
		)


def after_migrate() -> None:
	"""Called by Frappe after each migration."""
	complete_settings()
	make_roles()
	make_local_model()
	make_profiles()
	notes.make_table()
	found.make_table()
	add_lost_indexes()
	pseudonyms.make_key()
	# Patches change records without events that huf would hear.
	compare_all()
	bring_manuals()


def after_uninstall() -> None:
	"""Called by Frappe once the DocTypes and their tables are gone: remove what it leaves behind.

	Files that people uploaded stay, also those that were indexed. A role stays where rights beside huf's go by it.
	"""
	if "huf" in frappe.get_installed_apps():
		return  # Frappe calls this in a dry run too, which removed nothing
	leftovers.drop_doctypes()
	leftovers.remove_rows(ROLES)
	frappe.db.delete("Custom HTML Block", {"name": GET_STARTED})
	notes.drop_table()
	found.drop_table()
	frappe.db.commit()  # nosemgrep: frappe-manual-commit (the command that calls this ends without one)
	for collection in artifacts.remove_everything():
		print(f"A collection stays: {collection}.")
	# Last: removing an index takes locks. Roles and desk of each user are read anew.
	leftovers.remove_keys()
	frappe.clear_cache()


def add_lost_indexes() -> None:
	"""Give huf's tables the indexes that Frappe makes on MariaDB alone."""
	for doctype in leftovers.own_doctypes():
		dialect.add_lost_indexes(doctype)


def complete_settings() -> None:
	"""Give Agent Settings that were saved before they had a field the default of it; what somebody has set or emptied stays.

	Frappe reads what was never saved as 0: what is on by default would be off, and limits would be below their least.
	"""
	# Singles is a table and no DocType.
	saved = set(frappe.db.sql_list("select field from `tabSingles` where doctype = %s", SETTINGS))
	if not saved:
		return  # never saved: the defaults hold as they are
	# Frappe takes "1" for true, which PostgreSQL stores as that word.
	missing = {
		field.fieldname: cint(field.default) if field.fieldtype in ("Check", "Int") else field.default
		for field in frappe.get_meta(SETTINGS).fields
		if field.default and field.fieldname not in saved
	}
	if missing:
		frappe.db.set_single_value(SETTINGS, missing, update_modified=False)
		frappe.clear_document_cache(SETTINGS, SETTINGS)


def make_roles() -> None:
	"""Make the roles where they are missing; a role that somebody changed or disabled stays as it is."""
	for role, desk_access in ROLES.items():
		if not frappe.db.exists("Role", role):
			frappe.get_doc({"doctype": "Role", "role_name": role, "desk_access": desk_access}).insert(
				ignore_permissions=True
			)


def make_get_started() -> None:
	"""Make the block with the first steps; its script is huf's, and follows huf's updates.

	Frappe's own onboarding cannot be it: there a step is done for the whole site, once somebody has clicked it.
	"""
	values = {"private": 0, "html": "", "style": "", "script": GET_STARTED_SCRIPT}
	if not frappe.db.exists("Custom HTML Block", GET_STARTED):
		block = {"doctype": "Custom HTML Block", "name": GET_STARTED, **values}
		frappe.get_doc(block).insert(ignore_permissions=True)
	elif frappe.db.get_value("Custom HTML Block", GET_STARTED, "script") != GET_STARTED_SCRIPT:
		frappe.get_doc("Custom HTML Block", GET_STARTED).update(values).save(ignore_permissions=True)


def make_local_model() -> None:
	"""Make an AI Model for the local embedding model unless there is one; one that was changed or disabled stays."""
	if frappe.db.exists("AI Model", {"litellm_model": LOCAL_MODEL}) or frappe.db.exists(
		"AI Model", LOCAL_RECORD
	):
		return
	frappe.get_doc(
		{
			"doctype": "AI Model",
			"model_name": LOCAL_RECORD,
			"kind": "embedding",
			"litellm_model": LOCAL_MODEL,
		}
	).insert(ignore_permissions=True)
