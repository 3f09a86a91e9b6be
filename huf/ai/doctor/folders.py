"""The folder of the indexes: whether it can be written, whose what lies in it is, and what lies there that nobody knows."""

import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from frappe import _

from huf.ai.doctor.findings import Action, Finding, Level, good
from huf.ai.knowledge import maintenance
from huf.ai.knowledge.backends.copies import site_copies
from huf.ai.site import artifacts
from huf.ai.words import said
from huf.engine.errors import SettingsError
from huf.local.upkeep.owners import owners_in

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


def _others_may_enter(folder: Path) -> bool:
	return bool(stat.S_IMODE(folder.stat().st_mode) & stat.S_IXOTH)


def check_owners() -> Iterator[Finding]:
	"""Whether all that lies in the folder belongs to its owner, and none of it leads out of it.

	What a bench command of root made, the workers of another user can neither replace nor delete.
	"""
	root = artifacts.knowledge_root()
	if not root.is_dir():
		return
	try:
		found = owners_in(root)
	except OSError as error:
		yield Finding(
			Level.FAULT,
			_("A folder among the indexes cannot be read: {0}").format(error.strerror),
			_("Give private/knowledge of the site to one user: chown -R."),
		)
		return
	if found.strange:
		yield Finding(
			Level.FAULT,
			_("Files of indexes that belong to another user of the machine than their folder: {0}.").format(
				found.strange
			),
			_(
				"A command that another user ran made them. Give private/knowledge of the site to one user: chown -R."
			),
		)
	if found.links:
		yield Finding(
			Level.WARNING,
			_(
				"Symbolic links among the indexes: {0}. huf makes none, and deletes nothing behind one."
			).format(found.links),
			_("Put the folder itself on another disk, by mounting it, and not what lies in it."),
		)
	if not found.strange and not found.links:
		yield good(_("All that lies in the folder of the indexes belongs to its owner."))


def check_leftovers() -> Iterator[Finding]:
	"""Whether folders lie about that no row knows, and that the nightly clean-up should have taken."""
	due = maintenance.orphan_folders()
	size = sum(_size(folder) for folder in due)
	if due:
		yield Finding(
			Level.WARNING,
			_("Folders of indexes that no source knows, older than {0} days: {1}, with {2} MB.").format(
				maintenance.ORPHAN_DAYS, len(due), f"{size / MEGABYTE:,.0f}"
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
