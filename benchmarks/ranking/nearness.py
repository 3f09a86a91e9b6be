"""Is what a search found near enough to be about the question? The two floors, against lower and higher ones, question by question.

    python -m benchmarks.ranking.nearness COLLECTION COLLECTION COLLECTION... [--questions N]

Each COLLECTION is a folder with ``corpus.jsonl``, ``queries.jsonl`` and ``qrels.tsv``, indexed by itself by words and meaning
(``local``). It is asked its own questions, of which some hit should be near, and what it has nothing about: as many questions
of the other collections, and the messages of ``benchmarks/answers/no_knowledge.txt``, of which every hit should be far.
The same questions are judged at both floors, so the two-sided exact test of McNemar compares them: it counts the questions
that only one of them judges rightly.
"""

import argparse
import random
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path

from benchmarks.answering.gate import read_messages
from benchmarks.measure import machine, table
from huf.engine.backends.hybrid.backend import KEY as HYBRID
from huf.engine.builds import plan_build, run_build
from huf.engine.embedding import embedder_for
from huf.engine.evidence import MEANING_FLOOR, Explanation
from huf.engine.indexing import BuildSettings
from huf.engine.search import Request, SearchTarget, search
from huf.engine.search.hits.nearness import FLOOR, nearness
from huf.local.kinds import kinds_with
from huf.local.quality.evaluation import read_documents, read_queries

OTHERS = (
	(0.4, None),
	(0.45, None),
	(0.55, None),
	(0.6, None),
	(None, 0.3),
	(None, 0.4),
	(None, 0.6),
	(None, 0.7),
)
"""Floors of words and of meaning; None: the one that is used."""


@dataclass(frozen=True, slots=True)
class Asked:
	"""What was asked, whether the collection has something about it, and what speaks for what was found."""

	is_own: bool
	explanation: Explanation | None

	def is_right(self, floor: float | None, meaning_floor: float | None) -> bool:
		"""Whether something is near exactly if it should be."""
		found = self.explanation
		if found is None:
			return not self.is_own
		of = {source.source: source for source in found.sources}
		is_near = any(
			nearness(
				hit.evidence,
				of[hit.source],
				floor=FLOOR if floor is None else floor,
				meaning_floor=MEANING_FLOOR if meaning_floor is None else meaning_floor,
			).is_near
			for hit in found.hits
			if hit.evidence
		)
		return is_near == self.is_own


def p_value(better: int, worse: int) -> float:
	"""Two-sided exact McNemar: how likely so uneven a split of the differing pairs is by chance."""
	most, both = max(better, worse), better + worse
	return (
		min(1.0, 2 * sum(comb(both, number) for number in range(most, both + 1)) / 2**both) if both else 1.0
	)


def ask(folder: Path, questions: Mapping[str, Sequence[str]]) -> list[Asked]:
	"""All that is asked of the collection in ``folder``."""
	foreign = [text for name, texts in questions.items() if name != folder.name for text in texts]
	foreign = random.Random(7).sample(foreign, min(len(foreign), len(questions[folder.name])))
	foreign += [text for texts in read_messages().values() for text in texts]
	kinds = kinds_with(embedder_for("local"))
	settings = BuildSettings(max_chunks_per_input=0, backend=HYBRID)
	with tempfile.TemporaryDirectory(prefix="huf-nearness-") as workspace:
		documents = list(read_documents(folder))
		build = run_build(
			Path(workspace), plan_build(documents, None, settings, kinds=kinds), settings, kinds=kinds
		)
		target = [SearchTarget(folder.name, build.info.path)]
		return [
			Asked(
				is_own,
				search(
					target, Request(text, mode="hybrid", explain=True, may_be_cut=True), kinds=kinds
				).explanation,
			)
			for is_own, texts in ((True, questions[folder.name]), (False, foreign))
			for text in texts
		]


def rows(results: Mapping[str, Sequence[Asked]]) -> Iterator[list[str]]:
	"""For each pair of floors and collection: percent judged rightly, and the pairs that differ from the floors in use."""
	for floor, meaning_floor in ((None, None), *OTHERS):
		name = f"{FLOOR if floor is None else floor} / {MEANING_FLOOR if meaning_floor is None else meaning_floor}"
		for collection, asked in results.items():
			cells = []
			for is_own in (True, False):
				some = [one for one in asked if one.is_own == is_own]
				now = [one.is_right(None, None) for one in some]
				then = [one.is_right(floor, meaning_floor) for one in some]
				better = sum(new and not old for old, new in zip(now, then, strict=True))
				worse = sum(old and not new for old, new in zip(now, then, strict=True))
				cells += [
					f"{100 * sum(then) / len(then):.1f}",
					f"+{better} −{worse}",
					f"{p_value(better, worse):.3f}",
				]
			yield [name, collection, *cells]


def main() -> None:
	"""Print the table."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("collections", nargs="+", type=Path)
	parser.add_argument("--questions", type=int, default=300)
	options = parser.parse_args()
	questions = {}
	for folder in options.collections:
		texts = [query.text for query in read_queries(folder)]
		questions[folder.name] = random.Random(5).sample(texts, min(len(texts), options.questions))
	results = {}
	for folder in options.collections:
		results[folder.name] = ask(folder, questions)
		print(f"{folder.name}: done", flush=True)
	counts = {
		name: [sum(one.is_own == own for one in asked) for own in (True, False)]
		for name, asked in results.items()
	}
	print(f"\nquestions of its own, others: {counts}; {machine()}\n")
	head = ["words / meaning", "collection", "own near %", "pairs", "p", "others far %", "pairs", "p"]
	print(table(head, rows(results)))


if __name__ == "__main__":
	main()
