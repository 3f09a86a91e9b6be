"""The builds that an index keeps: which there are, the one of a name or of a day, and going back to one."""

import re
from datetime import datetime, timedelta
from pathlib import Path

from huf.engine.builds import BuildInfo, read_build_info, verify_build
from huf.engine.errors import BuildError, SettingsError
from huf.engine.inspection import BuildComparison, TextDifference, compare_builds, compare_input
from huf.engine.request import Request
from huf.engine.search import NO_STEPS, Steps
from huf.engine.types import SearchResult
from huf.local.index import LocalIndex
from huf.local.kinds import kinds_with
from huf.local.searching import search_index

_DATE = re.compile(r"\d{4}-\d\d-\d\d(T.+)?")
_DAY = len("2026-11-03")


class Versions:
	"""The kept builds of the index in ``local``."""

	def __init__(self, local: LocalIndex) -> None:
		self._local = local
		self.live = local.live_build().name
		"""The id of the build that answers."""

	def builds(self) -> list[BuildInfo]:
		"""Those that can be read, newest first."""
		found = []
		for name in reversed(self._local.builds()):
			try:
				found.append(read_build_info(self._path(name), kinds=kinds_with()))
			except BuildError:
				# One that is damaged is no reason to hide the others; `huf doctor` tells of it.
				if name == self.live:
					raise
		return found

	def of(self, said: str) -> str:
		"""The id of the build that is meant: its own, or that of the newest build made up to a day or a moment.

		Args:
			said: an id, or ISO 8601 in local time: ``2026-11-03`` is the end of that day.

		Raises:
			SettingsError: there is none, or these words name neither.
		"""
		kept = self._local.builds()
		if said in kept:
			return said
		moment = _moment(said)
		if moment is None:
			raise SettingsError(
				f"{said!r} is neither a build that is kept ({', '.join(kept)}) nor a date such as 2026-11-03 or 2026-11-03T14:00."
			)
		# From the oldest on: their ids are in the order in which they were made.
		made = [info for info in reversed(self.builds()) if info.created_at <= moment]
		if not made:
			raise SettingsError(
				f"No build is kept that was made up to {said}. Those that are: {', '.join(kept)}."
			)
		return made[-1].build_id

	def before(self, build: str) -> str:
		"""The id of the build that was made before another.

		Raises:
			SettingsError: none is kept.
		"""
		older = [name for name in self._local.builds() if name < build]
		if not older:
			raise SettingsError(
				f"No build is kept that was made before {build}, so there is nothing to compare."
			)
		return older[-1]

	def compare(self, before: str, after: str) -> BuildComparison:
		"""What differs between two builds, by their ids."""
		return compare_builds(self._path(before), self._path(after), kinds=kinds_with())

	def compare_input(self, before: str, after: str, key: str) -> TextDifference:
		"""How the text of an input differs between two builds."""
		return compare_input(self._path(before), self._path(after), key, kinds=kinds_with())

	def search(self, build: str, request: Request, steps: Steps = NO_STEPS) -> SearchResult:
		"""As ``LocalIndex.search``, in the build of this id."""
		return search_index(self._local.directory, request, steps, self._path(build))

	def restore(self, build: str) -> BuildInfo:
		"""Let searches answer from a kept build again. The next run of indexing begins from it.

		Raises:
			SourceBusy: another process is indexing.
			IndexMissing, IndexCorrupt: it is damaged; nothing was changed.
		"""
		with self._local.one_writer():
			info = verify_build(self._path(build), kinds=kinds_with())
			self._local.switch(build)
		self.live = build
		return info

	def _path(self, name: str) -> Path:
		return self._local.directory / name


def _moment(said: str) -> float | None:
	"""Unix time; of a day its end. None for what is no date."""
	if not _DATE.fullmatch(said):
		# The id of a build that is gone is a date to newer versions of Python.
		return None
	try:
		moment = datetime.fromisoformat(said)
		if len(said) == _DAY:
			moment += timedelta(days=1) - timedelta(microseconds=1)
		return moment.timestamp()
	except (ValueError, OverflowError, OSError):
		return None
