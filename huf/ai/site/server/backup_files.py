"""Where Frappe puts the backups of this site, and how the archive of knowledge indexes beside one is called."""

import re
from datetime import datetime
from pathlib import Path

import frappe
from frappe.utils import cint
from frappe.utils.backups import get_backup_path

KEY = "huf_backup_builds"
"""In ``site_config.json``; 1: beside each backup that Frappe makes of this site, huf keeps the indexes that answered then."""
_DUMP = re.compile(
	r"(?P<begin>(?P<stamp>\d{8}_\d{6})-[^/]+?)(?P<partial>-partial)?-database(?P<encrypted>-enc)?\.sql\.gz"
)


def is_wanted() -> bool:
	"""Whether the site wants archives beside its backups."""
	return bool(cint(frappe.conf.get(KEY)))


def backup_folder() -> Path:
	"""Where Frappe puts backups unless it is told another folder. It need not exist."""
	return Path(get_backup_path()).absolute()


def began_at(dump: Path) -> datetime | None:
	"""When a dump of the whole database was begun, in the site's time zone, which Frappe writes in front of its name. None: this is the name of none."""
	match = _DUMP.fullmatch(dump.name)
	if match is None or match["partial"]:
		return None
	try:
		return datetime.strptime(match["stamp"], "%Y%m%d_%H%M%S")
	except ValueError:
		return None


def archive_of(dump: Path) -> Path:
	"""The archive beside a dump of the database, which need not be there. As with Frappe's other files, its name says whether it is encrypted.

	:raises ValueError: this is the name of no dump.
	"""
	match = _DUMP.fullmatch(dump.name)
	if match is None:
		raise ValueError(dump.name)
	return dump.with_name(f"{match['begin']}-huf-builds{match['encrypted'] or ''}.tar")


def is_complete(dump: Path) -> bool:
	"""Whether Frappe is done with a dump: it copies the site's configuration right behind it."""
	match = _DUMP.fullmatch(dump.name)
	return match is not None and any(
		dump.with_name(f"{match['begin']}-site_config_backup{encrypted}.json").is_file()
		for encrypted in ("", "-enc")
	)
