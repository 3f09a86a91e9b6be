"""The index of one run's larger files: a folder of its own that no source, no other run and no other user knows.

``sites/<site>/private/knowledge/run-<32 random hex digits>``. It is removed with the run; of a run that was killed, by the
sweep.
"""

import secrets
import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import frappe

from huf.ai.knowledge.backends.registries import extractor_registry
from huf.ai.knowledge.indexing.files import may_read_file
from huf.ai.runs.rows import STALE_S
from huf.ai.site.artifacts import knowledge_root
from huf.ai.site.settings import get_settings
from huf.engine.builds import BuildSettings, plan_build, run_build
from huf.engine.ocr import Ocr
from huf.engine.search import Request, SearchTarget, search
from huf.engine.search.open_builds import close_reader
from huf.engine.types import Hit, IndexedInput, SearchResult, WantedInput

PREFIX = "run-"
MOST_CHUNKS = 5_000
"""Of one file: some 2,500 pages. What is over it is left out, and the run says so."""


class RunStore:
	"""The folder of one run. Nothing is written before there is something to index."""

	def __init__(self, source: str, user: str) -> None:
		"""``source``: what its passages have as their source. ``user``: who must be allowed to read each file, at each search."""
		self.source, self._user = source, user
		self.folder = knowledge_root() / (PREFIX + secrets.token_hex(16))
		self._build: Path | None = None

	@property
	def has_files(self) -> bool:
		"""Whether there is an index."""
		return self._build is not None

	def index(
		self, wanted: Sequence[WantedInput], ocr: Ocr, cancelled: Callable[[], bool]
	) -> tuple[IndexedInput, ...]:
		"""Index these files by their words; what became of each.

		Raises:
			BuildCancelled: ``cancelled()`` said so, before a file.
			StorageFull: the disk is full.
		"""
		settings = BuildSettings(max_chunks_per_input=MOST_CHUNKS, ocr=ocr.in_use)
		extractors = extractor_registry()
		plan = plan_build(wanted, None, settings, extractors=extractors)
		result = run_build(self.folder, plan, settings, extractors=extractors, ocr=ocr, cancelled=cancelled)
		self._build = result.info.path
		return result.outcomes

	def search(self, request: Request) -> SearchResult:
		"""The best passages of the files that the run's user may read at this moment."""
		if self._build is None:
			return search([], request)
		if request.mode == "vector":
			# The index has words only: asked for meaning alone, it answers by words rather than not at all.
			request = replace(request, mode=None)
		return search([SearchTarget(self.source, self._build)], request, accept=self._accept)

	def _accept(self, hits: Sequence[Hit]) -> list[bool]:
		allowed = {file: may_read_file(file, self._user) for file in {hit.input for hit in hits}}
		return [allowed[hit.input] for hit in hits]

	def remove(self) -> None:
		"""Delete everything of the run from the disk."""
		if self._build is not None:
			close_reader(self._build)
			self._build = None
		shutil.rmtree(self.folder, ignore_errors=True)


def sweep() -> list[str]:
	"""Every hour: delete the folders of runs that were killed; their names. A living run ends long before."""
	oldest = time.time() - (get_settings().run_time_limit + STALE_S)
	root = knowledge_root()
	removed = []
	for folder in sorted(root.glob(PREFIX + "*")) if root.is_dir() else []:
		if folder.is_dir() and not folder.is_symlink() and folder.stat().st_mtime < oldest:
			shutil.rmtree(folder, ignore_errors=True)
			removed.append(folder.name)
	if removed:
		frappe.logger("huf").info("Removed the files of %s runs that were killed", len(removed))
	return removed
