"""What huf needs of the machine: a folder that it may write, room on the disk, and libraries that can do what it asks."""

import os
import platform
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import frappe
from frappe import _
from frappe.utils import add_days, flt, now_datetime

import huf
from huf.ai.doctor.findings import Action, Finding, Level, good
from huf.ai.knowledge import maintenance
from huf.ai.knowledge.backends.copies import site_copies
from huf.ai.site import artifacts
from huf.ai.site.text_recognition import languages_in_use, site_languages
from huf.ai.words import said
from huf.engine.backends.sqlite_files import why_no_texts
from huf.engine.errors import SettingsError

LIBRARIES = ("numpy", "litellm", "llama-index-core", "pypdf", "PyStemmer")
GROWTH_DAYS = 14
"""Rows of builds are kept for twice this time."""
SOON_DAYS = 30
"""A disk that is full within this time is told of while there is time to buy another."""
MEGABYTE = 1024 * 1024


def check_folder() -> Iterator[Finding]:
	"""Whether the folder of the indexes can be written, and read by nobody else."""
	root = artifacts.knowledge_root()
	if not root.is_dir():
		yield good(_("There is no index yet."))
		return
	try:
		with tempfile.TemporaryDirectory(prefix=".huf-doctor-", dir=root):
			pass
	except OSError as error:
		yield Finding(
			Level.FAULT,
			_("The folder of the indexes cannot be written: {0}").format(error.strerror),
			_("Give private/knowledge of the site to the user that runs bench, and mount it writable."),
		)
		return
	open_to_all = stat.S_IMODE(root.stat().st_mode) & (stat.S_IROTH | stat.S_IXOTH | stat.S_IWOTH)
	sheltered = any(not _others_may_enter(folder) for folder in root.parents)
	if open_to_all and not sheltered:
		yield Finding(
			Level.WARNING,
			_("Every user of this machine can read the indexes, and with them the texts."),
			_("Take the right from others: chmod o-rwx on private/knowledge of the site."),
		)
	else:
		yield good(_("The folder of the indexes can be written, and by no other user of the machine."))


def _others_may_enter(folder: Path) -> bool:
	return bool(stat.S_IMODE(folder.stat().st_mode) & stat.S_IXOTH)


def check_copies() -> Iterator[Finding]:
	"""Whether the folder for copies of indexes, if the site wants one, can be used."""
	try:
		copies = site_copies()
		if copies is None:
			return
		copies.check_folder()
	except SettingsError as error:
		yield Finding(
			Level.FAULT,
			said(error),
			_("Searches read the indexes where they are until it is right."),
		)
	else:
		yield good(_("Indexes are searched by copies on this machine."))


def check_disk() -> Iterator[Finding]:
	"""Whether the largest index could be made anew beside itself, and when the disk is full if indexes grow as they did."""
	root = artifacts.knowledge_root()
	if not root.is_dir():
		return
	free = shutil.disk_usage(root).free
	sizes = [flt(size) for size in frappe.get_all("Knowledge Source", pluck="index_size_bytes")]
	largest, growth = max(sizes, default=0), _grown_in_a_day()
	days = free / growth if growth > 0 else None
	if free < largest:
		yield Finding(
			Level.FAULT,
			_("{0} MB are free, and the largest index needs {1} MB to be made anew.").format(
				_mb(free), _mb(largest)
			),
			_("Free some, or give the site's folder private/knowledge a larger disk."),
		)
	elif days is not None and days < SOON_DAYS:
		yield Finding(
			Level.WARNING,
			_("{0} MB are free; as indexes grew lately, that is enough for {1} days.").format(
				_mb(free), int(days)
			),
			_("Free some, or give the site's folder private/knowledge a larger disk."),
		)
	else:
		yield good(
			_("{0} MB are free; the indexes that answer take {1} MB.").format(_mb(free), _mb(sum(sizes)))
		)


def _mb(size: float) -> str:
	return f"{size / MEGABYTE:,.0f}"


def _grown_in_a_day() -> float:
	"""Bytes by which what answers has grown in a day, on the average of the last :data:`GROWTH_DAYS` days.

	A source that came in this time has grown from nothing, which is what sources that come do.
	"""
	since = add_days(now_datetime(), -GROWTH_DAYS)
	now = sum(flt(size) for size in frappe.get_all("Knowledge Source", pluck="index_size_bytes"))
	rows = frappe.get_all(
		"Knowledge Build",
		{"state": ("in", ("Live", "Retired")), "finished_at": ("<", since)},
		["knowledge_source", "bytes"],
		order_by="finished_at asc",
		limit_page_length=0,
	)
	before = {row.knowledge_source: flt(row.bytes) for row in rows}
	return max(0.0, now - sum(before.values())) / GROWTH_DAYS


def check_libraries() -> Iterator[Finding]:
	"""Versions, and whether this SQLite has what an index is made of."""
	if reason := why_no_texts():
		yield Finding(
			Level.FAULT,
			_("SQLite {0} of this Python cannot search texts: {1}").format(sqlite3.sqlite_version, reason),
			_("Use a Python whose SQLite was built with FTS5."),
		)
	found = [f"huf {huf.__version__}", f"Frappe {frappe.__version__}", f"Python {platform.python_version()}"]
	found.append(f"SQLite {sqlite3.sqlite_version}")
	for name in LIBRARIES:
		try:
			found.append(f"{name} {version(name)}")
		except PackageNotFoundError:
			yield Finding(
				Level.FAULT,
				_("The library {0} is not installed.").format(name),
				_("Install huf again in the environment of the bench: bench setup requirements."),
			)
	yield good(_("Versions: {0}.").format(", ".join(found)))
	wanted, _why = site_languages()
	if wanted and not languages_in_use():
		yield Finding(
			Level.WARNING,
			_("Scans are not read: text recognition is on, and this machine has it not for {0}.").format(
				wanted
			),
			_("Install Tesseract with these languages, or switch it off in Agent Settings."),
		)


def check_leftovers() -> Iterator[Finding]:
	"""Whether folders lie about that no row knows, and that the nightly clean-up should have taken."""
	due = maintenance.orphan_folders()
	size = sum(_size(folder) for folder in due)
	if due:
		yield Finding(
			Level.WARNING,
			_("Folders of indexes that no source knows, older than {0} days: {1}, with {2} MB.").format(
				maintenance.ORPHAN_DAYS, len(due), _mb(size)
			),
			_("The clean-up of every night takes them away; it seems not to run."),
			action=Action.CLEAN_UP,
		)
	else:
		yield good(_("No index lies about that no source knows."))


def _size(folder: Path) -> int:
	return sum(
		os.lstat(Path(path) / name).st_size for path, _folders, names in os.walk(folder) for name in names
	)
