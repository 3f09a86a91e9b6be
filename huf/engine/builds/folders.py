"""The folders that builds lie in: their names, which there are, and taking them away."""

import calendar
import errno
import os
import re
import secrets
import shutil
import time
from collections.abc import Iterable
from pathlib import Path

from huf.engine.backends.search_engine.making.sweeping import sweep
from huf.engine.backends.vector_store.collection import NOTE
from huf.engine.backends.vector_store.ownership import release

STAGING = ".staging-"
"""Begins the name of a folder that nobody reads: a build being made, or one that is leaving."""
VERIFYING = f"{STAGING}verify-"
"""Begins the name of a copy that is being checked. Whoever checks takes no lease, so a writer may begin meanwhile."""
VERIFIED_WITHIN_S = 24 * 3600
"""Seconds after which a copy belongs to a check that died; checking the largest build takes minutes."""
BUILD_ID = re.compile(r"\d{8}T\d{6}-[0-9a-f]{8}")
_TIME = "%Y%m%dT%H%M%S"
_STEPS_OF_SECOND = 16**6
_STILL_OPEN = (".nfs", ".fuse_hidden")
"""Begin the names that NFS and FUSE give files that are deleted while somebody on this machine has them open. They go when nobody has,
and their folder with the next :func:`remove_staging`."""
_TRIES = 40
_BETWEEN_TRIES_S = 0.05


def new_build_id(after: str = "") -> str:
	"""A name that sorts by the time it is given, and after the name ``after`` whatever the clock says: ``20260131T235959-0a1b2c3d`` (UTC).

	Of the last eight digits six are the part of the second that has passed, in steps of 60 ns. Two are random: with
	them two workers are given different names also in one step.
	"""
	name = _name_of(time.time_ns() * _STEPS_OF_SECOND // 10**9)
	return name if name > after else _name_of(_step_of(after) + 1)


def _name_of(step: int) -> str:
	second, step = divmod(step, _STEPS_OF_SECOND)
	return f"{build_time(second)}-{step:06x}{secrets.token_hex(1)}"


def _step_of(name: str) -> int:
	"""In steps since 1970. Names of older versions have eight random digits."""
	time_of, _, digits = name.partition("-")
	second = calendar.timegm(time.strptime(time_of, _TIME))
	return second * _STEPS_OF_SECOND + int(digits[:6], 16)


def build_time(moment: float) -> str:
	"""How the name of a build begins that is begun at ``moment``, in Unix seconds."""
	return time.strftime(_TIME, time.gmtime(moment))


def list_builds(root: Path) -> list[str]:
	"""Ids of the published builds in ``root``, oldest first."""
	if not root.is_dir():
		return []
	return sorted(entry.name for entry in root.iterdir() if BUILD_ID.fullmatch(entry.name))


def added_bytes(root: Path, builds: Iterable[str]) -> dict[str, int]:
	"""Bytes that each of the builds in ``root`` takes on the disk beyond those before it in ``builds``: a file that several share counts
	with the first of them, so that the sum is what they take together. What is being removed counts as far as it is there."""
	seen: set[tuple[int, int]] = set()
	found: dict[str, int] = {}
	for build in builds:
		found[build] = 0
		for folder, _, names in os.walk(root / build):
			for name in names:
				try:
					file = os.lstat(os.path.join(folder, name))
				except FileNotFoundError:
					continue
				if (key := (file.st_dev, file.st_ino)) not in seen:
					seen.add(key)
					found[build] += file.st_size
	return found


def remove_build(path: Path, away: set[str] | None = None) -> None:
	"""Delete the files of a build; searches that have it open finish on what they opened. ``away`` as in :func:`release`."""
	if not BUILD_ID.fullmatch(path.name):
		raise ValueError(f"{path.name!r} is not the folder of a build.")
	if path.is_dir():
		# Renamed first: whoever is killed half-way leaves no half build, only something for remove_staging.
		leaving = path.with_name(f"{STAGING}removed-{path.name}")
		path.rename(leaving)
		discard(leaving, away)


def remove_staging(root: Path) -> list[str]:
	"""Delete what builds that died left behind, in search engines what no build shows besides. Call it only as the one writer of ``root``."""
	staged = [entry for entry in root.iterdir() if entry.name.startswith(STAGING)] if root.is_dir() else []
	left = [entry for entry in staged if not _is_being_verified(entry)]
	gone = [entry.name.removeprefix(STAGING) for entry in left if discard(entry)]
	sweep(root)
	return gone


def _is_being_verified(entry: Path) -> bool:
	if not entry.name.startswith(VERIFYING):
		return False
	try:
		return time.time() - entry.stat().st_mtime < VERIFIED_WITHIN_S
	except FileNotFoundError:
		return True


def remove_root(root: Path, away: set[str] | None = None) -> None:
	"""Delete all that a source has: its builds, and what they have in a vector store or a search engine.

	While one of these cannot be reached, the notes about its collections stay; call it again then. So do notes about collections
	that are another index's. ``away`` as in :func:`release`.
	"""
	for entry in sorted(root.iterdir()) if root.is_dir() else []:
		if BUILD_ID.fullmatch(entry.name):
			remove_build(entry, away)
	# Both, whatever the first says: what can be deleted is.
	if all([*(discard(entry, away) for entry in root.glob(STAGING + "*")), sweep(root, away)]):
		_delete(root)


def discard(folder: Path, away: set[str] | None = None, *, ignore_errors: bool = False) -> bool:
	"""Delete a folder that nobody reads, and first what it has in a vector store.

	Gives False when that could not be reached, or is another index's: then the note about it is all that stays, for another
	time. ``away`` as in :func:`release`.
	"""
	if release(folder, away):
		_delete(folder, ignore_errors=ignore_errors)
		return True
	for entry in folder.iterdir():
		if entry.is_dir():
			_delete(entry, ignore_errors=ignore_errors)
		elif entry.name != NOTE:
			entry.unlink(missing_ok=True)
	return False


def _delete(folder: Path, *, ignore_errors: bool = False) -> None:
	"""Delete a folder, though somebody else may be deleting it, or writing into it, at this moment.

	Who deletes a source and the job that finds its source gone take away the same draft: each meets names that were there a
	moment ago. A writer that adds a file makes the folder not empty once more; it stops when it next looks at its lease.
	"""
	for attempt in range(_TRIES):
		try:
			shutil.rmtree(folder)
			return
		except OSError as error:
			if _is_only_open(folder) or not folder.exists():
				return
			if error.errno not in (errno.ENOENT, errno.ENOTEMPTY) or attempt == _TRIES - 1:
				if ignore_errors:
					return
				raise
		time.sleep(_BETWEEN_TRIES_S)


def _is_only_open(folder: Path) -> bool:
	"""Delete what can be deleted; whether nothing stays but files that somebody on this machine has open."""
	shutil.rmtree(folder, ignore_errors=True)
	left = [name for _, _, names in os.walk(folder) for name in names]
	return bool(left) and all(name.startswith(_STILL_OPEN) for name in left)
