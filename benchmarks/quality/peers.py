"""huf beside other engines: the same documents, the same queries, the same measure, in the same run.

The others index whole documents, title first, as the systems of ``benchmarks.peers`` do with chunks.
"""

import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean

from benchmarks.peers.systems import SYSTEMS, Search, System
from benchmarks.quality.collection import Collection, evenly, ndcg
from huf.engine.embedding import embedder_for
from huf.local.quality.evaluation import EvaluationQuery, read_queries, read_texts

PEERS = ("naive FTS5", "tantivy", "bm25s")
_SIGNS = re.compile(r"[^\w\s]+")


class Documents:
	"""The texts of a collection, by number."""

	def __init__(self, folder: Path) -> None:
		self.keys, self._texts = [], []
		for key, title, text in read_texts(folder):
			self.keys.append(key)
			self._texts.append(f"{title}\n{text}")

	def chunks(self) -> Iterator[str]:
		"""All of them."""
		return iter(self._texts)


def rows(collections: Sequence[Path], most_queries: int) -> Iterator[list[str]]:
	"""A row for each collection, then for each mode of huf and each peer nDCG@10."""
	systems = [system for name in PEERS for system in SYSTEMS if system.name == name]
	for folder in collections:
		documents, queries = Documents(folder), evenly(read_queries(folder), most_queries)
		with tempfile.TemporaryDirectory(prefix="huf-quality-") as workspace:
			huf = Collection(folder, Path(workspace), most_queries, embedder_for("local"))
			own = [huf.mean(mode="keyword"), huf.mean(mode="hybrid")]
			huf.forget()
		others = (_peer(system, documents, queries) for system in systems)
		yield [folder.name, *(f"{value:.3f}" for value in (*own, *others))]


def head() -> list[str]:
	"""The columns of :func:`rows`."""
	return ["collection", "huf, keyword", "huf, hybrid", *PEERS]


def _peer(system: System, documents: Documents, queries: Sequence[EvaluationQuery]) -> float:
	with tempfile.TemporaryDirectory(prefix="huf-quality-") as name:
		folder = Path(name)
		system.module.build(documents, folder)  # type: ignore[arg-type]
		ask = system.opened(documents, folder)  # type: ignore[arg-type]
		return fmean(
			ndcg(query, [documents.keys[number] for number in _found(ask, query.text)]) for query in queries
		)


def _found(ask: Search, text: str) -> list[int]:
	try:
		return [number for number, _ in ask(text)]
	except ValueError:
		# tantivy's language of queries: a sign of it in a question is an error.
		return [number for number, _ in ask(" ".join(_SIGNS.sub(" ", text).lower().split()))]
