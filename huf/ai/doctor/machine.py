"""What huf needs of the machine: room on the disk, and libraries that can do what it asks."""

import platform
import shutil
import sqlite3
from collections.abc import Iterator

import frappe
from frappe import _
from frappe.utils import add_days, flt, now_datetime

import huf
from huf.ai.doctor.findings import Finding, Level, good
from huf.ai.site import artifacts
from huf.ai.site.server.text_recognition import languages_in_use, site_languages
from huf.ai.site.settings import get_settings
from huf.engine.backends.sqlite_files import why_no_texts
from huf.engine.builds import added_bytes, list_builds
from huf.local.upkeep.requirements import installed, unmet

NAMED = ("numpy", "litellm", "llama-index-core", "pypdf", "PyStemmer")
"""Libraries whose versions are worth knowing when something is odd."""
GROWTH_DAYS = 14
"""Rows of builds are kept for twice this time."""
SOON_DAYS = 30
"""A disk that is full within this time is told of while there is time to buy another."""
MEGABYTE = 1024 * 1024


def free_bytes() -> int | None:
	"""Free space where the indexes lie; None: there is none yet."""
	root = artifacts.knowledge_root()
	return shutil.disk_usage(root).free if root.is_dir() else None


def check_disk() -> Iterator[Finding]:
	"""Whether the largest index could be made anew beside itself, and when the disk is full if indexes grow as they did."""
	free = free_bytes()
	if free is None:
		return
	sizes = [flt(size) for size in frappe.get_all("Knowledge Source", pluck="index_size_bytes")]
	older = max(0.0, _bytes_of_builds() - sum(sizes))
	largest, growth = max(sizes, default=0), _grown_in_a_day() + _kept_more_in_a_day(older)
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
			_(
				"{0} MB are free; the indexes that answer take {1} MB, and older ones that are kept {2} MB more."
			).format(_mb(free), _mb(sum(sizes)), _mb(older))
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


def _bytes_of_builds() -> int:
	"""What all builds of all sources take on the disk, files that they share once."""
	return sum(
		sum(added_bytes(folder, list_builds(folder)).values()) for folder in artifacts.source_folders()
	)


def _kept_more_in_a_day(older: float) -> float:
	"""Bytes that the builds that are kept for their days will take more in a day, until as many days are kept as Agent Settings want.

	:param older: what builds that do not answer take now.
	"""
	wanted = get_settings().daily_build_days
	first = frappe.db.sql(
		"select min(finished_at) from `tabKnowledge Build` where state in ('Live', 'Retired')"
	)[0][0]
	days = (now_datetime() - first).days if first else 0
	return older / days if 0 < days < wanted else 0.0


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
	found += [f"{name} {there}" for name in NAMED if (there := installed(name))]
	for each in unmet():
		yield Finding(
			Level.WARNING if each.installed else Level.FAULT,
			_("{0} {1} is installed, and this huf was made for {2}.").format(
				each.name, each.installed, each.wanted
			)
			if each.installed
			else _("The library {0} is not installed.").format(each.name),
			_("Install huf again in the environment of the bench: bench setup requirements."),
		)
	yield good(_("Versions: {0}.").format(", ".join(found)))
	languages, _why = site_languages()
	if languages and not languages_in_use():
		yield Finding(
			Level.WARNING,
			_("Scans are not read: text recognition is on, and this machine has it not for {0}.").format(
				languages
			),
			_("Install Tesseract with these languages, or switch it off in Agent Settings."),
		)
