"""An index in a folder of its own: what the command line works on, without any server.

``DIR`` holds the builds and a file ``current`` that names the live one. One process at a time
writes, guarded by a lock on ``DIR/.lock``; readers need no lock.
"""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from huf.engine.builds import (
	BuildInfo,
	list_builds,
	new_build_id,
	plan_build,
	read_build_info,
	read_inputs,
	remove_build,
	remove_staging,
	run_build,
	verify_build,
)
from huf.engine.content import Content
from huf.engine.errors import IndexMissing, SourceBusy
from huf.engine.indexing import BuildSettings
from huf.engine.search import SearchTarget, search
from huf.engine.types import IndexedInput, Progress, SearchResult, WantedInput

KEPT_BUILDS = 3
_POINTER = "current"


@dataclass(frozen=True, slots=True)
class IndexReport:
	"""What one run of indexing did. ``inputs`` is everything the index now knows, whole or failed."""

	info: BuildInfo
	inputs: tuple[IndexedInput, ...]
	changed: tuple[str, ...]
	removed: tuple[str, ...]

	@property
	def not_searchable(self) -> tuple[IndexedInput, ...]:
		"""The inputs that gave no chunk, each with its reason."""
		return tuple(item for item in self.inputs if not item.chunks)


class LocalIndex:
	"""An index in ``directory``, which need not exist yet."""

	def __init__(self, directory: Path) -> None:
		self.directory = directory

	def live_build(self) -> Path:
		"""The folder of the live build.

		Raises:
			IndexMissing: nothing was indexed into this directory yet.
		"""
		try:
			build_id = (self.directory / _POINTER).read_text("utf-8").strip()
		except (FileNotFoundError, NotADirectoryError):
			raise IndexMissing(
				f"There is no index in {self.directory}. Make one with: huf index FOLDER --to {self.directory}"
			) from None
		return self.directory / build_id

	def update(
		self,
		folder: Path,
		settings: BuildSettings,
		progress: Callable[[Progress], None] | None = None,
		*,
		rebuild: bool = False,
	) -> IndexReport:
		"""Make the index say what ``folder`` says now; only what changed is read, or everything with ``rebuild``.

		Raises:
			SourceBusy: another process is indexing into the same directory.
		"""
		self.directory.mkdir(parents=True, exist_ok=True)
		with self._one_writer():
			remove_staging(self.directory)
			base = None if rebuild else self._live_or_none()
			plan = plan_build(wanted_files(folder, self.directory), base, settings)
			if base is not None and plan.is_empty:
				return IndexReport(read_build_info(base), tuple(read_inputs(base).values()), (), ())
			result = run_build(self.directory, plan, settings, build_id=self._next_id(), progress=progress)
			self._switch(result.info.build_id)
		return IndexReport(
			result.info,
			tuple(read_inputs(result.info.path).values()),
			tuple(item.key for item in result.outcomes),
			result.removed,
		)

	def search(self, query: str, *, top_k: int = 5) -> SearchResult:
		"""The best hits; the name of the source is that of the directory."""
		target = SearchTarget(source=self.directory.name, build=self.live_build())
		return search([target], query, top_k=top_k)

	def inputs(self) -> dict[str, IndexedInput]:
		"""Everything the live build knows, by key."""
		return read_inputs(self.live_build())

	def info(self) -> BuildInfo:
		"""The numbers of the live build."""
		return read_build_info(self.live_build())

	def verify(self) -> BuildInfo:
		"""Check the live build; raises what is wrong with it."""
		return verify_build(self.live_build())

	def builds(self) -> list[str]:
		"""Ids of the kept builds, oldest first."""
		return list_builds(self.directory)

	def _live_or_none(self) -> Path | None:
		try:
			return self.live_build()
		except IndexMissing:
			return None

	def _next_id(self) -> str:
		"""A new id that sorts after every kept one, also when two builds fall into one second."""
		newest = max(self.builds(), default="")
		while (build_id := new_build_id()) <= newest:
			pass
		return build_id

	def _switch(self, build_id: str) -> None:
		pointer = self.directory / (_POINTER + ".new")
		with pointer.open("w", encoding="utf-8") as file:
			file.write(build_id + "\n")
			file.flush()
			os.fsync(file.fileno())
		os.replace(pointer, self.directory / _POINTER)
		for old in [name for name in self.builds() if name != build_id][: -(KEPT_BUILDS - 1)]:
			remove_build(self.directory / old)

	@contextmanager
	def _one_writer(self) -> Iterator[None]:
		with (self.directory / ".lock").open("w") as lock:
			try:
				fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
			except BlockingIOError:
				raise SourceBusy(
					f"Another process is indexing into {self.directory}. Wait for it and try again."
				) from None
			yield


def wanted_files(folder: Path, index: Path) -> Iterator[WantedInput]:
	"""The files of ``folder`` and its subfolders in order; hidden ones and the index itself left out.

	``folder`` may also be one file.
	"""
	own = index.resolve()
	for path in [folder] if folder.is_file() else sorted(folder.rglob("*")):
		relative = Path(path.name) if path == folder else path.relative_to(folder)
		hidden = any(part.startswith(".") for part in relative.parts)
		if path.is_file() and not hidden and not path.resolve().is_relative_to(own):
			yield _wanted_file(path, _printable(relative.as_posix()))


def _wanted_file(path: Path, key: str) -> WantedInput:
	"""A file that cannot be read is wanted too: it is then named as an error, and the others are indexed."""
	content = Content(name=path.name, path=path)
	try:
		content_hash = content.sha256()
	except OSError:
		content_hash = ""
	return WantedInput(key, content_hash, title=_printable(path.name), open_content=lambda: content)


def _printable(name: str) -> str:
	"""A file name as text: bytes that are no UTF-8 are written ``\\udcff``, since no database or terminal takes them."""
	return name.encode("utf-8", "backslashreplace").decode("utf-8")
