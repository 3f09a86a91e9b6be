"""Whose the files in a folder are, and which of them lead out of it."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

MOST_ENTRIES = 50_000
"""Files and folders that are looked at; about a tenth of a second."""


@dataclass(frozen=True, slots=True)
class Owners:
	"""How many entries belong to another user than the folder itself, and how many are symbolic links."""

	strange: int
	links: int


def owners_in(folder: Path) -> Owners:
	"""Look at all that lies in ``folder``, also deeper, without following links. What leaves meanwhile is not counted.

	:raises OSError: the folder, or one in it, cannot be read.
	"""
	owner, strange, links = folder.stat().st_uid, 0, 0
	for entry in islice(_all_in(folder), MOST_ENTRIES):
		links += entry.is_symlink()
		try:
			strange += entry.stat(follow_symlinks=False).st_uid != owner
		except FileNotFoundError:
			continue
	return Owners(strange, links)


def _all_in(folder: Path) -> Iterator["os.DirEntry[str]"]:
	try:
		with os.scandir(folder) as entries:
			for entry in entries:
				yield entry
				if entry.is_dir(follow_symlinks=False):
					yield from _all_in(Path(entry.path))
	except FileNotFoundError:
		return
