"""What stands in ``site_config.json`` (and the bench's ``common_site_config.json``) for huf: whether huf can use it.

Folders are named as the configuration names them, and neither a path nor a value is repeated: a page of the desk is the wrong place for
what only the server's own people write.
"""

import difflib
import os
from collections.abc import Iterator
from typing import Any

import frappe
from cryptography.fernet import Fernet
from frappe import _
from frappe.utils import cint

from huf.ai.doctor.findings import Finding, Level, good
from huf.ai.knowledge.backends import copies, stores
from huf.ai.knowledge.backends.registries import EXTRACTORS, extractor_registry
from huf.ai.site import metrics_token, settings
from huf.ai.site.locks import LEASE_KEY
from huf.ai.site.secrets import read_secret
from huf.ai.site.server import backup_files, downloads
from huf.ai.site.server import folders as server_folders
from huf.ai.site.warm.client import SWITCH
from huf.ai.words import said
from huf.engine.backends.search_engine.backend import KEY as ENGINE
from huf.engine.backends.vector_store.backend import KEY as STORED
from huf.engine.errors import HufError

KNOWN = (
	server_folders.KEY,
	stores.CONFIG,
	stores.ENGINE_CONFIG,
	EXTRACTORS,
	LEASE_KEY,
	SWITCH,
	metrics_token.KEY,
	metrics_token.SOURCES,
	backup_files.KEY,
	copies.CONFIG,
	settings.READING_PROCESSES,
	downloads.KEY,
)
"""All that huf reads of a configuration."""
SHORTEST_LEASE_S = 5
"""A lease is renewed each third of it; a busy worker may be that late."""


def check_configuration() -> Iterator[Finding]:
	"""Whether each entry that huf reads can be used, and whether one is there that it does not know."""
	told = 0
	for part in (_misspelt, _folders, _stores, _extractors, _lease, _switch, _token, _flags, _reading):
		for finding in part():
			told += 1
			yield finding
	if not told:
		there = [name for name in KNOWN if name in frappe.conf]
		yield good(
			_("What the site's configuration says to huf can be used: {0}.").format(", ".join(there) or "–")
		)


def _misspelt() -> Iterator[Finding]:
	for name in sorted(frappe.conf):
		if not str(name).startswith("huf_") or name in KNOWN:
			continue
		near = difflib.get_close_matches(str(name), KNOWN, n=1)
		yield Finding(
			Level.WARNING,
			_("site_config.json has an entry that huf does not know: {0}.").format(name),
			_("Did you mean {0}?").format(near[0]) if near else _("Take it out."),
		)


def _folders() -> Iterator[Finding]:
	for name, why in server_folders.misread_folders():
		yield _unusable(f"{server_folders.KEY} › {name}", why, Level.WARNING)
	roles = set(frappe.get_all("Role", pluck="name"))
	for folder in server_folders.server_folders().values():
		called = f"{server_folders.KEY} › {folder.name}"
		if not os.path.isdir(folder.path) or not os.access(folder.path, os.R_OK | os.X_OK):
			yield _unusable(
				called, _("There is no such folder on this machine, or huf may not read it."), Level.WARNING
			)
		unknown = folder.roles - roles
		if unknown:
			yield _unusable(
				called, _("There are no such roles: {0}.").format(", ".join(sorted(unknown))), Level.WARNING
			)


def _stores() -> Iterator[Finding]:
	for name, kind, read in (
		(stores.CONFIG, STORED, stores.site_store),
		(stores.ENGINE_CONFIG, ENGINE, stores.site_engine),
	):
		users = frappe.db.count("Knowledge Source", {"knowledge_type": kind, "disabled": 0})
		if not users and not frappe.conf.get(name):
			continue
		try:
			read()
		except HufError as error:
			level = Level.FAULT if users else Level.WARNING
			if frappe.conf.get(name):
				# The error may quote what stands there, and a password with it.
				yield _unusable(
					name, _("It is to be an object with the dotted path of a class and its settings."), level
				)
			else:
				yield Finding(level, said(error), _advice())


def _extractors() -> Iterator[Finding]:
	own = frappe.conf.get(EXTRACTORS)
	if not own:
		return
	try:
		registry = extractor_registry()
	except HufError as error:
		yield _unusable(EXTRACTORS, said(error), Level.FAULT)
		return
	for key in own:
		try:
			registry.get(key)
		except HufError as error:
			yield _unusable(f"{EXTRACTORS} › {key}", said(error), Level.FAULT)


def _lease() -> Iterator[Finding]:
	given = frappe.conf.get(LEASE_KEY)
	if given is None:
		return
	try:
		seconds = float(given)
	except (TypeError, ValueError):
		seconds = 0
	if not seconds >= SHORTEST_LEASE_S:
		yield _unusable(
			LEASE_KEY,
			_("It is to be a number of seconds, {0} or more.").format(SHORTEST_LEASE_S),
			Level.FAULT,
		)


def _switch() -> Iterator[Finding]:
	given = frappe.conf.get(SWITCH)
	if given is not None and str(given) not in ("0", "1", "True", "False"):
		yield _unusable(SWITCH, _("It is to be 0 or 1."), Level.WARNING)
	elif given is not None and not cint(given):
		yield Finding(
			Level.NOTICE,
			_(
				"There is no warm process: each run of an agent imports the libraries of models anew, for seconds."
			),
		)


def _token() -> Iterator[Finding]:
	if frappe.conf.get(metrics_token.KEY) is not None and metrics_token.wanted() is None:
		yield _unusable(
			metrics_token.KEY,
			_("It is to be a text of at least {0} characters without spaces, so metrics are closed.").format(
				metrics_token.LEAST_CHARACTERS
			),
			Level.WARNING,
		)


def _flags() -> Iterator[Finding]:
	for name in (backup_files.KEY, downloads.KEY):
		if str(frappe.conf.get(name, 0)) not in ("0", "1", "True", "False"):
			yield _unusable(name, _("It is to be 0 or 1."), Level.WARNING)


def _reading() -> Iterator[Finding]:
	if settings.READING_PROCESSES in frappe.conf and not settings.reading_processes():
		yield _unusable(
			settings.READING_PROCESSES,
			_("It is to be a number from 1 to {0}.").format(settings.MOST_READING_PROCESSES),
			Level.WARNING,
		)


def _unusable(name: str, why: str, level: Level) -> Finding:
	return Finding(level, _("{0} in site_config.json cannot be used: {1}").format(name, why), _advice())


def _advice() -> str:
	return _(
		"Whoever looks after the server corrects it there; processes see it with their next request or job."
	)


def check_keys() -> Iterator[Finding]:
	"""Whether the key of the site is there, and opens what was locked with it: after a restore with another configuration it does not."""
	key: Any = frappe.conf.get("encryption_key")
	if not key or not _is_key(key):
		yield Finding(
			Level.FAULT,
			_(
				"The site has no encryption_key that can be used: keys of models cannot be read, and searches have no pseudonyms."
			),
			_("Put the encryption_key of the site that the database is of into site_config.json."),
		)
		return
	providers = frappe.get_all("AI Provider", {"disabled": 0}, pluck="name")
	locked = [name for name in providers if not _opens(name)]
	for name in locked:
		yield Finding(
			Level.FAULT,
			_(
				"The key of the AI Provider {0} cannot be read: it was locked with another encryption_key."
			).format(name),
			_(
				"Put the old encryption_key back into site_config.json, or enter the key of the provider anew."
			),
		)
	if not locked:
		yield good(_("The key of the site opens what was locked with it."))


def _is_key(key: Any) -> bool:
	try:
		Fernet(key if isinstance(key, bytes) else str(key).encode())
	except ValueError:
		return False
	return True


def _opens(provider: str) -> bool:
	try:
		read_secret("AI Provider", provider, "api_key")
	except frappe.ValidationError:
		return False
	return True
