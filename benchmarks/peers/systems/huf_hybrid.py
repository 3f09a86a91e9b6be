"""huf's index of words and vectors together, searched by either or by both."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.peers.systems import TOP, Found, Search
from benchmarks.peers.systems.huf_keyword import live_builds, number_and_text
from benchmarks.peers.texts import Texts, settings

if TYPE_CHECKING:
	from huf.engine.backends.base import Backend
	from huf.engine.embedding import Embedder
	from huf.engine.registry import Registry


def build(texts: Texts, folder: Path) -> None:
	"""As for the keyword index, with a model that knows all vectors beforehand."""
	from benchmarks.peers.vectors import StoredEmbedder
	from huf.engine.builds import plan_build, run_build

	kinds, made = _kinds(StoredEmbedder(texts, {})), settings("sqlite_hybrid")
	run_build(folder, plan_build(texts.inputs(), None, made, kinds=kinds), made, kinds=kinds)


def _opened(texts: Texts, folder: Path, mode: str) -> Search:
	from benchmarks.peers.vectors import StoredEmbedder, of_queries
	from huf.engine.search import Request, SearchTarget, search
	from huf.engine.search.opened.open_builds import remember_at_most

	# Every question is asked several times, and each time the index is to do its work.
	remember_at_most(0)
	targets = [SearchTarget("benchmark", live_builds(folder)[0])]
	kinds = _kinds(StoredEmbedder(texts, of_queries(texts)))

	def ask(question: str) -> Found:
		result = search(targets, Request(question, top_k=TOP, mode=mode), kinds=kinds)
		assert not result.skipped, result.skipped
		return [number_and_text(hit) for hit in result.hits]

	return ask


by_meaning = partial(_opened, mode="vector")
by_both = partial(_opened, mode="hybrid")
by_words = partial(_opened, mode="keyword")


def _kinds(embedder: "Embedder") -> "Registry[Backend]":
	from huf.engine.backends import default_registry
	from huf.engine.backends.hybrid.backend import KEY, hybrid_backend

	kinds = default_registry()
	kinds.register(KEY, hybrid_backend(embedder))
	return kinds
