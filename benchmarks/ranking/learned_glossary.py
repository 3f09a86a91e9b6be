"""What does a glossary bring that was learnt from half of the questions, to the other half?

    python -m benchmarks.ranking.learned_glossary COLLECTION... [--queries N]

The questions of a collection are put into two halves by turns. From the texts and one half, with its answers, the candidates of
``huf.engine.learning`` are gathered and replayed, and what is proposed is accepted without a look at it; the other half is asked with that glossary and
without. Then the halves change places, so that each question is held out once. A person would refuse some of the words: this is the least that
the proposals are worth.
"""

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import machine
from benchmarks.quality.collection import ENOUGH, Collection, ndcg
from huf.engine.analysis.glossary import NO_GLOSSARY, Glossary
from huf.engine.learning import Found, Proposal, Question, Text, candidates, replay
from huf.engine.search import Request, SearchTarget, search
from huf.local.quality.comparison import paired_p
from huf.local.quality.evaluation import EvaluationQuery, collections_in, read_texts

MOST_TRIED = 2_000
SHOWN = 8


def main() -> None:
	"""Measure and print, row by row."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("collections", nargs="+", type=Path)
	parser.add_argument("--queries", type=int, default=0, help="of each collection, evenly spaced; 0: all")
	options = parser.parse_args()
	print("| collection | questions | tried | accepted | before | with it | p | better, worse | of them |")
	print("|---|---:|---:|---:|---:|---:|---:|---:|---|")
	with tempfile.TemporaryDirectory(prefix="huf-learnt-") as workspace:
		for folder in collections_in(options.collections):
			print(_row(folder, Collection(folder, Path(workspace), options.queries)), flush=True)
	print(f"\nnDCG@10 by words, of questions that were held out; {machine()}")


def _row(folder: Path, collection: Collection) -> str:
	texts = {key: Text(title, text or title) for key, title, text in read_texts(folder)}
	before, after, accepted, tried = [], [], [], 0
	for half in (0, 1):
		seen, held_out = collection.queries[half::2], collection.queries[1 - half :: 2]
		number, found = _learnt(collection, seen, texts)
		tried += number
		accepted += found
		glossary = Glossary(tuple(one.candidate.entry for one in found))
		for query in held_out:
			before.append(ndcg(query, _find(collection, query.text, NO_GLOSSARY).inputs))
			after.append(ndcg(query, _find(collection, query.text, glossary).inputs))
	moved = [now - then for now, then in zip(after, before, strict=True)]
	named = ", ".join(f"{one.candidate.term} → {one.candidate.expansion}" for one in accepted[:SHOWN])
	cells = (
		collection.name,
		str(len(moved)),
		str(tried),
		str(len(accepted)),
		f"{sum(before) / len(before):.4f}",
		f"{sum(after) / len(after):.4f}",
		f"{paired_p(moved):.3f}",
		f"{sum(one > 0 for one in moved)}, {sum(one < 0 for one in moved)}",
		named or "–",
	)
	return f"| {' | '.join(cells)} |"


def _learnt(
	collection: Collection, queries: Sequence[EvaluationQuery], texts: dict[str, Text]
) -> tuple[int, list[Proposal]]:
	"""How many candidates of these questions were tried, and which would be proposed."""
	questions = [Question(query.id, query.text, frozenset(query.gains)) for query in queries]
	found = candidates(questions, texts)[:MOST_TRIED]
	return len(found), replay(found, questions, lambda text, glossary: _find(collection, text, glossary))


def _find(collection: Collection, text: str, glossary: Glossary) -> Found:
	target = SearchTarget(collection.name, collection.build)
	request = Request(text, top_k=ENOUGH, mode="keyword", may_be_cut=True, glossary=glossary)
	result = search([target], request, kinds=collection.kinds)
	assert not result.skipped, result.skipped
	return Found(tuple(dict.fromkeys(hit.input for hit in result.hits)), result.has_near)


if __name__ == "__main__":
	main()
