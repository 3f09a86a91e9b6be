"""Packs that apps bring, such as an app's manual: one line in the hooks of the app, ``huf_packs``.

A pack of an app needs no key that somebody trusts: whoever installs an app lets its code do anything, so a text of it asks for no more.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import frappe
from frappe import _

from huf.ai.knowledge.packs.installing import install_new, install_update, manifests_of
from huf.ai.knowledge.packs.sources import NewSource
from huf.ai.knowledge.packs.switching import held_manifest
from huf.ai.quality import gate
from huf.engine.errors import HufError, PackRefused, SettingsError
from huf.engine.packs import PackManifest

HOOK = "huf_packs"
_KEYS = {"file", "name", "roles"}


@dataclass(frozen=True, slots=True)
class Manual:
	"""A pack of an app."""

	key: str
	"""Tells it from all others: the app and the file."""
	path: Path
	name: str
	"""Of its source, when it is made; empty: the title of the pack."""
	roles: tuple[str, ...]
	"""Who may read the source, when it is made; none: whoever may use knowledge."""


def manuals_of(app: str) -> list[Manual]:
	"""The packs that an app names.

	:raises SettingsError: its hook says something else.
	"""
	found = []
	for entry in frappe.get_hooks(HOOK, app_name=app) or []:
		entry = {"file": entry} if isinstance(entry, str) else entry
		if not isinstance(entry, dict) or not entry.keys() <= _KEYS or not isinstance(entry.get("file"), str):
			raise SettingsError(
				f"{HOOK} of {app} is to be a list of dictionaries with file, and if you like name and roles. This is none: {entry!r}"
			)
		folder = Path(frappe.get_app_path(app)).resolve()
		path = (folder / entry["file"]).resolve()
		if not path.is_relative_to(folder):
			raise SettingsError(f"{HOOK} of {app}: the pack {entry['file']} lies outside of the app.")
		roles = tuple(str(role) for role in entry.get("roles") or ())
		found.append(Manual(f"{app}/{entry['file']}"[:140], path, str(entry.get("name") or ""), roles))
	return found


def bring_manuals(app: str | None = None) -> None:
	"""Install what apps bring and is not there, update what is older, and take along what none brings any more. Commits.

	What fails is printed and logged: neither an installation nor a migration ends by it, and what is there goes on answering.
	"""
	wanted: set[str] = set()
	for name in [app] if app else frappe.get_installed_apps():
		try:
			manuals = manuals_of(name)
		except SettingsError as error:
			_report(name, error)
			continue
		for manual in manuals:
			wanted.add(manual.key)
			frappe.db.commit()  # nosemgrep: frappe-manual-commit (what fails is rolled back alone, not what a migration did before)
			try:
				_bring(manual)
			except (HufError, frappe.ValidationError, OSError) as error:
				frappe.db.rollback()
				_report(manual.key, error)
	if app is None:
		_take_along(lambda key: key not in wanted and key.partition("/")[0] in frappe.get_installed_apps())


def after_app_install(app: str) -> None:
	"""Called by Frappe once any app is installed, huf too."""
	bring_manuals(None if app == "huf" else app)


def after_app_uninstall(app: str) -> None:
	"""Called by Frappe once any app is removed, and in a dry run, which removed nothing."""
	if app == "huf" or app in frappe.get_installed_apps():
		return
	_take_along(lambda key: key.partition("/")[0] == app)


def _bring(manual: Manual) -> None:
	manifests = manifests_of(manual.path)
	if len(manifests) > 1:
		raise PackRefused(
			"An app names each of its packs, and this file has several. Make a pack of each source."
		)
	manifest = manifests[0]
	if manifest.since:
		raise PackRefused(
			"An app brings whole packs, and this one holds only what changed since another. Make a whole one."
		)
	there = frappe.db.get_value(
		"Knowledge Source", {"pack_manual": manual.key}, ["name", "pack_id", "held_build"], as_dict=True
	)
	if there:
		held = held_manifest(there.held_build)
		if manifest.pack_id in (there.pack_id, held.pack_id if held else None):
			return
		if _is_discarded(there.name, manifest.pack_id):
			print(
				f"The newer pack of the knowledge source {there.name} was discarded on its form. It is brought again once a test of the source is "
				"written or changed; a later pack is brought anyway."
			)
			return
		_update(manual, there.name)
		return
	name = _free_name(manual, manifest)
	scope = "Role" if manual.roles else "Site"
	new = NewSource(name, scope, manual.roles, manual.key)
	install_new(manual.path, new, trusted=lambda key: True)
	print(f"Installed the knowledge source {name}.")


def _is_discarded(source: str, pack_id: str) -> bool:
	"""Whether the index of this very pack was thrown away, and the tests that would be asked of it are the same still."""
	rows = frappe.get_all(
		"Knowledge Build",
		{"knowledge_source": source, "state": "Discarded", "pack_manifest": ("is", "set")},
		["name", "finished_at"],
	)
	judged = [
		row.finished_at for row in rows if (told := held_manifest(row.name)) and told.pack_id == pack_id
	]
	if not judged:
		return False
	changed = {"knowledge_source": source, "modified": (">", max(judged))}
	return not frappe.db.exists("Knowledge Test", changed)


def _update(manual: Manual, source: str) -> None:
	if gate.has_tests(source):
		print(
			f"The tests of the knowledge source {source} are asked before its new index answers, which may take minutes."
		)
	reason = install_update(manual.path, source, trusted=lambda key: True, is_manual=True)
	if reason:
		print(
			f"The new index of the knowledge source {source} does not answer yet. {reason} Publish or discard it on its form."
		)
	else:
		print(f"Updated the knowledge source {source}.")


def _free_name(manual: Manual, manifest: PackManifest) -> str:
	"""What the source is called; with the name of the app where another source has that name."""
	name = " ".join((manual.name or manifest.title).split()) or manual.key
	name = "".join(sign for sign in name if sign not in "<>")[:100]
	app = manual.key.partition("/")[0]
	return f"{name} ({app})" if frappe.db.exists("Knowledge Source", name) else name


def _take_along(is_gone: Callable[[str], bool]) -> None:
	rows = frappe.get_all("Knowledge Source", {"pack_manual": ("is", "set")}, ["name", "pack_manual"])
	for row in rows:
		if not is_gone(row.pack_manual):
			continue
		try:
			frappe.delete_doc("Knowledge Source", row.name, ignore_permissions=True)
		except frappe.LinkExistsError:
			# An agent names it, and goes on with what it has besides.
			frappe.db.rollback()
			frappe.db.set_value("Knowledge Source", row.name, {"disabled": 1, "pack_manual": None})
			print(
				f"The knowledge source {row.name} is disabled: its app is gone, and something names it still."
			)
		frappe.db.commit()  # nosemgrep: frappe-manual-commit (a step of its own for each source)


def _report(what: str, error: Exception) -> None:
	message = _("The pack {0} was not installed: {1}").format(what, error)
	print(message)
	frappe.log_error(title="An app's pack was not installed", message=message)
	frappe.db.commit()  # nosemgrep: frappe-manual-commit (the command that calls this may end without one)
