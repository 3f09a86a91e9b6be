"""The index of the larger files of a run, or of a conversation: a folder of its own that no source and no other user knows.

``sites/<site>/private/knowledge/run-<32 hex digits>`` is removed with its run; of a run that was killed, by the sweep.
``talk-<32 hex digits>`` stays for the next question of the conversation. It goes with the conversation, when a file is taken
out of it, and when it was not used for a week: the next question makes it anew.
"""

import hashlib
import os
import secrets
import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import frappe

from huf.ai.knowledge.backends.registries import extractor_registry
from huf.ai.knowledge.contents.files import may_read_file
from huf.ai.runs.keeping.rows import STALE_S
from huf.ai.site.artifacts import knowledge_root
from huf.ai.site.database.transactions import own_transaction
from huf.ai.site.settings import get_settings, reading_limits
from huf.engine.backends import default_registry
from huf.engine.builds import BuildSettings, list_builds, plan_build, read_inputs, remove_build, run_build
from huf.engine.embedding import embedder_for
from huf.engine.errors import BuildError, EmbedderMissing, IndexTooNew
from huf.engine.ocr import Ocr
from huf.engine.search import Request, SearchTarget, search
from huf.engine.search.opened.open_builds import close_reader
from huf.engine.types import Hit, IndexedInput, SearchResult, WantedInput

if TYPE_CHECKING:
	from huf.engine.backends.base import Backend
	from huf.engine.registry import Registry

OF_RUN, OF_TALK = "run-", "talk-"
MOST_CHUNKS = 5_000
"""Of one file: some 2,500 pages. What is over it is left out, and the run says so."""
UNUSED_S = 7 * 24 * 3600
"""After so long without a question the index of a conversation is removed."""
KEPT_BUILDS = 2
"""Of a conversation: another question of it, asked at the same time, may be on the earlier one."""


class RunStore:
	"""The folder of one run, or of its conversation. Nothing is written before there is something to index."""

	def __init__(self, source: str, user: str, conversation: str | None = None) -> None:
		"""``source``: what its passages have as their source. ``user``: who must be allowed to read each file, at each search.
		``conversation``: whose index goes on, if the run is a turn of one."""
		self.source, self._user, self._conversation = source, user, conversation
		name = folder_of(conversation) if conversation else OF_RUN + secrets.token_hex(16)
		self.folder = knowledge_root() / name
		self._build: Path | None = None

	@property
	def has_files(self) -> bool:
		"""Whether there is an index."""
		return self._build is not None

	@property
	def has_vectors(self) -> bool:
		"""Whether it is searched by meaning, too."""
		return self._kinds[1] is not None

	def holds(self, file: str, content_hash: str) -> bool:
		"""Whether an earlier question of the conversation had to have this file indexed, as it is now."""
		known = self._inputs().get(file)
		return known is not None and known.content_hash == content_hash and known.chunks > 0

	def index(
		self, wanted: Sequence[WantedInput], ocr: Ocr, cancelled: Callable[[], bool]
	) -> tuple[IndexedInput, ...]:
		"""Index these files and no others, unless they are indexed already; what became of each.

		Raises:
			BuildCancelled: ``cancelled()`` said so, before a file.
			StorageFull: the disk is full.
		"""
		settings = BuildSettings(max_chunks_per_input=MOST_CHUNKS, ocr=ocr.in_use, limits=reading_limits())
		kinds, backend = self._kinds
		if backend:
			settings = replace(settings, backend=backend)
		extractors = extractor_registry()
		try:
			plan = plan_build(wanted, self._kept(), settings, kinds=kinds, extractors=extractors)
		except IndexTooNew:
			# Of a newer huf that was taken back; nothing is lost that the files do not have.
			plan = plan_build(wanted, None, settings, kinds=kinds, extractors=extractors)
		if plan.is_empty:
			self._build = plan.base
		else:
			made = run_build(
				self.folder,
				plan,
				settings,
				kinds=kinds,
				extractors=extractors,
				ocr=ocr,
				cancelled=cancelled,
			)
			self._build = made.info.path
			for build in list_builds(self.folder)[:-KEPT_BUILDS]:
				remove_build(self.folder / build)
		assert self._build is not None, "a plan that is empty has a base"
		inputs = read_inputs(self._build, kinds=kinds)
		return tuple(inputs[item.key] for item in wanted if item.key in inputs)

	def search(self, request: Request) -> SearchResult:
		"""The best passages of the files that the run's user may read at this moment."""
		if self._build is None:
			return search([], request)
		if request.mode == "vector" and not self.has_vectors:
			# Asked for meaning alone, an index of words answers by words rather than not at all.
			request = replace(request, mode=None)
		targets = [SearchTarget(self.source, self._build)]
		return search(targets, request, kinds=self._kinds[0], accept=self._accept)

	def close(self) -> None:
		"""Delete everything of a run from the disk; the index of a conversation stays while there is the conversation."""
		if self._build is not None:
			close_reader(self._build)
			self._build = None
		if self._conversation and _is_there(self._conversation):
			if self.folder.is_dir():
				os.utime(self.folder)
			return
		shutil.rmtree(self.folder, ignore_errors=True)

	@cached_property
	def _kinds(self) -> "tuple[Registry[Backend], str | None]":
		"""Words and meaning, where the model that makes the vectors runs here; else words. No text leaves the server for that."""
		from huf.engine.backends.hybrid.backend import KEY, hybrid_backend
		from huf.engine.embedding.local import LocalEmbedder, load

		registry = default_registry()
		try:
			load()
		except EmbedderMissing:
			return registry, None
		registry.register(KEY, hybrid_backend(LocalEmbedder(), embedder_for))
		return registry, KEY

	def _accept(self, hits: Sequence[Hit]) -> list[bool]:
		allowed = {file: may_read_file(file, self._user) for file in {hit.input for hit in hits}}
		return [allowed[hit.input] for hit in hits]

	def _kept(self) -> Path | None:
		"""The newest build of the conversation."""
		builds = list_builds(self.folder)
		return self.folder / builds[-1] if builds else None

	def _inputs(self) -> dict[str, IndexedInput]:
		kept = self._kept()
		try:
			return read_inputs(kept, kinds=self._kinds[0]) if kept else {}
		except BuildError:
			return {}  # a damaged index counts as none, as it does for plan_build


def folder_of(conversation: str) -> str:
	"""What the folder of a conversation is called."""
	return OF_TALK + hashlib.sha256(conversation.encode()).hexdigest()[:32]


def forget_conversation(conversation: str) -> None:
	"""Delete the index of a conversation; its next question makes it anew, of the files that it has then."""
	shutil.rmtree(knowledge_root() / folder_of(conversation), ignore_errors=True)


def _is_there(conversation: str) -> bool:
	with own_transaction():
		return bool(frappe.db.exists("Agent Conversation", conversation))


def sweep() -> list[str]:
	"""Every hour: delete the folders of runs that were killed, and those of conversations that nobody goes on with; their
	names. A living run ends long before."""
	limits = {OF_RUN: get_settings().run_time_limit + STALE_S, OF_TALK: UNUSED_S}
	root = knowledge_root()
	removed = []
	for prefix, seconds in limits.items():
		oldest = time.time() - seconds
		for folder in sorted(root.glob(prefix + "*")) if root.is_dir() else []:
			if folder.is_dir() and not folder.is_symlink() and folder.stat().st_mtime < oldest:
				shutil.rmtree(folder, ignore_errors=True)
				removed.append(folder.name)
	if removed:
		frappe.logger("huf").info("Removed the indexed files of %s runs and conversations", len(removed))
	return removed
