"""A collection that is indexed once and asked in many ways."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean
from typing import Any

from huf.engine.backends import DEFAULT_BACKEND
from huf.engine.backends.base import Backend, Mode
from huf.engine.backends.hybrid.backend import KEY as HYBRID
from huf.engine.builds import plan_build, run_build
from huf.engine.embedding import Embedder
from huf.engine.indexing import BuildSettings
from huf.engine.registry import Registry
from huf.engine.search import NO_STEPS, Request, SearchTarget, Steps, search
from huf.engine.search.opened.open_builds import close_reader, remember_at_most
from huf.local.kinds import kinds_with
from huf.local.quality.evaluation import EvaluationQuery, measures, read_documents, read_queries

ENOUGH = 40
"""Chunks asked for, so that ten documents are among them."""


def evenly(queries: Sequence[EvaluationQuery], most: int) -> list[EvaluationQuery]:
	"""At most so many queries, evenly spaced; 0: all."""
	if not most or len(queries) <= most:
		return list(queries)
	return [queries[place * len(queries) // most] for place in range(most)]


def ndcg(query: EvaluationQuery, ranking: Sequence[str]) -> float:
	"""nDCG@10 of documents in their order; a document ranks where it comes first."""
	return measures(query.gains, list(dict.fromkeys(ranking)))[0]


class Collection:
	"""One folder, with an index."""

	def __init__(
		self, folder: Path, workspace: Path, most_queries: int = 0, embedder: Embedder | None = None
	) -> None:
		"""Index ``folder`` in ``workspace`` with the defaults; with vectors if there is an embedder."""
		self.name = folder.name
		self.queries = evenly(read_queries(folder), most_queries)
		self.kinds: Registry[Backend] = kinds_with(embedder)
		settings = BuildSettings(max_chunks_per_input=0, backend=HYBRID if embedder else DEFAULT_BACKEND)
		plan = plan_build(read_documents(folder), None, settings, kinds=self.kinds)
		self.build = run_build(workspace / folder.name, plan, settings, kinds=self.kinds).info.path

	def asked(
		self, text: str, top_k: int = ENOUGH, steps: Steps = NO_STEPS, mode: Mode | None = None
	) -> list[str]:
		"""The documents that a query finds."""
		target = SearchTarget(self.name, self.build, steps=steps)
		result = search([target], Request(text, top_k=top_k, mode=mode, may_be_cut=True), kinds=self.kinds)
		assert not result.skipped, result.skipped
		return [hit.input for hit in result.hits]

	def mean(self, texts: Mapping[str, str] | None = None, **how: Any) -> float:
		"""The mean nDCG@10 of all queries; ``texts`` by id stand in for theirs."""
		return fmean(
			ndcg(query, self.asked((texts or {}).get(query.id, query.text), **how)) for query in self.queries
		)

	@contextmanager
	def changed(self, values: Mapping[tuple[Any, str], Any]) -> Iterator[None]:
		"""With other values of constants (module and name to value), and nothing remembered from before."""
		before = {(module, name): getattr(module, name) for module, name in values}
		self.forget()
		for (module, name), value in values.items():
			setattr(module, name, value)
		try:
			yield
		finally:
			for (module, name), value in before.items():
				setattr(module, name, value)
			self.forget()

	def forget(self) -> None:
		"""Open the index anew, and remember no answers."""
		close_reader(self.build)
		remember_at_most(0)
