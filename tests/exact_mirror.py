"""Ten thousand files of a place, a thousand random changes, and what a source would hold of them."""

import hashlib
import random
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from huf.ai.knowledge.fetch.folders import WantedFiles
from huf.ai.knowledge.fetch.listed import KnownEntry, Listing, plan_entries
from huf.engine.errors import InputError

NOW = datetime(2026, 11, 25)
DAY = timedelta(days=1)


class Mirror:
	"""What a source would hold: the hash of each file as it was read when its version was seen."""

	def __init__(
		self,
		wanted: WantedFiles,
		list_now: Callable[[], Listing],
		read: Callable[[str], bytes],
		*,
		grace: timedelta = timedelta(0),
		grace_of_many: timedelta = DAY,
	) -> None:
		self._wanted, self._list, self._read_file = wanted, list_now, read
		self._grace, self._grace_of_many = grace, grace_of_many
		self.held: dict[str, tuple[str, str]] = {}
		"""By key: version and hash."""
		self.unlisted: dict[str, datetime] = {}
		self.read = 0

	def follow(self, now: datetime = NOW) -> Listing | None:
		"""One comparison, and what was listed."""
		try:
			listing = self._list()
		except InputError:
			listing = None
		known = [
			KnownEntry(key, key, self.unlisted.get(key), version)
			for key, (version, _hash) in self.held.items()
		]
		plan = plan_entries(
			self._wanted.wants,
			listing,
			known,
			limit=50_000,
			now=now,
			grace=self._grace,
			grace_of_many=self._grace_of_many,
		)
		for key in plan.remove:
			del self.held[key]
			self.unlisted.pop(key, None)
		self.unlisted |= dict.fromkeys(plan.missed, now)
		for key in plan.back:
			del self.unlisted[key]
		for key in (*plan.change, *plan.add):
			assert listing is not None
			data = self._read_file(key.partition("/")[2])
			self.held[key] = listing.entries[key], hashlib.sha256(data).hexdigest()
			self.read += 1
		return listing

	def is_exact(self, files: dict[str, bytes]) -> bool:
		"""Whether it holds these files (by their paths in the place) as they are, and nothing else."""
		name = self._wanted.name
		now = {f"{name}/{path}": hashlib.sha256(data).hexdigest() for path, data in files.items()}
		return now == {key: digest for key, (_version, digest) in self.held.items()}


def write(path: Path, text: str) -> None:
	"""Write a file, and the folders that it lies in."""
	path.parent.mkdir(parents=True, exist_ok=True)
	path.write_text(text)


def files_in(root: Path) -> dict[str, bytes]:
	"""All files below a folder by their paths."""
	return {
		path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()
	}


def fill(root: Path, count: int = 10_000) -> list[Path]:
	"""Write that many files, and give them."""
	files = [root / f"d{number % 97}" / f"f{number}.txt" for number in range(count)]
	for number, file in enumerate(files):
		write(file, f"File {number}")
	return files


def change(root: Path, files: list[Path], count: int = 1_000) -> int:
	"""Add, edit, delete and move files at random, always the same; how many of these make or change a file."""
	chance = random.Random(16)
	touched = 0
	for number in range(count):
		kind = chance.choice(["add", "edit", "delete", "move"])
		place = chance.randrange(len(files))
		if kind == "add":
			files.append(root / f"new{number % 7}" / f"n{number}.md")
			write(files[-1], f"New {number}")
		elif kind == "edit":
			files[place].write_text(f"Edited {number} {chance.random()}")
		elif kind == "delete":
			files.pop(place).unlink()
		else:
			moved = root / f"moved{number % 5}" / f"m{number}.txt"
			moved.parent.mkdir(exist_ok=True)
			files[place] = files[place].rename(moved)
		touched += kind != "delete"
	return touched
