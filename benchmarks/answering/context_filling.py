"""How should a context be filled? ``python -m benchmarks.answering.context_filling COLLECTION...``

Each question of a collection (``corpus.jsonl``, ``queries.jsonl``, ``qrels.tsv``) is searched, and its hits are put into a context of
2,000 tokens as an agent gets it: the best five; all that have room, in their order; only those with a share of the best one's score;
and those first that have most score for their length. It is answered when a passage of a relevant document stands there, which also
holds an answer where the collection has some (``answers.jsonl``: ``id``, ``answers``). p of a paired randomisation test against five.
"""

import argparse
import json
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks.measure import machine, table
from benchmarks.quality.collection import Collection, evenly
from huf.engine.embedding.local import LocalEmbedder
from huf.engine.prompt.context import Context, SourceAllowance, build_context
from huf.engine.request import MOST_HITS
from huf.engine.search import Request, SearchTarget, search
from huf.engine.tokens import count_tokens
from huf.engine.types import Hit
from huf.local.quality.comparison import paired_p
from huf.local.quality.evaluation import EvaluationQuery, collections_in

BUDGET = 2_000
"""Tokens: the default of an agent's source."""
FIVE = "five"


def _filled(hits: Sequence[Hit], most: int | None = MOST_HITS) -> Context:
	return build_context([(SourceAllowance("", max_chunks=most, token_budget=BUDGET), hits)])


def _above(hits: Sequence[Hit], share: float) -> Context:
	return _filled([hit for hit in hits if hit.score >= share * hits[0].score])


def _by_length(hits: Sequence[Hit], power: float) -> Context:
	"""The best one, and then those that have most score for ``power`` of their length."""
	rest = sorted(hits[1:], key=lambda hit: -hit.score / count_tokens(hit.text) ** power)
	return _filled([*hits[:1], *rest])


WAYS: Mapping[str, Callable[[Sequence[Hit]], Context]] = {
	FIVE: lambda hits: _filled(hits[:10], 5),
	"its worth (0.3 of the best)": lambda hits: _filled(hits, None),
	"all": _filled,
	**{f"{share} of the best": lambda hits, share=share: _above(hits, share) for share in (0.2, 0.4, 0.5)},  # type: ignore[misc]
	**{f"for length^{power}": lambda hits, power=power: _by_length(hits, power) for power in (0.25, 0.5)},  # type: ignore[misc]
}


def read_answers(folder: Path) -> dict[str, list[str]]:
	"""By question the strings that answer it; empty for a collection without any."""
	path = folder / "answers.jsonl"
	if not path.exists():
		return {}
	with path.open(encoding="utf-8") as file:
		return {entry["id"]: list(map(_plain, entry["answers"])) for entry in map(json.loads, file)}


def is_answered(query: EvaluationQuery, context: Context, answers: Mapping[str, Sequence[str]]) -> bool:
	"""Whether a passage of a relevant document is in the context, with an answer in it if there are answers."""
	for passage in context.passages:
		if query.gains.get(passage.hit.input, 0) > 0:
			if not answers or any(answer in _plain(passage.text) for answer in answers[query.id]):
				return True
	return False


def rows(folder: Path, collection: Collection, most: int) -> Iterator[list[str]]:
	"""What each way of filling brings."""
	answers = read_answers(folder)
	queries = evenly([query for query in collection.queries if not answers or query.id in answers], most)
	target = SearchTarget(collection.name, collection.build)
	answered: dict[str, list[float]] = {way: [] for way in WAYS}
	tokens = dict.fromkeys(WAYS, 0)
	for query in queries:
		request = Request(query.text, top_k=MOST_HITS, may_be_cut=True)
		hits = search([target], request, kinds=collection.kinds).hits
		for way, fill in WAYS.items():
			context = fill(hits)
			answered[way].append(float(is_answered(query, context, answers)))
			tokens[way] += context.tokens
	for way, found in answered.items():
		differences = [new - old for new, old in zip(found, answered[FIVE], strict=True)]
		won, lost = sum(one > 0 for one in differences), sum(one < 0 for one in differences)
		compared = ["–"] * 3 if way == FIVE else [str(won), str(lost), f"{paired_p(differences):.4f}"]
		share, size = sum(found) / len(found), tokens[way] / len(found)
		yield [collection.name, str(len(found)), way, f"{share:.3f}", f"{size:,.0f}", *compared]


def _plain(text: str) -> str:
	return " ".join(text.casefold().split())


def main() -> None:
	"""Measure and print."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("collections", nargs="+", type=Path)
	parser.add_argument("--queries", type=int, default=300, help="of each collection, evenly spaced; 0: all")
	options = parser.parse_args()
	found: list[list[str]] = []
	with tempfile.TemporaryDirectory(prefix="huf-filling-") as workspace:
		for folder in collections_in(options.collections):
			collection = Collection(folder, Path(workspace), embedder=LocalEmbedder())
			found += rows(folder, collection, options.queries)
	print(table(["collection", "questions", "filled with", "answered", "tokens", "won", "lost", "p"], found))
	print(f"\nhybrid with the local embedder, {BUDGET:,} tokens; {machine()}")


if __name__ == "__main__":
	main()
