"""The notes of which packs were made of an index: a file with a JSON object a line, which one process at a time writes."""

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from huf.engine.backends.sqlite_files import held_alone
from huf.engine.errors import SourceBusy

_WAIT_S = 10.0
"""A note is written in milliseconds."""
_PAUSE_S = 0.02


@dataclass(frozen=True, slots=True)
class PackNotes:
	"""The notes in the file ``path``, which need not exist. Each names its pack by ``pack_id``."""

	path: Path

	def read(self) -> list[dict[str, str]]:
		"""All of them, the oldest first."""
		if not self.path.is_file():
			return []
		return [json.loads(line) for line in self.path.read_text("utf-8").splitlines() if line]

	def add(self, note: Mapping[str, str]) -> None:
		"""Write down one more.

		Raises:
			SourceBusy: others write for longer than one waits.
		"""
		self.path.parent.mkdir(parents=True, exist_ok=True)
		with self._alone(), self.path.open("a", encoding="utf-8") as notes:
			notes.write(json.dumps(dict(note)) + "\n")

	def forget(self, pack_id: str) -> None:
		"""Take out what is noted of a pack.

		Raises:
			SourceBusy: others write for longer than one waits.
		"""
		if not self.path.is_file():
			return
		with self._alone():
			kept = [note for note in self.read() if note["pack_id"] != pack_id]
			new = self.path.with_name(f"{self.path.name}.new")
			new.write_text("".join(json.dumps(note) + "\n" for note in kept), "utf-8")
			new.replace(self.path)

	@contextmanager
	def _alone(self) -> Iterator[None]:
		# Not the file itself: whoever waits for that would hold one that was replaced meanwhile.
		lock, end = self.path.with_name(f"{self.path.name}.lock"), time.monotonic() + _WAIT_S
		while True:
			with held_alone(lock) as is_held:
				if is_held:
					yield
					return
			if time.monotonic() > end:
				raise SourceBusy(
					"Another process has been writing down for a while which packs were made. Try again."
				)
			time.sleep(_PAUSE_S)
