"""An index in a folder of its own: what the command line works on, without any server.

``DIR`` holds the builds and a file ``current`` that names the live one; with vectors also a file ``embedder`` that
names what makes them, a cache of those that cost something, and, when they are in a vector store or all is in a search engine, a file
``vector_store`` with its settings; with scans, a cache of their recognised pages, and a file ``ocr`` with the languages
that were asked for; what people said of the texts of files (`corrections`); and what is known of files without reading them again
(`known_hashes`). An index that came as a pack has a note of it (`pack`), and one that packs were made of their series
(`pack_series`). One process at a time writes, guarded by a lock on ``DIR/.lock``; readers need no lock.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from huf.engine.backends.sqlite_files import held_alone
from huf.engine.builds import (
	BuildInfo,
	BuildPlan,
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
from huf.engine.errors import IndexMissing, SettingsError, SourceBusy
from huf.engine.indexing import BuildSettings
from huf.engine.ocr import ScanCache
from huf.engine.search import NO_STEPS, Request, Steps, search
from huf.engine.types import IndexedInput, Progress, SearchResult
from huf.local.corrections import NAME as CORRECTIONS
from huf.local.corrections import FileCorrections, NotApplied
from huf.local.files import FolderFiles, SkippedPath
from huf.local.kinds import kinds_with
from huf.local.known_hashes import NAME as KNOWN_HASHES
from huf.local.known_hashes import KnownHashes
from huf.local.making import (
	EMBEDDER,
	NO_OCR,
	NO_STORE,
	OCR,
	STORE,
	IndexOptions,
	Making,
	kept_embedder,
	kept_languages,
	making_of,
)
from huf.local.searching import POINTER, index_target, live_build

KEPT_BUILDS = 3
AS_BEFORE = IndexOptions()
PACK = "pack"
"""The file that says which pack the index came from, if it came from one."""
SERIES = "pack_series"
"""The file that has what all packs of this index have in common."""


@dataclass(frozen=True, slots=True)
class IndexReport:
	"""What one run of indexing did. ``inputs`` is everything the index now knows, whole or failed."""

	info: BuildInfo
	inputs: tuple[IndexedInput, ...]
	changed: tuple[str, ...]
	removed: tuple[str, ...]
	skipped: tuple[SkippedPath, ...] = ()
	"""What stands in the folder and was not indexed, such as a link that leads out of it."""
	corrections: int = 0
	"""How many the index was made with."""
	not_applied: tuple[NotApplied, ...] = ()
	"""Those that changed nothing."""

	@property
	def not_searchable(self) -> tuple[IndexedInput, ...]:
		"""The inputs that gave no chunk, each with its reason."""
		return tuple(item for item in self.inputs if not item.chunks)

	@property
	def is_complete(self) -> bool:
		"""Whether everything that was wanted is searchable."""
		return not self.not_searchable and not any(skip.is_failure for skip in self.skipped)


class LocalIndex:
	"""An index in ``directory``, which need not exist yet."""

	def __init__(self, directory: Path) -> None:
		self.directory = directory

	def live_build(self) -> Path:
		"""The folder of the live build.

		Raises:
			IndexMissing: nothing was indexed into this directory yet.
		"""
		return live_build(self.directory)

	def update(
		self,
		folder: Path,
		settings: BuildSettings,
		progress: Callable[[Progress], None] | None = None,
		options: IndexOptions = AS_BEFORE,
	) -> IndexReport:
		"""Make the index say what ``folder`` says now; only what changed is read, unless ``options`` say otherwise.

		Raises:
			SettingsError: there is a vector store, and no embedder; or these are no languages, or no corrections.
			VectorStoreFailed, SearchEngineFailed: it did not take what it was given; what was searchable before still is.
			SettingsError: what is there came as a pack.
			SourceBusy: another process is indexing into the same directory.
			EmbeddingFailed: the vectors could not be made; what was searchable before still is.
		"""
		making = making_of(self.directory, folder, settings, options)
		self.directory.mkdir(parents=True, exist_ok=True)
		with self.one_writer():
			plan, files = self.plan(folder, making, options)
			remove_staging(self.directory)
			corrected = making.corrected
			if plan.is_empty and plan.base is not None:
				self._keep_languages(options.ocr_languages, making.ocr.languages)
				self._keep(files.known)
				self._keep_corrections(corrected)
				return self._report(
					read_build_info(plan.base, kinds=making.kinds),
					plan.present,
					corrected,
					skipped=files.skipped,
				)
			result = run_build(
				self.directory,
				plan,
				making.settings,
				build_id=self.next_id(),
				kinds=making.kinds,
				extractors=making.extractors,
				ocr=making.ocr,
				progress=progress,
				reading_processes=options.reading_processes,
			)
			self._keep_languages(options.ocr_languages, making.ocr.languages)
			if making.embedder_name != self.embedder_name():
				self.write_note(EMBEDDER, making.embedder_name)
			if options.store is not None:
				self.write_note(STORE, making.store.describe() if making.store else NO_STORE)
			self.switch(result.info.build_id)
			self._keep(files.known)
			self._keep_corrections(corrected)
			inputs = _inputs(result.info.path)
			ScanCache(self.directory).keep_only({item.content_hash for item in inputs})
		changed = tuple(item.key for item in result.outcomes)
		return self._report(result.info, inputs, corrected, changed, result.removed, skipped=files.skipped)

	def plan(self, folder: Path, making: Making, options: IndexOptions) -> tuple[BuildPlan, FolderFiles]:
		"""What has to be read of ``folder``, and what stands in it. Reads what may have changed, and changes nothing.

		Raises:
			SettingsError: what is there came as a pack.
		"""
		self._check_own()
		base = None if options.rebuild else self._live_or_none()
		known = KnownHashes() if options.rebuild else KnownHashes.read(self.directory)
		files = FolderFiles(folder, self.directory, options.follow_links, known)
		wanted = (replace(one, corrections=making.corrected.of(one.key)) for one in files.inputs())
		plan = plan_build(wanted, base, making.settings, kinds=making.kinds, extractors=making.extractors)
		return plan, files

	def search(self, request: Request, steps: Steps = NO_STEPS) -> SearchResult:
		"""The best hits of the live build, as :func:`~huf.local.searching.search_index` gives them."""
		return search([index_target(self.directory, request, steps)], request, kinds=kinds_with())

	def inputs(self) -> dict[str, IndexedInput]:
		"""Everything the live build knows, by key."""
		return read_inputs(self.live_build(), kinds=kinds_with())

	def info(self) -> BuildInfo:
		"""The numbers of the live build."""
		return read_build_info(self.live_build(), kinds=kinds_with())

	def verify(self) -> BuildInfo:
		"""Check the live build; raises what is wrong with it."""
		return verify_build(self.live_build(), kinds=kinds_with())

	def builds(self) -> list[str]:
		"""Ids of the kept builds, oldest first."""
		return list_builds(self.directory)

	def _report(
		self,
		info: BuildInfo,
		inputs: tuple[IndexedInput, ...],
		corrected: FileCorrections,
		changed: tuple[str, ...] = (),
		removed: tuple[str, ...] = (),
		*,
		skipped: Sequence[SkippedPath],
	) -> IndexReport:
		not_applied = corrected.not_applied({item.key: item for item in inputs})
		return IndexReport(
			info, inputs, changed, removed, tuple(skipped), len(corrected.entries), tuple(not_applied)
		)

	def _keep_corrections(self, corrected: FileCorrections) -> None:
		text, kept = corrected.to_json(), self.directory / CORRECTIONS
		if not corrected.entries:
			kept.unlink(missing_ok=True)
		elif not kept.is_file() or kept.read_text("utf-8").rstrip("\n") != text:
			self.write_note(CORRECTIONS, text)

	def _check_own(self) -> None:
		if (self.directory / PACK).is_file():
			raise SettingsError(
				f"The index in {self.directory} came as a pack, which a folder would replace. Index into another directory."
			)

	def _live_or_none(self) -> Path | None:
		try:
			return self.live_build()
		except IndexMissing:
			return None

	def next_id(self) -> str:
		"""A new id that sorts after every kept one, also when the clock was set back."""
		return new_build_id(max(self.builds(), default=""))

	def switch(self, build_id: str, instead_of: str | None = None) -> None:
		"""Make a published build the live one, and remove those that are no longer kept. Called by the one writer.

		``instead_of`` is removed first: the new one says the same, in other files.
		"""
		self.write_note(POINTER, build_id)
		if instead_of is not None:
			remove_build(self.directory / instead_of)
		for old in [name for name in self.builds() if name != build_id][: -(KEPT_BUILDS - 1)]:
			remove_build(self.directory / old)

	def write_note(self, name: str, line: str) -> None:
		"""Write a small file so that it is there whole, or as it was."""
		new = self.directory / (name + ".new")
		descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600 if name == STORE else 0o666)
		with open(descriptor, "w", encoding="utf-8") as file:
			file.write(line + "\n")
			file.flush()
			os.fsync(file.fileno())
		os.replace(new, self.directory / name)

	def _keep(self, known: KnownHashes) -> None:
		if (text := known.text) is not None:
			self.write_note(KNOWN_HASHES, text)

	def embedder_name(self) -> str:
		"""What makes the vectors of this index: ``local``, ``litellm:MODEL`` or ``none``."""
		return kept_embedder(self.directory)

	def ocr_languages(self) -> str:
		"""The languages in which scans are to be read, ``eng+deu``; empty for none."""
		return kept_languages(self.directory)

	def _keep_languages(self, wanted: str | None, checked: str) -> None:
		"""Those that were asked for hold for later runs too, also where nothing is to be read in them yet."""
		if wanted is not None:
			self.write_note(OCR, checked or NO_OCR)

	@contextmanager
	def one_writer(self) -> Iterator[None]:
		"""Be the one process that writes.

		Raises:
			SourceBusy: another one is.
		"""
		with held_alone(self.directory / ".lock") as is_held:
			if not is_held:
				raise SourceBusy(
					f"Another process is indexing into {self.directory}. Wait for it and try again."
				)
			yield


def _inputs(build: Path) -> tuple[IndexedInput, ...]:
	return tuple(read_inputs(build, kinds=kinds_with()).values())
