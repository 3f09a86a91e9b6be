"""How well are several sources put into one order?

Each collection is cut into three sources (at random, in blocks of its order, and as one large with two small ones) and
is also searched beside every other collection, of which nothing is relevant. The result is compared with that of
one source that holds the collection alone. Prints a Markdown table of nDCG@10.
"""

import argparse
import tempfile
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean

from huf.engine.backends.base import Backend, Mode
from huf.engine.backends.hybrid.backend import KEY as HYBRID
from huf.engine.builds import plan_build, run_build
from huf.engine.embedding import embedder_for
from huf.engine.indexing import BuildSettings
from huf.engine.ranking.of_sources import RankedList, fuse_sources
from huf.engine.registry import Registry
from huf.engine.search import Request, SearchTarget, search
from huf.engine.types import Hit, WantedInput
from huf.local.kinds import kinds_with
from huf.local.quality.evaluation import EvaluationQuery, measures, read_documents, read_queries

DEPTH = 40
RRF_CONSTANT = 60
SPLITS: dict[str, Callable[[int, int, str], int]] = {
	"3 at random": lambda place, count, key: zlib.crc32(key.encode()) % 3,
	"3 blocks": lambda place, count, key: place * 3 // count,
	"1 large, 2 small": lambda place, count, key: max(0, zlib.crc32(key.encode()) % 40 - 37),
}


class Measure:
	"""The sources made so far, and how they are searched."""

	def __init__(self, workspace: Path, mode: Mode) -> None:
		self.workspace, self.mode = workspace, mode
		hybrid = mode != "keyword"
		self.kinds: Registry[Backend] = kinds_with(embedder_for("local") if hybrid else None)
		self.settings = BuildSettings(max_chunks_per_input=0, backend=HYBRID if hybrid else "sqlite_fts")

	def source(self, name: str, documents: Sequence[WantedInput]) -> SearchTarget:
		"""A build of ``documents``."""
		plan = plan_build(iter(documents), None, self.settings, kinds=self.kinds)
		root = self.workspace / name
		return SearchTarget(name, run_build(root, plan, self.settings, kinds=self.kinds).info.path)

	def rows(self, queries: Sequence[EvaluationQuery], targets: Sequence[SearchTarget]) -> dict[str, float]:
		"""nDCG@10 by the way of putting the sources together."""
		found: dict[str, list[float]] = {"rrf": [], "best": [], "huf": []}
		for query in queries:
			lists = [self._ask([target], query) for target in targets]
			together = {"rrf": _by_rank(lists), "best": _by_share(lists), "huf": self._ask(targets, query)}
			for name, hits in together.items():
				ranking = list(dict.fromkeys(hit.input for hit in hits))
				found[name].append(measures(query.gains, ranking)[0])
		return {name: fmean(values) for name, values in found.items()}

	def _ask(self, targets: Sequence[SearchTarget], query: EvaluationQuery) -> Sequence[Hit]:
		result = search(
			targets, Request(query.text, top_k=DEPTH, mode=self.mode, may_be_cut=True), kinds=self.kinds
		)
		assert not result.skipped, result.skipped
		return result.hits


def _by_rank(lists: Sequence[Sequence[Hit]]) -> list[Hit]:
	"""Reciprocal rank fusion."""
	scored = [
		(1 / (RRF_CONSTANT + place), number, hit)
		for number, hits in enumerate(lists)
		for place, hit in enumerate(hits, start=1)
	]
	return [hit for _, _, hit in sorted(scored, key=lambda entry: (-entry[0], entry[1]))]


def _by_share(lists: Sequence[Sequence[Hit]]) -> list[Hit]:
	"""Each score by its share of the best one of its source."""
	ranked = [RankedList([hit.score for hit in hits]) for hits in lists]
	return [lists[number][place] for _, number, place in fuse_sources(ranked)]


def main() -> None:
	"""Measure and print."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("collections", nargs="+", type=Path)
	parser.add_argument("--mode", choices=("keyword", "hybrid"), default="keyword")
	parser.add_argument("--queries", type=int, default=120, help="of each collection, evenly spaced")
	options = parser.parse_args()
	print(
		"| collection | sources | one source | RRF | share of the best | huf |\n|---|---|---:|---:|---:|---:|"
	)
	rows = []
	with tempfile.TemporaryDirectory(prefix="huf-sources-") as folder:
		measure = Measure(Path(folder), options.mode)
		documents = {path: list(read_documents(path)) for path in options.collections}
		whole = {path: measure.source(path.name, documents[path]) for path in documents}
		for path in documents:
			every = read_queries(path)
			queries = every[:: max(1, len(every) // options.queries)]
			ways = {f"and {other.name}": [whole[other], whole[path]] for other in documents if other != path}
			for split, part in SPLITS.items():
				parts: list[list[WantedInput]] = [[], [], []]
				for place, item in enumerate(documents[path]):
					parts[part(place, len(documents[path]), item.key)].append(item)
				ways[split] = [measure.source(f"{path.name} {split} {n}", p) for n, p in enumerate(parts)]
			alone = measure.rows(queries, [whole[path]])["huf"]
			for way, targets in ways.items():
				rows.append((alone, *measure.rows(queries, targets).values()))
				print(
					f"| {path.name} | {way} | " + " | ".join(f"{v:.3f}" for v in rows[-1]) + " |", flush=True
				)
	means = [fmean(column) for column in zip(*rows, strict=True)]
	print("| **mean** | | " + " | ".join(f"{value:.3f}" for value in means) + " |")


if __name__ == "__main__":
	main()
