"""A backup with the indexes that answer."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import frappe
from frappe.utils import now_datetime
from frappe.utils.backups import scheduled_backup

from huf.ai.backups import encrypting
from huf.ai.backups.holding import Held, no_backup, work_folder
from huf.ai.site.server import backup_files
from huf.engine.archives import Written, write_archive

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Kept:
	"""An archive that was written."""

	file: Path
	bytes: int
	builds: int
	left_out: dict[str, str]
	"""Builds that are not in it, and why."""


def back_up(progress: Progress, **options: Any) -> tuple[Any, Kept]:
	"""Have Frappe make a backup with ``options`` of its own, and keep the indexes beside it: Frappe's generator with the paths, and the archive.

	The builds are held from before the dump is begun until after it has ended, so those that it names are among them.

	:raises SourceBusy: another backup is at work. :raises ArchiveRefused: the archive cannot be written; the rest of the backup is there.
	"""
	with work_folder() as folder:
		began = now_datetime()
		holding = Held(folder / "held")
		holding.take()
		made = scheduled_backup(force=True, **options)
		holding.take(began)
		dump = Path(made.backup_path_db).absolute()
		return made, _write(holding, folder, backup_files.archive_of(dump), progress)


def keep_beside(dump: Path, began: datetime, progress: Progress = lambda done, total: None) -> Kept:
	"""Keep the indexes that have answered since ``began`` beside a dump that is there.

	:raises SourceBusy: another backup is at work. :raises ArchiveRefused: the archive cannot be written.
	"""
	with work_folder() as folder:
		holding = Held(folder / "held")
		holding.take(began)
		return _write(holding, folder, backup_files.archive_of(dump), progress)


def _write(holding: Held, folder: Path, target: Path, progress: Progress) -> Kept:
	new = target.with_name(f".{target.name}.part")
	try:
		new.unlink(missing_ok=True)
		written = _write_new(holding, folder, new, progress)
		new.chmod(0o600)
		new.replace(target)
	except OSError as error:
		raise no_backup(error) from error
	finally:
		new.unlink(missing_ok=True)
	builds = sum(len(source.builds) for source in written.manifest.sources.values())
	return Kept(target, target.stat().st_size, builds, {**holding.lost, **written.left_out})


def _write_new(holding: Held, folder: Path, new: Path, progress: Progress) -> Written:
	site = str(frappe.local.site)
	if not encrypting.is_wanted():
		return write_archive(new, holding.sources(), site, progress)
	# Where the indexes lie, which are not encrypted either.
	plain = folder / "plain.tar"
	written = write_archive(plain, holding.sources(), site, progress)
	encrypting.encrypt(plain, new)
	return written
